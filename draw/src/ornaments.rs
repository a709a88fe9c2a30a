//! Outlines that stand for nothing in particular: crown, star, diamond, triangle.
//! Each fills a square of 100 around (0, 0), as the [chess pieces](crate::chess) do.

use std::f64::consts::PI;

use crate::chess::{Part, body, from, line, to};
use crate::path::{Outline, Point};

/// A crown with three points.
pub fn crown() -> Vec<Part> {
    let tip = |x: f64, y: f64| Part::Ball(Point::new(x, y), 6.0);
    vec![
        body(&[from(0.0, -30.0), to(15.0, 0.0), to(40.0, -20.0), to(31.0, 34.0)]),
        tip(0.0, -34.0),
        tip(41.0, -23.0),
        tip(-41.0, -23.0),
        line(&[from(-25.0, 22.0), to(25.0, 22.0)]),
    ]
}

/// Radius of the inner corners of a star whose edges go on from point to point, for an outer radius of 1.
const INNER: f64 = 0.382;

/// A star with five points.
pub fn star() -> Vec<Part> {
    let corner = |index: i32| {
        let radius = if index % 2 == 0 { 50.0 } else { 50.0 * INNER };
        let angle = f64::from(index) * PI / 5.0;
        // A star with one point up reaches less far down than up.
        Point::new(radius * angle.sin(), 4.0 - radius * angle.cos())
    };
    vec![Part::Body(Outline::polygon((0..10).map(corner)))]
}

/// A square on its corner.
pub fn diamond() -> Vec<Part> {
    let corners = [(0, -50), (50, 0), (0, 50), (-50, 0)];
    vec![Part::Body(Outline::polygon(corners.map(Point::from)))]
}

/// A triangle with equal sides, point up.
pub fn triangle() -> Vec<Part> {
    let corners = [(0, -48), (50, 38), (-50, 38)];
    vec![Part::Body(Outline::polygon(corners.map(Point::from)))]
}
