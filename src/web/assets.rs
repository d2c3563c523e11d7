//! The page's files, embedded in the program.

/// A page file.
pub(super) struct Asset {
    pub(super) path: &'static str,
    pub(super) kind: &'static str,
    pub(super) text: &'static str,
}

/// All files of the page: index.html at `/`, and the files of each kind at the paths of their names.
macro_rules! assets {
    ($($kind:literal: $($name:literal)*;)*) => {
        &[
            Asset { path: "/", kind: "text/html; charset=utf-8", text: include_str!("page/index.html") },
            $($(Asset {
                path: concat!("/", $name),
                kind: $kind,
                text: include_str!(concat!("page/", $name)),
            },)*)*
        ]
    };
}

pub(super) static ASSETS: &[Asset] = assets! {
    "text/css; charset=utf-8": "style.css" "views.css";
    "text/javascript; charset=utf-8":
        "main.js" "words.js" "settings.js" "start.js" "end.js" "sound.js" "edit.js" "mistakes.js" "server.js"
        "store.js" "board.js" "dom.js" "play.js" "keys.js" "record.js" "graph.js" "analysis.js" "search.js"
        "playout.js" "de.js" "es.js" "ja.js" "ko.js" "zh.js";
};

pub(super) fn find(path: &str) -> Option<&'static Asset> {
    ASSETS.iter().find(|asset| asset.path == path)
}

impl Asset {
    /// The text without indents, empty lines, and lines of comments.
    pub(super) fn sent(&self) -> String {
        let mut is_comment = false;
        let is_code = |line: &&str| {
            is_comment |= line.starts_with("/*");
            let is_code = !is_comment && !line.starts_with("//") && !line.is_empty();
            is_comment &= !line.ends_with("*/");
            is_code
        };
        self.text.lines().map(str::trim_start).filter(is_code).flat_map(|line| [line, "\n"]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::levels::Rank;
    use crate::go::playout::Rule;

    /// The tables of messages.
    const LANGUAGES: [&str; 5] = ["/de.js", "/es.js", "/ja.js", "/ko.js", "/zh.js"];

    #[test]
    fn the_page_is_small_and_whole() {
        // A page loads at most one language.
        let (languages, others): (Vec<&Asset>, Vec<_>) =
            ASSETS.iter().partition(|asset| LANGUAGES.contains(&asset.path));
        let bytes: usize = others.iter().map(|asset| asset.sent().len()).sum();
        let language = languages.iter().map(|asset| asset.sent().len()).max().unwrap();
        assert!(bytes + language <= 140_000, "{bytes} and {language} bytes");
        for asset in ASSETS {
            // Every quoted file name exists.
            for name in
                asset.text.split(['"', '\'']).filter(|part| part.ends_with(".js") || part.ends_with(".css"))
            {
                let path = format!("/{}", name.trim_start_matches("./").trim_start_matches('/'));
                assert!(find(&path).is_some(), "{}: {name}", asset.path);
            }
            assert!(!asset.text.contains("https://"), "{}: nothing comes from elsewhere", asset.path);
        }
    }

    /// The messages of a table.
    fn messages(path: &str) -> Vec<&'static str> {
        let lines = find(path).unwrap().text.lines();
        lines
            .filter_map(|line| line.strip_prefix("  \"")?.split_once("\": \"").map(|(message, _)| message))
            .collect()
    }

    #[test]
    fn every_language_has_every_message() {
        let known = messages("/de.js");
        assert!(known.len() > 200);
        for path in LANGUAGES {
            assert_eq!(messages(path), known, "{path}");
        }
        let has = |message: &str| assert!(known.contains(&message), "{message}");
        Rank::all().map(Rank::suits).filter(|words| !words.is_empty()).for_each(has);
        Rule::NAMES.iter().copied().for_each(has);
        ["{count}k", "{count}d", "B+{points}", "W+{points}"].into_iter().for_each(has);
        // The words of the page as sent; a title may end with a key.
        let words = regex_lite::Regex::new(
            r#">\s*([^<>]*[a-z]{2}[^<>]*?)\s*<|(?:title|aria-label|placeholder)="([^"]+?)(?: \([^ ]+\))?""#,
        );
        for found in words.unwrap().captures_iter(find("/").unwrap().text) {
            let of = found.get(1).or(found.get(2)).unwrap().as_str();
            if !["brasa", "1", "2", "3", "4", "5"].contains(&of) {
                has(of);
            }
        }
        let call = regex_lite::Regex::new(r#"\b(?:t|said)\("((?:[^"\\]|\\.)*)""#).unwrap();
        for asset in ASSETS {
            for found in call.captures_iter(asset.text) {
                assert!(known.contains(&&found[1]), "{}: {}", asset.path, &found[1]);
            }
        }
    }
}
