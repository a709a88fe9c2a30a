//! Reference move generator: lists the legal moves in order.
//! Making moves is in [`apply`](super::apply).

use rustc_hash::{FxHashMap, FxHashSet};

use crate::kinds::PieceKindId;
use crate::layout::Layout;
use crate::moves::Move;
use crate::state::State;
use boardwright_game::fault::{Fault, FaultContext};
use boardwright_game::ids::{ElementId, ExprId, RuleId};
use boardwright_rules::{Award, Expr, Guard, Query, RivalPolicy, Rule, RulePlace};

use super::apply::Interpreter;
use super::context::EvalContext;
use super::eval::Evaluator;
use super::matching::MatchFailure;
use super::value::Value;

impl Interpreter<'_> {
    /// Lists every legal move once, with the rule by which it would be made, in the order of rules, words, elements,
    /// targets and `for`.
    pub fn list_moves(&self, state: &State, moves: &mut Vec<Move>) -> Result<(), Fault> {
        self.list(state, Listing::default(), moves)
    }

    /// Lists the legal moves of the first of several equivalent elements where their equivalence is obvious: elements off
    /// the board, such as stones that wait. The list may still contain equal moves.
    pub fn list_distinct_moves(&self, state: &State, moves: &mut Vec<Move>) -> Result<(), Fault> {
        self.list(state, Listing { skips_equivalent_elements: true, ..Listing::default() }, moves)
    }

    fn list(&self, state: &State, listing: Listing, moves: &mut Vec<Move>) -> Result<(), Fault> {
        let listed = self.filter_preferred(state, self.highest_priority_moves(state, listing, |_| false)?)?;
        moves.clear();
        // Only moves with the same element and locations can be equal.
        let mut same_path: FxHashMap<_, Vec<Move>> = FxHashMap::default();
        for &mv in &listed {
            let same_path = same_path.entry((mv.element, mv.from, mv.to)).or_default();
            if !same_path.iter().any(|other| other.is_same(mv, self.rules)) {
                moves.push(mv);
            }
            same_path.push(mv);
        }
        if self.rules.rival_policy == RivalPolicy::BestAward {
            for mv in moves {
                let same_path = &same_path[&(mv.element, mv.from, mv.to)];
                let rivals: Vec<Move> =
                    same_path.iter().copied().filter(|other| other.is_same(*mv, self.rules)).collect();
                *mv = self.best_rival(state, &rivals)?;
            }
        }
        Ok(())
    }

    /// `true` if there is a legal move.
    pub fn can_move(&self, state: &State) -> Result<bool, Fault> {
        let listing = Listing { skips_equivalent_elements: true, ..Listing::default() };
        Ok(!self.highest_priority_moves(state, listing, |moves| !moves.is_empty())?.is_empty())
    }

    /// `true` if there is a legal move in a position that a tested move leads to.
    pub(super) fn has_reply(&self, state: &State) -> Result<bool, Fault> {
        let listing = Listing { skips_equivalent_elements: true, is_of_replies: true };
        Ok(!self.highest_priority_moves(state, listing, |moves| !moves.is_empty())?.is_empty())
    }

    /// Moves of the highest priority that has any; stops as soon as `is_enough` returns `true`.
    fn highest_priority_moves(
        &self,
        state: &State,
        listing: Listing,
        is_enough: impl Fn(&[Move]) -> bool + Copy,
    ) -> Result<Vec<Move>, Fault> {
        let mut priorities: Vec<i32> = self.rules.rules.iter().map(|rule| rule.priority).collect();
        priorities.sort_unstable_by(|one, other| other.cmp(one));
        priorities.dedup();
        for priority in priorities {
            let moves = self.moves_of_priority(state, priority, listing, is_enough)?;
            if !moves.is_empty() {
                return Ok(moves);
            }
        }
        Ok(Vec::new())
    }

    /// Moves of one priority, in the order of rules, words, elements, targets and `for`; stops as soon as `is_enough`
    /// returns `true`.
    fn moves_of_priority(
        &self,
        state: &State,
        priority: i32,
        listing: Listing,
        is_enough: impl Fn(&[Move]) -> bool,
    ) -> Result<Vec<Move>, Fault> {
        let mut moves = Vec::new();
        let mut scratch = state.clone(); // never changed: conditions have no effects
        for (index, rule) in self.rules.rules.iter().enumerate() {
            if rule.priority != priority || !may_be_for(self.layout, rule, state) {
                continue;
            }
            let mut evaluator = self.evaluator_for(&mut scratch, rule);
            evaluator.eval_context.lists_replies = listing.is_of_replies;
            let combinations = evaluator.for_combinations(rule)?;
            let mut waiting = WaitingElements::default();
            for (choice, element) in candidates(rule) {
                if listing.skips_equivalent_elements && waiting.is_known(self, state, rule, choice, element) {
                    continue;
                }
                let mut targets = Vec::new();
                for (for_index, combination) in combinations.iter().enumerate() {
                    if evaluator.match_origin(rule, combination, choice, element)?.is_none() {
                        let variables = evaluator.variables.clone();
                        targets
                            .extend(evaluator.targets(rule)?.into_iter().map(|to| (to, for_index, variables.clone())));
                    }
                }
                // Off the board is ordered last.
                targets.sort_by_key(|&(to, ..)| (to.is_none(), to));
                for (to, for_index, variables) in targets {
                    evaluator.variables = variables;
                    let from = evaluator.eval_context.from;
                    let mv = Move { element, from, to, rule: RuleId::new(index), choice, for_index: for_index as u32 };
                    if evaluator.match_rest(rule, to)?.is_none()
                        && evaluator.weight(rule)? > 0
                        && self.check_after(&evaluator, rule, mv)?.is_none()
                    {
                        moves.push(mv);
                    }
                    if is_enough(&moves) {
                        return Ok(moves);
                    }
                }
            }
        }
        Ok(moves)
    }

    /// Creates an evaluator for testing moves by a rule, without the permission to change the position.
    pub fn evaluator_for<'a>(&'a self, state: &'a mut State, rule: &Rule) -> Evaluator<'a> {
        let mover = state.mover().number() as i32;
        let mut evaluator = Evaluator::new(self.rules, self.layout, state, FaultContext::Rule(rule.name.clone()));
        evaluator.allows_changes = false;
        evaluator.eval_context = EvalContext { mover, ..EvalContext::default() };
        evaluator
    }

    /// Tests the rule's `after` condition: the move is made on a copy, up to its followup. All previous steps must have
    /// been matched by the evaluator, whose variables are used.
    pub fn check_after(&self, evaluator: &Evaluator<'_>, rule: &Rule, mv: Move) -> Result<Option<MatchFailure>, Fault> {
        let Some(after) = rule.after else { return Ok(None) };
        let mut state_after = evaluator.state.clone();
        let mut after_evaluator = self.evaluator_for(&mut state_after, rule);
        after_evaluator.variables.clone_from(&evaluator.variables);
        after_evaluator.eval_context = evaluator.eval_context;
        after_evaluator.allows_changes = true;
        self.make_displacement(&mut after_evaluator, rule, mv)?;
        after_evaluator.allows_changes = false;
        after_evaluator.eval_context.after = Some(mv.rule);
        Ok(if after_evaluator.holds(after)? { None } else { Some(MatchFailure::After(after)) })
    }

    /// Keeps the moves with the greatest preference, if any rule of the moves has one.
    fn filter_preferred(&self, state: &State, moves: Vec<Move>) -> Result<Vec<Move>, Fault> {
        if moves.iter().all(|mv| self.rules.rules[mv.rule.index()].prefer.is_none()) {
            return Ok(moves);
        }
        let mut preferences = Vec::new();
        for &mv in &moves {
            preferences.push(self.preference(state, mv)?);
        }
        let greatest = preferences.iter().copied().max();
        let preferred = moves.into_iter().zip(preferences).filter(|&(_, preference)| Some(preference) == greatest);
        Ok(preferred.map(|(mv, _)| mv).collect())
    }

    /// Preference of a legal move.
    pub fn preference(&self, state: &State, mv: Move) -> Result<i32, Fault> {
        let rule = &self.rules.rules[mv.rule.index()];
        let Some(prefer) = rule.prefer else { return Ok(0) };
        let mut scratch = state.clone();
        let mut evaluator = self.evaluator_for(&mut scratch, rule);
        evaluator.match_move(rule, mv)?;
        evaluator.eval_number(prefer, "prefer")
    }

    /// Selects among moves that differ by rule only: the first one, unless some rules have an award for the mover; then
    /// the one with the greatest single award.
    pub fn best_rival(&self, state: &State, rivals: &[Move]) -> Result<Move, Fault> {
        if rivals.len() == 1 {
            return Ok(rivals[0]);
        }
        let mover = Value::Int(state.mover().number() as i32);
        let mut best = (None, rivals[0]);
        for &mv in rivals {
            let rule = &self.rules.rules[mv.rule.index()];
            let mut scratch = state.clone();
            let mut evaluator = self.evaluator_for(&mut scratch, rule);
            evaluator.match_move(rule, mv)?;
            for Award { player, amount } in &rule.awards {
                if evaluator.eval(*player)? == mover {
                    let amount = Some(evaluator.eval_number(*amount, "withScore")?);
                    if amount > best.0 {
                        best = (amount, mv);
                    }
                }
            }
        }
        Ok(best.1)
    }
}

/// Parameters of a listing of moves.
#[derive(Clone, Copy, Debug, Default)]
struct Listing {
    /// `true` if elements off the board are tried once for each kind.
    skips_equivalent_elements: bool,
    /// `true` if the moves are the replies to a move that is tested.
    is_of_replies: bool,
}

/// The kinds of elements off the board that were tried for a rule and a word.
#[derive(Default)]
struct WaitingElements {
    choice: u16,
    kinds: Vec<PieceKindId>,
    /// `true` if the rule may distinguish elements of one kind; `None` until two of them are compared.
    distinguishes_elements: Option<bool>,
}

impl WaitingElements {
    /// `true` if an equivalent element off the board was tried before.
    fn is_known(
        &mut self,
        interpreter: &Interpreter<'_>,
        state: &State,
        rule: &Rule,
        choice: u16,
        element: Option<ElementId>,
    ) -> bool {
        let (Some(element), layout) = (element, interpreter.layout) else { return false };
        if state.location(layout, element).is_some() {
            return false;
        }
        if choice != self.choice {
            self.choice = choice;
            self.kinds.clear();
        }
        let kind = state.kind(layout, element);
        if !self.kinds.contains(&kind) {
            self.kinds.push(kind);
            return false;
        }
        !*self.distinguishes_elements.get_or_insert_with(|| distinguishes_elements(interpreter, rule))
    }
}

/// `true` if the moves of a rule may depend on which of several equivalent elements moves: because its pattern binds
/// variables, because variables of the position hold elements, or because an expression uses the moving element for
/// anything but its type, owner, state and location.
fn distinguishes_elements(interpreter: &Interpreter<'_>, rule: &Rule) -> bool {
    let (rules, layout) = (interpreter.rules, interpreter.layout);
    if !layout.element_globals.is_empty() || rule.elements().iter().any(|(_, bindings)| !bindings.is_empty()) {
        return true;
    }
    let mut open: Vec<ExprId> = rule.for_each.iter().map(|(_, set)| *set).collect();
    for place in [&rule.from, &rule.to] {
        open.extend(if let RulePlace::Computed(expr) = place { Some(*expr) } else { None });
    }
    for guard in [rule.state, rule.player, rule.owner] {
        open.extend(if let Guard::In(expr) = guard { Some(expr) } else { None });
    }
    open.extend(rule.checks.iter().chain(&rule.condition).chain(&rule.after).chain(&rule.followup).chain(&rule.prefer));
    let mut seen = FxHashSet::default();
    while let Some(id) = open.pop() {
        if !seen.insert(id) {
            continue;
        }
        match &rules.exprs[id] {
            Expr::Query(Query::Moved, _) | Expr::UntypedQuery(..) | Expr::Template(_) => return true,
            Expr::Query(Query::State | Query::Owner | Query::ElementType | Query::Location, arguments)
                if matches!(rules.exprs[arguments[0]], Expr::Query(Query::Moved, _)) => {}
            Expr::Effect(_, arguments) => {
                // Effects on the moving element have the same result for equivalent elements.
                let is_moved = |&&id: &&ExprId| matches!(rules.exprs[id], Expr::Query(Query::Moved, _));
                open.extend(arguments.iter().filter(|argument| !is_moved(argument)));
            }
            Expr::Call(function, arguments) => {
                open.extend(arguments);
                open.extend(&rules.functions[function.index()].body);
            }
            other => open.extend(other.operands()),
        }
    }
    false
}

/// `true` unless the rule is for other players only, or for chance instead of players; only guards without expressions
/// are tested.
fn may_be_for(layout: &Layout, rule: &Rule, state: &State) -> bool {
    if rule.chance.is_some() != state.is_chance_next(layout) {
        return false;
    }
    match rule.player {
        Guard::Is(player) => player == state.mover().number() as i32,
        Guard::Never => false,
        Guard::Any | Guard::In(_) | Guard::Bind(_) => true,
    }
}

/// Candidates of a rule in order: number of the word, element.
fn candidates(rule: &Rule) -> impl Iterator<Item = (u16, Option<ElementId>)> {
    let elements = elements(rule);
    let with_elements = move |choice| elements.clone().into_iter().map(move |element| (choice, element));
    (0..rule.choices.len().max(1) as u16).flat_map(with_elements)
}

/// Elements that a rule can move; one candidate `None` for a rule without element.
fn elements(rule: &Rule) -> Vec<Option<ElementId>> {
    match &rule.element {
        Some(pattern) => pattern.entries.iter().map(|&(element, _)| Some(element)).collect(),
        None => vec![None],
    }
}
