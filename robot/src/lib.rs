//! Control of a Lynxmotion AL5D robot arm through an SSC-32U servo controller.
//!
//! This crate implements the SSC-32U protocol, forward and inverse kinematics, trajectories as way-points,
//! pick-and-place cycles, and an emergency stop. It also simulates the controller and the servos, in virtual time or in
//! real time, so programs and tests run without hardware. It is not for games: it knows places and pieces, but no
//! rules, no boards and no cameras. Calibration, task planning and the simulated table are in `boardwright-table`.
//!
//! The modules from the serial line upwards:
//!
//! - [`wire`]: serial ports, bytes in both directions, and their log.
//! - [`protocol`]: SSC-32U commands, queries and answers.
//! - [`Driver`]: queries with deadlines, moves with a confirmed end, halt and resume.
//! - [`arm`]: link lengths, joints and limits; kinematics in millimetres and degrees.
//! - [`motion`]: trajectories, pick and place, jogging, and the order of transfers.
//! - [`sim`]: simulated controller, serial line, servos and faults.
//!
//! # Example
//!
//! Inverse kinematics gives the pulse widths of a pose; a simulated arm then moves there.
//!
//! ```
//! use boardwright_robot::arm::{Pose, Tip, preset};
//! use boardwright_robot::motion::Arm;
//! use boardwright_robot::protocol::Baud;
//! use boardwright_robot::sim::{Faults, NoBody, SimLine, SimWire};
//! use boardwright_robot::wire::Log;
//! use boardwright_robot::{Clock, Driver, EmergencyStop};
//!
//! let config = preset("al5d").expect("a built-in preset");
//! let target = Tip::down(60.0, 200.0, 40.0);
//! let pulses = config.reach(&Pose::at(target))?;
//! // The remaining error comes from pulse widths of whole microseconds.
//! assert!((config.tip(&pulses).y - 200.0).abs() < 1.0);
//!
//! let line = SimLine::new(Baud::FAST, Box::new(NoBody), Faults::default());
//! let wire = SimWire::new(line, Clock::virtual_time());
//! let driver = Driver::new(Box::new(wire), Log::default(), EmergencyStop::new());
//! let mut arm = Arm::new(driver, config);
//! arm.start()?;
//! arm.move_joints_to(&pulses, 0.5)?;
//! assert_eq!(arm.commanded_pulses(), Some(&pulses));
//! # Ok::<(), boardwright_robot::motion::ArmError>(())
//! ```

pub mod arm;
mod clock;
mod driver;
pub mod motion;
pub mod protocol;
pub mod sim;
mod stop;
pub mod wire;

pub use clock::Clock;
pub use driver::{Driver, DriverError, detect_baud};
pub use stop::EmergencyStop;
