//! `boardwright robot test`: tests whether a servo controller answers, and on request every joint. Nothing moves without the request.

use std::io::Write as _;
use std::path::Path;

use boardwright_robot::arm::{Config, JointName};
use boardwright_robot::motion::{Arm, ArmError, Jog};
use boardwright_robot::protocol::{Baud, Channel};
use boardwright_robot::wire::{Log, Wire as _};
use boardwright_robot::{Driver, EmergencyStop};
use boardwright_table::open_wire;
use serde_json::json;

use crate::answer::Answer;
use crate::arm::{ArmArgs, DEFAULT_ARM, arm_config, arm_without_table, end_work, start_arm};
use crate::failure::Failure;
use crate::interrupt;
use crate::keyboard::{Keyboard, LineInput};
use crate::output::Output;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The serial port, as listed by `boardwright robot ports` or printed by `boardwright robot sim`.
    port: String,
    /// Speed of the serial line in baud. Default: detected.
    #[arg(long, value_name = "N")]
    baud: Option<u32>,
    /// Then turn each joint a little and back, and ask whether it moved.
    #[arg(long)]
    joints: bool,
    /// Really move the arm. Without this option a simulated arm moves instead of the one at the port.
    #[arg(long, requires = "joints")]
    hardware: bool,
    /// Arm model: al5d, robot-1, robot-2, or a file that describes one.
    #[arg(long, value_name = "NAME|FILE", default_value = DEFAULT_ARM)]
    like: String,
}

/// Test angle of the joints, in degrees.
const TEST_ANGLE: f64 = 5.0;

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    if args.joints && out.is_json() {
        return Err(Failure::Usage("--joints asks people; leave --format json out".to_owned()));
    }
    let failed = |error: boardwright_robot::DriverError| Failure::Input(error.to_string());
    let wire = open_wire(&args.port, args.baud.map(Baud)).map_err(failed)?;
    let baud = wire.baud().0;
    let mut driver = Driver::new(Box::new(wire), Log::default(), EmergencyStop::new());
    let version = driver.version().map_err(failed)?;
    let channels: Vec<Channel> = Channel::all().collect();
    driver.resume(&channels).map_err(failed)?;
    let pulses = driver.reported_pulses(&channels).map_err(failed)?;
    // The joint test opens the port again.
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
    if args.joints { test_joints(args, Baud(baud), out) } else { Ok(Answer::Yes) }
}

/// Turns each joint and asks whether it moved.
fn test_joints(args: &Args, baud: Baud, out: &mut Output) -> Result<Answer, Failure> {
    let config = arm_config(&args.like, Path::new(""))?;
    let arm_args =
        ArmArgs { arm: Some(args.port.clone()), hardware: args.hardware, baud: Some(baud.0), ..ArmArgs::default() };
    let connection = arm_args.connection();
    let mut arm = arm_without_table(&connection, config.clone(), Log::default())?;
    let started = start_arm(&mut arm, &connection, &mut Keyboard::default());
    let tested = started.and_then(|()| turn_joints(&mut arm, &config, out));
    let unmoved = end_work(tested, &mut arm, &connection)?;
    if unmoved.is_empty() {
        writeln!(out, "parked")?;
        return Ok(Answer::Yes);
    }
    writeln!(
        out,
        "parked; not confirmed: {}. Check their cables and power, and `channel` and `per-degree` in the file of the arm",
        unmoved.join(", ")
    )?;
    Ok(Answer::No)
}

/// Turns each joint and asks whether it moved; returns the joints for which that was not confirmed.
fn turn_joints(arm: &mut Arm, config: &Config, out: &mut Output) -> Result<Vec<String>, Failure> {
    let mut keys = Keyboard::default();
    writeln!(
        out,
        "each joint turns {TEST_ANGLE} degrees and back; press Enter if it did, or type anything else if it did not"
    )?;
    let widest = config.gripper.widest;
    let turns = config.joints().map(|(joint, settings)| {
        (joint, settings.channel, [TEST_ANGLE, -TEST_ANGLE].map(|angle| Jog::Joint(joint, angle)).to_vec())
    });
    let grips = (JointName::Gripper, config.gripper.channel, vec![Jog::Open(widest / 2.0), Jog::Open(widest)]);
    let mut unmoved = Vec::new();
    for (joint, channel, steps) in turns.chain([grips]) {
        // A joint near its limit turns the other way first.
        let done = make_steps(arm, steps.iter()).or_else(|error| match error {
            ArmError::Unreachable(_) => make_steps(arm, steps.iter().rev()),
            error => Err(error),
        });
        done.map_err(|error| Failure::Input(error.to_string()))?;
        write!(out, "{joint}, channel {}: ", channel.number())?;
        out.flush()?;
        match keys.line(interrupt::stop_flag(), None)? {
            LineInput::Line(line) if line.trim().is_empty() => writeln!(out, "ok")?,
            LineInput::Line(_) => unmoved.push(format!("{joint} (channel {})", channel.number())),
            // Without an answer the joint counts as untested.
            LineInput::End | LineInput::Interrupted => {
                unmoved.push(format!("{joint} (channel {}, no answer)", channel.number()));
            }
        }
    }
    Ok(unmoved)
}

/// Makes steps, one after the other.
fn make_steps<'a>(arm: &mut Arm, mut steps: impl Iterator<Item = &'a Jog>) -> Result<(), ArmError> {
    steps.try_for_each(|step| step.execute(arm))
}
