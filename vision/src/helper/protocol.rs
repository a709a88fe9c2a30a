//! Messages between a program and its camera helper: a line of JSON, behind it the pixels of an image if there is one.

use std::io::{self, BufRead, Read, Write};
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::find::{DetectedMarker, Dictionary};
use crate::geometry::Lens;

/// First line of a helper. Program and helper are built together, so another version means a mixed installation.
pub const GREETING: &str = concat!("boardwright camera helper ", env!("CARGO_PKG_VERSION"), " protocol 1");

/// Largest number of bytes of an image, above which a message is damaged.
const MAX_BYTES: usize = 1 << 30;

/// Request to a helper: a call of [`Backend`](crate::backend::Backend) or of its open stream. Grey images of the given size
/// follow in one byte for each pixel.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Request {
    DetectMarkers { dictionary: Dictionary, size: (u32, u32) },
    DetectChessboard { columns: usize, rows: usize, size: (u32, u32) },
    Calibrate { views: Vec<Vec<[f64; 2]>>, columns: usize, size: (u32, u32) },
    OpenWebcam { device: String, size: Option<(u32, u32)> },
    OpenVideo { path: String },
    NextImage,
}

impl Request {
    /// Number of bytes of the image behind the request.
    pub fn image_bytes(&self) -> io::Result<usize> {
        match self {
            Self::DetectMarkers { size, .. } | Self::DetectChessboard { size, .. } => bytes(*size, 1),
            _ => Ok(0),
        }
    }
}

/// Answer of a helper. Images follow in three bytes for each pixel.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Answer {
    Markers(Vec<DetectedMarker>),
    Chessboard(Option<Vec<[f64; 2]>>),
    /// The lens and its reprojection error.
    Lens(Lens, f64),
    /// The stream is open.
    Opened,
    Image {
        size: (u32, u32),
        at: Duration,
    },
    EndOfStream,
    /// The device is not a camera, or is used by another program.
    NoCamera(String),
    NoVideo {
        path: String,
        why: String,
    },
    /// The library reported an error.
    LibraryFailed(String),
}

impl Answer {
    /// Number of bytes of the image behind the answer.
    pub fn image_bytes(&self) -> io::Result<usize> {
        match self {
            Self::Image { size, .. } => bytes(*size, 3),
            _ => Ok(0),
        }
    }
}

/// Number of bytes of an image.
fn bytes((width, height): (u32, u32), channels: usize) -> io::Result<usize> {
    let count = (width as usize).checked_mul(height as usize).and_then(|pixels| pixels.checked_mul(channels));
    count.filter(|&count| count <= MAX_BYTES).ok_or_else(|| damaged("an image is too large"))
}

/// Writes a message with the pixels of its image.
pub fn write(output: &mut impl Write, message: &impl Serialize, pixels: &[u8]) -> io::Result<()> {
    serde_json::to_writer(&mut *output, message)?;
    output.write_all(b"\n")?;
    output.write_all(pixels)?;
    output.flush()
}

/// Reads a message without its image; `None` at the end.
pub fn read<M: DeserializeOwned>(input: &mut impl BufRead) -> io::Result<Option<M>> {
    let mut line = String::new();
    if input.read_line(&mut line)? == 0 {
        return Ok(None);
    }
    Ok(Some(serde_json::from_str(&line)?))
}

/// Reads the pixels of an image.
pub fn read_pixels(input: &mut impl Read, bytes: usize) -> io::Result<Vec<u8>> {
    let mut pixels = vec![0; bytes];
    input.read_exact(&mut pixels)?;
    Ok(pixels)
}

/// Error of a message that the other side cannot have meant.
pub fn damaged(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why)
}
