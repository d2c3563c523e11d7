//! A short search to decide whether a chain lives when playouts leave it in doubt.
//!
//! The search's komi makes the score even without the points at stake, so the chain's owner wins if the chain lives and
//! loses if it dies. All stones count as alive at the end; dead stones must be captured.

use super::search::brief_search;
use crate::engine::spec::PlayerSpec;
use crate::framework::{Color, Game, Until};
use crate::go::board::Map;
use crate::go::{HandicapBonus, Komi, Point, Position, Rules, Scoring, score};

/// Playouts per search.
const PLAYOUTS: u64 = 500;

/// The owner's mean value must differ from 0.5 by more than this for a decision.
const MARGIN: f64 = 0.1;

/// Whether a chain lives if the other chains of `dead` are dead; `None` if the searches are undecided or late, or if
/// every point has the same owner either way. `ownership` is the share of playouts in which Black owns each point,
/// minus White's. The owner's value is the mean of two searches, one with each player to move first; after two passes,
/// only the player to move moves first, because that player would resume the game. The result is deterministic.
pub(super) fn lives(
    spec: &PlayerSpec,
    position: &Position,
    head: Point,
    dead: &[Point],
    ownership: &Map<f32>,
    until: Until<'_>,
) -> Option<bool> {
    let board = position.board();
    let color = board.color_at(head)?;
    let mut dead: Vec<Point> = dead.iter().copied().filter(|&p| p != head).collect();
    let owners_alive = score::owners(board, &dead);
    dead.push(head);
    let owners_dead = score::owners(board, &dead);
    let (others, at_stake): (Vec<Point>, Vec<Point>) =
        board.points().partition(|&p| owners_alive[p] == owners_dead[p]);
    if at_stake.is_empty() {
        return None;
    }
    // The other points count as in playouts, because the search evaluates by playouts too.
    let lead: f32 = others.iter().map(|&p| ownership[p]).sum();
    // In half points, made odd so that no game is a draw.
    let even = (2.0 * lead) as i32 | 1;
    let rules = Rules {
        komi: Komi::from_half_points(even),
        handicap_bonus: HandicapBonus::None,
        scoring: Scoring::Area,
        capture_dead: true,
        two_passes_end_game: true,
        ..*position.rules()
    };
    let value = |first: Color| {
        let mut game = position.clone();
        game.set_rules(rules);
        game.forget_passes();
        game.set_to_play(first);
        let value = brief_search(spec, &game, PLAYOUTS, until)?.value;
        Some(if first == color { value } else { 1.0 - value })
    };
    let mean = match position.passes() {
        0 | 1 => (value(color)? + value(!color)?) / 2.0,
        _ => value(position.to_play())?,
    };
    ((mean - 0.5).abs() > MARGIN).then_some(mean > 0.5)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::settings::Settings;
    use crate::engine::spec::BoardSize;
    use crate::framework::Control;
    use crate::go::diagram;

    /// The black corner lives. A komi that counted White's bottom right stones as dead made it lose every game.
    #[test]
    fn a_mistake_about_another_chain_does_not_kill() {
        const BOARD: &str = "
            . X . X O . O . O
            X X X X O O O O O
            O O O O O . O . O
            O O O O O O O O O
            X X X X X X X X X
            X . X . X X O O O
            X X X X X X O . O
            . X . X . X O O O
            X X X X X X O . O";
        let position = diagram::parse(BOARD).unwrap();
        let board = position.board();
        let (corner, white) = (board.head(Point::at(0, 7)), Point::at(6, 0));
        let owners = score::owners(board, &[]);
        let mut ownership = Map::new(0.0);
        for p in board.points() {
            ownership[p] = owners[p].map_or(0.0, |owner| f32::from(owner.sign()));
        }
        let spec = Settings::new(9).spec(BoardSize::square(9), 1);
        let control = Control::default();
        let until = Until { deadline: None, control: &control };
        assert_eq!(lives(&spec, &position, corner, &[white], &ownership, until), Some(true));
    }
}
