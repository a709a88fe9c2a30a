//! `boardwright robot jog`: the arm moved step by step from the keyboard.

use std::io::Write as _;
use std::path::Path;

use boardwright_robot::motion::{Arm, Step};
use boardwright_robot::protocol::Baud;
use boardwright_robot::sim::{Faults, Line, NoBody, SimWire};
use boardwright_robot::wire::Wire;
use boardwright_robot::{Clock, Driver, EmergencyStop};
use boardwright_table::{Which, port};

use crate::arm::{Asked, STEPS, USUAL, arm, start, told};
use crate::commands::Answer;
use crate::failure::Failure;
use crate::interrupt;
use crate::keyboard::{Keyboard, Typed};
use crate::output::Output;

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    arm: Asked,
    /// What the arm is: al5d, robot-1, robot-2, or a file that describes one.
    #[arg(long, value_name = "NAME|FILE", default_value = USUAL)]
    like: String,
}

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    let config = arm(&args.like, Path::new(""))?;
    let failed = |error: &dyn std::fmt::Display| Failure::Input(error.to_string());
    let which = args.arm.which();
    let wire: Box<dyn Wire> = match &which {
        Which::Port { name, baud } => Box::new(port(name, *baud).map_err(|error| failed(&error))?),
        Which::Simulated { baud, .. } => {
            let line = Line::new(Baud(baud.0), Box::new(NoBody), Faults::default());
            Box::new(SimWire::new(line, Clock::moved()))
        }
    };
    let mut arm = Arm::new(Driver::new(wire, args.arm.log()?, EmergencyStop::new()), config);
    let mut keys = Keyboard::default();
    start(&mut arm, &which, &mut keys)?;
    writeln!(out, "{}\n{STEPS}\n  park                  park and end", told(&arm))?;
    out.flush()?;
    loop {
        match keys.line(interrupt::flag(), None)? {
            Typed::Line(line) if line == "park" => break,
            Typed::Line(line) => {
                let done = Step::read(&line).map(|step| step.make(&mut arm));
                match done {
                    None => writeln!(out, "\"{line}\" is no step:\n{STEPS}")?,
                    Some(Err(error)) => writeln!(out, "{error}")?,
                    Some(Ok(())) => writeln!(out, "{}", told(&arm))?,
                }
                out.flush()?;
            }
            Typed::End | Typed::Nothing => break,
        }
    }
    arm.rest().map_err(|error| failed(&error))?;
    writeln!(out, "parked")?;
    Ok(Answer::Yes)
}
