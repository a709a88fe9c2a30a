//! Records of played games: what is needed to play a game again exactly, and the proof that it was.
//! A record's form on disk is a list of [`Line`]s; reading and writing them is up to whoever has files.

mod lines;
mod replay;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize, Serializer};

use crate::game::Outcome;
use crate::ids::Player;

pub use lines::{Line, RecordError};
pub use replay::{ReplayError, Step, replay};

/// The edition of records that this program writes, and the newest that it reads.
pub const FORMAT: u32 = 1;

/// A played game. What a clock measured is not in it, so that two games played alike have equal records.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// What was known before the first move.
    pub header: Header,
    /// The moves after the opening, in order.
    pub moves: Vec<Played>,
    /// How it ended; `None` where the record was cut off.
    pub end: Option<End>,
}

/// What is known of a game before its first move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// The edition of the record: [`FORMAT`].
    pub format: u32,
    /// The game as it was asked for: a shipped game's name or the path of a game file, with its options.
    pub game: String,
    /// The game's name.
    pub name: String,
    /// SHA-256 of the game file; none for a game that is no file.
    pub hash: Option<String>,
    /// The game's options.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// Who played, by player.
    pub players: Vec<Seat>,
    /// From which every random choice came that no player's own seed made.
    pub seed: u64,
    /// The position in which the game began, as [`Game::state_text`](crate::game::Game::state_text) writes it; `None` is the one
    /// in which all games begin.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Moves that were made before the players began.
    #[serde(default)]
    pub opening: Vec<String>,
}

/// Who plays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seat {
    /// The kind of player: `human`, `random`.
    pub player: String,
    /// What makes this one play as it does.
    #[serde(default)]
    pub parameters: BTreeMap<String, String>,
}

/// A move that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Played {
    /// Counted from 1, those of the opening too.
    pub ply: usize,
    /// Whose it was; `None` is chance.
    pub player: Option<Player>,
    /// As it is written.
    #[serde(rename = "move")]
    pub text: String,
    /// The rule by which it was made, where moves have one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct End {
    /// Why no more moves were made.
    pub reason: Reason,
    /// Who won; `None` where that is not known.
    pub outcome: Option<Outcome>,
    /// By player, after the last move.
    #[serde(serialize_with = "plain_numbers")]
    pub scores: Vec<f64>,
    /// Who resigned, left, or did what ended the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Player>,
    /// What there is to say of it: the move that was none, or how a player broke down.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// The mistake of the game file that stopped the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Stop>,
}

/// Why no more moves were made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reason {
    /// The game is over by its rules.
    Finished,
    /// A player resigned.
    Resigned,
    /// A person left, or the input ended.
    Left,
    /// As many moves were made as were asked for.
    Limit,
    /// Somebody stopped the program while the game went on.
    Stopped,
    /// A player had no time left.
    Time,
    /// A player did what is no legal move.
    Illegal,
    /// The program of a player broke down.
    Crash,
    /// A player did not come back from thinking.
    Stall,
    /// The players agreed on a draw.
    Agreement,
    /// A position stood as often as was asked for.
    Repetition,
    /// What the players thought of the position decided it, as was asked for.
    Adjudicated,
    /// The rules of the game failed.
    Fault,
}

/// A mistake of a game file that stopped a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stop {
    /// What happened, and in which part of the file.
    pub message: String,
    /// The move that could not be made; `None` where the moves could not even be listed.
    #[serde(rename = "move")]
    pub text: Option<String>,
    /// The line of the game file, from 1.
    pub line: Option<usize>,
    /// The column of that line, from 1, in characters.
    pub column: Option<usize>,
    /// The expression.
    pub expression: Option<String>,
}

/// What a clock measured during a game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Clock {
    /// Seconds from showing the position to the decision, for each move of the record.
    pub seconds: Vec<f64>,
}

/// Whole numbers without a decimal point: most scores are such.
fn plain_numbers<S: Serializer>(numbers: &[f64], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(numbers.iter().map(|&number| Number(number)))
}

/// A number that is written without a decimal point if it is whole.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Number(pub f64);

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // Up to 2^53 every whole number is a float.
        if self.0.fract() == 0.0 && self.0.abs() <= 9e15 {
            serializer.serialize_i64(self.0 as i64)
        } else {
            serializer.serialize_f64(self.0)
        }
    }
}
