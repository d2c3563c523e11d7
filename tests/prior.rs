//! The priors: initial values of a new node's moves.

use brasa::framework::{Candidate, Color, Game, Knowledge};
use brasa::go::knowledge::{LadderPrior, Locality, OpeningPrior, PolicyPrior};
use brasa::go::{Point, Position, Rules};
use brasa::util::Rng;

use crate::diagram::Diagram;

/// Returns a function from a point to the candidate there, after a prior has edited the candidates.
fn prior<K: Knowledge<Position>>(
    mut knowledge: K,
    position: &Position,
) -> impl Fn(Point) -> Candidate + use<K> {
    let moves = position.moves();
    let mut candidates: Vec<Candidate> = moves.iter().map(|&mv| Candidate::new(mv)).collect();
    knowledge.edit(position, &mut candidates, &mut Rng::new(1));
    assert_eq!(candidates.len(), moves.len(), "a prior removes nothing");
    move |p| *candidates.iter().find(|candidate| candidate.mv == p.to_move()).expect("a candidate")
}

/// Returns the position of a diagram after `color` has played at the point `label`.
fn after(diagram: &Diagram, color: Color, label: char) -> Position {
    let mut position = diagram.position(Rules::default()).unwrap();
    position.set_to_play(color);
    position.play(diagram.at(label).to_move()).unwrap();
    position
}

const LADDER: &str = ". . . . . . . . .
                      . X . . . . . . .
                      X O m . . . . . .
                      X a . . . . . . .
                      . . . . . . . . .
                      . . . . . . . . .
                      . . . . . . . . .
                      . . . . . . b . .
                      . . . . . . . . .";

#[test]
fn running_from_a_ladder_is_good_where_it_works() {
    let diagram = Diagram::new(LADDER);
    let caught = prior(LadderPrior::new(1.0), &after(&diagram, Color::Black, 'm'))(diagram.at('a'));
    assert_eq!((caught.value, caught.weight), (0.0, 10.0));
    let diagram = Diagram::new(&LADDER.replace('b', "O"));
    let saved = prior(LadderPrior::new(1.0), &after(&diagram, Color::Black, 'm'))(diagram.at('a'));
    assert_eq!((saved.value, saved.weight), (1.0, 3.0));
}

#[test]
fn a_ladder_against_the_last_move_is_begun_where_it_works() {
    let text = ". . . . . . . . .
                . X X . . . . . .
                X O m a . . . . .
                . X b . . . . . .
                . . . . . . . . .
                . . . . . . . . .
                . . . . . . . . .
                . . . . . . c . .
                . . . . . . . . .";
    let weight = |text: &str| {
        let diagram = Diagram::new(text);
        let of = prior(LadderPrior::new(1.0), &after(&diagram, Color::White, 'm'));
        [of(diagram.at('a')).weight, of(diagram.at('b')).weight]
    };
    assert!(weight(text).contains(&3.0), "{:?}", weight(text));
    assert_eq!(weight(&text.replace('c', "O").replace(". . . . . . O . .", ". . . O O O O . .")), [0.0, 0.0]);
}

#[test]
fn corners_come_before_sides_and_sides_before_the_center() {
    let position = Position::new(19, Rules::default());
    let of = prior(OpeningPrior::new(1.0), &position);
    let weight = |col, row| of(Point::at(col, row)).weight;
    for (col, row) in [(3, 3), (2, 3), (15, 2), (4, 16), (14, 15)] {
        assert_eq!(weight(col, row), 7.0, "{col} {row}");
        assert_eq!(of(Point::at(col, row)).value, 1.0);
    }
    assert!(weight(9, 2) > weight(6, 2) && weight(6, 2) > 0.0, "the middle of a side is widest");
    assert_eq!([weight(9, 9), weight(4, 4), weight(9, 3), weight(0, 0)], [0.0; 4]);
    let small = Position::new(13, Rules::default());
    assert_eq!(prior(OpeningPrior::new(1.0), &small)(Point::at(3, 3)).weight, 0.0);
}

#[test]
fn a_lone_star_stone_is_approached_until_the_corner_is_shared() {
    let mut position = Position::new(19, Rules::default());
    position.play(Point::at(3, 3).to_move()).unwrap();
    let weight =
        |position: &Position, col, row| prior(OpeningPrior::new(1.0), position)(Point::at(col, row)).weight;
    assert!(weight(&position, 5, 2) >= 7.0 && weight(&position, 2, 5) >= 7.0);
    assert_eq!(weight(&position, 2, 2), 0.0, "beside a stone nothing is open");
    position.play(Point::at(5, 2).to_move()).unwrap();
    position.play(Point::at(2, 4).to_move()).unwrap();
    assert!(weight(&position, 2, 5) < 7.0);
}

#[test]
fn answers_are_near() {
    let mut position = Position::new(9, Rules::default());
    position.play(Point::at(4, 4).to_move()).unwrap();
    position.play(Point::at(4, 6).to_move()).unwrap();
    let of = prior(Locality::new(0.5), &position);
    let (near, far) = (of(Point::at(4, 7)), of(Point::at(0, 0)));
    assert!(near.value > 0.6 && far.value < 0.15, "{near:?} {far:?}");
    assert_eq!((near.weight, far.weight), (3.0, 3.0), "both moves, scaled alike");
}

#[test]
fn the_move_that_the_policy_must_make_is_believed_in() {
    let diagram = Diagram::new(
        ". . . . . . .
         . . X X . . .
         . X O m X . .
         . . X a . . .
         . . . . . . .
         . . . . b . .
         . . . . . . .",
    );
    let position = after(&diagram, Color::White, 'm');
    let of = prior(PolicyPrior::new(1.0), &position);
    let [capture, other] = [of(diagram.at('a')), of(diagram.at('b'))];
    assert_eq!((capture.value, capture.weight), (1.0, 9.0));
    assert_eq!((other.value, other.weight), (0.4, 9.0));
    assert_eq!(of(Point::NULL).value, 0.1, "a pass is believed to lose");
}
