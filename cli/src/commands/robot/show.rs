//! `boardwright robot show`: the arm visits places, so that one sees whether it comes to where they are.

use std::io::Write as _;

use boardwright_engine::game::Game as _;
use boardwright_robot::EmergencyStop;
use boardwright_robot::motion::PlaceId;
use boardwright_table::place;

use crate::arm::{Asked, board_game, start};
use crate::commands::Answer;
use crate::failure::Failure;
use crate::interrupt;
use crate::keyboard::Keyboard;
use crate::output::Output;
use crate::taken::load;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The game: the path of a game file, or the name of a shipped game.
    game: String,
    #[command(flatten)]
    arm: Asked,
    /// Visit these places only, joined by `;`.
    #[arg(long, value_name = "PLACES")]
    places: Option<String>,
    /// How high above the board the fingertips stop, in mm.
    #[arg(long, value_name = "MM", default_value_t = 15.0)]
    above: f64,
}

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    let loaded = load(&args.game)?;
    let game = board_game(&loaded)?;
    let which = args.arm.which();
    let mut rig = args.arm.rig(&loaded, &args.arm.file(&loaded)?, &which, &game.start(), &EmergencyStop::new())?;
    let table = rig.hand.table().clone();
    let layout = table.layout();
    let wanted: Vec<PlaceId> = match &args.places {
        Some(names) => names
            .split(';')
            .map(|name| place(game.rules(), layout, name))
            .collect::<Result<_, _>>()
            .map_err(|error| Failure::Input(error.to_string()))?,
        None => (0..layout.board).map(PlaceId).collect(),
    };
    let arm = rig.hand.arm();
    let failed = |error: boardwright_robot::motion::ArmError| Failure::Input(error.to_string());
    start(arm, &which, &mut Keyboard::default())?;
    for place in wanted {
        if interrupt::flag().load(std::sync::atomic::Ordering::Relaxed) {
            break;
        }
        let over = table.pose(place, layout.sizes.travel());
        let near = table.pose(place, args.above);
        let gone = arm.sweep_to(&over, 1.0).and_then(|()| arm.sweep_to(&near, 0.5));
        gone.map_err(|error| Failure::Input(format!("{}: {error}", layout.name(game.rules(), place.0))))?;
        writeln!(out, "{}", layout.name(game.rules(), place.0))?;
        out.flush()?;
        arm.sweep_to(&over, 0.5).map_err(failed)?;
    }
    arm.rest().map_err(failed)?;
    Ok(Answer::Yes)
}
