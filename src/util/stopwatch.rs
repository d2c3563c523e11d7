//! A stopwatch for wall-clock or CPU time.

use std::time::{Duration, Instant};

use cpu_time::ProcessTime;

crate::choices! {
    /// The time a stopwatch measures.
    #[derive(Default)]
    pub enum TimeMode {
        /// CPU time of all threads of the program.
        Cpu = "cpu",
        /// Wall-clock time.
        #[default]
        Real = "real",
    }
}

/// A stopwatch that runs from its creation.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch {
    begun: Instant,
    /// `None` for wall-clock time, or if the system reports no CPU time.
    processor: Option<ProcessTime>,
}

impl Stopwatch {
    /// Starts a stopwatch.
    pub fn start(mode: TimeMode) -> Self {
        let processor = (mode == TimeMode::Cpu).then(ProcessTime::try_now);
        Self { begun: Instant::now(), processor: processor.and_then(Result::ok) }
    }

    /// The time since the start.
    #[inline]
    pub fn elapsed(&self) -> Duration {
        match self.processor {
            None => self.begun.elapsed(),
            Some(begun) => ProcessTime::try_now().map_or(Duration::ZERO, |now| now.duration_since(begun)),
        }
    }
}
