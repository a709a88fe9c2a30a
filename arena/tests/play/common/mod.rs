//! Fixtures of the match tests: a small game, scripted seats, and a host that logs events. It has no assertions of its
//! own.

pub mod numbers;

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use boardwright_arena::{
    Decision, DrawOffer, FinishedMatch, GameHistory, Host, HostUnavailable, ManualWatch, Match, MatchEvent,
    MoveRequest, NamedGame, Reply, SearchReport, Seat, SeatError, Start, Terms, Watch,
};
use boardwright_game::any::AnyGame;
use boardwright_game::fault::Fault;
use boardwright_game::game::{self, Game, Outcome, StateError, Turn};
use boardwright_game::ids::Player;
use boardwright_game::record;

/// Players in turn step or wait; the player who makes step number `steps` wins. Waiting changes only the turn.
#[derive(Clone, Copy, Debug)]
pub struct Ring {
    pub players: usize,
    pub steps: u32,
}

/// State: number of steps made, and player to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RingState {
    pub steps: u32,
    pub turn: Player,
}

pub const WAIT: u32 = 0;
pub const STEP: u32 = 1;

impl Game for Ring {
    type State = RingState;
    type Move = u32;

    fn players(&self) -> usize {
        self.players
    }

    fn initial_state(&self) -> RingState {
        RingState { steps: 0, turn: Player::FIRST }
    }

    fn legal_moves(&self, state: &RingState, moves: &mut Vec<u32>) -> Result<Turn, Fault> {
        moves.clear();
        if state.steps >= self.steps {
            return Ok(Turn::Over(Outcome::Won(state.turn)));
        }
        moves.extend([WAIT, STEP]);
        Ok(Turn::Player(state.turn))
    }

    fn apply(&self, state: &mut RingState, mv: u32) -> Result<(), Fault> {
        state.steps += mv;
        if state.steps < self.steps {
            state.turn = state.turn.next(self.players);
        }
        Ok(())
    }

    fn score(&self, state: &RingState, _: Player) -> f64 {
        f64::from(state.steps)
    }

    fn key(&self, _: &RingState) -> u64 {
        // All states share one key, so that repetition must be detected by comparing encodings.
        7
    }

    fn encode(&self, state: &RingState, out: &mut Vec<u8>) {
        out.extend([state.steps as u8, state.turn.number() as u8]);
    }

    fn texts(&self) -> &dyn game::Texts<RingState, u32> {
        self
    }
}

impl game::Texts<RingState, u32> for Ring {
    fn move_text(&self, _: &RingState, mv: u32) -> String {
        if mv == STEP { "step" } else { "wait" }.to_owned()
    }

    fn state_text(&self, state: &RingState) -> String {
        format!("{state:?}")
    }

    fn parse_state(&self, _: &str) -> Result<RingState, StateError> {
        Err(StateError { line: 1, reason: "nobody reads this".to_owned() })
    }
}

/// Action of a scripted seat.
#[derive(Clone, Debug)]
pub enum ScriptStep {
    /// Plays the move with this text.
    Plays(&'static str),
    /// Plays a move and reports a value.
    Thinks(&'static str, f64),
    /// Plays a move after a number of seconds.
    Takes(&'static str, u64),
    /// Makes another decision.
    Decides(Decision),
    /// Panics.
    Panics,
    /// Sets the stop flag, and then makes a move.
    Stops,
}

/// A seat that follows a script, and then plays `wait`.
pub struct ScriptedSeat {
    pub script: VecDeque<ScriptStep>,
    pub accepts: bool,
    pub person: bool,
    pub watch: Arc<ManualWatch>,
    pub stop: Arc<AtomicBool>,
}

impl Seat for ScriptedSeat {
    fn record_seat(&self) -> record::Seat {
        record::Seat { player: "scripted".to_owned(), parameters: [].into() }
    }

    fn is_person(&self) -> bool {
        self.person
    }

    fn decide(&mut self, request: &MoveRequest<'_>, _: &mut dyn Host) -> Result<Reply, SeatError> {
        assert!(request.history.moves_made() < 100, "a script that never ends");
        let legal = |text: &str| {
            let mv =
                request.history.game().parse_move(request.history.state(), text).expect("scripts name legal moves");
            Decision::Move(mv)
        };
        Ok(match self.script.pop_front().unwrap_or(ScriptStep::Plays("wait")) {
            ScriptStep::Plays(text) => legal(text).into(),
            ScriptStep::Thinks(text, value) => Reply {
                decision: legal(text),
                report: Some(SearchReport { value: Some(value), ..SearchReport::default() }),
            },
            ScriptStep::Takes(text, seconds) => {
                self.watch.advance(Duration::from_secs(seconds));
                legal(text).into()
            }
            ScriptStep::Decides(decision) => decision.into(),
            ScriptStep::Panics => panic!("out of my depth"),
            ScriptStep::Stops => {
                self.stop.store(true, std::sync::atomic::Ordering::Relaxed);
                legal("wait").into()
            }
        })
    }

    fn accepts_draw(&mut self, _: &DrawOffer<'_>, _: &mut dyn Host) -> Result<bool, HostUnavailable> {
        Ok(self.accepts)
    }
}

/// Host of scripted matches, with a common watch and stop flag for all seats.
#[derive(Default)]
pub struct ScriptedMatch {
    pub watch: Arc<ManualWatch>,
    pub stop: Arc<AtomicBool>,
    pub log: Vec<String>,
}

impl ScriptedMatch {
    pub fn seat(&self, script: impl IntoIterator<Item = ScriptStep>) -> Box<dyn Seat> {
        self.scripted_seat(script, false, false)
    }

    /// A seat that accepts any draw.
    pub fn accepting_seat(&self) -> Box<dyn Seat> {
        self.scripted_seat([], true, false)
    }

    pub fn person(&self, script: impl IntoIterator<Item = ScriptStep>) -> Box<dyn Seat> {
        self.scripted_seat(script, false, true)
    }

    fn scripted_seat(
        &self,
        script: impl IntoIterator<Item = ScriptStep>,
        accepts: bool,
        person: bool,
    ) -> Box<dyn Seat> {
        let (watch, stop) = (Arc::clone(&self.watch), Arc::clone(&self.stop));
        Box::new(ScriptedSeat { script: script.into_iter().collect(), accepts, person, watch, stop })
    }

    /// Plays a match, and logs its events.
    pub fn play(&mut self, game: &dyn AnyGame, seats: Vec<Box<dyn Seat>>, terms: Terms) -> FinishedMatch {
        let (watch, stop) = (Arc::clone(&self.watch), Arc::clone(&self.stop));
        let playable = NamedGame { name: "ring", game };
        let watch: &dyn Watch = &*watch;
        Match::new(&playable, seats, &Start::default(), terms, watch, &stop).expect("seats for all").play(self)
    }
}

impl Host for ScriptedMatch {
    fn request_move(&mut self, _: &MoveRequest<'_>) -> Result<Decision, SeatError> {
        Ok(Decision::Leave)
    }

    fn accepts_draw(&mut self, _: &DrawOffer<'_>) -> Result<bool, HostUnavailable> {
        Ok(false)
    }

    fn notify(&mut self, _: &GameHistory<'_>, event: MatchEvent<'_>) -> Result<(), HostUnavailable> {
        self.log.push(match event {
            MatchEvent::Started => "started".to_owned(),
            MatchEvent::Turn(player) => format!("turn {player}"),
            MatchEvent::Evaluated { player, report, time } => {
                format!("{player} thinks {:?} in {time:?}", report.value)
            }
            MatchEvent::Moved { played, .. } => format!("{} {}", played.ply, played.text),
            MatchEvent::TakenBack { by, moves, ply } => format!("{by} takes back {moves} from {ply}"),
            MatchEvent::TakeBackRefused { by } => format!("{by} may not take back"),
            MatchEvent::DrawOffered { by } => format!("{by} offers"),
            MatchEvent::DrawAnswered { player, accepted } => {
                format!("{player} {}", if accepted { "accepts" } else { "declines" })
            }
            MatchEvent::Overtime { player, over } => format!("{player} late by {over:?}"),
            MatchEvent::Ended(ending) => format!("ended {:?}", ending.reason()),
        });
        Ok(())
    }
}
