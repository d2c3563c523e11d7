//! Evaluation against a plain reference, gradients against differences, and files.

use std::sync::Arc;

use super::backward::Learner;
use super::layout::{HIDDEN, LEAK, Layout, hidden_len};
use super::muon::Update;
use super::network::unit;
use super::simd::{self, Lanes};
use super::tile::{Tile, Winograd};
use super::*;
use crate::util::Rng;

fn planes(size: usize, rng: &mut Rng) -> Vec<f32> {
    (0..size * size * INPUTS).map(|_| if rng.below(3) == 0 { 1.0 } else { 0.0 }).collect()
}

fn example(size: usize, rng: &mut Rng) -> Example {
    let points = size * size;
    Example {
        planes: planes(size, rng),
        policy: vec![(rng.below(points + 1) as u16, 0.75), (rng.below(points + 1) as u16, 0.25)],
        value: Some(rng.below(2) as f32),
        lead: Some(unit(rng) - 0.5),
        owners: (0..points).map(|_| rng.below(3) as f32 - 1.0).collect(),
    }
}

/// A reference implementation in plain 64-bit arithmetic.
fn reference(network: &Network, size: usize, planes: &[f32]) -> Evaluation {
    let (layout, parameters) = (Layout::new(network.shape), &network.parameters);
    let (c, n) = (network.shape.channels, size as i32);
    let weight = |i: usize| f64::from(parameters[i]);
    let convolve = |conv: &layout::Conv, bias: &[f64], input: &[f64]| -> Vec<f64> {
        let mut output = Vec::new();
        for (y, x) in (0..n).flat_map(|y| (0..n).map(move |x| (y, x))) {
            for (o, bias) in bias.iter().enumerate() {
                let mut sum = *bias;
                for tap in 0..9 {
                    let (row, col) = (y + tap / 3 - 1, x + tap % 3 - 1);
                    if !(0..n).contains(&row) || !(0..n).contains(&col) {
                        continue;
                    }
                    for i in 0..conv.inputs {
                        let at = conv.weights.start + (tap as usize * conv.inputs + i) * c + o;
                        sum += weight(at) * input[(row * n + col) as usize * conv.inputs + i];
                    }
                }
                output.push(sum);
            }
        }
        output
    };
    let positive = |numbers: Vec<f64>| -> Vec<f64> { numbers.into_iter().map(|x| x.max(0.0)).collect() };
    let pool = |numbers: &[f64]| -> Vec<f64> {
        let of = |c0: usize| numbers.iter().copied().skip(c0).step_by(c);
        let means = (0..c).map(|i| of(i).sum::<f64>() / (size * size) as f64);
        means.chain((0..c).map(|i| of(i).fold(f64::MIN, f64::max))).collect()
    };
    let bias = |conv: &layout::Conv| -> Vec<f64> { conv.bias.clone().map(weight).collect() };
    let linear = |start: usize, inputs: &[f64]| -> f64 {
        inputs.iter().enumerate().map(|(i, x)| weight(start + i) * x).sum::<f64>()
            + weight(start + inputs.len())
    };
    let planes: Vec<f64> = planes.iter().copied().map(f64::from).collect();
    let mut numbers = positive(convolve(&layout.stem, &bias(&layout.stem), &planes));
    for block in &layout.blocks {
        let pooled = pool(&numbers);
        let mut first = bias(&block.first);
        for (j, x) in pooled.iter().enumerate() {
            for (o, sum) in first.iter_mut().enumerate() {
                *sum += weight(block.pool.start + j * c + o) * x;
            }
        }
        let inner = positive(convolve(&block.first, &first, &numbers));
        let second = convolve(&block.second, &bias(&block.second), &inner);
        numbers = positive(second.iter().zip(&numbers).map(|(a, b)| a + b).collect());
    }
    let pooled = pool(&numbers);
    let at =
        |start: usize| numbers.chunks_exact(c).map(move |point| linear(start, point)).collect::<Vec<f64>>();
    let mut policy = at(layout.policy.start);
    policy.push(linear(layout.pass.start, &pooled));
    let owners: Vec<f64> = at(layout.owner.start).into_iter().map(f64::tanh).collect();
    let balance = owners.iter().sum::<f64>() / (owners.len() as f64).sqrt();
    let unit = |start: usize| {
        let sum = linear(start, &pooled) + weight(start + 2 * c + 1) * balance;
        sum.max(f64::from(LEAK) * sum)
    };
    let hidden: Vec<f64> = layout.hidden.clone().step_by(hidden_len(c)).map(unit).collect();
    let output = |start: usize| linear(start, &hidden) + weight(start + HIDDEN + 1) * balance;
    Evaluation {
        policy: policy.into_iter().map(|x| x as f32).collect(),
        owners: owners.into_iter().map(|x| x as f32).collect(),
        value: (1.0 / (1.0 + (-output(layout.value.start)).exp())) as f32,
        lead: output(layout.lead.start) as f32,
    }
}

fn distance(a: &Evaluation, b: &Evaluation) -> f32 {
    let numbers = |e: &Evaluation| [&e.policy[..], &e.owners, &[e.value, e.lead]].concat();
    assert_eq!((a.policy.len(), a.owners.len()), (b.policy.len(), b.owners.len()));
    numbers(a).iter().zip(numbers(b)).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max)
}

/// A random network with nonzero pooling biases.
fn network(blocks: usize, channels: usize, rng: &mut Rng) -> Network {
    let mut network = Network::random(Shape { blocks, channels }, rng);
    let layout = Layout::new(network.shape);
    let parameters = Arc::make_mut(&mut network.parameters).numbers();
    for weight in layout.blocks.iter().flat_map(|block| block.pool.clone()).chain(layout.stem.bias) {
        parameters[weight] = 0.1 * (unit(rng) - 0.5);
    }
    network
}

/// The forward pass of training.
struct Forward<'a> {
    learner: &'a mut Learner,
    network: &'a Network,
    planes: &'a [f32],
}

impl simd::Work for Forward<'_> {
    type Output = Evaluation;

    #[inline(always)]
    fn run<S: simd::Simd>(self, simd: S) -> Evaluation {
        let Self { learner, network, planes } = self;
        let packed = learner.pack(&network.parameters);
        learner.forward(simd, &network.parameters, &packed, planes);
        learner.evaluation.clone()
    }
}

#[test]
fn fast_kernels_compute_the_network() {
    let mut rng = Rng::new(1);
    for channels in Shape::CHANNELS {
        for size in [2, 3, 5, 7, 8, 9, 10, 13, 19] {
            let network = network(2, channels, &mut rng);
            let mut evaluator = Evaluator::new(&network, size);
            let mut learner = Learner::new(network.shape, size);
            for _ in 0..2 {
                let planes = planes(size, &mut rng);
                let expected = reference(&network, size, &planes);
                let floats = Forward { learner: &mut learner, network: &network, planes: &planes };
                let error = distance(&simd::run(floats), &expected);
                assert!(error < 2e-4, "{channels} channels, size {size}: {error}");
                let error = distance(evaluator.evaluate(&planes), &expected);
                assert!(error < 5e-3, "integers, {channels} channels, size {size}: {error}");
            }
        }
    }
}

/// The greatest transformed input is what inputs of 0 and 1 can reach.
#[test]
fn factors_are_those_of_the_transform() {
    fn factors<const N: usize>() -> [[f32; 2]; N]
    where
        Tile<N>: Winograd<N>,
    {
        let number = |x| Lanes::splat(simd::Loops::<false>, x);
        let mut sums = [[0.0; 2]; N];
        for i in 0..N {
            let mut line = [number(0.0); N];
            line[i] = number(1.0);
            for (sums, out) in sums.iter_mut().zip(Tile::transform(line)) {
                let factor = out.to_array()[0];
                sums[usize::from(factor < 0.0)] += factor.abs();
            }
        }
        sums
    }
    assert_eq!(factors(), Tile::<5>::FACTORS);
    assert_eq!(factors(), Tile::<6>::FACTORS);
    assert_eq!(factors(), Tile::<7>::FACTORS);
}

#[test]
fn evaluations_are_the_same_with_all_vector_instructions_and_without() {
    let mut rng = Rng::new(6);
    for (size, channels) in [(5, 32), (9, 64), (13, 48), (19, 64)] {
        let network = network(1, channels, &mut rng);
        let planes = planes(size, &mut rng);
        let evaluate = |most| {
            simd::MOST.set(most);
            Evaluator::new(&network, size).evaluate(&planes).clone()
        };
        let plain = evaluate(0);
        for most in [1, 2] {
            assert_eq!(evaluate(most), plain, "size {size}, instructions {most}");
        }
    }
}

#[test]
fn derivatives_are_differences() {
    // Tiles of 5x5 outputs, of 3x3 and of 4x4.
    for (size, channels) in [(5, 32), (6, 32), (8, 48)] {
        derivatives(size, channels);
    }
}

fn derivatives(size: usize, channels: usize) {
    let mut rng = Rng::new(2);
    let network = network(2, channels, &mut rng);
    let (shape, layout) = (network.shape, Layout::new(network.shape));
    let examples: Vec<Example> = (0..3).map(|_| example(size, &mut rng)).collect();
    let mut learner = Learner::new(shape, size);
    let mut loss = |parameters: &[f32], gradient: Option<&mut [f32]>| {
        let packed = learner.pack(parameters);
        learner.learn(parameters, &packed, &examples, gradient, 1.0).total
    };
    let mut gradient = vec![0.0; shape.parameters()];
    loss(&network.parameters, Some(&mut gradient));
    let block = layout.blocks[1].clone();
    let ranges = [
        layout.stem.weights.clone(),
        layout.stem.bias.clone(),
        layout.blocks[0].first.weights.clone(),
        layout.blocks[0].pool.clone(),
        block.first.bias,
        block.pool,
        block.second.weights,
        block.second.bias,
        layout.policy.clone(),
        layout.pass.clone(),
        layout.owner.clone(),
        layout.hidden.clone(),
        layout.value.clone(),
        layout.lead.clone(),
    ];
    for range in ranges {
        for _ in 0..6 {
            const STEP: f32 = 2e-3;
            let i = range.start + rng.below(range.len());
            let mut at = |step: f32| {
                let mut parameters = network.parameters.to_vec();
                parameters[i] += step;
                loss(&parameters, None)
            };
            let difference = (at(STEP) - at(-STEP)) / f64::from(2.0 * STEP);
            let error = (difference - f64::from(gradient[i])).abs();
            assert!(error < 0.02 * difference.abs() + 0.01, "{i} in {range:?}: {difference} {}", gradient[i]);
        }
    }
}

#[test]
fn training_learns_a_rule_of_a_corner() {
    const STEPS: u64 = 150;
    // The move is at the only stone of plane 0; the player wins if plane 1 has a stone in the first row.
    let size = 5;
    let rule = |rng: &mut Rng| {
        let (stone, other) = (rng.below(25), rng.below(25));
        let mut planes = vec![0.0; 25 * INPUTS];
        planes[stone * INPUTS] = 1.0;
        planes[other * INPUTS + 1] = 1.0;
        for p in 0..25 {
            planes[p * INPUTS + 2] = 1.0;
        }
        let value = Some(if other < 5 { 1.0 } else { 0.0 });
        Example { planes, policy: vec![(stone as u16, 1.0)], value, ..Example::default() }
    };
    let mut rng = Rng::new(3);
    let network = Network::random(Shape { blocks: 1, channels: 32 }, &mut rng);
    let mut trainer = Trainer::new(network, 2, Schedule { steps: STEPS, rate: 0.01, decay: 0.0 });
    let mut last = Losses::default();
    for _ in 0..STEPS {
        let batch: Vec<Example> = (0..32).map(|_| rule(&mut rng)).collect();
        last = trainer.learn(&batch);
    }
    let (policy, value) = (last.policy / 32.0, last.value / 32.0);
    assert!(policy < 0.1 && value < 0.5, "{policy} {value}");
    // The averaged network is what plays.
    let (average, test) = (trainer.average(), rule(&mut rng));
    let found = Evaluator::new(&average, size).evaluate(&test.planes).clone();
    let best = (0..26).max_by(|&a, &b| found.policy[a].total_cmp(&found.policy[b]));
    assert_eq!(best, Some(usize::from(test.policy[0].0)));
}

/// The products of the columns with each other are 1 or 0 for an orthogonal matrix.
#[test]
fn updates_of_matrices_are_nearly_orthogonal_and_along_the_gradient() {
    let mut rng = Rng::new(6);
    for (rows, columns) in [(288, 32), (96, 48), (128, 64), (16, 32)] {
        // Some directions are a hundred times as large as others.
        let gradient: Vec<f32> = (0..rows * columns)
            .map(|i| (rng.below(2001) as f32 / 1000.0 - 1.0) * if i % columns < 2 { 1.0 } else { 0.01 })
            .collect();
        let (mut update, mut mean) = (gradient.clone(), vec![0.0; gradient.len()]);
        simd::run(Update { gradient: &mut update, mean: &mut mean, columns });
        assert!(mean.iter().zip(&gradient).all(|(mean, x)| (mean - 0.05 * x).abs() < 1e-6));
        assert!(update.iter().zip(&gradient).map(|(x, y)| x * y).sum::<f32>() > 0.0);
        let scale = 0.2 * (rows.max(columns) as f32).sqrt();
        let column = |c: usize| update.iter().skip(c).step_by(columns).map(|x| x / scale);
        for (a, b) in (0..columns).flat_map(|a| (0..=a).map(move |b| (a, b))).filter(|_| rows > columns) {
            let product: f32 = column(a).zip(column(b)).map(|(x, y)| x * y).sum();
            let expected = if a == b { 0.4..1.5 } else { -0.4..0.4 };
            assert!(expected.contains(&product), "{rows} {columns}: {a} {b} {product}");
        }
    }
    let (mut none, mut mean) = ([0.0; 64], [0.0; 64]);
    simd::run(Update { gradient: &mut none, mean: &mut mean, columns: 32 });
    assert_eq!(none, [0.0; 64]);
}

#[test]
fn files_are_read_as_written_or_refused() {
    let mut rng = Rng::new(4);
    let network =
        Network::random(Shape { blocks: 1, channels: 32 }, &mut rng).made_by("brasa net train\n--out x");
    let bytes = network.to_bytes();
    let read = Network::from_bytes(&bytes).unwrap();
    assert_eq!((read.shape(), read.origin()), (network.shape(), "brasa net train --out x"));
    assert_eq!((read.calibration(), read.komis()), (None, None));
    let known = Network { komis: Some([13, 15]), ..network.clone() }.calibrated(Calibration([1.0; 4]));
    let read_known = Network::from_bytes(&known.to_bytes()).unwrap();
    assert_eq!((read_known.calibration(), read_known.komis()), (known.calibration(), known.komis()));
    assert_ne!(Network { komis: None, ..known.clone() }, known);
    for komis in ["nan,nan", "6.5,inf", "1e300,1e300", "6.25,7.5", "1000,1000.5", "7.5,6.5"] {
        let bytes = known.to_bytes();
        let end = bytes.iter().position(|&byte| byte == b'\n').unwrap();
        let header = String::from_utf8(bytes[..end].to_vec()).unwrap().replace("6.5,7.5", komis);
        let error = Network::from_bytes(&[header.as_bytes(), &bytes[end..]].concat()).unwrap_err();
        assert!(error.to_string().starts_with("not a network"), "{komis}: {error}");
    }
    // A character of three bytes is cut as a whole.
    let long = network.clone().made_by(&"碁".repeat(1500));
    assert_eq!(Network::from_bytes(&long.to_bytes()).unwrap().origin(), "碁".repeat(666));
    let mut diverged = network.clone();
    Arc::make_mut(&mut diverged.parameters).numbers()[7] = 70_000.0;
    assert!(network.is_finite() && !diverged.is_finite(), "half precision ends at 65,504");
    assert!(Network::from_bytes(&diverged.to_bytes()).is_err());
    let close = |(a, b): (&f32, &f32)| (a - b).abs() <= 0.001 * a.abs() + 1e-6;
    assert!(network.parameters.iter().zip(read.parameters.iter()).all(close));
    let text = |bytes: &[u8]| Network::from_bytes(bytes).unwrap_err().to_string();
    assert!(text(b"").starts_with("not a network"));
    assert!(text(b"brasa-net 2 blocks 1 made-by x\n").starts_with("network format version 2"));
    assert!(text(&bytes[..bytes.len() - 2]).contains("truncated"));
    let mut damaged = bytes.clone();
    *damaged.last_mut().unwrap() ^= 1;
    assert!(text(&damaged).contains("damaged"));
    // Doubled, the parameter count overflows to the correct one.
    let count = network.parameters.len();
    let end = bytes.iter().position(|&byte| byte == b'\n').unwrap();
    let header = String::from_utf8(bytes[..end].to_vec()).unwrap();
    let header = header.replace(&format!(" {count} "), &format!(" {} ", count + (1 << 63)));
    let numerous = [header.as_bytes(), &bytes[end..]].concat();
    assert!(numerous != bytes && Network::from_bytes(&numerous).is_err());
    for _ in 0..2000 {
        let mut bytes = bytes[..rng.below(bytes.len())].to_vec();
        if !bytes.is_empty() {
            let i = rng.below(bytes.len().min(120));
            bytes[i] = rng.next_u64() as u8;
        }
        assert!(Network::from_bytes(&bytes).is_err());
    }
}

#[test]
fn the_mean_of_networks_lies_between_them() {
    let mut rng = Rng::new(5);
    let shape = Shape { blocks: 1, channels: 32 };
    let networks = [(); 2].map(|()| Network::random(shape, &mut rng));
    assert_eq!(Network::mean(&[networks[0].clone(), networks[0].clone()]), Some(networks[0].clone()));
    let mean = Network::mean(&networks).unwrap();
    for (i, x) in mean.parameters.iter().enumerate() {
        let [a, b] = [0, 1].map(|k: usize| networks[k].parameters[i]);
        assert!((a + b - 2.0 * x).abs() < 1e-6, "{a} {b} {x}");
    }
    // A range of compensations holds for the mean if all state it.
    let stating = |komis| Network { komis, ..networks[0].clone() };
    let komis = |others: [Option<[i32; 2]>; 2]| Network::mean(&others.map(stating)).unwrap().komis();
    assert_eq!(komis([Some([1, 15]); 2]), Some([1, 15]));
    assert_eq!([komis([Some([1, 15]), None]), komis([Some([1, 15]), Some([13, 15])])], [None; 2]);
    let other = Network::random(Shape { blocks: 2, ..shape }, &mut rng);
    assert!(Network::mean(&[mean, other]).is_none() && Network::mean(&[]).is_none());
}

#[test]
fn a_network_that_knows_nothing_is_never_right() {
    let mut rng = Rng::new(7);
    let mut network = Network::random(Shape { blocks: 1, channels: 32 }, &mut rng);
    let examples: Vec<_> = (0..8).map(|_| example(5, &mut rng)).collect();
    for parameter in [0.0, f32::NAN] {
        Arc::make_mut(&mut network.parameters).numbers().fill(parameter);
        let losses = Tester::new(network.clone(), 1).evaluate(&examples);
        assert_eq!((losses.moves, losses.first, losses.five), (8, 0, 0), "{parameter}");
    }
}

#[test]
fn a_grown_network_says_the_same_and_can_learn_more() {
    let mut rng = Rng::new(5);
    let small = Network::random(Shape { blocks: 2, channels: 32 }, &mut rng);
    let planes = planes(9, &mut rng);
    let numbers = |network: &Network| {
        let said = Evaluator::new(network, 9).evaluate(&planes).clone();
        [&said.policy[..], &said.owners, &[said.value, said.lead]].concat()
    };
    for (blocks, channels) in [(2, 48), (4, 32), (3, 64)] {
        let large = small.grown(Shape { blocks, channels }, &mut rng).unwrap();
        for (x, y) in numbers(&small).into_iter().zip(numbers(&large)) {
            assert!((x - y).abs() < 1e-3, "{blocks} {channels}: {x} {y}");
        }
        let batch: Vec<_> = (0..8).map(|_| example(9, &mut rng)).collect();
        let mut trainer = Trainer::new(large.clone(), 1, Schedule::default());
        trainer.learn(&batch);
        let moved =
            trainer.average().parameters.iter().zip(large.parameters.iter()).filter(|(x, y)| x != y).count();
        assert!(moved > large.parameters.len() / 2, "{blocks} {channels}: {moved} parameters move");
    }
    assert!(small.grown(Shape { blocks: 1, channels: 32 }, &mut rng).is_none());
}

#[test]
#[should_panic(expected = "the length of the planes")]
fn planes_of_another_board_are_not_evaluated() {
    let network = Network::random(Shape { blocks: 1, channels: 32 }, &mut Rng::new(1));
    Evaluator::new(&network, 9).evaluate(&[0.5; 25 * INPUTS]);
}
