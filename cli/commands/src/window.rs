//! The interface to the window, which another crate implements.

/// Request to open the window.
#[derive(Clone, Debug, Default)]
pub struct WindowRequest {
    /// The first game with its options; `None` shows the gallery.
    pub game: Option<String>,
    /// Name of the rendering backend; `None` selects one.
    pub renderer: Option<String>,
}

/// Implementation of the window: opens it and returns when it is closed, or returns the reason why it cannot be opened.
pub type Window = fn(WindowRequest) -> Result<(), String>;

/// `true` if the environment describes a screen on which a window can be opened.
pub fn has_screen() -> bool {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    !cfg!(target_os = "linux") || is_set("WAYLAND_DISPLAY") || is_set("DISPLAY")
}
