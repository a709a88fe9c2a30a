//! The bars of the players above and below the board: name and occupant, captured pieces and material, score, clock, and the
//! mark of the player to move.

use std::sync::Arc;
use std::time::Duration;

use boardwright_game::dialog::capitalized;
use boardwright_game::game::Turn;
use boardwright_game::ids::Player;
use eframe::egui::accesskit::Role;
use eframe::egui::text::{LayoutJob, TextFormat, TextWrapping};
use eframe::egui::{
    Align2, Color32, CornerRadius, FontId, Galley, Pos2, Rect, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo,
};

use super::Play;
use super::captured::CapturedGroup;
use super::names::{occupant, player_name};
use crate::board::player_swatch;
use crate::session::{SHORT_TIME, clock_text};
use crate::texts::{t, with};
use crate::theme::{metrics, palette};

/// Height of a bar, in points.
pub const HEIGHT: f32 = 36.0;
/// Width of a bar from which the unit of the points is named.
const WIDE: f32 = 300.0;
/// Side of the drawing of a captured piece.
const CAPTURED: f32 = 20.0;
/// Step from a captured piece to an equal one.
const OVERLAP: f32 = 8.0;
/// Largest number of equal pieces that are drawn one by one.
const MAX_DRAWN: usize = 8;
/// Duration of a step of the thinking mark, in seconds.
const THINK_STEP: f64 = 0.3;

/// Contents of a bar.
struct BarText {
    name: String,
    /// Description of the occupant, empty if the name says it all.
    detail: String,
    score: Option<String>,
    clock: Option<Duration>,
    is_active: bool,
    is_thinking: bool,
}

impl Play {
    /// Shows the bars of a row of players side by side.
    pub(super) fn bars_ui(&self, ui: &mut Ui, room: Rect, players: &[Player]) {
        let count = players.len().max(1) as f32;
        let width = (room.width() - metrics::GAP * (count - 1.0)) / count;
        for (index, &player) in players.iter().enumerate() {
            let left = room.left() + (width + metrics::GAP) * index as f32;
            self.bar_of(ui, Rect::from_min_size(Pos2::new(left, room.top()), Vec2::new(width, room.height())), player);
        }
    }

    fn bar_text(&self, player: Player) -> BarText {
        let session = &self.session;
        let loaded = session.loaded();
        let is_current = session.is_running() && session.visible_node() == session.match_node();
        let is_active = self.legal.turn == Some(Turn::Player(player)) && session.end().is_none_or(|_| !is_current);
        let is_thinking = is_active
            && is_current
            && session.asked_person().is_none()
            && !session.is_paused()
            && !session.expects_person(self.legal.turn);
        let seat = session.shown_seats().get(player.index());
        let has_scores = loaded.has_scores();
        BarText {
            name: player_name(session, player),
            detail: seat.map(|seat| capitalized(&occupant(seat))).unwrap_or_default(),
            score: has_scores.then(|| loaded.game().score(session.state(), player).to_string()),
            clock: session.clocks.left(player),
            is_active,
            is_thinking,
        }
    }

    /// Shows the bar of one player.
    fn bar_of(&self, ui: &mut Ui, rect: Rect, player: Player) {
        let text = self.bar_text(player);
        let clock = text.clock.map(clock_text);
        let to_move = text.is_active.then(|| t("play.has_turn").to_owned());
        let score = text.score.as_ref().map(|score| with("play.has_score", &[score]));
        let lead = self.captures.lead(player);
        let material = (lead > 0 && self.has_captures()).then(|| format!("+{lead}"));
        let parts = [Some(text.detail.clone()), to_move, score, material.clone(), clock.clone()];
        let spoken = parts.into_iter().flatten().collect::<Vec<_>>().join(", ");
        let spoken = format!("{}: {spoken}", text.name);
        let response = ui.interact(rect, ui.scope_id().with(("player bar", player.index())), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &spoken));
        let palette = palette(ui);
        let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
        let round = CornerRadius::same(metrics::RADIUS);
        painter.rect_filled(rect, round, if text.is_active { palette.raised } else { palette.bar });
        if text.is_active {
            // The edge and the frame mark the player to move without colour alone.
            painter.rect_stroke(rect, round, Stroke::new(1.5, palette.accent), StrokeKind::Inside);
            let edge = Rect::from_min_size(rect.min, Vec2::new(5.0, rect.height()));
            painter.rect_filled(edge, round, palette.accent);
        }
        let mut right = rect.right() - metrics::GAP;
        if let Some((clock, left)) = clock.zip(text.clock) {
            right = self.clock_ui(ui, rect, right, (&clock, left), player);
        }
        if let Some(score) = &text.score {
            if rect.width() > WIDE {
                let font = FontId::proportional(metrics::SMALL);
                let at = Pos2::new(right, rect.center().y + 1.0);
                right = painter.text(at, Align2::RIGHT_CENTER, t("play.points"), font, palette.weak).left() - 4.0;
            }
            let font = FontId::proportional(metrics::TITLE);
            let shown =
                painter.text(Pos2::new(right, rect.center().y), Align2::RIGHT_CENTER, score, font, palette.strong);
            right = shown.left() - metrics::PADDING;
        }
        let mut left = rect.left() + metrics::PADDING;
        if let Some(colour) = player_swatch(self.session.loaded(), player, self.piece_colours) {
            let centre = Pos2::new(left + 6.0, rect.center().y);
            painter.circle(centre, 6.0, colour, Stroke::new(1.0, palette.weak));
            left += 12.0 + metrics::GAP;
        }
        // Captured pieces take what the name leaves, and at most half of the room.
        let pieces = self.captures.of(player);
        let wanted = captured_width(pieces) + if material.is_some() { 30.0 } else { 0.0 };
        let reserved = wanted.min((right - left) * 0.5);
        let most = (right - left - reserved - metrics::GAP).max(0.0);
        let font = FontId::proportional(metrics::BODY);
        let name = truncated(ui, &text.name, font, palette.strong, most);
        let middle = |height: f32| rect.center().y - height / 2.0;
        painter.galley(Pos2::new(left, middle(name.size().y)), Arc::clone(&name), palette.strong);
        left += name.size().x + metrics::GAP;
        let rest = right - reserved - left;
        if !text.detail.is_empty() && rest > 40.0 {
            let detail = truncated(ui, &text.detail, FontId::proportional(metrics::SMALL), palette.weak, rest);
            painter.galley(Pos2::new(left, middle(detail.size().y)), Arc::clone(&detail), palette.weak);
            left += detail.size().x + metrics::GAP;
        }
        if text.is_thinking {
            left = thinking_mark(ui, &painter, Pos2::new(left, rect.center().y), palette.accent);
        }
        left = self.captured_ui(ui, &painter, Pos2::new(left, rect.center().y), pieces);
        if let Some(material) = material {
            let at = Pos2::new(left + 2.0, rect.center().y);
            painter.text(at, Align2::LEFT_CENTER, material, FontId::proportional(metrics::SMALL), palette.weak);
        }
    }

    /// Shows the clock of a player, and returns its left end.
    fn clock_ui(&self, ui: &Ui, rect: Rect, right: f32, (text, left): (&str, Duration), player: Player) -> f32 {
        let palette = palette(ui);
        let runs = self.session.clocks.running() == Some(player);
        let is_short = left < SHORT_TIME;
        let colour = if is_short {
            palette.error
        } else if runs {
            palette.strong
        } else {
            palette.weak
        };
        let galley = ui.painter().layout_no_wrap(text.to_owned(), FontId::monospace(metrics::HEADING), colour);
        let size = Vec2::new(galley.size().x + 2.0 * metrics::GAP, rect.height() - 8.0);
        let plate = Rect::from_min_size(Pos2::new(right - size.x, rect.center().y - size.y / 2.0), size);
        let round = CornerRadius::same(metrics::RADIUS);
        let fill = if runs { palette.field } else { palette.stripe };
        let edge = if runs { palette.accent } else { palette.border };
        ui.painter().rect(plate, round, fill, Stroke::new(1.0, edge), StrokeKind::Inside);
        ui.painter().galley(plate.center() - galley.size() / 2.0, galley, colour);
        plate.left() - metrics::PADDING
    }

    /// Paints captured pieces, equal ones overlapping, and returns their right end.
    fn captured_ui(&self, ui: &Ui, painter: &eframe::egui::Painter, from: Pos2, pieces: &[CapturedGroup]) -> f32 {
        let mut left = from.x;
        let Some(board) = &self.board else { return left };
        for group in pieces {
            let Some(icon) = &group.icon else { continue };
            let is_counted = group.count > MAX_DRAWN;
            let drawn = if is_counted { 1 } else { group.count };
            for _ in 0..drawn {
                let square = Rect::from_center_size(Pos2::new(left + CAPTURED / 2.0, from.y), Vec2::splat(CAPTURED));
                board.paint_icon(ui, painter, icon, square);
                left += OVERLAP;
            }
            left += CAPTURED - OVERLAP;
            if is_counted {
                let at = Pos2::new(left, from.y);
                let font = FontId::proportional(metrics::SMALL);
                let text = format!("×{}", group.count);
                left = painter.text(at, Align2::LEFT_CENTER, text, font, palette(ui).weak).right() + 2.0;
            }
        }
        left
    }

    /// `true` if a piece was captured on the way to the visible position.
    fn has_captures(&self) -> bool {
        self.session.loaded().players().any(|player| !self.captures.of(player).is_empty())
    }
}

/// Width of captured pieces.
fn captured_width(pieces: &[CapturedGroup]) -> f32 {
    let width = |group: &CapturedGroup| match group.count {
        count if count > MAX_DRAWN => CAPTURED + 26.0,
        count => CAPTURED + OVERLAP * (count as f32 - 1.0),
    };
    pieces.iter().filter(|group| group.icon.is_some()).map(width).sum()
}

/// Lays out a text in one line of at most this width.
fn truncated(ui: &Ui, text: &str, font: FontId, colour: Color32, width: f32) -> Arc<Galley> {
    let mut job = LayoutJob::single_section(text.to_owned(), TextFormat::simple(font, colour));
    job.wrap = TextWrapping::truncate_at_width(width);
    ui.painter().layout_job(job)
}

/// Paints three dots of which one after another is lit, and returns their right end. The window is repainted for it only
/// while a computer thinks.
fn thinking_mark(ui: &Ui, painter: &eframe::egui::Painter, from: Pos2, colour: Color32) -> f32 {
    let now = ui.input(|input| input.time);
    let lit = (now / THINK_STEP) as usize % 3;
    for dot in 0..3 {
        let centre = from + Vec2::new(5.0 + 9.0 * dot as f32, 0.0);
        painter.circle_filled(centre, 3.0, if dot == lit { colour } else { colour.gamma_multiply(0.35) });
    }
    ui.ctx().request_repaint_after(Duration::from_secs_f64(THINK_STEP));
    from.x + 28.0 + metrics::GAP
}
