//! Exercise: selection and backup in UCT. 60 minutes; lesson 6.
//!
//! A node's wins count for the player who moved to it, so a player chooses among children by their own wins.
//!
//! - pass: select goes from the root to the child with the highest wins / visits + c sqrt(ln(visits of the parent) / visits)
//! - good: it continues to a node without children; an unvisited child, the first of several, precedes all others
//! - excellent: back_up adds the result to all nodes of the path, alternately for one player and the other

#![allow(dead_code, unused_variables)]

mod answer;

use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct Node {
    wins: f64,
    visits: f64,
    children: Vec<Node>,
}

/// The path from the root, as child indices. Of equal bounds it takes the first.
fn select(tree: &Node, c: f64) -> Vec<usize> {
    todo!()
}

/// Adds the result of a playout from the end of the path; `won` is 1 if the player who made the last move of the path won it,
/// else 0. The root counts too.
fn back_up(tree: &mut Node, path: &[usize], won: f64) {
    todo!()
}

fn main() {
    answer::serve(&[
        ("select", &|args| answer::call(args, |(tree, c): (Node, f64)| select(&tree, c))),
        ("backup", &|args| {
            answer::call(args, |(mut tree, path, won): (Node, Vec<usize>, f64)| {
                back_up(&mut tree, &path, won);
                tree
            })
        }),
    ]);
}
