//! The side of the helper: answers requests by a computer vision library of its own process.

use std::io::{self, BufRead, Write};

use image::GrayImage;

use super::protocol::{Answer, GREETING, Request, damaged, read, read_pixels, write};
use crate::backend::{Backend, ImageStream};
use crate::camera::CameraError;
use crate::find::FindError;

/// Answers requests until the input ends, which it does with the program that asks.
///
/// # Errors
///
/// If the program cannot be understood or reached.
pub fn serve(library: &dyn Backend, mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    writeln!(output, "{GREETING}")?;
    output.flush()?;
    let mut stream: Option<Box<dyn ImageStream>> = None;
    while let Some(request) = read::<Request>(&mut input)? {
        let pixels = read_pixels(&mut input, request.image_bytes()?)?;
        let (answer, pixels) = answer(library, &mut stream, request, pixels)?;
        write(&mut output, &answer, &pixels)?;
    }
    Ok(())
}

/// Answers a request, with the pixels of the image that goes with the answer.
fn answer(
    library: &dyn Backend,
    stream: &mut Option<Box<dyn ImageStream>>,
    request: Request,
    pixels: Vec<u8>,
) -> io::Result<(Answer, Vec<u8>)> {
    let grey = |(width, height): (u32, u32)| {
        GrayImage::from_raw(width, height, pixels).ok_or_else(|| damaged("an image is incomplete"))
    };
    let answer = match request {
        Request::DetectMarkers { dictionary, size } => {
            library.detect_markers(&grey(size)?, dictionary).map_or_else(find_failure, Answer::Markers)
        }
        Request::DetectChessboard { columns, rows, size } => {
            library.detect_chessboard(&grey(size)?, columns, rows).map_or_else(find_failure, Answer::Chessboard)
        }
        Request::Calibrate { views, columns, size } => {
            let found = library.calibrate(&views, columns, size);
            found.map_or_else(find_failure, |(lens, rms)| Answer::Lens(lens, rms))
        }
        Request::OpenWebcam { device, size } => keep(library.open_webcam(&device, size), stream),
        Request::OpenVideo { path } => keep(library.open_video(&path), stream),
        Request::NextImage => {
            let Some(stream) = stream else { return Ok((Answer::EndOfStream, Vec::new())) };
            let Some(image) = stream.next_image() else { return Ok((Answer::EndOfStream, Vec::new())) };
            let answer = Answer::Image { size: image.dimensions(), at: stream.timestamp() };
            return Ok((answer, image.into_raw()));
        }
    };
    Ok((answer, Vec::new()))
}

/// Keeps a stream that was opened.
fn keep(opened: Result<Box<dyn ImageStream>, CameraError>, stream: &mut Option<Box<dyn ImageStream>>) -> Answer {
    match opened {
        Ok(opened) => {
            *stream = Some(opened);
            Answer::Opened
        }
        Err(CameraError::NotFound(device)) => Answer::NoCamera(device),
        Err(CameraError::File { path, why }) => Answer::NoVideo { path, why },
        Err(error) => Answer::LibraryFailed(error.to_string()),
    }
}

fn find_failure(error: FindError) -> Answer {
    Answer::LibraryFailed(match error {
        FindError::OpenCv(why) => why,
        other => other.to_string(),
    })
}
