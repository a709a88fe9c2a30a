//! What the fast form of a game consists of: which moves each rule can ever allow, and the code that is left to
//! do at play.

use crate::ids::{ElementId, ExprId};

use super::code::{Code, NodeId};
use super::groups::Variables;
use super::targets::Targets;

/// A group that is no group: the rule's pattern does not match.
pub(super) const NO_GROUP: u32 = u32::MAX;

/// The fast form of a rule set.
#[derive(Debug, Default)]
pub(crate) struct Fast {
    pub(super) code: Code,
    /// How many variables runs need room for; 0 where no code reads any.
    pub(super) variables: usize,
    pub(super) rules: Vec<RuleTable>,
    pub(super) conditions: Vec<Condition>,
    pub(super) makes: Vec<Make>,
    /// By player: whether two rules may allow the same move, so that the one to make it by must be chosen.
    pub(super) rivals: Vec<bool>,
    /// By player: whether moves of different pieces, or of different rules, may be equal.
    pub(super) doubles: Vec<bool>,
}

/// The moves that one rule can ever allow.
#[derive(Debug)]
pub(super) struct RuleTable {
    /// Which elements, in file order, and which of the rule's groups each is in.
    pub(super) elements: Vec<(ElementId, u32)>,
    /// By location: which of the rule's groups of places to come from it is in.
    pub(super) from_group: Vec<u32>,
    pub(super) from_groups: usize,
    /// By kind: whether the state is as asked.
    pub(super) kinds: Vec<bool>,
    /// Variables that are bound while the game runs.
    pub(super) late: Variables,
    /// Its table was too large: all variables of its patterns are late.
    pub(super) general: bool,
    /// Elements and places of one group may still differ, so each must be looked at.
    pub(super) tells_apart: bool,
    /// By player.
    pub(super) by_player: Vec<Option<Targets>>,
    /// All its elements are equal, and so are all places that they come from: the first found stands for all.
    pub(super) one_class: bool,
}

/// What must hold for a move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Condition {
    pub(super) node: NodeId,
    /// It reads variables, which must be forgotten first.
    pub(super) reads: bool,
}

/// What making a move does besides moving the element.
#[derive(Debug, Default)]
pub(super) struct Make {
    pub(super) reads: bool,
    /// What the condition leaves in its variables.
    pub(super) prologue: Option<NodeId>,
    pub(super) awards: Vec<AwardCode>,
    pub(super) followup: Option<NodeId>,
    pub(super) scorings: Vec<ScoringCode>,
    pub(super) ends: Vec<EndCode>,
}

/// Points for a player.
#[derive(Debug)]
pub(super) struct AwardCode {
    pub(super) player: NodeId,
    pub(super) player_at: ExprId,
    pub(super) amount: NodeId,
    pub(super) amount_at: ExprId,
}

/// An entry of the scorings.
#[derive(Debug)]
pub(super) struct ScoringCode {
    /// From 0.
    pub(super) index: usize,
    pub(super) situation: NodeId,
    pub(super) awards: Vec<AwardCode>,
}

/// An entry of the ends of the game.
#[derive(Debug)]
pub(super) struct EndCode {
    /// From 0.
    pub(super) index: usize,
    pub(super) situation: NodeId,
    pub(super) winner: NodeId,
    pub(super) winner_at: ExprId,
}

impl Fast {
    /// How large it is.
    pub(crate) fn summary(&self) -> String {
        let tables = || self.rules.iter().flat_map(|rule| rule.by_player.iter().flatten());
        let targets: usize = tables().map(|targets| targets.iter().count()).sum();
        let general = self.rules.iter().filter(|rule| rule.general).count();
        format!(
            "{} rules ({general} general), {targets} targets, {} conditions, {} makings, {} nodes",
            self.rules.len(),
            self.conditions.len(),
            self.makes.len(),
            self.code.nodes.len(),
        )
    }
}

impl Make {
    /// Every node that it begins with.
    pub(super) fn roots(&mut self) -> Vec<&mut NodeId> {
        fn award(award: &mut AwardCode) -> [&mut NodeId; 2] {
            [&mut award.player, &mut award.amount]
        }
        let mut roots: Vec<&mut NodeId> = Vec::new();
        roots.extend(&mut self.prologue);
        roots.extend(self.awards.iter_mut().flat_map(award));
        roots.extend(&mut self.followup);
        for scoring in &mut self.scorings {
            roots.push(&mut scoring.situation);
            roots.extend(scoring.awards.iter_mut().flat_map(award));
        }
        for end in &mut self.ends {
            roots.extend([&mut end.situation, &mut end.winner]);
        }
        roots
    }
}
