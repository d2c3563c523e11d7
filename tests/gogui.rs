//! GoGui's formats: every entry of the analyze menu replies as its type requires, in a middle game.

use brasa::gtp::commands::Gtp;

use crate::gtp::gtp;

/// Returns the column and row of a point of the board, from 1.
fn point(text: &str, size: usize) -> Option<(usize, usize)> {
    let letter = text.chars().next()?.to_ascii_uppercase();
    let col = "ABCDEFGHJKLMNOPQRST".find(letter)? + 1;
    let row = text.get(1..)?.parse().ok().filter(|row| (1..=size).contains(row))?;
    (col <= size).then_some((col, row))
}

/// Returns whether a text is a move on a board of a size.
pub(crate) fn is_move(text: &str, size: usize) -> bool {
    text.eq_ignore_ascii_case("pass") || point(text, size).is_some()
}

fn is_number(text: &str) -> bool {
    text.parse::<f64>().is_ok_and(|x| (-1.0..=1.0).contains(&x))
}

/// Returns whether a text is one of GoGui's colors.
fn is_color(text: &str) -> bool {
    let names =
        ["black", "blue", "cyan", "green", "gray", "magenta", "pink", "red", "white", "yellow", "\"\""];
    let is_code = |code: &str| code.len() == 6 && code.bytes().all(|b| b.is_ascii_hexdigit());
    names.contains(&text) || text.strip_prefix('#').is_some_and(is_code)
}

fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

/// Returns whether a text is a board of cells that satisfy a condition, top row first.
fn is_board(reply: &str, size: usize, is_cell: impl Fn(&str) -> bool) -> bool {
    let rows: Vec<_> = reply.trim_start().lines().map(words).collect();
    rows.len() == size && rows.iter().all(|row| row.len() == size && row.iter().all(|cell| is_cell(cell)))
}

/// Returns whether a text consists of pairs of a point and another word.
fn has_pairs(list: &[&str], size: usize, is_second: impl Fn(&str) -> bool) -> bool {
    list.len().is_multiple_of(2)
        && list.chunks(2).all(|pair| point(pair[0], size).is_some() && is_second(pair[1]))
}

/// Returns whether a line is one of GoGui's graphics.
fn is_gfx(line: &str, size: usize) -> bool {
    let list = words(line);
    let Some((keyword, rest)) = list.split_first() else { return false };
    let all_points = |list: &[&str]| list.iter().all(|text| point(text, size).is_some());
    match *keyword {
        "TEXT" | "CLEAR" => true,
        "BLACK" | "WHITE" | "CIRCLE" | "MARK" | "SQUARE" | "TRIANGLE" => all_points(rest),
        "COLOR" => rest.first().is_some_and(|color| is_color(color)) && all_points(&rest[1..]),
        "INFLUENCE" => has_pairs(rest, size, is_number),
        "LABEL" => has_pairs(rest, size, |_| true),
        "VAR" => {
            rest.len().is_multiple_of(2)
                && rest.chunks(2).all(|pair| ["B", "W"].contains(&pair[0]) && is_move(pair[1], size))
        }
        _ => false,
    }
}

/// Returns whether a line is a parameter.
fn is_param(line: &str) -> bool {
    let Some((kind, rest)) = line.strip_prefix('[').and_then(|line| line.split_once("] ")) else {
        return false;
    };
    let Some((key, value)) = rest.split_once(' ') else { return false };
    let is_value = match kind.split_once('/') {
        None => kind == "string" || kind == "bool" && ["0", "1"].contains(&value),
        Some(("list", items)) => !items.contains(' ') && items.split('/').any(|item| item == value),
        Some(_) => false,
    };
    !key.is_empty() && is_value
}

/// Returns whether a reply has the format of an analyze type.
fn fits(kind: &str, reply: &str, size: usize) -> bool {
    if reply.trim_start_matches('\n').contains("\n\n") {
        return false;
    }
    match kind {
        "none" => true,
        "string" | "hstring" | "pstring" | "hpstring" => !reply.trim().is_empty() || kind == "pstring",
        "plist" => words(reply).iter().all(|text| is_move(text, size)),
        "var" | "varb" | "varw" | "varc" => {
            reply == "resign" || words(reply).iter().all(|text| is_move(text, size))
        }
        "pspairs" => has_pairs(&words(reply), size, |_| true),
        "dboard" => is_board(reply, size, is_number),
        "sboard" => is_board(reply, size, |_| true),
        "cboard" => is_board(reply, size, is_color),
        "gfx" => reply.lines().all(|line| is_gfx(line, size)),
        "param" => reply.lines().all(is_param),
        _ => false,
    }
}

#[test]
fn the_checker_sees_each_fault() {
    let good = [
        ("plist", "A1 T19 pass"),
        ("plist", ""),
        ("var", "A1 PASS"),
        ("pspairs", "A1 x\nB2 y"),
        ("dboard", "\n-1 0.5\n1 0"),
        ("sboard", "\"\" x\ny z"),
        ("cboard", "red #00ff00\n\"\" blue"),
        ("gfx", "INFLUENCE A1 -0.5\nLABEL A1 x\nVAR B A1 W pass\nTEXT x y\nCOLOR red A1"),
        ("param", "[bool] x 1\n[list/a/b] y b\n[string] z 1"),
        ("hstring", "\nx: 1"),
    ];
    for (kind, reply) in good {
        assert!(fits(kind, reply, if kind.ends_with("board") { 2 } else { 19 }), "{kind} {reply}");
    }
    let bad = [
        ("plist", "A1 I5"),
        ("plist", "A20"),
        ("var", "B A1"),
        ("pspairs", "A1 x B2"),
        ("pspairs", "x A1"),
        ("dboard", "1 2\n0 0"),
        ("dboard", "1 0\n0"),
        ("dboard", "1 0\n0 0\n0 0"),
        ("cboard", "purple red\nred red"),
        ("gfx", "STATUS x"),
        ("gfx", "INFLUENCE A1 1.5"),
        ("gfx", "LABEL A1"),
        ("gfx", "VAR A1 B"),
        ("param", "[bool] x 2"),
        ("param", "[list/a/b] y c"),
        ("param", "x 1"),
        ("string", "a\n\nb"),
        ("string", ""),
        ("nonsense", "x"),
    ];
    for (kind, reply) in bad {
        assert!(!fits(kind, reply, if kind.ends_with("board") { 2 } else { 19 }), "{kind} {reply}");
    }
}

/// Returns the arguments of an entry in a session, with GoGui's wildcards filled in.
fn arguments(command: &str, args: &str, stone: &str, directory: &str) -> String {
    let text = match command {
        "set_random_seed" => "5",
        "go_rules" => "chinese",
        "uct_max_memory" => "30000000",
        "mc_patterns" => "uniform",
        "autobook_expand"
        | "autobook_cover"
        | "autobook_additive_cover"
        | "autobook_additive_cover_sgf"
        | "autobook_truncate_by_depth" => "1",
        _ => "x",
    };
    let file = match command {
        "mc_load_patterns" => concat!(env!("CARGO_MANIFEST_DIR"), "/patterns/uniform.db").to_owned(),
        "book_load" => format!("{directory}/book.txt"),
        "autobook_merge" => format!("{directory}/short.auto"),
        "autobook_additive_cover_sgf" => format!("{directory}/game.sgf"),
        name if name.starts_with("autobook_") => format!("{directory}/empty.txt"),
        "features_read_weights" => concat!(env!("CARGO_MANIFEST_DIR"), "/patterns/learned9.txt").to_owned(),
        _ => concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/gtp/plain.sgf").to_owned(),
    };
    let is_move = ["mc_pattern_info", "features_move", "book_add", "book_delete"].contains(&command);
    let point = if is_move { "G7" } else { stone };
    args.replace("%c", "white")
        .replace("%m", "black")
        .replace("%p", point)
        .replace("%s", text)
        .replace("%r", &file)
        .replace("%w", &format!("{directory}/{command}"))
}

fn run(gtp: &mut Gtp, line: &str) -> Result<String, String> {
    let reply = gtp.answer(line.as_bytes()).unwrap();
    let text = reply.trim_end_matches('\n');
    match text.strip_prefix("= ") {
        Some(text) => Ok(text.to_owned()),
        None => Err(text.to_owned()),
    }
}

/// Plays a middle game and runs every entry of the analyze menu.
fn check_entries(size: usize, moves: &[&str]) {
    let directory = tempfile::tempdir().unwrap();
    let directory = directory.path().to_str().unwrap();
    let mut gtp = gtp();
    run(&mut gtp, &format!("boardsize {size}")).unwrap();
    for (i, mv) in moves.iter().enumerate() {
        run(&mut gtp, &format!("play {} {mv}", if i % 2 == 0 { "b" } else { "w" })).unwrap();
    }
    run(&mut gtp, "uct_param_search keep_games 1").unwrap();
    run(&mut gtp, "uct_param_player max_games 20").unwrap();
    run(&mut gtp, "reg_genmove b").unwrap();
    // The files that entries read, and an automatic book that has the position.
    std::fs::write(format!("{directory}/empty.txt"), "").unwrap();
    for command in [
        "savesgf D/game.sgf",
        "book_save_as D/book.txt",
        "autobook_open D/game.auto",
        "autobook_param num_games_per_sort 20",
        "autobook_param num_games_per_evaluation 5",
        "autobook_param expand_width 1",
        "autobook_additive_cover_sgf D/game.sgf 1",
        "autobook_truncate_by_depth 2 D/short.auto",
    ] {
        run(&mut gtp, &command.replace("D/", &format!("{directory}/"))).unwrap();
    }
    let list = run(&mut gtp, "gogui-analyze_commands").unwrap();
    let mut entries: Vec<_> = list.lines().map(|line| line.split('/').collect::<Vec<_>>()).collect();
    assert!(entries.len() > 80, "{list}");
    // Entries without a reply may change the game or the search.
    entries.sort_by_key(|fields| {
        let name = fields[2].split(' ').next().unwrap();
        match (fields[0], name) {
            // Without the right book, the position is missing.
            (_, "autobook_open" | "autobook_close") => 3,
            (_, name) if name.starts_with("autobook_") => 0,
            ("none", _) => 2,
            ("varc", _) => 1,
            _ => 0,
        }
    });
    for fields in entries {
        let [kind, _, command] = fields[..] else { panic!("{fields:?}") };
        let (name, args) = command.split_once(' ').unwrap_or((command, ""));
        if kind == "none" {
            // An earlier entry may have changed the game, and with it the search.
            run(&mut gtp, "reg_genmove b").unwrap();
        }
        let line = format!("{name} {}", arguments(name, args, moves[0], directory));
        let reply = run(&mut gtp, &line).unwrap_or_else(|error| panic!("{size}: {line}: {error}"));
        // Fuego replies with a word, of which GoGui draws nothing.
        let is_word = name == "go_safe_winner" && ["black", "white", "unknown"].contains(&&*reply);
        assert!(is_word || fits(kind, &reply, size), "{size}: {kind} {line}\n{reply}");
    }
}

#[test]
fn every_entry_of_the_menu_has_the_format_of_its_type() {
    check_entries(
        9,
        &["D6", "F6", "F4", "D4", "E3", "C5", "E7", "F7", "D5", "C4", "C6", "F8", "G4", "H6", "B5", "B4"],
    );
    check_entries(
        19,
        &[
            "Q16", "D4", "Q4", "D16", "C6", "F4", "R14", "O3", "F17", "C14", "R6", "C10", "B4", "C3", "D5",
            "E5",
        ],
    );
}
