//! The first stage of parsing: groups lines into sections, entries of keys and values, and named expressions.
//! Values remain unparsed text; the next stage is [`tree`](super::tree).

use std::collections::HashMap;

use boardwright_rules::Span;

use super::lines::{Line, significant_lines};
use super::words::{SECTIONS, Section};
use crate::Source;
use crate::diagnostic::{Diagnostic, Findings, Severity};
use crate::suggest::{did_you_mean, nearest, shorten};

/// A line `key=value`.
#[derive(Clone, Debug)]
pub(super) struct Field<'a> {
    /// Key in lower case.
    pub(super) key: String,
    /// Key as written.
    pub(super) written_key: &'a str,
    pub(super) key_span: Span,
    pub(super) value: Line<'a>,
}

/// An entry of a section with its fields.
#[derive(Clone, Debug)]
pub(super) struct SectionEntry<'a> {
    pub(super) section: Section,
    /// Value of the key that starts the entry.
    pub(super) starter: Line<'a>,
    /// Line that starts the entry.
    pub(super) span: Span,
    pub(super) fields: Vec<Field<'a>>,
}

/// A named expression: its header line and the lines of its body.
#[derive(Clone, Debug)]
pub(super) struct Definition<'a> {
    pub(super) header: Line<'a>,
    pub(super) body: Vec<Line<'a>>,
}

/// All entries of a file.
#[derive(Debug, Default)]
pub(super) struct FileEntries<'a> {
    /// Fields of the section `BOARD`.
    pub(super) board: Vec<Field<'a>>,
    /// Fields of the section `PLAYER NAMES`.
    pub(super) players: Vec<Field<'a>>,
    /// Entries of all other sections but `EXPRESSIONS`, in the order of the file.
    pub(super) entries: Vec<SectionEntry<'a>>,
    pub(super) definitions: Vec<Definition<'a>>,
}

impl<'a> FileEntries<'a> {
    /// Returns the entries of one section.
    pub(super) fn in_section(&self, section: Section) -> impl Iterator<Item = &SectionEntry<'a>> {
        self.entries.iter().filter(move |entry| entry.section == section)
    }
}

/// Splits a file into entries.
pub(super) fn read_entries<'a>(source: &'a Source, findings: &mut Findings) -> FileEntries<'a> {
    let mut reader = EntryReader {
        findings,
        out: FileEntries::default(),
        section: Some(Section::Board),
        last_entries: HashMap::new(),
    };
    let mut definition: Option<Definition> = None;
    for line in significant_lines(source, reader.findings) {
        if line.text.starts_with('[') {
            if let Some(unfinished) = definition.take() {
                reader.finish_unclosed_definition(unfinished);
            }
            reader.section = reader.parse_header(line);
        } else if let Some(section) =
            reader.can_be_header(definition.is_some(), line).then(|| reader.parse_bare_header(line)).flatten()
        {
            reader.section = Some(section);
        } else if reader.section == Some(Section::Expressions) {
            definition = reader.add_expression_line(definition, line);
        } else if let Some(section) = reader.section {
            reader.add_key_line(section, line);
        }
    }
    if let Some(unfinished) = definition {
        reader.finish_unclosed_definition(unfinished);
    }
    reader.out
}

struct EntryReader<'a, 'f> {
    findings: &'f mut Findings,
    out: FileEntries<'a>,
    /// `None` after an unrecognised header: the lines below it are skipped.
    section: Option<Section>,
    /// Index of the last entry of each section, by header.
    last_entries: HashMap<&'static str, usize>,
}

impl<'a> EntryReader<'a, '_> {
    fn parse_header(&mut self, line: Line<'a>) -> Option<Section> {
        let inner = line.text[1..].char_indices().next_back().map_or("", |(at, _)| &line.text[1..=at]);
        let name = inner.to_uppercase();
        let known = |name: &str| SECTIONS.iter().find(|(_, header)| *header == name).map(|(section, _)| *section);
        let closed = line.text.ends_with(']');
        if let Some(section) = known(&name) {
            if !closed {
                let message = "a section header must end with `]`; the last character of this one is treated as `]`";
                self.findings.add(Diagnostic::warning("section-bracket", line.span(), message));
            }
            return Some(section);
        }
        if self.findings.is_full(Severity::Error) {
            self.findings.add(Diagnostic::error("unknown-section", line.span(), ""));
            return None;
        }
        let headers = || SECTIONS.iter().skip(1).map(|(_, header)| *header);
        let blanks = known(name.trim()).filter(|_| closed);
        let unclosed = known(&line.text[1..].trim().to_uppercase());
        let near = nearest(name.trim(), headers()).and_then(known);
        let (shown, hint) = if blanks.is_some() {
            (inner, ", there must be no blanks inside the brackets".to_owned())
        } else if unclosed.is_some() {
            (&line.text[1..], ", its header must end with `]`".to_owned())
        } else {
            (inner, did_you_mean(name.trim(), headers()))
        };
        // Parsing continues with the section that was probably meant, so that one mistake causes one diagnostic.
        let meant = blanks.or(unclosed).or(near);
        let label = match meant {
            Some(section) => format!("expected `[{}]`", section.header()),
            None => "everything up to the next section is ignored".to_owned(),
        };
        let list = headers().map(|header| format!("[{header}]")).collect::<Vec<_>>().join(" ");
        self.findings.add(
            Diagnostic::error("unknown-section", line.span(), format!("unknown section \"{}\"{hint}", shorten(shown)))
                .label(label)
                .maybe_help(meant.is_none().then(|| format!("the sections are {list}"))),
        );
        meant
    }

    /// `true` if a line with the name of a section can only be a header without brackets.
    fn can_be_header(&self, in_definition: bool, line: Line<'a>) -> bool {
        match self.section {
            None => false,
            // A single word may be the name of an expression.
            Some(Section::Expressions) => !in_definition && line.text.contains(' '),
            Some(_) => true,
        }
    }

    /// Returns the section whose header without brackets this line is, and reports the missing brackets.
    fn parse_bare_header(&mut self, line: Line<'a>) -> Option<Section> {
        let (section, header) = SECTIONS.iter().skip(1).find(|(_, header)| header.eq_ignore_ascii_case(line.text))?;
        self.findings.add(
            Diagnostic::error("unknown-section", line.span(), "a section header must be in brackets")
                .label(format!("expected `[{header}]`")),
        );
        Some(*section)
    }

    fn add_expression_line(&mut self, open: Option<Definition<'a>>, line: Line<'a>) -> Option<Definition<'a>> {
        let is_end = line.text.eq_ignore_ascii_case("END");
        match open {
            Some(definition) if is_end => {
                self.finish_definition(definition);
                None
            }
            Some(mut definition) => {
                definition.body.push(line);
                Some(definition)
            }
            None => Some(Definition { header: line, body: Vec::new() }),
        }
    }

    fn finish_definition(&mut self, definition: Definition<'a>) {
        if definition.header.text.eq_ignore_ascii_case("END") {
            self.report_stray_end(&definition);
        }
        self.out.definitions.push(definition);
    }

    fn finish_unclosed_definition(&mut self, definition: Definition<'a>) {
        if definition.header.text.eq_ignore_ascii_case("END") {
            self.report_stray_end(&definition);
        } else {
            self.findings.add(
                Diagnostic::warning("missing-end", definition.header.span(), "this named expression has no END")
                    .label("begins here and extends to the end of the section")
                    .help("write a line END after its last line"),
            );
        }
        self.out.definitions.push(definition);
    }

    fn report_stray_end(&mut self, definition: &Definition<'a>) {
        let header = definition.header.span();
        let mut diagnostic = Diagnostic::warning("stray-end", header, "this END closes no named expression").label(
            if definition.body.is_empty() {
                "superfluous END"
            } else {
                "it begins an expression named END that contains the lines up to the next END"
            },
        );
        if let (Some(first), Some(last)) = (definition.body.first(), definition.body.last()) {
            diagnostic =
                diagnostic.related(first.span().to(last.span()), "these lines are ignored").help("remove this END");
        }
        self.findings.add(diagnostic);
    }

    fn add_key_line(&mut self, section: Section, line: Line<'a>) {
        let Some(at) = line.text.find('=') else {
            self.report_missing_equals(section, line);
            return;
        };
        let name = line.head_until(at);
        let lower = name.text.to_lowercase();
        let field = Field { key: lower, written_key: name.text, key_span: name.span(), value: line.tail_from(at + 1) };
        match section {
            // Written by hand in the style of the edition 2026, so blanks around the key are allowed.
            Section::Game => {
                if field.key.trim() != "edition" {
                    self.report_unknown_key(section, name);
                }
            }
            // The only case-sensitive key.
            Section::Board if name.text == "image" => self.out.board.push(field),
            Section::Board => self.report_unknown_key(section, name),
            Section::PlayerNames => self.out.players.push(field),
            Section::Expressions => {}
            _ if section.starter() == Some(&field.key) => {
                self.last_entries.insert(section.header(), self.out.entries.len());
                self.out.entries.push(SectionEntry {
                    section,
                    starter: field.value,
                    span: line.span(),
                    fields: Vec::new(),
                });
            }
            _ if !section.keys().contains(&field.key.as_str()) => self.report_unknown_key(section, name),
            _ => {
                if let Some(&entry) = self.last_entries.get(section.header()) {
                    self.out.entries[entry].fields.push(field);
                } else {
                    self.report_missing_entry(section, line, &field);
                }
            }
        }
    }

    fn report_missing_entry(&mut self, section: Section, line: Line<'a>, field: &Field<'a>) {
        let starter = section.starter().unwrap_or_default();
        let message = format!("`{}=` before any `{starter}=`", field.written_key);
        let label = format!("in [{}] every entry starts with a line `{starter}=`", section.header());
        self.findings.add(Diagnostic::error("no-entry", line.span(), message).label(label));
    }

    fn report_missing_equals(&mut self, section: Section, line: Line<'a>) {
        let mut diagnostic = Diagnostic::error("no-equals", line.span(), "expected a line `key=value`")
            .label("there is no `=` in this line");
        if let Some(colon) = line.text.find(':') {
            let (key, value) = (line.text[..colon].trim(), line.text[colon + 1..].trim());
            if section.keys().contains(&key.to_lowercase().as_str()) {
                diagnostic = diagnostic.help(format!("write `{key}={}`", shorten(value)));
            }
        } else if line.text.starts_with('#') || line.text.starts_with(';') || line.text.starts_with("/*") {
            diagnostic = diagnostic.help("a comment is a whole line that begins with `//`");
        }
        self.findings.add(diagnostic);
    }

    fn report_unknown_key(&mut self, section: Section, name: Line<'a>) {
        if self.findings.is_full(Severity::Warning) {
            self.findings.add(Diagnostic::warning("unknown-key", name.span(), ""));
            return;
        }
        let keys = section.keys();
        let key = name.text.to_lowercase();
        let trimmed = name.trimmed();
        let shown = shorten(trimmed.text);
        let diagnostic = if keys.contains(&key.trim()) && key.trim() != key {
            Diagnostic::warning("unknown-key", name.span(), format!("there must be no blank between `{shown}` and `=`"))
                .label("this line has no effect")
                .help(format!("write `{shown}=...`"))
        } else if section == Section::Board && key == "image" {
            Diagnostic::warning("unknown-key", name.span(), "here `image` must be in lower case")
                .label("this line has no effect")
        } else if name.text.starts_with("//") || name.text.starts_with('#') || name.text.starts_with(';') {
            Diagnostic::warning("unknown-key", name.span(), "this line has no effect")
                .help("a comment begins with `//`")
        } else {
            let message = format!("unknown key `{shown}`{}", did_you_mean(trimmed.text, keys.iter().copied()));
            let list = keys.iter().map(|key| format!("`{key}`")).collect::<Vec<_>>().join(" ");
            Diagnostic::warning("unknown-key", name.span(), message)
                .label("this line has no effect")
                .help(format!("the keys of [{}] are {list}", section.header()))
        };
        self.findings.add(diagnostic);
    }
}
