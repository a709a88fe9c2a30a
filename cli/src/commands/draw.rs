//! `boardwright draw`: a position as a picture in SVG. How it looks is settled in `boardwright-draw`; only the files are found
//! and written here.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use boardwright_draw::{pieces, scene, svg};
use boardwright_shelf::files;
use boardwright_shelf::pictures::NearFile;
use serde::Serialize;

use super::Answer;
use crate::args::Position;
use crate::failure::{Failure, say};
use crate::line::position;
use crate::output::Output;

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    position: Position,
    /// Write the picture to this file, as SVG.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// The answer for programs: where the picture is, or the picture.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Drawn<'a> {
    File(&'a Path),
    Svg(&'a str),
}

/// Endings of other pictures, which this is not.
const OTHERS: [&str; 11] = ["png", "jpg", "jpeg", "gif", "bmp", "webp", "tif", "tiff", "pdf", "eps", "ps"];

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    if let Some(path) = &args.out
        && let Some(ending) = path.extension().and_then(|ending| ending.to_str())
        && OTHERS.iter().any(|other| ending.eq_ignore_ascii_case(other))
    {
        let (name, svg) = (path.display(), path.with_extension("svg"));
        return Err(Failure::Usage(format!(
            "drawings are SVG, so they cannot be written to {name}: call it {}",
            svg.display()
        )));
    }
    let (loaded, reached) = position(&args.position)?;
    let Some((game, state)) = loaded.as_spec(&reached.state) else {
        let reason = format!(
            "{} has no board that could be drawn, `boardwright show` tells its positions in words",
            loaded.title
        );
        return Err(Failure::Input(reason));
    };
    let pictures = NearFile::of(&loaded);
    let drawn = scene(game.rules(), &pieces(game, state), &pictures);
    let picture = svg(&drawn, &loaded.title, &pictures);
    let drawn = match &args.out {
        Some(path) => {
            files::write(path, picture.as_bytes())?;
            Drawn::File(path)
        }
        None => Drawn::Svg(&picture),
    };
    if out.is_json() {
        out.json(&drawn)?;
        return Ok(Answer::Yes);
    }
    match drawn {
        Drawn::File(path) => say(&format!("the picture is in {}\n", path.display())),
        Drawn::Svg(text) => out.write_all(text.as_bytes())?,
    }
    Ok(Answer::Yes)
}
