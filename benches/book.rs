//! The opening book: `cargo bench --bench book`. A lookup took 10 microseconds, and reading 10,000 lines of ten moves
//! on 19x19 took 0.16 s (AMD EPYC, 2026-11).

use std::fmt::Write;
use std::hint::black_box;

use brasa::book::Book;
use brasa::engine::go::book::start;
use brasa::framework::Game;
use brasa::go::Position;
use brasa::util::Rng;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

const LINES: usize = 10_000;

/// Returns a game of random moves, with the moves as text.
fn random_game(rng: &mut Rng) -> (Position, String) {
    let (mut game, mut text) = (start(19).unwrap(), String::new());
    for _ in 0..10 {
        let empty = game.board().empty_points();
        let mv = empty[rng.below(empty.len())].to_move();
        if game.play(mv).is_ok() {
            let _ = write!(text, " {}", game.move_text(mv));
        }
    }
    (game, text)
}

fn book(c: &mut Criterion) {
    let mut rng = Rng::new(1);
    let games: Vec<_> = (0..LINES).map(|_| random_game(&mut rng)).collect();
    let reply = |game: &Position| {
        let mut empty = game.board().empty_points().iter().map(|p| p.to_move());
        game.move_text(empty.find(|&mv| game.check(mv).is_ok()).unwrap())
    };
    let text: String = games.iter().map(|(game, moves)| format!("19{moves} | {}\n", reply(game))).collect();
    let parse = || Book::parse(black_box(&text), start);
    let book = parse().book;
    assert_eq!(book.lines().len(), LINES);
    let mut group = c.benchmark_group("book");
    group.throughput(Throughput::Elements(LINES as u64));
    group.sample_size(10);
    group.bench_function("read 10,000 lines", |b| b.iter(|| assert!(parse().faults.is_empty())));
    group.throughput(Throughput::Elements(1));
    let mut next = games.iter().cycle();
    group.bench_function("lookup 19x19", |b| {
        b.iter(|| assert!(next.next().is_some_and(|(game, _)| !book.replies(black_box(game)).is_empty())));
    });
    group.finish();
}

criterion_group!(benches, book);
criterion_main!(benches);
