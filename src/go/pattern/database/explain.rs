//! What a database thinks of the moves in a position, and why.

use super::{Context, Database, Entry, Pattern, context, near_points};
use crate::framework::Color;
use crate::go::board::{Board, Features, Point};

/// A move and what gives it its value.
#[derive(Clone, Copy, Debug)]
pub struct Explanation<'a> {
    /// The move.
    pub point: Point,
    /// The context of the move.
    pub context: Context,
    /// The pattern and the entry that count; none for a move that nothing matches.
    pub source: Option<(&'a Pattern, &'a Entry)>,
}

impl Explanation<'_> {
    /// Returns the value of the move.
    #[must_use]
    pub fn value(&self) -> u32 {
        self.source.map_or(1, |(_, entry)| entry.value)
    }
}

impl Database {
    /// Returns where the value of a move is from: `FILE:LINE: NAME :VALUE,PROPERTY...`.
    #[must_use]
    pub fn source(&self, explanation: &Explanation) -> String {
        let Some((pattern, entry)) = explanation.source else {
            return "no pattern".to_owned();
        };
        let name = pattern.name.as_deref().unwrap_or("pattern");
        let properties: String = entry.properties.iter().map(|property| format!(",{property}")).collect();
        format!("{}:{}: {name} :{}{properties}", self.name(), entry.line, entry.value)
    }

    /// Returns all legal moves of a player after a last move, the most valuable first.
    #[must_use]
    pub fn explain<F: Features>(&self, board: &Board<F>, color: Color, last: Point) -> Vec<Explanation<'_>> {
        let near = near_points(board, last);
        let explain = |point| {
            let context = context(board, point, color, near.contains(point))?;
            let source = self.matching(board.code(point), color, context);
            Some(Explanation { point, context, source })
        };
        let mut moves: Vec<_> = board.points().filter_map(explain).collect();
        moves.sort_by_key(|explanation| std::cmp::Reverse(explanation.value()));
        moves
    }
}
