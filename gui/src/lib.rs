//! The desktop window: gallery, board, analysis, editor, tournaments, robot arm and settings, on egui.
//!
//! [`open`] opens the window; [`App`] is the application itself, which tests run without a screen. The crate contains no rules, no
//! search and no statistics; these come from the engine, the players and the arena.

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
pub use dialog::{Chooser, FileChoice, FileRequest, Purpose};
pub use settings::{Folders, Settings, Theme};

use eframe::egui::{Vec2, ViewportBuilder};

/// Configuration with which the window opens.
#[derive(Clone, Debug, Default)]
pub struct WindowOptions {
    /// The first game, named as on the command line; `None` shows the gallery.
    pub game: Option<String>,
    /// Folders for the files of the window.
    pub folders: Folders,
    /// Seed of the players; `None` chooses another seed for each game.
    pub seed: Option<u64>,
    /// Implementation of file dialogs.
    pub chooser: Chooser,
}

/// Rendering backend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Renderer {
    /// wgpu on Vulkan, Metal, Direct3D or OpenGL, whichever is available.
    Wgpu,
    /// OpenGL through glow.
    Glow,
}

impl Renderer {
    /// All backends, in the order in which they are tried.
    pub const ALL: [Self; 2] = [Self::Wgpu, Self::Glow];

    /// Name of the backend on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Wgpu => "wgpu",
            Self::Glow => "glow",
        }
    }
}

/// `true` if the environment describes a screen on which a window can be opened.
pub fn has_screen() -> bool {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    !cfg!(target_os = "linux") || is_set("WAYLAND_DISPLAY") || is_set("DISPLAY")
}

/// Opens the window and returns when it is closed. Without a given renderer, the first one that works is used.
///
/// # Errors
/// If there is no screen, or no renderer works.
pub fn open(opening: WindowOptions, renderer: Option<Renderer>) -> Result<(), String> {
    let Some(renderer) = renderer else {
        return open_with(opening.clone(), Renderer::Wgpu).or_else(|error| match error {
            eframe::Error::Wgpu(first) => {
                let second = open_with(opening, Renderer::Glow);
                second.map_err(|error| format!("{}, nor can OpenGL ({error})", wgpu_error_text(&first)))
            }
            other => Err(error_text(other)),
        });
    };
    open_with(opening, renderer).map_err(error_text)
}

/// Returns the reason why no window could be opened, for people.
fn error_text(error: eframe::Error) -> String {
    match error {
        // The detail of this error is of no use to users.
        eframe::Error::WinitEventLoop(_) => {
            "the screen that DISPLAY or WAYLAND_DISPLAY names cannot be reached".to_owned()
        }
        eframe::Error::Wgpu(error) => format!("{}; try --renderer glow, which uses OpenGL", wgpu_error_text(&error)),
        other => other.to_string(),
    }
}

/// Error message of wgpu. Its list of reasons is empty where no backend is available; the trailing `{}` is removed then.
fn wgpu_error_text(error: &impl std::fmt::Display) -> String {
    format!("wgpu cannot paint here ({})", error.to_string().trim_end_matches(": {}"))
}

fn open_with(opening: WindowOptions, renderer: Renderer) -> eframe::Result {
    let viewport = ViewportBuilder::default()
        .with_title("Boardwright")
        .with_app_id("boardwright")
        .with_inner_size(Vec2::new(1180.0, 780.0))
        .with_min_inner_size(Vec2::new(320.0, 240.0))
        .with_drag_and_drop(true);
    let renderer = match renderer {
        Renderer::Wgpu => eframe::Renderer::Wgpu,
        Renderer::Glow => eframe::Renderer::Glow,
    };
    let options = eframe::NativeOptions { viewport, renderer, ..eframe::NativeOptions::default() };
    let create: eframe::AppCreator<'_> = Box::new(|creation| Ok(Box::new(App::new(&creation.egui_ctx, opening))));
    eframe::run_native("boardwright", options, create)
}
