//! Exercise: selection and backup in UCT. 60 minutes; lesson 6.
//!
//! A node's wins count for the player who moved to it, so a player chooses among children by their own wins.
//!
//! - pass: select goes from the root to the child with the highest wins / visits + c sqrt(ln(visits of the parent) / visits)
//! - good: it continues to a node without children; an unvisited child, the first of several, precedes all others
//! - excellent: back_up adds the result to all nodes of the path, alternately for one player and the other

#[path = "../../../skeletons/uct/src/answer.rs"]
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
    let (mut path, mut node) = (Vec::new(), tree);
    while !node.children.is_empty() {
        let bound = |child: &Node| match child.visits {
            0.0 => f64::INFINITY,
            visits => child.wins / visits + c * (node.visits.ln() / visits).sqrt(),
        };
        let mut best = 0;
        for (i, child) in node.children.iter().enumerate() {
            if bound(child) > bound(&node.children[best]) {
                best = i;
            }
        }
        path.push(best);
        node = &node.children[best];
    }
    path
}

/// Adds the result of a playout from the end of the path; `won` is 1 if the player who made the last move of the path
/// won it, else 0. The root counts too.
fn back_up(tree: &mut Node, path: &[usize], won: f64) {
    tree.visits += 1.0;
    tree.wins += if path.len() % 2 == 0 { won } else { 1.0 - won };
    if let [first, rest @ ..] = path {
        back_up(&mut tree.children[*first], rest, won);
    }
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
