//! Fuego's rule-based policy: plays a move of the first rule that finds one.
//!
//! Nakade, atari capture, atari defense, low liberty and pattern examine the surroundings of the last moves; capture
//! and random the whole board. Two corrections follow: capturing beside a false eye replaces a move that only fills the
//! eye, and a move that avoids self-atari replaces a self-atari.
//!
//! # References
//! - G. I. Lin, "Fuego Go: The Missing Manual", UC Santa Cruz, 2009 (the order).
//! - M. Enzenberger and M. Müller, "Fuego", TR 09-08, University of Alberta, 2009 (the corrections).

use super::params::PolicyParams;
use super::random::{all, draw};
use super::{BoardPolicy, Moves, Rule, Turn, is_playable, suggest};
use crate::framework::Color;
use crate::go::board::{
    Board, DIAGONAL, Point, Tactical, Tracking, cell, color_bits, empty_bits, is_surrounded,
};
use crate::go::pattern::Mogo;
use crate::go::tactics::atari::{captures, is_self_atari, liberties_after};
use crate::util::Rng;

/// See the module documentation.
pub struct FuegoPolicy {
    rules: Rules,
    moves: Moves,
}

/// The rules and their parameters.
struct Rules {
    params: PolicyParams,
    mogo: &'static Mogo,
}

/// The rules local to the last moves, in order.
const LOCAL: [Rule; 5] =
    [Rule::Nakade, Rule::AtariCapture, Rule::AtariDefense, Rule::LowLiberty, Rule::Pattern];

impl FuegoPolicy {
    /// Creates the policy.
    pub fn new(params: PolicyParams) -> Self {
        Self { rules: Rules { params, mogo: Mogo::table() }, moves: Moves::default() }
    }

    /// Implements [`BoardPolicy::candidates`] for a board that may track more than the policy reads.
    pub fn candidates_on<F: Tracking>(&self, board: &Board<F>, turn: &Turn, moves: &mut Moves) -> Rule {
        let found = self.rules.first(board, turn, moves, |rule, moves| {
            moves.retain(|p| is_playable(board, p, turn.color));
            (!moves.is_empty()).then_some(rule)
        });
        found.unwrap_or_else(|| all(board, moves, |p| is_playable(board, p, turn.color)))
    }
}

impl Rules {
    /// Sets `moves` to a rule's suggestions.
    #[inline(always)]
    fn suggest<F: Tracking>(&self, rule: Rule, board: &Board<F>, turn: &Turn, moves: &mut Moves) {
        moves.clear();
        match rule {
            Rule::Nakade if self.params.nakade_heuristic => suggest::nakade(board, turn, moves),
            Rule::AtariCapture => suggest::atari_capture(board, turn, moves),
            Rule::AtariDefense => suggest::atari_defense(board, turn, moves),
            Rule::LowLiberty => suggest::low_liberty(board, turn, moves),
            Rule::Pattern if self.params.use_patterns_in_playout => {
                suggest::patterns(board, turn, self.mogo, moves);
            }
            Rule::Capture => suggest::captures(board, turn, moves),
            _ => {}
        }
    }

    /// Calls `accept` with each rule's suggestions, in order, until it returns a result.
    #[inline(always)]
    fn first<F: Tracking, T>(
        &self,
        board: &Board<F>,
        turn: &Turn,
        moves: &mut Moves,
        mut accept: impl FnMut(Rule, &mut Moves) -> Option<T>,
    ) -> Option<T> {
        let last = turn.last[0];
        // A pass is null; after a suicide the point is empty.
        if last != Point::NULL && board.cell(last) == !turn.color as u8 {
            for rule in LOCAL {
                self.suggest(rule, board, turn, moves);
                if !moves.is_empty()
                    && let Some(found) = accept(rule, moves)
                {
                    return Some(found);
                }
            }
        }
        self.suggest(Rule::Capture, board, turn, moves);
        if moves.is_empty() { None } else { accept(Rule::Capture, moves) }
    }
}

impl BoardPolicy for FuegoPolicy {
    type Tracking = Tactical;

    #[inline(always)]
    fn pick(&mut self, board: &mut Board<Tactical>, turn: &Turn, rng: &mut Rng) -> (Point, Rule) {
        let color = turn.color;
        for _ in 0..self.rules.params.fillboard_tries {
            let p = board.empty_at(rng.below(board.empty_count()));
            if p != Point::NULL && is_open(board, p) {
                return (p, Rule::Fillboard);
            }
        }
        let found = self.rules.first(board, turn, &mut self.moves, |rule, moves| {
            let p = moves.draw(rng, |p| is_playable(board, p, color));
            (p != Point::NULL).then_some((p, rule))
        });
        let (p, rule) = found.unwrap_or_else(|| draw(board, rng, |board, p| is_playable(board, p, color)));
        (self.corrected(board, p, rule, color), rule)
    }

    #[inline(always)]
    fn corrected(&self, board: &Board<Tactical>, p: Point, rule: Rule, color: Color) -> Point {
        match rule {
            Rule::Pass => p,
            Rule::Random | Rule::Capture => avoid_self_atari(board, p, color),
            _ => avoid_self_atari(board, prefer_capture(board, p, color), color),
        }
    }

    fn candidates(&mut self, board: &Board<Tactical>, turn: &Turn, moves: &mut Moves) -> Rule {
        if self.rules.params.fillboard_tries > 0 && all(board, moves, |p| is_open(board, p)) == Rule::Random {
            return Rule::Fillboard;
        }
        self.candidates_on(board, turn, moves)
    }
}

/// Whether the eight neighbors of the empty point `p` are empty.
#[inline(always)]
fn is_open<F: Tracking>(board: &Board<F>, p: Point) -> bool {
    board.neighborhood3x3(p) == 0
}

/// The capture of a chain diagonal to `p` if `p` only fills a false eye; otherwise `p`.
#[inline(always)]
fn prefer_capture<F: Tracking>(board: &Board<F>, p: Point, color: Color) -> Point {
    let code = board.neighborhood3x3(p);
    if !is_surrounded(code, color) {
        return p;
    }
    let diagonal = code >> 8;
    let at_border = diagonal & (diagonal >> 1) & 0x55 != 0;
    let (most_empty, most_foreign) = if at_border { (0, 1) } else { (1, 2) };
    if empty_bits(diagonal).count_ones() > most_empty
        || color_bits(diagonal, !color).count_ones() > most_foreign
    {
        return p;
    }
    for offset in DIAGONAL {
        let q = p + offset;
        if board.cell(q) == !color as u8 {
            let liberties = board.liberties(board.head(q));
            if liberties.is_one() && board.is_legal_empty(liberties.only(), color) {
                return liberties.only();
            }
        }
    }
    p
}

/// If `p` is a self-atari and playing the resulting chain's last liberty is better, that liberty; otherwise `p`.
#[inline(always)]
fn avoid_self_atari<F: Tracking>(board: &Board<F>, p: Point, color: Color) -> Point {
    if board.empty_neighbors(p) > 1 {
        return p;
    }
    let liberties = liberties_after(board, p, color);
    if !liberties.is_one() {
        return p;
    }
    let other = liberties.only();
    if board.cell(other) != cell::EMPTY || !board.is_legal_empty(other, color) {
        return p;
    }
    if color_bits(board.neighborhood3x3(p), color) != 0 {
        if is_self_atari(board, other, color) { p } else { other }
    } else if captures(board, p, color) {
        p
    } else if board.empty_neighbors(other) >= 2 || captures(board, other, color) {
        other
    } else {
        p
    }
}
