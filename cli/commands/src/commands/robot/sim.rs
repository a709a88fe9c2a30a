//! `boardwright robot sim`: a simulated servo controller and arm behind a pseudo-terminal, for any program that opens serial ports.

use std::io::Write as _;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::Duration;

use boardwright_robot::Clock;
use boardwright_robot::protocol::Baud;
use boardwright_robot::sim::{Body, Faults, SimLine, serve};
use boardwright_table::simulation::{ArmDeviation, SimulatedTable};
use boardwright_table::{BoardFrame, PieceSizes};

use crate::answer::Answer;
use crate::arm::{DEFAULT_ARM, arm_config};
use crate::failure::Failure;
use crate::interrupt;
use crate::output::Output;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Arm model: al5d, robot-1, robot-2, or a file that describes one.
    #[arg(long, value_name = "NAME|FILE", default_value = DEFAULT_ARM)]
    arm: String,
    /// Speed of the serial line in baud.
    #[arg(long, value_name = "N", default_value_t = 9600)]
    baud: u32,
    /// End after this many seconds. Default: run until interrupted.
    #[arg(long, value_name = "S")]
    seconds: Option<f64>,
}

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    let config = arm_config(&args.arm, Path::new(""))?;
    let sizes = PieceSizes::at_pitch(PieceSizes::min_pitch(), config.gripper.widest);
    let simulated_table = SimulatedTable::new(
        config,
        ArmDeviation::EXACT,
        BoardFrame { x: 0.0, y: 200.0, ..BoardFrame::default() },
        sizes,
    );
    let body: Box<dyn Body> = Box::new(simulated_table);
    let line = SimLine::new(Baud(args.baud), body, Faults::default());
    let terminal = serve(line, Clock::wall())
        .map_err(|error| Failure::Input(format!("the system provides no pseudo-terminal: {error}")))?;
    writeln!(out, "{}", terminal.name())?;
    out.flush()?;
    let began = std::time::Instant::now();
    let is_over = || args.seconds.is_some_and(|seconds| began.elapsed().as_secs_f64() >= seconds);
    while !interrupt::stop_flag().load(Ordering::Relaxed) && !is_over() {
        std::thread::sleep(Duration::from_millis(20));
    }
    Ok(Answer::Yes)
}
