//! Threads that share the examples of a batch.

use super::backward::{Example, Learner, Packed};
use super::losses::Losses;
use super::network::Network;

/// Threads that evaluate examples, or learn from them.
pub(super) struct Crew {
    packed: Packed,
    learners: Vec<Learner>,
}

impl Crew {
    /// Creates `threads` threads for a network and boards of `size` x `size` points.
    pub(super) fn new(network: &Network, size: usize, threads: usize) -> Self {
        let learners = (0..threads.max(1)).map(|_| Learner::new(network.shape, size)).collect();
        let mut crew = Self { packed: Packed::default(), learners };
        crew.pack(network);
        crew
    }

    /// Repacks the network's parameters.
    pub(super) fn pack(&mut self, network: &Network) {
        if let Some(learner) = self.learners.first() {
            self.packed = learner.pack(&network.parameters);
        }
    }

    pub(super) fn len(&self) -> usize {
        self.learners.len()
    }

    /// The losses of a batch by the network that was packed last. A thread with a gradient sets it to the scaled sum
    /// of its examples' gradients.
    pub(super) fn each(
        &mut self,
        network: &Network,
        batch: &[Example],
        gradients: &mut [Vec<f32>],
        scale: f32,
    ) -> Losses {
        let (parameters, packed) = (&network.parameters[..], &self.packed);
        let part = batch.len().div_ceil(self.learners.len()).max(1);
        let gradients = gradients.iter_mut().map(Some).chain(std::iter::repeat_with(|| None));
        let mut sum = Losses::default();
        std::thread::scope(|scope| {
            let mut threads = Vec::new();
            let mut parts = batch.chunks(part);
            for (learner, mut gradient) in self.learners.iter_mut().zip(gradients) {
                if let Some(gradient) = &mut gradient {
                    gradient.fill(0.0);
                }
                let Some(examples) = parts.next() else { continue };
                threads.push(scope.spawn(move || {
                    learner.learn(parameters, packed, examples, gradient.map(Vec::as_mut_slice), scale)
                }));
            }
            for thread in threads {
                if let Ok(losses) = thread.join() {
                    sum.add(&losses);
                }
            }
        });
        sum
    }
}
