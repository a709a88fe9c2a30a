//! Steps of the evaluation of a move, for a debugger: the rules that can be responsible for it, one after another, each with its
//! tests, and the effects of a legal move with the state after each.

use boardwright_game::ids::{ElementId, ExprId, RuleId};
use boardwright_rules::{BinaryOp, Expr, Guard, RulePlace, RuleSet, Span};

use super::attempts::{RuleTrial, allows_state, relevant_trials};
use super::effects::explain_with_states;
use super::move_query::MoveQuery;
use super::trace::{EvaluationTrace, format_value, trace_expression};
use super::{ExplainError, LegalExplanation, MatchStep, RuleAttempt};
use crate::evaluate::Evaluator;
use crate::game::InterpretedGame;
use crate::moves::Move;
use crate::state::State;

/// Steps of the evaluation of a move.
#[derive(Clone, Debug)]
pub struct MoveSteps {
    /// The rules that were tested, in the order of the file. The last one allows a legal move.
    pub rules: Vec<TestedRule>,
    /// Effects of a legal move, with the states after them. There is one state more than effects if the last effects have
    /// none of their own.
    pub effects: Option<(LegalExplanation, Vec<State>)>,
}

/// A rule with its tests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestedRule {
    /// The rule.
    pub rule: RuleId,
    /// Bound variables with their values.
    pub bindings: Vec<(String, String)>,
    /// Tests in order; the last one fails if the rule does not allow the move.
    pub tests: Vec<RuleTest>,
}

/// One test of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleTest {
    /// Step of the legality check.
    pub step: MatchStep,
    /// Source span of the tested expression, or of the rule if nothing more specific is known.
    pub span: Span,
    /// `true` if the rule goes on.
    pub holds: bool,
    /// The test in words; empty for an expression, whose trace says everything.
    pub text: String,
    /// Evaluation trace of the expression.
    pub trace: Option<EvaluationTrace>,
}

impl InterpretedGame {
    /// Returns the steps of the evaluation of the move with this text; `legal` is the result of parsing it as a move.
    ///
    /// # Errors
    /// If the text names something that the game does not have.
    pub fn move_steps(&self, state: &State, text: &str, legal: Option<Move>) -> Result<MoveSteps, ExplainError> {
        let query = MoveQuery::parse(self.rules(), text)?;
        let mut rules = Vec::new();
        if self.obstacle(state, &query).is_none() {
            for trial in relevant_trials(self, state, &query) {
                match legal.filter(|mv| mv.rule == trial.id) {
                    Some(mv) => {
                        rules.push(trial.tests_of(mv, MatchStep::Text));
                        break;
                    }
                    None => rules.push(trial.tests()),
                }
            }
        }
        // Rules for pieces in other states and of other players say little, unless there are no others.
        let value = query.element.map(|element| self.element_state(state, element));
        let is_for_piece = |tested: &TestedRule| {
            let guard = self.rules().rules[tested.rule.index()].state;
            let reached = tested
                .tests
                .last()
                .is_some_and(|last| last.holds || last.step > MatchStep::Owner && last.step != MatchStep::Guard);
            reached && allows_state(self.rules(), guard, value)
        };
        if rules.iter().any(is_for_piece) {
            rules.retain(is_for_piece);
        }
        Ok(MoveSteps { rules, effects: legal.map(|mv| explain_with_states(self, state, mv)) })
    }
}

impl RuleTrial<'_> {
    /// Tests of the candidate that comes furthest.
    fn tests(&self) -> TestedRule {
        let mut scratch = self.state.clone();
        let mut evaluator = self.interpreter.evaluator_for(&mut scratch, self.rule);
        match self.search(&mut evaluator) {
            Err(attempt) => TestedRule { rule: self.id, bindings: Vec::new(), tests: vec![failed(&attempt)] },
            Ok(best) => {
                let mv = best.mv;
                let attempt = self.report(&mut evaluator, best);
                let mut tested = self.tests_of(mv, attempt.step);
                if tested.tests.last().is_none_or(|last| last.holds) {
                    tested.tests.push(failed(&attempt));
                }
                tested
            }
        }
    }

    /// Tests of a candidate before the step that fails, and those of the step if they are several.
    fn tests_of(&self, mv: Move, reached: MatchStep) -> TestedRule {
        let mut scratch = self.state.clone();
        let mut evaluator = self.interpreter.evaluator_for(&mut scratch, self.rule);
        let bindings = self.bound_variables(&mut evaluator, mv);
        let mut tests = Vec::new();
        // After a fault it is not known which tests held.
        if reached != MatchStep::Fault {
            self.origin_tests(mv, reached, &mut evaluator, &mut tests);
            if reached >= MatchStep::Choice && self.restore(&mut evaluator, mv).is_ok() {
                self.target_tests(mv, reached, &mut evaluator, &mut tests);
                self.condition_tests(mv, reached, &mut evaluator, &mut tests);
            }
        }
        TestedRule { rule: self.id, bindings, tests }
    }

    fn test(&self, step: MatchStep, text: String) -> RuleTest {
        RuleTest { step, span: self.rule.span, holds: true, text, trace: None }
    }

    /// Tests up to the targets of the rule.
    fn origin_tests(&self, mv: Move, reached: MatchStep, evaluator: &mut Evaluator<'_>, tests: &mut Vec<RuleTest>) {
        let rule = self.rule;
        let passes = |step: MatchStep| step < reached;
        let is_constant = |guard: Guard| matches!(guard, Guard::Is(_));
        if passes(MatchStep::Player) && is_constant(rule.player) {
            tests.push(self.test(MatchStep::Player, format!("player {} is to move", self.mover())));
        }
        if self.restore(evaluator, mv).is_err() {
            return;
        }
        if passes(MatchStep::For) {
            for &(variable, set) in &rule.for_each {
                let Some(value) = evaluator.variables[variable.index()].clone() else { continue };
                let name = &evaluator.rules.variables[variable.index()];
                let text = format!("${name} = {}", format_value(evaluator, &value));
                let span = evaluator.rules.exprs.span(set);
                tests.push(RuleTest { span, ..self.test(MatchStep::For, text) });
            }
        }
        if mv.element.is_none() {
            return;
        }
        if passes(MatchStep::Element) {
            tests.push(self.test(MatchStep::Element, format!("{} is an element of the rule", self.element_text())));
        }
        if passes(MatchStep::State) && is_constant(rule.state) {
            tests.push(self.test(MatchStep::State, format!("its state is {}", self.state_of(mv))));
        }
        if passes(MatchStep::Owner) && is_constant(rule.owner) {
            tests.push(self.test(MatchStep::Owner, format!("its owner is {}", self.owner_of(mv.element))));
        }
        if passes(MatchStep::From) {
            let text = format!("it stands {}", self.origin_text(mv));
            tests.push(self.place_test(MatchStep::From, &rule.from, text, evaluator));
        }
        if passes(MatchStep::To) {
            evaluator.eval_context.to = None;
            let text = format!("{} is a target of the rule", self.target_name(mv));
            tests.push(self.place_test(MatchStep::To, &rule.to, text, evaluator));
        }
    }

    fn place_test(&self, step: MatchStep, place: &RulePlace, text: String, evaluator: &mut Evaluator<'_>) -> RuleTest {
        match place {
            RulePlace::Computed(expr) => RuleTest { text, ..expression_test(step, *expr, evaluator) },
            RulePlace::Off | RulePlace::Listed(_) => self.test(step, text),
        }
    }

    /// Tests of the word, of what is on the target, and of computed guards.
    fn target_tests(&self, mv: Move, reached: MatchStep, evaluator: &mut Evaluator<'_>, tests: &mut Vec<RuleTest>) {
        let rule = self.rule;
        let passes = |step: MatchStep| step < reached;
        if passes(MatchStep::Choice)
            && let Some(choice) = rule.choices.get(usize::from(mv.choice))
        {
            tests.push(self.test(MatchStep::Choice, format!("the word is \"{}\"", choice.word)));
        }
        if let (true, Some(_), Some(to)) = (passes(MatchStep::Target), mv.element, mv.to) {
            let name = |id: ElementId| &self.game.rules().elements[id.index()].name;
            let text = match self.state.content(self.game.layout(), to) {
                Some(there) => format!("{} stands on {} and can be captured", name(there), self.target_name(mv)),
                None => format!("{} is empty", self.target_name(mv)),
            };
            tests.push(self.test(MatchStep::Target, text));
        }
        if passes(MatchStep::Guard) {
            let guards = [
                (rule.state, format!("its state is {}", self.state_of(mv))),
                (rule.owner, format!("its owner is {}", self.owner_of(mv.element))),
                (rule.player, format!("player {} is to move", self.mover())),
            ];
            for (guard, text) in guards {
                if let Guard::In(expr) = guard {
                    let value =
                        evaluator.eval(expr).map_or_else(|_| "?".to_owned(), |value| format_value(evaluator, &value));
                    let span = evaluator.rules.exprs.span(expr);
                    tests.push(RuleTest { span, ..self.test(MatchStep::Guard, format!("{text}, one of {value}")) });
                }
            }
        }
        if passes(MatchStep::Index) {
            for &check in &rule.checks {
                tests.push(expression_test(MatchStep::Index, check, evaluator));
            }
        }
    }

    /// Tests of the parts of the condition, and of the condition on the position after the move.
    fn condition_tests(&self, mv: Move, reached: MatchStep, evaluator: &mut Evaluator<'_>, tests: &mut Vec<RuleTest>) {
        if reached >= MatchStep::Condition
            && let Some(condition) = self.rule.condition
        {
            add_parts(MatchStep::Condition, condition, evaluator, tests);
        }
        if reached >= MatchStep::After
            && let Some(after) = self.rule.after
        {
            // A fault is reported as the step that fails.
            let _ =
                self.evaluate_after(evaluator, mv, |evaluator| add_parts(MatchStep::After, after, evaluator, tests));
        }
    }

    fn target_name(&self, mv: Move) -> String {
        mv.to.map_or_else(|| "off the board".to_owned(), |to| self.game.rules().locations[to.index()].name.clone())
    }
}

/// The test that fails, as an attempt reports it.
fn failed(attempt: &RuleAttempt) -> RuleTest {
    RuleTest {
        step: attempt.step,
        span: attempt.span,
        holds: false,
        text: attempt.reason.clone(),
        trace: attempt.trace.clone(),
    }
}

/// The test of an expression. Afterwards the variables are as its evaluation left them.
fn expression_test(step: MatchStep, expr: ExprId, evaluator: &mut Evaluator<'_>) -> RuleTest {
    let trace = trace_expression(evaluator, expr);
    let holds = trace.value != "false" && !trace.value.starts_with("fails: ");
    let span = evaluator.rules.exprs.span(expr);
    RuleTest { step, span, holds, text: String::new(), trace: Some(trace) }
}

/// Adds the tests of the parts of a condition, up to the first that does not hold.
fn add_parts(step: MatchStep, condition: ExprId, evaluator: &mut Evaluator<'_>, tests: &mut Vec<RuleTest>) {
    let mut parts = Vec::new();
    conjuncts(evaluator.rules, condition, &mut parts);
    for part in parts {
        let test = expression_test(step, part, evaluator);
        let holds = test.holds;
        tests.push(test);
        if !holds {
            return;
        }
    }
}

/// Lines of a condition, and operands of its conjunctions, in the order of their evaluation.
fn conjuncts(rules: &RuleSet, id: ExprId, parts: &mut Vec<ExprId>) {
    match &rules.exprs[id] {
        Expr::Lines(lines) => lines.iter().for_each(|line| conjuncts(rules, *line, parts)),
        Expr::Binary(BinaryOp::And, left, right) => {
            conjuncts(rules, *left, parts);
            conjuncts(rules, *right, parts);
        }
        _ => parts.push(id),
    }
}
