//! A pick-and-place cycle: picking a piece up at one spot and putting it down at another, in stages.

use super::mover::{Arm, ArmError};
use super::path::{Waypoint, plan_line, plan_sweep};
use crate::arm::{Pose, Pulses};

/// A spot where pieces stand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PickSpot {
    /// A pose in the table frame: the end effector when it grips a piece there. Pulse widths come from inverse
    /// kinematics.
    Computed(Pose),
    /// A spot taught by hand, with its pulse widths.
    Taught {
        /// The pulse widths above the spot.
        above: Pulses,
        /// The pulse widths at the spot.
        at: Pulses,
        /// The pose of the spot, computed by forward kinematics.
        tip: Pose,
    },
}

impl PickSpot {
    /// The pose of the spot.
    pub fn pose(&self) -> &Pose {
        match self {
            Self::Computed(pose) | Self::Taught { tip: pose, .. } => pose,
        }
    }
}

/// The widths of the fingers around a piece, in mm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grasp {
    /// The open width, on the way down and up.
    pub open: f64,
    /// The closed width: a little less than the piece's width, so that the fingers press.
    pub closed: f64,
}

/// A pick-and-place job: one piece from one spot to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PickAndPlace {
    /// The spot where the piece stands.
    pub from: PickSpot,
    /// The spot where the piece is put down.
    pub to: PickSpot,
    /// The grasp of the piece.
    pub grasp: Grasp,
    /// The height of the tip between the spots, above the table in mm: a carried piece passes over all others.
    pub travel: f64,
}

/// A stage of a pick-and-place cycle. A stage begins only when the previous one has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PickStage {
    /// The fingers open.
    Opening,
    /// The hand moves above the piece.
    Reaching,
    /// The hand goes straight down to the piece.
    Lowering,
    /// The fingers close.
    Gripping,
    /// The hand goes straight up with the piece.
    Lifting,
    /// The hand moves above the target spot.
    Carrying,
    /// The hand goes straight down with the piece.
    Setting,
    /// The fingers open.
    Releasing,
    /// The hand goes straight up.
    Rising,
}

impl PickStage {
    /// All stages, in order.
    pub const ALL: [Self; 9] = [
        Self::Opening,
        Self::Reaching,
        Self::Lowering,
        Self::Gripping,
        Self::Lifting,
        Self::Carrying,
        Self::Setting,
        Self::Releasing,
        Self::Rising,
    ];
}

impl std::fmt::Display for PickStage {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(match self {
            Self::Opening => "opening the fingers",
            Self::Reaching => "going above the piece",
            Self::Lowering => "going down to the piece",
            Self::Gripping => "gripping the piece",
            Self::Lifting => "lifting the piece",
            Self::Carrying => "carrying the piece",
            Self::Setting => "setting the piece down",
            Self::Releasing => "letting go of the piece",
            Self::Rising => "rising from the piece",
        })
    }
}

/// An observer of a pick-and-place cycle.
pub trait StageObserver {
    /// Called before a stage begins. The arm waits until this returns, for example while a hand is in the way.
    fn stage_begins(&mut self, stage: PickStage);
}

/// An observer that does nothing.
impl StageObserver for () {
    fn stage_begins(&mut self, _stage: PickStage) {}
}

impl<F: FnMut(PickStage)> StageObserver for F {
    fn stage_begins(&mut self, stage: PickStage) {
        self(stage);
    }
}

/// Fraction of the speed on the last stretch.
const APPROACH_SPEED: f64 = 0.5;

/// Executes a pick-and-place cycle.
///
/// # Errors
///
/// The stage that failed and the error. All trajectories are planned before anything moves, so an unreachable spot is
/// reported while the arm still stands where it was.
pub fn pick_and_place(
    arm: &mut Arm,
    job: &PickAndPlace,
    watch: &mut dyn StageObserver,
) -> Result<(), (PickStage, ArmError)> {
    let from = ApproachPaths::plan(arm, &job.from, job.travel).map_err(|error| (PickStage::Lowering, error))?;
    let to = ApproachPaths::plan(arm, &job.to, job.travel).map_err(|error| (PickStage::Setting, error))?;
    let across = match (job.from, job.to) {
        (PickSpot::Computed(from), PickSpot::Computed(to)) => {
            let (from, to) = (from.at_height(job.travel), to.at_height(job.travel));
            Some(
                plan_sweep(arm.config(), &from, &to, arm.pace())
                    .map_err(|error| (PickStage::Carrying, error.into()))?,
            )
        }
        // A taught spot is approached in joint space.
        _ => None,
    };
    for stage in PickStage::ALL {
        watch.stage_begins(stage);
        let done = match stage {
            PickStage::Opening | PickStage::Releasing => arm.grip(job.grasp.open),
            PickStage::Reaching => move_above(arm, &job.from, &from, job.travel),
            PickStage::Lowering => arm.follow(&from.down),
            PickStage::Gripping => arm.grip(job.grasp.closed),
            PickStage::Lifting => arm.follow(&from.up),
            PickStage::Carrying => match &across {
                Some(path) => arm.follow(path),
                None => arm.move_joints_to(&to.above, 1.0),
            },
            PickStage::Setting => arm.follow(&to.down),
            PickStage::Rising => arm.follow(&to.up),
        };
        done.map_err(|error| (stage, error))?;
    }
    Ok(())
}

/// Moves above a spot from the current position.
fn move_above(arm: &mut Arm, spot: &PickSpot, paths: &ApproachPaths, travel: f64) -> Result<(), ArmError> {
    match spot {
        PickSpot::Computed(pose) => {
            let pose = pose.at_height(travel);
            // From the park pose a sweep with that pitch of the hand may be unreachable.
            match arm.sweep_to(&pose, 1.0) {
                Err(ArmError::Unreachable(_)) => arm.move_joints_to(&paths.above, 0.7),
                done => done,
            }
        }
        PickSpot::Taught { .. } => arm.move_joints_to(&paths.above, 1.0),
    }
}

/// The vertical trajectories between a spot and the position above it.
struct ApproachPaths {
    above: Pulses,
    down: Vec<Waypoint>,
    up: Vec<Waypoint>,
}

impl ApproachPaths {
    fn plan(arm: &Arm, spot: &PickSpot, travel: f64) -> Result<Self, ArmError> {
        let (config, pace) = (arm.config(), arm.pace());
        match spot {
            PickSpot::Computed(pose) => {
                let above = pose.at_height(travel);
                Ok(Self {
                    above: config.reach(&above)?,
                    down: plan_line(config, &above, pose, pace.scaled(APPROACH_SPEED))?,
                    up: plan_line(config, pose, &above, pace.scaled(APPROACH_SPEED))?,
                })
            }
            PickSpot::Taught { above, at, .. } => {
                let step = |from: &Pulses, to: &Pulses| {
                    let milliseconds = super::path::travel_time(config, from, to, pace.scaled(APPROACH_SPEED));
                    vec![Waypoint { pulses: *to, milliseconds }]
                };
                Ok(Self { above: *above, down: step(above, at), up: step(at, above) })
            }
        }
    }
}
