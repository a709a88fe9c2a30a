//! A dealer of the ACPC protocol that listens on two ports.

use std::net::{IpAddr, TcpListener};

use boardwright_games::holdem::acpc::{Dealer, DealerSettings};

use super::Chips;
use super::acpc::{DealerEvent, DealerLimits, serve};
use crate::error::Error;

/// A match of two bots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DealerRequest {
    /// Address on which the dealer listens.
    pub address: IpAddr,
    /// Port of each seat; 0 chooses a free one.
    pub ports: [u16; 2],
    /// Names of the players in the log.
    pub names: [String; 2],
    /// Chips of the match.
    pub chips: Chips,
    /// Number of hands.
    pub hands: u64,
    /// Seed of the cards.
    pub seed: u64,
}

/// A dealer with open ports, before its match.
pub struct OpenDealer {
    dealer: Dealer,
    listeners: [TcpListener; 2],
    ports: [u16; 2],
}

impl OpenDealer {
    /// Opens the ports of a match.
    ///
    /// # Errors
    /// If a name or the chips are invalid, or a port cannot be opened.
    pub fn open(request: DealerRequest) -> Result<Self, Error> {
        let DealerRequest { address, ports: [first, second], names, chips, hands, seed } = request;
        if let Some(name) = names.iter().find(|name| name.is_empty() || name.contains(['|', ':', '\n'])) {
            return Err(Error::Usage(format!("the name \"{name}\" must not be empty or contain \"|\" or \":\"")));
        }
        let Chips { stack, small_blind, big_blind } = chips;
        let settings = DealerSettings { stack, small_blind, big_blind, hands, seed, names };
        let dealer = Dealer::new(settings).map_err(Error::Usage)?;
        let listen = |port: u16| {
            let fails = |error| Error::Input(format!("cannot listen on {address}, port {port}: {error}"));
            let listener = TcpListener::bind((address, port)).map_err(fails)?;
            let port = listener.local_addr().map_err(fails)?.port();
            Ok::<_, Error>((listener, port))
        };
        let [(first, first_port), (second, second_port)] = [listen(first)?, listen(second)?];
        Ok(Self { dealer, listeners: [first, second], ports: [first_port, second_port] })
    }

    /// Port of each seat.
    pub fn ports(&self) -> [u16; 2] {
        self.ports
    }

    /// Plays the match with the bots that connect; returns the chips won by each seat.
    ///
    /// # Errors
    /// If a bot fails; hands that are over have been reported.
    pub fn play(self, limits: DealerLimits, report: &mut dyn FnMut(&DealerEvent)) -> Result<[i64; 2], Error> {
        let [first, second] = &self.listeners;
        serve([first, second], self.dealer, limits, report).map_err(|error| Error::Input(error.to_string()))
    }
}
