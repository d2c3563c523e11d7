//! Random GTP lines beside a plain board: each command gets one reply, a failing command changes nothing, and the
//! stones are always those the commands put there.

use brasa::framework::Color;
use brasa::gtp::commands::{CHAPTERS, Gtp};
use brasa::gtp::protocol;
use brasa::util::Rng;

use crate::gtp::{ask, gtp, writes_file};
use crate::gtp_lines::{WORDS, state};
use crate::referee::Grid;

/// Lines in all.
const LINES: usize = 6_000;
/// Lines per session.
const SESSION: usize = 500;

/// Commands left out: they leave Go, write to standard error, or make searches take long.
const LEFT_OUT: [&str; 8] = [
    "setgame",
    "setplayer",
    "setsearch",
    "fuegotest_param",
    "echo_err",
    "uct_param_player",
    "uct_param_policy",
    "go3_param",
];

/// Commands that search or play many playouts; drawn less often.
const SLOW: [&str; 19] = [
    "lz-analyze",
    "kata-analyze",
    "lz-genmove_analyze",
    "kata-genmove_analyze",
    "kata-search_analyze",
    "cgos-genmove_analyze",
    "genmove",
    "gomill-genmove_ex",
    "gomill-explain_last_move",
    "reg_genmove",
    "reg_genmove_toplay",
    "kgs-genmove_cleanup",
    "final_score",
    "final_status_list",
    "approximate_territory",
    "uct_stat_territory",
    "features_write_weights",
    "features",
    "gogui-analyze_commands",
];

/// The letters of columns.
const LETTERS: &str = "ABCDEFGHJKLMNOPQRST";

/// A plain board, and the moves that led to it.
struct Shadow {
    start: Grid,
    /// The moves; `None` for a pass.
    moves: Vec<(Color, Option<usize>)>,
    undone: Vec<(Color, Option<usize>)>,
}

impl Shadow {
    fn new(size: usize) -> Self {
        Self { start: Grid::new(size), moves: Vec::new(), undone: Vec::new() }
    }

    fn size(&self) -> usize {
        self.start.size
    }

    /// Returns the board after all moves.
    fn grid(&self) -> Grid {
        let moves = self.moves.iter().filter_map(|&(color, point)| Some((color, point?)));
        moves.fold(self.start.clone(), |grid, (color, point)| grid.play(point, color).grid)
    }

    fn play(&mut self, player: &str, mv: &str) {
        self.moves.push((color(player), point(mv, self.size())));
        self.undone.clear();
    }

    fn undo(&mut self, count: usize) {
        let left = self.moves.len() - count;
        self.undone.extend(self.moves.drain(left..).rev());
    }

    /// Does what a successful command did.
    fn follow(&mut self, name: &str, args: &[&str], reply: &str) {
        match name {
            "boardsize" | "rectangular_boardsize" => {
                *self = Self::new(args[0].split(':').next().unwrap().parse().unwrap());
            }
            "clear_board" => *self = Self::new(self.size()),
            "play" => self.play(args[0], args[1]),
            "genmove" | "kgs-genmove_cleanup" if reply != "resign" => self.play(args[0], reply),
            "gomill-genmove_ex" if !args.is_empty() && !["resign", "claim"].contains(&reply) => {
                self.play(args[0], reply);
            }
            "gogui-play_sequence" => args.chunks(2).for_each(|pair| self.play(pair[0], pair[1])),
            "undo" => self.undo(1),
            "gg-undo" => self.undo(args.first().map_or(1, |count| count.parse().unwrap())),
            "redo" => {
                let mv = self.undone.pop().unwrap();
                self.moves.push(mv);
            }
            "gogui-setup" | "set_position" => {
                self.set_up(args.chunks(2).map(|pair| (color(pair[0]), pair[1])));
            }
            "fixed_handicap" | "place_free_handicap" => {
                self.set_up(reply.split(' ').map(|text| (Color::Black, text)));
            }
            "set_free_handicap" => self.set_up(args.iter().map(|&text| (Color::Black, text))),
            _ => {}
        }
    }

    /// Begins with stones; of two on a point, the last one stays.
    fn set_up<'a>(&mut self, stones: impl Iterator<Item = (Color, &'a str)>) {
        *self = Self::new(self.size());
        for (color, text) in stones {
            let point = point(text, self.size()).unwrap();
            self.start.cells[point] = Some(color);
        }
    }
}

fn color(text: &str) -> Color {
    if text.to_ascii_lowercase().starts_with('b') { Color::Black } else { Color::White }
}

/// Returns the point of a vertex; `None` for a pass.
fn point(text: &str, size: usize) -> Option<usize> {
    let letter = text.chars().next().unwrap().to_ascii_uppercase();
    let row: usize = text[1..].parse().ok()?;
    Some((row - 1) * size + LETTERS[..size].find(letter).unwrap())
}

/// Returns the program's board.
fn board(gtp: &mut Gtp, size: usize) -> Grid {
    let mut grid = Grid::new(size);
    for color in Color::ALL {
        for text in ask(gtp, &format!("list_stones {color}")).split_whitespace() {
            let point = point(text, size).unwrap();
            assert_eq!(grid.cells[point].replace(color), None, "{text}");
        }
    }
    grid
}

/// Returns a random vertex of a board, or a pass.
fn vertex(rng: &mut Rng, size: usize) -> String {
    let letter = char::from(LETTERS.as_bytes()[rng.below(size)]);
    if rng.below(15) == 0 { "pass".to_owned() } else { format!("{letter}{}", 1 + rng.below(size)) }
}

/// Returns a random line: a likely change of the board, a command with random arguments, or a garbled line.
fn line(rng: &mut Rng, names: &[&str], size: usize, directory: &str) -> Vec<u8> {
    let color = |rng: &mut Rng| ["b", "W", "black"][rng.below(3)];
    let mut text = match rng.below(12) {
        0..4 => format!("play {} {}", color(rng), vertex(rng, size)),
        4 => {
            let pairs: Vec<_> =
                (0..1 + rng.below(4)).map(|_| format!("{} {}", color(rng), vertex(rng, size))).collect();
            let command = ["gogui-play_sequence", "gogui-setup", "set_position"][rng.below(3)];
            format!("{command} {}", pairs.join(" "))
        }
        5 => match rng.below(8) {
            0..4 => "undo".to_owned(),
            4 => format!("gg-undo {}", rng.below(6)),
            5 => "redo".to_owned(),
            6 => "clear_board".to_owned(),
            _ => format!("boardsize {}", [5, 7, 9][rng.below(3)]),
        },
        _ => {
            let mut name = names[rng.below(names.len())];
            if SLOW.contains(&name) && rng.below(10) > 0 {
                name = "name";
            }
            let words: Vec<_> = (0..rng.below(5)).map(|_| WORDS[rng.below(WORDS.len())]).collect();
            format!("{name} {}", words.join(" "))
        }
    };
    // Files are written to a directory of the test.
    if let Ok(Some(command)) = protocol::parse(text.as_bytes())
        && writes_file(&command.name)
    {
        // An open automatic book would take long to expand.
        let names = if command.name == "autobook_open" { ["none/file"; 2] } else { ["file", "none/file"] };
        text = format!("{} {directory}/{}", command.name, names[rng.below(2)]);
    }
    let mut line = text.into_bytes();
    if rng.below(10) == 0 {
        let at = rng.below(line.len());
        line[at] = rng.below(256) as u8;
    }
    line.retain(|&byte| byte != b'\n');
    line
}

/// The player of the last move.
fn mover(gtp: &mut Gtp) -> &'static str {
    if ask(gtp, "gettoplay") == "white" { "b" } else { "w" }
}

#[test]
fn the_board_is_that_of_a_plain_program_after_each_of_many_lines() {
    let directory = tempfile::tempdir().unwrap();
    let directory = directory.path().to_str().unwrap();
    let names: Vec<_> = CHAPTERS.iter().flat_map(|chapter| chapter.infos()).map(|info| info.name).collect();
    let names: Vec<_> = names.into_iter().filter(|name| !LEFT_OUT.contains(name)).collect();
    let mut rng = Rng::new(1);
    let (mut replies, mut failures, mut moves) = (0, 0, 0);
    for _ in 0..LINES / SESSION {
        let mut gtp = gtp();
        gtp.answer(b"boardsize 7").unwrap();
        let mut shadow = Shadow::new(7);
        let mut before = state(&mut gtp);
        for _ in 0..SESSION {
            let line = line(&mut rng, &names, shadow.size(), directory);
            let parsed = protocol::parse(&line);
            let text = String::from_utf8_lossy(&line);
            if let Ok(Some(command)) = &parsed
                && LEFT_OUT.contains(&&*command.name)
            {
                continue;
            }
            let reply = gtp.answer(&line);
            assert_eq!(reply.is_some(), !matches!(parsed, Ok(None)), "{text}");
            let Some(reply) = reply else { continue };
            assert!(reply.starts_with(['=', '?']) && reply.ends_with("\n\n"), "{text}: {reply}");
            assert_eq!(reply.matches("\n\n").count(), 1, "{text}: {reply}");
            replies += 1;
            let after = state(&mut gtp);
            if let (Some(answer), Ok(Some(command))) = (reply.strip_prefix('='), &parsed) {
                let args: Vec<_> = command.args.iter().map(String::as_str).collect();
                let digits = answer.find(' ').unwrap_or(0);
                match answer.trim().rsplit_once("\nplay ") {
                    Some((_, "resign")) => {}
                    // The command may lack a color.
                    Some((_, mv)) if command.name.ends_with("genmove_analyze") => {
                        shadow.play(mover(&mut gtp), mv);
                    }
                    _ if command.name == "play" && args.len() == 1 => shadow.play(mover(&mut gtp), args[0]),
                    _ => shadow.follow(&command.name, &args, answer[digits..].trim()),
                }
                moves += usize::from(command.name == "play");
            } else {
                failures += 1;
                assert_eq!(before, after, "{text}: {reply}");
            }
            assert_eq!(board(&mut gtp, shadow.size()), shadow.grid(), "{text}: {reply}");
            before = after;
        }
    }
    // Most lines are commands, and each outcome is tried often.
    assert!(
        replies > LINES * 9 / 10 && failures > LINES / 10 && moves > LINES / 10,
        "{replies} {failures} {moves}"
    );
}
