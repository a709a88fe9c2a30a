//! Explanation of an illegal move: the rules that come nearest to allowing it, each with the first step that fails.
//! If a rule has several candidates for the move, the candidate that comes furthest is reported.

use crate::evaluate::{Evaluator, ForCombination, Interpreter, MatchFailure, TargetFailure};
use crate::game::InterpretedGame;
use crate::moves::Move;
use crate::state::State;
use boardwright_game::fault::Fault;
use boardwright_game::ids::{ElementId, ExprId, LocationId, Player, RuleId, VarId};
use boardwright_rules::{BinaryOp, Expr, Guard, PatternMatches, Query, Rule, RulePlace, RuleSet, Span};

use super::failed_test::whose;
use super::move_query::{MoveQuery, PlacePattern};
use super::trace::{EvaluationTrace, condition_progress, default_text, format_value, trace_default, trace_expression};
use super::{FailedTest, MatchStep, RuleAttempt};

/// Attempts worth reporting: those that failed at a step that depends on the position, or all if there are none. Rules for
/// other pieces come last.
pub(super) fn nearest_attempts(game: &InterpretedGame, state: &State, query: &MoveQuery<'_>) -> Vec<RuleAttempt> {
    let rules = game.rules();
    let mut attempts: Vec<RuleAttempt> = relevant_trials(game, state, query).map(|trial| trial.attempt()).collect();
    let is_near = |attempt: &RuleAttempt| attempt.step > MatchStep::To && attempt.step != MatchStep::Guard;
    if attempts.iter().any(is_near) {
        attempts.retain(is_near);
    }
    let value = query.element.map(|element| game.element_state(state, element));
    for attempt in &mut attempts {
        let guard = rules.rules[attempt.rule.index()].state;
        attempt.is_for_piece = attempt.step != MatchStep::Guard && allows_state(rules, guard, value);
    }
    attempts.sort_by_key(|attempt| (!attempt.is_for_piece, !is_near(attempt)));
    mark_likely(rules, &mut attempts);
    attempts
}

/// Trials of the rules that can be responsible for the move, in the order of the file.
pub(super) fn relevant_trials<'t>(
    game: &'t InterpretedGame,
    state: &'t State,
    query: &'t MoveQuery<'t>,
) -> impl Iterator<Item = RuleTrial<'t>> {
    let rules = game.rules().rules.iter().enumerate().filter(|(_, rule)| query.concerns(rule));
    rules.map(move |(index, rule)| RuleTrial {
        game,
        interpreter: game.interpreter(),
        state,
        query,
        rule,
        id: RuleId::new(index),
    })
}

/// Marks the attempts by which the move was probably meant: of the rules for the piece, or of all if there are none, those
/// that lead to the target, or else those that got furthest. Of several with the same refusal in words one is enough.
fn mark_likely(rules: &RuleSet, attempts: &mut [RuleAttempt]) {
    let reach = |attempt: &RuleAttempt| {
        let leads = attempt.step > MatchStep::To && attempt.step != MatchStep::Guard;
        (attempt.is_for_piece, leads, if leads { MatchStep::Target } else { attempt.step })
    };
    let Some(furthest) = attempts.iter().map(reach).max() else { return };
    let mut told: Vec<(Option<String>, String)> = Vec::new();
    for attempt in attempts {
        let refusals = &rules.rules[attempt.rule.index()].refusals;
        let words = (refusals.general.clone(), attempt.reason.clone());
        attempt.is_likely = reach(attempt) == furthest && !told.contains(&words);
        if attempt.is_likely {
            told.push(words);
        }
    }
}

/// The variable of `for` of which a rule's `choice` names the value, by the test that leads its condition.
fn chosen_variable(rules: &RuleSet, rule: &Rule) -> Option<VarId> {
    let condition = &rules.exprs[rule.condition?];
    let test = if let Expr::Lines(lines) = condition { &rules.exprs[*lines.first()?] } else { condition };
    let Expr::Binary(BinaryOp::Equal, value, choice) = test else { return None };
    match (&rules.exprs[*value], &rules.exprs[*choice]) {
        (Expr::Var(var), Expr::Query(Query::Choice, _)) => {
            rule.for_each.iter().any(|(bound, _)| bound == var).then_some(*var)
        }
        _ => None,
    }
}

/// `false` if a guard on the state is known to refuse a piece.
pub(super) fn allows_state(rules: &RuleSet, guard: Guard, state: Option<i32>) -> bool {
    let Some(state) = state else { return true };
    match guard {
        Guard::Is(number) => number == state,
        Guard::In(set) => match &rules.exprs[set] {
            Expr::DistinctSet(members) => members.iter().any(|member| match rules.exprs[*member] {
                Expr::Int(number) => number == state,
                _ => true,
            }),
            _ => true,
        },
        Guard::Any | Guard::Bind(_) => true,
        Guard::Never => false,
    }
}

/// Progress of a candidate: the failed step, and the number of parts of the condition that hold before it.
type MatchProgress = (MatchStep, usize);

/// The candidate with the furthest progress, and its failure.
pub(super) struct BestCandidate {
    progress: MatchProgress,
    pub(super) mv: Move,
    failure: Result<Option<MatchFailure>, Fault>,
}

/// Search for the best candidate of one rule.
pub(super) struct RuleTrial<'t> {
    pub(super) game: &'t InterpretedGame,
    pub(super) interpreter: Interpreter<'t>,
    pub(super) state: &'t State,
    query: &'t MoveQuery<'t>,
    pub(super) rule: &'t Rule,
    pub(super) id: RuleId,
}

impl RuleTrial<'_> {
    fn attempt(&self) -> RuleAttempt {
        let mut scratch = self.state.clone();
        let mut evaluator = self.interpreter.evaluator_for(&mut scratch, self.rule);
        match self.search(&mut evaluator) {
            Ok(best) => self.report(&mut evaluator, best),
            Err(attempt) => attempt,
        }
    }

    /// Finds the candidate that comes furthest, or reports why there is none.
    #[allow(clippy::result_large_err, reason = "the error is the result of the explanation")]
    pub(super) fn search(&self, evaluator: &mut Evaluator<'_>) -> Result<BestCandidate, RuleAttempt> {
        let is_chance_next = self.state.is_chance_next(self.game.layout());
        if self.rule.chance.is_some() != is_chance_next {
            let text =
                if is_chance_next { "a chance move is next" } else { "it is a chance move, and a player is to move" };
            return Err(self.attempt_at(MatchStep::Player, text.to_owned()));
        }
        if let Guard::Is(player) = self.rule.player
            && player != self.mover()
        {
            return Err(self.attempt_at(MatchStep::Player, self.wrong_player_text(&player.to_string())));
        }
        match evaluator.for_combinations(self.rule) {
            Err(fault) => Err(self.report_fault(&fault)),
            Ok(combinations) if combinations.is_empty() => Err(self.report_empty_for(evaluator)),
            Ok(combinations) => {
                let mut best: Option<BestCandidate> = None;
                for (for_index, combination) in combinations.iter().enumerate() {
                    self.try_for_binding(evaluator, for_index as u32, combination, &mut best);
                }
                best.ok_or_else(|| RuleAttempt {
                    failed: self.failed_target(),
                    ..self.attempt_at(MatchStep::To, self.no_target_text())
                })
            }
        }
    }

    /// Tries all words and targets of one `for` combination.
    fn try_for_binding(
        &self,
        evaluator: &mut Evaluator<'_>,
        for_index: u32,
        combination: &ForCombination,
        best: &mut Option<BestCandidate>,
    ) {
        let element = self.query.element;
        let from = element.and_then(|element| self.game.location(self.state, element));
        let mv = Move { element, from, to: None, rule: self.id, choice: 0, for_index };
        let words = self.matching_words();
        if words.is_empty() {
            best.get_or_insert(BestCandidate { progress: (MatchStep::Choice, 0), mv, failure: Ok(None) });
        }
        for choice in words {
            // A choice that names a value of `for` means the combinations with this value only.
            if self.names_value(evaluator, combination, choice) {
                self.try_word(evaluator, combination, Move { choice, ..mv }, best);
            }
        }
    }

    /// `false` if a word of `choice` names another value of a `for` variable than a combination has.
    fn names_value(&self, evaluator: &mut Evaluator<'_>, combination: &ForCombination, choice: u16) -> bool {
        let Some(variable) = chosen_variable(self.rules(), self.rule) else { return true };
        let value = combination.iter().find(|(bound, _)| *bound == variable).map(|(_, value)| value);
        let chosen = self.rule.choices.get(usize::from(choice)).map(|choice| evaluator.eval(choice.value));
        match (value, chosen) {
            (Some(value), Some(Ok(chosen))) => *value == chosen,
            _ => true,
        }
    }

    /// Tries all targets of one `for` combination with one word.
    fn try_word(
        &self,
        evaluator: &mut Evaluator<'_>,
        combination: &ForCombination,
        mv: Move,
        best: &mut Option<BestCandidate>,
    ) {
        let rule = self.rule;
        let mut keep_best = |progress: MatchProgress, mv: Move, failure| {
            if best.as_ref().is_none_or(|best| progress > best.progress) {
                *best = Some(BestCandidate { progress, mv, failure });
            }
        };
        match evaluator.match_origin(rule, combination, mv.choice, mv.element) {
            Ok(None) => {}
            failure => return keep_best((self.failed_step(&failure), 0), mv, failure),
        }
        let variables_before = evaluator.variables.clone();
        let targets = match evaluator.targets(rule) {
            Ok(targets) => targets,
            Err(fault) => return keep_best((MatchStep::Fault, 0), mv, Err(fault)),
        };
        let is_wanted = |to: &&Option<LocationId>| mv.element.is_none() || self.query.to.matches(**to);
        if !targets.iter().any(|to| is_wanted(&to)) {
            return keep_best((MatchStep::To, 0), mv, Ok(Some(MatchFailure::To)));
        }
        for &to in targets.iter().filter(is_wanted) {
            let mv = Move { to, ..mv };
            evaluator.variables.clone_from(&variables_before);
            let failure = match evaluator.match_rest(rule, to) {
                Ok(None) => self.interpreter.check_after(evaluator, rule, mv),
                failure => failure,
            };
            let parts_passed = match failure {
                Ok(Some(MatchFailure::Condition(condition))) => {
                    evaluator.variables.clone_from(&variables_before);
                    condition_progress(evaluator, condition)
                }
                _ => 0,
            };
            keep_best((self.failed_step(&failure), parts_passed), mv, failure);
        }
    }

    /// Indices of the rule's words that the query allows.
    fn matching_words(&self) -> Vec<u16> {
        let choices = &self.rule.choices;
        match &self.query.word {
            None => (0..choices.len().max(1) as u16).collect(),
            Some(word) => {
                (0..choices.len() as u16).filter(|&index| choices[usize::from(index)].word == *word).collect()
            }
        }
    }

    /// Step at which a candidate failed. If none failed, a better move exists or the text of the move is incomplete.
    fn failed_step(&self, failure: &Result<Option<MatchFailure>, Fault>) -> MatchStep {
        let or_guard = |guard: Guard, step| if matches!(guard, Guard::In(_)) { MatchStep::Guard } else { step };
        match failure {
            Err(_) => MatchStep::Fault,
            Ok(None) => MatchStep::Text,
            Ok(Some(failure)) => match failure {
                MatchFailure::ForClause => MatchStep::For,
                MatchFailure::Element => MatchStep::Element,
                MatchFailure::State => or_guard(self.rule.state, MatchStep::State),
                MatchFailure::Owner => or_guard(self.rule.owner, MatchStep::Owner),
                MatchFailure::Player => or_guard(self.rule.player, MatchStep::Player),
                MatchFailure::From => MatchStep::From,
                MatchFailure::To => MatchStep::To,
                MatchFailure::Target(_) => MatchStep::Target,
                MatchFailure::Check(_) => MatchStep::Index,
                MatchFailure::Condition(_) => MatchStep::Condition,
                MatchFailure::After(_) => MatchStep::After,
            },
        }
    }

    /// Reports the failure of the best candidate.
    pub(super) fn report(&self, evaluator: &mut Evaluator<'_>, best: BestCandidate) -> RuleAttempt {
        let BestCandidate { progress: (step, _), mv, failure } = best;
        let mut attempt = match failure {
            Err(fault) => self.report_fault(&fault),
            Ok(None) if step == MatchStep::Choice => self.attempt_at(MatchStep::Choice, self.no_word_text()),
            Ok(None) => self.report_allowed(mv),
            Ok(Some(failure)) => self.report_failure(evaluator, step, failure, mv),
        };
        attempt.bindings = self.bound_variables(evaluator, mv);
        attempt
    }

    /// Reports a failed step.
    fn report_failure(
        &self,
        evaluator: &mut Evaluator<'_>,
        step: MatchStep,
        failure: MatchFailure,
        mv: Move,
    ) -> RuleAttempt {
        let rule = self.rule;
        // All steps before the failed one are evaluated again, to restore the variables.
        let restored = self.restore(evaluator, mv);
        if let Err(fault) = restored {
            return self.report_fault(&fault);
        }
        match failure {
            MatchFailure::ForClause | MatchFailure::Element => {
                self.attempt_at(step, "the rule does not name this element".to_owned())
            }
            MatchFailure::State => self.report_guard(evaluator, step, rule.state, "its state", self.state_of(mv)),
            MatchFailure::Owner => {
                self.report_guard(evaluator, step, rule.owner, "its owner", self.owner_of(mv.element))
            }
            MatchFailure::Player => self.report_guard(evaluator, step, rule.player, "the player to move", self.mover()),
            MatchFailure::From => {
                let reason = format!(
                    "{} stands {}, and the rule does not move from there",
                    self.element_text(),
                    self.origin_text(mv)
                );
                self.report_place(evaluator, step, &rule.from, reason)
            }
            MatchFailure::To => {
                evaluator.eval_context.to = None;
                let attempt = self.report_place(evaluator, step, &rule.to, self.no_target_text());
                RuleAttempt { failed: self.failed_target(), ..attempt }
            }
            MatchFailure::Target(target) => {
                let failed = mv.to.and_then(|to| match target {
                    TargetFailure::AlreadyThere => None,
                    TargetFailure::Occupied(_) => Some(FailedTest::Occupied(to)),
                    TargetFailure::NotCapturable(_) => Some(FailedTest::NotCapturable(to)),
                    TargetFailure::Empty => Some(FailedTest::Empty(to)),
                });
                RuleAttempt { failed, ..self.attempt_at(step, self.target_text(target, mv)) }
            }
            MatchFailure::Check(check) => {
                self.report_expression(evaluator, step, check, "an index does not match the pattern".to_owned())
            }
            MatchFailure::Condition(condition) => {
                self.report_expression(evaluator, step, condition, "the condition does not hold".to_owned())
            }
            MatchFailure::After(after) => self.report_after(evaluator, after, mv),
        }
    }

    /// Restores the evaluator to the point before the candidate's guards and condition are evaluated.
    pub(super) fn restore(&self, evaluator: &mut Evaluator<'_>, mv: Move) -> Result<(), Fault> {
        let combinations = evaluator.for_combinations(self.rule)?;
        evaluator.match_origin(self.rule, &combinations[mv.for_index as usize], mv.choice, mv.element)?;
        evaluator.eval_context.to = mv.to;
        if let (RulePlace::Listed(pattern), Some(to)) = (&self.rule.to, mv.to)
            && let Some(bindings) = pattern.bindings(&to)
        {
            evaluator.bind(bindings);
        }
        Ok(())
    }

    fn report_after(&self, evaluator: &mut Evaluator<'_>, after: ExprId, mv: Move) -> RuleAttempt {
        // The `after` condition sees the variables that the condition binds.
        let _ = evaluator.match_rest(self.rule, mv.to);
        let reason = "the condition on the position after the move does not hold".to_owned();
        self.evaluate_after(evaluator, mv, |after_evaluator| {
            self.report_expression(after_evaluator, MatchStep::After, after, reason)
        })
        .unwrap_or_else(|fault| self.report_fault(&fault))
    }

    /// Evaluates something in the position after the move, with the variables of an evaluator that has matched the move.
    pub(super) fn evaluate_after<T>(
        &self,
        evaluator: &Evaluator<'_>,
        mv: Move,
        evaluate: impl FnOnce(&mut Evaluator<'_>) -> T,
    ) -> Result<T, Fault> {
        let mut state_after = self.state.clone();
        let mut after_evaluator = self.interpreter.evaluator_for(&mut state_after, self.rule);
        after_evaluator.variables.clone_from(&evaluator.variables);
        after_evaluator.eval_context = evaluator.eval_context;
        after_evaluator.allows_changes = true;
        self.interpreter.make_displacement(&mut after_evaluator, self.rule, mv)?;
        after_evaluator.allows_changes = false;
        after_evaluator.eval_context.after = Some(mv.rule);
        Ok(evaluate(&mut after_evaluator))
    }

    /// Reports a failed guard.
    fn report_guard(
        &self,
        evaluator: &mut Evaluator<'_>,
        step: MatchStep,
        guard: Guard,
        what: &str,
        number: i32,
    ) -> RuleAttempt {
        match guard {
            // A rule without an owner clause allows elements of the mover and neutral ones.
            Guard::In(expr) if self.is_default(expr) => {
                let span = self.rule.span;
                let required = evaluator
                    .eval(expr)
                    .map_or_else(|fault| fault.kind.to_string(), |value| format_value(evaluator, &value));
                let default = default_text(self.rules(), expr).map(|words| format!(", by default `owner = {words}`"));
                let default = default.unwrap_or_default();
                let trace = trace_default(evaluator, expr, span);
                let reason = format!("{what} is {number}, the rule asks for {required}{default}");
                RuleAttempt { span, trace: Some(trace), ..self.attempt_at(step, reason) }
            }
            Guard::In(expr) => {
                let required = evaluator
                    .eval(expr)
                    .map_or_else(|fault| fault.kind.to_string(), |value| format_value(evaluator, &value));
                self.report_expression(
                    evaluator,
                    step,
                    expr,
                    format!("{what} is {number}, the rule asks for {required}"),
                )
            }
            Guard::Is(required) => self.attempt_at(step, format!("{what} is {number}, the rule asks for {required}")),
            Guard::Never | Guard::Any | Guard::Bind(_) => self.attempt_at(step, "the rule never matches".to_owned()),
        }
    }

    /// `true` if an expression is a default of the language, not written in the file: its span is that of the rule's
    /// name.
    fn is_default(&self, expr: ExprId) -> bool {
        self.rule.span != Span::default() && self.rules().exprs.span(expr) == self.rule.span
    }

    /// Reports a place that is not among those of the rule.
    fn report_place(
        &self,
        evaluator: &mut Evaluator<'_>,
        step: MatchStep,
        place: &RulePlace,
        reason: String,
    ) -> RuleAttempt {
        match place {
            RulePlace::Computed(expr) => self.report_expression(evaluator, step, *expr, reason),
            RulePlace::Off | RulePlace::Listed(_) => self.attempt_at(step, reason),
        }
    }

    fn report_expression(
        &self,
        evaluator: &mut Evaluator<'_>,
        step: MatchStep,
        expr: ExprId,
        reason: String,
    ) -> RuleAttempt {
        let trace: EvaluationTrace = trace_expression(evaluator, expr);
        let span = self.rules().exprs.span(expr);
        let failed = trace.failed_test().cloned();
        let reason = match &failed {
            Some(FailedTest::NotYours(element, owner)) => {
                format!("{} is not yours, it is {}", self.rules().elements[element.index()].name, whose(*owner))
            }
            _ => reason,
        };
        RuleAttempt { span, trace: Some(trace), failed, ..self.attempt_at(step, reason) }
    }

    /// Reports a move that the rule allows, but that is not legal as written.
    fn report_allowed(&self, mv: Move) -> RuleAttempt {
        let rules = self.rules();
        let name = |mv: Move| self.game.rules().rules[mv.rule.index()].name.clone();
        let text = |mv: Move| crate::text::move_text(rules, mv);
        let mut legal = Vec::new();
        if let Err(fault) = self.interpreter.list_moves(self.state, &mut legal) {
            return self.report_fault(&fault);
        }
        if legal.iter().any(|other| other.is_same(mv, rules)) {
            return self
                .attempt_at(MatchStep::Text, format!("the rule allows \"{}\"; write the move in full", text(mv)));
        }
        let Some(&other) = legal.first() else {
            return self.attempt_at(MatchStep::Text, "the rule allows it, but no legal move was found".to_owned());
        };
        let priority = |mv: Move| rules.rules[mv.rule.index()].priority;
        if priority(other) != priority(mv) {
            let reason = format!(
                "the rule allows it, but rule \"{}\" has the priority {} over {} and allows \"{}\"",
                name(other),
                priority(other),
                priority(mv),
                text(other)
            );
            let failed = Some(FailedTest::Precedence(other.rule));
            return RuleAttempt { failed, ..self.attempt_at(MatchStep::Priority, reason) };
        }
        let preference = |mv| {
            self.interpreter.preference(self.state, mv).map_or("?".to_owned(), |preference| preference.to_string())
        };
        let reason = format!(
            "the rule allows it, but its preference is {}, and \"{}\" (rule \"{}\") has the preference {}",
            preference(mv),
            text(other),
            name(other),
            preference(other)
        );
        let span = self.rule.prefer.map_or(self.rule.span, |prefer| rules.exprs.span(prefer));
        RuleAttempt { span, ..self.attempt_at(MatchStep::Prefer, reason) }
    }

    /// Reports a `for` clause without combinations.
    fn report_empty_for(&self, evaluator: &mut Evaluator<'_>) -> RuleAttempt {
        let reason = "the rule's `for` clause has no combinations to try".to_owned();
        match self.rule.for_each.last() {
            Some(&(_, set)) if self.rule.for_each.len() == 1 => {
                self.report_expression(evaluator, MatchStep::For, set, reason)
            }
            _ => self.attempt_at(MatchStep::For, reason),
        }
    }

    fn report_fault(&self, fault: &Fault) -> RuleAttempt {
        let reason = format!("the evaluation failed: {}", fault.kind);
        RuleAttempt { span: fault.span, ..self.attempt_at(MatchStep::Fault, reason) }
    }

    fn attempt_at(&self, step: MatchStep, reason: String) -> RuleAttempt {
        RuleAttempt {
            rule: self.id,
            step,
            is_for_piece: true,
            is_likely: false,
            reason,
            span: self.rule.span,
            bindings: Vec::new(),
            trace: None,
            failed: None,
        }
    }

    fn rules(&self) -> &RuleSet {
        self.game.rules()
    }

    pub(super) fn mover(&self) -> i32 {
        self.state.mover().number() as i32
    }

    fn wrong_player_text(&self, required: &str) -> String {
        format!("player {} is to move, the rule is for player {required}", self.mover())
    }

    pub(super) fn element_text(&self) -> String {
        self.query.element.map_or_else(String::new, |id| self.rules().elements[id.index()].name.clone())
    }

    pub(super) fn owner_of(&self, element: Option<ElementId>) -> i32 {
        let owner = element.and_then(|element| self.game.owner(self.state, element));
        owner.map_or(0, |owner| owner.number() as i32)
    }

    pub(super) fn state_of(&self, mv: Move) -> i32 {
        mv.element.map_or(0, |element| self.game.element_state(self.state, element))
    }

    pub(super) fn origin_text(&self, mv: Move) -> String {
        mv.from.map_or("off the board".to_owned(), |from| format!("on {}", self.rules().locations[from.index()].name))
    }

    /// Failed test for a target that is not among those of the rule.
    fn failed_target(&self) -> Option<FailedTest> {
        match self.query.to {
            PlacePattern::On(to) => Some(FailedTest::NotATarget(to)),
            PlacePattern::Off | PlacePattern::Any => None,
        }
    }

    fn no_target_text(&self) -> String {
        match self.query.to {
            PlacePattern::On(to) => {
                format!("{} is not among the rule's targets", self.rules().locations[to.index()].name)
            }
            PlacePattern::Off => "the rule takes nothing off the board".to_owned(),
            PlacePattern::Any => "the rule has no target".to_owned(),
        }
    }

    fn no_word_text(&self) -> String {
        let word = self.query.word.as_deref().unwrap_or_default();
        let words: Vec<&str> = self.rule.choices.iter().map(|choice| choice.word.as_str()).collect();
        match words.as_slice() {
            [] => format!("this rule has no words to choose, so \"{word}\" must not follow"),
            words => format!("\"{word}\" is not among its words, which are {}", words.join(", ")),
        }
    }

    fn target_text(&self, target: TargetFailure, mv: Move) -> String {
        let name = |id: ElementId| &self.rules().elements[id.index()].name;
        let to = mv.to.map_or("off the board".to_owned(), |to| self.rules().locations[to.index()].name.clone());
        match target {
            TargetFailure::AlreadyThere => format!("{} stands there already", self.element_text()),
            TargetFailure::Occupied(occupant) => {
                format!("{to} is not empty: {} stands there, and the rule captures nothing", name(occupant))
            }
            TargetFailure::NotCapturable(occupant) => {
                let whose = whose(Player::new(self.owner_of(Some(occupant)) as usize));
                format!(
                    "{to} is not empty: {} stands there and is {whose}, so that it cannot be captured",
                    name(occupant)
                )
            }
            TargetFailure::Empty => format!("{to} is empty, and the rule only captures"),
        }
    }

    /// Variables bound by the rule's patterns and `for` clause for a candidate.
    pub(super) fn bound_variables(&self, evaluator: &mut Evaluator<'_>, mv: Move) -> Vec<(String, String)> {
        let rule = self.rule;
        let mut variables: Vec<VarId> = rule.for_each.iter().map(|&(variable, _)| variable).collect();
        variables.extend(bindings(rule.element.as_ref(), mv.element));
        variables.extend(bindings(rule.from.listed(), mv.from));
        variables.extend(bindings(rule.to.listed(), mv.to));
        if self.restore(evaluator, mv).is_err() {
            return Vec::new();
        }
        let mut bound: Vec<(String, String)> = Vec::new();
        for variable in variables {
            let name = &evaluator.rules.variables[variable.index()];
            if let Some(value) = &evaluator.variables[variable.index()]
                && bound.iter().all(|(other, _)| other != name)
            {
                bound.push((name.clone(), format_value(evaluator, value)));
            }
        }
        bound
    }
}

/// The variables that a pattern binds for a thing.
fn bindings<Id: Ord>(pattern: Option<&PatternMatches<Id>>, id: Option<Id>) -> Vec<VarId> {
    let bound = pattern.zip(id).and_then(|(pattern, id)| pattern.bindings(&id).map(<[_]>::to_vec));
    bound.unwrap_or_default().into_iter().map(|(variable, _)| variable).collect()
}
