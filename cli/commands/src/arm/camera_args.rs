//! Arguments for the camera over the table of a match.

use std::io::Write;
use std::path::{Path, PathBuf};

use boardwright_library::load::LoadedGame;
use boardwright_library::nearby_files::NearbyFiles;
use boardwright_rules::RuleSet;
use boardwright_table::perception::session::SessionRecorder;
use boardwright_table::perception::{BoardFinder, Class, Perception, PieceClasses, STILL_TIME, read_lens};
use boardwright_table::{CameraSession, Layout, SessionError, TableFile, TableSession};
use boardwright_vision::camera::{Camera, PeekedCamera};
use boardwright_vision::capture::open_camera;
use clap::Args;

use super::board_game;
use super::board_search::BoardSearch;
use super::front_end::{Keys, failed};
use super::overlay::OverlayWriter;
use crate::clicks::Click;
use crate::failure::Failure;
use crate::orientation::OrientationArgs;
use crate::voice::Voice;

/// Arguments for the camera and the board localization.
#[derive(Debug, Args)]
pub struct CameraArgs {
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
    /// Use the board even if its markers belong to another board, or do not fit it.
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    orientation: OrientationArgs,
    /// Record all pictures and readings of the camera in a new folder: `boardwright camera replay FOLDER` analyses them again.
    #[arg(long, value_name = "FOLDER")]
    keep: Option<PathBuf>,
    /// Write a picture of each new reading to a folder: the frame with the class and the confidence of every place.
    #[arg(long, value_name = "FOLDER")]
    debug: Option<PathBuf>,
    /// Announce turns and the camera's observations by voice: with this program, or the first one installed of spd-say, espeak-ng, espeak
    /// and say.
    #[arg(long, value_name = "PROGRAM", num_args = 0..=1, require_equals = true)]
    #[allow(clippy::option_option)] // absent, without a program, with a program
    speak: Option<Option<PathBuf>>,
    /// Do not correct the aim of the arm, wherever pieces come to lie.
    #[arg(long)]
    no_aim: bool,
}

/// The source that stands for a simulated camera.
const SIMULATED: &str = "sim";

/// A started camera, with its speech output and its recording.
pub struct OpenedCamera {
    pub session: CameraSession,
    pub voice: Option<Voice>,
    pub recording: Option<Recording>,
}

/// A recorded camera session and its folder.
pub struct Recording {
    folder: PathBuf,
    recorder: SessionRecorder,
}

impl CameraArgs {
    /// Opens the camera; `None` for a simulated one.
    pub fn open_source(&self) -> Result<Option<PeekedCamera>, Failure> {
        if self.source == SIMULATED {
            return Ok(None);
        }
        Ok(Some(PeekedCamera::new(open_camera(&self.source, None)?)))
    }

    /// Locates the board in the pictures of a camera.
    pub fn find_board(
        &self,
        camera: &mut PeekedCamera,
        rules: &RuleSet,
        layout: &Layout,
        (keys, ui): (&Keys, &mut dyn Write),
    ) -> Result<Box<dyn BoardFinder>, Failure> {
        let lens = self.lens.as_deref().map(read_lens).transpose().map_err(Failure::Input)?;
        let (clicks, force, orientation) = (self.click.as_slice(), self.force, self.orientation);
        BoardSearch { camera, rules, layout, lens, clicks, force, orientation }.locate(keys, ui)
    }

    /// Starts the camera over the table of a session. `source` is the opened camera, if it is not simulated.
    pub fn open(
        &self,
        source: Option<PeekedCamera>,
        loaded: &LoadedGame,
        file: &TableFile,
        session: &TableSession<'_>,
        seed: u64,
        (keys, ui): (&Keys, &mut dyn Write),
    ) -> Result<OpenedCamera, Failure> {
        let game = board_game(loaded)?;
        let (layout, corrects_aim) = (session.table().layout(), !self.no_aim);
        let voice = self.speak.as_ref().map(|program| Voice::of(program.as_deref())).transpose()?;
        let recording = self.keep.as_deref().map(Recording::begin).transpose()?;
        let recorder = recording.as_ref().map(|recording| recording.recorder.clone());
        let mut classes = PieceClasses::for_game(game);
        let Some(mut camera) = source else {
            let Some(simulation) = session.simulation() else {
                return Err(Failure::Usage(
                    "a camera that is not there cannot see an arm that is: --arm sim".to_owned(),
                ));
            };
            let pictures = NearbyFiles::of_game(loaded);
            let simulated = CameraSession::simulated(
                game,
                (layout, classes),
                &pictures,
                simulation,
                (seed, corrects_aim),
                |camera, finder, classes| Perception::open(camera, finder, layout, classes, STILL_TIME, recorder),
            );
            return Ok(OpenedCamera { session: simulated.map_err(failed)?, voice, recording });
        };
        let finder = self.find_board(&mut camera, game.rules(), layout, (keys, ui))?;
        let known = file.colours(game.rules(), &classes).map_err(|error| Failure::Input(error.to_string()))?;
        classes.add_ranges(known);
        let (mut viewer, mut camera): (_, Box<dyn Camera>) = (None, Box::new(camera));
        if let Some(folder) = &self.debug {
            let described = (0..classes.count()).map(|class| classes.describe(game.rules(), Class(class)));
            let names = (layout.place_labels(game.rules()), described.collect());
            let (writer, watched) = OverlayWriter::new(folder, names, camera)?;
            (viewer, camera) = (Some(writer), watched);
        }
        let perception = Perception::open(camera, finder, layout, classes, STILL_TIME, recorder);
        let mut perception = perception.map_err(|error| failed(SessionError::from(error)))?;
        if let Some(viewer) = viewer {
            perception.set_viewer(Box::new(viewer));
        }
        Ok(OpenedCamera { session: CameraSession::new(perception, corrects_aim), voice, recording })
    }
}

impl Recording {
    /// Begins to record in a new folder.
    fn begin(folder: &Path) -> Result<Self, Failure> {
        let recorder = SessionRecorder::begin(folder).map_err(|error| {
            Failure::Input(format!("{}: {error}; sessions are kept in new folders", folder.display()))
        })?;
        Ok(Self { folder: folder.to_owned(), recorder })
    }

    /// Message about the folder of the recorded session, or about its failure.
    pub fn message(&self) -> String {
        let folder = self.folder.display();
        match self.recorder.error() {
            None => format!("what the camera saw is in {folder}"),
            Some(why) => format!("what the camera saw could not all be kept in {folder}: {why}"),
        }
    }
}
