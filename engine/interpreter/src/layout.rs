//! Memory layout of game states for one rule set: the offset of every component in a state's bytes.
//! Components that no rule of the game changes are not stored in the state.

use crate::kinds::{PieceKindId, PieceKinds};
use crate::limits::LimitError;
use crate::state::header;
use boardwright_game::ids::{ElementId, GlobalId, Player};
use boardwright_rules::{Effect, Expr, GlobalKind, Query, RulePlace, RuleSet, UntypedAction, UntypedQuery};

/// Layout of the states of one rule set, with the lookup tables that belong to it.
#[derive(Clone, Debug)]
#[allow(clippy::struct_excessive_bools)] // independent flags
pub struct Layout {
    /// `true` if ids take two bytes instead of one.
    pub has_wide_ids: bool,
    /// Offset of the kind of piece on each location, from 1, or 0 for an empty location; stored if kinds change. (The
    /// element on each location comes first, after the header.)
    pub kind_at_location: Option<usize>,
    /// Offset of the location of each element, from 1; 0 means off the board.
    pub element_location: usize,
    /// Offset of the occupancy bitboard: one bit for each location, least significant bit first. Seven zero bytes
    /// follow, so that eight bytes can be read at every byte.
    pub occupancy: usize,
    /// Bitboards by kind: the locations occupied by such pieces. Not stored in games where they would take much room.
    pub bitboards: Option<KindBitsets>,
    /// Bit sets by kind: the elements off the board (the off-board supply), in games that bring elements in.
    pub supply: Option<KindBitsets>,
    /// Offset of the kind of each element, if kinds change.
    pub element_kind: Option<usize>,
    /// Offset of the height of each element, if heights change.
    pub zindex: Option<usize>,
    /// Offset of the scores, if they change.
    pub scores: Option<usize>,
    /// Offset of each global variable.
    pub globals: Vec<usize>,
    /// Offset of the turn number, if an expression reads it.
    pub turn_number: Option<usize>,
    /// Offset of the byte that is 1 while chance is to move, in games with chance moves.
    pub chance: Option<usize>,
    /// Length of the state in bytes.
    pub size: usize,
    /// `true` if some expression sets owners, or states.
    pub owners_change: bool,
    /// `true` if some rule changes the state of an element.
    pub states_change: bool,
    /// `true` if positions that differ in the height of a piece differ: some expression reads heights.
    pub has_relevant_heights: bool,
    /// `true` if some player does not see the whole position.
    pub has_hidden_information: bool,
    /// `true` if scorings, or conditions `while` of variables, can change more than scores.
    pub scorings_change_position: bool,
    /// `true` if an end of the game reads the number of repetitions of a position.
    pub counts_repetitions: bool,
    /// The piece kinds.
    pub kinds: PieceKinds,
    /// Initial kind of each element.
    pub initial_kind: Vec<PieceKindId>,
    /// Initial kind, from 1, by the stored content of a location: element id plus 1, or 0 for an empty location.
    pub initial_kind_by_content: Vec<u16>,
    /// For keys: each relevant location is its own place; all irrelevant locations of one type are one shared place.
    pub key_place: Vec<u32>,
    /// By shared place, in the order of their numbers: the locations of the place as a bit set, with the words of
    /// `boards`.
    shared_place_bits: Vec<u64>,
    /// For keys: the place of elements off the board.
    pub off_board_place: u32,
    /// Initial height by element.
    pub initial_zindex: Vec<i32>,
    /// Initial score by player.
    pub initial_scores: Vec<i32>,
    /// Number of players.
    pub player_count: usize,
    /// Variables that hold elements, whose share in a key depends on where these elements stand.
    pub element_globals: Vec<GlobalId>,
}

/// Bit sets of locations or elements by kind of piece, in 64-bit words.
#[derive(Clone, Copy, Debug)]
pub struct KindBitsets {
    /// Offset of the words of the first kind.
    pub start: usize,
    /// Number of words of each kind.
    pub words: usize,
}

impl KindBitsets {
    /// Maximum size of all bit sets in bytes.
    const MAX_BYTES: usize = 1024;

    /// Reserves room for the bit sets, unless that is too much.
    fn new(kinds: usize, members: usize, allocator: &mut ByteAllocator) -> Option<Self> {
        let words = members.div_ceil(64).max(1);
        let bytes = 8 * kinds * words;
        (bytes <= Self::MAX_BYTES).then(|| Self { start: allocator.allocate_words(kinds * words), words })
    }

    /// Offset of the words of a kind.
    #[inline(always)]
    pub fn at(self, kind: PieceKindId) -> usize {
        self.start + 8 * self.words * usize::from(kind.0)
    }
}

/// Allocator for the bytes of a state.
struct ByteAllocator {
    bytes: usize,
}

impl ByteAllocator {
    /// Reserves `size` bytes and returns their offset.
    fn allocate(&mut self, size: usize) -> usize {
        self.bytes += size;
        self.bytes - size
    }

    /// Reserves aligned words, none of which crosses a cache line, and returns their offset.
    fn allocate_words(&mut self, words: usize) -> usize {
        self.bytes = self.bytes.next_multiple_of(8);
        self.allocate(8 * words)
    }
}

/// Maximum depth of an expression.
const MAX_EXPR_DEPTH: usize = 400;
/// Maximum number of things of one kind in a rule set.
const MAX_THINGS: usize = 60_000;

/// Computes the locations of each shared place as bit sets.
fn shared_place_bitsets(place: &[u32], many: usize) -> Vec<u64> {
    let words = place.len().div_ceil(64).max(1);
    let mut bitsets = vec![0; many * words];
    for (at, &of_location) in place.iter().enumerate() {
        if let Some(which) = (of_location as usize).checked_sub(place.len()) {
            bitsets[which * words + at / 64] |= 1 << (at % 64);
        }
    }
    bitsets
}

impl Layout {
    /// Computes the state layout of a rule set.
    pub fn new(rules: &RuleSet) -> Result<Self, LimitError> {
        let (elements, locations, players) = (rules.elements.len(), rules.locations.len(), rules.players.len());
        let counts = [
            ("elements", elements),
            ("locations", locations),
            ("rules", rules.rules.len()),
            ("variables", rules.globals.len()),
        ];
        for (what, count) in counts {
            if count > MAX_THINGS {
                return Err(LimitError::Count { what, count, most: MAX_THINGS });
            }
        }
        if players == 0 || players > Player::MAX {
            return Err(LimitError::Players { count: players, most: Player::MAX });
        }
        let depth = rules.exprs.max_depth();
        if depth > MAX_EXPR_DEPTH {
            return Err(LimitError::Depth { depth, most: MAX_EXPR_DEPTH });
        }
        let kinds = PieceKinds::new(rules)?;
        let any = |wanted: &dyn Fn(&Expr) -> bool| rules.exprs.iter().any(|(_, expr)| wanted(expr));
        let has_action = |wanted| any(&|expr| matches!(expr, Expr::UntypedAction(action, _) if *action == wanted));
        let has_effect = |wanted| any(&|expr| matches!(expr, Expr::Effect(effect, _) if *effect == wanted));
        let has_query = |wanted| any(&|expr| matches!(expr, Expr::Query(query, _) if *query == wanted));
        let owners_change = has_action(UntypedAction::SetOwner) || has_effect(Effect::SetOwner);
        let states_change = has_action(UntypedAction::SetState) || has_effect(Effect::SetState);
        let kinds_change = owners_change || states_change;
        let scores_change = rules.rules.iter().any(|rule| !rule.awards.is_empty())
            || rules.scorings.iter().any(|scoring| !scoring.awards.is_empty());

        let narrow = usize::from(u8::MAX);
        let has_wide_ids = elements >= narrow || locations >= narrow || kinds.len() >= narrow;
        let width = 1 + usize::from(has_wide_ids);
        let mut allocator = ByteAllocator { bytes: header::CONTENT + width * locations };
        let mut allocate = |size: usize| allocator.allocate(size);
        let kind_at_location = kinds_change.then(|| allocate(width * locations));
        let element_location = allocate(width * elements);
        let element_kind = kinds_change.then(|| allocate(width * elements));
        let zindex = has_action(UntypedAction::SetZIndex).then(|| allocate(4 * elements));
        let scores = (scores_change || has_effect(Effect::SetScore)).then(|| allocate(4 * players));
        let globals = rules.globals.iter().map(|global| match global.kind {
            GlobalKind::Int { .. } => allocate(4),
            GlobalKind::Bool => allocate(1),
            GlobalKind::Element | GlobalKind::Location => allocate(2),
            GlobalKind::Elements => allocate(elements.div_ceil(8)),
            GlobalKind::Locations => allocate(locations.div_ceil(8)),
        });
        let globals = globals.collect();
        let turn_number = has_query(Query::Turn).then(|| allocate(4));
        let chance = rules.has_chance().then(|| allocate(1));
        // Placed last, so that an index slightly out of range of the arrays before it is still within the bytes.
        let occupancy = allocator.allocate_words(locations.div_ceil(64) + 1);
        let has_supply = rules.rules.iter().any(|rule| rule.element.is_some() && matches!(rule.from, RulePlace::Off));
        let supply = if has_supply { KindBitsets::new(kinds.len(), elements, &mut allocator) } else { None };
        let bitboards = KindBitsets::new(kinds.len(), locations, &mut allocator);
        // One word of padding follows the bit sets.
        allocator.allocate_words(1);
        let off_board_place = (locations + rules.location_types.len()) as u32;
        let key_place = rules.locations.iter().enumerate().map(|(index, location)| {
            if location.is_relevant { index as u32 } else { (locations + location.kind.index()) as u32 }
        });
        let with_elements = |(_, global): &(usize, &boardwright_rules::Global)| {
            matches!(global.kind, GlobalKind::Element | GlobalKind::Elements)
        };
        let key_place: Vec<u32> = key_place.collect();
        let initial_kinds = (0..elements).map(|index| kinds.initial(rules, ElementId::new(index)));
        Ok(Self {
            has_wide_ids,
            kind_at_location,
            element_location,
            occupancy,
            bitboards,
            supply,
            element_kind,
            zindex,
            scores,
            globals,
            turn_number,
            chance,
            size: allocator.bytes,
            owners_change,
            states_change,
            has_relevant_heights: any(&|expr| matches!(expr, Expr::UntypedQuery(UntypedQuery::ZIndex, _))),
            has_hidden_information: rules.has_hidden_information(),
            scorings_change_position: rules.scorings_change_position(),
            counts_repetitions: has_query(Query::Repeats),
            initial_kind: initial_kinds.clone().collect(),
            initial_kind_by_content: [0].into_iter().chain(initial_kinds.map(|kind| kind.0 + 1)).collect(),
            shared_place_bits: shared_place_bitsets(&key_place, off_board_place as usize - locations),
            key_place,
            off_board_place,
            initial_zindex: rules.elements.iter().map(|e| e.zindex).collect(),
            initial_scores: rules.start_scores.clone(),
            player_count: players,
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

    /// Mask of all kinds that a cell can hold, with bit 0 for an empty cell; `None` if there are too many kinds for one
    /// word.
    pub fn all_kinds_mask(&self) -> Option<u64> {
        (self.kinds.len() < 64).then(|| u64::MAX >> (63 - self.kinds.len()))
    }

    /// Iterates over all elements.
    pub fn elements(&self) -> impl Iterator<Item = ElementId> + use<> {
        (0..self.initial_kind.len()).map(ElementId::new)
    }

    /// Iterates over all players.
    pub fn players(&self) -> impl Iterator<Item = Player> + use<> {
        (1..=self.player_count).filter_map(Player::new)
    }

    /// Place of a location for keys; `None` means off the board.
    pub fn place_of(&self, location: Option<boardwright_game::ids::LocationId>) -> u32 {
        location.map_or(self.off_board_place, |location| self.key_place[location.index()])
    }

    /// `true` if an element can come to have a kind.
    pub fn can_have_kind(&self, element: ElementId, kind: PieceKindId) -> bool {
        let (first, kind) = (self.kinds[self.initial_kind[element.index()]], self.kinds[kind]);
        (kind.element_type, kind.distinguishable) == (first.element_type, first.distinguishable)
            && (self.owners_change || kind.owner == first.owner)
            && (self.states_change || kind.state == first.state)
    }

    /// The 64 locations from number `64 * word` on that belong to a shared place, as bits.
    #[inline]
    pub fn locations_of_shared_place(&self, place: u32, word: usize) -> u64 {
        let words = self.key_place.len().div_ceil(64).max(1);
        self.shared_place_bits[(place as usize - self.key_place.len()) * words + word]
    }

    /// Iterates over the locations of a place, by index.
    pub fn locations_of_place(&self, place: u32) -> impl Iterator<Item = usize> {
        self.key_place.iter().enumerate().filter(move |(_, of_location)| **of_location == place).map(|(at, _)| at)
    }

    /// `true` if a place is shared (irrelevant locations) or off the board.
    pub fn is_shared(&self, place: u32) -> bool {
        place as usize >= self.key_place.len()
    }
}
