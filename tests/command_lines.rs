//! The command lines in the README and the guide, exactly as written.
//!
//! The language of a code block says how it is tested:
//!
//! - `sh`: the block runs in a shell, in a directory with the repository's files, and must succeed.
//! - `sh small`: the same, after the numbers following the options in [`SMALL`] are replaced by small ones.
//! - `sh parse`: the block would take long, never end, or need other programs or files; only the options of each
//!   `brasa` are checked.
//! - `gtp`: the commands run in one session, and none may fail.
//! - Others, such as `text`, are not run.

use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::program::{brasa, run_with};

/// The options whose numbers `sh small` replaces, with the replacements.
const SMALL: [(&str, &str); 10] = [
    ("--games", "2"),
    ("--skip", "1"),
    ("--playouts", "8"),
    ("--quick-playouts", "4"),
    ("--steps", "2"),
    ("--batch", "2"),
    ("--sim", "1"),
    ("--time", "0.02"),
    ("--level", "1"),
    ("--drift", "5"),
];

/// The languages of code blocks.
const LANGUAGES: [&str; 6] = ["sh", "sh small", "sh parse", "gtp", "text", "rust"];

const PROGRAM: &str = env!("CARGO_BIN_EXE_brasa");

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the code blocks of a page with their languages.
fn blocks(page: &str) -> Vec<(&str, &str)> {
    let mut parts = page.split("```");
    parts.next();
    let mut blocks = Vec::new();
    while let (Some(block), Some(_)) = (parts.next(), parts.next()) {
        blocks.push(block.split_once('\n').unwrap());
    }
    blocks
}

/// Returns a directory with links to the repository's files and, in its usual place, to the program.
fn place() -> tempfile::TempDir {
    let place = tempfile::tempdir().unwrap();
    for entry in root().read_dir().unwrap() {
        let name = entry.unwrap().file_name();
        if name != "target" && name != ".git" {
            symlink(root().join(&name), place.path().join(name)).unwrap();
        }
    }
    let target = place.path().join("target/release");
    std::fs::create_dir_all(&target).unwrap();
    symlink(PROGRAM, target.join("brasa")).unwrap();
    place
}

/// Runs a block in a shell.
fn run(place: &Path, block: &str) {
    let path = format!("{}:{}", place.join("target/release").display(), std::env::var("PATH").unwrap());
    let output = Command::new("bash")
        .args(["-euo", "pipefail", "-c", block])
        .current_dir(place)
        .env("PATH", path)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
    assert!(output.status.success(), "{block}\n{}{}", text[0], text[1]);
}

/// Returns a block with small numbers.
fn with_small_numbers(block: &str) -> String {
    let mut option = "";
    let words = block.split_inclusive([' ', '\n']).map(|word| {
        let number = word.trim_end_matches(|c: char| !c.is_ascii_digit());
        let small = SMALL.iter().find(|(name, _)| *name == option).map(|(_, small)| small);
        option = word.trim_end();
        match small {
            Some(small) if number.parse::<f64>().is_ok() => format!("{small}{}", &word[number.len()..]),
            _ => word.to_owned(),
        }
    });
    words.collect()
}

/// Checks the options of each `brasa` in a block, including those started by a match; returns their number.
fn parse(block: &str) -> usize {
    let mut count = 0;
    // A match replaces its placeholders with numbers for each game.
    for line in block.replace("\\\n", " ").replace("%SRAND", "1").lines() {
        let line = line.split(" # ").next().unwrap_or_default();
        for command in line.split(['|', ';']).flat_map(|part| part.split("&&")) {
            let Ok(words) = shell_words::split(command) else { continue };
            let start = words.iter().position(|word| !word.contains('=')).unwrap_or(words.len());
            let Some((program, rest)) = words[start..].split_first() else { continue };
            if program != "brasa"
                && !["/release/brasa", "/debug/brasa"].iter().any(|end| program.ends_with(end))
            {
                continue;
            }
            brasa::cli::check(&words[start..]).unwrap_or_else(|error| panic!("{command}\n{error}"));
            count += 1;
            for pair in rest.windows(2).filter(|pair| ["--black", "--white"].contains(&&*pair[0])) {
                count += parse(&pair[1]);
            }
        }
    }
    count
}

/// Runs commands of GTP in one session.
fn session(commands: &str) {
    let options = ["--size", "9", "--playouts", "20", "--quiet", "--preset", "go3"];
    let output = run_with(Command::new(PROGRAM).args(options), commands).output;
    let replies: Vec<_> = output.split_terminator("\n\n").collect();
    assert!(
        replies.len() == commands.lines().count() && replies.iter().all(|reply| reply.starts_with('=')),
        "{output}"
    );
}

fn check_page(name: &str) {
    let page = std::fs::read_to_string(root().join(name)).unwrap();
    // An indented block has no language, so it would never be run.
    assert!(!page.lines().any(|line| line.starts_with("    brasa ")), "{name}: an indented command");
    let place = place();
    for (language, block) in blocks(&page) {
        assert!(LANGUAGES.contains(&language), "{name}: unknown language '{language}'");
        match language {
            "sh" => run(place.path(), block),
            "sh small" => run(place.path(), &with_small_numbers(block)),
            "sh parse" => drop(parse(block)),
            "gtp" => session(block),
            _ => {}
        }
    }
}

macro_rules! pages {
    ($($test:ident $page:literal,)*) => {
        $(#[test] fn $test() { check_page($page); })*
        const PAGES: &[&str] = &[$($page),*];
    };
}

pages! {
    readme "README.md",
    contributing ".github/CONTRIBUTING.md",
    patterns "patterns/README.md",
    books "book/README.md",
    analysis "src/guide/analysis.md",
    board "src/guide/board.md",
    clients "src/guide/clients.md",
    coming_from_fuegito "src/guide/coming-from-fuegito.md",
    coming_from_fuego "src/guide/coming-from-fuego.md",
    commands "src/guide/commands.md",
    course "src/guide/course.md",
    lesson_1 "src/guide/course/1-boards.md",
    lesson_2 "src/guide/course/2-rules.md",
    lesson_3 "src/guide/course/3-minimax.md",
    lesson_4 "src/guide/course/4-flat-monte-carlo.md",
    lesson_5 "src/guide/course/5-ucb.md",
    lesson_6 "src/guide/course/6-uct.md",
    lesson_7 "src/guide/course/7-rave.md",
    lesson_8 "src/guide/course/8-learned-patterns.md",
    lesson_9 "src/guide/course/9-network.md",
    lesson_10 "src/guide/course/10-alphazero.md",
    exercises "src/guide/exercises.md",
    games "src/guide/games.md",
    map "src/guide/map.md",
    net "src/guide/net.md",
    parameters "src/guide/parameters.md",
    playing "src/guide/playing.md",
    recipes "src/guide/recipes.md",
    strength "src/guide/strength.md",
}

#[test]
fn every_page_is_checked() {
    for folder in ["src/guide", "src/guide/course"] {
        for entry in root().join(folder).read_dir().unwrap() {
            let name = format!("{folder}/{}", entry.unwrap().file_name().to_str().unwrap());
            assert!(!name.ends_with(".md") || PAGES.contains(&&*name), "{name}");
        }
    }
}

/// Files that pages and documents name by their paths in the code.
#[test]
fn files_that_pages_name_exist() {
    let mut count = 0;
    for page in PAGES {
        let text = std::fs::read_to_string(root().join(page)).unwrap();
        for word in text.split('`').filter(|word| !word.contains(char::is_whitespace)) {
            let is_path = ["src/", "scripts/", "tests/", "patterns/", "book/"]
                .iter()
                .any(|start| word.starts_with(start));
            let is_module = [".rs"].iter().any(|end| word.ends_with(end)) && word.contains('/');
            if word.contains(['*', '…']) || word.contains("NAME") || !(is_path || is_module) {
                continue;
            }
            let found = [root().join(word), root().join("src").join(word)].iter().any(|path| path.exists());
            assert!(found, "{page}: {word}");
            count += 1;
        }
    }
    assert!(count > 60, "{count}");
}

#[test]
fn a_faulty_command_line_is_found() {
    let ends_badly = |block: &'static str| std::panic::catch_unwind(|| parse(block)).is_err();
    assert!(ends_badly("brasa --sise 9") && ends_badly("brasa match --black 'brasa --sise 9' --white x"));
    assert_eq!(parse("A=b brasa bench && echo x | brasa match --black \"brasa --size 9\" --white x"), 3);
    assert_eq!(
        with_small_numbers("x --time 10\" --games 400\n--size 9"),
        "x --time 0.02\" --games 2\n--size 9"
    );
}

#[test]
fn every_command_has_its_help() {
    for command in ["gtp", "match", "board", "net train", "patterns check", "book build"] {
        let words: Vec<&str> = command.split(' ').collect();
        let help = |args: Vec<&str>| brasa(root(), &args);
        let asked = help([&["help"], &words[..]].concat());
        assert!(asked.status == 0 && asked.output.contains("Usage: "), "{command}: {}", asked.output);
        for flag in ["--help", "-h"] {
            let run = help([&words[..], &[flag]].concat());
            assert_eq!(
                (run.status, run.output),
                (0, asked.output.clone()),
                "{command} {flag}: {}",
                run.error
            );
        }
    }
}
