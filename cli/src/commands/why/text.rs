//! The answer for people: a line for what it is, then one for each step of a legal move, or a tree for each rule that
//! refuses.

use std::collections::BTreeMap;
use std::io::Write as _;

use super::places::Place;
use super::{Done, Near, Part, Told};
use crate::failure::Failure;
use crate::output::Output;

/// How many characters of an expression are shown.
const WIDTH: usize = 72;

/// Writes the answer.
pub fn write(told: &Told, out: &mut Output) -> Result<(), Failure> {
    let line = |place: &Option<Place>| place.as_ref().map_or(String::new(), |place| format!(" ({})", place.told()));
    if let Some(done) = &told.done {
        let by =
            told.rule.as_ref().map_or(String::new(), |rule| format!(" by the rule \"{rule}\"{}", line(&told.place)));
        writeln!(out, "\"{}\" is legal{by}.", told.mv)?;
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

fn write_done(done: &Done, out: &mut Output) -> Result<(), Failure> {
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
fn write_part(part: &Part, above: Option<&Place>, depth: usize, out: &mut Output) -> Result<(), Failure> {
    let place = part.place.as_ref();
    let text = place.map_or("?".to_owned(), |place| short(&place.text));
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

/// The beginning of a text, and its end if there is more.
fn short(text: &str) -> String {
    let length = text.chars().count();
    if length <= WIDTH {
        return text.to_owned();
    }
    let first: String = text.chars().take(WIDTH - 20).collect();
    let last: String = text.chars().skip(length - 15).collect();
    format!("{first} ... {last}")
}
