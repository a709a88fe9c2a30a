//! Videos as cameras, and cameras that do not exist.

use boardwright_vision::camera::CameraError;
use boardwright_vision::capture::open_camera;
use opencv::core::{Mat, Scalar, Size};
use opencv::prelude::*;
use opencv::videoio::VideoWriter;

use crate::path;

#[test]
fn video_frames_have_their_timestamps() {
    assert!(boardwright_opencv::install());
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("film.avi").to_str().unwrap().to_owned();
    let size = Size::new(64, 48);
    let packed = VideoWriter::fourcc('M', 'J', 'P', 'G').unwrap();
    let mut writer = VideoWriter::new(&file, packed, 25.0, size, true).unwrap();
    // Blue, green and red, in the order of OpenCV.
    let colours = [[200.0, 0.0, 0.0], [0.0, 200.0, 0.0], [0.0, 0.0, 200.0]];
    for [blue, green, red] in colours {
        let colour = Scalar::new(blue, green, red, 0.0);
        writer.write(&Mat::new_size_with_default(size, opencv::core::CV_8UC3, colour).unwrap()).unwrap();
    }
    writer.release().unwrap();
    let mut video = open_camera(&file, None).unwrap();
    for (at, [blue, green, red]) in colours.into_iter().enumerate() {
        let frame = video.next_frame().unwrap();
        assert_eq!((frame.image.dimensions(), frame.at.as_millis()), ((64, 48), 40 * at as u128));
        let seen = frame.image.get_pixel(30, 20).0.map(f64::from);
        let off = [seen[0] - red, seen[1] - green, seen[2] - blue];
        assert!(off.iter().all(|off| off.abs() < 8.0), "{seen:?}");
    }
    assert_eq!(video.next_frame(), Err(CameraError::EndOfStream));
}

#[test]
fn unreadable_sources_are_reported_by_name() {
    assert!(boardwright_opencv::install());
    let refused = |source: &str| open_camera(source, None).err();
    assert_eq!(refused("/dev/video99"), Some(CameraError::NotFound("/dev/video99".to_owned())));
    assert_eq!(refused("99"), Some(CameraError::NotFound("/dev/video99".to_owned())));
    let readme = path("README.md");
    assert!(matches!(refused(&readme), Some(CameraError::File { path, .. }) if path == readme));
}
