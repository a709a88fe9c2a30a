//! A gate for camera frames: motion detection and background subtraction decide whether a frame can be read.

use std::time::Duration;

use image::RgbImage;
use serde::{Deserialize, Serialize};

use crate::camera::Frame;
use crate::geometry::View;
use crate::read::BoardGeometry;
use crate::tone::linear_from_srgb;

/// The status of a camera frame before it is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FrameStatus {
    /// Something moves.
    Moving,
    /// A hand or another foreign object occludes the table.
    Covered,
    /// The frame is too dark.
    Dark,
    /// Nothing has moved for the required time.
    Still,
}

/// A frame downsampled by [`DOWNSAMPLING`] along each side, as logarithms of linear light.
#[derive(Clone, Debug)]
struct LogImage {
    width: usize,
    height: usize,
    light: Vec<[f32; 3]>,
}

/// Light added before taking logarithms: in darker pixels noise exceeds the signal.
const LIGHT_FLOOR: f32 = 0.025;

/// Downsampling factor along each side.
const DOWNSAMPLING: u32 = 4;

impl LogImage {
    fn downsample(picture: &RgbImage) -> Self {
        let (width, height) = (picture.width() / DOWNSAMPLING, picture.height() / DOWNSAMPLING);
        let stride = 3 * picture.width() as usize;
        let bytes = picture.as_raw();
        let light = (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).map(|(x, y)| {
            let mut sum = [0.0; 3];
            for row in 0..DOWNSAMPLING {
                let start = (y * DOWNSAMPLING + row) as usize * stride + (x * DOWNSAMPLING) as usize * 3;
                for pixel in bytes[start..start + 3 * DOWNSAMPLING as usize].chunks_exact(3) {
                    for channel in 0..3 {
                        sum[channel] += linear_from_srgb(pixel[channel]);
                    }
                }
            }
            sum.map(|sum| (sum / (DOWNSAMPLING * DOWNSAMPLING) as f32 + LIGHT_FLOOR).ln())
        });
        Self { width: width as usize, height: height as usize, light: light.collect() }
    }

    fn normalised_position(&self, at: usize) -> [f32; 2] {
        let (x, y) = (at % self.width, at / self.width);
        [x as f32 / self.width as f32 - 0.5, y as f32 / self.height as f32 - 0.5]
    }
}

/// Decides frame by frame whether a frame can be read.
#[derive(Clone, Debug)]
pub struct Gate {
    still_time: Duration,
    last: Option<(LogImage, Duration)>,
    unchanged_since: Option<Duration>,
    /// Background frames: the table with nothing over it, in the current light and in earlier lights.
    backgrounds: Vec<LogImage>,
    /// Mask by pixel of the downsampled frame: pieces or their shadows may be there, so changes are ignored.
    piece_mask: Vec<bool>,
    /// Area of a piece, in pixels of the downsampled frame.
    piece_area: f64,
    /// Centre of the object that covers the table in the last frame, in pixels of the frame.
    obstruction: Option<[f64; 2]>,
}

/// Minimum change of a pixel, as a difference of logarithms of light; noise and soft shadows stay below.
const MIN_CHANGE: f32 = 0.32;

/// Minimum step between pixels six apart that counts as an edge of an object.
const MIN_EDGE_STEP: f32 = 0.2;

/// Maximum number of edge pixels that noise causes.
const MAX_NOISE_EDGES: usize = 8;

/// Maximum number of backgrounds, one for each light.
const MAX_BACKGROUNDS: usize = 3;

/// Minimum fraction of changed pixels that counts as motion.
const MIN_MOTION: f64 = 0.0006;

impl Gate {
    /// Creates a gate that accepts frames after nothing has moved for the duration `still`.
    pub fn new(still: Duration, board: &BoardGeometry, view: &View, size: (u32, u32)) -> Self {
        let mut gate = Self {
            still_time: still,
            last: None,
            unchanged_since: None,
            backgrounds: Vec::new(),
            piece_mask: Vec::new(),
            piece_area: 0.0,
            obstruction: None,
        };
        gate.set_view(board, view, size);
        gate
    }

    /// Sets a new view of the board and discards the backgrounds.
    pub fn set_view(&mut self, board: &BoardGeometry, view: &View, size: (u32, u32)) {
        let (columns, rows) = (size.0 / DOWNSAMPLING, size.1 / DOWNSAMPLING);
        // Pieces stand slightly off their places and cast shadows.
        let reach = board.width / 2.0 + 10.0;
        let near = |x: u32, y: u32| {
            let pixel = [f64::from(x * DOWNSAMPLING) + 2.0, f64::from(y * DOWNSAMPLING) + 2.0];
            let heights = [0.0, board.height / 2.0, board.height, 1.6 * board.height];
            heights
                .into_iter()
                .filter_map(|height| view.point_at_height(pixel, height))
                .any(|[u, v]| board.places.iter().any(|place| (place[0] - u).hypot(place[1] - v) < reach))
        };
        self.piece_mask = (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y))).map(|(x, y)| near(x, y)).collect();
        let scale = view.pixels_per_mm([0.0; 2]) / f64::from(DOWNSAMPLING);
        self.piece_area = (board.width * scale) * (board.width + board.height) * scale;
        (self.last, self.unchanged_since, self.obstruction) = (None, None, None);
        self.backgrounds.clear();
    }

    /// Replaces the current background: nothing is over the table in this frame.
    pub fn set_background(&mut self, picture: &RgbImage) {
        if !self.backgrounds.is_empty() {
            self.backgrounds.remove(0);
        }
        self.add_background(picture);
    }

    /// Adds a background for another light, for example after a lamp was switched on: nothing is over the table in this
    /// frame either.
    pub fn add_background(&mut self, picture: &RgbImage) {
        self.backgrounds.insert(0, LogImage::downsample(picture));
        self.backgrounds.truncate(MAX_BACKGROUNDS);
    }

    /// The time since which nothing has moved.
    pub fn still_since(&self) -> Option<Duration> {
        self.unchanged_since
    }

    /// Centre of the largest object that covered the table in the last frame, in pixels of the frame; `None` if the table
    /// was not covered.
    pub fn obstruction(&self) -> Option<[f64; 2]> {
        self.obstruction
    }

    /// Processes the next frame and returns its status.
    pub fn classify(&mut self, frame: &Frame) -> FrameStatus {
        let now = LogImage::downsample(&frame.image);
        let moving = self.last.as_ref().is_none_or(|(last, _)| has_motion(last, &now));
        let since = if moving { frame.at } else { self.unchanged_since.unwrap_or(frame.at) };
        self.unchanged_since = Some(since);
        let mean = now.light.iter().map(|light| light[1]).sum::<f32>() / now.light.len().max(1) as f32;
        let status = if mean < (LIGHT_FLOOR + 0.004).ln() {
            FrameStatus::Dark
        } else if self.is_covered(&now) {
            FrameStatus::Covered
        } else if frame.at < since + self.still_time {
            FrameStatus::Moving
        } else {
            FrameStatus::Still
        };
        self.last = Some((now, frame.at));
        status
    }

    /// `true` if the frame differs from every background by a foreign object. The background that matches moves to the
    /// front of the list.
    fn is_covered(&mut self, now: &LogImage) -> bool {
        self.obstruction = None;
        let mut nearest = None;
        for (at, clear) in self.backgrounds.iter().enumerate() {
            match self.occluding_object(clear, now) {
                None => {
                    self.backgrounds.swap(0, at);
                    return false;
                }
                object => nearest = nearest.or(object),
            }
        }
        self.obstruction = nearest;
        nearest.is_some()
    }

    /// The centre, in pixels of the frame, of the largest object that occludes a part of the table and is not a piece;
    /// `None` if nothing does. Objects have sharp edges; changes of light do not.
    ///
    /// Changed pixels are grouped into connected components by flood fill; components of the size and roundness of a piece
    /// are ignored.
    fn occluding_object(&self, clear: &LogImage, now: &LogImage) -> Option<[f64; 2]> {
        let (changed, ratio) = changed_pixels(clear, now, &self.piece_mask);
        let (mut seen, mut edges) = (vec![false; changed.len()], 0);
        let (mut largest, mut centre) = (0, [0.0; 2]);
        let (width, height) = (now.width, now.height);
        for start in 0..changed.len() {
            if !changed[start] || seen[start] {
                continue;
            }
            let (mut stack, mut count, mut edge) = (vec![start], 0_usize, false);
            let (mut rim, mut sharp, mut sum) = (0_usize, 0_usize, [0; 2]);
            seen[start] = true;
            while let Some(at) = stack.pop() {
                let (x, y) = (at % width, at / width);
                count += 1;
                sum = [sum[0] + x, sum[1] + y];
                edge |= x == 0 || y == 0 || x + 1 == width || y + 1 == height;
                let sides = [(x > 0).then(|| at - 1), (x + 1 < width).then(|| at + 1)];
                let ends = [(y > 0).then(|| at - width), (y + 1 < height).then(|| at + width)];
                // Pixels where pieces may stand have no known background.
                let outside =
                    sides.into_iter().chain(ends).flatten().any(|next| !changed[next] && !self.piece_mask[next]);
                rim += usize::from(outside);
                sharp += usize::from(outside && is_sharp(&ratio, at, width));
                for next in sides.into_iter().chain(ends).flatten() {
                    if changed[next] && !seen[next] {
                        seen[next] = true;
                        stack.push(next);
                    }
                }
            }
            let pieces = count as f64 / self.piece_area;
            // Compactness test for a piece: the rim of a disc of n pixels has about 2 sqrt(pi n) pixels.
            let round = (rim * rim) as f64 <= 20.0 * count as f64;
            if edge || !round || !(0.4..1.6).contains(&pieces) {
                edges += sharp;
                if sharp > largest {
                    largest = sharp;
                    centre = sum.map(|sum| (sum as f64 / count as f64 + 0.5) * f64::from(DOWNSAMPLING));
                }
            }
        }
        (edges > MAX_NOISE_EDGES).then_some(centre)
    }
}

/// Pixels that changed beyond the global change of light and beyond single-pixel noise, and the differences of all
/// pixels.
fn changed_pixels(before: &LogImage, now: &LogImage, ignored: &[bool]) -> (Vec<bool>, Vec<[f32; 3]>) {
    let differences: Vec<[f32; 3]> = before
        .light
        .iter()
        .zip(&now.light)
        .map(|(one, other)| std::array::from_fn(|channel| other[channel] - one[channel]))
        .collect();
    let light: [LightPlane; 3] = std::array::from_fn(|channel| LightPlane::fit(now, &differences, ignored, channel));
    let raw: Vec<bool> = differences
        .iter()
        .enumerate()
        .map(|(at, difference)| {
            let spot = now.normalised_position(at);
            !ignored[at] && (0..3).any(|channel| (difference[channel] - light[channel].at(spot)).abs() > MIN_CHANGE)
        })
        .collect();
    // A pixel counts only if at least four pixels of its 3 x 3 neighbourhood changed.
    let (width, height) = (now.width, now.height);
    let changed = (0..raw.len()).map(|at| {
        let (x, y) = (at % width, at / width);
        let rows = y.saturating_sub(1)..(y + 2).min(height);
        let near = rows.flat_map(|y| (x.saturating_sub(1)..(x + 2).min(width)).map(move |x| y * width + x));
        raw[at] && near.filter(|at| raw[*at]).count() >= 4
    });
    (changed.collect(), differences)
}

/// `true` if the change has an edge at a pixel: the differences a few pixels to both sides are unequal.
fn is_sharp(differences: &[[f32; 3]], at: usize, width: usize) -> bool {
    [3, 3 * width].into_iter().any(|step| {
        let ends = at.checked_sub(step).and_then(|low| Some((differences[low], differences.get(at + step)?)));
        ends.is_some_and(|(low, high)| (0..3).any(|channel| (low[channel] - high[channel]).abs() > MIN_EDGE_STEP))
    })
}

/// `true` if enough pixels differ from the previous frame.
fn has_motion(before: &LogImage, now: &LogImage) -> bool {
    if before.light.len() != now.light.len() {
        return true;
    }
    let nothing = vec![false; now.light.len()];
    let changed = changed_pixels(before, now, &nothing).0.into_iter().filter(|changed| *changed).count();
    changed as f64 > MIN_MOTION * now.light.len() as f64
}

/// A change of light modelled as a plane over the frame: uniform, or stronger at one side.
#[derive(Clone, Copy, Debug)]
struct LightPlane([f32; 3]);

impl LightPlane {
    /// Fits the plane to every seventh pixel: least squares (Cholesky) from the median on, with outliers trimmed in
    /// three rounds.
    fn fit(now: &LogImage, differences: &[[f32; 3]], ignored: &[bool], channel: usize) -> Self {
        let some: Vec<([f32; 2], f32)> = (0..differences.len())
            .step_by(7)
            .filter(|at| !ignored[*at])
            .map(|at| (now.normalised_position(at), differences[at][channel]))
            .collect();
        let mut values: Vec<f32> = some.iter().map(|(_, value)| *value).collect();
        values.sort_by(f32::total_cmp);
        let mut tilt = Self([values.get(values.len() / 2).copied().unwrap_or(0.0), 0.0, 0.0]);
        for width in [0.5, 0.25, 0.15] {
            let mut normal = nalgebra::Matrix3::from_diagonal_element(1e-3);
            let mut right = nalgebra::Vector3::zeros();
            for (spot, value) in some.iter().filter(|(spot, value)| (value - tilt.at(*spot)).abs() < width) {
                let row = nalgebra::Vector3::new(1.0, spot[0], spot[1]);
                normal += row * row.transpose();
                right += row * *value;
            }
            if let Some(factors) = normal.cholesky() {
                tilt = Self(factors.solve(&right).into());
            }
        }
        tilt
    }

    fn at(&self, [x, y]: [f32; 2]) -> f32 {
        self.0[0] + self.0[1] * x + self.0[2] * y
    }
}
