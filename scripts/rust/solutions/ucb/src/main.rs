//! Exercise: UCB1. 45 minutes; lesson 5.
//!
//! - pass: the bound of a move with tries
//! - good: the bound of a move without tries is infinite; choose
//! - excellent: choose takes the first of equal bounds

#[path = "../../../skeletons/ucb/src/answer.rs"]
mod answer;

use serde_json::{Value, json};

/// The upper bound wins / tries + c sqrt(ln total / tries) of a move.
fn bound(wins: f64, tries: f64, total: f64, c: f64) -> f64 {
    if tries == 0.0 { f64::INFINITY } else { wins / tries + c * (total.ln() / tries).sqrt() }
}

/// The index of the move to try next; `moves` are pairs of wins and tries.
fn choose(moves: &[(f64, f64)], c: f64) -> usize {
    let total = moves.iter().map(|(_, tries)| tries).sum();
    let bounds: Vec<f64> = moves.iter().map(|&(wins, tries)| bound(wins, tries, total, c)).collect();
    let best = bounds.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    bounds.iter().position(|&bound| bound == best).unwrap()
}

/// JSON has no infinite numbers.
fn number(number: f64) -> Value {
    if number.is_infinite() { json!("inf") } else { json!(number) }
}

fn main() {
    type Args = (f64, f64, f64, f64);
    answer::serve(&[
        ("bound", &|args| answer::call(args, |(wins, tries, total, c): Args| number(bound(wins, tries, total, c)))),
        ("choose", &|args| answer::call(args, |(moves, c): (Vec<(f64, f64)>, f64)| choose(&moves, c))),
    ]);
}
