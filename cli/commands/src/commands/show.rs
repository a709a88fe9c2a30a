//! `boardwright show`: shows a position as a board for people or as data for programs.

use std::io::Write as _;

use boardwright_game::ids::Player;
use boardwright_library::load::LoadedGame;
use boardwright_library::positions::fen_text;
use clap::ValueEnum;
use serde::Serialize;

use crate::answer::Answer;
use crate::board::Board;
use crate::failure::Failure;
use crate::options::PositionArgs;
use crate::output::Output;
use crate::position::{ReachedPosition, load_position};
use crate::view::{PositionView, player_of_seat, position_text, seen_position_text, status_text};

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Show what a player sees, by number, in a game with hidden information.
    #[arg(long, value_name = "player", conflicts_with_all = ["names", "position_format"])]
    seat: Option<u8>,
    /// Show the names of the locations instead of the pieces.
    #[arg(long)]
    names: bool,
    /// Write the position in a form that `--position` reads: as FEN (chess, draughts), or as the game's own state text.
    #[arg(long = "as", value_enum, hide_possible_values = true, value_name = "fen|state", conflicts_with = "names")]
    position_format: Option<PositionFormat>,
}

/// Machine-readable formats of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PositionFormat {
    Fen,
    State,
}

/// JSON answer: the position as a player sees it.
#[derive(Serialize)]
struct SeenPosition {
    seat: Player,
    view: String,
}

/// JSON answer: the position in one of the machine-readable formats.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum FormattedPosition<'a> {
    Fen(&'a str),
    State(&'a str),
}

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    let (loaded, reached) = load_position(&args.position)?;
    if let Some(format) = args.position_format {
        return write_as(format, &loaded, &reached, out);
    }
    let viewer = args.seat.map(|seat| player_of_seat(&loaded, seat)).transpose()?;
    if out.is_json() {
        if let Some(viewer) = viewer {
            out.json(&SeenPosition { seat: viewer, view: loaded.game().view_text(&reached.state, viewer) })?;
            return Ok(Answer::Yes);
        }
        out.json(&PositionView::new(&loaded, &reached.state)?)?;
        return Ok(Answer::Yes);
    }
    let (turn, _) = loaded.game().legal_moves(&reached.state).map_err(|fault| loaded.fault_error(&fault))?;
    writeln!(out, "{}\n", loaded.title)?;
    if let Some(viewer) = viewer {
        write!(out, "{}", seen_position_text(&loaded, &reached.state, viewer))?;
    } else if let (true, Some(game)) = (args.names, loaded.spec()) {
        write!(out, "{}", Board::new(game.rules()).names(game.rules()))?;
    } else {
        write!(out, "{}", position_text(&loaded, &reached.state))?;
    }
    writeln!(out, "\n{}", status_text(&loaded, &reached.state, turn))?;
    Ok(Answer::Yes)
}

fn write_as(
    format: PositionFormat,
    loaded: &LoadedGame,
    reached: &ReachedPosition,
    out: &mut Output,
) -> Result<Answer, Failure> {
    let text = match format {
        PositionFormat::Fen => fen_text(loaded, &reached.state, reached.plies)? + "\n",
        PositionFormat::State => loaded.game().state_text(&reached.state),
    };
    if !out.is_json() {
        out.write_all(text.as_bytes())?;
        return Ok(Answer::Yes);
    }
    out.json(&match format {
        PositionFormat::Fen => FormattedPosition::Fen(text.trim_end()),
        PositionFormat::State => FormattedPosition::State(&text),
    })?;
    Ok(Answer::Yes)
}
