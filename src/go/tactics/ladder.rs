//! Ladder reader: whether a chain can be captured by repeated atari.
//!
//! The hunter gives atari with every move. The prey extends or captures an adjacent chain of the hunter, and escapes
//! when it has three liberties. The reader ignores nets (hunter moves that do not give atari) and captures of stones
//! not adjacent to the prey.
//!
//! In most positions the side to move has one sensible move, which is played in place; the board is copied only at
//! choices. An atari that the prey answers with three liberties is recognized without playing it.
//!
//! - Ko: neither side has ko threats. The hunter does not retake a ko, so a prey saved by ko escapes.
//! - Snapback: capturing a single stone does not count if it leaves the capturing chain of several stones in atari.
//!
//! # References
//! - M. Enzenberger and M. Müller, "Fuego", TR 09-08, University of Alberta, 2009: its reader has the same length limit
//!   and also treats three liberties as an escape. This reader also checks for snapbacks at the end of every line and
//!   limits the number of moves read.

use super::atari::{liberties_after, size_after};
use crate::framework::Color;
use crate::go::board::{Bare, Board, Point, Tracking, cell, color_bits, direction, empty_bits};

/// Maximum length of a ladder, in moves.
pub const MAX_LENGTH: u16 = 200;

/// Maximum number of moves played per reading, over all lines.
pub const MAX_MOVES: u32 = 2000;

/// The result of a ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ladder {
    /// Whether the prey is captured.
    pub captured: bool,
    /// The number of moves up to and including the capture or escape, with the loser delaying as long as possible.
    pub length: u16,
    /// The first of these moves; null if there is none.
    pub first: Point,
}

impl Ladder {
    const fn captured(length: u16, first: Point) -> Self {
        Self { captured: true, length, first }
    }

    const fn escaped(length: u16, first: Point) -> Self {
        Self { captured: false, length, first }
    }
}

crate::choices! {
    /// The fate of a chain in a ladder.
    pub enum LadderStatus {
        /// Captured even if its owner moves first.
        Captured = "captured",
        /// Not captured even if the hunter moves first.
        Escaped = "escaped",
        /// Captured only if the hunter moves first.
        Unsettled = "unsettled",
    }
}

/// Reads ladders; reuses its boards between readings.
pub struct LadderReader {
    /// A stack of the positions where a side had a choice, with the current position on top.
    boards: Vec<Board<Bare>>,
    /// A stone of the prey.
    prey: Point,
    color: Color,
    moves_left: u32,
    gave_up: bool,
}

impl Default for LadderReader {
    fn default() -> Self {
        Self { boards: Vec::new(), prey: Point::NULL, color: Color::Black, moves_left: 0, gave_up: false }
    }
}

impl LadderReader {
    /// The status of the chain of the stone at `prey`. A ladder too long to read counts as escaped.
    ///
    /// # Panics
    /// When there is no stone.
    pub fn status<F: Tracking>(&mut self, board: &Board<F>, prey: Point) -> LadderStatus {
        let color = board.color_at(prey).expect("the prey is a stone");
        let mut captures = |to_play| self.read(board, prey, to_play).is_some_and(|ladder| ladder.captured);
        if !captures(!color) {
            LadderStatus::Escaped
        } else if captures(color) {
            LadderStatus::Captured
        } else {
            LadderStatus::Unsettled
        }
    }

    /// Reads the ladder of the chain of the stone at `prey` with `to_play` to move; `None` if the reader reached
    /// [`MAX_LENGTH`] or [`MAX_MOVES`] before finding a capture.
    ///
    /// Takes about 0.15 µs per move of a forced line, and 0.5 ms at [`MAX_MOVES`].
    ///
    /// # Panics
    /// When there is no stone.
    pub fn read<F: Tracking>(&mut self, board: &Board<F>, prey: Point, to_play: Color) -> Option<Ladder> {
        self.prey = prey;
        self.color = board.color_at(prey).expect("the prey is a stone");
        self.moves_left = MAX_MOVES;
        self.gave_up = false;
        self.board(0, board.size()).copy_from(board);
        let ladder = self.chase(0, to_play != self.color, 0);
        (ladder.captured || !self.gave_up).then_some(ladder)
    }

    fn board(&mut self, level: usize, size: u8) -> &mut Board<Bare> {
        if level == self.boards.len() {
            self.boards.push(Board::new(size));
        }
        &mut self.boards[level]
    }

    /// Reads from the board at a stack level, after `length` moves.
    fn chase(&mut self, level: usize, mut hunting: bool, mut length: u16) -> Ladder {
        let mut first = None;
        loop {
            let (board, prey) = (&mut self.boards[level], self.prey);
            let next = if hunting { hunt(board, prey, self.color) } else { flee(board, prey, self.color) };
            let moves = match next {
                Next::Over(end) => {
                    return Ladder { length: length + end.length, first: first.unwrap_or(end.first), ..end };
                }
                Next::Moves(moves) => moves,
            };
            let color = if hunting { !self.color } else { self.color };
            let count = moves.as_slice().len() as u32;
            if length >= MAX_LENGTH || count > self.moves_left {
                self.gave_up = true;
                return Ladder::escaped(length, first.unwrap_or(Point::NULL));
            }
            self.moves_left -= count;
            match *moves.as_slice() {
                // A prey without a move passes.
                [] => board.clear_ko(),
                [p] => {
                    board.play_legal(p, color);
                    first.get_or_insert(p);
                    length += 1;
                }
                ref choice => return self.choose(level, hunting, length, choice, first),
            }
            hunting = !hunting;
        }
    }

    /// The result of the first winning move for the side to move, or else the longest result.
    fn choose(
        &mut self,
        level: usize,
        hunting: bool,
        length: u16,
        choice: &[Point],
        first: Option<Point>,
    ) -> Ladder {
        let color = if hunting { !self.color } else { self.color };
        let mut longest = Ladder::escaped(0, Point::NULL);
        for &p in choice {
            let size = self.boards[level].size();
            self.board(level + 1, size);
            let (before, after) = self.boards.split_at_mut(level + 1);
            after[0].copy_from(&before[level]);
            after[0].play_legal(p, color);
            let line = self.chase(level + 1, !hunting, length + 1);
            let line = Ladder { first: first.unwrap_or(p), ..line };
            if line.captured == hunting {
                return line;
            }
            if line.length > longest.length {
                longest = line;
            }
        }
        longest
    }
}

/// The continuation of a position.
enum Next {
    /// The ladder is decided.
    Over(Ladder),
    /// The moves of the side to move, best first; the prey may have none.
    Moves(Moves),
}

/// A short list of points. Drops points when full: with that many moves it is not a ladder.
#[derive(Default)]
struct Moves {
    points: [Point; 32],
    count: usize,
}

impl Moves {
    fn insert(&mut self, p: Point) {
        if self.count < self.points.len() && !self.as_slice().contains(&p) {
            self.points[self.count] = p;
            self.count += 1;
        }
    }

    fn as_slice(&self) -> &[Point] {
        &self.points[..self.count]
    }
}

/// The continuation with the hunter to move: a capture, or an atari on either liberty.
fn hunt(board: &Board<Bare>, prey: Point, color: Color) -> Next {
    let head = board.head(prey);
    match board.find_liberties::<3>(head) {
        ([p, ..], 1) if board.ko_for(!color) == p => Next::Over(Ladder::escaped(0, Point::NULL)),
        ([p, ..], 1) if is_snapback(board, head, p, !color) => Next::Over(Ladder::escaped(1, p)),
        ([p, ..], 1) => Next::Over(Ladder::captured(1, p)),
        ([a, b, _], 2) => {
            let mut moves = Moves::default();
            let mut ataris = [(a, b), (b, a)]
                .map(|(atari, extension)| (sure_liberties(board, head, extension, atari, color), atari));
            ataris.sort_unstable();
            let mut end = Ladder::escaped(0, Point::NULL);
            for (liberties, p) in ataris {
                if board.is_legal_empty(p, !color) {
                    if liberties < 3 {
                        moves.insert(p);
                    } else {
                        end = Ladder::escaped(2, p);
                    }
                }
            }
            if moves.count == 0 { Next::Over(end) } else { Next::Moves(moves) }
        }
        _ => Next::Over(Ladder::escaped(0, Point::NULL)),
    }
}

/// The continuation with the prey to move: in atari, capturing an adjacent chain or extending; with two liberties, any
/// move that may help against the first atari.
fn flee(board: &Board<Bare>, prey: Point, color: Color) -> Next {
    let head = board.head(prey);
    let (liberties, count) = board.find_liberties::<3>(head);
    if count == 3 {
        return Next::Over(Ladder::escaped(0, Point::NULL));
    }
    let liberties = &liberties[..count];
    if let &[p] = liberties
        && sure_liberties(board, head, p, Point::NULL, color) == 3
        && board.is_legal_empty(p, color)
    {
        return Next::Over(Ladder::escaped(1, p));
    }
    let mut moves = Moves::default();
    let mut try_at = |p| {
        if board.is_legal_empty(p, color) {
            moves.insert(p);
        }
    };
    for stone in board.stones_of(head) {
        let mut foreign = color_bits(board.neighborhood3x3(stone), !color);
        while foreign != 0 {
            let hunter = board.head(stone + direction(foreign));
            foreign &= foreign - 1;
            if board.in_atari(hunter) {
                try_at(board.liberties(hunter).only());
            } else if count == 2
                && let (around, 2) = board.find_liberties::<3>(hunter)
            {
                around[..2].iter().for_each(|&p| try_at(p));
            }
        }
    }
    liberties.iter().for_each(|&p| try_at(p));
    if count == 2 {
        let near = liberties.iter().flat_map(|p| p.neighbors());
        near.filter(|&q| board.cell(q) == cell::EMPTY).for_each(try_at);
    }
    Next::Moves(moves)
}

/// A lower bound, at most three, on the liberties of the chain `head` of `color` after extending to its liberty `p`.
/// Its other liberty, if any, is `lost` and does not count.
fn sure_liberties(board: &Board<Bare>, head: Point, p: Point, lost: Point, color: Color) -> usize {
    let mut found = [p, lost, Point::NULL, Point::NULL, Point::NULL];
    let mut count = 2;
    let mut add = |q: Point| {
        if count < found.len() && !found[..count].contains(&q) {
            found[count] = q;
            count += 1;
        }
    };
    let code = board.neighborhood3x3(p);
    let mut empty = empty_bits(code);
    while empty != 0 {
        add(p + direction(empty));
        empty &= empty - 1;
    }
    let mut friends = color_bits(code, color);
    while friends != 0 {
        let friend = board.head(p + direction(friends));
        friends &= friends - 1;
        if friend != head {
            let (liberties, many) = board.find_liberties::<5>(friend);
            liberties[..many].iter().for_each(|&q| add(q));
        }
    }
    // If the hunter moves first, it may save the stones that the extension would capture.
    let mut foreign = if lost == Point::NULL { color_bits(code, !color) } else { 0 };
    while foreign != 0 {
        let q = p + direction(foreign);
        foreign &= foreign - 1;
        if board.in_atari(board.head(q)) {
            add(q);
        }
    }
    count - 2
}

/// Whether capturing the chain `head` at `p` allows a snapback.
fn is_snapback(board: &Board<Bare>, head: Point, p: Point, hunter: Color) -> bool {
    board.chain_size(head) == 1
        && liberties_after(board, p, hunter).at_most_one()
        && size_after(board, p, hunter) > 1
}
