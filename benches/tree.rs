//! The searches, and the re-rooting of the tree: `cargo bench --bench tree`, or `brasa bench --what search`.
//!
//! One thread of a virtual AMD EPYC, 2026-11: evaluations a second with the default preset 5,160 on 9x9 and 1,420 on
//! 19x19. Alpha-beta searches 13 million positions of Clobber a second.

use brasa::engine::go::search::search as uct;
use brasa::engine::{BoardSize, PlayerSpec, Settings, presets};
use brasa::framework::{Control, Game, Limits, Search};
use brasa::games::Clobber;
use brasa::go::{Position, Rules};
use brasa::search::AlphaBeta;
use brasa::search::alphabeta::AlphaBetaParams;
use brasa::util::params::Params;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

fn spec(preset: &str, size: u8) -> PlayerSpec {
    let mut settings = Settings::with_preset(size, presets::find(preset).unwrap());
    settings.params.search.number_threads = 1;
    settings.params.search.uct_max_memory = 256 << 20;
    settings.spec(BoardSize::square(size), 1)
}

fn searches(c: &mut Criterion) {
    let mut group = c.benchmark_group("search");
    for (preset, playouts) in [("default", 200), ("classic", 2000)] {
        group.throughput(Throughput::Elements(playouts));
        for size in [9, 19] {
            let (spec, position) = (spec(preset, size), Position::new(size, Rules::default()));
            let limits = Limits { playouts: Some(playouts), in_full: true, ..Limits::default() };
            let search = || uct(&spec).search(&position, limits, &Control::default());
            let expected = search();
            assert_eq!(expected.count, playouts);
            group.bench_function(format!("{preset} {size}x{size}"), |b| {
                b.iter(|| {
                    let report = search();
                    assert_eq!(
                        (report.best, report.value, report.nodes),
                        (expected.best, expected.value, expected.nodes)
                    );
                });
            });
        }
    }
    group.finish();
}

fn reuse(c: &mut Criterion) {
    let (spec, position) = (spec("classic", 9), Position::new(9, Rules::default()));
    let mut search = uct(&spec);
    let limits = |playouts| Limits { playouts: Some(playouts), ..Limits::default() };
    c.bench_function("play a move and keep its subtree", |b| {
        b.iter_custom(|iterations| {
            (0..iterations)
                .map(|_| {
                    search.clear();
                    let report = search.search(&position, limits(10_000), &Control::default());
                    let best = report.moves[0];
                    let mut game = position.clone();
                    game.play_legal(best.mv);
                    let start = std::time::Instant::now();
                    search.played(best.mv);
                    let kept = search.search(&game, limits(best.count + 1), &Control::default());
                    let time = start.elapsed();
                    assert_eq!((kept.games, kept.count), (1, best.count + 1));
                    time
                })
                .sum()
        });
    });
}

fn alphabeta(c: &mut Criterion) {
    const DEPTH: u64 = 7;
    let game = Clobber::new(6, 5);
    let params = AlphaBetaParams { depth: DEPTH, ..AlphaBetaParams::for_size(0) };
    let search = || AlphaBeta::new(params.clone()).search(&game, Limits::default(), &Control::default());
    let expected = search();
    let mut group = c.benchmark_group("alphabeta");
    group.sample_size(10).throughput(Throughput::Elements(expected.nodes));
    group.bench_function(format!("Clobber 5x6, positions to depth {DEPTH}"), |b| {
        b.iter(|| {
            let report = search();
            assert_eq!((report.margin, report.nodes), (expected.margin, expected.nodes));
        });
    });
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10);
    targets = searches, reuse, alphabeta
}
criterion_main!(benches);
