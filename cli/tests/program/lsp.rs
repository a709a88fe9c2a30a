//! Editors' sessions played again against the program: what is sent, and what comes back.
//! Which answers are right is tested in `boardwright-lang`; `BLESS=1` writes down what comes back now.

use std::fs;
use std::io::{BufRead, BufReader, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

/// Stands for the address of the folder in which a session's files lie.
const FOLDER: &str = "{folder}";
/// Of long lists and texts this much is kept, and how long they were.
const MOST_ITEMS: usize = 6;
const MOST_LETTERS: usize = 160;

/// The program, serving.
struct Server {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    barriers: usize,
}

impl Server {
    fn start() -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_boardwright"));
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

    /// Sends a message; all that comes back before the answer to a question that nobody can answer.
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

    /// Says no more; the exit status.
    fn end(mut self) -> Option<i32> {
        drop(self.input.take());
        self.child.wait().expect("it ends").code()
    }
}

/// Puts one text in the place of another, wherever it stands.
fn replaced(value: &Value, from: &str, to: &str) -> Value {
    match value {
        Value::String(text) => Value::String(text.replace(from, to)),
        Value::Array(list) => list.iter().map(|item| replaced(item, from, to)).collect(),
        Value::Object(fields) => {
            let fields = fields.iter().map(|(key, value)| (key.replace(from, to), replaced(value, from, to)));
            Value::Object(fields.collect())
        }
        other => other.clone(),
    }
}

/// What is kept of an answer.
fn cut(value: &Value) -> Value {
    match value {
        Value::String(text) => match text.char_indices().nth(MOST_LETTERS) {
            Some((at, _)) => json!(format!("{} [{} letters]", &text[..at], text.chars().count())),
            None => value.clone(),
        },
        Value::Array(list) => {
            let mut kept: Vec<Value> = list.iter().take(MOST_ITEMS).map(cut).collect();
            // Of the rest of the words that are offered, only which they are is kept.
            let labels: Vec<&str> = list.iter().skip(MOST_ITEMS).filter_map(|item| item["label"].as_str()).collect();
            if list.len() > MOST_ITEMS {
                kept.push(json!(format!("[{} in all] {}", list.len(), labels.join(" ")).trim_end()));
            }
            Value::Array(kept)
        }
        Value::Object(fields) => Value::Object(fields.iter().map(|(key, value)| (key.clone(), cut(value))).collect()),
        other => other.clone(),
    }
}

fn address(folder: &Path) -> String {
    format!("file://{}", folder.display())
}

/// Plays a session; it, with the answers that came.
fn played(session: &Value) -> Value {
    let folder = tempfile::tempdir().expect("a folder for files");
    let folder_is = address(&fs::canonicalize(folder.path()).expect("it is there"));
    for (name, text) in session["files"].as_object().expect("files by name") {
        fs::write(folder.path().join(name), text.as_str().expect("a text")).expect("it can be written");
    }
    let mut server = Server::start();
    let mut played = session.clone();
    for step in played["steps"].as_array_mut().expect("a list of steps") {
        let mut message = replaced(&step["send"], FOLDER, &folder_is);
        message["jsonrpc"] = json!("2.0");
        if message["method"] == "exit" {
            server.send(&message);
            continue;
        }
        let answers = server.answers(&message);
        let path = folder_is.trim_start_matches("file://");
        let answers = answers.iter().map(|answer| cut(&replaced(&replaced(answer, &folder_is, FOLDER), path, FOLDER)));
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
fn editors_get_the_answers_that_they_got() {
    let sessions = sessions();
    assert!(sessions.len() >= 3, "the sessions are not where they are looked for");
    for path in sessions {
        let text = fs::read_to_string(&path).expect("a session can be read");
        let session: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let played = played(&session);
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
fn an_editor_that_goes_away_is_not_waited_for() {
    let server = Server::start();
    assert_eq!(server.end(), Some(1));
    let mut server = Server::start();
    server.answers(&json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": { "capabilities": {} } }));
    assert_eq!(server.end(), Some(1));
}

#[test]
fn every_game_that_ships_opens_without_a_diagnostic() {
    let mut server = Server::start();
    server.answers(&json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": { "capabilities": {} } }));
    for game in boardwright_games::shipped() {
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
fn odd_messages_are_answered_too() {
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
