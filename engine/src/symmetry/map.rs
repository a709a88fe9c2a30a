//! What a symmetry does to the things of a game: where each place, piece, kind of piece and player goes.
//! Whether the game stays the same by it is not the matter here.

use crate::ids::{ElementId, ElementTypeId, LocationId, Player};
use crate::kinds::{Kind, KindId};
use crate::layout::Layout;

/// Permutations of the things of a game, each by the position in its list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Map {
    pub(crate) places: Vec<LocationId>,
    pub(crate) elements: Vec<ElementId>,
    pub(crate) types: Vec<ElementTypeId>,
    pub(crate) players: Vec<Player>,
    /// Follows from the others.
    pub(crate) kinds: Vec<KindId>,
}

impl Map {
    /// The map that leaves everything where it is.
    pub(crate) fn identity(layout: &Layout, types: usize) -> Self {
        Self {
            places: (0..layout.place.len()).map(LocationId::new).collect(),
            elements: layout.elements().collect(),
            types: (0..types).map(ElementTypeId::new).collect(),
            players: layout.players().collect(),
            kinds: layout.kinds.iter().map(|(id, _)| id).collect(),
        }
    }

    /// The map of places, types, players and the elements that are alone. The others follow: of elements that can come to
    /// be of the same kinds, the first goes to the first of those that can come to be of the kinds' images, and so on.
    /// `None` if they do not fit.
    pub(crate) fn new(
        layout: &Layout,
        places: Vec<LocationId>,
        types: Vec<ElementTypeId>,
        players: Vec<Player>,
        alone: impl Fn(ElementId) -> ElementId,
    ) -> Option<Self> {
        let becomes = |kind: Kind| {
            let element_type = types[kind.element_type.index()];
            let owner = match kind.owner {
                Some(owner) => Some(*players.get(owner.index())?),
                None => None,
            };
            let image = Kind { element_type, alone: kind.alone.map(&alone), owner, ..kind };
            layout.kinds.find(image).filter(|&found| layout.kinds[found] == image)
        };
        let kinds: Vec<KindId> = layout.kinds.iter().map(|(_, kind)| becomes(kind)).collect::<Option<_>>()?;
        let mut images: Vec<KindId> = kinds.clone();
        images.sort_unstable();
        if images.windows(2).any(|two| two[0] == two[1]) {
            return None;
        }
        // The first of the kinds that an element, or an element of this kind, can come to be.
        let class = |kind: KindId| {
            let mut born = layout.elements().filter(|element| layout.can_be(*element, kind));
            layout.first_kind[born.next().expect("every kind is one of some element").index()]
        };
        let classes: Vec<usize> = (0..kinds.len()).map(|kind| usize::from(class(KindId(kind as u16)).0)).collect();
        let class_of = |element: ElementId| classes[usize::from(layout.first_kind[element.index()].0)];
        let mut waiting: Vec<Vec<ElementId>> = vec![Vec::new(); kinds.len()];
        for element in layout.elements() {
            waiting[class_of(element)].push(element);
        }
        let mut taken = vec![0; kinds.len()];
        let mut elements = Vec::new();
        for element in layout.elements() {
            let class = classes[usize::from(kinds[usize::from(layout.first_kind[element.index()].0)].0)];
            elements.push(*waiting[class].get(taken[class])?);
            taken[class] += 1;
        }
        Some(Self { places, elements, types, players, kinds })
    }

    pub(crate) fn place(&self, location: LocationId) -> LocationId {
        self.places[location.index()]
    }

    pub(crate) fn element(&self, element: ElementId) -> ElementId {
        self.elements[element.index()]
    }

    pub(crate) fn kind(&self, kind: KindId) -> KindId {
        self.kinds[usize::from(kind.0)]
    }

    pub(crate) fn player(&self, player: Player) -> Player {
        self.players[player.index()]
    }

    /// A player's number; other numbers, which mean nobody, stay.
    pub(crate) fn number(&self, number: i32) -> i32 {
        let index = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
        index.and_then(|index| self.players.get(index)).map_or(number, |player| player.number() as i32)
    }

    /// A set of kinds as bits, with that of nothing first.
    pub(crate) fn mask(&self, mask: u64) -> u64 {
        let kinds = self.kinds.iter().enumerate().take(63);
        let there = kinds.filter(|(index, _)| mask >> (index + 1) & 1 == 1);
        there.fold(mask & 1, |all, (_, kind)| all | 1 << (kind.0 + 1))
    }

    /// Whether no player is another one's image.
    pub(crate) fn keeps_players(&self) -> bool {
        self.players.iter().enumerate().all(|(index, player)| player.index() == index)
    }

    /// First this, then `other`.
    pub(crate) fn then(&self, other: &Self) -> Self {
        Self {
            places: self.places.iter().map(|&place| other.place(place)).collect(),
            elements: self.elements.iter().map(|&element| other.element(element)).collect(),
            types: self.types.iter().map(|kind| other.types[kind.index()]).collect(),
            players: self.players.iter().map(|&player| other.player(player)).collect(),
            kinds: self.kinds.iter().map(|&kind| other.kind(kind)).collect(),
        }
    }
}
