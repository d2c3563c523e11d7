//! Tournaments of more than two programs: each pairing is a match with its own files; the standings follow from all
//! tables.

use std::path::{Path, PathBuf};

use maud::{Markup, html};

use super::files::in_file_name;
use super::stats::MatchScore;
use super::{Contestant, EloEstimate, FileError, Files, ResultTable, Summary, html as frame, plot, ratings};
use crate::util::{FileFault, MAX_FILE, counted, percent, read_text};

/// The pairings of a number of players: each meets every other, or in a gauntlet only the first meets every other.
pub fn pairings(players: usize, is_gauntlet: bool) -> Vec<(usize, usize)> {
    let first = if is_gauntlet { players.min(1) } else { players };
    (0..first).flat_map(|i| (i + 1..players).map(move |j| (i, j))).collect()
}

/// The file is not a list of players.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages name the fields")]
pub enum PlayersError {
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] FileFault),
    /// A line does not describe a player, or one whose games would have the same files as another's.
    #[error("{}:{line}: {reason}", .path.display())]
    Line { path: PathBuf, line: usize, reason: String },
    /// The file has too few players for a tournament.
    #[error("{}: expected at least two players, one `name: command` per line", .0.display())]
    TooFew(PathBuf),
}

/// Reads players, one `name: command` per line; skips empty lines and lines that begin with `#`.
///
/// # Errors
/// When the file cannot be read or is not a list of two players or more.
pub fn read_players(path: &Path) -> Result<Vec<Contestant>, PlayersError> {
    let text = read_text(path, MAX_FILE)?;
    let mut players: Vec<Contestant> = Vec::new();
    for (number, line) in (1..).zip(text.lines().map(str::trim)) {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let error = |reason| PlayersError::Line { path: path.to_owned(), line: number, reason };
        let (name, command) = line.split_once(':').unwrap_or_default();
        let (name, command) = (name.trim().to_owned(), command.trim().to_owned());
        let mut others = players.iter().filter_map(|player| player.name.as_ref());
        if name.is_empty() || command.is_empty() || others.clone().any(|other| *other == name) {
            return Err(error("expected `name: command`, each name once".to_owned()));
        }
        if let Some(other) = others.find(|other| in_file_name(other) == in_file_name(&name)) {
            return Err(error(format!("'{name}' is '{other}' in the names of files; rename one of them")));
        }
        players.push(Contestant { command, name: Some(name), setup: Vec::new() });
    }
    if players.len() < 2 { Err(PlayersError::TooFew(path.to_owned())) } else { Ok(players) }
}

/// The standings of a tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct Standings {
    /// The players, best first.
    pub names: Vec<String>,
    /// The score of each player against each other.
    pub scores: Vec<Vec<MatchScore>>,
    /// The ratings.
    pub ratings: Vec<EloEstimate>,
    /// The games lost by each player through its own fault.
    pub faults: Vec<usize>,
}

impl Standings {
    /// The standings from match tables. Programs with one label but different commands are different players.
    pub fn of<'a>(tables: impl IntoIterator<Item = &'a ResultTable>) -> Self {
        let matches: Vec<_> = tables.into_iter().map(|table| (players(table), Summary::of(table))).collect();
        let mut all: Vec<&Player> = Vec::new();
        for player in matches.iter().flat_map(|(players, _)| players) {
            if !all.contains(&player) {
                all.push(player);
            }
        }
        let name = |(label, command): &Player| {
            let is_shared = all.iter().filter(|(other, _)| other == label).count() > 1;
            if is_shared && !command.is_empty() { format!("{label}: {command}") } else { label.clone() }
        };
        let names: Vec<String> = all.iter().copied().map(name).collect();
        let count = names.len();
        let (mut scores, mut faults) = (vec![vec![MatchScore::default(); count]; count], vec![0; count]);
        for (players, summary) in &matches {
            let find = |player: &Player| all.iter().position(|&known| known == player).unwrap_or(0);
            let [i, j] = players.each_ref().map(find);
            scores[i][j] += summary.score;
            scores[j][i] += summary.score.inverse();
            faults[i] += summary.faults[0];
            faults[j] += summary.faults[1];
        }
        let ratings = ratings(&scores);
        let mut order: Vec<usize> = (0..count).collect();
        order.sort_by(|&i, &j| ratings[j].elo.total_cmp(&ratings[i].elo));
        Self {
            names: order.iter().map(|&i| names[i].clone()).collect(),
            scores: order.iter().map(|&i| order.iter().map(|&j| scores[i][j]).collect()).collect(),
            ratings: order.iter().map(|&i| ratings[i]).collect(),
            faults: order.iter().map(|&i| faults[i]).collect(),
        }
    }

    /// A player's total score.
    pub fn total(&self, player: usize) -> MatchScore {
        let mut total = MatchScore::default();
        self.scores[player].iter().for_each(|&score| total += score);
        total
    }

    /// The standings in words.
    pub fn text(&self) -> String {
        let width = self.names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(6);
        let mut text =
            format!("{:<width$}  {:>6} {:>6} {:>8} {:>8}\n", "player", "Elo", "±", "points", "games");
        for (i, name) in self.names.iter().enumerate() {
            let (EloEstimate { elo, error }, total) = (self.ratings[i], self.total(i));
            let (points, games) = (total.points(), total.games());
            text += &format!("{name:<width$}  {elo:>6.0} {error:>6.0} {points:>8} {games:>8}\n");
        }
        text
    }
}

/// A player's label, and its command with the GTP commands that set it up.
type Player = (String, String);

/// The players of a match, which always differ.
fn players(table: &ResultTable) -> [Player; 2] {
    let command = |side: &str| {
        let setup = Some(table.property(&format!("{side}Setup"))).filter(|setup| !matches!(*setup, "" | "-"));
        let setup = setup.map_or(String::new(), |setup| format!(", then {setup}"));
        table.property(&format!("{side}Command")).to_owned() + &setup
    };
    let (labels, [black, white]) = (table.stated_labels(), ["Black", "White"].map(command));
    let [first, second] = match labels.contains(&"") || labels[0] == labels[1] && black == white {
        true => table.labels(),
        false => labels.map(str::to_owned),
    };
    [(first, black), (second, white)]
}

/// Writes the page of a tournament.
///
/// # Errors
/// When it cannot be written.
pub fn publish_tournament(matches: &[(ResultTable, Files)], files: &Files) -> Result<Standings, FileError> {
    let standings = Standings::of(matches.iter().map(|(table, _)| table));
    super::files::write(&files.page(), &page(&standings, matches, files))?;
    Ok(standings)
}

fn page(standings: &Standings, matches: &[(ResultTable, Files)], files: &Files) -> String {
    let rows: Vec<(String, EloEstimate)> =
        standings.names.iter().cloned().zip(standings.ratings.iter().copied()).collect();
    let games: usize = matches.iter().map(|(table, _)| table.rows.len()).sum();
    let body = html! {
        h1 { "Tournament " (files.name()) }
        p { (rows.len()) " players, " (counted(games, "game")) "." }
        (ladder(standings))
        (plot::ratings("Ratings with their 95 % intervals", &rows))
        p.note {
            "Ratings are Elo points relative to the mean of all players, by the Bradley–Terry model with one \
             draw added for each pair that met."
        }
        h2 { "Cross table" }
        p.note { "Points of the row's player against the column's player / number of games." }
        (cross_table(standings))
        h2 { "Matches" }
        (list(matches, files))
    };
    frame::document(&format!("Tournament {}", files.name()), &body)
}

fn ladder(standings: &Standings) -> Markup {
    html! {
        table {
            (frame::head(&["", "Player"], &["Elo", "95 %", "Points", "Games", "Win rate", "Faults"]))
            @for (i, name) in standings.names.iter().enumerate() {
                @let total = standings.total(i);
                tr {
                    td.number { (i + 1) }
                    td { (name) }
                    td.number { (format!("{:+.0}", standings.ratings[i].elo)) }
                    td.number { (format!("± {:.0}", standings.ratings[i].error)) }
                    td.number { (total.points()) }
                    td.number { (total.games()) }
                    td.number { (percent(total.share())) }
                    td.number { (standings.faults[i]) }
                }
            }
        }
    }
}

fn cross_table(standings: &Standings) -> Markup {
    let numbers: Vec<String> = (1..=standings.names.len()).map(|number| number.to_string()).collect();
    html! {
        table {
            tr { th {} th {} @for number in &numbers { th.number { (number) } } }
            @for (i, name) in standings.names.iter().enumerate() {
                tr {
                    td.number { (numbers[i]) }
                    td { (name) }
                    @for (j, score) in standings.scores[i].iter().enumerate() {
                        @if i == j { td.self {} }
                        @else if score.games() == 0 { td.number { "–" } }
                        @else { td.number { (score.points()) " / " (score.games()) } }
                    }
                }
            }
        }
    }
}

fn list(matches: &[(ResultTable, Files)], files: &Files) -> Markup {
    html! {
        table {
            (frame::head(&["Match"], &["Won", "Lost", "Drawn", "Errors"]))
            @for (table, match_files) in matches {
                @let summary = Summary::of(table);
                @let [black, white] = &summary.labels;
                tr {
                    td { a href=(files.link_to(&match_files.page())) { (black) " against " (white) } }
                    td.number { (summary.score.wins) }
                    td.number { (summary.score.losses) }
                    td.number { (summary.score.draws) }
                    td.number { (summary.errors) }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(black: &str, white: &str, results: &[&str]) -> ResultTable {
        let mut text = format!("# BlackLabel: {black}\n# WhiteLabel: {white}\n#GAME\tRES_B\tRES_W\n");
        for (game, result) in results.iter().enumerate() {
            text += &format!("{game}\t{result}\t{result}\n");
        }
        ResultTable::parse(&text).unwrap()
    }

    #[test]
    fn pairings_are_those_of_the_system() {
        assert_eq!(pairings(3, false), [(0, 1), (0, 2), (1, 2)]);
        assert_eq!(pairings(4, true), [(0, 1), (0, 2), (0, 3)]);
        assert_eq!(pairings(0, false), []);
    }

    #[test]
    fn players_are_a_name_and_a_command() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("players");
        let read = |text: &str| {
            std::fs::write(&path, text).unwrap();
            read_players(&path)
        };
        let players = read("\u{feff}# two\nA: gnugo --mode gtp\n\n B b : x:y\n").unwrap();
        assert_eq!(players[0].name.as_deref(), Some("A"));
        assert_eq!(players[0].command, "gnugo --mode gtp");
        assert_eq!((players[1].name.as_deref(), &players[1].command[..]), (Some("B b"), "x:y"));
        for (text, fault) in [
            ("A: x\nA: y\n", "players:2: expected `name: command`, each name once"),
            ("A: x\nB\n", "players:2: expected `name: command`, each name once"),
            ("a b: x\nc: y\na_b: z\n", "players:3: 'a_b' is 'a b' in the names of files; rename one of them"),
            ("A: x\n", "players: expected at least two players, one `name: command` per line"),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.ends_with(fault), "{error}");
        }
    }

    #[test]
    fn standings_are_read_off_the_tables() {
        let tables = [
            table("A", "B", &["W+R", "W+R", "B+R", "W+R"]),
            table("A", "C", &["B+1", "B+1", "B+1", "0"]),
            table("C", "B", &["W+1", "W+1", "?"]),
        ];
        let standings = Standings::of(&tables);
        assert_eq!(standings.names, ["B", "A", "C"]);
        assert_eq!(standings.scores[0][1], MatchScore { wins: 3, draws: 0, losses: 1 });
        assert_eq!(standings.scores[0][2], MatchScore { wins: 2, draws: 0, losses: 0 });
        assert_eq!(standings.total(1).points(), 4.5);
        assert!(standings.ratings[0].elo > standings.ratings[1].elo);
        let text = standings.text();
        assert_eq!(text.lines().count(), 4, "{text}");
        // Programs that give the same name: a match of two, one that meets another program, and one with itself.
        let with = |commands: [&str; 2], mut table: ResultTable| {
            let commands = ["BlackCommand", "WhiteCommand"].into_iter().zip(commands);
            table.properties.extend(commands.map(|(name, value)| (name.to_owned(), value.to_owned())));
            table
        };
        let alike = Standings::of(&[
            with(["x -l 1", "x -l 2"], table("X", "X", &["W+R", "W+R"])),
            with(["x -l 2", "y"], table("X", "Y", &["B+R"])),
            with(["y", "y"], table("Y", "Y", &["B+R"])),
        ]);
        let mut names = alike.names.clone();
        names.sort();
        assert_eq!(names, ["X: x -l 1", "X: x -l 2", "Y", "Y (first)", "Y (second)"]);
        let strong = alike.names.iter().position(|name| name == "X: x -l 2").unwrap();
        assert_eq!(alike.total(strong), MatchScore { wins: 3, draws: 0, losses: 0 }, "{alike:?}");
        let files = Files::of_prefix(Path::new("d/t"));
        let matches: Vec<_> = tables.into_iter().map(|table| (table, files.pairing("A", "B"))).collect();
        let page = page(&standings, &matches, &files);
        assert!(page.contains("href=\"t-A-B.html\"") && page.contains("4.5"), "{page}");
    }
}
