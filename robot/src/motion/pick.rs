//! Picking a piece up at one spot and putting it down at another, stage by stage.

use super::mover::{Arm, ArmError};
use super::path::{Waypoint, line, sweep};
use crate::arm::{Pose, Pulses};

/// A spot at which pieces stand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Spot {
    /// Where it is on the table: the tip when it grips a piece there.
    Worked(Pose),
    /// Taught by hand: the pulses above it, and at it.
    Taught {
        /// Above.
        above: Pulses,
        /// At it.
        at: Pulses,
        /// Where that is, as well as the arm's description tells.
        tip: Pose,
    },
}

impl Spot {
    /// Where it is.
    pub fn pose(&self) -> &Pose {
        match self {
            Self::Worked(pose) | Self::Taught { tip: pose, .. } => pose,
        }
    }
}

/// How wide the fingers are around a piece, in mm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grasp {
    /// Open, on the way down and up.
    pub open: f64,
    /// Closed around it: a little less than it is wide, so that the fingers press.
    pub closed: f64,
}

/// One piece from one spot to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Job {
    /// Where it stands.
    pub from: Spot,
    /// Where it shall stand.
    pub to: Spot,
    /// How it is gripped.
    pub grasp: Grasp,
    /// The height of the tip between the spots, above the table in mm: what is carried passes over everything.
    pub travel: f64,
}

/// Where a job is. Every stage begins only when the one before has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    /// The fingers open.
    Opening,
    /// To above the piece.
    Reaching,
    /// Straight down to it.
    Lowering,
    /// The fingers close.
    Gripping,
    /// Straight up with it.
    Lifting,
    /// To above its place.
    Carrying,
    /// Straight down.
    Setting,
    /// The fingers open.
    Releasing,
    /// Straight up.
    Rising,
}

impl Stage {
    /// All of them, in order.
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

    /// Whether a piece is, or may be, between the fingers.
    pub fn holds(self) -> bool {
        (Self::Gripping..=Self::Releasing).contains(&self)
    }
}

impl std::fmt::Display for Stage {
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

/// Whoever looks on while a piece is carried.
pub trait Watch {
    /// A stage begins. The arm waits until this comes back: a hand in the way is waited for here.
    fn begins(&mut self, stage: Stage);
}

/// Nobody looks on.
impl Watch for () {
    fn begins(&mut self, _stage: Stage) {}
}

impl<F: FnMut(Stage)> Watch for F {
    fn begins(&mut self, stage: Stage) {
        self(stage);
    }
}

/// The last stretch is gone at this share of the speed.
const GENTLY: f64 = 0.5;

/// Carries a piece.
///
/// # Errors
///
/// The stage that failed, and why. Ways are worked out before anything moves, so what cannot be reached is told while the arm still
/// stands where it was.
pub fn carry(arm: &mut Arm, job: &Job, watch: &mut dyn Watch) -> Result<(), (Stage, ArmError)> {
    let from = Ways::to(arm, &job.from, job.travel).map_err(|error| (Stage::Lowering, error))?;
    let to = Ways::to(arm, &job.to, job.travel).map_err(|error| (Stage::Setting, error))?;
    let across = match (job.from, job.to) {
        (Spot::Worked(from), Spot::Worked(to)) => {
            let (from, to) = (from.at_height(job.travel), to.at_height(job.travel));
            Some(sweep(arm.config(), &from, &to, arm.pace()).map_err(|error| (Stage::Carrying, error.into()))?)
        }
        // What was taught is gone to joint by joint.
        _ => None,
    };
    for stage in Stage::ALL {
        watch.begins(stage);
        let done = match stage {
            Stage::Opening | Stage::Releasing => arm.grip(job.grasp.open),
            Stage::Reaching => reach(arm, &job.from, &from, job.travel),
            Stage::Lowering => arm.follow(&from.down),
            Stage::Gripping => arm.grip(job.grasp.closed),
            Stage::Lifting => arm.follow(&from.up),
            Stage::Carrying => match &across {
                Some(way) => arm.follow(way),
                None => arm.turn_to(&to.above, 1.0),
            },
            Stage::Setting => arm.follow(&to.down),
            Stage::Rising => arm.follow(&to.up),
        };
        done.map_err(|error| (stage, error))?;
    }
    Ok(())
}

/// To above a spot from wherever the arm is.
fn reach(arm: &mut Arm, spot: &Spot, ways: &Ways, travel: f64) -> Result<(), ArmError> {
    match spot {
        Spot::Worked(pose) => {
            let pose = pose.at_height(travel);
            // From where it parks there may be no way around the base with the hand held as it is there.
            match arm.sweep_to(&pose, 1.0) {
                Err(ArmError::Unreachable(_)) => arm.turn_to(&ways.above, 0.7),
                done => done,
            }
        }
        Spot::Taught { .. } => arm.turn_to(&ways.above, 1.0),
    }
}

/// The ways between a spot and above it.
struct Ways {
    above: Pulses,
    down: Vec<Waypoint>,
    up: Vec<Waypoint>,
}

impl Ways {
    fn to(arm: &Arm, spot: &Spot, travel: f64) -> Result<Self, ArmError> {
        let (config, pace) = (arm.config(), arm.pace());
        match spot {
            Spot::Worked(pose) => {
                let above = pose.at_height(travel);
                Ok(Self {
                    above: config.reach(&above)?,
                    down: line(config, &above, pose, pace.slowed(GENTLY))?,
                    up: line(config, pose, &above, pace.slowed(GENTLY))?,
                })
            }
            Spot::Taught { above, at, .. } => {
                let step = |from: &Pulses, to: &Pulses| {
                    let milliseconds = super::path::time(config, from, to, pace.slowed(GENTLY));
                    vec![Waypoint { pulses: *to, milliseconds }]
                };
                Ok(Self { above: *above, down: step(above, at), up: step(at, above) })
            }
        }
    }
}
