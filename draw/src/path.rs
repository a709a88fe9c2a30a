//! Vector paths: points, pen commands, translation, mirroring and flattening into polylines.
//! Other modules decide what a path depicts.

use crate::scene::Area;

/// A point in board pixels; x grows to the right and y downwards.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// Horizontal coordinate.
    pub x: f64,
    /// Vertical coordinate, downwards.
    pub y: f64,
}

impl Point {
    /// Creates a point from its coordinates.
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    /// The point turned clockwise around another one, by an angle in radians.
    pub(crate) fn turned(self, around: Self, angle: f64) -> Self {
        let (x, y) = (self.x - around.x, self.y - around.y);
        let (sin, cos) = angle.sin_cos();
        Self::new(around.x + cos * x - sin * y, around.y + sin * x + cos * y)
    }

    /// Linear interpolation: the point at fraction `part` of the way to `other`.
    fn towards(self, other: Self, part: f64) -> Self {
        Self::new(self.x + (other.x - self.x) * part, self.y + (other.y - self.y) * part)
    }
}

impl From<(i32, i32)> for Point {
    fn from((x, y): (i32, i32)) -> Self {
        Self::new(x.into(), y.into())
    }
}

/// One pen command.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PenCommand {
    /// Moves to a point without drawing and begins a new subpath.
    Move(Point),
    /// A straight line to a point.
    Line(Point),
    /// A cubic Bézier curve: two control points and the end point.
    Curve(Point, Point, Point),
    /// Closes the subpath with a line to its beginning.
    Close,
}

/// Number of segments that approximate one curve.
const CURVE_SEGMENTS: u32 = 12;

/// A path, filled by the nonzero rule: a hole is a subpath of opposite orientation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outline(pub Vec<PenCommand>);

impl Outline {
    /// Creates a closed polygon.
    pub(crate) fn polygon(corners: impl IntoIterator<Item = Point>) -> Self {
        let mut steps = Vec::new();
        for corner in corners {
            steps.push(if steps.is_empty() { PenCommand::Move(corner) } else { PenCommand::Line(corner) });
        }
        steps.push(PenCommand::Close);
        Self(steps)
    }

    /// Creates a closed outline that is symmetric about x = 0, from its right half given from top to bottom.
    pub(crate) fn mirrored(half: &[PenCommand]) -> Self {
        let flip = |point: Point| Point::new(-point.x, point.y);
        let mut steps = half.to_vec();
        let mut ends: Vec<Point> = half.iter().map(|step| step.end().expect("halves are open")).collect();
        let last = ends.pop().expect("a half has points");
        if last.x != 0.0 {
            steps.push(PenCommand::Line(flip(last)));
        }
        for (step, end) in half.iter().skip(1).zip(ends).rev() {
            steps.push(match *step {
                PenCommand::Curve(first, second, _) => PenCommand::Curve(flip(second), flip(first), flip(end)),
                PenCommand::Move(_) | PenCommand::Line(_) | PenCommand::Close => PenCommand::Line(flip(end)),
            });
        }
        steps.push(PenCommand::Close);
        Self(steps)
    }

    /// Returns the path scaled by `scale` and moved to `at`.
    pub(crate) fn transformed(&self, at: Point, scale: f64) -> Self {
        self.mapped(|point| Point::new(at.x + scale * point.x, at.y + scale * point.y))
    }

    /// Returns the path with every point replaced by its image.
    pub(crate) fn mapped(&self, place: impl Fn(Point) -> Point) -> Self {
        let step = |step: &PenCommand| match *step {
            PenCommand::Move(end) => PenCommand::Move(place(end)),
            PenCommand::Line(end) => PenCommand::Line(place(end)),
            PenCommand::Curve(first, second, end) => PenCommand::Curve(place(first), place(second), place(end)),
            PenCommand::Close => PenCommand::Close,
        };
        Self(self.0.iter().map(step).collect())
    }

    /// Flattens the path into polylines. The flag is `true` for closed subpaths.
    pub fn flatten(&self) -> Vec<(Vec<Point>, bool)> {
        let mut parts: Vec<(Vec<Point>, bool)> = Vec::new();
        for step in &self.0 {
            match (*step, parts.last_mut()) {
                (PenCommand::Line(end), Some((part, _))) => part.push(end),
                (PenCommand::Curve(first, second, end), Some((part, _))) => {
                    let start = part.last().copied().unwrap_or(end);
                    let along = (1..=CURVE_SEGMENTS).map(|piece| f64::from(piece) / f64::from(CURVE_SEGMENTS));
                    part.extend(along.map(|part| bezier([start, first, second, end], part)));
                }
                (PenCommand::Close, Some((_, closed))) => *closed = true,
                (PenCommand::Move(point) | PenCommand::Line(point) | PenCommand::Curve(_, _, point), _) => {
                    parts.push((vec![point], false));
                }
                (PenCommand::Close, None) => {}
            }
        }
        parts
    }

    /// Bounding box; `None` for an empty path.
    pub(crate) fn area(&self) -> Option<Area> {
        self.flatten().into_iter().flat_map(|(part, _)| part).map(Area::at).reduce(Area::union)
    }
}

impl PenCommand {
    /// Pen position after the command.
    fn end(self) -> Option<Point> {
        match self {
            Self::Move(end) | Self::Line(end) | Self::Curve(_, _, end) => Some(end),
            Self::Close => None,
        }
    }
}

/// Evaluates a cubic Bézier curve by De Casteljau's algorithm.
fn bezier(points: [Point; 4], part: f64) -> Point {
    let [start, first, second, end] = points;
    let (a, b, c) = (start.towards(first, part), first.towards(second, part), second.towards(end, part));
    a.towards(b, part).towards(b.towards(c, part), part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_half_becomes_a_whole() {
        let half = [
            PenCommand::Move(Point::new(0.0, -10.0)),
            PenCommand::Curve(Point::new(4.0, -10.0), Point::new(6.0, -4.0), Point::new(6.0, 0.0)),
            PenCommand::Line(Point::new(9.0, 5.0)),
        ];
        let whole = Outline::mirrored(&half);
        let parts = whole.flatten();
        let [(corners, true)] = parts.as_slice() else { panic!("{parts:?} is not one closed part") };
        for corner in corners {
            let other = |point: &Point| (point.x + corner.x).abs() + (point.y - corner.y).abs() < 1e-9;
            assert!(corners.iter().any(other), "{corner:?} has no twin");
        }
        assert_eq!(whole.area(), Some(Area { left: -9.0, top: -10.0, right: 9.0, bottom: 5.0 }));
    }

    #[test]
    fn curves_end_where_they_say() {
        let [start, first, second, end] = [(0, 0), (0, 8), (8, 0), (8, 8)].map(Point::from);
        assert_eq!(bezier([start, first, second, end], 0.0), start);
        assert_eq!(bezier([start, first, second, end], 0.5), Point::new(4.0, 4.0));
        assert_eq!(bezier([start, first, second, end], 1.0), end);
    }
}
