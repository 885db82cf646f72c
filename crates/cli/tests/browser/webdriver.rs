//! A small client of the WebDriver protocol (W3C), as far as the tests of the page need it: it starts Debian's
//! `chromedriver`, which starts a Chromium without a window.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// How long a page may take to get somewhere on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);
/// The member in which the protocol names elements.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// A browser with one page.
pub struct Browser {
    driver: Child,
    port: u16,
    session: String,
}

impl Browser {
    /// Starts one with a window of this size.
    pub fn start(width: u32, height: u32) -> Browser {
        let mut driver = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("chromedriver starts; scripts/prerequisites.sh tests installs it");
        let output = driver.stdout.take().expect("piped");
        let port = port_of(BufReader::new(output));
        let mut browser = Browser {
            driver,
            port,
            session: String::new(),
        };
        let arguments = [
            "--headless=new".to_string(),
            "--no-sandbox".to_string(),
            "--disable-gpu".to_string(),
            "--disable-dev-shm-usage".to_string(),
            "--hide-scrollbars".to_string(),
            "--lang=en".to_string(),
            format!("--window-size={width},{height}"),
        ];
        let wanted = json!({ "capabilities": { "alwaysMatch": {
            "browserName": "chrome",
            "goog:chromeOptions": { "args": arguments },
            "goog:loggingPrefs": { "browser": "ALL" },
        } } });
        let session = browser.send("POST", "/session", &wanted);
        let id = session["sessionId"].as_str();
        browser.session = id.expect("a session has an id").to_string();
        browser
    }

    /// Opens an address.
    pub fn open(&self, address: &str) {
        self.post("/url", &json!({ "url": address }));
    }

    /// Runs the body of a function in the page; what it returns.
    pub fn run(&self, script: &str) -> Value {
        self.post("/execute/sync", &json!({ "script": script, "args": [] }))
    }

    /// The text that a script returns.
    pub fn text(&self, script: &str) -> String {
        match self.run(script) {
            Value::String(text) => text,
            other => panic!("{script} returns {other}"),
        }
    }

    /// Waits until a script returns true.
    #[track_caller]
    pub fn wait(&self, script: &str) {
        let start = Instant::now();
        while self.run(script) != Value::Bool(true) {
            assert!(start.elapsed() < PATIENCE, "never true: {script}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Presses and releases keys, one after the other, wherever the focus is.
    pub fn press(&self, keys: &[&str]) {
        let actions = keys
            .iter()
            .flat_map(|key| ["keyDown", "keyUp"].map(|kind| json!({ "type": kind, "value": key })));
        let actions: Vec<Value> = actions.collect();
        let keyboard = json!({ "type": "key", "id": "keyboard", "actions": actions });
        self.post("/actions", &json!({ "actions": [keyboard] }));
    }

    /// The elements of a selector.
    pub fn find(&self, selector: &str) -> Vec<String> {
        let query = json!({ "using": "css selector", "value": selector });
        let found = self.post("/elements", &query);
        let elements = found.as_array().into_iter().flatten();
        elements
            .filter_map(|element| element[ELEMENT].as_str().map(String::from))
            .collect()
    }

    /// Clicks on the first element of a selector, as a user does: it must be visible and on top.
    #[track_caller]
    pub fn click(&self, selector: &str) {
        let found = self.find(selector);
        let first = found.first().unwrap_or_else(|| panic!("no {selector}"));
        self.post(&format!("/element/{first}/click"), &json!({}));
    }

    /// Types into the first element of a selector.
    #[track_caller]
    pub fn fill(&self, selector: &str, text: &str) {
        let found = self.find(selector);
        let first = found.first().unwrap_or_else(|| panic!("no {selector}"));
        self.post(&format!("/element/{first}/clear"), &json!({}));
        self.post(&format!("/element/{first}/value"), &json!({ "text": text }));
    }

    /// The name and the role that assistive technology is given for an element.
    pub fn label(&self, element: &str) -> (String, String) {
        let get = |what| self.get(&format!("/element/{element}/computed{what}"));
        let word = |value: Value| value.as_str().unwrap_or_default().to_string();
        (word(get("label")), word(get("role")))
    }

    /// What the browser has complained about since the last time.
    pub fn complaints(&self) -> Vec<String> {
        let entries = self.post("/se/log", &json!({ "type": "browser" }));
        let entries = entries.as_array().into_iter().flatten();
        entries.map(|entry| entry["message"].to_string()).collect()
    }

    /// A command of Chromium's own protocol.
    pub fn command(&self, name: &str, parameters: &Value) {
        let body = json!({ "cmd": name, "params": parameters });
        self.post("/goog/cdp/execute", &body);
    }

    /// Makes the system prefer light or dark pages.
    pub fn prefer(&self, scheme: &str) {
        let features = json!([{ "name": "prefers-color-scheme", "value": scheme }]);
        self.command(
            "Emulation.setEmulatedMedia",
            &json!({ "features": features }),
        );
    }

    /// Makes the screen that of a phone, or any other.
    pub fn screen(&self, width: u32, height: u32, scale: f64) {
        let metrics = json!({
            "width": width, "height": height, "deviceScaleFactor": scale, "mobile": width < 600,
        });
        self.command("Emulation.setDeviceMetricsOverride", &metrics);
    }

    /// What is on the screen, as PNG.
    pub fn picture(&self) -> Vec<u8> {
        let text = self.get("/screenshot");
        decode(text.as_str().expect("a picture"))
    }

    fn post(&self, path: &str, body: &Value) -> Value {
        self.send("POST", &format!("/session/{}{path}", self.session), body)
    }

    fn get(&self, path: &str) -> Value {
        self.send(
            "GET",
            &format!("/session/{}{path}", self.session),
            &Value::Null,
        )
    }

    /// Sends a command; its result. An error of the browser is one of the test.
    fn send(&self, method: &str, path: &str, body: &Value) -> Value {
        let answer = exchange(self.port, method, path, body);
        let answer = answer.unwrap_or_else(|error| panic!("{method} {path}: {error}"));
        let value = answer["value"].clone();
        assert!(value.get("error").is_none(), "{method} {path}: {value}");
        value
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let path = format!("/session/{}", self.session);
        // The browser may be gone already.
        let _ = exchange(self.port, "DELETE", &path, &Value::Null);
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

/// The port that the driver says it listens to.
fn port_of(output: impl BufRead) -> u16 {
    let mut lines = output.lines().map_while(Result::ok);
    let line = lines.find(|line| line.contains("started successfully on port"));
    let line = line.expect("the driver names its port");
    let digits = line.rsplit(' ').next().unwrap_or_default();
    digits.trim_end_matches('.').parse().expect("a port")
}

/// One request of HTTP/1.1 and its answer, as JSON.
fn exchange(port: u16, method: &str, path: &str, body: &Value) -> std::io::Result<Value> {
    let mut stream = TcpStream::connect(("127.0.0.1", port))?;
    stream.set_read_timeout(Some(2 * PATIENCE))?;
    let body = match body {
        Value::Null => String::new(),
        body => body.to_string(),
    };
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    )?;
    let mut reader = BufReader::new(stream);
    let mut length = None;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        if line.trim().is_empty() {
            break;
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse::<u64>().ok();
        }
    }
    let mut text = String::new();
    reader
        .take(length.unwrap_or(u64::MAX))
        .read_to_string(&mut text)?;
    serde_json::from_str(&text).map_err(std::io::Error::other)
}

/// Decodes base64 (RFC 4648).
fn decode(text: &str) -> Vec<u8> {
    let digit = |c: u8| match c {
        b'A'..=b'Z' => Some(c - b'A'),
        b'a'..=b'z' => Some(c - b'a' + 26),
        b'0'..=b'9' => Some(c - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let (mut out, mut bits, mut count) = (Vec::new(), 0u32, 0);
    for value in text.bytes().filter_map(digit) {
        bits = bits << 6 | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            out.push((bits >> count & 0xff) as u8);
        }
    }
    out
}
