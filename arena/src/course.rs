//! The game so far: its position, the way back, its record, and what was thought and measured with each move. It asks nobody and
//! decides nothing.

use std::fmt;
use std::time::Duration;

use boardwright_engine::any::{AnyGame, AnyMove, AnyState};
use boardwright_engine::fault::Fault;
use boardwright_engine::game::{MoveError, StateError};
use boardwright_engine::ids::Player;
use boardwright_engine::record::{Clock, End, Header, Played, Record, Seat, Stop};
use thiserror::Error;

use crate::ending::Ending;
use crate::play::Start;
use crate::playable::Playable;

/// Why a match cannot begin.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum StartError {
    /// Too many seats, or too few.
    #[error("the game has {players} players, but {seats} are there to play it")]
    #[allow(missing_docs)]
    Seats { players: usize, seats: usize },
    /// The position to begin with is none.
    #[error("the position to begin with: {0}")]
    Position(#[from] StateError),
    /// The opening is not what the rules allow.
    #[error("move {number} of the opening: {source}")]
    #[allow(missing_docs)]
    Opening { number: usize, source: Box<MoveError> },
}

/// The game so far.
pub struct Course<'a> {
    playable: &'a dyn Playable,
    state: AnyState,
    record: Record,
    /// One for each move of the record.
    steps: Vec<Step>,
}

/// What there is to a move besides its line in the record.
struct Step {
    /// The position before it.
    before: AnyState,
    time: Duration,
    value: Option<f64>,
}

impl fmt::Debug for Course<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Course").field("record", &self.record).finish_non_exhaustive()
    }
}

impl<'a> Course<'a> {
    /// A game after its opening.
    pub(crate) fn new(playable: &'a dyn Playable, seats: Vec<Seat>, start: &Start) -> Result<Self, StartError> {
        let game = playable.game();
        if game.players() != seats.len() {
            return Err(StartError::Seats { players: game.players(), seats: seats.len() });
        }
        let (mut state, mut texts) = match &start.position {
            Some(text) => (game.parse_state(text)?, Vec::new()),
            None => (game.start(), Vec::new()),
        };
        for (text, number) in start.opening.iter().zip(1..) {
            let wrong = |source| StartError::Opening { number, source: Box::new(source) };
            let mv = game.parse_move(&state, text).map_err(wrong)?;
            texts.push(game.move_text(&state, &mv));
            game.apply(&mut state, &mv).map_err(|fault| wrong(fault.into()))?;
        }
        let header = Header { position: start.position.clone(), ..playable.header(seats, start.seed, texts) };
        Ok(Self { playable, state, record: Record { header, moves: Vec::new(), end: None }, steps: Vec::new() })
    }

    /// The game.
    pub fn game(&self) -> &'a dyn AnyGame {
        self.playable.game()
    }

    /// The position.
    pub fn state(&self) -> &AnyState {
        &self.state
    }

    /// The record up to here.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// The record as if everybody left now.
    pub fn snapshot(&self) -> Record {
        Record { end: Some(self.end_line(&Ending::Left(None))), ..self.record.clone() }
    }

    /// How long each move of the record took.
    pub fn clock(&self) -> Clock {
        Clock { seconds: self.steps.iter().map(|step| step.time.as_secs_f64()).collect() }
    }

    /// Moves made since the opening.
    pub fn made(&self) -> usize {
        self.record.moves.len()
    }

    /// Moves made, the opening included.
    pub fn plies(&self) -> usize {
        self.record.header.opening.len() + self.made()
    }

    /// What a player thought of the own moves, the last first; moves of which nothing was told are left out.
    pub fn values(&self, player: Player) -> impl Iterator<Item = f64> {
        let moves = self.record.moves.iter().zip(&self.steps).rev();
        moves.filter(move |(played, _)| played.player == Some(player)).filter_map(|(_, step)| step.value)
    }

    /// How often the position has stood since the opening, now included.
    pub fn stood(&self) -> usize {
        let game = self.game();
        let bytes = |state: &AnyState| {
            let mut bytes = Vec::new();
            game.position(state, &mut bytes);
            bytes
        };
        let (key, now) = (game.key(&self.state), bytes(&self.state));
        let before = self.steps.iter().map(|step| &step.before);
        1 + before.filter(|state| game.key(state) == key && bytes(state) == now).count()
    }

    /// Makes a move. If the rules fail on it, all stays as it was.
    pub(crate) fn make(
        &mut self,
        mv: &AnyMove,
        player: Option<Player>,
        time: Duration,
        value: Option<f64>,
    ) -> Result<(), Fault> {
        let game = self.game();
        let text = game.move_text(&self.state, mv);
        let mut after = self.state.clone();
        game.apply(&mut after, mv)?;
        let line = Played { ply: self.plies() + 1, player, text, rule: self.playable.rule(mv) };
        self.record.moves.push(line);
        self.steps.push(Step { before: std::mem::replace(&mut self.state, after), time, value });
        Ok(())
    }

    /// The last move, and the position before it.
    pub(crate) fn last(&self) -> Option<(&AnyState, &Played)> {
        self.steps.last().map(|step| &step.before).zip(self.record.moves.last())
    }

    /// Goes back to where any of these players was last to move; gives how many moves that took back.
    pub(crate) fn take_back(&mut self, players: &[Player]) -> usize {
        let theirs = |played: &Played| played.player.is_some_and(|player| players.contains(&player));
        let Some(index) = self.record.moves.iter().rposition(theirs) else { return 0 };
        let taken = self.made() - index;
        self.record.moves.truncate(index);
        if let Some(step) = self.steps.drain(index..).next() {
            self.state = step.before;
        }
        taken
    }

    /// Ends the record.
    pub(crate) fn end(&mut self, ending: &Ending) {
        self.record.end = Some(self.end_line(ending));
    }

    /// The record and what was measured, when all is over.
    pub(crate) fn into_parts(self) -> (Record, Clock) {
        let clock = self.clock();
        (self.record, clock)
    }

    fn end_line(&self, ending: &Ending) -> End {
        let players = (1..=self.game().players()).filter_map(Player::new);
        End {
            reason: ending.reason(),
            outcome: ending.outcome(self.game().players()),
            scores: players.map(|player| self.game().score(&self.state, player)).collect(),
            by: ending.by(),
            note: ending.note().map(str::to_owned),
            fault: self.stop(ending),
        }
    }

    fn stop(&self, ending: &Ending) -> Option<Stop> {
        let Ending::Fault { fault, text } = ending else { return None };
        Some(self.playable.stop(fault, text.clone()))
    }
}
