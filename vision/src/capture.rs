//! Frame sources: webcams, video files and image files, each as a [`Camera`].

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use std::{fs, io};

use image::{ImageFormat, ImageReader, RgbImage};

use crate::backend::{ImageStream, backend};
use crate::camera::{Camera, CameraError, Frame};

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
        let mut sequence = ImageSequence::from_files(files.before_gap);
        sequence.warnings.extend(files.warning);
        return Ok(Box::new(sequence));
    }
    if !path.exists() {
        return Err(CameraError::NotFound(source.to_owned()));
    }
    if is_image_file(path) {
        return Ok(Box::new(ImageSequence::from_files(vec![path.to_owned()])));
    }
    Ok(Box::new(Video { stream: backend().open_video(source)?, at: Duration::ZERO }))
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
    stream: Box<dyn ImageStream>,
    since: Instant,
}

impl Webcam {
    fn open_camera(device: &str, size: Option<(u32, u32)>) -> Result<Self, CameraError> {
        Ok(Self { stream: backend().open_webcam(device, size)?, since: Instant::now() })
    }
}

impl Camera for Webcam {
    fn next_frame(&mut self) -> Result<Frame, CameraError> {
        let picture = self.stream.next_image().ok_or(CameraError::Disconnected)?;
        Ok(Frame { image: picture, at: self.since.elapsed() })
    }
}

/// A video file; its timestamps are those of the video.
struct Video {
    stream: Box<dyn ImageStream>,
    at: Duration,
}

impl Camera for Video {
    fn next_frame(&mut self) -> Result<Frame, CameraError> {
        let picture = self.stream.next_image().ok_or(CameraError::EndOfStream)?;
        self.at = self.stream.timestamp();
        Ok(Frame { image: picture, at: self.at })
    }

    fn frame_name(&self) -> Option<String> {
        Some(format!("{:.1} s", self.at.as_secs_f64()))
    }
}

/// A sequence of image files with a fixed interval between them. Unreadable files are skipped with a warning.
pub struct ImageSequence {
    files: std::vec::IntoIter<PathBuf>,
    at: Duration,
    /// The file of the last frame.
    last: Option<PathBuf>,
    warnings: Vec<String>,
}

impl ImageSequence {
    /// Interval between two images.
    pub const INTERVAL: Duration = Duration::from_millis(100);

    /// Creates a sequence of these files.
    pub fn from_files(files: Vec<PathBuf>) -> Self {
        Self { files: files.into_iter(), at: Duration::ZERO, last: None, warnings: Vec::new() }
    }

    /// Creates a sequence of the images in a folder, sorted by name with numbers by their value; other files are ignored.
    /// Gaps in the numbers are a warning.
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
        files.sort_by_cached_key(|path| natural_key(&file_name(path)));
        let gaps = missing_numbers(&files);
        let mut sequence = Self::from_files(files);
        sequence.warnings.extend(gaps);
        Ok(sequence)
    }
}

/// The name of a file without its folder.
fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// A part of a file name: text, or a number without leading zeros.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum NamePart {
    /// The number of digits, then the digits, so that numbers are ordered by value.
    Number(usize, String),
    Text(String),
}

/// The key of a file name in natural order: `shot2` comes before `shot10`. The name itself breaks ties.
fn natural_key(name: &str) -> (Vec<NamePart>, String) {
    let parts = name.as_bytes().chunk_by(|one, other| one.is_ascii_digit() == other.is_ascii_digit());
    let part = |bytes: &[u8]| {
        let text = String::from_utf8_lossy(bytes).into_owned();
        if !bytes[0].is_ascii_digit() {
            return NamePart::Text(text);
        }
        let digits = text.trim_start_matches('0');
        NamePart::Number(digits.len(), digits.to_owned())
    };
    (parts.map(part).collect(), name.to_owned())
}

/// The last number in a file name, and the text before it.
fn number_in_name(name: &str) -> Option<(&str, u64)> {
    let end = name.rfind(|letter: char| letter.is_ascii_digit())? + 1;
    let start = name[..end]
        .rfind(|letter: char| !letter.is_ascii_digit())
        .map_or(0, |at| at + name[at..].chars().next().map_or(0, char::len_utf8));
    Some((&name[..start], name[start..end].parse().ok()?))
}

/// A warning about missing numbers in a sorted list of numbered files; `None` if there is no gap.
fn missing_numbers(files: &[PathBuf]) -> Option<String> {
    const MAX_LISTED: usize = 5;
    let names: Vec<String> = files.iter().map(|path| file_name(path)).collect();
    let gap = |pair: &[String]| {
        let ((before, one), (after, other)) = (number_in_name(&pair[0])?, number_in_name(&pair[1])?);
        (before == after && other > one + 1).then(|| format!("between {} and {}", pair[0], pair[1]))
    };
    let gaps: Vec<String> = names.windows(2).filter_map(gap).collect();
    let more = if gaps.len() > MAX_LISTED { format!(" and {} more", gaps.len() - MAX_LISTED) } else { String::new() };
    let listed = gaps.iter().take(MAX_LISTED).cloned().collect::<Vec<_>>().join(", ");
    (!gaps.is_empty()).then(|| format!("numbers of images are missing {listed}{more}"))
}

fn read_image(path: &Path) -> Result<RgbImage, CameraError> {
    let wrong = |why: String| CameraError::File { path: path.display().to_string(), why };
    // The extension may not match the format: the format is detected from the content.
    let reader = ImageReader::open(path).and_then(ImageReader::with_guessed_format);
    let reader = reader.map_err(|error| wrong(error.to_string()))?;
    // Decoders fill the missing part of a cut off picture with grey.
    if reader.format() == Some(ImageFormat::Jpeg) && is_jpeg_cut_off(path).map_err(|error| wrong(error.to_string()))? {
        return Err(wrong("the picture is cut off: its end is missing, so copy or take it again".to_owned()));
    }
    let picture = reader.decode();
    Ok(picture.map_err(|error| wrong(error.to_string()))?.into_rgb8())
}

/// `true` if the marker that ends the last scan of a JPEG file is missing.
fn is_jpeg_cut_off(path: &Path) -> io::Result<bool> {
    const SCAN: [u8; 2] = [0xff, 0xda];
    const END: [u8; 2] = [0xff, 0xd9];
    let bytes = fs::read(path)?;
    let scan = bytes.windows(2).rposition(|pair| pair == SCAN);
    Ok(scan.is_some_and(|scan| !bytes[scan..].windows(2).any(|pair| pair == END)))
}

impl Camera for ImageSequence {
    fn next_frame(&mut self) -> Result<Frame, CameraError> {
        let mut unreadable = None;
        for path in self.files.by_ref() {
            match read_image(&path) {
                Ok(picture) => {
                    self.last = Some(path);
                    let at = self.at;
                    self.at += Self::INTERVAL;
                    return Ok(Frame { image: picture, at });
                }
                Err(error) => {
                    self.warnings.push(format!("{error}; the image is skipped"));
                    unreadable = Some(error);
                }
            }
        }
        // A source without any readable image is an error.
        match unreadable {
            Some(error) if self.last.is_none() => Err(error),
            _ => Err(CameraError::EndOfStream),
        }
    }

    fn frame_name(&self) -> Option<String> {
        self.last.as_deref().map(file_name)
    }

    fn take_warnings(&mut self) -> Vec<String> {
        std::mem::take(&mut self.warnings)
    }
}

/// The files of a numbered pattern.
struct NumberedFiles {
    /// The files from the first existing number up to the first gap.
    before_gap: Vec<PathBuf>,
    /// A warning if there are files after the gap.
    warning: Option<String>,
}

/// The files of a numbered pattern such as `NAME%02d.png`: from the first existing number, 0 to 999, up to the first
/// gap; `None` if there is no such file.
fn numbered_files(source: &str) -> Option<NumberedFiles> {
    let (before, rest) = source.split_once('%')?;
    let (digits, after) = rest.split_once('d')?;
    let digits: usize = if digits.is_empty() { 0 } else { digits.parse().ok()? };
    let path =
        |number: u32| Some(PathBuf::from(format!("{before}{number:0digits$}{after}"))).filter(|path| path.is_file());
    let first = (0..1000).find(|number| path(*number).is_some())?;
    let before_gap: Vec<PathBuf> = (first..).map_while(path).collect();
    let gap = first + before_gap.len() as u32;
    let beyond = (gap..gap + MAX_GAP).find_map(path);
    let warning = beyond.map(|beyond| {
        format!("there is no image with number {gap}: {} and later ones are not read", file_name(&beyond))
    });
    Some(NumberedFiles { before_gap, warning })
}

/// Maximum gap in the numbers of images after which later images are looked for.
const MAX_GAP: u32 = 100;

/// File extensions of images.
const EXTENSIONS: [&str; 3] = ["jpg", "jpeg", "png"];

fn is_image_file(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    path.is_file() && EXTENSIONS.iter().any(|known| known.eq_ignore_ascii_case(ending))
}

#[cfg(test)]
mod tests {
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
    fn images_are_read_in_natural_order_and_gaps_are_reported() {
        let folder = tempfile::tempdir().unwrap();
        for (name, width) in [("shot2.png", 2), ("shot10.png", 10), ("shot9.png", 9), ("shot1.png", 1)] {
            RgbImage::new(width, 3).save(folder.path().join(name)).unwrap();
        }
        fs::write(folder.path().join("shot3.png"), "no picture").unwrap();
        let mut camera = open_camera(folder.path().to_str().unwrap(), None).unwrap();
        assert_eq!(camera.take_warnings(), ["numbers of images are missing between shot3.png and shot9.png"]);
        for (name, width) in [("shot1.png", 1), ("shot2.png", 2), ("shot9.png", 9), ("shot10.png", 10)] {
            assert_eq!(camera.next_frame().unwrap().image.width(), width);
            assert_eq!(camera.frame_name().as_deref(), Some(name));
        }
        let skipped = camera.take_warnings();
        assert!(skipped.len() == 1 && skipped[0].contains("shot3.png"), "{skipped:?}");
        assert_eq!(camera.next_frame(), Err(CameraError::EndOfStream));
    }

    #[test]
    fn pictures_that_are_cut_off_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let whole = path("b.jpg");
        RgbImage::from_fn(64, 48, |x, y| image::Rgb([x as u8 * 3, y as u8 * 5, 90])).save(&whole).unwrap();
        let bytes = fs::read(&whole).unwrap();
        fs::write(path("a.jpg"), &bytes[..bytes.len() * 2 / 3]).unwrap();
        let alone = open_camera(path("a.jpg").to_str().unwrap(), None).unwrap().next_frame().unwrap_err().to_string();
        assert!(
            alone.ends_with("a.jpg: the picture is cut off: its end is missing, so copy or take it again"),
            "{alone}"
        );
        // Among others it is skipped.
        let mut camera = open_camera(folder.path().to_str().unwrap(), None).unwrap();
        assert_eq!(camera.next_frame().unwrap().image.width(), 64);
        assert_eq!(camera.frame_name().as_deref(), Some("b.jpg"));
        let skipped = camera.take_warnings();
        assert!(skipped.len() == 1 && skipped[0].contains("cut off"), "{skipped:?}");
    }

    #[test]
    fn missing_films_are_not_called_cameras() {
        let film = refused("no-such-film.avi").to_string();
        assert!(film.starts_with("there is no file or folder no-such-film.avi"), "{film}");
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
        let warnings = camera.take_warnings();
        assert_eq!(warnings, ["there is no image with number 11: at12.png and later ones are not read"]);
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

    #[test]
    fn without_opencv_webcams_are_refused() {
        assert_eq!(refused("0"), CameraError::NoOpenCv);
        assert_eq!(refused("/dev/video9"), CameraError::NoOpenCv);
        let film = tempfile::NamedTempFile::new().unwrap();
        assert_eq!(refused(film.path().to_str().unwrap()), CameraError::NoOpenCv);
    }
}
