//! `boardwright gui`: opens the window, which `boardwright-gui` implements.

use boardwright_gui::{Folders, Renderer, WindowOptions, open};

use crate::answer::Answer;
use crate::failure::Failure;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// A shipped game (`boardwright games` lists them) or a game file, optionally with options as in name:option=value. Default: the
    /// list of all games.
    game: Option<String>,
    /// Graphics backend: wgpu, or glow (OpenGL), which may work where wgpu does not. Default: the first that works.
    #[arg(long, value_parser = parse_renderer, value_name = "wgpu|glow")]
    renderer: Option<Renderer>,
}

fn parse_renderer(text: &str) -> Result<Renderer, String> {
    let named = Renderer::ALL.into_iter().find(|renderer| renderer.name() == text);
    named.ok_or_else(|| format!("there are {}", Renderer::ALL.map(Renderer::name).join(" and ")))
}

pub fn run(args: &Args) -> Result<Answer, Failure> {
    if !boardwright_gui::has_screen() {
        return Err(Failure::Input(
            "there is no screen: neither WAYLAND_DISPLAY nor DISPLAY is set; `boardwright play` plays at the terminal"
                .to_owned(),
        ));
    }
    let opening = WindowOptions {
        game: args.game.clone(),
        folders: Folders::for_current_user(),
        seed: None,
        ..WindowOptions::default()
    };
    open(opening, args.renderer).map_err(|error| Failure::Input(format!("the window cannot be opened: {error}")))?;
    Ok(Answer::Yes)
}
