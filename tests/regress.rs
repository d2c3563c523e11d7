//! Regression test files: those in `data/tst/` with the built-in engine, and with programs that fail in various ways.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use brasa::arena::regress::{Event, RegressReport, RegressSettings, Suite, Verdict, run};

use crate::program::{self, Run, brasa, gnugo};

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/tst").join(name)
}

/// Runs `brasa regress` with options on files in `data/tst/`; the directory is cut from what it prints.
fn regress(files: &[&str], options: &[&str]) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_brasa"));
    let files = files.iter().map(|name| file(name));
    let Run { status, output, error } = program::run(command.arg("regress").args(options).args(files));
    let cut = |text: String| text.replace(file("").to_str().unwrap(), "");
    Run { status, output: cut(output), error: cut(error) }
}

fn check(run: &Run, status: i32, expected: &str) {
    assert_eq!(run.status, status, "{}{}", run.output, run.error);
    assert_eq!(if status == 2 { &run.error } else { &run.output }, expected);
}

#[test]
fn the_engine_knows_the_rules_and_a_little_life_and_death() {
    let output = regress(&["rules.tst", "life.tst"], &["--playouts", "500", "--threads", "2"]);
    check(
        &output,
        0,
        "rules.tst: 16 pass, 0 FAIL, 1 fail (expected), 0 PASS (unexpected) of 17\n\
         life.tst: 3 pass, 0 FAIL, 0 fail (expected), 0 PASS (unexpected) of 3\n\
         total: 19 pass, 0 FAIL, 1 fail (expected), 0 PASS (unexpected) of 20\n",
    );
}

#[test]
fn a_file_of_fuego_compares_values() {
    check(
        &regress(&["fuego.tst"], &[]),
        0,
        "fuego.tst: 10 pass, 0 FAIL, 0 fail (expected), 0 PASS (unexpected) of 10\n",
    );
}

#[test]
fn gnu_go_agrees_on_the_rules() {
    let Some(gnugo) = gnugo() else { return };
    let program = format!("{gnugo} --mode gtp --level 1");
    let output = regress(&["rules.tst"], &["--program", &program]);
    check(&output, 0, "rules.tst: 16 pass, 0 FAIL, 1 fail (expected), 0 PASS (unexpected) of 17\n");
}

#[cfg(unix)]
#[test]
fn faults_fail_their_test_and_no_other() {
    let output = regress(&["faults.tst"], &["--program", "sh fake.sh", "--timeout", "500ms"]);
    check(
        &output,
        1,
        "faults.tst, line 28: refuse: no\n\
         faults.tst, line 31: loadsgf bad.sgf: cannot load\n\
         faults.tst, line 40: refuse: no\n\
         faults.tst, line 43: crash: died (exit status: 3): out of coffee\n\
         faults.tst:20: FAIL: crash: expected [.*], got an error: died (exit status: 3): out of coffee\n\
         faults.tst:80: FAIL: refuse: expected [no], got an error: no\n\
         faults.tst:90: PASS (unexpected): echo good: expected [good]*, got good\n\
         faults.tst:110: FAIL: lines: expected [one], got one\\ntwo\n\
         faults.tst:200: FAIL: showboard: expected [.*], got an error: could not set up (line 31): \
         loadsgf bad.sgf: cannot load\n\
         faults.tst: 10 pass, 4 FAIL, 3 fail (expected), 1 PASS (unexpected) of 18\n",
    );
}

#[cfg(unix)]
fn run_text(tests: &str, settings: RegressSettings) -> RegressReport {
    let suite = Suite::parse(&file("none.tst"), tests).unwrap();
    let mut told = 0;
    let report = run(&[suite], &settings, |event| told += usize::from(matches!(event, Event::Test))).unwrap();
    assert_eq!(told, report.counts().runs);
    report
}

#[cfg(unix)]
fn settings(program: &str) -> RegressSettings {
    RegressSettings {
        program: program.to_owned(),
        setup: Vec::new(),
        timeout: std::time::Duration::from_secs(20),
        repeat: 1,
        threads: 1,
        boards: false,
        control: std::sync::Arc::default(),
    }
}

#[cfg(unix)]
#[test]
fn setup_is_sent_once_for_each_position() {
    let tests = "1 showboard\n#? [<nonex >]\n2 showboard\n#? [<nonex >]\nclear_board\nplay b\n3 showboard\n#? [<b x >]\n\
                 4 crash\n#? [.*]*\n5 showboard\n#? [<b x >]\n";
    let report =
        run_text(tests, RegressSettings { setup: vec!["budget x".to_owned()], ..settings("sh fake.sh") });
    assert_eq!(report.counts().fail, 0, "{report:?}");
    let report =
        run_text(tests, RegressSettings { setup: vec!["nonsense".to_owned()], ..settings("sh fake.sh") });
    assert_eq!(report.counts().pass, 0, "{report:?}");
}

/// Ctrl-C stops the tests like this.
#[cfg(unix)]
#[test]
fn the_tests_that_ran_before_a_stop_are_reported() {
    let place = tempfile::tempdir().unwrap();
    let suite = |name: &str, tests: &str| {
        let path = place.path().join(name);
        fs::write(&path, tests).unwrap();
        Suite::read(&path).unwrap()
    };
    let first = suite("a.tst", "1 name\n#? [Fake]\n2 hang\n#? [.*]\n3 name\n#? [Fake]\n");
    let suites = [first, suite("b.tst", "1 name\n#? [Fake]\n")];
    let settings = settings(&format!("sh {}", file("fake.sh").display()));
    let mut files = 0;
    let report = run(&suites, &settings, |event| match event {
        Event::Test => settings.control.stop(),
        Event::File(_) => files += 1,
    });
    let report = report.unwrap();
    assert_eq!((files, report.files.len(), report.files[0].tests.len()), (1, 1, 1), "{report:?}");
    assert_eq!(report.counts().pass, 1);
}

#[cfg(unix)]
#[test]
fn the_majority_of_runs_decides() {
    let tests = "1 seed\n#? [1|2]\n2 seed\n#? [1]\n3 seed\n#? [1]*\n4 seed\n#? [!1]*\n";
    let settings = RegressSettings { repeat: 3, threads: 2, ..settings("sh fake.sh %SRAND") };
    let report = run_text(tests, settings);
    let tests = &report.files[0].tests;
    let verdicts: Vec<_> = tests.iter().map(|test| (test.passes(), test.verdict())).collect();
    let expected =
        [(2, Verdict::Pass), (1, Verdict::Fail), (1, Verdict::ExpectedFail), (2, Verdict::UnexpectedPass)];
    assert_eq!(verdicts, expected);
    assert_eq!(
        report.counts().to_string(),
        "1 pass, 1 FAIL, 1 fail (expected), 1 PASS (unexpected) of 4; 50.0 % of 12 runs passed"
    );
}

#[test]
fn what_cannot_be_run_is_told() {
    let reason = |files: &[&str], options: &[&str]| {
        let run = regress(files, options);
        assert_eq!((run.status, &*run.output), (2, ""));
        run.error
    };
    assert!(reason(&["missing.tst"], &[]).starts_with("brasa: missing.tst: "));
    assert!(
        reason(&["rules.tst"], &["--program", "/nonexistent/program"])
            .contains("cannot run `/nonexistent/program`")
    );
    assert!(reason(&["rules.tst"], &["--program", "'x"]).contains("quote"));
    assert!(reason(&["rules.tst"], &["--set", "no_such=1"]).contains("no_such"));
    assert_eq!(reason(&["rules.tst", "broken.tst"], &[]), "brasa: broken.tst:3: an id without a command\n");
    assert!(reason(&["rules.tst"], &["--timeout", "0"]).contains("expected a time above 0"));
    #[cfg(unix)]
    assert!(reason(&["rules.tst"], &["--program", "false"]).contains("failed to start: died"));
}

#[test]
fn a_file_without_tests_is_told_and_a_page_that_was_there_stays() {
    const PAGE: &str = "<!DOCTYPE html><meta name=\"generator\" content=\"brasa\">the last page";
    let place = tempfile::tempdir().unwrap();
    let regress = |text: &[u8], program: &[&str]| {
        fs::write(place.path().join("x.tst"), text).unwrap();
        fs::write(place.path().join("page.html"), PAGE).unwrap();
        let run = brasa(place.path(), &[&["regress", "x.tst", "--html", "page.html"], program].concat());
        let page = fs::read_to_string(place.path().join("page.html")).unwrap();
        assert_eq!(run.status == 2, page.ends_with("the last page"), "{page}");
        (run.status, run.output + &run.error)
    };
    let (status, text) = regress(b"name\n\x7fELF\0\xff\n", &[]);
    assert_eq!((status, &text[..]), (2, "brasa: x.tst:2: not text; expected GTP commands and #? [REGEX]\n"));
    for empty in ["", "# 1 name\n", "1 name\n"] {
        let (status, text) = regress(empty.as_bytes(), &[]);
        assert_eq!(status, 2, "{empty}");
        assert!(text.starts_with("brasa: x.tst: no tests; expected a command with an id"), "{text}");
    }
    assert_eq!(regress(b"1 name\n#? [x]\n", &["--program", "/nonexistent"]).0, 2);
    assert_eq!(regress("\u{feff}1 name\r\n#? [brasa]\r\n".as_bytes(), &[]).0, 0, "a byte order mark");
    // Comments may be in any encoding, and a test marked `&` never counts as a failure.
    assert_eq!(regress(b"# caf\xe9\n1 name # \xe9\n#? [x]&\n", &[]).0, 0);
}

#[test]
fn the_page_shows_all_tests_and_the_boards_of_failures() {
    let directory = tempfile::tempdir().unwrap();
    let (suite, page) = (directory.path().join("a<b.tst"), directory.path().join("page.html"));
    fs::write(&suite, "boardsize 5\nplay black C3\n7 name\n#? [x&y]\n8 name\n#? [brasa]\n").unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_brasa"));
    assert_eq!(program::run(command.args(["regress", "--html"]).args([&page, &suite])).status, 1);
    let page = fs::read_to_string(page).unwrap();
    for part in ["a&lt;b.tst", "[x&amp;y]", "[brasa]", "1 failed", "3 . . X . . 3", "</html>"] {
        assert!(page.contains(part), "{part}: {page}");
    }
    assert_eq!(page.matches("<pre>").count(), 1);
    assert!(!page.contains("http"), "the page needs no other");
}

#[test]
fn tests_are_printed_as_json() {
    let run = regress(&["life.tst"], &["--playouts", "500", "--repeat", "2", "--json"]);
    let lines: Vec<serde_json::Value> =
        run.output.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 3);
    assert_eq!(
        (&lines[0]["id"], &lines[0]["expected"], &lines[0]["runs"]),
        (&10.into(), &"[B1]".into(), &2.into())
    );
    assert_eq!(lines[0]["replies"][0]["text"], "B1");
}
