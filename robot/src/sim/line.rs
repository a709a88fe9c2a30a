//! A serial line to a simulated board in the same process.

use std::collections::VecDeque;
use std::time::Duration;

use super::{Board, Body, Faults};
use crate::clock::Clock;
use crate::protocol::Baud;
use crate::wire::{Wire, WireError};

/// How often what is moved is told where servos are.
const TICK: Duration = Duration::from_millis(5);

/// A board, what its servos move, and the line to it: bytes take their time, and things go wrong.
pub struct Line {
    board: Board,
    body: Box<dyn Body>,
    faults: Faults,
    baud: Baud,
    now: Duration,
    /// When the last byte from the board will have passed.
    free: Duration,
    /// Bytes from the board, with the time at which each has arrived.
    coming: VecDeque<(Duration, u8)>,
}

impl std::fmt::Debug for Line {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Line").field("board", &self.board).field("now", &self.now).finish_non_exhaustive()
    }
}

impl Line {
    /// A line to a board that has just got its power.
    pub fn new(baud: Baud, body: Box<dyn Body>, faults: Faults) -> Self {
        Self {
            board: Board::new(),
            body,
            faults,
            baud,
            now: Duration::ZERO,
            free: Duration::ZERO,
            coming: VecDeque::new(),
        }
    }

    /// The time on the line.
    pub fn now(&self) -> Duration {
        self.now
    }

    /// The line's speed.
    pub fn baud(&self) -> Baud {
        self.baud
    }

    /// Whether the cable is in.
    pub fn plugged(&self) -> bool {
        self.faults.plugged(self.now)
    }

    /// Time goes on.
    pub fn run_until(&mut self, to: Duration) {
        while self.now < to {
            // While nothing moves, what is moved need not be asked often; but its springs and falls are its own.
            let step = if self.board.moves(self.now) { TICK } else { TICK * 20 };
            let next = self.faults.next().filter(|at| *at > self.now).unwrap_or(to);
            self.now = to.min(self.now + step).min(next.max(self.now));
            if self.faults.come(self.now) {
                self.board.reset();
                self.coming.clear();
            }
            for input in 0..6 {
                self.board.pull(input, self.faults.pressed(self.now) == Some(input));
            }
            self.body.follow(self.now, &self.board.pulses(self.now));
            self.fetch();
        }
    }

    /// A byte goes to the board, which takes its time.
    pub fn send(&mut self, byte: u8) {
        self.run_until(self.now + self.baud.time(1));
        if let Some(byte) = self.faults.pass(self.now, byte) {
            self.board.receive(self.now, byte);
            self.fetch();
        }
    }

    /// A byte that has come from the board by now.
    pub fn receive(&mut self) -> Option<u8> {
        let (at, byte) = *self.coming.front()?;
        (at <= self.now).then(|| {
            self.coming.pop_front();
            byte
        })
    }

    /// When the next byte from the board arrives.
    pub fn next_byte(&self) -> Option<Duration> {
        self.coming.front().map(|(at, _)| *at)
    }

    /// Bytes that have come are forgotten.
    pub fn forget(&mut self) {
        self.coming.retain(|(at, _)| *at > self.now);
    }

    fn fetch(&mut self) {
        while let Some(at) = self.board.next_answer() {
            let Some(byte) = self.board.answer(at) else { break };
            self.free = self.free.max(at) + self.baud.time(1);
            if self.faults.comes_back(self.now) {
                self.coming.push_back((self.free, byte));
            }
        }
    }
}

/// A [`Wire`] to a simulated board in the same process.
#[derive(Debug)]
pub struct SimWire {
    line: Line,
    clock: Clock,
}

impl SimWire {
    /// A wire over a line. With the wall's clock it takes as long as a real one.
    pub fn new(line: Line, clock: Clock) -> Self {
        Self { line, clock }
    }

    fn run_until(&mut self, to: Duration) {
        if let Clock::Wall(_) = self.clock {
            self.clock.wait(to);
        }
        self.line.run_until(to);
    }

    /// By the wall's clock time has gone on since the last call.
    fn catch_up(&mut self) {
        if let Clock::Wall(_) = self.clock {
            self.line.run_until(self.clock.now());
        }
    }

    fn plugged(&self) -> Result<(), WireError> {
        if self.line.plugged() { Ok(()) } else { Err(WireError::Gone("the cable is out".to_owned())) }
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
            self.plugged()?;
            let passed = self.line.now() + self.line.baud().time(1);
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
            self.plugged()?;
            if let Some(byte) = self.line.receive() {
                return Ok(Some(byte));
            }
            let next = self.line.next_byte().unwrap_or(until).min(until);
            if next <= self.line.now() {
                return Ok(None);
            }
            self.run_until(next);
        }
    }

    fn wait(&mut self, until: Duration) {
        self.run_until(until);
    }

    fn forget(&mut self) -> Result<(), WireError> {
        self.catch_up();
        self.plugged()?;
        self.line.forget();
        Ok(())
    }

    fn reopen(&mut self) -> Result<(), WireError> {
        self.plugged()
    }
}
