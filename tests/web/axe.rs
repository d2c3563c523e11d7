//! axe-core accessibility checks of the page's views and of a review page; skipped without axe-core.

use std::path::Path;

use serde_json::{Value, json};

use super::Program;
use super::chromium::{Browser, Tab};
use crate::program::brasa;

const RECORD: &str = "(;SZ[9]PB[Ann]PW[Bob]BR[3k]EV[A cup];B[ee]C[hello]LB[cc:A]TR[aa]SQ[bb]CR[ab]MA[ba]AR[ca:da]LN[ea:fa]\
                      SL[hh]TB[ia]TW[ib];W[cc];B[gc](;W[cg];B[gg])(;W[gg]))";
const PROBLEM: &str = "(;SZ[9]AB[ba][bb][cb]AW[ca][cc][db]PL[W](;W[aa];B[ab]C[RIGHT])(;W[ab];B[aa]C[WRONG]))";

/// The views: how to reach each, as a script on the page, and a condition that holds once it is there.
fn views() -> Vec<(&'static str, String, &'static str)> {
    let new = |more: Value| {
        let mut setup = json!({ "cols": 9, "black": "person", "white": "person" });
        setup.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        format!("post('new', {setup})")
    };
    let load = |record: &str| format!("fetch('api/load', {{ method: 'POST', body: {record:?} }})");
    let play = |moves: &[&str]| {
        let posts: Vec<String> =
            moves.iter().map(|mv| format!("await post('play', {{ move: '{mv}' }});")).collect();
        format!("(async () => {{ {} }})()", posts.concat())
    };
    let click = |id: &str| format!("document.getElementById('{id}').click()");
    let then = |parts: &[String]| {
        format!(
            "(async () => {{ {} }})()",
            parts.iter().map(|part| format!("await {part};")).collect::<String>()
        )
    };
    let is_shown = "state.stones.includes('X')";
    vec![
        (
            "start",
            "document.getElementById('more').open = true".to_owned(),
            "document.getElementById('start').open",
        ),
        (
            "game",
            then(&[
                "document.getElementById('start').close()".to_owned(),
                new(json!({ "main": 300, "period": 10, "periods": 3 })),
                play(&["E5", "C3", "G7"]),
                "document.querySelectorAll('details').forEach((of) => { of.open = true; })".to_owned(),
            ]),
            is_shown,
        ),
        (
            "19x19",
            then(&[new(json!({ "cols": 19 })), play(&["Q16"])]),
            "state.cols === 19 && state.stones.includes('X')",
        ),
        (
            "end",
            then(&[new(json!({})), play(&["E5", "C3", "pass", "pass"])]),
            "!document.getElementById('end').hidden",
        ),
        ("record", then(&[load(RECORD), "post('go', { node: 1 })".to_owned()]), is_shown),
        ("editing", click("edit"), "!document.getElementById('tools').hidden"),
        // A click before the page has drawn the record would be undone by the record's arrival.
        (
            "problem",
            load(PROBLEM),
            "document.getElementById('status').textContent === 'White to play, move 1'",
        ),
        ("solving", click("solve"), "document.getElementById('variations').hidden"),
        (
            "mistakes",
            then(&[
                click("solve"),
                "post('sample')".to_owned(),
                click("tab-mistakes"),
                "post('review', { playouts: 10 })".to_owned(),
            ]),
            "state.review === null && state.game === 'go' && document.querySelector('#panel-mistakes [aria-pressed]')",
        ),
        (
            "question",
            "document.querySelector('#panel-mistakes [aria-pressed]:nth-of-type(2)').click()".to_owned(),
            "document.querySelector('#panel-mistakes p')",
        ),
        ("graph", click("tab-analyze"), "document.querySelector('#graph svg')"),
        ("analysis", "post('analyze', { on: true })".to_owned(), "document.querySelector('#candidates td')"),
        (
            "search",
            then(&["post('analyze', { on: false })".to_owned(), click("tab-search"), click("tree-refresh")]),
            "document.querySelectorAll('#search tbody tr').length > 2",
        ),
        (
            "patterns",
            click("patterns"),
            "document.getElementById('search-summary').textContent.includes('Database')",
        ),
        (
            "playout",
            then(&[click("tab-playout"), click("playout")]),
            "document.getElementById('playout-text').textContent.includes('playout of')",
        ),
        ("settings", click("settings"), "document.getElementById('options').open"),
        (
            "keys",
            then(&["document.getElementById('options').close()".to_owned(), click("help")]),
            "document.getElementById('keys').open",
        ),
        (
            "history",
            then(&["document.getElementById('keys').close()".to_owned(), click("games")]),
            "document.querySelector('#history .game')",
        ),
    ]
}

/// The serious findings on a page.
fn findings(tab: &Tab<'_>, axe: &str) -> Value {
    tab.value(&format!("{axe};0"));
    tab.value(
        "axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations \
         .filter(({ impact }) => impact === 'serious' || impact === 'critical') \
         .map(({ help, nodes }) => [help, ...nodes.map(({ html }) => html.slice(0, 200))]))",
    )
}

#[test]
fn no_view_has_a_serious_fault() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/axe/node_modules/axe-core/axe.min.js");
    let Ok(axe) = std::fs::read_to_string(&path) else {
        eprintln!("skipped: there is no {}", path.display());
        return;
    };
    let Some(browser) = Browser::start() else { return };
    let game = concat!(env!("CARGO_MANIFEST_DIR"), "/src/guide/game.sgf");
    let run = brasa(browser.directory.path(), &["review", game, "--playouts", "10", "-o", "review.html"]);
    assert_eq!(run.status, 0, "{}", run.error);
    let program = Program::start("--playouts 30");
    let tab = browser.open(&program.address());
    tab.wait("document.getElementById('start').open");
    tab.value("window.post = (name, body = {}) => fetch(`api/${name}`, { method: 'POST', body: JSON.stringify(body) }); 0");
    const THEMES: [(&str, u32, u32); 2] = [("light", 1280, 800), ("dark", 390, 844)];
    for (view, script, is_there) in views() {
        tab.value(&format!("Promise.resolve({script}).then(() => 0)"));
        tab.wait(&format!(
            "fetch('api/state').then((reply) => reply.json()).then((state) => Boolean({is_there}))"
        ));
        for (theme, width, height) in THEMES {
            tab.resize(width, height);
            tab.value(&format!("post('settings', {{ theme: {theme:?} }}).then(() => 0)"));
            tab.wait(&format!("document.documentElement.dataset.theme === {theme:?}"));
            // The page draws updates with its next frame, at most 50 ms later.
            tab.value("new Promise((wake) => setTimeout(() => requestAnimationFrame(() => setTimeout(wake)), 60)).then(() => 0)");
            assert_eq!(findings(&tab, &axe), json!([]), "{view}, {theme}");
        }
    }
    tab.go(&format!("file://{}/review.html", browser.directory.path().display()));
    tab.wait("document.querySelector('#moves button')");
    for (theme, width, height) in THEMES {
        tab.resize(width, height);
        tab.prefer(theme);
        assert_eq!(findings(&tab, &axe), json!([]), "review, {theme}");
    }
}
