//! Base protocol of the Language Server Protocol: messages with a `Content-Length` header on standard input and output.
//! Malformed input is reported and skipped, so that the connection survives it.

use std::io::{self, Read, Write};

use lsp_server::{ErrorCode, Message, RequestId};
use serde_json::{Value, json};

/// Maximum size of a message in bytes. Game files have at most 4 MiB, and JSON escapes lengthen them.
const MAX_MESSAGE_BYTES: usize = 64 << 20;
/// Number of bytes that are read at once.
const CHUNK_BYTES: usize = 16 << 10;

/// Name of the one header that is required, in lower case.
const CONTENT_LENGTH: &[u8] = b"content-length:";

/// A message of the editor, or the error that answers malformed input.
#[derive(Debug)]
pub enum Incoming {
    Message(Message),
    Malformed(MalformedInput),
}

/// Error about input that is no message.
#[derive(Debug, PartialEq)]
pub struct MalformedInput {
    code: i32,
    /// Id of the request, if it can be read.
    id: Value,
    reason: String,
}

impl MalformedInput {
    fn parse_error(reason: String) -> Self {
        Self { code: ErrorCode::ParseError as i32, id: Value::Null, reason }
    }

    /// Writes the error as the answer of a request.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let Self { code, id, reason } = self;
        let answer = json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": reason } }).to_string();
        write!(out, "Content-Length: {}\r\n\r\n{answer}", answer.len())?;
        out.flush()
    }
}

/// Reads standard input in a thread and passes it to `send`, which returns `false` if nobody receives it. The end of the
/// input is `None`; an input error ends the connection too.
pub fn read_stdin(send: impl Fn(Option<Incoming>) -> bool + Send + 'static) {
    std::thread::spawn(move || {
        let mut reader = MessageReader::new(io::stdin().lock());
        while let Ok(Some(incoming)) = reader.next() {
            if !send(Some(incoming)) {
                return;
            }
        }
        send(None);
    });
}

/// Splits a byte stream into messages.
struct MessageReader<R> {
    input: R,
    /// Bytes that were read and not consumed.
    buffer: Vec<u8>,
    /// `true` after malformed input, until the next valid header.
    is_skipping: bool,
}

impl<R: Read> MessageReader<R> {
    fn new(input: R) -> Self {
        Self { input, buffer: Vec::new(), is_skipping: false }
    }

    /// The next message or error; `None` at the end of the input.
    fn next(&mut self) -> io::Result<Option<Incoming>> {
        loop {
            let length = match self.header()? {
                None => return Ok(None),
                Some(Ok(length)) => length,
                Some(Err(reason)) => {
                    // One error is enough for everything up to the next valid header.
                    if std::mem::replace(&mut self.is_skipping, true) {
                        continue;
                    }
                    return Ok(Some(Incoming::Malformed(MalformedInput::parse_error(reason))));
                }
            };
            if !self.fill(length)? {
                return Ok(None);
            }
            self.is_skipping = false;
            return Ok(Some(match parse(&self.buffer[..length]) {
                Ok(message) => {
                    self.buffer.drain(..length);
                    Incoming::Message(message)
                }
                Err(error) => {
                    // A length that is too large also covers the next headers, which are kept.
                    let body = &self.buffer[..length];
                    let end = find_headers(body).next().unwrap_or(length);
                    self.buffer.drain(..end);
                    self.is_skipping = true;
                    Incoming::Malformed(error)
                }
            }));
        }
    }

    /// Reads header lines up to the empty line after them. Returns the length of the message, or the reason why there is none.
    fn header(&mut self) -> io::Result<Option<Result<usize, String>>> {
        let mut length = None;
        loop {
            let Some(line) = self.line()? else { return Ok(None) };
            let text = line.trim_ascii();
            // After a length that was too small, the header follows the rest of the last message without a line break.
            match find_headers(text).next_back() {
                Some(start) => length = Some(content_length(&text[start + CONTENT_LENGTH.len()..])),
                None if text.is_empty() => {
                    return Ok(Some(length.unwrap_or_else(|| Err("a message has no Content-Length".to_owned()))));
                }
                None => {}
            }
        }
    }

    /// The next line with its line feed; `None` at the end of the input.
    fn line(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut searched = 0;
        loop {
            if let Some(end) = self.buffer[searched..].iter().position(|&byte| byte == b'\n') {
                return Ok(Some(self.buffer.drain(..=searched + end).collect()));
            }
            searched = self.buffer.len();
            if searched > MAX_MESSAGE_BYTES {
                // Keeps the memory bounded. The beginning of a header may stand at the end.
                self.buffer.drain(..searched - CONTENT_LENGTH.len());
                searched = self.buffer.len();
            }
            if !self.read_more()? {
                return Ok(None);
            }
        }
    }

    /// Reads until the buffer has at least `length` bytes; `false` if the input ends before.
    fn fill(&mut self, length: usize) -> io::Result<bool> {
        while self.buffer.len() < length {
            if !self.read_more()? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn read_more(&mut self) -> io::Result<bool> {
        let mut chunk = [0; CHUNK_BYTES];
        let count = loop {
            match self.input.read(&mut chunk) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                result => break result?,
            }
        };
        self.buffer.extend_from_slice(&chunk[..count]);
        Ok(count > 0)
    }
}

/// Positions of `Content-Length:` in a text.
fn find_headers(text: &[u8]) -> impl DoubleEndedIterator<Item = usize> {
    let parts = text.windows(CONTENT_LENGTH.len()).enumerate();
    parts.filter(|(_, part)| part.eq_ignore_ascii_case(CONTENT_LENGTH)).map(|(at, _)| at)
}

fn content_length(value: &[u8]) -> Result<usize, String> {
    let text = String::from_utf8_lossy(value.trim_ascii()).into_owned();
    let shown: String = text.chars().take(40).collect();
    match text.parse() {
        Ok(length) if length <= MAX_MESSAGE_BYTES => Ok(length),
        Ok(length) => {
            Err(format!("Content-Length {length} is too large; messages have at most {MAX_MESSAGE_BYTES} bytes"))
        }
        Err(_) => Err(format!("Content-Length must be a number of bytes up to {MAX_MESSAGE_BYTES}, not \"{shown}\"")),
    }
}

fn parse(body: &[u8]) -> Result<Message, MalformedInput> {
    let value: Value = serde_json::from_slice(body)
        .map_err(|error| MalformedInput::parse_error(format!("a message is no JSON: {error}")))?;
    let id = value.get("id").cloned();
    let has_valid_id = id.as_ref().is_none_or(|id| serde_json::from_value::<RequestId>(id.clone()).is_ok());
    // Without this check, a request with an invalid id counts as a notification.
    let message = if has_valid_id { serde_json::from_value(value).ok() } else { None };
    message.ok_or_else(|| MalformedInput {
        code: ErrorCode::InvalidRequest as i32,
        id: id.filter(|id| id.is_string() || id.is_number()).unwrap_or_default(),
        reason: "a message is neither a request, nor a notification, nor a response of JSON-RPC 2.0".to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(text: &str) -> String {
        format!("Content-Length: {}\r\n\r\n{text}", text.len())
    }

    fn request(id: u32) -> String {
        message(&format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"m\"}}"))
    }

    /// Ids of the requests, and codes of the errors, in the order of the input. The input comes in small pieces.
    fn read(bytes: &[u8]) -> Vec<String> {
        struct Pieces<'a>(&'a [u8]);
        impl Read for Pieces<'_> {
            fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
                let count = out.len().min(7);
                self.0.read(&mut out[..count])
            }
        }
        let mut reader = MessageReader::new(Pieces(bytes));
        let mut found = Vec::new();
        while let Some(incoming) = reader.next().unwrap() {
            found.push(match incoming {
                Incoming::Message(Message::Request(request)) => request.id.to_string(),
                Incoming::Message(_) => "other".to_owned(),
                Incoming::Malformed(error) => error.code.to_string(),
            });
        }
        found
    }

    #[test]
    fn messages_are_read_in_order() {
        let more = "content-length: 17\r\nContent-Type: x\n\n{\"method\": \"note\"}"[..].replace("17", "18");
        assert_eq!(read((request(1) + &request(2) + &more).as_bytes()), ["1", "2", "other"]);
        assert_eq!(read(b""), [] as [String; 0]);
        assert_eq!(read(&request(1).as_bytes()[..30]), [] as [String; 0]);
    }

    #[test]
    fn malformed_input_is_one_error_and_then_skipped() {
        let cases: &[&[u8]] = &[
            b"Content-Length: 3\r\n\r\n{,}",
            b"Content-Length: 2\r\n\r\n\xff\xfe",
            // Too short and too long.
            b"Content-Length: 5\r\n\r\n{\"id\": 7, \"method\": \"m\"}",
            b"Content-Length: 60\r\n\r\n{\"id\": 7, \"method\": \"m\"}",
            b"Content-Length: many\r\n\r\n{}",
            b"Content-Length: -1\r\n\r\n{}",
            b"Content-Length: 99999999999999999999\r\n\r\n{}",
            b"Content-Length: 4000000000\r\n\r\n{}",
            b"Content-Type: x\r\n\r\n{}",
            b"nonsense\r\n\r\nmore nonsense\r\n",
        ];
        for case in cases {
            let input = [request(1).as_bytes(), case, request(2).as_bytes(), request(3).as_bytes()].concat();
            assert_eq!(read(&input), ["1", "-32700", "2", "3"], "{}", String::from_utf8_lossy(case));
        }
    }

    #[test]
    fn json_that_is_no_message_is_an_invalid_request() {
        for text in ["{}", "[]", "5", "null", "{\"id\": {}, \"method\": \"m\"}"] {
            assert_eq!(read((message(text) + &request(2)).as_bytes()), ["-32600", "2"], "{text}");
        }
        let error = parse(b"{\"id\": 7, \"method\": 5}").unwrap_err();
        assert_eq!((error.code, error.id.clone()), (-32600, json!(7)));
        let mut out = Vec::new();
        error.write(&mut out).unwrap();
        assert!(String::from_utf8(out).unwrap().starts_with("Content-Length: "));
    }
}
