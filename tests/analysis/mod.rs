//! The analysis engine: its answers to queries on all sizes, its faults, and its threads.

mod answers;
mod clients;
mod faults;
mod program;
mod socket;
mod threads;

use std::io::Cursor;

use brasa::analysis::json::{Engine, Options, Perspective};
use brasa::engine::Settings;
use serde_json::Value;

const POSITIONS: &str = include_str!("../data/analysis/positions.jsonl");

/// Returns options for small single-threaded searches, with playouts, which take less time in development builds.
pub(crate) fn options(analyses: usize) -> Options {
    let mut settings = Settings::new(19);
    for (name, value) in
        [("number_threads", "1"), ("uct_max_memory", "1e8"), ("net", "rank"), ("net_value_share", "0.6")]
    {
        settings.set(name, value).unwrap();
    }
    let perspective = Perspective::Black;
    Options { settings, seed: 1, analyses, perspective, scale_visits: 1.0, quits_at_once: false }
}

/// Returns the answers to an input.
fn answers(options: Options, input: &[u8]) -> Vec<Value> {
    let mut output = Vec::new();
    Engine::new(options).unwrap().run(Cursor::new(input.to_vec()), &mut output).unwrap();
    values(&output)
}

/// Returns the objects of an output.
fn values(output: &[u8]) -> Vec<Value> {
    let text = std::str::from_utf8(output).unwrap();
    assert!(text.is_empty() || text.ends_with('\n'));
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}
