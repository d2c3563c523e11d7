//! The Simple Go players: each implements one idea about Go in a few lines on top of [`super::tactics`].
//!
//! They look at most one move ahead, and serve as examples and weak opponents. A player is a function from a position
//! to a point, listed in [`PLAYERS`]. All players choose among the moves of `moves`: legal moves that are not suicide
//! and fill no simple eye of their own. A player without such a move passes. Ties are broken at random, by the seed.
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

use std::cmp::Reverse;

use rand::seq::IndexedRandom;

use super::board::{Board, Map, cell, color_bits};
use super::tactics::ladder::{LadderReader, LadderStatus};
use super::tactics::secure::secure;
use super::tactics::{atari, chains, eyes, influence as radiation};
use super::{Point, Position};
use crate::framework::{Color, Control, Decision, Game, Limits, Move, Player, Thinking};
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

const fn entry(name: &'static str, doc: &'static str, pick: Pick) -> SimplePlayerEntry {
    SimplePlayerEntry { name, doc, pick }
}

/// All Simple Go players.
pub const PLAYERS: &[SimplePlayerEntry] = &[
    entry("sp-random", "any move", random),
    entry("sp-capture", "captures as many stones as possible, else any move", capture),
    entry(
        "sp-average",
        "maximizes the average liberties of its chains minus those of the opponent's chains",
        average,
    ),
    entry("sp-liberty", "captures and rescues stones with few liberties", liberty),
    entry(
        "sp-minlib",
        "maximizes the fewest liberties of its chains minus those of the opponent's chains",
        min_lib,
    ),
    entry("sp-greedy", "maximizes liberties and some influence", greedy),
    entry("sp-influence", "maximizes the points under its influence", influence),
    entry("sp-ladder", "captures in ladders and escapes from them", ladder),
    entry("sp-maxeye", "builds eyes, one after another", max_eye),
    entry("sp-safe", "makes points safe, or prevents the opponent from doing so", safe),
    entry("sp-dumbtactic", "extends or attacks the chain with the fewest liberties", dumb_tactic),
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

// The moves that the players choose from, and choosing the best of them.

/// The legal moves that neither fill an own simple eye nor are suicide, in no particular order.
fn moves(position: &Position) -> Vec<Point> {
    let (board, color) = (position.board(), position.to_play());
    let points = position.moves().into_iter().filter(|&mv| mv != Move::PASS).map(Point::of_move);
    points.filter(|&p| !board.is_suicide(p, color)).collect()
}

/// One of the points that are worth most, each as likely as the others; points of no worth are not considered.
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

// Players that count liberties one move ahead.

/// Chains with fewer liberties are in danger.
const SAFE: u16 = 3;

/// Maximizes the average liberties of own chains minus the opponent's.
fn average(position: &Position, rng: &mut Rng) -> Option<Point> {
    let average = |board: &Board, counts: &Map<u16>, color| {
        let (chains, sum) = chains::heads(board, color)
            .fold((0, 0), |(chains, sum), head| (chains + 1, sum + u32::from(counts[head])));
        f64::from(sum) / f64::from(chains.max(1))
    };
    lead(position, rng, average)
}

/// Maximizes the minimum liberties of an own chain minus the minimum of an opponent's chain.
fn min_lib(position: &Position, rng: &mut Rng) -> Option<Point> {
    lead(position, rng, |board, counts, color| {
        let fewest = chains::heads(board, color).map(|head| counts[head]).min();
        fewest.map_or(0, i32::from)
    })
}

/// Captures and rescues: minimizes the danger of own stones minus that of the opponent's. A stone's danger is the
/// number of liberties that its chain lacks to be safe; a captured stone lacks all of them.
fn liberty(position: &Position, rng: &mut Rng) -> Option<Point> {
    lead(position, rng, |board, counts, color| {
        let lacking = |head| board.chain_size(head) * usize::from(SAFE.saturating_sub(counts[head]));
        let danger = chains::heads(board, color).map(lacking).sum::<usize>();
        -((danger + usize::from(SAFE) * board.captured(color)) as i32)
    })
}

/// Maximizes own liberties minus the opponent's, plus influence with a lower weight.
fn greedy(position: &Position, rng: &mut Rng) -> Option<Point> {
    /// The value of a liberty, in points of influence.
    const LIBERTY: i32 = 4;
    let to_play = position.to_play();
    look(position, rng, |board| {
        let touched = |color| {
            board.empty_points().iter().filter(|&&p| color_bits(board.neighborhood3x3(p), color) != 0).count()
                as i32
        };
        LIBERTY * (touched(to_play) - touched(!to_play)) + radiation::balance(board, to_play)
    })
}

/// A move that maximizes the difference of `value` between the player and the opponent; `value` takes the board, each
/// chain's number of liberties, and a color.
fn lead<W: PartialOrd + std::ops::Sub<Output = W>>(
    position: &Position,
    rng: &mut Rng,
    value: impl Fn(&Board, &Map<u16>, Color) -> W,
) -> Option<Point> {
    let color = position.to_play();
    look(position, rng, |board| {
        let counts = chains::liberties(board);
        value(board, &counts, color) - value(board, &counts, !color)
    })
}

// Players that apply one tactic, and play a random move when it does not apply.

/// Captures as many stones as possible, else plays a random move.
fn capture(position: &Position, rng: &mut Rng) -> Option<Point> {
    look(position, rng, |after| after.captured(!position.to_play()))
}

/// Settles the largest chain of either color with an unsettled ladder. Failing that, captures the opponent's largest
/// chain that cannot escape a ladder, or else plays a random move.
fn ladder(position: &Position, rng: &mut Rng) -> Option<Point> {
    let (board, color) = (position.board(), position.to_play());
    let mut reader = LadderReader::default();
    let mut urgent = Vec::new();
    for head in Color::ALL.into_iter().flat_map(|owner| chains::heads(board, owner)) {
        if !board.may_have_two_liberties(head) {
            continue;
        }
        let is_lost = match reader.status(board, head) {
            LadderStatus::Unsettled => false,
            LadderStatus::Captured if board.color_at(head) != Some(color) => true,
            _ => continue,
        };
        if let Some(ladder) = reader.read(board, head, color) {
            urgent.push((ladder.first, (!is_lost, board.chain_size(head))));
        }
    }
    let worth = |p| urgent.iter().filter(|&&(first, _)| first == p).map(|&(_, worth)| worth).max();
    best(moves(position), rng, worth).or_else(|| random(position, rng))
}

/// Extends or attacks the chain of either color with the fewest liberties, at the point where its owner's move would
/// gain it the most liberties. Avoids self-atari, and reads nothing else.
fn dumb_tactic(position: &Position, rng: &mut Rng) -> Option<Point> {
    let (board, color) = (position.board(), position.to_play());
    let counts = chains::liberties(board);
    let worth = |p: Point| {
        let stones = p.neighbors().into_iter().filter(|&q| board.color_at(q).is_some());
        let chains = stones.map(|q| (counts[board.head(q)], extended(board, q, p), board.cell(q)));
        let helps = |&(now, then, owner): &(u16, u16, u8)| owner != color as u8 || then > now;
        chains.filter(helps).map(|(now, then, _)| (Reverse(now), then)).max()
    };
    let is_sound = |p: &Point| atari::captures(board, *p, color) || !atari::is_self_atari(board, *p, color);
    best(moves(position).into_iter().filter(is_sound), rng, worth).or_else(|| random(position, rng))
}

/// The number of liberties of a stone's chain after its owner's move at `p`; 0 if the move is suicide.
fn extended(board: &Board, stone: Point, p: Point) -> u16 {
    let Some(owner) = board.color_at(stone).filter(|&owner| !board.is_suicide(p, owner)) else { return 0 };
    let mut after = *board;
    after.clear_ko();
    after.play_legal(p, owner);
    chains::liberties(&after)[after.head(stone)]
}

// Players that maximize their influence, eyes, or safe points.

/// Maximizes own influence points minus the opponent's.
fn influence(position: &Position, rng: &mut Rng) -> Option<Point> {
    look(position, rng, |board| radiation::balance(board, position.to_play()))
}

/// Builds eyes: plays beside the empty point that the move brings closest to an eye and that is not yet one.
fn max_eye(position: &Position, rng: &mut Rng) -> Option<Point> {
    let (board, color) = (position.board(), position.to_play());
    best(moves(position), rng, |p| {
        let is_unfinished =
            |q: &Point| board.cell(*q) == cell::EMPTY && !eyes::is_simple_eye(board, *q, color);
        let mut after = *board;
        after.play_legal(p, color);
        let eyes = p.surroundings().into_iter().filter(is_unfinished);
        Some(eyes.map(|eye| eye_score(&after, eye, color)).max().unwrap_or(0))
    })
}

/// How close an empty point is to an eye of `color`, 0 to 12: 2 per orthogonal neighbor that is an own stone or border,
/// 1 per such diagonal neighbor; 0 if an orthogonal neighbor is an opponent's stone.
fn eye_score(board: &Board, p: Point, color: Color) -> u32 {
    if color_bits(board.neighborhood3x3(p), !color) != 0 {
        return 0;
    }
    let is_closed = |q: &Point| matches!(board.cell(*q), cell::BORDER) || board.color_at(*q) == Some(color);
    let closed = |points: &[Point]| points.iter().filter(|q| is_closed(q)).count() as u32;
    let around = p.surroundings();
    2 * closed(&around[..4]) + closed(&around[4..])
}

/// Plays where a move makes the most own points safe or prevents the most opponent points from becoming safe. A point's
/// worth is the sum over a move of either color there.
///
/// Never plays at the opponent's safe points, nor at own safe points unless dead stones remain among them.
fn safe(position: &Position, rng: &mut Rng) -> Option<Point> {
    let (board, color, suicide) = (position.board(), position.to_play(), position.rules().suicide);
    let [own, foreign] = [color, !color].map(|owner| secure(board, owner, suicide).points(board));
    let is_clean = own.iter().all(|&p| board.color_at(p) != Some(!color));
    let is_open = |p: &Point| !(foreign.contains(p) || is_clean && own.contains(p));
    let lead = |p: Point, mover: Color| {
        let mut after = *board;
        if !board.is_suicide(p, mover) {
            after.clear_ko();
            after.play_legal(p, mover);
        }
        let count = |owner| secure(&after, owner, suicide).points(&after).len() as i32;
        count(mover) - count(!mover)
    };
    best(moves(position).into_iter().filter(is_open), rng, |p| Some(lead(p, color) + lead(p, !color)))
}
