//! `base = other.game`: all of another file, with what this one says in its place.
//! Which file that is, is known to whoever loads.

use std::collections::HashSet;

use boardwright_engine::rules::Span;

use super::entries::{Entries, Entry, Part, entries, text};
use crate::diagnostic::Findings;
use crate::suggest::shorten;
use crate::syntax::ast::Pair;
use crate::{Diagnostic, Files, Source, syntax};

/// How many files may stand on each other.
const MOST_FILES: usize = 8;

/// Reads a file and those that it is based on; `sources` gets all of them, this one first.
pub(crate) fn read(files: &dyn Files, sources: &mut Vec<Source>, findings: &mut Findings) -> Entries {
    let mut stack = Vec::new();
    let mut number = 0;
    loop {
        let parsed = syntax::parse(&sources[number], number as u16);
        parsed.diagnostics.into_iter().for_each(|diagnostic| findings.add(diagnostic));
        let own = entries(parsed.file, findings);
        let base = own.single(Part::Game, "base").map(|pair| (text(pair), pair.at));
        stack.push(own);
        let Some((name, place)) = base else { break };
        match open(&name, place, files, sources) {
            Ok(source) => sources.push(source),
            Err(diagnostic) => {
                findings.add(diagnostic);
                break;
            }
        }
        number += 1;
    }
    let mut all = stack.pop().unwrap_or_default();
    dropped(&mut all, None, findings);
    while let Some(over) = stack.pop() {
        merge(&mut all, over, findings);
    }
    all
}

#[allow(clippy::result_large_err, reason = "it is told at most once for a file")]
fn open(name: &str, place: Span, files: &dyn Files, sources: &[Source]) -> Result<Source, Diagnostic> {
    let shown = shorten(name);
    let wrong = |message: String| Diagnostic::error("base", place, message);
    if name.is_empty() {
        return Err(wrong("`base` names no file".to_owned()).help("leave the line out, or write `base = other.game`"));
    }
    if sources.len() >= MOST_FILES {
        return Err(wrong(format!("over {MOST_FILES} files are based on each other")));
    }
    let source = files.read(name).map_err(|why| wrong(format!("cannot read \"{shown}\": {why}")))?;
    if source.bytes() > crate::MOST_BYTES {
        return Err(wrong(format!("\"{shown}\" is too large for a game file")));
    }
    if let Some(at) = sources.iter().position(|known| known.hash() == source.hash()) {
        let which =
            if at + 1 == sources.len() { "itself".to_owned() } else { format!("\"{}\" again", sources[at].name()) };
        return Err(
            wrong(format!("this file is based on {which}")).label("files may not be based on each other in a circle")
        );
    }
    match crate::edition::of(&source) {
        Ok(crate::edition::Edition::E2026) => Ok(source),
        _ => Err(wrong(format!("\"{shown}\" is not of the edition 2026"))
            .help("`boardwright fmt --edition 2026` rewrites older files")),
    }
}

/// Puts the entries of `over` in place of those with the same names.
fn merge(all: &mut Entries, over: Entries, findings: &mut Findings) {
    for (part, list) in over.parts {
        match part {
            Part::Game | Part::Board => replace_pairs(all.parts.entry(part).or_default(), list),
            Part::Scorings | Part::Ends => {
                all.parts.insert(part, list);
            }
            _ => {
                let mut own = Entries::default();
                own.parts.insert(part, list);
                let known: HashSet<String> = all.of(part).iter().map(|entry| entry.name.clone()).collect();
                let gone = dropped(&mut own, Some(&known), findings);
                let list = own.parts.remove(&part).unwrap_or_default();
                replace_entries(all.parts.entry(part).or_default(), list, &gone);
            }
        }
    }
}

/// Takes out the entries with `drop = yes`; their names. `known` are those of the file below.
fn dropped(all: &mut Entries, known: Option<&HashSet<String>>, findings: &mut Findings) -> HashSet<String> {
    let mut gone = HashSet::new();
    for list in all.parts.values_mut() {
        list.retain(|entry| {
            let Some(pair) = entry.get("drop") else { return true };
            match text(pair).as_str() {
                "yes" => {}
                "no" => return true,
                other => findings.add(
                    Diagnostic::error(
                        "bad-word",
                        pair.at,
                        format!("`drop` must be yes or no, not \"{}\"", shorten(other)),
                    )
                    .label("expected yes or no"),
                ),
            }
            if known.is_none_or(|known| !known.contains(&entry.name)) {
                let message = format!("there is no \"{}\" that could be dropped", shorten(&entry.name));
                findings.add(
                    Diagnostic::error("nothing-to-drop", pair.key.span, message)
                        .help("`drop = yes` takes out an entry of the file that `base` names"),
                );
            }
            gone.insert(entry.name.clone());
            false
        });
    }
    gone
}

fn replace_pairs(all: &mut Vec<Entry>, list: Vec<Entry>) {
    for entry in list {
        let Some(known) = all.first_mut() else {
            all.push(entry);
            continue;
        };
        let keys: HashSet<String> = entry.pairs.iter().map(|pair| pair.key.text.clone()).collect();
        known.pairs.retain(|pair: &Pair| !keys.contains(&pair.key.text));
        known.pairs.extend(entry.pairs);
    }
}

fn replace_entries(all: &mut Vec<Entry>, list: Vec<Entry>, gone: &HashSet<String>) {
    let names: HashSet<String> = list.iter().map(|entry| entry.name.clone()).collect();
    let old: HashSet<String> = all.iter().map(|entry| entry.name.clone()).collect();
    let mut merged = Vec::with_capacity(all.len() + list.len());
    let mut placed: HashSet<String> = HashSet::new();
    for entry in std::mem::take(all) {
        if names.contains(&entry.name) {
            if placed.insert(entry.name.clone()) {
                merged.extend(list.iter().filter(|new| new.name == entry.name).cloned());
            }
        } else if !gone.contains(&entry.name) {
            merged.push(entry);
        }
    }
    merged.extend(list.into_iter().filter(|entry| !old.contains(&entry.name)));
    *all = merged;
}
