//! The program with its page, and a client of it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::common::folder::Folder;
use crate::common::program::{object, signal, start_in};

/// Nothing here takes this long.
const PATIENCE: Duration = Duration::from_secs(60);

/// A program that serves its page, until it is dropped.
pub struct Explorer {
    child: Child,
    output: BufReader<std::process::ChildStdout>,
    pub port: u16,
    pub token: String,
}

/// What was answered.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Answer {
    pub fn json(&self) -> Value {
        object(&self.body)
    }

    pub fn error(&self) -> String {
        self.json()["error"].as_str().unwrap_or_default().to_string()
    }
}

impl Explorer {
    /// `line` are words in which `@NAME` is a file of the folder.
    pub fn start(folder: &Folder, line: &str) -> Explorer {
        let words = folder.words(&format!("explore {line} --no-open --threads 1"));
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        // What the page saves as a new file goes there.
        let mut child = start_in(&folder.path(""), &words, Stdio::null());
        let mut output = BufReader::new(child.stdout.take().expect("its output"));
        let mut url = String::new();
        output.read_line(&mut url).expect("a line");
        let rest = url.trim_end().strip_prefix("http://127.0.0.1:").expect("an address");
        let mut parts = rest.split('/');
        let port = parts.next().and_then(|port| port.parse().ok()).expect("a port");
        let token = parts.next().expect("a token").to_string();
        Explorer { child, output, port, token }
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("a connection");
        stream.set_read_timeout(Some(PATIENCE)).expect("a time limit");
        stream
    }

    /// Sends these bytes, and reads all that is answered.
    pub fn send(&self, bytes: &[u8]) -> Answer {
        let mut stream = self.connect();
        // A server that refuses a request need not read all of it.
        let _ = stream.write_all(bytes);
        let mut text = Vec::new();
        let _ = stream.read_to_end(&mut text);
        let text = String::from_utf8_lossy(&text).into_owned();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        Answer { status, head: head.to_string(), body: body.to_string() }
    }

    /// A request with these headers for a whole path.
    pub fn request(&self, method: &str, path: &str, headers: &str, body: &str) -> Answer {
        let length = body.len();
        let head = format!("{method} {path} HTTP/1.1\r\n{headers}Content-Length: {length}\r\n\r\n");
        self.send(format!("{head}{body}").as_bytes())
    }

    /// The headers of the page itself.
    pub fn own(&self) -> String {
        let host = format!("127.0.0.1:{}", self.port);
        format!("Host: {host}\r\nOrigin: http://{host}\r\n")
    }

    pub fn get(&self, name: &str) -> Answer {
        self.request("GET", &format!("/{}/{name}", self.token), &self.own(), "")
    }

    pub fn post(&self, name: &str, body: &str) -> Answer {
        self.request("POST", &format!("/{}/{name}", self.token), &self.own(), body)
    }

    pub fn look(&self, moves: &str) -> Value {
        let answer = self.get(&format!("look?moves={moves}"));
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.json()
    }

    /// Looks until it is so.
    pub fn wait_until(&self, moves: &str, is_so: impl Fn(&Value) -> bool) -> Value {
        let started = Instant::now();
        loop {
            let look = self.look(moves);
            if is_so(&look) {
                return look;
            }
            assert!(started.elapsed() < PATIENCE, "{look}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Waits until no search is running.
    pub fn wait_for_rest(&self) -> Value {
        self.wait_until("", |look| look["status"]["phase"] == "resting")
    }

    /// Ends it as Ctrl-C does; returns what it still said, and its exit code.
    pub fn end(mut self) -> (String, Option<i32>) {
        signal(&self.child, "-INT");
        let mut said = String::new();
        self.output.read_to_string(&mut said).expect("text");
        let mut errors = String::new();
        if let Some(mut stderr) = self.child.stderr.take() {
            stderr.read_to_string(&mut errors).expect("text");
        }
        let code = self.child.wait().ok().and_then(|status| status.code());
        (said + &errors, code)
    }
}

impl Drop for Explorer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads server-sent events for this long; returns them, and how many bytes there were.
pub fn events(explorer: &Explorer, moves: &str, time: Duration) -> (Vec<Value>, usize) {
    let mut stream = explorer.connect();
    let (token, own) = (&explorer.token, explorer.own());
    let request = format!("GET /{token}/events?moves={moves} HTTP/1.1\r\n{own}\r\n");
    stream.write_all(request.as_bytes()).expect("sent");
    let mut bytes = Vec::new();
    let mut part = [0; 65_536];
    let started = Instant::now();
    while let Some(left) = time.checked_sub(started.elapsed()).filter(|left| !left.is_zero()) {
        stream.set_read_timeout(Some(left)).expect("a time limit");
        match stream.read(&mut part) {
            Ok(count) if count > 0 => bytes.extend_from_slice(&part[..count]),
            _ => break,
        }
    }
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let whole = text.rsplit_once("\n\n").map_or("", |(whole, _)| whole);
    let data = whole.lines().filter_map(|line| line.strip_prefix("data: "));
    (data.map(object).collect(), bytes.len())
}
