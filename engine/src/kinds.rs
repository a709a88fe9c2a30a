//! The kinds of pieces a game can come to have: each type with each owner and state, and pieces that are alone each by
//! themselves. Pieces of one kind differ by name only.

use crate::ids::{ElementId, ElementTypeId, Player};
use crate::rules::{Action, Deed, Element, Expr, RuleSet};
use crate::spec::LimitError;

/// A kind of piece; its position in the list of [`Kinds`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KindId(pub u16);

/// What pieces of one kind have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    /// Type.
    pub element_type: ElementTypeId,
    /// The only piece of this kind, where that can be told from others of its type, owner and state.
    pub alone: Option<ElementId>,
    /// Owner.
    pub owner: Option<Player>,
    /// State, from 1.
    pub state: u16,
}

/// All kinds that the pieces of a rule set can come to have.
#[derive(Clone, Debug)]
pub struct Kinds {
    list: Vec<Kind>,
    /// First the element types, then the pieces that are alone.
    groups: Vec<Group>,
    /// By element: its group, if it is alone.
    alone: Vec<Option<u32>>,
}

/// Pieces that can come to be of the same kinds.
#[derive(Clone, Debug, Default)]
struct Group {
    /// By owner (nobody first) and state.
    by_parts: Vec<Option<KindId>>,
    states: usize,
}

/// Most kinds that ids reach, with 0 kept for no piece.
const MOST: usize = u16::MAX as usize - 1;

impl Kinds {
    /// Finds the kinds: owners and states vary only where some expression sets them.
    pub(crate) fn new(rules: &RuleSet) -> Result<Self, LimitError> {
        let does = |act, deed| {
            rules.exprs.iter().any(|(_, expr)| match expr {
                Expr::Act(found, _) => *found == act,
                Expr::Do(found, _) => *found == deed,
                _ => false,
            })
        };
        let changes = (does(Action::SetOwner, Deed::SetOwner), does(Action::SetState, Deed::SetState));
        let mut kinds = Self { list: Vec::new(), groups: Vec::new(), alone: vec![None; rules.elements.len()] };
        let mut by_type = vec![Vec::new(); rules.element_types.len()];
        for element in rules.elements.iter().filter(|element| !element.alone) {
            by_type[element.kind.index()].push(element);
        }
        for (index, members) in by_type.into_iter().enumerate() {
            kinds.add(rules, ElementTypeId::new(index), None, &members, changes)?;
        }
        for (index, element) in rules.elements.iter().enumerate().filter(|(_, element)| element.alone) {
            kinds.alone[index] = Some(kinds.groups.len() as u32);
            kinds.add(rules, element.kind, Some(ElementId::new(index)), &[element], changes)?;
        }
        Ok(kinds)
    }

    /// Adds the kinds of some pieces.
    fn add(
        &mut self,
        rules: &RuleSet,
        element_type: ElementTypeId,
        alone: Option<ElementId>,
        members: &[&Element],
        (owners_change, states_change): (bool, bool),
    ) -> Result<(), LimitError> {
        let born_to = rules.elements.iter().filter_map(|e| e.owner).map(Player::number).max().unwrap_or(0);
        let owners = rules.players.len().max(born_to) + 1;
        let named = rules.element_types[element_type.index()].states;
        let states: usize = members.iter().map(|e| e.state).max().unwrap_or(1).max(named).max(1).into();
        let mut by_parts = vec![None; owners * (states + 1)];
        // What pieces are born with, once for all that are born alike.
        let mut births: Vec<(usize, usize)> =
            members.iter().map(|e| (e.owner.map_or(0, Player::number), usize::from(e.state))).collect();
        births.sort_unstable();
        births.dedup();
        for owner in 0..owners {
            for state in 0..=states {
                let can_be = |&(born_to, born_in): &(usize, usize)| {
                    let owned = born_to == owner || (owners_change && owner <= rules.players.len());
                    owned && (born_in == state || (states_change && state > 0))
                };
                if births.iter().any(can_be) {
                    if self.list.len() >= MOST {
                        return Err(LimitError::Kinds { most: MOST });
                    }
                    by_parts[owner * (states + 1) + state] = Some(KindId(self.list.len() as u16));
                    self.list.push(Kind { element_type, alone, owner: Player::new(owner), state: state as u16 });
                }
            }
        }
        self.groups.push(Group { by_parts, states });
        Ok(())
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
        let group = match kind.alone {
            Some(element) => self.alone[element.index()]? as usize,
            None => kind.element_type.index(),
        };
        let Group { by_parts, states } = &self.groups[group];
        let state = usize::from(kind.state);
        let owner = kind.owner.map_or(0, Player::number);
        (state <= *states).then(|| by_parts.get(owner * (states + 1) + state).copied().flatten()).flatten()
    }

    /// The kind that an element has at the start.
    pub(crate) fn first(&self, rules: &RuleSet, id: ElementId) -> KindId {
        let element = &rules.elements[id.index()];
        let alone = element.alone.then_some(id);
        let kind = Kind { element_type: element.kind, alone, owner: element.owner, state: element.state };
        self.find(kind).expect("every element's kind at the start is a kind")
    }
}

impl std::ops::Index<KindId> for Kinds {
    type Output = Kind;
    fn index(&self, id: KindId) -> &Kind {
        &self.list[usize::from(id.0)]
    }
}
