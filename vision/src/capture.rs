//! Cameras, films and pictures in files, each as a [`Camera`]. Which table they see is not known here.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use image::ImageReader;

use crate::camera::{Camera, CameraError, Shot};
use crate::outside::Stream;

/// Opens what somebody calls a camera: a number or a device is a webcam, a folder its pictures in the order of their names, a picture itself,
/// `NAME%02d.jpg` numbered pictures, and every other file a film. A webcam is asked for pictures of this size, and gives what it can.
///
/// # Errors
///
/// When there is nothing of the kind, or this build cannot open it.
pub fn open(source: &str, size: Option<(u32, u32)>) -> Result<Box<dyn Camera>, CameraError> {
    let path = Path::new(source);
    if source.parse::<u32>().is_ok() {
        return Ok(Box::new(Webcam::open(&format!("{DEVICE}{source}"), size)?));
    }
    if path.starts_with("/dev") {
        return Ok(Box::new(Webcam::open(source, size)?));
    }
    if path.is_dir() {
        return Ok(Box::new(Pictures::folder(path)?));
    }
    if let Some(files) = numbered(source) {
        return Ok(Box::new(Pictures::of(files)));
    }
    if !path.exists() {
        return Err(CameraError::Missing(source.to_owned()));
    }
    if is_picture(path) {
        return Ok(Box::new(Pictures::of(vec![path.to_owned()])));
    }
    Ok(Box::new(Film(Stream::film(source)?)))
}

/// What the devices of webcams are called, before their number.
const DEVICE: &str = "/dev/video";

/// A camera of this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// What it is opened by.
    pub source: String,
    /// What it calls itself.
    pub name: String,
}

/// The cameras of this machine, as far as its system lists them in files as Linux does.
pub fn cameras() -> Vec<Listed> {
    let entries = fs::read_dir("/sys/class/video4linux").into_iter().flatten().flatten();
    let told = |path: &Path, what: &str| fs::read_to_string(path.join(what)).unwrap_or_default().trim().to_owned();
    // A camera has more than one device; the first one gives pictures.
    let first = entries.map(|entry| entry.path()).filter(|path| told(path, "index") == "0");
    let listed = first.filter_map(|path| {
        let number = path.file_name()?.to_str()?.strip_prefix("video")?.parse::<u32>().ok()?;
        Some((number, Listed { source: format!("{DEVICE}{number}"), name: told(&path, "name") }))
    });
    let mut cameras: Vec<(u32, Listed)> = listed.collect();
    cameras.sort_by_key(|(number, _)| *number);
    cameras.into_iter().map(|(_, camera)| camera).collect()
}

/// A camera at this machine.
struct Webcam {
    stream: Stream,
    since: Instant,
}

impl Webcam {
    fn open(device: &str, size: Option<(u32, u32)>) -> Result<Self, CameraError> {
        Ok(Self { stream: Stream::camera(device, size)?, since: Instant::now() })
    }
}

impl Camera for Webcam {
    fn shot(&mut self) -> Result<Shot, CameraError> {
        let picture = self.stream.next().ok_or(CameraError::Gone)?;
        Ok(Shot { picture, at: self.since.elapsed() })
    }
}

/// A film in a file; the time is that of the film.
struct Film(Stream);

impl Camera for Film {
    fn shot(&mut self) -> Result<Shot, CameraError> {
        let picture = self.0.next().ok_or(CameraError::Over)?;
        Ok(Shot { picture, at: self.0.at() })
    }
}

/// Pictures in files, one after another, as if so much time were between them.
pub struct Pictures {
    files: std::vec::IntoIter<PathBuf>,
    at: Duration,
}

impl Pictures {
    /// Between one picture and the next.
    pub const APART: Duration = Duration::from_millis(100);

    /// These files.
    pub fn of(files: Vec<PathBuf>) -> Self {
        Self { files: files.into_iter(), at: Duration::ZERO }
    }

    /// The pictures in a folder, in the order of their names; other files are passed over.
    ///
    /// # Errors
    ///
    /// When it cannot be read or has none.
    pub fn folder(path: &Path) -> Result<Self, CameraError> {
        let wrong = |why: String| CameraError::File { path: path.display().to_string(), why };
        let entries = fs::read_dir(path).map_err(|error| wrong(error.to_string()))?;
        let mut files: Vec<PathBuf> =
            entries.flatten().map(|entry| entry.path()).filter(|path| is_picture(path)).collect();
        if files.is_empty() {
            return Err(wrong(format!("there is no picture in it: they end in {}", ENDINGS.join(", "))));
        }
        files.sort();
        Ok(Self::of(files))
    }
}

impl Camera for Pictures {
    fn shot(&mut self) -> Result<Shot, CameraError> {
        let path = self.files.next().ok_or(CameraError::Over)?;
        let wrong = |why: String| CameraError::File { path: path.display().to_string(), why };
        // What a file is called may not be what it is.
        let reader = ImageReader::open(&path).and_then(ImageReader::with_guessed_format);
        let picture = reader.map_err(|error| wrong(error.to_string()))?.decode();
        let picture = picture.map_err(|error| wrong(error.to_string()))?.into_rgb8();
        let at = self.at;
        self.at += Self::APART;
        Ok(Shot { picture, at })
    }
}

/// The files that a name with a number in it stands for, as in `NAME%02d.png`: from the first one that is there, 0 to 999, until one is
/// missing; none if there is no such file.
fn numbered(source: &str) -> Option<Vec<PathBuf>> {
    let (before, rest) = source.split_once('%')?;
    let (digits, after) = rest.split_once('d')?;
    let digits: usize = if digits.is_empty() { 0 } else { digits.parse().ok()? };
    let path =
        |number: u32| Some(PathBuf::from(format!("{before}{number:0digits$}{after}"))).filter(|path| path.is_file());
    let first = (0..1000).find(|number| path(*number).is_some())?;
    Some((first..).map_while(path).collect())
}

/// How the names of pictures end.
const ENDINGS: [&str; 3] = ["jpg", "jpeg", "png"];

fn is_picture(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    path.is_file() && ENDINGS.iter().any(|known| known.eq_ignore_ascii_case(ending))
}

#[cfg(test)]
mod tests {
    use image::RgbImage;

    use super::*;

    /// Why a source is none.
    fn refused(source: &str) -> CameraError {
        open(source, None).err().unwrap_or_else(|| panic!("{source} must be refused"))
    }

    #[test]
    fn the_pictures_of_a_folder_come_in_the_order_of_their_names() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        for (name, width) in [("b.png", 5), ("a.PNG", 4), ("c.png", 6)] {
            RgbImage::new(width, 3).save(path(name)).unwrap();
        }
        fs::write(path("notes.txt"), "no picture").unwrap();
        let mut camera = open(folder.path().to_str().unwrap(), None).unwrap();
        for (at, width) in [(0, 4), (1, 5), (2, 6)] {
            let shot = camera.shot().unwrap();
            assert_eq!((shot.picture.width(), shot.at), (width, Pictures::APART * at));
        }
        assert_eq!(camera.shot(), Err(CameraError::Over));
        let mut single = open(path("b.png").to_str().unwrap(), None).unwrap();
        assert_eq!(single.shot().unwrap().picture.width(), 5);
    }

    #[test]
    fn numbered_pictures_come_until_one_is_missing() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
        for number in [8, 9, 10, 12] {
            RgbImage::new(number, 3).save(path(&format!("at{number:02}.png"))).unwrap();
        }
        let mut camera = open(&path("at%02d.png"), None).unwrap();
        let widths = std::iter::from_fn(|| Some(camera.shot().ok()?.picture.width()));
        assert_eq!(widths.collect::<Vec<_>>(), [8, 9, 10]);
        for none in ["at%d.jpg", "at%.png", "at%xd.png"] {
            assert_eq!(refused(&path(none)), CameraError::Missing(path(none)));
        }
    }

    #[test]
    fn what_gives_no_pictures_is_told_by_name() {
        let folder = tempfile::tempdir().unwrap();
        let empty = refused(folder.path().to_str().unwrap()).to_string();
        assert!(empty.contains("there is no picture in it"), "{empty}");
        assert_eq!(refused("no-such-film.avi"), CameraError::Missing("no-such-film.avi".to_owned()));
        let torn = folder.path().join("torn.jpg");
        fs::write(&torn, "no picture").unwrap();
        let mut camera = open(torn.to_str().unwrap(), None).unwrap();
        assert!(matches!(camera.shot(), Err(CameraError::File { path, .. }) if path.ends_with("torn.jpg")));
    }

    #[cfg(not(feature = "opencv"))]
    #[test]
    fn without_opencv_cameras_say_so() {
        assert_eq!(refused("0"), CameraError::NotBuilt);
        assert_eq!(refused("/dev/video9"), CameraError::NotBuilt);
        let film = tempfile::NamedTempFile::new().unwrap();
        assert_eq!(refused(film.path().to_str().unwrap()), CameraError::NotBuilt);
    }
}
