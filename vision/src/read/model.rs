//! Appearance model: the learnt colours of places and pieces.

use nalgebra::{DMatrix, DVector};

use super::Similarities;
use super::class::Class;
use super::light::fit_weight;
use super::sample::LogChroma;

/// The learnt colours of one place.
#[derive(Clone, Debug, Default)]
pub(super) struct PlaceModel {
    /// The colour of the empty place.
    pub empty: Option<LogChroma>,
    /// The colours with a piece of each class on the place.
    pub occupied: Vec<Option<LogChroma>>,
}

/// The learnt colours of all places and classes.
#[derive(Clone, Debug)]
pub(super) struct AppearanceModel {
    pub places: Vec<PlaceModel>,
    /// The colours of the classes at the centre of the board.
    pub classes: Vec<Option<LogChroma>>,
    /// The standard deviations of the colours of the pieces of each class: glossy pieces reflect lamps in some places.
    variations: Vec<[f64; 3]>,
    /// Representatives of the colours of the pieces of each class: very glossy pieces look otherwise in some places than the mean.
    looks: Vec<Vec<LogChroma>>,
    field: LightField,
}

/// An expected colour with its standard deviations.
#[derive(Clone, Copy, Debug)]
pub(super) struct ExpectedChroma {
    pub chroma: LogChroma,
    pub spread: [f64; 3],
}

/// Standard deviations of a colour at the next observation: of the log-luminance, of the chromaticities, and a part
/// proportional to the strength of the colour.
#[derive(Clone, Copy, Debug)]
struct ChromaSpread {
    light: f64,
    colour: f64,
    strength: f64,
}

/// Spread of a colour learnt at the same place.
const SAME_PLACE: ChromaSpread = ChromaSpread { light: 0.13, colour: 0.05, strength: 0.05 };
/// Spread of a colour learnt at other places: the light is uneven, and a shadow may lie across the board.
const OTHER_PLACE: ChromaSpread = ChromaSpread { light: 0.36, colour: 0.09, strength: 0.1 };

impl ChromaSpread {
    fn around(self, chroma: LogChroma) -> ExpectedChroma {
        let [_, red, blue] = chroma.0;
        let colour = |amount: f64| self.colour + self.strength * amount.abs();
        ExpectedChroma { chroma, spread: [self.light, colour(red), colour(blue)] }
    }
}

impl AppearanceModel {
    /// Learns from places with known contents.
    pub(super) fn learn(spots: &[[f64; 2]], classes: usize, observed: &[(Option<Class>, LogChroma)]) -> Self {
        let mut places = vec![PlaceModel { empty: None, occupied: vec![None; classes] }; spots.len()];
        for (place, (class, chroma)) in places.iter_mut().zip(observed) {
            place.update(*class, *chroma);
        }
        let (classes, field) = LightField::fit(spots, classes, observed);
        let variations = (0..classes.len()).map(|class| {
            let pieces = spots.iter().zip(observed).filter(|(_, (of, _))| *of == Some(Class(class)));
            let mean = classes[class].unwrap_or_default();
            let residuals = pieces.map(|(spot, (_, chroma))| {
                let (off, there) = (chroma.difference(mean), field.at(*spot));
                std::array::from_fn(|at| off[at] - there[at])
            });
            standard_deviations(&residuals.collect::<Vec<_>>())
        });
        let (variations, looks) = (variations.collect(), vec![Vec::new(); classes.len()]);
        let mut model = Self { places, classes, variations, looks, field };
        for (class, chroma) in observed {
            if let Some(class) = class {
                model.add_look(*class, *chroma);
            }
        }
        model
    }

    /// Adds the colour of a piece to the representatives, unless one is like it.
    pub(super) fn add_look(&mut self, Class(class): Class, chroma: LogChroma) {
        let looks = &mut self.looks[class];
        let expected = OTHER_PLACE.around(chroma);
        let is_like = |look: &LogChroma| standard_distance(&OTHER_PLACE.around(*look), &expected) < SAME_LOOK;
        if looks.len() < MAX_LOOKS && !looks.iter().any(is_like) {
            looks.push(chroma);
        }
    }

    /// The expected colours of any piece of a class, as those that were seen.
    pub(super) fn expected_looks(&self, Class(class): Class) -> impl Iterator<Item = ExpectedChroma> {
        self.looks[class].iter().map(|look| OTHER_PLACE.around(*look))
    }

    /// The expected colour of a place with a piece of a class; `None` if the class was never observed.
    pub(super) fn expected_occupied(
        &self,
        spot: [f64; 2],
        place: usize,
        Class(class): Class,
    ) -> Option<ExpectedChroma> {
        if let Some(chroma) = self.places[place].occupied[class] {
            return Some(SAME_PLACE.around(chroma));
        }
        self.expected_piece(spot, Class(class))
    }

    /// The expected colour of any piece of a class at a point; `None` if the class was never observed.
    pub(super) fn expected_piece(&self, spot: [f64; 2], Class(class): Class) -> Option<ExpectedChroma> {
        let chroma = self.classes[class]?;
        let there = self.field.at(spot);
        let expected = OTHER_PLACE.around(LogChroma(std::array::from_fn(|at| chroma.0[at] + there[at])));
        let variation = self.variations[class];
        Some(ExpectedChroma { spread: std::array::from_fn(|at| expected.spread[at].hypot(variation[at])), ..expected })
    }

    /// Pairs of classes with nearly the same colour.
    pub(super) fn similar_classes(&self) -> Vec<(Class, Class)> {
        let observed = || self.classes.iter().enumerate().filter_map(|(class, chroma)| Some((class, (*chroma)?)));
        let after = |one: usize| observed().skip_while(move |(other, _)| *other <= one);
        let pairs =
            observed().flat_map(|(one, first)| after(one).map(move |(other, second)| (one, first, other, second)));
        let pairs = pairs.filter(|(_, first, _, second)| is_like(*first, *second));
        pairs.map(|(one, _, other, _)| (Class(one), Class(other))).collect()
    }

    /// The distance of the colours of two classes, in standard deviations; `None` if one was never observed.
    pub(super) fn class_distance(&self, Class(one): Class, Class(other): Class) -> Option<f64> {
        let [one, other] = [one, other].map(|class| Some(OTHER_PLACE.around(self.classes[class]?)));
        Some(standard_distance(&one?, &other?))
    }

    /// The distance of the colours of an empty place and of a piece on it, in standard deviations; `None` if one of them was
    /// never observed.
    pub(super) fn distance_to_empty(&self, spot: [f64; 2], place: usize, class: Class) -> Option<f64> {
        let empty = SAME_PLACE.around(self.places[place].empty?);
        Some(standard_distance(&empty, &self.expected_occupied(spot, place, class)?))
    }

    /// `true` if a piece of a class on a place may have the colour of the empty place.
    pub(super) fn resembles_empty(&self, spot: [f64; 2], place: usize, class: Class) -> bool {
        let mut pieces = self.expected_occupied(spot, place, class).into_iter().chain(self.expected_piece(spot, class));
        pieces.any(|piece| {
            self.expected_empty(place).any(|empty| standard_distance(&empty, &piece) < Similarities::CLOSE)
        })
    }

    /// The expected colours of an empty place: its own colour, or, if it was never observed empty, those of all other
    /// places.
    pub(super) fn expected_empty(&self, place: usize) -> impl Iterator<Item = ExpectedChroma> {
        let own = self.places[place].empty.map(|chroma| SAME_PLACE.around(chroma));
        let others = self.places.iter().filter_map(|place| place.empty).map(|chroma| OTHER_PLACE.around(chroma));
        own.into_iter().chain(others.filter(move |_| own.is_none()))
    }
}

/// Distance of colours below which one represents the other, in standard deviations.
const SAME_LOOK: f64 = 0.7;

/// Maximum number of representatives of a class.
const MAX_LOOKS: usize = 12;

/// Number of pieces from which on the variation of their colours is known.
const MIN_PIECES: usize = 4;

/// Greatest standard deviation of the colours of the pieces of a class.
const MAX_VARIATION: f64 = 0.5;

/// The standard deviations of differences from the mean, at most [`MAX_VARIATION`]; 0 for too few of them.
fn standard_deviations(residuals: &[[f64; 3]]) -> [f64; 3] {
    if residuals.len() < MIN_PIECES {
        return [0.0; 3];
    }
    let mean_square = |at: usize| residuals.iter().map(|off| off[at].powi(2)).sum::<f64>() / residuals.len() as f64;
    std::array::from_fn(|at| mean_square(at).sqrt().min(MAX_VARIATION))
}

/// The distance of two expected colours, in standard deviations of their difference.
fn standard_distance(one: &ExpectedChroma, other: &ExpectedChroma) -> f64 {
    let off = one.chroma.difference(other.chroma);
    (0..3).map(|at| (off[at] / one.spread[at].hypot(other.spread[at])).powi(2)).sum::<f64>().sqrt()
}

/// `true` if two colours are nearly the same, so that they do not distinguish anything in other light.
fn is_like(one: LogChroma, other: LogChroma) -> bool {
    let [light, red, blue] = one.difference(other);
    light.abs() < 0.8 && red.hypot(blue) < 0.25
}

impl PlaceModel {
    /// Updates a colour with an observation: the mean of old and new, so that a single bad image does little harm.
    pub(super) fn update(&mut self, class: Option<Class>, observed: LogChroma) {
        let known = match class {
            None => &mut self.empty,
            Some(Class(class)) => &mut self.occupied[class],
        };
        *known = Some(known.map_or(observed, |was| was.midpoint(observed)));
    }
}

/// Unevenness of the light over the board: a quadratic surface for each colour component.
#[derive(Clone, Copy, Debug, Default)]
struct LightField([[f64; 5]; 3]);

/// Terms of the quadratic surface, for coordinates in units of 100 mm.
fn quadratic_terms([u, v]: [f64; 2]) -> [f64; 5] {
    let (u, v) = (u / 100.0, v / 100.0);
    [u, v, u * u, u * v, v * v]
}

/// `true` if two empty places may have the same colour in somewhat different light.
fn is_same_surface(one: LogChroma, other: LogChroma) -> bool {
    let [light, red, blue] = one.difference(other);
    light.abs() < 0.5 && red.hypot(blue) < 0.2
}

impl LightField {
    /// Fits class colours and the surface jointly by weighted and regularised least squares (ridge regression, solved by
    /// Cholesky decomposition). The regularisation favours flat surfaces. Empty places of one colour count as one more
    /// class: pieces alone may all be at one side of the board.
    fn fit(
        spots: &[[f64; 2]],
        classes: usize,
        observed: &[(Option<Class>, LogChroma)],
    ) -> (Vec<Option<LogChroma>>, Self) {
        let mut bare: Vec<LogChroma> = Vec::new();
        let mut surface = |chroma: LogChroma| {
            let known = bare.iter().position(|colour| is_same_surface(chroma, *colour));
            known.unwrap_or_else(|| {
                bare.push(chroma);
                bare.len() - 1
            })
        };
        let seen: Vec<(usize, [f64; 2], LogChroma)> = spots
            .iter()
            .zip(observed)
            .map(|(spot, (class, chroma))| {
                let colour = class.map_or_else(|| classes + surface(*chroma), |Class(class)| class);
                (colour, *spot, *chroma)
            })
            .collect();
        let colours = classes + bare.len();
        let unknowns = colours + 5;
        let mut normal = DMatrix::<f64>::zeros(unknowns, unknowns);
        let mut right = [(); 3].map(|()| DVector::<f64>::zeros(unknowns));
        for at in 0..unknowns {
            // A weight of about one piece, so that few pieces do not bend the surface.
            normal[(at, at)] = if at < colours { 1e-9 } else { 0.5 };
        }
        for (colour, spot, chroma) in &seen {
            let weight = fit_weight(*chroma);
            let mut row = vec![0.0; unknowns];
            row[*colour] = 1.0;
            row[colours..].copy_from_slice(&quadratic_terms(*spot));
            for one in 0..unknowns {
                for other in 0..unknowns {
                    normal[(one, other)] += weight * row[one] * row[other];
                }
                for (number, right) in right.iter_mut().enumerate() {
                    right[one] += weight * row[one] * chroma.0[number];
                }
            }
        }
        let solved = normal.cholesky().map(|factors| right.map(|right| factors.solve(&right)));
        let Some(solved) = solved else { return (vec![None; classes], Self::default()) };
        let found = |class: usize| {
            let known = seen.iter().any(|(other, ..)| *other == class);
            known.then(|| LogChroma(std::array::from_fn(|number| solved[number][class])))
        };
        let field = Self(std::array::from_fn(|number| std::array::from_fn(|term| solved[number][colours + term])));
        ((0..classes).map(found).collect(), field)
    }

    fn at(&self, spot: [f64; 2]) -> [f64; 3] {
        let terms = quadratic_terms(spot);
        self.0.map(|factors| factors.iter().zip(terms).map(|(factor, term)| factor * term).sum())
    }
}
