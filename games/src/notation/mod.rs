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

mod annotated;
mod builder;
mod chess;
mod draughts;
mod fen;
mod game_tags;
mod index;
mod layout;
mod left_out;
mod load;
mod marks;
mod metadata;
mod movetext;
mod pdn;
mod pgn;
mod result;
mod san;
mod scan;
mod setup;
mod sgf;
mod stone_notes;
mod stones;
mod tags;
mod uci;

use std::borrow::Cow;
use std::ops::Range;

use boardwright_compiler::game::CompiledGame;
use boardwright_game::record::Record;
use boardwright_interpreter::moves::Move;
use boardwright_interpreter::state::State;

pub use index::{ListedGame, list_games};
pub use load::load;
pub use marks::strip_marks;
pub use metadata::Options;
pub use scan::{NotationError, NotationWarning, TextPosition};
pub use uci::{uci_moves, uci_position, uci_variant};

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

/// Game of a text in a notation.
#[derive(Clone, Debug)]
pub struct TextGame {
    /// Line at which it begins, from 1.
    pub line: usize,
    /// Its bytes in the text.
    pub range: Range<usize>,
    /// The record, or the first error of this game.
    pub record: Result<Record, NotationError>,
    /// Parts of the text that the record does not have, by line.
    pub warnings: Vec<NotationWarning>,
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

    /// Names of the colours of the players, the first one first.
    pub fn colours(self) -> [&'static str; 2] {
        match self {
            Self::Pgn => ["White", "Black"],
            Self::Pdn | Self::Sgf => ["Black", "White"],
        }
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
            '[' | '%' | ';' if text.contains("[GameType") => Some(Self::Pdn),
            '[' => Some(Self::Pgn),
            '%' | ';' if text.contains("\n[Event ") => Some(Self::Pgn),
            '{' => None,
            _ => (text.contains("(;") && text.contains("GM[")).then_some(Self::Sgf),
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

/// Parses the games of a text; returns records that can be replayed, or the error of each game. `load` loads a shipped
/// game by name and options: the function [`load()`], or one that caches games.
///
/// # Errors
/// If there is no game in the text, or the game cannot be loaded.
pub fn read_games(
    notation: Notation,
    load: &mut dyn FnMut(&str, &Options) -> Result<CompiledGame, String>,
    text: &str,
) -> Result<Vec<TextGame>, NotationError> {
    let mut game = |name| load(name, &Options::new()).map_err(|reason| TextPosition::FIRST.error(reason));
    match notation {
        Notation::Pgn => pgn::read(&game("chess")?, text),
        Notation::Pdn => pdn::read(&game("draughts")?, text),
        Notation::Sgf => stones::read(load, text),
    }
}

/// Parses the games of a text like [`read_games`], all of which have to be valid.
///
/// # Errors
/// The first error, with its position.
pub fn read(
    notation: Notation,
    load: &mut dyn FnMut(&str, &Options) -> Result<CompiledGame, String>,
    text: &str,
) -> Result<Vec<Record>, NotationError> {
    read_games(notation, load, text)?.into_iter().map(|game| game.record).collect()
}

/// Legal moves that a text denotes in the notation of its game, read as in a file: one, or those of a capture with several
/// jumps. Empty if there are none, if the text is ambiguous, or if the game has no notation.
pub fn find_moves(game: &CompiledGame, state: &State, text: &str) -> Vec<Move> {
    let found = match Notation::of_game(&game.rules().name) {
        Some(Notation::Pgn) => pgn::find_move(game, state, text),
        Some(Notation::Pdn) => pdn::find_moves(game, state, text),
        Some(Notation::Sgf) => stones::find_move(game, state, text),
        None => Ok(Vec::new()),
    };
    found.unwrap_or_default()
}

/// A text for castling as the move of the king, `Kg1`, which names piece and target; `None` for every other text.
pub fn castling_king_move(game: &CompiledGame, state: &State, text: &str) -> Option<String> {
    let is_chess = Notation::of_game(&game.rules().name) == Some(Notation::Pgn);
    is_chess.then(|| san::castling_king_move(game.mover(state).index(), text)).flatten()
}

/// Reason why a text is no legal move, if it has a meaning in notations but none here: a null move or a drop of chess,
/// castling that is not possible, several moves of draughts written together, an exchange of the players of Hex, or a
/// place outside the board of Gomoku or Hex.
pub fn refusal(game: &CompiledGame, state: &State, text: &str) -> Option<String> {
    match Notation::of_game(&game.rules().name)? {
        Notation::Pgn => pgn::refusal(game, state, text),
        Notation::Pdn => pdn::refusal(text),
        Notation::Sgf => stones::refusal(game, text),
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
            let (state, number) = draughts.read_fen(text)?;
            let whole_moves = number.map_or(0, |number| 2 * (number as usize - 1));
            let side = game.mover(&state).index();
            Ok(FenPosition { plies: number.map_or(0, |_| whole_moves + side), state })
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

/// Decodes a file as UTF-16 if it has the mark of it or a zero in its first pair of bytes, as UTF-8, or else as Latin-1,
/// which is common for such files.
pub fn decode_text(bytes: &[u8]) -> Cow<'_, str> {
    let utf_16 = |unit: fn([u8; 2]) -> u16, bytes: &[u8]| {
        let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
        char::decode_utf16(units).map(|letter| letter.unwrap_or(char::REPLACEMENT_CHARACTER)).collect::<String>()
    };
    match bytes {
        [0xff, 0xfe, rest @ ..] => return utf_16(u16::from_le_bytes, rest).into(),
        [0xfe, 0xff, rest @ ..] => return utf_16(u16::from_be_bytes, rest).into(),
        [a, 0, b, 0, ..] if *a > 0 && *b > 0 => return utf_16(u16::from_le_bytes, bytes).into(),
        [0, a, 0, b, ..] if *a > 0 && *b > 0 => return utf_16(u16::from_be_bytes, bytes).into(),
        _ => {}
    }
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

    #[test]
    fn utf_16_is_decoded_with_and_without_its_mark() {
        let text = "[White \"Müller\"]\n";
        for mark in ["\u{feff}", ""] {
            let units: Vec<u16> = mark.encode_utf16().chain(text.encode_utf16()).collect();
            let little: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
            let big: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
            assert_eq!((decode_text(&little), decode_text(&big)), (text.into(), text.into()));
            // A byte too many at the end is no character.
            assert_eq!(decode_text(&[&little[..], b"x"].concat()), text);
        }
        assert_eq!(decode_text(&[0xff, 0xfe, 0x00, 0xd8]), "\u{fffd}");
    }
}
