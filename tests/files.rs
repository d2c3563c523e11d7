//! The files that commands write and read: targets that must stay intact, a full disk, too few open files, and pipes.

#![cfg(unix)]

use std::fs::{self, File, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::scope;

use brasa::net::{Network, Shape};
use brasa::util::Rng;
use tempfile::{TempDir, tempdir};

use crate::program::{Run, brasa};

const GAMES: &str = include_str!("data/net/games7.sgfl");
const GAME: &str = "(;SZ[7];B[dd];W[cc];B[ec])";
const AUTO: &str = "autobook size 7 komi 7.5\n7 | D4 0.6 C3 0.5\n";
const TABLE: &str = "# Alternate: 0\n# Size: 7\n#GAME\tRES_B\tRES_W\tRES_R\tTIME_B\n0\tB+R\tB+R\tB+R\t1\n";

/// Commands that write a file: the file name, an input, and the command, in which `OUT` stands for the file. A line of
/// GTP is sent after a search.
const WRITERS: &[(&str, &str, &str)] = &[
    ("x.txt", "a.txt", "book merge a.txt b.txt --out OUT"),
    ("x.auto", "a.auto", "book merge a.auto --out OUT"),
    ("x.txt", "a.auto", "book export a.auto --out OUT"),
    ("x.txt", "games.sgfl", "book from-sgf games.sgfl --size 7 --least 1 --out OUT"),
    ("x.auto", "game.sgf", "book build --size 5 --out OUT --positions 1 BUILD"),
    ("x.svg", "a.auto", "book show a.auto --svg OUT"),
    (
        "x.sgfl",
        "a.txt",
        "net selfplay --size 5 --games 1 --playouts 4 --quick-playouts 2 --threads 1 --out OUT",
    ),
    ("x.net", "games.sgfl", "net train --games games.sgfl --size 7 --test-every 4 --steps 1 NET --out OUT"),
    (
        "y.net",
        "random.net",
        "calibrate games.sgfl --size 7 --net random.net --playouts 2 --positions 100 --out OUT",
    ),
    ("x.weights", "games.sgfl", "patterns train games.sgfl --size 7 --least-count 1 --output OUT"),
    ("x.db", "games.sgfl", "patterns fit my.db games.sgfl --size 7 --steps 1 --output OUT"),
    ("x.db", "my.db", "patterns balance my.db judged.txt --size 7 --playouts 4 --output OUT"),
    ("x.judged", "games.sgfl", "patterns judge games.sgfl --size 7 --positions 1 --playouts 2 --output OUT"),
    ("x.svg", "game.sgf", "picture --sgf game.sgf -o OUT"),
    ("x.png", "game.sgf", "picture --sgf game.sgf --width 50 -o OUT"),
    ("x.html", "game.sgf", "review game.sgf --playouts 2 -o OUT"),
    ("y.sgf", "game.sgf", "review game.sgf --playouts 2 -o y.html --sgf OUT"),
    ("x.html", "t.tst", "regress t.tst --html OUT"),
    ("m.dat", "t.dat", "match --merge t.dat --sgffile m"),
    ("t.summary.dat", "t.dat", "match --analyze t.dat"),
    ("t.html", "t.dat", "match --analyze t.dat"),
    ("g.sgf", "", "savesgf OUT"),
    ("g.tree", "", "uct_savetree OUT"),
    ("g.games", "", "uct_savegames OUT"),
    ("g.tsv", "", "uct_estimator_stat OUT"),
    ("g.book", "", "book_save_as OUT"),
    ("g.auto", "", "autobook_open OUT"),
    ("g.book", "", "EXPORT OUT"),
    ("g.sgf", "", "gomill-savesgf OUT PB=brasa"),
    ("p.sgf", "", "play --size 5 --playouts 2 --nobook --threads 1"),
    ("p.gtp", "", "play -g clobber --cols 4 --rows 4 --playouts 2 --threads 1"),
    ("x.drawn", "judged.txt", "net positions --games judged.txt --out OUT"),
    ("x.npy", "games.sgfl", "net export --games games.sgfl --size 7 --test-every 4 --out OUT"),
    // A line that is no game is passed through without the engine.
    ("x.labels", "judged.txt", "net label --engine cat --games judged.txt --out OUT --visits 1"),
];

/// Abbreviations for the longer parts of commands.
const SHORT: [(&str, &str); 3] = [
    ("EXPORT", "clear_board\nboardsize 7\nautobook_open a.auto\nautobook_export"),
    ("BUILD", "--from-sgf game.sgf --param num_games_per_sort=2 --param num_games_per_evaluation=2"),
    ("NET", "--blocks 1 --channels 32 --batch 2 --threads 1"),
];

/// A directory with the inputs.
fn directory() -> TempDir {
    let place = tempdir().unwrap();
    let database = Path::new(env!("CARGO_MANIFEST_DIR")).join("patterns/mogo_classic.db");
    for (name, text) in [
        ("a.txt", "7 | D4\n"),
        ("b.txt", "7 | D4:2\n"),
        ("a.auto", AUTO),
        ("games.sgfl", GAMES),
        ("game.sgf", GAME),
        ("judged.txt", "0.5 D4 C3\n0.4 D4\n"),
        ("t.tst", "1 name\n#? [brasa]\n"),
        ("t.dat", TABLE),
        ("my.db", &fs::read_to_string(database).unwrap()),
    ] {
        fs::write(place.path().join(name), text).unwrap();
    }
    let network = Network::random(Shape { blocks: 1, channels: 32 }, &mut Rng::new(1));
    fs::write(place.path().join("random.net"), network.to_bytes()).unwrap();
    place
}

/// The arguments of a command that writes to `out`. Commands of GTP and `brasa play` go to an input file.
fn args(place: &Path, command: &str, out: &str) -> Vec<String> {
    let mut command = command.replace("OUT", out);
    SHORT.iter().for_each(|(short, long)| command = command.replace(short, long));
    let name = command.split(' ').next().unwrap();
    let words = |text: &str| text.split(' ').map(str::to_owned).collect();
    let (input, args) = if name == "play" {
        (format!("C3\nsave {out}\nquit\n"), words(&command))
    } else if name.contains('_') || name.ends_with("savesgf") {
        let set_up = "boardsize 5\nuct_param_search keep_games 1\ngenmove b\n";
        (format!("{set_up}{command}\nquit\n"), words("--quiet --playouts 9"))
    } else {
        (String::new(), words(&command))
    };
    fs::write(place.join("commands.gtp"), input).unwrap();
    args
}

/// Runs a command under shell limits; for GTP and `brasa play`, the status is 2 if the reply is an error.
fn limited(place: &Path, limits: &str, command: &str, out: &str) -> Run {
    let script = format!("trap '' XFSZ; {limits}; exec \"$0\" \"$@\" < commands.gtp");
    let mut shell = Command::new("sh");
    shell.current_dir(place).args(["-c", &script, env!("CARGO_BIN_EXE_brasa")]);
    let Output { status, stdout, stderr } = shell.args(args(place, command, out)).output().unwrap();
    let [output, error] = [stdout, stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    assert!(!error.contains("panicked"), "{command} under {limits}: {error}");
    let status = status.code().unwrap_or_else(|| panic!("{command} under {limits}: {status:?}: {error}"));
    let failed = output.lines().find(|line| line.starts_with("? ") || line.contains("cannot save "));
    match failed.map(str::to_owned) {
        Some(error) => Run { status: 2, output, error },
        None => Run { status, output, error },
    }
}

fn run(place: &Path, command: &str, out: &str) -> Run {
    limited(place, "true", command, out)
}

/// The names and contents of all files.
fn contents(place: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(place).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = entries
        .filter(|path| path.is_file() && !path.ends_with("commands.gtp"))
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read(path).unwrap()))
        .collect();
    files.sort();
    files
}

#[test]
fn no_command_replaces_what_it_must_not() {
    let place = directory();
    let place = place.path();
    fs::create_dir(place.join("folder")).unwrap();
    assert!(Command::new("mkfifo").arg(place.join("pipe")).status().unwrap().success());
    for &(name, input, command) in WRITERS {
        let out = place.join(name);
        let refuses = |out: &str, expected: &str| {
            let before = contents(place);
            let run = run(place, command, out);
            assert_eq!(run.status, 2, "{command} to {out}: {}", run.output);
            assert!(run.error.contains(expected), "{command} to {out}: {}", run.error);
            assert_eq!(contents(place), before, "{command} to {out}");
        };
        // In the same format, but of another program or by hand.
        let others: &[u8] = match name.rsplit('.').next().unwrap() {
            "html" => b"<!DOCTYPE html>\n<title>Mine</title>\n",
            "svg" => b"<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>\n",
            "png" => b"\x89PNG\r\n\x1a\n",
            "txt" | "book" => b"# By hand\n7 | D4\n",
            "db" => b"# By hand\nPattern\n\n???\n?*?\n???\n:1\n",
            "weights" => b"x 1.0\n",
            "judged" => b"0.5 D4 C3\n",
            "sgfl" => b"(;RE[B+R];B[ee])",
            "gtp" => b"# By hand\nsetgame clobber\nnotes of mine\n",
            "npy" => b"\x93NUMPY\x01\x00",
            _ => b"(;AP[Other:1]SZ[7];B[dd])\n",
        };
        for text in [&b"#!/bin/sh\necho hello\n"[..], b"an only line", GAME.as_bytes(), others] {
            fs::write(&out, text).unwrap();
            refuses(name, " the existing file is not ");
        }
        fs::remove_file(&out).unwrap();
        for _ in 0..2 {
            let run = run(place, command, name);
            assert_eq!(run.status, 0, "{command}: {}", run.error);
        }
        let held = File::options().append(true).open(&out).unwrap();
        held.lock().unwrap();
        refuses(name, "another process is writing this file");
        drop(held);
        fs::set_permissions(&out, Permissions::from_mode(0o444)).unwrap();
        refuses(name, "the file is read-only");
        fs::set_permissions(&out, Permissions::from_mode(0o644)).unwrap();
        // A picture's name determines its format, and a match's names depend on its prefix.
        if !command.starts_with("picture") && command.contains("OUT") {
            refuses("folder", "");
            refuses("pipe", "");
            refuses("none/x", "No such file");
            if !input.is_empty() {
                refuses(input, "");
            }
        }
    }
}

#[test]
fn help_that_cannot_be_written_is_a_fault() {
    let full = File::options().write(true).open("/dev/full").unwrap();
    for args in [&["--help"][..], &["help", "parameters"]] {
        let run = Command::new(env!("CARGO_BIN_EXE_brasa"))
            .args(args)
            .stdout(full.try_clone().unwrap())
            .output()
            .unwrap();
        let error = String::from_utf8_lossy(&run.stderr);
        assert!(run.status.code() == Some(2) && error.contains("No space left"), "{args:?}: {error}");
    }
}

#[test]
fn an_output_that_is_an_input_is_refused_as_such() {
    let place = directory();
    let place = place.path();
    fs::copy(place.join("games.sgfl"), place.join("g.net")).unwrap();
    for (out, command) in [
        ("a.txt", "book merge b.txt a.txt --out OUT"),
        ("./a.auto", "book merge a.auto --out OUT"),
        ("g.net", "net train --games g.net --size 7 --test-every 4 --steps 1 NET --out OUT"),
        ("game.sgf", "review game.sgf --playouts 2 -o OUT"),
        ("game.sgf", "review game.sgf --playouts 2 -o y.html --sgf OUT"),
        ("my.db", "patterns fit my.db games.sgfl --size 7 --steps 1 --output OUT"),
    ] {
        let before = contents(place);
        let run = run(place, command, out);
        assert!(run.status == 2 && run.error.contains("the output would replace an input"), "{}", run.error);
        assert_eq!(contents(place), before, "{command}");
    }
}

/// Limits from one under which nothing succeeds to one that suffices for all commands: open files, 512-byte blocks of a
/// file, and threads, each of which takes a gigabyte of address space.
fn limits() -> [Vec<String>; 3] {
    let threads = |count: u32| {
        let memory = (count << 20) + 900_000;
        format!("export RUST_MIN_STACK={}; ulimit -v {memory}", 1 << 30)
    };
    [
        (3..40).map(|count| format!("ulimit -n {count}")).collect(),
        [0, 1, 2, 4, 8, 32, 128, 512, 4096].map(|blocks| format!("ulimit -f {blocks}")).to_vec(),
        (0..8).map(threads).collect(),
    ]
}

/// Whatever the system refuses, the file afterwards is either the old one or a complete new one, and the status tells
/// which.
#[test]
fn every_fault_of_the_system_leaves_a_whole_file() {
    let next = AtomicUsize::new(0);
    let check = |&(name, _, command): &(&str, &str, &str)| {
        let place = directory();
        let place = place.path();
        let whole = run(place, command, name);
        assert_eq!(whole.status, 0, "{command}: {}", whole.error);
        let before = contents(place);
        let names = |files: &[(String, Vec<u8>)]| files.iter().map(|file| file.0.clone()).collect::<Vec<_>>();
        let read = || fs::read(place.join(name)).unwrap();
        for limits in limits() {
            let mut succeeded = false;
            for limit in limits {
                let (old, run) = (read(), limited(place, &limit, command, name));
                let new = read();
                // Searches and drawn positions vary, and so does the length of their output, but not its end.
                let is_whole = new.last() == old.last() && new.len() * 20 >= old.len();
                assert!(new == old || is_whole, "{command} under {limit}: {}", run.error);
                assert_eq!(names(&contents(place)), names(&before), "{command} under {limit}");
                if run.status == 0 {
                    succeeded = true;
                    break;
                }
                assert!(!(run.error + &run.output).is_empty(), "{command} under {limit}");
            }
            assert!(succeeded, "{command}");
        }
    };
    scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while let Some(writer) = WRITERS.get(next.fetch_add(1, Ordering::Relaxed)) {
                    check(writer);
                }
            });
        }
    });
}

#[test]
fn a_file_that_grows_keeps_its_whole_lines_on_a_full_disk() {
    let grow = [
        ("x.auto", "book build --size 5 --out OUT --positions 400 BUILD", "book check x.auto"),
        (
            "x.sgfl",
            "net selfplay --size 5 --games 400 --playouts 4 --quick-playouts 2 --resign-threshold 0 --threads 1 --out OUT",
            "net train --games x.sgfl --size 5 --test-every 2 --steps 1 NET --out x.net",
        ),
    ];
    for (name, command, check) in grow {
        let place = directory();
        let place = place.path();
        let read = || fs::read_to_string(place.join(name)).unwrap();
        // 512-byte blocks.
        assert_eq!(limited(place, "ulimit -f 8", command, name).status, 2, "{command}");
        let lines = read();
        assert!(lines.len() > 1000 && lines.ends_with('\n'), "{command}: {lines}");
        let checked = run(place, check, "");
        assert!(checked.status == 0 && checked.error.is_empty(), "{command}: {}", checked.error);
        assert_eq!(limited(place, "ulimit -f 16", command, name).status, 2, "{command}");
        assert!(read().starts_with(&lines) && read().len() > lines.len(), "{command}");
        assert_eq!(run(place, check, "").status, 0, "{command}");
    }
}

#[test]
fn broken_games_and_other_trainings_are_named() {
    let place = directory();
    let place = place.path();
    let mut lines: Vec<&str> = GAMES.lines().collect();
    lines[2] = &lines[2][20..];
    let glued = format!("{}{}", &lines[4][..lines[4].len() / 2], lines[5]);
    lines[4] = &glued;
    fs::write(place.join("games.sgfl"), lines.join("\n")).unwrap();
    let train = |steps: u32, more: &str| {
        let command = format!(
            "net train --games games.sgfl --size 7 --test-every 4 NET --out x.net --steps {steps}{more}"
        );
        run(place, &command, "")
    };
    let first = train(1, "");
    assert!(
        first.status == 0 && first.error.contains("games.sgfl: 2 lines without a complete game"),
        "{}",
        first.error
    );
    assert!(first.error.contains(": 3, 5\n"), "{}", first.error);
    let again = train(1, "");
    assert!(again.status == 0 && again.output.contains("x.net: already at step 1"), "{}", again.output);
    fs::copy(place.join("x.net"), place.join("y.net")).unwrap();
    for (more, expected) in [
        (" --seed 2", "saved by a training run with --seed 1 --size 7 --test-every 4, not --seed 2 --size 7"),
        (" --from y.net", "not --seed 1 --size 7 --test-every 4 --from a network of checksum"),
    ] {
        let other = train(2, more);
        assert!(other.status == 2 && other.error.contains(expected), "{}", other.error);
    }
    let state = place.join("x.net.state");
    let mut bytes = fs::read(&state).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&state, &bytes).unwrap();
    let damaged = train(2, "");
    assert!(damaged.status == 2 && damaged.error.contains("x.net.state: the checksum"), "{}", damaged.error);
}

#[test]
fn tables_without_a_game_begin_anew_and_endless_times_are_refused() {
    let place = directory();
    let place = place.path();
    let fake = format!("sh {}/tests/data/arena/fake.sh play", env!("CARGO_MANIFEST_DIR"));
    fs::write(place.join("m.dat"), "").unwrap();
    let args = ["match", "--black", &fake, "--white", &fake, "--size", "9", "--sgffile", "m", "--games", "1"];
    let played = brasa(place, &args);
    assert_eq!(played.status, 0, "{}", played.error);
    assert!(fs::read_to_string(place.join("m.dat")).unwrap().lines().any(|line| line.starts_with("0\t")));
    for time in ["1e308", "18446744073709551616"] {
        fs::write(place.join("t.dat"), TABLE.replace("B+R\t1\n", &format!("B+R\t{time}\n"))).unwrap();
        let analyzed = brasa(place, &["match", "--analyze", "t.dat"]);
        assert!(
            analyzed.status == 2 && analyzed.error.contains("is not a valid TIME_B"),
            "{}",
            analyzed.error
        );
    }
    fs::write(place.join("t.dat"), TABLE.replace("B+R\t1\n", "B+R\t1e12\n")).unwrap();
    assert_eq!(brasa(place, &["match", "--analyze", "t.dat"]).status, 0);
}

#[test]
fn a_match_begins_only_where_its_files_are_free() {
    let place = directory();
    let place = place.path();
    let fake = format!("sh {}/tests/data/arena/fake.sh play", env!("CARGO_MANIFEST_DIR"));
    let args = ["match", "--black", &fake, "--white", &fake, "--size", "9", "--sgffile", "m", "--games", "2"];
    for (file, text, expected) in [
        ("m-1.sgf", GAME, "m-1.sgf: a record of another match"),
        ("m.html", "<!DOCTYPE html>", "m.html: the existing file is not an HTML page made by brasa"),
    ] {
        fs::write(place.join(file), text).unwrap();
        let before = contents(place);
        let refused = brasa(place, &args);
        assert!(refused.status == 2 && refused.error.contains(expected), "{}", refused.error);
        assert_eq!(contents(place), before);
        fs::remove_file(place.join(file)).unwrap();
    }
    let force = [&args[..], &["--force"]].concat();
    for _ in 0..2 {
        let played = brasa(place, &force);
        assert_eq!(played.status, 0, "{}", played.error);
    }
    fs::write(place.join("m-1.sgf"), GAME).unwrap();
    let refused = brasa(place, &force);
    assert!(
        refused.status == 2 && refused.error.contains("is not an SGF file made by brasa"),
        "{}",
        refused.error
    );
}

#[test]
fn an_engine_that_answers_nonsense_labels_nothing() {
    let place = directory();
    let place = place.path();
    for engine in [r#"yes '{"id":"999"}'"#, r#"yes '{"id":"0","warning":"x"}'"#, "cat /dev/zero"] {
        let run =
            brasa(place, &["net", "label", "--engine", engine, "--games", "games.sgfl", "--out", "x.labels"]);
        assert!(run.status == 2 && run.error.contains("the engine wrote"), "{engine}: {}", run.error);
    }
}

#[test]
fn pipes_and_devices_are_not_read() {
    let place = directory();
    let place = place.path();
    assert!(Command::new("mkfifo").arg(place.join("pipe")).status().unwrap().success());
    for file in ["pipe", "/dev/zero"] {
        for command in [
            "--book OUT",
            "--net OUT",
            "--mc-load-patterns OUT",
            "regress OUT",
            "picture --diagram OUT -o x.svg",
            "picture --sgf OUT -o x.svg",
            "review OUT",
            "board --no-open OUT",
            "book check OUT",
            "book from-sgf OUT --out x",
            "patterns balance my.db OUT --output x",
            "patterns evaluate OUT games.sgfl",
            "match --analyze OUT",
            "match --black x --white x --sgffile x --openings OUT",
            "match --players OUT --sgffile x",
            "book_load OUT",
            "autobook_open OUT",
            "autobook_load_forced_lines OUT",
        ] {
            let run = run(place, command, file);
            assert_eq!(run.status, 2, "{command} {file}: {}", run.output);
        }
    }
    for command in ["patterns train OUT --output x", "--config OUT", "OUT", "sg_exec OUT"] {
        let run = run(place, command, "/dev/zero");
        assert!(run.status == 2 && run.error.contains("not a file"), "{command}: {}", run.error);
    }
    // Games and commands may come through a pipe, but not an endless one.
    for command in ["patterns train OUT --output x", "--config OUT", "OUT"] {
        let feed = Command::new("sh").current_dir(place).args(["-c", "exec cat /dev/zero > pipe"]).spawn();
        let run = run(place, command, "pipe");
        feed.unwrap().wait().unwrap();
        assert!(run.status == 2 && run.error.contains("a line longer than"), "{command}: {}", run.error);
    }
}
