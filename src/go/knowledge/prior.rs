//! The policy prior: initializes the moves of a node from the playout policy, 3x3 patterns and atari.
//!
//! Each prior is a value for the player to move and a weight in playouts, scaled by `default_prior_weight`.
//!
//! # References
//! - S. Gelly and D. Silver, "Combining online and offline knowledge in UCT", ICML 2007 (priors).
//! - The priors are Fuego's (M. Enzenberger and M. Müller, TR 09-08, University of Alberta, 2009), with one value for
//!   all patterns.

use super::is_large;
use crate::framework::{Candidate, Game, Knowledge, Move};
use crate::go::Position;
use crate::go::board::{Board, Point, color_bits};
use crate::go::pattern::Mogo;
use crate::go::playout::{FuegoPolicy, Moves, PolicyParams, Rule, Turn};
use crate::go::tactics::{atari, nakade};
use crate::util::Rng;
use crate::util::params::Params;

/// The policy prior.
pub struct PolicyPrior {
    scale: f32,
    policy: FuegoPolicy,
    moves: Moves,
    hints: Vec<Hint>,
}

impl PolicyPrior {
    /// Creates the prior; `scale` multiplies all weights.
    pub fn new(scale: f32) -> Self {
        // The policy's defaults are the same for all sizes.
        let policy = FuegoPolicy::new(PolicyParams::for_size(19));
        Self { scale, policy, moves: Moves::default(), hints: Vec::new() }
    }
}

impl Knowledge<Position> for PolicyPrior {
    fn edit(&mut self, game: &Position, candidates: &mut Vec<Candidate>, _rng: &mut Rng) {
        let board = game.board();
        let weight = self.scale * if is_large(board) { 18.0 } else { 9.0 };
        let turn = Turn { color: game.to_play(), last: game.last() };
        let rule = self.policy.candidates_on(board, &turn, &mut self.moves);
        self.hints.clear();
        self.hints.extend(candidates.iter().map(|candidate| Hint::of(board, candidate.mv, &turn)));
        let is_quiet = matches!(rule, Rule::Random | Rule::Pass);
        let any_hint = self.hints.iter().any(|hint| matches!(hint, Hint::Atari | Hint::Pattern));
        for (candidate, hint) in candidates.iter_mut().zip(&self.hints) {
            let is_urgent = !is_quiet && self.moves.as_slice().contains(&Point::of_move(candidate.mv));
            let (value, weight) = match hint {
                Hint::Pass => (0.1, weight),
                _ if is_urgent => (1.0, weight),
                Hint::SelfAtari => (0.1, weight),
                Hint::Atari if is_quiet => (1.0, 3.0 * self.scale),
                Hint::Pattern if is_quiet => (0.8, 3.0 * self.scale),
                Hint::Atari => (0.8, weight),
                Hint::Pattern => (0.65, weight),
                Hint::None if !is_quiet => (0.4, weight),
                Hint::None if any_hint => (0.5, 3.0 * self.scale),
                Hint::None => continue,
            };
            candidate.set(value, weight);
        }
    }
}

/// Whether a move puts an opponent's chain in atari without being a bad self-atari.
pub fn sets_atari(board: &Board, p: Point, turn: &Turn) -> bool {
    matches!(Hint::of(board, p.to_move(), turn), Hint::Atari)
}

/// The classification of a move.
enum Hint {
    Pass,
    SelfAtari,
    Atari,
    Pattern,
    None,
}

impl Hint {
    fn of(board: &Board, mv: Move, turn: &Turn) -> Self {
        let p = Point::of_move(mv);
        if mv == Move::PASS {
            Self::Pass
        } else if is_bad_self_atari(board, p, turn) {
            Self::SelfAtari
        } else if gives_atari(board, p, turn) {
            Self::Atari
        } else if Mogo::table().matches(board.neighborhood3x3(p), turn.color) {
            Self::Pattern
        } else {
            Self::None
        }
    }
}

/// Whether a move is a self-atari that makes no nakade shape. A single-stone self-atari is bad unless it may destroy an
/// eye.
fn is_bad_self_atari(board: &Board, p: Point, turn: &Turn) -> bool {
    if !atari::is_self_atari(board, p, turn.color) || atari::captures(board, p, turn.color) {
        return false;
    }
    match atari::size_after(board, p, turn.color) {
        1 => {
            board.empty_neighbors(p) > 0 && color_bits(board.neighborhood3x3(p), !turn.color).count_ones() < 2
        }
        size => size > nakade::LARGEST || !nakade::is_shape_after(board, p, turn.color),
    }
}

/// Whether a move leaves an opponent's chain with one liberty.
fn gives_atari(board: &Board, p: Point, turn: &Turn) -> bool {
    board.chains_beside(p, !turn.color).any(|head| board.two_liberties(head).is_some())
}
