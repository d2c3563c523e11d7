//! Matches of games other than Go: the match program itself judges moves, the end of the game and the winner.

use std::fs;
use std::process::Command;

use super::Place;
use crate::program::{run, run_with};

/// Returns the command that runs our program with a player for a game.
fn brasa(game: &str, player: &str) -> String {
    let program = shell_words::quote(env!("CARGO_BIN_EXE_brasa"));
    format!("{program} --quiet -g {game} -b {player} -w {player} --srand %SRAND")
}

/// Returns the command of a program that plays the given moves; see `data/arena/replay.sh`.
fn replay(words: &[&str]) -> String {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/arena/replay.sh");
    shell_words::join([&["sh", script], words].concat())
}

#[test]
fn clobber_is_judged_by_its_rules_and_its_records_can_be_replayed() {
    let place = Place::new();
    let (black, white) = (brasa("clobber", "search alphabeta"), brasa("clobber", "average"));
    let options = ["--game", "clobber", "--cols", "4", "--rows", "4", "--black", &black, "--white", &white];
    let options = [&options[..], &["--games", "4", "--alternate", "--sgffile", "x"]].concat();
    let out = place.played(&options);
    // Alpha-beta solves 4x4 after the first moves; as White it wins after a mistake by Black.
    assert!(out.contains("4 won, 0 lost, 0 drawn"), "{out}");
    let rows = place.rows("x.dat");
    for (game, row) in rows.iter().enumerate() {
        assert!(row.starts_with(&format!("{game} ? ? B+? {} - ", game % 2)), "{row}");
    }
    let (table, page) = (place.read("x.dat"), place.read("x.html"));
    assert!(table.contains("# Game: clobber\n") && table.contains("# Size: 4x4\n"), "{table}");
    assert!(page.contains("<td>clobber</td>") && page.contains("href=\"x-1.gtp\""), "{page}");

    let record = place.read("x-1.gtp");
    assert!(record.contains("# Result: W+\n"), "colors alternate: {record}");
    let mut command = Command::new(env!("CARGO_BIN_EXE_brasa"));
    command.args(["-g", "clobber"]).arg(place.path("x-1.gtp"));
    let replies = run_with(&mut command, "gogui-rules_final_result\n").output;
    assert!(replies.ends_with("= White wins\n\n") && !replies.contains('?'), "{replies}");

    // The table of an interrupted match: two games and an incomplete line.
    let kept = table.lines().take_while(|line| !line.starts_with("2\t")).collect::<Vec<_>>().join("\n");
    fs::write(place.path("x.dat"), kept + "\n2\t?").unwrap();
    fs::remove_file(place.path("x-2.gtp")).unwrap();
    place.played(&options);
    assert_eq!(place.rows("x.dat"), rows);
    assert!(place.path("x-2.gtp").exists());
    fs::remove_file(place.path("x.html")).unwrap();
    place.played(&["--analyze", "x.dat"]);
    assert!(place.read("x.html").contains("href=\"x-1.gtp\""));

    let other =
        place.run(&["--game", "nogo", "--size", "4", "--black", &black, "--white", &white, "--sgffile", "x"]);
    let error = String::from_utf8_lossy(&other.stderr);
    assert!(error.contains("its Game is 'clobber', not 'nogo'"), "{error}");
}

#[test]
fn results_are_those_of_the_rules() {
    /// A draw.
    const BLACK: &str = "B2 A3 B1 A2 C3";
    const WHITE: &str = "A1 C1 B3 C2";
    // The moves of Black and White, White's claimed result, and the table row.
    for (black, white, score, row) in [
        (BLACK, WHITE, "", "0 ? ? 0 0 - 9 0"),
        ("b2 a3 b1 a2 c3", WHITE, "Draw", "0 ? 0 0 0 - 9 0"),
        ("A1 B1 C1", "A2 B2", "", "0 ? ? B+? 0 - 5 0"),
        ("A1 B1 C1", "A2 B2", "W+", "0 ? W+? B+? 0 - 5 0"),
        ("A1 B1 C1", "A2 resign", "", "0 B+R B+R B+R 0 - 3 0"),
        ("A1 B1", "A2 A1", "", "0 B+F B+F B+F 0 - 3 1 replay (second): illegal move: occupied, A1"),
        ("A1 B1", "A2 D4", "", "0 B+F B+F B+F 0 - 3 1 replay (second): illegal move: no such point, D4"),
        ("A1 B1", "A2 pass", "", "0 B+F B+F B+F 0 - 3 1 replay (second): illegal move: no such point, pass"),
        ("A1 B1", "A2", "", "0 B+F B+F B+F 0 - 3 1 replay (second): genmove w: the game is over"),
    ] {
        let place = Place::new();
        let (black, second) = (replay(&[black, white]), replay(&["", white, score]));
        let options = ["--game", "tictactoe", "--black", &black, "--white", &second, "--sgffile", "x"];
        let out = place.played(&options);
        assert_eq!(place.rows("x.dat"), [row], "{white}");
        assert_eq!(out.contains("0 won, 0 lost, 1 drawn"), row.contains(" 9 0"), "{out}");
        assert_eq!(place.read("x.html").contains("Black says ?, White W+?"), score == "W+");
    }
}

#[test]
fn a_long_reply_does_not_fill_the_table() {
    let place = Place::new();
    let (black, white) = (replay(&["A1", ""]), replay(&["", &"X".repeat(50_000)]));
    place.played(&["--game", "tictactoe", "--black", &black, "--white", &white, "--sgffile", "x"]);
    let row = &place.rows("x.dat")[0];
    assert!(row.starts_with("0 B+F B+F B+F 0 - 1 1 replay (second): illegal move: no such point, XXX"));
    assert!(row.len() < 400, "{}", row.len());
}

#[test]
fn games_alternate_begin_with_either_color_and_repeat() {
    let place = Place::new();
    let log = place.path("log").display().to_string();
    let (wins, loses) = ("A1 B1 C1", "A2 B2");
    let first = replay(&[loses, wins, "", &log]);
    let second = replay(&[wins, wins]);
    let options = ["--game", "tictactoe", "--first", "white", "--black", &first, "--white", &second];
    let options = [&options[..], &["--games", "4", "--alternate", "--sgffile", "x", "--time", "1m"]].concat();
    place.played(&options);
    // In odd games the first program is White, so the opponent's first move is illegal.
    let occupied = "1 replay (second): illegal move: occupied, A1";
    assert_eq!(
        place.rows("x.dat"),
        [
            "0 ? ? W+? 0 - 5 0".to_owned(),
            format!("1 B+F B+F B+F 1 - 1 {occupied}"),
            "2 ? ? W+? 0 0 5 0".to_owned(),
            format!("3 B+F B+F B+F 1 - 1 {occupied}"),
        ]
    );
    let commands = fs::read_to_string(log).unwrap();
    let commands: Vec<&str> = commands.lines().map(str::trim).collect();
    let start = commands.iter().position(|&command| command == "boardsize 3").unwrap();
    assert_eq!(commands[start..start + 4], ["boardsize 3", "clear_board", "play w A1", "genmove b"]);
}

#[test]
fn options_of_another_game_are_refused() {
    let place = Place::new();
    for (options, expected) in [
        (&["--game", "clobber", "--komi", "7"][..], "--komi: not an option for matches of clobber"),
        (&["--game", "clobber", "--openings", "x"], "--openings: not an option for matches of clobber"),
        (&["--game", "clobber", "--referee", "x"], "--referee: not an option for matches of clobber"),
        (&["--game", "tictactoe", "--size", "4"], "tictactoe: unacceptable size"),
        (&["--cols", "4"], "--cols: not an option for matches of go"),
        (&["--first", "white"], "--first: not an option for matches of go"),
        (&["--game", "chess"], "possible values: go, tictactoe, clobber, nogo"),
    ] {
        let players = ["--black", "false", "--white", "false", "--sgffile", "x"];
        let output = place.run(&[&players[..], options].concat());
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{options:?}: {error}");
        assert!(error.contains(expected), "{options:?}: {error}");
    }
    assert!(!place.path("x.dat").exists());
}

#[test]
fn one_move_of_another_game() {
    let genmove = |options: &[&str]| {
        let run = run(Command::new(env!("CARGO_BIN_EXE_brasa")).arg("genmove").args(options));
        run.output + &run.error
    };
    let game = ["-g", "tictactoe", "-b", "search", "alphabeta", "-w", "average"];
    let text = genmove(&[&game[..], &["--moves", "A1 C3, A2"]].concat());
    assert!(text.contains("1 X . . 1") && text.contains("\n\nmove      A3\n"), "a loss is prevented: {text}");
    let json = genmove(&[&game[..], &["--moves", "A1 C3 A2 B3", "--json"]].concat());
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&json["color"], &json["move"]), (&"black".into(), &"A3".into()));
    for (options, expected) in [
        (&["--moves", "A1 A1"][..], "--moves: move 2, A1: illegal move"),
        (&["--sgf", "x.sgf"], "--sgf: not an option for tictactoe"),
        (&["--moves", "A1 B1 A2 B2 A3"], "the game is over"),
    ] {
        let text = genmove(&[&game[..], options].concat());
        assert!(text.contains(expected), "{text}");
    }
    assert!(genmove(&["-b", "average", "x"]).contains("'x': the player takes no search"));
}
