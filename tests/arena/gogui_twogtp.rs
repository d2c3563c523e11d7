//! The options of gogui-twogtp, in its own spelling.

use std::fs;

use super::{Place, fake};

/// The words of a short match.
fn words<'a>(black: &'a str, white: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&["-black", black, "-white", white, "-size", "9", "-sgffile", "x", "-auto"], more].concat()
}

#[test]
fn options_come_from_a_file() {
    let place = Place::new();
    let program = fake("play %SRAND");
    fs::write(place.path("options"), format!("-black '{program}'\n-white '{program}' -size 9\n-games 2"))
        .unwrap();
    place.played(&["-config", "options", "-sgffile", "x", "-alternate"]);
    assert_eq!(place.rows("x.dat").len(), 2);
    place.played(&["-config=options", "--sgffile", "y"]);
    assert_eq!(place.rows("y.dat").len(), 2);
    for (text, error) in [("-black 'x", "missing closing quote"), ("-config options", "cannot name another")]
    {
        fs::write(place.path("options"), text).unwrap();
        let run = place.run(&["-config", "options", "-black", "x", "-white", "x"]);
        let errors = String::from_utf8(run.stderr).unwrap();
        assert!(run.status.code() == Some(2) && errors.contains(error), "{text}: {errors}");
    }
}

#[test]
fn a_handicap_is_placed_at_fixed_points() {
    let place = Place::new();
    let log = place.path("log");
    let program = fake(&format!("play 0 B+3.5 {}", log.display()));
    place.played(&words(&program, &fake("play"), &["-handicap", "3"]));
    let log = fs::read_to_string(log).unwrap();
    let stones = "set_free_handicap C3 G7 C7";
    assert!(log.contains(stones), "{log}");
    assert!(log[log.find(stones).unwrap()..].contains("play w E9"), "White begins: {log}");
    let game = place.read("x-0.sgf");
    assert!(
        game.contains("HA[3]") && game.contains("AB[cg][gc][cc]PL[W]") && game.contains(";W[ea]"),
        "{game}"
    );
    place.played(&words(&program, &fake("play"), &["-handicap", "0", "-force"]));
    assert!(place.read("x-0.sgf").contains(";B["));
    let run = place.run(&words(&program, &program, &["-handicap", "9", "-size", "8"]));
    assert_eq!(run.status.code(), Some(2));
}

#[test]
fn an_observer_sees_the_game_and_decides_nothing() {
    let place = Place::new();
    let log = place.path("log");
    let observer = fake(&format!("play 0 W+9 {}", log.display()));
    place.played(&words(&fake("play"), &fake("play"), &["-observer", &observer]));
    assert_eq!(place.rows("x.dat"), ["0 B+3.5 B+3.5 ? 0 - 10 0"]);
    let log = fs::read_to_string(log).unwrap();
    assert_eq!(log.lines().filter(|line| line.starts_with("play ")).count(), 10, "{log}");
    assert!(!log.contains("genmove") && !log.contains("final_score"), "{log}");
    place.played(&words(&fake("play"), &fake("play"), &["-observer", &fake("refuse"), "-force"]));
    let rows = place.rows("x.dat");
    assert!(rows[0].starts_with("0 B+3.5 B+3.5 ? 0 - 10 1 observer: "), "the game goes on: {rows:?}");
}

#[test]
fn what_programs_write_to_standard_error_is_a_comment_on_their_moves() {
    let place = Place::new();
    place.played(&words(&fake("talk"), &fake("play"), &["-debugtocomment"]));
    let game = place.read("x-0.sgf");
    assert!(game.contains(";B[ei]C[thinking <1>];W[ea];B[eh]C[thinking <2>];W[eb]"), "{game}");
}

#[test]
fn the_log_shows_commands_and_replies_of_one_thread() {
    let place = Place::new();
    let run = place.run(&words(&fake("talk"), &fake("play"), &["-verbose", "-games", "2", "-threads", "2"]));
    let log = String::from_utf8(run.stderr).unwrap();
    assert_eq!(run.status.code(), Some(0), "{log}");
    for line in ["B>> genmove b", "B<< = E1", "thinking <1>", "W>> play b E1", "W<< = E9"] {
        assert!(log.lines().any(|known| known == line), "{line}: {log}");
    }
}

#[test]
fn games_are_recorded_as_xml() {
    let place = Place::new();
    let options = ["-xml", "-games", "2", "-handicap", "2", "-debugtocomment"];
    let out = place.played(&words(&fake("talk"), &fake("play"), &options));
    assert!(out.contains("x.html"));
    let game = place.read("x-1.xml");
    for part in [
        "<BoardSize>9</BoardSize>",
        "<Handicap>2</Handicap>",
        "<Result>B+3.5</Result>",
        "<AddBlack at=\"C3\"/>",
        "<White number=\"1\" at=\"E9\"/>\n<Black number=\"2\" at=\"E1\"/>\n<Comment>\n<P>thinking &lt;1&gt;</P>",
        "<White number=\"9\" at=\"\"/>",
    ] {
        assert!(game.contains(part), "{part}: {game}");
    }
    assert_eq!(place.rows("x.dat")[1], "1 B+3.5 B+3.5 ? 0 0 10 0", "it repeats game 0");
    assert!(place.read("x.html").contains("x-1.xml"));
    // The match resumes only with the same records.
    let run = place.run(&words(&fake("talk"), &fake("play"), &["-games", "3", "-handicap", "2"]));
    assert!(String::from_utf8(run.stderr).unwrap().contains("its Xml is '1', not '0'"));
}

#[test]
fn records_are_compared() {
    let place = Place::new();
    let line = "B[aa];W[bb];B[cc];W[dd];B[ee];W[ff];B[gg];W[hh];B[ii];W[ab];B[ac]";
    fs::write(place.path("a.sgf"), format!("(;SZ[9];{line})")).unwrap();
    fs::write(place.path("b.sgf"), "(;SZ[9];B[ab])").unwrap();
    // Mirrored, and with another last move.
    fs::write(place.path("c.sgf"), format!("(;SZ[9];{})", line.replace("ab]", "ba]").replace("ac]", "ca]")))
        .unwrap();
    fs::write(place.path("d.sgf"), format!("(;SZ[9];{})", line.replace("ac]", "gc]"))).unwrap();
    let out = place.played(&["-compare", "a.sgf", "b.sgf", "c.sgf", "d.sgf"]);
    assert_eq!(out, "0 a.sgf -\n1 b.sgf -\n2 c.sgf 0\n3 d.sgf 2?\n");
    // One of six moves differs, and two games have no move.
    let line = "B[aa];W[bb];B[cc];W[dd];B[ee];W";
    let records = [
        ("f.sgf", format!("(;SZ[9];{line}[ff])")),
        ("g.sgf", format!("(;SZ[9];{line}[gg])")),
        ("h.sgf", "(;SZ[9])".to_owned()),
        ("i.sgf", "(;SZ[9])".to_owned()),
    ];
    records.iter().for_each(|(name, text)| fs::write(place.path(name), text).unwrap());
    let out = place.played(&["-compare", "f.sgf", "g.sgf", "h.sgf", "i.sgf"]);
    assert_eq!(out, "0 f.sgf -\n1 g.sgf 0?\n2 h.sgf -\n3 i.sgf -\n");
    fs::write(place.path("e.sgf"), "(;SZ[13];B[ab])").unwrap();
    for (file, error) in [("e.sgf", "size"), ("none.sgf", "No such file")] {
        let run = place.run(&["-compare", "a.sgf", file]);
        let errors = String::from_utf8(run.stderr).unwrap();
        assert!(run.status.code() == Some(2) && errors.contains(error), "{errors}");
    }
}
