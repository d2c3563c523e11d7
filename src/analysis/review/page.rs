//! The page of a review: one HTML file with its style and its pictures.

use maud::{Markup, PreEscaped, html};

use super::graph::graph;
use super::record::value_text;
use super::{Loss, ReviewedGame, Turn, losses, mean_loss, turning_points};
use crate::draw::{Letters, Mark, Picture, Shade};
use crate::engine::go::status::Status;
use crate::framework::{Color, Move};
use crate::go::{Point, Position, score, vertex};
use crate::util::document;

const STYLE: &str = include_str!("page.css");
/// The most moves of a line on a board.
const MOST_MOVES: usize = 9;

/// The page. `title` is the heading, `status` the estimate at the end of the game.
pub fn page(title: &str, game: &ReviewedGame, turns: &[Turn], status: &Status) -> String {
    let losses = losses(game, turns);
    let points = turning_points(&losses);
    let marked: Vec<usize> = points.iter().map(|loss| loss.number).collect();
    let positions = game.positions();
    let body = html! {
        h1 { (title) }
        p { (game.moves.len()) " moves; " (summary(turns)) }
        (graph(turns, &marked))
        p.legend {
            span.win { "Black's win rate" } " in percent, and " span.lead { "Black's lead" } " in points: \
            its mean at the ends of playouts, which scatter. The win rate is surer."
        }
        (averages(&losses))
        h2 { "Turning points" }
        @if points.is_empty() { p { "No move lost 5 % or more." } }
        @for loss in &points {
            @if let (Some([position, later]), Some([turn, after])) =
                (pair(&positions, loss.number), pair(turns, loss.number)) {
                (turning_point(game, [position, later], [turn, after], loss))
            }
        }
        h2 { "The end" }
        (end(positions.last(), status))
    };
    document(title, STYLE, &body)
}

/// The items before and after a move.
fn pair<T>(items: &[T], number: usize) -> Option<[&T; 2]> {
    Some([items.get(number - 1)?, items.get(number)?])
}

fn summary(turns: &[Turn]) -> String {
    let playouts = turns.iter().map(|turn| turn.visits).sum::<u64>() / turns.len().max(1) as u64;
    format!("{playouts} playouts a position on average")
}

fn averages(losses: &[Loss]) -> Markup {
    html! {
        table {
            tr { th { "" } th { "mean loss of win rate" } th { "mean loss of points" } }
            @for color in Color::ALL {
                @let (winrate, points) = mean_loss(losses, color);
                tr {
                    th { (color) }
                    td { (format!("{:.1} %", 100.0 * winrate)) }
                    td { (format!("{points:.2}")) }
                }
            }
        }
    }
}

/// The boards of a turning point: the move that was played, and the line that was expected.
fn turning_point(
    game: &ReviewedGame,
    [position, later]: [&Position; 2],
    [turn, after]: [&Turn; 2],
    loss: &Loss,
) -> Markup {
    let played = game.moves.get(loss.number - 1).map_or(Move::PASS, |&(_, mv)| mv);
    let line: Vec<String> = turn.line.iter().take(MOST_MOVES).map(|&mv| vertex::text(mv)).collect();
    let mut was = Picture::of(later);
    was.set_title(&format!("Move {}: {} {}", loss.number, loss.color, vertex::text(played)));
    if let Some((col, row)) = was.point(&vertex::text(played)) {
        was.mark(col, row, Mark::Ring);
    }
    let mut better = Picture::of(position);
    better.set_title(&format!("Better: {}", line.join(" ")));
    better.line(line.iter().map(String::as_str), loss.color);
    html! {
        section id={ "move-" (loss.number) } {
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
    picture.set_title("Owners of the points at the end");
    for p in position.board().points() {
        picture.shade(p.col(), p.row(), Shade::Owner(f64::from(status.ownership[p])));
    }
    let dead: Vec<String> = status
        .dead
        .iter()
        .flat_map(|&head| position.board().stones_of(head))
        .map(|p: Point| p.to_string())
        .collect();
    html! {
        div.boards {
            figure {
                (PreEscaped(picture.svg(Letters::Text)))
                figcaption {
                    "Owners of the points in playouts; estimated score " (score::text(status.score))
                    @if !dead.is_empty() { ", dead: " (dead.join(" ")) }
                }
            }
        }
    }
}
