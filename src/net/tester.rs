//! Measures how well a network predicts examples.

use super::backward::Example;
use super::crew::Crew;
use super::losses::Losses;
use super::network::Network;

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
