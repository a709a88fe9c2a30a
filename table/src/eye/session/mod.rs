//! What a camera saw in a session, kept in a folder: pictures, what stood on the table, and what was made of it. It can be looked at again
//! later, by a test or by whoever looks into a complaint.
//!
//! A session is a file `session.jsonl`, a line for everything that happened in its order, and beside it the pictures, `000001.jpg` and so
//! on.

mod keep;
mod replay;

use std::time::Duration;

use boardwright_vision::geometry::{Homography, Lens};
use boardwright_vision::read::{Board, Class, Ranges};
use serde::{Deserialize, Serialize};

pub use keep::Keeper;
pub use replay::{Otherwise, Replayed, SessionError, replay};

use super::Reading;

/// The file of a session that tells what happened.
const FILE: &str = "session.jsonl";

/// What stands on each place.
type Standing = Vec<Option<Class>>;

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Event {
    /// The board that is looked at.
    Begins {
        board: Board,
        /// How many of its places are on the board.
        places: usize,
        /// Ranges of colours that are believed.
        given: Vec<(Class, Ranges)>,
        /// How long nothing may move.
        still: Duration,
    },
    /// The camera gave a picture, in the file of that number: an earlier one where nothing had changed since.
    Picture { number: u32, at: Duration },
    /// The camera gave none.
    NoPicture { why: String },
    /// The board was found.
    Found { plane: Homography, lens: Option<Lens>, size: (u32, u32) },
    /// The board was not found.
    NotFound { why: String },
    /// It was learnt how everything looks.
    Learnt { known: Standing, trouble: Option<String> },
    /// Other positions are looked for from here on.
    Asked { known: Standing, positions: Vec<Standing> },
    /// A picture was read.
    Read { reading: Result<Reading, String> },
    /// Something that somebody wanted to have told.
    Note { text: String },
}

/// The file of a picture.
fn file_name(number: u32) -> String {
    format!("{number:06}.jpg")
}
