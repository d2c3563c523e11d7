//! Giving up what is lost.

use crate::framework::{Control, Decision, Game, Limits, Move, Player, Thinking};

/// Resigns when the search of the player inside finds the position hopeless.
pub struct Resigning<P> {
    inner: P,
    threshold: f64,
    least_count: u64,
}

impl<P> Resigning<P> {
    /// Creates the decorator: it resigns when the value is below `threshold` after at least `least_count`
    /// playouts.
    #[must_use]
    pub fn new(inner: P, threshold: f64, least_count: u64) -> Self {
        Self { inner, threshold, least_count }
    }
}

impl<G: Game, P: Player<G>> Player<G> for Resigning<P> {
    fn decide(&mut self, game: &G, limits: Limits, control: &Control) -> Thinking {
        let mut thinking = self.inner.decide(game, limits, control);
        if let Some(report) = &thinking.report
            && report.count >= self.least_count
            && report.value < self.threshold
        {
            thinking.decision = Decision::Resign;
        }
        thinking
    }

    fn ponder(&mut self, game: &G, limits: Limits, control: &Control) {
        self.inner.ponder(game, limits, control);
    }

    fn played(&mut self, mv: Move) {
        self.inner.played(mv);
    }

    fn clear(&mut self) {
        self.inner.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::framework::Report;
    use crate::framework::nim::Nim;

    struct Fixed(f64, u64);

    impl Player<Nim> for Fixed {
        fn decide(&mut self, _: &Nim, _: Limits, _: &Control) -> Thinking {
            let report = Report { value: self.0, count: self.1, ..Report::default() };
            Thinking { decision: Decision::Play(Move(1)), report: Some(report) }
        }

        fn ponder(&mut self, _: &Nim, _: Limits, _: &Control) {}

        fn played(&mut self, _: Move) {}

        fn clear(&mut self) {}
    }

    #[test]
    fn only_a_well_searched_loss_is_resigned() {
        let decide = |value, count| {
            let mut player = Resigning::new(Fixed(value, count), 0.1, 1000);
            player.decide(&Nim::new(7), Limits::default(), &Control::default()).decision
        };
        assert_eq!(decide(0.05, 1000), Decision::Resign);
        assert_eq!(decide(0.05, 999), Decision::Play(Move(1)));
        assert_eq!(decide(0.1, 5000), Decision::Play(Move(1)));
    }
}
