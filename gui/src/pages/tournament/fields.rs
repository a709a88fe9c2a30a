//! Controls that the parts of the form share.

use std::hash::Hash;
use std::ops::RangeInclusive;

use eframe::egui::emath::Numeric;
use eframe::egui::{DragValue, Grid, Id, Response, RichText, Ui};

use crate::texts::t;
use crate::theme::{metrics, palette, widgets};

/// Width of the names of fields.
const NAMES: f32 = 150.0;

/// Shows a group of fields on a card that fills the width; `content` is called with the heading, too.
pub fn group<R>(ui: &mut Ui, name: &'static str, content: impl FnOnce(&mut Ui, Id) -> R) -> R {
    let shown = widgets::card(ui).show(ui, |ui| {
        ui.set_width(ui.available_width());
        let heading = widgets::section(ui, t(name));
        ui.add_space(4.0);
        content(ui, heading.id)
    });
    ui.add_space(metrics::GAP);
    shown.inner
}

/// Shows fields below each other, each behind its name.
pub fn fields(ui: &mut Ui, id: impl Hash + std::fmt::Debug, content: impl FnOnce(&mut Ui)) {
    let names = NAMES.min(ui.available_width() * 0.4);
    Grid::new(("fields", id)).num_columns(2).min_col_width(names).spacing([metrics::GAP, 6.0]).show(ui, content);
}

/// Shows the name of a field and the field.
pub fn field(ui: &mut Ui, name: &'static str, hint: &'static str, content: impl FnOnce(&mut Ui) -> Response) {
    let label = ui.label(t(name)).on_hover_text(t(hint));
    content(ui).labelled_by(label.id).on_hover_text(t(hint));
    ui.end_row();
}

/// Shows a number.
pub fn number<N: Numeric>(
    ui: &mut Ui,
    name: &'static str,
    hint: &'static str,
    value: &mut N,
    range: RangeInclusive<N>,
) {
    field(ui, name, hint, |ui| ui.add(drag(value, range)));
}

/// Shows a switch with a number that matters only while the switch is on; `first` is the number with which it begins.
pub fn optional<N: Numeric>(
    ui: &mut Ui,
    name: &'static str,
    hint: &'static str,
    value: &mut Option<N>,
    first: N,
    range: RangeInclusive<N>,
) {
    let mut is_on = value.is_some();
    let switch = ui.checkbox(&mut is_on, t(name)).on_hover_text(t(hint));
    if switch.changed() {
        *value = is_on.then_some(first);
    }
    match value {
        Some(value) => {
            ui.add(drag(value, range)).labelled_by(switch.id).on_hover_text(t(hint));
        }
        None => {
            ui.label(RichText::new(t("tournament.unlimited")).color(palette(ui).weak));
        }
    }
    ui.end_row();
}

/// A field for a number; whole numbers change by one, others by small steps.
fn drag<N: Numeric>(value: &mut N, range: RangeInclusive<N>) -> DragValue<'_> {
    let (speed, decimals) = if N::INTEGRAL { (0.2, 0) } else { (0.01, 3) };
    DragValue::new(value).range(range).speed(speed).max_decimals(decimals)
}
