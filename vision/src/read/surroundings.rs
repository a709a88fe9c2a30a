//! The appearance of the board around each place, without pieces: background subtraction for the offsets of pieces.
//!
//! A cream square or the paper's margin may have the colour of a piece. Only pixels that look more like the piece than
//! like the bare board belong to the piece.

use super::piece_offset::{PATCH_POINTS, distance, patch_offset};
use super::sample::{LogChroma, TopView};

/// Margin around a piece in which its edge and its neighbours' blur hide the board, in mm.
const MARGIN: f64 = 1.5;

/// Distance of colours, in units of the tolerances, below which they are one colour of the board.
const SAME_COLOUR: f64 = 0.3;

/// The board around one place, as far as it was observed without pieces.
#[derive(Clone, Debug)]
struct Patch {
    points: Vec<Option<LogChroma>>,
    /// The distinct colours of the points, for points that were never observed or lay in a shadow.
    colours: Vec<LogChroma>,
}

/// The board around every place.
#[derive(Clone, Debug, Default)]
pub(super) struct Surroundings(Vec<Patch>);

impl Surroundings {
    /// Observes the board in an image. `occupied` is `true` for places with a piece; `change` returns the change of light
    /// at a point, which is removed.
    pub(super) fn observe(&mut self, tops: TopView<'_>, occupied: &[bool], change: impl Fn([f64; 2]) -> [f64; 3]) {
        let board = tops.board;
        self.0.resize(board.places.len(), Patch { points: vec![None; PATCH_POINTS], colours: Vec::new() });
        let pieces: Vec<Silhouette> = (0..board.places.len())
            .filter(|place| occupied[*place])
            .map(|place| Silhouette::new(tops, board.places[place]))
            .collect();
        for (patch, [u, v]) in self.0.iter_mut().zip(&board.places) {
            let there = change([*u, *v]);
            let near: Vec<&Silhouette> = pieces.iter().filter(|piece| piece.is_near([*u, *v], board.width)).collect();
            for (point, known) in patch.points.iter_mut().enumerate() {
                let (du, dv) = patch_offset(board.width, point);
                let at = [u + du, v + dv];
                if near.iter().any(|piece| piece.hides(at, board.width)) {
                    continue;
                }
                let Some((x, y)) = tops.pixel(at) else { continue };
                let observed = LogChroma::at(tops.picture, x, y);
                *known = Some(LogChroma(std::array::from_fn(|number| observed.0[number] - there[number])));
            }
            patch.colours = distinct_colours(&patch.points);
        }
    }

    /// The colours of the bare board around a place in the current light.
    pub(super) fn colours(&self, place: usize, change: [f64; 3]) -> Vec<LogChroma> {
        let colours = self.0.get(place).map_or(&[][..], |patch| &patch.colours);
        colours
            .iter()
            .map(|chroma| LogChroma(std::array::from_fn(|number| chroma.0[number] + change[number])))
            .collect()
    }
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
