//! Standard notations of games and positions: FEN and PGN (with SAN) for chess, PDN for draughts, SGF for Gomoku and
//! Hex. They convert between text and values, without files, and only for shipped games, because a notation depends on
//! the names of pieces and locations.
//!
//! ```
//! use boardwright_games::notation::Notation;
//!
//! assert_eq!(Notation::of_game("chess"), Some(Notation::Pgn));
//! assert_eq!(Notation::of_file("GAMES.PGN", ""), Some(Notation::Pgn));
//! assert!(Notation::of_game("nim").is_none());
//! ```

mod chess;
mod draughts;
mod fen;
mod load;
mod metadata;
mod pdn;
mod pgn;
mod san;
mod scan;
mod setup;
mod sgf;
mod stones;
mod tags;

use std::borrow::Cow;

use boardwright_compiler::game::CompiledGame;
use boardwright_game::record::Record;
use boardwright_interpreter::state::State;

pub use load::load;
pub use metadata::Options;
pub use scan::{NotationError, TextPosition};

/// A notation of complete games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Notation {
    /// Portable game notation (PGN): chess.
    Pgn,
    /// Portable draughts notation (PDN): English draughts.
    Pdn,
    /// Smart game format (SGF): Gomoku and Hex.
    Sgf,
}

/// Position read from a FEN.
#[derive(Clone, Debug)]
pub struct FenPosition {
    /// The state.
    pub state: State,
    /// Number of moves before the position, as far as the FEN has it; the game does not count them.
    pub plies: usize,
}

/// Properties of a notation.
struct NotationEntry {
    notation: Notation,
    /// Name on the command line, and file extension.
    name: &'static str,
    games: &'static [&'static str],
}

/// All notations, with their games.
const ENTRIES: [NotationEntry; 3] = [
    NotationEntry { notation: Notation::Pgn, name: "pgn", games: &["chess"] },
    NotationEntry { notation: Notation::Pdn, name: "pdn", games: &["draughts"] },
    NotationEntry { notation: Notation::Sgf, name: "sgf", games: &["gomoku", "hex"] },
];

/// Games that have a FEN.
const FENS: [&str; 2] = ["chess", "draughts"];

impl Notation {
    /// All notations.
    pub const ALL: [Self; 3] = [Self::Pgn, Self::Pdn, Self::Sgf];

    fn entry(self) -> &'static NotationEntry {
        ENTRIES.iter().find(|entry| entry.notation == self).expect("every notation is in the list")
    }

    /// Name of the notation, which is also the file extension.
    pub fn name(self) -> &'static str {
        self.entry().name
    }

    /// Names of the games with this notation.
    pub fn games(self) -> &'static [&'static str] {
        self.entry().games
    }

    /// Notation with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        ENTRIES.iter().find(|entry| entry.name == name).map(|entry| entry.notation)
    }

    /// Notation of a game, by the name of the game.
    pub fn of_game(name: &str) -> Option<Self> {
        ENTRIES.iter().find(|entry| entry.games.contains(&name)).map(|entry| entry.notation)
    }

    /// Notation of a file, by its extension or else by the beginning of its text; `None` for other files.
    pub fn of_file(name: &str, text: &str) -> Option<Self> {
        let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
        let by_ending = ending.and_then(|ending| Self::from_name(&ending));
        by_ending.or_else(|| match text.trim_start_matches('\u{feff}').trim_start().chars().next()? {
            '(' => Some(Self::Sgf),
            '[' if text.contains("[GameType") => Some(Self::Pdn),
            '[' => Some(Self::Pgn),
            _ => None,
        })
    }
}

/// Formats a record in the notation of its game; `game` is the game with the options of the record.
///
/// # Errors
/// If the record cannot be replayed, the game is not the shipped one, or the notation cannot express the record.
pub fn write(game: &CompiledGame, record: &Record) -> Result<String, String> {
    let name = &game.rules().name;
    match Notation::of_game(name) {
        Some(Notation::Pgn) => pgn::write(game, record),
        Some(Notation::Pdn) => pdn::write(game, record),
        Some(Notation::Sgf) => stones::write(game, record),
        None => Err(format!("games of {name} have no notation but records")),
    }
}

/// Parses the games of a text; returns records that can be replayed. `load` loads a shipped game by name and options:
/// the function [`load()`], or one that caches games.
///
/// # Errors
/// If the text is invalid, with the position of the error, or a game cannot be loaded.
pub fn read(
    notation: Notation,
    load: &mut dyn FnMut(&str, &Options) -> Result<CompiledGame, String>,
    text: &str,
) -> Result<Vec<Record>, NotationError> {
    let mut game = |name| load(name, &Options::new()).map_err(|reason| TextPosition::FIRST.error(reason));
    match notation {
        Notation::Pgn => pgn::read(&game("chess")?, text),
        Notation::Pdn => pdn::read(&game("draughts")?, text),
        Notation::Sgf => stones::read(load, text),
    }
}

/// `true` if positions of the game with this name have a FEN.
pub fn has_fen(name: &str) -> bool {
    FENS.contains(&name)
}

/// Formats a position as FEN; `plies` is the number of moves before it, for the move number at the end of a chess FEN.
///
/// # Errors
/// If the game has no FEN, is not the shipped one, or the FEN cannot express the position.
pub fn write_fen(game: &CompiledGame, state: &State, plies: usize) -> Result<String, String> {
    match game.rules().name.as_str() {
        "chess" => fen::write(game, state, plies),
        "draughts" => draughts::Draughts::new(game)?.fen(state),
        name => Err(no_fen(name)),
    }
}

/// Parses a FEN.
///
/// # Errors
/// If the text is not a FEN, or not of a position that can occur in a game.
pub fn read_fen(game: &CompiledGame, text: &str) -> Result<FenPosition, NotationError> {
    match game.rules().name.as_str() {
        "chess" => fen::read(game, text),
        "draughts" => {
            let draughts = draughts::Draughts::new(game).map_err(|reason| TextPosition::FIRST.error(reason))?;
            Ok(FenPosition { state: draughts.read_fen(text)?, plies: 0 })
        }
        name => Err(TextPosition::FIRST.error(no_fen(name))),
    }
}

/// Name of the field of a FEN that contains a column, for messages.
pub fn fen_field(game: &str, text: &str, column: usize) -> String {
    let before = || text.chars().take(column.saturating_sub(1));
    let (number, names) = match game {
        "draughts" => (before().filter(|letter| *letter == ':').count(), draughts::FEN_FIELDS.as_slice()),
        _ => {
            let begun: String = before().chain(['.']).collect();
            (begun.split_whitespace().count() - 1, fen::FIELDS.as_slice())
        }
    };
    let name = names.get(number).map_or_else(String::new, |name| format!(" ({name})"));
    format!("field {}{name}", number + 1)
}

/// `true` if a text that cannot be read as a FEN is probably meant as one, and not as a file or a line of moves.
pub fn resembles_fen(game: &str, text: &str) -> bool {
    match game {
        "chess" => text.split_whitespace().next().is_some_and(|word| word.contains('/')),
        "draughts" => text.split_once(':').is_some_and(|(side, _)| matches!(side.trim(), "B" | "W" | "b" | "w")),
        _ => false,
    }
}

fn no_fen(name: &str) -> String {
    format!("positions of {name} have no FEN; games with one are {}", FENS.join(" and "))
}

/// Decodes a file as UTF-8, or else as Latin-1, which is common for such files.
pub fn decode_text(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.into(),
        Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect::<String>().into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shipped_game;

    #[test]
    fn every_notation_belongs_to_shipped_games() {
        for notation in Notation::ALL {
            assert_eq!(Notation::from_name(notation.name()), Some(notation));
            assert!(notation.games().iter().all(|game| shipped_game(game).is_some()));
        }
        assert!(FENS.iter().all(|game| shipped_game(game).is_some()));
    }

    #[test]
    fn the_notation_of_a_file_is_detected() {
        let of = |name, text| Notation::of_file(name, text);
        assert_eq!(of("x.sgf", "[Event"), Some(Notation::Sgf));
        assert_eq!(of("x.txt", "\u{feff} (;GM[4])"), Some(Notation::Sgf));
        assert_eq!(of("x", "[Event \"a\"]\n[GameType \"21\"]"), Some(Notation::Pdn));
        assert_eq!(of("x", "[Event \"a\"]"), Some(Notation::Pgn));
        assert_eq!(of("x.jsonl", "{}"), None);
    }

    #[test]
    fn invalid_utf_8_is_decoded_as_latin_1() {
        assert_eq!(decode_text(b"M\xfcller"), "Müller");
        assert_eq!(decode_text("Müller".as_bytes()), "Müller");
    }
}
