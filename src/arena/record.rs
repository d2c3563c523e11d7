//! A match game's record. Black and White are the colors, as in any game record, whatever the table calls the programs.
//!
//! Go games are recorded as SGF. SGF has no number for most other games; their records are the GTP commands that replay
//! the game, preceded by comments.

use std::path::Path;

use super::game::FinishedGame;
use super::match_game::play_command;
use super::{Claim, GoGame, Identity, Margin, MatchGame, MatchSettings, xml};
use crate::framework::{Color, Move};
use crate::go::letters;
use crate::go::vertex;
use crate::sgf::{self, Collection, Tree};
use crate::util::{MAX_FILE, has_extension, read_file};

/// A record's data besides the game.
pub(super) struct Info<'a> {
    pub(super) settings: &'a MatchSettings,
    /// The names and versions of the programs given as Black and White.
    pub(super) identities: &'a [Identity; 2],
    /// Their labels.
    pub(super) labels: &'a [String; 2],
    pub(super) name: String,
    pub(super) host: &'a str,
    /// The day, as `2009-12-31`.
    pub(super) date: String,
    /// The error message of the table.
    pub(super) error: Option<&'a str>,
}

pub(super) fn write(game: &FinishedGame, info: &Info<'_>) -> String {
    match &info.settings.game {
        MatchGame::Go(go) if info.settings.xml => as_xml(game, go, info),
        MatchGame::Go(go) => as_sgf(game, go, info),
        MatchGame::Other(_) => as_gtp(game, info),
    }
}

/// The Go game in an SGF or XML record; `None` if unreadable.
pub(super) fn read_go(path: &Path) -> Option<Tree> {
    let bytes = read_file(path, MAX_FILE).ok()?;
    match has_extension(path, "xml") {
        true => xml::read(&String::from_utf8_lossy(&bytes)),
        false => sgf::first_game(&bytes),
    }
}

fn result(game: &FinishedGame) -> Claim {
    let [black, white, referee] = game.claims;
    Claim::decide(black, white, referee)
}

fn as_gtp(game: &FinishedGame, info: &Info<'_>) -> String {
    let mut about = format!("Name: {}\n", info.name);
    for (name, value) in info.settings.game.properties() {
        about += &format!("{name}: {value}\n");
    }
    about += &format!("Date: {}\nHost: {}\n", info.date, info.host);
    for color in Color::ALL {
        about += &format!("{}: {}\n", color.title(), info.labels[game.holder(color)]);
    }
    about += &format!("Result: {}\n{}", as_text(result(game)), comment(game, info));
    let mut text: String = about.lines().map(|line| format!("# {line}\n")).collect();
    for (command, _) in info.settings.game.commands() {
        text += &format!("{command}\n");
    }
    for (color, mv) in &game.moves {
        text += &format!("{}\n", play_command(*color, mv));
    }
    text
}

fn as_sgf(game: &FinishedGame, go: &GoGame, info: &Info<'_>) -> String {
    let settings = info.settings;
    let mut tree = Tree::new();
    let root = tree.root();
    let node = &mut tree[root];
    node.set("FF", "4");
    node.set("CA", "UTF-8");
    node.set("GM", "1");
    node.set("AP", concat!("brasa:", env!("CARGO_PKG_VERSION")));
    node.set("SZ", go.size.to_string());
    node.set("KM", go.komi.to_string());
    node.set("GN", &info.name[..]);
    node.set("PC", info.host);
    node.set("DT", &info.date[..]);
    for (color, property) in [(Color::Black, "PB"), (Color::White, "PW")] {
        node.set(property, &info.labels[game.holder(color)][..]);
    }
    node.set("RE", as_text(result(game)));
    if let Some(time) = settings.time {
        node.set("TM", time.main.as_secs().to_string());
        if time.moves > 0 {
            node.set("OT", format!("{} moves in {} s", time.moves, time.overtime.as_secs()));
        }
    }
    node.set("GC", comment(game, info));
    if game.opening.is_handicap() {
        node.set("HA", game.opening.stones.len().to_string());
    }
    for &(color, mv) in &game.opening.stones {
        node.push(if color == Color::Black { "AB" } else { "AW" }, letters::text(mv, go.size));
    }
    if let Some(color) = game.opening.to_play.filter(|_| !game.opening.stones.is_empty()) {
        node.set("PL", color.letter().to_string());
    }
    let mut last = root;
    for (number, (color, text)) in game.moves.iter().enumerate() {
        // The judge has already parsed the text.
        let mv = vertex::parse(text, go.size).unwrap_or(Move::PASS);
        last = tree.add_child(last);
        tree[last].set(&color.letter().to_string(), letters::text(mv, go.size));
        if let Some(remark) = game.remark(number) {
            tree[last].set("C", remark);
        }
    }
    Collection { games: vec![tree] }.to_string()
}

fn as_xml(game: &FinishedGame, go: &GoGame, info: &Info<'_>) -> String {
    let mut lines = vec![
        ("Application", concat!("brasa:", env!("CARGO_PKG_VERSION")).to_owned()),
        ("BoardSize", go.size.to_string()),
        ("WhitePlayer", info.labels[game.holder(Color::White)].clone()),
        ("BlackPlayer", info.labels[game.holder(Color::Black)].clone()),
        ("Date", info.date.clone()),
        ("Komi", go.komi.to_string()),
        ("Result", as_text(result(game))),
    ];
    if game.opening.is_handicap() {
        lines.insert(5, ("Handicap", game.opening.stones.len().to_string()));
    }
    lines.extend(info.settings.time.map(|time| ("Time", time.main.as_secs().to_string())));
    xml::write(game, &info.name, &lines, &comment(game, info))
}

/// The programs' commands, versions and claimed results, one fact per line.
fn comment(game: &FinishedGame, info: &Info<'_>) -> String {
    let settings = info.settings;
    let mut lines = Vec::new();
    for color in Color::ALL {
        let (side, program) = (color.title(), game.holder(color));
        lines.push(format!("{side} command: {}", game.commands[color.index()]));
        lines.push(format!("{side} version: {}", info.identities[program].version));
        let setup = &settings.programs[program].setup;
        lines.extend(setup.iter().map(|command| format!("{side} setup: {command}")));
    }
    for (name, program) in [("Referee", &settings.referee), ("Observer", &settings.observer)] {
        lines.extend(program.iter().map(|program| format!("{name} command: {}", program.command)));
    }
    if !game.opening.name.is_empty() {
        lines.push(format!("Opening: {}", game.opening.name));
    }
    let judge = match settings.game {
        MatchGame::Go(_) => "referee",
        MatchGame::Other(_) => "the rules",
    };
    for (claim, side) in game.claims.into_iter().zip(["Black", "White", judge]) {
        lines.push(format!("Result by {side}: {claim}"));
    }
    if game.alternated {
        let inverse = result(game).inverse();
        lines.push(format!("In the table, where Black is {}: {inverse}", info.labels[0]));
    }
    lines.extend(info.error.map(|error| format!("Error: {error}")));
    lines.join("\n")
}

/// The value of `RE`; `?` if the result is unknown.
fn as_text(result: Claim) -> String {
    match result {
        Claim::Win(color, Margin::Unstated) => format!("{}+", color.letter()),
        result => result.to_string(),
    }
}
