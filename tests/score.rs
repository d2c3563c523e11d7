//! Scores of finished positions, by area and by territory.

use brasa::framework::{Color, Game, Move};
use brasa::go::{Point, Position, Rules, score};
use brasa::util::Rng;

use crate::diagram::Diagram;

/// Returns Black's lead in points: by area with all stones alive, by area, and by territory; `x` and `o` are dead.
fn counts(text: &str) -> [i32; 3] {
    let diagram = Diagram::new(text);
    let position = diagram.position(Rules::default()).unwrap();
    let (board, dead) = (position.board(), diagram.labelled(&['x', 'o']));
    [score::area(board, &[]), score::area(board, &dead), score::territory(board, &dead)]
}

#[test]
fn empty_boards_belong_to_nobody_and_one_stone_has_it_all() {
    assert_eq!(counts(". . .\n. . .\n. . ."), [0, 0, 0]);
    assert_eq!(counts(". . .\n. X .\n. . ."), [9, 9, 8]);
    assert_eq!(counts(". . .\n. o .\n. . ."), [-9, 0, 1], "a prisoner on nobody's land");
}

#[test]
fn regions_that_reach_both_colors_count_for_nobody() {
    let split = ". X . O .
                 . X . O .
                 . X . O .
                 . X . O .
                 X X . O O";
    assert_eq!(counts(split), [0, 0, 0]);
    let closed = ". X O . .
                  . X O . .
                  . X O . .
                  . X O . .
                  . X O . .";
    assert_eq!(counts(closed), [10 - 15, 10 - 15, 5 - 10]);
}

#[test]
fn a_dead_stone_is_a_prisoner_and_its_point_is_territory() {
    let invaded = ". X O . .
                   . X O . x
                   o X O . x
                   . X O . .
                   . X O . .";
    let by_area = 10 - 15;
    let by_territory = (5 + 1) - (10 + 2);
    // With all stones alive, the invaders turn both territories into dame.
    assert_eq!(counts(invaded), [(5 + 2) - (5 + 1), by_area, by_territory]);
}

#[test]
fn a_dead_stone_stands_for_its_chain() {
    let diagram = Diagram::new(
        ". X O O x
         . X O O X
         . X X O X
         . X O O X
         . X O . .",
    );
    let position = diagram.position(Rules::default()).unwrap();
    let dead = diagram.labelled(&['x']);
    assert_eq!(score::area(position.board(), &dead), 11 - 14);
    let owners = score::owners(position.board(), &dead);
    assert_eq!(owners[diagram.at('x')], Some(Color::White));
    assert_eq!(owners[Point::at(0, 0)], Some(Color::Black));
}

#[test]
fn captured_stones_are_prisoners() {
    let rules = Rules { komi: "0".parse().unwrap(), ..Rules::named("japanese").unwrap() };
    let mut position = Position::new(5, rules);
    for (vertex, color) in [("A1", Color::White), ("B1", Color::Black), ("A2", Color::Black)] {
        position.set_to_play(color);
        position.play(position.parse_move(vertex).unwrap()).unwrap();
    }
    assert_eq!(position.board().captured(Color::White), 1);
    assert_eq!(score::final_score(&position, &[]), 2 * (25 - 2 + 1));
}

#[test]
fn the_final_score_follows_the_rules() {
    let diagram = Diagram::new(
        ". X O . .
         . X O . x
         . X O . .
         . X O . .
         . X O . .",
    );
    let dead = diagram.labelled(&['x']);
    let final_score = |name: &str, handicap| {
        let mut position = diagram.position(Rules::named(name).unwrap()).unwrap();
        position.set_handicap(handicap);
        score::text(score::final_score(&position, &dead))
    };
    assert_eq!(final_score("chinese", 0), "W+12.5", "10 - 15 - 7.5");
    assert_eq!(final_score("chinese", 2), "W+14.5");
    assert_eq!(final_score("aga", 2), "W+13.5");
    assert_eq!(final_score("new_zealand", 2), "W+12");
    assert_eq!(final_score("japanese", 2), "W+12.5", "5 - 10 - 1 - 6.5");
    assert_eq!(final_score("tromp-taylor", 0), "W+1.5", "10 + 1 - 5 - 7.5, the invader being alive");
}

/// Counts territory and prisoners from the moves of the game: area minus the number of moves Black made more than
/// White.
#[test]
fn territory_is_area_less_the_surplus_of_moves() {
    let mut rng = Rng::new(1);
    let mut captures = 0;
    for game in 0..20 {
        let mut position = Position::new(5 + game % 5, Rules::named("japanese").unwrap());
        let mut moves = Vec::new();
        let mut surplus = 0;
        for _ in 0..100 {
            position.set_to_play(if rng.below(5) < 3 { Color::Black } else { Color::White });
            position.candidates(&mut moves);
            let Some(&mv) = moves.get(rng.below(moves.len().max(1))) else { break };
            surplus += match position.to_play() {
                _ if mv == Move::PASS => 0,
                Color::Black => 1,
                Color::White => -1,
            };
            position.play(mv).unwrap();
        }
        let board = position.board();
        captures += board.captured(Color::Black) + board.captured(Color::White);
        let plain: i32 = board
            .points()
            .map(|p| match (board.color_at(p), score::owners(board, &[])[p]) {
                (None, Some(Color::Black)) => 1,
                (None, Some(Color::White)) => -1,
                _ => 0,
            })
            .sum();
        let prisoners = board.captured(Color::White) as i32 - board.captured(Color::Black) as i32;
        assert_eq!(score::territory(board, &[]), plain + prisoners);
        assert_eq!(score::territory(board, &[]), score::area(board, &[]) - surplus);
    }
    assert!(captures > 20);
}

/// Black's wall has three points on the left, White's three on the right with a dead black stone among them.
const INVADED: &str = ". X O .
                       . X O X
                       . X O .
                       X X O O";

/// In a search's encore, White captures the dead stone at no cost; before it, a move into own territory costs a point.
#[test]
fn the_encore_of_a_search_captures_at_no_cost() {
    let rules = Rules { komi: "0".parse().unwrap(), ..Rules::named("japanese").unwrap() };
    let lead = |moves: &str| {
        let mut position = Diagram::new(INVADED).position(rules).unwrap();
        position.add_encore();
        for vertex in moves.split(' ') {
            assert_eq!(position.outcome(), None, "{vertex}");
            position.play(position.parse_move(vertex).unwrap()).unwrap();
        }
        let margin = f64::from(position.outcome().unwrap().margin);
        (margin * f64::from(position.greatest_score()) / 2.0).round() as i32
    };
    let alive = lead("pass pass pass pass");
    // The stone is a prisoner, and three points are territory.
    assert_eq!(lead("pass pass pass D4 pass D2 pass pass"), 3 - 3 - 1);
    assert_eq!(alive, 3);
    assert_eq!(lead("A4 pass pass D4 pass D2 pass pass"), 3 - 3 - 1 - 1);
}

#[test]
fn while_the_game_goes_on_a_pass_saves_a_point() {
    let rules = Rules { komi: "0".parse().unwrap(), ..Rules::named("japanese").unwrap() };
    let handed_over = |moves: &str| {
        let mut position = Position::new(9, rules);
        for vertex in moves.split_whitespace() {
            position.play(position.parse_move(vertex).unwrap()).unwrap();
        }
        position.handed_over()
    };
    assert_eq!([handed_over(""), handed_over("C3"), handed_over("C3 G7")], [1, 1, 1]);
    assert_eq!([handed_over("pass"), handed_over("C3 pass"), handed_over("pass G7")], [-1, 3, -1]);
    assert_eq!([handed_over("C3 pass pass"), handed_over("C3 G7 pass pass")], [2, 0]);
}

#[test]
fn two_passes_end_the_game_with_the_count_of_the_rules() {
    let mut position = Position::new(9, Rules::named("tromp-taylor").unwrap());
    position.play(position.parse_move("E5").unwrap()).unwrap();
    position.play(Move::PASS).unwrap();
    assert_eq!(position.outcome(), None);
    position.play(Move::PASS).unwrap();
    assert_eq!(position.outcome().unwrap().winner, Some(Color::Black));
    assert_eq!(score::text(score::final_score(&position, &[])), "B+73.5");
}

#[test]
fn scores_are_written_as_short_as_can_be() {
    for (half_points, text) in
        [(62, "B+31"), (-5, "W+2.5"), (0, "0"), (1, "B+0.5"), (-1, "W+0.5"), (723, "B+361.5")]
    {
        assert_eq!(score::text(half_points), text);
    }
}
