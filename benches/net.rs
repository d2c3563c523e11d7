//! Evaluations by the built-in networks, planes included, and training steps: `cargo bench --bench net`. An
//! evaluation takes 0.18 ms on 9x9 and 0.66 ms on 19x19 (one thread of an AMD EPYC with AVX-512, 2026-11).

use std::hint::black_box;

use brasa::framework::Game;
use brasa::go::knowledge::built_in_network;
use brasa::go::network::Planes;
use brasa::go::{Position, Rules};
use brasa::net::{Evaluator, Example, Schedule, Trainer};
use brasa::util::Rng;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

fn play_at_random(position: &mut Position, rng: &mut Rng) {
    let mut moves = Vec::new();
    position.candidates(&mut moves);
    position.play(moves[rng.below(moves.len())]).unwrap();
}

fn evaluate(c: &mut Criterion) {
    let mut group = c.benchmark_group("net");
    group.throughput(Throughput::Elements(1));
    for size in [9, 19] {
        let mut evaluator = Evaluator::new(&built_in_network(size).unwrap(), usize::from(size));
        let (mut rng, mut position, mut planes) =
            (Rng::new(1), Position::new(size, Rules::default()), Planes::default());
        (0..40).for_each(|_| play_at_random(&mut position, &mut rng));
        group.bench_function(format!("evaluate {size}x{size}"), |b| {
            b.iter(|| {
                let evaluation = evaluator.evaluate(planes.of(black_box(&position)));
                assert!((0.0..=1.0).contains(&evaluation.value));
            });
        });
    }
    group.finish();
}

/// Learns from the same positions over and over, so that the loss must fall.
fn train(c: &mut Criterion) {
    const BATCH: usize = 16;
    let mut group = c.benchmark_group("net");
    group.throughput(Throughput::Elements(BATCH as u64));
    for size in [9, 19] {
        let network = built_in_network(size).unwrap();
        let (mut rng, mut position, mut planes) =
            (Rng::new(1), Position::new(size, Rules::default()), Planes::default());
        let batch: Vec<Example> = (0..BATCH)
            .map(|_| {
                let example = Example {
                    planes: planes.of(&position).to_vec(),
                    policy: vec![(rng.below(usize::from(size).pow(2)) as u16, 1.0)],
                    value: Some(rng.below(2) as f32),
                    ..Example::default()
                };
                play_at_random(&mut position, &mut rng);
                example
            })
            .collect();
        let mut trainer = Trainer::new(network, 1, Schedule::default());
        let mut losses = Vec::new();
        group.bench_function(format!("train {size}x{size}"), |b| {
            b.iter(|| losses.push(trainer.learn(black_box(&batch)).total));
        });
        assert!(losses.last() <= losses.first(), "{size}: the loss did not fall");
    }
    group.finish();
}

criterion_group!(benches, evaluate, train);
criterion_main!(benches);
