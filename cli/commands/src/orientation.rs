//! The orientation of a board that was located by its corners, and therefore looks the same from several sides.

use boardwright_rules::RuleSet;
use boardwright_table::Layout;
use boardwright_vision::find::{BoardLocation, Grid, ImageSide};

use crate::failure::Failure;

/// Argument for the orientation of the board.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct OrientationArgs {
    /// Side of the picture to which the top of the board points, if the board is located by its squares: top, right, bottom or left.
    /// Default: the top if possible.
    #[arg(long, value_name = "SIDE")]
    top: Option<ImageSide>,
}

impl OrientationArgs {
    /// Turns the location so that the top of the board points to the requested side.
    pub fn orient(self, found: BoardLocation, grid: Grid) -> Result<BoardLocation, Failure> {
        let Some(side) = self.top else { return Ok(found) };
        found.with_top(side, grid).ok_or_else(|| {
            let other = found.turned(2).top();
            Failure::Input(format!(
                "the board is not square: in this picture its top is at the {} or at the {other}, not at the {side}",
                found.top()
            ))
        })
    }
}

/// Reports the orientation in which a board is taken, and the option that changes it.
pub fn orientation_text(found: &BoardLocation, grid: Grid, rules: &RuleSet, layout: &Layout) -> String {
    let upper_left = (0..layout.board_places).max_by(|one, other| {
        let far = |place: usize| layout.spots[place].v - layout.spots[place].u;
        far(*one).total_cmp(&far(*other))
    });
    let corner =
        upper_left.map_or_else(String::new, |place| format!(", with {} at its left end,", layout.name(rules, place)));
    let turns = (grid.quarter_turns()..4).step_by(grid.quarter_turns());
    let others: Vec<String> = turns.map(|turns| format!("--top {}", found.turned(turns).top())).collect();
    format!(
        "the empty board looks the same from {} sides; its top{corner} is taken to be at the {} of the picture: if it is not, use {}",
        grid.orientations(),
        found.top(),
        others.join(" or ")
    )
}
