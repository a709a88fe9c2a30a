//! A simulated person who makes random moves in front of a simulated camera.

use boardwright_compiler::game::CompiledGame;
use boardwright_draw::Pictures;
use boardwright_game::fault::Fault;
use boardwright_interpreter::state::State;
use boardwright_robot::motion::NoFreePlace;
use boardwright_vision::camera::Camera;
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64Mcg;

use super::{
    CameraScene, Difficulty, KnownView, ParameterSet, Script, SimulatedCamera, SimulatedGame, ViewingConditions,
};
use crate::board_contents::BoardContents;
use crate::frame::BoardPoint;
use crate::layout::{Layout, LayoutError};
use crate::perception::{BoardFinder, PieceClasses, complete_turns};
use crate::print::PrintedBoard;
use crate::tasks::{Task, plan_tasks};

/// Image size of the simulated camera, in pixels.
const IMAGE_SIZE: (u32, u32) = (960, 540);

/// A simulated person at a simulated table.
pub struct SimulatedPerson {
    script: Script,
    spots: Vec<BoardPoint>,
    random: Pcg64Mcg,
    /// `true` after a turn was begun, until it is recognised or withdrawn.
    has_begun_turn: bool,
}

/// A simulated camera, its board finder and the simulated person in front of it.
pub struct SimulatedSetup {
    /// The camera.
    pub camera: Box<dyn Camera>,
    /// The board finder for the camera's images.
    pub finder: Box<dyn BoardFinder>,
    /// The person.
    pub person: SimulatedPerson,
}

/// The reason why the person makes no move.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SimulatedPersonError {
    /// The rules failed.
    #[error(transparent)]
    Rules(#[from] Fault),
    /// The move cannot be made on the table.
    #[error(transparent)]
    Task(#[from] NoFreePlace),
}

impl SimulatedPerson {
    /// Creates a simulated camera in office conditions, its board finder, and a person. Equal seeds give equal images
    /// and equal moves.
    ///
    /// # Errors
    ///
    /// [`LayoutError`] when the board cannot be printed.
    pub fn with_camera(
        game: &CompiledGame,
        layout: &Layout,
        colours: &PieceClasses,
        pictures: &dyn Pictures,
        simulation: &SimulatedGame,
        seed: u64,
    ) -> Result<SimulatedSetup, LayoutError> {
        let print = PrintedBoard::draw(game.rules(), layout, pictures)?;
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let ViewingConditions { pose, light, sensor } =
            ViewingConditions::random(Difficulty::Office, ParameterSet::Evaluation, layout, IMAGE_SIZE, &mut random);
        let scene = CameraScene::new(&print, layout, colours.clone(), pose, light, sensor);
        let (script, known_view) = (Script::default(), KnownView::default());
        known_view.set(*scene.view());
        let hook = script.frame_hook(simulation.clone(), known_view.clone(), seed);
        let camera = Box::new(SimulatedCamera::new(scene, simulation.clone(), hook, seed));
        let person = Self { script, spots: layout.spots.clone(), random, has_begun_turn: false };
        Ok(SimulatedSetup { camera, finder: Box::new(known_view), person })
    }

    /// Makes a random turn, if there is a legal one and none has been begun.
    ///
    /// # Errors
    ///
    /// [`SimulatedPersonError`] when the rules fail, or the turn cannot be made on the table.
    pub fn make_random_turn(
        &mut self,
        game: &CompiledGame,
        state: &State,
        contents: &BoardContents,
    ) -> Result<(), SimulatedPersonError> {
        let mut complete = complete_turns(game, state)?;
        if complete.is_empty() || self.has_begun_turn {
            return Ok(());
        }
        let next = complete.swap_remove(self.random.random_range(0..complete.len()));
        let tasks = plan_tasks(game, state, &next.state, contents)?;
        self.perform(&tasks);
        // A pass leaves nothing to take back.
        self.has_begun_turn = !tasks.is_empty();
        Ok(())
    }

    /// Ends the begun turn, because it was recognised.
    pub fn end_turn(&mut self) {
        self.has_begun_turn = false;
    }

    /// Ends the begun turn, because another move is made instead; returns `true` if there was one. Pieces that were moved
    /// already have to be put back.
    pub fn withdraw_turn(&mut self) -> bool {
        let had_begun = std::mem::take(&mut self.has_begun_turn);
        if had_begun {
            self.script.withdraw();
        }
        had_begun
    }

    /// Performs tasks with a hand over the board.
    pub fn perform(&mut self, todo: &[Task]) {
        self.script.perform_by_hand(todo, &self.spots);
    }
}
