//! Commands, and the bytes they are sent as.

use std::fmt::Write as _;

use super::{CARRIAGE_RETURN, Channel, Group};

/// What the board can be told or asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Servos go somewhere.
    Move(Group),
    /// Whether the last move is still under way.
    Query,
    /// Where servos have been told to be: one byte each, tenths of the pulse.
    QueryPulse(Vec<Channel>),
    /// Which board it is.
    Version,
    /// One servo stops where it is; others go on.
    Stop(Channel),
    /// No pulses any more: servos can be turned by hand.
    Release(Vec<Channel>),
    /// Pulses are so many microseconds wider from now on, -100 to 100.
    Offset(Vec<(Channel, i8)>),
    /// Whether an input, A to F, is high.
    Input(char),
}

/// What comes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Nothing.
    Nothing,
    /// So many bytes.
    Bytes(usize),
    /// Text up to a carriage return.
    Line,
}

impl Command {
    /// As bytes, the carriage return among them.
    pub fn encode(&self) -> Vec<u8> {
        let mut text = String::new();
        // Writing into a string cannot fail.
        let _ = match self {
            Self::Move(group) => Self::encode_group(&mut text, group),
            Self::Query => write!(text, "Q"),
            Self::QueryPulse(channels) => each(&mut text, channels, |text, channel| write!(text, "QP{channel}")),
            Self::Version => write!(text, "VER"),
            Self::Stop(channel) => write!(text, "STOP {channel}"),
            Self::Release(channels) => each(&mut text, channels, |text, channel| write!(text, "#{channel} P0")),
            Self::Offset(offsets) => {
                each(&mut text, offsets, |text, (channel, offset)| write!(text, "#{channel} PO{offset}"))
            }
            Self::Input(input) => write!(text, "{input}"),
        };
        text.push(char::from(CARRIAGE_RETURN));
        text.into_bytes()
    }

    fn encode_group(text: &mut String, group: &Group) -> std::fmt::Result {
        each(text, &group.moves, |text, servo| {
            write!(text, "#{} P{}", servo.channel, servo.pulse.microseconds())?;
            servo.speed.map_or(Ok(()), |speed| write!(text, " S{speed}"))
        })?;
        group.time.map_or(Ok(()), |time| write!(text, " T{time}"))
    }

    /// What the board answers.
    pub fn answer(&self) -> Answer {
        match self {
            Self::Move(_) | Self::Stop(_) | Self::Release(_) | Self::Offset(_) => Answer::Nothing,
            Self::Query | Self::Input(_) => Answer::Bytes(1),
            Self::QueryPulse(channels) => Answer::Bytes(channels.len()),
            Self::Version => Answer::Line,
        }
    }
}

/// Writes items with blanks between them.
fn each<T>(text: &mut String, items: &[T], write: impl Fn(&mut String, &T) -> std::fmt::Result) -> std::fmt::Result {
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
    fn the_manual_s_examples_come_out_to_the_byte() {
        let group = Group { moves: vec![servo(5, 1600, None), servo(10, 750, None)], time: Some(2500) };
        assert_eq!(bytes(&Command::Move(group)), "#5 P1600 #10 P750 T2500\r");
        let moves = vec![servo(5, 1600, None), servo(17, 750, Some(500)), servo(2, 2250, None)];
        let group = Group { moves, time: Some(2000) };
        assert_eq!(bytes(&Command::Move(group.clone())), "#5 P1600 #17 P750 S500 #2 P2250 T2000\r");

        let at = |pulse: f64| move |channel: Channel| (channel.number() == 17).then_some(pulse);
        assert_eq!(group.duration(at(2000.0)), Duration::from_millis(2500));
        assert_eq!(group.duration(at(1000.0)), Duration::from_secs(2));
    }

    #[test]
    fn speeds_ask_for_their_time() {
        let one = |pulse, speed| Group { moves: vec![servo(0, pulse, Some(speed))], time: None };
        assert_eq!(one(2250, 750).duration(|_| Some(750.0)), Duration::from_secs(2));
        assert_eq!(one(750, 1000).duration(|_| Some(2250.0)), Duration::from_millis(1500));
        assert_eq!(one(750, 1000).duration(|_| None), Duration::ZERO);
    }

    #[test]
    fn questions_and_stops() {
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
        assert_eq!(Baud::SLOW.time(stops).as_millis(), 43);
        let moves = (0..5).map(|number| servo(number, 1500, None)).collect();
        let group = Command::Move(Group { moves, time: Some(9999) }).encode();
        assert_eq!(group.len(), 51);
        assert_eq!(Baud::SLOW.time(group.len()).as_millis(), 53);
    }

    #[test]
    fn nothing_beyond_the_board_s_bounds_can_be_said() {
        assert!(Channel::new(32).is_none());
        assert!(Pulse::new(499).is_none() && Pulse::new(2501).is_none());
        assert!(Pulse::new(500).is_some() && Pulse::new(2500).is_some());
    }
}
