//! `boardwright draw`: writes a position as an SVG image: a board, a board of tiles, or a table of cards and dice. `boardwright-draw` does the drawing; this module handles the
//! files.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use boardwright_draw::{BoardPicture, Contents, NoPictures, Scoreboard, board_scene, scene, svg, table_scene};
use boardwright_game::any::AnyState;
use boardwright_game::game::Turn;
use boardwright_game::ids::Player;
use boardwright_library::nearby_files::NearbyFiles;
use boardwright_library::{LoadedGame, files};
use serde::Serialize;

use crate::answer::Answer;
use crate::failure::{Failure, say};
use crate::options::PositionArgs;
use crate::output::Output;
use crate::position::load_position;
use crate::view::player_of_seat;

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Draw the table of a card or dice game as this player sees it; without it, all cards are face up.
    #[arg(long, value_name = "PLAYER", value_parser = clap::value_parser!(u8).range(1..))]
    seat: Option<u8>,
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
    let picture = picture(&loaded, &reached.state, args.seat)?;
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

/// The board, or the table as a seat sees it, as SVG.
fn picture(loaded: &LoadedGame, state: &AnyState, seat: Option<u8>) -> Result<String, Failure> {
    let tiles = loaded.game().tile_board(state);
    let is_open = tiles.is_some() || loaded.as_spec(state).is_some() && !loaded.game().has_hidden_information();
    if seat.is_some() && is_open {
        let reason =
            format!("{} is a board game in which every player sees everything: leave `--seat` out", loaded.title);
        return Err(Failure::Usage(reason));
    }
    let names: Vec<String> = loaded.players().map(|player| loaded.player_label(player)).collect();
    let turn = loaded.game().legal_moves(state).ok().map(|(turn, _)| turn);
    let active = turn.and_then(Turn::player);
    if let Some(board) = tiles {
        let picture = BoardPicture { scoreboard: Some(Scoreboard { names, active }), ..BoardPicture::default() };
        return Ok(svg(&board_scene(&board, &picture), &loaded.title, &NoPictures));
    }
    let viewer = seat.map(|seat| player_of_seat(loaded, seat)).transpose()?;
    if let Some((game, state)) = loaded.as_spec(state) {
        let pictures = NearbyFiles::of_game(loaded);
        let contents = Contents::seen_by(game, state, viewer);
        return Ok(svg(&scene(game.rules(), &contents, &pictures), &loaded.title, &pictures));
    }
    let Some(table) = loaded.game().table(state, viewer) else {
        let reason = format!(
            "{} has no board or table that could be drawn, `boardwright show` shows its positions as text",
            loaded.title
        );
        return Err(Failure::Input(reason));
    };
    let active = active.map(Player::index);
    let drawn = table_scene(&table, &names, viewer.unwrap_or(Player::FIRST).index(), active);
    Ok(svg(&drawn.scene, &loaded.title, &NoPictures))
}
