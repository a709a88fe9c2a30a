//! The list of the game files that ship.
//! Adding one is one entry here, in the order of the names; nothing else in the program lists game files.

use std::fmt;

use boardwright_lang::{Files, Source};

/// A game file that ships with the program.
#[derive(Clone, Copy, Debug)]
pub struct Shipped {
    /// Its name on the command line: lower case with hyphens.
    pub name: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// How many players it has.
    pub players: usize,
    /// What kind of game it is.
    pub kind: Kind,
    /// The name of its file.
    pub file: &'static str,
    /// The file.
    pub text: &'static [u8],
}

impl Shipped {
    /// The file, to be read.
    pub fn source(&self) -> Source {
        Source::new(self.file, self.text)
    }
}

/// What kind of game something is, for people who choose one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Players against each other on a board, all in the open.
    Board,
    /// One person against a task.
    Puzzle,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Board => "board",
            Self::Puzzle => "puzzle",
        })
    }
}

/// All game files that ship, in the order of their names.
pub fn shipped() -> &'static [Shipped] {
    SHIPPED
}

/// The game file of this name.
pub fn named(name: &str) -> Option<&'static Shipped> {
    SHIPPED.binary_search_by(|game| game.name.cmp(name)).ok().map(|at| &SHIPPED[at])
}

/// The shipped game files as files that others may be based on: `base = reversi.game`.
#[derive(Clone, Copy, Debug, Default)]
pub struct ShippedFiles;

impl Files for ShippedFiles {
    fn read(&self, name: &str) -> Result<Source, String> {
        let shipped = shipped().iter().find(|game| game.file == name);
        shipped.map(Shipped::source).ok_or_else(|| "no game file of this name ships".to_owned())
    }
}

/// An entry of the list.
macro_rules! game {
    ($name:literal, $title:literal, $players:literal, $kind:ident) => {
        Shipped {
            name: $name,
            title: $title,
            players: $players,
            kind: Kind::$kind,
            file: concat!($name, ".game"),
            text: include_bytes!(concat!("../specs/", $name, ".game")),
        }
    };
}

#[rustfmt::skip]
static SHIPPED: &[Shipped] = &[
    game!("alquerque", "Alquerque", 2, Board),
    game!("amazons", "Amazons", 2, Board),
    game!("amazons-6x6", "Amazons 6x6", 2, Board),
    game!("brandub", "Brandub", 2, Board),
    game!("breakthrough", "Breakthrough", 2, Board),
    game!("chess", "Chess", 2, Board),
    game!("connect-four", "Connect Four", 2, Board),
    game!("dots-and-boxes", "Dots and Boxes", 2, Board),
    game!("draughts", "English draughts", 2, Board),
    game!("frogs", "Frogs", 1, Puzzle),
    game!("gomoku", "Gomoku", 2, Board),
    game!("halma", "Halma", 2, Board),
    game!("hex", "Hex", 2, Board),
    game!("mastermind", "Mastermind", 1, Puzzle),
    game!("mill", "Nine men's morris", 2, Board),
    game!("nim", "Nim", 2, Board),
    game!("peg-solitaire", "Peg solitaire", 1, Puzzle),
    game!("puzzle15", "15-puzzle", 1, Puzzle),
    game!("puzzle8", "8-puzzle", 1, Puzzle),
    game!("reversi", "Reversi", 2, Board),
    game!("reversi-6x6", "Reversi 6x6", 2, Board),
    game!("river-crossing", "River crossing", 1, Puzzle),
    game!("sokoban", "Sokoban", 1, Puzzle),
    game!("tic-tac-toe", "Tic-tac-toe", 2, Board),
];

/// The games whose pieces a small arm can move on a table, with the options that make them small enough: name, and options as key and
/// value.
pub const ON_A_TABLE: [(&str, &[(&str, &str)]); 11] = [
    ("tic-tac-toe", &[]),
    ("connect-four", &[]),
    ("nim", &[]),
    ("frogs", &[]),
    ("mill", &[]),
    ("alquerque", &[]),
    ("draughts", &[]),
    ("halma", &[]),
    ("breakthrough", &[]),
    ("reversi", &[]),
    ("hex", &[("size", "7")]),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted_so_that_they_can_be_found() {
        assert!(shipped().is_sorted_by(|a, b| a.name < b.name));
        for game in shipped() {
            assert_eq!(named(game.name).map(|found| found.file), Some(game.file));
        }
        assert!(named("no such game").is_none());
    }

    #[test]
    fn every_game_file_of_the_folder_ships() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/specs");
        let mut count = 0;
        for entry in std::fs::read_dir(folder).expect("the game files are beside the sources") {
            let file = entry.expect("a readable folder").file_name();
            assert!(shipped().iter().any(|game| file == *game.file), "{} is not in the list", file.display());
            count += 1;
        }
        assert_eq!(count, shipped().len());
    }

    #[test]
    fn shipped_files_are_found_by_their_names() {
        assert_eq!(ShippedFiles.read("reversi.game").map(|source| source.name().to_owned()), Ok("reversi.game".into()));
        assert!(ShippedFiles.read("reversi").is_err());
    }
}
