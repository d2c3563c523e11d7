//! The guide: its session is played, and its pages of parameters and commands are generated from the tables.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use brasa::book::AutoBookParams;
use brasa::engine::build::Choice;
use brasa::engine::go::policies::POLICIES;
use brasa::engine::go::rules::RuleParams;
use brasa::engine::{
    BoardSize, GROUPS, GameEntry, PRESETS, ParamRow, SessionContext, Settings, no_effect, players, rows,
    searches,
};
use brasa::framework::Color;
use brasa::go::pattern::{Pattern, PatternSet};
use brasa::go::{Position, Rules};
use brasa::gtp::commands::{CHAPTERS, Gtp};
use brasa::util::params::{Kind, Params as _, Value as _};

use crate::gtp::matches;
use crate::program::run_with;

const GAMES: &str = include_str!("../src/guide/games.md");
const PARAMETERS: &str = include_str!("../src/guide/parameters.md");
const COMMANDS: &str = include_str!("../src/guide/commands.md");

/// Parameters whose defaults depend on the machine.
const OF_THE_MACHINE: [&str; 2] = ["number_threads", "uct_max_memory"];

#[test]
fn the_session_of_the_page_on_games_is_played() {
    let block = GAMES.split("```text\n$ brasa ").nth(1).unwrap().split("```").next().unwrap();
    let (options, session) = block.split_once('\n').unwrap();
    // Each part is a command and its reply, followed by an empty line.
    let (commands, replies): (Vec<_>, Vec<_>) =
        session.split("\n\n").map(|part| part.trim().split_once('\n').unwrap()).unzip();
    let mut command = Command::new(env!("CARGO_BIN_EXE_brasa"));
    let output = run_with(command.args(options.split(' ')).arg("--quiet"), &commands.join("\n")).output;
    let found: Vec<_> = output.split_terminator("\n\n").collect();
    assert_eq!(found.len(), commands.len(), "{output}");
    for ((command, expected), found) in commands.iter().zip(replies).zip(found) {
        let [expected, lines] = [expected, found].map(|text| text.lines().collect::<Vec<_>>());
        assert!(matches(&expected, &lines), "{command}\n{found}");
    }
}

#[test]
fn the_page_of_parameters_is_that_of_the_tables() {
    check_page("parameters.md", PARAMETERS, &parameters());
}

#[test]
fn the_page_of_commands_is_that_of_the_tables() {
    check_page("commands.md", COMMANDS, &commands());
}

#[test]
fn the_pictures_of_patterns_are_those_of_the_tables() {
    let pictures = [("mogo.svg", PatternSet::Mogo), ("michi.svg", PatternSet::Michi)];
    for (name, set) in pictures {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/guide/pictures").join(name);
        let page = std::fs::read_to_string(file).unwrap();
        check_page(&format!("pictures/{name}"), &page, &drawn(set.figures()));
    }
}

/// Draws patterns, seven per row; a ring marks the move. Patterns that must not match follow their own.
fn drawn(patterns: &[Pattern]) -> String {
    const CELL: usize = 26;
    const STEP: usize = 4 * CELL;
    let mut figures: Vec<(String, &[&str; 3], bool)> = Vec::new();
    for pattern in patterns {
        let player = pattern.player.map_or(String::new(), |player| format!(", {player}"));
        figures.push((format!("{}{player}", pattern.group), &pattern.rows, false));
        figures.extend(pattern.except.iter().map(|rows| ("but not".to_owned(), rows, true)));
    }
    let (width, height) = (7 * STEP + CELL / 2, figures.len().div_ceil(7) * (STEP + CELL) + 2 * CELL);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         role=\"img\" font-family=\"sans-serif\" font-size=\"13\" text-anchor=\"middle\">\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"6\" fill=\"#ecc783\"/>\n"
    );
    for (i, (group, rows, is_exception)) in figures.iter().enumerate() {
        let (left, top) = (i % 7 * STEP + CELL, i / 7 * (STEP + CELL) + CELL);
        for (row, cells) in rows.iter().enumerate() {
            for (col, cell) in cells.chars().enumerate() {
                let (x, y) = (left + col * CELL + CELL / 2, top + row * CELL + CELL / 2);
                let circle = |radius: usize, fill: &str| {
                    format!(
                        "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\" stroke=\"#16161a\"/>"
                    )
                };
                let text = |text: &str| format!("<text x=\"{x}\" y=\"{}\">{text}</text>", y + 5);
                svg += &match cell {
                    'X' => circle(11, "#16161a"),
                    'O' => circle(11, "#fcfcf8"),
                    '?' => text("?"),
                    'x' => text("¬●"),
                    'o' => text("¬○"),
                    '.' if (row, col) == (1, 1) => circle(5, "none"),
                    '.' => format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"2\" fill=\"#43351c\"/>"),
                    _ => format!(
                        "<rect x=\"{}\" y=\"{}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"#8a6d3b\"/>",
                        x - CELL / 2,
                        y - CELL / 2
                    ),
                };
                svg += "\n";
            }
        }
        let ink = if *is_exception { "#d1381f" } else { "#43351c" };
        let (x, y) = (left + 3 * CELL / 2, top + 4 * CELL - 6);
        let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y}\" fill=\"{ink}\">{group}</text>");
    }
    let legend =
        "ring: the move   dot: empty   ?: any   ¬●, ¬○: empty or the other color   brown: off the board";
    let _ = writeln!(svg, "<text x=\"{}\" y=\"{}\" fill=\"#43351c\">{legend}</text>", width / 2, height - 12);
    svg + "</svg>\n"
}

fn check_page(name: &str, page: &str, generated: &str) {
    if page != generated {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, generated).unwrap();
        panic!("the tables have changed: cp {} src/guide/{name}", path.display());
    }
}

/// Returns the page of commands.
fn commands() -> String {
    let mut page = "All commands of the Go Text Protocol, by chapter.\n\n\
        `tests/guide.rs` makes this page from the tables in the code. `help` prints those of the current game.\n\n\
        In the arguments, `[X]` may be left out, and `X...` stands for one or more words. The third column is the type of\n\
        the entry in GoGui's menu *Analyze Commands*.\n"
        .to_owned();
    let titles = |game: &'static str| {
        let context = SessionContext::new(Settings::new(9), 1, Arc::default());
        let entry = GameEntry::find(game).unwrap();
        let mut gtp = Gtp::of(game, (entry.open)(BoardSize::default(), Color::Black, context).unwrap());
        gtp.run("help", &[]).unwrap()
    };
    let (go, other) = (titles("go"), titles("clobber"));
    for chapter in CHAPTERS {
        let title = format!("{}:\n", chapter.title);
        let games = match (go.contains(&title), other.contains(&title)) {
            (true, false) => "Only in Go.\n\n",
            (false, true) => "Only in games that GoGui does not know.\n\n",
            _ => "",
        };
        let _ = write!(
            page,
            "\n## {}\n\n{games}| command | arguments | GoGui | reply or effect |\n|---|---|---|---|\n",
            chapter.title
        );
        for info in chapter.infos() {
            let arguments =
                if info.usage.is_empty() { String::new() } else { format!("`{}`", cell(info.usage)) };
            let kind = info.analyze.and_then(|entry| entry.split('/').next()).unwrap_or_default();
            let _ = writeln!(
                page,
                "| `{}` | {arguments} | {kind} | {} |",
                info.name,
                cell(info.doc).replace('<', "\\<")
            );
        }
    }
    page
}

/// Returns the page of parameters.
fn parameters() -> String {
    let mut page = "All presets, playout policies and parameters.\n\n\
        `tests/guide.rs` makes this page from the tables in the code.\n\n\
        # Presets\n\n`--preset NAME` sets many parameters at once.\n\n| preset | plays |\n|---|---|\n"
        .to_owned();
    for preset in &PRESETS {
        let _ = writeln!(page, "| `{}` | {} |", preset.name, cell(preset.doc));
    }
    page += "\n# Playout policies\n\n`--set playout_policy=NAME` chooses one.\n\n| policy | draws moves |\n|---|---|\n";
    for policy in POLICIES {
        let _ = writeln!(page, "| `{}` | {} |", policy.name.write(), cell(policy.doc));
    }
    page += "\n# Parameters\n\n`--set NAME=VALUE` sets a parameter for a run, and the GTP command of its group sets it\n\
        in a session. Three defaults are those of 9x9, 13x13 and 19x19.\n";
    let sizes = [9, 13, 19].map(Settings::new);
    for group in &GROUPS {
        let [small, medium, large] = [0, 1, 2].map(|i| (group.rows)(&sizes[i]));
        let rows = small.iter().zip(medium).zip(large).map(|((small, medium), large)| {
            let values = [small.value.clone(), medium.value, large.value];
            let default = match values.iter().all(|value| *value == small.value) {
                _ if OF_THE_MACHINE.contains(&small.name) => "by the machine".to_owned(),
                true => small.value.clone(),
                false => values.join(", "),
            };
            [
                format!("{}{}", group.prefix, small.name),
                default,
                accepted(small.kind, &small.range),
                cell(&format!("{}{}", small.doc, no_effect(&format!("{}{}", group.prefix, small.name)))),
            ]
        });
        section(&mut page, &format!("`{}`: {}", group.name, group.doc), rows);
    }
    page += "\n# Rules\n\nThe GTP command `go_param_rules` prints and changes them in a session.\n";
    let table = |page: &mut String, heading: &str, rows: Vec<ParamRow>| {
        let rows = rows.into_iter();
        let rows =
            rows.map(|row| [row.name.to_owned(), row.value, accepted(row.kind, &row.range), cell(row.doc)]);
        section(page, heading, rows);
    };
    let rules = rows(&RuleParams::from(&Rules::default()));
    table(&mut page, "`go_param_rules`: the rules in force, except the komi", rules);
    page += "\n# Parameters of players\n\nThey are GTP commands with a color, such as `black_depth`, while the player \
        is in use.\n";
    let choice = |page: &mut String, choice: Choice| {
        table(page, &format!("`{}`: {}", choice.name, choice.doc), choice.rows);
    };
    players::<Position>().into_iter().for_each(|player| choice(&mut page, player.choice));
    page +=
        "\n# Parameters of searches\n\nThey are GTP commands with a color too, while the search is in use.\n";
    searches::<Position>().into_iter().for_each(|search| choice(&mut page, search.choice));
    page +=
        "\n# Parameters of automatic books\n\n`brasa book build --param NAME=VALUE` sets them, and in GTP:\n";
    let book = rows(&AutoBookParams::for_size(9));
    table(&mut page, "`autobook_param`: how an automatic book grows and is used", book);
    page
}

/// Adds a heading and a table of parameters; adds nothing if there are no rows.
fn section(page: &mut String, heading: &str, rows: impl Iterator<Item = [String; 4]>) {
    let mut rows = rows.peekable();
    if rows.peek().is_none() {
        return;
    }
    let _ = write!(page, "\n## {heading}\n\n| parameter | default | values | meaning |\n|---|---|---|---|\n");
    for [name, default, values, doc] in rows {
        let _ = writeln!(page, "| `{name}` | {default} | {values} | {doc} |");
    }
}

/// Returns the values that a parameter takes.
fn accepted(kind: Kind, range: &str) -> String {
    match kind {
        Kind::Bool => "0 or 1".to_owned(),
        Kind::Choice(names) => names.join(", "),
        Kind::Whole => format!("a whole number{range}"),
        Kind::Number => format!("a number{range}"),
    }
}

/// Returns a text escaped for a table cell.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}
