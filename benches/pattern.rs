//! Pattern lookup: `cargo bench --bench pattern`. Playouts with 4, 300 and 3,000 patterns took times within 4 % of each
//! other (AMD EPYC, 2026-11).

use std::hint::black_box;

use brasa::framework::{Color, Game, PlayoutLimit, PlayoutPolicy, Sequence};
use brasa::go::pattern::Mogo;
use brasa::go::pattern::database::{BUILT_IN, Database};
use brasa::go::playout::{DatabasePolicy, GoPlayout};
use brasa::go::{Position, Rules};
use brasa::util::Rng;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

fn lookup(c: &mut Criterion) {
    let table = Mogo::table();
    let count = |color| (0..=u16::MAX).filter(|&code| table.matches(black_box(code), color)).count();
    let expected = count(Color::Black);
    assert_eq!(expected, count(Color::White), "the patterns favor no color");
    assert_ne!(expected, 0);
    let mut group = c.benchmark_group("mogo");
    group.throughput(Throughput::Elements(1 << 16));
    group.bench_function("all codes", |b| b.iter(|| assert_eq!(count(Color::Black), expected)));
    group.finish();
}

/// Returns a database of `count` patterns with similar values, so that the playouts hardly differ but the lookups do.
fn database(count: usize) -> Database {
    let uniform = BUILT_IN.iter().find(|built_in| built_in.name == "uniform").unwrap();
    let mut text = uniform.text.to_owned();
    for i in 0..count - 4 {
        let cells: Vec<_> = (0..8).map(|k| ["O", "X", "."][i / 3_usize.pow(k) % 3]).collect();
        let (top, bottom) = (cells[..3].concat(), cells[5..].concat());
        let values = [1_000_000 + i, 1_001_000 + i];
        text += &format!(
            "{top}\n{}*{}\n{bottom}\n\n:{},near\n:{},far\n",
            cells[3], cells[4], values[0], values[1]
        );
    }
    Database::parse("bench", &(text + "%%%\n%*%\n%%%\n\n:1000000\n")).unwrap()
}

fn patterns(c: &mut Criterion) {
    const COUNT: u64 = 100;
    let mut group = c.benchmark_group("database");
    group.throughput(Throughput::Elements(COUNT));
    let position = Position::new(9, Rules::default());
    let limit = PlayoutLimit { length: position.length_limit(), mercy: false };
    for count in [4, 300, 3000] {
        let (database, mut expected) = (database(count), None);
        assert_eq!(database.patterns().len(), count);
        let mut playout = GoPlayout::new(DatabasePolicy::new(database.table()));
        let (mut game, mut line) = (position.clone(), Sequence::new());
        group.bench_function(format!("{count} patterns"), |b| {
            b.iter(|| {
                let (mut rng, mut moves) = (Rng::new(1), 0);
                for _ in 0..COUNT {
                    game.copy_from(&position);
                    line.clear();
                    playout.playout(&mut game, limit, &mut rng, &mut line);
                    moves += line.len();
                }
                assert_eq!(*expected.get_or_insert(moves), moves, "the same playouts from the same seed");
            });
        });
    }
    group.finish();
}

criterion_group!(benches, lookup, patterns);
criterion_main!(benches);
