//! The command palette: a list of everything that can be done, searched by typing.

use boardwright_games::rust_games::RUST_GAMES;
use boardwright_games::shipped_games;
use eframe::egui::{Align2, Area, Context, Id, Key, Modifiers, Order, ScrollArea, TextEdit, Vec2};

use super::keys;
use crate::app::RECORD_EXTENSIONS;
use crate::dialog::{FileRequest, Purpose};
use crate::pages::{PAGES, Page};
use crate::settings::Theme;
use crate::texts::{t, with};
use crate::theme::icons::Icon;
use crate::theme::{metrics, widgets};

/// Something that the application can do from everywhere.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Shows a page.
    Show(Page),
    /// Opens a game, named as on the command line.
    Open(String),
    /// Asks for a file and opens it.
    OpenFile,
    /// Begins a new game file.
    NewFile,
    /// Changes the theme.
    Theme(Theme),
    /// Changes the zoom factor of the window by this factor.
    Zoom(f32),
    /// Shows the keys.
    Help,
    /// Shows the dialog about the program.
    About,
}

/// Entry of the palette.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Icon of its kind.
    pub icon: Icon,
    /// Description of its effect.
    pub title: String,
    /// Its key, or what kind of entry it is.
    pub detail: String,
    /// The command.
    pub command: Command,
}

/// Largest number of entries that are listed.
const MAX_ENTRIES: usize = 60;
/// Factor of one step of the zoom.
const ZOOM_STEP: f32 = 1.1;
/// Width of the palette.
const WIDTH: f32 = 560.0;
/// Share of the height of the window for the list.
const LIST_SHARE: f32 = 0.5;

/// The command palette.
#[derive(Debug, Default)]
pub struct CommandPalette {
    is_open: bool,
    /// `true` in the first frame, in which the field takes the focus.
    is_new: bool,
    text: String,
    selected: usize,
}

impl CommandPalette {
    /// Opens the palette with an empty field.
    pub fn open(&mut self) {
        *self = Self { is_open: true, is_new: true, ..Self::default() };
    }

    /// Shows the palette while it is open; returns the chosen command.
    pub fn ui(&mut self, window: &Context, entries: impl FnOnce() -> Vec<Entry>) -> Option<Command> {
        if !self.is_open {
            return None;
        }
        let pressed = |key: Key| window.input_mut(|input| input.consume_key(Modifiers::NONE, key));
        let (up, down, enter) = (pressed(Key::ArrowUp), pressed(Key::ArrowDown), pressed(Key::Enter));
        if pressed(Key::Escape) {
            self.is_open = false;
            return None;
        }
        let found = ranked(entries(), &self.text);
        let last = found.len().saturating_sub(1);
        self.selected = if down { self.selected + 1 } else { self.selected.saturating_sub(usize::from(up)) }.min(last);
        let room = window.content_rect();
        let mut chosen = enter.then(|| found.get(self.selected)).flatten().map(|entry| entry.command.clone());
        let area = Area::new(Id::unique("command palette")).order(Order::Foreground);
        let shown = area.anchor(Align2::CENTER_TOP, Vec2::new(0.0, room.height() * 0.1)).show(window, |ui| {
            widgets::card(ui).shadow(ui.visuals().window_shadow).show(ui, |ui| {
                ui.set_width(WIDTH.min(room.width() - 4.0 * metrics::PADDING));
                let hint = t("commands.hint");
                let field = ui.add(TextEdit::singleline(&mut self.text).hint_text(hint).desired_width(f32::INFINITY));
                if std::mem::take(&mut self.is_new) {
                    field.request_focus();
                }
                if field.changed() {
                    self.selected = 0;
                }
                if found.is_empty() {
                    ui.label(t("commands.none"));
                }
                ui.add_space(4.0);
                ScrollArea::vertical().max_height(room.height() * LIST_SHARE).show(ui, |ui| {
                    ui.spacing_mut().item_spacing.y = 0.0;
                    for (number, entry) in found.iter().enumerate() {
                        let is_selected = number == self.selected;
                        let row = widgets::row(ui, entry.icon, &entry.title, &entry.detail, is_selected);
                        if is_selected && (up || down) {
                            row.scroll_to_me(None);
                        }
                        if row.clicked() {
                            chosen = Some(entry.command.clone());
                        }
                    }
                });
            });
        });
        if chosen.is_some() || shown.response.clicked_elsewhere() && !self.is_new {
            self.is_open = false;
        }
        chosen
    }
}

/// Returns all commands of the window.
pub fn commands(window: &Context) -> Vec<Entry> {
    let entry = |icon: Icon, title: String, detail: String, command: Command| Entry { icon, title, detail, command };
    let key = |shortcut: &_| window.format_shortcut(shortcut);
    let mut all: Vec<Entry> = PAGES
        .iter()
        .map(|page| {
            let title = with("commands.show", &[&t(page.name)]);
            entry(page.icon, title, key(&keys::page(page.key)), Command::Show(page.page))
        })
        .collect();
    let simple =
        |icon: Icon, name: &'static str, key: String, command: Command| entry(icon, t(name).to_owned(), key, command);
    all.extend([
        simple(Icon::FolderOpen, "commands.open", key(&keys::OPEN), Command::OpenFile),
        simple(Icon::FilePlus, "home.new", String::new(), Command::NewFile),
        simple(Icon::Sun, "commands.light", String::new(), Command::Theme(Theme::Light)),
        simple(Icon::Moon, "commands.dark", String::new(), Command::Theme(Theme::Dark)),
        simple(Icon::SunMoon, "commands.system", String::new(), Command::Theme(Theme::System)),
        simple(Icon::ZoomIn, "commands.larger", String::new(), Command::Zoom(ZOOM_STEP)),
        simple(Icon::ZoomOut, "commands.smaller", String::new(), Command::Zoom(1.0 / ZOOM_STEP)),
        simple(Icon::Keyboard, "help.title", key(&keys::HELP), Command::Help),
        simple(Icon::Info, "about.title", String::new(), Command::About),
    ]);
    let game = |(name, title): (&str, &str)| {
        let kind = t("commands.game").to_owned();
        entry(Icon::ChessKnight, with("commands.play", &[&title]), kind, Command::Open(name.to_owned()))
    };
    let files = shipped_games().iter().map(|game| (game.name, game.title));
    all.extend(files.chain(RUST_GAMES.iter().map(|game| (game.info.name, game.info.title))).map(game));
    all
}

/// Returns the request for a game or a record.
pub fn file_request() -> FileRequest {
    let games = (t("dialog.games").to_owned(), vec!["game"]);
    let records = (t("dialog.records").to_owned(), RECORD_EXTENSIONS.to_vec());
    let both = (t("dialog.both").to_owned(), [&["game"][..], &RECORD_EXTENSIONS].concat());
    FileRequest { title: t("dialog.open").to_owned(), purpose: Purpose::Open, kinds: vec![both, games, records] }
}

/// Returns the entries that contain every word of `text`, those that begin with it first; ties keep their order.
fn ranked(entries: Vec<Entry>, text: &str) -> Vec<Entry> {
    let wanted = text.trim().to_lowercase();
    let words: Vec<&str> = wanted.split_whitespace().collect();
    let rank = |entry: &Entry| {
        let title = entry.title.to_lowercase();
        let is_found = words.iter().all(|word| title.contains(word));
        let begins_word =
            title.split_whitespace().any(|word| words.first().is_some_and(|first| word.starts_with(first)));
        is_found.then_some(if title.starts_with(&wanted) { 0 } else { 2 - usize::from(begins_word) })
    };
    let mut found: Vec<(usize, Entry)> = entries.into_iter().filter_map(|entry| Some((rank(&entry)?, entry))).collect();
    found.sort_by_key(|(rank, _)| *rank);
    found.into_iter().take(MAX_ENTRIES).map(|(_, entry)| entry).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(title: &str) -> Entry {
        Entry { icon: Icon::House, title: title.to_owned(), detail: String::new(), command: Command::Help }
    }

    #[test]
    fn entries_that_begin_with_the_text_come_first() {
        let all = || {
            ["Open a file", "Play Chess", "Chess against Stockfish", "Play Cheskers", "Show table"].map(entry).to_vec()
        };
        let titles = |text: &str| ranked(all(), text).into_iter().map(|entry| entry.title).collect::<Vec<_>>();
        assert_eq!(titles("ches"), ["Chess against Stockfish", "Play Chess", "Play Cheskers"]);
        assert_eq!(titles("play chess"), ["Play Chess"]);
        assert_eq!(titles("pen"), ["Open a file"]);
        assert_eq!(titles("").len(), 5);
        assert!(titles("xyz").is_empty());
    }
}
