//! The games of a match: results, commands, openings, seeds; and games of GNU Go.

use std::fs;

use super::{Place, fake};
use crate::program::gnugo;

#[test]
fn games_are_long_enough_and_the_referee_decides() {
    let place = Place::new();
    let referee = fake("play 0 W+0.5");
    place.play(&fake("play"), &fake("play 0 W+7"), &["--referee", &referee]);
    assert_eq!(place.rows("x.dat"), ["0 B+3.5 W+7 W+0.5 0 - 10 0"]);
    assert!(place.read("x-0.sgf").contains("RE[W+0.5]"));
    place.play(&fake("play"), &fake("play 0 W+7"), &["--force"]);
    assert_eq!(place.rows("x.dat"), ["0 B+3.5 W+7 ? 0 - 10 0"]);
    assert!(place.read("x-0.sgf").contains("RE[?]"));
    place.play(&fake("play"), &fake("play"), &["--force", "--maxmoves", "6"]);
    assert_eq!(place.rows("x.dat"), ["0 B+3.5 B+3.5 ? 0 - 6 1 move limit exceeded"]);
    place.play(&fake("play"), &fake("play"), &["--force", "--referee", &fake("crash")]);
    assert_eq!(place.rows("x.dat"), ["0 B+3.5 B+3.5 B+3.5 0 - 10 0"], "a referee does not play");
    place.play(&fake("play"), &fake("play"), &["--force", "--referee", &fake("score-crash")]);
    assert_eq!(place.rows("x.dat"), ["0 B+3.5 B+3.5 ? 0 - 10 1 referee: died (exit status: 4)"]);
}

#[test]
fn programs_are_told_what_the_options_say() {
    let place = Place::new();
    let log = place.path("log");
    let program = fake(&format!("play 0 B+3.5 {}", log.display()));
    fs::write(place.path("openings.txt"), "E5\nC3 D4\n").unwrap();
    let options = [
        ["--komi", "7.5", "--time", "10m+30s/5", "--openings", "openings.txt"],
        ["--setup-black", "go_rules cgos; first 1", "--setup-black", "second", "--games", "2"],
    ]
    .concat();
    place.play(&program, &fake("play"), &options);
    let log = fs::read_to_string(log).unwrap();
    let lines: Vec<&str> = log.lines().map(str::trim).collect();
    let start = lines.iter().position(|&line| line == "boardsize 9").unwrap();
    assert_eq!(
        lines[start..start + 9],
        [
            "boardsize 9",
            "clear_board",
            "komi 7.5",
            "time_settings 600 30 5",
            "go_rules cgos",
            "first 1",
            "second",
            "play b E5",
            "play w E9"
        ]
    );
    assert!(!log.contains("time_left"));
    assert_eq!(lines.last(), Some(&"quit"));
    assert!(place.read("x-0.sgf").contains(";B[ee];W[ea]"));
    assert!(place.read("x-1.sgf").contains(";B[cg];W[df];B["));
    assert!(place.read("x-0.sgf").contains("Opening: openings.txt:1"));
}

#[test]
fn openings_are_played_with_both_colors() {
    let place = Place::new();
    fs::create_dir(place.path("openings")).unwrap();
    fs::write(place.path("openings/a.sgf"), "(;SZ[9];B[ee])").unwrap();
    fs::write(place.path("openings/b.sgf"), "(;SZ[9]AB[ae][ie])").unwrap();
    let options = ["--alternate", "--games", "4", "--openings", "openings"];
    place.play(&fake("play %SRAND"), &fake("play %SRAND"), &options);
    let games = [0, 1, 2, 3].map(|game| place.read(&format!("x-{game}.sgf")));
    assert!(games[..2].iter().all(|game| game.contains(";B[ee];W[")));
    for game in &games[2..] {
        assert!(game.contains("AB[ae][ie]PL[W]") && !game.contains("RE[B+F]"), "{game}");
    }
    assert!(games[0].contains("PB[Fake play 1.0 (first)]PW[Fake play 1.0 (second)]"), "{}", games[0]);
    assert!(games[1].contains("PB[Fake play 1.0 (second)]PW[Fake play 1.0 (first)]"), "{}", games[1]);
    assert!(games[1].contains("RE[B+3.5]"), "results in the record are by color");
    assert!(games[1].contains("In the table, where Black is Fake play 1.0 (first): W+3.5"));
}

#[test]
fn programs_are_told_of_a_handicap() {
    let place = Place::new();
    let stones = |mode: &str, opening: &str| {
        let log = place.path("log");
        fs::write(place.path("opening.sgf"), opening).unwrap();
        let _ = fs::remove_file(&log);
        let program = fake(&format!("{mode} 0 B+3.5 {}", log.display()));
        place.play(&program, &fake("play"), &["--openings", "opening.sgf", "--force"]);
        let log = fs::read_to_string(log).unwrap();
        let lines = log.lines().map(str::trim).skip_while(|line| !line.starts_with("komi")).skip(1);
        lines.take(3).collect::<Vec<_>>().join(", ")
    };
    let handicap = "(;SZ[9]HA[2]AB[ae][ie])";
    assert_eq!(stones("play", handicap), "set_free_handicap A5 J5, play w E9, genmove b");
    assert_eq!(stones("refuse", handicap), "set_free_handicap A5 J5, play b A5, play b J5");
    assert_eq!(stones("play", "(;SZ[9]AB[ae][ie]PL[B])"), "play b A5, play b J5, genmove b");
    assert_eq!(stones("play", "(;SZ[9]AB[ae]AW[ie])"), "play b A5, play w J5, genmove b");
}

#[test]
fn seeds_differ_and_games_that_repeat_are_found() {
    let place = Place::new();
    let options = ["--games", "6", "--alternate"];
    place.play(&fake("play"), &fake("play"), &options);
    let repeated: Vec<String> =
        place.rows("x.dat").iter().map(|row| row.split(' ').nth(5).unwrap().to_owned()).collect();
    assert_eq!(repeated, ["-", "-", "0", "1", "0", "1"]);
    assert!(place.read("x.summary.dat").contains("\n6\t0\t4\t2\t"));

    // Only a player's own fault exempts a game.
    for (more, fault) in [
        (["--maxmoves", "6"], "6 1 move limit exceeded"),
        (["--observer", &fake("refuse")], "10 1 observer: "),
    ] {
        place.play(&fake("play"), &fake("play"), &[&more[..], &["--games", "2", "--force"]].concat());
        place.play(&fake("play"), &fake("play"), &[&more[..], &["--games", "3"]].concat());
        let rows = place.rows("x.dat");
        for (row, start) in
            rows.iter().zip(["0 B+3.5 B+3.5 ? 0 - ", "1 B+3.5 B+3.5 ? 0 0 ", "2 B+3.5 B+3.5 ? 0 0 "])
        {
            assert!(row.starts_with(&format!("{start}{fault}")), "{row}");
        }
    }
    place.play(&fake("crash"), &fake("play"), &["--games", "2", "--force"]);
    assert!(place.rows("x.dat").iter().all(|row| row.contains(" 0 - 4 1 ")), "{:?}", place.rows("x.dat"));

    let seeded = fake("play %SRAND");
    place.play(&seeded, &seeded, &[&options[..], &["--force"]].concat());
    assert!(place.rows("x.dat").iter().all(|row| row.contains(" - 10 ")));
    let first: Vec<String> = (0..6).map(|game| place.read(&format!("x-{game}.sgf"))).collect();
    place.play(&seeded, &seeded, &[&options[..], &["--force"]].concat());
    let again: Vec<String> = (0..6).map(|game| place.read(&format!("x-{game}.sgf"))).collect();
    assert_eq!(first, again, "the seeds are those of the games");
}

#[test]
fn the_example_of_the_manual() {
    let Some(gnugo) = gnugo() else { return };
    let place = Place::new();
    let black = format!("{gnugo} --mode gtp --chinese-rules --level 0");
    let white = format!(
        "{} --threads 1 --playouts 50 --srand %SRAND",
        shell_words::quote(env!("CARGO_BIN_EXE_brasa"))
    );
    let options = ["--black", &black, "--white", &white, "--games", "2", "--komi", "7.5", "--size", "9"];
    place.played(&[&options[..], &["--alternate", "--sgffile", "fuego_gnugo", "--auto"]].concat());
    for game in 0..2 {
        let text = place.read(&format!("fuego_gnugo-{game}.sgf"));
        let names = if game == 0 { "PB[GNU Go]PW[brasa]" } else { "PB[brasa]PW[GNU Go]" };
        assert!(text.contains(names), "{text}");
    }
    let rows = place.rows("fuego_gnugo.dat");
    assert_eq!(rows.len(), 2);
    // Nothing is random but GNU Go's seed, so that games may repeat each other.
    assert!(rows.iter().all(|row| row.ends_with(" 0")), "{rows:?}");
    assert!(place.read("fuego_gnugo.summary.dat").starts_with("#GAMES\tERR\tDUP\tUSED\t"));
    assert!(place.read("fuego_gnugo.html").contains("<a href=\"fuego_gnugo-1.sgf\">"));
    fs::remove_file(place.path("fuego_gnugo.html")).unwrap();
    place.played(&["--analyze", "fuego_gnugo.dat"]);
    assert!(place.path("fuego_gnugo.html").exists());
}

#[test]
fn gnu_go_plays_ten_games_with_itself() {
    let Some(gnugo) = gnugo() else { return };
    let place = Place::new();
    let program = format!("{gnugo} --mode gtp --chinese-rules --level 0 --seed %SRAND");
    place.play(&program, &program, &["--games", "10", "--alternate", "--komi", "7.5"]);
    assert_eq!(place.rows("x.dat").len(), 10);
    assert!(place.read("x.summary.dat").contains("\n10\t0\t"));
}
