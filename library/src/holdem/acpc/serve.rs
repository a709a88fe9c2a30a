//! The dealer: accepts two clients, plays the hands of a match, and ends it if a client fails.

use std::io::ErrorKind;
use std::net::TcpListener;
use std::time::{Duration, Instant};

use boardwright_game::ids::Player;
use boardwright_games::holdem::acpc::{Dealer, DealerAnswer, VERSION};
use thiserror::Error;

use super::connection::{Connection, Reception};

/// Pause between two looks for a client that connects.
const ACCEPT_PAUSE: Duration = Duration::from_millis(5);

/// Limits of time and of invalid actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DealerLimits {
    /// Time in which both clients must connect.
    pub start: Duration,
    /// Time for each answer.
    pub response: Duration,
    /// Number of invalid actions of a seat after which the match ends.
    pub invalid_actions: u64,
}

impl Default for DealerLimits {
    /// Ten minutes for each answer and no limit of invalid actions, as the competition's dealer has by default.
    fn default() -> Self {
        let response = Duration::from_mins(10);
        Self { start: response, response, invalid_actions: u64::MAX }
    }
}

/// Event of a match, for logs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DealerEvent {
    /// A hand is over: its line of the log.
    Hand(String),
    /// A client did something that the protocol does not allow, and the match goes on.
    Warning {
        /// The seat, from 1.
        seat: Player,
        /// Description.
        text: String,
    },
    /// The match is over: the last line of the log.
    Score(String),
}

/// Reason why a match was not finished.
#[derive(Debug, Error)]
#[allow(missing_docs)]
pub enum DealerError {
    /// A client did not connect in time.
    #[error("seat {seat}: no client connected within {} s", limit.as_secs_f64())]
    NoClient { seat: Player, limit: Duration },
    /// The socket failed.
    #[error("seat {seat}: the port cannot be used: {error}")]
    Socket { seat: Player, error: std::io::Error },
    /// The first line of a client is not the version of the protocol.
    #[error("seat {seat}: the first line is \"{line}\", and should be \"{VERSION}\"")]
    Version { seat: Player, line: String },
    /// The connection of a client was closed.
    #[error("seat {seat}: could not get an action in hand {hand}: the connection was closed{}", after(partial))]
    Closed { seat: Player, hand: u64, partial: String },
    /// A client did not answer in time.
    #[error("seat {seat}: could not get an action in hand {hand}: no answer within {} s{}", limit.as_secs_f64(), after(partial))]
    TimedOut { seat: Player, hand: u64, limit: Duration, partial: String },
    /// A client made too many invalid actions.
    #[error("seat {seat}: {count} invalid actions, the last one in hand {hand}")]
    InvalidActions { seat: Player, hand: u64, count: u64 },
}

/// Description of half a line.
fn after(partial: &str) -> String {
    if partial.is_empty() { String::new() } else { format!(" after half a line, \"{partial}\"") }
}

/// Plays a match with the clients that connect to the ports; the first port is that of the first seat.
///
/// # Errors
/// If a client fails; hands that are over have been reported.
pub fn serve(
    ports: [&TcpListener; 2],
    mut dealer: Dealer,
    limits: DealerLimits,
    report: &mut dyn FnMut(&DealerEvent),
) -> Result<[i64; 2], DealerError> {
    let until = Instant::now() + limits.start;
    let [first, second] = ports;
    let seats = [Player::FIRST, Player::FIRST.next(2)];
    let mut clients = [accept(first, seats[0], until, limits)?, accept(second, seats[1], until, limits)?];
    let mut invalid_actions = [0_u64; 2];
    loop {
        for seat in seats {
            // A client that is gone is noticed when it is to act.
            let _ = clients[seat.index()].send(&dealer.line(seat));
        }
        if let Some(seat) = dealer.to_act() {
            let client = &mut clients[seat.index()];
            let is_invalid = play_turn(&mut dealer, seat, client, limits.response, report)?;
            let count = &mut invalid_actions[seat.index()];
            *count += u64::from(is_invalid);
            if *count > limits.invalid_actions {
                return Err(DealerError::InvalidActions { seat, hand: dealer.hand(), count: *count });
            }
            continue;
        }
        report(&DealerEvent::Hand(dealer.log_line()));
        if !dealer.next_hand() {
            report(&DealerEvent::Score(dealer.score_line()));
            return Ok(dealer.totals());
        }
    }
}

/// Waits for the action of a seat and makes it; returns `true` if it was invalid.
fn play_turn(
    dealer: &mut Dealer,
    seat: Player,
    client: &mut Connection,
    limit: Duration,
    report: &mut dyn FnMut(&DealerEvent),
) -> Result<bool, DealerError> {
    let (hand, until) = (dealer.hand(), Instant::now() + limit);
    loop {
        let line = match client.receive(until) {
            Reception::Line(line) => line,
            Reception::Closed(partial) => return Err(DealerError::Closed { seat, hand, partial }),
            Reception::TimedOut(partial) => return Err(DealerError::TimedOut { seat, hand, limit, partial }),
        };
        let (is_made, warning) = match dealer.answer(&line) {
            DealerAnswer::Ignored { warning } => (false, warning),
            DealerAnswer::Made { warning } => (true, warning),
        };
        let is_invalid = is_made && warning.is_some();
        if let Some(text) = warning {
            report(&DealerEvent::Warning { seat, text });
        }
        if is_made {
            return Ok(is_invalid);
        }
    }
}

/// Waits for the client of a seat and its first line.
fn accept(port: &TcpListener, seat: Player, until: Instant, limits: DealerLimits) -> Result<Connection, DealerError> {
    let socket = |error| DealerError::Socket { seat, error };
    let absent = || DealerError::NoClient { seat, limit: limits.start };
    port.set_nonblocking(true).map_err(socket)?;
    let stream = loop {
        match port.accept() {
            Ok((stream, _)) => break stream,
            Err(error) if error.kind() == ErrorKind::WouldBlock => {
                if Instant::now() >= until {
                    return Err(absent());
                }
                std::thread::sleep(ACCEPT_PAUSE);
            }
            Err(error) => return Err(socket(error)),
        }
    };
    stream.set_nonblocking(false).map_err(socket)?;
    let mut connection = Connection::new(stream).map_err(socket)?;
    match connection.receive(until) {
        Reception::Line(line) if is_version(&line) => Ok(connection),
        Reception::Line(line) | Reception::Closed(line) => Err(DealerError::Version { seat, line }),
        Reception::TimedOut(_) => Err(absent()),
    }
}

/// `true` for the version of the protocol: later revisions of 2.0 are the same to a dealer.
fn is_version(line: &str) -> bool {
    line.starts_with("VERSION:2.0.")
}
