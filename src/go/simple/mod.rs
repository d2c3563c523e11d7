//! The Simple Go players: each is one idea about Go and a few lines over [`super::tactics`].
//!
//! They look at most one move ahead, and are there to be read, changed, played against and beaten. A player is
//! a function from a position to a point, and a line in [`PLAYERS`]. The rules that all keep are in `choice::moves`: they play by
//! the rules, fill no simple eye of their own and kill no own stones; they pass when nothing else is left.
//! What they have no opinion about is left to chance, that is to the seed.
//!
//! What each idea is worth, in games won of 200 against `random` on 7x7, with either color and a komi of half a
//! point:
//!
//! | `average` | `minlib` | `influence` | `liberty` | `dumbtactic` | `greedy` | `ladder` | `capture` | `safe` | `maxeye` |
//! |---|---|---|---|---|---|---|---|---|---|
//! | 200 | 198 | 194 | 192 | 192 | 191 | 167 | 155 | 133 | 100 |
//!
//! # References
//! - Their names are those of Fuego's library SimplePlayers, see G. I. Lin, "Fuego Go: The Missing Manual",
//!   UC Santa Cruz, 2009. How they weigh moves is this project's.

mod choice;
mod liberties;
mod shape;
mod tactical;

use super::{Point, Position};
use crate::framework::{Control, Decision, Limits, Move, Player, Thinking};
use crate::util::Rng;

/// Chooses a move for the player to move; `None` passes.
pub type Pick = fn(&Position, &mut Rng) -> Option<Point>;

/// A player that can be chosen.
pub struct SimplePlayerEntry {
    /// The name, `sp-` before what Fuego calls it.
    pub name: &'static str,
    /// What it plays, in a line.
    pub doc: &'static str,
    /// How it chooses.
    pub pick: Pick,
}

/// All Simple Go players.
pub const PLAYERS: &[SimplePlayerEntry] = &[
    SimplePlayerEntry { name: "sp-random", doc: "any move", pick: choice::random },
    SimplePlayerEntry {
        name: "sp-capture",
        doc: "captures as many stones as it can, else any move",
        pick: tactical::capture,
    },
    SimplePlayerEntry {
        name: "sp-average",
        doc: "maximizes the average liberties of its chains less those of the opponent's",
        pick: liberties::average,
    },
    SimplePlayerEntry {
        name: "sp-liberty",
        doc: "captures and rescues stones with few liberties",
        pick: liberties::liberty,
    },
    SimplePlayerEntry {
        name: "sp-minlib",
        doc: "maximizes the fewest liberties of its chains less those of the opponent's",
        pick: liberties::min_lib,
    },
    SimplePlayerEntry {
        name: "sp-greedy",
        doc: "maximizes liberties and some influence",
        pick: liberties::greedy,
    },
    SimplePlayerEntry {
        name: "sp-influence",
        doc: "maximizes the points under its influence",
        pick: shape::influence,
    },
    SimplePlayerEntry {
        name: "sp-ladder",
        doc: "captures in ladders and escapes from them",
        pick: tactical::ladder,
    },
    SimplePlayerEntry {
        name: "sp-maxeye",
        doc: "builds the best eye it can, one after another",
        pick: shape::max_eye,
    },
    SimplePlayerEntry {
        name: "sp-safe",
        doc: "makes points safe, or keeps the opponent from it",
        pick: shape::safe,
    },
    SimplePlayerEntry {
        name: "sp-dumbtactic",
        doc: "extends or attacks the chain with the fewest liberties",
        pick: tactical::dumb_tactic,
    },
];

/// Plays what an [`SimplePlayerEntry`] chooses; the clock means nothing to it.
pub struct SimplePlayer {
    pick: Pick,
    rng: Rng,
}

impl SimplePlayer {
    /// Creates the player; `seed` determines all that is random in it.
    #[must_use]
    pub fn new(pick: Pick, seed: u64) -> Self {
        Self { pick, rng: Rng::new(seed) }
    }
}

impl Player<Position> for SimplePlayer {
    fn decide(&mut self, game: &Position, _: Limits, _: &Control) -> Thinking {
        let mv = (self.pick)(game, &mut self.rng).map_or(Move::PASS, Point::to_move);
        Thinking { decision: Decision::Play(mv), report: None }
    }
}
