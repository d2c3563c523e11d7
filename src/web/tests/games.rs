//! Tests what stays of a game: its main line, its end, its rating, and its file.

use super::*;

/// The choices for a game at the person's own rank.
fn rated() -> Value {
    json!({ "cols": 9, "level": "auto", "guess": "15k", "black": "person", "white": "engine" })
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
    let pages = Pages::with_folder("go", directory.path());
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
    // They are in the file of the game, too.
    let directory = tempfile::tempdir().unwrap();
    let pages = Pages::with_folder("go", directory.path());
    pages.post("new", json!({ "cols": 5, "white": "person" })).unwrap();
    for mv in ["C3", "D5", "pass", "pass"] {
        pages.post("play", json!({ "move": mv })).unwrap();
    }
    let end = || pages.wait(|state| state["isOver"] == true && state["isCounting"] == false);
    let counted = end();
    pages.post("dead", json!({ "point": "D5" })).unwrap();
    let corrected = end();
    assert_ne!(counted["result"], corrected["result"]);
    pages.post("stop", json!({})).unwrap();
    pages.post("open", json!({ "file": pages.get("games")[0]["file"] })).unwrap();
    pages.post("go", json!({ "node": 4 })).unwrap();
    let opened = end();
    assert_eq!((&opened["dead"], &opened["result"]), (&corrected["dead"], &corrected["result"]));
}

#[test]
fn a_game_left_at_an_earlier_move_goes_on_at_its_last() {
    let directory = tempfile::tempdir().unwrap();
    let pages = Pages::with_folder("go", directory.path());
    pages.post("play", json!({ "move": "E5" })).unwrap();
    pages.wait(|state| state["number"] == 2);
    pages.post("go", json!({ "node": 1 })).unwrap();
    pages.post("comment", json!({ "record": 0, "node": 1, "text": "center" })).unwrap();
    pages.post("go", json!({ "node": 1 })).unwrap();
    let pages = Pages::with_folder("go", directory.path());
    pages.post("open", json!({ "file": pages.get("games")[0]["file"] })).unwrap();
    let state = pages.get("state");
    assert_eq!((&state["number"], &state["isPlaying"]), (&json!(2), &json!(true)));
}

#[test]
fn a_deleted_end_is_no_end() {
    let pages = Pages::open("go", Some(9), None);
    pages.post("players", json!({ "white": "person" })).unwrap();
    for mv in ["E5", "C3", "G7"] {
        pages.post("play", json!({ "move": mv })).unwrap();
    }
    pages.post("resign", json!({})).unwrap();
    pages.post("edit", json!({ "record": 0, "node": 3, "tool": "delete" })).unwrap();
    assert!(!pages.record("game.sgf").contains("RE["));
    for mv in ["C7", "pass", "pass"] {
        pages.post("play", json!({ "move": mv })).unwrap();
    }
    let state = pages.wait(|state| state["isOver"] == true && state["isCounting"] == false);
    let result = format!("RE[{}]", state["result"].as_str().unwrap());
    assert!(pages.record("game.sgf").contains(&result), "{result}");
}

#[test]
fn a_start_is_kept_with_what_was_put_into_it() {
    let setup = json!({ "record": 0, "node": 0, "tool": "AB", "point": "E5" });
    let mark = json!({ "record": 0, "node": 0, "tool": "TR", "point": "E5" });
    let comment = json!({ "record": 0, "node": 0, "text": "a plan" });
    for (command, fields) in [("edit", setup), ("edit", mark), ("comment", comment)] {
        let directory = tempfile::tempdir().unwrap();
        let pages = Pages::with_folder("go", directory.path());
        pages.post(command, fields).unwrap();
        pages.post("stop", json!({})).unwrap();
        assert_eq!(pages.get("games")[0]["moves"], 0, "{command}");
        // What is taken out leaves the file too.
        pages.post("comment", json!({ "record": 0, "node": 0, "text": "" })).unwrap();
        pages.post("stop", json!({})).unwrap();
        pages.post("open", json!({ "file": pages.get("games")[0]["file"] })).unwrap();
        assert_eq!(pages.get("state")["comment"], "", "{command}");
    }
}

#[test]
fn the_review_of_a_record_is_kept() {
    let directory = tempfile::tempdir().unwrap();
    let pages = Pages::with_folder("go", directory.path());
    pages.send("POST", "/api/load", GAME.as_bytes());
    pages.post("review", json!({ "playouts": 20 })).unwrap();
    pages.wait(|state| state["review"].is_null());
    let values = pages.get("values");
    pages.post("stop", json!({})).unwrap();
    pages.post("open", json!({ "file": pages.get("games")[0]["file"] })).unwrap();
    assert_eq!(pages.get("values"), values);
}

#[test]
fn only_help_that_is_given_ends_the_rating() {
    let directory = tempfile::tempdir().unwrap();
    let pages = Pages::with_folder("go", directory.path());
    let note = || pages.get("state")["note"].as_str().unwrap().to_owned();
    pages.post("new", rated()).unwrap();
    pages.post("edit", json!({ "record": 99, "node": 0, "tool": "TR", "point": "A1" })).unwrap_err();
    assert_eq!((note(), &pages.get("state")["isRated"]), (String::new(), &json!(true)));
    pages.post("score", json!({})).unwrap();
    assert_eq!(note(), "the game no longer counts for your rank");
    // A person who plays the engine's stone.
    pages.post("new", rated()).unwrap();
    pages.post("play", json!({ "move": "E5" })).unwrap();
    pages.post("stop", json!({})).unwrap();
    assert_eq!((note(), &pages.get("state")["toPlay"]), (String::new(), &json!("white")));
    pages.post("play", json!({ "move": "A1" })).unwrap();
    assert_eq!(note(), "the game no longer counts for your rank");
}

#[test]
fn a_page_of_another_program_changes_no_record() {
    let pages = Pages::open_as("go", Some(9), Opening { record_number: 7, ..Opening::default() }, "30");
    assert_eq!(pages.get("state")["record"], 7);
    let comment = |record: u32| pages.post("comment", json!({ "record": record, "node": 0, "text": "x" }));
    comment(0).unwrap_err();
    comment(7).unwrap();
    pages.post("go", json!({ "record": 0, "node": 0 })).unwrap_err();
    pages.post("go", json!({ "record": 7, "node": 0 })).unwrap();
}

#[test]
fn a_game_that_no_longer_counts_says_so_to_its_end() {
    let directory = tempfile::tempdir().unwrap();
    let pages = Pages::with_folder("go", directory.path());
    let note = || pages.get("state")["note"].as_str().unwrap().to_owned();
    let told = "the game no longer counts for your rank";
    for help in ["judge", "move", "branch", "undo", "analyze"] {
        pages.post("new", rated()).unwrap();
        let record = pages.get("state")["record"].clone();
        pages.post("play", json!({ "move": "E5" })).unwrap();
        pages.wait(|state| state["number"] == 2);
        assert_eq!(note(), "", "{help}");
        // The engine has finished once it answers.
        pages.post("comment", json!({ "record": record, "node": 0, "text": "" })).unwrap();
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
    let pages = Pages::with_folder("go", directory.path());
    pages.send("POST", "/api/load", GAME.as_bytes());
    pages.post("go", json!({ "node": 3 })).unwrap();
    pages.post("undo", json!({})).unwrap();
    pages.post("stop", json!({})).unwrap();
    assert_eq!(pages.get("games"), json!([]));
    pages.post("play", json!({ "move": "A1" })).unwrap();
    pages.post("stop", json!({})).unwrap();
    assert_eq!(pages.get("games").as_array().unwrap().len(), 1);
}
