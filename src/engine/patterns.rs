//! The pattern database in use and its table, computed on first use.

use std::fmt;
use std::path::Path;
use std::sync::{Arc, LazyLock, OnceLock};

use crate::go::pattern::database::{BUILT_IN, Database, DatabaseError, PatternTable};

/// A pattern database and its table; clones share both.
#[derive(Clone)]
pub struct Patterns(Arc<Parts>);

struct Parts {
    database: Database,
    table: OnceLock<Arc<PatternTable>>,
}

impl Patterns {
    /// Shares a database.
    pub fn new(database: Database) -> Self {
        Self(Arc::new(Parts { database, table: OnceLock::new() }))
    }

    /// The built-in database of that name, or else the database in the file of that path.
    ///
    /// # Errors
    /// When there is neither, or the file cannot be read or holds an error.
    pub fn open(name: &str) -> Result<Self, DatabaseError> {
        Database::open(name).map(Self::new)
    }

    /// The built-in database of that name.
    ///
    /// # Errors
    /// When no built-in database has the name.
    pub fn built_in(name: &str) -> Result<Self, DatabaseError> {
        let unknown = || DatabaseError::Unknown { name: name.to_owned() };
        Database::built_in(name).map(Self::new).ok_or_else(unknown)
    }

    /// Reads the database in a file.
    ///
    /// # Errors
    /// When the file cannot be read or holds an error.
    pub fn read(path: &Path) -> Result<Self, DatabaseError> {
        Database::read(path).map(Self::new)
    }

    /// The database.
    pub fn database(&self) -> &Database {
        &self.0.database
    }

    /// The table of values, computed on first use.
    pub fn table(&self) -> Arc<PatternTable> {
        self.0.table.get_or_init(|| Arc::new(PatternTable::new(&self.0.database))).clone()
    }

    /// The built-in database whose values were learned from games.
    pub fn learned() -> Self {
        static LEARNED: LazyLock<Patterns> = LazyLock::new(|| Patterns::own("brasa"));
        LEARNED.clone()
    }

    /// The built-in database of that name.
    fn own(name: &str) -> Self {
        // A test parses all built-in databases.
        Self::built_in(name).unwrap_or_else(|error| unreachable!("{error}"))
    }
}

impl fmt::Debug for Patterns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Patterns").field(&self.0.database.name()).finish()
    }
}

/// The first built-in database.
impl Default for Patterns {
    fn default() -> Self {
        static FIRST: LazyLock<Patterns> = LazyLock::new(|| Patterns::own(BUILT_IN[0].name));
        FIRST.clone()
    }
}

/// Equal if both share one database; reloading a file gives a different one.
impl PartialEq for Patterns {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}
