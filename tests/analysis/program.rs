//! `brasa analysis` as clients start it.

use std::io::Write;
use std::process::{Command, Stdio};

use super::values;
use crate::program::{Run, run_with};

/// Runs the program on an input.
fn run(args: &[&str], input: &str) -> Run {
    run_with(Command::new(env!("CARGO_BIN_EXE_brasa")).arg("analysis").args(args), input)
}

const QUERY: &str = r#"{"id":"a","moves":[["B","C3"]],"boardXSize":5,"boardYSize":5,"rules":"chinese"}"#;

#[test]
fn options_as_katago_spells_them_are_accepted() {
    let args =
        ["-config", "none.cfg", "-model", "none.bin.gz", "-override-config", "x=y", "-analysis-threads", "1"];
    let run = run(&[&args[..], &["--playouts", "60", "--report-winrates-as", "SIDETOMOVE"]].concat(), QUERY);
    assert_eq!(run.status, 0);
    let answers = values(run.output.as_bytes());
    assert_eq!((answers.len(), &answers[0]["rootInfo"]["visits"]), (1, &60.into()));
    assert!(run.error.contains("-config has no effect"), "{}", run.error);
    assert!(run.error.contains("Started, ready to begin handling requests"), "{}", run.error);
}

#[test]
fn an_option_multiplies_the_visits_of_a_query() {
    let query = QUERY.replace("\"id\"", "\"maxVisits\":4,\"id\"");
    for (args, playouts) in [(&[][..], 4), (&["--scale-visits", "3"], 12), (&["-scale-visits", "2.5"], 10)] {
        let run = run(args, &query);
        assert_eq!(values(run.output.as_bytes())[0]["rootInfo"]["visits"], playouts, "{args:?}");
    }
}

#[test]
fn a_time_bounds_an_analysis_too() {
    let query = QUERY.replace("\"id\"", "\"maxVisits\":1000000000,\"id\"");
    let run = run(&["--time", "0.05", "--threads", "2"], &query);
    let visits = values(run.output.as_bytes())[0]["rootInfo"]["visits"].as_u64().unwrap();
    assert!(visits > 0);
}

#[test]
fn wrong_options_end_the_program() {
    for (args, expected) in [
        (&["--size", "9"][..], "--size: each query gives the size of its board"),
        (&["--preset", "none"], "none"),
        (&["--report-winrates-as", "green"], "Must be BLACK, WHITE or SIDETOMOVE"),
        (&["--analysis-threads", "0"], "0 is not in 1..=256"),
        (&["--set", "number_threads=0"], "number_threads"),
        (&["--listen", "here"], "expected PORT or ADDRESS:PORT"),
        (&["--listen", "192.0.2.1:80"], "cannot listen on 192.0.2.1:80"),
        (&["-gpu"], "unexpected argument"),
    ] {
        let run = run(args, QUERY);
        assert_eq!((run.status, &*run.output), (2, ""), "{args:?}");
        assert!(run.error.contains(expected), "{args:?}: {}", run.error);
    }
}

#[test]
fn a_client_that_is_gone_ends_the_program() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_brasa"))
        .arg("analysis")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut input = child.stdin.take().unwrap();
    writeln!(input, r#"{{"id":"a","action":"query_version"}}"#).unwrap();
    // The input is still open.
    assert_eq!(child.wait().unwrap().code(), Some(0));
}
