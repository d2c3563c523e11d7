//! Game reviews: an analysis of each position, the loss of each move, and the turning points.
//!
//! `record.rs` writes a review into the game's SGF and reads it back, so that a review can be resumed; `page.rs`
//! renders it as a page.

mod page;
mod record;

pub use page::page;
pub use record::{annotated, turns};

use crate::engine::PlayerSpec;
use crate::engine::go::analysis::{Inquiry, analyze};
use crate::engine::go::status::Status;
use crate::framework::{Color, Control, Detail, Game, Limits, Move};
use crate::go::Position;

/// The analysis of a position, for Black.
#[derive(Clone, Debug, PartialEq)]
pub struct Turn {
    /// Black's win rate, in [0, 1].
    pub winrate: f64,
    /// Black's mean lead in points.
    pub lead: f64,
    /// The number of playouts.
    pub visits: u64,
    /// The principal variation, starting with the best move.
    pub line: Vec<Move>,
}

impl Turn {
    /// The win rate and the lead for a player.
    fn of(&self, color: Color) -> (f64, f64) {
        match color {
            Color::Black => (self.winrate, self.lead),
            Color::White => (1.0 - self.winrate, -self.lead),
        }
    }
}

/// A game to review: start and moves.
#[derive(Clone)]
pub struct ReviewedGame {
    /// The position before the first move.
    pub start: Position,
    /// The moves.
    pub moves: Vec<(Color, Move)>,
}

impl ReviewedGame {
    /// The positions before each move and at the end, each with its player to move.
    pub fn positions(&self) -> Vec<Position> {
        let mut position = self.start.clone();
        let mut positions = Vec::with_capacity(self.moves.len() + 1);
        for &(color, mv) in &self.moves {
            position.set_to_play(color);
            positions.push(position.clone());
            // Records contain illegal moves; a move on a stone was refused when the record was read.
            if position.play_unchecked(mv).is_err() {
                break;
            }
        }
        positions.push(position);
        positions
    }
}

/// Evaluations by the network of each position of a review, if nothing else is set. In games of 9x9, four times as many
/// found no more mistakes.
pub const ESTIMATES: u64 = 200;
/// Length of a longer search, relative to the review's other searches.
pub const DEEPER: u32 = 10;

/// Analyzes a position of a game; `None` if the control stops the search.
pub fn turn(spec: &PlayerSpec, position: &Position, inquiry: Inquiry, control: &Control) -> Option<Turn> {
    if position.outcome().is_some() {
        return Some(end(Status::of(spec, position, control).score, inquiry.limits));
    }
    let limits = Limits { detail: Detail::Leads, in_full: true, ..inquiry.limits };
    let inquiry = Inquiry { limits, ..inquiry };
    let analysis = analyze(spec, position, &inquiry, control, None);
    if control.stopped() {
        return None;
    }
    let line =
        analysis.moves.first().map_or(Vec::new(), |best| best.line.iter().map(|&(mv, _)| mv).collect());
    let (winrate, lead) = analysis.for_black();
    Some(Turn { winrate, lead, visits: analysis.root.visits, line })
}

/// The analysis of a finished game from its score in half points.
fn end(score: i32, limits: Limits) -> Turn {
    let winrate = f64::from(1 + score.signum()) / 2.0;
    Turn { winrate, lead: f64::from(score) / 2.0, visits: limits.playouts.unwrap_or(1), line: Vec::new() }
}

/// A move's loss: the values before it minus those after it, for the player who made it; at least 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Loss {
    /// The move number, from 1.
    pub number: usize,
    /// The player.
    pub color: Color,
    /// The loss of win rate, in [0, 1].
    pub winrate: f64,
    /// The loss of points.
    pub points: f64,
    /// The difference of the win rates, even if the move was expected or gained.
    pub change: f64,
}

impl Loss {
    /// A move's loss between the analyses before and after it. The expected move loses nothing.
    pub fn of(number: usize, color: Color, mv: Move, [before, after]: [&Turn; 2]) -> Self {
        let ((win_before, lead_before), (win_after, lead_after)) = (before.of(color), after.of(color));
        let change = (win_before - win_after).abs();
        if before.line.first() == Some(&mv) {
            return Self { number, color, winrate: 0.0, points: 0.0, change };
        }
        let [winrate, points] = [win_before - win_after, lead_before - lead_after].map(|loss| loss.max(0.0));
        Self { number, color, winrate, points, change }
    }
}

/// The loss of each move between two analyzed positions. The passes that end the game lose nothing.
pub fn losses(game: &ReviewedGame, turns: &[Turn]) -> Vec<Loss> {
    let last = game.moves.iter().rposition(|&(_, mv)| mv != Move::PASS).map_or(0, |last| last + 1);
    let pairs = turns.iter().zip(turns.iter().skip(1)).zip(&game.moves);
    pairs
        .zip(1..)
        .map(|(((before, after), &(color, mv)), number)| {
            if number > last {
                return Loss { number, color, winrate: 0.0, points: 0.0, change: 0.0 };
            }
            Loss::of(number, color, mv, [before, after])
        })
        .collect()
}

/// Minimum win rate loss of a turning point.
const MIN_LOSS: f64 = 0.08;

/// Each player's moves with the largest win rate losses, in game order. [`doubtful`] names the positions to search longer
/// first.
pub fn turning_points(losses: &[Loss]) -> Vec<Loss> {
    /// Maximum number of a player's turning points in a short game.
    const MAX: usize = 6;
    /// Moves of a longer game for each of them.
    const MOVES: usize = 16;
    let most = MAX.max(losses.len() / MOVES);
    let of = |color| {
        let counts = |loss: &&Loss| loss.color == color && loss.winrate >= MIN_LOSS && loss.points > 0.0;
        let mut own: Vec<Loss> = losses.iter().filter(counts).copied().collect();
        own.sort_by(|a, b| b.winrate.total_cmp(&a.winrate));
        own.truncate(most);
        own
    };
    let mut points: Vec<Loss> = Color::ALL.into_iter().flat_map(of).collect();
    points.sort_by_key(|loss| loss.number);
    points
}

/// A position before or after a turning point, or else another large change of the win rate, that was not yet searched
/// deeply. A short search is noisy and may mistake a good move for a bad one or overlook half of a loss. If the win rate
/// changes by the expected move or in the player's favor, the search before it was wrong, and the loss belongs to an
/// earlier move.
pub fn doubtful(losses: &[Loss], is_deep: &[bool]) -> Option<usize> {
    /// Minimum change; less than [`MIN_LOSS`], because a longer search may find more.
    const MIN: f64 = 0.03;
    /// Maximum number of changes to search around.
    const MAX: usize = 24;
    let mut changes: Vec<Loss> = losses.iter().filter(|loss| loss.change >= MIN).copied().collect();
    changes.sort_by(|a, b| b.change.total_cmp(&a.change));
    changes.truncate(MAX);
    let moves = [turning_points(losses), changes].concat();
    moves.iter().flat_map(|loss| [loss.number - 1, loss.number]).find(|&i| is_deep.get(i) == Some(&false))
}

/// A player's mean losses per move: win rate, in [0, 1], and points.
pub fn mean_loss(losses: &[Loss], color: Color) -> (f64, f64) {
    let own: Vec<&Loss> = losses.iter().filter(|loss| loss.color == color).collect();
    let count = own.len().max(1) as f64;
    let sum = |part: fn(&Loss) -> f64| own.iter().map(|loss| part(loss)).sum::<f64>();
    (sum(|loss| loss.winrate) / count, sum(|loss| loss.points) / count)
}

/// The names of the game phases.
pub const PHASES: [&str; 3] = ["opening", "middle game", "endgame"];

/// A move's phase on a board of a size: on 19x19 the opening has 50 moves, the middle game the next 100.
pub fn phase(number: usize, size: u8) -> usize {
    let points = f64::from(size) * f64::from(size);
    [50.0, 150.0].iter().filter(|&&end| number as f64 > points * end / 361.0).count()
}

#[cfg(test)]
mod tests;
