//! What the tests of matches share: a tiny game, seats that do as they are told, and a host that takes notes. It checks nothing.

#![allow(dead_code, reason = "every test file uses another part of this")]

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use boardwright_arena::{
    Ask, Bare, Course, Decision, Event, Finished, Host, Hung, ManualWatch, Match, Offer, Reply, Seat, Start, Terms,
    Thought, Trouble, Watch,
};
use boardwright_engine::any::AnyGame;
use boardwright_engine::fault::Fault;
use boardwright_engine::game::{Game, Outcome, StateError, Turn};
use boardwright_engine::ids::Player;
use boardwright_engine::record;

/// Players in turn step on or wait; who makes the last of so many steps wins. Who waits changes nothing but the turn.
#[derive(Clone, Copy, Debug)]
pub struct Ring {
    pub players: usize,
    pub steps: u32,
}

/// Steps made, and whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct At {
    pub steps: u32,
    pub turn: Player,
}

pub const WAIT: u32 = 0;
pub const STEP: u32 = 1;

impl Game for Ring {
    type State = At;
    type Move = u32;

    fn players(&self) -> usize {
        self.players
    }

    fn start(&self) -> At {
        At { steps: 0, turn: Player::FIRST }
    }

    fn turn(&self, state: &At, moves: &mut Vec<u32>) -> Result<Turn, Fault> {
        moves.clear();
        if state.steps >= self.steps {
            return Ok(Turn::Over(Outcome::Won(state.turn)));
        }
        moves.extend([WAIT, STEP]);
        Ok(Turn::Player(state.turn))
    }

    fn apply(&self, state: &mut At, mv: u32) -> Result<(), Fault> {
        state.steps += mv;
        if state.steps < self.steps {
            state.turn = state.turn.next(self.players);
        }
        Ok(())
    }

    fn score(&self, state: &At, _: Player) -> f64 {
        f64::from(state.steps)
    }

    fn key(&self, _: &At) -> u64 {
        // All positions share one key, so that whoever counts positions must look at more than it.
        7
    }

    fn position(&self, state: &At, out: &mut Vec<u8>) {
        out.extend([state.steps as u8, state.turn.number() as u8]);
    }

    fn move_text(&self, _: &At, mv: u32) -> String {
        if mv == STEP { "step" } else { "wait" }.to_owned()
    }

    fn state_text(&self, state: &At) -> String {
        format!("{state:?}")
    }

    fn parse_state(&self, _: &str) -> Result<At, StateError> {
        Err(StateError { line: 1, reason: "nobody reads this".to_owned() })
    }
}

/// What a scripted seat does next.
#[derive(Clone, Debug)]
pub enum Does {
    /// The move of this text.
    Plays(&'static str),
    /// The same, with a value.
    Thinks(&'static str, f64),
    /// The same, after so many seconds.
    Takes(&'static str, u64),
    /// Something else.
    Decides(Decision),
    /// It panics.
    Panics,
    /// It sets the stop flag, and then makes a move as if nothing was.
    Stops,
}

/// A seat that does one thing after the other, and then plays `wait`.
pub struct Scripted {
    pub script: VecDeque<Does>,
    pub accepts: bool,
    pub person: bool,
    pub watch: Arc<ManualWatch>,
    pub stop: Arc<AtomicBool>,
}

impl Seat for Scripted {
    fn recorded(&self) -> record::Seat {
        record::Seat { player: "scripted".to_owned(), parameters: [].into() }
    }

    fn is_person(&self) -> bool {
        self.person
    }

    fn decide(&mut self, ask: &Ask<'_>, _: &mut dyn Host) -> Result<Reply, Trouble> {
        assert!(ask.course.made() < 100, "a script that never ends");
        let legal = |text: &str| {
            let mv = ask.course.game().parse_move(ask.course.state(), text).expect("scripts name legal moves");
            Decision::Move(mv)
        };
        Ok(match self.script.pop_front().unwrap_or(Does::Plays("wait")) {
            Does::Plays(text) => legal(text).into(),
            Does::Thinks(text, value) => {
                Reply { decision: legal(text), thought: Some(Thought { value: Some(value), ..Thought::default() }) }
            }
            Does::Takes(text, seconds) => {
                self.watch.pass(Duration::from_secs(seconds));
                legal(text).into()
            }
            Does::Decides(decision) => decision.into(),
            Does::Panics => panic!("out of my depth"),
            Does::Stops => {
                self.stop.store(true, std::sync::atomic::Ordering::Relaxed);
                legal("wait").into()
            }
        })
    }

    fn answer(&mut self, _: &Offer<'_>, _: &mut dyn Host) -> Result<bool, Hung> {
        Ok(self.accepts)
    }
}

/// A table for scripted matches: one watch and one stop flag for all.
#[derive(Default)]
pub struct Table {
    pub watch: Arc<ManualWatch>,
    pub stop: Arc<AtomicBool>,
    pub told: Vec<String>,
}

impl Table {
    pub fn seat(&self, script: impl IntoIterator<Item = Does>) -> Box<dyn Seat> {
        self.sits(script, false, false)
    }

    /// One that accepts any draw.
    pub fn meek(&self) -> Box<dyn Seat> {
        self.sits([], true, false)
    }

    pub fn person(&self, script: impl IntoIterator<Item = Does>) -> Box<dyn Seat> {
        self.sits(script, false, true)
    }

    fn sits(&self, script: impl IntoIterator<Item = Does>, accepts: bool, person: bool) -> Box<dyn Seat> {
        let (watch, stop) = (Arc::clone(&self.watch), Arc::clone(&self.stop));
        Box::new(Scripted { script: script.into_iter().collect(), accepts, person, watch, stop })
    }

    /// Plays a match, and notes what happens.
    pub fn play(&mut self, game: &dyn AnyGame, seats: Vec<Box<dyn Seat>>, terms: Terms) -> Finished {
        let (watch, stop) = (Arc::clone(&self.watch), Arc::clone(&self.stop));
        let playable = Bare { name: "ring", game };
        let watch: &dyn Watch = &*watch;
        Match::new(&playable, seats, &Start::default(), terms, watch, &stop).expect("seats for all").play(self)
    }
}

impl Host for Table {
    fn ask(&mut self, _: &Ask<'_>) -> Result<Decision, Trouble> {
        Ok(Decision::Leave)
    }

    fn accepts(&mut self, _: &Offer<'_>) -> Result<bool, Hung> {
        Ok(false)
    }

    fn hear(&mut self, _: &Course<'_>, event: Event<'_>) -> Result<(), Hung> {
        self.told.push(match event {
            Event::Started => "started".to_owned(),
            Event::Turn(player) => format!("turn {player}"),
            Event::Thought { player, thought, time } => format!("{player} thinks {:?} in {time:?}", thought.value),
            Event::Moved { played, .. } => format!("{} {}", played.ply, played.text),
            Event::TakenBack { by, moves, ply } => format!("{by} takes back {moves} from {ply}"),
            Event::Offered { by } => format!("{by} offers"),
            Event::Answered { player, accepted } => {
                format!("{player} {}", if accepted { "accepts" } else { "declines" })
            }
            Event::Late { player, over } => format!("{player} late by {over:?}"),
            Event::Ended(ending) => format!("ended {:?}", ending.reason()),
        });
        Ok(())
    }
}
