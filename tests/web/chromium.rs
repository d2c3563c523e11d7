//! Headless Chromium over the DevTools protocol: zero-terminated JSON texts through two named pipes.

use std::cell::{Cell, RefCell};
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

/// Time limit for anything to happen.
const PATIENCE: Duration = Duration::from_secs(60);

/// A browser; dropping it ends it.
pub(super) struct Browser {
    /// Its files, and those of a test.
    pub(super) directory: TempDir,
    child: Child,
    input: RefCell<File>,
    output: Receiver<Value>,
    sent: Cell<u64>,
    /// Page faults: exceptions, and requests refused by the browser.
    faults: RefCell<Vec<Value>>,
}

/// A tab of a browser.
pub(super) struct Tab<'a> {
    browser: &'a Browser,
    session: String,
}

impl Browser {
    /// Starts the browser; `None` if there is no Chromium.
    pub(super) fn start() -> Option<Self> {
        let is_there =
            Command::new("chromium").arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
        if !is_there.is_ok_and(|status| status.success()) {
            eprintln!("skipped: there is no Chromium");
            return None;
        }
        let directory = tempfile::tempdir().unwrap();
        let [to, from, profile] = ["to", "from", "profile"].map(|name| directory.path().join(name));
        assert!(Command::new("mkfifo").args([&to, &from]).status().unwrap().success());
        // Chromium reads from file 3 and writes to file 4. Root may only start it without its sandbox.
        let script = "exec chromium --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run \
                      --remote-debugging-pipe --user-data-dir=\"$3\" about:blank 3<\"$1\" 4>\"$2\"";
        let child = Command::new("sh")
            .args(["-c", script, "sh"])
            .args([&to, &from, &profile])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let input = OpenOptions::new().write(true).open(&to).unwrap();
        let mut output = BufReader::new(File::open(&from).unwrap());
        let (sender, receiver) = channel();
        std::thread::spawn(move || {
            let mut text = Vec::new();
            while output.read_until(0, &mut text).is_ok_and(|count| count > 0) {
                text.pop();
                let Ok(message) = serde_json::from_slice(&text) else { break };
                if sender.send(message).is_err() {
                    break;
                }
                text.clear();
            }
        });
        let (sent, faults) = (Cell::new(0), RefCell::default());
        Some(Self { directory, child, input: RefCell::new(input), output: receiver, sent, faults })
    }

    /// Opens an address in a new tab.
    pub(super) fn open(&self, address: &str) -> Tab<'_> {
        let target = self.call(None, "Target.createTarget", json!({ "url": "about:blank" }));
        let attach = json!({ "targetId": target["targetId"], "flatten": true });
        let session =
            self.call(None, "Target.attachToTarget", attach)["sessionId"].as_str().unwrap().to_owned();
        let tab = Tab { browser: self, session };
        for method in ["Page.enable", "Runtime.enable", "Log.enable"] {
            tab.call(method, json!({}));
        }
        tab.go(address);
        tab
    }

    /// Checks that no page had a fault.
    pub(super) fn assert_faultless(&self) {
        assert_eq!(*self.faults.borrow(), Vec::<Value>::new());
    }

    fn call(&self, session: Option<&str>, method: &str, params: Value) -> Value {
        self.sent.set(self.sent.get() + 1);
        let mut message = json!({ "id": self.sent.get(), "method": method, "params": params });
        if let Some(session) = session {
            message["sessionId"] = json!(session);
        }
        let mut text = message.to_string().into_bytes();
        text.push(0);
        self.input.borrow_mut().write_all(&text).unwrap();
        loop {
            let reply =
                self.output.recv_timeout(PATIENCE).unwrap_or_else(|error| panic!("{method}: {error}"));
            if reply["id"] == self.sent.get() {
                assert!(reply["error"].is_null(), "{method}: {reply}");
                return reply["result"].clone();
            }
            if reply["method"] == "Runtime.exceptionThrown" || reply["method"] == "Log.entryAdded" {
                self.faults.borrow_mut().push(reply["params"].clone());
            }
        }
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Tab<'_> {
    fn call(&self, method: &str, params: Value) -> Value {
        self.browser.call(Some(&self.session), method, params)
    }

    /// Goes to an address.
    pub(super) fn go(&self, address: &str) {
        self.call("Page.navigate", json!({ "url": address }));
    }

    /// Returns the value of an expression on the page.
    pub(super) fn value(&self, expression: &str) -> Value {
        let params = json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        let reply = self.call("Runtime.evaluate", params);
        assert!(reply["exceptionDetails"].is_null(), "{expression}: {reply}");
        reply["result"]["value"].clone()
    }

    /// Waits until an expression is true, and returns its value.
    pub(super) fn wait(&self, expression: &str) -> Value {
        let start = Instant::now();
        loop {
            // While the page loads, its elements are missing.
            let value = self
                .value(&format!("(() => {{ try {{ return {expression}; }} catch {{ return null; }} }})()"));
            if !matches!(value, Value::Null | Value::Bool(false)) && value != json!("") && value != json!(0) {
                return value;
            }
            assert!(start.elapsed() < PATIENCE, "{expression}: {}", self.value("document.body.innerText"));
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Clicks the first element matching a selector as a person does, with the pointer, once the element is there and
    /// stays in place: the page draws updates with its next frame, at most 50 ms later.
    pub(super) fn click(&self, selector: &str) {
        let place = format!(
            "(async () => {{ \
             const place = () => {{ const e = document.querySelector({selector:?}); e?.scrollIntoView({{ block: 'center' }}); \
             const b = e?.getBoundingClientRect(); return b && [b.x + b.width / 2, b.y + b.height / 2]; }}; \
             const before = place(); await new Promise((wake) => setTimeout(wake, 60)); const now = place(); \
             return now && String(now) === String(before) && now; }})()"
        );
        let place = self.wait(&place);
        for kind in ["mousePressed", "mouseReleased"] {
            let params =
                json!({ "type": kind, "x": place[0], "y": place[1], "button": "left", "clickCount": 1 });
            self.call("Input.dispatchMouseEvent", params);
        }
    }

    /// Turns the mouse wheel over an element.
    pub(super) fn wheel(&self, selector: &str, pixels: i32) {
        let place = self.wait(&format!(
            "(() => {{ const b = document.querySelector({selector:?}).getBoundingClientRect(); \
             return [b.x + b.width / 2, b.y + b.height / 2]; }})()"
        ));
        let params =
            json!({ "type": "mouseWheel", "x": place[0], "y": place[1], "deltaX": 0, "deltaY": pixels });
        self.call("Input.dispatchMouseEvent", params);
    }

    /// Presses and releases a key, with Shift for a capital letter.
    pub(super) fn press(&self, key: &str) {
        let text = if key.len() == 1 {
            key
        } else if key == "Enter" {
            "\r"
        } else {
            ""
        };
        const SHIFT: u8 = 8;
        let is_capital = key.len() == 1 && key.chars().all(char::is_uppercase);
        let modifiers = if is_capital { SHIFT } else { 0 };
        for kind in ["keyDown", "keyUp"] {
            let text = if kind == "keyDown" { text } else { "" };
            self.call(
                "Input.dispatchKeyEvent",
                json!({ "type": kind, "key": key, "code": key, "text": text, "modifiers": modifiers }),
            );
        }
    }

    /// Touches an element with a finger. It is scrolled to the end of the window, since on a phone the board covers the
    /// start.
    pub(super) fn tap(&self, selector: &str) {
        let place = self.wait(&format!(
            "(() => {{ const e = document.querySelector({selector:?}); e.scrollIntoView({{ block: 'end' }}); \
             const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; }})()"
        ));
        let points = json!([{ "x": place[0], "y": place[1] }]);
        self.call("Input.dispatchTouchEvent", json!({ "type": "touchStart", "touchPoints": points }));
        self.call("Input.dispatchTouchEvent", json!({ "type": "touchEnd", "touchPoints": [] }));
    }

    /// Moves fingers: each step has the elements touched then, and after the first step they differ by one at most.
    pub(super) fn touch(&self, steps: &[&[&str]]) {
        let mut before = 0;
        for &step in steps {
            let points: Vec<Value> = step
                .iter()
                .enumerate()
                .map(|(id, selector)| {
                    let place = self.wait(&format!(
                        "(() => {{ const b = document.querySelector({selector:?}).getBoundingClientRect(); \
                         return [b.x + b.width / 2, b.y + b.height / 2]; }})()"
                    ));
                    json!({ "x": place[0], "y": place[1], "id": id })
                })
                .collect();
            let kind = match step.len().cmp(&before) {
                std::cmp::Ordering::Greater => "touchStart",
                std::cmp::Ordering::Equal => "touchMove",
                std::cmp::Ordering::Less => "touchEnd",
            };
            before = step.len();
            self.call("Input.dispatchTouchEvent", json!({ "type": kind, "touchPoints": points }));
        }
    }

    /// Makes the page that of a phone with a touch screen.
    pub(super) fn be_phone(&self) {
        let size = json!({ "width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": true });
        self.call("Emulation.setDeviceMetricsOverride", size);
        self.call("Emulation.setTouchEmulationEnabled", json!({ "enabled": true }));
    }

    /// Sets the system's preferred theme: light or dark.
    pub(super) fn prefer(&self, theme: &str) {
        let features = json!([{ "name": "prefers-color-scheme", "value": theme }]);
        self.call("Emulation.setEmulatedMedia", json!({ "features": features }));
    }

    /// Brings the tab to the front; the others are then hidden.
    pub(super) fn show(&self) {
        self.call("Page.bringToFront", json!({}));
    }

    /// Gives the window the size of some device.
    pub(super) fn resize(&self, width: u32, height: u32) {
        let params = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.call("Emulation.setDeviceMetricsOverride", params);
    }
}
