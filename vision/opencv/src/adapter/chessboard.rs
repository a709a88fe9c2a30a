//! Chessboard corner detection and lens calibration.

use boardwright_vision::geometry::Lens;
use image::GrayImage;
use opencv::calib3d::{
    CALIB_CB_ACCURACY, CALIB_CB_ADAPTIVE_THRESH, CALIB_CB_EXHAUSTIVE, CALIB_CB_FILTER_QUADS, CALIB_CB_NORMALIZE_IMAGE,
    CALIB_FIX_K3, calibrate_camera, find_chessboard_corners, find_chessboard_corners_sb,
};
use opencv::core::{Mat, Point2f, Point3f, Size, TermCriteria, Vector};
use opencv::imgproc::corner_sub_pix;
use opencv::prelude::*;

use super::{mat, point};

/// Termination criteria: 30 iterations, or steps below 0.001.
const TERMINATION: TermCriteria = TermCriteria { typ: 3, max_count: 30, epsilon: 0.001 };

/// Detects the inner corners of a chessboard, row by row, with sub-pixel accuracy; `None` if not all of them are
/// visible.
pub fn detect_chessboard(picture: &GrayImage, columns: usize, rows: usize) -> opencv::Result<Option<Vec<[f64; 2]>>> {
    let (picture, size) = (mat(picture)?, Size::new(columns as i32, rows as i32));
    let mut corners = Vector::<Point2f>::new();
    // The default method first; then with a filter of false squares; then the sector-based method, which handles worse
    // images.
    let usual = CALIB_CB_ADAPTIVE_THRESH | CALIB_CB_NORMALIZE_IMAGE;
    let mut found = false;
    for flags in [usual, usual | CALIB_CB_FILTER_QUADS] {
        found = found || find_chessboard_corners(&picture, size, &mut corners, flags)?;
    }
    if found {
        // The search window ends before the middle of a square, so that neighbouring corners stay outside.
        let half = (min_corner_distance(&corners.to_vec(), columns) / 3.0).clamp(2.0, 11.0) as i32;
        corner_sub_pix(&picture, &mut corners, Size::new(half, half), Size::new(-1, -1), TERMINATION)?;
    } else {
        let thorough = CALIB_CB_NORMALIZE_IMAGE | CALIB_CB_EXHAUSTIVE | CALIB_CB_ACCURACY;
        found = find_chessboard_corners_sb(&picture, size, &mut corners, thorough)?;
    }
    Ok(found.then(|| corners.iter().map(point).collect()))
}

/// The minimum distance of neighbouring corners in a row.
fn min_corner_distance(corners: &[Point2f], columns: usize) -> f64 {
    let rows = corners.chunks(columns);
    rows.flat_map(|row| row.windows(2)).map(|pair| (pair[0] - pair[1]).norm()).fold(f64::INFINITY, f64::min)
}

/// Calibrates a lens from views of a chessboard with `columns` corners in a row (Zhang 2000). Also returns the
/// reprojection error: the root mean square, in pixels.
pub fn calibrate(views: &[Vec<[f64; 2]>], columns: usize, size: (u32, u32)) -> opencv::Result<(Lens, f64)> {
    let plane = |at: usize| Point3f::new((at % columns) as f32, (at / columns) as f32, 0.0);
    let planes = views.iter().map(|view| (0..view.len()).map(plane).collect());
    let planes: Vector<Vector<Point3f>> = planes.collect();
    let pixels = views.iter().map(|view| view.iter().map(|[x, y]| Point2f::new(*x as f32, *y as f32)).collect());
    let pixels: Vector<Vector<Point2f>> = pixels.collect();
    let (mut camera, mut distortion) = (Mat::default(), Mat::default());
    let (mut rotations, mut translations) = (Vector::<Mat>::new(), Vector::<Mat>::new());
    let size = Size::new(size.0 as i32, size.1 as i32);
    let rms = calibrate_camera(
        &planes,
        &pixels,
        size,
        &mut camera,
        &mut distortion,
        &mut rotations,
        &mut translations,
        CALIB_FIX_K3,
        TERMINATION,
    )?;
    let camera = |row, column| camera.at_2d::<f64>(row, column).copied();
    let coefficient = |at| distortion.at::<f64>(at).copied();
    let lens = Lens {
        fx: camera(0, 0)?,
        fy: camera(1, 1)?,
        cx: camera(0, 2)?,
        cy: camera(1, 2)?,
        k1: coefficient(0)?,
        k2: coefficient(1)?,
        p1: coefficient(2)?,
        p2: coefficient(3)?,
    };
    Ok((lens, rms))
}
