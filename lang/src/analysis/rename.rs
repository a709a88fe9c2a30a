//! Renaming of a name at all its occurrences in a file.
//! A rename that would change the meaning of the file is refused with a reason.

use std::ops::Range;

use boardwright_rules::Span;

use super::edits::{Edit, apply};
use super::name_kinds::{NameKind, NameKindSet};
use super::occurrences::{Occurrence, Target};
use super::{Analysis, EditError};
use crate::suggest::shorten;
use crate::{AllPictures, Files, LoadRequest, LoadedGame, Severity, Source, load_with, vocabulary};

impl Analysis {
    /// Span of the word at a byte offset, if it can be renamed.
    pub fn renameable_span(&self, at: usize) -> Result<Span, EditError> {
        let Some(occurrence) = self.occurrence(at) else {
            return Err(EditError("there is no name here".to_owned()));
        };
        match &occurrence.target {
            Target::Names(_) | Target::Local(_) => Ok(occurrence.span),
            Target::Section(_) | Target::Key(..) | Target::Builtin(_) => {
                Err(EditError(format!("`{}` is a word of the language", self.text_of(occurrence.span))))
            }
        }
    }

    /// Returns the edits that rename the name at a byte offset in the whole file.
    pub fn rename(&self, at: usize, new: &str) -> Result<Vec<Edit>, EditError> {
        let span = self.renameable_span(at)?;
        let old = self.text_of(span);
        if self.occurrences.has_skipped_values {
            return Err(EditError("a value of this file is too long to be analysed".to_owned()));
        }
        let new = new.trim();
        let (places, new) = match self.occurrence(at).map(|occurrence| &occurrence.target) {
            Some(Target::Local(local)) => {
                let new = if new.starts_with('$') { new.to_owned() } else { format!("${new}") };
                self.check_local_name(*local, &new)?;
                (self.local_occurrences(*local).map(|occurrence| occurrence.span).collect(), new)
            }
            Some(Target::Names(names)) => match names.as_slice() {
                [name] => (self.name_places(*name, new)?, new.to_owned()),
                several => return Err(self.ambiguity_error(span, several)),
            },
            _ => return Ok(Vec::new()),
        };
        if new == old {
            return Ok(Vec::new());
        }
        let edits: Vec<Edit> = places.into_iter().map(|span| Edit { span, text: new.clone() }).collect();
        self.check_no_new_errors(&edits)?;
        Ok(edits)
    }

    fn ambiguity_error(&self, span: Span, several: &[usize]) -> EditError {
        let kinds: Vec<&str> = several.iter().map(|name| self.symbols.list[*name].kind.describe()).collect();
        let (line, _) = self.sources()[0].position(span.start as usize);
        EditError(format!("`{}` is ambiguous in line {line}: {}", self.text_of(span), kinds.join(" or ")))
    }

    fn name_places(&self, name: usize, new: &str) -> Result<Vec<Span>, EditError> {
        let symbol = &self.symbols.list[name];
        if let Some(below) = symbol.declarations.iter().find(|declared| declared.name.source > 0) {
            let file = self.sources().get(usize::from(below.name.source)).map_or("another file", Source::name);
            return Err(EditError(format!("`{}` is declared in {file}; rename it there", symbol.name)));
        }
        // A rule that is written as a move must be one word; loading the edited file checks this.
        check_name(new, symbol.kind == NameKind::Rule)?;
        for other in self.symbols.with_name(new).iter().filter(|other| **other != name) {
            let other = &self.symbols.list[*other];
            // A type and its members may share a word; two names of one kind may not.
            let apart = matches!(symbol.kind, NameKind::Rule | NameKind::Heuristic)
                != matches!(other.kind, NameKind::Rule | NameKind::Heuristic);
            let values = NameKindSet::VALUES.contains(symbol.kind) || NameKindSet::VALUES.contains(other.kind);
            let told_apart =
                !values && symbol.has_call_form != other.has_call_form && symbol.has_plain_form != other.has_plain_form;
            if !apart && !told_apart {
                let place = other.declarations.first().map(|declared| self.line_of(declared.name)).unwrap_or_default();
                return Err(EditError(format!("`{}` is {} already{place}", shorten(new), with_article(other.kind))));
            }
        }
        let mut places = Vec::new();
        for occurrence in self.name_occurrences(name) {
            if let Target::Names(names) = &occurrence.target
                && names.len() > 1
            {
                return Err(self.ambiguity_error(occurrence.span, names));
            }
            places.push(occurrence.span);
        }
        Ok(places)
    }

    fn check_local_name(&self, local: usize, new: &str) -> Result<(), EditError> {
        if !is_word(&new[1..]) {
            return Err(EditError(format!("`{}` is not a variable name; variables are written `$X`", shorten(new))));
        }
        let scope = range(self.occurrences.locals[local].scope);
        let in_scope = |other: &Range<usize>| other.start < scope.end && scope.start < other.end;
        let mut entries = self.document.sections.iter().flat_map(|section| &section.entries);
        let taken = |occurrence: &Occurrence, entry: &Range<usize>| match occurrence.target {
            Target::Local(other) => {
                self.occurrences.locals[other].name == new
                    && other != local
                    && entry.contains(&(occurrence.span.start as usize))
            }
            _ => false,
        };
        let found = entries.find_map(|entry| {
            let entry = range(entry.span());
            if !in_scope(&entry) {
                return None;
            }
            self.occurrences.list.iter().find(|occurrence| taken(occurrence, &entry))
        });
        match found {
            Some(other) => Err(EditError(format!("`{new}` is already used here{}", self.line_of(other.span)))),
            None => Ok(()),
        }
    }

    pub(super) fn line_of(&self, span: Span) -> String {
        match self.sources().get(usize::from(span.source)) {
            Some(source) if span.source > 0 => format!(", in {}", source.name()),
            Some(source) => format!(", in line {}", source.position(span.start as usize).0),
            None => String::new(),
        }
    }

    /// Returns an error if the edits introduce errors into a file without errors.
    fn check_no_new_errors(&self, edits: &[Edit]) -> Result<(), EditError> {
        if self.loaded.rules.is_none() {
            return Ok(());
        }
        self.load_edited(edits).map(|_| ())
    }

    /// Loads the text after edits; returns an error if the result has errors.
    pub(super) fn load_edited(&self, edits: &[Edit]) -> Result<LoadedGame, EditError> {
        let source = Source::new(self.sources()[0].name(), apply(self.text(), edits).as_bytes());
        let known = LoadedFiles(self.sources());
        let loaded = load_with(&source, &LoadRequest { options: &[], files: &known, pictures: &AllPictures });
        match loaded.diagnostics.iter().find(|diagnostic| diagnostic.severity == Severity::Error) {
            Some(error) => Err(EditError(format!("the file would have an error: {}", error.message))),
            None => Ok(loaded),
        }
    }
}

/// File provider that serves the sources already loaded, by their names.
struct LoadedFiles<'a>(&'a [Source]);

impl Files for LoadedFiles<'_> {
    fn read(&self, name: &str) -> Result<Source, String> {
        let file = |source: &&Source| source.name() == name || source.name().ends_with(&format!("/{name}"));
        self.0.iter().skip(1).find(file).cloned().ok_or_else(|| "it is not there any more".to_owned())
    }
}

fn range(span: Span) -> Range<usize> {
    span.start as usize..span.end as usize
}

/// Checks that a word is a valid name.
fn check_name(new: &str, several_words: bool) -> Result<(), EditError> {
    let shown = shorten(new);
    if several_words {
        let bad = new.is_empty() || new.contains(['\n', '\r']) || new.contains("//") || new == "default";
        return if bad { Err(EditError(format!("`{shown}` is not a rule name"))) } else { Ok(()) };
    }
    if !is_word(new) {
        let why = "names are one word of letters, digits and `_`, and begin with a letter";
        return Err(EditError(format!("`{shown}` is not a name: {why}")));
    }
    if vocabulary::is_reserved(new) {
        return Err(EditError(format!("`{shown}` is a word of the language")));
    }
    Ok(())
}

fn is_word(word: &str) -> bool {
    let of_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    word.chars().all(of_word) && word.starts_with(|first: char| of_word(first) && !first.is_ascii_digit())
}

fn with_article(kind: NameKind) -> String {
    let name = kind.describe();
    let article = if name.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {name}")
}
