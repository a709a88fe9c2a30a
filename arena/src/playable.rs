//! The [`Playable`] trait: a game with the data that its record needs. It does not load games.

use std::collections::BTreeMap;

use boardwright_game::any::{AnyGame, AnyMove};
use boardwright_game::fault::Fault;
use boardwright_game::record::{FORMAT, FaultRecord, GameMetadata, RecordHeader, Seat};

/// A game with the data known to its loader.
pub trait Playable {
    /// The game.
    fn game(&self) -> &dyn AnyGame;

    /// Header of a record of this game.
    fn header(&self, players: Vec<Seat>, seed: u64, opening: Vec<String>) -> RecordHeader;

    /// Name of the rule that makes a move, for games whose moves have one.
    fn rule(&self, _mv: &AnyMove) -> Option<String> {
        None
    }

    /// Description of a run-time error of the rules for the record: with the move that could not be made, and its place
    /// in the game file.
    fn stop(&self, fault: &Fault, text: Option<String>) -> FaultRecord {
        FaultRecord { message: fault.to_string(), text, line: None, column: None, expression: None }
    }
}

/// A game without data other than a name.
#[allow(missing_debug_implementations, reason = "games have no debug output")]
pub struct NamedGame<'a> {
    /// Name of the game.
    pub name: &'a str,
    /// The game.
    pub game: &'a dyn AnyGame,
}

impl Playable for NamedGame<'_> {
    fn game(&self) -> &dyn AnyGame {
        self.game
    }

    fn header(&self, players: Vec<Seat>, seed: u64, opening: Vec<String>) -> RecordHeader {
        RecordHeader {
            format: FORMAT,
            game: self.name.to_owned(),
            name: self.name.to_owned(),
            hash: None,
            options: BTreeMap::new(),
            players,
            seed,
            position: None,
            opening,
            metadata: GameMetadata::default(),
        }
    }
}
