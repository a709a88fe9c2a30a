//! First pass: the moves that each rule can ever allow, in groups that are alike but for the place.
//!
//! A place is the *lane* of a move: where its piece stands, or, for pieces that come in, where it goes. All that a
//! group's moves ask for is later worked out for all of its lanes at once, 64 to a word.

use std::collections::BTreeMap;

use crate::fast::tables::{Fast, NO_GROUP, Offer, RuleTable};
use crate::fast::targets::{ALWAYS, Aim};
use crate::ids::{LocationId, Player};
use crate::kinds::KindId;
use crate::layout::Layout;

use super::Beyond;

/// Moves of one rule, with pieces that need not be told apart.
#[derive(Debug)]
pub(super) struct Group {
    /// Which of the tables.
    pub(super) table: usize,
    pub(super) source: Source,
    pub(super) target: Target,
    /// A condition that all of its moves share, by number.
    pub(super) gate: Option<u32>,
    /// By lane: what the move asks for and does.
    pub(super) lanes: BTreeMap<u16, Aim>,
}

/// Where the piece of a move is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Source {
    /// On the lane, of kinds that are bits of a mask.
    Board(u64),
    /// On any of the locations of a place that does not tell them apart.
    Reserve(KindId, u32),
    /// Off the board, of a kind that is a bit of a mask; of which ones, for more than one group.
    Waiting(u64),
    /// Nothing moves.
    Bare,
}

/// Where the piece of a move goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Target {
    /// To the location so many further than the lane.
    Lane(i32),
    /// Off the board.
    Off,
}

impl Target {
    /// How far it is from the lane, as a word that is added.
    pub(super) fn distance(self) -> u64 {
        match self {
            Self::Lane(by) => i64::from(by) as u64,
            Self::Off => 0,
        }
    }
}

/// Most groups that one rule is divided into.
const MOST: usize = 120;

/// The groups of every rule that offers a player something, in the order of the rules. Off the board wait only pieces of
/// kinds that are bits of the mask `waiting`.
pub(super) fn groups(layout: &Layout, fast: &Fast, waiting: u64, player: Player) -> Result<Vec<Group>, Beyond> {
    let mut all = Vec::new();
    for (index, table) in fast.rules.iter().enumerate() {
        let Some(offer) = &table.by_player[player.index()] else { continue };
        if table.general || table.tells_apart {
            return Err(Beyond("a rule whose pieces or places are told apart while it is played"));
        }
        let mut found: BTreeMap<Alike, BTreeMap<u16, Aim>> = BTreeMap::new();
        let mut add = |source, target, way, lane, mut aim: Aim| {
            let mut gate = None;
            if aim.condition != ALWAYS && fast.conditions[aim.condition as usize].shared {
                gate = Some(std::mem::replace(&mut aim.condition, ALWAYS));
            }
            found.entry((gate, source, target, way)).or_default().insert(lane, aim);
        };
        for &aim in &offer.bare {
            add(Source::Bare, Target::Off, aim.way, 0, aim);
        }
        for kind in (0..layout.kinds.len()).map(|kind| KindId(kind as u16)) {
            if let Some(group) = group_of(layout, offer, kind)? {
                moves(layout, table, offer, (kind, group, waiting), &mut add)?;
            }
        }
        if found.len() > MOST {
            return Err(Beyond("a rule whose moves go too many ways"));
        }
        let mut groups: Vec<Group> = Vec::new();
        for ((gate, source, target, _), lanes) in found {
            match groups.iter_mut().find(|group| can_join(fast, group, (gate, source, target), &lanes)) {
                Some(Group { source: Source::Board(kinds), .. }) => {
                    let Source::Board(more) = source else { unreachable!("only such groups are joined") };
                    *kinds |= more;
                }
                _ => groups.push(Group { table: index, source, target, gate, lanes }),
            }
        }
        all.extend(groups);
    }
    Ok(all)
}

/// What moves of a group have in common: a condition, where from and where to, and the way.
type Alike = (Option<u32>, Source, Target, u32);

/// Whether moves do just what those of a group do, with pieces of another kind.
fn can_join(
    fast: &Fast,
    group: &Group,
    (gate, source, target): (Option<u32>, Source, Target),
    lanes: &BTreeMap<u16, Aim>,
) -> bool {
    let same = |(one, other): (&Aim, &Aim)| {
        one.condition == other.condition && one.way == other.way && fast.makes_same(one.make, other.make)
    };
    matches!((group.source, source), (Source::Board(_), Source::Board(_)))
        && (group.gate, group.target) == (gate, target)
        && group.lanes.keys().eq(lanes.keys())
        && group.lanes.values().zip(lanes.values()).all(same)
}

/// Which of the rule's groups the pieces of a kind are in, if it moves them.
fn group_of(layout: &Layout, offer: &Offer, kind: KindId) -> Result<Option<u32>, Beyond> {
    if !offer.kinds[usize::from(kind.0)] {
        return Ok(None);
    }
    let mut group = None;
    let mut left_out = false;
    for element in layout.elements().filter(|&element| layout.can_be(element, kind)) {
        match offer.elements.iter().find(|(other, _)| *other == element) {
            Some(&(_, its)) if group.is_none_or(|group| group == its) => group = Some(its),
            Some(_) => return Err(Beyond("a rule that tells pieces of one kind apart")),
            None => left_out = true,
        }
    }
    if left_out && group.is_some() {
        return Err(Beyond("a rule that is for some pieces of a kind only"));
    }
    Ok(group)
}

fn moves(
    layout: &Layout,
    table: &RuleTable,
    offer: &Offer,
    (kind, group, waiting): (KindId, u32, u64),
    add: &mut impl FnMut(Source, Target, u32, u16, Aim),
) -> Result<(), Beyond> {
    let off = layout.place.len();
    let mut reserves: BTreeMap<u32, u32> = BTreeMap::new();
    for from in 0..=off {
        let from_group = table.from_group[from];
        if from_group == NO_GROUP {
            continue;
        }
        let place = layout.place_of((from < off).then(|| LocationId::new(from)));
        if from == off && waiting >> (kind.0 + 1) & 1 == 0 {
            continue;
        }
        let source = if from == off {
            Source::Waiting(2 << kind.0)
        } else if layout.is_shared(place) {
            // All locations of the place are one to the rule, so one of them is enough.
            match reserves.insert(place, from_group) {
                None => Source::Reserve(kind, place),
                Some(other) if other == from_group => continue,
                Some(_) => return Err(Beyond("a rule that tells places apart which are not relevant")),
            }
        } else {
            Source::Board(2 << kind.0)
        };
        if reserves.contains_key(&place) && layout.shares(place).any(|at| table.from_group[at] == NO_GROUP) {
            return Err(Beyond("a rule for some places only of those that are not relevant"));
        }
        for (to, aim) in offer.targets.each(group, from_group, table.from_groups) {
            match (source, to) {
                // It does not capture itself, and without a capture its own place is not empty.
                (Source::Board(_), Some(to)) if to.index() == from => {}
                (Source::Board(_), Some(to)) => {
                    add(source, Target::Lane(i32::from(to.0) - from as i32), aim.way, from as u16, aim);
                }
                (Source::Board(_), None) => add(source, Target::Off, aim.way, from as u16, aim),
                (_, Some(to)) => add(source, Target::Lane(0), aim.way, to.0, aim),
                (_, None) => return Err(Beyond("a rule that takes pieces away from where places are not told apart")),
            }
        }
    }
    Ok(())
}
