//! Running mean, deviation and extremes of a stream of numbers.
//!
//! # References
//! - B. P. Welford, "Note on a method for calculating corrected sums of squares and products",
//!   Technometrics 4(3), 1962.

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

#[cfg(test)]
mod tests {
    use super::*;

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
