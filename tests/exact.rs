//! Exact searches, compared with plain minimax and with known results of small games.

use brasa::engine::{BoardSize, Hosted, Settings};
use brasa::framework::{Color, Control, Game, Limits, Move, PlayoutPolicy, Report, Search, Stop};
use brasa::games::{Clobber, NoGo, TicTacToe};
use brasa::go::{KoRule, Komi, Position, Rules};
use brasa::search::alphabeta::{AlphaBeta, AlphaBetaParams};
use brasa::search::flat::{Amaf, FlatSearch, ManualUcb, Ucb1, Variant};
use brasa::search::{Greedy, Random, Safety};
use brasa::util::params::Params;

/// Returns the minimax value for the player to move at `depth`, and adds the positions visited to `nodes`.
pub(super) fn minimax<G: Game>(game: &G, depth: u64, nodes: &mut u64) -> f32 {
    *nodes += 1;
    if let Some(outcome) = game.outcome() {
        return if game.to_play() == Color::Black { outcome.margin } else { -outcome.margin };
    }
    if depth == 0 {
        return game.evaluate();
    }
    let moves = game.moves();
    let mut value = |mv| {
        let mut after = game.clone();
        after.play_legal(mv);
        -minimax(&after, depth - 1, nodes)
    };
    moves.into_iter().map(&mut value).fold(f32::NEG_INFINITY, f32::max)
}

fn alphabeta<G: Game>(game: &G, depth: u64, hash_entries: u64) -> Report {
    let params = AlphaBetaParams { depth, hash_entries, ..AlphaBetaParams::for_size(0) };
    AlphaBeta::new(params).search(game, Limits::default(), &Control::default())
}

/// Checks that alpha-beta agrees with minimax at a depth, with and without a hash table, and that its move has the
/// reported value.
fn agree<G: Game>(game: &G, depth: u64) {
    let truth = minimax(game, depth, &mut 0);
    for entries in [0, 1 << 4, 1 << 16] {
        let report = alphabeta(game, depth, entries);
        assert_eq!(report.margin as f32, truth, "depth {depth}, {entries} entries");
        let mut after = game.clone();
        after.play(report.best.unwrap()).unwrap();
        assert_eq!(-minimax(&after, depth - 1, &mut 0), truth, "the move of depth {depth}");
        let mut end = game.clone();
        report.sequence.iter().for_each(|&mv| end.play(mv).unwrap());
    }
}

fn go(size: u8) -> Position {
    let komi = Komi::from_half_points(0);
    Position::new(size, Rules { ko: KoRule::Positional, komi, ..Rules::default() })
}

/// Returns Black's score in points for a search's margin.
fn score(game: &Position, margin: f64) -> f64 {
    margin * f64::from(game.greatest_score()) / 2.0
}

#[test]
fn limits_hold_on_wide_boards_where_nearly_all_positions_are_leaves() {
    let limits = Limits { playouts: Some(5000), ..Limits::default() };
    let mut search = AlphaBeta::new(AlphaBetaParams::for_size(0));
    let report = search.search(&NoGo::new(9, 9), limits, &Control::default());
    assert_eq!(report.stop, Stop::Playouts);
    assert!(report.nodes < 6200, "{}", report.nodes);
}

#[test]
fn a_game_without_end_is_searched_to_the_greatest_depth() {
    let mut game = Position::new(2, Rules { two_passes_end_game: false, ..Rules::default() });
    for text in ["A1", "B2"] {
        game.set_to_play(Color::Black);
        game.play(game.parse_move(text).unwrap()).unwrap();
    }
    let report = alphabeta(&game, u64::MAX, 1 << 20);
    assert!(report.best.is_some() && report.stop == Stop::Settled, "{:?}", report.stop);
}

#[test]
fn tic_tac_toe_is_a_draw() {
    let game = TicTacToe::new();
    let mut nodes = 0;
    assert_eq!(minimax(&game, 9, &mut nodes), 0.0);
    assert_eq!(nodes, 549_946, "all lines of the game");
    let report = alphabeta(&game, u64::MAX, 1 << 16);
    assert_eq!((report.margin, report.stop), (0.0, Stop::Proven));
    for depth in 1..=9 {
        agree(&game, depth);
    }
}

#[test]
fn tic_tac_toe_positions_agree() {
    // Every position after two moves.
    let game = TicTacToe::new();
    for first in 1..=9 {
        for second in (1..=9).filter(|&second| second != first) {
            let mut game = game.clone();
            game.play(Move(first)).unwrap();
            game.play(Move(second)).unwrap();
            agree(&game, 7);
        }
    }
}

#[test]
fn clobber_agrees_with_minimax() {
    for (cols, rows) in [(1, 1), (2, 1), (2, 2), (3, 2), (5, 1), (3, 3), (4, 2), (5, 2)] {
        let game = Clobber::new(cols, rows);
        let truth = minimax(&game, u64::MAX, &mut 0);
        if game.outcome().is_none() {
            for depth in 1..8 {
                agree(&game, depth);
            }
            assert_eq!(alphabeta(&game, u64::MAX, 1 << 16).margin as f32, truth, "{cols}x{rows}");
        }
    }
    let mut nodes = 0;
    assert_eq!(minimax(&Clobber::new(4, 3), u64::MAX, &mut nodes), -1.0);
    assert_eq!(nodes, 706_871, "all lines of 3x4");
}

#[test]
fn clobber_is_won_by_whom_it_should_be() {
    let solve = |cols, rows| {
        let report = alphabeta(&Clobber::new(cols, rows), u64::MAX, 1 << 20);
        assert_eq!(report.stop, Stop::Proven);
        report.margin
    };
    assert_eq!(solve(4, 3), -1.0, "3x4: the second player");
    assert_eq!(solve(4, 4), 1.0, "4x4: the first");
    assert_eq!(solve(5, 3), 1.0, "3x5: the first");
}

#[test]
fn nogo_agrees_with_minimax() {
    for (cols, rows) in [(2, 2), (3, 2), (4, 2), (3, 3)] {
        let game = NoGo::new(cols, rows);
        for depth in 1..=6 {
            agree(&game, depth);
        }
        let truth = minimax(&game, u64::MAX, &mut 0);
        assert_eq!(alphabeta(&game, u64::MAX, 1 << 16).margin as f32, truth, "{cols}x{rows}");
    }
}

#[test]
fn nogo_is_won_by_whom_it_should_be() {
    for (cols, rows, margin) in [(5, 2, 1.0), (6, 2, 1.0), (4, 3, -1.0)] {
        let report = alphabeta(&NoGo::new(cols, rows), u64::MAX, 1 << 16);
        assert_eq!((report.margin, report.stop), (margin, Stop::Proven), "{cols}x{rows}");
    }
}

#[test]
fn go_agrees_with_minimax() {
    for depth in 1..=8 {
        agree(&go(2), depth);
    }
    let deepest = 6;
    for depth in 1..=deepest {
        agree(&go(3), depth);
    }
}

#[test]
fn go_on_2x2_is_worth_a_point() {
    let game = go(2);
    let report = alphabeta(&game, u64::MAX, 0);
    assert_eq!((score(&game, report.margin), report.stop), (1.0, Stop::Proven));
}

/// Returns the move a search chooses in Tic-Tac-Toe after the given moves.
fn answer(search: &mut dyn Search<TicTacToe>, moves: &str, playouts: u64) -> String {
    let mut game = TicTacToe::new();
    for text in moves.split_whitespace() {
        game.play(game.parse_move(text).unwrap()).unwrap();
    }
    let limits = Limits { playouts: Some(playouts), ..Limits::default() };
    let best = search.search(&game, limits, &Control::default()).best;
    best.map_or("none".to_owned(), |mv| game.move_text(mv))
}

/// Tic-Tac-Toe positions with one correct move, such as a win, a block, or the center after a corner.
const ONE_RIGHT: [(&str, &str); 4] =
    [("A1 A3 B1 B3", "C1"), ("A1 B2 B1", "C1"), ("A1", "B2"), ("B2 A1 C1 A3 C3", "A2")];

#[test]
fn monte_carlo_finds_the_right_move() {
    let variants = [
        Variant::default(),
        Variant { credit: Box::new(Amaf::new(0.2)), ..Variant::default() },
        Variant { allocation: Box::new(ManualUcb { critical_value: 1.96 }), ..Variant::default() },
        Variant { allocation: Box::new(Ucb1 { constant: 0.4 }), ..Variant::default() },
    ];
    for variant in variants {
        let name = format!("{variant:?}");
        let policy: Box<dyn PlayoutPolicy<TicTacToe>> = Box::new(Random::new(1));
        let mut search = FlatSearch::of(variant, policy, 1);
        for (moves, best) in ONE_RIGHT {
            assert_eq!(answer(&mut search, moves, 20_000), best, "{name} after {moves}");
        }
    }
}

#[test]
fn the_tree_search_finds_the_right_move() {
    let mut settings = Settings::new(9);
    for (name, value) in [("number_threads", "1"), ("uct_max_memory", "30000000")] {
        settings.set(name, value).unwrap();
    }
    let mut search = TicTacToe::uct(&settings.spec(BoardSize::default(), 1));
    for (moves, best) in ONE_RIGHT {
        search.clear();
        assert_eq!(answer(&mut *search, moves, 20_000), best, "after {moves}");
    }
}

#[test]
fn greed_and_safety_find_what_they_look_for() {
    assert_eq!(answer(&mut Greedy, "A1 A3 B1 B3", 0), "C1");
    assert_eq!(answer(&mut Greedy, "A1 B2 B1", 0), "none");
    assert_eq!(answer(&mut Safety::new(1), "A1 B2 B1", 0), "C1");
    // The opponent has two threats at once.
    assert_eq!(answer(&mut Safety::new(1), "A1 B2 C1 C3 A3", 0), "none");
}

#[test]
fn shallow_searches_know_good_positions_from_bad_ones() {
    let report = alphabeta(&TicTacToe::new(), 2, 0);
    assert_eq!(TicTacToe::new().move_text(report.best.unwrap()), "B2", "the center has the most lines");
    // White captures a chain in atari; after a pass, Black does.
    let moves = ["E5", "E6", "F5", "D5", "C3", "F6", "C4", "E4", "C5", "F4", "G7"];
    for skipped in [&[][..], &["pass"]] {
        let mut game = go(9);
        for text in skipped.iter().chain(&moves) {
            game.play(game.parse_move(text).unwrap()).unwrap();
        }
        for depth in 1..=2 {
            let best = alphabeta(&game, depth, 0).best.unwrap();
            assert_eq!(game.move_text(best), "G5", "depth {depth}, {:?}", game.to_play());
        }
    }
}
