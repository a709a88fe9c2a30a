//! A card of the gallery: picture, title, one sentence, and the facts by which people choose a game.

use std::sync::Arc;

use eframe::egui::accesskit::Role;
use eframe::egui::text::{LayoutJob, TextFormat, TextWrapping};
use eframe::egui::{
    Color32, CornerRadius, FontId, Galley, Rect, Response, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo,
};

use super::gallery::GalleryGame;
use super::players_text;
use crate::game_pictures::{GameFacts, GamePicture};
use crate::texts::{t, with};
use crate::theme::{ACCENT, metrics, palette};

/// Least width of a card, in points.
const WIDTH: f32 = 196.0;
/// Height of the texts of a card.
const TEXTS: f32 = 90.0;
/// Distance between the edge of a card and what it contains.
const MARGIN: f32 = 10.0;
/// Height of the picture for each point of its width.
const SHAPE: f32 = 0.8;
/// Greatest number of rows of texts above the last line: long titles leave less room for the sentence.
const ROWS: usize = 4;
/// Greatest number of rows of a title.
const TITLE_ROWS: usize = 2;

/// Size of a card in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CardSize {
    width: f32,
}

impl CardSize {
    /// Room for the picture.
    pub fn picture(self) -> Vec2 {
        let width = self.width - 2.0 * MARGIN;
        Vec2::new(width, (width * SHAPE).floor())
    }
}

impl From<CardSize> for Vec2 {
    fn from(size: CardSize) -> Self {
        Self::new(size.width, size.picture().y + TEXTS + 2.0 * MARGIN)
    }
}

/// Number of cards in a row of this width, and the size with which they fill it.
pub fn columns(width: f32, gap: f32) -> (usize, CardSize) {
    let columns = ((width + gap) / (WIDTH + gap)).floor().max(1.0);
    let each = ((width - gap * (columns - 1.0)) / columns).floor().clamp(1.0, 2.0 * WIDTH);
    (columns as usize, CardSize { width: each })
}

/// Shows the frame of a card that is a button.
pub fn frame(ui: &mut Ui, size: Vec2, name: &str) -> (Rect, Response) {
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, name));
    if ui.is_rect_visible(rect) {
        let palette = palette(ui);
        let is_lit = response.hovered() || response.has_focus();
        let line = if is_lit { Stroke::new(2.0, ACCENT) } else { Stroke::new(1.0, palette.border) };
        ui.painter().rect(rect, CornerRadius::same(metrics::CARD_RADIUS), palette.raised, line, StrokeKind::Inside);
    }
    (rect, response)
}

/// Paints what is on a card: what is not known yet is left out.
pub fn paint(ui: &Ui, rect: Rect, game: &GalleryGame, picture: Option<&GamePicture>, facts: Option<&GameFacts>) {
    let palette = palette(ui);
    let inner = rect.shrink(MARGIN);
    if let Some(picture) = picture {
        let room = Rect::from_min_max(inner.min, inner.max - Vec2::new(0.0, TEXTS));
        picture.paint(ui, room, game.title);
    }
    let width = inner.width();
    let mut at = inner.left_bottom() - Vec2::new(0.0, TEXTS - 6.0);
    let title = clipped(ui, game.title, metrics::TITLE - 1.0, palette.strong, width, TITLE_ROWS);
    let summary = facts.map_or("", |facts| &facts.summary);
    let rows = ROWS - title.rows.len().clamp(1, TITLE_ROWS) - usize::from(title.rows.len() > 1);
    let summary = clipped(ui, summary, metrics::SMALL, palette.text, width, rows);
    for text in [title, summary] {
        let height = text.size().y;
        ui.painter().galley(at, text, palette.text);
        at.y += height + 2.0;
    }
    let (least, most) = facts.and_then(|facts| facts.players).unwrap_or((game.players, game.players));
    let minutes = with("home.minutes", &[&game.minutes]);
    let below = with("home.below", &[&players_text(least, most), &t(kind(game)), &minutes]);
    let below = clipped(ui, &below, metrics::SMALL, palette.weak, width, 1);
    let at = inner.left_bottom() - Vec2::new(0.0, below.size().y);
    ui.painter().galley(at, below, palette.weak);
}

/// Key of the text for the kind of a game.
fn kind(game: &GalleryGame) -> &'static str {
    use boardwright_games::Genre;

    match game.genre {
        Genre::Board => "home.board",
        Genre::Puzzle => "home.puzzle",
        Genre::Cards => "home.cards",
        Genre::Dice => "home.dice",
        Genre::Tiles => "home.tiles",
    }
}

/// Lays out a text that wraps within a width; what does not fit into the rows is left out behind an ellipsis.
pub fn clipped(ui: &Ui, text: &str, size: f32, colour: Color32, width: f32, rows: usize) -> Arc<Galley> {
    let format = TextFormat::simple(FontId::proportional(size), colour);
    let mut job = LayoutJob::single_section(text.to_owned(), format);
    job.wrap = TextWrapping { max_width: width, max_rows: rows, ..TextWrapping::default() };
    ui.fonts_mut(|fonts| fonts.layout_job(job))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_fill_a_row_of_any_width() {
        for (width, expected) in [(100.0, 1), (400.0, 2), (560.0, 2), (1180.0, 5), (3800.0, 18)] {
            let (count, size) = columns(width, 8.0);
            assert_eq!(count, expected, "{width}");
            let taken = size.width * count as f32 + 8.0 * (count as f32 - 1.0);
            assert!(taken <= width && width - taken < count as f32, "{width}: {taken}");
        }
    }
}
