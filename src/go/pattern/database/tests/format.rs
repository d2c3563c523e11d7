//! The text format: valid texts, and the exact error messages for invalid ones.

use super::*;

fn error(text: &str) -> String {
    Database::parse("f.db", text).unwrap_err().to_string()
}

/// The warnings about the lines of a text.
fn warnings(text: &str) -> Vec<String> {
    let warnings = parse(text).warnings().into_iter();
    warnings
        .filter(|warning| warning.kind != WarningKind::NoEyes)
        .map(|warning| warning.to_string())
        .collect()
}

#[test]
fn playouts_that_do_not_end_or_do_not_begin_cause_a_warning() {
    let kinds =
        |text: &str| parse(text).warnings().into_iter().map(|warning| warning.kind).collect::<Vec<_>>();
    let eyes = BUILT_IN[2].text;
    assert_eq!(kinds(""), [WarningKind::NoEyes]);
    assert_eq!(kinds("%O%\nO*O\n%O%\n:0\n"), [WarningKind::NoEyes], "no eye at an edge is forbidden");
    assert_eq!(
        kinds(&format!("%%%\n%*%\n%%%\n:5,near\n{eyes}")),
        [WarningKind::NoEyes],
        "the first match applies"
    );
    assert_eq!(kinds(&format!("%%%\n%*%\n%%%\n:5,xcap1+\n{eyes}")), [], "eyes in atari may be filled");
    assert_eq!(kinds("%%%\n%*%\n%%%\n:0\n"), [WarningKind::NoMoves]);
    assert_eq!(kinds("%%%\n%*%\n%%%\n:0,near\n:0,far\n"), [WarningKind::NoMoves]);
    assert_eq!(kinds(&format!("{eyes}%%%\n%*%\n%%%\n:0,far\n")), [], "near moves are left");
}

#[test]
fn lines_may_look_as_gnu_go_writes_them() {
    let text = "# Comment: * : |\r\n\r\nPattern EE1\r\n\r\n\t?X?  a comment\r\nO*O\t\r\n# here too\r\nx.?#\r\n\r\n\
                :20 , near,\tosafe # hane\r\n: 4294967295\r\n";
    let database = parse(text);
    let [pattern] = database.patterns() else { panic!("{database:?}") };
    assert_eq!(pattern.name.as_deref(), Some("EE1"));
    assert_eq!(pattern.line, 5);
    let value_lines: Vec<_> =
        pattern.value_lines.iter().map(|e| (e.line, e.value, e.properties.join(","))).collect();
    assert_eq!(value_lines, [(10, 20, "near,osafe".to_owned()), (11, u32::MAX, String::new())]);
}

#[test]
fn blank_lines_are_optional() {
    let database = parse("?X?\nO*O\nx.?\n:2\n???\n?*?\n???\n:3");
    assert_eq!(database.patterns().iter().map(|pattern| pattern.line).collect::<Vec<_>>(), [1, 5]);
}

#[test]
fn edges_may_be_left_to_the_wildcard() {
    let at_edge = |figure: &str| {
        Neighborhood::all().filter(|s| parse(figure).patterns()[0].figure.matches(&s.spreads())).count()
    };
    assert_eq!(at_edge("???\n?*?\n---\n:0\n"), 4 * 3_usize.pow(5));
    assert_eq!(at_edge("???\n?*?\n%-%\n:0\n"), 4 * 3_usize.pow(5), "the whole row is the edge");
    assert_eq!(at_edge("|??\n|*?\n+--\n:0\n"), 4 * 3_usize.pow(3));
    assert_eq!(at_edge("%??\n%*?\n+%%\n:0\n"), 4 * 3_usize.pow(3), "a corner has two edges");
    assert_eq!(at_edge("%%%\n%*%\n%%%\n:0\n"), Neighborhood::all().count());
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
        (
            "OOO\nO*O\n# x\n+OO\n:0",
            "4:2: expected `-`, `+` or `%`, because the bottom row is an edge, found `O`",
        ),
        (
            "%OO\nO*O\n# x\n+--\n:0",
            "2:1: expected `|`, `+` or `%`, because the left column is an edge, found `O`",
        ),
        ("OOO\n+*O\nOOO\n:0", "2:1: expected `+` only in the corners of the figure, found `+`"),
        ("O|O\nO*O\nOOO\n:0", "1:2: expected `|` only in the left or right column, found `|`"),
        ("OOO\nO*-\nOOO\n:0", "2:3: expected `-` only in the top or bottom row, found `-`"),
        ("|OO\n|*O\nOOO\n:0", "3:1: expected `|`, `+` or `%`, because the left column is an edge, found `O`"),
        (
            "OO|\nO*|\n---\n:0",
            "3:3: expected `|`, `+` or `%`, because the right column is an edge, found `-`",
        ),
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
    assert_eq!(error(&(patterns + "???\n?*?\n???\n:1\n")), "f.db: expected at most 20000 patterns");
    let lines = format!("???\n?*?\n???\n{}", ":1\n".repeat(MAX_VALUE_LINES));
    assert_eq!(warnings(&lines).len(), 1000);
    assert_eq!(error(&(lines + ":1\n")), "f.db: expected at most 100000 value lines");
}

#[test]
fn lines_that_never_match_are_doubted() {
    let never = "warning: this never matches: ";
    let shadowed = |line, by| {
        format!("f.db:{line}: {never}earlier lines, beginning with line {by}, match all its moves")
    };
    let contradiction = |line| format!("f.db:{line}: {never}the properties contradict each other");
    assert_eq!(
        warnings("O??\n?*?\n???\n:1,near,far\n:2,ocap1,ocap2\n:3,osafe,ounsafe\n:4,xcap1+,xcap0\n").len(),
        4
    );
    assert_eq!(warnings("O??\n?*?\n???\n:1,near,far\n"), [contradiction(4)]);
    assert_eq!(warnings("O??\n?*?\n???\n:1\n:2,near\n"), [shadowed(5, 4)]);
    // Two lines that only together cover a third, in another orientation.
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
        // The three patterns required for playouts to end come first.
        let eyes: Vec<_> =
            database.patterns().iter().take(3).map(|p| (p.figure, p.value_lines[0].value)).collect();
        let uniform = parse(BUILT_IN[2].text);
        assert_eq!(eyes, uniform.patterns().iter().map(|p| (p.figure, 0)).collect::<Vec<_>>());
    }
    let unknown = Database::open("mc_unifrom").unwrap_err().to_string();
    assert!(
        unknown.ends_with("expected a file or one of montegnu_classic, mogo_classic, uniform, brasa"),
        "{unknown}"
    );
}

#[test]
fn comments_may_be_in_any_encoding() {
    let path = std::env::temp_dir().join(format!("brasa-{}.db", std::process::id()));
    std::fs::write(&path, b"# caf\xe9\n???\n?*?\n??? \xff\n\n:5\n").unwrap();
    let database = Database::read(&path);
    std::fs::remove_file(&path).unwrap();
    assert_eq!(database.unwrap().patterns()[0].value_lines[0].value, 5);
    assert!(matches!(Database::read(&path), Err(DatabaseError::Read(_))));
    assert!(matches!(Database::read(&std::env::temp_dir()), Err(DatabaseError::Read(_))));
}
