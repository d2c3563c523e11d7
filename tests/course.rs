//! The course: the examples on its page, its players, and their options.

use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use brasa::engine::go::player::full_player;
use brasa::engine::go::policies::policy;
use brasa::engine::{BoardSize, GoSession, SessionContext, Settings, presets};
use brasa::framework::{Color, Control, Decision, Game, Grid, Limits, Player, Report};
use brasa::go::{Point, Position, Rules, vertex};
use brasa::gtp::win_rates;
use brasa::util::Rng;

use crate::diagram::Diagram;
use crate::program::{brasa, run};

const PAGE: &str = include_str!("../src/guide/course/4-flat-monte-carlo.md");

/// The page's claims about its examples, in order.
const CLAIMS: [Claim; 6] = [
    Claim { played: "e2", winning: &["e2"], losing: &["c1", "e1", "e3"], best_first: &["e2", "c1", "e1"] },
    Claim { played: "e2", winning: &["e2"], losing: &["a1", "e1", "e3"], best_first: &["e2", "a1", "e1"] },
    Claim { played: "a5", winning: &["a5", "b5", "a4"], losing: &["e5"], best_first: &["b5", "a4", "e5"] },
    Claim { played: "d6", winning: &["d6", "d1"], losing: &["d3"], best_first: &["d6", "d1", "d3"] },
    Claim { played: "c2", winning: &["e3"], losing: &["c2", "a1", "c5"], best_first: &["c2", "a1", "e3"] },
    Claim { played: "e2", winning: &[], losing: &["e2", "d1", "d5", "e1"], best_first: &["e2", "d1", "d5"] },
];

/// The true values of moves in an example, and flat Monte Carlo's choice.
struct Claim {
    /// The move go3 plays.
    played: &'static str,
    /// Moves that win against any reply.
    winning: &'static [&'static str],
    /// Moves that some reply refutes.
    losing: &'static [&'static str],
    /// Moves in order of win rate.
    best_first: &'static [&'static str],
}

/// An example of the page.
struct Example {
    position: Position,
    simulations: &'static str,
    /// The line of win rates, and whether it is abridged.
    rates: (&'static str, bool),
}

/// Reads the examples: `COLOR to play, komi K, N simulations a move.`, a diagram with row numbers, and a line of win
/// rates.
fn examples() -> Vec<Example> {
    let blocks = PAGE.split("```text\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    blocks
        .map(|block| {
            let words: Vec<_> = block.lines().next().unwrap().split(' ').collect();
            let [color, "to", "play,", "komi", komi, simulations, "simulations", "a", "move."] = words[..]
            else {
                panic!("{words:?}");
            };
            let rows: Vec<_> = block
                .lines()
                .filter_map(|line| {
                    line.trim_start().trim_start_matches(|c: char| c.is_ascii_digit()).strip_prefix(' ')
                })
                .filter(|row| row.starts_with(['.', 'X', 'O']))
                .collect();
            let komi = komi.trim_end_matches(',').parse().unwrap();
            let mut position =
                Diagram::new(&rows.join("\n")).position(Rules { komi, ..Rules::default() }).unwrap();
            position.set_to_play(color.parse().unwrap());
            let rates = block.lines().find(|line| line.starts_with("Win rates: ")).unwrap();
            let rates = rates.strip_suffix(", ...").map_or((rates, false), |start| (start, true));
            Example { position, simulations, rates }
        })
        .collect()
}

#[test]
fn the_records_are_the_examples_of_the_page() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/guide/positions");
    let mut files: Vec<_> = directory.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert_eq!(files.len(), CLAIMS.len());
    for (file, example) in files.iter().zip(examples()) {
        let context = SessionContext::new(Settings::new(19), 1, Arc::default());
        let mut session = GoSession::new(BoardSize::default(), Color::Black, context).unwrap();
        session.load_sgf(file, None).unwrap();
        let (read, drawn) = (session.position(), &example.position);
        assert_eq!(Grid::diagram(read), Grid::diagram(drawn), "{}", file.display());
        assert_eq!((read.to_play(), read.rules()), (drawn.to_play(), drawn.rules()), "{}", file.display());
    }
}

fn player(settings: &Settings, seed: u64) -> Box<dyn Player<Position>> {
    full_player(&settings.spec(BoardSize::default(), seed))
}

/// Returns the move go3 plays and its search report.
fn go3(position: &Position, simulations: &str) -> (String, Report) {
    let mut settings = Settings::with_preset(position.board().size(), presets::find("go3").unwrap());
    settings.set("sim", simulations).unwrap();
    let thinking = player(&settings, 1).decide(position, settings.limits(), &Control::default());
    let Decision::Play(mv) = thinking.decision else { panic!("resigned") };
    (position.move_text(mv).to_lowercase(), thinking.report.unwrap())
}

/// Returns whether a move wins according to a tree search.
fn wins(position: &Position, text: &str) -> bool {
    const PLAYOUTS: u64 = 4000;
    let size = position.board().size();
    let mut settings = Settings::new(size);
    settings.params.search.number_threads = 1;
    settings.params.search.uct_max_memory = 256 << 20;
    let mut after = position.clone();
    after.play(vertex::parse(text, size).unwrap()).unwrap();
    let limits = Limits { playouts: Some(PLAYOUTS), ..Limits::default() };
    let reply = player(&settings, 1).decide(&after, limits, &Control::default());
    let value = reply.report.unwrap().value;
    assert!(!(0.2..0.8).contains(&value), "{text}: {value} is not clear");
    value < 0.5
}

#[test]
fn the_page_says_what_go3_finds() {
    for (number, (example, claim)) in (1..).zip(examples().iter().zip(&CLAIMS)) {
        let (played, report) = go3(&example.position, example.simulations);
        let found = win_rates(|mv| example.position.move_text(mv), &report);
        let (shown, goes_on) = example.rates;
        let is_shown = if goes_on { found.starts_with(&format!("{shown},")) } else { found == shown };
        assert!(is_shown, "example {number}: {found}");
        assert_eq!(played, claim.played, "example {number}");
        let rate = |text: &str| {
            let mv = vertex::parse(text, example.position.board().size()).unwrap();
            report.moves.iter().find(|stat| stat.mv == mv).unwrap().value
        };
        let rates: Vec<_> = claim.best_first.iter().map(|text| rate(text)).collect();
        assert!(rates.is_sorted_by(|a, b| a > b), "example {number}: {rates:?}");
    }
    assert_eq!(examples().len(), CLAIMS.len());
}

#[test]
fn the_page_says_which_moves_win() {
    for (number, (example, claim)) in (1..).zip(examples().iter().zip(&CLAIMS)) {
        for (texts, expected) in [(claim.winning, true), (claim.losing, false)] {
            for text in texts {
                assert_eq!(wins(&example.position, text), expected, "example {number}, {text}");
            }
        }
    }
}

/// Plays a game on 5x5 and returns whether Black won and the number of moves.
fn play(black: &str, white: &str, seed: u64) -> (Option<Color>, usize) {
    let player = |name| {
        let settings = Settings::with_preset(5, presets::find(name).unwrap());
        (player(&settings, seed), settings.limits())
    };
    let mut players = [player(black), player(white)];
    let mut game = Position::new(5, Rules { komi: "4.5".parse().unwrap(), ..Rules::default() });
    for moves in 0.. {
        if let Some(outcome) = game.outcome() {
            return (outcome.winner, moves);
        }
        let (player, limits) = &mut players[game.to_play().index()];
        let Decision::Play(mv) = player.decide(&game, *limits, &Control::default()).decision else {
            panic!("the course's players do not resign")
        };
        game.play(mv).unwrap();
        assert!(moves < 2000);
    }
    unreachable!()
}

#[test]
fn ten_simulations_a_move_are_enough_to_beat_the_random_players() {
    let games = 60;
    for opponent in ["go1", "go2"] {
        let wins = (1..=games)
            .filter(|&seed| match seed % 2 {
                0 => play("go3", opponent, seed).0 == Some(Color::Black),
                _ => play(opponent, "go3", seed).0 == Some(Color::White),
            })
            .count() as u64;
        // The lecture reports 98 %.
        assert!(wins * 100 >= games * 90, "{wins} of {games} against {opponent}");
    }
}

#[test]
fn lesson_6_shows_what_its_trace_prints() {
    let page = include_str!("../src/guide/course/6-uct.md");
    let block = |language: &str| page.split("```").find_map(|block| block.strip_prefix(language)).unwrap();
    let command = block("sh\n").replace("brasa", env!("CARGO_BIN_EXE_brasa"));
    let printed = run(Command::new("sh").args(["-c", &command])).output;
    assert!(printed.contains(block("text\n")), "{printed}");
}

#[test]
fn its_options_need_a_flat_search_and_say_so() {
    let run = |options: &[&str]| {
        let small = ["genmove", "--size", "3", "--srand", "1", "--json"];
        let run = brasa(Path::new("."), &[&small, options].concat());
        (run.status, run.output + &run.error)
    };
    let all = ["--sim", "20", "--moveselect", "ucb", "--simrule", "rulebased", "--movefilter"];
    let (status, text) = run(&[&["--preset", "go3"], &all[..]].concat());
    assert!(status == 0 && text.contains("\"playouts\":180,"), "{text}");
    let (status, text) = run(&["--sim", "20"]);
    assert!(status == 2 && text.contains("--sim") && text.contains("--preset go3"), "{text}");
    let (status, text) = run(&["--preset", "go3", "--moveselect", "best"]);
    assert!(status == 2 && text.contains("one of simple, ucb"), "{text}");
}

#[test]
fn the_filter_keeps_self_atari_out_of_simulations() {
    let example = &examples()[2];
    let e5 = Point::of_move(vertex::parse("E5", example.position.board().size()).unwrap());
    for simrule in ["random", "naive", "rulebased"] {
        let mut settings =
            Settings::with_preset(example.position.board().size(), presets::find("go3").unwrap());
        settings.set("playout_policy", simrule).unwrap();
        let plays_e5 = |settings: &Settings| {
            let spec = settings.spec(BoardSize::default(), 1);
            let (mut playouts, mut rng) = (policy(&spec), Rng::new(1));
            let picked = (0..300).any(|_| playouts.pick(&example.position, &mut rng) == e5.to_move());
            let (_, candidates) = playouts.candidates(&example.position);
            assert_eq!(picked, candidates.contains(&e5), "{simrule}");
            picked
        };
        assert!(plays_e5(&settings), "{simrule}");
        settings.set("movefilter", "1").unwrap();
        assert!(!plays_e5(&settings), "{simrule}");
    }
}
