//! Players that look one move ahead and count liberties.

use super::choice::look;
use crate::framework::{Color, Game};
use crate::go::board::{Board, Map, color_bits};
use crate::go::tactics::{chains, influence};
use crate::go::{Point, Position};
use crate::util::Rng;

/// Chains with fewer liberties are in danger.
const SAFE: u16 = 3;

/// Maximizes the average liberties of own chains less those of the opponent's.
pub(super) fn average(position: &Position, rng: &mut Rng) -> Option<Point> {
    let average = |board: &Board, counts: &Map<u16>, color| {
        let (chains, sum) = chains::heads(board, color)
            .fold((0, 0), |(chains, sum), head| (chains + 1, sum + u32::from(counts[head])));
        f64::from(sum) / f64::from(chains.max(1))
    };
    lead(position, rng, average)
}

/// Maximizes the liberties of the own chain that has fewest, less those of the opponent's.
pub(super) fn min_lib(position: &Position, rng: &mut Rng) -> Option<Point> {
    lead(position, rng, |board, counts, color| {
        let fewest = chains::heads(board, color).map(|head| counts[head]).min();
        fewest.map_or(0, i32::from)
    })
}

/// Captures and rescues: minimizes the own stones in danger, those captured included, less the opponent's. A
/// stone counts for as many liberties as its chain lacks to be out of danger.
pub(super) fn liberty(position: &Position, rng: &mut Rng) -> Option<Point> {
    lead(position, rng, |board, counts, color| {
        let lacking = |head| board.chain_size(head) * usize::from(SAFE.saturating_sub(counts[head]));
        let danger = chains::heads(board, color).map(lacking).sum::<usize>();
        -((danger + usize::from(SAFE) * board.captured(color)) as i32)
    })
}

/// Maximizes the points beside own stones less those beside the opponent's, and a little the own influence.
pub(super) fn greedy(position: &Position, rng: &mut Rng) -> Option<Point> {
    /// What a liberty is worth in points of influence.
    const LIBERTY: i32 = 4;
    let to_play = position.to_play();
    look(position, rng, |board| {
        let touched = |color| {
            board.empty_points().iter().filter(|&&p| color_bits(board.code(p), color) != 0).count() as i32
        };
        LIBERTY * (touched(to_play) - touched(!to_play)) + influence::balance(board, to_play)
    })
}

/// Looks one move ahead for the greatest lead in what `value` makes of a color's chains and their liberties.
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
