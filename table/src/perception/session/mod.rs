//! Recorded perception sessions: frames, expected contents and readings, stored in a folder for replay in tests and
//! fault analysis.
//!
//! A session consists of the file `session.jsonl`, with one line for each event in order, and the images `000001.jpg`
//! and so on.

mod record;
mod replay;

use std::time::Duration;

use boardwright_vision::geometry::{Homography, Lens};
use boardwright_vision::read::{BoardGeometry, Class, HsvRanges};
use serde::{Deserialize, Serialize};

pub use record::SessionRecorder;
pub use replay::{ReadingDifference, ReplayReport, SessionError, replay};

use super::Reading;

/// The file with the events of a session.
const EVENT_FILE: &str = "session.jsonl";

/// The class on each place.
type PlaceClasses = Vec<Option<Class>>;

/// An event of a session.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Event {
    /// The board geometry and settings.
    Begins {
        board: BoardGeometry,
        /// Number of places on the board; the others are slots.
        places: usize,
        /// Configured HSV thresholds.
        given: Vec<(Class, HsvRanges)>,
        /// Required time without motion.
        still: Duration,
    },
    /// A camera frame and the number of its file: an earlier file if nothing had changed since.
    Picture { number: u32, at: Duration },
    /// The camera delivered no frame.
    NoPicture { why: String },
    /// The board was located.
    Found {
        plane: Homography,
        lens: Option<Lens>,
        size: (u32, u32),
        /// The corners of the markers, in mm.
        #[serde(default)]
        markers: Vec<[[f64; 2]; 4]>,
    },
    /// The board was not located.
    NotFound { why: String },
    /// Colours were learnt, or learning failed.
    Learnt { known: PlaceClasses, trouble: Option<String> },
    /// The candidate positions for the following readings.
    Asked { known: PlaceClasses, positions: Vec<PlaceClasses> },
    /// A frame was read.
    Read { reading: Result<Reading, String> },
    /// A note.
    Note { text: String },
}

/// The file name of an image.
fn image_file_name(number: u32) -> String {
    format!("{number:06}.jpg")
}
