//! Tests the tables against a second, slower matcher of the text.

mod format;

use proptest::prelude::*;

use super::*;
use crate::go::board::{Bare, Board, NS, Point, WE};
use crate::util::Rng;

fn parse(text: &str) -> Database {
    Database::parse("f.db", text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

// ----- Another way to match ----------------------------------------------------------------------

type Grid = [[char; 3]; 3];

/// A pattern: its figure, and values with their properties.
type Drawn = (Grid, Vec<(u32, Vec<Property>)>);

/// The eight orientations of a figure.
fn orientations(grid: Grid) -> Vec<Grid> {
    let turn = |grid: Grid| std::array::from_fn(|y| std::array::from_fn(|x| grid[2 - x][y]));
    let mirror = |mut grid: Grid| {
        grid.iter_mut().for_each(|row| row.reverse());
        grid
    };
    let mut all = vec![grid];
    for i in 0..3 {
        all.push(turn(all[i]));
    }
    all.extend(all.clone().into_iter().map(mirror));
    all
}

/// A point's neighborhood from the player's view, in figure symbols; `#` is the border.
fn neighborhood(board: &Board<Bare>, p: Point, color: Color) -> Grid {
    let mut grid = [[' '; 3]; 3];
    for (y, row) in grid.iter_mut().enumerate() {
        for (x, cell) in row.iter_mut().enumerate() {
            let q = p + ((1 - y as i16) * NS + (x as i16 - 1) * WE);
            *cell = match board.color_at(q) {
                _ if !board.is_on_board(q) => '#',
                Some(stone) if stone == color => 'O',
                Some(_) => 'X',
                None => '.',
            };
        }
    }
    grid
}

fn cell_fits(symbol: char, cell: char) -> bool {
    match symbol {
        '*' | '.' => cell == '.',
        'O' | 'X' => cell == symbol,
        'o' => "O.".contains(cell),
        'x' => "X.".contains(cell),
        '?' => "OX.".contains(cell),
        '%' => true,
        _ => cell == '#',
    }
}

/// A move's value by trying the textual patterns one by one.
fn value_by_drawing(patterns: &[Drawn], at: Grid, context: Context) -> u32 {
    let fits = |grid: &Grid| {
        orientations(*grid).iter().any(|grid| (0..9).all(|i| cell_fits(grid[i / 3][i % 3], at[i / 3][i % 3])))
    };
    let lines = patterns.iter().filter(|(grid, _)| fits(grid)).flat_map(|(_, lines)| lines);
    lines.clone().find(|(_, all)| all.iter().all(|(_, holds)| holds(context))).map_or(1, |line| line.0)
}

/// A board after `moves` random moves, with captures.
fn random_board(size: u8, moves: usize, seed: u64) -> Board<Bare> {
    let (mut board, mut rng) = (Board::new(size), Rng::new(seed));
    let mut color = Color::Black;
    for _ in 0..moves {
        let p = board.empty_at(rng.below(board.empty_count()));
        if board.is_legal_empty(p, color) {
            board.play_legal(p, color);
        }
        color = !color;
    }
    board
}

fn grids() -> impl Strategy<Value = Grid> {
    let inner = proptest::sample::select("OoXx.?%".chars().collect::<Vec<_>>());
    (proptest::collection::vec(inner, 8), 0..4_u8).prop_map(|(symbols, edge)| {
        let mut grid = [[' '; 3]; 3];
        let places = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1), (2, 2)];
        places.iter().zip(symbols).for_each(|(&(y, x), symbol)| grid[y][x] = symbol);
        grid[1][1] = '*';
        if edge & 1 != 0 {
            grid[2] = ['-'; 3];
        }
        if edge & 2 != 0 {
            grid.iter_mut().for_each(|row| row[0] = '|');
        }
        if edge == 3 {
            grid[2][0] = '+';
        }
        grid
    })
}

fn value_lines() -> impl Strategy<Value = Vec<(u32, Vec<Property>)>> {
    let properties = proptest::collection::vec(proptest::sample::select(&PROPERTIES[..]), 0..4);
    proptest::collection::vec((any::<u32>(), properties), 1..4)
}

fn write(patterns: &[Drawn], blank: &str) -> String {
    let mut text = String::new();
    for (grid, value_lines) in patterns {
        grid.iter().for_each(|row| text += &format!("{}{blank}\n", row.iter().collect::<String>()));
        text += blank;
        text += "\n";
        for (value, properties) in value_lines {
            let names: String = properties.iter().map(|(name, _)| format!(",{blank}{name}")).collect();
            text += &format!(":{value}{names}{blank}\n");
        }
        text += "\n";
    }
    text
}

proptest! {
    #[test]
    fn the_table_agrees_with_the_drawings(
        patterns in proptest::collection::vec((grids(), value_lines()), 0..12),
        blank in "[ \t]{0,2}\r?",
        size in 2..6_u8,
        moves in 0..40_usize,
        seed: u64,
    ) {
        let database = parse(&write(&patterns, &blank));
        let table = database.table();
        let board = random_board(size, moves, seed);
        let mut rng = Rng::new(seed);
        for &p in board.empty_points() {
            for color in Color::ALL {
                let at = neighborhood(&board, p, color);
                let context = Context::from_bits(rng.next_u64() as u8);
                let value = value_by_drawing(&patterns, at, context);
                prop_assert_eq!(table.value(board.neighborhood3x3(p), color, context), value, "{} {}", p, context);
                let value_line = database.matching(board.neighborhood3x3(p), color, context);
                prop_assert_eq!(value_line.map_or(1, |(_, value_line)| value_line.value), value);
            }
        }
    }

    #[test]
    fn turning_the_board_or_exchanging_colors_changes_nothing(
        patterns in proptest::collection::vec((grids(), value_lines()), 1..12),
        moves in 0..40_usize,
        seed: u64,
    ) {
        let table = parse(&write(&patterns, "")).table();
        let board = random_board(5, moves, seed);
        let at = |turn: bool, exchange: bool| {
            let mut other = Board::<Bare>::new(5);
            for p in board.points() {
                if let Some(color) = board.color_at(p) {
                    let p = if turn { Point::at(4 - p.row(), p.col()) } else { p };
                    other.play_legal(p, if exchange { !color } else { color });
                    other.clear_ko();
                }
            }
            other
        };
        for (turn, exchange) in [(true, false), (false, true), (true, true)] {
            let other = at(turn, exchange);
            for &p in board.empty_points() {
                let q = if turn { Point::at(4 - p.row(), p.col()) } else { p };
                // A stone may capture while the other board is being built; then the boards differ.
                if other.stones(Color::Black) + other.stones(Color::White) + board.empty_count() != 25 {
                    continue;
                }
                for color in Color::ALL {
                    let seen_by = if exchange { !color } else { color };
                    let classes = [board.neighborhood3x3(p), other.neighborhood3x3(q)].map(|code| table.classes(code));
                    prop_assert_eq!(classes[0][color.index()], classes[1][seen_by.index()]);
                }
            }
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in "([OoXx.?*%|+:0-9,#P \n-]|near|ocap1\\+|\r\n|é){0,80}") {
        if let Err(DatabaseError::Unexpected { line, column, .. }) = Database::parse("f", &text) {
            let rows: Vec<_> = text.lines().collect();
            prop_assert!((1..=rows.len() + 1).contains(&line), "line {} of {:?}", line, text);
            let length = rows.get(line - 1).map_or(0, |row| row.chars().count());
            prop_assert!((1..=length + 1).contains(&column), "column {} of line {} of {:?}", column, line, text);
        }
    }

    #[test]
    fn a_slip_is_read_or_refused(
        patterns in proptest::collection::vec((grids(), value_lines()), 1..4),
        at: proptest::sample::Index,
        symbol in proptest::sample::select("O*?%|-+:,\n#é ".chars().collect::<Vec<_>>()),
        insert: bool,
    ) {
        let mut text: Vec<char> = write(&patterns, "").chars().collect();
        let at = at.index(text.len());
        if insert {
            text.insert(at, symbol);
        } else {
            text[at] = symbol;
        }
        let text: String = text.iter().collect();
        if let Ok(database) = Database::parse("f", &text) {
            let lines = text.lines().filter(|line| line.trim_start().starts_with(':')).count();
            prop_assert!(database.warnings().len() <= 2 * lines + 2);
        }
    }
}

// ----- The table ---------------------------------------------------------------------------------

#[test]
fn three_thousand_patterns_are_as_many_as_three() {
    let mut text = BUILT_IN[2].text.to_owned();
    for i in 0..3000_usize {
        let cells: Vec<_> = (0..8).map(|k| ["O", "X", "."][i / 3_usize.pow(k) % 3]).collect();
        let (top, bottom) = (cells[..3].concat(), cells[5..].concat());
        text += &format!("{top}\n{}*{}\n{bottom}\n\n:{i},near\n:{},far\n", cells[3], cells[4], i + 1);
    }
    let database = parse(&text);
    assert_eq!(database.patterns().len(), 3003);
    let table = database.table();
    // An own eye comes before no. 0; two foreign stones in corners of one side are no. 10, and it is far.
    let code = |diagonal: u16, rest: u16| diagonal << 8 | rest;
    assert_eq!(table.value(code(0b0101_0101, 0x55), Color::Black, Context::default()), 0);
    assert_eq!(table.value(code(0b1010_0101, 0x55), Color::Black, Context::default()), 11);
}
