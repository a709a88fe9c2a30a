//! Vector outlines of the six chess pieces, after Staunton's pattern seen from the side.
//! Each figure fills a square of side 100 around (0, 0); callers apply colours and sizes.

use crate::path::{Outline, PenCommand, Point};

/// A part of a figure. Parts are painted in order; later parts cover earlier ones.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    /// A filled outline with a stroke around it.
    Body(Outline),
    /// A line on top of the preceding parts.
    Line(Outline),
    /// A dot on top of the preceding parts: centre and radius.
    Spot(Point, f64),
    /// A filled circle with a stroke around it: centre and radius.
    Ball(Point, f64),
}

pub(crate) const fn line_to(x: f64, y: f64) -> PenCommand {
    PenCommand::Line(Point::new(x, y))
}

pub(crate) const fn move_to(x: f64, y: f64) -> PenCommand {
    PenCommand::Move(Point::new(x, y))
}

pub(crate) const fn curve_to(first: (f64, f64), second: (f64, f64), end: (f64, f64)) -> PenCommand {
    PenCommand::Curve(Point::new(first.0, first.1), Point::new(second.0, second.1), Point::new(end.0, end.1))
}

pub(crate) fn mirrored_body(half: &[PenCommand]) -> Part {
    Part::Body(Outline::mirrored(half))
}

pub(crate) fn stroke_line(steps: &[PenCommand]) -> Part {
    Part::Line(Outline(steps.to_vec()))
}

/// The base of a piece, `half` wide to each side.
fn base(half: f64) -> Part {
    let edge = half - 5.0;
    mirrored_body(&[
        move_to(0.0, 29.0),
        line_to(edge, 29.0),
        curve_to((half - 1.0, 29.0), (half, 33.0), (half, 37.0)),
        line_to(half, 43.0),
    ])
}

/// A flat ring around a piece, `half` wide to each side, with its upper edge at `top`.
fn collar(half: f64, top: f64) -> Part {
    let (bottom, bulge) = (top + 7.0, half + 4.0);
    mirrored_body(&[move_to(0.0, top), line_to(half, top), curve_to((bulge, top), (bulge, bottom), (half, bottom))])
}

/// A pawn.
pub fn pawn() -> Vec<Part> {
    vec![
        base(28.0),
        mirrored_body(&[move_to(0.0, -8.0), line_to(9.0, -8.0), curve_to((9.0, 8.0), (13.0, 19.0), (22.0, 29.0))]),
        Part::Ball(Point::new(0.0, -25.0), 14.0),
        collar(13.0, -13.0),
    ]
}

/// A rook.
pub fn rook() -> Vec<Part> {
    vec![
        base(31.0),
        mirrored_body(&[move_to(0.0, -17.0), line_to(18.0, -17.0), curve_to((18.0, 4.0), (20.0, 16.0), (25.0, 29.0))]),
        mirrored_body(&[
            move_to(0.0, -41.0),
            line_to(6.0, -41.0),
            line_to(6.0, -33.0),
            line_to(14.0, -33.0),
            line_to(14.0, -41.0),
            line_to(26.0, -41.0),
            line_to(26.0, -27.0),
            curve_to((26.0, -22.0), (22.0, -18.0), (18.0, -16.0)),
        ]),
        stroke_line(&[move_to(-17.0, -16.0), line_to(17.0, -16.0)]),
    ]
}

/// A knight, looking to the left.
pub fn knight() -> Vec<Part> {
    let horse = [
        move_to(25.0, 29.0),
        curve_to((31.0, -2.0), (24.0, -33.0), (-3.0, -37.0)),
        line_to(-6.0, -46.0),
        curve_to((-10.0, -44.0), (-12.0, -41.0), (-13.0, -36.0)),
        curve_to((-20.0, -31.0), (-22.0, -25.0), (-24.0, -18.0)),
        curve_to((-27.0, -10.0), (-33.0, -5.0), (-35.0, 1.0)),
        curve_to((-37.0, 7.0), (-33.0, 13.0), (-27.0, 13.0)),
        curve_to((-23.0, 13.0), (-21.0, 8.0), (-16.0, 6.0)),
        curve_to((-10.0, 4.0), (-5.0, 3.0), (-1.0, -3.0)),
        curve_to((1.0, 10.0), (-20.0, 12.0), (-21.0, 29.0)),
        PenCommand::Close,
    ];
    vec![
        base(31.0),
        Part::Body(Outline(horse.to_vec())),
        stroke_line(&[move_to(1.0, -29.0), curve_to((17.0, -22.0), (20.0, 0.0), (18.0, 21.0))]),
        Part::Spot(Point::new(-13.5, -20.0), 2.8),
        Part::Spot(Point::new(-29.5, 4.0), 1.8),
    ]
}

/// A bishop.
pub fn bishop() -> Vec<Part> {
    vec![
        base(29.0),
        mirrored_body(&[move_to(0.0, -8.0), line_to(10.0, -8.0), curve_to((10.0, 8.0), (14.0, 19.0), (22.0, 29.0))]),
        Part::Ball(Point::new(0.0, -41.0), 4.5),
        mirrored_body(&[move_to(0.0, -38.0), curve_to((10.0, -32.0), (21.0, -21.0), (12.0, -10.0))]),
        collar(14.0, -12.0),
        stroke_line(&[move_to(1.5, -20.0), line_to(7.5, -29.0)]),
    ]
}

/// A queen.
pub fn queen() -> Vec<Part> {
    let tip = |x: f64, y: f64| Part::Ball(Point::new(x, y), 4.0);
    vec![
        base(31.0),
        mirrored_body(&[move_to(0.0, 10.0), line_to(17.0, 10.0), curve_to((18.0, 18.0), (21.0, 24.0), (25.0, 29.0))]),
        mirrored_body(&[
            move_to(0.0, -36.0),
            line_to(6.0, -14.0),
            line_to(17.0, -36.0),
            line_to(19.0, -12.0),
            line_to(35.0, -28.0),
            curve_to((30.0, -14.0), (24.0, -2.0), (21.0, 9.0)),
        ]),
        tip(0.0, -39.0),
        tip(17.5, -39.0),
        tip(-17.5, -39.0),
        tip(36.5, -30.0),
        tip(-36.5, -30.0),
        collar(20.0, 8.0),
    ]
}

/// A king.
pub fn king() -> Vec<Part> {
    vec![
        base(31.0),
        mirrored_body(&[move_to(0.0, 10.0), line_to(17.0, 10.0), curve_to((18.0, 18.0), (21.0, 24.0), (25.0, 29.0))]),
        mirrored_body(&[
            move_to(0.0, -47.0),
            line_to(3.5, -47.0),
            line_to(3.5, -42.5),
            line_to(9.0, -42.5),
            line_to(9.0, -36.0),
            line_to(3.5, -36.0),
            line_to(3.5, -28.0),
        ]),
        mirrored_body(&[move_to(0.0, -32.0), curve_to((8.0, -30.0), (11.0, -22.0), (6.0, -10.0))]),
        mirrored_body(&[
            move_to(0.0, -12.0),
            curve_to((4.0, -26.0), (14.0, -31.0), (23.0, -28.0)),
            curve_to((36.0, -23.0), (35.0, -10.0), (28.0, -2.0)),
            curve_to((25.0, 2.0), (23.0, 5.0), (21.0, 9.0)),
        ]),
        stroke_line(&[move_to(0.0, -11.0), line_to(0.0, 7.0)]),
        collar(20.0, 8.0),
    ]
}
