//! A game of a match as SGF. Black and White are the colors, as in any game record, whatever the programs are
//! called in the table.

use super::game::Finished;
use super::{Claim, Identity, Margin, Settings};
use crate::framework::{Color, Move};
use crate::go::board::Point;
use crate::sgf::{self, Collection, Tree};

/// What the record says beside the game.
pub(super) struct Info<'a> {
    /// The settings of the match.
    pub(super) settings: &'a Settings,
    /// How the programs given as Black and White call themselves.
    pub(super) identities: &'a [Identity; 2],
    /// Their labels.
    pub(super) labels: &'a [String; 2],
    /// The name of the game.
    pub(super) name: String,
    /// The name of the machine.
    pub(super) host: &'a str,
    /// The day, as `2009-12-31`.
    pub(super) date: String,
    /// What went wrong, as in the table.
    pub(super) error: Option<&'a str>,
}

/// Returns the text of the record.
pub(super) fn write(game: &Finished, info: &Info<'_>) -> String {
    let settings = info.settings;
    let [black, white, referee] = game.claims;
    let result = Claim::decide(black, white, referee);
    let mut tree = Tree::new();
    let root = tree.root();
    let node = &mut tree[root];
    node.set("FF", "4");
    node.set("CA", "UTF-8");
    node.set("GM", "1");
    node.set("AP", concat!("brasa:", env!("CARGO_PKG_VERSION")));
    node.set("SZ", settings.size.to_string());
    node.set("KM", settings.komi.to_string());
    node.set("GN", &info.name[..]);
    node.set("PC", info.host);
    node.set("DT", &info.date[..]);
    // Who holds a color: the program given as such, or the other one.
    let holder = |color: Color| if game.alternated { (!color).index() } else { color.index() };
    for (color, property) in [(Color::Black, "PB"), (Color::White, "PW")] {
        node.set(property, &info.labels[holder(color)][..]);
    }
    node.set("RE", sgf_result(result));
    if let Some(time) = settings.time {
        node.set("TM", time.main.as_secs().to_string());
        if time.moves > 0 {
            node.set("OT", format!("{} moves in {} s", time.moves, time.overtime.as_secs()));
        }
    }
    let mut comment = String::new();
    for color in Color::ALL {
        let side = if color == Color::Black { "Black" } else { "White" };
        let (program, identity) = (&settings.programs[holder(color)], &info.identities[holder(color)]);
        comment += &format!(
            "{side} command: {}\n{side} version: {}\n",
            game.commands[color.index()],
            identity.version
        );
        for command in &program.setup {
            comment += &format!("{side} setup: {command}\n");
        }
    }
    if let Some(referee) = &settings.referee {
        comment += &format!("Referee command: {}\n", referee.command);
    }
    if !game.opening.name.is_empty() {
        comment += &format!("Opening: {}\n", game.opening.name);
    }
    comment += &format!("Result by Black: {black}\nResult by White: {white}\nResult by referee: {referee}");
    if game.alternated {
        comment += &format!("\nIn the table, where Black is {}: {}", info.labels[0], result.inverse());
    }
    if let Some(error) = info.error {
        comment += &format!("\nError: {error}");
    }
    node.set("GC", comment);
    for &(color, mv) in &game.opening.stones {
        node.push(if color == Color::Black { "AB" } else { "AW" }, point_text(mv, settings.size));
    }
    if let Some(color) = game.opening.to_play.filter(|_| !game.opening.stones.is_empty()) {
        node.set("PL", color.letter().to_string());
    }
    let mut last = root;
    for &(color, mv) in &game.moves {
        last = tree.add_child(last);
        tree[last].set(&color.letter().to_string(), point_text(mv, settings.size));
    }
    Collection { games: vec![tree] }.to_string()
}

/// Returns the value of `RE`; `?` where the result is not known.
fn sgf_result(result: Claim) -> String {
    match result {
        Claim::Win(color, Margin::Unstated) => format!("{}+", color.letter()),
        result => result.to_string(),
    }
}

fn point_text(mv: Move, size: u8) -> String {
    if mv == Move::PASS {
        return String::new();
    }
    let p = Point::of_move(mv);
    sgf::Point::new(p.col(), size - 1 - p.row()).to_string()
}
