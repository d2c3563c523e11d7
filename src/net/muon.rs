//! Muon: an update of a weight matrix whose singular values are all near 1.
//!
//! A gradient is large in a few directions of the matrix and tiny in most; Adam mostly follows the large ones. Muon moves
//! equally far in all directions, and the network learns from fewer positions.
//!
//! # References
//! - K. Jordan et al., "Muon: an optimizer for hidden layers in neural networks", 2024: the polynomial and its
//!   coefficients.
//! - J. Liu et al., "Muon is scalable for LLM training", arXiv 2502.16982, 2025: the scale that lets Muon share Adam's
//!   learning rate.

use super::simd::{Simd, Work};
use super::tile::multiply;

/// The decay rate of the mean gradient.
const STAY: f32 = 0.95;
/// The root mean square of an update, about Adam's.
const SIZE: f32 = 0.2;
/// Rounds of the polynomial, which takes singular values from 0 to 1 near 1.
const ROUNDS: usize = 5;
/// The coefficients of x, x³ and x⁵.
const POLYNOMIAL: [f32; 3] = [3.4445, -4.775, 2.0315];

/// Turns the gradient of a matrix with `columns` numbers in a row into its update, given the mean of earlier gradients.
/// Columns are a network's channels, rows an even number.
pub(super) struct Update<'a> {
    pub(super) gradient: &'a mut [f32],
    pub(super) mean: &'a mut [f32],
    pub(super) columns: usize,
}

impl Work for Update<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let Self { gradient, mean, columns } = self;
        for (x, mean) in gradient.iter_mut().zip(mean) {
            *mean += (1.0 - STAY) * (*x - *mean);
            *x += STAY * (*mean - *x);
        }
        let norm = gradient.iter().map(|x| x * x).sum::<f32>().sqrt();
        let rows = gradient.len() / columns;
        let [linear, cubic, quintic] = POLYNOMIAL;
        let mut x: Vec<f32> = gradient.iter().map(|x| x / norm.max(f32::MIN_POSITIVE)).collect();
        let mut transposed = vec![0.0; x.len()];
        let (mut square, mut factor) = (vec![0.0; columns * columns], vec![0.0; columns * columns]);
        for _ in 0..ROUNDS {
            for (i, x) in x.iter().enumerate() {
                transposed[i % columns * rows + i / columns] = *x;
            }
            multiply(simd, &transposed, &x, columns, &mut square);
            multiply(simd, &square, &square, columns, &mut factor);
            for (i, (factor, square)) in factor.iter_mut().zip(&square).enumerate() {
                let one = if i % (columns + 1) == 0 { linear } else { 0.0 };
                *factor = one + cubic * square + quintic * *factor;
            }
            multiply(simd, &x, &factor, columns, gradient);
            x.copy_from_slice(gradient);
        }
        let scale = SIZE * (rows.max(columns) as f32).sqrt();
        gradient.iter_mut().for_each(|x| *x *= scale);
    }
}
