//! Watching a person's turn with a camera until the moves are recognised.

use boardwright_compiler::game::CompiledGame;
use boardwright_game::fault::Fault;
use boardwright_game::game::{Game as _, GameExt as _};
use boardwright_interpreter::state::State;
use boardwright_robot::motion::PlaceId;
use boardwright_vision::camera::CameraError;
use boardwright_vision::gate::FrameStatus;

use super::{Blockage, Difference, Perception, PerceptionError, Reading, Successor, observable_successors};
use crate::appearance::board_appearances;
use crate::board_contents::BoardContents;

/// A recipient of messages from perception.
pub trait Observer {
    /// Receives a message; the same message is not repeated immediately.
    fn notify(&mut self, text: &str);

    /// `true` if watching is to stop.
    fn should_stop(&self) -> bool;

    /// The reason why a move with this prefix is illegal, in one line; `None` if it is unknown.
    fn explain_illegal(&self, _mv: &str) -> Option<String> {
        None
    }
}

/// The reason why a turn was not recognised.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum WatchError {
    /// Watching was stopped.
    #[error("watching was stopped")]
    Stopped,
    /// Perception failed.
    #[error(transparent)]
    Perception(#[from] PerceptionError),
    /// The rules failed.
    #[error("{0}")]
    Rules(String),
}

impl From<Fault> for WatchError {
    fn from(fault: Fault) -> Self {
        Self::Rules(fault.to_string())
    }
}

/// Watches a game for turns.
pub struct TurnWatcher<'a> {
    /// The game.
    pub game: &'a CompiledGame,
    /// The names of the places.
    pub names: &'a [String],
    /// The recipient of messages.
    pub observer: &'a mut dyn Observer,
    last_message: String,
}

/// A recognised turn of a person.
pub type RecognisedTurn = Successor;

/// Number of consecutive missing frames before the camera failure is reported.
const MAX_MISSED_FRAMES: u32 = 5;

impl<'a> TurnWatcher<'a> {
    /// Creates a watcher for a game.
    pub fn new(game: &'a CompiledGame, names: &'a [String], observer: &'a mut dyn Observer) -> Self {
        Self { game, names, observer, last_message: String::new() }
    }

    /// Waits until the player to move has completed a turn, and returns it. A turn that leaves the board unchanged, such
    /// as a pass, is recognised by the next player's turn; the moves of both are returned.
    ///
    /// # Errors
    ///
    /// [`WatchError`] when watching is stopped, perception fails for good, or the rules fail.
    pub fn wait_for_turn(
        &mut self,
        perception: &mut Perception,
        state: &State,
        contents: &BoardContents,
    ) -> Result<RecognisedTurn, WatchError> {
        let class = |state: &State| {
            let appearances = board_appearances(self.game, state).into_iter();
            appearances
                .map(|appearance| appearance.and_then(|appearance| perception.piece_classes().class(appearance)))
                .collect::<Vec<_>>()
        };
        let reached = observable_successors(self.game, state, class)?;
        let positions: Vec<_> =
            [class(state)].into_iter().chain(reached.iter().map(|next| class(&next.state))).collect();
        let at = self.wait_for_position(perception, contents, &positions, |at| at > 0)?;
        let turn = &reached[at - 1];
        perception.note(&format!("understood: {}", self.describe(turn, state)?));
        // Turns that lead to boards of equal appearance are indistinguishable: the shortest is taken.
        Ok(reached[at - 1].clone())
    }

    /// Waits until the table has the expected contents, and reports the necessary corrections.
    ///
    /// # Errors
    ///
    /// As [`TurnWatcher::wait_for_turn`].
    pub fn wait_until_restored(
        &mut self,
        perception: &mut Perception,
        contents: &BoardContents,
    ) -> Result<(), WatchError> {
        let known = perception.expected_classes(contents)[..contents.board_places()].to_vec();
        self.wait_for_position(perception, contents, &[known], |_| true).map(|_| ())
    }

    /// `true` if the table has the expected contents in the first readable frame.
    ///
    /// # Errors
    ///
    /// As [`TurnWatcher::wait_for_turn`].
    pub fn is_as_expected(
        &mut self,
        perception: &mut Perception,
        contents: &BoardContents,
    ) -> Result<bool, WatchError> {
        let known = [perception.expected_classes(contents)[..contents.board_places()].to_vec()];
        loop {
            match self.next_reading(perception, contents, &known)? {
                Reading::Waiting(status) => self.report_waiting(perception, status),
                Reading::Position(_) => return Ok(true),
                Reading::Differs(_) | Reading::Unclear(_) => return Ok(false),
            }
        }
    }

    fn wait_for_position(
        &mut self,
        perception: &mut Perception,
        contents: &BoardContents,
        positions: &[Vec<Option<boardwright_vision::read::Class>>],
        done: impl Fn(usize) -> bool,
    ) -> Result<usize, WatchError> {
        loop {
            match self.next_reading(perception, contents, positions)? {
                Reading::Waiting(status) => self.report_waiting(perception, status),
                Reading::Position(at) if done(at) => return Ok(at),
                Reading::Position(_) => self.last_message.clear(),
                Reading::Differs(differences) if differences.is_empty() => {}
                Reading::Differs(differences) => {
                    let instruction = |difference: &Difference| {
                        difference.repair_instruction(
                            self.game.rules(),
                            perception.piece_classes(),
                            contents,
                            |place| self.name(place),
                        )
                    };
                    let instructions: Vec<String> = differences.iter().map(instruction).collect();
                    let instructions = instructions.join("; ");
                    let text = if positions.len() > 1 {
                        let attempt = self.attempted_move(perception, contents, &differences);
                        let why = attempt.and_then(|attempt| self.observer.explain_illegal(&attempt));
                        let why = why.map_or(String::new(), |why| format!(", {why}"));
                        format!("that is no legal move{why}: {instructions}")
                    } else {
                        format!("the table differs from the expected position: {instructions}")
                    };
                    self.report(perception, &text);
                }
                Reading::Unclear(places) => {
                    let names: Vec<String> = places.iter().map(|place| self.name(*place)).collect();
                    let text = format!(
                        "the contents of {} are unclear: put pieces on the centres of their places",
                        names.join(", ")
                    );
                    self.report(perception, &text);
                }
            }
        }
    }

    /// The next reading; waits while the camera is unplugged.
    fn next_reading(
        &mut self,
        perception: &mut Perception,
        contents: &BoardContents,
        positions: &[Vec<Option<boardwright_vision::read::Class>>],
    ) -> Result<Reading, WatchError> {
        let mut missed = 0;
        loop {
            if self.observer.should_stop() {
                return Err(WatchError::Stopped);
            }
            let reading = perception.read(contents, positions);
            for warning in perception.take_warnings() {
                self.observer.notify(&warning);
            }
            match reading {
                Err(PerceptionError::Camera(error @ CameraError::Disconnected)) => {
                    missed += 1;
                    if missed == MAX_MISSED_FRAMES {
                        self.report(perception, &error.to_string());
                    }
                }
                other => return Ok(other?),
            }
        }
    }

    /// The beginning of the attempted move in words, if one piece moved from one place to another.
    fn attempted_move(
        &self,
        perception: &Perception,
        contents: &BoardContents,
        differences: &[Difference],
    ) -> Option<String> {
        let mut emptied = differences.iter().filter(|difference| difference.seen.is_none());
        let mut filled = differences.iter().filter(|difference| difference.seen.is_some());
        let (from, to) = (emptied.next()?, filled.next()?);
        let same = perception.piece_classes().class(contents.at(from.place)?) == to.seen;
        let alone = same && emptied.next().is_none() && filled.next().is_none();
        alone.then(|| format!("{} {}", self.name(from.place), self.name(to.place)))
    }

    fn report_waiting(&mut self, perception: &Perception, status: FrameStatus) {
        if status == FrameStatus::Dark {
            self.report(perception, "the image is too dark: more light is needed");
            return;
        }
        let Some(Blockage { status, nearest, offset }) = perception.blockage() else { return };
        let name = nearest.map(|place| self.name(place));
        let text = match (status, name) {
            (FrameStatus::Covered, Some(name)) => {
                format!("something covers the table {}: take it away", describe_offset(&name, offset))
            }
            (FrameStatus::Covered, None) => "something covers the table: take it away".to_owned(),
            _ => "something moves in front of the camera all the time: keep hands away and fix the camera firmly"
                .to_owned(),
        };
        self.report(perception, &text);
    }

    /// Describes the moves of a turn.
    fn describe(&self, turn: &RecognisedTurn, state: &State) -> Result<String, Fault> {
        let (mut state, mut described) = (state.clone(), Vec::new());
        for mv in &turn.moves {
            described.push(self.game.move_text(&state, *mv));
            self.game.apply(&mut state, *mv)?;
        }
        Ok(described.join("; "))
    }

    fn name(&self, place: PlaceId) -> String {
        self.names.get(place.0).cloned().unwrap_or_default()
    }

    fn report(&mut self, perception: &Perception, text: &str) {
        if self.last_message != text {
            text.clone_into(&mut self.last_message);
            perception.note(text);
            // Pictures and films are searched by name or time.
            let text = perception.frame_name().map_or_else(|| text.to_owned(), |name| format!("{name}: {text}"));
            self.observer.notify(&text);
        }
    }
}

/// Distance in mm, along each axis, above which the direction from a place is stated.
const MIN_STATED_OFFSET: f64 = 15.0;

/// Describes a point by its offset from a place, in mm to the right and up.
fn describe_offset(place: &str, [right, up]: [f64; 2]) -> String {
    let side = (right.abs() >= MIN_STATED_OFFSET).then(|| {
        let direction = if right > 0.0 { "right" } else { "left" };
        format!("{:.0} mm to the {direction} of {place}", right.abs())
    });
    let end = (up.abs() >= MIN_STATED_OFFSET).then(|| {
        let direction = if up > 0.0 { "top" } else { "bottom" };
        format!("{:.0} mm towards the board's {direction}", up.abs())
    });
    match (side, end) {
        (Some(side), Some(end)) => format!("{side} and {end}"),
        (Some(side), None) => side,
        (None, Some(end)) => format!("{end} from {place}"),
        (None, None) => format!("at {place}"),
    }
}
