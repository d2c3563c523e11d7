//! Scoring of finished positions by area or territory, for given dead stones.
//!
//! In a list of dead stones, one stone stands for its whole chain, and empty points are ignored. All results
//! are Black's points minus White's; only [`final_score`] includes the komi.
//!
//! # References
//! - J. Tromp, "The game of Go", <https://tromp.github.io/go.html> (area).
//! - Nihon Kiin, "The Japanese Rules of Go", 1989 (territory).

mod finished;

pub use finished::{Count, counts, final_score};

use super::board::{Board, Map, POINTS, Point, Tracking, cell};
use crate::framework::Color;

/// Black's area minus White's in points after removal of the dead stones: stones, and empty regions that reach one
/// color only. Without dead stones, the score by Tromp-Taylor rules.
pub fn area<F: Tracking>(board: &Board<F>, dead: &[Point]) -> i32 {
    let owners = owners(board, dead);
    board.points().map(|p| owners[p].map_or(0, |color| i32::from(color.sign()))).sum()
}

/// Black's territory and prisoners minus White's in points: the area less [`surplus`].
///
/// A dead stone counts as a prisoner and its point as territory. Unlike in the Japanese rules, any empty region that
/// reaches living stones of only one color is territory, so eyes in seki and points where a chain must still connect
/// count too.
pub fn territory<F: Tracking>(board: &Board<F>, dead: &[Point]) -> i32 {
    area(board, dead) - surplus(board)
}

/// The number of stones placed by Black minus those placed by White: stones on the board, and prisoners.
///
/// Equals area minus territory. A living stone counts one point in area only, and a prisoner one point in territory
/// only.
pub fn surplus<F: Tracking>(board: &Board<F>) -> i32 {
    let placed = |color| (board.stones(color) + board.captured(color)) as i32;
    placed(Color::Black) - placed(Color::White)
}

/// The owner of each point under area scoring: the color of the living stone on it or of the stones
/// around its region; `None` when the region reaches both colors or no stone.
pub fn owners<F: Tracking>(board: &Board<F>, dead: &[Point]) -> Map<Option<Color>> {
    let mut cells = Map::new(cell::BORDER);
    let mut owners = Map::new(None);
    for p in board.points() {
        cells[p] = board.cell(p);
        owners[p] = board.color_at(p);
    }
    for &stone in dead.iter().filter(|&&p| board.color_at(p).is_some()) {
        for p in board.stones_of(board.head(stone)) {
            cells[p] = cell::EMPTY;
        }
    }
    let mut seen = Map::new(false);
    // No allocation, because playouts that end early are scored here.
    let mut region = [Point::NULL; POINTS];
    for start in board.points() {
        if cells[start] != cell::EMPTY || seen[start] {
            continue;
        }
        seen[start] = true;
        region[0] = start;
        let (mut reached, mut next, mut len) = (0, 0, 1);
        while next < len {
            let p = region[next];
            next += 1;
            for q in p.neighbors() {
                match cells[q] {
                    cell::EMPTY if !seen[q] => {
                        seen[q] = true;
                        region[len] = q;
                        len += 1;
                    }
                    cell::BORDER => {}
                    stone => reached |= stone,
                }
            }
        }
        let owner = match reached {
            cell::BLACK => Some(Color::Black),
            cell::WHITE => Some(Color::White),
            _ => None,
        };
        for &p in &region[..len] {
            owners[p] = owner;
        }
    }
    owners
}

/// A score in half points as text: `B+31`, `W+2.5`, or `0` for a draw.
pub fn text(half_points: i32) -> String {
    let points = f64::from(half_points.unsigned_abs()) / 2.0;
    match half_points {
        0 => "0".to_owned(),
        1.. => format!("B+{points}"),
        _ => format!("W+{points}"),
    }
}
