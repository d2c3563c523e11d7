//! What people do with the page from start to finish: a game on a phone, a problem, a record too large to draw, and the
//! same in other languages.

use super::Program;
use super::chromium::Browser;
use super::page::{STATUS, point, see, stones};

/// Waits until a review has finished.
const REVIEWED: &str =
    "fetch('api/state').then((reply) => reply.json()).then((state) => state.review === null)";

#[test]
fn a_game_on_a_phone_is_played_ended_reviewed_and_replayed_by_taps() {
    let Some(browser) = Browser::start() else { return };
    let program = Program::start("");
    let tab = browser.open(&program.address());
    tab.be_phone();
    tab.wait("document.getElementById('start').open");
    tab.tap("#more summary");
    // A phone shows its own list for a select. The review of a small board is short.
    tab.wait("document.getElementById('more').open");
    tab.value("(() => { const f = document.getElementById('setup').elements; f.cols.value = 5; f.opponent.value = 'person'; f.opponent.dispatchEvent(new Event('change')); })()");
    tab.tap("#setup button[value=start]");
    tab.wait("document.querySelectorAll('[role=gridcell]').length === 25");
    for (name, next) in
        [("C3", "White to play, move 2"), ("B2", "Black to play, move 3"), ("D2", "White to play, move 4")]
    {
        tab.tap(&point(name));
        see(&tab, "confirm", &format!("Play {name}"));
        tab.tap(&point(name));
        see(&tab, "status", next);
    }
    tab.tap("#pass");
    see(&tab, "status", "Black to play, move 5");
    tab.tap("#pass");
    see(&tab, "end", "won by");
    // Every button is as large as a finger, in each view.
    for view in ["play", "analyze", "mistakes", "search", "playout"] {
        tab.tap(&format!("#tab-{view}"));
        tab.wait(&format!("!document.getElementById('panel-{view}').hidden"));
        let small = tab.value(
            "[...document.querySelectorAll('button, .button, select, summary')].filter((of) => { \
             const { width, height } = of.getBoundingClientRect(); \
             return of.checkVisibility() && !of.closest('.points') && Math.min(width, height) < 39; }).map((of) => of.outerHTML)",
        );
        assert_eq!(small, serde_json::json!([]), "{view}");
    }

    tab.tap("#end button.main");
    see(&tab, "panel-mistakes", "Black (");
    tab.wait(REVIEWED);
    tab.tap("#panel-mistakes .buttons button:nth-of-type(1)");
    let text = "document.getElementById('panel-mistakes').textContent";
    tab.wait(&format!("{text}.includes('What is better?') || {text}.includes('No clear mistake')"));

    tab.tap("#games");
    tab.tap("#history .game");
    see(&tab, "status", "Black to play, move 1");
    tab.tap("#forward");
    see(&tab, "status", "White to play, move 2");
    tab.tap("#last");
    see(&tab, "status", "The game is over");
    tab.tap("#first");
    see(&tab, "status", "Black to play, move 1");
    assert!(tab.value("document.documentElement.scrollWidth").as_u64().unwrap() <= 390);
    browser.assert_faultless();
}

#[test]
fn the_keyboard_keeps_its_place_and_a_click_ends_a_playout() {
    let Some(browser) = Browser::start() else { return };
    let program = Program::start("");
    let tab = browser.open(&program.address());
    tab.wait("document.getElementById('start').open");
    // Enter in a field plays, like the button. The dialog stays with what it refuses, and shows why.
    tab.click("#more summary");
    let fields = "document.getElementById('setup').elements";
    tab.value(&format!("{fields}.cols.value = 7, {fields}.handicap.value = 9, {fields}.handicap.focus(), 0"));
    tab.press("Enter");
    tab.wait("document.querySelector('dialog[open] #toast:not([hidden])').textContent");
    // Then the board has the focus, although its size changes.
    tab.value(&format!("{fields}.cols.value = 9, {fields}.handicap.value = 0, {fields}.handicap.focus(), 0"));
    tab.press("Enter");
    tab.wait("document.activeElement.role === 'gridcell'");
    tab.press("Enter");
    see(&tab, "status", "Black to play, move 3");
    see(&tab, "played", "White ");
    assert_eq!(tab.value("document.activeElement.role"), "gridcell");
    // A button that has reached the end does nothing, and keeps the focus.
    tab.value("document.getElementById('back').focus()");
    for _ in 0..4 {
        tab.press("Enter");
    }
    see(&tab, "status", "Black to play, move 1");
    assert_eq!(tab.value("document.activeElement.id"), "back");
    assert_eq!(tab.value("document.activeElement.ariaDisabled"), "true");

    tab.press("5");
    tab.click("#playout");
    see(&tab, "playout-text", "A playout of ");
    tab.click("#step-last");
    see(&tab, "playout-text", "Result: ");
    tab.click(&point("E5"));
    see(&tab, "playout-text", "A playout starts from");
    tab.click(&point("E5"));
    see(&tab, "status", "Black to play, move 3");
}

#[test]
fn a_finished_game_of_another_kind_waits_for_no_analysis() {
    let Some(browser) = Browser::start() else { return };
    let program = Program::start("-g tictactoe");
    let tab = browser.open(&program.address());
    tab.wait(STATUS);
    let post = |name: &str, body: &str| {
        tab.value(&format!("import('./server.js').then(({{ post }}) => post('{name}', {body}))"));
    };
    post("new", "{ black: 'person', white: 'person' }");
    for mv in ["B2", "A1", "A2", "B1", "C2"] {
        post("play", &format!("{{ move: '{mv}' }}"));
    }
    see(&tab, "status", "Black won");
    tab.press("2");
    tab.click("#analyze");
    tab.wait("document.getElementById('analyze').textContent === 'Stop analyzing'");
    see(&tab, "summary", "The game is over: Black won.");
    assert!(!tab.value("document.getElementById('caption').textContent").as_str().unwrap().contains("over"));
    tab.press(",");
    tab.wait("document.querySelector('#candidates tbody tr')");
    browser.assert_faultless();
}

#[test]
fn a_problem_is_solved_by_clicks() {
    let Some(browser) = Browser::start() else { return };
    let file = browser.directory.path().join("problem.sgf");
    let problem = "(;SZ[9]AB[ba][bb][cb]AW[ca][cc][db]PL[W]C[White to play](;W[aa];B[ac](;W[ad];B[bd])(;W[bc]C[RIGHT]))\
                   (;W[ab];B[aa]C[WRONG]))";
    std::fs::write(&file, problem).unwrap();
    let program = Program::start(&format!("--playouts 50 {}", file.display()));
    let tab = browser.open(&program.address());
    see(&tab, "status", "White to play, move 1");
    tab.click("#solve");
    see(&tab, "status", "Find the best move.");
    tab.wait("document.getElementById('variations').hidden");
    // A wrong move gets a reply; one step back returns to the question.
    tab.click(&point("A8"));
    see(&tab, "status", "Wrong.");
    assert_eq!((stones(&tab, "black"), stones(&tab, "white")), (4, 4));
    tab.press("Home");
    see(&tab, "status", "Find the best move.");
    tab.wait("document.querySelectorAll(\"[role=gridcell][aria-label*='stone']\").length === 6");
    // The engine answers what is not in the record.
    tab.click(&point("J1"));
    see(&tab, "status", "J1 is not in the record. The engine answers ");
    tab.click(&point("A9"));
    see(&tab, "status", "Go on.");
    tab.click(&point("B7"));
    see(&tab, "status", "Right!");
    tab.click("#solve");
    see(&tab, "status", "Black to play, move 4");
    browser.assert_faultless();
}

#[test]
fn a_record_with_49_000_variations_is_drawn_in_part() {
    let Some(browser) = Browser::start() else { return };
    let file = browser.directory.path().join("wide.sgf");
    let letter = |i: usize| char::from(b'a' + (i % 9) as u8);
    let variations: String = (0..49_000).map(|i| format!("(;W[{}{}])", letter(i), letter(i / 9))).collect();
    std::fs::write(&file, format!("(;SZ[9];B[ee](;W[cc];B[gg]){variations})")).unwrap();
    let program = Program::start(&format!("--playouts 30 {}", file.display()));
    let tab = browser.open(&program.address());
    see(&tab, "status", "Black to play, move 1");
    see(&tab, "variations-more", "The record has 49003 moves;");
    tab.press("End");
    see(&tab, "status", "White to play, move 4");
    let elements = tab.value("document.getElementsByTagName('*').length");
    assert!(elements.as_u64().unwrap() < 3000, "{elements}");
    // A variation far down is shown among its neighbors, and a move adds another.
    tab.value("fetch('api/go', { method: 'POST', body: JSON.stringify({ node: 40000 }) }).then(() => 0)");
    tab.wait("document.querySelector('.node.current')");
    see(&tab, "status", "Black to play, move 3");
    tab.click(&point("J9"));
    see(&tab, "status", "White to play, move 4");
    see(&tab, "variations-more", "The record has 49004 moves;");
    browser.assert_faultless();
}

#[test]
fn a_page_in_another_language_has_no_english_words() {
    let Some(browser) = Browser::start() else { return };
    let program = Program::start("--playouts 50");
    let tab = browser.open(&program.address());
    tab.resize(1280, 800);
    tab.wait(STATUS);
    // Names, and the search's own statistics.
    let words = "(() => { \
        const known = /^(brasa|board|SGF|RAVE|Shift|Tab|Enter|Home|End|CGOS|KGS|AGA|Tromp|Taylor|GNU|Clobber|NoGo|English|Deutsch|Espa|Ann|Bob|learned|montegnu|classic)$/; \
        const texts = []; \
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT); \
        while (walker.nextNode()) if (!walker.currentNode.parentElement.closest('#search-details, #comment')) texts.push(walker.currentNode.data); \
        for (const of of document.querySelectorAll('[title], [aria-label], [placeholder]')) texts.push(of.title, of.getAttribute('aria-label'), of.placeholder); \
        return texts.filter((text) => text?.match(/[A-Za-z]{3,}/g)?.some((word) => !known.test(word)) || /(?<![.\\d])\\d+[kd]\\b/.test(text)); })()";
    let post = |name: &str, body: &str| {
        tab.value(&format!(
            "fetch('api/{name}', {{ method: 'POST', body: JSON.stringify({body}) }}).then(() => 0)"
        ));
    };
    let check = |view: &str| {
        std::thread::sleep(std::time::Duration::from_millis(150));
        assert_eq!(tab.value(words), serde_json::json!([]), "{view}");
    };
    for language in ["ja", "zh", "ko"] {
        post("settings", &format!("{{ language: '{language}' }}"));
        post(
            "new",
            "{ cols: 9, black: 'person', white: 'engine', level: '20k', main: 60, period: 10, periods: 3, handicap: 2, rules: 'new_zealand', komi: 0.5 }",
        );
        tab.go(&program.address());
        tab.wait(&format!("document.documentElement.lang === '{language}'"));
        tab.wait(STATUS);
        check("game");
        tab.click("#games");
        tab.wait("document.getElementById('start').open");
        check("start");
        tab.value("document.querySelector('dialog[open]').close()");
        // Refusals, and how games end.
        for (name, body) in
            [("play", "{ move: 'Z9' }"), ("redo", "{}"), ("edit", "{ record: 0, node: 0, tool: 'delete' }")]
        {
            tab.value(&format!("import('./server.js').then(({{ post }}) => post('{name}', {body}))"));
            tab.wait("!document.getElementById('toast').hidden");
            check(name);
        }
        post("resign", "{}");
        tab.wait("!document.getElementById('end').hidden");
        check("end");
        post("new", "{ cols: 5, black: 'person', white: 'person', rules: 'japanese' }");
        for mv in ["C3", "D3", "pass", "pass"] {
            post("play", &format!("{{ move: '{mv}' }}"));
        }
        tab.wait("document.querySelector('#end table')");
        check("score");
        tab.value("fetch('api/load', { method: 'POST', body: '(;SZ[9]HA[2]KM[6,5]PB[Ann]PW[Bob]RE[B+R];W[ee];B[cc];W[cc])' }).then(() => 0)");
        tab.wait("document.getElementById('black').textContent.includes('Ann')");
        check("record");
        tab.press("2");
        post("review", "{ playouts: 10 }");
        tab.wait(REVIEWED);
        check("graph");
        tab.click("#analyze");
        tab.wait("document.querySelector('#candidates td')");
        check("analysis");
        tab.click("#analyze");
        tab.press("3");
        check("mistakes");
        tab.press("4");
        tab.click("#tree-refresh");
        tab.wait("document.querySelectorAll('#search tbody tr').length > 2");
        check("search");
        tab.press("5");
        tab.click("#playout");
        tab.wait("document.getElementById('step').max > 0");
        tab.click("#step-last");
        check("playout");
        tab.click("#help");
        tab.wait("document.getElementById('keys').open");
        check("keys");
        tab.value("document.querySelector('dialog[open]').close()");
        tab.click("#settings");
        tab.wait("document.getElementById('options').open");
        check("settings");
        tab.value("document.querySelector('dialog[open]').close()");
        tab.press("1");
        post("new", "{ game: 'clobber', cols: 4, rows: 3, black: 'person', white: 'person' }");
        tab.wait("document.querySelectorAll('[role=gridcell]').length === 12");
        check("another game");
        post("new", "{ game: 'go', cols: 9 }");
        tab.wait("document.querySelectorAll('[role=gridcell]').length === 81");
    }
}
