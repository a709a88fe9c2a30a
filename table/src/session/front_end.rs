//! The interface between a table session and a user interface: a terminal or a window.

use boardwright_interpreter::state::State;
use boardwright_robot::motion::{PickStage, PlaceId};
use boardwright_rules::RuleSet;

use crate::appearance::Appearance;
use crate::board_contents::BoardContents;
use crate::move_executor::{MoveError, RequestRefused};
use crate::tasks::{Request, Task};

/// The user interface of a table session. It writes the texts for people; the session decides what happens.
pub trait FrontEnd {
    /// Shows a message of the session, for example an observation of the camera.
    fn notify(&mut self, text: &str);

    /// Shows that the arm begins a stage of a task.
    fn stage_begins(&mut self, task: &Task, stage: PickStage, names: &TableNames<'_>);

    /// Asks a person for something and waits until it is confirmed.
    ///
    /// # Errors
    ///
    /// [`RequestRefused`] when nobody confirms.
    fn confirm(&mut self, prompt: &Prompt<'_>, names: &TableNames<'_>) -> Result<(), RequestRefused>;

    /// Shows a request that the simulated table has fulfilled.
    fn request_fulfilled(&mut self, request: &Request, names: &TableNames<'_>);

    /// Shows tasks that a person carries out unobserved. `contents` are those after the tasks.
    ///
    /// # Errors
    ///
    /// [`RequestRefused`] when the tasks cannot be shown.
    fn tasks_by_hand(
        &mut self,
        tasks: &[Task],
        contents: &BoardContents,
        names: &TableNames<'_>,
    ) -> Result<(), RequestRefused>;

    /// Asks a person to carry out tasks. The camera verifies the result, so that no confirmation is needed.
    ///
    /// # Errors
    ///
    /// [`RequestRefused`] when the tasks cannot be shown.
    fn request_tasks(&mut self, tasks: &[Task], names: &TableNames<'_>) -> Result<(), RequestRefused>;

    /// `true` if the session is to stop.
    fn is_stopped(&self) -> bool;

    /// `true` if waiting for a person is to end, for example because there is another order.
    fn is_wait_cancelled(&self) -> bool {
        self.is_stopped()
    }

    /// Instruction to a person for going on from what is on the table, if no legal turn leads to it; empty if there is none.
    fn way_on(&self) -> &'static str {
        ""
    }

    /// The reason why a move with this prefix is illegal in a position, in one line; `None` if it is unknown.
    fn explain_illegal(&self, _state: &State, _mv: &str) -> Option<String> {
        None
    }
}

/// Something that a person has to do and to confirm.
#[derive(Clone, Copy, Debug)]
pub enum Prompt<'a> {
    /// A request beyond the arm's abilities.
    Request(&'a Request),
    /// The table has to have these contents.
    SetUp(&'a BoardContents),
    /// The limp arm has to be placed at its park pose.
    PlaceArmAtPark,
    /// The arm has to be free to rise, with nothing between its fingers.
    MakeSafe {
        /// The reason why the arm has stopped.
        error: &'a MoveError,
        /// `true` if the table is simulated, so that no real piece is between the fingers.
        is_simulated: bool,
    },
}

/// The names of the places and pieces of a table.
#[derive(Clone, Copy, Debug)]
pub struct TableNames<'a> {
    pub(super) rules: &'a RuleSet,
    pub(super) places: &'a [String],
}

impl TableNames<'_> {
    /// The name of a place.
    pub fn place(&self, place: PlaceId) -> String {
        self.places.get(place.0).cloned().unwrap_or_default()
    }

    /// The description of a piece.
    pub fn piece(&self, appearance: Appearance) -> String {
        appearance.describe(self.rules)
    }

    /// The description of a request.
    pub fn request(&self, request: &Request) -> String {
        request.describe(self.rules, |place| self.place(place))
    }

    /// All pieces of a table, each as its place and description.
    pub fn pieces(&self, contents: &BoardContents) -> String {
        let described = contents
            .all()
            .filter_map(|(place, appearance)| Some(format!("{} {}", self.place(place), self.piece(appearance?))));
        described.collect::<Vec<_>>().join(", ")
    }
}
