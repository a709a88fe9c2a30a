//! Help on keys: those of the window and those of the visible page.

use eframe::egui::{Context, Grid, Id, Modal, RichText, ScrollArea, Ui};

use super::keys;
use crate::keys::PLAY;
use crate::pages::{PAGES, editor};
use crate::texts::{t, with};
use crate::theme::widgets::section;
use crate::theme::{metrics, palette, widgets};

/// Keys of one kind, under a heading.
#[derive(Clone, Debug)]
pub struct KeyGroup {
    /// The heading.
    pub name: &'static str,
    /// Effect of each key, and the key.
    pub keys: Vec<(String, String)>,
}

/// The dialog with the list of keys.
#[derive(Debug, Default)]
pub struct KeyHelp {
    /// `true` while the dialog is shown.
    pub is_open: bool,
}

impl KeyHelp {
    /// Shows the dialog while it is open.
    pub fn ui(&mut self, window: &Context, groups: impl FnOnce() -> Vec<KeyGroup>) {
        if !self.is_open {
            return;
        }
        let dialog = Modal::new(Id::unique("key help")).frame(widgets::dialog(window)).show(window, |ui| {
            let room = ui.ctx().content_rect().size();
            ui.heading(t("help.title"));
            ui.add_space(metrics::GAP);
            let area = ScrollArea::vertical().max_height(room.y * 0.75);
            area.show(ui, |ui| groups_ui(ui, &groups()));
            ui.add_space(metrics::PADDING);
            ui.button(t("about.close")).clicked()
        });
        self.is_open = !(dialog.inner || dialog.should_close());
    }
}

/// Returns the keys of the window, and those of the pages Play and Editor.
pub fn key_groups(window: &Context) -> Vec<KeyGroup> {
    let text = |shortcut: &_| window.format_shortcut(shortcut);
    let mut keys: Vec<(String, String)> =
        PAGES.iter().map(|page| (with("commands.show", &[&t(page.name)]), text(&keys::page(page.key)))).collect();
    let palette = keys::PALETTE.iter().map(text).collect::<Vec<_>>().join(", ");
    keys.push((t("commands.title").to_owned(), palette));
    keys.push((t("commands.open").to_owned(), text(&keys::OPEN)));
    keys.push((t("help.title").to_owned(), format!("?, {}", text(&keys::HELP))));
    let with_keys = PLAY.iter().filter(|entry| !entry.keys.is_empty());
    let playing = with_keys.map(|entry| (t(entry.name).to_owned(), entry.key_text(window))).collect();
    let editing = editor::KEYS.iter().map(|(_, name, shortcut)| (t(name).to_owned(), text(shortcut))).collect();
    vec![
        KeyGroup { name: t("help.window"), keys },
        KeyGroup { name: t("keys.title"), keys: playing },
        KeyGroup { name: t("help.editor"), keys: editing },
    ]
}

fn groups_ui(ui: &mut Ui, groups: &[KeyGroup]) {
    for group in groups {
        section(ui, group.name);
        Grid::new(group.name).num_columns(2).spacing([metrics::SECTION, 4.0]).show(ui, |ui| {
            for (what, key) in &group.keys {
                ui.label(RichText::new(key).monospace().color(palette(ui).strong));
                ui.label(what);
                ui.end_row();
            }
        });
        ui.add_space(metrics::GAP);
    }
}
