//! The page in headless Chromium; the tests are skipped without it.

use super::Program;
use super::chromium::{Browser, Tab};

pub(super) const STATUS: &str = "document.getElementById('status').textContent";

/// Returns the selector of a board point.
pub(super) fn point(name: &str) -> String {
    format!("[role=gridcell][aria-label^='{name},']")
}

/// Waits until an element's text contains some words.
pub(super) fn see(tab: &Tab<'_>, id: &str, words: &str) {
    tab.wait(&format!("document.getElementById({id:?}).textContent.includes({words:?})"));
}

/// Returns the number of stones of a color on the board.
pub(super) fn stones(tab: &Tab<'_>, color: &str) -> u64 {
    let cells = format!("document.querySelectorAll(\"[role=gridcell][aria-label*='{color} stone']\").length");
    tab.value(&cells).as_u64().unwrap()
}

#[test]
fn a_game_is_played_with_clicks_and_keys_to_its_score() {
    let Some(browser) = Browser::start() else { return };
    let program = Program::start("--size 9 --level 1");
    let tab = browser.open(&program.address());
    tab.wait(STATUS);
    tab.click(&point("E5"));
    see(&tab, "status", "Black to play, move 3");
    // After a click, the arrow keys and the wheel step through the game. A point responds up to its corners.
    tab.press("ArrowLeft");
    see(&tab, "status", "White to play, move 2");
    tab.wheel("#board", 100);
    see(&tab, "status", "Black to play, move 3");
    tab.wheel("#board", -100);
    see(&tab, "status", "White to play, move 2");
    tab.press("ArrowRight");
    see(&tab, "status", "Black to play, move 3");
    let corner = format!(
        "(() => {{ const b = document.querySelector({:?}).getBoundingClientRect(); \
         return document.elementFromPoint(b.x + 1, b.y + 1).getAttribute('aria-label'); }})()",
        point("C3")
    );
    assert!(tab.value(&corner).as_str().unwrap().starts_with("C3, "));
    // Once the board has the focus, they move from the last point, and Enter plays.
    tab.value("document.querySelector('[role=gridcell][tabindex=\"0\"]').focus()");
    tab.press("ArrowDown");
    tab.press("ArrowDown");
    tab.wait("document.activeElement.getAttribute('aria-label').startsWith('E3')");
    if stones(&tab, "white") == 1
        && tab.value("document.activeElement.getAttribute('aria-label')") == "E3, empty"
    {
        tab.press("Enter");
    } else {
        tab.click(&point("G7"));
    }
    see(&tab, "status", "Black to play, move 5");
    assert_eq!((stones(&tab, "black"), stones(&tab, "white")), (2, 2));

    // The page shows the same after a reload, and so does a second tab.
    tab.go(&program.address());
    see(&tab, "status", "Black to play, move 5");
    tab.wait("document.querySelectorAll(\"[role=gridcell][aria-label*='stone']\").length === 4");
    let other = browser.open(&program.address());
    see(&other, "status", "Black to play, move 5");
    other.click("#undo");
    see(&other, "status", "Black to play, move 3");
    tab.show();
    see(&tab, "status", "Black to play, move 3");
    tab.click("#redo");
    see(&tab, "status", "Black to play, move 5");

    // A person plays both sides to the end.
    tab.value("document.getElementById('role-white').value = 'person'");
    tab.value("document.getElementById('role-white').dispatchEvent(new Event('change'))");
    tab.wait(
        "fetch('api/state').then((reply) => reply.json()).then((state) => state.players.white === 'person')",
    );
    tab.press("p");
    see(&tab, "status", "White to play, move 6");
    tab.press("p");
    see(&tab, "status", "The game is over: ");
    let before = tab.value(STATUS);
    tab.click(&point("E5"));
    tab.wait(&format!("{STATUS} !== {before}"));
    assert!(
        tab.value("fetch('api/game.sgf').then((reply) => reply.text())").as_str().unwrap().contains("RE[")
    );

    // The clocks count main time and periods, and a loss on time is a result.
    let clock = |main: f64| {
        format!(
            "fetch('api/new', {{ method: 'POST', body: JSON.stringify({{ cols: 9, black: 'person', white: 'person', \
             main: {main}, period: 3, periods: 5 }}) }})"
        )
    };
    tab.value(&clock(65.0));
    see(&tab, "white", "1:05 + 5 × 0:03");
    tab.value(&clock(0.01));
    see(&tab, "black", "4 periods");
    see(&tab, "status", "The game is over: White won on time.");

    // Nothing is wider than a phone.
    tab.resize(400, 800);
    let width = tab.wait("innerWidth === 400 && document.documentElement.scrollWidth");
    assert!(width.as_u64().unwrap() <= 400, "{width}");
    browser.assert_faultless();
}

#[test]
fn the_start_screen_begins_a_game_that_outlives_the_program() {
    let Some(browser) = Browser::start() else { return };
    let mut program = Program::start("");
    let tab = browser.open(&program.address());
    tab.wait("document.getElementById('start').open");
    tab.value("document.getElementById('setup').elements.level.value = '20k'");
    tab.click("#sizes label:nth-of-type(1)");
    tab.click("#setup button[value=start]");
    tab.wait("document.querySelectorAll('[role=gridcell]').length === 81");
    tab.click(&point("E5"));
    see(&tab, "status", "Black to play, move 3");
    see(&tab, "white", "brasa 20k");
    // A download has a name of its own.
    let name = tab.value("fetch('api/game.sgf').then((reply) => reply.headers.get('content-disposition'))");
    assert!(name.as_str().unwrap().starts_with("attachment; filename=\"you-brasa__level_20k-20"), "{name}");
    // The program is killed; the next one offers the game and remembers the choices.
    let folder = std::mem::replace(&mut program.folder, tempfile::tempdir().unwrap());
    drop(program);
    let program = Program::start_in(folder, "");
    tab.go(&program.address());
    tab.wait("document.getElementById('start').open");
    assert_eq!(tab.value("document.getElementById('setup').elements.level.value"), "20k");
    tab.click("#resume button");
    see(&tab, "status", "Black to play, move 3");
    // With Caps Lock, r is still the key of Redo.
    tab.press("u");
    see(&tab, "status", "Black to play, move 1");
    tab.value("document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'R', bubbles: true })), null");
    see(&tab, "status", "Black to play, move 3");
    tab.press("R");
    see(&tab, "end", "You lost by resignation");
    tab.wait("fetch('api/games').then((reply) => reply.json()).then(([game]) => game.result === 'W+R')");
    tab.click("#games");
    tab.wait("document.getElementById('start').open");
    tab.wait("document.querySelectorAll('#history li').length === 1");
    see(&tab, "history", "White won by resignation");
    tab.value("window.confirm = () => true, null");
    tab.click("#history .close");
    tab.wait("document.querySelectorAll('#history button').length === 0");
    assert_eq!(tab.value("document.activeElement.name"), "close", "the focus stays in the dialog");
    browser.assert_faultless();
}

#[test]
fn on_a_phone_a_second_tap_plays_and_the_page_speaks_other_languages() {
    let Some(browser) = Browser::start() else { return };
    let program = Program::start("--size 9 --level 1");
    let tab = browser.open(&program.address());
    tab.be_phone();
    tab.wait(STATUS);
    tab.tap(&point("E5"));
    see(&tab, "confirm", "Play E5");
    tab.tap(&point("C3"));
    see(&tab, "confirm", "Play C3");
    assert_eq!(stones(&tab, "black"), 0);
    tab.tap(&point("C3"));
    see(&tab, "status", "Black to play, move 3");
    tab.tap(&point("G7"));
    tab.wait("!document.getElementById('confirm').hidden");
    tab.tap("#confirm");
    see(&tab, "status", "Black to play, move 5");
    assert!(tab.value("document.documentElement.scrollWidth").as_u64().unwrap() <= 390);
    // The settings outlive the page.
    tab.value(
        "fetch('api/settings', { method: 'POST', body: JSON.stringify({ language: 'de', theme: 'dark' }) })",
    );
    tab.go(&program.address());
    see(&tab, "status", "Schwarz am Zug, Zug 5");
    tab.wait("document.getElementById('new').textContent === 'Neue Partie'");
    tab.wait("document.documentElement.dataset.theme === 'dark' && document.documentElement.lang === 'de'");
    browser.assert_faultless();
}

#[test]
fn the_mistakes_of_a_game_become_questions() {
    let Some(browser) = Browser::start() else { return };
    let program = Program::start("src/guide/game.sgf --playouts 50");
    let tab = browser.open(&program.address());
    tab.wait(STATUS);
    // The deepest search takes too long here, and few playouts find many mistakes.
    tab.value("fetch('api/review', { method: 'POST', body: JSON.stringify({ playouts: 10 }) })");
    tab.wait(
        "fetch('api/mistakes').then((reply) => reply.json()).then((mistakes) => mistakes.length > 0 \
         && fetch('api/state').then((reply) => reply.json()).then((state) => state.review === null))",
    );
    tab.click("#tab-mistakes");
    let of = tab.value("fetch('api/mistakes').then((reply) => reply.json()).then(([first]) => first)");
    let button = if of["color"] == "black" { 1 } else { 2 };
    tab.click(&format!("#panel-mistakes .buttons button:nth-of-type({button})"));
    see(&tab, "panel-mistakes", &format!("The move in the game was {}", of["move"].as_str().unwrap()));
    // The game's move is judged worse than the engine's, which is shown in the end.
    tab.click("#panel-mistakes .buttons:nth-of-type(2) button");
    see(&tab, "panel-mistakes", "Better: ");
    let text = "document.getElementById('panel-mistakes').textContent";
    assert!(
        tab.value(text).as_str().unwrap().contains("The move in the game was "),
        "nobody has tried a move"
    );
    // After the answer, too, a move is judged.
    let (mv, before) = (of["move"].as_str().unwrap(), &of["before"]);
    tab.click(&point(mv));
    tab.wait(&format!("{text}.includes('{mv} loses') || {text}.includes('{mv} is good')"));
    // A question appears with its position, wherever the game was.
    let [person, engine] = if button == 1 { ["black", "white"] } else { ["white", "black"] };
    tab.value(&format!(
        "fetch('api/players', {{ method: 'POST', body: JSON.stringify({{ {person}: 'person', {engine}: 'engine' }}) }}).then(() => 0)"
    ));
    tab.go(&program.address());
    tab.wait(STATUS);
    tab.press("End");
    tab.wait("fetch('api/state').then((reply) => reply.json()).then((state) => state.number > 20)");
    tab.press("3");
    see(&tab, "panel-mistakes", "What is better?");
    tab.wait(&format!(
        "fetch('api/state').then((reply) => reply.json()).then((state) => state.node === {before})"
    ));
    browser.assert_faultless();
}

#[test]
fn a_record_is_loaded_reviewed_and_explained() {
    let Some(browser) = Browser::start() else { return };
    let file = browser.directory.path().join("game.sgf");
    let game = "(;GM[1]SZ[9]PB[Ann]PW[Bob];B[ee];W[cc];B[gc]C[hello](;W[cg];B[gg])(;W[gg]))";
    std::fs::write(&file, game).unwrap();
    let program = Program::start(&format!("--playouts 300 {}", file.display()));
    let tab = browser.open(&program.address());
    // A record opens at its start.
    see(&tab, "status", "Black to play, move 1");
    tab.press("End");
    see(&tab, "status", "White to play, move 6");
    see(&tab, "black", "Ann");
    assert_eq!(tab.wait("document.querySelectorAll('#variations .node').length"), 7);

    // Jumps: by keys, and by clicking a variation. The comment is shown and can be edited.
    tab.press("Home");
    see(&tab, "status", "Black to play, move 1");
    tab.press("End");
    tab.press("ArrowLeft");
    see(&tab, "status", "Black to play, move 5");
    tab.press("ArrowLeft");
    see(&tab, "status", "White to play, move 4");
    tab.wait("document.getElementById('comment').value === 'hello'");
    tab.value("(() => { const c = document.getElementById('comment'); c.value = 'good'; c.dispatchEvent(new Event('input')); c.dispatchEvent(new Event('change')); })()");
    tab.wait("fetch('api/game.sgf').then((reply) => reply.text()).then((text) => text.includes('C[good]'))");
    // Text typed while the position changes belongs to the node whose comment the field shows.
    tab.value("document.getElementById('comment').focus()");
    tab.value("(() => { const c = document.getElementById('comment'); c.value = 'goo'; c.dispatchEvent(new Event('input')); })()");
    tab.value("document.getElementById('forward').click()");
    see(&tab, "status", "Black to play, move 5");
    tab.value("(() => { const c = document.getElementById('comment'); c.value = 'fine'; c.dispatchEvent(new Event('input')); c.blur(); })()");
    tab.wait("document.getElementById('comment').value === ''");
    tab.wait(
        "fetch('api/game.sgf').then((reply) => reply.text()).then((text) => text.includes('B[gc]C[fine]'))",
    );

    // A file dropped on the page.
    tab.value(
        "(() => { const files = new DataTransfer(); files.items.add(new File(['(;SZ[5];B[aa];W[bb];B[cc])'], 'a.sgf')); \
         window.dispatchEvent(new DragEvent('drop', { dataTransfer: files, cancelable: true })); })()",
    );
    tab.wait("document.querySelectorAll('[role=gridcell]').length === 25");
    tab.press("End");
    see(&tab, "status", "White to play, move 4");

    // The graph of the whole game; clicking it jumps.
    tab.press("2");
    tab.value("document.getElementById('playouts').value = '50'");
    tab.click("#review");
    tab.wait("document.getElementById('graph').textContent.includes('s win rate ')");
    tab.wait("document.getElementById('review').textContent === 'Analyze the game'");
    assert_eq!(
        tab.value("document.querySelectorAll('#graph .scale').length"),
        10,
        "three rates, three leads, four moves"
    );
    // A turning point shows the position before the move, with the move and the better one on the board.
    tab.click("#turns button");
    tab.wait("[...document.querySelectorAll('#board svg text')].some((mark) => mark.textContent === '✕')");
    tab.press("End");
    see(&tab, "status", "White to play, move 4");
    tab.click("#graph svg");
    tab.wait(&format!("!{STATUS}.includes('move 4')"));

    // The live analysis, and its expected line under the pointer.
    tab.click("#analyze");
    tab.wait("document.querySelectorAll('#candidates tbody tr').length > 1");
    tab.wait("document.querySelector('#board svg g text')");
    tab.click("#analyze");
    tab.wait("document.getElementById('analyze').textContent === 'Analyze'");

    // The tree of that search, opened by a click.
    tab.press("4");
    tab.click("#tree-refresh");
    tab.wait("document.querySelectorAll('#search tbody tr').length > 3");
    let why = tab.value("document.querySelector('#search td.why').textContent");
    assert!(why.as_str().unwrap().contains(" x "), "{why}");
    let rows = tab.value("document.querySelectorAll('#search tbody tr').length");
    tab.click("#search button.open");
    tab.wait(&format!("document.querySelectorAll('#search tbody tr').length > {rows}"));
    tab.click("#search button.open");
    tab.wait(&format!("document.querySelectorAll('#search tbody tr').length === {rows}"));
    tab.click("#patterns");
    see(&tab, "search-summary", "Database ");

    // A playout, forward and backward.
    tab.press("5");
    tab.click("#playout");
    see(&tab, "playout-text", "A playout of ");
    tab.click("#step-forward");
    see(&tab, "playout-text", "rule ");
    tab.click("#step-last");
    see(&tab, "playout-text", "Result: ");
    tab.click("#step-first");
    see(&tab, "playout-text", "A playout of ");
    browser.assert_faultless();
}

#[test]
fn another_game_is_played_with_two_clicks_a_move() {
    let Some(browser) = Browser::start() else { return };
    let program = Program::start("-g clobber --cols 4 --rows 3 --playouts 50");
    let tab = browser.open(&program.address());
    see(&tab, "status", "Black to play, move 1");
    assert_eq!(stones(&tab, "black"), 6);
    tab.click(&point("A1"));
    tab.click(&point("A2"));
    see(&tab, "status", "Black to play, move 3");
    assert_eq!(stones(&tab, "black") + stones(&tab, "white"), 10);
    // The analysis offers nothing the game lacks, and the review knows the losing moves.
    tab.press("2");
    assert_eq!(tab.value("document.getElementById('heat').options.length"), 2);
    tab.click("#analyze");
    tab.wait("document.querySelectorAll('#candidates tbody tr').length > 0");
    assert_eq!(tab.value("document.querySelectorAll('#candidates thead tr > *').length"), 5);
    tab.click("#analyze");
    // The disappearing table moves the buttons below it.
    tab.wait("!document.querySelector('#candidates tr')");
    tab.click("#review");
    tab.wait(
        "fetch('api/values').then((reply) => reply.json()).then((values) => values.length === 3 && values.every((value) => value[3] !== null))",
    );
    tab.wait("document.getElementById('review').textContent === 'Analyze the game'");
    // The game is loaded again as it was saved.
    tab.value(
        "fetch('api/game.gtp').then((reply) => reply.arrayBuffer()).then((bytes) => { const files = new DataTransfer(); \
         files.items.add(new File([bytes], 'a.gtp')); \
         window.dispatchEvent(new DragEvent('drop', { dataTransfer: files, cancelable: true })); })",
    );
    tab.wait(
        "fetch('api/state').then((reply) => reply.json()).then((state) => state.players.white === 'person' && state.number === 0)",
    );
    tab.press("R");
    see(&tab, "status", "The game is over: White won by resignation.");
    tab.press("n");
    tab.wait("document.getElementById('start').open");
    tab.value("document.getElementById('more').open = true");
    tab.value("(() => { const f = document.getElementById('setup').elements; f.game.value = 'tictactoe'; f.game.dispatchEvent(new Event('change')); })()");
    tab.click("#setup button[value=start]");
    tab.wait("document.querySelectorAll('[role=gridcell]').length === 9");
    tab.click(&point("B2"));
    see(&tab, "status", "Black to play, move 3");
    browser.assert_faultless();
}
