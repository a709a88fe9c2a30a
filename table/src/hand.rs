//! An arm that makes the moves of a game on a table.

use std::time::Duration;

use boardwright_engine::rules::RuleSet;
use boardwright_engine::spec::SpecGame;
use boardwright_engine::state::State;
use boardwright_robot::motion::{Arm, ArmError, NoSpare, PlaceId, Stage, carry};

use crate::standing::Standing;
use crate::table::Table;
use crate::tasks::{Request, Task, tasks};

/// How long a board that was reset, or a port that was plugged in, needs until it answers.
const SETTLED: Duration = Duration::from_secs(1);

/// How often the fingers may miss a piece before somebody is asked to help.
const MISSES: u32 = 2;

/// How far beside the middle of its place a piece may lie before the arm's aim is corrected, in mm.
const CLOSE: f64 = 1.0;

/// Whoever stands at the table while the arm works.
pub trait Attendant {
    /// A stage of a task begins; the arm waits until this comes back.
    fn stage(&mut self, task: &Task, stage: Stage);

    /// A person is asked for something; it comes back when that has been done.
    ///
    /// # Errors
    ///
    /// When nobody does it.
    fn ask(&mut self, request: &Request) -> Result<(), Refused>;

    /// Whether the table looks as it should, as somebody sees who looks. Where nobody does, it is taken to.
    fn agrees(&mut self, standing: &Standing) -> bool;

    /// Whether the arm is in the way when somebody looks: then it draws back first.
    fn looks_from_above(&self) -> bool {
        false
    }

    /// How far beside the middle of its place the piece lies that was put down there last, in mm to the right and up, as somebody sees who
    /// looks: the arm aims better the next time.
    fn lies(&mut self, _place: PlaceId) -> Option<[f64; 2]> {
        None
    }

    /// Something went wrong. It comes back when somebody has made it safe for the arm to rise: nothing is between its fingers.
    ///
    /// # Errors
    ///
    /// When nobody does.
    fn make_safe(&mut self, trouble: &HandError) -> Result<(), Refused>;

    /// The arm has drawn back. It comes back when somebody has set the table up as told.
    ///
    /// # Errors
    ///
    /// When nobody does.
    fn set_up(&mut self, standing: &Standing) -> Result<(), Refused>;

    /// The arm is limp. It comes back when somebody has put it where it parks.
    ///
    /// # Errors
    ///
    /// When nobody does.
    fn put_where_it_parks(&mut self) -> Result<(), Refused>;
}

/// Nobody does what was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("nobody did what the arm cannot do itself")]
pub struct Refused;

/// Why a move was not made on the table.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum HandError {
    /// The arm failed.
    #[error("{stage}: {why}")]
    Arm {
        /// What was being done.
        task: Task,
        /// At which stage.
        stage: Stage,
        /// Why.
        why: ArmError,
    },
    /// The arm does not start.
    #[error("starting the arm: {why}")]
    Start {
        /// Why.
        why: ArmError,
    },
    /// The table is not as it should be.
    #[error("after this the table does not look as it should")]
    Differs(Task),
    /// There is no room.
    #[error(transparent)]
    NoSpare(#[from] NoSpare),
    /// Nobody helped.
    #[error(transparent)]
    Refused(#[from] Refused),
}

/// An arm at a table, and what stands there.
#[derive(Debug)]
pub struct Hand {
    arm: Arm,
    table: Table,
    standing: Standing,
}

impl Hand {
    /// An arm at a table on which things stand. The arm must be described as the table knows it.
    pub fn new(arm: Arm, table: Table, standing: Standing) -> Self {
        Self { arm, table, standing }
    }

    /// The arm.
    pub fn arm(&mut self) -> &mut Arm {
        &mut self.arm
    }

    /// The table.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// What stands there, as far as is known.
    pub fn standing(&self) -> &Standing {
        &self.standing
    }

    /// Somebody has looked what stands there.
    pub fn seen(&mut self, standing: Standing) {
        self.standing = standing;
    }

    /// The table is known better now, and with it the arm.
    pub fn learn(&mut self, table: Table) {
        self.arm.learn(table.config().clone());
        self.table = table;
    }

    /// What a place is called.
    pub fn name(&self, rules: &RuleSet, place: PlaceId) -> String {
        self.table.layout().name(rules, place.0)
    }

    /// Brings the table from one position to the next. What has been done when something fails is known in [`Hand::standing`].
    ///
    /// # Errors
    ///
    /// When the arm fails, there is no room, or nobody does what the arm cannot.
    pub fn make(
        &mut self,
        game: &SpecGame,
        before: &State,
        after: &State,
        attendant: &mut dyn Attendant,
    ) -> Result<(), HandError> {
        let todo = tasks(game, before, after, &self.standing)?;
        if self.arm.at().is_none() && !todo.is_empty() {
            // It has rested meanwhile.
            self.wake(attendant)?;
        }
        todo.into_iter().try_for_each(|task| self.insist(task, attendant))
    }

    /// Somebody brings the table from one position to the next by hand: what is known of it follows.
    ///
    /// # Errors
    ///
    /// When there is no room.
    pub fn by_hand(&mut self, game: &SpecGame, before: &State, after: &State) -> Result<Vec<Task>, HandError> {
        let done = tasks(game, before, after, &self.standing)?;
        for task in &done {
            task.done(&mut self.standing);
        }
        Ok(done)
    }

    /// Does one thing, and has whatever goes wrong mended until it is done.
    fn insist(&mut self, task: Task, attendant: &mut dyn Attendant) -> Result<(), HandError> {
        let mut missed = 0;
        loop {
            let before = self.standing.clone();
            let performed = self.perform(task, attendant).and_then(|()| self.draw_back(task, attendant));
            let trouble = match performed {
                Ok(()) if attendant.agrees(&self.standing) => {
                    self.aim(task, attendant);
                    return Ok(());
                }
                // The fingers missed it: nothing has happened.
                Ok(()) if missed < MISSES && attendant.agrees(&before) => {
                    missed += 1;
                    self.standing = before;
                    continue;
                }
                Ok(()) => HandError::Differs(task),
                Err(trouble @ (HandError::Refused(_) | HandError::NoSpare(_))) => return Err(trouble),
                Err(trouble) => trouble,
            };
            // A piece that was let go at its place is there, whatever happened to the arm afterwards.
            let done = matches!(trouble, HandError::Differs(_) | HandError::Arm { stage: Stage::Rising, .. });
            self.standing = before;
            if done {
                task.done(&mut self.standing);
            }
            self.recover(&trouble, attendant)?;
            if done {
                return Ok(());
            }
        }
    }

    /// Draws the arm back where somebody looks from above at what it has done.
    fn draw_back(&mut self, task: Task, attendant: &dyn Attendant) -> Result<(), HandError> {
        if !attendant.looks_from_above() || self.arm.at().is_none() {
            return Ok(());
        }
        self.arm.park().map_err(|why| HandError::Arm { task, stage: Stage::Rising, why })
    }

    /// Aims better at a place on which a piece has come to lie beside the middle.
    fn aim(&mut self, task: Task, attendant: &mut dyn Attendant) {
        if let Task::Carry { to, .. } = task
            && let Some([right, up]) = attendant.lies(to)
            && right.hypot(up) > CLOSE
        {
            self.table.aim_beside(to, [-right / 2.0, -up / 2.0]);
        }
    }

    /// Has somebody make the table as it is known, and starts the arm again.
    ///
    /// # Errors
    ///
    /// When nobody does, or the arm still fails.
    pub fn recover(&mut self, trouble: &HandError, attendant: &mut dyn Attendant) -> Result<(), HandError> {
        let mut trouble = trouble.clone();
        // Whoever says that it is safe may be wrong, a few times.
        for _ in 0..5 {
            attendant.make_safe(&trouble)?;
            self.arm.driver_mut().settle(SETTLED);
            match self.wake(attendant) {
                Ok(()) => return Ok(attendant.set_up(&self.standing)?),
                Err(again) => trouble = again,
            }
        }
        Err(trouble)
    }

    /// Starts the arm, which somebody puts where it parks if it is limp.
    ///
    /// # Errors
    ///
    /// When nobody does, or the board does not take part.
    pub fn wake(&mut self, attendant: &mut dyn Attendant) -> Result<(), HandError> {
        let failed = |why| HandError::Start { why };
        if self.arm.resume().map_err(failed)? {
            return Ok(());
        }
        attendant.put_where_it_parks()?;
        self.arm.start().map_err(failed)
    }

    /// Does one thing.
    ///
    /// # Errors
    ///
    /// When the arm fails, or nobody does what the arm cannot.
    pub fn perform(&mut self, task: Task, attendant: &mut dyn Attendant) -> Result<(), HandError> {
        match task {
            Task::Carry { look, from, to } => {
                let job = self.table.job(look.kind, from, to);
                let mut watch = |stage| attendant.stage(&task, stage);
                carry(&mut self.arm, &job, &mut watch).map_err(|(stage, why)| HandError::Arm { task, stage, why })?;
            }
            Task::Ask(request) => attendant.ask(&request)?,
        }
        task.done(&mut self.standing);
        Ok(())
    }
}
