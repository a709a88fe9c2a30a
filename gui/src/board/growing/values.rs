//! Values of the legal turns by weights, as a heat map: each free cell has the colour and the value of its best turn, and
//! its tip lists the terms of that value.

use eframe::egui::{Align2, Color32, ComboBox, FontId, Painter, Rect, Response, RichText, Ui};

use super::GrowingBoard;
use crate::texts::{t, with};

/// Values of the legal turns of a position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TurnValues {
    /// Name of the weights.
    pub weights: String,
    /// Values, in any order.
    pub turns: Vec<TurnValue>,
}

/// Value of a turn.
#[derive(Clone, Debug, PartialEq)]
pub struct TurnValue {
    /// Text of the move.
    pub text: String,
    /// Sum of the terms.
    pub value: f32,
    /// Terms by name.
    pub terms: Vec<(String, f32)>,
}

/// Choice of the user which values are shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ValuesChoice {
    /// `true` if values are shown.
    pub is_on: bool,
    /// The weights.
    pub weights: WeightsChoice,
}

/// Weights by which turns are valued.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum WeightsChoice {
    /// The strongest ones.
    #[default]
    Strongest,
    /// Weights with this name.
    Named(String),
}

/// Colours of the worst, a middling and the best cell; they can be told apart without colour vision (viridis, van der Walt
/// and Smith 2015).
const SCALE: [[u8; 3]; 3] = [[0x44, 0x01, 0x54], [0x21, 0x90, 0x8c], [0xfd, 0xe7, 0x25]];
/// Number of terms that a tip lists.
const LISTED: usize = 8;
/// Terms below this magnitude are not listed.
const NEGLIGIBLE: f32 = 0.005;

/// Colour at a share of the scale from 0 to 1.
fn colour_at(share: f32) -> Color32 {
    let position = share.clamp(0.0, 1.0) * (SCALE.len() - 1) as f32;
    let index = (position as usize).min(SCALE.len() - 2);
    let (one, other, part) = (SCALE[index], SCALE[index + 1], position - index as f32);
    let mix = |channel: usize| {
        let (one, other) = (f32::from(one[channel]), f32::from(other[channel]));
        (one + (other - one) * part).round() as u8
    };
    Color32::from_rgb(mix(0), mix(1), mix(2))
}

impl TurnValues {
    /// Best of the turns with these texts.
    fn best<'t>(&self, texts: impl IntoIterator<Item = &'t str>) -> Option<&TurnValue> {
        let values = texts.into_iter().filter_map(|text| self.turns.iter().find(|turn| turn.text == text));
        values.max_by(|one, other| one.value.total_cmp(&other.value))
    }
}

/// Greatest height of the list of weights in points, with room for all that ship.
const LIST_HEIGHT: f32 = 420.0;

impl GrowingBoard {
    /// The weights by which turns are to be valued, if the user wants that.
    pub fn wanted_values(&self) -> Option<&WeightsChoice> {
        self.values.is_on.then_some(&self.values.weights)
    }

    /// Best turn in each free cell by the values.
    pub(super) fn best_turns<'v>(&self, values: &'v TurnValues) -> Vec<((i32, i32), &'v TurnValue)> {
        let mut cells: Vec<(i32, i32)> = self.board.places.iter().map(|place| (place.x, place.y)).collect();
        cells.sort_unstable();
        cells.dedup();
        let best = |cell: (i32, i32)| {
            let places = self.board.places.iter().filter(move |place| (place.x, place.y) == cell);
            values.best(places.flat_map(|place| place.turns.iter().map(|(_, text)| text.as_str())))
        };
        cells.into_iter().filter_map(|cell| Some((cell, best(cell)?))).collect()
    }

    /// Controls of the values, for games that have weights.
    pub(super) fn values_ui(&mut self, ui: &mut Ui, names: &[String]) {
        if names.is_empty() {
            return;
        }
        ui.checkbox(&mut self.values.is_on, t("tiles.values")).on_hover_text(t("tiles.values_hint"));
        if !self.values.is_on {
            return;
        }
        let strongest = t("tiles.strongest");
        let chosen = match &self.values.weights {
            WeightsChoice::Strongest => strongest.to_owned(),
            WeightsChoice::Named(name) => name.clone(),
        };
        ComboBox::from_label(t("tiles.weights")).height(LIST_HEIGHT).selected_text(chosen).show_ui(ui, |ui| {
            ui.selectable_value(&mut self.values.weights, WeightsChoice::Strongest, strongest);
            for name in names {
                ui.selectable_value(&mut self.values.weights, WeightsChoice::Named(name.clone()), name.as_str());
            }
        });
    }
}

/// Paints the value of a cell whose share of the scale is 0 for the worst and 1 for the best.
pub(super) fn paint_value(painter: &Painter, rect: Rect, turn: &TurnValue, share: f32) {
    let colour = colour_at(share);
    painter.rect_filled(rect, 5.0, colour.gamma_multiply(0.85));
    let is_bright = share > 0.6;
    let text = if is_bright { Color32::BLACK } else { Color32::WHITE };
    let size = (rect.width() * 0.24).clamp(8.0, 20.0);
    painter.text(rect.center(), Align2::CENTER_CENTER, format!("{:.1}", turn.value), FontId::proportional(size), text);
}

/// Adds the terms of a turn as the tip of its cell.
pub(super) fn with_terms(response: Response, weights: &str, turn: &TurnValue) -> Response {
    response.on_hover_ui(|ui| {
        ui.label(
            RichText::new(with("tiles.value_of", &[&turn.text, &format!("{:.2}", turn.value), &weights])).strong(),
        );
        let mut terms: Vec<_> = turn.terms.iter().filter(|(_, term)| term.abs() >= NEGLIGIBLE).collect();
        terms.sort_by(|one, other| other.1.abs().total_cmp(&one.1.abs()));
        for (name, term) in terms.into_iter().take(LISTED) {
            ui.label(format!("{term:+.2}  {name}"));
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_run_from_the_worst_to_the_best() {
        assert_eq!(colour_at(-1.0), Color32::from_rgb(0x44, 0x01, 0x54));
        assert_eq!(colour_at(0.5), Color32::from_rgb(0x21, 0x90, 0x8c));
        assert_eq!(colour_at(1.0), Color32::from_rgb(0xfd, 0xe7, 0x25));
    }

    #[test]
    fn the_best_turn_of_a_cell_counts() {
        let turn = |text: &str, value| TurnValue { text: text.to_owned(), value, terms: Vec::new() };
        let values =
            TurnValues { weights: "w".to_owned(), turns: vec![turn("a", 1.0), turn("b", 3.0), turn("c", 9.0)] };
        assert_eq!(values.best(["a", "b", "none"]).map(|turn| turn.value), Some(3.0));
        assert_eq!(values.best(["none"]), None);
    }
}
