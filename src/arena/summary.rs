//! Table summaries: in numbers, as gogui-twogtp's `PREFIX.summary.dat`, and in words.

use std::fmt::Write as _;

use super::stats::{MatchScore, elo, elo_text};
use super::{Claim, Margin, ResultTable, Sprt, SprtDecision};
use crate::framework::Color;
use crate::util::{Running, counted, percent};

/// A table's totals. Excludes games that repeat another game or have an unknown result; includes games lost by a fault.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// The labels of the programs given as Black and White.
    pub labels: [String; 2],
    /// The number of games.
    pub games: usize,
    /// The number of games with an error.
    pub errors: usize,
    /// The message of the first of them.
    pub first_error: Option<String>,
    /// The number of games that repeat another one.
    pub duplicates: usize,
    /// The number of games without a known result.
    pub unknown: usize,
    /// The games lost by each program through its own fault.
    pub faults: [usize; 2],
    /// The score of the program given as Black.
    pub score: MatchScore,
    /// The score of the program given as Black, with Black and with White.
    pub by_color: [MatchScore; 2],
    /// The sequential test of the match.
    pub sprt: Option<Sprt>,
}

impl Summary {
    /// Summarizes a table.
    pub fn of(table: &ResultTable) -> Self {
        let rows = &table.rows;
        let mut summary = Self {
            labels: table.labels(),
            games: rows.len(),
            errors: rows.iter().filter(|row| row.error.is_some()).count(),
            first_error: rows.iter().find_map(|row| row.error.clone()),
            duplicates: rows.iter().filter(|row| row.is_duplicate()).count(),
            unknown: 0,
            faults: [0; 2],
            score: MatchScore::default(),
            by_color: [MatchScore::default(); 2],
            sprt: Sprt::read(table.property("Sprt")),
        };
        for row in rows {
            let result = row.result();
            summary.unknown += usize::from(result == Claim::Unknown);
            if let (Some(_), Claim::Win(winner, Margin::Forfeit)) = (&row.error, result) {
                summary.faults[(!winner).index()] += 1;
            }
            if let Some(result) = row.counted() {
                summary.score.add(Color::Black, result);
                summary.by_color[row.color_of(Color::Black).index()].add(Color::Black, result);
            }
        }
        summary
    }

    /// The Elo lead of the program given as Black, and its 95 % interval.
    pub fn elo(&self) -> (f64, f64, f64) {
        let (low, high) = self.score.interval();
        (elo(self.score.share()), elo(low), elo(high))
    }

    /// The score as one line: `12-7-1 62.5 % Elo +89 (-61 … +259) GNU Go – brasa`.
    pub fn line(&self) -> String {
        let MatchScore { wins, draws, losses } = self.score;
        let (elo, low, high) = self.elo();
        let [elo, low, high] = [elo, low, high].map(elo_text);
        let percent = 100.0 * self.score.share();
        let mut line = format!("{wins}-{losses}-{draws} {percent:.1} % Elo {elo} ({low} … {high})");
        if let Some(sprt) = self.sprt {
            let (lower, upper) = sprt.bounds();
            line += &format!(" LLR {:.2} ({lower:.2} … {upper:.2})", sprt.llr(self.score));
        }
        line + &format!(" {} – {}", self.labels[0], self.labels[1])
    }

    /// The result of the sequential test; `None` without a test.
    pub fn sprt_text(&self) -> Option<String> {
        let sprt = self.sprt?;
        let (low, high) = sprt.bounds();
        let verdict = match sprt.decision(self.score) {
            Some(SprtDecision::Elo0) => format!("accepted: Elo {} rather than {}", sprt.elo0, sprt.elo1),
            Some(SprtDecision::Elo1) => format!("accepted: Elo {} rather than {}", sprt.elo1, sprt.elo0),
            None => "not decided".to_owned(),
        };
        let llr = sprt.llr(self.score);
        Some(format!("{verdict} (log-likelihood ratio {llr:.2}, bounds {low:.2} and {high:.2})"))
    }

    /// The report in words.
    pub fn text(&self) -> String {
        let [black, white] = &self.labels;
        let MatchScore { wins, draws, losses } = self.score;
        let (low, high) = self.score.interval();
        let (elo, elo_low, elo_high) = self.elo();
        let mut text =
            format!("{black} against {white}: {}, results for {black}\n", counted(self.games, "game"));
        let mut line = |name: &str, value: String| {
            let _ = writeln!(text, "  {name:<11}{value}");
        };
        line("score", format!("{wins} won, {losses} lost, {draws} drawn"));
        if self.score.games() > 0 {
            let interval = |[share, low, high]: [String; 3]| format!("{share} (95 %: {low} … {high})");
            line("win rate", interval([self.score.share(), low, high].map(percent)));
            line("Elo", interval([elo, elo_low, elo_high].map(elo_text)));
        }
        for (color, score) in Color::ALL.into_iter().zip(self.by_color) {
            if score.games() > 0 {
                line(&format!("as {color}"), format!("{} of {}", score.points(), score.games()));
            }
        }
        for (label, faults) in self.labels.iter().zip(self.faults) {
            if faults > 0 {
                line("lost", format!("{faults} by a fault of {label}"));
            }
        }
        if let Some(error) = &self.first_error {
            line("errors", format!("in {}; the first: {error}", counted(self.errors, "game")));
        }
        if self.duplicates > 0 {
            line("repeated", format!("{}, not counted", counted(self.duplicates, "game")));
        }
        if self.unknown > 0 {
            line("unknown", format!("{}, not counted", counted(self.unknown, "result")));
        }
        if let Some(sprt) = self.sprt_text() {
            line("SPRT", sprt);
        }
        text
    }
}

/// The text of `PREFIX.summary.dat`: the counted games, by the results claimed by Black, White and the referee.
///
/// `RES` is Black's mean lead in points, `WIN` Black's win rate, `UNKN` the share of unknown results; `ERR` and `ERRW`
/// are standard errors.
pub fn summary_dat(table: &ResultTable) -> String {
    let summary = Summary::of(table);
    let used = summary.score.games();
    let mut names = "#GAMES\tERR\tDUP\tUSED".to_owned();
    let mut values = format!("{}\t{}\t{}\t{used}", summary.games, summary.errors, summary.duplicates);
    for (who, side) in ["B", "W", "R"].into_iter().enumerate() {
        let (mut lead, mut win, mut unknown) = (Running::default(), Running::default(), Running::default());
        for row in table.rows.iter().filter(|row| row.counted().is_some()) {
            let claim = [row.claims[0], row.claims[1], row.referee][who];
            unknown.add(if claim == Claim::Unknown { 1.0 } else { 0.0 });
            claim.share().into_iter().for_each(|share| win.add(share));
            claim.lead().into_iter().for_each(|points| lead.add(points));
        }
        let of = |sum: &Running| (sum.mean(), sum.deviation() / (sum.count().max(1) as f64).sqrt());
        let ((lead, lead_error), (win, win_error), (unknown, _)) = (of(&lead), of(&win), of(&unknown));
        names += &format!("\tRES_{side}\tERR_{side}\tWIN_{side}\tERRW_{side}\tUNKN_{side}");
        values += &format!("\t{lead:.1}\t{lead_error:.1}\t{win:.3}\t{win_error:.3}\t{unknown:.3}");
    }
    format!("{names}\n{values}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> ResultTable {
        ResultTable::parse(
            "# BlackLabel: A\n# WhiteLabel: B\n# Sprt: 0 10 0.05 0.05\n\
             #GAME\tRES_B\tRES_W\tRES_R\tALT\tDUP\tERR\tERR_MSG\n\
             0\tB+10\tB+10\t?\t0\t-\t0\t\n\
             1\tW+R\tW+R\tW+R\t1\t-\t0\t\n\
             2\tB+2\t?\t?\t0\t-\t0\t\n\
             3\tB+F\tB+F\tB+F\t1\t-\t1\tB: died\n\
             4\tB+10\tB+10\t?\t0\t0\t0\t\n\
             5\t?\t?\t?\t1\t-\t1\tmove limit exceeded\n",
        )
        .unwrap()
    }

    #[test]
    fn games_are_summed_up_by_program_and_color() {
        let summary = Summary::of(&table());
        assert_eq!(summary.score, MatchScore { wins: 3, draws: 0, losses: 1 });
        assert_eq!(summary.by_color[0], MatchScore { wins: 2, draws: 0, losses: 0 });
        assert_eq!(summary.by_color[1], MatchScore { wins: 1, draws: 0, losses: 1 });
        assert_eq!((summary.games, summary.errors, summary.duplicates, summary.unknown), (6, 2, 1, 1));
        assert_eq!(summary.faults, [0, 1]);
        let line = summary.line();
        assert!(line.starts_with("3-1-0 75.0 % Elo +191 (-147 … +528) LLR 0.0"), "{line}");
        assert!(line.ends_with("(-2.94 … 2.94) A – B"), "{line}");
        let none = Summary::of(&ResultTable { rows: Vec::new(), ..table() }).text();
        assert!(none.starts_with("A against B: 0 games") && !none.contains("50.0 %"), "{none}");
        let text = summary.text();
        assert!(text.contains("repeated   1 game, not counted"), "{text}");
        let score = ["A against B: 6 games", "75.0 %", "Elo        +191 "];
        for part in score.into_iter().chain(["1 by a fault of B", "SPRT       not decided"]) {
            assert!(text.contains(part), "{part} in\n{text}");
        }
    }

    #[test]
    fn the_summary_has_the_columns_of_twogtp() {
        let text = summary_dat(&table());
        let (names, values) = text.split_once('\n').unwrap();
        assert_eq!(
            names,
            "#GAMES\tERR\tDUP\tUSED\tRES_B\tERR_B\tWIN_B\tERRW_B\tUNKN_B\tRES_W\tERR_W\tWIN_W\tERRW_W\tUNKN_W\t\
             RES_R\tERR_R\tWIN_R\tERRW_R\tUNKN_R"
        );
        let expected = "6\t2\t1\t4\t6.0\t2.8\t0.750\t0.217\t0.000\t10.0\t0.0\t0.667\t";
        assert!(values.starts_with(expected), "{values}");
    }
}
