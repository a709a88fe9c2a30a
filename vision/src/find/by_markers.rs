//! Board localisation by ArUco markers around the board.

use image::{GenericImageView as _, GrayImage, RgbImage, imageops};

use super::marker_ids::{ExpectedBoard, LIKELY_PITCHES, MarkerIds, board_markers};
use super::markers::{BoardExtent, MarkerSize, PlacedMarker, markers_around};
use super::{BoardLocation, DetectedMarker, Dictionary, FindError, detect_markers};
use crate::geometry::Lens;

/// A board located by its markers.
#[derive(Clone, Debug, PartialEq)]
pub struct MarkerLocation {
    /// The location of the board.
    pub location: BoardLocation,
    /// The detected markers, sorted by id.
    pub markers: Vec<DetectedMarker>,
    /// The ids of the markers that were not detected.
    pub missing: Vec<u32>,
    /// The id of a displaced marker that contradicts the others; it is ignored.
    pub displaced: Option<u32>,
}

/// Locates a board by its own markers, or by generic ones, and checks that they fit it. Also returns the markers.
///
/// # Errors
///
/// [`FindError`] when fewer than two markers are detected, when markers of another board are visible, when the markers do
/// not fit, or when the picture is mirrored.
pub fn identify_by_markers(
    picture: &RgbImage,
    extent: BoardExtent,
    board: &ExpectedBoard<'_>,
    lens: Option<&Lens>,
) -> Result<([PlacedMarker; 4], MarkerLocation), FindError> {
    let grey = imageops::grayscale(picture);
    let detected = detect_markers(&grey, Dictionary::Markers4x4)?;
    let visible: Vec<u32> = detected.iter().map(|marker| marker.id).collect();
    let identified = board.choose_markers(&visible).and_then(|ids| {
        let placed = markers_around(extent, MarkerSize::default(), ids);
        let found = locate(picture, detected, &placed, lens)?;
        if !board.accepts_any {
            found.location.check_residual(picture.width())?;
        }
        Ok((placed, found))
    });
    identified.or_else(|error| {
        let mirrored = markers_in_mirror(&grey)?;
        // A single marker may be a chance pattern; some patterns are markers in both directions.
        Err(if mirrored.len() > visible.len().max(1) { FindError::Mirrored(mirrored) } else { error })
    })
}

/// The pitch of a game's printed board in a picture, as its markers tell it, if it differs from the `expected` one. Of the
/// pitches with the same markers the one counts at which they fit best. `extent` is the extent of the board at a pitch.
pub fn printed_pitch(
    picture: &RgbImage,
    game: &str,
    expected: f64,
    extent: impl Fn(f64) -> Option<BoardExtent>,
) -> Option<f64> {
    let detected = detect_markers(&imageops::grayscale(picture), Dictionary::Markers4x4).ok()?;
    let visible: Vec<u32> = detected.iter().map(|marker| marker.id).collect();
    if MarkerIds::for_board(game, expected).are_in(&visible) {
        return None;
    }
    let residual = |pitch: f64| {
        let placed = markers_around(extent(pitch)?, MarkerSize::default(), MarkerIds::for_board(game, pitch));
        let found = locate(picture, detected.clone(), &placed, None).ok()?;
        let location = found.location.check_residual(picture.width()).ok()?;
        Some((pitch, location.reprojection_error.mean))
    };
    let pitches = LIKELY_PITCHES.map(f64::from).filter(|pitch| MarkerIds::for_board(game, *pitch).are_in(&visible));
    let best = pitches.filter_map(residual).min_by(|one, other| one.1.total_cmp(&other.1));
    best.map(|(pitch, _)| pitch)
}

/// The ids of markers of boards that are visible in the mirror image of a picture, sorted by their corners.
fn markers_in_mirror(picture: &GrayImage) -> Result<Vec<u32>, FindError> {
    let detected = detect_markers(&imageops::flip_horizontal(picture), Dictionary::Markers4x4)?;
    Ok(board_markers(detected.iter().map(|marker| marker.id)))
}

/// Locates the board from the markers `placed` around it.
///
/// # Errors
///
/// [`FindError`] when fewer than two markers are detected: with a single one, a board ten times as wide as the marker
/// would have ten times the error of its corners.
pub fn locate_by_markers(
    picture: &RgbImage,
    placed: &[PlacedMarker],
    lens: Option<&Lens>,
) -> Result<MarkerLocation, FindError> {
    let detected = detect_markers(&imageops::grayscale(picture), Dictionary::Markers4x4)?;
    locate(picture, detected, placed, lens)
}

/// Locates the board as [`locate_by_markers`] does, but searches each marker only around its expected position.
/// This takes a fraction of the time.
///
/// # Errors
///
/// [`FindError`] as for [`locate_by_markers`]: the markers may be covered, or the board may have moved.
pub fn relocate_by_markers(
    picture: &RgbImage,
    placed: &[PlacedMarker],
    lens: Option<&Lens>,
    before: &BoardLocation,
) -> Result<MarkerLocation, FindError> {
    let mut detected = Vec::new();
    for marker in placed {
        let pixel = |corner| lens.map_or(before.plane.map(corner), |lens| lens.distort(before.plane.map(corner)));
        let Some([left, top, width, height]) = search_window(marker.corners.map(pixel), picture.dimensions()) else {
            continue;
        };
        let around = imageops::grayscale(&*picture.view(left, top, width, height));
        let detected_here = detect_markers(&around, Dictionary::Markers4x4)?;
        let moved = |[x, y]: [f64; 2]| [x + f64::from(left), y + f64::from(top)];
        let wanted = detected_here.into_iter().filter(|one| one.id == marker.id);
        detected.extend(wanted.map(|one| DetectedMarker { corners: one.corners.map(moved), ..one }));
    }
    locate(picture, detected, placed, lens)
}

/// The search window around a marker's expected corners: left, top, width and height in pixels; `None` outside the
/// image.
fn search_window(corners: [[f64; 2]; 4], (width, height): (u32, u32)) -> Option<[u32; 4]> {
    let range = |axis: usize, end: u32| {
        let values = corners.map(|corner| corner[axis]).into_iter();
        let (least, most) =
            values.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), value| (a.min(value), b.max(value)));
        // Half the marker's width on each side: a marker that moved farther needs a search in the whole image.
        let by = ((most - least) / 2.0).max(16.0);
        let within = |value: f64| value.clamp(0.0, f64::from(end)) as u32;
        let (from, to) = (within(least - by), within(most + by));
        (to > from).then_some((from, to - from))
    };
    let ((left, width), (top, height)) = (range(0, width)?, range(1, height)?);
    Some([left, top, width, height])
}

fn locate(
    picture: &RgbImage,
    mut detected: Vec<DetectedMarker>,
    placed: &[PlacedMarker],
    lens: Option<&Lens>,
) -> Result<MarkerLocation, FindError> {
    detected.retain(|marker| placed.iter().any(|placed| placed.id == marker.id));
    detected.sort_by_key(|marker| marker.id);
    // Of two markers with the same id, it is unknown which one belongs to the board.
    let twice = |id: u32| detected.iter().filter(|marker| marker.id == id).count() > 1;
    let ambiguous: Vec<u32> = detected.iter().map(|marker| marker.id).filter(|id| twice(*id)).collect();
    detected.retain(|marker| !ambiguous.contains(&marker.id));
    let is_detected = |id: u32| detected.iter().any(|marker| marker.id == id);
    let missing: Vec<u32> = placed.iter().map(|marker| marker.id).filter(|id| !is_detected(*id)).collect();
    if detected.len() < 2 {
        let brightness = mean_brightness(picture);
        if brightness < MIN_BRIGHTNESS {
            return Err(FindError::Dark(brightness));
        }
        return Err(FindError::Covered { detected: detected.iter().map(|marker| marker.id).collect(), missing });
    }
    let (found, displaced) = fit_without_outlier(&detected, placed, lens, f64::from(picture.width()))?;
    Ok(MarkerLocation { location: found, markers: detected, missing, displaced })
}

/// Fits the board's location to the detected markers; of four or more, a single outlier is left out.
fn fit_without_outlier(
    detected: &[DetectedMarker],
    placed: &[PlacedMarker],
    lens: Option<&Lens>,
    width: f64,
) -> Result<(BoardLocation, Option<u32>), FindError> {
    let without = |left_out: Option<u32>| {
        let counting = detected.iter().filter(|marker| Some(marker.id) != left_out);
        let placed_corners =
            |marker: &DetectedMarker| placed.iter().find(|placed| placed.id == marker.id).map(|placed| placed.corners);
        let pairs =
            counting.filter_map(|marker| Some(placed_corners(marker)?.into_iter().zip(marker.corners))).flatten();
        BoardLocation::fit(pairs.collect(), lens)
    };
    let all = without(None)?;
    // Typical distortion of an uncalibrated lens, in pixels.
    let far = (width / 300.0).max(2.0);
    if all.reprojection_error.max <= far || detected.len() < 4 {
        return Ok((all, None));
    }
    let others = detected.iter().filter_map(|marker| Some((without(Some(marker.id)).ok()?, marker.id)));
    let best = others.min_by(|one, other| one.0.reprojection_error.max.total_cmp(&other.0.reprojection_error.max));
    Ok(match best {
        Some((found, id)) if found.reprojection_error.max <= far => (found, Some(id)),
        _ => (all, None),
    })
}

/// Mean brightness below which the image shows nothing.
const MIN_BRIGHTNESS: f64 = 12.0;

fn mean_brightness(picture: &RgbImage) -> f64 {
    let sum: u64 = picture.as_raw().iter().map(|value| u64::from(*value)).sum();
    sum as f64 / picture.as_raw().len().max(1) as f64
}
