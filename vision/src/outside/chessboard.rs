//! The corners of chessboards, and what many of them tell about a lens.

use image::GrayImage;
use opencv::calib3d::{
    CALIB_CB_ACCURACY, CALIB_CB_ADAPTIVE_THRESH, CALIB_CB_EXHAUSTIVE, CALIB_CB_FILTER_QUADS, CALIB_CB_NORMALIZE_IMAGE,
    CALIB_FIX_K3, calibrate_camera, find_chessboard_corners, find_chessboard_corners_sb,
};
use opencv::core::{Mat, Point2f, Point3f, Size, TermCriteria, Vector};
use opencv::imgproc::corner_sub_pix;
use opencv::prelude::*;

use super::{mat, point};
use crate::find::FindError;
use crate::geometry::Lens;

/// When steps are small or many, the answer is good.
const ENOUGH: TermCriteria = TermCriteria { typ: 3, max_count: 30, epsilon: 0.001 };

/// The corners between the squares of a chessboard, row by row, to a part of a pixel; `None` if not all of them are seen.
///
/// # Errors
///
/// When `OpenCV` fails.
pub fn chessboard(picture: &GrayImage, columns: usize, rows: usize) -> Result<Option<Vec<[f64; 2]>>, FindError> {
    let (picture, size) = (mat(picture)?, Size::new(columns as i32, rows as i32));
    let mut corners = Vector::<Point2f>::new();
    // The usual way first; then without squares that are none; then by another method, which sees corners in worse pictures.
    let usual = CALIB_CB_ADAPTIVE_THRESH | CALIB_CB_NORMALIZE_IMAGE;
    let mut found = false;
    for flags in [usual, usual | CALIB_CB_FILTER_QUADS] {
        found = found || find_chessboard_corners(&picture, size, &mut corners, flags)?;
    }
    if found {
        // No farther than to the middle of a square, so that other corners stay out of sight.
        let half = (nearest(&corners.to_vec(), columns) / 3.0).clamp(2.0, 11.0) as i32;
        corner_sub_pix(&picture, &mut corners, Size::new(half, half), Size::new(-1, -1), ENOUGH)?;
    } else {
        let thorough = CALIB_CB_NORMALIZE_IMAGE | CALIB_CB_EXHAUSTIVE | CALIB_CB_ACCURACY;
        found = find_chessboard_corners_sb(&picture, size, &mut corners, thorough)?;
    }
    Ok(found.then(|| corners.iter().map(point).collect()))
}

/// The least distance of two corners that are neighbours in their row.
fn nearest(corners: &[Point2f], columns: usize) -> f64 {
    let rows = corners.chunks(columns);
    rows.flat_map(|row| row.windows(2)).map(|pair| (pair[0] - pair[1]).norm()).fold(f64::INFINITY, f64::min)
}

/// The lens that explains views of a chessboard with so many corners in a row best, and how far corners are from where it has them: the
/// root of the mean square, in pixels.
///
/// # Errors
///
/// When `OpenCV` fails.
pub fn lens(views: &[Vec<[f64; 2]>], columns: usize, size: (u32, u32)) -> Result<(Lens, f64), FindError> {
    let plane = |at: usize| Point3f::new((at % columns) as f32, (at / columns) as f32, 0.0);
    let planes = views.iter().map(|view| (0..view.len()).map(plane).collect());
    let planes: Vector<Vector<Point3f>> = planes.collect();
    let pixels = views.iter().map(|view| view.iter().map(|[x, y]| Point2f::new(*x as f32, *y as f32)).collect());
    let pixels: Vector<Vector<Point2f>> = pixels.collect();
    let (mut camera, mut bends) = (Mat::default(), Mat::default());
    let (mut turns, mut shifts) = (Vector::<Mat>::new(), Vector::<Mat>::new());
    let size = Size::new(size.0 as i32, size.1 as i32);
    let rms = calibrate_camera(
        &planes,
        &pixels,
        size,
        &mut camera,
        &mut bends,
        &mut turns,
        &mut shifts,
        CALIB_FIX_K3,
        ENOUGH,
    )?;
    let camera = |row, column| camera.at_2d::<f64>(row, column).copied();
    let bend = |at| bends.at::<f64>(at).copied();
    let lens = Lens {
        fx: camera(0, 0)?,
        fy: camera(1, 1)?,
        cx: camera(0, 2)?,
        cy: camera(1, 2)?,
        k1: bend(0)?,
        k2: bend(1)?,
        p1: bend(2)?,
        p2: bend(3)?,
    };
    Ok((lens, rms))
}
