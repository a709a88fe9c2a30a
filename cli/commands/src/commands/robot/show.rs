//! `boardwright robot show`: moves the arm to places of a board, to check its calibration by eye.

use std::io::Write as _;

use boardwright_game::game::Game as _;
use boardwright_robot::motion::{ArmError, PlaceId};
use boardwright_table::find_place;

use crate::answer::Answer;
use crate::arm::{ArmArgs, LayoutUser, board_game, end_work, start_arm};
use crate::failure::Failure;
use crate::keyboard::Keyboard;
use crate::load_game::load;
use crate::output::Output;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The game: the path of a game file, or the name of a shipped game.
    game: String,
    #[command(flatten)]
    arm: ArmArgs,
    /// Visit only these places, separated by `;`.
    #[arg(long, value_name = "PLACES")]
    places: Option<String>,
    /// Height of the fingertips above the board at each place, in mm.
    #[arg(long, value_name = "MM", default_value_t = 15.0)]
    above: f64,
}

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    let loaded = load(&args.game)?;
    let game = board_game(&loaded)?;
    let connection = args.arm.connection();
    let mut rig =
        args.arm.rig(&loaded, &args.arm.table_file(&loaded, LayoutUser::Arm)?, &connection, &game.initial_state())?;
    let table = rig.executor.table().clone();
    let layout = table.layout();
    let places: Vec<PlaceId> = match &args.places {
        Some(names) => names
            .split(';')
            .map(|name| find_place(game.rules(), layout, name))
            .collect::<Result<_, _>>()
            .map_err(|error| Failure::Input(error.to_string()))?,
        None => (0..layout.board_places).map(PlaceId).collect(),
    };
    let arm = rig.executor.arm();
    let started = start_arm(arm, &connection, &mut Keyboard::default());
    let shown = started.and_then(|()| {
        places.into_iter().try_for_each(|place| {
            let name = layout.name(game.rules(), place.0);
            let failed = |error: ArmError| Failure::Input(format!("{name}: {error}"));
            let over = table.pose(place, layout.sizes.travel_height());
            let near = table.pose(place, args.above);
            arm.sweep_to(&over, 1.0).and_then(|()| arm.sweep_to(&near, 0.5)).map_err(failed)?;
            writeln!(out, "{name}")?;
            out.flush()?;
            arm.sweep_to(&over, 0.5).map_err(failed)
        })
    });
    end_work(shown, arm, &connection)?;
    Ok(Answer::Yes)
}
