//! Static ladder reader: judges a ladder by the stones along its path, without playing it out.
//!
//! The hunter gives atari where it leaves the prey the fewest liberties, and the prey extends. The prey escapes when it
//! has three liberties, including those of friends that it reaches, or can capture a stone of the hunter; it is caught
//! when it has one. Only stones beside the path count, so the reader errs where a ladder branches, or begins beside
//! weak stones of the hunter; [`LadderReader`](super::ladder::LadderReader) reads those.
//!
//! # References
//! - M. Enzenberger and M. Müller, "Fuego", TR 09-08, University of Alberta, 2009, has a reader for the same question.

use super::ladder::LadderStatus;
use crate::framework::Color;
use crate::go::board::{Board, Point, PointSet, Tracking, cell};

/// The status of the chain of the stone at `prey`; `None` when there is no stone.
pub fn static_status<F: Tracking>(board: &Board<F>, prey: Point) -> Option<LadderStatus> {
    let color = board.color_at(prey)?;
    let head = board.head(prey);
    let path = || Path { board, color, prey: PointSet::EMPTY, hunter: PointSet::EMPTY };
    Some(match board.find_liberties::<3>(head) {
        ([p, ..], 1) => {
            let captured = !path().can_capture(head) && path().catches(p);
            if captured { LadderStatus::Captured } else { LadderStatus::Unsettled }
        }
        ([a, b, _], 2) => {
            let works = |atari: Point, extension| {
                let mut path = path();
                path.hunter.insert(atari);
                path.is_safe(atari, extension) && path.catches(extension)
            };
            if path().can_capture(head) || !works(a, b) && !works(b, a) {
                LadderStatus::Escaped
            } else if path().catches(a) && path().catches(b) {
                LadderStatus::Captured
            } else {
                LadderStatus::Unsettled
            }
        }
        _ => LadderStatus::Escaped,
    })
}

/// A ladder under way: the stones of the board, and those that the two sides would have played.
struct Path<'a, F: Tracking> {
    board: &'a Board<F>,
    /// The color of the prey.
    color: Color,
    prey: PointSet,
    hunter: PointSet,
}

impl<F: Tracking> Path<'_, F> {
    /// Whether the prey is caught after it extends to a point.
    fn catches(&mut self, mut p: Point) -> bool {
        // Each step fills a point of the board, so the loop ends.
        loop {
            if p.neighbors().into_iter().any(|q| self.is_weak_hunter(q)) {
                return false;
            }
            self.prey.insert(p);
            let [a, b] = match self.liberties_at(p)[..] {
                [] | [_] => return true,
                [a, b] => [a, b],
                _ => return false,
            };
            let ways = [(a, b), (b, a)].into_iter().filter(|&(atari, next)| self.is_safe(atari, next));
            let narrowest = ways.min_by_key(|&(atari, next)| self.width(next, atari));
            let Some((atari, next)) = narrowest else { return false };
            self.hunter.insert(atari);
            p = next;
        }
    }

    /// The liberties of a stone of the prey at the end of the path, and of the chains of the board that it joins.
    fn liberties_at(&self, p: Point) -> Vec<Point> {
        let friends = p.neighbors().into_iter().filter(|&q| self.board.cell(q) == self.color as u8);
        let stones = friends.flat_map(|friend| self.board.stones_of(self.board.head(friend)));
        let around = stones.chain([p]).flat_map(Point::neighbors).filter(|&q| self.is_empty(q));
        let mut liberties: Vec<Point> = around.collect();
        liberties.sort_unstable();
        liberties.dedup();
        liberties
    }

    fn is_empty(&self, q: Point) -> bool {
        self.board.cell(q) == cell::EMPTY && !self.prey.contains(q) && !self.hunter.contains(q)
    }

    /// The number of liberties that an extension to a point gives after an atari.
    fn width(&self, next: Point, atari: Point) -> usize {
        next.neighbors().into_iter().filter(|&q| q != atari && self.is_empty(q)).count()
    }

    /// Whether a stone of the hunter at a point stays safe when the prey extends to another: it has a liberty
    /// left, or a friend.
    fn is_safe(&self, atari: Point, next: Point) -> bool {
        let is_friend = |q: Point| self.board.cell(q) == !self.color as u8 || self.hunter.contains(q);
        atari.neighbors().into_iter().any(|q| is_friend(q) || q != next && self.is_empty(q))
    }

    fn is_weak_hunter(&self, q: Point) -> bool {
        self.board.cell(q) == !self.color as u8 && self.board.in_atari(self.board.head(q))
    }

    /// Whether the chain of the prey is beside a chain of the hunter in atari.
    fn can_capture(&self, head: Point) -> bool {
        self.board.chains_around(head).any(|hunter| self.board.in_atari(hunter))
    }
}
