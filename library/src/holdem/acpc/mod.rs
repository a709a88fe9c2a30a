//! Matches of the Annual Computer Poker Competition (ACPC) over TCP: a dealer with a port for each of two bots, and a client
//! that plays at such a dealer. The texts and the rules of the dealer are those of [`boardwright_games::holdem::acpc`].
//!
//! Violations of the protocol by a client have the same outcome as at the competition's own dealer:
//!
//! | event | outcome |
//! |---|---|
//! | connection closed, or nothing received in time | the match ends with an error that names the seat |
//! | half a line, then nothing or the end | as nothing, or as closed: a line is read only when it is complete |
//! | line that is no answer to the state sent | ignored with a warning; the time goes on |
//! | raise outside the legal interval | moved into it, with a warning |
//! | other illegal or unreadable action | call, with a warning |

mod connect;
mod connection;
mod serve;

pub use connect::{ClientError, ClientSettings, ClientTotals, connect};
pub use connection::{Connection, Reception};
pub use serve::{DealerError, DealerEvent, DealerLimits, serve};
