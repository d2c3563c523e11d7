//! Faulty files, and what counts as a review.

use serde_json::json;

use super::{Pages, words};

#[test]
fn faults_of_files_are_told_in_the_languages_of_the_page() {
    let pages = Pages::open("go", Some(9), None);
    let refused = [
        "",
        "(;SZ[abc];B[aa])",
        "(;SZ[25];B[aa])",
        "(;SZ[9]AB[hello])",
        "(;GM[3])",
        "setgame chess",
        "setgame clobber\nboardsize 5",
        "setgame nogo\ngenmove B",
        "setgame nogo\nplay B I1",
        "setgame go\nboardsize 9 5",
    ];
    for file in refused {
        let (status, answer) = pages.send("POST", "/api/load", file.as_bytes());
        let answer: serde_json::Value = serde_json::from_slice(&answer).unwrap();
        let message = answer["error"].as_str().unwrap();
        assert!(status == 409 && words::is_translated(message), "{file}: {message}");
    }
    // Of a collection the page shows one game, and says so. `get` checks the note.
    for (file, note) in [
        ("(;SZ[9];B[aa])(;SZ[9];B[bb])(;SZ[9])", "the file has 3 games; only the first is shown"),
        ("(;SZ[9];B[zz])", "move 1: `zz` is not on the board"),
        ("(;SZ[9];B[aa]AB[bb];AB[b\n\u{1b}])", "setup before move 2: `b\\n\\u{1b}` is not a point"),
        ("(;SZ[9];B[ee](;W[ee])(;W[ee])(;W[cc]))", "move 2: illegal move: occupied: only the part before"),
        ("(;SZ[9]RU[mine];B[aa])", "RU[mine] ignored"),
        ("(;SZ[9]KM[abc];B[ee])", "KM[abc] ignored"),
    ] {
        assert_eq!(pages.send("POST", "/api/load", file.as_bytes()).0, 200, "{file}");
        let found = pages.get("state")["note"].as_str().unwrap().to_owned();
        assert!(found.starts_with(note), "{file}: {found}");
    }
}

#[test]
fn an_analysis_of_every_position_is_not_yet_a_review() {
    let pages = Pages::open("go", Some(9), Some("(;SZ[9];B[aa];W[ee];B[ba];W[ec])"));
    pages.post("analyze", json!({ "on": true })).unwrap();
    for node in 0..5 {
        pages.post("go", json!({ "node": node })).unwrap();
        pages.0.stream(|_| pages.get("analysis").is_null());
    }
    pages.post("analyze", json!({ "on": false })).unwrap();
    let values = pages.get("values");
    assert!(values.as_array().unwrap().iter().all(|value| value[2].is_number()), "{values}");
    assert_eq!(pages.get("state")["isReviewed"], false, "the mistakes are not confirmed");
    pages.post("review", json!({ "playouts": 30 })).unwrap();
    let state = pages.wait(|state| state["review"].is_null());
    assert_eq!(state["isReviewed"], true);
    assert_ne!(pages.get("mistakes"), json!([]), "the first line is a mistake");
    for mv in ["C3", "D4"] {
        pages.post("play", json!({ "move": mv })).unwrap();
    }
    assert_eq!(pages.get("state")["isReviewed"], false, "the new moves are not known");
}
