//! The Simple Go players: each is one idea about Go and a few lines over [`super::tactics`].
//!
//! They look at most one move ahead, and are there to be read, changed, played against and beaten. A player is
//! a function from a position to a point, and a line in [`PLAYERS`]. What all keep to is in `moves`: they play by
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

mod liberties;
mod shape;
mod tactical;

use rand::seq::IndexedRandom;

use super::board::Board;
use super::{Point, Position};
use crate::framework::{Control, Decision, Game, Limits, Move, Player, Thinking};
use crate::util::Rng;

/// Chooses a move for the player to move; `None` passes.
pub type Pick = fn(&Position, &mut Rng) -> Option<Point>;

/// A player that can be chosen.
pub struct Entry {
    /// The name, `sp-` before what Fuego calls it.
    pub name: &'static str,
    /// What it plays, in a line.
    pub doc: &'static str,
    /// How it chooses.
    pub pick: Pick,
}

/// All Simple Go players.
pub const PLAYERS: &[Entry] = &[
    Entry { name: "sp-random", doc: "any move", pick: random },
    Entry {
        name: "sp-capture",
        doc: "captures as many stones as it can, else any move",
        pick: tactical::capture,
    },
    Entry {
        name: "sp-average",
        doc: "maximizes the average liberties of its chains less those of the opponent's",
        pick: liberties::average,
    },
    Entry {
        name: "sp-liberty",
        doc: "captures and rescues stones with few liberties",
        pick: liberties::liberty,
    },
    Entry {
        name: "sp-minlib",
        doc: "maximizes the fewest liberties of its chains less those of the opponent's",
        pick: liberties::min_lib,
    },
    Entry { name: "sp-greedy", doc: "maximizes liberties and some influence", pick: liberties::greedy },
    Entry { name: "sp-influence", doc: "maximizes the points under its influence", pick: shape::influence },
    Entry { name: "sp-ladder", doc: "captures in ladders and escapes from them", pick: tactical::ladder },
    Entry { name: "sp-maxeye", doc: "builds the best eye it can, one after another", pick: shape::max_eye },
    Entry { name: "sp-safe", doc: "makes points safe, or keeps the opponent from it", pick: shape::safe },
    Entry {
        name: "sp-dumbtactic",
        doc: "extends or attacks the chain with the fewest liberties",
        pick: tactical::dumb_tactic,
    },
];

/// Plays what an [`Entry`] chooses; the clock means nothing to it.
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

/// Returns the legal moves that fill no simple eye and kill no own stones, in no particular order.
fn moves(position: &Position) -> Vec<Point> {
    let (board, color) = (position.board(), position.to_play());
    let mut moves = Vec::new();
    position.candidates(&mut moves);
    let points = moves.into_iter().filter(|&mv| mv != Move::PASS).map(Point::of_move);
    points.filter(|&p| !board.is_suicide(p, color)).collect()
}

/// Returns one of the points that are worth most, each as likely as the others; points of no worth are not
/// considered.
fn best<W: PartialOrd>(
    points: impl IntoIterator<Item = Point>,
    rng: &mut Rng,
    mut worth: impl FnMut(Point) -> Option<W>,
) -> Option<Point> {
    let mut most = None;
    let mut ties = Vec::new();
    for p in points {
        let worth = worth(p);
        if worth > most {
            most = worth;
            ties.clear();
        } else if worth < most || worth.is_none() {
            continue;
        }
        ties.push(p);
    }
    ties.choose(rng).copied()
}

/// Looks one move ahead: returns one of the moves that lead to the boards of most worth.
fn look<W: PartialOrd>(position: &Position, rng: &mut Rng, worth: impl Fn(&Board) -> W) -> Option<Point> {
    best(moves(position), rng, |p| {
        let mut after = *position.board();
        after.play_legal(p, position.to_play());
        Some(worth(&after))
    })
}

/// Any move.
fn random(position: &Position, rng: &mut Rng) -> Option<Point> {
    best(moves(position), rng, |_| Some(()))
}
