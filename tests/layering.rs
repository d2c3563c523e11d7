//! Each module imports only what lies below it.

use std::fs;
use std::path::{Path, PathBuf};

/// A module and the modules it may import; every module may import itself.
const TABLE: &[(&str, &[&str])] = &[
    ("util", &[]),
    ("framework", &["util"]),
    ("sgf", &["util"]),
    ("go", &["framework", "sgf", "util"]),
    ("games", &["framework", "sgf", "util"]),
    ("search", &["framework", "util"]),
    ("book", &["framework", "util"]),
    ("players", &["book", "framework", "util"]),
    ("engine", &["players", "book", "search", "games", "go", "sgf", "framework", "util"]),
    ("arena", &["go", "sgf", "framework", "util"]),
    ("gtp", &["engine", "go", "book", "sgf", "framework", "util"]),
    ("analysis", &["engine", "go", "book", "sgf", "framework", "util"]),
    (
        "cli",
        &[
            "analysis",
            "gtp",
            "arena",
            "engine",
            "players",
            "book",
            "search",
            "games",
            "go",
            "sgf",
            "framework",
            "util",
        ],
    ),
];

/// Macros live at the root of the crate whatever module defines them; these are of `util`.
const MACROS: &[&str] = &["params", "choices"];

#[test]
fn modules_import_only_what_lies_below_them() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut faults = Vec::new();
    let mut modules = 0;
    for file in rust_files(&src) {
        let inside = file.strip_prefix(&src).unwrap();
        let module = inside.iter().next().unwrap().to_str().unwrap().trim_end_matches(".rs");
        if matches!(module, "lib" | "main") {
            continue;
        }
        modules += 1;
        let Some((_, allowed)) = TABLE.iter().find(|(name, _)| *name == module) else {
            faults.push(format!("{}: no module of the table", inside.display()));
            continue;
        };
        for import in imports(&fs::read_to_string(&file).unwrap()) {
            let import = if MACROS.contains(&import.as_str()) { "util" } else { &import };
            if import != module && !allowed.contains(&import) {
                faults.push(format!("{}: {module} must not import {import}", inside.display()));
            }
        }
    }
    assert!(modules > 0, "no source found in {}", src.display());
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Returns all Rust files below a directory.
fn rust_files(directory: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}

/// Returns the first names of all paths that begin with `crate::`, outside comments.
fn imports(source: &str) -> Vec<String> {
    let code: String =
        source.lines().map(|line| line.split("//").next().unwrap_or("")).collect::<Vec<_>>().join("\n");
    let mut found = Vec::new();
    for path in code.split("crate::").skip(1) {
        match path.strip_prefix('{') {
            Some(group) => found.extend(group_names(group)),
            None => found.extend(first_name(path)),
        }
    }
    found
}

/// Returns the names at the top level of the rest of a `{a::b, c::{d, e}}`, its opening brace being gone.
fn group_names(group: &str) -> Vec<String> {
    let (mut depth, mut start, mut names) = (0, 0, Vec::new());
    for (i, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            ',' | '}' if depth == 0 => {
                names.extend(first_name(group[start..i].trim_start()));
                start = i + 1;
                if c == '}' {
                    break;
                }
            }
            '}' => depth -= 1,
            _ => {}
        }
    }
    names
}

fn first_name(path: &str) -> Option<String> {
    let name: String = path.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    (!name.is_empty()).then_some(name)
}

#[test]
fn imports_are_found_in_all_their_forms() {
    let source = "//! See [`crate::cli`].
        use crate::go::{Board, Point};
        use crate::{framework::{Color, Game}, util::Rng, params};
        fn f(x: crate::sgf::Node) {} // crate::gtp
        crate::choices! {}
        pub(crate) fn g() {}";
    assert_eq!(imports(source), ["go", "framework", "util", "params", "sgf", "choices"]);
}
