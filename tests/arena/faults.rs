//! Faults in a game and their records in the table.

use std::fs;

use super::{Place, fake};

#[test]
fn every_fault_has_its_line_and_the_match_goes_on() {
    // The faulty program is White in game 0 and Black in game 1. The columns are GAME RES_B RES_W RES_R ALT DUP LEN ERR
    // ERR_MSG.
    for (mode, lines) in [
        ("play", ["0 B+3.5 B+3.5 ? 0 - 10 0", "1 W+3.5 W+3.5 ? 1 - 10 0"]),
        ("resign", ["0 B+R B+R B+R 0 - 5 0", "1 B+R B+R B+R 1 - 4 0"]),
        (
            "crash",
            [
                "0 B+F B+F B+F 0 - 5 1 Fake crash: died (exit status: 3): out of luck",
                "1 B+F B+F B+F 1 - 4 1 Fake crash: died (exit status: 3): out of luck",
            ],
        ),
        (
            "hang",
            [
                "0 B+F B+F B+F 0 - 5 1 Fake hang: no reply to genmove w within 2 s",
                "1 B+F B+F B+F 1 - 4 1 Fake hang: no reply to genmove b within 2 s",
            ],
        ),
        (
            "nonsense",
            [
                "0 B+F B+F B+F 0 - 5 1 Fake nonsense: invalid reply: \"what was that?\"",
                "1 B+F B+F B+F 1 - 4 1 Fake nonsense: invalid reply: \"what was that?\"",
            ],
        ),
        (
            "no-vertex",
            [
                "0 B+F B+F B+F 0 - 5 1 Fake no-vertex: invalid reply: 'Z99' is off the board of size 9",
                "1 B+F B+F B+F 1 - 4 1 Fake no-vertex: invalid reply: 'Z99' is off the board of size 9",
            ],
        ),
        (
            "occupied",
            [
                "0 B+F B+F B+F 0 - 5 1 Fake occupied: illegal move: occupied, E9",
                "1 B+F B+F B+F 1 - 4 1 Fake occupied: illegal move: occupied, E1",
            ],
        ),
        (
            "refuse",
            [
                "0 B+F B+F B+F 0 - 5 1 Fake refuse: play b E3: illegal move",
                "1 B+F B+F B+F 1 - 6 1 Fake refuse: play w E7: illegal move",
            ],
        ),
        ("flood", ["0 B+3.5 B+3.5 ? 0 - 10 0", "1 W+3.5 W+3.5 ? 1 - 10 0"]),
        (
            "endless",
            [
                "0 B+F B+F B+F 0 - 5 1 Fake endless: the reply has more than 8388608 bytes",
                "1 B+F B+F B+F 1 - 4 1 Fake endless: the reply has more than 8388608 bytes",
            ],
        ),
        ("unknown", ["0 B+3.5 ? ? 0 - 10 0", "1 W+3.5 ? ? 1 - 10 0"]),
        (
            "score-crash",
            [
                "0 B+F B+F B+F 0 - 10 1 Fake score-crash: died (exit status: 4)",
                "1 B+F B+F B+F 1 - 10 1 Fake score-crash: died (exit status: 4)",
            ],
        ),
    ] {
        let place = Place::new();
        // A hanging program is detected quickly; the others may be slow on a busy machine.
        let timeout = if mode == "hang" { "2s" } else { "60s" };
        let options = ["--games", "2", "--alternate", "--move-timeout", timeout];
        place.play(&fake("play"), &fake(mode), &options);
        assert_eq!(place.rows("x.dat"), lines, "{mode}");
        for name in ["x-0.sgf", "x-1.sgf", "x.summary.dat", "x.html"] {
            assert!(place.path(name).exists(), "{mode}: {name}");
        }
    }
}

#[test]
fn suicide_is_illegal() {
    let place = Place::new();
    place.play(&fake("suicide"), &fake("suicide"), &[]);
    let error = "Fake suicide 1.0 (second): illegal move: suicide, A1";
    assert_eq!(place.rows("x.dat"), [format!("0 B+F B+F B+F 0 - 5 1 {error}")]);
    assert!(place.read("x-0.sgf").contains("RE[B+F]"));
}

#[test]
fn a_program_that_dies_at_its_start_plays_no_match() {
    let (die, play) = (fake("die"), fake("play"));
    for programs in [
        &["--black", &die, "--white", &play][..],
        &["--black", &play, "--white", &die],
        &["--black", &play, "--white", &play, "--referee", &die],
    ] {
        let place = Place::new();
        let output = place.run(&[programs, &["--size", "9", "--sgffile", "x"]].concat());
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains(&format!("`{die}` failed to start: died (exit status: 7)")), "{error}");
        assert_eq!(fs::read_dir(place.path(".")).unwrap().count(), 0, "nothing is written");
    }
}

#[test]
fn two_programs_that_fail_in_a_game_have_no_winner() {
    let place = Place::new();
    let out = place.play(&fake("score-crash"), &fake("score-crash"), &["--games", "2"]);
    let fault = "score-crash 1.0 (first): died (exit status: 4)";
    assert!(out.contains(&format!("errors     in 2 games; the first: Fake {fault}")), "{out}");
    assert!(out.contains("unknown    2 results"), "{out}");
    assert!(place.rows("x.dat")[0].contains(fault), "{:?}", place.rows("x.dat"));
}

#[test]
fn options_without_sense_are_told_and_nothing_is_written() {
    let place = Place::new();
    fs::create_dir(place.path("dd")).unwrap();
    fs::write(place.path("blank"), "").unwrap();
    fs::write(place.path("garbage"), b"\x7fELF\0\xff\n\x01\n").unwrap();
    let files =
        || fs::read_dir(place.path(".")).unwrap().count() + fs::read_dir(place.path("dd")).unwrap().count();
    let before = files();
    let prefix = "expected the beginning of file names, such as `match`";
    for (options, expected) in [
        (&["--sgffile", "dd/"][..], prefix),
        (&["--sgffile", "."], prefix),
        (&["--sgffile", "dd/.."], prefix),
        (&["--sgffile", ""], prefix),
        (&["--sgffile", "x", "--sprt", "0", "inf"], "expected ELO0 below ELO1, both from -1000 to 1000"),
        (&["--sgffile", "x", "--sprt", "5", "5"], "expected ELO0 below ELO1"),
        (
            &["--sgffile", "x", "--sprt", "0", "5", "--alpha", "nan"],
            "expected a number above 0 and below 0.5",
        ),
        (&["--sgffile", "x", "--maxmoves", "0"], "0 is not in 1.."),
        (&["--sgffile", "x", "--move-timeout", "0"], "expected a time above 0"),
        (&["--sgffile", "x", "--openings", "garbage"], "garbage:1: not text"),
        (&["--sgffile", "x", "--gauntlet"], "cannot be used with"),
        (&["--sgffile", "x", "--komi", "6.25"], "expected whole or half points"),
    ] {
        let output = place.run(&[&["--black", &fake("play"), "--white", &fake("play")], options].concat());
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{options:?}: {error}");
        assert!(error.contains(expected), "{options:?}: {error}");
    }
    for options in
        [&["--analyze", "blank"][..], &["--analyze", "garbage"], &["--merge", "blank", "--sgffile", "x"]]
    {
        let output = place.run(options);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{options:?}: {error}");
        assert!(error.contains("header line with the columns"), "{options:?}: {error}");
    }
    assert_eq!(files(), before);
}

#[test]
fn a_command_that_cannot_be_run_is_told_at_once() {
    let place = Place::new();
    let output = place.run(&["--black", "/nonexistent/program", "--white", &fake("play"), "--sgffile", "x"]);
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(error.starts_with("brasa: cannot run `/nonexistent/program`: No such file"), "{error}");
    assert!(!place.path("x.dat").exists());
    // Of what a program says about its options, the first line tells most; the last one refers to its help.
    let unknown = "sh -c \"printf 'error: no option -x\\n\\nSee --help.\\n' >&2; exit 2\"";
    let output = place.run(&["--black", unknown, "--white", &fake("play"), "--sgffile", "x"]);
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    let expected = "failed to start: died (exit status: 2):\n  error: no option -x\n  See --help.\n";
    assert!(error.ends_with(expected), "{error}");
}
