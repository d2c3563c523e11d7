//! A position's input planes, from the view of the player to move.
//!
//! | plane | content |
//! |---|---|
//! | 0, 1 | own stones, opponent's stones |
//! | 2 | all points |
//! | 3-5 | own chains of 1, 2 and 3 liberties |
//! | 6-8 | the opponent's chains of 1, 2 and 3 liberties |
//! | 9 | the point that a ko forbids |
//! | 10, 11 | the last move, and the one before |
//! | 12 | own chains that the opponent can capture in a ladder |
//! | 13 | the opponent's chains that the player can capture in a ladder |
//! | 14 | own moves into atari |
//! | 15 | the compensation of the player in 15 points |

use crate::framework::{Color, Game};
use crate::go::board::{Board, Point};
use crate::go::symmetry::image;
use crate::go::tactics::atari;
use crate::go::tactics::ladder::LadderReader;
use crate::go::{Position, board};
use crate::net::INPUTS;

/// Computes planes; reuses its memory between positions.
#[derive(Default)]
pub struct Planes {
    reader: LadderReader,
    numbers: Vec<f32>,
}

impl Planes {
    /// The planes: [`INPUTS`] numbers per point, row by row from A1.
    pub fn of(&mut self, position: &Position) -> &[f32] {
        self.of_image(position, 0, position.compensation())
    }

    /// The planes of the position's image under one of the eight symmetries, with a compensation in half points.
    pub fn of_image(&mut self, position: &Position, symmetry: u8, compensation: i32) -> &[f32] {
        let (board, color) = (position.board(), position.to_play());
        let (size, points) = (board.size(), usize::from(board.size()).pow(2));
        let compensation = compensation as f32 / 30.0;
        let compensation = if color == Color::White { compensation } else { -compensation };
        self.numbers.clear();
        self.numbers.resize(points * INPUTS, 0.0);
        for p in board.points() {
            let planes = &mut self.numbers[place(p, size, symmetry) * INPUTS..][..INPUTS];
            planes[2] = 1.0;
            planes[15] = compensation;
            match board.color_at(p) {
                Some(stone) => planes[usize::from(stone != color)] = 1.0,
                None if board.ko_for(color) == p => planes[9] = 1.0,
                None => planes[14] = f32::from(u8::from(atari::is_self_atari(board, p, color))),
            }
            if let Some(stone) = board.color_at(p)
                && board.head(p) == p
            {
                self.chain(board, p, stone == color, color, symmetry);
            }
        }
        for (p, plane) in position.last().into_iter().zip([10, 11]) {
            if p != Point::NULL {
                self.numbers[place(p, size, symmetry) * INPUTS + plane] = 1.0;
            }
        }
        &self.numbers
    }

    /// Marks the stones of a chain by its liberties and by ladders.
    fn chain(&mut self, board: &Board, head: Point, is_own: bool, color: Color, symmetry: u8) {
        let liberties =
            if board.liberties(head).pseudo() > 12 { 4 } else { board.find_liberties::<4>(head).1 };
        // A hunter who moves first captures a one-liberty chain anyway; its plane says whether it can still flee.
        let is_caught = match (liberties, is_own) {
            (1, true) => self.falls(board, head, color),
            (2, true) => self.falls(board, head, !color),
            (1, false) => self.falls(board, head, !color),
            (2, false) => self.falls(board, head, color),
            _ => false,
        };
        for stone in board.stones_of(head) {
            let planes = &mut self.numbers[place(stone, board.size(), symmetry) * INPUTS..][..INPUTS];
            if liberties <= 3 {
                planes[if is_own { 2 } else { 5 } + liberties] = 1.0;
            }
            planes[if is_own { 12 } else { 13 }] = f32::from(u8::from(is_caught));
        }
    }

    /// Whether a chain is captured in a ladder when `first` moves first.
    fn falls(&mut self, board: &Board, head: Point, first: Color) -> bool {
        self.reader.read(board, head, first).is_some_and(|ladder| ladder.captured)
    }
}

/// The index of a point's image under one of the eight symmetries, row by row from A1.
pub fn place(p: Point, size: u8, symmetry: u8) -> usize {
    let image = image(p, size, symmetry);
    usize::from(image.row()) * usize::from(size) + usize::from(image.col())
}

const _: () = assert!(board::MAX_SIZE as usize <= 25);
