//! Small plots as inline SVG.

use maud::{Markup, html};

use super::EloEstimate;
use super::stats::MatchScore;
use crate::util::{counted, rounded};

const WIDTH: f64 = 290.0;
const HEIGHT: f64 = 120.0;
/// Room for the labels of the axes.
const LEFT: f64 = 32.0;
const BELOW: f64 = 18.0;

/// A bar of games won, drawn and lost.
pub(super) fn score_bar(score: MatchScore) -> Markup {
    const FULL: f64 = 620.0;
    let width = |count: u32| FULL * f64::from(count) / f64::from(score.games().max(1));
    let MatchScore { wins, draws, losses } = score;
    let parts = [("fill-first", 0, wins), ("fill-draw", wins, draws), ("fill-second", wins + draws, losses)];
    html! {
        svg viewBox={ "0 0 " (FULL) " 22" } width=(FULL) role="img" aria-label="score" {
            @for (class, before, count) in parts.into_iter().filter(|&(_, _, count)| count > 0) {
                @let (left, wide) = (coordinate(width(before)), coordinate(width(count)));
                rect class=(class) x=(left) y="0" width=(wide) height="22" {
                    title { (count) }
                }
            }
            line class="axis" x1=(FULL / 2.0) x2=(FULL / 2.0) y1="-4" y2="26" {}
        }
    }
}

/// A histogram of one or more series, with bars side by side in different colors.
pub(super) fn histogram(caption: &str, series: &[(&str, Vec<f64>)]) -> Markup {
    let most = series.iter().flat_map(|(_, values)| values).copied().fold(0.0, f64::max);
    let width = bin_width(most);
    let bins = (most / width).floor().min(1000.0) as usize + 1;
    let count = |values: &[f64], bin: usize| {
        values.iter().filter(|&&value| ((value / width).floor() as usize).min(bins - 1) == bin).count()
    };
    let counts: Vec<Vec<usize>> =
        series.iter().map(|(_, values)| (0..bins).map(|bin| count(values, bin)).collect()).collect();
    let highest = counts.iter().flatten().copied().max().unwrap_or(0).max(1);
    let slot = (WIDTH - LEFT) / bins as f64;
    let bar = 0.9 * slot / series.len().max(1) as f64;
    let every = bins.div_ceil(6);
    let x = |bin: usize| LEFT + slot * bin as f64;
    // Rounded, because binary fractions are inexact.
    let label = |bin: usize| rounded(width * bin as f64, 6);
    let drawing = html! {
        text x=(LEFT - 5.0) y="10" text-anchor="end" { (highest) }
        text x=(LEFT - 5.0) y=(HEIGHT) text-anchor="end" { "0" }
        @for ((index, counts), (name, _)) in counts.iter().enumerate().zip(series) {
            @for (bin, &count) in counts.iter().enumerate().filter(|&(_, &count)| count > 0) {
                @let height = HEIGHT * count as f64 / highest as f64;
                rect class=(["fill-first", "fill-second"][index % 2])
                    x=(coordinate(x(bin) + bar * index as f64)) width=(coordinate(bar))
                    y=(coordinate(HEIGHT - height)) height=(coordinate(height)) {
                    title { (name) " " (label(bin)) "–" (label(bin + 1)) ": " (count) }
                }
            }
        }
        line class="axis" x1=(LEFT) x2=(WIDTH) y1=(HEIGHT) y2=(HEIGHT) {}
        @for bin in (0..bins).step_by(every) {
            text x=(coordinate(x(bin))) y=(HEIGHT + 14.0) { (label(bin)) }
        }
    };
    figure(caption, (WIDTH, HEIGHT), &drawing)
}

/// A plot of the score after each game, with its 95 % interval.
pub(super) fn course(caption: &str, scores: &[MatchScore]) -> Markup {
    /// Maximum number of points drawn.
    const POINTS: usize = 300;
    let step = scores.len().div_ceil(POINTS).max(1);
    let shown: Vec<(f64, MatchScore)> = (1..)
        .zip(scores)
        .filter(|&(game, _)| game % step == 0 || game == scores.len())
        .map(|(game, &score)| (game as f64, score))
        .collect();
    let x = |game: f64| coordinate(LEFT + (WIDTH - LEFT) * game / scores.len().max(1) as f64);
    let y = |share: f64| coordinate(HEIGHT * (1.0 - share));
    let path = |value: &dyn Fn(MatchScore) -> f64| -> Vec<String> {
        shown.iter().map(|&(game, score)| format!("{},{}", x(game), y(value(score)))).collect()
    };
    let mut band = path(&|score| score.interval().0);
    band.extend(path(&|score| score.interval().1).into_iter().rev());
    let drawing = html! {
        polygon class="band" points=(band.join(" ")) {}
        @for (share, text) in [(0.0, "0 %"), (0.5, "50 %"), (1.0, "100 %")] {
            line class="axis" x1=(LEFT) x2=(WIDTH) y1=(y(share)) y2=(y(share)) {}
            text x=(LEFT - 5.0) y=(y(share) + 4.0) text-anchor="end" { (text) }
        }
        polyline class="line" points=(path(&MatchScore::share).join(" ")) {}
        text x=(LEFT) y=(HEIGHT + 14.0) { "0" }
        text x=(WIDTH) y=(HEIGHT + 14.0) text-anchor="end" { (counted(scores.len(), "game")) }
    };
    figure(caption, (WIDTH, HEIGHT), &drawing)
}

/// A plot of up to two series over the same x values, from 0.
pub(crate) fn curves(caption: &str, unit: &str, series: &[Vec<(f64, f64)>]) -> Markup {
    let points = || series.iter().flatten().filter(|(x, y)| x.is_finite() && y.is_finite());
    let end = points().map(|point| point.0).fold(0.0, f64::max);
    let [low, high] = [(f64::INFINITY, f64::min as fn(f64, f64) -> f64), (f64::NEG_INFINITY, f64::max)]
        .map(|(start, fold)| points().map(|point| point.1).fold(start, fold));
    let (low, high) = if low <= high { (low, high) } else { (0.0, 1.0) };
    // At most six grid lines.
    let step = bin_width(4.0 * (high - low));
    let (low, high) = ((low / step).floor(), (high / step).floor() + 1.0);
    let x = |x: f64| coordinate(LEFT + (WIDTH - LEFT) * x / end.max(1.0));
    let y = |y: f64| coordinate(HEIGHT * (high - y / step) / (high - low));
    // Rounded, because binary fractions are inexact.
    let label = |line: f64| rounded(step * line, 6);
    let drawing = html! {
        @for line in (0..=(high - low) as u32).map(|line| low + f64::from(line)) {
            line class="axis" x1=(LEFT) x2=(WIDTH) y1=(y(line * step)) y2=(y(line * step)) {}
            text x=(LEFT - 5.0) y=(y(line * step) + 4.0) text-anchor="end" { (label(line)) }
        }
        @for (points, color) in series.iter().zip(["first", "second"]) {
            @let points: Vec<_> = points.iter().filter(|(x, y)| x.is_finite() && y.is_finite()).collect();
            @let line: Vec<_> = points.iter().map(|point| format!("{},{}", x(point.0), y(point.1))).collect();
            polyline class={ "line " (color) } points=(line.join(" ")) {}
            // A line of one point would be invisible.
            @if let Some(last) = points.last() {
                circle class={ "fill-" (color) } cx=(x(last.0)) cy=(y(last.1)) r="3" {
                    title { (label(last.1 / step)) }
                }
            }
        }
        text x=(LEFT) y=(HEIGHT + 14.0) { "0" }
        text x=(WIDTH) y=(HEIGHT + 14.0) text-anchor="end" { (end) " " (unit) }
    };
    figure(caption, (WIDTH, HEIGHT), &drawing)
}

/// A plot of ratings with intervals, one per line.
pub(super) fn ratings(caption: &str, rows: &[(String, EloEstimate)]) -> Markup {
    const FULL: f64 = 620.0;
    const NAMES: f64 = 170.0;
    const LINE: f64 = 22.0;
    let reach = |rating: &EloEstimate| if rating.error.is_finite() { rating.error } else { 0.0 };
    let low = rows.iter().map(|(_, rating)| rating.elo - reach(rating)).fold(-10.0, f64::min);
    let high = rows.iter().map(|(_, rating)| rating.elo + reach(rating)).fold(10.0, f64::max);
    let x = |elo: f64| coordinate(NAMES + (FULL - NAMES) * (elo - low) / (high - low));
    let height = LINE * rows.len() as f64;
    let drawing = html! {
        line class="axis" x1=(x(0.0)) x2=(x(0.0)) y1="0" y2=(height) {}
        @for elo in [low, 0.0, high] {
            text x=(x(elo)) y=(height + 14.0) text-anchor="middle" { (elo.round()) }
        }
        @for (index, (name, rating)) in rows.iter().enumerate() {
            @let y = LINE * (index as f64 + 0.5);
            @let (left, right) = (x(rating.elo - reach(rating)), x(rating.elo + reach(rating)));
            text x=(NAMES - 10.0) y=(y + 4.0) text-anchor="end" { (name) }
            line class="whisker" x1=(left) x2=(right) y1=(y) y2=(y) {}
            circle class="fill-first" cx=(x(rating.elo)) cy=(y) r="5" {
                title { (name) ": " (format!("{:.0} ± {:.0}", rating.elo, rating.error)) }
            }
        }
    };
    figure(caption, (FULL, height), &drawing)
}

/// A captioned drawing of a width and height, with room for an axis below.
fn figure(caption: &str, (width, height): (f64, f64), drawing: &Markup) -> Markup {
    let area = format!("0 0 {width} {}", height + BELOW);
    html! {
        figure {
            figcaption { (caption) }
            svg viewBox=(area) width=(width) role="img" aria-label=(caption) { (drawing) }
        }
    }
}

/// A bin width of 1, 2 or 5 times a power of ten that gives at most 20 bins.
fn bin_width(most: f64) -> f64 {
    let mut width = 1e-3;
    // The greatest number takes 930 steps; infinity has no bin width.
    for factor in [2.0, 2.5, 2.0].into_iter().cycle().take(1000) {
        if most / width < 20.0 {
            break;
        }
        width *= factor;
    }
    width
}

fn coordinate(value: f64) -> f64 {
    rounded(value, 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bins_are_round_and_few() {
        for most in [0.0, 0.004, 0.7, 1.0, 61.0, 250.0, 1e5, 1e30] {
            let width = bin_width(most);
            assert!(most / width < 20.0, "{most} {width}");
            let digit = width / 10f64.powf((width * 1.001).log10().floor());
            assert!([1.0, 2.0, 5.0].iter().any(|known| (digit - known).abs() < 1e-6), "{width}");
        }
        assert_eq!(bin_width(61.0), 5.0);
    }

    #[test]
    fn a_histogram_counts_every_value_once() {
        let text = histogram("x", &[("a", vec![1.0, 2.0, 2.5, 61.0]), ("b", vec![0.0])]).into_string();
        let counts = text.split("<title>").skip(1).map(|part| {
            let (title, _) = part.split_once('<').unwrap();
            title.rsplit(' ').next().unwrap().parse::<usize>().unwrap()
        });
        assert_eq!(counts.sum::<usize>(), 5);
    }

    #[test]
    fn curves_lie_between_round_numbers() {
        let text = curves("x", "steps", &[vec![(0.0, 41.0), (50.0, 52.5), (100.0, 60.0)]]).into_string();
        for part in [">40<", ">65<", ">100 steps<", "points=\"32,115.2 161,60 290,24\""] {
            assert!(text.contains(part), "{part}: {text}");
        }
        // Constant data needs a range too.
        let text = curves("x", "steps", &[vec![(0.0, 0.5), (10.0, 0.5)]]).into_string();
        assert!(text.contains("points=\"32,120 290,120\""), "{text}");
    }

    #[test]
    fn plots_of_nothing_are_drawn() {
        let curves = [&[][..], &[vec![]], &[vec![(0.0, f64::NAN)]]].map(|series| curves("x", "", series));
        for plot in
            [histogram("x", &[("a", Vec::new())]), course("x", &[]), ratings("x", &[])].iter().chain(&curves)
        {
            assert!(!plot.0.contains("NaN") && !plot.0.contains("inf"));
        }
    }
}
