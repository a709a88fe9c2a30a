//! `boardwright robot test`: whether a board answers. It moves nothing.

use std::io::Write as _;

use boardwright_robot::protocol::{Baud, Channel};
use boardwright_robot::wire::{Log, Wire as _};
use boardwright_robot::{Driver, EmergencyStop};
use boardwright_table::port;
use serde_json::json;

use crate::commands::Answer;
use crate::failure::Failure;
use crate::output::Output;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The port, as `boardwright robot ports` lists it or `boardwright robot sim` tells it.
    port: String,
    /// The speed of the line; without this it is found out.
    #[arg(long, value_name = "N")]
    baud: Option<u32>,
}

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    let failed = |error: boardwright_robot::DriverError| Failure::Input(error.to_string());
    let wire = port(&args.port, args.baud.map(Baud)).map_err(failed)?;
    let baud = wire.baud().0;
    let mut driver = Driver::new(Box::new(wire), Log::default(), EmergencyStop::new());
    let version = driver.version().map_err(failed)?;
    let channels: Vec<Channel> = Channel::all().collect();
    driver.resume(&channels).map_err(failed)?;
    let pulses = driver.asked(&channels).map_err(failed)?;
    let driven: Vec<(u8, u16)> =
        channels.iter().map(|channel| channel.number()).zip(pulses).filter(|(_, pulse)| *pulse > 0).collect();
    if out.is_json() {
        let channels: Vec<_> =
            driven.iter().map(|(channel, pulse)| json!({ "channel": channel, "pulse": pulse })).collect();
        out.json(&json!({ "port": args.port, "baud": baud, "version": version, "channels": channels }))?;
        return Ok(Answer::Yes);
    }
    writeln!(out, "{version} answers at {baud} baud")?;
    if driven.is_empty() {
        writeln!(out, "no channel gets pulses: the arm is limp")?;
    }
    for (channel, pulse) in driven {
        writeln!(out, "channel {channel:2}: {pulse} us")?;
    }
    Ok(Answer::Yes)
}
