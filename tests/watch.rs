//! What is told on standard error while a search runs, and that standard output has none of it.

use std::io::Write;
use std::process::{Command, Stdio};

/// Runs commands with live graphics on and returns standard output and standard error.
fn run(options: &[&str], commands: &str) -> (String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_brasa"))
        .args(["--size", "7", "--srand", "1", "--threads", "1", "--time", "0.5"])
        .args(["--set", "live_gfx=sequence", "--set", "live_gfx_interval=1", "--set", "uct_max_memory=3e7"])
        .args(options)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(commands.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn live_graphics_go_to_standard_error() {
    let (replies, told) = run(&[], "genmove b\ngenmove w\n");
    assert!(told.starts_with("gogui-gfx:\nVAR B "), "{told}");
    assert!(
        told.contains("\nTEXT N=") && told.contains("\n\ngogui-gfx: CLEAR\ngogui-gfx:\nVAR W "),
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
