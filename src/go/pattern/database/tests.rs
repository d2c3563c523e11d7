//! The format against a second, slower reading of it; errors and warnings, word for word.

use proptest::prelude::*;

use super::*;
use crate::go::board::{Bare, Board, NS, Point, WE};
use crate::util::Rng;

fn parse(text: &str) -> Database {
    Database::parse("f.db", text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn error(text: &str) -> String {
    Database::parse("f.db", text).unwrap_err().to_string()
}

fn warnings(text: &str) -> Vec<String> {
    parse(text).warnings().iter().map(Warning::to_string).collect()
}

// ----- Another way to match ----------------------------------------------------------------------

type Grid = [[char; 3]; 3];

/// Returns the eight ways to look at a figure.
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

/// Returns the neighborhood of a point as the player sees it, in the symbols of a figure; `#` is the border.
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

/// Returns the value of a move by trying one pattern after the other, drawn as text.
fn value_by_drawing(patterns: &[(Grid, Vec<(u32, Vec<Property>)>)], at: Grid, context: Context) -> u32 {
    let fits = |grid: &Grid| {
        orientations(*grid).iter().any(|grid| (0..9).all(|i| cell_fits(grid[i / 3][i % 3], at[i / 3][i % 3])))
    };
    let lines = patterns.iter().filter(|(grid, _)| fits(grid)).flat_map(|(_, lines)| lines);
    lines.clone().find(|(_, all)| all.iter().all(|(_, holds)| holds(context))).map_or(1, |line| line.0)
}

/// A board on which so many moves were played at random, captures and all.
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

fn entries() -> impl Strategy<Value = Vec<(u32, Vec<Property>)>> {
    let properties = proptest::collection::vec(proptest::sample::select(&PROPERTIES[..]), 0..4);
    proptest::collection::vec((any::<u32>(), properties), 1..4)
}

fn write(patterns: &[(Grid, Vec<(u32, Vec<Property>)>)], blank: &str) -> String {
    let mut text = String::new();
    for (grid, entries) in patterns {
        grid.iter().for_each(|row| text += &format!("{}{blank}\n", row.iter().collect::<String>()));
        text += blank;
        text += "\n";
        for (value, properties) in entries {
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
        patterns in proptest::collection::vec((grids(), entries()), 0..12),
        blank in "[ \t]{0,2}\r?",
        size in 2..6_u8,
        moves in 0..40_usize,
        seed: u64,
    ) {
        let database = parse(&write(&patterns, &blank));
        let table = Table::new(&database);
        let board = random_board(size, moves, seed);
        let mut rng = Rng::new(seed);
        for &p in board.empty_points() {
            for color in Color::ALL {
                let at = neighborhood(&board, p, color);
                let context = Context::from_bits(rng.next_u64() as u8);
                let value = value_by_drawing(&patterns, at, context);
                prop_assert_eq!(table.value(board.code(p), color, context), value, "{} {}", p, context);
                let entry = database.matching(board.code(p), color, context);
                prop_assert_eq!(entry.map_or(1, |(_, entry)| entry.value), value);
            }
        }
    }

    #[test]
    fn turning_the_board_or_exchanging_colors_changes_nothing(
        patterns in proptest::collection::vec((grids(), entries()), 1..12),
        moves in 0..40_usize,
        seed: u64,
    ) {
        let table = Table::new(&parse(&write(&patterns, "")));
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
                // A stone may capture on its way to the other board; then the boards differ.
                if other.stones(Color::Black) + other.stones(Color::White) + board.empty_count() != 25 {
                    continue;
                }
                for color in Color::ALL {
                    let seen_by = if exchange { !color } else { color };
                    let classes = [board.code(p), other.code(q)].map(|code| table.classes(code));
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
        patterns in proptest::collection::vec((grids(), entries()), 1..4),
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
            let lines = text.lines().filter(|line| line.starts_with(':')).count();
            prop_assert!(database.warnings().len() <= 2 * lines);
        }
    }
}

// ----- The table ---------------------------------------------------------------------------------

#[test]
fn codes_with_the_same_values_share_a_class() {
    assert_eq!(Table::new(&parse("")).class_count(), 1);
    let uniform = Table::new(&Database::built_in("uniform").unwrap());
    assert_eq!(uniform.class_count(), 2);
    // 7641 codes are possible: 6561 in the open, 972 at an edge, 108 in a corner.
    assert_eq!(Shape::all().count(), 3_usize.pow(8) + 4 * 3_usize.pow(5) + 4 * 3_usize.pow(3));
    assert_eq!(uniform.classes(0xffff), [0, 0], "no point is off the board all around");
}

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
    let table = Table::new(&database);
    assert!(table.class_count() > 400, "{}", table.class_count());
    // An own eye comes before no. 0; two foreign stones in corners of one side are no. 10, and it is far.
    let code = |diagonal: u16, rest: u16| diagonal << 8 | rest;
    assert_eq!(table.value(code(0b0101_0101, 0x55), Color::Black, Context::default()), 0);
    assert_eq!(table.value(code(0b1010_0101, 0x55), Color::Black, Context::default()), 11);
}

// ----- The format --------------------------------------------------------------------------------

#[test]
fn lines_may_look_as_gnu_go_writes_them() {
    let text = "# Comment: * : |\r\n\r\nPattern EE1\r\n\r\n\t?X?  a comment\r\nO*O\t\r\n# here too\r\nx.?#\r\n\r\n\
                :20 , near,\tosafe # hane\r\n: 4294967295\r\n";
    let database = parse(text);
    let [pattern] = database.patterns() else { panic!("{database:?}") };
    assert_eq!(pattern.name.as_deref(), Some("EE1"));
    assert_eq!(pattern.line, 5);
    let entries: Vec<_> = pattern.entries.iter().map(|e| (e.line, e.value, e.properties.join(","))).collect();
    assert_eq!(entries, [(10, 20, "near,osafe".to_owned()), (11, u32::MAX, String::new())]);
}

#[test]
fn blank_lines_are_optional() {
    let database = parse("?X?\nO*O\nx.?\n:2\n???\n?*?\n???\n:3");
    assert_eq!(database.patterns().iter().map(|pattern| pattern.line).collect::<Vec<_>>(), [1, 5]);
}

#[test]
fn edges_may_be_left_to_the_wildcard() {
    let at_edge =
        |figure: &str| Shape::all().filter(|&s| parse(figure).patterns()[0].figure.matches(s)).count();
    assert_eq!(at_edge("???\n?*?\n---\n:0\n"), 4 * 3_usize.pow(5));
    assert_eq!(at_edge("???\n?*?\n%-%\n:0\n"), 4 * 3_usize.pow(5), "the whole row is the edge");
    assert_eq!(at_edge("|??\n|*?\n+--\n:0\n"), 4 * 3_usize.pow(3));
    assert_eq!(at_edge("%??\n%*?\n+%%\n:0\n"), 4 * 3_usize.pow(3), "a corner has two edges");
    assert_eq!(at_edge("%%%\n%*%\n%%%\n:0\n"), Shape::all().count());
    assert_eq!(at_edge("???\n?*?\n???\n:0\n"), 3_usize.pow(8), "? is on the board");
}

#[test]
fn errors_say_where_and_what() {
    let row = "a symbol of a figure, one of `*OoXx?.%|-+`";
    let cases = [
        ("OOO\nO*O\nOO\n:0", &format!("3:3: expected {row}, found the end of the line")[..]),
        ("OOOO\nO*O\nOOO\n:0", "1:4: expected the end of the row after three symbols, found `O`"),
        ("OOO\n\n", "2:1: expected three rows of a figure without a break, found the end of the line"),
        ("OOO\nO*O\n:0", "3:1: expected three rows of a figure without a break, found `:`"),
        ("OOO\nO*O\n", "3:1: expected three rows of a figure, found the end of the file"),
        ("\n  OzO\nO*O\n", &format!("2:4: expected {row}, found `z`")),
        ("OOO\nO O\nOOO\n:0", &format!("2:2: expected {row}, found ` `")),
        ("OOO\nOOO\nOOO\n:0", "2:2: expected `*`, the move, at the center, found `O`"),
        ("OOO\nO*O\nO*O\n:0", "3:2: expected a neighbor of the move, which is at the center, found `*`"),
        ("OOO\nO*O\n# x\n+OO\n:0", "4:2: expected `-`, `+` or `%`, the bottom row being an edge, found `O`"),
        ("%OO\nO*O\n# x\n+--\n:0", "2:1: expected `|`, `+` or `%`, the left column being an edge, found `O`"),
        ("OOO\n+*O\nOOO\n:0", "2:1: expected no `+` but in the corners of the figure, found `+`"),
        ("O|O\nO*O\nOOO\n:0", "1:2: expected no `|` but in the left or right column, found `|`"),
        ("OOO\nO*-\nOOO\n:0", "2:3: expected no `-` but in the top or bottom row, found `-`"),
        ("|OO\n|*O\nOOO\n:0", "3:1: expected `|`, `+` or `%`, the left column being an edge, found `O`"),
        ("OO|\nO*|\n---\n:0", "3:3: expected `|`, `+` or `%`, the right column being an edge, found `-`"),
        ("---\nO*O\n---\n:0", "3:2: expected at most one horizontal edge, found `-`"),
        ("|O|\n|*|\n|O|\n:0", "2:3: expected at most one vertical edge, found `|`"),
        (":0", "1:1: expected a figure before a value, found `:`"),
        ("Pattern A\n:0", "2:1: expected a figure before a value, found `:`"),
        ("Pattern A\n", "2:1: expected the figure of the pattern, found the end of the file"),
        ("Pattern A\nPattern B", "2:1: expected the figure of the pattern, found `Pattern`"),
        ("Pat A", "1:1: expected `Pattern NAME`, a figure or a value, found `Pat`"),
        (
            "OOO\nO*O\nOOO\n\nOOO\nO*O\nOOO\n:0",
            "5:1: expected `:` and a value for the figure above, found `O`",
        ),
        ("OOO\nO*O\nOOO\n", "4:1: expected `:` and a value for the figure above, found the end of the file"),
        ("???\n?*?\n???\n:", "4:2: expected a value from 0 to 4294967295, found the end of the line"),
        ("???\n?*?\n???\n:-1", "4:2: expected a value from 0 to 4294967295, found `-1`"),
        ("???\n?*?\n???\n:+1", "4:2: expected a value from 0 to 4294967295, found `+1`"),
        ("???\n?*?\n???\n: 4294967296", "4:3: expected a value from 0 to 4294967295, found `4294967296`"),
        ("???\n?*?\n???\n:20 near", "4:5: expected `,` and a property, or `#` and a comment, found `n`"),
        ("???\n?*?\n???\n:20,near,osave", "4:10: expected a property such as `osafe`, found `osave`"),
        ("???\n?*?\n???\n:20,xcap3+", "4:5: expected a property such as `xcap1+`, found `xcap3+`"),
        ("???\n?*?\n???\n:20,Near", "4:5: expected a property such as `near`, found `Near`"),
    ];
    for (text, message) in cases {
        assert_eq!(error(text), format!("f.db:{message}"), "{text:?}");
    }
    let long = error(&format!("???\n?*?\n???\n:1,{}", "\u{1}é".repeat(40)));
    assert!(long.starts_with("f.db:4:4: expected a property, one of near, far, "), "{long}");
    assert!(long.len() < 500 && !long.contains('\u{1}'), "{long}");
}

#[test]
fn input_beyond_the_limits_is_refused() {
    assert_eq!(error(&" ".repeat(MAX_BYTES + 1)), "f.db: expected at most 16777216 bytes");
    let patterns = "???\n?*?\n???\n:1\n".repeat(MAX_PATTERNS);
    assert_eq!(parse(&patterns).patterns().len(), MAX_PATTERNS);
    assert_eq!(error(&(patterns + "???\n?*?\n???\n:1\n")), "f.db: expected at most 50000 patterns");
}

#[test]
fn lines_that_never_match_are_doubted() {
    let never = "warning: this never matches: ";
    let shadowed = |line, by| {
        format!("f.db:{line}: {never}earlier lines, the first of them line {by}, match whatever it would")
    };
    let contradiction = |line| format!("f.db:{line}: {never}the properties contradict each other");
    assert_eq!(
        warnings("O??\n?*?\n???\n:1,near,far\n:2,ocap1,ocap2\n:3,osafe,ounsafe\n:4,xcap1+,xcap0\n").len(),
        4
    );
    assert_eq!(warnings("O??\n?*?\n???\n:1,near,far\n"), [contradiction(4)]);
    assert_eq!(warnings("O??\n?*?\n???\n:1\n:2,near\n"), [shadowed(5, 4)]);
    // Two lines that cover a third only together, in another orientation.
    let text = "o??\n?*?\n???\n:1,near\n:2,far\nXX?\n?*?\n??O\n:3,ocap2\n";
    assert_eq!(warnings(text), [shadowed(9, 4)]);
    assert!(warnings("O??\n?*?\n???\n:1\nO?%\n?*%\n??%\n:2\n").is_empty(), "the second matches at an edge");
    assert_eq!(warnings("O??\n?*?\n???\n:1\nO?%\n?*?\n???\n:2\n"), [shadowed(8, 4)], "no edge is a corner");
    assert_eq!(
        warnings("O??\n?*?\n???\n:10000000,near\n:10000001,far\n"),
        ["f.db:5: warning: the value 10000001 is above 10000000"]
    );
}

#[test]
fn built_in_databases_are_found_by_either_name_and_have_no_doubtful_line() {
    for built_in in &BUILT_IN {
        let database =
            Database::parse(built_in.name, built_in.text).unwrap_or_else(|error| panic!("{error}"));
        assert!(database.warnings().is_empty(), "{:?}", database.warnings());
        for name in [built_in.name.to_owned(), format!("mc_{}", built_in.name), built_in.name.to_uppercase()]
        {
            assert_eq!(Database::open(&name).unwrap().name(), built_in.name);
        }
        // The three patterns without which playouts do not end come first.
        let eyes: Vec<_> =
            database.patterns().iter().take(3).map(|p| (p.figure, p.entries[0].value)).collect();
        let uniform = parse(BUILT_IN[2].text);
        assert_eq!(eyes, uniform.patterns().iter().map(|p| (p.figure, 0)).collect::<Vec<_>>());
    }
    let unknown = Database::open("mc_unifrom").unwrap_err().to_string();
    assert!(
        unknown.ends_with("expected a file or one of montegnu_classic, mogo_classic, uniform"),
        "{unknown}"
    );
}

#[test]
fn comments_may_be_in_any_encoding() {
    let path = std::env::temp_dir().join(format!("brasa-{}.db", std::process::id()));
    std::fs::write(&path, b"# caf\xe9\n???\n?*?\n??? \xff\n\n:5\n").unwrap();
    let database = Database::read(&path);
    std::fs::remove_file(&path).unwrap();
    assert_eq!(database.unwrap().patterns()[0].entries[0].value, 5);
    assert!(matches!(Database::read(&path), Err(DatabaseError::Read { .. })));
    assert!(matches!(Database::read(&std::env::temp_dir()), Err(DatabaseError::Read { .. })));
}
