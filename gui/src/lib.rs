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

/// What paints the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Renderer {
    /// wgpu: by Vulkan, Metal, Direct3D or OpenGL, whichever there is.
    Wgpu,
    /// OpenGL, directly.
    Glow,
}

impl Renderer {
    /// All, in the order in which they are tried.
    pub const ALL: [Self; 2] = [Self::Wgpu, Self::Glow];

    /// How it is called.
    pub fn name(self) -> &'static str {
        match self {
            Self::Wgpu => "wgpu",
            Self::Glow => "glow",
        }
    }
}

/// Whether there is a screen on which a window can be opened, as far as the environment tells.
pub fn has_screen() -> bool {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    !cfg!(target_os = "linux") || is_set("WAYLAND_DISPLAY") || is_set("DISPLAY")
}

/// Opens the window, and returns when it is closed. Without a wish for a renderer the first is taken that can paint here.
///
/// # Errors
/// If there is no screen, or nothing can be painted on it.
pub fn open(opening: Opening, renderer: Option<Renderer>) -> Result<(), String> {
    let Some(renderer) = renderer else {
        return open_with(opening.clone(), Renderer::Wgpu).or_else(|error| match error {
            eframe::Error::Wgpu(first) => {
                let second = open_with(opening, Renderer::Glow);
                second.map_err(|error| format!("{}, nor can OpenGL ({error})", without_wgpu(&first)))
            }
            other => Err(told(other)),
        });
    };
    open_with(opening, renderer).map_err(told)
}

/// Why no window could be opened, for people.
fn told(error: eframe::Error) -> String {
    match error {
        // What this says besides is of use to those only who wrote it.
        eframe::Error::WinitEventLoop(_) => {
            "the screen that DISPLAY or WAYLAND_DISPLAY names cannot be reached".to_owned()
        }
        eframe::Error::Wgpu(error) => format!("{}; --renderer glow paints by OpenGL", without_wgpu(&error)),
        other => other.to_string(),
    }
}

/// That wgpu cannot paint. Where it has no way at all to try, its list of what each way said is empty.
fn without_wgpu(error: &impl std::fmt::Display) -> String {
    format!("wgpu cannot paint here ({})", error.to_string().trim_end_matches(": {}"))
}

fn open_with(opening: Opening, renderer: Renderer) -> eframe::Result {
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
