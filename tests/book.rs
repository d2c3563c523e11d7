//! Opening books: the format, symmetries, the builder, and files left behind by a killed process.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use brasa::book::file::{self, write};
use brasa::book::{
    AutoBook, AutoBookError, AutoBookParams, Book, Builder, Expansion, Graph, Line, NodeId, Origin,
    PictureLimits, Restrictions, export, merge, picture, read_moves,
};
use brasa::engine::go::analysis::estimate;
use brasa::engine::go::autobook::origin;
use brasa::engine::go::book::{built_in, start};
use brasa::engine::{BoardSize, Settings};
use brasa::framework::{Control, Game, IllegalMove, Limits, MoveStat, Report, Search, Symmetric};
use brasa::go::{Position, Rules, vertex};
use brasa::util::Rng;
use brasa::util::params::Params;
use proptest::prelude::*;

fn read(path: &Path, origin: &Origin<Position>, alpha: f64) -> Result<Graph, AutoBookError> {
    file::read(path, |_| Some(origin.clone()), alpha).map(|found| found.unwrap().graph)
}

fn book(text: &str) -> Book<Position> {
    let parsed = Book::parse(text, start);
    assert!(parsed.faults.is_empty(), "{:?}", parsed.faults);
    parsed.book
}

fn faults(text: &str) -> Vec<String> {
    Book::parse(text, start).faults.iter().map(ToString::to_string).collect()
}

fn play(size: u8, moves: &str) -> Position {
    let mut game = start(size).unwrap();
    moves.split_whitespace().for_each(|mv| game.play(vertex::parse(mv, size).unwrap()).unwrap());
    game
}

fn replies(book: &Book<Position>, game: &Position) -> Vec<String> {
    book.replies(game).iter().map(|reply| game.move_text(reply.mv)).collect()
}

#[test]
fn a_book_round_trips_with_its_comments() {
    let text = "# a comment\n\n9 | E5\n# two replies\n9 E5 | C4:2 C3\n19 Q16 D4 | Q3:10 D16:3\n# the end\n";
    assert_eq!(book(text).to_string(), text);
    let crlf = text.replace('\n', "\r\n");
    assert_eq!(book(&crlf).to_string(), text);
    assert_eq!(book("  9   e5  |  c4   c3").to_string(), "9 E5 | C4 C3\n");
    assert_eq!(book("").to_string(), "");
}

#[test]
fn every_fault_has_its_line_and_reason() {
    let cases = [
        ("E5 | C4", "1: 'E5' is not a board size"),
        ("1 | A1", "1: '1' is not a board size"),
        ("9 E5 C4", "1: no '|' between the moves and the replies"),
        ("9 E5 |", "1: no reply after '|'"),
        ("\n9 E5 X9 | C4", "2: 'X9' is not a move"),
        ("9 E5 E5 | C4", "1: move 2, E5: illegal move: occupied"),
        ("9 K1 | C4", "1: move 1, K1: illegal move: no such point"),
        ("9 E5 | E5", "1: reply E5: illegal move: occupied"),
        ("9 E5 | C4 C3 C4", "1: reply C4 is repeated"),
        ("9 E5 | C4:0", "1: 'C4:0': the weight of a reply is a whole number from 1 to 1000000000"),
        ("9 E5 | C4:x", "1: 'C4:x': the weight of a reply is a whole number from 1 to 1000000000"),
        ("9 E5 | C4 | C3", "1: '|' is not a move"),
        (
            "9 C3 E5 G7 | C7\n9 G7 E5 C3 | C7",
            "2: line 1 has the same position, possibly rotated, mirrored or reached by other moves",
        ),
    ];
    for (text, fault) in cases {
        assert_eq!(faults(text), [fault], "{text}");
    }
    let parsed = Book::parse("9 | E5\n9 E5 |\n9 E5 | C4", start);
    assert_eq!((parsed.book.lines().len(), parsed.faults.len()), (2, 1));
    assert_eq!(faults(&format!("9 {}| E5", "pass ".repeat(1001))), ["1: more than 1000 moves"]);
}

#[test]
fn a_line_answers_all_its_images_for_both_colors() {
    for (moves, reply) in [("C3 G7 C6", "F4"), ("C3 G7 C6 F4", "D2")] {
        let size = 9;
        let book = book(&format!("{size} {moves} | {reply}"));
        let own = play(size, moves);
        let reply = vertex::parse(reply, size).unwrap();
        for symmetry in 0..8 {
            let mut game = start(size).unwrap();
            for mv in moves.split_whitespace() {
                game.play(own.image(vertex::parse(mv, size).unwrap(), symmetry)).unwrap();
            }
            let wanted = own.move_text(own.image(reply, symmetry));
            assert_eq!(replies(&book, &game), [wanted], "{moves}, symmetry {symmetry}");
            game.set_to_play(!game.to_play());
            assert_eq!(replies(&book, &game), [""; 0], "the other player to move is another position");
        }
    }
    assert_eq!(replies(&book("9 | C3"), &play(9, "")), ["C3", "G3", "C7", "G7"]);
    assert_eq!(replies(&book("9 | C3"), &play(13, "")), [""; 0]);
}

#[test]
fn replies_that_a_repetition_forbids_are_not_played() {
    // Black has just taken a ko, which White may not retake. Without White's stone in it, the same stones are no ko.
    let taken = play(5, "B3 D4 C4 D2 C2 E3 A1 C3 D3");
    let placed = play(5, "B3 D4 C4 D2 C2 E3 A1 pass D3");
    assert_eq!(taken.canonical(), placed.canonical());
    assert!(matches!(
        taken.check(vertex::parse("C3", 5).unwrap()),
        Err(IllegalMove::Ko | IllegalMove::Superko)
    ));
    let book = book("5 B3 D4 C4 D2 C2 E3 A1 pass D3 | C3");
    assert_eq!(faults("5 B3 D4 C4 D2 C2 E3 A1 C3 D3 | C3").len(), 1);
    assert_eq!(replies(&book, &placed), ["C3"]);
    assert_eq!(replies(&book, &taken), [""; 0]);
    assert_eq!(book.choose(&taken, &mut Rng::new(1)), None);
}

#[test]
fn replies_are_chosen_by_weight_from_the_seed() {
    let book = book("9 E5 | C4:3 C5");
    let game = play(9, "E5");
    let draw = |seed| {
        let mut rng = Rng::new(seed);
        (0..400).map(|_| game.move_text(book.choose(&game, &mut rng).unwrap())).collect::<Vec<_>>()
    };
    assert_eq!(draw(1), draw(1));
    let of_c4 = draw(2)
        .iter()
        .filter(|mv| ["C4", "C6", "G4", "G6", "D3", "F3", "D7", "F7"].contains(&&***mv))
        .count();
    assert!((260..=340).contains(&of_c4), "{of_c4} of 400; 300 are expected");
}

#[test]
fn merged_books_have_the_replies_of_both() {
    let mut first = book("9 | E5:2\n9 E5 | C4");
    first.merge(&book("9 | E5:3 C3\n9 E5 C3 | G7"));
    assert_eq!(first.to_string(), "9 | E5:5 C3\n9 E5 | C4\n9 E5 C3 | G7\n");
}

#[test]
fn merged_books_have_the_comments_of_both() {
    let mut first = book("# First\n9 | E5\n# End");
    first.merge(&book("# Second\n9 | E5\n# New\n9 E5 | C4\n# Last"));
    assert_eq!(first.to_string(), "# First\n# Second\n9 | E5:2\n# New\n9 E5 | C4\n# End\n# Last\n");
}

#[test]
fn a_deleted_reply_takes_its_images_along() {
    let mut images = book("9 | C3 E5 G7 C7");
    images.delete(9, &[], vertex::parse("G3", 9).unwrap()).unwrap();
    assert_eq!(images.to_string(), "9 | E5\n");
}

#[test]
fn the_built_in_book_is_read_without_faults() {
    let book = built_in();
    for size in [9, 13, 19] {
        assert!(!book.replies(&start(size).unwrap()).is_empty(), "{size}");
    }
    let texts = ["9x9", "13x13", "19x19"].map(|size| {
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("book/{size}.txt")))
            .unwrap()
    });
    assert_eq!(faults(&texts.concat()), [""; 0]);
    assert!(self::book(&texts[0]).lines().len() >= 300);
}

/// A better network, or a better search, can leave a book behind; matches without a book do not show it.
#[test]
fn the_search_would_play_as_the_built_in_books_do() {
    const POSITIONS: usize = 20;
    const EVALUATIONS: u64 = 30;
    let book = built_in();
    for size in [9, 13, 19] {
        let mut settings = Settings::new(size);
        settings.params.search.number_threads = 1;
        let spec = settings.spec(BoardSize::square(size), 1);
        let value = |game: &Position| estimate(&spec, game, EVALUATIONS).mean;
        let lines: Vec<_> = book.lines().iter().filter(|line| line.size == size).collect();
        let loss = |line: &Line| {
            let mut game = start(size).unwrap();
            line.moves.iter().for_each(|&mv| game.play(mv).unwrap());
            let before = value(&game);
            let best = line.replies.iter().max_by(|a, b| a.weight.total_cmp(&b.weight)).unwrap();
            game.play(best.mv).unwrap();
            before + value(&game) - 1.0
        };
        let losses: f64 = (0..POSITIONS).map(|i| loss(lines[i * lines.len() / POSITIONS])).sum();
        let mean = losses / POSITIONS as f64;
        assert!(mean < 0.02, "{size}: a move of the book loses {mean:.3} by the search");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn no_text_makes_the_reader_fail(text in "([0-9A-T|: #.\n]|pass|9 |E5 |\\| ){0,80}", other in ".{0,60}") {
        for text in [text.as_str(), other.as_str()] {
            let parsed = Book::parse(text, start);
            let again = Book::parse(&parsed.book.to_string(), start);
            prop_assert!(again.faults.is_empty());
            prop_assert_eq!(again.book.to_string(), parsed.book.to_string());
            let _ = read_moves(text, &start(9).unwrap(), 9);
        }
    }

    #[test]
    fn books_of_random_games_round_trip(seed in 0u64..1000) {
        let mut rng = Rng::new(seed);
        let mut book = Book::new(start);
        for _ in 0..20 {
            let size = [5, 9, 19][rng.below(3)];
            let (mut game, mut line) = (start(size).unwrap(), Vec::new());
            for _ in 0..rng.below(12) + 1 {
                let moves = game.moves();
                let Some(&mv) = moves.get(rng.below(moves.len().max(1))) else { break };
                let known = book.replies(&game).iter().any(|reply| reply.mv == mv);
                prop_assert_eq!(book.add(size, &line, mv).is_err(), known);
                prop_assert!(book.replies(&game).iter().any(|reply| reply.mv == mv));
                game.play_legal(mv);
                line.push(mv);
            }
        }
        let again = Book::parse(&book.to_string(), start);
        prop_assert!(again.faults.is_empty());
        prop_assert_eq!(again.book.to_string(), book.to_string());
        for line in again.book.lines().to_vec() {
            for reply in &line.replies {
                book.delete(line.size, &line.moves, reply.mv).unwrap();
            }
        }
        prop_assert!(book.lines().is_empty());
    }
}

/// A search that values a position by its key, so that its results are known.
struct Oracle;

fn worth(game: &Position) -> f64 {
    (game.canonical().key % 1000) as f64 / 1000.0
}

impl Search<Position> for Oracle {
    fn search(&mut self, game: &Position, _: Limits, _: &Control) -> Report {
        let moves = game.moves();
        let moves = moves.into_iter().map(|mv| MoveStat { mv, count: 1, ..MoveStat::default() }).collect();
        Report { value: worth(game), moves, ..Report::default() }
    }
}

/// Runs `steps` expansions of a book file with the oracle.
fn expand(path: &Path, steps: usize, change: impl FnOnce(&mut AutoBookParams, &mut Restrictions)) -> Graph {
    let mut params = AutoBookParams { expand_width: 3, ..AutoBookParams::for_size(0) };
    let mut restrictions = Restrictions::default();
    change(&mut params, &mut restrictions);
    let mut book = AutoBook::open(path, origin(3, Rules::default()), params.alpha).unwrap();
    let mut searches: Vec<Box<dyn Search<Position>>> = vec![Box::new(Oracle), Box::new(Oracle)];
    let control = Control::default();
    let mut builder = Builder {
        book: &mut book,
        searches: &mut searches,
        params: &params,
        restrictions: &restrictions,
        control: &control,
    };
    for _ in 0..steps {
        assert!(matches!(builder.expand(&[]).unwrap(), Expansion::Expanded(_)));
    }
    let graph = book.graph().clone();
    check(&graph, params.alpha);
    graph
}

/// Checks that each node's value and priority follow from its moves.
fn check(graph: &Graph, alpha: f64) {
    for id in graph.ids() {
        let node = graph.node(id);
        let values: Vec<f32> = node.edges.iter().map(|&edge| 1.0 - graph.node(edge.child).value).collect();
        let Some(best) = values.iter().copied().max_by(f32::total_cmp) else {
            assert_eq!(Some(node.value), node.heuristic.or(Some(0.5)));
            continue;
        };
        assert!((node.value - best).abs() < 1e-6);
        let priority = node
            .edges
            .iter()
            .zip(&values)
            .map(|(edge, value)| alpha as f32 * (best - value) + graph.node(edge.child).priority + 1.0);
        let least = priority.min_by(f32::total_cmp).unwrap();
        assert!(node.priority == least || (node.priority - least).abs() < 1e-3, "{} {least}", node.priority);
    }
}

fn same(a: &Graph, b: &Graph) {
    assert_eq!(a.len(), b.len());
    for id in a.ids() {
        let node = a.node(id);
        let other = b.node(b.find_key(node.key).unwrap());
        assert!((node.value - other.value).abs() < 1e-3 && node.count == other.count, "{node:?} {other:?}");
        assert_eq!(node.edges.len(), other.edges.len());
    }
}

#[test]
fn the_builder_keeps_values_and_priorities_and_its_file_tells_all() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("three.auto");
    let graph = expand(&path, 40, |_, _| {});
    assert_eq!(graph.node(Graph::ROOT).count, 40);
    let origin = origin(3, Rules::default());
    same(&graph, &read(&path, &origin, 30.0).unwrap());
    // The same work in three runs.
    let parts = directory.path().join("parts.auto");
    expand(&parts, 10, |_, _| {});
    expand(&parts, 20, |_, _| {});
    same(&graph, &expand(&parts, 10, |_, _| {}));
    assert_eq!(std::fs::read(&path).unwrap(), std::fs::read(&parts).unwrap());
    // Written as one line per position, and merged with itself.
    let copy = directory.path().join("copy.auto");
    write(&copy, &origin, &graph, usize::MAX).unwrap();
    same(&graph, &read(&copy, &origin, 30.0).unwrap());
    let merged = merge(&origin, &graph, &[graph.clone(), graph.clone()]);
    same(&graph, &merged);
    let mut refreshed = graph.clone();
    refreshed.refresh(5.0);
    check(&refreshed, 5.0);
    refreshed.refresh(30.0);
    same(&graph, &refreshed);
}

#[test]
fn merging_takes_means_of_values_and_the_greater_counts() {
    let directory = tempfile::tempdir().unwrap();
    let origin = origin(9, Rules::default());
    let graph = |name: &str, lines: &str| {
        let path = directory.path().join(name);
        std::fs::write(&path, format!("autobook size 9 komi 7.5\n{lines}")).unwrap();
        read(&path, &origin, 30.0).unwrap()
    };
    let a = graph("a", "9 | E5 0.6 C3 0.5\n9 E5 | E3 0.3\n");
    let b = graph("b", "9 | E5 0.4 D4 0.5 | 7\n");
    let merged = merge(&origin, &a, &[b]);
    let value = |mv: &str| merged.node(merged.find(&play(9, mv)).unwrap()).heuristic.unwrap();
    assert!((value("E5") - 0.5).abs() < 1e-6 && (value("C3") - 0.5).abs() < 1e-6);
    assert!((value("D4") - 0.5).abs() < 1e-6 && (value("E5 E3") - 0.7).abs() < 1e-6);
    assert_eq!(merged.node(Graph::ROOT).count, 7);
    let book = export(&origin, &merged, start, 0, 0.25);
    assert_eq!(book.to_string(), "9 | E5:1000 C3:200 D4:200\n9 E5 | E3\n");
    // A position is closed if it is in one of them.
    let open = graph("open", "9 | E5 0.6 | 1\n");
    let closed = graph("closed", "9 | E5 0.6 | 1\n9 |\n");
    assert!(merge(&origin, &open, std::slice::from_ref(&closed)).node(Graph::ROOT).is_complete);
    assert!(merge(&origin, &closed, &[open]).node(Graph::ROOT).is_complete);
}

#[test]
fn restrictions_and_the_end_of_all_lines_are_respected() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name);
    let game = start(3).unwrap();
    let center = vertex::parse("B2", 3).unwrap();
    let forced = expand(&path("forced"), 10, |_, restrictions| restrictions.force(&game, &[vec![center]]));
    assert_eq!(forced.node(Graph::ROOT).edges.len(), 1);
    assert!(forced.find(&play(3, "B2")).is_some());
    let disabled = expand(&path("disabled"), 10, |params, restrictions| {
        params.expand_width = 100;
        restrictions.disable(&game, &[vec![center]]);
    });
    assert!(disabled.find(&play(3, "B2")).is_none() && disabled.find(&play(3, "A1")).is_some());
    // On 2x2 the book is finished after a while, and the file says so.
    let params = AutoBookParams { expand_width: 100, ..AutoBookParams::for_size(0) };
    let steps = || {
        let mut book = AutoBook::open(&path("two"), origin(2, Rules::default()), params.alpha).unwrap();
        let mut builder = Builder {
            book: &mut book,
            searches: &mut [Box::new(Oracle)],
            params: &params,
            restrictions: &Restrictions::default(),
            control: &Control::default(),
        };
        (0..).take_while(|_| builder.expand(&[]).unwrap() != Expansion::Finished).take(100_000).count()
    };
    assert!((1..1000).contains(&steps()));
    assert_eq!(steps(), 0);
}

#[test]
fn widening_adds_moves_to_positions_that_are_often_visited() {
    let directory = tempfile::tempdir().unwrap();
    let widths = |name: &str, widens: bool| {
        let graph = expand(&directory.path().join(name), 7, |params, _| {
            (params.expand_width, params.expand_threshold, params.use_widening) = (1, 4, widens);
        });
        graph.node(Graph::ROOT).edges.len()
    };
    assert_eq!((widths("narrow", false), widths("wide", true)), (1, 2));
}

#[test]
fn a_picture_shows_the_main_line_and_its_counts() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("a");
    std::fs::write(&path, "autobook size 9 komi 7.5\n9 | E5 0.6 C3 0.5\n9 E5 | E3 0.3 C4 0.45\n").unwrap();
    let graph = read(&path, &origin(9, Rules::default()), 30.0).unwrap();
    let limits = PictureLimits { depth: 3, width: 2, least_count: 0 };
    let svg = picture(&graph, &start(9).unwrap(), "a < b", limits);
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n") && svg.contains("a &lt; b"));
    for text in
        ["font-weight=\"bold\">E5  55.0%<", ">C3  50.0%<", "font-weight=\"bold\">D3  45.0%<", ">E3  30.0%<"]
    {
        assert!(svg.contains(text), "{text} in\n{svg}");
    }
    assert_eq!(svg.matches("<rect").count(), 6, "the background and five positions");
}

#[test]
fn faulty_automatic_books_are_refused_and_left_alone() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("a");
    let header = "autobook size 9 komi 7.5\n";
    let cases = [
        ("text\n", "is not an automatic book"),
        ("autobook size 13 komi 7.5\n", ":1: a book for size 13 komi 7.5; expected size 9 komi 7.5"),
        (&format!("{header}9 E5 | C4 0.5\n"), ":2: '9 E5' is not in the book: no earlier line evaluates it"),
        (&format!("{header}9 | C4 1.5\n"), ":2: '1.5' is not a value from 0 to 1"),
        (&format!("{header}9 | C4 0.5 | x\n"), ":2: 'x' is not a count"),
        (&format!("{header}9 | C4\n"), ":2: '' is not a value"),
        (&format!("{header}\n13 | C4 0.5\n"), ":3: '13' is not a board size"),
    ];
    for (text, message) in cases {
        std::fs::write(&path, text).unwrap();
        let Err(error) = AutoBook::open(&path, origin(9, Rules::default()), 30.0) else {
            panic!("{text} is accepted")
        };
        assert!(error.to_string().contains(message), "{error}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn no_file_makes_the_automatic_book_fail(lines in "(9 |E5 |C4 |0\\.5 |\\| |[0-9]|\n){0,60}") {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("a");
        std::fs::write(&path, format!("autobook size 9 komi 7.5\n{lines}")).unwrap();
        if let Ok(graph) = read(&path, &origin(9, Rules::default()), 30.0) {
            check(&graph, 30.0);
            let _: Option<NodeId> = graph.find(&start(9).unwrap());
        }
    }
}

/// Returns the complete lines of a file.
fn whole_lines(path: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
    whole.lines().map(str::to_owned).collect()
}

#[test]
fn a_killed_builder_loses_only_the_expansion_in_hand() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("five.auto");
    let mut rng = Rng::new(3);
    let mut saved = Vec::new();
    for _ in 0..12 {
        let mut child = Command::new(env!("CARGO_BIN_EXE_brasa"))
            .args(["book", "build", "--size", "5", "--time", "1m", "--param", "num_games_per_sort=20"])
            .args(["--param", "num_games_per_evaluation=5", "--param", "expand_width=2", "--out"])
            .arg(&path)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        while !path.exists() && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
        std::thread::sleep(Duration::from_millis(20 + rng.below(150) as u64));
        child.kill().unwrap();
        child.wait().unwrap();
        let lines = whole_lines(&path);
        assert!(lines.starts_with(&saved), "a saved line is lost");
        saved = lines;
        if saved.len() > 1 {
            read(&path, &origin(5, Rules::default()), 30.0).unwrap();
        }
        // A torn line, as a machine crash could leave it.
        std::fs::OpenOptions::new()
            .append(true)
            .open(&path)
            .and_then(|mut file| file.write_all(b"5 A"))
            .unwrap();
    }
    assert!(saved.len() > 2, "{saved:?}");
}

#[test]
fn a_kill_during_a_save_leaves_the_old_or_the_new_book() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("book.txt");
    let text = |count: usize| -> String {
        let point = |i: usize| format!("{}{}", (b'A' + (i % 8) as u8) as char, 1 + i / 8 % 19);
        (0..count).map(|i| format!("19 {} | K10\n", point(i))).collect()
    };
    let book = |count| format!("# Made by brasa\n{}", Book::parse(&text(count), start).book);
    let [old, new] = [3, 60].map(book);
    let (small, large) = (directory.path().join("small"), directory.path().join("large"));
    std::fs::write(&small, &old).unwrap();
    std::fs::write(&large, &new).unwrap();
    std::fs::write(&path, &old).unwrap();
    let mut rng = Rng::new(5);
    for _ in 0..12 {
        let mut child = Command::new(env!("CARGO_BIN_EXE_brasa"))
            .arg("--quiet")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let input: String = (0..2000)
            .map(|i| {
                let from = if i % 2 == 0 { &large } else { &small };
                format!("book_load {}\nbook_save_as {}\n", from.display(), path.display())
            })
            .collect();
        let mut stdin = child.stdin.take().unwrap();
        let writer = std::thread::spawn(move || {
            // The child is killed while reading.
            let _ = stdin.write_all(input.as_bytes());
        });
        std::thread::sleep(Duration::from_millis(20 + rng.below(200) as u64));
        child.kill().unwrap();
        child.wait().unwrap();
        writer.join().unwrap();
        let found = std::fs::read_to_string(&path).unwrap();
        assert!(found == old || found == new, "half a book");
    }
}
