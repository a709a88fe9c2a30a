//! The client: plays at a dealer until it closes the connection.

use std::io;
use std::net::TcpStream;
use std::time::{Duration, Instant};

use boardwright_game::ids::Player;
use boardwright_games::holdem::acpc::{AcpcError, VERSION, action_text, parse_match_state};
use boardwright_games::holdem::{HoldemAction, HoldemState};
use thiserror::Error;

use super::connection::{Connection, Reception};

/// The game that the dealer plays; the protocol does not transmit it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClientSettings {
    /// Chips of each player at the beginning of a hand.
    pub stack: u32,
    /// The small and the big blind.
    pub blinds: [u32; 2],
    /// Time to wait for a line of the dealer.
    pub patience: Duration,
}

/// Observations of a client in a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClientTotals {
    /// Number of hands that are over.
    pub hands: u64,
    /// Number of actions that were sent.
    pub actions: u64,
    /// Chips won.
    pub winnings: i64,
}

/// Reason why a client ended before the match was over.
#[derive(Debug, Error)]
#[allow(missing_docs)]
pub enum ClientError {
    /// The connection failed.
    #[error("the connection to the dealer failed: {0}")]
    Io(#[from] io::Error),
    /// The dealer closed the connection in the middle of a hand.
    #[error("the dealer closed the connection in the middle of hand {hand}: the match has ended early")]
    Closed { hand: u64 },
    /// The dealer sent nothing.
    #[error("the dealer has sent nothing for {} s", patience.as_secs_f64())]
    TimedOut { patience: Duration },
    /// A line of the dealer cannot be read; stack and blinds may be others than the dealer's.
    #[error("{0}; are stack and blinds those of the dealer?")]
    Protocol(#[from] AcpcError),
    /// The player failed.
    #[error("the player failed: {0}")]
    Player(String),
}

/// Plays at a dealer until it closes the connection. `decide` gets each state in which the client, the first player, is
/// to act; the villain's cards are unknown.
///
/// # Errors
/// If the connection fails, the dealer breaks the protocol, or the player fails.
pub fn connect(
    stream: TcpStream,
    settings: ClientSettings,
    decide: &mut dyn FnMut(&HoldemState) -> Result<HoldemAction, String>,
) -> Result<ClientTotals, ClientError> {
    const ME: Player = Player::FIRST;
    let mut connection = Connection::new(stream)?;
    connection.send(VERSION)?;
    let mut totals = ClientTotals::default();
    // The hand that is not over, if any.
    let mut open_hand = None;
    loop {
        let line = match connection.receive(Instant::now() + settings.patience) {
            Reception::Line(line) => line,
            Reception::Closed(_) => match open_hand {
                None => return Ok(totals),
                Some(hand) => return Err(ClientError::Closed { hand }),
            },
            Reception::TimedOut(_) => return Err(ClientError::TimedOut { patience: settings.patience }),
        };
        if line.is_empty() || line.starts_with(['#', ';']) {
            continue;
        }
        let received = parse_match_state(&line, ME, [settings.stack; 2], settings.blinds)?;
        let state = received.state;
        open_hand = Some(received.hand).filter(|_| !state.is_over());
        if state.is_over() {
            totals.hands += 1;
            totals.winnings += state.winnings()[ME.index()];
        }
        if state.to_act() == Some(ME) {
            let action = decide(&state).map_err(ClientError::Player)?;
            connection.send(&format!("{line}:{}", action_text(&state, action)))?;
            totals.actions += 1;
        }
    }
}
