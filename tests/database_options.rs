//! Pattern databases on the command line: the options that select one, `brasa patterns bench`, and tuning.

use std::collections::BTreeSet;
use std::process::Command;

use brasa::engine::presets;
use tempfile::TempDir;

use crate::program::{Run, brasa, run_with};

/// Runs the program in a directory with some databases and with `input` on standard input.
fn run(args: &[&str], input: &str) -> Run {
    let directory = directory();
    run_with(Command::new(env!("CARGO_BIN_EXE_brasa")).args(args).current_dir(directory.path()), input)
}

fn directory() -> TempDir {
    let directory = tempfile::tempdir().unwrap();
    let eyes = include_str!("../patterns/uniform.db");
    std::fs::write(directory.path().join("my.db"), eyes.to_owned() + "\n%%%\n%*%\n%%%\n\n:7,near\n").unwrap();
    std::fs::write(directory.path().join("bad.db"), "???\n?*?\n???\n:2,nearby\n").unwrap();
    // A built-in database takes precedence over a file of the same name.
    std::fs::write(directory.path().join("uniform"), "nonsense").unwrap();
    directory
}

/// Returns the settings selected by the options: the playout policy, whether RAVE is on, and the database.
fn in_use(options: &[&str]) -> [String; 3] {
    let run = run(options, "uct_param_policy\nuct_param_search\nmc_patterns\n");
    assert_eq!(run.status, 0, "{options:?}: {}", run.output);
    let answers: Vec<&str> = run.output.split("\n\n").collect();
    let value = |answer: &str, name: &str| {
        let line = answer.lines().find(|line| line.split([' ', ']']).any(|word| word == name));
        line.and_then(|line| line.split(' ').next_back()).unwrap_or_default().to_owned()
    };
    [
        value(answers[0], "playout_policy"),
        value(answers[1], "rave"),
        answers[2].trim_start_matches("= ").to_owned(),
    ]
}

/// Returns the error message for an invalid command line.
fn error(options: &[&str]) -> String {
    let run = run(options, "");
    assert_eq!((run.status, &*run.output), (2, ""), "{options:?}");
    run.error
}

#[test]
fn a_database_is_used_by_any_preset() {
    for preset in presets::names() {
        let [_, rave, _] = in_use(&["--preset", preset]);
        for name in ["uniform", "mc_uniform", "MC_Uniform"] {
            let found = in_use(&["--preset", preset, "--mc-patterns", name]);
            assert_eq!(found, ["database", &rave, "uniform"], "{preset}, {name}");
        }
        let found = in_use(&["--preset", preset, "--mc-load-patterns", "my.db"]);
        assert_eq!(found, ["database", &rave, "my.db"], "{preset}");
    }
}

#[test]
fn monte_carlo_is_the_preset_of_gnu_go() {
    let default = in_use(&[]);
    assert_ne!(default[0], "database");
    let gnugo = ["database", "0", "montegnu_classic"];
    assert_eq!(in_use(&["--monte-carlo"]), gnugo);
    assert_eq!(in_use(&["--preset", "gnugo-mc"]), gnugo);
    assert_eq!(
        in_use(&["--monte-carlo", "--mc-patterns", "mogo_classic"]),
        ["database", "0", "mogo_classic"]
    );
    assert_eq!(in_use(&["gtp", "--monte-carlo", "--mc-load-patterns", "my.db"]), ["database", "0", "my.db"]);
    assert!(error(&["--monte-carlo", "--preset", "fuego"]).contains("cannot be used with"));
}

#[test]
fn what_is_no_database_ends_the_program_and_says_why() {
    let unknown = error(&["--mc-patterns", "montegnu"]);
    assert!(unknown.contains("no pattern database 'montegnu'"), "{unknown}");
    assert!(unknown.contains("mc_montegnu_classic") || unknown.contains("montegnu_classic"), "{unknown}");
    let file = error(&["--mc-patterns", "my.db"]);
    assert!(file.contains("no pattern database 'my.db'"), "files have an option of their own: {file}");
    let missing = error(&["--mc-load-patterns", "none.db"]);
    assert!(missing.contains("none.db: No such file"), "{missing}");
    let malformed = error(&["--mc-load-patterns", "bad.db"]);
    assert!(malformed.contains("bad.db:4:4: expected a property such as `near`"), "{malformed}");
    let folder = error(&["--mc-load-patterns", "."]);
    assert!(folder.contains(".: not a file"), "{folder}");
    let both = error(&["--mc-patterns", "uniform", "--mc-load-patterns", "my.db"]);
    assert!(both.contains("cannot be used with"), "{both}");
    assert!(error(&["--mc-patterns"]).contains("a value is required"));
}

#[test]
fn the_built_in_databases_are_listed() {
    let Run { status, output: text, .. } = run(&["--mc-list-patterns"], "");
    assert_eq!(status, 0);
    let names: Vec<_> = text.lines().filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(names, ["montegnu_classic", "mogo_classic", "uniform", "brasa"]);
    let docs = text.lines().filter(|line| line.split_whitespace().count() > 2);
    assert_eq!(docs.count(), names.len(), "each says what it is: {text}");
}

#[test]
fn a_bench_tells_speed_and_score() {
    let args = ["patterns", "bench", "my.db", "uniform", "--size", "5", "--playouts", "5"];
    let Run { status, output: text, .. } = run(&[&args[..], &["--games", "4"]].concat(), "");
    assert_eq!(status, 0, "{text}");
    let lines: Vec<_> = text.lines().collect();
    for (line, name) in lines.iter().zip(["my.db", "uniform"]) {
        let words: Vec<_> = line.split_whitespace().collect();
        assert_eq!((words[0], words[2]), (name, "playouts/s"), "{text}");
        assert!(words[1].parse::<f64>().unwrap() > 0.0, "{text}");
    }
    for expected in ["my.db", "uniform", "win rate", "Elo"] {
        assert!(lines[2..].iter().any(|line| line.contains(expected)), "{expected}: {text}");
    }
    // Without games, only speed is measured.
    assert_eq!(run(&[&args[..], &["--games", "0"]].concat(), "").output.lines().count(), 2);
    // No match is played if a database does not exist.
    let wrong = error(&["patterns", "bench", "uniform", "none.db", "--games", "1"]);
    assert!(wrong.contains("no pattern database 'none.db'"), "{wrong}");
}

#[cfg(unix)]
#[test]
fn an_interrupted_bench_without_files_promises_no_more_games() {
    use std::process::Stdio;
    use std::time::{Duration, Instant};

    let place = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_brasa"));
    let options = ["--size", "2", "--playouts", "1", "--games", "1000000"];
    command.args(["patterns", "bench", "uniform", "mogo_classic"]).args(options).env("TMPDIR", place.path());
    let child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let is_begun = |folder: std::fs::DirEntry| folder.path().join("match.dat").exists();
    let start = Instant::now();
    while !std::fs::read_dir(place.path()).unwrap().flatten().any(is_begun) {
        assert!(start.elapsed() < Duration::from_secs(60));
        std::thread::sleep(Duration::from_millis(20));
    }
    Command::new("sh").args(["-c", &format!("kill -INT {}", child.id())]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "brasa: interrupted\n");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn a_bench_replaces_a_saved_match_only_if_told_to() {
    let place = directory();
    let bench = |more: &str| {
        patterns(&place, &format!("bench uniform mogo_classic --size 5 --games 1 --sgffile saved {more}"))
    };
    assert_eq!(bench("--playouts 1").0, 0);
    let (status, text) = bench("--playouts 2");
    assert!(status == 2 && text.contains("--force"), "{text}");
    assert_eq!(bench("--playouts 2 --force").0, 0);
}

/// A game on 5x5 with 11 moves and a pass.
const GAME: &str = "(;SZ[5];B[cc];W[cb];B[bb];W[db];B[dc];W[ca];B[ba];W[ec];B[ed];W[eb];B[bc];W[])\n";

/// Runs `brasa patterns` in a directory and returns its status and its output.
fn patterns(place: &TempDir, args: &str) -> (i32, String) {
    let args: Vec<_> = ["patterns"].into_iter().chain(args.split(' ')).collect();
    let run = brasa(place.path(), &args);
    (run.status, run.output + &run.error)
}

#[test]
fn nonsense_is_refused_and_overwrites_nothing() {
    let place = directory();
    let write = |name: &str, bytes: &[u8]| std::fs::write(place.path().join(name), bytes).unwrap();
    write("games", GAME.as_bytes());
    write("passes", b"(;SZ[5];B[];W[])\n");
    write("garbage", b"\x7fELF\0\xff\n\x01");
    write("empty", b"");
    write("nan", b"last_2 1\nline_1 NaN\n");
    write("judged", b"0.5 C3\n");
    write("unlikely", b"2 C3\n");
    write("sized", b"size 5 komi 7.5\n0.5 C3\n");
    let none = "no usable games on 5x5";
    for (args, expected) in [
        ("train games --size 5 --share 2", "expected a number above 0 and up to 1"),
        ("train games --size 5 --share nan", "expected a number above 0 and up to 1"),
        ("train games --size 5 --share 0", "expected a number above 0 and up to 1"),
        ("train games --size 5 --share 1e-12", "no position to learn from"),
        ("train games --size 5 --games 0", "0 is not in 1.."),
        ("train games --size 5 --least-count 0", "0 is not in 1.."),
        ("train games --size 5 --skip 1", none),
        ("train games", "no usable games on 19x19"),
        ("train garbage --size 5", none),
        ("train . --size 5", ".: "),
        ("fit mc_uniform games --size 5 --steps 0", "0 is not in 1.."),
        ("fit mc_uniform games --size 5", "uniform: nothing to tune; no line has a value above 0"),
        ("fit none.db games --size 5", "no pattern database 'none.db'"),
        ("fit montegnu_classic passes --size 5", none),
        ("fit montegnu_classic games --size 5 --scale 1e10", "expected a number from 0 to 1e9"),
        ("judge garbage --size 5 --playouts 2", none),
        ("judge games --playouts 2", "no usable games on 19x19"),
        ("judge games --size 5 --positions 0", "0 is not in 1.."),
        ("judge games --size 5 --preset go1", "no position was judged"),
        ("balance my.db judged --size 5 --rate nan", "expected a number above 0"),
        ("balance my.db judged --size 5 --rate 0", "expected a number above 0"),
        ("balance my.db judged --size 5 --rate 1e300 --playouts 50", "diverged"),
        ("balance my.db judged --size 5 --spring inf", "expected a number of 0 or more"),
        ("balance my.db judged --size 5 --playouts 3", "3 is not in 4.."),
        ("balance my.db judged --size 5 --passes 0", "0 is not in 1.."),
        ("balance my.db judged --size 5 --threads 0", "0 is not in 1..=1024"),
        (
            "balance my.db judged --size 2",
            "judged:1: expected the win probability of a position, 0 to 1, and the moves on 2x2",
        ),
        ("balance my.db unlikely --size 5", "unlikely:1: expected the win probability of a position, 0 to 1"),
        ("balance my.db empty --size 5", "empty: no position"),
        ("balance my.db sized", "sized: size 5 komi 7.5; --size and --komi ask for size 9 komi 7.5"),
        ("balance uniform judged --size 5", "uniform: nothing to tune; no line has a value above 0"),
    ] {
        let kept: &[u8] = match args.split(' ').next() {
            Some("judge") => b"size 5 komi 7.5\n0.5 C3\n",
            Some("train") => b"# Made by brasa\nlast_2 1\n",
            _ => b"# Made by brasa\nPattern Kept\n:1\n",
        };
        write("kept", kept);
        let (status, text) = patterns(&place, &format!("{args} --output kept"));
        assert_eq!(status, 2, "{args}: {text}");
        assert!(text.contains(expected), "{args}: {text}");
        assert_eq!(std::fs::read(place.path().join("kept")).unwrap(), kept, "{args}");
    }
    for (args, expected) in [
        ("evaluate empty games --size 5", "empty:1: expected a feature and its weight"),
        (
            "evaluate nan games --size 5",
            "nan:2: expected a feature and its weight, -1000 to 1000, not 'line_1 NaN'",
        ),
        ("evaluate garbage games --size 5", "garbage:1: expected a feature"),
        ("evaluate good passes --size 5", none),
        ("evaluate good games --size 5 --games 0", "0 is not in 1.."),
        ("bench my.db uniform --sgffile x/", "expected the beginning of file names"),
    ] {
        write("good", b"last_2 1\n");
        let (status, text) = patterns(&place, args);
        assert_eq!(status, 2, "{args}: {text}");
        assert!(text.contains(expected), "{args}: {text}");
    }
}

#[test]
fn equal_moves_are_no_hits() {
    let place = directory();
    std::fs::write(place.path().join("games"), GAME).unwrap();
    std::fs::write(place.path().join("weights"), "\u{feff}last_2 0\n").unwrap();
    let (status, text) = patterns(&place, "evaluate weights games --size 5");
    assert_eq!(status, 0, "{text}");
    // The mean of 1 / 25, 1 / 24, ... over 11 positions.
    assert!(text.starts_with("positions        11\nfirst            5.1 %\n"), "{text}");
}

#[test]
fn built_in_databases_and_byte_order_marks_are_no_obstacle_to_tuning() {
    let place = directory();
    std::fs::write(place.path().join("games"), GAME).unwrap();
    std::fs::write(place.path().join("judged"), "\u{feff}0.5 C3\n").unwrap();
    let plain = std::fs::read_to_string(place.path().join("my.db")).unwrap();
    std::fs::write(place.path().join("bom.db"), format!("\u{feff}{plain}")).unwrap();
    for args in [
        "fit montegnu_classic games --size 5 --steps 2",
        "fit bom.db games --size 5 --steps 2",
        "balance mc_montegnu_classic judged --size 5 --playouts 4",
    ] {
        let (status, text) = patterns(&place, &format!("{args} --output tuned.db"));
        assert_eq!(status, 0, "{args}: {text}");
        let (status, text) = patterns(&place, "check tuned.db");
        assert_eq!(status, 0, "{args}: {text}");
    }
    let (status, text) = patterns(&place, "check bom.db");
    assert_eq!(status, 0, "{text}");
    // Infinity times 0 is NaN, which must not become the largest value.
    let fitted = "fit montegnu_classic games --size 5 --sharpen 1e9 --scale 0 --output tuned.db";
    assert_eq!(patterns(&place, fitted).0, 0);
    let tuned = std::fs::read_to_string(place.path().join("tuned.db")).unwrap();
    let values = tuned.lines().filter_map(|line| line.strip_prefix(':')?.split([',', ' ']).next());
    assert!(values.map(|value| value.parse::<u32>().unwrap()).all(|value| value <= 1), "{tuned}");
}

#[test]
fn values_are_fitted_to_games_and_balanced_by_judged_positions() {
    let place = directory();
    std::fs::write(place.path().join("games.sgfl"), GAME.repeat(3)).unwrap();
    let patterns = |args: &str| patterns(&place, args);
    let read = |name: &str| std::fs::read_to_string(place.path().join(name)).unwrap();

    let fitted = patterns("fit my.db games.sgfl --size 5 --shapes --output fitted.db");
    assert_eq!(fitted.0, 0, "{}", fitted.1);
    assert!(fitted.1.starts_with("33 moves, log-likelihood -"), "{}", fitted.1);
    let (fitted_text, comments) = (read("fitted.db"), read("my.db")[..80].to_owned());
    assert!(fitted_text.starts_with(&format!("# Made by brasa\n{comments}")), "comments stay");
    let check = patterns("check fitted.db").1;
    assert!(check.contains("0 warnings"), "{check}");

    // Options for shapes apply to all shapes, and no value exceeds a line's limit.
    let scaled = |options: &str| {
        let output =
            patterns(&format!("fit my.db games.sgfl --size 5 --shapes {options} --output scaled.db"));
        assert_eq!(output.0, 0, "{}", output.1);
        let text = read("scaled.db");
        let (_, shapes) = text.split_once("Pattern Shape").unwrap();
        let (shapes, _) = shapes.split_once("Pattern Rest").unwrap();
        let values = shapes.lines().filter_map(|line| line.strip_prefix(':')?.split(',').next());
        values.map(|value| value.parse().unwrap()).collect::<BTreeSet<u64>>()
    };
    assert!(scaled("--sharpen 1").len() > 2);
    assert_eq!(scaled("--sharpen Shape=2 --scale Shape=0"), [1].into());
    assert_eq!(scaled("--scale Shape=1e9"), [5_000_000].into());
    let unknown = patterns("fit my.db games.sgfl --size 5 --shapes --scale shape=0 --output x.db");
    assert_eq!(unknown.0, 2);
    assert!(unknown.1.contains("no pattern of my.db belongs to the family `shape`"), "{}", unknown.1);

    let judge = "judge games.sgfl --size 5 --playouts 20 --srand 1 --skip 1 --output judged.txt";
    assert_eq!(patterns(judge).0, 0);
    let judged = read("judged.txt");
    let mut lines = judged.lines();
    assert_eq!(lines.next(), Some("size 5 komi 7.5"));
    assert_eq!(lines.clone().count(), 2);
    for line in lines {
        let worth: f64 = line.split(' ').next().unwrap().parse().unwrap();
        assert!((0.0..=1.0).contains(&worth), "{line}");
        assert!(line.split(' ').nth(1).is_none_or(|first| first == "C3"), "{line}");
    }

    let balance = "balance fitted.db judged.txt --size 5 --playouts 10 --passes 2 --output balanced.db";
    let balanced = patterns(balance);
    assert_eq!(balanced.0, 0, "{}", balanced.1);
    assert!(balanced.1.contains("2 positions: balanced.db"), "{}", balanced.1);
    assert_ne!(read("balanced.db"), read("fitted.db"));

    std::fs::write(place.path().join("judged.txt"), "0.5 C3\n0.5 C3 C3\n").unwrap();
    let wrong = patterns(balance);
    assert_eq!(wrong.0, 2);
    assert!(wrong.1.contains("judged.txt:2: expected the win probability of a position"), "{}", wrong.1);
    assert_eq!(patterns("fit my.db games.sgfl --size 9 --output x.db").0, 2, "no games of that size");
}

/// GNU Go's documentation names files such as `mc_uniform.db`; a file of that name takes precedence.
#[test]
fn the_names_of_gnu_gos_files_are_those_of_built_in_databases() {
    for option in ["--mc-load-patterns", "-mc-load-patterns"] {
        for name in ["mc_uniform.db", "patterns/mc_uniform.db"] {
            assert_eq!(in_use(&[option, name])[2], "uniform", "{option} {name}");
        }
    }
    assert!(error(&["--mc-load-patterns", "uniform.db"]).contains("uniform.db: "));
    assert!(error(&["--mc-load-patterns", "mc_other.db"]).contains("mc_other.db: "));
    for args in [["check", "mc_mogo_classic.db"], ["show", "mc_mogo_classic.db"]] {
        let run = run(&[&["patterns"], &args[..]].concat(), "");
        assert_eq!(run.status, 0, "{}", run.error);
    }
    let loaded = run(&[], "mc_load_patterns mc_montegnu_classic.db\nmc_patterns\n");
    assert_eq!(loaded.output, "= \n\n= montegnu_classic\n\n");
}
