//! Random choice among the moves that a search favors.

use rand::seq::IndexedRandom;

use crate::framework::{Control, Decision, Game, Limits, Move, MoveStat, Player, Thinking};
use crate::util::Rng;

/// Plays a move visited by the inner player's search with a probability in proportion to playouts^(1/`temperature`).
///
/// A pass is neither replaced nor chosen, and neither is a move whose result is proven.
///
/// # References
/// - D. Silver et al., "Mastering the game of Go without human knowledge", Nature 550, 2017: moves in proportion to
///   their visits, and the temperature.
pub struct Varied<P> {
    inner: P,
    temperature: f64,
    seed: u64,
}

impl<P> Varied<P> {
    /// The choices depend on `seed` and the position alone; at temperature 0 it plays the inner player's move.
    pub fn new(inner: P, temperature: f64, seed: u64) -> Self {
        Self { inner, temperature, seed }
    }

    fn vary(&self, mv: Move, moves: &[MoveStat], rng: &mut Rng) -> Option<Move> {
        let is_certain = moves.iter().any(|stat| stat.mv == mv && stat.proven.is_some());
        if mv == Move::PASS || is_certain || self.temperature == 0.0 {
            return None;
        }
        let choices: Vec<&MoveStat> =
            moves.iter().filter(|stat| stat.mv != Move::PASS && stat.proven.is_none()).collect();
        // Relative to the largest count: a power of a count itself may be infinite.
        let most = choices.iter().map(|stat| stat.count).max()?.max(1) as f64;
        let weight = |stat: &&MoveStat| (stat.count as f64 / most).powf(1.0 / self.temperature);
        choices.choose_weighted(rng, weight).ok().map(|stat| stat.mv)
    }
}

impl<G: Game, P: Player<G>> Player<G> for Varied<P> {
    fn decide(&mut self, game: &G, limits: Limits, control: &Control) -> Thinking {
        let mut thinking = self.inner.decide(game, limits, control);
        if let (Decision::Play(mv), Some(report)) = (thinking.decision, &thinking.report)
            && let Some(other) = self.vary(mv, &report.moves, &mut Rng::new(self.seed ^ game.key()))
        {
            thinking.decision = Decision::Play(other);
        }
        thinking
    }

    fn clear(&mut self) {
        self.inner.clear();
    }

    hand_on_to_inner!(G);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stat(mv: u16, count: u64) -> MoveStat {
        MoveStat { mv: Move(mv), count, ..MoveStat::default() }
    }

    /// How often each of the moves 1 to 3 is played in place of move 1.
    fn counts(temperature: f64, moves: &[MoveStat]) -> [usize; 3] {
        let (player, mut rng) = (Varied::new((), temperature, 1), Rng::new(1));
        let mut counts = [0; 3];
        for _ in 0..1000 {
            let Move(mv) = player.vary(Move(1), moves, &mut rng).unwrap_or(Move(1));
            counts[usize::from(mv) - 1] += 1;
        }
        counts
    }

    #[test]
    fn the_temperature_evens_the_chances_of_visited_moves() {
        let moves = [stat(1, 80), stat(0, 50), stat(2, 20), stat(3, 0)];
        assert_eq!(counts(0.0, &moves), [1000, 0, 0]);
        let [first, second, none] = counts(1.0, &moves);
        assert!((750..850).contains(&first) && second == 1000 - first && none == 0, "{first} {second}");
        let [first, _, _] = counts(2.0, &moves);
        assert!((620..710).contains(&first), "{first}");
        assert!(counts(0.01, &[stat(1, u64::MAX), stat(2, 20)])[0] == 1000);
    }

    #[test]
    fn passes_and_proven_moves_are_not_left_to_chance() {
        let lost = MoveStat { proven: Some(false), ..stat(2, 50) };
        let won = MoveStat { proven: Some(true), ..stat(1, 50) };
        assert_eq!(counts(3.0, &[stat(1, 50), lost]), [1000, 0, 0]);
        assert_eq!(counts(3.0, &[won, stat(2, 50)]), [1000, 0, 0]);
        assert_eq!(
            Varied::new((), 3.0, 1).vary(Move::PASS, &[stat(0, 50), stat(1, 50)], &mut Rng::new(1)),
            None
        );
    }
}
