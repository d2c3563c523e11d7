//! Property tests: written trees parse back, and no input panics.

use proptest::prelude::*;

use super::{Collection, Size, Tree, parse};

const SAMPLE: &[u8] = "\u{feff}Subject: a game\n\
    (;FF[4]CA[UTF-8]GM[1]SZ[9:13]KM[6.5]AB[aa:cb][dd]PB[本因坊]C[a \\] b \\\\ c\\\n d\r\n e]\n\
    ;B[dd](;W[ee]LB[aa:x\\:y](;B[])(;B[tt]))(;W[ff];Black[gg]C[\u{e9}]))\n\
    (;CA[ISO-8859-1];;)"
    .as_bytes();

/// Text with many characters that are special in SGF.
fn value() -> impl Strategy<Value = String> {
    prop_oneof!["[a-s]{2}", r"[\]\[\\:;()a \r\n\t\x00é本]{0,20}", any::<String>(), "[ -~]{60,120}",]
}

prop_compose! {
    /// A tree built in any order: each node is a child of an arbitrary earlier one. No node has moves of both colors, since
    /// the reader makes two nodes of it.
    fn tree()(
        nodes in prop::collection::vec(
            (any::<prop::sample::Index>(), prop::collection::vec(("[A-Z][A-Z0-9]{0,2}", value()), 0..5)),
            1..30,
        )
    ) -> Tree {
        let mut tree = Tree::new();
        let mut ids = vec![tree.root()];
        for (parent, properties) in nodes {
            let id = tree.add_child(*parent.get(&ids));
            ids.push(id);
            for (identifier, value) in properties {
                let other = if identifier == "B" { "W" } else { "B" };
                if !matches!(&*identifier, "B" | "W") || tree[id].get(other).is_none() {
                    tree[id].push(&identifier, value);
                }
            }
        }
        tree
    }
}

proptest! {
    #[test]
    fn a_written_tree_reads_back(games in prop::collection::vec(tree(), 1..4)) {
        let collection = Collection { games };
        prop_assert_eq!(parse(collection.to_string().as_bytes()), Ok(collection));
    }

    #[test]
    fn arbitrary_bytes_do_not_panic(bytes: Vec<u8>) {
        let _ = parse(&bytes);
        let _ = parse(&[b"(;", &bytes[..]].concat());
    }

    #[test]
    fn arbitrary_structure_reads_back_or_is_an_error(text in r"\(;[();\[\]\\ABa:\r\n]{0,60}") {
        if let Ok(collection) = parse(text.as_bytes()) {
            prop_assert_eq!(parse(collection.to_string().as_bytes()), Ok(collection));
        }
    }

    #[test]
    fn a_damaged_file_reads_back_or_is_an_error(
        edits in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..3u8), 1..6)
    ) {
        let mut bytes = SAMPLE.to_vec();
        for (place, byte, edit) in edits {
            let at = place.index(bytes.len());
            match edit {
                0 => bytes[at] = byte,
                1 => bytes.insert(at, byte),
                _ => bytes.truncate(at + 1),
            }
        }
        if let Ok(collection) = parse(&bytes) {
            prop_assert_eq!(parse(collection.to_string().as_bytes()), Ok(collection));
        }
    }

    #[test]
    fn arbitrary_values_do_not_panic(text: String, width in 1..=52u8, height in 1..=52u8) {
        let _ = text.parse::<Size>();
        let size = Size::new(width, height).unwrap();
        let _ = size.read_move(&text);
        let _ = size.read_points(&[text.clone(), format!("aa:{text}")]);
    }
}

#[test]
fn the_sample_is_valid() {
    let collection = parse(SAMPLE).unwrap();
    assert_eq!(collection.games.len(), 2);
    assert_eq!(collection.games[0][collection.games[0].root()].get("C"), Some("a ] b \\ c d\n e"));
}
