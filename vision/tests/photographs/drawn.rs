//! Markers that are drawn in perspective and found again: how exactly, and what is said when they cannot be.

use boardwright_vision::find::markers::{Extent, MarkerSize, Placed, around};
use boardwright_vision::find::{ByMarkers, FindError, again, by_markers};
use boardwright_vision::geometry::{Homography, Lens};
use image::{Rgb, RgbImage};
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64;

const BOARD: Extent = Extent { width: 180.0, height: 140.0 };
const SIZE: (u32, u32) = (1280, 720);

/// How a camera sees the board from the front.
fn tilted() -> Homography {
    let corners = [
        ([-90.0, 70.0], [420.0, 190.0]),
        ([90.0, 70.0], [860.0, 180.0]),
        ([90.0, -70.0], [925.0, 560.0]),
        ([-90.0, -70.0], [355.0, 545.0]),
    ];
    Homography::fit(&corners).unwrap()
}

/// A picture of markers on a grey table, a bit noisy; pixels show the mean of what they cover.
fn picture(markers: &[Placed], plane: &Homography, lens: Option<&Lens>) -> RgbImage {
    const PARTS: u32 = 4;
    const TABLE: f64 = 120.0;
    let back = plane.inverse().unwrap();
    let quiet = MarkerSize::default().quiet;
    let at = |x: f64, y: f64| back.at(lens.map_or([x, y], |lens| lens.straightened([x, y])));
    let paper = |marker: &Placed, at: [f64; 2], more: f64| {
        let ([left, top], [right, bottom]) = (marker.corners[0], marker.corners[2]);
        (left - more..right + more).contains(&at[0]) && (bottom - more..top + more).contains(&at[1])
    };
    let value = |x: f64, y: f64| {
        let at = at(x, y);
        match markers.iter().find(|marker| paper(marker, at, quiet)).map(|marker| marker.is_white(at)) {
            Some(Some(false)) => 30.0,
            Some(_) => 220.0,
            None => TABLE,
        }
    };
    let mut noise = Pcg64::seed_from_u64(7);
    RgbImage::from_fn(SIZE.0, SIZE.1, |x, y| {
        let part = |at: u32, part: u32| f64::from(at) + (f64::from(part) + 0.5) / f64::from(PARTS) - 0.5;
        let middle = at(f64::from(x), f64::from(y));
        let mean = if markers.iter().any(|marker| paper(marker, middle, 2.0 * quiet)) {
            let parts = (0..PARTS * PARTS).map(|at| value(part(x, at % PARTS), part(y, at / PARTS)));
            parts.sum::<f64>() / f64::from(PARTS * PARTS)
        } else {
            TABLE
        };
        Rgb([(mean + noise.random_range(-4.0..4.0)) as u8; 3])
    })
}

/// How far the board's corners are from where they are, in pixels, at most.
fn off(found: &ByMarkers, plane: &Homography) -> f64 {
    let (u, v) = (BOARD.width / 2.0, BOARD.height / 2.0);
    let far = |corner: [f64; 2]| {
        let (one, other) = (found.found.plane.at(corner), plane.at(corner));
        (one[0] - other[0]).hypot(one[1] - other[1])
    };
    [[-u, v], [u, v], [u, -v], [-u, -v], [0.0, 0.0]].map(far).into_iter().fold(0.0, f64::max)
}

#[test]
fn drawn_markers_tell_where_the_board_is() {
    let (placed, plane) = (around(BOARD, MarkerSize::default()), tilted());
    let shown = picture(&placed, &plane, None);
    let found = by_markers(&shown, &placed, None).unwrap();
    assert!(found.covered.is_empty() && found.astray.is_none() && found.found.points == 16);
    assert!(off(&found, &plane) < 0.3 && found.found.residual.most < 0.5, "{found:?}");
    let quick = again(&shown, &placed, None, &found.found).unwrap();
    assert!(quick.seen.len() == 4 && off(&quick, &plane) < 0.3, "{quick:?}");
}

#[test]
fn a_lens_that_is_known_is_taken_into_account() {
    let (placed, plane) = (around(BOARD, MarkerSize::default()), tilted());
    let lens = Lens { k1: -0.25, k2: 0.05, ..Lens::straight(SIZE.0, SIZE.1, 1000.0) };
    let shown = picture(&placed, &plane, Some(&lens));
    let found = by_markers(&shown, &placed, Some(&lens)).unwrap();
    assert!(off(&found, &plane) < 0.3 && found.found.residual.most < 0.6, "{found:?}");
    assert!(by_markers(&shown, &placed, None).unwrap().found.residual.most > found.found.residual.most);
    let quick = again(&shown, &placed, Some(&lens), &found.found).unwrap();
    assert_eq!(quick.seen.len(), 4);
}

#[test]
fn covered_markers_are_told_by_their_ids_and_come_back() {
    let (placed, plane) = (around(BOARD, MarkerSize::default()), tilted());
    let all = picture(&placed, &plane, None);
    let found = by_markers(&all, &placed, None).unwrap();
    let two = picture(&[placed[0], placed[2]], &plane, None);
    for seen in [by_markers(&two, &placed, None), again(&two, &placed, None, &found.found)] {
        let seen = seen.unwrap();
        assert_eq!(seen.covered, [1, 3]);
        // What lies far beside both is known less well.
        assert!(off(&seen, &plane) < 2.0, "{seen:?}");
        let back = again(&all, &placed, None, &seen.found).unwrap();
        assert!(back.covered.is_empty(), "{back:?}");
    }
    let one = by_markers(&picture(&placed[3..], &plane, None), &placed, None).unwrap_err();
    assert_eq!(one, FindError::Covered { seen: vec![3], covered: vec![0, 1, 2] });
    assert!(one.to_string().starts_with("only marker 3 is seen, and 0, 1, 2 are not"), "{one}");
    let none = by_markers(&picture(&[], &plane, None), &placed, None).unwrap_err();
    assert!(none.to_string().starts_with("no marker is seen, of 0, 1, 2, 3"), "{none}");
}

#[test]
fn a_board_that_was_moved_is_not_where_it_was() {
    let (placed, plane) = (around(BOARD, MarkerSize::default()), tilted());
    let before = by_markers(&picture(&placed, &plane, None), &placed, None).unwrap();
    let aside = placed.map(|marker| Placed { corners: marker.corners.map(|[u, v]| [u - 70.0, v]), ..marker });
    let moved = picture(&aside, &plane, None);
    assert!(matches!(again(&moved, &placed, None, &before.found), Err(FindError::Covered { .. })));
    let found = by_markers(&moved, &placed, None).unwrap();
    let [x, y] = found.found.plane.at([0.0, 0.0]);
    let [true_x, true_y] = plane.at([-70.0, 0.0]);
    assert!((x - true_x).hypot(y - true_y) < 0.5, "{x} {y}");
}

#[test]
fn a_marker_that_slipped_is_left_out() {
    let (placed, plane) = (around(BOARD, MarkerSize::default()), tilted());
    let mut lying = placed;
    lying[2].corners = lying[2].corners.map(|[u, v]| [u + 9.0, v - 4.0]);
    let found = by_markers(&picture(&lying, &plane, None), &placed, None).unwrap();
    assert_eq!((found.astray, found.found.points), (Some(2), 12));
    // The corner at which no marker counts is known less well.
    assert!(off(&found, &plane) < 2.0, "{found:?}");
}

#[test]
fn a_black_picture_is_told_so() {
    let placed = around(BOARD, MarkerSize::default());
    let black = RgbImage::from_pixel(640, 480, Rgb([3, 3, 3]));
    assert_eq!(by_markers(&black, &placed, None), Err(FindError::Dark(3.0)));
}
