//! A simulated serial line to a simulated controller in the same process.

use std::collections::VecDeque;
use std::time::Duration;

use super::{Board, Body, Faults};
use crate::clock::Clock;
use crate::protocol::Baud;
use crate::wire::{Wire, WireError};

/// Interval at which the mechanism is updated during a move.
const TICK: Duration = Duration::from_millis(5);

/// A simulated controller, the mechanism that its servos move, and the serial line with transmission times and faults.
pub struct SimLine {
    board: Board,
    body: Box<dyn Body>,
    faults: Faults,
    baud: Baud,
    now: Duration,
    /// The time at which the last byte from the controller will have passed.
    answers_sent_by: Duration,
    /// Bytes from the controller with their arrival times.
    incoming: VecDeque<(Duration, u8)>,
}

impl std::fmt::Debug for SimLine {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Line").field("board", &self.board).field("now", &self.now).finish_non_exhaustive()
    }
}

impl SimLine {
    /// Creates a line to a controller that has just been powered up.
    pub fn new(baud: Baud, body: Box<dyn Body>, faults: Faults) -> Self {
        Self {
            board: Board::new(),
            body,
            faults,
            baud,
            now: Duration::ZERO,
            answers_sent_by: Duration::ZERO,
            incoming: VecDeque::new(),
        }
    }

    /// The current time of the line.
    pub fn now(&self) -> Duration {
        self.now
    }

    /// The baud rate of the line.
    pub fn baud(&self) -> Baud {
        self.baud
    }

    /// `true` if the cable is plugged in.
    pub fn is_plugged(&self) -> bool {
        self.faults.is_plugged(self.now)
    }

    /// Advances the simulation to a time.
    pub fn run_until(&mut self, to: Duration) {
        while self.now < to {
            // Without a servo move the mechanism needs fewer updates; it simulates springs and falling objects by
            // itself.
            let step = if self.board.is_moving(self.now) { TICK } else { TICK * 20 };
            let next = self.faults.next_fault_time().filter(|at| *at > self.now).unwrap_or(to);
            self.now = to.min(self.now + step).min(next.max(self.now));
            if self.faults.activate_due(self.now) {
                self.board.reset();
                self.incoming.clear();
            }
            for input in 0..6 {
                self.board.set_input_low(input, self.faults.pressed_input(self.now) == Some(input));
            }
            self.body.follow(self.now, &self.board.pulses(self.now));
            self.collect_answers();
        }
    }

    /// Sends a byte to the controller and advances the time by its transmission time.
    pub fn send(&mut self, byte: u8) {
        self.run_until(self.now + self.baud.transmission_time(1));
        if let Some(byte) = self.faults.transmit_to_board(self.now, byte) {
            self.board.receive(self.now, byte);
            self.collect_answers();
        }
    }

    /// The next byte from the controller that has arrived by now.
    pub fn receive(&mut self) -> Option<u8> {
        let (at, byte) = *self.incoming.front()?;
        (at <= self.now).then(|| {
            self.incoming.pop_front();
            byte
        })
    }

    /// The arrival time of the next byte from the controller.
    pub fn next_byte_time(&self) -> Option<Duration> {
        self.incoming.front().map(|(at, _)| *at)
    }

    /// Discards the bytes that have arrived.
    pub fn discard_received(&mut self) {
        self.incoming.retain(|(at, _)| *at > self.now);
    }

    fn collect_answers(&mut self) {
        while let Some(at) = self.board.next_answer() {
            let Some(byte) = self.board.answer(at) else { break };
            self.answers_sent_by = self.answers_sent_by.max(at) + self.baud.transmission_time(1);
            if self.faults.answer_arrives(self.now) {
                self.incoming.push_back((self.answers_sent_by, byte));
            }
        }
    }
}

/// A [`Wire`] to a simulated controller in the same process.
#[derive(Debug)]
pub struct SimWire {
    line: SimLine,
    clock: Clock,
}

impl SimWire {
    /// Creates a wire over a simulated line. With a wall clock it runs in real time.
    pub fn new(line: SimLine, clock: Clock) -> Self {
        Self { line, clock }
    }

    fn run_until(&mut self, to: Duration) {
        if let Clock::Wall(_) = self.clock {
            self.clock.wait(to);
        }
        self.line.run_until(to);
    }

    /// Advances the simulation to the current time of a wall clock.
    fn catch_up(&mut self) {
        if let Clock::Wall(_) = self.clock {
            self.line.run_until(self.clock.now());
        }
    }

    fn check_plugged(&self) -> Result<(), WireError> {
        if self.line.is_plugged() { Ok(()) } else { Err(WireError::Gone("the cable is unplugged".to_owned())) }
    }
}

impl Wire for SimWire {
    fn now(&self) -> Duration {
        match self.clock {
            Clock::Wall(_) => self.clock.now(),
            Clock::Virtual(_) => self.line.now(),
        }
    }

    fn baud(&self) -> Baud {
        self.line.baud()
    }

    fn send(&mut self, bytes: &[u8]) -> Result<(), WireError> {
        self.catch_up();
        for byte in bytes {
            self.check_plugged()?;
            let passed = self.line.now() + self.line.baud().transmission_time(1);
            if let Clock::Wall(_) = self.clock {
                self.clock.wait(passed);
            }
            self.line.send(*byte);
        }
        Ok(())
    }

    fn receive(&mut self, until: Duration) -> Result<Option<u8>, WireError> {
        self.catch_up();
        loop {
            self.check_plugged()?;
            if let Some(byte) = self.line.receive() {
                return Ok(Some(byte));
            }
            let next = self.line.next_byte_time().unwrap_or(until).min(until);
            if next <= self.line.now() {
                return Ok(None);
            }
            self.run_until(next);
        }
    }

    fn wait(&mut self, until: Duration) {
        self.run_until(until);
    }

    fn discard_buffers(&mut self) -> Result<(), WireError> {
        self.catch_up();
        self.check_plugged()?;
        self.line.discard_received();
        Ok(())
    }

    fn reopen(&mut self) -> Result<(), WireError> {
        self.check_plugged()
    }
}
