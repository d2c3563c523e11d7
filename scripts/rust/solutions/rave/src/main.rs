//! Exercise: the weight of RAVE. 30 minutes; lesson 7.
//!
//! - pass: weight, with tries of both kinds: rave / (tries + rave + 4 tries rave bias^2)
//! - good: the weight is 0 without RAVE tries; value is (1 - weight) * win rate + weight * RAVE win rate
//! - excellent: value with tries of one kind only; 0.5 without any

#[path = "../../../skeletons/rave/src/answer.rs"]
mod answer;

/// The weight of RAVE.
fn weight(tries: f64, rave_tries: f64, bias: f64) -> f64 {
    if rave_tries == 0.0 { 0.0 } else { rave_tries / (tries + rave_tries + 4.0 * tries * rave_tries * bias * bias) }
}

/// The value of a move.
fn value(wins: f64, tries: f64, rave_wins: f64, rave_tries: f64, bias: f64) -> f64 {
    match (tries == 0.0, rave_tries == 0.0) {
        (true, true) => 0.5,
        (true, false) => rave_wins / rave_tries,
        (false, true) => wins / tries,
        (false, false) => {
            let beta = weight(tries, rave_tries, bias);
            (1.0 - beta) * wins / tries + beta * rave_wins / rave_tries
        }
    }
}

fn main() {
    type Args = (f64, f64, f64, f64, f64);
    answer::serve(&[
        ("weight", &|args| answer::call(args, |(tries, rave, bias): (f64, f64, f64)| weight(tries, rave, bias))),
        ("value", &|args| {
            answer::call(args, |(wins, tries, rave_wins, rave, bias): Args| value(wins, tries, rave_wins, rave, bias))
        }),
    ]);
}
