//! `brasa analysis` as clients start it.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use super::values;

/// Runs the program on an input.
fn run(args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_brasa"))
        .arg("analysis")
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that does not start reads nothing.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

const QUERY: &str = r#"{"id":"a","moves":[["B","C3"]],"boardXSize":5,"boardYSize":5,"rules":"chinese"}"#;

#[test]
fn options_as_katago_spells_them_are_accepted() {
    let args =
        ["-config", "none.cfg", "-model", "none.bin.gz", "-override-config", "x=y", "-analysis-threads", "1"];
    let run = run(&[&args[..], &["--playouts", "60", "--report-winrates-as", "SIDETOMOVE"]].concat(), QUERY);
    assert_eq!(run.status.code(), Some(0));
    let answers = values(&run.stdout);
    assert_eq!((answers.len(), &answers[0]["rootInfo"]["visits"]), (1, &60.into()));
    let errors = String::from_utf8(run.stderr).unwrap();
    assert!(errors.contains("-config has no effect"), "{errors}");
    assert!(errors.contains("Started, ready to begin handling requests"), "{errors}");
}

#[test]
fn an_option_multiplies_the_visits_of_a_query() {
    let query = QUERY.replace("\"id\"", "\"maxVisits\":4,\"id\"");
    for (args, playouts) in [(&[][..], 4), (&["--scale-visits", "3"], 12), (&["-scale-visits", "2.5"], 10)] {
        let run = run(args, &query);
        assert_eq!(values(&run.stdout)[0]["rootInfo"]["visits"], playouts, "{args:?}");
    }
}

#[test]
fn a_time_bounds_an_analysis_too() {
    let run = run(&["--time", "0.05", "--threads", "2"], QUERY);
    let visits = values(&run.stdout)[0]["rootInfo"]["visits"].as_u64().unwrap();
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
        let errors = String::from_utf8(run.stderr).unwrap();
        assert_eq!(run.status.code(), Some(2), "{args:?}");
        assert!(run.stdout.is_empty() && errors.contains(expected), "{args:?}: {errors}");
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
