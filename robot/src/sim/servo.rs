//! Shafts of servos: they follow their pulses, as fast as they can and no faster.

use std::time::Duration;

/// As fast as a hobby servo of this size turns unloaded, in microseconds of pulse per second: 60 degrees in 0.2 s.
const FASTEST: f64 = 3300.0;

/// Where the shafts of all servos stand, in microseconds of pulse.
#[derive(Clone, Debug)]
pub struct Shafts {
    at: [f64; 32],
    speed: [f64; 32],
    now: Duration,
}

impl Shafts {
    /// All shafts in the middle but those told otherwise.
    pub fn new(standing: impl IntoIterator<Item = (usize, f64)>) -> Self {
        let mut at = [1500.0; 32];
        for (channel, pulse) in standing {
            at[channel] = pulse;
        }
        Self { at, speed: [0.0; 32], now: Duration::ZERO }
    }

    /// Time goes on with these pulses; a servo without any stays where it is.
    pub fn follow(&mut self, now: Duration, pulses: &[Option<f64>; 32]) {
        let gone = now.saturating_sub(self.now).as_secs_f64();
        self.now = now;
        for ((at, speed), pulse) in self.at.iter_mut().zip(&mut self.speed).zip(pulses) {
            let before = *at;
            if let Some(pulse) = pulse {
                let most = FASTEST * gone;
                *at += (pulse - *at).clamp(-most, most);
            }
            if gone > 0.0 {
                *speed = (*at - before).abs() / gone;
            }
        }
    }

    /// Somebody turns a shaft by hand.
    pub fn turn(&mut self, channel: usize, pulse: f64) {
        self.at[channel] = pulse;
    }

    /// Where a shaft stands.
    pub fn at(&self, channel: usize) -> f64 {
        self.at[channel]
    }

    /// How fast it turns, in microseconds of pulse per second.
    pub fn speed(&self, channel: usize) -> f64 {
        self.speed[channel]
    }
}
