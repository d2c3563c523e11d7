//! UCT with RAVE: a lock-free tree search for any game.
//!
//! Each thread repeats: descend from the root by the highest bound, expand the leaf, play out, and back up the result
//! to the nodes on the path and, as RAVE, to their children. The thread is in `worker`, the tree in `tree`, the
//! formulas in `formulas`.

mod budget;
mod formulas;
mod node;
mod noise;
mod observe;
mod params;
mod report;
mod sync;
mod tally;
mod tree;
mod worker;

pub use params::{DynamicKomi, GlobalSearchParams, MoveSelect, NetChoice, SearchParams};
pub use worker::ThreadParts;

use std::mem;
use std::time::Instant;

use crossbeam_utils::CachePadded;

use crate::framework::{
    Control, Ends, Game, Limits, Move, Report, Search, Sequence, Stop, Tracer, TreeView, add_counts,
};
use crate::util::{Rng, Stopwatch, threads};
use budget::Budget;
use formulas::Formulas;
use observe::Watch;
use report::View;
use tally::Tally;
use tree::{NodeId, Tree};
use worker::{Counters, Shared, Worker};

/// Makes the per-thread parts; called once per thread.
pub type MakeThreadParts<G> = Box<dyn Fn() -> ThreadParts<G> + Send>;

/// The dynamic komi of a position: the margin for Black that counts as a draw, 0 for none.
pub type DynamicMargin<G> = Box<dyn Fn(&G) -> f32 + Send>;

/// The tree search.
pub struct UctSearch<G: Game> {
    params: SearchParams,
    global: GlobalSearchParams,
    make_parts: MakeThreadParts<G>,
    even: DynamicMargin<G>,
    seed: u64,
    /// Seeds the workers.
    rng: Rng,
    tree: Tree,
    /// The formulas of the last search.
    formulas: Formulas,
    workers: Vec<CachePadded<Worker<G>>>,
    /// The last searched position.
    root: Option<G>,
    /// True until a search has added noise to the root's probabilities.
    needs_noise: bool,
    /// The moves played since then.
    played: Vec<Move>,
    /// The games of the last search, if kept.
    games: Vec<Sequence>,
    /// Black's mean margin in the last search that found any, and the ends of the last one that gathered them.
    margin: f64,
    ends: Ends,
}

impl<G: Game> UctSearch<G> {
    /// Creates the search; `seed` determines all its random choices. A search that reuses nothing makes the same
    /// choices as the first search of a new `UctSearch`.
    pub fn new(
        params: SearchParams,
        global: GlobalSearchParams,
        make_parts: MakeThreadParts<G>,
        seed: u64,
    ) -> Self {
        Self {
            tree: Tree::new(params.uct_max_memory),
            formulas: Formulas::new(&params),
            params,
            global,
            make_parts,
            even: Box::new(|_| 0.0),
            seed,
            rng: Rng::new(seed),
            workers: Vec::new(),
            root: None,
            needs_noise: true,
            played: Vec::new(),
            games: Vec::new(),
            margin: 0.0,
            ends: Ends::default(),
        }
    }

    /// Adds a dynamic komi. Move values are then relative to it; the report's value and margin are not.
    ///
    /// # References
    /// - P. Baudiš, "Balancing MCTS by dynamically adjusting the komi value", ICGA Journal 34(3), 2011.
    pub fn balanced(self, even: DynamicMargin<G>) -> Self {
        Self { even, ..self }
    }

    /// Discards all earlier results and reseeds the random choices.
    pub fn reseed(&mut self, seed: u64) {
        self.seed = seed;
        self.clear();
    }

    /// Prepares the tree for `game`: keeps the subtree of the moves played since the last search, or else just a root.
    fn prepare(&mut self, game: &G) {
        let reused = self.root.take().and_then(|mut root| {
            let mut id = NodeId::ROOT;
            for &mv in &self.played {
                id = self.tree.child(id, mv)?.0;
                root.play(mv).ok()?;
            }
            // Proofs in the tree hold only if the game has the same continuations.
            root.is_same(game).then_some(id)
        });
        self.needs_noise |= reused != Some(NodeId::ROOT);
        match reused {
            Some(NodeId::ROOT) => {}
            Some(id) => self.tree.compact(id, 0),
            None => {
                self.tree.clear();
                (self.margin, self.ends) = Default::default();
                self.rng = Rng::new(self.seed);
                for worker in &mut self.workers {
                    worker.restart(self.rng.split());
                }
            }
        }
        self.root = Some(game.clone());
        self.played.clear();
        let threads = self.params.number_threads as usize;
        self.workers.truncate(threads);
        while self.workers.len() < threads {
            let worker = Worker::new(self.workers.len(), (self.make_parts)(), game, self.rng.split());
            self.workers.push(CachePadded::new(worker));
        }
    }

    /// Runs all threads until the search ends, or until the tree is full (`None`).
    fn run(
        &mut self,
        game: &G,
        even: f32,
        tallies: &[CachePadded<Tally>],
        budget: &Budget<'_>,
        watch: &Watch<'_>,
        tracer: Option<&Tracer>,
    ) -> Option<Stop> {
        let shared = Shared {
            tree: &self.tree,
            root: game,
            params: &self.params,
            global: &self.global,
            formulas: self.formulas,
            virtual_loss: self.params.virtual_loss && self.workers.len() > 1,
            even,
            tallies,
            tracer,
        };
        let work = |(number, worker): (usize, &mut CachePadded<Worker<G>>)| {
            while !shared.tree.is_full() && budget.spend(&shared) {
                if worker.simulate(&shared) {
                    budget.end(Stop::Proven);
                }
                watch.note(number, &worker.counters);
            }
        };
        if let Some(worker) = self.workers.first_mut() {
            worker.prepare_root(&shared, mem::take(&mut self.needs_noise));
        }
        let report = |counters: &[Counters]| {
            report::report(shared.tree, &shared.formulas, shared.params.move_select, game, counters, tallies)
        };
        // A worker that gets no thread of its own runs last and finds the search over.
        watch.during(report, || drop(threads::map(self.workers.iter_mut().enumerate().collect(), work)));
        budget.ended()
    }
}

impl<G: Game> Search<G> for UctSearch<G> {
    fn search(&mut self, game: &G, limits: Limits, control: &Control) -> Report {
        let (start, watch) = (Instant::now(), Stopwatch::start(limits.time_mode));
        self.prepare(game);
        let share = self.workers.first().map_or(0.0, |worker| worker.parts.share(game));
        self.formulas = Formulas::new(&self.params).with_share(share);
        self.games.clear();
        for worker in &mut self.workers {
            worker.counters = Counters::default();
            worker.keeps_games = limits.keep_games;
        }
        let reused = self.tree.node(NodeId::ROOT).count();
        let even = (self.even)(game);
        // A win relative to dynamic komi need not be a win.
        let sure_after = limits.sure_after.filter(|_| even == 0.0);
        let limits = Limits { sure_after, ..limits };
        let budget = Budget::new(limits, control, watch, reused);
        let watch = Watch::new(control.observers(), start, self.workers.len());
        let tallies = Tally::of_threads(limits.detail, self.workers.len(), game.move_limit());
        let mut least_count = self.params.prune_min_count;
        let stop = if game.outcome().is_some() {
            Stop::Over
        } else {
            loop {
                match self.run(game, even, &tallies, &budget, &watch, control.tracer()) {
                    Some(stop) => break stop,
                    None if !self.params.prune_full_tree => break Stop::Memory,
                    None if !budget.allows(self.tree.prune_time()) => break Stop::Time,
                    None => {
                        let before = self.tree.used();
                        self.tree.compact(NodeId::ROOT, least_count);
                        // If pruning frees less than half of the tree, the next pruning removes more.
                        least_count = if self.tree.used() > before / 2 {
                            least_count * 2
                        } else {
                            self.params.prune_min_count
                        };
                    }
                }
            }
        };
        let counters: Vec<_> = self.workers.iter().map(|worker| worker.counters).collect();
        let mut report =
            report::report(&self.tree, &self.formulas, self.params.move_select, game, &counters, &tallies);
        report.time = start.elapsed();
        report.stop = stop;
        // A search whose playouts were all made before, or whose root was proven, has no margins of its own.
        let sign = f64::from(game.to_play().sign());
        let has_margins = counters.iter().any(|counters| counters.margin.count() > 0);
        if has_margins || self.formulas.keeps_margins(&self.tree) {
            self.margin = sign * report.margin;
        } else {
            report.margin = sign * self.margin;
        }
        match &mut report.detail {
            Some(detail) if detail.root.count > 0 => self.ends = detail.root.clone(),
            Some(detail) => {
                report::fall_back(detail, &Ends { margin: self.margin, ..self.ends.clone() });
            }
            None => {}
        }
        report::add_details(&mut report, &counters, reused);
        for worker in &mut self.workers {
            add_counts(&mut report.rules, &worker.parts.policy.take_rule_counts());
            self.games.append(&mut worker.games);
        }
        report
    }

    fn played(&mut self, mv: Move) {
        self.played.push(mv);
    }

    fn clear(&mut self) {
        self.root = None;
        self.played.clear();
    }

    fn tree(&self) -> Option<Box<dyn TreeView<G> + '_>> {
        let root = self.root.as_ref()?;
        Some(Box::new(View { tree: &self.tree, formulas: &self.formulas, root, games: &self.games }))
    }
}

#[cfg(test)]
mod tests;
