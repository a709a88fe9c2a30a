//! A camera over a table that is not there, and somebody before it who makes moves at random.

use boardwright_draw::Pictures;
use boardwright_engine::fault::Fault;
use boardwright_engine::spec::SpecGame;
use boardwright_engine::state::State;
use boardwright_robot::motion::NoSpare;
use boardwright_vision::camera::Camera;
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64Mcg;

use super::{Conditions, Level, Onlooker, Ranges, Rehearsal, Script, Shown, Stage};
use crate::eye::{Colours, Finder, turns};
use crate::frame::Spot;
use crate::layout::{Layout, Misfit};
use crate::print::Print;
use crate::standing::Standing;
use crate::tasks::{Task, tasks};

/// Pictures of cameras that are not there, in pixels.
const SIZE: (u32, u32) = (960, 540);

/// Somebody at a table that is not there.
pub struct Actor {
    script: Script,
    spots: Vec<Spot>,
    random: Pcg64Mcg,
}

/// What stands for a camera over a table, and for whoever sits there.
pub struct Staged {
    /// The camera.
    pub camera: Box<dyn Camera>,
    /// Finds the board in its pictures.
    pub finder: Box<dyn Finder>,
    /// Whoever sits before it.
    pub actor: Actor,
}

/// Why somebody makes no move.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ActorError {
    /// The rules fail.
    #[error(transparent)]
    Rules(#[from] Fault),
    /// A move cannot be made on a table.
    #[error(transparent)]
    Task(#[from] NoSpare),
}

impl Actor {
    /// A camera in an office over a table, what finds the board in its pictures, and somebody before it. Equal seeds give equal pictures and
    /// equal moves.
    ///
    /// # Errors
    ///
    /// When the board cannot be printed.
    pub fn before_camera(
        game: &SpecGame,
        (layout, colours): (&Layout, &Colours),
        pictures: &dyn Pictures,
        rehearsal: &Rehearsal,
        seed: u64,
    ) -> Result<Staged, Misfit> {
        let print = Print::of(game.rules(), layout, pictures)?;
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let Conditions { stand, light, sensor } =
            Conditions::any(Level::Office, Ranges::Measuring, layout, SIZE, &mut random);
        let stage = Stage::new(&print, layout, colours.clone(), stand, light, sensor);
        let (script, shown) = (Script::default(), Shown::default());
        shown.show(*stage.view());
        let happening = script.played(rehearsal.clone(), shown.clone(), seed);
        let camera = Box::new(Onlooker::new(stage, rehearsal.clone(), happening, seed));
        let actor = Self { script, spots: layout.spots.clone(), random };
        Ok(Staged { camera, finder: Box::new(shown), actor })
    }

    /// Makes a turn at random, if there is one.
    ///
    /// # Errors
    ///
    /// When the rules fail, or the turn cannot be made on a table.
    pub fn turn(&mut self, game: &SpecGame, state: &State, standing: &Standing) -> Result<(), ActorError> {
        let mut whole = turns(game, state)?;
        if whole.is_empty() {
            return Ok(());
        }
        let next = whole.swap_remove(self.random.random_range(0..whole.len()));
        self.does(&tasks(game, state, &next.state, standing)?);
        Ok(())
    }

    /// Does some things with a hand over the board.
    pub fn does(&mut self, todo: &[Task]) {
        self.script.by_hand(todo, &self.spots);
    }
}
