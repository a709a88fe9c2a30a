//! What the fast form of a game consists of: which moves each rule can ever allow, and the code that is left to
//! do at play.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::ids::{ElementId, ExprId, GlobalId, Player, RuleId};

use super::code::{Code, NodeId};
use super::groups::Variables;
use super::targets::{Aim, Targets, Ways};

/// A group that is no group: the rule's pattern does not match.
pub(super) const NO_GROUP: u32 = u32::MAX;

/// The fast form of a rule set.
#[derive(Debug, Default)]
pub(crate) struct Fast {
    pub(super) code: Code,
    /// How many variables runs need room for; 0 where no code reads any.
    pub(super) variables: usize,
    /// In the order in which moves are listed: that of the file.
    pub(super) rules: Vec<RuleTable>,
    /// By rule: the first of its tables, or of those behind.
    pub(super) first_tables: Vec<u32>,
    /// The priorities that rules have, from the highest; one for nearly all games.
    pub(super) priorities: Vec<i32>,
    pub(super) conditions: Vec<Condition>,
    pub(super) makes: Vec<Make>,
    /// Ends of moves that several makings share.
    pub(super) tails: Vec<Tail>,
    /// By player: whether two rules may allow the same move, so that the one to make it by must be chosen.
    pub(super) rivals: Vec<bool>,
    /// By player: whether moves of different pieces, or of different rules, may be equal.
    pub(super) doubles: Vec<bool>,
    /// Some rule is beyond what can be compiled: moves are listed by the plain form.
    pub(super) listed_plainly: bool,
    /// By player and expression: what must hold in the position made, where nothing of the move is read.
    pub(super) afters: FxHashMap<(Player, ExprId), NodeId>,
    /// Variables that are reset at the start of every move.
    pub(super) reset_moves: Vec<GlobalId>,
    /// By heuristic of the file and player: what it gives, where that could be compiled.
    pub(super) measures: Vec<Vec<Option<NodeId>>>,
}

/// The moves that one rule can ever allow with one of its words.
#[derive(Debug)]
#[allow(clippy::struct_excessive_bools)] // each is a question of its own
pub(super) struct RuleTable {
    pub(super) rule: RuleId,
    /// Which of the rule's words is chosen.
    pub(super) choice: u16,
    /// That word.
    pub(super) word: Option<String>,
    pub(super) priority: i32,
    /// By location, with off the board as the last: which of the rule's groups of places to come from it is in.
    pub(super) from_group: Vec<u32>,
    pub(super) from_groups: usize,
    /// Some of these places, off the board among them, do not tell the pieces on them apart.
    pub(super) from_shared: bool,
    /// Variables that are bound while the game runs.
    pub(super) late: Variables,
    /// Its table was too large: all variables of its patterns are late.
    pub(super) general: bool,
    /// Elements and places of one group may still differ, so each must be looked at.
    pub(super) tells_apart: bool,
    /// By player.
    pub(super) by_player: Vec<Option<Offer>>,
    /// Its conditions look at what stands on the target, which may be something.
    pub(super) captures: bool,
    /// Something stands on its targets always.
    pub(super) only_captures: bool,
    /// Something must hold in the position made.
    pub(super) after: bool,
}

/// What a rule offers a player.
#[derive(Debug)]
pub(super) struct Offer {
    /// Which elements it can ever move, in file order, and which of the rule's groups each is in.
    pub(super) elements: Vec<(ElementId, u32)>,
    /// Whether one of its elements stands for others.
    pub(super) alike: Alike,
    /// By kind: whether state and owner are as asked.
    pub(super) kinds: Vec<bool>,
    pub(super) targets: Targets,
    /// The moves of a rule without element.
    pub(super) bare: Ways,
}

/// Whether the first element found that a rule moves stands for all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Alike {
    No,
    /// The elements are equal, and so are all places that they come from.
    All,
    /// They come from off the board, follow each other without a gap and differ by kind only.
    ButForKind,
}

/// What must hold for a move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Condition {
    pub(super) node: NodeId,
    /// It reads variables, which must be forgotten first.
    pub(super) reads: bool,
    /// It is the same for many moves and looks at the position only, so that its answer is kept while moves are listed.
    pub(super) shared: bool,
}

/// What making a move does besides moving the element.
#[derive(Debug, Default)]
pub(super) struct Make {
    /// It is beyond what can be compiled: the plain form makes the move.
    pub(super) plainly: bool,
    pub(super) reads: bool,
    /// What the condition leaves in its variables.
    pub(super) prologue: Option<NodeId>,
    pub(super) awards: Vec<AwardCode>,
    pub(super) followup: Option<NodeId>,
    /// What must hold then.
    pub(super) after: Option<NodeId>,
    /// What is preferred: the moves where this is greatest.
    pub(super) prefer: Option<(NodeId, ExprId)>,
    pub(super) next: NextCode,
    /// What follows when the turn has passed: one for all, or one for each player who has it then.
    pub(super) tails: SmallVec<[u32; 2]>,
}

/// Who is to move after a move.
#[derive(Clone, Copy, Debug, Default)]
pub(super) enum NextCode {
    /// Whoever it is then.
    #[default]
    Stays,
    /// This player.
    Is(Player),
    /// The player of the number that a node gives.
    Worked(NodeId, ExprId),
}

/// Scorings and ends, which come last in every move.
#[derive(Debug, Default)]
pub(super) struct Tail {
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
    pub(super) followup: Option<NodeId>,
}

/// An entry of the ends of the game.
#[derive(Debug)]
pub(super) struct EndCode {
    /// From 0.
    pub(super) index: usize,
    pub(super) situation: NodeId,
    /// `None` is the player with the highest score.
    pub(super) winner: Option<NodeId>,
    pub(super) winner_at: ExprId,
}

impl Fast {
    /// Whether it lists moves itself.
    pub(crate) fn lists(&self) -> bool {
        !self.listed_plainly
    }

    /// Whether two makings, by their numbers, do the same.
    pub(super) fn makes_same(&self, one: u32, other: u32) -> bool {
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
            (NextCode::Stays, NextCode::Stays) => true,
            (NextCode::Is(one), NextCode::Is(other)) => one == other,
            (NextCode::Worked(one, _), NextCode::Worked(other, _)) => self.code.is_same(one, other),
            _ => false,
        };
        let rare = |make: &Make| make.plainly || !make.awards.is_empty() || make.prefer.is_some();
        next && one.tails == other.tails
            && one.reads == other.reads
            && !rare(one)
            && !rare(other)
            && same(one.prologue, other.prologue)
            && same(one.followup, other.followup)
            && same(one.after, other.after)
    }

    /// Whether the turn passes to another player with every move.
    pub(crate) fn alternates(&self) -> bool {
        let passes = |player: usize, aim: Aim| match self.makes[aim.make as usize].next {
            NextCode::Is(next) => next.index() != player,
            NextCode::Stays | NextCode::Worked(..) => false,
        };
        let mut offers = self.rules.iter().flat_map(|rule| rule.by_player.iter().enumerate());
        !self.listed_plainly
            && offers.all(|(player, offer)| {
                offer
                    .iter()
                    .all(|offer| offer.targets.aims().chain(offer.bare.iter().copied()).all(|aim| passes(player, aim)))
            })
    }

    /// How large it is.
    pub(crate) fn summary(&self) -> String {
        let offers = || self.rules.iter().flat_map(|rule| rule.by_player.iter().flatten());
        let targets: usize = offers().map(|offer| offer.targets.iter().count()).sum();
        let general = self.rules.iter().filter(|rule| rule.general).count();
        let plain = self.makes.iter().filter(|make| make.plainly).count();
        let listing = if self.listed_plainly { ", moves are listed by the plain form" } else { "" };
        let beyond = self.measures.iter().filter(|of_all| of_all.contains(&None)).count();
        let measures = match self.measures.len() {
            0 => String::new(),
            all => format!(", {all} heuristics ({beyond} plain)"),
        };
        format!(
            "{} rules ({general} general), {targets} targets, {} conditions, {} makings ({plain} plain){measures}, {} nodes{listing}",
            self.rules.len(),
            self.conditions.len(),
            self.makes.len(),
            self.code.nodes.len(),
        )
    }
}

fn award(award: &mut AwardCode) -> [&mut NodeId; 2] {
    [&mut award.player, &mut award.amount]
}

impl Make {
    /// Every node that it begins with.
    pub(super) fn roots(&mut self) -> Vec<&mut NodeId> {
        let mut roots: Vec<&mut NodeId> = Vec::new();
        roots.extend(&mut self.prologue);
        roots.extend(self.awards.iter_mut().flat_map(award));
        roots.extend(&mut self.followup);
        roots.extend(&mut self.after);
        roots.extend(self.prefer.iter_mut().map(|(node, _)| node));
        if let NextCode::Worked(node, _) = &mut self.next {
            roots.push(node);
        }
        roots
    }
}

impl Tail {
    /// Every node that it begins with.
    pub(super) fn roots(&mut self) -> Vec<&mut NodeId> {
        let mut roots: Vec<&mut NodeId> = Vec::new();
        for scoring in &mut self.scorings {
            roots.push(&mut scoring.situation);
            roots.extend(scoring.awards.iter_mut().flat_map(award));
            roots.extend(&mut scoring.followup);
        }
        for end in &mut self.ends {
            roots.push(&mut end.situation);
            roots.extend(&mut end.winner);
        }
        roots
    }
}
