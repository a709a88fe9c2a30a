//! `boardwright robot park`: parks the arm and switches its servos off.

use std::io::Write as _;
use std::path::Path;

use boardwright_robot::motion::Arm;
use boardwright_robot::protocol::Baud;
use boardwright_robot::wire::Log;
use boardwright_robot::{Driver, EmergencyStop};
use boardwright_table::open_wire;

use crate::answer::Answer;
use crate::arm::{DEFAULT_ARM, arm_config};
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
    let failed = |error: String| Failure::Input(error);
    let wire = open_wire(&args.port, args.baud.map(Baud)).map_err(|error| failed(error.to_string()))?;
    let driver = Driver::new(Box::new(wire), Log::default(), EmergencyStop::new());
    let mut arm = Arm::new(driver, config);
    let driven = arm.resume().map_err(|error| failed(error.to_string()))?;
    if !driven {
        writeln!(out, "the controller drives no servos: the arm is limp already")?;
        return Ok(Answer::Yes);
    }
    arm.rest().map_err(|error| failed(error.to_string()))?;
    writeln!(out, "parked, and let go")?;
    Ok(Answer::Yes)
}
