//! The bias of playouts in the positions of `data/playouts/`, which are small enough to be solved. The first line of
//! each file names the winner.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::program::brasa;

fn positions() -> Vec<PathBuf> {
    let directory = Path::new("tests/data/playouts");
    let mut files: Vec<PathBuf> = directory.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// Returns the output of `brasa playouts` for each policy.
fn studies(file: &Path, policies: &str) -> Vec<Value> {
    let file = file.to_str().unwrap();
    measured(&format!("--komi 0.5 -n 4000 --solve 5m --policy {policies} --diagram {file}"))
}

#[test]
fn rules_have_less_bias_than_chance() {
    let files = positions();
    assert!(files.len() >= 4);
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let winner = if text.starts_with("# Black wins") { 1.0 } else { 0.0 };
        let studies = studies(&file, "random,fuego,rulebased");
        let number = |i: usize, name: &str| studies[i][name].as_f64().unwrap();
        assert_eq!(number(0, "minimax_black"), winner, "{}", file.display());
        for ruled in 1..studies.len() {
            let [random, rules] = [0, ruled].map(|i| number(i, "bias"));
            let doubt = 3.0 * (number(0, "standard_error") + number(ruled, "standard_error"));
            assert!(rules + doubt < random, "{}: {rules} and {random}", file.display());
        }
    }
}

#[test]
fn the_numbers_belong_together() {
    let studies = studies(&positions()[0], "random");
    let number = |name: &str| studies[0][name].as_f64().unwrap();
    let (mean, count) = (number("win_rate_black"), number("playouts"));
    assert_eq!(count, 4000.0, "none is broken off");
    // The variance of numbers that are 0 or 1.
    assert!((number("variance") - mean * (1.0 - mean)).abs() < 1e-9);
    assert!((number("standard_error") - (number("variance") / count).sqrt()).abs() < 1e-9);
    assert!((number("bias") - (number("minimax_black") - mean).abs()).abs() < 1e-9);
    // The ownership sums to the score plus the komi of half a point.
    let ownership: f64 =
        studies[0]["ownership"].as_object().unwrap().values().map(|v| v.as_f64().unwrap()).sum();
    assert!((ownership - 0.5 - number("score")).abs() < 0.01, "{ownership} {}", number("score"));
}

/// Returns the output of `brasa playouts` with JSON for each policy.
fn measured(line: &str) -> Vec<Value> {
    let args: Vec<_> = ["playouts", "--json"].into_iter().chain(line.split(' ')).collect();
    let run = brasa(Path::new("."), &args);
    assert_eq!((run.status, &*run.error), (0, ""), "{line}");
    run.output.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn every_game_has_playouts() {
    for (line, minimax) in [
        ("-g tictactoe --moves B2,A2", 1.0),
        ("-g tictactoe", 0.5),
        ("-g clobber --cols 4 --rows 3", 0.0),
        ("-g nogo --cols 3 --rows 2 --color white", 1.0),
    ] {
        let [study] = &measured(&format!("{line} -n 300 --drift 20"))[..] else { panic!("{line}") };
        assert_eq!(
            (study["playouts"].as_u64(), study["broken_off"].as_u64()),
            (Some(300), Some(0)),
            "{line}"
        );
        assert_eq!(study["minimax_black"].as_f64(), Some(minimax), "{line}");
        let drift = study["drift"].as_array().unwrap();
        assert_eq!((drift[0]["moves"].as_u64(), drift[0]["bias"].as_f64()), (Some(0), Some(0.0)), "{line}");
        assert!(drift.last().unwrap()["moves"].is_null() && drift.len() > 2, "{line}");
    }
}

/// White wins some random playouts of this position, which Black should win: the later, the more.
#[test]
fn bad_moves_of_playouts_add_up() {
    let position = "--sgf src/guide/positions/4-larger-move-first.sgf";
    let studies = measured(&format!("{position} -n 100 --drift 60 --solve 5m --policy random,fuego"));
    let bias = |i: usize, moves: Option<u64>| {
        let drift = studies[i]["drift"].as_array().unwrap();
        drift.iter().find(|step| step["moves"].as_u64() == moves).unwrap()["bias"].as_f64().unwrap()
    };
    assert!(bias(0, Some(2)) + 0.1 < bias(0, Some(4)) && bias(0, None) > 0.25);
    assert_eq!(bias(1, None), 0.0);
}

#[test]
fn playouts_that_are_too_long_are_counted() {
    let [study] = &measured("--size 2 --policy random -n 1000")[..] else { panic!("one policy") };
    let [played, broken_off] = ["playouts", "broken_off"].map(|name| study[name].as_u64().unwrap());
    assert!(broken_off > 0 && played > 0 && played + broken_off == 1000, "{played} and {broken_off}");
}

#[test]
fn parameters_of_policies_can_be_set() {
    let plain = measured("--size 5 --policy fuego -n 20 --solve 0");
    let changed = measured("--size 5 --policy fuego -n 20 --solve 0 --set use_patterns_in_playout=0");
    assert_ne!(plain[0]["length"], changed[0]["length"]);
    // A network takes no part, so that nothing is said to have no effect.
    measured("--size 9 --policy rulebased -n 5 --solve 0 --set rule_defend=1");
    for (line, message) in [
        ("--set playout_policy=random", "--set playout_policy: use --policy to choose policies"),
        ("--set polic=1", "did you mean playout_policy?"),
        ("-g clobber --policy random", "--policy: only for Go"),
        ("-g clobber --komi 3", "--komi: only for Go"),
    ] {
        let args: Vec<_> = ["playouts"].into_iter().chain(line.split(' ')).collect();
        let run = brasa(Path::new("."), &args);
        assert!(run.status == 2 && run.error.contains(message), "{line}: {}", run.error);
    }
}
