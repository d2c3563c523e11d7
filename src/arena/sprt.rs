//! SPRT: a sequential test of two hypotheses on the Elo difference, which decides when a match stops.
//!
//! After each game, the likelihood ratio of the results under the two hypotheses is compared with two bounds. A
//! hypothesis fixes only the expected score; among the loss/draw/win distributions with that score, the most likely one
//! counts (the generalized test).
//!
//! # References
//! - A. Wald, "Sequential tests of statistical hypotheses", Annals of Mathematical Statistics 16(2), 1945.
//! - M. Van den Bergh, "A practical introduction to the GSPRT", and "Comments on normalized Elo", as used by Fishtest,
//!   2017-2020: trinomial model, logistic Elo, exact maximum-likelihood estimates instead of the normal approximation,
//!   which is wrong if one result is rare.

use std::fmt;

use super::stats::{MatchScore, share};

/// A test of the Elo difference `elo1` against `elo0`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The difference under the first hypothesis, in Elo points.
    pub elo0: f64,
    /// The difference under the second hypothesis; greater.
    pub elo1: f64,
    /// The probability of accepting `elo1` when `elo0` is true.
    pub alpha: f64,
    /// The probability of accepting `elo0` when `elo1` is true.
    pub beta: f64,
}

/// The hypothesis that a test accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtDecision {
    /// The difference is `elo0` rather than `elo1`.
    Elo0,
    /// The difference is `elo1` rather than `elo0`.
    Elo1,
}

/// Writes `elo0 elo1 alpha beta`, as in the table of a match.
impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {} {}", self.elo0, self.elo1, self.alpha, self.beta)
    }
}

impl Sprt {
    /// Reads the written form; `None` when the text is something else.
    pub fn read(text: &str) -> Option<Self> {
        let numbers: Vec<f64> = text.split_whitespace().map_while(|word| word.parse().ok()).collect();
        match numbers[..] {
            [elo0, elo1, alpha, beta] => Some(Self { elo0, elo1, alpha, beta }),
            _ => None,
        }
    }

    /// The bounds of the log-likelihood ratio, outside which the test is decided.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of the second hypothesis over the first; 0 without games.
    pub fn llr(&self, score: MatchScore) -> f64 {
        /// Replaces a count of 0 losses or wins, so that every score is possible.
        const RARE: f64 = 1e-3;
        if score.games() == 0 {
            return 0.0;
        }
        let counts =
            [f64::from(score.losses).max(RARE), f64::from(score.draws), f64::from(score.wins).max(RARE)];
        let (null, alternative) =
            (most_likely(counts, share(self.elo0)), most_likely(counts, share(self.elo1)));
        (0..3).filter(|&i| counts[i] > 0.0).map(|i| counts[i] * (alternative[i] / null[i]).ln()).sum()
    }

    /// The decision; `None` while undecided.
    pub fn decision(&self, score: MatchScore) -> Option<SprtDecision> {
        let (low, high) = self.bounds();
        match self.llr(score) {
            llr if llr >= high => Some(SprtDecision::Elo1),
            llr if llr <= low => Some(SprtDecision::Elo0),
            _ => None,
        }
    }
}

/// The most likely loss, draw and win probabilities for the counts at the given expected score:
/// `p_i / (1 + t (a_i - share))` with observed frequencies `p_i` and values `a_i`, where `t` makes the score fit (Van
/// den Bergh, proposition 1.1).
fn most_likely(counts: [f64; 3], share: f64) -> [f64; 3] {
    const VALUES: [f64; 3] = [0.0, 0.5, 1.0];
    let total: f64 = counts.iter().sum();
    let terms = |t: f64| {
        let p = |i: usize| counts[i] / total / (1.0 + t * (VALUES[i] - share));
        [p(0), p(1), p(2)]
    };
    // The sum of p_i (a_i - share) falls from infinity to minus infinity between these.
    let (mut low, mut high) = (-1.0 / (1.0 - share), 1.0 / share);
    for _ in 0..200 {
        let t = 0.5 * (low + high);
        let excess: f64 = terms(t).iter().zip(VALUES).map(|(p, a)| p * (a - share)).sum();
        if excess > 0.0 { low = t } else { high = t }
    }
    terms(0.5 * (low + high))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEST: Sprt = Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 };

    fn score(wins: u32, draws: u32, losses: u32) -> MatchScore {
        MatchScore { wins, draws, losses }
    }

    #[test]
    fn what_is_written_can_be_read() {
        assert_eq!(TEST.to_string(), "0 10 0.05 0.05");
        assert_eq!(Sprt::read(&TEST.to_string()), Some(TEST));
        assert_eq!(Sprt::read("-"), None);
    }

    #[test]
    fn bounds_are_walds() {
        let (low, high) = TEST.bounds();
        assert!((low + 2.944_438_979).abs() < 1e-8 && (high - 2.944_438_979).abs() < 1e-8);
        let (low, high) = Sprt { alpha: 0.05, beta: 0.1, ..TEST }.bounds();
        assert!((low + 2.251_291_799).abs() < 1e-8 && (high - 2.890_371_758).abs() < 1e-8);
    }

    #[test]
    fn without_draws_the_ratio_is_that_of_a_coin() {
        let (s0, s1) = (share(0.0), share(10.0));
        let coin = 60.0 * (s1 / s0).ln() + 40.0 * ((1.0 - s1) / (1.0 - s0)).ln();
        assert!((TEST.llr(score(60, 0, 40)) - coin).abs() < 1e-9);
    }

    #[test]
    fn with_draws_the_ratio_is_near_the_normal_approximation() {
        // LLR = (s1 - s0) (2 s - s0 - s1) / (2 var / N), exact in the limit of many games.
        let (w, d, l): (f64, f64, f64) = (3100.0, 4000.0, 2900.0);
        let n = w + d + l;
        let s = (w + d / 2.0) / n;
        let variance = (w * (1.0 - s).powi(2) + d * (0.5 - s).powi(2) + l * s * s) / n;
        let (s0, s1) = (share(0.0), share(10.0));
        let normal = (s1 - s0) * (2.0 * s - s0 - s1) / (2.0 * variance / n);
        let exact = TEST.llr(score(3100, 4000, 2900));
        assert!((exact - normal).abs() < 0.01 * normal.abs(), "{exact} {normal}");
    }

    #[test]
    fn hypotheses_that_mirror_each_other_mirror_the_ratio() {
        let mirrored = Sprt { elo0: -10.0, elo1: 0.0, ..TEST };
        assert!((TEST.llr(score(70, 10, 20)) + mirrored.llr(score(20, 10, 70))).abs() < 1e-9);
    }

    #[test]
    fn one_game_decides_nothing_and_many_decide() {
        assert_eq!(TEST.llr(score(0, 0, 0)), 0.0);
        for one in [score(1, 0, 0), score(0, 1, 0), score(0, 0, 1)] {
            assert!(TEST.llr(one).abs() < 0.1, "{one:?}");
            assert_eq!(TEST.decision(one), None);
        }
        assert_eq!(TEST.decision(score(700, 0, 500)), Some(SprtDecision::Elo1));
        assert_eq!(TEST.decision(score(500, 0, 700)), Some(SprtDecision::Elo0));
        assert_eq!(TEST.decision(score(500, 0, 500)), None);
        assert_eq!(Sprt { elo1: 100.0, ..TEST }.decision(score(50, 0, 50)), Some(SprtDecision::Elo0));
    }
}
