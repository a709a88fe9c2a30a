//! `boardwright camera find`: where the board is in a picture, in each way in which it can be found.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use boardwright_shelf::files;
use boardwright_table::eye::{by_points, read_lens, told_places};
use boardwright_vision::camera::CameraError;
use boardwright_vision::capture::open;
use boardwright_vision::find::markers::Placed;
use boardwright_vision::find::{FindError, Found, Grid, by_corners, by_markers};
use boardwright_vision::geometry::{Lens, View};
use image::{Rgb, RgbImage};
use serde_json::json;

use crate::commands::Answer;
use crate::failure::{Failure, say};
use crate::laid::{Click, Laid, Size, clicks, laid, spots, told};
use crate::output::Output;
use crate::taken::load;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// A picture, or a camera: its number or device, a film, a folder of pictures. The first picture is looked at.
    source: String,
    /// The game: the path of a game file, or the name of a shipped game.
    game: String,
    #[command(flatten)]
    size: Size,
    /// The lens, as `boardwright camera calibrate` writes it.
    #[arg(long, value_name = "FILE")]
    lens: Option<PathBuf>,
    /// A place of the board and where it is in the picture, in pixels from the upper left; four of them tell where the board is.
    #[arg(long, value_name = "PLACE=X,Y")]
    click: Vec<Click>,
    /// Write the picture with the places of the board drawn in.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// A way in which the board was looked for: what came of it, with something to be added for people.
type Tried = (&'static str, Result<Found, FindError>, String);

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    let loaded = load(&args.game)?;
    let board = laid(&loaded, &args.size)?;
    let lens = args.lens.as_deref().map(read_lens).transpose().map_err(Failure::Input)?;
    let picture = open(&args.source, None)?.shot()?.picture;
    let mut tried = vec![markers(&picture, &board, lens.as_ref()), corners(&picture, &board, lens.as_ref())];
    let points = told_places(board.rules, &board.layout);
    if !points.is_empty() {
        tried.push(("the game file", by_points(&points, lens.as_ref()), String::new()));
    }
    if !args.click.is_empty() {
        tried.push(("clicks", clicks(&args.click, board.rules, &board.layout, lens.as_ref())?, String::new()));
    }
    for (way, found, more) in &tried {
        match found {
            // Nothing can be looked for: there is nothing to be told of single ways.
            Err(FindError::Camera(error @ CameraError::NotBuilt)) if args.click.is_empty() && points.is_empty() => {
                return Err(error.clone().into());
            }
            _ => tell(way, found, more, out)?,
        }
    }
    let best = tried.iter().find_map(|(_, found, _)| found.as_ref().ok());
    if let (Some(path), Some(found)) = (&args.out, best) {
        let shown = marked(picture, found, &board, lens);
        write_picture(path, &shown)?;
        say(&format!("the picture is in {}\n", path.display()));
    }
    Ok(if best.is_some() { Answer::Yes } else { Answer::No })
}

fn markers(picture: &RgbImage, board: &Laid, lens: Option<&Lens>) -> Tried {
    let seen = match by_markers(picture, &board.markers, lens) {
        Ok(seen) => seen,
        Err(error) => return ("markers", Err(error), String::new()),
    };
    let mut more = Vec::new();
    if !seen.covered.is_empty() {
        let ids: Vec<String> = seen.covered.iter().map(u32::to_string).collect();
        more.push(format!("; not seen: {}", ids.join(", ")));
    }
    more.extend(seen.astray.map(|id| format!("; marker {id} lies elsewhere than it should, and is left out")));
    ("markers", Ok(seen.found), more.concat())
}

fn corners(picture: &RgbImage, board: &Laid, lens: Option<&Lens>) -> Tried {
    let places: Vec<[f64; 2]> = spots(&board.layout).collect();
    let found = Grid::of(&places).ok_or(FindError::NoGrid).and_then(|grid| by_corners(picture, grid, lens));
    ("corners", found, "; which side is which is a guess".to_owned())
}

fn tell(way: &str, found: &Result<Found, FindError>, more: &str, out: &mut Output) -> Result<(), Failure> {
    match found {
        Ok(Found { residual, points, plane }) if out.is_json() => {
            let told =
                json!({ "way": way, "points": points, "mean": residual.mean, "most": residual.most, "plane": plane });
            out.json(&told)
        }
        Err(error) if out.is_json() => out.json(&json!({ "way": way, "failed": error.to_string() })),
        Ok(found) => Ok(writeln!(out, "{}{more}", told(way, found))?),
        Err(error) => Ok(writeln!(out, "{way}: {error}")?),
    }
}

/// The picture with a cross at each place, and one in the middle of each marker.
fn marked(mut picture: RgbImage, found: &Found, board: &Laid, lens: Option<Lens>) -> RgbImage {
    let Some(view) = View::new(found.plane, lens, picture.dimensions()) else { return picture };
    let middle = |marker: &Placed| {
        let [one, _, other, _] = marker.corners;
        [f64::midpoint(one[0], other[0]), f64::midpoint(one[1], other[1])]
    };
    let places = spots(&board.layout).map(|spot| (spot, Rgb([255, 0, 120])));
    let markers = board.markers.iter().map(|marker| (middle(marker), Rgb([0, 160, 255])));
    let arm = (0.2 * board.layout.pitch * view.scale([0.0, 0.0])).clamp(4.0, 40.0) as i32;
    for (spot, colour) in places.chain(markers) {
        let [x, y] = view.pixel(spot, 0.0).map(|value| value.round() as i32);
        let strokes = (-arm..=arm).flat_map(|step| [(step, 0), (step, 1), (0, step), (1, step)]);
        for (right, down) in strokes {
            let at = (u32::try_from(x + right), u32::try_from(y + down));
            if let (Ok(x), Ok(y)) = at
                && let Some(pixel) = picture.get_pixel_mut_checked(x, y)
            {
                *pixel = colour;
            }
        }
    }
    picture
}

fn write_picture(path: &Path, picture: &RgbImage) -> Result<(), Failure> {
    let wrong = |error: &dyn std::fmt::Display| Failure::Input(format!("{}: {error}", path.display()));
    let format = image::ImageFormat::from_path(path).map_err(|error| wrong(&error))?;
    let mut bytes = std::io::Cursor::new(Vec::new());
    picture.write_to(&mut bytes, format).map_err(|error| wrong(&error))?;
    Ok(files::write(path, bytes.get_ref())?)
}
