//! The kinds of pieces a game can come to have: each type with each owner and state.
//! Pieces of one kind differ by name only.

use crate::ids::{ElementTypeId, Player};
use crate::rules::{Action, Expr, RuleSet};
use crate::spec::LimitError;

/// A kind of piece; its position in the list of [`Kinds`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KindId(pub u16);

/// What pieces of one kind have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    /// Type.
    pub element_type: ElementTypeId,
    /// Owner.
    pub owner: Option<Player>,
    /// State, from 1.
    pub state: u16,
}

/// All kinds that the pieces of a rule set can come to have.
#[derive(Clone, Debug)]
pub struct Kinds {
    list: Vec<Kind>,
    /// By type, owner (nobody first) and state.
    by_parts: Vec<Vec<Option<KindId>>>,
    states: Vec<usize>,
}

/// Most kinds that ids reach, with 0 kept for no piece.
const MOST: usize = u16::MAX as usize - 1;

impl Kinds {
    /// Finds the kinds: owners and states vary only where some expression sets them.
    pub(crate) fn new(rules: &RuleSet) -> Result<Self, LimitError> {
        let acts = |wanted| rules.exprs.iter().any(|(_, e)| matches!(e, Expr::Act(act, _) if *act == wanted));
        let (owners_change, states_change) = (acts(Action::SetOwner), acts(Action::SetState));
        let born_to = rules.elements.iter().filter_map(|e| e.owner).map(Player::number).max().unwrap_or(0);
        let owners = rules.players.len().max(born_to) + 1;
        let mut kinds = Self { list: Vec::new(), by_parts: Vec::new(), states: Vec::new() };
        for (index, element_type) in rules.element_types.iter().enumerate() {
            let element_type_id = ElementTypeId::new(index);
            let mine = || rules.elements.iter().filter(|e| e.kind == element_type_id);
            let states = mine().map(|e| e.state).max().unwrap_or(1).max(element_type.states).max(1).into();
            let mut table = vec![None; owners * (states + 1)];
            for owner in 0..owners {
                for state in 0..=states {
                    let born = |e: &&crate::rules::Element| {
                        let set = owners_change && owner <= rules.players.len();
                        let owned = set || e.owner.map_or(0, Player::number) == owner;
                        owned && ((states_change && state > 0) || usize::from(e.state) == state)
                    };
                    if mine().any(|e| born(&e)) {
                        if kinds.list.len() >= MOST {
                            return Err(LimitError::Kinds { most: MOST });
                        }
                        table[owner * (states + 1) + state] = Some(KindId(kinds.list.len() as u16));
                        let owner = Player::new(owner);
                        kinds.list.push(Kind { element_type: element_type_id, owner, state: state as u16 });
                    }
                }
            }
            kinds.by_parts.push(table);
            kinds.states.push(states);
        }
        Ok(kinds)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there are none: a game without pieces.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = (KindId, Kind)> {
        self.list.iter().enumerate().map(|(index, &kind)| (KindId(index as u16), kind))
    }

    /// The kind with these parts, if pieces can come to have it.
    pub fn find(&self, kind: Kind) -> Option<KindId> {
        let (table, states) = (&self.by_parts[kind.element_type.index()], self.states[kind.element_type.index()]);
        let state = usize::from(kind.state);
        let owner = kind.owner.map_or(0, Player::number);
        (state <= states).then(|| table.get(owner * (states + 1) + state).copied().flatten()).flatten()
    }
}

impl std::ops::Index<KindId> for Kinds {
    type Output = Kind;
    fn index(&self, id: KindId) -> &Kind {
        &self.list[usize::from(id.0)]
    }
}
