//! Unconditional life: chains that cannot be captured even if their owner always passes, and the points they make safe.
//!
//! The regions of a color are the connected sets of points without a stone of that color. A region is vital to a chain
//! if each of its empty points is a liberty of the chain, so the opponent cannot fill it. If suicide is legal, the
//! opponent can empty the region again, so all its points must be adjacent to the chain. Benson's algorithm repeatedly
//! removes chains with fewer than two vital regions, and the regions bordering them. If suicide is illegal, exactly the
//! remaining chains are unconditionally alive.
//!
//! # References
//! - D. B. Benson, "Life in the game of Go", Information Sciences 10, 1976.

use super::{chains, flood};
use crate::framework::Color;
use crate::go::board::{Board, Map, Point, Tracking, cell};

/// A connected set of points without a stone of one color, and the chains around it.
#[derive(Clone, Debug)]
pub struct Region {
    /// The points: empty points and stones of the other color.
    pub points: Vec<Point>,
    /// The heads of the surrounding chains.
    pub(super) border: Vec<Point>,
    /// The heads of the chains to which it is vital, at most four.
    vital: Vec<Point>,
}

/// A color's unconditionally alive chains and their regions.
#[derive(Clone, Debug)]
pub struct Life {
    /// The heads of the chains.
    pub chains: Vec<Point>,
    /// The safe regions, vital to one of the chains. Opponent stones in them are dead.
    pub regions: Vec<Region>,
}

impl Life {
    /// The points of all chains and regions, in ascending order.
    pub fn points<F: Tracking>(&self, board: &Board<F>) -> Vec<Point> {
        let stones = self.chains.iter().flat_map(|&head| board.stones_of(head));
        let mut points: Vec<Point> =
            stones.chain(self.regions.iter().flat_map(|region| region.points.iter().copied())).collect();
        points.sort_unstable();
        points
    }
}

/// The unconditionally alive chains of `color`; `suicide` is whether the rules allow suicide.
pub fn benson<F: Tracking>(board: &Board<F>, color: Color, suicide: bool) -> Life {
    let mut regions = regions(board, color, suicide);
    let mut chains: Vec<Point> = chains::heads(board, color).collect();
    loop {
        let before = chains.len();
        let eyes =
            |chain: &Point| regions.iter().filter(|region| region.vital.contains(chain)).take(2).count();
        chains.retain(|chain| eyes(chain) == 2);
        if chains.len() == before {
            break;
        }
        regions.retain(|region| region.border.iter().all(|chain| chains.contains(chain)));
    }
    regions.retain(|region| region.vital.iter().any(|chain| chains.contains(chain)));
    Life { chains, regions }
}

pub(super) fn regions<F: Tracking>(board: &Board<F>, color: Color, suicide: bool) -> Vec<Region> {
    let mut seen = Map::new(false);
    let mut regions = Vec::new();
    for start in board.points() {
        if seen[start] || board.cell(start) == color as u8 {
            continue;
        }
        let points = flood(board, start, &mut seen, |q| board.cell(q) != color as u8);
        let mut border = Vec::new();
        let mut vital: Option<Vec<Point>> = None;
        for &p in &points {
            let own = p.neighbors().into_iter().filter(|&q| board.cell(q) == color as u8);
            let mut around: Vec<Point> = own.map(|q| board.head(q)).collect();
            if suicide || board.cell(p) == cell::EMPTY {
                match &mut vital {
                    Some(vital) => vital.retain(|chain| around.contains(chain)),
                    None => vital = Some(around.clone()),
                }
            }
            border.append(&mut around);
        }
        border.sort_unstable();
        border.dedup();
        regions.push(Region { points, border, vital: vital.unwrap_or_default() });
    }
    regions
}
