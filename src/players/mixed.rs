//! Monte Carlo first, alpha-beta at the end.
//!
//! # References
//! - C. Hunt, "Fuegito User Manual", 2012 (MixedMcAbPlayer).

use crate::framework::{Control, Decision, Game, Limits, Move, Player, Search, Thinking};

crate::params! {
    /// The parameters of the mixed player.
    pub struct MixedParams {
        simulations: u64 = 0, in 0..=1_000_000_000, "Monte Carlo: minimum tries per move, whatever the time; 0: as time allows.";
        depth: u64 = 12, in 1.., "Alpha-beta takes over once Monte Carlo's longest line is at most this long, and searches to this depth.";
        alpha: f64 = f64::NEG_INFINITY, in .., "Alpha-beta: lower bound of the window; values at or below it are not distinguished.";
        beta: f64 = f64::INFINITY, in .., "Alpha-beta: upper bound of the window; values at or above it are not distinguished.";
    } check |params| if params.alpha < params.beta { Ok(()) } else { Err("alpha below beta") }
}

/// Searches by Monte Carlo until the longest line of a search has at most `depth` moves, then by alpha-beta from the
/// next move on.
pub struct Mixed<G: Game> {
    monte_carlo: Box<dyn Search<G>>,
    alpha_beta: Box<dyn Search<G>>,
    depth: u64,
    /// The longest line of this game's last Monte-Carlo search.
    longest: Option<u64>,
}

impl<G: Game> Mixed<G> {
    /// Both searches should find a move in every unfinished game.
    pub fn new(monte_carlo: Box<dyn Search<G>>, alpha_beta: Box<dyn Search<G>>, depth: u64) -> Self {
        Self { monte_carlo, alpha_beta, depth, longest: None }
    }
}

impl<G: Game> Player<G> for Mixed<G> {
    fn decide(&mut self, game: &G, limits: Limits, control: &Control) -> Thinking {
        let report = if self.longest.is_some_and(|longest| longest <= self.depth) {
            self.alpha_beta.search(game, limits, control)
        } else {
            let report = self.monte_carlo.search(game, limits, control);
            self.longest = Some(report.longest);
            report
        };
        Thinking { decision: Decision::Play(report.best.unwrap_or(Move::PASS)), report: Some(report) }
    }

    fn played(&mut self, mv: Move) {
        self.monte_carlo.played(mv);
        self.alpha_beta.played(mv);
    }

    /// The new game may be longer, so start with Monte Carlo again.
    fn clear(&mut self) {
        self.longest = None;
        self.monte_carlo.clear();
        self.alpha_beta.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::framework::Report;
    use crate::framework::nim::Nim;
    use crate::util::params::Params;

    #[test]
    fn the_window_is_never_empty() {
        let mut params = MixedParams::for_size(9);
        params.set("beta", "-0.5").unwrap();
        assert!(params.set("alpha", "-0.5").is_err());
    }

    /// A search that reports these line lengths and finds move `.0`.
    struct Fixed(u16, Vec<u64>);

    impl Search<Nim> for Fixed {
        fn search(&mut self, _: &Nim, _: Limits, _: &Control) -> Report {
            Report { longest: self.1.remove(0), ..Report::instant(Some(Move(self.0))) }
        }
    }

    #[test]
    fn alpha_beta_takes_over_when_the_game_is_short_enough() {
        let monte_carlo = Fixed(1, vec![9, 6, 5, 9]);
        let mut player = Mixed::new(Box::new(monte_carlo), Box::new(Fixed(2, vec![1, 1])), 5);
        let next = |player: &mut Mixed<Nim>| {
            player.decide(&Nim::new(7), Limits::default(), &Control::default()).decision
        };
        let [monte_carlo, alpha_beta] = [1, 2].map(|n| Decision::Play(Move(n)));
        let moves: Vec<_> = (0..5).map(|_| next(&mut player)).collect();
        assert_eq!(moves, [monte_carlo, monte_carlo, monte_carlo, alpha_beta, alpha_beta]);
        player.clear();
        assert_eq!(next(&mut player), monte_carlo, "another game");
    }
}
