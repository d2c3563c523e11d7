//! Go game records as XML, in GoGui's form, one element per line.
//!
//! # References
//! - R. Grothmann, "The XML Go Format", documentation of Jago (the elements). GoGui writes missing information as SGF
//!   properties.

use std::fmt;

use crate::framework::Color;
use crate::go::letters;
use crate::go::vertex;
use crate::sgf::Tree;
use crate::util::escape;

/// A record to write.
pub(super) struct Record<'a> {
    /// The name of the game.
    pub(super) name: String,
    /// The elements about the game.
    pub(super) information: Vec<(&'static str, String)>,
    /// The comment on the game.
    pub(super) comment: String,
    /// The stones before the first move.
    pub(super) stones: Vec<(Color, String)>,
    /// The player of the first move, if not obvious.
    pub(super) to_play: Option<Color>,
    /// The moves.
    pub(super) moves: &'a [(Color, String)],
    /// The comment on a move.
    pub(super) remark: &'a dyn Fn(usize) -> Option<&'a str>,
}

const fn name(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}

fn write_comment(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    writeln!(f, "<Comment>")?;
    for line in text.lines() {
        match line {
            "" => writeln!(f, "<P/>")?,
            line => writeln!(f, "<P>{}</P>", escape(line))?,
        }
    }
    writeln!(f, "</Comment>")
}

impl fmt::Display for Record<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "<?xml version='1.0' encoding='utf-8'?>\n<Go>\n<GoGame name=\"{}\">",
            escape(&self.name).replace('"', "&quot;")
        )?;
        writeln!(f, "<Information>")?;
        for (element, text) in &self.information {
            writeln!(f, "<{element}>{}</{element}>", escape(text))?;
        }
        writeln!(f, "</Information>\n<Nodes>\n<Node>")?;
        for (color, at) in &self.stones {
            writeln!(f, "<Add{} at=\"{at}\"/>", name(*color))?;
        }
        if let Some(color) = self.to_play {
            writeln!(f, "<SGF type=\"PL\"><Arg>{}</Arg></SGF>", color.letter())?;
        }
        write_comment(f, &self.comment)?;
        writeln!(f, "</Node>")?;
        for (number, (color, at)) in self.moves.iter().enumerate() {
            // A pass has no point.
            let at = if at.eq_ignore_ascii_case("pass") { "" } else { at };
            writeln!(f, "<{} number=\"{}\" at=\"{at}\"/>", name(*color), number + 1)?;
            if let Some(remark) = (self.remark)(number) {
                write_comment(f, remark)?;
            }
        }
        writeln!(f, "</Nodes>\n</GoGame>\n</Go>")
    }
}

/// Reads board, stones and moves of a [`Record`] or GoGui record as an SGF game; `None` if there is none.
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
