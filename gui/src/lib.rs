//! The window: games chosen from pictures, played, watched, studied and written. It has no rules and no search of its own; it shows
//! what the engine, the players and the arena give.

mod analysis;
mod app;
mod board;
mod dialog;
mod export;
mod pages;
mod session;
mod settings;
mod task;
mod texts;
mod theme;

pub use app::{App, Page};
pub use dialog::{Chooser, Chosen, Purpose, Wanted};
pub use settings::{Folders, Settings, Theme};

use eframe::egui::{Vec2, ViewportBuilder};

/// What the window begins with.
#[derive(Clone, Debug, Default)]
pub struct Opening {
    /// The game that is shown first, as on the command line; without one, all games.
    pub game: Option<String>,
    /// Where it keeps its files.
    pub folders: Folders,
    /// From which players draw; without it each game has another one.
    pub seed: Option<u64>,
    /// How files are asked for.
    pub chooser: Chooser,
}

/// Whether there is a screen on which a window can be opened, as far as the environment tells.
pub fn has_screen() -> bool {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    !cfg!(target_os = "linux") || is_set("WAYLAND_DISPLAY") || is_set("DISPLAY")
}

/// Opens the window, and returns when it is closed.
///
/// # Errors
/// If there is no screen, or nothing can be painted on it.
pub fn open(opening: Opening) -> Result<(), String> {
    let viewport = ViewportBuilder::default()
        .with_title("Boardwright")
        .with_app_id("boardwright")
        .with_inner_size(Vec2::new(1180.0, 780.0))
        .with_min_inner_size(Vec2::new(320.0, 240.0))
        .with_drag_and_drop(true);
    let options = eframe::NativeOptions { viewport, ..eframe::NativeOptions::default() };
    let create: eframe::AppCreator<'_> = Box::new(|creation| Ok(Box::new(App::new(&creation.egui_ctx, opening))));
    eframe::run_native("boardwright", options, create).map_err(|error| match error {
        // What this says besides is of use to those only who wrote it.
        eframe::Error::WinitEventLoop(_) => {
            "the screen that DISPLAY or WAYLAND_DISPLAY names cannot be reached".to_owned()
        }
        other => other.to_string(),
    })
}
