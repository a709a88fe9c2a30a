//! What stands where: places of a board looked at one by one, against how they looked when it was known what stood there.
//!
//! Light falls on a board from somewhere, unevenly, and changes; a place is best compared with itself. So what counts is by how much
//! places have changed beyond what the light did to all of them.

mod class;
mod lie;
mod model;
mod sample;
mod shape;

use image::RgbImage;
use serde::{Deserialize, Serialize};

pub use class::{Class, Ranges};
pub use lie::Lie;
pub use sample::{Hue, Sample};

use crate::geometry::View;
use crate::tone::hsv;
use lie::{is_near, lie};
use model::{Change, Expected, Model};
use sample::{Probe, Tops};
use shape::{Shape, Shapes};

/// A board as a camera has to know it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Board {
    /// Where places are, in mm around the middle of the board.
    pub places: Vec<[f64; 2]>,
    /// The width of pieces, in mm.
    pub width: f64,
    /// The height of pieces, in mm.
    pub height: f64,
    /// How many classes of pieces there are.
    pub classes: usize,
}

/// A place is not in the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a part of the board is not in the picture: move the camera back or turn it")]
pub struct OutOfSight;

/// Why nothing can be learnt from a picture.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum Poor {
    /// It is too dark.
    #[error("the picture is too dark to tell colours: more light is needed, or a longer exposure")]
    Dark,
    /// Pieces that should differ look alike.
    #[error("pieces of kind {} and kind {} look too much alike: take pieces of other colours or shapes, or more light", .0.0 + 1, .1.0 + 1)]
    Alike(Class, Class),
}

/// What a place looks like, for everything that could stand there.
#[derive(Clone, Debug, PartialEq)]
pub struct Evidence {
    /// Logarithms of how likely what is seen would be: if the place were empty, then by class.
    logs: Vec<f64>,
    /// Where a piece stands on the place, or half beside it, if one seems to stand there.
    pub lie: Option<Lie>,
    /// As it was seen, in the light in which places were learnt.
    hue: Hue,
    /// The shape of the piece, where shapes tell more than colours.
    shape: Option<Shape>,
}

/// What is seen of a board.
#[derive(Clone, Debug, PartialEq)]
pub struct Observation {
    /// By place.
    pub places: Vec<Evidence>,
    /// By how much the light has changed in the middle of the board: 0 for not at all, 0.7 for twice or half as much.
    pub light: f64,
}

/// Something else than all that is known: a hand, a piece that lies between places.
const STRANGE: f64 = -9.0;

/// The place is empty and has never been seen so.
const UNKNOWN: f64 = -6.0;

/// How far from the middle of its place a piece may stand, in its widths.
const ASKEW: f64 = 0.3;

impl Evidence {
    /// How well it goes with something standing there: a logarithm, at most a little below 0 for what goes best.
    pub fn of(&self, what: Option<Class>) -> f64 {
        let index = what.map_or(0, |Class(class)| class + 1);
        let most = self.logs.iter().copied().fold(STRANGE, f64::max);
        let sum: f64 = self.logs.iter().chain([&STRANGE]).map(|log| (log - most).exp()).sum();
        self.logs[index].max(STRANGE - 20.0) - most - sum.ln()
    }

    /// Whether a piece seems to stand there, of whichever class.
    fn holds(&self) -> bool {
        let pieces = self.logs[1..].iter().copied().fold(STRANGE, f64::max);
        pieces > STRANGE && pieces > self.logs[0]
    }

    /// What most likely stands there, and how surely, from 0 to 1. `None` if it is something else than all that is known.
    pub fn best(&self) -> Option<(Option<Class>, f64)> {
        let all = [None].into_iter().chain((0..self.logs.len() - 1).map(|class| Some(Class(class))));
        let (best, log) = all.map(|what| (what, self.of(what))).max_by(|one, other| one.1.total_cmp(&other.1))?;
        let strange = self.lie.is_some_and(|lie| lie.askew);
        (log > (0.5_f64).ln() && !strange).then(|| (best, log.exp()))
    }
}

/// Somebody who looks at a board.
#[derive(Clone, Debug)]
pub struct Reader {
    board: Board,
    view: View,
    size: (u32, u32),
    probes: Vec<Probe>,
    model: Option<Model>,
    shapes: Shapes,
    ranges: Vec<Option<Given>>,
}

/// Colours that a class is said to have.
#[derive(Clone, Copy, Debug)]
struct Given {
    ranges: Ranges,
    /// They count for more than how such pieces looked: they were given when that was known.
    counts: bool,
}

impl Reader {
    /// Looks at a board through a camera with pictures of this size, in pixels.
    ///
    /// # Errors
    ///
    /// When a place is not in the picture.
    pub fn new(board: Board, view: View, size: (u32, u32)) -> Result<Self, OutOfSight> {
        let ranges = vec![None; board.classes];
        let probes = probes(&board, &view, size)?;
        Ok(Self { board, view, size, probes, model: None, shapes: Shapes::default(), ranges })
    }

    /// The camera sees the board otherwise now; how things look stays known.
    ///
    /// # Errors
    ///
    /// When a place is not in the picture.
    pub fn turn(&mut self, view: View) -> Result<(), OutOfSight> {
        self.probes = probes(&self.board, &view, self.size)?;
        self.view = view;
        Ok(())
    }

    /// A class whose colours are given: that counts until such a piece is seen, or, if one was, until looks are learnt the next time.
    pub fn give(&mut self, class: Class, ranges: Ranges) {
        let counts = self.model.as_ref().is_some_and(|model| model.classes[class.0].is_some());
        self.ranges[class.0] = Some(Given { ranges, counts });
    }

    /// The colours of each class that was seen, as ranges that hold in somewhat other light too, to be [given](Reader::give) another time.
    pub fn ranges(&self) -> Vec<(Class, Ranges)> {
        let classes = self.model.iter().flat_map(|model| model.classes.iter().enumerate());
        let seen = |hue: Hue| Ranges::around(hsv(hue.levels()));
        let told = |class: usize| self.ranges[class].filter(|given| given.counts).map(|given| given.ranges);
        classes.filter_map(|(class, hue)| Some((Class(class), told(class).or_else(|| hue.map(seen))?))).collect()
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// How the camera sees it.
    pub fn view(&self) -> &View {
        &self.view
    }

    /// Learns how everything looks from a picture of which it is known what stands where.
    ///
    /// # Errors
    ///
    /// When the picture is too dark, or classes look alike.
    ///
    /// # Panics
    ///
    /// When something else than all places is told.
    pub fn learn(&mut self, picture: &RgbImage, known: &[Option<Class>]) -> Result<(), Poor> {
        assert_eq!(known.len(), self.board.places.len(), "something is told of each place");
        let samples = self.samples(picture);
        let mean = samples.iter().map(|sample| sample.hue.0[0]).sum::<f64>() / samples.len().max(1) as f64;
        // A hundredth of white: noise is as strong as colours then.
        if mean < (0.012_f64).ln() {
            return Err(Poor::Dark);
        }
        let seen: Vec<_> = known.iter().zip(&samples).map(|(class, sample)| (*class, sample.hue)).collect();
        let model = Model::learnt(&self.board.places, self.board.classes, &seen);
        let shapes = |class: Class| {
            let held = samples.iter().enumerate().filter(|(place, _)| known[*place] == Some(class));
            held.filter_map(|(place, sample)| self.shape(picture, place, sample.hue)).collect()
        };
        self.shapes = Shapes::learnt(&model.alike(), shapes).map_err(|(one, other)| Poor::Alike(one, other))?;
        self.model = Some(model);
        for given in self.ranges.iter_mut().flatten() {
            given.counts = false;
        }
        Ok(())
    }

    /// What is seen of the board; `known` is what was there when last looked.
    pub fn observe(&self, picture: &RgbImage, known: &[Option<Class>]) -> Observation {
        let samples = self.samples(picture);
        let change = self.change(&samples, known);
        let places = samples.iter().enumerate().map(|(place, sample)| {
            let there = change.at(self.board.places[place]);
            let hue = Hue(std::array::from_fn(|at| sample.hue.0[at] - there[at]));
            let mut evidence = Evidence { logs: self.logs(place, hue, sample), lie: None, hue, shape: None };
            if self.shapes.are_wanted() && evidence.holds() {
                evidence.shape = self.shape(picture, place, sample.hue);
            }
            if let Some(shape) = &evidence.shape {
                self.shapes.tell(&mut evidence.logs, shape);
            }
            evidence.lie = match (evidence.best(), known[place]) {
                (Some((Some(_), _)), _) => self.lie(picture, place, sample.hue),
                (Some((None, _)), Some(class)) => self.beside(picture, place, class, sample.hue, there),
                _ => None,
            };
            evidence
        });
        Observation { places: places.collect(), light: change.at([0.0; 2])[0] }
    }

    fn tops<'a>(&'a self, picture: &'a RgbImage) -> Tops<'a> {
        Tops { picture, view: &self.view, board: &self.board }
    }

    /// How a piece stands on a place on which one was seen.
    fn lie(&self, picture: &RgbImage, place: usize, hue: Hue) -> Option<Lie> {
        let found = lie(self.tops(picture), self.board.places[place], hue)?;
        let off = found.off[0].hypot(found.off[1]);
        Some(Lie { askew: off > ASKEW * self.board.width, ..found })
    }

    /// How the piece that stood on a place lies half beside it: too far off for being seen there, not far enough for having been taken.
    fn beside(&self, picture: &RgbImage, place: usize, class: Class, seen: Hue, change: [f64; 3]) -> Option<Lie> {
        let held = self.model.as_ref()?.held(self.board.places[place], place, class)?;
        let hue = Hue(std::array::from_fn(|at| held.hue.0[at] + change[at]));
        // A place that itself looks like such a piece tells nothing.
        let found = if is_near(seen, hue) { None } else { lie(self.tops(picture), self.board.places[place], hue) };
        found.map(|found| Lie { askew: true, ..found })
    }

    /// The shape of a piece on a place on which one was seen.
    fn shape(&self, picture: &RgbImage, place: usize, hue: Hue) -> Option<Shape> {
        let [u, v] = self.board.places[place];
        let [right, up] = self.lie(picture, place, hue).map_or([0.0; 2], |lie| lie.off);
        Shape::seen(self.tops(picture), [u + right, v + up], hue)
    }

    /// It is certain what stands where in what was seen last: how places look is known better now.
    pub fn settle(&mut self, observation: &Observation, known: &[Option<Class>]) {
        let Some(model) = &mut self.model else { return };
        for (place, evidence) in observation.places.iter().enumerate() {
            model.places[place].put(known[place], evidence.hue);
            if let Some(Class(class)) = known[place] {
                model.classes[class].get_or_insert(evidence.hue);
            }
            if let (Some(class), Some(shape)) = (known[place], &evidence.shape) {
                self.shapes.put(class, shape);
            }
        }
    }

    /// How many pixels a piece on a place covers, in a picture 640 pixels wide.
    fn area(&self, place: usize) -> f64 {
        let radius =
            self.board.width / 2.0 * self.view.scale(self.board.places[place]) * 640.0 / f64::from(self.size.0);
        std::f64::consts::PI * radius * radius
    }

    fn samples(&self, picture: &RgbImage) -> Vec<Sample> {
        self.probes.iter().map(|probe| probe.sample(picture)).collect()
    }

    /// How the light has changed, by the places that look as they should.
    fn change(&self, samples: &[Sample], known: &[Option<Class>]) -> Change {
        let Some(model) = &self.model else { return Change::default() };
        let differences: Vec<_> = samples
            .iter()
            .enumerate()
            .filter_map(|(place, sample)| {
                let spot = self.board.places[place];
                let before = match known[place] {
                    None => model.places[place].empty?,
                    Some(class) => model.held(spot, place, class)?.hue,
                };
                Some((spot, sample.hue.minus(before)))
            })
            .collect();
        Change::fit(&differences)
    }

    fn logs(&self, place: usize, hue: Hue, sample: &Sample) -> Vec<f64> {
        let model = self.model.as_ref();
        let likely = |expected: Expected| density(hue, &expected, sample.noise);
        let known = model.is_some_and(|model| model.places[place].empty.is_some());
        // What a place looks like that was never seen empty nobody knows: like anything but a piece.
        let unknown = if known { STRANGE - 20.0 } else { UNKNOWN };
        let empty = model.into_iter().flat_map(|model| model.empty(place)).map(likely).fold(unknown, f64::max);
        let held = (0..self.board.classes).map(|class| {
            let expected = model.and_then(|model| model.held(self.board.places[place], place, Class(class)));
            match (expected, self.ranges[class]) {
                (Some(expected), given) if given.is_none_or(|given| !given.counts) => likely(expected),
                (_, Some(Given { ranges, .. })) => {
                    let inside = sample.points.iter().filter(|point| ranges.hold(**point)).count();
                    let inside = inside as f64 / sample.points.len() as f64;
                    if !ranges.fit(inside * self.area(place)) {
                        return STRANGE - 1.0;
                    }
                    // As likely as a piece that was seen elsewhere, if all of it is in; as strange things, if only half.
                    1.0 - 20.0 * (1.0 - inside)
                }
                (_, None) => STRANGE - 1.0,
            }
        });
        [empty].into_iter().chain(held).collect()
    }
}

fn probes(board: &Board, view: &View, size: (u32, u32)) -> Result<Vec<Probe>, OutOfSight> {
    let probe = |spot: &[f64; 2]| Probe::new(view, size, *spot, 0.3 * board.width, board.height).ok_or(OutOfSight);
    board.places.iter().map(probe).collect()
}

/// The logarithm of a normal density.
fn density(hue: Hue, expected: &Expected, noise: [f64; 3]) -> f64 {
    let off = hue.minus(expected.hue);
    (0..3)
        .map(|at| {
            let spread = expected.spread[at].hypot(noise[at]);
            -0.5 * (off[at] / spread).powi(2) - spread.ln() - 0.918_938_5
        })
        .sum()
}
