//! `brasa book` and the book options, run as a user runs them.

use crate::program::brasa;

#[test]
fn books_are_checked_shown_and_merged() {
    let directory = tempfile::tempdir().unwrap();
    let directory = directory.path();
    let write = |name: &str, text: &str| std::fs::write(directory.join(name), text).unwrap();
    let run = |args: &[&str]| brasa(directory, args);
    write("a.txt", "9 | E5\n9 E5 | C4:3 C5\n");
    write("b.txt", "9 | E5:4\n13 | K10\n");
    write("wrong.txt", "9 | E5\n9 C3 | C3\n9 | C3\n");

    let check = run(&["book", "check", "a.txt"]);
    assert_eq!((check.status, &*check.output), (0, "a.txt: 2 positions, 0 faulty lines\n"));
    let check = run(&["book", "check", "a.txt", "wrong.txt"]);
    assert_eq!(check.status, 1);
    for line in ["wrong.txt:2: reply C3: illegal move: occupied", "wrong.txt:3: line 1 has the same position"]
    {
        assert!(check.output.contains(line), "{}", check.output);
    }
    assert_eq!(run(&["book", "check", "none.txt"]).status, 2);

    assert!(run(&["book", "show", "a.txt", "--moves", "E5"]).output.contains("\nC4  "));
    let wrong = run(&["book", "show", "a.txt", "--moves", "E5 E5"]);
    assert_eq!((wrong.status, &*wrong.error), (2, "brasa: --moves: move 2, E5: illegal move: occupied\n"));
    let picture = run(&["book", "show", "a.txt", "--svg", "x.svg"]);
    assert!(
        picture.status == 2 && picture.error.contains("a.txt: expected an automatic book"),
        "{}",
        picture.error
    );

    assert_eq!(run(&["book", "merge", "a.txt", "b.txt", "--out", "c.txt"]).status, 0);
    let merged = std::fs::read_to_string(directory.join("c.txt")).unwrap();
    assert_eq!(merged, "# Made by brasa\n9 | E5:5\n9 E5 | C4:3 C5\n13 | K10\n");
    let refused = run(&["book", "merge", "a.txt", "wrong.txt", "--out", "c.txt"]);
    assert!(refused.status == 2 && refused.error.contains("1 other line is faulty"), "{}", refused.error);
    assert_eq!(std::fs::read_to_string(directory.join("c.txt")).unwrap(), merged);
    let info = run(&["book", "info", "--json", "c.txt"]).output;
    assert!(info.contains(r#""positions":2,"replies":3,"size":9"#), "{info}");
    assert!(run(&["book", "info"]).output.contains("built-in: 9x9, "));
}

#[test]
fn a_book_is_built_exported_and_played_from() {
    let directory = tempfile::tempdir().unwrap();
    let directory = directory.path();
    let run = |args: &[&str]| brasa(directory, args);
    let build = |positions: &str, out: &str, srand: &str| {
        let params = ["--param", "num_games_per_sort=30", "--param", "num_games_per_evaluation=10"];
        let args = ["book", "build", "--size", "5", "--positions", positions, "--out", out, "--srand", srand];
        let built = run(&[&args[..], &["--threads", "2", "--start", "C3"], &params].concat());
        assert_eq!(built.status, 0, "{}", built.error);
        built.output
    };
    assert!(build("4", "a.auto", "1").starts_with("a.auto: "));
    assert!(build("8", "a.auto", "1").contains(" 8 expanded\nbest line: C3 "));
    build("5", "b.auto", "2");
    assert_eq!(run(&["book", "merge", "a.auto", "b.auto", "--out", "all.auto"]).status, 0);
    assert!(
        run(&["book", "check", "all.auto"])
            .output
            .starts_with("all.auto: an automatic book, size 5 komi 7.5")
    );
    assert_eq!(run(&["book", "show", "all.auto", "--svg", "all.svg"]).status, 0);
    assert!(std::fs::read_to_string(directory.join("all.svg")).unwrap().contains(">C3  "));
    assert_eq!(run(&["book", "export", "all.auto", "--out", "five.txt"]).status, 0);
    let other = run(&["book", "build", "--size", "9", "--out", "a.auto"]);
    assert!(other.status == 2 && other.error.contains("a book for size 5 komi 7.5"), "{}", other.error);
    let unknown = run(&["book", "build", "--size", "5", "--out", "x", "--param", "alfa=1"]);
    let expected =
        "unknown parameter 'alfa': did you mean alpha?; `brasa book build --help` lists the parameters";
    assert!(unknown.status == 2 && unknown.error.contains(expected), "{}", unknown.error);
    let help = run(&["book", "build", "--help"]).output;
    assert!(help.contains("expand_threshold") && help.contains("usage_count"), "{help}");
    let mixed = run(&["book", "merge", "a.auto", "five.txt", "--out", "x"]);
    let expected = "five.txt: a book and an automatic book cannot be merged";
    assert!(mixed.status == 2 && mixed.error.contains(expected), "{}", mixed.error);
    let start = run(&["book", "build", "--size", "5", "--out", "x", "--start", "C3 C3"]);
    assert!(start.error.contains("--start: move 2, C3: illegal move: occupied"), "{}", start.error);

    std::fs::write(directory.join("commands.gtp"), "boardsize 5\nbook_moves\ngenmove b\nquit\n").unwrap();
    for book in ["five.txt", "all.auto"] {
        let played = run(&["--book", book, "--quiet", "--playouts", "10", "commands.gtp"]);
        assert_eq!(played.output, "= \n\n= C3\n\n= C3\n\n= \n\n", "{}", played.error);
    }
    let other_komi = "boardsize 5\nautobook_open a.auto\nkomi 3\ngenmove b\nuct_stat_search\nquit\n";
    std::fs::write(directory.join("komi.gtp"), other_komi).unwrap();
    let searched = run(&["--nobook", "--set", "use_book=1", "--playouts", "10", "--srand", "1", "komi.gtp"]);
    assert!(searched.error.contains("the automatic book is for size 5 komi 7.5"), "{}", searched.error);
    assert!(searched.output.contains("Count"), "the move was searched: {}", searched.output);
    let none = run(&["--nobook", "--quiet", "--playouts", "10", "commands.gtp"]);
    assert!(none.output.starts_with("= \n\n= \n\n= "), "{}", none.output);
    std::fs::write(directory.join("nine.txt"), "9 | E5\n").unwrap();
    std::fs::write(directory.join("info.gtp"), "book_info\nbook_save\nquit\n").unwrap();
    let joined = run(&["--book", "five.txt", "--book", "nine.txt", "--quiet", "info.gtp"]).output;
    assert!(joined.contains("\n5x5 ") && joined.contains("\n9x9       1 position,"), "{joined}");
    assert!(joined.contains("? the book has no file yet"), "{joined}");
    let missing = run(&["--book", "missing.txt"]);
    assert!(missing.status == 2 && missing.error.contains("missing.txt: No such file"), "{}", missing.error);
}

#[test]
fn a_book_of_games_has_their_moves() {
    let directory = tempfile::tempdir().unwrap();
    let directory = directory.path();
    let games = directory.join("games");
    std::fs::create_dir(&games).unwrap();
    let write = |name: &str, text: &str| std::fs::write(games.join(name), text).unwrap();
    write("1.sgf", "(;SZ[9];B[ee];W[cc];B[gg])");
    write("2.sgf", "(;SZ[9];B[ee];W[gc];B[cg])\n(;SZ[9]\n;B[ge])");
    write("3.sgfl", "(;SZ[9];B[ee];W[ce])\n(;SZ[9];B[cc])\n");
    write("other.sgf", "(;SZ[19];B[dd])");
    write("notes.txt", "no game");
    write("torn.sgfl", "\n\n(;SZ[9];B[ee\n");
    write("cut.sgf", "(;SZ[9];B[ee]");
    let args = ["book", "from-sgf", "games", "--size", "9", "--out", "out.txt"];
    let found = brasa(directory, &args);
    assert_eq!((found.status, &*found.output), (0, "out.txt: 3 positions of 5 games\n"), "{}", found.error);
    for fault in ["cut.sgf: left out: line 1, ", "torn.sgfl: left out: line 3, "] {
        assert!(found.error.contains(fault), "{}", found.error);
    }
    let book = std::fs::read_to_string(directory.join("out.txt")).unwrap();
    assert_eq!(book.lines().nth(1), Some("9 | E5:3"));
    assert!(
        book.lines().nth(2).is_some_and(|line| line.starts_with("9 E5 | ") && line.ends_with(":2")),
        "{book}"
    );
    let none = brasa(directory, &["book", "from-sgf", "games", "--size", "13", "--out", "out.txt"]);
    assert!(
        none.status == 2 && none.error.contains("games: no games of size 13; --size sets another"),
        "{}",
        none.error
    );
}

#[test]
fn an_unfinished_last_line_is_told() {
    let directory = tempfile::tempdir().unwrap();
    let directory = directory.path();
    let run = |args: &[&str]| brasa(directory, &[&["book"], args].concat());
    std::fs::write(directory.join("a.auto"), "autobook size 9 komi 7.5\n9 | E5 0.6\n9 E5 | C3 0.5").unwrap();
    let torn = "left out: a.auto:3: the last line has no end\n";
    let check = run(&["check", "a.auto"]);
    let expected = format!("{torn}a.auto: an automatic book, size 9 komi 7.5, 2 positions\n");
    assert_eq!((check.status, check.output), (1, expected));
    for args in [&["info", "a.auto"][..], &["show", "a.auto"], &["export", "a.auto", "--out", "a.txt"]] {
        let run = run(args);
        assert!(run.status == 0 && run.error.contains(torn), "{args:?}: {}", run.error);
    }
    std::fs::write(directory.join("h.auto"), "autobook size 9 komi 7.5").unwrap();
    let expected = "h.auto: an automatic book, size 9 komi 7.5, 1 position\n";
    assert_eq!(run(&["check", "h.auto"]).output, expected);
    let info = run(&["info", "h.auto"]).output;
    let expected = ", 1 position, 0 expanded, 0 expansions, value for black 0.500\n";
    assert!(info.ends_with(expected), "{info}");
    std::fs::write(directory.join("empty.txt"), "").unwrap();
    assert_eq!(run(&["info", "empty.txt"]).output, "empty.txt: 0 positions\n");
    assert_eq!(run(&["check", "empty.txt"]).output, "empty.txt: 0 positions, 0 faulty lines\n");
}
