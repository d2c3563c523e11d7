//! Alpha-beta: the minimax value of a position, searched as deep as time allows.
//!
//! Negamax with iterative deepening: depth 1, 2, 3 … until a limit is reached or the value no longer depends on the
//! depth (the game is solved). Values are the lead of the player to move divided by the largest possible lead, in [-1,
//! 1]; [`Game::evaluate`] estimates non-terminal leaves. The hash table serves transpositions, the next iteration and
//! the next move of the game; its best move is tried first.
//!
//! # References
//! - D. E. Knuth and R. W. Moore, "An analysis of alpha-beta pruning", Artificial Intelligence 6(4), 1975.
//! - D. J. Slate and L. R. Atkin, "Chess 4.5: the Northwestern University chess program", 1977 (iterative
//!   deepening with a table).
//! - C. Hunt, "Fuegito User Manual", 2012 (depth and window as parameters).

mod hash_table;

use crate::framework::{
    Color, Control, Game, Limits, Move, MoveStat, Report, Search, Step, Stop, ValueSource,
};
use crate::util::Stopwatch;
use hash_table::{Bound, HashEntry, HashTable};

crate::params! {
    /// Depth, window and hash table size of alpha-beta.
    pub struct AlphaBetaParams {
        depth: u64 = u64::MAX, in 1.., "Maximum depth in moves; inf: as deep as time allows, up to 200.";
        alpha: f64 = f64::NEG_INFINITY, in .., "Lower bound of the window; values at or below it are not distinguished.";
        beta: f64 = f64::INFINITY, in .., "Upper bound of the window; values at or above it are not distinguished.";
        hash_entries: u64 = 1 << 20, in 0..=1 << 24, "Transposition table entries, 24 bytes each; 0: none.";
    } check |params| if params.alpha < params.beta { Ok(()) } else { Err("alpha below beta") }
}

/// Alpha-beta with iterative deepening and a transposition table.
pub struct AlphaBeta {
    params: AlphaBetaParams,
    table: Option<HashTable>,
}

impl AlphaBeta {
    /// Allocates the table on first use.
    pub fn new(params: AlphaBetaParams) -> Self {
        Self { params, table: None }
    }
}

impl<G: Game> Search<G> for AlphaBeta {
    /// A playout limit is a node limit.
    fn search(&mut self, game: &G, limits: Limits, control: &Control) -> Report {
        if game.outcome().is_some() {
            return Report::instant(None);
        }
        if self.table.is_none() && self.params.hash_entries > 0 && game.table_key().is_some() {
            self.table = Some(HashTable::new(self.params.hash_entries));
        }
        let mut run = Run {
            table: self.table.as_mut(),
            start: Stopwatch::start(limits.time_mode),
            limits,
            control,
            nodes: 0,
            longest: 0,
            ended: None,
            lines: Vec::new(),
            spare: Vec::new(),
        };
        let (found, depth, line) = run.deepen(game, &self.params);
        let stop = match run.ended {
            Some(stop) => stop,
            None if found.solved => Stop::Proven,
            None => Stop::Settled,
        };
        let (time, nodes, longest) = (run.start.elapsed(), run.nodes, run.longest);
        let value = f64::from(found.value);
        let speed = nodes as f64 / time.as_secs_f64().max(1e-9);
        let details = vec![
            ("Depth", depth.to_string()),
            ("Solved", u8::from(found.solved).to_string()),
            ("Nodes", nodes.to_string()),
            ("Nodes/s", format!("{speed:.0}")),
        ];
        let best = line.first().copied();
        let proven = (found.solved && value.abs() == 1.0).then_some(value > 0.0);
        let share = (value + 1.0) / 2.0;
        let stat =
            |mv| MoveStat { mv, value: share, estimate: share, bound: share, proven, ..MoveStat::default() };
        Report {
            best,
            value: share,
            margin: value,
            depth: depth as f64,
            time,
            nodes,
            moves: best.into_iter().map(stat).collect(),
            sequence: line,
            details,
            longest,
            hash: self.table.as_ref().map(HashTable::statistics),
            stop,
            ..Report::default()
        }
    }

    /// Empties the table. It stays valid from move to move: a position's value does not depend on its history.
    fn clear(&mut self) {
        self.table = None;
    }
}

/// A value, and whether it is independent of the depth.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Found {
    value: f32,
    solved: bool,
    origin: ValueSource,
}

/// One search.
struct Run<'a> {
    table: Option<&'a mut HashTable>,
    start: Stopwatch,
    limits: Limits,
    control: &'a Control,
    /// Nodes searched.
    nodes: u64,
    /// Maximum distance from the root.
    longest: u64,
    /// The stop reason, once set.
    ended: Option<Stop>,
    /// The principal variation from each ply.
    lines: Vec<Vec<Move>>,
    /// Move lists for reuse.
    spare: Vec<Vec<Move>>,
}

/// Maximum depth: deeper recursion could overflow a thread's stack.
const MAX_DEPTH: u64 = 200;

impl Run<'_> {
    /// Iterative deepening. Returns the value, depth and principal variation of the last completed iteration.
    fn deepen<G: Game>(&mut self, game: &G, params: &AlphaBetaParams) -> (Found, u64, Vec<Move>) {
        // A fallback if not even the first iteration completes.
        let mut moves = game.moves();
        moves.truncate(1);
        let unknown = Found { value: 0.0, solved: false, origin: ValueSource::Evaluated };
        let mut best = (unknown, 0, moves);
        let mut positions = vec![game.clone()];
        let (alpha, beta) = (params.alpha as f32, params.beta as f32);
        for depth in 1..=params.depth.min(MAX_DEPTH) {
            self.control.trace(|| Step::Deepen(depth));
            let found = self.value(&mut positions, depth, alpha, beta, 0);
            if self.ended.is_some() {
                break;
            }
            // Empty if the value is outside the window.
            let line = self.lines[0].clone();
            best = (found, depth, if line.is_empty() { best.2 } else { line });
            if found.solved {
                break;
            }
        }
        best
    }

    /// The value of the position at `ply`, the distance from the root, for the player to move, at `depth`: exact inside the
    /// window, a bound outside. Positions of later plies are overwritten.
    fn value<G: Game>(
        &mut self,
        positions: &mut Vec<G>,
        depth: u64,
        mut alpha: f32,
        beta: f32,
        ply: usize,
    ) -> Found {
        let game = &positions[ply];
        self.nodes += 1;
        if self.nodes.is_multiple_of(1024) {
            self.check_limits();
        }
        self.longest = self.longest.max(ply as u64);
        if self.lines.len() <= ply + 1 {
            self.lines.resize(ply + 2, Vec::new());
        }
        self.lines[ply].clear();
        if let Some(outcome) = game.outcome() {
            let lead = outcome.margin;
            let value = if game.to_play() == Color::Black { lead } else { -lead };
            return Found { value, solved: true, origin: ValueSource::Over };
        }
        if depth == 0 {
            return Found { value: game.evaluate(), solved: false, origin: ValueSource::Evaluated };
        }
        let key = self.table.as_ref().and_then(|_| game.table_key());
        let known = key.and_then(|key| self.table.as_mut()?.find(key));
        if let Some(entry) = known
            && ply > 0
            && (entry.solved || u64::from(entry.depth) >= depth)
        {
            let is_decisive = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => entry.value >= beta,
                Bound::Upper => entry.value <= alpha,
            };
            if is_decisive {
                return Found { value: entry.value, solved: entry.solved, origin: ValueSource::Table };
            }
        }
        let mut moves = self.spare.pop().unwrap_or_default();
        game.candidates(&mut moves);
        if let Some(entry) = known
            && let Some(i) = moves.iter().position(|&mv| mv == entry.best)
        {
            moves[..=i].rotate_right(1);
        }
        let first_alpha = alpha;
        let mut best = Found { value: f32::NEG_INFINITY, solved: true, origin: ValueSource::Searched };
        let mut best_move = moves.first().copied().unwrap_or_default();
        if positions.len() <= ply + 1 {
            // Not pushed, because a copy of a position on the stack would take up to 25 kB a ply.
            positions.extend_from_within(..1);
        }
        for (i, &mv) in moves.iter().enumerate() {
            let (before, after) = positions.split_at_mut(ply + 1);
            after[0].copy_from(&before[ply]);
            after[0].play_legal(mv);
            self.control.trace(|| Step::Enter { ply, mv, window: (alpha, beta) });
            let reply = self.value(positions, depth - 1, -beta, -alpha, ply + 1);
            if self.ended.is_some() {
                break;
            }
            let value = -reply.value;
            self.control.trace(|| Step::Leave { ply, mv, value, origin: reply.origin });
            if value > best.value {
                (best.value, best_move) = (value, mv);
                if value > alpha {
                    alpha = value;
                    self.extend_line(ply, mv);
                }
            }
            // No value exceeds 1.
            if value >= beta.min(1.0) {
                best.solved = reply.solved;
                let left = moves.len() - i - 1;
                if left > 0 {
                    self.control.trace(|| Step::Cut { ply, left });
                }
                break;
            }
            best.solved &= reply.solved;
        }
        moves.clear();
        self.spare.push(moves);
        if self.ended.is_none()
            && let (Some(key), Some(table)) = (key, &mut self.table)
        {
            let bound = match best.value {
                value if value >= beta => Bound::Lower,
                value if value <= first_alpha => Bound::Upper,
                _ => Bound::Exact,
            };
            let depth = depth.min(255) as u8;
            table.store(
                key,
                HashEntry { value: best.value, best: best_move, depth, bound, solved: best.solved },
            );
        }
        best
    }

    /// Sets the principal variation from `ply` to a move followed by the variation after it.
    fn extend_line(&mut self, ply: usize, mv: Move) {
        let (before, after) = self.lines.split_at_mut(ply + 1);
        before[ply].clear();
        before[ply].push(mv);
        before[ply].extend_from_slice(&after[0]);
    }

    fn check_limits(&mut self) {
        self.ended = if self.control.stopped() {
            Some(Stop::Asked)
        } else if self.limits.playouts.is_some_and(|most| self.nodes >= most) {
            Some(Stop::Playouts)
        } else if self.limits.time.is_some_and(|time| self.start.elapsed() >= time) {
            Some(Stop::Time)
        } else {
            None
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::framework::nim::Nim;
    use crate::util::params::Params;

    fn search(heap: u16, change: impl Fn(&mut AlphaBetaParams)) -> Report {
        let mut params = AlphaBetaParams::for_size(9);
        change(&mut params);
        AlphaBeta::new(params).search(&Nim::new(heap), Limits::default(), &Control::default())
    }

    #[test]
    fn nim_is_solved() {
        for heap in 1..40 {
            for entries in [0, 1, 1 << 10] {
                let depth = if entries == 0 { 14 } else { u64::MAX };
                let report = search(heap, |params| (params.depth, params.hash_entries) = (depth, entries));
                if entries == 1 << 10 || heap <= 14 {
                    assert_eq!(report.margin, if heap % 3 == 0 { -1.0 } else { 1.0 }, "heap {heap}");
                    assert_eq!(report.stop, Stop::Proven);
                    assert!(heap % 3 == 0 || report.best == Some(Move(heap % 3)), "heap {heap}");
                }
            }
        }
    }

    #[test]
    fn the_depth_bounds_what_is_seen() {
        assert_eq!(search(5, |params| params.depth = 2).margin, 0.0);
        assert_eq!(search(5, |params| params.depth = 4).margin, 1.0);
        assert_eq!(search(9, |params| params.depth = 3).longest, 3);
    }

    #[test]
    fn the_window_is_never_empty() {
        let mut params = AlphaBetaParams::for_size(9);
        params.set("beta", "0.5").unwrap();
        let before = params.clone();
        let error = params.set("alpha", "0.5").unwrap_err().to_string();
        assert_eq!(error, "invalid value '0.5' for alpha: expected alpha below beta");
        assert!(params.set("beta", "-inf").is_err());
        assert_eq!(params, before);
    }

    #[test]
    fn values_outside_of_the_window_are_bounds() {
        let report = search(4, |params| params.beta = 0.5);
        assert!(report.margin >= 0.5);
        let report = search(3, |params| params.alpha = -0.5);
        assert!(report.margin <= -0.5 && report.best.is_some());
    }

    #[test]
    fn limits_leave_a_move_to_play() {
        let mut search = AlphaBeta::new(AlphaBetaParams { hash_entries: 0, ..AlphaBetaParams::for_size(9) });
        let limits = Limits { playouts: Some(5000), ..Limits::default() };
        let report = search.search(&Nim::new(60), limits, &Control::default());
        assert_eq!(report.stop, Stop::Playouts);
        assert!(report.best.is_some() && report.nodes < 7000);
        let control = Control::default();
        control.stop();
        let report = search.search(&Nim::new(60), Limits::default(), &control);
        assert!(report.best.is_some() && report.stop == Stop::Asked);
    }
}
