//! Disturbances of films: what happens on a table beside the moves.

use std::path::Path;

use boardwright_table::perception::{BoardFinder as _, MarkedBoard};
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64Mcg;

use super::film::{Shown, Truth, table_of};

/// Disturbance of a film, which happens once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Disturbance {
    /// The light changes by a factor of 0.5 to 1.5, together with a move.
    Light,
    /// The camera is bumped: everything is 4 to 17 pixels aside from then on.
    Bump,
    /// A hand lies on a marker for a second.
    Marker,
    /// Two turns are made at once.
    Missed,
}

/// Disturbances with their names on the command line and in the report.
pub const DISTURBANCES: [(&str, &str, Disturbance); 4] = [
    ("light", "with a change of light", Disturbance::Light),
    ("bump", "with a bump of the camera", Disturbance::Bump),
    ("marker", "with a hand on a marker", Disturbance::Marker),
    ("missed", "with a missed turn", Disturbance::Missed),
];

/// Number of frames for which a hand lies on a marker: one second.
const HAND_FRAMES: usize = 10;

impl Disturbance {
    /// Disturbs a film at a random turn.
    ///
    /// # Errors
    ///
    /// When the board is not found in the first picture.
    pub fn disturb(self, path: &Path, truth: &mut Truth) -> Result<(), String> {
        // The name of the film: wherever it lies, the same happens.
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let seed = name.bytes().fold(self as u64, |hash, byte| hash.wrapping_mul(1_099_511_628_211) ^ u64::from(byte));
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let turns: Vec<usize> = (1..truth.pictures.len()).filter(|at| !truth.pictures[*at].has_hand()).collect();
        // The first turn and the last one stay: something follows the disturbance.
        let at = turns[random.random_range(1..turns.len().max(3) - 1).min(turns.len() - 1)];
        match self {
            Self::Light => {
                let gain = if random.random() { random.random_range(0.5..0.85) } else { random.random_range(1.2..1.5) };
                truth.pictures[at..].iter_mut().for_each(|shown| shown.gain = Some([gain; 3]));
            }
            Self::Bump => {
                let mut by = || random.random_range(3..=12) * if random.random() { 1 } else { -1 };
                let shift = [by(), by()];
                truth.pictures[at..].iter_mut().for_each(|shown| shown.shift = shift);
            }
            Self::Marker => {
                let markers = marker_centres(path, truth)?;
                let tip = markers[random.random_range(0..markers.len())].map(|at| at.round() as i32);
                let before = truth.pictures[..at].iter().rev().find(|shown| !shown.has_hand());
                let before = before.expect("the start is shown").clone();
                let arm = Some([[tip[0] + random.random_range(-150..=150), 2_000], tip]);
                let hand = Shown { shows: "hand on a marker".to_owned(), frames: HAND_FRAMES, arm, ..before };
                truth.pictures.insert(at, hand);
            }
            Self::Missed => {
                truth.pictures.remove(at);
                if truth.pictures[at - 1].has_hand() {
                    truth.pictures.remove(at - 1);
                }
            }
        }
        Ok(())
    }
}

/// The centres of the markers in the first picture of a film, in pixels.
///
/// # Errors
///
/// When the board is not found.
fn marker_centres(folder: &Path, truth: &Truth) -> Result<Vec<[f64; 2]>, String> {
    let (game, layout) = table_of(truth);
    assert!(boardwright_opencv::install());
    let mut finder = MarkedBoard::for_layout(game.rules(), &layout, None);
    let picture = image::open(folder.join(&truth.pictures[0].picture)).expect("a picture of the film");
    let view = finder.find(&picture.into_rgb8())?;
    let centre = |corners: &[[f64; 2]; 4]| [0, 1].map(|axis| corners.iter().map(|at| at[axis]).sum::<f64>() / 4.0);
    Ok(finder.markers().iter().map(|corners| view.pixel(centre(corners), 0.0)).collect())
}
