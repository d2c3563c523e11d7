//! The page of a training run: curves over its steps, and the last test by move number.

use maud::{Markup, html};

use super::log::Entry;
use super::records::{GroupLosses, sum};
use crate::arena::{curves, document, head};
use crate::net::{Losses, Means};

/// The page of a training run: the results of its tests, and the last one by move number.
pub(super) fn page(name: &str, command: &str, entries: &[Entry], groups: &[GroupLosses]) -> String {
    let title = format!("Training of {name}");
    let all = sum(groups);
    let body = html! {
        h1 { (title) }
        @if let Some(last) = entries.last() { (figures(last)) }
        h2 { "Curves" }
        p.note {
            "Over the steps; " span.first { "test games" } ", " span.second { "training batches" } ", each since the test "
            "before. A network that learns its games by heart has training curves that leave those of the test games."
        }
        (plots(entries))
        h2 { "The last test, by move number" }
        table {
            (head(&["moves"], &["positions", "first", "first five", "log loss", "value loss", "value error", "owners' error"]))
            @for group in groups { (row(&group.moves(), &group.losses, false)) }
            (row("all", &all, true))
        }
        p.note {
            "First and first five: the share of moves that the network thinks most likely, or among the five most likely. Log "
            "loss: the cross entropy of the moves, in nats. Value error: the mean squared error of the probability of winning; "
            "0.25 is that of a coin. Owners' error: that of the owners of points, 1 to -1."
        }
        h2 { "Command" }
        pre { (command) }
    };
    document(&title, &body)
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

fn figures(last: &Entry) -> Markup {
    html! {
        div.figures {
            div { b { (last.step) } "steps in " (format!("{:.0}", last.seconds / 60.0)) " minutes" }
            div { b { (percent(last.test.first)) } "of the moves right" }
            div { b { (format!("{:.3}", last.test.value_error)) } "error of the value" }
        }
    }
}

type Number = fn(&Means) -> f64;

fn plots(entries: &[Entry]) -> Markup {
    let shown: [(&str, Number); 6] = [
        ("First, %", |means| 100.0 * means.first),
        ("First five, %", |means| 100.0 * means.five),
        ("Log loss of the moves", |means| means.policy),
        ("Log loss of the value", |means| means.value),
        ("Error of the value", |means| means.value_error),
        ("Error of the owners", |means| means.owner),
    ];
    html! {
        div.plots {
            @for (caption, number) in shown {
                @let line = |means: fn(&Entry) -> &Means| {
                    entries.iter().map(|entry| (entry.step as f64, number(means(entry)))).collect()
                };
                (curves(caption, "steps", &[line(|entry| &entry.test), line(|entry| &entry.training)]))
            }
        }
    }
}

fn row(moves: &str, losses: &Losses, is_total: bool) -> Markup {
    let means = losses.means();
    html! {
        tr.total[is_total] {
            td { (moves) }
            td.number { (losses.positions) }
            @for share in [means.first, means.five] { td.number { (percent(share)) } }
            @for number in [means.policy, means.value, means.value_error, means.owner] {
                td.number { (format!("{number:.3}")) }
            }
        }
    }
}
