//! Small tools for any game: random numbers and keys, running statistics, text, files, pages, time, and the parameter
//! table.

mod file;
mod line_log;
pub mod params;
mod rng;
mod stats;
mod stopwatch;
mod text;
pub mod threads;

pub use file::{
    FileFault, FileKind, JSON_OBJECT, MAX_FILE, Output, PAGE, first_line, folder_of, has_extension,
    is_marked, is_same_file, keep_file, marked, open_file, read_file, read_object, read_text, replace_file,
    user_folder,
};
pub use line_log::LineLog;
pub use rng::{Rng, zobrist};
pub use stats::{Running, Z95, wilson};
pub use stopwatch::{Stopwatch, TimeMode};
pub use text::{
    MAX_LINE, Received, bounded_line, counted, decode, document, escape, excerpt, is_garbled, next_line,
    words,
};

/// A number rounded to `digits` decimal places; -0 becomes 0.
pub fn rounded(number: f64, digits: i32) -> f64 {
    let unit = 10f64.powi(digits);
    (number * unit).round() / unit + 0.0
}

/// Lines of a name, padded to a width, and a value.
pub fn columns<'a, V: std::fmt::Display + 'a>(
    rows: impl IntoIterator<Item = &'a (&'static str, V)>,
    width: usize,
) -> String {
    let lines = rows.into_iter().map(|(name, value)| format!("{name:<width$}{value}"));
    lines.collect::<Vec<_>>().join("\n")
}

/// A share in percent.
pub fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// The number of threads the machine runs at once, at least 1.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// A quarter of the memory of the machine or container in bytes, at most 2 GiB; 1 GiB if Linux does not report it.
pub fn default_memory() -> u64 {
    const MAX: u64 = 2 << 30;
    static BYTES: std::sync::OnceLock<u64> = std::sync::OnceLock::new();
    *BYTES.get_or_init(|| {
        let read = |path| std::fs::read_to_string(path).unwrap_or_default();
        let machine = read("/proc/meminfo").lines().find_map(|line| {
            line.strip_prefix("MemTotal:")?.trim_end_matches("kB").trim().parse::<u64>().ok()
        });
        let container = read("/sys/fs/cgroup/memory.max").trim().parse().unwrap_or(u64::MAX);
        (machine.map_or(4 << 30, |kib| kib << 10).min(container) / 4).min(MAX)
    })
}
