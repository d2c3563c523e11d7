//! The page that shows what came of tests: one file of HTML that needs no other.

use std::time::Duration;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::report::{FileReport, Report, Tally, TestReport, Verdict};

const STYLE: &str = "
:root { color-scheme: light dark; --edge: #8884; --bad: #d33; --good: #2a2; }
body { font: 15px/1.45 system-ui, sans-serif; max-width: 75em; margin: 2em auto; padding: 0 1em; }
table { border-collapse: collapse; width: 100%; margin: .5em 0 1.5em; }
th, td { border-bottom: 1px solid var(--edge); padding: .25em .6em; text-align: left; vertical-align: top; }
th { font-weight: 600; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
code, pre { font: 13px/1.3 ui-monospace, monospace; overflow-wrap: anywhere; }
pre { overflow-x: auto; }
tr.fail td { background: color-mix(in srgb, var(--bad) 16%, transparent); }
tr.surprise td { background: color-mix(in srgb, var(--good) 16%, transparent); }
tr.known td { opacity: .65; }
tr.total td { font-weight: 600; }
.trouble { color: var(--bad); }
summary { cursor: pointer; }
";

/// Returns the page.
#[must_use]
pub fn page(report: &Report) -> String {
    let total = report.tally();
    let repeated = total.runs > total.tests();
    let title = if total.fail == 0 { "all as expected".to_owned() } else { format!("{} failed", total.fail) };
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { "Regression tests: " (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                h1 { "Regression tests: " (title) }
                p { "Program: " (report.program) }
                table {
                    tr {
                        th { "File" }
                        @for name in ["Tests", "Pass", "FAIL", "Fail (expected)", "PASS (unexpected)"] {
                            th.number { (name) }
                        }
                        @if repeated { th.number { "Runs passed" } }
                        th.number { "Time" }
                    }
                    @for (number, file) in report.files.iter().enumerate() {
                        @let name = html! { a href={ "#file" (number) } { (file.path.display()) } };
                        (counts(&name, "", file.tally(), repeated, time(file)))
                    }
                    @if report.files.len() > 1 {
                        @let time = report.files.iter().map(time).sum();
                        (counts(&html! { "Total" }, "total", total, repeated, time))
                    }
                }
                @for (number, report) in report.files.iter().enumerate() { (file(number, report)) }
            }
        }
    }
    .into_string()
}

fn time(report: &FileReport) -> Duration {
    report.tests.iter().map(TestReport::time).sum()
}

fn seconds(time: Duration) -> String {
    format!("{:.2} s", time.as_secs_f64())
}

/// Returns a line of the table of files.
fn counts(name: &Markup, class: &str, tally: Tally, repeated: bool, time: Duration) -> Markup {
    let class = [class, if tally.fail > 0 { "fail" } else { "" }].join(" ");
    html! {
        tr class=(class.trim()) {
            td { (name) }
            @for count in [tally.tests(), tally.pass, tally.fail, tally.expected_fail, tally.unexpected_pass] {
                td.number { (count) }
            }
            @if repeated { td.number { (format!("{:.1} %", 100.0 * tally.share())) } }
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
        Verdict::Fail => Some("fail"),
        Verdict::ExpectedFail => Some("known"),
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
