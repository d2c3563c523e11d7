//! The style of all pages, and their table heads.

use maud::{Markup, html};

const STYLE: &str = "
:root { color-scheme: light dark; --edge: #8884; --bad: #d33; --good: #2a2; --first: #2a78d6; --second: #e0861c; }
body { font: 15px/1.45 system-ui, sans-serif; max-width: 70em; margin: 2em auto; padding: 0 1em;
  overflow-wrap: break-word; }
h1 { font-size: 1.5em; } h2 { font-size: 1.15em; margin-top: 2em; }
/* A block, so that a table too wide for the window scrolls by itself. */
table { display: block; overflow-x: auto; border-collapse: collapse; margin: .5em 0 1.5em; }
th, td { border-bottom: 1px solid var(--edge); padding: .25em .7em; text-align: left; vertical-align: top; }
th { font-weight: 600; }
th.number, td.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
td.self { background: #8882; }
tr.bad td { background: color-mix(in srgb, var(--bad) 13%, transparent); }
tr.surprise td { background: color-mix(in srgb, var(--good) 13%, transparent); }
tr.faint td { opacity: .6; }
tr.total td { font-weight: 600; }
code, pre { font: 13px/1.3 ui-monospace, monospace; }
pre { overflow-x: auto; }
summary { cursor: pointer; }
.trouble { color: var(--bad); }
.note { opacity: .75; }
.figures { display: flex; flex-wrap: wrap; gap: 2.5em; margin: 1em 0; }
.figures b { display: block; font-size: 1.9em; line-height: 1.2; }
.first { color: var(--first); } .second { color: var(--second); }
.plots { display: flex; flex-wrap: wrap; gap: 1.5em; }
.boards { display: grid; grid-template-columns: repeat(auto-fill, minmax(13em, 1fr)); gap: 1em; }
.boards svg { width: 100%; }
figure { margin: 0; } figcaption { font-weight: 600; margin-bottom: .3em; }
svg { display: block; max-width: 100%; height: auto; overflow: visible; }
svg text { font: 11px system-ui, sans-serif; fill: currentColor; opacity: .75; }
svg .axis { stroke: currentColor; opacity: .35; }
svg .fill-first { fill: var(--first); } svg .fill-second { fill: var(--second); }
svg .fill-draw { fill: #8888; } svg .band { fill: var(--first); opacity: .18; }
svg .line { fill: none; stroke: var(--first); stroke-width: 2; }
svg .line.second { stroke: var(--second); }
svg .whisker { stroke: var(--first); stroke-width: 2; }
";

pub(crate) fn document(title: &str, body: &Markup) -> String {
    crate::util::document(title, STYLE, body)
}

/// A table head: names of text columns, then of number columns.
pub(crate) fn head(texts: &[&str], numbers: &[&str]) -> Markup {
    html! {
        tr {
            @for name in texts { th { (name) } }
            @for name in numbers { th.number { (name) } }
        }
    }
}
