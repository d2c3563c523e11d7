//! The program's messages in the languages of the page.

/// Whether the page has translations of a message of the program.
pub(super) fn is_translated(message: &str) -> bool {
    let table =
        crate::web::assets::find("/de.js").unwrap().text.split_once("export const program").unwrap().1;
    let values = regex_lite::Regex::new(r"\\\{\w+\\\}").unwrap();
    let templates = table.lines().filter_map(|line| line.strip_prefix("  \"")?.split_once("\": \""));
    templates.map(|(template, _)| regex_lite::escape(template)).any(|template| {
        let pattern = format!("^{}$", values.replace_all(&template, ".+"));
        regex_lite::Regex::new(&pattern).unwrap().is_match(message)
    })
}
