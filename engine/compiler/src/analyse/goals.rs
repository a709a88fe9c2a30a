//! Detection of goal configurations (pieces that must stand on given cells to win) in the code of the ends, and of
//! sliding puzzles. The analysis is sound: it reports only facts that the code proves.

use boardwright_game::game::Outcome;
use boardwright_game::ids::Player;
use boardwright_game::structure::{GoalCondition, LocationRequirement};
use boardwright_interpreter::layout::Layout;

use crate::analyse::terms::collect_conjunction;
use crate::tables::code::Node;
use crate::tables::targets::ALWAYS;
use crate::tables::value::Value;
use crate::tables::{CompiledRules, EndCode, MakeCode, NO_GROUP, NextCode, RuleTable};

impl CompiledRules {
    /// The configuration with which a player wins, if a single condition describes it and no other end wins for the
    /// player.
    pub(crate) fn goal(&self, layout: &Layout, player: Player) -> Option<GoalCondition> {
        // Without masks the code tests kinds one by one; rules of the interpreter are invisible to the analysis.
        if layout.all_kinds_mask().is_none()
            || self.has_interpreted_movegen
            || self.makes.iter().any(|make| make.is_interpreted)
        {
            return None;
        }
        let mut goal: Option<GoalCondition> = None;
        let mut only = true;
        for tail in &self.tails {
            let mut found = None;
            for (index, end) in tail.ends.iter().enumerate() {
                if self.outcome(layout, end)? != Outcome::Won(player) {
                    only = false;
                } else if found.is_some() {
                    return None;
                } else {
                    let mut cells = Vec::new();
                    let alone = collect_conjunction(&self.code, end.situation, &mut cells);
                    found = Some((cells, alone && index == 0));
                }
            }
            let Some((mut cells, whole)) = found else { continue };
            cells.sort_unstable();
            cells.dedup();
            let classes =
                |mask: u64| layout.kinds.iter().map(|(id, _)| id.0).filter(move |id| mask >> (id + 1) & 1 == 1);
            let want = |&(location, mask): &(_, u64)| LocationRequirement {
                location,
                classes: classes(mask).map(usize::from).collect(),
                allows_empty: mask & 1 == 1,
            };
            let read = GoalCondition {
                requirements: cells.iter().map(want).collect(),
                is_sufficient: whole,
                is_only_ending: false,
            };
            match &mut goal {
                None => goal = Some(read),
                Some(goal) if goal.requirements == read.requirements => goal.is_sufficient &= whole,
                Some(_) => return None,
            }
        }
        goal.filter(|goal| !goal.requirements.is_empty()).map(|goal| GoalCondition { is_only_ending: only, ..goal })
    }

    /// The outcome of an end, if it is constant.
    fn outcome(&self, layout: &Layout, end: &EndCode) -> Option<Outcome> {
        match self.code[end.winner?] {
            Node::Const(Value::Int(number)) => {
                let number = usize::try_from(number).ok().filter(|&number| number <= layout.player_count)?;
                Some(Player::new(number).map_or(Outcome::Draw, Outcome::Won))
            }
            _ => None,
        }
    }

    /// `true` if the game is a sliding puzzle: in every position, each move slides any piece to an empty adjacent cell
    /// and changes nothing else.
    pub(crate) fn is_sliding_puzzle(&self, layout: &Layout) -> bool {
        let still = layout.globals.is_empty() && layout.turn_number.is_none() && layout.element_kind.is_none();
        let counts = layout.scores.is_some() || layout.zindex.is_some() || layout.counts_repetitions;
        layout.player_count == 1
            && still
            && !counts
            && !self.has_interpreted_movegen
            && self.priorities.len() == 1
            && self.rules.iter().all(|table| self.table_only_slides(layout, table))
    }

    fn table_only_slides(&self, layout: &Layout, table: &RuleTable) -> bool {
        // Conditions and makes read nothing here, so variables that are bound at run time do not matter.
        let special = table.is_general || table.can_capture || table.has_after_condition;
        let off_board = table.from_group.last() != Some(&NO_GROUP);
        let only_moves = |make: &MakeCode| {
            let acts =
                make.is_interpreted || make.prologue.is_some() || make.followup.is_some() || make.after.is_some();
            let ranks = !make.awards.is_empty() || make.prefer.is_some();
            let passes = matches!(make.next, NextCode::Computed(..));
            let scores = make.tails.iter().any(|&tail| !self.tails[tail as usize].scorings.is_empty());
            !(acts || ranks || passes || scores)
        };
        !special
            && !off_board
            && table.by_player.iter().flatten().all(|offer| {
                let all = offer.elements.len() == layout.initial_kind.len()
                    && offer.accepted_kinds.iter().all(|&accepted| accepted);
                let free = offer.elementless_moves.is_empty() && offer.targets.gate.is_none();
                let simple = |condition, make: u32| condition == ALWAYS && only_moves(&self.makes[make as usize]);
                let places = |element_group, from_group| {
                    let targets = offer.targets.moves_from(element_group, from_group, table.from_groups);
                    targets
                        .map(|(to, move_code)| to.filter(|_| simple(move_code.condition, move_code.make)))
                        .collect::<Option<Vec<_>>>()
                };
                let is_uniform = |from_group| {
                    let first = offer.elements.first().and_then(|&(_, group)| places(group, from_group));
                    first.is_some() && offer.elements.iter().all(|&(_, group)| places(group, from_group) == first)
                };
                all && free && (0..table.from_groups as u32).all(is_uniform)
            })
    }
}
