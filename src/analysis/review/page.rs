//! The page of a review: one HTML file with its style, its pictures, and the graph of win rate and lead as inline SVG.

use maud::{Markup, PreEscaped, html};
use serde_json::json;

use super::record::value_text;
use super::{Loss, MIN_LOSS, PHASES, ReviewedGame, Turn, losses, mean_loss, phase, turning_points};
use crate::draw::{Letters, Mark, Picture, Shade};
use crate::engine::go::status::Status;
use crate::framework::{Color, Move, symbol};
use crate::go::{Point, Position, Rules, score, vertex};
use crate::util::{document, percent};

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("replay.js");
/// Maximum number of moves of a line on a board.
const MAX_MOVES: usize = 9;

/// The page. `title` is the heading, `about` the record's game information, `status` the final status estimate.
pub fn page(
    title: &str,
    about: &[(&str, String)],
    game: &ReviewedGame,
    turns: &[Turn],
    status: &Status,
) -> String {
    let losses = losses(game, turns);
    let points = turning_points(&losses);
    let marked: Vec<usize> = points.iter().map(|loss| loss.number).collect();
    let positions = game.positions();
    let body = html! {
        h1 { (title) }
        p { @for (name, value) in about { span.fact { (name) ": " b { (value) } } " " } }
        p { (game.moves.len()) " moves; " (summary(turns)) }
        (replay(game, &positions, turns, &losses))
        (graph(turns, &marked))
        p.legend {
            span.win { "Black's win rate" } " in percent, and " span.lead { "Black's lead" } " in points, \
            which is noisier than the win rate."
        }
        (averages(&losses, game.start.board().size()))
        h2 { "Turning points" }
        div #filter {
            @for (value, name) in [("", "Both players"), ("black", "Black"), ("white", "White")] {
                button value=(value) aria-pressed=(value.is_empty()) { (name) } " "
            }
        }
        @if points.is_empty() { p { "No move lost " (format!("{:.0}", 100.0 * MIN_LOSS)) " % or more." } }
        @for loss in &points {
            @if let (Some([position, later]), Some([turn, after])) =
                (pair(&positions, loss.number), pair(turns, loss.number)) {
                (turning_point(game, [position, later], [turn, after], loss))
            }
        }
        h2 { "The end" }
        (end(positions.last(), status))
        script { (PreEscaped(SCRIPT)) }
    };
    document(title, STYLE, &body)
}

/// The items before and after a move.
fn pair<T>(items: &[T], number: usize) -> Option<[&T; 2]> {
    Some([items.get(number - 1)?, items.get(number)?])
}

fn summary(turns: &[Turn]) -> String {
    let playouts = turns.iter().map(|turn| turn.visits).sum::<u64>() / turns.len().max(1) as u64;
    format!("{playouts} playouts per position on average")
}

/// The replay board, its buttons, the list of moves with their losses, and the positions for the script.
fn replay(game: &ReviewedGame, positions: &[Position], turns: &[Turn], losses: &[Loss]) -> Markup {
    let size = game.start.board().size();
    let stones = |position: &Position| -> String {
        let board = position.board();
        board.points().map(|p| symbol(board.color_at(p))).collect()
    };
    let place = |mv: Move| {
        let p = Point::of_move(mv);
        if mv == Move::PASS { -1 } else { i32::from(p.row()) * i32::from(size) + i32::from(p.col()) }
    };
    let texts: Vec<String> = (0..positions.len())
        .map(|i| {
            let played = i.checked_sub(1).and_then(|last| game.moves.get(last));
            let words = played
                .map_or("Start".to_owned(), |&(color, mv)| format!("Move {i}: {color} {}", vertex::text(mv)));
            turns.get(i).map_or(words.clone(), |turn| format!("{words}. {}.", value_text(turn)))
        })
        .collect();
    let data = json!({
        "size": size,
        "positions": positions.iter().map(stones).collect::<Vec<_>>(),
        "moves": game.moves.iter().map(|&(_, mv)| [place(mv)]).collect::<Vec<_>>(),
        "texts": texts,
        "left": LEFT,
        "step": step(turns.len()),
    });
    // Keeps text in the data from closing the element.
    let data = data.to_string().replace('<', "\\u003c");
    let empty = Position::new(size, Rules::default());
    let mut board = Picture::of(&empty);
    board.set_title("Replay board");
    html! {
        div.boards {
            figure #replay { (PreEscaped(board.svg(Letters::Text))) }
            div.controls {
                p {
                    @for (id, sign, name) in [("first", "«", "To the start"), ("back", "‹", "Back one move"),
                        ("forward", "›", "Forward one move"), ("last", "»", "To the end")] {
                        button id=(id) aria-label=(name) { (sign) } " "
                    }
                }
                input #at type="range" min="0" value="0" aria-label="Move";
                p #text role="status" {}
                div #moves {
                    button { "Start" }
                    @for (number, (color, mv)) in (1..).zip(&game.moves) {
                        button {
                            (number) ". " (color) " " (vertex::text(*mv))
                            @if let Some(loss) = losses.get(number - 1).filter(|loss| loss.points >= 1.0 && loss.winrate >= 0.02) {
                                " " span.loss { (format!("−{:.1}", loss.points)) }
                            }
                        }
                    }
                }
            }
        }
        script #game type="application/json" { (PreEscaped(data)) }
    }
}

fn averages(losses: &[Loss], size: u8) -> Markup {
    let part = |color, of: usize| -> (usize, (f64, f64)) {
        let own: Vec<Loss> = losses
            .iter()
            .copied()
            .filter(|loss| loss.color == color && phase(loss.number, size) == of)
            .collect();
        (own.len(), mean_loss(&own, color))
    };
    html! {
        table {
            tr { td {} th { "mean loss of win rate" } th { "mean loss of points" } }
            @for color in Color::ALL {
                @let (winrate, points) = mean_loss(losses, color);
                tr {
                    th { (color) }
                    td { (percent(winrate)) }
                    td { (format!("{points:.2}")) }
                }
                @for (i, name) in PHASES.iter().enumerate() {
                    @let (count, (winrate, points)) = part(color, i);
                    @if count > 0 {
                        tr.phase {
                            td { (name) ", " (count) " moves" }
                            td { (percent(winrate)) }
                            td { (format!("{points:.2}")) }
                        }
                    }
                }
            }
        }
    }
}

/// A turning point's boards: the played move, and the principal variation.
fn turning_point(
    game: &ReviewedGame,
    [position, later]: [&Position; 2],
    [turn, after]: [&Turn; 2],
    loss: &Loss,
) -> Markup {
    let played = game.moves.get(loss.number - 1).map_or(Move::PASS, |&(_, mv)| mv);
    let line: Vec<String> = turn.line.iter().take(MAX_MOVES).map(|&mv| vertex::text(mv)).collect();
    let mut was = Picture::of(later);
    was.set_title(&format!("Move {}: {} {}", loss.number, loss.color, vertex::text(played)));
    if let Some((col, row)) = was.point(&vertex::text(played)) {
        was.mark(col, row, Mark::Ring);
    }
    let mut better = Picture::of(position);
    better.set_title(&format!("Better: {}", line.join(" ")));
    better.line(line.iter().map(String::as_str), loss.color);
    html! {
        section id={ "move-" (loss.number) } data-color=(loss.color) {
            h3 {
                "Move " (loss.number) ": " (loss.color) " " (vertex::text(played)) " lost "
                (format!("{:.0} %", 100.0 * loss.winrate)) " and " (format!("{:.1}", loss.points)) " points"
            }
            div.boards {
                figure {
                    (PreEscaped(was.svg(Letters::Text)))
                    figcaption { "Played: " (vertex::text(played)) ". "
                        (value_text(after)) "." }
                }
                figure {
                    (PreEscaped(better.svg(Letters::Text)))
                    figcaption { "Better: " (line.join(" ")) ". " (value_text(turn)) "." }
                }
            }
        }
    }
}

fn end(position: Option<&Position>, status: &Status) -> Markup {
    let Some(position) = position else { return html! {} };
    let mut picture = Picture::of(position);
    picture.set_title("Final point ownership");
    for p in position.board().points() {
        picture.shade(p.col(), p.row(), Shade::Owner(f64::from(status.ownership[p])));
    }
    let dead: Vec<String> = status.dead_stones(position.board()).map(|p| p.to_string()).collect();
    html! {
        div.boards {
            figure {
                (PreEscaped(picture.svg(Letters::Text)))
                figcaption {
                    "Point ownership in playouts; estimated score " (score::text(status.score))
                    @if !dead.is_empty() { ", dead: " (dead.join(" ")) }
                }
            }
        }
    }
}

const WIDTH: f64 = 900.0;
const HEIGHT: f64 = 220.0;
/// The room for the labels of the axes.
const LEFT: f64 = 44.0;
const BELOW: f64 = 24.0;

/// The distance between two positions on the graph of a number of positions.
fn step(positions: usize) -> f64 {
    (WIDTH - LEFT) / positions.saturating_sub(1).max(1) as f64
}

/// The graph of the positions analyzed; a click on a marked number leads to the board of that turning point.
fn graph(turns: &[Turn], marked: &[usize]) -> Markup {
    let most = turns.iter().map(|turn| turn.lead.abs()).fold(10.0, f64::max);
    let step = step(turns.len());
    let x = |i: usize| LEFT + step * i as f64;
    let line = |y: &dyn Fn(&Turn) -> f64| {
        let points: Vec<_> =
            turns.iter().enumerate().map(|(i, turn)| format!("{:.1},{:.1}", x(i), y(turn))).collect();
        points.join(" ")
    };
    let win = |turn: &Turn| HEIGHT * (1.0 - turn.winrate);
    let lead = |turn: &Turn| HEIGHT * (0.5 - 0.5 * turn.lead / most);
    let every = turns.len().div_ceil(12).next_multiple_of(5);
    html! {
        svg.graph viewBox={ "-4 -8 " (WIDTH + 60.0) " " (HEIGHT + BELOW + 12.0) } role="group"
            aria-label="win rate and lead over the game" {
            rect.half x=(LEFT) y="0" width=(WIDTH - LEFT) height=(HEIGHT / 2.0) {}
            @for (share, label) in [(0.0, "100 %"), (0.5, "50 %"), (1.0, "0 %")] {
                line.axis x1=(LEFT) x2=(WIDTH) y1=(HEIGHT * share) y2=(HEIGHT * share) {}
                text x=(LEFT - 6.0) y=(HEIGHT * share + 4.0) text-anchor="end" { (label) }
            }
            @for (share, sign) in [(0.0, "B"), (1.0, "W")] {
                text.lead x=(WIDTH + 4.0) y=(HEIGHT * share + 4.0) { (sign) "+" (format!("{most:.0}")) }
            }
            @for i in (0..turns.len()).step_by(every) {
                text x=(format!("{:.1}", x(i))) y=(HEIGHT + 16.0) text-anchor="middle" { (i) }
            }
            polyline.lead points=(line(&lead)) {}
            polyline.win points=(line(&win)) {}
            line #now x1=(LEFT) x2=(LEFT) y1="0" y2=(HEIGHT) {}
            @for &number in marked {
                @if let Some(turn) = turns.get(number) {
                    a href={ "#move-" (number) } {
                        circle.mark cx=(format!("{:.1}", x(number))) cy=(format!("{:.1}", win(turn))) r="6" {
                            title { "move " (number) }
                        }
                    }
                }
            }
        }
    }
}
