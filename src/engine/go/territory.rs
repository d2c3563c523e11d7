//! The score under territory scoring of a position whose borders may be open and whose dame may be empty.
//!
//! Players stop under territory scoring before the dame are filled, so that an empty region often touches stones of both
//! colors at one point only. The estimate of the owners then tells the territory in it. An eye in a seki
//! is not territory.
//!
//! # References
//! - Nihon Kiin, "The Japanese Rules of Go", 1989, articles 8 to 10.

use crate::framework::Color;
use crate::go::board::{Board, Map};
use crate::go::{Point, Position, score};

/// The greatest size of a region between stones of both colors in which nobody can make territory.
const LARGEST_DAME: usize = 3;

/// Returns Black's lead in half points, with White's compensation taken off. `dead` and `seki` have a stone of each such
/// chain; `estimate` gives the owner of a point that has a clear one.
pub(super) fn score(
    position: &Position,
    dead: &[Point],
    seki: &[Point],
    estimate: impl Fn(Point) -> Option<Color>,
) -> i32 {
    let board = position.board();
    let is_dead =
        |p: Point| board.color_at(p).is_some() && dead.iter().any(|&q| board.head(q) == board.head(p));
    let owners = owners(board, dead, seki, &is_dead, estimate);
    let mut points = 0;
    for p in board.points() {
        if let Some(owner) = owners[p].filter(|&owner| board.color_at(p) != Some(owner)) {
            points += sign(owner);
        }
        // A dead stone is a prisoner wherever it stands.
        if let Some(color) = board.color_at(p).filter(|_| is_dead(p)) {
            points -= sign(color);
        }
    }
    let prisoners = board.captured(Color::White) as i32 - board.captured(Color::Black) as i32;
    2 * (points + prisoners) - position.compensation()
}

/// Returns the owner of each point: living stones, and territory.
fn owners(
    board: &Board,
    dead: &[Point],
    seki: &[Point],
    is_dead: &impl Fn(Point) -> bool,
    estimate: impl Fn(Point) -> Option<Color>,
) -> Map<Option<Color>> {
    let mut owners = score::owners(board, dead);
    let is_living = |q: Point| board.is_on_board(q) && board.color_at(q).is_some() && !is_dead(q);
    let is_seki = |q: Point| is_living(q) && seki.iter().any(|&p| board.head(p) == board.head(q));
    // The opponent's stones at the border of a territory reduce it.
    let is_foreign = |q: Point, color: Color| is_living(q) && board.color_at(q) != Some(color);
    let mut seen = Map::new(false);
    for start in board.points() {
        let mut region = Vec::new();
        if !seen[start] && !is_living(start) {
            seen[start] = true;
            region.push(start);
        }
        let mut next = 0;
        while let Some(&p) = region.get(next) {
            next += 1;
            for q in p.neighbors() {
                if board.is_on_board(q) && !is_living(q) && !seen[q] {
                    seen[q] = true;
                    region.push(q);
                }
            }
        }
        let is_in_seki = region.iter().any(|p| p.neighbors().into_iter().any(is_seki));
        for &p in &region {
            if is_in_seki {
                owners[p] = None;
            } else if owners[p].is_none() && region.len() > LARGEST_DAME {
                let is_reduced = |color: Color| p.neighbors().into_iter().any(|q| is_foreign(q, color));
                owners[p] = estimate(p).filter(|&color| !is_reduced(color));
            }
        }
    }
    owners
}

const fn sign(color: Color) -> i32 {
    match color {
        Color::Black => 1,
        Color::White => -1,
    }
}
