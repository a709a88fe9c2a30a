//! `boardwright robot sim`: a board and an arm behind a pseudo-terminal, for any program that opens serial ports.

use std::io::Write as _;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::Duration;

use boardwright_robot::Clock;
use boardwright_robot::protocol::Baud;
use boardwright_robot::sim::{Body, Faults, Line, serve};
use boardwright_table::world::{Truth, World};
use boardwright_table::{Frame, Sizes};

use crate::arm::{USUAL, arm};
use crate::commands::Answer;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::Output;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The arm: al5d, robot-1, robot-2, or a file that describes one.
    #[arg(long, value_name = "NAME|FILE", default_value = USUAL)]
    arm: String,
    /// The speed of the line.
    #[arg(long, value_name = "N", default_value_t = 9600)]
    baud: u32,
    /// End after so many seconds; without this when it is interrupted.
    #[arg(long, value_name = "S")]
    seconds: Option<f64>,
}

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    let config = arm(&args.arm, Path::new(""))?;
    let sizes = Sizes::at_pitch(Sizes::least_pitch(), config.gripper.widest);
    let world = World::new(config, Truth::EXACT, Frame { x: 0.0, y: 200.0, ..Frame::default() }, sizes);
    let body: Box<dyn Body> = Box::new(world);
    let line = Line::new(Baud(args.baud), body, Faults::default());
    let terminal = serve(line, Clock::wall())
        .map_err(|error| Failure::Input(format!("the system gives no pseudo-terminal: {error}")))?;
    writeln!(out, "{}", terminal.name())?;
    out.flush()?;
    let begun = std::time::Instant::now();
    let over = || args.seconds.is_some_and(|seconds| begun.elapsed().as_secs_f64() >= seconds);
    while !interrupt::flag().load(Ordering::Relaxed) && !over() {
        std::thread::sleep(Duration::from_millis(20));
    }
    Ok(Answer::Yes)
}
