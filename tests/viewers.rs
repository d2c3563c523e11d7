//! Programs with a board: a session of each, as it sends it, and the rules by which it reads the replies.
//!
//! The sessions in `data/viewers` have the format of the GTP transcripts. The line after an analysis is sent once the
//! analysis has shown its first line.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};

use crate::analyze::{is_move, segments};
use crate::gtp::{exchanges, matches};
use crate::servers::session;

/// Returns whether a command prints lines until the next command.
fn is_analysis(command: &str) -> bool {
    let name = command.split_whitespace().find(|word| word.parse::<u32>().is_err());
    name.is_some_and(|name| ["lz-analyze", "kata-analyze"].contains(&name))
}

/// Plays a session; returns each command with its reply, and the text on standard error.
fn play(name: &str, options: &[&str]) -> (Vec<(String, String)>, String) {
    let directory = tempfile::tempdir().unwrap();
    let session = session("viewers", name);
    let mut program = Command::new(env!("CARGO_BIN_EXE_brasa"))
        .args(["--playouts", "60", "--threads", "1", "--nobook", "--srand", "1"])
        .args(options)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = program.stdin.take().unwrap();
    let mut output = BufReader::new(program.stdout.take().unwrap());
    let mut replies: Vec<(String, String)> = Vec::new();
    for (number, command, expected) in exchanges(&session) {
        writeln!(input, "{}", command.replace("{tmp}", directory.path().to_str().unwrap())).unwrap();
        // The rest of an analysis comes first.
        if let Some((before, begun)) = replies.last_mut().filter(|(before, _)| is_analysis(before)) {
            *begun += &rest(&mut output);
            assert!(begun.lines().count() >= 2, "{before}: {begun}");
        }
        let mut reply = String::new();
        if is_analysis(command) {
            // The first line, and the first one of the analysis.
            for _ in 0..2 {
                output.read_line(&mut reply).unwrap();
            }
            replies.push((command.to_owned(), reply));
            continue;
        }
        reply += &rest(&mut output);
        let lines: Vec<&str> = reply.trim_end_matches('\n').split('\n').collect();
        assert!(matches(&expected, &lines), "{name}:{number}: {command}\n{reply}");
        replies.push((command.to_owned(), reply));
    }
    drop(input);
    let mut end = String::new();
    output.read_to_string(&mut end).unwrap();
    assert_eq!(end, "", "{name}: after quit");
    let mut errors = String::new();
    program.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
    assert!(program.wait().unwrap().success(), "{name}");
    (replies, errors)
}

/// Reads up to an empty line.
fn rest(output: &mut impl BufRead) -> String {
    let mut text = String::new();
    loop {
        let start = text.len();
        assert!(output.read_line(&mut text).unwrap() > 0, "the program has ended: {text}");
        if &text[start..] == "\n" {
            return text;
        }
    }
}

/// Checks the lines of each analysis and the moves after them. Anything after the line of play, such as ownership, is
/// cut off; `owners` is the number of owners expected there.
fn check_analyses(replies: &[(String, String)], owners: usize) {
    // The visits along the line of play.
    let visits = regex_lite::Regex::new(r" pvVisits( \d+)+").unwrap();
    let mut count = 0;
    for (command, reply) in replies.iter().filter(|(command, _)| command.contains("analyze ")) {
        for line in reply.lines().skip(1).filter(|line| line.starts_with("info ")) {
            let (line, rest) = line.split_once(" ownership ").unwrap_or((line, ""));
            let line = visits.replace_all(line, "");
            assert!(segments(&line).iter().all(|segment| segment.number("visits") > 0.0), "{line}");
            let found = rest.split_whitespace().map(|owner| owner.parse::<f64>().unwrap());
            let is_asked = command.contains("ownership");
            assert_eq!(found.clone().count(), if is_asked { owners } else { 0 }, "{command}");
            assert!(found.into_iter().all(|owner| (-1.0..=1.0).contains(&owner)));
            count += 1;
        }
        if command.contains("genmove") {
            let last = reply.trim_end().lines().last().unwrap();
            assert!(is_move(last.strip_prefix("play ").unwrap()), "{command}: {reply}");
        }
    }
    assert!(count >= 2);
}

/// Lizzie reads standard error together with standard output, so no line there may look like a reply.
fn check_errors(errors: &str) {
    for line in errors.lines() {
        let is_reply = ["=", "?", "info", "play", "komi=", "opp_komi=", "Tuning"]
            .iter()
            .any(|start| line.starts_with(start));
        assert!(!is_reply && !line.contains(" -> "), "{line}");
    }
}

/// GoGui drops all analyze commands if a line has fewer than three or more than five fields, or if a label is repeated.
#[test]
fn gogui() {
    let (replies, _) = play("gogui", &[]);
    let entries = &replies.iter().find(|(command, _)| command == "gogui-analyze_commands").unwrap().1;
    let labels: Vec<&str> =
        entries[2..].trim_end().lines().map(|line| line.split('/').nth(1).unwrap()).collect();
    let mut unique = labels.clone();
    unique.sort_unstable();
    unique.dedup();
    assert_eq!(unique.len(), labels.len());
    assert!(entries[2..].trim_end().lines().all(|line| (3..=5).contains(&line.split('/').count())));
    let commands = &replies.iter().find(|(command, _)| command == "list_commands").unwrap().1;
    for (command, _) in &replies {
        let name = command.split(' ').next().unwrap();
        assert!(commands[2..].lines().any(|known| known == name), "{name} is not listed");
    }
}

/// Sabaki prefers `analyze` over `kata-analyze`, and reads its win rates as integers.
#[test]
fn sabaki() {
    let (replies, _) = play("sabaki", &[]);
    check_analyses(&replies, 0);
    let commands = &replies.iter().find(|(command, _)| command == "list_commands").unwrap().1;
    let is_listed = |name: &str| commands[2..].lines().any(|known| known == name);
    assert!(is_listed("kata-analyze") && is_listed("kata-genmove_analyze"));
    assert!(!is_listed("analyze") && !is_listed("genmove_analyze"));
}

#[test]
fn lizzie() {
    let (replies, errors) = play("lizzie", &["--name", "KataGo"]);
    check_analyses(&replies, 81);
    check_errors(&errors);
    // C3 and C4 are not White's first moves.
    let avoided = replies.iter().find(|(command, _)| command.contains("avoid")).unwrap();
    assert!(!avoided.1.contains("move C3 ") && !avoided.1.contains("move C4 "), "{}", avoided.1);

    let (replies, errors) = play("lizzie-leela", &["--name", "Leela Zero", "--version-string", "0.17"]);
    check_analyses(&replies, 0);
    check_errors(&errors);
    let allowed = &replies.iter().find(|(command, _)| command.contains("allow")).unwrap().1;
    let is_allowed = |mv: &str| ["E5", "C3", "pass"].contains(&mv);
    for line in allowed.lines().filter(|line| line.starts_with("info ")) {
        for segment in segments(line) {
            assert!(is_allowed(segment.text("move")), "{line}");
            assert!(["winrate", "prior", "lcb"].iter().all(|key| segment.text(key).parse::<u32>().is_ok()));
        }
    }
}

#[test]
fn lizzieyzy() {
    let (replies, errors) = play("lizzieyzy", &["--name", "KataGo"]);
    check_analyses(&replies, 81);
    check_errors(&errors);
    let rules = &replies.iter().find(|(command, _)| command == "kata-get-rules").unwrap().1;
    let rules: serde_json::Value = serde_json::from_str(rules[2..].trim_end()).unwrap();
    assert_eq!((&rules["ko"], &rules["scoring"]), (&"SIMPLE".into(), &"AREA".into()));
}

/// LizGoban takes a reply's number for that of the command, and requests a feature if its test succeeded.
#[test]
fn lizgoban() {
    let (replies, errors) = play("lizgoban", &["--as", "katago"]);
    check_errors(&errors);
    for (number, (command, reply)) in replies.iter().enumerate() {
        assert!(reply[1..].starts_with(&number.to_string()), "{command}: {reply}");
    }
    let moves = |number: usize| -> Vec<String> {
        let lines = replies[number].1.lines().filter(|line| line.starts_with("info "));
        let moves = lines.flat_map(|line| line.split("info move ").skip(1));
        moves.map(|text| text.split(' ').next().unwrap().to_owned()).collect()
    };
    assert!(moves(24).len() >= 30, "minmoves");
    assert!(moves(28).iter().all(|mv| ["A1", "A2", "B1", "B2", "pass"].contains(&mv.as_str())), "allow");
    for feature in ["pvEdgeVisits", "rootInfo", "ownership", "ownershipStdev"] {
        assert!(replies[24].1.contains(&format!(" {feature} ")), "{feature}");
    }
    let last = replies[32].1.trim_end().lines().last().unwrap();
    assert!(is_move(last.strip_prefix("play ").unwrap()), "{last}");
}

/// Kigo reads the stones of a reply from one line, two words per move of top_moves, the bounds of the score, and the color
/// from loadsgf.
#[test]
fn kigo() {
    let (replies, _) = play("kigo", &["--as", "gnugo", "--mode", "gtp"]);
    let reply = |name: &str| {
        let (_, reply) = replies.iter().find(|(command, _)| command.starts_with(name)).unwrap();
        reply[2..].trim_end().to_owned()
    };
    for name in ["list_stones", "findlib", "all_legal", "final_status_list black_territory"] {
        assert_eq!(reply(name).lines().count(), 1, "{name}");
    }
    let score = reply("estimate_score");
    let form = regex_lite::Regex::new(
        r"^[BW]\+[0-9]+\.[0-9] \(upper bound: -?[0-9]+\.[0-9], lower: -?[0-9]+\.[0-9]\)$",
    );
    assert!(form.unwrap().is_match(&score), "{score}");
    let top = reply("top_moves_white");
    let words: Vec<&str> = top.split(' ').collect();
    assert!(words.len() >= 2 && words.len().is_multiple_of(2), "{top}");
    assert!(words.chunks(2).all(|pair| is_move(pair[0]) && pair[1].parse::<f64>().is_ok()), "{top}");
}

#[test]
fn q5go() {
    let (replies, _) = play("q5go", &[]);
    check_analyses(&replies, 0);
    for (command, reply) in &replies {
        let id = command.split_whitespace().next().unwrap();
        assert!(reply.starts_with(&format!("={id}")), "{command}: {reply}");
    }
}
