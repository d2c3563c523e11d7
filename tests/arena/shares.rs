//! Matches in parts: shards, the scripts that run them, tournaments, and tables of other programs.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::{Place, fake};

#[test]
fn shards_joined_are_the_whole_match() {
    let place = Place::new();
    let seeded = fake("play %SRAND");
    let play = |options: &[&str]| {
        let common = ["--black", &seeded, "--white", &seeded, "--size", "9", "--games", "7", "--alternate"];
        place.played(&[&common[..], options].concat());
    };
    play(&["--sgffile", "whole", "--threads", "2"]);
    for shard in ["1/3", "2/3", "3/3"] {
        play(&["--sgffile", &format!("part{}", &shard[..1]), "--shard", shard]);
    }
    let out = place.played(&["--merge", "part1.dat", "part2.dat", "part3.dat", "--sgffile", "all"]);
    assert!(out.contains(": 7 games"), "{out}");
    let mut whole = place.rows("whole.dat");
    whole.sort();
    assert_eq!(place.rows("all.dat"), whole);
    for game in 0..7 {
        let moves = |prefix: &str| {
            let text = place.read(&format!("{prefix}-{game}.sgf"));
            text.split_once("];").unwrap().1.to_owned()
        };
        assert_eq!(moves("all"), moves("whole"));
    }
    assert!(place.path("all.html").exists() && place.path("all.summary.dat").exists());
    let run = place.run(&["--merge", "all.summary.dat", "--sgffile", "none"]);
    let error = String::from_utf8_lossy(&run.stderr);
    assert!(!run.status.success() && error.contains("a summary has none"), "{error}");
    assert!(!place.path("none.dat").exists());
}

#[test]
fn gnu_parallel_shares_a_match() {
    if Command::new("parallel").arg("--version").output().is_err() {
        eprintln!("skipped: there is no GNU parallel");
        return;
    }
    let place = Place::new();
    let program = fake("'play' %SRAND");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/match-parallel.sh");
    let output = Command::new(script)
        .current_dir(place.0.path())
        .env("BRASA", env!("CARGO_BIN_EXE_brasa"))
        .args(["3", "shared", "--black", &program, "--white", &program, "--size", "9", "--games", "7"])
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    assert_eq!(place.rows("shared.dat").len(), 7);
    assert!(place.path("shared-6.sgf").exists() && place.path("shared.html").exists());
}

#[test]
fn a_slurm_task_plays_its_share() {
    let place = Place::new();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/match-slurm.sh");
    let program = fake("play %SRAND");
    let output = Command::new(script)
        .current_dir(place.0.path())
        .env("BRASA", env!("CARGO_BIN_EXE_brasa"))
        .envs([("SLURM_ARRAY_TASK_ID", "2"), ("SLURM_ARRAY_TASK_COUNT", "3")])
        .args(["shared", "--black", &program, "--white", &program, "--size", "9", "--games", "7"])
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let games: Vec<String> = place.rows("shared.part2.dat").iter().map(|row| row[..1].to_owned()).collect();
    assert_eq!(games, ["2", "5"]);
}

#[test]
fn a_tournament_has_pages_and_standings() {
    let place = Place::new();
    let players = ["play", "resign", "crash"].map(|mode| format!("{mode}: {} %SRAND\n", fake(mode)));
    fs::write(place.path("players.txt"), players.concat()).unwrap();
    let options = ["--players", "players.txt", "--games", "4", "--size", "9", "--sgffile", "cup"];
    let out = place.played(&options);
    let names: Vec<&str> = out.lines().skip(1).filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(names[0], "play", "{out}");
    assert_eq!(place.rows("cup-play-resign.dat").len(), 4);
    assert_eq!(place.rows("cup-resign-crash.dat").len(), 4);
    let page = place.read("cup.html");
    assert!(page.contains("Cross table") && page.contains("href=\"cup-play-crash.html\""));

    let json = place.played(&[
        "--analyze",
        "cup-play-resign.dat",
        "cup-play-crash.dat",
        "cup-play-crash.summary.dat",
        "--json",
    ]);
    let wins =
        json.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()["wins"].clone());
    assert!(wins.eq([4, 4]), "{json}");

    fs::remove_file(place.path("cup.html")).unwrap();
    let gauntlet = [&options[..], &["--gauntlet"]].concat();
    assert!(!place.played(&gauntlet).is_empty());
    assert!(!place.read("cup.html").contains("cup-resign-crash"));
}

#[test]
fn a_player_that_does_not_start_is_told_before_the_first_game() {
    let place = Place::new();
    let players = ["play", "resign", "die"].map(|mode| format!("{mode}: {}\n", fake(mode)));
    fs::write(place.path("players.txt"), players.concat()).unwrap();
    let run = place.run(&["--players", "players.txt", "--size", "9", "--sgffile", "cup"]);
    let error = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.code() == Some(2) && error.contains("failed to start"), "{error}");
    assert!(!place.path("cup-play-resign.dat").exists());
}

#[test]
fn tables_of_twogtp_are_analyzed() {
    let place = Place::new();
    let table = "# Black: GNU Go\n# BlackCommand: gnugo\n# BlackLabel: GNU Go\n# BlackVersion: 3.8\n# Komi: 7.5\n\
        # Referee: -\n# Size: 9\n# White: Fuego\n# WhiteLabel: Fuego\n# Xml: 0\n#\n\
        #GAME\tRES_B\tRES_W\tRES_R\tALT\tDUP\tLEN\tTIME_B\tTIME_W\tCPU_B\tCPU_W\tERR\tERR_MSG\n\
        0\tW+R\tW+R\tW+R\t0\t-\t42\t3.4\t100.2\t3.3\t99\t0\t\n\
        1\tB+2.5\tB+2.5\t?\t1\t-\t61\t5\t120.1\t4.9\t118.7\t0\t\n";
    fs::write(place.path("fuego.dat"), table).unwrap();
    let out = place.played(&["--analyze", "fuego.dat"]);
    assert!(out.starts_with("GNU Go against Fuego: 2 games, results for GNU Go\n"), "{out}");
    assert!(place.read("fuego.html").contains("<a href=\"fuego-1.sgf\">"));
    assert!(place.read("fuego.summary.dat").contains("\n2\t0\t0\t2\t2.5\t"));
    assert_eq!(place.run(&["--analyze", "none.dat"]).status.code(), Some(2));
    for (options, reason) in [
        (&["--analyze", "fuego.dat", "./fuego.dat"][..], "given twice"),
        (
            &["--analyze", "fuego.dat", "fuego.summary.dat", "--sgffile", "y"],
            "--sgffile: one table's summary",
        ),
    ] {
        let run = place.run(options);
        let error = String::from_utf8_lossy(&run.stderr);
        assert!(run.status.code() == Some(2) && error.contains(reason), "{error}");
    }
}

#[test]
fn the_tuner_follows_the_winner_and_goes_on_after_a_stop() {
    let place = Place::new();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/tune.py");
    let tune_with = |limit: &str, iterations: &str, parameter: &str| {
        let options = ["--size", "5", "--pairs", "2", "--limit", limit, "--directory", "tune"];
        let program = ["--brasa", env!("CARGO_BIN_EXE_brasa"), "--iterations", iterations, parameter];
        let output = Command::new(&script).current_dir(place.0.path()).args(program).args(options).output();
        output.unwrap()
    };
    let tune = |iterations: &str, parameter: &str| tune_with("--set net=none", iterations, parameter);
    // 300 playouts beat 2, whichever direction the first step goes.
    let output = tune("2", "max_games=151:149:1:300");
    assert!(output.status.success(), "{output:?}");
    assert!(String::from_utf8(output.stdout).unwrap().starts_with("--set max_games="));
    let log = place.read("tune/log.tsv");
    let value = |line: &str| line.split('\t').nth(2).unwrap().parse::<f64>().unwrap();
    assert!(value(log.lines().nth(1).unwrap()) > 151.0, "{log}");
    std::fs::write(place.path("tune/log.tsv"), format!("{log}3\t0.")).unwrap();
    assert!(tune("3", "max_games=151:149:1:300").status.success());
    let longer = place.read("tune/log.tsv");
    assert!(longer.starts_with(&log) && longer.lines().count() == 4, "{longer}");
    let broken = tune_with("--set misspelled=1", "4", "max_games=151:149:1:300");
    assert!(String::from_utf8(broken.stderr).unwrap().contains("failed to start"));
    assert_eq!(place.read("tune/log.tsv"), longer, "a game that was not played is no draw");
    let missing = ["--brasa", "no/brasa", "--directory", "other", "x=1:1:0:9"];
    let output = Command::new(&script).current_dir(place.0.path()).args(missing).output();
    let error = String::from_utf8(output.unwrap().stderr).unwrap();
    assert_eq!(error, "cannot run no/brasa: No such file or directory\n");
    let wrong = tune("4", "komi=1.5:1:0:9");
    assert!(String::from_utf8(wrong.stderr).unwrap().contains("the log of other parameters"));
}
