//! Fault injection: scheduled faults of a simulated serial line.

use std::time::Duration;

/// A fault of the line, the controller or its power supply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The cable is unplugged for a duration.
    Unplugged(Duration),
    /// The supply voltage dips: the controller resets and servos get no pulses.
    PowerDip,
    /// A number of answer bytes is lost.
    AnswersLost(u32),
    /// A number of bytes to the controller arrives with one flipped bit.
    Noise(u32),
    /// The controller neither receives nor answers for a duration.
    Stall(Duration),
    /// A button pulls an input of the controller low for a duration; input A is 0.
    Button(usize, Duration),
}

/// A schedule of faults in time order, and the effects that are still active.
#[derive(Clone, Debug, Default)]
pub struct Faults {
    pending: Vec<(Duration, Fault)>,
    unplugged_until: Duration,
    stalled_until: Duration,
    answers_to_lose: u32,
    bytes_to_flip: u32,
    pressed_button: Option<(usize, Duration)>,
}

impl Faults {
    /// Creates a schedule with one fault.
    pub fn at(moment: Duration, fault: Fault) -> Self {
        Self { pending: vec![(moment, fault)], ..Self::default() }
    }

    /// Adds a fault to the schedule.
    #[must_use]
    pub fn and(mut self, moment: Duration, fault: Fault) -> Self {
        self.pending.push((moment, fault));
        self.pending.sort_by_key(|(at, _)| *at);
        self
    }

    /// The time of the next fault.
    pub(super) fn next_fault_time(&self) -> Option<Duration> {
        self.pending.first().map(|(at, _)| *at)
    }

    /// The input at which a button is pressed.
    pub(super) fn pressed_input(&self, now: Duration) -> Option<usize> {
        self.pressed_button.filter(|(_, until)| now < *until).map(|(input, _)| input)
    }

    /// Activates the faults due by `now`; returns `true` if the controller loses its power.
    pub(super) fn activate_due(&mut self, now: Duration) -> bool {
        let mut dip = false;
        while let Some((at, fault)) = self.pending.first().copied().filter(|(at, _)| *at <= now) {
            self.pending.remove(0);
            match fault {
                Fault::Unplugged(duration) => self.unplugged_until = at + duration,
                Fault::Stall(duration) => self.stalled_until = at + duration,
                Fault::Button(input, duration) => self.pressed_button = Some((input, at + duration)),
                Fault::PowerDip => dip = true,
                Fault::AnswersLost(bytes) => self.answers_to_lose += bytes,
                Fault::Noise(bytes) => self.bytes_to_flip += bytes,
            }
        }
        dip
    }

    /// `true` if the cable is plugged in.
    pub(super) fn is_plugged(&self, now: Duration) -> bool {
        now >= self.unplugged_until
    }

    /// Transmits a byte to the controller: the byte as it arrives, or `None` if it is lost.
    pub(super) fn transmit_to_board(&mut self, now: Duration, byte: u8) -> Option<u8> {
        if now < self.stalled_until {
            return None;
        }
        let noise = self.bytes_to_flip > 0;
        self.bytes_to_flip -= u32::from(noise);
        // The flipped bit differs from byte to byte.
        Some(if noise { byte ^ (1 << (self.bytes_to_flip % 7)) } else { byte })
    }

    /// Transmits a byte from the controller; returns `true` if it arrives.
    pub(super) fn answer_arrives(&mut self, now: Duration) -> bool {
        let lost = self.answers_to_lose > 0;
        self.answers_to_lose -= u32::from(lost);
        !lost && now >= self.stalled_until
    }
}
