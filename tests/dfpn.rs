//! Proof-number search: exact results, including games with draws and Go with superko.

use std::path::Path;
use std::sync::Arc;

use brasa::engine::{BoardSize, GoSession, SessionContext, Settings};
use brasa::framework::{Color, Control, Game, Limits, Report, Search, Stop};
use brasa::games::{Clobber, NoGo, TicTacToe};
use brasa::go::{Position, Rules};
use brasa::search::DfPn;
use brasa::search::dfpn::DfPnParams;
use brasa::util::params::Params;

use super::exact::minimax;

fn report<G: Game>(game: &G, all_moves: bool) -> Report {
    let params = DfPnParams { all_moves, ..DfPnParams::for_size(0) };
    DfPn::new(params).search(game, Limits::default(), &Control::default())
}

/// The value for the player to move.
fn value<G: Game>(game: &G) -> f64 {
    let report = report(game, false);
    assert_eq!(report.stop, Stop::Proven);
    report.value
}

/// The same, by trying all moves to the end.
fn truth<G: Game>(game: &G) -> f64 {
    f64::from(1.0 + minimax(game, u64::MAX, &mut 0)) / 2.0
}

#[test]
fn tic_tac_toe_is_a_draw() {
    let mut game = TicTacToe::default();
    assert_eq!(value(&game), 0.5);
    for text in ["A1", "B1"] {
        game.play(game.parse_move(text).unwrap()).unwrap();
    }
    let all = report(&game, true);
    for stat in &all.moves {
        let mut after = game.clone();
        after.play_legal(stat.mv);
        assert_eq!(stat.value, 1.0 - truth(&after), "{}", game.move_text(stat.mv));
    }
    assert_eq!((all.value, all.moves.len()), (1.0, 7));
}

#[test]
fn clobber_and_nogo_agree_with_a_search_of_all_lines() {
    for (cols, rows) in [(2, 1), (3, 1), (2, 2), (3, 2), (4, 2), (3, 3), (5, 2)] {
        let game = Clobber::new(cols, rows);
        assert_eq!(value(&game), truth(&game), "Clobber {cols}x{rows}");
    }
    for (cols, rows) in [(2, 2), (3, 2), (3, 3)] {
        let game = NoGo::new(cols, rows);
        assert_eq!(value(&game), truth(&game), "NoGo {cols}x{rows}");
    }
}

#[test]
fn larger_boards_are_won_by_whom_they_should_be() {
    for (cols, rows, expected) in [(4, 3, 0.0), (4, 4, 1.0), (5, 3, 1.0), (5, 4, 1.0)] {
        assert_eq!(value(&Clobber::new(cols, rows)), expected, "Clobber {cols}x{rows}");
    }
    for (cols, rows, expected) in [(4, 2, 0.0), (5, 2, 1.0), (6, 2, 1.0), (4, 3, 0.0)] {
        assert_eq!(value(&NoGo::new(cols, rows)), expected, "NoGo {cols}x{rows}");
    }
}

fn example(name: &str) -> Position {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/guide/positions").join(name);
    let context = SessionContext::new(Settings::new(19), 1, Arc::default());
    let mut session = GoSession::new(BoardSize::default(), Color::Black, context).unwrap();
    session.load_sgf(&file, None).unwrap();
    session.position().clone()
}

#[test]
fn the_examples_of_the_course_are_settled() {
    for (name, winning) in [
        ("1-only-winning-move.sgf", Some("E2")),
        ("2-two-eyes.sgf", Some("E2")),
        ("5-empty-threats.sgf", Some("E3")),
        ("6-false-hope.sgf", None),
    ] {
        let position = example(name);
        let all = report(&position, true);
        let won = all.moves.iter().filter(|stat| stat.proven == Some(true));
        let won: Vec<_> = won.map(|stat| position.move_text(stat.mv)).collect();
        assert_eq!((all.stop, &won[..]), (Stop::Proven, winning.map(str::to_owned).as_slice()), "{name}");
    }
}

#[test]
fn a_table_that_fills_makes_the_proof_longer_and_not_unknown() {
    let with = |entries, name| {
        let params = DfPnParams { all_moves: true, hash_entries: entries };
        DfPn::new(params).search(&example(name), Limits::default(), &Control::default())
    };
    for name in ["5-empty-threats.sgf", "6-false-hope.sgf"] {
        let (small, large) = (with(4000, name), with(1 << 20, name));
        let results = |report: &Report| {
            let mut results: Vec<_> = report.moves.iter().map(|stat| (stat.mv.0, stat.proven)).collect();
            results.sort_unstable();
            (report.stop, results)
        };
        assert_eq!(results(&small), results(&large), "{name}");
        assert!(small.nodes > large.nodes, "{name}: {} and {} positions", small.nodes, large.nodes);
    }
}

/// # References
/// E. van der Werf, J. van den Herik and J. Uiterwijk, "Solving Go on small boards", ICGA Journal 26(2), 2003:
/// Black wins by 1 on 2x2 and by 9 on 3x3.
#[test]
fn the_smallest_boards_of_go_are_settled() {
    for (size, komi, expected) in
        [(2, "0.5", 1.0), (2, "1", 0.5), (2, "1.5", 0.0), (3, "8.5", 1.0), (3, "9.5", 0.0)]
    {
        let game = Position::new(size, Rules { komi: komi.parse().unwrap(), ..Rules::default() });
        assert_eq!(value(&game), expected, "{size}x{size}, komi {komi}");
    }
}
