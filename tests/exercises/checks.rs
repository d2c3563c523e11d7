//! The checks of the exercises.

use brasa::framework::{
    Color, Control, Game, IllegalMove, Limits, Move, PlayoutLimit, PlayoutPolicy, Search, Sequence,
};
use brasa::games::{Clobber, TicTacToe};
use brasa::go::board::{Bare, Board, Point};
use brasa::go::pattern::database::Database;
use brasa::go::playout::{BoardPolicy, GoPlayout, Rule, Turn};
use brasa::go::{Position, Rules, diagram};
use brasa::search::alphabeta::{AlphaBeta, AlphaBetaParams};
use brasa::util::Rng;
use brasa::util::params::Params;

pub(super) fn bound(bound: fn(f64, u64, u64, f64) -> f64) {
    assert_eq!(bound(0.0, 0, 10, 0.4), f64::INFINITY, "a move that was never tried");
    let close =
        |found: f64, expected: f64| assert!((found - expected).abs() < 1e-9, "{found}, not {expected}");
    close(bound(1.0, 2, 1, 1.0), 0.5);
    close(bound(4.0, 16, 100, 0.4), 0.25 + 0.4 * (100.0_f64.ln() / 16.0).sqrt());
    close(bound(4.0, 16, 100, 0.0), 0.25);
    assert!(bound(5.0, 10, 1000, 0.4) > bound(50.0, 100, 1000, 0.4), "few tries, large bonus");
}

type Choose = fn(&mut Vec<Move>, &mut dyn FnMut(Move) -> bool, &mut Rng) -> Option<Move>;

pub(super) fn lazy_filter(choose: Choose) {
    const MOVES: u16 = 100;
    let rng = &mut Rng::new(1);
    let all = || (1..=MOVES).map(Move).collect::<Vec<_>>();
    assert_eq!(choose(&mut Vec::new(), &mut |_| false, rng), None);
    assert_eq!(choose(&mut all(), &mut |_| true, rng), None, "all moves are bad");
    // Every fifth move is bad.
    let (mut asked, mut chosen, games) = (0, vec![0; usize::from(MOVES) + 1], 8000);
    for _ in 0..games {
        let mut is_bad = |mv: Move| {
            asked += 1;
            mv.0.is_multiple_of(5)
        };
        let mv = choose(&mut all(), &mut is_bad, rng).expect("eighty moves are good");
        chosen[mv.index()] += 1;
    }
    for (mv, &count) in chosen.iter().enumerate().skip(1) {
        // 100 times each, with a standard deviation of 10.
        let expected = if mv % 5 == 0 { 0..=0 } else { 50..=150 };
        assert!(expected.contains(&count), "move {mv} was chosen {count} times");
    }
    assert!(asked < 2 * games, "the filter was asked {asked} times in {games} choices");
}

type SearchValue<G> = fn(&G, f32, f32, &mut u64) -> f32;

pub(super) fn cutoff(tictactoe: SearchValue<TicTacToe>, clobber: SearchValue<Clobber>) {
    let mut game = TicTacToe::new();
    search_value(tictactoe, &game, 0.0, 30_000);
    for mv in [5, 1, 2] {
        game.play(Move(mv)).unwrap();
    }
    search_value(tictactoe, &game, 0.0, 400);
    // The first player wins on 4x2 and loses on 4x3.
    search_value(clobber, &Clobber::new(4, 2), 1.0, 300);
    search_value(clobber, &Clobber::new(4, 3), -1.0, 30_000);
}

fn search_value<G: Game>(value: SearchValue<G>, game: &G, expected: f32, most: u64) {
    let mut nodes = 0;
    assert_eq!(value(game, f32::NEG_INFINITY, f32::INFINITY, &mut nodes), expected);
    assert!(nodes <= most, "{nodes} positions were searched; cut-offs leave at most {most}");
}

pub(super) fn dominoes<G: Game>(start: fn(u8) -> G) {
    let moves = |game: &G| {
        let mut moves = Vec::new();
        game.candidates(&mut moves);
        moves
    };
    let mut game = start(5);
    assert_eq!(moves(&game), [1, 2, 3, 4].map(Move));
    assert_eq!([0, 5].map(|mv| game.play(Move(mv))), [Err(IllegalMove::NoSuchMove); 2]);
    game.play(Move(2)).unwrap();
    assert_eq!((game.to_play(), moves(&game)), (Color::White, vec![Move(4)]));
    assert_eq!([1, 2, 3].map(|mv| game.play(Move(mv))), [Err(IllegalMove::Occupied); 3]);
    assert_eq!(game.outcome(), None);
    game.play(Move(4)).unwrap();
    assert_eq!((game.outcome().unwrap().winner, moves(&game)), (Some(Color::White), Vec::new()));
    assert_eq!(game.play(Move(1)), Err(IllegalMove::Over));
    // The first player loses on strips of 1, 5 and 9 squares, and wins on the others of up to 13.
    for squares in 1..=13 {
        let game = start(squares);
        let lead = match game.outcome() {
            Some(outcome) => f64::from(outcome.margin),
            None => {
                AlphaBeta::new(AlphaBetaParams::for_size(0))
                    .search(&game, Limits::default(), &Control::default())
                    .margin
            }
        };
        assert_eq!(lead < 0.0, [1, 5, 9].contains(&squares), "{squares} squares");
    }
}

pub(super) fn policy<P: BoardPolicy<Tracking = Bare>>(make: fn() -> P) {
    let mut policy = make();
    let mut pick = |text: &str, color: Color, seed: u64| {
        let mut board = Board::<Bare>::new(5);
        board.copy_from(diagram::parse(text).unwrap().board());
        let (p, rule) = policy.pick(&mut board, &Turn { color, last: [Point::NULL; 2] }, &mut Rng::new(seed));
        (p.to_string(), rule)
    };
    let two_captures = ". . . . .\n. X . . .\nX O . . .\n. X . X O\n. . . . X";
    let none = ". . . . .\n. X . . .\n. O . . .\n. . . . .\n. . . . .";
    let mut found: Vec<String> = Vec::new();
    for seed in 1..=60 {
        let (p, rule) = pick(two_captures, Color::Black, seed);
        assert_eq!(rule, Rule::Capture, "{p}");
        found.push(p);
        assert_eq!(pick(none, Color::Black, seed).1, Rule::Random);
    }
    found.sort();
    found.dedup();
    assert_eq!(found, ["C3", "E3"], "both captures are played");
    // Illegal moves, such as one that takes back a ko, panic.
    let mut playouts = GoPlayout::new(make());
    for seed in 1..=100 {
        let mut game = Position::new(7, Rules::default());
        let limit = PlayoutLimit { length: game.length_limit(), mercy: false };
        let (mut line, mut alone) = (Sequence::new(), game.clone());
        playouts.playout(&mut game, limit, &mut Rng::new(seed), &mut line);
        for &mv in &line {
            alone.play_legal(mv);
        }
    }
    let captures = playouts.take_rule_counts().iter().find(|(name, _)| *name == "capture").unwrap().1;
    assert!(captures > 300, "only {captures} captures in 100 playouts");
}

pub(super) fn shapes(text: &str) {
    let database = Database::parse("shapes.db", text).unwrap_or_else(|error| panic!("{error}"));
    let value = |rows: &str, color: Color, p: &str| {
        let position = diagram::parse(rows).unwrap();
        let moves = database.explain(position.board(), color, Point::NULL);
        moves.iter().find(|explanation| explanation.point.to_string() == p).expect("a legal move").value()
    };
    let eye = ". . . . .\n. X X X .\n. X . X .\n. X X O .\n. . . . .";
    assert_eq!(value(eye, Color::Black, "C3"), 0, "an eye");
    let false_eye = ". . . . .\n. O X O .\n. X . X .\n. X X . .\n. . . . .";
    assert_eq!(value(false_eye, Color::Black, "C3"), 1, "two diagonal points are the opponent's: no eye");
    for cut in [
        ". . . . .\n. X O . .\n. O . . .\n. . . . .\n. . . . .",
        ". . . . .\n. . O X .\n. . . O .\n. . . . .\n. . . . .",
        ". . . . .\n. . . . .\n. . . O .\n. . O X .\n. . . . .",
    ] {
        assert_eq!(value(cut, Color::Black, "C3"), 8, "{cut}");
    }
    let colors_swapped = ". . . . .\n. O X . .\n. X . . .\n. . . . .\n. . . . .";
    assert_eq!(value(colors_swapped, Color::White, "C3"), 8, "the same for White");
    let self_atari = ". . . . .\n. X O . .\n. O . O .\n. . . . .\n. . . . .";
    assert_eq!(value(self_atari, Color::Black, "C3"), 1, "a cut that is a self-atari");
    let no_cut = ". . . . .\n. . O . .\n. O . . .\n. . . . .\n. . . . .";
    assert_eq!(value(no_cut, Color::Black, "C3"), 1, "the stones are connected");
}
