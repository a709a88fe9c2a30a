//! `boardwright robot log`: what was said on a line, said again.

use std::io::Write as _;
use std::path::PathBuf;

use boardwright_robot::Clock;
use boardwright_robot::protocol::Baud;
use boardwright_robot::sim::{Faults, Line, NoBody, SimWire};
use boardwright_robot::wire::{Log, Towards, Wire};
use boardwright_table::port;

use crate::commands::Answer;
use crate::failure::{Failure, note};
use crate::output::{Output, counted};

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Send what was sent, at the same times, and compare the answers.
    Replay(Replay),
}

#[derive(Debug, clap::Args)]
struct Replay {
    /// The log, as `--log` writes it.
    file: PathBuf,
    /// The port to which it is sent; without this a simulated board.
    #[arg(long, value_name = "PORT")]
    port: Option<String>,
    /// Really move the arm at the port. Without this nothing is sent to it.
    #[arg(long)]
    hardware: bool,
}

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    let Command::Replay(args) = &args.command;
    let text = std::fs::read_to_string(&args.file).map_err(|error| Failure::file("read", &args.file, &error))?;
    let entries = Log::read(&text).map_err(|error| Failure::Input(format!("{}: {error}", args.file.display())))?;
    let mut wire: Box<dyn Wire> = match &args.port {
        Some(name) if args.hardware => Box::new(port(name, None).map_err(|error| Failure::Input(error.to_string()))?),
        named => {
            if let Some(name) = named {
                note(&format!("dry run: nothing is sent to {name}; --hardware lets the arm move"));
            }
            let line = Line::new(Baud::FAST, Box::new(NoBody), Faults::default());
            Box::new(SimWire::new(line, Clock::moved()))
        }
    };
    let gone = |error: boardwright_robot::wire::WireError| Failure::Input(error.to_string());
    let (mut sent, mut same, mut others) = (0, 0, 0);
    let begin = wire.now();
    for entry in &entries {
        match entry.towards {
            Towards::Board => {
                // The time of an entry is that of its last byte.
                let passes = wire.baud().time(entry.bytes.len());
                wire.wait(begin + entry.at.saturating_sub(passes));
                wire.forget().map_err(gone)?;
                wire.send(&entry.bytes).map_err(gone)?;
                sent += 1;
            }
            Towards::Us => {
                let until = wire.now() + std::time::Duration::from_millis(60);
                let mut heard = Vec::new();
                while heard.len() < entry.bytes.len() {
                    let Some(byte) = wire.receive(until).map_err(gone)? else { break };
                    heard.push(byte);
                }
                if heard == entry.bytes {
                    same += 1;
                } else {
                    others += 1;
                    let (then, now) = (entry.bytes.escape_ascii(), heard.escape_ascii());
                    writeln!(out, "{:.3} s: \"{then}\" then, \"{now}\" now", entry.at.as_secs_f64())?;
                }
            }
        }
    }
    writeln!(out, "{} sent, {same} answered as then, {others} otherwise", counted(sent, "command"))?;
    Ok(if others == 0 { Answer::Yes } else { Answer::No })
}
