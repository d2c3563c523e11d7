//! Matches that stop before their last game, and how they resume.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::{Place, fake};

/// Waits until a condition holds.
fn wait(what: &str, condition: impl Fn() -> bool) {
    let start = Instant::now();
    while !condition() {
        assert!(start.elapsed() < Duration::from_secs(30), "{what}");
        sleep(Duration::from_millis(10));
    }
}

/// Starts a match whose games take a second or two each, and waits until one has ended.
fn start(place: &Place, options: &[&str], program: &str) -> (Child, Vec<String>) {
    let all = [&["--black", program, "--white", program, "--size", "9", "--sgffile", "x"], options].concat();
    let child = place.command(&all).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    wait("no game ends", || {
        place.path("x.dat").exists() && place.read("x.dat").lines().any(|line| line.starts_with(['0', '1']))
    });
    (child, place.rows("x.dat"))
}

/// Returns whether a process is running whose command line contains this text.
fn runs(text: &str) -> bool {
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    processes.map(|entry| entry.path().join("cmdline")).any(|path| {
        fs::read(path).is_ok_and(|line| line.windows(text.len()).any(|part| part == text.as_bytes()))
    })
}

#[test]
fn a_match_that_is_killed_leaves_no_children_and_goes_on_where_it_was() {
    let place = Place::new();
    // The file name distinguishes this test's processes from those of other tests.
    let log = place.path("log").display().to_string();
    let program = fake(&format!("slow %SRAND B+3.5 {log}"));
    let options = ["--games", "4", "--threads", "2"];
    let (mut child, before) = start(&place, &options, &program);
    child.kill().unwrap();
    child.wait().unwrap();
    if Path::new("/proc/self/cmdline").exists() {
        wait("a child lives", || !runs(&log));
    }
    place.play(&program, &program, &options);
    let after = place.rows("x.dat");
    assert_eq!(after[..before.len()], before);
    let mut games: Vec<&str> = after.iter().map(|row| &row[..1]).collect();
    games.sort_unstable();
    assert_eq!(games, ["0", "1", "2", "3"]);

    let whole = place.read("x.dat");
    let out = place.play(&program, &program, &options);
    assert!(out.contains(": 4 games"), "{out}");
    assert_eq!(place.read("x.dat"), whole, "nothing is played again");
    let other = place.run(&["--black", &program, "--white", &program, "--size", "13", "--sgffile", "x"]);
    assert_eq!(other.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&other.stderr).contains("its Size is '9', not '13'"));
}

#[test]
fn a_program_that_hangs_does_not_outlive_a_match_that_is_killed() {
    if !Path::new("/proc/self/cmdline").exists() {
        return;
    }
    let place = Place::new();
    let log = place.path("log");
    let program = fake(&format!("hang 0 B+3.5 {}", log.display()));
    let options = ["--black", &program, "--white", &fake("play"), "--size", "9", "--sgffile", "x"];
    let mut child = place.command(&options).stdout(Stdio::null()).spawn().unwrap();
    wait("the program does not hang", || {
        fs::read_to_string(&log).is_ok_and(|log| log.matches("genmove").count() == 3)
    });
    child.kill().unwrap();
    child.wait().unwrap();
    wait("the program lives", || !runs(&log.display().to_string()));
}

#[test]
fn a_match_that_is_interrupted_ends_its_files() {
    let place = Place::new();
    let log = place.path("log").display().to_string();
    let program = fake(&format!("slow %SRAND B+3.5 {log}"));
    let (child, before) = start(&place, &["--games", "0"], &program);
    Command::new("sh").args(["-c", &format!("kill -INT {}", child.id())]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(error, "brasa: interrupted; the same command resumes the match\n");
    assert!(!runs(&log), "children are ended before the match");
    assert!(place.read("x.dat").ends_with('\n'));
    assert!(place.rows("x.dat").iter().all(|row| row.ends_with(" 10 0")), "no program is blamed");
    assert!(place.rows("x.dat").len() >= before.len());
    assert!(place.read("x.html").contains("</html>"));
    assert!(place.path("x.summary.dat").exists());
}

#[test]
fn a_match_that_is_interrupted_while_its_programs_start_writes_nothing() {
    let place = Place::new();
    let log = place.path("log");
    let late = fake(&format!("late 0 B+3.5 {}", log.display()));
    place.play(&fake("play"), &fake("play"), &["--games", "2"]);
    let whole = place.read("x.dat");
    fs::write(place.path("players.txt"), format!("a: {late}\nb: {late}\n")).unwrap();
    let programs = ["--black", &late, "--white", &late];
    for (options, prefix) in [
        (&programs[..], "new"),
        (&[&programs[..], &["--force"]].concat(), "x"),
        (&["--players", "players.txt"], "cup"),
    ] {
        let _ = fs::remove_file(&log);
        let options = [options, &["--size", "9", "--sgffile", prefix]].concat();
        let child = place.command(&options).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        wait("the program is not asked for its name", || {
            fs::read_to_string(&log).is_ok_and(|log| log.starts_with("name"))
        });
        Command::new("sh").args(["-c", &format!("kill -INT {}", child.id())]).status().unwrap();
        assert_eq!(child.wait_with_output().unwrap().status.code(), Some(130), "{prefix}");
    }
    assert_eq!(place.read("x.dat"), whole, "the table of before stays");
    let names = fs::read_dir(place.path(".")).unwrap().flatten().map(|entry| entry.file_name());
    let new: Vec<_> = names.filter(|name| !name.to_string_lossy().starts_with('x')).collect();
    assert_eq!(new.len(), 2, "no files but the players and the log: {new:?}");
}

#[test]
fn a_table_that_games_cannot_be_added_to_stays() {
    let place = Place::new();
    place.play(&fake("play"), &fake("play"), &[]);
    let whole = place.read("x.dat");
    let columns = "GAME\tRES_B\tRES_W\tRES_R\tALT";
    let row = whole.lines().last().unwrap();
    for (table, reason) in [
        (whole.replace(columns, "GAME\tALT\tRES_B\tRES_W\tRES_R"), "other columns than brasa's"),
        (whole.replace("\tERR\tERR_MSG", ""), "other columns than brasa's"),
        (
            format!("#GAME{}\n{row}\n", whole.split_once("#GAME").unwrap().1.lines().next().unwrap()),
            "games without",
        ),
    ] {
        fs::write(place.path("x.dat"), &table).unwrap();
        let programs = ["--black", &fake("play"), "--white", &fake("play"), "--size", "9", "--sgffile", "x"];
        let run = place.run(&[&programs[..], &["--games", "2"]].concat());
        let error = String::from_utf8_lossy(&run.stderr);
        assert!(run.status.code() == Some(2) && error.contains(reason), "{error}");
        assert_eq!(place.read("x.dat"), table);
    }
}

#[test]
fn two_matches_do_not_write_the_same_table() {
    let place = Place::new();
    let program = fake("slow %SRAND");
    let (mut child, _) = start(&place, &["--games", "1000"], &program);
    let second = place.run(&[
        "--black",
        &program,
        "--white",
        &program,
        "--size",
        "9",
        "--sgffile",
        "x",
        "--games",
        "9",
    ]);
    assert_eq!(second.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&second.stderr).contains("another process is writing this file"));
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn a_sequential_test_stops_when_it_knows() {
    let place = Place::new();
    let options = ["--sprt", "0", "200", "--alpha", "0.1", "--beta", "0.1"];
    let out = place.play(&fake("play %SRAND"), &fake("resign %SRAND"), &options);
    assert!(out.contains("SPRT       accepted: Elo 200 rather than 0"), "{out}");
    let rows = place.rows("x.dat").len();
    assert!((4..12).contains(&rows), "{rows} games");
    assert!(place.read("x.html").contains("accepted: Elo 200 rather than 0"));
    place.play(&fake("play %SRAND"), &fake("resign %SRAND"), &options);
    assert_eq!(place.rows("x.dat").len(), rows, "decided is decided");
    let at_once = [&options[..], &["--threads", "8", "--force"]].concat();
    place.play(&fake("play %SRAND"), &fake("resign %SRAND"), &at_once);
    assert_eq!(place.rows("x.dat").len(), rows, "games that end after the decision are not entered");
}
