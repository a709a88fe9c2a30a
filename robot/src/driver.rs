//! Speaks to an SSC-32U: questions with deadlines, moves that are known to have ended, a stop that comes at once.
//! It knows channels and pulses, no joints.

use std::time::Duration;

use crate::protocol::{Answer, Baud, CARRIAGE_RETURN, Channel, Command, ESCAPE, Group, Pulse, ServoMove};
use crate::stop::EmergencyStop;
use crate::wire::{Log, Towards, Wire, WireError};

/// How long an answer may take beyond the time that its bytes need: the manual says 5 ms at most; adapters of USB hold bytes back for
/// up to 16.
const ANSWER: Duration = Duration::from_millis(60);

/// How often a question is asked again when no answer comes.
const ASKED: usize = 4;

/// How much longer than expected a move may take before it is given up.
const LATE: Duration = Duration::from_secs(1);

/// How often somebody who waits looks at the emergency stop.
const LOOK: Duration = Duration::from_millis(4);

/// Between two questions whether a move has ended.
const POLL: Duration = Duration::from_millis(20);

/// Why something was not done.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DriverError {
    /// The line is gone.
    #[error(transparent)]
    Wire(#[from] WireError),
    /// Nothing came back.
    #[error("the board does not answer `{0}`: check its power, its cable and the speed of the line")]
    NoAnswer(String),
    /// What came back makes no sense.
    #[error("the board answers `{question}` with `{answer}`: the line is disturbed, or this is no SSC-32U")]
    Nonsense {
        /// What was asked.
        question: String,
        /// What came.
        answer: String,
    },
    /// It has forgotten where its servos are.
    #[error(
        "the board was reset (channel {0} gets no pulses any more), most likely by a dip of the supply: check the servo supply, put the arm near its parking pose and start it again"
    )]
    Reset(Channel),
    /// It drives a servo to another place than it was told to.
    #[error(
        "channel {channel} is driven to {found} us instead of {told} us: a command was garbled on the line; look at the board before going on"
    )]
    Elsewhere {
        /// Which.
        channel: Channel,
        /// What it was told.
        told: u16,
        /// What it says.
        found: u16,
    },
    /// A move does not end.
    #[error("a move of {expected:?} has not ended after {waited:?}")]
    Late {
        /// How long it should take.
        expected: Duration,
        /// How long was waited.
        waited: Duration,
    },
    /// A servo that has not been told where it stands.
    #[error("channel {0} has not been started: its place is not known, so a timed move would whip")]
    NotStarted(Channel),
    /// The emergency stop is pressed.
    #[error("stopped: the emergency stop is pressed")]
    Stopped,
}

/// An SSC-32U at the other end of a wire.
pub struct Driver {
    wire: Box<dyn Wire>,
    log: Log,
    stop: EmergencyStop,
    told: [Option<Pulse>; Channel::COUNT],
    /// When the last group is over, and how long it takes.
    ends: Duration,
    lasts: Duration,
    /// Stops have been sent, and nothing may move until [`Driver::resume`].
    halted: bool,
}

impl std::fmt::Debug for Driver {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Driver").field("told", &self.told).field("halted", &self.halted).finish_non_exhaustive()
    }
}

impl Driver {
    /// Takes a wire over. Nothing is sent.
    pub fn new(wire: Box<dyn Wire>, log: Log, stop: EmergencyStop) -> Self {
        let now = wire.now();
        Self { wire, log, stop, told: [None; Channel::COUNT], ends: now, lasts: Duration::ZERO, halted: false }
    }

    /// The emergency stop that this one obeys.
    pub fn emergency_stop(&self) -> &EmergencyStop {
        &self.stop
    }

    /// What passed on the line.
    pub fn log(&self) -> &Log {
        &self.log
    }

    /// The time on the wire.
    pub fn now(&self) -> Duration {
        self.wire.now()
    }

    /// The speed of the line.
    pub fn baud(&self) -> Baud {
        self.wire.baud()
    }

    /// Where a servo was told to be; none before its first command.
    pub fn told(&self, channel: Channel) -> Option<Pulse> {
        self.told[channel.index()]
    }

    /// The board's version. Also a way to find out whether there is a board.
    ///
    /// # Errors
    ///
    /// When nothing, or nothing readable, comes back.
    pub fn version(&mut self) -> Result<String, DriverError> {
        let answer = self.ask(&Command::Version)?;
        let text = String::from_utf8_lossy(&answer).trim().to_owned();
        let told = text.to_ascii_uppercase().starts_with("SSC");
        if told { Ok(text) } else { Err(nonsense(&Command::Version, &answer)) }
    }

    /// Starts a servo: the board learns where it is by being told, so it jumps there from wherever it stands.
    ///
    /// # Errors
    ///
    /// When the line is gone or the stop is pressed.
    pub fn start(&mut self, channel: Channel, pulse: Pulse) -> Result<(), DriverError> {
        let servo = ServoMove::new(channel, pulse);
        self.send(&Command::Move(Group { moves: vec![servo], time: None }))?;
        self.told[channel.index()] = Some(pulse);
        Ok(())
    }

    /// Begins a move of servos that have been started, and tells how long it takes. It does not wait for anything but its bytes.
    ///
    /// # Errors
    ///
    /// When a servo has not been started, the line is gone, or the stop is pressed.
    pub fn begin(&mut self, group: &Group) -> Result<Duration, DriverError> {
        if let Some(unknown) = group.moves.iter().find(|servo| self.told(servo.channel).is_none()) {
            return Err(DriverError::NotStarted(unknown.channel));
        }
        let lasts = group.duration(|channel| self.told(channel).map(|pulse| f64::from(pulse.microseconds())));
        self.send(&Command::Move(group.clone()))?;
        for servo in &group.moves {
            self.told[servo.channel.index()] = Some(servo.pulse);
        }
        self.lasts = lasts;
        self.ends = self.wire.now() + lasts;
        Ok(lasts)
    }

    /// Waits until so long before the end of the last move, without asking the board.
    ///
    /// # Errors
    ///
    /// When the stop is pressed.
    pub fn until_before_end(&mut self, before: Duration) -> Result<(), DriverError> {
        self.wait_until(self.ends.saturating_sub(before))
    }

    /// Waits for the end of the last move, and has the board say that it has ended where it should.
    ///
    /// # Errors
    ///
    /// When the board does not say so, says something else, or the stop is pressed.
    pub fn finish(&mut self) -> Result<(), DriverError> {
        self.wait_until(self.ends)?;
        let give_up = self.ends + LATE;
        loop {
            match self.ask(&Command::Query)?.as_slice() {
                b"." => break,
                b"+" if self.wire.now() < give_up => self.wait_until(self.wire.now() + POLL)?,
                b"+" => {
                    let waited = self.wire.now().saturating_sub(self.ends.saturating_sub(self.lasts));
                    return Err(DriverError::Late { expected: self.lasts, waited });
                }
                other => return Err(nonsense(&Command::Query, other)),
            }
        }
        self.verify()
    }

    /// Has the board tell the pulses of all servos that were started, and compares.
    ///
    /// # Errors
    ///
    /// When they are others.
    pub fn verify(&mut self) -> Result<(), DriverError> {
        let started: Vec<(Channel, u16)> =
            Channel::all().filter_map(|channel| Some((channel, self.told(channel)?.microseconds()))).collect();
        if started.is_empty() {
            return Ok(());
        }
        let channels = started.iter().map(|(channel, _)| *channel).collect();
        let answer = self.ask(&Command::QueryPulse(channels))?;
        for ((channel, told), tenth) in started.into_iter().zip(answer) {
            let found = u16::from(tenth) * 10;
            if found == 0 {
                return Err(DriverError::Reset(channel));
            }
            // Tenths: the board leaves the last digit out.
            if found.abs_diff(told) > 10 {
                return Err(DriverError::Elsewhere { channel, told, found });
            }
        }
        Ok(())
    }

    /// The pulses that the board says it gives, in microseconds to within 10; 0 where it gives none.
    ///
    /// # Errors
    ///
    /// When the board does not answer.
    pub fn asked(&mut self, channels: &[Channel]) -> Result<Vec<u16>, DriverError> {
        let answer = self.ask(&Command::QueryPulse(channels.to_vec()))?;
        Ok(answer.into_iter().map(|tenth| u16::from(tenth) * 10).collect())
    }

    /// Has the board tell whether it still drives one servo: a few bytes, for the middle of a way.
    ///
    /// # Errors
    ///
    /// When it does not, because it has been reset.
    pub fn alive(&mut self, channel: Channel) -> Result<(), DriverError> {
        let answer = self.ask(&Command::QueryPulse(vec![channel]))?;
        if answer == [0] { Err(DriverError::Reset(channel)) } else { Ok(()) }
    }

    /// Whether an input of the board, A to F, is pulled low.
    ///
    /// # Errors
    ///
    /// When the board does not answer.
    pub fn input_is_low(&mut self, input: char) -> Result<bool, DriverError> {
        let command = Command::Input(input);
        match self.ask(&command)?.as_slice() {
            b"0" => Ok(true),
            b"1" => Ok(false),
            other => Err(nonsense(&command, other)),
        }
    }

    /// Waits, with an eye on the stop.
    ///
    /// # Errors
    ///
    /// When it is pressed.
    pub fn wait_until(&mut self, until: Duration) -> Result<(), DriverError> {
        loop {
            self.heed()?;
            let now = self.wire.now();
            if now >= until {
                return Ok(());
            }
            self.wire.wait(until.min(now + LOOK));
        }
    }

    /// Lets time pass, whatever happens.
    pub fn settle(&mut self, time: Duration) {
        self.wire.wait(self.wire.now() + time);
    }

    /// Stops every servo where it is. Pulses go on, so that nothing falls; what the board says about moves is not believed any more.
    ///
    /// # Errors
    ///
    /// When the line is gone: then servos go on to where they were told to go.
    pub fn halt(&mut self) -> Result<(), DriverError> {
        self.halted = true;
        self.ends = self.wire.now();
        // What the board has of a line would take the first stop for its end; what has not left yet must not arrive.
        self.wire.forget()?;
        self.put(&[ESCAPE])?;
        for channel in Channel::all().filter(|channel| self.told(*channel).is_some()).collect::<Vec<_>>() {
            self.put(&Command::Stop(channel).encode())?;
        }
        Ok(())
    }

    /// Goes on after a halt, an error, or the death of the program before this one: of these servos, those that the board drives are
    /// where it says, to within 10 us, and may move again. Whether it drives all of them.
    ///
    /// # Errors
    ///
    /// When the stop is still pressed, or the board does not tell.
    pub fn resume(&mut self, channels: &[Channel]) -> Result<bool, DriverError> {
        if self.stop.is_pressed() {
            return Err(DriverError::Stopped);
        }
        self.halted = false;
        self.ends = self.wire.now();
        self.wire.reopen()?;
        self.wire.forget()?;
        // Half a command may have been left on the line, and answers to whoever asked before are still coming.
        self.put(&[ESCAPE])?;
        self.settle(ANSWER);
        self.wire.forget()?;
        self.told = [None; Channel::COUNT];
        self.version()?;
        let answer = self.ask(&Command::QueryPulse(channels.to_vec()))?;
        for (channel, tenth) in channels.iter().zip(&answer) {
            // The middle of what the last digit can be.
            self.told[channel.index()] =
                (*tenth > 0).then(|| Pulse::new((u16::from(*tenth) * 10 + 5).clamp(500, 2500))).flatten();
        }
        let all = answer.iter().all(|tenth| *tenth > 0);
        if !all {
            self.told = [None; Channel::COUNT];
        }
        Ok(all)
    }

    /// No more pulses: the arm goes limp and each servo has to be started anew.
    ///
    /// # Errors
    ///
    /// When the line is gone.
    pub fn let_go(&mut self) -> Result<(), DriverError> {
        let started: Vec<Channel> = Channel::all().filter(|channel| self.told(*channel).is_some()).collect();
        if !started.is_empty() {
            self.put(&Command::Release(started).encode())?;
        }
        self.told = [None; Channel::COUNT];
        Ok(())
    }

    /// Stops and says so when the stop is pressed.
    fn heed(&mut self) -> Result<(), DriverError> {
        if self.stop.is_pressed() && !self.halted {
            self.halt()?;
        }
        if self.halted { Err(DriverError::Stopped) } else { Ok(()) }
    }

    fn send(&mut self, command: &Command) -> Result<(), DriverError> {
        let bytes = command.encode();
        // In pieces that pass in one look: a stop waits for no more than these.
        let piece = (LOOK.as_nanos() / self.wire.baud().time(1).as_nanos().max(1)).max(1) as usize;
        for bytes in bytes.chunks(piece) {
            self.heed()?;
            self.wire.send(bytes)?;
        }
        self.log.add(self.wire.now(), Towards::Board, &bytes);
        Ok(())
    }

    /// Sends without looking at the stop.
    fn put(&mut self, bytes: &[u8]) -> Result<(), DriverError> {
        self.wire.send(bytes)?;
        self.log.add(self.wire.now(), Towards::Board, bytes);
        Ok(())
    }

    fn ask(&mut self, command: &Command) -> Result<Vec<u8>, DriverError> {
        for _ in 0..ASKED {
            // What came late for an earlier question is no answer to this one.
            self.wire.forget()?;
            self.send(command)?;
            if let Some(answer) = self.answer(command)? {
                return Ok(answer);
            }
        }
        Err(DriverError::NoAnswer(String::from_utf8_lossy(&command.encode()).trim().to_owned()))
    }

    /// The answer to a command that was sent; none when its time has passed.
    fn answer(&mut self, command: &Command) -> Result<Option<Vec<u8>>, DriverError> {
        let mut bytes = Vec::new();
        let most = match command.answer() {
            Answer::Nothing => return Ok(Some(bytes)),
            Answer::Bytes(count) => count,
            Answer::Line => 100,
        };
        let until = self.wire.now() + ANSWER + self.wire.baud().time(most);
        while bytes.len() < most {
            let Some(byte) = self.listen(until)? else {
                if !bytes.is_empty() {
                    self.log.add(self.wire.now(), Towards::Us, &bytes);
                }
                return Ok(None);
            };
            bytes.push(byte);
            if command.answer() == Answer::Line && byte == CARRIAGE_RETURN {
                break;
            }
        }
        self.log.add(self.wire.now(), Towards::Us, &bytes);
        Ok(Some(bytes))
    }

    /// The next byte by a time, with an eye on the stop.
    fn listen(&mut self, until: Duration) -> Result<Option<u8>, DriverError> {
        loop {
            self.heed()?;
            let look = until.min(self.wire.now() + LOOK);
            if let Some(byte) = self.wire.receive(look)? {
                return Ok(Some(byte));
            }
            if self.wire.now() >= until {
                return Ok(None);
            }
        }
    }
}

fn nonsense(question: &Command, answer: &[u8]) -> DriverError {
    DriverError::Nonsense {
        question: String::from_utf8_lossy(&question.encode()).trim().to_owned(),
        answer: answer.escape_ascii().to_string(),
    }
}

/// Tries the speeds that the board's button offers until one is answered; the wire for a speed is made by `open`.
///
/// # Errors
///
/// When the port cannot be opened, or no speed is answered.
pub fn detect<W: Wire + 'static>(mut open: impl FnMut(Baud) -> Result<W, WireError>) -> Result<Baud, DriverError> {
    let mut last = DriverError::NoAnswer("VER".to_owned());
    for baud in Baud::KNOWN {
        let mut driver = Driver::new(Box::new(open(baud)?), Log::default(), EmergencyStop::new());
        match driver.version() {
            Ok(_) => return Ok(baud),
            Err(error @ DriverError::Wire(_)) => return Err(error),
            Err(error) => last = error,
        }
    }
    Err(last)
}
