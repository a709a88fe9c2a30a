//! Arms and tables on the command line: the arm, the table file, and the pieces on the table.

mod board_search;
mod camera_args;
mod front_end;
mod interruption;
mod jog;
mod match_session;
mod overlay;

pub use camera_args::CameraArgs;
pub use front_end::{Keys, lock};
pub use interruption::{end_work, unless_interrupted};
pub use jog::{JOG_HELP, describe_pose};
pub use match_session::{MatchSession, PersonInput};

use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};

use boardwright_compiler::game::CompiledGame;
use boardwright_game::game::Game as _;
use boardwright_interpreter::state::State;
use boardwright_library::load::LoadedGame;
use boardwright_robot::arm::Config;
use boardwright_robot::motion::{Arm, ArmError};
use boardwright_robot::protocol::Baud;
use boardwright_robot::sim::{Faults, NoBody, SimLine, SimWire};
use boardwright_robot::wire::{Log, Wire};
use boardwright_robot::{Clock, Driver};
use boardwright_rules::RuleSet;
use boardwright_table::{
    ArmConnection, BoardContents, BoardFrame, FileError, Layout, LayoutError, PieceSizes, Rig, TableFile, open_wire,
    preset_arm,
};
use boardwright_vision::find;
use clap::Args;
use image::RgbImage;

use crate::failure::{Failure, note, say};
use crate::interrupt;
use crate::keyboard::{Keyboard, LineInput};
use crate::page::Paper;

/// Default arm.
pub const DEFAULT_ARM: &str = "al5d";

/// Arguments for the arm and the table.
#[derive(Clone, Debug, Default, Args)]
pub struct ArmArgs {
    /// Arm that makes the moves: `sim` is a simulated one, anything else is the port of a real one.
    #[arg(long, value_name = "sim|PORT")]
    pub arm: Option<String>,
    /// Table file. Default: NAME.table.toml if it exists in the current folder, otherwise a planned layout.
    #[arg(long, value_name = "FILE")]
    pub table: Option<PathBuf>,
    /// Distance of neighbouring places, in mm. Default: as in the table file, or as planned.
    #[arg(long, value_name = "MM", conflicts_with = "table")]
    pub pitch: Option<f64>,
    /// Really move the arm at the port. Without this option a simulated arm moves instead of the one at the port.
    #[arg(long)]
    pub hardware: bool,
    /// Speed of the serial line in baud. Default: detected.
    #[arg(long, value_name = "N")]
    pub baud: Option<u32>,
    /// Write every byte to and from the arm to this file.
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,
    /// Let a simulated arm take as long as a real one.
    #[arg(long)]
    pub real_time: bool,
}

impl ArmArgs {
    /// The selected arm.
    pub fn connection(&self) -> ArmConnection {
        let baud = self.baud.map(Baud);
        match self.arm.as_deref() {
            None | Some("sim") => {
                ArmConnection::Simulated { baud: baud.unwrap_or(Baud::FAST), real_time: self.real_time }
            }
            Some(port) if self.hardware => ArmConnection::Port { name: port.to_owned(), baud },
            Some(port) => {
                note(&format!("dry run: nothing is sent to {port}; --hardware lets the arm move"));
                ArmConnection::Simulated { baud: baud.unwrap_or(Baud::FAST), real_time: self.real_time }
            }
        }
    }

    /// Path of the game's table file, if there is one. A given pitch replaces the file.
    pub fn table_path(&self, loaded: &LoadedGame) -> Option<PathBuf> {
        if self.pitch.is_some() {
            return None;
        }
        let near = PathBuf::from(format!("{}.table.toml", loaded.name));
        self.table.clone().or_else(|| near.exists().then_some(near))
    }

    /// `true` if neither a table file nor an argument tells the pitch of the board.
    pub fn has_planned_pitch(&self, loaded: &LoadedGame) -> bool {
        self.pitch.is_none() && self.table_path(loaded).is_none()
    }

    /// The table file of a game and its arm: as read from the file, or as planned.
    pub fn table_file(&self, loaded: &LoadedGame, user: LayoutUser) -> Result<(TableFile, Config), Failure> {
        let Some(path) = self.table_path(loaded) else { return planned_table(loaded, self.pitch, user) };
        let text = std::fs::read_to_string(&path).map_err(|error| Failure::file("read", &path, &error))?;
        let told = |error: FileError| Failure::Input(format!("{}: {error}", path.display()));
        let file = TableFile::read(&text).map_err(told)?;
        let name = file.game.split(':').next().unwrap_or_default();
        if name != loaded.argument.split(':').next().unwrap_or_default() {
            note(&format!("{} is for {}, not for {}", path.display(), file.game, loaded.argument));
        }
        let config = arm_config(&file.arm, &path)?;
        Ok((file, config))
    }

    /// The arm at the table of a game, as described by [`ArmArgs::table_file`], with a position set up. The arm is not started.
    pub fn rig(
        &self,
        loaded: &LoadedGame,
        (file, config): &(TableFile, Config),
        which: &ArmConnection,
        now: &State,
    ) -> Result<Rig, Failure> {
        let game = board_game(loaded)?;
        let table = file.table(game.rules(), config).map_err(|error| match self.table_path(loaded) {
            Some(path) => Failure::Input(format!("{}: {error}", path.display())),
            None => Failure::Input(error.to_string()),
        })?;
        let slots = table.layout().slots();
        let standing = BoardContents::set_up(game, &game.initial_state(), now, slots).map_err(|error| {
            Failure::Input(format!("{error}; `boardwright robot plan {}` finds places for them", loaded.argument))
        })?;
        let stop = interrupt::emergency_stop();
        Rig::new(which, table, standing, self.log()?, &stop).map_err(|error| Failure::Input(error.to_string()))
    }

    /// Log of the serial line.
    pub fn log(&self) -> Result<Log, Failure> {
        let Some(path) = &self.log else { return Ok(Log::default()) };
        let file = File::create(path).map_err(|error| Failure::file("write", path, &error))?;
        Ok(Log::with_writer(Box::new(BufWriter::new(file))))
    }
}

/// The planned table of a game for the default arm, and that arm.
pub fn planned_table(
    loaded: &LoadedGame,
    pitch: Option<f64>,
    user: LayoutUser,
) -> Result<(TableFile, Config), Failure> {
    let config = arm_config(DEFAULT_ARM, Path::new(""))?;
    let layout = planned_layout(board_game(loaded)?, &config, pitch, user)?;
    Ok((TableFile::from_layout(&loaded.argument, DEFAULT_ARM, &layout), config))
}

/// The pitch of the printed board in a picture if its markers say that it is another one than that of a planned table.
pub fn printed_pitch(picture: &RgbImage, loaded: &LoadedGame, planned: &Layout) -> Result<Option<f64>, Failure> {
    let rules = board_game(loaded)?.rules();
    let layout = |pitch: f64| Layout::at_pitch(rules, pitch, BoardFrame::default(), planned.sizes).ok();
    let found = find::printed_pitch(picture, &rules.name, planned.pitch, |pitch| Some(layout(pitch)?.extent()));
    if let Some(pitch) = found {
        note(&format!("the markers say that the places of this board are {pitch} mm apart"));
    }
    Ok(found)
}

/// Plans the layout of a game within the reach of an arm; people may use a layout beyond it.
pub fn planned_layout(
    game: &CompiledGame,
    config: &Config,
    pitch: Option<f64>,
    user: LayoutUser,
) -> Result<Layout, Failure> {
    let failure = |error: LayoutError| Failure::Input(error.to_string());
    let planned = match pitch {
        Some(pitch) if !(2.0..=500.0).contains(&pitch) => {
            return Err(Failure::Usage(format!("places are 2 to 500 mm apart, not {pitch}")));
        }
        Some(pitch) => Layout::for_game_at(game, pitch, config),
        None => {
            let planned = Layout::for_game_in_print(game, config, |board| user.paper().fits(board));
            planned.inspect(|layout| note_pitch(game, config, layout, user.paper()))
        }
    };
    let suits = |layout: &Layout| pitch.is_some() || user.paper().fits(layout.extent());
    let paper = match user {
        LayoutUser::People(paper) if !planned.as_ref().is_ok_and(suits) => paper,
        _ => return planned.map_err(failure),
    };
    let pitch = match pitch {
        Some(pitch) => pitch,
        None => default_pitch(game.rules(), paper)?,
    };
    Layout::for_people(game, pitch).map_err(failure)
}

/// User of a layout.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LayoutUser {
    /// An arm, which has to reach all places.
    Arm,
    /// People, for whom the board has to fit on a sheet of paper.
    People(Paper),
}

impl LayoutUser {
    /// The paper on which the board is to fit.
    fn paper(self) -> Paper {
        match self {
            Self::Arm => Paper::A3,
            Self::People(paper) => paper,
        }
    }
}

/// Notes the pitch of a layout if the paper, and not the arm, determines it.
fn note_pitch(game: &CompiledGame, config: &Config, layout: &Layout, paper: Paper) {
    if Layout::for_game(game, config).is_ok_and(|largest| largest.pitch > layout.pitch) {
        note(&format!(
            "places are {} mm apart, the most with which the board and its markers fit on {paper}; --pitch MM changes that",
            layout.pitch
        ));
    }
}

/// The pitch of a board that is too large for an arm: the largest one with which the board and its markers fit on the paper.
fn default_pitch(rules: &RuleSet, paper: Paper) -> Result<f64, Failure> {
    const UNIT: f64 = 10.0;
    let sizes = PieceSizes::for_people(UNIT);
    let board = Layout::at_pitch(rules, UNIT, BoardFrame::default(), sizes);
    let extent = board.map_err(|error| Failure::Input(error.to_string()))?.extent();
    let Some(pitch) = paper.largest_pitch(extent, UNIT, Layout::MAX_PITCH) else {
        let reason = format!("the board does not fit on {paper}: give the distance of its places in mm, --pitch MM");
        return Err(Failure::Input(reason));
    };
    note(&format!(
        "no pitch suits both an arm and the paper; places are taken to be {pitch} mm apart, the most that fits on {paper}; \
         --pitch MM changes that"
    ));
    Ok(pitch)
}

/// An arm without a table. It is not started.
pub fn arm_without_table(which: &ArmConnection, config: Config, log: Log) -> Result<Arm, Failure> {
    let wire: Box<dyn Wire> = match which {
        ArmConnection::Port { name, baud } => {
            Box::new(open_wire(name, *baud).map_err(|error| Failure::Input(error.to_string()))?)
        }
        ArmConnection::Simulated { baud, .. } => {
            let line = SimLine::new(*baud, Box::new(NoBody), Faults::default());
            Box::new(SimWire::new(line, Clock::virtual_time()))
        }
    };
    Ok(Arm::new(Driver::new(wire, log, interrupt::emergency_stop()), config))
}

/// Starts an arm without a table; a person puts a limp real arm into its park position first.
pub fn start_arm(arm: &mut Arm, which: &ArmConnection, keys: &mut Keyboard) -> Result<(), Failure> {
    let failed = |error: ArmError| Failure::Input(error.to_string());
    if arm.resume().map_err(failed)? {
        return Ok(());
    }
    if let ArmConnection::Port { .. } = which {
        say("the arm is limp: put it where it parks and hold it there, then press Enter\n");
        if !matches!(keys.line(interrupt::stop_flag(), None)?, LineInput::Line(_)) {
            return Err(Failure::Input("nobody has put the arm where it parks: it is not started".to_owned()));
        }
    }
    arm.start().map_err(failed)
}

/// The compiled game, if it is played on a board.
pub fn board_game(loaded: &LoadedGame) -> Result<&CompiledGame, Failure> {
    let missing = || Failure::Input(format!("{} has no board on which an arm could move pieces", loaded.title));
    loaded.spec().ok_or_else(missing)
}

/// The arm with this name, or the one that a file describes; a relative path refers to the table file's folder.
pub fn arm_config(name: &str, beside: &Path) -> Result<Config, Failure> {
    let path = beside.parent().unwrap_or(Path::new("")).join(name);
    if !path.is_file() {
        return preset_arm(name).map_err(|error| Failure::Input(error.to_string()));
    }
    let text = std::fs::read_to_string(&path).map_err(|error| Failure::file("read", &path, &error))?;
    Config::read(&text).map_err(|error| Failure::Input(format!("{}: {error}", path.display())))
}
