//! `boardwright draw`: writes a position as an SVG image. `boardwright-draw` does the drawing; this module handles the
//! files.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use boardwright_draw::{Contents, scene, svg};
use boardwright_library::files;
use boardwright_library::nearby_files::NearbyFiles;
use serde::Serialize;

use crate::answer::Answer;
use crate::failure::{Failure, say};
use crate::options::PositionArgs;
use crate::output::Output;
use crate::position::load_position;

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Write the image to this file, as SVG.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// JSON answer: the path of the image file, or the image itself.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Drawing<'a> {
    File(&'a Path),
    Svg(&'a str),
}

/// File name extensions of other image formats, which are refused.
const OTHER_IMAGE_EXTENSIONS: [&str; 11] =
    ["png", "jpg", "jpeg", "gif", "bmp", "webp", "tif", "tiff", "pdf", "eps", "ps"];

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    if let Some(path) = &args.out
        && let Some(ending) = path.extension().and_then(|ending| ending.to_str())
        && OTHER_IMAGE_EXTENSIONS.iter().any(|other| ending.eq_ignore_ascii_case(other))
    {
        let (name, svg) = (path.display(), path.with_extension("svg"));
        return Err(Failure::Usage(format!(
            "drawings are SVG, so they cannot be written to {name}: call it {}",
            svg.display()
        )));
    }
    let (loaded, reached) = load_position(&args.position)?;
    let Some((game, state)) = loaded.as_spec(&reached.state) else {
        let reason = format!(
            "{} has no board that could be drawn, `boardwright show` shows its positions as text",
            loaded.title
        );
        return Err(Failure::Input(reason));
    };
    let pictures = NearbyFiles::of_game(&loaded);
    let drawn = scene(game.rules(), &Contents::of(game, state), &pictures);
    let picture = svg(&drawn, &loaded.title, &pictures);
    let drawn = match &args.out {
        Some(path) => {
            files::write(path, picture.as_bytes())?;
            Drawing::File(path)
        }
        None => Drawing::Svg(&picture),
    };
    if out.is_json() {
        out.json(&drawn)?;
        return Ok(Answer::Yes);
    }
    match drawn {
        Drawing::File(path) => say(&format!("the picture is in {}\n", path.display())),
        Drawing::Svg(text) => out.write_all(text.as_bytes())?,
    }
    Ok(Answer::Yes)
}
