//! Moves of several servos at once, which begin and end together.

use std::time::Duration;

use super::{Channel, Pulse};

/// Where one servo goes, and how fast at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ServoMove {
    /// The servo.
    pub channel: Channel,
    /// Where it goes.
    pub pulse: Pulse,
    /// Its greatest speed in microseconds of pulse per second.
    pub speed: Option<u16>,
}

impl ServoMove {
    /// As fast as the group goes.
    pub const fn new(channel: Channel, pulse: Pulse) -> Self {
        Self { channel, pulse, speed: None }
    }
}

/// Several servos at once.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Group {
    /// The servos, each once.
    pub moves: Vec<ServoMove>,
    /// The time that the move takes at least, in milliseconds.
    pub time: Option<u16>,
}

impl Group {
    /// These servos, in this many milliseconds or more.
    pub fn timed(moves: impl IntoIterator<Item = (Channel, Pulse)>, milliseconds: u16) -> Self {
        let moves = moves.into_iter().map(|(channel, pulse)| ServoMove::new(channel, pulse)).collect();
        Self { moves, time: Some(milliseconds) }
    }

    /// How long the move takes from these pulses, by channel: the longest of the group's time and what each servo's own speed
    /// asks for. A servo whose place is not known jumps, so it takes no time of its own.
    pub fn duration(&self, from: impl Fn(Channel) -> Option<f64>) -> Duration {
        let own = |servo: &ServoMove| {
            let (Some(speed), Some(from)) = (servo.speed, from(servo.channel)) else { return Duration::ZERO };
            let way = (f64::from(servo.pulse.microseconds()) - from).abs();
            // A speed of nothing would never arrive; the board takes it as no limit.
            if speed == 0 { Duration::ZERO } else { Duration::from_secs_f64(way / f64::from(speed)) }
        };
        let asked = Duration::from_millis(u64::from(self.time.unwrap_or(0)));
        self.moves.iter().map(own).fold(asked, Duration::max)
    }
}
