//! Positions that do not come of moves: FEN on the command line or in a file, and files in a game's own words. Moves made from there
//! are in [`line`](crate::line).

use std::path::Path;

use boardwright_engine::any::AnyState;
use boardwright_games::notation;

use crate::error::Error;
use crate::load::Loaded;

/// The position that `text` means, and how many moves were made before it, as far as is known.
pub fn position(loaded: &Loaded, text: &str) -> Result<(AnyState, usize), Error> {
    let path = Path::new(text);
    if !path.exists() {
        if fen(loaded) {
            return read_fen(loaded, text, "the position is no file, and no FEN");
        }
        let how = "are given as files, which `boardwright show --as state` writes";
        let reason = format!("cannot read {text}: it does not exist, and positions of {} {how}", loaded.name);
        return Err(Error::Input(reason));
    }
    let bytes = std::fs::read(path).map_err(|error| Error::file("read", path, &error))?;
    let text = notation::text_of(&bytes);
    let name = path.display().to_string();
    // Positions in a game's own words have tabs or several lines, a FEN has neither.
    if fen(loaded) && !text.trim().contains(['\t', '\n']) {
        return read_fen(loaded, text.trim(), &name);
    }
    let state = loaded.game().parse_state(&text);
    state.map(|state| (state, 0)).map_err(|error| Error::Input(format!("{name}: {error}")))
}

fn fen(loaded: &Loaded) -> bool {
    loaded.spec().is_some() && notation::has_fen(&loaded.name)
}

fn read_fen(loaded: &Loaded, text: &str, name: &str) -> Result<(AnyState, usize), Error> {
    let game = loaded.spec().expect("only game files have a FEN");
    let read = notation::read_fen(game, text);
    let read = read.map_err(|wrong| Error::Input(format!("{name}, letter {}: {}", wrong.column, wrong.reason)))?;
    Ok((AnyState::new(read.state), read.plies))
}

/// A position as FEN.
pub fn as_fen(loaded: &Loaded, state: &AnyState, plies: usize) -> Result<String, Error> {
    let told = loaded.spec().zip(state.downcast_ref());
    let written = match told {
        Some((game, state)) => notation::write_fen(game, state, plies),
        None => Err(format!("positions of {} have no FEN", loaded.name)),
    };
    written.map_err(Error::Input)
}
