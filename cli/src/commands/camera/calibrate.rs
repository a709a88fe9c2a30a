//! `boardwright camera calibrate`: a lens from pictures of a chessboard.

use std::io::Write as _;

use boardwright_vision::camera::CameraError;
use boardwright_vision::capture::open;
use boardwright_vision::find::calibrate;
use serde_json::json;

use crate::commands::Answer;
use crate::failure::{Failure, note};
use crate::output::Output;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Pictures of the chessboard, tilted, and in all parts of the picture; folders of them.
    #[arg(required = true)]
    pictures: Vec<String>,
    /// How many corners lie between the squares of the chessboard, from left to right and from top to bottom.
    #[arg(long, value_name = "COLUMNSxROWS", value_parser = corners)]
    corners: (usize, usize),
}

fn corners(text: &str) -> Result<(usize, usize), String> {
    let sides =
        text.split_once(['x', 'X']).and_then(|(columns, rows)| Some((columns.parse().ok()?, rows.parse().ok()?)));
    let known = sides.filter(|(columns, rows)| (3..=50).contains(columns) && (3..=50).contains(rows));
    known.ok_or_else(|| {
        format!("\"{text}\" is no number of corners: a chessboard of 10 x 7 squares has 9x6, and 3x3 are needed")
    })
}

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    let (mut pictures, mut names) = (Vec::new(), Vec::new());
    for source in &args.pictures {
        let mut camera = open(source, None)?;
        for at in 1.. {
            match camera.shot() {
                Ok(shot) => pictures.push(shot.picture),
                Err(CameraError::Over) => break,
                Err(error) => return Err(error.into()),
            }
            names.push(format!("picture {at} of {source}"));
        }
    }
    let told = calibrate(&pictures, args.corners)?;
    for (at, name) in names.iter().enumerate().filter(|(at, _)| !told.used.contains(at)) {
        note(&format!("{name} ({}) does not show all corners, and is left out", at + 1));
    }
    let size = pictures.first().map_or((0, 0), image::RgbImage::dimensions);
    if out.is_json() {
        out.json(&json!({ "lens": told.lens, "rms": told.rms, "pictures": told.used.len(), "width": size.0, "height": size.1 }))?;
        return Ok(Answer::Yes);
    }
    writeln!(
        out,
        "# for pictures of {} x {} pixels; corners are within {:.2} pixels in {}",
        size.0,
        size.1,
        told.rms,
        told.used.len()
    )?;
    // A table of numbers can always be written.
    write!(out, "{}", toml::to_string(&told.lens).unwrap_or_default())?;
    Ok(Answer::Yes)
}
