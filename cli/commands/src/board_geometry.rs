//! Board geometry for printing and localization: the distances of the places, and the markers around the board.

use std::path::PathBuf;

use boardwright_library::load::LoadedGame;
use boardwright_rules::RuleSet;
use boardwright_table::Layout;
use boardwright_vision::find::markers::{BoardExtent, PlacedMarker};
use image::RgbImage;

use crate::arm::{ArmArgs, LayoutUser, board_game, printed_pitch};
use crate::failure::Failure;
use crate::page::Paper;

/// Arguments for the size of the board.
#[derive(Debug, clap::Args)]
pub struct BoardSizeArgs {
    /// Distance of neighbouring places, in mm. Default: as in the table file, as planned for an arm, or, if the board is
    /// too large for one, as fits on the paper.
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

impl BoardSizeArgs {
    /// The size of the printed board in a picture if its markers say that it is another one than the planned size.
    pub fn printed(
        &self,
        picture: &RgbImage,
        loaded: &LoadedGame,
        board: &BoardGeometry,
    ) -> Result<Option<Self>, Failure> {
        let arm_args = ArmArgs { table: self.table.clone(), pitch: self.pitch, ..ArmArgs::default() };
        if !arm_args.has_planned_pitch(loaded) {
            return Ok(None);
        }
        let pitch = printed_pitch(picture, loaded, &board.layout)?;
        Ok(pitch.map(|pitch| Self { pitch: Some(pitch), table: None }))
    }
}

/// Computes the board of a game at the requested size. A board that is too large for an arm fits on the paper.
pub fn board_geometry<'a>(
    loaded: &'a LoadedGame,
    BoardSizeArgs { pitch, table }: &BoardSizeArgs,
    paper: Paper,
) -> Result<BoardGeometry<'a>, Failure> {
    let rules = board_game(loaded)?.rules();
    let arm_args = ArmArgs { table: table.clone(), pitch: *pitch, ..ArmArgs::default() };
    let (file, _) = arm_args.table_file(loaded, LayoutUser::People(paper))?;
    let layout = file.layout(rules).map_err(|error| Failure::Input(error.to_string()))?;
    Ok(BoardGeometry { rules, extent: layout.extent(), markers: layout.markers(rules), layout })
}

/// Places of the board, in mm from its centre.
pub fn place_points(layout: &Layout) -> impl Iterator<Item = [f64; 2]> {
    layout.spots[..layout.board_places].iter().map(|spot| [spot.u, spot.v])
}

#[cfg(test)]
mod tests {
    use boardwright_games::shipped_names;
    use boardwright_vision::find::MarkerIds;

    #[test]
    fn boards_of_shipped_games_have_different_markers() {
        let mut ids: Vec<[u32; 4]> = shipped_names().iter().map(|name| MarkerIds::for_board(name, 25.0).0).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), shipped_names().len());
    }
}
