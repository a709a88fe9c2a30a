//! The table widget of card and dice games: paints a [`TableScene`] and returns the text of the move of a clicked object.
//! The game decides what a viewer may see when it makes the table; the widget shows all of it.

use boardwright_draw::{Area, HitArea, TableScene};
use eframe::egui::accesskit::Role;
use eframe::egui::{Color32, CursorIcon, Rect, Sense, Stroke, StrokeKind, Ui, WidgetInfo};

use super::pictures::PictureCache;
use super::primitives::{PreparedItem, ViewTransform, colour};
use crate::theme::board::CHOSEN;

/// A table prepared for painting.
#[derive(Debug)]
pub struct TableView {
    area: Area,
    ground: Color32,
    items: Vec<PreparedItem>,
    hit_areas: Vec<HitArea>,
    /// Tables have no pictures from files; painting asks for a cache all the same.
    album: PictureCache,
}

impl TableView {
    /// Prepares the drawing of a table.
    pub fn new(drawing: TableScene) -> Self {
        let TableScene { scene, hit_areas } = drawing;
        Self {
            area: scene.area,
            ground: colour(scene.ground),
            items: scene.items.iter().map(PreparedItem::new).collect(),
            hit_areas,
            album: PictureCache::new(""),
        }
    }

    /// `true` if a click on some object makes this move.
    pub fn has_move(&self, text: &str) -> bool {
        self.hit_areas.iter().any(|hit| hit.move_text.as_deref() == Some(text))
    }

    /// Shows the table in all available room; returns the text of the move that the user chooses. Objects do not react
    /// unless `can_move`.
    pub fn ui(&self, ui: &mut Ui, can_move: bool) -> Option<String> {
        let room = ui.available_rect_before_wrap();
        ui.allocate_rect(room, Sense::hover());
        let lens = self.paint(ui, room);
        let mut chosen = None;
        for (index, hit) in self.hit_areas.iter().enumerate() {
            let rect = lens.area(&hit.area);
            let move_text = hit.move_text.as_deref().filter(|_| can_move);
            let sense = if move_text.is_some() { Sense::click() } else { Sense::focusable_noninteractive() };
            let response = ui.interact(rect, ui.scope_id().with(("object", index)), sense);
            let (role, description) = describe(hit, move_text);
            response.widget_info(|| WidgetInfo::labeled(role, true, &description));
            let is_lit = response.has_focus() || (move_text.is_some() && response.hovered());
            if is_lit {
                let painter = ui.painter().with_clip_rect(room);
                painter.rect_stroke(rect.expand(4.0), 8.0, Stroke::new(3.0, CHOSEN), StrokeKind::Outside);
            }
            let Some(text) = move_text else { continue };
            if response.clicked() {
                chosen = Some(text.to_owned());
            }
            response.on_hover_cursor(CursorIcon::PointingHand).on_hover_text(description);
        }
        chosen
    }

    /// Paints the table as large as possible in the middle of a room that the cloth fills; returns the transformation.
    pub fn paint(&self, ui: &Ui, room: Rect) -> ViewTransform {
        let lens = ViewTransform::fitting(&self.area, room);
        let painter = ui.painter().with_clip_rect(room);
        painter.rect_filled(room, 6.0, self.ground);
        for item in &self.items {
            item.paint(ui, &painter, &lens, 1.0, &self.album);
        }
        lens
    }
}

/// Role and name of an object for screen readers; the name of a clickable object ends with its move.
fn describe(hit: &HitArea, move_text: Option<&str>) -> (Role, String) {
    match move_text {
        Some(text) if text == hit.name => (Role::Button, hit.name.clone()),
        Some(text) => (Role::Button, format!("{}, {text}", hit.name)),
        None => (Role::Image, hit.name.clone()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use boardwright_draw::Point;

    #[test]
    fn clickable_objects_are_buttons_named_with_their_move() {
        let hit = |name: &str, text: Option<&str>| HitArea {
            area: Area::at(Point::default()),
            name: name.to_owned(),
            move_text: text.map(str::to_owned),
        };
        let die = hit("die, showing 4", Some("roll"));
        assert_eq!(describe(&die, Some("roll")), (Role::Button, "die, showing 4, roll".to_owned()));
        assert_eq!(describe(&die, None), (Role::Image, "die, showing 4".to_owned()));
        let button = hit("fold", Some("fold"));
        assert_eq!(describe(&button, Some("fold")), (Role::Button, "fold".to_owned()));
    }
}
