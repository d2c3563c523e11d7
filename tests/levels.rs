//! The levels: whole games, the moves of a seed, and the table that the program and the guide print.

use std::process::Command;

use brasa::engine::levels::LEVELS;
use brasa::engine::{BoardSize, GoSession, SessionContext, Settings};
use brasa::framework::{Color, Decision, Move};

/// Returns a session at a level, with few enough playouts for a test, that never resigns.
fn session(level: usize, size: u8, seed: u64) -> GoSession {
    const MOST_PLAYOUTS: u64 = 200;
    let mut settings = Settings::new(size);
    settings.set_level(Some(&LEVELS[level]));
    settings.set("resign_threshold", "0").unwrap();
    if settings.limits.max_games > MOST_PLAYOUTS {
        settings.set("max_games", &MOST_PLAYOUTS.to_string()).unwrap();
    }
    let size = BoardSize { cols: Some(size), rows: Some(size) };
    GoSession::new(size, Color::Black, SessionContext::new(settings, seed, Default::default())).unwrap()
}

/// Plays a game of two levels and returns its moves; both check each move.
fn game(levels: [usize; 2], size: u8, seed: u64) -> Vec<Move> {
    let mut players = levels.map(|level| session(level, size, seed));
    let mut moves = Vec::new();
    for color in Color::ALL.into_iter().cycle().take(4 * usize::from(size).pow(2)) {
        let Ok(Decision::Play(mv)) = players[color.index()].genmove(color) else { panic!("no move") };
        players[color.opponent().index()].play(color, mv).unwrap();
        moves.push(mv);
        if moves.ends_with(&[Move::PASS; 2]) {
            return moves;
        }
    }
    panic!("levels {levels:?} go on: {}", brasa::engine::GameSession::show(&players[0]));
}

#[test]
fn every_level_plays_a_game_to_two_passes() {
    for level in 0..LEVELS.len() {
        let moves = game([level, (level + 1) % LEVELS.len()], 9, level as u64);
        assert!((30..250).contains(&moves.len()), "level {}: {} moves", level + 1, moves.len());
    }
}

#[test]
fn every_board_size_has_levels() {
    for size in 2..=19 {
        let mut player = session(usize::from(size) % 4, size, 1);
        assert!(player.genmove(Color::Black).is_ok(), "{size}");
    }
}

#[test]
fn a_seed_determines_the_game() {
    for levels in [[0, 2], [3, 4]] {
        assert_eq!(game(levels, 9, 1), game(levels, 9, 1), "levels {levels:?}");
    }
    assert_ne!(game([0, 1], 9, 1), game([0, 1], 9, 2));
}

#[test]
fn a_level_is_the_same_on_every_machine() {
    for level in &LEVELS {
        let mut settings = Settings::new(19);
        settings.set_level(Some(level));
        assert_eq!((settings.search.number_threads, settings.search.uct_max_memory), (1, 256_000_000));
        let limits = settings.limits();
        assert!(limits.playouts.is_some() && limits.time.is_none(), "level {}", level.number);
    }
    let playouts = LEVELS.iter().map(|level| {
        let mut settings = Settings::new(9);
        settings.set_level(Some(level));
        settings.limits.max_games
    });
    assert!(playouts.is_sorted_by(|a, b| a < b));
}

#[test]
fn parameters_set_by_name_override_a_level() {
    let mut settings = Settings::new(9);
    settings.set("max_games", "77").unwrap();
    settings.set_level(Some(&LEVELS[0]));
    assert_eq!((settings.limits.max_games, settings.player.temperature), (77, 4.0));
    settings.resize(19);
    assert_eq!((settings.limits.max_games, settings.player.temperature), (77, 4.0));
    settings.set_level(None);
    assert_eq!((settings.limits.max_games, settings.player.temperature), (77, 0.0));
}

fn brasa(args: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_brasa")).args(args).output().unwrap();
    let [out, err] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    (output.status.code(), out, err)
}

#[test]
fn the_guide_shows_the_table_of_the_program() {
    let (status, table, _) = brasa(&["levels"]);
    assert_eq!((status, table.lines().count()), (Some(0), 1 + LEVELS.len()));
    let page = include_str!("../src/guide/strength.md");
    let table: String = table.lines().map(|line| format!("{}\n", line.trim_end())).collect();
    assert!(page.contains(&table), "expected in strength.md:\n{table}");
}

#[test]
fn programs_read_the_levels_as_json() {
    let (_, text, _) = brasa(&["levels", "--json"]);
    let lines: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), LEVELS.len());
    for (line, number) in lines.iter().zip(1..) {
        assert_eq!(line["level"], number);
        for result in line["results"].as_array().unwrap() {
            let [won, games] = ["won", "games"].map(|key| result[key].as_f64().unwrap());
            assert!(games >= 1.0 && (0.0..=games).contains(&won), "{result}");
        }
    }
}

#[test]
fn a_level_that_does_not_exist_is_refused() {
    let (status, _, error) = brasa(&["--level", "11"]);
    assert_eq!(status, Some(2));
    assert!(error.contains("unknown level '11': expected a number from 1 to 10"), "{error}");
}
