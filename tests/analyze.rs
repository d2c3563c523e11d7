//! Live analyses through the server: lines read as clients' own parsers read them, and every way of ending an analysis.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::Value;

use crate::gtp::{Shared, live, serve, wait_for};

/// A segment of a line: its key-value pairs and its line of play.
pub(crate) struct Segment {
    pairs: BTreeMap<String, String>,
    pv: Vec<String>,
}

impl Segment {
    pub(crate) fn text(&self, key: &str) -> &str {
        &self.pairs[key]
    }

    pub(crate) fn number(&self, key: &str) -> f64 {
        self.pairs[key].parse().unwrap()
    }
}

/// Reads a line as Sabaki does: it begins with `info`, each key has one value, and nothing follows the line of play.
pub(crate) fn segments(line: &str) -> Vec<Segment> {
    assert!(line.starts_with("info ") && !line.ends_with(' '), "{line}");
    let parse = |text: &str| {
        let (pairs, pv) = text.split_once(" pv ").unwrap_or_else(|| panic!("no pv: {text}"));
        let words: Vec<&str> = pairs.split_whitespace().collect();
        assert!(words.len().is_multiple_of(2), "{text}");
        let pairs = words.chunks(2).map(|pair| (pair[0].to_owned(), pair[1].to_owned()));
        let segment =
            Segment { pairs: pairs.collect(), pv: pv.split_whitespace().map(str::to_owned).collect() };
        assert!(segment.pv.iter().all(|mv| is_move(mv)), "{text}");
        assert_eq!(segment.pv.first(), segment.pairs.get("move"), "{text}");
        segment
    };
    let segments: Vec<_> = line.split("info ").skip(1).map(parse).collect();
    let orders: Vec<_> = segments.iter().map(|segment| segment.number("order") as usize).collect();
    assert_eq!(orders, (0..segments.len()).collect::<Vec<_>>(), "{line}");
    segments
}

pub(crate) fn is_move(text: &str) -> bool {
    let point = text.strip_prefix(|c: char| c.is_ascii_uppercase() && c != 'I');
    text == "pass" || point.is_some_and(|row| (1..=19).contains(&row.parse().unwrap_or(0)))
}

/// Runs a session: starts an analysis, waits for two of its lines, sends what ends it, and returns the reply to the
/// analysis, which ends with an empty line, and the output after it.
fn ended(analysis: &str, end: Option<&[u8]>) -> (String, String) {
    let (mut input, output, thread) = live();
    input.write_all(b"boardsize 9\n").unwrap();
    wait_for(&output, 1);
    writeln!(input, "{analysis}").unwrap();
    wait_until(&output, |text| text.matches("\ninfo ").count() >= 2);
    let expected = if end.is_some() { 3 } else { 2 };
    if let Some(end) = end {
        input.write_all(end).unwrap();
        input.write_all(b"99 echo end\n").unwrap();
        wait_for(&output, expected);
    }
    drop(input);
    thread.join().unwrap();
    let text = output.text();
    let (_, rest) = text.split_once("\n\n").unwrap();
    let (reply, after) = rest.split_once("\n\n").unwrap_or_else(|| panic!("not closed: {rest}"));
    (reply.to_owned(), after.to_owned())
}

fn wait_until(output: &Shared, is_there: impl Fn(&str) -> bool) {
    for _ in 0..6000 {
        if is_there(&output.text()) {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("nothing: {}", output.text());
}

#[test]
fn any_line_and_the_end_of_the_input_end_an_analysis() {
    for (end, after) in [
        (&b"\n"[..], "=99 end\n\n"),
        (b"\r\n", "=99 end\n\n"),
        (b"   \t \n", "=99 end\n\n"),
        (b"# interrupt\n", "=99 end\n\n"),
        (b"# any\n", "=99 end\n\n"),
        (b"stop\n", "= \n\n=99 end\n\n"),
        (b"5 name\r\n", "=5 brasa\n\n=99 end\n\n"),
        (b"echo \xc3\xa9\xff\n", "= \u{e9}\u{fffd}\n\n=99 end\n\n"),
        (b"nonsense\n", "? unknown command\n\n=99 end\n\n"),
        (b"1 lz-analyze 100000\n", "=1\n\n=99 end\n\n"),
    ] {
        let (reply, rest) = ended("lz-analyze 5", Some(end));
        assert!(reply.starts_with("=\ninfo "), "{reply}");
        assert_eq!(rest, after, "{}", String::from_utf8_lossy(end));
    }
    let (reply, rest) = ended("  7   kata-analyze b 5\r", None);
    assert!(reply.starts_with("=7\ninfo "), "{reply}");
    assert_eq!(rest, "");
}

#[test]
fn lines_that_wait_end_an_analysis_at_once() {
    let (_, output) =
        serve("boardsize 9\n1 lz-analyze 100000\n2 kata-analyze 100000\n\n3 name\n4 lz-analyze");
    assert_eq!(output, "= \n\n=1\n\n=2\n\n=3 brasa\n\n=4\n\n");
}

#[test]
fn lz_lines_have_whole_numbers() {
    let (reply, _) = ended("lz-analyze b interval 5 maxmoves 4", Some(b"name\n"));
    for line in reply.lines().skip(1) {
        let segments = segments(line);
        assert!((1..=4).contains(&segments.len()), "{line}");
        for segment in segments {
            assert_eq!(
                segment.pairs.keys().collect::<Vec<_>>(),
                ["lcb", "move", "order", "prior", "visits", "winrate"]
            );
            for key in ["winrate", "prior", "lcb"] {
                assert!(segment.pairs[key].parse::<u32>().unwrap() <= 10_000, "{line}");
            }
        }
    }
}

#[test]
fn kata_lines_have_the_keys_of_kata() {
    let (reply, _) = ended("kata-analyze b 5", Some(b"name\n"));
    for line in reply.lines().skip(1) {
        for segment in segments(line) {
            for key in ["winrate", "prior", "lcb"] {
                assert!(
                    (0.0..=1.0).contains(&segment.number(key)) && segment.pairs[key].contains('.'),
                    "{line}"
                );
            }
            for key in ["visits", "edgeVisits", "utility", "scoreMean", "scoreStdev", "scoreLead", "weight"] {
                assert!(segment.number(key).is_finite(), "{line}");
            }
        }
    }
}

/// Returns the numbers after a key, up to the next key.
fn numbers(line: &str, key: &str) -> Vec<f64> {
    let (_, rest) = line.split_once(&format!(" {key} ")).unwrap_or_else(|| panic!("no {key}: {line}"));
    rest.split(' ').map_while(|word| word.parse().ok()).collect()
}

#[test]
fn kata_prints_what_is_asked_for() {
    let keys = "rootInfo true ownership true ownershipStdev true movesOwnership true movesOwnershipStdev true \
                pvVisits true pvEdgeVisits true noResultValue true maxmoves 2";
    let (reply, _) = ended(&format!("kata-analyze b 5 {keys}"), Some(b"name\n"));
    let line = reply.lines().last().unwrap();
    for key in ["ownership", "ownershipStdev", "movesOwnership", "movesOwnershipStdev"] {
        let owners = numbers(line, key);
        assert!(owners.len() == 81 && owners.iter().all(|owner| owner.abs() <= 1.0), "{key}: {line}");
    }
    let pv = line.split_once(" pv ").unwrap().1.split(' ').take_while(|mv| is_move(mv)).count();
    assert_eq!([numbers(line, "pvVisits").len(), numbers(line, "pvEdgeVisits").len()], [pv, pv], "{line}");
    let root = line.split_once("rootInfo ").unwrap().1;
    for key in ["winrate", "scoreLead", "visits"] {
        assert!(numbers(&format!(" {root}"), key).len() == 1, "{line}");
    }
    assert!(line.contains(" noResultValue 0.000000 "), "{line}");
}

#[test]
fn a_move_that_is_analyzed_is_played_whatever_lines_come() {
    let (mut input, output, thread) = live();
    // Without a clock or a limit, the interrupt ends the search.
    input.write_all(b"boardsize 9\n3 kata-genmove_analyze b 2\n\n").unwrap();
    wait_until(&output, |text| text.matches("\ninfo ").count() >= 5);
    assert!(!output.text().contains("\nplay "));
    input.write_all(b"# interrupt\n4 list_stones b\n").unwrap();
    wait_for(&output, 3);
    drop(input);
    thread.join().unwrap();
    let text = output.text();
    let replies: Vec<_> = text.split("\n\n").collect();
    let lines: Vec<_> = replies[1].lines().collect();
    assert_eq!(lines[0], "=3");
    let (last, info) = lines[1..].split_last().unwrap();
    info.iter().for_each(|line| drop(segments(line)));
    let played = last.strip_prefix("play ").unwrap();
    assert_eq!(replies[2], format!("=4 {played}"));
}

#[test]
fn cgos_gets_json_for_every_move() {
    // The first move comes from the book, the second from a search; the pass answers another pass without a search.
    let wall = |col| (1..6).map(|row| format!(" b {col}{row}")).collect::<String>();
    let script = "boardsize 9\ngo_param use_book 1\ncgos-genmove_analyze b\ngo_param use_book 0\ncgos-genmove_analyze w\n\
                  boardsize 5";
    let rest =
        format!("set_position{}{}\nplay b A3\nplay w pass\ncgos-genmove_analyze b", wall('B'), wall('D'));
    let (_, output) = serve(format!("{script}\n{rest}"));
    let replies: Vec<_> = output.split_terminator("\n\n").collect();
    let mut moves = Vec::new();
    for (i, points) in [(2, 81), (4, 81), (9, 25)] {
        let lines: Vec<_> = replies[i].split('\n').collect();
        assert_eq!((lines.len(), lines[0]), (3, "="), "{}", replies[i]);
        let json: Value = serde_json::from_str(lines[1]).unwrap();
        assert!((0.0..=1.0).contains(&json["winrate"].as_f64().unwrap()), "{json}");
        assert!(json["score"].as_f64().is_some(), "{json}");
        assert_eq!(json["ownership"].as_str().unwrap().chars().count(), points, "{json}");
        let best = &json["moves"][0];
        assert_eq!(format!("play {}", best["move"].as_str().unwrap()), lines[2], "{json}");
        assert!(best["pv"].as_str().unwrap().split_whitespace().all(is_move), "{json}");
        moves.push((
            json["visits"].as_u64().unwrap(),
            json["moves"].as_array().unwrap().len(),
            lines[2].to_owned(),
        ));
    }
    // A move made without a search is the only one analyzed.
    assert!(moves[0].1 == 1 && moves[1].1 > 1, "{moves:?}");
    assert_eq!((moves[2].1, &moves[2].2[..]), (1, "play pass"), "{moves:?}");
}

#[test]
fn an_analysis_leaves_its_tree_to_the_next_move() {
    let (mut input, output, thread) = live();
    input.write_all(b"boardsize 9\nuct_param_player max_games 60\nlz-analyze b 5\n").unwrap();
    // The best move's, in the last report.
    let visits =
        |text: &str| text.lines().last()?.split("visits ").nth(1)?.split(' ').next()?.parse::<u64>().ok();
    wait_until(&output, |text| visits(text) > Some(60) && text.matches("visits ").count() > 20);
    let search = "reg_genmove b\nuct_stat_search games_played\n";
    write!(input, "\nuct_stat_search count\n{search}clear_cache\n{search}").unwrap();
    wait_for(&output, 9);
    drop(input);
    thread.join().unwrap();
    let text = output.text();
    let number =
        |i: usize| text.split("\n\n").nth(i).unwrap().trim_start_matches("= ").parse::<u64>().unwrap();
    assert!(number(3) > 60, "{text}");
    assert!(number(5) < 2 && number(8) == 60, "{text}");
}

/// Starts the program with options.
fn program(options: &[&str]) -> std::process::Child {
    Command::new(env!("CARGO_BIN_EXE_brasa"))
        .args(["--quiet", "--threads", "1", "--set", "uct_max_memory=3e7"])
        .args(options)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

#[test]
fn a_client_that_reads_late_gets_a_whole_reply() {
    let mut child = program(&[]);
    let (mut input, mut output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    // A line longer than a pipe holds.
    input.write_all(b"1 kata-analyze b 1 minmoves 361 movesOwnership true\n").unwrap();
    let mut text = vec![0; 8];
    output.read_exact(&mut text).unwrap();
    input.write_all(b"2 name\n").unwrap();
    drop(input);
    output.read_to_end(&mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    let replies: Vec<_> = text.split_terminator("\n\n").collect();
    assert!(child.wait().unwrap().success() && text.len() > 1 << 17, "{}", text.len());
    assert!(
        replies[0].starts_with("=1\ninfo ")
            && replies[0].lines().skip(1).all(|line| line.starts_with("info "))
    );
    assert_eq!(replies[1..], ["=2 brasa"]);
}

#[test]
fn a_client_that_goes_away_ends_an_analysis() {
    let mut child = program(&[]);
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    input.write_all(b"lz-analyze b 1\n").unwrap();
    let mut line = String::new();
    while !line.starts_with("info ") {
        line.clear();
        assert!(output.read_line(&mut line).unwrap() > 0);
    }
    // The input stays open.
    drop(output);
    for _ in 0..6000 {
        if child.try_wait().unwrap().is_some() {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    child.kill().unwrap();
    panic!("the program does not end");
}
