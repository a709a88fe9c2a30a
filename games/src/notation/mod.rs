//! Games and positions in the notations that are in common use: FEN and PGN, PDN, SGF. Text to values and back, no files; and only
//! for games that ship, for a notation has the names of their pieces and places in it.
//!
//! ```
//! use boardwright_games::notation::{Notation, Place};
//!
//! assert_eq!(Notation::of_game("chess"), Some(Notation::Pgn));
//! assert_eq!(Notation::of_file("GAMES.PGN", ""), Some(Notation::Pgn));
//! assert!(Notation::of_game("nim").is_none());
//! # let _ = Place { line: 1, column: 1 };
//! ```

mod chess;
mod draughts;
mod fen;
mod load;
mod pdn;
mod pgn;
mod san;
mod scan;
mod setup;
mod sgf;
mod stones;
mod tags;
mod told;

use std::borrow::Cow;

use boardwright_engine::record::Record;
use boardwright_engine::spec::SpecGame;
use boardwright_engine::state::State;

pub use load::load;
pub use scan::{NotationError, Place};
pub use told::Options;

/// A notation of whole games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Notation {
    /// Portable game notation: chess.
    Pgn,
    /// Portable draughts notation: English draughts.
    Pdn,
    /// Smart game format: Gomoku and Hex.
    Sgf,
}

/// A position that was read.
#[derive(Clone, Debug)]
pub struct Fen {
    /// The position.
    pub state: State,
    /// How many moves were made before it, as far as the notation tells; the game does not count them.
    pub plies: usize,
}

/// All that is known of a notation.
struct Entry {
    notation: Notation,
    /// On the command line, and the ending of files.
    name: &'static str,
    games: &'static [&'static str],
}

/// The one list of notations, and which games have them.
const ENTRIES: [Entry; 3] = [
    Entry { notation: Notation::Pgn, name: "pgn", games: &["chess"] },
    Entry { notation: Notation::Pdn, name: "pdn", games: &["draughts"] },
    Entry { notation: Notation::Sgf, name: "sgf", games: &["gomoku", "hex"] },
];

/// The games whose positions have a notation.
const FENS: [&str; 2] = ["chess", "draughts"];

impl Notation {
    /// All notations.
    pub const ALL: [Self; 3] = [Self::Pgn, Self::Pdn, Self::Sgf];

    fn entry(self) -> &'static Entry {
        ENTRIES.iter().find(|entry| entry.notation == self).expect("every notation is in the list")
    }

    /// Its name, which is the ending of its files too.
    pub fn name(self) -> &'static str {
        self.entry().name
    }

    /// The games that have it, by their names.
    pub fn games(self) -> &'static [&'static str] {
        self.entry().games
    }

    /// The notation of a name.
    pub fn named(name: &str) -> Option<Self> {
        ENTRIES.iter().find(|entry| entry.name == name).map(|entry| entry.notation)
    }

    /// The notation that a game has, by the game's name.
    pub fn of_game(name: &str) -> Option<Self> {
        ENTRIES.iter().find(|entry| entry.games.contains(&name)).map(|entry| entry.notation)
    }

    /// The notation of a file, by the ending of its name or else by how it begins; `None` for what is in no notation.
    pub fn of_file(name: &str, text: &str) -> Option<Self> {
        let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
        let by_ending = ending.and_then(|ending| Self::named(&ending));
        by_ending.or_else(|| match text.trim_start_matches('\u{feff}').trim_start().chars().next()? {
            '(' => Some(Self::Sgf),
            '[' if text.contains("[GameType") => Some(Self::Pdn),
            '[' => Some(Self::Pgn),
            _ => None,
        })
    }
}

/// A record in the notation of its game; `game` is the game with the options of the record.
///
/// # Errors
/// If the record does not hold, the game is not the one that ships, or the notation has no way to tell it.
pub fn write(game: &SpecGame, record: &Record) -> Result<String, String> {
    let name = &game.rules().name;
    match Notation::of_game(name) {
        Some(Notation::Pgn) => pgn::write(game, record),
        Some(Notation::Pdn) => pdn::write(game, record),
        Some(Notation::Sgf) => stones::write(game, record),
        None => Err(format!("games of {name} have no notation but records")),
    }
}

/// The games of a text, as records that replay. `load` gives a game that ships by its name and what is chosen for its options: the
/// function [`load`], or one that knows games which are loaded already.
///
/// # Errors
/// What cannot be read, and where; also if a game cannot be loaded.
pub fn read(
    notation: Notation,
    load: &mut dyn FnMut(&str, &Options) -> Result<SpecGame, String>,
    text: &str,
) -> Result<Vec<Record>, NotationError> {
    let mut game = |name| load(name, &Options::new()).map_err(|reason| Place::FIRST.error(reason));
    match notation {
        Notation::Pgn => pgn::read(&game("chess")?, text),
        Notation::Pdn => pdn::read(&game("draughts")?, text),
        Notation::Sgf => stones::read(load, text),
    }
}

/// Whether positions of a game have a notation, by the game's name.
pub fn has_fen(name: &str) -> bool {
    FENS.contains(&name)
}

/// A position as FEN; `plies` is how many moves were made before it, for the number that FEN of chess ends with.
///
/// # Errors
/// If the game has none, is not the one that ships, or the position cannot be told.
pub fn write_fen(game: &SpecGame, state: &State, plies: usize) -> Result<String, String> {
    match game.rules().name.as_str() {
        "chess" => fen::write(game, state, plies),
        "draughts" => draughts::Draughts::new(game)?.fen(state),
        name => Err(no_fen(name)),
    }
}

/// The position of a FEN.
///
/// # Errors
/// If it is none, or none of a position that a game can come to.
pub fn read_fen(game: &SpecGame, text: &str) -> Result<Fen, NotationError> {
    match game.rules().name.as_str() {
        "chess" => fen::read(game, text),
        "draughts" => {
            let draughts = draughts::Draughts::new(game).map_err(|reason| Place::FIRST.error(reason))?;
            Ok(Fen { state: draughts.read_fen(text)?, plies: 0 })
        }
        name => Err(Place::FIRST.error(no_fen(name))),
    }
}

fn no_fen(name: &str) -> String {
    format!("positions of {name} have no FEN; games with one are {}", FENS.join(" and "))
}

/// The text of a file: UTF-8, or else Latin-1, in which many such files are.
pub fn text_of(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.into(),
        Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect::<String>().into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::named;

    #[test]
    fn every_notation_is_of_games_that_ship() {
        for notation in Notation::ALL {
            assert_eq!(Notation::named(notation.name()), Some(notation));
            assert!(notation.games().iter().all(|game| named(game).is_some()));
        }
        assert!(FENS.iter().all(|game| named(game).is_some()));
    }

    #[test]
    fn files_are_known_by_their_ending_or_their_beginning() {
        let of = |name, text| Notation::of_file(name, text);
        assert_eq!(of("x.sgf", "[Event"), Some(Notation::Sgf));
        assert_eq!(of("x.txt", "\u{feff} (;GM[4])"), Some(Notation::Sgf));
        assert_eq!(of("x", "[Event \"a\"]\n[GameType \"21\"]"), Some(Notation::Pdn));
        assert_eq!(of("x", "[Event \"a\"]"), Some(Notation::Pgn));
        assert_eq!(of("x.jsonl", "{}"), None);
    }

    #[test]
    fn bytes_that_are_no_utf8_are_latin_1() {
        assert_eq!(text_of(b"M\xfcller"), "Müller");
        assert_eq!(text_of("Müller".as_bytes()), "Müller");
    }
}
