//! Writes the games of a match: a record and a table line each.

use std::time::SystemTime;

use super::files::{self, FileError, Files, TableFile, begun_table};
use super::game::{FinishedGame, Role};
use super::record::{self, Info};
use super::repeats::Repeats;
use super::settings::Difference;
use super::{Identity, MatchError, MatchSettings, ResultRow, ResultTable};
use crate::framework::Color;
use crate::util::rounded;

/// The properties that may differ when a match resumes.
const OF_THE_DAY: [&str; 2] = ["Date", "Host"];

pub(super) struct MatchWriter<'a> {
    settings: &'a MatchSettings,
    identities: [Identity; 2],
    files: &'a Files,
    pub(super) log: TableFile,
    repeats: Repeats,
}

impl<'a> MatchWriter<'a> {
    /// Opens or begins the table of a match.
    pub(super) fn new(
        settings: &'a MatchSettings,
        identities: [Identity; 2],
        files: &'a Files,
        games: u32,
        anew: bool,
    ) -> Result<Self, MatchError> {
        files.make_directory()?;
        let new = ResultTable { properties: properties(settings, &identities), rows: Vec::new() };
        let path = files.table();
        if anew || !path.exists() || begun_table(&path)?.is_none() {
            files.check(games, &new, anew)?;
        }
        let mut log = TableFile::open(&path, !anew)?;
        if log.table == ResultTable::default() {
            log.begin(new.properties)?;
        } else {
            check(&log.table, &new.properties, files)?;
        }
        let mut repeats = Repeats::default();
        for row in log.table.rows.iter().filter(|row| !row.is_forfeited()) {
            repeats.add(row.game, row.alternated, &files.record(row.game, &log.table));
        }
        Ok(Self { settings, identities, files, log, repeats })
    }

    pub(super) fn table(&self) -> &ResultTable {
        &self.log.table
    }

    /// Writes a game's record, then its table line.
    pub(super) fn enter(&mut self, number: u32, game: &FinishedGame) -> Result<(), FileError> {
        let labels = self.table().labels();
        let errors: Vec<String> = game
            .errors
            .iter()
            .map(|error| match error.who {
                None => error.what.clone(),
                Some(Role::Referee) => format!("referee: {}", error.what),
                Some(Role::Observer) => format!("observer: {}", error.what),
                Some(Role::Player(color)) => format!("{}: {}", labels[game.holder(color)], error.what),
            })
            .collect();
        let error = (!errors.is_empty()).then(|| errors.join("; "));
        let path = self.files.record(number, self.table());
        let info = Info {
            settings: self.settings,
            identities: &self.identities,
            labels: &labels,
            name: format!("{} {number}", self.files.name()),
            host: &host(),
            date: now().chars().take(10).collect(),
            error: error.as_deref(),
        };
        files::write(&path, &record::write(game, &info))?;
        // The colors of the programs given as Black and White.
        let [black, white] = Color::ALL.map(|given| game.holder(given));
        let claims = game.claims.map(|claim| if game.alternated { claim.inverse() } else { claim });
        let mut row = ResultRow {
            game: number,
            claims: [claims[black], claims[white]],
            referee: claims[2],
            alternated: game.alternated,
            duplicate: None,
            length: game.moves.len() as u32,
            time: [black, white].map(|i| rounded(game.time[i].as_secs_f64(), 3)),
            cpu: [black, white].map(|i| rounded(game.cpu[i], 3)),
            error,
        };
        if !row.is_forfeited() {
            let repeated = self.repeats.add(number, game.alternated, &path);
            row.duplicate = repeated.map(|number| number.to_string());
        }
        self.log.add(row)
    }
}

/// A match's table, if it exists.
pub(super) fn existing(settings: &MatchSettings, files: &Files) -> Result<Option<ResultTable>, MatchError> {
    let path = files.table();
    if !path.exists() {
        return Ok(None);
    }
    let table = begun_table(&path)?;
    table.iter().try_for_each(|table| check(table, &settings.properties(), files))?;
    Ok(table)
}

/// The properties of a table: those of the match, and those of gogui-twogtp.
fn properties(settings: &MatchSettings, identities: &[Identity; 2]) -> Vec<(String, String)> {
    let mut labels = [0, 1].map(|i| identities[i].name.clone());
    if labels[0] == labels[1] {
        labels = [0, 1].map(|i| format!("{} {}", labels[i], identities[i].version).trim().to_owned());
    }
    for (label, program) in labels.iter_mut().zip(&settings.programs) {
        if let Some(name) = &program.name {
            label.clone_from(name);
        }
    }
    let mut properties = settings.properties();
    for (i, side) in ["Black", "White"].into_iter().enumerate() {
        properties.push((side.to_owned(), identities[i].name.clone()));
        properties.push((format!("{side}Version"), identities[i].version.clone()));
        properties.push((format!("{side}Label"), labels[i].clone()));
    }
    properties.extend(OF_THE_DAY.map(str::to_owned).into_iter().zip([now(), host()]));
    properties.sort();
    properties
}

/// Checks that a table is of the match with the given properties.
fn check(table: &ResultTable, properties: &[(String, String)], files: &Files) -> Result<(), MatchError> {
    if table.properties.is_empty() && !table.rows.is_empty() {
        return Err(MatchError::Nameless(files.table()));
    }
    Ok(compare(table, properties, files)?)
}

/// Checks that a table has the given properties.
pub(super) fn compare(
    table: &ResultTable,
    properties: &[(String, String)],
    files: &Files,
) -> Result<(), Difference> {
    for (property, is) in properties {
        let was = table.property(property);
        // A gogui-twogtp table has fewer properties, and a failing program has no name.
        let may_change = OF_THE_DAY.contains(&&property[..]) || is.is_empty() || was.is_empty();
        if !may_change && was != is {
            return Err(Difference {
                file: files.table().display().to_string(),
                property: property.clone(),
                was: was.to_owned(),
                is: is.clone(),
            });
        }
    }
    Ok(())
}

/// Date and time, such as `2009-12-31T23:59:59Z`.
fn now() -> String {
    humantime::format_rfc3339_seconds(SystemTime::now()).to_string()
}

fn host() -> String {
    #[cfg(unix)]
    return rustix::system::uname().nodename().to_string_lossy().into_owned();
    #[cfg(not(unix))]
    std::env::var("COMPUTERNAME").unwrap_or_else(|_| "unknown".to_owned())
}
