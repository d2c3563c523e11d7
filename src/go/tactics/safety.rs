//! Unconditional life: chains that stand even if their owner always passes, and the points they make safe.
//!
//! The regions of a color are the connected sets of points without a stone of it. A region is vital to a
//! chain if each of its empty points is a liberty of the chain: the opponent cannot fill it. Where suicide is
//! legal he can empty it again, so that all points of the region must touch the chain. Chains with fewer than
//! two vital regions are struck off, with them the regions that they border, and so on until nothing changes.
//! The chains that remain are exactly those that live unconditionally, if suicide is illegal.
//!
//! Static safety goes on where their owner answers: between chains that live, the opponent needs two eyes, and
//! a point beside a living stone is never one of them.
//!
//! # References
//! - D. B. Benson, "Life in the game of Go", Information Sciences 10, 1976.
//! - M. Müller, "Playing it safe: recognizing secure territories in computer Go by using static rules and
//!   search", Game Programming Workshop in Japan, 1997: of its static rules, the one about the opponent's eyes.

use super::chains;
use crate::framework::Color;
use crate::go::board::{Board, Features, Map, Point, cell};

/// A connected set of points without a stone of one color, all its chains around alive.
#[derive(Clone, Debug)]
pub struct Region {
    /// The points: empty ones and stones of the other color, which are dead.
    pub points: Vec<Point>,
    /// The heads of the chains around it.
    border: Vec<Point>,
    /// The heads of the chains it is vital to, at most four.
    vital: Vec<Point>,
}

/// What of a color lives unconditionally.
#[derive(Clone, Debug)]
pub struct Life {
    /// The heads of the chains.
    pub chains: Vec<Point>,
    /// The regions they make safe: those vital to one of them.
    pub regions: Vec<Region>,
}

impl Life {
    /// Returns all safe points, stones and regions, in ascending order.
    #[must_use]
    pub fn points<F: Features>(&self, board: &Board<F>) -> Vec<Point> {
        let stones = self.chains.iter().flat_map(|&head| board.stones_of(head));
        let mut points: Vec<Point> =
            stones.chain(self.regions.iter().flat_map(|region| region.points.iter().copied())).collect();
        points.sort_unstable();
        points
    }
}

/// Finds what of `color` lives unconditionally; `suicide` says whether the rules allow suicide.
#[must_use]
pub fn benson<F: Features>(board: &Board<F>, color: Color, suicide: bool) -> Life {
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

/// Returns the points that `color` keeps if it answers what the opponent does there, in ascending order: what
/// lives unconditionally, and the regions between living chains in which the opponent cannot make two eyes.
///
/// An eye of the opponent has no living stone of `color` beside it, and no two eyes are neighbors. Where fewer
/// such points are left, all of his stones can be captured in the end.
#[must_use]
pub fn secure<F: Features>(board: &Board<F>, color: Color, suicide: bool) -> Vec<Point> {
    let life = benson(board, color, suicide);
    let mut points = life.points(board);
    if life.chains.is_empty() {
        return points;
    }
    let lives = |p: Point| board.cell(p) == color as u8 && life.chains.contains(&board.head(p));
    let mut seen = Map::new(false);
    for start in board.points() {
        if seen[start] || lives(start) {
            continue;
        }
        seen[start] = true;
        let mut region = vec![start];
        let mut next = 0;
        while let Some(&p) = region.get(next) {
            next += 1;
            for q in p.neighbors() {
                if board.is_on_board(q) && !seen[q] && !lives(q) {
                    seen[q] = true;
                    region.push(q);
                }
            }
        }
        let open: Vec<Point> =
            region.iter().copied().filter(|p| !p.neighbors().into_iter().any(lives)).collect();
        if open.len() < 2 || open.len() == 2 && open[0].neighbors().contains(&open[1]) {
            points.append(&mut region);
        }
    }
    points.sort_unstable();
    points.dedup();
    points
}

/// Returns the regions of a color.
fn regions<F: Features>(board: &Board<F>, color: Color, suicide: bool) -> Vec<Region> {
    let mut seen = Map::new(false);
    let mut regions = Vec::new();
    for start in board.points() {
        if seen[start] || board.cell(start) == color as u8 {
            continue;
        }
        seen[start] = true;
        let (mut points, mut border) = (vec![start], Vec::new());
        let mut vital: Option<Vec<Point>> = None;
        let mut next = 0;
        while let Some(&p) = points.get(next) {
            next += 1;
            let mut around = Vec::new();
            for q in p.neighbors() {
                if board.cell(q) == color as u8 {
                    around.push(board.head(q));
                } else if board.is_on_board(q) && !seen[q] {
                    seen[q] = true;
                    points.push(q);
                }
            }
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
