//! Exercise: all moves as first. 45 minutes; lesson 7.
//!
//! A playout is a list of (color, point) and its winner.
//!
//! - pass: amaf, if each point is played once: the wins and tries of the player's points
//! - good: a point that the player plays twice counts once; mixed
//! - excellent: a point where the opponent plays first does not count

#[path = "../../../skeletons/amaf/src/answer.rs"]
mod answer;

use std::collections::BTreeMap;

type Playout = (Vec<(char, String)>, char);

/// The wins and tries of each point for a player; points without tries are left out.
fn amaf(playouts: &[Playout], player: char) -> BTreeMap<String, (u64, u64)> {
    let mut sums: BTreeMap<String, (u64, u64)> = BTreeMap::new();
    for (moves, winner) in playouts {
        let mut first = BTreeMap::new();
        for (color, point) in moves {
            first.entry(point).or_insert(*color);
        }
        for (point, _) in first.into_iter().filter(|&(_, color)| color == player) {
            let sum = sums.entry(point.clone()).or_default();
            sum.0 += u64::from(*winner == player);
            sum.1 += 1;
        }
    }
    sums
}

/// The mean of both values, with weight alpha for the AMAF value.
fn mixed(alpha: f64, amaf: f64, own: f64) -> f64 {
    alpha * amaf + (1.0 - alpha) * own
}

fn main() {
    answer::serve(&[
        ("amaf", &|args| answer::call(args, |(playouts, player): (Vec<Playout>, char)| amaf(&playouts, player))),
        ("mixed", &|args| answer::call(args, |(alpha, amaf, own): (f64, f64, f64)| mixed(alpha, amaf, own))),
    ]);
}
