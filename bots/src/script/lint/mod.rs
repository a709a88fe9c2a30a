//! Warnings about scripts: conditions that can never hold, rules that always hold together, and parts that are never
//! reached. A warning is certain; a script without warnings may still have such parts.

mod facts;
mod predicate_facts;

use boardwright_games::holdem::Street;
use boardwright_lang::{Diagnostic, Findings, Source};

use super::ast::{ActionKind, Branch, Condition, Program, Reaction, Rule, SectionKind};
use super::vocabulary::Combiner;
use facts::Facts;

/// Largest number of rules that are compared with each other.
const MAX_COMPARED_RULES: usize = 400;
/// Largest number of alternatives of a rule, or of its reactions, that are compared with each other.
const MAX_COMPARED_BRANCHES: usize = 40;
/// Largest number of alternatives in all rules that are compared with each other.
const MAX_ALL_BRANCHES: usize = 1_000;

/// Reports warnings about a script without errors.
pub(super) fn lint(program: &Program, source: &Source, findings: &mut Findings) {
    let mut rules = Vec::new();
    for section in &program.sections {
        let phase = match section.kind {
            SectionKind::Street(phase) => Some(phase),
            SectionKind::Always => None,
        };
        for rule in &section.rules {
            check_rule(rule, phase, findings);
            rules.push((phase, rule));
        }
    }
    let branch_count: usize = rules.iter().map(|(_, rule)| rule.branches.len()).sum();
    if program.combiner == Combiner::Draw && rules.len() <= MAX_COMPARED_RULES && branch_count <= MAX_ALL_BRANCHES {
        compare_rules(&rules, source, findings);
    }
    if rules.is_empty() {
        let end = boardwright_game::fault::Span::default();
        findings.add(Diagnostic::warning("no-rules", end, "the script has no rules, so it never has an action"));
    }
}

fn facts_of(branches: &[Branch], phase: Option<Street>) -> Vec<Facts> {
    branches.iter().map(|branch| Facts::new(phase, &branch.conditions)).collect()
}

fn check_rule(rule: &Rule, phase: Option<Street>, findings: &mut Findings) {
    let branches = facts_of(&rule.branches, phase);
    for (branch, facts) in rule.branches.iter().zip(&branches) {
        if facts.is_impossible() {
            findings.add(impossible(&branch.conditions, phase));
        }
    }
    check_redundant(&rule.branches, &branches, findings);
    let mut earlier: Vec<(&Reaction, Vec<Facts>)> = Vec::new();
    let few_branches = rule.reactions.iter().all(|reaction| reaction.branches.len() <= MAX_COMPARED_BRANCHES);
    let is_compared = few_branches && rule.reactions.len() <= MAX_COMPARED_BRANCHES;
    for reaction in &rule.reactions {
        let own = facts_of(&reaction.branches, phase);
        for (branch, facts) in reaction.branches.iter().zip(&own) {
            if facts.is_impossible() {
                findings.add(impossible(&branch.conditions, phase));
            } else if is_compared
                && !rule.branches.is_empty()
                && rule.branches.len() <= MAX_COMPARED_BRANCHES
                && rule
                    .branches
                    .iter()
                    .all(|outer| Facts::new(phase, outer.conditions.iter().chain(&branch.conditions)).is_impossible())
                && branches.iter().any(|outer| !outer.is_impossible())
            {
                let message = "this reaction can never hold: it contradicts the conditions of its rule";
                findings.add(Diagnostic::warning("never", branch.span, message).related(rule.span, "the rule"));
            }
        }
        check_redundant(&reaction.branches, &own, findings);
        let covers = |facts: &Vec<Facts>| {
            own.iter().all(|branch| !branch.is_impossible() && facts.iter().any(|wider| branch.implies(wider)))
        };
        if is_compared && let Some((first, _)) = earlier.iter().find(|(_, facts)| covers(facts)) {
            let message = "this reaction is never reached: the first one that holds is taken";
            let diagnostic = Diagnostic::warning("unreached", reaction.span, message);
            findings.add(diagnostic.related(first.span, "whenever it would hold, this one holds too"));
        }
        earlier.push((reaction, own));
    }
}

/// Reports alternatives that another one includes.
fn check_redundant(branches: &[Branch], facts: &[Facts], findings: &mut Findings) {
    if branches.len() > MAX_COMPARED_BRANCHES {
        return;
    }
    for (at, own) in facts.iter().enumerate().filter(|(_, own)| !own.is_impossible()) {
        let wider = facts.iter().enumerate().find(|(other, wider)| {
            // Of two equal alternatives the second one is redundant.
            *other != at && own.implies(wider) && (*other < at || !wider.implies(own))
        });
        if let Some((wider, _)) = wider {
            let message = "this alternative is redundant";
            let diagnostic = Diagnostic::warning("redundant", branches[at].span, message);
            findings.add(diagnostic.related(branches[wider].span, "whenever it holds, this one holds too"));
        }
    }
}

/// The warning about conditions that can never hold together, at the smallest part of them that explains it.
fn impossible(conditions: &[Condition], phase: Option<Street>) -> Diagnostic {
    let never = |list: &[&Condition]| Facts::new(phase, list.iter().copied()).is_impossible();
    let where_text = phase.map_or_else(String::new, |phase| match phase {
        Street::Preflop => " before the flop".to_owned(),
        phase => format!(" on the {}", phase.name()),
    });
    if let Some(alone) = conditions.iter().find(|condition| never(&[condition])) {
        let message = if never_anywhere(alone) { String::new() } else { where_text };
        return Diagnostic::warning("never", alone.span, format!("`{alone}` never holds{message}"));
    }
    for (at, second) in conditions.iter().enumerate() {
        if let Some(first) = conditions[..at].iter().find(|first| never(&[first, second])) {
            let message = format!("`{first}` and `{second}` never hold together");
            return Diagnostic::warning("never", second.span, message).related(first.span, "the other condition");
        }
    }
    let span = conditions.iter().map(|condition| condition.span).reduce(boardwright_game::fault::Span::to);
    Diagnostic::warning("never", span.unwrap_or_default(), "these conditions never hold together")
}

/// `true` if a condition holds in no phase.
fn never_anywhere(condition: &Condition) -> bool {
    Facts::new(None, [condition]).is_impossible()
}

/// Reports rules that always hold together with another one.
fn compare_rules(rules: &[(Option<Street>, &Rule)], source: &Source, findings: &mut Findings) {
    let with_branches = |rule: &Rule| !rule.branches.is_empty() && rule.branches.len() <= MAX_COMPARED_BRANCHES;
    // Facts of each rule in each phase in which it is compared; the last place is for rules of all phases.
    let slot = |phase: Option<Street>| phase.map_or(4, |phase| phase as usize);
    let mut known: Vec<[Option<Vec<Facts>>; 5]> = rules.iter().map(|_| Default::default()).collect();
    for &(phase, _) in rules {
        for (own, &(other_phase, other)) in known.iter_mut().zip(rules) {
            if (other_phase.is_none() || other_phase == phase) && with_branches(other) {
                own[slot(phase)].get_or_insert_with(|| facts_of(&other.branches, phase));
            }
        }
    }
    for (at, &(phase, rule)) in rules.iter().enumerate().filter(|(_, (_, rule))| with_branches(rule)) {
        let Some(own) = &known[at][slot(phase)] else { continue };
        let possible: Vec<&Facts> = own.iter().filter(|facts| !facts.is_impossible()).collect();
        if possible.is_empty() {
            continue;
        }
        for (other_at, &(other_phase, other)) in rules.iter().enumerate() {
            let applies = other_phase.is_none() || other_phase == phase;
            let is_certain = !matches!(other.action.kind, ActionKind::Table(..));
            if other_at == at || !applies || !is_certain {
                continue;
            }
            let Some(wider) = &known[other_at][slot(phase)] else { continue };
            let includes =
                |own: &[&Facts], wider: &[Facts]| own.iter().all(|own| wider.iter().any(|wider| own.implies(wider)));
            if !includes(&possible, wider) {
                continue;
            }
            let line = source.position(other.span.start as usize).0;
            let diagnostic = match other.weight.cmp(&rule.weight) {
                std::cmp::Ordering::Equal => {
                    let is_mutual = phase == other_phase && {
                        let wider: Vec<&Facts> = wider.iter().filter(|facts| !facts.is_impossible()).collect();
                        includes(&wider, own)
                    };
                    // Of two rules that hold in the same cases the second one is reported.
                    if is_mutual && other_at > at {
                        continue;
                    }
                    let message =
                        format!("whenever this rule holds, the rule in line {line} holds too; one is drawn at random");
                    Diagnostic::warning("overlap", rule.span, message).help(
                        "if that is not intended, exclude the case in the other rule, or give one of them a weight: `RULE WEIGHT 2`",
                    )
                }
                std::cmp::Ordering::Greater if rule.reactions.is_empty() => {
                    let message =
                        format!("this rule never decides: the heavier rule in line {line} holds too whenever it holds");
                    Diagnostic::warning("unreached", rule.span, message)
                }
                _ => continue,
            };
            findings.add(diagnostic.related(other.span, "the other rule"));
            break;
        }
    }
}
