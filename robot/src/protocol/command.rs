//! SSC-32U commands and their byte encoding.

use std::fmt::Write as _;

use super::{CARRIAGE_RETURN, Channel, GroupMove};

/// A command or query of the SSC-32U protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Group move of servos (`#ch Ppw Sspd Ttime`).
    Move(GroupMove),
    /// Queries whether the last move is still in progress (`Q`).
    Query,
    /// Queries current pulse widths (`QP`): one byte for each channel, in units of 10 us.
    QueryPulse(Vec<Channel>),
    /// Queries the firmware version (`VER`).
    Version,
    /// Stops one servo at its current position (`STOP`); other servos go on.
    Stop(Channel),
    /// Ends the pulses of servos (`P0`), which can then be turned by hand.
    Release(Vec<Channel>),
    /// Sets pulse offsets (`PO`), in microseconds, -100 to 100.
    Offset(Vec<(Channel, i8)>),
    /// Reads a digital input, A to F.
    Input(char),
}

/// The format of the controller's answer to a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerFormat {
    /// No answer.
    Nothing,
    /// A fixed number of bytes.
    Bytes(usize),
    /// Text up to a carriage return.
    Line,
}

impl Command {
    /// Encodes the command as bytes, including the final carriage return.
    pub fn encode(&self) -> Vec<u8> {
        let mut text = String::new();
        // Writing into a string cannot fail.
        let _ = match self {
            Self::Move(group) => Self::encode_group(&mut text, group),
            Self::Query => write!(text, "Q"),
            Self::QueryPulse(channels) => {
                write_separated(&mut text, channels, |text, channel| write!(text, "QP{channel}"))
            }
            Self::Version => write!(text, "VER"),
            Self::Stop(channel) => write!(text, "STOP {channel}"),
            Self::Release(channels) => {
                write_separated(&mut text, channels, |text, channel| write!(text, "#{channel} P0"))
            }
            Self::Offset(offsets) => {
                write_separated(&mut text, offsets, |text, (channel, offset)| write!(text, "#{channel} PO{offset}"))
            }
            Self::Input(input) => write!(text, "{input}"),
        };
        text.push(char::from(CARRIAGE_RETURN));
        text.into_bytes()
    }

    fn encode_group(text: &mut String, group: &GroupMove) -> std::fmt::Result {
        write_separated(text, &group.moves, |text, servo| {
            write!(text, "#{} P{}", servo.channel, servo.pulse.microseconds())?;
            servo.speed.map_or(Ok(()), |speed| write!(text, " S{speed}"))
        })?;
        group.time.map_or(Ok(()), |time| write!(text, " T{time}"))
    }

    /// The format of the answer that the controller sends to this command.
    pub fn answer_format(&self) -> AnswerFormat {
        match self {
            Self::Move(_) | Self::Stop(_) | Self::Release(_) | Self::Offset(_) => AnswerFormat::Nothing,
            Self::Query | Self::Input(_) => AnswerFormat::Bytes(1),
            Self::QueryPulse(channels) => AnswerFormat::Bytes(channels.len()),
            Self::Version => AnswerFormat::Line,
        }
    }
}

/// Writes items separated by blanks.
fn write_separated<T>(
    text: &mut String,
    items: &[T],
    write: impl Fn(&mut String, &T) -> std::fmt::Result,
) -> std::fmt::Result {
    items.iter().enumerate().try_for_each(|(at, item)| {
        if at > 0 {
            text.push(' ');
        }
        write(text, item)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::{Baud, Pulse, ServoMove};
    use std::time::Duration;

    fn servo(channel: u8, pulse: u16, speed: Option<u16>) -> ServoMove {
        ServoMove { channel: Channel::new(channel).unwrap(), pulse: Pulse::new(pulse).unwrap(), speed }
    }

    fn bytes(command: &Command) -> String {
        String::from_utf8(command.encode()).unwrap()
    }

    #[test]
    fn the_manual_s_examples_are_encoded_byte_for_byte() {
        let group = GroupMove { moves: vec![servo(5, 1600, None), servo(10, 750, None)], time: Some(2500) };
        assert_eq!(bytes(&Command::Move(group)), "#5 P1600 #10 P750 T2500\r");
        let moves = vec![servo(5, 1600, None), servo(17, 750, Some(500)), servo(2, 2250, None)];
        let group = GroupMove { moves, time: Some(2000) };
        assert_eq!(bytes(&Command::Move(group.clone())), "#5 P1600 #17 P750 S500 #2 P2250 T2000\r");

        let at = |pulse: f64| move |channel: Channel| (channel.number() == 17).then_some(pulse);
        assert_eq!(group.duration(at(2000.0)), Duration::from_millis(2500));
        assert_eq!(group.duration(at(1000.0)), Duration::from_secs(2));
    }

    #[test]
    fn speed_limits_determine_the_duration() {
        let one = |pulse, speed| GroupMove { moves: vec![servo(0, pulse, Some(speed))], time: None };
        assert_eq!(one(2250, 750).duration(|_| Some(750.0)), Duration::from_secs(2));
        assert_eq!(one(750, 1000).duration(|_| Some(2250.0)), Duration::from_millis(1500));
        assert_eq!(one(750, 1000).duration(|_| None), Duration::ZERO);
    }

    #[test]
    fn queries_and_stops_are_encoded() {
        let channels = [0, 1, 8].map(|number| Channel::new(number).unwrap());
        assert_eq!(bytes(&Command::Query), "Q\r");
        assert_eq!(bytes(&Command::QueryPulse(channels.to_vec())), "QP0 QP1 QP8\r");
        assert_eq!(bytes(&Command::Version), "VER\r");
        assert_eq!(bytes(&Command::Stop(channels[2])), "STOP 8\r");
        assert_eq!(bytes(&Command::Release(channels.to_vec())), "#0 P0 #1 P0 #8 P0\r");
        assert_eq!(bytes(&Command::Offset(vec![(channels[0], -20), (channels[1], 15)])), "#0 PO-20 #1 PO15\r");
    }

    #[test]
    fn six_stops_take_44_ms_and_five_servos_at_most_53_at_9600_baud() {
        let stops: usize = (0..6).map(|number| Command::Stop(Channel::new(number).unwrap()).encode().len()).sum();
        assert_eq!(Baud::SLOW.transmission_time(stops).as_millis(), 43);
        let moves = (0..5).map(|number| servo(number, 1500, None)).collect();
        let group = Command::Move(GroupMove { moves, time: Some(9999) }).encode();
        assert_eq!(group.len(), 51);
        assert_eq!(Baud::SLOW.transmission_time(group.len()).as_millis(), 53);
    }

    #[test]
    fn values_out_of_range_cannot_be_constructed() {
        assert!(Channel::new(32).is_none());
        assert!(Pulse::new(499).is_none() && Pulse::new(2501).is_none());
        assert!(Pulse::new(500).is_some() && Pulse::new(2500).is_some());
    }
}
