//! The reader: bytes to [`Collection`].
//!
//! One pass over the bytes, with a heap-allocated stack of open variations. A file whose `CA` names another encoding is
//! decoded first, because bytes of Asian encodings may look like `]` or `\`. Otherwise values are UTF-8; a value that
//! is invalid UTF-8 is read as ISO-8859-1, which preserves every byte of an unknown encoding. `CA` then becomes
//! `UTF-8`, the tree's encoding.

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};

use super::cursor::{Cursor, MAX_BYTES, MAX_PROPERTIES, ParseError};
use super::{Collection, Node, NodeId, Tree};

/// Reads all games of an SGF file.
///
/// Text outside of games, such as mail headers, is skipped.
///
/// # Errors
///
/// [`ParseError`] if the input is too large, has no game, or is malformed or truncated.
pub fn parse(bytes: &[u8]) -> Result<Collection, ParseError> {
    let (collection, fault) = salvage(bytes);
    fault.map_or(Ok(collection), Err)
}

/// The first game of an SGF file without errors.
pub fn first_game(bytes: &[u8]) -> Option<Tree> {
    parse(bytes).ok()?.games.into_iter().next()
}

/// Reads the games of an SGF file up to the first error, and returns it; the last game may be truncated there.
pub fn salvage(bytes: &[u8]) -> (Collection, Option<ParseError>) {
    let mut collection = Collection::default();
    if bytes.len() > MAX_BYTES {
        return (collection, Some(ParseError::TooLarge { bytes: bytes.len() }));
    }
    let decoded = decoded(bytes);
    let bytes = decoded.as_deref().map_or(bytes, str::as_bytes);
    let mut parser = Parser { cursor: Cursor::new(bytes), text: Vec::new() };
    let fault = parser.collection(&mut collection.games).err();
    (collection, fault)
}

struct Parser<'a> {
    cursor: Cursor<'a>,
    /// Scratch space for the value being read.
    text: Vec<u8>,
}

impl Parser<'_> {
    fn collection(&mut self, games: &mut Vec<Tree>) -> Result<(), ParseError> {
        self.cursor.skip_junk();
        loop {
            self.cursor.expect(b'(', "`(;` to begin a game")?;
            self.cursor.skip_space();
            self.cursor.expect(b';', "`;` after `(`")?;
            let mut tree = Tree::new();
            let root = tree.root();
            tree[root] = self.root()?;
            let read = self.game(&mut tree);
            games.push(tree);
            read?;
            self.cursor.skip_junk();
            if self.cursor.peek().is_none() {
                return Ok(());
            }
        }
    }

    /// Reads the rest of a game whose first node has been read.
    fn game(&mut self, tree: &mut Tree) -> Result<(), ParseError> {
        let mut current = tree.root();

        // The branch nodes of the open variations.
        let mut branches = Vec::new();
        let mut after_variation = false;
        loop {
            // `node` has skipped white space and stopped before a byte that begins no property.
            match self.cursor.peek() {
                Some(b';') if !after_variation => {
                    self.cursor.bump();
                    current = self.child(tree, current)?;
                }
                // A second move, where `node` has stopped.
                Some(byte) if byte.is_ascii_alphabetic() && !after_variation => {
                    current = self.child(tree, current)?;
                }
                Some(b'(') => {
                    self.cursor.bump();
                    self.cursor.skip_space();
                    self.cursor.expect(b';', "`;` after `(`")?;
                    branches.push(current);
                    after_variation = false;
                    current = self.child(tree, current)?;
                }
                Some(b')') => {
                    self.cursor.bump();
                    let Some(branch) = branches.pop() else {
                        return Ok(());
                    };
                    current = branch;
                    after_variation = true;
                    self.cursor.skip_space();
                }
                _ if after_variation => {
                    return Err(self.cursor.unexpected("`(` or `)` after a variation"));
                }
                _ => return Err(self.cursor.unexpected("a property, `;`, `(` or `)`")),
            }
        }
    }

    /// Reads a node and adds it as a child.
    fn child(&mut self, tree: &mut Tree, parent: NodeId) -> Result<NodeId, ParseError> {
        let node = self.node()?;
        let child = tree.add_child(parent);
        tree[child] = node;
        Ok(child)
    }

    /// Reads a game's first node.
    fn root(&mut self) -> Result<Node, ParseError> {
        let mut node = self.node()?;
        if node.get("CA").is_some() {
            node.set("CA", "UTF-8");
        }
        Ok(node)
    }

    /// Reads a node's properties, up to the first byte that begins no property or up to a second move: a node has one move,
    /// and the next becomes its child.
    fn node(&mut self) -> Result<Node, ParseError> {
        let mut node = Node::default();
        loop {
            self.cursor.skip_space();
            if !self.cursor.peek().is_some_and(|byte| byte.is_ascii_alphabetic()) {
                return Ok(node);
            }
            let start = self.cursor.position();
            let identifier = self.identifier()?;
            if is_move(&identifier) && node.properties().iter().any(|property| is_move(property.identifier()))
            {
                self.cursor.rewind(start);
                return Ok(node);
            }
            let values = self.values()?;
            node.append(&identifier, values);
            if node.properties().len() > MAX_PROPERTIES {
                self.cursor.rewind(start);
                return Err(self.cursor.unexpected("at most 100 different properties in a node"));
            }
        }
    }

    /// Reads an identifier, dropping the lower-case letters of FF\[3\] and earlier.
    fn identifier(&mut self) -> Result<String, ParseError> {
        let mut identifier = String::new();
        while let Some(byte) = self.cursor.peek() {
            match byte {
                b'A'..=b'Z' => identifier.push(char::from(byte)),
                b'0'..=b'9' if !identifier.is_empty() => identifier.push(char::from(byte)),
                b'a'..=b'z' => {}
                _ => break,
            }
            self.cursor.bump();
        }
        if identifier.is_empty() {
            return Err(self.cursor.unexpected("an upper-case letter in the property identifier"));
        }
        Ok(identifier)
    }

    fn values(&mut self) -> Result<Vec<String>, ParseError> {
        self.cursor.skip_space();
        if self.cursor.peek() != Some(b'[') {
            return Err(self.cursor.unexpected("`[` after a property identifier"));
        }
        let mut values = Vec::with_capacity(1);
        while self.cursor.peek() == Some(b'[') {
            values.push(self.value()?);
            self.cursor.skip_space();
        }
        Ok(values)
    }

    /// Reads a value from `[` to `]`: escapes resolved, escaped line breaks removed, white space canonical.
    fn value(&mut self) -> Result<String, ParseError> {
        let start = self.cursor.position();
        self.cursor.bump();
        self.text.clear();
        loop {
            if self.cursor.skip_line_break() {
                self.text.push(b'\n');
                continue;
            }
            let mut byte = self.cursor.bump();
            if byte == Some(b']') {
                return Ok(self.decode());
            }
            if byte == Some(b'\\') {
                if self.cursor.skip_line_break() {
                    continue;
                }
                byte = self.cursor.bump();
            }
            match byte {
                Some(b'\t' | b'\x0b' | b'\x0c') => self.text.push(b' '),
                Some(byte) => self.text.push(byte),
                None => {
                    return Err(self.cursor.unclosed(start, "`]` to end the value that begins here"));
                }
            }
        }
    }

    fn decode(&self) -> String {
        match str::from_utf8(&self.text) {
            Ok(text) => text.to_owned(),
            Err(_) => self.text.iter().copied().map(char::from).collect(),
        }
    }
}

/// Whether a property is a move.
fn is_move(identifier: &str) -> bool {
    matches!(identifier, "B" | "W")
}

/// The text of a file whose first `CA` names an encoding other than UTF-8; `None` for other files and for valid UTF-8,
/// because programs that write UTF-8 often leave an old `CA` in place, and the first `CA` may stand in a comment.
fn decoded(bytes: &[u8]) -> Option<String> {
    /// `CA` must begin within this many bytes.
    const HEAD: usize = 4096;
    let head = bytes.get(..HEAD).unwrap_or(bytes);
    let name = head.windows(3).position(|property| property == b"CA[")? + 3;
    let label = head.get(name..)?.split(|&byte| byte == b']').next()?.trim_ascii();
    let encoding =
        if label.eq_ignore_ascii_case(b"latin-1") { WINDOWS_1252 } else { Encoding::for_label(label)? };
    let is_utf8 = || encoding == UTF_8 || str::from_utf8(bytes).is_ok();
    (encoding.is_ascii_compatible() && !is_utf8())
        .then(|| encoding.decode_without_bom_handling(bytes).0.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(text: impl AsRef<[u8]>) -> Tree {
        let mut games = parse(text.as_ref()).unwrap().games;
        assert_eq!(games.len(), 1);
        games.remove(0)
    }

    fn error(text: impl AsRef<[u8]>) -> String {
        parse(text.as_ref()).unwrap_err().to_string()
    }

    /// The `C` value of a single-node game.
    fn comment(value: impl AsRef<[u8]>) -> String {
        let tree = game([b"(;C[", value.as_ref(), b"])"].concat());
        tree[tree.root()].get("C").unwrap().to_owned()
    }

    #[test]
    fn variations_keep_their_order_and_nesting() {
        // The example tree of the specification.
        let tree = game("(;FF[4]C[root](;C[a];C[b](;C[c])(;C[d];C[e]))\n(;C[f](;C[g];C[h];C[i])(;C[j])))");
        let shape: String = tree
            .walk()
            .map(|step| match step {
                super::super::Visit::Enter(id) => tree[id].get("C").unwrap().to_owned(),
                super::super::Visit::Leave(_) => ".".to_owned(),
            })
            .collect();
        assert_eq!(shape, "rootabc.de....fghi...j...");
        assert!(tree.main_line().map(|node| node.get("C").unwrap()).eq(["root", "a", "b", "c"]));
    }

    #[test]
    fn what_comes_before_a_fault_is_salvaged() {
        let (collection, fault) = salvage(b"(;SZ[9];B[aa](;W[bb];B[cc");
        assert_eq!((collection.games[0].size(), fault.is_some()), (3, true));
        assert_eq!(salvage(b"(;SZ[9];B[aa]").0, salvage(b"(;SZ[9];B[aa])").0);
        assert_eq!(salvage(b"nothing").0.games, []);
    }

    #[test]
    fn several_games_make_a_collection() {
        let collection = parse(b"(;GN[one])\r\n(;GN[two];B[aa])\n\0\x1a").unwrap();
        let names: Vec<_> =
            collection.games.iter().map(|tree| tree[tree.root()].get("GN").unwrap()).collect();
        assert_eq!(names, ["one", "two"]);
    }

    #[test]
    fn junk_before_the_first_game_and_white_space_anywhere_are_skipped() {
        let tidy = game("(;FF[4]AB[aa][bb];B[cc])");
        assert_eq!(tidy, game("\u{feff}(;FF[4]AB[aa][bb];B[cc])"));
        assert_eq!(tidy, game("Dear (all), ([; see\n(;FF[4]AB[aa][bb];B[cc])\n"));
        assert_eq!(tidy, game(" ( ; FF\t[4]\r\nAB\n[aa]\n [bb] ; B [cc] \n ) "));
    }

    #[test]
    fn long_identifiers_of_old_files_are_shortened() {
        let tree = game("(;GaMe[1]SiZe[19]Komi[5.5];Black[dd]L2[x])");
        assert_eq!(tree, game("(;GM[1]SZ[19]K[5.5];B[dd]L2[x])"));
    }

    #[test]
    fn repeated_properties_are_merged() {
        let tree = game("(;AB[aa]AW[bb]AB[cc][dd])");
        assert_eq!(tree[tree.root()].values("AB"), ["aa", "cc", "dd"]);
        assert_eq!(tree, game("(;AB[aa][cc][dd]AW[bb])"));
    }

    #[test]
    fn a_second_move_in_a_node_becomes_its_child() {
        assert_eq!(game("(;B[ee]B[cc]C[x]W[dd];B[bb])"), game("(;B[ee];B[cc]C[x];W[dd];B[bb])"));
        assert_eq!(game("(;SZ[9]W[aa]B[bb](;W[cc])(;W[dd]))"), game("(;SZ[9]W[aa];B[bb](;W[cc])(;W[dd]))"));
    }

    #[test]
    fn escapes_are_resolved() {
        assert_eq!(comment(r"a\]b\\c\:d\e[(;)"), r"a]b\c:de[(;)");
        assert_eq!(comment(""), "");
        assert_eq!(comment(r"\\"), r"\");
    }

    #[test]
    fn line_breaks_are_hard_or_soft_in_all_four_conventions() {
        for line_break in ["\n", "\r", "\r\n", "\n\r"] {
            assert_eq!(comment(format!("a{line_break}b")), "a\nb");
            assert_eq!(comment(format!("a\\{line_break}b")), "ab");
            assert_eq!(comment(format!("a{line_break}{line_break}b")), "a\n\nb");
        }
        assert_eq!(comment("a\tb\\\tc\x0bd"), "a b c d");
    }

    #[test]
    fn text_is_utf_8_or_else_latin_1() {
        assert_eq!(comment("本因坊 é"), "本因坊 é");
        assert_eq!(comment(b"caf\xe9"), "café");
        assert_eq!(comment(b"\\\xe9\xff\x80"), "éÿ\u{80}");
        // One invalid value leaves the others intact.
        let tree = game(b"(;CA[UTF-8]PB[\xe9]PW[\xc3\xa9])");
        assert_eq!(tree[tree.root()].get("PB"), tree[tree.root()].get("PW"));
    }

    #[test]
    fn a_declared_encoding_is_believed() {
        let read = |bytes: &[u8]| {
            let tree = game(bytes);
            assert_eq!(tree[tree.root()].values("CA"), ["UTF-8"]);
            let end = tree.main_line().last().unwrap().get("C").unwrap().to_owned();
            (tree[tree.root()].get("PB").unwrap().to_owned(), end)
        };
        let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
        assert_eq!(read(b"(;PB[\xc3\xa9]CA[iso-8859-1];C[\xe9])"), pair("Ã©", "é"));
        assert_eq!(read(b"(;PB[\xe9]CA[Latin-1];C[a])"), pair("é", "a"));
        assert_eq!(read(b"(;PB[\xc4\xe3]CA[GB18030];C[\xba\xc3])"), pair("你", "好"));
        // The second bytes of these characters are `\` and `]`.
        assert_eq!(read(b"(;CA[Shift_JIS]PB[\x83\x5c];C[\x83\x5d])"), pair("ソ", "ゾ"));
        assert_eq!(read(b"(;CA[EUC-KR]PB[\xb9\xd9];C[\xb5\xcf])"), pair("바", "둑"));
        // Many UTF-8 files declare an old encoding.
        assert_eq!(read("(;CA[gb2312]PB[你];C[好])".as_bytes()), pair("你", "好"));
        assert_eq!(comment("é (;CA[ISO-8859-1"), "é (;CA[ISO-8859-1");
        // An unknown encoding loses no byte.
        assert_eq!(read(b"(;CA[klingon]PB[\xc4\xe3];C[a])"), pair("Äã", "a"));
    }

    #[test]
    fn text_outside_of_games_is_skipped() {
        let collection = parse(b"Dear (all),\n(;B[aa])\n-- \n(;B[bb];W[cc]) bye (").unwrap();
        let lengths: Vec<_> = collection.games.iter().map(|game| game.main_line().count()).collect();
        assert_eq!(lengths, [1, 2]);
    }

    #[test]
    fn errors_say_where_and_what() {
        let cases = [
            ("", "line 1, column 1: expected `(;` to begin a game, found the end of the file"),
            ("no game\n", "line 2, column 1: expected `(;` to begin a game, found the end of the file"),
            ("(;B[aa]", "line 1, column 8: expected a property, `;`, `(` or `)`, found the end of the file"),
            (
                "(;\r\n;\r\nC[aé] X[é\n",
                "line 3, column 8: expected `]` to end the value that begins here, found the end of the file",
            ),
            (
                "(;C[a\\",
                "line 1, column 4: expected `]` to end the value that begins here, found the end of the file",
            ),
            ("(;\n;[aa])", "line 2, column 2: expected a property, `;`, `(` or `)`, found `[`"),
            ("(;KM 6.5)", "line 1, column 6: expected `[` after a property identifier, found `6`"),
            (
                "(;km[6.5])",
                "line 1, column 5: expected an upper-case letter in the property identifier, found `[`",
            ),
            ("(;(B[aa]))", "line 1, column 4: expected `;` after `(`, found `B`"),
            ("(;(;B[aa]);W[bb])", "line 1, column 11: expected `(` or `)` after a variation, found `;`"),
            ("(;)\n(;\n(;)é", "line 3, column 4: expected `(` or `)` after a variation, found `é`"),
        ];
        for (text, message) in cases {
            assert_eq!(error(text), message, "{text:?}");
        }
    }

    #[test]
    fn input_beyond_the_limits_is_refused() {
        assert!(error(vec![b' '; MAX_BYTES + 1]).contains("expected at most 16777216"));
        let node = |properties: usize| (0..properties).map(|i| format!("X{i}[]")).collect::<String>();
        assert!(parse(format!("(;{})", node(MAX_PROPERTIES)).as_bytes()).is_ok());
        let message = error(format!("(;{})", node(MAX_PROPERTIES + 1)));
        assert!(message.contains(&format!("at most {MAX_PROPERTIES} different properties")), "{message}");
    }

    #[test]
    fn hostile_nesting_is_linear_and_needs_no_stack() {
        const DEPTH: usize = 1_000_000;
        assert!(parse("(".repeat(DEPTH).as_bytes()).is_err());
        assert!(parse("(;".repeat(DEPTH).as_bytes()).is_err());
        let chain = game("(;".repeat(DEPTH) + &")".repeat(DEPTH));
        assert_eq!(chain.main_line().count(), DEPTH);
        // A variation at every node: the text nests as deeply.
        let comb = game("(;(;)".repeat(DEPTH / 4) + &")".repeat(DEPTH / 4));
        assert_eq!(comb.clone(), comb);
        assert_eq!(game(comb.to_string()), comb);
        let fan = game(format!("(;{})", "(;)".repeat(DEPTH / 4)));
        assert_eq!(fan.children(fan.root()).count(), DEPTH / 4);
    }
}
