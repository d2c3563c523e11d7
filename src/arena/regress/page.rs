//! Result page for regression tests.

use std::time::Duration;

use maud::{Markup, html};

use super::report::{FileReport, RegressReport, TestReport, Verdict, VerdictCounts};
use crate::arena::html as frame;
use crate::util::percent;

/// The page.
pub fn page(report: &RegressReport) -> String {
    let total = report.counts();
    let repeated = total.runs > total.tests();
    let title = if total.fail == 0 { "all as expected".to_owned() } else { format!("{} failed", total.fail) };
    let title = format!("Regression tests: {title}");
    let mut numbers = vec!["Tests", "Pass", "FAIL", "Fail (expected)", "PASS (unexpected)"];
    numbers.extend(repeated.then_some("Runs passed"));
    numbers.push("Time");
    let body = html! {
        h1 { (title) }
        p { "Program: " (report.program) }
        table {
            (frame::head(&["File"], &numbers))
            @for (number, file) in report.files.iter().enumerate() {
                @let name = html! { a href={ "#file" (number) } { (file.path.display()) } };
                (counts_row(&name, "", file.counts(), repeated, time(file)))
            }
            @if report.files.len() > 1 {
                @let time = report.files.iter().map(time).sum();
                (counts_row(&html! { "Total" }, "total", total, repeated, time))
            }
        }
        @for (number, report) in report.files.iter().enumerate() { (file(number, report)) }
    };
    frame::document(&title, &body)
}

fn time(report: &FileReport) -> Duration {
    report.tests.iter().map(TestReport::time).sum()
}

fn seconds(time: Duration) -> String {
    format!("{:.2} s", time.as_secs_f64())
}

/// A row of the file table.
fn counts_row(name: &Markup, class: &str, counts: VerdictCounts, repeated: bool, time: Duration) -> Markup {
    let class = [class, if counts.fail > 0 { "bad" } else { "" }].join(" ");
    html! {
        tr class=(class.trim()) {
            td { (name) }
            @for count in [counts.tests(), counts.pass, counts.fail, counts.expected_fail, counts.unexpected_pass] {
                td.number { (count) }
            }
            @if repeated { td.number { (percent(counts.share())) } }
            td.number { (seconds(time)) }
        }
    }
}

fn file(number: usize, report: &FileReport) -> Markup {
    html! {
        h2 id={ "file" (number) } { (report.path.display()) }
        @for trouble in &report.troubles {
            p.trouble { "line " (trouble.line) ": " code { (trouble.command) } ": " (trouble.reason) }
        }
        table {
            tr {
                @for name in ["Id", "Line"] { th.number { (name) } }
                @for name in ["Command", "Expected", "Got", "Verdict"] { th { (name) } }
                th.number { "Time" }
            }
            @for test in &report.tests { (row(test)) }
        }
    }
}

fn row(test: &TestReport) -> Markup {
    let class = match test.verdict() {
        Verdict::Pass => None,
        Verdict::Fail => Some("bad"),
        Verdict::ExpectedFail => Some("faint"),
        Verdict::UnexpectedPass => Some("surprise"),
    };
    let board = test.answers.iter().find_map(|answer| answer.board.as_ref());
    html! {
        tr class=[class] {
            td.number { (test.id) }
            td.number { (test.line) }
            td {
                code { (test.command) }
                @if let Some(board) = board { details { summary { "board" } pre { (board) } } }
            }
            td { code { (test.expected) } }
            td { code { (test.got()) } }
            td {
                (test.verdict())
                @if test.answers.len() > 1 { ", " (test.passes()) " of " (test.answers.len()) }
            }
            td.number { (seconds(test.time())) }
        }
    }
}
