//! Overlay of a camera picture: a circle around every place in the colour of the contents that the camera sees, and a legend.

use boardwright_rules::RuleSet;
use boardwright_table::perception::{Class, PieceClasses, SeenPlace};
use eframe::egui::{Align2, Color32, Pos2, Rect, Sense, Stroke, TextStyle, Ui, Vec2, vec2};

use crate::texts::{t, with};

/// Width of the circles.
const WIDTH: f32 = 2.0;

/// Diameter of the circles in the legend.
const LEGEND_SIZE: f32 = 12.0;

/// Contents of the places of a picture, with the names of places and of classes.
#[derive(Debug)]
pub struct SeenPicture<'a> {
    pub places: Vec<SeenPlace>,
    pub names: &'a [String],
    pub classes: Option<&'a PieceClasses>,
    pub rules: &'a RuleSet,
}

impl SeenPicture<'_> {
    /// Paints the circles over a picture, and the confidence below a place that is not certain.
    pub fn paint(&self, ui: &Ui, rect: Rect, scale: f32) {
        let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
        for seen in &self.places {
            let (at, radius) = (centre(seen, rect, scale), seen.radius as f32 * scale);
            painter.circle_stroke(at, radius, Stroke::new(WIDTH + 1.5, Color32::from_black_alpha(120)));
            painter.circle_stroke(at, radius, Stroke::new(WIDTH, colour(seen.colour())));
            if let Some(doubt) = seen.doubt() {
                let font = TextStyle::Small.resolve(ui.style());
                let text = painter.layout_no_wrap(doubt, font, Color32::WHITE);
                let ground = Align2::CENTER_TOP.anchor_size(at + vec2(0.0, radius), text.size() + Vec2::splat(2.0));
                painter.rect_filled(ground, 2.0, Color32::from_black_alpha(180));
                painter.galley(ground.min + Vec2::splat(1.0), text, Color32::WHITE);
            }
        }
    }

    /// The place under the pointer with its contents and the confidence.
    pub fn describe(&self, pointer: Pos2, rect: Rect, scale: f32) -> Option<String> {
        let is_under = |seen: &&SeenPlace| {
            centre(seen, rect, scale).distance(pointer) <= (seen.radius as f32 * scale).max(LEGEND_SIZE / 2.0)
        };
        let seen = self.places.iter().find(is_under)?;
        let name = self.names.get(seen.place.0).map_or("", String::as_str);
        Some(match seen.seen {
            None => with("camera.seen_unclear", &[&name]),
            Some((content, probability)) => {
                let content = content.map_or_else(|| t("camera.seen_empty").to_owned(), |class| self.class_name(class));
                with("camera.seen_contents", &[&name, &content, &format!("{:.1}", 100.0 * probability)])
            }
        })
    }

    /// Shows the meanings of the colours.
    pub fn legend(&self, ui: &mut Ui) {
        ui.horizontal_wrapped(|ui| {
            let classes = (0..self.classes.map_or(0, PieceClasses::count)).map(Class);
            for class in classes {
                legend_entry(ui, SeenPlace::class_colour(class), &self.class_name(class));
            }
            legend_entry(ui, SeenPlace::EMPTY, t("camera.seen_empty"));
            legend_entry(ui, SeenPlace::UNCLEAR, t("camera.seen_doubtful"));
        });
    }

    fn class_name(&self, class: Class) -> String {
        self.classes.map_or_else(String::new, |classes| classes.describe(self.rules, class))
    }
}

fn legend_entry(ui: &mut Ui, levels: [u8; 3], name: &str) {
    let (rect, _) = ui.allocate_exact_size(Vec2::splat(LEGEND_SIZE + 4.0), Sense::hover());
    let radius = LEGEND_SIZE / 2.0;
    ui.painter().circle_stroke(rect.center(), radius, Stroke::new(WIDTH + 1.5, Color32::from_gray(110)));
    ui.painter().circle_stroke(rect.center(), radius, Stroke::new(WIDTH, colour(levels)));
    ui.label(name);
}

fn centre(seen: &SeenPlace, rect: Rect, scale: f32) -> Pos2 {
    rect.min + vec2(seen.pixel[0] as f32, seen.pixel[1] as f32) * scale
}

fn colour([red, green, blue]: [u8; 3]) -> Color32 {
    Color32::from_rgb(red, green, blue)
}
