//! What pieces look like beside their colour: their outline and what is carved into their top or painted on it. By that pieces of one
//! colour are told apart, compared with pieces that were seen.

use super::class::Class;
use super::sample::{Hue, Tops, light_around};

/// Circles around the middle of a piece along which it is looked at, and points of each.
const CIRCLES: usize = 8;
const POINTS: usize = 24;

/// How far out is looked, in widths of a piece: not quite to the edge of a round one, which is never seen twice at the same place.
const REACH: f64 = 0.46;

/// By how much a point may differ from the piece's colour, in parts of how bright that is; beyond that it is simply something else.
const OTHER: f64 = 1.0;

/// So many pieces of each class are remembered: light and the camera's view differ from place to place.
const REMEMBERED: usize = 8;

/// By how much pieces of one class differ at least, as the root of the mean square of what their points differ by.
const LEAST: f64 = 0.05;

/// Pieces are told apart by their shape if those of the other class differ by so many times as much as those of the same.
const TIMES: f64 = 1.6;

/// The top of a piece, from its middle outwards: by how much each point differs from the piece's colour.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Shape(Vec<[f32; POINTS]>);

impl Shape {
    /// A piece whose middle is there, and which is of this colour. `None` where it is not all in the picture.
    pub(super) fn seen(tops: Tops<'_>, [u, v]: [f64; 2], hue: Hue) -> Option<Self> {
        let Tops { picture, board, .. } = tops;
        let own = hue.light();
        let strength = own.iter().map(|light| light * light).sum::<f64>().sqrt().max(1e-3);
        let point = |circle: usize, at: usize| {
            let radius = REACH * board.width * (circle as f64 + 0.5) / CIRCLES as f64;
            let turn = std::f64::consts::TAU * at as f64 / POINTS as f64;
            let (x, y) = tops.pixel([u + radius * turn.cos(), v + radius * turn.sin()])?;
            let seen = light_around(picture, x, y);
            let off = seen.iter().zip(own).map(|(seen, own)| (seen - own).powi(2)).sum::<f64>().sqrt();
            Some((off / strength).min(OTHER) as f32)
        };
        let circle = |circle: usize| {
            let mut points = [0.0; POINTS];
            for (at, seen) in points.iter_mut().enumerate() {
                *seen = point(circle, at)?;
            }
            Some(points)
        };
        (0..CIRCLES).map(circle).collect::<Option<_>>().map(Self)
    }

    /// By how much another one differs when it is turned so that it fits best: the root of the mean square over the area of the piece.
    fn off(&self, other: &Self) -> f64 {
        let turned = |turn: usize| {
            let circle = |(circle, (one, other)): (usize, (&[f32; POINTS], &[f32; POINTS]))| {
                let squares = (0..POINTS).map(|at| (one[at] - other[(at + turn) % POINTS]).powi(2));
                // Outer circles stand for more of the area.
                (circle as f32 + 0.5) * squares.sum::<f32>()
            };
            self.0.iter().zip(&other.0).enumerate().map(circle).sum::<f32>()
        };
        let least = (0..POINTS).map(turned).fold(f32::INFINITY, f32::min);
        let area = POINTS as f32 * (CIRCLES * CIRCLES) as f32 / 2.0;
        f64::from(least / area).sqrt()
    }
}

/// Pieces of one class that were seen.
#[derive(Clone, Debug)]
struct Pieces {
    shapes: Vec<Shape>,
    /// By how much they differ: each from that which it is most like, in the median.
    spread: f64,
}

impl Pieces {
    fn new(mut shapes: Vec<Shape>) -> Self {
        shapes.truncate(REMEMBERED);
        let others = |at: usize| shapes.iter().enumerate().filter(move |(other, _)| *other != at);
        let nearest = |at: usize| others(at).map(|(_, other)| other.off(&shapes[at])).min_by(f64::total_cmp);
        let mut offs: Vec<f64> = (0..shapes.len()).filter_map(nearest).collect();
        offs.sort_by(f64::total_cmp);
        let spread = offs.get(offs.len() / 2).copied().unwrap_or(LEAST).max(LEAST);
        Self { shapes, spread }
    }

    /// By how much a shape differs from that which it is most like.
    fn off(&self, shape: &Shape) -> f64 {
        self.shapes.iter().map(|known| known.off(shape)).fold(f64::INFINITY, f64::min)
    }

    /// Remembers a shape that tells more than what is known.
    fn put(&mut self, shape: &Shape) {
        let offs = self.shapes.iter().map(|known| known.off(shape)).enumerate();
        let Some((at, off)) = offs.min_by(|one, other| one.1.total_cmp(&other.1)) else { return };
        if off < self.spread {
            return;
        }
        let mut shapes = std::mem::take(&mut self.shapes);
        if shapes.len() >= REMEMBERED {
            // That which it is most like goes, so that those that are left differ as pieces do.
            shapes.swap_remove(at);
        }
        shapes.push(shape.clone());
        *self = Self::new(shapes);
    }
}

/// Classes whose pieces have one colour, and their shapes.
#[derive(Clone, Debug, Default)]
pub(super) struct Shapes {
    /// Classes of one colour, in groups of two and more, each with its pieces.
    groups: Vec<Vec<(Class, Pieces)>>,
}

impl Shapes {
    /// The shapes of pieces that were seen, of classes that pairs of them say look alike otherwise.
    ///
    /// # Errors
    ///
    /// Two classes that their shapes do not tell apart.
    pub(super) fn learnt(pairs: &[(Class, Class)], seen: impl Fn(Class) -> Vec<Shape>) -> Result<Self, (Class, Class)> {
        let with = |group: Vec<Class>| group.into_iter().map(|class| (class, Pieces::new(seen(class)))).collect();
        let groups: Vec<Vec<(Class, Pieces)>> = groups(pairs).into_iter().map(with).collect();
        for group in &groups {
            for (at, (one, first)) in group.iter().enumerate() {
                let hidden = group[at + 1..].iter().find(|(_, second)| !differ(first, second));
                hidden.map_or(Ok(()), |(other, _)| Err((*one, *other)))?;
            }
        }
        Ok(Self { groups })
    }

    /// Whether any classes have to be told apart so.
    pub(super) fn are_wanted(&self) -> bool {
        !self.groups.is_empty()
    }

    /// What was seen at a place, by the logarithms of how likely it would be for nothing and for each class: of classes of one colour that
    /// one is likely whose shape goes best with what is seen.
    pub(super) fn tell(&self, logs: &mut [f64], shape: &Shape) {
        for group in &self.groups {
            let colour = group.iter().map(|(Class(class), _)| logs[class + 1]).fold(f64::NEG_INFINITY, f64::max);
            // Of a normal distribution of what pieces of a class differ by. How much that is a single piece does not tell: then the others do.
            let spread = group.iter().map(|(_, pieces)| pieces.spread).fold(LEAST, f64::max);
            let likely = |(_, pieces): &(Class, Pieces)| -0.5 * (pieces.off(shape) / spread).powi(2);
            let shapes: Vec<f64> = group.iter().map(likely).collect();
            let most = shapes.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            for ((Class(class), _), shape) in group.iter().zip(shapes) {
                logs[class + 1] = colour + shape - most;
            }
        }
    }

    /// A piece of a class was seen.
    pub(super) fn put(&mut self, class: Class, shape: &Shape) {
        let known = self.groups.iter_mut().flatten().find(|(known, _)| *known == class);
        if let Some((_, pieces)) = known {
            pieces.put(shape);
        }
    }
}

/// Whether the pieces of two classes differ by more than those of each class do.
fn differ(first: &Pieces, second: &Pieces) -> bool {
    let apart = first.shapes.iter().map(|shape| second.off(shape)).fold(f64::INFINITY, f64::min);
    apart.is_finite() && apart > TIMES * first.spread.max(second.spread)
}

/// Classes that pairs connect.
fn groups(pairs: &[(Class, Class)]) -> Vec<Vec<Class>> {
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
