//! Running mean, deviation and extremes of a stream of numbers, and confidence intervals of shares.
//!
//! # References
//! - B. P. Welford, "Note on a method for calculating corrected sums of squares and products",
//!   Technometrics 4(3), 1962.
//! - E. B. Wilson, "Probable inference, the law of succession, and statistical inference", Journal of the American
//!   Statistical Association 22(158), 1927.

/// Count, mean, standard deviation, minimum and maximum of the numbers added so far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Running {
    count: u64,
    mean: f64,
    squares: f64,
    min: f64,
    max: f64,
}

impl Default for Running {
    fn default() -> Self {
        Self { count: 0, mean: 0.0, squares: 0.0, min: f64::INFINITY, max: f64::NEG_INFINITY }
    }
}

impl Running {
    /// Adds a number.
    #[inline]
    pub fn add(&mut self, x: f64) {
        self.count += 1;
        let delta = x - self.mean;
        self.mean += delta / self.count as f64;
        self.squares += delta * (x - self.mean);
        self.min = self.min.min(x);
        self.max = self.max.max(x);
    }

    /// Adds all numbers of `other`.
    pub fn merge(&mut self, other: &Self) {
        if other.count == 0 {
            return;
        }
        let (n, m) = (self.count as f64, other.count as f64);
        let delta = other.mean - self.mean;
        self.mean += delta * m / (n + m);
        self.squares += other.squares + delta * delta * n * m / (n + m);
        self.count += other.count;
        self.min = self.min.min(other.min);
        self.max = self.max.max(other.max);
    }

    /// How many numbers were added.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The mean; 0 without numbers.
    pub fn mean(&self) -> f64 {
        self.mean
    }

    /// The variance, the mean squared distance from the mean; 0 without numbers.
    pub fn variance(&self) -> f64 {
        if self.count == 0 { 0.0 } else { self.squares / self.count as f64 }
    }

    /// The standard deviation; 0 without numbers.
    pub fn deviation(&self) -> f64 {
        self.variance().sqrt()
    }
}

/// `mean dev=… min=… max=…`, or `-` without numbers.
impl std::fmt::Display for Running {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.count == 0 {
            return f.write_str("-");
        }
        write!(f, "{:.2} dev={:.2} min={:.2} max={:.2}", self.mean, self.deviation(), self.min, self.max)
    }
}

/// The 95 % interval of a normal distribution, in standard deviations on either side of the mean.
pub const Z95: f64 = 1.959_963_984_540_054;

/// The confidence interval of a probability after `successes` in `trials`, `z` standard deviations to either side; [0,
/// 1] without trials.
pub fn wilson(successes: f64, trials: f64, z: f64) -> (f64, f64) {
    if trials <= 0.0 {
        return (0.0, 1.0);
    }
    let (p, z2) = (successes / trials, z * z);
    let middle = (p + z2 / (2.0 * trials)) / (1.0 + z2 / trials);
    let width = z / (1.0 + z2 / trials) * (p * (1.0 - p) / trials + z2 / (4.0 * trials * trials)).sqrt();
    ((middle - width).max(0.0), (middle + width).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilson_intervals_are_those_of_the_tables() {
        // Known values, for example R's prop.test(correct = FALSE) and Newcombe (1998), table I.
        for (successes, trials, low, high) in [
            (81.0, 263.0, 0.2553, 0.3662),
            (15.0, 148.0, 0.0624, 0.1605),
            (0.0, 20.0, 0.0, 0.1611),
            (1.0, 29.0, 0.0061, 0.1718),
            (8.0, 10.0, 0.4902, 0.9433),
            (50.0, 100.0, 0.4038, 0.5962),
            (10.0, 10.0, 0.7225, 1.0),
        ] {
            let interval = wilson(successes, trials, Z95);
            let is_close = |value: f64, known: f64| (value - known).abs() < 5e-5;
            assert!(is_close(interval.0, low) && is_close(interval.1, high), "{interval:?}");
        }
        assert_eq!(wilson(0.0, 0.0, Z95), (0.0, 1.0));
    }

    #[test]
    fn merging_equals_adding() {
        let (mut all, mut a, mut b) = (Running::default(), Running::default(), Running::default());
        for (i, x) in [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0].into_iter().enumerate() {
            all.add(x);
            if i < 3 { a.add(x) } else { b.add(x) }
        }
        a.merge(&b);
        assert!((a.mean() - 5.0).abs() < 1e-12 && (all.deviation() - 2.0).abs() < 1e-12);
        assert!((a.deviation() - all.deviation()).abs() < 1e-12);
        assert_eq!(all.to_string(), "5.00 dev=2.00 min=2.00 max=9.00");
    }
}
