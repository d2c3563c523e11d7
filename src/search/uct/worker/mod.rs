//! One thread of the search: descend, expand, play out, back up (`worker/backup.rs`).
//!
//! A descent that ends at a known outcome (the game is over, or all continuations are proven) counts as a playout with
//! that outcome, and proves as many ancestors as possible. A proof covers only the moves left by [`Game::candidates`]
//! and the filters, and the history of only one line to a node.
//!
//! # References
//! - L. Kocsis and C. Szepesvári, "Bandit based Monte-Carlo planning", ECML 2006 (UCT).

mod backup;

use crossbeam_utils::CachePadded;

use super::formulas::{Formulas, Parent, move_stat};
use super::node::{Node, Proof, Value};
use super::noise;
use super::params::{GlobalSearchParams, SearchParams};
use super::tally::Tally;
use super::tree::{NodeId, Tree};
use crate::framework::{
    Candidate, Color, Game, Knowledge, Move, MoveStat, Outcome, PlayoutLimit, PlayoutPolicy, Sequence, Step,
    Tracer,
};
use crate::util::{Rng, Running};

/// The per-thread parts: playout policy and knowledge.
pub struct ThreadParts<G: Game> {
    /// The playout policy.
    pub policy: Box<dyn PlayoutPolicy<G>>,
    /// The knowledge sources, applied in order when a node is expanded.
    pub knowledge: Vec<Box<dyn Knowledge<G>>>,
    /// Filters for the root only, applied once per search.
    pub root_filters: Vec<Box<dyn Knowledge<G>>>,
}

/// The statistics of a thread.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counters {
    /// The number of playouts and of estimates in their place.
    pub(super) games: u64,
    /// The lengths of the simulated games.
    pub(super) length: Running,
    /// The numbers of their moves inside the tree.
    pub(super) depth: Running,
    /// Black's margins in completed playouts and estimates.
    pub(super) margin: Running,
    /// The number of aborted playouts.
    pub(super) aborted: u64,
    /// The playout values for Black without dynamic komi, while it is in use.
    pub(super) value: Running,
}

/// A thread's state, kept from search to search.
pub(super) struct Worker<G: Game> {
    pub(super) parts: ThreadParts<G>,
    pub(super) counters: Counters,
    /// The number of the thread.
    number: usize,
    /// The games of the search, if they are kept.
    pub(super) games: Vec<Sequence>,
    pub(super) keeps_games: bool,
    game: G,
    rng: Rng,
    line: Sequence,
    path: Vec<NodeId>,
    moves: Vec<Move>,
    candidates: Vec<Candidate>,
    /// The position where the playouts of a descent start, kept when there are several.
    leaf: G,
    /// For each move and color, the index of its first play in the line; `NEVER` if not played.
    first_play: Vec<[u16; 2]>,
    /// The owner of each point at the end of the descent, from [`CERTAIN`] for Black to the opposite for White, if a
    /// tally needs it.
    owners: Vec<i8>,
    /// The estimate of the last node on the path that has one, for Black.
    estimate: Option<f32>,
    /// Its weight in the mix with a playout.
    share: f64,
    /// Black's expected margin at the leaf, if this descent has evaluated it, and the expected owners.
    expected: Option<f32>,
    expected_owners: Vec<i8>,
    selections: u64,
    descents: u64,
}

const NEVER: u16 = u16::MAX;

/// Maximum number of games that a thread keeps, about 20 MB on 19x19.
const MAX_GAMES: usize = 20_000;

/// The child with the highest bound; the first on ties.
#[inline(always)]
fn highest<'t>(
    mut children: impl Iterator<Item = (NodeId, Node<'t>)>,
    bound: impl Fn(Node<'t>) -> f64,
) -> Option<NodeId> {
    let (mut best, child) = children.next()?;
    let mut best_bound = bound(child);
    for (id, child) in children {
        let bound = bound(child);
        if bound > best_bound {
            (best, best_bound) = (id, bound);
        }
    }
    Some(best)
}

/// The child with the highest bound.
#[inline]
fn select(tree: &Tree, formulas: &Formulas, node: Node<'_>, parent: &Parent) -> NodeId {
    let bound = |child: Node<'_>| formulas.bound(&child.stats_with_proof(), parent);
    if let Some(width) = formulas.width(node.count()) {
        let open = tree.children(node).filter(|(_, child)| child.is_choice()).take(width);
        if let Some(best) = highest(open, bound) {
            return best;
        }
    }
    highest(tree.children(node), bound).unwrap_or(NodeId::ROOT)
}

/// The number of images in the probabilities of a node's moves when its playouts call for one more: 1 at the threshold, 2 at
/// twice as many, 3 at four times. `None` between these, and always for a threshold of 0.
fn images_before_next(playouts: u64, threshold: u64) -> Option<u32> {
    let times = playouts.checked_div(threshold)?;
    (times.is_power_of_two() && times * threshold == playouts).then(|| 1 + times.ilog2())
}

/// The data shared by all threads of a search.
pub(super) struct Shared<'a, G: Game> {
    /// The tree.
    pub(super) tree: &'a Tree,
    /// The position at the root.
    pub(super) root: &'a G,
    /// The tree search's parameters.
    pub(super) params: &'a SearchParams,
    /// The parameters of playouts and knowledge.
    pub(super) global: &'a GlobalSearchParams,
    /// The formulas.
    pub(super) formulas: Formulas,
    /// Whether descents count as losses until they end (virtual loss).
    pub(super) virtual_loss: bool,
    /// The margin for Black that counts as a draw: the dynamic komi.
    pub(super) even: f32,
    /// One tally per thread; empty without detail.
    pub(super) tallies: &'a [CachePadded<Tally>],
    /// The receiver of search steps; `None` if not traced.
    pub(super) tracer: Option<&'a Tracer>,
}

impl<G: Game> ThreadParts<G> {
    /// The knowledge source whose estimates the search takes.
    fn judge(&self) -> Option<&dyn Knowledge<G>> {
        self.knowledge.iter().find(|of| of.estimate().is_some()).map(|of| &**of)
    }

    /// The weight of an estimate in its mix with a playout from `game`; 0 without estimates.
    pub(super) fn share(&self, game: &G) -> f64 {
        self.knowledge.iter().find_map(|of| of.share(game)).unwrap_or_default()
    }
}

impl<G: Game> Shared<'_, G> {
    /// True if each descent takes the estimate of its new leaf; a playout may follow.
    pub(super) fn takes_estimates(&self) -> bool {
        self.global.takes_estimates() && self.formulas.keeps_margins(self.tree)
    }
}

impl<G: Game> Worker<G> {
    /// Creates the state of a thread.
    pub(super) fn new(number: usize, parts: ThreadParts<G>, game: &G, rng: Rng) -> Self {
        Self {
            parts,
            number,
            owners: vec![0; game.move_limit()],
            counters: Counters::default(),
            games: Vec::new(),
            keeps_games: false,
            game: game.clone(),
            leaf: game.clone(),
            rng,
            line: Vec::with_capacity(2048),
            path: Vec::with_capacity(512),
            moves: Vec::with_capacity(512),
            candidates: Vec::with_capacity(512),
            first_play: vec![[NEVER; 2]; game.move_limit()],
            selections: 0,
            descents: 0,
            estimate: None,
            share: 1.0,
            expected: None,
            expected_owners: vec![0; game.move_limit()],
        }
    }

    /// Reseeds the worker to behave like a new one.
    pub(super) fn restart(&mut self, rng: Rng) {
        (self.rng, self.selections, self.descents) = (rng, 0, 0);
    }

    /// Descends once from the root, plays out or takes the leaf's estimate, and backs up the outcome; returns whether the
    /// root's outcome is known.
    pub(super) fn simulate(&mut self, shared: &Shared<'_, G>) -> bool {
        let color = shared.root.to_play();
        let is_estimated = self.descend(shared);
        let (depth, leaf) = (self.line.len(), shared.tree.node(self.path[self.path.len() - 1]));
        self.expected = None;
        if let Some(outcome) = self.game.outcome() {
            let mover = !self.game.to_play();
            match outcome.winner {
                Some(winner) if winner == mover => leaf.set_proof(Proof::Won),
                Some(_) => leaf.set_proof(Proof::Lost),
                None => {}
            }
            self.estimate = None;
            self.backup(shared, color, outcome);
            self.tally(shared, outcome, |worker| worker.game.owners(&mut worker.owners));
        } else if leaf.proof().is_proven() {
            let mover = !self.game.to_play();
            let won = leaf.proof() == Proof::Won;
            self.estimate = None;
            // The margin of a proven win is not known.
            let value = self.record(shared, color, Outcome::win(if won { mover } else { !mover }), None);
            self.backup_value(shared, color, value, None, shared.virtual_loss);
        } else {
            self.share = if self.estimate.is_some() { self.parts.share(&self.game) } else { 0.0 };
            if is_estimated {
                self.expect(shared);
            }
            match self.estimate {
                Some(value) if is_estimated && self.share >= 1.0 => {
                    self.estimated(shared, color, f64::from(value));
                }
                _ => self.play_out(shared, color),
            }
        }
        self.counters.depth.add(depth as f64);
        leaf.proof().is_proven() && self.prove(shared)
    }

    /// Plays out from the leaf, `number_playouts` times.
    fn play_out(&mut self, shared: &Shared<'_, G>, color: Color) {
        let playouts = shared.params.number_playouts;
        // Mercy stops a playout at a lead far below the final one.
        let mercy = shared.global.mercy_rule && shared.tallies.is_empty();
        let limit = PlayoutLimit { length: shared.root.length_limit(), mercy };
        if playouts == 1 {
            let outcome = self.parts.policy.playout(&mut self.game, limit, &mut self.rng, &mut self.line);
            self.backup(shared, color, outcome);
            self.tally(shared, outcome, Self::playout_owners);
            return;
        }
        let as_single = shared.params.update_multiple_playouts_as_single;
        let (depth, mut sum, mut margins) = (self.line.len(), [0.0; 2], Running::default());
        self.leaf.copy_from(&self.game);
        for i in 0..playouts {
            self.line.truncate(depth);
            self.game.copy_from(&self.leaf);
            let outcome = self.parts.policy.playout(&mut self.game, limit, &mut self.rng, &mut self.line);
            let margin = self.margin(outcome);
            let value = self.record(shared, color, outcome, margin);
            self.tally(shared, outcome, Self::playout_owners);
            if as_single {
                sum = [sum[0] + value.share(), sum[1] + value.total()];
                margin.into_iter().for_each(|margin| margins.add(f64::from(margin)));
            } else {
                self.backup_value(shared, color, value, margin, shared.virtual_loss && i == 0);
            }
        }
        if as_single {
            let [share, total] = sum.map(|sum| sum / playouts as f64);
            let margin = (margins.count() > 0).then(|| margins.mean() as f32);
            self.backup_value(shared, color, Value::new(share, total), margin, shared.virtual_loss);
        }
    }

    /// Follows the highest bound from the root to a leaf and expands the leaf if due. Stops at a known outcome, or at a
    /// new estimate that replaces a playout, and then returns true; otherwise takes one more step from an expanded leaf.
    fn descend(&mut self, shared: &Shared<'_, G>) -> bool {
        let (tree, params) = (shared.tree, shared.params);
        self.game.copy_from(shared.root);
        self.line.clear();
        self.path.clear();
        self.estimate = None;
        self.descents += 1;
        let unbiased = shared.formulas.without_bias();
        let biased =
            params.bias_term_frequency <= 1 || self.descents.is_multiple_of(params.bias_term_frequency);
        let bias_depth =
            if params.bias_term_depth == 0 { usize::MAX } else { params.bias_term_depth as usize };
        let plays_out = !shared.global.takes_estimates();
        let mut id = NodeId::ROOT;
        let mut is_new = false;
        let mut correction = 0.0;
        loop {
            let node = tree.node(id);
            self.path.push(id);
            let visits = node.count();
            if shared.virtual_loss {
                node.add_count();
            }
            if is_new || node.proof().is_proven() && id != NodeId::ROOT {
                return false;
            }
            if node.children().is_none() {
                // An estimate in place of a playout is that of the leaf itself.
                let threshold =
                    if plays_out || self.estimate.is_none() { params.expand_threshold } else { 0 };
                if visits < threshold && id != NodeId::ROOT
                    || self.game.outcome().is_some()
                    || !node.claim()
                    || !self.expand(shared, id)
                {
                    return false;
                }
                is_new = true;
                if !plays_out && self.take_estimate(shared, node) {
                    return true;
                }
            } else if visits >= params.knowledge_threshold
                && params.knowledge_threshold > 0
                && node.take_deferred()
            {
                self.inform(shared, id);
            }
            if !shared.formulas.rave()
                && !node.is_deferred()
                && let Some(images) = images_before_next(visits, shared.global.net_average_threshold)
            {
                self.refine(shared, id, images);
            }
            self.take_estimate(shared, node);
            let formulas = if biased && self.line.len() < bias_depth { &shared.formulas } else { &unbiased };
            self.selections += 1;
            let parent = formulas.parent(tree, node, self.uses_rave(shared, formulas), correction);
            correction = parent.correction;
            id = select(tree, formulas, node, &parent);
            if shared.tracer.is_some() {
                self.trace_choice(shared, formulas, node, &parent, id);
            }
            let mv = tree.node(id).mv();
            self.game.play_legal(mv);
            self.line.push(mv);
        }
    }

    /// Takes a node's estimate for the path, if it has one.
    fn take_estimate(&mut self, shared: &Shared<'_, G>, node: Node<'_>) -> bool {
        let estimate = if shared.formulas.rave() { None } else { node.estimate() };
        if let Some(value) = estimate {
            // The estimate is for the player to move; values are Black's.
            self.estimate = Some(if self.game.to_play() == Color::Black { value } else { 1.0 - value });
        }
        estimate.is_some()
    }

    /// Stores the knowledge's estimate of the position just evaluated in the position's node.
    fn keep_estimate(&self, shared: &Shared<'_, G>, node: Node<'_>) {
        if !shared.formulas.rave()
            && let Some(value) = self.parts.knowledge.iter().find_map(|knowledge| knowledge.estimate())
        {
            node.set_estimate(value);
        }
    }

    /// Sets the candidates to the game's moves, edited by the knowledge.
    fn consider(&mut self, with_knowledge: bool) {
        self.game.candidates(&mut self.moves);
        self.candidates.clear();
        self.candidates.extend(self.moves.iter().map(|&mv| Candidate::new(mv)));
        if with_knowledge {
            for knowledge in &mut self.parts.knowledge {
                knowledge.edit(&self.game, &mut self.candidates, &mut self.rng);
            }
        }
    }

    /// Gives a claimed leaf its children.
    fn expand(&mut self, shared: &Shared<'_, G>, id: NodeId) -> bool {
        let node = shared.tree.node(id);
        let with_knowledge = node.count() >= shared.params.knowledge_threshold;
        self.consider(with_knowledge);
        if with_knowledge {
            self.keep_estimate(shared, node);
        } else {
            node.defer_knowledge();
        }
        if shared.formulas.is_widening() {
            // The prior, shrunk toward 0.5 if its weight is small. Stable sort: moves without a prior keep the game's
            // order.
            let key = |c: &Candidate| c.probability + (c.value * c.weight + 0.5) / (c.weight + 1.0);
            self.candidates.sort_by(|a, b| key(b).total_cmp(&key(a)));
        } else {
            // Selection breaks ties in favor of the first child, so put a random one there.
            let i = self.rng.below(self.candidates.len());
            self.candidates.swap(0, i);
        }
        let is_expanded = shared.tree.expand(id, &self.candidates);
        if let Some(tracer) = shared.tracer {
            tracer(Step::Expand { ply: self.line.len(), moves: self.candidates.len() });
        }
        is_expanded
    }

    /// Adds deferred knowledge to a node's children.
    fn inform(&mut self, shared: &Shared<'_, G>, id: NodeId) {
        let tree = shared.tree;
        self.consider(true);
        self.keep_estimate(shared, tree.node(id));
        for (_, child) in tree.children(tree.node(id)) {
            match self.candidates.iter().find(|candidate| candidate.mv == child.mv()) {
                Some(candidate) => child.set_prior(candidate),
                None => child.set_proof(Proof::Filtered),
            }
        }
    }

    /// Averages one more image of the position into the probabilities of a node's moves, so far means over `images`.
    #[cold]
    fn refine(&mut self, shared: &Shared<'_, G>, id: NodeId, images: u32) {
        // The root's probabilities hold its noise.
        if id == NodeId::ROOT && shared.params.root_noise > 0.0 {
            return;
        }
        let children = || shared.tree.children(shared.tree.node(id)).map(|(_, child)| child);
        self.candidates.clear();
        self.candidates.extend(children().map(|child| {
            let probability = child.probability() as f32;
            Candidate { probability, ..Candidate::new(child.mv()) }
        }));
        for knowledge in &mut self.parts.knowledge {
            knowledge.refine(&self.game, &mut self.candidates, images);
        }
        // Other priors stay.
        for (child, candidate) in children().zip(&self.candidates).filter(|(_, of)| of.is_known()) {
            child.set_prior(candidate);
        }
    }

    /// Expands the root if it is a leaf, adds noise to the probabilities of its children if they have none, and marks the
    /// children removed by the root filters.
    pub(super) fn prepare_root(&mut self, shared: &Shared<'_, G>, needs_noise: bool) {
        let root = shared.tree.node(NodeId::ROOT);
        self.game.copy_from(shared.root);
        let is_leaf = root.children().is_none();
        if self.game.outcome().is_some() || is_leaf && !(root.claim() && self.expand(shared, NodeId::ROOT)) {
            return;
        }
        if shared.params.root_noise > 0.0 && (needs_noise || is_leaf) {
            noise::add(shared.tree, root, shared.params.root_noise, &mut self.rng);
        }
        self.candidates.clear();
        self.candidates.extend(shared.tree.children(root).map(|(_, child)| Candidate::new(child.mv())));
        for filter in &mut self.parts.root_filters {
            filter.edit(&self.game, &mut self.candidates, &mut self.rng);
        }
        for (_, child) in shared.tree.children(root) {
            child.unfilter();
            if !self.candidates.iter().any(|candidate| candidate.mv == child.mv()) {
                child.set_proof(Proof::Filtered);
            }
        }
    }

    /// Whether the current selection uses RAVE.
    #[inline]
    fn uses_rave(&self, shared: &Shared<'_, G>, formulas: &Formulas) -> bool {
        let frequency = shared.params.randomize_rave_frequency;
        formulas.rave() && (frequency == 0 || !self.selections.is_multiple_of(frequency))
    }

    /// Traces the selection just made at a node.
    #[cold]
    fn trace_choice(
        &self,
        shared: &Shared<'_, G>,
        formulas: &Formulas,
        node: Node<'_>,
        parent: &Parent,
        chosen: NodeId,
    ) {
        let stat = |(_, child): (_, Node<'_>)| {
            let bound = formulas.bound(&child.stats_with_proof(), parent);
            MoveStat { bound, ..move_stat(child, formulas, parent) }
        };
        let width = formulas.width(node.count()).unwrap_or(usize::MAX);
        let open = shared.tree.children(node).filter(|(_, child)| child.is_choice()).take(width);
        let mut moves: Vec<_> = open.map(stat).collect();
        if moves.is_empty() {
            moves = shared.tree.children(node).map(stat).collect();
        }
        if let Some(tracer) = shared.tracer {
            tracer(Step::Choose { ply: self.line.len(), moves, mv: shared.tree.node(chosen).mv() });
        }
    }
}

#[cfg(test)]
pub(super) mod tests;
