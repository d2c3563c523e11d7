//! Small tools for any game: random numbers and keys, running statistics, text, files, pages, time, and the parameter
//! table.

mod file;
mod html;
mod line_log;
mod lines;
pub mod params;
mod rng;
mod stats;
mod stopwatch;
mod text;
mod zobrist;

pub use file::replace_file;
pub use html::document;
pub use line_log::LineLog;
pub use lines::{MAX_LINE, Received, next_line};
pub use rng::Rng;
pub use stats::Running;
pub use stopwatch::{Stopwatch, TimeMode};
pub use text::{decode, escape, is_garbled};
pub use zobrist::zobrist;

/// Threads that the machine runs at once, at least 1.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// A quarter of the machine's memory in bytes, at most 2 GiB.
pub fn default_memory() -> u64 {
    const MOST: u64 = 2 << 30;
    static BYTES: std::sync::OnceLock<u64> = std::sync::OnceLock::new();
    *BYTES.get_or_init(|| {
        let total = sysinfo::System::new().map_or(MOST, |mut system| {
            system.refresh_memory();
            system.cgroup_limits().map_or(system.total_memory(), |cgroup| cgroup.total_memory)
        });
        (total / 4).min(MOST)
    })
}
