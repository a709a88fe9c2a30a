//! How places and pieces look in the light in which they were learnt, and how light has changed since.

use nalgebra::{DMatrix, DVector};

use super::class::Class;
use super::sample::Hue;

/// What is known of one place.
#[derive(Clone, Debug, Default)]
pub(super) struct Known {
    /// As it looks when it is empty.
    pub empty: Option<Hue>,
    /// By class: as it looks when such a piece stands there.
    pub held: Vec<Option<Hue>>,
}

/// How everything looks.
#[derive(Clone, Debug)]
pub(super) struct Model {
    pub places: Vec<Known>,
    /// By class: as it looks in the middle of the board.
    pub classes: Vec<Option<Hue>>,
    field: Field,
}

/// A colour that is expected, with its standard deviations.
#[derive(Clone, Copy, Debug)]
pub(super) struct Expected {
    pub hue: Hue,
    pub spread: [f64; 3],
}

/// By how much something looks otherwise the next time: a share for all of it, and a share of how strong its colour is, which is less in
/// the dark.
#[derive(Clone, Copy, Debug)]
struct Spread {
    light: f64,
    colour: f64,
    strength: f64,
}

/// What was seen at the very place.
const SURE: Spread = Spread { light: 0.13, colour: 0.05, strength: 0.05 };
/// What was seen at other places: light is not the same everywhere, a shadow may lie across the board.
const ALIKE: Spread = Spread { light: 0.36, colour: 0.09, strength: 0.1 };

impl Spread {
    fn around(self, hue: Hue) -> Expected {
        let [_, red, blue] = hue.0;
        let colour = |amount: f64| self.colour + self.strength * amount.abs();
        Expected { hue, spread: [self.light, colour(red), colour(blue)] }
    }
}

impl Model {
    /// As places look on which is known what stands.
    pub(super) fn learnt(spots: &[[f64; 2]], classes: usize, seen: &[(Option<Class>, Hue)]) -> Self {
        let mut places = vec![Known { empty: None, held: vec![None; classes] }; spots.len()];
        for (place, (class, hue)) in places.iter_mut().zip(seen) {
            place.put(*class, *hue);
        }
        let (classes, field) = Field::fit(spots, classes, seen);
        Self { places, classes, field }
    }

    /// As a place would look with a piece of a class; `None` when such a piece was never seen.
    pub(super) fn held(&self, spot: [f64; 2], place: usize, Class(class): Class) -> Option<Expected> {
        if let Some(hue) = self.places[place].held[class] {
            return Some(SURE.around(hue));
        }
        let hue = self.classes[class]?;
        let there = self.field.at(spot);
        Some(ALIKE.around(Hue(std::array::from_fn(|at| hue.0[at] + there[at]))))
    }

    /// Pairs of classes whose colours hardly differ.
    pub(super) fn alike(&self) -> Vec<(Class, Class)> {
        let seen = || self.classes.iter().enumerate().filter_map(|(class, hue)| Some((class, (*hue)?)));
        let after = |one: usize| seen().skip_while(move |(other, _)| *other <= one);
        let alike = |first: Hue, second: Hue| {
            let [light, red, blue] = first.minus(second);
            light.abs() < 0.8 && red.hypot(blue) < 0.25
        };
        let pairs = seen().flat_map(|(one, first)| after(one).map(move |(other, second)| (one, first, other, second)));
        let pairs = pairs.filter(|(_, first, _, second)| alike(*first, *second));
        pairs.map(|(one, _, other, _)| (Class(one), Class(other))).collect()
    }

    /// As an empty place can look: as it did, or, if it was never seen empty, as others.
    pub(super) fn empty(&self, place: usize) -> impl Iterator<Item = Expected> {
        let own = self.places[place].empty.map(|hue| SURE.around(hue));
        let others = self.places.iter().filter_map(|place| place.empty).map(|hue| ALIKE.around(hue));
        own.into_iter().chain(others.filter(move |_| own.is_none()))
    }
}

impl Known {
    /// It was seen so; what was known before counts for as much again, so that a single bad picture does little harm.
    pub(super) fn put(&mut self, class: Option<Class>, seen: Hue) {
        let known = match class {
            None => &mut self.empty,
            Some(Class(class)) => &mut self.held[class],
        };
        *known = Some(known.map_or(seen, |was| Hue(std::array::from_fn(|at| f64::midpoint(was.0[at], seen.0[at])))));
    }
}

/// How light differs over the board: a surface of second order over it, for each number of a hue.
#[derive(Clone, Copy, Debug, Default)]
struct Field([[f64; 5]; 3]);

/// Terms of the surface, for coordinates in units of 100 mm.
fn terms([u, v]: [f64; 2]) -> [f64; 5] {
    let (u, v) = (u / 100.0, v / 100.0);
    [u, v, u * u, u * v, v * v]
}

impl Field {
    /// Hues of classes and a surface, together, that explain what is seen best. Surfaces that are flat are believed first.
    fn fit(spots: &[[f64; 2]], classes: usize, seen: &[(Option<Class>, Hue)]) -> (Vec<Option<Hue>>, Self) {
        let held: Vec<(usize, [f64; 2], Hue)> = spots
            .iter()
            .zip(seen)
            .filter_map(|(spot, (class, hue))| class.map(|Class(class)| (class, *spot, *hue)))
            .collect();
        let unknowns = classes + 5;
        let mut normal = DMatrix::<f64>::zeros(unknowns, unknowns);
        let mut right = [(); 3].map(|()| DVector::<f64>::zeros(unknowns));
        for at in 0..unknowns {
            // Worth about one piece each, so that few pieces do not bend the surface.
            normal[(at, at)] = if at < classes { 1e-9 } else { 0.5 };
        }
        for (class, spot, hue) in &held {
            let mut row = vec![0.0; unknowns];
            row[*class] = 1.0;
            row[classes..].copy_from_slice(&terms(*spot));
            for one in 0..unknowns {
                for other in 0..unknowns {
                    normal[(one, other)] += row[one] * row[other];
                }
                for (number, right) in right.iter_mut().enumerate() {
                    right[one] += row[one] * hue.0[number];
                }
            }
        }
        let solved = normal.cholesky().map(|factors| right.map(|right| factors.solve(&right)));
        let Some(solved) = solved else { return (vec![None; classes], Self::default()) };
        let found = |class: usize| {
            let known = held.iter().any(|(other, ..)| *other == class);
            known.then(|| Hue(std::array::from_fn(|number| solved[number][class])))
        };
        let field = Self(std::array::from_fn(|number| std::array::from_fn(|term| solved[number][classes + term])));
        ((0..classes).map(found).collect(), field)
    }

    fn at(&self, spot: [f64; 2]) -> [f64; 3] {
        let terms = terms(spot);
        self.0.map(|factors| factors.iter().zip(terms).map(|(factor, term)| factor * term).sum())
    }
}

/// How light has changed since it was learnt: a tilted plane over the board, for each number of a hue.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Change([[f64; 3]; 3]);

impl Change {
    /// The change that explains most places; those on which something else stands now are few, and are left out as they are found.
    pub(super) fn fit(differences: &[([f64; 2], [f64; 3])]) -> Self {
        let mut weights = vec![1.0; differences.len()];
        let mut change = Self::middle(differences);
        for round in 0..8 {
            let width = if round < 3 { 0.6 } else { 0.25 };
            for (weight, (spot, difference)) in weights.iter_mut().zip(differences) {
                let expected = change.at(*spot);
                let off: f64 = (0..3).map(|at| (difference[at] - expected[at]).powi(2)).sum();
                // Tukey's biweight.
                *weight = (1.0 - off / (width * width)).max(0.0).powi(2);
            }
            change = Self(std::array::from_fn(|number| plane(differences, &weights, number, change.0[number][0])));
        }
        change
    }

    /// The middle of all differences, the same everywhere.
    fn middle(differences: &[([f64; 2], [f64; 3])]) -> Self {
        Self(std::array::from_fn(|number| {
            let mut values: Vec<f64> = differences.iter().map(|(_, difference)| difference[number]).collect();
            values.sort_by(f64::total_cmp);
            [values.get(values.len() / 2).copied().unwrap_or(0.0), 0.0, 0.0]
        }))
    }

    /// By how much a place looks otherwise.
    pub(super) fn at(&self, [u, v]: [f64; 2]) -> [f64; 3] {
        self.0.map(|[level, right, up]| level + right * u / 100.0 + up * v / 100.0)
    }
}

/// The plane through one number of weighted differences.
fn plane(differences: &[([f64; 2], [f64; 3])], weights: &[f64], number: usize, before: f64) -> [f64; 3] {
    let mut normal = nalgebra::Matrix3::from_diagonal(&nalgebra::Vector3::new(1e-6, 0.5, 0.5));
    let mut right = nalgebra::Vector3::new(1e-6 * before, 0.0, 0.0);
    for (([u, v], difference), weight) in differences.iter().zip(weights) {
        let row = nalgebra::Vector3::new(1.0, u / 100.0, v / 100.0);
        normal += row * row.transpose() * *weight;
        right += row * (difference[number] * weight);
    }
    normal.cholesky().map_or([before, 0.0, 0.0], |factors| factors.solve(&right).into())
}
