//! 20,000 random GTP lines beside a plain board: each command gets one reply, a failing command changes nothing, and
//! the stones are always those the commands put there.

use std::collections::{BTreeMap, BTreeSet};

use brasa::gtp::commands::{CHAPTERS, Gtp};
use brasa::gtp::protocol;
use brasa::util::Rng;

use crate::gtp::{gtp, writes_file};
use crate::gtp_lines::{WORDS, state};

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

type Place = (u8, u8);

/// A plain board, and the moves that led to it.
#[derive(Clone, Default)]
struct Shadow {
    size: u8,
    start: Vec<(bool, Place)>,
    /// The moves; `None` for a pass.
    moves: Vec<(bool, Option<Place>)>,
    undone: Vec<(bool, Option<Place>)>,
}

impl Shadow {
    fn new(size: u8) -> Self {
        Self { size, ..Self::default() }
    }

    /// Returns the stones of Black and of White.
    fn stones(&self) -> [BTreeSet<Place>; 2] {
        let mut stones = [BTreeSet::new(), BTreeSet::new()];
        for &(black, place) in &self.start {
            stones[usize::from(!black)].insert(place);
        }
        for &(black, place) in &self.moves {
            let Some(place) = place else { continue };
            let own = usize::from(!black);
            stones[own].insert(place);
            for next in self.around(place) {
                self.capture(&mut stones, 1 - own, next);
            }
            self.capture(&mut stones, own, place);
        }
        stones
    }

    fn around(&self, (col, row): Place) -> impl Iterator<Item = Place> {
        let size = self.size;
        let steps = [(0, 1), (1, 0), (0, -1), (-1, 0)];
        steps.into_iter().filter_map(move |(dx, dy)| {
            let place = (col.checked_add_signed(dx)?, row.checked_add_signed(dy)?);
            (place.0 < size && place.1 < size).then_some(place)
        })
    }

    /// Removes the chain at a place if it has no liberty.
    fn capture(&self, stones: &mut [BTreeSet<Place>; 2], color: usize, place: Place) {
        if !stones[color].contains(&place) {
            return;
        }
        let (mut chain, mut next) = (BTreeSet::from([place]), vec![place]);
        while let Some(place) = next.pop() {
            for other in self.around(place) {
                if stones[color].contains(&other) {
                    if chain.insert(other) {
                        next.push(other);
                    }
                } else if !stones[1 - color].contains(&other) {
                    return;
                }
            }
        }
        stones[color].retain(|place| !chain.contains(place));
    }

    fn play(&mut self, color: &str, mv: &str) {
        self.moves.push((is_black(color), place(mv)));
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
            "clear_board" => *self = Self::new(self.size),
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
                // Of two stones on a point, the last one stays.
                let stones = args.chunks(2).map(|pair| (place(pair[1]).unwrap(), is_black(pair[0])));
                let stones: BTreeMap<_, _> = stones.collect();
                let start = stones.into_iter().map(|(place, black)| (black, place)).collect();
                *self = Self { start, ..Self::new(self.size) };
            }
            "fixed_handicap" | "place_free_handicap" => self.set_up(reply.split(' ')),
            "set_free_handicap" => self.set_up(args.iter().copied()),
            _ => {}
        }
    }

    fn set_up<'a>(&mut self, stones: impl Iterator<Item = &'a str>) {
        let start = stones.map(|text| (true, place(text).unwrap())).collect();
        *self = Self { start, ..Self::new(self.size) };
    }
}

fn is_black(text: &str) -> bool {
    text.to_ascii_lowercase().starts_with('b')
}

fn place(text: &str) -> Option<Place> {
    let letter = text.chars().next().unwrap().to_ascii_uppercase();
    let row: u8 = text[1..].parse().ok()?;
    Some(("ABCDEFGHJKLMNOPQRST".find(letter).unwrap() as u8, row - 1))
}

/// Returns the stones on the program's board.
fn stones(gtp: &mut Gtp) -> [BTreeSet<Place>; 2] {
    ["list_stones b", "list_stones w"].map(|command| {
        let reply = gtp.answer(command.as_bytes()).unwrap();
        reply[1..].split_whitespace().map(|text| place(text).unwrap()).collect()
    })
}

/// Returns a random vertex of a board, or a pass.
fn vertex(rng: &mut Rng, size: u8) -> String {
    let letter = char::from(b"ABCDEFGHJKLMNOPQRST"[rng.below(usize::from(size))]);
    if rng.below(15) == 0 {
        "pass".to_owned()
    } else {
        format!("{letter}{}", 1 + rng.below(usize::from(size)))
    }
}

/// Returns a random line: a likely change of the board, a command with random arguments, or a garbled line.
fn line(rng: &mut Rng, names: &[&str], size: u8, directory: &str) -> Vec<u8> {
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
    if gtp.answer(b"gettoplay").unwrap() == "= white\n\n" { "b" } else { "w" }
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
            let line = line(&mut rng, &names, shadow.size, directory);
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
            assert_eq!(stones(&mut gtp), shadow.stones(), "{text}: {reply}");
            before = after;
        }
    }
    // Most lines are commands, and each outcome is tried often.
    assert!(
        replies > LINES * 9 / 10 && failures > LINES / 10 && moves > LINES / 10,
        "{replies} {failures} {moves}"
    );
}
