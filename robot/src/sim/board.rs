//! A simulated SSC-32U as seen from its serial port and its servo outputs. It has no clock of its own: the caller
//! passes the arrival time of every byte.

use std::collections::VecDeque;
use std::time::Duration;

use super::parse::{self, ParsedLine, ParsedServo};
use crate::protocol::{CARRIAGE_RETURN, Channel, ESCAPE};

/// The answer to `VER`.
const VERSION: &str = "SSC32U-V2.01USB";

/// Delay before the first byte of an answer; the manual states 50 us to 5 ms.
const ANSWER_DELAY: Duration = Duration::from_millis(1);

/// Maximum length of a line, in bytes; a longer one is discarded.
const MAX_LINE_LENGTH: usize = 1024;

/// The state of one servo output.
#[derive(Clone, Copy, Debug, Default)]
struct Output {
    /// The last commanded pulse width; `None` since power-up, when the output gives no pulses.
    commanded: Option<f64>,
    from: f64,
    begins_at: Duration,
    ends_at: Duration,
    /// Offset added to every pulse width, in microseconds.
    offset: f64,
}

impl Output {
    /// The commanded pulse width at time `now`, interpolated linearly during a move.
    fn pulse(&self, now: Duration) -> Option<f64> {
        let to = self.commanded?;
        if now >= self.ends_at {
            return Some(to);
        }
        let fraction = now.saturating_sub(self.begins_at).as_secs_f64()
            / self.ends_at.saturating_sub(self.begins_at).as_secs_f64();
        Some(self.from + (to - self.from) * fraction)
    }
}

/// A simulated SSC-32U servo controller.
#[derive(Clone, Debug)]
pub struct Board {
    outputs: [Output; Channel::COUNT],
    line: Vec<u8>,
    /// End time of the last move; stopping its servos does not change it.
    busy_until: Duration,
    answers: VecDeque<(Duration, u8)>,
    /// Levels of the inputs A to F: high unless something pulls them low.
    inputs: [bool; 6],
}

impl Default for Board {
    fn default() -> Self {
        Self::new()
    }
}

impl Board {
    /// Creates a controller that has just been powered up: no output gives pulses.
    pub fn new() -> Self {
        Self {
            outputs: [Output::default(); Channel::COUNT],
            line: Vec::new(),
            busy_until: Duration::ZERO,
            answers: VecDeque::new(),
            inputs: [true; 6],
        }
    }

    /// Resets the controller, as a power failure does: all positions and offsets are lost.
    pub fn reset(&mut self) {
        *self = Self { inputs: self.inputs, ..Self::new() };
    }

    /// Sets whether an input is pulled low; input A is 0.
    pub fn set_input_low(&mut self, input: usize, low: bool) {
        if let Some(level) = self.inputs.get_mut(input) {
            *level = !low;
        }
    }

    /// Receives one byte, which arrives at `now`.
    pub fn receive(&mut self, now: Duration, byte: u8) {
        match byte {
            ESCAPE => self.line.clear(),
            CARRIAGE_RETURN => {
                let line = std::mem::take(&mut self.line);
                self.execute(now, parse::parse_line(&line));
            }
            byte if self.line.len() < MAX_LINE_LENGTH => self.line.push(byte),
            _ => self.line.clear(),
        }
    }

    /// The next answer byte that is due by now.
    pub fn answer(&mut self, now: Duration) -> Option<u8> {
        let (at, byte) = *self.answers.front()?;
        (at <= now).then(|| {
            self.answers.pop_front();
            byte
        })
    }

    /// The time at which the next answer byte is due.
    pub fn next_answer(&self) -> Option<Duration> {
        self.answers.front().map(|(at, _)| *at)
    }

    /// The pulse widths at the servo outputs by channel, in microseconds, including the offsets.
    pub fn pulses(&self, now: Duration) -> [Option<f64>; 32] {
        std::array::from_fn(|at| self.outputs[at].pulse(now).map(|pulse| pulse + self.outputs[at].offset))
    }

    /// `true` if a servo is moving.
    pub fn is_moving(&self, now: Duration) -> bool {
        self.outputs.iter().any(|output| output.commanded.is_some() && now < output.ends_at)
    }

    fn execute(&mut self, now: Duration, line: ParsedLine) {
        match line {
            ParsedLine::Servos(servos, time) => self.execute_servos(now, &servos, time),
            ParsedLine::Query => self.queue_answer(now, if now < self.busy_until { b"+" } else { b"." }),
            ParsedLine::QueryPulse(channels) => {
                let tenths = |channel: &u32| {
                    let pulse = self.outputs.get(*channel as usize).and_then(|output| output.pulse(now));
                    (pulse.unwrap_or(0.0) / 10.0) as u8
                };
                let bytes: Vec<u8> = channels.iter().map(tenths).collect();
                self.queue_answer(now, &bytes);
            }
            ParsedLine::Version => self.queue_answer(now, format!("{VERSION}\r").as_bytes()),
            ParsedLine::Stop(channel) => {
                if let Some(output) = self.outputs.get_mut(channel as usize) {
                    output.commanded = output.pulse(now);
                    output.ends_at = now;
                }
            }
            ParsedLine::Input(input) => {
                let high = self.inputs[usize::from(input as u8 - b'A')];
                self.queue_answer(now, if high { b"1" } else { b"0" });
            }
            ParsedLine::Voltage(_) => self.queue_answer(now, &[255]),
            ParsedLine::Invalid => {}
        }
    }

    fn execute_servos(&mut self, now: Duration, servos: &[ParsedServo], time: Option<u32>) {
        // Group types may not be mixed. The manual does not define the result of such a line; the simulation ignores
        // it.
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
        let mut targets = Vec::new();
        for servo in servos {
            let output = &mut self.outputs[servo.channel as usize];
            let pulse = servo.pulse.unwrap_or(0);
            if pulse <= 0 {
                output.commanded = None;
                continue;
            }
            let to = pulse.clamp(500, 2500) as f64;
            // The position of a servo before its first command is unknown: a timed move begins at 500 us.
            let from = output.pulse(now).unwrap_or(if timed { 500.0 } else { to });
            if let Some(speed) = servo.speed.filter(|speed| *speed > 0) {
                longest = longest.max(Duration::from_secs_f64((to - from).abs() / f64::from(speed)));
            }
            targets.push((servo.channel as usize, from, to));
        }
        for (channel, from, to) in targets {
            let offset = self.outputs[channel].offset;
            self.outputs[channel] =
                Output { commanded: Some(to), from, begins_at: now, ends_at: now + longest, offset };
        }
        self.busy_until = now + longest;
    }

    fn queue_answer(&mut self, now: Duration, bytes: &[u8]) {
        let first = self.answers.back().map_or(Duration::ZERO, |(at, _)| *at).max(now + ANSWER_DELAY);
        self.answers.extend(bytes.iter().map(|byte| (first, *byte)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    fn send_text(board: &mut Board, now: Duration, text: &str) {
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
            send_text(&mut board, Duration::ZERO, &format!("#5 P1500 #17 P{from} #2 P2000\r"));
            send_text(&mut board, MS, "#5 P1600 #17 P750 S500 #2 P2250 T2000\r");
            for (at, busy) in [(0, true), (whole - 1, true), (whole, false)] {
                send_text(&mut board, MS + MS * at, "Q\r");
                let answer = answers(&mut board, MS * (at + 2));
                assert_eq!(answer, if busy { b"+" } else { b"." }, "{from} after {at} ms");
            }
            let half = board.pulses(MS + MS * whole / 2);
            assert_eq!((half[5], half[2]), (Some(1550.0), Some(2125.0)));
            assert_eq!(half[17], Some(f64::midpoint(f64::from(from), 750.0)));
        }
    }

    #[test]
    fn speed_limits_match_the_manual() {
        for (from, to, speed, whole) in [(750, 2250, 750, 2000), (2250, 750, 1000, 1500)] {
            let mut board = Board::new();
            send_text(&mut board, Duration::ZERO, &format!("#0P{from}\r"));
            send_text(&mut board, Duration::ZERO, &format!("#0P{to}S{speed}\r"));
            assert!(board.is_moving(MS * (whole - 1)) && !board.is_moving(MS * whole));
        }
    }

    #[test]
    fn a_first_command_with_a_time_begins_at_500_and_one_without_jumps() {
        let mut board = Board::new();
        assert_eq!(pulse(&board, MS, 1), None);
        send_text(&mut board, Duration::ZERO, "#1 P1500 T1000\r#2 P1500\r");
        assert_eq!(pulse(&board, Duration::ZERO, 1), Some(500.0));
        assert_eq!(pulse(&board, Duration::ZERO, 2), Some(1500.0));
        board.reset();
        assert_eq!(pulse(&board, MS, 1), None);
    }

    #[test]
    fn a_stop_holds_one_servo_while_q_goes_on() {
        let mut board = Board::new();
        send_text(&mut board, Duration::ZERO, "#1 P1000 #2 P1000\r#1 P2000 #2 P2000 T1000\r");
        send_text(&mut board, MS * 500, "STOP 1\r");
        send_text(&mut board, MS * 600, "Q\r");
        assert_eq!(answers(&mut board, MS * 601), b"+");
        assert_eq!(pulse(&board, MS * 900, 1), Some(1500.0));
        assert_eq!(pulse(&board, MS * 900, 2), Some(1900.0));
        send_text(&mut board, MS * 1000, "QP1 QP2 QP3\r");
        assert_eq!(answers(&mut board, MS * 1001), [150, 200, 0]);
    }

    #[test]
    fn an_escape_discards_the_received_line() {
        let mut board = Board::new();
        send_text(&mut board, Duration::ZERO, "#1 P1000\x1b#1 P2000\r");
        assert_eq!(pulse(&board, MS, 1), Some(2000.0));
    }

    #[test]
    fn pulses_are_clamped_and_pulse_zero_releases() {
        let mut board = Board::new();
        send_text(&mut board, Duration::ZERO, "#1 P100 #2 P2700 #3 P1500\r#3 P0\r#1 PO100\r");
        assert_eq!(pulse(&board, MS, 1), Some(600.0));
        assert_eq!(pulse(&board, MS, 2), Some(2500.0));
        assert_eq!(pulse(&board, MS, 3), None);
    }

    #[test]
    fn invalid_lines_are_not_answered() {
        let mut board = Board::new();
        send_text(&mut board, Duration::ZERO, "hello\r#40 P1500\r#1 H #2 P1500\r\r");
        assert_eq!(answers(&mut board, MS * 100), b"");
        assert!(board.pulses(MS).iter().all(Option::is_none));
        send_text(&mut board, Duration::ZERO, "ver\r");
        assert_eq!(answers(&mut board, MS * 100), b"SSC32U-V2.01USB\r");
    }
}
