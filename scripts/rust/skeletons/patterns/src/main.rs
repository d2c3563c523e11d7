//! Exercise: 3x3 patterns. 60 minutes; lesson 2.
//!
//! A pattern has three rows of three cells: X black, O white, . empty, blank off the board, and the wildcards ? (X, O or .),
//! x (not X: O or .) and o (not O: X or .).
//!
//! - pass: expand patterns with ?
//! - good: expand patterns with x and o too; symmetries
//! - excellent: matches, in all 16 symmetries

#![allow(dead_code, unused_variables)]

mod answer;

use std::collections::BTreeSet;

type Pattern = [String; 3];

/// All patterns without wildcards that match the pattern, in any order.
fn expand(pattern: &Pattern) -> Vec<Pattern> {
    todo!()
}

/// All rotations and reflections of the pattern, each once, in any order.
fn symmetries(pattern: &Pattern) -> BTreeSet<Pattern> {
    todo!()
}

/// Whether an area without wildcards matches the pattern, rotated, reflected or with X and O exchanged.
fn matches(pattern: &Pattern, area: &Pattern) -> bool {
    todo!()
}

fn main() {
    answer::serve(&[
        ("expand", &|args| answer::call(args, |(pattern,): (Pattern,)| expand(&pattern))),
        ("symmetries", &|args| answer::call(args, |(pattern,): (Pattern,)| symmetries(&pattern))),
        ("matches", &|args| answer::call(args, |(pattern, area): (Pattern, Pattern)| matches(&pattern, &area))),
    ]);
}
