//! `boardwright robot teach`: calibrates the position of a board point by point and writes a table file.

use std::io::Write as _;
use std::path::PathBuf;

use boardwright_game::game::Game as _;
use boardwright_library::files;
use boardwright_robot::arm::Config;
use boardwright_robot::motion::{Arm, ArmError, Jog, PlaceId};
use boardwright_table::{BoardPoint, CalibrationStep, Layout, TableCalibration, TableFile, TouchEntry};

use crate::answer::Answer;
use crate::arm::{ArmArgs, JOG_HELP, LayoutUser, board_game, describe_pose, end_work, start_arm};
use crate::failure::{Failure, say};
use crate::interrupt;
use crate::keyboard::{Keyboard, LineInput};
use crate::load_game::load;
use crate::output::{Output, count_text};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The game: the path of a game file, or the name of a shipped game.
    game: String,
    #[command(flatten)]
    arm: ArmArgs,
    /// Table file to write. Default: NAME.table.toml.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

const HELP: &str = "  touch                 the fingertips touch the middle of the place, on the board
  ok                    the fingertips are where they should be
  off 1 -0.5 2          they are 1 mm too far right, 0.5 mm too low on the picture, 2 mm too high
  end                   write the calibration so far and end";

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    let loaded = load(&args.game)?;
    let game = board_game(&loaded)?;
    let path = args.out.clone().unwrap_or_else(|| PathBuf::from(format!("{}.table.toml", loaded.name)));
    // What an earlier calibration of the same file has taught is kept.
    let is_known = args.arm.has_planned_pitch(&loaded) && path.exists();
    let arm_args = if is_known { &ArmArgs { table: Some(path.clone()), ..args.arm.clone() } } else { &args.arm };
    let table_config = arm_args.table_file(&loaded, LayoutUser::Arm)?;
    let (mut file, config) = table_config.clone();
    let layout = file.layout(game.rules()).map_err(|error| Failure::Input(error.to_string()))?;
    let connection = arm_args.connection();
    let mut rig = arm_args.rig(&loaded, &table_config, &connection, &game.initial_state())?;
    let name = |place: PlaceId| layout.name(game.rules(), place.0);
    let arm = rig.executor.arm();
    let mut keys = Keyboard::default();
    let started = start_arm(arm, &connection, &mut keys);
    let taught = started.and_then(|()| {
        let mut calibration = TableCalibration::new(config.clone(), layout.clone());
        file.touches.clear();
        let mut dialogue = CalibrationDialogue { arm, layout: &layout, config: &config, name: &name, keys, out };
        dialogue.calibrate(&mut calibration, &mut file)?;
        let added = file.add_calibration(&calibration, name);
        added.map_err(|error| Failure::Input(format!("nothing is written: {error}")))?;
        // A new file keeps the comments of the one that was read.
        let read = arm_args.table.as_deref().filter(|_| !path.exists());
        files::write(&path, file.write_over(read.unwrap_or(&path)).as_bytes())?;
        say(&format!("the table is in {}\n", path.display()));
        Ok(())
    });
    end_work(taught, arm, &connection)?;
    Ok(Answer::Yes)
}

/// Prints the residuals and the uncertainty of the calibration so far.
fn print_fit(
    calibration: &TableCalibration,
    layout: &Layout,
    config: &Config,
    out: &mut Output,
    name: impl Fn(PlaceId) -> String,
) -> Result<(), Failure> {
    let Ok(fit) = calibration.fit() else { return Ok(()) };
    for (place, [x, y, z]) in calibration.touched_places().zip(&fit.residuals) {
        let distance = x.hypot(*y).hypot(*z);
        let mark = if distance > 2.0 { "  (far off: touch it again?)" } else { "" };
        writeln!(out, "  {:<10} {distance:4.1} mm from where the others have it{mark}", name(place))?;
    }
    let spots: &[BoardPoint] = &layout.spots[..layout.board_places];
    let worst = spots.iter().map(|spot| fit.uncertainty(config, *spot));
    let (plane, height) = worst.fold((0.0, 0.0), |(plane, height), (p, h)| (f64::max(plane, p), f64::max(height, h)));
    let (offsets, frame) = (fit.offsets, fit.frame);
    writeln!(
        out,
        "  {} touched: the worst place is known to {:.1} mm in the plane and {:.1} mm in height (95 of 100)",
        count_text(fit.residuals.len(), "place"),
        2.0 * plane,
        2.0 * height
    )?;
    writeln!(
        out,
        "  board turned {:.1} degrees; shoulder {:+.1}, elbow {:+.1}, wrist {:+.1} degrees off; a base that is off is the same as a board \
         that is turned, and does no harm",
        frame.turn, offsets.shoulder, offsets.elbow, offsets.wrist
    )?;
    Ok(())
}

fn failed(error: &ArmError) -> Failure {
    Failure::Input(error.to_string())
}

/// Answer of the person about a place.
#[derive(Clone, Copy, Debug, PartialEq)]
enum PlaceAnswer {
    Touch,
    Off([f64; 3]),
    End,
}

/// Calibration dialogue: the arm, the layout, and the person at the terminal.
struct CalibrationDialogue<'a> {
    arm: &'a mut Arm,
    layout: &'a Layout,
    config: &'a Config,
    /// Names of the places.
    name: &'a dyn Fn(PlaceId) -> String,
    keys: Keyboard,
    out: &'a mut Output,
}

impl CalibrationDialogue<'_> {
    /// Touches and visits places until all are known, or until the person ends the calibration.
    fn calibrate(&mut self, calibration: &mut TableCalibration, file: &mut TableFile) -> Result<(), Failure> {
        let name = self.name;
        writeln!(self.out, "{JOG_HELP}\n{HELP}")?;
        loop {
            let advice = calibration.next_step();
            let (place, question) = match advice {
                CalibrationStep::Done => return Ok(()),
                CalibrationStep::Touch(place) => (place, format!("touch {}", name(place))),
                CalibrationStep::TouchAgain(place, distance) => (
                    place,
                    format!("touch {} again: it was {distance:.1} mm from where the others have it", name(place)),
                ),
                CalibrationStep::Visit(place) => (place, format!("is this the middle of {}?", name(place))),
            };
            match self.move_to(calibration, place) {
                // What is known so far is written.
                Err(_) if interrupt::is_interrupted() => return Ok(()),
                moved => moved?,
            }
            match (self.ask(&question)?, advice) {
                (PlaceAnswer::End, _) => return Ok(()),
                (PlaceAnswer::Touch, CalibrationStep::Visit(_)) => calibration.record_visit(place, 0.0, 0.0, 0.0),
                (PlaceAnswer::Off([u, v, z]), CalibrationStep::Visit(_)) => calibration.record_visit(place, u, v, z),
                (PlaceAnswer::Off(_), _) => writeln!(self.out, "bring the fingertips to the place, and type `touch`")?,
                (PlaceAnswer::Touch, _) => {
                    let at = *self.arm.commanded_pulses().ok_or_else(|| failed(&ArmError::NotStarted))?;
                    file.touches.retain(|touch| touch.place != name(place));
                    file.touches.push(TouchEntry { place: name(place), pulses: at });
                    calibration.record_touch(place, at);
                    print_fit(calibration, self.layout, self.config, self.out, name)?;
                }
            }
        }
    }

    /// Moves to a place as far as it is known; stops 15 mm above it until enough places were touched.
    fn move_to(&mut self, calibration: &TableCalibration, place: PlaceId) -> Result<(), Failure> {
        let table = calibration.table().ok();
        let travel = self.layout.sizes.travel_height() + 10.0;
        let (frame, near) = match &table {
            Some(table) => (*table.frame(), table.pose(place, 0.0)),
            None => (self.layout.frame, self.layout.frame.pose(self.layout.spots[place.0], 15.0)),
        };
        let over = frame.pose(self.layout.spots[place.0], travel);
        let lowered = |arm: &mut Arm| arm.sweep_to(&over, 0.7).and_then(|()| arm.sweep_to(&near, 0.3));
        let up = |arm: &mut Arm| Jog::Tip([0.0, 0.0, 20.0]).execute(arm);
        // Rising may leave the reach of the arm; the move then starts from the current pose.
        let _ = up(self.arm);
        lowered(self.arm).map_err(|error| failed(&error))
    }

    fn ask(&mut self, question: &str) -> Result<PlaceAnswer, Failure> {
        writeln!(self.out, "{question}")?;
        self.out.flush()?;
        loop {
            let LineInput::Line(line) = self.keys.line(interrupt::stop_flag(), None)? else {
                return Ok(PlaceAnswer::End);
            };
            if let Some(step) = Jog::parse(&line) {
                match step.execute(self.arm) {
                    Ok(()) => writeln!(self.out, "{}", describe_pose(self.arm))?,
                    Err(error) => writeln!(self.out, "{error}")?,
                }
            } else if line == "touch" || line == "ok" {
                return Ok(PlaceAnswer::Touch);
            } else if line == "end" {
                return Ok(PlaceAnswer::End);
            } else if let Some(off) = parse_offset(&line) {
                return Ok(PlaceAnswer::Off(off));
            } else {
                writeln!(self.out, "\"{line}\" is none of these:\n{JOG_HELP}\n{HELP}")?;
            }
            self.out.flush()?;
        }
    }
}

/// Parses `off 1 -0.5 2`.
fn parse_offset(line: &str) -> Option<[f64; 3]> {
    let numbers: Vec<f64> =
        line.strip_prefix("off ")?.split_whitespace().map(str::parse).collect::<Result<_, _>>().ok()?;
    <[f64; 3]>::try_from(numbers).ok().filter(|off| off.iter().all(|number| number.abs() <= 50.0))
}
