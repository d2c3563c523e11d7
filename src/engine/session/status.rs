//! Which stones are dead, who owns what, and the score: one estimate for all that asks for it.

use super::Session;
use crate::framework::Color;
use crate::go::{Point, Position, score};
use crate::util::Rng;

/// How many playouts the estimate is made of.
const PLAYOUTS: u32 = 1000;
/// A chain is dead when the opponent owns more than this share of its points on average.
const DEAD: f64 = 0.7;
/// A point is settled when one player owns it in more than this share of the playouts.
const SETTLED: f64 = 0.9;

/// An estimate of how the position would end.
#[derive(Clone, Debug)]
pub struct Status {
    /// The dead chains, one stone of each.
    pub dead: Vec<Point>,
    /// The other chains, one stone of each.
    pub alive: Vec<Point>,
    /// The final score in half points, Black's lead with White's compensation taken off.
    pub score: i32,
    /// How many points have no clear owner.
    pub unsettled: usize,
}

impl Session {
    /// Estimates how the game would end, by playouts with a fixed seed: the same position and settings always
    /// get the same answer.
    #[must_use]
    pub fn status(&self) -> Status {
        self.status_of(&self.position)
    }

    /// Estimates how a game would go on from a position.
    pub(super) fn status_of(&self, position: &Position) -> Status {
        let board = position.board();
        let policy = self.settings.go.playout_policy.entry();
        let study = (policy.study)(&self.settings, position, PLAYOUTS, &mut Rng::new(1));
        let playouts = f64::from(study.playouts.max(1));
        let share = |p: Point, color: Color| f64::from(study.owned[p][color.index()]) / playouts;
        let is_dead = |head: Point| {
            board.color_at(head).is_some_and(|color| {
                let lost: f64 = board.stones_of(head).map(|p| share(p, !color)).sum();
                lost > DEAD * board.chain_size(head) as f64
            })
        };
        let heads = board.points().filter(|&p| board.color_at(p).is_some() && board.head(p) == p);
        let (dead, alive): (Vec<_>, Vec<_>) =
            heads.partition(|&head| !position.rules().capture_dead && is_dead(head));
        let unsettled =
            board.points().filter(|&p| Color::ALL.iter().all(|&color| share(p, color) <= SETTLED));
        Status { score: score::final_score(position, &dead), dead, alive, unsettled: unsettled.count() }
    }
}
