//! What must lie where for a player to win, read from the code of the ends; and whether all that can be done is to slide
//! pieces into a gap. What cannot be seen there is not claimed.

use crate::game::Outcome;
use crate::ids::Player;
use crate::layout::Layout;
use crate::structure::{Goal, Want};

use super::code::Node;
use super::tables::{EndCode, Fast, Make, NO_GROUP, NextCode, RuleTable};
use super::targets::ALWAYS;
use super::terms::together;
use super::value::Value;

impl Fast {
    /// What must lie where for a player to win, if that is all of one condition and the only way.
    pub(crate) fn goal(&self, layout: &Layout, player: Player) -> Option<Goal> {
        // Without masks the code asks for kinds one by one; what the plain form does is not seen.
        if layout.all_kinds().is_none() || self.listed_plainly || self.makes.iter().any(|make| make.plainly) {
            return None;
        }
        let mut goal: Option<Goal> = None;
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
                    let alone = together(&self.code, end.situation, &mut cells);
                    found = Some((cells, alone && index == 0));
                }
            }
            let Some((mut cells, whole)) = found else { continue };
            cells.sort_unstable();
            cells.dedup();
            let classes =
                |mask: u64| layout.kinds.iter().map(|(id, _)| id.0).filter(move |id| mask >> (id + 1) & 1 == 1);
            let want = |&(location, mask): &(_, u64)| Want {
                location,
                classes: classes(mask).map(usize::from).collect(),
                empty: mask & 1 == 1,
            };
            let read = Goal { wants: cells.iter().map(want).collect(), whole, only: false };
            match &mut goal {
                None => goal = Some(read),
                Some(goal) if goal.wants == read.wants => goal.whole &= whole,
                Some(_) => return None,
            }
        }
        goal.filter(|goal| !goal.wants.is_empty()).map(|goal| Goal { only, ..goal })
    }

    /// How the game ends by an end, if that is known in advance.
    fn outcome(&self, layout: &Layout, end: &EndCode) -> Option<Outcome> {
        match self.code[end.winner?] {
            Node::Const(Value::Int(number)) => {
                let number = usize::try_from(number).ok().filter(|&number| number <= layout.players)?;
                Some(Player::new(number).map_or(Outcome::Draw, Outcome::Won))
            }
            _ => None,
        }
    }

    /// Whether all that can ever be done is to move any piece to an empty place beside it, whatever else lies where, and
    /// nothing but its place changes by that.
    pub(crate) fn slides(&self, layout: &Layout) -> bool {
        let still = layout.globals.is_empty() && layout.turn.is_none() && layout.kind.is_none();
        let counts = layout.scores.is_some() || layout.zindex.is_some() || layout.repeats;
        layout.players == 1
            && still
            && !counts
            && !self.listed_plainly
            && self.priorities.len() == 1
            && self.rules.iter().all(|table| self.only_slides(layout, table))
    }

    fn only_slides(&self, layout: &Layout, table: &RuleTable) -> bool {
        // What patterns bind at play is read by conditions and makings, and here these read nothing.
        let special = table.general || table.captures || table.after;
        let off_board = table.from_group.last() != Some(&NO_GROUP);
        let bare = |make: &Make| {
            let acts = make.plainly || make.prologue.is_some() || make.followup.is_some() || make.after.is_some();
            let ranks = !make.awards.is_empty() || make.prefer.is_some();
            let passes = matches!(make.next, NextCode::Worked(..));
            let scores = make.tails.iter().any(|&tail| !self.tails[tail as usize].scorings.is_empty());
            !(acts || ranks || passes || scores)
        };
        !special
            && !off_board
            && table.by_player.iter().flatten().all(|offer| {
                let all = offer.elements.len() == layout.first_kind.len() && offer.kinds.iter().all(|&asked| asked);
                let free = offer.bare.is_empty() && offer.targets.gate.is_none();
                let simple = |condition, make: u32| condition == ALWAYS && bare(&self.makes[make as usize]);
                let places = |element_group, from_group| {
                    let targets = offer.targets.each(element_group, from_group, table.from_groups);
                    targets.map(|(to, aim)| to.filter(|_| simple(aim.condition, aim.make))).collect::<Option<Vec<_>>>()
                };
                let alike = |from_group| {
                    let first = offer.elements.first().and_then(|&(_, group)| places(group, from_group));
                    first.is_some() && offer.elements.iter().all(|&(_, group)| places(group, from_group) == first)
                };
                all && free && (0..table.from_groups as u32).all(alike)
            })
    }
}
