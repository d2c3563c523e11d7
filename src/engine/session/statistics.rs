//! Statistics of the moves and searches in all games of a session.

use std::fmt;
use std::time::Duration;

use crate::framework::Report;
use crate::util::Running;

/// Statistics of the moves that a session generated.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    /// Games with a search.
    pub(super) games: u64,
    /// Passes made without a search, because passing won.
    pub(super) passes: u64,
    time: Running,
    playouts: Running,
    speed: Running,
    /// Share of each tree's playouts that earlier searches made.
    reused: Running,
}

impl Statistics {
    /// Adds a search; `first` marks the first of a game.
    pub(super) fn add(&mut self, report: &Report, first: bool) {
        self.games += u64::from(first);
        self.time.add(report.time.as_secs_f64());
        self.playouts.add(report.games as f64);
        if report.time > Duration::ZERO {
            self.speed.add(report.games as f64 / report.time.as_secs_f64());
        }
        if report.count > 0 {
            self.reused.add(report.count.saturating_sub(report.games) as f64 / report.count as f64);
        }
    }
}

/// One name and value per line.
impl fmt::Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = [
            ("Games", self.games.to_string()),
            ("Searches", self.time.count().to_string()),
            ("PassWins", self.passes.to_string()),
            ("Time", self.time.to_string()),
            ("GamesPlayed", self.playouts.to_string()),
            ("Games/s", self.speed.to_string()),
            ("Reused", self.reused.to_string()),
        ];
        let lines: Vec<_> = rows.iter().map(|(name, value)| format!("{name:<14}{value}")).collect();
        f.write_str(&lines.join("\n"))
    }
}
