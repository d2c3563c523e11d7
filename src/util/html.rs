//! The frame of self-contained HTML pages.

use maud::{DOCTYPE, Markup, PreEscaped, html};

/// A page with its title and CSS.
pub fn document(title: &str, style: &str, body: &Markup) -> String {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                style { (PreEscaped(style)) }
            }
            body { main { (body) } }
        }
    }
    .into_string()
}
