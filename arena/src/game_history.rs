//! The game history: current state, earlier states for take-backs, record, and the value and duration of each move. It
//! makes no decisions.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use boardwright_game::any::{AnyGame, AnyMove, AnyState};
use boardwright_game::fault::Fault;
use boardwright_game::game::{MoveError, Outcome, StateError};
use boardwright_game::ids::Player;
use boardwright_game::record::{FaultRecord, GameEnd, MoveRecord, MoveTimes, Record, RecordHeader, Seat};
use thiserror::Error;

use crate::ending::Ending;
use crate::play::Start;
use crate::playable::Playable;

/// Error for a match that cannot begin.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum StartError {
    /// The number of seats differs from the number of players.
    #[error("the game has {players} players, but there are {seats} seats")]
    #[allow(missing_docs)]
    Seats { players: usize, seats: usize },
    /// The initial position is invalid.
    #[error("initial position: {0}")]
    Position(#[from] StateError),
    /// A move of the opening is illegal.
    #[error("move {number} of the opening: {source}")]
    #[allow(missing_docs)]
    Opening { number: usize, source: Box<MoveError> },
}

/// History of a game.
pub struct GameHistory<'a> {
    playable: &'a dyn Playable,
    state: AnyState,
    record: Record,
    /// Moves of the opening, with the states before them.
    opening: Vec<(AnyState, AnyMove)>,
    /// One element per move of the record.
    steps: Vec<MoveData>,
}

/// Data of a move that is not in its line of the record.
struct MoveData {
    /// State before the move.
    before: AnyState,
    mv: AnyMove,
    time: Duration,
    value: Option<f64>,
}

impl fmt::Debug for GameHistory<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Course").field("record", &self.record).finish_non_exhaustive()
    }
}

impl<'a> GameHistory<'a> {
    /// Creates a history with the opening moves made.
    pub fn new(playable: &'a dyn Playable, seats: Vec<Seat>, start: &Start) -> Result<Self, StartError> {
        let game = playable.game();
        if game.players() != seats.len() {
            return Err(StartError::Seats { players: game.players(), seats: seats.len() });
        }
        let mut state = match &start.position {
            Some(text) => game.parse_state(text)?,
            None => game.initial_state(),
        };
        let (mut texts, mut opening) = (Vec::new(), Vec::new());
        for (text, number) in start.opening.iter().zip(1..) {
            let wrong = |source| StartError::Opening { number, source: Box::new(source) };
            let mv = game.parse_move(&state, text).map_err(wrong)?;
            texts.push(game.move_text(&state, &mv));
            let before = state.clone();
            game.apply(&mut state, &mv).map_err(|fault| wrong(fault.into()))?;
            opening.push((before, mv));
        }
        let mut header = RecordHeader { position: start.position.clone(), ..playable.header(seats, start.seed, texts) };
        header.metadata.move_number = start.move_number;
        let record = Record { header, moves: Vec::new(), end: None };
        Ok(Self { playable, state, record, opening, steps: Vec::new() })
    }

    /// The game.
    pub fn game(&self) -> &'a dyn AnyGame {
        self.playable.game()
    }

    /// Current state.
    pub fn state(&self) -> &AnyState {
        &self.state
    }

    /// Record of the moves so far.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// Iterates over all moves since the start, the opening included, with the states before them.
    pub(crate) fn all_moves(&self) -> impl Iterator<Item = (&AnyState, &AnyMove)> {
        let opening = self.opening.iter().map(|(before, mv)| (before, mv));
        opening.chain(self.steps.iter().map(|step| (&step.before, &step.mv)))
    }

    /// Record as if the match were left now.
    pub fn snapshot(&self) -> Record {
        Record { end: Some(self.end_line(&Ending::Left(None))), ..self.record.clone() }
    }

    /// Duration of each move of the record.
    pub fn clock(&self) -> MoveTimes {
        MoveTimes { seconds: self.steps.iter().map(|step| step.time.as_secs_f64()).collect() }
    }

    /// Number of moves made since the opening.
    pub fn moves_made(&self) -> usize {
        self.record.moves.len()
    }

    /// Number of moves made, including the opening.
    pub fn plies(&self) -> usize {
        self.record.header.opening.len() + self.moves_made()
    }

    /// Values that `player` reported for its own moves, the last first; moves without a value are skipped.
    pub fn values(&self, player: Player) -> impl Iterator<Item = f64> {
        let moves = self.record.moves.iter().zip(&self.steps).rev();
        moves.filter(move |(played, _)| played.player == Some(player)).filter_map(|(_, step)| step.value)
    }

    /// Number of occurrences of the current state since the opening, including the current one.
    pub fn occurrences(&self) -> usize {
        let game = self.game();
        let bytes = |state: &AnyState| {
            let mut bytes = Vec::new();
            game.encode(state, &mut bytes);
            bytes
        };
        let (key, now) = (game.key(&self.state), bytes(&self.state));
        let before = self.steps.iter().map(|step| &step.before);
        1 + before.filter(|state| game.key(state) == key && bytes(state) == now).count()
    }

    /// Makes a move. If the rules fail on it, the history stays unchanged.
    pub(crate) fn make_move(
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
        let line = MoveRecord { ply: self.plies() + 1, player, text, rule: self.playable.rule(mv) };
        self.record.moves.push(line);
        self.steps.push(MoveData { before: std::mem::replace(&mut self.state, after), mv: mv.clone(), time, value });
        Ok(())
    }

    /// The last move, and the state before it.
    pub(crate) fn last_move(&self) -> Option<(&AnyState, &MoveRecord)> {
        self.steps.last().map(|step| &step.before).zip(self.record.moves.last())
    }

    /// Takes back to the last turn of any of these players; returns the number of moves taken back.
    pub(crate) fn take_back(&mut self, players: &[Player]) -> usize {
        let theirs = |played: &MoveRecord| played.player.is_some_and(|player| players.contains(&player));
        let Some(index) = self.record.moves.iter().rposition(theirs) else { return 0 };
        let taken = self.moves_made() - index;
        self.record.moves.truncate(index);
        if let Some(step) = self.steps.drain(index..).next() {
            self.state = step.before;
        }
        taken
    }

    /// Writes the end of the record.
    pub(crate) fn finish(&mut self, ending: &Ending) {
        self.record.end = Some(self.end_line(ending));
    }

    /// Consumes the history; returns the record and the durations of the moves.
    pub(crate) fn into_parts(self) -> (Record, MoveTimes) {
        let clock = self.clock();
        (self.record, clock)
    }

    fn end_line(&self, ending: &Ending) -> GameEnd {
        let game = self.game();
        let scores: Vec<f64> = self.players().map(|player| game.score(&self.state, player)).collect();
        GameEnd {
            winners: self.shared_winners(ending, &scores),
            deals: game.deal_number(&self.state) + 1,
            details: self.score_details(),
            by: ending.by(),
            note: ending.note().map(str::to_owned),
            fault: self.stop(ending),
            ..GameEnd::new(ending.reason(), ending.outcome(game.players()), scores)
        }
    }

    fn players(&self) -> impl Iterator<Item = Player> + use<> {
        (1..=self.game().players()).filter_map(Player::new)
    }

    /// Players who share the highest score, if the rules ended a game of more than two players as a draw and its payoff
    /// is the score.
    fn shared_winners(&self, ending: &Ending, scores: &[f64]) -> Vec<Player> {
        if *ending != Ending::Finished(Outcome::Draw) || scores.len() < 3 || self.game().payoff().score().is_none() {
            return Vec::new();
        }
        let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        self.players().zip(scores).filter(|&(_, &score)| score >= most).map(|(player, _)| player).collect()
    }

    /// Scores by category and player, added up over all deals.
    fn score_details(&self) -> BTreeMap<String, Vec<f64>> {
        let game = self.game();
        let after = self.steps.iter().skip(1).map(|step| &step.before).chain([&self.state]);
        let last_of_deals = self.steps.iter().map(|step| &step.before).zip(after);
        let ended = last_of_deals.filter(|(now, next)| game.deal_number(now) != game.deal_number(next));
        let mut sums: BTreeMap<String, Vec<f64>> = BTreeMap::new();
        for state in ended.map(|(state, _)| state).chain([&self.state]) {
            for player in self.players() {
                for (category, score) in game.score_details(state, player) {
                    let by_player = sums.entry(category.to_owned()).or_insert_with(|| vec![0.0; game.players()]);
                    by_player[player.index()] += score;
                }
            }
        }
        sums
    }

    fn stop(&self, ending: &Ending) -> Option<FaultRecord> {
        let Ending::Fault { fault, text } = ending else { return None };
        Some(self.playable.stop(fault, text.clone()))
    }
}
