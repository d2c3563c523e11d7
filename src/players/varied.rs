//! Humanlike moves: sampled from those the search favors, or played by intuition without reading.

use rand::RngExt as _;
use rand::seq::IndexedRandom;

use super::PlayerParams;
use crate::framework::{Control, Decision, Detail, Game, Limits, Move, MoveStat, Player, Report, Thinking};
use crate::util::Rng;

impl PlayerParams {
    /// The intuition weight of a move with this share of the maximum probability.
    pub fn intuitive(&self, share: f64) -> f64 {
        // NaN, of moves without probabilities, fails the comparison.
        if share >= self.intuition_floor { share.powf(1.0 / self.intuition_temperature) } else { 0.0 }
    }
}

/// Plays a move sampled from the statistics of the inner player's search.
///
/// Passes and moves with a proven result are neither replaced nor chosen.
///
/// # References
/// - D. Silver et al., "Mastering the game of Go without human knowledge", Nature 550, 2017: moves in proportion to
///   visits, with a temperature.
/// - I-C. Wu et al., "On Strength Adjustment for MCTS-Based Programs", AAAI 2019: strength by temperature, and a
///   threshold that excludes blunders.
pub struct Varied<P, F> {
    inner: P,
    params: PlayerParams,
    taste: F,
    seed: u64,
}

impl<P, F> Varied<P, F> {
    /// `taste` is a nonnegative factor on a move's intuition probability; moves of factor 0 are never sampled. Choices
    /// depend only on `seed` and the position.
    pub fn new(inner: P, params: PlayerParams, taste: F, seed: u64) -> Self {
        Self { inner, params, taste, seed }
    }

    fn vary<G: Game>(&self, game: &G, mv: Move, report: &Report, rng: &mut Rng) -> Option<Move>
    where
        F: Fn(&G, &Report, Move) -> f64,
    {
        let PlayerParams { temperature, intuition, .. } = self.params;
        let is_certain = report.moves.iter().any(|stat| stat.mv == mv && stat.proven.is_some());
        if mv == Move::PASS || is_certain {
            return None;
        }
        let choices: Vec<&MoveStat> =
            report.moves.iter().filter(|stat| stat.mv != Move::PASS && stat.proven.is_none()).collect();
        let is_intuitive = intuition > 0.0 && rng.random_bool(intuition);
        let mut choose = |weight: &dyn Fn(&MoveStat) -> f64| {
            choices.choose_weighted(rng, |stat| weight(stat)).ok().map(|stat| stat.mv)
        };
        if is_intuitive {
            let greatest = choices.iter().map(|stat| stat.probability).fold(0.0, f64::max);
            return choose(&|stat| {
                self.params.intuitive(stat.probability / greatest) * (self.taste)(game, report, stat.mv)
            });
        }
        if temperature == 0.0 {
            return None;
        }
        // Relative to the largest count, because the power of a count may overflow.
        let most = choices.iter().map(|stat| stat.count).max()?.max(1) as f64;
        choose(&|stat| {
            let is_shunned = (self.taste)(game, report, stat.mv) == 0.0;
            if is_shunned { 0.0 } else { (stat.count as f64 / most).powf(1.0 / temperature) }
        })
    }
}

impl<G: Game, P: Player<G>, F: Fn(&G, &Report, Move) -> f64 + Send> Player<G> for Varied<P, F> {
    fn decide(&mut self, game: &G, mut limits: Limits, control: &Control) -> Thinking {
        if self.params.intuition > 0.0 {
            // Taste may ask for the owners.
            limits.detail = limits.detail.max(Detail::Owners);
        }
        let mut thinking = self.inner.decide(game, limits, control);
        if let (Decision::Play(mv), Some(report)) = (thinking.decision, &thinking.report)
            && let Some(other) = self.vary(game, mv, report, &mut Rng::new(self.seed ^ game.key()))
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
    use crate::framework::nim::Nim;
    use crate::util::params::Params as _;

    fn stat(mv: u16, count: u64) -> MoveStat {
        MoveStat { mv: Move(mv), count, ..MoveStat::default() }
    }

    fn best() -> PlayerParams {
        PlayerParams { intuition_floor: 0.0, ..PlayerParams::for_size(9) }
    }

    /// How often each of the moves 1 to 3 is played in place of move 1; taste rejects move 3.
    fn counts_with(params: PlayerParams, moves: &[MoveStat]) -> [usize; 3] {
        let shun = |_: &Nim, _: &Report, mv: Move| if mv == Move(3) { 0.0 } else { 1.0 };
        let (player, mut rng) = (Varied::new((), params, shun, 1), Rng::new(1));
        let report = Report { moves: moves.to_vec(), ..Report::default() };
        let mut counts = [0; 3];
        for _ in 0..1000 {
            let Move(mv) = player.vary(&Nim::new(7), Move(1), &report, &mut rng).unwrap_or(Move(1));
            counts[usize::from(mv) - 1] += 1;
        }
        counts
    }

    fn counts(temperature: f64, moves: &[MoveStat]) -> [usize; 3] {
        counts_with(PlayerParams { temperature, ..best() }, moves)
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
        let player =
            Varied::new((), PlayerParams { temperature: 3.0, ..best() }, |_: &Nim, _: &Report, _| 1.0, 1);
        let report = Report { moves: vec![stat(0, 50), stat(1, 50)], ..Report::default() };
        assert_eq!(player.vary(&Nim::new(7), Move::PASS, &report, &mut Rng::new(1)), None);
    }

    #[test]
    fn intuition_follows_the_probabilities_and_not_the_playouts() {
        let stat = |mv, count, probability| MoveStat { probability, ..stat(mv, count) };
        let moves = [stat(1, 90, 0.2), stat(2, 5, 0.6), stat(3, 5, 0.2)];
        let whole = PlayerParams { intuition: 1.0, ..best() };
        let [first, second, shunned] = counts_with(whole.clone(), &moves);
        assert!((200..300).contains(&first) && second == 1000 - first && shunned == 0, "{first}");
        let [first, _, _] = counts_with(PlayerParams { intuition: 0.5, ..best() }, &moves);
        assert!((575..675).contains(&first), "{first}");
        assert_eq!(counts_with(PlayerParams { intuition_floor: 0.5, ..whole }, &moves), [0, 1000, 0]);
        let [first, _, _] = counts_with(PlayerParams { intuition_temperature: 10.0, ..whole }, &moves);
        assert!((425..525).contains(&first), "{first}");
    }

    #[test]
    fn without_probabilities_the_search_chooses() {
        assert_eq!(
            counts_with(PlayerParams { intuition: 1.0, ..best() }, &[stat(1, 9), stat(2, 8)]),
            [1000, 0, 0]
        );
    }
}
