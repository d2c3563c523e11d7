//! The page's files, embedded in the program.

/// A page file.
pub(super) struct Asset {
    pub(super) path: &'static str,
    pub(super) kind: &'static str,
    pub(super) text: &'static str,
}

const SCRIPT: &str = "text/javascript; charset=utf-8";

/// An [`Asset`] with kind and path derived from its file name.
macro_rules! asset {
    ($path:literal, $kind:expr, $file:literal) => {
        Asset { path: $path, kind: $kind, text: include_str!(concat!("page/", $file)) }
    };
}

/// All files of the page.
pub(super) static ASSETS: &[Asset] = &[
    asset!("/", "text/html; charset=utf-8", "index.html"),
    asset!("/style.css", "text/css; charset=utf-8", "style.css"),
    asset!("/views.css", "text/css; charset=utf-8", "views.css"),
    asset!("/main.js", SCRIPT, "main.js"),
    asset!("/words.js", SCRIPT, "words.js"),
    asset!("/settings.js", SCRIPT, "settings.js"),
    asset!("/start.js", SCRIPT, "start.js"),
    asset!("/end.js", SCRIPT, "end.js"),
    asset!("/sound.js", SCRIPT, "sound.js"),
    asset!("/edit.js", SCRIPT, "edit.js"),
    asset!("/mistakes.js", SCRIPT, "mistakes.js"),
    asset!("/server.js", SCRIPT, "server.js"),
    asset!("/store.js", SCRIPT, "store.js"),
    asset!("/board.js", SCRIPT, "board.js"),
    asset!("/dom.js", SCRIPT, "dom.js"),
    asset!("/play.js", SCRIPT, "play.js"),
    asset!("/keys.js", SCRIPT, "keys.js"),
    asset!("/record.js", SCRIPT, "record.js"),
    asset!("/graph.js", SCRIPT, "graph.js"),
    asset!("/analysis.js", SCRIPT, "analysis.js"),
    asset!("/search.js", SCRIPT, "search.js"),
    asset!("/playout.js", SCRIPT, "playout.js"),
    asset!("/de.js", SCRIPT, "de.js"),
    asset!("/es.js", SCRIPT, "es.js"),
    asset!("/ja.js", SCRIPT, "ja.js"),
    asset!("/ko.js", SCRIPT, "ko.js"),
    asset!("/zh.js", SCRIPT, "zh.js"),
];

pub(super) fn find(path: &str) -> Option<&'static Asset> {
    ASSETS.iter().find(|asset| asset.path == path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::levels::Rank;

    /// The tables of messages.
    const LANGUAGES: [&str; 5] = ["/de.js", "/es.js", "/ja.js", "/ko.js", "/zh.js"];

    #[test]
    fn the_page_is_small_and_whole() {
        // A page loads at most one language.
        let (languages, others): (Vec<&Asset>, Vec<_>) =
            ASSETS.iter().partition(|asset| LANGUAGES.contains(&asset.path));
        let bytes: usize = others.iter().map(|asset| asset.text.len()).sum();
        let language = languages.iter().map(|asset| asset.text.len()).max().unwrap();
        assert!(bytes + language <= 150_000, "{bytes} and {language} bytes");
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
