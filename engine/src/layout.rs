//! Where in a state's bytes each thing is, for one rule set.
//! What no rule of the game changes has no place there.

use crate::ids::{ElementId, GlobalId, Player};
use crate::kinds::{KindId, Kinds};
use crate::rules::{Action, Ask, Deed, Expr, GlobalKind, Place, Query, RuleSet};
use crate::spec::LimitError;
use crate::state::header;

/// The plan of a state, and the tables that go with it.
#[derive(Clone, Debug)]
#[allow(clippy::struct_excessive_bools)] // each is a question of its own
pub struct Layout {
    /// Numbers of two bytes instead of one.
    pub(crate) wide: bool,
    /// Offset of the kind on each location, from 1, if kinds change; 0 where nothing stands. (What stands there comes
    /// first, after the header.)
    pub(crate) kind_here: Option<usize>,
    /// Offset of the location of each element, from 1; 0 is off the board.
    pub(crate) location: usize,
    /// Offset of a bit for each location, from the lowest of the first byte on: whether something stands there.
    /// Seven bytes follow that are always zero, so that eight can be read from each.
    pub(crate) occupied: usize,
    /// Bits for each kind: the locations on which such pieces stand. Not kept in games where they would take much room.
    pub(crate) boards: Option<Bits>,
    /// Bits for each kind: the elements that stand nowhere, in games in which those are brought in.
    pub(crate) waiting: Option<Bits>,
    /// Offset of the kind of each element, if kinds change.
    pub(crate) kind: Option<usize>,
    /// Offset of the height of each element, if heights change.
    pub(crate) zindex: Option<usize>,
    /// Offset of the scores, if they change.
    pub(crate) scores: Option<usize>,
    /// Offset of each variable that outlives a move.
    pub(crate) globals: Vec<usize>,
    /// Offset of the number of the turn, if an expression reads it.
    pub(crate) turn: Option<usize>,
    /// Length of the bytes.
    pub(crate) bytes: usize,
    /// Whether some expression sets owners, and states.
    pub(crate) owners_change: bool,
    pub(crate) states_change: bool,
    /// Whether the height of a piece tells positions apart: some expression reads it.
    pub(crate) heights_count: bool,
    /// Whether an end of the game asks how often a position has stood.
    pub(crate) repeats: bool,
    /// The kinds of pieces.
    pub kinds: Kinds,
    /// Kind of each element at the start.
    pub(crate) first_kind: Vec<KindId>,
    /// By what a cell holds, counted from 1, 0 for nothing: the first kind of that, counted alike.
    pub(crate) first_kind_in: Vec<u16>,
    /// For keys: each relevant location is a place of its own, the irrelevant ones of one type are one place.
    pub(crate) place: Vec<u32>,
    /// For each place of many locations, in the order of their numbers: these as bits, in the words of `boards`.
    sharing: Vec<u64>,
    /// For keys: the place of what is off the board.
    pub(crate) off: u32,
    pub(crate) first_zindex: Vec<i32>,
    pub(crate) start_scores: Vec<i32>,
    pub(crate) players: usize,
    /// Variables whose part of a key moves with an element.
    pub(crate) element_globals: Vec<GlobalId>,
}

/// Sets of locations or elements by kind of piece, in words of 64 bits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bits {
    /// Offset of the words of the first kind.
    pub(crate) start: usize,
    /// Words of each kind.
    pub(crate) words: usize,
}

impl Bits {
    /// Most bytes that are spent on them.
    const MOST: usize = 1024;

    /// Room for them, if that is not too much.
    fn new(kinds: usize, members: usize, room: &mut Room) -> Option<Self> {
        let words = members.div_ceil(64).max(1);
        let bytes = 8 * kinds * words;
        (bytes <= Self::MOST).then(|| Self { start: room.take_words(kinds * words), words })
    }

    /// Offset of the words of a kind.
    #[inline(always)]
    pub(crate) fn at(self, kind: KindId) -> usize {
        self.start + 8 * self.words * usize::from(kind.0)
    }
}

/// The bytes of a state as they are given out.
struct Room {
    bytes: usize,
}

impl Room {
    /// The offset of so many bytes.
    fn take(&mut self, size: usize) -> usize {
        self.bytes += size;
        self.bytes - size
    }

    /// The offset of so many words, none of which is across two lines of a cache.
    fn take_words(&mut self, words: usize) -> usize {
        self.bytes = self.bytes.next_multiple_of(8);
        self.take(8 * words)
    }
}

/// Deepest expression.
const MOST_DEPTH: usize = 400;
/// Most things of one kind in a rule set.
const MOST: usize = 60_000;

/// The locations of each place of many, as bits.
fn sharing(place: &[u32], many: usize) -> Vec<u64> {
    let words = place.len().div_ceil(64).max(1);
    let mut sharing = vec![0; many * words];
    for (at, &its) in place.iter().enumerate() {
        if let Some(which) = (its as usize).checked_sub(place.len()) {
            sharing[which * words + at / 64] |= 1 << (at % 64);
        }
    }
    sharing
}

impl Layout {
    /// Plans the states of a rule set.
    pub(crate) fn new(rules: &RuleSet) -> Result<Self, LimitError> {
        let (elements, locations, players) = (rules.elements.len(), rules.locations.len(), rules.players.len());
        let counts = [
            ("elements", elements),
            ("locations", locations),
            ("rules", rules.rules.len()),
            ("variables", rules.globals.len()),
        ];
        for (what, count) in counts {
            if count > MOST {
                return Err(LimitError::Count { what, count, most: MOST });
            }
        }
        if players == 0 || players > Player::MOST {
            return Err(LimitError::Players { count: players, most: Player::MOST });
        }
        let depth = rules.exprs.depth();
        if depth > MOST_DEPTH {
            return Err(LimitError::Depth { depth, most: MOST_DEPTH });
        }
        let kinds = Kinds::new(rules)?;
        let any = |wanted: &dyn Fn(&Expr) -> bool| rules.exprs.iter().any(|(_, expr)| wanted(expr));
        let acts = |wanted| any(&|expr| matches!(expr, Expr::Act(act, _) if *act == wanted));
        let does = |wanted| any(&|expr| matches!(expr, Expr::Do(deed, _) if *deed == wanted));
        let asks = |wanted| any(&|expr| matches!(expr, Expr::Ask(ask, _) if *ask == wanted));
        let owners_change = acts(Action::SetOwner) || does(Deed::SetOwner);
        let states_change = acts(Action::SetState) || does(Deed::SetState);
        let recoloured = owners_change || states_change;
        let awarded = rules.rules.iter().any(|rule| !rule.awards.is_empty())
            || rules.scorings.iter().any(|scoring| !scoring.awards.is_empty());

        let narrow = usize::from(u8::MAX);
        let wide = elements >= narrow || locations >= narrow || kinds.len() >= narrow;
        let width = 1 + usize::from(wide);
        let mut room = Room { bytes: header::CONTENT + width * locations };
        let mut take = |size: usize| room.take(size);
        let kind_here = recoloured.then(|| take(width * locations));
        let location = take(width * elements);
        let kind = recoloured.then(|| take(width * elements));
        let zindex = acts(Action::SetZIndex).then(|| take(4 * elements));
        let scores = (awarded || does(Deed::SetScore)).then(|| take(4 * players));
        let globals = rules.globals.iter().map(|global| match global.kind {
            GlobalKind::Int { .. } => take(4),
            GlobalKind::Bool => take(1),
            GlobalKind::Element | GlobalKind::Location => take(2),
            GlobalKind::Elements => take(elements.div_ceil(8)),
            GlobalKind::Locations => take(locations.div_ceil(8)),
        });
        let globals = globals.collect();
        let turn = asks(Ask::Turn).then(|| take(4));
        // Last, so that an index a little too large for the lists before is still within the bytes.
        let occupied = room.take_words(locations.div_ceil(64) + 1);
        let comes_in = rules.rules.iter().any(|rule| rule.element.is_some() && matches!(rule.from, Place::Off));
        let waiting = if comes_in { Bits::new(kinds.len(), elements, &mut room) } else { None };
        let boards = Bits::new(kinds.len(), locations, &mut room);
        // There is a word behind each of theirs.
        room.take_words(1);
        let off = (locations + rules.location_types.len()) as u32;
        let place = rules.locations.iter().enumerate().map(|(index, location)| {
            if location.relevant { index as u32 } else { (locations + location.kind.index()) as u32 }
        });
        let with_elements = |(_, global): &(usize, &crate::rules::Global)| {
            matches!(global.kind, GlobalKind::Element | GlobalKind::Elements)
        };
        let place: Vec<u32> = place.collect();
        let first_kind = (0..elements).map(|index| kinds.first(rules, ElementId::new(index)));
        Ok(Self {
            wide,
            kind_here,
            location,
            occupied,
            boards,
            waiting,
            kind,
            zindex,
            scores,
            globals,
            turn,
            bytes: room.bytes,
            owners_change,
            states_change,
            heights_count: any(&|expr| matches!(expr, Expr::Query(Query::ZIndex, _))),
            repeats: asks(Ask::Repeats),
            first_kind: first_kind.clone().collect(),
            first_kind_in: [0].into_iter().chain(first_kind.map(|kind| kind.0 + 1)).collect(),
            sharing: sharing(&place, off as usize - locations),
            place,
            off,
            first_zindex: rules.elements.iter().map(|e| e.zindex).collect(),
            start_scores: rules.start_scores.clone(),
            players,
            element_globals: rules
                .globals
                .iter()
                .enumerate()
                .filter(with_elements)
                .map(|(index, _)| GlobalId::new(index))
                .collect(),
            kinds,
        })
    }

    /// The mask of every kind that a cell can hold, and none as its first bit; `None` if there are too many kinds for one.
    pub(crate) fn all_kinds(&self) -> Option<u64> {
        (self.kinds.len() < 64).then(|| u64::MAX >> (63 - self.kinds.len()))
    }

    /// Elements, in order.
    pub(crate) fn elements(&self) -> impl Iterator<Item = ElementId> + use<> {
        (0..self.first_kind.len()).map(ElementId::new)
    }

    /// Players, in order.
    pub(crate) fn players(&self) -> impl Iterator<Item = Player> + use<> {
        (1..=self.players).filter_map(Player::new)
    }

    /// The place of a location, or of what is off the board.
    pub(crate) fn place_of(&self, location: Option<crate::ids::LocationId>) -> u32 {
        location.map_or(self.off, |location| self.place[location.index()])
    }

    /// Whether an element can come to have a kind.
    pub(crate) fn can_be(&self, element: ElementId, kind: KindId) -> bool {
        let (first, kind) = (self.kinds[self.first_kind[element.index()]], self.kinds[kind]);
        (kind.element_type, kind.alone) == (first.element_type, first.alone)
            && (self.owners_change || kind.owner == first.owner)
            && (self.states_change || kind.state == first.state)
    }

    /// The locations of a place of many, 64 from number `64 * word` on, as bits.
    #[inline]
    pub(crate) fn sharing(&self, place: u32, word: usize) -> u64 {
        let words = self.place.len().div_ceil(64).max(1);
        self.sharing[(place as usize - self.place.len()) * words + word]
    }

    /// The locations of a place.
    pub(crate) fn shares(&self, place: u32) -> impl Iterator<Item = usize> {
        self.place.iter().enumerate().filter(move |(_, its)| **its == place).map(|(at, _)| at)
    }

    /// Whether the locations of a place are many, or none: irrelevant ones, and off the board.
    pub(crate) fn is_shared(&self, place: u32) -> bool {
        place as usize >= self.place.len()
    }
}
