//! Host-side driver of an SSC-32U servo controller: queries with deadlines, moves with a confirmed end, and an
//! immediate halt. The driver knows channels and pulse widths; joints and kinematics belong to [`crate::arm`].

use std::time::Duration;

use crate::protocol::{AnswerFormat, Baud, CARRIAGE_RETURN, Channel, Command, ESCAPE, GroupMove, Pulse, ServoMove};
use crate::stop::EmergencyStop;
use crate::wire::{Direction, Log, Wire, WireError};

/// Time allowed for an answer beyond the transmission time of its bytes. The manual states at most 5 ms; USB adapters
/// hold bytes back for up to 16 ms.
const ANSWER_TIMEOUT: Duration = Duration::from_millis(60);

/// Number of times a query is sent before the driver reports [`DriverError::NoAnswer`].
const QUERY_ATTEMPTS: usize = 4;

/// Time a move may take beyond its expected duration before it counts as failed.
const MOVE_TIMEOUT: Duration = Duration::from_secs(1);

/// Interval at which a waiting driver polls the emergency stop.
const STOP_POLL_INTERVAL: Duration = Duration::from_millis(4);

/// Interval between two queries for the end of a move.
const QUERY_INTERVAL: Duration = Duration::from_millis(20);

/// An error of the controller, the serial line or the emergency stop.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DriverError {
    /// The serial line failed.
    #[error(transparent)]
    Wire(#[from] WireError),
    /// The controller sent no answer.
    #[error("the servo controller does not answer `{0}`: check its power, its cable and the baud rate")]
    NoAnswer(String),
    /// The answer does not follow the protocol.
    #[error(
        "the servo controller answers `{query}` with `{answer}`: the serial line is disturbed, or the device is not an SSC-32U"
    )]
    UnexpectedAnswer {
        /// The query that was sent.
        query: String,
        /// The answer that was received.
        answer: String,
    },
    /// The controller was reset: a servo that was started gets no pulses any more.
    #[error(
        "the servo controller was reset (channel {0} gets no pulses any more), most likely by a dip of the supply voltage: check the servo supply, put the arm near its park pose and start it again"
    )]
    Reset(Channel),
    /// The controller reports another pulse width than the commanded one.
    #[error(
        "channel {channel} is driven to {reported} us instead of {commanded} us: a command was garbled on the serial line; check the arm and the table before going on"
    )]
    PulseMismatch {
        /// The channel.
        channel: Channel,
        /// The commanded pulse width, in microseconds.
        commanded: u16,
        /// The reported pulse width, in microseconds.
        reported: u16,
    },
    /// A move has not ended in time.
    #[error(
        "a move of {:.1} s has not ended after {:.1} s: check the servo controller and start the arm again",
        expected.as_secs_f64(),
        waited.as_secs_f64()
    )]
    MoveTimeout {
        /// The expected duration.
        expected: Duration,
        /// The time waited.
        waited: Duration,
    },
    /// A timed move of a servo whose position is unknown because it has not been started.
    #[error(
        "channel {0} has not been started: its position is unknown, so a timed move would jump; start the arm first"
    )]
    NotStarted(Channel),
    /// The emergency stop is pressed.
    #[error("stopped: the emergency stop is pressed")]
    Stopped,
}

/// The driver of one SSC-32U at the other end of a serial line.
pub struct Driver {
    wire: Box<dyn Wire>,
    log: Log,
    stop: EmergencyStop,
    commanded: [Option<Pulse>; Channel::COUNT],
    /// End time of the last group move; `lasts` is its duration.
    move_ends_at: Duration,
    move_duration: Duration,
    /// `true` after stop commands were sent: nothing may move until [`Driver::resume`].
    is_halted: bool,
}

impl std::fmt::Debug for Driver {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Driver")
            .field("commanded", &self.commanded)
            .field("is_halted", &self.is_halted)
            .finish_non_exhaustive()
    }
}

impl Driver {
    /// Creates a driver for a serial line. Nothing is sent.
    pub fn new(wire: Box<dyn Wire>, log: Log, stop: EmergencyStop) -> Self {
        let now = wire.now();
        Self {
            wire,
            log,
            stop,
            commanded: [None; Channel::COUNT],
            move_ends_at: now,
            move_duration: Duration::ZERO,
            is_halted: false,
        }
    }

    /// The emergency stop that this driver obeys.
    pub fn emergency_stop(&self) -> &EmergencyStop {
        &self.stop
    }

    /// The log of the bytes on the line.
    pub fn log(&self) -> &Log {
        &self.log
    }

    /// The current time of the line's clock.
    pub fn now(&self) -> Duration {
        self.wire.now()
    }

    /// The baud rate of the line.
    pub fn baud(&self) -> Baud {
        self.wire.baud()
    }

    /// The last commanded pulse width of a channel; `None` before its first command.
    pub fn commanded_pulse(&self, channel: Channel) -> Option<Pulse> {
        self.commanded[channel.index()]
    }

    /// Queries the firmware version (`VER`). The query also detects whether a controller is connected.
    ///
    /// # Errors
    ///
    /// [`DriverError`] when no answer or an unreadable one is received.
    pub fn version(&mut self) -> Result<String, DriverError> {
        let answer = self.query(&Command::Version)?;
        let text = String::from_utf8_lossy(&answer).trim().to_owned();
        let is_ssc = text.to_ascii_uppercase().starts_with("SSC");
        if is_ssc { Ok(text) } else { Err(unexpected_answer(&Command::Version, &answer)) }
    }

    /// Starts a servo with an untimed move. The controller does not know where the servo stands, so the servo jumps to
    /// `pulse`.
    ///
    /// # Errors
    ///
    /// [`DriverError`] when the line fails or the stop is pressed.
    pub fn start(&mut self, channel: Channel, pulse: Pulse) -> Result<(), DriverError> {
        let servo = ServoMove::new(channel, pulse);
        self.send(&Command::Move(GroupMove { moves: vec![servo], time: None }))?;
        self.commanded[channel.index()] = Some(pulse);
        Ok(())
    }

    /// Begins a group move of started servos and returns its duration. Blocks only while the command is transmitted.
    ///
    /// # Errors
    ///
    /// [`DriverError`] when a servo has not been started, the line fails, or the stop is pressed.
    pub fn begin(&mut self, group: &GroupMove) -> Result<Duration, DriverError> {
        if let Some(unknown) = group.moves.iter().find(|servo| self.commanded_pulse(servo.channel).is_none()) {
            return Err(DriverError::NotStarted(unknown.channel));
        }
        let lasts =
            group.duration(|channel| self.commanded_pulse(channel).map(|pulse| f64::from(pulse.microseconds())));
        self.send(&Command::Move(group.clone()))?;
        for servo in &group.moves {
            self.commanded[servo.channel.index()] = Some(servo.pulse);
        }
        self.move_duration = lasts;
        self.move_ends_at = self.wire.now() + lasts;
        Ok(lasts)
    }

    /// Waits until `before` the end of the last move, without querying the controller.
    ///
    /// # Errors
    ///
    /// [`DriverError::Stopped`] when the stop is pressed.
    pub fn wait_until_before_end(&mut self, before: Duration) -> Result<(), DriverError> {
        self.wait_until(self.move_ends_at.saturating_sub(before))
    }

    /// Waits for the end of the last move and confirms with queries that it has ended at the commanded pulse widths.
    ///
    /// # Errors
    ///
    /// [`DriverError`] when the controller does not confirm the end, reports other pulse widths, or the stop is
    /// pressed.
    pub fn finish(&mut self) -> Result<(), DriverError> {
        self.wait_until(self.move_ends_at)?;
        let give_up = self.move_ends_at + MOVE_TIMEOUT;
        loop {
            match self.query(&Command::Query)?.as_slice() {
                b"." => break,
                b"+" if self.wire.now() < give_up => self.wait_until(self.wire.now() + QUERY_INTERVAL)?,
                b"+" => {
                    let waited = self.wire.now().saturating_sub(self.move_ends_at.saturating_sub(self.move_duration));
                    return Err(DriverError::MoveTimeout { expected: self.move_duration, waited });
                }
                other => return Err(unexpected_answer(&Command::Query, other)),
            }
        }
        self.verify()
    }

    /// Queries the pulse widths of all started servos and compares them with the commanded ones.
    ///
    /// # Errors
    ///
    /// [`DriverError::Reset`] or [`DriverError::PulseMismatch`] when they differ; other errors when the query fails.
    pub fn verify(&mut self) -> Result<(), DriverError> {
        let started: Vec<(Channel, u16)> = Channel::all()
            .filter_map(|channel| Some((channel, self.commanded_pulse(channel)?.microseconds())))
            .collect();
        if started.is_empty() {
            return Ok(());
        }
        let channels = started.iter().map(|(channel, _)| *channel).collect();
        let answer = self.query(&Command::QueryPulse(channels))?;
        for ((channel, commanded), tenth) in started.into_iter().zip(answer) {
            let reported = u16::from(tenth) * 10;
            if reported == 0 {
                return Err(DriverError::Reset(channel));
            }
            // QP answers in units of 10 us: the controller drops the last digit.
            if reported.abs_diff(commanded) > 10 {
                return Err(DriverError::PulseMismatch { channel, commanded, reported });
            }
        }
        Ok(())
    }

    /// Queries the current pulse widths, in microseconds with a resolution of 10; 0 where the controller gives no
    /// pulses. A halted controller answers as well.
    ///
    /// # Errors
    ///
    /// [`DriverError`] when the controller does not answer.
    pub fn reported_pulses(&mut self, channels: &[Channel]) -> Result<Vec<u16>, DriverError> {
        let answer = self.query(&Command::QueryPulse(channels.to_vec()))?;
        Ok(answer.into_iter().map(|tenth| u16::from(tenth) * 10).collect())
    }

    /// Confirms that the controller still drives one servo. The query is a few bytes long, so it fits in the middle of
    /// a trajectory.
    ///
    /// # Errors
    ///
    /// [`DriverError::Reset`] when the controller has been reset.
    pub fn check_alive(&mut self, channel: Channel) -> Result<(), DriverError> {
        let answer = self.query(&Command::QueryPulse(vec![channel]))?;
        if answer == [0] { Err(DriverError::Reset(channel)) } else { Ok(()) }
    }

    /// `true` if a digital input of the controller, A to F, is pulled low.
    ///
    /// # Errors
    ///
    /// [`DriverError`] when the controller does not answer.
    pub fn input_is_low(&mut self, input: char) -> Result<bool, DriverError> {
        let command = Command::Input(input);
        match self.query(&command)?.as_slice() {
            b"0" => Ok(true),
            b"1" => Ok(false),
            other => Err(unexpected_answer(&command, other)),
        }
    }

    /// Waits until a time while polling the emergency stop.
    ///
    /// # Errors
    ///
    /// [`DriverError::Stopped`] when the stop is pressed.
    pub fn wait_until(&mut self, until: Duration) -> Result<(), DriverError> {
        loop {
            self.check_stop()?;
            let now = self.wire.now();
            if now >= until {
                return Ok(());
            }
            self.wire.wait(until.min(now + STOP_POLL_INTERVAL));
        }
    }

    /// Waits for a duration without polling the emergency stop.
    pub fn settle(&mut self, time: Duration) {
        self.wire.wait(self.wire.now() + time);
    }

    /// `true` if the servos were stopped and nothing may move until [`Driver::resume`].
    pub fn is_halted(&self) -> bool {
        self.is_halted
    }

    /// Stops every servo where it is. The pulses continue, so no joint drops. Later answers about the interrupted move
    /// are not trusted.
    ///
    /// # Errors
    ///
    /// [`DriverError::Wire`] when the line fails: servos then continue to their commanded positions.
    pub fn halt(&mut self) -> Result<(), DriverError> {
        self.is_halted = true;
        self.move_ends_at = self.wire.now();
        // A partly received line would swallow the first stop command, and bytes still queued for sending must not
        // arrive.
        self.wire.discard_buffers()?;
        self.send_unchecked(&[ESCAPE])?;
        for channel in Channel::all().filter(|channel| self.commanded_pulse(*channel).is_some()).collect::<Vec<_>>() {
            self.send_unchecked(&Command::Stop(channel).encode())?;
        }
        Ok(())
    }

    /// Resumes after a halt, an error, or a crash of the previous program. Servos of `channels` that the controller
    /// still drives are taken to stand where it reports, to within 10 us, and may move again. Returns `true` if the
    /// controller drives all of them.
    ///
    /// # Errors
    ///
    /// [`DriverError`] when the stop is still pressed or the controller does not answer.
    pub fn resume(&mut self, channels: &[Channel]) -> Result<bool, DriverError> {
        if self.stop.is_pressed() {
            return Err(DriverError::Stopped);
        }
        self.is_halted = false;
        self.move_ends_at = self.wire.now();
        self.wire.reopen()?;
        self.wire.discard_buffers()?;
        // Part of a command may be left on the line, and answers to earlier queries may still be arriving.
        self.send_unchecked(&[ESCAPE])?;
        self.settle(ANSWER_TIMEOUT);
        self.wire.discard_buffers()?;
        self.commanded = [None; Channel::COUNT];
        self.version()?;
        let answer = self.query(&Command::QueryPulse(channels.to_vec()))?;
        for (channel, tenth) in channels.iter().zip(&answer) {
            // The middle of the 10 us interval that the reported value covers.
            self.commanded[channel.index()] =
                (*tenth > 0).then(|| Pulse::new((u16::from(*tenth) * 10 + 5).clamp(500, 2500))).flatten();
        }
        let all = answer.iter().all(|tenth| *tenth > 0);
        if !all {
            self.commanded = [None; Channel::COUNT];
        }
        Ok(all)
    }

    /// Ends the pulses of all servos: the arm goes limp and each servo has to be started anew.
    ///
    /// # Errors
    ///
    /// [`DriverError::Wire`] when the line fails.
    pub fn release_all(&mut self) -> Result<(), DriverError> {
        let started: Vec<Channel> = Channel::all().filter(|channel| self.commanded_pulse(*channel).is_some()).collect();
        if !started.is_empty() {
            self.send_unchecked(&Command::Release(started).encode())?;
        }
        self.commanded = [None; Channel::COUNT];
        Ok(())
    }

    /// Halts and returns [`DriverError::Stopped`] when the emergency stop is pressed, and as long as the controller is
    /// halted.
    fn check_stop(&mut self) -> Result<(), DriverError> {
        self.halt_if_pressed()?;
        if self.is_halted { Err(DriverError::Stopped) } else { Ok(()) }
    }

    /// Halts and returns [`DriverError::Stopped`] when the emergency stop is pressed. Queries may follow: they move
    /// nothing.
    fn halt_if_pressed(&mut self) -> Result<(), DriverError> {
        if self.stop.is_pressed() && !self.is_halted {
            self.halt()?;
            return Err(DriverError::Stopped);
        }
        Ok(())
    }

    fn send(&mut self, command: &Command) -> Result<(), DriverError> {
        let bytes = command.encode();
        // Chunks that pass within one polling interval, so that a stop waits for one chunk at most.
        let piece =
            (STOP_POLL_INTERVAL.as_nanos() / self.wire.baud().transmission_time(1).as_nanos().max(1)).max(1) as usize;
        let is_query = command.answer_format() != AnswerFormat::Nothing;
        for bytes in bytes.chunks(piece) {
            if is_query { self.halt_if_pressed() } else { self.check_stop() }?;
            self.wire.send(bytes)?;
        }
        self.log.add(self.wire.now(), Direction::ToBoard, &bytes);
        Ok(())
    }

    /// Sends bytes without checking the emergency stop.
    fn send_unchecked(&mut self, bytes: &[u8]) -> Result<(), DriverError> {
        self.wire.send(bytes)?;
        self.log.add(self.wire.now(), Direction::ToBoard, bytes);
        Ok(())
    }

    fn query(&mut self, command: &Command) -> Result<Vec<u8>, DriverError> {
        for _ in 0..QUERY_ATTEMPTS {
            // A late answer to an earlier query must not be mistaken for the answer to this one.
            if self.is_halted {
                self.discard_answers()?;
            } else {
                self.wire.discard_buffers()?;
            }
            self.send(command)?;
            if let Some(answer) = self.receive_answer(command)? {
                return Ok(answer);
            }
        }
        Err(DriverError::NoAnswer(String::from_utf8_lossy(&command.encode()).trim().to_owned()))
    }

    /// Discards the answers that have arrived. Bytes to the controller stay queued: stop commands may be among them.
    fn discard_answers(&mut self) -> Result<(), DriverError> {
        while self.wire.receive(self.wire.now())?.is_some() {}
        Ok(())
    }

    /// The answer to a command that was sent; `None` when its deadline has passed.
    fn receive_answer(&mut self, command: &Command) -> Result<Option<Vec<u8>>, DriverError> {
        let mut bytes = Vec::new();
        let most = match command.answer_format() {
            AnswerFormat::Nothing => return Ok(Some(bytes)),
            AnswerFormat::Bytes(count) => count,
            AnswerFormat::Line => 100,
        };
        let until = self.wire.now() + ANSWER_TIMEOUT + self.wire.baud().transmission_time(most);
        while bytes.len() < most {
            let Some(byte) = self.receive_byte(until)? else {
                if !bytes.is_empty() {
                    self.log.add(self.wire.now(), Direction::FromBoard, &bytes);
                }
                return Ok(None);
            };
            bytes.push(byte);
            if command.answer_format() == AnswerFormat::Line && byte == CARRIAGE_RETURN {
                break;
            }
        }
        self.log.add(self.wire.now(), Direction::FromBoard, &bytes);
        Ok(Some(bytes))
    }

    /// Receives the next byte before a deadline while polling the emergency stop.
    fn receive_byte(&mut self, until: Duration) -> Result<Option<u8>, DriverError> {
        loop {
            self.halt_if_pressed()?;
            let look = until.min(self.wire.now() + STOP_POLL_INTERVAL);
            if let Some(byte) = self.wire.receive(look)? {
                return Ok(Some(byte));
            }
            if self.wire.now() >= until {
                return Ok(None);
            }
        }
    }
}

fn unexpected_answer(query: &Command, answer: &[u8]) -> DriverError {
    DriverError::UnexpectedAnswer {
        query: String::from_utf8_lossy(&query.encode()).trim().to_owned(),
        answer: answer.escape_ascii().to_string(),
    }
}

/// Detects the baud rate: tries the rates that the controller's button offers until one gets an answer. `open` opens a
/// line at a rate.
///
/// # Errors
///
/// [`DriverError`] when the port cannot be opened or the controller answers at no rate.
pub fn detect_baud<W: Wire + 'static>(mut open: impl FnMut(Baud) -> Result<W, WireError>) -> Result<Baud, DriverError> {
    let mut last = DriverError::NoAnswer("VER".to_owned());
    for baud in Baud::SELECTABLE {
        let mut driver = Driver::new(Box::new(open(baud)?), Log::default(), EmergencyStop::new());
        match driver.version() {
            Ok(_) => return Ok(baud),
            Err(error @ DriverError::Wire(_)) => return Err(error),
            Err(error) => last = error,
        }
    }
    Err(last)
}
