//! The SSC-32U as seen from its serial port and from its servo outputs. It has no clock of its own: whoever sends it a byte says
//! when that arrives.

use std::collections::VecDeque;
use std::time::Duration;

use super::parse::{self, Line, Servo};
use crate::protocol::{CARRIAGE_RETURN, Channel, ESCAPE};

/// What the board answers to `VER`.
const VERSION: &str = "SSC32U-V2.01USB";

/// How long the board thinks before an answer's first byte: the manual says 50 us to 5 ms.
const THINKING: Duration = Duration::from_millis(1);

/// A line longer than this is forgotten.
const LONGEST_LINE: usize = 1024;

/// One output.
#[derive(Clone, Copy, Debug, Default)]
struct Output {
    /// What it was told last, or none since power-up: then no pulses come.
    told: Option<f64>,
    from: f64,
    begins: Duration,
    ends: Duration,
    /// Adds to every pulse, in microseconds.
    offset: f64,
}

impl Output {
    /// The commanded pulse at a time.
    fn pulse(&self, now: Duration) -> Option<f64> {
        let to = self.told?;
        if now >= self.ends {
            return Some(to);
        }
        let gone = now.saturating_sub(self.begins).as_secs_f64() / self.ends.saturating_sub(self.begins).as_secs_f64();
        Some(self.from + (to - self.from) * gone)
    }
}

/// A simulated SSC-32U.
#[derive(Clone, Debug)]
pub struct Board {
    outputs: [Output; Channel::COUNT],
    line: Vec<u8>,
    /// When the last move is over; stopping its servos does not change that.
    busy_until: Duration,
    answers: VecDeque<(Duration, u8)>,
    /// Inputs A to F: high unless something pulls them low.
    inputs: [bool; 6],
}

impl Default for Board {
    fn default() -> Self {
        Self::new()
    }
}

impl Board {
    /// A board that has just got its power: no output has pulses.
    pub fn new() -> Self {
        Self {
            outputs: [Output::default(); Channel::COUNT],
            line: Vec::new(),
            busy_until: Duration::ZERO,
            answers: VecDeque::new(),
            inputs: [true; 6],
        }
    }

    /// The power fails and comes back: nothing is known any more.
    pub fn reset(&mut self) {
        *self = Self { inputs: self.inputs, ..Self::new() };
    }

    /// Something pulls an input low, or lets it go; A is 0.
    pub fn pull(&mut self, input: usize, low: bool) {
        if let Some(level) = self.inputs.get_mut(input) {
            *level = !low;
        }
    }

    /// A byte has arrived.
    pub fn receive(&mut self, now: Duration, byte: u8) {
        match byte {
            ESCAPE => self.line.clear(),
            CARRIAGE_RETURN => {
                let line = std::mem::take(&mut self.line);
                self.obey(now, parse::line(&line));
            }
            byte if self.line.len() < LONGEST_LINE => self.line.push(byte),
            _ => self.line.clear(),
        }
    }

    /// The next byte that it has sent by now, on a line on which a byte takes this long.
    pub fn answer(&mut self, now: Duration) -> Option<u8> {
        let (at, byte) = *self.answers.front()?;
        (at <= now).then(|| {
            self.answers.pop_front();
            byte
        })
    }

    /// When the next byte will have been sent.
    pub fn next_answer(&self) -> Option<Duration> {
        self.answers.front().map(|(at, _)| *at)
    }

    /// The pulses that servos get, by channel, in microseconds: offsets are in.
    pub fn pulses(&self, now: Duration) -> [Option<f64>; 32] {
        std::array::from_fn(|at| self.outputs[at].pulse(now).map(|pulse| pulse + self.outputs[at].offset))
    }

    /// Whether a servo is on its way.
    pub fn moves(&self, now: Duration) -> bool {
        self.outputs.iter().any(|output| output.told.is_some() && now < output.ends)
    }

    fn obey(&mut self, now: Duration, line: Line) {
        match line {
            Line::Servos(servos, time) => self.servos(now, &servos, time),
            Line::Query => self.say(now, if now < self.busy_until { b"+" } else { b"." }),
            Line::QueryPulse(channels) => {
                let tenths = |channel: &u32| {
                    let pulse = self.outputs.get(*channel as usize).and_then(|output| output.pulse(now));
                    (pulse.unwrap_or(0.0) / 10.0) as u8
                };
                let bytes: Vec<u8> = channels.iter().map(tenths).collect();
                self.say(now, &bytes);
            }
            Line::Version => self.say(now, format!("{VERSION}\r").as_bytes()),
            Line::Stop(channel) => {
                if let Some(output) = self.outputs.get_mut(channel as usize) {
                    output.told = output.pulse(now);
                    output.ends = now;
                }
            }
            Line::Input(input) => {
                let high = self.inputs[usize::from(input as u8 - b'A')];
                self.say(now, if high { b"1" } else { b"0" });
            }
            Line::Voltage(_) => self.say(now, &[255]),
            Line::Nonsense => {}
        }
    }

    fn servos(&mut self, now: Duration, servos: &[Servo], time: Option<u32>) {
        // Types may not be mixed in a group: the board does not say what it makes of such a line, so it makes nothing.
        if servos.iter().any(|servo| servo.channel as usize >= Channel::COUNT || servo.level) {
            return;
        }
        if servos.iter().all(|servo| servo.offset.is_some() && servo.pulse.is_none()) {
            for servo in servos {
                let offset = servo.offset.unwrap_or(0).clamp(-100, 100);
                self.outputs[servo.channel as usize].offset = offset as f64;
            }
            return;
        }
        if servos.iter().any(|servo| servo.pulse.is_none() || servo.offset.is_some()) {
            return;
        }
        let timed = time.is_some_and(|time| time > 0) || servos.iter().any(|servo| servo.speed.is_some());
        let mut longest = Duration::from_millis(u64::from(time.unwrap_or(0).min(65_535)));
        let mut begun = Vec::new();
        for servo in servos {
            let output = &mut self.outputs[servo.channel as usize];
            let pulse = servo.pulse.unwrap_or(0);
            if pulse <= 0 {
                output.told = None;
                continue;
            }
            let to = pulse.clamp(500, 2500) as f64;
            // Where a servo stands before its first command is not known: a timed one begins at 500 us.
            let from = output.pulse(now).unwrap_or(if timed { 500.0 } else { to });
            if let Some(speed) = servo.speed.filter(|speed| *speed > 0) {
                longest = longest.max(Duration::from_secs_f64((to - from).abs() / f64::from(speed)));
            }
            begun.push((servo.channel as usize, from, to));
        }
        for (channel, from, to) in begun {
            let offset = self.outputs[channel].offset;
            self.outputs[channel] = Output { told: Some(to), from, begins: now, ends: now + longest, offset };
        }
        self.busy_until = now + longest;
    }

    fn say(&mut self, now: Duration, bytes: &[u8]) {
        let first = self.answers.back().map_or(Duration::ZERO, |(at, _)| *at).max(now + THINKING);
        self.answers.extend(bytes.iter().map(|byte| (first, *byte)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    fn tell(board: &mut Board, now: Duration, text: &str) {
        text.bytes().for_each(|byte| board.receive(now, byte));
    }

    fn answers(board: &mut Board, now: Duration) -> Vec<u8> {
        std::iter::from_fn(|| board.answer(now)).collect()
    }

    fn pulse(board: &Board, now: Duration, channel: usize) -> Option<f64> {
        board.pulses(now)[channel]
    }

    #[test]
    fn a_group_begins_and_ends_together_to_the_millisecond() {
        for (from, whole) in [(2000, 2500), (1000, 2000)] {
            let mut board = Board::new();
            tell(&mut board, Duration::ZERO, &format!("#5 P1500 #17 P{from} #2 P2000\r"));
            tell(&mut board, MS, "#5 P1600 #17 P750 S500 #2 P2250 T2000\r");
            for (at, busy) in [(0, true), (whole - 1, true), (whole, false)] {
                tell(&mut board, MS + MS * at, "Q\r");
                let answer = answers(&mut board, MS * (at + 2));
                assert_eq!(answer, if busy { b"+" } else { b"." }, "{from} after {at} ms");
            }
            let half = board.pulses(MS + MS * whole / 2);
            assert_eq!((half[5], half[2]), (Some(1550.0), Some(2125.0)));
            assert_eq!(half[17], Some(f64::midpoint(f64::from(from), 750.0)));
        }
    }

    #[test]
    fn speeds_come_out_as_the_manual_says() {
        for (from, to, speed, whole) in [(750, 2250, 750, 2000), (2250, 750, 1000, 1500)] {
            let mut board = Board::new();
            tell(&mut board, Duration::ZERO, &format!("#0P{from}\r"));
            tell(&mut board, Duration::ZERO, &format!("#0P{to}S{speed}\r"));
            assert!(board.moves(MS * (whole - 1)) && !board.moves(MS * whole));
        }
    }

    #[test]
    fn a_first_command_with_a_time_begins_at_500_and_one_without_jumps() {
        let mut board = Board::new();
        assert_eq!(pulse(&board, MS, 1), None);
        tell(&mut board, Duration::ZERO, "#1 P1500 T1000\r#2 P1500\r");
        assert_eq!(pulse(&board, Duration::ZERO, 1), Some(500.0));
        assert_eq!(pulse(&board, Duration::ZERO, 2), Some(1500.0));
        board.reset();
        assert_eq!(pulse(&board, MS, 1), None);
    }

    #[test]
    fn a_stop_holds_one_servo_while_q_goes_on() {
        let mut board = Board::new();
        tell(&mut board, Duration::ZERO, "#1 P1000 #2 P1000\r#1 P2000 #2 P2000 T1000\r");
        tell(&mut board, MS * 500, "STOP 1\r");
        tell(&mut board, MS * 600, "Q\r");
        assert_eq!(answers(&mut board, MS * 601), b"+");
        assert_eq!(pulse(&board, MS * 900, 1), Some(1500.0));
        assert_eq!(pulse(&board, MS * 900, 2), Some(1900.0));
        tell(&mut board, MS * 1000, "QP1 QP2 QP3\r");
        assert_eq!(answers(&mut board, MS * 1001), [150, 200, 0]);
    }

    #[test]
    fn an_escape_forgets_the_line_that_is_received() {
        let mut board = Board::new();
        tell(&mut board, Duration::ZERO, "#1 P1000\x1b#1 P2000\r");
        assert_eq!(pulse(&board, MS, 1), Some(2000.0));
    }

    #[test]
    fn pulses_beyond_the_bounds_are_taken_as_the_bounds_and_nothing_releases() {
        let mut board = Board::new();
        tell(&mut board, Duration::ZERO, "#1 P100 #2 P2700 #3 P1500\r#3 P0\r#1 PO100\r");
        assert_eq!(pulse(&board, MS, 1), Some(600.0));
        assert_eq!(pulse(&board, MS, 2), Some(2500.0));
        assert_eq!(pulse(&board, MS, 3), None);
    }

    #[test]
    fn nonsense_is_not_answered() {
        let mut board = Board::new();
        tell(&mut board, Duration::ZERO, "hello\r#40 P1500\r#1 H #2 P1500\r\r");
        assert_eq!(answers(&mut board, MS * 100), b"");
        assert!(board.pulses(MS).iter().all(Option::is_none));
        tell(&mut board, Duration::ZERO, "ver\r");
        assert_eq!(answers(&mut board, MS * 100), b"SSC32U-V2.01USB\r");
    }
}
