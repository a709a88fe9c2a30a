//! `boardwright lsp`: answers editors about game files, by the Language Server Protocol on standard input and output.
//! What there is to answer is found out by `boardwright_lang::analysis`; here it only gets the protocol's form.

mod answers;
mod client;
mod diagnostics;
mod documents;
mod shapes;

use std::panic::{AssertUnwindSafe, catch_unwind};

use lsp_server::{Connection, ErrorCode, Message, Notification, Request, Response};
use lsp_types::notification::{
    DidChangeTextDocument, DidCloseTextDocument, DidOpenTextDocument, DidSaveTextDocument, Exit, Notification as _,
    PublishDiagnostics,
};
use lsp_types::request::{Initialize, Request as _, Shutdown};
use serde::de::DeserializeOwned;

use super::Answer;
use crate::failure::Failure;
use client::Client;
use documents::Documents;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Nothing else is possible; many editors say it.
    #[arg(long, hide = true)]
    stdio: bool,
}

/// Serves until the editor says that it is enough.
pub fn run(_: &Args) -> Result<Answer, Failure> {
    let (connection, threads) = Connection::stdio();
    let mut server =
        Server { connection, documents: Documents::default(), client: Client::default(), phase: Phase::Begun };
    let answer = server.serve();
    drop(server);
    threads.join()?;
    Ok(answer)
}

/// How far the talk with the editor has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Begun,
    Ready,
    ShutDown,
}

/// Why a request is not answered: the protocol's number, and words.
type Refusal = (ErrorCode, String);

struct Server {
    connection: Connection,
    documents: Documents,
    client: Client,
    phase: Phase,
}

impl Server {
    fn serve(&mut self) -> Answer {
        loop {
            // What is typed faster than it can be looked at is looked at once.
            let next = match self.connection.receiver.try_recv() {
                Ok(message) => message,
                Err(_) => {
                    self.publish();
                    match self.connection.receiver.recv() {
                        Ok(message) => message,
                        // The editor went away without a word.
                        Err(_) => return Answer::No,
                    }
                }
            };
            match next {
                Message::Request(request) => {
                    self.publish();
                    let response = self.respond(request);
                    self.send(response.into());
                }
                Message::Notification(notification) if notification.method == Exit::METHOD => {
                    return if self.phase == Phase::ShutDown { Answer::Yes } else { Answer::No };
                }
                Message::Notification(notification) => self.note(notification),
                // Nothing is ever asked of the editor.
                Message::Response(_) => {}
            }
        }
    }

    fn send(&self, message: Message) {
        // If nobody listens any more, the loop ends by itself.
        let _ = self.connection.sender.send(message);
    }

    fn respond(&mut self, request: Request) -> Response {
        let Request { id, method, params } = request;
        let result = match self.phase {
            Phase::ShutDown => Err((ErrorCode::InvalidRequest, "the server has shut down".to_owned())),
            Phase::Begun if method != Initialize::METHOD => {
                Err((ErrorCode::ServerNotInitialized, "`initialize` comes first".to_owned()))
            }
            Phase::Ready if method == Initialize::METHOD => {
                Err((ErrorCode::InvalidRequest, "the server is initialized already".to_owned()))
            }
            _ if method == Initialize::METHOD => {
                self.phase = Phase::Ready;
                self.client = Client::new(&params);
                Ok(client::welcome())
            }
            _ if method == Shutdown::METHOD => {
                self.phase = Phase::ShutDown;
                Ok(serde_json::Value::Null)
            }
            _ => {
                // A mistake of ours shall not cost the editor its server.
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

    /// Takes note of something; what makes no sense is passed over, since nobody could be told.
    fn note(&mut self, notification: Notification) {
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
                    self.tell(diagnostics::none(params.text_document.uri));
                }
            }
            _ => {}
        }
    }

    /// Looks at what has changed, and says what is wrong with it.
    fn publish(&mut self) {
        let documents = &mut self.documents;
        let changed = catch_unwind(AssertUnwindSafe(|| documents.look())).unwrap_or_default();
        for uri in changed {
            if let Some(params) = diagnostics::of(&self.documents, self.client, &uri) {
                self.tell(params);
            }
        }
    }

    fn tell(&self, params: lsp_types::PublishDiagnosticsParams) {
        self.send(Notification::new(PublishDiagnostics::METHOD.to_owned(), params).into());
    }
}

fn read<T: DeserializeOwned>(params: serde_json::Value) -> Option<T> {
    serde_json::from_value(params).ok()
}
