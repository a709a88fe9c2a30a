//! The arm in operation: starting, following trajectories, parking and releasing.

use std::time::Duration;

use super::path::{Pace, Waypoint, plan_sweep, travel_time};
use crate::arm::{Config, Joint, Pose, Pulses, Tip, Unreachable};
use crate::driver::{Driver, DriverError};
use crate::protocol::{Channel, Command, GroupMove, Pulse};

/// Pause after the start of each servo, in which the servo reaches its first commanded position.
const START_PAUSE: Duration = Duration::from_millis(400);

/// Time the controller needs for an answer between two way-points.
const QUERY_TIME: Duration = Duration::from_millis(3);

/// The reason why an arm did not move.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ArmError {
    /// The target is unreachable.
    #[error(transparent)]
    Unreachable(#[from] Unreachable),
    /// The controller or the line failed.
    #[error(transparent)]
    Driver(#[from] DriverError),
    /// The arm has not been started.
    #[error("the arm has not been started: its position is unknown")]
    NotStarted,
}

/// The state of an arm that was halted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum HaltedPose {
    /// No servo gets pulses.
    Limp,
    /// Some servos get pulses and others do not, as in the middle of a start.
    PartlyLimp,
    /// The servos hold the fingertips at a position.
    At(Tip),
}

/// An arm: a driver, a configuration and the last commanded position.
#[derive(Debug)]
pub struct Arm {
    driver: Driver,
    config: Config,
    pulses: Option<Pulses>,
    pace: Pace,
    last_move_at: Duration,
}

impl Arm {
    /// Creates an arm behind a controller. Nothing moves yet.
    pub fn new(driver: Driver, config: Config) -> Self {
        let pace = Pace::for_baud(driver.baud());
        let last_move_at = driver.now();
        Self { driver, config, pulses: None, pace, last_move_at }
    }

    /// The arm's configuration.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Replaces the configuration after a calibration: the same servos with other angles.
    pub fn set_config(&mut self, config: Config) {
        self.config = config;
    }

    /// The driver of the controller.
    pub fn driver(&self) -> &Driver {
        &self.driver
    }

    /// Mutable access to the driver, for queries.
    pub fn driver_mut(&mut self) -> &mut Driver {
        &mut self.driver
    }

    /// The pace of the arm's trajectories.
    pub fn pace(&self) -> Pace {
        self.pace
    }

    /// The last commanded pulse widths; `None` before the start.
    pub fn commanded_pulses(&self) -> Option<&Pulses> {
        self.pulses.as_ref()
    }

    /// Starts the arm. If the controller already drives it, it goes on from its current position. Otherwise the servos
    /// are started one after the other at the park pose, because a servo jumps to its first commanded position. The arm
    /// must therefore have been placed at its park pose by hand.
    ///
    /// # Errors
    ///
    /// [`ArmError`] when the controller fails.
    pub fn start(&mut self) -> Result<(), ArmError> {
        if self.resume()? {
            return Ok(());
        }
        let parked = self.config.pulses(&self.config.park.angles(), None)?;
        self.start_at(&parked)
    }

    /// Starts the arm at the pulse widths at which it stands.
    ///
    /// # Errors
    ///
    /// [`ArmError`] when the controller fails.
    pub fn start_at(&mut self, pulses: &Pulses) -> Result<(), ArmError> {
        let open = self.config.gripper_target(self.config.gripper.widest)?;
        for servo in self.config.servo_targets(pulses).into_iter().chain([open]) {
            self.driver.start(servo.channel, servo.pulse)?;
            self.driver.wait_until(self.driver.now() + START_PAUSE)?;
        }
        self.driver.verify()?;
        self.pulses = Some(*pulses);
        self.last_move_at = self.driver.now();
        Ok(())
    }

    /// Follows way-points to the last one and confirms its position with the controller. On an error all servos are
    /// stopped where they are.
    ///
    /// # Errors
    ///
    /// [`ArmError`] when the arm was not started or the driver fails.
    pub fn follow(&mut self, path: &[Waypoint]) -> Result<(), ArmError> {
        if self.pulses.is_none() {
            return Err(ArmError::NotStarted);
        }
        let followed = self.try_follow(path);
        self.halt_on_error(followed)
    }

    fn try_follow(&mut self, path: &[Waypoint]) -> Result<(), DriverError> {
        for point in path {
            let servos = self.config.servo_targets(&point.pulses);
            // A trajectory is planned from the exact first pose; the arm's position differs from it by rounding or
            // more.
            let needed = self.pulses.map_or(0, |at| travel_time(&self.config, &at, &point.pulses, self.pace));
            let milliseconds = point.milliseconds.max(needed);
            let group = GroupMove::timed(servos.iter().map(|servo| (servo.channel, servo.pulse)), milliseconds);
            // The command is transmitted while the previous segment is still running, so that the arm does not pause.
            let transmission = |command: &Command| self.driver.baud().transmission_time(command.encode().len());
            let (query, command) = (
                transmission(&Command::QueryPulse(vec![self.config.base.channel])),
                transmission(&Command::Move(group.clone())),
            );
            let stop_query = if self.config.stop_input.is_some() { query + QUERY_TIME } else { Duration::ZERO };
            self.driver.wait_until_before_end(query + QUERY_TIME + stop_query + command)?;
            // After a reset on the way the controller would ramp every servo from 500 us: it must not get another timed
            // move.
            self.driver.check_alive(self.config.base.channel)?;
            self.check_stop_input()?;
            // Not before the previous segment has ended: its remainder would be covered at once, too fast.
            self.driver.wait_until_before_end(command)?;
            self.driver.begin(&group)?;
            self.pulses = Some(point.pulses);
        }
        self.check_stop_input()?;
        self.driver.finish()
    }

    /// Presses the emergency stop when the controller's stop input is pulled low.
    fn check_stop_input(&mut self) -> Result<(), DriverError> {
        let Some(input) = self.config.stop_input else { return Ok(()) };
        if self.driver.input_is_low(input)? {
            self.driver.emergency_stop().press();
            // This wait returns the stop error at once.
            return self.driver.wait_until(self.driver.now());
        }
        Ok(())
    }

    /// Sweeps to a pose around the base, at a fraction of the maximum speed.
    ///
    /// # Errors
    ///
    /// [`ArmError`] when the pose is unreachable or the driver fails.
    pub fn sweep_to(&mut self, pose: &Pose, share: f64) -> Result<(), ArmError> {
        let from = self.pulses.ok_or(ArmError::NotStarted)?;
        let tip = self.config.tip(&from);
        let path =
            plan_sweep(&self.config, &Pose { tip, finger_angle: pose.finger_angle }, pose, self.pace.scaled(share))?;
        self.follow(&path)
    }

    /// Moves all joints to pulse widths by linear interpolation in joint space.
    ///
    /// # Errors
    ///
    /// [`ArmError`] when the arm was not started or the driver fails.
    pub fn move_joints_to(&mut self, pulses: &Pulses, share: f64) -> Result<(), ArmError> {
        let from = self.pulses.ok_or(ArmError::NotStarted)?;
        let milliseconds = travel_time(&self.config, &from, pulses, self.pace.scaled(share));
        self.follow(&[Waypoint { pulses: *pulses, milliseconds }])
    }

    /// Opens or closes the fingers to a width, in mm.
    ///
    /// # Errors
    ///
    /// [`ArmError`] when the fingers do not open that wide or the driver fails.
    pub fn grip(&mut self, width: f64) -> Result<(), ArmError> {
        let servo = self.config.gripper_target(width)?;
        let from = self.driver.commanded_pulse(servo.channel).ok_or(ArmError::NotStarted)?;
        let seconds = f64::from(from.distance(servo.pulse)) / f64::from(servo.speed);
        let milliseconds = (seconds * 1000.0).ceil().max(self.pace.spacing.as_secs_f64() * 1000.0) as u16;
        let group = GroupMove::timed([(servo.channel, servo.pulse)], milliseconds);
        let gripped = self.driver.begin(&group).and_then(|_| self.driver.finish());
        self.halt_on_error(gripped)
    }

    /// The commanded width of the fingers, in mm; `None` before the start.
    pub fn commanded_width(&self) -> Option<f64> {
        let gripper = &self.config.gripper;
        self.driver.commanded_pulse(gripper.channel).map(|pulse| gripper.width(f64::from(pulse.microseconds())))
    }

    /// Moves to the park pose: first up, then in, then around, so that the arm does not cross anything.
    ///
    /// # Errors
    ///
    /// [`ArmError`] when the driver fails.
    pub fn park(&mut self) -> Result<(), ArmError> {
        let parked = self.config.pulses(&self.config.park.angles(), None)?;
        let Some(at) = self.pulses else { return Err(ArmError::NotStarted) };
        if at == parked {
            return Ok(());
        }
        // Shoulder and elbow draw the hand in above its position; only then the base turns.
        let drawn_in = Pulses { base: at.base, rotate: at.rotate, ..parked };
        let up = self.plan_rise(&at, 1.0);
        if !up.is_empty() {
            self.follow(&up)?;
        }
        self.move_joints_to(&drawn_in, 0.7)?;
        self.move_joints_to(&parked, 0.7)
    }

    /// Plans a straight rise by at most 60 mm within the reach, at a fraction of the maximum speed.
    fn plan_rise(&self, at: &Pulses, share: f64) -> Vec<Waypoint> {
        let tip = self.config.tip(at);
        let heights = [60.0, 45.0, 30.0, 15.0].into_iter();
        let square = at.rotate.and_then(|pulse| {
            let turned = self.config.rotate?.angle(f64::from(pulse.microseconds()));
            Some(self.config.angles(at).base - 90.0 + turned)
        });
        let from = Pose { tip, finger_angle: square };
        let mut rises = heights.filter_map(|up| {
            super::path::plan_line(&self.config, &from, &from.at_height(tip.z + up), self.pace.scaled(share)).ok()
        });
        rises.next().unwrap_or_default()
    }

    /// Parks the arm and releases its servos.
    ///
    /// # Errors
    ///
    /// [`ArmError`] when the driver fails.
    pub fn rest(&mut self) -> Result<(), ArmError> {
        if self.pulses.is_some() {
            self.park()?;
        }
        self.pulses = None;
        Ok(self.driver.release_all()?)
    }

    /// Rests when the arm's idle timeout has passed; returns `true` if it did.
    ///
    /// # Errors
    ///
    /// [`ArmError`] when the driver fails.
    pub fn rest_when_idle(&mut self) -> Result<bool, ArmError> {
        let idle = self.driver.now().saturating_sub(self.last_move_at);
        if self.pulses.is_none() || idle < Duration::from_secs(self.config.idle.rests_after) {
            return Ok(false);
        }
        self.rest().map(|()| true)
    }

    /// Resumes after an error, once a person has confirmed that it is safe. If the controller still drives the arm, the
    /// arm takes the reported position, rises straight up and opens its fingers, and the result is `true`. If not, the
    /// arm is limp and must be placed at its park pose and started.
    ///
    /// # Errors
    ///
    /// [`ArmError`] when the stop is still pressed or the controller does not answer.
    pub fn resume(&mut self) -> Result<bool, ArmError> {
        self.pulses = None;
        if !self.driver.resume(&self.channels())? {
            return Ok(false);
        }
        let at = self.joint_pulses(|channel| self.driver.commanded_pulse(channel)).ok_or(ArmError::NotStarted)?;
        self.pulses = Some(at);
        // The position is known to 10 us only: at full speed the first segment could be too fast.
        let up = self.plan_rise(&at, 0.5);
        if !up.is_empty() {
            self.follow(&up)?;
        }
        self.grip(self.config.gripper.widest)?;
        Ok(true)
    }

    /// Stops every servo where it is, if that has not been done yet, and asks the controller where the arm stands. The
    /// arm stays there until it is resumed.
    ///
    /// # Errors
    ///
    /// [`ArmError`] when the line fails: the servos may then move on.
    pub fn halt(&mut self) -> Result<HaltedPose, ArmError> {
        if Channel::all().all(|channel| self.driver.commanded_pulse(channel).is_none()) {
            return Ok(HaltedPose::Limp);
        }
        if !self.driver.is_halted() {
            self.driver.halt()?;
        }
        let channels = self.channels();
        let reported = self.driver.reported_pulses(&channels)?;
        let pulse = |wanted: Channel| {
            let (_, reported) = channels.iter().zip(&reported).find(|(channel, _)| **channel == wanted)?;
            (*reported > 0).then(|| Pulse::new((*reported).clamp(500, 2500))).flatten()
        };
        Ok(self.joint_pulses(pulse).map_or(HaltedPose::PartlyLimp, |at| HaltedPose::At(self.config.tip(&at))))
    }

    /// The channels of the joints and of the gripper.
    fn channels(&self) -> Vec<Channel> {
        let joints = self.config.joints().map(|(_, joint)| joint.channel);
        joints.chain([self.config.gripper.channel]).collect()
    }

    /// The pulse widths of the joints; `None` if that of one is unknown.
    fn joint_pulses(&self, pulse: impl Fn(Channel) -> Option<Pulse>) -> Option<Pulses> {
        let of = |joint: &Joint| pulse(joint.channel);
        Some(Pulses {
            base: of(&self.config.base)?,
            shoulder: of(&self.config.shoulder)?,
            elbow: of(&self.config.elbow)?,
            wrist: of(&self.config.wrist)?,
            rotate: match &self.config.rotate {
                Some(joint) => Some(of(joint)?),
                None => None,
            },
        })
    }

    /// Records the time of a move and halts all servos when it failed.
    fn halt_on_error(&mut self, done: Result<(), DriverError>) -> Result<(), ArmError> {
        self.last_move_at = self.driver.now();
        done.map_err(|error| {
            if error != DriverError::Stopped {
                // A failed halt is ignored: without the line nothing can stop the servos.
                let _ = self.driver.halt();
            }
            ArmError::Driver(error)
        })
    }
}
