//! The list of the game files that ship, each with its pictures.
//! Adding one is one entry here, in the order of the names; nothing else in the program lists game files.

use std::fmt;

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
    /// Its pictures by file name: all that the file names.
    pub pictures: &'static [(&'static str, &'static [u8])],
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

/// The bytes of pictures, by file name.
macro_rules! pictures {
    ($($file:literal)*) => {
        &[$(($file, include_bytes!(concat!("../pictures/", $file)))),*]
    };
}

/// An entry of the list.
macro_rules! game {
    ($name:literal, $title:literal, $players:literal, $kind:ident, [$($picture:literal)*]) => {
        Shipped {
            name: $name,
            title: $title,
            players: $players,
            kind: Kind::$kind,
            file: concat!($name, ".game"),
            text: include_bytes!(concat!("../specs/", $name, ".game")),
            pictures: pictures!($($picture)*),
        }
    };
}

#[rustfmt::skip]
static SHIPPED: &[Shipped] = &[
    game!("alquerque", "Alquerque", 2, Board, [
        "alquerque-board.svg" "man-black-jumping.svg" "man-black.svg" "man-white-jumping.svg" "man-white.svg"
        "point.svg" "reserve.svg" "signal.svg" "switch.svg"
    ]),
    game!("connect-four", "Connect Four", 2, Board, [
        "cell.svg" "connect-four-board.svg" "disc-red.svg" "disc-yellow.svg" "reserve.svg"
    ]),
    game!("frogs", "Frogs", 1, Puzzle, [
        "frog-brown.svg" "frog-green.svg" "frogs-board.svg" "stone.svg"
    ]),
    game!("nim", "Nim", 2, Board, [
        "match.svg" "nim-board.svg" "slot.svg"
    ]),
    game!("puzzle8", "8-puzzle", 1, Puzzle, [
        "hollow.svg" "puzzle8-board.svg" "tile-1.svg" "tile-2.svg" "tile-3.svg" "tile-4.svg" "tile-5.svg"
        "tile-6.svg" "tile-7.svg" "tile-8.svg"
    ]),
    game!("tic-tac-toe", "Tic-Tac-Toe", 2, Board, [
        "cross.svg" "nought.svg" "reserve.svg" "square.svg" "tic-tac-toe-board.svg"
    ]),
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
    fn every_file_comes_with_exactly_the_pictures_it_names() {
        for game in shipped() {
            let text = std::str::from_utf8(game.text).expect("game files that ship are UTF-8");
            let mut wanted: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("image=")).collect();
            wanted.sort_unstable();
            wanted.dedup();
            let given: Vec<&str> = game.pictures.iter().map(|(file, _)| *file).collect();
            assert_eq!(given, wanted, "{}", game.name);
        }
    }

    #[test]
    fn no_picture_lies_about_unused() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/pictures");
        for entry in std::fs::read_dir(folder).expect("the pictures are beside the sources") {
            let file = entry.expect("a readable folder").file_name();
            let used = shipped().iter().flat_map(|game| game.pictures).any(|(name, _)| file == *name);
            assert!(used, "no game uses {}", file.display());
        }
    }

    #[test]
    fn pictures_are_drawings_with_a_size() {
        for (file, bytes) in shipped().iter().flat_map(|game| game.pictures) {
            let text = std::str::from_utf8(bytes).expect("SVG is UTF-8");
            assert!(text.starts_with("<svg ") && text.trim_end().ends_with("</svg>"), "{file}");
            assert!(text.contains(" width=\"") && text.contains(" viewBox=\""), "{file}");
        }
    }
}
