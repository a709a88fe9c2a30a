//! A table that is not there: pieces stand on it, the fingers of an arm grip them, drop them and knock them over.
//! It is the truth that software for real tables is measured against, so it knows more than such software can.

mod actor;
mod conditions;
mod fingers;
mod rehearsal;
mod script;
mod solid;
mod stage;

use std::time::Duration;

use boardwright_robot::arm::{Angles, Config, JointName, Tip};
use boardwright_robot::sim::{Body, Shafts};

use crate::frame::{Frame, Offsets, Spot};
use crate::layout::Sizes;
pub use actor::{Actor, ActorError, Staged};
pub use conditions::{Conditions, Level, Ranges};
use fingers::Fingers;
pub use rehearsal::{Rehearsal, Wrong};
pub use script::{Act, Film, Script, Shown};
pub use solid::Solid;
pub use stage::{Happening, Onlooker, Stage};

/// What an arm does otherwise than its description says.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Truth {
    /// How far joints are turned beyond their description.
    pub offsets: Offsets,
    /// The factors of the slopes of shoulder, elbow and wrist: 1.03 turns 3% further.
    pub slopes: [f64; 3],
    /// How far the shoulder sags when the arm is stretched out 330 mm, in degrees.
    pub sag: f64,
}

impl Truth {
    /// An arm just as it is described.
    pub const EXACT: Self =
        Self { offsets: Offsets { shoulder: 0.0, elbow: 0.0, wrist: 0.0 }, slopes: [1.0; 3], sag: 0.0 };

    /// Where the tip of a real arm is.
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
        let tip = angles.tip(&config.lengths);
        angles.shoulder -= self.sag * tip.radius() / 330.0;
        angles.tip(&config.lengths)
    }
}

/// Something that should not have happened.
#[derive(Clone, Debug, PartialEq)]
pub enum Mishap {
    /// A finger, or what it carried, touched a piece that stands.
    #[allow(missing_docs)]
    Touched { piece: usize, at: Duration },
    /// A finger touched the table.
    #[allow(missing_docs)]
    Table { at: Duration },
    /// A joint turned beyond its limit.
    #[allow(missing_docs)]
    Limit { joint: JointName, at: Duration },
    /// A joint turned faster than it may.
    #[allow(missing_docs)]
    Fast { joint: JointName, speed: f64, at: Duration },
    /// A piece was let go in the air.
    #[allow(missing_docs)]
    Dropped { piece: usize, height: f64, at: Duration },
}

/// What goes wrong with the fingers, once each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Slips {
    /// The next grip misses.
    pub miss: bool,
    /// The piece that is carried next is lost on the way, so long after it was gripped.
    pub lose: Option<Duration>,
}

/// A table, the pieces on it, and an arm.
#[derive(Clone, Debug)]
pub struct World {
    config: Config,
    truth: Truth,
    /// Where the board really lies.
    frame: Frame,
    sizes: Sizes,
    shafts: Shafts,
    pieces: Vec<Solid>,
    held: Option<(usize, Duration)>,
    /// The piece that the fingers are around and do not hold.
    missed: Option<usize>,
    slips: Slips,
    mishaps: Vec<Mishap>,
    now: Duration,
    powered: bool,
}

impl World {
    /// An arm that stands where it parks, before an empty table.
    pub fn new(config: Config, truth: Truth, frame: Frame, sizes: Sizes) -> Self {
        let parked = config.pulses(&config.park.angles(), None);
        let servos = parked.map(|pulses| config.servos(&pulses)).unwrap_or_default();
        let open = config.grip(config.gripper.widest).ok();
        let standing = servos.into_iter().chain(open);
        let shafts = Shafts::new(standing.map(|servo| (servo.channel.index(), f64::from(servo.pulse.microseconds()))));
        Self {
            config,
            truth,
            frame,
            sizes,
            shafts,
            pieces: Vec::new(),
            held: None,
            missed: None,
            slips: Slips::default(),
            mishaps: Vec::new(),
            now: Duration::ZERO,
            powered: false,
        }
    }

    /// Stands a piece on the board; its number.
    pub fn stand(&mut self, spot: Spot, sizes: Sizes) -> usize {
        self.pieces.push(Solid::standing(self.frame.point(spot, 0.0), sizes));
        self.pieces.len() - 1
    }

    /// A person puts a piece somewhere.
    pub fn put(&mut self, piece: usize, spot: Spot) {
        self.pieces[piece].put(self.frame.point(spot, 0.0));
        if self.held.is_some_and(|(held, _)| held == piece) {
            self.held = None;
        }
    }

    /// A person puts another piece in the place of one.
    pub fn exchange(&mut self, piece: usize, spot: Spot, sizes: Sizes) {
        self.put(piece, spot);
        self.pieces[piece] = Solid::standing(self.frame.point(spot, 0.0), sizes);
    }

    /// A person puts the arm, which is limp, where it parks.
    pub fn park(&mut self) {
        let parked = self.config.pulses(&self.config.park.angles(), None);
        let servos = parked.map(|pulses| self.config.servos(&pulses)).unwrap_or_default();
        for servo in servos {
            self.shafts.turn(servo.channel.index(), f64::from(servo.pulse.microseconds()));
        }
    }

    /// A person takes a piece off the table.
    pub fn take_away(&mut self, piece: usize) {
        self.pieces[piece].away = true;
        if self.held.is_some_and(|(held, _)| held == piece) {
            self.held = None;
        }
    }

    /// Where a piece is on the board's plane; none if it is not on the table, in the air, or lies on its side.
    pub fn spot(&self, piece: usize) -> Option<Spot> {
        let solid = &self.pieces[piece];
        let held = self.held.is_some_and(|(held, _)| held == piece);
        (!solid.away && !solid.fallen && !held).then(|| self.frame.below(solid.x, solid.y))
    }

    /// How many pieces there are, those that were taken away among them.
    pub fn pieces(&self) -> &[Solid] {
        &self.pieces
    }

    /// Which piece is between the fingers.
    pub fn held(&self) -> Option<usize> {
        self.held.map(|(piece, _)| piece)
    }

    /// What should not have happened so far; it is told once.
    pub fn take_mishaps(&mut self) -> Vec<Mishap> {
        std::mem::take(&mut self.mishaps)
    }

    /// Something will go wrong.
    pub fn slip(&mut self, slips: Slips) {
        self.slips = slips;
    }

    /// Where the tip is.
    pub fn tip(&self) -> Tip {
        self.truth.tip(&self.config, |joint| self.pulse(joint))
    }

    /// How far the fingers are apart, in mm.
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

    /// The way from finger to finger seen from above, in degrees.
    fn square(&self) -> f64 {
        let turned =
            self.config.rotate.map_or(0.0, |rotate| rotate.angle(self.pulse(JointName::Rotate)) - rotate.neutral);
        self.config.base.angle(self.pulse(JointName::Base)) - 90.0 + turned
    }

    fn fingers(&self) -> Fingers {
        // A piece between them keeps them apart, however far they are told to close.
        let least = self.held.map_or(0.0, |(piece, _)| self.pieces[piece].width());
        Fingers::new(self.tip(), self.square(), self.width().max(least))
    }

    /// Looks whether joints keep to what the arm's description allows.
    fn check_joints(&mut self) {
        let found: Vec<Mishap> = self
            .config
            .joints()
            .flat_map(|(name, joint)| {
                let pulse = self.shafts.at(joint.channel.index());
                let speed = self.shafts.speed(joint.channel.index());
                // A pulse is a whole number, so a limit is kept to within half of one; a command's time is whole milliseconds.
                let half = 0.51 / joint.per_degree.abs();
                let angle = joint.angle(pulse);
                let beyond = angle < joint.least - half || angle > joint.most + half;
                let fast = speed > f64::from(joint.speed) * 1.02 + 1.0;
                let at = self.now;
                let limit = beyond.then_some(Mishap::Limit { joint: name, at });
                limit.into_iter().chain(fast.then_some(Mishap::Fast { joint: name, speed, at }))
            })
            .collect();
        self.mishaps.extend(found);
    }

    /// What the fingers do to pieces.
    fn handle(&mut self, before: &Fingers) {
        let fingers = self.fingers();
        let at = self.now;
        if let Some((piece, since)) = self.held {
            let lost = self.slips.lose.is_some_and(|after| at >= since + after);
            if fingers.width > self.pieces[piece].width() + 0.5 || lost || !self.powered {
                self.let_go(piece, lost || !self.powered);
            } else {
                let solid = &mut self.pieces[piece];
                (solid.x, solid.y) = fingers.point(0.0, solid.across);
                solid.z = fingers.z - solid.gripped;
            }
        } else if fingers.width < before.width {
            self.close(&fingers, before);
        }
        if fingers.z > self.ground(fingers.x, fingers.y) + 2.0 * self.sizes.height {
            self.missed = None;
        }
        let held = self.held.map(|(piece, _)| piece);
        let carried = held.map(|piece| self.pieces[piece].clone());
        for piece in 0..self.pieces.len() {
            if Some(piece) == held || Some(piece) == self.missed || self.pieces[piece].away {
                continue;
            }
            let hit = fingers.touches(&self.pieces[piece])
                || carried.as_ref().is_some_and(|carried| carried.touches(&self.pieces[piece]));
            if hit {
                self.knock(piece, &fingers, before);
            }
        }
        let ground = self.ground(fingers.x, fingers.y);
        if fingers.z < ground + 0.5 {
            self.mishaps.push(Mishap::Table { at });
        }
    }

    /// Closing fingers push a piece to the middle between them, and hold it in the end.
    fn close(&mut self, fingers: &Fingers, before: &Fingers) {
        let between = |piece: &usize| before.surrounds(&self.pieces[*piece]);
        let Some(piece) = (0..self.pieces.len()).filter(|piece| Some(*piece) != self.missed).find(between) else {
            return;
        };
        let solid = &mut self.pieces[piece];
        let (along, across) = fingers.seen(solid.x, solid.y);
        let room = (fingers.width / 2.0 - solid.radius).max(0.0);
        (solid.x, solid.y) = fingers.point(along.clamp(-room, room), across);
        if fingers.width > solid.width() {
            return;
        }
        if self.slips.miss {
            self.slips.miss = false;
            self.missed = Some(piece);
            return;
        }
        solid.across = across;
        solid.gripped = fingers.z - solid.z;
        self.held = Some((piece, self.now));
    }

    /// The height of the board below a point.
    fn ground(&self, x: f64, y: f64) -> f64 {
        self.frame.point(self.frame.below(x, y), 0.0)[2]
    }

    fn let_go(&mut self, piece: usize, lost: bool) {
        self.held = None;
        self.slips.lose = None;
        let (x, y) = (self.pieces[piece].x, self.pieces[piece].y);
        let ground = self.ground(x, y);
        let solid = &mut self.pieces[piece];
        let height = solid.z - ground;
        solid.z = ground;
        // From more than its own height a piece does not come to stand.
        if height > solid.height || lost && height > 3.0 {
            solid.fallen = true;
            self.mishaps.push(Mishap::Dropped { piece, height, at: self.now });
        }
    }

    fn knock(&mut self, piece: usize, fingers: &Fingers, before: &Fingers) {
        let at = self.now;
        let known =
            self.mishaps.iter().any(|mishap| matches!(mishap, Mishap::Touched { piece: other, .. } if *other == piece));
        if !known {
            self.mishaps.push(Mishap::Touched { piece, at });
        }
        // It is pushed as far as the fingers have come.
        let solid = &mut self.pieces[piece];
        solid.x += fingers.x - before.x;
        solid.y += fingers.y - before.y;
    }
}

impl Body for World {
    fn follow(&mut self, now: Duration, pulses: &[Option<f64>; 32]) {
        let before = self.fingers();
        let was = self.powered;
        self.powered = pulses[self.config.gripper.channel.index()].is_some();
        self.shafts.follow(now, pulses);
        self.now = now;
        // A servo that is started jumps; that is looked at nowhere but where it stood.
        if self.powered && was {
            self.check_joints();
        }
        self.handle(&before);
    }
}
