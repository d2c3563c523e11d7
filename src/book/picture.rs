//! A picture of an automatic book's graph: a tree from left to right, as SVG.

use std::fmt::Write as _;

use super::auto::best;
use super::graph::{Edge, Graph};
use super::params::BookMoveSelect;
use crate::framework::{Color, Symmetric};
use crate::util::escape;

/// The part of the graph to show.
#[derive(Clone, Copy, Debug)]
pub struct PictureLimits {
    /// Maximum number of moves in a line.
    pub depth: usize,
    /// Maximum number of moves shown per position, best first.
    pub width: usize,
    /// Minimum count of a shown position, except on the line of best moves.
    pub least_count: u32,
}

/// The width of a column in pixels.
const COLUMN: usize = 150;
/// The height of a row in pixels.
const ROW: usize = 26;
/// The width of a box in pixels.
const BOX: usize = 116;
/// The height of a box in pixels.
const BOX_HEIGHT: usize = 20;
/// The space around the picture in pixels.
const MARGIN: usize = 12;
/// The space above the tree for the title in pixels.
const TITLE: usize = 34;
/// Maximum number of boxes.
const MAX_BOXES: usize = 5000;

/// A box and the boxes to its right.
struct Branch {
    label: String,
    /// The player who made the move; `None` at the start.
    mover: Option<Color>,
    count: u32,
    is_main: bool,
    row: f64,
    branches: Vec<Branch>,
}

/// A picture of the lines from a position, as SVG. Each box has a move, its value in percent for the player who makes
/// it, and its count; the line of best moves is bold. `title` is the heading.
pub fn picture<G: Symmetric>(graph: &Graph, game: &G, title: &str, limits: PictureLimits) -> String {
    let (mut next_row, mut boxes) = (0, 1);
    let count = graph.find(game).map_or(0, |id| graph.node(id).count);
    let mut root = Branch {
        label: "start".to_owned(),
        mover: None,
        count,
        is_main: true,
        row: 0.0,
        branches: grow(graph, game, limits, limits.depth, true, &mut boxes),
    };
    place(&mut root, &mut next_row);
    let columns = depth_of(&root);
    let (width, height) = (2 * MARGIN + (columns - 1) * COLUMN + BOX, 2 * MARGIN + TITLE + next_row * ROW);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"{MARGIN}\" y=\"{}\" font-size=\"15\">{}</text>\n",
        MARGIN + 14,
        escape(title)
    );
    draw(&root, 0, root.count.max(1), &mut svg);
    svg + "</svg>\n"
}

/// A position's branches, best move first.
fn grow<G: Symmetric>(
    graph: &Graph,
    game: &G,
    limits: PictureLimits,
    depth: usize,
    is_main: bool,
    boxes: &mut usize,
) -> Vec<Branch> {
    if depth == 0 {
        return Vec::new();
    }
    let mut moves = graph.moves(game);
    let main = best(graph, &moves, BookMoveSelect::Value).map(|edge| edge.child);
    let mut seen = Vec::new();
    // Symmetric images of a move are one branch.
    moves.retain(|edge| {
        let is_new = !seen.contains(&edge.child);
        seen.push(edge.child);
        is_new
    });
    let value = |edge: &Edge| graph.value_of(*edge);
    let rank = |edge: &Edge| (Some(edge.child) != main, -value(edge));
    moves.sort_by(|a, b| rank(a).0.cmp(&rank(b).0).then(rank(a).1.total_cmp(&rank(b).1)));
    moves.truncate(limits.width);
    let mut branches = Vec::new();
    for edge in moves {
        let node = graph.node(edge.child);
        let is_main = is_main && Some(edge.child) == main;
        if *boxes >= MAX_BOXES || (node.count < limits.least_count && !is_main) {
            continue;
        }
        *boxes += 1;
        let mut after = game.clone();
        after.play_legal(edge.mv);
        branches.push(Branch {
            label: format!("{}  {:.1}%", game.move_text(edge.mv), 100.0 * value(&edge)),
            mover: Some(game.to_play()),
            count: node.count,
            is_main,
            row: 0.0,
            branches: grow(graph, &after, limits, depth - 1, is_main, boxes),
        });
    }
    branches
}

/// Assigns each leaf its own row, and each other box the row of its first branch.
fn place(branch: &mut Branch, next_row: &mut usize) {
    branch.row = *next_row as f64;
    branch.branches.iter_mut().for_each(|next| place(next, next_row));
    if branch.branches.is_empty() {
        *next_row += 1;
    }
}

fn depth_of(branch: &Branch) -> usize {
    1 + branch.branches.iter().map(depth_of).max().unwrap_or(0)
}

fn draw(branch: &Branch, column: usize, total: u32, svg: &mut String) {
    let (x, y) = (MARGIN + column * COLUMN, (MARGIN + TITLE) as f64 + branch.row * ROW as f64);
    let (left, middle) = (x + BOX, y + BOX_HEIGHT as f64 / 2.0);
    for next in &branch.branches {
        let to = (MARGIN + TITLE) as f64 + next.row * ROW as f64 + BOX_HEIGHT as f64 / 2.0;
        let right = x + COLUMN;
        let bend = (left + right) / 2;
        let width = 1.0 + 5.0 * f64::from(next.count) / f64::from(total);
        let color = if next.is_main { "#c40" } else { "#999" };
        let _ = writeln!(
            svg,
            "<path d=\"M{left} {middle:.0} C{bend} {middle:.0} {bend} {to:.0} {right} {to:.0}\" fill=\"none\" \
             stroke=\"{color}\" stroke-width=\"{width:.1}\"/>"
        );
        draw(next, column + 1, total, svg);
    }
    let (fill, ink) = match branch.mover {
        Some(Color::Black) => ("#333", "white"),
        Some(Color::White) => ("#fff", "black"),
        None => ("#eee", "black"),
    };
    let (stroke, weight) = if branch.is_main { ("#c40", "bold") } else { ("#666", "normal") };
    let _ = writeln!(
        svg,
        "<rect x=\"{x}\" y=\"{y:.0}\" width=\"{BOX}\" height=\"{BOX_HEIGHT}\" rx=\"4\" fill=\"{fill}\" \
         stroke=\"{stroke}\"/>\n<text x=\"{}\" y=\"{:.0}\" fill=\"{ink}\" font-weight=\"{weight}\">{}</text>\n\
         <text x=\"{}\" y=\"{:.0}\" fill=\"{ink}\" text-anchor=\"end\" font-size=\"10\">{}</text>",
        x + 6,
        y + 14.0,
        escape(&branch.label),
        x + BOX - 5,
        y + 14.0,
        branch.count
    );
}
