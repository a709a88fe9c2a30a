//! The pages of the window, one module each, and their registry.

pub mod editor;
mod evolution;
pub mod home;
pub mod new_game;
pub mod play;
pub mod rules;
pub mod settings;
pub mod study;
pub mod table;
pub mod tournament;

use eframe::egui::Key;

use crate::theme::icons::Icon;

/// The pages of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Page {
    /// Work that goes on, and the gallery of all games.
    Home,
    /// A game being played or studied.
    Play,
    /// The games of a file.
    Study,
    /// The editor of a game file.
    Editor,
    /// Rule files and their console.
    Rules,
    /// Tournaments between players.
    Tournament,
    /// The robot arm and the camera.
    Table,
    /// Appearance of the window.
    Settings,
}

/// Entry of the navigation.
#[derive(Clone, Copy, Debug)]
pub struct PageEntry {
    /// The page.
    pub page: Page,
    /// Key of its name among the texts.
    pub name: &'static str,
    /// Its icon.
    pub icon: Icon,
    /// The digit that shows it together with Ctrl.
    pub key: Key,
}

const fn entry(page: Page, name: &'static str, icon: Icon, key: Key) -> PageEntry {
    PageEntry { page, name, icon, key }
}

/// All pages in display order.
pub const PAGES: [PageEntry; 8] = [
    entry(Page::Home, "pages.home", Icon::House, Key::Num1),
    entry(Page::Play, "pages.play", Icon::ChessKnight, Key::Num2),
    entry(Page::Study, "pages.study", Icon::BookOpen, Key::Num3),
    entry(Page::Editor, "pages.editor", Icon::FileCode, Key::Num4),
    entry(Page::Rules, "pages.rules", Icon::ScrollText, Key::Num5),
    entry(Page::Tournament, "pages.tournament", Icon::Trophy, Key::Num6),
    entry(Page::Table, "pages.table", Icon::RobotArm, Key::Num7),
    entry(Page::Settings, "pages.settings", Icon::Settings, Key::Num8),
];
