//! Random GTP lines: each command gets one reply, and a failing command changes nothing.

use brasa::gtp::commands::{CHAPTERS, Gtp};
use brasa::gtp::protocol;
use proptest::prelude::*;

use crate::fuzz::harmless;
use crate::gtp::gtp;

/// Returns the state that a failing command must not change.
pub(crate) fn state(gtp: &mut Gtp) -> String {
    let mut text = String::new();
    for command in [
        "go_board",
        "get_komi",
        "go_param",
        "go_param_rules",
        "uct_param_search",
        "uct_param_player",
        "uct_param_globalsearch",
        "uct_param_policy",
        "uct_param_rootfilter",
        "uct_param_treefilter",
        "get_random_seed",
        "uct_value",
        "settings",
        "showboard",
        "go_clock",
    ] {
        text += &gtp.answer(command.as_bytes()).unwrap();
    }
    text
}

/// Words that commands accept, and some that none does.
pub(crate) const WORDS: &[&str] = &[
    "b",
    "w",
    "black",
    "WHITE",
    "green",
    "D4",
    "d4",
    "A1",
    "J9",
    "I5",
    "T19",
    "Z99",
    "A0",
    "pass",
    "PASS",
    "resign",
    "0",
    "1",
    "2",
    "3",
    "5",
    "9",
    "13",
    "19",
    "-1",
    "7.5",
    "1e300",
    "nan",
    "inf",
    "99999999999999999999",
    "none",
    "absolute",
    "byoyomi",
    "canadian",
    "fischer",
    "fischer-capped",
    "chinese",
    "japanese",
    "cgos",
    "dead",
    "alive",
    "seki",
    "allow_suicide",
    "ko_rule",
    "simple",
    "superko",
    "timelimit",
    "accept_illegal",
    "rave",
    "uct_max_memory",
    "1e15",
    "expand_threshold",
    "rave_weight_final",
    "move_select",
    "value",
    "nakade_heuristic",
    "playout_policy",
    "random",
    "go",
    "clobber",
    "nogo",
    "tictactoe",
    "search",
    "mixed",
    "sp-safe",
    "alphabeta",
    "ucb",
    "A1-B1",
    "rootInfo",
    "true",
    "minmoves",
    "maxmoves",
    "avoid",
    "allow",
    "A1,B2",
    "9:9",
    "maxTime",
    "{\"ko\":\"SIMPLE\"}",
    "player",
    "ladder",
    "/nonexistent",
    "\"a b\"",
    "\"",
    "é",
    "\u{0}",
    "#",
];

fn line() -> impl Strategy<Value = Vec<u8>> {
    let of_players = ["black_depth", "white_hash_entries", "black_simulations", "white_time_share"];
    let names = CHAPTERS.iter().flat_map(|chapter| chapter.infos()).map(|info| info.name);
    let names: Vec<&str> = names.chain(of_players).collect();
    let words = proptest::collection::vec(proptest::sample::select(WORDS), 0..6);
    let id = prop_oneof![4 => Just(String::new()), 1 => any::<u64>().prop_map(|id| format!("{id} "))];
    let sensible = (id, proptest::sample::select(names), words)
        .prop_map(|(id, name, words)| format!("{id}{name} {}", words.join(" ")).into_bytes());
    let mutated = (sensible.clone(), any::<proptest::sample::Index>(), any::<u8>());
    let mutated = mutated.prop_map(|(mut line, index, byte)| {
        let at = index.index(line.len());
        line[at] = byte;
        line
    });
    let garbage = proptest::collection::vec(any::<u8>(), 0..60);
    let moves = (0..19u8, 1..=19u8, any::<bool>()).prop_map(|(col, row, black)| {
        let letter = char::from(b'A' + col + u8::from(col >= 8));
        format!("play {} {letter}{row}", if black { "b" } else { "w" }).into_bytes()
    });
    prop_oneof![4 => sensible, 2 => mutated, 1 => garbage, 2 => moves]
}

/// Returns the configuration: 40 cases, or the number in `PROPTEST_CASES`.
fn config() -> ProptestConfig {
    let config = ProptestConfig { failure_persistence: None, ..ProptestConfig::default() };
    if std::env::var_os("PROPTEST_CASES").is_some() { config } else { ProptestConfig { cases: 40, ..config } }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn no_line_breaks_the_program(lines in proptest::collection::vec(line(), 1..40)) {
        let tmp = tempfile::tempdir().unwrap();
        let mut gtp = gtp();
        gtp.answer(b"boardsize 7");
        for mut line in lines {
            line.retain(|&byte| byte != b'\n');
            let file = tmp.path().join("file");
            let Some(line) = harmless(&line, file.to_str().unwrap()) else { continue };
            let before = state(&mut gtp);
            let is_command = !matches!(protocol::parse(&line), Ok(None));
            let reply = gtp.answer(&line);
            prop_assert_eq!(reply.is_some(), is_command);
            let Some(reply) = reply else { continue };
            prop_assert!(reply.starts_with(['=', '?']) && reply.ends_with("\n\n"));
            prop_assert_eq!(reply.matches("\n\n").count(), 1, "{}", reply);
            if reply.starts_with('?') {
                prop_assert_eq!(&before, &state(&mut gtp), "{}: {}", String::from_utf8_lossy(&line), reply);
            }
        }
    }
}
