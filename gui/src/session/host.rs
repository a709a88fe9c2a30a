//! A match on a thread of its own, and the window as its host: what happens is told to the window, and people are asked there.

use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

use boardwright_arena::{Ask, Course, Decision, Ending, Event, Host, Hung, Offer, Trouble};
use boardwright_engine::ids::Player;
use boardwright_engine::record::{Clock, Line, Record};
use boardwright_shelf::Loaded;
use boardwright_shelf::store::Journal;

use super::tree::Step;
use crate::task::Teller;

/// What the window hears of a match.
#[derive(Debug)]
pub enum Heard {
    /// Somebody is to move.
    Turn,
    /// A person is asked for a move. With a clock, so long may it take.
    Asked(Player, Option<Duration>),
    /// A move was made.
    Moved(Step),
    /// So many moves were taken back.
    TakenBack(usize),
    /// A draw is offered.
    Offered(Player),
    /// A person is asked whether to take it.
    Takes(Player),
    /// It was taken, or not.
    Answered(Player, bool),
    /// It is over; with the record and how long each move took.
    Ended(Box<(Ending, Record, Clock)>),
    /// It could not begin, or be kept.
    Failed(String),
    /// Where its record is kept.
    Kept(std::path::PathBuf),
}

/// What a person says.
#[derive(Debug)]
pub enum Said {
    /// What to do.
    Decision(Decision),
    /// Whether a draw is taken.
    Takes(bool),
}

/// Holds computers back: while it is closed, none begins to think.
#[derive(Debug, Default)]
pub struct Gate {
    state: Mutex<(bool, u32)>,
    changed: Condvar,
}

impl Gate {
    /// Closes or opens it.
    pub fn close(&self, closed: bool) {
        self.set(|state| state.0 = closed);
    }

    /// Lets one move pass.
    pub fn step(&self) {
        self.set(|state| state.1 += 1);
    }

    /// Whether it is closed.
    pub fn is_closed(&self) -> bool {
        self.state.lock().is_ok_and(|state| state.0)
    }

    fn set(&self, change: impl FnOnce(&mut (bool, u32))) {
        if let Ok(mut state) = self.state.lock() {
            change(&mut state);
        }
        self.changed.notify_all();
    }

    /// Waits until it is open, or a step is allowed, or `ended` says that it makes no difference.
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
            let Ok((next, _)) = self.changed.wait_timeout(state, PATIENCE) else { return };
            state = next;
        }
    }
}

/// How long nobody looks whether the match is still wanted.
const PATIENCE: Duration = Duration::from_millis(50);

/// The window at a match.
pub struct Desk<'a> {
    /// To the window.
    pub teller: &'a Teller<Heard>,
    /// From the window.
    pub said: Receiver<Said>,
    /// Holds computers back.
    pub gate: Arc<Gate>,
    /// What the record grows in.
    pub journal: Option<Journal>,
    /// The game.
    pub loaded: &'a Loaded,
    /// By player: whether it is a person, who is never held back.
    pub people: Vec<bool>,
}

impl Desk<'_> {
    /// What a person says, or `None` if the match is not wanted any more or the time is over.
    fn hear_said(&self, until: Option<Instant>) -> Option<Said> {
        loop {
            if self.teller.is_stopped() || until.is_some_and(|until| Instant::now() > until) {
                return None;
            }
            match self.said.recv_timeout(PATIENCE) {
                Ok(said) => return Some(said),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return None,
            }
        }
    }

    fn keep(&mut self, line: &Line) {
        let Some(journal) = &mut self.journal else { return };
        if let Err(error) = journal.add(line) {
            self.teller.tell(Heard::Failed(error.to_string()));
            self.journal = None;
        }
    }
}

impl Host for Desk<'_> {
    fn ask(&mut self, ask: &Ask<'_>) -> Result<Decision, Trouble> {
        self.teller.tell(Heard::Asked(ask.me, ask.time.map(boardwright_arena::Allowance::left)));
        let until = ask.lost_after.map(|after| Instant::now() + after);
        loop {
            match self.hear_said(until) {
                Some(Said::Decision(decision)) => return Ok(decision),
                Some(Said::Takes(_)) => {}
                None => return Ok(Decision::Leave),
            }
        }
    }

    fn accepts(&mut self, offer: &Offer<'_>) -> Result<bool, Hung> {
        self.teller.tell(Heard::Takes(offer.me));
        loop {
            match self.hear_said(None) {
                Some(Said::Takes(takes)) => return Ok(takes),
                Some(Said::Decision(_)) => {}
                None => return Ok(false),
            }
        }
    }

    fn hear(&mut self, course: &Course<'_>, event: Event<'_>) -> Result<(), Hung> {
        match event {
            Event::Turn(player) => {
                self.teller.tell(Heard::Turn);
                if !self.people.get(player.index()).copied().unwrap_or(false) {
                    self.gate.wait(|| self.teller.is_stopped());
                }
            }
            Event::Moved { before, mv, played, .. } => {
                self.keep(&Line::Move(played.clone()));
                let value = played.player.and_then(|player| course.values(player).next());
                let label = self.loaded.told(before, mv);
                let (state, text) = (course.state().clone(), played.text.clone());
                self.teller.tell(Heard::Moved(Step { state, text, label, player: played.player, value }));
            }
            Event::TakenBack { moves, ply, .. } => {
                if moves > 0 {
                    self.keep(&Line::Back { ply });
                }
                self.teller.tell(Heard::TakenBack(moves));
            }
            Event::Offered { by } => self.teller.tell(Heard::Offered(by)),
            Event::Answered { player, accepted } => self.teller.tell(Heard::Answered(player, accepted)),
            Event::Started | Event::Thought { .. } | Event::Late { .. } | Event::Ended(_) => {}
        }
        if self.teller.is_stopped() { Err(Hung) } else { Ok(()) }
    }
}
