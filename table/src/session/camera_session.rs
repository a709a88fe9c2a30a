//! The camera of a table session: perception, the simulated person in front of a simulated camera, and recognised moves.

use std::collections::VecDeque;

use boardwright_compiler::game::CompiledGame;
use boardwright_draw::Pictures;
use boardwright_game::ids::Player;
use boardwright_interpreter::moves::Move;
use boardwright_interpreter::state::State;
use boardwright_robot::motion::PlaceId;
use boardwright_rules::RuleSet;
use boardwright_vision::camera::Camera;
use boardwright_vision::read::LearnError;

use super::SessionError;
use crate::appearance::Appearance;
use crate::board_contents::BoardContents;
use crate::file::TableFile;
use crate::layout::Layout;
use crate::perception::{
    BoardFinder, Class, HsvRanges, Observer, Perception, PerceptionError, PieceClasses, TablePositionError,
    TurnWatcher, position_on_table,
};
use crate::simulation::{SimulatedGame, SimulatedPerson, SimulatedSetup};
use crate::table::Table;
use crate::tasks::Task;

/// A camera over a table, with what it has learnt and recognised.
pub struct CameraSession {
    perception: Perception,
    /// The simulated person in front of a simulated camera.
    person: Option<SimulatedPerson>,
    /// `true` after the looks were learnt; before, the arm's work is not checked by the camera.
    has_learnt: bool,
    /// `true` if the arm's aim is corrected by the observed offsets of pieces.
    corrects_aim: bool,
    /// The players whose turns are made at the table; `None` for all.
    players: Option<Vec<Player>>,
    /// Recognised moves that have not been made in the game yet.
    pending: VecDeque<Move>,
    /// `true` if the last move of the game was recognised, so that it is already made on the table.
    is_move_recognised: bool,
}

/// The result of learning the appearance of pieces.
#[derive(Clone, Debug, PartialEq)]
pub struct LearntLooks {
    /// HSV ranges of the observed classes.
    pub ranges: Vec<(Class, HsvRanges)>,
    /// Descriptions of pairs of classes that look alike and were merged.
    pub merged: Vec<String>,
}

impl CameraSession {
    /// Creates a session with a real camera.
    pub fn new(perception: Perception, corrects_aim: bool) -> Self {
        let (pending, is_move_recognised) = (VecDeque::new(), false);
        Self { perception, person: None, has_learnt: false, corrects_aim, players: None, pending, is_move_recognised }
    }

    /// Sets the players whose turns are made at the table: turns of others cannot have been missed.
    pub fn set_players(&mut self, players: Vec<Player>) {
        self.players = Some(players);
    }

    /// Creates a session with a simulated camera and a simulated person at a simulated table. `open` opens perception
    /// on the camera, for example with a recorder or a live view. Equal seeds give equal images and equal moves.
    ///
    /// # Errors
    ///
    /// [`SessionError`] when the board cannot be printed, or perception cannot be opened.
    pub fn simulated(
        game: &CompiledGame,
        (layout, piece_classes): (&Layout, PieceClasses),
        pictures: &dyn Pictures,
        simulation: &SimulatedGame,
        (seed, corrects_aim): (u64, bool),
        open: impl FnOnce(Box<dyn Camera>, Box<dyn BoardFinder>, PieceClasses) -> Result<Perception, PerceptionError>,
    ) -> Result<Self, SessionError> {
        let setup = SimulatedPerson::with_camera(game, layout, &piece_classes, pictures, simulation, seed);
        let SimulatedSetup { camera, finder, person } = setup?;
        Ok(Self { person: Some(person), ..Self::new(open(camera, finder, piece_classes)?, corrects_aim) })
    }

    /// The file name or the time of the last frame, for recorded sources.
    pub fn frame_name(&self) -> Option<String> {
        self.perception.frame_name()
    }

    /// `true` if camera and person are simulated.
    pub fn is_simulated(&self) -> bool {
        self.person.is_some()
    }

    /// Sets the HSV ranges of a class.
    pub fn set_ranges(&mut self, class: Class, ranges: HsvRanges) {
        self.perception.set_ranges(class, ranges);
    }

    /// Saves the appearance of the pieces, and the aim corrections of a real arm, in a table file. Returns `false` for a
    /// simulated camera, from which nothing about real tables can be learnt.
    pub fn save_looks(&self, file: &mut TableFile, rules: &RuleSet, real: Option<&Table>) -> bool {
        if self.is_simulated() {
            return false;
        }
        file.set_colours(rules, self.perception.piece_classes(), &self.perception.observed_ranges());
        if let Some(table) = real.filter(|_| self.corrects_aim) {
            file.set_corrections(rules, table);
        }
        true
    }

    /// `true` if a recognised move has not been made in the game yet.
    pub fn has_pending_moves(&self) -> bool {
        !self.pending.is_empty()
    }

    /// Removes the next recognised move; the session then assumes that the game makes this move.
    pub fn next_move(&mut self) -> Option<Move> {
        let next = self.pending.pop_front();
        self.is_move_recognised = next.is_some();
        next
    }

    /// The position with the pieces that the camera saw last, and the player to move; `None` before the table was read.
    pub(super) fn position_on_table(
        &self,
        game: &CompiledGame,
        last: &State,
        to_move: Option<Player>,
    ) -> Option<Result<State, TablePositionError>> {
        let seen = self.perception.last_contents()?;
        Some(position_on_table(game, last, self.perception.piece_classes(), &seen, to_move))
    }

    /// `true` if the last frame that was read shows such a piece on a place.
    pub(super) fn is_seen(&self, place: PlaceId, piece: Appearance) -> bool {
        self.perception.is_seen(place, piece)
    }

    /// Removes all recognised moves.
    pub fn take_moves(&mut self) -> Vec<Move> {
        self.pending.drain(..).collect()
    }

    /// Returns and clears the mark that the last move of the game was recognised.
    pub(super) fn take_recognised(&mut self) -> bool {
        std::mem::take(&mut self.is_move_recognised)
    }

    /// Returns perception for the check of the arm's work, once the looks were learnt, and `true` if the arm's aim is
    /// corrected.
    pub(super) fn arm_check(&mut self) -> Option<(&mut Perception, bool)> {
        self.has_learnt.then_some((&mut self.perception, self.corrects_aim))
    }

    /// `true` after the looks were learnt.
    pub(super) fn has_learnt(&self) -> bool {
        self.has_learnt
    }

    /// Learns the appearance of the pieces on a table with known contents.
    pub(super) fn learn_looks(
        &mut self,
        rules: &RuleSet,
        contents: &BoardContents,
    ) -> Result<LearntLooks, PerceptionError> {
        let learnt = self.perception.learn(contents).map_err(|error| match error {
            PerceptionError::Learn(LearnError::Inseparable(one, other)) => {
                let [one, other] = [one, other].map(|class| self.perception.piece_classes().describe(rules, class));
                PerceptionError::Inseparable { one, other }
            }
            other => other,
        });
        let merged = learnt?;
        self.has_learnt = true;
        let classes = self.perception.piece_classes();
        let merged = merged.into_iter().map(|pair| classes.describe_merged(rules, pair)).collect();
        Ok(LearntLooks { ranges: self.perception.observed_ranges(), merged })
    }

    /// Reads a frame while nothing is waited for, so that a live view stays up to date.
    pub(super) fn glance(&mut self, contents: &BoardContents) {
        let known = self.perception.expected_classes(contents)[..contents.board_places()].to_vec();
        // Errors are reported when a move is waited for.
        let _ = self.perception.read(contents, &[known]);
    }

    /// Waits for a turn of a person, and appends its moves to the recognised ones.
    pub(super) fn wait_for_turn(
        &mut self,
        game: &CompiledGame,
        names: &[String],
        state: &State,
        contents: &BoardContents,
        observer: &mut dyn Observer,
    ) -> Result<(), SessionError> {
        let mut watcher = TurnWatcher::new(game, names, observer).with_players(self.players.as_deref());
        let turn = watcher.wait_for_turn(&mut self.perception, state, contents)?;
        self.pending.extend(turn.moves);
        if let Some(person) = &mut self.person {
            person.end_turn();
        }
        Ok(())
    }

    /// Has the simulated person give up a turn that was begun and not recognised; returns `true` if there was one.
    pub(super) fn withdraw_simulated_turn(&mut self) -> bool {
        self.person.as_mut().is_some_and(SimulatedPerson::withdraw_turn)
    }

    /// Waits until a person has carried out tasks, so that the table has the expected contents.
    pub(super) fn wait_for_tasks(
        &mut self,
        game: &CompiledGame,
        names: &[String],
        tasks: &[Task],
        contents: &BoardContents,
        observer: &mut dyn Observer,
    ) -> Result<(), SessionError> {
        if let Some(person) = &mut self.person {
            person.perform(tasks);
        }
        Ok(TurnWatcher::new(game, names, observer).wait_until_restored(&mut self.perception, contents)?)
    }

    /// Has the simulated person make a random turn; a real person is left alone.
    pub(super) fn simulate_turn(
        &mut self,
        game: &CompiledGame,
        state: &State,
        contents: &BoardContents,
    ) -> Result<(), SessionError> {
        let Some(person) = &mut self.person else { return Ok(()) };
        Ok(person.make_random_turn(game, state, contents)?)
    }
}
