//! Game records: the data needed to replay a game exactly and to verify it.
//! On disk a record is a list of [`RecordLine`]s; reading and writing files is up to the caller.

mod annotations;
mod lines;
mod replay;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize, Serializer};

use crate::game::Outcome;
use crate::ids::Player;

pub use annotations::{Annotations, MAX_NESTING, Note, Variation, VariationMove};
pub use lines::{RecordError, RecordLine};
pub use replay::{ReplayError, ReplayStep, replay};

/// Version of the record format that this program writes, and the newest one that it reads.
pub const FORMAT: u32 = 1;

/// Record of a played game. Measured times are not part of it, so two games with the same moves have equal records.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// Data known before the first move.
    pub header: RecordHeader,
    /// Moves after the opening, in order.
    pub moves: Vec<MoveRecord>,
    /// End of the game; `None` if the record was cut off.
    pub end: Option<GameEnd>,
}

/// Data of a game that is known before its first move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordHeader {
    /// Version of the record format: [`FORMAT`].
    pub format: u32,
    /// The game as given by the user: the name of a shipped game or the path of a game file, with its options.
    pub game: String,
    /// Name of the game.
    pub name: String,
    /// SHA-256 of the game file; `None` for games without a file.
    pub hash: Option<String>,
    /// Options of the game.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// Seats by player.
    pub players: Vec<Seat>,
    /// Seed of every random choice except those with a player's own seed.
    pub seed: u64,
    /// Initial position, as [`Game::state_text`](crate::game::Game::state_text) writes it; `None` for the game's
    /// initial state.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Opening moves, made before the players began.
    #[serde(default)]
    pub opening: Vec<String>,
    /// Data that no rule needs.
    #[serde(default, skip_serializing_if = "GameMetadata::is_empty")]
    pub metadata: GameMetadata,
}

/// Data of a game that no rule needs: where and when it was played, the number of its first move, and annotations.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameMetadata {
    /// Number of the first move, as notations count the moves of both players together; `None` for 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub move_number: Option<u32>,
    /// Values by name of a tag of PGN: event, site, date, round, ratings, opening.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub tags: BTreeMap<String, String>,
    /// Names of the participants by player, as the tables of a tournament have them. Empty without a tournament.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub labels: Vec<String>,
    /// Comments, marks and variations.
    #[serde(default, skip_serializing_if = "Annotations::is_empty")]
    pub annotations: Annotations,
}

impl GameMetadata {
    /// `true` without any data.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Metadata of a game whose first move has this number.
    pub fn from_move_number(number: u32) -> Self {
        Self { move_number: (number != 1).then_some(number), ..Self::default() }
    }
}

/// A seat: the player program or person of one side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seat {
    /// Kind of player: `human`, `random`.
    pub player: String,
    /// Parameters of the player.
    #[serde(default)]
    pub parameters: BTreeMap<String, String>,
}

/// A move that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveRecord {
    /// Ply, counted from 1 with the opening included.
    pub ply: usize,
    /// Player who made the move; `None` for chance.
    pub player: Option<Player>,
    /// Text of the move.
    #[serde(rename = "move")]
    pub text: String,
    /// Rule by which the move was made, in games whose moves have one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
}

/// End of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameEnd {
    /// Reason why the game ended.
    pub reason: EndReason,
    /// Outcome; `None` if there is no result.
    pub outcome: Option<Outcome>,
    /// Scores by player after the last move.
    #[serde(serialize_with = "plain_numbers")]
    pub scores: Vec<f64>,
    /// Players who share the win of a finished game of more than two players: nobody has a higher score. Empty if a
    /// single player won, or the payoff is not a score.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub winners: Vec<Player>,
    /// Number of deals begun.
    #[serde(default = "one_deal", skip_serializing_if = "is_one_deal")]
    pub deals: u64,
    /// Scores by category and player, in games whose scores have categories.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty", serialize_with = "plain_details")]
    pub details: BTreeMap<String, Vec<f64>>,
    /// Player who resigned, left, or caused the end otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Player>,
    /// Details: the illegal move, or how a player crashed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Run-time error of the game file that stopped the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<FaultRecord>,
}

impl GameEnd {
    /// End of a game of one deal with nothing but its reason, outcome and scores.
    pub fn new(reason: EndReason, outcome: Option<Outcome>, scores: Vec<f64>) -> Self {
        let (winners, details) = (Vec::new(), BTreeMap::new());
        Self { reason, outcome, scores, winners, deals: 1, details, by: None, note: None, fault: None }
    }
}

const fn one_deal() -> u64 {
    1
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_one_deal(deals: &u64) -> bool {
    *deals == 1
}

/// Reason why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EndReason {
    /// The game is over by its rules.
    Finished,
    /// A player resigned.
    Resigned,
    /// A person left, or the input ended.
    Left,
    /// The move limit was reached.
    Limit,
    /// The program was stopped during the game.
    Stopped,
    /// A player ran out of time.
    Time,
    /// A player made an illegal move.
    Illegal,
    /// A player program crashed.
    Crash,
    /// A player did not respond.
    Stall,
    /// The players agreed on a draw.
    Agreement,
    /// A position occurred as often as configured for a draw.
    Repetition,
    /// The game was adjudicated by the evaluations of the players.
    Adjudicated,
    /// The rules of the game failed.
    Fault,
}

/// Run-time error of a game file that stopped a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FaultRecord {
    /// Error and the part of the file where it happened.
    pub message: String,
    /// The move that could not be made; `None` if the moves could not be listed.
    #[serde(rename = "move")]
    pub text: Option<String>,
    /// Line of the game file, from 1.
    pub line: Option<usize>,
    /// Column of that line, from 1, in characters.
    pub column: Option<usize>,
    /// Source text of the expression.
    pub expression: Option<String>,
}

/// Times measured during a game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MoveTimes {
    /// Seconds from showing the position to the decision, for each move of the record.
    pub seconds: Vec<f64>,
}

/// Serialises whole numbers without a decimal point, since most scores are whole.
fn plain_numbers<S: Serializer>(numbers: &[f64], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(numbers.iter().map(|&number| PlainNumber(number)))
}

/// Serialises the scores of each category as [`plain_numbers`] does.
fn plain_details<S: Serializer>(details: &BTreeMap<String, Vec<f64>>, serializer: S) -> Result<S::Ok, S::Error> {
    let plain = |numbers: &Vec<f64>| numbers.iter().map(|&number| PlainNumber(number)).collect::<Vec<_>>();
    serializer.collect_map(details.iter().map(|(category, numbers)| (category, plain(numbers))))
}

/// A number that is serialised without a decimal point if it is whole.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlainNumber(pub f64);

impl Serialize for PlainNumber {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // All whole numbers up to 2^53 are exact in a float.
        if self.0.fract() == 0.0 && self.0.abs() <= 9e15 {
            serializer.serialize_i64(self.0 as i64)
        } else {
            serializer.serialize_f64(self.0)
        }
    }
}
