//! `boardwright holdem connect`: a player at a dealer.

use std::io::Write as _;
use std::net::TcpStream;
use std::time::Duration;

use boardwright_game::deals::{Deals, DealsState};
use boardwright_game::game::Game as _;
use boardwright_game::ids::Player as Number;
use boardwright_games::holdem::{HandSetup, Holdem, HoldemAction, HoldemMove, HoldemState, MatchStacks};
use boardwright_library::acpc::{ClientSettings, connect};
use boardwright_library::scripts;
use boardwright_players::registry::PlayerArtifacts;
use boardwright_players::{Question, masked_state};
use serde::Serialize;

use super::ChipArgs;
use crate::answer::Answer;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::Output;
use crate::seeds;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Address of the dealer, such as localhost:18791.
    #[arg(value_name = "HOST:PORT")]
    address: String,
    /// Player that chooses: `name` or `name:key=value,key=value`; `boardwright players` lists them.
    #[arg(long, value_name = "SPEC", default_value = "equity")]
    player: String,
    #[command(flatten)]
    chips: ChipArgs,
    /// Seconds to wait for the dealer.
    #[arg(long, value_name = "SECONDS", default_value_t = 600, value_parser = clap::value_parser!(u64).range(1..))]
    timeout: u64,
}

/// JSON answer.
#[derive(Serialize)]
struct ClientResult {
    hands: u64,
    actions: u64,
    chips: i64,
    mbb_per_hand: f64,
}

pub fn run(args: &Args, seed: Option<u64>, out: &mut Output) -> Result<Answer, Failure> {
    const ME: Number = Number::FIRST;
    let spec = boardwright_players::parse(&args.player).map_err(|error| Failure::Usage(error.to_string()))?;
    let ChipArgs { stack, small_blind, big_blind } = args.chips;
    let setup = HandSetup { stacks: [stack; 2], small_blind, big_blind, button: ME };
    setup.check().map_err(Failure::Usage)?;
    let game = Deals::new(Holdem::new(setup, MatchStacks::Reset), 1);
    let script = scripts::load_for(&spec).map_err(Failure::Input)?;
    let artifacts = PlayerArtifacts { script, ..PlayerArtifacts::default() };
    let player = spec.make_with_artifacts(&game, seeds::seed_or_random(seed), &artifacts);
    let mut player = player.map_err(|error| Failure::Usage(error.to_string()))?;
    let stop = interrupt::stop_flag();
    let mut moves = Vec::new();
    let mut decide = |hand: &HoldemState| -> Result<HoldemAction, String> {
        let state = DealsState::first(hand.clone());
        let limits = spec.limits(stop);
        let masked = masked_state(&game, &state, ME, &limits).map_err(|fault| fault.to_string())?;
        let state = masked.unwrap_or(state);
        game.legal_moves(&state, &mut moves).map_err(|fault| fault.to_string())?;
        let question = Question { game: &game, state: &state, me: ME, moves: &moves, limits, listener: None };
        match player.choose(&question).map_err(|fault| fault.to_string())?.mv {
            HoldemMove::Act(action) => Ok(action),
            HoldemMove::Deal(_) | HoldemMove::NextDeal => Err("the player chose no action".to_owned()),
        }
    };
    let stream = TcpStream::connect(&args.address)
        .map_err(|error| Failure::Input(format!("cannot connect to the dealer at {}: {error}", args.address)))?;
    let patience = Duration::from_secs(args.timeout);
    let settings = ClientSettings { stack, blinds: [small_blind, big_blind], patience };
    let totals = connect(stream, settings, &mut decide).map_err(|error| Failure::Input(error.to_string()))?;
    let mbb_per_hand = totals.winnings as f64 * 1000.0 / f64::from(big_blind) / totals.hands.max(1) as f64;
    let (hands, actions, chips) = (totals.hands, totals.actions, totals.winnings);
    if out.is_json() {
        out.json(&ClientResult { hands, actions, chips, mbb_per_hand })?;
    } else {
        writeln!(out, "{chips:+} chips in {hands} hands, {mbb_per_hand:+.1} mbb/hand")?;
    }
    Ok(Answer::Yes)
}
