//! Giving a name of a file another word, at all its places at once.
//! It is refused, with a reason, wherever the file would not mean the same afterwards.

use std::ops::Range;

use boardwright_engine::rules::Span;

use super::edits::{Edit, apply};
use super::kinds::{Kinds, NameKind};
use super::occurrences::{Occurrence, Target};
use super::{Analysis, Refused};
use crate::suggest::shorten;
use crate::{AllPictures, Files, Loaded, Request, Severity, Source, keys, load_with};

impl Analysis {
    /// The word at a byte that could be given another name.
    pub fn renameable(&self, at: usize) -> Result<Span, Refused> {
        let Some(occurrence) = self.occurrence(at) else {
            return Err(Refused("there is no name here".to_owned()));
        };
        match &occurrence.target {
            Target::Names(_) | Target::Local(_) => Ok(occurrence.span),
            Target::Section(_) | Target::Key(..) | Target::Builtin(_) => {
                Err(Refused(format!("`{}` is a word of the language", self.text_of(occurrence.span))))
            }
        }
    }

    /// The changes that give the name at a byte another word everywhere in the file.
    pub fn rename(&self, at: usize, new: &str) -> Result<Vec<Edit>, Refused> {
        let span = self.renameable(at)?;
        let old = self.text_of(span);
        if self.occurrences.skipped {
            return Err(Refused("a value of this file is too long to be looked through".to_owned()));
        }
        let new = new.trim();
        let (places, new) = match self.occurrence(at).map(|occurrence| &occurrence.target) {
            Some(Target::Local(local)) => {
                let new = if new.starts_with('$') { new.to_owned() } else { format!("${new}") };
                self.local_may_be(*local, &new)?;
                (self.of_local(*local).map(|occurrence| occurrence.span).collect(), new)
            }
            Some(Target::Names(names)) => match names.as_slice() {
                [name] => (self.name_places(*name, new)?, new.to_owned()),
                several => return Err(self.ambiguous(span, several)),
            },
            _ => return Ok(Vec::new()),
        };
        if new == old {
            return Ok(Vec::new());
        }
        let edits: Vec<Edit> = places.into_iter().map(|span| Edit { span, text: new.clone() }).collect();
        self.means_the_same(&edits)?;
        Ok(edits)
    }

    fn ambiguous(&self, span: Span, several: &[usize]) -> Refused {
        let kinds: Vec<&str> = several.iter().map(|name| self.symbols.list[*name].kind.describe()).collect();
        let (line, _) = self.sources()[0].position(span.start as usize);
        Refused(format!("in line {line} `{}` can be {}", self.text_of(span), kinds.join(" or ")))
    }

    fn name_places(&self, name: usize, new: &str) -> Result<Vec<Span>, Refused> {
        let symbol = &self.symbols.list[name];
        if let Some(below) = symbol.declared.iter().find(|declared| declared.name.source > 0) {
            let file = self.sources().get(usize::from(below.name.source)).map_or("another file", Source::name);
            return Err(Refused(format!("`{}` is declared in {file}, where it would stay as it is", symbol.name)));
        }
        // Whether a rule is written as a move, and so must be one word, is found out with the whole file.
        well_formed(new, symbol.kind == NameKind::Rule)?;
        for other in self.symbols.named(new).iter().filter(|other| **other != name) {
            let other = &self.symbols.list[*other];
            // A type and what is of it may share a word; only what is of one kind may not.
            let apart = matches!(symbol.kind, NameKind::Rule | NameKind::Heuristic)
                != matches!(other.kind, NameKind::Rule | NameKind::Heuristic);
            let values = Kinds::VALUES.has(symbol.kind) || Kinds::VALUES.has(other.kind);
            let told_apart = !values && symbol.called != other.called && symbol.plain != other.plain;
            if !apart && !told_apart {
                let place = other.declared.first().map(|declared| self.line_of(declared.name)).unwrap_or_default();
                return Err(Refused(format!("`{}` is {} already{place}", shorten(new), a(other.kind))));
            }
        }
        let mut places = Vec::new();
        for occurrence in self.of_name(name) {
            if let Target::Names(names) = &occurrence.target
                && names.len() > 1
            {
                return Err(self.ambiguous(occurrence.span, names));
            }
            places.push(occurrence.span);
        }
        Ok(places)
    }

    fn local_may_be(&self, local: usize, new: &str) -> Result<(), Refused> {
        if !is_word(&new[1..]) {
            return Err(Refused(format!("`{}` is no name of a variable; such are written `$X`", shorten(new))));
        }
        let scope = range(self.occurrences.locals[local].scope);
        let in_scope = |other: &Range<usize>| other.start < scope.end && scope.start < other.end;
        let mut entries = self.page.sections.iter().flat_map(|section| &section.entries);
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
            Some(other) => Err(Refused(format!("`{new}` stands for something else here{}", self.line_of(other.span)))),
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

    /// Refuses changes after which a file without errors has some.
    fn means_the_same(&self, edits: &[Edit]) -> Result<(), Refused> {
        if self.loaded.rules.is_none() {
            return Ok(());
        }
        self.after(edits).map(|_| ())
    }

    /// The file after changes; refused if it has errors then.
    pub(super) fn after(&self, edits: &[Edit]) -> Result<Loaded, Refused> {
        let source = Source::new(self.sources()[0].name(), apply(self.text(), edits).as_bytes());
        let known = Known(self.sources());
        let loaded = load_with(&source, &Request { options: &[], files: &known, pictures: &AllPictures });
        match loaded.diagnostics.iter().find(|diagnostic| diagnostic.severity == Severity::Error) {
            Some(error) => Err(Refused(format!("the file would have an error: {}", error.message))),
            None => Ok(loaded),
        }
    }
}

/// Files that were read before, by the names under which they were.
struct Known<'a>(&'a [Source]);

impl Files for Known<'_> {
    fn read(&self, name: &str) -> Result<Source, String> {
        let file = |source: &&Source| source.name() == name || source.name().ends_with(&format!("/{name}"));
        self.0.iter().skip(1).find(file).cloned().ok_or_else(|| "it is not there any more".to_owned())
    }
}

fn range(span: Span) -> Range<usize> {
    span.start as usize..span.end as usize
}

/// Says why a word cannot be a name.
fn well_formed(new: &str, several_words: bool) -> Result<(), Refused> {
    let shown = shorten(new);
    if several_words {
        let bad = new.is_empty() || new.contains(['\n', '\r']) || new.contains("//") || new == "default";
        return if bad { Err(Refused(format!("`{shown}` is no name of a rule"))) } else { Ok(()) };
    }
    if !is_word(new) {
        let why = "names are one word of letters, digits and `_`, and begin with a letter";
        return Err(Refused(format!("`{shown}` is no name: {why}")));
    }
    if keys::is_taken(new) {
        return Err(Refused(format!("`{shown}` is a word of the language")));
    }
    Ok(())
}

fn is_word(word: &str) -> bool {
    let of_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    word.chars().all(of_word) && word.starts_with(|first: char| of_word(first) && !first.is_ascii_digit())
}

fn a(kind: NameKind) -> String {
    let name = kind.describe();
    let article = if name.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {name}")
}
