//! `boardwright robot teach`: a table is taught, point by point, and written to a table file.

use std::io::Write as _;
use std::path::PathBuf;

use boardwright_engine::game::Game as _;
use boardwright_robot::EmergencyStop;
use boardwright_robot::arm::Config;
use boardwright_robot::motion::{Arm, ArmError, PlaceId, Step};
use boardwright_shelf::files;
use boardwright_table::{Advice, Known, Layout, Lesson, Spot, Touched};

use crate::arm::{Asked, STEPS, board_game, start, told};
use crate::commands::Answer;
use crate::failure::{Failure, say};
use crate::interrupt;
use crate::keyboard::{Keyboard, Typed};
use crate::output::{Output, counted};
use crate::taken::load;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The game: the path of a game file, or the name of a shipped game.
    game: String,
    #[command(flatten)]
    arm: Asked,
    /// The table file that is written; without this NAME.table.toml.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

const HELP: &str = "  touch                 the fingertips touch the middle of the place, on the board
  ok                    the fingertips are where they should be
  off 1 -0.5 2          they are 1 mm too far right, 0.5 mm too low on the picture, 2 mm too high
  end                   write down what is known and end";

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    let loaded = load(&args.game)?;
    let game = board_game(&loaded)?;
    let known = args.arm.file(&loaded)?;
    let (mut file, config) = known.clone();
    let layout = file.layout(game.rules()).map_err(|error| Failure::Input(error.to_string()))?;
    let which = args.arm.which();
    let mut rig = args.arm.rig(&loaded, &known, &which, &game.start(), &EmergencyStop::new())?;
    let name = |place: PlaceId| layout.name(game.rules(), place.0);
    let arm = rig.hand.arm();
    let mut keys = Keyboard::default();
    start(arm, &which, &mut keys)?;
    let mut school = School { arm, layout: &layout, keys, out };
    let mut lesson = Lesson::new(config.clone(), layout.clone());
    writeln!(school.out, "{STEPS}\n{HELP}")?;
    file.touches.clear();
    loop {
        let advice = lesson.advice();
        let (place, question) = match advice {
            Advice::Done => break,
            Advice::Touch(place) => (place, format!("touch {}", name(place))),
            Advice::Again(place, far) => {
                (place, format!("touch {} again: it was {far:.1} mm from where the others have it", name(place)))
            }
            Advice::Visit(place) => (place, format!("is this the middle of {}?", name(place))),
        };
        school.go(&lesson, place)?;
        match (school.said(&question)?, advice) {
            (Said::End, _) => break,
            (Said::Touch, Advice::Visit(_)) => lesson.visited(place, 0.0, 0.0, 0.0),
            (Said::Off([u, v, z]), Advice::Visit(_)) => lesson.visited(place, u, v, z),
            (Said::Off(_), _) => writeln!(school.out, "bring the fingertips to the place, and type `touch`")?,
            (Said::Touch, _) => {
                let at = *school.arm.at().ok_or_else(|| failed(&ArmError::NotStarted))?;
                file.touches.retain(|touch| touch.place != name(place));
                file.touches.push(Touched { place: name(place), pulses: at });
                lesson.touched(place, at);
                report(&lesson, &layout, &config, school.out, name)?;
            }
        }
    }
    let fit = lesson.fit().map_err(|error| Failure::Input(format!("nothing is written: {error}")))?;
    (file.board, file.offsets) = (fit.frame, fit.offsets);
    file.places = (0..layout.spots.len())
        .map(|place| (place, lesson.correction(PlaceId(place))))
        .filter(|(_, known)| *known != boardwright_table::Correction::default())
        .map(|(place, known)| Known {
            name: name(PlaceId(place)),
            u: known.u,
            v: known.v,
            z: known.z,
            above: None,
            at: None,
        })
        .collect();
    let path = args.out.clone().unwrap_or_else(|| PathBuf::from(format!("{}.table.toml", loaded.name)));
    files::write(&path, file.write().as_bytes())?;
    let rested = school.arm.rest();
    say(&format!("the table is in {}\n", path.display()));
    rested.map_err(|error| failed(&error))?;
    Ok(Answer::Yes)
}

/// What is known by now.
fn report(
    lesson: &Lesson,
    layout: &Layout,
    config: &Config,
    out: &mut Output,
    name: impl Fn(PlaceId) -> String,
) -> Result<(), Failure> {
    let Ok(fit) = lesson.fit() else { return Ok(()) };
    for (place, [x, y, z]) in lesson.places().zip(&fit.residuals) {
        let far = x.hypot(*y).hypot(*z);
        let mark = if far > 2.0 { "  (far off: touch it again?)" } else { "" };
        writeln!(out, "  {:<10} {far:4.1} mm from where the others have it{mark}", name(place))?;
    }
    let spots: &[Spot] = &layout.spots[..layout.board];
    let worst = spots.iter().map(|spot| fit.uncertainty(config, *spot));
    let (plane, height) = worst.fold((0.0, 0.0), |(plane, height), (p, h)| (f64::max(plane, p), f64::max(height, h)));
    let (offsets, frame) = (fit.offsets, fit.frame);
    writeln!(
        out,
        "  {} touched: the worst place is known to {:.1} mm in the plane and {:.1} mm in height (95 of 100)",
        counted(fit.residuals.len(), "place"),
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

/// What a person says of a place.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Said {
    Touch,
    Off([f64; 3]),
    End,
}

/// The arm, and the person who teaches it.
struct School<'a> {
    arm: &'a mut Arm,
    layout: &'a Layout,
    keys: Keyboard,
    out: &'a mut Output,
}

impl School<'_> {
    /// To a place as far as it is known; 15 mm above it until enough was touched.
    fn go(&mut self, lesson: &Lesson, place: PlaceId) -> Result<(), Failure> {
        let table = lesson.table().ok();
        let travel = self.layout.sizes.travel() + 10.0;
        let (frame, near) = match &table {
            Some(table) => (*table.frame(), table.pose(place, 0.0)),
            None => (self.layout.frame, self.layout.frame.pose(self.layout.spots[place.0], 15.0)),
        };
        let over = frame.pose(self.layout.spots[place.0], travel);
        let lowered = |arm: &mut Arm| arm.sweep_to(&over, 0.7).and_then(|()| arm.sweep_to(&near, 0.3));
        let up = |arm: &mut Arm| Step::Tip([0.0, 0.0, 20.0]).make(arm);
        // Rising may leave the reach; then it goes around as it is.
        let _ = up(self.arm);
        lowered(self.arm).map_err(|error| failed(&error))
    }

    fn said(&mut self, question: &str) -> Result<Said, Failure> {
        writeln!(self.out, "{question}")?;
        self.out.flush()?;
        loop {
            let Typed::Line(line) = self.keys.line(interrupt::flag(), None)? else { return Ok(Said::End) };
            if let Some(step) = Step::read(&line) {
                match step.make(self.arm) {
                    Ok(()) => writeln!(self.out, "{}", told(self.arm))?,
                    Err(error) => writeln!(self.out, "{error}")?,
                }
            } else if line == "touch" || line == "ok" {
                return Ok(Said::Touch);
            } else if line == "end" {
                return Ok(Said::End);
            } else if let Some(off) = off(&line) {
                return Ok(Said::Off(off));
            } else {
                writeln!(self.out, "\"{line}\" is none of these:\n{STEPS}\n{HELP}")?;
            }
            self.out.flush()?;
        }
    }
}

/// Reads `off 1 -0.5 2`.
fn off(line: &str) -> Option<[f64; 3]> {
    let numbers: Vec<f64> =
        line.strip_prefix("off ")?.split_whitespace().map(str::parse).collect::<Result<_, _>>().ok()?;
    <[f64; 3]>::try_from(numbers).ok().filter(|off| off.iter().all(|number| number.abs() <= 50.0))
}
