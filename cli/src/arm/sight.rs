//! A camera over the table of a match.

use std::collections::VecDeque;
use std::io::Write;
use std::path::PathBuf;

use boardwright_engine::rules::RuleSet;
use boardwright_engine::spec::Move;
use boardwright_shelf::load::Loaded;
use boardwright_shelf::pictures::NearFile;
use boardwright_table::eye::session::Keeper;
use boardwright_table::eye::{Colours, Eye, EyeError, STILL, read_lens};
use boardwright_table::world::{Actor, Rehearsal, Staged};
use boardwright_table::{Layout, Table, TableFile};
use boardwright_vision::capture::open;
use clap::Args;

use super::attendant::Keys;
use super::board_game;
use super::finding::Search;
use crate::failure::Failure;
use crate::laid::Click;
use crate::voice::Voice;

/// Which camera looks at a table, and how it finds the board.
#[derive(Debug, Args)]
pub struct Camera {
    /// The camera: its number or device, a film, a folder of pictures; `sim` is one that is not there, before which somebody makes moves
    /// at random.
    #[arg(long = "camera", value_name = "SOURCE", default_value = "0")]
    source: String,
    /// Its lens, as `boardwright camera calibrate` writes it.
    #[arg(long, value_name = "FILE")]
    lens: Option<PathBuf>,
    /// A place of the board and where it is in the picture, in pixels from the upper left; four of them tell where the board is. Without
    /// this the markers around it do, or, where none are, the squares of an empty chessboard.
    #[arg(long, value_name = "PLACE=X,Y")]
    click: Vec<Click>,
    /// Keep all that the camera sees, and what is made of it, in a new folder: `boardwright camera replay FOLDER` looks at it again.
    #[arg(long, value_name = "FOLDER")]
    keep: Option<PathBuf>,
    /// Say aloud whose turn it is, and what the camera makes of the table: by this program, or the first one found of spd-say, espeak-ng,
    /// espeak and say.
    #[arg(long, value_name = "PROGRAM", num_args = 0..=1, require_equals = true)]
    #[allow(clippy::option_option)] // not given, given alone, given with a program
    speak: Option<Option<PathBuf>>,
    /// Leave the arm's aim as it is, wherever pieces come to lie.
    #[arg(long)]
    no_aim: bool,
}

/// A camera at work.
pub struct Sight {
    pub eye: Eye,
    /// The person before a camera that is not there.
    pub actor: Option<Actor>,
    /// Moves of a turn that was seen and are not made yet.
    pub pending: VecDeque<Move>,
    /// Whether the move that is made now was seen: on the table it is done.
    pub seen: bool,
    /// Whether the arm's aim is corrected.
    pub aims: bool,
    /// Says aloud what is told.
    pub voice: Option<Voice>,
    kept: Option<(PathBuf, Keeper)>,
}

impl Camera {
    /// Opens it over a table.
    pub fn open(
        &self,
        loaded: &Loaded,
        (file, layout): (&TableFile, &Layout),
        rehearsal: Option<&Rehearsal>,
        seed: u64,
        (keys, ui): (&Keys, &mut dyn Write),
    ) -> Result<Sight, Failure> {
        let game = board_game(loaded)?;
        let (pending, aims) = (VecDeque::new(), !self.no_aim);
        let voice = self.speak.as_ref().map(|program| Voice::of(program.as_deref())).transpose()?;
        let keep = |folder: &PathBuf| {
            let begun = Keeper::begin(folder).map_err(|error| {
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
            let colours = Colours::of(game);
            let begun = Actor::before_camera(game, (layout, &colours), &NearFile::of(loaded), rehearsal, seed);
            let Staged { camera, finder, actor } = begun.map_err(|error| Failure::Input(error.to_string()))?;
            let eye = Eye::open(camera, finder, layout, colours, STILL, keeper).map_err(|error| failed(&error))?;
            return Ok(Sight { eye, actor: Some(actor), pending, seen: false, aims, voice, kept });
        }
        let lens = self.lens.as_deref().map(read_lens).transpose().map_err(Failure::Input)?;
        let mut camera = open(&self.source, None)?;
        let search =
            Search { camera: camera.as_mut(), rules: game.rules(), layout, lens, clicks: self.click.as_slice() };
        let finder = search.found(keys, ui)?;
        let mut colours = Colours::of(game);
        let known = file.colours(game.rules(), &colours).map_err(|error| Failure::Input(error.to_string()))?;
        colours.give(known);
        let eye = Eye::open(camera, finder, layout, colours, STILL, keeper).map_err(|error| failed(&error))?;
        Ok(Sight { eye, actor: None, pending, seen: false, aims, voice, kept })
    }
}

impl Sight {
    /// Takes over into a table file how the pieces look, and how an arm that is there aims. Nothing is learnt of real tables from one that is
    /// not there.
    pub fn teach(&self, file: &mut TableFile, rules: &RuleSet, real: Option<&Table>) -> bool {
        if self.actor.is_some() {
            return false;
        }
        file.look(rules, self.eye.colours(), &self.eye.seen());
        if let Some(table) = real.filter(|_| self.aims) {
            file.aim(rules, table);
        }
        true
    }

    /// Where what was seen is kept, or why it is not.
    pub fn kept(&self) -> Option<String> {
        let (folder, keeper) = self.kept.as_ref()?;
        let folder = folder.display();
        Some(match keeper.trouble() {
            None => format!("what the camera saw is in {folder}"),
            Some(why) => format!("what the camera saw could not all be kept in {folder}: {why}"),
        })
    }
}

/// The camera, as a reason for a game to stop.
pub fn failed(error: &EyeError) -> Failure {
    Failure::Input(format!("the camera: {error}"))
}
