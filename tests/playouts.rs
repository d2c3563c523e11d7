//! The bias of playouts in the positions of `data/playouts/`, which are small enough to be solved. The first line of
//! each file names the winner.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

fn positions() -> Vec<PathBuf> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/playouts");
    let mut files: Vec<PathBuf> = directory.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// Returns the output of `brasa playouts` for each policy.
fn studies(file: &Path, policies: &str) -> Vec<Value> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_brasa"));
    command
        .args(["playouts", "--komi", "0.5", "-n", "4000", "--solve", "5m", "--json", "--policy", policies]);
    let output = command.arg("--diagram").arg(file).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let lines = String::from_utf8(output.stdout).unwrap();
    lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
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
