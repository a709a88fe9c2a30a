//! `boardwright robot test`: whether a board answers, and on request whether every joint does what it is told. Nothing moves otherwise.

use std::io::Write as _;
use std::path::Path;

use boardwright_robot::arm::JointName;
use boardwright_robot::motion::{Arm, ArmError, Step};
use boardwright_robot::protocol::{Baud, Channel};
use boardwright_robot::wire::{Log, Wire as _};
use boardwright_robot::{Driver, EmergencyStop};
use boardwright_table::port;
use serde_json::json;

use crate::arm::{Asked, USUAL, alone, arm, start};
use crate::commands::Answer;
use crate::failure::Failure;
use crate::interrupt;
use crate::keyboard::{Keyboard, Typed};
use crate::output::Output;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The port, as `boardwright robot ports` lists it or `boardwright robot sim` tells it.
    port: String,
    /// The speed of the line; without this it is found out.
    #[arg(long, value_name = "N")]
    baud: Option<u32>,
    /// Then turn every joint a little and back, one after the other, and ask whether it did.
    #[arg(long)]
    joints: bool,
    /// Really move the arm. Without this nothing moves at the port, and a simulated one does it instead.
    #[arg(long, requires = "joints")]
    hardware: bool,
    /// What the arm is: al5d, robot-1, robot-2, or a file that describes one.
    #[arg(long, value_name = "NAME|FILE", default_value = USUAL)]
    like: String,
}

/// How far joints turn, in degrees.
const LITTLE: f64 = 5.0;

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    if args.joints && out.is_json() {
        return Err(Failure::Usage("--joints asks people; leave --format json out".to_owned()));
    }
    let failed = |error: boardwright_robot::DriverError| Failure::Input(error.to_string());
    let wire = port(&args.port, args.baud.map(Baud)).map_err(failed)?;
    let baud = wire.baud().0;
    let mut driver = Driver::new(Box::new(wire), Log::default(), EmergencyStop::new());
    let version = driver.version().map_err(failed)?;
    let channels: Vec<Channel> = Channel::all().collect();
    driver.resume(&channels).map_err(failed)?;
    let pulses = driver.asked(&channels).map_err(failed)?;
    // The port is opened anew if joints are turned.
    drop(driver);
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
    if args.joints { joints(args, Baud(baud), out) } else { Ok(Answer::Yes) }
}

/// Turns every joint and asks whether it did.
fn joints(args: &Args, baud: Baud, out: &mut Output) -> Result<Answer, Failure> {
    let config = arm(&args.like, Path::new(""))?;
    let asked = Asked { arm: Some(args.port.clone()), hardware: args.hardware, baud: Some(baud.0), ..Asked::default() };
    let which = asked.which();
    let mut arm = alone(&which, config.clone(), Log::default())?;
    let mut keys = Keyboard::default();
    start(&mut arm, &which, &mut keys)?;
    writeln!(out, "each joint turns {LITTLE} degrees and back; Enter says that it did, anything else that it did not")?;
    let widest = config.gripper.widest;
    let turns = config.joints().map(|(joint, known)| {
        (joint, known.channel, [LITTLE, -LITTLE].map(|angle| Step::Joint(joint, angle)).to_vec())
    });
    let grips = (JointName::Gripper, config.gripper.channel, vec![Step::Open(widest / 2.0), Step::Open(widest)]);
    let mut still = Vec::new();
    for (joint, channel, steps) in turns.chain([grips]) {
        // Near a limit it turns the other way first.
        let done = each(&mut arm, steps.iter()).or_else(|_| each(&mut arm, steps.iter().rev()));
        done.map_err(|error| Failure::Input(error.to_string()))?;
        write!(out, "{joint}, channel {}: ", channel.number())?;
        out.flush()?;
        match keys.line(interrupt::flag(), None)? {
            Typed::Line(line) if line.trim().is_empty() => writeln!(out, "ok")?,
            Typed::Line(_) => still.push(format!("{joint} (channel {})", channel.number())),
            // Whoever says nothing has not seen it turn.
            Typed::End | Typed::Nothing => still.push(format!("{joint} (channel {}, nobody said)", channel.number())),
        }
    }
    arm.rest().map_err(|error| Failure::Input(error.to_string()))?;
    if still.is_empty() {
        writeln!(out, "parked")?;
        return Ok(Answer::Yes);
    }
    writeln!(
        out,
        "parked; not as told: {}. Look at their cables and power, and whether `channel` and `per-degree` in the file of the arm are theirs",
        still.join(", ")
    )?;
    Ok(Answer::No)
}

/// Makes steps, one after the other.
fn each<'a>(arm: &mut Arm, mut steps: impl Iterator<Item = &'a Step>) -> Result<(), ArmError> {
    steps.try_for_each(|step| step.make(arm))
}
