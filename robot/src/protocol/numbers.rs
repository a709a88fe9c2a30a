//! Numbers that the board takes, each in its bounds.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// One of the board's outputs, 0 to 31.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Channel(u8);

impl Channel {
    /// How many there are.
    pub const COUNT: usize = 32;

    /// A channel by its number; none beyond 31.
    pub const fn new(number: u8) -> Option<Self> {
        if number < 32 { Some(Self(number)) } else { None }
    }

    /// Its number.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Its number, for lists by channel.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// All of them, from 0.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..32).map(Self)
    }
}

impl TryFrom<u8> for Channel {
    type Error = String;
    fn try_from(number: u8) -> Result<Self, String> {
        Self::new(number).ok_or_else(|| format!("channel {number} is none of the board's: they are 0 to 31"))
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

/// The width of a servo's pulse in microseconds, 500 to 2500.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "u16", into = "u16")]
pub struct Pulse(u16);

impl Pulse {
    /// The narrowest.
    pub const LEAST: Self = Self(500);
    /// The widest.
    pub const MOST: Self = Self(2500);

    /// A pulse of so many microseconds; none outside of 500 to 2500.
    pub const fn new(microseconds: u16) -> Option<Self> {
        if microseconds >= 500 && microseconds <= 2500 { Some(Self(microseconds)) } else { None }
    }

    /// Its width in microseconds.
    pub const fn microseconds(self) -> u16 {
        self.0
    }

    /// How far apart two pulses are, in microseconds.
    pub const fn distance(self, other: Self) -> u16 {
        self.0.abs_diff(other.0)
    }
}

impl TryFrom<u16> for Pulse {
    type Error = String;
    fn try_from(microseconds: u16) -> Result<Self, String> {
        Self::new(microseconds).ok_or_else(|| format!("a pulse of {microseconds} us: the board makes 500 to 2500"))
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

/// The speed of the serial line. Eight data bits, no parity, one stop bit: ten bits for a byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Baud(pub u32);

impl Baud {
    /// As the board leaves the factory.
    pub const SLOW: Self = Self(9600);
    /// The fastest that its button offers.
    pub const FAST: Self = Self(115_200);
    /// All that its button offers, in the order in which they are tried.
    pub const KNOWN: [Self; 3] = [Self::SLOW, Self::FAST, Self(38_400)];

    /// How long so many bytes take on the line.
    pub fn time(self, bytes: usize) -> Duration {
        Duration::from_nanos(bytes as u64 * 10_000_000_000 / u64::from(self.0))
    }
}
