//! Converts playout win rates to win probabilities.
//!
//! A playout is a weak game: the better side loses many that strong players would win, so the mean result is a
//! probability shrunk toward ½. A logistic formula stretches it:
//!
//! p = σ((a + a′·s)·logit(m) + (b + b′·s)·ℓ)
//!
//! m is the mean result, ℓ the lead in points divided by the board width, and s the fraction of points with a stone.
//! There is no constant term, so both players are treated alike.
//!
//! # References
//! - J. Platt, "Probabilistic outputs for support vector machines", Advances in Large Margin Classifiers, 1999
//!   (logistic scaling of a classifier's outputs).
//! - A. DeGroot and S. Fienberg, "The comparison and evaluation of forecasters", The Statistician 32, 1983 (the
//!   reliability table).

const COUNT: usize = 4;

/// Means are clamped to at most this value before taking log-odds.
const MAX: f64 = 0.999;

/// The coefficients a, a′, b and b′.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Calibration(pub [f64; COUNT]);

/// A search's estimate of a position, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The mean result of the playouts, in [0, 1].
    pub mean: f64,
    /// The mean lead in points, divided by the board width.
    pub lead: f64,
    /// The fraction of points with a stone.
    pub stones: f64,
}

impl Estimate {
    const fn features(&self, logit: f64) -> [f64; COUNT] {
        [logit, logit * self.stones, self.lead, self.lead * self.stones]
    }
}

/// The formula evaluated at one position, for the results of the position and of its moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    mean: f64,
    lead: f64,
}

impl Scale {
    /// The identity scale, for games whose results are shown unchanged.
    pub const NONE: Self = Self { mean: 1.0, lead: 0.0 };

    /// The scale of a network's value without a search, since a far stronger judge is surer of the winner than the
    /// network's teacher. Of the factors from 0.7 to
    /// 1.7, it has the least error on 1,106 positions of 9x9; on 277 of 19x19 larger ones have less.
    pub const LOOK: Self = Self { mean: 1.2, lead: 0.0 };

    /// The win probability; `lead` is in the unit of the scale. Certain results stay certain.
    pub fn probability(self, mean: f64, lead: f64) -> f64 {
        if mean <= 0.0 || mean >= 1.0 || self == Self::NONE {
            return mean.clamp(0.0, 1.0);
        }
        logistic(self.mean * logit(mean) + self.lead * lead)
    }

    /// The same scale for leads in a unit `size` times as large.
    #[must_use]
    pub fn per(self, size: f64) -> Self {
        Self { lead: self.lead * size, ..self }
    }
}

impl Calibration {
    /// The scale of a position; `stones` is the fraction of points with a stone. Leads are divided by the board width.
    pub fn at(&self, stones: f64) -> Scale {
        let [mean, late_mean, lead, late_lead] = self.0;
        Scale { mean: (mean + late_mean * stones).max(0.1), lead: (lead + late_lead * stones).max(0.0) }
    }

    /// Maximum-likelihood coefficients for estimates and true probabilities, each of the latter in [0, 1]. `None` for fewer
    /// than 20 positions, and where coefficients beyond those of [`Self::read`] would fit best.
    ///
    /// Newton's method with shortened steps, and with a small penalty that keeps coefficients without evidence near 0, and
    /// a near 1.
    pub fn fit(samples: &[(Estimate, f64)]) -> Option<Self> {
        const STEPS: usize = 50;
        const PENALTY: f64 = 1e-5;
        if samples.len() < 20 {
            return None;
        }
        let penalty = PENALTY * samples.len() as f64;
        let usual = [1.0, 0.0, 0.0, 0.0];
        let log_odds = |estimate: &Estimate, found: &[f64; COUNT]| {
            let x = estimate.features(logit(estimate.mean));
            (x, x.iter().zip(found).map(|(x, a)| x * a).sum::<f64>())
        };
        let loss = |found: &[f64; COUNT]| {
            let missed = samples.iter().map(|(estimate, truth)| {
                let (_, z) = log_odds(estimate, found);
                // ln(1 + e^z) - truth z, without overflow.
                z.max(0.0) + (-z.abs()).exp().ln_1p() - truth * z
            });
            let far = found.iter().zip(usual).map(|(a, usual)| (a - usual).powi(2)).sum::<f64>();
            missed.sum::<f64>() + 0.5 * penalty * far
        };
        let mut found = usual;
        let mut least = loss(&found);
        for _ in 0..STEPS {
            let (mut slope, mut curve) = ([0.0; COUNT], [[0.0; COUNT]; COUNT]);
            for (estimate, truth) in samples {
                let (x, z) = log_odds(estimate, &found);
                let p = logistic(z);
                for i in 0..COUNT {
                    slope[i] += (p - truth) * x[i];
                    for j in 0..COUNT {
                        curve[i][j] += p * (1.0 - p) * x[i] * x[j];
                    }
                }
            }
            for i in 0..COUNT {
                slope[i] += penalty * (found[i] - usual[i]);
                curve[i][i] += penalty;
            }
            let step = solved(curve, slope);
            // A whole step can lead far beyond the minimum.
            let shorter = (0..STEPS as i32).map(|halvings| {
                let next: [f64; COUNT] = std::array::from_fn(|i| found[i] - step[i] * 0.5f64.powi(halvings));
                (loss(&next), next)
            });
            let Some((lower, next)) = { shorter }.find(|&(lower, _)| lower < least) else { break };
            (least, found) = (lower, next);
        }
        // A network's file must be able to hold it.
        Self::read(&Self(found).to_string()).map(|_| Self(found))
    }

    /// Reads four comma-separated coefficients, each above -100 and below 100; `None` for any other text.
    pub fn read(text: &str) -> Option<Self> {
        let found: Vec<f64> = text.split(',').map(|word| word.parse().ok()).collect::<Option<_>>()?;
        let found: [f64; COUNT] = found.try_into().ok()?;
        found.iter().all(|a| a.abs() < 100.0).then_some(Self(found))
    }
}

/// Comma-separated coefficients, as [`Calibration::read`] reads them.
impl std::fmt::Display for Calibration {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [a, b, c, d] = self.0;
        write!(f, "{a:.3},{b:.3},{c:.3},{d:.3}")
    }
}

/// Log-odds.
fn logit(mean: f64) -> f64 {
    let mean = mean.clamp(1.0 - MAX, MAX);
    (mean / (1.0 - mean)).ln()
}

/// The inverse of [`logit`].
fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// Solves A·x = b for a positive definite A, by elimination.
fn solved(mut a: [[f64; COUNT]; COUNT], mut b: [f64; COUNT]) -> [f64; COUNT] {
    for i in 0..COUNT {
        for j in i + 1..COUNT {
            let (pivot, factor) = (a[i], a[j][i] / a[i][i]);
            a[j].iter_mut().zip(pivot).for_each(|(x, pivot)| *x -= factor * pivot);
            b[j] -= factor * b[i];
        }
    }
    for i in (0..COUNT).rev() {
        for j in i + 1..COUNT {
            b[i] -= a[i][j] * b[j];
        }
        b[i] /= a[i][i];
    }
    b
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::util::Rng;

    #[test]
    fn a_fit_finds_the_formula_that_made_the_samples() {
        let made = Calibration([2.5, -0.75, 1.25, 0.5]);
        let mut rng = Rng::new(1);
        let mut unit = || (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
        let samples: Vec<_> = (0..4000)
            .map(|_| {
                let estimate =
                    Estimate { mean: 0.05 + 0.9 * unit(), lead: 2.0 * unit() - 1.0, stones: unit() };
                (estimate, made.at(estimate.stones).probability(estimate.mean, estimate.lead))
            })
            .collect();
        let found = Calibration::fit(&samples).unwrap();
        for (found, made) in found.0.iter().zip(made.0) {
            assert!((found - made).abs() < 0.2, "{found} for {made}");
        }
        assert!(Calibration::fit(&samples[..10]).is_none());
    }

    #[test]
    fn a_fit_survives_wrong_certainty_and_a_file_can_hold_it() {
        let samples = |means: [f64; 2], truths: [f64; 2]| -> Vec<_> {
            let sample = |i| (Estimate { mean: means[i], lead: 0.0, stones: 0.0 }, truths[i]);
            (0..40).map(|i| sample(i % 2)).collect()
        };
        // Whole steps of Newton's method lead to 158,409 here.
        let [mean, ..] = Calibration::fit(&samples([0.999, 0.6], [0.4, 1.0])).unwrap().0;
        assert!((mean + 0.041).abs() < 1e-3, "{mean}");
        // 133 would be best.
        assert_eq!(Calibration::fit(&samples([0.495, 0.505], [0.0, 1.0])), None);
    }

    #[test]
    fn probabilities_are_fair_and_certain_results_stay_certain() {
        let scale = Calibration([2.0, 1.0, 0.5, 0.5]).at(0.3);
        assert!((scale.probability(0.5, 0.0) - 0.5).abs() < 1e-12);
        let (black, white) = (scale.probability(0.7, 0.4), scale.probability(0.3, -0.4));
        assert!((black + white - 1.0).abs() < 1e-12 && black > 0.8);
        assert_eq!((scale.probability(1.0, -3.0), scale.probability(0.0, 3.0)), (1.0, 0.0));
        assert_eq!(Scale::NONE.probability(0.3, 9.0), 0.3);
    }

    #[test]
    fn text_is_read_again() {
        let calibration = Calibration([2.5, -0.75, 1.25, 0.5]);
        assert_eq!(Calibration::read(&calibration.to_string()), Some(calibration));
        for text in ["", "1,2,3", "1,2,3,x", "1,2,3,4,5", "1,2,3,nan", "1,2,3,1e9"] {
            assert_eq!(Calibration::read(text), None, "{text}");
        }
    }
}
