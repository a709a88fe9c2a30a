//! Inheritance between files (`base = other.game`): merges the entries of a file into those of its base.
//! The caller resolves file names.

use std::collections::HashSet;

use boardwright_rules::Span;

use super::entries::{Entries, Entry, SectionKind, group_entries, value_text};
use crate::diagnostic::Findings;
use crate::suggest::shorten;
use crate::syntax::ast::KeyValue;
use crate::{Diagnostic, Files, Source, syntax};

/// Maximum length of a chain of base files.
const MAX_FILES: usize = 8;

/// Parses a file and its chain of bases, and merges their entries; `sources` receives all files, this one first.
pub(crate) fn read_entries(files: &dyn Files, sources: &mut Vec<Source>, findings: &mut Findings) -> Entries {
    let mut stack = Vec::new();
    let mut number = 0;
    loop {
        let parsed = syntax::parse(&sources[number], number as u16);
        parsed.diagnostics.into_iter().for_each(|diagnostic| findings.add(diagnostic));
        let own = group_entries(parsed.file, findings);
        let base = own.single(SectionKind::Game, "base").map(|pair| (value_text(pair), pair.value_span));
        stack.push(own);
        let Some((name, place)) = base else { break };
        match open_base(&name, place, files, sources) {
            Ok(source) => sources.push(source),
            Err(diagnostic) => {
                findings.add(diagnostic);
                break;
            }
        }
        number += 1;
    }
    let mut all = stack.pop().unwrap_or_default();
    remove_dropped(&mut all, None, findings);
    while let Some(over) = stack.pop() {
        merge(&mut all, over, findings);
    }
    all
}

#[allow(clippy::result_large_err, reason = "reported at most once per file")]
fn open_base(name: &str, place: Span, files: &dyn Files, sources: &[Source]) -> Result<Source, Diagnostic> {
    let shown = shorten(name);
    let wrong = |message: String| Diagnostic::error("base", place, message);
    if name.is_empty() {
        return Err(wrong("`base` names no file".to_owned()).help("leave the line out, or write `base = other.game`"));
    }
    if sources.len() >= MAX_FILES {
        return Err(wrong(format!("over {MAX_FILES} files are based on each other")));
    }
    let source = files.read(name).map_err(|why| wrong(format!("cannot read \"{shown}\": {why}")))?;
    if source.byte_count() > crate::MAX_SOURCE_BYTES {
        return Err(wrong(format!("\"{shown}\" is too large for a game file")));
    }
    if let Some(at) = sources.iter().position(|known| known.hash() == source.hash()) {
        let which =
            if at + 1 == sources.len() { "itself".to_owned() } else { format!("\"{}\" again", sources[at].name()) };
        return Err(wrong(format!("this file is based on {which}")).label("base files must not form a cycle"));
    }
    match crate::edition::detect(&source) {
        Ok(crate::edition::Edition::E2026) => Ok(source),
        _ => Err(wrong(format!("\"{shown}\" is not of the edition 2026"))
            .help("`boardwright fmt --edition 2026` rewrites older files")),
    }
}

/// Replaces entries by those of `over` with the same names.
fn merge(all: &mut Entries, over: Entries, findings: &mut Findings) {
    for (part, list) in over.sections {
        match part {
            SectionKind::Game | SectionKind::Board => replace_pairs(all.sections.entry(part).or_default(), list),
            SectionKind::Scorings | SectionKind::Ends => {
                all.sections.insert(part, list);
            }
            _ => {
                let mut own = Entries::default();
                own.sections.insert(part, list);
                let known: HashSet<String> = all.of(part).iter().map(|entry| entry.name.clone()).collect();
                let removed = remove_dropped(&mut own, Some(&known), findings);
                let list = own.sections.remove(&part).unwrap_or_default();
                replace_entries(all.sections.entry(part).or_default(), list, &removed);
            }
        }
    }
}

/// Removes the entries with `drop = yes` and returns their names. `known` are the names of the base file.
fn remove_dropped(all: &mut Entries, known: Option<&HashSet<String>>, findings: &mut Findings) -> HashSet<String> {
    let mut removed = HashSet::new();
    for list in all.sections.values_mut() {
        list.retain(|entry| {
            let Some(pair) = entry.get("drop") else { return true };
            match value_text(pair).as_str() {
                "yes" => {}
                "no" => return true,
                other => findings.add(
                    Diagnostic::error(
                        "bad-word",
                        pair.value_span,
                        format!("`drop` must be yes or no, not \"{}\"", shorten(other)),
                    )
                    .label("expected yes or no"),
                ),
            }
            if known.is_none_or(|known| !known.contains(&entry.name)) {
                let message = format!("there is no entry \"{}\" to drop", shorten(&entry.name));
                findings.add(
                    Diagnostic::error("nothing-to-drop", pair.key.span, message)
                        .help("`drop = yes` removes an entry of the file that `base` names"),
                );
            }
            removed.insert(entry.name.clone());
            false
        });
    }
    removed
}

fn replace_pairs(all: &mut Vec<Entry>, list: Vec<Entry>) {
    for entry in list {
        let Some(known) = all.first_mut() else {
            all.push(entry);
            continue;
        };
        let keys: HashSet<String> = entry.pairs.iter().map(|pair| pair.key.text.clone()).collect();
        known.pairs.retain(|pair: &KeyValue| !keys.contains(&pair.key.text));
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
