//! Hover texts for the word at a position.
//! Words of the language show their registry entry; names of the file show their declaration and resolved values.

use std::fmt::Write as _;

use boardwright_rules::{FamilyKind, Span};

use super::Analysis;
use super::name_kinds::NameKind;
use super::occurrences::Target;
use super::symbols::Symbol;
use crate::vocabulary::{Builtin, EntryStart, Example, Key, Section, ValueSyntax};

/// Hover text of a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// Span of the word.
    pub span: Span,
    /// The text in Markdown.
    pub markdown: String,
}

/// Maximum number of lines shown of a declaration.
const MAX_LINES: usize = 8;

impl Analysis {
    /// Returns the hover text for the word at a byte offset.
    pub fn hover(&self, at: usize) -> Option<Hover> {
        let occurrence = self.occurrence(at)?;
        let markdown = match &occurrence.target {
            Target::Section(section) => section_markdown(section),
            Target::Key(section, key) => key_markdown(section, key),
            Target::Builtin(builtin) => builtin_markdown(builtin),
            Target::Names(names) => {
                let each = names.iter().map(|name| self.symbol_markdown(&self.symbols.list[*name]));
                each.collect::<Vec<_>>().join("\n\n---\n\n")
            }
            Target::Local(local) => {
                let declared = self.definition(at).first().map_or_else(String::new, |span| self.line_at(*span));
                let name = &self.occurrences.locals[*local].name;
                format!("local variable `{name}`\n\n{}", code_block(&declared))
            }
        };
        Some(Hover { span: occurrence.span, markdown })
    }

    pub(super) fn symbol_markdown(&self, symbol: &Symbol) -> String {
        let mut markdown = format!("{} `{}`", symbol.kind.describe(), symbol.name);
        let mut notes = Vec::new();
        if let Some(count) = self.member_count(symbol) {
            notes.push(format!("a family of {count}"));
        }
        match symbol.kind {
            NameKind::Option => {
                let option = self.loaded.options.iter().find(|option| option.name == symbol.name);
                notes.extend(option.map(|option| format!("{}; default {}", option.values, option.default)));
            }
            NameKind::State => notes.extend(self.state_numbers(&symbol.name)),
            _ => {}
        }
        if !notes.is_empty() {
            let _ = write!(markdown, ": {}", notes.join(", "));
        }
        for declared in symbol.declarations.iter().take(3) {
            let span = if symbol.kind == NameKind::Variable { declared.entry } else { declared.pair };
            let text = self.text_of(span);
            let cut: Vec<&str> = text.lines().take(MAX_LINES).collect();
            let _ = write!(markdown, "\n\n{}", code_block(&cut.join("\n")));
            if declared.pair.source > 0
                && let Some(source) = self.sources().get(usize::from(declared.pair.source))
            {
                let _ = write!(markdown, "\n\nin {}", source.name());
            }
        }
        if symbol.declarations.len() > 3 {
            let _ = write!(markdown, "\n\nand {} more", symbol.declarations.len() - 3);
        }
        markdown
    }

    /// Number of members of a family; `None` if the file has errors.
    fn member_count(&self, symbol: &Symbol) -> Option<usize> {
        let rules = self.loaded.rules.as_ref().filter(|_| symbol.has_call_form)?;
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

    /// Numbers of the state in the element types that have it.
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

fn code_block(lines: &str) -> String {
    format!("```game\n{}\n```", lines.trim_end())
}

pub(super) fn section_markdown(section: &Section) -> String {
    let keys: Vec<String> = section.keys.iter().map(|key| format!("`{}`", key.name)).collect();
    let keys = match (keys.is_empty(), section.entry_start) {
        (true, _) | (_, EntryStart::EveryKey(_)) => String::new(),
        (false, _) => format!("\n\nKeys: {}.", keys.join(", ")),
    };
    format!("section `[{}]`\n\n{}{keys}", section.name, section.doc)
}

pub(super) fn key_markdown(section: &Section, key: &Key) -> String {
    let takes = match key.syntax {
        ValueSyntax::Words(words) => words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", "),
        form => form.describe().to_owned(),
    };
    let again = if key.is_repeatable { ", repeatable" } else { "" };
    let Key { name, doc, example, .. } = key;
    format!("key `{name}` of `[{}]`: {takes}{again}\n\n{doc}\n\n{}", section.name, code_block(example))
}

pub(super) fn builtin_markdown(builtin: &Builtin) -> String {
    let example = match builtin.example {
        Example::Evaluates(expression, value) => format!("`{expression}` evaluates to `{value}`."),
        Example::Lines(lines) => code_block(lines),
    };
    format!("{}\n\n{}\n\n{example}", code_block(builtin.signature), builtin.doc)
}
