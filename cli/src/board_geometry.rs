//! Board geometry for printing and localization: the distances of the places, and the markers around the board.

use std::path::PathBuf;

use boardwright_library::load::LoadedGame;
use boardwright_rules::RuleSet;
use boardwright_table::{BoardFrame, Layout, PieceSizes, TableFile};
use boardwright_vision::find::markers::{BoardExtent, MarkerSize, PlacedMarker, markers_around};

use crate::arm::{ArmArgs, board_game};
use crate::failure::Failure;

/// Arguments for the size of the board.
#[derive(Debug, clap::Args)]
pub struct BoardSizeArgs {
    /// Distance of neighbouring places, in mm. Default: as in the table file, or as planned for an arm.
    #[arg(long, value_name = "MM")]
    pitch: Option<f64>,
    /// Table file. Default: NAME.table.toml if it exists in the current folder.
    #[arg(long, value_name = "FILE", conflicts_with = "pitch")]
    table: Option<PathBuf>,
}

/// A board with its markers.
pub struct BoardGeometry<'a> {
    pub rules: &'a RuleSet,
    pub layout: Layout,
    pub extent: BoardExtent,
    pub markers: [PlacedMarker; 4],
}

/// Computes the board of a game at the requested size.
pub fn board_geometry<'a>(loaded: &'a LoadedGame, size: &BoardSizeArgs) -> Result<BoardGeometry<'a>, Failure> {
    let rules = board_game(loaded)?.rules();
    let input_failure = |error: &dyn std::fmt::Display| Failure::Input(error.to_string());
    let layout = match size.pitch {
        Some(pitch) if (2.0..=500.0).contains(&pitch) => {
            // The arm does not grip these pieces, so their size does not matter.
            let sizes = PieceSizes { width: pitch, height: pitch, grip: 0.0 };
            Layout::at_pitch(rules, pitch, BoardFrame::default(), sizes).map_err(|error| input_failure(&error))?
        }
        Some(pitch) => return Err(Failure::Usage(format!("places are 2 to 500 mm apart, not {pitch}"))),
        None => {
            let arm_args = ArmArgs { table: size.table.clone(), ..ArmArgs::default() };
            let (file, _): (TableFile, _) = arm_args.table_file(loaded).map_err(|error| match error {
                Failure::Input(why) if size.table.is_none() => {
                    Failure::Input(format!("{why}; without an arm, --pitch MM says how far apart its places are"))
                }
                other => other,
            })?;
            file.layout(rules).map_err(|error| input_failure(&error))?
        }
    };
    let places: Vec<[f64; 2]> = place_points(&layout).collect();
    let extent = BoardExtent::from_places(&places, layout.pitch);
    Ok(BoardGeometry { rules, extent, markers: markers_around(extent, MarkerSize::default()), layout })
}

/// Places of the board, in mm from its centre.
pub fn place_points(layout: &Layout) -> impl Iterator<Item = [f64; 2]> {
    layout.spots[..layout.board_places].iter().map(|spot| [spot.u, spot.v])
}
