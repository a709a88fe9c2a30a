//! The kernels of all move groups of a player: the result of the first two passes.

use std::collections::BTreeMap;

use crate::tables::code::{Code, NodeId};
use crate::tables::targets::ALWAYS;
use crate::tables::{CompiledRules, NextCode, TailCode};
use boardwright_game::ids::Player;
use boardwright_interpreter::layout::Layout;

use super::Unsupported;
use super::kernel::{Kernel, LaneNode, LaneSet, MaskedKernel};
use super::kernel_builder::KernelBuilder;
use super::move_groups::{MoveGroup, Source, Target, move_groups};

/// All moves that a player can ever have.
#[derive(Default)]
pub(super) struct PlayerOffers {
    /// In the order of the rules.
    pub(super) rule_offers: Vec<RuleOffer>,
    pub(super) make_kernels: Vec<MakeKernel>,
}

/// The moves of a rule, or of a part of it that shares gates.
pub(super) struct RuleOffer {
    pub(super) priority: i32,
    /// Conditions that all moves share.
    pub(super) gates: Vec<Kernel>,
    pub(super) captures: bool,
    pub(super) groups: Vec<GroupKernels>,
}

/// A move group with its kernels.
pub(super) struct GroupKernels {
    /// Index of the rule table, and of the combination of the `for` parameters of the rule.
    pub(super) table: usize,
    pub(super) for_index: u32,
    pub(super) source: Source,
    pub(super) target: Target,
    pub(super) lanes: LaneSet,
    /// Condition of a lane.
    pub(super) condition: Option<MaskedKernel>,
    /// Index of the make kernel of its moves.
    pub(super) make_kernel: usize,
}

/// A make kernel: the effects of the moves of one or several groups. Lanes are target locations or, for moves off the
/// board, source locations.
pub(super) struct MakeKernel {
    pub(super) source: Source,
    pub(super) goes_off: bool,
    pub(super) captures: bool,
    pub(super) followup: Option<MaskedKernel>,
    pub(super) next: NextMover,
    /// End kernels: one for all players, or one for each player who may have the turn.
    pub(super) tails: Vec<EndKernels>,
}

/// Player to move after a move.
pub(super) enum NextMover {
    /// The player to move stays as the effects leave it.
    Stays,
    Player(Player),
    /// The player of this number.
    Computed(Kernel),
}

/// Scorings and ends, evaluated last in every move.
pub(super) struct EndKernels {
    pub(super) scorings: Vec<ScoringKernel>,
    pub(super) ends: Vec<EndKernel>,
}

/// A scoring.
pub(super) struct ScoringKernel {
    pub(super) situation: MaskedKernel,
    pub(super) followup: Option<Kernel>,
}

/// An end of the game.
pub(super) struct EndKernel {
    pub(super) situation: MaskedKernel,
    /// `None`: the player with the highest score.
    pub(super) winner: Option<i32>,
}

/// Maximum number of move groups of a player.
const MAX_GROUPS: usize = 500;

/// Builds the kernels of a player. `supply_kinds` is the mask of the kinds of pieces in the off-board supply.
pub(super) fn player_kernels(
    layout: &Layout,
    fast: &CompiledRules,
    supply_kinds: u64,
    player: Player,
) -> Result<PlayerOffers, Unsupported> {
    let words = layout.key_place.len().div_ceil(64).max(1);
    let parallel_builder = KernelBuilder { layout, code: &fast.code, words, is_single_lane: false };
    let single_builder = KernelBuilder { is_single_lane: true, ..parallel_builder };
    let mut offers = PlayerOffers::default();
    let mut pending: Vec<PendingMakeKernel> = Vec::new();
    let mut last = None;
    let groups = move_groups(layout, fast, supply_kinds, player)?;
    if groups.len() > MAX_GROUPS {
        return Err(Unsupported("too many move groups"));
    }
    for group in groups {
        let table = &fast.rules[group.table];
        if table.has_after_condition {
            return Err(Unsupported("a rule with a condition on the resulting position"));
        }
        if group.source != Source::NoPiece && !table.late_variables.is_empty() {
            return Err(Unsupported("variables that patterns bind at run time"));
        }
        // Each source of entering pieces is an offer of its own, because mostly only one kind can enter.
        let comes_in = matches!(group.source, Source::Reserve(..) | Source::Supply(_)).then_some(group.source);
        if last != Some((group.table, group.gate, comes_in)) {
            last = Some((group.table, group.gate, comes_in));
            let offer = table.by_player[player.index()].as_ref().expect("a group belongs to an offer");
            let shared = group.gate.map(|condition| fast.conditions[condition as usize].node);
            let gates = offer.targets.gate.into_iter().chain(shared);
            let gates = gates.map(|node| single_builder.uniform_kernel(node)).collect::<Result<_, _>>()?;
            let (priority, captures) = (table.priority, table.can_capture);
            offers.rule_offers.push(RuleOffer { priority, gates, captures, groups: Vec::new() });
        }
        let rule_offer = offers.rule_offers.last_mut().expect("just pushed");
        let for_index = group.lanes.values().next().map_or(0, |aim| aim.for_index);
        rule_offer.groups.push(GroupKernels {
            table: group.table,
            for_index,
            source: group.source,
            target: group.target,
            lanes: LaneSet::from_members(words, group.lanes.keys().map(|&lane| usize::from(lane))),
            condition: condition_kernel(fast, &parallel_builder, &group)?,
            make_kernel: find_or_add_make_kernel(fast, &mut pending, &group),
        });
    }
    let make_kernels = pending.into_iter().map(|pending| pending.build(fast, &single_builder));
    offers.make_kernels = make_kernels.collect::<Result<_, _>>()?;
    Ok(offers)
}

fn condition_kernel(
    fast: &CompiledRules,
    builder: &KernelBuilder<'_>,
    group: &MoveGroup,
) -> Result<Option<MaskedKernel>, Unsupported> {
    let mut nodes: Vec<LaneNode> = Vec::new();
    for (&lane, aim) in group.lanes.iter().filter(|(_, aim)| aim.condition != ALWAYS) {
        let condition = &fast.conditions[aim.condition as usize];
        if condition.reads_variables {
            return Err(Unsupported("conditions with local variables"));
        }
        nodes.push((lane, condition.node));
    }
    masked_kernel(builder, &nodes, group.lanes.len())
}

/// A make kernel under construction: index of the compiled effects by lane.
struct PendingMakeKernel {
    source: Source,
    goes_off: bool,
    captures: bool,
    makes: BTreeMap<u16, u32>,
}

/// Returns the make kernel of a group: shared with earlier groups if the effects agree on common targets.
fn find_or_add_make_kernel(fast: &CompiledRules, pending: &mut Vec<PendingMakeKernel>, group: &MoveGroup) -> usize {
    let (goes_off, by) = match group.target {
        Target::Relative(by) => (false, by),
        Target::Off => (true, 0),
    };
    let makes = group.lanes.iter().map(|(&lane, aim)| ((i32::from(lane) + by) as u16, aim.make));
    let makes: BTreeMap<u16, u32> = makes.collect();
    let captures = fast.rules[group.table].can_capture;
    let fits = |known: &PendingMakeKernel| {
        let agree =
            |(lane, &make): (&u16, &u32)| known.makes.get(lane).is_none_or(|&its| fast.are_makes_equal(its, make));
        let sources = match (known.source, group.source) {
            (Source::Board(_), Source::Board(_)) | (Source::Supply(_), Source::Supply(_)) => true,
            (one, other) => one == other,
        };
        (known.goes_off, known.captures) == (goes_off, captures) && sources && makes.iter().all(agree)
    };
    if let Some(index) = pending.iter().position(fits) {
        let known = &mut pending[index];
        match (&mut known.source, group.source) {
            (Source::Board(kinds), Source::Board(more)) | (Source::Supply(kinds), Source::Supply(more)) => {
                *kinds |= more;
            }
            _ => {}
        }
        for (lane, make) in makes {
            known.makes.entry(lane).or_insert(make);
        }
        return index;
    }
    pending.push(PendingMakeKernel { source: group.source, goes_off, captures, makes });
    pending.len() - 1
}

impl PendingMakeKernel {
    fn build(self, fast: &CompiledRules, builder: &KernelBuilder<'_>) -> Result<MakeKernel, Unsupported> {
        let all = || self.makes.iter().map(|(&lane, &make)| (lane, &fast.makes[make as usize]));
        for (_, make) in all() {
            if make.is_interpreted || make.prologue.is_some() || make.after.is_some() || make.prefer.is_some() {
                return Err(Unsupported("moves that only the interpreter can make, or with a preference"));
            }
            if !make.awards.is_empty() {
                return Err(Unsupported("awards"));
            }
        }
        let followups: Vec<LaneNode> = all().filter_map(|(lane, make)| Some((lane, make.followup?))).collect();
        let tails = all().next().expect("a make kernel has lanes").1.tails.len();
        if all().any(|(_, make)| make.tails.len() != tails) {
            return Err(Unsupported("location-dependent ends"));
        }
        let ending = |index: usize| {
            let tails: Vec<(u16, &TailCode)> =
                all().map(|(lane, make)| (lane, &fast.tails[make.tails[index] as usize])).collect();
            end_kernels(&fast.code, builder, &tails)
        };
        Ok(MakeKernel {
            source: self.source,
            goes_off: self.goes_off,
            captures: self.captures,
            followup: masked_kernel(builder, &followups, self.makes.len())?,
            next: next_mover(builder, all().map(|(lane, make)| (lane, make.next)))?,
            tails: (0..tails).map(ending).collect::<Result<_, _>>()?,
        })
    }
}

/// Kernel of the nodes of some of `count` lanes, masked if not all lanes have one.
fn masked_kernel(
    builder: &KernelBuilder<'_>,
    nodes: &[LaneNode],
    count: usize,
) -> Result<Option<MaskedKernel>, Unsupported> {
    if nodes.is_empty() {
        return Ok(None);
    }
    let lanes = (nodes.len() < count)
        .then(|| LaneSet::from_members(builder.words, nodes.iter().map(|(lane, _)| usize::from(*lane))));
    Ok(Some(MaskedKernel { lanes, kernel: builder.kernel(nodes)? }))
}

fn next_mover(
    builder: &KernelBuilder<'_>,
    codes: impl Iterator<Item = (u16, NextCode)>,
) -> Result<NextMover, Unsupported> {
    let codes: Vec<(u16, NextCode)> = codes.collect();
    let differ = Unsupported("a next player who depends on the location of the move");
    let mut nodes: Vec<(u16, NodeId)> = Vec::new();
    for (lane, code) in &codes {
        match (code, codes[0].1) {
            (NextCode::Unchanged, NextCode::Unchanged) => {}
            (NextCode::Is(player), NextCode::Is(first)) if *player == first => {}
            (NextCode::Chance, _) => return Err(Unsupported("chance moves after moves of players")),
            (NextCode::Computed(..), _) if builder.layout.chance.is_some() => {
                return Err(Unsupported("a next player who may be chance"));
            }
            (NextCode::Computed(node, _), NextCode::Computed(..)) => nodes.push((*lane, *node)),
            _ => return Err(differ),
        }
    }
    Ok(match codes[0].1 {
        NextCode::Unchanged | NextCode::Chance => NextMover::Stays,
        NextCode::Is(player) => NextMover::Player(player),
        NextCode::Computed(..) => NextMover::Computed(builder.kernel(&nodes)?),
    })
}

fn end_kernels(
    code: &Code,
    builder: &KernelBuilder<'_>,
    tails: &[(u16, &TailCode)],
) -> Result<EndKernels, Unsupported> {
    let mut scorings = Vec::new();
    for (index, first) in tails[0].1.scorings.iter().enumerate() {
        let mut nodes = Vec::new();
        let mut followups = Vec::new();
        for (lane, tail) in tails {
            let same = tail.scorings.get(index).filter(|scoring| scoring.index == first.index);
            let scoring = same.ok_or(Unsupported("location-dependent scorings"))?;
            if !scoring.awards.is_empty() {
                return Err(Unsupported("awards"));
            }
            nodes.push((*lane, scoring.situation));
            followups.extend(scoring.followup.map(|followup| (*lane, followup)));
        }
        let situation = masked_kernel(builder, &nodes, tails.len())?.expect("every lane has one");
        let followup = match followups.len() {
            0 => None,
            count if count == tails.len() => Some(builder.kernel(&followups)?),
            _ => return Err(Unsupported("location-dependent scorings")),
        };
        scorings.push(ScoringKernel { situation, followup });
    }
    if tails.iter().any(|(_, tail)| tail.scorings.len() != scorings.len()) {
        return Err(Unsupported("location-dependent scorings"));
    }
    let last = tails.iter().flat_map(|(_, tail)| tail.ends.iter().map(|end| end.index + 1)).max().unwrap_or(0);
    let mut ends = Vec::new();
    for index in 0..last {
        let mut nodes = Vec::new();
        let mut winner = None;
        for (lane, tail) in tails {
            let Some(end) = tail.ends.iter().find(|end| end.index == index) else { continue };
            let this = match end.winner {
                None => None,
                Some(node) => match code[node] {
                    crate::tables::code::Node::Const(crate::tables::value::Value::Int(number)) => Some(number),
                    _ => return Err(Unsupported("winners that are computed at run time")),
                },
            };
            if *winner.get_or_insert(this) != this {
                return Err(Unsupported("location-dependent winners"));
            }
            nodes.push((*lane, end.situation));
        }
        if let (Some(situation), Some(winner)) = (masked_kernel(builder, &nodes, tails.len())?, winner) {
            ends.push(EndKernel { situation, winner });
        }
    }
    Ok(EndKernels { scorings, ends })
}
