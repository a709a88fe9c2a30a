//! Board localisation by places that a user clicks in the image.

use super::{BoardLocation, FindError};
use crate::geometry::Lens;

/// Locates the board from pairs of a place, in mm of the board, and a pixel. All pairs count: a misplaced click shows
/// in the residual, from the fifth pair on.
///
/// # Errors
///
/// [`FindError::TooFew`] when there are fewer than four pairs, or three of four on one line.
pub fn locate_by_clicks(clicks: &[([f64; 2], [f64; 2])], lens: Option<&Lens>) -> Result<BoardLocation, FindError> {
    BoardLocation::fit(clicks.to_vec(), lens)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::DegeneratePoints;

    const CLICKS: [([f64; 2], [f64; 2]); 5] = [
        ([-60.0, 60.0], [100.0, 100.0]),
        ([60.0, 60.0], [500.0, 110.0]),
        ([60.0, -60.0], [540.0, 400.0]),
        ([-60.0, -60.0], [80.0, 390.0]),
        ([0.0, 0.0], [200.0, 200.0]),
    ];

    #[test]
    fn a_misplaced_click_shows_from_the_fifth_point_on() {
        let four = locate_by_clicks(&CLICKS[..4], None).unwrap();
        assert!(four.points == 4 && four.reprojection_error.max < 1e-6);
        let five = locate_by_clicks(&CLICKS, None).unwrap();
        assert!(five.points == 5 && five.reprojection_error.max > 10.0, "{five:?}");
        assert_eq!(locate_by_clicks(&CLICKS[1..4], None), Err(FindError::TooFew(DegeneratePoints)));
    }

    #[test]
    fn lens_distortion_is_not_a_misplaced_click() {
        let lens = Lens { k1: -0.3, ..Lens::pinhole(640, 480, 500.0) };
        let four = locate_by_clicks(&CLICKS[..4], None).unwrap();
        let places = [[-60.0, 60.0], [60.0, 60.0], [60.0, -60.0], [-60.0, -60.0], [0.0, 60.0], [0.0, -60.0]];
        let clicks = places.map(|place| (place, lens.distort(four.plane.map(place))));
        assert!(locate_by_clicks(&clicks, Some(&lens)).unwrap().reprojection_error.max < 0.01);
        assert!(locate_by_clicks(&clicks, None).unwrap().reprojection_error.max > 1.0);
    }
}
