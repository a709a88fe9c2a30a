//! A player of this program at a dealer of the ACPC protocol.

use std::net::TcpStream;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use boardwright_game::deals::{Deals, DealsState};
use boardwright_game::game::Game as _;
use boardwright_game::ids::Player;
use boardwright_games::holdem::{HandSetup, Holdem, HoldemAction, HoldemMove, HoldemState, MatchStacks};
use boardwright_players::registry::PlayerArtifacts;
use boardwright_players::{Question, masked_state};

use super::Chips;
use super::acpc::{ClientSettings, ClientTotals, connect};
use crate::error::Error;
use crate::scripts;

/// A player and the match that it joins.
#[derive(Clone, Debug, PartialEq)]
pub struct ClientRequest<'a> {
    /// Address of the dealer, such as localhost:18791.
    pub address: &'a str,
    /// Player with its options, as on the command line.
    pub player: &'a str,
    /// Chips of the match, which the protocol does not transmit.
    pub chips: Chips,
    /// Time to wait for a line of the dealer.
    pub patience: Duration,
    /// Seed of the player.
    pub seed: u64,
}

/// Plays at a dealer until it closes the connection. A search ends early when `stop` is set.
///
/// # Errors
/// If the player is unknown or fails, the chips are invalid, or the connection fails.
pub fn play(request: &ClientRequest<'_>, stop: &AtomicBool) -> Result<ClientTotals, Error> {
    const ME: Player = Player::FIRST;
    let ClientRequest { address, chips: Chips { stack, small_blind, big_blind }, patience, .. } = *request;
    let spec = boardwright_players::parse(request.player).map_err(|error| Error::Usage(error.to_string()))?;
    let setup = HandSetup { stacks: [stack; 2], small_blind, big_blind, button: ME };
    setup.check().map_err(Error::Usage)?;
    let game = Deals::new(Holdem::new(setup, MatchStacks::Reset), 1);
    let script = scripts::load_for(&spec, &game).map_err(Error::Input)?;
    let artifacts = PlayerArtifacts { script, ..PlayerArtifacts::default() };
    let player = spec.make_with_artifacts(&game, request.seed, &artifacts);
    let mut player = player.map_err(|error| Error::Usage(error.to_string()))?;
    let mut moves = Vec::new();
    let mut decide = |hand: &HoldemState| -> Result<HoldemAction, String> {
        let state = DealsState::first(hand.clone());
        let limits = spec.limits(stop);
        let masked = masked_state(&game, &state, ME, &limits).map_err(|fault| fault.to_string())?;
        let state = masked.unwrap_or(state);
        game.legal_moves(&state, &mut moves).map_err(|fault| fault.to_string())?;
        let question =
            Question { game: &game, state: &state, me: ME, moves: &moves, limits, listener: None, clocks: &[] };
        match player.choose(&question).map_err(|fault| fault.to_string())?.mv {
            HoldemMove::Act(action) => Ok(action),
            HoldemMove::Deal(_) | HoldemMove::NextDeal => Err("the player chose no action".to_owned()),
        }
    };
    let stream = TcpStream::connect(address)
        .map_err(|error| Error::Input(format!("cannot connect to the dealer at {address}: {error}")))?;
    let settings = ClientSettings { stack, blinds: [small_blind, big_blind], patience };
    connect(stream, settings, &mut decide).map_err(|error| Error::Input(error.to_string()))
}
