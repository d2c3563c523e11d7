//! RAVE statistics as shown by commands: in [0, 1] for a search with RAVE, and absent for one without.

use std::process::Command;

use brasa::framework::MoveStat;

use crate::gtp::{ask, gtp};
use crate::program::run_with;

/// A session after a 9x9 search, and the texts that show RAVE statistics, one per command.
fn shown(commands: &[&str]) -> [Vec<String>; 4] {
    let tmp = tempfile::tempdir().unwrap();
    let path = |name: &str| tmp.path().join(name).display().to_string();
    let mut gtp = gtp();
    for command in commands.iter().chain(&["boardsize 9", "reg_genmove b"]) {
        ask(&mut gtp, command);
    }
    let words = |text: &str, end: &str| -> Vec<String> {
        let cut = |line: &str| Some(line.split("rave ").nth(1)?.split(end).next()?.trim().to_owned());
        text.lines().filter_map(cut).collect()
    };
    let info = words(&ask(&mut gtp, "uct_node_info"), "prior");
    let values = ask(&mut gtp, "uct_rave_values").split_whitespace().map(str::to_owned).collect();
    ask(&mut gtp, &format!("uct_estimator_stat {}", path("moves")));
    let table = std::fs::read_to_string(path("moves")).unwrap();
    let table = table.lines().skip(1).map(|line| line.split('\t').nth(4).unwrap().to_owned()).collect();
    ask(&mut gtp, &format!("uct_savetree {}", path("tree")));
    let tree = std::fs::read_to_string(path("tree")).unwrap().replace("RAVE", "\nrave");
    [info, values, table, words(&tree, ",")]
}

#[test]
fn a_search_with_a_network_shows_no_rave_values() {
    let [info, values, table, tree] = shown(&["uct_param_globalsearch net scalar"]);
    for (texts, nothing) in [(info, "-"), (values, "\"\""), (table, ""), (tree, "-")] {
        assert!(!texts.is_empty() && texts.iter().all(|text| text == nothing), "{texts:?}");
    }
}

#[test]
fn a_prior_is_no_rave_value_without_rave() {
    for texts in shown(&["uct_param_globalsearch net none", "uct_param_search rave 0"]) {
        assert!(texts.iter().all(|text| ["-", "\"\"", ""].contains(&text.as_str())), "{texts:?}");
    }
}

#[test]
fn rave_values_are_shares_of_wins() {
    for texts in shown(&["uct_param_globalsearch net none"]) {
        let numbers = texts.iter().filter_map(|text| text.split(' ').next().unwrap().parse::<f64>().ok());
        let numbers: Vec<f64> = numbers.collect();
        assert!(numbers.len() > 3 && numbers.iter().all(|value| (0.0..=1.0).contains(value)), "{texts:?}");
    }
}

#[test]
fn a_move_without_playouts_has_no_value() {
    assert_eq!(MoveStat::default().known_value(), None);
    let known = [
        MoveStat { count: 1, ..MoveStat::default() },
        MoveStat { prior_weight: 0.5, ..MoveStat::default() },
        MoveStat { proven: Some(false), ..MoveStat::default() },
    ];
    assert!(known.iter().all(|stat| stat.known_value() == Some(0.0)));
}

/// What the program writes on standard error.
fn errors(options: &[&str], input: &str) -> String {
    run_with(Command::new(env!("CARGO_BIN_EXE_brasa")).args(options), input).error
}

#[test]
fn a_parameter_without_effect_is_remarked_where_it_is_set_and_listed() {
    const NOTE: &str = "brasa: rave_weight_initial has no effect in Go with a network;";
    let set =
        errors(&["--set", "net=scalar", "--set", "rave_weight_initial=5", "--set", "puct_constant=2"], "");
    assert!(set.starts_with(NOTE) && set.lines().count() == 1, "{set}");
    let set = errors(&["--set", "net=scalar"], "uct_param_search rave_weight_initial 5\n");
    assert!(set.starts_with(NOTE) && set.lines().count() == 1, "{set}");
    let listed = errors(&["--set", "net=scalar"], "uct_param_search\n");
    assert!(listed.contains("rave, rave_weight_initial, rave_weight_final"), "{listed}");
    let right =
        errors(&["--preset", "fuego2009", "--set", "rave_weight_initial=5"], "uct_param_search rave 1\n");
    assert_eq!(right, "");
}
