//! Markers rendered in perspective: localisation accuracy and error messages.

use boardwright_vision::find::markers::{BoardExtent, MarkerSize, PlacedMarker, markers_around};
use boardwright_vision::find::{
    ExpectedBoard, FindError, MarkerIds, MarkerLocation, identify_by_markers, locate_by_markers, relocate_by_markers,
};
use boardwright_vision::geometry::{Homography, Lens};
use image::{Rgb, RgbImage};
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64;

const BOARD: BoardExtent = BoardExtent { width: 180.0, height: 140.0 };
const SIZE: (u32, u32) = (1280, 720);

/// Markers around the board, with the ids 0 to 3.
fn markers() -> [PlacedMarker; 4] {
    markers_around(BOARD, MarkerSize::default(), MarkerIds::GENERIC)
}

/// The homography of a camera that sees the board from the front.
fn tilted() -> Homography {
    let corners = [
        ([-90.0, 70.0], [420.0, 190.0]),
        ([90.0, 70.0], [860.0, 180.0]),
        ([90.0, -70.0], [925.0, 560.0]),
        ([-90.0, -70.0], [355.0, 545.0]),
    ];
    Homography::fit(&corners).unwrap()
}

/// A noisy image of markers on a grey table; each pixel is the mean of the area it covers.
fn picture(markers: &[PlacedMarker], plane: &Homography, lens: Option<&Lens>) -> RgbImage {
    const PARTS: u32 = 4;
    const TABLE: f64 = 120.0;
    let back = plane.inverse().unwrap();
    let quiet = MarkerSize::default().quiet;
    let at = |x: f64, y: f64| back.map(lens.map_or([x, y], |lens| lens.undistort([x, y])));
    let paper = |marker: &PlacedMarker, at: [f64; 2], more: f64| {
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

/// The maximum error of the board's corners and centre, in pixels.
fn off(found: &MarkerLocation, plane: &Homography) -> f64 {
    let (u, v) = (BOARD.width / 2.0, BOARD.height / 2.0);
    let far = |corner: [f64; 2]| {
        let (one, other) = (found.location.plane.map(corner), plane.map(corner));
        (one[0] - other[0]).hypot(one[1] - other[1])
    };
    [[-u, v], [u, v], [u, -v], [-u, -v], [0.0, 0.0]].map(far).into_iter().fold(0.0, f64::max)
}

#[test]
fn rendered_markers_locate_the_board() {
    assert!(boardwright_opencv::install());
    let (placed, plane) = (markers(), tilted());
    let image = picture(&placed, &plane, None);
    let found = locate_by_markers(&image, &placed, None).unwrap();
    assert!(found.missing.is_empty() && found.displaced.is_none() && found.location.points == 16);
    assert!(off(&found, &plane) < 0.3 && found.location.reprojection_error.max < 0.5, "{found:?}");
    let quick = relocate_by_markers(&image, &placed, None, &found.location).unwrap();
    assert!(quick.markers.len() == 4 && off(&quick, &plane) < 0.3, "{quick:?}");
}

#[test]
fn a_known_lens_is_taken_into_account() {
    assert!(boardwright_opencv::install());
    let (placed, plane) = (markers(), tilted());
    let lens = Lens { k1: -0.25, k2: 0.05, ..Lens::pinhole(SIZE.0, SIZE.1, 1000.0) };
    let image = picture(&placed, &plane, Some(&lens));
    let found = locate_by_markers(&image, &placed, Some(&lens)).unwrap();
    assert!(off(&found, &plane) < 0.3 && found.location.reprojection_error.max < 0.6, "{found:?}");
    assert!(
        locate_by_markers(&image, &placed, None).unwrap().location.reprojection_error.max
            > found.location.reprojection_error.max
    );
    let quick = relocate_by_markers(&image, &placed, Some(&lens), &found.location).unwrap();
    assert_eq!(quick.markers.len(), 4);
}

#[test]
fn covered_markers_are_reported_by_id_and_detected_again() {
    assert!(boardwright_opencv::install());
    let (placed, plane) = (markers(), tilted());
    let all = picture(&placed, &plane, None);
    let found = locate_by_markers(&all, &placed, None).unwrap();
    let two = picture(&[placed[0], placed[2]], &plane, None);
    for located in [locate_by_markers(&two, &placed, None), relocate_by_markers(&two, &placed, None, &found.location)] {
        let located = located.unwrap();
        assert_eq!(located.missing, [1, 3]);
        // Points far from both markers are less accurate.
        assert!(off(&located, &plane) < 2.0, "{located:?}");
        let back = relocate_by_markers(&all, &placed, None, &located.location).unwrap();
        assert!(back.missing.is_empty(), "{back:?}");
    }
    let one = locate_by_markers(&picture(&placed[3..], &plane, None), &placed, None).unwrap_err();
    assert_eq!(one, FindError::Covered { detected: vec![3], missing: vec![0, 1, 2] });
    assert!(one.to_string().starts_with("only marker 3 is visible, and 0, 1, 2 are not"), "{one}");
    let none = locate_by_markers(&picture(&[], &plane, None), &placed, None).unwrap_err();
    assert!(none.to_string().starts_with("no marker is visible, of 0, 1, 2, 3"), "{none}");
}

#[test]
fn a_moved_board_is_located_in_the_whole_image() {
    assert!(boardwright_opencv::install());
    let (placed, plane) = (markers(), tilted());
    let before = locate_by_markers(&picture(&placed, &plane, None), &placed, None).unwrap();
    let aside = placed.map(|marker| PlacedMarker { corners: marker.corners.map(|[u, v]| [u - 70.0, v]), ..marker });
    let moved = picture(&aside, &plane, None);
    assert!(matches!(relocate_by_markers(&moved, &placed, None, &before.location), Err(FindError::Covered { .. })));
    let found = locate_by_markers(&moved, &placed, None).unwrap();
    let [x, y] = found.location.plane.map([0.0, 0.0]);
    let [true_x, true_y] = plane.map([-70.0, 0.0]);
    assert!((x - true_x).hypot(y - true_y) < 0.5, "{x} {y}");
}

#[test]
fn a_displaced_marker_is_left_out() {
    assert!(boardwright_opencv::install());
    let (placed, plane) = (markers(), tilted());
    let mut lying = placed;
    lying[2].corners = lying[2].corners.map(|[u, v]| [u + 9.0, v - 4.0]);
    let found = locate_by_markers(&picture(&lying, &plane, None), &placed, None).unwrap();
    assert_eq!((found.displaced, found.location.points), (Some(2), 12));
    // The corner without a marker is less accurate.
    assert!(off(&found, &plane) < 2.0, "{found:?}");
}

#[test]
fn a_black_image_is_reported() {
    assert!(boardwright_opencv::install());
    let placed = markers();
    let black = RgbImage::from_pixel(640, 480, Rgb([3, 3, 3]));
    assert_eq!(locate_by_markers(&black, &placed, None), Err(FindError::Dark(3.0)));
}

#[test]
fn boards_are_identified_by_their_markers() {
    assert!(boardwright_opencv::install());
    let plane = tilted();
    let draughts = ExpectedBoard { game: "draughts", pitch: 25.0, known_games: &["chess"], accepts_any: false };
    let of_board = |ids| picture(&markers_around(BOARD, MarkerSize::default(), ids), &plane, None);
    let own = MarkerIds::for_board("draughts", 25.0);
    for ids in [own, MarkerIds::GENERIC] {
        let (placed, found) = identify_by_markers(&of_board(ids), BOARD, &draughts, None).unwrap();
        assert_eq!((placed.map(|marker| marker.id), found.missing.len()), (ids.0, 0));
        assert!(off(&found, &plane) < 0.3, "{found:?}");
    }
    let chess = of_board(MarkerIds::for_board("chess", 25.0));
    let refused = identify_by_markers(&chess, BOARD, &draughts, None).unwrap_err();
    assert!(refused.is_wrong_board(), "{refused}");
    assert!(
        refused
            .to_string()
            .starts_with("markers 20, 17, 26, 7 are visible, not 44, 45, 34, 7: these are the markers of chess"),
        "{refused}"
    );
    let any = ExpectedBoard { accepts_any: true, ..draughts };
    let (placed, found) = identify_by_markers(&chess, BOARD, &any, None).unwrap();
    assert_eq!(placed.map(|marker| marker.id), [20, 17, 26, 7]);
    assert!(off(&found, &plane) < 0.3, "{found:?}");
    // The markers of a smaller board do not fit.
    let larger = BoardExtent { width: 230.0, height: 180.0 };
    let misfit = identify_by_markers(&of_board(own), larger, &draughts, None).unwrap_err();
    assert!(matches!(misfit, FindError::Mismatch { .. }) && misfit.is_wrong_board(), "{misfit}");
    assert!(identify_by_markers(&of_board(own), larger, &any, None).is_ok());
}
