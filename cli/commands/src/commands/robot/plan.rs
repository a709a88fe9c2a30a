//! `boardwright robot plan`: plans the layout of a game within the reach of an arm, as a table file and as a drawing.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use boardwright_library::files;
use boardwright_table::{TableFile, plan_svg};
use serde_json::json;

use crate::answer::Answer;
use crate::arm::{DEFAULT_ARM, LayoutUser, arm_config, board_game, planned_layout};
use crate::failure::{Failure, say};
use crate::load_game::load;
use crate::output::{Output, count_text};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The game: the path of a game file, or the name of a shipped game.
    game: String,
    /// Arm model: al5d, robot-1, robot-2, or a file that describes one.
    #[arg(long, value_name = "NAME|FILE", default_value = DEFAULT_ARM)]
    arm: String,
    /// Distance of neighbouring places, in mm. Default: the most that suits the arm, and with which the board can be printed.
    #[arg(long, value_name = "MM")]
    pitch: Option<f64>,
    /// Write the table file to this file.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Draw the table from above to this file, as SVG.
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,
}

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    let loaded = load(&args.game)?;
    let game = board_game(&loaded)?;
    let config = arm_config(&args.arm, Path::new(""))?;
    let layout = planned_layout(game, &config, args.pitch, LayoutUser::Arm)?;
    let (rules, slots) = (game.rules(), layout.slots());
    if let Some(path) = &args.picture {
        files::write(path, plan_svg(rules, &config, &layout).as_bytes())?;
    }
    let file = TableFile::from_layout(&args.game, &args.arm, &layout);
    if let Some(path) = &args.out {
        if path.exists() {
            let message = format!("{} exists already; a calibrated table is not overwritten", path.display());
            return Err(Failure::Input(message));
        }
        files::write(path, file.write().as_bytes())?;
        say(&format!("the table file is {}\n", path.display()));
    }
    let frame = layout.frame;
    if out.is_json() {
        let places: Vec<_> = layout
            .spots
            .iter()
            .enumerate()
            .map(|(at, spot)| {
                let [x, y, _] = frame.arm_point(*spot, 0.0);
                json!({ "place": layout.name(rules, at), "x": x, "y": y })
            })
            .collect();
        out.json(&json!({ "pitch": layout.pitch, "width": layout.sizes.width, "slots": slots, "places": places }))?;
        return Ok(Answer::Yes);
    }
    let sizes = layout.sizes;
    writeln!(out, "{} before {}:", loaded.title, config.name)?;
    writeln!(
        out,
        "  {} {} mm apart; pieces {:.0} mm wide and {:.0} mm high",
        count_text(layout.board_places, "place"),
        layout.pitch,
        sizes.width,
        sizes.height
    )?;
    writeln!(out, "  the middle of the board {:.0} mm before the arm's base", frame.y)?;
    writeln!(out, "  {} beside the board for pieces that wait or were taken", count_text(slots, "slot"))?;
    Ok(Answer::Yes)
}
