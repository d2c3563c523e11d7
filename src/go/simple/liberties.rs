//! Players that count liberties one move ahead.

use super::choice::look;
use crate::framework::{Color, Game};
use crate::go::board::{Board, Map, color_bits};
use crate::go::tactics::{chains, influence};
use crate::go::{Point, Position};
use crate::util::Rng;

/// Chains with fewer liberties are in danger.
const SAFE: u16 = 3;

/// Maximizes the average liberties of own chains minus the opponent's.
pub(super) fn average(position: &Position, rng: &mut Rng) -> Option<Point> {
    let average = |board: &Board, counts: &Map<u16>, color| {
        let (chains, sum) = chains::heads(board, color)
            .fold((0, 0), |(chains, sum), head| (chains + 1, sum + u32::from(counts[head])));
        f64::from(sum) / f64::from(chains.max(1))
    };
    lead(position, rng, average)
}

/// Maximizes the minimum liberties of an own chain minus the minimum of an opponent's chain.
pub(super) fn min_lib(position: &Position, rng: &mut Rng) -> Option<Point> {
    lead(position, rng, |board, counts, color| {
        let fewest = chains::heads(board, color).map(|head| counts[head]).min();
        fewest.map_or(0, i32::from)
    })
}

/// Captures and rescues: minimizes the danger of own stones minus that of the opponent's. A stone's danger is the
/// number of liberties that its chain lacks to be safe; a captured stone lacks all of them.
pub(super) fn liberty(position: &Position, rng: &mut Rng) -> Option<Point> {
    lead(position, rng, |board, counts, color| {
        let lacking = |head| board.chain_size(head) * usize::from(SAFE.saturating_sub(counts[head]));
        let danger = chains::heads(board, color).map(lacking).sum::<usize>();
        -((danger + usize::from(SAFE) * board.captured(color)) as i32)
    })
}

/// Maximizes own liberties minus the opponent's, plus influence with a lower weight.
pub(super) fn greedy(position: &Position, rng: &mut Rng) -> Option<Point> {
    /// The value of a liberty, in points of influence.
    const LIBERTY: i32 = 4;
    let to_play = position.to_play();
    look(position, rng, |board| {
        let touched = |color| {
            board.empty_points().iter().filter(|&&p| color_bits(board.neighborhood3x3(p), color) != 0).count()
                as i32
        };
        LIBERTY * (touched(to_play) - touched(!to_play)) + influence::balance(board, to_play)
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
