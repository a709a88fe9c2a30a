//! A match on its own thread with the window as its host: events go to the window, requests to people wait for its answers.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

use boardwright_arena::{
    ChanceRequest, Decision, DrawOffer, GameHistory, Host, HostUnavailable, MatchEvent, MoveRequest, SeatError,
};
use boardwright_game::ids::Player;
use boardwright_game::record::{MoveTimes, Record, RecordLine};
use boardwright_library::LoadedGame;

use super::records::RecordWriter;
use super::tree::PlayedMove;
use crate::task::Reporter;

/// Event of a match, for the window.
#[derive(Debug)]
pub enum MatchUpdate {
    /// A player is to move, and the clock of the player runs.
    Turn(Player),
    /// A person is asked for a move; with a clock, the remaining time.
    MoveRequested(Player, Option<Duration>),
    /// People are asked what their dice show.
    RollRequested,
    /// A move was made.
    Moved(PlayedMove),
    /// Number of moves that were taken back.
    TakenBack(usize),
    /// A player offers a draw.
    DrawOffered(Player),
    /// A person is asked to answer a draw offer.
    DrawAnswerRequested(Player),
    /// The draw was accepted (`true`) or declined.
    DrawAnswered(Player, bool),
    /// The match is over, with the record and the time of each move.
    Ended(Box<(Record, MoveTimes)>),
    /// The match could not begin, or its record could not be written.
    Failed(String),
    /// Path of the record file.
    RecordWritten(std::path::PathBuf),
}

/// Input of a person.
#[derive(Debug)]
pub enum PersonInput {
    /// A decision: move, take back, resign or offer a draw.
    Decision(Decision),
    /// Answer to a draw offer.
    DrawAnswer(bool),
    /// Text of the chance move that real dice made.
    Roll(String),
}

/// Pause switch: while it is closed, no computer begins to think.
#[derive(Debug, Default)]
pub struct PauseGate {
    state: Mutex<(bool, u32)>,
    changed: Condvar,
}

impl PauseGate {
    /// Closes or opens the gate.
    pub fn close(&self, closed: bool) {
        self.set(|state| state.0 = closed);
    }

    /// Lets one move pass.
    pub fn step(&self) {
        self.set(|state| state.1 += 1);
    }

    /// `true` if the gate is closed.
    pub fn is_closed(&self) -> bool {
        self.state.lock().is_ok_and(|state| state.0)
    }

    fn set(&self, change: impl FnOnce(&mut (bool, u32))) {
        if let Ok(mut state) = self.state.lock() {
            change(&mut state);
        }
        self.changed.notify_all();
    }

    /// Blocks until the gate is open, a step is allowed, or `ended` returns `true`.
    fn wait(&self, ended: impl Fn() -> bool) {
        let Ok(mut state) = self.state.lock() else { return };
        loop {
            if !state.0 || ended() {
                return;
            }
            if state.1 > 0 {
                state.1 -= 1;
                return;
            }
            let Ok((next, _)) = self.changed.wait_timeout(state, POLL_INTERVAL) else { return };
            state = next;
        }
    }
}

/// Interval at which a blocked match checks for cancellation.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// The match host that connects a match to the window.
pub struct WindowHost<'a> {
    /// Channel to the window.
    pub reporter: &'a Reporter<MatchUpdate>,
    /// Channel from the window.
    pub inputs: Receiver<PersonInput>,
    /// Pause switch for computers.
    pub gate: Arc<PauseGate>,
    /// Writer of the record.
    pub writer: Option<RecordWriter>,
    /// The game.
    pub loaded: &'a LoadedGame,
    /// `true` for people, by player; people are never paused.
    pub people: Vec<bool>,
    /// `true` while people roll real dice.
    pub real_dice: Arc<AtomicBool>,
}

impl WindowHost<'_> {
    /// Waits for the input of a person; `None` if the match is cancelled or the time is over.
    fn wait_for_input(&self, until: Option<Instant>) -> Option<PersonInput> {
        loop {
            if self.reporter.is_stopped() || until.is_some_and(|until| Instant::now() > until) {
                return None;
            }
            match self.inputs.recv_timeout(POLL_INTERVAL) {
                Ok(said) => return Some(said),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return None,
            }
        }
    }

    fn append_record(&mut self, line: &RecordLine) {
        let Some(writer) = &mut self.writer else { return };
        if let Err(reason) = writer.add(line) {
            self.reporter.report(MatchUpdate::Failed(reason));
            self.writer = None;
        }
    }
}

impl Host for WindowHost<'_> {
    fn request_move(&mut self, ask: &MoveRequest<'_>) -> Result<Decision, SeatError> {
        self.reporter.report(MatchUpdate::MoveRequested(ask.me, ask.time.map(boardwright_arena::TimeAllowance::left)));
        let until = ask.lost_after.map(|after| Instant::now() + after);
        loop {
            match self.wait_for_input(until) {
                Some(PersonInput::Decision(decision)) => return Ok(decision),
                Some(PersonInput::DrawAnswer(_) | PersonInput::Roll(_)) => {}
                None => return Ok(Decision::Leave),
            }
        }
    }

    fn accepts_draw(&mut self, offer: &DrawOffer<'_>) -> Result<bool, HostUnavailable> {
        self.reporter.report(MatchUpdate::DrawAnswerRequested(offer.me));
        loop {
            match self.wait_for_input(None) {
                Some(PersonInput::DrawAnswer(takes)) => return Ok(takes),
                Some(PersonInput::Decision(_) | PersonInput::Roll(_)) => {}
                None => return Ok(false),
            }
        }
    }

    fn chance_outcome(&mut self, request: &ChanceRequest<'_>) -> Result<Option<usize>, HostUnavailable> {
        let is_person = || self.real_dice.load(Ordering::Relaxed);
        if request.outcomes.len() < 2 || !is_person() {
            return Ok(None);
        }
        self.reporter.report(MatchUpdate::RollRequested);
        let (game, state) = (self.loaded.game(), request.history.state());
        // The program rolls as soon as people no longer do.
        while is_person() {
            if self.reporter.is_stopped() {
                return Err(HostUnavailable);
            }
            let until = Instant::now() + POLL_INTERVAL;
            if let Some(PersonInput::Roll(text)) = self.wait_for_input(Some(until)) {
                return Ok(request.outcomes.iter().position(|mv| game.move_text(state, mv) == text));
            }
        }
        Ok(None)
    }

    fn notify(&mut self, history: &GameHistory<'_>, event: MatchEvent<'_>) -> Result<(), HostUnavailable> {
        match event {
            MatchEvent::Turn(player) => {
                if !self.people.get(player.index()).copied().unwrap_or(false) {
                    self.gate.wait(|| self.reporter.is_stopped());
                }
                self.reporter.report(MatchUpdate::Turn(player));
            }
            MatchEvent::Moved { before, mv, played, .. } => {
                self.append_record(&RecordLine::Move(played.clone()));
                let value = played.player.and_then(|player| history.values(player).next());
                let label = self.loaded.move_description(before, mv);
                let (state, text) = (history.state().clone(), played.text.clone());
                self.reporter.report(MatchUpdate::Moved(PlayedMove {
                    state,
                    text,
                    label,
                    player: played.player,
                    value,
                }));
            }
            MatchEvent::TakenBack { moves, ply, .. } => {
                if moves > 0 {
                    self.append_record(&RecordLine::Back { ply });
                }
                self.reporter.report(MatchUpdate::TakenBack(moves));
            }
            MatchEvent::TakeBackRefused { .. } => self.reporter.report(MatchUpdate::TakenBack(0)),
            MatchEvent::DrawOffered { by } => self.reporter.report(MatchUpdate::DrawOffered(by)),
            MatchEvent::DrawAnswered { player, accepted } => {
                self.reporter.report(MatchUpdate::DrawAnswered(player, accepted));
            }
            MatchEvent::Started | MatchEvent::Evaluated { .. } | MatchEvent::Overtime { .. } | MatchEvent::Ended(_) => {
            }
        }
        if self.reporter.is_stopped() { Err(HostUnavailable) } else { Ok(()) }
    }
}
