//! Pondering as seen by a client: a child process that searches while it waits for a command.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use crate::gtp::{ask, gtp};

/// The engine on 7x7, with 20 ms per move and at most 50,000 playouts.
struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start(ponder: bool) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_brasa"))
            .args(["--size", "7", "--srand", "1", "--threads", "2", "--time", "0.02", "--quiet"])
            .args(["--set", "max_games=50000", "--set", "resign_threshold=0", "--set", "uct_max_memory=3e8"])
            .args(["--set", if ponder { "ponder=1" } else { "ponder=0" }])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (input, output) = (child.stdin.take(), BufReader::new(child.stdout.take().unwrap()));
        Self { child, input, output }
    }

    fn send(&mut self, command: &str) {
        writeln!(self.input.as_ref().unwrap(), "{command}").unwrap();
    }

    /// Returns the reply to a command, which must succeed.
    fn ask(&mut self, command: &str) -> String {
        self.send(command);
        let mut reply = String::new();
        while !reply.ends_with("\n\n") {
            assert!(self.output.read_line(&mut reply).unwrap() > 0, "{command}: the program ended");
        }
        reply.strip_prefix("= ").unwrap_or_else(|| panic!("{command}: {reply}")).trim().to_owned()
    }

    fn number(&mut self, command: &str) -> u64 {
        self.ask(command).parse().unwrap()
    }

    /// Returns the number of playouts in the tree when the last search started.
    fn reused(&mut self) -> u64 {
        self.number("uct_stat_search count") - self.number("uct_stat_search games_played")
    }

    /// Waits until the program ends, and returns whether it reports success.
    fn ends(mut self) -> bool {
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.success();
            }
            if start.elapsed() > Duration::from_secs(60) {
                self.child.kill().unwrap();
                panic!("the program does not end");
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

/// Lets the engine play a move, waits a second, and lets it play the reply; returns the playouts of the first search
/// and those the second search started with.
fn play(ponder: bool) -> (u64, u64) {
    let mut engine = Engine::start(ponder);
    engine.ask("genmove b");
    let statistics = engine.ask("uct_stat_search");
    let first = engine.number("uct_stat_search count");
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(1) {
        std::thread::sleep(Duration::from_millis(100));
        engine.ask("name");
        engine.send("# interrupt");
    }
    assert_eq!(engine.ask("uct_stat_search"), statistics, "the report is that of the last genmove");
    engine.ask("genmove w");
    let reused = engine.reused();
    // The engine reads a move played while it ponders, and finds it in its tree.
    let sequence = engine.ask("uct_sequence");
    let expected = sequence.split(' ').nth(4).expect("a move and the answer to it");
    engine.ask(&format!("play b {expected}"));
    engine.ask("genmove w");
    assert!(engine.reused() > 0);
    engine.send("quit");
    assert!(engine.ends());
    (first, reused)
}

#[test]
fn the_opponents_time_is_used_if_wanted() {
    let (first, reused) = play(true);
    // Without pondering, at most the playouts of the first search could be reused.
    assert!(reused > first && reused <= 50_000, "{reused} after {first}");
    let (first, reused) = play(false);
    assert!(reused <= first, "{reused} after {first}");
}

#[test]
fn a_game_against_itself_is_legal() {
    let mut engine = Engine::start(true);
    for _ in 0..20 {
        for color in ["b", "w"] {
            engine.ask(&format!("genmove {color}"));
            engine.ask("name");
        }
    }
    for command in ["undo", "clear_board", "genmove w", "play w A1", "genmove b"] {
        engine.ask(command);
    }
}

#[test]
fn a_program_that_ponders_ends_when_told() {
    let mut engine = Engine::start(true);
    engine.send("genmove b\nquit");
    assert!(engine.ends());
    for wait in [0, 200] {
        let mut engine = Engine::start(true);
        engine.ask("genmove b");
        std::thread::sleep(Duration::from_millis(wait));
        engine.input = None;
        assert!(engine.ends());
    }
}

#[test]
fn nobody_ponders_about_a_game_that_another_one_replaced() {
    let mut gtp = gtp();
    let mut run = |command: &str| {
        ask(&mut gtp, command);
        gtp.session.ponder()
    };
    run("boardsize 5");
    run("uct_param_player ponder 1");
    assert!(run("genmove b"));
    assert!(!run("setgame clobber"));
    assert!(!run("genmove b"));
    assert!(!run("setgame go"));
    assert!(run("genmove b"));
}
