//! Piece kinds: all combinations of type, owner and state that pieces can come to have. A distinguishable piece has
//! kinds of its own. Pieces of one kind differ by name only.

use crate::limits::LimitError;
use boardwright_game::ids::{ElementId, ElementTypeId, Player};
use boardwright_rules::{Effect, Element, Expr, RuleSet, UntypedAction};

/// Id of a piece kind; its index in [`PieceKinds`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PieceKindId(pub u16);

/// Properties that all pieces of one kind share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceKind {
    /// Element type.
    pub element_type: ElementTypeId,
    /// The only piece of this kind, if it is distinguishable from others of its type, owner and state.
    pub distinguishable: Option<ElementId>,
    /// Owner.
    pub owner: Option<Player>,
    /// State, from 1.
    pub state: u16,
}

/// All kinds that the pieces of a rule set can come to have.
#[derive(Clone, Debug)]
pub struct PieceKinds {
    list: Vec<PieceKind>,
    /// First the element types, then the distinguishable pieces.
    groups: Vec<KindGroup>,
    /// By element: index of its group, if the element is distinguishable.
    group_of_distinguishable: Vec<Option<u32>>,
}

/// Pieces that can come to have the same kinds.
#[derive(Clone, Debug, Default)]
struct KindGroup {
    /// Kind by owner (0 for no owner) and state.
    by_owner_and_state: Vec<Option<PieceKindId>>,
    states: usize,
}

/// The attributes of pieces that expressions of the rules set.
#[derive(Clone, Copy)]
struct ChangingAttributes {
    owners: bool,
    states: bool,
}

/// Maximum number of kinds; 0 is reserved for no piece.
const MAX_KINDS: usize = u16::MAX as usize - 1;

impl PieceKinds {
    /// Determines the kinds. Owners and states vary only if some expression sets them.
    pub fn new(rules: &RuleSet) -> Result<Self, LimitError> {
        let has = |action, effect| {
            rules.exprs.iter().any(|(_, expr)| match expr {
                Expr::UntypedAction(found, _) => *found == action,
                Expr::Effect(found, _) => *found == effect,
                _ => false,
            })
        };
        let changes = ChangingAttributes {
            owners: has(UntypedAction::SetOwner, Effect::SetOwner),
            states: has(UntypedAction::SetState, Effect::SetState),
        };
        let mut kinds =
            Self { list: Vec::new(), groups: Vec::new(), group_of_distinguishable: vec![None; rules.elements.len()] };
        let mut by_type = vec![Vec::new(); rules.element_types.len()];
        for element in rules.elements.iter().filter(|element| !element.is_distinguishable) {
            by_type[element.kind.index()].push(element);
        }
        for (index, members) in by_type.into_iter().enumerate() {
            kinds.add(rules, ElementTypeId::new(index), None, &members, changes)?;
        }
        for (index, element) in rules.elements.iter().enumerate().filter(|(_, element)| element.is_distinguishable) {
            kinds.group_of_distinguishable[index] = Some(kinds.groups.len() as u32);
            kinds.add(rules, element.kind, Some(ElementId::new(index)), &[element], changes)?;
        }
        Ok(kinds)
    }

    /// Adds the kinds of a group of pieces.
    fn add(
        &mut self,
        rules: &RuleSet,
        element_type: ElementTypeId,
        distinguishable: Option<ElementId>,
        members: &[&Element],
        changes: ChangingAttributes,
    ) -> Result<(), LimitError> {
        let max_owner = rules.elements.iter().filter_map(|e| e.owner).map(Player::number).max().unwrap_or(0);
        let owners = rules.players.len().max(max_owner) + 1;
        let named = rules.element_types[element_type.index()].states;
        let states: usize = members.iter().map(|e| e.state).max().unwrap_or(1).max(named).max(1).into();
        let mut by_owner_and_state = vec![None; owners * (states + 1)];
        // Initial owners and states, without duplicates.
        let mut initial_combinations: Vec<(usize, usize)> =
            members.iter().map(|e| (e.owner.map_or(0, Player::number), usize::from(e.state))).collect();
        initial_combinations.sort_unstable();
        initial_combinations.dedup();
        for owner in 0..owners {
            for state in 0..=states {
                let is_reachable = |&(initial_owner, initial_state): &(usize, usize)| {
                    let owned = initial_owner == owner || (changes.owners && owner <= rules.players.len());
                    owned && (initial_state == state || (changes.states && state > 0))
                };
                if initial_combinations.iter().any(is_reachable) {
                    if self.list.len() >= MAX_KINDS {
                        return Err(LimitError::Kinds { most: MAX_KINDS });
                    }
                    by_owner_and_state[owner * (states + 1) + state] = Some(PieceKindId(self.list.len() as u16));
                    self.list.push(PieceKind {
                        element_type,
                        distinguishable,
                        owner: Player::new(owner),
                        state: state as u16,
                    });
                }
            }
        }
        self.groups.push(KindGroup { by_owner_and_state, states });
        Ok(())
    }

    /// Number of kinds.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// `true` if there are none: a game without pieces.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Iterates over all kinds.
    pub fn iter(&self) -> impl Iterator<Item = (PieceKindId, PieceKind)> {
        self.list.iter().enumerate().map(|(index, &kind)| (PieceKindId(index as u16), kind))
    }

    /// Returns the kind with these properties, if pieces can come to have it.
    pub fn find(&self, kind: PieceKind) -> Option<PieceKindId> {
        let group = match kind.distinguishable {
            Some(element) => self.group_of_distinguishable[element.index()]? as usize,
            None => kind.element_type.index(),
        };
        let KindGroup { by_owner_and_state, states } = &self.groups[group];
        let state = usize::from(kind.state);
        let owner = kind.owner.map_or(0, Player::number);
        (state <= *states).then(|| by_owner_and_state.get(owner * (states + 1) + state).copied().flatten()).flatten()
    }

    /// Initial kind of an element.
    pub fn initial(&self, rules: &RuleSet, id: ElementId) -> PieceKindId {
        let element = &rules.elements[id.index()];
        let distinguishable = element.is_distinguishable.then_some(id);
        let kind =
            PieceKind { element_type: element.kind, distinguishable, owner: element.owner, state: element.state };
        self.find(kind).expect("the initial kind of every element exists")
    }
}

impl std::ops::Index<PieceKindId> for PieceKinds {
    type Output = PieceKind;
    fn index(&self, id: PieceKindId) -> &PieceKind {
        &self.list[usize::from(id.0)]
    }
}
