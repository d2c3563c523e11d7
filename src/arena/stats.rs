//! Match scores, Elo differences, and their confidence intervals.
//!
//! Draws count as half a win and half a loss, so the interval of [`wilson`] is somewhat too wide with many draws.
//!
//! # References
//! - A. E. Elo, "The Rating of Chessplayers, Past and Present", Arco, 1978, with the logistic curve:
//!   a difference of d points means an expected share of 1 / (1 + 10^(-d/400)).

use super::Claim;
use crate::framework::Color;
use crate::util::{Z95, wilson};

/// Won, drawn and lost games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MatchScore {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

impl MatchScore {
    /// Adds a game of the player of `color`; ignores unknown results.
    pub fn add(&mut self, color: Color, claim: Claim) {
        match claim {
            Claim::Unknown => {}
            Claim::Draw => self.draws += 1,
            Claim::Win(winner, _) if winner == color => self.wins += 1,
            Claim::Win(..) => self.losses += 1,
        }
    }

    /// The number of games.
    pub const fn games(self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// The points: 1 for a win, ½ for a draw.
    pub fn points(self) -> f64 {
        f64::from(self.wins) + 0.5 * f64::from(self.draws)
    }

    /// The score per game, from 0 to 1; ½ without games.
    pub fn share(self) -> f64 {
        if self.games() == 0 { 0.5 } else { self.points() / f64::from(self.games()) }
    }

    /// The 95 % confidence interval of the expected score (Wilson).
    pub fn interval(self) -> (f64, f64) {
        wilson(self.points(), f64::from(self.games()), Z95)
    }

    /// The score of the opponent.
    pub const fn inverse(self) -> Self {
        Self { wins: self.losses, draws: self.draws, losses: self.wins }
    }
}

impl std::ops::AddAssign for MatchScore {
    fn add_assign(&mut self, other: Self) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }
}

/// The Elo difference for an expected score; infinite for 0 and 1.
pub fn elo(share: f64) -> f64 {
    400.0 * (share / (1.0 - share)).log10()
}

/// The expected score for an Elo difference.
pub fn share(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// An Elo difference as text: rounded and signed, `+inf` or `-inf` beyond 4000.
pub fn elo_text(elo: f64) -> String {
    // Such a score differs from 0 or 1 only by rounding errors.
    if elo.abs() > 4000.0 {
        return if elo > 0.0 { "+inf" } else { "-inf" }.to_owned();
    }
    let whole = elo.round();
    if whole == 0.0 { "0".to_owned() } else { format!("{whole:+}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(value: f64, known: f64, digits: i32) {
        assert!((value - known).abs() < 0.5 * 10f64.powi(-digits), "{value} is not {known}");
    }

    #[test]
    fn elo_differences_are_those_of_the_logistic_curve() {
        close(elo(0.5), 0.0, 9);
        close(elo(0.75), 190.848_501_887_864_97, 9);
        close(elo(0.64), 99.95, 2);
        close(share(200.0), 0.759_746_926_647_957_8, 12);
        close(share(elo(0.123)), 0.123, 12);
        // 60 of 100: the score's interval is 0.5020 to 0.6906.
        let (low, high) = MatchScore { wins: 60, draws: 0, losses: 40 }.interval();
        close(elo(low), 1.4, 1);
        close(elo(high), 139.5, 1);
    }

    #[test]
    fn differences_beyond_all_bounds_have_a_text() {
        let (_, high) = MatchScore { wins: 10, ..MatchScore::default() }.interval();
        assert_eq!(elo_text(elo(high)), "+inf");
        assert_eq!(elo_text(elo(0.0)), "-inf");
        assert_eq!(elo_text(-0.2), "0");
        assert_eq!(elo_text(17.6), "+18");
    }
}
