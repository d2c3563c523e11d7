//! Ratings from game results between many players: the Bradley-Terry model.
//!
//! Player i beats player j with probability `g_i / (g_i + g_j)`; a draw is half a win and half a loss. Unlike in the
//! paper, each pair that met gets one extra draw, so a player without a loss has a finite rating.
//!
//! # References
//! - R. A. Bradley and M. E. Terry, "Rank analysis of incomplete block designs", Biometrika 39, 1952.
//! - D. R. Hunter, "MM algorithms for generalized Bradley-Terry models", Annals of Statistics 32(1), 2004
//!   (equation 3).

use super::stats::MatchScore;
use crate::util::Z95;

/// A rating in Elo points, relative to the mean of all players.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EloEstimate {
    /// The rating.
    pub elo: f64,
    /// Half the width of the 95 % interval.
    pub error: f64,
}

/// The ratings of players; `scores[i][j]` is the score of player i against player j.
pub fn ratings(scores: &[Vec<MatchScore>]) -> Vec<EloEstimate> {
    /// Extra draws for each pair that met.
    const PRIOR: f64 = 1.0;
    let count = scores.len();
    let met = |i: usize, j: usize| i != j && scores[i][j].games() > 0;
    let games = |i, j| if met(i, j) { f64::from(scores[i][j].games()) + PRIOR } else { 0.0 };
    let wins = |i, j| if met(i, j) { scores[i][j].points() + 0.5 * PRIOR } else { 0.0 };
    let mut strengths = vec![1.0; count];
    for _ in 0..10_000 {
        let last = strengths.clone();
        for i in 0..count {
            let won: f64 = (0..count).map(|j| wins(i, j)).sum();
            let shares: f64 = (0..count).map(|j| games(i, j) / (strengths[i] + strengths[j])).sum();
            if shares > 0.0 {
                strengths[i] = won / shares;
            }
        }
        let mean = strengths.iter().map(|strength: &f64| strength.ln()).sum::<f64>() / count as f64;
        strengths.iter_mut().for_each(|strength| *strength /= mean.exp());
        if strengths.iter().zip(&last).all(|(now, last)| (now / last).ln().abs() < 1e-10) {
            break;
        }
    }
    let errors = standard_errors(&strengths, games);
    let per_nat = 400.0 / std::f64::consts::LN_10;
    let rating = |(strength, error): (&f64, f64)| EloEstimate {
        elo: per_nat * strength.ln(),
        error: Z95 * per_nat * error,
    };
    strengths.iter().zip(errors).map(rating).collect()
}

/// Standard errors of log-strengths with fixed mean: the inverse of the observed information, which is the Laplacian of
/// the graph of games.
fn standard_errors(strengths: &[f64], games: impl Fn(usize, usize) -> f64) -> Vec<f64> {
    let count = strengths.len();
    let everywhere = 1.0 / count as f64;
    let information = |i: usize, j: usize| {
        games(i, j) * strengths[i] * strengths[j] / (strengths[i] + strengths[j]).powi(2)
    };
    // The Laplacian is singular in the direction of equal changes to all ratings; this term is added there and
    // subtracted below.
    let entry = |i: usize, j: usize| {
        let laplacian: f64 = match i == j {
            true => (0..count).filter(|&k| k != i).map(|k| information(i, k)).sum(),
            false => -information(i, j),
        };
        laplacian + everywhere
    };
    let inverse = invert((0..count).map(|i| (0..count).map(|j| entry(i, j)).collect()).collect());
    (0..count).map(|i| (inverse[i][i] - everywhere).max(0.0).sqrt()).collect()
}

/// The inverse of a symmetric positive matrix (Gauss-Jordan); infinite where singular, when groups of players never
/// met.
fn invert(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let count = matrix.len();
    let mut inverse: Vec<Vec<f64>> =
        (0..count).map(|i| (0..count).map(|j| if i == j { 1.0 } else { 0.0 }).collect()).collect();
    for pivot in 0..count {
        let scale = matrix[pivot][pivot];
        if scale.abs() < 1e-12 {
            return vec![vec![f64::INFINITY; count]; count];
        }
        for column in 0..count {
            matrix[pivot][column] /= scale;
            inverse[pivot][column] /= scale;
        }
        for row in (0..count).filter(|&row| row != pivot) {
            let factor = matrix[row][pivot];
            for column in 0..count {
                matrix[row][column] -= factor * matrix[pivot][column];
                inverse[row][column] -= factor * inverse[pivot][column];
            }
        }
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::super::stats::elo;
    use super::*;

    fn scores(count: usize, results: &[(usize, usize, u32, u32)]) -> Vec<Vec<MatchScore>> {
        let mut scores = vec![vec![MatchScore::default(); count]; count];
        for &(i, j, wins, losses) in results {
            scores[i][j] = MatchScore { wins, draws: 0, losses };
            scores[j][i] = scores[i][j].inverse();
        }
        scores
    }

    #[test]
    fn two_players_differ_by_their_score() {
        let fit = ratings(&scores(2, &[(0, 1, 749, 249)]));
        // With the extra draw, 749.5 of 999.
        assert!((fit[0].elo - fit[1].elo - elo(749.5 / 999.0)).abs() < 1e-6);
        assert!((fit[0].elo + fit[1].elo).abs() < 1e-6);
        // The difference has variance 1 / (n p q), each rating a quarter of it.
        let p: f64 = 749.5 / 999.0;
        let error = Z95 * 400.0 / std::f64::consts::LN_10 / (999.0 * p * (1.0 - p)).sqrt() / 2.0;
        assert!((fit[0].error - error).abs() < 1e-6, "{} {error}", fit[0].error);
    }

    #[test]
    fn results_of_the_model_give_back_its_ratings() {
        // Strengths 4, 2, 1: shares 2/3, 4/5, 2/3 of many games, so that the extra draws are negligible.
        let results =
            [(0, 1, 2_000_000, 1_000_000), (0, 2, 2_400_000, 600_000), (1, 2, 2_000_000, 1_000_000)];
        let fit = ratings(&scores(3, &results));
        let two = 400.0 * 2f64.log10();
        for (rating, known) in fit.iter().zip([two, 0.0, -two]) {
            assert!((rating.elo - known).abs() < 0.01, "{fit:?}");
            assert!(rating.error < 0.5);
        }
    }

    #[test]
    fn who_never_lost_and_who_never_met_have_ratings() {
        let fit = ratings(&scores(2, &[(0, 1, 10, 0)]));
        assert!(fit[0].elo > 200.0 && fit[0].elo.is_finite());
        let apart = ratings(&scores(4, &[(0, 1, 5, 5), (2, 3, 5, 5)]));
        assert!(apart.iter().all(|rating| rating.elo.abs() < 1e-6));
        assert!(ratings(&[]).is_empty());
    }
}
