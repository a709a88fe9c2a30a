//! A chessboard photographed at many angles: it is found every time, and both lenses are found from it.

use boardwright_vision::find::{FindError, Grid, by_corners, calibrate};

use image::RgbImage;

use crate::{photograph, photographs};

/// The board of the photographs has 10 x 7 squares.
const BOARD: Grid = Grid { columns: 10, rows: 7, pitch: 25.0 };

/// How far corners may be from where a plane has them, in pixels: these lenses bend the picture, and nobody has told how.
const BENT: f64 = 1.6;

#[test]
fn the_board_is_found_in_every_photograph() {
    for side in ["left", "right"] {
        let all = photographs(side);
        let means: Vec<f64> = all
            .iter()
            .enumerate()
            .map(|(at, picture)| {
                let found = by_corners(picture, BOARD, None);
                let found = found.unwrap_or_else(|error| panic!("{side}, picture {at}: {error}"));
                assert_eq!(found.points, 54);
                found.residual.mean
            })
            .collect();
        let mean = means.iter().sum::<f64>() / means.len() as f64;
        assert!(means.len() == 13 && mean <= BENT, "{side}: {mean} pixels, {means:?}");
    }
}

#[test]
fn lenses_are_found_and_what_they_bend_is_straightened() {
    for (side, most) in [("left", 0.45), ("right", 0.5)] {
        let all = photographs(side);
        let told = calibrate(&all, (9, 6)).unwrap();
        assert_eq!(told.used.len(), 13);
        assert!(told.rms < most, "{side}: {} pixels", told.rms);
        assert!((500.0..580.0).contains(&told.lens.fx) && told.lens.k1 < -0.2, "{:?}", told.lens);
        let residual = |picture| by_corners(picture, BOARD, Some(&told.lens)).unwrap().residual.mean;
        let mean = all.iter().map(residual).sum::<f64>() / all.len() as f64;
        assert!(mean < 0.5, "{side}: {mean} pixels are left of {BENT}");
    }
}

#[test]
fn what_is_no_chessboard_is_told_so() {
    let markers = photograph("singlemarkersoriginal.jpg");
    assert_eq!(by_corners(&markers, BOARD, None), Err(FindError::NoCorners { columns: 9, rows: 6 }));
    let small = Grid { columns: 3, rows: 3, pitch: 30.0 };
    assert_eq!(by_corners(&markers, small, None), Err(FindError::NoGrid));
    let two = photographs("left")[..2].to_vec();
    assert!(matches!(calibrate(&two, (9, 6)), Err(FindError::TooFewPictures { found: 2, .. })));
    let mixed = [photograph("left01.jpg"), RgbImage::new(320, 240)];
    assert_eq!(calibrate(&mixed, (9, 6)), Err(FindError::Sizes(640, 480)));
}
