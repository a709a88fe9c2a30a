//! `boardwright robot log`: replays a log of the serial line and compares the answers.

use std::io::Write as _;
use std::path::PathBuf;
use std::time::Duration;

use boardwright_robot::protocol::{Baud, Channel, Command, ESCAPE};
use boardwright_robot::sim::{Faults, NoBody, SimLine, SimWire};
use boardwright_robot::wire::{Direction, Log, Wire, WireError};
use boardwright_robot::{Clock, EmergencyStop};
use boardwright_table::open_wire;

use crate::answer::Answer;
use crate::failure::{Failure, note};
use crate::interrupt;
use crate::output::{Output, count_text};

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: SubCommand,
}

#[derive(Debug, clap::Subcommand)]
enum SubCommand {
    /// Send the logged commands again at the same times, and compare the answers.
    Replay(Replay),
}

#[derive(Debug, clap::Args)]
struct Replay {
    /// The log file, as written with `--log`.
    file: PathBuf,
    /// Port to send to. Default: a simulated controller.
    #[arg(long, value_name = "PORT")]
    port: Option<String>,
    /// Really move the arm at the port. Without this option nothing is sent to the port.
    #[arg(long)]
    hardware: bool,
}

/// Interval at which the emergency stop is polled.
const STOP_POLL_INTERVAL: Duration = Duration::from_millis(4);

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    let SubCommand::Replay(args) = &args.command;
    let text = std::fs::read_to_string(&args.file).map_err(|error| Failure::file("read", &args.file, &error))?;
    let entries = Log::parse(&text).map_err(|error| Failure::Input(format!("{}: {error}", args.file.display())))?;
    let mut wire: Box<dyn Wire> = match &args.port {
        Some(name) if args.hardware => {
            Box::new(open_wire(name, None).map_err(|error| Failure::Input(error.to_string()))?)
        }
        named => {
            if let Some(name) = named {
                note(&format!("dry run: nothing is sent to {name}; --hardware lets the arm move"));
            }
            let line = SimLine::new(Baud::FAST, Box::new(NoBody), Faults::default());
            Box::new(SimWire::new(line, Clock::virtual_time()))
        }
    };
    let wire_failure = |error: WireError| Failure::Input(error.to_string());
    let (mut sent, mut same, mut different) = (0, 0, 0);
    let (begin, stop) = (wire.now(), interrupt::emergency_stop());
    for entry in &entries {
        match entry.direction {
            Direction::ToBoard => {
                // The time of an entry is that of its last byte.
                let passes = wire.baud().transmission_time(entry.bytes.len());
                wait_or_halt(&mut *wire, begin + entry.at.saturating_sub(passes), &stop)?;
                wire.discard_buffers().map_err(wire_failure)?;
                wire.send(&entry.bytes).map_err(wire_failure)?;
                sent += 1;
            }
            Direction::FromBoard => {
                let until = wire.now() + Duration::from_millis(60);
                let mut received = Vec::new();
                while received.len() < entry.bytes.len() {
                    let Some(byte) = wire.receive(until).map_err(wire_failure)? else { break };
                    received.push(byte);
                }
                if received == entry.bytes {
                    same += 1;
                } else {
                    different += 1;
                    let (then, now) = (entry.bytes.escape_ascii(), received.escape_ascii());
                    writeln!(out, "{:.3} s: \"{then}\" then, \"{now}\" now", entry.at.as_secs_f64())?;
                }
            }
        }
    }
    writeln!(out, "{} sent, {same} answered as recorded, {different} differently", count_text(sent, "command"))?;
    Ok(if different == 0 { Answer::Yes } else { Answer::No })
}

/// Waits until a time. An interruption stops every servo at once.
fn wait_or_halt(wire: &mut dyn Wire, until: Duration, stop: &EmergencyStop) -> Result<(), Failure> {
    loop {
        if stop.is_pressed() {
            return Err(halt(wire).map_or_else(
                |error| Failure::Input(format!("interrupted, but the servos cannot be stopped: {error}")),
                |()| {
                    Failure::Input(
                        "interrupted: the servos have stopped, and the rest of the log is not sent".to_owned(),
                    )
                },
            ));
        }
        let now = wire.now();
        if now >= until {
            return Ok(());
        }
        wire.wait(until.min(now + STOP_POLL_INTERVAL));
    }
}

/// Stops the servos of all channels, since a log may have moved any of them.
fn halt(wire: &mut dyn Wire) -> Result<(), WireError> {
    wire.discard_buffers()?;
    wire.send(&[ESCAPE])?;
    Channel::all().try_for_each(|channel| wire.send(&Command::Stop(channel).encode()))
}
