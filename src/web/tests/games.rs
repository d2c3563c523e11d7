//! Tests what stays of a game: its main line, its end, its rating, and its file.

use super::*;

/// A board with a folder for its games.
fn with_folder(directory: &std::path::Path) -> Pages {
    let opening = Opening { shelf: Some(Shelf::at(directory.to_owned())), ..Opening::default() };
    Pages::open_as("go", Some(9), opening, "30")
}

#[test]
fn the_line_played_on_is_the_main_line() {
    let pages = Pages::open("go", Some(9), None);
    let first = |node: usize| pages.get("tree")["children"][node][0].clone();
    pages.post("play", json!({ "move": "E5" })).unwrap();
    pages.wait(|state| state["number"] == 2);
    pages.post("undo", json!({})).unwrap();
    pages.post("play", json!({ "move": "C3" })).unwrap();
    pages.wait(|state| state["number"] == 2);
    assert_eq!((first(0), pages.get("tree")["children"][0].clone()), (json!(3), json!([3, 1])));
    assert!(pages.record("game.sgf").contains("(;B[cg]"));
    pages.post("resign", json!({})).unwrap();
    // What is tried out after the end, or in a record, is a variation.
    pages.post("go", json!({ "node": 0 })).unwrap();
    pages.post("play", json!({ "move": "G7" })).unwrap();
    assert_eq!(first(0), 3);
    pages.send("POST", "/api/load", GAME.as_bytes());
    pages.post("play", json!({ "move": "A1" })).unwrap();
    assert_eq!(first(0), 1);
}

#[test]
fn a_resigned_game_stays_ended() {
    let directory = tempfile::tempdir().unwrap();
    let pages = with_folder(directory.path());
    pages.post("play", json!({ "move": "E5" })).unwrap();
    pages.wait(|state| state["number"] == 2);
    pages.post("resign", json!({})).unwrap();
    let check = || {
        pages.post("go", json!({ "node": 1 })).unwrap();
        assert_eq!(pages.get("state")["isOver"], false);
        pages.post("go", json!({ "node": 2 })).unwrap();
        let state = pages.get("state");
        assert_eq!((&state["isOver"], &state["result"]), (&json!(true), &json!("W+R")));
        pages.post("resign", json!({})).unwrap_err();
    };
    check();
    pages.post("open", json!({ "file": pages.get("games")[0]["file"] })).unwrap();
    assert_eq!(pages.get("state")["isOver"], false, "it opens at its start");
    check();
}

#[test]
fn corrected_dead_stones_stay_corrected() {
    let record = "(;GM[1]SZ[5]KM[0]AB[ba][bb][bc][bd][be]AW[aa][ad][da][dc];B[];W[])";
    let pages = Pages::open("go", None, Some(record));
    pages.post("go", json!({ "node": 2 })).unwrap();
    pages.wait(|state| state["isOver"] == true && state["isCounting"] == false);
    pages.post("dead", json!({ "point": "D3" })).unwrap();
    let end = || pages.wait(|state| state["isCounting"] == false);
    let corrected = end()["dead"].clone();
    pages.post("go", json!({ "node": 1 })).unwrap();
    pages.post("go", json!({ "node": 2 })).unwrap();
    assert_eq!(end()["dead"], corrected);
}

#[test]
fn a_game_that_no_longer_counts_says_so_to_its_end() {
    let directory = tempfile::tempdir().unwrap();
    let pages = with_folder(directory.path());
    let setup = json!({ "cols": 9, "level": "auto", "guess": "15k", "black": "person", "white": "engine" });
    let note = || pages.get("state")["note"].as_str().unwrap().to_owned();
    let told = "the game no longer counts for your rank";
    for help in ["judge", "move", "branch", "undo", "analyze"] {
        pages.post("new", setup.clone()).unwrap();
        let record = pages.get("state")["record"].clone();
        pages.post("play", json!({ "move": "E5" })).unwrap();
        pages.wait(|state| state["number"] == 2);
        assert_eq!(note(), "", "{help}");
        // The engine has finished once it answers.
        pages.record("game.sgf");
        pages.post(help, json!({ "record": record, "node": 2, "line": [], "on": true })).unwrap();
        assert_eq!(note(), told, "{help}");
        pages.wait(|state| state["isThinking"] == false);
        pages.post("go", json!({ "node": 0 })).unwrap();
        pages.post("play", json!({ "move": "C3" })).unwrap();
        pages.wait(|state| state["isThinking"] == false);
        pages.post("resign", json!({})).unwrap();
        assert_eq!(note(), told, "{help}");
    }
    pages.post("new", json!({ "cols": 9 })).unwrap();
    assert_eq!(note(), "");
}

#[test]
fn the_score_does_not_depend_on_the_level() {
    let pages = Pages::open("go", Some(19), None);
    let score = |level: &str| {
        let setup =
            json!({ "cols": 19, "handicap": 4, "level": level, "black": "person", "white": "person" });
        pages.post("new", setup).unwrap();
        pages.post("score", json!({})).unwrap()["score"].clone()
    };
    assert_eq!(score("20k"), score("0"));
}

#[test]
fn the_first_move_tells_who_begins() {
    let pages = Pages::open("go", Some(9), Some("(;SZ[9]AB[ee];W[cc];B[gg])"));
    assert_eq!(pages.wait(|state| state["number"] == 0)["toPlay"], "white");
    let judged =
        pages.post("judge", json!({ "record": pages.get("state")["record"], "node": 0, "line": [] }));
    assert_eq!(judged.unwrap()["toPlay"], "white");
    for (record, color) in [
        ("(;SZ[9]PL[B];W[cc])", "black"),
        ("(;SZ[9];B[cc])", "black"),
        ("(;SZ[9]HA[2]AB[cc][gg];W[ee])", "white"),
    ] {
        pages.send("POST", "/api/load", record.as_bytes());
        assert_eq!(pages.get("state")["toPlay"], color, "{record}");
    }
}

#[test]
fn moves_are_counted_through_a_setup() {
    let pages = Pages::open("go", Some(9), Some("(;SZ[9];B[ee];W[cc];AB[gg];B[aa];W[bb])"));
    pages.post("go", json!({ "node": 5 })).unwrap();
    assert_eq!(pages.get("state")["number"], 5);
}

#[test]
fn a_record_is_kept_once_it_is_changed() {
    let directory = tempfile::tempdir().unwrap();
    let pages = with_folder(directory.path());
    pages.send("POST", "/api/load", GAME.as_bytes());
    pages.post("go", json!({ "node": 3 })).unwrap();
    pages.post("undo", json!({})).unwrap();
    pages.post("stop", json!({})).unwrap();
    assert_eq!(pages.get("games"), json!([]));
    pages.post("play", json!({ "move": "A1" })).unwrap();
    pages.post("stop", json!({})).unwrap();
    assert_eq!(pages.get("games").as_array().unwrap().len(), 1);
}
