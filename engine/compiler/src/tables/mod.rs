//! Data structures of the compiled form: the candidate moves of each rule, and the residual code that decides and makes
//! them at run time.

pub(crate) mod code;
pub(crate) mod targets;
pub(crate) mod value;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use boardwright_game::ids::{ElementId, ExprId, GlobalId, Player, RuleId};

use crate::analyse::groups::Variables;
use crate::tables::code::{Code, NodeId};
use crate::tables::targets::{MoveCode, MoveCodes, Targets};

/// Marks a location or element that the rule's pattern does not match.
pub(crate) const NO_GROUP: u32 = u32::MAX;

/// The compiled form of a rule set.
#[derive(Debug, Default)]
pub(crate) struct CompiledRules {
    pub(crate) code: Code,
    /// Number of variable slots of an evaluation; 0 if no code reads variables.
    pub(crate) variables: usize,
    /// In the order of move generation, which is that of the file.
    pub(crate) rules: Vec<RuleTable>,
    /// By rule: the index of its first table, or of the first table of a later rule.
    pub(crate) first_table_by_rule: Vec<u32>,
    /// The distinct priorities of the rules, highest first; one for nearly all games.
    pub(crate) priorities: Vec<i32>,
    pub(crate) conditions: Vec<Condition>,
    pub(crate) makes: Vec<MakeCode>,
    /// Scorings and ends that several makes share.
    pub(crate) tails: Vec<TailCode>,
    /// By player: `true` if several rules may allow the same move, so that the rule that makes it must be chosen.
    pub(crate) rivals_by_player: Vec<bool>,
    /// By player: `true` if moves of different elements or rules may be equal, so that deduplication is needed.
    pub(crate) duplicates_by_player: Vec<bool>,
    /// `true` if some rule is unsupported, so that the interpreter generates the moves.
    pub(crate) has_interpreted_movegen: bool,
    /// By player and expression: code of the condition on the resulting position, where it does not read the move.
    pub(crate) afters: FxHashMap<(Player, ExprId), NodeId>,
    /// Global variables that are reset at the start of every move.
    pub(crate) reset_moves: Vec<GlobalId>,
    /// By heuristic of the file and player: its code, or `None` if it is unsupported.
    pub(crate) heuristics: Vec<Vec<Option<NodeId>>>,
}

/// The candidate moves of one rule with one of its choices (words).
#[derive(Debug)]
#[allow(clippy::struct_excessive_bools)] // independent properties of the rule
pub(crate) struct RuleTable {
    pub(crate) rule: RuleId,
    /// Index of the chosen word.
    pub(crate) choice: u16,
    /// The chosen word.
    pub(crate) word: Option<String>,
    pub(crate) priority: i32,
    /// By location, with off the board last: class of the origin, or [`NO_GROUP`].
    pub(crate) from_group: Vec<u32>,
    pub(crate) from_groups: usize,
    /// `true` if elements on some of these origins (off the board included) are interchangeable.
    pub(crate) has_shared_origins: bool,
    /// Variables that are bound at run time.
    pub(crate) late_variables: Variables,
    /// `true` if the table was too large, so that all variables of its patterns are bound at run time.
    pub(crate) is_general: bool,
    /// `true` if elements and locations of one class may still differ, so that each is tested by itself.
    pub(crate) distinguishes_members: bool,
    /// By player.
    pub(crate) by_player: Vec<Option<Offer>>,
    /// `true` if the target may be occupied, so that its conditions test its content.
    pub(crate) can_capture: bool,
    /// `true` if the target is always occupied.
    pub(crate) must_capture: bool,
    /// `true` if a condition on the resulting position must hold.
    pub(crate) has_after_condition: bool,
}

/// The candidate moves of one rule for one player.
#[derive(Debug)]
pub(crate) struct Offer {
    /// The elements that the rule can ever move, in file order, each with its class.
    pub(crate) elements: Vec<(ElementId, u32)>,
    /// Symmetry reduction that applies to these elements.
    pub(crate) symmetry: ElementSymmetry,
    /// By kind: `true` if state and owner satisfy the rule.
    pub(crate) accepted_kinds: Vec<bool>,
    pub(crate) targets: Targets,
    /// The moves of a rule without an element.
    pub(crate) elementless_moves: MoveCodes,
}

/// Condition under which the first element that a rule moves represents all other elements of the rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ElementSymmetry {
    Distinct,
    /// The elements are equal, and so are all their origins.
    Equal,
    /// The elements come from off the board, have consecutive ids and differ only by kind.
    EqualWithinKind,
}

/// The condition of a move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Condition {
    pub(crate) node: NodeId,
    /// `true` if it reads variables, which must be reset beforehand.
    pub(crate) reads_variables: bool,
    /// `true` if many moves share it and it depends on the position only, so that its result is cached during move
    /// generation.
    pub(crate) is_shared: bool,
}

/// The code of making a move, except for moving the element itself.
#[derive(Debug, Default)]
pub(crate) struct MakeCode {
    /// `true` if it is unsupported, so that the interpreter makes the move.
    pub(crate) is_interpreted: bool,
    pub(crate) reads_variables: bool,
    /// Re-creates the variables that the condition binds.
    pub(crate) prologue: Option<NodeId>,
    pub(crate) awards: Vec<AwardCode>,
    pub(crate) followup: Option<NodeId>,
    /// Condition on the resulting position.
    pub(crate) after: Option<NodeId>,
    /// Preference value: only the moves that maximise it are legal.
    pub(crate) prefer: Option<(NodeId, ExprId)>,
    pub(crate) next: NextCode,
    /// Scorings and ends after the turn has passed: one for all, or one for each player who may be to move.
    pub(crate) tails: SmallVec<[u32; 2]>,
}

/// The player to move after a move.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) enum NextCode {
    /// The turn does not pass.
    #[default]
    Unchanged,
    /// The turn passes to this player.
    Is(Player),
    /// A chance move is next; the player to move stays the same.
    Chance,
    /// The turn passes to the player whose number a node yields, or to chance for 0.
    Computed(NodeId, ExprId),
}

/// Scorings and ends, which every move evaluates last.
#[derive(Debug, Default)]
pub(crate) struct TailCode {
    pub(crate) scorings: Vec<ScoringCode>,
    pub(crate) ends: Vec<EndCode>,
}

/// Points awarded to a player.
#[derive(Debug)]
pub(crate) struct AwardCode {
    pub(crate) player: NodeId,
    pub(crate) player_at: ExprId,
    pub(crate) amount: NodeId,
    pub(crate) amount_at: ExprId,
}

/// An entry of the file's scorings.
#[derive(Debug)]
pub(crate) struct ScoringCode {
    /// Counted from 0.
    pub(crate) index: usize,
    pub(crate) situation: NodeId,
    pub(crate) awards: Vec<AwardCode>,
    pub(crate) followup: Option<NodeId>,
}

/// An entry of the file's ends of the game.
#[derive(Debug)]
pub(crate) struct EndCode {
    /// Counted from 0.
    pub(crate) index: usize,
    pub(crate) situation: NodeId,
    /// `None` is the player with the highest score.
    pub(crate) winner: Option<NodeId>,
    pub(crate) winner_at: ExprId,
}

impl CompiledRules {
    /// `true` if the compiled form generates all moves; otherwise the interpreter does.
    pub(crate) fn generates_moves(&self) -> bool {
        !self.has_interpreted_movegen
    }

    /// `true` if two makes, by their indices, are known to do the same.
    pub(crate) fn are_makes_equal(&self, one: u32, other: u32) -> bool {
        if one == other {
            return true;
        }
        let (one, other) = (&self.makes[one as usize], &self.makes[other as usize]);
        let same = |one: Option<NodeId>, other: Option<NodeId>| match (one, other) {
            (Some(one), Some(other)) => self.code.is_same(one, other),
            (None, None) => true,
            _ => false,
        };
        let next = match (one.next, other.next) {
            (NextCode::Unchanged, NextCode::Unchanged) | (NextCode::Chance, NextCode::Chance) => true,
            (NextCode::Is(one), NextCode::Is(other)) => one == other,
            (NextCode::Computed(one, _), NextCode::Computed(other, _)) => self.code.is_same(one, other),
            _ => false,
        };
        let rare = |make: &MakeCode| make.is_interpreted || !make.awards.is_empty() || make.prefer.is_some();
        next && one.tails == other.tails
            && one.reads_variables == other.reads_variables
            && !rare(one)
            && !rare(other)
            && same(one.prologue, other.prologue)
            && same(one.followup, other.followup)
            && same(one.after, other.after)
    }

    /// `true` if the turn passes to another player with every move.
    pub(crate) fn always_passes_turn(&self) -> bool {
        let passes = |player: usize, move_code: MoveCode| match self.makes[move_code.make as usize].next {
            NextCode::Is(next) => next.index() != player,
            NextCode::Unchanged | NextCode::Chance | NextCode::Computed(..) => false,
        };
        let mut offers = self.rules.iter().flat_map(|rule| rule.by_player.iter().enumerate());
        !self.has_interpreted_movegen
            && offers.all(|(player, offer)| {
                offer.iter().all(|offer| {
                    offer
                        .targets
                        .codes()
                        .chain(offer.elementless_moves.iter().copied())
                        .all(|move_code| passes(player, move_code))
                })
            })
    }

    /// Size of the compiled form, as a line of text.
    pub(crate) fn summary(&self) -> String {
        let offers = || self.rules.iter().flat_map(|rule| rule.by_player.iter().flatten());
        let targets: usize = offers().map(|offer| offer.targets.iter().count()).sum();
        let general = self.rules.iter().filter(|rule| rule.is_general).count();
        let plain = self.makes.iter().filter(|make| make.is_interpreted).count();
        let listing = if self.has_interpreted_movegen { ", the interpreter generates the moves" } else { "" };
        let unsupported = self.heuristics.iter().filter(|of_all| of_all.contains(&None)).count();
        let measures = match self.heuristics.len() {
            0 => String::new(),
            all => format!(", {all} heuristics ({unsupported} interpreted)"),
        };
        format!(
            "{} rules ({general} general), {targets} targets, {} conditions, {} makes ({plain} interpreted){measures}, {} nodes{listing}",
            self.rules.len(),
            self.conditions.len(),
            self.makes.len(),
            self.code.nodes.len(),
        )
    }
}

fn award_roots(award: &mut AwardCode) -> [&mut NodeId; 2] {
    [&mut award.player, &mut award.amount]
}

impl MakeCode {
    /// The root nodes of the code.
    pub(crate) fn roots(&mut self) -> Vec<&mut NodeId> {
        let mut roots: Vec<&mut NodeId> = Vec::new();
        roots.extend(&mut self.prologue);
        roots.extend(self.awards.iter_mut().flat_map(award_roots));
        roots.extend(&mut self.followup);
        roots.extend(&mut self.after);
        roots.extend(self.prefer.iter_mut().map(|(node, _)| node));
        if let NextCode::Computed(node, _) = &mut self.next {
            roots.push(node);
        }
        roots
    }
}

impl TailCode {
    /// The root nodes of the code.
    pub(crate) fn roots(&mut self) -> Vec<&mut NodeId> {
        let mut roots: Vec<&mut NodeId> = Vec::new();
        for scoring in &mut self.scorings {
            roots.push(&mut scoring.situation);
            roots.extend(scoring.awards.iter_mut().flat_map(award_roots));
            roots.extend(&mut scoring.followup);
        }
        for end in &mut self.ends {
            roots.push(&mut end.situation);
            roots.extend(&mut end.winner);
        }
        roots
    }
}
