//! Looking at a session again.

use std::collections::VecDeque;
use std::fs;
use std::path::{Path, PathBuf};

use boardwright_vision::camera::{Camera, CameraError, Shot};
use boardwright_vision::geometry::View;
use image::RgbImage;

use super::{Event, FILE, file_name};
use crate::eye::{EyeError, Finder, Looker, Reading};

/// A session that was looked at again.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Replayed {
    /// How many pictures there were.
    pub pictures: usize,
    /// How many of them were read.
    pub readings: usize,
    /// What was told, each with the number of pictures before it.
    pub notes: Vec<(usize, String)>,
    /// What is made of it otherwise now.
    pub otherwise: Vec<Otherwise>,
}

/// Something that is read otherwise than it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Otherwise {
    /// The file of the picture.
    pub picture: String,
    /// What was made of it.
    pub then: String,
    /// What is made of it now.
    pub now: String,
}

/// Why a session cannot be looked at again.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// A file cannot be read.
    #[error("{path}: {why}")]
    File {
        /// Which.
        path: PathBuf,
        /// Why.
        why: std::io::Error,
    },
    /// A line is none that was kept.
    #[error("{path}: line {line}: {why}")]
    Line {
        /// The file.
        path: PathBuf,
        /// Which line, from 1.
        line: usize,
        /// What is wrong with it.
        why: serde_json::Error,
    },
    /// Nothing was looked at.
    #[error("{0}: nothing of a board was kept in it")]
    Empty(PathBuf),
    /// The camera could not be opened then either.
    #[error(transparent)]
    Eye(#[from] EyeError),
}

/// Looks at all pictures of a session again, with what was known and asked for then, and compares what is made of them. Where the board was
/// found is taken from the session.
///
/// # Errors
///
/// When it cannot be read.
pub fn replay(folder: &Path) -> Result<Replayed, SessionError> {
    let events = read(folder)?;
    let mut begun = events.iter().filter_map(|event| match event {
        Event::Begins { board, places, given, still } => Some((board, *places, given, *still)),
        _ => None,
    });
    let (board, places, given, still) = begun.next().ok_or_else(|| SessionError::Empty(folder.to_owned()))?;
    let of = |wanted: fn(&Event) -> bool| events.iter().filter(|event| wanted(event)).cloned().collect::<VecDeque<_>>();
    let pictures = of(|event| matches!(event, Event::Picture { .. } | Event::NoPicture { .. }));
    let found = of(|event| matches!(event, Event::Found { .. } | Event::NotFound { .. }));
    let camera = Box::new(Again { folder: folder.to_owned(), events: pictures });
    let finder = Box::new(Again { folder: folder.to_owned(), events: found });
    let mut looker = Looker::open(camera, finder, board.clone(), places, given, still)?;
    let mut replayed = Replayed::default();
    let (mut asked, mut picture) = (None, String::new());
    for event in &events {
        let (then, now) = match event {
            Event::Picture { number, .. } => {
                replayed.pictures += 1;
                picture = file_name(*number);
                continue;
            }
            Event::Note { text } => {
                replayed.notes.push((replayed.pictures, text.clone()));
                continue;
            }
            Event::Asked { known, positions } => {
                asked = Some((known, positions));
                continue;
            }
            Event::Learnt { known, trouble } => {
                let learnt = looker.learn(known).err().map(|error| error.to_string());
                (told(trouble.as_ref()), told(learnt.as_ref()))
            }
            Event::Read { reading } => {
                let Some((known, positions)) = asked else { continue };
                replayed.readings += 1;
                let now = looker.read(known, positions).map_err(|error| error.to_string());
                (words(reading), words(&now))
            }
            Event::Begins { .. } | Event::NoPicture { .. } | Event::Found { .. } | Event::NotFound { .. } => continue,
        };
        if then != now {
            replayed.otherwise.push(Otherwise { picture: picture.clone(), then, now });
        }
    }
    Ok(replayed)
}

fn read(folder: &Path) -> Result<Vec<Event>, SessionError> {
    let path = folder.join(FILE);
    let text = fs::read_to_string(&path).map_err(|why| SessionError::File { path: path.clone(), why })?;
    // A line that was not written to its end is the last thing that happened when the power went.
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    let event = |(line, text): (usize, &str)| {
        serde_json::from_str(text).map_err(|why| SessionError::Line { path: path.clone(), line: line + 1, why })
    };
    whole.lines().enumerate().map(event).collect()
}

/// Whether it was learnt how everything looks.
fn told(trouble: Option<&String>) -> String {
    trouble.map_or_else(|| "learnt".to_owned(), |why| format!("not learnt: {why}"))
}

fn words(reading: &Result<Reading, String>) -> String {
    match reading {
        Ok(Reading::Waiting(sight)) => format!("waiting: {sight:?}"),
        Ok(Reading::Position(at)) => format!("position {at}"),
        Ok(Reading::Otherwise(all)) => {
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

/// What was kept of a camera or a finder, again in the same order.
struct Again {
    folder: PathBuf,
    events: VecDeque<Event>,
}

impl Camera for Again {
    fn shot(&mut self) -> Result<Shot, CameraError> {
        let Some(Event::Picture { number, at }) = self.events.pop_front() else {
            return Err(if self.events.is_empty() { CameraError::Over } else { CameraError::Gone });
        };
        let path = self.folder.join(file_name(number));
        let wrong = |why: String| CameraError::File { path: path.display().to_string(), why };
        let picture = image::open(&path).map_err(|error| wrong(error.to_string()))?.into_rgb8();
        Ok(Shot { picture, at })
    }
}

impl Finder for Again {
    fn find(&mut self, _: &RgbImage) -> Result<View, String> {
        match self.events.pop_front() {
            Some(Event::Found { plane, lens, size }) => {
                View::new(plane, lens, size).ok_or_else(|| "the board was found in one line".to_owned())
            }
            Some(Event::NotFound { why }) => Err(why),
            _ => Err("it was not looked for then".to_owned()),
        }
    }
}
