//! What goes wrong on a simulated line, and when.

use std::time::Duration;

/// Something that goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The cable is pulled out for so long.
    Unplugged(Duration),
    /// The supply dips: the board begins anew and servos get no pulses.
    PowerDip,
    /// So many bytes of answers are lost.
    AnswersLost(u32),
    /// So many bytes to the board arrive with a bit turned over.
    Noise(u32),
    /// The board takes nothing and says nothing for so long.
    Stall(Duration),
    /// Somebody presses a button at an input of the board for so long: 0 is A.
    Button(usize, Duration),
}

/// What goes wrong on a line: faults with their times, in order.
#[derive(Clone, Debug, Default)]
pub struct Faults {
    to_come: Vec<(Duration, Fault)>,
    unplugged_until: Duration,
    stalled_until: Duration,
    lost: u32,
    noisy: u32,
    pressed: Option<(usize, Duration)>,
}

impl Faults {
    /// One fault at a time.
    pub fn at(moment: Duration, fault: Fault) -> Self {
        Self { to_come: vec![(moment, fault)], ..Self::default() }
    }

    /// One more.
    #[must_use]
    pub fn and(mut self, moment: Duration, fault: Fault) -> Self {
        self.to_come.push((moment, fault));
        self.to_come.sort_by_key(|(at, _)| *at);
        self
    }

    /// When the next thing goes wrong.
    pub(super) fn next(&self) -> Option<Duration> {
        self.to_come.first().map(|(at, _)| *at)
    }

    /// The input at which a button is pressed.
    pub(super) fn pressed(&self, now: Duration) -> Option<usize> {
        self.pressed.filter(|(_, until)| now < *until).map(|(input, _)| input)
    }

    /// Time has come to `now`; whether the board loses its power.
    pub(super) fn come(&mut self, now: Duration) -> bool {
        let mut dip = false;
        while let Some((at, fault)) = self.to_come.first().copied().filter(|(at, _)| *at <= now) {
            self.to_come.remove(0);
            match fault {
                Fault::Unplugged(long) => self.unplugged_until = at + long,
                Fault::Stall(long) => self.stalled_until = at + long,
                Fault::Button(input, long) => self.pressed = Some((input, at + long)),
                Fault::PowerDip => dip = true,
                Fault::AnswersLost(bytes) => self.lost += bytes,
                Fault::Noise(bytes) => self.noisy += bytes,
            }
        }
        dip
    }

    /// Whether the cable is in.
    pub(super) fn plugged(&self, now: Duration) -> bool {
        now >= self.unplugged_until
    }

    /// A byte on its way to the board: as it arrives, if it does.
    pub(super) fn pass(&mut self, now: Duration, byte: u8) -> Option<u8> {
        if now < self.stalled_until {
            return None;
        }
        let noise = self.noisy > 0;
        self.noisy -= u32::from(noise);
        // Which bit turns over differs from byte to byte.
        Some(if noise { byte ^ (1 << (self.noisy % 7)) } else { byte })
    }

    /// A byte on its way from the board: whether it arrives.
    pub(super) fn comes_back(&mut self, now: Duration) -> bool {
        let lost = self.lost > 0;
        self.lost -= u32::from(lost);
        !lost && now >= self.stalled_until
    }
}
