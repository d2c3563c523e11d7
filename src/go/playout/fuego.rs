//! The rule-based policy of Fuego and its manual: the first rule that finds a move makes it.
//!
//! Nakade, atari capture, atari defense, low liberty and pattern look around the last moves; capture and
//! random look at the whole board. A move that only fills a false eye is replaced by a capture beside it,
//! and a self-atari by the move that avoids it, where there is one.
//!
//! # References
//! - G. I. Lin, "Fuego Go: The Missing Manual", UC Santa Cruz, 2009 (the order).
//! - M. Enzenberger and M. Müller, "Fuego", TR 09-08, University of Alberta, 2009 (the corrections).

use super::params::PolicyParams;
use super::random::draw;
use super::{BoardPolicy, Moves, Rule, Turn, is_playable, suggest};
use crate::framework::Color;
use crate::go::board::{
    Board, DIAGONAL, Features, Point, Tactical, cell, color_bits, empty_bits, is_surrounded,
};
use crate::go::pattern::Mogo;
use crate::go::tactics::atari::{captures, is_self_atari, liberties_after};
use crate::util::Rng;

/// The policy; see the introduction of this file.
pub struct FuegoPolicy {
    rules: Rules,
    moves: Moves,
}

/// What the rules depend on.
struct Rules {
    params: PolicyParams,
    mogo: &'static Mogo,
}

/// The rules that look around the last move, in order.
const LOCAL: [Rule; 5] =
    [Rule::Nakade, Rule::AtariCapture, Rule::AtariDefense, Rule::LowLiberty, Rule::Pattern];

impl FuegoPolicy {
    /// Creates the policy.
    #[must_use]
    pub fn new(params: PolicyParams) -> Self {
        Self { rules: Rules { params, mogo: Mogo::table() }, moves: Moves::default() }
    }

    /// Does what [`BoardPolicy::candidates`] says, on a board that may keep more than the policy reads.
    pub fn candidates_on<F: Features>(&self, board: &Board<F>, turn: &Turn, moves: &mut Moves) -> Rule {
        let found = self.rules.first(board, turn, moves, |rule, moves| {
            moves.retain(|p| is_playable(board, p, turn.color));
            (!moves.is_empty()).then_some(rule)
        });
        found.unwrap_or_else(|| {
            moves.clear();
            let playable = board.empty_points().iter().filter(|&&p| is_playable(board, p, turn.color));
            playable.for_each(|&p| moves.push(p));
            if moves.is_empty() { Rule::Pass } else { Rule::Random }
        })
    }
}

impl Rules {
    /// Replaces `moves` by what a rule suggests.
    #[inline(always)]
    fn suggest<F: Features>(&self, rule: Rule, board: &Board<F>, turn: &Turn, moves: &mut Moves) {
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

    /// Offers what each rule suggests, in order, until `accept` makes something of it.
    #[inline(always)]
    fn first<F: Features, T>(
        &self,
        board: &Board<F>,
        turn: &Turn,
        moves: &mut Moves,
        mut accept: impl FnMut(Rule, &mut Moves) -> Option<T>,
    ) -> Option<T> {
        let last = turn.last[0];
        // A last move that is no longer there was a suicide; a null one a pass.
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
    type Features = Tactical;

    #[inline(always)]
    fn pick(&mut self, board: &mut Board<Tactical>, turn: &Turn, rng: &mut Rng) -> (Point, Rule) {
        let color = turn.color;
        for _ in 0..self.rules.params.fillboard_tries {
            let p = board.empty_at(rng.below(board.empty_count()));
            if p != Point::NULL && board.code(p) == 0 {
                return (p, Rule::Fillboard);
            }
        }
        let found = self.rules.first(board, turn, &mut self.moves, |rule, moves| {
            let p = moves.draw(rng, |p| is_playable(board, p, color));
            (p != Point::NULL).then(|| (prefer_capture(board, p, rule, color), rule))
        });
        let (p, rule) = found
            .unwrap_or_else(|| (draw(board, rng, |board, p| is_playable(board, p, color)), Rule::Random));
        if p == Point::NULL { (p, Rule::Pass) } else { (avoid_self_atari(board, p, color), rule) }
    }

    fn candidates(&mut self, board: &Board<Tactical>, turn: &Turn, moves: &mut Moves) -> Rule {
        self.candidates_on(board, turn, moves)
    }
}

/// Returns, for a move that only fills what is at most a false eye, the capture of a chain diagonal to it;
/// the move itself otherwise.
#[inline(always)]
fn prefer_capture<F: Features>(board: &Board<F>, p: Point, rule: Rule, color: Color) -> Point {
    let code = board.code(p);
    if rule == Rule::Capture || !is_surrounded(code, color) {
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

/// Returns, for a self-atari, the move that avoids it where there is one: the liberty that the chain would
/// be left with, or for a single stone the empty point beside it. The move itself otherwise.
#[inline(always)]
fn avoid_self_atari<F: Features>(board: &Board<F>, p: Point, color: Color) -> Point {
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
    if color_bits(board.code(p), color) != 0 {
        if is_self_atari(board, other, color) { p } else { other }
    } else if captures(board, p, color) {
        p
    } else if board.empty_neighbors(other) >= 2 || captures(board, other, color) {
        other
    } else {
        p
    }
}
