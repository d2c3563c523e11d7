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
    /// Creates a tester for boards of `size` x `size` points with `threads` threads.
    pub fn new(network: Network, size: usize, threads: usize) -> Self {
        Self { crew: Crew::new(&network, size, threads), network }
    }

    /// The losses of some examples.
    pub fn evaluate(&mut self, examples: &[Example]) -> Losses {
        self.crew.each(&self.network, examples, &mut [], 0.0)
    }
}
