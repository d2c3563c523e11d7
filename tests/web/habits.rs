//! What people do with the page out of habit: drag, pinch, press twice, step with the keys after a click, reload.

use super::Program;
use super::chromium::{Browser, Tab};
use super::page::{STATUS, point, see, stones};

/// Sends a command with a body in JavaScript, and waits for its answer.
fn post(tab: &Tab<'_>, name: &str, body: &str) {
    tab.value(&format!("import('./server.js').then(({{ post }}) => post('{name}', {body})).then(() => 0)"));
}

#[test]
fn a_finger_that_leaves_the_board_and_two_fingers_play_nothing() {
    let Some(browser) = Browser::start() else { return };
    let program = Program::start("--size 9 --level 1");
    let tab = browser.open(&program.address());
    tab.be_phone();
    tab.wait(STATUS);
    post(&tab, "settings", "{ touch: 'one' }");
    post(&tab, "players", "{ white: 'person' }");
    tab.touch(&[&[&point("E5")], &[&point("C3")], &["#status"], &[]]);
    tab.touch(&[&[&point("E5")], &[&point("E5"), &point("C3")], &[&point("E5")], &[]]);
    std::thread::sleep(std::time::Duration::from_millis(200));
    assert_eq!(stones(&tab, "black"), 0);
    // A finger moved on the board plays where it is lifted.
    tab.touch(&[&[&point("E5")], &[&point("C3")], &[]]);
    tab.wait("document.querySelector(\"[aria-label^='C3, black']\")");
    browser.assert_faultless();
}

#[test]
fn fields_and_keys_keep_what_they_had() {
    let Some(browser) = Browser::start() else { return };
    let program = Program::start("--size 9 --level 1 --playouts 50");
    let tab = browser.open(&program.address());
    tab.wait(STATUS);
    // The stone under the keyboard's point leaves with the focus.
    let ghost = "document.querySelectorAll('#board g[opacity=\"0.5\"]').length";
    tab.value("document.querySelector('[role=gridcell][tabindex=\"0\"]').focus()");
    tab.wait(&format!("{ghost} === 1"));
    tab.value("document.activeElement.blur()");
    tab.wait(&format!("{ghost} === 0"));
    tab.click(&point("E5"));
    see(&tab, "status", "Black to play, move 3");
    // After a click on a view, the arrow keys step through the game; on a view reached with Tab, they change it.
    tab.click("#tab-analyze");
    tab.press("ArrowLeft");
    see(&tab, "status", "White to play, move 2");
    assert_eq!(tab.value("document.getElementById('panel-analyze').hidden"), false);
    tab.value("document.getElementById('tab-analyze').focus()");
    tab.press("ArrowLeft");
    tab.wait("!document.getElementById('panel-play').hidden");
    // An emptied field gets its value back.
    let seconds = "document.getElementById('seconds')";
    let before = tab.value(&format!("{seconds}.value"));
    tab.value(&format!(
        "{seconds}.focus(), {seconds}.value = '', {seconds}.dispatchEvent(new Event('change'))"
    ));
    assert_eq!(tab.value(&format!("{seconds}.value")), before);
    tab.value(&format!("{seconds}.blur()"));
    // A comment typed just before a reload is kept.
    let comment = "document.getElementById('comment')";
    tab.value(&format!("{comment}.value = 'late', {comment}.dispatchEvent(new Event('input'))"));
    tab.go(&program.address());
    tab.wait("fetch('api/game.sgf').then((reply) => reply.text()).then((text) => text.includes('C[late]'))");
    tab.wait(STATUS);
    // A table of moves goes with its game.
    tab.click("#tab-search");
    tab.click("#patterns");
    tab.wait("document.querySelectorAll('#search tbody tr').length > 0");
    post(&tab, "new", "{ cols: 9 }");
    tab.wait("document.getElementById('search').textContent === ''");
    // A variation moved up is the main line of the page, too.
    post(&tab, "load", "new TextEncoder().encode('(;SZ[9];B[ee](;W[cc])(;W[gg]))').buffer");
    let main = "import('./graph.js').then(({ mainLine }) => String(mainLine()))";
    tab.wait(&format!("{main}.then((line) => line === '0,1,2')"));
    let promote = "fetch('api/state').then((reply) => reply.json()).then(({ record }) => \
                   fetch('api/edit', { method: 'POST', body: JSON.stringify({ record, node: 3, tool: 'promote' }) })).then(() => 0)";
    tab.value(promote);
    tab.wait(&format!("{main}.then((line) => line === '0,1,3')"));
    browser.assert_faultless();
}

#[test]
fn the_start_screen_fits_the_game_and_starts_one() {
    let Some(browser) = Browser::start() else { return };
    let program = Program::start("");
    let tab = browser.open(&program.address());
    tab.wait("document.getElementById('start').open");
    tab.value("document.getElementById('more').open = true");
    let choose = |game: &str| {
        tab.value(&format!(
            "(() => {{ const f = document.getElementById('setup').elements; f.game.value = '{game}'; \
             f.game.dispatchEvent(new Event('change')); \
             return [f.cols.value, f.rows.value, f.cols.checkVisibility(), f.rows.checkVisibility()].join(); }})()"
        ))
    };
    assert_eq!(choose("clobber"), "9,9,true,true");
    assert_eq!(choose("tictactoe"), "9,9,false,false");
    assert_eq!(choose("go"), "9,9,true,false");
    // Pressed twice, the button starts one game.
    let record = "fetch('api/state').then((reply) => reply.json()).then((state) => state.record)";
    let before = tab.value(record).as_u64().unwrap();
    tab.value(
        "(() => { const f = document.getElementById('setup'); f.elements.level.value = '20k'; \
         f.requestSubmit(); f.requestSubmit(); })()",
    );
    tab.wait("!document.getElementById('start').open");
    post(&tab, "stop", "{}");
    assert_eq!(tab.value(record), before + 1);
    // On a small window, too, the buttons of the program are at the top.
    tab.resize(640, 400);
    tab.wait(
        "innerWidth === 640 && ['new', 'games', 'open', 'save', 'settings', 'help'].every((id) => { \
         const { x, y, width, height } = document.getElementById(id).getBoundingClientRect(); \
         return document.elementFromPoint(x + width / 2, y + height / 2)?.id === id; })",
    );
    assert!(tab.value("document.documentElement.scrollWidth").as_u64().unwrap() <= 640);
    browser.assert_faultless();
}

#[test]
fn a_comment_judges_by_its_first_word_or_a_sentence() {
    let Some(browser) = Browser::start() else { return };
    let program = Program::start("--size 9 --level 1");
    let tab = browser.open(&program.address());
    tab.wait(STATUS);
    for (comment, stated) in [
        ("White falls back; Black now goes to the right side.", None),
        ("The right side is large. Rightly so", None),
        ("White failed to connect", None),
        ("RIGHT", Some(true)),
        ("Black lives. Correct!", Some(true)),
        ("A nice shape RIGHT", Some(true)),
        ("Richtig: Weiß stirbt", Some(true)),
        ("正解です。", Some(true)),
        ("Wrong. The right move is at A1.", Some(false)),
        ("Two eyes.\\nFailure", Some(false)),
        ("Fallo, blanco vive", Some(false)),
        ("不正解", Some(false)),
    ] {
        let call = format!("import('./edit.js').then(({{ stated }}) => stated(\"{comment}\"))");
        assert_eq!(tab.value(&call), serde_json::json!(stated), "{comment}");
    }
    browser.assert_faultless();
}

#[test]
fn a_comment_stays_and_nothing_waits_for_it_while_the_engine_thinks() {
    let Some(browser) = Browser::start() else { return };
    let program = Program::start("--size 9 --playouts 100000000");
    let tab = browser.open(&program.address());
    tab.wait(STATUS);
    tab.click(&point("E5"));
    see(&tab, "status", "White is thinking");
    tab.value(
        "(() => { const c = document.getElementById('comment'); c.value = 'center'; \
         c.dispatchEvent(new Event('input')); c.dispatchEvent(new Event('change')); })()",
    );
    std::thread::sleep(std::time::Duration::from_millis(400));
    assert_eq!(tab.value("document.getElementById('comment').value"), "center");
    tab.press("s");
    see(&tab, "status", "White to play, move 2");
    tab.wait(
        "fetch('api/game.sgf').then((reply) => reply.text()).then((text) => text.includes('C[center]'))",
    );
    browser.assert_faultless();
}

#[test]
fn what_belongs_to_another_record_or_search_is_not_shown() {
    let Some(browser) = Browser::start() else { return };
    let program = Program::start("--size 9 --playouts 50");
    let tab = browser.open(&program.address());
    tab.wait(STATUS);
    let load = |record: &str| post(&tab, "load", &format!("new TextEncoder().encode('{record}').buffer"));
    // The table of a search is drawn again once there is a later one.
    tab.click(&point("E5"));
    see(&tab, "status", "Black to play, move 3");
    tab.press("4");
    tab.click("#tree-refresh");
    see(&tab, "search-summary", "White to play, move 2");
    post(&tab, "play", "{ move: 'A1' }");
    see(&tab, "status", "Black to play, move 5");
    tab.click("#search button.open");
    see(&tab, "search-summary", "White to play, move 4");
    // A problem answers in its own record.
    tab.press("1");
    load("(;SZ[9];B[ee];W[cc];B[gg])");
    see(&tab, "status", "Black to play, move 1");
    tab.click("#solve");
    tab.click(&point("E5"));
    tab.wait("document.querySelector(\"[aria-label^='E5, black']\")");
    load("(;SZ[9];B[aa];W[bb];B[cc])");
    std::thread::sleep(std::time::Duration::from_millis(700));
    see(&tab, "status", "Black to play, move 1");
    assert_eq!(tab.value("document.getElementById('toast').hidden"), true);
    // A resumed game is offered until it is deleted.
    tab.press("n");
    tab.wait("document.querySelector('#resume button')");
    tab.value("window.confirm = () => true, null");
    tab.click("#history .close");
    tab.wait("!document.querySelector('#resume button')");
}

#[test]
fn odd_names_fields_and_keys_work() {
    let Some(browser) = Browser::start() else { return };
    let program = Program::start("");
    let tab = browser.open(&program.address());
    tab.wait("document.getElementById('start').open");
    // A field of another game is not checked.
    tab.value(
        "(() => { const f = document.getElementById('setup').elements; f.komi.value = '7.3'; f.game.value = 'tictactoe'; \
         f.game.dispatchEvent(new Event('change')); document.getElementById('more').open = true; })()",
    );
    tab.click("#setup button[value=start]");
    tab.wait("document.querySelectorAll('[role=gridcell]').length === 9");
    let load = |record: &str| post(&tab, "load", &format!("new TextEncoder().encode('{record}').buffer"));
    load("(;SZ[9]PB[constructor]PW[toString]RE[B+toString];B[ee])");
    see(&tab, "black", "constructor");
    see(&tab, "caption", "Black won by toString");
    // AltGr counts as Ctrl and Alt.
    tab.press("5");
    tab.click("#playout");
    see(&tab, "playout-text", "A playout of ");
    tab.click("#step-last");
    let step = tab.value("document.getElementById('step').value");
    tab.value(
        "document.body.dispatchEvent(new KeyboardEvent('keydown', \
         { key: '[', ctrlKey: true, altKey: true, modifierAltGraph: true, bubbles: true })), null",
    );
    tab.wait(&format!("document.getElementById('step').value !== {step}"));
    // Text is dropped into fields, files anywhere.
    let drag = |add: &str| {
        tab.value(&format!(
            "(() => {{ const dataTransfer = new DataTransfer(); dataTransfer.items.add({add}); \
             return window.dispatchEvent(new DragEvent('dragover', {{ dataTransfer, cancelable: true }})); }})()"
        ))
    };
    assert_eq!((drag("'text', 'text/plain'"), drag("new File([''], 'a.sgf')")), (true.into(), false.into()));
    // Notes are translated one by one.
    post(&tab, "settings", "{ language: 'de' }");
    tab.go(&program.address());
    tab.wait("document.documentElement.lang === 'de'");
    load("(;SZ[9]RU[mine];B[ee])(;SZ[9])");
    see(&tab, "caption", "; RU[mine]");
    let caption = tab.value("document.getElementById('caption').textContent");
    assert!(!caption.as_str().unwrap().contains("only the first"), "{caption}");
    browser.assert_faultless();
}
