//! `boardwright camera calibrate`: lens calibration from pictures of a chessboard.

use std::io::Write as _;

use boardwright_vision::camera::CameraError;
use boardwright_vision::capture::open_camera;
use boardwright_vision::find::calibrate_lens;
use serde_json::json;

use crate::answer::Answer;
use crate::failure::{Failure, note};
use crate::output::Output;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Pictures of the chessboard, tilted and in all parts of the image; or folders of such pictures.
    #[arg(required = true)]
    pictures: Vec<String>,
    /// Number of inner corners of the chessboard, from left to right and from top to bottom.
    #[arg(long, value_name = "COLUMNSxROWS", value_parser = parse_corners)]
    corners: (usize, usize),
}

fn parse_corners(text: &str) -> Result<(usize, usize), String> {
    let sides =
        text.split_once(['x', 'X']).and_then(|(columns, rows)| Some((columns.parse().ok()?, rows.parse().ok()?)));
    let valid = sides.filter(|(columns, rows)| (3..=50).contains(columns) && (3..=50).contains(rows));
    valid.ok_or_else(|| {
        format!("\"{text}\" is not a valid number of corners: a chessboard of 10 x 7 squares has 9x6 corners, and at least 3x3 are needed")
    })
}

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    let (mut pictures, mut names) = (Vec::new(), Vec::new());
    for source in &args.pictures {
        let mut camera = open_camera(source, None)?;
        for at in 1.. {
            match camera.next_frame() {
                Ok(shot) => pictures.push(shot.image),
                Err(CameraError::EndOfStream) => break,
                Err(error) => return Err(error.into()),
            }
            names.push(format!("picture {at} of {source}"));
        }
    }
    let calibration = calibrate_lens(&pictures, args.corners)?;
    for (at, name) in names.iter().enumerate().filter(|(at, _)| !calibration.used_images.contains(at)) {
        note(&format!("{name} ({}) does not show all corners and is ignored", at + 1));
    }
    let size = pictures.first().map_or((0, 0), image::RgbImage::dimensions);
    if out.is_json() {
        out.json(&json!({ "lens": calibration.lens, "rms": calibration.rms, "pictures": calibration.used_images.len(), "width": size.0, "height": size.1 }))?;
        return Ok(Answer::Yes);
    }
    writeln!(
        out,
        "# for pictures of {} x {} pixels; corners are within {:.2} pixels in {}",
        size.0,
        size.1,
        calibration.rms,
        calibration.used_images.len()
    )?;
    // Serializing a table of numbers cannot fail.
    write!(out, "{}", toml::to_string(&calibration.lens).unwrap_or_default())?;
    Ok(Answer::Yes)
}
