//! `brasa net positions` and `brasa net label`: positions drawn for a teacher, and its labels.

use std::fs;
use std::path::Path;
#[cfg(unix)]
use std::process::Command;

use brasa::net::{Network, Shape};
use brasa::util::Rng;
#[cfg(unix)]
use serde_json::json;
#[cfg(unix)]
use tempfile::tempdir;

use crate::net::{GAMES, directory, net};
#[cfg(unix)]
use crate::program::run_with;
use crate::program::{Run, brasa};

/// Draws positions of 7x7 with a random network.
fn positions(place: &Path, options: &str) -> Run {
    let network = Network::random(Shape { blocks: 1, channels: 32 }, &mut Rng::new(1));
    fs::write(place.join("random.net"), network.to_bytes()).unwrap();
    net(place, &format!("positions --size 7 --net random.net {options}"))
}

#[test]
fn positions_are_drawn_from_games_and_from_lines_that_stray_from_them() {
    let place = directory();
    let place = place.path();
    let options = "--games games --marks 5 --lines 2 --moves 4 --komi 5.5 8";
    let run = positions(place, &format!("{options} --out drawn"));
    assert!(
        run.status == 0 && run.output.ends_with(" positions of 8 games\n"),
        "{}{}",
        run.output,
        run.error
    );
    let text = fs::read_to_string(place.join("drawn")).unwrap();
    let moves =
        |line: &str| line.split(';').skip(2).map(|node| node[..5.min(node.len())].to_owned()).collect();
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines.len(), 3 * 8);
    let mut strayed = 0;
    for (game, lines) in GAMES.lines().zip(lines.chunks(3)) {
        let played: Vec<String> = moves(game);
        assert_eq!(lines[0].matches("VV[0.5]").count(), 5, "{}", lines[0]);
        assert!(!lines[0].contains("0.25") && moves(lines[0])[..10] == played[..10], "{}", lines[0]);
        for line in &lines[1..] {
            let marks = line.matches("VV[0.25]VL[0]").count();
            let line: Vec<String> = moves(line);
            let known = line.len() - marks;
            assert!(marks <= 4 && line[..known] == played[..known]);
            strayed += usize::from(line[known..] != played[known..][..marks.min(played.len() - known)]);
        }
    }
    assert!(strayed > 8, "the lines leave the games");
    assert!(text.contains("KM[5.5]") && text.contains("KM[8]"));
    // A stopped run goes on to the same positions, also from the middle of a game's lines.
    for whole in [6, 7] {
        fs::write(place.join("cut"), lines[..whole].join("\n") + "\n(;SZ[7]").unwrap();
        assert_eq!(positions(place, &format!("{options} --out cut")).status, 0);
        assert_eq!(fs::read_to_string(place.join("cut")).unwrap(), text, "{whole}");
    }
    let run = positions(place, "--games drawn --out drawn");
    assert!(run.error.contains("the output would replace an input"), "{}", run.error);
    assert_eq!(positions(place, "--count 3 --moves 9 --wild 0 --out empty").status, 0);
    let text = fs::read_to_string(place.join("empty")).unwrap();
    assert_eq!(text.lines().map(|line| line.matches("VV[0.25]").count()).max(), Some(9), "{text}");
    for (options, expected) in [
        ("--size 7 --count 1", "give a --net"),
        ("--size 9", "--games"),
        ("--size 9 --games .", ".: Is a directory"),
    ] {
        let run = net(place, &format!("positions {options} --out none"));
        assert!(run.status == 2 && run.error.contains(expected), "{}", run.error);
        assert!(!place.join("none").exists(), "{options}");
    }
}

#[test]
fn drawn_positions_need_labels_and_keep_to_their_options() {
    let place = directory();
    let place = place.path();
    assert_eq!(positions(place, "--games games --out drawn").status, 0);
    let drawn = fs::read(place.join("drawn")).unwrap();
    for options in ["--games games --lines 2", "--games games --seed 2", "--count 8"] {
        let run = positions(place, &format!("{options} --out drawn"));
        let expected = "drawn: written with other --games, --lines or --seed";
        assert!(run.status == 2 && run.error.contains(expected), "{options}: {}", run.error);
        assert_eq!(fs::read(place.join("drawn")).unwrap(), drawn);
    }
    for command in [
        "net train --games drawn --size 7 --out my.net",
        "net train --games games --moves drawn --size 7 --out my.net",
        "net evaluate random.net --games drawn --size 7",
        "calibrate drawn --size 7",
    ] {
        let run = brasa(place, &command.split(' ').collect::<Vec<_>>());
        let expected = "drawn:1: a position without labels";
        assert!(run.status == 2 && run.error.contains(expected), "{command}: {}", run.error);
    }
    assert_eq!(net(place, "export --games drawn --size 7 --out x.npy").status, 0);
}

#[cfg(unix)]
#[test]
fn games_come_from_a_pipe_too() {
    let place = directory();
    let place = place.path();
    assert_eq!(positions(place, "--games games --lines 2 --out drawn").status, 0);
    let piped = |args: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_brasa"));
        let run = run_with(command.current_dir(place).args(args.split(' ')), GAMES);
        assert_eq!(run.status, 0, "{args}: {}", run.error);
        run.output
    };
    piped("net positions --games /dev/stdin --size 7 --net random.net --lines 2 --out piped");
    let read = |name: &str| fs::read_to_string(place.join(name)).unwrap();
    assert_eq!(read("piped"), read("drawn"));
    // The second size gets its games too.
    let text = piped("calibrate /dev/stdin --size 5 7 --net random.net --playouts 2 --positions 60");
    assert!(text.contains("\ncalibration "), "{text}");
}

#[test]
fn an_engine_labels_games_and_a_network_learns_from_its_labels() {
    let place = directory();
    let place = place.path();
    let lines = |name: &str| fs::read_to_string(place.join(name)).unwrap();
    let label = |engine: &str, options: &str, out: &str| {
        let options: Vec<_> = options.split(' ').chain(["--out", out]).collect();
        brasa(place, &[&["net", "label", "--engine", engine], &options[..]].concat())
    };
    let own = format!("'{}' analysis --threads 1", env!("CARGO_BIN_EXE_brasa"));
    // A line that is no game keeps its place, so that a resumed run finds where it was.
    fs::write(place.join("some"), format!("no game\n{GAMES}")).unwrap();
    assert_eq!(positions(place, "--games some --marks 4 --moves 3 --komi 0.5 --out drawn").status, 0);
    let run = label(&own, "--games drawn --visits 8", "labels");
    assert!(run.status == 0 && run.output.starts_with("18 games, "), "{}{}", run.output, run.error);
    let text = lines("labels");
    let judged: Vec<_> = text.lines().map(|line| line.matches("]VV[").count()).collect();
    let drawn: Vec<_> = lines("drawn").lines().map(|line| line.matches("]VV[").count()).collect();
    assert_eq!(judged, drawn);
    assert_eq!(text.matches("KM[0.5]").count(), 2 * GAMES.lines().count());
    for property in ["VL[", "VC[", "VO["] {
        assert_eq!(text.matches(property).count(), judged.iter().sum::<usize>(), "{property}");
    }
    // The games' moves, or both theirs and the engine's.
    assert_eq!(label(&own, "--games drawn --moves games", "kept").status, 0);
    let kept = lines("kept");
    for (node, mark) in
        kept.split(';').zip(lines("drawn").split(';')).filter(|(_, mark)| mark.contains("VV["))
    {
        // A move that is made up is not learned.
        let policy = if mark.contains("VV[0.25]") { 1 } else { 0 };
        let counts = ["VC[", "VC[]", "VO["].map(|property| node.matches(property).count());
        assert_eq!(counts, [policy, policy, 1], "{node}");
    }
    assert_eq!(label(&own, "--games drawn --moves both", "both").status, 0);
    let (mut games, mut made_up) = (0, 0);
    let both = lines("both");
    for (node, mark) in
        both.split(';').zip(lines("drawn").split(';')).filter(|(node, _)| node.contains("VC["))
    {
        let played = node.get(2..4).filter(|point| !point.contains(']')).unwrap_or("pass");
        let counts = node.split("VC[").nth(1).unwrap().split(']').next().unwrap();
        let sum: u32 = counts.split(' ').skip(1).step_by(2).map(|count| count.parse::<u32>().unwrap()).sum();
        if mark.contains("VV[0.5]") {
            games += 1;
            let is_first = counts.starts_with(&format!("{played} "));
            assert!(is_first && sum > 19_000, "the move of the game has half of the weight: {node}");
        } else {
            made_up += 1;
            assert!(sum < 11_000, "a move that is made up has no weight of its own: {node}");
        }
    }
    assert!(games > 20 && made_up > 10, "{games} {made_up}");
    // A truncated run resumes with the same games.
    let cut: Vec<_> = text.lines().take(4).collect();
    fs::write(place.join("cut"), cut.join("\n") + "\n(;SZ[7]KM").unwrap();
    assert_eq!(label(&own, "--games drawn --visits 8", "cut").status, 0);
    let moves = |text: &str| text.lines().map(|line| line.matches("]VV[").count()).collect::<Vec<_>>();
    assert_eq!(moves(&lines("cut")), judged);
    let train =
        "--size 7 --test-every 4 --blocks 1 --channels 32 --batch 8 --threads 1 --steps 1 --out my.net";
    assert_eq!(net(place, &format!("train --games labels {train}")).status, 0);
    let grown = net(
        place,
        "train --games labels --size 7 --from my.net --blocks 2 --threads 1 --batch 8 --steps 1 --out grown.net",
    );
    assert_eq!(grown.status, 0, "{}", grown.error);
    assert!(net(place, "info grown.net").output.starts_with("2 blocks, 32 channels"));
    let unlike = net(place, "train --games labels --size 7 --from my.net grown.net --steps 1 --out mean.net");
    assert!(unlike.status == 2 && unlike.error.contains("several shapes"), "{}", unlike.error);
    // Quick searches of self-play give no moves to learn.
    fs::write(place.join("quick"), "(;SZ[7]RE[B+1];B[dd]VV[0.5];W[cc]VV[0.5])\n".repeat(4)).unwrap();
    let quick = net(place, &format!("train --games quick {train}").replace("my.net", "quick.net"));
    assert!(quick.output.contains("first five -, policy -, value 0."), "{}{}", quick.output, quick.error);
    for (engine, expected) in [
        ("false", "the engine exited"),
        ("/none", "cannot start the engine '/none'"),
        (env!("CARGO_BIN_EXE_brasa"), "the engine wrote '? unknown command"),
        ("cat", "game 1: the engine's answer has no turnNumber"),
        ("sleep 1000", "the engine did not answer within 3 s"),
    ] {
        let run = label(engine, "--games games --timeout 3", "none");
        assert!(run.status == 2 && run.error.contains(expected), "{engine}: {}", run.error);
    }
    let run = label(&own, "--games .", "none");
    assert!(run.status == 2 && run.error.contains(".: Is a directory"), "{}", run.error);
}

#[cfg(unix)]
#[test]
fn answers_of_an_engine_are_those_to_the_queries_and_in_range() {
    let place = tempdir().unwrap();
    let place = place.path();
    fs::write(place.join("game"), "(;SZ[3:3]KM[7];B[bb];W[aa]VV[0.5]VL[0];B[ba])\n").unwrap();
    let engine = "sh -c 'read -r query; cat answer; cat > rest'";
    let label = |turn: u32, share: f64, out: &str| {
        let policy = [share, 0.25, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0, 0.0, 0.0];
        let answer = json!({
            "id": "0", "turnNumber": turn, "rootInfo": {"winrate": 0.5, "scoreLead": 1.0}, "policy": policy,
            "ownership": vec![0.0; 9],
        });
        fs::write(place.join("answer"), format!("{answer}\n")).unwrap();
        brasa(place, &["net", "label", "--engine", engine, "--games", "game", "--out", out])
    };
    let run = label(1, 0.75, "labels");
    assert_eq!(run.status, 0, "{}", run.error);
    let labels = fs::read_to_string(place.join("labels")).unwrap();
    assert!(labels.contains(";W[aa]VV[0.5000]VL[-1.0]VC[aa 7500 ba 2500]"), "{labels}");
    for (turn, share, expected) in
        [(0, 0.75, "no turnNumber of the query"), (1, 1e300, "no weights of moves below 2^31")]
    {
        let run = label(turn, share, "none");
        assert!(run.status == 2 && run.error.contains(expected), "{}", run.error);
    }
}
