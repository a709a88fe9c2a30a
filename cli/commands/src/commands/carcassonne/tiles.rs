//! `boardwright carcassonne tiles`: checks a tile file, and lists or draws its tiles.

use std::io::Write as _;
use std::path::PathBuf;

use boardwright_library::carcassonne::tiles;
use boardwright_library::files;
use serde::Serialize;

use crate::answer::Answer;
use crate::failure::{Failure, say};
use crate::output::Output;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Tile file; the base game by default.
    file: Option<PathBuf>,
    /// Draw a sheet of all types of tiles to this file, as SVG.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Serialize)]
struct TileReport<'a> {
    id: &'a str,
    name: &'a str,
    count: u8,
    rotations: u8,
}

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    let set = tiles::read(args.file.as_deref())?;
    if let Some(path) = &args.out {
        files::write(path, tiles::sheet(&set).as_bytes())?;
        if !out.is_json() {
            say(&format!("the tiles are in {}\n", path.display()));
            return Ok(Answer::Yes);
        }
    }
    let reports = set.types.iter().map(|kind| TileReport {
        id: &kind.id,
        name: &kind.name,
        count: kind.count,
        rotations: kind.rotations,
    });
    if out.is_json() {
        out.json(&reports.collect::<Vec<_>>())?;
    } else {
        for TileReport { id, name, count, .. } in reports {
            writeln!(out, "{count:>3}  {id:<3}{name}")?;
        }
        writeln!(out, "{:>3}  tiles", set.tile_count())?;
    }
    Ok(Answer::Yes)
}
