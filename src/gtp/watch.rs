//! Search progress on standard error: a line every five seconds, and live graphics for GoGui.

use std::io::{self, Write};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use crossbeam_channel::{Sender, TrySendError, bounded};

use super::formats::{marks, win_rates};
use crate::engine::{ObserverFactory, SearchMode, Searched};
use crate::framework::{Color, Move, MoveStat, Observer, Report};
use crate::util::threads;

const LINE_INTERVAL: Duration = Duration::from_secs(5);
/// The interval between checks whether graphics are due.
const GFX_INTERVAL: Duration = Duration::from_millis(100);
/// Maximum number of moves in a line.
const MAX_MOVES: usize = 15;

/// The factory of observers that print the progress of a search to standard error.
pub fn observers() -> ObserverFactory {
    let output = PRINTER.clone();
    Arc::new(move |settings, game| {
        let (to, position) = (output.clone(), game.clone());
        if settings.params.player.search_mode == SearchMode::OnePly {
            let see = move |report: &Report| print(&to, win_rates(&*position.text, report) + "\n");
            return vec![Observer { interval: Duration::MAX, see: Box::new(see) }];
        }
        let see = move |report: &Report| print(&to, progress(&position, report));
        let line = Observer { interval: LINE_INTERVAL, see: Box::new(see) };
        if !settings.gfx.live_gfx {
            return vec![line];
        }
        let every = settings.shown.live_gfx_interval;
        let gfx = Graphics { every, shown: AtomicU64::new(0), game: game.clone(), to: output.clone() };
        let see = move |report: &Report| gfx.show(report);
        vec![line, Observer { interval: GFX_INTERVAL, see: Box::new(see) }]
    })
}

/// The queue of text for standard error.
static PRINTER: LazyLock<Sender<String>> = LazyLock::new(printer);
static UNWRITTEN: AtomicUsize = AtomicUsize::new(0);

/// Starts the thread that writes to standard error; returns its queue. The search itself must not write there: it would
/// block if the client does not read standard error.
fn printer() -> Sender<String> {
    const WAITING: usize = 64;
    let (sender, receiver) = bounded::<String>(WAITING);
    // Without the thread, each text is written at once.
    let _ = threads::spawn(receiver, |receiver| {
        for text in receiver {
            // Standard error is gone, so this error cannot be reported.
            let _ = io::stderr().write_all(text.as_bytes());
            UNWRITTEN.fetch_sub(1, Ordering::Relaxed);
        }
    });
    sender
}

/// Queues text; drops it if the queue is full.
fn print(to: &Sender<String>, text: String) {
    UNWRITTEN.fetch_add(1, Ordering::Relaxed);
    if let Err(unsent) = to.try_send(text) {
        if let TrySendError::Disconnected(text) = unsent {
            let _ = io::stderr().write_all(text.as_bytes());
        }
        UNWRITTEN.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Prints a remark as a line on standard error.
pub fn remark(text: &str) {
    tell(&format!("brasa: {text}"));
}

/// Prints a line on standard error.
pub fn tell(line: &str) {
    print(&PRINTER, format!("{line}\n"));
}

/// Waits until all text is written, at most half a second.
pub fn flush() {
    let start = Instant::now();
    while UNWRITTEN.load(Ordering::Relaxed) > 0 && start.elapsed() < Duration::from_millis(500) {
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// A line with time, value, playouts, mean depth and the principal variation.
fn progress(game: &Searched, report: &Report) -> String {
    let moves: Vec<_> = report.sequence.iter().take(MAX_MOVES).map(|&mv| (game.text)(mv)).collect();
    format!(
        "{:4.1}s  {:.3} {:7} {:5.1}  {}\n",
        report.time.as_secs_f64(),
        game.scale.probability(report.value, report.margin),
        report.count,
        report.depth,
        moves.join(" ")
    )
}

struct Graphics {
    /// The number of playouts between drawings.
    every: u64,
    /// The number of playouts at the last drawing, divided by `every`.
    shown: AtomicU64,
    game: Searched,
    to: Sender<String>,
}

impl Graphics {
    fn show(&self, report: &Report) {
        let due = report.games / self.every;
        if self.shown.swap(due, Ordering::Relaxed) < due {
            print(&self.to, graphics(&self.game, report));
        }
    }
}

/// Clears the drawing at the end of the search.
impl Drop for Graphics {
    fn drop(&mut self) {
        if self.shown.load(Ordering::Relaxed) > 0 {
            print(&self.to, "gogui-gfx: CLEAR\n".to_owned());
        }
    }
}

/// A block of GoGui's live graphics.
fn graphics(game: &Searched, report: &Report) -> String {
    let speed = report.games as f64 / report.time.as_secs_f64().max(1e-9);
    let Report { count, value, length, depth, .. } = report;
    format!(
        "gogui-gfx:\n{}\nTEXT N={count} V={value:.3} Len={length:.0} Tree={depth:.1} Gm/s={speed:.0}\n\n",
        drawing(game.to_play, &*game.text, &report.moves, &report.sequence)
    )
}

/// A search in GoGui's format: a variation, the values of moves as influence, positive for Black, and their counts as
/// labels. Moves that are not points have neither.
pub(super) fn drawing(
    to_play: Color,
    text: impl Fn(Move) -> String,
    moves: &[MoveStat],
    line: &[Move],
) -> String {
    let sign = f64::from(to_play.sign());
    let on_points = || {
        let visited = moves.iter().filter(|stat| stat.count > 0).map(|stat| (text(stat.mv), stat));
        visited.filter(|(place, _)| is_point(place))
    };
    let value = |stat: &MoveStat| format!("{:.2}", sign * (2.0 * stat.value - 1.0));
    [
        variation(to_play, &text, line),
        marks("INFLUENCE", on_points().map(|(place, stat)| (place, value(stat)))),
        marks("LABEL", on_points().map(|(place, stat)| (place, stat.count.to_string()))),
    ]
    .join("\n")
}

/// Whether a text is a letter and a number, GoGui's point notation.
fn is_point(text: &str) -> bool {
    let number = text.strip_prefix(|c: char| c.is_ascii_alphabetic());
    number.is_some_and(|number| !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()))
}

/// Moves as a variation in GoGui's format; `color` plays the first.
pub(super) fn variation(mut color: Color, text: impl Fn(Move) -> String, moves: &[Move]) -> String {
    let mut line = "VAR".to_owned();
    for &mv in moves {
        line += &format!(" {} {}", color.letter(), text(mv));
        color = !color;
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::framework::Game;
    use crate::go::{Point, Position, Rules};

    fn report() -> (Searched, Report) {
        let position = Position::new(9, Rules::default());
        let game = Searched {
            to_play: Color::White,
            text: Arc::new(move |mv| position.move_text(mv)),
            scale: crate::net::Scale::NONE,
        };
        let at = |col, row| Point::at(col, row).to_move();
        let stat = |mv, count| MoveStat { mv, count, value: 0.5, ..MoveStat::default() };
        let report = Report {
            value: 0.5234,
            count: 400,
            games: 300,
            depth: 12.44,
            length: 110.6,
            time: Duration::from_secs(5),
            moves: vec![stat(at(4, 4), 300), stat(Move::PASS, 60), stat(at(0, 8), 40), stat(at(1, 1), 0)],
            sequence: [at(4, 4), Move::PASS].into_iter().cycle().take(20).collect(),
            ..Report::default()
        };
        (game, report)
    }

    #[test]
    fn the_line_has_at_most_fifteen_moves() {
        let (game, report) = report();
        let moves = ["E5", "pass"].into_iter().cycle().take(15).collect::<Vec<_>>().join(" ");
        assert_eq!(progress(&game, &report), format!(" 5.0s  0.523     400  12.4  {moves}\n"));
    }

    #[test]
    fn graphics_are_those_of_gogui() {
        let (game, mut report) = report();
        report.sequence.truncate(2);
        let text = "TEXT N=400 V=0.523 Len=111 Tree=12.4 Gm/s=60\n\n";
        report.moves[0].value = 0.9;
        let drawing = "VAR W E5 B pass\nINFLUENCE E5 -0.80 A9 -0.00\nLABEL E5 300 A9 40";
        assert_eq!(graphics(&game, &report), format!("gogui-gfx:\n{drawing}\n{text}"));
    }

    #[test]
    fn graphics_come_every_so_many_playouts_and_are_wiped_away() {
        let (game, mut report) = report();
        let (to, printed) = bounded(8);
        let gfx = Graphics { every: 100, shown: AtomicU64::new(0), game, to };
        for games in [99, 150, 199, 200, 250, 420] {
            report.games = games;
            gfx.show(&report);
        }
        drop(gfx);
        let printed: Vec<_> = printed.iter().collect();
        assert_eq!(printed.len(), 4, "at 150, 200 and 420, and the end");
        assert_eq!(printed.last().map(String::as_str), Some("gogui-gfx: CLEAR\n"));
    }
}
