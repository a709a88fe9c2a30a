//! Recorded language server sessions, replayed against the program.
//! `boardwright-lang` tests whether the answers are right; `BLESS=1` rewrites the expected answers.

use std::fs;
use std::io::{BufRead, BufReader, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

/// Placeholder for the URI of the folder with a session's files.
const FOLDER: &str = "{folder}";
/// Maximum number of list items and characters that are kept of an answer.
const MAX_ITEMS: usize = 6;
const MAX_CHARACTERS: usize = 160;

/// A running language server.
struct Server {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    barriers: usize,
}

impl Server {
    fn start() -> Self {
        let mut command = Command::new(crate::PROGRAM);
        let mut child = command
            .args(["lsp", "--stdio"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program can be started");
        let output = BufReader::new(child.stdout.take().expect("it was asked for"));
        Self { input: child.stdin.take(), child, output, barriers: 0 }
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        let input = self.input.as_mut().expect("it is open until the end");
        write!(input, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("the program reads");
        input.flush().expect("the program reads");
    }

    fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("it is open until the end");
        input.write_all(bytes).and_then(|()| input.flush()).expect("the program reads");
    }

    fn receive(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert_ne!(self.output.read_line(&mut line).expect("UTF-8"), 0, "the program said no more");
            match line.trim_end().split_once(": ") {
                Some(("Content-Length", number)) => length = number.parse().expect("a number"),
                Some(_) => {}
                None => break,
            }
        }
        let mut bytes = vec![0; length];
        self.output.read_exact(&mut bytes).expect("as long as it says");
        serde_json::from_slice(&bytes).expect("JSON")
    }

    /// Sends a message; returns all messages before the answer to an unknown request sent after it.
    fn answers(&mut self, message: &Value) -> Vec<Value> {
        self.send(message);
        self.barriers += 1;
        let barrier = format!("barrier {}", self.barriers);
        self.send(&json!({ "jsonrpc": "2.0", "id": barrier, "method": "no/such/method", "params": {} }));
        let mut answers = Vec::new();
        loop {
            let answer = self.receive();
            if answer["id"] == barrier {
                assert!(answer["error"]["code"].is_i64(), "{answer}");
                return answers;
            }
            answers.push(answer);
        }
    }

    /// Closes the input and returns the exit status.
    fn end(mut self) -> Option<i32> {
        drop(self.input.take());
        self.child.wait().expect("it ends").code()
    }
}

/// Replaces one text by another in all strings of a value.
fn replace_text(value: &Value, from: &str, to: &str) -> Value {
    match value {
        Value::String(text) => Value::String(text.replace(from, to)),
        Value::Array(list) => list.iter().map(|item| replace_text(item, from, to)).collect(),
        Value::Object(fields) => {
            let fields = fields.iter().map(|(key, value)| (key.replace(from, to), replace_text(value, from, to)));
            Value::Object(fields.collect())
        }
        other => other.clone(),
    }
}

/// Shortens an answer.
fn shorten(value: &Value) -> Value {
    match value {
        Value::String(text) => match text.char_indices().nth(MAX_CHARACTERS) {
            Some((at, _)) => json!(format!("{} [{} letters]", &text[..at], text.chars().count())),
            None => value.clone(),
        },
        Value::Array(list) => {
            let mut kept: Vec<Value> = list.iter().take(MAX_ITEMS).map(shorten).collect();
            // For further completions only the labels are kept.
            let labels: Vec<&str> = list.iter().skip(MAX_ITEMS).filter_map(|item| item["label"].as_str()).collect();
            if list.len() > MAX_ITEMS {
                kept.push(json!(format!("[{} in all] {}", list.len(), labels.join(" ")).trim_end()));
            }
            Value::Array(kept)
        }
        Value::Object(fields) => {
            Value::Object(fields.iter().map(|(key, value)| (key.clone(), shorten(value))).collect())
        }
        other => other.clone(),
    }
}

fn address(folder: &Path) -> String {
    format!("file://{}", folder.display())
}

/// Replays a session and returns it with the current answers.
fn replay_session(session: &Value) -> Value {
    let folder = tempfile::tempdir().expect("a folder for files");
    let folder_is = address(&fs::canonicalize(folder.path()).expect("it is there"));
    for (name, text) in session["files"].as_object().expect("files by name") {
        fs::write(folder.path().join(name), text.as_str().expect("a text")).expect("it can be written");
    }
    let mut server = Server::start();
    let mut played = session.clone();
    for step in played["steps"].as_array_mut().expect("a list of steps") {
        let mut message = replace_text(&step["send"], FOLDER, &folder_is);
        message["jsonrpc"] = json!("2.0");
        if message["method"] == "exit" {
            server.send(&message);
            continue;
        }
        let answers = server.answers(&message);
        let path = folder_is.trim_start_matches("file://");
        let answers = answers
            .iter()
            .map(|answer| shorten(&replace_text(&replace_text(answer, &folder_is, FOLDER), path, FOLDER)));
        step["answers"] = answers.collect();
    }
    played["status"] = json!(server.end());
    played
}

fn sessions() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lsp");
    let entries = fs::read_dir(folder).expect("sessions").map(|entry| entry.expect("a file").path());
    let mut files: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|kind| kind == "json")).collect();
    files.sort();
    files
}

#[test]
fn recorded_sessions_get_the_recorded_answers() {
    let sessions = sessions();
    assert!(sessions.len() >= 3, "the sessions are not where they are looked for");
    for path in sessions {
        let text = fs::read_to_string(&path).expect("a session can be read");
        let session: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let played = replay_session(&session);
        if std::env::var_os("BLESS").is_some() {
            let text = serde_json::to_string_pretty(&played).expect("JSON") + "\n";
            fs::write(&path, text).expect("it can be written");
            continue;
        }
        assert_eq!(played["status"], session["status"], "{}", path.display());
        let steps = |session: &Value| session["steps"].as_array().cloned().unwrap_or_default();
        for (new, old) in steps(&played).iter().zip(steps(&session)) {
            let pretty = |step: &Value| serde_json::to_string_pretty(&step["answers"]).expect("JSON");
            assert_eq!(pretty(new), pretty(&old), "{}: {}", path.display(), old["send"]);
        }
    }
}

#[test]
fn the_server_ends_when_the_editor_disconnects() {
    let server = Server::start();
    assert_eq!(server.end(), Some(1));
    let mut server = Server::start();
    server.answers(&json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": { "capabilities": {} } }));
    assert_eq!(server.end(), Some(1));
}

#[test]
fn every_shipped_game_opens_without_diagnostics() {
    let mut server = Server::start();
    server.answers(&json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": { "capabilities": {} } }));
    for game in boardwright_games::shipped_games() {
        let text = std::str::from_utf8(game.text).expect("game files that ship are UTF-8");
        let uri = format!("untitled:{}", game.file);
        let document = json!({ "uri": uri, "languageId": "game", "version": 1, "text": text });
        let answers = server.answers(&json!({
            "jsonrpc": "2.0", "method": "textDocument/didOpen", "params": { "textDocument": document }
        }));
        assert_eq!(answers.len(), 1, "{}", game.file);
        assert_eq!(answers[0]["params"]["diagnostics"], json!([]), "{}", game.file);
    }
}

#[test]
fn malformed_messages_are_answered() {
    let mut server = Server::start();
    let methods =
        ["completion", "hover", "definition", "references", "rename", "prepareRename", "documentSymbol", "formatting"];
    let ask = |server: &mut Server, method: &str, params: Value| {
        let answers = server.answers(&json!({ "jsonrpc": "2.0", "id": 7, "method": method, "params": params }));
        assert_eq!(answers.len(), 1, "{method}");
        answers[0]["error"]["code"].as_i64()
    };
    assert_eq!(ask(&mut server, "textDocument/hover", json!({})), Some(-32002), "not initialized");
    assert_eq!(ask(&mut server, "initialize", json!({ "capabilities": { "textDocument": 5 } })), None);
    assert_eq!(ask(&mut server, "initialize", json!({})), Some(-32600));
    for method in methods {
        let method = format!("textDocument/{method}");
        for params in [json!(null), json!({}), json!([1]), json!({ "textDocument": { "uri": 5 } })] {
            assert_eq!(ask(&mut server, &method, params), Some(-32602), "{method}");
        }
        let place = json!({ "line": 4_000_000_000_u32, "character": 4_000_000_000_u32 });
        let params = json!({
            "textDocument": { "uri": "file:///none.game" }, "position": place, "newName": "x",
            "context": { "includeDeclaration": true, "triggerKind": 1 }, "options": { "tabSize": 2, "insertSpaces": true }
        });
        assert_eq!(ask(&mut server, &method, params.clone()), Some(-32602), "{method}: not open");
        let document = json!({ "uri": "file:///none.game", "languageId": "game", "version": 1, "text": "[\n" });
        let open =
            json!({ "jsonrpc": "2.0", "method": "textDocument/didOpen", "params": { "textDocument": document } });
        assert_eq!(server.answers(&open).len(), 1);
        let refused = method.ends_with("ename");
        assert_eq!(ask(&mut server, &method, params), refused.then_some(-32803), "{method}: past the end");
        let close = json!({ "textDocument": { "uri": "file:///none.game" } });
        server.answers(&json!({ "jsonrpc": "2.0", "method": "textDocument/didClose", "params": close }));
    }
    for method in ["textDocument/didOpen", "textDocument/didChange", "textDocument/didClose", "$/setTrace", "no/such"] {
        assert_eq!(server.answers(&json!({ "jsonrpc": "2.0", "method": method, "params": [] })), [] as [Value; 0]);
    }
    assert_eq!(ask(&mut server, "shutdown", json!(null)), None);
    assert_eq!(ask(&mut server, "textDocument/hover", json!({})), Some(-32600));
    server.send(&json!({ "jsonrpc": "2.0", "method": "exit" }));
    assert_eq!(server.end(), Some(0));
}

#[test]
fn malformed_bytes_are_answered_and_skipped() {
    let mut server = Server::start();
    server.answers(&json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": { "capabilities": {} } }));
    for (bytes, code) in [
        (&b"Content-Length: 7\r\n\r\n{\"id\":}"[..], -32700),
        (b"Content-Length: 2\r\n\r\n\xff\xfe", -32700),
        (b"Content-Length: none\r\n\r\n", -32700),
        (b"Content-Length: 99999999999\r\n\r\n", -32700),
        (b"Content-Type: text\r\n\r\n", -32700),
        (b"Content-Length: 5\r\n\r\n{\"id\":8, \"method\":\"no/such\"}", -32700),
        (b"Content-Length: 2\r\n\r\n[]", -32600),
    ] {
        server.send_bytes(bytes);
        let error = server.receive();
        assert_eq!((error["error"]["code"].as_i64(), &error["id"]), (Some(code), &Value::Null), "{error}");
        assert!(error["error"]["message"].is_string(), "{error}");
        let next = server.answers(&json!({ "jsonrpc": "2.0", "id": 2, "method": "initialize", "params": {} }));
        assert_eq!(next[0]["error"]["code"], json!(-32600), "the server goes on: {next:?}");
    }
    server.answers(&json!({ "jsonrpc": "2.0", "id": 3, "method": "shutdown" }));
    server.send(&json!({ "jsonrpc": "2.0", "method": "exit" }));
    assert_eq!(server.end(), Some(0));
}

/// Opens a file, sends 50 edits and a hover request at once, and returns the versions of the diagnostics before the answer.
fn versions_before_the_answer(server: &mut Server, text: &str) -> Vec<i64> {
    server.answers(&json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": { "capabilities": {} } }));
    let document = json!({ "uri": "untitled:a.game", "languageId": "game", "version": 1, "text": text });
    server.send(&json!({ "jsonrpc": "2.0", "method": "textDocument/didOpen", "params": { "textDocument": document } }));
    assert_eq!(server.receive()["params"]["diagnostics"], json!([]));
    // All messages are written at once, so that the edits are in the queue together.
    let mut bytes = Vec::new();
    let mut add = |message: Value| {
        let text = message.to_string();
        bytes.extend(format!("Content-Length: {}\r\n\r\n{text}", text.len()).into_bytes());
    };
    let start = json!({ "line": 0, "character": 0 });
    for version in 2..52 {
        let change = json!({ "range": { "start": start, "end": start }, "text": "// a comment\n" });
        let document = json!({ "uri": "untitled:a.game", "version": version });
        let params = json!({ "textDocument": document, "contentChanges": [change] });
        add(json!({ "jsonrpc": "2.0", "method": "textDocument/didChange", "params": params }));
    }
    let edition = text.lines().position(|line| line.starts_with("edition")).expect("it has an edition");
    let place = json!({ "line": edition + 50, "character": 1 });
    let params = json!({ "textDocument": { "uri": "untitled:a.game" }, "position": place });
    add(json!({ "jsonrpc": "2.0", "id": 2, "method": "textDocument/hover", "params": params }));
    server.send_bytes(&bytes);
    let mut versions = Vec::new();
    loop {
        let answer = server.receive();
        if answer["id"] == 2 {
            assert!(answer["result"]["contents"]["value"].as_str().expect("a text").contains("edition"), "{answer}");
            return versions;
        }
        versions.extend(answer["params"]["version"].as_i64());
    }
}

fn chess() -> &'static str {
    let game = boardwright_games::shipped_game("chess").expect("it ships");
    std::str::from_utf8(game.text).expect("game files that ship are UTF-8")
}

#[test]
fn queued_edits_are_analysed_together() {
    let versions = versions_before_the_answer(&mut Server::start(), chess());
    assert_eq!(versions.last(), Some(&51), "the answer follows the diagnostics of the last edit");
    assert!(versions.len() < 10, "{versions:?}");
}

#[test]
fn requests_do_not_wait_for_the_analysis_of_a_large_file() {
    let mut server = Server::start();
    let text = format!("{}{}", chess(), "// a line that makes the file large\n".repeat(9_000));
    let mut versions = versions_before_the_answer(&mut server, &text);
    while versions.last() != Some(&51) {
        versions.extend(server.receive()["params"]["version"].as_i64());
    }
    assert!(versions.len() < 10, "{versions:?}");
}
