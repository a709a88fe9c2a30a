//! A program outside at a match, which is talked to in lines of text. How it is started, and how its lines come and go, is up to
//! whoever has processes.
//!
//! It is told, a line each: `game NAME` once, and if the game does not begin as all games do, `from LINE` for each line of the
//! position in which it does; then for every move of its own `position MOVE; MOVE; ...` with all moves since the
//! start, those of chance too, and `go`, behind which stands what its clock leaves, in milliseconds: `time T` for this move, or
//! `left T increment T`. It answers with `bestmove MOVE` or `resign`. Before that it may tell what it thinks, `info value V` with
//! V from -1 to 1, and as it likes `depth D` and `nodes N` in the same line. When a draw is offered it is asked `draw`, and
//! answers `yes` or `no`; `offer` instead of a move offers one. After `stop` it need not answer any more. Blank lines count for
//! nothing, and any other line is a break-down.

use std::io::{BufRead, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use boardwright_engine::any::AnyGame;
use boardwright_engine::game::MoveError;
use boardwright_engine::record;

use crate::clock::Allowance;
use crate::course::Course;
use crate::host::{Host, Hung};
use crate::seat::{Ask, Decision, Offer, Reply, Seat, Thought, Trouble};

/// How long to wait between two looks at whether the answer still counts.
const PATIENCE: Duration = Duration::from_millis(10);

/// How long an answer to an offer is waited for, as no clock runs then.
const CONSIDERATION: Duration = Duration::from_secs(10);

/// A program outside.
pub struct Program {
    recorded: record::Seat,
    lines: Receiver<String>,
    out: Box<dyn Write + Send>,
    greeted: bool,
}

impl std::fmt::Debug for Program {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Program").field("recorded", &self.recorded).finish_non_exhaustive()
    }
}

/// What a program said instead of an answer, or that it says nothing any more.
struct Silence(String);

impl Program {
    /// A program that says what comes from `from` and is told what goes to `out`; `None` in a game in which something is hidden,
    /// for it is told everything.
    pub fn new(
        game: &dyn AnyGame,
        recorded: record::Seat,
        from: impl BufRead + Send + 'static,
        out: impl Write + Send + 'static,
    ) -> Option<Self> {
        if game.hides() {
            return None;
        }
        let (sender, lines) = channel();
        // It ends with the program outside, or when nobody listens any more.
        std::thread::spawn(move || {
            for line in from.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Some(Self { recorded, lines, out: Box::new(out), greeted: false })
    }

    fn tell(&mut self, line: &str) -> Result<(), Silence> {
        let told = self.out.write_all(format!("{line}\n").as_bytes()).and_then(|()| self.out.flush());
        told.map_err(|error| Silence(format!("it cannot be told anything: {error}")))
    }

    /// The next line that is not blank; none once the answer does not count any more.
    fn hear(&self, stop: &AtomicBool, until: Option<Instant>) -> Result<Option<String>, Silence> {
        while !stop.load(Ordering::Relaxed) && until.is_none_or(|until| Instant::now() <= until) {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) if line.trim().is_empty() => {}
                Ok(line) => return Ok(Some(line.trim().to_owned())),
                Err(RecvTimeoutError::Disconnected) => return Err(Silence("it has ended".to_owned())),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
        Ok(None)
    }

    fn asked(&mut self, ask: &Ask<'_>) -> Result<Result<Reply, Trouble>, Silence> {
        let until = ask.lost_after.and_then(|time| Instant::now().checked_add(time));
        let record = ask.course.record();
        if !std::mem::replace(&mut self.greeted, true) {
            self.tell(&format!("game {}", record.header.game))?;
            for line in record.header.position.iter().flat_map(|text| text.lines()) {
                self.tell(&format!("from {line}"))?;
            }
        }
        self.tell(&format!("position {}", line(ask.course)))?;
        self.tell(&match ask.time {
            None => "go".to_owned(),
            Some(Allowance::Move(left)) => format!("go time {}", left.as_millis()),
            Some(Allowance::Game { left, increment }) => {
                format!("go left {} increment {}", left.as_millis(), increment.as_millis())
            }
        })?;
        let mut thought = None;
        loop {
            let Some(line) = self.hear(ask.stop, until)? else {
                self.tell("stop")?;
                return Ok(Ok(Decision::Leave.into()));
            };
            let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
            let decision = match word {
                "info" => {
                    thought = Some(told(rest).ok_or_else(|| Silence(format!("it said \"{line}\"")))?);
                    continue;
                }
                "bestmove" => match ask.course.game().parse_move(ask.course.state(), rest) {
                    Ok(mv) => Decision::Move(mv),
                    Err(MoveError::Fault(fault)) => return Ok(Err(fault.into())),
                    Err(_) => Decision::NoMove(rest.to_owned()),
                },
                "resign" => Decision::Resign,
                "offer" => Decision::OfferDraw,
                _ => return Err(Silence(format!("it said \"{line}\""))),
            };
            return Ok(Ok(Reply { decision, thought }));
        }
    }
}

/// All moves from the start on.
fn line(course: &Course<'_>) -> String {
    let record = course.record();
    let played = record.moves.iter().map(|played| played.text.as_str());
    let moves: Vec<&str> = record.header.opening.iter().map(String::as_str).chain(played).collect();
    moves.join("; ")
}

/// What stands behind `info`.
fn told(text: &str) -> Option<Thought> {
    let mut thought = Thought::default();
    let mut words = text.split_whitespace();
    while let Some(word) = words.next() {
        let number = words.next()?;
        match word {
            "value" => thought.value = Some(number.parse().ok().filter(|value| (-1.0..=1.0).contains(value))?),
            "depth" => thought.depth = number.parse().ok()?,
            "nodes" => thought.nodes = number.parse().ok()?,
            _ => return None,
        }
    }
    Some(thought)
}

impl Seat for Program {
    fn recorded(&self) -> record::Seat {
        self.recorded.clone()
    }

    fn decide(&mut self, ask: &Ask<'_>, _: &mut dyn Host) -> Result<Reply, Trouble> {
        self.asked(ask).unwrap_or_else(|Silence(message)| Ok(Decision::Broken(message).into()))
    }

    fn answer(&mut self, offer: &Offer<'_>, _: &mut dyn Host) -> Result<bool, Hung> {
        // Who does not answer has not accepted; that it is broken shows when it is to move.
        let until = Instant::now().checked_add(CONSIDERATION);
        let answer = self.tell("draw").and_then(|()| self.hear(offer.stop, until));
        Ok(matches!(answer, Ok(Some(line)) if line == "yes"))
    }
}
