//! Camera over the table of a match.

use std::collections::VecDeque;
use std::io::Write;
use std::path::PathBuf;

use boardwright_interpreter::moves::Move;
use boardwright_library::load::LoadedGame;
use boardwright_library::nearby_files::NearbyFiles;
use boardwright_rules::RuleSet;
use boardwright_table::perception::session::SessionRecorder;
use boardwright_table::perception::{Perception, PerceptionError, PieceClasses, STILL_TIME, read_lens};
use boardwright_table::simulation::{SimulatedGame, SimulatedPerson, SimulatedSetup};
use boardwright_table::{Layout, Table, TableFile};
use boardwright_vision::capture::open_camera;
use clap::Args;

use super::attendant::Keys;
use super::board_game;
use super::finding::Search;
use crate::clicks::Click;
use crate::failure::Failure;
use crate::voice::Voice;

/// Arguments for the camera and the board localization.
#[derive(Debug, Args)]
pub struct Camera {
    /// The camera: its number or device, a video file, a folder of pictures; `sim` is a simulated camera with a simulated person who makes
    /// random moves.
    #[arg(long = "camera", value_name = "SOURCE", default_value = "0")]
    source: String,
    /// Lens file, as `boardwright camera calibrate` writes it.
    #[arg(long, value_name = "FILE")]
    lens: Option<PathBuf>,
    /// A place of the board and its pixel, counted from the upper left corner; four of them locate the board. Default: the markers around
    /// the board, or, if there are none, the squares of an empty chessboard.
    #[arg(long, value_name = "PLACE=X,Y")]
    click: Vec<Click>,
    /// Record all pictures and readings of the camera in a new folder: `boardwright camera replay FOLDER` analyses them again.
    #[arg(long, value_name = "FOLDER")]
    keep: Option<PathBuf>,
    /// Announce turns and the camera's observations by voice: with this program, or the first one installed of spd-say, espeak-ng, espeak
    /// and say.
    #[arg(long, value_name = "PROGRAM", num_args = 0..=1, require_equals = true)]
    #[allow(clippy::option_option)] // absent, without a program, with a program
    speak: Option<Option<PathBuf>>,
    /// Do not correct the aim of the arm, wherever pieces come to lie.
    #[arg(long)]
    no_aim: bool,
}

/// Camera session of a match.
pub struct Sight {
    pub eye: Perception,
    /// The simulated person in front of a simulated camera.
    pub actor: Option<SimulatedPerson>,
    /// Recognized moves of the turn that have not been made in the game yet.
    pub pending: VecDeque<Move>,
    /// `true` if the current move was recognized by the camera, so that it is already made on the table.
    pub seen: bool,
    /// `true` if the aim of the arm is corrected.
    pub aims: bool,
    /// Speech output.
    pub voice: Option<Voice>,
    kept: Option<(PathBuf, SessionRecorder)>,
}

impl Camera {
    /// Starts a camera session for a table.
    pub fn open(
        &self,
        loaded: &LoadedGame,
        (file, layout): (&TableFile, &Layout),
        rehearsal: Option<&SimulatedGame>,
        seed: u64,
        (keys, ui): (&Keys, &mut dyn Write),
    ) -> Result<Sight, Failure> {
        let game = board_game(loaded)?;
        let (pending, aims) = (VecDeque::new(), !self.no_aim);
        let voice = self.speak.as_ref().map(|program| Voice::of(program.as_deref())).transpose()?;
        let keep = |folder: &PathBuf| {
            let begun = SessionRecorder::begin(folder).map_err(|error| {
                Failure::Input(format!("{}: {error}; sessions are kept in new folders", folder.display()))
            });
            Ok::<_, Failure>((folder.clone(), begun?))
        };
        let kept = self.keep.as_ref().map(keep).transpose()?;
        let keeper = kept.as_ref().map(|(_, keeper)| keeper.clone());
        if self.source == "sim" {
            let Some(rehearsal) = rehearsal else {
                return Err(Failure::Usage(
                    "a camera that is not there cannot see an arm that is: --arm sim".to_owned(),
                ));
            };
            let colours = PieceClasses::for_game(game);
            let begun =
                SimulatedPerson::with_camera(game, (layout, &colours), &NearbyFiles::of_game(loaded), rehearsal, seed);
            let SimulatedSetup { camera, finder, person: actor } =
                begun.map_err(|error| Failure::Input(error.to_string()))?;
            let eye = Perception::open(camera, finder, layout, colours, STILL_TIME, keeper)
                .map_err(|error| failed(&error))?;
            return Ok(Sight { eye, actor: Some(actor), pending, seen: false, aims, voice, kept });
        }
        let lens = self.lens.as_deref().map(read_lens).transpose().map_err(Failure::Input)?;
        let mut camera = open_camera(&self.source, None)?;
        let search =
            Search { camera: camera.as_mut(), rules: game.rules(), layout, lens, clicks: self.click.as_slice() };
        let finder = search.found(keys, ui)?;
        let mut colours = PieceClasses::for_game(game);
        let known = file.colours(game.rules(), &colours).map_err(|error| Failure::Input(error.to_string()))?;
        colours.add_ranges(known);
        let eye =
            Perception::open(camera, finder, layout, colours, STILL_TIME, keeper).map_err(|error| failed(&error))?;
        Ok(Sight { eye, actor: None, pending, seen: false, aims, voice, kept })
    }
}

impl Sight {
    /// Updates a table file with the appearance of the pieces and the aim corrections of a real arm; returns `false` for a simulated
    /// camera, from which nothing about real tables can be learnt.
    pub fn teach(&self, file: &mut TableFile, rules: &RuleSet, real: Option<&Table>) -> bool {
        if self.actor.is_some() {
            return false;
        }
        file.set_colours(rules, self.eye.piece_classes(), &self.eye.observed_ranges());
        if let Some(table) = real.filter(|_| self.aims) {
            file.set_corrections(rules, table);
        }
        true
    }

    /// Message about the folder of the recorded session, or about its failure.
    pub fn kept(&self) -> Option<String> {
        let (folder, keeper) = self.kept.as_ref()?;
        let folder = folder.display();
        Some(match keeper.error() {
            None => format!("what the camera saw is in {folder}"),
            Some(why) => format!("what the camera saw could not all be kept in {folder}: {why}"),
        })
    }
}

/// Camera error as a failure that stops the game.
pub fn failed(error: &PerceptionError) -> Failure {
    Failure::Input(format!("the camera: {error}"))
}
