//! Reviews in the game's SGF: comments, win rates for Sabaki, better lines as variations, and each position's numbers,
//! from which a review can be resumed.
//!
//! A position's numbers are in the property `BRASA` of the node that leads to it: Black's win rate, Black's lead, the
//! playouts, and the principal variation. Other programs preserve unknown properties.

use std::iter::successors;

use super::{Loss, ReviewedGame, Turn, losses, turning_points};
use crate::framework::{Color, Move};
use crate::go::letters;
use crate::go::vertex;
use crate::sgf::{NodeId, Tree};

/// The property with a position's numbers.
const NUMBERS: &str = "BRASA";
/// The start of a comment on a position.
const VALUES: &str = "Black wins ";
/// The start of the comment on a better line.
const BETTER: &str = "Better: ";

/// The nodes before each move and at the end of a game whose last moves are reviewed. A first move in the root has no
/// node before it: the root then comes twice, and has the numbers of both positions.
fn nodes(tree: &Tree, moves: usize) -> Vec<NodeId> {
    let mut after: Vec<_> = tree.main_line_ids().filter(|&id| tree[id].played().is_some()).collect();
    let after = after.split_off(after.len().saturating_sub(moves));
    let before = match after.first() {
        Some(&first) => Some(tree.parent(first).unwrap_or(first)),
        None => tree.main_line_ids().last(),
    };
    before.into_iter().chain(after).collect()
}

/// The positions analyzed in a review written by [`annotated`]: an initial part of the game; `None` if the review is
/// that of another game.
pub fn turns(tree: &Tree, game: &ReviewedGame) -> Option<Vec<Turn>> {
    let size = game.start.board().size();
    let mut nodes = nodes(tree, game.moves.len());
    let is_same = nodes.len() == game.moves.len() + 1
        && nodes.iter().skip(1).zip(&game.moves).all(|(&id, &(_, mv))| {
            tree[id].played().is_some_and(|value| value == letters::text(mv, size) || mv == Move::PASS)
        });
    if !is_same {
        return None;
    }
    nodes.dedup();
    let numbers = nodes.iter().map(|&id| tree[id].values(NUMBERS)).take_while(|values| !values.is_empty());
    Some(numbers.flatten().map_while(|text| read(text, size)).collect())
}

/// Reads a position's numbers.
fn read(text: &str, size: u8) -> Option<Turn> {
    let mut words = text.split_whitespace();
    let winrate: f64 = words.next()?.parse().ok()?;
    let lead: f64 = words.next()?.parse().ok()?;
    let visits = words.next()?.parse().ok()?;
    let line: Option<Vec<Move>> = words.map(|word| vertex::parse(word, size).ok()).collect();
    let is_sound = (0.0..=1.0).contains(&winrate) && lead.is_finite();
    is_sound.then_some(Turn { winrate, lead, visits, line: line? })
}

fn write(turn: &Turn) -> String {
    let line: String = turn.line.iter().map(|&mv| format!(" {}", vertex::text(mv))).collect();
    format!("{:.4} {:.2} {}{line}", turn.winrate, turn.lead, turn.visits)
}

/// A copy of the tree without the numbers, comments and better lines of an earlier review.
fn without_review(original: &Tree, size: u8) -> Tree {
    let mut tree = original.clone();
    let reviewed = original.main_line_ids().filter(|&id| original[id].get(NUMBERS).is_some());
    for id in reviewed {
        tree[id].remove(NUMBERS);
        tree[id].remove("SBKV");
        if let Some(comment) = original[id].get("C") {
            let others = comment.split("\n\n").filter(|paragraph| !is_comment(paragraph));
            match others.collect::<Vec<_>>().join("\n\n") {
                others if others.is_empty() => tree[id].remove("C"),
                others => tree[id].set("C", others),
            }
        }
        for line in original.children(id).skip(1) {
            let mut turns = original[id].values(NUMBERS).iter().filter_map(|text| read(text, size));
            if turns.any(|turn| is_better_line(original, line, &turn, size)) {
                tree.detach(line);
            }
        }
    }
    tree
}

/// True if [`comment`] wrote the paragraph.
fn is_comment(paragraph: &str) -> bool {
    let playouts = after_values(paragraph).and_then(|rest| after_digits(rest.strip_prefix(" (")?));
    playouts.is_some_and(|rest| rest.starts_with(" playouts)."))
}

/// True if [`add_line`] added the variation for `turn`, and nobody has changed it.
fn is_better_line(tree: &Tree, id: NodeId, turn: &Turn, size: u8) -> bool {
    let values = tree[id].get("C").and_then(|comment| after_values(comment.strip_prefix(BETTER)?));
    let line: Vec<NodeId> = successors(Some(id), |&id| tree.children(id).next()).collect();
    let is_plain = |&at: &NodeId| {
        tree.children(at).count() <= 1 && tree[at].properties().len() == 1 + usize::from(at == id)
    };
    let expected = turn.line.iter().map(|&mv| letters::text(mv, size));
    values == Some(".")
        && line.iter().all(is_plain)
        && line.iter().map(|&at| tree[at].played().unwrap_or("-")).eq(expected)
}

/// The rest of a text after the values of a position as [`value_text`] writes them.
fn after_values(text: &str) -> Option<&str> {
    let rest = after_digits(text.strip_prefix(VALUES)?)?.strip_prefix(" %, lead ")?;
    let points = rest.strip_prefix("B+").or(rest.strip_prefix("W+"))?;
    after_digits(after_digits(points)?.strip_prefix('.')?)
}

fn after_digits(text: &str) -> Option<&str> {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    (rest.len() < text.len()).then_some(rest)
}

/// The game's tree with the review of the positions analyzed so far, which replaces an earlier one.
pub fn annotated(original: &Tree, game: &ReviewedGame, turns: &[Turn]) -> Tree {
    let size = game.start.board().size();
    let original = without_review(original, size);
    let mut tree = original.clone();
    let root = tree.root();
    tree[root].sign();
    let nodes = nodes(&tree, game.moves.len());
    let losses = losses(game, turns);
    let points = turning_points(&losses);
    for (i, (turn, &id)) in turns.iter().zip(&nodes).enumerate() {
        let loss = i.checked_sub(1).and_then(|i| losses.get(i));
        tree[id].push(NUMBERS, write(turn));
        tree[id].set("SBKV", format!("{:.2}", 100.0 * turn.winrate));
        let comment = comment(turn, loss, i.checked_sub(1).and_then(|i| turns.get(i)));
        let comment = match original[id].get("C") {
            Some(old) => format!("{old}\n\n{comment}"),
            None => comment,
        };
        tree[id].set("C", comment);
    }
    for loss in points {
        // A move in the root has no place beside it.
        if let (Some(&[before, after]), Some(turn)) =
            (nodes[loss.number - 1..].first_chunk(), turns.get(loss.number - 1))
            && before != after
        {
            add_line(&mut tree, before, turn, loss.color, size);
        }
    }
    tree
}

/// Adds the principal variation as a variation.
fn add_line(tree: &mut Tree, mut id: NodeId, turn: &Turn, mut color: Color, size: u8) {
    for (i, &mv) in turn.line.iter().enumerate() {
        id = tree.add_child(id);
        tree[id].set(&color.letter().to_string(), letters::text(mv, size));
        if i == 0 {
            tree[id].set("C", format!("{BETTER}{}.", value_text(turn)));
        }
        color = !color;
    }
}

/// The values of a position as text.
pub(super) fn value_text(turn: &Turn) -> String {
    let leader = if turn.lead >= 0.0 { 'B' } else { 'W' };
    format!("{VALUES}{:.0} %, lead {leader}+{:.1}", 100.0 * turn.winrate, turn.lead.abs())
}

fn comment(turn: &Turn, loss: Option<&Loss>, before: Option<&Turn>) -> String {
    let mut text = format!("{} ({} playouts).", value_text(turn), turn.visits);
    if let Some(loss) = loss.filter(|loss| loss.winrate >= 0.005) {
        text += &format!(" The move lost {:.0} % and {:.1} points", 100.0 * loss.winrate, loss.points);
        match before.and_then(|before| before.line.first()) {
            Some(&best) => text += &format!("; the expected move was {}.", vertex::text(best)),
            None => text += ".",
        }
    }
    text
}
