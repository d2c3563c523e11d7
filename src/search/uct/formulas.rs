//! The selection formulas: estimate, bound and widening.
//!
//! # References
//! - L. Kocsis and C. Szepesvári, "Bandit based Monte-Carlo planning", ECML 2006 (UCT).
//! - S. Gelly and D. Silver, "Combining online and offline knowledge in UCT", ICML 2007 (RAVE).
//! - C. Rosin, "Multi-armed bandits with episode context", Annals of Mathematics and Artificial Intelligence 61(3),
//!   2011, and D. Silver et al., "Mastering the game of Go with deep neural networks and tree search", Nature 529, 2016
//!   (PUCT).
//! - D. Wu, "Accelerating self-play learning in Go", arXiv 1902.10565, 2019: first-play urgency reduction.
//! - M. Enzenberger and M. Müller, "Fuego", TR 09-08, University of Alberta, 2009: the estimator's weights.

use super::node::{Node, Proof, Stats, Value};
use super::params::SearchParams;
use super::tree::{NodeId, Tree};
use crate::framework::{MoveStat, RaveStat};

/// The terms of the bound shared by all children of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parent {
    /// Whether the estimate includes the RAVE value.
    use_rave: bool,
    /// ln n of the bias term; 0 when it is off.
    log_count: f64,
    /// c √n of PUCT; 0 for children without probabilities.
    scale: f64,
    /// PUCT's value of an unvisited child (first-play urgency).
    unvisited: f64,
    /// The playouts' correction to the network's values, for the player to move; 0 without a network.
    pub(super) correction: f64,
}

/// A search's formulas, derived once from its parameters.
#[derive(Clone, Copy, Debug)]
pub(super) struct Formulas {
    rave: bool,
    inverse_initial: f64,
    inverse_final: f64,
    bias: f64,
    puct: f64,
    reduction: f64,
    correction_weight: f64,
    /// The estimates' share of values at the root.
    share: f64,
    /// The playouts' share over the estimates' share; 0 where only one of them counts.
    odds: f64,
    first_play_urgency: f64,
    widening: Option<Widening>,
}

impl Formulas {
    pub(super) fn new(params: &SearchParams) -> Self {
        Self {
            rave: params.rave,
            inverse_initial: 1.0 / params.rave_weight_initial,
            inverse_final: 1.0 / params.rave_weight_final,
            bias: params.bias_term_constant,
            puct: params.puct_constant,
            reduction: params.puct_reduction,
            correction_weight: params.correction_weight,
            share: 0.0,
            odds: 0.0,
            first_play_urgency: params.first_play_urgency,
            widening: (params.progressive_widening > 0.0)
                .then(|| Widening::new(params.progressive_widening, params.widening_factor)),
        }
    }

    /// The same for values in which estimates have this share at the root.
    pub(super) fn with_share(self, share: f64) -> Self {
        let odds = if self.corrects() && share > 0.0 { (1.0 - share).max(0.0) / share } else { 0.0 };
        Self { share, odds, ..self }
    }

    /// The same without the bias term.
    pub(super) fn without_bias(self) -> Self {
        Self { bias: 0.0, ..self }
    }

    /// The weighted mean of value and RAVE value: a value sample has weight 1, a RAVE sample 1 / (1 / initial + n /
    /// final), and the prior is a sample of both. Without samples it is first-play urgency, plus the sum, which is
    /// then 0 or the [`Proof`](super::node::Proof).
    #[inline(always)]
    pub(super) fn estimate(&self, stats: &Stats, use_rave: bool) -> f64 {
        let count = stats.count + stats.prior_weight;
        let sum = stats.sum + stats.prior_sum;
        let (weight, value) = if use_rave {
            let rave = stats.rave_count + stats.prior_weight;
            let scale = self.inverse_initial + rave * self.inverse_final;
            (count * scale + rave, sum * scale + stats.rave_sum + stats.prior_sum)
        } else {
            (count, sum)
        };
        if weight > 0.0 { value / weight } else { self.first_play_urgency + stats.sum }
    }

    /// The terms of a node's children; `above` is the correction at the node before it.
    #[inline(always)]
    pub(super) fn parent(&self, tree: &Tree, node: Node<'_>, use_rave: bool, above: f64) -> Parent {
        let is_puct =
            self.puct > 0.0 && tree.children(node).next().is_some_and(|(_, child)| child.probability() > 0.0);
        if is_puct {
            return self.puct_parent(tree, node, above);
        }
        // ln n, the same on every machine.
        let log_count = if self.bias == 0.0 { 0.0 } else { libm::log(node.count().max(1) as f64) };
        Parent { use_rave, log_count, scale: 0.0, unvisited: 0.0, correction: 0.0 }
    }

    /// First-play urgency: parent value − r √(Σ p of visited children), for children with probabilities.
    fn puct_parent(&self, tree: &Tree, node: Node<'_>, above: f64) -> Parent {
        let stats = node.stats();
        let value = if stats.count > 0.0 { 1.0 - self.mean(&stats, above) } else { 0.5 };
        let tried = tree.children(node).filter(|(_, child)| child.count() > 0);
        let tried: f64 = tried.map(|(_, child)| child.probability()).sum();
        Parent {
            use_rave: false,
            log_count: 0.0,
            scale: self.puct * stats.count.max(1.0).sqrt(),
            unvisited: value - self.reduction * tried.sqrt(),
            correction: if self.odds > 0.0 { -self.correction(&stats, above) } else { 0.0 },
        }
    }

    /// True if a value's first part is the playout's alone, which corrects the network's estimate.
    pub(super) fn corrects(&self) -> bool {
        self.correction_weight > 0.0
    }

    /// The sum of the playouts' corrections to a move's estimates. With e the mean of the estimates, v that of the playouts
    /// and m = s e + (1 - s) v, a correction is m - e = (v - m) (1 - s) / s.
    #[inline(always)]
    fn own_correction(&self, stats: &Stats) -> f64 {
        self.odds * (stats.wins - stats.sum)
    }

    /// The mean correction (Σ + k c) / (n + k), where c is that of the node before and k the weight: a move's own playouts
    /// are few and noisy at first, and most of what they correct, they correct in its siblings too.
    #[inline(always)]
    fn correction(&self, stats: &Stats, above: f64) -> f64 {
        let sum = self.own_correction(stats) + self.correction_weight * above;
        sum / (stats.count + self.correction_weight)
    }

    /// The mean value of a move with playouts, corrected.
    #[inline(always)]
    fn mean(&self, stats: &Stats, above: f64) -> f64 {
        if self.odds > 0.0 {
            (stats.sum - self.own_correction(stats)) / stats.count + self.correction(stats, above)
        } else {
            stats.sum / stats.count
        }
    }

    /// The sum of the win shares that reports show.
    pub(super) fn wins(&self, stats: &Stats) -> f64 {
        if self.corrects() { stats.sum } else { stats.wins }
    }

    /// The part of a playout's value that [`Self::wins`] counts.
    pub(super) fn shown(&self, value: Value) -> f64 {
        if self.corrects() { value.total() } else { value.share() }
    }

    /// The upper bound of a child: the estimate + c √(ln n / (nᵢ + 1)), or by PUCT the mean + c p √n / (nᵢ + 1).
    #[inline(always)]
    pub(super) fn bound(&self, stats: &Stats, parent: &Parent) -> f64 {
        if parent.scale > 0.0 {
            let mean = if stats.count > 0.0 {
                self.mean(stats, parent.correction)
            } else {
                parent.unvisited + stats.sum
            };
            return mean + parent.scale * stats.probability / (stats.count + 1.0);
        }
        let estimate = self.estimate(stats, parent.use_rave);
        if self.bias == 0.0 {
            estimate
        } else {
            estimate + self.bias * (parent.log_count / (stats.count + stats.prior_weight + 1.0)).sqrt()
        }
    }

    /// The estimates' share of values at the root.
    pub(super) fn share(&self) -> f64 {
        self.share
    }

    #[inline(always)]
    pub(super) fn rave(&self) -> bool {
        self.rave
    }

    /// True if the nodes of a tree keep margins in place of RAVE samples: in searches with a network.
    pub(super) fn keeps_margins(&self, tree: &Tree) -> bool {
        !self.rave && tree.node(NodeId::ROOT).estimate().is_some()
    }

    pub(super) fn is_widening(&self) -> bool {
        self.widening.is_some()
    }

    /// The number of children that a node with `count` playouts searches; `None` for all.
    #[inline(always)]
    pub(super) fn width(&self, count: u64) -> Option<usize> {
        self.widening.map(|widening| widening.width(count))
    }
}

/// Progressive widening: searches one more child each time a node's playouts have grown by a factor.
///
/// # References
/// - R. Coulom, "Computing Elo ratings of move patterns in the game of Go", ICGA Journal 30(4), 2007: the thresholds
///   are his, t(0) = 0, t(n + 1) = t(n) + 40 * 1.4^n.
/// - G. Chaslot, M. Winands, J. Uiterwijk, J. van den Herik and B. Bouzy, "Progressive strategies for Monte-Carlo
///   tree search", New Mathematics and Natural Computation 4(3), 2008.
#[derive(Clone, Copy, Debug)]
struct Widening {
    base: f64,
    log_factor: f64,
}

impl Widening {
    /// The first threshold is `base` playouts; the steps grow by `factor`.
    fn new(base: f64, factor: f64) -> Self {
        Self { base: (factor - 1.0) / base, log_factor: 1.0 / libm::log(factor) }
    }

    fn width(self, count: u64) -> usize {
        // The geometric series, solved for n.
        1 + (libm::log(1.0 + count as f64 * self.base) * self.log_factor) as usize
    }
}

/// A move's statistics, with its estimate and bound.
pub(super) fn move_stat(child: Node<'_>, formulas: &Formulas, parent: &Parent) -> MoveStat {
    let stats = child.stats();
    let ratio = |sum: f64, count: f64| if count > 0.0 { sum / count } else { 0.5 };
    let rave_count = stats.rave_count + stats.prior_weight;
    MoveStat {
        mv: child.mv(),
        count: child.count(),
        value: match child.proof() {
            Proof::Won => 1.0,
            Proof::Lost => 0.0,
            _ => ratio(formulas.wins(&stats) + stats.prior_sum, stats.count + stats.prior_weight),
        },
        // Without RAVE, this word holds the position's estimate.
        rave: (formulas.rave && rave_count > 0.0)
            .then(|| RaveStat { count: rave_count, value: (stats.rave_sum + stats.prior_sum) / rave_count }),
        prior_weight: stats.prior_weight,
        prior_value: ratio(stats.prior_sum, stats.prior_weight),
        probability: stats.probability,
        estimate: formulas.estimate(&stats, parent.use_rave),
        bound: formulas.bound(&stats, parent),
        proven: match child.proof() {
            Proof::Won => Some(true),
            Proof::Lost => Some(false),
            Proof::Open | Proof::Filtered => None,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::super::node::{Value, WORDS};
    use super::super::sync::AtomicU64;
    use super::super::tree::NodeId;
    use super::*;
    use crate::framework::{Candidate, Move};
    use crate::util::params::Params;

    fn formulas(change: impl Fn(&mut SearchParams)) -> Formulas {
        let mut params = SearchParams::for_size(9);
        (params.rave_weight_initial, params.rave_weight_final) = (0.5, 100.0);
        (params.first_play_urgency, params.bias_term_constant) = (0.75, 0.0);
        change(&mut params);
        Formulas::new(&params)
    }

    /// A parent with `count` playouts and children without probabilities.
    fn parent_of(use_rave: bool, count: u64) -> Parent {
        Parent { use_rave, log_count: (count as f64).ln(), scale: 0.0, unvisited: 0.0, correction: 0.0 }
    }

    #[track_caller]
    fn equal(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-12, "{found} is not {expected}");
    }

    /// 10 playouts, 6 of them won; RAVE samples of weight 50, 20 of it won.
    const STATS: Stats = Stats {
        count: 10.0,
        sum: 6.0,
        wins: 6.0,
        rave_count: 50.0,
        rave_sum: 20.0,
        prior_weight: 0.0,
        prior_sum: 0.0,
        probability: 0.0,
    };
    /// A prior of 4 playouts that expects 3 wins.
    const PRIOR: Stats = Stats { prior_weight: 4.0, prior_sum: 3.0, ..STATS };
    const NOTHING: Stats = Stats {
        count: 0.0,
        sum: 0.0,
        wins: 0.0,
        rave_count: 0.0,
        rave_sum: 0.0,
        prior_weight: 0.0,
        prior_sum: 0.0,
        probability: 0.0,
    };

    #[test]
    fn the_estimate_weighs_value_and_rave_value() {
        let formulas = formulas(|_| {});
        equal(formulas.estimate(&STATS, false), 0.6);
        // Each RAVE sample weighs 1 / (2 + 50 / 100) = 0.4: (6 + 0.4 * 20) / (10 + 0.4 * 50).
        equal(formulas.estimate(&STATS, true), 14.0 / 30.0);
        equal(formulas.estimate(&Stats { rave_count: 0.0, rave_sum: 0.0, ..STATS }, true), 0.6);
        equal(formulas.estimate(&Stats { count: 0.0, sum: 0.0, ..STATS }, true), 0.4);
    }

    #[test]
    fn playouts_correct_a_move_as_far_as_they_are_many() {
        let formulas = formulas(|params| params.correction_weight = 20.0).with_share(0.4);
        // The network gives 0.6 a visit and the playouts 0.1, so they take 0.3 away; those of the node before took 0.1.
        let visits = |n: f64| Stats { count: n, wins: 0.1 * n, sum: 0.3 * n, ..NOTHING };
        let parent = Parent { scale: 1e-9, correction: -0.1, ..parent_of(false, 100) };
        let mean = |n| formulas.bound(&visits(n), &parent);
        for (n, expected) in [(1.0, 0.6 - (0.3 + 2.0) / 21.0), (20.0, 0.6 - 0.2), (1980.0, 0.6 - 0.298)] {
            assert!((mean(n) - expected).abs() < 1e-6, "{n}: {}", mean(n));
        }
    }

    #[test]
    fn the_prior_is_a_sample_of_both() {
        let formulas = formulas(|_| {});
        equal(formulas.estimate(&PRIOR, false), 9.0 / 14.0);
        // 54 samples weigh 1 / (2 + 54 / 100) each.
        let weight = 1.0 / 2.54;
        equal(formulas.estimate(&PRIOR, true), (9.0 + weight * 23.0) / (14.0 + weight * 54.0));
        equal(formulas.estimate(&Stats { prior_weight: 4.0, prior_sum: 3.0, ..NOTHING }, true), 0.75);
    }

    #[test]
    fn first_play_urgency_is_the_value_of_a_move_without_statistics() {
        let formulas = formulas(|params| params.first_play_urgency = 1.25);
        equal(formulas.estimate(&NOTHING, true), 1.25);
        equal(formulas.estimate(&NOTHING, false), 1.25);
        equal(formulas.estimate(&Stats { rave_count: 50.0, rave_sum: 20.0, ..NOTHING }, false), 1.25);
    }

    #[test]
    fn a_proof_outweighs_everything_even_without_statistics() {
        for use_rave in [false, true] {
            let formulas = formulas(|params| {
                (params.first_play_urgency, params.bias_term_constant) = (1e6, 100.0);
            });
            let bound = |proof: Proof, playouts: u64| {
                let words: [AtomicU64; WORDS] = std::array::from_fn(|_| AtomicU64::new(0));
                let node = Node::new(words.each_ref());
                node.reset(&Candidate::new(Move(1)));
                node.set_proof(proof);
                for _ in 0..playouts {
                    node.add_count();
                    node.add_value(Value::new(0.5, 0.5));
                }
                formulas.bound(&node.stats_with_proof(), &parent_of(use_rave, 1 << 31))
            };
            for playouts in [0, 1, 1000] {
                assert!(bound(Proof::Filtered, playouts) < bound(Proof::Open, 1000));
                assert!(bound(Proof::Lost, playouts) < bound(Proof::Open, 1000));
                assert!(bound(Proof::Won, playouts) > bound(Proof::Open, 0));
            }
        }
    }

    #[test]
    fn the_bias_term_adds_to_the_estimate() {
        let formulas = formulas(|params| params.bias_term_constant = 0.5);
        let parent = parent_of(false, 1000);
        equal(formulas.bound(&PRIOR, &parent), 9.0 / 14.0 + 0.5 * (1000f64.ln() / 15.0).sqrt());
        equal(formulas.without_bias().bound(&PRIOR, &parent), 9.0 / 14.0);
    }

    #[test]
    fn puct_weighs_the_probability_of_a_move() {
        let formulas = formulas(|params| (params.puct_constant, params.puct_reduction) = (2.0, 0.5));
        let tree = Tree::new(1_000_000);
        let root = tree.node(NodeId::ROOT);
        let likely = |mv, probability| Candidate { probability, ..Candidate::new(Move(mv)) };
        assert!(root.claim() && tree.expand(NodeId::ROOT, &[likely(1, 0.64), likely(2, 0.36)]));
        let bounds = || -> Vec<f64> {
            let parent = formulas.parent(&tree, root, true, 0.0);
            tree.children(root).map(|(_, child)| formulas.bound(&child.stats_with_proof(), &parent)).collect()
        };
        let near = |found: Vec<f64>, expected: [f64; 2]| {
            let is_near = found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-4);
            assert!(is_near, "{found:?} is not {expected:?}");
        };
        // Without playouts a move is worth 0.5, plus 2 p sqrt(1) / 1.
        near(bounds(), [0.5 + 1.28, 0.5 + 0.72]);
        // Four playouts of the first move, one of them won: the node's value is 1/4 for that player.
        let (_, first) = tree.children(root).next().unwrap();
        for wins in [1.0, 0.0, 0.0, 0.0] {
            for (node, wins) in [(first, wins), (root, 1.0 - wins)] {
                node.add_count();
                node.add_value(Value::new(wins, wins));
            }
        }
        near(bounds(), [0.25 + 2.0 * 0.64 * 2.0 / 5.0, 0.25 - 0.5 * 0.8 + 2.0 * 0.36 * 2.0]);
    }

    #[test]
    fn width_grows_by_one_where_playouts_grow_by_the_factor() {
        // The thresholds are 0, 40, 40 + 40 * 1.5 = 100, 100 + 40 * 2.25 = 190.
        let widening = |count| {
            let on = |params: &mut SearchParams| {
                (params.progressive_widening, params.widening_factor) = (40.0, 1.5);
            };
            formulas(on).width(count)
        };
        let widths = [0, 39, 41, 99, 101, 189, 191].map(widening);
        assert_eq!(widths, [1, 1, 2, 2, 3, 3, 4].map(Some));
        assert_eq!(formulas(|_| {}).width(1000), None);
    }
}
