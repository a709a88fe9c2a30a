//! What is known at one point of an evaluation that is followed before the game is played.
//! It is only ever less than what is true: merging two ways forgets what they do not agree on.

use smallvec::{SmallVec, smallvec};

use crate::ids::{LocationId, Player};
use crate::rules::RuleSet;

use super::effects::Effects;
use super::value::Value;

/// What is known of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Known {
    /// It has no value.
    Unset,
    /// It has this value.
    Value(Value),
    /// It has the number that was bound before the code began.
    Late,
    /// It has a number.
    Number,
    /// It may have any value or none.
    Nothing,
}

impl Known {
    fn is_number(self) -> bool {
        matches!(self, Self::Late | Self::Number | Self::Value(Value::Int(_)))
    }
}

/// What is known at one point of an evaluation.
#[derive(Clone, Debug)]
pub(super) struct Knowledge {
    pub(super) variables: SmallVec<[Known; 32]>,
    pub(super) mover: Option<Player>,
    /// Cells with the mask of what can stand there, as in [`Node::CellIn`].
    pub(super) cells: SmallVec<[(LocationId, u64); 4]>,
}

impl Knowledge {
    /// No variable set.
    pub(super) fn fresh(rules: &RuleSet, mover: Player) -> Self {
        Self { variables: smallvec![Known::Unset; rules.variables.len()], mover: Some(mover), cells: SmallVec::new() }
    }

    /// Nothing known.
    pub(super) fn nothing(rules: &RuleSet) -> Self {
        Self { variables: smallvec![Known::Nothing; rules.variables.len()], mover: None, cells: SmallVec::new() }
    }

    /// Forgets what another way of getting here does not agree with.
    pub(super) fn merge(&mut self, other: &Self) {
        for (mine, theirs) in self.variables.iter_mut().zip(&other.variables) {
            if mine != theirs {
                *mine = if mine.is_number() && theirs.is_number() { Known::Number } else { Known::Nothing };
            }
        }
        if self.mover != other.mover {
            self.mover = None;
        }
        self.cells.retain(|cell| other.cells.contains(cell));
    }

    /// Forgets what may have changed.
    pub(super) fn forget(&mut self, effects: &Effects) {
        for variable in effects.variables.iter() {
            self.variables[variable.index()] = Known::Nothing;
        }
        if effects.mover {
            self.mover = None;
        }
        if effects.cells {
            self.cells.clear();
        }
    }

    pub(super) fn cell(&self, location: LocationId) -> Option<u64> {
        self.cells.iter().find(|(cell, _)| *cell == location).map(|(_, mask)| *mask)
    }

    pub(super) fn set_cell(&mut self, location: LocationId, mask: u64) {
        self.cells.retain(|(cell, _)| *cell != location);
        self.cells.push((location, mask));
    }
}
