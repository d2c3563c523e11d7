//! Simulation balancing: tunes values until mean playout results match known win rates.
//!
//! Strong moves alone do not make good playouts: the errors of both players should cancel out. So values are adjusted
//! until the mean playout result of each position equals the win rate found by a long search.
//!
//! Let V be a position's win rate, v its mean playout result, and t the logarithm of a line's value. Gradient descent
//! on the squared error changes t in proportion to (V - v) dv/dt. The playouts estimate dv/dt: it is the covariance of
//! the result with the sum over all draws of (1 if the line was drawn) - (its probability). One half of the playouts
//! estimates v and the other dv/dt, then vice versa, because the product of two estimates is unbiased only if they are
//! independent.
//!
//! The step size is proportional to 1/√(step number). The result averages the logarithms over the second half of the
//! steps, which has less variance than the last step. A spring pulls each logarithm to its initial value, so lines with
//! little evidence hardly change.
//!
//! # References
//! - D. Silver and G. Tesauro, "Monte-Carlo simulation balancing", ICML 2009: policy gradient simulation
//!   balancing.
//! - S.-C. Huang, R. Coulom and S.-S. Lin, "Monte-Carlo simulation balancing in practice", Computers and
//!   Games 2010: on 9x9, from values of minorization-maximization.
//! - B. Polyak and A. Juditsky, "Acceleration of stochastic approximation by averaging", SIAM Journal on
//!   Control and Optimization 30(4), 1992.

use rand::RngExt as _;
use rand::seq::SliceRandom;

use super::LineTable;
use crate::framework::{Color, Game};
use crate::go::board::{Board, MAX_SIZE};
use crate::go::playout::playout_score;
use crate::go::{Point, Position};
use crate::util::{Rng, threads};

/// The options of balancing.
#[derive(Clone, Debug)]
pub struct Options {
    /// The number of playouts per position, even.
    pub playouts: usize,
    /// The number of positions per step.
    pub batch: usize,
    /// The number of passes over all positions.
    pub passes: usize,
    /// The size of the first step for an error and gradient of 1.
    pub rate: f64,
    /// The spring constant: the share of a logarithm's total change that a step of size 1 undoes.
    pub spring: f64,
    /// The number of threads.
    pub threads: usize,
    /// The random seed.
    pub seed: u64,
}

/// A position with a known win rate.
#[derive(Clone)]
pub struct Judged {
    /// The position, with its komi.
    pub position: Position,
    /// The win probability of the player to move, 0 to 1.
    pub worth: f64,
}

/// Balances the values of lines.
pub struct Balance {
    lines: LineTable,
    options: Options,
    logarithms: Vec<f64>,
    begun: Vec<f64>,
    means: Vec<f64>,
    averaged: f64,
    steps: usize,
}

impl Balance {
    /// Creates a balance that starts from the values of the lines.
    pub fn new(lines: LineTable, options: Options) -> Self {
        let logarithms: Vec<f64> = lines.values().iter().map(|&value| f64::from(value).ln()).collect();
        let means = vec![0.0; logarithms.len()];
        let begun = logarithms.clone();
        Self { lines, options, logarithms, begun, means, averaged: 0.0, steps: 0 }
    }

    /// The values: the geometric mean over the second half of all steps.
    pub fn values(&self) -> Vec<f64> {
        let of = if self.averaged > 0.0 { &self.means } else { &self.logarithms };
        of.iter().map(|logarithm| logarithm.exp()).collect()
    }

    /// The win rate of the player to move in playouts from a position, with the current values.
    #[cfg(test)]
    pub fn mean_result(&self, position: &Position, rng: &mut Rng) -> f64 {
        let values = self.values();
        let mut playouts = Playouts::new(&self.lines, &values, rng.next_u64());
        playouts.half(position, self.options.playouts).results / self.options.playouts.max(1) as f64
    }

    /// Runs all passes over the positions, each in random order, and calls `report` after each step with its positions'
    /// root mean squared error.
    pub fn run(&mut self, positions: &[Judged], mut report: impl FnMut(f64)) {
        let mut rng = Rng::new(self.options.seed);
        let mut order: Vec<usize> = (0..positions.len()).collect();
        let all = self.step_count(positions.len());
        for _ in 0..self.options.passes {
            order.shuffle(&mut rng);
            for batch in order.chunks(self.options.batch) {
                report(self.step(batch.iter().map(|&i| &positions[i]).collect(), &mut rng));
                if 2 * self.steps > all {
                    self.average();
                }
            }
        }
    }

    /// The number of steps for a number of positions.
    pub fn step_count(&self, positions: usize) -> usize {
        positions.div_ceil(self.options.batch) * self.options.passes
    }

    fn step(&mut self, batch: Vec<&Judged>, rng: &mut Rng) -> f64 {
        let values: Vec<f64> = self.logarithms.iter().map(|logarithm| logarithm.exp()).collect();
        let seeds: Vec<u64> = batch.iter().map(|_| rng.next_u64()).collect();
        let work: Vec<_> = batch.into_iter().zip(seeds).collect();
        let (lines, playouts) = (&self.lines, self.options.playouts);
        let share = work.len().div_ceil(self.options.threads.max(1)).max(1);
        let play =
            |&(judged, seed): &(&Judged, u64)| Playouts::new(lines, &values, seed).gradient(judged, playouts);
        let gradients: Vec<Gradient> =
            threads::map(work.chunks(share).collect(), |part| part.iter().map(play).collect::<Vec<_>>())
                .into_iter()
                .flatten()
                .collect();
        self.steps += 1;
        let rate = self.options.rate / (self.steps as f64).sqrt();
        let share = rate / gradients.len().max(1) as f64;
        // A step undoes at most the total change.
        let back = (rate * self.options.spring).min(1.0);
        for (i, logarithm) in self.logarithms.iter_mut().enumerate().filter(|(_, it)| it.is_finite()) {
            *logarithm += share * gradients.iter().map(|gradient| gradient.slopes[i]).sum::<f64>()
                - back * (*logarithm - self.begun[i]);
        }
        (gradients.iter().map(|gradient| gradient.error.powi(2)).sum::<f64>() / gradients.len().max(1) as f64)
            .sqrt()
    }

    fn average(&mut self) {
        self.averaged += 1.0;
        for (mean, logarithm) in self.means.iter_mut().zip(&self.logarithms) {
            *mean =
                if logarithm.is_finite() { *mean + (logarithm - *mean) / self.averaged } else { *logarithm };
        }
    }
}

/// A position's gradient estimate.
struct Gradient {
    /// The win rate of the position minus the mean result.
    error: f64,
    /// The error times its derivative, by line.
    slopes: Vec<f64>,
}

/// Runs playouts and records the drawn lines.
struct Playouts<'a> {
    lines: &'a LineTable,
    values: &'a [f64],
    rng: Rng,
    board: Board,
    moves: Vec<(Point, usize)>,
}

/// Sums over half of the playouts.
struct Half {
    results: f64,
    /// For each line, the sum of its parts in the draws; in `products`, of parts times result.
    parts: Vec<f64>,
    products: Vec<f64>,
}

impl<'a> Playouts<'a> {
    fn new(lines: &'a LineTable, values: &'a [f64], seed: u64) -> Self {
        Self { lines, values, rng: Rng::new(seed), board: Board::new(MAX_SIZE), moves: Vec::new() }
    }

    fn gradient(mut self, judged: &Judged, playouts: usize) -> Gradient {
        let count = (playouts / 2).max(2);
        let halves = [(); 2].map(|()| self.half(&judged.position, count));
        let count = count as f64;
        let errors = halves.each_ref().map(|half| judged.worth - half.results / count);
        let mut slopes = vec![0.0; self.values.len()];
        for (half, other) in halves.iter().zip([1, 0]) {
            for (slope, (product, part)) in slopes.iter_mut().zip(half.products.iter().zip(&half.parts)) {
                let covariance = (product - part * half.results / count) / (count - 1.0);
                *slope += errors[other] * covariance / 2.0;
            }
        }
        Gradient { error: (errors[0] + errors[1]) / 2.0, slopes }
    }

    fn half(&mut self, position: &Position, count: usize) -> Half {
        let zeros = || vec![0.0; self.values.len()];
        let mut half = Half { results: 0.0, parts: zeros(), products: zeros() };
        let mut parts = zeros();
        for _ in 0..count {
            parts.fill(0.0);
            let result = self.playout(position, &mut parts);
            half.results += result;
            for (i, part) in parts.iter().enumerate() {
                half.parts[i] += part;
                half.products[i] += part * result;
            }
        }
        half
    }

    /// Plays to the end, adds the parts of the lines in the draws, and returns 1 if the player to move won, else 0.
    fn playout(&mut self, position: &Position, parts: &mut [f64]) -> f64 {
        let board = &mut self.board;
        board.copy_from(position.board());
        let limit = 8 * usize::from(board.size()).pow(2);
        let (mut color, mut last, mut passes) = (position.to_play(), position.last()[0], 0);
        for _ in 0..limit {
            self.lines.moves(board, color, last, &mut self.moves);
            let sum: f64 = self.moves.iter().map(|&(_, line)| self.values[line]).sum();
            let mut at = sum * self.rng.random::<f64>();
            let drawn = self.moves.iter().find(|&&(_, line)| {
                at -= self.values[line];
                at < 0.0
            });
            if let Some(&(p, line)) = drawn.or(self.moves.last()) {
                for &(_, other) in &self.moves {
                    parts[other] -= self.values[other] / sum;
                }
                parts[line] += 1.0;
                board.play_legal(p, color);
                (last, passes) = (p, 0);
            } else {
                board.clear_ko();
                (last, passes) = (Point::NULL, passes + 1);
            }
            color = !color;
            if passes == 2 {
                break;
            }
        }
        let black_wins = 2 * playout_score(board) > position.compensation();
        f64::from(black_wins == (position.to_play() == Color::Black))
    }
}
