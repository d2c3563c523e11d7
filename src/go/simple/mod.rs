//! The Simple Go players: each implements one idea about Go in a few lines on top of [`super::tactics`].
//!
//! They look at most one move ahead, and serve as examples and weak opponents. A player is a function from a position
//! to a point, listed in [`PLAYERS`]. All players choose from `choice::moves`: legal moves that neither fill an own
//! simple eye nor are suicide. A player without such a move passes. Ties are broken at random, by the seed.
//!
//! Wins in 200 games against `random` on 7x7, alternating colors, komi 0.5:
//!
//! | `average` | `minlib` | `influence` | `liberty` | `dumbtactic` | `greedy` | `ladder` | `capture` | `safe` | `maxeye` |
//! |---|---|---|---|---|---|---|---|---|---|
//! | 200 | 198 | 194 | 192 | 192 | 191 | 167 | 155 | 133 | 100 |
//!
//! # References
//! - The names are those of Fuego's SimplePlayers, see G. I. Lin, "Fuego Go: The Missing Manual", UC Santa Cruz, 2009.
//!   The move evaluations are this project's.

mod choice;
mod liberties;
mod tactical;
mod territory;

use super::{Point, Position};
use crate::framework::{Control, Decision, Game, Limits, Move, Player, Thinking};
use crate::util::Rng;

/// A function that chooses a move for the player to move; `None` is a pass.
pub type Pick = fn(&Position, &mut Rng) -> Option<Point>;

/// The entry of a Simple Go player in [`PLAYERS`].
pub struct SimplePlayerEntry {
    /// The name: `sp-` and Fuego's name.
    pub name: &'static str,
    /// A one-line description.
    pub doc: &'static str,
    /// Chooses its moves.
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
        doc: "maximizes the average liberties of its chains minus those of the opponent's chains",
        pick: liberties::average,
    },
    SimplePlayerEntry {
        name: "sp-liberty",
        doc: "captures and rescues stones with few liberties",
        pick: liberties::liberty,
    },
    SimplePlayerEntry {
        name: "sp-minlib",
        doc: "maximizes the fewest liberties of its chains minus those of the opponent's chains",
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
        pick: territory::influence,
    },
    SimplePlayerEntry {
        name: "sp-ladder",
        doc: "captures in ladders and escapes from them",
        pick: tactical::ladder,
    },
    SimplePlayerEntry { name: "sp-maxeye", doc: "builds eyes, one after another", pick: territory::max_eye },
    SimplePlayerEntry {
        name: "sp-safe",
        doc: "makes points safe, or prevents the opponent from doing so",
        pick: territory::safe,
    },
    SimplePlayerEntry {
        name: "sp-dumbtactic",
        doc: "extends or attacks the chain with the fewest liberties",
        pick: tactical::dumb_tactic,
    },
];

/// The player of a [`SimplePlayerEntry`]; it ignores the clock.
pub struct SimplePlayer {
    pick: Pick,
    seed: u64,
}

impl SimplePlayer {
    /// Creates the player; its choices depend only on `seed` and the position.
    pub fn new(pick: Pick, seed: u64) -> Self {
        Self { pick, seed }
    }
}

impl Player<Position> for SimplePlayer {
    fn decide(&mut self, game: &Position, _: Limits, _: &Control) -> Thinking {
        let mv = (self.pick)(game, &mut Rng::new(self.seed ^ game.key())).map_or(Move::PASS, Point::to_move);
        Thinking { decision: Decision::Play(mv), report: None }
    }
}
