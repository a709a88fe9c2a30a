//! Table session: the state machine of a game at a table with a person, a camera, a simulated person and an arm.
//!
//! The session follows a game from position to position. Each move is executed by the arm, requested from a person, or
//! recognised by the camera. User interfaces implement [`FrontEnd`]: they report, ask for confirmations and stop the
//! session. The session has no thread of its own and no texts of a user interface.

mod attendant;
mod camera_session;
mod front_end;

use boardwright_compiler::game::CompiledGame;
use boardwright_game::game::Game as _;
use boardwright_game::ids::Player;
use boardwright_interpreter::state::State;
use boardwright_robot::motion::{Arm, ArmError, Jog, PlaceId};
use boardwright_vision::camera::CameraError;

pub use camera_session::{CameraSession, LearntLooks};
pub use front_end::{FrontEnd, Prompt, TableNames};

use crate::board_contents::{BoardContents, TooFewSlots};
use crate::layout::LayoutError;
use crate::move_executor::{Attendant, MoveError, MoveExecutor};
use crate::perception::{CameraAttendant, PerceptionError, TablePositionError, WatchError};
use crate::rig::Rig;
use crate::simulation::{SimulatedGame, SimulatedPersonError};
use crate::table::Table;
use attendant::{SessionAttendant, WaitObserver};

/// Speed of an arm on its way over a place, as a fraction of its full speed.
const TRAVEL_SPEED: f64 = 0.7;

/// Speed of an arm that descends to a place, as a fraction of its full speed.
const DESCENT_SPEED: f64 = 0.4;

/// The origin of a move on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveOrigin {
    /// The arm makes it.
    Arm,
    /// A person made it in the user interface and is to repeat it on the table.
    Hand,
    /// A person made it on the table, recognised by the camera.
    Recognised,
}

/// The reason why an operation of a session failed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SessionError {
    /// A move was not executed.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// The arm failed outside of a move.
    #[error(transparent)]
    Arm(#[from] ArmError),
    /// The camera failed.
    #[error(transparent)]
    Perception(#[from] PerceptionError),
    /// Waiting for a person failed or was cancelled.
    #[error(transparent)]
    Watch(#[from] WatchError),
    /// The simulated person makes no move.
    #[error(transparent)]
    Person(#[from] SimulatedPersonError),
    /// The simulated board cannot be printed.
    #[error(transparent)]
    Layout(#[from] LayoutError),
}

impl SessionError {
    /// `true` if a film of the table has ended, which is no error of the game.
    pub fn is_end_of_film(&self) -> bool {
        let (Self::Perception(error) | Self::Watch(WatchError::Perception(error))) = self else { return false };
        matches!(error, PerceptionError::Camera(CameraError::EndOfStream))
    }
}

/// A game at a table. Arm and camera are optional; without an arm, people carry out all tasks.
pub struct TableSession<'g> {
    game: &'g CompiledGame,
    executor: MoveExecutor,
    /// The simulated table, if there is no real one.
    simulation: Option<SimulatedGame>,
    camera: Option<CameraSession>,
    is_armed: bool,
    /// Position on the table.
    position: State,
    /// Names of the places.
    names: Vec<String>,
}

impl<'g> TableSession<'g> {
    /// Creates a session at a table on which `position` is set up. Without an arm (`is_armed` is `false`) the arm of the
    /// rig, a simulated one, only provides the geometry of the table.
    pub fn new(game: &'g CompiledGame, rig: Rig, is_armed: bool, position: State) -> Self {
        let Rig { executor, simulation } = rig;
        let layout = executor.table().layout();
        let names = layout.place_labels(game.rules());
        Self { game, executor, simulation, camera: None, is_armed, position, names }
    }

    /// `true` if an arm carries out tasks.
    pub fn is_armed(&self) -> bool {
        self.is_armed
    }

    /// The arm.
    pub fn arm(&mut self) -> &mut Arm {
        self.executor.arm()
    }

    /// The table.
    pub fn table(&self) -> &Table {
        self.executor.table()
    }

    /// Replaces the table after a better calibration.
    pub fn set_table(&mut self, table: Table) {
        self.executor.set_table(table);
    }

    /// The expected contents of the table.
    pub fn contents(&self) -> &BoardContents {
        self.executor.contents()
    }

    /// The names of the places and pieces.
    pub fn names(&self) -> TableNames<'_> {
        TableNames { rules: self.game.rules(), places: &self.names }
    }

    /// The simulated table, if there is no real one.
    pub fn simulation(&self) -> Option<&SimulatedGame> {
        self.simulation.as_ref()
    }

    /// The camera.
    pub fn camera(&self) -> Option<&CameraSession> {
        self.camera.as_ref()
    }

    /// The camera, to change its settings or to take recognised moves.
    pub fn camera_mut(&mut self) -> Option<&mut CameraSession> {
        self.camera.as_mut()
    }

    /// Replaces or removes the camera.
    pub fn set_camera(&mut self, camera: Option<CameraSession>) {
        self.camera = camera;
    }

    /// Starts the arm, if there is one.
    ///
    /// # Errors
    ///
    /// [`SessionError`] when a request is not fulfilled, or the controller fails.
    pub fn start(&mut self, front_end: &mut dyn FrontEnd) -> Result<(), SessionError> {
        if self.is_armed { self.start_arm(front_end) } else { Ok(()) }
    }

    /// Starts an arm that has rested.
    ///
    /// # Errors
    ///
    /// As [`TableSession::start`].
    pub fn wake(&mut self, front_end: &mut dyn FrontEnd) -> Result<(), SessionError> {
        if self.executor.arm().commanded_pulses().is_some() {
            return Ok(());
        }
        self.start_arm(front_end)
    }

    /// Has the camera learn the appearance of the pieces from the table, which is set up as expected; `None` without a
    /// camera.
    ///
    /// # Errors
    ///
    /// [`SessionError`] when the scene never becomes still, or the pieces cannot be distinguished.
    pub fn learn_looks(&mut self) -> Result<Option<LearntLooks>, SessionError> {
        let Some(camera) = &mut self.camera else { return Ok(None) };
        Ok(Some(camera.learn_looks(self.game.rules(), self.executor.contents())?))
    }

    /// The origin of the next move, made by a person (`by_hand`) or by another player. Clears the camera's mark that the
    /// move was recognised.
    pub fn next_origin(&mut self, by_hand: bool) -> MoveOrigin {
        if !by_hand && self.is_armed {
            return MoveOrigin::Arm;
        }
        let is_recognised = self.camera.as_mut().is_some_and(CameraSession::take_recognised);
        if by_hand && is_recognised { MoveOrigin::Recognised } else { MoveOrigin::Hand }
    }

    /// Brings the table from the last position to the next one: see [`TableSession::follow`].
    ///
    /// # Errors
    ///
    /// As [`TableSession::follow`].
    pub fn advance(
        &mut self,
        after: &State,
        origin: MoveOrigin,
        front_end: &mut dyn FrontEnd,
    ) -> Result<(), SessionError> {
        let before = self.position.clone();
        self.follow(&before, after, origin, front_end)
    }

    /// Brings the table from position `before` to position `after`. Without an arm, a person is asked for the arm's
    /// moves as well. A camera that has learnt the looks checks the arm's work, and waits until a person has carried
    /// out the tasks.
    ///
    /// # Errors
    ///
    /// [`SessionError`] when the arm or the camera fails, a request is not fulfilled, or waiting is cancelled.
    pub fn follow(
        &mut self,
        before: &State,
        after: &State,
        origin: MoveOrigin,
        front_end: &mut dyn FrontEnd,
    ) -> Result<(), SessionError> {
        self.position.clone_from(after);
        if origin != MoveOrigin::Recognised {
            self.withdraw_simulated_turn(front_end);
        }
        if origin == MoveOrigin::Arm && self.is_armed {
            return self.execute_move(before, after, front_end);
        }
        let tasks = self.executor.record_manual_move(self.game, before, after)?;
        // A roll of dice and a pass leave the pieces where they are.
        if origin == MoveOrigin::Recognised || tasks.is_empty() {
            return Ok(());
        }
        let names = TableNames { rules: self.game.rules(), places: &self.names };
        let contents = self.executor.contents();
        let Some(camera) = self.camera.as_mut().filter(|camera| camera.has_learnt()) else {
            if let Some(simulation) = &self.simulation {
                for task in &tasks {
                    simulation.perform_by_hand(task);
                }
            }
            return Ok(front_end.tasks_by_hand(&tasks, contents, &names).map_err(MoveError::from)?);
        };
        front_end.request_tasks(&tasks, &names).map_err(MoveError::from)?;
        let mut observer = WaitObserver { front_end, state: None };
        camera.wait_for_tasks(self.game, &self.names, &tasks, contents, &mut observer)
    }

    /// Has the simulated person put back the pieces of a turn that the camera has not recognised: another move was made in
    /// the game.
    fn withdraw_simulated_turn(&mut self, front_end: &mut dyn FrontEnd) {
        let has_withdrawn = self.camera.as_mut().is_some_and(CameraSession::withdraw_simulated_turn);
        if let (true, Some(simulation)) = (has_withdrawn, &self.simulation) {
            simulation.set_pieces(self.executor.contents());
            front_end.notify("the simulated person takes their own move back: another one was entered");
        }
    }

    /// Has the arm execute a move, checked by the camera if there is one.
    fn execute_move(
        &mut self,
        before: &State,
        after: &State,
        front_end: &mut dyn FrontEnd,
    ) -> Result<(), SessionError> {
        let Self { game, executor, simulation, camera, names, .. } = self;
        let place_names = TableNames { rules: game.rules(), places: names };
        let mut attendant = SessionAttendant { front_end, names: place_names, simulation: simulation.clone() };
        let executed = match camera.as_mut().and_then(CameraSession::arm_check) {
            Some((perception, corrects_aim)) => {
                let helper = &mut attendant;
                let mut checked = CameraAttendant { game, names, perception, helper, corrects_aim };
                executor.execute_move(game, before, after, &mut checked)
            }
            None => executor.execute_move(game, before, after, &mut attendant),
        };
        Ok(executed?)
    }

    /// The position with the pieces that the camera saw last, and the player to move; `None` without a camera that has read
    /// the table.
    ///
    /// # Errors
    ///
    /// [`TablePositionError`] when the rules do not allow it.
    pub fn position_on_table(
        &self,
        last: &State,
        to_move: Option<Player>,
    ) -> Option<Result<State, TablePositionError>> {
        self.camera.as_ref()?.position_on_table(self.game, last, to_move)
    }

    /// Takes a position for what is on the table.
    ///
    /// # Errors
    ///
    /// [`TooFewSlots`] when there are too few slots for the pieces off the board.
    pub fn set_position(&mut self, position: &State) -> Result<(), TooFewSlots> {
        let is_seen = |slot, piece| self.camera.as_ref().is_none_or(|camera| camera.is_seen(slot, piece));
        let start = self.game.initial_state();
        let contents = self.executor.contents().rearranged(self.game, &start, position, is_seen)?;
        self.executor.set_contents(contents);
        self.position.clone_from(position);
        Ok(())
    }

    /// Waits until the camera recognises a turn of a person in a position. Afterwards [`CameraSession::next_move`] gives
    /// its moves. Does nothing without a camera.
    ///
    /// # Errors
    ///
    /// [`SessionError`] when the camera or the rules fail, or waiting is cancelled.
    pub fn wait_for_turn(&mut self, state: &State, front_end: &mut dyn FrontEnd) -> Result<(), SessionError> {
        let Some(camera) = &mut self.camera else { return Ok(()) };
        let mut observer = WaitObserver { front_end, state: Some(state) };
        camera.wait_for_turn(self.game, &self.names, state, self.executor.contents(), &mut observer)
    }

    /// Has the simulated person in front of a simulated camera make a random turn.
    ///
    /// # Errors
    ///
    /// [`SessionError`] when the rules fail, or the turn cannot be made on the table.
    pub fn simulate_turn(&mut self, state: &State) -> Result<(), SessionError> {
        let Some(camera) = &mut self.camera else { return Ok(()) };
        camera.simulate_turn(self.game, state, self.executor.contents())
    }

    /// Reads a frame of the camera while nothing is waited for; returns `true` if there is a camera.
    pub fn glance(&mut self) -> bool {
        let Some(camera) = &mut self.camera else { return false };
        camera.glance(self.executor.contents());
        true
    }

    /// Jogs the arm one step, and recovers from errors.
    ///
    /// # Errors
    ///
    /// [`SessionError`] when the step is unreachable, or the arm still fails after recovery.
    pub fn step(&mut self, step: Jog, front_end: &mut dyn FrontEnd) -> Result<(), SessionError> {
        self.wake(front_end)?;
        let moved = step.execute(self.executor.arm());
        self.recover(moved, front_end)
    }

    /// Moves the arm over a place and down to a height in mm above it, and recovers from errors.
    ///
    /// # Errors
    ///
    /// [`SessionError`] when the place is unreachable, or the arm still fails after recovery.
    pub fn visit(&mut self, place: PlaceId, above: f64, front_end: &mut dyn FrontEnd) -> Result<(), SessionError> {
        self.wake(front_end)?;
        let table = self.executor.table();
        let (over, near) = (table.pose(place, table.layout().sizes.travel_height()), table.pose(place, above));
        let arm = self.executor.arm();
        let moved = arm.sweep_to(&over, TRAVEL_SPEED).and_then(|()| arm.sweep_to(&near, DESCENT_SPEED));
        self.recover(moved, front_end)
    }

    /// Parks the arm and switches its servos off, and recovers from errors.
    ///
    /// # Errors
    ///
    /// [`SessionError`] when the arm still fails after recovery.
    pub fn rest(&mut self, front_end: &mut dyn FrontEnd) -> Result<(), SessionError> {
        let moved = self.executor.arm().rest();
        self.recover(moved, front_end)
    }

    /// Parks the arm, if there is one, and switches its servos off at the end of the session.
    ///
    /// # Errors
    ///
    /// [`ArmError`] when the arm does not park.
    pub fn end(&mut self) -> Result<(), ArmError> {
        if self.is_armed { self.executor.arm().rest() } else { Ok(()) }
    }

    /// Starts the arm, after a person has placed it at its park pose if it is limp.
    fn start_arm(&mut self, front_end: &mut dyn FrontEnd) -> Result<(), SessionError> {
        Ok(self.attended(front_end, MoveExecutor::start_arm)?)
    }

    /// Has a person make the table safe after a failed movement, and starts the arm again.
    fn recover(&mut self, moved: Result<(), ArmError>, front_end: &mut dyn FrontEnd) -> Result<(), SessionError> {
        match moved {
            // Unreachable targets are rejected before any movement.
            Err(error @ (ArmError::Unreachable(_) | ArmError::NotStarted)) => Err(error.into()),
            Err(why) => {
                let error = MoveError::Start { why };
                Ok(self.attended(front_end, |executor, attendant| executor.recover(&error, attendant))?)
            }
            Ok(()) => Ok(()),
        }
    }

    /// Runs an operation of the arm with the person of the front end, without the camera.
    fn attended(
        &mut self,
        front_end: &mut dyn FrontEnd,
        operation: impl FnOnce(&mut MoveExecutor, &mut dyn Attendant) -> Result<(), MoveError>,
    ) -> Result<(), MoveError> {
        let names = TableNames { rules: self.game.rules(), places: &self.names };
        operation(&mut self.executor, &mut SessionAttendant { front_end, names, simulation: self.simulation.clone() })
    }
}
