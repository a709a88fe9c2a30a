//! `boardwright holdem connect`: a player at a dealer.

use std::io::Write as _;
use std::time::Duration;

use boardwright_library::holdem::Chips;
use boardwright_library::holdem::client::{ClientRequest, play};
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
    let chips = Chips::from(args.chips);
    let request = ClientRequest {
        address: &args.address,
        player: &args.player,
        chips,
        patience: Duration::from_secs(args.timeout),
        seed: seeds::seed_or_random(seed),
    };
    let totals = play(&request, interrupt::stop_flag())?;
    let mbb_per_hand = chips.mbb_per_hand(totals.winnings, totals.hands.max(1));
    let (hands, actions, chips) = (totals.hands, totals.actions, totals.winnings);
    if out.is_json() {
        out.json(&ClientResult { hands, actions, chips, mbb_per_hand })?;
    } else {
        writeln!(out, "{chips:+} chips in {hands} hands, {mbb_per_hand:+.1} mbb/hand")?;
    }
    Ok(Answer::Yes)
}
