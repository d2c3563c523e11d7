//! `brasa net`: a tiny training run with its log and page, resuming it, tests by move number, self-play, and errors.

use std::fs;
use std::path::Path;
#[cfg(unix)]
use std::process::Command;

use brasa::net::{Network, Shape};
use brasa::util::Rng;
use serde_json::Value;
use tempfile::{TempDir, tempdir};

#[cfg(target_os = "linux")]
use crate::program::run_with;
use crate::program::{Run, brasa};

/// Eight self-play games.
pub(crate) const GAMES: &str = include_str!("data/net/games7.sgfl");

/// Returns a directory with the games.
pub(crate) fn directory() -> TempDir {
    let place = tempdir().unwrap();
    fs::write(place.path().join("games"), GAMES).unwrap();
    place
}

pub(crate) fn net(place: &Path, args: &str) -> Run {
    brasa(place, &[&["net"], &args.split(' ').collect::<Vec<_>>()[..]].concat())
}

/// Trains up to a step.
fn train(place: &Path, steps: u32) -> Run {
    let records = "--games games --size 7 --test-every 4";
    let size = "--blocks 1 --channels 32 --batch 8 --threads 2";
    net(place, &format!("train {records} {size} --out my.net --steps {steps}"))
}

/// Returns the steps in the log.
fn steps(place: &Path) -> Vec<String> {
    let log = fs::read_to_string(place.join("my.log.tsv")).unwrap();
    log.lines().map(|line| line.split('\t').next().unwrap().to_owned()).collect()
}

#[test]
fn a_training_keeps_a_log_and_a_page_and_goes_on_after_a_stop() {
    let place = directory();
    let place = place.path();
    let run = train(place, 2);
    assert_eq!(run.status, 0, "{}", run.error);
    assert!(run.output.starts_with("step 2: first "), "{}", run.output);
    assert_eq!(steps(place), ["step", "2"]);
    let earlier = fs::read(place.join("my.net")).unwrap();
    // A process killed in mid-line leaves part of it.
    let log = place.join("my.log.tsv");
    fs::write(&log, fs::read_to_string(&log).unwrap() + "3\t1.5\t0.1").unwrap();
    let run = train(place, 5);
    assert!(run.status == 0 && run.output.starts_with("step 5: "), "{}{}", run.output, run.error);
    assert_eq!(steps(place), ["step", "2", "5"]);
    let page = fs::read_to_string(place.join("my.html")).unwrap();
    for part in ["Training of my.net", "5 steps", "polyline", "<td>10-19</td>", "--steps 5"] {
        assert!(page.contains(part), "{part}");
    }
    assert!(!page.contains("NaN") && !page.contains("src="), "the page needs no other file");
    // A process killed between state and network leaves the network to the next one.
    let trained = fs::read(place.join("my.net")).unwrap();
    for before in [&[], &earlier[..]] {
        fs::write(place.join("my.net"), before).unwrap();
        let run = train(place, 5);
        assert!(run.output.contains("already at step 5") && run.status == 0, "{}{}", run.output, run.error);
        assert_eq!(fs::read(place.join("my.net")).unwrap(), trained);
    }
    // The same network with a calibration stays.
    let at = trained.windows(9).position(|part| part == b" made-by ").unwrap();
    let calibrated = [&trained[..at], b" calibration 1.000,1.000,0.000,0.000", &trained[at..]].concat();
    fs::write(place.join("my.net"), &calibrated).unwrap();
    train(place, 5);
    assert_eq!(fs::read(place.join("my.net")).unwrap(), calibrated);
    fs::write(place.join("my.net"), &trained).unwrap();
    // Tests stay tests.
    let run = net(place, "train --games games --size 7 --test-every 3 --blocks 1 --channels 32 --out my.net");
    assert!(run.error.contains("--test-every 4, not --seed 1 --size 7 --test-every 3"), "{}", run.error);
    // A network that no training left is not replaced; without it, training starts over, and so does its log.
    fs::remove_file(place.join("my.net.state")).unwrap();
    let run = train(place, 1);
    assert!(run.status == 2 && run.error.contains("my.net: exists and has no saved run"), "{}", run.error);
    assert_eq!(fs::read(place.join("my.net")).unwrap(), trained);
    fs::remove_file(place.join("my.net")).unwrap();
    train(place, 1);
    assert_eq!(steps(place), ["step", "1"]);
}

#[test]
fn a_training_that_diverges_keeps_the_last_network() {
    let place = directory();
    let place = place.path();
    assert_eq!(train(place, 1).status, 0);
    let read = |name: &str| fs::read(place.join(name)).unwrap();
    let (trained, state) = (read("my.net"), read("my.net.state"));
    // The step, then the numbers.
    let start = state.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    let (line, step) = (String::from_utf8(state[..start].to_vec()).unwrap(), &state[start..start + 8]);
    let numbers = [step, &f32::NAN.to_le_bytes().repeat((state.len() - start - 8) / 4)].concat();
    let checksum = numbers.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    let line = line.replace(line.split(' ').nth(3).unwrap(), &format!("{checksum:016x}"));
    let state = [line.as_bytes(), &numbers].concat();
    fs::write(place.join("my.net.state"), &state).unwrap();
    let run = train(place, 2);
    let expected = "step 2: the parameters are no numbers any more; try a lower --rate";
    assert!(run.status == 2 && run.error.contains(expected), "{}", run.error);
    assert!(read("my.net") == trained && read("my.net.state") == state);
}

#[cfg(target_os = "linux")]
#[test]
fn a_network_may_have_any_file_name() {
    use std::os::unix::ffi::OsStrExt as _;

    let place = directory();
    let name = std::ffi::OsStr::from_bytes(b"b\xff.net");
    let args =
        "net train --games games --size 7 --blocks 1 --channels 32 --batch 2 --threads 1 --steps 1 --out";
    let mut command = Command::new(env!("CARGO_BIN_EXE_brasa"));
    let run = run_with(command.current_dir(place.path()).args(args.split(' ')).arg(name), "");
    assert_eq!(run.status, 0, "{}", run.error);
    assert!(Network::read(&place.path().join(name)).unwrap().origin().ends_with("--out b\u{fffd}.net"));
}

#[test]
fn a_network_states_its_calibration_and_komi() {
    let place = tempdir().unwrap();
    let bytes = Network::random(Shape { blocks: 1, channels: 32 }, &mut Rng::new(1)).made_by("me").to_bytes();
    let end = bytes.iter().position(|&byte| byte == b'\n').unwrap();
    let line = String::from_utf8(bytes[..end].to_vec()).unwrap();
    let stated = line.replace(" made-by", " calibration 1.400,0.000,0.500,0.000 komi 5.5,7 made-by");
    for (line, expected) in [
        (line, "calibration: not measured\nkomi: not stated"),
        (stated, "calibration: 1.400,0.000,0.500,0.000\nkomi: 5.5 to 7"),
    ] {
        fs::write(place.path().join("my.net"), [line.as_bytes(), &bytes[end..]].concat()).unwrap();
        let text = net(place.path(), "info my.net").output;
        assert_eq!(text, format!("1 block, 32 channels, 27495 parameters\n{expected}\nmade by: me\n"));
    }
}

#[test]
fn a_test_by_move_number_adds_up() {
    let place = directory();
    let place = place.path();
    assert_eq!(train(place, 1).status, 0);
    let records = "--games games --size 7 --test-every 4";
    let run = net(place, &format!("evaluate my.net {records} --json"));
    let json: Value = serde_json::from_str(&run.output).unwrap();
    let groups = json["by_move"].as_array().unwrap();
    let ends: Vec<_> = groups.iter().map(|group| (&group["from"], &group["to"])).collect();
    assert_eq!(ends[..3].iter().map(|(from, _)| from.as_u64().unwrap()).collect::<Vec<_>>(), [0, 10, 20]);
    assert_eq!(ends[1].1, 19);
    let counts: Vec<_> = groups.iter().map(|group| group["positions"].as_u64().unwrap()).collect();
    assert_eq!(counts[..2], [20, 20], "two test games, each of more than twenty moves");
    assert_eq!(counts.iter().sum::<u64>(), json["positions"].as_u64().unwrap());
    // Both sums cover the same positions.
    let sum = groups.iter().zip(&counts).map(|(group, &count)| {
        group["value_error"].as_f64().unwrap() * count as f64 / json["positions"].as_f64().unwrap()
    });
    assert!((sum.sum::<f64>() - json["value_error"].as_f64().unwrap()).abs() < 1e-6);
    let text = net(place, &format!("evaluate my.net {records}")).output;
    let lines: Vec<_> = text.lines().collect();
    assert!(lines[1].starts_with("0-9 ") && lines[lines.len() - 1].starts_with("all "), "{text}");
}

#[test]
fn positions_become_a_numpy_array() {
    let place = tempdir().unwrap();
    let place = place.path();
    let labeled = format!(
        "(;SZ[5]KM[7];B[cc];W[cb]VV[0.25]VL[-5]VC[cb 7500 pass 2500]VO[{}];B[bb])\n",
        ["y".repeat(20), "g".repeat(5)].concat()
    );
    fs::write(place.join("labels"), labeled.repeat(2)).unwrap();
    fs::write(place.join("moves"), "(;SZ[5]KM[7]RE[B+R];B[cc];W[cb])\n").unwrap();
    let run = net(place, "export --games labels --moves moves --size 5 --test-every 3 --out x.npy");
    assert_eq!((run.status, &run.output[..]), (0, "3 positions of 2 games\n"), "{}", run.error);
    let bytes = fs::read(place.join("x.npy")).unwrap();
    let start = 10 + usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
    let head = std::str::from_utf8(&bytes[10..start]).unwrap();
    assert!(bytes.starts_with(b"\x93NUMPY\x01\x00") && start % 64 == 0 && head.ends_with(" \n"), "{head}");
    assert!(head.contains("('planes', '|u1', (15, 4))") && head.contains("'shape': (3,)"), "{head}");
    let records: Vec<&[u8]> = bytes[start..].chunks(60 + 4 + 128 + 256 + 8 + 25).collect();
    assert_eq!((records.len(), bytes.len() - start), (3, 3 * 481));
    let number = |record: &[u8], at: usize| f32::from_le_bytes(record[at..at + 4].try_into().unwrap());
    // White to play: an own stone nowhere, Black's at C3, the whole board, and White's compensation of 7 points.
    let white = records[0];
    let plane = |i: usize| u32::from_le_bytes(white[4 * i..4 * i + 4].try_into().unwrap());
    assert_eq!([plane(0), plane(1), plane(2)], [0, 1 << 12, (1 << 25) - 1]);
    assert!((number(white, 60) - 7.0 / 15.0).abs() < 1e-6);
    // The likeliest move first: C4, then the pass.
    let moves = [0, 2, 4].map(|i| u16::from_le_bytes([white[64 + i], white[65 + i]]));
    assert_eq!((moves, [192, 196, 200].map(|at| number(white, at))), ([17, 25, 0], [0.75, 0.25, 0.0]));
    assert_eq!((number(white, 448), number(white, 452)), (0.25, -0.2));
    assert_eq!((white[456] as i8, white[480] as i8), (50, -100));
    // Nothing is known of a game for its moves but these.
    assert!(number(records[2], 448).is_nan() && number(records[2], 452).is_nan());
    assert_eq!((number(records[2], 192), records[2][456] as i8), (1.0, -128));
    let run = net(place, "export --games labels --size 5 9 --out y.npy");
    assert!(run.status == 2 && run.error.contains("give a single --size"), "{}", run.error);
}

#[test]
fn quick_searches_of_self_play_do_not_count_as_wrong_moves() {
    // Only the first move was searched in full, and the network learns it.
    let place = tempdir().unwrap();
    let place = place.path();
    let quick = "(;SZ[7]KM[7.5]RE[B+R];B[dd]VC[dd 9];W[cc];B[ec];W[ce];B[ee];W[cd];B[ed])\n";
    fs::write(place.join("games"), quick.repeat(2)).unwrap();
    let records = "--games games --size 7";
    let size = "--blocks 1 --channels 32 --batch 8 --threads 1 --rate 0.01 --steps 150";
    assert_eq!(net(place, &format!("train {records} {size} --out my.net")).status, 0);
    let run = net(place, &format!("evaluate my.net {records} --json"));
    let json: Value = serde_json::from_str(&run.output).unwrap();
    assert_eq!((&json["positions"], &json["first"]), (&7.into(), &1.0.into()), "{}", run.output);
}

#[test]
fn self_play_that_was_cut_off_goes_on_to_the_same_games() {
    let place = tempdir().unwrap();
    let place = place.path();
    let play = |games, out: &str| {
        let searches = "--size 5 --playouts 20 --quick-playouts 5 --threads 2";
        let run = net(place, &format!("selfplay {searches} --games {games} --out {out}"));
        assert_eq!(run.status, 0, "{}", run.error);
        fs::read_to_string(place.join(out)).unwrap()
    };
    let whole = play(4, "whole");
    assert_eq!(whole.lines().count(), 4);
    let cut = whole.match_indices('\n').nth(1).unwrap().0 + 20;
    fs::write(place.join("cut"), &whole[..cut]).unwrap();
    assert_eq!(play(4, "cut"), whole);
    assert_eq!(play(3, "cut"), whole, "games are never removed");
    let run = net(place, "selfplay --size 5 --games 3 --out cut");
    assert!(run.output.starts_with("4 games; in this run, of 0 games continued"), "{}", run.output);
    let run = net(place, "selfplay --size 7 --games 5 --out cut");
    assert!(run.status == 2 && run.error.contains("another board size"), "{}", run.error);
    let run = net(place, "selfplay --resign-threshold 1.5 --out none");
    assert!(run.status == 2 && run.error.contains("from 0 to 1"), "{}", run.error);
}

#[cfg(unix)]
#[test]
fn a_slurm_task_writes_the_games_of_its_own_seed() {
    let place = tempdir().unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/selfplay-slurm.sh");
    let searches = "--size 5 --playouts 16 --quick-playouts 8 --threads 1 --games 2";
    let output = Command::new(script)
        .current_dir(place.path())
        .env("BRASA", env!("CARGO_BIN_EXE_brasa"))
        .env("SLURM_ARRAY_TASK_ID", "7")
        .arg("games")
        .args(searches.split(' '))
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    assert!(net(place.path(), &format!("selfplay {searches} --seed 7 --out same")).status == 0);
    let games = |name| fs::read_to_string(place.path().join(name)).unwrap();
    assert_eq!(games("games-7.sgfl"), games("same"));
}

#[test]
fn errors_name_the_file_at_fault() {
    let place = directory();
    let place = place.path();
    let write = |name: &str, text: &str| fs::write(place.join(name), text).unwrap();
    write("one", GAMES.lines().next().unwrap());
    write("foreign.net", "PK\x03\x04 a network of another program");
    write("busy.net.state", "no state");
    write("noted.log.tsv", "a list of errands\n");
    let large = net(
        place,
        "train --games games --size 7 --blocks 2 --channels 32 --batch 2 --steps 1 --out large.net",
    );
    assert_eq!(large.status, 0, "{}", large.error);
    let train = "--blocks 1 --channels 32 --batch 2 --steps 1";
    for (args, expected) in [
        ("info none.net", "none.net: "),
        ("info foreign.net", "foreign.net: not a network"),
        ("info .", ".: not a file"),
        ("evaluate foreign.net --games games --size 7", "foreign.net: not a network"),
        ("train --games games --size 7 --from foreign.net --out my.net", "foreign.net: not a network"),
        ("train --games games none --size 7 --out my.net", "none: "),
        ("train --games games --size 9 --out my.net", "games: 0 games on 9x9 with a winner"),
        ("train --games one --size 7 --out my.net", "one: 1 game on 7x7 with a winner"),
        ("train --games games --size 7 --out none/my.net", "none/my.net: "),
        ("train --games games --size 7 --from large.net --out my.net", "a network can only grow"),
        (
            "train --games games --size 7 --out busy.net",
            "busy.net.state: the existing file is not a saved training run",
        ),
        (
            "train --games games --size 7 --out noted.net",
            "noted.log.tsv: the existing file is not a training log",
        ),
    ] {
        let args = if args.starts_with("train") { format!("{args} {train}") } else { args.to_owned() };
        let run = net(place, &args);
        assert_eq!(run.status, 2, "{args}: {}", run.output);
        assert!(run.error.contains(expected), "{args}: {}", run.error);
    }
    for (args, expected) in [("--net foreign.net", "foreign.net: not a network"), ("--net none", "none: ")] {
        let run = brasa(place, &args.split(' ').collect::<Vec<_>>());
        assert!(run.status == 2 && run.error.contains(expected), "{args}: {}", run.error);
    }
}
