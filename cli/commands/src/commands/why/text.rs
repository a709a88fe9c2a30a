//! Text form of a move explanation: one line per effect of a legal move, or an evaluation tree per rule that refuses the
//! move.

use std::collections::BTreeMap;
use std::io::Write;

use crate::failure::Failure;
use crate::output::count_text;
use boardwright_library::explain::{
    EvaluatedPart, MoveEffects, MoveExplanation, MoveTrace, RuleRefusal, SourceLocation, TraceStep, shorten,
};

/// The rules that refuse a move and are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShownRules {
    /// All of them.
    All,
    /// Rules by which the move was probably meant. The others are counted, followed by a hint of the way to see them.
    Likely(&'static str),
}

/// Writes an explanation as text.
pub fn write(explanation: &MoveExplanation, shown: ShownRules, out: &mut dyn Write) -> Result<(), Failure> {
    let line = |place: &Option<SourceLocation>| {
        place.as_ref().map_or(String::new(), |place| format!(" ({})", place.line_text()))
    };
    if let Some(moves) = &explanation.moves {
        writeln!(out, "\"{}\" is part of {}:\n", explanation.mv, count_text(moves.len(), "legal move"))?;
        let width = moves.iter().map(|mv| mv.text.chars().count()).max().unwrap_or(0);
        for mv in moves {
            let line = format!("{:width$}  {}", mv.text, mv.label.as_ref().unwrap_or(&mv.notation));
            writeln!(out, "{}", line.trim_end())?;
        }
        return Ok(());
    }
    if let Some(done) = &explanation.done {
        let by = explanation
            .rule
            .as_ref()
            .map_or(String::new(), |rule| format!(" by the rule \"{rule}\"{}", line(&explanation.place)));
        let label = explanation.label.as_ref().map_or(String::new(), |label| format!(" ({label})"));
        writeln!(out, "\"{}\"{label} is legal{by}.", explanation.mv)?;
        return write_effects(done, out);
    }
    let asked = explanation.written.as_ref().unwrap_or(&explanation.mv);
    match &explanation.reason {
        Some(reason) => writeln!(out, "\"{asked}\" is not legal: {reason}.")?,
        None => writeln!(out, "\"{asked}\" is not legal.")?,
    }
    let rules = explanation.rules.as_deref().unwrap_or_default();
    let is_shown = |refusal: &&RuleRefusal| shown == ShownRules::All || refusal.likely;
    for RuleRefusal { rule, refusal, reason, place, variables, seen, .. } in rules.iter().filter(is_shown) {
        writeln!(out, "\nrule \"{rule}\"{}: {reason}", line(place))?;
        if let Some(refusal) = refusal {
            writeln!(out, "  {refusal}")?;
        }
        if !variables.is_empty() {
            writeln!(out, "  with {}", variables_text(variables))?;
        }
        if let Some(seen) = seen {
            write_part(seen, place.as_ref(), 1, out)?;
        }
    }
    let hidden = rules.len() - rules.iter().filter(is_shown).count();
    if let ShownRules::Likely(hint) = shown
        && hidden > 0
    {
        writeln!(out, "\nand {}{hint}", count_text(hidden, "other rule"))?;
    }
    Ok(())
}

/// Writes a trace as text: one line per step, with the evaluation of its expression below it.
pub fn write_trace(trace: &MoveTrace, out: &mut dyn Write) -> Result<(), Failure> {
    let legal = if trace.legal { "is legal" } else { "is not legal" };
    let reason = trace.reason.as_ref().map_or(String::new(), |reason| format!(": {reason}"));
    writeln!(out, "\"{}\" {legal}{reason}.", trace.mv)?;
    let width = trace.steps.iter().map(|step| step.step.len()).max().unwrap_or(0);
    let digits = trace.steps.len().to_string().len();
    let mut above: Option<(&str, bool)> = None;
    for (number, step) in trace.steps.iter().enumerate() {
        let TraceStep { rule, step: kind, holds, text, place, seen, .. } = step;
        let group = (rule.as_str(), holds.is_some());
        if above != Some(group) {
            let title = if holds.is_some() { "rule" } else { "effects of" };
            writeln!(out, "\n{title} \"{rule}\"")?;
            above = Some(group);
        }
        let line = place.as_ref().map_or(String::new(), |place| format!("  ({})", place.line_text()));
        let value =
            seen.as_ref().filter(|seen| Some(text) == place.as_ref().map(|place| &place.text) || seen.parts.is_empty());
        let value = value.map_or(String::new(), |seen| format!(" = {}", seen.value));
        let mark = match holds {
            Some(true) => "+",
            Some(false) => "-",
            None => " ",
        };
        writeln!(out, "{:>digits$} {mark} {kind:width$}  {}{value}{line}", number + 1, shorten(text))?;
        for part in seen.iter().flat_map(|seen| &seen.parts) {
            write_part(part, place.as_ref(), digits.div_ceil(2) + 2, out)?;
        }
    }
    if let Some(step) = trace.first_failure().filter(|_| !trace.legal) {
        writeln!(out, "\nThe first test that does not hold is number {}.", step + 1)?;
    }
    Ok(())
}

fn write_effects(done: &MoveEffects, out: &mut dyn Write) -> Result<(), Failure> {
    if !done.effects.is_empty() {
        writeln!(out)?;
    }
    let width = done.effects.iter().map(|effect| effect.cause.len()).max().unwrap_or(0);
    for effect in &done.effects {
        let place = effect.place.as_ref();
        let place = place.map_or(String::new(), |place| format!("  ({}: {})", place.line_text(), shorten(&place.text)));
        writeln!(out, "{:width$}  {}{place}", effect.cause, effect.changes.join(", "))?;
    }
    if let Some(fault) = &done.fault {
        writeln!(out, "\nthen the rules fail: {fault}")?;
    }
    if done.scores.iter().any(|score| score.0 != 0.0) {
        let scores = done.scores.iter().enumerate();
        let scores: Vec<String> = scores.map(|(at, score)| format!("player {} has {}", at + 1, score.0)).collect();
        writeln!(out, "\nscores: {}", scores.join(", "))?;
    }
    Ok(())
}

/// Writes an expression with its value, and its sub-expressions indented below it.
fn write_part(
    part: &EvaluatedPart,
    above: Option<&SourceLocation>,
    depth: usize,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let place = part.place.as_ref();
    let unwritten = || part.text.clone().unwrap_or_else(|| "?".to_owned());
    let text = place.map_or_else(unwritten, |place| shorten(&place.text));
    let elsewhere = place.filter(|place| {
        above.is_none_or(|above| (above.line, above.is_requested_file) != (place.line, place.is_requested_file))
    });
    let line = elsewhere.map_or(String::new(), |place| format!("  ({})", place.line_text()));
    let with =
        if part.variables.is_empty() { String::new() } else { format!("  with {}", variables_text(&part.variables)) };
    writeln!(out, "{:indent$}{text} = {}{with}{line}", "", part.value, indent = 2 * depth)?;
    for inner in &part.parts {
        write_part(inner, place.or(above), depth + 1, out)?;
    }
    Ok(())
}

fn variables_text(variables: &BTreeMap<String, String>) -> String {
    variables.iter().map(|(name, value)| format!("${name} = {value}")).collect::<Vec<_>>().join(", ")
}
