//! The [`Playable`] trait: a game with the data that its record needs. It does not load games.

use std::collections::BTreeMap;

use boardwright_game::any::{AnyGame, AnyMove, AnyState};
use boardwright_game::fault::Fault;
use boardwright_game::record::{FORMAT, FaultRecord, GameMetadata, RecordHeader, Seat};

/// Start of a game: a position and moves made from there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Opening {
    /// Position, as written by [`AnyGame::state_text`]; `None` is the initial state of the game.
    pub position: Option<String>,
    /// Full texts of the moves.
    pub moves: Vec<String>,
}

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

    /// Legal moves that a text of a person denotes: one, or those of a turn that is written as a whole.
    ///
    /// # Errors
    /// The reason why the text denotes no legal move.
    fn resolve_moves(&self, state: &AnyState, text: &str) -> Result<Vec<AnyMove>, String> {
        self.game().parse_move(state, text).map(|mv| vec![mv]).map_err(|error| error.to_string())
    }

    /// Position that a text such as a FEN denotes, as written by [`AnyGame::state_text`]; `None` if the text is not meant as
    /// a position.
    ///
    /// # Errors
    /// If the text is meant as a position, but is none.
    fn read_position(&self, _text: &str) -> Option<Result<String, String>> {
        None
    }

    /// Games of this game in a file in a standard notation; `None` for other files. `name` is that of the file.
    ///
    /// # Errors
    /// If a game of the file is wrong.
    fn read_games(&self, _name: &str, _text: &str) -> Option<Result<Vec<Opening>, String>> {
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
