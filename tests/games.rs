//! The laws of the `Game` trait, checked in random games.

use brasa::framework::{Color, Game, Grid, Move, vertex};
use brasa::games::{Clobber, MAX_SIDE, NoGo, TicTacToe};
use brasa::go::{Position, Rules};
use brasa::util::Rng;

/// The number of random games.
const GAMES: u64 = 1_000;

/// Returns the moves that the game accepts.
fn playable<G: Game>(game: &G) -> Vec<Move> {
    (0..=game.move_limit() as u16 + 3).map(Move).filter(|&mv| game.clone().play(mv).is_ok()).collect()
}

/// Checks the laws in random games from `start`. `rebuild` sets up the same stones and player to move in a new game, or
/// returns `None` if it cannot; `is_complete` means that the candidates are all legal moves.
fn check<G: Game>(start: &G, rebuild: impl Fn(&G) -> Option<G>, is_complete: bool) {
    let mut rng = Rng::new(1);
    let mut moves = Vec::new();
    for _ in 0..GAMES {
        let mut game = start.clone();
        let mut line = Vec::new();
        while game.outcome().is_none() && line.len() < game.length_limit() {
            game.candidates(&mut moves);
            assert!(!moves.is_empty(), "a game that goes on has moves");
            if is_complete {
                moves.sort_unstable();
                assert_eq!(moves, playable(&game), "what is offered can be played, and the other way round");
            }
            for &mv in &moves {
                assert!(mv.index() < game.move_limit() && game.clone().play(mv).is_ok());
                assert_eq!(game.parse_move(&game.move_text(mv)), Some(mv), "what is written can be read");
            }
            let evaluation = game.evaluate();
            assert!(-1.0 < evaluation && evaluation < 1.0, "only the end is certain");
            if let Some(same) = rebuild(&game) {
                assert_eq!(game.key(), same.key(), "a key is that of the position");
            }
            let mut other = game.clone();
            other.set_to_play(!game.to_play());
            assert!(other.key() != game.key() && other.to_play() != game.to_play());
            let mv = moves[rng.below(moves.len())];
            let mut checked = game.clone();
            checked.play(mv).unwrap();
            let player = game.to_play();
            game.play_legal(mv);
            assert_eq!((checked.key(), game.to_play()), (game.key(), !player));
            line.push(mv);
        }
        if let Some(outcome) = game.outcome() {
            assert!((-1.0..=1.0).contains(&outcome.margin));
            assert_eq!(outcome.winner.is_none(), outcome.margin == 0.0);
            game.candidates(&mut moves);
            assert!(moves.is_empty(), "nothing to play at the end");
            if is_complete {
                assert!(playable(&game).is_empty(), "what is over stays over");
            }
        }
        let mut again = start.clone();
        line.iter().for_each(|&mv| again.play(mv).unwrap());
        assert_eq!(again.key(), game.key(), "the same moves, the same game");
        again.copy_from(start);
        assert_eq!(again.key(), start.key());
    }
}

#[test]
fn tic_tac_toe_keeps_the_laws() {
    // Rebuilt by playing all of Black's stones, then all of White's.
    let rebuild = |game: &TicTacToe| {
        let points = |color| {
            (0..9u8).filter(move |i| game.stone(i % 3, i / 3) == Some(color)).map(|i| Move(u16::from(i) + 1))
        };
        let mut same = TicTacToe::new();
        for color in Color::ALL {
            for mv in points(color) {
                same.set_to_play(color);
                same.play_legal(mv);
            }
        }
        same.set_to_play(game.to_play());
        Some(same)
    };
    check(&TicTacToe::new(), rebuild, true);
}

#[test]
fn clobber_keeps_the_laws() {
    let rebuild = |game: &Clobber| {
        let mut same = Clobber::from_stones(game.cols(), game.rows(), |(col, row)| game.stone(col, row));
        same.set_to_play(game.to_play());
        Some(same)
    };
    for (cols, rows) in [(6, 5), (1, 7), (2, 2)] {
        check(&Clobber::new(cols, rows), rebuild, true);
    }
    let mut white = Clobber::new(3, 4);
    white.set_to_play(Color::White);
    check(&white, rebuild, true);
}

#[test]
fn nogo_keeps_the_laws() {
    // Rebuilt by moves, which are legal in any order: no stone is captured, and with fewer stones on the board, chains
    // have more liberties.
    let rebuild = |game: &NoGo| {
        let mut same = NoGo::new(game.cols(), game.rows());
        for row in 0..game.rows() {
            for col in 0..game.cols() {
                let Some(color) = game.stone(col, row) else { continue };
                same.set_to_play(color);
                same.play(same.parse_move(&vertex(col, row)).unwrap()).unwrap();
            }
        }
        same.set_to_play(game.to_play());
        Some(same)
    };
    for (cols, rows) in [(2, 2), (5, 3), (4, 6)] {
        check(&NoGo::new(cols, rows), rebuild, true);
    }
    let mut white = NoGo::new(3, 4);
    white.set_to_play(Color::White);
    check(&white, rebuild, true);
}

#[test]
fn go_keeps_the_laws() {
    for size in [3, 5] {
        let rebuild = |game: &Position| {
            let points = game.board().points().map(|p| (p, game.board().color_at(p)));
            let mut same = Position::from_stones(size, Rules::default(), points).unwrap();
            same.set_to_play(game.to_play());
            Some(same)
        };
        check(&Position::new(size, Rules::default()), rebuild, false);
    }
}

#[test]
fn the_largest_boards_are_played_to_their_end() {
    play_out(Clobber::new(MAX_SIDE, MAX_SIDE));
    play_out(NoGo::new(MAX_SIDE, MAX_SIDE));
}

/// Plays a random game.
fn play_out<G: Game>(mut game: G) {
    let (mut rng, mut moves) = (Rng::new(1), Vec::new());
    while game.outcome().is_none() {
        game.candidates(&mut moves);
        game.play(moves[rng.below(moves.len())]).unwrap();
    }
}
