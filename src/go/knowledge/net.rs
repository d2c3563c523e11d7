//! The network as a source of knowledge: the probabilities of moves as a prior, and the value of the position.
//!
//! As in the learned prior, a move with probability p gets `net_prior_weight` * sqrt(p / q) won playouts, where q is the
//! highest probability of a move.
//!
//! # References
//! - D. Silver et al., "Mastering the game of Go with deep neural networks and tree search", Nature 529, 2016.

use crate::framework::{Candidate, Estimate, Knowledge, Move};
use crate::go::network::{Planes, index};
use crate::go::{Point, Position};
use crate::net::{Evaluator, Network};
use crate::util::Rng;

/// The knowledge of a network.
pub struct NetKnowledge {
    network: Network,
    prior_weight: f32,
    value_weight: f32,
    planes: Planes,
    /// The evaluator of the last board size.
    evaluator: Option<(u8, Evaluator)>,
    value: Option<f32>,
}

impl NetKnowledge {
    /// Creates the knowledge. The weights are the playouts of the prior of the likeliest move, and those that the value of a
    /// position counts as.
    #[must_use]
    pub fn new(network: Network, prior_weight: f32, value_weight: f32) -> Self {
        Self { network, prior_weight, value_weight, planes: Planes::default(), evaluator: None, value: None }
    }
}

impl Knowledge<Position> for NetKnowledge {
    fn edit(&mut self, game: &Position, candidates: &mut Vec<Candidate>, _rng: &mut Rng) {
        let size = game.board().size();
        let Self { network, evaluator, .. } = self;
        if evaluator.as_ref().is_none_or(|&(of, _)| of != size) {
            *evaluator = Some((size, Evaluator::new(network, usize::from(size))));
        }
        let Some((_, evaluator)) = evaluator else { return };
        let evaluation = evaluator.evaluate(self.planes.of(game));
        self.value = Some(evaluation.value);
        let size = usize::from(size);
        let strength = |mv: Move| match mv {
            Move::PASS => evaluation.policy[size * size],
            mv => evaluation.policy[index(Point::of_move(mv), size)],
        };
        let most = candidates.iter().map(|candidate| strength(candidate.mv)).fold(f32::MIN, f32::max);
        for candidate in candidates {
            let rate = strength(candidate.mv) - most;
            candidate.add(1.0, self.prior_weight * libm::expf(0.5 * rate));
        }
    }

    fn estimate(&mut self) -> Option<Estimate> {
        let value = self.value.take()?;
        (self.value_weight > 0.0).then_some(Estimate { value, weight: self.value_weight as u64 })
    }
}
