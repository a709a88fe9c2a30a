//! Annotations of a recorded game: comments, marks and variations, as PGN, PDN and SGF have them. No rule needs them.

use std::collections::BTreeMap;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

use crate::ids::Player;

/// Greatest depth to which variations are nested. A record of this depth stays below the limit of nesting of JSON readers.
pub const MAX_NESTING: usize = 20;

/// Annotations of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Annotations {
    /// Comments before the first move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub before: Vec<String>,
    /// Notes by the ply of the move that they follow, counted from 1 with the opening included.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty", deserialize_with = "notes_by_ply")]
    pub moves: BTreeMap<usize, Vec<Note>>,
}

impl Annotations {
    /// `true` without any annotation.
    pub fn is_empty(&self) -> bool {
        self.before.is_empty() && self.moves.values().all(Vec::is_empty)
    }

    /// Notes on the move of a ply.
    pub fn at(&self, ply: usize) -> &[Note] {
        self.moves.get(&ply).map_or(&[], Vec::as_slice)
    }
}

/// A note on a move. The notes of a move have the order of the text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Note {
    /// A comment.
    Comment(String),
    /// A mark of an evaluation: `!?`, `$14` (a numeric annotation glyph of PGN), or a property of SGF, `TE[1]`.
    Mark(String),
    /// Other moves in place of the annotated one.
    Variation(Variation),
}

/// Moves that were not played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Variation {
    /// Number of moves that it replaces: those back from the annotated move, which is the last of them. More than one
    /// if a notation writes several moves as one, as the jumps of a capture of draughts.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub back: usize,
    /// Comments before the first move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub before: Vec<String>,
    /// The moves.
    pub moves: Vec<VariationMove>,
}

/// A move of a variation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VariationMove {
    /// Player who makes the move; `None` for chance.
    pub player: Option<Player>,
    /// Text of the move.
    #[serde(rename = "move")]
    pub text: String,
    /// Notes on the move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Note>,
}

/// Reads numbers of plies as texts: the lines of a record are an enum with a tag inside, whose reader keeps keys as texts.
fn notes_by_ply<'de, D: Deserializer<'de>>(deserializer: D) -> Result<BTreeMap<usize, Vec<Note>>, D::Error> {
    let by_text = BTreeMap::<String, Vec<Note>>::deserialize(deserializer)?;
    let numbered = by_text.into_iter().map(|(ply, notes)| Ok((ply.parse().map_err(D::Error::custom)?, notes)));
    numbered.collect()
}

const fn one() -> usize {
    1
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_one(back: &usize) -> bool {
    *back == 1
}
