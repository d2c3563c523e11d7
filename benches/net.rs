//! Evaluations by the built-in networks, planes included: `cargo bench --bench net`. A position took 138 microseconds on
//! 9x9, and 295 on 19x19 (one thread of an idle AMD EPYC with AVX2, 2026-11).

use std::hint::black_box;

use brasa::framework::Game;
use brasa::go::knowledge::built_in_network;
use brasa::go::network::Planes;
use brasa::go::{Position, Rules};
use brasa::net::Evaluator;
use brasa::util::Rng;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

fn evaluate(c: &mut Criterion) {
    let mut group = c.benchmark_group("net");
    group.throughput(Throughput::Elements(1));
    for size in [9, 19] {
        let mut evaluator = Evaluator::new(&built_in_network(size).unwrap(), usize::from(size));
        let (mut rng, mut position, mut planes) =
            (Rng::new(1), Position::new(size, Rules::default()), Planes::default());
        let mut moves = Vec::new();
        for _ in 0..40 {
            moves.clear();
            position.candidates(&mut moves);
            position.play(moves[rng.below(moves.len())]).unwrap();
        }
        group.bench_function(format!("evaluate {size}x{size}"), |b| {
            b.iter(|| {
                let evaluation = evaluator.evaluate(planes.of(black_box(&position)));
                assert!((0.0..=1.0).contains(&evaluation.value));
            });
        });
    }
    group.finish();
}

criterion_group!(benches, evaluate);
criterion_main!(benches);
