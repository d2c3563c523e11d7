//! A running search's output on standard error, which must not appear on standard output.

use std::path::Path;
use std::process::Command;

use crate::program::{brasa, run_with};

/// Runs commands with live graphics and returns standard output and standard error.
fn run(options: &[&str], commands: &str) -> (String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_brasa"));
    command
        .args(["--size", "7", "--srand", "1", "--threads", "1", "--time", "0.5"])
        .args(["--set", "live_gfx=1", "--set", "live_gfx_interval=1", "--set", "uct_max_memory=3e7"])
        .args(options);
    let run = run_with(&mut command, commands);
    assert_eq!(run.status, 0);
    (run.output, run.error)
}

#[test]
fn live_graphics_go_to_standard_error() {
    let (replies, told) = run(&[], "genmove b\ngenmove w\n");
    assert!(told.starts_with("gogui-gfx:\nVAR B "), "{told}");
    assert!(
        told.contains("\nINFLUENCE ")
            && told.contains("\nLABEL ")
            && told.contains("\nTEXT N=")
            && told.contains("\n\ngogui-gfx: CLEAR\ngogui-gfx:\nVAR W "),
        "{told}"
    );
    assert_eq!(replies.matches("\n\n").count(), 2);
    assert!(!replies.contains("gogui"), "{replies}");
}

#[test]
fn flat_searches_tell_their_win_rates() {
    let commands = "genmove b\ngenmove w\n";
    let (replies, told) = run(&["--preset", "go3", "--sim", "300"], commands);
    assert!(told.starts_with("Win rates: ("), "{told}");
    assert!(!replies.contains("Win rates"), "{replies}");
    assert_eq!(run(&["--preset", "go3", "--quiet"], commands).1, "");
}

#[test]
fn nothing_is_told_when_it_should_be_quiet() {
    assert_eq!(run(&["--quiet"], "genmove b\n").1, "");
    assert_eq!(run(&[], "quiet 1\ngenmove b\n").1, "");
    assert_ne!(run(&["--quiet"], "quiet 0\ngenmove b\n").1, "");
}

#[test]
fn what_was_read_or_played_against_the_rules_is_told() {
    let repetition = "gogui-play_sequence b B1 w C1 b A2 w D2 b B3 w C3 b C2 w B2 b pass w pass\nplay b C2\n";
    let (replies, told) = run(&[], repetition);
    assert_eq!(replies, "= \n\n= \n\n");
    assert_eq!(told, "brasa: black C2 repeats a position; played anyway\n");
    assert_eq!(run(&["--quiet"], repetition).1, "");

    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/gtp");
    let told_of = |file: &str| {
        let path = format!("{data}/{file}.sgf");
        let run = brasa(Path::new("."), &["genmove", "--playouts", "1", "--sgf", &path]);
        assert_eq!(run.status, 0);
        run.error
    };
    assert!(told_of("comma").ends_with("comma.sgf: KM[6,5] read as 6.5\n"));
    assert!(told_of("plain").contains("plain.sgf: RU[Ing] ignored: unknown rules"));
    assert!(told_of("missing").ends_with("HA[4] without stones: placed on the fixed points\n"));
    assert_eq!(told_of("handicap"), "");
}

#[test]
fn a_position_beyond_the_end_of_a_game_is_an_error() {
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/gtp/plain.sgf");
    let ask = |number: &str| {
        brasa(Path::new("."), &["genmove", "--playouts", "1", "--sgf", data, "--move", number])
    };
    assert_eq!(ask("3").status, 0);
    let run = ask("4");
    assert_eq!(run.status, 2);
    assert!(run.error.ends_with("plain.sgf has 2 moves; expected 1 to 3\n"), "{}", run.error);
}
