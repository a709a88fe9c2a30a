//! The answer for people: a line for what it is, then one for each step of a legal move, or a tree for each rule that
//! refuses.

use std::collections::BTreeMap;
use std::io::Write;

use crate::failure::Failure;
use crate::output::counted;
use boardwright_shelf::why::{Done, Near, Part, Place, Told, short};

/// Writes the answer.
pub fn write(told: &Told, out: &mut dyn Write) -> Result<(), Failure> {
    let line = |place: &Option<Place>| place.as_ref().map_or(String::new(), |place| format!(" ({})", place.told()));
    if let Some(moves) = &told.moves {
        writeln!(out, "\"{}\" is part of {}:\n", told.mv, counted(moves.len(), "legal move"))?;
        let width = moves.iter().map(|mv| mv.text.chars().count()).max().unwrap_or(0);
        for mv in moves {
            let line = format!("{:width$}  {}", mv.text, mv.label.as_deref().unwrap_or_default());
            writeln!(out, "{}", line.trim_end())?;
        }
        return Ok(());
    }
    if let Some(done) = &told.done {
        let by =
            told.rule.as_ref().map_or(String::new(), |rule| format!(" by the rule \"{rule}\"{}", line(&told.place)));
        let label = told.label.as_ref().map_or(String::new(), |label| format!(" ({label})"));
        writeln!(out, "\"{}\"{label} is legal{by}.", told.mv)?;
        return write_done(done, out);
    }
    match &told.reason {
        Some(reason) => writeln!(out, "\"{}\" is not legal: {reason}.", told.mv)?,
        None => writeln!(out, "\"{}\" is not legal.", told.mv)?,
    }
    for Near { rule, reason, place, variables, seen, .. } in told.rules.iter().flatten() {
        writeln!(out, "\nrule \"{rule}\"{}: {reason}", line(place))?;
        if !variables.is_empty() {
            writeln!(out, "  with {}", listed(variables))?;
        }
        if let Some(seen) = seen {
            write_part(seen, place.as_ref(), 1, out)?;
        }
    }
    Ok(())
}

fn write_done(done: &Done, out: &mut dyn Write) -> Result<(), Failure> {
    if !done.effects.is_empty() {
        writeln!(out)?;
    }
    let width = done.effects.iter().map(|effect| effect.cause.len()).max().unwrap_or(0);
    for effect in &done.effects {
        let place = effect.place.as_ref();
        let place = place.map_or(String::new(), |place| format!("  ({}: {})", place.told(), short(&place.text)));
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

/// A part with its value, and its own parts below it.
fn write_part(part: &Part, above: Option<&Place>, depth: usize, out: &mut dyn Write) -> Result<(), Failure> {
    let place = part.place.as_ref();
    let unwritten = || part.text.clone().unwrap_or_else(|| "?".to_owned());
    let text = place.map_or_else(unwritten, |place| short(&place.text));
    let elsewhere = place.filter(|place| above.is_none_or(|above| (above.line, above.own) != (place.line, place.own)));
    let line = elsewhere.map_or(String::new(), |place| format!("  ({})", place.told()));
    let with = if part.variables.is_empty() { String::new() } else { format!("  with {}", listed(&part.variables)) };
    writeln!(out, "{:indent$}{text} = {}{with}{line}", "", part.value, indent = 2 * depth)?;
    for inner in &part.parts {
        write_part(inner, place.or(above), depth + 1, out)?;
    }
    Ok(())
}

fn listed(variables: &BTreeMap<String, String>) -> String {
    variables.iter().map(|(name, value)| format!("${name} = {value}")).collect::<Vec<_>>().join(", ")
}
