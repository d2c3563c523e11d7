//! The hidden cases of lessons 5 to 9: UCB, UCT, AMAF, RAVE, and a layer of a network.

use std::collections::BTreeMap;

use rand::RngExt as _;
use rand::seq::SliceRandom as _;
use serde_json::{Value, json};

use super::case::Level::{self, Excellent, Good, Pass};
use super::case::{Case, is, one};
use crate::util::Rng;

/// The JSON form of the bound of an untried move.
const INFINITE: &str = "inf";

/// The index of the first maximum.
fn first_best(numbers: &[f64]) -> usize {
    let best = numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    numbers.iter().position(|&number| number == best).unwrap_or(0)
}

fn bound(wins: u64, tries: u64, total: u64, c: f64) -> f64 {
    let [wins, n, total] = [wins, tries, total].map(|count| count as f64);
    if tries == 0 { f64::INFINITY } else { wins / n + c * (total.ln() / n).sqrt() }
}

pub(super) fn ucb(rng: &mut Rng) -> Vec<Case> {
    let mut cases = Vec::new();
    for _ in 0..20 {
        let tries = rng.random_range(1..=50);
        let (wins, total) = (rng.random_range(0..=tries), tries + rng.random_range(0..=500));
        let c = one(rng, &[0.0, 0.4, 1.0, 1.4]);
        cases.push(is(Pass, "bound", json!([wins, tries, total, c]), json!(bound(wins, tries, total, c))));
    }
    for total in [10, 0] {
        cases.push(is(Good, "bound", json!([0, 0, total, 0.4]), json!(INFINITE)));
    }
    for _ in 0..20 {
        let moves: Vec<(u64, u64)> = (0..rng.random_range(2..=8))
            .map(|_| {
                let tries = rng.random_range(1..=30);
                (rng.random_range(0..=tries), tries)
            })
            .collect();
        let (c, total) = (one(rng, &[0.0, 0.4, 1.4]), moves.iter().map(|(_, tries)| tries).sum());
        let bounds: Vec<_> = moves.iter().map(|&(wins, tries)| bound(wins, tries, total, c)).collect();
        let first = first_best(&bounds);
        // Only the last level tests which of several best moves comes first.
        let is_tie = bounds.iter().skip(first + 1).any(|other| *other == bounds[first]);
        let level = if is_tie { Excellent } else { Good };
        cases.push(is(level, "choose", json!([moves, c]), json!(first)));
    }
    for (moves, c, choice) in [
        (json!([[3, 4], [0, 0], [9, 9], [0, 0]]), 0.4, 1),
        (json!([[0, 0], [0, 0]]), 0.4, 0),
        (json!([[1, 2], [2, 4], [1, 2]]), 0.0, 0),
    ] {
        cases.push(is(Excellent, "choose", json!([moves, c]), json!(choice)));
    }
    cases
}

/// A node of a tree.
#[derive(Clone)]
struct Node {
    wins: u64,
    visits: u64,
    children: Vec<Node>,
}

/// A formula for the bound of a child, from the child, its parent and the constant.
type Formula = fn(&Node, &Node, f64) -> f64;

const UCB1: Formula = |child, parent, c| bound(child.wins, child.visits, parent.visits, c);

/// Formulas that students confuse with UCB1. They agree with it in most nodes, so the cases are trees in which they do
/// not.
const WRONG: [Formula; 5] = [
    // The logarithm to base 10.
    |child, parent, c| child.with_bonus(c * (parent.count().log10() / child.count()).sqrt()),
    // The children's visits in place of the parent's.
    |child, parent, c| {
        let sum: u64 = parent.children.iter().map(|child| child.visits).sum();
        bound(child.wins, child.visits, sum, c)
    },
    // One more visit, as in the program's own bound.
    |child, parent, c| child.with_bonus(c * (parent.count().ln() / (child.count() + 1.0)).sqrt()),
    // The constant √2 of the paper, in addition to c.
    |child, parent, c| child.with_bonus(c * (2.0 * parent.count().ln() / child.count()).sqrt()),
    // No root.
    |child, parent, c| child.with_bonus(c * parent.count().ln() / child.count()),
];

impl Node {
    fn random(rng: &mut Rng, depth: u32) -> Self {
        let count = if depth == 0 { 0 } else { rng.random_range(3..=5) };
        let children: Vec<_> = (0..count).map(|_| Self::random(rng, depth - 1)).collect();
        let visits = children.iter().map(|child| child.visits).sum::<u64>() + rng.random_range(1..=40);
        Self { wins: rng.random_range(0..=visits), visits, children }
    }

    fn json(&self) -> Value {
        let children: Vec<_> = self.children.iter().map(Self::json).collect();
        json!({"wins": self.wins, "visits": self.visits, "children": children})
    }

    const fn count(&self) -> f64 {
        self.visits as f64
    }

    fn with_bonus(&self, bonus: f64) -> f64 {
        if self.visits == 0 { f64::INFINITY } else { self.wins as f64 / self.count() + bonus }
    }

    fn bounds(&self, c: f64, formula: Formula) -> Vec<f64> {
        self.children.iter().map(|child| formula(child, self, c)).collect()
    }

    fn select_by(&self, c: f64, formula: Formula) -> Vec<usize> {
        if self.children.is_empty() {
            return Vec::new();
        }
        let best = first_best(&self.bounds(c, formula));
        [vec![best], self.children[best].select_by(c, formula)].concat()
    }

    fn select(&self, c: f64) -> Vec<usize> {
        self.select_by(c, UCB1)
    }

    /// True if two children share the greatest bound.
    fn is_tie(&self, c: f64) -> bool {
        let bounds = self.bounds(c, UCB1);
        let best = bounds[first_best(&bounds)];
        bounds.iter().filter(|&&other| best - other < 1e-9).count() > 1
    }

    /// Backs up a result: `won` is 1 if the player who made the path's last move won.
    fn back_up(&mut self, path: &[usize], won: u64) {
        self.visits += 1;
        self.wins += if path.len().is_multiple_of(2) { won } else { 1 - won };
        if let Some((&first, rest)) = path.split_first() {
            self.children[first].back_up(rest, won);
        }
    }
}

pub(super) fn uct(rng: &mut Rng) -> Vec<Case> {
    const CONSTANTS: [f64; 3] = [0.2, 0.7, 1.4];
    const TRIALS: usize = 100_000;
    let mut cases = Vec::new();
    for (level, depth) in [(Pass, 1), (Good, 3)] {
        for _ in 0..15 {
            let mut trials = (0..TRIALS).map(|_| (Node::random(rng, depth), one(rng, &CONSTANTS)));
            let found = trials.find(|(tree, c)| {
                let path = tree.select(*c);
                !tree.is_tie(*c) && WRONG.iter().all(|&wrong| tree.select_by(*c, wrong) != path)
            });
            if let Some((tree, c)) = found {
                cases.push(is(level, "select", json!([tree.json(), c]), json!(tree.select(c))));
            }
        }
    }
    for i in 0..12 {
        // With a small constant, only an infinite bound is above that of a child that won all its visits.
        let (mut tree, c) = (Node::random(rng, 2), 0.2);
        let best = tree.select(c)[0];
        let node = if i % 2 == 0 { &mut tree } else { &mut tree.children[best] };
        if let Some(first) = node.children.first_mut() {
            first.wins = first.visits;
        }
        for _ in 0..2 {
            let place = rng.random_range(0..=node.children.len());
            node.children.insert(place, Node { wins: 0, visits: 0, children: Vec::new() });
        }
        cases.push(is(Good, "select", json!([tree.json(), c]), json!(tree.select(c))));
    }
    for _ in 0..5 {
        let (mut tree, c) = (Node::random(rng, 2), 0.2);
        let best = tree.children[tree.select(c)[0]].clone();
        tree.visits += best.visits;
        tree.children.push(best);
        cases.push(is(Good, "select", json!([tree.json(), c]), json!(tree.select(c))));
    }
    for (depth, won) in (0..=3).flat_map(|depth| [0, 0, 1, 1].map(|won| (depth, won))) {
        let tree = Node::random(rng, depth);
        let path = tree.select(0.7);
        if depth == 0 {
            cases.push(is(Good, "select", json!([tree.json(), 0.7]), json!(path)));
        }
        let mut after = tree.clone();
        after.back_up(&path, won);
        cases.push(is(Excellent, "backup", json!([tree.json(), path, won]), after.json()));
    }
    cases
}

/// A simulation: who played where, and who won.
type Playout = (Vec<(char, char)>, char);

fn amaf_counts(playouts: &[Playout], player: char) -> Value {
    let mut sums: BTreeMap<String, (u64, u64)> = BTreeMap::new();
    for (moves, winner) in playouts {
        let mut first: BTreeMap<char, char> = BTreeMap::new();
        for &(color, point) in moves {
            first.entry(point).or_insert(color);
        }
        for (point, _) in first.into_iter().filter(|&(_, color)| color == player) {
            let (wins, tries) = sums.entry(point.to_string()).or_default();
            *wins += u64::from(*winner == player);
            *tries += 1;
        }
    }
    json!(sums)
}

pub(super) fn amaf(rng: &mut Rng) -> Vec<Case> {
    let mut cases = Vec::new();
    for level in Level::ALL {
        for _ in 0..10 {
            let mut playouts: Vec<Playout> =
                (0..rng.random_range(1..=6)).map(|_| playout(rng, level)).collect();
            if level == Excellent {
                let moves = &mut playouts[0].0;
                moves.extend([('X', moves[1].1), ('O', moves[0].1)]);
            }
            let player = one(rng, &['X', 'O']);
            cases.push(is(level, "amaf", json!([playouts, player]), amaf_counts(&playouts, player)));
        }
    }
    for _ in 0..5 {
        let [alpha, amaf, own] = std::array::from_fn(|_| rng.random::<f64>());
        cases.push(is(Good, "mixed", json!([alpha, amaf, own]), json!(alpha * amaf + (1.0 - alpha) * own)));
    }
    cases
}

/// A simulation that plays each point once; at level good, some again by the same player; at excellent, by either
/// player.
fn playout(rng: &mut Rng, level: Level) -> Playout {
    let mut points: Vec<char> = ('a'..='h').collect();
    points.shuffle(rng);
    points.truncate(6);
    // Captures free points for replaying.
    match level {
        Pass => {}
        Good => points.extend([points[0], points[3], points[2]]),
        Excellent => points.extend([points[rng.random_range(0..2)], points[rng.random_range(2..4)]]),
    }
    let mut moves: Vec<(char, char)> =
        points.iter().enumerate().map(|(i, &point)| (if i % 2 == 0 { 'X' } else { 'O' }, point)).collect();
    if level == Good {
        for i in 0..moves.len() {
            let first = moves.iter().find(|(_, point)| *point == moves[i].1).map(|&(color, _)| color);
            moves[i].0 = first.unwrap_or(moves[i].0);
        }
    }
    (moves, one(rng, &['X', 'O']))
}

fn weight(tries: f64, rave_tries: f64, bias: f64) -> f64 {
    rave_tries / (tries + rave_tries + 4.0 * tries * rave_tries * bias * bias)
}

pub(super) fn rave(rng: &mut Rng) -> Vec<Case> {
    let mut cases = Vec::new();
    for _ in 0..20 {
        let (tries, rave, bias) =
            (rng.random_range(1..=1000), rng.random_range(1..=1000), one(rng, &[0.01, 0.1, 0.3]));
        let expected = weight(f64::from(tries), f64::from(rave), bias);
        cases.push(is(Pass, "weight", json!([tries, rave, bias]), json!(expected)));
    }
    for (tries, rave, expected) in [(0, 10, 1.0), (10, 0, 0.0), (0, 0, 0.0)] {
        cases.push(is(Good, "weight", json!([tries, rave, 0.1]), json!(expected)));
    }
    for _ in 0..20 {
        let [tries, rave] = std::array::from_fn(|_| rng.random_range(1..=100_u32));
        let [wins, rave_wins] = [tries, rave].map(|most| rng.random_range(0..=most));
        let beta = weight(f64::from(tries), f64::from(rave), 0.1);
        let [own, amaf] = [(wins, tries), (rave_wins, rave)].map(|(won, of)| f64::from(won) / f64::from(of));
        let value = (1.0 - beta) * own + beta * amaf;
        cases.push(is(Good, "value", json!([wins, tries, rave_wins, rave, 0.1]), json!(value)));
    }
    for (args, value) in [([0, 0, 3, 4], 0.75), ([3, 4, 0, 0], 0.75), ([0; 4], 0.5)] {
        let [wins, tries, rave_wins, rave] = args;
        cases.push(is(Excellent, "value", json!([wins, tries, rave_wins, rave, 0.1]), json!(value)));
    }
    cases
}

pub(super) fn layer(rng: &mut Rng) -> Vec<Case> {
    fn numbers(rng: &mut Rng, count: usize) -> Vec<f64> {
        (0..count).map(|_| one(rng, &[-2.0, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0])).collect()
    }
    let mut cases = Vec::new();
    for _ in 0..10 {
        let [rows, cols] = std::array::from_fn(|_| rng.random_range(1..=4));
        let weights: Vec<_> = (0..rows).map(|_| numbers(rng, cols)).collect();
        let (bias, x) = (numbers(rng, rows), numbers(rng, cols));
        let dot = |row: &Vec<f64>| row.iter().zip(&x).map(|(w, v)| w * v).sum::<f64>();
        let y: Vec<f64> = weights.iter().zip(&bias).map(|(row, b)| b + dot(row)).collect();
        cases.push(is(Pass, "dense", json!([weights, bias, x]), json!(y)));
        let positive: Vec<f64> = y.iter().map(|v| v.max(0.0)).collect();
        cases.push(is(Pass, "relu", json!([y]), json!(positive)));

        let size = rng.random_range(2..=5_usize);
        let kernel: Vec<_> = (0..3).map(|_| numbers(rng, 3)).collect();
        let plane: Vec<_> = (0..size).map(|_| numbers(rng, size)).collect();
        let at = |row: usize, col: usize| plane.get(row).and_then(|row| row.get(col)).copied().unwrap_or(0.0);
        let sum = |row: usize, col: usize| {
            let points = (0..3).flat_map(|i| (0..3).map(move |j| (i, j)));
            // An index before the first wraps around, and is also off the plane.
            points
                .map(|(i, j)| kernel[i][j] * at((row + i).wrapping_sub(1), (col + j).wrapping_sub(1)))
                .sum::<f64>()
        };
        let out: Vec<Vec<f64>> = (0..size).map(|row| (0..size).map(|col| sum(row, col)).collect()).collect();
        cases.push(is(Good, "conv3x3", json!([kernel, plane]), json!(out)));

        let slope = numbers(rng, rows);
        let by_weights: Vec<Vec<f64>> = slope.iter().map(|s| x.iter().map(|v| s * v).collect()).collect();
        let by_x: Vec<f64> =
            (0..cols).map(|i| slope.iter().zip(&weights).map(|(s, row)| s * row[i]).sum()).collect();
        let gradient = json!([by_weights, slope, by_x]);
        cases.push(is(Excellent, "gradient", json!([weights, x, slope]), gradient));
    }
    cases
}
