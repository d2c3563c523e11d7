//! The ladder prior: moves around the last move that escape a ladder, fail to escape, or start one.
//!
//! All weights are scaled by `default_prior_weight`. The prior reads only the chain of the last move and adjacent
//! chains; the others were read in earlier positions.
//!
//! # References
//! - The priors are Fuego's (M. Enzenberger and M. Müller, TR 09-08, University of Alberta, 2009).

use crate::framework::{Candidate, Color, Game, Knowledge};
use crate::go::Position;
use crate::go::board::{Board, Point, cell};
use crate::go::tactics::atari::captures;
use crate::go::tactics::ladder::LadderReader;
use crate::util::Rng;

/// Weight of a move that escapes a ladder or starts a working one.
const WORKS: f32 = 3.0;
/// Weight of extending a chain that is still captured in a ladder.
const FAILS: f32 = 10.0;
/// Weight of starting a ladder that also saves an own chain from one.
const COUNTERS: f32 = 8.0;
/// Largest chain that may be bait, in stones.
const LARGEST_BAIT: usize = 5;

/// The ladder prior.
pub struct LadderPrior {
    scale: f32,
    reader: LadderReader,
}

impl LadderPrior {
    /// Creates the prior; `scale` multiplies all weights.
    pub fn new(scale: f32) -> Self {
        Self { scale, reader: LadderReader::default() }
    }

    /// Evaluates the escapes of a chain of `color` in atari beside the last move.
    fn flee(&mut self, board: &Board, head: Point, color: Color, candidates: &mut [Candidate]) {
        let Some(ladder) = self.reader.read(board, head, color) else { return };
        let liberty = board.liberties(head).only();
        if !ladder.captured {
            add(candidates, ladder.first, 1.0, WORKS * self.scale);
        } else if !captures(board, liberty, color)
            && !is_bait(board, head)
            && let Some(candidate) = find(candidates, liberty)
        {
            candidate.set(0.0, FAILS * self.scale);
        }
    }

    /// Evaluates ladders against the neighbors of a chain of `color` that is itself caught in a ladder.
    fn counter(&mut self, board: &Board, head: Point, color: Color, candidates: &mut [Candidate]) {
        if self.catches(board, head, !color).is_none() {
            return;
        }
        for hunter in distinct(board.chains_around(head), 8) {
            if let Some(first) = self.catches(board, hunter, color) {
                add(candidates, first, 1.0, COUNTERS * self.scale);
            }
        }
    }

    /// The first move by which `hunter` captures a two-liberty chain in a ladder.
    fn catches(&mut self, board: &Board, head: Point, hunter: Color) -> Option<Point> {
        board.two_liberties(head)?;
        let ladder = self.reader.read(board, head, hunter)?;
        (ladder.captured && ladder.first != Point::NULL).then_some(ladder.first)
    }
}

impl Knowledge<Position> for LadderPrior {
    fn edit(&mut self, game: &Position, candidates: &mut Vec<Candidate>, _rng: &mut Rng) {
        let (board, color, last) = (game.board(), game.to_play(), game.last()[0]);
        if last == Point::NULL || board.cell(last) == cell::EMPTY {
            return;
        }
        for head in board.chains_beside(last, color) {
            if board.in_atari(head) {
                self.flee(board, head, color, candidates);
            } else {
                self.counter(board, head, color, candidates);
            }
        }
        if board.cell(last) == !color as u8
            && let Some(first) = self.catches(board, board.head(last), color)
        {
            add(candidates, first, 1.0, WORKS * self.scale);
        }
    }
}

/// Whether a chain may be bait, sacrificed to destroy an eye: small, with at most two neighboring chains.
fn is_bait(board: &Board, head: Point) -> bool {
    board.chain_size(head) <= LARGEST_BAIT && distinct(board.chains_around(head), 3).len() < 3
}

/// The first `most` different points.
fn distinct(points: impl Iterator<Item = Point>, most: usize) -> Vec<Point> {
    let mut found = Vec::new();
    for p in points {
        if found.len() < most && !found.contains(&p) {
            found.push(p);
        }
    }
    found
}

fn find(candidates: &mut [Candidate], p: Point) -> Option<&mut Candidate> {
    candidates.iter_mut().find(|candidate| candidate.mv == p.to_move())
}

fn add(candidates: &mut [Candidate], p: Point, value: f32, weight: f32) {
    if p != Point::NULL
        && let Some(candidate) = find(candidates, p)
    {
        candidate.add(value, weight);
    }
}
