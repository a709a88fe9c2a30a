//! The computer vision library in a program of its own, the camera helper, which answers requests over its standard input
//! and output.
//!
//! Loading the library takes longer than most commands of the main program, and needs more memory. So the main program
//! [declares](install) where its helper is, and starts it for the first picture: one helper for detection, and one for each
//! open webcam or video, which closes the device when it ends. A helper that crashes fails one request.

mod client;
mod protocol;
mod server;

pub use client::install;
pub use server::serve;

#[cfg(test)]
mod tests {
    use std::io::{self, BufReader};
    use std::sync::Mutex;
    use std::time::Duration;

    use image::{GrayImage, Luma, Rgb, RgbImage};

    use super::client::Connection;
    use super::protocol::{Answer, Request};
    use super::serve;
    use crate::backend::{Backend, ImageStream};
    use crate::camera::CameraError;
    use crate::find::{DetectedMarker, Dictionary, FindError};
    use crate::geometry::Lens;

    /// A library that knows one marker, one device and one video.
    #[derive(Default)]
    struct KnownPictures {
        detected: Mutex<Vec<GrayImage>>,
    }

    const MARKER: DetectedMarker =
        DetectedMarker { id: 7, corners: [[0.1, 0.2], [1.0 / 3.0, 4.0], [5.0, 6.5], [7.0, 8.0]] };

    impl Backend for KnownPictures {
        fn detect_markers(&self, picture: &GrayImage, _: Dictionary) -> Result<Vec<DetectedMarker>, FindError> {
            self.detected.lock().unwrap().push(picture.clone());
            Ok(vec![MARKER])
        }

        fn detect_chessboard(
            &self,
            _: &GrayImage,
            columns: usize,
            _: usize,
        ) -> Result<Option<Vec<[f64; 2]>>, FindError> {
            if columns == 0 { Err(FindError::OpenCv("no columns".to_owned())) } else { Ok(None) }
        }

        fn calibrate(&self, views: &[Vec<[f64; 2]>], _: usize, size: (u32, u32)) -> Result<(Lens, f64), FindError> {
            Ok((Lens::pinhole(size.0, size.1, views[0][0][0]), 0.25))
        }

        fn open_webcam(&self, device: &str, _: Option<(u32, u32)>) -> Result<Box<dyn ImageStream>, CameraError> {
            Err(CameraError::NotFound(device.to_owned()))
        }

        fn open_video(&self, path: &str) -> Result<Box<dyn ImageStream>, CameraError> {
            match path {
                "film" => Ok(Box::new(Film(0))),
                _ => Err(CameraError::File { path: path.to_owned(), why: "no film".to_owned() }),
            }
        }
    }

    /// A video of two images.
    struct Film(u8);

    impl ImageStream for Film {
        fn next_image(&mut self) -> Option<RgbImage> {
            self.0 += 1;
            (self.0 <= 2).then(|| RgbImage::from_pixel(3, 2, Rgb([self.0, 10, 20])))
        }

        fn timestamp(&self) -> Duration {
            Duration::from_millis(40 * u64::from(self.0))
        }
    }

    /// Answers of a helper with known pictures, each with its pixels.
    fn answers(library: &KnownPictures, requests: &[(Request, &[u8])]) -> Vec<(Answer, Vec<u8>)> {
        let (input, to_helper) = io::pipe().unwrap();
        let (from_helper, output) = io::pipe().unwrap();
        std::thread::scope(|threads| {
            let helper = threads.spawn(move || serve(library, BufReader::new(input), output));
            let mut connection = Connection::new(BufReader::new(from_helper), to_helper).unwrap();
            let answers = requests.iter().map(|(request, pixels)| connection.ask(request, pixels).unwrap()).collect();
            drop(connection);
            helper.join().unwrap().expect("it ends with its input");
            answers
        })
    }

    #[test]
    fn a_helper_detects_what_its_library_detects() {
        let library = KnownPictures::default();
        let picture = GrayImage::from_fn(5, 4, |x, y| Luma([(10 * y + x) as u8]));
        let size = picture.dimensions();
        let views = vec![vec![[500.0, 1.0]]];
        let requests = [
            (Request::DetectMarkers { dictionary: Dictionary::Markers6x6, size }, picture.as_raw().as_slice()),
            (Request::DetectChessboard { columns: 9, rows: 6, size }, picture.as_raw().as_slice()),
            (Request::DetectChessboard { columns: 0, rows: 6, size }, picture.as_raw().as_slice()),
            (Request::Calibrate { views, columns: 1, size: (64, 48) }, &[]),
        ];
        let told: Vec<Answer> = answers(&library, &requests).into_iter().map(|(answer, _)| answer).collect();
        let [Answer::Markers(markers), Answer::Chessboard(None), Answer::LibraryFailed(why), Answer::Lens(lens, rms)] =
            told.as_slice()
        else {
            panic!("{told:?}");
        };
        assert_eq!((markers.as_slice(), why.as_str()), (&[MARKER] as &[_], "no columns"));
        assert_eq!((*lens, *rms), (Lens::pinhole(64, 48, 500.0), 0.25));
        assert_eq!(*library.detected.lock().unwrap(), [picture]);
    }

    #[test]
    fn a_helper_plays_a_video_to_its_end() {
        let library = KnownPictures::default();
        let open = |path: &str| (Request::OpenVideo { path: path.to_owned() }, &[] as &[u8]);
        let next = || (Request::NextImage, &[] as &[u8]);
        let told = answers(&library, &[open("text"), open("film"), next(), next(), next()]);
        assert!(matches!(&told[0].0, Answer::NoVideo { path, why } if path == "text" && why == "no film"), "{told:?}");
        assert!(matches!(told[1].0, Answer::Opened) && matches!(told[4].0, Answer::EndOfStream), "{told:?}");
        for (number, (answer, pixels)) in [1_u8, 2].into_iter().zip(&told[2..]) {
            let time = Duration::from_millis(40 * u64::from(number));
            assert!(matches!(answer, Answer::Image { size: (3, 2), at } if *at == time), "{answer:?}");
            assert_eq!(*pixels, [number, 10, 20].repeat(6));
        }
    }

    #[test]
    fn a_missing_camera_is_named() {
        let device = "/dev/video9".to_owned();
        let told = answers(&KnownPictures::default(), &[(Request::OpenWebcam { device, size: None }, &[])]);
        assert!(matches!(&told[0].0, Answer::NoCamera(device) if device == "/dev/video9"), "{told:?}");
    }

    #[test]
    fn a_program_that_is_no_helper_is_refused() {
        for greeting in ["", "boardwright camera helper of another version\n", "usage: ..."] {
            let connection = Connection::new(greeting.as_bytes(), io::sink());
            assert!(connection.is_err(), "{greeting:?}");
        }
    }

    #[test]
    fn an_answer_that_breaks_off_is_an_error() {
        let request = Request::NextImage;
        for rest in ["", "{\"Image\":", "{\"Image\":{\"size\":[3,2],\"at\":{\"secs\":0,\"nanos\":0}}}\nabc"] {
            let spoken = format!("{}\n{rest}", super::protocol::GREETING);
            let mut connection = Connection::new(spoken.as_bytes(), io::sink()).unwrap();
            assert!(connection.ask(&request, &[]).is_err(), "{rest:?}");
        }
    }
}
