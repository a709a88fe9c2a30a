//! Differences between the observed and the expected contents of a place.

use boardwright_robot::motion::PlaceId;
use boardwright_rules::RuleSet;
use boardwright_vision::read::Class;
use serde::{Deserialize, Serialize};

use super::PieceClasses;
use crate::board_contents::BoardContents;

/// A place whose observed contents differ from the expected ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Difference {
    /// The place.
    pub place: PlaceId,
    /// The observed piece class; `None` for an empty place.
    pub seen: Option<Class>,
}

impl Difference {
    /// The instruction that restores the expected contents, in one sentence; `name` gives the names of places.
    pub fn repair_instruction(
        self,
        rules: &RuleSet,
        colours: &PieceClasses,
        contents: &BoardContents,
        name: impl Fn(PlaceId) -> String,
    ) -> String {
        let place = name(self.place);
        match (contents.at(self.place), self.seen) {
            (Some(appearance), None) => format!("put the {} back on {place}", appearance.describe(rules)),
            (Some(appearance), Some(_)) => format!("the piece on {place} must be the {}", appearance.describe(rules)),
            (None, Some(class)) => format!("take the {} off {place}", colours.describe(rules, class)),
            (None, None) => format!("{place} is as it should be"),
        }
    }
}
