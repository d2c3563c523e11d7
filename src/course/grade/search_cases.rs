//! The hidden cases of lesson 3: alpha-beta, a transposition table, and a game.

use std::collections::BTreeMap;

use rand::RngExt as _;
use rand::seq::SliceRandom as _;
use serde_json::{Value, json};

use super::case::Level::{Excellent, Good, Pass};
use super::case::{Case, checked, is, is_near, one};
use crate::util::Rng;

/// A game tree with leaf values for the first player.
enum Tree {
    Leaf(i64),
    Moves(Vec<Tree>),
}

impl Tree {
    fn random(rng: &mut Rng, depth: u32, width: u32) -> Self {
        match depth {
            0 => Self::Leaf(rng.random_range(-9..=9)),
            _ => Self::Moves((0..width).map(|_| Self::random(rng, depth - 1, width)).collect()),
        }
    }

    fn json(&self) -> Value {
        match self {
            Self::Leaf(value) => json!(value),
            Self::Moves(moves) => moves.iter().map(Self::json).collect(),
        }
    }

    /// The value for the player to move, whose sign relative to the first player is given, and the leaves that
    /// alpha-beta visits.
    fn value(&self, mut alpha: i64, beta: i64, sign: i64) -> (i64, u64) {
        let moves = match self {
            Self::Leaf(value) => return (sign * value, 1),
            Self::Moves(moves) => moves,
        };
        let (mut best, mut leaves) = (-100, 0);
        for child in moves {
            let (value, looked) = child.value(-beta, -alpha, -sign);
            leaves += looked;
            best = best.max(-value);
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        (best, leaves)
    }

    /// The value for the player to move, and the principal variation, the first one on ties.
    fn line(&self, sign: i64) -> (i64, Vec<usize>) {
        let moves = match self {
            Self::Leaf(value) => return (sign * value, Vec::new()),
            Self::Moves(moves) => moves,
        };
        let (mut best, mut line) = (-100, Vec::new());
        for (i, child) in moves.iter().enumerate() {
            let (value, after) = child.line(-sign);
            if -value > best {
                (best, line) = (-value, [vec![i], after].concat());
            }
        }
        (best, line)
    }
}

pub(super) fn alpha_beta(rng: &mut Rng) -> Vec<Case> {
    let mut cases = Vec::new();
    for (depth, width) in [(1, 3), (2, 3), (3, 3), (4, 2), (3, 4)] {
        for _ in 0..4 {
            let tree = Tree::random(rng, depth, width);
            let (best, leaves) = tree.value(-100, 100, 1);
            let args = || json!([tree.json()]);
            cases.push(checked(Pass, "alpha_beta", args(), move |found| {
                (!is_near(&found[0], best as f64)).then(|| format!("expected [{best}, number of leaves]"))
            }));
            cases.push(is(Good, "alpha_beta", args(), json!([best, leaves])));
            cases.push(is(Excellent, "best_line", args(), json!(tree.line(1).1)));
        }
    }
    let tree = Tree::random(rng, 13, 2);
    cases.push(is(Excellent, "best_line", json!([tree.json()]), json!(tree.line(1).1)));
    cases
}

pub(super) fn transposition(rng: &mut Rng) -> Vec<Case> {
    let mut cases = Vec::new();
    for (level, layers, width, moves) in [(Pass, 4, 3, 2), (Good, 8, 4, 3), (Excellent, 60, 6, 4)] {
        for _ in 0..5 {
            let name = |layer: usize, i: usize| format!("{layer}-{i}");
            let mut edges =
                BTreeMap::from([("start".to_owned(), (0..width).map(|i| name(0, i)).collect::<Vec<_>>())]);
            let ends: Vec<i64> = (0..width).map(|_| one(rng, &[-1, 0, 1])).collect();
            // The values of a layer for the player to move, from the last layer backward.
            let mut known = ends.clone();
            for layer in (0..layers - 1).rev() {
                let mut before = Vec::new();
                for i in 0..width {
                    let mut children: Vec<usize> = (0..width).collect();
                    children.shuffle(rng);
                    children.truncate(moves);
                    before.push(children.iter().map(|&child| -known[child]).max().unwrap_or(0));
                    edges.insert(
                        name(layer, i),
                        children.iter().map(|&child| name(layer + 1, child)).collect(),
                    );
                }
                known = before;
            }
            let best = known.iter().map(|value| -value).max().unwrap_or(0);
            let values: BTreeMap<String, i64> =
                ends.iter().enumerate().map(|(i, &value)| (name(layers - 1, i), value)).collect();
            // A value comes from the end of a line, and so from a position of each layer; some count only those with
            // moves.
            let (least, most) = (layers - 1, edges.len() + values.len());
            cases.push(checked(level, "solve", json!([edges, values]), move |found| {
                let count =
                    found[1].as_f64().is_some_and(|count| (least as f64..=most as f64).contains(&count));
                if !is_near(&found[0], best as f64) {
                    Some(format!("expected [{best}, number of searched positions]"))
                } else {
                    (!count && level != Pass)
                        .then(|| format!("expected {least} to {most} searched positions"))
                }
            }));
        }
    }
    cases
}

pub(super) fn dominoes(rng: &mut Rng) -> Vec<Case> {
    let legal = |squares: usize, moves: &[usize]| -> Vec<usize> {
        let is_free = |square: usize| !moves.iter().any(|&mv| square == mv || square == mv + 1);
        (0..squares.saturating_sub(1)).filter(|&i| is_free(i) && is_free(i + 1)).collect()
    };
    let mut cases = Vec::new();
    for level in [Pass, Good] {
        for i in 0..10 {
            let (squares, most) = match (level, i) {
                // Three dominoes leave room for another.
                (Good, 0) => (12, 3),
                (Good, _) => (rng.random_range(1..=12), rng.random_range(0..=9)),
                _ => (rng.random_range(1..=12), rng.random_range(0..=5)),
            };
            let mut moves = Vec::new();
            for _ in 0..most {
                let left = legal(squares, &moves);
                if !left.is_empty() {
                    moves.push(one(rng, &left));
                }
            }
            let left = legal(squares, &moves);
            let args = json!([squares, moves]);
            cases.push(if level == Pass {
                checked(level, "$moves", args, move |found| {
                    let mut found: Vec<_> = found
                        .as_array()
                        .into_iter()
                        .flatten()
                        .map(|mv| mv.as_f64().unwrap_or(-1.0))
                        .collect();
                    found.sort_unstable_by(f64::total_cmp);
                    let is_right = found == left.iter().map(|&mv| mv as f64).collect::<Vec<_>>();
                    (!is_right).then(|| format!("expected {} in any order", json!(left)))
                })
            } else {
                let winner = if moves.len() % 2 == 0 { "O" } else { "X" };
                is(level, "$winner", args, if left.is_empty() { json!(winner) } else { Value::Null })
            });
        }
    }
    for squares in 1..10 {
        cases.push(is(Excellent, "$first_wins", json!([squares]), json!(![1, 5, 9].contains(&squares))));
    }
    cases
}
