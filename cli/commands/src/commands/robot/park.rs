//! `boardwright robot park`: parks the arm and switches its servos off.

use std::io::Write as _;
use std::path::Path;

use boardwright_robot::protocol::Baud;
use boardwright_robot::wire::Log;
use boardwright_table::ArmConnection;

use crate::answer::Answer;
use crate::arm::{DEFAULT_ARM, arm_config, arm_without_table, end_work};
use crate::failure::{Failure, note};
use crate::output::Output;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The serial port.
    port: String,
    /// Arm model: al5d, robot-1, robot-2, or a file that describes one.
    #[arg(long, value_name = "NAME|FILE", default_value = DEFAULT_ARM)]
    arm: String,
    /// Speed of the serial line in baud. Default: detected.
    #[arg(long, value_name = "N")]
    baud: Option<u32>,
    /// Really move the arm. Without this option the port is not opened.
    #[arg(long)]
    hardware: bool,
}

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    let config = arm_config(&args.arm, Path::new(""))?;
    if !args.hardware {
        note(&format!("dry run: nothing is sent to {}; --hardware lets the arm move", args.port));
        let parked = config.pulses(&config.park.angles(), None).map_err(|error| Failure::Input(error.to_string()))?;
        for servo in config.servo_targets(&parked) {
            writeln!(out, "{:<12} channel {:2} {}", servo.joint.to_string(), servo.channel, servo.pulse)?;
        }
        return Ok(Answer::Yes);
    }
    let connection = ArmConnection::Port { name: args.port.clone(), baud: args.baud.map(Baud) };
    let mut arm = arm_without_table(&connection, config, Log::default())?;
    let driven = arm.resume().map_err(|error| Failure::Input(error.to_string()));
    let was_driven = end_work(driven, &mut arm, &connection)?;
    let message =
        if was_driven { "parked, and let go" } else { "the controller drives no servos: the arm is limp already" };
    writeln!(out, "{message}")?;
    Ok(Answer::Yes)
}
