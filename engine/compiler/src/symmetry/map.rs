//! Symmetry maps: the action of a symmetry on locations, pieces, kinds of pieces and players.
//! This module does not decide whether a map preserves the rules.

use boardwright_game::ids::{ElementId, ElementTypeId, LocationId, Player};
use boardwright_interpreter::kinds::{PieceKind, PieceKindId};
use boardwright_interpreter::layout::Layout;

/// Permutations of the things of a game, each indexed by the position in its list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SymmetryMap {
    pub(crate) places: Vec<LocationId>,
    pub(crate) elements: Vec<ElementId>,
    pub(crate) types: Vec<ElementTypeId>,
    pub(crate) players: Vec<Player>,
    /// Derived from the other permutations.
    pub(crate) kinds: Vec<PieceKindId>,
}

impl SymmetryMap {
    /// The identity.
    pub(crate) fn identity(layout: &Layout, types: usize) -> Self {
        Self {
            places: (0..layout.key_place.len()).map(LocationId::new).collect(),
            elements: layout.elements().collect(),
            types: (0..types).map(ElementTypeId::new).collect(),
            players: layout.players().collect(),
            kinds: layout.kinds.iter().map(|(id, _)| id).collect(),
        }
    }

    /// Builds a map from permutations of locations, types and players and from the images of the distinguished pieces
    /// (`alone`). The other pieces follow: of the pieces that can have the same kinds, the first is mapped to the first
    /// piece that can have the images of these kinds, and so on. Returns `None` if the permutations are inconsistent.
    pub(crate) fn new(
        layout: &Layout,
        places: Vec<LocationId>,
        types: Vec<ElementTypeId>,
        players: Vec<Player>,
        alone: impl Fn(ElementId) -> ElementId,
    ) -> Option<Self> {
        let image_of = |kind: PieceKind| {
            let element_type = types[kind.element_type.index()];
            let owner = match kind.owner {
                Some(owner) => Some(*players.get(owner.index())?),
                None => None,
            };
            let image = PieceKind { element_type, distinguishable: kind.distinguishable.map(&alone), owner, ..kind };
            layout.kinds.find(image).filter(|&found| layout.kinds[found] == image)
        };
        let kinds: Vec<PieceKindId> = layout.kinds.iter().map(|(_, kind)| image_of(kind)).collect::<Option<_>>()?;
        let mut images: Vec<PieceKindId> = kinds.clone();
        images.sort_unstable();
        if images.windows(2).any(|two| two[0] == two[1]) {
            return None;
        }
        // Representative of the kinds that a piece of this kind can have: the kind of the first such piece at the
        // start.
        let class = |kind: PieceKindId| {
            let mut candidates = layout.elements().filter(|element| layout.can_have_kind(*element, kind));
            layout.initial_kind[candidates.next().expect("every kind is one of some element").index()]
        };
        let classes: Vec<usize> = (0..kinds.len()).map(|kind| usize::from(class(PieceKindId(kind as u16)).0)).collect();
        let class_of = |element: ElementId| classes[usize::from(layout.initial_kind[element.index()].0)];
        let mut members: Vec<Vec<ElementId>> = vec![Vec::new(); kinds.len()];
        for element in layout.elements() {
            members[class_of(element)].push(element);
        }
        let mut used = vec![0; kinds.len()];
        let mut elements = Vec::new();
        for element in layout.elements() {
            let class = classes[usize::from(kinds[usize::from(layout.initial_kind[element.index()].0)].0)];
            elements.push(*members[class].get(used[class])?);
            used[class] += 1;
        }
        Some(Self { places, elements, types, players, kinds })
    }

    pub(crate) fn place(&self, location: LocationId) -> LocationId {
        self.places[location.index()]
    }

    pub(crate) fn element(&self, element: ElementId) -> ElementId {
        self.elements[element.index()]
    }

    pub(crate) fn kind(&self, kind: PieceKindId) -> PieceKindId {
        self.kinds[usize::from(kind.0)]
    }

    pub(crate) fn player(&self, player: Player) -> Player {
        self.players[player.index()]
    }

    /// Image of a player number; other numbers, which mean no player, stay.
    pub(crate) fn player_number(&self, number: i32) -> i32 {
        let index = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
        index.and_then(|index| self.players.get(index)).map_or(number, |player| player.number() as i32)
    }

    /// Image of a set of kinds as a bit mask, whose lowest bit means no piece.
    pub(crate) fn kind_mask(&self, mask: u64) -> u64 {
        let kinds = self.kinds.iter().enumerate().take(63);
        let there = kinds.filter(|(index, _)| mask >> (index + 1) & 1 == 1);
        there.fold(mask & 1, |all, (_, kind)| all | 1 << (kind.0 + 1))
    }

    /// `true` if every player is fixed.
    pub(crate) fn fixes_players(&self) -> bool {
        self.players.iter().enumerate().all(|(index, player)| player.index() == index)
    }

    /// Composition: this map, then `other`.
    pub(crate) fn compose(&self, other: &Self) -> Self {
        Self {
            places: self.places.iter().map(|&place| other.place(place)).collect(),
            elements: self.elements.iter().map(|&element| other.element(element)).collect(),
            types: self.types.iter().map(|kind| other.types[kind.index()]).collect(),
            players: self.players.iter().map(|&player| other.player(player)).collect(),
            kinds: self.kinds.iter().map(|&kind| other.kind(kind)).collect(),
        }
    }
}
