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
            let mut tops = vec![found.top().to_string()];
            tops.extend(other_tops(&found, grid).map(|top| format!("at the {top}")));
            Failure::Input(format!(
                "by its shape and the shades of its squares, the top of the board in this picture is at the {}, not at the \
                 {side}; to use it otherwise, say where four places are: --click PLACE=X,Y",
                tops.join(" or ")
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
    let corner = upper_left
        .map_or_else(String::new, |place| format!(", with {} at its left end,", layout.place_labels(rules)[place]));
    let others: Vec<String> = other_tops(found, grid).map(|top| format!("--top {top}")).collect();
    if others.is_empty() {
        return format!(
            "by the shades of its squares, the top of the board{corner} is at the {} of the picture",
            found.top()
        );
    }
    let evidence = if grid.upper_left.is_some() { ", by the shades of its squares" } else { "" };
    format!(
        "the empty board looks the same from {} sides{evidence}; its top{corner} is taken to be at the {} of the picture: if it is not, use {}",
        grid.orientations(),
        found.top(),
        others.join(" or ")
    )
}

/// The other sides of the picture at which the top of the board may be.
fn other_tops(found: &BoardLocation, grid: Grid) -> impl Iterator<Item = ImageSide> {
    (grid.quarter_turns()..4).step_by(grid.quarter_turns()).map(|turns| found.turned(turns).top())
}
