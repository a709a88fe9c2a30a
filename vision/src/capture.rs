//! Frame sources: webcams, video files and image files, each as a [`Camera`].

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use image::ImageReader;

use crate::camera::{Camera, CameraError, Frame};
use crate::opencv::Stream;

/// Opens a frame source. A number or a device is a webcam; a folder is a sequence of its images sorted by name; an
/// image file is a single frame; `NAME%02d.jpg` is a numbered image sequence; every other file is a video. `size` is
/// requested from a webcam, which delivers the nearest size it supports.
///
/// # Errors
///
/// [`CameraError`] when the source does not exist or this build cannot open it.
pub fn open_camera(source: &str, size: Option<(u32, u32)>) -> Result<Box<dyn Camera>, CameraError> {
    let path = Path::new(source);
    if source.parse::<u32>().is_ok() {
        return Ok(Box::new(Webcam::open_camera(&format!("{DEVICE_PREFIX}{source}"), size)?));
    }
    if path.starts_with("/dev") {
        return Ok(Box::new(Webcam::open_camera(source, size)?));
    }
    if path.is_dir() {
        return Ok(Box::new(ImageSequence::from_folder(path)?));
    }
    if let Some(files) = numbered_files(source) {
        return Ok(Box::new(ImageSequence::from_files(files)));
    }
    if !path.exists() {
        return Err(CameraError::NotFound(source.to_owned()));
    }
    if is_image_file(path) {
        return Ok(Box::new(ImageSequence::from_files(vec![path.to_owned()])));
    }
    Ok(Box::new(Video(Stream::video(source)?)))
}

/// Device path prefix of webcams, before their number.
const DEVICE_PREFIX: &str = "/dev/video";

/// A webcam of this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WebcamInfo {
    /// The source name to open it by.
    pub source: String,
    /// The name that the device reports.
    pub name: String,
}

/// Lists the webcams of this machine, on systems with Linux's `/sys/class/video4linux`.
pub fn list_webcams() -> Vec<WebcamInfo> {
    let entries = fs::read_dir("/sys/class/video4linux").into_iter().flatten().flatten();
    let attribute = |path: &Path, name: &str| fs::read_to_string(path.join(name)).unwrap_or_default().trim().to_owned();
    // A webcam has more than one device; the one with index 0 captures images.
    let first = entries.map(|entry| entry.path()).filter(|path| attribute(path, "index") == "0");
    let listed = first.filter_map(|path| {
        let number = path.file_name()?.to_str()?.strip_prefix("video")?.parse::<u32>().ok()?;
        Some((number, WebcamInfo { source: format!("{DEVICE_PREFIX}{number}"), name: attribute(&path, "name") }))
    });
    let mut cameras: Vec<(u32, WebcamInfo)> = listed.collect();
    cameras.sort_by_key(|(number, _)| *number);
    cameras.into_iter().map(|(_, camera)| camera).collect()
}

/// An open webcam.
struct Webcam {
    stream: Stream,
    since: Instant,
}

impl Webcam {
    fn open_camera(device: &str, size: Option<(u32, u32)>) -> Result<Self, CameraError> {
        Ok(Self { stream: Stream::camera(device, size)?, since: Instant::now() })
    }
}

impl Camera for Webcam {
    fn next_frame(&mut self) -> Result<Frame, CameraError> {
        let picture = self.stream.next_image().ok_or(CameraError::Disconnected)?;
        Ok(Frame { image: picture, at: self.since.elapsed() })
    }
}

/// A video file; its timestamps are those of the video.
struct Video(Stream);

impl Camera for Video {
    fn next_frame(&mut self) -> Result<Frame, CameraError> {
        let picture = self.0.next_image().ok_or(CameraError::EndOfStream)?;
        Ok(Frame { image: picture, at: self.0.timestamp() })
    }
}

/// A sequence of image files with a fixed interval between them.
pub struct ImageSequence {
    files: std::vec::IntoIter<PathBuf>,
    at: Duration,
}

impl ImageSequence {
    /// Interval between two images.
    pub const INTERVAL: Duration = Duration::from_millis(100);

    /// Creates a sequence of these files.
    pub fn from_files(files: Vec<PathBuf>) -> Self {
        Self { files: files.into_iter(), at: Duration::ZERO }
    }

    /// Creates a sequence of the images in a folder, sorted by name; other files are ignored.
    ///
    /// # Errors
    ///
    /// [`CameraError::File`] when the folder cannot be read or contains no image.
    pub fn from_folder(path: &Path) -> Result<Self, CameraError> {
        let wrong = |why: String| CameraError::File { path: path.display().to_string(), why };
        let entries = fs::read_dir(path).map_err(|error| wrong(error.to_string()))?;
        let mut files: Vec<PathBuf> =
            entries.flatten().map(|entry| entry.path()).filter(|path| is_image_file(path)).collect();
        if files.is_empty() {
            return Err(wrong(format!("the folder contains no image; image files end in {}", EXTENSIONS.join(", "))));
        }
        files.sort();
        Ok(Self::from_files(files))
    }
}

impl Camera for ImageSequence {
    fn next_frame(&mut self) -> Result<Frame, CameraError> {
        let path = self.files.next().ok_or(CameraError::EndOfStream)?;
        let wrong = |why: String| CameraError::File { path: path.display().to_string(), why };
        // The extension may not match the format: the format is detected from the content.
        let reader = ImageReader::open(&path).and_then(ImageReader::with_guessed_format);
        let picture = reader.map_err(|error| wrong(error.to_string()))?.decode();
        let picture = picture.map_err(|error| wrong(error.to_string()))?.into_rgb8();
        let at = self.at;
        self.at += Self::INTERVAL;
        Ok(Frame { image: picture, at })
    }
}

/// The files of a numbered pattern such as `NAME%02d.png`: from the first existing number, 0 to 999, up to the first
/// gap; `None` if there is no such file.
fn numbered_files(source: &str) -> Option<Vec<PathBuf>> {
    let (before, rest) = source.split_once('%')?;
    let (digits, after) = rest.split_once('d')?;
    let digits: usize = if digits.is_empty() { 0 } else { digits.parse().ok()? };
    let path =
        |number: u32| Some(PathBuf::from(format!("{before}{number:0digits$}{after}"))).filter(|path| path.is_file());
    let first = (0..1000).find(|number| path(*number).is_some())?;
    Some((first..).map_while(path).collect())
}

/// File extensions of images.
const EXTENSIONS: [&str; 3] = ["jpg", "jpeg", "png"];

fn is_image_file(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    path.is_file() && EXTENSIONS.iter().any(|known| known.eq_ignore_ascii_case(ending))
}

#[cfg(test)]
mod tests {
    use image::RgbImage;

    use super::*;

    /// The error of a source that cannot be opened.
    fn refused(source: &str) -> CameraError {
        open_camera(source, None).err().unwrap_or_else(|| panic!("{source} must be refused"))
    }

    #[test]
    fn images_of_a_folder_are_sorted_by_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        for (name, width) in [("b.png", 5), ("a.PNG", 4), ("c.png", 6)] {
            RgbImage::new(width, 3).save(path(name)).unwrap();
        }
        fs::write(path("notes.txt"), "no picture").unwrap();
        let mut camera = open_camera(folder.path().to_str().unwrap(), None).unwrap();
        for (at, width) in [(0, 4), (1, 5), (2, 6)] {
            let frame = camera.next_frame().unwrap();
            assert_eq!((frame.image.width(), frame.at), (width, ImageSequence::INTERVAL * at));
        }
        assert_eq!(camera.next_frame(), Err(CameraError::EndOfStream));
        let mut single = open_camera(path("b.png").to_str().unwrap(), None).unwrap();
        assert_eq!(single.next_frame().unwrap().image.width(), 5);
    }

    #[test]
    fn numbered_images_end_at_the_first_gap() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
        for number in [8, 9, 10, 12] {
            RgbImage::new(number, 3).save(path(&format!("at{number:02}.png"))).unwrap();
        }
        let mut camera = open_camera(&path("at%02d.png"), None).unwrap();
        let widths = std::iter::from_fn(|| Some(camera.next_frame().ok()?.image.width()));
        assert_eq!(widths.collect::<Vec<_>>(), [8, 9, 10]);
        for none in ["at%d.jpg", "at%.png", "at%xd.png"] {
            assert_eq!(refused(&path(none)), CameraError::NotFound(path(none)));
        }
    }

    #[test]
    fn sources_without_images_are_reported_by_name() {
        let folder = tempfile::tempdir().unwrap();
        let empty = refused(folder.path().to_str().unwrap()).to_string();
        assert!(empty.contains("the folder contains no image"), "{empty}");
        assert_eq!(refused("no-such-film.avi"), CameraError::NotFound("no-such-film.avi".to_owned()));
        let torn = folder.path().join("torn.jpg");
        fs::write(&torn, "no picture").unwrap();
        let mut camera = open_camera(torn.to_str().unwrap(), None).unwrap();
        assert!(matches!(camera.next_frame(), Err(CameraError::File { path, .. }) if path.ends_with("torn.jpg")));
    }

    #[cfg(not(feature = "opencv"))]
    #[test]
    fn without_opencv_webcams_are_refused() {
        assert_eq!(refused("0"), CameraError::NoOpenCv);
        assert_eq!(refused("/dev/video9"), CameraError::NoOpenCv);
        let film = tempfile::NamedTempFile::new().unwrap();
        assert_eq!(refused(film.path().to_str().unwrap()), CameraError::NoOpenCv);
    }
}
