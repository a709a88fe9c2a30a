//! Benchmark of the language server: the time until diagnostics after a file is opened, and the time until the answer of a
//! hover request that follows 50 edits, for files of several lengths.
//!
//!     cargo bench -p boardwright --bench lsp

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Instant;

use serde_json::{Value, json};

/// Number of times that each file is measured; the least time counts, because interference only slows down.
const TURNS: usize = 5;
/// Number of edits before the request.
const EDITS: i32 = 50;
/// Numbers of lines of the files.
const LINES: [usize; 3] = [300, 2_000, 8_000];

const URI: &str = "untitled:long.game";

/// A running language server.
struct Server {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Server {
    fn start() -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_boardwright"));
        let mut child = command
            .arg("lsp")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program can be started");
        let input = child.stdin.take().expect("it was asked for");
        let output = BufReader::new(child.stdout.take().expect("it was asked for"));
        let mut server = Self { child, input, output };
        server.send("initialize", Some(1), &json!({ "capabilities": {} }));
        server.receive();
        server
    }

    fn send(&mut self, method: &str, id: Option<u32>, params: &Value) {
        let mut message = json!({ "jsonrpc": "2.0", "method": method, "params": params });
        if let Some(id) = id {
            message["id"] = json!(id);
        }
        let text = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("the program reads");
    }

    fn receive(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            self.output.read_line(&mut line).expect("the program writes");
            match line.trim_end().split_once(": ") {
                Some((_, number)) => length = number.parse().expect("a number"),
                None => break,
            }
        }
        let mut bytes = vec![0; length];
        self.output.read_exact(&mut bytes).expect("as long as it says");
        serde_json::from_slice(&bytes).expect("JSON")
    }
}

/// The file of chess with further named expressions, so that it has this number of lines.
fn long_file(lines: usize) -> String {
    let chess = boardwright_games::shipped_game("chess").expect("it ships");
    let text = std::str::from_utf8(chess.text).expect("game files that ship are UTF-8");
    let (before, after) = text.split_once("[RULES]").expect("it has rules");
    let mut more = String::new();
    for n in text.lines().count()..lines {
        more.extend([
            &format!("E{n}($L) = OWNER(CONTENT($L)) == PLAYER AND {n} > "),
            "COUNT($K, LOCATIONS(square), FULL($K))\n",
        ]);
    }
    format!("{before}{more}\n[RULES]{after}")
}

/// Seconds until the diagnostics of the opened file, and until the answer after the edits.
fn measure(text: &str) -> [f64; 2] {
    let mut server = Server::start();
    let began = Instant::now();
    let document = json!({ "uri": URI, "languageId": "game", "version": 1, "text": text });
    server.send("textDocument/didOpen", None, &json!({ "textDocument": document }));
    server.receive();
    let opened = began.elapsed();
    let start = json!({ "line": 0, "character": 0 });
    let began = Instant::now();
    for version in 2..2 + EDITS {
        let change = json!({ "range": { "start": start, "end": start }, "text": "/" });
        let document = json!({ "uri": URI, "version": version });
        server.send("textDocument/didChange", None, &json!({ "textDocument": document, "contentChanges": [change] }));
    }
    let place = json!({ "line": 10, "character": 1 });
    server.send("textDocument/hover", Some(2), &json!({ "textDocument": { "uri": URI }, "position": place }));
    while server.receive()["id"] != 2 {}
    let answered = began.elapsed();
    server.send("exit", None, &Value::Null);
    server.child.wait().expect("it ends");
    [opened, answered].map(|time| time.as_secs_f64())
}

fn main() {
    println!("Milliseconds, the least of {TURNS} turns.\n");
    println!("| lines | diagnostics after opening | hover after {EDITS} edits |");
    println!("|---|---|---|");
    for lines in LINES {
        let text = long_file(lines);
        let mut least = [f64::INFINITY; 2];
        for _ in 0..TURNS {
            for (least, time) in least.iter_mut().zip(measure(&text)) {
                *least = least.min(time);
            }
        }
        let [opened, answered] = least.map(|seconds| 1000.0 * seconds);
        println!("| {lines} | {opened:.0} | {answered:.0} |");
    }
}
