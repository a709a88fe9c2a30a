//! Recording of a perception session.

use std::fs::{self, File};
use std::io::{self, BufWriter, Cursor, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use boardwright_vision::camera::{Camera, CameraError, Frame};
use boardwright_vision::geometry::View;
use boardwright_vision::read::{BoardGeometry, Class, HsvRanges};
use image::codecs::jpeg::JpegEncoder;
use image::{ImageFormat, RgbImage};

use super::{EVENT_FILE, Event, PlaceClasses, image_file_name};
use crate::perception::{BoardFinder, PerceptionError, Reading};

/// Records a session in a folder. Recorded images are JPEG files; perception continues with the decoded images, so that
/// a later replay reads exactly the same data.
#[derive(Clone, Debug)]
pub struct SessionRecorder(Arc<Mutex<RecorderState>>);

#[derive(Debug)]
struct RecorderState {
    folder: PathBuf,
    writer: BufWriter<File>,
    /// The last image written to a file.
    last_image: Option<RgbImage>,
    number: u32,
    candidates: Option<(PlaceClasses, Vec<PlaceClasses>)>,
    /// The write error after which recording stopped.
    error: Option<String>,
}

/// JPEG quality, of 100.
const JPEG_QUALITY: u8 = 92;

/// Side of the squares by which images are compared, in pixels.
const SQUARE_SIDE: u32 = 16;

/// Mean difference of a square, of 255, that counts as a change. Camera noise reaches a tenth of it.
const MIN_CHANGE: f32 = 2.0;

impl SessionRecorder {
    /// Creates a recording in a new folder.
    ///
    /// # Errors
    ///
    /// When the folder already contains a session, or cannot be written.
    pub fn begin(folder: &Path) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        let lines = BufWriter::new(File::create_new(folder.join(EVENT_FILE))?);
        let folder = folder.to_owned();
        let state = RecorderState { folder, writer: lines, last_image: None, number: 0, candidates: None, error: None };
        Ok(Self(Arc::new(Mutex::new(state))))
    }

    /// The write error after which recording stopped; the game continues without recording.
    pub fn error(&self) -> Option<String> {
        self.lock().error.clone()
    }

    /// Wraps a camera whose frames are recorded.
    pub fn wrap_camera(&self, camera: Box<dyn Camera>) -> impl Camera + use<> {
        RecordingWrapper { inner: camera, recorder: self.clone() }
    }

    /// Wraps a board finder whose results are recorded.
    pub fn wrap_finder(&self, finder: Box<dyn BoardFinder>) -> impl BoardFinder + use<> {
        RecordingWrapper { inner: finder, recorder: self.clone() }
    }

    /// Records the board geometry, of which the first `places` are on the board, and the settings.
    pub fn record_begin(&self, board: &BoardGeometry, places: usize, given: &[(Class, HsvRanges)], still: Duration) {
        self.write(&Event::Begins { board: board.clone(), places, given: given.to_vec(), still });
    }

    /// Records the result of learning.
    pub fn record_learning(&self, known: &[Option<Class>], learnt: &Result<(), PerceptionError>) {
        let trouble = learnt.as_ref().err().map(PerceptionError::to_string);
        self.write(&Event::Learnt { known: known.to_vec(), trouble });
    }

    /// Records the reading of a frame, and the candidate positions when they changed.
    pub fn record_reading(
        &self,
        known: &[Option<Class>],
        positions: &[PlaceClasses],
        reading: &Result<Reading, PerceptionError>,
    ) {
        let mut state = self.lock();
        let same = |(then, all): &(PlaceClasses, Vec<PlaceClasses>)| then == known && all == positions;
        if !state.candidates.as_ref().is_some_and(same) {
            let (known, positions) = (known.to_vec(), positions.to_vec());
            state.candidates = Some((known.clone(), positions.clone()));
            state.write(&Event::Asked { known, positions });
        }
        state.write(&Event::Read { reading: reading.clone().map_err(|error| error.to_string()) });
    }

    /// Records a note.
    pub fn record_note(&self, text: &str) {
        self.write(&Event::Note { text: text.to_owned() });
    }

    fn write(&self, event: &Event) {
        self.lock().write(event);
    }

    fn lock(&self) -> MutexGuard<'_, RecorderState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl RecorderState {
    fn write(&mut self, event: &Event) {
        if self.error.is_some() {
            return;
        }
        let written = serde_json::to_writer(&mut self.writer, event).map_err(io::Error::from);
        // Flushed line by line: after a power failure only the last line can be incomplete.
        let ended = written.and_then(|()| self.writer.write_all(b"\n")).and_then(|()| self.writer.flush());
        self.error = ended.err().map(|error| error.to_string());
    }

    /// Replaces a frame by its recorded form: the last image while nothing changes, otherwise the decoded JPEG file.
    fn record_frame(&mut self, frame: Frame) -> Frame {
        if self.error.is_some() {
            return frame;
        }
        let Frame { image: picture, at } = frame;
        if self.last_image.as_ref().is_none_or(|last| is_changed(last, &picture)) {
            match self.write_image(&picture) {
                Ok(recorded) => self.last_image = Some(recorded),
                Err(error) => {
                    self.error = Some(error.to_string());
                    return Frame { image: picture, at };
                }
            }
        }
        self.write(&Event::Picture { number: self.number, at });
        Frame { image: self.last_image.clone().unwrap_or(picture), at }
    }

    /// Writes an image as JPEG and returns the decoded file.
    fn write_image(&mut self, picture: &RgbImage) -> io::Result<RgbImage> {
        let mut bytes = Vec::new();
        JpegEncoder::new_with_quality(&mut bytes, JPEG_QUALITY).encode_image(picture).map_err(io::Error::other)?;
        self.number += 1;
        fs::write(self.folder.join(image_file_name(self.number)), &bytes)?;
        let read = image::load(Cursor::new(bytes), ImageFormat::Jpeg).map_err(io::Error::other)?;
        Ok(read.into_rgb8())
    }
}

/// `true` if two images differ by more than noise.
fn is_changed(one: &RgbImage, other: &RgbImage) -> bool {
    if one.dimensions() != other.dimensions() {
        return true;
    }
    let (columns, rows) = (one.width().div_ceil(SQUARE_SIDE) as usize, one.height().div_ceil(SQUARE_SIDE) as usize);
    let mut sums = vec![([0_i32; 3], 0_i32); columns * rows];
    for ((x, y, this), that) in one.enumerate_pixels().zip(other.pixels()) {
        let (sum, count) = &mut sums[(y / SQUARE_SIDE) as usize * columns + (x / SQUARE_SIDE) as usize];
        *count += 1;
        for channel in 0..3 {
            sum[channel] += i32::from(this[channel]) - i32::from(that[channel]);
        }
    }
    sums.iter().any(|(sum, count)| sum.iter().any(|sum| (*sum as f32 / *count as f32).abs() >= MIN_CHANGE))
}

/// A camera or board finder whose results are recorded.
struct RecordingWrapper<T> {
    inner: T,
    recorder: SessionRecorder,
}

impl Camera for RecordingWrapper<Box<dyn Camera>> {
    fn next_frame(&mut self) -> Result<Frame, CameraError> {
        // The recorder is not locked while the camera waits for a frame.
        let frame = self.inner.next_frame();
        let mut state = self.recorder.lock();
        match frame {
            Ok(frame) => Ok(state.record_frame(frame)),
            Err(error) => {
                state.write(&Event::NoPicture { why: error.to_string() });
                Err(error)
            }
        }
    }

    fn frame_name(&self) -> Option<String> {
        self.inner.frame_name()
    }

    fn take_warnings(&mut self) -> Vec<String> {
        self.inner.take_warnings()
    }
}

impl BoardFinder for RecordingWrapper<Box<dyn BoardFinder>> {
    fn find(&mut self, picture: &RgbImage) -> Result<View, String> {
        let found = self.inner.find(picture);
        self.recorder.write(&match &found {
            Ok(view) => Event::Found {
                plane: *view.plane(),
                lens: view.lens().copied(),
                size: picture.dimensions(),
                markers: self.inner.markers(),
            },
            Err(why) => Event::NotFound { why: why.clone() },
        });
        found
    }

    fn markers(&self) -> Vec<[[f64; 2]; 4]> {
        self.inner.markers()
    }
}
