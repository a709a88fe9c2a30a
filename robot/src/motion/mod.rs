//! From poses to moves in time: ways between poses as way-points, an arm that follows them, picking up and putting down.
//! What lies where, and why it should lie elsewhere, is told from outside.

mod actions;
mod mover;
mod path;
mod pick;
mod step;

pub use actions::{Carry, NoSpare, PlaceId, carries};
pub use mover::{Arm, ArmError};
pub use path::{Pace, Waypoint, line, sweep};
pub use pick::{Grasp, Job, Spot, Stage, Watch, carry};
pub use step::Step;
