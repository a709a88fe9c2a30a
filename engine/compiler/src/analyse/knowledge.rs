//! Abstract state of the partial evaluator: what is known at one program point for every position.
//!
//! The state is a sound approximation (abstract interpretation; Cousot and Cousot 1977): a merge of two control-flow
//! paths keeps only facts on which both agree.

use smallvec::{SmallVec, smallvec};

use boardwright_game::ids::{LocationId, Player};
use boardwright_rules::RuleSet;

use crate::analyse::effects::SideEffects;
use crate::tables::value::Value;

/// Abstract value of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AbstractValue {
    /// Unset.
    Unset,
    /// A constant.
    Constant(Value),
    /// A number that was bound at run time before the code began.
    LateNumber,
    /// A number.
    Number,
    /// Any value, or unset (the top element of the lattice).
    Unknown,
}

impl AbstractValue {
    fn is_number(self) -> bool {
        matches!(self, Self::LateNumber | Self::Number | Self::Constant(Value::Int(_)))
    }
}

/// Abstract state at one program point.
#[derive(Clone, Debug)]
pub(crate) struct AbstractState {
    pub(crate) variables: SmallVec<[AbstractValue; 32]>,
    pub(crate) mover: Option<Player>,
    /// Mask of the kinds that can stand on a cell, as in [`Node::CellIn`](crate::tables::code::Node::CellIn).
    pub(crate) cells: SmallVec<[(LocationId, u64); 4]>,
}

impl AbstractState {
    /// The state in which all variables are unset.
    pub(crate) fn all_unset(rules: &RuleSet, mover: Player) -> Self {
        Self {
            variables: smallvec![AbstractValue::Unset; rules.variables.len()],
            mover: Some(mover),
            cells: SmallVec::new(),
        }
    }

    /// The state in which nothing is known.
    pub(crate) fn unknown(rules: &RuleSet) -> Self {
        Self {
            variables: smallvec![AbstractValue::Unknown; rules.variables.len()],
            mover: None,
            cells: SmallVec::new(),
        }
    }

    /// Joins the state with that of another control-flow path: facts on which they disagree are dropped.
    pub(crate) fn merge(&mut self, other: &Self) {
        for (mine, theirs) in self.variables.iter_mut().zip(&other.variables) {
            if mine != theirs {
                *mine =
                    if mine.is_number() && theirs.is_number() { AbstractValue::Number } else { AbstractValue::Unknown };
            }
        }
        if self.mover != other.mover {
            self.mover = None;
        }
        self.cells.retain(|cell| other.cells.contains(cell));
    }

    /// Drops the facts that the effects may invalidate.
    pub(crate) fn invalidate(&mut self, effects: &SideEffects) {
        for variable in effects.variables.iter() {
            self.variables[variable.index()] = AbstractValue::Unknown;
        }
        if effects.mover {
            self.mover = None;
        }
        if effects.cells {
            self.cells.clear();
        }
    }

    pub(crate) fn possible_kinds(&self, location: LocationId) -> Option<u64> {
        self.cells.iter().find(|(cell, _)| *cell == location).map(|(_, mask)| *mask)
    }

    pub(crate) fn set_cell(&mut self, location: LocationId, mask: u64) {
        self.cells.retain(|(cell, _)| *cell != location);
        self.cells.push((location, mask));
    }
}
