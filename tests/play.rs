//! `brasa play`: through a pipe, and through a pseudo-terminal.

use std::path::Path;
use std::process::Command;

use crate::program::{Run, brasa, run_with};

/// Plays with lines of input; returns the output.
fn play(directory: &Path, args: &str, input: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_brasa"));
    command.current_dir(directory).env("XDG_DATA_HOME", directory).arg("play").args(args.split(' '));
    let run = run_with(command.args(["--threads", "1", "--srand", "1"]), input);
    assert_eq!(run.status, 0);
    run.output
}

#[test]
fn a_game_is_played_taken_back_and_saved() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path();
    let args = "--size 5 --playouts 50 --nobook";
    let printed = play(path, args, "help\nC3\nC3\nnowhere\nundo\nB2\nresign\nsave a.sgf\nundo\nsave b.sgf\n");
    for text in [
        "black to play, move 1",
        "undo           Take back",
        "white plays ",
        "illegal move: the point is occupied; `help` lists the commands",
        "'nowhere' is not a move on this board: moves look like A1; `help`",
        "The game is over: white wins, because black resigned.",
        "Saved b.sgf",
    ] {
        assert!(printed.contains(text), "{text}: {printed}");
    }
    assert!(!printed.contains('\x1b'), "no colors in a pipe");
    let read = |name: &str| std::fs::read_to_string(path.join(name)).unwrap();
    let (finished, continued) = (read("a.sgf"), read("b.sgf"));
    assert!(finished.contains("RE[W+R]") && finished.contains(";B[bd];W["), "{finished}");
    assert!(!finished.contains(";B[cc]"), "C3 was taken back: {finished}");
    assert!(!continued.contains("RE["), "the resignation was taken back: {continued}");
}

#[test]
fn a_game_at_the_own_rank_moves_it_unless_the_player_had_help() {
    let directory = tempfile::tempdir().unwrap();
    let mut ranks = Vec::new();
    let inputs = ["E5\nresign\nundo\nresign\n", "E5\nhint\nresign\n", "resign\n"];
    for input in inputs {
        let printed = play(directory.path(), "--size 9 --level auto", input);
        let lines = || printed.lines().filter(|line| line.starts_with("Your rank on 9x9: "));
        ranks.push(lines().next().unwrap().split(". ").next().unwrap().to_owned());
        assert_eq!(lines().count(), if ranks.len() == 1 { 3 } else { 1 }, "{printed}");
        assert_eq!(printed.contains("Your rank on 9x9 is again 15k ± "), ranks.len() == 1, "{printed}");
        assert_eq!(printed.contains("rank: you took a move back or"), ranks.len() == 2, "{printed}");
        assert_eq!(printed.contains("rank: nobody has moved"), ranks.len() == 3, "{printed}");
    }
    assert!(ranks[0].starts_with("Your rank on 9x9: 15k ± ") && ranks[1] != ranks[0], "{ranks:?}");
    assert_eq!(ranks[1], ranks[2], "a game with a hint does not count");
    for option in
        ["--playouts=5", "--preset=go1", "--time=1", "--set=use_book=0", "--komi=0.5", "--first=white"]
    {
        let Run { status, error, .. } = brasa(directory.path(), &["play", "--level", "auto", option]);
        let name = option.split('=').next().unwrap();
        assert!(status == 2 && error.contains(&format!("auto: {name} cannot be used")), "{error}");
    }
    let Run { status, error, .. } = brasa(directory.path(), &["genmove", "--level", "auto"]);
    assert!(status == 2 && error.contains("--level auto adapts to a person's results"), "{error}");
}

#[test]
fn the_score_after_a_resignation_tells_the_winner() {
    let directory = tempfile::tempdir().unwrap();
    let printed = play(directory.path(), "-g tictactoe", "score\nresign\nscore\nquit\n");
    assert!(printed.contains("three stones in a row win"), "the rules in a line: {printed}");
    assert!(printed.contains("the game is not over"), "{printed}");
    assert!(printed.contains(" wins, because black resigned"), "{printed}");
}

#[test]
fn passes_end_a_game_with_its_score() {
    let directory = tempfile::tempdir().unwrap();
    let printed =
        play(directory.path(), "--size 2 --playouts 50 --komi -0.5 --color white", "pass\nundo\nquit\n");
    assert!(printed.contains("black plays ") && printed.contains("komi -0.5"), "{printed}");
    let handicap = play(directory.path(), "--size 9 --playouts 10 --handicap 2 --rules japanese", "");
    assert!(handicap.contains("rules: japanese, komi 0.5, handicap 2"), "{handicap}");
    assert!(handicap.contains("white plays "), "White moves first after handicap stones: {handicap}");
}

#[test]
fn other_games_are_played_against_other_players() {
    let directory = tempfile::tempdir().unwrap();
    let printed = play(
        directory.path(),
        "-g tictactoe -w search alphabeta",
        "moves\nA1\nhint\nscore\nsave game.gtp\nquit\n",
    );
    assert!(printed.contains("A1 B1 C1 A2 B2 C2 A3 B3 C3"), "{printed}");
    assert!(printed.contains("white plays B2"), "only the middle draws: {printed}");
    assert!(printed.contains("the game is not over"), "{printed}");
    let saved = std::fs::read_to_string(directory.path().join("game.gtp")).unwrap();
    assert_eq!(saved, "# Made by brasa\nsetgame tictactoe\nboardsize 3 3\nplay B A1\nplay W B2\n");
}

#[test]
fn a_saved_game_is_continued() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path();
    let first = play(path, "--size 5 --playouts 20 --nobook --komi 3.5", "C3\nsave g.sgf\n");
    let again = play(path, "g.sgf --playouts 20 --nobook", "B2 B3\nboard\n");
    assert!(again.contains("komi 3.5") && again.contains("black to play, move 3"), "{again}");
    assert!(again.contains("'B2 B3': expected one move or command; `help` lists"), "{again}");
    let board = first.rsplit("   A B C D E\n").nth(1).unwrap();
    assert_eq!(again.matches(board).count(), 2, "at the start and by `board`: {again}");
    let other = "-g clobber --cols 3 --rows 2 -w search alphabeta";
    play(path, other, "A1-B1\nsave c.gtp\n");
    let again = play(path, "c.gtp -w search alphabeta", "");
    assert!(again.starts_with("clobber: ") && again.contains("move 3"), "{again}");
    for (args, message) in [
        ("g.sgf --size 5", "cannot be used with"),
        ("none.sgf", "none.sgf: No such file"),
        ("--size 5 --handicap 2", "--handicap: a 5x5 board has no points for handicap stones"),
        ("--size 8 --handicap 5", "--handicap 5: expected 2 to 4 on a 8x8 board"),
        ("-w sp-ladder nonsense", "'nonsense': the player takes no search"),
    ] {
        let run = brasa(path, &["play"].into_iter().chain(args.split(' ')).collect::<Vec<_>>());
        assert!(run.status == 2 && run.error.contains(message), "{args}: {}", run.error);
    }
}

#[test]
fn input_that_cannot_be_read_is_told() {
    let directory = tempfile::tempdir().unwrap();
    let long = format!("{}\nC3\n", "x".repeat(2_000_000));
    let printed = play(directory.path(), "--size 5 --playouts 20 --nobook", &long);
    assert!(
        printed.contains("a line longer than 1048576 bytes") && printed.contains("white plays"),
        "{printed}"
    );
    #[cfg(unix)]
    {
        let mut command = Command::new(env!("CARGO_BIN_EXE_brasa"));
        let folder = std::fs::File::open(directory.path()).unwrap();
        let output = command.args(["play", "--size", "5"]).stdin(folder).output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(error.contains("cannot read the input: Is a directory"), "{error}");
    }
}

/// Plays in a pseudo-terminal.
#[cfg(unix)]
fn terminal(directory: &Path, has_colors: bool, args: &str) -> rexpect::session::PtySession {
    let mut command = Command::new(env!("CARGO_BIN_EXE_brasa"));
    command.env("XDG_DATA_HOME", directory).env("TERM", "xterm-256color").env_remove("NO_COLOR");
    if !has_colors {
        command.env("NO_COLOR", "1");
    }
    command.arg("play").args(args.split(' '));
    rexpect::session::spawn_command(command, Some(30_000)).unwrap()
}

#[cfg(unix)]
#[test]
fn a_terminal_has_colors_completion_and_history() {
    let directory = tempfile::tempdir().unwrap();
    let mut terminal = terminal(directory.path(), true, "-g tictactoe -w search alphabeta");
    terminal.exp_string("\u{1b}[48;5;179m").unwrap();
    terminal.exp_string("black to play> ").unwrap();
    // Tab completes `mov` to `moves`.
    terminal.send("mov\t\r").unwrap();
    terminal.flush().unwrap();
    terminal.exp_string("A1 B1 C1").unwrap();
    terminal.exp_string("black to play> ").unwrap();
    // Up brings back the first line.
    terminal.send("\u{1b}[A\r").unwrap();
    terminal.flush().unwrap();
    terminal.exp_string("A1 B1 C1").unwrap();
    terminal.exp_string("black to play> ").unwrap();
    terminal.send_line("A1").unwrap();
    terminal.exp_string("white is thinking").unwrap();
    terminal.exp_string("white plays B2").unwrap();
    // A white stone.
    terminal.exp_string("\u{1b}[38;5;231m").unwrap();
    terminal.exp_string("black to play> ").unwrap();
    terminal.send_line("quit").unwrap();
    terminal.exp_eof().unwrap();
}

#[cfg(unix)]
#[test]
fn ctrl_c_asks_before_it_drops_a_game() {
    let directory = tempfile::tempdir().unwrap();
    let mut terminal = terminal(directory.path(), false, "-g tictactoe -w search alphabeta");
    terminal.exp_string("black to play> ").unwrap();
    terminal.send_line("A1").unwrap();
    terminal.exp_string("white plays B2").unwrap();
    terminal.exp_string("black to play> ").unwrap();
    terminal.send_control('c').unwrap();
    terminal.exp_string("The game is not saved. End the program? (y/n) ").unwrap();
    terminal.send_line("n").unwrap();
    terminal.exp_string("black to play> ").unwrap();
    terminal.send_control('c').unwrap();
    terminal.exp_string("(y/n) ").unwrap();
    terminal.send_line("y").unwrap();
    terminal.exp_eof().unwrap();
}

#[cfg(unix)]
#[test]
fn a_signal_at_the_prompt_and_the_end_of_input_at_the_first_question_end_the_program() {
    let directory = tempfile::tempdir().unwrap();
    let spawn = |args: &str| terminal(directory.path(), false, args);
    let mut terminal = spawn("--size 5 --playouts 10");
    terminal.exp_string("black to play> ").unwrap();
    let process = terminal.process.child_pid.as_raw().to_string();
    assert!(Command::new("kill").arg(process).status().unwrap().success());
    terminal.exp_eof().unwrap();
    let mut terminal = spawn("--size 9 --level auto");
    terminal.exp_string("How strong are you?").unwrap();
    terminal.send_line("strong").unwrap();
    terminal.exp_string("That is not a rank").unwrap();
    terminal.exp_string("How strong are you?").unwrap();
    terminal.send_control('c').unwrap();
    terminal.exp_eof().unwrap();
    assert!(!directory.path().join("brasa").exists(), "no rank is kept");
}

#[test]
fn a_hint_is_the_first_move_of_its_line_whatever_the_rank() {
    let directory = tempfile::tempdir().unwrap();
    let printed = play(directory.path(), "--size 9 --level 20k", "E5\nhint\nhint\nquit\n");
    let hints: Vec<_> = printed.lines().filter_map(|line| line.split_once(", win rate ")).collect();
    assert_eq!(hints.len(), 2, "{printed}");
    for (mv, rest) in hints {
        let mv = mv.rsplit(' ').next().unwrap();
        assert!(rest.contains(&format!("%, line {mv}")), "{mv}: {rest}");
    }
}

#[test]
fn a_draw_is_called_a_draw() {
    let directory = tempfile::tempdir().unwrap();
    let moves: String = (1..=5).map(|row| format!("play b C{row}\nplay w D{row}\n")).collect();
    let stones = format!("komi 5\n{moves}play b pass\nplay w pass\n");
    std::fs::write(directory.path().join("draw.gtp"), stones).unwrap();
    let printed =
        play(directory.path(), "--size 5 --playouts 10 --config draw.gtp", "score\nsave a.sgf\nquit\n");
    assert!(printed.contains("The game is over: draw.") && printed.contains("\ndraw"), "{printed}");
    assert!(std::fs::read_to_string(directory.path().join("a.sgf")).unwrap().contains("RE[0]"));
}

#[test]
fn the_result_of_a_record_names_no_dead_stones() {
    let directory = tempfile::tempdir().unwrap();
    let moves = "play b C1\nplay w B4\nplay b C2\nplay w pass\nplay b C3\nplay w pass\nplay b C4\nplay w pass\n\
                 play b C5\nplay w pass\nplay b pass\n";
    std::fs::write(directory.path().join("dead.gtp"), moves).unwrap();
    let printed =
        play(directory.path(), "--size 5 --playouts 50 --config dead.gtp", "score\nsave a.sgf\nquit\n");
    assert!(printed.contains("these stones count as dead: B4"), "{printed}");
    let record = std::fs::read_to_string(directory.path().join("a.sgf")).unwrap();
    assert!(record.contains("RE[B+17.5]"), "{record}");
}

#[test]
fn options_set_the_parameters_of_players_and_run_commands_first() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path();
    std::fs::write(path.join("begin.gtp"), "play black A1-A2\n").unwrap();
    let printed = play(
        path,
        "-g clobber --cols 3 --rows 2 -w search alphabeta --set white_depth=3 --config begin.gtp",
        "quit\n",
    );
    assert!(printed.starts_with("clobber: ") && printed.contains("white plays "), "{printed}");
    let brasa = |args: &str| crate::program::brasa(path, &args.split(' ').collect::<Vec<_>>());
    std::fs::write(path.join("ask.gtp"), "white_depth\n").unwrap();
    let run = brasa("-g clobber -w search alphabeta --set white_depth=3 ask.gtp");
    assert_eq!(run.output, "= 3\n\n", "{}", run.error);
    for (args, reason) in [
        ("play --config missing.gtp", "missing.gtp: "),
        ("play --size 7 --cols 5", "cannot be used with '--cols <N>'"),
        ("play --level auto --first white", "--first cannot be used"),
        ("play --level auto --monte-carlo", "--monte-carlo cannot be used"),
        ("play --level auto --config ask.gtp", "--config cannot be used"),
        ("play --size 9 -w sp-random ask.gtp", "'ask.gtp': the player takes no search; a file goes before"),
        ("play --level auto --size 9 -w sp-random", "--black-player and --white-player cannot be used"),
        ("--size 9 play", "play is a subcommand: its options follow it"),
        ("review begin.gtp --size 19", "begin.gtp: "),
        ("match --compare nope.sgf", "nope.sgf: No such file or directory"),
        ("play -w search alphabeta --set white_dept=3", "did you mean depth?"),
        ("analysis --set white_depth=3", "need --black-player and --white-player"),
    ] {
        let run = brasa(args);
        assert!(run.status == 2 && run.error.contains(reason), "{args}: {}", run.error);
    }
}
