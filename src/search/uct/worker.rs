//! One thread of the search: descend, expand, play out, update.
//!
//! # References
//! - L. Kocsis and C. Szepesvári, "Bandit based Monte-Carlo planning", ECML 2006 (UCT).
//! - S. Gelly and D. Silver, "Combining online and offline knowledge in UCT", ICML 2007 (RAVE).
//! - M. Enzenberger and M. Müller, "Fuego", TR 09-08, University of Alberta, 2009: the estimator's weights,
//!   RAVE updates weighted by distance, and the check for moves the opponent played first.

use super::node::{Node, ONE, Stats};
use super::params::{GlobalParams, SearchParams};
use super::tree::{NodeId, Tree};
use crate::framework::{Candidate, Color, Game, Knowledge, Limit, Line, Move, Outcome, PlayoutPolicy};
use crate::util::{Rng, Running};

/// What a thread needs beside the tree: how to play games to the end, and what to believe of new nodes.
pub struct Parts<G: Game> {
    /// The playout policy.
    pub policy: Box<dyn PlayoutPolicy<G>>,
    /// The sources of knowledge, applied in order when a node is expanded.
    pub knowledge: Vec<Box<dyn Knowledge<G>>>,
}

/// The formulas of the search, made of its parameters once per search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Formulas {
    rave: bool,
    inverse_initial: f64,
    inverse_final: f64,
    bias: f64,
    first_play_urgency: f64,
}

impl Formulas {
    /// Returns the formulas of the parameters.
    pub(super) fn new(params: &SearchParams) -> Self {
        Self {
            rave: params.rave,
            inverse_initial: 1.0 / params.rave_weight_initial,
            inverse_final: 1.0 / params.rave_weight_final,
            bias: params.bias_term_constant,
            first_play_urgency: params.first_play_urgency,
        }
    }

    /// Returns the weighted mean of value and RAVE value: a sample of the value weighs 1, one of the RAVE
    /// value 1 / (1 / initial + n / final), and the prior is a sample of both.
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
        if weight > 0.0 { value / weight } else { self.first_play_urgency }
    }

    /// Returns the estimate and the bias term c sqrt(ln n / (n_i + 1)); `log_count` is ln n.
    #[inline(always)]
    pub(super) fn bound(&self, stats: &Stats, use_rave: bool, log_count: f64) -> f64 {
        let estimate = self.estimate(stats, use_rave);
        if self.bias == 0.0 {
            estimate
        } else {
            estimate + self.bias * (log_count / (stats.count + stats.prior_weight + 1.0)).sqrt()
        }
    }

    /// Returns ln n as [`Self::bound`] wants it, the same on every machine; 0 when the bias term is off.
    #[inline(always)]
    pub(super) fn log_count(&self, count: u64) -> f64 {
        if self.bias == 0.0 { 0.0 } else { libm::log(count.max(1) as f64) }
    }

    /// Returns whether RAVE is on.
    #[inline(always)]
    pub(super) fn rave(&self) -> bool {
        self.rave
    }
}

/// What a thread counted.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counters {
    /// The playouts.
    pub(super) games: u64,
    /// The lengths of the simulated games.
    pub(super) length: Running,
    /// The moves of them made in the tree.
    pub(super) depth: Running,
    /// Black's margins.
    pub(super) margin: Running,
    /// Playouts broken off.
    pub(super) aborted: u64,
}

/// The state of a thread, kept from search to search.
pub(super) struct Worker<G: Game> {
    pub(super) parts: Parts<G>,
    pub(super) counters: Counters,
    game: G,
    rng: Rng,
    line: Line,
    path: Vec<NodeId>,
    moves: Vec<Move>,
    candidates: Vec<Candidate>,
    /// For each move and color, when it was first played in the line; `NEVER` if not.
    first_play: Vec<[u16; 2]>,
    selections: u64,
}

const NEVER: u16 = u16::MAX;

/// What is the same for all threads during a search.
pub(super) struct Shared<'a, G: Game> {
    /// The tree.
    pub(super) tree: &'a Tree,
    /// The position at the root.
    pub(super) root: &'a G,
    /// The tree search's parameters.
    pub(super) params: &'a SearchParams,
    /// The parameters of playouts and knowledge.
    pub(super) global: &'a GlobalParams,
    /// The formulas.
    pub(super) formulas: Formulas,
    /// Whether descents count as lost until they end.
    pub(super) virtual_loss: bool,
}

impl<G: Game> Worker<G> {
    /// Creates the state of a thread.
    pub(super) fn new(parts: Parts<G>, game: &G, rng: Rng) -> Self {
        Self {
            parts,
            counters: Counters::default(),
            game: game.clone(),
            rng,
            line: Vec::with_capacity(2048),
            path: Vec::with_capacity(512),
            moves: Vec::with_capacity(512),
            candidates: Vec::with_capacity(512),
            first_play: vec![[NEVER; 2]; game.move_limit()],
            selections: 0,
        }
    }

    /// Simulates one game from the root and learns from it.
    pub(super) fn simulate(&mut self, shared: &Shared<'_, G>) {
        let color = shared.root.to_play();
        self.descend(shared);
        let depth = self.line.len();
        let outcome = self.game.outcome().unwrap_or_else(|| {
            let limit = Limit { length: shared.root.length_limit(), mercy: shared.global.mercy_rule };
            self.parts.policy.playout(&mut self.game, limit, &mut self.rng, &mut self.line)
        });
        let value = self.value(outcome, shared.global);
        self.update(shared, color, value);
        if shared.formulas.rave() {
            self.update_rave(shared, color, value);
        }
        self.counters.games += 1;
        self.counters.length.add(self.line.len() as f64);
        self.counters.depth.add(depth as f64);
        self.counters.margin.add(f64::from(outcome.margin));
        self.counters.aborted += u64::from(outcome == Outcome::DRAW);
    }

    /// Returns the value of an outcome for Black, fixed-point.
    fn value(&self, outcome: Outcome, global: &GlobalParams) -> u64 {
        let value = f64::from(outcome.value(global.score_modification as f32));
        let length = (self.line.len() as f64 * global.length_modification).min(0.5);
        let value = match outcome.winner {
            Some(Color::Black) => value - length,
            Some(Color::White) => value + length,
            None => value,
        };
        (value.clamp(0.0, 1.0) * ONE as f64 + 0.5) as u64
    }

    /// Follows the bound from the root to a leaf, expands it if it is due, and takes one step more.
    fn descend(&mut self, shared: &Shared<'_, G>) {
        let tree = shared.tree;
        self.game.copy_from(shared.root);
        self.line.clear();
        self.path.clear();
        let mut id = NodeId::ROOT;
        let mut is_new = false;
        loop {
            let node = tree.node(id);
            self.path.push(id);
            let visits = node.count();
            if shared.virtual_loss {
                node.add_count();
            }
            if is_new {
                return;
            }
            if node.children().is_none() {
                if visits < shared.params.expand_threshold && id != NodeId::ROOT
                    || self.game.outcome().is_some()
                    || !node.claim()
                    || !self.expand(shared, id)
                {
                    return;
                }
                is_new = true;
            }
            id = self.select(shared, node);
            let mv = tree.node(id).mv();
            self.game.play_legal(mv);
            self.line.push(mv);
        }
    }

    /// Gives a claimed leaf its children.
    fn expand(&mut self, shared: &Shared<'_, G>, id: NodeId) -> bool {
        self.game.candidates(&mut self.moves);
        self.candidates.clear();
        self.candidates.extend(self.moves.iter().map(|&mv| Candidate::new(mv)));
        for knowledge in &mut self.parts.knowledge {
            knowledge.edit(&self.game, &mut self.candidates, &mut self.rng);
        }
        // Ties go to the first child, so that a random one is put there.
        let i = self.rng.below(self.candidates.len());
        self.candidates.swap(0, i);
        shared.tree.expand(id, &self.candidates)
    }

    /// Returns the child with the highest bound.
    #[inline]
    fn select(&mut self, shared: &Shared<'_, G>, node: Node<'_>) -> NodeId {
        let formulas = &shared.formulas;
        self.selections += 1;
        let frequency = shared.params.randomize_rave_frequency;
        let use_rave = formulas.rave && (frequency == 0 || !self.selections.is_multiple_of(frequency));
        let log_count = formulas.log_count(node.count());
        let (mut best, mut best_bound) = (NodeId::ROOT, f64::NEG_INFINITY);
        for (id, child) in shared.tree.children(node) {
            let bound = formulas.bound(&child.stats(), use_rave, log_count);
            if bound > best_bound {
                (best, best_bound) = (id, bound);
            }
        }
        best
    }

    /// Adds the value to the nodes of the path, each from the view of who moved there.
    fn update(&mut self, shared: &Shared<'_, G>, color: Color, value: u64) {
        let mut mover = !color;
        for &id in &self.path {
            let node = shared.tree.node(id);
            if !shared.virtual_loss {
                node.add_count();
            }
            node.add_value(if mover == Color::Black { value } else { ONE - value });
            mover = !mover;
        }
    }

    /// Adds the value to the RAVE statistics of all children along the path whose move its player made first
    /// later in the line: with weight 2 at the node, falling to 1 at the end of the line.
    fn update_rave(&mut self, shared: &Shared<'_, G>, color: Color, value: u64) {
        let tree = shared.tree;
        self.first_play.fill([NEVER; 2]);
        let check_same = shared.params.rave_check_same;
        let len = self.line.len().min(usize::from(NEVER)) as u16;
        for at in (0..len).rev() {
            let player = if at % 2 == 0 { color } else { !color };
            let mv = self.line[usize::from(at)];
            if mv != Move::PASS {
                self.first_play[mv.index()][player.index()] = at;
            }
            let Some(&id) = self.path.get(usize::from(at)) else { continue };
            let value = if player == Color::Black { value } else { ONE - value };
            // 32/32 of weight are shared out over the rest of the line, in 2^-16.
            let (most, slope) = if shared.params.weight_rave_updates {
                (64, (32 << 16) / u64::from(len - at))
            } else {
                (32, 0)
            };
            let first_play = &self.first_play;
            tree.add_rave(tree.node(id), value, |mv| {
                let first_play = first_play[mv.index()];
                let (own, foreign) = (first_play[player.index()], first_play[player.opponent().index()]);
                if own == NEVER || check_same && foreign < own {
                    return 0;
                }
                most - ((u64::from(own - at) * slope) >> 16)
            });
        }
    }
}
