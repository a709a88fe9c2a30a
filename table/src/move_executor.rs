//! Execution of game moves on a table by an arm.

use std::time::Duration;

use boardwright_compiler::game::CompiledGame;
use boardwright_interpreter::state::State;
use boardwright_robot::motion::{Arm, ArmError, NoFreePlace, PickStage, PlaceId, pick_and_place};
use boardwright_rules::RuleSet;

use crate::board_contents::BoardContents;
use crate::table::Table;
use crate::tasks::{Request, Task, plan_tasks};

/// Time that a controller needs to answer after a reset or after its port was plugged in.
const RESTART_TIME: Duration = Duration::from_secs(1);

/// Number of missed grips after which a person has to help.
const MAX_MISSES: u32 = 2;

/// Offset of a piece from the centre of its place above which the arm's aim is corrected, in mm.
const MAX_AIM_ERROR: f64 = 1.0;

/// A person, or a program in their place, who attends the table while the arm works.
pub trait Attendant {
    /// Called before each stage of a task. The arm waits until this returns.
    fn stage_begins(&mut self, task: &Task, stage: PickStage);

    /// Fulfils a request; returns when it has been done.
    ///
    /// # Errors
    ///
    /// [`RequestRefused`] when the request is not fulfilled.
    fn fulfil(&mut self, request: &Request) -> Result<(), RequestRefused>;

    /// `true` if the table has the expected contents; also `true` where no check is made.
    fn is_as_expected(&mut self, contents: &BoardContents) -> bool;

    /// `true` if the arm obstructs the view of the table; it then withdraws before the check.
    fn needs_clear_view(&self) -> bool {
        false
    }

    /// Observed offset from the centre of its place of the piece that was put down there last, in mm to the right and
    /// up; `None` if it is unknown. The arm corrects its aim by it.
    fn piece_offset(&mut self, _place: PlaceId) -> Option<[f64; 2]> {
        None
    }

    /// Reports an error; returns when the arm may rise safely and nothing is between its fingers.
    ///
    /// # Errors
    ///
    /// [`RequestRefused`] when the table is not made safe.
    fn make_safe(&mut self, error: &MoveError) -> Result<(), RequestRefused>;

    /// Requests that the table be set up with these contents; called after the arm has withdrawn.
    ///
    /// # Errors
    ///
    /// [`RequestRefused`] when the table is not set up.
    fn set_up(&mut self, contents: &BoardContents) -> Result<(), RequestRefused>;

    /// Requests that the limp arm be placed at its park pose.
    ///
    /// # Errors
    ///
    /// [`RequestRefused`] when the arm is not placed.
    fn place_arm_at_park(&mut self) -> Result<(), RequestRefused>;
}

/// The error of an unfulfilled request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the request to a person was not fulfilled")]
pub struct RequestRefused;

/// The reason why a move was not executed on the table.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum MoveError {
    /// The arm failed.
    #[error("{stage}: {why}")]
    Arm {
        /// The task.
        task: Task,
        /// The stage of the task.
        stage: PickStage,
        /// The reason.
        why: ArmError,
    },
    /// The arm could not be started.
    #[error("starting the arm: {why}")]
    Start {
        /// The reason.
        why: ArmError,
    },
    /// The table does not have the expected contents after a task.
    #[error("after this task the table differs from the expected position")]
    Differs(Task),
    /// There is no free slot.
    #[error(transparent)]
    NoSpare(#[from] NoFreePlace),
    /// A request was not fulfilled.
    #[error(transparent)]
    Refused(#[from] RequestRefused),
}

/// An arm at a table, and the expected contents of the table.
#[derive(Debug)]
pub struct MoveExecutor {
    arm: Arm,
    table: Table,
    contents: BoardContents,
}

impl MoveExecutor {
    /// Creates the pair of arm and table. The arm's configuration must be that of the table.
    pub fn new(arm: Arm, table: Table, contents: BoardContents) -> Self {
        Self { arm, table, contents }
    }

    /// The arm.
    pub fn arm(&mut self) -> &mut Arm {
        &mut self.arm
    }

    /// The table.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The expected contents of the table.
    pub fn contents(&self) -> &BoardContents {
        &self.contents
    }

    /// Replaces the expected contents by observed ones.
    pub fn set_contents(&mut self, contents: BoardContents) {
        self.contents = contents;
    }

    /// Replaces the table after a better calibration, and with it the arm's configuration.
    pub fn set_table(&mut self, table: Table) {
        self.arm.set_config(table.config().clone());
        self.table = table;
    }

    /// The name of a place.
    pub fn name(&self, rules: &RuleSet, place: PlaceId) -> String {
        self.table.layout().name(rules, place.0)
    }

    /// Brings the table from position `before` to position `after`. After an error, [`MoveExecutor::contents`] reflects
    /// the completed tasks.
    ///
    /// # Errors
    ///
    /// [`MoveError`] when the arm fails, there is no free slot, or a request is not fulfilled.
    pub fn execute_move(
        &mut self,
        game: &CompiledGame,
        before: &State,
        after: &State,
        attendant: &mut dyn Attendant,
    ) -> Result<(), MoveError> {
        let todo = plan_tasks(game, before, after, &self.contents)?;
        if self.arm.commanded_pulses().is_none() && !todo.is_empty() {
            // The arm has rested and must be started again.
            self.start_arm(attendant)?;
        }
        todo.into_iter().try_for_each(|task| self.perform_with_recovery(task, attendant))
    }

    /// Updates the expected contents after a person has changed the table from one position to the next by hand;
    /// returns the tasks done.
    ///
    /// # Errors
    ///
    /// [`MoveError`] when there is no free slot.
    pub fn record_manual_move(
        &mut self,
        game: &CompiledGame,
        before: &State,
        after: &State,
    ) -> Result<Vec<Task>, MoveError> {
        let done = plan_tasks(game, before, after, &self.contents)?;
        for task in &done {
            task.apply(&mut self.contents);
        }
        Ok(done)
    }

    /// Performs one task, with recovery from errors until it is done.
    fn perform_with_recovery(&mut self, task: Task, attendant: &mut dyn Attendant) -> Result<(), MoveError> {
        let mut missed = 0;
        loop {
            let before = self.contents.clone();
            let performed = self.perform(task, attendant).and_then(|()| self.withdraw(task, attendant));
            let error = match performed {
                Ok(()) if attendant.is_as_expected(&self.contents) => {
                    self.correct_aim(task, attendant);
                    return Ok(());
                }
                // The table is unchanged: the fingers missed the piece.
                Ok(()) if missed < MAX_MISSES && attendant.is_as_expected(&before) => {
                    missed += 1;
                    self.contents = before;
                    continue;
                }
                Ok(()) => MoveError::Differs(task),
                Err(error @ (MoveError::Refused(_) | MoveError::NoSpare(_))) => return Err(error),
                Err(error) => error,
            };
            // A piece released at its place stays there, even if the arm failed afterwards.
            let done = matches!(error, MoveError::Differs(_) | MoveError::Arm { stage: PickStage::Rising, .. });
            self.contents = before;
            if done {
                task.apply(&mut self.contents);
            }
            self.recover(&error, attendant)?;
            if done {
                return Ok(());
            }
        }
    }

    /// Withdraws the arm before a check that it would obstruct.
    fn withdraw(&mut self, task: Task, attendant: &dyn Attendant) -> Result<(), MoveError> {
        if !attendant.needs_clear_view() || self.arm.commanded_pulses().is_none() {
            return Ok(());
        }
        self.arm.park().map_err(|why| MoveError::Arm { task, stage: PickStage::Rising, why })
    }

    /// Corrects the aim at a place by half the observed offset of the piece put down there.
    fn correct_aim(&mut self, task: Task, attendant: &mut dyn Attendant) {
        if let Task::Carry { to, .. } = task
            && let Some([right, up]) = attendant.piece_offset(to)
            && right.hypot(up) > MAX_AIM_ERROR
        {
            self.table.adjust_correction(to, [-right / 2.0, -up / 2.0]);
        }
    }

    /// Has a person make the table safe and set it up as expected, and starts the arm again.
    ///
    /// # Errors
    ///
    /// [`MoveError`] when a request is not fulfilled, or the arm still fails.
    pub fn recover(&mut self, error: &MoveError, attendant: &mut dyn Attendant) -> Result<(), MoveError> {
        let mut error = error.clone();
        // A person's confirmation may be wrong a few times.
        for _ in 0..5 {
            // Without a person, the error stays the reason why the move is not made.
            attendant.make_safe(&error).map_err(|RequestRefused| error.clone())?;
            self.arm.driver_mut().settle(RESTART_TIME);
            match self.start_arm(attendant) {
                Ok(()) => return attendant.set_up(&self.contents).map_err(|RequestRefused| error),
                Err(MoveError::Refused(_)) => return Err(error),
                Err(again) => error = again,
            }
        }
        Err(error)
    }

    /// Starts the arm, after a person has placed it at its park pose if it is limp.
    ///
    /// # Errors
    ///
    /// [`MoveError`] when a request is not fulfilled, or the controller fails.
    pub fn start_arm(&mut self, attendant: &mut dyn Attendant) -> Result<(), MoveError> {
        let failed = |why| MoveError::Start { why };
        if self.arm.resume().map_err(failed)? {
            return Ok(());
        }
        attendant.place_arm_at_park()?;
        self.arm.start().map_err(failed)
    }

    /// Performs one task.
    ///
    /// # Errors
    ///
    /// [`MoveError`] when the arm fails, or the request is not fulfilled.
    pub fn perform(&mut self, task: Task, attendant: &mut dyn Attendant) -> Result<(), MoveError> {
        match task {
            Task::Carry { appearance, from, to } => {
                let job = self.table.pick_and_place(appearance.kind, from, to);
                let mut watch = |stage| attendant.stage_begins(&task, stage);
                pick_and_place(&mut self.arm, &job, &mut watch).map_err(|(stage, why)| MoveError::Arm {
                    task,
                    stage,
                    why,
                })?;
            }
            Task::Ask(request) => attendant.fulfil(&request)?,
        }
        task.apply(&mut self.contents);
        Ok(())
    }
}
