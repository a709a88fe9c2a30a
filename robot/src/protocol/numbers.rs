//! Range-checked numbers of the protocol: channels, pulse widths and baud rates.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// A servo output of the controller, 0 to 31.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Channel(u8);

impl Channel {
    /// Number of channels.
    pub const COUNT: usize = 32;

    /// Creates a channel from its number; `None` above 31.
    pub const fn new(number: u8) -> Option<Self> {
        if number < 32 { Some(Self(number)) } else { None }
    }

    /// The channel number.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The channel number as an array index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// All channels in ascending order.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..32).map(Self)
    }
}

impl TryFrom<u8> for Channel {
    type Error = String;
    fn try_from(number: u8) -> Result<Self, String> {
        Self::new(number).ok_or_else(|| format!("there is no channel {number}: they are 0 to 31"))
    }
}

impl From<Channel> for u8 {
    fn from(channel: Channel) -> Self {
        channel.0
    }
}

impl fmt::Display for Channel {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(out)
    }
}

/// The pulse width of a servo signal in microseconds, 500 to 2500.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "u16", into = "u16")]
pub struct Pulse(u16);

impl Pulse {
    /// The minimum pulse width.
    pub const MIN: Self = Self(500);
    /// The maximum pulse width.
    pub const MAX: Self = Self(2500);

    /// Creates a pulse width from microseconds; `None` outside 500 to 2500.
    pub const fn new(microseconds: u16) -> Option<Self> {
        if microseconds >= 500 && microseconds <= 2500 { Some(Self(microseconds)) } else { None }
    }

    /// The pulse width in microseconds.
    pub const fn microseconds(self) -> u16 {
        self.0
    }

    /// The absolute difference of two pulse widths, in microseconds.
    pub const fn distance(self, other: Self) -> u16 {
        self.0.abs_diff(other.0)
    }
}

impl TryFrom<u16> for Pulse {
    type Error = String;
    fn try_from(microseconds: u16) -> Result<Self, String> {
        Self::new(microseconds).ok_or_else(|| {
            format!("a pulse of {microseconds} us is out of range: the servo controller gives 500 to 2500")
        })
    }
}

impl From<Pulse> for u16 {
    fn from(pulse: Pulse) -> Self {
        pulse.0
    }
}

impl fmt::Display for Pulse {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} us", self.0)
    }
}

/// The baud rate of the serial line. A byte takes ten bits: one start bit, eight data bits, no parity, one stop bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Baud(pub u32);

impl Baud {
    /// The factory setting.
    pub const SLOW: Self = Self(9600);
    /// The fastest rate that the controller's button offers.
    pub const FAST: Self = Self(115_200);
    /// All rates that the controller's button offers, in the order in which detection tries them.
    pub const SELECTABLE: [Self; 3] = [Self::SLOW, Self::FAST, Self(38_400)];

    /// Transmission time of a number of bytes.
    pub fn transmission_time(self, bytes: usize) -> Duration {
        Duration::from_nanos(bytes as u64 * 10_000_000_000 / u64::from(self.0))
    }
}
