//! Threads that share the examples of a batch, and a tester of a network's predictions.

use super::backward::{Example, Learner, Packed};
use super::layout::INPUTS;
use super::losses::Losses;
use super::network::Network;
use crate::util::threads;

/// Worker threads that evaluate examples or compute gradients.
pub(super) struct Crew {
    threads: usize,
    teams: Vec<Team>,
}

/// The learners for one board size, one per thread.
struct Team {
    size: usize,
    /// The weights in kernel order; `None` after the network has changed.
    packed: Option<Packed>,
    learners: Vec<Learner>,
}

impl Crew {
    /// Creates a number of threads.
    pub(super) fn new(threads: usize) -> Self {
        Self { threads: threads.max(1), teams: Vec::new() }
    }

    /// Marks the network's parameters as changed.
    pub(super) fn changed(&mut self) {
        self.teams.iter_mut().for_each(|team| team.packed = None);
    }

    pub(super) fn len(&self) -> usize {
        self.threads
    }

    fn team(&mut self, network: &Network, size: usize) -> &mut Team {
        let at = self.teams.iter().position(|team| team.size == size).unwrap_or_else(|| {
            let learners = (0..self.threads).map(|_| Learner::new(network.shape, size)).collect();
            self.teams.push(Team { size, packed: None, learners });
            self.teams.len() - 1
        });
        &mut self.teams[at]
    }

    /// The losses of a batch of positions of one board size. Each thread sets its gradient, if it has one, to the
    /// scaled sum of its examples' gradients.
    pub(super) fn each(
        &mut self,
        network: &Network,
        batch: &[Example],
        gradients: &mut [Vec<f32>],
        scale: f32,
    ) -> Losses {
        let mut sum = Losses::default();
        let Some(first) = batch.first() else { return sum };
        let Team { packed, learners, .. } = self.team(network, (first.planes.len() / INPUTS).isqrt());
        let parameters = &network.parameters[..];
        let packed = &*packed.get_or_insert_with(|| learners[0].pack(parameters));
        let part = batch.len().div_ceil(learners.len()).max(1);
        let gradients = gradients.iter_mut().map(Some).chain(std::iter::repeat_with(|| None));
        let parts = batch.chunks(part).chain(std::iter::repeat(&[][..]));
        let work = learners.iter_mut().zip(gradients).zip(parts).collect();
        let losses = threads::map(work, |((learner, mut gradient), examples)| {
            if let Some(gradient) = &mut gradient {
                gradient.fill(0.0);
            }
            learner.learn(parameters, packed, examples, gradient.map(Vec::as_mut_slice), scale)
        });
        losses.iter().for_each(|losses| sum.add(losses));
        sum
    }
}

/// Measures how well a network predicts examples.
pub struct Tester {
    network: Network,
    crew: Crew,
}

impl Tester {
    /// Creates a tester with `threads` threads.
    pub fn new(network: Network, threads: usize) -> Self {
        Self { crew: Crew::new(threads), network }
    }

    /// The losses of some examples.
    pub fn evaluate(&mut self, examples: &[Example]) -> Losses {
        let mut losses = Losses::default();
        for examples in examples.chunk_by(|a, b| a.planes.len() == b.planes.len()) {
            losses.add(&self.crew.each(&self.network, examples, &mut [], 0.0));
        }
        losses
    }
}
