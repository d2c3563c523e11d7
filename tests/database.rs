//! Pattern databases: the examples in the format's document, and the contexts in `data/database/contexts.txt`.

use brasa::framework::Color;
use brasa::go::Rules;
use brasa::go::board::{Board, Incremental, Keyed, Point};
use brasa::go::pattern::Mogo;
use brasa::go::pattern::database::{self, Context, Database, Effect, Neighborhood, PatternTable};
use brasa::util::Rng;

use crate::diagram::{Diagram, cases};
use crate::program::brasa;
use crate::referee::Grid;

/// Random positions per comparison.
const POSITIONS: u64 = 2_000;

/// Returns the last move in a diagram, its lowercase stone; the null point if there is none.
fn last(diagram: &Diagram) -> Point {
    diagram.labelled(&['x', 'o']).first().copied().unwrap_or(Point::NULL)
}

/// Returns a diagram from rows separated by spaces.
fn diagram(rows: &str) -> Diagram {
    Diagram::new(&rows.replace(' ', "\n"))
}

fn board(diagram: &Diagram) -> Board {
    let mut board = Board::new(2);
    board.copy_from(diagram.position(Rules::default()).unwrap().board());
    board
}

/// Returns the value of the move `a` for a player; `None` if the move is illegal.
fn value(table: &PatternTable, diagram: &Diagram, color: Color) -> Option<u32> {
    let (board, p) = (board(diagram), diagram.at('a'));
    let is_near = database::near_points(&board, last(diagram)).contains(p);
    let context = database::context(&board, p, color, is_near)?;
    Some(table.value(board.neighborhood3x3(p), color, context))
}

/// A database, and the value of the move `a` for Black in some diagrams.
struct Example {
    patterns: &'static str,
    values: &'static [(&'static str, u32)],
}

const EYES: &str = "\noOo\nO*O\noO?\n\n:0\n\noOo\nO*O\n---\n\n:0\n\n|Oo\n|*O\n+--\n\n:0\n";

/// The examples of the document, in order.
const EXAMPLES: [Example; 4] = [
    Example {
        patterns: EYES,
        values: &[
            ("..... ..X.. .XaX. ..X.. .....", 0),
            ("..... ..XO. .XaX. ..X.. .....", 0),
            ("..... .OX.. .XaX. ..XO. .....", 1),
            ("..... ..X.. .Xa.. ..X.. .....", 1),
            ("..... ..... ..... ..X.. .XaX.", 0),
            ("..... ..... ..... .OX.. .XaX.", 1),
            ("..... ..... ..... X.... aX...", 0),
            ("..... ..... ..... XO... aX...", 1),
            ("..... ..... ..... ..... aX...", 1),
        ],
    },
    Example {
        patterns: "?X?\nO*O\nx.?\n\n:20,near\n",
        values: &[
            ("..... ..o.. .XaX. ..... .....", 20),
            ("..... ..O.. .XaX. ..... ....o", 1),
            ("..... ..O.. .XaX. ..... .....", 1),
            ("..... ..o.. .XaX. .X.X. .....", 1),
            ("..... ..o.. .XaX. .X... .....", 20),
            ("..... ..o.. .XaX. ..X.. .....", 1),
            ("..... .OoO. OXaXO .O.O. .....", 20),
        ],
    },
    Example {
        patterns: "?X?\nO*O\nx.?\n\n:20,near,osafe,xsafe\n",
        values: &[
            ("..... ..o.. .XaX. ..... .....", 20),
            // A self-atari for Black, and one for White.
            ("..... .OoO. OXaXO .O.O. .....", 1),
            (".XXX. XOoOX .XaX. XX... .....", 1),
        ],
    },
    Example {
        patterns: "?X%\n?*%\n%%%\n\n:10,ocap1,osafe\n:20,ocap2\n:30,ocap3\n",
        values: &[
            ("..... .X... XOa.. .X... .....", 10),
            // A ko.
            ("..... .XO.. XOaO. .XO.. .....", 1),
            ("..... .XX.. XOOa. .XX.. .....", 20),
            (".XX.. XOOX. XOaX. .X... .....", 30),
            ("..... ..... ..... ..X.. ..aOX", 1),
            ("..... ..... ..... ...X. ..aOX", 10),
            ("..... ..X.. .XaX. ..X.. .....", 1),
        ],
    },
];

#[test]
fn the_examples_of_the_document_mean_what_it_says() {
    for (i, example) in EXAMPLES.iter().enumerate() {
        let table = Database::parse("example", example.patterns).unwrap().table();
        for (text, expected) in example.values {
            for symmetry in 0..16 {
                let color = if symmetry < 8 { Color::Black } else { Color::White };
                let value = value(&table, &diagram(text).transformed(symmetry), color);
                assert_eq!(value, Some(*expected), "example {i}: {text}, symmetry {symmetry}");
            }
        }
    }
}

#[test]
fn the_built_in_uniform_database_is_the_one_of_the_document() {
    let (ours, theirs) = (Database::built_in("mc_uniform").unwrap(), Database::parse("x", EYES).unwrap());
    let (ours, theirs) = (ours.table(), theirs.table());
    for code in 0..=u16::MAX {
        assert_eq!(ours.classes(code), theirs.classes(code), "{code:#x}");
    }
}

#[test]
fn contexts_are_as_drawn_and_properties_hold_as_listed() {
    let properties = database::PROPERTIES.map(|(name, _)| {
        let text = format!("%%%\n%*%\n%%%\n:7,{name}");
        (name, Database::parse(name, &text).unwrap().table())
    });
    let cases = cases(include_str!("data/database/contexts.txt"));
    for case in &cases {
        let (color, names) = case.answer.split_once(' ').unwrap();
        let names: Vec<&str> = names.split(' ').collect();
        for symmetry in 0..16 {
            let color: Color = color.parse().unwrap();
            let color = if symmetry < 8 { color } else { !color };
            let diagram = case.diagram.transformed(symmetry);
            for (name, table) in &properties {
                let expected = if names.contains(name) { 7 } else { 1 };
                let value = value(table, &diagram, color);
                assert_eq!(value, Some(expected), "{}: {name}, symmetry {symmetry}", case.name);
            }
        }
    }
    // Each property holds in some cases and fails in others.
    for (name, _) in database::PROPERTIES {
        let holding = cases.iter().filter(|case| case.answer.split(' ').any(|word| word == name)).count();
        assert!(0 < holding && holding < cases.len(), "{name}");
    }
}

#[test]
fn illegal_moves_have_no_context() {
    let drawn = diagram("..... ..X.. .XaX. ..X.. x....");
    let context = |label, color| database::context(&board(&drawn), drawn.at(label), color, false);
    assert!(context('a', Color::Black).is_some());
    assert_eq!(context('a', Color::White), None, "suicide");
    assert_eq!(context('x', Color::White), None, "occupied");
    let diagram = diagram(".XO.. XbaO. .XO.. ..... .....");
    let mut board = board(&diagram);
    board.play_legal(diagram.at('b'), Color::White);
    board.play_legal(diagram.at('a'), Color::Black);
    assert_eq!(database::context(&board, diagram.at('b'), Color::White, true), None, "ko");
    board.clear_ko();
    assert!(database::context(&board, diagram.at('b'), Color::White, true).is_some());
    assert_eq!(database::context(&board, Point::from_number(20), Color::White, true), None, "off the board");
}

#[test]
fn mogo_classic_knows_the_patterns_of_the_rule_based_policies() {
    let [table, eyes] = ["mogo_classic", "uniform"].map(|name| Database::built_in(name).unwrap().table());
    let near = Context::from_bits(Context::NEAR);
    for Neighborhood(code) in Neighborhood::all() {
        for color in Color::ALL {
            let is_eye = eyes.value(code, color, near) == 0;
            let expected = match Mogo::table().matches(code, color) {
                _ if is_eye => 0,
                true => 30_000,
                false => 1,
            };
            assert_eq!(table.value(code, color, near), expected, "{code:#x} {color}");
            assert_eq!(table.value(code, color, Context::default()), u32::from(!is_eye), "{code:#x}");
        }
    }
}

/// The index of a point in a grid of this size.
fn index(p: Point, size: usize) -> usize {
    usize::from(p.row()) * size + usize::from(p.col())
}

/// The empty points near a move by GNU Go's definition, computed from the position before it: the points whose values
/// its playouts look up again after the move.
///
/// - Those among the eight around the move and around each stone it captures, including the captured ones.
/// - The liberties of the move's chain and of adjacent opponent chains, if these have at most two.
/// - The other liberty of a two-liberty chain that the move joins.
/// - Before captured stones are removed: the liberties of a chain next to them, if it has at most two.
fn plainly_near(before: &Grid, p: usize, color: Color) -> Vec<usize> {
    let played = before.play(p, color);
    let after = &played.grid;
    let mut placed = before.clone();
    placed.cells[p] = Some(color);
    let mut near = Vec::new();
    let around = |i: usize| {
        (-1..=1)
            .flat_map(move |x| (-1..=1).map(move |y| (x, y)))
            .filter_map(move |(x, y)| before.step(i, x, y))
    };
    for &i in [p].iter().chain(&played.captured) {
        near.extend(around(i));
    }
    let mut add_low = |grid: &Grid, i: usize| {
        near.extend(
            grid.chain(i)
                .map(|chain| chain.liberties)
                .filter(|liberties| liberties.len() <= 2)
                .unwrap_or_default(),
        );
    };
    add_low(after, p);
    for q in before.neighbors(p) {
        match before.cells[q] {
            Some(own) if own == color => {
                if before.chain(q).is_some_and(|chain| chain.liberties.len() == 2) {
                    add_low(before, q);
                }
            }
            _ => add_low(after, q),
        }
    }
    for &stone in &played.captured {
        before.neighbors(stone).filter(|&q| placed.cells[q] == Some(color)).for_each(|q| add_low(&placed, q));
    }
    near.retain(|&i| after.cells[i].is_none() && i != p);
    near.sort_unstable();
    near.dedup();
    near
}

/// The effect of a stone by GNU Go's definition, in which suicide is a self-atari too.
fn plain_effect(grid: &Grid, p: usize, color: Color) -> Effect {
    let played = grid.play(p, color);
    let liberties = played.grid.chain(p).map_or(0, |chain| chain.liberties.len());
    Effect {
        captured: played.captured.len(),
        self_atari: liberties <= 1,
        suicide: !played.suicide.is_empty(),
    }
}

#[test]
fn effects_and_nearness_are_those_of_a_plain_implementation() {
    let (mut hidden, mut suicides, mut beyond) = (0, 0, [0; 2]);
    for seed in 0..POSITIONS {
        let mut rng = Rng::new(seed);
        let size = 3 + (seed % 5) as usize;
        let mut board: Board = Board::new(size as u8);
        // A policy's board only learns of the last moves one by one.
        let mut policy_board: Board<Incremental> = Board::new(size as u8);
        let mut before = Grid::new(size);
        let mut last = None;
        let mut color = Color::Black;
        for number in 0..rng.below(90) {
            let p = board.empty_at(rng.below(board.empty_count()));
            if number % 8 == 0 {
                policy_board.copy_from(&board);
            }
            if board.is_legal_empty(p, color) {
                for q in board.points() {
                    before.cells[index(q, size)] = board.color_at(q);
                }
                board.play_legal(p, color);
                policy_board.play_legal(p, color);
                last = Some((p, color));
            }
            color = !color;
        }
        let mut grid = before.clone();
        if let Some((p, color)) = last {
            let expected = plainly_near(&before, index(p, size), color);
            for near in [database::near_points(&board, p), database::near_points(&policy_board, p)] {
                let mut found: Vec<_> = near.as_slice().iter().map(|&q| index(q, size)).collect();
                found.sort_unstable();
                assert_eq!(found, expected, "seed {seed}: {color} {p}\n{before:?}");
                for &q in board.empty_points() {
                    assert_eq!(
                        near.contains(q),
                        expected.contains(&index(q, size)),
                        "seed {seed}: {q} after {p}"
                    );
                }
            }
            let played = before.play(index(p, size), color);
            let is_far = |&i: &usize| {
                let (x, y) =
                    ((i % size).abs_diff(usize::from(p.col())), (i / size).abs_diff(usize::from(p.row())));
                x.max(y) > 1
            };
            beyond[usize::from(played.captured.is_empty())] += expected.iter().filter(|&i| is_far(i)).count();
            grid = played.grid;
        }
        for &p in board.empty_points() {
            for color in Color::ALL {
                let (effect, expected) =
                    (database::effects(&board, p)[color.index()], plain_effect(&grid, index(p, size), color));
                assert_eq!(effect, expected, "seed {seed}: {color} {p}");
                let seems = brasa::go::tactics::atari::is_self_atari(&board, p, color);
                hidden += usize::from(seems && !effect.self_atari);
                suicides += usize::from(effect.suicide);
            }
        }
    }
    assert!(hidden > 0, "no capture left liberties elsewhere");
    assert!(suicides > 100 && beyond[0] > 100 && beyond[1] > 100, "{suicides} {beyond:?}");
    assert!(database::near_points(&Board::<Keyed>::new(5), Point::NULL).as_slice().is_empty());
}

/// Runs `brasa patterns` in a directory with some files, and returns its status and output.
fn patterns(args: &[&str]) -> (i32, String) {
    let directory = tempfile::tempdir().unwrap();
    let files = [
        ("good.db", "?X?\nO*O\nx.?\n\n:20,near\n".to_owned()),
        ("doubtful.db", "???\n?*?\n???\n:2\n:3,near\n".to_owned()),
        ("bad.db", "???\n?*?\n??\n:2\n".to_owned()),
        ("peep.txt", ".....\n..o..\n.X.X.\n.....\n.....\n".to_owned()),
        ("game.sgf", "(;SZ[5]AB[bc][dc];W[cb];B[aa])".to_owned()),
    ];
    for (name, text) in files {
        std::fs::write(directory.path().join(name), text).unwrap();
    }
    let run = brasa(directory.path(), &[&["patterns"], args].concat());
    (run.status, if run.status == 2 { run.error } else { run.output })
}

#[test]
fn the_command_line_checks_databases() {
    let (status, text) = patterns(&["check", "good.db", "mc_uniform"]);
    assert_eq!(status, 0);
    assert_eq!(
        text,
        "good.db:1: warning: playouts may fill own eyes and never end: begin with the three patterns of \
         uniform.db\n\
         good.db: 1 pattern, 1 value, for 39 of 1107 3x3 shapes, 1 warning\n\
         mc_uniform: 3 patterns, 3 values, for 17 of 1107 3x3 shapes, 0 warnings\n"
    );
    let (status, text) = patterns(&["check", "doubtful.db"]);
    assert_eq!(status, 0);
    assert!(text.contains("\ndoubtful.db:5: warning: this never matches"), "{text}");
    let (status, text) = patterns(&["check", "bad.db", "good.db"]);
    assert_eq!(status, 1);
    assert!(text.starts_with("bad.db:3:3: expected a symbol"), "{text}");
    assert!(text.contains("good.db: 1 pattern,"), "the others are read all the same: {text}");
    let (status, text) = patterns(&["check", "none.db"]);
    assert_eq!(status, 2);
    assert!(text.contains("no pattern database 'none.db'"), "{text}");
}

#[test]
fn the_command_line_shows_the_values_of_moves() {
    let drawn = patterns(&["show", "good.db", "--diagram", "peep.txt"]);
    assert_eq!(drawn.0, 0);
    let lines: Vec<_> = drawn.1.lines().collect();
    assert_eq!(lines[0], "black to play after C4: 22 moves, values in all 41");
    assert_eq!(
        lines[3],
        "C3           20   48.8 %  good.db:5: pattern :20,near; near,osafe,xsafe,xnosuicide,ocap0,xcap0"
    );
    assert_eq!(lines.len(), 3 + 22);
    assert_eq!(patterns(&["show", "good.db", "--sgf", "game.sgf", "--move", "2"]), drawn);
    let (status, text) = patterns(&["show", "uniform", "--size", "2"]);
    assert_eq!(status, 0);
    assert!(text.starts_with("black to play: 4 moves, values in all 4\n"), "{text}");
    let (status, text) = patterns(&["show", "uniform", "--diagram", "good.db"]);
    assert_eq!(status, 2);
    assert!(text.contains("good.db: line 1, column 1: expected one of"), "{text}");
}
