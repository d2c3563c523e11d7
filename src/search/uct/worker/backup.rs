//! The end of a descent: its value goes to the nodes on the path, to RAVE, and to the statistics of the thread.
//!
//! # References
//! - S. Gelly and D. Silver, "Combining online and offline knowledge in UCT", ICML 2007 (RAVE).
//! - M. Enzenberger and M. Müller, "Fuego", TR 09-08, University of Alberta, 2009: distance-weighted RAVE updates, and
//!   the check for moves the opponent played first.

use super::{MAX_GAMES, NEVER, Shared, Worker};
use crate::framework::{CERTAIN, Color, Ending, Game, Move, Outcome, Step};
use crate::search::uct::node::{Proof, Value};
use crate::search::uct::params::GlobalSearchParams;

impl<G: Game> Worker<G> {
    /// Adds an outcome to all statistics.
    pub(super) fn backup(&mut self, shared: &Shared<'_, G>, color: Color, outcome: Outcome) {
        let margin = self.margin(outcome);
        let value = self.record(shared, color, outcome, margin);
        self.backup_value(shared, color, value, margin, shared.virtual_loss);
    }

    /// Backs up the estimate of the leaf, for Black, and adds its expected final position to the statistics.
    pub(super) fn estimated(&mut self, shared: &Shared<'_, G>, color: Color, value: f64) {
        self.backup_value(shared, color, Value::new(value, value), self.expected, shared.virtual_loss);
        if let Some(tracer) = shared.tracer {
            let value = if color == Color::Black { value } else { 1.0 - value };
            tracer(Step::Estimate { line: self.line.clone(), value });
        }
        if shared.even != 0.0 {
            self.counters.value.add(value);
        }
        self.count_game();
        let Some(margin) = self.expected else { return };
        self.counters.margin.add(f64::from(margin));
        if let Some(tally) = shared.tallies.get(self.number) {
            tally.add(self.line.first().copied(), margin, &self.expected_owners);
        }
    }

    /// Counts the game in the line, and keeps it if wanted.
    fn count_game(&mut self) {
        if self.keeps_games && self.games.len() < MAX_GAMES {
            self.games.push(self.line.clone());
        }
        self.counters.games += 1;
    }

    /// Adds an outcome, and its margin if known, to the thread's counters and to the RAVE statistics; returns its value for
    /// Black.
    pub(super) fn record(
        &mut self,
        shared: &Shared<'_, G>,
        color: Color,
        outcome: Outcome,
        margin: Option<f32>,
    ) -> Value {
        let mut value = self.value(outcome, shared.global);
        if shared.even != 0.0 {
            self.counters.value.add(shared.formulas.shown(self.mixed(shared, value)));
            value = self.value(outcome.relative_to(shared.even), shared.global);
        }
        value = self.mixed(shared, value);
        if shared.formulas.rave() {
            self.backup_rave(shared, color, value);
        }
        if shared.tracer.is_some() {
            self.trace_playout(shared, color, outcome, value);
        }
        self.count_game();
        self.counters.length.add(self.line.len() as f64);
        if let Some(margin) = margin {
            self.counters.margin.add(f64::from(margin));
        }
        self.counters.aborted += u64::from(outcome.ending == Ending::BrokenOff);
        value
    }

    /// The value of an outcome for Black.
    pub(super) fn value(&self, outcome: Outcome, global: &GlobalSearchParams) -> Value {
        let value = f64::from(outcome.value(global.score_modification as f32));
        let length = (self.line.len() as f64 * global.length_modification).min(0.5);
        let value = match outcome.winner {
            Some(Color::Black) => value - length,
            Some(Color::White) => value + length,
            None => value,
        };
        Value::new(f64::from(outcome.value(0.0)), value)
    }

    /// A playout's value mixed with the path's estimate, if there is one. Where playouts correct estimates, the win share
    /// stays the playout's.
    fn mixed(&self, shared: &Shared<'_, G>, value: Value) -> Value {
        let share = self.share;
        let Some(estimate) = self.estimate.filter(|_| share > 0.0) else { return value };
        let mix = |value: f64| (1.0 - share) * value + share * f64::from(estimate);
        let wins = if shared.formulas.corrects() { value.share() } else { mix(value.share()) };
        Value::new(wins, mix(value.total()))
    }

    /// Keeps the final position expected at the leaf that was just evaluated.
    pub(super) fn expect(&mut self, shared: &Shared<'_, G>) {
        let Some(judge) = self.parts.judge() else { return };
        self.expected = Some(judge.margin(&self.game));
        if shared.tallies.get(self.number).is_some_and(|tally| tally.has_owners()) {
            judge.owners(&self.game, &mut self.expected_owners);
        }
    }

    /// A playout's margin, mixed with the one expected at the leaf, if any; `None` if it was broken off. A playout that
    /// mercy ended has not reached its margin, so only the expected one counts.
    pub(super) fn margin(&self, outcome: Outcome) -> Option<f32> {
        let share = match outcome.ending {
            Ending::BrokenOff => return None,
            Ending::Mercy => 1.0,
            Ending::Over => self.share as f32,
        };
        let mix = |expected| share * expected + (1.0 - share) * outcome.margin;
        Some(self.expected.map_or(outcome.margin, mix))
    }

    /// Adds the final position to the thread's tally, if it has one; `find_owners` finds the owners of the points.
    #[inline]
    pub(super) fn tally(&mut self, shared: &Shared<'_, G>, outcome: Outcome, find_owners: fn(&mut Self)) {
        let Some(tally) = shared.tallies.get(self.number) else { return };
        let Some(margin) = self.margin(outcome) else { return };
        if tally.has_owners() {
            find_owners(self);
            self.owners.iter_mut().for_each(|owner| *owner *= CERTAIN);
            if self.expected.is_some() {
                let mix = |a: i8, b: i8| self.share * f64::from(a) + (1.0 - self.share) * f64::from(b);
                for (owner, &expected) in self.owners.iter_mut().zip(&self.expected_owners) {
                    *owner = mix(expected, *owner).round() as i8;
                }
            }
        }
        tally.add(self.line.first().copied(), margin, &self.owners);
    }

    /// Finds the owners at the end of the last playout.
    pub(super) fn playout_owners(&mut self) {
        self.parts.policy.owners(&mut self.owners);
    }

    /// Adds the value to the nodes on the path, each for the player who moved there, and the margin for Black, if known;
    /// `counted` if the descent has already counted the playout.
    pub(super) fn backup_value(
        &mut self,
        shared: &Shared<'_, G>,
        color: Color,
        value: Value,
        margin: Option<f32>,
        counted: bool,
    ) {
        let margin = margin.filter(|_| shared.formulas.keeps_margins(shared.tree));
        let mut mover = !color;
        for &id in &self.path {
            let node = shared.tree.node(id);
            if !counted {
                node.add_count();
            }
            node.add_value(if mover == Color::Black { value } else { value.for_opponent() });
            if let Some(margin) = margin {
                node.add_margin(margin);
            }
            mover = !mover;
        }
    }

    /// Adds the value to the RAVE statistics of each child along the path whose move its player was first to make later
    /// in the line; the weight falls from 2 at the node to 1 at the end of the line.
    pub(super) fn backup_rave(&mut self, shared: &Shared<'_, G>, color: Color, value: Value) {
        let tree = shared.tree;
        self.first_play.fill([NEVER; 2]);
        let check_same = shared.params.rave_check_same;
        let len = self.line.len().min(usize::from(NEVER)) as u16;
        for at in (0..len).rev() {
            let player = if at % 2 == 0 { color } else { !color };
            let mv = self.line[usize::from(at)];
            if mv != Move::PASS {
                self.first_play[mv.index()][player.index()] = at;
            }
            let Some(&id) = self.path.get(usize::from(at)) else { continue };
            let value = if player == Color::Black { value } else { value.for_opponent() };
            // A weight of 32/32 is spread over the rest of the line, in 2^-16.
            let (most, slope) = if shared.params.weight_rave_updates {
                (64, (32 << 16) / u64::from(len - at))
            } else {
                (32, 0)
            };
            let first_play = &self.first_play;
            tree.add_rave(tree.node(id), value.fixed(), |mv| {
                let first_play = first_play[mv.index()];
                let (own, foreign) = (first_play[player.index()], first_play[(!player).index()]);
                if own == NEVER || check_same && foreign < own {
                    return 0;
                }
                most - ((u64::from(own - at) * slope) >> 16)
            });
        }
    }

    /// Backs up a proof from the end of the path toward the root; returns whether the root is proven.
    pub(super) fn prove(&self, shared: &Shared<'_, G>) -> bool {
        let tree = shared.tree;
        for pair in self.path.windows(2).rev() {
            let [parent, child] = [pair[0], pair[1]].map(|id| tree.node(id));
            match child.proof() {
                Proof::Won => parent.set_proof(Proof::Lost),
                Proof::Lost if tree.children(parent).all(|(_, child)| child.proof() <= Proof::Lost) => {
                    parent.set_proof(Proof::Won);
                }
                _ => return false,
            }
        }
        true
    }

    /// Traces a playout and its value for Black.
    #[cold]
    fn trace_playout(&self, shared: &Shared<'_, G>, color: Color, outcome: Outcome, value: Value) {
        let value = if color == Color::Black { value } else { value.for_opponent() }.total();
        if let Some(tracer) = shared.tracer {
            let (line, chosen) = (self.line.clone(), self.path.len() - 1);
            tracer(Step::Playout { line, chosen, outcome, value });
        }
    }
}
