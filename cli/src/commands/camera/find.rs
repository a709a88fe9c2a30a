//! `boardwright camera find`: locates a game's board in a picture by each available method.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use boardwright_library::files;
use boardwright_table::perception::{locate_by_points, places_in_game_file, read_lens};
use boardwright_vision::camera::CameraError;
use boardwright_vision::capture::open_camera;
use boardwright_vision::find::markers::PlacedMarker;
use boardwright_vision::find::{BoardLocation, FindError, Grid, locate_by_corners, locate_by_markers};
use boardwright_vision::geometry::{Lens, View};
use image::{Rgb, RgbImage};
use serde_json::json;

use crate::answer::Answer;
use crate::board_geometry::{BoardGeometry, BoardSizeArgs, board_geometry, place_points};
use crate::clicks::{Click, locate_by_clicks, location_text};
use crate::failure::{Failure, say};
use crate::load_game::load;
use crate::output::Output;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// A picture, or a camera: its number or device, a video file, a folder of pictures. The first picture is used.
    source: String,
    /// The game: the path of a game file, or the name of a shipped game.
    game: String,
    #[command(flatten)]
    size: BoardSizeArgs,
    /// The lens, as `boardwright camera calibrate` writes it.
    #[arg(long, value_name = "FILE")]
    lens: Option<PathBuf>,
    /// A place of the board and its pixel, counted from the upper left corner; four of them locate the board.
    #[arg(long, value_name = "PLACE=X,Y")]
    click: Vec<Click>,
    /// Accept markers that do not fit the board well, as those of another game's board.
    #[arg(long)]
    force: bool,
    /// Write the picture with the places of the board marked in it.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Result of one localization method: its name, the location or error, and a remark for people.
type Localization = (&'static str, Result<BoardLocation, FindError>, String);

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    let loaded = load(&args.game)?;
    let board = board_geometry(&loaded, &args.size)?;
    let lens = args.lens.as_deref().map(read_lens).transpose().map_err(Failure::Input)?;
    let picture = open_camera(&args.source, None)?.next_frame()?.image;
    let mut attempts = vec![by_markers(&picture, &board, lens.as_ref(), args.force)];
    // The search for corners is slow, and less accurate than markers.
    if attempts[0].1.is_err() {
        attempts.push(by_corners(&picture, &board, lens.as_ref()));
    }
    let points = places_in_game_file(board.rules, &board.layout);
    if !points.is_empty() {
        attempts.push(("the game file", locate_by_points(&points, lens.as_ref()), String::new()));
    }
    if !args.click.is_empty() {
        attempts.push((
            "clicks",
            locate_by_clicks(&args.click, board.rules, &board.layout, lens.as_ref())?,
            String::new(),
        ));
    }
    for (method, result, remark) in &attempts {
        match result {
            // Without OpenCV, clicks or points every method fails for the same reason, so only this error is reported.
            Err(FindError::Camera(error @ CameraError::NoOpenCv)) if args.click.is_empty() && points.is_empty() => {
                return Err(error.clone().into());
            }
            _ => print_localization(method, result, remark, out)?,
        }
    }
    let best = attempts.iter().find_map(|(_, found, _)| found.as_ref().ok());
    if let (Some(path), Some(found)) = (&args.out, best) {
        let marked_picture = mark_places(picture, found, &board, lens);
        write_picture(path, &marked_picture)?;
        say(&format!("the picture is in {}\n", path.display()));
    }
    Ok(if best.is_some() { Answer::Yes } else { Answer::No })
}

fn by_markers(picture: &RgbImage, board: &BoardGeometry, lens: Option<&Lens>, force: bool) -> Localization {
    let detection = match locate_by_markers(picture, &board.markers, lens) {
        Ok(detection) => detection,
        Err(error) => return ("markers", Err(error), String::new()),
    };
    if let (Err(error), false) = (detection.location.check_residual(picture.width()), force) {
        return ("markers", Err(error), String::new());
    }
    let mut more = Vec::new();
    if !detection.missing.is_empty() {
        let ids: Vec<String> = detection.missing.iter().map(u32::to_string).collect();
        more.push(format!("; not seen: {}", ids.join(", ")));
    }
    more.extend(detection.displaced.map(|id| format!("; marker {id} is not where it should be and is ignored")));
    ("markers", Ok(detection.location), more.concat())
}

fn by_corners(picture: &RgbImage, board: &BoardGeometry, lens: Option<&Lens>) -> Localization {
    let places: Vec<[f64; 2]> = place_points(&board.layout).collect();
    let found =
        Grid::from_places(&places).ok_or(FindError::NoGrid).and_then(|grid| locate_by_corners(picture, grid, lens));
    let remark =
        "; the orientation is a guess: the board looks the same from the opposite side, so check it with --out";
    ("corners", found, remark.to_owned())
}

fn print_localization(
    method: &str,
    result: &Result<BoardLocation, FindError>,
    remark: &str,
    out: &mut Output,
) -> Result<(), Failure> {
    match result {
        Ok(BoardLocation { reprojection_error: residual, points, plane }) if out.is_json() => {
            let object =
                json!({ "way": method, "points": points, "mean": residual.mean, "most": residual.max, "plane": plane });
            out.json(&object)
        }
        Err(error) if out.is_json() => out.json(&json!({ "way": method, "failed": error.to_string() })),
        Ok(found) => Ok(writeln!(out, "{}{remark}", location_text(method, found))?),
        Err(error) => Ok(writeln!(out, "{method}: {error}")?),
    }
}

/// Draws a cross at each place and in the middle of each marker.
fn mark_places(mut picture: RgbImage, found: &BoardLocation, board: &BoardGeometry, lens: Option<Lens>) -> RgbImage {
    let Some(view) = View::new(found.plane, lens, picture.dimensions()) else { return picture };
    let middle = |marker: &PlacedMarker| {
        let [one, _, other, _] = marker.corners;
        [f64::midpoint(one[0], other[0]), f64::midpoint(one[1], other[1])]
    };
    let places = place_points(&board.layout).map(|spot| (spot, Rgb([255, 0, 120])));
    let markers = board.markers.iter().map(|marker| (middle(marker), Rgb([0, 160, 255])));
    let arm = (0.2 * board.layout.pitch * view.pixels_per_mm([0.0, 0.0])).clamp(4.0, 40.0) as i32;
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
    let write_failure = |error: &dyn std::fmt::Display| Failure::Input(format!("{}: {error}", path.display()));
    let format = image::ImageFormat::from_path(path).map_err(|error| write_failure(&error))?;
    let mut bytes = std::io::Cursor::new(Vec::new());
    picture.write_to(&mut bytes, format).map_err(|error| write_failure(&error))?;
    Ok(files::write(path, bytes.get_ref())?)
}
