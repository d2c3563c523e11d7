//! Match tables in the format of gogui-twogtp: `PREFIX.dat`.
//!
//! Comment lines hold properties; the last one names the columns. Each further line is a game. `Black` and `White` are
//! the programs of `--black` and `--white`. In games with swapped colors (`ALT` 1) results are swapped too, so that
//! `B+` is a win of the first program in every line.
//!
//! # References
//! - The GoGui documentation, <https://gogui.sourceforge.net/doc/reference-twogtp.html>.

use std::fmt;

use super::{Claim, Margin};
use crate::framework::Color;
use crate::util::rounded;

/// The columns, in writing order.
const COLUMNS: [&str; 13] = [
    "GAME", "RES_B", "RES_W", "RES_R", "ALT", "DUP", "LEN", "TIME_B", "TIME_W", "CPU_B", "CPU_W", "ERR",
    "ERR_MSG",
];

/// The properties of a match, and the games played so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ResultTable {
    /// Names and values, such as `Size` and `9`.
    pub properties: Vec<(String, String)>,
    /// The games, in order of completion.
    pub rows: Vec<ResultRow>,
}

/// A game. Black and White are the programs of `--black` and `--white`, whatever their colors.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ResultRow {
    /// The number of the game, from 0.
    pub game: u32,
    /// The results claimed by Black and White.
    pub claims: [Claim; 2],
    /// The result by the referee or the rules.
    pub referee: Claim,
    /// Whether the programs swapped colors.
    pub alternated: bool,
    /// The game that this one repeats; with a question mark if gogui-twogtp found it only similar.
    pub duplicate: Option<String>,
    /// The number of moves.
    pub length: u32,
    /// Each program's thinking time, in seconds.
    pub time: [f64; 2],
    /// Each program's CPU time, in seconds; 0 if unknown.
    pub cpu: [f64; 2],
    /// The error message.
    pub error: Option<String>,
}

/// The text is not a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the messages name the fields")]
pub enum TableError {
    /// No line names columns.
    #[error("not a table of games: expected a header line with the columns #GAME, RES_B, …")]
    NoTable,
    /// A game stands before the line that names the columns.
    #[error("line {line}: a game before the header line with the columns #GAME, RES_B, …")]
    NoColumns { line: usize },
    /// The columns are not those of a match made here.
    #[error(
        "other columns than brasa's, so games cannot be added; choose another prefix, or use --force to start over"
    )]
    OtherColumns,
    /// A value does not fit its column.
    #[error("line {line}: '{value}' is not a valid {column}")]
    Value { line: usize, column: &'static str, value: String },
}

/// Whether a line names the columns of a table.
pub(super) fn names_columns(line: &str) -> bool {
    line.strip_prefix('#').is_some_and(|comment| comment.trim_start().starts_with("GAME"))
}

/// True if the table has brasa's columns in brasa's order, so that rows can be appended.
pub(super) fn has_own_columns(lines: &str) -> bool {
    let header = lines.lines().rfind(|line| names_columns(line)).unwrap_or_default();
    header.trim_start_matches('#').split('\t').map(str::trim).eq(COLUMNS)
}

impl ResultRow {
    /// The decisive result.
    pub fn result(&self) -> Claim {
        Claim::decide(self.claims[0], self.claims[1], self.referee)
    }

    /// Whether the game repeats another one move by move.
    pub fn is_duplicate(&self) -> bool {
        self.duplicate.as_ref().is_some_and(|game| !game.ends_with('?'))
    }

    /// True if a player's own fault ended the game. That player loses; if both failed, the result is unknown.
    pub(super) fn is_forfeited(&self) -> bool {
        let is_unknown = [self.claims[0], self.claims[1], self.referee] == [Claim::Unknown; 3];
        self.error.is_some() && (is_unknown || matches!(self.result(), Claim::Win(_, Margin::Forfeit)))
    }

    /// The color that the program given as `program` had.
    pub fn color_of(&self, program: Color) -> Color {
        if self.alternated { !program } else { program }
    }

    /// The result; `None` if unknown or if the game repeats another one.
    pub fn counted(&self) -> Option<Claim> {
        Some(self.result()).filter(|&result| result != Claim::Unknown && !self.is_duplicate())
    }

    /// Whether a program claims a winner other than that of [`Self::result`].
    pub fn is_disputed(&self) -> bool {
        let winner = |claim| match claim {
            Claim::Win(color, _) => Some(color),
            _ => None,
        };
        let stated = self.claims.iter().filter(|&&claim| claim != Claim::Unknown);
        stated.map(|&claim| winner(claim)).any(|stated| stated != winner(self.result()))
    }

    fn read(line: usize, cells: &[&str], columns: &[&str]) -> Result<Self, TableError> {
        let cell = |column: &str| {
            let index = columns.iter().position(|&name| name == column);
            index.and_then(|index| cells.get(index)).map_or("", |cell| cell.trim())
        };
        /// Enough for any time in seconds and any number of moves; sums of such numbers stay precise.
        const MAX: f64 = 1e12;
        let wrong = |column| TableError::Value { line, column, value: cell(column).to_owned() };
        let number = |column| match cell(column) {
            "" | "-" => Ok(0.0),
            value => value.parse().ok().filter(|x| (0.0..=MAX).contains(x)).ok_or_else(|| wrong(column)),
        };
        let claim = |column| Claim::read(cell(column));
        Ok(Self {
            game: cell("GAME").parse().map_err(|_| wrong("GAME"))?,
            claims: [claim("RES_B"), claim("RES_W")],
            referee: claim("RES_R"),
            alternated: cell("ALT") == "1",
            duplicate: Some(cell("DUP")).filter(|dup| !matches!(*dup, "" | "-")).map(str::to_owned),
            length: number("LEN")? as u32,
            time: [number("TIME_B")?, number("TIME_W")?],
            cpu: [number("CPU_B")?, number("CPU_W")?],
            error: (cell("ERR") == "1").then(|| cell("ERR_MSG").to_owned()),
        })
    }
}

/// Writes the line of the table, without its end.
impl fmt::Display for ResultRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [black, white] = self.claims;
        write!(f, "{}\t{black}\t{white}\t{}\t", self.game, self.referee)?;
        write!(f, "{}\t{}\t", u8::from(self.alternated), self.duplicate.as_deref().unwrap_or("-"))?;
        let [time_black, time_white] = self.time.map(|seconds| rounded(seconds, 3));
        let [cpu_black, cpu_white] = self.cpu.map(|seconds| rounded(seconds, 3));
        write!(f, "{}\t{time_black}\t{time_white}\t{cpu_black}\t{cpu_white}\t", self.length)?;
        write!(f, "{}\t{}", u8::from(self.error.is_some()), one_line(self.error.as_deref().unwrap_or("")))
    }
}

/// Replaces characters that would end a cell or a line.
fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

impl ResultTable {
    /// Reads a table, including ones by gogui-twogtp: columns are found by name, and missing columns are empty.
    ///
    /// # Errors
    /// When the text is not a table.
    pub fn parse(text: &str) -> Result<Self, TableError> {
        let mut table = Self::default();
        let mut columns: Vec<&str> = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            if let Some(comment) = line.strip_prefix('#') {
                if names_columns(line) {
                    columns = comment.split('\t').map(str::trim).collect();
                } else if let Some((name, value)) = comment.split_once(':') {
                    table.properties.push((name.trim().to_owned(), value.trim().to_owned()));
                }
            } else if !line.trim().is_empty() {
                if columns.is_empty() {
                    return Err(TableError::NoColumns { line: number });
                }
                let cells: Vec<&str> = line.split('\t').collect();
                table.rows.push(ResultRow::read(number, &cells, &columns)?);
            }
        }
        Ok(table)
    }

    /// The lines before the first game.
    pub fn header(&self) -> String {
        let properties = self.properties.iter();
        let lines = properties.map(|(name, value)| format!("# {name}: {}\n", one_line(value)));
        lines.collect::<String>() + "#\n#" + &COLUMNS.join("\t") + "\n"
    }

    /// The value of a property; empty when the table lacks it.
    pub fn property(&self, name: &str) -> &str {
        self.properties.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value)
    }

    /// Whether the game is Go, also the default for tables without a game.
    pub(super) fn is_go(&self) -> bool {
        matches!(self.property("Game"), "" | "go")
    }

    /// The labels of the programs given as Black and White, or else their names: perhaps equal or empty.
    pub(super) fn stated_labels(&self) -> [&str; 2] {
        ["Black", "White"].map(|side| match self.property(&format!("{side}Label")) {
            "" => self.property(side),
            label => label,
        })
    }

    /// The labels of the programs given as Black and White, made distinct.
    pub fn labels(&self) -> [String; 2] {
        let labels = self.stated_labels();
        if labels[0] == labels[1] || labels.contains(&"") {
            // Not by color: with alternating colors each program has both.
            [format!("{} (first)", labels[0]), format!("{} (second)", labels[1])]
                .map(|label| label.trim().to_owned())
        } else {
            labels.map(str::to_owned)
        }
    }
}

/// Writes the text of the file.
impl fmt::Display for ResultTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.header())?;
        self.rows.iter().try_for_each(|row| writeln!(f, "{row}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Output of gogui-twogtp 1.4.
    const TWOGTP: &str = "# Black: GNU Go\n# BlackCommand: gnugo --mode gtp\n# BlackLabel: GNU Go\n\
        # BlackVersion: 3.8\n# Date: April 2, 2010 11:00:00 AM CEST\n# Host: localhost (Intel)\n# Komi: 6.5\n\
        # Referee: -\n# Size: 9\n# White: Fuego\n# WhiteCommand: fuego\n# WhiteLabel: Fuego\n\
        # WhiteVersion: 0.4\n# Xml: 0\n#\n\
        #GAME\tRES_B\tRES_W\tRES_R\tALT\tDUP\tLEN\tTIME_B\tTIME_W\tCPU_B\tCPU_W\tERR\tERR_MSG\n\
        0\tW+R\tW+R\tW+R\t0\t-\t42\t3.4\t100.2\t3.3\t99\t0\t\n\
        1\tB+2.5\tB+3.5\t?\t1\t-\t61\t5\t120.1\t4.9\t118.7\t0\t\n\
        2\t?\t?\t?\t0\t-\t12\t1\t10\t1\t9\t1\tWhite: program died\n\
        3\tW+R\tW+R\tW+R\t1\t0\t42\t3.4\t100.2\t3.3\t99\t0\t\n\
        4\tW+R\tW+R\tW+R\t0\t1?\t42\t3.4\t100.2\t3.3\t99\t0\t\n";

    #[test]
    fn tables_of_twogtp_are_read() {
        let table = ResultTable::parse(TWOGTP).unwrap();
        assert_eq!(table.property("Komi"), "6.5");
        assert_eq!(table.property("Date"), "April 2, 2010 11:00:00 AM CEST");
        assert_eq!(table.labels(), ["GNU Go", "Fuego"]);
        assert_eq!(table.rows.len(), 5);
        let results: Vec<_> = table.rows.iter().map(|row| row.result().to_string()).collect();
        assert_eq!(results, ["W+R", "B+?", "?", "W+R", "W+R"]);
        assert_eq!(table.rows[1].color_of(Color::Black), Color::White);
        assert_eq!(table.rows[1].time, [5.0, 120.1]);
        assert_eq!(table.rows[2].error.as_deref(), Some("White: program died"));
        let counted: Vec<_> = table.rows.iter().map(|row| row.counted().is_some()).collect();
        assert_eq!(counted, [true, true, false, false, true]);
    }

    #[test]
    fn what_is_written_can_be_read() {
        let table = ResultTable::parse(TWOGTP).unwrap();
        let text = table.to_string();
        assert_eq!(ResultTable::parse(&text).unwrap(), table);
        assert!(text.starts_with("# Black: GNU Go\n"));
        assert!(text.contains("\n#\n#GAME\tRES_B\t"));
        assert!(text.contains("\n0\tW+R\tW+R\tW+R\t0\t-\t42\t3.4\t100.2\t3.3\t99\t0\t\n"));
        let row = ResultRow { error: Some("a\tb\nc".to_owned()), ..ResultRow::default() };
        assert_eq!(row.to_string(), "0\t?\t?\t?\t0\t-\t0\t0\t0\t0\t0\t1\ta b c");
    }

    #[test]
    fn columns_are_found_by_name() {
        let table = ResultTable::parse("#GAME\tLEN\tRES_B\n7\t30\tB+R\n").unwrap();
        let row = ResultRow {
            game: 7,
            length: 30,
            claims: [Claim::read("B+R"), Claim::Unknown],
            ..ResultRow::default()
        };
        assert_eq!(table.rows, [row]);
        assert_eq!(table.labels(), ["(first)", "(second)"]);
    }

    #[test]
    fn errors_name_the_line() {
        let error = |text: &str| ResultTable::parse(text).unwrap_err().to_string();
        assert!(error("# Size: 9\n0\tB+R\n").starts_with("line 2: a game before"));
        assert_eq!(error("#GAME\tLEN\nx\t1\n"), "line 2: 'x' is not a valid GAME");
        assert_eq!(error("#GAME\tLEN\n1\tx\n"), "line 2: 'x' is not a valid LEN");
    }
}
