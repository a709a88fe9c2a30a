//! `boardwright gui`: opens the window, which another crate implements.

use crate::answer::Answer;
use crate::failure::Failure;
use crate::window::{Window, WindowRequest, has_screen};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// A shipped game (`boardwright games` lists them) or a game file, optionally with options as in name:option=value. Default: the
    /// list of all games.
    game: Option<String>,
    /// Graphics backend: glow (OpenGL), the default, or wgpu (Vulkan, Metal, Direct3D), which may work where OpenGL does not.
    #[arg(long, value_parser = ["glow", "wgpu"])]
    renderer: Option<String>,
}

pub fn run(args: Args, window: Option<Window>) -> Result<Answer, Failure> {
    let Some(open) = window else {
        return Err(Failure::Input(
            "this program was built without the window: build it with the cargo feature `window`, or play at the \
             terminal with `boardwright play`"
                .to_owned(),
        ));
    };
    if !has_screen() {
        return Err(Failure::Input(
            "there is no screen: neither WAYLAND_DISPLAY nor DISPLAY is set; `boardwright play` plays at the terminal"
                .to_owned(),
        ));
    }
    let request = WindowRequest { game: args.game, renderer: args.renderer };
    open(request).map_err(|error| Failure::Input(format!("the window cannot be opened: {error}")))?;
    Ok(Answer::Yes)
}
