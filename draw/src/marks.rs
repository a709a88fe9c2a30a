//! Rendering of marks as vector shapes: each mark of a drawing in its colour and size, with a rim or outline for contrast.
//! The game file chooses the marks.

use boardwright_rules::{Colour, Figure, Mark};

use crate::chess::{self, Part};
use crate::ink::{self, Ink};
use crate::ornaments;
use crate::path::{Outline, PenCommand, Point};
use crate::place::Place;
use crate::scene::{Area, LETTER_WIDTH, Shape, Stroke};

/// Layer of a drawing: flat on the board or a piece standing on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layer {
    /// The place itself.
    Place,
    /// A piece; its lowest mark has a rim and a shadow.
    Piece,
}

/// Returns the shapes of the marks of a drawing; `owner` is the colour of the owner of the element.
pub fn mark_shapes(marks: &[Mark], place: Place, owner: Option<Colour>, layer: Layer) -> Vec<Shape> {
    let mut shapes = Vec::new();
    for (number, mark) in marks.iter().enumerate() {
        let brush = Brush {
            colour: ink::paint_colour(mark.paint, owner),
            scale: f64::from(mark.size) / 100.0,
            place,
            is_alone: number == 0,
            is_raised: number == 0 && layer == Layer::Piece,
        };
        brush.paint(&mark.figure, &mut shapes);
    }
    shapes
}

/// Parameters for painting one mark.
struct Brush {
    colour: Colour,
    scale: f64,
    place: Place,
    /// `true` if no mark lies below this one; line figures are bold then.
    is_alone: bool,
    /// `true` if the mark casts a shadow.
    is_raised: bool,
}

impl Brush {
    /// Side length of the square that the mark fills.
    fn side(&self) -> f64 {
        self.place.side() * self.scale
    }

    fn square(&self) -> Shape {
        let (area, side, fill) = (self.place.area(self.scale), self.side(), Some(self.ink()));
        if self.is_raised {
            let width = 0.04 * side;
            let stroke = Some(Stroke { ink: ink::rim(self.colour).into(), width });
            return Shape::Rectangle { area: area.expanded(-width / 2.0), round: 0.1 * side, fill, stroke };
        }
        if self.scale < 1.0 {
            return Shape::Rectangle { area, round: 0.06 * side, fill, stroke: None };
        }
        // A mark that fills its place overlaps its neighbours by 0.25 pixels, so that no gap shows on screens with larger pixels.
        Shape::Rectangle { area: area.expanded(0.25), round: 0.0, fill, stroke: None }
    }

    fn ink(&self) -> Ink {
        self.colour.into()
    }

    fn stroke(&self, width: f64) -> Stroke {
        Stroke { ink: self.ink(), width }
    }

    fn paint(&self, figure: &Figure, shapes: &mut Vec<Shape>) {
        let (centre, side) = (self.place.centre, self.side());
        match figure {
            Figure::Disc => self.disc(shapes),
            Figure::Ring => {
                let width = side * if self.is_alone { 0.17 } else { 0.06 };
                let radius = (side - width) / 2.0;
                shapes.push(Shape::Circle { centre, radius, fill: None, stroke: Some(self.stroke(width)) });
            }
            Figure::Cross => {
                let width = side * if self.is_alone { 0.17 } else { 0.11 };
                let reach = (side - width) / 2.0;
                let at = |x: f64, y: f64| Point::new(centre.x + x * reach, centre.y + y * reach);
                let steps = [
                    PenCommand::Move(at(-1.0, -1.0)),
                    PenCommand::Line(at(1.0, 1.0)),
                    PenCommand::Move(at(-1.0, 1.0)),
                    PenCommand::Line(at(1.0, -1.0)),
                ];
                let outline = Outline(steps.to_vec());
                shapes.push(Shape::Outline { outline, fill: None, stroke: Some(self.stroke(width)) });
            }
            Figure::Square => shapes.push(self.square()),
            Figure::Bar => {
                let (width, height) = (self.place.width * self.scale, 0.2 * side);
                let area = Area::around(centre, width, height);
                shapes.push(Shape::Rectangle { area, round: height / 4.0, fill: Some(self.ink()), stroke: None });
            }
            Figure::Post => {
                let (width, height) = (0.2 * side, self.place.height * self.scale);
                let area = Area::around(centre, width, height);
                shapes.push(Shape::Rectangle { area, round: width / 4.0, fill: Some(self.ink()), stroke: None });
            }
            Figure::PointUp => shapes.push(self.point(-0.5)),
            Figure::PointDown => shapes.push(self.point(0.5)),
            // The value of a position has been put in its place before.
            Figure::Value { .. } => {}
            Figure::Text(text) => shapes.extend(self.letters(text)),
            Figure::Pips(number) => self.pips(*number, shapes),
            Figure::Diamond => self.ornament(&ornaments::diamond(), shapes),
            Figure::Triangle => self.ornament(&ornaments::triangle(), shapes),
            Figure::Wedge => self.ornament(&ornaments::wedge(), shapes),
            Figure::Star => self.ornament(&ornaments::star(), shapes),
            Figure::Crown => self.figure(&ornaments::crown(), shapes),
            Figure::Pawn => self.figure(&chess::pawn(), shapes),
            Figure::Knight => self.figure(&chess::knight(), shapes),
            Figure::Bishop => self.figure(&chess::bishop(), shapes),
            Figure::Rook => self.figure(&chess::rook(), shapes),
            Figure::Queen => self.figure(&chess::queen(), shapes),
            Figure::King => self.figure(&chess::king(), shapes),
        }
    }

    /// A triangle as wide and high as the place, with its tip at this share of the height below the centre.
    fn point(&self, tip: f64) -> Shape {
        let (centre, width, height) =
            (self.place.centre, self.place.width * self.scale, self.place.height * self.scale);
        let at = |x: f64, y: f64| Point::new(centre.x + x * width, centre.y + y * height);
        let outline = Outline::polygon([at(0.0, tip), at(0.5, -tip), at(-0.5, -tip)]);
        Shape::Outline { outline, fill: Some(self.ink()), stroke: None }
    }

    fn disc(&self, shapes: &mut Vec<Shape>) {
        let (centre, side) = (self.place.centre, self.side());
        if !self.is_raised {
            shapes.push(Shape::Circle { centre, radius: side / 2.0, fill: Some(self.ink()), stroke: None });
            return;
        }
        let below = Point::new(centre.x, centre.y + 0.035 * side);
        shapes.push(Shape::Circle { centre: below, radius: side / 2.0, fill: Some(ink::SHADOW), stroke: None });
        let width = 0.045 * side;
        let stroke = Some(Stroke { ink: ink::rim(self.colour).into(), width });
        shapes.push(Shape::Circle { centre, radius: (side - width) / 2.0, fill: Some(self.ink()), stroke });
    }

    /// The pips of a die: in the corners and the centre, from six on beside them, and above and below the centre.
    fn pips(&self, number: i32, shapes: &mut Vec<Shape>) {
        if !(1..=9).contains(&number) {
            return;
        }
        let Point { x, y } = self.place.centre;
        let (step, radius) = (0.32 * self.side(), 0.11 * self.side());
        // Opposite pips come in pairs from 2, 4, 6 and 8 on; an odd number has one in the centre.
        let pairs = [(2, -1.0, 1.0), (4, 1.0, 1.0), (6, 1.0, 0.0), (8, 0.0, 1.0)];
        let pairs = pairs.iter().filter(|(least, ..)| number >= *least);
        let opposite = pairs.flat_map(|&(_, across, down)| [(across, down), (-across, -down)]);
        let centre = (number % 2 == 1).then_some((0.0, 0.0));
        shapes.extend(opposite.chain(centre).map(|(across, down)| Shape::Circle {
            centre: Point::new(x + step * across, y + step * down),
            radius,
            fill: Some(self.ink()),
            stroke: None,
        }));
    }

    /// A text, scaled down to be no wider than the place.
    fn letters(&self, text: &str) -> Option<Shape> {
        let count = text.chars().count();
        if count == 0 {
            return None;
        }
        let room = 0.88 * self.place.width * f64::max(self.scale, 1.0);
        let size = self.side().min(room / (LETTER_WIDTH * count as f64));
        Some(Shape::Text { centre: self.place.centre, size, text: text.to_owned(), fill: self.ink() })
    }

    /// A figure with an outline that is visible on any background colour.
    fn figure(&self, parts: &[Part], shapes: &mut Vec<Shape>) {
        self.parts(parts, Some((ink::outline(self.colour), 2.8)), shapes);
    }

    /// A figure that lies flat on other marks, or is a piece with a rim.
    fn ornament(&self, parts: &[Part], shapes: &mut Vec<Shape>) {
        self.parts(parts, self.is_raised.then(|| (ink::rim(self.colour), 4.0)), shapes);
    }

    /// A figure with a stroke of a colour around each part; the stroke width is relative to a figure of width 100.
    fn parts(&self, parts: &[Part], line: Option<(Colour, f64)>, shapes: &mut Vec<Shape>) {
        let centre = self.place.centre;
        let width = line.map_or(0.0, |(_, width)| width);
        // Half of the stroke lies outside the outline; figure and stroke together fit the square.
        let scale = self.side() / (100.0 + width);
        let stroke = line.map(|(colour, width)| Stroke { ink: colour.into(), width: width * scale });
        let detail = Ink::from(ink::contrast(self.colour));
        let at = |point: Point| Point::new(centre.x + scale * point.x, centre.y + scale * point.y);
        shapes.extend(parts.iter().map(|part| match part {
            Part::Body(outline) => {
                Shape::Outline { outline: outline.transformed(centre, scale), fill: Some(self.ink()), stroke }
            }
            Part::Ball(middle, radius) => {
                Shape::Circle { centre: at(*middle), radius: radius * scale, fill: Some(self.ink()), stroke }
            }
            Part::Line(outline) => {
                let stroke = Some(Stroke { ink: detail, width: 3.0 * scale });
                Shape::Outline { outline: outline.transformed(centre, scale), fill: None, stroke }
            }
            Part::Spot(middle, radius) => {
                Shape::Circle { centre: at(*middle), radius: radius * scale, fill: Some(detail), stroke: None }
            }
        }));
    }
}

/// Returns the look of the back of a piece: a card in the colour of its owner, with a frame.
pub fn piece_back(colour: Colour, place: Place) -> Vec<Shape> {
    let brush = Brush { colour, scale: 0.8, place, is_alone: false, is_raised: true };
    let frame = Brush { colour: ink::mix(colour, ink::contrast(colour), 0.35), scale: 0.6, is_raised: false, ..brush };
    let inner = Brush { colour, scale: 0.5, is_raised: false, ..brush };
    vec![brush.square(), frame.square(), inner.square()]
}

/// Returns the default look of a piece whose type has neither drawing nor picture: a disc with the first letter of the type, and the
/// number of the state if it is not the first.
pub fn default_piece(colour: Colour, kind: &str, state: i32, place: Place) -> Vec<Shape> {
    let brush = Brush { colour, scale: 0.8, place, is_alone: true, is_raised: true };
    let mut shapes = Vec::new();
    brush.disc(&mut shapes);
    let mut text: String = kind.chars().take(1).flat_map(char::to_uppercase).collect();
    if state > 1 {
        text.push_str(&state.to_string());
    }
    let brush = Brush { colour: ink::contrast(colour), scale: 0.45, is_raised: false, ..brush };
    shapes.extend(brush.letters(&text));
    shapes
}
