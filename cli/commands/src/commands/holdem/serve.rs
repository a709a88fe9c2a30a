//! `boardwright holdem serve`: a dealer for two bots.

use std::io::Write as _;
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::time::Duration;

use boardwright_library::files;
use boardwright_library::holdem::Chips;
use boardwright_library::holdem::acpc::{DealerEvent, DealerLimits};
use boardwright_library::holdem::dealer::{DealerRequest, OpenDealer};
use serde::Serialize;

use super::ChipArgs;
use crate::answer::Answer;
use crate::failure::{Failure, note};
use crate::output::Output;
use crate::seeds;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Port of each seat; 0 chooses a free one. The ports are printed before the first hand.
    #[arg(long, value_name = "PORT,PORT", value_delimiter = ',', default_values_t = [0, 0])]
    ports: Vec<u16>,
    /// Address on which the dealer listens.
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    bind: IpAddr,
    /// Number of hands.
    #[arg(long, value_name = "N", default_value_t = 3000, value_parser = clap::value_parser!(u64).range(1..))]
    hands: u64,
    #[command(flatten)]
    chips: ChipArgs,
    /// Names of the players in the log.
    #[arg(long, value_name = "NAME,NAME", value_delimiter = ',', default_values_t = ["first".to_owned(), "second".to_owned()])]
    names: Vec<String>,
    /// File for the log of all hands.
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Seconds for each answer; then the match ends.
    #[arg(long, value_name = "SECONDS", default_value_t = 600.0, value_parser = seconds)]
    timeout: f64,
    /// Seconds in which both bots must connect.
    #[arg(long, value_name = "SECONDS", default_value_t = 600.0, value_parser = seconds)]
    start_timeout: f64,
    /// Number of invalid actions of a bot after which the match ends; no limit by default.
    #[arg(long, value_name = "N")]
    max_invalid: Option<u64>,
}

/// Parses a positive number of seconds.
fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.001..=1e9).contains(seconds));
    seconds.ok_or_else(|| "it is a number of seconds from 0.001".to_owned())
}

/// JSON answer: the ports before the match.
#[derive(Serialize)]
struct Ports {
    ports: [u16; 2],
}

/// JSON answer: the result.
#[derive(Serialize)]
struct MatchResult<'a> {
    hands: u64,
    players: &'a [String],
    chips: [i64; 2],
    mbb_per_hand: [f64; 2],
    seed: u64,
}

pub fn run(args: &Args, seed: Option<u64>, out: &mut Output) -> Result<Answer, Failure> {
    let seed = seeds::seed_or_random(seed);
    let ([first, second], [one, two]) = (&args.ports[..], &args.names[..]) else {
        return Err(Failure::Usage("a match has two ports and two names, separated by a comma".to_owned()));
    };
    let chips_of_match = Chips::from(args.chips);
    let dealer = OpenDealer::open(DealerRequest {
        address: args.bind,
        ports: [*first, *second],
        names: [one.clone(), two.clone()],
        chips: chips_of_match,
        hands: args.hands,
        seed,
    })?;
    let ports = dealer.ports();
    if out.is_json() {
        out.json(&Ports { ports })?;
    } else {
        writeln!(out, "ports {} {}", ports[0], ports[1])?;
    }
    out.flush()?;
    let limits = DealerLimits {
        start: Duration::from_secs_f64(args.start_timeout),
        response: Duration::from_secs_f64(args.timeout),
        invalid_actions: args.max_invalid.unwrap_or(u64::MAX),
    };
    let mut log = String::new();
    let result = dealer.play(limits, &mut |event| match event {
        DealerEvent::Hand(line) | DealerEvent::Score(line) => {
            log.push_str(line);
            log.push('\n');
        }
        DealerEvent::Warning { seat, text } => note(&format!("seat {seat}: {text}")),
    });
    // Hands that are over are kept even if the match fails.
    if let Some(path) = &args.log {
        files::write(path, log.as_bytes())?;
    }
    let chips = result?;
    let mbb_per_hand = chips.map(|chips| chips_of_match.mbb_per_hand(chips, args.hands));
    if out.is_json() {
        out.json(&MatchResult { hands: args.hands, players: &args.names, chips, mbb_per_hand, seed })?;
    } else {
        for ((name, chips), mbb) in args.names.iter().zip(chips).zip(mbb_per_hand) {
            writeln!(out, "{name}: {chips:+} chips in {} hands, {mbb:+.1} mbb/hand", args.hands)?;
        }
        writeln!(out, "seed {seed}")?;
    }
    Ok(Answer::Yes)
}
