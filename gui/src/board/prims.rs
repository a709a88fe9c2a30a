//! What a scene is painted of: the shapes of a drawing, prepared once so that painting them at any size takes next to nothing.

use boardwright_draw::{Area, Ink, Item, Outline, Point, Shape};
use eframe::egui::epaint::{Mesh, PathShape, PathStroke, Vertex, WHITE_UV};
use eframe::egui::{self, Align2, Color32, FontId, Image, Painter, Pos2, Rect, Stroke, StrokeKind, Ui, Vec2};
use lyon_tessellation::math::point;
use lyon_tessellation::path::Path;
use lyon_tessellation::{BuffersBuilder, FillOptions, FillTessellator, FillVertex, VertexBuffers};

use super::pictures::Album;

/// How pixels of a board become points of the window.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lens {
    /// Points of the window for each pixel of the board.
    pub scale: f32,
    /// Where the board's point (0, 0) lies in the window.
    pub origin: Pos2,
}

impl Lens {
    /// Where a point of the board lies in the window.
    pub fn point(&self, point: Point) -> Pos2 {
        self.origin + Vec2::new(point.x as f32, point.y as f32) * self.scale
    }

    /// An area of the board in the window.
    pub fn area(&self, area: &Area) -> Rect {
        Rect::from_min_max(self.point(Point::new(area.left, area.top)), self.point(Point::new(area.right, area.bottom)))
    }

    /// A length of the board in the window.
    pub fn length(&self, length: f64) -> f32 {
        length as f32 * self.scale
    }

    /// The same, moved by so many pixels of the board.
    #[must_use]
    pub fn moved(&self, by: Point) -> Self {
        Self { origin: self.point(by), ..*self }
    }
}

/// All that is painted of one thing.
#[derive(Clone, Debug)]
pub struct Thing {
    prims: Vec<Prim>,
}

/// One shape, in pixels of the board.
#[derive(Clone, Debug)]
enum Prim {
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
    /// Triangles; corners and, three for each, their indices.
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

/// A colour as the window has it.
pub fn colour(ink: Ink) -> Color32 {
    let boardwright_engine::rules::Colour(red, green, blue) = ink.colour;
    Color32::from_rgba_unmultiplied(red, green, blue, (ink.opacity * 255.0).round() as u8)
}

impl Thing {
    /// Prepares a thing of a scene.
    pub fn new(item: &Item) -> Self {
        let mut prims = Vec::new();
        for shape in &item.shapes {
            prepare(shape, &mut prims);
        }
        Self { prims }
    }

    /// Paints it, so much of it to be seen, from 0 to 1.
    pub fn paint(&self, ui: &Ui, painter: &Painter, lens: &Lens, seen: f32, album: &Album) {
        for prim in &self.prims {
            prim.paint(ui, painter, lens, seen, album);
        }
    }
}

fn prepare(shape: &Shape, prims: &mut Vec<Prim>) {
    let paint = |ink: &Option<Ink>| ink.map_or(Color32::TRANSPARENT, colour);
    let line = |stroke: &Option<boardwright_draw::Stroke>| stroke.map(|stroke| (stroke.width, colour(stroke.ink)));
    match shape {
        Shape::Circle { centre, radius, fill, stroke } => {
            prims.push(Prim::Circle { centre: *centre, radius: *radius, fill: paint(fill), line: line(stroke) });
        }
        Shape::Rectangle { area, round, fill, stroke } => {
            prims.push(Prim::Rectangle { area: *area, round: *round, fill: paint(fill), line: line(stroke) });
        }
        Shape::Outline { outline, fill, stroke } => {
            let edges = outline.straight();
            if let Some(fill) = fill.map(colour) {
                let (corners, triangles) = triangles(outline);
                prims.push(Prim::Filled { corners, triangles, fill });
                // Triangles have hard edges; a thin line along them softens these.
                let soft = |(corners, _)| Prim::Line { corners, closed: true, width: None, colour: fill };
                prims.extend(edges.iter().cloned().map(soft));
            }
            if let Some((width, colour)) = line(stroke) {
                let along = |(corners, closed)| Prim::Line { corners, closed, width: Some(width), colour };
                prims.extend(edges.into_iter().map(along));
            }
        }
        Shape::Text { centre, size, text, fill } => {
            prims.push(Prim::Text { centre: *centre, size: *size, text: text.clone(), colour: colour(*fill) });
        }
        Shape::Picture { file, area } => prims.push(Prim::Picture { file: file.clone(), area: *area }),
    }
}

/// The inside of an outline cut into triangles.
fn triangles(outline: &Outline) -> (Vec<Point>, Vec<u32>) {
    let mut path = Path::builder();
    for (corners, _) in outline.straight() {
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
    // Outlines that cannot be filled, for having no inside, are left empty.
    let filled = FillTessellator::new().tessellate_path(&path.build(), &FillOptions::non_zero(), &mut out);
    if filled.is_ok() { (buffers.vertices, buffers.indices) } else { (Vec::new(), Vec::new()) }
}

/// How wide a line is that only softens edges, in points of the window.
const SOFT: f32 = 0.8;

impl Prim {
    fn paint(&self, ui: &Ui, painter: &Painter, lens: &Lens, seen: f32, album: &Album) {
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
                let stroke = PathStroke::new(width.map_or(SOFT, |width| lens.length(width)), faded(colour));
                painter.add(PathShape { points, closed: *closed, fill: Color32::TRANSPARENT, stroke });
            }
            Self::Text { centre, size, text, colour } => {
                let font = FontId::proportional(lens.length(*size));
                painter.text(lens.point(*centre), Align2::CENTER_CENTER, text, font, faded(colour));
            }
            Self::Picture { file, area } => {
                if let Some(source) = album.source(file) {
                    let tint = Color32::WHITE.gamma_multiply(seen);
                    Image::new(source).tint(tint).paint_at(ui, lens.area(area));
                }
            }
        }
    }
}
