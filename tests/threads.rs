//! A system that refuses threads.

use std::process::Command;

use crate::program::{Run, run_with};

/// Runs the program where no stack fits into memory, so that no thread starts; returns exit status, output and errors.
fn brasa(args: &str, input: &str) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_brasa"));
    command.args(args.split_whitespace()).env("RUST_MIN_STACK", (1_u64 << 50).to_string());
    let Run { status, output, error } = run_with(&mut command, input);
    (status, output, error)
}

const REFUSED: &str = "brasa: cannot start another thread";

#[test]
fn a_game_goes_on_without_threads() {
    let input = "boardsize 5\nuct_param_player ponder 1\nuct_param_globalsearch live_gfx 1\ngenmove b\ngenmove w\n\
                 lz-analyze b 1 maxmoves 1\nfinal_score\nquit\n";
    let (status, out, err) = brasa("--nobook --threads 8 --playouts 200", input);
    assert_eq!(status, 0, "{err}");
    assert_eq!(out.lines().filter(|line| line.starts_with('=')).count(), 8, "{out}");
    assert_eq!(err.matches(REFUSED).count(), 1, "{err}");
}

#[test]
fn a_command_that_needs_a_thread_says_so_and_ends() {
    for args in [
        "analysis",
        "board --no-open --port 0",
        "match --games 1 --black true --white true --sgffile /dev/null/x",
    ] {
        let (status, out, err) = brasa(args, "");
        assert!(status == 2 && out.len() < 40 && err.contains(REFUSED), "{args}: {status} {out} {err}");
    }
}
