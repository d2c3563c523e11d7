//! The tree: growth, statistics, reuse and compaction.

use super::*;

fn moves(range: std::ops::Range<u16>) -> Vec<Candidate> {
    range.map(|i| Candidate { value: 0.25, weight: 2.0, ..Candidate::new(Move(i)) }).collect()
}

fn expand(tree: &Tree, id: NodeId, range: std::ops::Range<u16>) -> bool {
    tree.node(id).claim() && tree.expand(id, &moves(range))
}

fn child(tree: &Tree, id: NodeId, i: usize) -> NodeId {
    tree.children(tree.node(id)).nth(i).unwrap().0
}

#[cfg(not(loom))]
mod plain {
    use super::super::super::node::{ONE, Proof, Value};
    use super::*;

    /// All paths of the tree as text, with counts.
    fn show(tree: &Tree, id: NodeId) -> String {
        let children: Vec<_> = tree.children(tree.node(id)).map(|(id, _)| show(tree, id)).collect();
        let node = tree.node(id);
        let below = if children.is_empty() { String::new() } else { format!("({})", children.join(" ")) };
        format!("{}:{}{below}", node.mv().0, node.count())
    }

    fn sample() -> Tree {
        let tree = Tree::with_slots(100);
        assert!(expand(&tree, NodeId::ROOT, 1..4));
        let (a, b) = (child(&tree, NodeId::ROOT, 0), child(&tree, NodeId::ROOT, 1));
        assert!(expand(&tree, a, 10..12));
        assert!(expand(&tree, b, 20..22));
        let aa = child(&tree, a, 0);
        let bb = child(&tree, b, 1);
        assert!(expand(&tree, bb, 30..32));
        assert!(expand(&tree, aa, 40..42));
        for (id, count) in [(NodeId::ROOT, 9), (a, 3), (aa, 2), (b, 5), (bb, 4)] {
            for _ in 0..count {
                tree.node(id).add_count();
                tree.node(id).add_value(Value::new(0.5, 0.5));
            }
        }
        tree
    }

    #[test]
    fn wins_and_bonus_are_kept_apart() {
        let tree = Tree::with_slots(10);
        let node = tree.node(NodeId::ROOT);
        node.reset(&Candidate { value: 0.25, weight: 2.0, ..Candidate::new(Move(7)) });
        // Half of the playouts are narrow wins, the others losses by various margins.
        let playouts = 40_000;
        for i in 0..playouts {
            node.add_count();
            let bonus = f64::from(i % 5) * 0.05;
            node.add_value(if i % 2 == 0 { Value::new(1.0, 0.8) } else { Value::new(0.0, bonus) });
        }
        let stats = node.stats();
        assert_eq!((stats.count, stats.wins), (f64::from(playouts), f64::from(playouts / 2)));
        assert!((stats.sum / stats.count - 0.45).abs() < 1e-4, "{}", stats.sum / stats.count);
        assert!((stats.prior_sum - 0.5).abs() < 1e-4 && stats.prior_weight == 2.0);
        node.set_proof(Proof::Lost);
        assert_eq!(node.stats(), stats);
    }

    #[test]
    fn the_view_of_the_opponent_is_the_rest() {
        let value = Value::new(0.5, 0.4);
        assert_eq!((value.share(), value.for_opponent().share()), (0.5, 0.5));
        assert!((value.for_opponent().total() - 0.6).abs() < 1e-4);
        assert_eq!(value.for_opponent().for_opponent(), value);
    }

    #[test]
    fn rave_keeps_its_mean_when_halved() {
        let tree = Tree::with_slots(10);
        assert!(expand(&tree, NodeId::ROOT, 1..3));
        for i in 0..1_000_000u64 {
            let value = if i % 4 == 0 { ONE } else { 0 };
            tree.add_rave(tree.node(NodeId::ROOT), value, |mv| if mv == Move(2) { 33 + i % 32 } else { 0 });
        }
        let [other, stats] = [0, 1].map(|i| tree.node(child(&tree, NodeId::ROOT, i)).stats());
        assert_eq!(other.rave_count, 0.0);
        assert!(stats.rave_count > 200_000.0, "{}", stats.rave_count);
        assert!((stats.rave_sum / stats.rave_count - 0.25).abs() < 0.02);
    }

    #[test]
    fn a_full_tree_refuses_and_stays_whole() {
        let tree = Tree::with_slots(6);
        assert!(expand(&tree, NodeId::ROOT, 1..4));
        let second = child(&tree, NodeId::ROOT, 1);
        assert!(!expand(&tree, second, 1..4));
        assert!(tree.is_full());
        assert_eq!(tree.used(), 5);
        assert!(tree.node(second).claim(), "the claim was given back");
    }

    #[test]
    fn compacting_keeps_what_was_visited_enough() {
        let mut tree = sample();
        let before = show(&tree, NodeId::ROOT);
        assert_eq!(before, "0:9(1:3(10:2(40:0 41:0) 11:0) 2:5(20:0 21:4(30:0 31:0)) 3:0)");
        tree.compact(NodeId::ROOT, 0);
        assert_eq!(show(&tree, NodeId::ROOT), before);
        assert_eq!(tree.used(), 17);
        tree.compact(NodeId::ROOT, 4);
        assert_eq!(show(&tree, NodeId::ROOT), "0:9(1:3 2:5(20:0 21:4(30:0 31:0)) 3:0)");
        assert_eq!(tree.used(), 11);
        assert_eq!(tree.node(child(&tree, NodeId::ROOT, 1)).stats().sum, 2.5);
    }

    #[test]
    fn knowledge_that_was_deferred_is_given_once_wherever_the_node_goes() {
        let mut tree = sample();
        let [a, c] = [0, 2].map(|i| child(&tree, NodeId::ROOT, i));
        assert!(tree.node(c).claim());
        tree.node(c).defer_knowledge();
        assert!(tree.expand(c, &moves(50..52)));
        let cc = child(&tree, c, 1);
        assert!(tree.node(cc).claim());
        tree.node(cc).defer_knowledge();
        assert!(tree.expand(cc, &moves(60..62)));
        assert!(!tree.node(a).take_deferred());
        tree.compact(c, 0);
        assert_eq!(show(&tree, NodeId::ROOT), "3:0(50:0 51:0(60:0 61:0))");
        for id in [NodeId::ROOT, child(&tree, NodeId::ROOT, 1)] {
            assert!(tree.node(id).take_deferred());
            assert!(!tree.node(id).take_deferred());
            assert_eq!(tree.node(id).children().unwrap().len, 2, "the children stay");
        }
    }

    #[test]
    fn a_descendant_becomes_the_root() {
        let mut tree = sample();
        let b = child(&tree, NodeId::ROOT, 1);
        let bb = child(&tree, b, 1);
        tree.compact(bb, 0);
        assert_eq!(show(&tree, NodeId::ROOT), "21:4(30:0 31:0)");
        assert_eq!(tree.used(), 4);
        assert!(expand(&tree, child(&tree, NodeId::ROOT, 0), 50..52), "the freed slots are used again");
        tree.compact(NodeId::ROOT, 0);
        assert_eq!(show(&tree, NodeId::ROOT), "21:4(30:0(50:0 51:0) 31:0)");
        let mut tree = sample();
        tree.compact(b, 0);
        assert_eq!(show(&tree, NodeId::ROOT), "2:5(20:0 21:4(30:0 31:0))");
        let leaf = child(&tree, NodeId::ROOT, 0);
        tree.compact(leaf, 0);
        assert_eq!(show(&tree, NodeId::ROOT), "20:0");
    }
}

#[cfg(loom)]
mod model {
    use super::super::super::node::Value;
    use super::*;
    use loom::sync::Arc;
    use loom::thread;

    /// Every reader sees either no children or all of them, complete.
    fn check(tree: &Tree, id: NodeId) -> usize {
        let children = tree.children(tree.node(id));
        let len = children.len();
        for (i, (_, child)) in children.enumerate() {
            assert_eq!(child.mv(), Move(i as u16 + 1));
            assert_eq!(child.stats().prior_weight, 2.0);
        }
        len
    }

    #[test]
    fn loom_two_threads_expand_once_and_see_whole_children() {
        loom::model(|| {
            let tree = Arc::new(Tree::with_slots(8));
            let other = {
                let tree = tree.clone();
                thread::spawn(move || {
                    let won = expand(&tree, NodeId::ROOT, 1..3);
                    let seen = check(&tree, NodeId::ROOT);
                    assert!(seen == 0 || seen == 2);
                    won
                })
            };
            let won = expand(&tree, NodeId::ROOT, 1..3);
            check(&tree, NodeId::ROOT);
            assert!(won ^ other.join().unwrap(), "exactly one expands");
            assert_eq!(check(&tree, NodeId::ROOT), 2);
            assert_eq!(tree.used(), 4);
        });
    }

    #[test]
    fn loom_a_reader_beside_an_expansion_sees_none_or_all() {
        loom::model(|| {
            let tree = Arc::new(Tree::with_slots(8));
            let writer = {
                let tree = tree.clone();
                thread::spawn(move || assert!(expand(&tree, NodeId::ROOT, 1..3)))
            };
            let seen = check(&tree, NodeId::ROOT);
            assert!(seen == 0 || seen == 2);
            if let Some((_, child)) = tree.children(tree.node(NodeId::ROOT)).next() {
                child.add_count();
            }
            writer.join().unwrap();
            let counted = tree.children(tree.node(NodeId::ROOT)).next().unwrap().1.count();
            assert_eq!(counted, u64::from(seen == 2), "nothing is lost");
        });
    }

    #[test]
    fn loom_threads_that_run_out_of_slots_leave_whole_leaves() {
        loom::model(|| {
            let tree = Arc::new(Tree::with_slots(7));
            assert!(expand(&tree, NodeId::ROOT, 1..3));
            let [a, b] = [0, 1].map(|i| child(&tree, NodeId::ROOT, i));
            let other = {
                let tree = tree.clone();
                thread::spawn(move || expand(&tree, a, 1..3))
            };
            let mine = expand(&tree, b, 1..3);
            let theirs = other.join().unwrap();
            assert!(mine ^ theirs, "there is room for one");
            assert!(tree.is_full());
            assert_eq!(check(&tree, a) + check(&tree, b), 2);
        });
    }

    #[test]
    fn loom_counts_and_values_are_never_lost() {
        loom::model(|| {
            let tree = Arc::new(Tree::with_slots(2));
            let add = |tree: &Tree| {
                tree.node(NodeId::ROOT).add_count();
                tree.node(NodeId::ROOT).add_value(Value::new(1.0, 1.0));
            };
            let other = {
                let tree = tree.clone();
                thread::spawn(move || add(&tree))
            };
            add(&tree);
            other.join().unwrap();
            assert_eq!(tree.node(NodeId::ROOT).count(), 2);
            let stats = tree.node(NodeId::ROOT).stats();
            assert_eq!((stats.wins, stats.sum), (2.0, 2.0));
        });
    }
}
