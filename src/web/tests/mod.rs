//! Tests the board through requests, without sockets.

mod files;
mod games;
mod study;
mod words;

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use proptest::prelude::*;
use serde_json::{Value, json};

use super::board::{Board, Opening};
use super::command::NAMES;
use super::request::{Body, Request};
use super::shelf::Shelf;
use crate::engine::{BoardSize, GAMES, SessionContext, Settings};
use crate::framework::Color;
use crate::sgf;

/// A board with a small engine.
struct Pages(Board);

impl Pages {
    fn open(game: &str, size: Option<u8>, record: Option<&str>) -> Self {
        Self::open_with(game, size, record, "30")
    }

    fn open_with(game: &str, size: Option<u8>, record: Option<&str>, playouts: &str) -> Self {
        let opening = Opening { record: record.map(str::as_bytes), ..Opening::default() };
        Self::open_as(game, size, opening, playouts)
    }

    /// A board with a folder for its games.
    fn with_folder(game: &str, directory: &Path) -> Self {
        let opening = Opening { shelf: Some(Shelf::at(directory.to_owned())), ..Opening::default() };
        Self::open_as(game, Some(9), opening, "30")
    }

    fn open_as(game: &str, size: Option<u8>, opening: Opening<'_>, playouts: &str) -> Self {
        let mut settings = Settings::new(size.unwrap_or(9));
        for (name, value) in [
            ("max_games", playouts),
            ("number_threads", "1"),
            ("use_book", "0"),
            ("uct_max_memory", "64000000"),
        ] {
            settings.set(name, value).unwrap();
        }
        let context = SessionContext::new(settings, 1, Arc::default());
        let entry = GAMES.iter().find(|entry| entry.name == game).unwrap();
        let session = (entry.open)(BoardSize { cols: size, rows: size }, Color::Black, context).unwrap();
        Self(Board::start(session, entry, opening, 8361).unwrap())
    }

    fn send(&self, method: &str, path: &str, body: &[u8]) -> (u16, Vec<u8>) {
        let headers = vec![("host".to_owned(), "127.0.0.1:8361".to_owned())];
        let request =
            Request { method: method.to_owned(), path: path.to_owned(), headers, body: body.to_vec() };
        let response = self.0.answer(&request);
        match response.body {
            Body::Bytes(bytes) => (response.status, bytes),
            Body::Events => (response.status, Vec::new()),
        }
    }

    /// Sends a command; returns its answer or refusal message.
    fn post(&self, command: &str, body: Value) -> Result<Value, String> {
        let (status, bytes) = self.send("POST", &format!("/api/{command}"), body.to_string().as_bytes());
        let answer: Value = serde_json::from_slice(&bytes).unwrap();
        if status == 200 {
            return Ok(answer);
        }
        let message = answer["error"].as_str().unwrap();
        assert!(status != 409 || words::is_translated(message), "{message}");
        Err(message.to_owned())
    }

    fn get(&self, topic: &str) -> Value {
        let (status, bytes) = self.send("GET", &format!("/api/{topic}"), b"");
        assert_eq!(status, 200);
        let value: Value = serde_json::from_slice(&bytes).unwrap();
        if let Some(note) = value["note"].as_str().filter(|note| !note.is_empty()) {
            assert!(note.split('\n').all(words::is_translated), "{note}");
        }
        value
    }

    /// Waits for the wanted state.
    fn wait(&self, is_wanted: impl Fn(&Value) -> bool) -> Value {
        let start = Instant::now();
        loop {
            let state = self.get("state");
            if is_wanted(&state) {
                return state;
            }
            assert!(start.elapsed() < Duration::from_secs(60), "{state}");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    fn record(&self, file: &str) -> String {
        String::from_utf8(self.send("GET", &format!("/api/{file}"), b"").1).unwrap()
    }
}

#[test]
fn a_game_is_played_counted_and_saved() {
    let pages = Pages::open("go", Some(5), None);
    pages.wait(|state| state["toPlay"] == "black");
    assert_eq!(
        pages.post("play", json!({ "move": "Z9" })),
        Err("'Z9' is not a move on this board: moves look like A1".to_owned())
    );
    pages.post("play", json!({ "move": "C3" })).unwrap();
    pages.wait(|state| state["number"] == 2);
    assert_eq!(
        pages.post("play", json!({ "move": "C3" })),
        Err("illegal move: the point is occupied".to_owned())
    );
    pages.post("players", json!({ "white": "person" })).unwrap();
    pages.post("play", json!({ "move": "pass" })).unwrap();
    pages.post("play", json!({ "move": "pass" })).unwrap();
    let state = pages.wait(|state| state["isOver"] == true && state["isCounting"] == false);
    let result = state["result"].as_str().unwrap().to_owned();
    assert!(pages.record("game.sgf").contains(&format!("RE[{result}]")), "{result}");
    // With Black's stone dead, White owns the board: 25 points and the komi.
    let is_dead = state["dead"].as_array().unwrap().iter().any(|p| p == "C3");
    if !is_dead {
        pages.post("dead", json!({ "point": "C3" })).unwrap();
    }
    let white = state["stones"]
        .as_str()
        .unwrap()
        .find('O')
        .map(|i| format!("{}{}", ['A', 'B', 'C', 'D', 'E'][i % 5], i / 5 + 1));
    if state["dead"].as_array().unwrap().iter().any(|p| *p == json!(white)) {
        pages.post("dead", json!({ "point": white })).unwrap();
    }
    assert_eq!(pages.get("state")["result"], "W+32.5");
    assert!(pages.record("game.sgf").contains("RE[W+32.5]"));
    assert!(pages.post("play", json!({ "move": "A1" })).is_err(), "the game is over");
}

#[test]
fn moves_taken_back_remain_as_variations() {
    let pages = Pages::open("go", Some(9), None);
    pages.post("play", json!({ "move": "E5" })).unwrap();
    pages.wait(|state| state["number"] == 2);
    pages.post("undo", json!({})).unwrap();
    assert_eq!(pages.get("state")["number"], 0, "the answer is taken back too");
    pages.post("redo", json!({})).unwrap();
    assert_eq!(pages.get("state")["number"], 2);
    pages.post("go", json!({ "node": 0 })).unwrap();
    pages.post("play", json!({ "move": "C3" })).unwrap();
    pages.wait(|state| state["number"] == 2);
    pages.post("comment", json!({ "record": 0, "node": 1, "text": "the [center]" })).unwrap();
    pages.post("comment", json!({ "record": 1, "node": 1, "text": "late" })).unwrap_err();
    let tree = pages.get("tree");
    assert_eq!(tree["nodes"].as_array().unwrap().len(), 5);
    assert_eq!(tree["nodes"][1], json!([0, "B", "E5", 1]));
    assert_eq!(tree["nodes"][3], json!([0, "B", "C3", 0]));
    let record = pages.record("game.sgf");
    let read = sgf::parse(record.as_bytes()).unwrap().games.remove(0);
    assert_eq!(read.children(read.root()).count(), 2);
    assert!(record.contains("C[the [center\\]]"), "{record}");
}

#[test]
fn resigning_and_the_clock_end_a_game() {
    let pages = Pages::open("go", Some(9), None);
    pages.post("resign", json!({})).unwrap();
    assert_eq!(pages.get("state")["result"], "W+R");
    pages.post("undo", json!({})).unwrap();
    assert_eq!(pages.get("state")["isOver"], false);
    assert!(!pages.record("game.sgf").contains("RE["));
    pages.post("new", json!({ "cols": 9, "main": 0.05 })).unwrap();
    assert_eq!(pages.wait(|state| state["isOver"] == true)["result"], "W+T");
    // The person's periods count down to the last one, and so do a late engine's.
    pages.post("new", json!({ "cols": 9, "main": 0.01, "period": 0.02, "periods": 3 })).unwrap();
    let state = pages.wait(|state| state["isOver"] == true);
    assert_eq!((&state["result"], &state["clock"]["black"]["periods"]), (&json!("W+T"), &json!(1)));
    assert!(pages.record("game.sgf").contains("RE[W+T]"));
    // Maximum times are harmless; longer ones are refused.
    assert!(pages.post("new", json!({ "cols": 9, "main": 1.8e19 })).is_err());
    let endless = json!({ "cols": 9, "black": "engine", "white": "person", "main": 604_800, "period": 604_800, "periods": u32::MAX });
    pages.post("new", endless).unwrap();
    pages.wait(|state| state["number"] == 1);
    let late = json!({ "cols": 19, "black": "engine", "white": "engine", "main": 1e-6, "increment": 1e-6 });
    pages.post("new", late).unwrap();
    assert_eq!(pages.wait(|state| state["isOver"] == true)["result"], "W+T");
}

#[test]
fn a_game_waits_while_earlier_moves_are_shown() {
    let pages = Pages::open("go", Some(9), None);
    pages.post("play", json!({ "move": "E5" })).unwrap();
    pages.wait(|state| state["number"] == 2 && state["paused"] == json!(null));
    pages.post("go", json!({ "node": 1 })).unwrap();
    let state = pages.get("state");
    assert_eq!((&state["paused"], &state["isPlaying"]), (&json!(2), &json!(false)));
    // The engine's stone is not the person's to play.
    assert!(pages.post("play", json!({ "move": "C3" })).is_err());
    pages.post("go", json!({ "node": 2 })).unwrap();
    let state = pages.get("state");
    assert_eq!((&state["paused"], &state["isPlaying"]), (&json!(null), &json!(true)));
    // A game that ends meanwhile waits no longer.
    pages.post("go", json!({ "node": 1 })).unwrap();
    pages.post("resign", json!({})).unwrap();
    pages.post("undo", json!({})).unwrap();
    assert_eq!(pages.get("state")["paused"], json!(null));
    // A move of one's own takes the later ones back, and the game goes on there.
    pages.post("go", json!({ "node": 0 })).unwrap();
    pages.post("play", json!({ "move": "C3" })).unwrap();
    pages.wait(|state| state["number"] == 2 && state["paused"] == json!(null));
}

#[test]
fn a_game_lost_on_time_goes_on_without_a_clock() {
    let pages = Pages::open("go", Some(9), None);
    pages.post("new", json!({ "cols": 9, "main": 0.05 })).unwrap();
    pages.wait(|state| state["isOver"] == true);
    pages.post("undo", json!({})).unwrap();
    pages.post("play", json!({ "move": "E5" })).unwrap();
    let state = pages.wait(|state| state["number"] == 2);
    assert_eq!((&state["isOver"], &state["clock"]), (&json!(false), &json!(null)));
}

#[test]
fn a_new_game_has_no_analysis_and_its_clock_runs_out_during_one() {
    let pages = Pages::open_with("go", Some(9), None, "100000000");
    pages.post("analyze", json!({ "on": true })).unwrap();
    assert_eq!(pages.get("state")["isAnalyzing"], true);
    pages.post("new", json!({ "cols": 9, "white": "person", "main": 0.3 })).unwrap();
    assert_eq!(pages.get("state")["isAnalyzing"], false);
    pages.post("analyze", json!({ "on": true })).unwrap();
    let start = Instant::now();
    pages.0.stream(|_| {
        assert!(start.elapsed() < Duration::from_secs(20), "{}", pages.get("state"));
        pages.get("state")["isOver"] == false
    });
    assert_eq!(pages.get("state")["result"], "W+T");
}

#[test]
fn the_stones_of_a_region_are_dead_or_alive_together() {
    let record = "(;GM[1]SZ[5]KM[0]AB[ba][bb][bc][bd][be]AW[aa][ad][da][dc];B[];W[])";
    let pages = Pages::open("go", None, Some(record));
    pages.post("go", json!({ "node": 2 })).unwrap();
    let dead = |state: &Value| {
        let mut dead: Vec<_> =
            state["dead"].as_array().unwrap().iter().map(|p| p.as_str().unwrap().to_owned()).collect();
        dead.sort_unstable();
        dead.join(" ")
    };
    let before = dead(&pages.wait(|state| state["isOver"] == true && state["isCounting"] == false));
    pages.post("dead", json!({ "point": "D3" })).unwrap();
    let after = dead(&pages.get("state"));
    // Two white stones on the right change together; the corner has its own.
    for point in ["D3", "D5"] {
        assert_ne!(before.contains(point), after.contains(point), "{before}; {after}");
    }
    for point in ["A2", "A5"] {
        assert_eq!(before.contains(point), after.contains(point), "{before}; {after}");
    }
}

#[test]
fn a_move_that_is_taken_back_has_cost_its_time() {
    let pages = Pages::open("go", Some(9), None);
    pages.post("new", json!({ "cols": 9, "main": 1000, "white": "person" })).unwrap();
    pages.post("play", json!({ "move": "E5" })).unwrap();
    pages.post("undo", json!({})).unwrap();
    let clock = pages.get("state")["clock"].clone();
    let left = |color: &str| clock[color]["seconds"].as_f64().unwrap();
    assert!(left("black") < 1000.0 && left("white") < 1000.0, "{clock}");
}

#[test]
fn a_new_game_takes_all_choices_or_none() {
    let pages = Pages::open("go", Some(9), None);
    let setup = json!({ "cols": 13, "rules": "japanese", "komi": 0.5, "handicap": 4, "level": "15k",
        "black": "engine", "white": "person", "main": 600, "period": 30, "periods": 5 });
    pages.post("new", setup).unwrap();
    let state = pages.wait(|state| state["number"] == 0);
    assert_eq!(
        (&state["cols"], &state["rules"], &state["komi"]),
        (&json!(13), &json!("japanese"), &json!("0.5"))
    );
    assert_eq!(
        (&state["handicap"], &state["toPlay"], &state["level"]),
        (&json!(4), &json!("white"), &json!("15k"))
    );
    assert_eq!(state["stones"].as_str().unwrap().matches('X').count(), 4);
    let clock = &state["clock"];
    assert_eq!(
        (&clock["black"], &clock["running"]),
        (&json!({ "seconds": 600.0, "periods": 0 }), &json!("white"))
    );
    assert_eq!((&clock["period"], &clock["periods"]), (&json!(30.0), &json!(5)));
    assert_eq!(
        pages.post("new", json!({ "cols": 1 })),
        Err("unacceptable size: expected 2 to 19".to_owned())
    );
    for wrong in [
        json!({ "cols": 30 }),
        json!({ "cols": 9, "rules": "ing" }),
        json!({ "cols": 9, "komi": "many" }),
        json!({ "cols": 3, "handicap": 9 }),
        json!({ "cols": 9, "level": 99 }),
        json!({ "game": "chess" }),
    ] {
        pages.post("new", wrong).unwrap_err();
    }
    assert_eq!(pages.get("state")["cols"], 13, "nothing has changed");
    pages.post("new", json!({ "game": "clobber", "cols": 4, "rows": 3 })).unwrap();
    let state = pages.get("state");
    assert_eq!((&state["game"], &state["cols"], &state["rows"]), (&json!("clobber"), &json!(4), &json!(3)));
}

#[test]
fn every_game_is_played_to_its_end_by_the_engine() {
    for entry in &GAMES {
        // A game that has no board of three by three is played on its usual one.
        let small = BoardSize { cols: Some(3), rows: Some(3) };
        let context = SessionContext::new(Settings::new(9), 1, Arc::default());
        let size = (entry.open)(small, Color::Black, context).is_ok().then_some(3);
        let pages = Pages::open(entry.name, size, None);
        pages.post("players", json!({ "black": "engine", "white": "engine" })).unwrap();
        let state = pages.wait(|state| state["isOver"] == true && state["isCounting"] == false);
        assert!(!state["result"].as_str().unwrap().is_empty(), "{}: {state}", entry.name);
        if entry.name != "go" {
            assert!(pages.record("game.gtp").contains(&format!("\nsetgame {}\n", entry.name)));
        }
    }
}

const GAME: &str =
    "(;GM[1]SZ[9]KM[6.5]PB[Ann]PW[Bob]RE[B+2];B[ee];W[cc](;B[gc]C[good];W[cg])(;B[cg];W[gc];B[gg]))";

#[test]
fn a_short_analysis_is_shown_too() {
    let pages = Pages::open("clobber", Some(2), None);
    pages.post("analyze", json!({ "on": true })).unwrap();
    pages.0.stream(|_| pages.get("analysis").is_null());
    let analysis = pages.get("analysis");
    assert!(analysis["visits"].as_u64() > Some(0) && !analysis["moves"][0]["move"].is_null(), "{analysis}");
}

#[test]
fn an_analysis_runs_only_while_a_page_looks() {
    let pages = Pages::open("go", Some(9), None);
    pages.post("analyze", json!({ "on": true })).unwrap();
    std::thread::sleep(Duration::from_millis(50));
    assert_eq!(pages.get("analysis"), Value::Null);
    let mut topics = Vec::new();
    pages.0.stream(|events| {
        topics.extend(events.iter().map(|(topic, _)| (*topic).to_owned()));
        // The page closes after seeing an analysis.
        pages.get("analysis").is_null()
    });
    let analysis = pages.get("analysis");
    assert!(topics.contains(&"state".to_owned()) && topics.contains(&"board".to_owned()));
    assert_eq!(analysis["owners"].as_array().unwrap().len(), 81);
    assert!(analysis["moves"][0]["visits"].as_u64() > Some(0) && !analysis["moves"][0]["line"][0].is_null());
    pages.post("analyze", json!({ "on": false })).unwrap();
    assert_eq!(pages.get("analysis"), Value::Null);
}

#[test]
fn the_tree_the_prior_and_a_playout_are_explained() {
    let pages = Pages::open("go", Some(9), None);
    assert_eq!(pages.post("branch", json!({})), Err("no search".to_owned()));
    pages.post("play", json!({ "move": "E5" })).unwrap();
    pages.wait(|state| state["number"] == 2);
    let root = pages.post("branch", json!({})).unwrap();
    assert_eq!((&root["toPlay"], &root["node"]), (&json!("white"), &json!(1)));
    let best = &root["rows"][0];
    assert!(best["count"].as_u64() > Some(0) && best["prior"].as_str() > Some("p 0.0"), "{best}");
    assert_eq!(
        (&best["rave"], best["value"].is_number()),
        (&Value::Null, true),
        "the network's search has no RAVE"
    );
    let below = pages.post("branch", json!({ "line": [best["move"]] })).unwrap();
    assert_eq!(below["toPlay"], "black");
    assert!(below["rows"].as_array().unwrap().iter().any(|row| row["move"] != best["move"]));
    assert!(pages.post("branch", json!({ "line": ["E5"] })).is_err(), "a stone is there");
    let sources = best["sources"].as_array().unwrap();
    let is_network =
        |source: &Value| source[0] == "network" && source[1].as_str().unwrap().starts_with("p 0.");
    assert!(sources.iter().any(is_network), "{sources:?}");
    // A playout's changes lead from its first board to one without captured stones.
    let [first, second] = [(); 2].map(|()| pages.post("playout", json!({})).unwrap());
    assert_ne!(first["steps"], second["steps"]);
    let mut stones: Vec<char> = first["stones"].as_str().unwrap().chars().collect();
    for step in first["steps"].as_array().unwrap() {
        for change in step[3].as_array().unwrap() {
            let (col, row) = crate::framework::parse_vertex(change[0].as_str().unwrap()).unwrap();
            stones[usize::from(row) * 9 + usize::from(col)] =
                change[1].as_str().unwrap().chars().next().unwrap();
        }
        if step[1] != "pass" {
            let (col, row) = crate::framework::parse_vertex(step[1].as_str().unwrap()).unwrap();
            let letter = if step[0] == "black" { 'X' } else { 'O' };
            assert_eq!(stones[usize::from(row) * 9 + usize::from(col)], letter, "{step}");
        }
    }
    let patterns = pages.post("patterns", json!({})).unwrap();
    assert!(patterns["rows"][0]["source"].as_str().unwrap().contains(':'), "{patterns}");
}

#[test]
fn other_games_have_their_searches_explained_too() {
    let pages = Pages::open("tictactoe", None, None);
    pages.post("play", json!({ "move": "B2" })).unwrap();
    pages.wait(|state| state["number"] == 2);
    let root = pages.post("branch", json!({})).unwrap();
    assert!(root["count"] == 8 && !root["details"].as_array().unwrap().is_empty());
    let line = json!({ "line": [root["rows"][0]["move"]] });
    assert_eq!(pages.post("branch", line).unwrap()["toPlay"], "black");
    assert!(pages.post("playout", json!({})).unwrap()["steps"].as_array().unwrap().len() >= 3);
    assert_eq!(pages.post("patterns", json!({})), Err("available only for Go".to_owned()));
}

#[test]
fn an_undo_ends_the_search_and_drops_its_move() {
    // Many playouts, so that the search is still running when the next commands arrive.
    let pages = Pages::open_with("go", Some(9), None, "100000000");
    pages.post("play", json!({ "move": "E5" })).unwrap();
    pages.wait(|state| state["isThinking"] == true);
    std::thread::sleep(Duration::from_millis(100));
    assert_eq!(pages.post("play", json!({ "move": "C3" })), Err("the engine is thinking".to_owned()));
    assert!(pages.record("game.sgf").contains(";B[ee]"), "a download does not wait");
    pages.post("undo", json!({})).unwrap();
    let state = pages.get("state");
    assert_eq!((&state["number"], &state["isThinking"]), (&json!(0), &json!(false)));
    assert_eq!(
        pages.get("tree")["nodes"].as_array().unwrap().len(),
        2,
        "the move that was cut short is no variation"
    );
    // Another command makes the engine move at once, and only the engine.
    pages.post("play", json!({ "move": "E5" })).unwrap();
    std::thread::sleep(Duration::from_millis(100));
    pages.post("move", json!({})).unwrap();
    let state = pages.get("state");
    assert_eq!((&state["number"], &state["isThinking"]), (&json!(2), &json!(false)));
}

#[test]
fn requests_to_other_places_are_refused() {
    let pages = Pages::open("go", Some(5), None);
    assert_eq!(pages.send("GET", "/", b"").0, 200);
    assert_eq!(pages.send("GET", "/../Cargo.toml", b"").0, 404);
    assert_eq!(pages.send("GET", "/api/secrets", b"").0, 404);
    assert_eq!(pages.send("POST", "/api/secrets", b"{}").0, 404);
    assert_eq!(pages.send("PUT", "/api/play", b"{}").0, 405);
    assert_eq!(pages.send("POST", "/", b"{}").0, 405);
    assert_eq!(pages.send("POST", "/api/play", b"[]").0, 400);
    let foreign =
        Request { headers: vec![("host".to_owned(), "evil.example".to_owned())], ..Request::default() };
    assert_eq!(pages.0.answer(&foreign).status, 403);
}

/// A command with valid, invalid or missing fields.
fn commands() -> impl Strategy<Value = (String, String)> {
    let name = prop::sample::select([&NAMES[..], &["load", "x"]].concat());
    let points = prop::sample::select(vec!["A1", "B2", "C3", "D4", "pass", "A1-A2", "E9", "", "é"]);
    let fields = prop::collection::vec(
        prop_oneof![
            points.clone().prop_map(|p| json!({ "move": p, "point": p, "line": [p], "text": p })),
            (0..12_u32).prop_map(
                |n| json!({ "node": n, "playouts": n, "record": n % 2, "cols": n, "rows": n, "handicap": n, "level": n })
            ),
            any::<bool>().prop_map(|on| json!({ "on": on, "black": if on { "engine" } else { "person" } })),
            prop::sample::select(vec!["go", "clobber", "tictactoe", "nogo", "?"])
                .prop_map(|game| json!({ "game": game })),
            any::<f64>().prop_map(|x| json!({ "seconds": x, "main": x, "komi": x, "period": x })),
            Just(json!({ "move": 1, "node": "x", "line": 3 })),
        ],
        0..4,
    );
    let body = prop_oneof![
        8 => fields.prop_map(|parts| {
            let mut all = serde_json::Map::new();
            for part in parts {
                if let Value::Object(part) = part {
                    all.extend(part);
                }
            }
            Value::Object(all).to_string()
        }),
        1 => Just("(;SZ[5];B[aa];W[bb](;B[cc])(;AB[dd]))".to_owned()),
        1 => ".{0,20}",
    ];
    (name.prop_map(str::to_owned), body)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn no_request_breaks_the_board(commands in prop::collection::vec(commands(), 1..25)) {
        let pages = Pages::open("go", Some(4), None);
        for (name, body) in commands {
            let (status, _) = pages.send("POST", &format!("/api/{name}"), body.as_bytes());
            prop_assert!([200, 400, 404, 409].contains(&status), "{name} {body}: {status}");
        }
        // The desk's thread is alive and shows consistent state.
        pages.post("stop", json!({})).unwrap();
        let state = pages.get("state");
        let points = state["cols"].as_u64().unwrap() * state["rows"].as_u64().unwrap();
        prop_assert_eq!(state["stones"].as_str().unwrap().len() as u64, points);
        let nodes = pages.get("tree")["nodes"].as_array().unwrap().len() as u64;
        prop_assert!(state["node"].as_u64().unwrap() < nodes);
        if state["game"] == "go" {
            sgf::parse(pages.record("game.sgf").as_bytes()).unwrap();
        }
    }

    #[test]
    fn any_request_is_answered(method in "GET|POST|[A-Z]{0,5}", path in "/?(api/)?[ -~]{0,12}", host in "127.0.0.1:8361|[ -~]{0,12}", body: Vec<u8>) {
        let pages = Pages::open("tictactoe", None, None);
        let request = Request { method, path, headers: vec![("host".to_owned(), host)], body };
        prop_assert!(pages.0.answer(&request).status >= 200);
    }
}
