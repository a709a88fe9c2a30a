//! Registry of the shipped game files. A new game is added by one entry here, in the order of names; no other place
//! lists game files. Games written in Rust are in [`rust_games`](crate::rust_games).

use boardwright_lang::{Files, Source};

use crate::genre::Genre;

/// A shipped game file.
#[derive(Clone, Copy, Debug)]
pub struct ShippedGame {
    /// Name on the command line: lower case with hyphens.
    pub name: &'static str,
    /// Title for people.
    pub title: &'static str,
    /// Number of players.
    pub players: usize,
    /// Genre of the game.
    pub genre: Genre,
    /// Usual duration of a game between people, in minutes.
    pub minutes: u16,
    /// File name.
    pub file: &'static str,
    /// Contents of the file.
    pub text: &'static [u8],
}

impl ShippedGame {
    /// The file as a source for the compiler.
    pub fn source(&self) -> Source {
        Source::new(self.file, self.text)
    }
}

/// All shipped game files, in the order of their names.
pub fn shipped_games() -> &'static [ShippedGame] {
    SHIPPED_GAMES
}

/// Title of a shipped game, a file or one written in Rust.
pub fn title(name: &str) -> Option<&'static str> {
    shipped_game(name).map(|game| game.title).or_else(|| crate::rust_games::rust_game(name).map(|game| game.info.title))
}

/// Names of all shipped game files.
pub fn shipped_names() -> Vec<&'static str> {
    shipped_games().iter().map(|game| game.name).collect()
}

/// Shipped game with this name.
pub fn shipped_game(name: &str) -> Option<&'static ShippedGame> {
    SHIPPED_GAMES.binary_search_by(|game| game.name.cmp(name)).ok().map(|at| &SHIPPED_GAMES[at])
}

/// Earlier names of games, with the names that they have now.
const EARLIER_NAMES: &[(&str, &str)] = &[("kuhn-file", "kuhn"), ("leduc-file", "leduc"), ("pig-file", "pig")];

/// Name of a shipped game, or game written in Rust, that is called by this name now or was called by it earlier.
pub fn present_name(name: &str) -> &str {
    EARLIER_NAMES.iter().find(|(earlier, _)| *earlier == name).map_or(name, |(_, now)| now)
}

/// File resolver for shipped game files that others are based on: `base = reversi.game`.
#[derive(Clone, Copy, Debug, Default)]
pub struct ShippedFiles;

impl Files for ShippedFiles {
    fn read(&self, name: &str) -> Result<Source, String> {
        let shipped = shipped_games().iter().find(|game| game.file == name);
        shipped.map(ShippedGame::source).ok_or_else(|| "no game file of this name ships".to_owned())
    }
}

/// Creates an entry of the registry: name, title, number of players, genre, and usual duration in minutes.
macro_rules! game {
    ($name:literal, $title:literal, $players:literal, $genre:ident, $minutes:literal) => {
        ShippedGame {
            name: $name,
            title: $title,
            players: $players,
            genre: Genre::$genre,
            minutes: $minutes,
            file: concat!($name, ".game"),
            text: include_bytes!(concat!("../specs/", $name, ".game")),
        }
    };
}

#[rustfmt::skip]
static SHIPPED_GAMES: &[ShippedGame] = &[
    game!("2048", "2048", 1, Puzzle, 10),
    game!("alquerque", "Alquerque", 2, Board, 15),
    game!("amazons", "Amazons", 2, Board, 40),
    game!("amazons-6x6", "Amazons 6x6", 2, Board, 15),
    game!("backgammon", "Backgammon", 2, Dice, 20),
    game!("battleship", "Battleship", 2, Board, 15),
    game!("brandub", "Brandub", 2, Board, 15),
    game!("breakthrough", "Breakthrough", 2, Board, 20),
    game!("chess", "Chess", 2, Board, 40),
    game!("chinese-checkers", "Chinese checkers", 2, Board, 40),
    game!("connect-four", "Connect Four", 2, Board, 10),
    game!("dots-and-boxes", "Dots and Boxes", 2, Board, 10),
    game!("draughts", "English draughts", 2, Board, 30),
    game!("frogs", "Frogs", 1, Puzzle, 5),
    game!("go", "Go", 2, Board, 30),
    game!("gomoku", "Gomoku", 2, Board, 15),
    game!("halma", "Halma", 2, Board, 45),
    game!("hex", "Hex", 2, Board, 20),
    game!("kalah", "Kalah", 2, Board, 10),
    game!("liars-dice", "Liar's dice", 2, Dice, 10),
    game!("lines-of-action", "Lines of Action", 2, Board, 30),
    game!("ludo", "Ludo", 2, Dice, 30),
    game!("mastermind", "Mastermind", 1, Puzzle, 10),
    game!("mastermind-secret", "Mastermind with a secret code", 1, Puzzle, 10),
    game!("mill", "Nine men's morris", 2, Board, 20),
    game!("nim", "Nim", 2, Board, 5),
    game!("nine-tricks", "Nine tricks", 2, Cards, 5),
    game!("peg-solitaire", "Peg solitaire", 1, Puzzle, 10),
    game!("pentago", "Pentago", 2, Board, 10),
    game!("pig", "Pig", 2, Dice, 10),
    game!("puzzle15", "15-puzzle", 1, Puzzle, 10),
    game!("puzzle8", "8-puzzle", 1, Puzzle, 5),
    game!("quarto", "Quarto", 2, Board, 15),
    game!("quoridor", "Quoridor", 2, Board, 20),
    game!("reversi", "Reversi", 2, Board, 25),
    game!("reversi-6x6", "Reversi 6x6", 2, Board, 15),
    game!("river-crossing", "River crossing", 1, Puzzle, 5),
    game!("shogi", "Shogi", 2, Board, 60),
    game!("skipping", "Skipping", 2, Board, 20),
    game!("sokoban", "Sokoban", 1, Puzzle, 10),
    game!("squares", "Squares", 2, Board, 15),
    game!("stratego-6x6", "Stratego on 6 by 6", 2, Board, 30),
    game!("tic-tac-toe", "Tic-tac-toe", 2, Board, 2),
    game!("yahtzee", "Yahtzee", 2, Dice, 20),
];

/// Games whose pieces a small robot arm can move, with the options that make the board small enough: name, and options
/// as key and value.
pub const ROBOT_GAMES: [(&str, &[(&str, &str)]); 11] = [
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
        assert!(shipped_games().is_sorted_by(|a, b| a.name < b.name));
        for game in shipped_games() {
            assert_eq!(shipped_game(game.name).map(|found| found.file), Some(game.file));
        }
        assert!(shipped_game("no such game").is_none());
    }

    #[test]
    fn earlier_names_lead_to_games_that_ship() {
        for (earlier, now) in EARLIER_NAMES {
            let is_game = |name: &str| shipped_game(name).is_some() || crate::rust_games::rust_game(name).is_some();
            assert!(is_game(now) && !is_game(earlier), "{earlier}: {now}");
            assert_eq!(present_name(earlier), *now);
        }
        assert_eq!(present_name("chess"), "chess");
    }

    #[test]
    fn every_game_file_is_registered() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/specs");
        let mut count = 0;
        for entry in std::fs::read_dir(folder).expect("the game files are beside the sources") {
            let file = entry.expect("a readable folder").file_name();
            assert!(shipped_games().iter().any(|game| file == *game.file), "{} is not in the list", file.display());
            count += 1;
        }
        assert_eq!(count, shipped_games().len());
    }

    #[test]
    fn shipped_files_are_found_by_their_names() {
        assert_eq!(ShippedFiles.read("reversi.game").map(|source| source.name().to_owned()), Ok("reversi.game".into()));
        assert!(ShippedFiles.read("reversi").is_err());
    }
}
