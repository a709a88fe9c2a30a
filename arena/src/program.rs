//! External programs as players, by a text protocol similar to UCI. Starting a program and connecting its input and
//! output is the caller's part.
//!
//! The protocol has one command a line. The program receives `game NAME` once, followed by `from LINE` for each line of
//! the initial position if that is not the usual one. For every move of its own it receives `position MOVE; MOVE; ...`
//! with all moves since the start, including chance moves, and `go`, followed by the time on its clock in milliseconds:
//! `time T` for this move, or `left T increment T`. It answers with `bestmove MOVE` or `resign`. Before that it may
//! report its evaluation, `info value V` with V from -1 to 1, optionally with `depth D` and `nodes N` in the same line.
//! When a draw is offered the program receives `draw` and answers `yes` or `no`; it offers a draw by `offer` instead of
//! a move. After `stop` it need not answer any more. Blank lines are ignored, and any other line counts as a crash.
//!
//! In a game with hidden information the program receives nothing that its seat may not see. `game NAME` is followed by
//! `seat N`. `position` has the moves as the seat sees them, such as `deal a card to player 2`. As the position cannot be
//! derived from them, `view LINE` for each line of what the seat sees, and `legal MOVE; MOVE; ...` with the legal moves,
//! come between `position` and `go`. At the end of each deal of a match, `ended LINE` for each line of what the seat sees
//! then comes before the next `position`.

use std::io::{BufRead, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use boardwright_game::game::MoveError;
use boardwright_game::record;
use boardwright_players::child::receive_lines;

use crate::clock::TimeAllowance;
use crate::game_history::GameHistory;
use crate::host::{Host, HostUnavailable};
use crate::seat::{Decision, DrawOffer, MoveRequest, Reply, SearchReport, Seat, SeatError};

/// Interval at which a waiting seat checks the stop flag.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// Time limit for the answer to a draw offer, as no clock runs then.
const DRAW_ANSWER_TIMEOUT: Duration = Duration::from_secs(10);

/// An external program as a player.
pub struct Program {
    recorded: record::Seat,
    lines: Receiver<String>,
    out: Box<dyn Write + Send>,
    is_game_sent: bool,
    /// Moves as the seat has seen them, in a game with hidden information.
    seen: Vec<String>,
}

impl std::fmt::Debug for Program {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Program").field("recorded", &self.recorded).finish_non_exhaustive()
    }
}

/// Reason why a program gave no valid answer: a protocol error, or the end of the program.
struct ProtocolError(String);

impl Program {
    /// Creates a player that reads the program's lines from `from` and writes commands to `out`.
    pub fn new(recorded: record::Seat, from: impl BufRead + Send + 'static, out: impl Write + Send + 'static) -> Self {
        Self { recorded, lines: receive_lines(from), out: Box::new(out), is_game_sent: false, seen: Vec::new() }
    }

    fn send(&mut self, line: &str) -> Result<(), ProtocolError> {
        let written = self.out.write_all(format!("{line}\n").as_bytes()).and_then(|()| self.out.flush());
        written.map_err(|error| ProtocolError(format!("cannot write to the program: {error}")))
    }

    /// Receives the next line that is not blank; `None` after `stop` or `until`.
    fn receive(&self, stop: &AtomicBool, until: Option<Instant>) -> Result<Option<String>, ProtocolError> {
        while !stop.load(Ordering::Relaxed) && until.is_none_or(|until| Instant::now() <= until) {
            match self.lines.recv_timeout(POLL_INTERVAL) {
                Ok(line) if line.trim().is_empty() => {}
                Ok(line) => return Ok(Some(line.trim().to_owned())),
                Err(RecvTimeoutError::Disconnected) => return Err(ProtocolError("the program has exited".to_owned())),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
        Ok(None)
    }

    /// Sends the game, before the first move, and all moves.
    fn send_position(&mut self, history: &GameHistory<'_>) -> Result<(), ProtocolError> {
        let header = &history.record().header;
        if !std::mem::replace(&mut self.is_game_sent, true) {
            self.send(&format!("game {}", header.game))?;
            self.send_lines("from", header.position.as_deref().unwrap_or_default())?;
        }
        self.send(&format!("position {}", moves_text(history)))
    }

    /// Sends the game, before the first move, and what the seat sees of a game with hidden information.
    fn send_view(&mut self, request: &MoveRequest<'_>) -> Result<(), ProtocolError> {
        let MoveRequest { history, me, .. } = *request;
        let (game, state) = (history.game(), history.state());
        if !std::mem::replace(&mut self.is_game_sent, true) {
            self.send(&format!("game {}", history.record().header.game))?;
            self.send(&format!("seat {me}"))?;
        }
        let new: Vec<_> = history.all_moves().skip(self.seen.len()).collect();
        for (index, (before, mv)) in new.iter().enumerate() {
            let after = new.get(index + 1).map_or(state, |(after, _)| *after);
            if game.deal_number(before) != game.deal_number(after) {
                self.send_lines("ended", &game.view_text(before, me))?;
            }
            self.seen.push(game.move_seen(before, mv, me));
        }
        self.send(&format!("position {}", self.seen.join("; ")))?;
        self.send_lines("view", &game.view_text(state, me))?;
        let legal: Vec<String> = request.moves.iter().map(|mv| game.move_text(state, mv)).collect();
        self.send(&format!("legal {}", legal.join("; ")))
    }

    /// Sends each line of a text, behind a word.
    fn send_lines(&mut self, word: &str, text: &str) -> Result<(), ProtocolError> {
        text.lines().try_for_each(|line| self.send(&format!("{word} {line}")))
    }

    fn request_move(&mut self, request: &MoveRequest<'_>) -> Result<Result<Reply, SeatError>, ProtocolError> {
        let until = request.lost_after.and_then(|time| Instant::now().checked_add(time));
        if request.history.game().has_hidden_information() {
            self.send_view(request)?;
        } else {
            self.send_position(request.history)?;
        }
        self.send(&match request.time {
            None => "go".to_owned(),
            Some(TimeAllowance::Move(left)) => format!("go time {}", left.as_millis()),
            Some(TimeAllowance::Game { left, increment }) => {
                format!("go left {} increment {}", left.as_millis(), increment.as_millis())
            }
        })?;
        let mut report = None;
        loop {
            let Some(line) = self.receive(request.stop, until)? else {
                self.send("stop")?;
                return Ok(Ok(Decision::Leave.into()));
            };
            let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
            let decision = match word {
                "info" => {
                    report = Some(
                        parse_info(rest)
                            .ok_or_else(|| ProtocolError(format!("the program sent an invalid line: \"{line}\"")))?,
                    );
                    continue;
                }
                "bestmove" => match request.history.game().parse_move(request.history.state(), rest) {
                    Ok(mv) => Decision::Move(mv),
                    Err(MoveError::Fault(fault)) => return Ok(Err(fault.into())),
                    Err(_) => Decision::InvalidMove(rest.to_owned()),
                },
                "resign" => Decision::Resign,
                "offer" => Decision::OfferDraw,
                _ => return Err(ProtocolError(format!("the program sent an invalid line: \"{line}\""))),
            };
            return Ok(Ok(Reply { decision, report }));
        }
    }
}

/// All moves since the start, as sent by `position`.
fn moves_text(history: &GameHistory<'_>) -> String {
    let record = history.record();
    let played = record.moves.iter().map(|played| played.text.as_str());
    let moves: Vec<&str> = record.header.opening.iter().map(String::as_str).chain(played).collect();
    moves.join("; ")
}

/// Parses the arguments of `info`.
fn parse_info(text: &str) -> Option<SearchReport> {
    let mut report = SearchReport::default();
    let mut words = text.split_whitespace();
    while let Some(word) = words.next() {
        let number = words.next()?;
        match word {
            "value" => report.value = Some(number.parse().ok().filter(|value| (-1.0..=1.0).contains(value))?),
            "depth" => report.depth = number.parse().ok()?,
            "nodes" => report.nodes = number.parse().ok()?,
            _ => return None,
        }
    }
    Some(report)
}

impl Seat for Program {
    fn record_seat(&self) -> record::Seat {
        self.recorded.clone()
    }

    fn decide(&mut self, request: &MoveRequest<'_>, _: &mut dyn Host) -> Result<Reply, SeatError> {
        self.request_move(request).unwrap_or_else(|ProtocolError(message)| Ok(Decision::Failed(message).into()))
    }

    fn accepts_draw(&mut self, offer: &DrawOffer<'_>, _: &mut dyn Host) -> Result<bool, HostUnavailable> {
        // Without an answer the offer is declined; a crash of the program is reported in its next turn.
        let until = Instant::now().checked_add(DRAW_ANSWER_TIMEOUT);
        let answer = self.send("draw").and_then(|()| self.receive(offer.stop, until));
        Ok(matches!(answer, Ok(Some(line)) if line == "yes"))
    }
}
