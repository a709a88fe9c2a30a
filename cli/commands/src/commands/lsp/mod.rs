//! `boardwright lsp`: Language Server Protocol server for game files and scripts on standard input and output.
//! `boardwright_lang::analysis` computes the answers; this module translates them to the protocol.

mod answers;
mod client;
mod conversion;
mod diagnostics;
mod documents;
mod features;
mod rule_files;
mod scripts;
mod transport;

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};
use std::time::Duration;

use boardwright_lang::analysis::Analysis;
use lsp_server::{ErrorCode, Message, Notification, Request, Response};
use lsp_types::notification::{
    DidChangeTextDocument, DidCloseTextDocument, DidOpenTextDocument, DidSaveTextDocument, Exit, Notification as _,
    PublishDiagnostics,
};
use lsp_types::request::{Initialize, Request as _, Shutdown};
use serde::de::DeserializeOwned;

use crate::answer::Answer;
use client::EditorCapabilities;
use documents::Documents;
use transport::Incoming;

/// An event that the server waits for.
#[derive(Debug)]
enum Event {
    /// Input of the editor; `None` at its end.
    Input(Option<Incoming>),
    /// Result of the analysis of a large file.
    Analysed { uri: String, revision: u64, analysis: Option<Box<Analysis>> },
}

/// Quiet time after an edit before the file is analysed. Edits that arrive earlier are analysed together.
const QUIET_TIME: Duration = Duration::from_millis(20);

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Accepted for editors that pass it; standard input and output are always used.
    #[arg(long, hide = true)]
    stdio: bool,
}

/// Serves until the editor ends the connection.
pub fn run(_: &Args) -> Answer {
    let (sender, events) = channel();
    let input = sender.clone();
    transport::read_stdin(move |incoming| input.send(Event::Input(incoming)).is_ok());
    let mut server = Server {
        events,
        sender,
        is_analysing: false,
        output: io::stdout(),
        is_closed: false,
        documents: Documents::default(),
        client: EditorCapabilities::default(),
        phase: Phase::Uninitialized,
    };
    server.serve()
}

/// Lifecycle state of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Uninitialized,
    Ready,
    ShutDown,
}

/// Error answer of a request: the protocol's error code, and a message.
type ErrorAnswer = (ErrorCode, String);

struct Server {
    events: Receiver<Event>,
    /// Sender for the results of other threads.
    sender: Sender<Event>,
    /// `true` while another thread analyses a large file.
    is_analysing: bool,
    output: io::Stdout,
    /// `true` if the editor no longer reads the output.
    is_closed: bool,
    documents: Documents,
    client: EditorCapabilities,
    phase: Phase,
}

impl Server {
    fn serve(&mut self) -> Answer {
        while !self.is_closed {
            let next = match self.next() {
                Some(Incoming::Message(message)) => message,
                Some(Incoming::Malformed(error)) => {
                    let written = error.write(&mut self.output);
                    self.is_closed |= written.is_err();
                    continue;
                }
                // The editor closed the connection without `exit`.
                None => break,
            };
            match next {
                Message::Request(request) => {
                    self.analyse_and_publish();
                    let documents = &mut self.documents;
                    // A file whose analysis panics counts as not open.
                    let _ = catch_unwind(AssertUnwindSafe(|| documents.analyse_names()));
                    let response = self.respond(request);
                    self.send(&response.into());
                }
                Message::Notification(notification) if notification.method == Exit::METHOD => {
                    return if self.phase == Phase::ShutDown { Answer::Yes } else { Answer::No };
                }
                Message::Notification(notification) => self.handle_notification(notification),
                // The server sends no requests, so responses are ignored.
                Message::Response(_) => {}
            }
        }
        Answer::No
    }

    /// The next message; `None` at the end of the input. When no more edits arrive, analyses the changed files.
    fn next(&mut self) -> Option<Incoming> {
        loop {
            let event = match self.events.try_recv() {
                Ok(event) => event,
                Err(TryRecvError::Disconnected) => return None,
                Err(TryRecvError::Empty) => self.wait()?,
            };
            match event {
                Event::Input(incoming) => return incoming,
                Event::Analysed { uri, revision, analysis } => {
                    self.is_analysing = false;
                    if self.documents.finish_job(&uri, revision, analysis.map(|analysis| *analysis)) {
                        self.publish_diagnostics_of(&uri);
                    }
                }
            }
        }
    }

    /// Waits for the next event. Analyses the changed files once the editor pauses; large ones in another thread.
    fn wait(&mut self) -> Option<Event> {
        if self.documents.has_changed() {
            match self.events.recv_timeout(QUIET_TIME) {
                Ok(event) => return Some(event),
                Err(RecvTimeoutError::Disconnected) => return None,
                Err(RecvTimeoutError::Timeout) => {}
            }
            self.analyse_and_publish();
            self.start_job();
        }
        self.events.recv().ok()
    }

    /// Starts the analysis of a changed large file, unless one is running.
    fn start_job(&mut self) {
        if self.is_analysing {
            return;
        }
        let Some(job) = self.documents.next_job() else { return };
        self.is_analysing = true;
        let sender = self.sender.clone();
        std::thread::spawn(move || {
            let analysis = catch_unwind(AssertUnwindSafe(|| job.run())).ok().map(Box::new);
            // If the server has ended, nobody needs the result.
            let _ = sender.send(Event::Analysed { uri: job.uri, revision: job.revision, analysis });
        });
    }

    fn send(&mut self, message: &Message) {
        let written = message.write(&mut self.output.lock());
        self.is_closed |= written.is_err();
    }

    fn respond(&mut self, request: Request) -> Response {
        let Request { id, method, params } = request;
        let result = match self.phase {
            Phase::ShutDown => Err((ErrorCode::InvalidRequest, "the server has shut down".to_owned())),
            Phase::Uninitialized if method != Initialize::METHOD => {
                Err((ErrorCode::ServerNotInitialized, "`initialize` comes first".to_owned()))
            }
            Phase::Ready if method == Initialize::METHOD => {
                Err((ErrorCode::InvalidRequest, "the server is initialized already".to_owned()))
            }
            _ if method == Initialize::METHOD => {
                self.phase = Phase::Ready;
                self.client = EditorCapabilities::new(&params);
                Ok(client::initialize_result())
            }
            _ if method == Shutdown::METHOD => {
                self.phase = Phase::ShutDown;
                Ok(serde_json::Value::Null)
            }
            _ => {
                // A panic in the analysis must not end the server.
                let answer = || answers::answer(&self.documents, self.client, &method, params);
                let broken = |_| Err((ErrorCode::InternalError, format!("`{method}` failed, this is a bug")));
                catch_unwind(AssertUnwindSafe(answer)).unwrap_or_else(broken)
            }
        };
        match result {
            Ok(value) => Response::new_ok(id, value),
            Err((code, message)) => Response::new_err(id, code as i32, message),
        }
    }

    /// Handles a notification; malformed ones are ignored, since notifications have no response.
    fn handle_notification(&mut self, notification: Notification) {
        if self.phase != Phase::Ready {
            return;
        }
        let Notification { method, params } = notification;
        match method.as_str() {
            DidOpenTextDocument::METHOD => {
                if let Some(params) = read::<lsp_types::DidOpenTextDocumentParams>(params) {
                    let document = params.text_document;
                    self.documents.open(document.uri.as_str(), document.version, document.text);
                }
            }
            DidChangeTextDocument::METHOD => {
                if let Some(params) = read::<lsp_types::DidChangeTextDocumentParams>(params) {
                    let document = params.text_document;
                    self.documents.change(document.uri.as_str(), document.version, &params.content_changes);
                }
            }
            DidSaveTextDocument::METHOD => {
                if let Some(params) = read::<lsp_types::DidSaveTextDocumentParams>(params) {
                    self.documents.saved(params.text_document.uri.as_str());
                }
            }
            DidCloseTextDocument::METHOD => {
                if let Some(params) = read::<lsp_types::DidCloseTextDocumentParams>(params) {
                    self.documents.close(params.text_document.uri.as_str());
                    self.publish_diagnostics(diagnostics::cleared(params.text_document.uri));
                }
            }
            _ => {}
        }
    }

    /// Analyses the changed files and publishes their diagnostics.
    fn analyse_and_publish(&mut self) {
        let documents = &mut self.documents;
        let changed = catch_unwind(AssertUnwindSafe(|| documents.analyse_changed())).unwrap_or_default();
        for uri in changed {
            self.publish_diagnostics_of(&uri);
        }
    }

    fn publish_diagnostics_of(&mut self, uri: &str) {
        if let Some(params) = diagnostics::for_document(&self.documents, self.client, uri) {
            self.publish_diagnostics(params);
        }
    }

    fn publish_diagnostics(&mut self, params: lsp_types::PublishDiagnosticsParams) {
        self.send(&Notification::new(PublishDiagnostics::METHOD.to_owned(), params).into());
    }
}

fn read<T: DeserializeOwned>(params: serde_json::Value) -> Option<T> {
    serde_json::from_value(params).ok()
}
