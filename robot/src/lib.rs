//! A Lynxmotion AL5D arm behind an SSC-32U servo controller: what is sent, where the tip goes, how a piece is carried, and how all
//! of it stops. It knows places and pieces, and no rule of any game.
//!
//! From the line up: [`wire`] carries bytes, [`protocol`] says what they mean, [`Driver`] asks and waits, [`arm`] is the geometry,
//! [`motion`] carries pieces. [`sim`] is a board and servos that are not there.

pub mod arm;
mod clock;
mod driver;
pub mod motion;
pub mod protocol;
pub mod sim;
mod stop;
pub mod wire;

pub use clock::Clock;
pub use driver::{Driver, DriverError, detect};
pub use stop::EmergencyStop;
