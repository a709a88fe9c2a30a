//! `boardwright camera markers`: the four markers on a page.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;

use boardwright_vision::find::markers::{MarkerSize, Placed};
use serde_json::json;

use crate::commands::Answer;
use crate::failure::{Failure, say};
use crate::laid::{Size, laid};
use crate::output::Output;
use crate::paper::{self, Paper};
use crate::taken::load;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// A game: tells where the markers must lie around its board.
    game: Option<String>,
    #[command(flatten)]
    size: Size,
    /// Write the page to this file, as PDF or SVG.
    #[arg(long, value_name = "FILE", default_value = "markers.pdf")]
    out: PathBuf,
}

/// Where each marker lies, in words and on the page.
const CORNERS: [(&str, [f64; 2]); 4] = [
    ("upper left", [-0.5, -0.5]),
    ("upper right", [0.5, -0.5]),
    ("lower right", [0.5, 0.5]),
    ("lower left", [-0.5, 0.5]),
];

/// From the middle of one marker to the next, in mm: far enough for scissors.
const APART: f64 = 70.0;

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    paper::ending(&args.out)?;
    let extent = match &args.game {
        Some(game) => Some(laid(&load(game)?, &args.size)?.extent),
        None => None,
    };
    let size = MarkerSize::default();
    let mut shapes = String::new();
    for (id, (corner, at)) in (0..).zip(CORNERS) {
        let [x, y] = at.map(|step| step * APART);
        shapes += &paper::marker(&Placed::upright(id, [x, -y], size.side));
        let (whole, half) = (size.whole(), size.whole() / 2.0);
        let _ = writeln!(
            shapes,
            "<rect x=\"{}\" y=\"{}\" width=\"{whole}\" height=\"{whole}\" fill=\"none\" stroke=\"#777\" \
             stroke-width=\"0.2\" stroke-dasharray=\"1 1\"/>",
            x - half,
            y - half
        );
        shapes += &paper::words([x, y + half + 5.0], &format!("{id}: {corner} corner of the board"));
    }
    shapes += &paper::ruler([0.0, APART + 10.0], 100.0);
    let told = "Cut along the dashed lines. Lay each, this side up, so that the corner of its paper touches its corner of the board.";
    shapes += &paper::words([0.0, APART + 25.0], told);
    paper::write(&args.out, &paper::page(Paper::A4, "markers", &shapes))?;
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
