//! Adapters that connect the executor of moves and the turn watcher to a front end and to the simulated table.

use boardwright_interpreter::state::State;
use boardwright_robot::motion::PickStage;

use super::front_end::{FrontEnd, Prompt, TableNames};
use crate::board_contents::BoardContents;
use crate::move_executor::{Attendant, MoveError, RequestRefused};
use crate::perception::{Helper, Observer};
use crate::simulation::SimulatedGame;
use crate::tasks::{Request, Task};

/// The person at the table while the arm works: the simulated one if the table is simulated, otherwise a person who is
/// asked by the front end.
pub(super) struct SessionAttendant<'a> {
    pub front_end: &'a mut dyn FrontEnd,
    pub names: TableNames<'a>,
    pub simulation: Option<SimulatedGame>,
}

impl Attendant for SessionAttendant<'_> {
    fn stage_begins(&mut self, task: &Task, stage: PickStage) {
        self.front_end.stage_begins(task, stage, &self.names);
        if let Some(simulation) = &mut self.simulation {
            simulation.stage_begins(task, stage);
        }
    }

    fn fulfil(&mut self, request: &Request) -> Result<(), RequestRefused> {
        let Some(simulation) = &self.simulation else {
            return self.front_end.confirm(&Prompt::Request(request), &self.names);
        };
        simulation.fulfil_request(request);
        self.front_end.request_fulfilled(request, &self.names);
        Ok(())
    }

    fn is_as_expected(&mut self, contents: &BoardContents) -> bool {
        self.simulation.as_mut().is_none_or(|simulation| simulation.is_as_expected(contents))
    }

    fn make_safe(&mut self, error: &MoveError) -> Result<(), RequestRefused> {
        let prompt = Prompt::MakeSafe { error, is_simulated: self.simulation.is_some() };
        let confirmed = self.front_end.confirm(&prompt, &self.names);
        if let Some(simulation) = &mut self.simulation {
            simulation.make_safe(error)?;
        }
        confirmed
    }

    fn set_up(&mut self, contents: &BoardContents) -> Result<(), RequestRefused> {
        match &mut self.simulation {
            Some(simulation) => simulation.set_up(contents),
            None => self.front_end.confirm(&Prompt::SetUp(contents), &self.names),
        }
    }

    fn place_arm_at_park(&mut self) -> Result<(), RequestRefused> {
        match &mut self.simulation {
            Some(simulation) => simulation.place_arm_at_park(),
            None => self.front_end.confirm(&Prompt::PlaceArmAtPark, &self.names),
        }
    }
}

impl Observer for SessionAttendant<'_> {
    fn notify(&mut self, text: &str) {
        self.front_end.notify(text);
    }

    fn should_stop(&self) -> bool {
        self.front_end.is_stopped()
    }
}

impl Helper for SessionAttendant<'_> {
    fn as_observer(&mut self) -> &mut dyn Observer {
        self
    }
}

/// Observer that forwards the camera's messages to the front end while a person is waited for.
pub(super) struct WaitObserver<'a> {
    pub front_end: &'a mut dyn FrontEnd,
    /// The position in which a move is waited for, if any.
    pub state: Option<&'a State>,
}

impl Observer for WaitObserver<'_> {
    fn notify(&mut self, text: &str) {
        self.front_end.notify(text);
    }

    fn should_stop(&self) -> bool {
        self.front_end.is_wait_cancelled()
    }

    fn way_on(&self) -> &'static str {
        if self.state.is_some() { self.front_end.way_on() } else { "" }
    }

    fn explain_illegal(&self, mv: &str) -> Option<String> {
        self.front_end.explain_illegal(self.state?, mv)
    }
}
