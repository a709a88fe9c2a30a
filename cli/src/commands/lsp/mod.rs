//! `boardwright lsp`: Language Server Protocol server for game files on standard input and output.
//! `boardwright_lang::analysis` computes the answers; this module translates them to the protocol.

mod answers;
mod client;
mod conversion;
mod diagnostics;
mod documents;

use std::panic::{AssertUnwindSafe, catch_unwind};

use lsp_server::{Connection, ErrorCode, Message, Notification, Request, Response};
use lsp_types::notification::{
    DidChangeTextDocument, DidCloseTextDocument, DidOpenTextDocument, DidSaveTextDocument, Exit, Notification as _,
    PublishDiagnostics,
};
use lsp_types::request::{Initialize, Request as _, Shutdown};
use serde::de::DeserializeOwned;

use crate::answer::Answer;
use crate::failure::Failure;
use client::EditorCapabilities;
use documents::Documents;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Accepted for editors that pass it; standard input and output are always used.
    #[arg(long, hide = true)]
    stdio: bool,
}

/// Serves until the editor ends the connection.
pub fn run(_: &Args) -> Result<Answer, Failure> {
    let (connection, threads) = Connection::stdio();
    let mut server = Server {
        connection,
        documents: Documents::default(),
        client: EditorCapabilities::default(),
        phase: Phase::Uninitialized,
    };
    let answer = server.serve();
    drop(server);
    threads.join()?;
    Ok(answer)
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
    connection: Connection,
    documents: Documents,
    client: EditorCapabilities,
    phase: Phase,
}

impl Server {
    fn serve(&mut self) -> Answer {
        loop {
            // Changes that arrive faster than they can be analysed are analysed together.
            let next = match self.connection.receiver.try_recv() {
                Ok(message) => message,
                Err(_) => {
                    self.analyse_and_publish();
                    match self.connection.receiver.recv() {
                        Ok(message) => message,
                        // The editor closed the connection without `exit`.
                        Err(_) => return Answer::No,
                    }
                }
            };
            match next {
                Message::Request(request) => {
                    self.analyse_and_publish();
                    let response = self.respond(request);
                    self.send(response.into());
                }
                Message::Notification(notification) if notification.method == Exit::METHOD => {
                    return if self.phase == Phase::ShutDown { Answer::Yes } else { Answer::No };
                }
                Message::Notification(notification) => self.handle_notification(notification),
                // The server sends no requests, so responses are ignored.
                Message::Response(_) => {}
            }
        }
    }

    fn send(&self, message: Message) {
        // If the receiver is gone, the loop ends by itself.
        let _ = self.connection.sender.send(message);
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
            if let Some(params) = diagnostics::for_document(&self.documents, self.client, &uri) {
                self.publish_diagnostics(params);
            }
        }
    }

    fn publish_diagnostics(&self, params: lsp_types::PublishDiagnosticsParams) {
        self.send(Notification::new(PublishDiagnostics::METHOD.to_owned(), params).into());
    }
}

fn read<T: DeserializeOwned>(params: serde_json::Value) -> Option<T> {
    serde_json::from_value(params).ok()
}
