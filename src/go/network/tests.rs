//! The planes of a position, and the examples from records.

use super::*;
use crate::framework::{Color, Game, Move};
use crate::go::{Point, Position, Rules, diagram, vertex};
use crate::net::{Example, INPUTS};

/// The points where a plane is not 0.
fn marked(planes: &[f32], plane: usize, size: u8) -> Vec<String> {
    let is_marked = |i: &usize| planes[i * INPUTS + plane] != 0.0;
    let point =
        |i: usize| Point::at((i % usize::from(size)) as u8, (i / usize::from(size)) as u8).to_string();
    (0..planes.len() / INPUTS).filter(is_marked).map(point).collect()
}

#[test]
fn planes_show_stones_liberties_and_ladders() {
    let mut game = diagram::parse(
        ". . . . .
         . X O . .
         . O . . .
         . . . . .
         O X . X O",
    )
    .unwrap();
    game.set_to_play(Color::Black);
    let mut source = Planes::default();
    let planes = source.of(&game).to_vec();
    assert_eq!(marked(&planes, 0, 5), ["B1", "D1", "B4"]);
    assert_eq!(marked(&planes, 1, 5), ["A1", "E1", "B3", "C4"]);
    assert_eq!(marked(&planes, 2, 5).len(), 25);
    assert_eq!(marked(&planes, 4, 5), ["B1", "D1", "B4"]);
    assert_eq!(marked(&planes, 6, 5), ["A1", "E1"]);
    assert_eq!(marked(&planes, 8, 5), ["B3", "C4"]);
    let caught = marked(&planes, 13, 5);
    assert!(["A1", "E1"].iter().all(|p| caught.iter().any(|of| of == p)), "{caught:?}");
    // White's view is the same with the colors exchanged.
    game.set_to_play(Color::White);
    let other = source.of(&game).to_vec();
    for (a, b) in [(0, 1), (1, 0), (2, 2), (3, 6), (4, 7), (5, 8), (6, 3), (7, 4), (8, 5)] {
        assert_eq!(marked(&planes, a, 5), marked(&other, b, 5), "planes {a} and {b}");
    }
    assert!(planes[15] < 0.0 && other[15] > 0.0, "the komi is White's");
}

/// A game of these moves on 5x5.
fn game(moves: &str) -> Position {
    let mut game = Position::new(5, Rules::default());
    for text in moves.split(' ') {
        game.play(vertex::parse(text, 5).unwrap()).unwrap();
    }
    game
}

#[test]
fn planes_show_the_last_moves_and_the_ko() {
    let mut game = game("B3 D4 C4 E3 C2 D2 A1 C3 D3");
    let mut source = Planes::default();
    let planes = source.of(&game);
    let shown = [9, 10, 11].map(|plane| marked(planes, plane, 5).join(" "));
    assert_eq!(shown, ["C3", "D3", "C3"]);
    game.play(Move::PASS).unwrap();
    assert_eq!(marked(source.of(&game), 9, 5), [""; 0], "the ko is over");
}

const RECORD: &str = "(;SZ[5]KM[7]RE[W+32];B[cc];W[cb];B[];W[])";

#[test]
fn records_tell_winner_and_komi_and_the_owners_at_the_end() {
    let read = |text: &str| {
        let mut records = NetRecords::default();
        records.push(NetRecord::read(text.as_bytes(), 5)?);
        let mut example = Example::default();
        records.example(&mut Planes::default(), 1, 0, &mut example);
        Some(example)
    };
    // White to play C4: all empty points touch both colors, so Black has one point and White one plus komi.
    let example = read(&RECORD.replace("W+32", "W+7")).unwrap();
    assert_eq!((example.policy, example.value), (vec![(3 * 5 + 2, 1.0)], Some(1.0)));
    assert_eq!(example.lead, Some(7.0 / 25.0));
    let hundredths = read(&RECORD.replace("KM[7]RE[W+32]", "KM[700]RE[W+7]")).unwrap();
    assert_eq!(hundredths.lead, example.lead);
    assert_eq!(example.owners.iter().sum::<f32>(), 0.0);
    assert_eq!((example.owners[2 * 5 + 2], example.owners[3 * 5 + 2]), (-1.0, 1.0));
    let other = read(RECORD).unwrap();
    // The board's score differs, so playouts determine the owners, if their mean has the same winner.
    let (lead, sum) = (other.lead.unwrap(), other.owners.iter().sum::<f32>());
    assert!(lead > 0.0 && lead < 1.0 && sum.abs() < 20.0, "{lead} {:?}", other.owners);
    let wrong = read(&RECORD.replace("KM[7]RE[W+32]", "KM[10]RE[B+3]")).unwrap();
    assert_eq!((wrong.lead, wrong.owners.len()), (None, 0), "playouts see another winner");
    assert!(read(&RECORD.replace("RE[W+32]", "")).is_none(), "no result");
    assert!(NetRecord::read(b"(;SZ[5]RE[0];B[cc])", 5).is_none(), "no winner");
    assert!(NetRecord::read(RECORD.as_bytes(), 9).is_none(), "another size");
}

#[test]
fn searches_of_self_play_tell_moves_and_the_value_of_their_position() {
    let record = "(;SZ[5]KM[7]RE[B+R];B[cc]VV[0.625]VC[cc 30 bc 10];W[cb]VV[1.5];B[bb]VV[0.25])";
    let mut records = NetRecords::default();
    records.push(NetRecord::read(record.as_bytes(), 5).unwrap());
    let found = [0, 1, 2].map(|number| {
        let mut example = Example::default();
        records.example(&mut Planes::default(), number, 0, &mut example);
        (example.policy.len(), example.value)
    });
    // The second and third searches were quick, so their positions have no policy target. 1.5 is not a probability. The
    // other values are means of search and result.
    assert_eq!(found, [(2, Some(0.8125)), (0, Some(0.0)), (0, Some(0.625))]);

    // A calibration must not learn what the search itself said.
    assert_eq!([0, 1].map(|number| records.position(number).unwrap().1), [1.0, 0.0]);

    let many = record.replace("cc 30 bc 10", "cc 3000000000 bc 3000000000");
    let mut records = NetRecords::default();
    records.push(NetRecord::read(many.as_bytes(), 5).unwrap());
    let mut example = Example::default();
    records.example(&mut Planes::default(), 0, 0, &mut example);
    assert_eq!(example.policy.iter().map(|&(_, share)| share).sum::<f32>(), 1.0);
}

#[test]
fn a_teacher_judges_moves_values_leads_and_owners() {
    let owners = ["y".repeat(20), "g".repeat(5)].concat();
    let record = format!("(;SZ[5]KM[7];B[cc];W[cb]VV[0.25]VL[-5]VC[cb 7500 pass 2500]VO[{owners}];B[bb])");
    let mut records = NetRecords::default();
    records.push(NetRecord::read(record.as_bytes(), 5).unwrap());
    assert_eq!(records.positions(), 1, "only what was judged teaches");
    let mut example = Example::default();
    assert_eq!(records.example(&mut Planes::default(), 0, 0, &mut example), 1);
    assert_eq!((example.value, example.lead), (Some(0.25), Some(-0.2)));
    assert_eq!(example.policy, [(3 * 5 + 2, 0.75), (25, 0.25)]);
    // The bottom row is half owned by White, who is to move; the rest is Black's.
    assert_eq!(example.owners[..5], [0.5; 5]);
    assert_eq!(example.owners[5..], [-1.0; 20]);
    let without_moves = format!("(;SZ[5]KM[7];B[cc];W[cb]VV[0.25]VL[-5]VO[{owners}];B[bb])");
    let mut moves = NetRecords::default();
    moves.push(NetRecord::read(without_moves.as_bytes(), 5).unwrap());
    moves.example(&mut Planes::default(), 0, 0, &mut example);
    assert_eq!(
        (&example.policy[..], example.value),
        (&[(3 * 5 + 2, 1.0)][..], Some(0.25)),
        "the move of the game"
    );
    let not_worth_learning = without_moves.replace("VO[", "VC[]VO[");
    let mut moves = NetRecords::default();
    moves.push(NetRecord::read(not_worth_learning.as_bytes(), 5).unwrap());
    moves.example(&mut Planes::default(), 0, 0, &mut example);
    assert_eq!((example.policy.len(), example.value), (0, Some(0.25)));
    // A node with two moves has one label, and the last move has no node of its own.
    records.push(NetRecord::read(b"(;SZ[5];B[cc]W[cb]VV[0.5]VL[1];B[bb])", 5).unwrap());
    assert_eq!(records.positions(), 2);
    // A komi of 0 without labels is unknown; labels hold for it.
    let handicap = |labels: &str| {
        let mut records = NetRecords::default();
        let record = format!("(;SZ[5]KM[0]RE[B+R];B[cc]{labels})");
        records.push(NetRecord::read(record.as_bytes(), 5).unwrap());
        let mut example = Example::default();
        records.example(&mut Planes::default(), 0, 0, &mut example);
        example.planes[15]
    };
    assert!(handicap("") < 0.0 && handicap("VV[0.9]VL[20]") == 0.0);
    assert!(
        NetRecord::read(b"(;SZ[5]KM[7];B[cc];W[cb]VV[0.25])", 5).is_none(),
        "neither a winner nor a teacher"
    );
}

#[test]
fn an_endless_game_teaches_its_first_moves() {
    let record = format!("(;SZ[5]RE[B+R]{})", ";B[];W[]".repeat(40_000));
    let mut records = NetRecords::default();
    records.push(NetRecord::read(record.as_bytes(), 5).unwrap());
    assert_eq!(records.positions(), 65_535);
    let mut example = Example::default();
    assert_eq!(records.example(&mut Planes::default(), 65_534, 0, &mut example), 65_534);
    assert_eq!(example.policy, [(25, 1.0)], "the pass");
}

#[test]
fn a_game_for_its_moves_has_no_other_targets() {
    let labeled = RECORD.replace("W[cb]", "W[cb]VV[0.25]VL[-5]VC[cc 1]");
    let mut records = NetRecords::default();
    records.push(NetRecord::read(labeled.as_bytes(), 5).unwrap().moves_only());
    assert_eq!(records.positions(), 4, "a label chooses no positions");
    let mut example = Example::default();
    records.example(&mut Planes::default(), 1, 0, &mut example);
    assert_eq!(example.policy, [(3 * 5 + 2, 1.0)], "the move played");
    assert_eq!((example.value, example.lead, example.owners.len()), (None, None, 0));
}

#[test]
fn an_example_is_turned_as_a_whole() {
    let mut records = NetRecords::default();
    records.push(NetRecord::read(b"(;SZ[5]KM[7]RE[B+R];B[bc];W[bb];B[cb];W[ca];B[aa])", 5).unwrap());
    let mut source = Planes::default();
    let sums = |example: &Example| {
        let mut sums = vec![0.0; INPUTS];
        for planes in example.planes.chunks_exact(INPUTS) {
            sums.iter_mut().zip(planes).for_each(|(sum, x)| *sum += x);
        }
        sums
    };
    let examples: Vec<Example> = (0..8)
        .map(|symmetry| {
            let mut example = Example::default();
            records.example(&mut source, 4, symmetry, &mut example);
            example
        })
        .collect();
    for (i, example) in examples.iter().enumerate() {
        assert_eq!(sums(example), sums(&examples[0]));
        assert!(examples[..i].iter().all(|other| other.planes != example.planes));
        // The move is in a corner, and so are its images.
        assert!([0, 4, 20, 24].contains(&example.policy[0].0));
    }
}
