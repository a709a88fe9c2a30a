//! Board localisation by places that a user clicks in the image.

use super::{BoardLocation, FindError};
use crate::geometry::Lens;

/// Locates the board from pairs of a place, in mm of the board, and a pixel, as [`locate_by_clicks`] does, but from
/// whichever side it is seen: old game files have pixels of mirrored pictures.
///
/// # Errors
///
/// [`FindError::TooFew`] when there are fewer than four pairs, or three of four on one line.
pub fn locate_by_points(points: &[([f64; 2], [f64; 2])], lens: Option<&Lens>) -> Result<BoardLocation, FindError> {
    BoardLocation::fit(points.to_vec(), lens)
}

/// Locates the board from pairs of a place, in mm of the board, and a pixel. All pairs count: a misplaced click shows
/// in the residual, from the fifth pair on.
///
/// # Errors
///
/// [`FindError::TooFew`] when there are fewer than four pairs, or three of four on one line;
/// [`FindError::MirroredPoints`] when the board would be seen from below.
pub fn locate_by_clicks(clicks: &[([f64; 2], [f64; 2])], lens: Option<&Lens>) -> Result<BoardLocation, FindError> {
    let found = locate_by_points(clicks, lens)?;
    // `v` points up and the pixels are counted downwards, so the map of a board seen from above reverses orientation.
    let middle = |axis: usize| clicks.iter().map(|(place, _)| place[axis]).sum::<f64>() / clicks.len() as f64;
    let (u, v) = (middle(0), middle(1));
    let [[x, y], [right_x, right_y], [up_x, up_y]] = [[u, v], [u + 1.0, v], [u, v + 1.0]].map(|at| found.plane.map(at));
    let is_mirrored = (right_x - x) * (up_y - y) - (right_y - y) * (up_x - x) > 0.0;
    if is_mirrored { Err(FindError::MirroredPoints) } else { Ok(found) }
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
    fn places_in_a_mirrored_picture_are_refused() {
        let mirrored = CLICKS.map(|(place, [x, y])| (place, [640.0 - x, y]));
        assert_eq!(locate_by_clicks(&mirrored[..4], None), Err(FindError::MirroredPoints));
        let upside_down = CLICKS.map(|(place, [x, y])| (place, [x, 480.0 - y]));
        assert_eq!(locate_by_clicks(&upside_down, None), Err(FindError::MirroredPoints));
        // A camera that stands on the other side of the table sees the board turned, and not mirrored.
        let turned = CLICKS.map(|(place, [x, y])| (place, [640.0 - x, 480.0 - y]));
        assert!(locate_by_clicks(&turned[..4], None).is_ok());
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
