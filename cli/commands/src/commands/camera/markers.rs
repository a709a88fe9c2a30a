//! `boardwright camera markers`: a printable page with the four board markers.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;

use boardwright_vision::find::MarkerIds;
use boardwright_vision::find::markers::{MarkerSize, PlacedMarker};
use serde_json::json;

use crate::answer::Answer;
use crate::board_geometry::{BoardSizeArgs, board_geometry};
use crate::failure::{Failure, say};
use crate::load_game::load;
use crate::output::Output;
use crate::page::{self, Paper};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// A game: draw the markers of its board, and print their distances. Default: markers for any board.
    game: Option<String>,
    #[command(flatten)]
    size: BoardSizeArgs,
    /// Write the page to this file, as PDF or SVG.
    #[arg(long, value_name = "FILE", default_value = "markers.pdf")]
    out: PathBuf,
}

/// Corner of the board for each marker, in words and as a direction on the page.
const CORNERS: [(&str, [f64; 2]); 4] = [
    ("upper left", [-0.5, -0.5]),
    ("upper right", [0.5, -0.5]),
    ("lower right", [0.5, 0.5]),
    ("lower left", [-0.5, 0.5]),
];

/// Distance between the centres of neighbouring markers on the page, in mm; leaves room for scissors.
const MARKER_SPACING: f64 = 70.0;

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    page::file_extension(&args.out)?;
    let (extent, ids) = match &args.game {
        Some(game) => {
            let loaded = load(game)?;
            let board = board_geometry(&loaded, &args.size, Paper::A3)?;
            (Some(board.extent), board.markers.map(|marker| marker.id))
        }
        None => (None, MarkerIds::GENERIC.0),
    };
    let size = MarkerSize::default();
    let mut shapes = String::new();
    for (id, (corner, at)) in ids.into_iter().zip(CORNERS) {
        let [x, y] = at.map(|step| step * MARKER_SPACING);
        shapes += &page::marker(&PlacedMarker::upright(id, [x, -y], size.side));
        let (side, half) = (size.side_with_quiet_zone(), size.side_with_quiet_zone() / 2.0);
        let _ = writeln!(
            shapes,
            "<rect x=\"{}\" y=\"{}\" width=\"{side}\" height=\"{side}\" fill=\"none\" stroke=\"#777\" \
             stroke-width=\"0.2\" stroke-dasharray=\"1 1\"/>",
            x - half,
            y - half
        );
        shapes += &page::caption([x, y + half + 5.0], &format!("{id}: {corner} corner of the board"));
    }
    shapes += &page::ruler([0.0, MARKER_SPACING + 10.0], 100.0);
    let instructions = "Cut along the dashed lines. Lay each, this side up, so that the corner of its paper touches its corner of the board.";
    shapes += &page::caption([0.0, MARKER_SPACING + 25.0], instructions);
    page::write(&args.out, &page::page(Paper::A4, "markers", &shapes))?;
    if out.is_json() {
        let board = extent.map(|extent| json!({ "width": extent.width, "height": extent.height }));
        out.json(&json!({ "file": args.out, "side": size.side, "quiet": size.quiet, "board": board }))?;
        return Ok(Answer::Yes);
    }
    if let Some(extent) = extent {
        writeln!(
            out,
            "the board's corners, where the papers touch it, are {:.0} x {:.0} mm apart",
            extent.width, extent.height
        )?;
    }
    say(&format!("the page is {}: print it at 100 %, and measure the line on it\n", args.out.display()));
    Ok(Answer::Yes)
}
