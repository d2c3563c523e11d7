//! Exercise: 3x3 patterns. 60 minutes; lesson 2.
//!
//! A pattern has three rows of three cells: X black, O white, . empty, blank off the board, and the wildcards ? (X, O
//! or .), x (not X: O or .) and o (not O: X or .).
//!
//! - pass: expand patterns with ?
//! - good: expand patterns with x and o too; symmetries
//! - excellent: matches, in all 16 symmetries

#[path = "../../../skeletons/patterns/src/answer.rs"]
mod answer;

use std::collections::BTreeSet;

type Pattern = [String; 3];

/// All patterns without wildcards that match the pattern, in any order.
fn expand(pattern: &Pattern) -> Vec<Pattern> {
    let mut texts = vec![String::new()];
    for cell in pattern.join("/").chars() {
        let cells = match cell {
            '?' => "XO.".to_owned(),
            'x' => "O.".to_owned(),
            'o' => "X.".to_owned(),
            other => other.to_string(),
        };
        texts = texts.iter().flat_map(|text| cells.chars().map(move |cell| format!("{text}{cell}"))).collect();
    }
    let rows = |text: &String| {
        let mut rows = text.split('/').map(str::to_owned);
        std::array::from_fn(|_| rows.next().unwrap())
    };
    texts.iter().map(rows).collect()
}

/// All rotations and reflections of the pattern, each once, in any order.
fn symmetries(pattern: &Pattern) -> BTreeSet<Pattern> {
    let (mut found, mut turned) = (BTreeSet::new(), pattern.clone());
    for _ in 0..4 {
        let cells: Vec<Vec<char>> = turned.iter().map(|row| row.chars().collect()).collect();
        turned = std::array::from_fn(|row| (0..3).map(|col| cells[2 - col][row]).collect());
        found.insert(turned.clone());
        let [first, second, third] = turned.clone();
        found.insert([third, second, first]);
    }
    found
}

/// Whether an area without wildcards matches the pattern, rotated, reflected or with X and O exchanged.
fn matches(pattern: &Pattern, area: &Pattern) -> bool {
    let exchange = |cell: char| match cell {
        'X' => 'O',
        'O' => 'X',
        'x' => 'o',
        'o' => 'x',
        other => other,
    };
    let exchanged: Pattern = pattern.clone().map(|row| row.chars().map(exchange).collect());
    let mut variants = symmetries(pattern);
    variants.extend(symmetries(&exchanged));
    variants.iter().any(|variant| expand(variant).contains(area))
}

fn main() {
    answer::serve(&[
        ("expand", &|args| answer::call(args, |(pattern,): (Pattern,)| expand(&pattern))),
        ("symmetries", &|args| answer::call(args, |(pattern,): (Pattern,)| symmetries(&pattern))),
        ("matches", &|args| answer::call(args, |(pattern, area): (Pattern, Pattern)| matches(&pattern, &area))),
    ]);
}
