//! The graph of win rate and lead over a game, as inline SVG.

use maud::{Markup, html};

use super::Turn;

const WIDTH: f64 = 900.0;
const HEIGHT: f64 = 220.0;
/// The room for the labels of the axes.
pub(super) const LEFT: f64 = 44.0;
const BELOW: f64 = 24.0;

/// The distance between two positions on the graph of a number of positions.
pub(super) fn step(positions: usize) -> f64 {
    (WIDTH - LEFT) / positions.saturating_sub(1).max(1) as f64
}

/// The graph of the positions analyzed; a click on a marked number leads to the board of that turning point.
pub(super) fn graph(turns: &[Turn], marked: &[usize]) -> Markup {
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
