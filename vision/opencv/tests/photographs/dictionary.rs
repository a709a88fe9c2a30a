//! The marker patterns equal those of the standard ArUco dictionaries.

use boardwright_vision::find::markers::{MARKER_COUNT, MODULES, PlacedMarker};
use boardwright_vision::find::{Dictionary, detect_markers};
use image::imageops::grayscale;
use opencv::aruco::{DICT_4X4_50, draw_marker_def, get_predefined_dictionary_i32};
use opencv::core::Mat;
use opencv::prelude::*;

use crate::photograph;

#[test]
fn markers_are_drawn_as_opencv_draws_them() {
    assert!(boardwright_opencv::install());
    let dictionary = get_predefined_dictionary_i32(DICT_4X4_50).unwrap();
    for id in 0..MARKER_COUNT {
        let mut drawn = Mat::default();
        // One pixel for each module.
        draw_marker_def(&dictionary, id as i32, MODULES as i32, &mut drawn).unwrap();
        let marker = PlacedMarker::upright(id, [0.0, 0.0], MODULES as f64);
        for (row, column) in (0..MODULES).flat_map(|row| (0..MODULES).map(move |column| (row, column))) {
            let expected = *drawn.at_2d::<u8>(row as i32, column as i32).unwrap() > 0;
            let middle = [column as f64 - 2.5, 2.5 - row as f64];
            assert_eq!(marker.is_white(middle), Some(expected), "marker {id}, row {row}, column {column}");
        }
    }
}

#[test]
fn all_markers_of_a_photograph_are_detected() {
    assert!(boardwright_opencv::install());
    let picture = grayscale(&photograph("singlemarkersoriginal.jpg"));
    let mut ids: Vec<u32> =
        detect_markers(&picture, Dictionary::Markers6x6).unwrap().iter().map(|marker| marker.id).collect();
    ids.sort_unstable();
    assert_eq!(ids, [23, 40, 62, 98, 124, 203]);
    let ours = detect_markers(&picture, Dictionary::Markers4x4).unwrap().into_iter().filter(|marker| marker.id < 4);
    assert_eq!(ours.count(), 0, "none of them is taken for one of those around a board");
}
