//! Board localisation, marker detection and lens calibration on photographs by others and on rendered images. The tests
//! need the feature `installed`.
#![cfg(feature = "installed")]

mod chessboards;
mod dictionary;
mod drawn;
mod films;

use image::RgbImage;

/// The path of a photograph.
fn path(name: &str) -> String {
    format!("{}/tests/photographs/data/{name}", env!("CARGO_MANIFEST_DIR"))
}

fn photograph(name: &str) -> RgbImage {
    image::open(path(name)).unwrap_or_else(|error| panic!("{name}: {error}")).into_rgb8()
}

/// The 13 photographs of one of the two cameras.
fn photographs(side: &str) -> Vec<RgbImage> {
    (1..=14).filter(|at| *at != 10).map(|at| photograph(&format!("{side}{at:02}.jpg"))).collect()
}
