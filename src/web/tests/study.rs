//! Tests records: loading, editing, review, saving and resuming.

use super::*;

#[test]
fn a_record_is_loaded_and_shown_anywhere() {
    let pages = Pages::open("tictactoe", None, None);
    pages.post("load", json!(null)).unwrap_err();
    assert_eq!(pages.get("state")["game"], "tictactoe");
    assert_eq!(pages.send("POST", "/api/load", GAME.as_bytes()).0, 200);
    assert_eq!(pages.get("state")["number"], 0, "the record opens at its start");
    pages.post("go", json!({ "node": 4 })).unwrap();
    let state = pages.get("state");
    assert_eq!((&state["game"], &state["number"], &state["last"]), (&json!("go"), &json!(4), &json!("C3")));
    assert_eq!(
        (&state["names"]["black"], &state["komi"], &state["result"]),
        (&json!("Ann"), &json!("6.5"), &json!("B+2"))
    );
    pages.post("go", json!({ "node": 3 })).unwrap();
    assert_eq!(pages.get("state")["comment"], "good");
    pages.post("go", json!({ "node": 7 })).unwrap();
    assert_eq!(pages.get("state")["last"], "G3");
    let line: Vec<Value> =
        pages.get("values").as_array().unwrap().iter().map(|value| value[0].clone()).collect();
    assert_eq!(line, [0, 1, 2, 5, 6, 7]);
    assert_eq!(pages.post("go", json!({ "node": 99 })), Err("there is no node 99".to_owned()));
    let record = pages.record("game.sgf");
    assert!(sgf::parse(record.as_bytes()).unwrap().games[0].size() == 8 && record.contains("C[good]"));
}

#[test]
fn a_faulty_record_is_shown_up_to_its_fault() {
    let pages = Pages::open("go", Some(9), None);
    for (text, fault) in [
        ("(;SZ[9];B[ee];W[cc];B[cc];W[gg])", "move 3: "),
        ("(;SZ[9];B[ee];W[cc];B[zz])", "`zz` is not"),
        ("(;SZ[9];B[ee];W[cc]", "only the part before is shown"),
    ] {
        assert_eq!(pages.send("POST", "/api/load", text.as_bytes()).0, 200);
        let state = pages.get("state");
        assert!(state["note"].as_str().unwrap().contains(fault), "{text}: {}", state["note"]);
        assert_eq!(pages.get("values").as_array().unwrap().len(), 3, "{text}");
        sgf::parse(pages.record("game.sgf").as_bytes()).unwrap();
    }
    // A game's or record's komi stays with it.
    pages.post("new", json!({ "cols": 9, "komi": 0.5, "rules": "japanese" })).unwrap();
    pages.send("POST", "/api/load", b"(;SZ[9]KM[3.5];B[ee])");
    assert_eq!(pages.get("state")["komi"], "3.5");
    pages.send("POST", "/api/load", b"(;SZ[9];B[ee])");
    assert_eq!(
        (&pages.get("state")["komi"], &pages.get("state")["rules"]),
        (&json!("7.5"), &json!("chinese"))
    );
}

#[test]
fn a_record_is_edited() {
    let pages = Pages::open("go", Some(9), Some("(;SZ[9];B[ee](;W[cc];B[gg])(;W[gc]))"));
    let record = pages.wait(|state| state["number"] == 0)["record"].clone();
    let edit = |node: u32, tool: &str, point: &str, text: &str| {
        pages.post(
            "edit",
            json!({ "record": record, "node": node, "tool": tool, "point": point, "text": text }),
        )
    };
    // Marks are toggled; a label is replaced.
    edit(1, "TR", "A1", "").unwrap();
    edit(1, "SQ", "B2", "").unwrap();
    edit(1, "TR", "A1", "").unwrap();
    edit(1, "LB", "C3", "x").unwrap();
    edit(1, "LB", "C3", "y]").unwrap();
    pages.post("go", json!({ "node": 1 })).unwrap();
    assert_eq!(pages.get("state")["markup"], json!({ "SQ": ["B2"], "LB": [["C3", "y]"]] }));
    // Stones are set up in the start node; after a move, in a separate node.
    edit(0, "AW", "A9", "").unwrap();
    edit(0, "AB", "A9", "").unwrap();
    edit(1, "AB", "D4", "").unwrap();
    assert_eq!(pages.get("state")["stones"].as_str().unwrap().matches('X').count(), 3);
    assert_eq!(pages.get("state")["number"], 2);
    edit(0, "AW", "B9", "").unwrap();
    assert_eq!(
        edit(0, "AW", "A8", ""),
        Err("setup before move 1: the stones at A9 have no liberty".to_owned())
    );
    assert!(
        edit(0, "AB", "Z1", "").is_err()
            && edit(0, "XX", "A1", "").is_err()
            && edit(0, "delete", "", "").is_err()
    );
    // The second variation moves to the front, and the other one is deleted.
    edit(4, "promote", "", "").unwrap();
    assert_eq!(pages.get("tree")["children"][1], json!([4, 2, 5]));
    edit(2, "delete", "", "").unwrap();
    assert!(pages.post("go", json!({ "node": 3 })).is_err(), "it followed the deleted node");
    let tree = pages.get("tree");
    assert_eq!(
        (&tree["nodes"][2], &tree["children"][2], &tree["children"][1]),
        (&Value::Null, &json!([]), &json!([4, 5]))
    );
    let text = pages.record("game.sgf");
    assert!(
        text.contains(";B[ee]SQ[bh]LB[cg:y\\]]") && text.contains(";W[gc]") && !text.contains("W[cc]"),
        "{text}"
    );
}

#[test]
fn a_mistake_is_confirmed_and_other_moves_are_judged() {
    // Black would win the corner race with A1, but passes.
    let game = "(;SZ[5]KM[0.5]AB[ac][bc][cc][dc][ec][bd]AW[ad][ae][be][cd][dd][ed];B[];W[bb])";
    let pages = Pages::open("go", Some(5), Some(game));
    let record = pages.wait(|state| state["number"] == 0)["record"].clone();
    pages.post("review", json!({ "playouts": 100 })).unwrap();
    pages.wait(|state| state["review"].is_null());
    for of in pages.get("mistakes").as_array().unwrap() {
        assert!(
            of["winrate"].as_f64() >= Some(0.05)
                && of["points"].as_f64() >= Some(1.0)
                && of["move"] != of["better"],
            "{of}"
        );
    }
    let judge = |line: Value| pages.post("judge", json!({ "record": record, "node": 0, "line": line }));
    let before = judge(json!([])).unwrap();
    assert!(!before["line"][0].is_null() && before["lead"].is_number(), "{before}");
    judge(json!([before["line"][0]])).unwrap();
    assert!(judge(json!(["A3"])).is_err(), "a stone is there");
}

#[test]
fn a_problem_in_the_corner_is_answered_there() {
    let problem = "(;GM[1]SZ[19]AB[bq][cq][dq][dr][ds]AW[bp][cp][dp][eq][er];B[br])";
    let pages = Pages::open("go", Some(19), Some(problem));
    let record = pages.wait(|state| state["number"] == 0)["record"].clone();
    for line in [json!([]), json!(["A2"])] {
        let answer = pages.post("judge", json!({ "record": record, "node": 0, "line": line })).unwrap();
        let is_near = |mv: &Value| {
            let (mv, near) = (mv.as_str().unwrap(), "ABCDEFG");
            mv == "pass" || near.contains(&mv[..1]) && mv[1..].parse::<u8>().unwrap() <= 6
        };
        assert!(answer["line"].as_array().unwrap().iter().all(is_near), "{answer}");
    }
}

#[test]
fn a_game_is_kept_and_taken_up_where_it_was_left() {
    let directory = tempfile::tempdir().unwrap();
    let open = || {
        let opening = Opening {
            shelf: Some(Shelf::at(directory.path().to_owned())),
            is_start: true,
            ..Opening::default()
        };
        Pages::open_as("go", Some(9), opening, "30")
    };
    let pages = open();
    assert_eq!(
        (pages.wait(|state| state["isStart"] == true)["number"].clone(), pages.get("games")),
        (json!(0), json!([]))
    );
    pages.post("settings", json!({ "sound": false })).unwrap();
    let setup = json!({ "cols": 9, "level": 1, "main": 600, "period": 30, "periods": 5, "black": "person", "white": "engine" });
    pages.post("new", setup).unwrap();
    pages.post("play", json!({ "move": "E5" })).unwrap();
    let stones = pages.wait(|state| state["number"] == 2)["stones"].clone();
    pages.post("stop", json!({})).unwrap();
    drop(pages);
    // Another program finds it.
    let pages = open();
    assert_eq!(pages.get("settings"), json!({ "sound": false }));
    let games = pages.get("games");
    let game = &games[0];
    assert_eq!(
        (&game["black"], &game["white"], &game["isLive"]),
        (&json!("you"), &json!("brasa, level 20k"), &json!(true))
    );
    pages.post("open", json!({ "file": game["file"] })).unwrap();
    let state = pages.wait(|state| state["isPlaying"] == true);
    assert_eq!(
        (&state["stones"], &state["level"], &state["players"]["white"]),
        (&stones, &json!("20k"), &json!("engine"))
    );
    assert!(state["clock"]["black"]["seconds"].as_f64().unwrap() <= 600.0 && state["clock"]["periods"] == 5);
    assert!(!pages.record("game.sgf").contains("BOARD["), "a download has the record alone");
    // It continues in the same file.
    pages.post("resign", json!({})).unwrap();
    pages.post("stop", json!({})).unwrap();
    let games = pages.get("games");
    assert_eq!(
        (games.as_array().unwrap().len(), &games[0]["result"], &games[0]["isLive"]),
        (1, &json!("W+R"), &json!(false))
    );
    // A review is kept with the game.
    pages.post("review", json!({ "playouts": 20 })).unwrap();
    pages.wait(|state| state["review"].is_null());
    let found = || (pages.get("values"), pages.get("mistakes"));
    let reviewed = found();
    assert!(reviewed.0.as_array().unwrap().iter().all(|value| value[1].is_number()), "{reviewed:?}");
    pages.post("open", json!({ "file": games[0]["file"] })).unwrap();
    assert_eq!(found(), reviewed);
    pages.post("forget", json!({ "file": games[0]["file"] })).unwrap();
    assert_eq!(pages.get("games"), json!([]));
    pages.post("open", json!({ "file": "../settings.json" })).unwrap_err();
}

/// Opens a board whose folder has a game.
fn with_game(directory: &Path, record: &str) -> Pages {
    std::fs::create_dir_all(directory.join("games")).unwrap();
    std::fs::write(directory.join("games/x.sgf"), record).unwrap();
    let pages = Pages::with_folder("go", directory);
    pages.post("open", json!({ "file": "x.sgf" })).unwrap();
    pages
}

#[test]
fn a_record_that_is_not_the_own_game_stays() {
    for (record, is_own) in [
        ("(;AP[brasa:1]SZ[9];B[ee])", true),
        ("(;AP[other]SZ[9];B[ee])", false),
        ("(;AP[brasa:1]SZ[9];B[ee])(;AP[brasa:1]SZ[9];B[cc])", false),
        ("(;AP[brasa:1]SZ[9];B[ee]", false),
        ("(;AP[brasa:1]SZ[9];B[ee];W[zz])", false),
    ] {
        let directory = tempfile::tempdir().unwrap();
        let pages = with_game(directory.path(), record);
        pages.post("play", json!({ "move": "C3" })).unwrap();
        pages.post("stop", json!({})).unwrap();
        let now = std::fs::read_to_string(directory.path().join("games/x.sgf")).unwrap();
        let count = pages.get("games").as_array().unwrap().len();
        assert_eq!(
            (now != record, count),
            (is_own, if is_own || !record.ends_with(')') { 1 } else { 2 }),
            "{record}"
        );
        assert_eq!(
            std::fs::read_dir(directory.path().join("games")).unwrap().count(),
            if is_own { 1 } else { 2 }
        );
    }
}

#[test]
fn a_stored_clock_without_end_is_not_set() {
    let directory = tempfile::tempdir().unwrap();
    let state = json!({
        "about": { "isLive": true }, "black": "engine", "white": "person", "level": "20k",
        "time": [600.0, 0.0, 0.0, 0.0], "left": [[1.8e19, 1], [1.8e19, 1]],
    });
    let state = state.to_string().replace(']', "\\]");
    let pages = with_game(directory.path(), &format!("(;AP[brasa:1]SZ[9]BOARD[{state}])"));
    let state = pages.wait(|state| state["number"] == 1);
    assert!(state["clock"]["black"]["seconds"].as_f64().unwrap() <= 600.0, "{state}");
}

#[test]
fn games_at_the_own_rank_move_it() {
    let directory = tempfile::tempdir().unwrap();
    let open = || Pages::with_folder("go", directory.path());
    let pages = open();
    let mut setup = json!({ "cols": 9, "level": "auto", "black": "person", "white": "engine" });
    pages.wait(|state| state["ranks"] == json!({}));
    pages.post("new", setup.clone()).unwrap_err();
    setup["guess"] = json!("15k");
    pages.post("new", setup.clone()).unwrap();
    let state = pages.get("state");
    assert_eq!((&state["level"], &state["ranks"]["9"]["stones"]), (&json!("15k"), &json!(0)));
    let guess = state["ranks"]["9"]["rank"].clone();
    assert!(guess.as_str().unwrap().starts_with("15k ± "), "{guess}");
    pages.post("play", json!({ "move": "E5" })).unwrap();
    pages.wait(|state| state["number"] == 2);
    drop(pages);
    // Another program resumes the game without an analysis that it showed, and it counts.
    let pages = open();
    pages.post("analyze", json!({ "on": true })).unwrap();
    pages.post("open", json!({ "file": pages.get("games")[0]["file"] })).unwrap();
    assert_eq!(pages.get("state")["isAnalyzing"], false);
    pages.post("resign", json!({})).unwrap();
    let state = pages.get("state");
    assert_eq!((&state["newRank"]["size"], &state["newRank"]["before"]), (&json!(9), &guess));
    let lost = state["ranks"]["9"]["rank"].clone();
    assert!(lost != guess && state["newRank"]["now"] == lost, "{state}");
    // A resignation taken back has not counted.
    let rank = || pages.get("state")["ranks"]["9"]["rank"].clone();
    pages.post("undo", json!({})).unwrap();
    assert_eq!((rank(), &pages.get("state")["newRank"]), (guess, &Value::Null));
    pages.post("resign", json!({})).unwrap();
    assert_eq!(rank(), lost);
    // Moves tried out afterwards do not count.
    pages.post("go", json!({ "node": 0 })).unwrap();
    pages.post("play", json!({ "move": "C3" })).unwrap();
    pages.post("resign", json!({})).unwrap();
    assert_eq!(rank(), lost);
    // The guess counts once, a game without a move or with help not at all.
    pages.post("new", setup.clone()).unwrap();
    pages.post("resign", json!({})).unwrap();
    assert_eq!(rank(), lost);
    pages.post("new", setup.clone()).unwrap();
    assert_eq!(pages.get("state")["ranks"]["9"]["rank"], lost);
    pages.post("play", json!({ "move": "E5" })).unwrap();
    pages.post("analyze", json!({ "on": true })).unwrap();
    pages.post("resign", json!({})).unwrap();
    let state = pages.get("state");
    assert_eq!((&state["newRank"], &state["ranks"]["9"]["rank"]), (&Value::Null, &lost));
    // Nor does a game with another move in place of one that was played, and the page is told.
    pages.post("new", setup.clone()).unwrap();
    pages.post("play", json!({ "move": "E5" })).unwrap();
    pages.wait(|state| state["number"] == 2);
    pages.post("undo", json!({})).unwrap();
    assert_eq!(pages.get("state")["note"], "the game no longer counts for your rank");
    pages.post("new", setup).unwrap();
    pages.post("play", json!({ "move": "E5" })).unwrap();
    pages.post("go", json!({ "node": 0 })).unwrap();
    pages.post("play", json!({ "move": "C3" })).unwrap();
    pages.post("resign", json!({})).unwrap();
    assert_eq!(pages.get("state")["ranks"]["9"]["rank"], lost);
}

#[test]
fn what_is_tried_out_in_a_record_leaves_its_result() {
    let pages = Pages::open("go", Some(9), Some("(;SZ[9]RE[B+R];B[ee];W[cc];B[gg])"));
    for node in [1, 3] {
        pages.post("go", json!({ "node": node })).unwrap();
        pages.post("resign", json!({})).unwrap();
        assert!(pages.record("game.sgf").contains("RE[B+R]"));
        pages.post("undo", json!({})).unwrap();
        assert!(pages.record("game.sgf").contains("RE[B+R]"));
    }
}

#[test]
fn a_review_values_every_position_and_can_be_stopped() {
    let pages = Pages::open("go", Some(9), Some(GAME));
    pages.wait(|state| state["number"] == 0);
    pages.post("review", json!({ "playouts": 20 })).unwrap();
    pages.wait(|state| state["review"].is_null());
    let values = pages.get("values");
    assert_eq!(values.as_array().unwrap().len(), 5);
    for value in values.as_array().unwrap() {
        assert!(value[1].is_number() && value[2].is_number() && value[3].as_u64() >= Some(20), "{value}");
    }
    assert!(pages.record("game.sgf").contains("SBKV["));
    pages.post("review", json!({ "playouts": 100_000_000 })).unwrap();
    assert_eq!(pages.get("state")["review"], json!([0, 5]));
    pages.post("stop", json!({})).unwrap();
    assert!(pages.get("state")["review"].is_null());
}

#[test]
fn a_game_without_points_is_saved_loaded_and_reviewed() {
    let pages = Pages::open("clobber", Some(3), None);
    pages.post("players", json!({ "white": "person" })).unwrap();
    for _ in 0..3 {
        let mv = pages.get("state")["legal"][0].clone();
        pages.post("play", json!({ "move": mv })).unwrap();
    }
    let state = pages.get("state");
    let record = pages.record("game.gtp");
    pages.post("new", json!({ "game": "go", "cols": 9 })).unwrap();
    assert_eq!(pages.send("POST", "/api/load", record.as_bytes()).0, 200);
    pages.post("go", json!({ "node": 3 })).unwrap();
    let loaded = pages.get("state");
    assert_eq!((&loaded["stones"], &loaded["number"]), (&state["stones"], &json!(3)));
    assert_eq!(pages.record("game.gtp"), record);
    let wrong = pages.send("POST", "/api/load", b"setgame clobber\nplay B A1-A9\n");
    assert!(
        wrong.0 == 409 && String::from_utf8(wrong.1).unwrap().contains("line 2: 'A1-A9' is not a move on")
    );
    assert_eq!(pages.get("state")["number"], 3, "nothing has changed");

    pages.post("review", json!({ "playouts": 5000 })).unwrap();
    pages.wait(|state| state["review"].is_null());
    let values = pages.get("values");
    let values = values.as_array().unwrap();
    assert_eq!(values.len(), 4);
    for value in values {
        // The board is so small that the search solves it.
        assert!(value[1] == 0.0 || value[1] == 1.0, "{values:?}");
        assert!(value[2].is_null() && value[3].as_u64() > Some(0), "{values:?}");
    }
    assert!(values[0][4].as_str().unwrap().contains('-'), "{values:?}");
    assert_eq!(pages.get("state")["number"], 3, "the game stays where it was");
}

#[test]
fn a_question_is_answered_beside_the_game() {
    let pages = Pages::open_with("go", Some(19), None, "100000000");
    pages.post("players", json!({ "white": "person" })).unwrap();
    // Many long queries wait for one another, but no move waits for them.
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| pages.post("judge", json!({ "record": 0, "node": 0, "line": [] })).unwrap());
            scope.spawn(|| pages.post("score", json!({})).unwrap());
        }
        for mv in ["Q16", "D4", "Q4", "D16"] {
            pages.post("play", json!({ "move": mv })).unwrap();
        }
        pages.post("judge", json!({ "record": 0, "node": 4, "line": ["C3"] })).unwrap();
        assert!(
            pages.post("judge", json!({ "record": 1, "node": 0, "line": [] })).is_err(),
            "another record"
        );
    });
}

#[test]
fn two_boards_on_one_game_lose_no_move() {
    let directory = tempfile::tempdir().unwrap();
    let open = || Pages::with_folder("go", directory.path());
    // A game is saved before the next command.
    let post = |pages: &Pages, name, fields| {
        pages.post(name, fields).unwrap();
        pages.post("stop", json!({})).unwrap();
    };
    let first = open();
    post(&first, "players", json!({ "white": "person" }));
    post(&first, "play", json!({ "move": "E5" }));
    post(&first, "play", json!({ "move": "C3" }));
    let second = open();
    let file = second.get("games")[0]["file"].clone();
    post(&second, "open", json!({ "file": file }));
    post(&first, "play", json!({ "move": "G7" }));
    second.post("players", json!({ "white": "person" })).unwrap();
    let note = "the file of this game has changed; the game continues in another";
    second.wait(|state| state["note"] == note);
    post(&second, "play", json!({ "move": "D4" }));
    let games = second.get("games");
    let moves: Vec<_> =
        games.as_array().unwrap().iter().map(|game| game["moves"].as_u64().unwrap()).collect();
    // The second board showed the start of the game, so its move began a variation.
    assert_eq!(moves, [2, 3]);
    assert!(second.record("game.sgf").contains("(;B[df]"));
}

#[test]
fn variations_outlive_the_program_in_every_game() {
    for (game, mvs) in [("go", ["E5", "C3", "G7", "D7"]), ("nogo", ["E5", "C3", "G7", "D7"])] {
        let directory = tempfile::tempdir().unwrap();
        let open = || Pages::with_folder(game, directory.path());
        let pages = open();
        pages.post("players", json!({ "white": "person" })).unwrap();
        for mv in mvs {
            pages.post("play", json!({ "move": mv })).unwrap();
        }
        // A variation of the second move: the last node by number, but not by position.
        pages.post("go", json!({ "node": 1 })).unwrap();
        pages.post("play", json!({ "move": "A1" })).unwrap();
        pages.post("play", json!({ "move": "J9" })).unwrap();
        pages.post("go", json!({ "node": 1 })).unwrap();
        pages.post("comment", json!({ "record": 0, "node": 1, "text": "two\nlines" })).unwrap();
        pages.post("go", json!({ "node": 5 })).unwrap();
        pages.post("players", json!({ "white": "engine" })).unwrap();
        pages.post("stop", json!({})).unwrap();
        pages.post("go", json!({ "node": 5 })).unwrap();
        let stones = pages.get("state")["stones"].clone();
        let name = if game == "go" { "game.sgf" } else { "game.gtp" };
        let record = pages.record(name);
        drop(pages);
        let pages = open();
        let file = pages.get("games")[0]["file"].clone();
        pages.post("open", json!({ "file": file })).unwrap();
        assert_eq!(pages.get("state")["stones"], stones, "{game}: where it was left");
        let nodes = pages.get("tree")["nodes"].as_array().unwrap().len();
        assert!(nodes >= 7, "{game}: {nodes}");
        pages.send("POST", "/api/load", record.as_bytes());
        assert_eq!(pages.get("tree")["nodes"].as_array().unwrap().len(), nodes, "{game}");
        assert_eq!(pages.get("tree")["nodes"][1][3], 1, "{game}: the comment");
        // Comments that no longer fit are dropped, and the moves stay.
        if game == "nogo" {
            let broken = record.replace("B[J9]", "B[E5]");
            assert_ne!(broken, record);
            assert_eq!(pages.send("POST", "/api/load", broken.as_bytes()).0, 200);
            assert_eq!(
                pages.get("tree")["nodes"].as_array().unwrap().len(),
                3,
                "the moves to the node shown"
            );
        }
    }
}
