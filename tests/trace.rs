//! `brasa trace`: whole outputs as text, and the steps compared with what a search must do.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::program::brasa;

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/trace")
}

/// The first line of each file in `data/trace` has the arguments; the output follows.
#[test]
fn traces_are_those_of_the_files() {
    let mut count = 0;
    for entry in directory().read_dir().unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let (line, expected) = text.split_once('\n').unwrap();
        let args = shell_words::split(line.strip_prefix("$ brasa ").unwrap()).unwrap();
        let run = brasa(&directory(), &args.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!((run.status, &*run.error), (0, ""), "{}", path.display());
        assert_eq!(run.output, expected, "{}", path.display());
        count += 1;
    }
    assert!(count >= 5, "{count}");
}

/// Returns the steps of a trace.
fn steps(line: &str) -> Vec<Value> {
    let args = shell_words::split(&format!("trace {line} --json --steps 1000000 --srand 1")).unwrap();
    let run = brasa(&directory(), &args.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!((run.status, &*run.error), (0, ""), "{line}");
    run.output.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn number(value: &Value, name: &str) -> f64 {
    value[name].as_f64().unwrap_or(f64::INFINITY)
}

#[test]
fn alphabeta_enters_all_that_it_counts_and_cuts_where_the_window_says() {
    for line in [
        "alphabeta -g tictactoe --moves 'B2 A1' --param depth=5",
        "alphabeta -g clobber --cols 4 --rows 3 --param depth=6 --param hash_entries=0",
        "alphabeta --size 3 --param depth=3",
    ] {
        let steps = steps(line);
        let count = |name: &str| steps.iter().filter(|step| step["step"] == name).count();
        let nodes = steps.last().unwrap()["nodes"].as_u64().unwrap() as usize;
        assert_eq!(count("enter") + count("deepen"), nodes, "{line}");
        assert_eq!(count("enter"), count("leave"), "{line}");
        assert!(count("cut") > 5, "{line}");
        // For each ply, the upper bound of the window and the value of the last move.
        let (mut betas, mut values) = (vec![0.0; 20], vec![0.0; 20]);
        for step in &steps {
            let Some(ply) = step["ply"].as_u64().map(|ply| ply as usize) else { continue };
            match step["step"].as_str().unwrap() {
                "enter" => betas[ply] = number(step, "beta"),
                "leave" => values[ply] = number(step, "value"),
                _ => assert!(values[ply] >= betas[ply].min(1.0), "{line}: {step}"),
            }
        }
    }
}

#[test]
fn a_choice_has_the_highest_bound() {
    for line in [
        "ucb -g tictactoe --playouts 60 --width 400",
        "ucb -g clobber --playouts 60 --param bound=ucb1 --width 400",
        "uct -g tictactoe --playouts 60 --width 400",
        "uct -g go --size 5 --playouts 60 --width 400",
        "uct -g go --size 5 --preset gnugo-mc --playouts 60 --width 400",
    ] {
        let (mut choices, mut playouts) = (0, 0);
        for step in steps(line) {
            match step["step"].as_str().unwrap() {
                "choose" => {
                    let moves = step["moves"].as_array().unwrap();
                    let bound = |stat: &Value| number(stat, "bound");
                    let chosen = moves.iter().find(|stat| stat["move"] == step["choice"]).unwrap();
                    assert!(moves.iter().all(|stat| bound(stat) <= bound(chosen)), "{line}: {step}");
                    let tries: f64 = moves.iter().map(|stat| number(stat, "tries")).sum();
                    if line.starts_with("ucb") {
                        assert_eq!(
                            (tries, step["playout"].as_u64()),
                            (f64::from(playouts), Some(playouts as u64 + 1))
                        );
                    }
                    choices += 1;
                }
                "playout" => {
                    playouts += 1;
                    let chosen = step["chosen"].as_u64().unwrap() as usize;
                    assert!(
                        chosen >= 1 && chosen <= step["line"].as_array().unwrap().len(),
                        "{line}: {step}"
                    );
                }
                _ => {}
            }
        }
        assert!(choices >= playouts && playouts >= 50, "{line}: {choices} choices, {playouts} playouts");
    }
}

#[test]
fn every_search_of_every_game_can_be_traced() {
    for game in ["go --size 3", "tictactoe", "clobber --cols 3 --rows 3", "nogo --size 3"] {
        for search in ["random", "greedy", "safety", "alphabeta", "dfpn", "montecarlo", "amaf", "ucb", "uct"]
        {
            let steps = steps(&format!("{search} -g {game}"));
            let result = steps.last().unwrap();
            assert_eq!(result["step"], "result");
            assert_eq!(result["steps"].as_u64().unwrap() as usize, steps.len() - 1, "{game} {search}");
            assert!(search == "random" || steps.len() > 1, "{game} {search}");
        }
        let steps = steps(&format!("playout -g {game}"));
        assert_eq!(steps.last().unwrap()["moves"].as_u64().unwrap() as usize, steps.len() - 1, "{game}");
        assert!(steps[0]["rule"].is_string());
    }
}

#[test]
fn faults_are_told() {
    for (line, message) in [
        ("trace best", "invalid value 'best' for '[WHAT]'"),
        ("trace ucb --param depth=3", "unknown parameter 'depth'"),
        ("trace alphabeta --param depth=0", "depth"),
        ("trace playout --param depth=3", "--param depth=3: unknown parameter 'depth'"),
        ("trace playout --playouts 5", "--playouts and --time limit a search"),
        ("trace ucb -g tictactoe --moves A1,A2,B1,B2,C1", "the game is over"),
        ("trace ucb -g nogo --diagram x.txt", "--diagram: not an option for nogo; use --moves"),
    ] {
        let run = brasa(&directory(), &line.split(' ').collect::<Vec<_>>());
        assert!(run.status == 2 && run.error.contains(message), "{line}: {}", run.error);
    }
}

#[test]
fn the_plotting_script_draws_a_line_for_each_value() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/plot.py");
    let plot = |args: &[&str], input: &str| {
        let mut command = Command::new("python3");
        command.arg(&script).args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // Without Python, the script cannot run.
        let mut child = command.spawn().ok()?;
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Some((output.status.code(), text(output.stdout), text(output.stderr)))
    };
    let run = brasa(&directory(), &["trace", "ucb", "-g", "tictactoe", "--width", "3", "--json"]);
    let Some((status, svg, error)) = plot(&["playout", "tries", "--by", "move"], &run.output) else { return };
    assert_eq!((status, &*error), (Some(0), ""));
    let lines = svg.matches("fill=\"none\"").count();
    assert!((3..=9).contains(&lines) && svg.contains("<title>tries by playout</title>"), "{svg}");
    for (input, message) in [
        ("{\"a\": 1", "line 1: expected a JSON object"),
        ("\n[1]", "line 2: expected a JSON object"),
        ("{\"playout\": 1}", "no object has numbers for both playout and tries"),
    ] {
        let (status, _, error) = plot(&["playout", "tries"], input).unwrap();
        assert!(status == Some(1) && error.contains(message), "{error}");
    }
    // It replaces its own files only.
    let place = tempfile::tempdir().unwrap();
    let (file, input) = (place.path().join("file"), "{\"playout\": 1, \"tries\": 2}");
    for (before, is_replaced) in [("", true), ("<svg>", true), ("notes", false)] {
        std::fs::write(&file, before).unwrap();
        let (status, ..) = plot(&["playout", "tries", "-o", file.to_str().unwrap()], input).unwrap();
        let is_same = std::fs::read_to_string(&file).unwrap() == before;
        assert_eq!((status, is_same), (Some(i32::from(!is_replaced)), !is_replaced), "{before}");
    }
}

#[test]
fn options_of_the_presets_player_need_its_search() {
    let run = brasa(&directory(), &["trace", "montecarlo", "--preset", "go3", "--sim", "3", "--size", "3"]);
    assert!(run.status == 2 && run.error.contains("`brasa trace player`"), "{}", run.error);
}
