//! `boardwright robot jog`: the arm moved step by step from the keyboard, and places taught by hand.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use boardwright_robot::arm::{Config, Pulses};
use boardwright_robot::motion::Step;
use boardwright_shelf::files;
use boardwright_shelf::load::Loaded;
use boardwright_table::{Layout, TableFile, Taught, place};

use crate::arm::{Asked, STEPS, USUAL, alone, arm, board_game, start, told};
use crate::commands::Answer;
use crate::failure::Failure;
use crate::interrupt;
use crate::keyboard::{Keyboard, Typed};
use crate::output::Output;
use crate::taken::load;

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    arm: Asked,
    /// What the arm is: al5d, robot-1, robot-2, or a file that describes one.
    #[arg(long, value_name = "NAME|FILE", default_value = USUAL, conflicts_with = "game")]
    like: String,
    /// A game: `above PLACE` and `at PLACE` write into its table file where the arm is.
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
}

const HELP: &str = "  park                  park and end";

/// What can be typed beside a table file.
const TEACHING: &str =
    "  above PLACE, at PLACE here the arm is above a place, and at it to grip; what was told of both is written down";

/// Places that are taught by hand.
struct Notes {
    loaded: Loaded,
    layout: Layout,
    path: PathBuf,
    file: TableFile,
    /// By place: the pulses above it, and at it, as far as they were told.
    told: BTreeMap<String, [Option<Pulses>; 2]>,
}

impl Notes {
    fn new(loaded: Loaded, asked: &Asked) -> Result<(Self, Config), Failure> {
        let (file, config) = asked.file(&loaded)?;
        let layout = file.layout(board_game(&loaded)?.rules()).map_err(|error| Failure::Input(error.to_string()))?;
        let path = asked.path(&loaded).unwrap_or_else(|| PathBuf::from(format!("{}.table.toml", loaded.name)));
        Ok((Self { loaded, layout, path, file, told: BTreeMap::new() }, config))
    }

    /// Takes down a line that tells where the arm is; `None`: it is another line.
    fn note(&mut self, line: &str, at: Option<&Pulses>) -> Result<Option<String>, Failure> {
        let Some((word, name)) = line.trim().split_once(' ') else { return Ok(None) };
        let Some(which) = ["above", "at"].iter().position(|known| *known == word) else { return Ok(None) };
        let Some(at) = at else { return Ok(Some("the arm has not been started".to_owned())) };
        let rules = board_game(&self.loaded)?.rules();
        let name = match place(rules, &self.layout, name) {
            Ok(place) => self.layout.name(rules, place.0),
            Err(error) => return Ok(Some(error.to_string())),
        };
        let told = self.told.entry(name.clone()).or_default();
        told[which] = Some(*at);
        let [Some(above), Some(at)] = *told else {
            let missing = ["at", "above"][which];
            return Ok(Some(format!("now bring the arm where it is {missing} {name}, and type `{missing} {name}`")));
        };
        self.file.teach(&name, Taught { above, at });
        files::write(&self.path, self.file.write().as_bytes())?;
        Ok(Some(format!("{name} is in {}", self.path.display())))
    }
}

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    let (mut notes, config) = match &args.game {
        Some(game) => {
            let (notes, config) = Notes::new(load(game)?, &args.arm)?;
            (Some(notes), config)
        }
        None => (None, arm(&args.like, Path::new(""))?),
    };
    let failed = |error: &dyn std::fmt::Display| Failure::Input(error.to_string());
    let which = args.arm.which();
    let mut arm = alone(&which, config, args.arm.log()?)?;
    let mut keys = Keyboard::default();
    start(&mut arm, &which, &mut keys)?;
    writeln!(out, "{}\n{STEPS}", told(&arm))?;
    if notes.is_some() {
        writeln!(out, "{TEACHING}")?;
    }
    writeln!(out, "{HELP}")?;
    out.flush()?;
    loop {
        match keys.line(interrupt::flag(), None)? {
            Typed::Line(line) if line == "park" => break,
            Typed::Line(line) => {
                // A file that cannot be written is told: the arm is not left where it is.
                let noted = notes.as_mut().map(|notes| notes.note(&line, arm.at()));
                if let Some(noted) = noted.and_then(|noted| noted.unwrap_or_else(|error| Some(error.to_string()))) {
                    writeln!(out, "{noted}")?;
                    out.flush()?;
                    continue;
                }
                let done = Step::read(&line).map(|step| step.make(&mut arm));
                match done {
                    None => writeln!(out, "\"{line}\" is no step:\n{STEPS}")?,
                    Some(Err(error)) => writeln!(out, "{error}")?,
                    Some(Ok(())) => writeln!(out, "{}", told(&arm))?,
                }
                out.flush()?;
            }
            Typed::End | Typed::Nothing => break,
        }
    }
    arm.rest().map_err(|error| failed(&error))?;
    writeln!(out, "parked")?;
    Ok(Answer::Yes)
}
