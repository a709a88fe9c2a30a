//! Whether a picture can be read: nothing moves, and nothing is over the board that does not belong there.

use std::time::Duration;

use image::RgbImage;
use serde::{Deserialize, Serialize};

use crate::camera::Shot;
use crate::geometry::View;
use crate::read::Board;
use crate::tone::linear;

/// What can be said of a picture before it is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Sight {
    /// Something moves.
    Moving,
    /// A hand or something else reaches into the picture.
    Covered,
    /// It is dark.
    Dark,
    /// Nothing has moved for the time that was asked for.
    Still,
}

/// A picture of a sixteenth of the size, as logarithms of light.
#[derive(Clone, Debug)]
struct Small {
    width: usize,
    height: usize,
    light: Vec<[f32; 3]>,
}

/// So much light is added before logarithms are taken: in the dark there is more noise than light.
const FAINT: f32 = 0.025;

/// One pixel of a small picture is so many of the whole, along each side.
const SHRINK: u32 = 4;

impl Small {
    fn of(picture: &RgbImage) -> Self {
        let (width, height) = (picture.width() / SHRINK, picture.height() / SHRINK);
        let stride = 3 * picture.width() as usize;
        let bytes = picture.as_raw();
        let light = (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).map(|(x, y)| {
            let mut sum = [0.0; 3];
            for row in 0..SHRINK {
                let start = (y * SHRINK + row) as usize * stride + (x * SHRINK) as usize * 3;
                for pixel in bytes[start..start + 3 * SHRINK as usize].chunks_exact(3) {
                    for channel in 0..3 {
                        sum[channel] += linear(pixel[channel]);
                    }
                }
            }
            sum.map(|sum| (sum / (SHRINK * SHRINK) as f32 + FAINT).ln())
        });
        Self { width: width as usize, height: height as usize, light: light.collect() }
    }

    fn spot(&self, at: usize) -> [f32; 2] {
        let (x, y) = (at % self.width, at / self.width);
        [x as f32 / self.width as f32 - 0.5, y as f32 / self.height as f32 - 0.5]
    }
}

/// Waits until a picture can be read.
#[derive(Clone, Debug)]
pub struct Gate {
    still: Duration,
    last: Option<(Small, Duration)>,
    since: Option<Duration>,
    /// The table as it looks when nothing is over it: in the light of now, and in lights that it was seen in before.
    clear: Vec<Small>,
    /// By pixel of the small picture: pieces or their shadows may be there, so that a change tells nothing.
    pieces: Vec<bool>,
    /// How many pixels of it a piece is.
    piece: f64,
}

/// Changes of so much of the light, as a difference of logarithms, are more than noise and soft shadows.
const CHANGED: f32 = 0.32;

/// A step of so much between pixels that are six apart is the edge of a thing.
const EDGE: f32 = 0.2;

/// So many pixels of sharp edges are more than noise.
const EDGES: usize = 8;

/// In so many lights a table is known.
const LIGHTS: usize = 3;

/// What moves is at least so much of the picture.
const MOVED: f64 = 0.0006;

impl Gate {
    /// Pictures in which nothing has moved for so long can be read.
    pub fn new(still: Duration, board: &Board, view: &View, size: (u32, u32)) -> Self {
        let mut gate = Self { still, last: None, since: None, clear: Vec::new(), pieces: Vec::new(), piece: 0.0 };
        gate.turn(board, view, size);
        gate
    }

    /// The camera sees the board otherwise now: what the table looks like has to be learnt again.
    pub fn turn(&mut self, board: &Board, view: &View, size: (u32, u32)) {
        let (columns, rows) = (size.0 / SHRINK, size.1 / SHRINK);
        // Pieces stand a little beside their places, and throw shadows.
        let reach = board.width / 2.0 + 10.0;
        let near = |x: u32, y: u32| {
            let pixel = [f64::from(x * SHRINK) + 2.0, f64::from(y * SHRINK) + 2.0];
            let heights = [0.0, board.height / 2.0, board.height, 1.6 * board.height];
            heights
                .into_iter()
                .filter_map(|height| view.above(pixel, height))
                .any(|[u, v]| board.places.iter().any(|place| (place[0] - u).hypot(place[1] - v) < reach))
        };
        self.pieces = (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y))).map(|(x, y)| near(x, y)).collect();
        let scale = view.scale([0.0; 2]) / f64::from(SHRINK);
        self.piece = (board.width * scale) * (board.width + board.height) * scale;
        (self.last, self.since) = (None, None);
        self.clear.clear();
    }

    /// The table in this picture has nothing over it: it looks so from now on.
    pub fn clear(&mut self, picture: &RgbImage) {
        if !self.clear.is_empty() {
            self.clear.remove(0);
        }
        self.also_clear(picture);
    }

    /// The table has nothing over it in this picture either, though it looks otherwise than before: a lamp was switched on, say.
    pub fn also_clear(&mut self, picture: &RgbImage) {
        self.clear.insert(0, Small::of(picture));
        self.clear.truncate(LIGHTS);
    }

    /// Since when nothing has moved.
    pub fn still_since(&self) -> Option<Duration> {
        self.since
    }

    /// Looks at the next picture.
    pub fn look(&mut self, shot: &Shot) -> Sight {
        let now = Small::of(&shot.picture);
        let moving = self.last.as_ref().is_none_or(|(last, _)| moved(last, &now));
        let since = if moving { shot.at } else { self.since.unwrap_or(shot.at) };
        self.since = Some(since);
        let mean = now.light.iter().map(|light| light[1]).sum::<f32>() / now.light.len().max(1) as f32;
        let sight = if mean < (FAINT + 0.004).ln() {
            Sight::Dark
        } else if self.covered(&now) {
            Sight::Covered
        } else if shot.at < since + self.still {
            Sight::Moving
        } else {
            Sight::Still
        };
        self.last = Some((now, shot.at));
        sight
    }

    /// Whether something is in the picture that was in none in which the table was clear. The light of which it is like is the first
    /// from then on.
    fn covered(&mut self, now: &Small) -> bool {
        let like = self.clear.iter().position(|clear| !self.hidden(clear, now));
        if let Some(like) = like {
            self.clear.swap(0, like);
        }
        like.is_none() && !self.clear.is_empty()
    }

    /// Whether something that is no piece hides a part of the table: it has sharp edges, which light that falls otherwise has not.
    fn hidden(&self, clear: &Small, now: &Small) -> bool {
        let (changed, ratio) = changes(clear, now, &self.pieces);
        let (mut seen, mut edges) = (vec![false; changed.len()], 0);
        let (width, height) = (now.width, now.height);
        for start in 0..changed.len() {
            if !changed[start] || seen[start] {
                continue;
            }
            let (mut stack, mut count, mut edge) = (vec![start], 0_usize, false);
            let (mut rim, mut sharp) = (0_usize, 0_usize);
            seen[start] = true;
            while let Some(at) = stack.pop() {
                let (x, y) = (at % width, at / width);
                count += 1;
                edge |= x == 0 || y == 0 || x + 1 == width || y + 1 == height;
                let sides = [(x > 0).then(|| at - 1), (x + 1 < width).then(|| at + 1)];
                let ends = [(y > 0).then(|| at - width), (y + 1 < height).then(|| at + width)];
                // Where pieces may stand nothing is known of what lies there.
                let outside = sides.into_iter().chain(ends).flatten().any(|next| !changed[next] && !self.pieces[next]);
                rim += usize::from(outside);
                sharp += usize::from(outside && is_sharp(&ratio, at, width));
                for next in sides.into_iter().chain(ends).flatten() {
                    if changed[next] && !seen[next] {
                        seen[next] = true;
                        stack.push(next);
                    }
                }
            }
            let pieces = count as f64 / self.piece;
            // As round as a piece: the rim of a disc of so many pixels is about twice the root of pi times them.
            let round = (rim * rim) as f64 <= 20.0 * count as f64;
            if edge || !round || !(0.4..1.6).contains(&pieces) {
                edges += sharp;
            }
        }
        edges > EDGES
    }
}

/// Which pixels look otherwise beyond what the light does to all of them, and beyond single pixels of noise.
fn changes(before: &Small, now: &Small, but: &[bool]) -> (Vec<bool>, Vec<[f32; 3]>) {
    let differences: Vec<[f32; 3]> = before
        .light
        .iter()
        .zip(&now.light)
        .map(|(one, other)| std::array::from_fn(|channel| other[channel] - one[channel]))
        .collect();
    let light: [Tilt; 3] = std::array::from_fn(|channel| Tilt::fit(now, &differences, but, channel));
    let raw: Vec<bool> = differences
        .iter()
        .enumerate()
        .map(|(at, difference)| {
            let spot = now.spot(at);
            !but[at] && (0..3).any(|channel| (difference[channel] - light[channel].at(spot)).abs() > CHANGED)
        })
        .collect();
    // A pixel counts with most of its neighbours.
    let (width, height) = (now.width, now.height);
    let changed = (0..raw.len()).map(|at| {
        let (x, y) = (at % width, at / width);
        let rows = y.saturating_sub(1)..(y + 2).min(height);
        let near = rows.flat_map(|y| (x.saturating_sub(1)..(x + 2).min(width)).map(move |x| y * width + x));
        raw[at] && near.filter(|at| raw[*at]).count() >= 4
    });
    (changed.collect(), differences)
}

/// Whether what has changed has an edge here: it has changed otherwise a few pixels further.
fn is_sharp(differences: &[[f32; 3]], at: usize, width: usize) -> bool {
    [3, 3 * width].into_iter().any(|step| {
        let ends = at.checked_sub(step).and_then(|low| Some((differences[low], differences.get(at + step)?)));
        ends.is_some_and(|(low, high)| (0..3).any(|channel| (low[channel] - high[channel]).abs() > EDGE))
    })
}

/// Whether enough of a picture differs from the one before.
fn moved(before: &Small, now: &Small) -> bool {
    if before.light.len() != now.light.len() {
        return true;
    }
    let nothing = vec![false; now.light.len()];
    let changed = changes(before, now, &nothing).0.into_iter().filter(|changed| *changed).count();
    changed as f64 > MOVED * now.light.len() as f64
}

/// A change of light that is the same everywhere, or stronger at one side.
#[derive(Clone, Copy, Debug)]
struct Tilt([f32; 3]);

impl Tilt {
    /// That of most pixels: least squares on every seventh of them, without those that are far off.
    fn fit(now: &Small, differences: &[[f32; 3]], but: &[bool], channel: usize) -> Self {
        let some: Vec<([f32; 2], f32)> = (0..differences.len())
            .step_by(7)
            .filter(|at| !but[*at])
            .map(|at| (now.spot(at), differences[at][channel]))
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
