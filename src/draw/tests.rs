//! Pictures as text, and the letters that need no font.

use super::*;
use crate::framework::{Color, Grid};

/// A board of two columns and three rows with a black stone at A1 and a white one at B2.
struct Small;

impl Grid for Small {
    fn cols(&self) -> u8 {
        2
    }

    fn rows(&self) -> u8 {
        3
    }

    fn stone(&self, col: u8, row: u8) -> Option<Color> {
        match (col, row) {
            (0, 0) => Some(Color::Black),
            (1, 1) => Some(Color::White),
            _ => None,
        }
    }
}

/// The elements of a picture that contain some text.
fn elements<'a>(svg: &'a str, text: &str) -> Vec<&'a str> {
    svg.lines().filter(|line| line.contains(text)).collect()
}

#[test]
fn stones_stand_where_they_belong() {
    let svg = Picture::of(&Small).svg(Letters::Text);
    assert!(
        svg.starts_with(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"136\" height=\"176\" viewBox=\"0 0 136 176\""
        ),
        "{svg}"
    );
    // The bottom row is the lowest on the page, and x grows from column A.
    assert_eq!(elements(&svg, "r=\"18.5\"").len(), 2);
    assert!(elements(&svg, "cx=\"48\" cy=\"128\"")[0].contains("#16161a"), "A1 is black");
    assert!(elements(&svg, "cx=\"88\" cy=\"88\"")[0].contains("#fcfcf8"), "B2 is white");
    // Two columns and three rows of squares, with their names on both sides.
    assert_eq!(elements(&svg, "<path")[0].matches('M').count(), 3 + 4);
    assert_eq!(elements(&svg, ">A</text>").len(), 2);
    assert_eq!(elements(&svg, ">3</text>").len(), 2);
}

#[test]
fn an_earlier_move_on_a_point_and_a_pass_go_below_the_board() {
    let mut picture = Picture::of(&Small);
    picture.number(["A1", "B2", "pass", "a1", "A1-B3"], 7);
    let svg = picture.svg(Letters::Text);
    for number in ["10", "8", "11"] {
        assert!(svg.contains(&format!(">{number}</text>")), "{number}: {svg}");
    }
    assert!(
        svg.contains(">9 pass</text>") && svg.contains(">7 at 10</text>"),
        "the last stone stands: {svg}"
    );
}

#[test]
fn an_expected_line_is_translucent_and_leaves_the_stones() {
    let mut picture = Picture::of(&Small);
    picture.line(["B1", "A1", "pass", "A3"], Color::White);
    let svg = picture.svg(Letters::Text);
    let ghosts = elements(&svg, "opacity=\"0.6\"");
    assert_eq!(ghosts.len(), 2, "{svg}");
    assert!(ghosts[0].contains("#16161a"), "A3 is the fourth move and black: {svg}");
}

#[test]
fn text_of_users_cannot_break_the_page() {
    let mut picture = Picture::of(&Small);
    picture.set_title("</title><script>&");
    picture.write(0, 0, "<");
    let svg = picture.svg(Letters::Text);
    assert!(svg.contains("<title>&lt;/title&gt;&lt;script&gt;&amp;</title>") && svg.contains(">&lt;</text>"));
}

#[test]
fn points_off_the_board_have_no_place() {
    let picture = Picture::of(&Small);
    for text in ["C1", "A4", "pass", "", "resign", "é1", "A1-C3"] {
        assert_eq!(picture.point(text), None, "{text}");
    }
    assert_eq!(picture.point("B3"), Some((1, 2)));
}

#[test]
fn a_png_needs_no_font_and_shows_the_stones() {
    let mut picture = Picture::of(&Small);
    picture.set_title("test");
    picture.shade(0, 2, Shade::Owner(1.0));
    picture.mark(1, 0, Mark::Triangle);
    assert!(!picture.svg(Letters::Strokes).contains("<text"));
    let bytes = png(&picture, 272).unwrap();
    let sides = [16, 20].map(|at| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap()));
    assert_eq!((&bytes[..8], sides), (&b"\x89PNG\r\n\x1a\n"[..], [272, 352]));
    // The header of the data is at 59, after the text; its checksum and the last chunk have 16 bytes.
    let pixels = miniz_oxide::inflate::decompress_to_vec_zlib(&bytes[67..bytes.len() - 16]).unwrap();
    let brightness = |x: usize, y: usize| {
        let pixel = &pixels[y * (1 + 4 * 272) + 1 + 4 * x..][..4];
        assert_eq!(pixel[3], 255);
        u32::from(pixel[0]) + u32::from(pixel[2])
    };
    assert!(brightness(96, 256) < 60, "A1 is black");
    assert!(brightness(176, 176) > 480, "B2 is white");
    assert!(brightness(96, 96) < 60, "A3 is Black's");
    assert!(matches!(png(&picture, 0), Err(PngError::Width(0))));
    assert!(matches!(png(&picture, 4001), Err(PngError::Width(4001))));
    (0..10_000).for_each(|_| picture.add_caption("pass"));
    assert!(matches!(png(&picture, 4000), Err(PngError::Pixels)));
}
