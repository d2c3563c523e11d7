//! Descents and backups of one worker.

use super::*;
use crate::framework::nim::{Nim, Uniform};
use crate::search::uct::node::ONE;
use crate::util::params::Params;

/// The threads' shared data, with the root position.
pub(in crate::search::uct) struct SharedData {
    pub(in crate::search::uct) tree: Tree,
    root: Nim,
    params: SearchParams,
    global: GlobalSearchParams,
}

impl SharedData {
    pub(in crate::search::uct) fn new(change: impl Fn(&mut SearchParams)) -> Self {
        let mut params = SearchParams::for_size(9);
        change(&mut params);
        Self { tree: Tree::new(0), root: Nim::new(30), params, global: GlobalSearchParams::for_size(9) }
    }

    pub(in crate::search::uct) fn shared(&self, virtual_loss: bool) -> Shared<'_, Nim> {
        Shared {
            tree: &self.tree,
            root: &self.root,
            params: &self.params,
            global: &self.global,
            formulas: Formulas::new(&self.params),
            virtual_loss,
            even: 0.0,
            tallies: &[],
            tracer: None,
        }
    }

    fn worker(&self) -> Worker<Nim> {
        let parts =
            ThreadParts { policy: Box::new(Uniform), knowledge: Vec::new(), root_filters: Vec::new() };
        Worker::new(0, parts, &self.root, Rng::new(1))
    }

    /// Expands a node with moves 1 to 4, and returns the first child.
    pub(in crate::search::uct) fn expand(&self, id: NodeId) -> NodeId {
        let candidates: Vec<_> = (1..5).map(|mv| Candidate::new(Move(mv))).collect();
        assert!(self.tree.node(id).claim() && self.tree.expand(id, &candidates));
        self.tree.children(self.tree.node(id)).next().unwrap().0
    }

    /// The weight and the mean of the RAVE statistics of a node's children.
    fn rave(&self, id: NodeId) -> Vec<(f64, f64)> {
        let rave = |stats: super::super::node::Stats| {
            (stats.rave_count, if stats.rave_count > 0.0 { stats.rave_sum / stats.rave_count } else { 0.0 })
        };
        self.tree.children(self.tree.node(id)).map(|(_, child)| rave(child.stats())).collect()
    }
}

/// The RAVE statistics of the root's children and of its first child's children after one playout worth 0.75 to Black,
/// who begins: moves 1, 2, 3, 4, 2, 3.
fn after_a_playout(change: impl Fn(&mut SearchParams)) -> [Vec<(f64, f64)>; 2] {
    let table = SharedData::new(change);
    let first = table.expand(NodeId::ROOT);
    table.expand(first);
    let mut worker = table.worker();
    // More moves than the game has.
    worker.first_play = vec![[NEVER; 2]; 5];
    worker.line = [1, 2, 3, 4, 2, 3].map(Move).to_vec();
    worker.path = vec![NodeId::ROOT, first];
    worker.backup_rave(&table.shared(false), Color::Black, Value::new(0.75, 0.75));
    [NodeId::ROOT, first].map(|id| table.rave(id))
}

#[test]
fn rave_weights_fall_from_two_to_one_along_the_line() {
    let found =
        after_a_playout(|params| (params.weight_rave_updates, params.rave_check_same) = (true, false));
    // In 1/32: 64 minus the part of 32 already passed, rounded down: 2/6 at Black's move 3 and 4/6 at move 2.
    let black = [(64.0 / 32.0, 0.75), (43.0 / 32.0, 0.75), (54.0 / 32.0, 0.75), (0.0, 0.0)];
    // White's moves 2, 4 and 3 are 0/5, 2/5 and 4/5 of the way behind its turn.
    let white = [(0.0, 0.0), (64.0 / 32.0, 0.25), (39.0 / 32.0, 0.25), (52.0 / 32.0, 0.25)];
    assert_eq!(found, [black.to_vec(), white.to_vec()]);
}

#[test]
fn rave_skips_the_moves_that_the_opponent_played_first() {
    let found =
        after_a_playout(|params| (params.weight_rave_updates, params.rave_check_same) = (false, true));
    // Black's 2 comes after White's, and White's 3 after Black's.
    let black = [(1.0, 0.75), (0.0, 0.0), (1.0, 0.75), (0.0, 0.0)];
    let white = [(0.0, 0.0), (1.0, 0.25), (0.0, 0.0), (1.0, 0.25)];
    assert_eq!(found, [black.to_vec(), white.to_vec()]);
}

#[test]
fn a_descent_counts_as_lost_until_it_is_learned_from() {
    // Two concurrent descents that would choose the same child.
    let leaves = |virtual_loss| {
        let table = SharedData::new(|params| (params.rave, params.expand_threshold) = (false, 1000));
        table.expand(NodeId::ROOT);
        let shared = table.shared(virtual_loss);
        let mut workers = [table.worker(), table.worker()];
        for worker in &mut workers {
            worker.descend(&shared);
        }
        let in_flight = workers.each_ref().map(|worker| {
            assert_eq!(worker.path.len(), 2);
            let stats = table.tree.node(worker.path[1]).stats();
            (stats.count, stats.sum)
        });
        // Losses for the color to move, as both are.
        for worker in &mut workers {
            worker.backup_value(&shared, Color::Black, Value::new(0.25, 0.25), None, virtual_loss);
        }
        let root = table.tree.node(NodeId::ROOT).stats();
        assert_eq!((root.count, root.sum), (2.0, 1.5), "the root's values are White's");
        let learned: f64 =
            table.tree.children(table.tree.node(NodeId::ROOT)).map(|(_, c)| c.stats().sum).sum();
        assert_eq!(learned, 0.5);
        (workers[0].path[1] == workers[1].path[1], in_flight)
    };
    assert_eq!(leaves(true), (false, [(1.0, 0.0); 2]));
    assert_eq!(leaves(false), (true, [(0.0, 0.0); 2]));
}

#[test]
fn the_value_of_a_win_falls_with_its_length_to_half_at_most() {
    let table = SharedData::new(|_| {});
    let global = GlobalSearchParams { length_modification: 0.001, score_modification: 0.02, ..table.global };
    let value = |outcome, length| {
        let mut worker = table.worker();
        worker.line = vec![Move(1); length];
        worker.value(outcome, &global).total()
    };
    let equal = |found: f64, expected: f64| {
        // Half a unit of the last of 16 bits, plus f32 rounding.
        assert!((found - expected).abs() < 0.6 / ONE as f64, "{found} is not {expected}");
    };
    let [win, loss] = [Color::Black, Color::White].map(Outcome::win);
    equal(value(win, 0), 1.0);
    equal(value(win, 100), 0.9);
    equal(value(loss, 100), 0.1);
    equal(value(win, 900), 0.5);
    equal(value(loss, 900), 0.5);
    equal(value(Outcome::DRAW, 100), 0.5);
    // A lead of half the board costs half of the 0.02 given for the lead.
    equal(value(Outcome::from_score(50, 100), 100), 0.89);
    equal(value(Outcome::from_score(-50, 100), 100), 0.11);
}
