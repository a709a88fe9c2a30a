//! The program `boardwright`: board games from text files, played, counted, measured and recorded. It joins the parts that
//! are compiled beside each other: the commands and the window. `OpenCV` is not loaded into it: cameras belong to a helper.

use std::process::ExitCode;

fn main() -> ExitCode {
    #[cfg(feature = "camera")]
    boardwright_vision::helper::install("boardwright-camera");
    boardwright_commands::main(window())
}

/// The window, if the program has one.
fn window() -> Option<boardwright_commands::Window> {
    #[cfg(feature = "window")]
    let window = Some(open_window as boardwright_commands::Window);
    #[cfg(not(feature = "window"))]
    let window = None;
    window
}

#[cfg(feature = "window")]
fn open_window(request: boardwright_commands::WindowRequest) -> Result<(), String> {
    use boardwright_gui::{Folders, Renderer, WindowOptions};

    let renderer = request.renderer.as_deref().map(Renderer::parse).transpose()?;
    let options =
        WindowOptions { game: request.game, folders: Folders::for_current_user(), ..WindowOptions::default() };
    boardwright_gui::open(options, renderer)
}
