//! What there is to say of the word at a place.
//! The language's own words are explained by its registry; a name by where it is declared and what came of it.

use std::fmt::Write as _;

use boardwright_engine::rules::{FamilyKind, Span};

use super::Analysis;
use super::kinds::NameKind;
use super::occurrences::Target;
use super::symbols::Symbol;
use crate::keys::{Builtin, Example, Form, Key, Opens, Section};

/// What is shown of a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// The word.
    pub span: Span,
    /// What is said of it, in Markdown.
    pub markdown: String,
}

/// Longer declarations are cut.
const MOST_LINES: usize = 8;

impl Analysis {
    /// What there is to say of the word at a byte.
    pub fn hover(&self, at: usize) -> Option<Hover> {
        let occurrence = self.occurrence(at)?;
        let markdown = match &occurrence.target {
            Target::Section(section) => of_section(section),
            Target::Key(section, key) => of_key(section, key),
            Target::Builtin(builtin) => of_builtin(builtin),
            Target::Names(names) => {
                let each = names.iter().map(|name| self.of_symbol(&self.symbols.list[*name]));
                each.collect::<Vec<_>>().join("\n\n---\n\n")
            }
            Target::Local(local) => {
                let declared = self.definition(at).first().map_or_else(String::new, |span| self.line_at(*span));
                let name = &self.occurrences.locals[*local].name;
                format!("local variable `{name}`\n\n{}", fenced(&declared))
            }
        };
        Some(Hover { span: occurrence.span, markdown })
    }

    pub(super) fn of_symbol(&self, symbol: &Symbol) -> String {
        let mut said = format!("{} `{}`", symbol.kind.describe(), symbol.name);
        let mut notes = Vec::new();
        if let Some(count) = self.members(symbol) {
            notes.push(format!("a family of {count}"));
        }
        match symbol.kind {
            NameKind::Option => {
                let option = self.loaded.options.iter().find(|option| option.name == symbol.name);
                notes.extend(option.map(|option| format!("{}; without a choice {}", option.values, option.default)));
            }
            NameKind::State => notes.extend(self.state_numbers(&symbol.name)),
            _ => {}
        }
        if !notes.is_empty() {
            let _ = write!(said, ": {}", notes.join(", "));
        }
        for declared in symbol.declared.iter().take(3) {
            let span = if symbol.kind == NameKind::Variable { declared.entry } else { declared.pair };
            let text = self.text_of(span);
            let cut: Vec<&str> = text.lines().take(MOST_LINES).collect();
            let _ = write!(said, "\n\n{}", fenced(&cut.join("\n")));
            if declared.pair.source > 0
                && let Some(source) = self.sources().get(usize::from(declared.pair.source))
            {
                let _ = write!(said, "\n\nin {}", source.name());
            }
        }
        if symbol.declared.len() > 3 {
            let _ = write!(said, "\n\nand {} more", symbol.declared.len() - 3);
        }
        said
    }

    /// How many members a family has, if the file can be read so far.
    fn members(&self, symbol: &Symbol) -> Option<usize> {
        let rules = self.loaded.rules.as_ref().filter(|_| symbol.called)?;
        let kind = match symbol.kind {
            NameKind::Element => FamilyKind::Element,
            NameKind::Location => FamilyKind::Location,
            NameKind::ElementType => FamilyKind::ElementType,
            NameKind::LocationType => FamilyKind::LocationType,
            NameKind::Direction => FamilyKind::Direction,
            NameKind::Relation => FamilyKind::Relation,
            NameKind::Variable => FamilyKind::Global,
            _ => return None,
        };
        let family = rules.families.iter().find(|family| family.kind == kind && family.name == symbol.name);
        family.map(|family| family.members.len())
    }

    /// Which number a state has, of which types.
    fn state_numbers(&self, name: &str) -> Vec<String> {
        let Some(rules) = self.loaded.rules.as_ref() else { return Vec::new() };
        let of_type = rules.element_types.iter().filter_map(|kind| {
            let at = kind.state_names.iter().position(|state| state == name)?;
            Some(format!("number {} of `{}`", at + 1, kind.name))
        });
        of_type.take(4).collect()
    }

    fn line_at(&self, span: Span) -> String {
        let text = self.text();
        let (start, end) = (span.start as usize, span.end as usize);
        let from = text[..start].rfind(['\n', '\r']).map_or(0, |at| at + 1);
        let to = text[end..].find(['\n', '\r']).map_or(text.len(), |at| end + at);
        text[from..to].trim().to_owned()
    }
}

fn fenced(lines: &str) -> String {
    format!("```game\n{}\n```", lines.trim_end())
}

pub(super) fn of_section(section: &Section) -> String {
    let keys: Vec<String> = section.keys.iter().map(|key| format!("`{}`", key.name)).collect();
    let keys = match (keys.is_empty(), section.opens) {
        (true, _) | (_, Opens::Every(_)) => String::new(),
        (false, _) => format!("\n\nKeys: {}.", keys.join(", ")),
    };
    format!("section `[{}]`\n\n{}{keys}", section.name, section.doc)
}

pub(super) fn of_key(section: &Section, key: &Key) -> String {
    let takes = match key.form {
        Form::Words(words) => words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", "),
        form => form.describe().to_owned(),
    };
    let again = if key.repeats { ", may be given several times" } else { "" };
    let Key { name, doc, example, .. } = key;
    format!("key `{name}` of `[{}]`: {takes}{again}\n\n{doc}\n\n{}", section.name, fenced(example))
}

pub(super) fn of_builtin(builtin: &Builtin) -> String {
    let example = match builtin.example {
        Example::Gives(expression, value) => format!("`{expression}` gives `{value}`."),
        Example::Lines(lines) => fenced(lines),
    };
    format!("{}\n\n{}\n\n{example}", fenced(builtin.signature), builtin.doc)
}
