//! GTP: transcripts in `data/gtp/`, and the threads of the server.
//!
//! A transcript has commands after `> ` with the expected reply below each; a command without a reply has no line below
//! it. A final `...` in a reply line matches any text, and a line `...` matches any further lines. `{tmp}` is a
//! temporary directory, `{data}` the directory of the transcripts. Lines beginning with `#` are comments.

use std::io::{self, Cursor, PipeWriter, Write};
use std::path::Path;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use parking_lot::Mutex;

use brasa::engine::{BoardSize, GoSession, SessionContext, Settings};
use brasa::framework::{Color, Control};
use brasa::gtp::commands::{CHAPTERS, Chapter, Gtp};
use brasa::gtp::{Ended, ServeError, Server};
use brasa::sgf;

fn gtp_with(control: Arc<Control>) -> Gtp {
    let mut settings = Settings::new(19);
    for (name, value) in
        [("number_threads", "1"), ("max_games", "60"), ("uct_max_memory", "30000000"), ("use_book", "0")]
    {
        settings.set(name, value).unwrap();
    }
    let context = SessionContext::new(settings, 1, control);
    Gtp::new(GoSession::new(BoardSize::default(), Color::Black, context).unwrap())
}

/// Returns a session with settings for tests: one thread, few playouts, little memory.
pub(crate) fn gtp() -> Gtp {
    gtp_with(Arc::default())
}

/// Returns whether a command writes a file: one that GoGui asks its user for, or a match program's file.
pub(crate) fn writes_file(name: &str) -> bool {
    if name == "gomill-savesgf" {
        return true;
    }
    let infos = CHAPTERS.iter().flat_map(Chapter::infos);
    infos.filter(|info| info.name == name).any(|info| info.analyze.is_some_and(|entry| entry.contains("%w")))
}

/// An output that other threads can read.
#[derive(Clone, Default)]
pub(crate) struct Shared(Arc<Mutex<Vec<u8>>>);

impl Shared {
    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.0.lock().clone()).unwrap()
    }
}

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Runs an input through a server and returns why it ended and what it wrote.
pub(crate) fn serve(input: impl Into<Vec<u8>>) -> (Ended, String) {
    let (output, control) = (Shared::default(), Arc::new(Control::default()));
    let mut server = Server::new(gtp_with(control.clone()), output.clone(), control);
    let ended = server.run(Cursor::new(input.into())).unwrap();
    (ended, output.text())
}

/// Returns the reply to a line of GTP, which must succeed.
pub(crate) fn ask(gtp: &mut Gtp, line: &str) -> String {
    let reply = gtp.answer(line.as_bytes()).unwrap();
    reply.strip_prefix('=').unwrap_or_else(|| panic!("{line}: {reply}")).trim().to_owned()
}

fn replies(output: &str) -> Vec<&str> {
    output.split_terminator("\n\n").collect()
}

pub(crate) fn matches(expected: &[&str], reply: &[&str]) -> bool {
    match (expected, reply) {
        (["..."], _) => true,
        ([], []) => true,
        ([first, expected @ ..], [line, reply @ ..]) => {
            let fits = match first.strip_suffix("...") {
                Some(start) => line.starts_with(start),
                None => line.trim_end() == first.trim_end(),
            };
            fits && matches(expected, reply)
        }
        _ => false,
    }
}

/// A command of a transcript, its line number, and the expected reply.
type Exchange<'a> = (usize, &'a str, Vec<&'a str>);

/// Reads a transcript.
pub(crate) fn exchanges(text: &str) -> Vec<Exchange<'_>> {
    let mut exchanges: Vec<Exchange> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        match (line.strip_prefix("> "), exchanges.last_mut()) {
            (Some(command), _) => exchanges.push((number, command, Vec::new())),
            (None, Some((_, _, reply))) if !line.is_empty() && !line.starts_with('#') => reply.push(line),
            _ => {}
        }
    }
    exchanges
}

fn check_transcript(path: &Path) {
    let tmp = tempfile::tempdir().unwrap();
    let text = std::fs::read_to_string(path)
        .unwrap()
        .replace("{tmp}", tmp.path().to_str().unwrap())
        .replace("{data}", path.parent().unwrap().to_str().unwrap());
    let exchanges = exchanges(&text);
    let input: String = exchanges.iter().map(|(_, command, _)| format!("{command}\n")).collect();
    let (_, output) = serve(input);
    let replies = replies(&output);
    let wanted: Vec<_> = exchanges.iter().filter(|(_, _, reply)| !reply.is_empty()).collect();
    assert_eq!(replies.len(), wanted.len(), "{}: replies", path.display());
    let wrong: Vec<_> = wanted
        .iter()
        .zip(&replies)
        .filter(|((_, _, expected), reply)| !matches(expected, &reply.split('\n').collect::<Vec<_>>()))
        .map(|((number, command, _), reply)| format!("{}:{number}: {command}\n{reply}\n", path.display()))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn transcripts() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/gtp");
    let mut count = 0;
    for entry in std::fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "gtp") {
            check_transcript(&path);
            count += 1;
        }
    }
    assert!(count > 0);
}

#[test]
fn bytes_beyond_text_are_answered() {
    let (ended, output) = serve(b"echo \xff\xfe\r\n\x01na\x00me\r\n\t 3\tname\x7f\n4 name".to_vec());
    assert_eq!(
        (ended, output.as_str()),
        (Ended::Input, "= \u{fffd}\u{fffd}\n\n= brasa\n\n=3 brasa\n\n=4 brasa\n\n")
    );
}

#[test]
fn a_line_without_end_is_refused_and_the_next_one_read() {
    let mut input = b"7 echo ".to_vec();
    input.resize(3 << 20, b'x');
    input.extend(b"\n8 name\n");
    let (_, output) = serve(input);
    assert_eq!(replies(&output), ["?7 syntax error: a line longer than 1048576 bytes", "=8 brasa"]);
}

#[test]
fn quit_is_answered_and_the_rest_is_not() {
    assert_eq!(serve("1 quit\n2 name\n"), (Ended::Quit, "=1 \n\n".to_owned()));
}

#[test]
fn commands_are_listed_as_clients_want() {
    let mut gtp = gtp();
    check_lists(&mut gtp);
    assert_eq!(gtp.run("known_command", &["list_stones".to_owned()]).unwrap(), "true");
    assert_eq!(gtp.run("known_command", &["gogui-rules_board".to_owned()]).unwrap(), "false");
    gtp.run("setgame", &["clobber".to_owned()]).unwrap();
    gtp.run("setplayer", &["black".to_owned(), "mixed".to_owned()]).unwrap();
    check_lists(&mut gtp);
    assert_eq!(gtp.run("known_command", &["list_stones".to_owned()]).unwrap(), "false");
    assert_eq!(gtp.run("known_command", &["gogui-rules_board".to_owned()]).unwrap(), "true");
}

/// Checks that each command is listed once, known, and documented.
fn check_lists(gtp: &mut Gtp) {
    let list = gtp.run("list_commands", &[]).unwrap();
    let names: Vec<_> = list.lines().collect();
    // LizzieYzy only reads on after this one.
    assert_eq!(names[0], "protocol_version");
    assert!(names.len() > 50 && names[1..].is_sorted_by(|a, b| a < b), "{list}");
    for name in &names {
        assert_eq!(gtp.run("known_command", &[(*name).to_owned()]).unwrap(), "true");
        assert!(gtp.run("help", &[(*name).to_owned()]).unwrap().starts_with(name));
    }
    for line in gtp.run("gogui-analyze_commands", &[]).unwrap().lines() {
        let fields: Vec<_> = line.split('/').collect();
        assert_eq!(fields.len(), 3, "{line}");
        assert!(names.contains(&fields[2].split(' ').next().unwrap()), "{line}");
    }
}

#[test]
fn handicap_commands_can_be_left_out() {
    let mut gtp = gtp();
    gtp.handicap = false;
    let list = gtp.run("list_commands", &[]).unwrap();
    assert!(!list.contains("free_handicap") && !list.contains("fixed_handicap"), "{list}");
    assert_eq!(gtp.run("known_command", &["fixed_handicap".to_owned()]).unwrap(), "false");
    assert!(gtp.run("fixed_handicap", &["2".to_owned()]).is_err());
}

#[test]
fn games_can_be_counted() {
    let mut gtp = gtp();
    gtp.games_left = Some(2);
    let clear = |gtp: &mut Gtp| gtp.run("clear_board", &[]).is_ok();
    assert_eq!([clear(&mut gtp), clear(&mut gtp), clear(&mut gtp)], [true, true, false]);
}

#[test]
fn size_can_be_fixed() {
    let mut gtp = gtp();
    gtp.session.context_mut().fix_size(Some(19));
    assert_eq!(gtp.answer(b"boardsize 9").unwrap(), "? unacceptable size: it is fixed at 19\n\n");
    assert_eq!(gtp.answer(b"boardsize 19").unwrap(), "= \n\n");
}

#[test]
fn saved_records_state_what_was_set_and_searched() {
    let tmp = tempfile::tempdir().unwrap();
    let path = |name: &str| tmp.path().join(name).display().to_string();
    let read = |name: &str| std::fs::read_to_string(path(name)).unwrap();
    let mut gtp = gtp();
    let mut run = |line: &str| ask(&mut gtp, line);
    run("boardsize 5");
    run("go_set_info player_black A ]B");
    run("go_set_info result W+R");
    run(&format!("savesgf {}", path("a")));
    run("clear_board");
    run(&format!("savesgf {}", path("b")));
    run(&format!("loadsgf {}", path("a")));
    run(&format!("savesgf {}", path("c")));
    assert!(read("a").contains(r"PB[A \]B]RE[W+R]"), "{}", read("a"));
    assert!(!read("b").contains("PB["));
    assert_eq!(read("c"), read("a"));

    run("uct_param_search keep_games 1");
    run("reg_genmove b");
    run(&format!("uct_savetree {}", path("tree")));
    run(&format!("uct_savegames {}", path("games")));
    let parse = |name: &str| sgf::parse(read(name).as_bytes()).unwrap().games.remove(0);
    let (tree, games) = (parse("tree"), parse("games"));
    let played = run("uct_stat_search games_played");
    assert_eq!(games.children(games.root()).count().to_string(), played);
    let count = |id| {
        let comment: &str = tree[id].get("C").unwrap();
        comment.strip_prefix("count ").unwrap().split(',').next().unwrap().parse::<u64>().unwrap()
    };
    let counts: Vec<_> = tree.children(tree.root()).map(count).collect();
    assert!(counts.is_sorted_by(|a, b| a >= b) && counts[0] > 1, "{counts:?}");
    assert!(tree.main_line().count() > 2);
}

#[test]
fn files_of_commands_come_first() {
    let tmp = tempfile::tempdir().unwrap();
    let path = tmp.path().join("commands");
    let (output, control) = (Shared::default(), Arc::new(Control::default()));
    let mut server = Server::new(gtp_with(control.clone()), output.clone(), control);
    std::fs::write(&path, "boardsize 9\n\n# nothing\nkomi 1").unwrap();
    assert_eq!(server.configure(&path).unwrap(), Ended::Input);
    assert_eq!(output.text(), "");
    assert_eq!(server.run_file(&path).unwrap(), Ended::Input);
    assert_eq!(output.text(), "= \n\n= \n\n");
    std::fs::write(&path, "boardsize 9\nkomi x\n").unwrap();
    let error = server.configure(&path).unwrap_err().to_string();
    assert!(error.ends_with("commands:2: syntax error: the komi must be a number"), "{error}");
    assert!(matches!(server.run_file(&tmp.path().join("none")), Err(ServeError::Script(_))));
    std::fs::write(&path, "quit\nname").unwrap();
    assert_eq!(server.run_file(&path).unwrap(), Ended::Quit);
}

#[test]
fn an_output_that_is_closed_ends_the_loop() {
    struct Closed;
    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let mut server = Server::new(gtp(), Closed, Arc::default());
    let error = server.run(Cursor::new("name\nname\n")).unwrap_err();
    assert!(matches!(error, ServeError::Output(error) if error.kind() == io::ErrorKind::BrokenPipe));
}

/// A server in a thread, its input and its output.
pub(crate) fn live() -> (PipeWriter, Shared, JoinHandle<Ended>) {
    let (reader, writer) = io::pipe().unwrap();
    let output = Shared::default();
    let copy = output.clone();
    let thread = std::thread::spawn(move || {
        let control = Arc::new(Control::default());
        let mut gtp = gtp_with(control.clone());
        for (name, value) in [("max_games", "inf"), ("timelimit", "1000")] {
            gtp.session.context_mut().configure(|settings| settings.set(name, value)).unwrap();
        }
        Server::new(gtp, copy, control).run(reader).unwrap()
    });
    (writer, output, thread)
}

pub(crate) fn wait_for(output: &Shared, replies: usize) {
    let start = Instant::now();
    while output.text().matches("\n\n").count() < replies {
        assert!(start.elapsed() < Duration::from_secs(60), "no reply: {}", output.text());
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_search_can_be_interrupted() {
    let (mut input, output, thread) = live();
    input.write_all(b"boardsize 9\n1 genmove b\n").unwrap();
    wait_for(&output, 1);
    std::thread::sleep(Duration::from_millis(100));
    assert!(!output.text().contains("=1"));
    input.write_all(b"# interrupt\n").unwrap();
    wait_for(&output, 2);
    // An interrupt applies to all commands sent before it, begun or not, and to no others.
    input.write_all(b"2 genmove w\n# interrupt\nname\n3 go_param timelimit 0.01\n4 genmove b\n").unwrap();
    wait_for(&output, 6);
    input.write_all(b"5 quit\n").unwrap();
    assert_eq!(thread.join().unwrap(), Ended::Quit);
    assert_eq!(output.text().matches('?').count(), 0, "{}", output.text());
}

#[test]
fn a_client_that_goes_away_ends_the_search() {
    let (mut input, output, thread) = live();
    input.write_all(b"boardsize 9\ngenmove b\n").unwrap();
    wait_for(&output, 1);
    std::thread::sleep(Duration::from_millis(700));
    drop(input);
    assert_eq!(thread.join().unwrap(), Ended::Input);
}

#[test]
fn a_script_that_ends_is_run_as_it_stands() {
    // Moves are selected by value, so that the search does not stop early once the most visited move is certain.
    let script = "boardsize 9\nuct_param_player max_games 300\nuct_param_search move_select value\n\
                  genmove b\nuct_stat_search count";
    let (_, output) = serve(script);
    assert_eq!(*replies(&output).last().unwrap(), "= 300");
}
