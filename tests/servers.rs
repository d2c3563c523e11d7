//! Clients of servers, and match programs: a session of each, as it sends it, played with the settings in `scripts`,
//! and the rules by which it reads the replies.
//!
//! The sessions in `data/servers` have the format of the GTP transcripts.

use std::path::Path;
use std::process::Command;

use crate::gogui::is_move;
use crate::gtp::{exchanges, matches};
use crate::program::{Run, run_with};

/// Returns the text of a session in a directory of `data`.
pub(crate) fn session(directory: &str, name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/data/{directory}/{name}.gtp"));
    std::fs::read_to_string(path).unwrap()
}

/// Plays a session, compares the replies, and returns each command with its reply, and the text on standard error.
fn play(name: &str, config: Option<&str>, line_end: &str) -> (Vec<(String, String)>, String) {
    let session = session("servers", name);
    let exchanges = exchanges(&session);
    let mut command = Command::new(env!("CARGO_BIN_EXE_brasa"));
    command.args(["--quiet", "--playouts", "60", "--threads", "1", "--nobook", "--srand", "1"]);
    let directory = tempfile::tempdir().unwrap();
    if let Some(config) = config {
        // The search of a real game takes too long for a test.
        let text =
            std::fs::read_to_string(script(config)).unwrap().replace("max_games 20000", "max_games 60");
        let path = directory.path().join(config);
        std::fs::write(&path, text).unwrap();
        command.arg("--config").arg(path);
    }
    let input: String = exchanges.iter().map(|(_, command, _)| format!("{command}{line_end}")).collect();
    let Run { status, output: out, error } = run_with(&mut command, &input);
    assert_eq!(status, 0, "{name}");
    assert!(out.ends_with("\n\n") && !out.contains('\r') && !out.contains("\n\n\n"), "{name}: {out}");
    let replies: Vec<&str> = out.split_terminator("\n\n").collect();
    assert_eq!(replies.len(), exchanges.len(), "{name}: {out}");
    for ((number, command, expected), reply) in exchanges.iter().zip(&replies) {
        let lines: Vec<&str> = reply.split('\n').collect();
        assert!(matches(expected, &lines), "{name}:{number}: {command}\n{reply}");
    }
    let commands = exchanges.iter().map(|(_, command, _)| (*command).to_owned());
    (commands.zip(replies.into_iter().map(str::to_owned)).collect(), error)
}

/// Checks the rules common to all clients: each command except queries is listed, and `genmove` replies with a move.
fn check(exchanges: &[(String, String)]) {
    let list = exchanges.iter().find(|(command, _)| command == "list_commands");
    for (command, reply) in exchanges {
        let name = command.split(' ').next().unwrap();
        if let Some((_, list)) = list {
            assert!(list[2..].lines().any(|known| known == name), "{name} is not listed");
        }
        if name.contains("genmove") && command.contains(' ') {
            let mv = reply.strip_prefix("= ").unwrap_or_default();
            assert!(is_move(mv, 9) || mv == "resign", "{command}: {reply}");
        }
    }
}

#[test]
fn kgs() {
    let (exchanges, _) = play("kgs", Some("kgs.gtp"), "\n");
    check(&exchanges);
    for (command, reply) in &exchanges {
        if command.starts_with("kgs-chat") {
            assert!(reply.is_ascii() && reply.lines().count() == 1, "{reply}");
        }
        if command.starts_with("place_free_handicap") {
            assert_eq!(reply[2..].split(' ').count(), 4);
        }
    }
}

/// The Tcl client reads exactly two lines per command during a game, and `?` ends the game.
#[test]
fn cgos_tcl() {
    let (exchanges, _) = play("cgos-tcl", Some("cgos.gtp"), "\n");
    check(&exchanges);
    for (command, reply) in &exchanges[1..] {
        assert!(reply.starts_with("= ") && reply.lines().count() == 1, "{command}: {reply}");
    }
}

#[test]
fn cgos_python() {
    let (exchanges, _) = play("cgos-python", None, "\n");
    check(&exchanges);
    assert!(exchanges.iter().all(|(_, reply)| reply.starts_with("= ")));
}

/// The client sends CRLF, and posts lines from standard error according to their form.
#[test]
fn gtp2ogs() {
    let (exchanges, err) = play("gtp2ogs", Some("ogs.gtp"), "\r\n");
    check(&exchanges);
    let handicap = exchanges.iter().find(|(command, _)| command.starts_with("place_free")).unwrap();
    assert_eq!(handicap.1[2..].split(' ').count(), 5);
    assert!(err.lines().any(|line| line.contains("KataGo") && !line.starts_with("MALKOVICH:")), "{err}");
    let number = r"-?\d+\.\d";
    let form = format!(
        r"^MALKOVICH:Visits \d+ Winrate \d+\.\d\d% ScoreLead {number} ScoreStdev {number} PV( ([A-HJ]\d|pass))+$"
    );
    let form = regex_lite::Regex::new(&form).unwrap();
    let lines: Vec<&str> = err.lines().filter(|line| line.starts_with("MALKOVICH:")).collect();
    // The last search may resign.
    let is_move =
        |(command, reply): &&(String, String)| command.starts_with("genmove") && reply != "= resign";
    let moves = exchanges.iter().filter(is_move).count();
    assert_eq!(lines.len(), moves, "{err}");
    for line in lines {
        assert!(form.is_match(line) || line.ends_with("without a search"), "{line}");
    }
}

#[test]
fn gomill() {
    let (exchanges, _) = play("gomill", None, "\n");
    check(&exchanges);
    let seconds = exchanges.iter().find(|(command, _)| command == "gomill-cpu_time").unwrap();
    assert!(seconds.1[2..].parse::<f64>().unwrap() > 0.0);
}

#[test]
fn the_line_for_ogs_is_off_by_default() {
    let (_, err) = play("gtp2ogs", None, "\r\n");
    assert!(!err.contains("MALKOVICH"), "{err}");
}

fn script(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts").join(name)
}

/// gtp2ogs rejects a file with an unknown key: these are the keys of its versions 8 and 9, each with the keys inside it
/// that both require.
#[test]
fn the_configuration_for_ogs_has_keys_that_gtp2ogs_knows() {
    let text = std::fs::read_to_string(script("ogs.json5")).unwrap();
    let text = regex_lite::Regex::new(r"(?m)^\s*//.*$").unwrap().replace_all(&text, "");
    let text = regex_lite::Regex::new(r"(\w+):").unwrap().replace_all(&text, "\"$1\":");
    let text = regex_lite::Regex::new(r",(\s*[}\]])").unwrap().replace_all(&text, "$1");
    let config: serde_json::Value = serde_json::from_str(&text).unwrap();
    let times = [
        ("concurrent_games", vec![]),
        ("simple", vec!["per_move_time_range"]),
        ("byoyomi", vec!["main_time_range", "period_time_range", "periods_range"]),
    ];
    for (key, value) in config.as_object().unwrap() {
        match key.as_str() {
            "apikey"
            | "engine"
            | "greeting"
            | "bot"
            | "allowed_board_sizes"
            | "allowed_time_control_systems" => {}
            "allow_ranked_handicap" | "allow_unranked_handicap" => assert!(value.is_boolean()),
            "allowed_live_settings" | "allowed_correspondence_settings" => {
                assert!(value["concurrent_games"].is_number());
                for (key, value) in value.as_object().unwrap() {
                    let (_, keys) = times.iter().find(|(known, _)| known == key).expect(key);
                    let found: Vec<_> = value.as_object().into_iter().flatten().map(|(key, _)| key).collect();
                    assert_eq!(&found, keys, "{key}");
                }
            }
            _ => panic!("gtp2ogs does not know {key}"),
        }
    }
}
