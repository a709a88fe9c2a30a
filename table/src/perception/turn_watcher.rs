//! Watching a person's turn with a camera until the moves are recognised.

use boardwright_compiler::game::CompiledGame;
use boardwright_game::fault::Fault;
use boardwright_game::game::{Game as _, GameExt as _};
use boardwright_game::ids::Player;
use boardwright_interpreter::state::State;
use boardwright_robot::motion::PlaceId;
use boardwright_vision::camera::CameraError;
use boardwright_vision::gate::FrameStatus;
use boardwright_vision::read::Class;

use super::missed_turns::{MissedTurns, find_missed_turns};
use super::{Blockage, Difference, Perception, PerceptionError, Reading, Successor, observable_successors};
use crate::appearance::board_appearances;
use crate::board_contents::BoardContents;

/// A recipient of messages from perception.
pub trait Observer {
    /// Receives a message; the same message is not repeated immediately.
    fn notify(&mut self, text: &str);

    /// `true` if watching is to stop.
    fn should_stop(&self) -> bool;

    /// Instruction to a person for going on from what is on the table, if no legal turn leads to it; empty if there is none.
    fn way_on(&self) -> &'static str {
        ""
    }

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
    /// The players whose turns are made at the table; `None` for all.
    players: Option<&'a [Player]>,
    last_message: String,
    /// The differences for which missed turns were searched last, and the result.
    last_search: Option<(Vec<Difference>, MissedTurns)>,
}

/// A recognised turn of a person.
pub type RecognisedTurn = Successor;

/// Number of consecutive missing frames before the camera failure is reported.
const MAX_MISSED_FRAMES: u32 = 5;

impl<'a> TurnWatcher<'a> {
    /// Creates a watcher for a game.
    pub fn new(game: &'a CompiledGame, names: &'a [String], observer: &'a mut dyn Observer) -> Self {
        Self { game, names, observer, players: None, last_message: String::new(), last_search: None }
    }

    /// Searches missed turns of these players only: the others do not play at the table.
    #[must_use]
    pub fn with_players(self, players: Option<&'a [Player]>) -> Self {
        Self { players, ..self }
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
        let turn = loop {
            match self.next_reading(perception, contents, &positions)? {
                // Turns that lead to boards of equal appearance are indistinguishable: the shortest is taken.
                Reading::Position(at) if at > 0 => break reached[at - 1].clone(),
                Reading::Differs(differences) if !differences.is_empty() => {
                    match self.find_missed_turns(perception, state, contents, &differences)? {
                        MissedTurns::Line(line) => break line,
                        MissedTurns::Ambiguous(lines) => self.ask_for_line(perception, state, &lines)?,
                        MissedTurns::Nothing => self.report_illegal(perception, contents, &differences),
                    }
                }
                other => self.report_reading(perception, contents, &other),
            }
        };
        perception.note(&format!("understood: {}", self.describe(&turn, state)?));
        Ok(turn)
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
        self.wait_for_position(perception, contents, &[known]).map(|_| ())
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

    /// Waits until one of several positions is on the table, and returns its index.
    fn wait_for_position(
        &mut self,
        perception: &mut Perception,
        contents: &BoardContents,
        positions: &[Vec<Option<Class>>],
    ) -> Result<usize, WatchError> {
        loop {
            match self.next_reading(perception, contents, positions)? {
                Reading::Position(at) => return Ok(at),
                other => self.report_reading(perception, contents, &other),
            }
        }
    }

    /// The turns that were missed, as far as they explain what the camera saw. They are searched once for each look of the
    /// table, and the line that was found is reported.
    fn find_missed_turns(
        &mut self,
        perception: &Perception,
        state: &State,
        contents: &BoardContents,
        differences: &[Difference],
    ) -> Result<MissedTurns, WatchError> {
        if let Some((known, found)) = &self.last_search
            && known == differences
        {
            return Ok(found.clone());
        }
        let is_at_table = |player| self.players.is_none_or(|players| players.contains(&player));
        let found = find_missed_turns(self.game, state, (perception, contents), is_at_table)?;
        if let MissedTurns::Line(line) = &found {
            let text = format!("turns were missed; the table shows the position after {}", self.describe(line, state)?);
            self.report(perception, &text);
        }
        self.last_search = Some((differences.to_vec(), found.clone()));
        Ok(found)
    }

    /// Asks which of several lines of moves was played.
    fn ask_for_line(&mut self, perception: &Perception, state: &State, lines: &[Successor]) -> Result<(), WatchError> {
        const MAX_LISTED: usize = 3;
        let described: Vec<String> =
            lines.iter().take(MAX_LISTED).map(|line| self.describe(line, state)).collect::<Result<_, _>>()?;
        let more = if lines.len() > MAX_LISTED { ", or another line" } else { "" };
        let text = format!(
            "turns were missed, and several lines lead to what is on the table: {}{more}: enter the moves that were made",
            described.join(", or ")
        );
        self.report(perception, &text);
        Ok(())
    }

    /// Reports that no turn leads to what is on the table, and how the expected position is restored.
    fn report_illegal(&mut self, perception: &Perception, contents: &BoardContents, differences: &[Difference]) {
        let attempt = self.attempted_move(perception, contents, differences);
        let why = attempt.and_then(|attempt| self.observer.explain_illegal(&attempt));
        let why = why.map_or(String::new(), |why| format!(", {why}"));
        let instructions = self.repair_instructions(perception, contents, differences);
        let way_on = self.observer.way_on();
        let way_on = if way_on.is_empty() { String::new() } else { format!("; or {way_on}") };
        self.report(perception, &format!("that is no legal move{why}: {instructions}{way_on}"));
    }

    fn repair_instructions(
        &self,
        perception: &Perception,
        contents: &BoardContents,
        differences: &[Difference],
    ) -> String {
        let classes = perception.piece_classes();
        let instruction = |difference: &Difference| {
            difference.repair_instruction(self.game.rules(), classes, contents, |place| self.name(place))
        };
        differences.iter().map(instruction).collect::<Vec<_>>().join("; ")
    }

    /// Reports a reading that is not the expected one.
    fn report_reading(&mut self, perception: &Perception, contents: &BoardContents, reading: &Reading) {
        match reading {
            Reading::Waiting(status) => self.report_waiting(perception, *status),
            Reading::Position(_) => self.last_message.clear(),
            Reading::Differs(differences) if differences.is_empty() => {}
            Reading::Differs(differences) => {
                let instructions = self.repair_instructions(perception, contents, differences);
                self.report(perception, &format!("the table differs from the expected position: {instructions}"));
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

    /// The next reading; waits while the camera is unplugged.
    fn next_reading(
        &mut self,
        perception: &mut Perception,
        contents: &BoardContents,
        positions: &[Vec<Option<Class>>],
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
