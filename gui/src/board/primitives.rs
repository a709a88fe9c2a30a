//! Painting primitives: the shapes of a scene, tessellated once so that repainting at any zoom is cheap.

use boardwright_draw::{Area, Ink, Item, Outline, Point, Shape};
use eframe::egui::epaint::{Mesh, PathShape, PathStroke, Vertex, WHITE_UV};
use eframe::egui::{self, Align2, Color32, FontId, Image, Painter, Pos2, Rect, Stroke, StrokeKind, Ui, Vec2};
use lyon_tessellation::math::point;
use lyon_tessellation::path::Path;
use lyon_tessellation::{BuffersBuilder, FillOptions, FillTessellator, FillVertex, VertexBuffers};

use super::pictures::PictureCache;

/// Transformation from board pixels to window points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ViewTransform {
    /// Window points for each board pixel.
    pub scale: f32,
    /// Window position of the board's origin.
    pub origin: Pos2,
    /// `true` if the board is rotated by 180 degrees.
    pub is_flipped: bool,
}

impl ViewTransform {
    /// Returns the transformation that shows an area as large as possible in the middle of a room.
    pub fn fitting(area: &Area, room: Rect) -> Self {
        let (width, height) = (area.width() as f32, area.height() as f32);
        let scale = (room.width() / width).min(room.height() / height).max(0.001);
        let corner = room.center() - Vec2::new(width, height) * (scale / 2.0);
        Self { scale, origin: corner - Vec2::new(area.left as f32, area.top as f32) * scale, is_flipped: false }
    }

    /// Transforms a point.
    pub fn point(&self, point: Point) -> Pos2 {
        let scale = if self.is_flipped { -self.scale } else { self.scale };
        self.origin + Vec2::new(point.x as f32, point.y as f32) * scale
    }

    /// Transforms an area.
    pub fn area(&self, area: &Area) -> Rect {
        Rect::from_two_pos(self.point(Point::new(area.left, area.top)), self.point(Point::new(area.right, area.bottom)))
    }

    /// Transforms a length.
    pub fn length(&self, length: f64) -> f32 {
        length as f32 * self.scale
    }

    /// Returns the transformation after a translation by `by` board pixels.
    #[must_use]
    pub fn translated(&self, by: Point) -> Self {
        Self { origin: self.point(by), ..*self }
    }

    /// Returns the transformation that draws an object with this centre upright, although the board is flipped.
    #[must_use]
    pub fn upright_at(&self, centre: Point) -> Self {
        let offset = Vec2::new(centre.x as f32, centre.y as f32) * self.scale;
        Self { origin: self.point(centre) - offset, is_flipped: false, ..*self }
    }
}

/// The primitives of one item.
#[derive(Clone, Debug)]
pub struct PreparedItem {
    prims: Vec<Primitive>,
}

/// A primitive, in board pixels.
#[derive(Clone, Debug)]
enum Primitive {
    Circle {
        centre: Point,
        radius: f64,
        fill: Color32,
        line: Option<(f64, Color32)>,
    },
    Rectangle {
        area: Area,
        round: f64,
        fill: Color32,
        line: Option<(f64, Color32)>,
    },
    /// A triangle mesh: vertices, and three indices for each triangle.
    Filled {
        corners: Vec<Point>,
        triangles: Vec<u32>,
        fill: Color32,
    },
    Line {
        corners: Vec<Point>,
        closed: bool,
        width: Option<f64>,
        colour: Color32,
    },
    Text {
        centre: Point,
        size: f64,
        text: String,
        colour: Color32,
    },
    Picture {
        file: String,
        area: Area,
    },
}

/// Converts an ink to an egui colour.
pub fn colour(ink: Ink) -> Color32 {
    let boardwright_rules::Colour(red, green, blue) = ink.colour;
    Color32::from_rgba_unmultiplied(red, green, blue, (ink.opacity * 255.0).round() as u8)
}

impl PreparedItem {
    /// Prepares an item of a scene.
    pub fn new(item: &Item) -> Self {
        let mut prims = Vec::new();
        for shape in &item.shapes {
            prepare(shape, &mut prims);
        }
        Self { prims }
    }

    /// Paints the item with opacity `seen`, from 0 to 1.
    pub fn paint(&self, ui: &Ui, painter: &Painter, lens: &ViewTransform, seen: f32, album: &PictureCache) {
        for prim in &self.prims {
            prim.paint(ui, painter, lens, seen, album);
        }
    }
}

impl PreparedItem {
    /// Fill of the rectangle that is drawn first, if the item begins with one.
    pub fn rectangle_fill(&self) -> Option<Color32> {
        match self.prims.first() {
            Some(Primitive::Rectangle { fill, .. }) => Some(*fill),
            _ => None,
        }
    }

    /// Changes the fill of the rectangle that is drawn first.
    pub fn set_rectangle_fill(&mut self, colour: Color32) {
        if let Some(Primitive::Rectangle { fill, .. }) = self.prims.first_mut() {
            *fill = colour;
        }
    }
}

fn prepare(shape: &Shape, prims: &mut Vec<Primitive>) {
    let paint = |ink: &Option<Ink>| ink.map_or(Color32::TRANSPARENT, colour);
    let line = |stroke: &Option<boardwright_draw::Stroke>| stroke.map(|stroke| (stroke.width, colour(stroke.ink)));
    match shape {
        Shape::Circle { centre, radius, fill, stroke } => {
            prims.push(Primitive::Circle { centre: *centre, radius: *radius, fill: paint(fill), line: line(stroke) });
        }
        Shape::Rectangle { area, round, fill, stroke } => {
            prims.push(Primitive::Rectangle { area: *area, round: *round, fill: paint(fill), line: line(stroke) });
        }
        Shape::Outline { outline, fill, stroke } => {
            let edges = outline.flatten();
            if let Some(fill) = fill.map(colour) {
                let (corners, triangles) = triangles(outline);
                prims.push(Primitive::Filled { corners, triangles, fill });
                // Triangle meshes are not antialiased; a thin line along the edges smooths them.
                let soft = |(corners, _)| Primitive::Line { corners, closed: true, width: None, colour: fill };
                prims.extend(edges.iter().cloned().map(soft));
            }
            if let Some((width, colour)) = line(stroke) {
                let along = |(corners, closed)| Primitive::Line { corners, closed, width: Some(width), colour };
                prims.extend(edges.into_iter().map(along));
            }
        }
        Shape::Text { centre, size, text, fill } => {
            prims.push(Primitive::Text { centre: *centre, size: *size, text: text.clone(), colour: colour(*fill) });
        }
        Shape::Picture { file, area } => prims.push(Primitive::Picture { file: file.clone(), area: *area }),
    }
}

/// Tessellates the interior of an outline.
fn triangles(outline: &Outline) -> (Vec<Point>, Vec<u32>) {
    let mut path = Path::builder();
    for (corners, _) in outline.flatten() {
        let mut corners = corners.into_iter().map(|corner| point(corner.x as f32, corner.y as f32));
        let Some(first) = corners.next() else { continue };
        path.begin(first);
        corners.for_each(|corner| {
            path.line_to(corner);
        });
        path.end(true);
    }
    let mut buffers: VertexBuffers<Point, u32> = VertexBuffers::new();
    let vertex = |vertex: FillVertex<'_>| Point::new(vertex.position().x.into(), vertex.position().y.into());
    let mut out = BuffersBuilder::new(&mut buffers, vertex);
    // Outlines without interior stay empty.
    let filled = FillTessellator::new().tessellate_path(&path.build(), &FillOptions::non_zero(), &mut out);
    if filled.is_ok() { (buffers.vertices, buffers.indices) } else { (Vec::new(), Vec::new()) }
}

/// Width of a line that only smooths edges, in window points.
const EDGE_WIDTH: f32 = 0.8;

impl Primitive {
    fn paint(&self, ui: &Ui, painter: &Painter, lens: &ViewTransform, seen: f32, album: &PictureCache) {
        let faded = |colour: &Color32| if seen < 1.0 { colour.gamma_multiply(seen) } else { *colour };
        let stroke = |line: &Option<(f64, Color32)>| {
            line.as_ref().map_or(Stroke::NONE, |(width, colour)| Stroke::new(lens.length(*width), faded(colour)))
        };
        match self {
            Self::Circle { centre, radius, fill, line } => {
                painter.circle(lens.point(*centre), lens.length(*radius), faded(fill), stroke(line));
            }
            Self::Rectangle { area, round, fill, line } => {
                let rounding = egui::CornerRadius::same(lens.length(*round).round().min(255.0) as u8);
                painter.rect(lens.area(area), rounding, faded(fill), stroke(line), StrokeKind::Middle);
            }
            Self::Filled { corners, triangles, fill } => {
                let vertex = |corner: &Point| Vertex { pos: lens.point(*corner), uv: WHITE_UV, color: faded(fill) };
                let vertices = corners.iter().map(vertex).collect();
                painter.add(Mesh { indices: triangles.clone(), vertices, ..Mesh::default() });
            }
            Self::Line { corners, closed, width, colour } => {
                let points = corners.iter().map(|corner| lens.point(*corner)).collect();
                let stroke = PathStroke::new(width.map_or(EDGE_WIDTH, |width| lens.length(width)), faded(colour));
                painter.add(PathShape { points, closed: *closed, fill: Color32::TRANSPARENT, stroke });
            }
            Self::Text { centre, size, text, colour } => {
                let font = FontId::proportional(lens.length(*size));
                painter.text(lens.point(*centre), Align2::CENTER_CENTER, text, font, faded(colour));
            }
            Self::Picture { file, area } => {
                if let Some(source) = album.source(file) {
                    let tint = Color32::WHITE.gamma_multiply(seen);
                    let image = Image::new(source).tint(tint);
                    let half_turn = std::f32::consts::PI;
                    let image = if lens.is_flipped { image.rotate(half_turn, Vec2::splat(0.5)) } else { image };
                    image.paint_at(ui, lens.area(area));
                }
            }
        }
    }
}
