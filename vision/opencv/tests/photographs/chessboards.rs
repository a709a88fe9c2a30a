//! A chessboard photographed at many angles: every photograph is located, and the lenses of both cameras are
//! calibrated.

use boardwright_vision::find::{FindError, Grid, calibrate_lens, locate_by_corners};

use image::RgbImage;

use crate::{photograph, photographs};

/// The board in the photographs has 10 x 7 squares.
const BOARD: Grid = Grid { columns: 10, rows: 7, pitch: 25.0, upper_left: None };

/// Maximum reprojection error of the corners under a plane, in pixels: these lenses distort, and no calibration is
/// given.
const BENT: f64 = 1.6;

#[test]
fn the_board_is_located_in_every_photograph() {
    assert!(boardwright_opencv::install());
    for side in ["left", "right"] {
        let all = photographs(side);
        let means: Vec<f64> = all
            .iter()
            .enumerate()
            .map(|(at, picture)| {
                let found = locate_by_corners(picture, BOARD, None);
                let found = found.unwrap_or_else(|error| panic!("{side}, picture {at}: {error}"));
                assert_eq!(found.points, 54);
                found.reprojection_error.mean
            })
            .collect();
        let mean = means.iter().sum::<f64>() / means.len() as f64;
        assert!(means.len() == 13 && mean <= BENT, "{side}: {mean} pixels, {means:?}");
    }
}

#[test]
fn lenses_are_calibrated_and_distortion_is_removed() {
    assert!(boardwright_opencv::install());
    for (side, most) in [("left", 0.45), ("right", 0.5)] {
        let all = photographs(side);
        let calibration = calibrate_lens(&all, (9, 6)).unwrap();
        assert_eq!(calibration.used_images.len(), 13);
        assert!(calibration.rms < most, "{side}: {} pixels", calibration.rms);
        assert!((500.0..580.0).contains(&calibration.lens.fx) && calibration.lens.k1 < -0.2, "{:?}", calibration.lens);
        let residual =
            |picture| locate_by_corners(picture, BOARD, Some(&calibration.lens)).unwrap().reprojection_error.mean;
        let mean = all.iter().map(residual).sum::<f64>() / all.len() as f64;
        assert!(mean < 0.5, "{side}: {mean} pixels are left of {BENT}");
    }
}

#[test]
fn images_without_a_chessboard_are_rejected() {
    assert!(boardwright_opencv::install());
    let markers = photograph("singlemarkersoriginal.jpg");
    assert_eq!(locate_by_corners(&markers, BOARD, None), Err(FindError::NoCorners { columns: 9, rows: 6 }));
    let small = Grid { columns: 3, rows: 3, pitch: 30.0, upper_left: None };
    assert_eq!(locate_by_corners(&markers, small, None), Err(FindError::NoGrid));
    let two = photographs("left")[..2].to_vec();
    assert!(matches!(calibrate_lens(&two, (9, 6)), Err(FindError::TooFewPictures { found: 2, .. })));
    let mixed = [photograph("left01.jpg"), RgbImage::new(320, 240)];
    assert_eq!(calibrate_lens(&mixed, (9, 6)), Err(FindError::Sizes(640, 480)));
}
