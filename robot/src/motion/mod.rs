//! Motion planning and execution: trajectories as way-points, an arm that follows them, and pick-and-place cycles.
//! The caller decides which piece goes where.

mod jog;
mod mover;
mod path;
mod pick;
mod transfers;

pub use jog::Jog;
pub use mover::{Arm, ArmError, HaltedPose};
pub use path::{Pace, Waypoint, plan_line, plan_sweep};
pub use pick::{Grasp, PickAndPlace, PickSpot, PickStage, StageObserver, pick_and_place};
pub use transfers::{Carry, NoFreePlace, PlaceId, plan_carries};
