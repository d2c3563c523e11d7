//! The readers, with their seeds and the words of their languages.

use std::fs;
use std::io::{Cursor, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use brasa::analysis::json::Engine;
use brasa::book::{Book, SavedBook, read_moves};
use brasa::engine::go::autobook::read_graph;
use brasa::engine::go::book::start;
use brasa::engine::{BoardSize, GAMES, SessionContext, Settings};
use brasa::framework::Color;
use brasa::go::network::NetRecord;
use brasa::go::pattern::database::{Context, Database};
use brasa::go::pattern::learned::games;
use brasa::gtp::protocol;
use brasa::net::{Evaluator, INPUTS, Network, Schedule, Shape, Trainer};
use brasa::sgf;
use brasa::util::Rng;
use brasa::web;

use crate::analysis::options;
use crate::gtp::{gtp, writes_file};
use crate::gtp_lines::WORDS;

/// A function that reads a case.
type Check = Box<dyn FnMut(&[u8])>;

/// A reader.
pub(super) struct Target {
    pub(super) name: &'static str,
    /// Cases in a short run.
    pub(super) few: u64,
    pub(super) words: &'static [&'static str],
    pub(super) seeds: fn() -> Vec<Vec<u8>>,
    /// Changes a case to get past checksums, and leaves out what is not to be tested.
    pub(super) mend: fn(&mut Vec<u8>, &mut Rng),
    pub(super) start: fn() -> Check,
}

pub(super) const TARGETS: &[Target] = &[
    Target {
        name: "sgf",
        few: 200,
        words: &[
            "(", ")", ";", "[", "]", "B", "W", "AB", "AW", "AE", "SZ", "KM", "HA", "GM", "FF", "CA", "RE",
            "PL", "RU", "TM", "C", "VW", "(;", "[]", "aa", "tt", "aa:ss", "pass", "\\", "]\\", "19:19",
            "UTF-8", "VV",
        ],
        seeds: || {
            let mut seeds = texts("tests/data", "sgf");
            seeds.extend(texts("src/guide/positions", "sgf"));
            seeds.extend(lines(include_str!("../data/net/games7.sgfl")));
            seeds
        },
        mend: |_, _| {},
        start: || {
            let place = tempfile::tempdir().unwrap();
            let mut gtp = gtp();
            Box::new(move |bytes| {
                let _ = (NetRecord::read(bytes, 7), games::read(bytes, 7));
                let Ok(read) = sgf::parse(bytes) else { return };
                let written = read.to_string();
                assert_eq!(sgf::parse(written.as_bytes()).unwrap().to_string(), written);
                let path = place.path().join("x.sgf");
                fs::write(&path, bytes).unwrap();
                for command in [format!("loadsgf {}", path.display()), "printsgf".to_owned()] {
                    assert!(gtp.answer(command.as_bytes()).unwrap().ends_with("\n\n"));
                }
            })
        },
    },
    Target {
        name: "database",
        few: 60,
        words: &[
            "\n",
            "#",
            ":",
            "?",
            "X",
            "O",
            "x",
            "o",
            "*",
            ".",
            "|",
            "-",
            "+",
            "---",
            "+--",
            "near",
            "far",
            "osafe",
            "ounsafe",
            "xsafe",
            "xunsafe",
            "xsuicide",
            "xnosuicide",
            "osuicide",
            "onosuicide",
            ",",
            "OOO\nO*O\n---\n",
        ],
        seeds: || texts("patterns", "db"),
        mend: |_, _| {},
        start: || {
            Box::new(|bytes| {
                let text = String::from_utf8_lossy(bytes);
                let Ok(database) = Database::parse("x", &text) else { return };
                let _ = (database.warnings(), database.shape_counts());
                let table = database.table();
                for code in (0..=u16::MAX).step_by(997) {
                    table.value(code, Color::Black, Context::default());
                }
            })
        },
    },
    Target {
        name: "network",
        few: 20,
        words: &["brasa-net", "1", "blocks", "channels", "parameters", "checksum", "made-by", "\n", " ", "é"],
        seeds: || vec![network().made_by("a test").to_bytes()],
        mend: |bytes, rng| sum(bytes, 9, rng),
        start: || {
            Box::new(|bytes| {
                let Ok(network) = Network::from_bytes(bytes) else { return };
                let again = Network::from_bytes(&network.to_bytes()).unwrap();
                Evaluator::new(&again, 5).evaluate(&[0.5; 25 * INPUTS]);
            })
        },
    },
    Target {
        name: "state",
        few: 20,
        words: &["brasa-training", "1", "checksum", "\n", " ", "--seed 1"],
        seeds: || vec![trainer().state("--seed 1")],
        mend: |bytes, rng| sum(bytes, 3, rng),
        start: || {
            let mut trainer = trainer();
            Box::new(move |bytes| {
                if trainer.resume(bytes, "--seed 1").is_ok() {
                    trainer.learn(&[]);
                    trainer.average();
                }
            })
        },
    },
    Target {
        name: "book",
        few: 200,
        words: &[
            "|",
            ":",
            "#",
            "\n",
            "9",
            "19",
            "pass",
            "A1",
            "T19",
            "autobook",
            "size 9 komi 7.5",
            "autobook size 7 komi 7.5\n",
            "D4",
            "C3",
            "0.5",
            "superko",
            "rules",
            "é",
        ],
        seeds: || {
            let mut seeds = texts("book", "txt");
            seeds.iter_mut().for_each(|seed| seed.truncate(4000));
            seeds
                .push(b"autobook size 7 komi 7.5\n7 | D4 0.6 C3 0.5\n7 D4 | C3 0.4 E5 0.3 C5 0.2\n".to_vec());
            seeds.push(include_bytes!("../data/gtp/book_faults.txt").to_vec());
            seeds.push(include_bytes!("../data/gtp/book_lines.txt").to_vec());
            seeds
        },
        mend: |_, _| {},
        start: || {
            let place = tempfile::tempdir().unwrap();
            Box::new(move |bytes| {
                let path = place.path().join("x.auto");
                fs::write(&path, bytes).unwrap();
                if let Ok(Some(SavedBook { origin, graph, .. })) = read_graph(&path) {
                    graph.moves(&origin.game);
                }
                let text = String::from_utf8_lossy(bytes);
                let parsed = Book::parse(&text, start);
                let _ = (parsed.faults.iter().map(ToString::to_string).count(), parsed.book.extents());
                let again = Book::parse(&parsed.book.to_string(), start);
                assert!(again.faults.is_empty(), "{:?}", again.faults);
                for size in [7, 9, 19] {
                    let game = start(size).unwrap();
                    let _ = (parsed.book.replies(&game), read_moves(&text, &game, size));
                }
            })
        },
    },
    Target {
        name: "gtp",
        few: 15,
        words: WORDS,
        seeds: || {
            ["data/gtp", "data/viewers", "data/servers"].iter().flat_map(|place| transcripts(place)).collect()
        },
        mend: some_lines,
        start: || {
            let place = tempfile::tempdir().unwrap();
            Box::new(move |bytes| {
                let mut gtp = gtp();
                gtp.answer(b"boardsize 5");
                let file = place.path().join("x");
                for line in bytes.split(|&byte| byte == b'\n') {
                    let Some(line) = harmless(line, file.to_str().unwrap()) else { continue };
                    let Some(reply) = gtp.answer(&line) else { continue };
                    assert!(reply.starts_with(['=', '?']) && reply.ends_with("\n\n"), "{reply}");
                    assert_eq!(reply.matches("\n\n").count(), 1, "{reply}");
                    if gtp.has_quit() {
                        break;
                    }
                }
            })
        },
    },
    Target {
        name: "json",
        few: 40,
        words: &[
            "\"id\"",
            "\"moves\"",
            "\"boardXSize\"",
            "\"boardYSize\"",
            "\"rules\"",
            "\"komi\"",
            "\"initialStones\"",
            "\"initialPlayer\"",
            "\"analyzeTurns\"",
            "\"priorities\"",
            "\"maxVisits\"",
            "\"allowMoves\"",
            "\"avoidMoves\"",
            "\"includeOwnership\"",
            "\"includePolicy\"",
            "\"overrideSettings\"",
            "\"action\"",
            "\"terminate\"",
            "\"query_version\"",
            "\"turnNumbers\"",
            "\"untilDepth\"",
            "\"player\"",
            "\"B\"",
            "\"W\"",
            "\"pass\"",
            "\"A1\"",
            "[",
            "]",
            "{",
            "}",
            ",",
            ":",
            "\n",
            "null",
            "true",
            "[0,1,2]",
            "{\"id\":\"a\"}",
            "\"\\ud800\"",
            "\"(1,1)\"",
            "\"reportDuringSearchEvery\"",
            "\"includePVVisits\"",
            "\"includeMovesOwnership\"",
        ],
        seeds: || {
            let mut seeds = lines(include_str!("../data/analysis/positions.jsonl"));
            let of_faults = include_str!("../data/analysis/faults.txt").lines();
            seeds.extend(
                of_faults.filter_map(|line| line.strip_prefix("> ")).map(|line| line.as_bytes().to_vec()),
            );
            seeds
        },
        mend: |_, _| {},
        start: || {
            Box::new(|bytes| {
                let mut options = options(1);
                // One visit per position, whatever the query asks for or omits.
                options.scale_visits = 1e-30;
                options.settings.set("max_games", "1").unwrap();
                let mut output = Vec::new();
                Engine::new(options).unwrap().run(Cursor::new(bytes.to_vec()), &mut output).unwrap();
                for line in std::str::from_utf8(&output).unwrap().lines() {
                    serde_json::from_str::<serde_json::Value>(line).unwrap();
                }
            })
        },
    },
    Target {
        name: "http",
        few: 60,
        words: &[
            "GET",
            "POST",
            "/",
            "/api/state",
            "/api/play",
            "/api/new",
            "/api/load",
            "/api/undo",
            "/api/redo",
            "/api/go",
            "/api/stop",
            "/api/comment",
            "/api/score",
            "/api/dead",
            "/api/branch",
            "/api/playout",
            "/api/patterns",
            "/api/record",
            "/api/game.sgf",
            "/api/tree",
            "HTTP/1.1",
            "HTTP/1.0",
            "\r\n",
            "\r\n\r\n",
            "Host: 127.0.0.1:8361\r\n",
            "Content-Length",
            "Transfer-Encoding: chunked\r\n",
            "Connection: close\r\n",
            "Expect: 100-continue\r\n",
            "{",
            "}",
            "\"move\"",
            "\"D4\"",
            "\"node\"",
            "\"line\"",
            "\"handicap\"",
            "\"komi\"",
            "\"rules\"",
            "\"game\"",
            "\"go\"",
            "\"nogo\"",
            "\"clobber\"",
            "\"tictactoe\"",
            "\"cols\"",
            "\"rows\"",
            "\"main\"",
            "\"period\"",
            "\"periods\"",
            "\"increment\"",
            "\"person\"",
            "\"engine\"",
            "\"text\"",
            "[",
            "]",
            ",",
        ],
        seeds: requests,
        mend: lengthened,
        start: board,
    },
];

/// The files in a directory and its subdirectories whose names end this way.
fn texts(place: &str, ends: &str) -> Vec<Vec<u8>> {
    let place = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(place);
    let (mut files, mut open) = (Vec::new(), vec![place]);
    while let Some(place) = open.pop() {
        let mut paths: Vec<_> = fs::read_dir(place).unwrap().map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        for path in paths {
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == ends) {
                files.push(fs::read(path).unwrap());
            }
        }
    }
    files
}

fn lines(text: &str) -> Vec<Vec<u8>> {
    text.lines().filter(|line| !line.is_empty()).map(|line| line.as_bytes().to_vec()).collect()
}

/// The commands in a directory's transcripts.
fn transcripts(place: &str) -> Vec<Vec<u8>> {
    let commands = |text: Vec<u8>| {
        let text = String::from_utf8(text).unwrap();
        text.lines()
            .filter_map(|line| line.strip_prefix("> "))
            .map(|line| format!("{line}\n"))
            .collect::<String>()
    };
    let texts = texts(&format!("tests/{place}"), "gtp").into_iter().map(commands);
    texts.filter(|text| !text.is_empty()).map(String::into_bytes).collect()
}

/// A line that writes no file but `file` and changes no search limits; `None` to leave it out.
pub(crate) fn harmless(line: &[u8], file: &str) -> Option<Vec<u8>> {
    let Ok(Some(command)) = protocol::parse(line) else { return Some(line.to_vec()) };
    match command.name.as_str() {
        // An open automatic book would take long to expand.
        "autobook_open" | "echo_err" => None,
        "uct_param_player" if !command.args.is_empty() => None,
        name if writes_file(name) => Some(format!("{name} {file}").into_bytes()),
        _ => Some(line.to_vec()),
    }
}

/// Keeps a few lines, which take less than a case's time.
fn some_lines(bytes: &mut Vec<u8>, rng: &mut Rng) {
    let lines: Vec<&[u8]> = bytes.split(|&byte| byte == b'\n').collect();
    let first = rng.below(lines.len());
    *bytes = lines[first..].iter().take(12).copied().collect::<Vec<_>>().join(&b'\n');
}

/// Usually puts the right checksum in place of a word in the first line.
fn sum(bytes: &mut Vec<u8>, word: usize, rng: &mut Rng) {
    let Some(end) = bytes.iter().position(|&byte| byte == b'\n').filter(|_| rng.below(4) > 0) else { return };
    let sum = bytes[end + 1..]
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    let mut words: Vec<Vec<u8>> = bytes[..end].split(|&byte| byte == b' ').map(<[u8]>::to_vec).collect();
    if let Some(word) = words.get_mut(word) {
        *word = format!("{sum:016x}").into_bytes();
        bytes.splice(..end, words.join(&b' '));
    }
}

fn network() -> Network {
    Network::random(Shape { blocks: 1, channels: 32 }, &mut Rng::new(1))
}

fn trainer() -> Trainer {
    Trainer::new(network(), 1, Schedule::default())
}

/// Requests to the board, one or more per connection.
fn requests() -> Vec<Vec<u8>> {
    const HOST: &str = "Host: 127.0.0.1:8361\r\n";
    let get = |path: &str| format!("GET {path} HTTP/1.1\r\n{HOST}\r\n");
    let post = |name: &str, body: &str| {
        let length = body.len();
        format!("POST /api/{name} HTTP/1.1\r\n{HOST}Content-Length: {length}\r\n\r\n{body}")
    };
    let new = r#"{"game":"go","cols":7,"rows":7,"rules":"chinese","komi":"7.5","handicap":2,"black":"person","white":"person","main":300,"period":10,"periods":3,"increment":1,"level":1,"seconds":0.1}"#;
    [
        get("/") + &get("/api/state") + &get("/api/tree"),
        get("/api/game.sgf") + &get("/api/game.gtp"),
        post("new", new) + &post("play", r#"{"move":"D4"}"#),
        post("new", r#"{"game":"clobber","cols":4,"rows":5}"#) + &post("play", r#"{"move":"A1-A2"}"#),
        post("play", r#"{"move":"C3"}"#)
            + &post("undo", "")
            + &post("redo", "{}")
            + &post("go", r#"{"node":1}"#),
        post("players", r#"{"black":"person","white":"engine","level":1}"#),
        post("comment", r#"{"node":0,"text":"a comment"}"#) + &post("dead", r#"{"point":"D4"}"#),
        post("branch", r#"{"line":["D4","pass"]}"#),
        post("playout", "{}") + &post("patterns", "{}") + &post("score", "{}") + &post("record", "{}"),
        post("analyze", r#"{"on":true}"#) + &post("stop", "{}") + &post("resign", "{}"),
        post("load", "(;SZ[7]AB[aa:cc];B[dd];W[ee](;B[ff])(;B[gg]))") + &post("review", r#"{"playouts":2}"#),
    ]
    .map(String::into_bytes)
    .to_vec()
}

/// Sets a single content length, usually right, and asks for no stream, which would never end.
fn lengthened(bytes: &mut Vec<u8>, rng: &mut Rng) {
    let text = String::from_utf8_lossy(bytes).replace("events", "event_");
    *bytes = match text.split_once("\r\n\r\n") {
        Some((head, body)) if head.matches("Content-Length: ").count() == 1 && rng.below(4) > 0 => {
            let (before, after) = head.split_once("Content-Length: ").unwrap();
            let after = after.trim_start_matches(|c: char| c != '\r');
            format!("{before}Content-Length: {}{after}\r\n\r\n{body}", body.len()).into_bytes()
        }
        _ => text.into_bytes(),
    };
}

/// A board behind a socket.
fn board() -> Check {
    let mut settings = Settings::new(7);
    for (name, value) in
        [("max_games", "9"), ("number_threads", "1"), ("use_book", "0"), ("uct_max_memory", "3e7")]
    {
        settings.set(name, value).unwrap();
    }
    let context = SessionContext::new(settings, 1, Arc::default());
    let game = GAMES.iter().find(|game| game.name == "go").unwrap();
    let session = (game.open)(BoardSize { cols: Some(7), rows: Some(7) }, Color::Black, context).unwrap();
    let listener = web::listen(0).unwrap();
    let port = listener.local_addr().unwrap().port();
    let board = Arc::new(web::Board::start(session, game, web::Opening::default(), port).unwrap());
    thread::spawn(move || web::serve(&listener, &board));
    let host = format!("127.0.0.1:{port}");
    let ask = move |bytes: &[u8]| {
        let mut stream = TcpStream::connect(&*host).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(240))).unwrap();
        let text = String::from_utf8_lossy(bytes).replace("127.0.0.1:8361", &host);
        // A server that refuses closes the connection before reading everything.
        let _ = stream.write_all(text.as_bytes()).and_then(|()| stream.shutdown(Shutdown::Write));
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    };
    Box::new(move |bytes| {
        let answer = ask(bytes);
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 "), "{answer}");
        assert!(!answer.starts_with("HTTP/1.1 500"), "{answer}");
        // The board still answers, and so does the thread that owns the game.
        for request in ["POST /api/stop", "POST /api/record"] {
            let answer = ask(format!("{request} HTTP/1.1\r\nHost: 127.0.0.1:8361\r\n\r\n").as_bytes());
            assert!(answer.starts_with("HTTP/1.1 200"), "{request}: {answer}");
        }
    })
}
