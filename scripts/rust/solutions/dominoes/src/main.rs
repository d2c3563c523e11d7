//! Exercise: a new game. 60 minutes; lesson 3.
//!
//! Two players take turns placing a domino on two free adjacent squares of a strip; a player who cannot move loses. X
//! begins. A move is the number of its left square, from 0.
//!
//! - pass: moves
//! - good: winner
//! - excellent: all strips of up to nine squares have the right winner under best play

#[path = "../../../skeletons/dominoes/src/answer.rs"]
mod answer;

use serde::{Deserialize, Serialize};

/// A state of the game. Add fields of your own.
#[derive(Clone, Serialize, Deserialize)]
struct State {
    free: Vec<bool>,
    to_play: char,
}

/// The state of an empty strip.
fn start(squares: usize) -> State {
    State { free: vec![true; squares], to_play: 'X' }
}

/// The legal moves.
fn moves(state: &State) -> Vec<usize> {
    let pairs = state.free.windows(2).enumerate();
    pairs.filter(|(_, pair)| pair[0] && pair[1]).map(|(i, _)| i).collect()
}

/// The state after a move.
fn play(state: State, mv: usize) -> State {
    let mut after = state;
    after.free[mv] = false;
    after.free[mv + 1] = false;
    after.to_play = if after.to_play == 'X' { 'O' } else { 'X' };
    after
}

/// The winner, or `None` while there are moves.
fn winner(state: &State) -> Option<char> {
    moves(state).is_empty().then_some(if state.to_play == 'X' { 'O' } else { 'X' })
}

fn main() {
    answer::serve(&[
        ("start", &|args| answer::call(args, |(squares,): (usize,)| start(squares))),
        ("moves", &|args| answer::call(args, |(state,): (State,)| moves(&state))),
        ("play", &|args| answer::call(args, |(state, mv): (State, usize)| play(state, mv))),
        ("winner", &|args| answer::call(args, |(state,): (State,)| winner(&state))),
    ]);
}
