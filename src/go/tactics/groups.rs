//! Groups of chains that share an eye, with their numbers of eyes.

use super::{flood, nakade};
use crate::framework::Color;
use crate::go::board::{Board, Map, Point, Tracking};

/// The number of eyes of each group of chains.
pub struct Groups {
    /// Union-find parents: each chain's head maps to the head of a chain of its group, or itself.
    leaders: Map<Point>,
    /// The eyes of each group, stored at its leader.
    eyes: Map<usize>,
}

impl Groups {
    /// Finds the groups of a position from its ownership map. A region owned by a color is an eye of the chains around
    /// it, or two eyes if it is larger than any nakade shape.
    pub fn new<F: Tracking>(board: &Board<F>, owners: &Map<Option<Color>>) -> Self {
        let mut groups = Self { leaders: Map::new(Point::NULL), eyes: Map::new(0) };
        for p in board.points().filter(|&p| board.color_at(p).is_some()) {
            groups.leaders[p] = board.head(p);
        }
        let mut seen = Map::new(false);
        for start in board.points() {
            let owner = owners[start];
            let is_inside = |p: Point| owners[p] == owner && board.color_at(p) != owner;
            if seen[start] || owner.is_none() || !is_inside(start) {
                continue;
            }
            let mut border = Vec::new();
            let region = flood(board, start, &mut seen, |q| {
                if owners[q] == owner && !is_inside(q) {
                    border.push(q);
                }
                is_inside(q)
            });
            groups.join(&border, 1 + usize::from(region.len() > nakade::LARGEST));
        }
        groups
    }

    /// The number of eyes of a stone's group.
    pub fn eyes(&self, stone: Point) -> usize {
        self.eyes[self.leader(stone)]
    }

    fn leader(&self, mut stone: Point) -> Point {
        while self.leaders[stone] != stone {
            stone = self.leaders[stone];
        }
        stone
    }

    /// Merges the groups of some stones and adds `eyes` to the result.
    fn join(&mut self, stones: &[Point], eyes: usize) {
        let Some(&first) = stones.first() else { return };
        let leader = self.leader(first);
        self.eyes[leader] += eyes;
        for &stone in stones {
            let other = self.leader(stone);
            if other != leader {
                self.leaders[other] = leader;
                self.eyes[leader] += std::mem::take(&mut self.eyes[other]);
            }
        }
    }
}
