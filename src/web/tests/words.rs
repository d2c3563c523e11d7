//! The program's messages in the languages of the page.

/// The numeric values, as in words.js.
const NUMBERS: [&str; 7] = ["bytes", "column", "count", "least", "line", "most", "number"];

/// Whether the page has translations of a message of the program and of the messages in it.
pub(super) fn is_translated(message: &str) -> bool {
    let table =
        crate::web::assets::find("/de.js").unwrap().text.split_once("export const program").unwrap().1;
    let values = regex_lite::Regex::new(r"\\\{(\w+)\\\}").unwrap();
    let group = |value: &regex_lite::Captures<'_>| {
        format!("(?<{}>{})", &value[1], if NUMBERS.contains(&&value[1]) { r"\d+" } else { ".+" })
    };
    let templates = table.lines().filter_map(|line| line.strip_prefix("  \"")?.split_once("\": \""));
    templates.map(|(template, _)| regex_lite::escape(template)).any(|template| {
        let pattern = format!("^{}$", values.replace_all(&template, group));
        let found = regex_lite::Regex::new(&pattern).unwrap().captures(message);
        found.is_some_and(|found| {
            let part = |name| found.name(name).map(|part| part.as_str());
            let is_known = |name| part(name).is_none_or(|text| !text.contains(' ') || is_translated(text));
            ["fault", "expected", "example"].into_iter().all(is_known)
                && part("reason").is_none_or(is_translated)
        })
    })
}
