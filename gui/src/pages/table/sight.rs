//! The camera session on the thread of the arm: opening, calibration, and waiting for moves.

use std::path::PathBuf;

use boardwright_compiler::game::CompiledGame;
use boardwright_interpreter::moves::Move;
use boardwright_interpreter::state::State;
use boardwright_library::nearby_files::NearbyFiles;
use boardwright_library::{LoadedGame, explain};
use boardwright_table::perception::{
    Class, HsvRanges, LiveView, LocateMethod, Observer, Perception, PieceClasses, TurnWatcher, WatchError, read_lens,
};
use boardwright_table::simulation::{SimulatedGame, SimulatedPerson, SimulatedSetup};
use boardwright_table::{BoardContents, Layout, Task as Doing};

use super::crew::{News, Orders};
use crate::task::Reporter;

/// Configuration of a camera session.
#[derive(Clone, Debug)]
pub struct Begin {
    /// Source as on the command line; `None` for a simulated camera with a simulated person.
    pub source: Option<String>,
    /// Method to locate the board.
    pub way: LocateMethod,
    /// Lens calibration file.
    pub lens: Option<PathBuf>,
    /// Colours of the piece classes.
    pub colours: PieceClasses,
    /// Live view for the pictures.
    pub live: LiveView,
}

/// Seed of the simulated camera and the simulated person.
const SEED: u64 = 1;

/// Result of the calibration.
pub struct Learnt {
    /// Colour ranges of the observed classes.
    pub ranges: Vec<(Class, HsvRanges)>,
    /// Pairs of classes that are hard to distinguish.
    pub alike: Vec<(Class, Class)>,
}

/// A camera session.
pub struct Sight {
    pub eye: Perception,
    actor: Option<SimulatedPerson>,
    /// `true` after calibration; before, observations are ignored.
    pub knows: bool,
}

impl Sight {
    /// Opens a camera.
    pub fn open(
        begin: Begin,
        loaded: &LoadedGame,
        game: &CompiledGame,
        layout: &Layout,
        rehearsal: Option<&SimulatedGame>,
    ) -> Result<Self, String> {
        let Begin { source, way, lens, colours, live } = begin;
        let (eye, actor) = match (source, rehearsal) {
            (Some(source), _) => {
                let lens = lens.as_deref().map(read_lens).transpose()?;
                (live.open(&source, &way, lens, (game.rules(), layout), colours), None)
            }
            (None, Some(rehearsal)) => {
                let begun = SimulatedPerson::with_camera(
                    game,
                    (layout, &colours),
                    &NearbyFiles::of_game(loaded),
                    rehearsal,
                    SEED,
                );
                let SimulatedSetup { camera, finder, person: actor } = begun.map_err(|error| error.to_string())?;
                (live.open_with(camera, finder, layout, colours), Some(actor))
            }
            (None, None) => return Err(crate::texts::t("camera.no_table").to_owned()),
        };
        Ok(Self { eye: eye.map_err(|error| error.to_string())?, actor, knows: false })
    }

    /// Calibrates the appearance from the pieces on the table now; also returns classes that are hard to distinguish.
    pub fn learn(&mut self, standing: &BoardContents) -> Result<Learnt, String> {
        let alike = self.eye.learn(standing).map_err(|error| error.to_string())?;
        self.knows = true;
        Ok(Learnt { ranges: self.eye.observed_ranges(), alike })
    }

    /// Updates the live view while nothing is waited for.
    pub fn glance(&mut self, standing: &BoardContents) {
        let known = self.eye.expected_classes(standing)[..standing.board_places()].to_vec();
        // Errors are reported when a move is waited for.
        let _ = self.eye.read(standing, &[known]);
    }

    /// Waits for a move in the position; `None` if another order comes first.
    pub fn turn(
        &mut self,
        game: &CompiledGame,
        state: &State,
        (standing, names): (&BoardContents, &[String]),
        hears: &mut Hears<'_>,
    ) -> Result<Option<Vec<Move>>, String> {
        match TurnWatcher::new(game, names, hears).wait_for_turn(&mut self.eye, state, standing) {
            Ok(turn) => Ok(Some(turn.moves)),
            Err(WatchError::Stopped) => Ok(None),
            Err(ended) => Err(ended.to_string()),
        }
    }

    /// Waits until a person has fulfilled the tasks, or another order comes.
    pub fn done(
        &mut self,
        game: &CompiledGame,
        todo: &[Doing],
        (standing, names): (&BoardContents, &[String]),
        hears: &mut Hears<'_>,
    ) -> Result<(), String> {
        if let Some(actor) = &mut self.actor {
            actor.perform(todo);
        }
        match TurnWatcher::new(game, names, hears).wait_until_restored(&mut self.eye, standing) {
            Ok(()) | Err(WatchError::Stopped) => Ok(()),
            Err(ended) => Err(ended.to_string()),
        }
    }

    /// Has the simulated person make a move.
    pub fn act(&mut self, game: &CompiledGame, state: &State, standing: &BoardContents) -> Result<(), String> {
        let Some(actor) = &mut self.actor else { return Ok(()) };
        actor.make_random_turn(game, state, standing).map_err(|error| error.to_string())
    }
}

/// Observer that forwards camera messages to the window, until another order comes.
pub struct Hears<'a> {
    pub teller: &'a Reporter<News>,
    pub orders: &'a Orders,
    /// The game and the position in which a move is waited for, if any.
    pub asked: Option<(&'a LoadedGame, &'a CompiledGame, &'a State)>,
}

impl Observer for Hears<'_> {
    fn notify(&mut self, text: &str) {
        self.teller.report(News::Told(text.to_owned()));
    }

    fn should_stop(&self) -> bool {
        self.teller.is_stopped() || self.orders.is_waiting()
    }

    fn explain_illegal(&self, mv: &str) -> Option<String> {
        let (loaded, game, state) = self.asked?;
        explain::refusal_reason_in(loaded, game, state, mv)
    }
}
