//! First pass: divides the moves of each rule into move groups, whose moves differ by lane only.
//!
//! The lane of a move is the location of its piece or, for a piece that enters the board, its target. Later passes
//! evaluate the conditions of a group for all lanes at once, 64 to a word.

use std::collections::BTreeMap;

use crate::tables::targets::{ALWAYS, MoveCode};
use crate::tables::{CompiledRules, NO_GROUP, Offer, RuleTable};
use boardwright_game::ids::{LocationId, Player};
use boardwright_interpreter::kinds::PieceKindId;
use boardwright_interpreter::layout::Layout;

use super::Unsupported;

/// A move group: moves of one rule with interchangeable pieces.
#[derive(Debug)]
pub(super) struct MoveGroup {
    /// Index of the rule table.
    pub(super) table: usize,
    pub(super) source: Source,
    pub(super) target: Target,
    /// Index of a condition that all moves of the group share.
    pub(super) gate: Option<u32>,
    /// Condition and effects of the move of each lane.
    pub(super) lanes: BTreeMap<u16, MoveCode>,
}

/// Source of the piece of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Source {
    /// The lane; kinds as a mask.
    Board(u64),
    /// Any location of a place whose locations are interchangeable (a reserve).
    Reserve(PieceKindId, u32),
    /// The off-board supply; kinds as a mask, with several kinds only in make kernels that several groups share.
    Supply(u64),
    /// No piece moves.
    NoPiece,
}

/// Target of the piece of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Target {
    /// The location at this distance from the lane.
    Relative(i32),
    /// Off the board.
    Off,
}

impl Target {
    /// Distance from the lane as a two's complement word.
    pub(super) fn distance(self) -> u64 {
        match self {
            Self::Relative(by) => i64::from(by) as u64,
            Self::Off => 0,
        }
    }
}

/// Maximum number of move groups of a rule.
const MAX_GROUPS: usize = 120;

/// Returns the move groups of every rule that offers a player moves, in the order of the rules. `supply_kinds` is the
/// mask of the kinds of pieces in the off-board supply.
pub(super) fn move_groups(
    layout: &Layout,
    fast: &CompiledRules,
    supply_kinds: u64,
    player: Player,
) -> Result<Vec<MoveGroup>, Unsupported> {
    let mut all = Vec::new();
    for (index, table) in fast.rules.iter().enumerate() {
        let Some(offer) = &table.by_player[player.index()] else { continue };
        if table.is_general || table.distinguishes_members {
            return Err(Unsupported("a rule that distinguishes pieces or locations at run time"));
        }
        let mut found: BTreeMap<GroupKey, BTreeMap<u16, MoveCode>> = BTreeMap::new();
        let mut add = |source, target, for_index, lane, mut aim: MoveCode| {
            let mut gate = None;
            if aim.condition != ALWAYS && fast.conditions[aim.condition as usize].is_shared {
                gate = Some(std::mem::replace(&mut aim.condition, ALWAYS));
            }
            found.entry(GroupKey { gate, source, target, for_index }).or_default().insert(lane, aim);
        };
        for &aim in &offer.elementless_moves {
            add(Source::NoPiece, Target::Off, aim.for_index, 0, aim);
        }
        for kind in (0..layout.kinds.len()).map(|kind| PieceKindId(kind as u16)) {
            if let Some(group) = group_of(layout, offer, kind)? {
                let has_supply = supply_kinds >> (kind.0 + 1) & 1 == 1;
                add_moves_of_kind(layout, table, offer, MovedKind { kind, group, has_supply }, &mut add)?;
            }
        }
        if found.len() > MAX_GROUPS {
            return Err(Unsupported("a rule with too many move groups"));
        }
        let mut groups: Vec<MoveGroup> = Vec::new();
        for (key, lanes) in found {
            let GroupKey { gate, source, target, .. } = key;
            match groups.iter_mut().find(|group| can_join(fast, group, &key, &lanes)) {
                Some(MoveGroup { source: Source::Board(kinds), .. }) => {
                    let Source::Board(more) = source else { unreachable!("only such groups are joined") };
                    *kinds |= more;
                }
                _ => groups.push(MoveGroup { table: index, source, target, gate, lanes }),
            }
        }
        all.extend(groups);
    }
    Ok(all)
}

/// Common properties of the moves of a group: shared condition, source, target and way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct GroupKey {
    /// Index of the shared condition.
    gate: Option<u32>,
    source: Source,
    target: Target,
    for_index: u32,
}

/// A kind of pieces that a rule moves.
#[derive(Clone, Copy)]
struct MovedKind {
    kind: PieceKindId,
    /// Group of the pieces within the rule.
    group: u32,
    /// `true` if pieces of the kind can be in the off-board supply.
    has_supply: bool,
}

/// `true` if moves are the same as those of a group but for the kind of the piece.
fn can_join(fast: &CompiledRules, group: &MoveGroup, key: &GroupKey, lanes: &BTreeMap<u16, MoveCode>) -> bool {
    let same = |(one, other): (&MoveCode, &MoveCode)| {
        one.condition == other.condition
            && one.for_index == other.for_index
            && fast.are_makes_equal(one.make, other.make)
    };
    matches!((group.source, key.source), (Source::Board(_), Source::Board(_)))
        && (group.gate, group.target) == (key.gate, key.target)
        && group.lanes.keys().eq(lanes.keys())
        && group.lanes.values().zip(lanes.values()).all(same)
}

/// Group, within the rule, of the pieces of a kind; `None` if the rule does not move them.
fn group_of(layout: &Layout, offer: &Offer, kind: PieceKindId) -> Result<Option<u32>, Unsupported> {
    if !offer.accepted_kinds[usize::from(kind.0)] {
        return Ok(None);
    }
    let mut group = None;
    let mut left_out = false;
    for element in layout.elements().filter(|&element| layout.can_have_kind(element, kind)) {
        match offer.elements.iter().find(|(other, _)| *other == element) {
            Some(&(_, its)) if group.is_none_or(|group| group == its) => group = Some(its),
            Some(_) => return Err(Unsupported("a rule that distinguishes pieces of one kind")),
            None => left_out = true,
        }
    }
    if left_out && group.is_some() {
        return Err(Unsupported("a rule for only some pieces of a kind"));
    }
    Ok(group)
}

fn add_moves_of_kind(
    layout: &Layout,
    table: &RuleTable,
    offer: &Offer,
    MovedKind { kind, group, has_supply }: MovedKind,
    add: &mut impl FnMut(Source, Target, u32, u16, MoveCode),
) -> Result<(), Unsupported> {
    let off = layout.key_place.len();
    let mut reserves: BTreeMap<u32, u32> = BTreeMap::new();
    for from in 0..=off {
        let from_group = table.from_group[from];
        if from_group == NO_GROUP {
            continue;
        }
        let place = layout.place_of((from < off).then(|| LocationId::new(from)));
        if from == off && !has_supply {
            continue;
        }
        let source = if from == off {
            Source::Supply(2 << kind.0)
        } else if layout.is_shared(place) {
            // All locations of the place are equivalent for the rule, so one representative is enough.
            match reserves.insert(place, from_group) {
                None => Source::Reserve(kind, place),
                Some(other) if other == from_group => continue,
                Some(_) => return Err(Unsupported("a rule that distinguishes irrelevant locations")),
            }
        } else {
            Source::Board(2 << kind.0)
        };
        if reserves.contains_key(&place) && layout.locations_of_place(place).any(|at| table.from_group[at] == NO_GROUP)
        {
            return Err(Unsupported("a rule for only some of several interchangeable locations"));
        }
        for (to, aim) in offer.targets.moves_from(group, from_group, table.from_groups) {
            match (source, to) {
                // A piece cannot capture itself, and without a capture its own location is not empty.
                (Source::Board(_), Some(to)) if to.index() == from => {}
                (Source::Board(_), Some(to)) => {
                    add(source, Target::Relative(i32::from(to.0) - from as i32), aim.for_index, from as u16, aim);
                }
                (Source::Board(_), None) => add(source, Target::Off, aim.for_index, from as u16, aim),
                (_, Some(to)) => add(source, Target::Relative(0), aim.for_index, to.0, aim),
                (_, None) => {
                    return Err(Unsupported("a rule that takes pieces from interchangeable locations off the board"));
                }
            }
        }
    }
    Ok(())
}
