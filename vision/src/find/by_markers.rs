//! The board by the markers around it.

use image::{GenericImageView as _, RgbImage, imageops};

use super::markers::Placed;
use super::{Dictionary, FindError, Found, Seen};
use crate::geometry::Lens;
use crate::outside;

/// A board that was found by its markers.
#[derive(Clone, Debug, PartialEq)]
pub struct ByMarkers {
    /// Where it is.
    pub found: Found,
    /// The markers, in the order of their ids.
    pub seen: Vec<Seen>,
    /// The ids of those that are not seen.
    pub covered: Vec<u32>,
    /// The id of one that lies elsewhere than the others tell; it does not count.
    pub astray: Option<u32>,
}

/// Where the board is around which these markers lie.
///
/// # Errors
///
/// When fewer than two of them are seen: with one alone, a board ten times as wide as a marker would be ten times as far off as its corners.
pub fn by_markers(picture: &RgbImage, placed: &[Placed], lens: Option<&Lens>) -> Result<ByMarkers, FindError> {
    let seen = outside::markers(&imageops::grayscale(picture), Dictionary::Small)?;
    put_together(picture, seen, placed, lens)
}

/// As [`by_markers`], but each marker is only looked for around where it must be if the board is still where it was, which takes a small
/// part of the time.
///
/// # Errors
///
/// As for [`by_markers`]: the markers may be covered, or the board may be elsewhere by now.
pub fn again(
    picture: &RgbImage,
    placed: &[Placed],
    lens: Option<&Lens>,
    before: &Found,
) -> Result<ByMarkers, FindError> {
    let mut seen = Vec::new();
    for marker in placed {
        let pixel = |corner| lens.map_or(before.plane.at(corner), |lens| lens.distorted(before.plane.at(corner)));
        let Some([left, top, width, height]) = surroundings(marker.corners.map(pixel), picture.dimensions()) else {
            continue;
        };
        let around = imageops::grayscale(&*picture.view(left, top, width, height));
        let here = outside::markers(&around, Dictionary::Small)?;
        let moved = |[x, y]: [f64; 2]| [x + f64::from(left), y + f64::from(top)];
        let wanted = here.into_iter().filter(|one| one.id == marker.id);
        seen.extend(wanted.map(|one| Seen { corners: one.corners.map(moved), ..one }));
    }
    put_together(picture, seen, placed, lens)
}

/// The pixels in which a marker with these corners is looked for: left, top, width and height; none if it is outside of the picture.
fn surroundings(corners: [[f64; 2]; 4], (width, height): (u32, u32)) -> Option<[u32; 4]> {
    let range = |axis: usize, end: u32| {
        let values = corners.map(|corner| corner[axis]).into_iter();
        let (least, most) =
            values.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), value| (a.min(value), b.max(value)));
        // Half as far as the marker is wide to both sides: what moved farther is looked for in the whole picture.
        let by = ((most - least) / 2.0).max(16.0);
        let within = |value: f64| value.clamp(0.0, f64::from(end)) as u32;
        let (from, to) = (within(least - by), within(most + by));
        (to > from).then_some((from, to - from))
    };
    let ((left, width), (top, height)) = (range(0, width)?, range(1, height)?);
    Some([left, top, width, height])
}

fn put_together(
    picture: &RgbImage,
    mut seen: Vec<Seen>,
    placed: &[Placed],
    lens: Option<&Lens>,
) -> Result<ByMarkers, FindError> {
    seen.retain(|marker| placed.iter().any(|placed| placed.id == marker.id));
    seen.sort_by_key(|marker| marker.id);
    // Of two that look the same, nobody knows which one lies at the board.
    let twice = |id: u32| seen.iter().filter(|marker| marker.id == id).count() > 1;
    let ambiguous: Vec<u32> = seen.iter().map(|marker| marker.id).filter(|id| twice(*id)).collect();
    seen.retain(|marker| !ambiguous.contains(&marker.id));
    let is_seen = |id: u32| seen.iter().any(|marker| marker.id == id);
    let covered: Vec<u32> = placed.iter().map(|marker| marker.id).filter(|id| !is_seen(*id)).collect();
    if seen.len() < 2 {
        let brightness = brightness(picture);
        if brightness < DARK {
            return Err(FindError::Dark(brightness));
        }
        return Err(FindError::Covered { seen: seen.iter().map(|marker| marker.id).collect(), covered });
    }
    let (found, astray) = fitted(&seen, placed, lens, f64::from(picture.width()))?;
    Ok(ByMarkers { found, seen, covered, astray })
}

/// Where the board is by markers that are seen; of four or more the one that spoils the rest is left out.
fn fitted(
    seen: &[Seen],
    placed: &[Placed],
    lens: Option<&Lens>,
    width: f64,
) -> Result<(Found, Option<u32>), FindError> {
    let without = |left_out: Option<u32>| {
        let counting = seen.iter().filter(|marker| Some(marker.id) != left_out);
        let lies = |marker: &Seen| placed.iter().find(|placed| placed.id == marker.id).map(|placed| placed.corners);
        let pairs = counting.filter_map(|marker| Some(lies(marker)?.into_iter().zip(marker.corners))).flatten();
        Found::from(pairs.collect(), lens)
    };
    let all = without(None)?;
    // Lenses that nobody has calibrated bend a picture by about so many pixels.
    let far = (width / 300.0).max(2.0);
    if all.residual.most <= far || seen.len() < 4 {
        return Ok((all, None));
    }
    let others = seen.iter().filter_map(|marker| Some((without(Some(marker.id)).ok()?, marker.id)));
    let best = others.min_by(|one, other| one.0.residual.most.total_cmp(&other.0.residual.most));
    Ok(match best {
        Some((found, id)) if found.residual.most <= far => (found, Some(id)),
        _ => (all, None),
    })
}

/// A mean brightness below this shows nothing.
const DARK: f64 = 12.0;

fn brightness(picture: &RgbImage) -> f64 {
    let sum: u64 = picture.as_raw().iter().map(|value| u64::from(*value)).sum();
    sum as f64 / picture.as_raw().len().max(1) as f64
}
