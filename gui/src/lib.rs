//! The desktop window: gallery, board, analysis, editor, tournaments, robot arm and settings, on egui.
//!
//! [`open`] opens the window; [`App`] is the application itself, which tests run without a screen. The crate contains no rules, no
//! search and no statistics; these come from the engine, the players and the arena.

mod analysis;
mod app;
mod board;
mod desktop;
mod dialog;
mod engines;
mod export;
mod game_pictures;
mod keys;
mod pages;
mod raster;
mod session;
mod settings;
mod shell;
mod sounds;
mod task;
mod texts;
mod theme;

pub use app::App;
pub use desktop::Opener;
pub use dialog::{Chooser, FileChoice, FileRequest, Purpose};
pub use pages::Page;
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
    /// OpenGL through glow.
    Glow,
    /// wgpu on Vulkan, Metal, Direct3D or OpenGL, whichever is available.
    #[cfg(feature = "wgpu")]
    Wgpu,
}

impl Renderer {
    /// The backend of this name: `glow` or `wgpu`.
    ///
    /// # Errors
    /// If there is no such backend, or the program was built without it.
    pub fn parse(name: &str) -> Result<Self, String> {
        match name {
            "glow" => Ok(Self::Glow),
            #[cfg(feature = "wgpu")]
            "wgpu" => Ok(Self::Wgpu),
            #[cfg(not(feature = "wgpu"))]
            "wgpu" => Err("this program was built without wgpu; build it with the cargo feature `wgpu`: \
                           `cargo install --path cli --features wgpu`, or `cargo xtask run gui --renderer wgpu`"
                .to_owned()),
            other => Err(format!("unknown renderer \"{other}\"; there are glow and wgpu")),
        }
    }
}

/// Opens the window and returns when it is closed. Without a given renderer, OpenGL is used, and wgpu where OpenGL does not
/// work.
///
/// # Errors
/// If there is no screen, or no renderer works.
pub fn open(opening: WindowOptions, renderer: Option<Renderer>) -> Result<(), String> {
    match renderer {
        Some(renderer) => open_with(opening, renderer).map_err(|error| error_text(&error)),
        None => open_with_first(opening),
    }
}

/// Opens the window with the first renderer that works.
#[cfg(feature = "wgpu")]
fn open_with_first(opening: WindowOptions) -> Result<(), String> {
    open_with(opening.clone(), Renderer::Glow).or_else(|first| match first {
        eframe::Error::WinitEventLoop(_) => Err(error_text(&first)),
        _ => open_with(opening, Renderer::Wgpu)
            .map_err(|second| format!("{}; nor does wgpu work: {}", error_text(&first), error_text(&second))),
    })
}

/// Opens the window with the only renderer.
#[cfg(not(feature = "wgpu"))]
fn open_with_first(opening: WindowOptions) -> Result<(), String> {
    open_with(opening, Renderer::Glow).map_err(|error| match error {
        eframe::Error::WinitEventLoop(_) => error_text(&error),
        _ => format!(
            "{}; --renderer wgpu may work, in a program that is built with the cargo feature `wgpu`",
            error_text(&error)
        ),
    })
}

/// Returns the reason why no window could be opened, for people.
fn error_text(error: &eframe::Error) -> String {
    match error {
        // The detail of this error is of no use to users.
        eframe::Error::WinitEventLoop(_) => {
            "the screen that DISPLAY or WAYLAND_DISPLAY names cannot be reached".to_owned()
        }
        // The list of reasons is empty where no backend is available; the trailing `{}` is removed then.
        #[cfg(feature = "wgpu")]
        eframe::Error::Wgpu(error) => {
            format!("wgpu cannot paint here ({})", error.to_string().trim_end_matches(": {}"))
        }
        other => format!("OpenGL cannot paint here ({other})"),
    }
}

fn open_with(opening: WindowOptions, renderer: Renderer) -> eframe::Result {
    let viewport = ViewportBuilder::default()
        .with_title("Boardwright")
        .with_app_id("boardwright")
        .with_inner_size(Vec2::new(1280.0, 800.0))
        .with_min_inner_size(Vec2::new(320.0, 240.0))
        .with_icon(shell::window_icon())
        .with_drag_and_drop(true);
    let renderer = match renderer {
        Renderer::Glow => eframe::Renderer::Glow,
        #[cfg(feature = "wgpu")]
        Renderer::Wgpu => eframe::Renderer::Wgpu,
    };
    // There are no gradients that would show bands, and painting without a graphics card takes an eighth less time.
    let options = eframe::NativeOptions { viewport, renderer, dithering: false, ..eframe::NativeOptions::default() };
    let create: eframe::AppCreator<'_> = Box::new(|creation| Ok(Box::new(App::new(&creation.egui_ctx, opening))));
    eframe::run_native("boardwright", options, create)
}
