//! Listing and making moves by the tables of the fast form.

use std::cell::RefCell;

use smallvec::SmallVec;

use crate::change;
use crate::classes::keep_classes;
use crate::fault::{Fault, FaultKind, Within};
use crate::ids::{ElementId, ExprId, LocationId, RuleId};
use crate::layout::Layout;
use crate::plain::Plain;
use crate::rules::{Guard, Matches, Rivals, RuleSet};
use crate::spec::Move;
use crate::state::State;

use super::code::NodeId;
use super::groups::Variables;
use super::run::{Position, Run, Stop, Stopped};
use super::tables::{Alike, AwardCode, Fast, Make, NO_GROUP, NextCode, Offer, RuleTable, Tail};
use super::targets::{ALWAYS, Aim, Targets};

/// Where faults are that happen between the expressions of a rule: at the rule as a whole.
const RULE: ExprId = ExprId(u32::MAX);

#[allow(clippy::unnecessary_box_returns)] // all that stops a run is boxed
fn at(kind: FaultKind, expr: ExprId) -> Stop {
    Box::new(Stopped::At(kind, expr))
}

/// A fault with the part of the file that it happened in.
fn fault(rules: &RuleSet, stopped: Stopped, within: Within) -> Fault {
    match stopped {
        Stopped::At(kind, at) => Fault { kind, span: rules.exprs.span(at), within },
        Stopped::Fault(fault) => fault,
    }
}

/// A fault of a rule.
#[allow(clippy::boxed_local)] // all that stops a run is boxed
fn in_rule(rules: &RuleSet, rule: RuleId, stop: Stop) -> Fault {
    let rule = &rules.rules[rule.index()];
    let within = Within::Rule(rule.name.clone());
    match *stop {
        Stopped::At(kind, RULE) => Fault { kind, span: rule.span, within },
        stopped => fault(rules, stopped, within),
    }
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
        let player = state.mover().index();
        if self.listed_plainly {
            Plain { rules, layout }.moves(state, moves)?;
        } else {
            for &priority in &self.priorities {
                self.list::<ALL>(
                    rules,
                    layout,
                    state,
                    |table| table.priority == priority,
                    |mv| {
                        moves.push(mv);
                        false
                    },
                )?;
                if !moves.is_empty() {
                    break;
                }
            }
            if self.rivals[player] {
                Self::settle(rules, layout, state, moves)?;
            }
        }
        if !ALL && (self.listed_plainly || self.doubles[player] || self.rivals[player]) {
            keep_classes(rules, layout, state, moves);
        }
        Ok(())
    }

    /// Whether there is any move.
    pub(crate) fn can_move(&self, rules: &RuleSet, layout: &Layout, state: &State) -> Result<bool, Fault> {
        if self.listed_plainly {
            return Plain { rules, layout }.can_move(state);
        }
        let mut found = false;
        for &priority in &self.priorities {
            self.list::<false>(
                rules,
                layout,
                state,
                |table| table.priority == priority,
                |_| {
                    found = true;
                    true
                },
            )?;
            if found {
                break;
            }
        }
        Ok(found)
    }

    /// How many moves a rule allows, whatever the other rules do; `None` if that is for the plain form.
    pub(crate) fn allows(
        &self,
        rules: &RuleSet,
        layout: &Layout,
        state: &State,
        rule: RuleId,
    ) -> Result<Option<usize>, Fault> {
        if self.listed_plainly {
            return Ok(None);
        }
        let mut count = 0;
        self.list::<false>(
            rules,
            layout,
            state,
            |table| table.rule == rule,
            |_| {
                count += 1;
                false
            },
        )?;
        Ok(Some(count))
    }

    /// Where some rule can ever move an element from a location, leaving out places that do not matter.
    pub(crate) fn neighbours(&self, layout: &Layout, from: LocationId, near: &mut Vec<LocationId>) {
        near.clear();
        for table in &self.rules {
            let group = table.from_group[from.index()];
            for offer in table.by_player.iter().flatten().filter(|_| group != NO_GROUP) {
                near.extend(offer.targets.from(group, table.from_groups).map(|target| target.to));
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
            let same = |other: &&Move| other.is_same(mv, rules);
            if moves[..kept].iter().any(|other| same(&other)) {
                continue;
            }
            moves[kept] = mv;
            if rules.rivals == Rivals::BestAward {
                let rivals: SmallVec<[Move; 8]> = moves[index..].iter().filter(same).copied().collect();
                if rivals.len() > 1 {
                    moves[kept] = Plain { rules, layout }.best(state, &rivals)?;
                }
            }
            kept += 1;
        }
        moves.truncate(kept);
        Ok(())
    }

    /// Hands every move of the tables that are wanted, or (not `ALL`) the first of each group of equal pieces, to `enough` until that is
    /// true.
    fn list<const ALL: bool>(
        &self,
        rules: &RuleSet,
        layout: &Layout,
        state: &State,
        wanted: impl Fn(&RuleTable) -> bool,
        mut enough: impl FnMut(Move) -> bool,
    ) -> Result<(), Fault> {
        let player = state.mover().index();
        let mut run = Run::new(rules, layout, &self.code, self.variables, state);
        let mut seen: SmallVec<[(u32, u16, u32, u32); 8]> = SmallVec::new();
        for table in &self.rules {
            let Some(offer) = &table.by_player[player] else { continue };
            if !wanted(table) {
                continue;
            }
            let Offer { elements, alike, kinds, targets, bare } = offer;
            let rule = table.rule;
            let stopped = |stop: Stop| in_rule(rules, rule, stop);
            if let Some(gate) = targets.gate
                && !run.test(gate).map_err(stopped)?
            {
                continue;
            }
            let mv = Move { element: None, from: None, to: None, rule, choice: table.choice, way: 0 };
            for &aim in bare {
                let mv = Move { way: aim.way, ..mv };
                if self.allowed(&mut run, table, aim, mv).map_err(stopped)? && enough(mv) {
                    return Ok(());
                }
            }
            seen.clear();
            for &(element, group) in elements {
                let from = state.location(layout, element);
                let from_group = table.from_group[from.map_or(layout.place.len(), LocationId::index)];
                if from_group == NO_GROUP || !kinds[usize::from(state.kind(layout, element).0)] {
                    continue;
                }
                let place = layout.place_of(from);
                if !ALL && table.from_shared && *alike != Alike::All && !table.tells_apart && layout.is_shared(place) {
                    let class = (place, state.kind(layout, element).0, group, from_group);
                    if seen.contains(&class) {
                        continue;
                    }
                    seen.push(class);
                }
                let mv = Move { element: Some(element), from, ..mv };
                for window in targets.windows(group, from_group, table.from_groups) {
                    let mut free = window.mask;
                    if !table.captures {
                        free &= !state.occupied(layout, usize::from(window.byte));
                    }
                    if window.shared & free != 0 {
                        let condition = window.condition;
                        if !run.shared(condition, self.conditions[condition as usize].node).map_err(stopped)? {
                            free &= !window.shared;
                        }
                    }
                    if window.near & free != 0 {
                        let start = i32::from(window.byte) * 8 + i32::from(window.distance);
                        let filled = state.occupied_from(layout, start);
                        free &= !window.near | if window.filled { filled } else { !filled };
                    }
                    let sure = if table.captures || table.after { 0 } else { window.sure };
                    while free != 0 {
                        let bit = free.trailing_zeros();
                        free &= free - 1;
                        if sure >> bit & 1 == 1 {
                            let target = targets.first(window.start + bit);
                            if enough(Move { to: Some(target.to), way: target.aim.way, ..mv }) {
                                return Ok(());
                            }
                            continue;
                        }
                        let (target, others) = targets.at(window.start + bit);
                        if table.captures && from == Some(target.to) {
                            continue; // it does not capture itself
                        }
                        let mv = Move { to: Some(target.to), way: target.aim.way, ..mv };
                        if self.is_allowed(&mut run, table, target.aim, mv).map_err(stopped)? && enough(mv) {
                            return Ok(());
                        }
                        for &aim in others {
                            let mv = Move { way: aim.way, ..mv };
                            if self.allowed(&mut run, table, aim, mv).map_err(stopped)? && enough(mv) {
                                return Ok(());
                            }
                        }
                    }
                }
                for &aim in targets.off(group, from_group, table.from_groups) {
                    let mv = Move { way: aim.way, ..mv };
                    if self.allowed(&mut run, table, aim, mv).map_err(stopped)? && enough(mv) {
                        return Ok(());
                    }
                }
                if !ALL && offer.stands_for_all(layout, state, element) {
                    break;
                }
            }
        }
        Ok(())
    }

    /// As [`Fast::allowed`], with what is asked of most moves at hand.
    #[inline(always)]
    fn is_allowed(&self, run: &mut Run<'_, &State>, table: &RuleTable, aim: Aim, mv: Move) -> Result<bool, Stop> {
        if !table.after {
            if aim.condition == ALWAYS {
                return Ok(true);
            }
            let condition = &self.conditions[aim.condition as usize];
            if !condition.reads && !condition.shared {
                run.element = mv.element;
                return run.test(condition.node);
            }
        }
        self.allowed(run, table, aim, mv)
    }

    #[inline(never)]
    fn allowed(&self, run: &mut Run<'_, &State>, table: &RuleTable, aim: Aim, mv: Move) -> Result<bool, Stop> {
        if aim.condition != ALWAYS {
            let condition = &self.conditions[aim.condition as usize];
            if condition.reads {
                bind(run, table, mv);
            }
            run.element = mv.element;
            let holds =
                if condition.shared { run.shared(aim.condition, condition.node)? } else { run.test(condition.node)? };
            if !holds {
                return Ok(false);
            }
        }
        if !table.after {
            return Ok(true);
        }
        match self.makes[aim.make as usize].after {
            Some(after) => self.holds_after(run, table, aim, after, mv),
            None => Ok(true),
        }
    }

    /// Whether what a rule asks of the position made holds. The move is made on a copy.
    fn holds_after(
        &self,
        run: &Run<'_, &State>,
        table: &RuleTable,
        aim: Aim,
        after: NodeId,
        mv: Move,
    ) -> Result<bool, Stop> {
        thread_local! {
            /// Kept, so that nothing is allocated for a copy.
            static COPY: RefCell<Option<State>> = const { RefCell::new(None) };
        }
        let mut copy = COPY.take();
        match &mut copy {
            Some(copy) => copy.copy_board(run.position),
            none => *none = Some(run.position.board()),
        }
        let state = copy.as_mut().expect("just made");
        let mut tried = Run::new(run.rules, run.layout, run.code, self.variables, &mut *state);
        let done = self.make::<false>(&mut tried, table, &self.makes[aim.make as usize], mv);
        let holds = done.and_then(|()| tried.test(after));
        COPY.set(copy);
        holds
    }

    /// The first half of making a move: until the turn passes. Awards are only given where they count.
    #[inline]
    fn make<const COUNTS: bool>(
        &self,
        run: &mut Run<'_, &mut State>,
        table: &RuleTable,
        make: &Make,
        mv: Move,
    ) -> Result<(), Stop> {
        let (rules, layout) = (run.rules, run.layout);
        if make.reads {
            bind(run, table, mv);
        }
        run.element = mv.element;
        if let Some(prologue) = make.prologue {
            run.value(prologue)?;
        }
        if COUNTS {
            award(run, &make.awards)?;
        }
        if !self.reset_moves.is_empty() {
            for &global in &self.reset_moves {
                run.position.reset(rules, layout, global);
            }
        }
        if let Some(element) = mv.element {
            match mv.to {
                Some(to) => {
                    if table.captures
                        && let Some(captured) = run.position.content(layout, to)
                    {
                        change::remove(rules, layout, run.position, captured).map_err(|kind| at(kind, RULE))?;
                        run.captured = Some(captured);
                    }
                    run.position.move_element(layout, element, to);
                }
                None => run.position.take_off(layout, element),
            }
        }
        if let Some(followup) = make.followup {
            run.value(followup)?;
        }
        Ok(())
    }

    /// Makes a listed move.
    #[inline]
    pub(crate) fn apply(&self, rules: &RuleSet, layout: &Layout, state: &mut State, mv: Move) -> Result<(), Fault> {
        let Some((table, make)) = self.making(state.mover().index(), mv) else {
            // Not a move that was listed for this state: the plain form says what its rule does.
            return Plain { rules, layout }.apply(state, mv);
        };
        let mut run = Run::new(rules, layout, &self.code, self.variables, state);
        let in_rule = |stop: Stop| in_rule(rules, mv.rule, stop);
        self.make::<true>(&mut run, table, make, mv).map_err(in_rule)?;
        let next = match make.next {
            NextCode::Stays => None,
            NextCode::Is(player) => Some(player),
            NextCode::Worked(node, at) => {
                let number = run.number(node, "next", at).map_err(in_rule)?;
                Some(change::player(layout, "next", number).map_err(|kind| in_rule(self::at(kind, at)))?)
            }
        };
        if let Some(next) = next {
            change::pass_turn(rules, layout, run.position, next);
            run.forget_reached();
        }
        let tail = match (make.tails.as_slice(), next) {
            ([one], _) | ([one, ..], None) => one,
            (tails, Some(next)) => &tails[next.index()],
            ([], None) => unreachable!("every making has a tail"),
        };
        self.end(&mut run, &self.tails[*tail as usize])
    }

    /// The second half of making a move: scorings and ends.
    #[inline]
    fn end<'a>(&'a self, run: &mut Run<'a, &mut State>, tail: &Tail) -> Result<(), Fault> {
        let (rules, layout) = (run.rules, run.layout);
        run.game = Some(self);
        for scoring in &tail.scorings {
            let in_scoring = |stop: Stop| fault(rules, *stop, Within::Scoring(scoring.index + 1));
            if run.test(scoring.situation).map_err(in_scoring)? {
                award(run, &scoring.awards).map_err(in_scoring)?;
                if let Some(followup) = scoring.followup {
                    run.value(followup).map_err(in_scoring)?;
                }
            }
        }
        run.position.remember(rules, layout);
        for end in &tail.ends {
            let in_end = |stop: Stop| fault(rules, *stop, Within::End(end.index + 1));
            if run.test(end.situation).map_err(in_end)? {
                let winner = match end.winner {
                    Some(winner) => run.number(winner, "winner", end.winner_at).map_err(in_end)?,
                    None => change::highest(layout, run.position),
                };
                let ended = change::end(layout, run.position, winner);
                return ended.map_err(|kind| in_end(at(kind, end.winner_at)));
            }
        }
        Ok(())
    }

    /// The table that offers a move, and what making it does; `None` if that is for the plain form.
    fn making(&self, player: usize, mv: Move) -> Option<(&RuleTable, &Make)> {
        let first = *self.first_tables.get(mv.rule.index())? as usize;
        let table = self.rules[first..].iter().find(|table| (table.rule, table.choice) == (mv.rule, mv.choice))?;
        let make = &self.makes[table.aim(player, mv)?.make as usize];
        (!make.plainly).then_some((table, make))
    }
}

impl Offer {
    /// Whether an element stands for all that come after it.
    #[inline]
    fn stands_for_all(&self, layout: &Layout, state: &State, element: ElementId) -> bool {
        match self.alike {
            Alike::No => false,
            Alike::All => true,
            Alike::ButForKind => {
                let last = self.elements.last().expect("there is one").0;
                state.all_off_are(layout, element.index()..last.index() + 1, state.kind(layout, element))
            }
        }
    }
}

impl RuleTable {
    fn aim(&self, player: usize, mv: Move) -> Option<Aim> {
        let offer = self.by_player[player].as_ref()?;
        let by_way = |ways: &[Aim]| ways.iter().copied().find(|aim| aim.way == mv.way);
        let Some(element) = mv.element else { return by_way(&offer.bare) };
        let from_group = self.from_group[mv.from.map_or(self.from_group.len() - 1, LocationId::index)];
        let element = position(&offer.elements, element.0, |(element, _)| element.0)?;
        if from_group == NO_GROUP {
            return None;
        }
        let (group, targets) = (offer.elements[element].1, &offer.targets);
        match mv.to {
            Some(to) => {
                let index = Targets::find(targets.windows(group, from_group, self.from_groups), to)?;
                let (target, others) = targets.at(index);
                if target.aim.way == mv.way { Some(target.aim) } else { by_way(others) }
            }
            None => by_way(targets.off(group, from_group, self.from_groups)),
        }
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
    let (Some(element), Some(elements)) = (mv.element, &rule.element) else { return };
    pattern(run, late, elements, &element);
    if let Guard::Bind(variable) = rule.state {
        let kind = run.position.look().kind(run.layout, element);
        run.bind(variable, i32::from(run.layout.kinds[kind].state));
    }
    if let Guard::Bind(variable) = rule.player
        && late.has(variable)
    {
        let player = run.position.look().mover();
        run.bind(variable, player.number() as i32);
    }
    for (place, at) in [(&rule.from, mv.from), (&rule.to, mv.to)] {
        if let (Some(known), Some(at)) = (place.known(), at) {
            pattern(run, late, known, &at);
        }
    }
}

fn award(run: &mut Run<'_, &mut State>, awards: &[AwardCode]) -> Result<(), Stop> {
    for award in awards {
        let number = run.number(award.player, "player", award.player_at)?;
        let points = run.number(award.amount, "score", award.amount_at)?;
        let layout = run.layout;
        let player = change::player(layout, "player", number).map_err(|kind| at(kind, award.player_at))?;
        change::add_score(layout, run.position, player, points);
    }
    Ok(())
}
