//! Replay of a recorded session.

use std::collections::VecDeque;
use std::fs;
use std::path::{Path, PathBuf};

use boardwright_vision::camera::{Camera, CameraError, Frame};
use boardwright_vision::geometry::View;
use image::RgbImage;

use super::{EVENT_FILE, Event, image_file_name};
use crate::perception::{BoardFinder, BoardTracker, PerceptionError, Reading};

/// The result of a replay.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReplayReport {
    /// Number of frames.
    pub frames: usize,
    /// Number of readings.
    pub readings: usize,
    /// The notes, each with the number of frames before it.
    pub notes: Vec<(usize, String)>,
    /// Readings that differ from the recorded ones.
    pub differences: Vec<ReadingDifference>,
}

/// A reading that differs from the recorded one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadingDifference {
    /// The image file.
    pub image_file: String,
    /// The recorded reading.
    pub recorded: String,
    /// The new reading.
    pub replayed: String,
}

/// The reason why a session cannot be replayed.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// A file cannot be read.
    #[error("{path}: {why}")]
    File {
        /// The path.
        path: PathBuf,
        /// The reason.
        why: std::io::Error,
    },
    /// A line is not a valid event.
    #[error("{path}: line {line}: {why}")]
    Line {
        /// The path.
        path: PathBuf,
        /// The line number, from 1.
        line: usize,
        /// The reason.
        why: serde_json::Error,
    },
    /// The session contains no board.
    #[error("{0}: the session contains no board")]
    Empty(PathBuf),
    /// Perception could not be opened.
    #[error(transparent)]
    Perception(#[from] PerceptionError),
}

/// Reads all frames of a session again with the recorded expectations and candidate positions, and compares the
/// readings. The board locations are taken from the recording.
///
/// # Errors
///
/// [`SessionError`] when the session cannot be read.
pub fn replay(folder: &Path) -> Result<ReplayReport, SessionError> {
    let events = read_events(folder)?;
    let mut beginnings = events.iter().filter_map(|event| match event {
        Event::Begins { board, places, given, still } => Some((board, *places, given, *still)),
        _ => None,
    });
    let (board, places, given, still) = beginnings.next().ok_or_else(|| SessionError::Empty(folder.to_owned()))?;
    let of = |is_wanted: fn(&Event) -> bool| {
        events.iter().filter(|event| is_wanted(event)).cloned().collect::<VecDeque<_>>()
    };
    let pictures = of(|event| matches!(event, Event::Picture { .. } | Event::NoPicture { .. }));
    let found = of(|event| matches!(event, Event::Found { .. } | Event::NotFound { .. }));
    let markers = found.iter().find_map(|event| match event {
        Event::Found { markers, .. } => Some(markers.clone()),
        _ => None,
    });
    let markers = markers.unwrap_or_default();
    let camera = Box::new(ReplaySource { folder: folder.to_owned(), events: pictures, markers: Vec::new() });
    let finder = Box::new(ReplaySource { folder: folder.to_owned(), events: found, markers });
    let mut tracker = BoardTracker::open(camera, finder, board.clone(), places, given, still)?;
    let mut replayed = ReplayReport::default();
    let (mut candidates, mut picture) = (None, String::new());
    for event in &events {
        let (then, now) = match event {
            Event::Picture { number, .. } => {
                replayed.frames += 1;
                picture = image_file_name(*number);
                continue;
            }
            Event::Note { text } => {
                replayed.notes.push((replayed.frames, text.clone()));
                continue;
            }
            Event::Asked { known, positions } => {
                candidates = Some((known, positions));
                continue;
            }
            Event::Learnt { known, trouble } => {
                let learnt = tracker.learn(known).err().map(|error| error.to_string());
                (describe_learning(trouble.as_ref()), describe_learning(learnt.as_ref()))
            }
            Event::Read { reading } => {
                let Some((known, positions)) = candidates else { continue };
                replayed.readings += 1;
                let now = tracker.read(known, positions).map_err(|error| error.to_string());
                (describe_reading(reading), describe_reading(&now))
            }
            Event::Begins { .. } | Event::NoPicture { .. } | Event::Found { .. } | Event::NotFound { .. } => continue,
        };
        if then != now {
            replayed.differences.push(ReadingDifference { image_file: picture.clone(), recorded: then, replayed: now });
        }
    }
    Ok(replayed)
}

fn read_events(folder: &Path) -> Result<Vec<Event>, SessionError> {
    let path = folder.join(EVENT_FILE);
    let text = fs::read_to_string(&path).map_err(|why| SessionError::File { path: path.clone(), why })?;
    // An incomplete last line results from a power failure and is ignored.
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    let event = |(line, text): (usize, &str)| {
        serde_json::from_str(text).map_err(|why| SessionError::Line { path: path.clone(), line: line + 1, why })
    };
    whole.lines().enumerate().map(event).collect()
}

/// Describes the result of learning.
fn describe_learning(trouble: Option<&String>) -> String {
    trouble.map_or_else(|| "learnt".to_owned(), |why| format!("not learnt: {why}"))
}

fn describe_reading(reading: &Result<Reading, String>) -> String {
    match reading {
        Ok(Reading::Waiting(status)) => format!("waiting: {status:?}"),
        Ok(Reading::Position(at)) => format!("position {at}"),
        Ok(Reading::Differs(all)) => {
            let places: Vec<String> =
                all.iter().map(|one| format!("{} is {:?}", one.place.0, one.seen.map(|class| class.0))).collect();
            format!("none of the positions: {}", places.join(", "))
        }
        Ok(Reading::Unclear(places)) => {
            format!("unclear: {:?}", places.iter().map(|place| place.0).collect::<Vec<_>>())
        }
        Err(why) => why.clone(),
    }
}

/// Replays recorded events as a camera or a board finder, in the recorded order.
struct ReplaySource {
    folder: PathBuf,
    events: VecDeque<Event>,
    /// The corners of the markers, in mm.
    markers: Vec<[[f64; 2]; 4]>,
}

impl Camera for ReplaySource {
    fn next_frame(&mut self) -> Result<Frame, CameraError> {
        let Some(Event::Picture { number, at }) = self.events.pop_front() else {
            return Err(if self.events.is_empty() { CameraError::EndOfStream } else { CameraError::Disconnected });
        };
        let path = self.folder.join(image_file_name(number));
        let wrong = |why: String| CameraError::File { path: path.display().to_string(), why };
        let picture = image::open(&path).map_err(|error| wrong(error.to_string()))?.into_rgb8();
        Ok(Frame { image: picture, at })
    }
}

impl BoardFinder for ReplaySource {
    fn find(&mut self, _: &RgbImage) -> Result<View, String> {
        match self.events.pop_front() {
            Some(Event::Found { plane, lens, size, .. }) => View::new(plane, lens, size)
                .ok_or_else(|| "the recorded location of the board is degenerate".to_owned()),
            Some(Event::NotFound { why }) => Err(why),
            _ => Err("the session contains no further board location".to_owned()),
        }
    }

    fn markers(&self) -> Vec<[[f64; 2]; 4]> {
        self.markers.clone()
    }
}
