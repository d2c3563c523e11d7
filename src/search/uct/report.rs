//! The report of a search, read from its tree, and a read-only view of the tree for printing.

use std::cmp::Reverse;
use std::io;
use std::mem;

use crossbeam_utils::CachePadded;

use super::formulas::{Formulas, move_stat};
use super::node::Proof;
use super::params::MoveSelect;
use super::tally::Tally;
use super::tree::{NodeId, Tree};
use super::worker::Counters;
use crate::framework::{
    Color, Ends, Game, Move, MoveDetail, MoveStat, Report, SearchDetail, Sequence, TreeView,
};
use crate::util::Running;

/// Minimum number of playouts of a move in the principal variation.
const MIN_COUNT: u64 = 10;

/// Reports on a tree; the caller sets the time and the stop reason.
pub(super) fn report<G: Game>(
    tree: &Tree,
    formulas: &Formulas,
    select: MoveSelect,
    game: &G,
    counters: &[Counters],
    tallies: &[CachePadded<Tally>],
) -> Report {
    let root = tree.node(NodeId::ROOT);
    let stats = root.stats();
    let mut moves = children(tree, NodeId::ROOT, formulas);
    let best = choose(&moves, select);
    let sequence = best
        .map_or(Vec::new(), |mv| line(tree, formulas, select, mv).into_iter().map(|(mv, _)| mv).collect());
    // Stable: ties keep the tree's order.
    moves.sort_by_key(|stat| std::cmp::Reverse(stat.count));
    // With a network the tree has margins, those of reused playouts too.
    let has_margins = formulas.keeps_margins(tree);
    let margin =
        if has_margins { root.margin() } else { merged(counters, |counters| counters.margin).mean() };
    let real = merged(counters, |counters| counters.value);
    // Root values are those of the player who moved before.
    let value = match root.proof() {
        Proof::Won => 0.0,
        Proof::Lost => 1.0,
        // Under dynamic komi the tree's values are relative to it.
        _ if real.count() > 0 && game.to_play() == Color::Black => real.mean(),
        _ if real.count() > 0 => 1.0 - real.mean(),
        _ if stats.count > 0.0 => 1.0 - formulas.wins(&stats) / stats.count,
        _ => 0.5,
    };
    let detail = (!tallies.is_empty()).then(|| {
        let root = if has_margins { Ends { margin, ..Tally::root(tallies) } } else { Tally::root(tallies) };
        let of_move = |stat: &MoveStat| {
            let mut ends = Tally::after(tallies, stat.mv, &root);
            let node = tree.child(NodeId::ROOT, stat.mv);
            if let Some((_, node)) = node.filter(|_| has_margins && stat.count > 0) {
                (ends.margin, ends.count) = (node.margin(), stat.count);
            }
            MoveDetail { ends, line: line(tree, formulas, select, stat.mv) }
        };
        SearchDetail { moves: moves.iter().map(of_move).collect(), root }
    });
    Report {
        detail,
        best,
        value,
        margin: if game.to_play() == Color::Black { margin } else { -margin },
        count: root.count(),
        games: counters.iter().map(|counters| counters.games).sum(),
        depth: merged(counters, |counters| counters.depth).mean(),
        length: merged(counters, |counters| counters.length).mean(),
        nodes: tree.used(),
        moves,
        sequence,
        ..Report::default()
    }
}

/// Replaces ends that a search lacks by those of an earlier one.
pub(super) fn fall_back(detail: &mut SearchDetail, earlier: &Ends) {
    let all = detail.moves.iter_mut().map(|of| &mut of.ends).chain([&mut detail.root]);
    for ends in all.filter(|ends| ends.count == 0) {
        let none = mem::take(&mut ends.owners);
        let owners = if earlier.owners.is_empty() { none } else { earlier.owners.clone() };
        *ends = Ends { owners, ..earlier.clone() };
    }
}

/// The principal variation from a root move, each move with its playouts.
fn line(tree: &Tree, formulas: &Formulas, select: MoveSelect, first: Move) -> Vec<(Move, u64)> {
    let mut line = Vec::new();
    let mut id = NodeId::ROOT;
    let mut next = Some(first);
    while let Some(mv) = next {
        let Some((child, node)) = tree.child(id, mv) else { break };
        line.push((mv, node.count()));
        id = child;
        // After a move with too few playouts, no reply has enough.
        next = if node.count() < MIN_COUNT {
            None
        } else {
            let below = children(tree, id, formulas);
            choose(&below, select)
                .filter(|mv| below.iter().any(|stat| stat.mv == *mv && stat.count >= MIN_COUNT))
        };
    }
    line
}

/// A proven win, or else the criterion's best move among those not proven lost; the first on ties. A move without
/// playouts has no value to compare and comes last.
fn choose(moves: &[MoveStat], select: MoveSelect) -> Option<Move> {
    let proof = |stat: &MoveStat| match stat.proven {
        Some(true) => 2,
        None => 1,
        Some(false) => 0,
    };
    let key = |stat: &MoveStat| match select {
        MoveSelect::Value => stat.value,
        MoveSelect::Count => stat.count as f64,
        MoveSelect::Bound => stat.bound,
        MoveSelect::Estimate => stat.estimate,
    };
    let mut best: Option<&MoveStat> = None;
    for stat in moves {
        let rank = |stat: &MoveStat| (proof(stat), stat.count > 0, key(stat));
        if best.is_none_or(|best| rank(stat) > rank(best)) {
            best = Some(stat);
        }
    }
    best.map(|stat| stat.mv)
}

/// The statistics of a node's moves.
fn children(tree: &Tree, id: NodeId, formulas: &Formulas) -> Vec<MoveStat> {
    let node = tree.node(id);
    let parent = formulas.parent(tree, node, formulas.rave(), 0.0);
    tree.children(node)
        .filter(|(_, child)| child.proof() != Proof::Filtered)
        .map(|(_, child)| move_stat(child, formulas, &parent))
        .collect()
}

fn merged(counters: &[Counters], part: impl Fn(&Counters) -> Running) -> Running {
    let mut all = Running::default();
    counters.iter().for_each(|counters| all.merge(&part(counters)));
    all
}

/// Adds the lines of `uct_stat_search`.
pub(super) fn add_details(report: &mut Report, counters: &[Counters], reused: u64) {
    let games = report.games.max(1) as f64;
    let aborted: u64 = counters.iter().map(|counters| counters.aborted).sum();
    report.details = vec![
        ("Count", report.count.to_string()),
        ("GamesPlayed", report.games.to_string()),
        ("Reused", reused.to_string()),
        ("Nodes", report.nodes.to_string()),
        ("Time", format!("{:.2}", report.time.as_secs_f64())),
        ("GameLen", merged(counters, |counters| counters.length).to_string()),
        ("InTree", merged(counters, |counters| counters.depth).to_string()),
        ("Aborted", format!("{:.0}%", 100.0 * aborted as f64 / games)),
        ("Games/s", format!("{:.1}", report.games as f64 / report.time.as_secs_f64().max(1e-9))),
    ];
}

/// A view of a tree.
pub(super) struct View<'a, G> {
    pub(super) tree: &'a Tree,
    pub(super) formulas: &'a Formulas,
    pub(super) root: &'a G,
    pub(super) games: &'a [Sequence],
}

impl<G> View<'_, G> {
    /// A node's visited moves, most visited last.
    fn below(&self, id: NodeId) -> Vec<MoveStat> {
        let mut moves = children(self.tree, id, self.formulas);
        moves.retain(|stat| stat.count > 0);
        // Stable: ties keep the tree's order.
        moves.sort_by_key(|stat| Reverse(stat.count));
        moves.reverse();
        moves
    }
}

impl<G> TreeView<G> for View<'_, G> {
    fn root(&self) -> &G {
        self.root
    }

    fn walk(
        &self,
        most_depth: usize,
        visit: &mut dyn FnMut(usize, &MoveStat) -> io::Result<()>,
    ) -> io::Result<()> {
        // The nodes on the path down, each with its remaining moves.
        let mut levels = Vec::new();
        if most_depth > 0 {
            levels.push((NodeId::ROOT, self.below(NodeId::ROOT)));
        }
        while let Some((id, moves)) = levels.last_mut() {
            let (id, Some(stat)) = (*id, moves.pop()) else {
                levels.pop();
                continue;
            };
            visit(levels.len(), &stat)?;
            if levels.len() < most_depth
                && let Some((child, _)) = self.tree.child(id, stat.mv)
            {
                levels.push((child, self.below(child)));
            }
        }
        Ok(())
    }

    fn after(&self, line: &[Move]) -> Vec<MoveStat> {
        let end =
            line.iter().try_fold(NodeId::ROOT, |id, &mv| self.tree.child(id, mv).map(|(child, _)| child));
        end.map_or(Vec::new(), |id| children(self.tree, id, self.formulas))
    }

    fn games(&self) -> &[Sequence] {
        self.games
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_without_playouts_is_chosen_last_of_those_that_do_not_lose() {
        let stat = |mv, count, value, proven| MoveStat {
            mv: Move(mv),
            count,
            value,
            estimate: value,
            bound: value,
            proven,
            ..MoveStat::default()
        };
        let tried = [stat(1, 10, 0.2, None), stat(2, 0, 0.5, None), stat(3, 20, 0.1, None)];
        let lost = [stat(1, 10, 0.0, Some(false)), stat(2, 0, 0.5, None)];
        for select in [MoveSelect::Value, MoveSelect::Estimate, MoveSelect::Bound] {
            assert_eq!(choose(&tried, select), Some(Move(1)), "{select:?}");
            assert_eq!(choose(&lost, select), Some(Move(2)), "{select:?}");
        }
        assert_eq!(choose(&tried, MoveSelect::Count), Some(Move(3)));
    }
}
