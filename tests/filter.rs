//! The move filter: moves it removes and moves it must keep.

use brasa::framework::{Candidate, Color, Game, Knowledge, Move};
use brasa::go::knowledge::{FilterParams, MoveFilter};
use brasa::go::{Point, Rules};
use brasa::util::Rng;
use brasa::util::params::{Kind, Params};

use crate::diagram::Diagram;

/// Returns the points the filter removes for a player, with only the filter rules in `rules` on.
fn left_out(diagram: &Diagram, to_play: Color, rules: &[&str]) -> Vec<Point> {
    let mut params = FilterParams::for_size(9);
    for param in FilterParams::TABLE.iter().filter(|param| param.kind == Kind::Bool) {
        params.set(param.name, if rules.contains(&param.name) { "1" } else { "0" }).unwrap();
    }
    let mut position = diagram.position(Rules::default()).unwrap();
    position.set_to_play(to_play);
    let mut moves = position.moves();
    let mut kept: Vec<Candidate> = moves.iter().map(|&mv| Candidate::new(mv)).collect();
    MoveFilter::new(params).edit(&position, &mut kept, &mut Rng::new(1));
    assert!(kept.iter().any(|candidate| candidate.mv == Move::PASS));
    moves.retain(|&mv| kept.iter().all(|candidate| candidate.mv != mv));
    moves.sort_unstable();
    moves.into_iter().map(Point::of_move).collect()
}

#[test]
fn no_chain_runs_in_a_ladder_that_it_loses() {
    let text = ". . . . . . . . .
                . X . . . . . . .
                X O X . . . . . .
                X a . . . . . . .
                . . . . . . . . .
                . . . . . . . . .
                . . . . . . . . .
                . . . . . . b . .
                . . . . . . . . .";
    let diagram = Diagram::new(text);
    let rules = ["check_ladders"];
    assert_eq!(left_out(&diagram, Color::White, &rules), [diagram.at('a')]);
    assert_eq!(left_out(&diagram, Color::Black, &rules), []);
    assert_eq!(left_out(&diagram, Color::White, &["check_offensive_ladders"]), []);
    let breaker = Diagram::new(&text.replace('b', "O"));
    assert_eq!(left_out(&breaker, Color::White, &rules), []);
}

#[test]
fn no_ladder_is_begun_against_a_large_chain_that_escapes() {
    let text = ". . . . . . . . . . .
                . X . . . . . . . . .
                X O X . . . . . . . .
                X O O X . . . . . . .
                . X O O a . . . . . .
                . . X . . . . . . . .
                . . . . . . . . . . .
                . . . . . . . . . . .
                . . . . . . . b . . .
                . . . . . . . . . . .
                . . . . . . . . . . .";
    let rules = ["check_offensive_ladders"];
    let works = Diagram::new(text);
    assert_eq!(left_out(&works, Color::Black, &rules), []);
    let fails = Diagram::new(&text.replace('b', "O"));
    assert_eq!(left_out(&fails, Color::Black, &rules), [fails.at('a')]);
    assert_eq!(left_out(&fails, Color::White, &rules), []);
    assert_eq!(left_out(&fails, Color::Black, &["check_ladders"]), []);
}

#[test]
fn the_first_line_is_left_alone_where_no_stone_is_near() {
    let text = "a a a a . a a a a
                a . . . . . . . a
                a . . . . . . . a
                a . . . . . . . a
                . . . . X . . . .
                a . . . . . . . a
                a . . . . . . . a
                a . . . . . . . a
                a a a a . a a a a";
    let diagram = Diagram::new(text);
    assert_eq!(left_out(&diagram, Color::White, &["filter_first_line"]), diagram.labelled(&['a']));
    let small = Diagram::new(&". . . . . . . .\n".repeat(8));
    assert_eq!(left_out(&small, Color::White, &["filter_first_line"]), []);
}

#[test]
fn threats_against_safe_stones_are_kept() {
    // Either of two points makes the second eye; the owner need not play there, and the opponent may as a threat.
    let diagram = Diagram::new(
        "a b b a X
         X X X X X
         . . . . .
         . . . . .
         . . . . .",
    );
    let rules = ["check_safety"];
    for color in Color::ALL {
        assert_eq!(left_out(&diagram, color, &rules), diagram.labelled(&['a']), "{color}");
    }
}

#[test]
fn nothing_is_played_where_all_is_settled() {
    let diagram = Diagram::new(
        "a a X . O X .
         X X X X X X X
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . . . . . . .",
    );
    let settled = diagram.labelled(&['a']);
    assert_eq!(left_out(&diagram, Color::Black, &["check_safety"]), settled, "the dead stone can be taken");
    let inside = Diagram::new(
        "a a X . O X .
         X X X X X X X
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . . . . . . .",
    );
    assert_eq!(left_out(&inside, Color::White, &["check_safety"]), inside.labelled(&['a']));
}
