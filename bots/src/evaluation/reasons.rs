//! Reasons of a decision: every rule of the phase with the value and the place of every condition.

use std::fmt::Write as _;

use boardwright_game::fault::Span;
use boardwright_lang::Source;

use super::Evaluator;
use super::values::Value;
use crate::script::ast::{Branch, Condition, ConditionKind, Decimal, Quantity, QuantityKind, Rule, SectionKind};

/// A rule with its part in a decision.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleReason {
    /// Section of the rule.
    pub section: SectionKind,
    /// Source range of the keyword.
    pub span: Span,
    /// Weight of the rule.
    pub weight: Decimal,
    /// `true` if one of the branches holds, or if the rule has none.
    pub holds: bool,
    /// The alternatives.
    pub branches: Vec<BranchReason>,
    /// The reactions, which count only after the villain has acted.
    pub reactions: Vec<ReactionReason>,
    /// Action that the rule contributes; `None` if it contributes nothing.
    pub action: Option<String>,
}

/// An alternative of a rule.
#[derive(Clone, Debug, PartialEq)]
pub struct BranchReason {
    /// Source range.
    pub span: Span,
    /// `true` if all conditions hold; `None` if that is not known.
    pub holds: Option<bool>,
    /// The conditions.
    pub conditions: Vec<ConditionReason>,
}

/// A condition with its value.
#[derive(Clone, Debug, PartialEq)]
pub struct ConditionReason {
    /// Source range.
    pub span: Span,
    /// The condition in the canonical form.
    pub text: String,
    /// Value of the condition; `None` if it was not evaluated, because a program would have to run for it.
    pub holds: Option<bool>,
    /// Values that were compared, such as `750 <= 400`; empty if there is nothing to show.
    pub values: String,
}

/// A reaction of a rule.
#[derive(Clone, Debug, PartialEq)]
pub struct ReactionReason {
    /// Source range of the keyword.
    pub span: Span,
    /// `true` if one of its branches holds; `None` if that is not known.
    pub holds: Option<bool>,
    /// The alternatives.
    pub branches: Vec<BranchReason>,
    /// Its action.
    pub action: String,
}

impl RuleReason {
    /// The rule with its action, and its conditions with their values and places, in lines.
    pub fn text(&self, source: &Source) -> String {
        let state = match &self.action {
            Some(action) => format!("gives {action}"),
            None if self.holds => "holds, but has no action here".to_owned(),
            None => "does not hold".to_owned(),
        };
        let weight = if self.weight.to_string() == "1" { String::new() } else { format!(" of weight {}", self.weight) };
        let section = self.section.keyword();
        let mut text = format!("line {}, rule in {section}{weight}: {state}\n", line_of(source, self.span));
        self.branches.iter().for_each(|branch| branch.write(&mut text, source, "  "));
        for reaction in &self.reactions {
            let (line, holds) = (line_of(source, reaction.span), truth(reaction.holds));
            // Writing to a string cannot fail.
            let _ = writeln!(text, "  line {line}, VILLAIN THEN {}: {holds}", reaction.action);
            reaction.branches.iter().for_each(|branch| branch.write(&mut text, source, "    "));
        }
        text
    }
}

impl BranchReason {
    /// Appends a line for each condition.
    fn write(&self, text: &mut String, source: &Source, indent: &str) {
        for condition in &self.conditions {
            let (line, column) = source.position(condition.span.start as usize);
            let values = if condition.values.is_empty() { String::new() } else { format!(" ({})", condition.values) };
            let _ = writeln!(text, "{indent}{line}:{column} {}{values}: {}", condition.text, truth(condition.holds));
        }
    }
}

fn line_of(source: &Source, span: Span) -> usize {
    source.position(span.start as usize).0
}

fn truth(holds: Option<bool>) -> &'static str {
    match holds {
        Some(true) => "true",
        Some(false) => "false",
        None => "not evaluated",
    }
}

impl<'s> Evaluator<'s> {
    /// Reasons of all rules of the phase. Must be called after the decision, whose answers of programs are used.
    pub(super) fn reasons(&mut self) -> Vec<RuleReason> {
        let sections = &self.script.program.sections;
        let phase = self.situation.phase;
        let of_phase = sections.iter().filter(|section| section.kind.covers(phase));
        let rules = of_phase.flat_map(|section| section.rules.iter().map(|rule| (section.kind, rule)));
        rules.map(|(section, rule)| self.rule_reason(section, rule)).collect()
    }

    fn rule_reason(&mut self, section: SectionKind, rule: &'s Rule) -> RuleReason {
        let branches: Vec<_> = rule.branches.iter().map(|branch| self.branch_reason(branch)).collect();
        let reactions = rule.reactions.iter().map(|reaction| {
            let branches: Vec<_> = reaction.branches.iter().map(|branch| self.branch_reason(branch)).collect();
            ReactionReason {
                span: reaction.span,
                holds: some_holds(&branches),
                branches,
                action: reaction.action.to_string(),
            }
        });
        let reactions: Vec<_> = reactions.collect();
        let holds = rule.is_bare_table() || some_holds(&branches) == Some(true);
        let action = if self.has_villain_acted {
            let reaction = reactions.iter().position(|reaction| reaction.holds == Some(true));
            reaction.map(|at| &rule.reactions[at].action)
        } else {
            Some(&rule.action)
        };
        let action = action.filter(|_| holds).and_then(|action| self.resolve_table(action)).map(ToString::to_string);
        RuleReason { section, span: rule.span, weight: rule.weight, holds, branches, reactions, action }
    }

    fn branch_reason(&mut self, branch: &'s Branch) -> BranchReason {
        let conditions: Vec<_> = branch.conditions.iter().map(|condition| self.condition_reason(condition)).collect();
        let holds = if conditions.iter().any(|condition| condition.holds == Some(false)) {
            Some(false)
        } else {
            conditions.iter().all(|condition| condition.holds == Some(true)).then_some(true)
        };
        BranchReason { span: branch.span, holds, conditions }
    }

    fn condition_reason(&mut self, condition: &'s Condition) -> ConditionReason {
        let (holds, values) = match &condition.kind {
            ConditionKind::Predicate { .. } => (Some(self.holds(condition)), String::new()),
            ConditionKind::Cards(_) => (Some(self.holds(condition)), self.class.to_string()),
            ConditionKind::Comparison { left, comparator, right } => {
                let [left, right] = [left, right].map(|side| self.shown_value(side));
                let values = |side: &Option<Result<Value, String>>| match side {
                    None => "not run".to_owned(),
                    Some(Ok(value)) => value.text(),
                    Some(Err(why)) => why.clone(),
                };
                let text = format!("{} {} {}", values(&left), comparator.text(), values(&right));
                let holds = match (left, right) {
                    (Some(Ok(left)), Some(Ok(right))) => Some(comparator.holds(&left, &right)),
                    (Some(Err(_)), _) | (_, Some(Err(_))) => Some(false),
                    _ => None,
                };
                (holds, text)
            }
        };
        ConditionReason { span: condition.span, text: condition.to_string(), holds, values }
    }

    /// Value of a number without running a program: `None` for a program that was not run, the reason for one that failed.
    fn shown_value(&mut self, quantity: &'s Quantity) -> Option<Result<Value, String>> {
        match &quantity.kind {
            QuantityKind::External(command) => {
                let answer = self.known_answer(command)?;
                Some(match answer {
                    Ok(line) => Value::first_in(line).ok_or_else(|| "no number".to_owned()),
                    Err(_) => Err("no answer".to_owned()),
                })
            }
            QuantityKind::Init(name) => Some(self.named_value(name).ok_or_else(|| "missing".to_owned())),
            _ => self.quantity(quantity).map(Ok),
        }
    }
}

/// `true` if a branch holds, `None` if that is not known of one and no other holds.
fn some_holds(branches: &[BranchReason]) -> Option<bool> {
    if branches.iter().any(|branch| branch.holds == Some(true)) {
        return Some(true);
    }
    branches.iter().all(|branch| branch.holds == Some(false)).then_some(false)
}
