//! A place on which something else stands than is known.

use boardwright_engine::rules::RuleSet;
use boardwright_robot::motion::PlaceId;
use boardwright_vision::read::Class;
use serde::{Deserialize, Serialize};

use super::Colours;
use crate::standing::Standing;

/// A place on which something else stands than is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Difference {
    /// The place.
    pub place: PlaceId,
    /// What is seen there.
    pub seen: Option<Class>,
}

impl Difference {
    /// What brings the table back to what is known, in one sentence; places are called by `name`.
    pub fn mended(
        self,
        rules: &RuleSet,
        colours: &Colours,
        standing: &Standing,
        name: impl Fn(PlaceId) -> String,
    ) -> String {
        let place = name(self.place);
        match (standing.at(self.place), self.seen) {
            (Some(look), None) => format!("put the {} back on {place}", look.told(rules)),
            (Some(look), Some(_)) => format!("what stands on {place} must be the {}", look.told(rules)),
            (None, Some(class)) => format!("take the piece of {} off {place}", colours.told(rules, class)),
            (None, None) => format!("{place} is as it should be"),
        }
    }
}
