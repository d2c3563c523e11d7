//! The network as a source of knowledge: the probabilities of moves, and the value of the position.
//!
//! # References
//! - D. Silver et al., "Mastering the game of Go with deep neural networks and tree search", Nature 529, 2016: the search
//!   by the probabilities, and the mean of the network's value and the playouts' results.

use std::sync::LazyLock;

use crate::framework::{Candidate, Knowledge, Move};
use crate::go::network::{Planes, index};
use crate::go::{Point, Position};
use crate::net::{Evaluator, Network};
use crate::util::Rng;

/// Returns the built-in network for a board size; `None` where there is none.
#[must_use]
pub fn built_in_network(size: u8) -> Option<Network> {
    static NETWORK: LazyLock<Option<Network>> = LazyLock::new(|| {
        let network = Network::from_bytes(include_bytes!("../../../patterns/9x9.net"));
        debug_assert!(network.is_ok(), "{network:?}");
        network.ok()
    });
    if size == 9 { NETWORK.clone() } else { None }
}

/// The knowledge of a network.
pub struct NetKnowledge {
    network: Network,
    is_exact: bool,
    temperature: f32,
    planes: Planes,
    /// The evaluator of the last board size.
    evaluator: Option<(u8, Evaluator)>,
    value: Option<f32>,
}

impl NetKnowledge {
    /// Creates the knowledge. With `is_exact` its numbers are the same on every machine. The probabilities are proportional to the network's, each to the power of 1 / `temperature`.
    #[must_use]
    pub fn new(network: Network, is_exact: bool, temperature: f32) -> Self {
        let planes = Planes::default();
        Self { network, is_exact, temperature, planes, evaluator: None, value: None }
    }
}

impl Knowledge<Position> for NetKnowledge {
    fn edit(&mut self, game: &Position, candidates: &mut Vec<Candidate>, _rng: &mut Rng) {
        let size = game.board().size();
        let Self { network, evaluator, is_exact, .. } = self;
        if evaluator.as_ref().is_none_or(|&(of, _)| of != size) {
            *evaluator = Some((size, Evaluator::new(network, usize::from(size))));
        }
        let Some((_, evaluator)) = evaluator else { return };
        let planes = self.planes.of(game);
        let evaluation =
            if *is_exact { evaluator.evaluate_exactly(planes) } else { evaluator.evaluate(planes) };
        self.value = Some(evaluation.value);
        let size = usize::from(size);
        for candidate in candidates.iter_mut() {
            candidate.probability = match candidate.mv {
                Move::PASS => evaluation.policy[size * size],
                mv => evaluation.policy[index(Point::of_move(mv), size)],
            };
        }
        let most = candidates.iter().map(|candidate| candidate.probability).fold(f32::MIN, f32::max);
        let mut sum = 0.0;
        for candidate in candidates.iter_mut() {
            candidate.probability = libm::expf((candidate.probability - most) / self.temperature);
            sum += candidate.probability;
        }
        for candidate in candidates {
            candidate.probability /= sum;
        }
    }

    fn estimate(&self) -> Option<f32> {
        self.value
    }
}
