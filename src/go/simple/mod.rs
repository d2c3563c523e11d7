//! The Simple Go players: each implements one idea about Go in a few lines on top of [`super::tactics`].
//!
//! They look at most one move ahead, and serve as examples and as weak opponents. A player is a function from
//! a position to a point, listed in [`PLAYERS`]. The function `moves` returns the moves that all players
//! choose from: legal moves that do not fill an own simple eye and are not suicide. A player without such a
//! move passes. Ties are broken at random, by the seed.
//!
//! Games won of 200 against `random` on 7x7, with alternating colors and a komi of 0.5:
//!
//! | `average` | `minlib` | `influence` | `liberty` | `dumbtactic` | `greedy` | `ladder` | `capture` | `safe` | `maxeye` |
//! |---|---|---|---|---|---|---|---|---|---|
//! | 200 | 198 | 194 | 192 | 192 | 191 | 167 | 155 | 133 | 100 |
//!
//! # References
//! - The names are those of Fuego's library SimplePlayers, see G. I. Lin, "Fuego Go: The Missing Manual",
//!   UC Santa Cruz, 2009. The evaluation of moves is this project's.

mod liberties;
mod tactical;
mod territory;

use super::board::Board;
use super::{Point, Position};
use crate::framework::{Control, Decision, Game, Limits, Move, Player, Thinking};
use crate::util::Rng;

/// A function that chooses a move for the player to move; `None` is a pass.
pub type Pick = fn(&Position, &mut Rng) -> Option<Point>;

/// The entry of a Simple Go player in [`PLAYERS`].
pub struct SimpleEntry {
    /// The name: `sp-` and Fuego's name.
    pub name: &'static str,
    /// A description of one line.
    pub doc: &'static str,
    /// The function that chooses its moves.
    pub pick: Pick,
}

/// All Simple Go players.
pub const PLAYERS: &[SimpleEntry] = &[
    SimpleEntry { name: "sp-random", doc: "any move", pick: random },
    SimpleEntry {
        name: "sp-capture",
        doc: "captures as many stones as it can, else any move",
        pick: tactical::capture,
    },
    SimpleEntry {
        name: "sp-average",
        doc: "maximizes the average liberties of its chains minus those of the opponent's chains",
        pick: liberties::average,
    },
    SimpleEntry {
        name: "sp-liberty",
        doc: "captures and rescues stones with few liberties",
        pick: liberties::liberty,
    },
    SimpleEntry {
        name: "sp-minlib",
        doc: "maximizes the fewest liberties of its chains minus those of the opponent's chains",
        pick: liberties::min_lib,
    },
    SimpleEntry { name: "sp-greedy", doc: "maximizes liberties and some influence", pick: liberties::greedy },
    SimpleEntry {
        name: "sp-influence",
        doc: "maximizes the points under its influence",
        pick: territory::influence,
    },
    SimpleEntry {
        name: "sp-ladder",
        doc: "captures in ladders and escapes from them",
        pick: tactical::ladder,
    },
    SimpleEntry { name: "sp-maxeye", doc: "builds eyes, one after another", pick: territory::max_eye },
    SimpleEntry {
        name: "sp-safe",
        doc: "makes points safe, or prevents the opponent from doing so",
        pick: territory::safe,
    },
    SimpleEntry {
        name: "sp-dumbtactic",
        doc: "extends or attacks the chain with the fewest liberties",
        pick: tactical::dumb_tactic,
    },
];

/// The player of a [`SimpleEntry`]; it ignores the clock.
pub struct SimplePlayer {
    pick: Pick,
    rng: Rng,
}

impl SimplePlayer {
    /// Creates the player; `seed` determines its random choices.
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

/// Returns the legal moves that neither fill an own simple eye nor are suicide, in no particular order.
fn moves(position: &Position) -> Vec<Point> {
    let (board, color) = (position.board(), position.to_play());
    let mut moves = Vec::new();
    position.candidates(&mut moves);
    let points = moves.into_iter().filter(|&mv| mv != Move::PASS).map(Point::of_move);
    points.filter(|&p| !board.is_suicide(p, color)).collect()
}

/// Returns a random one of the points with the greatest worth; points whose worth is `None` are left out.
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
    ties.get(rng.below(ties.len())).copied()
}

/// Returns a random one of the moves after which the board has the greatest worth.
fn look<W: PartialOrd>(position: &Position, rng: &mut Rng, worth: impl Fn(&Board) -> W) -> Option<Point> {
    best(moves(position), rng, |p| {
        let mut after = *position.board();
        after.play_legal(p, position.to_play());
        Some(worth(&after))
    })
}

/// Plays a random move.
fn random(position: &Position, rng: &mut Rng) -> Option<Point> {
    best(moves(position), rng, |_| Some(()))
}
