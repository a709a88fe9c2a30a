//! `boardwright camera find`: locates a game's board in a picture by each available method.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use boardwright_games::shipped_names;
use boardwright_library::files;
use boardwright_table::perception::{checkered_grid, locate_by_game_file, places_in_game_file, read_lens};
use boardwright_vision::camera::CameraError;
use boardwright_vision::capture::open_camera;
use boardwright_vision::find::markers::PlacedMarker;
use boardwright_vision::find::{
    BoardLocation, ExpectedBoard, FindError, MarkerLocation, identify_by_markers, locate_by_corners,
};
use boardwright_vision::geometry::{Lens, View};
use image::{Rgb, RgbImage};
use serde_json::json;

use crate::answer::Answer;
use crate::board_geometry::{BoardGeometry, BoardSizeArgs, board_geometry, place_points};
use crate::clicks::{Click, locate_by_clicks, location_text};
use crate::failure::{Failure, say};
use crate::load_game::load;
use crate::orientation::{OrientationArgs, orientation_text};
use crate::output::Output;
use crate::page::Paper;

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
    /// Accept markers that belong to another board, or do not fit this one.
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    orientation: OrientationArgs,
    /// Write the picture with the places of the board marked in it.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Result of one localization method.
struct Localization {
    method: &'static str,
    found: Result<BoardLocation, FindError>,
    /// Remark for people.
    remark: String,
    /// Number of sides from which the board looks the same to this method.
    orientations: usize,
}

impl Localization {
    fn new(method: &'static str, found: Result<BoardLocation, FindError>) -> Self {
        Self { method, found, remark: String::new(), orientations: 1 }
    }
}

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    let loaded = load(&args.game)?;
    let planned = board_geometry(&loaded, &args.size, Paper::A3)?;
    let lens = args.lens.as_deref().map(read_lens).transpose().map_err(Failure::Input)?;
    let picture = open_camera(&args.source, None)?.next_frame()?.image;
    let board = match args.size.printed(&picture, &loaded, &planned)? {
        Some(size) => board_geometry(&loaded, &size, Paper::A3)?,
        None => planned,
    };
    let mut attempts = vec![by_markers(&picture, &board, lens.as_ref(), args.force)];
    // The search for corners is slow, and less accurate than markers. Markers of another board exclude this one, and in a
    // mirrored picture no place lies where it should.
    if attempts[0].found.as_ref().is_err_and(|error| !error.is_conclusive()) {
        attempts.push(by_corners(&picture, &board, lens.as_ref(), args.orientation)?);
    }
    let points = places_in_game_file(board.rules, &board.layout);
    if !points.is_empty() {
        let found = locate_by_game_file(board.rules, &board.layout, lens.as_ref());
        attempts.push(Localization::new("the game file", found));
    }
    if !args.click.is_empty() {
        let found = locate_by_clicks(&args.click, board.rules, &board.layout, lens.as_ref())?;
        attempts.push(Localization::new("clicks", found));
    }
    for attempt in &attempts {
        match &attempt.found {
            // Without OpenCV, clicks or points every method fails for the same reason, so only this error is reported.
            Err(FindError::Camera(error @ CameraError::NoOpenCv)) if args.click.is_empty() && points.is_empty() => {
                return Err(error.clone().into());
            }
            _ => print_localization(attempt, out)?,
        }
    }
    let best = attempts.iter().find_map(|attempt| attempt.found.as_ref().ok());
    if let (Some(path), Some(found)) = (&args.out, best) {
        let marked_picture = mark_places(picture, found, &board, lens);
        write_picture(path, &marked_picture)?;
        say(&format!("the picture is in {}\n", path.display()));
    }
    Ok(if best.is_some() { Answer::Yes } else { Answer::No })
}

fn by_markers(picture: &RgbImage, board: &BoardGeometry, lens: Option<&Lens>, force: bool) -> Localization {
    let known_games = shipped_names();
    let (game, pitch) = (board.rules.name.as_str(), board.layout.pitch);
    let expected = ExpectedBoard { game, pitch, known_games: &known_games, accepts_any: force };
    match identify_by_markers(picture, board.extent, &expected, lens) {
        Ok((_, MarkerLocation { location, missing, displaced, .. })) => {
            let ids: Vec<String> = missing.iter().map(u32::to_string).collect();
            let missing = (!ids.is_empty()).then(|| format!("; not seen: {}", ids.join(", ")));
            let displaced = displaced.map(|id| format!("; marker {id} is not where it should be and is ignored"));
            let remark = missing.into_iter().chain(displaced).collect();
            Localization { remark, ..Localization::new("markers", Ok(location)) }
        }
        Err(error) => Localization::new("markers", Err(error)),
    }
}

fn by_corners(
    picture: &RgbImage,
    board: &BoardGeometry,
    lens: Option<&Lens>,
    orientation: OrientationArgs,
) -> Result<Localization, Failure> {
    let grid = match checkered_grid(board.rules, &board.layout) {
        Ok(grid) => grid,
        Err(error) => return Ok(Localization::new("corners", Err(error))),
    };
    let found = match locate_by_corners(picture, grid, lens) {
        Ok(found) => orientation.orient(found, grid)?,
        Err(error) => return Ok(Localization::new("corners", Err(error))),
    };
    let remark = format!("; {}; --out shows it", orientation_text(&found, grid, board.rules, &board.layout));
    let orientations = grid.orientations();
    Ok(Localization { remark, orientations, ..Localization::new("corners", Ok(found)) })
}

fn print_localization(attempt: &Localization, out: &mut Output) -> Result<(), Failure> {
    let Localization { method, found, remark, orientations } = attempt;
    match found {
        Ok(location @ BoardLocation { reprojection_error: residual, points, plane }) if out.is_json() => {
            let (mean, most, top) = (residual.mean, residual.max, location.top().to_string());
            let object = json!({
                "way": method, "points": points, "mean": mean, "most": most, "plane": plane, "top": top,
                "orientations": orientations
            });
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
