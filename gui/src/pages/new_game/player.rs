//! The choice of any player of the registry with its options, which are those of the command line.

use boardwright_players::options::{OptionKind, OptionSpec};
use boardwright_players::registry::{PLAYERS, PlayerEntry};
use boardwright_players::{scripted, uci};
use eframe::egui::{CollapsingHeader, ComboBox, DragValue, Id, Label, RichText, TextEdit, TextWrapMode, Ui};

use crate::dialog::{Dialog, FileRequest, Purpose};
use crate::engines::{Engines, engine_name};
use crate::texts::{t, with};
use crate::theme::icons::{self, Icon};

/// Width of the fields for texts.
const FIELD: f32 = 150.0;
/// Width of the field for the file of an engine.
const ENGINE_FIELD: f32 = 220.0;

/// The form of a player, with the dialog for its file.
#[derive(Debug, Default)]
pub struct PlayerForm {
    dialog: Dialog,
    /// Option of the engine that the user is entering, as `NAME=VALUE`.
    entered: String,
}

impl PlayerForm {
    /// Shows the form of the player `text`, written as on the command line; `id` tells forms apart.
    pub fn ui(&mut self, ui: &mut Ui, id: usize, text: &mut String, engines: &mut Engines) {
        let name = player_name(text).to_owned();
        let is_engine = name == uci::PLAYER;
        if !is_engine {
            ui.horizontal(|ui| {
                let label = ui.label(t("seats.who"));
                let list = ComboBox::from_id_salt(("player", id)).selected_text(&name).show_ui(ui, |ui| {
                    for entry in PLAYERS {
                        if ui.selectable_label(entry.name == name, entry.name).on_hover_text(entry.about).clicked() {
                            entry.name.clone_into(text);
                        }
                    }
                });
                list.response.labelled_by(label.id);
            });
        }
        let Some(entry) = PLAYERS.iter().find(|entry| entry.name == name) else { return };
        let mut values = parse_options(text);
        let before = values.clone();
        if is_engine {
            self.engine_ui(ui, &mut values, engines);
        } else {
            ui.add(Label::new(RichText::new(entry.about).weak()).wrap());
        }
        CollapsingHeader::new(t("seats.options"))
            .id_salt(("options", id))
            .show(ui, |ui| self.options_ui(ui, entry, &mut values));
        if values != before {
            *text = format_player(&name, &values);
        }
    }

    /// Shows the file of an external engine, with those that are known.
    fn engine_ui(&mut self, ui: &mut Ui, values: &mut Vec<(String, String)>, engines: &mut Engines) {
        let given = values.iter().find(|(key, _)| key == uci::PATH.key).map(|(_, path)| path.clone());
        let mut path = given.clone().unwrap_or_else(|| uci::PATH.kind.default_text());
        ui.horizontal_wrapped(|ui| {
            let label = ui.label(t("seats.engine_file")).on_hover_text(uci::PATH.about);
            ui.add(TextEdit::singleline(&mut path).desired_width(ENGINE_FIELD)).labelled_by(label.id);
            let wanted = || FileRequest {
                title: with("players.file_of", &[&uci::PLAYER]),
                purpose: Purpose::Open,
                kinds: Vec::new(),
            };
            if let Some(chosen) = self.dialog.button(ui, "players.choose", wanted) {
                path = chosen.display().to_string();
                engines.add(&chosen);
            }
            let known: Vec<String> = engines.known().map(|path| path.display().to_string()).collect();
            if known.is_empty() {
                return;
            }
            // The button goes to the next line whole.
            ui.style_mut().wrap_mode = Some(TextWrapMode::Extend);
            ui.menu_button(t("players.known"), |ui| {
                for engine in known {
                    if ui.button(engine_name(&engine)).on_hover_text(&engine).clicked() {
                        path = engine;
                        ui.close();
                    }
                }
            });
        });
        let is_changed = given.as_ref().map_or(path != uci::PATH.kind.default_text(), |given| *given != path);
        if is_changed {
            values.retain(|(key, _)| key != uci::PATH.key);
            values.insert(0, (uci::PATH.key.to_owned(), path));
        }
    }

    /// Shows a line for each option: a switch and its value.
    fn options_ui(&mut self, ui: &mut Ui, entry: &PlayerEntry, values: &mut Vec<(String, String)>) {
        for opt in entry.options.iter().filter(|opt| !is_engine_file(entry, opt)) {
            if opt.kind == OptionKind::Family {
                self.family_ui(ui, opt, values);
                continue;
            }
            ui.horizontal_wrapped(|ui| {
                let at = values.iter().position(|(key, _)| key == opt.key);
                let mut given = at.is_some();
                let switch = ui.checkbox(&mut given, opt.key).on_hover_text(hint(opt));
                if switch.changed() {
                    match at {
                        Some(at) => drop(values.remove(at)),
                        None => values.push((opt.key.to_owned(), initial_value(&opt.kind))),
                    }
                }
                let Some((_, value)) = values.iter_mut().find(|(key, _)| key == opt.key) else {
                    ui.weak(opt.kind.default_text());
                    return;
                };
                value_ui(ui, &opt.kind, value, switch.id);
                if opt.key == scripted::FILE.key {
                    let wanted = || FileRequest {
                        title: with("players.file_of", &[&entry.name]),
                        purpose: Purpose::Open,
                        kinds: Vec::new(),
                    };
                    if let Some(path) = self.dialog.button(ui, "players.choose", wanted) {
                        *value = path.display().to_string();
                    }
                }
            });
        }
    }

    /// Shows the values of a family of options, each with a button that removes it, and a field for another one.
    fn family_ui(&mut self, ui: &mut Ui, opt: &OptionSpec, values: &mut Vec<(String, String)>) {
        values.retain_mut(|(key, value)| {
            let Some(name) = key.strip_prefix(opt.key).filter(|name| !name.is_empty()).map(str::to_owned) else {
                return true;
            };
            let kept = ui.horizontal(|ui| {
                let label = ui.label(&name);
                ui.add(TextEdit::singleline(value).desired_width(FIELD)).labelled_by(label.id);
                !ui.button(t("players.remove_option")).clicked()
            });
            kept.inner && !value.trim().is_empty()
        });
        ui.horizontal_wrapped(|ui| {
            let label = ui.label(t("players.engine_option")).on_hover_text(opt.about);
            let field = TextEdit::singleline(&mut self.entered).desired_width(FIELD).hint_text("Move Overhead=50");
            ui.add(field).labelled_by(label.id);
            // A comma would begin the next option of the player.
            let entered = self.entered.split_once('=').map(|(name, value)| (name.trim(), value.trim()));
            let entered = entered.filter(|(name, value)| {
                !name.is_empty() && !value.is_empty() && !name.contains(',') && !value.contains(',')
            });
            let is_asked = ui.add_enabled_ui(entered.is_some(), |ui| ui.button(t("players.set_option")).clicked());
            if let Some((name, value)) = entered.filter(|_| is_asked.inner) {
                let key = format!("{}{name}", opt.key);
                values.retain(|(known, _)| *known != key);
                values.push((key, value.to_owned()));
                self.entered.clear();
            }
        });
    }
}

/// Description of an option, with its range.
fn hint(opt: &OptionSpec) -> String {
    format!("{} ({})", opt.about, opt.kind.range())
}

/// `true` if an option is the file of an external engine, which has a line of its own.
fn is_engine_file(entry: &PlayerEntry, opt: &OptionSpec) -> bool {
    entry.name == uci::PLAYER && opt.key == uci::PATH.key
}

/// Shows the control for a value, which the widget `label` names.
fn value_ui(ui: &mut Ui, kind: &OptionKind, value: &mut String, label: Id) {
    match *kind {
        OptionKind::Whole { least, most, .. } => {
            let mut number: u64 = value.parse().unwrap_or(least);
            if ui.add(DragValue::new(&mut number).range(least..=most)).labelled_by(label).changed() {
                *value = number.to_string();
            }
        }
        OptionKind::Real { least, most, .. } => {
            let mut number: f64 = value.parse().unwrap_or(least);
            if ui.add(DragValue::new(&mut number).range(least..=most).speed(0.05)).labelled_by(label).changed() {
                *value = number.to_string();
            }
        }
        OptionKind::Name { default, known } => {
            ui.add(TextEdit::singleline(value).desired_width(FIELD)).labelled_by(label);
            if !known.is_empty() {
                let list = ui.menu_button(icons::icon(Icon::ChevronDown), |ui| {
                    for name in [default].into_iter().chain(known.iter().copied().filter(|name| *name != default)) {
                        if ui.selectable_label(value == name, name).clicked() {
                            name.clone_into(value);
                            ui.close();
                        }
                    }
                });
                list.response.on_hover_text(t("players.names"));
            }
        }
        OptionKind::Family => {}
    }
}

/// Name of a player that is written as on the command line.
pub fn player_name(text: &str) -> &str {
    text.split(':').next().unwrap_or_default()
}

/// Parses the options of a player.
pub fn parse_options(text: &str) -> Vec<(String, String)> {
    let list = text.split_once(':').map_or("", |(_, list)| list);
    let option = |part: &str| part.split_once('=').map(|(key, value)| (key.trim().to_owned(), value.trim().to_owned()));
    list.split(',').filter_map(option).collect()
}

/// Formats a player as on the command line.
fn format_player(name: &str, values: &[(String, String)]) -> String {
    let list: Vec<String> = values.iter().map(|(key, value)| format!("{key}={value}")).collect();
    if list.is_empty() { name.to_owned() } else { format!("{name}:{}", list.join(",")) }
}

/// Initial value of an option that is switched on.
fn initial_value(kind: &OptionKind) -> String {
    let default = kind.default_text();
    if !default.is_empty() {
        return default;
    }
    match kind {
        OptionKind::Whole { least, .. } => (*least).max(1).to_string(),
        OptionKind::Real { least, .. } => least.max(1.0).to_string(),
        OptionKind::Name { .. } | OptionKind::Family => default,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_go_into_the_text_and_come_back() {
        for text in ["mcts:nodes=500,rave=50", "uci:path=stockfish,option.Move Overhead=50"] {
            let name = text.split(':').next().unwrap();
            assert_eq!(format_player(name, &parse_options(text)), text);
        }
        assert_eq!(format_player("random", &parse_options("random")), "random");
    }

    #[test]
    fn initial_values_of_options_are_allowed() {
        for entry in PLAYERS {
            for opt in entry.options.iter().filter(|opt| opt.kind != OptionKind::Family) {
                let text = format_player(entry.name, &[(opt.key.to_owned(), initial_value(&opt.kind))]);
                boardwright_players::parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
            }
        }
    }
}
