//! The side of the program: starts helpers and asks them.

use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use image::{GrayImage, RgbImage};

use super::protocol::{Answer, GREETING, Request, damaged, read, read_pixels, write};
use crate::backend::{self, Backend, ImageStream};
use crate::camera::CameraError;
use crate::find::{DetectedMarker, Dictionary, FindError};
use crate::geometry::Lens;

/// Makes the helper of this name the computer vision library of the process. It is expected in the folder of the running
/// program, and started when it is first needed.
pub fn install(name: &str) {
    let folder = std::env::current_exe().ok().and_then(|program| Some(program.parent()?.to_owned()));
    let program = folder.unwrap_or_default().join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    // The library of a process stays until its end.
    backend::install(Box::leak(Box::new(HelperBackend { program, detector: Mutex::new(None) })));
}

/// The library in a helper.
struct HelperBackend {
    program: PathBuf,
    /// The helper for detection, once it runs.
    detector: Mutex<Option<Helper>>,
}

impl HelperBackend {
    /// Asks the helper for detection. A helper that fails is replaced at the next request.
    fn ask(&self, request: &Request, pixels: &[u8]) -> Result<Answer, FindError> {
        let mut detector = self.detector.lock().unwrap_or_else(PoisonError::into_inner);
        let mut helper = match detector.take() {
            Some(helper) => helper,
            None => Helper::start(&self.program)?,
        };
        let (answer, _) = helper.ask(request, pixels)?;
        *detector = Some(helper);
        match answer {
            Answer::LibraryFailed(why) => Err(FindError::OpenCv(why)),
            answer => Ok(answer),
        }
    }

    /// The error for an answer to another question.
    fn mixed_up(&self) -> CameraError {
        failure(&self.program, &damaged("its answer belongs to another request"))
    }

    /// Starts a helper for a stream.
    fn open(&self, request: &Request) -> Result<Box<dyn ImageStream>, CameraError> {
        let mut helper = Helper::start(&self.program)?;
        match helper.ask(request, &[])?.0 {
            Answer::Opened => Ok(Box::new(HelperStream { helper, at: Duration::ZERO })),
            Answer::NoCamera(device) => Err(CameraError::NotFound(device)),
            Answer::NoVideo { path, why } => Err(CameraError::File { path, why }),
            Answer::LibraryFailed(why) => Err(failure(&self.program, &io::Error::other(why))),
            _ => Err(self.mixed_up()),
        }
    }
}

impl Backend for HelperBackend {
    fn detect_markers(&self, picture: &GrayImage, dictionary: Dictionary) -> Result<Vec<DetectedMarker>, FindError> {
        match self.ask(&Request::DetectMarkers { dictionary, size: picture.dimensions() }, picture.as_raw())? {
            Answer::Markers(markers) => Ok(markers),
            _ => Err(self.mixed_up().into()),
        }
    }

    fn detect_chessboard(
        &self,
        picture: &GrayImage,
        columns: usize,
        rows: usize,
    ) -> Result<Option<Vec<[f64; 2]>>, FindError> {
        match self.ask(&Request::DetectChessboard { columns, rows, size: picture.dimensions() }, picture.as_raw())? {
            Answer::Chessboard(corners) => Ok(corners),
            _ => Err(self.mixed_up().into()),
        }
    }

    fn calibrate(&self, views: &[Vec<[f64; 2]>], columns: usize, size: (u32, u32)) -> Result<(Lens, f64), FindError> {
        match self.ask(&Request::Calibrate { views: views.to_vec(), columns, size }, &[])? {
            Answer::Lens(lens, rms) => Ok((lens, rms)),
            _ => Err(self.mixed_up().into()),
        }
    }

    fn open_webcam(&self, device: &str, size: Option<(u32, u32)>) -> Result<Box<dyn ImageStream>, CameraError> {
        self.open(&Request::OpenWebcam { device: device.to_owned(), size })
    }

    fn open_video(&self, path: &str) -> Result<Box<dyn ImageStream>, CameraError> {
        self.open(&Request::OpenVideo { path: path.to_owned() })
    }
}

/// A webcam or video that a helper has opened.
struct HelperStream {
    helper: Helper,
    at: Duration,
}

impl ImageStream for HelperStream {
    fn next_image(&mut self) -> Option<RgbImage> {
        match self.helper.ask(&Request::NextImage, &[]).ok()? {
            (Answer::Image { size: (width, height), at }, pixels) => {
                self.at = at;
                RgbImage::from_raw(width, height, pixels)
            }
            _ => None,
        }
    }

    fn timestamp(&self) -> Duration {
        self.at
    }
}

/// A running helper, which ends when this value is dropped.
struct Helper {
    program: PathBuf,
    process: Child,
    connection: Connection<BufReader<ChildStdout>, BufWriter<ChildStdin>>,
}

impl Helper {
    fn start(program: &Path) -> Result<Self, CameraError> {
        let mut command = Command::new(program);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        // Ctrl+C at a terminal is for the program, which may have to park an arm before it ends.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut process = command.spawn().map_err(|error| failure(program, &error))?;
        let missing = || io::Error::from(io::ErrorKind::BrokenPipe);
        let from = process.stdout.take().ok_or_else(missing);
        let to = process.stdin.take().ok_or_else(missing);
        let connection = from.and_then(|from| Connection::new(BufReader::new(from), BufWriter::new(to?)));
        match connection {
            Ok(connection) => Ok(Self { program: program.to_owned(), process, connection }),
            Err(error) => {
                end(&mut process);
                Err(failure(program, &error))
            }
        }
    }

    fn ask(&mut self, request: &Request, pixels: &[u8]) -> Result<(Answer, Vec<u8>), CameraError> {
        self.connection.ask(request, pixels).map_err(|error| failure(&self.program, &error))
    }
}

impl Drop for Helper {
    fn drop(&mut self) {
        end(&mut self.process);
    }
}

/// Ends a helper, which may wait for a camera, and its entry in the list of processes.
fn end(process: &mut Child) {
    // Both fail only for a process that has ended already.
    let _ = process.kill();
    let _ = process.wait();
}

/// The error for a helper that cannot be started, or does not answer.
fn failure(program: &Path, error: &io::Error) -> CameraError {
    let why = match error.kind() {
        io::ErrorKind::NotFound => "it does not exist".to_owned(),
        io::ErrorKind::UnexpectedEof | io::ErrorKind::BrokenPipe => "it ended without an answer".to_owned(),
        _ => error.to_string(),
    };
    CameraError::Helper { program: program.display().to_string(), why }
}

/// The two ends of the pipes to a helper.
pub struct Connection<R, W> {
    from: R,
    to: W,
}

impl<R: BufRead, W: Write> Connection<R, W> {
    /// Waits for the greeting of the helper.
    pub fn new(mut from: R, to: W) -> io::Result<Self> {
        let mut greeting = String::new();
        from.read_line(&mut greeting)?;
        match greeting.trim_end() {
            GREETING => Ok(Self { from, to }),
            "" => Err(io::ErrorKind::UnexpectedEof.into()),
            _ => Err(damaged("it belongs to another version of the program")),
        }
    }

    /// Asks for an answer and the image that goes with it.
    pub fn ask(&mut self, request: &Request, pixels: &[u8]) -> io::Result<(Answer, Vec<u8>)> {
        write(&mut self.to, request, pixels)?;
        let answer: Answer = read(&mut self.from)?.ok_or(io::ErrorKind::UnexpectedEof)?;
        let bytes = answer.image_bytes()?;
        Ok((answer, read_pixels(&mut self.from, bytes)?))
    }
}
