//! Lesson slides: one HTML file, made from the guide page, that needs no server.
//!
//! Each heading starts a slide, as does each further example with a board. Each block of the page is a step. Board
//! diagrams become playable pictures: the script implements captures and ko. In print, each slide is a page with all
//! its steps.

use std::fmt::Write as _;

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd, html};

use super::Lesson;
use crate::draw::{Letters, Picture};
use crate::framework::{Color, Grid, symbol};
use crate::util::escape;

const STYLE: &str = include_str!("slides.css");
const SCRIPT: &str = include_str!("slides.js");

macro_rules! pictures {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../guide/pictures/", $name)))),*]
    };
}

/// The pictures of the pages.
const PICTURES: &[(&str, &str)] = pictures![
    "atari.svg",
    "empty-threats.svg",
    "false-hope.svg",
    "michi.svg",
    "mogo.svg",
    "owners.svg",
    "prior.svg",
    "quiet-move.svg",
    "rave.svg",
    "ucb.svg",
    "zero.svg",
];

/// Makes the slides of a lesson.
pub fn slides(lesson: &Lesson) -> String {
    let title = escape(lesson.title());
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"generator\" content=\"brasa\">\n<title>Lesson {}: {title}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n<section>\n<p class=\"lesson\">Lesson {}</p>\n<h1>{title}</h1>\n",
        lesson.number, lesson.number
    );
    // The first line is the title.
    let text = lesson.page.split_once('\n').map_or("", |(_, rest)| rest);
    let (mut heading, mut has_board) = (String::new(), false);
    for block in blocks(text) {
        let is_next_board =
            matches!(&block, Block::Step(step) if has_board && step.starts_with("<p><strong>"));
        if let Block::Heading(text) = &block {
            heading.clone_from(text);
        }
        if is_next_board || matches!(block, Block::Heading(_)) {
            let _ = write!(page, "</section>\n<section>\n{heading}");
            has_board = false;
        }
        if let Block::Step(step) = block {
            has_board |= step.starts_with("<div class=\"board\"");
            let _ = writeln!(page, "<div class=\"step\">\n{step}</div>");
        }
    }
    page + "</section>\n</main>\n<p id=\"place\"></p>\n<script>\n" + SCRIPT + "</script>\n</body>\n</html>\n"
}

/// A block of a page as HTML.
enum Block {
    Heading(String),
    Step(String),
}

/// Splits a page into its blocks.
fn blocks(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let (mut events, mut depth) = (Vec::new(), 0);
    for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
        match event {
            Event::Start(_) => depth += 1,
            Event::End(_) => depth -= 1,
            _ => {}
        }
        events.push(event);
        if depth > 0 {
            continue;
        }
        let block = std::mem::take(&mut events);
        if let Some(Event::Start(Tag::Heading { .. })) = block.first() {
            blocks.push(Block::Heading(written(block)));
        } else if let [Event::Start(Tag::CodeBlock(kind)), code @ .., Event::End(TagEnd::CodeBlock)] =
            &block[..]
        {
            blocks.push(Block::Step(code_block(kind, code)));
        } else {
            blocks.push(Block::Step(written(block)));
        }
    }
    blocks
}

/// Writes a block with its pictures inlined.
fn written(block: Vec<Event<'_>>) -> String {
    let mut events = Vec::new();
    let mut is_in_picture = false;
    for event in block {
        match event {
            Event::Start(Tag::Image { dest_url, .. }) => {
                let name = dest_url.rsplit('/').next().unwrap_or_default();
                let picture =
                    PICTURES.iter().find(|(known, _)| *known == name).map_or("", |(_, picture)| picture);
                events.push(Event::InlineHtml(format!("<span class=\"picture\">{picture}<span>").into()));
                is_in_picture = true;
            }
            Event::End(TagEnd::Image) if is_in_picture => {
                events.push(Event::InlineHtml("</span></span>".into()));
                is_in_picture = false;
            }
            event => events.push(event),
        }
    }
    let mut text = String::new();
    html::push_html(&mut text, events.into_iter());
    text
}

/// Writes a code block, or the board that it shows with the lines around it.
fn code_block(kind: &CodeBlockKind<'_>, code: &[Event<'_>]) -> String {
    let text: String = code
        .iter()
        .filter_map(|event| if let Event::Text(text) = event { Some(&**text) } else { None })
        .collect();
    let is_text = matches!(kind, CodeBlockKind::Fenced(language) if &**language == "text");
    let Some(board) = Diagram::read(&text).filter(|_| is_text) else {
        let lines = escape(&text);
        return format!("<pre>{lines}</pre>\n");
    };
    let svg = Picture::of(&board).svg(Letters::Text);
    let stones: String = board.0.iter().flatten().map(|&stone| symbol(stone)).collect();
    let player = if text.starts_with("white") { "white" } else { "black" };
    let rest: Vec<String> =
        text.lines().filter(|line| Diagram::row(line).is_none() && !is_letters(line)).map(escape).collect();
    format!(
        "<div class=\"board\" data-player=\"{player}\" data-stones=\"{stones}\">\n{svg}<div><p>{}</p></div></div>\n",
        rest.join("<br>")
    )
}

/// Whether a line has the letters of the columns.
fn is_letters(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    words.len() > 1
        && words.iter().all(|word| word.len() == 1 && word.starts_with(|c: char| c.is_ascii_lowercase()))
}

/// A board drawn as text, its rows from the top.
struct Diagram(Vec<Vec<Option<Color>>>);

impl Diagram {
    /// Reads the square board that a text contains.
    fn read(text: &str) -> Option<Self> {
        let rows: Vec<_> = text.lines().filter_map(Self::row).collect();
        (rows.len() > 1 && rows.iter().all(|row| row.len() == rows.len())).then_some(Self(rows))
    }

    /// Reads a row: its number, and `X`, `O` or `.` for each point.
    fn row(line: &str) -> Option<Vec<Option<Color>>> {
        let (number, points) = line.trim().split_once(' ')?;
        number.parse::<u8>().ok()?;
        let stone = |word| match word {
            "X" => Some(Some(Color::Black)),
            "O" => Some(Some(Color::White)),
            "." => Some(None),
            _ => None,
        };
        points.split(' ').map(stone).collect()
    }
}

impl Grid for Diagram {
    fn cols(&self) -> u8 {
        self.0.len() as u8
    }

    fn rows(&self) -> u8 {
        self.0.len() as u8
    }

    fn stone(&self, col: u8, row: u8) -> Option<Color> {
        let from_top = self.0.len() - 1 - usize::from(row);
        self.0[from_top][usize::from(col)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::course::LESSONS;

    #[test]
    fn each_lesson_becomes_slides_with_its_pictures() {
        for lesson in &LESSONS {
            let page = slides(lesson);
            let headings = lesson.page.lines().filter(|line| line.starts_with("# ")).count();
            assert!(page.matches("<section>").count() > headings, "{}", lesson.name);
            assert!(page.matches("<svg").count() >= lesson.page.matches("![").count(), "{}", lesson.name);
            assert_eq!(page.matches("<details>").count(), 3, "{}", lesson.name);
            assert!(
                !page.contains("src=\"") && !page.contains("<img"),
                "{} needs no other file",
                lesson.name
            );
        }
        let page = slides(&LESSONS[3]);
        assert_eq!(page.matches("class=\"board\"").count(), 6);
        assert!(page.split("<section>").all(|slide| slide.matches("class=\"board\"").count() < 2));
    }

    #[test]
    fn boards_are_recognized() {
        let board = Diagram::read("black to play\n\n2 X .\n1 . O\n  a b\n").unwrap();
        assert_eq!(
            [board.stone(0, 1), board.stone(1, 0), board.stone(0, 0)],
            [Some(Color::Black), Some(Color::White), None]
        );
        assert!(Diagram::read("2 X .\n1 . O .\n").is_none() && Diagram::read("moves 1 2\n").is_none());
        assert!(is_letters("  a b c") && !is_letters("a word"));
    }
}
