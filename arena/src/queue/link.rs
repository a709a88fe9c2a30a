//! The connection to the server of a queue, and the few things that are asked of it. What is kept there is for others to know.

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

use super::names::Names;

/// How long to wait for the server, in whatever matter.
pub(super) const PATIENCE: Duration = Duration::from_secs(4);
/// How long after a failure something is tried again.
pub(super) const PAUSE: Duration = Duration::from_millis(300);
/// More is not in one message: servers take 1 MiB unless told otherwise.
const PIECE: usize = 500 * 1024;

/// Why something did not work.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Problem {
    /// It may work later.
    Passing(String),
    /// The tournament is not at the server.
    Gone,
    /// It will not work later either.
    Lasting(String),
}

/// Told what happens to the connection.
pub(super) type Say = Arc<dyn Fn(String) + Send + Sync>;

/// A connection.
#[derive(Clone)]
pub(super) struct Link {
    pub client: Client,
    pub context: Context,
    /// The server, without passwords.
    pub address: String,
}

/// What went wrong, with what is behind it.
pub(super) fn passing(doing: &str, error: &(dyn std::error::Error + 'static)) -> Problem {
    let mut text = format!("cannot {doing}: {error}");
    let mut cause = error.source();
    while let Some(error) = cause {
        if !text.contains(&error.to_string()) {
            text = format!("{text}: {error}");
        }
        cause = error.source();
    }
    Problem::Passing(text)
}

/// Looks at the server before anything is trusted to it: whether it is there, and speaks what we speak. It says so by itself.
fn greeted(host: &str, port: u16) -> Result<(), String> {
    let help = "start one with `nats-server -js -sd FOLDER`, or name the one that runs";
    let bare = host.trim_matches(['[', ']']);
    let addresses = (bare, port).to_socket_addrs().map_err(|error| format!("cannot find {host}: {error}"))?;
    let mut failed = format!("{host} has no address");
    for address in addresses {
        match TcpStream::connect_timeout(&address, PATIENCE) {
            Ok(stream) => {
                let mut line = Vec::new();
                let timed = stream.set_read_timeout(Some(PATIENCE));
                let read = timed.and_then(|()| BufReader::new(stream.take(1 << 20)).read_until(b'\n', &mut line));
                let line = String::from_utf8_lossy(&line);
                return match line.strip_prefix("INFO ") {
                    _ if read.is_err() => Err(format!("{host}:{port} is silent, so it is no NATS server; {help}")),
                    None => Err(format!("{host}:{port} is no NATS server; {help}")),
                    Some(info) => {
                        let info: serde_json::Value = serde_json::from_str(info).unwrap_or_default();
                        let sealed = info["tls_required"].as_bool().unwrap_or(false);
                        if sealed {
                            Err(format!("{host}:{port} wants TLS, which this program does not speak"))
                        } else {
                            Ok(())
                        }
                    }
                };
            }
            Err(error) => failed = format!("no server answers at {host}:{port} ({error}); {help}"),
        }
    }
    Err(failed)
}

impl Link {
    /// Connects to `nats://[user:password@]host[:port]`.
    ///
    /// # Errors
    /// What is wrong, where, and what to do.
    pub async fn open(url: &str, say: Say) -> Result<Self, String> {
        let written = format!("\"{url}\" is no address of a queue, as in nats://host or nats://host:4222");
        if url.contains("://") && !url.starts_with("nats://") || url.contains([',', ' ']) {
            return Err(written);
        }
        let server: ServerAddr = url.parse().map_err(|_| written.clone())?;
        let (host, port) = (server.host().to_owned(), server.port());
        if host.is_empty() {
            return Err(written);
        }
        greeted(&host, port)?;
        let address = format!("nats://{host}:{port}");
        let (named, lost) = (address.clone(), AtomicBool::new(false));
        let options = ConnectOptions::new()
            .name("boardwright")
            .connection_timeout(PATIENCE)
            .request_timeout(Some(PATIENCE))
            .reconnect_delay_callback(|attempts| Duration::from_millis((attempts as u64 * 50).clamp(50, 1000)))
            .event_callback(move |event| {
                match event {
                    Event::Disconnected => {
                        lost.store(true, Ordering::Relaxed);
                        say(format!("the connection to {named} is lost; it is tried again until it is there"));
                    }
                    Event::Connected if lost.swap(false, Ordering::Relaxed) => {
                        say(format!("the connection to {named} is there again"));
                    }
                    _ => {}
                }
                std::future::ready(())
            });
        let client = options.connect(server).await.map_err(|error| match passing("connect", &error) {
            Problem::Passing(text) | Problem::Lasting(text) => format!("{address}: {text}"),
            Problem::Gone => address.clone(),
        })?;
        let mut context = jetstream::new(client.clone());
        context.set_timeout(PATIENCE);
        let link = Self { client, context, address };
        // A server without JetStream has nobody who answers this.
        match link.tournaments().await {
            Ok(_) | Err(Problem::Gone) => {}
            Err(Problem::Passing(text) | Problem::Lasting(text)) => {
                let help = "it needs JetStream: `nats-server -js -sd FOLDER` starts one that has it";
                return Err(format!("{}: {text}; {help}", link.address));
            }
        }
        Ok(link)
    }

    /// Whether there is a connection now.
    pub fn is_up(&self) -> bool {
        self.client.connection_state() == State::Connected
    }

    /// The tournaments at the server, in the order of their names.
    pub async fn tournaments(&self) -> Result<Vec<Names>, Problem> {
        let mut streams = self.context.stream_names();
        let mut found = Vec::new();
        while let Some(name) = streams.next().await {
            let name = name.map_err(|error| passing("list streams", &error))?;
            found.extend(Names::of_stream(&name));
        }
        found.sort();
        Ok(found)
    }

    /// A stream that is there.
    pub async fn stream(&self, name: &str) -> Result<stream::Stream, Problem> {
        self.context.get_stream(name).await.map_err(|error| match error.kind() {
            GetStreamErrorKind::JetStream(error) if error.error_code() == ErrorCode::STREAM_NOT_FOUND => Problem::Gone,
            _ => passing("find the tournament at the server", &error),
        })
    }

    /// A stream that is there from now on, and whether it was not before.
    pub async fn made(&self, config: stream::Config) -> Result<(stream::Stream, bool), Problem> {
        match self.stream(&config.name).await {
            Err(Problem::Gone) => {}
            other => return other.map(|stream| (stream, false)),
        }
        match self.context.create_stream(config).await {
            Ok(stream) => Ok((stream, true)),
            Err(error) => Err(match (error.kind(), passing("make a stream", &error)) {
                // No room, no permission: waiting does not help.
                (CreateStreamErrorKind::JetStream(_), Problem::Passing(text)) => Problem::Lasting(text),
                (_, problem) => problem,
            }),
        }
    }

    /// Keeps a message in a stream, unless one of the same subject is there, which is as good.
    pub async fn publish(&self, subject: String, id: &str, payload: Vec<u8>) -> Result<(), Problem> {
        let acknowledged = self.begin_publish(subject, id, payload).await?;
        published(acknowledged.await)
    }

    /// Sends a message, and gives what waits for the answer.
    pub async fn begin_publish(
        &self,
        subject: String,
        id: &str,
        payload: Vec<u8>,
    ) -> Result<jetstream::context::PublishAckFuture, Problem> {
        let mut headers = HeaderMap::new();
        headers.insert("Nats-Msg-Id", id);
        let sent = self.context.publish_with_headers(subject, headers, payload.into()).await;
        sent.map_err(|error| match error.kind() {
            PublishErrorKind::MaxPayloadExceeded => {
                Problem::Lasting("the server takes no message of this length; raise its max_payload".to_owned())
            }
            _ => passing("send to the server", &error),
        })
    }

    /// Keeps what came of a game, in pieces if it is long.
    pub async fn publish_result(&self, names: &Names, id: u64, result: &[u8]) -> Result<(), Problem> {
        let piece = PIECE.min(self.client.server_info().max_payload.saturating_sub(1024)).max(1);
        if result.len() <= piece {
            return self.publish(names.result(id), &format!("result-{id}"), result.to_vec()).await;
        }
        // Players with clocks never play the same game twice: pieces of two results must not be taken for one.
        let mut sum = crate::tournament::digest::of_bytes(result);
        sum.truncate(16);
        let pieces = result.len().div_ceil(piece);
        for (number, bytes) in result.chunks(piece).enumerate() {
            let subject = names.piece(id, &sum, number, pieces);
            self.publish(subject, &format!("result-{id}-{sum}-{number}"), bytes.to_vec()).await?;
        }
        Ok(())
    }
}

/// What an answer of the server means.
pub(super) fn published(
    answer: Result<jetstream::publish::PublishAck, jetstream::context::PublishError>,
) -> Result<(), Problem> {
    let Err(error) = answer else { return Ok(()) };
    // The stream keeps the first message of each subject, and says so of any other.
    let there = error.source().is_some_and(|told| told.to_string().contains("maximum messages per subject"));
    match error.kind() {
        _ if there => Ok(()),
        PublishErrorKind::StreamNotFound => Err(Problem::Gone),
        _ => Err(passing("keep a message at the server", &error)),
    }
}
