//! Simulated servo shafts: they follow their pulse widths with a speed limit.

use std::time::Duration;

/// Speed of an unloaded hobby servo of this size, in microseconds of pulse width per second: 60 degrees in 0.2 s.
const MAX_SPEED: f64 = 3300.0;

/// The positions of all servo shafts, in microseconds of pulse width.
#[derive(Clone, Debug)]
pub struct Shafts {
    at: [f64; 32],
    speed: [f64; 32],
    now: Duration,
}

impl Shafts {
    /// Creates shafts at the given positions (channel, pulse width); all others are centred at 1500 us.
    pub fn new(standing: impl IntoIterator<Item = (usize, f64)>) -> Self {
        let mut at = [1500.0; 32];
        for (channel, pulse) in standing {
            at[channel] = pulse;
        }
        Self { at, speed: [0.0; 32], now: Duration::ZERO }
    }

    /// Advances the shafts to `now` with these pulse widths; a servo without pulses stays where it is.
    pub fn follow(&mut self, now: Duration, pulses: &[Option<f64>; 32]) {
        let elapsed = now.saturating_sub(self.now).as_secs_f64();
        self.now = now;
        for ((at, speed), pulse) in self.at.iter_mut().zip(&mut self.speed).zip(pulses) {
            let before = *at;
            if let Some(pulse) = pulse {
                let most = MAX_SPEED * elapsed;
                *at += (pulse - *at).clamp(-most, most);
            }
            if elapsed > 0.0 {
                *speed = (*at - before).abs() / elapsed;
            }
        }
    }

    /// Sets the position of a shaft, as if it were turned by hand.
    pub fn set(&mut self, channel: usize, pulse: f64) {
        self.at[channel] = pulse;
    }

    /// The position of a shaft, in microseconds of pulse width.
    pub fn at(&self, channel: usize) -> f64 {
        self.at[channel]
    }

    /// The speed of a shaft, in microseconds of pulse width per second.
    pub fn speed(&self, channel: usize) -> f64 {
        self.speed[channel]
    }
}
