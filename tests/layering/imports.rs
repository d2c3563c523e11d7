//! The imports of a crate's files: a file imports another if it names an item defined there.
//!
//! Names are resolved as by the compiler, as far as the text allows: through `crate::`, `super::` and `self::`, child
//! modules, `use` declarations and `*`. A re-export (`pub use`) is an alias, not an import; a `mod x;` is not an import
//! either. Methods are not resolved, but their types are.

use std::collections::{BTreeMap, BTreeSet};

use super::tokens::tokens;

/// Maximum number of aliases to follow for a name.
const MAX_ALIASES: usize = 20;

/// A module: a file, or a `mod x { ... }` in it.
#[derive(Default)]
struct Module {
    file: String,
    parent: usize,
    children: BTreeMap<String, usize>,
    defined: BTreeSet<String>,
    /// The names that `use` declarations introduce, with their paths.
    aliases: Vec<(String, Vec<String>)>,
    /// The modules imported with `*`.
    globs: Vec<Vec<String>>,
    /// The paths in the code and in `use` declarations other than re-exports.
    paths: Vec<Vec<String>>,
}

/// The target of a path.
#[derive(Clone, Copy)]
enum Target {
    Module(usize),
    /// An item of a module.
    Item(usize),
    /// An item of another crate.
    Outside,
}

/// The modules of a crate; the first one is its root.
pub(super) struct Crate {
    modules: Vec<Module>,
    /// The exported macros, with the modules that define them.
    macros: BTreeMap<String, usize>,
}

impl Crate {
    /// Reads the crate whose root is `lib.rs`; `read` returns the text of a file, or `None` when there is no
    /// such file.
    pub(super) fn read(read: impl Fn(&str) -> Option<String>) -> Self {
        let mut found = Self { modules: Vec::new(), macros: BTreeMap::new() };
        found.load("lib.rs", "", 0, &read);
        found
    }

    /// Adds the module of a file and its child modules; `directory` contains the files of the children.
    fn load(
        &mut self,
        file: &str,
        directory: &str,
        parent: usize,
        read: &impl Fn(&str) -> Option<String>,
    ) -> usize {
        let id = self.modules.len();
        self.modules.push(Module { file: file.to_owned(), parent, ..Module::default() });
        let source = read(file).unwrap_or_default();
        let mut files = Vec::new();
        Parser { tokens: tokens(&source), at: 0, found: self, files: &mut files }.module(id);
        for (module, name) in files {
            let below = format!("{directory}{name}/");
            let paths = [format!("{directory}{name}.rs"), format!("{below}mod.rs")];
            let path = paths.iter().find(|path| read(path).is_some());
            let path = path.unwrap_or_else(|| panic!("{file}: no file of module {name}"));
            let child = self.load(path, &below, module, read);
            self.modules[module].children.insert(name, child);
        }
        id
    }

    /// Returns the imports as pairs of files, and the paths that cannot be resolved.
    pub(super) fn imports(&self) -> (BTreeSet<(&str, &str)>, Vec<String>) {
        let (mut imports, mut faults) = (BTreeSet::new(), Vec::new());
        for (id, module) in self.modules.iter().enumerate() {
            for path in &module.paths {
                match self.resolve(id, path, 0) {
                    Some(Target::Item(target)) if self.modules[target].file != module.file => {
                        imports.insert((&*module.file, &*self.modules[target].file));
                    }
                    None if matches!(path[0].as_str(), "crate" | "super" | "self") && path.len() > 1 => {
                        faults.push(format!("{}: cannot resolve {}", module.file, path.join("::")));
                    }
                    _ => {}
                }
            }
        }
        (imports, faults)
    }

    fn resolve(&self, from: usize, path: &[String], aliases: usize) -> Option<Target> {
        let mut target = match path[0].as_str() {
            "crate" => Target::Module(0),
            "self" => Target::Module(from),
            "super" => Target::Module(self.modules[from].parent),
            name => self.lookup(from, name, aliases).unwrap_or(Target::Outside),
        };
        for name in &path[1..] {
            let Target::Module(module) = target else { break };
            target = match name.as_str() {
                "self" => target,
                "super" => Target::Module(self.modules[module].parent),
                name => self.lookup(module, name, aliases)?,
            };
        }
        Some(target)
    }

    fn lookup(&self, id: usize, name: &str, aliases: usize) -> Option<Target> {
        let module = &self.modules[id];
        if aliases > MAX_ALIASES {
            return None;
        }
        if let Some(&child) = module.children.get(name) {
            return Some(Target::Module(child));
        }
        if module.defined.contains(name) {
            return Some(Target::Item(id));
        }
        let named = module.aliases.iter().filter(|(alias, _)| alias == name);
        let target = named.clone().find_map(|(_, path)| self.resolve(id, path, aliases + 1));
        let in_globs = || {
            module.globs.iter().find_map(|path| match self.resolve(id, path, aliases + 1)? {
                Target::Module(other) if other != id => self.lookup(other, name, aliases + 1),
                _ => None,
            })
        };
        let of_macro = || self.macros.get(name).filter(|_| id == 0).map(|&module| Target::Item(module));
        target.or_else(in_globs).or_else(of_macro)
    }
}

/// The reader of one file.
struct Parser<'a, 'c> {
    tokens: Vec<&'a str>,
    at: usize,
    found: &'c mut Crate,
    /// The modules with files of their own, with their parents.
    files: &'c mut Vec<(usize, String)>,
}

impl<'a> Parser<'a, '_> {
    fn peek(&self, ahead: usize) -> &'a str {
        self.tokens.get(self.at + ahead).copied().unwrap_or("")
    }

    fn before(&self, back: usize) -> &'a str {
        self.at.checked_sub(back).map_or("", |i| self.tokens[i])
    }

    /// Reads a module up to the end of the file or to the brace that closes it.
    fn module(&mut self, id: usize) {
        let mut depth = 0;
        while self.at < self.tokens.len() {
            let (token, next) = (self.peek(0), self.peek(1));
            match token {
                "{" => depth += 1,
                "}" if depth == 0 => return,
                "}" => depth -= 1,
                "mod" if self.peek(2) == ";" => self.files.push((id, next.to_owned())),
                "mod" if self.peek(2) == "{" => {
                    let child = self.found.modules.len();
                    let file = self.found.modules[id].file.clone();
                    self.found.modules.push(Module { file, parent: id, ..Module::default() });
                    self.found.modules[id].children.insert(next.to_owned(), child);
                    self.at += 3;
                    self.module(child);
                }
                // `use<'a>` in a type is not a declaration.
                "use" if next != "<" => {
                    let is_alias = matches!(self.before(1), "pub" | ")");
                    self.at += 1;
                    self.use_tree(id, &[], is_alias);
                }
                "struct" | "enum" | "trait" | "union" => self.define(id, next),
                "fn" | "const" | "static" | "type" if depth == 0 => self.define(id, next),
                "macro_rules" => {
                    let name = self.peek(2);
                    self.define(id, name);
                    self.found.macros.insert(name.to_owned(), id);
                }
                _ if is_name(token) && !matches!(self.before(1), "." | "::") => {
                    self.path(id);
                    continue;
                }
                _ => {}
            }
            self.at += 1;
        }
    }

    fn define(&mut self, id: usize, name: &str) {
        self.found.modules[id].defined.insert(name.to_owned());
    }

    /// Reads a path, or a single name that may be an item.
    fn path(&mut self, id: usize) {
        let mut path = vec![self.peek(0).to_owned()];
        self.at += 1;
        while self.peek(0) == "::" && is_name(self.peek(1)) {
            path.push(self.peek(1).to_owned());
            self.at += 2;
        }
        let is_item = path.len() > 1 || path[0].starts_with(char::is_uppercase) || self.peek(0) == "(";
        if is_item {
            self.found.modules[id].paths.push(path);
        }
    }

    /// Reads the tree of a `use` declaration up to its `;`, or up to the `,` or `}` of its group.
    fn use_tree(&mut self, id: usize, prefix: &[String], is_alias: bool) {
        let mut path = prefix.to_vec();
        loop {
            match self.peek(0) {
                "{" => {
                    while !matches!(self.peek(0), "}" | "") {
                        self.at += 1;
                        if self.peek(0) != "}" {
                            self.use_tree(id, &path, is_alias);
                        }
                    }
                    self.at += 1;
                    return;
                }
                "*" => {
                    self.at += 1;
                    self.found.modules[id].globs.push(path);
                    return;
                }
                "self" if !path.is_empty() => {}
                name if is_name(name) => path.push(name.to_owned()),
                _ => {}
            }
            self.at += 1;
            if self.peek(0) == "as" {
                let name = self.peek(1).to_owned();
                self.at += 2;
                self.found.modules[id].aliases.push((name, path.clone()));
                break;
            }
            if self.peek(0) != "::" {
                let name = path.last().cloned().unwrap_or_default();
                self.found.modules[id].aliases.push((name, path.clone()));
                break;
            }
            self.at += 1;
        }
        if !is_alias {
            self.found.modules[id].paths.push(path);
        }
    }
}

fn is_name(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// Returns the imports of a crate of small files, each as `file > file`.
#[cfg(test)]
fn found(files: &[(&str, &str)]) -> Vec<String> {
    let of = |path: &str| files.iter().find(|(file, _)| *file == path).map(|(_, text)| (*text).to_owned());
    let found = Crate::read(of);
    let (imports, faults) = found.imports();
    imports.into_iter().map(|(from, to)| format!("{from} > {to}")).chain(faults).collect()
}

#[test]
fn an_import_is_found_in_each_of_its_forms() {
    let b = "pub struct B; pub fn f() {} pub mod inner { pub const C: u8 = 0; }";
    for user in [
        "use crate::b::B;",
        "use super::b::{self, B as Other};",
        "use {crate::b::{inner::{C}}, std::fmt};",
        "fn g() { crate::b::f() }",
        "use super::b; fn g() { b::f() }",
        "use super::*; fn g() -> b::B { b::B }",
        "mod deep { fn g() { super::super::b::f() } }",
        "use crate::b::*; fn g(x: B) {}",
    ] {
        let files = [("lib.rs", "mod a; mod b;"), ("a.rs", user), ("b.rs", b)];
        assert_eq!(found(&files), ["a.rs > b.rs"], "{user}");
    }
    for user in
        ["use super::b;", "mod b2 {}", "use std::fmt::B;", "//! [`crate::b::B`]", "pub use crate::b::B;"]
    {
        let files = [("lib.rs", "mod a; mod b;"), ("a.rs", user), ("b.rs", b)];
        assert_eq!(found(&files), [""; 0], "{user}");
    }
}

#[test]
fn a_re_export_is_followed_to_the_file_that_defines_the_item() {
    let files = [
        ("lib.rs", "mod a; mod b;"),
        ("a.rs", "use crate::b::{C, D};"),
        ("b/mod.rs", "mod c; mod d; pub use c::C; pub use d::Old as D;"),
        ("b/c.rs", "pub struct C;"),
        ("b/d.rs", "use super::C; params! { pub struct Old { x: u8 } }"),
    ];
    assert_eq!(found(&files), ["a.rs > b/c.rs", "a.rs > b/d.rs", "b/d.rs > b/c.rs"]);
    // A module that uses an item it re-exports imports it.
    let user = ("b/mod.rs", "mod c; mod d; pub use c::C; pub use d::Old as D; pub fn f(c: C) {}");
    let files = [files[0], files[1], user, files[3], files[4]];
    assert_eq!(found(&files)[2], "b/d.rs > b/c.rs");
    assert!(found(&files).contains(&"b/mod.rs > b/c.rs".to_owned()));
}

#[test]
fn a_macro_belongs_to_the_file_that_defines_it() {
    let files = [
        ("lib.rs", "mod a; mod util;"),
        ("a.rs", "crate::params! { pub struct P {} }"),
        ("util.rs", "#[macro_export] macro_rules! params { () => { $crate::util::T } } pub trait T {}"),
    ];
    assert_eq!(found(&files), ["a.rs > util.rs"]);
}

#[test]
fn a_path_that_leads_nowhere_is_told() {
    let files = [("lib.rs", "mod a;"), ("a.rs", "use crate::b::C;")];
    assert_eq!(found(&files), ["a.rs: cannot resolve crate::b::C"]);
}
