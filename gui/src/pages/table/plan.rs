//! The table from above: the printed board, the pieces on it and beside it, the reach of the arm, and the arm.

use std::collections::BTreeMap;

use boardwright_compiler::game::CompiledGame;
use boardwright_game::ids::ElementId;
use boardwright_robot::motion::PlaceId;
use boardwright_table::{Appearance, BoardContents, BoardPoint};
use eframe::egui::{
    Align2, Color32, FontId, Mesh, Painter, Pos2, Rect, Role, Sense, Shape, Stroke, TextureHandle, TextureOptions, Ui,
    Vec2, WidgetInfo, pos2,
};

use super::prepare::PreparedTable;
use super::views::{Shown, dashes};
use crate::board::{Board, LoosePiece, PieceIcon};
use crate::texts::t;
use crate::theme::board::BESIDE;
use crate::theme::{ACCENT, palette};

/// Part of the distance between two places that the square of a piece fills.
const PIECE_PART: f64 = 0.95;

/// Drawings of the board and its pieces, made when they are first shown.
#[derive(Default)]
pub struct PlanDrawings {
    board: Option<TextureHandle>,
    pieces: BTreeMap<Appearance, Option<PieceIcon>>,
}

impl std::fmt::Debug for PlanDrawings {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("PlanDrawings").field("pieces", &self.pieces.len()).finish_non_exhaustive()
    }
}

/// Contents of the plan.
pub struct Plan<'a> {
    /// The table and the arm.
    pub shown: Shown<'a>,
    /// The game.
    pub game: &'a CompiledGame,
    /// The board of the window, which draws pieces.
    pub board: Option<&'a Board>,
    /// The printed board, the names of the places and the reach.
    pub prepared: &'a PreparedTable,
    /// The pieces.
    pub contents: &'a BoardContents,
    /// A piece between the fingers.
    pub held: Option<Appearance>,
    /// A place to be marked.
    pub goal: Option<PlaceId>,
}

/// Transformation of the arm's coordinates, in mm, to the window.
#[derive(Clone, Copy)]
struct ToWindow {
    origin: Pos2,
    /// Points per mm.
    scale: f64,
}

impl ToWindow {
    fn point(self, x: f64, y: f64) -> Pos2 {
        self.origin + Vec2::new((x * self.scale) as f32, (-y * self.scale) as f32)
    }

    fn length(self, length: f64) -> f32 {
        (length * self.scale) as f32
    }
}

impl Plan<'_> {
    /// Shows the plan; returns the place that was clicked.
    pub fn ui(&self, ui: &mut Ui, width: f32, drawings: &mut PlanDrawings) -> Option<PlaceId> {
        let Shown { table, at, waypoints } = self.shown;
        let room = self.prepared.reach.most + 10.0;
        let scale = f64::from(width) / (2.0 * room);
        let (area, painter) =
            ui.allocate_painter(Vec2::new(width, width * self.prepared.reach.top_height()), Sense::click());
        area.widget_info(|| WidgetInfo::labeled(Role::Image, true, t("table.from_above")));
        let min = area.rect.min;
        let origin = pos2(min.x + (room * scale) as f32, min.y + (room * scale) as f32);
        let to_window = ToWindow { origin, scale };
        let visuals = ui.visuals().clone();
        painter.rect_filled(area.rect, 4.0, visuals.extreme_bg_color);
        for radius in [self.prepared.reach.most, self.prepared.reach.least] {
            half_ring(&painter, origin, to_window.length(radius), ACCENT.gamma_multiply(0.5));
        }
        self.board_ui(ui, &painter, to_window, drawings);
        let layout = table.layout();
        let radius = to_window.length(layout.sizes.width / 2.0);
        let pointer = area.hover_pos();
        let mut under_pointer = None;
        for spot in 0..layout.spots.len() {
            let place = PlaceId(spot);
            let tip = table.pose(place, 0.0).tip;
            let centre = to_window.point(tip.x, tip.y);
            let is_on_board = spot < layout.board_places;
            if !is_on_board {
                painter.circle_stroke(centre, radius, Stroke::new(1.0, BESIDE));
            }
            match self.contents.at(place) {
                Some(piece) => self.piece_ui(ui, &painter, (centre, to_window), piece, drawings),
                // A slot is named where no piece covers it; places of the board have their names under the pointer.
                None if !is_on_board => {
                    let name = self.prepared.names.get(spot).map_or("", String::as_str);
                    let name = name.strip_prefix("slot ").unwrap_or(name);
                    let font = FontId::proportional(10.0);
                    painter.text(centre, Align2::CENTER_CENTER, name, font, palette(ui).weak);
                }
                None => {}
            }
            if self.goal == Some(place) {
                painter.circle_stroke(centre, radius + 2.0, Stroke::new(2.5, ACCENT));
            }
            if pointer.is_some_and(|pointer| pointer.distance(centre) <= radius + 2.0) {
                under_pointer = Some((place, centre));
            }
        }
        self.arm_ui(ui, &painter, (area.rect, to_window), drawings, (at, waypoints));
        let (place, centre) = under_pointer?;
        painter.circle_stroke(centre, radius + 2.0, Stroke::new(1.5, ACCENT));
        let name = self.prepared.names.get(place.0).map_or("", String::as_str);
        let text = match self.contents.at(place) {
            Some(piece) => format!("{name}: {}", piece.describe(self.game.rules())),
            None => name.to_owned(),
        };
        let is_clicked = area.clicked();
        area.on_hover_text_at_pointer(text);
        is_clicked.then_some(place)
    }

    /// Paints the printed board, which may be turned.
    fn board_ui(&self, ui: &Ui, painter: &Painter, to_window: ToWindow, drawings: &mut PlanDrawings) {
        let picture = || (*self.prepared.picture).clone();
        let load = || ui.ctx().load_texture("printed board", picture(), TextureOptions::LINEAR);
        let texture = drawings.board.get_or_insert_with(load);
        let layout = self.shown.table.layout();
        let extent = layout.extent();
        let mut mesh = Mesh::with_texture(texture.id());
        for (u, v, left, top) in
            [(-0.5, 0.5, 0.0, 0.0), (0.5, 0.5, 1.0, 0.0), (0.5, -0.5, 1.0, 1.0), (-0.5, -0.5, 0.0, 1.0)]
        {
            let corner = BoardPoint { u: u * extent.width, v: v * extent.height };
            let [x, y, _] = layout.frame.arm_point(corner, 0.0);
            let vertex =
                eframe::epaint::Vertex { pos: to_window.point(x, y), uv: pos2(left, top), color: Color32::WHITE };
            mesh.vertices.push(vertex);
        }
        mesh.add_triangle(0, 1, 2);
        mesh.add_triangle(0, 2, 3);
        painter.add(Shape::mesh(mesh));
    }

    /// Paints a piece around a point.
    fn piece_ui(
        &self,
        ui: &Ui,
        painter: &Painter,
        (centre, to_window): (Pos2, ToWindow),
        piece: Appearance,
        drawings: &mut PlanDrawings,
    ) {
        let layout = self.shown.table.layout();
        let Some(board) = self.board else { return };
        let icon = drawings.pieces.entry(piece).or_insert_with(|| {
            let elements = &self.game.rules().elements;
            let element = elements.iter().position(|element| element.kind == piece.kind).map(ElementId::new)?;
            board.piece_icon(self.game, LoosePiece { element, owner: piece.owner, state: piece.state })
        });
        match icon {
            Some(icon) => {
                let side = to_window.length(layout.pitch * PIECE_PART);
                board.paint_icon(ui, painter, icon, Rect::from_center_size(centre, Vec2::splat(side)));
            }
            None => {
                let radius = to_window.length(layout.sizes_of(piece.kind).width / 2.0);
                painter.circle_filled(centre, radius, palette(ui).weak);
            }
        }
    }

    /// Paints the arm, the piece between its fingers and its way.
    fn arm_ui(
        &self,
        ui: &Ui,
        painter: &Painter,
        (room, to_window): (Rect, ToWindow),
        drawings: &mut PlanDrawings,
        (at, waypoints): (Option<&boardwright_robot::arm::Pulses>, &[boardwright_robot::arm::Tip]),
    ) {
        let painter = painter.with_clip_rect(room.intersect(painter.clip_rect()));
        let (base, colour) = (to_window.point(0.0, 0.0), palette(ui).weak);
        painter.circle_filled(base, to_window.length(30.0), colour);
        let Some(at) = at else { return };
        let tip = self.shown.table.config().tip(at);
        let end = to_window.point(tip.x, tip.y);
        // Translucent, since the pieces below it matter more.
        painter.line_segment([base, end], Stroke::new(5.0, colour.gamma_multiply(0.6)));
        if let Some(piece) = self.held {
            self.piece_ui(ui, &painter, (end, to_window), piece, drawings);
        }
        painter.circle_filled(end, 4.0, ACCENT);
        let ahead = waypoints.iter().map(|tip| to_window.point(tip.x, tip.y));
        let way: Vec<Pos2> = std::iter::once(end).chain(ahead).collect();
        painter.extend(Shape::dashed_line(&way, dashes(), 6.0, 4.0));
    }
}

fn half_ring(painter: &Painter, centre: Pos2, radius: f32, colour: Color32) {
    let point = |step: u8| {
        let angle = std::f32::consts::PI * f32::from(step) / 48.0;
        pos2(centre.x + radius * angle.cos(), centre.y - radius * angle.sin())
    };
    painter.line((0..=48).map(point).collect(), Stroke::new(1.5, colour));
}
