//! The values of the moves in a position, and the lines that determine them.

use super::{Context, Database, Pattern, ValueLine, context, near_points};
use crate::framework::Color;
use crate::go::board::{Board, Point, Tracking};

/// A move and the line that determines its value.
#[derive(Clone, Copy, Debug)]
pub struct Explanation<'a> {
    /// The move.
    pub point: Point,
    /// The context of the move.
    pub context: Context,
    /// The pattern and the value line that apply; `None` when no line matches.
    pub source: Option<(&'a Pattern, &'a ValueLine)>,
}

impl Explanation<'_> {
    /// The value of the move.
    pub fn value(&self) -> u32 {
        self.source.map_or(1, |(_, value_line)| value_line.value)
    }
}

impl Database {
    /// The source of a move's value: `FILE:LINE: NAME :VALUE,PROPERTY...`.
    pub fn source(&self, explanation: &Explanation) -> String {
        let Some((pattern, value_line)) = explanation.source else {
            return "no pattern".to_owned();
        };
        let name = pattern.name.as_deref().unwrap_or("pattern");
        let properties: String =
            value_line.properties.iter().map(|property| format!(",{property}")).collect();
        format!("{}:{}: {name} :{}{properties}", self.name(), value_line.line, value_line.value)
    }

    /// All legal moves of a player after the move `last`, in descending order of value.
    pub fn explain<F: Tracking>(&self, board: &Board<F>, color: Color, last: Point) -> Vec<Explanation<'_>> {
        let near = near_points(board, last);
        let explain = |point| {
            let context = context(board, point, color, near.contains(point))?;
            let source = self.matching(board.neighborhood3x3(point), color, context);
            Some(Explanation { point, context, source })
        };
        let mut moves: Vec<_> = board.points().filter_map(explain).collect();
        moves.sort_by_key(|explanation| std::cmp::Reverse(explanation.value()));
        moves
    }
}
