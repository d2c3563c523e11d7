//! The built-in databases.

use std::path::Path;

/// A built-in database.
pub struct BuiltIn {
    /// The name, without `mc_`.
    pub name: &'static str,
    /// A one-line description.
    pub doc: &'static str,
    /// The text.
    pub text: &'static str,
}

/// All built-in databases, the default first.
pub const BUILT_IN: [BuiltIn; 4] = [
    BuiltIn {
        name: "montegnu_classic",
        doc: "captures, escapes, atari, cuts and shape, weighed against each other",
        text: include_str!("../../../../patterns/montegnu_classic.db"),
    },
    BuiltIn {
        name: "mogo_classic",
        doc: "the rules of MoGo's first playouts as values",
        text: include_str!("../../../../patterns/mogo_classic.db"),
    },
    BuiltIn {
        name: "uniform",
        doc: "equal values for all moves that do not fill an own eye",
        text: include_str!("../../../../patterns/uniform.db"),
    },
    BuiltIn {
        name: "brasa",
        doc: "tuned values for all 3x3 shapes and contexts; the strongest",
        text: include_str!("../../../../patterns/brasa.db"),
    },
];

/// The names, without `mc_`.
pub(super) fn names() -> [&'static str; BUILT_IN.len()] {
    BUILT_IN.each_ref().map(|built_in| built_in.name)
}

/// The built-in database of that name, ignoring case and a leading `mc_`.
pub(super) fn find(name: &str) -> Option<&'static BuiltIn> {
    let name = name.to_ascii_lowercase();
    let name = name.strip_prefix("mc_").unwrap_or(&name);
    BUILT_IN.iter().find(|built_in| built_in.name == name)
}

/// The built-in database for GNU Go's file of this name, `mc_NAME.db`; `None` if such a file exists.
pub(super) fn of_missing_file(path: &Path) -> Option<&'static BuiltIn> {
    let name = path.file_name()?.to_str()?.strip_suffix(".db")?;
    if name.starts_with("mc_") && !path.exists() { find(name) } else { None }
}
