//! Listing and making moves by the tables of the fast form.

use smallvec::SmallVec;

use crate::change;
use crate::fault::{Fault, FaultKind, Within};
use crate::ids::{ExprId, LocationId, RuleId};
use crate::layout::Layout;
use crate::plain::Plain;
use crate::rules::{Guard, Matches, RuleSet};
use crate::spec::Move;
use crate::state::State;

use super::groups::Variables;
use super::run::{Position, Run, Stop};
use super::tables::{AwardCode, Fast, NO_GROUP, RuleTable};
use super::targets::{ALWAYS, Target};

/// A fault with the part of the file that it happened in.
fn fault(rules: &RuleSet, (kind, at): (FaultKind, ExprId), within: Within) -> Fault {
    Fault { kind, span: rules.exprs.span(at), within }
}

fn within(rules: &RuleSet, rule: RuleId) -> Within {
    Within::Rule(rules.rules[rule.index()].name.clone())
}

impl Fast {
    /// The moves that can be made: every one (`ALL`), or one of each class of equal ones. Those in `moves` stay.
    #[inline]
    pub(crate) fn moves<const ALL: bool>(
        &self,
        rules: &RuleSet,
        layout: &Layout,
        state: &State,
        moves: &mut Vec<Move>,
    ) -> Result<(), Fault> {
        self.list::<ALL>(rules, layout, state, |mv| {
            moves.push(mv);
            false
        })?;
        let player = state.mover().index();
        if self.rivals[player] {
            Self::settle(rules, layout, state, moves)?;
        }
        if !ALL && (self.doubles[player] || self.rivals[player]) {
            keep_classes(layout, state, moves);
        }
        Ok(())
    }

    /// Whether there is any move.
    pub(crate) fn can_move(&self, rules: &RuleSet, layout: &Layout, state: &State) -> Result<bool, Fault> {
        let mut found = false;
        self.list::<false>(rules, layout, state, |_| {
            found = true;
            true
        })?;
        Ok(found)
    }

    /// Where some rule can ever move an element from a location, leaving out places that do not matter.
    pub(crate) fn neighbours(&self, layout: &Layout, from: LocationId, near: &mut Vec<LocationId>) {
        near.clear();
        for table in &self.rules {
            let group = table.from_group[from.index()];
            for targets in table.by_player.iter().flatten().filter(|_| group != NO_GROUP) {
                near.extend(targets.from(group, table.from_groups).map(|target| target.to));
            }
        }
        near.retain(|to| !layout.is_shared(layout.place[to.index()]) && *to != from);
        near.sort_unstable();
        near.dedup();
    }

    /// Where several rules allow the same move, leaves the one that it would be made by.
    fn settle(rules: &RuleSet, layout: &Layout, state: &State, moves: &mut Vec<Move>) -> Result<(), Fault> {
        let mut kept = 0;
        for index in 0..moves.len() {
            let mv = moves[index];
            let same = |other: &&Move| (other.element, other.to) == (mv.element, mv.to);
            if moves[..kept].iter().any(|other| same(&other)) {
                continue;
            }
            let rivals: SmallVec<[Move; 8]> = moves[index..].iter().filter(same).copied().collect();
            moves[kept] = if rivals.len() > 1 { Plain { rules, layout }.best(state, &rivals)? } else { mv };
            kept += 1;
        }
        moves.truncate(kept);
        Ok(())
    }

    /// Hands every move, or (not `ALL`) the first of each group of equal pieces, to `enough` until that is true.
    fn list<const ALL: bool>(
        &self,
        rules: &RuleSet,
        layout: &Layout,
        state: &State,
        mut enough: impl FnMut(Move) -> bool,
    ) -> Result<(), Fault> {
        let player = state.mover().index();
        let mut run = Run::new(rules, layout, &self.code, self.variables, state);
        let mut seen: SmallVec<[(u32, u16, u32, u32); 8]> = SmallVec::new();
        for (index, table) in self.rules.iter().enumerate() {
            let Some(targets) = &table.by_player[player] else { continue };
            let rule = RuleId(index as u16);
            if let Some(gate) = targets.gate
                && !run.test(gate).map_err(|stop| fault(rules, *stop, within(rules, rule)))?
            {
                continue;
            }
            seen.clear();
            for &(element, group) in &table.elements {
                let from = state.location(layout, element);
                let from_group = table.from_group[from.index()];
                if from_group == NO_GROUP || !table.kinds[usize::from(state.kind(layout, element).0)] {
                    continue;
                }
                let place = layout.place[from.index()];
                if !ALL && !table.one_class && !table.tells_apart && layout.is_shared(place) {
                    let class = (place, state.kind(layout, element).0, group, from_group);
                    if seen.contains(&class) {
                        continue;
                    }
                    seen.push(class);
                }
                for window in targets.windows(group, from_group, table.from_groups) {
                    let mut free = window.mask & !state.occupied(layout, usize::from(window.byte));
                    while free != 0 {
                        let target = targets.at((window.start + free.trailing_zeros()) as usize);
                        free &= free - 1;
                        let mv = Move { element, from, to: target.to, rule };
                        if target.condition != ALWAYS {
                            match self.allowed(&mut run, table, target.condition, mv) {
                                Ok(true) => {}
                                Ok(false) => continue,
                                Err(stop) => return Err(fault(rules, *stop, within(rules, rule))),
                            }
                        }
                        if enough(mv) {
                            return Ok(());
                        }
                    }
                }
                if !ALL && table.one_class {
                    break;
                }
            }
        }
        Ok(())
    }

    #[inline]
    fn allowed(&self, run: &mut Run<'_, &State>, table: &RuleTable, condition: u32, mv: Move) -> Result<bool, Stop> {
        let condition = &self.conditions[condition as usize];
        if condition.reads {
            bind(run, table, mv);
        }
        run.test(condition.node)
    }

    /// Makes a listed move.
    #[inline]
    pub(crate) fn apply(&self, rules: &RuleSet, layout: &Layout, state: &mut State, mv: Move) -> Result<(), Fault> {
        let table = &self.rules[mv.rule.index()];
        let Some(target) = table.target(state.mover().index(), mv) else {
            // Not a move that was listed for this state: the plain form says what its rule does.
            return Plain { rules, layout }.apply(state, mv);
        };
        let make = &self.makes[target.make as usize];
        let mut run = Run::new(rules, layout, &self.code, self.variables, state);
        if make.reads {
            bind(&mut run, table, mv);
        }
        let in_rule = |stop: Stop| fault(rules, *stop, within(rules, mv.rule));
        if let Some(prologue) = make.prologue {
            run.value(prologue).map_err(in_rule)?;
        }
        award(&mut run, &make.awards).map_err(in_rule)?;
        run.position.move_element(layout, mv.element, mv.to);
        if let Some(followup) = make.followup {
            run.value(followup).map_err(in_rule)?;
        }
        for scoring in &make.scorings {
            let in_scoring = |stop: Stop| fault(rules, *stop, Within::Scoring(scoring.index + 1));
            if run.test(scoring.situation).map_err(in_scoring)? {
                award(&mut run, &scoring.awards).map_err(in_scoring)?;
            }
        }
        for end in &make.ends {
            let in_end = |stop: Stop| fault(rules, *stop, Within::End(end.index + 1));
            if run.test(end.situation).map_err(in_end)? {
                let winner = run.number(end.winner, "winner", end.winner_at).map_err(in_end)?;
                let ended = change::end(layout, run.position, winner);
                return ended.map_err(|kind| in_end(Box::new((kind, end.winner_at))));
            }
        }
        Ok(())
    }
}

impl RuleTable {
    fn target(&self, player: usize, mv: Move) -> Option<&Target> {
        let targets = self.by_player[player].as_ref()?;
        let from_group = self.from_group[mv.from.index()];
        let element = position(&self.elements, mv.element.0, |(element, _)| element.0)?;
        if from_group == NO_GROUP {
            return None;
        }
        let group = self.elements[element].1;
        targets.find(targets.windows(group, from_group, self.from_groups), mv.to)
    }
}

/// Where in a sorted list a key is. Ids mostly follow each other without a gap, so one look is tried first.
#[inline]
fn position<T>(list: &[T], key: u16, key_of: impl Fn(&T) -> u16) -> Option<usize> {
    let guess = usize::from(key.checked_sub(key_of(list.first()?))?);
    match list.get(guess) {
        Some(there) if key_of(there) == key => Some(guess),
        _ => list.binary_search_by_key(&key, key_of).ok(),
    }
}

/// Forgets all variables and binds those that were not known in advance, in the order in which a rule is matched.
fn bind<P: Position>(run: &mut Run<'_, P>, table: &RuleTable, mv: Move) {
    fn pattern<Id: Ord, P: Position>(run: &mut Run<'_, P>, late: &Variables, pattern: &Matches<Id>, id: &Id) {
        for &(variable, number) in pattern.bindings(id).unwrap_or_default() {
            if late.has(variable) {
                run.bind(variable, number);
            }
        }
    }
    run.forget();
    let late = &table.late;
    if late.is_empty() {
        return;
    }
    let rule = &run.rules.rules[mv.rule.index()];
    pattern(run, late, &rule.element, &mv.element);
    if let Guard::Bind(variable) = rule.state {
        let kind = run.position.look().kind(run.layout, mv.element);
        run.bind(variable, i32::from(run.layout.kinds[kind].state));
    }
    if let Guard::Bind(variable) = rule.player
        && late.has(variable)
    {
        let player = run.position.look().mover();
        run.bind(variable, player.number() as i32);
    }
    pattern(run, late, &rule.from, &mv.from);
    pattern(run, late, &rule.to, &mv.to);
}

fn award(run: &mut Run<'_, &mut State>, awards: &[AwardCode]) -> Result<(), Stop> {
    for award in awards {
        let number = run.number(award.player, "player", award.player_at)?;
        let points = run.number(award.amount, "score", award.amount_at)?;
        let layout = run.layout;
        let player = change::player(layout, "player", number).map_err(|kind| Box::new((kind, award.player_at)))?;
        change::add_score(layout, run.position, player, points);
    }
    Ok(())
}

/// Leaves the first of each class of equal moves: those of pieces of one kind between the same places.
pub(crate) fn keep_classes(layout: &Layout, state: &State, moves: &mut Vec<Move>) {
    let class =
        |mv: &Move| (layout.place[mv.from.index()], layout.place[mv.to.index()], state.kind(layout, mv.element));
    let mut known: SmallVec<[_; 32]> = moves.iter().enumerate().map(|(index, mv)| (class(mv), index)).collect();
    known.sort_unstable();
    known.dedup_by_key(|(class, _)| *class);
    let mut first: SmallVec<[usize; 32]> = known.iter().map(|&(_, index)| index).collect();
    first.sort_unstable();
    for (kept, &index) in first.iter().enumerate() {
        moves[kept] = moves[index];
    }
    moves.truncate(first.len());
}
