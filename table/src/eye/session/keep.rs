//! Keeping a session.

use std::fs::{self, File};
use std::io::{self, BufWriter, Cursor, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use boardwright_vision::camera::{Camera, CameraError, Shot};
use boardwright_vision::geometry::View;
use boardwright_vision::read::{Board, Class, Ranges};
use image::codecs::jpeg::JpegEncoder;
use image::{ImageFormat, RgbImage};

use super::{Event, FILE, Standing, file_name};
use crate::eye::{EyeError, Finder, Reading};

/// Keeps a session in a folder. What is kept is exactly what is seen from then on, pictures with what is lost in their files, so that it
/// is read in the same way later.
#[derive(Clone, Debug)]
pub struct Keeper(Arc<Mutex<Keeping>>);

#[derive(Debug)]
struct Keeping {
    folder: PathBuf,
    lines: BufWriter<File>,
    /// The last picture that has a file.
    last: Option<RgbImage>,
    number: u32,
    asked: Option<(Standing, Vec<Standing>)>,
    /// Why nothing is kept any more.
    trouble: Option<String>,
}

/// How well pictures are kept, of 100.
const QUALITY: u8 = 92;

/// Pictures are compared by squares of so many pixels a side.
const SQUARE: u32 = 16;

/// Where no square is lighter or darker by so much, of 255, nothing has changed. What cameras add by chance is a tenth of that.
const CHANGED: f32 = 2.0;

impl Keeper {
    /// Keeps a session in a new folder.
    ///
    /// # Errors
    ///
    /// When there is a session in it already, or it cannot be written.
    pub fn begin(folder: &Path) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        let lines = BufWriter::new(File::create_new(folder.join(FILE))?);
        let folder = folder.to_owned();
        let keeping = Keeping { folder, lines, last: None, number: 0, asked: None, trouble: None };
        Ok(Self(Arc::new(Mutex::new(keeping))))
    }

    /// Why nothing is kept any more, if something went wrong. The game goes on without.
    pub fn trouble(&self) -> Option<String> {
        self.keeping().trouble.clone()
    }

    /// A camera whose pictures are kept.
    pub fn camera(&self, camera: Box<dyn Camera>) -> impl Camera + use<> {
        Kept { what: camera, keeper: self.clone() }
    }

    /// A finder that is kept.
    pub fn finder(&self, finder: Box<dyn Finder>) -> impl Finder + use<> {
        Kept { what: finder, keeper: self.clone() }
    }

    /// A board of which some places are on the board and the others beside it.
    pub fn begins(&self, board: &Board, places: usize, given: &[(Class, Ranges)], still: Duration) {
        self.tell(&Event::Begins { board: board.clone(), places, given: given.to_vec(), still });
    }

    /// It was learnt how everything looks, or not.
    pub fn learnt(&self, known: &[Option<Class>], learnt: &Result<(), EyeError>) {
        let trouble = learnt.as_ref().err().map(EyeError::to_string);
        self.tell(&Event::Learnt { known: known.to_vec(), trouble });
    }

    /// A picture was read.
    pub fn read(&self, known: &[Option<Class>], positions: &[Standing], reading: &Result<Reading, EyeError>) {
        let mut keeping = self.keeping();
        let same = |(then, all): &(Standing, Vec<Standing>)| then == known && all == positions;
        if !keeping.asked.as_ref().is_some_and(same) {
            let (known, positions) = (known.to_vec(), positions.to_vec());
            keeping.asked = Some((known.clone(), positions.clone()));
            keeping.tell(&Event::Asked { known, positions });
        }
        keeping.tell(&Event::Read { reading: reading.clone().map_err(|error| error.to_string()) });
    }

    /// Something that somebody wants to have told.
    pub fn note(&self, text: &str) {
        self.tell(&Event::Note { text: text.to_owned() });
    }

    fn tell(&self, event: &Event) {
        self.keeping().tell(event);
    }

    fn keeping(&self) -> MutexGuard<'_, Keeping> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Keeping {
    fn tell(&mut self, event: &Event) {
        if self.trouble.is_some() {
            return;
        }
        let written = serde_json::to_writer(&mut self.lines, event).map_err(io::Error::from);
        // Whoever pulls the plug finds all lines but the last.
        let ended = written.and_then(|()| self.lines.write_all(b"\n")).and_then(|()| self.lines.flush());
        self.trouble = ended.err().map(|error| error.to_string());
    }

    /// What is seen instead of a picture: the last one while nothing changes, otherwise what its file holds.
    fn picture(&mut self, shot: Shot) -> Shot {
        if self.trouble.is_some() {
            return shot;
        }
        let Shot { picture, at } = shot;
        if self.last.as_ref().is_none_or(|last| changed(last, &picture)) {
            match self.file(&picture) {
                Ok(kept) => self.last = Some(kept),
                Err(error) => {
                    self.trouble = Some(error.to_string());
                    return Shot { picture, at };
                }
            }
        }
        self.tell(&Event::Picture { number: self.number, at });
        Shot { picture: self.last.clone().unwrap_or(picture), at }
    }

    /// Writes a picture; what can be read from the file again.
    fn file(&mut self, picture: &RgbImage) -> io::Result<RgbImage> {
        let mut bytes = Vec::new();
        JpegEncoder::new_with_quality(&mut bytes, QUALITY).encode_image(picture).map_err(io::Error::other)?;
        self.number += 1;
        fs::write(self.folder.join(file_name(self.number)), &bytes)?;
        let read = image::load(Cursor::new(bytes), ImageFormat::Jpeg).map_err(io::Error::other)?;
        Ok(read.into_rgb8())
    }
}

/// Whether two pictures differ by more than chance.
fn changed(one: &RgbImage, other: &RgbImage) -> bool {
    if one.dimensions() != other.dimensions() {
        return true;
    }
    let (columns, rows) = (one.width().div_ceil(SQUARE) as usize, one.height().div_ceil(SQUARE) as usize);
    let mut sums = vec![([0_i32; 3], 0_i32); columns * rows];
    for ((x, y, this), that) in one.enumerate_pixels().zip(other.pixels()) {
        let (sum, count) = &mut sums[(y / SQUARE) as usize * columns + (x / SQUARE) as usize];
        *count += 1;
        for channel in 0..3 {
            sum[channel] += i32::from(this[channel]) - i32::from(that[channel]);
        }
    }
    sums.iter().any(|(sum, count)| sum.iter().any(|sum| (*sum as f32 / *count as f32).abs() >= CHANGED))
}

/// Something whose answers are kept.
struct Kept<T> {
    what: T,
    keeper: Keeper,
}

impl Camera for Kept<Box<dyn Camera>> {
    fn shot(&mut self) -> Result<Shot, CameraError> {
        // The camera is waited for without holding anybody up.
        let shot = self.what.shot();
        let mut keeping = self.keeper.keeping();
        match shot {
            Ok(shot) => Ok(keeping.picture(shot)),
            Err(error) => {
                keeping.tell(&Event::NoPicture { why: error.to_string() });
                Err(error)
            }
        }
    }
}

impl Finder for Kept<Box<dyn Finder>> {
    fn find(&mut self, picture: &RgbImage) -> Result<View, String> {
        let found = self.what.find(picture);
        self.keeper.tell(&match &found {
            Ok(view) => Event::Found { plane: *view.plane(), lens: view.lens().copied(), size: picture.dimensions() },
            Err(why) => Event::NotFound { why: why.clone() },
        });
        found
    }
}
