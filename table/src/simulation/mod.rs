//! Simulation of a table: pieces stand on it, and the gripper grips them, drops them and knocks them over. The
//! simulation is the ground truth against which software for real tables is tested, so it has access to more state than
//! that software.

mod conditions;
mod fingers;
mod piece_body;
mod script;
mod simulated_camera;
mod simulated_game;
mod simulated_person;

use std::time::Duration;

use boardwright_robot::arm::{Angles, Config, JointName, Tip};
use boardwright_robot::sim::{Body, Shafts};

use crate::frame::{BoardFrame, BoardPoint, JointOffsets};
use crate::layout::PieceSizes;
pub use conditions::{Difficulty, ParameterSet, ViewingConditions};
use fingers::Fingers;
pub use piece_body::PieceBody;
pub use script::{ImageRecorder, KnownView, Script, ScriptEvent};
pub use simulated_camera::{CameraScene, FrameHook, SimulatedCamera};
pub use simulated_game::{Deviation, SimulatedGame};
pub use simulated_person::{SimulatedPerson, SimulatedPersonError, SimulatedSetup};

/// Deviations of the real arm from its configuration.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ArmDeviation {
    /// Angular offsets of the joints.
    pub offsets: JointOffsets,
    /// Slope factors of shoulder, elbow and wrist: 1.03 turns 3% further.
    pub slopes: [f64; 3],
    /// Sag of the shoulder when the arm is stretched out 330 mm, in degrees.
    pub sag: f64,
}

impl ArmDeviation {
    /// An arm without deviations.
    pub const EXACT: Self =
        Self { offsets: JointOffsets { shoulder: 0.0, elbow: 0.0, wrist: 0.0 }, slopes: [1.0; 3], sag: 0.0 };

    /// Forward kinematics of the real arm.
    pub fn tip(&self, config: &Config, pulse: impl Fn(JointName) -> f64) -> Tip {
        let real = |joint: &boardwright_robot::arm::Joint, name, slope: f64, offset: f64| {
            joint.neutral + (pulse(name) - joint.at_neutral) / joint.per_degree * slope + offset
        };
        let mut angles = Angles {
            base: config.base.angle(pulse(JointName::Base)),
            shoulder: real(&config.shoulder, JointName::Shoulder, self.slopes[0], self.offsets.shoulder),
            elbow: real(&config.elbow, JointName::Elbow, self.slopes[1], self.offsets.elbow),
            wrist: real(&config.wrist, JointName::Wrist, self.slopes[2], self.offsets.wrist),
        };
        let tip = angles.forward_kinematics(&config.lengths);
        angles.shoulder -= self.sag * tip.radius() / 330.0;
        angles.forward_kinematics(&config.lengths)
    }
}

/// An undesired event in the simulation.
#[derive(Clone, Debug, PartialEq)]
pub enum Incident {
    /// A finger, or the piece it carried, touched a standing piece.
    #[allow(missing_docs)]
    Touched { piece: usize, at: Duration },
    /// A finger touched the table.
    #[allow(missing_docs)]
    Table { at: Duration },
    /// A joint exceeded its limit.
    #[allow(missing_docs)]
    Limit { joint: JointName, at: Duration },
    /// A joint exceeded its maximum speed.
    #[allow(missing_docs)]
    Fast { joint: JointName, speed: f64, at: Duration },
    /// A piece was dropped from a height.
    #[allow(missing_docs)]
    Dropped { piece: usize, height: f64, at: Duration },
}

/// Injected gripper faults, once each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GripFaults {
    /// The next grip misses.
    pub miss: bool,
    /// The next carried piece is lost this long after it was gripped.
    pub lose: Option<Duration>,
}

/// A simulated table with its pieces and an arm.
#[derive(Clone, Debug)]
pub struct SimulatedTable {
    config: Config,
    deviation: ArmDeviation,
    /// The true location of the board.
    frame: BoardFrame,
    sizes: PieceSizes,
    shafts: Shafts,
    pieces: Vec<PieceBody>,
    gripped: Option<(usize, Duration)>,
    /// The piece that the fingers surround without gripping it.
    missed: Option<usize>,
    grip_faults: GripFaults,
    incidents: Vec<Incident>,
    now: Duration,
    powered: bool,
}

impl SimulatedTable {
    /// Creates an arm in its park pose in front of an empty table.
    pub fn new(config: Config, deviation: ArmDeviation, frame: BoardFrame, sizes: PieceSizes) -> Self {
        let parked = config.pulses(&config.park.angles(), None);
        let servos = parked.map(|pulses| config.servo_targets(&pulses)).unwrap_or_default();
        let open = config.gripper_target(config.gripper.widest).ok();
        let targets = servos.into_iter().chain(open);
        let shafts = Shafts::new(targets.map(|servo| (servo.channel.index(), f64::from(servo.pulse.microseconds()))));
        Self {
            config,
            deviation,
            frame,
            sizes,
            shafts,
            pieces: Vec::new(),
            gripped: None,
            missed: None,
            grip_faults: GripFaults::default(),
            incidents: Vec::new(),
            now: Duration::ZERO,
            powered: false,
        }
    }

    /// Adds a piece on the board and returns its index.
    pub fn add_piece(&mut self, spot: BoardPoint, sizes: PieceSizes) -> usize {
        self.pieces.push(PieceBody::upright(self.frame.arm_point(spot, 0.0), sizes));
        self.pieces.len() - 1
    }

    /// Moves a piece, as a person does.
    pub fn move_piece(&mut self, piece: usize, spot: BoardPoint) {
        self.pieces[piece].place_at(self.frame.arm_point(spot, 0.0));
        if self.gripped.is_some_and(|(gripped, _)| gripped == piece) {
            self.gripped = None;
        }
    }

    /// Replaces a piece by one of other sizes, as a person does.
    pub fn replace_piece(&mut self, piece: usize, spot: BoardPoint, sizes: PieceSizes) {
        self.move_piece(piece, spot);
        self.pieces[piece] = PieceBody::upright(self.frame.arm_point(spot, 0.0), sizes);
    }

    /// Moves the limp arm to its park pose, as a person does.
    pub fn park_arm(&mut self) {
        let parked = self.config.pulses(&self.config.park.angles(), None);
        let servos = parked.map(|pulses| self.config.servo_targets(&pulses)).unwrap_or_default();
        for servo in servos {
            self.shafts.set(servo.channel.index(), f64::from(servo.pulse.microseconds()));
        }
    }

    /// Removes a piece from the table, as a person does.
    pub fn remove_piece(&mut self, piece: usize) {
        self.pieces[piece].is_removed = true;
        if self.gripped.is_some_and(|(gripped, _)| gripped == piece) {
            self.gripped = None;
        }
    }

    /// The position of a piece on the board's plane; `None` if it is off the table, gripped, or has fallen over.
    pub fn spot(&self, piece: usize) -> Option<BoardPoint> {
        let solid = &self.pieces[piece];
        let gripped = self.gripped.is_some_and(|(gripped, _)| gripped == piece);
        (!solid.is_removed && !solid.has_fallen && !gripped).then(|| self.frame.board_point(solid.x, solid.y))
    }

    /// All pieces, including removed ones.
    pub fn pieces(&self) -> &[PieceBody] {
        &self.pieces
    }

    /// The piece between the fingers.
    pub fn gripped_piece(&self) -> Option<usize> {
        self.gripped.map(|(piece, _)| piece)
    }

    /// Returns and clears the mishaps so far.
    pub fn take_incidents(&mut self) -> Vec<Incident> {
        std::mem::take(&mut self.incidents)
    }

    /// Injects gripper faults.
    pub fn inject_grip_faults(&mut self, slips: GripFaults) {
        self.grip_faults = slips;
    }

    /// The true tip of the arm.
    pub fn tip(&self) -> Tip {
        self.deviation.tip(&self.config, |joint| self.pulse(joint))
    }

    /// The width between the fingers, in mm.
    pub fn width(&self) -> f64 {
        self.config.gripper.width(self.pulse(JointName::Gripper)).max(0.0)
    }

    fn pulse(&self, joint: JointName) -> f64 {
        let channel = match joint {
            JointName::Base => self.config.base.channel,
            JointName::Shoulder => self.config.shoulder.channel,
            JointName::Elbow => self.config.elbow.channel,
            JointName::Wrist => self.config.wrist.channel,
            JointName::Rotate => match &self.config.rotate {
                Some(rotate) => rotate.channel,
                None => return 1500.0,
            },
            JointName::Gripper => self.config.gripper.channel,
        };
        self.shafts.at(channel.index())
    }

    /// Direction from finger to finger seen from above, in degrees.
    fn finger_angle(&self) -> f64 {
        let turned =
            self.config.rotate.map_or(0.0, |rotate| rotate.angle(self.pulse(JointName::Rotate)) - rotate.neutral);
        self.config.base.angle(self.pulse(JointName::Base)) - 90.0 + turned
    }

    fn fingers(&self) -> Fingers {
        // A piece between the fingers keeps them apart, even if a smaller width is commanded.
        let least = self.gripped.map_or(0.0, |(piece, _)| self.pieces[piece].width());
        Fingers::new(self.tip(), self.finger_angle(), self.width().max(least))
    }

    /// Checks the joints against the limits and speeds of the configuration.
    fn check_joints(&mut self) {
        let found: Vec<Incident> = self
            .config
            .joints()
            .flat_map(|(name, joint)| {
                let pulse = self.shafts.at(joint.channel.index());
                let speed = self.shafts.speed(joint.channel.index());
                // The tolerance covers the rounding of pulse widths to whole microseconds and of durations to whole
                // milliseconds.
                let half = 0.51 / joint.per_degree.abs();
                let angle = joint.angle(pulse);
                let beyond = angle < joint.least - half || angle > joint.most + half;
                let fast = speed > f64::from(joint.speed) * 1.02 + 1.0;
                let at = self.now;
                let limit = beyond.then_some(Incident::Limit { joint: name, at });
                limit.into_iter().chain(fast.then_some(Incident::Fast { joint: name, speed, at }))
            })
            .collect();
        self.incidents.extend(found);
    }

    /// Simulates the interaction of the fingers with the pieces.
    fn update_pieces(&mut self, before: &Fingers) {
        let fingers = self.fingers();
        let at = self.now;
        if let Some((piece, since)) = self.gripped {
            let lost = self.grip_faults.lose.is_some_and(|after| at >= since + after);
            if fingers.width > self.pieces[piece].width() + 0.5 || lost || !self.powered {
                self.release_piece(piece, lost || !self.powered);
            } else {
                let solid = &mut self.pieces[piece];
                (solid.x, solid.y) = fingers.to_arm_frame(0.0, solid.grip_offset);
                solid.z = fingers.z - solid.grip_height;
            }
        } else if fingers.width < before.width {
            self.close_fingers(&fingers, before);
        }
        if fingers.z > self.ground(fingers.x, fingers.y) + 2.0 * self.sizes.height {
            self.missed = None;
        }
        let gripped = self.gripped.map(|(piece, _)| piece);
        let carried = gripped.map(|piece| self.pieces[piece].clone());
        for piece in 0..self.pieces.len() {
            if Some(piece) == gripped || Some(piece) == self.missed || self.pieces[piece].is_removed {
                continue;
            }
            let hit = fingers.touches(&self.pieces[piece])
                || carried.as_ref().is_some_and(|carried| carried.touches(&self.pieces[piece]));
            if hit {
                self.push_piece(piece, &fingers, before);
            }
        }
        let ground = self.ground(fingers.x, fingers.y);
        if fingers.z < ground + 0.5 {
            self.incidents.push(Incident::Table { at });
        }
    }

    /// Closes the fingers: they push a piece to the middle between them and finally grip it.
    fn close_fingers(&mut self, fingers: &Fingers, before: &Fingers) {
        let between = |piece: &usize| before.surrounds(&self.pieces[*piece]);
        let Some(piece) = (0..self.pieces.len()).filter(|piece| Some(*piece) != self.missed).find(between) else {
            return;
        };
        let solid = &mut self.pieces[piece];
        let (along, across) = fingers.to_finger_frame(solid.x, solid.y);
        let room = (fingers.width / 2.0 - solid.radius).max(0.0);
        (solid.x, solid.y) = fingers.to_arm_frame(along.clamp(-room, room), across);
        if fingers.width > solid.width() {
            return;
        }
        if self.grip_faults.miss {
            self.grip_faults.miss = false;
            self.missed = Some(piece);
            return;
        }
        solid.grip_offset = across;
        solid.grip_height = fingers.z - solid.z;
        self.gripped = Some((piece, self.now));
    }

    /// Height of the board below a point.
    fn ground(&self, x: f64, y: f64) -> f64 {
        self.frame.arm_point(self.frame.board_point(x, y), 0.0)[2]
    }

    fn release_piece(&mut self, piece: usize, lost: bool) {
        self.gripped = None;
        self.grip_faults.lose = None;
        let (x, y) = (self.pieces[piece].x, self.pieces[piece].y);
        let ground = self.ground(x, y);
        let solid = &mut self.pieces[piece];
        let height = solid.z - ground;
        solid.z = ground;
        // A piece that falls from more than its own height topples.
        if height > solid.height || lost && height > 3.0 {
            solid.has_fallen = true;
            self.incidents.push(Incident::Dropped { piece, height, at: self.now });
        }
    }

    fn push_piece(&mut self, piece: usize, fingers: &Fingers, before: &Fingers) {
        let at = self.now;
        let known = self
            .incidents
            .iter()
            .any(|mishap| matches!(mishap, Incident::Touched { piece: other, .. } if *other == piece));
        if !known {
            self.incidents.push(Incident::Touched { piece, at });
        }
        // The piece is pushed along with the fingers.
        let solid = &mut self.pieces[piece];
        solid.x += fingers.x - before.x;
        solid.y += fingers.y - before.y;
    }
}

impl Body for SimulatedTable {
    fn follow(&mut self, now: Duration, pulses: &[Option<f64>; 32]) {
        let before = self.fingers();
        let was = self.powered;
        self.powered = pulses[self.config.gripper.channel.index()].is_some();
        self.shafts.follow(now, pulses);
        self.now = now;
        // A servo jumps when it is started; this does not count as a violation of the limits.
        if self.powered && was {
            self.check_joints();
        }
        self.update_pieces(&before);
    }
}
