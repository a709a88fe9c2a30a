//! The appearance of the board around each place, without pieces: background subtraction for the offsets of pieces, and
//! for pieces that have the colour of the board.
//!
//! A cream square or the paper's margin may have the colour of a piece. Only pixels that look more like the piece than
//! like the bare board belong to the piece. A piece of the board's colour shows by its rim and its shadow, and by the
//! lines that it covers: the pattern of the place changes.

use super::light::{LIGHT_ERROR, Light};
use super::piece_offset::{PATCH_POINTS, SAMPLES_PER_SIDE, distance, patch_offset};
use super::sample::{LogChroma, TopView};

/// Margin around a piece in which its edge and its neighbours' blur hide the board, in mm.
const MARGIN: f64 = 1.5;

/// Distance of colours, in units of the tolerances, below which they are one colour of the board.
const SAME_COLOUR: f64 = 0.3;

/// The board around one place.
#[derive(Clone, Debug, Default)]
struct Patch {
    /// The points as far as they were observed without pieces; none before the first observation.
    points: Vec<Option<LogChroma>>,
    /// The distinct colours of the points, for points that were never observed or lay in a shadow.
    colours: Vec<LogChroma>,
    /// The points with the piece that stands on the place; none on an empty place.
    occupied: Vec<Option<LogChroma>>,
}

/// The change of the pattern of a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum PatternChange {
    /// From the empty place.
    FromEmpty(f64),
    /// From the place with the piece that stood there, where too little of the empty place was ever seen.
    FromPiece {
        /// The change.
        change: f64,
        /// The difference from the most similar empty place elsewhere, if the change is large.
        from_empty: Option<f64>,
    },
}

/// The board around every place.
#[derive(Clone, Debug, Default)]
pub(super) struct Surroundings(Vec<Patch>);

impl Surroundings {
    /// Observes the board in an image. `occupied` is `true` for places with a piece; `change` returns the change of light
    /// at a point, which is removed.
    pub(super) fn observe(&mut self, tops: TopView<'_>, occupied: &[bool], change: impl Fn([f64; 2]) -> Light) {
        let board = tops.board;
        self.0.resize_with(board.places.len(), || Patch { points: vec![None; PATCH_POINTS], ..Patch::default() });
        let pieces: Vec<Silhouette> = (0..board.places.len())
            .filter(|place| occupied[*place])
            .map(|place| Silhouette::new(tops, board.places[place]))
            .collect();
        for (place, (patch, [u, v])) in self.0.iter_mut().zip(&board.places).enumerate() {
            let there = change([*u, *v]);
            let near: Vec<&Silhouette> = pieces.iter().filter(|piece| piece.is_near([*u, *v], board.width)).collect();
            let look = (0..PATCH_POINTS).map(|point| colour(tops, [*u, *v], point));
            let observed: Vec<_> = look.map(|chroma| Some(chroma?.before(there))).collect();
            for (point, (known, observed)) in patch.points.iter_mut().zip(&observed).enumerate() {
                let (du, dv) = patch_offset(board.width, point);
                if !near.iter().any(|piece| piece.hides([u + du, v + dv], board.width)) {
                    *known =
                        observed.map(|observed| known.map_or(observed, |known| known.midpoint(observed))).or(*known);
                }
            }
            patch.colours = distinct_colours(&patch.points);
            patch.occupied = if occupied[place] { observed } else { Vec::new() };
        }
    }

    /// The colours of the bare board around a place in the current light.
    pub(super) fn colours(&self, place: usize, light: Light) -> Vec<LogChroma> {
        let colours = self.0.get(place).map_or(&[][..], |patch| &patch.colours);
        colours.iter().map(|chroma| chroma.after(light)).collect()
    }
}

/// Number of sample points along the side of a cell, in which patterns are averaged: the noise of single pixels is too
/// strong.
const CELL_POINTS: usize = 3;

/// Number of cells along the side of a patch.
const CELLS: usize = SAMPLES_PER_SIDE / CELL_POINTS;

/// Distance from the centre of a place within which a piece changes the pattern by itself or its shadow, in piece widths.
const PATTERN_RADIUS: f64 = 0.65;

/// Weights of the differences of log-luminance and of chromaticities: a piece of the board's colour shows by its shading, and the
/// chromaticities have more noise.
const WEIGHTS: [f64; 3] = [1.0, 0.5, 0.5];

/// Offsets of a piece by which it may have been nudged, in sample points to the right and up.
const NUDGES: [[i32; 2]; 9] = [[0, 0], [1, 0], [-1, 0], [0, 1], [0, -1], [1, 1], [1, -1], [-1, 1], [-1, -1]];

impl Surroundings {
    /// The change of the pattern of a place from that of the empty place, or from that with the piece that stood there, as the
    /// root mean square of the differences of its cells; `None` where too little of the place was ever seen. `light` is the
    /// change of light.
    pub(super) fn pattern_change(&self, tops: TopView<'_>, place: usize, light: Light) -> Option<PatternChange> {
        let (patch, spot) = (self.0.get(place)?, tops.board.places[place]);
        let inside = pattern_points(tops.board.width).filter_map(|point| Some((point, colour(tops, spot, point)?)));
        let observed: Vec<(usize, LogChroma)> = inside.collect();
        let from_empty = |patch: &Patch| {
            cell_change(&observed, tops.board.width, light, |point| Some(patch.points[point]?.after(light)))
        };
        if let Some(change) = from_empty(patch) {
            return Some(PatternChange::FromEmpty(change));
        }
        let known: Vec<Option<LogChroma>> = patch.occupied.iter().map(|known| Some((*known)?.after(light))).collect();
        let changes = NUDGES.iter().filter_map(|nudge| {
            cell_change(&observed, tops.board.width, light, |point| *known.get(shifted_point(point, *nudge)?)?)
        });
        let change = changes.reduce(f64::min)?;
        let from_empty = (change > LEAST_COMPARED).then(|| {
            let empty = self.0.iter().filter(|other| other.occupied.is_empty());
            empty.filter_map(from_empty).reduce(f64::min)
        });
        Some(PatternChange::FromPiece { change, from_empty: from_empty.flatten() })
    }
}

/// Change of a place with a piece from which on it is compared with empty places.
const LEAST_COMPARED: f64 = 0.04;

/// The colour of a sample point around a place, at the height of a piece's top; `None` outside the image.
fn colour(tops: TopView<'_>, [u, v]: [f64; 2], point: usize) -> Option<LogChroma> {
    let (du, dv) = patch_offset(tops.board.width, point);
    let (x, y) = tops.pixel([u + du, v + dv])?;
    Some(LogChroma::around(tops.picture, x, y))
}

/// The sample points of the pattern.
fn pattern_points(width: f64) -> impl Iterator<Item = usize> {
    (0..PATCH_POINTS).filter(move |point| {
        let (du, dv) = patch_offset(width, *point);
        du * du + dv * dv <= (PATTERN_RADIUS * width).powi(2)
    })
}

/// The point of which a sample point shows the colour, if the piece was nudged; `None` outside the patch.
fn shifted_point(point: usize, nudge: [i32; 2]) -> Option<usize> {
    let shifted = |at: usize, by: i32| at.checked_add_signed(-by as isize).filter(|at| *at < SAMPLES_PER_SIDE);
    let (column, row) = (shifted(point % SAMPLES_PER_SIDE, nudge[0])?, shifted(point / SAMPLES_PER_SIDE, nudge[1])?);
    Some(row * SAMPLES_PER_SIDE + column)
}

/// The root mean square of the differences of the cells of the pattern, without the difference of all that a change of `light`
/// may cause beside its estimate; `None` if the colours of less than two thirds of their points are `known`.
fn cell_change(
    observed: &[(usize, LogChroma)],
    width: f64,
    light: Light,
    known: impl Fn(usize) -> Option<LogChroma>,
) -> Option<f64> {
    let (mut cells, mut total, mut points) = ([([0.0; 3], 0_usize); CELLS * CELLS], [0.0; 3], 0_usize);
    let add = |one: [f64; 3], other: [f64; 3]| std::array::from_fn(|number| one[number] + other[number]);
    for (point, observed) in observed {
        let Some(known) = known(*point) else { continue };
        let difference = observed.difference(known);
        let (column, row) = (point % SAMPLES_PER_SIDE, point / SAMPLES_PER_SIDE);
        let (sum, count) = &mut cells[row / CELL_POINTS * CELLS + column / CELL_POINTS];
        (*sum, *count) = (add(*sum, difference), *count + 1);
        (total, points) = (add(total, difference), points + 1);
    }
    if points * 3 < pattern_points(width).count() * 2 {
        return None;
    }
    let common: [f64; 3] = std::array::from_fn(|number| {
        let error = LIGHT_ERROR * light.change[number].abs();
        (total[number] / points as f64).clamp(-error, error)
    });
    let cells = cells.iter().filter(|(_, count)| *count * 2 >= CELL_POINTS * CELL_POINTS);
    let square = |sum: &[f64; 3], count: usize| -> f64 {
        let differences = (0..3).map(|number| sum[number] / count as f64 - common[number]);
        differences.zip(WEIGHTS).map(|(difference, weight)| (weight * difference).powi(2)).sum()
    };
    let squares: Vec<f64> = cells.map(|(sum, count)| square(sum, *count)).collect();
    Some((squares.iter().sum::<f64>() / squares.len().max(1) as f64).sqrt())
}

/// Representatives of the colours, none nearer to another than [`SAME_COLOUR`].
fn distinct_colours(points: &[Option<LogChroma>]) -> Vec<LogChroma> {
    let mut distinct: Vec<LogChroma> = Vec::new();
    for chroma in points.iter().flatten() {
        if distinct.iter().all(|known| distance(*chroma, *known) > SAME_COLOUR * SAME_COLOUR) {
            distinct.push(*chroma);
        }
    }
    distinct
}

/// The silhouette of a standing piece, in the plane of the pieces' tops.
struct Silhouette {
    top: [f64; 2],
    /// The direction from the top to the foot.
    foot: [f64; 2],
}

impl Silhouette {
    fn new(tops: TopView<'_>, place: [f64; 2]) -> Self {
        let foot = tops.view.point_at_height(tops.view.pixel(place, 0.0), tops.board.height).unwrap_or(place);
        Self { top: place, foot: [foot[0] - place[0], foot[1] - place[1]] }
    }

    fn is_near(&self, [u, v]: [f64; 2], width: f64) -> bool {
        (self.top[0] - u).hypot(self.top[1] - v) < 3.0 * width
    }

    /// `true` if the piece or its edge hides a point. Pieces may be taller than the board's geometry says.
    fn hides(&self, [u, v]: [f64; 2], width: f64) -> bool {
        let (du, dv) = (u - self.top[0], v - self.top[1]);
        let [fu, fv] = self.foot;
        let length = fu * fu + fv * fv;
        let along = if length > 0.0 { ((du * fu + dv * fv) / length).clamp(-0.6, 1.0) } else { 0.0 };
        (du - along * fu).hypot(dv - along * fv) < width / 2.0 + MARGIN
    }
}
