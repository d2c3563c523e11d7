//! Go game records as XML, in GoGui's form, one element per line.
//!
//! # References
//! - R. Grothmann, "The XML Go Format", documentation of Jago (the elements). GoGui writes missing information as SGF
//!   properties.

use super::game::FinishedGame;
use crate::go::Point;
use crate::go::letters;
use crate::go::vertex;
use crate::sgf::Tree;
use crate::util::escape;

/// Writes the record of a game with this name, these elements about it, and this comment.
pub(super) fn write(game: &FinishedGame, name: &str, information: &[(&str, String)], about: &str) -> String {
    let name = escape(name).replace('"', "&quot;");
    let mut text =
        format!("<?xml version='1.0' encoding='utf-8'?>\n<Go>\n<GoGame name=\"{name}\">\n<Information>\n");
    for (element, content) in information {
        text += &format!("<{element}>{}</{element}>\n", escape(content));
    }
    text += "</Information>\n<Nodes>\n<Node>\n";
    for &(color, mv) in &game.opening.stones {
        text += &format!("<Add{} at=\"{}\"/>\n", color.title(), Point::of_move(mv));
    }
    if let Some(color) = game.opening.to_play.filter(|_| !game.opening.stones.is_empty()) {
        text += &format!("<SGF type=\"PL\"><Arg>{}</Arg></SGF>\n", color.letter());
    }
    text += &comment(about);
    text += "</Node>\n";
    for (number, (color, at)) in game.moves.iter().enumerate() {
        // A pass has no point.
        let at = if at.eq_ignore_ascii_case("pass") { "" } else { at };
        text += &format!("<{} number=\"{}\" at=\"{at}\"/>\n", color.title(), number + 1);
        text.extend(game.remark(number).map(comment));
    }
    text + "</Nodes>\n</GoGame>\n</Go>\n"
}

/// A comment, with a paragraph for each line.
fn comment(text: &str) -> String {
    let paragraph = |line| match line {
        "" => "<P/>\n".to_owned(),
        line => format!("<P>{}</P>\n", escape(line)),
    };
    format!("<Comment>\n{}</Comment>\n", text.lines().map(paragraph).collect::<String>())
}

/// Converts an XML record of [`write`] or GoGui to an SGF game with its board, stones and moves; `None` if the text has no
/// game.
pub(super) fn read(text: &str) -> Option<Tree> {
    let mut tree = Tree::new();
    let mut last = tree.root();
    let mut size = None;
    for line in text.lines() {
        if let Some(rest) = line.strip_prefix("<BoardSize>") {
            let number: u8 = rest.split('<').next()?.parse().ok()?;
            tree[last].set("SZ", number.to_string());
            size = Some(number);
        }
        let elements = [("<AddBlack ", "AB"), ("<AddWhite ", "AW"), ("<Black ", "B"), ("<White ", "W")];
        let Some(&(_, property)) = elements.iter().find(|(element, _)| line.starts_with(element)) else {
            continue;
        };
        let at = line.split_once("at=\"")?.1.split('"').next()?;
        let size = size?;
        let mv = vertex::parse(if at.is_empty() { "pass" } else { at }, size).ok()?;
        if property.len() == 1 {
            last = tree.add_child(last);
        }
        tree[last].push(property, letters::text(mv, size));
    }
    size.map(|_| tree)
}
