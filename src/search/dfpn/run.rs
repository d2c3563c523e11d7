//! What a search by df-pn may spend, has spent and has found so far.

use crate::framework::{Control, Limits, Move, Step, Stop};
use crate::util::Stopwatch;

/// The limits of a search, and what it has spent.
pub(super) struct Run<'a> {
    pub(super) start: Stopwatch,
    pub(super) limits: Limits,
    pub(super) control: &'a Control,
    /// Positions expanded.
    pub(super) nodes: u64,
    /// Why the search must end.
    pub(super) ended: Option<Stop>,
    /// The last question, in words, with what is known about it.
    pub(super) open: String,
    /// The move that the first question is about.
    pub(super) promising: Option<Move>,
}

impl Run<'_> {
    /// Counts a node, unless the search must end; returns whether it may go on.
    pub(super) fn goes_on(&mut self) -> bool {
        if self.ended.is_some() {
            return false;
        }
        self.nodes += 1;
        if self.limits.playouts.is_some_and(|most| self.nodes >= most) {
            self.ended = Some(Stop::Playouts);
        } else if self.nodes.is_multiple_of(256) {
            if self.control.stopped() {
                self.ended = Some(Stop::Asked);
            } else if self.limits.time.is_some_and(|time| self.start.elapsed() >= time) {
                self.ended = Some(Stop::Time);
            }
        }
        self.ended.is_none()
    }

    pub(super) fn trace(&self, mv: Move, value: f64) {
        if let Some(tracer) = self.control.tracer() {
            let found = if value == 1.0 {
                "wins"
            } else if value == 0.0 {
                "loses"
            } else {
                "draws"
            };
            tracer(Step::Look { mv, found });
        }
    }
}
