//! Outlines: points, the steps of a pen between them, and how they are moved, mirrored and made of straight lines.
//! What they depict is told elsewhere.

use crate::scene::Area;

/// A point in pixels of the board, to the right and down.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Down.
    pub y: f64,
}

impl Point {
    /// The point at these coordinates.
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    /// The point `part` of the way to another.
    fn towards(self, other: Self, part: f64) -> Self {
        Self::new(self.x + (other.x - self.x) * part, self.y + (other.y - self.y) * part)
    }
}

impl From<(i32, i32)> for Point {
    fn from((x, y): (i32, i32)) -> Self {
        Self::new(x.into(), y.into())
    }
}

/// One step of the pen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    /// To a point without a line: a new part begins there.
    Move(Point),
    /// Straight to a point.
    Line(Point),
    /// Along a cubic Bézier curve: two points that pull, and the end.
    Curve(Point, Point, Point),
    /// Back to where the part began.
    Close,
}

/// Straight pieces that a curve is made of.
const PIECES: u32 = 12;

/// A line that a pen draws. It is filled between its parts, the hole of a ring being a part that runs the other way round.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outline(pub Vec<Step>);

impl Outline {
    /// A closed polygon.
    pub(crate) fn polygon(corners: impl IntoIterator<Item = Point>) -> Self {
        let mut steps = Vec::new();
        for corner in corners {
            steps.push(if steps.is_empty() { Step::Move(corner) } else { Step::Line(corner) });
        }
        steps.push(Step::Close);
        Self(steps)
    }

    /// A closed outline that is the same on the left and on the right of x = 0: its right half, from top to bottom.
    pub(crate) fn mirrored(half: &[Step]) -> Self {
        let flip = |point: Point| Point::new(-point.x, point.y);
        let mut steps = half.to_vec();
        let mut ends: Vec<Point> = half.iter().map(|step| step.end().expect("halves are open")).collect();
        let last = ends.pop().expect("a half has points");
        if last.x != 0.0 {
            steps.push(Step::Line(flip(last)));
        }
        for (step, end) in half.iter().skip(1).zip(ends).rev() {
            steps.push(match *step {
                Step::Curve(first, second, _) => Step::Curve(flip(second), flip(first), flip(end)),
                Step::Move(_) | Step::Line(_) | Step::Close => Step::Line(flip(end)),
            });
        }
        steps.push(Step::Close);
        Self(steps)
    }

    /// The same around another point, so many times as large.
    pub(crate) fn placed(&self, at: Point, scale: f64) -> Self {
        let place = |point: Point| Point::new(at.x + scale * point.x, at.y + scale * point.y);
        let step = |step: &Step| match *step {
            Step::Move(end) => Step::Move(place(end)),
            Step::Line(end) => Step::Line(place(end)),
            Step::Curve(first, second, end) => Step::Curve(place(first), place(second), place(end)),
            Step::Close => Step::Close,
        };
        Self(self.0.iter().map(step).collect())
    }

    /// The corners of its parts, with curves cut into straight pieces. The flag says whether a part is closed.
    pub fn straight(&self) -> Vec<(Vec<Point>, bool)> {
        let mut parts: Vec<(Vec<Point>, bool)> = Vec::new();
        for step in &self.0 {
            match (*step, parts.last_mut()) {
                (Step::Line(end), Some((part, _))) => part.push(end),
                (Step::Curve(first, second, end), Some((part, _))) => {
                    let start = part.last().copied().unwrap_or(end);
                    let along = (1..=PIECES).map(|piece| f64::from(piece) / f64::from(PIECES));
                    part.extend(along.map(|part| bezier([start, first, second, end], part)));
                }
                (Step::Close, Some((_, closed))) => *closed = true,
                (Step::Move(point) | Step::Line(point) | Step::Curve(_, _, point), _) => {
                    parts.push((vec![point], false));
                }
                (Step::Close, None) => {}
            }
        }
        parts
    }

    /// The smallest area with all of it.
    pub(crate) fn area(&self) -> Option<Area> {
        self.straight().into_iter().flat_map(|(part, _)| part).map(Area::at).reduce(Area::with)
    }
}

impl Step {
    /// Where the pen is then.
    fn end(self) -> Option<Point> {
        match self {
            Self::Move(end) | Self::Line(end) | Self::Curve(_, _, end) => Some(end),
            Self::Close => None,
        }
    }
}

/// De Casteljau: lines between lines between lines.
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
            Step::Move(Point::new(0.0, -10.0)),
            Step::Curve(Point::new(4.0, -10.0), Point::new(6.0, -4.0), Point::new(6.0, 0.0)),
            Step::Line(Point::new(9.0, 5.0)),
        ];
        let whole = Outline::mirrored(&half);
        let parts = whole.straight();
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
