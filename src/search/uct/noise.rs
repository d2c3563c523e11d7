//! Random noise in the root's probabilities, for self-play.
//!
//! # References
//! - D. Silver et al., "Mastering the game of Go without human knowledge", Nature 550, 2017.
//! - D. Wu, "Accelerating self-play learning in Go", arXiv 1902.10565, 2019: a total concentration of 10.83.

use rand_distr::{Distribution, Gamma};

use super::node::Node;
use super::tree::Tree;
use crate::framework::Candidate;
use crate::util::Rng;

/// The total concentration of the Dirichlet distribution.
const CONCENTRATION: f64 = 10.83;

/// Mixes a Dirichlet sample into the root's probabilities, with weight `share`. The sample is a vector of Gamma samples
/// divided by their sum.
pub(super) fn add(tree: &Tree, root: Node<'_>, share: f64, rng: &mut Rng) {
    // Without probabilities there is nothing to perturb; the random sequence stays unchanged.
    if !tree.children(root).any(|(_, child)| child.probability() > 0.0) {
        return;
    }
    let moves = tree.children(root).len().max(1) as f64;
    let Ok(gamma) = Gamma::new(CONCENTRATION / moves, 1.0) else { return };
    let noise: Vec<f64> = tree.children(root).map(|_| gamma.sample(rng)).collect();
    let sum = noise.iter().sum::<f64>().max(f64::MIN_POSITIVE);
    for ((_, child), noise) in tree.children(root).zip(noise) {
        let known = child.probability();
        if known > 0.0 {
            let probability = ((1.0 - share) * known + share * noise / sum) as f32;
            child.set_prior(&Candidate { probability, ..Candidate::new(child.mv()) });
        }
    }
}
