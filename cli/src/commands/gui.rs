//! `boardwright gui`: opens the window. What is shown there is not known here.

use boardwright_gui::{Folders, Opening, Renderer, open};

use super::Answer;
use crate::failure::Failure;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// A game that ships (`boardwright games` lists them), or a game file; options may follow, as in name:option=value. Without one,
    /// all games are shown.
    game: Option<String>,
    /// What paints: wgpu, or glow (OpenGL directly), which may be there where the other is not. Without this the first that works.
    #[arg(long, value_parser = renderer, value_name = "wgpu|glow")]
    renderer: Option<Renderer>,
}

fn renderer(text: &str) -> Result<Renderer, String> {
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
    let opening = Opening { game: args.game.clone(), folders: Folders::usual(), seed: None, ..Opening::default() };
    open(opening, args.renderer).map_err(|error| Failure::Input(format!("the window cannot be opened: {error}")))?;
    Ok(Answer::Yes)
}
