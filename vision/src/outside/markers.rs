//! Markers found in a picture.

use image::GrayImage;
use opencv::aruco::{DICT_4X4_50, DICT_6X6_250, detect_markers_def, get_predefined_dictionary_i32};
use opencv::core::{Point2f, Size, TermCriteria, ToInputArray, Vector};
use opencv::imgproc::corner_sub_pix;
use opencv::prelude::*;

use super::{mat, point};
use crate::find::{Dictionary, FindError, Seen};

/// The markers of a dictionary that are seen, their corners to a part of a pixel.
///
/// # Errors
///
/// When `OpenCV` fails.
pub fn markers(picture: &GrayImage, dictionary: Dictionary) -> Result<Vec<Seen>, FindError> {
    let name = match dictionary {
        Dictionary::Small => DICT_4X4_50,
        Dictionary::Large => DICT_6X6_250,
    };
    let dictionary = get_predefined_dictionary_i32(name)?;
    let picture = mat(picture)?;
    let (mut found, mut ids) = (Vector::<Vector<Point2f>>::new(), Vector::<i32>::new());
    detect_markers_def(&picture, &dictionary, &mut found, &mut ids)?;
    // The black border is a module wide on each side.
    let modules = dictionary.marker_size() + 2;
    ids.iter().zip(found).map(|(id, corners)| refined(&picture, id, corners, modules)).collect()
}

/// A marker with its corners where dark and light meet.
fn refined(
    picture: &impl ToInputArray,
    id: i32,
    mut corners: Vector<Point2f>,
    modules: i32,
) -> Result<Seen, FindError> {
    let all: Vec<Point2f> = corners.to_vec();
    let side = |at: usize| (all[at] - all[(at + 1) % 4]).norm();
    let shortest = (0..4).map(side).fold(f64::INFINITY, f64::min);
    // No more than half a module is looked at, so that nothing but the corner is seen.
    let half = ((shortest / f64::from(2 * modules)) as i32).clamp(2, 6);
    let window = Size::new(half, half);
    let enough = TermCriteria { typ: 3, max_count: 30, epsilon: 0.01 };
    corner_sub_pix(picture, &mut corners, window, Size::new(-1, -1), enough)?;
    let corner = |at: usize| corners.get(at).map(point);
    Ok(Seen { id: id as u32, corners: [corner(0)?, corner(1)?, corner(2)?, corner(3)?] })
}
