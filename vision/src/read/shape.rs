//! Shape descriptors of pieces: the outline and the marks on the top, sampled in polar coordinates. Pieces of one
//! colour are classified by the nearest known descriptor.

use super::class::Class;
use super::sample::{LogChroma, TopView, mean_light_around};

/// Number of sample circles around the centre of a piece; [`POINTS`] is the number of sample points on each.
const CIRCLES: usize = 8;
const POINTS: usize = 24;

/// Outermost sample radius, in piece widths: not quite the edge of a round piece, which varies from image to image.
const MAX_RADIUS: f64 = 0.46;

/// Maximum difference of a point to the piece's colour, relative to its brightness; larger differences are clamped.
const MAX_DIFFERENCE: f64 = 1.0;

/// Maximum number of descriptors kept for each class: the light and the viewing angle vary from place to place.
const MAX_SHAPES: usize = 8;

/// Minimum spread within a class, as the root mean square difference of the sample points.
const MIN_SPREAD: f64 = 0.05;

/// Minimum ratio of the distance between two classes to the spread within a class for the classes to be separable by
/// shape.
const MIN_SEPARATION: f64 = 1.6;

/// The shape descriptor of a piece's top: the difference of each sample point to the piece's colour, from the centre
/// outwards.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ShapeDescriptor(Vec<[f32; POINTS]>);

impl ShapeDescriptor {
    /// Samples the descriptor of a piece with its centre at a point and this colour; `None` where it is not entirely in
    /// the image.
    pub(super) fn sample(tops: TopView<'_>, [u, v]: [f64; 2], chroma: LogChroma) -> Option<Self> {
        let TopView { picture, board, .. } = tops;
        let own = chroma.linear_light();
        let strength = own.iter().map(|light| light * light).sum::<f64>().sqrt().max(1e-3);
        let point = |circle: usize, at: usize| {
            let radius = MAX_RADIUS * board.width * (circle as f64 + 0.5) / CIRCLES as f64;
            let turn = std::f64::consts::TAU * at as f64 / POINTS as f64;
            let (x, y) = tops.pixel([u + radius * turn.cos(), v + radius * turn.sin()])?;
            let observed = mean_light_around(picture, x, y);
            let off = observed.iter().zip(own).map(|(observed, own)| (observed - own).powi(2)).sum::<f64>().sqrt();
            Some((off / strength).min(MAX_DIFFERENCE) as f32)
        };
        let circle = |circle: usize| {
            let mut points = [0.0; POINTS];
            for (at, observed) in points.iter_mut().enumerate() {
                *observed = point(circle, at)?;
            }
            Some(points)
        };
        (0..CIRCLES).map(circle).collect::<Option<_>>().map(Self)
    }

    /// The distance to another descriptor, minimised over rotations: the root mean square over the area of the piece.
    fn distance(&self, other: &Self) -> f64 {
        let turned = |turn: usize| {
            let circle = |(circle, (one, other)): (usize, (&[f32; POINTS], &[f32; POINTS]))| {
                let squares = (0..POINTS).map(|at| (one[at] - other[(at + turn) % POINTS]).powi(2));
                // Outer circles represent more of the area.
                (circle as f32 + 0.5) * squares.sum::<f32>()
            };
            self.0.iter().zip(&other.0).enumerate().map(circle).sum::<f32>()
        };
        let least = (0..POINTS).map(turned).fold(f32::INFINITY, f32::min);
        let area = POINTS as f32 * (CIRCLES * CIRCLES) as f32 / 2.0;
        f64::from(least / area).sqrt()
    }
}

/// The known descriptors of one class.
#[derive(Clone, Debug)]
struct ClassShapes {
    shapes: Vec<ShapeDescriptor>,
    /// Spread within the class: the median distance of a descriptor to its nearest neighbour.
    spread: f64,
}

impl ClassShapes {
    fn new(mut shapes: Vec<ShapeDescriptor>) -> Self {
        shapes.truncate(MAX_SHAPES);
        let others = |at: usize| shapes.iter().enumerate().filter(move |(other, _)| *other != at);
        let nearest = |at: usize| others(at).map(|(_, other)| other.distance(&shapes[at])).min_by(f64::total_cmp);
        let mut offs: Vec<f64> = (0..shapes.len()).filter_map(nearest).collect();
        offs.sort_by(f64::total_cmp);
        let spread = offs.get(offs.len() / 2).copied().unwrap_or(MIN_SPREAD).max(MIN_SPREAD);
        Self { shapes, spread }
    }

    /// The distance of a descriptor to its nearest neighbour in the class.
    fn distance(&self, shape: &ShapeDescriptor) -> f64 {
        self.shapes.iter().map(|known| known.distance(shape)).fold(f64::INFINITY, f64::min)
    }

    /// Adds a descriptor that differs from the known ones by more than the spread.
    fn add(&mut self, shape: &ShapeDescriptor) {
        let offs = self.shapes.iter().map(|known| known.distance(shape)).enumerate();
        let Some((at, off)) = offs.min_by(|one, other| one.1.total_cmp(&other.1)) else { return };
        if off < self.spread {
            return;
        }
        let mut shapes = std::mem::take(&mut self.shapes);
        if shapes.len() >= MAX_SHAPES {
            // The nearest neighbour is replaced, so that the remaining descriptors stay spread out.
            shapes.swap_remove(at);
        }
        shapes.push(shape.clone());
        *self = Self::new(shapes);
    }
}

/// Shape classifiers for classes with the same colour.
#[derive(Clone, Debug, Default)]
pub(super) struct ShapeClassifier {
    /// Groups of two or more classes with the same colour, each class with its descriptors.
    groups: Vec<Vec<(Class, ClassShapes)>>,
}

impl ShapeClassifier {
    /// Learns the descriptors of the classes in `pairs`, which have the same colour.
    ///
    /// # Errors
    ///
    /// Two classes that cannot be separated by shape.
    pub(super) fn learn(
        pairs: &[(Class, Class)],
        observed: impl Fn(Class) -> Vec<ShapeDescriptor>,
    ) -> Result<Self, (Class, Class)> {
        let with =
            |group: Vec<Class>| group.into_iter().map(|class| (class, ClassShapes::new(observed(class)))).collect();
        let groups: Vec<Vec<(Class, ClassShapes)>> = connected_components(pairs).into_iter().map(with).collect();
        for group in &groups {
            for (at, (one, first)) in group.iter().enumerate() {
                let inseparable = group[at + 1..].iter().find(|(_, second)| !are_separable(first, second));
                inseparable.map_or(Ok(()), |(other, _)| Err((*one, *other)))?;
            }
        }
        Ok(Self { groups })
    }

    /// `true` if two classes of one colour are told apart by their shapes.
    pub(super) fn separates(&self, one: Class, other: Class) -> bool {
        let has = |group: &[(Class, ClassShapes)], class: Class| group.iter().any(|(known, _)| *known == class);
        self.groups.iter().any(|group| has(group, one) && has(group, other))
    }

    /// `true` if any classes have to be separated by shape.
    pub(super) fn is_needed(&self) -> bool {
        !self.groups.is_empty()
    }

    /// Refines the log-likelihoods of a place (index 0 for empty, then by class): within a group of one colour, the
    /// class with the nearest descriptor becomes the likeliest.
    pub(super) fn refine(&self, logs: &mut [f64], shape: &ShapeDescriptor) {
        for group in &self.groups {
            let colour = group.iter().map(|(Class(class), _)| logs[class + 1]).fold(f64::NEG_INFINITY, f64::max);
            // Gaussian log-likelihood of the distance. A single piece has no spread of its own: the largest spread of
            // the group is used.
            let spread = group.iter().map(|(_, pieces)| pieces.spread).fold(MIN_SPREAD, f64::max);
            let likely = |(_, pieces): &(Class, ClassShapes)| -0.5 * (pieces.distance(shape) / spread).powi(2);
            let shapes: Vec<f64> = group.iter().map(likely).collect();
            let most = shapes.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            for ((Class(class), _), shape) in group.iter().zip(shapes) {
                logs[class + 1] = colour + shape - most;
            }
        }
    }

    /// Adds a descriptor observed for a class.
    pub(super) fn add(&mut self, class: Class, shape: &ShapeDescriptor) {
        let known = self.groups.iter_mut().flatten().find(|(known, _)| *known == class);
        if let Some((_, pieces)) = known {
            pieces.add(shape);
        }
    }
}

/// `true` if two classes differ by more than the spread within each of them.
fn are_separable(first: &ClassShapes, second: &ClassShapes) -> bool {
    let apart = first.shapes.iter().map(|shape| second.distance(shape)).fold(f64::INFINITY, f64::min);
    apart.is_finite() && apart > MIN_SEPARATION * first.spread.max(second.spread)
}

/// Connected components of the classes under `pairs`.
fn connected_components(pairs: &[(Class, Class)]) -> Vec<Vec<Class>> {
    let mut groups: Vec<Vec<Class>> = Vec::new();
    for (one, other) in pairs {
        let (with, without): (Vec<_>, Vec<_>) =
            groups.into_iter().partition(|group| group.contains(one) || group.contains(other));
        let mut joined: Vec<Class> = with.into_iter().flatten().chain([*one, *other]).collect();
        joined.sort_unstable();
        joined.dedup();
        groups = without;
        groups.push(joined);
    }
    groups
}
