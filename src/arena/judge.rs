//! Referees: the interface between a match and the rules of its game (side to move, legal moves, result), and the
//! referee for Go, whose programs may disagree on the rules.
//!
//! A move of Go loses the game when no common rule set allows it: off the board, on a stone, suicide, or retaking a
//! ko at once. The programs decide on moves that repeat an earlier position: if the opponent refuses such a
//! move, the player who repeated loses, because most rule sets forbid it; if the opponent accepts the move, the
//! game goes on. An opponent that refuses any other move loses. Two passes end a game; the programs state the
//! winner.

use super::Claim;
use crate::framework::{Color, Game, IllegalMove, Move};
use crate::go::{KoRule, Point, Position, Rules, vertex};

/// The rules of a game, at one position of a game between two programs.
pub trait Judge {
    /// The player to move.
    fn to_play(&self) -> Color;

    /// Plays a move for the player to move and returns it in the form that the other programs are told.
    ///
    /// # Errors
    /// Says why the move loses the game: the text is not a move, or the move is illegal.
    fn play(&mut self, text: &str) -> Result<Played, String>;

    /// The result, unknown where the programs have to agree on it; `None` until the game ends.
    fn result(&self) -> Option<Claim>;
}

/// A move that a judge accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The move in the form that the other programs are told.
    pub text: String,
    /// Whether the opponent may refuse the move, because it repeats a position: the player then loses.
    pub repeats: bool,
}

/// The judge of a game of Go, at a position with [`rules`].
pub(super) struct GoJudge(pub(super) Position);

impl Judge for GoJudge {
    fn to_play(&self) -> Color {
        self.0.to_play()
    }

    fn play(&mut self, text: &str) -> Result<Played, String> {
        let mv =
            vertex::parse(text, self.0.board().size()).map_err(|error| format!("invalid reply: {error}"))?;
        let repeats = repeats(&self.0, mv);
        self.0.play(mv).map_err(|error| format!("{error}, {text}"))?;
        Ok(Played { text: Point::of_move(mv).to_string(), repeats })
    }

    fn result(&self) -> Option<Claim> {
        (self.0.passes() >= 2).then_some(Claim::Unknown)
    }
}

/// The rules by which moves are judged.
pub(super) fn rules() -> Rules {
    Rules { ko: KoRule::Simple, suicide: false, ..Rules::default() }
}

/// True if a move is legal by [`rules`] but recreates an earlier position, which positional superko forbids.
fn repeats(position: &Position, mv: Move) -> bool {
    let mut strict = position.clone();
    strict.set_rules(Rules { ko: KoRule::Positional, ..rules() });
    position.check(mv).is_ok() && strict.check(mv) == Err(IllegalMove::Superko)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::util::Rng;

    fn stones(position: &Position) -> Vec<Option<Color>> {
        position.board().points().map(|p| position.board().color_at(p)).collect()
    }

    #[test]
    fn repeated_positions_are_those_seen_before() {
        let (mut rng, mut found) = (Rng::new(1), 0);
        for _ in 0..20 {
            let mut position = Position::new(2, rules());
            let mut seen = vec![stones(&position)];
            for _ in 0..60 {
                let points: Vec<Point> = position.board().points().chain([Point::NULL]).collect();
                let mv = points[rng.below(points.len())].to_move();
                let mut after = position.clone();
                let expected = after.play(mv).is_ok() && mv != Move::PASS && seen.contains(&stones(&after));
                assert_eq!(repeats(&position, mv), expected);
                if position.play(mv).is_ok() {
                    found += usize::from(expected);
                    seen.push(stones(&position));
                }
            }
        }
        assert!(found > 10, "{found}");
    }
}
