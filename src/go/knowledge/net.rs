//! The network as a knowledge source: move probabilities and the position's value.
//!
//! # References
//! - D. Silver et al., "Mastering the game of Go with deep neural networks and tree search", Nature 529, 2016:
//!   policy-guided search, with the network's value mixed into playout results.

use std::sync::LazyLock;

use crate::framework::{Candidate, Knowledge, Move};
use crate::go::network::{Planes, index};
use crate::go::{Point, Position};
use crate::net::{Evaluation, Evaluator, Network};
use crate::util::Rng;
use crate::util::params::BoardClass;

/// The built-in network for a board size: the 9x9 one up to 11x11, the 19x19 one above; `None` for tiny boards, for
/// which neither was trained.
pub fn built_in_network(size: u8) -> Option<Network> {
    static NETWORKS: LazyLock<[Option<Network>; 2]> = LazyLock::new(|| {
        [&include_bytes!("../../../patterns/9x9.net")[..], include_bytes!("../../../patterns/19x19.net")]
            .map(|bytes| Network::from_bytes(bytes).ok())
    });
    let [small, large] = &*NETWORKS;
    match BoardClass::of(size) {
        BoardClass::Tiny => None,
        BoardClass::Small | BoardClass::Eleven => small.clone(),
        BoardClass::Medium | BoardClass::Large => large.clone(),
    }
}

/// Move probabilities and value from a network.
pub struct NetKnowledge {
    network: Network,
    is_exact: bool,
    temperature: f32,
    planes: Planes,
    /// The evaluator for the last board size.
    evaluator: Option<(u8, Evaluator)>,
    value: Option<f32>,
}

impl NetKnowledge {
    /// `is_exact` makes the numbers the same on every machine. Probabilities are raised to the power 1/`temperature`
    /// and renormalized.
    pub fn new(network: Network, is_exact: bool, temperature: f32) -> Self {
        let planes = Planes::default();
        Self { network, is_exact, temperature, planes, evaluator: None, value: None }
    }

    /// Evaluates a position.
    pub fn evaluate(&mut self, position: &Position) -> &Evaluation {
        let size = position.board().size();
        self.evaluator.take_if(|(of, _)| *of != size);
        let (_, evaluator) =
            self.evaluator.get_or_insert_with(|| (size, Evaluator::new(&self.network, usize::from(size))));
        let planes = self.planes.of(position);
        if self.is_exact { evaluator.evaluate_exactly(planes) } else { evaluator.evaluate(planes) }
    }
}

impl Knowledge<Position> for NetKnowledge {
    fn edit(&mut self, game: &Position, candidates: &mut Vec<Candidate>, _rng: &mut Rng) {
        let (size, temperature) = (usize::from(game.board().size()), self.temperature);
        let evaluation = self.evaluate(game);
        let value = evaluation.value;
        for candidate in candidates.iter_mut() {
            candidate.probability = match candidate.mv {
                Move::PASS => evaluation.policy[size * size],
                mv => evaluation.policy[index(Point::of_move(mv), size)],
            };
        }
        let most = candidates.iter().map(|candidate| candidate.probability).fold(f32::MIN, f32::max);
        let mut sum = 0.0;
        for candidate in candidates.iter_mut() {
            candidate.probability = libm::expf((candidate.probability - most) / temperature);
            sum += candidate.probability;
        }
        for candidate in candidates {
            // Above 0: 0 means unknown.
            candidate.probability = (candidate.probability / sum).max(f32::MIN_POSITIVE);
        }
        self.value = Some(value);
    }

    fn estimate(&self) -> Option<f32> {
        self.value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::framework::Game;
    use crate::go::Rules;

    #[test]
    fn every_size_from_8_on_has_a_network_that_knows_a_first_move() {
        assert!(built_in_network(7).is_none());
        for size in [8, 9, 11, 12, 13, 19] {
            let network = built_in_network(size).expect("the built-in network can be read");
            let mut knowledge = NetKnowledge::new(network, true, 1.0);
            let position = Position::new(size, Rules::default());
            let mut moves = Vec::new();
            position.candidates(&mut moves);
            let mut candidates: Vec<_> = moves.into_iter().map(Candidate::new).collect();
            knowledge.edit(&position, &mut candidates, &mut Rng::new(1));
            let sum: f32 = candidates.iter().map(|candidate| candidate.probability).sum();
            assert!((sum - 1.0).abs() < 1e-3, "{size}: {sum}");
            let best = candidates.iter().max_by(|a, b| a.probability.total_cmp(&b.probability)).unwrap();
            let p = Point::of_move(best.mv);
            assert!(
                best.mv != Move::PASS && p.col().min(p.row()) >= 1,
                "{size}: {}",
                position.move_text(best.mv)
            );
            // On small boards, a komi of 7.5 outweighs the first move.
            assert!(knowledge.estimate().is_some_and(|value| (0.05..0.95).contains(&value)));
        }
    }
}
