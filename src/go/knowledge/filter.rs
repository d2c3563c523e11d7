//! The move filters: remove moves that are bad without a search, and moves that the course's flat Monte Carlo does not
//! try.
//!
//! # References
//! - Fuego's filter rules (M. Enzenberger and M. Müller, TR 09-08, University of Alberta, 2009), with two changes:
//!   safety keeps the points that the owner must answer, which may be ko threats, and first-line points need only the
//!   distance from stones.
//! - J. Wright, "Search, Knowledge, and Simulations", CMPUT 455, University of Alberta, 2021, lecture 13 (the filter of
//!   the course).

use crate::framework::{Candidate, Color, Game, Knowledge, Move};
use crate::go::Position;
use crate::go::board::{Board, Map, Point, cell};
use crate::go::playout::CourseParams;
use crate::go::tactics::atari::{self, is_blunder};
use crate::go::tactics::chains;
use crate::go::tactics::eyes::is_eye_shape;
use crate::go::tactics::ladder::LadderReader;
use crate::go::tactics::secure::{Secure, secure};
use crate::util::Rng;

crate::params! {
    /// `uct_param_rootfilter` and `uct_param_treefilter`: which moves are not searched.
    pub struct FilterParams {
        check_ladders: bool = true, in .., "Do not extend chains in atari that are captured in a ladder.";
        check_offensive_ladders: bool = true, in .., "Do not start a ladder that a large chain escapes.";
        check_safety: bool = true, in .., "Exclude points that are safe for either side, whoever moves first.";
        filter_first_line: bool = true, in .., "Exclude first-line points far from all stones, on 9x9 and larger boards.";
        min_ladder_length: u64 = 6, in 1..=200, "Minimum length of the ladders these filters consider, in moves.";
    }
}

/// Smallest chain against which losing ladders are filtered, in stones.
const LARGE_CHAIN: usize = 5;

/// A first-line point is kept if a stone is at most this many steps away.
const NEAR: u8 = 4;

/// Smallest board on which the first line is filtered.
const FIRST_LINE_SIZE: u8 = 9;

/// Removes bad moves without search.
pub struct MoveFilter {
    params: FilterParams,
    reader: LadderReader,
    /// The points to remove; empty between edits.
    removed: Map<bool>,
}

impl MoveFilter {
    /// Creates the filter.
    pub fn new(params: FilterParams) -> Self {
        Self { params, reader: LadderReader::default(), removed: Map::new(false) }
    }

    /// For each chain of `color` in atari, removes the liberty if extending there only leads into a long ladder.
    ///
    /// Keeps liberties where a move captures.
    fn check_ladders(&mut self, board: &Board, color: Color) {
        for &head in board.chains_in_atari(color) {
            let liberty = board.liberties(head).only();
            if !atari::captures(board, liberty, color)
                && let Some(ladder) = self.reader.read(board, head, color)
                && ladder.captured
                && self.is_long(ladder.length)
            {
                self.removed[liberty] = true;
            }
        }
    }

    /// Removes the first move of each long ladder by `color` that a large chain escapes.
    fn check_offensive_ladders(&mut self, board: &Board, color: Color) {
        for head in chains::heads(board, !color) {
            if board.chain_size(head) >= LARGE_CHAIN
                && has_two_diagonal_liberties(board, head)
                && let Some(ladder) = self.reader.read(board, head, color)
                && !ladder.captured
                && self.is_long(ladder.length)
            {
                self.removed[ladder.first] = true;
            }
        }
    }

    fn is_long(&self, length: u16) -> bool {
        u64::from(length) >= self.params.min_ladder_length
    }

    /// Removes the points of safe regions where the owner's opponent gains nothing, not even a threat. Keeps regions
    /// with capturable stones.
    fn check_safety(&mut self, board: &Board, color: Color, suicide: bool) {
        for owner in Color::ALL {
            let Secure { regions, answers, .. } = secure(board, owner, suicide);
            let holds_prey = |region: &Vec<Point>| region.iter().any(|&p| board.cell(p) == !color as u8);
            for &p in regions.iter().filter(|&region| !holds_prey(region)).flatten() {
                self.removed[p] |= answers[p] == Point::NULL;
            }
        }
    }

    /// Removes first-line points far from all stones.
    fn filter_first_line(&mut self, board: &Board) {
        let last = board.size() - 1;
        for &p in board.empty_points() {
            let at_edge = [p.col(), p.row()].iter().any(|&line| line == 0 || line == last);
            if at_edge && !is_near_stone(board, p) {
                self.removed[p] = true;
            }
        }
    }
}

impl Knowledge<Position> for MoveFilter {
    fn edit(&mut self, game: &Position, candidates: &mut Vec<Candidate>, _rng: &mut Rng) {
        let (board, color) = (game.board(), game.to_play());
        if self.params.check_ladders {
            self.check_ladders(board, color);
        }
        if self.params.check_offensive_ladders {
            self.check_offensive_ladders(board, color);
        }
        if self.params.check_safety {
            self.check_safety(board, color, game.rules().suicide);
        }
        if self.params.filter_first_line && board.size() >= FIRST_LINE_SIZE {
            self.filter_first_line(board);
        }
        let stays = |candidate: &Candidate| !self.removed[Point::of_move(candidate.mv)];
        if candidates.iter().any(stays) {
            candidates.retain(stays);
        }
        self.removed.fill(false);
    }
}

/// Whether a chain has exactly two liberties, diagonal to each other, as in a ladder.
fn has_two_diagonal_liberties(board: &Board, head: Point) -> bool {
    board
        .two_liberties(head)
        .is_some_and(|[a, b]| a.col().abs_diff(b.col()) == 1 && a.row().abs_diff(b.row()) == 1)
}

fn is_near_stone(board: &Board, p: Point) -> bool {
    let last = board.size() - 1;
    let around = |line: u8, by: u8| line.saturating_sub(by)..=(line + by).min(last);
    around(p.row(), NEAR).any(|row| {
        around(p.col(), NEAR - row.abs_diff(p.row()))
            .any(|col| board.cell(Point::at(col, row)) != cell::EMPTY)
    })
}

/// The move filter of the course's flat Monte Carlo: `keep_playing` removes the pass and moves into own one-point eyes,
/// `movefilter` removes self-atari. If no move is left, the pass is added.
pub struct CourseFilter {
    params: CourseParams,
}

impl CourseFilter {
    /// `None` if the parameters remove nothing.
    pub fn new(params: &CourseParams) -> Option<Self> {
        (params.keep_playing || params.movefilter).then(|| Self { params: params.clone() })
    }

    fn passes(&self, game: &Position, mv: Move) -> bool {
        let (board, color, p) = (game.board(), game.to_play(), Point::of_move(mv));
        if mv == Move::PASS {
            return !self.params.keep_playing;
        }
        !(self.params.keep_playing && is_eye_shape(board.neighborhood3x3(p), color)
            || self.params.movefilter && is_blunder(board, p, color))
    }
}

impl Knowledge<Position> for CourseFilter {
    fn edit(&mut self, game: &Position, candidates: &mut Vec<Candidate>, _: &mut Rng) {
        let is_over = candidates.is_empty();
        candidates.retain(|candidate| self.passes(game, candidate.mv));
        if candidates.is_empty() && !is_over {
            candidates.push(Candidate::new(Move::PASS));
        }
    }
}
