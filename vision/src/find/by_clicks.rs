//! The board by places that somebody points at in the picture.

use super::{FindError, Found};
use crate::geometry::Lens;

/// Where the board is if these places, in mm of the board, are at these pixels. All of them count: a slip shows in the residual, from the
/// fifth place on.
///
/// # Errors
///
/// When there are fewer than four, or three of four on one line.
pub fn by_clicks(clicks: &[([f64; 2], [f64; 2])], lens: Option<&Lens>) -> Result<Found, FindError> {
    Found::from(clicks.to_vec(), lens)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::TooFewPoints;

    const CLICKS: [([f64; 2], [f64; 2]); 5] = [
        ([-60.0, 60.0], [100.0, 100.0]),
        ([60.0, 60.0], [500.0, 110.0]),
        ([60.0, -60.0], [540.0, 400.0]),
        ([-60.0, -60.0], [80.0, 390.0]),
        ([0.0, 0.0], [200.0, 200.0]),
    ];

    #[test]
    fn a_slip_shows_from_the_fifth_place_on() {
        let four = by_clicks(&CLICKS[..4], None).unwrap();
        assert!(four.points == 4 && four.residual.most < 1e-6);
        let five = by_clicks(&CLICKS, None).unwrap();
        assert!(five.points == 5 && five.residual.most > 10.0, "{five:?}");
        assert_eq!(by_clicks(&CLICKS[1..4], None), Err(FindError::TooFew(TooFewPoints)));
    }

    #[test]
    fn what_a_lens_bends_is_no_slip() {
        let lens = Lens { k1: -0.3, ..Lens::straight(640, 480, 500.0) };
        let four = by_clicks(&CLICKS[..4], None).unwrap();
        let places = [[-60.0, 60.0], [60.0, 60.0], [60.0, -60.0], [-60.0, -60.0], [0.0, 60.0], [0.0, -60.0]];
        let clicks = places.map(|place| (place, lens.distorted(four.plane.at(place))));
        assert!(by_clicks(&clicks, Some(&lens)).unwrap().residual.most < 0.01);
        assert!(by_clicks(&clicks, None).unwrap().residual.most > 1.0);
    }
}
