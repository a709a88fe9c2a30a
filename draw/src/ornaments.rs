//! Vector outlines of abstract figures: crown, star, diamond, triangle.
//! Each fills a square of side 100 around (0, 0), as the [chess pieces](crate::chess) do.

use std::f64::consts::PI;

use crate::chess::{Part, line_to, mirrored_body, move_to, stroke_line};
use crate::path::{Outline, Point};

/// A crown with three points.
pub fn crown() -> Vec<Part> {
    let tip = |x: f64, y: f64| Part::Ball(Point::new(x, y), 6.0);
    vec![
        mirrored_body(&[move_to(0.0, -30.0), line_to(15.0, 0.0), line_to(40.0, -20.0), line_to(31.0, 34.0)]),
        tip(0.0, -34.0),
        tip(41.0, -23.0),
        tip(-41.0, -23.0),
        stroke_line(&[move_to(-25.0, 22.0), line_to(25.0, 22.0)]),
    ]
}

/// Inner radius of a regular pentagram with outer radius 1.
const INNER: f64 = 0.382;

/// A star with five points.
pub fn star() -> Vec<Part> {
    let corner = |index: i32| {
        let radius = if index % 2 == 0 { 50.0 } else { 50.0 * INNER };
        let angle = f64::from(index) * PI / 5.0;
        // A star with one point up extends less far down than up.
        Point::new(radius * angle.sin(), 4.0 - radius * angle.cos())
    };
    vec![Part::Body(Outline::polygon((0..10).map(corner)))]
}

/// A square standing on a corner.
pub fn diamond() -> Vec<Part> {
    let corners = [(0, -50), (50, 0), (0, 50), (-50, 0)];
    vec![Part::Body(Outline::polygon(corners.map(Point::from)))]
}

/// A piece of Shogi, point up.
pub fn wedge() -> Vec<Part> {
    let corners = [(0, -50), (33, -32), (43, 50), (-43, 50), (-33, -32)];
    vec![Part::Body(Outline::polygon(corners.map(Point::from)))]
}

/// An equilateral triangle, point up.
pub fn triangle() -> Vec<Part> {
    let corners = [(0, -48), (50, 38), (-50, 38)];
    vec![Part::Body(Outline::polygon(corners.map(Point::from)))]
}
