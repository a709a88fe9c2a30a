//! Decisions of a script in a situation: the rules of the phase that hold, and the action that follows. A script is
//! parsed once; the values are bound for each situation.

mod combine;
mod commands;
pub mod predicates;
mod reasons;
pub mod values;

use boardwright_games::holdem::preflop::HoleClass;
use rand::Rng;

use crate::cards::SuitBits;
use crate::programs::{ProgramError, Programs};
use crate::script::Script;
use crate::script::ast::{
    Action, ActionKind, Amount, Branch, Condition, ConditionKind, Decimal, Quantity, QuantityKind, Rule,
};
use crate::situation::{BotAction, Situation};
use predicates::PredicateCache;
pub use reasons::{BranchReason, ConditionReason, ReactionReason, RuleReason};
use values::{ConstantValues, Value};

/// Settings of decisions.
#[derive(Clone, Copy)]
pub struct DecisionSettings<'a> {
    /// Runner of external programs.
    pub programs: &'a dyn Programs,
    /// `true` if `o` in card queries asks for different suits; otherwise suits do not matter.
    pub is_strict_offsuit: bool,
}

/// The decision of a script.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// The script's own action, legal or not; `None` if no rule holds.
    pub action: Option<BotAction>,
    /// Number of rules that hold.
    pub rule_count: usize,
    /// Warnings for the author: several rules hold, or an external program failed.
    pub warnings: Vec<String>,
}

/// Decides an action.
///
/// ```
/// use boardwright_bots::evaluation::{DecisionSettings, decide};
/// use boardwright_bots::programs::NoPrograms;
/// use boardwright_bots::script::load;
/// use boardwright_bots::xml;
/// use boardwright_lang::{NoFiles, Source};
/// use rand::SeedableRng as _;
///
/// let script = b"PREFLOP\n RULE\n  JT+\n  THEN RAISE 3BB\n ENDRULE\nENDPREFLOP\n";
/// let script = load(&Source::new("my.hus", script), &NoFiles).script.expect("the script is valid");
/// let state = br#"<game><init><BB>20</BB><SB>10</SB><herostack>1000</herostack><villainstack>1000</villainstack>
///   <herocards><card rank="q" color="hearts"/><card rank="t" color="clubs"/></herocards></init>
///   <posts><post player="hero" amount="10">sb</post><post player="villain" amount="20">bb</post></posts>
///   <preflop></preflop></game>"#;
/// let situation = xml::read(&Source::new("state.xml", state), xml::StackMeaning::Behind).situation.expect("it is valid");
/// let settings = DecisionSettings { programs: &NoPrograms, is_strict_offsuit: false };
/// let decision = decide(&script, &situation, settings, &mut rand_pcg::Pcg64Mcg::seed_from_u64(1));
/// assert_eq!(decision.action.expect("a rule holds").to_string(), "raise 60");
/// ```
pub fn decide(script: &Script, situation: &Situation, settings: DecisionSettings<'_>, rng: &mut dyn Rng) -> Decision {
    Evaluator::new(script, situation, settings).decide(rng)
}

/// Decides an action and lists every rule of the phase with every condition. The decision is the same as that of
/// [`decide`] with an equal generator; conditions that the decision did not need are evaluated too, except external
/// programs.
pub fn explain(
    script: &Script,
    situation: &Situation,
    settings: DecisionSettings<'_>,
    rng: &mut dyn Rng,
) -> (Decision, Vec<RuleReason>) {
    let mut evaluator = Evaluator::new(script, situation, settings);
    let decision = evaluator.decide(rng);
    let reasons = evaluator.reasons();
    (decision, reasons)
}

/// A rule that holds, with the action that it contributes.
#[derive(Clone, Copy, Debug)]
struct Candidate<'s> {
    weight: Decimal,
    action: &'s Action,
}

/// Evaluation of a script in one situation.
struct Evaluator<'s> {
    script: &'s Script,
    situation: &'s Situation,
    settings: DecisionSettings<'s>,
    constants: ConstantValues,
    class: HoleClass,
    has_villain_acted: bool,
    predicates: PredicateCache,
    /// Answers of external programs in this decision, by command.
    answers: Vec<(&'s str, Result<String, ProgramError>)>,
    warnings: Vec<String>,
}

impl<'s> Evaluator<'s> {
    fn new(script: &'s Script, situation: &'s Situation, settings: DecisionSettings<'s>) -> Self {
        let hole: SuitBits = situation.hole.into_iter().collect();
        Self {
            script,
            situation,
            settings,
            constants: values::bind(situation),
            class: HoleClass::of(situation.hole),
            has_villain_acted: situation.has_villain_acted(),
            predicates: PredicateCache::new(hole, situation.board.iter().copied().collect()),
            answers: Vec::new(),
            warnings: Vec::new(),
        }
    }

    fn decide(&mut self, rng: &mut dyn Rng) -> Decision {
        let script = self.script;
        let phase = self.situation.phase;
        let mut candidates = Vec::new();
        for section in script.program.sections.iter().filter(|section| section.kind.covers(phase)) {
            for rule in &section.rules {
                let action = self.contribution(rule);
                candidates.extend(action.map(|action| Candidate { weight: rule.weight, action }));
            }
        }
        let action = self.combine(&candidates, rng);
        let warnings = std::mem::take(&mut self.warnings);
        Decision { action, rule_count: candidates.len(), warnings }
    }

    /// Action that a rule contributes; `None` if it does not hold.
    fn contribution(&mut self, rule: &'s Rule) -> Option<&'s Action> {
        if !rule.is_bare_table() && !self.some_branch_holds(&rule.branches) {
            return None;
        }
        let action = if self.has_villain_acted {
            let holding = rule.reactions.iter().find(|reaction| self.some_branch_holds(&reaction.branches));
            &holding?.action
        } else {
            &rule.action
        };
        self.resolve_table(action)
    }

    /// The action itself, or that of the hero's cards in a table.
    fn resolve_table(&self, action: &'s Action) -> Option<&'s Action> {
        let ActionKind::Table(_, number) = action.kind else { return Some(action) };
        self.script.tables.get(number)?.action(self.class)
    }

    /// `true` if a branch holds. Branches are evaluated from left to right, and no further than necessary.
    fn some_branch_holds(&mut self, branches: &'s [Branch]) -> bool {
        branches.iter().any(|branch| branch.conditions.iter().all(|condition| self.holds(condition)))
    }

    /// `true` if a condition holds. A number that cannot be had makes a comparison false.
    fn holds(&mut self, condition: &'s Condition) -> bool {
        match &condition.kind {
            ConditionKind::Predicate { predicate, is_negated } => self.predicates.holds(*predicate) != *is_negated,
            ConditionKind::Cards(query) => query.matches(self.class, self.settings.is_strict_offsuit),
            ConditionKind::Comparison { left, comparator, right } => {
                let Some(left) = self.quantity(left) else { return false };
                let Some(right) = self.quantity(right) else { return false };
                comparator.holds(&left, &right)
            }
        }
    }

    /// Value of a number; `None` if a program fails or an element of the state is missing.
    fn quantity(&mut self, quantity: &'s Quantity) -> Option<Value> {
        match &quantity.kind {
            QuantityKind::Literal(number) => Some(Value::literal(*number)),
            QuantityKind::Product(factor, constant) => Some(Value::product(*factor, self.constants[constant.index()])),
            QuantityKind::External(command) => {
                let line = self.answer(command)?;
                let value = Value::first_in(&line);
                if value.is_none() {
                    self.warn_malformed(command, line, "a number");
                }
                value
            }
            QuantityKind::Init(name) => {
                let value = self.named_value(name);
                if value.is_none() {
                    self.warn(format!("the game state has no number \"{name}\" in <init>"));
                }
                value
            }
        }
    }

    /// Number of an element of `<init>`.
    fn named_value(&self, name: &str) -> Option<Value> {
        let known = self.situation.named_values.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        match known {
            Some((_, text)) => Value::first_in(text),
            None => {
                let constant = crate::script::vocabulary::Constant::from_name(name)?;
                Some(Value::product(Decimal::ONE, self.constants[constant.index()]))
            }
        }
    }

    fn warn(&mut self, warning: String) {
        if !self.warnings.contains(&warning) {
            self.warnings.push(warning);
        }
    }

    /// The action of a candidate, with a random amount among several ones.
    fn draw_action(&mut self, action: &'s Action, rng: &mut dyn Rng) -> BotAction {
        let (ActionKind::Raise(amounts) | ActionKind::RaiseTo(amounts)) = &action.kind else {
            return self.mean_action(action);
        };
        let weights: Vec<f64> = amounts.iter().map(|amount| amount.weight.millionths() as f64).collect();
        let drawn = match amounts.as_slice() {
            [_] => 0,
            _ => boardwright_game::playout::random_weighted_index(&weights, &mut { rng }),
        };
        self.raise(action, &amounts[drawn..=drawn])
    }

    /// The action of a candidate, with the mean of several amounts.
    fn mean_action(&mut self, action: &'s Action) -> BotAction {
        match &action.kind {
            ActionKind::Fold => BotAction::Fold,
            ActionKind::Check => BotAction::Check,
            ActionKind::Call => BotAction::Call,
            ActionKind::Raise(amounts) | ActionKind::RaiseTo(amounts) => self.raise(action, amounts),
            ActionKind::External(command) => {
                let answer = self.external_action(command);
                answer.unwrap_or_else(|| self.situation.legal().default_action())
            }
            ActionKind::Table(..) => self.situation.legal().default_action(),
        }
    }

    /// A raise by the mean of amounts; folds or checks if an amount is not known.
    fn raise(&mut self, action: &'s Action, amounts: &'s [Amount]) -> BotAction {
        let mut values = Vec::with_capacity(amounts.len());
        for amount in amounts {
            match self.quantity(&amount.quantity) {
                Some(value) => values.push((amount.weight, value)),
                None => return self.situation.legal().default_action(),
            }
        }
        // A single amount may have any weight.
        let mean = match values.as_slice() {
            [(_, value)] => Some(*value),
            _ => Value::mean(values.into_iter()),
        };
        let chips = mean.map_or(0, Value::chips);
        match action.kind {
            ActionKind::RaiseTo(_) => BotAction::Raise(chips.saturating_sub(self.situation.villain_bet)),
            _ => BotAction::Raise(chips),
        }
    }
}
