//! Network training: batches, Muon for the weights of the blocks and Adam for the rest, a learning rate schedule, and a
//! running average of the parameters.
//!
//! Threads share the examples of a batch. Their sums are added in a fixed order, so a thread count and a seed always
//! give the same network on the same kind of machine.
//!
//! # References
//! - D. Kingma and J. Ba, "Adam: a method for stochastic optimization", ICLR 2015.
//! - I. Loshchilov and F. Hutter, "SGDR: stochastic gradient descent with warm restarts", ICLR 2017 (cosine schedule),
//!   and "Decoupled weight decay regularization", ICLR 2019.
//! - B. Polyak and A. Juditsky, "Acceleration of stochastic approximation by averaging", SIAM Journal on Control and
//!   Optimization 30(4), 1992.

use std::f32::consts::PI;
use std::sync::Arc;

use super::backward::Example;
use super::crew::Crew;
use super::file::fnv;
use super::layout::Layout;
use super::losses::Losses;
use super::muon;
use super::network::Network;
use super::simd;
use crate::util::FileKind;

/// Options of a training run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Schedule {
    /// Number of steps, one batch each.
    pub steps: u64,
    /// Maximum learning rate: linear warm-up over 100 steps, then cosine decay to 1/100.
    pub rate: f32,
    /// Weight decay per step, relative to the learning rate.
    pub decay: f32,
}

impl Default for Schedule {
    fn default() -> Self {
        Self { steps: 10_000, rate: 0.005, decay: 0.01 }
    }
}

/// Warm-up steps.
const WARM_UP: u64 = 100;
/// Adam's decay rates β₁ and β₂.
const STAY: [f32; 2] = [0.9, 0.999];
/// Maximum decay rate of the parameter average.
const AVERAGE: f32 = 0.999;

impl Schedule {
    /// The learning rate of a step.
    pub fn rate_at(&self, step: u64) -> f32 {
        let done = step as f32 / self.steps.max(1) as f32;
        let cosine = 0.505 + 0.495 * libm::cosf(PI * done.min(1.0));
        self.rate * cosine * ((step + 1) as f32 / WARM_UP as f32).min(1.0)
    }
}

/// A training run in progress.
pub struct Trainer {
    schedule: Schedule,
    network: Network,
    crew: Crew,
    gradients: Vec<Vec<f32>>,
    /// Running means of the gradients and, for Adam, of their squares.
    means: Vec<f32>,
    squares: Vec<f32>,
    average: Vec<f32>,
    step: u64,
}

/// The start of a training state file.
const STATE_BEGINS: &str = "brasa-training 1 checksum ";

/// Training state files.
pub static STATE: FileKind =
    FileKind { name: "a saved training run", is: |text| text.starts_with(STATE_BEGINS) };

/// Why a training run cannot be resumed.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages name the fields")]
pub enum StateError {
    /// The bytes are not a training state.
    #[error("not a saved training run")]
    NotAState,
    /// The checksum differs: the file is damaged.
    #[error("the checksum does not match: the file is damaged")]
    Damaged,
    /// The run was started with other options.
    #[error("saved by a training run with {found}, not {run}")]
    OtherRun { found: String, run: String },
    /// The network has a different shape.
    #[error("saved by a training run with other --blocks or --channels")]
    Shape,
}

impl Trainer {
    /// Starts a training run with `threads` threads.
    pub fn new(network: Network, threads: usize, schedule: Schedule) -> Self {
        let (crew, count) = (Crew::new(threads), network.parameters.len());
        Self {
            schedule,
            gradients: vec![vec![0.0; count]; crew.len()],
            crew,
            means: vec![0.0; count],
            squares: vec![0.0; count],
            average: network.parameters.to_vec(),
            network,
            step: 0,
        }
    }

    /// Steps done so far.
    pub const fn step(&self) -> u64 {
        self.step
    }

    /// The network with averaged parameters, which plays better than the latest one.
    pub fn average(&self) -> Network {
        // A calibration is valid for one set of parameters.
        Network {
            parameters: Arc::new(self.average.clone().into()),
            calibration: None,
            ..self.network.clone()
        }
    }

    /// The training state for [`Self::resume`]; `run` describes the run's options on one line.
    ///
    /// The first line is `brasa-training 1 checksum H RUN`; then come the step and the numbers.
    pub fn state(&self, run: &str) -> Vec<u8> {
        let numbers = [&self.network.parameters[..], &self.means, &self.squares, &self.average];
        let numbers = numbers.into_iter().flatten().flat_map(|x| x.to_le_bytes());
        let numbers: Vec<u8> = self.step.to_le_bytes().into_iter().chain(numbers).collect();
        let mut state = format!("{STATE_BEGINS}{:016x} {run}\n", fnv(&numbers)).into_bytes();
        state.extend(numbers);
        state
    }

    /// Resumes from the state of a run with the same `run` line.
    ///
    /// # Errors
    /// When the bytes are not a state, are damaged, or the training began otherwise or has another shape.
    pub fn resume(&mut self, state: &[u8], run: &str) -> Result<(), StateError> {
        let mut parts = state.splitn(2, |&byte| byte == b'\n');
        let (first, numbers) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        let first = std::str::from_utf8(first).ok().and_then(|line| line.strip_prefix(STATE_BEGINS));
        let (checksum, found) = first.and_then(|line| line.split_once(' ')).ok_or(StateError::NotAState)?;
        if checksum != format!("{:016x}", fnv(numbers)) {
            return Err(StateError::Damaged);
        }
        if found != run {
            return Err(StateError::OtherRun { found: found.to_owned(), run: run.to_owned() });
        }
        let (step, numbers) = numbers.split_first_chunk::<8>().ok_or(StateError::Shape)?;
        let count = self.average.len();
        let numbers: Vec<f32> =
            numbers.as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
        if numbers.len() != 4 * count {
            return Err(StateError::Shape);
        }
        let parts: Vec<Vec<f32>> = numbers.chunks_exact(count).map(<[f32]>::to_vec).collect();
        if let [parameters, means, squares, average] = &parts[..] {
            self.network.parameters = Arc::new(parameters.clone().into());
            (self.means, self.squares, self.average) = (means.clone(), squares.clone(), average.clone());
            self.step = u64::from_le_bytes(*step);
            self.crew.changed();
        }
        Ok(())
    }

    /// Takes a step on a batch of positions of one board size; returns the losses before it.
    pub fn learn(&mut self, batch: &[Example]) -> Losses {
        let scale = 1.0 / batch.len().max(1) as f32;
        let losses = self.crew.each(&self.network, batch, &mut self.gradients, scale);
        self.descend();
        losses
    }

    /// Changes the parameters by the gradient of a batch.
    fn descend(&mut self) {
        let Some((gradient, others)) = self.gradients.split_first_mut() else { return };
        for other in others {
            for (sum, x) in gradient.iter_mut().zip(other.iter()) {
                *sum += x;
            }
        }
        let rate = self.schedule.rate_at(self.step);
        self.step += 1;
        let corrections = STAY.map(|stay| 1.0 - libm::powf(stay, self.step as f32));
        let matrices: Vec<_> = Layout::new(self.network.shape).matrices().collect();
        let starts = [0].into_iter().chain(matrices.iter().map(|matrix| matrix.end));
        let ends = matrices.iter().map(|matrix| matrix.start).chain([gradient.len()]);
        for i in starts.zip(ends).flat_map(|(start, end)| start..end) {
            let (g, mean, square) = (&mut gradient[i], &mut self.means[i], &mut self.squares[i]);
            *mean = STAY[0] * *mean + (1.0 - STAY[0]) * *g;
            *square = STAY[1] * *square + (1.0 - STAY[1]) * *g * *g;
            *g = (*mean / corrections[0]) / ((*square / corrections[1]).sqrt() + 1e-8);
        }
        let columns = self.network.shape.channels;
        for matrix in matrices {
            let (gradient, mean) = (&mut gradient[matrix.clone()], &mut self.means[matrix]);
            simd::run(muon::Update { gradient, mean, columns });
        }
        let keep = 1.0 - rate * self.schedule.decay;
        let stay = AVERAGE.min(self.step as f32 / (self.step + 10) as f32);
        let parameters = Arc::make_mut(&mut self.network.parameters).numbers();
        for ((x, update), average) in parameters.iter_mut().zip(gradient.iter()).zip(&mut self.average) {
            *x = *x * keep - rate * update;
            *average = stay * *average + (1.0 - stay) * *x;
        }
        self.crew.changed();
    }
}
