//! Positions given as text: FEN on the command line or in a file, and files in the engine's state format.

use std::path::Path;

use boardwright_game::any::AnyState;
use boardwright_game::game::Game as _;
use boardwright_games::notation;

use crate::error::Error;
use crate::load::LoadedGame;

/// Parses a position or reads its file; returns the state and the number of plies before it, as far as known.
pub fn read_position(loaded: &LoadedGame, text: &str) -> Result<(AnyState, usize), Error> {
    let path = Path::new(text);
    if !path.exists() {
        if has_fen(loaded) {
            return parse_fen(loaded, text, &format!("\"{text}\" is no file, and no FEN of {}", loaded.name));
        }
        let how = "are given as files, which `boardwright show --as state` writes";
        let reason = format!("cannot read {text}: it does not exist, and positions of {} {how}", loaded.name);
        return Err(Error::Input(reason));
    }
    let bytes = std::fs::read(path).map_err(|error| Error::file("read", path, &error))?;
    let text = notation::decode_text(&bytes);
    let name = path.display().to_string();
    // The state format has tabs or several lines, a FEN has neither.
    if has_fen(loaded) && !text.trim().contains(['\t', '\n']) {
        return parse_fen(loaded, text.trim(), &format!("{name}: no FEN of {}", loaded.name));
    }
    let state = loaded.game().parse_state(&text);
    state.map(|state| (state, 0)).map_err(|error| Error::Input(format!("{name}: {error}")))
}

fn has_fen(loaded: &LoadedGame) -> bool {
    loaded.spec().is_some() && notation::has_fen(&loaded.name)
}

/// Parses a FEN of a game with FENs; returns the state and the number of plies before it, as far as known.
pub(crate) fn read_fen(loaded: &LoadedGame, text: &str) -> Result<(AnyState, usize), Error> {
    parse_fen(loaded, text, &format!("\"{text}\" is no FEN of {}", loaded.name))
}

/// Parses a FEN; an error begins with `what`, names the wrong field and gives an example.
fn parse_fen(loaded: &LoadedGame, text: &str, what: &str) -> Result<(AnyState, usize), Error> {
    let game = loaded.spec().expect("only game files have a FEN");
    let read = notation::read_fen(game, text).map_err(|wrong| {
        let field = notation::fen_field(&loaded.name, text, wrong.column);
        let example = notation::write_fen(game, &game.initial_state(), 0).unwrap_or_default();
        let (column, reason) = (wrong.column, wrong.reason);
        Error::Input(format!("{what}; {field}, letter {column}: {reason}\na FEN is written like \"{example}\""))
    })?;
    Ok((AnyState::new(read.state), read.plies))
}

/// Formats a position as FEN.
pub fn fen_text(loaded: &LoadedGame, state: &AnyState, plies: usize) -> Result<String, Error> {
    let specified = loaded.spec().zip(state.downcast_ref());
    let written = match specified {
        Some((game, state)) => notation::write_fen(game, state, plies),
        None => Err(format!("positions of {} have no FEN", loaded.name)),
    };
    written.map_err(Error::Input)
}
