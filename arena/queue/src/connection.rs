//! Connection to the NATS server of a job queue: streams, and publishing of messages. It does not depend on their
//! content.

use std::error::Error as _;
use std::io::{BufRead as _, BufReader, Read as _};
use std::net::{TcpStream, ToSocketAddrs as _};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use async_nats::connection::State;
use async_nats::jetstream::context::{CreateStreamErrorKind, GetStreamErrorKind, PublishErrorKind};
use async_nats::jetstream::{self, Context, ErrorCode, stream};
use async_nats::{Client, ConnectOptions, Event, HeaderMap, ServerAddr};
use futures_util::StreamExt as _;

use crate::names::QueueNames;

/// Timeout of every request to the server.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(4);
/// Delay before a failed operation is tried again.
pub(crate) const RETRY_DELAY: Duration = Duration::from_millis(300);
/// Largest part of a result in one message: servers accept 1 MiB by default.
const MAX_PIECE: usize = 500 * 1024;

/// Error of a queue operation.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum QueueError {
    /// Transient error; a later attempt may succeed.
    Transient(String),
    /// The tournament's streams do not exist.
    Gone,
    /// Permanent error.
    Permanent(String),
}

/// Callback that receives notices about the connection.
pub(crate) type NoticeCallback = Arc<dyn Fn(String) + Send + Sync>;

/// Connection to a server.
#[derive(Clone)]
pub(crate) struct Connection {
    pub client: Client,
    pub context: Context,
    /// Server address, without credentials.
    pub address: String,
}

/// Transient problem with the message of `error` and its sources.
pub(crate) fn transient_error(doing: &str, error: &(dyn std::error::Error + 'static)) -> QueueError {
    let mut text = format!("cannot {doing}: {error}");
    let mut cause = error.source();
    while let Some(error) = cause {
        if !text.contains(&error.to_string()) {
            text = format!("{text}: {error}");
        }
        cause = error.source();
    }
    QueueError::Transient(text)
}

/// Checks for a NATS server without TLS at the address, by the greeting that a server sends first.
fn check_server(host: &str, port: u16) -> Result<(), String> {
    let help = "start one with `nats-server -js -sd FOLDER`, or give the address of a running one";
    let bare = host.trim_matches(['[', ']']);
    let addresses = (bare, port).to_socket_addrs().map_err(|error| format!("cannot find {host}: {error}"))?;
    let mut failed = format!("{host} has no address");
    for address in addresses {
        match TcpStream::connect_timeout(&address, TIMEOUT) {
            Ok(stream) => {
                let mut line = Vec::new();
                let timed = stream.set_read_timeout(Some(TIMEOUT));
                let read = timed.and_then(|()| BufReader::new(stream.take(1 << 20)).read_until(b'\n', &mut line));
                let line = String::from_utf8_lossy(&line);
                return match line.strip_prefix("INFO ") {
                    _ if read.is_err() => Err(format!("{host}:{port} does not answer as a NATS server; {help}")),
                    None => Err(format!("{host}:{port} is not a NATS server; {help}")),
                    Some(info) => {
                        let info: serde_json::Value = serde_json::from_str(info).unwrap_or_default();
                        let sealed = info["tls_required"].as_bool().unwrap_or(false);
                        if sealed { Err(format!("{host}:{port} requires TLS, which is not supported")) } else { Ok(()) }
                    }
                };
            }
            Err(error) => failed = format!("no server answers at {host}:{port} ({error}); {help}"),
        }
    }
    Err(failed)
}

impl Connection {
    /// Connects to `nats://[user:password@]host[:port]`.
    ///
    /// # Errors
    /// If the URL is invalid, or no server with JetStream answers: the error, the address, and what to do.
    pub async fn open(url: &str, say: NoticeCallback) -> Result<Self, String> {
        let written = format!("\"{url}\" is not the address of a queue, as in nats://host or nats://host:4222");
        if url.contains("://") && !url.starts_with("nats://") || url.contains([',', ' ']) {
            return Err(written);
        }
        let server: ServerAddr = url.parse().map_err(|_| written.clone())?;
        let (host, port) = (server.host().to_owned(), server.port());
        if host.is_empty() {
            return Err(written);
        }
        check_server(&host, port)?;
        let address = format!("nats://{host}:{port}");
        let (named, lost) = (address.clone(), AtomicBool::new(false));
        let options = ConnectOptions::new()
            .name("boardwright")
            .connection_timeout(TIMEOUT)
            .request_timeout(Some(TIMEOUT))
            .reconnect_delay_callback(|attempts| Duration::from_millis((attempts as u64 * 50).clamp(50, 1000)))
            .event_callback(move |event| {
                match event {
                    Event::Disconnected => {
                        lost.store(true, Ordering::Relaxed);
                        say(format!("lost the connection to {named}; reconnecting"));
                    }
                    Event::Connected if lost.swap(false, Ordering::Relaxed) => {
                        say(format!("reconnected to {named}"));
                    }
                    _ => {}
                }
                std::future::ready(())
            });
        let client = options.connect(server).await.map_err(|error| match transient_error("connect", &error) {
            QueueError::Transient(text) | QueueError::Permanent(text) => format!("{address}: {text}"),
            QueueError::Gone => address.clone(),
        })?;
        let mut context = jetstream::new(client.clone());
        context.set_timeout(TIMEOUT);
        let link = Self { client, context, address };
        // Without JetStream nothing answers this request.
        match link.tournaments().await {
            Ok(_) | Err(QueueError::Gone) => {}
            Err(QueueError::Transient(text) | QueueError::Permanent(text)) => {
                let help = "it needs JetStream: `nats-server -js -sd FOLDER` starts one that has it";
                return Err(format!("{}: {text}; {help}", link.address));
            }
        }
        Ok(link)
    }

    /// `true` while connected.
    pub fn is_connected(&self) -> bool {
        self.client.connection_state() == State::Connected
    }

    /// Tournaments at the server, in the order of their names.
    pub async fn tournaments(&self) -> Result<Vec<QueueNames>, QueueError> {
        let mut streams = self.context.stream_names();
        let mut found = Vec::new();
        while let Some(name) = streams.next().await {
            let name = name.map_err(|error| transient_error("list streams", &error))?;
            found.extend(QueueNames::from_stream(&name));
        }
        found.sort();
        Ok(found)
    }

    /// Looks up an existing stream.
    pub async fn stream(&self, name: &str) -> Result<stream::Stream, QueueError> {
        self.context.get_stream(name).await.map_err(|error| match error.kind() {
            GetStreamErrorKind::JetStream(error) if error.error_code() == ErrorCode::STREAM_NOT_FOUND => {
                QueueError::Gone
            }
            _ => transient_error("find the tournament at the server", &error),
        })
    }

    /// Looks up or creates a stream; the flag is `true` if it was created.
    pub async fn get_or_create_stream(&self, config: stream::Config) -> Result<(stream::Stream, bool), QueueError> {
        match self.stream(&config.name).await {
            Err(QueueError::Gone) => {}
            other => return other.map(|stream| (stream, false)),
        }
        match self.context.create_stream(config).await {
            Ok(stream) => Ok((stream, true)),
            Err(error) => Err(match (error.kind(), transient_error("create a stream", &error)) {
                // Permanent: no space or no permission.
                (CreateStreamErrorKind::JetStream(_), QueueError::Transient(text)) => QueueError::Permanent(text),
                (_, problem) => problem,
            }),
        }
    }

    /// Publishes a message and waits for the acknowledgement. An existing message of the same subject counts as
    /// success.
    pub async fn publish(&self, subject: String, id: &str, payload: Vec<u8>) -> Result<(), QueueError> {
        let acknowledged = self.begin_publish(subject, id, payload).await?;
        check_ack(acknowledged.await)
    }

    /// Publishes a message; returns the future of its acknowledgement.
    pub async fn begin_publish(
        &self,
        subject: String,
        id: &str,
        payload: Vec<u8>,
    ) -> Result<jetstream::context::PublishAckFuture, QueueError> {
        let mut headers = HeaderMap::new();
        headers.insert("Nats-Msg-Id", id);
        let sent = self.context.publish_with_headers(subject, headers, payload.into()).await;
        sent.map_err(|error| match error.kind() {
            PublishErrorKind::MaxPayloadExceeded => {
                QueueError::Permanent("the message is too long for the server; raise its max_payload".to_owned())
            }
            _ => transient_error("send to the server", &error),
        })
    }

    /// Publishes the result of a game, in pieces if it is long.
    pub async fn publish_result(&self, names: &QueueNames, id: u64, result: &[u8]) -> Result<(), QueueError> {
        let piece = MAX_PIECE.min(self.client.server_info().max_payload.saturating_sub(1024)).max(1);
        if result.len() <= piece {
            return self.publish(names.result(id), &format!("result-{id}"), result.to_vec()).await;
        }
        // The hash separates pieces of different results: players with clocks never play the same game twice.
        let mut sum = boardwright_arena::tournament::digest::digest_bytes(result);
        sum.truncate(16);
        let pieces = result.len().div_ceil(piece);
        for (number, bytes) in result.chunks(piece).enumerate() {
            let subject = names.piece(id, &sum, number, pieces);
            self.publish(subject, &format!("result-{id}-{sum}-{number}"), bytes.to_vec()).await?;
        }
        Ok(())
    }
}

/// Interprets a publish acknowledgement.
pub(crate) fn check_ack(
    answer: Result<jetstream::publish::PublishAck, jetstream::context::PublishError>,
) -> Result<(), QueueError> {
    let Err(error) = answer else { return Ok(()) };
    // The stream rejects a second message of a subject, which means that the first one was stored.
    let there = error.source().is_some_and(|cause| cause.to_string().contains("maximum messages per subject"));
    match error.kind() {
        _ if there => Ok(()),
        PublishErrorKind::StreamNotFound => Err(QueueError::Gone),
        _ => Err(transient_error("store a message at the server", &error)),
    }
}
