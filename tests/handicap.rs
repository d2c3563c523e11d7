//! Handicap stones: the fixed points of the protocol, free placement, and lists from clients.

use brasa::framework::{Color, Game, Move};
use brasa::go::handicap::{self, HandicapError};
use brasa::go::{Point, Position, Rules, vertex};

fn text(points: &[Point]) -> String {
    points.iter().map(Point::to_string).collect::<Vec<_>>().join(" ")
}

#[test]
fn fixed_points_are_those_of_the_protocol() {
    for (size, stones, expected) in [
        (7, 4, "C3 E5 C5 E3"),
        (8, 4, "C3 F6 C6 F3"),
        (9, 2, "C3 G7"),
        (9, 9, "C3 G7 C7 G3 C5 G5 E3 E7 E5"),
        (12, 3, "C3 K10 C10"),
        (13, 5, "D4 K10 D10 K4 G7"),
        (19, 2, "D4 Q16"),
        (19, 3, "D4 Q16 D16"),
        (19, 4, "D4 Q16 D16 Q4"),
        (19, 5, "D4 Q16 D16 Q4 K10"),
        (19, 6, "D4 Q16 D16 Q4 D10 Q10"),
        (19, 7, "D4 Q16 D16 Q4 D10 Q10 K10"),
        (19, 8, "D4 Q16 D16 Q4 D10 Q10 K4 K16"),
        (19, 9, "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10"),
    ] {
        assert_eq!(text(&handicap::fixed(size, stones).unwrap()), expected);
    }
}

#[test]
fn the_number_of_fixed_points_depends_on_the_size() {
    for size in 2..=19 {
        let most = match size {
            2..=6 => 0,
            7 | 8 | 10 | 12 | 14 | 16 | 18 => 4,
            _ => 9,
        };
        assert_eq!(handicap::greatest_fixed(size), most, "{size}");
        for stones in 0..20 {
            let points = handicap::fixed(size, stones);
            assert_eq!(points.is_ok(), (2..=most).contains(&stones), "{size} {stones}");
            assert!(points.is_ok_and(|p| p.len() == stones) || !(2..=most).contains(&stones));
        }
    }
    assert_eq!(handicap::fixed(19, 10).unwrap_err().to_string(), "invalid number of stones");
}

#[test]
fn free_placement_continues_the_fixed_points() {
    assert_eq!(handicap::free(19, 9), handicap::fixed(19, 9));
    assert_eq!(text(&handicap::free(19, 13).unwrap()[9..]), "N13 G13 N7 G7");
    for size in 2..=19_u8 {
        let points = usize::from(size).pow(2);
        assert_eq!(handicap::free(size, 1), Err(HandicapError::InvalidNumber));
        assert_eq!(handicap::free(size, points), Err(HandicapError::InvalidNumber));
        for stones in 2..points {
            let placed = handicap::free(size, stones).unwrap();
            assert_eq!(placed.len(), stones, "{size}");
            let adjacent = |p: &Point| p.neighbors().iter().any(|q| placed.contains(q));
            assert!(stones > points / 6 || !placed.iter().any(adjacent), "{size} {stones}");
            let moves: Vec<Move> = placed.iter().map(|p| p.to_move()).collect();
            assert_eq!(handicap::chosen(size, &moves), Ok(placed));
        }
    }
}

#[test]
fn lists_are_checked() {
    let chosen = |size, text: &str| {
        let moves: Vec<Move> = text.split_whitespace().map(|v| vertex::parse(v, 19).unwrap()).collect();
        handicap::chosen(size, &moves).map(|points| points.len())
    };
    assert_eq!(chosen(9, "A1"), Ok(1), "as KataGo takes it");
    assert_eq!(chosen(9, "A1 B1"), Ok(2));
    assert_eq!(chosen(2, "A1 B1 A2"), Ok(3));
    for (size, list) in
        [(9, ""), (9, "A1 A1"), (9, "A1 pass"), (9, "A1 K1"), (9, "A1 A10"), (2, "A1 A2 B1 B2")]
    {
        assert_eq!(chosen(size, list), Err(HandicapError::BadVertexList), "{list}");
    }
    assert_eq!(handicap::chosen(9, &[Move(1), Move(u16::MAX)]), Err(HandicapError::BadVertexList));
}

/// Returns the handicap after moves such as `bC3`.
fn after(start: &Position, moves: &str) -> u32 {
    let mut position = start.clone();
    for text in moves.split_whitespace() {
        let (color, vertex) = text.split_at(1);
        position.set_to_play(color.parse().unwrap());
        position.play(position.parse_move(vertex).unwrap()).unwrap();
    }
    position.handicap()
}

#[test]
fn black_stones_before_whites_first_move_are_a_handicap() {
    let empty = Position::new(9, Rules::default());
    for (moves, handicap) in [
        ("", 0),
        ("bC3", 0),
        ("bC3 wG7", 0),
        ("bC3 bG7", 2),
        ("bC3 bG7 bG3", 3),
        ("bC3 bG7 wG3 bE5 bE6", 2),
        ("bC3 wG7 bG3 bE5", 0),
        ("wC3 bG7 bG3", 0),
        ("bC3 wpass bG7", 0),
    ] {
        assert_eq!(after(&empty, moves), handicap, "{moves}");
    }
    let black = |p| (p, Some(Color::Black));
    let stones = [Point::at(2, 2), Point::at(6, 6), Point::at(2, 6)];
    let set_up = |stones: &[(Point, Option<Color>)]| {
        Position::from_stones(9, Rules::default(), stones.iter().copied()).unwrap()
    };
    let three = set_up(&stones.map(black));
    assert_eq!(
        [after(&three, ""), after(&three, "wE5"), after(&three, "bG3"), after(&three, "bG3 wE5")],
        [0, 3, 4, 4]
    );
    let both = set_up(&[black(stones[0]), black(stones[1]), (stones[2], Some(Color::White))]);
    assert_eq!(after(&both, "wE5"), 0);
    // Black to move: a problem, not a handicap game.
    let mut turned = three;
    turned.set_to_play(Color::White);
    assert_eq!(turned.handicap(), 3);
    assert_eq!(turned.compensation() - empty.compensation(), 6);
    turned.set_to_play(Color::Black);
    assert_eq!(turned.handicap(), 0);
}

#[test]
fn the_stones_are_placed_at_once_and_white_moves_first() {
    let rules = Rules::named("aga").unwrap();
    let empty = Position::new(9, rules);
    let placed = empty.with_handicap(&handicap::fixed(9, 4).unwrap()).unwrap();
    assert_eq!(placed.board().stones(Color::Black), 4);
    assert_eq!(placed.to_play(), Color::White);
    assert_eq!(placed.handicap(), 4);
    assert_eq!(
        placed.compensation() - empty.compensation(),
        6,
        "half points, one stone being the first move"
    );
    assert_eq!(placed.rules(), &rules);
    let again = placed.with_handicap(&[Point::at(0, 0)]);
    assert_eq!(again.err().map(|e| e.to_string()).as_deref(), Some("board not empty"));
}
