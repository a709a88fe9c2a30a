//! `boardwright board print`: the board of a game on paper, with markers around it. What it looks like is settled in `boardwright-draw`.

use std::io::Write as _;
use std::path::PathBuf;

use boardwright_shelf::pictures::NearFile;
use boardwright_table::Print;
use boardwright_vision::find::markers::{Extent, MarkerSize};
use serde_json::json;

use crate::commands::Answer;
use crate::failure::{Failure, say};
use crate::laid::{Laid, Size, laid};
use crate::output::Output;
use crate::paper::{self, Paper};
use crate::taken::load;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The game: the path of a game file, or the name of a shipped game.
    game: String,
    #[command(flatten)]
    size: Size,
    /// The paper: a4, a3, or its width and height in mm, as in 594x841. Without this the smaller of A4 and A3 on which there is room.
    #[arg(long, value_name = "PAPER")]
    paper: Option<Paper>,
    /// Write the page to this file, as PDF or SVG; without this it is NAME.pdf.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    let loaded = load(&args.game)?;
    let path = args.out.clone().unwrap_or_else(|| PathBuf::from(format!("{}.pdf", loaded.name)));
    paper::ending(&path)?;
    let board = laid(&loaded, &args.size)?;
    let size = MarkerSize::default();
    let whole = board.extent.with(size);
    let papers = args.paper.map_or(vec![Paper::A4, Paper::A3], |paper| vec![paper]);
    let Some(paper) = papers.iter().find_map(|paper| paper.with(whole.width, whole.height)) else {
        return Err(too_large(&board, papers.last().copied().unwrap_or(Paper::A3)));
    };
    let drawn = Print::of(board.rules, &board.layout, &NearFile::of(&loaded));
    let mut shapes = drawn.map_err(|error| Failure::Input(error.to_string()))?.shapes;
    shapes.extend(board.markers.iter().map(paper::marker));
    // Between the lower two markers there is always room for a short line.
    let length = if board.extent.width >= 60.0 { 50.0 } else { 10.0 };
    shapes += &paper::ruler([0.0, f64::midpoint(board.extent.height, size.whole())], length);
    paper::write(&path, &paper::page(paper, &loaded.name, &shapes))?;
    let (pitch, Extent { width, height }) = (board.layout.pitch, board.extent);
    if out.is_json() {
        out.json(
            &json!({ "file": path, "paper": paper.to_string(), "pitch": pitch, "width": width, "height": height }),
        )?;
    } else {
        writeln!(out, "{}, {pitch} mm from place to place: {width:.0} x {height:.0} mm on {paper}", loaded.title)?;
        say(&format!("the page is {}: print it at 100 %, and measure the line on it\n", path.display()));
    }
    Ok(Answer::Yes)
}

/// How near its places would have to be, or how large the paper.
fn too_large(board: &Laid, paper: Paper) -> Failure {
    let Extent { width, height } = board.extent;
    let whole = board.extent.with(MarkerSize::default());
    let pitch = board.layout.pitch;
    let scaled = |pitch_then: f64| {
        let then = Extent { width: width * pitch_then / pitch, height: height * pitch_then / pitch };
        then.with(MarkerSize::default())
    };
    let fits = |then: &f64| paper.with(scaled(*then).width, scaled(*then).height).is_some();
    let most = (4..=2 * pitch as i32).rev().map(|half| f64::from(half) / 2.0).find(fits);
    let smaller = most.map_or(String::new(), |most| format!("; --pitch {most} fits"));
    Failure::Input(format!(
        "at {pitch} mm from place to place the board and its markers are {:.0} x {:.0} mm, too large for {paper}{smaller}, \
         and --paper WIDTHxHEIGHT takes a larger sheet; or lay the markers of `boardwright camera markers` around a board of \
         {width:.0} x {height:.0} mm",
        whole.width, whole.height
    ))
}
