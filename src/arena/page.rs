//! The result page of a match, with the final positions of games of Go.

use std::path::Path;

use maud::{Markup, PreEscaped, html};

use super::opening::from_sgf;
use super::record::read_go;
use super::stats::{MatchScore, elo_text};
use super::{Claim, Files, ResultRow, ResultTable, Summary, html as frame, plot, summary_dat};
use crate::draw::{Letters, Mark, Picture};
use crate::framework::Color;
use crate::util::{counted, percent};

/// Writes a match's summary and page next to its table.
///
/// # Errors
/// When a file cannot be written.
pub fn publish(table: &ResultTable, files: &Files) -> Result<(), super::FileError> {
    let pages = [(files.summary(), summary_dat(table)), (files.page(), page(table, files))];
    pages.into_iter().try_for_each(|(path, text)| super::files::write(&path, &text))
}

/// The page of a match, with links to the records of `files`.
fn page(table: &ResultTable, files: &Files) -> String {
    let summary = Summary::of(table);
    let [black, white] = &summary.labels;
    let mut rows: Vec<&ResultRow> = table.rows.iter().collect();
    rows.sort_by_key(|row| row.game);
    let (lost, boards) = lost(&rows, table, files);
    let body = html! {
        h1 { span.first { (black) } " against " span.second { (white) } }
        (figures(&summary))
        (plot::score_bar(summary.score))
        @if let Some(sprt) = summary.sprt_text() { p { "Sequential test: " (sprt) "." } }
        @if let Some(excluded) = excluded(&summary) { p.note { (excluded) } }
        (by_color(&summary))
        h2 { "Course, lengths, times" }
        (plots(&rows, &summary))
        h2 { "Programs and settings" }
        (settings(table, &summary))
        @if summary.errors > 0 {
            h2 { "Errors" }
            (errors(&rows, &summary, table, files))
        }
        @if lost > 0 {
            h2 { "Lost by " (black) }
            p.note { "The final positions of up to twelve games." }
            (boards)
        }
        h2 { "Games" }
        p.note { "Results are by color: B+ is a win for the program that played Black." }
        (games(&rows, &summary, table, files))
    };
    frame::document(&format!("{black} against {white}"), &body)
}

fn figures(summary: &Summary) -> Markup {
    let MatchScore { wins, draws, losses } = summary.score;
    let (low, high) = summary.score.interval();
    let (elo, elo_low, elo_high) = summary.elo();
    html! {
        div.figures {
            div {
                b { span.first { (wins) } " : " span.second { (losses) } }
                @if draws > 0 { "and " (draws) " drawn, in " } @else { "in " }
                (counted(summary.score.games() as usize, "game"))
            }
            @if summary.score.games() > 0 {
                div { b { (percent(summary.score.share())) } "95 %: " (percent(low)) " to " (percent(high)) }
                div {
                    b { "Elo " (best_elo(elo, elo_low, elo_high)) }
                    "95 %: " (elo_text(elo_low)) " to " (elo_text(elo_high))
                }
            }
        }
    }
}

/// The Elo difference, or its interval's bound if infinite.
fn best_elo(elo: f64, low: f64, high: f64) -> String {
    if elo.is_finite() {
        elo_text(elo)
    } else if elo > 0.0 {
        format!("> {}", elo_text(low))
    } else {
        format!("< {}", elo_text(high))
    }
}

/// A sentence on excluded games, if any.
fn excluded(summary: &Summary) -> Option<String> {
    let parts = [
        (summary.duplicates, "that repeat another game"),
        (summary.unknown, "without a known result (a referee would decide)"),
    ];
    let parts = parts.iter().filter(|&&(count, _)| count > 0).map(|(count, why)| format!("{count} {why}"));
    let parts: Vec<_> = parts.collect();
    (!parts.is_empty())
        .then(|| format!("Of {}, not counted: {}.", counted(summary.games, "game"), parts.join(", ")))
}

fn by_color(summary: &Summary) -> Markup {
    let [black, white] = &summary.labels;
    let [as_black, as_white] = summary.by_color;
    let opponent_black = as_white.inverse();
    let mut all_black = as_black;
    all_black += opponent_black;
    let row = |name: Markup, score: MatchScore| {
        let counts = [score.games(), score.wins, score.losses, score.draws];
        let (low, high) = score.interval();
        html! {
            @if score.games() > 0 {
                tr {
                    td { (name) }
                    @for count in counts { td.number { (count) } }
                    td.number { (percent(score.share())) }
                    td.number { (percent(low)) " … " (percent(high)) }
                }
            }
        }
    };
    html! {
        h2 { "Win rates by color" }
        table {
            (frame::head(&[""], &["Games", "Won", "Lost", "Drawn", "Win rate", "95 %"]))
            (row(html! { span.first { (black) } " as Black" }, as_black))
            (row(html! { span.first { (black) } " as White" }, as_white))
            (row(html! { span.second { (white) } " as Black" }, opponent_black))
            (row(html! { span.second { (white) } " as White" }, as_black.inverse()))
            (row(html! { "Black, either program" }, all_black))
        }
    }
}

fn plots(rows: &[&ResultRow], summary: &Summary) -> Markup {
    let mut score = MatchScore::default();
    let mut scores = Vec::new();
    for result in rows.iter().filter_map(|row| row.counted()) {
        score.add(Color::Black, result);
        scores.push(score);
    }
    let lengths = rows.iter().map(|row| f64::from(row.length)).collect();
    let times: Vec<_> = Color::ALL
        .map(|program| {
            let times = rows.iter().map(|row| row.time[program.index()]).collect();
            (&summary.labels[program.index()][..], times)
        })
        .into();
    html! {
        div.plots {
            (plot::course(&format!("Win rate of {}", summary.labels[0]), &scores))
            (plot::histogram("Moves per game", &[("", lengths)]))
            (plot::histogram("Seconds per game", &times))
        }
    }
}

fn settings(table: &ResultTable, summary: &Summary) -> Markup {
    let given = |property: &str| Some(table.property(property)).filter(|text| !matches!(*text, "" | "-"));
    let games: f64 = table.rows.len().max(1) as f64;
    let program = |i: usize, side: &str| {
        let property = |suffix: &str| given(&format!("{side}{suffix}")).unwrap_or("");
        let time: f64 = table.rows.iter().map(|row| row.time[i]).sum();
        let cpu: f64 = table.rows.iter().map(|row| row.cpu[i]).sum();
        html! {
            tr {
                td { span class=(["first", "second"][i]) { (summary.labels[i]) } }
                td { (property("")) " " (property("Version")) }
                td {
                    code { (property("Command")) }
                    @if let Some(setup) = given(&format!("{side}Setup")) { br; "then " code { (setup) } }
                }
                td.number { (format!("{:.1}", time / games)) }
                td.number {
                    @if let Some(moves) = moves(table, Color::ALL[i]) { (format!("{:.2}", time / moves)) } @else { "–" }
                }
                td.number { @if cpu > 0.0 { (format!("{:.1}", cpu / games)) } @else { "–" } }
            }
        }
    };
    let others = [
        ("Game", "Game"),
        ("Board size", "Size"),
        ("First player", "First"),
        ("Komi", "Komi"),
        ("Time limits (main, overtime, moves)", "Time"),
        ("Openings", "Openings"),
        ("Referee", "Referee"),
        ("Seed", "Seed"),
        ("Begun", "Date"),
        ("Host", "Host"),
    ];
    html! {
        table {
            (frame::head(&["Program", "Version", "Command"], &["s per game", "s per move", "CPU s per game"]))
            (program(0, "Black")) (program(1, "White"))
        }
        table {
            @for (name, property) in others {
                @if let Some(text) = given(property) { tr { td { (name) } td { (text) } } }
            }
        }
    }
}

/// The moves that a program played in all games; `None` with openings, because a game's length includes their moves.
fn moves(table: &ResultTable, program: Color) -> Option<f64> {
    let openings = table.property("Openings");
    let first = match openings.starts_with("handicap ") || table.property("First") == "white" {
        true => Color::White,
        false => Color::Black,
    };
    let of_game = |row: &ResultRow| row.length.saturating_add(u32::from(row.color_of(program) == first)) / 2;
    let sum: f64 = table.rows.iter().map(|row| f64::from(of_game(row))).sum();
    (matches!(openings, "" | "-") || openings.starts_with("handicap ")).then_some(sum.max(1.0))
}

fn errors(rows: &[&ResultRow], summary: &Summary, table: &ResultTable, files: &Files) -> Markup {
    html! {
        p {
            @for (label, faults) in summary.labels.iter().zip(summary.faults) {
                (label) ": " (counted(faults, "game")) " lost by a fault. "
            }
        }
        table {
            (frame::head(&["Game", "Error"], &[]))
            @for row in rows {
                @if let Some(error) = &row.error { tr { td { (link(row, table, files)) } td { (error) } } }
            }
        }
    }
}

/// A game's number as a link to its record.
fn link(row: &ResultRow, table: &ResultTable, files: &Files) -> Markup {
    html! { a href=(files.link_to(&files.record(row.game, table))) { (row.game) } }
}

fn games(rows: &[&ResultRow], summary: &Summary, table: &ResultTable, files: &Files) -> Markup {
    html! {
        table {
            (frame::head(&["Game", "Black", "White", "Result", "Remarks"], &["Moves", "s Black", "s White"]))
            @for row in rows {
                @let [black, white] = Color::ALL.map(|color| row.color_of(color).index());
                @let result = row.result();
                tr class=[class(row)] {
                    td { (link(row, table, files)) }
                    @for program in [black, white] {
                        td { span class=(["first", "second"][program]) { (summary.labels[program]) } }
                    }
                    td { (if row.alternated { result.inverse() } else { result }) }
                    td {
                        @if let Some(game) = &row.duplicate { "repeats " (game) " " }
                        @if let Some(error) = &row.error { (error) " " }
                        @if result == Claim::Unknown || row.is_disputed() {
                            (opinions(row, [black, white]))
                        }
                    }
                    td.number { (row.length) }
                    td.number { (format!("{:.1}", row.time[black])) }
                    td.number { (format!("{:.1}", row.time[white])) }
                }
            }
        }
    }
}

fn class(row: &ResultRow) -> Option<&'static str> {
    row.error.as_ref().map(|_| "bad").or(row.is_duplicate().then_some("faint"))
}

/// The results of a game as claimed by Black and White.
fn opinions(row: &ResultRow, programs: [usize; 2]) -> String {
    let [black, white] = programs.map(|program| row.claims[program]);
    let by_color = |claim: Claim| if row.alternated { claim.inverse() } else { claim };
    format!("Black says {}, White {}", by_color(black), by_color(white))
}

/// The most boards on a page, those of the last games.
const MAX: usize = 12;

/// The final positions of the games that the program given as Black lost, and their number; games whose record
/// cannot be read are left out.
fn lost(rows: &[&ResultRow], table: &ResultTable, files: &Files) -> (usize, Markup) {
    let is_lost = |row: &&&ResultRow| matches!(row.counted(), Some(Claim::Win(Color::White, _)));
    let size = table.property("Size").parse().unwrap_or(0);
    let board = |row: &&ResultRow| {
        let path = files.record(row.game, table);
        let svg = final_position(&path, size)?;
        let caption = format!("Game {}, with {}", row.game, row.color_of(Color::Black));
        Some(
            html! { figure { a href=(files.link_to(&path)) { (PreEscaped(svg)) } figcaption { (caption) } } },
        )
    };
    let mut boards: Vec<Markup> = rows.iter().rev().filter(is_lost).filter_map(board).take(MAX).collect();
    boards.reverse();
    (boards.len(), html! { div.boards { @for board in boards { (board) } } })
}

/// The picture of the position at the end of a record, with a ring on the last move.
fn final_position(path: &Path, size: u8) -> Option<String> {
    let record = from_sgf(&read_go(path)?, size).ok()?;
    let position = record.position(size).ok()?;
    let mut picture = Picture::of(&position);
    let [last, _] = position.last();
    if let Some((col, row)) = picture.point(&last.to_string()) {
        picture.mark(col, row, Mark::Ring);
    }
    // The style of the page is not that of letters on wood.
    Some(picture.svg(Letters::Strokes))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn the_page_shows_everything_and_nothing_is_taken_for_markup() {
        let table = ResultTable::parse(
            "# BlackLabel: A<b>\n# WhiteLabel: B\n# WhiteCommand: b --x \"1 & 2\"\n# Komi: 6.5\n\
             #GAME\tRES_B\tRES_W\tRES_R\tALT\tDUP\tLEN\tTIME_B\tTIME_W\tERR\tERR_MSG\n\
             1\tW+R\tW+R\tW+R\t1\t-\t33\t1.5\t2.5\t0\t\n\
             0\tB+10\tB+10\t?\t0\t-\t44\t1\t2\t0\t\n\
             2\tB+F\tB+F\tB+F\t0\t-\t0\t0\t0\t1\tB: died\n",
        )
        .unwrap();
        let none = ResultTable { rows: Vec::new(), ..table.clone() };
        assert!(!page(&none, &Files::of_prefix(Path::new("m"))).contains("Elo"));
        let page = page(&table, &Files::of_prefix(Path::new("dir/m #1")));
        for part in [
            "<title>A&lt;b&gt; against B</title>",
            "Elo +120",
            "href=\"m%20%231-0.sgf\"",
            "B: died",
            "b --x &quot;1 &amp; 2&quot;",
            "<svg",
            // The result by color, for a game with swapped colors.
            "<td>B+R</td>",
        ] {
            assert!(page.contains(part), "{part}");
        }
        assert!(!page.contains("<b>and"), "escaped");
        assert!(!page.contains("Lost by"), "no record can be read");
        // A program playing itself gets two names, not colors, because each plays both.
        let table =
            ResultTable::parse("# BlackLabel: A\n# WhiteLabel: A\n#GAME\tRES_B\tALT\n0\tB+1\t0\n1\tB+1\t1\n")
                .unwrap();
        let itself = super::page(&table, &Files::of_prefix(Path::new("m")));
        for name in ["A (first)</span> as White", "A (second)</span> as White"] {
            assert!(itself.contains(name), "{name}: {itself}");
        }
        assert!(!page.contains("http"), "no other file");
    }

    #[test]
    fn the_time_per_move_is_that_of_the_programs_own_moves() {
        let of_each = |properties: &str| {
            let text = format!("{properties}#GAME\tALT\tLEN\n0\t0\t5\n1\t1\t3\n");
            let table = ResultTable::parse(&text).unwrap();
            Color::ALL.map(|program| moves(&table, program))
        };
        assert_eq!(of_each(""), [Some(4.0), Some(4.0)]);
        assert_eq!(of_each("# Openings: handicap 2\n"), [Some(4.0), Some(4.0)]);
        assert_eq!(of_each("# Openings: lines.txt\n"), [None, None], "lengths include the opening");
        let uneven = ResultTable::parse("#GAME\tALT\tLEN\n0\t0\t5\n").unwrap();
        assert_eq!(Color::ALL.map(|program| moves(&uneven, program)), [Some(3.0), Some(2.0)]);
    }

    #[test]
    fn the_page_draws_the_ends_of_lost_games() {
        let directory = tempfile::tempdir().unwrap();
        for (game, moves) in [(0, ";B[aa];W[bb]"), (1, ";B[cc]"), (2, ";B[aa];W[aa]")] {
            let path = directory.path().join(format!("m-{game}.sgf"));
            std::fs::write(path, format!("(;GM[1]SZ[5]{moves})")).unwrap();
        }
        let table = ResultTable::parse(
            "# BlackLabel: A\n# WhiteLabel: B\n# Size: 5\n#GAME\tRES_B\tALT\n0\tW+1\t0\n1\tB+1\t0\n2\tW+1\t0\n3\tW+1\t1\n",
        )
        .unwrap();
        let page = page(&table, &Files::of_prefix(&directory.path().join("m")));
        assert!(page.contains("<h2>Lost by A</h2>") && page.contains("Game 0, with black"), "{page}");
        // Game 1 was won, game 2 has an illegal move, and game 3 has no record.
        assert_eq!(page.matches("<figcaption>Game ").count(), 1, "{page}");
        assert_eq!(page.matches("r=\"18.5\"").count(), 2, "two stones");
    }
}
