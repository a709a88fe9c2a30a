//! `boardwright robot jog`: moves the arm step by step from the keyboard, and teaches places by hand.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use boardwright_library::files;
use boardwright_library::load::LoadedGame;
use boardwright_robot::arm::{Config, Pulses};
use boardwright_robot::motion::{Arm, Jog};
use boardwright_table::{Layout, TableFile, TaughtPulses, find_place};

use crate::answer::Answer;
use crate::arm::{
    ArmArgs, DEFAULT_ARM, JOG_HELP, LayoutUser, arm_config, arm_without_table, board_game, describe_pose, end_work,
    start_arm,
};
use crate::failure::Failure;
use crate::interrupt;
use crate::keyboard::{Keyboard, LineInput};
use crate::load_game::load;
use crate::output::Output;

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    arm: ArmArgs,
    /// Arm model: al5d, robot-1, robot-2, or a file that describes one.
    #[arg(long, value_name = "NAME|FILE", default_value = DEFAULT_ARM, conflicts_with = "game")]
    like: String,
    /// A game: `above PLACE` and `at PLACE` write the current pose of the arm to its table file.
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
}

const HELP: &str = "  park                  park and end";

/// Help for the commands that teach places; shown if there is a table file.
const TEACHING_HELP: &str =
    "  above PLACE, at PLACE record the pose of the arm above a place, and at it for gripping; both together are saved";

/// Places that are taught by hand.
struct TeachingNotes {
    loaded: LoadedGame,
    layout: Layout,
    path: PathBuf,
    file: TableFile,
    /// By place: the servo pulses above it and at it, as far as recorded.
    poses: BTreeMap<String, [Option<Pulses>; 2]>,
}

impl TeachingNotes {
    fn new(loaded: LoadedGame, arm_args: &ArmArgs) -> Result<(Self, Config), Failure> {
        let (file, config) = arm_args.table_file(&loaded, LayoutUser::Arm)?;
        let layout = file.layout(board_game(&loaded)?.rules()).map_err(|error| Failure::Input(error.to_string()))?;
        let path = arm_args.table_path(&loaded).unwrap_or_else(|| PathBuf::from(format!("{}.table.toml", loaded.name)));
        Ok((Self { loaded, layout, path, file, poses: BTreeMap::new() }, config))
    }

    /// Handles the commands `above` and `at`; returns `None` for any other line.
    fn note(&mut self, line: &str, at: Option<&Pulses>) -> Result<Option<String>, Failure> {
        let Some((word, name)) = line.trim().split_once(' ') else { return Ok(None) };
        let Some(which) = ["above", "at"].iter().position(|known| *known == word) else { return Ok(None) };
        let Some(at) = at else { return Ok(Some("the arm has not been started".to_owned())) };
        let rules = board_game(&self.loaded)?.rules();
        let name = match find_place(rules, &self.layout, name) {
            Ok(place) => self.layout.name(rules, place.0),
            Err(error) => return Ok(Some(error.to_string())),
        };
        let pose = self.poses.entry(name.clone()).or_default();
        pose[which] = Some(*at);
        let [Some(above), Some(at)] = *pose else {
            let missing = ["at", "above"][which];
            return Ok(Some(format!("now bring the arm where it is {missing} {name}, and type `{missing} {name}`")));
        };
        self.file.teach(&name, TaughtPulses { above, at });
        files::write(&self.path, self.file.write_over(&self.path).as_bytes())?;
        Ok(Some(format!("{name} is in {}", self.path.display())))
    }
}

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    let (mut notes, config) = match &args.game {
        Some(game) => {
            let (notes, config) = TeachingNotes::new(load(game)?, &args.arm)?;
            (Some(notes), config)
        }
        None => (None, arm_config(&args.like, Path::new(""))?),
    };
    let which = args.arm.connection();
    let mut arm = arm_without_table(&which, config, args.arm.log()?)?;
    let mut keys = Keyboard::default();
    let started = start_arm(&mut arm, &which, &mut keys);
    let jogged = started.and_then(|()| jog(&mut arm, notes.as_mut(), &mut keys, out));
    end_work(jogged, &mut arm, &which)?;
    writeln!(out, "parked")?;
    Ok(Answer::Yes)
}

/// Makes the steps that a person types, until the arm is to park.
fn jog(
    arm: &mut Arm,
    mut notes: Option<&mut TeachingNotes>,
    keys: &mut Keyboard,
    out: &mut Output,
) -> Result<(), Failure> {
    writeln!(out, "{}\n{JOG_HELP}", describe_pose(arm))?;
    if notes.is_some() {
        writeln!(out, "{TEACHING_HELP}")?;
    }
    writeln!(out, "{HELP}")?;
    out.flush()?;
    loop {
        match keys.line(interrupt::stop_flag(), None)? {
            LineInput::Line(line) if line == "park" => return Ok(()),
            LineInput::Line(line) => {
                // A write error is reported without ending the session, so that the arm does not stay raised.
                let noted = notes.as_mut().map(|notes| notes.note(&line, arm.commanded_pulses()));
                if let Some(noted) = noted.and_then(|noted| noted.unwrap_or_else(|error| Some(error.to_string()))) {
                    writeln!(out, "{noted}")?;
                    out.flush()?;
                    continue;
                }
                let done = Jog::parse(&line).map(|step| step.execute(arm));
                match done {
                    None => writeln!(out, "\"{line}\" is no step:\n{JOG_HELP}")?,
                    Some(Err(error)) => writeln!(out, "{error}")?,
                    Some(Ok(())) => writeln!(out, "{}", describe_pose(arm))?,
                }
                out.flush()?;
            }
            LineInput::End | LineInput::Interrupted => return Ok(()),
        }
    }
}
