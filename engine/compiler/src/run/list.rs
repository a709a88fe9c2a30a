//! Move generation and move making from the tables of the compiled form.

use std::cell::RefCell;

use smallvec::SmallVec;

use boardwright_game::fault::{Fault, FaultContext, FaultKind};
use boardwright_game::ids::{ElementId, ExprId, LocationId, RuleId};
use boardwright_interpreter::change;
use boardwright_interpreter::classes::deduplicate_moves;
use boardwright_interpreter::evaluate::Interpreter;
use boardwright_interpreter::layout::Layout;
use boardwright_interpreter::moves::Move;
use boardwright_interpreter::state::State;
use boardwright_rules::{Guard, PatternMatches, RivalPolicy, RuleSet};

use crate::analyse::groups::Variables;
use crate::run::{BoxedRuntimeError, CodeEvaluator, RuntimeError, StateAccess};
use crate::tables::code::NodeId;
use crate::tables::targets::{ALWAYS, MoveCode, Targets};
use crate::tables::{
    AwardCode, CompiledRules, ElementSymmetry, MakeCode, NO_GROUP, NextCode, Offer, RuleTable, TailCode,
};

/// Marks a fault between the expressions of a rule; it is attributed to the rule as a whole.
const WHOLE_RULE: ExprId = ExprId(u32::MAX);

#[allow(clippy::unnecessary_box_returns)] // all errors of an evaluation are boxed
fn at(kind: FaultKind, expr: ExprId) -> BoxedRuntimeError {
    Box::new(RuntimeError::At(kind, expr))
}

/// Attaches source location and file part to a fault.
fn located_fault(rules: &RuleSet, stopped: RuntimeError, within: FaultContext) -> Fault {
    match stopped {
        RuntimeError::At(kind, at) => Fault { kind, span: rules.exprs.span(at), context: within },
        RuntimeError::Fault(fault) => fault,
    }
}

/// Attaches the rule to a fault.
#[allow(clippy::boxed_local)] // all errors of an evaluation are boxed
fn rule_fault(rules: &RuleSet, rule: RuleId, stop: BoxedRuntimeError) -> Fault {
    let rule = &rules.rules[rule.index()];
    let within = FaultContext::Rule(rule.name.clone());
    match *stop {
        RuntimeError::At(kind, WHOLE_RULE) => Fault { kind, span: rule.span, context: within },
        stopped => located_fault(rules, stopped, within),
    }
}

impl CompiledRules {
    /// Appends the legal moves to `moves`: all of them (`ALL`), or one of each class of equal moves.
    #[inline]
    pub(crate) fn legal_moves<const ALL: bool>(
        &self,
        rules: &RuleSet,
        layout: &Layout,
        state: &State,
        moves: &mut Vec<Move>,
    ) -> Result<(), Fault> {
        let player = state.mover().index();
        if self.has_interpreted_movegen {
            let interpreter = Interpreter { rules, layout };
            if ALL {
                interpreter.list_moves(state, moves)?;
            } else {
                interpreter.list_distinct_moves(state, moves)?;
            }
        } else {
            for &priority in &self.priorities {
                self.generate::<ALL>(
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
            if self.rivals_by_player[player] {
                Self::resolve_rivals(rules, layout, state, moves)?;
            }
        }
        if !ALL && (self.has_interpreted_movegen || self.duplicates_by_player[player] || self.rivals_by_player[player])
        {
            deduplicate_moves(rules, layout, state, moves);
        }
        Ok(())
    }

    /// `true` if there is a legal move.
    pub(crate) fn can_move(&self, rules: &RuleSet, layout: &Layout, state: &State) -> Result<bool, Fault> {
        if self.has_interpreted_movegen {
            return Interpreter { rules, layout }.can_move(state);
        }
        let mut found = false;
        for &priority in &self.priorities {
            self.generate::<false>(
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

    /// Number of moves that one rule allows, regardless of the other rules; `None` if the interpreter generates the
    /// moves.
    pub(crate) fn count_rule_moves(
        &self,
        rules: &RuleSet,
        layout: &Layout,
        state: &State,
        rule: RuleId,
    ) -> Result<Option<usize>, Fault> {
        if self.has_interpreted_movegen {
            return Ok(None);
        }
        let mut count = 0;
        self.generate::<false>(
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

    /// The locations to which some rule can ever move an element from `from`; interchangeable locations are left out.
    pub(crate) fn neighbours(&self, layout: &Layout, from: LocationId, near: &mut Vec<LocationId>) {
        near.clear();
        for table in &self.rules {
            let group = table.from_group[from.index()];
            for offer in table.by_player.iter().flatten().filter(|_| group != NO_GROUP) {
                near.extend(offer.targets.from(group, table.from_groups).map(|target| target.to));
            }
        }
        if self.has_interpreted_movegen {
            // Rules that only the interpreter supports are not in the tables; they may lead everywhere.
            near.extend((0..layout.key_place.len()).map(LocationId::new));
        }
        near.retain(|to| !layout.is_shared(layout.key_place[to.index()]) && *to != from);
        near.sort_unstable();
        near.dedup();
    }

    /// Keeps, among equal moves of several rules, the one by which the move is made.
    fn resolve_rivals(rules: &RuleSet, layout: &Layout, state: &State, moves: &mut Vec<Move>) -> Result<(), Fault> {
        let mut kept = 0;
        for index in 0..moves.len() {
            let mv = moves[index];
            let same = |other: &&Move| other.is_same(mv, rules);
            if moves[..kept].iter().any(|other| same(&other)) {
                continue;
            }
            moves[kept] = mv;
            if rules.rival_policy == RivalPolicy::BestAward {
                let rivals: SmallVec<[Move; 8]> = moves[index..].iter().filter(same).copied().collect();
                if rivals.len() > 1 {
                    moves[kept] = Interpreter { rules, layout }.best_rival(state, &rivals)?;
                }
            }
            kept += 1;
        }
        moves.truncate(kept);
        Ok(())
    }

    /// Generates the moves of the tables that `is_wanted` selects, or (not `ALL`) those of the first element of each
    /// class of equal elements, and passes each to `enough` until that returns `true`.
    #[allow(clippy::too_many_lines)] // one loop, kept together for speed
    fn generate<const ALL: bool>(
        &self,
        rules: &RuleSet,
        layout: &Layout,
        state: &State,
        is_wanted: impl Fn(&RuleTable) -> bool,
        mut enough: impl FnMut(Move) -> bool,
    ) -> Result<(), Fault> {
        let player = state.mover().index();
        let mut run = CodeEvaluator::new(rules, layout, &self.code, self.variables, state);
        let mut seen: SmallVec<[(u32, u16, u32, u32); 8]> = SmallVec::new();
        for table in &self.rules {
            let Some(offer) = &table.by_player[player] else { continue };
            if !is_wanted(table) {
                continue;
            }
            let Offer { elements, symmetry, accepted_kinds: kinds, targets, elementless_moves } = offer;
            let rule = table.rule;
            let stopped = |stop: BoxedRuntimeError| rule_fault(rules, rule, stop);
            if let Some(gate) = targets.gate
                && !run.test(gate).map_err(stopped)?
            {
                continue;
            }
            let mv = Move { element: None, from: None, to: None, rule, choice: table.choice, for_index: 0 };
            for &move_code in elementless_moves {
                let mv = Move { for_index: move_code.for_index, ..mv };
                if self.is_allowed_slow(&mut run, table, move_code, mv).map_err(stopped)? && enough(mv) {
                    return Ok(());
                }
            }
            seen.clear();
            for &(element, group) in elements {
                let from = state.location(layout, element);
                let from_group = table.from_group[from.map_or(layout.key_place.len(), LocationId::index)];
                if from_group == NO_GROUP || !kinds[usize::from(state.kind(layout, element).0)] {
                    continue;
                }
                let place = layout.place_of(from);
                if !ALL
                    && table.has_shared_origins
                    && *symmetry != ElementSymmetry::Equal
                    && !table.distinguishes_members
                    && layout.is_shared(place)
                {
                    let class = (place, state.kind(layout, element).0, group, from_group);
                    if seen.contains(&class) {
                        continue;
                    }
                    seen.push(class);
                }
                let mv = Move { element: Some(element), from, ..mv };
                for window in targets.windows(group, from_group, table.from_groups) {
                    let mut free = window.mask;
                    if !table.can_capture {
                        free &= !state.occupied(layout, usize::from(window.byte));
                    }
                    if window.shared & free != 0 {
                        let condition = window.condition;
                        if !run
                            .shared_condition(condition, self.conditions[condition as usize].node)
                            .map_err(stopped)?
                        {
                            free &= !window.shared;
                        }
                    }
                    if window.near & free != 0 {
                        let start = i32::from(window.byte) * 8 + i32::from(window.distance);
                        let filled = state.occupied_from(layout, start);
                        free &= !window.near | if window.is_occupied { filled } else { !filled };
                    }
                    let sure = if table.can_capture || table.has_after_condition { 0 } else { window.unconditional };
                    while free != 0 {
                        let bit = free.trailing_zeros();
                        free &= free - 1;
                        if sure >> bit & 1 == 1 {
                            let target = targets.target(window.start + bit);
                            if enough(Move { to: Some(target.to), for_index: target.code.for_index, ..mv }) {
                                return Ok(());
                            }
                            continue;
                        }
                        let (target, others) = targets.target_with_alternatives(window.start + bit);
                        if table.can_capture && from == Some(target.to) {
                            continue; // an element does not capture itself
                        }
                        let mv = Move { to: Some(target.to), for_index: target.code.for_index, ..mv };
                        if self.is_allowed(&mut run, table, target.code, mv).map_err(stopped)? && enough(mv) {
                            return Ok(());
                        }
                        for &move_code in others {
                            let mv = Move { for_index: move_code.for_index, ..mv };
                            if self.is_allowed_slow(&mut run, table, move_code, mv).map_err(stopped)? && enough(mv) {
                                return Ok(());
                            }
                        }
                    }
                }
                for &move_code in targets.moves_off_board(group, from_group, table.from_groups) {
                    let mv = Move { for_index: move_code.for_index, ..mv };
                    if self.is_allowed_slow(&mut run, table, move_code, mv).map_err(stopped)? && enough(mv) {
                        return Ok(());
                    }
                }
                if !ALL && offer.represents_rest(layout, state, element) {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Fast path of [`CompiledRules::is_allowed_slow`] for the tests that most moves have.
    #[inline(always)]
    fn is_allowed(
        &self,
        run: &mut CodeEvaluator<'_, &State>,
        table: &RuleTable,
        move_code: MoveCode,
        mv: Move,
    ) -> Result<bool, BoxedRuntimeError> {
        if !table.has_after_condition {
            if move_code.condition == ALWAYS {
                return Ok(true);
            }
            let condition = &self.conditions[move_code.condition as usize];
            if !condition.reads_variables && !condition.is_shared {
                run.element = mv.element;
                return run.test(condition.node);
            }
        }
        self.is_allowed_slow(run, table, move_code, mv)
    }

    #[inline(never)]
    fn is_allowed_slow(
        &self,
        run: &mut CodeEvaluator<'_, &State>,
        table: &RuleTable,
        move_code: MoveCode,
        mv: Move,
    ) -> Result<bool, BoxedRuntimeError> {
        if move_code.condition != ALWAYS {
            let condition = &self.conditions[move_code.condition as usize];
            if condition.reads_variables {
                bind_late_variables(run, table, mv);
            }
            run.element = mv.element;
            let holds = if condition.is_shared {
                run.shared_condition(move_code.condition, condition.node)?
            } else {
                run.test(condition.node)?
            };
            if !holds {
                return Ok(false);
            }
        }
        if !table.has_after_condition {
            return Ok(true);
        }
        match self.makes[move_code.make as usize].after {
            Some(after) => self.holds_after_move(run, table, move_code, after, mv),
            None => Ok(true),
        }
    }

    /// `true` if a rule's condition on the resulting position holds. The move is made on a copy.
    fn holds_after_move(
        &self,
        run: &CodeEvaluator<'_, &State>,
        table: &RuleTable,
        move_code: MoveCode,
        after: NodeId,
        mv: Move,
    ) -> Result<bool, BoxedRuntimeError> {
        thread_local! {
            /// Reused, so that a copy needs no allocation.
            static COPY: RefCell<Option<State>> = const { RefCell::new(None) };
        }
        let mut copy = COPY.take();
        match &mut copy {
            Some(copy) => copy.copy_without_history(run.position),
            none => *none = Some(run.position.without_history()),
        }
        let state = copy.as_mut().expect("just made");
        let mut tried = CodeEvaluator::new(run.rules, run.layout, run.code, self.variables, &mut *state);
        let done = self.make_move::<false>(&mut tried, table, &self.makes[move_code.make as usize], mv);
        let holds = done.and_then(|()| tried.test(after));
        COPY.set(copy);
        holds
    }

    /// Makes a move up to the passing of the turn. Awards are given only if `COUNTS`.
    #[inline]
    fn make_move<const COUNTS: bool>(
        &self,
        run: &mut CodeEvaluator<'_, &mut State>,
        table: &RuleTable,
        make: &MakeCode,
        mv: Move,
    ) -> Result<(), BoxedRuntimeError> {
        let (rules, layout) = (run.rules, run.layout);
        if make.reads_variables {
            bind_late_variables(run, table, mv);
        }
        run.element = mv.element;
        if let Some(prologue) = make.prologue {
            run.value(prologue)?;
        }
        if COUNTS {
            give_awards(run, &make.awards)?;
        }
        if !self.reset_moves.is_empty() {
            for &global in &self.reset_moves {
                run.position.reset_global(rules, layout, global);
            }
        }
        if let Some(element) = mv.element {
            match mv.to {
                Some(to) => {
                    if table.can_capture
                        && let Some(captured) = run.position.content(layout, to)
                    {
                        change::remove(rules, layout, run.position, captured).map_err(|kind| at(kind, WHOLE_RULE))?;
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

    /// Makes a generated move.
    #[inline]
    pub(crate) fn apply(&self, rules: &RuleSet, layout: &Layout, state: &mut State, mv: Move) -> Result<(), Fault> {
        let Some((table, make)) = self.find_make(state.mover().index(), mv) else {
            // The move was not generated for this state: the interpreter applies its rule.
            return Interpreter { rules, layout }.apply(state, mv);
        };
        let mut run = CodeEvaluator::new(rules, layout, &self.code, self.variables, state);
        let in_rule = |stop: BoxedRuntimeError| rule_fault(rules, mv.rule, stop);
        self.make_move::<true>(&mut run, table, make, mv).map_err(in_rule)?;
        match make.next {
            NextCode::Unchanged => {}
            NextCode::Is(player) => change::pass_turn(rules, layout, run.position, player),
            NextCode::Chance => change::pass_turn_to_chance(layout, run.position),
            NextCode::Computed(node, at) => {
                let number = run.number(node, "next", at).map_err(in_rule)?;
                let passed = change::pass_turn_to(rules, layout, run.position, number);
                passed.map_err(|kind| in_rule(self::at(kind, at)))?;
            }
        }
        if !matches!(make.next, NextCode::Unchanged) {
            run.clear_caches();
        }
        // Tails of several players are in their order; chance moves in the turn of the player who was to move.
        let tail = match make.tails.as_slice() {
            [one] => one,
            tails => &tails[run.position.mover().index()],
        };
        self.finish_move(&mut run, &self.tails[*tail as usize])
    }

    /// Evaluates scorings and ends, after the turn has passed.
    #[inline]
    fn finish_move<'a>(&'a self, run: &mut CodeEvaluator<'a, &mut State>, tail: &TailCode) -> Result<(), Fault> {
        let (rules, layout) = (run.rules, run.layout);
        run.game = Some(self);
        for scoring in &tail.scorings {
            let in_scoring =
                |stop: BoxedRuntimeError| located_fault(rules, *stop, rules.scoring_context(scoring.index));
            if run.test(scoring.situation).map_err(in_scoring)? {
                give_awards(run, &scoring.awards).map_err(in_scoring)?;
                if let Some(followup) = scoring.followup {
                    run.value(followup).map_err(in_scoring)?;
                }
            }
        }
        run.position.record_in_history(rules, layout);
        for end in &tail.ends {
            let in_end = |stop: BoxedRuntimeError| located_fault(rules, *stop, FaultContext::End(end.index + 1));
            if run.test(end.situation).map_err(in_end)? {
                let winner = match end.winner {
                    Some(winner) => run.number(winner, "winner", end.winner_at).map_err(in_end)?,
                    None => change::highest_scorer(layout, run.position),
                };
                let ended = change::set_outcome(layout, run.position, winner);
                return ended.map_err(|kind| in_end(at(kind, end.winner_at)));
            }
        }
        Ok(())
    }

    /// The table that offers a move, and its make; `None` if the interpreter makes the move.
    fn find_make(&self, player: usize, mv: Move) -> Option<(&RuleTable, &MakeCode)> {
        let first = *self.first_table_by_rule.get(mv.rule.index())? as usize;
        let table = self.rules[first..].iter().find(|table| (table.rule, table.choice) == (mv.rule, mv.choice))?;
        let make = &self.makes[table.move_code(player, mv)?.make as usize];
        (!make.is_interpreted).then_some((table, make))
    }
}

impl Offer {
    /// `true` if an element represents all elements after it in this offer.
    #[inline]
    fn represents_rest(&self, layout: &Layout, state: &State, element: ElementId) -> bool {
        match self.symmetry {
            ElementSymmetry::Distinct => false,
            ElementSymmetry::Equal => true,
            ElementSymmetry::EqualWithinKind => {
                let last = self.elements.last().expect("an offer has elements").0;
                state.all_off_board_have_kind(layout, element.index()..last.index() + 1, state.kind(layout, element))
            }
        }
    }
}

impl RuleTable {
    fn move_code(&self, player: usize, mv: Move) -> Option<MoveCode> {
        let offer = self.by_player[player].as_ref()?;
        let by_for_index =
            |codes: &[MoveCode]| codes.iter().copied().find(|move_code| move_code.for_index == mv.for_index);
        let Some(element) = mv.element else { return by_for_index(&offer.elementless_moves) };
        let from_group = self.from_group[mv.from.map_or(self.from_group.len() - 1, LocationId::index)];
        let element = index_of(&offer.elements, element.0, |(element, _)| element.0)?;
        if from_group == NO_GROUP {
            return None;
        }
        let (group, targets) = (offer.elements[element].1, &offer.targets);
        match mv.to {
            Some(to) => {
                let index = Targets::find(targets.windows(group, from_group, self.from_groups), to)?;
                let (target, others) = targets.target_with_alternatives(index);
                if target.code.for_index == mv.for_index { Some(target.code) } else { by_for_index(others) }
            }
            None => by_for_index(targets.moves_off_board(group, from_group, self.from_groups)),
        }
    }
}

/// Index of a key in a sorted list. Ids are mostly consecutive, so one direct probe precedes the binary search.
#[inline]
fn index_of<T>(list: &[T], key: u16, key_of: impl Fn(&T) -> u16) -> Option<usize> {
    let guess = usize::from(key.checked_sub(key_of(list.first()?))?);
    match list.get(guess) {
        Some(there) if key_of(there) == key => Some(guess),
        _ => list.binary_search_by_key(&key, key_of).ok(),
    }
}

/// Resets all variables and binds the late-bound variables, in the order in which a rule is matched.
fn bind_late_variables<P: StateAccess>(run: &mut CodeEvaluator<'_, P>, table: &RuleTable, mv: Move) {
    fn pattern<Id: Ord, P: StateAccess>(
        run: &mut CodeEvaluator<'_, P>,
        late: &Variables,
        pattern: &PatternMatches<Id>,
        id: &Id,
    ) {
        for &(variable, number) in pattern.bindings(id).unwrap_or_default() {
            if late.contains(variable) {
                run.bind(variable, number);
            }
        }
    }
    run.reset_variables();
    let late = &table.late_variables;
    if late.is_empty() {
        return;
    }
    let rule = &run.rules.rules[mv.rule.index()];
    let (Some(element), Some(elements)) = (mv.element, &rule.element) else { return };
    pattern(run, late, elements, &element);
    if let Guard::Bind(variable) = rule.state {
        let kind = run.position.state().kind(run.layout, element);
        run.bind(variable, i32::from(run.layout.kinds[kind].state));
    }
    if let Guard::Bind(variable) = rule.player
        && late.contains(variable)
    {
        let player = run.position.state().mover();
        run.bind(variable, player.number() as i32);
    }
    for (place, at) in [(&rule.from, mv.from), (&rule.to, mv.to)] {
        if let (Some(known), Some(at)) = (place.listed(), at) {
            pattern(run, late, known, &at);
        }
    }
}

fn give_awards(run: &mut CodeEvaluator<'_, &mut State>, awards: &[AwardCode]) -> Result<(), BoxedRuntimeError> {
    for award in awards {
        let number = run.number(award.player, "player", award.player_at)?;
        let points = run.number(award.amount, "score", award.amount_at)?;
        let layout = run.layout;
        let player = change::player(layout, "player", number).map_err(|kind| at(kind, award.player_at))?;
        change::add_score(layout, run.position, player, points);
    }
    Ok(())
}
