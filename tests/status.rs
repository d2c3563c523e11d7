//! Finished positions whose dead stones, seki and score are known.

use std::path::Path;

use brasa::engine::go::status::Status;
use brasa::engine::{BoardSize, Settings};
use brasa::framework::{Color, Control, Game, Move};
use brasa::go::{Point, Position, Rules, score};

use crate::diagram::Diagram;

struct Case {
    name: String,
    score: String,
    seki: Vec<String>,
    rules: Rules,
    diagram: Diagram,
    size: u8,
}

fn cases() -> Vec<Case> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/status.txt");
    let read = |block: &str| {
        let (head, board) = block.split_once('\n').unwrap();
        let columns: Vec<_> = head.split('|').map(|text| text.trim().to_owned()).collect();
        let (name, score, seki, rules) = match &columns[..] {
            [name, score, seki] => (name, score, seki, "chinese"),
            [name, score, seki, rules] => (name, score, seki, rules.as_str()),
            _ => panic!("three or four columns: {head}"),
        };
        let rules = Rules { komi: Rules::default().komi, ..Rules::named(rules).unwrap() };
        let seki = seki.split_whitespace().map(str::to_owned).collect();
        let (name, score) = (name.clone(), score.clone());
        Case {
            name,
            score,
            seki,
            rules,
            diagram: Diagram::new(board),
            size: board.trim().lines().count() as u8,
        }
    };
    let text = std::fs::read_to_string(path).unwrap();
    text.trim().split("\n\n").filter(|block| !block.starts_with('#')).map(read).collect()
}

/// Returns the differences between the found and the expected status.
fn faults(case: &Case) -> Vec<String> {
    let position = case.diagram.position(case.rules).unwrap();
    let board = position.board();
    let stones = |heads: &[Point]| {
        let mut stones: Vec<Point> = heads.iter().flat_map(|&head| board.stones_of(head)).collect();
        stones.sort_unstable();
        stones
    };
    let status = Status::of(
        &Settings::new(case.size).spec(BoardSize::square(case.size), 1),
        &position,
        &Control::default(),
    );
    let mut dead = case.diagram.labelled(&['x', 'o']);
    dead.sort_unstable();
    let seki: Vec<Point> = case
        .seki
        .iter()
        .map(|vertex| board.head(Point::of_move(position.parse_move(vertex).unwrap())))
        .collect();
    let mut faults = Vec::new();
    let mut check = |what: &str, found: String, known: String| {
        if found != known {
            faults.push(format!("{}: {what} {found} instead of {known}", case.name));
        }
    };
    check("dead", format!("{:?}", stones(&status.dead)), format!("{dead:?}"));
    check("seki", format!("{:?}", stones(&status.seki)), format!("{:?}", stones(&seki)));
    check("score", score::text(status.score), case.score.clone());
    faults
}

#[test]
fn finished_positions_are_judged_as_they_are() {
    let cases = cases();
    assert!(cases.len() >= 10);
    let faults: Vec<String> = cases.iter().flat_map(faults).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Among few stones, the whole board belongs to one color once a stone of the other is taken for dead.
#[test]
fn no_stone_of_an_opening_is_dead() {
    let settings = Settings::new(9);
    for moves in ["E5 C3 E3", "E5 G7 C3", "E5 C3 E3 C5"] {
        let mut position = Position::new(9, Rules::default());
        for text in moves.split(' ') {
            position.play(position.parse_move(text).unwrap()).unwrap();
        }
        let status = Status::of(&settings.spec(BoardSize::default(), 1), &position, &Control::default());
        assert!(status.dead.is_empty(), "{moves}: {:?}", status.dead);
    }
}

#[test]
fn an_estimate_costs_the_same_with_any_search_and_ends_when_asked() {
    let case = &cases()[0];
    let position = case.diagram.position(case.rules).unwrap();
    let mut settings = Settings::new(case.size);
    let usual = Status::of(&settings.spec(BoardSize::default(), 1), &position, &Control::default());
    settings.set("number_playouts", "1000").unwrap();
    let costly = Status::of(&settings.spec(BoardSize::default(), 1), &position, &Control::default());
    let is_same = |p: Point| usual.ownership[p] == costly.ownership[p];
    assert!(usual.score == costly.score && position.board().points().all(is_same));
    let control = Control::default();
    control.stop();
    let rough = Status::of(&settings.spec(BoardSize::default(), 1), &position, &control);
    let is_of_100 = |share: f32| (100.0 * share - (100.0 * share).round()).abs() < 1e-3;
    assert!(position.board().points().all(|p| is_of_100(rough.ownership[p])), "a hundred playouts");
}

#[test]
fn after_two_passes_the_player_to_move_decides_about_a_chain() {
    // Black makes two eyes at J2, and White kills at J3.
    let diagram = Diagram::new(
        "X X X X . X X O .
         X O O X X . X O O
         O . O O X X O O X
         . O O X X X O X X
         O O . O X X O X X
         O . O O O X O X O
         O O . O O O O X .
         O . O O . O O X .
         . O . O . O X X X",
    );
    for (to_play, chains) in [(Color::Black, 0), (Color::White, 1)] {
        let mut position = diagram.position(Rules::default()).unwrap();
        position.set_to_play(to_play);
        position.play(Move::PASS).unwrap();
        position.play(Move::PASS).unwrap();
        let status =
            Status::of(&Settings::new(9).spec(BoardSize::square(9), 1), &position, &Control::default());
        let lost = status.dead.iter().filter(|&&head| position.board().color_at(head) == Some(Color::Black));
        assert_eq!(lost.count(), chains, "{to_play} to move");
    }
}
