//! The appearance of the board around each place, without pieces: background subtraction for the offsets of pieces, and
//! for pieces that have the colour of the board.
//!
//! A cream square or the paper's margin may have the colour of a piece. Only pixels that look more like the piece than
//! like the bare board belong to the piece. A piece of the board's colour shows by its rim and its shadow, and by the
//! lines that it covers: the pattern of the place changes.

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
    pub(super) fn observe(&mut self, tops: TopView<'_>, occupied: &[bool], change: impl Fn([f64; 2]) -> [f64; 3]) {
        let board = tops.board;
        self.0.resize_with(board.places.len(), || Patch { points: vec![None; PATCH_POINTS], ..Patch::default() });
        let pieces: Vec<Silhouette> = (0..board.places.len())
            .filter(|place| occupied[*place])
            .map(|place| Silhouette::new(tops, board.places[place]))
            .collect();
        for (place, (patch, [u, v])) in self.0.iter_mut().zip(&board.places).enumerate() {
            let there = change([*u, *v]);
            let near: Vec<&Silhouette> = pieces.iter().filter(|piece| piece.is_near([*u, *v], board.width)).collect();
            let observed: Vec<_> =
                look(tops, [*u, *v]).map(|chroma| chroma.map(|chroma| chroma.before(there))).collect();
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
    pub(super) fn colours(&self, place: usize, change: [f64; 3]) -> Vec<LogChroma> {
        let colours = self.0.get(place).map_or(&[][..], |patch| &patch.colours);
        colours.iter().map(|chroma| chroma.after(change)).collect()
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
    pub(super) fn pattern_change(&self, tops: TopView<'_>, place: usize, light: [f64; 3]) -> Option<PatternChange> {
        let (spot, width) = (tops.board.places[place], tops.board.width);
        let patch = self.0.get(place)?;
        let observed: Vec<Option<LogChroma>> = look(tops, spot).collect();
        let in_light = |points: &[Option<LogChroma>]| -> Vec<Option<LogChroma>> {
            points.iter().map(|known| known.map(|known| known.after(light))).collect()
        };
        if let Some(change) = cell_change(&in_light(&patch.points), &observed, [0, 0], width) {
            return Some(PatternChange::FromEmpty(change));
        }
        let known = in_light(&patch.occupied);
        let changes = NUDGES.iter().filter_map(|nudge| cell_change(&known, &observed, *nudge, width));
        let change = changes.reduce(f64::min)?;
        let from_empty = (change > LEAST_COMPARED).then(|| {
            let empty = self.0.iter().filter(|other| other.occupied.is_empty());
            let changes = empty.filter_map(|other| cell_change(&in_light(&other.points), &observed, [0, 0], width));
            changes.reduce(f64::min)
        });
        Some(PatternChange::FromPiece { change, from_empty: from_empty.flatten() })
    }
}

/// Change of a place with a piece from which on it is compared with empty places.
const LEAST_COMPARED: f64 = 0.04;

/// The colours of the sample points around a place, at the height of a piece's top; `None` outside the image.
fn look(tops: TopView<'_>, [u, v]: [f64; 2]) -> impl Iterator<Item = Option<LogChroma>> {
    (0..PATCH_POINTS).map(move |point| {
        let (du, dv) = patch_offset(tops.board.width, point);
        tops.pixel([u + du, v + dv]).map(|(x, y)| LogChroma::around(tops.picture, x, y))
    })
}

/// The root mean square of the differences of cells near the centre; `None` if less than two thirds of their points are known.
/// The known points are shifted by `nudge`.
fn cell_change(
    known: &[Option<LogChroma>],
    observed: &[Option<LogChroma>],
    nudge: [i32; 2],
    width: f64,
) -> Option<f64> {
    let (mut cells, mut points) = ([([0.0; 3], 0_usize); CELLS * CELLS], 0_usize);
    let mut inside = 0_usize;
    for (point, observed) in observed.iter().enumerate() {
        let (du, dv) = patch_offset(width, point);
        if du.hypot(dv) > PATTERN_RADIUS * width {
            continue;
        }
        inside += 1;
        let (column, row) = (point % SAMPLES_PER_SIDE, point / SAMPLES_PER_SIDE);
        let shifted = |at: usize, by: i32| at.checked_add_signed(by as isize).filter(|at| *at < SAMPLES_PER_SIDE);
        let from = shifted(column, -nudge[0]).zip(shifted(row, -nudge[1]));
        let known = from.and_then(|(column, row)| *known.get(row * SAMPLES_PER_SIDE + column)?);
        let Some((known, observed)) = known.zip(*observed) else { continue };
        let difference = observed.difference(known);
        let (sum, count) = &mut cells[row / CELL_POINTS * CELLS + column / CELL_POINTS];
        *sum = std::array::from_fn(|number| sum[number] + difference[number]);
        (*count, points) = (*count + 1, points + 1);
    }
    if points * 3 < inside * 2 {
        return None;
    }
    let cells = cells.iter().filter(|(_, count)| *count * 2 >= CELL_POINTS * CELL_POINTS);
    let square = |sum: &[f64; 3], count: usize| -> f64 {
        sum.iter().zip(WEIGHTS).map(|(sum, weight)| (weight * sum / count as f64).powi(2)).sum()
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
