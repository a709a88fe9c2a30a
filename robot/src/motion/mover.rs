//! An arm that is there: started gently, moved along ways, parked and let go.

use std::time::Duration;

use super::path::{Pace, Waypoint, sweep, time};
use crate::arm::{Config, Pose, Pulses, Unreachable};
use crate::driver::{Driver, DriverError};
use crate::protocol::{Channel, Command, Group};

/// Between two servos that are started: a servo that stands elsewhere has come to where it was told by then.
const BETWEEN_STARTS: Duration = Duration::from_millis(400);

/// How long the board needs for its answer between two way-points.
const BETWEEN: Duration = Duration::from_millis(3);

/// Why an arm did not move.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ArmError {
    /// It cannot get there.
    #[error(transparent)]
    Unreachable(#[from] Unreachable),
    /// The board or the line did not do it.
    #[error(transparent)]
    Driver(#[from] DriverError),
    /// Nobody has started it.
    #[error("the arm has not been started: nothing is known of where it stands")]
    NotStarted,
}

/// An arm.
#[derive(Debug)]
pub struct Arm {
    driver: Driver,
    config: Config,
    at: Option<Pulses>,
    pace: Pace,
    moved: Duration,
}

impl Arm {
    /// An arm behind a board. Nothing moves yet.
    pub fn new(driver: Driver, config: Config) -> Self {
        let pace = Pace::of(driver.baud());
        let moved = driver.now();
        Self { driver, config, at: None, pace, moved }
    }

    /// What it is.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// It is known better now: the same servos, with other angles.
    pub fn learn(&mut self, config: Config) {
        self.config = config;
    }

    /// What drives it.
    pub fn driver(&self) -> &Driver {
        &self.driver
    }

    /// What drives it, for questions.
    pub fn driver_mut(&mut self) -> &mut Driver {
        &mut self.driver
    }

    /// How fast it goes.
    pub fn pace(&self) -> Pace {
        self.pace
    }

    /// Where it was told to be; none before it is started.
    pub fn at(&self) -> Option<&Pulses> {
        self.at.as_ref()
    }

    /// Starts it: a board that drives the arm already goes on from there; else the servos are told one after the other that they stand where the arm parks, because a servo jumps to the first
    /// place that it is told. So the arm must have been put there by hand.
    ///
    /// # Errors
    ///
    /// When the board does not take part.
    pub fn start(&mut self) -> Result<(), ArmError> {
        if self.resume()? {
            return Ok(());
        }
        let parked = self.config.pulses(&self.config.park.angles(), None)?;
        self.start_at(&parked)
    }

    /// Starts it where it stands.
    ///
    /// # Errors
    ///
    /// When the board does not take part.
    pub fn start_at(&mut self, pulses: &Pulses) -> Result<(), ArmError> {
        let open = self.config.grip(self.config.gripper.widest)?;
        for servo in self.config.servos(pulses).into_iter().chain([open]) {
            self.driver.start(servo.channel, servo.pulse)?;
            self.driver.wait_until(self.driver.now() + BETWEEN_STARTS)?;
        }
        self.driver.verify()?;
        self.at = Some(*pulses);
        self.moved = self.driver.now();
        Ok(())
    }

    /// Follows way-points to their end, and has the board say that it is there. When something goes wrong, all servos are stopped
    /// where they are.
    ///
    /// # Errors
    ///
    /// When it was not started, or the driver fails.
    pub fn follow(&mut self, way: &[Waypoint]) -> Result<(), ArmError> {
        if self.at.is_none() {
            return Err(ArmError::NotStarted);
        }
        let followed = self.try_to_follow(way);
        self.stop_after(followed)
    }

    fn try_to_follow(&mut self, way: &[Waypoint]) -> Result<(), DriverError> {
        for point in way {
            let servos = self.config.servos(&point.pulses);
            // A way is worked out from where its first pose is; the arm stands a rounding or more away from there.
            let needed = self.at.map_or(0, |at| time(&self.config, &at, &point.pulses, self.pace));
            let milliseconds = point.milliseconds.max(needed);
            let group = Group::timed(servos.iter().map(|servo| (servo.channel, servo.pulse)), milliseconds);
            // The command passes while the last centimetre of the way before is under way, so that the arm does not stand still.
            let passes = |command: &Command| self.driver.baud().time(command.encode().len());
            let (question, command) =
                (passes(&Command::QueryPulse(vec![self.config.base.channel])), passes(&Command::Move(group.clone())));
            let asked = if self.config.stop_input.is_some() { question + BETWEEN } else { Duration::ZERO };
            self.driver.until_before_end(question + BETWEEN + asked + command)?;
            // A board that was reset on the way would ramp every servo from 500 us: it must not be told to go on.
            self.driver.alive(self.config.base.channel)?;
            self.heed_input()?;
            // Not before the way before has ended: what is left of it would be gone at once, too fast.
            self.driver.until_before_end(command)?;
            self.driver.begin(&group)?;
            self.at = Some(point.pulses);
        }
        self.heed_input()?;
        self.driver.finish()
    }

    /// Presses the stop when the board's input for it is pulled low.
    fn heed_input(&mut self) -> Result<(), DriverError> {
        let Some(input) = self.config.stop_input else { return Ok(()) };
        if self.driver.input_is_low(input)? {
            self.driver.emergency_stop().press();
            // Whoever waits next would notice; there is no need to wait.
            return self.driver.wait_until(self.driver.now());
        }
        Ok(())
    }

    /// Goes to a pose around its base, at most at a share of its speed.
    ///
    /// # Errors
    ///
    /// When it cannot get there, or the driver fails.
    pub fn sweep_to(&mut self, pose: &Pose, share: f64) -> Result<(), ArmError> {
        let from = self.at.ok_or(ArmError::NotStarted)?;
        let tip = self.config.tip(&from);
        let way = sweep(&self.config, &Pose { tip, square: pose.square }, pose, self.pace.slowed(share))?;
        self.follow(&way)
    }

    /// Turns all joints evenly to pulses.
    ///
    /// # Errors
    ///
    /// When it was not started, or the driver fails.
    pub fn turn_to(&mut self, pulses: &Pulses, share: f64) -> Result<(), ArmError> {
        let from = self.at.ok_or(ArmError::NotStarted)?;
        let milliseconds = time(&self.config, &from, pulses, self.pace.slowed(share));
        self.follow(&[Waypoint { pulses: *pulses, milliseconds }])
    }

    /// Opens or closes the fingers to a width, in mm.
    ///
    /// # Errors
    ///
    /// When they do not open so wide, or the driver fails.
    pub fn grip(&mut self, width: f64) -> Result<(), ArmError> {
        let servo = self.config.grip(width)?;
        let from = self.driver.told(servo.channel).ok_or(ArmError::NotStarted)?;
        let seconds = f64::from(from.distance(servo.pulse)) / f64::from(servo.speed);
        let milliseconds = (seconds * 1000.0).ceil().max(self.pace.spacing.as_secs_f64() * 1000.0) as u16;
        let group = Group::timed([(servo.channel, servo.pulse)], milliseconds);
        let gripped = self.driver.begin(&group).and_then(|_| self.driver.finish());
        self.stop_after(gripped)
    }

    /// How wide the fingers were told to be, in mm; none before the arm is started.
    pub fn gripped(&self) -> Option<f64> {
        let gripper = &self.config.gripper;
        self.driver.told(gripper.channel).map(|pulse| gripper.width(f64::from(pulse.microseconds())))
    }

    /// Goes to where it parks: first up, then around, then down, so that it crosses nothing.
    ///
    /// # Errors
    ///
    /// When the driver fails.
    pub fn park(&mut self) -> Result<(), ArmError> {
        let parked = self.config.pulses(&self.config.park.angles(), None)?;
        let Some(at) = self.at else { return Err(ArmError::NotStarted) };
        if at == parked {
            return Ok(());
        }
        // Shoulder and elbow draw the hand in over where it is; only then the base turns.
        let drawn_in = Pulses { base: at.base, rotate: at.rotate, ..parked };
        let up = self.rising(&at, 1.0);
        if !up.is_empty() {
            self.follow(&up)?;
        }
        self.turn_to(&drawn_in, 0.7)?;
        self.turn_to(&parked, 0.7)
    }

    /// Straight up from where it is, as far as it gets, at most 60 mm, at a share of its speed.
    fn rising(&self, at: &Pulses, share: f64) -> Vec<Waypoint> {
        let tip = self.config.tip(at);
        let heights = [60.0, 45.0, 30.0, 15.0].into_iter();
        let square = at.rotate.and_then(|pulse| {
            let turned = self.config.rotate?.angle(f64::from(pulse.microseconds()));
            Some(self.config.angles(at).base - 90.0 + turned)
        });
        let from = Pose { tip, square };
        let mut ways = heights.filter_map(|up| {
            super::path::line(&self.config, &from, &from.at_height(tip.z + up), self.pace.slowed(share)).ok()
        });
        ways.next().unwrap_or_default()
    }

    /// Parks and lets the servos go, as it does when it has had nothing to do for a while.
    ///
    /// # Errors
    ///
    /// When the driver fails.
    pub fn rest(&mut self) -> Result<(), ArmError> {
        if self.at.is_some() {
            self.park()?;
        }
        self.at = None;
        Ok(self.driver.let_go()?)
    }

    /// Rests when it has had nothing to do for as long as its description says; whether it did.
    ///
    /// # Errors
    ///
    /// When the driver fails.
    pub fn rest_when_idle(&mut self) -> Result<bool, ArmError> {
        let idle = self.driver.now().saturating_sub(self.moved);
        if self.at.is_none() || idle < Duration::from_secs(self.config.idle.rests_after) {
            return Ok(false);
        }
        self.rest().map(|()| true)
    }

    /// Goes on after something went wrong, when somebody has said that it is safe: when the board still drives the arm, it is where
    /// the board says; it rises straight up and opens its fingers. Whether that is so: if not, it is limp and must be put where it
    /// parks and started.
    ///
    /// # Errors
    ///
    /// When the stop is still pressed, or the board does not answer.
    pub fn resume(&mut self) -> Result<bool, ArmError> {
        self.at = None;
        let joints = self.config.joints().map(|(_, joint)| joint.channel);
        let channels: Vec<Channel> = joints.chain([self.config.gripper.channel]).collect();
        if !self.driver.resume(&channels)? {
            return Ok(false);
        }
        let told = |joint: &crate::arm::Joint| self.driver.told(joint.channel).ok_or(ArmError::NotStarted);
        let at = Pulses {
            base: told(&self.config.base)?,
            shoulder: told(&self.config.shoulder)?,
            elbow: told(&self.config.elbow)?,
            wrist: told(&self.config.wrist)?,
            rotate: self.config.rotate.as_ref().map(told).transpose()?,
        };
        self.at = Some(at);
        // Where it is, is known to 10 us only: at full speed the first stretch could be too fast.
        let up = self.rising(&at, 0.5);
        if !up.is_empty() {
            self.follow(&up)?;
        }
        self.grip(self.config.gripper.widest)?;
        Ok(true)
    }

    /// Stops everything where it is, when something went wrong.
    fn stop_after(&mut self, done: Result<(), DriverError>) -> Result<(), ArmError> {
        self.moved = self.driver.now();
        done.map_err(|error| {
            if error != DriverError::Stopped {
                // When the line is gone, there is nothing to stop it by.
                let _ = self.driver.halt();
            }
            ArmError::Driver(error)
        })
    }
}
