//! The ranks: whole games, the moves of a seed, and the table printed by the program and the guide.

use std::path::Path;

use brasa::engine::levels::{self, Rank};
use brasa::engine::{BoardSize, GameSession, GoSession, SessionContext, Settings};
use brasa::framework::{Color, Decision, Move};

use crate::program::{Run, brasa};

/// Returns a session at a rank, with few enough playouts for a test, that never resigns.
fn session(level: Rank, size: u8, seed: u64) -> GoSession {
    const MAX_PLAYOUTS: u64 = 100;
    let mut settings = Settings::new(size);
    settings.set_level(Some(level));
    settings.set("resign_threshold", "0").unwrap();
    if settings.limits.max_games > MAX_PLAYOUTS {
        settings.set("max_games", &MAX_PLAYOUTS.to_string()).unwrap();
    }
    let size = BoardSize { cols: Some(size), rows: Some(size) };
    GoSession::new(size, Color::Black, SessionContext::new(settings, seed, Default::default())).unwrap()
}

/// Plays a game between two ranks and returns its moves; both check each move.
fn game(levels: [Rank; 2], size: u8, seed: u64) -> Vec<Move> {
    let mut players = levels.map(|level| session(level, size, seed));
    let mut moves = Vec::new();
    for color in Color::ALL.into_iter().cycle().take(4 * usize::from(size).pow(2)) {
        let Ok(Decision::Play(mv)) = players[color.index()].genmove(color) else { panic!("no move") };
        players[(!color).index()].play(color, mv).unwrap();
        moves.push(mv);
        if moves.ends_with(&[Move::PASS; 2]) {
            return moves;
        }
    }
    panic!("{levels:?} go on: {}", GameSession::show(&players[0]));
}

fn rank(name: &str) -> Rank {
    levels::find(name).unwrap()
}

#[test]
fn every_rank_plays_a_game_to_two_passes() {
    for (seed, level) in Rank::all().step_by(3).enumerate() {
        let moves = game([level, rank("8k")], 9, seed as u64);
        assert!((30..250).contains(&moves.len()), "{level}: {} moves", moves.len());
    }
}

#[test]
fn every_board_size_has_ranks() {
    for (size, level) in (2..=19).zip(Rank::all()) {
        let mut player = session(level, size, 1);
        assert!(player.genmove(Color::Black).is_ok(), "{size}");
    }
}

#[test]
fn a_seed_determines_the_game() {
    let played = |seed| game(["20k", "5k"].map(rank), 9, seed);
    let first = played(1);
    assert_eq!(played(1), first);
    assert_ne!(played(2), first);
}

/// The network of the ranks takes a pass for the likely move where all is lost.
#[test]
fn a_rank_that_gives_many_stones_plays_on() {
    for (name, size, stones) in [("20k", 9, 5), ("12k", 11, 8), ("5k", 9, 4), ("3k", 12, 3)] {
        let mut player = session(rank(name), size, 1);
        player.fixed_handicap(stones).unwrap();
        assert_ne!(player.genmove(Color::White).unwrap(), Decision::Play(Move::PASS), "{name}");
    }
}

/// People avoid the first line in the opening unless a fight ends there, and games at one rank do not open alike.
#[test]
fn ranks_open_as_people_do() {
    for name in ["20k", "10k", "3k"] {
        let openings: Vec<Vec<Move>> = (1..=3).map(|seed| opening(rank(name), 30, seed)).collect();
        for line in &openings {
            let is_edge = |mv: &&Move| {
                let p = brasa::go::Point::of_move(**mv);
                [p.col(), p.row(), 18 - p.col(), 18 - p.row()].contains(&0)
            };
            // A capture or a corner sequence may end there.
            assert!(line.iter().filter(is_edge).count() <= 2, "{name}");
        }
        let first = |i: usize| &openings[i][..12];
        assert!(first(0) != first(1) && first(1) != first(2) && first(0) != first(2), "{name}");
    }
}

fn opening(level: Rank, moves: usize, seed: u64) -> Vec<Move> {
    let mut player = session(level, 19, seed);
    let mut line = Vec::new();
    for color in Color::ALL.into_iter().cycle().take(moves) {
        let Ok(Decision::Play(mv)) = player.genmove(color) else { panic!("no move") };
        line.push(mv);
    }
    line
}

#[test]
fn a_rank_is_the_same_on_every_machine() {
    for level in Rank::all() {
        let mut settings = Settings::new(19);
        settings.set_level(Some(level));
        assert_eq!(
            (settings.params.search.number_threads, settings.params.search.uct_max_memory),
            (1, 256_000_000)
        );
        assert_eq!(settings.value("net").as_deref(), Some("rank"));
        let limits = settings.limits();
        assert!(limits.playouts.is_some() && limits.time.is_none(), "{level}");
    }
}

#[test]
fn a_stronger_rank_reads_more_and_guesses_less() {
    for size in [9, 13, 19] {
        let of = |level| {
            let mut settings = Settings::new(size);
            settings.set_level(Some(level));
            (settings.limits.max_games, settings.params.player)
        };
        for (weak, strong) in Rank::all().zip(Rank::all().skip(1)) {
            let ((playouts, weaker), (more, stronger)) = (of(weak), of(strong));
            assert!(playouts <= more && weaker.intuition >= stronger.intuition, "{size}: {strong}");
            assert!(weaker.intuition_temperature >= stronger.intuition_temperature, "{size}: {strong}");
        }
    }
}

#[test]
fn names_numbers_and_profiles_of_katago_find_a_rank() {
    for (number, name) in [(1, "20k"), (6, "8k"), (9, "1k")] {
        assert_eq!(levels::find(&number.to_string()), levels::find(name));
    }
    assert_eq!(levels::find("10"), Ok(Rank::FULL));
    let profile = |text| levels::of_profile(text).map(|level| level.map(Rank::name));
    assert_eq!(profile("rank_5k"), Ok(Some("5k")));
    assert_eq!(profile("preaz_12k_1d"), Ok(Some("12k")));
    assert_eq!(profile("rank_9d"), Ok(Some(Rank::FULL.name())));
    assert_eq!(profile("proyear_1995"), Ok(Some(Rank::FULL.name())));
    assert_eq!(profile(""), Ok(None));
    for wrong in ["5k", "rank_", "rank_10d", "rank_30k", "proyear_x", "pro_5k"] {
        assert!(levels::of_profile(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn parameters_set_by_name_override_a_level() {
    let mut settings = Settings::new(9);
    settings.set("max_games", "77").unwrap();
    settings.set_level(Some(rank("20k")));
    assert_eq!((settings.limits.max_games, settings.params.player.intuition), (77, 1.0));
    settings.resize(19);
    assert_eq!((settings.limits.max_games, settings.params.player.intuition), (77, 1.0));
    settings.set("use_book", "0").unwrap();
    assert_eq!(settings.over_level(), ["max_games 77"], "the level has no book either");
    settings.set_level(None);
    assert_eq!((settings.limits.max_games, settings.params.player.intuition), (77, 0.0));
    assert!(settings.over_level().is_empty());
}

#[test]
fn the_guide_shows_the_table_of_the_program() {
    let Run { status, output: table, .. } = brasa(Path::new("."), &["levels"]);
    assert_eq!(status, 0);
    assert!(table.lines().count() > Rank::all().len());
    let page = include_str!("../src/guide/strength.md");
    let table: String = table.lines().map(|line| format!("{}\n", line.trim_end())).collect();
    assert!(page.contains(&table), "expected in strength.md:\n{table}");
}

#[test]
fn programs_read_the_levels_as_json() {
    let text = brasa(Path::new("."), &["levels", "--json"]).output;
    let lines: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), Rank::all().len());
    for (line, level) in lines.iter().zip(Rank::all()) {
        assert_eq!(line["rank"], level.name());
        for result in line["results"].as_array().unwrap() {
            let [won, games] = ["won", "games"].map(|key| result[key].as_f64().unwrap());
            assert!(games >= 1.0 && (0.0..=games).contains(&won), "{result}");
        }
    }
}

#[test]
fn a_level_that_does_not_exist_is_refused() {
    let Run { status, error, .. } = brasa(Path::new("."), &["--level", "11"]);
    assert_eq!(status, 2);
    assert!(
        error.contains("unknown level '11': expected a rank from 20k to 3d, or a number from 1 to 10"),
        "{error}"
    );
}
