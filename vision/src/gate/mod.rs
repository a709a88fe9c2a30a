//! A gate for camera frames: motion detection and background subtraction decide whether a frame can be read.
//!
//! A frame is compared with backgrounds, frames with nothing over the table, beyond the change of light between them. An
//! object with sharp edges that is no piece covers the table, unless it has rested there for so long that it is no hand.

mod comparison;
mod light_image;

use std::time::Duration;

use image::RgbImage;
use serde::{Deserialize, Serialize};

use crate::camera::Frame;
use crate::geometry::View;
use crate::read::BoardGeometry;
use comparison::{Comparison, has_motion};
use light_image::{DOWNSAMPLING, LightImage};

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

/// Decides frame by frame whether a frame can be read.
#[derive(Clone, Debug)]
pub struct Gate {
    still_time: Duration,
    view: View,
    /// The corners of the markers around the board, in mm.
    markers: Vec<[[f64; 2]; 4]>,
    last: Option<(LightImage, Duration)>,
    unchanged_since: Option<Duration>,
    /// Background frames: the table with nothing over it, in the current light and in earlier lights.
    backgrounds: Vec<LightImage>,
    /// Mask by pixel of the downsampled frame: pieces or their shadows may be there, or a marker, so changes are ignored.
    mask: Vec<bool>,
    /// Area of a piece, in pixels of the downsampled frame.
    piece_area: f64,
    /// Centre of the object that covers the table in the last frame, in pixels of the frame.
    obstruction: Option<[f64; 2]>,
    /// Objects that have rested on the table since they were seen first.
    resting: Vec<RestingObject>,
    /// `true` while the board may be elsewhere than it was: then edges that seem to be objects are none.
    is_location_doubtful: bool,
}

/// Minimum mean light of a frame that can be read.
const MIN_LIGHT: f32 = 0.004;

/// Maximum number of edge pixels that noise causes.
const MAX_NOISE_EDGES: usize = 8;

/// Maximum number of backgrounds, one for each light.
const MAX_BACKGROUNDS: usize = 3;

/// Margin around a marker in which changes are ignored, in mm: its quiet zone.
const MARKER_MARGIN: f64 = 4.0;

/// An object over the table that is no piece.
#[derive(Debug)]
struct ForeignObject {
    /// The pixels of the downsampled frame.
    pixels: Vec<usize>,
    /// Number of pixels on a sharp edge.
    edges: usize,
    /// The centre, in pixels of the frame.
    centre: [f64; 2],
    /// `true` if it reaches the edge of the frame, as an arm does.
    is_reaching_in: bool,
}

/// An object that lies on the table by itself.
#[derive(Clone, Copy, Debug)]
struct RestingObject {
    /// The centre, in pixels of the frame.
    centre: [f64; 2],
    /// Number of pixels.
    size: usize,
    since: Duration,
    /// `true` if something moved over the table since, and the object is still there.
    has_outlasted_motion: bool,
}

/// Time after which an object that does not reach in from the edge of the frame is no hand.
const MIN_REST: Duration = Duration::from_secs(3);

/// The same if a hand came and went meanwhile.
const MIN_REST_AFTER_MOTION: Duration = Duration::from_secs(1);

impl RestingObject {
    fn is(&self, object: &ForeignObject) -> bool {
        let [x, y] = [0, 1].map(|axis| self.centre[axis] - object.centre[axis]);
        let (size, now) = (self.size as f64, object.pixels.len() as f64);
        x.hypot(y) < 1.5 * f64::from(DOWNSAMPLING) && (size - now).abs() < 0.2 * size.max(now)
    }

    fn belongs_to_table(&self, now: Duration) -> bool {
        let least = if self.has_outlasted_motion { MIN_REST_AFTER_MOTION } else { MIN_REST };
        now >= self.since + least
    }
}

impl Gate {
    /// Creates a gate that accepts frames after nothing has moved for the duration `still`. `markers` are the corners of
    /// the markers around the board in mm.
    pub fn new(
        still: Duration,
        board: &BoardGeometry,
        markers: Vec<[[f64; 2]; 4]>,
        view: &View,
        size: (u32, u32),
    ) -> Self {
        let mut gate = Self {
            still_time: still,
            view: *view,
            markers,
            last: None,
            unchanged_since: None,
            backgrounds: Vec::new(),
            mask: Vec::new(),
            piece_area: 0.0,
            obstruction: None,
            resting: Vec::new(),
            is_location_doubtful: false,
        };
        gate.move_view(board, view, size);
        gate
    }

    /// Sets a new view of the board after board or camera moved. The backgrounds move along.
    pub fn move_view(&mut self, board: &BoardGeometry, view: &View, size: (u32, u32)) {
        let (columns, rows) = (size.0 / DOWNSAMPLING, size.1 / DOWNSAMPLING);
        // Pieces stand slightly off their places and cast shadows.
        let reach = board.width / 2.0 + 10.0;
        let is_ignored = |x: u32, y: u32| {
            let pixel = [f64::from(x * DOWNSAMPLING) + 2.0, f64::from(y * DOWNSAMPLING) + 2.0];
            let heights = [0.0, board.height / 2.0, board.height, 1.6 * board.height];
            let near_place = heights
                .into_iter()
                .filter_map(|height| view.point_at_height(pixel, height))
                .any(|[u, v]| board.places.iter().any(|place| (place[0] - u).hypot(place[1] - v) < reach));
            near_place || self.markers.iter().any(|corners| is_within(view.board_point(pixel), corners))
        };
        self.mask = (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y))).map(|(x, y)| is_ignored(x, y)).collect();
        let scale = view.pixels_per_mm([0.0; 2]) / f64::from(DOWNSAMPLING);
        self.piece_area = (board.width * scale) * (board.width + board.height) * scale;
        for background in &mut self.backgrounds {
            *background = background.moved(&self.view, view);
        }
        self.view = *view;
        self.obstruction = None;
        self.resting.clear();
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
        self.backgrounds.insert(0, LightImage::downsample(picture));
        self.backgrounds.truncate(MAX_BACKGROUNDS);
    }

    /// Says whether the board may be elsewhere than it was, since it is not found: then nothing is taken for a part of the table.
    pub fn set_location_doubtful(&mut self, is_doubtful: bool) {
        self.is_location_doubtful = is_doubtful;
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
        let now = LightImage::downsample(&frame.image);
        let moving = self.last.as_ref().is_none_or(|(last, _)| has_motion(last, &now));
        let since = if moving { frame.at } else { self.unchanged_since.unwrap_or(frame.at) };
        self.unchanged_since = Some(since);
        let mean = now.light.iter().map(|light| light[1]).sum::<f32>() / now.light.len().max(1) as f32;
        let status = if mean < MIN_LIGHT {
            FrameStatus::Dark
        } else if self.is_covered(&now, frame.at, moving) {
            FrameStatus::Covered
        } else if frame.at < since + self.still_time {
            FrameStatus::Moving
        } else {
            FrameStatus::Still
        };
        self.last = Some((now, frame.at));
        status
    }

    /// `true` if the frame differs from every background by foreign objects. The background that matches moves to the
    /// front of the list.
    fn is_covered(&mut self, now: &LightImage, at: Duration, moving: bool) -> bool {
        self.obstruction = None;
        let mut covering: Option<(Comparison, Vec<ForeignObject>)> = None;
        for (number, clear) in self.backgrounds.iter().enumerate() {
            let comparison = Comparison::new(clear, now, &self.mask);
            let objects = self.foreign_objects(clear, now, &comparison);
            if objects.iter().map(|object| object.edges).sum::<usize>() <= MAX_NOISE_EDGES {
                self.backgrounds.swap(0, number);
                self.resting.clear();
                return false;
            }
            covering = covering.or(Some((comparison, objects)));
        }
        let Some((comparison, objects)) = covering else { return false };
        if self.belong_to_table(&objects, at, moving) && !self.is_location_doubtful {
            for pixel in objects.iter().flat_map(|object| with_neighbours(&object.pixels, now)) {
                self.backgrounds[0].set(pixel, comparison.in_earlier_light(now, pixel));
            }
            self.resting.clear();
            return false;
        }
        self.obstruction = objects.iter().max_by_key(|object| object.edges).map(|object| object.centre);
        true
    }

    /// Updates the resting objects by those of a frame, and returns `true` if all of them have rested long enough.
    fn belong_to_table(&mut self, objects: &[ForeignObject], at: Duration, moving: bool) -> bool {
        // A hand may hide objects, or touch them.
        if moving || objects.iter().any(|object| object.is_reaching_in) {
            for object in &mut self.resting {
                object.has_outlasted_motion = true;
            }
            return false;
        }
        let known = |object: &ForeignObject| {
            let begin = RestingObject {
                centre: object.centre,
                size: object.pixels.len(),
                since: at,
                has_outlasted_motion: false,
            };
            self.resting.iter().find(|known| known.is(object)).copied().unwrap_or(begin)
        };
        self.resting = objects.iter().map(known).collect();
        self.resting.iter().all(|object| object.belongs_to_table(at))
    }

    /// The objects that occlude a part of the table and are not pieces. Objects have sharp edges; changes of light do not.
    ///
    /// Changed pixels are grouped into connected components by flood fill; components of the size and roundness of a piece
    /// are ignored.
    fn foreign_objects(&self, clear: &LightImage, now: &LightImage, comparison: &Comparison) -> Vec<ForeignObject> {
        let changed = &comparison.changed;
        let mut seen = vec![false; changed.len()];
        let mut objects = Vec::new();
        let (width, height) = (now.width, now.height);
        for start in 0..changed.len() {
            if !changed[start] || seen[start] {
                continue;
            }
            let (mut stack, mut pixels) = (vec![start], Vec::new());
            let (mut rim, mut edges, mut sum, mut is_reaching_in) = (0_usize, 0_usize, [0.0; 2], false);
            seen[start] = true;
            while let Some(at) = stack.pop() {
                let (x, y) = (at % width, at / width);
                pixels.push(at);
                let [right, down] = now.frame_pixel(at);
                sum = [sum[0] + right, sum[1] + down];
                is_reaching_in |= x == 0 || y == 0 || x + 1 == width || y + 1 == height;
                let sides = [(x > 0).then(|| at - 1), (x + 1 < width).then(|| at + 1)];
                let ends = [(y > 0).then(|| at - width), (y + 1 < height).then(|| at + width)];
                // Pixels where pieces may stand have no known background.
                let outside = sides.into_iter().chain(ends).flatten().any(|next| !changed[next] && !self.mask[next]);
                rim += usize::from(outside);
                edges += usize::from(outside && comparison.is_sharp(clear, now, at));
                for next in sides.into_iter().chain(ends).flatten() {
                    if changed[next] && !seen[next] {
                        seen[next] = true;
                        stack.push(next);
                    }
                }
            }
            let count = pixels.len() as f64;
            let pieces = count / self.piece_area;
            // Compactness test for a piece: the rim of a disc of n pixels has about 2 sqrt(pi n) pixels.
            let is_round = (rim * rim) as f64 <= 20.0 * count;
            if edges > 0 && (is_reaching_in || !is_round || !(0.4..1.6).contains(&pieces)) {
                objects.push(ForeignObject { pixels, edges, centre: sum.map(|sum| sum / count), is_reaching_in });
            }
        }
        objects
    }
}

/// `true` if a point of the board lies within a marker or its margin.
fn is_within([u, v]: [f64; 2], corners: &[[f64; 2]; 4]) -> bool {
    let near = |at: f64, axis: usize| {
        let (least, most) = corners.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), corner| {
            (least.min(corner[axis]), most.max(corner[axis]))
        });
        (least - MARKER_MARGIN..=most + MARKER_MARGIN).contains(&at)
    };
    near(u, 0) && near(v, 1)
}

/// Pixels of an object and those around it, to which its edges extend.
fn with_neighbours(pixels: &[usize], image: &LightImage) -> Vec<usize> {
    const MARGIN: usize = 2;
    let around = |at: &usize| {
        let (x, y) = (at % image.width, at / image.width);
        let rows = y.saturating_sub(MARGIN)..(y + MARGIN + 1).min(image.height);
        let columns = x.saturating_sub(MARGIN)..(x + MARGIN + 1).min(image.width);
        rows.flat_map(move |y| columns.clone().map(move |x| y * image.width + x))
    };
    pixels.iter().flat_map(around).collect()
}
