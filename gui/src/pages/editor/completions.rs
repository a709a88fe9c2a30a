//! The list of completions at the cursor of the editor. `boardwright-lang` finds the completions.

use boardwright_lang::analysis::{Completion, ranked};
use boardwright_lang::suggest::shorten;
use eframe::egui::{Area, Frame, Id, Key, Modifiers, Order, Rect, RichText, ScrollArea, Ui};

use super::hover::markdown;
use crate::texts::t;

/// Maximum number of listed completions.
const MAX_COMPLETIONS: usize = 40;
/// Width of the documentation beside the list, in points.
const DOC_WIDTH: f32 = 320.0;
/// Greatest height of the list, in points.
const MAX_HEIGHT: f32 = 220.0;

/// Completions at the cursor.
#[derive(Debug, Default)]
pub struct Completions {
    /// `true` if completions are wanted as soon as the text is checked.
    is_requested: bool,
    /// `true` if the user asked for completions. A list that opens while the user types leaves Enter to the text, and stays
    /// closed if it has nothing to add.
    is_asked: bool,
    /// The completions, best first; `None` if the list is closed. An empty list says that there are none.
    found: Option<Vec<Completion>>,
    /// Index of the highlighted completion.
    selected: usize,
    /// `true` if the highlighted completion was changed by a key, so that it has to be scrolled into view.
    is_key_pressed: bool,
}

impl Completions {
    /// Requests completions; `is_asked` if the user did so by a key or button.
    pub fn request(&mut self, is_asked: bool) {
        self.is_requested = true;
        self.is_asked |= is_asked;
    }

    /// `true` if completions are wanted.
    pub fn is_requested(&self) -> bool {
        self.is_requested
    }

    /// Opens the list with the completions that fit the typed part of the word.
    pub fn set(&mut self, found: Vec<Completion>, typed: &str) {
        let mut found = ranked(found, typed);
        found.truncate(MAX_COMPLETIONS);
        self.is_requested = false;
        self.selected = 0;
        let adds_nothing = found.is_empty() || typed.is_empty() || found.iter().any(|one| one.label == typed);
        self.found = (self.is_asked || !adds_nothing).then_some(found);
        self.is_asked &= self.found.is_some();
    }

    /// Closes the list.
    fn close(&mut self) {
        self.found = None;
        (self.is_requested, self.is_asked) = (false, false);
    }

    /// Handles a change of the text: an open list is found anew for the word as typed so far.
    pub fn on_change(&mut self) {
        self.is_requested = self.found.take().is_some_and(|found| !found.is_empty());
    }

    /// Handles the keys of an open list before the text field does; returns the chosen completion.
    pub fn handle_keys(&mut self, ui: &Ui) -> Option<Completion> {
        let count = self.found.as_ref()?.len();
        let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
        if pressed(Key::Escape) {
            self.close();
            return None;
        }
        if count == 0 {
            return None;
        }
        if pressed(Key::ArrowDown) {
            self.is_asked = true;
            (self.selected, self.is_key_pressed) = ((self.selected + 1) % count, true);
        }
        if pressed(Key::ArrowUp) {
            self.is_asked = true;
            (self.selected, self.is_key_pressed) = ((self.selected + count - 1) % count, true);
        }
        if self.is_asked && pressed(Key::Enter) || pressed(Key::Tab) {
            let chosen = self.found.take()?.into_iter().nth(self.selected);
            self.close();
            return chosen;
        }
        None
    }

    /// Shows the list below the cursor; returns the chosen completion.
    pub fn ui(&mut self, ui: &Ui, cursor: Rect) -> Option<Completion> {
        let found = self.found.as_ref()?;
        let scrolls = std::mem::take(&mut self.is_key_pressed);
        let mut chosen = None;
        let area = Area::new(Id::unique("completions")).order(Order::Foreground).fixed_pos(cursor.left_bottom());
        let shown = area.constrain(true).show(ui.ctx(), |ui| {
            Frame::popup(ui.style()).show(ui, |ui| {
                if found.is_empty() {
                    ui.weak(t("editor.no_completion"));
                }
                ui.horizontal_top(|ui| {
                    ui.vertical(|ui| chosen = list_ui(ui, found, self.selected, scrolls));
                    if let Some(doc) = found.get(self.selected).map(|one| &one.doc).filter(|doc| !doc.is_empty()) {
                        ui.separator();
                        ui.vertical(|ui| {
                            ui.set_width(DOC_WIDTH);
                            let scroll = ScrollArea::vertical().id_salt("documentation").max_height(MAX_HEIGHT);
                            scroll.show(ui, |ui| markdown(ui, doc));
                        });
                    }
                });
            });
        });
        if chosen.is_some() || shown.response.clicked_elsewhere() {
            self.close();
        }
        chosen
    }
}

/// The words of the list; returns a clicked one.
fn list_ui(ui: &mut Ui, found: &[Completion], selected: usize, scrolls: bool) -> Option<Completion> {
    let mut chosen = None;
    ScrollArea::vertical().max_height(MAX_HEIGHT).show(ui, |ui| {
        for (number, completion) in found.iter().enumerate() {
            ui.horizontal(|ui| {
                let label = RichText::new(&completion.label).monospace();
                let entry = ui.selectable_label(number == selected, label);
                if scrolls && number == selected {
                    entry.scroll_to_me(None);
                }
                if entry.clicked() {
                    chosen = Some(completion.clone());
                }
                let detail = shorten(&completion.detail);
                ui.weak(RichText::new(detail).small());
            });
        }
    });
    chosen
}
