//! Boards on the page of a match: the final positions of games of Go.

use std::path::Path;

use maud::{Markup, PreEscaped, html};

use super::opening::from_sgf;
use super::record::read_go;
use super::{Claim, Files, ResultRow, ResultTable};
use crate::draw::{Letters, Mark, Picture};
use crate::framework::Color;

/// The most boards on a page, those of the last games.
const MAX: usize = 12;

/// The final positions of the games that the program given as Black lost, and their number; games whose record
/// cannot be read are left out.
pub(super) fn lost(rows: &[&ResultRow], table: &ResultTable, files: &Files) -> (usize, Markup) {
    let is_lost = |row: &&&ResultRow| matches!(row.counted(), Some(Claim::Win(Color::White, _)));
    let size = table.property("Size").parse().unwrap_or(0);
    let board = |row: &&ResultRow| {
        let path = files.record(row.game, table);
        let svg = final_position(&path, size)?;
        let caption = format!("Game {}, with {}", row.game, row.color_of(Color::Black));
        Some(
            html! { figure { a href=(files.link_to(&path)) { (PreEscaped(svg)) } figcaption { (caption) } } },
        )
    };
    let mut boards: Vec<Markup> = rows.iter().rev().filter(is_lost).filter_map(board).take(MAX).collect();
    boards.reverse();
    (boards.len(), html! { div.boards { @for board in boards { (board) } } })
}

/// The picture of the position at the end of a record, with a ring on the last move.
fn final_position(path: &Path, size: u8) -> Option<String> {
    let record = from_sgf(&read_go(path)?, size).ok()?;
    let position = record.position(size).ok()?;
    let mut picture = Picture::of(&position);
    let [last, _] = position.last();
    if let Some((col, row)) = picture.point(&last.to_string()) {
        picture.mark(col, row, Mark::Ring);
    }
    // The style of the page is not that of letters on wood.
    Some(picture.svg(Letters::Strokes))
}
