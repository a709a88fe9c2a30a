//! Arms and tables on the command line: which arm, which table file, and what stands on the table when it begins.

mod attendant;
mod finding;
mod jog;
mod side;
mod sight;

pub use attendant::{Keys, lock};
pub use jog::{STEPS, told};
pub use side::Side;
pub use sight::Camera;

use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};

use boardwright_engine::game::Game as _;
use boardwright_engine::spec::SpecGame;
use boardwright_engine::state::State;
use boardwright_robot::arm::Config;
use boardwright_robot::motion::{Arm, ArmError};
use boardwright_robot::protocol::Baud;
use boardwright_robot::sim::{Faults, Line, NoBody, SimWire};
use boardwright_robot::wire::{Log, Wire};
use boardwright_robot::{Clock, Driver, EmergencyStop};
use boardwright_shelf::load::Loaded;
use boardwright_table::{FileError, Layout, Rig, Standing, TableFile, Which, known_arm, port};
use clap::Args;

use crate::failure::{Failure, note, say};
use crate::interrupt;
use crate::keyboard::{Keyboard, Typed};

/// The arm of whoever names none.
pub const USUAL: &str = "al5d";

/// Which arm, at which table.
#[derive(Debug, Default, Args)]
pub struct Asked {
    /// An arm that makes the moves: `sim` is one that is not there, everything else the port of a real one.
    #[arg(long, value_name = "sim|PORT")]
    pub arm: Option<String>,
    /// The table file; without this NAME.table.toml if there is one here, else a table as it would be planned.
    #[arg(long, value_name = "FILE")]
    pub table: Option<PathBuf>,
    /// Really move the arm at the port. Without this nothing is sent to it, and a simulated one does it instead.
    #[arg(long)]
    pub hardware: bool,
    /// The speed of the line; without this it is found out.
    #[arg(long, value_name = "N")]
    pub baud: Option<u32>,
    /// Write every byte to and from the arm to this file.
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,
    /// Let a simulated arm take as long as a real one.
    #[arg(long)]
    pub real_time: bool,
}

impl Asked {
    /// The arm that is asked for.
    pub fn which(&self) -> Which {
        let baud = self.baud.map(Baud);
        match self.arm.as_deref() {
            None | Some("sim") => Which::Simulated { baud: baud.unwrap_or(Baud::FAST), real_time: self.real_time },
            Some(port) if self.hardware => Which::Port { name: port.to_owned(), baud },
            Some(port) => {
                note(&format!("dry run: nothing is sent to {port}; --hardware lets the arm move"));
                Which::Simulated { baud: baud.unwrap_or(Baud::FAST), real_time: self.real_time }
            }
        }
    }

    /// Where the table of a game is written down, if anywhere.
    pub fn path(&self, loaded: &Loaded) -> Option<PathBuf> {
        let near = PathBuf::from(format!("{}.table.toml", loaded.name));
        self.table.clone().or_else(|| near.exists().then_some(near))
    }

    /// The table file of a game, and its arm: as it is written down, or as it would be planned.
    pub fn file(&self, loaded: &Loaded) -> Result<(TableFile, Config), Failure> {
        let game = board_game(loaded)?;
        let Some(path) = self.path(loaded) else {
            let config = arm(USUAL, Path::new(""))?;
            let layout = Layout::of(game, &config).map_err(|error| Failure::Input(error.to_string()))?;
            return Ok((TableFile::planned(&loaded.asked, USUAL, &layout), config));
        };
        let text = std::fs::read_to_string(&path).map_err(|error| Failure::file("read", &path, &error))?;
        let told = |error: FileError| Failure::Input(format!("{}: {error}", path.display()));
        let file = TableFile::read(&text).map_err(told)?;
        let name = file.game.split(':').next().unwrap_or_default();
        if name != loaded.asked.split(':').next().unwrap_or_default() {
            note(&format!("{} is for {}, not for {}", path.display(), file.game, loaded.asked));
        }
        let config = arm(&file.arm, &path)?;
        Ok((file, config))
    }

    /// The arm at the table of a game, as [`Asked::file`] tells it, on which a position stands. It has not been started.
    pub fn rig(
        &self,
        loaded: &Loaded,
        (file, config): &(TableFile, Config),
        which: &Which,
        now: &State,
        stop: &EmergencyStop,
    ) -> Result<Rig, Failure> {
        let game = board_game(loaded)?;
        let table = file.table(game.rules(), config).map_err(|error| match self.path(loaded) {
            Some(path) => Failure::Input(format!("{}: {error}", path.display())),
            None => Failure::Input(error.to_string()),
        })?;
        let slots = table.layout().spots.len() - table.layout().board;
        let standing = Standing::set_up(game, &game.start(), now, slots).map_err(|error| {
            Failure::Input(format!("{error}; `boardwright robot plan {}` finds places for them", loaded.asked))
        })?;
        Rig::new(which, table, standing, self.log()?, stop).map_err(|error| Failure::Input(error.to_string()))
    }

    /// Where the bytes of the line are written.
    pub fn log(&self) -> Result<Log, Failure> {
        let Some(path) = &self.log else { return Ok(Log::default()) };
        let file = File::create(path).map_err(|error| Failure::file("write", path, &error))?;
        Ok(Log::to(Box::new(BufWriter::new(file))))
    }
}

/// An arm with no table before it. It has not been started.
pub fn alone(which: &Which, config: Config, log: Log) -> Result<Arm, Failure> {
    let wire: Box<dyn Wire> = match which {
        Which::Port { name, baud } => Box::new(port(name, *baud).map_err(|error| Failure::Input(error.to_string()))?),
        Which::Simulated { baud, .. } => {
            let line = Line::new(*baud, Box::new(NoBody), Faults::default());
            Box::new(SimWire::new(line, Clock::moved()))
        }
    };
    Ok(Arm::new(Driver::new(wire, log, EmergencyStop::new()), config))
}

/// Starts an arm by itself: a real one that is limp is put where it parks by whoever is at the keyboard.
pub fn start(arm: &mut Arm, which: &Which, keys: &mut Keyboard) -> Result<(), Failure> {
    let failed = |error: ArmError| Failure::Input(error.to_string());
    if arm.resume().map_err(failed)? {
        return Ok(());
    }
    if let Which::Port { .. } = which {
        say("the arm is limp: put it where it parks and hold it there, then press Enter\n");
        if !matches!(keys.line(interrupt::flag(), None)?, Typed::Line(_)) {
            return Err(Failure::Input("nobody has put the arm where it parks: it is not started".to_owned()));
        }
    }
    arm.start().map_err(failed)
}

/// The game as one that is played on a board.
pub fn board_game(loaded: &Loaded) -> Result<&SpecGame, Failure> {
    let missing = || Failure::Input(format!("{} has no board on which an arm could move pieces", loaded.title));
    loaded.spec().ok_or_else(missing)
}

/// The arm of this name, or the one that a file describes; a relative path begins at the table file's folder.
pub fn arm(name: &str, beside: &Path) -> Result<Config, Failure> {
    let path = beside.parent().unwrap_or(Path::new("")).join(name);
    if !path.is_file() {
        return known_arm(name).map_err(|error| Failure::Input(error.to_string()));
    }
    let text = std::fs::read_to_string(&path).map_err(|error| Failure::file("read", &path, &error))?;
    Config::read(&text).map_err(|error| Failure::Input(format!("{}: {error}", path.display())))
}
