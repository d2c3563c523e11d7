//! Shapes, features and the training of their weights.

use super::*;
use crate::framework::{Game, Move, Symmetric};
use crate::go::{Position, Rules, diagram};
use crate::util::Rng;

/// The position after `count` random moves, and its moves.
fn random_game(size: u8, count: usize, seed: u64) -> (Position, Vec<Move>) {
    let mut rng = Rng::new(seed);
    let mut game = Position::new(size, Rules::default());
    let (mut moves, mut candidates) = (Vec::new(), Vec::new());
    for _ in 0..count {
        game.candidates(&mut candidates);
        let mv = candidates[rng.below(candidates.len() - 1)];
        game.play_legal(mv);
        moves.push(mv);
    }
    (game, moves)
}

fn strengths(model: &Model, game: &Position) -> Vec<(Move, f32)> {
    let (mut predictor, mut moves) = (MovePredictor::default(), Vec::new());
    game.candidates(&mut moves);
    moves.retain(|&mv| mv != Move::PASS);
    let (board, color) = (game.board(), game.to_play());
    predictor.set(board, color);
    moves
        .into_iter()
        .map(|mv| (mv, predictor.log_strength(model, board, Point::of_move(mv), color, game.last())))
        .collect()
}

fn built_in() -> Model {
    let small: Model = include_str!("../../../../patterns/learned9.txt").parse().unwrap();
    let large: Model = include_str!("../../../../patterns/learned19.txt").parse().unwrap();
    assert!(small.shapes.len() > 10_000 && large.shapes.len() > 10_000);
    large
}

#[test]
fn the_rate_of_a_move_does_not_depend_on_the_side_it_is_seen_from() {
    let model = built_in();
    for seed in 0..4 {
        let (game, moves) = random_game(19, 120, seed);
        let expected = strengths(&model, &game);
        for symmetry in 1..8 {
            let mut turned = Position::new(19, Rules::default());
            moves.iter().for_each(|&mv| turned.play(game.image(mv, symmetry)).unwrap());
            let found: HashMap<Move, f32> = strengths(&model, &turned).into_iter().collect();
            for &(mv, rate) in &expected {
                let other = found[&game.image(mv, symmetry)];
                assert!((rate - other).abs() < 1e-4, "seed {seed}, symmetry {symmetry}: {rate} {other}");
            }
        }
        let mut exchanged = Position::new(19, Rules::default());
        exchanged.set_to_play(Color::White);
        moves.iter().for_each(|&mv| exchanged.play(mv).unwrap());
        let found: HashMap<Move, f32> = strengths(&model, &exchanged).into_iter().collect();
        assert!(expected.iter().all(|(mv, rate)| (found[mv] - rate).abs() < 1e-4), "colors exchanged");
    }
}

#[test]
fn the_largest_known_shape_counts() {
    let model = |text: &str| text.parse::<Model>().unwrap();
    let mut game = Position::new(9, Rules::default());
    game.play(Point::at(4, 4).to_move()).unwrap();
    let rate = |model: &Model, game: &Position, p: Point| {
        strengths(model, game).into_iter().find(|&(mv, _)| mv == p.to_move()).unwrap().1
    };
    // The eight points around, then those two steps away in a straight line: White sees an opponent's stone beside it.
    let small = "X....... 1\n........ 2";
    assert_eq!(rate(&model(small), &game, Point::at(4, 5)), 1.0);
    assert_eq!(rate(&model(small), &game, Point::at(3, 4)), 1.0, "whatever the direction");
    assert_eq!(rate(&model(small), &game, Point::at(2, 2)), 2.0);
    assert_eq!(rate(&model(small), &game, Point::at(5, 5)), 0.0, "a diagonal is another shape");
    let both = "X....... 1\nX........... 4";
    assert_eq!(rate(&model(both), &game, Point::at(4, 5)), 4.0);
}

#[test]
fn features_are_seen() {
    // Black's capture at D5 saves the stone in the middle.
    let drawn = ". . . . . . .
                 . . X . . . .
                 . X O . . . .
                 . O X . . . .
                 . . O . . . .
                 . . . . . . .
                 . . . . . . .";
    let game = diagram::parse(drawn).unwrap();
    let of = |p: Point| {
        let mut names = Vec::new();
        let last = [Point::at(2, 4), Point::NULL];
        features::each(game.board(), &mut LadderReader::default(), p, Color::Black, last, |feature| {
            names.push(features::name(feature));
        });
        names
    };
    assert_eq!(of(Point::at(3, 4)), ["last_2", "line_3", "capture_last"]);
    assert_eq!(of(Point::at(6, 6)), ["last_10", "line_1"]);
}

#[test]
fn a_file_says_where_it_is_wrong() {
    let error = |text: &str| text.parse::<Model>().err().map(|error| error.to_string());
    assert_eq!(error("# a comment\n\nlast_2 1.5\n........ -1\n"), None);
    let expected = "2: expected a feature and its weight, -1000 to 1000, not 'lost_2 1'";
    assert_eq!(error("last_2 1\nlost_2 1").as_deref(), Some(expected));
    for weight in ["NaN", "inf", "-inf", "1e9"] {
        assert!(error(&format!("last_2 {weight}")).is_some(), "{weight}");
    }
    let empty = "3: expected a feature and its weight, -1000 to 1000, not the end of the file";
    assert_eq!(error("# a comment\n\n").as_deref(), Some(empty));
    assert!(error("....... 1").is_some(), "no pattern_size has seven points");
    assert!(error("........ x").is_some());
}

#[test]
fn what_is_played_again_and_again_is_learned() {
    let mut trainer = Trainer::new(Options { least_count: 3, share: 1.0, rate: 0.2 }, 1);
    let start = Position::new(9, Rules::default());
    let (_, moves) = random_game(9, 30, 7);
    for _ in 0..4 {
        trainer.count(start.clone(), &moves);
    }
    trainer.keep();
    assert!(trainer.shape_count() > 0);
    let evaluate = |trainer: &Trainer| {
        let mut evaluation = Evaluation::default();
        evaluation.add(&trainer.text().parse().unwrap(), start.clone(), &moves);
        evaluation
    };
    let before = evaluate(&trainer);
    for _ in 0..60 {
        trainer.learn(start.clone(), &moves);
    }
    let after = evaluate(&trainer);
    assert_eq!((before.positions, after.positions), (30, 30));
    assert!(after.log_likelihood > before.log_likelihood + 30.0, "{before:?} {after:?}");
    assert!(after.first > 20.0, "{after:?}");
}

#[test]
fn moves_that_a_model_does_not_tell_apart_share_their_places() {
    let evaluate = |text: &str, moves: &[Move]| {
        let mut evaluation = Evaluation::default();
        evaluation.add(&text.parse().unwrap(), Position::new(9, Rules::default()), moves);
        evaluation
    };
    let center = [Point::at(4, 4).to_move()];
    let all_equal = evaluate("last_2 0", &center);
    assert_eq!((all_equal.positions, all_equal.first, all_equal.ten), (1, 1.0 / 81.0, 10.0 / 81.0));
    // The fourth line has eight points, and the fifth one.
    let two_rows = "line_5 2\nline_4 1";
    let first = evaluate(two_rows, &center);
    assert_eq!((first.first, first.ten), (1.0, 1.0));
    let second = evaluate(two_rows, &[Point::at(3, 3).to_move()]);
    assert_eq!((second.first, second.ten), (0.0, 1.0));
    // The third line has sixteen, of which one is the tenth.
    let third = evaluate("line_5 3\nline_4 2\nline_3 1", &[Point::at(2, 2).to_move()]);
    assert_eq!((third.first, third.ten), (0.0, 1.0 / 16.0));
}

#[test]
fn games_are_read_from_lines() {
    let read = |text: &str| games::read(text.as_bytes(), 9).map(|(_, moves)| moves.len());
    assert_eq!(read("(;SZ[9];B[ee];W[ec];B[])"), Some(3));
    assert_eq!(read("(;SZ[9];B[ee];W[ee];B[aa])"), Some(1), "up to what cannot be played");
    assert_eq!(read("(;SZ[9]AB[cc];W[ec])"), None, "a handicap game");
    assert_eq!(read("(;SZ[19];B[ee])"), None);
    assert_eq!(read("(;SZ[9];B"), None);
    for size in [0, 1, 20, 52] {
        assert!(games::read(format!("(;SZ[{size}];B[aa];W[bb])").as_bytes(), size).is_none(), "{size}");
    }
}
