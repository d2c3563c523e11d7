//! Maximum likelihood: finds values that maximize the probability of game moves.
//!
//! Each position is a competition between its moves, won by the played move; a move's strength is the value of its line
//! (a Bradley-Terry model). Minorization-maximization increases the likelihood of all competitions: a line's next value
//! is its number of wins divided by the sum over positions of (moves of the line) / (sum of the values of all moves).
//! No step decreases the likelihood, and there is no step size to choose.
//!
//! As a prior, every line also wins and loses once against a virtual move of value 1, so values of rare lines stay near
//! 1 and none diverges.
//!
//! # References
//! - R. Coulom, "Computing Elo ratings of move patterns in the game of Go", ICGA Journal 30(4), 2007. There a
//!   move is a team of features; here it has a single feature, its line.

use std::collections::BTreeMap;

use super::LineTable;
use crate::framework::{Game, Move};
use crate::go::board::{Board, MAX_SIZE};
use crate::go::{Point, Position};

/// The competitions of games.
pub struct Likelihood {
    lines: LineTable,
    competitions: Vec<Competition>,
    wins: Vec<f64>,
}

/// A position: the lines of its moves, each with its number of moves.
type Competition = Vec<(u32, u32)>;

impl Likelihood {
    /// Creates the likelihood of no games.
    pub fn new(lines: LineTable) -> Self {
        let wins = vec![0.0; lines.values().len()];
        Self { lines, competitions: Vec::new(), wins }
    }

    /// Adds the moves of a game, except passes and moves with the value 0.
    pub fn add(&mut self, mut game: Position, moves: &[Move]) {
        let mut board: Board = Board::new(MAX_SIZE);
        let mut candidates = Vec::new();
        for &mv in moves {
            board.copy_from(game.board());
            self.lines.moves(&board, game.to_play(), game.last()[0], &mut candidates);
            let played = candidates.iter().find(|(p, _)| p.to_move() == mv && *p != Point::NULL);
            if let Some(&(_, line)) = played {
                self.add_competition(candidates.iter().map(|&(_, line)| line), line);
            }
            if game.play(mv).is_err() {
                return;
            }
        }
    }

    /// Adds a competition between moves of these lines, won by a move of line `winner`.
    pub fn add_competition(&mut self, lines: impl Iterator<Item = usize>, winner: usize) {
        let mut counts = BTreeMap::new();
        for line in lines {
            *counts.entry(line as u32).or_insert(0) += 1;
        }
        self.wins[winner] += 1.0;
        self.competitions.push(counts.into_iter().collect());
    }

    /// The number of competitions.
    pub fn len(&self) -> usize {
        self.competitions.len()
    }

    /// Whether there is no competition.
    pub fn is_empty(&self) -> bool {
        self.competitions.is_empty()
    }

    /// The values after `steps` iterations from 1, and the mean log-probability of the played moves before the last
    /// one.
    pub fn maximize(&self, steps: usize) -> (Vec<f64>, f64) {
        let mut values: Vec<f64> =
            self.lines.values().iter().map(|&value| if value == 0 { 0.0 } else { 1.0 }).collect();
        let mut log_likelihood = 0.0;
        for _ in 0..steps {
            let mut shares = vec![0.0; values.len()];
            log_likelihood = 0.0;
            for competition in &self.competitions {
                let sum: f64 =
                    competition.iter().map(|&(line, count)| values[line as usize] * f64::from(count)).sum();
                log_likelihood -= sum.ln();
                for &(line, count) in competition {
                    shares[line as usize] += f64::from(count) / sum;
                }
            }
            for (line, value) in values.iter_mut().enumerate().filter(|(_, value)| **value > 0.0) {
                log_likelihood += self.wins[line] * value.ln();
                *value = (self.wins[line] + 1.0) / (shares[line] + 2.0 / (*value + 1.0));
            }
        }
        (values, log_likelihood / self.len().max(1) as f64)
    }
}
