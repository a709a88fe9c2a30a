//! ArUco marker detection.

use boardwright_vision::find::{DetectedMarker, Dictionary};
use image::GrayImage;
use opencv::aruco::{DICT_4X4_50, DICT_6X6_250, detect_markers_def, get_predefined_dictionary_i32};
use opencv::core::{Point2f, Size, TermCriteria, ToInputArray, Vector};
use opencv::imgproc::corner_sub_pix;
use opencv::prelude::*;

use super::{mat, point};

/// Detects the markers of a dictionary, with sub-pixel corners.
pub fn detect_markers(picture: &GrayImage, dictionary: Dictionary) -> opencv::Result<Vec<DetectedMarker>> {
    let name = match dictionary {
        Dictionary::Markers4x4 => DICT_4X4_50,
        Dictionary::Markers6x6 => DICT_6X6_250,
    };
    let dictionary = get_predefined_dictionary_i32(name)?;
    let picture = mat(picture)?;
    let (mut found, mut ids) = (Vector::<Vector<Point2f>>::new(), Vector::<i32>::new());
    detect_markers_def(&picture, &dictionary, &mut found, &mut ids)?;
    // The black border is one module wide on each side.
    let modules = dictionary.marker_size() + 2;
    ids.iter().zip(found).map(|(id, corners)| refine_corners(&picture, id, corners, modules)).collect()
}

/// Refines the corners of a marker to sub-pixel accuracy.
fn refine_corners(
    picture: &impl ToInputArray,
    id: i32,
    mut corners: Vector<Point2f>,
    modules: i32,
) -> opencv::Result<DetectedMarker> {
    let all: Vec<Point2f> = corners.to_vec();
    let side = |at: usize| (all[at] - all[(at + 1) % 4]).norm();
    let shortest = (0..4).map(side).fold(f64::INFINITY, f64::min);
    // The search window is at most half a module, so that it contains nothing but the corner.
    let half = ((shortest / f64::from(2 * modules)) as i32).clamp(2, 6);
    let window = Size::new(half, half);
    let enough = TermCriteria { typ: 3, max_count: 30, epsilon: 0.01 };
    corner_sub_pix(picture, &mut corners, window, Size::new(-1, -1), enough)?;
    let corner = |at: usize| corners.get(at).map(point);
    Ok(DetectedMarker { id: id as u32, corners: [corner(0)?, corner(1)?, corner(2)?, corner(3)?] })
}
