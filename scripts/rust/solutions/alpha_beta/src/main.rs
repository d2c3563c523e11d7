//! Exercise: alpha-beta. 60 minutes; lesson 3.
//!
//! A leaf is its value for the first player. The first player moves at the root, and the players take turns.
//!
//! - pass: the value of the tree
//! - good: the number of visited leaves is as for alpha-beta that tries children in order
//! - excellent: best_line, even for a tree with 8192 leaves

#[path = "../../../skeletons/alpha_beta/src/answer.rs"]
mod answer;

use serde::Deserialize;

/// A game tree.
#[derive(Deserialize)]
#[serde(untagged)]
enum Tree {
    Leaf(i64),
    Moves(Vec<Tree>),
}

/// The value, and the number of visited leaves.
fn alpha_beta(tree: &Tree) -> (i64, u64) {
    fn search(tree: &Tree, mut alpha: i64, beta: i64, sign: i64) -> (i64, u64) {
        let moves = match tree {
            Tree::Leaf(value) => return (sign * value, 1),
            Tree::Moves(moves) => moves,
        };
        let (mut best, mut leaves) = (i64::MIN + 1, 0);
        for child in moves {
            let (value, looked) = search(child, -beta, -alpha, -sign);
            leaves += looked;
            best = best.max(-value);
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        (best, leaves)
    }
    search(tree, i64::MIN + 1, i64::MAX, 1)
}

/// The indices of the children that both players choose, the first of equal ones.
fn best_line(tree: &Tree) -> Vec<usize> {
    fn search(tree: &Tree, sign: i64) -> (i64, Vec<usize>) {
        let moves = match tree {
            Tree::Leaf(value) => return (sign * value, Vec::new()),
            Tree::Moves(moves) => moves,
        };
        let (mut best, mut line) = (i64::MIN, Vec::new());
        for (i, child) in moves.iter().enumerate() {
            let (value, after) = search(child, -sign);
            if -value > best {
                (best, line) = (-value, [vec![i], after].concat());
            }
        }
        (best, line)
    }
    search(tree, 1).1
}

fn main() {
    answer::serve(&[
        ("alpha_beta", &|args| answer::call(args, |(tree,): (Tree,)| alpha_beta(&tree))),
        ("best_line", &|args| answer::call(args, |(tree,): (Tree,)| best_line(&tree))),
    ]);
}
