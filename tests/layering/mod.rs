//! Each file imports only from its own room and the rooms below, and no files import each other in a cycle.

mod imports;
mod tokens;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use imports::Crate;

/// The rooms, which are the layers of the crate, from the bottom up, each with the other rooms it may import. A file is
/// in the room whose name is the longest prefix of its path.
const TABLE: &[(&str, &[&str])] = &[
    ("util", &[]),
    ("framework", &["util"]),
    ("sgf", &["util"]),
    ("net", &["util"]),
    ("draw", &["framework", "util"]),
    ("go", &["framework", "net", "sgf", "util"]),
    ("games", &["framework", "net", "sgf", "util"]),
    ("search", &["framework", "util"]),
    ("book", &["framework", "util"]),
    ("players", &["book", "framework", "util"]),
    ("engine", &["players", "book", "search", "games", "go", "net", "sgf", "framework", "util"]),
    ("arena", &["go", "draw", "sgf", "framework", "util"]),
    // `engine` re-exports the parameters of players and searches, which are defined there.
    ("gtp", &["engine", "players", "search", "go", "book", "sgf", "framework", "util"]),
    ("analysis", &["engine", "go", "book", "draw", "sgf", "framework", "util"]),
    ("web", &["analysis", "engine", "go", "book", "draw", "sgf", "framework", "util"]),
    ("course", &["arena", "go", "draw", "framework", "util"]),
    (
        "cli",
        &[
            "course",
            "web",
            "analysis",
            "gtp",
            "arena",
            "engine",
            "players",
            "book",
            "search",
            "games",
            "go",
            "draw",
            "net",
            "sgf",
            "framework",
            "util",
        ],
    ),
];

/// Returns the imports of the crate, as pairs of files.
fn imports() -> BTreeSet<(String, String)> {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let found = Crate::read(|file| fs::read_to_string(src.join(file)).ok());
    let (imports, faults) = found.imports();
    assert!(imports.len() > 500, "only {} imports found in {}", imports.len(), src.display());
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    imports.into_iter().map(|(from, to)| (from.to_owned(), to.to_owned())).collect()
}

/// Returns the index of a file's room in a table.
fn room(table: &[(&str, &[&str])], file: &str) -> Option<usize> {
    let module = file.trim_end_matches(".rs");
    let is_start =
        |name: &str| module.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    (0..table.len()).filter(|&i| is_start(table[i].0)).max_by_key(|&i| table[i].0.len())
}

/// Returns a message if an import is forbidden; `None` if it is allowed.
fn fault(table: &[(&str, &[&str])], from: &str, to: &str) -> Option<String> {
    match (room(table, from), room(table, to)) {
        (None, _) => Some(format!("{from} is in no room of the table")),
        (_, None) => Some(format!("{to} is in no room of the table")),
        (Some(own), Some(other)) if own == other || table[own].1.contains(&table[other].0) => None,
        (Some(own), Some(_)) => Some(format!("{from}: {} must not import {to}", table[own].0)),
    }
}

/// Returns the cycles: the largest sets of files in which each file imports every other, at least indirectly.
fn circles<'a>(imports: impl IntoIterator<Item = (&'a str, &'a str)>) -> Vec<Vec<&'a str>> {
    let mut imported: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (from, to) in imports {
        imported.entry(from).or_default().insert(to);
    }
    let reachable = |file: &str| {
        let (mut seen, mut open) = (BTreeSet::new(), vec![file]);
        while let Some(file) = open.pop() {
            for &next in imported.get(file).into_iter().flatten() {
                if seen.insert(next) {
                    open.push(next);
                }
            }
        }
        seen
    };
    let reached: BTreeMap<&str, BTreeSet<&str>> =
        imported.keys().map(|&file| (file, reachable(file))).collect();
    let circle = |file: &str| -> Vec<&str> {
        let of_file = &reached[file];
        of_file
            .iter()
            .copied()
            .filter(|&other| reached.get(other).is_some_and(|back| back.contains(file)))
            .collect()
    };
    let all: BTreeSet<Vec<&str>> = reached.keys().map(|file| circle(file)).collect();
    all.into_iter().filter(|circle| !circle.is_empty()).collect()
}

#[test]
fn files_import_only_what_lies_below_them() {
    for (i, (room, below)) in TABLE.iter().enumerate() {
        for name in *below {
            assert!(TABLE[..i].iter().any(|(other, _)| other == name), "{room}: {name} is not below it");
        }
    }
    let imports = imports();
    let inside = imports.iter().filter(|(from, _)| from != "lib.rs");
    let faults: Vec<_> = inside.filter_map(|(from, to)| fault(TABLE, from, to)).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn no_files_import_each_other_in_a_circle() {
    let imports = imports();
    let found = circles(imports.iter().map(|(from, to)| (&**from, &**to)));
    let describe = |circle: &Vec<&str>| {
        let edges = imports.iter().filter(|(from, to)| circle.contains(&&**from) && circle.contains(&&**to));
        let edges: Vec<_> = edges.map(|(from, to)| format!("  {from} > {to}")).collect();
        format!("a circle of {} files:\n{}", circle.len(), edges.join("\n"))
    };
    let faults: Vec<_> = found.iter().map(describe).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_circle_is_found_whatever_its_length() {
    let of = |imports: &'static [(&str, &str)]| circles(imports.iter().copied());
    assert_eq!(of(&[("a", "b"), ("b", "c"), ("a", "c")]), [[""; 0]; 0]);
    assert_eq!(of(&[("a", "b"), ("b", "a"), ("b", "c")]), [["a", "b"]]);
    assert_eq!(of(&[("x", "a"), ("a", "b"), ("b", "c"), ("c", "a"), ("c", "y")]), [["a", "b", "c"]]);
    assert_eq!(of(&[("a", "b"), ("b", "a"), ("c", "d"), ("d", "c")]), [["a", "b"], ["c", "d"]]);
}

#[test]
fn a_room_within_a_room_has_its_own_line() {
    const ROOMS: &[(&str, &[&str])] = &[("go", &[]), ("engine", &["go"]), ("engine/session", &["engine"])];
    assert_eq!(fault(ROOMS, "engine/mod.rs", "go/board/mod.rs"), None);
    assert_eq!(fault(ROOMS, "engine/session/line.rs", "engine/settings.rs"), None);
    assert_eq!(fault(ROOMS, "engine/session.rs", "engine/settings.rs"), None);
    for (from, to) in
        [("engine/settings.rs", "engine/session/mod.rs"), ("engine/session/mod.rs", "go/mod.rs")]
    {
        assert!(fault(ROOMS, from, to).is_some(), "{from} > {to}");
    }
    assert!(fault(ROOMS, "games/mod.rs", "go/mod.rs").is_some(), "no room");
}
