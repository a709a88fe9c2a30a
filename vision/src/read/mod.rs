//! Board reading: classifies the contents of every place by comparing its colour with learnt colours (Gaussian
//! log-likelihoods).
//!
//! The light on a board is uneven and changes, so a place is best compared with itself. The reader estimates the change
//! of light that is common to all places, and compares what remains.

mod apparent_height;
mod class;
mod light;
mod model;
mod pattern;
mod piece_offset;
mod sample;
mod shape;
mod surroundings;

use image::RgbImage;
use serde::{Deserialize, Serialize};

pub use class::{Class, HsvRanges};
pub use piece_offset::PieceOffset;
pub use sample::{LogChroma, Sample};

use crate::geometry::View;
use crate::tone::hsv_from_srgb;
use apparent_height::ApparentHeight;
use light::{LIGHT_ERROR, Light, LightChange, LightDifference, fit_weight};
use model::{AppearanceModel, ExpectedChroma};
use pattern::Patterns;
use piece_offset::{find_piece_offset, is_similar};
use sample::{Probe, TopView};
use shape::{ShapeClassifier, ShapeDescriptor};
use surroundings::Surroundings;

/// The geometry of a board and its pieces, as the reader needs it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BoardGeometry {
    /// Positions of the places, in mm around the centre of the board.
    pub places: Vec<[f64; 2]>,
    /// Width of the pieces, in mm.
    pub width: f64,
    /// Height of the pieces, in mm.
    pub height: f64,
    /// Number of piece classes.
    pub classes: usize,
}

/// The error of a board that is partly outside the image.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a part of the board is outside the image: move the camera back or turn it")]
pub struct BoardOutOfFrame;

/// The reason why colours cannot be learnt from an image.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum LearnError {
    /// The image is too dark.
    #[error("the image is too dark to distinguish colours: use more light or a longer exposure")]
    Dark,
    /// Two classes cannot be separated by colour or shape.
    #[error("pieces of class {} and class {} look too much alike: use pieces of other colours or shapes, or more light", .0.0 + 1, .1.0 + 1)]
    Inseparable(Class, Class),
}

/// The distances of learnt appearances, in standard deviations of what is usual.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Similarities {
    /// All pairs of observed classes.
    pub pairs: Vec<ClassPair>,
    /// All places with each observed class: the distance of the piece from the empty place.
    pub places: Vec<PlacePair>,
}

/// Two classes and the distance of their colours.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClassPair {
    /// The first class.
    pub one: Class,
    /// The second class.
    pub other: Class,
    /// The distance of the colours.
    pub distance: f64,
    /// `true` if the classes are told apart by their shapes.
    pub by_shape: bool,
}

/// A place, a class, and the distance of the colours of the empty place and of a piece on it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlacePair {
    /// The place.
    pub place: usize,
    /// The class.
    pub class: Class,
    /// The distance of the colours.
    pub distance: f64,
}

impl Similarities {
    /// Distance below which appearances are confused.
    pub const CONFUSED: f64 = 2.0;

    /// Distance below which appearances are confused in other light, and are told apart by patterns and shadows only.
    pub const CLOSE: f64 = 4.0;
}

/// The evidence at one place for every possible content.
#[derive(Clone, Debug, PartialEq)]
pub struct Evidence {
    /// Log-likelihoods of the observation: index 0 for the empty place, then by class.
    log_likelihoods: Vec<f64>,
    /// Offset of the piece on the place, or of one shifted partly off it; `None` if no piece was found.
    pub piece_offset: Option<PieceOffset>,
    /// The observed colour, corrected for the change of light; `None` if it is overexposed.
    chroma: Option<LogChroma>,
    /// The shape descriptor of the piece, for classes that are separated by shape.
    shape: Option<ShapeDescriptor>,
    /// The change of the pattern by the piece that stands there, if its colour resembles the empty place.
    pattern_change: Option<f64>,
}

/// The observation of a board in one frame.
#[derive(Clone, Debug, PartialEq)]
pub struct Observation {
    /// The evidence by place.
    pub places: Vec<Evidence>,
    /// Change of the log-luminance at the centre of the board: 0 for none, 0.7 for a factor of two.
    pub light: f64,
}

/// Log-likelihood of an unknown object: a hand, or a piece that lies between places.
const UNKNOWN_OBJECT: f64 = -9.0;

/// Log-likelihood of an empty place that was never observed empty.
const UNSEEN_EMPTY: f64 = -6.0;

/// Change of the log-luminance below which the light counts as the same.
const SAME_LIGHT: f64 = 0.3;

/// Maximum offset of a piece from the centre of its place, in piece widths.
const MAX_OFFSET: f64 = 0.3;

/// Minimum offset of a piece beside a place that reads empty, in piece widths.
const MIN_DISPLACEMENT: f64 = 0.15;

impl Evidence {
    /// Log-probability of a content, normalised over all contents and an unknown object; at most 0.
    pub fn log_probability(&self, content: Option<Class>) -> f64 {
        let index = content.map_or(0, |Class(class)| class + 1);
        let most = self.log_likelihoods.iter().copied().fold(UNKNOWN_OBJECT, f64::max);
        let sum: f64 = self.log_likelihoods.iter().chain([&UNKNOWN_OBJECT]).map(|log| (log - most).exp()).sum();
        self.log_likelihoods[index].max(UNKNOWN_OBJECT - 20.0) - most - sum.ln()
    }

    /// `true` if a piece of any class seems to stand there.
    fn has_piece(&self) -> bool {
        let pieces = self.log_likelihoods[1..].iter().copied().fold(UNKNOWN_OBJECT, f64::max);
        pieces > UNKNOWN_OBJECT && pieces > self.log_likelihoods[0]
    }

    /// The most probable content and its probability; `None` if an unknown object is more probable, or the piece is too
    /// far off.
    pub fn most_probable(&self) -> Option<(Option<Class>, f64)> {
        let all = [None].into_iter().chain((0..self.log_likelihoods.len() - 1).map(|class| Some(Class(class))));
        let (best, log) = all
            .map(|content| (content, self.log_probability(content)))
            .max_by(|one, other| one.1.total_cmp(&other.1))?;
        let strange = self.piece_offset.is_some_and(|offset| offset.is_misplaced);
        (log > (0.5_f64).ln() && !strange).then(|| (best, log.exp()))
    }
}

/// Reads the contents of a board from images.
#[derive(Clone, Debug)]
pub struct Reader {
    board: BoardGeometry,
    view: View,
    size: (u32, u32),
    probes: Vec<Probe>,
    model: Option<AppearanceModel>,
    shapes: ShapeClassifier,
    surroundings: Surroundings,
    /// The least change of the pattern of an empty place by a piece of each class, as far as pieces have been observed.
    pattern_changes: Vec<Option<f64>>,
    /// The apparent height by class.
    heights: Vec<ApparentHeight>,
    ranges: Vec<Option<ConfiguredRanges>>,
}

/// HSV thresholds configured for a class.
#[derive(Clone, Copy, Debug)]
struct ConfiguredRanges {
    ranges: HsvRanges,
    /// `true` if the thresholds take precedence over the learnt colour because they were configured after it.
    takes_precedence: bool,
}

impl Reader {
    /// Creates a reader for a board, its view and an image size in pixels.
    ///
    /// # Errors
    ///
    /// [`BoardOutOfFrame`] when a place is outside the image.
    pub fn new(board: BoardGeometry, view: View, size: (u32, u32)) -> Result<Self, BoardOutOfFrame> {
        let ranges = vec![None; board.classes];
        let probes = probes(&board, &view, size)?;
        let (shapes, surroundings) = (ShapeClassifier::default(), Surroundings::default());
        let (pattern_changes, heights) = (vec![None; board.classes], vec![ApparentHeight::default(); board.classes]);
        Ok(Self { board, view, size, probes, model: None, shapes, surroundings, pattern_changes, heights, ranges })
    }

    /// Sets a new view of the board; learnt colours are kept.
    ///
    /// # Errors
    ///
    /// [`BoardOutOfFrame`] when a place is outside the image.
    pub fn set_view(&mut self, view: View) -> Result<(), BoardOutOfFrame> {
        self.probes = probes(&self.board, &view, self.size)?;
        self.view = view;
        Ok(())
    }

    /// Configures the HSV thresholds of a class. They apply until such a piece is observed, or, if one was, until
    /// colours are learnt again.
    pub fn set_ranges(&mut self, class: Class, ranges: HsvRanges) {
        let counts = self.model.as_ref().is_some_and(|model| model.classes[class.0].is_some());
        self.ranges[class.0] = Some(ConfiguredRanges { ranges, takes_precedence: counts });
    }

    /// HSV thresholds around the colour of each observed class, wide enough for somewhat different light, for a later
    /// [`Reader::set_ranges`].
    pub fn ranges(&self) -> Vec<(Class, HsvRanges)> {
        let classes = self.model.iter().flat_map(|model| model.classes.iter().enumerate());
        let seen = |chroma: LogChroma| HsvRanges::around(hsv_from_srgb(chroma.srgb_levels()));
        let configured = |class: usize| {
            self.ranges[class].filter(|configured| configured.takes_precedence).map(|configured| configured.ranges)
        };
        classes
            .filter_map(|(class, chroma)| Some((Class(class), configured(class).or_else(|| chroma.map(seen))?)))
            .collect()
    }

    /// The board geometry.
    pub fn board(&self) -> &BoardGeometry {
        &self.board
    }

    /// The view of the board.
    pub fn view(&self) -> &View {
        &self.view
    }

    /// Learns the colours from an image with known contents.
    ///
    /// # Errors
    ///
    /// [`LearnError`] when the image is too dark or classes are inseparable.
    ///
    /// # Panics
    ///
    /// When `known` does not have one entry for each place.
    pub fn learn(&mut self, picture: &RgbImage, known: &[Option<Class>]) -> Result<(), LearnError> {
        assert_eq!(known.len(), self.board.places.len(), "`known` has one entry for each place");
        let samples = self.samples(picture);
        let mean = samples.iter().map(|sample| sample.chroma.0[0]).sum::<f64>() / samples.len().max(1) as f64;
        // One hundredth of white: below it noise is as strong as the colours.
        if mean < (0.012_f64).ln() {
            return Err(LearnError::Dark);
        }
        let seen: Vec<_> = known.iter().zip(&samples).map(|(class, sample)| (*class, sample.chroma)).collect();
        let model = AppearanceModel::learn(&self.board.places, self.board.classes, &seen);
        let occupied: Vec<bool> = known.iter().map(Option::is_some).collect();
        let mut surroundings = Surroundings::default();
        surroundings.observe(self.tops(picture), &occupied, |_| Light::default());
        self.surroundings = surroundings;
        self.pattern_changes.fill(None);
        self.heights.fill(ApparentHeight::default());
        for (place, sample) in samples.iter().enumerate() {
            let Some(class) = known[place] else { continue };
            let (spot, bare) = (self.board.places[place], self.surroundings.colours(place, Light::default()));
            if let Some(found) = find_piece_offset(self.tops(picture), spot, sample.chroma, &bare) {
                let parallax = self.parallax(spot);
                self.heights[class.0].add(found.offset, parallax);
            }
        }
        let shapes = |class: Class| {
            let occupied = samples.iter().enumerate().filter(|(place, _)| known[*place] == Some(class));
            occupied.filter_map(|(place, sample)| self.shape(picture, place, sample.chroma, Light::default())).collect()
        };
        self.shapes = ShapeClassifier::learn(&model.similar_classes(), shapes)
            .map_err(|(one, other)| LearnError::Inseparable(one, other))?;
        self.model = Some(model);
        for configured in self.ranges.iter_mut().flatten() {
            configured.takes_precedence = false;
        }
        Ok(())
    }

    /// The distances of the learnt appearances from each other; empty before colours were learnt.
    pub fn similarities(&self) -> Similarities {
        let Some(model) = &self.model else { return Similarities::default() };
        let classes = || (0..self.board.classes).map(Class);
        let pairs = classes().flat_map(|one| classes().skip(one.0 + 1).map(move |other| (one, other)));
        let pairs = pairs.filter_map(|(one, other)| {
            let distance = model.class_distance(one, other)?;
            Some(ClassPair { one, other, distance, by_shape: self.shapes.separates(one, other) })
        });
        let spots = self.board.places.iter().enumerate();
        let places = spots.flat_map(|(place, spot)| classes().map(move |class| (place, *spot, class)));
        let places = places.filter_map(|(place, spot, class)| {
            Some(PlacePair { place, class, distance: model.distance_to_empty(spot, place, class)? })
        });
        Similarities { pairs: pairs.collect(), places: places.collect() }
    }

    /// Observes the board in an image; `known` are the contents at the last observation.
    pub fn observe(&self, picture: &RgbImage, known: &[Option<Class>]) -> Observation {
        let samples = self.samples(picture);
        let change = self.light_change(&samples, known);
        let patterns = self.patterns(picture, known, &change);
        let places = samples.iter().enumerate().map(|(place, sample)| {
            let there = change.at(self.board.places[place]);
            let chroma = sample.chroma.before(there);
            let mut evidence = Evidence {
                log_likelihoods: self.log_likelihoods(place, there, sample),
                piece_offset: None,
                chroma: (!sample.chroma.is_overexposed()).then_some(chroma),
                shape: None,
                pattern_change: None,
            };
            if let Some(patterns) = &patterns {
                let is_needed = |class: &Class| self.classes_like_empty(place).any(|other| other == *class);
                evidence.pattern_change =
                    known[place].filter(is_needed).and_then(|_| patterns.change_from_empty(place));
                self.refine_by_pattern(&mut evidence.log_likelihoods, place, patterns, known[place]);
            }
            if self.shapes.is_needed() && evidence.has_piece() {
                evidence.shape = self.shape(picture, place, sample.chroma, there);
            }
            if let Some(shape) = &evidence.shape {
                self.shapes.refine(&mut evidence.log_likelihoods, shape);
            }
            evidence.piece_offset = match (evidence.most_probable(), known[place]) {
                (Some((Some(class), _)), _) => self.offset_of_piece(picture, place, class, sample.chroma, there),
                (Some((None, _)), Some(class)) => {
                    self.offset_of_displaced_piece(picture, place, class, sample.chroma, there)
                }
                _ => None,
            };
            evidence
        });
        Observation { places: places.collect(), light: change.at([0.0; 2]).change[0] }
    }

    /// The changes of the patterns of all places, if a class has the colour of an empty place.
    fn patterns(&self, picture: &RgbImage, known: &[Option<Class>], light: &LightChange) -> Option<Patterns> {
        let places = 0..self.board.places.len();
        if !places.clone().any(|place| self.classes_like_empty(place).next().is_some()) {
            return None;
        }
        let change = |place: usize| {
            self.surroundings.pattern_change(self.tops(picture), place, light.at(self.board.places[place]))
        };
        Some(Patterns::new(places.map(change).collect(), known))
    }

    /// The classes that may have the colour of an empty place.
    fn classes_like_empty(&self, place: usize) -> impl Iterator<Item = Class> {
        let resembles = move |class: &Class| {
            let spot = self.board.places[place];
            self.model.as_ref().is_some_and(|model| model.resembles_empty(spot, place, *class))
        };
        (0..self.board.classes).map(Class).filter(resembles)
    }

    /// Refines the log-likelihoods of a place (index 0 for empty, then by class) by the change of its pattern, as far as
    /// the colours do not tell whether the place is empty. `known` are its contents before.
    fn refine_by_pattern(&self, logs: &mut [f64], place: usize, patterns: &Patterns, known: Option<Class>) {
        let mut is_ambiguous = false;
        for class in self.classes_like_empty(place) {
            logs[class.0 + 1] += patterns.of_piece(place, class, known, self.pattern_changes[class.0]);
            is_ambiguous = true;
        }
        if is_ambiguous {
            logs[0] += patterns.of_empty(place);
        }
    }

    fn tops<'a>(&'a self, picture: &'a RgbImage) -> TopView<'a> {
        TopView { picture, view: &self.view, board: &self.board }
    }

    /// The shift of what is a mm lower than a piece's top on a place, as the camera sees it, in mm to the right and up.
    fn parallax(&self, [u, v]: [f64; 2]) -> [f64; 2] {
        let lower = self.view.pixel([u, v], self.board.height - 1.0);
        self.view.point_at_height(lower, self.board.height).map_or([0.0; 2], |[right, up]| [right - u, up - v])
    }

    /// The offset of a piece on a place where one was observed.
    fn offset_of_piece(
        &self,
        picture: &RgbImage,
        place: usize,
        class: Class,
        chroma: LogChroma,
        change: Light,
    ) -> Option<PieceOffset> {
        let (tops, spot) = (self.tops(picture), self.board.places[place]);
        if chroma.is_overexposed() {
            // What is bright around it may be as white in the picture: the edge of the piece is invisible.
            return None;
        }
        let bare = self.surroundings.colours(place, change);
        let found = find_piece_offset(tops, spot, chroma, &bare).or_else(|| {
            // A piece half on its place has a mixed colour: the pixels of the piece have the expected one.
            let expected = self.model.as_ref()?.expected_occupied(spot, place, class)?.chroma.after(change);
            find_piece_offset(tops, spot, expected, &bare)
        })?;
        let limit = MAX_OFFSET * self.board.width;
        let middle = self.heights[class.0].offset(self.parallax(spot), limit);
        let off = (found.offset[0] - middle[0]).hypot(found.offset[1] - middle[1]);
        let is_misplaced = off > limit;
        Some(PieceOffset { is_misplaced, ..found })
    }

    /// The offset of the piece that stood on a place and was shifted off it: too far off to be read there, too near to
    /// have been removed.
    fn offset_of_displaced_piece(
        &self,
        picture: &RgbImage,
        place: usize,
        class: Class,
        seen: LogChroma,
        change: Light,
    ) -> Option<PieceOffset> {
        let occupied = self.model.as_ref()?.expected_occupied(self.board.places[place], place, class)?;
        let chroma = occupied.chroma.after(change);
        // A place that itself looks like such a piece is ambiguous.
        let found = if is_similar(seen, chroma) {
            None
        } else {
            let bare = self.surroundings.colours(place, change);
            find_piece_offset(self.tops(picture), self.board.places[place], chroma, &bare)
        };
        // A piece that near to the centre would be read as standing on the place.
        let is_beside =
            |found: &PieceOffset| found.offset[0].hypot(found.offset[1]) > MIN_DISPLACEMENT * self.board.width;
        found.filter(is_beside).map(|found| PieceOffset { is_misplaced: true, ..found })
    }

    /// The shape descriptor of a piece on a place where one was observed.
    fn shape(&self, picture: &RgbImage, place: usize, chroma: LogChroma, change: Light) -> Option<ShapeDescriptor> {
        let [u, v] = self.board.places[place];
        let bare = self.surroundings.colours(place, change);
        let found = find_piece_offset(self.tops(picture), [u, v], chroma, &bare);
        let [right, up] = found.map_or([0.0; 2], |offset| offset.offset);
        ShapeDescriptor::sample(self.tops(picture), [u + right, v + up], chroma)
    }

    /// Updates the model with an observation whose contents are certain.
    pub fn update(&mut self, observation: &Observation, known: &[Option<Class>]) {
        for (place, evidence) in observation.places.iter().enumerate() {
            if let (Some(Class(class)), Some(found)) = (known[place], evidence.piece_offset) {
                let parallax = self.parallax(self.board.places[place]);
                self.heights[class].add(found.offset, parallax);
            }
        }
        let Some(model) = &mut self.model else { return };
        for (place, evidence) in observation.places.iter().enumerate() {
            if let Some(chroma) = evidence.chroma {
                model.places[place].update(known[place], chroma);
                if let Some(Class(class)) = known[place] {
                    model.classes[class].get_or_insert(chroma);
                    model.add_look(Class(class), chroma);
                }
            }
            if let (Some(class), Some(shape)) = (known[place], &evidence.shape) {
                self.shapes.add(class, shape);
            }
            if let (Some(Class(class)), Some(change)) = (known[place], evidence.pattern_change) {
                let least = &mut self.pattern_changes[class];
                *least = Some(least.map_or(change, |least| least.min(change)));
            }
        }
    }

    /// Updates the appearance of the bare board with an image in which the contents of all places are certain.
    pub fn update_surroundings(&mut self, picture: &RgbImage, known: &[Option<Class>]) {
        let samples = self.samples(picture);
        let change = self.light_change(&samples, known);
        let occupied: Vec<bool> = known.iter().map(Option::is_some).collect();
        let tops = TopView { picture, view: &self.view, board: &self.board };
        self.surroundings.observe(tops, &occupied, |spot| change.at(spot));
    }

    /// Area of a piece on a place, in pixels of an image 640 pixels wide.
    fn piece_area(&self, place: usize) -> f64 {
        let radius =
            self.board.width / 2.0 * self.view.pixels_per_mm(self.board.places[place]) * 640.0 / f64::from(self.size.0);
        std::f64::consts::PI * radius * radius
    }

    fn samples(&self, picture: &RgbImage) -> Vec<Sample> {
        self.probes.iter().map(|probe| probe.sample(picture)).collect()
    }

    /// The change of light, estimated from the places with unchanged contents.
    fn light_change(&self, samples: &[Sample], known: &[Option<Class>]) -> LightChange {
        let Some(model) = &self.model else { return LightChange::default() };
        let differences: Vec<_> = samples
            .iter()
            .enumerate()
            .filter_map(|(place, sample)| {
                let spot = self.board.places[place];
                let before = match known[place] {
                    None => model.places[place].empty?,
                    Some(class) => model.expected_occupied(spot, place, class)?.chroma,
                };
                if sample.chroma.is_overexposed() {
                    return None;
                }
                let difference = sample.chroma.difference(before);
                Some(LightDifference { spot, before, difference, weight: fit_weight(before) })
            })
            .collect();
        LightChange::fit(&differences)
    }

    fn log_likelihoods(&self, place: usize, light: Light, sample: &Sample) -> Vec<f64> {
        let model = self.model.as_ref();
        // The colour of what is overexposed is that of the camera's white: it says little if the light is not known exactly.
        let light_error = if sample.chroma.is_overexposed() { LIGHT_ERROR * light.change[0].abs() } else { 0.0 };
        let noise = sample.standard_error.map(|noise| noise.hypot(light_error));
        let likely = |expected: ExpectedChroma| {
            let expected = ExpectedChroma { chroma: expected.chroma.after(light), ..expected };
            log_density(sample.chroma, &expected, noise)
        };
        // In other light, the rare looks of a class would resemble others.
        let is_same_light = light.change[0].abs() < SAME_LIGHT;
        let known = model.is_some_and(|model| model.places[place].empty.is_some());
        // The colour of a place that was never observed empty is unknown: anything but a piece is possible.
        let unknown = if known { UNKNOWN_OBJECT - 20.0 } else { UNSEEN_EMPTY };
        let empty = model.into_iter().flat_map(|model| model.expected_empty(place)).map(likely).fold(unknown, f64::max);
        let occupied = (0..self.board.classes).map(|class| {
            let expected =
                model.and_then(|model| model.expected_occupied(self.board.places[place], place, Class(class)));
            match (expected, self.ranges[class]) {
                (Some(expected), configured) if configured.is_none_or(|configured| !configured.takes_precedence) => {
                    // Another piece of the class may stand there now.
                    let any_piece =
                        model.and_then(|model| model.expected_piece(self.board.places[place], Class(class)));
                    let looks = model
                        .filter(|_| is_same_light)
                        .into_iter()
                        .flat_map(|model| model.expected_looks(Class(class)));
                    any_piece.into_iter().chain(looks).map(likely).fold(likely(expected), f64::max)
                }
                (_, Some(ConfiguredRanges { ranges, .. })) => {
                    let inside = sample.points.iter().filter(|point| ranges.contains(**point)).count();
                    let inside = inside as f64 / sample.points.len() as f64;
                    if !ranges.accepts_size(inside * self.piece_area(place)) {
                        return UNKNOWN_OBJECT - 1.0;
                    }
                    // As likely as a piece learnt elsewhere if all points match; like an unknown object if only half of
                    // them do.
                    1.0 - 20.0 * (1.0 - inside)
                }
                (_, None) => UNKNOWN_OBJECT - 1.0,
            }
        });
        [empty].into_iter().chain(occupied).collect()
    }
}

fn probes(board: &BoardGeometry, view: &View, size: (u32, u32)) -> Result<Vec<Probe>, BoardOutOfFrame> {
    let probe = |spot: &[f64; 2]| Probe::new(view, size, *spot, 0.3 * board.width, board.height).ok_or(BoardOutOfFrame);
    board.places.iter().map(probe).collect()
}

/// Gaussian log-likelihood with a diagonal covariance.
fn log_density(chroma: LogChroma, expected: &ExpectedChroma, noise: [f64; 3]) -> f64 {
    let off = chroma.difference(expected.chroma);
    (0..3)
        .map(|at| {
            let spread = expected.spread[at].hypot(noise[at]);
            -0.5 * (off[at] / spread).powi(2) - spread.ln() - 0.918_938_5
        })
        .sum()
}
