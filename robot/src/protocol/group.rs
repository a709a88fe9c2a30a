//! Group moves: several servos that start and arrive together.

use std::time::Duration;

use super::{Channel, Pulse};

/// The target of one servo and its speed limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ServoMove {
    /// The channel.
    pub channel: Channel,
    /// The target pulse width.
    pub pulse: Pulse,
    /// The speed limit, in microseconds of pulse width per second; `None` for no limit of its own.
    pub speed: Option<u16>,
}

impl ServoMove {
    /// Creates a move without a speed limit of its own.
    pub const fn new(channel: Channel, pulse: Pulse) -> Self {
        Self { channel, pulse, speed: None }
    }
}

/// A group move: servos that start and arrive together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct GroupMove {
    /// The servo moves, at most one for each channel.
    pub moves: Vec<ServoMove>,
    /// The minimum duration of the move, in milliseconds.
    pub time: Option<u16>,
}

impl GroupMove {
    /// Creates a group move with a minimum duration in milliseconds.
    pub fn timed(moves: impl IntoIterator<Item = (Channel, Pulse)>, milliseconds: u16) -> Self {
        let moves = moves.into_iter().map(|(channel, pulse)| ServoMove::new(channel, pulse)).collect();
        Self { moves, time: Some(milliseconds) }
    }

    /// Duration of the move from the pulse widths `from` (by channel): the maximum of the group's time and the time
    /// that each servo needs at its own speed limit. A servo with an unknown position jumps and adds no time.
    pub fn duration(&self, from: impl Fn(Channel) -> Option<f64>) -> Duration {
        let own_duration = |servo: &ServoMove| {
            let (Some(speed), Some(from)) = (servo.speed, from(servo.channel)) else { return Duration::ZERO };
            let distance = (f64::from(servo.pulse.microseconds()) - from).abs();
            // Speed 0 would never arrive; the controller takes it as no limit.
            if speed == 0 { Duration::ZERO } else { Duration::from_secs_f64(distance / f64::from(speed)) }
        };
        let minimum = Duration::from_millis(u64::from(self.time.unwrap_or(0)));
        self.moves.iter().map(own_duration).fold(minimum, Duration::max)
    }
}
