//! The dialog of the person to move, as the game declares it: a bar below the table with the answers, and for each amount
//! a slider, a field and the usual numbers. Every number that can be set is legal.

use boardwright_game::dialog::{Amount, Dialog, capitalized};
use eframe::egui::{Button, DragValue, FontId, Key, Panel, RichText, ScrollArea, Slider, Ui, Vec2};

use crate::session::NodeId;
use crate::texts::with;

/// Height of the bar at first, in points: two rows, and a third one in a narrow window.
const MIN_HEIGHT: f32 = 84.0;
/// Largest part of the room that the bar takes; a longer dialog is scrolled.
const MAX_PART: f32 = 0.5;

/// Size of the letters of answers and amounts.
const ANSWER_SIZE: f32 = 17.0;
/// Least size of the button of an answer, in points.
const ANSWER_BUTTON: Vec2 = Vec2::new(84.0, 34.0);
/// Width of the field of an amount, in points.
const AMOUNT_WIDTH: f32 = 84.0;
/// Least and greatest width of a slider, in points.
const SLIDER: (f32, f32) = (180.0, 360.0);

/// Keys of the usual numbers of the first amount, in their order.
const PRESET_KEYS: [Key; 9] =
    [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6, Key::Num7, Key::Num8, Key::Num9];

/// The bar below a table.
#[derive(Debug)]
pub struct DialogBar {
    /// Position for which the numbers are set.
    node: Option<NodeId>,
    /// Number of each amount.
    numbers: Vec<u32>,
    /// Height in points. The bar grows with its contents but never shrinks, so that the table keeps its place.
    height: f32,
}

impl Default for DialogBar {
    fn default() -> Self {
        Self { node: None, numbers: Vec::new(), height: MIN_HEIGHT }
    }
}

/// `true` if a key is pressed without modifiers while no text field has the focus.
pub fn is_pressed(ui: &Ui, key: Key) -> bool {
    !ui.ctx().egui_wants_keyboard_input() && ui.input(|input| input.modifiers.is_none() && input.key_pressed(key))
}

/// `true` if the key of an answer is pressed.
fn is_key_pressed(ui: &Ui, key: Option<char>) -> bool {
    key.and_then(|key| Key::from_name(key.encode_utf8(&mut [0; 4]))).is_some_and(|key| is_pressed(ui, key))
}

/// Text of the pointer over an answer: its description and its key.
fn hint(description: &str, key: Option<char>) -> String {
    let key = key.map(String::from).unwrap_or_default();
    [description, &key].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
}

impl DialogBar {
    /// Discards numbers of positions that no longer exist.
    pub fn clear(&mut self) {
        self.node = None;
    }

    /// Shows the bar with these contents at the bottom of the room.
    pub fn show<R>(&mut self, ui: &mut Ui, contents: impl FnOnce(&mut Self, &mut Ui) -> R) -> R {
        let height = self.height.min(ui.available_height() * MAX_PART);
        let panel = Panel::bottom("dialog bar").resizable(false).exact_size(height);
        panel
            .show(ui, |ui| {
                let room = ui.available_height();
                let shown =
                    ScrollArea::vertical().id_salt("dialog").auto_shrink(false).show(ui, |ui| contents(self, ui));
                let missing = shown.content_size.y - room;
                if missing > 0.5 && height >= self.height {
                    self.height += missing;
                    ui.ctx().request_repaint();
                }
                shown.inner
            })
            .inner
    }

    /// Shows a dialog of the position `node`; returns the text of the chosen move.
    pub fn dialog_ui(&mut self, ui: &mut Ui, node: NodeId, dialog: &Dialog) -> Option<String> {
        if self.node != Some(node) || self.numbers.len() != dialog.amounts.len() {
            self.node = Some(node);
            self.numbers = dialog.amounts.iter().map(|amount| amount.min).collect();
        }
        if !dialog.title.is_empty() {
            ui.strong(&dialog.title);
        }
        // Digits that answer the dialog cannot set a number as well.
        let has_digits = dialog.answers.iter().any(|answer| answer.key.is_some_and(|key| key.is_ascii_digit()));
        for (index, (amount, number)) in dialog.amounts.iter().zip(&mut self.numbers).enumerate() {
            amount_ui(ui, amount, number, index == 0, has_digits);
        }
        let mut chosen = None;
        ui.horizontal_wrapped(|ui| {
            for answer in &dialog.answers {
                let button =
                    ui.add(Button::new(RichText::new(&answer.label).size(ANSWER_SIZE)).min_size(ANSWER_BUTTON));
                let hint = hint(&answer.description, answer.key);
                let button = if hint.is_empty() { button } else { button.on_hover_text(hint) };
                if button.clicked() || is_key_pressed(ui, answer.key) {
                    chosen = Some(answer.move_text.clone());
                }
            }
            for (amount, &number) in dialog.amounts.iter().zip(&self.numbers) {
                let text = amount.move_text_of(number);
                let button =
                    ui.add(Button::new(RichText::new(capitalized(&text)).size(ANSWER_SIZE)).min_size(ANSWER_BUTTON));
                let hint = hint("", amount.key);
                let button = if hint.is_empty() { button } else { button.on_hover_text(hint) };
                if button.clicked() || is_key_pressed(ui, amount.key) {
                    chosen = Some(text);
                }
            }
        });
        chosen
    }
}

/// Shows the field, the slider and the usual numbers of an amount. The first amount has keys: digits for the usual numbers
/// unless they are keys of answers, and plus and minus.
fn amount_ui(ui: &mut Ui, amount: &Amount, number: &mut u32, is_first: bool, has_digits: bool) {
    let range = amount.min..=amount.max;
    let step = amount.step;
    ui.push_id(&amount.label, |ui| {
        ui.horizontal_wrapped(|ui| {
            let label = ui.label(&amount.label);
            ui.style_mut().override_font_id = Some(FontId::proportional(ANSWER_SIZE));
            let field = DragValue::new(number).range(range.clone()).speed(f64::from(step) / 10.0);
            ui.add_sized(Vec2::new(AMOUNT_WIDTH, ui.spacing().interact_size.y), field).labelled_by(label.id);
            ui.style_mut().override_font_id = None;
            ui.spacing_mut().slider_width = (ui.available_width() * 0.4).clamp(SLIDER.0, SLIDER.1);
            let is_wide = u64::from(amount.max) > 20 * u64::from(amount.min.max(step));
            ui.weak(amount.min.to_string());
            let slider = Slider::new(number, range).logarithmic(is_wide).show_value(false).trailing_fill(true);
            let slider = ui.add(slider);
            ui.weak(amount.max.to_string());
            let keys = PRESET_KEYS.into_iter().map(|key| (is_first && !has_digits).then_some(key));
            if is_first {
                let step = if amount.step_name.is_empty() { step.to_string() } else { amount.step_name.clone() };
                let presets = amount.presets.len().min(PRESET_KEYS.len());
                slider.on_hover_text(if has_digits || presets == 0 {
                    with("answers.step_keys", &[&step])
                } else {
                    with("answers.keys", &[&presets, &step])
                });
            }
            for (preset, key) in amount.presets.iter().zip(keys.chain(std::iter::repeat(None))) {
                let hint = match key {
                    Some(key) => format!("{} ({})", preset.value, key.name()),
                    None => preset.value.to_string(),
                };
                let button = ui.selectable_label(*number == preset.value, &preset.name).on_hover_text(hint);
                if button.clicked() || key.is_some_and(|key| is_pressed(ui, key)) {
                    *number = preset.value;
                }
            }
            if is_first && is_pressed(ui, Key::Plus) {
                *number = number.saturating_add(step);
            }
            if is_first && is_pressed(ui, Key::Minus) {
                *number = number.saturating_sub(step);
            }
            *number = amount.clamp(*number);
        });
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_of_an_answer_is_known() {
        for key in ('A'..='Z').chain('0'..='9') {
            assert!(Key::from_name(&key.to_string()).is_some(), "{key}");
        }
    }

    #[test]
    fn hints_have_the_description_and_the_key() {
        assert_eq!(hint("all cards", Some('P')), "all cards · P");
        assert_eq!((hint("", Some('P')), hint("", None)), ("P".to_owned(), String::new()));
    }
}
