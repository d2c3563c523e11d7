//! Exercise: alpha-beta. 60 minutes; lesson 3.
//!
//! A leaf is its value for the first player. The first player moves at the root, and the players take turns.
//!
//! - pass: the value of the tree
//! - good: the number of visited leaves is as for alpha-beta that tries children in order
//! - excellent: best_line, even for a tree with 8192 leaves

#![allow(dead_code, unused_variables)]

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
    todo!()
}

/// The indices of the children that both players choose, the first of equal ones.
fn best_line(tree: &Tree) -> Vec<usize> {
    todo!()
}

fn main() {
    answer::serve(&[
        ("alpha_beta", &|args| answer::call(args, |(tree,): (Tree,)| alpha_beta(&tree))),
        ("best_line", &|args| answer::call(args, |(tree,): (Tree,)| best_line(&tree))),
    ]);
}
