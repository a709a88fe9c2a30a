//! The first step: lines to sections, entries with their keys and values, and named expressions with their lines.
//! Values are still plain text; the next step is [`tree`](super::tree).

use std::collections::HashMap;

use boardwright_engine::rules::Span;

use super::lines::{Line, lines};
use super::words::{SECTIONS, Section};
use crate::Source;
use crate::diagnostic::{Diagnostic, Findings, Severity};
use crate::suggest::{did_you_mean, nearest, shorten};

/// A line `key=value`.
#[derive(Clone, Debug)]
pub(super) struct Field<'a> {
    /// In lower case.
    pub(super) key: String,
    /// As it is written.
    pub(super) written: &'a str,
    pub(super) key_span: Span,
    pub(super) value: Line<'a>,
}

/// A thing with its keys.
#[derive(Clone, Debug)]
pub(super) struct Entry<'a> {
    pub(super) section: Section,
    /// The value of the key that starts it.
    pub(super) starter: Line<'a>,
    /// The line that starts it.
    pub(super) span: Span,
    pub(super) fields: Vec<Field<'a>>,
}

/// A named expression.
#[derive(Clone, Debug)]
pub(super) struct Definition<'a> {
    pub(super) header: Line<'a>,
    pub(super) body: Vec<Line<'a>>,
}

/// A file taken apart.
#[derive(Debug, Default)]
pub(super) struct Entries<'a> {
    /// Of the section `BOARD`.
    pub(super) board: Vec<Field<'a>>,
    /// Of the section `PLAYER NAMES`.
    pub(super) players: Vec<Field<'a>>,
    /// Of all other sections but `EXPRESSIONS`, in the order of the file.
    pub(super) things: Vec<Entry<'a>>,
    pub(super) definitions: Vec<Definition<'a>>,
}

impl<'a> Entries<'a> {
    /// The entries of one section.
    pub(super) fn of(&self, section: Section) -> impl Iterator<Item = &Entry<'a>> {
        self.things.iter().filter(move |entry| entry.section == section)
    }
}

/// Takes a file apart.
pub(super) fn entries<'a>(source: &'a Source, findings: &mut Findings) -> Entries<'a> {
    let mut reader = Reader { findings, out: Entries::default(), section: Some(Section::Board), open: HashMap::new() };
    let mut definition: Option<Definition> = None;
    for line in lines(source, reader.findings) {
        if line.text.starts_with('[') {
            if let Some(unfinished) = definition.take() {
                reader.unfinished(unfinished);
            }
            reader.section = reader.header(line);
        } else if let Some(section) =
            reader.may_be_header(definition.is_some(), line).then(|| reader.bare_header(line)).flatten()
        {
            reader.section = Some(section);
        } else if reader.section == Some(Section::Expressions) {
            definition = reader.expression_line(definition, line);
        } else if let Some(section) = reader.section {
            reader.key_line(section, line);
        }
    }
    if let Some(unfinished) = definition {
        reader.unfinished(unfinished);
    }
    reader.out
}

struct Reader<'a, 'f> {
    findings: &'f mut Findings,
    out: Entries<'a>,
    /// `None` after a header that is nothing like a known one: what follows cannot be understood.
    section: Option<Section>,
    /// By header: the last entry of each section.
    open: HashMap<&'static str, usize>,
}

impl<'a> Reader<'a, '_> {
    fn header(&mut self, line: Line<'a>) -> Option<Section> {
        let inner = line.text[1..].char_indices().next_back().map_or("", |(at, _)| &line.text[1..=at]);
        let name = inner.to_uppercase();
        let known = |name: &str| SECTIONS.iter().find(|(_, header)| *header == name).map(|(section, _)| *section);
        let closed = line.text.ends_with(']');
        if let Some(section) = known(&name) {
            if !closed {
                let message = "a section header ends with `]`; the last character of this one is taken for it";
                self.findings.add(Diagnostic::warning("section-bracket", line.span(), message));
            }
            return Some(section);
        }
        if self.findings.full(Severity::Error) {
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
        // What was probably meant is gone on with, so that one mistake does not look like many.
        let meant = blanks.or(unclosed).or(near);
        let label = match meant {
            Some(section) => format!("expected `[{}]`", section.header()),
            None => "everything up to the next section is left out".to_owned(),
        };
        let list = headers().map(|header| format!("[{header}]")).collect::<Vec<_>>().join(" ");
        self.findings.add(
            Diagnostic::error("unknown-section", line.span(), format!("unknown section \"{}\"{hint}", shorten(shown)))
                .label(label)
                .maybe_help(meant.is_none().then(|| format!("the sections are {list}"))),
        );
        meant
    }

    /// Whether nothing else than a header can be meant by a line that is called like a section.
    fn may_be_header(&self, in_definition: bool, line: Line<'a>) -> bool {
        match self.section {
            None => false,
            // A single word may be the name of an expression.
            Some(Section::Expressions) => !in_definition && line.text.contains(' '),
            Some(_) => true,
        }
    }

    /// The section whose header this line would be if it stood in brackets, after telling that it should.
    fn bare_header(&mut self, line: Line<'a>) -> Option<Section> {
        let (section, header) = SECTIONS.iter().skip(1).find(|(_, header)| header.eq_ignore_ascii_case(line.text))?;
        self.findings.add(
            Diagnostic::error("unknown-section", line.span(), "the header of a section stands in brackets")
                .label(format!("expected `[{header}]`")),
        );
        Some(*section)
    }

    fn expression_line(&mut self, open: Option<Definition<'a>>, line: Line<'a>) -> Option<Definition<'a>> {
        let is_end = line.text.eq_ignore_ascii_case("END");
        match open {
            Some(definition) if is_end => {
                self.finished(definition);
                None
            }
            Some(mut definition) => {
                definition.body.push(line);
                Some(definition)
            }
            None => Some(Definition { header: line, body: Vec::new() }),
        }
    }

    fn finished(&mut self, definition: Definition<'a>) {
        if definition.header.text.eq_ignore_ascii_case("END") {
            self.stray_end(&definition);
        }
        self.out.definitions.push(definition);
    }

    fn unfinished(&mut self, definition: Definition<'a>) {
        if definition.header.text.eq_ignore_ascii_case("END") {
            self.stray_end(&definition);
        } else {
            self.findings.add(
                Diagnostic::warning("missing-end", definition.header.span(), "this named expression has no END")
                    .label("begins here and goes on to the end of the section")
                    .help("write a line END after its last line"),
            );
        }
        self.out.definitions.push(definition);
    }

    fn stray_end(&mut self, definition: &Definition<'a>) {
        let header = definition.header.span();
        let mut diagnostic =
            Diagnostic::warning("stray-end", header, "this END ends nothing").label(if definition.body.is_empty() {
                "one END too many"
            } else {
                "it begins an expression named END, which takes the lines after it up to the next END"
            });
        if let (Some(first), Some(last)) = (definition.body.first(), definition.body.last()) {
            diagnostic =
                diagnostic.related(first.span().to(last.span()), "these lines are lost").help("remove this END");
        }
        self.findings.add(diagnostic);
    }

    fn key_line(&mut self, section: Section, line: Line<'a>) {
        let Some(at) = line.text.find('=') else {
            self.no_equals(section, line);
            return;
        };
        let name = line.until(at);
        let lower = name.text.to_lowercase();
        let field = Field { key: lower, written: name.text, key_span: name.span(), value: line.from(at + 1) };
        match section {
            // Written by hand in the style of the later edition, so blanks are no matter.
            Section::Game => {
                if field.key.trim() != "edition" {
                    self.unknown_key(section, name);
                }
            }
            // The only key whose case counts.
            Section::Board if name.text == "image" => self.out.board.push(field),
            Section::Board => self.unknown_key(section, name),
            Section::PlayerNames => self.out.players.push(field),
            Section::Expressions => {}
            _ if section.starter() == Some(&field.key) => {
                self.open.insert(section.header(), self.out.things.len());
                self.out.things.push(Entry { section, starter: field.value, span: line.span(), fields: Vec::new() });
            }
            _ if !section.keys().contains(&field.key.as_str()) => self.unknown_key(section, name),
            _ => {
                if let Some(&entry) = self.open.get(section.header()) {
                    self.out.things[entry].fields.push(field);
                } else {
                    self.no_entry(section, line, &field);
                }
            }
        }
    }

    fn no_entry(&mut self, section: Section, line: Line<'a>, field: &Field<'a>) {
        let starter = section.starter().unwrap_or_default();
        let message = format!("`{}=` before any `{starter}=`", field.written);
        let label = format!("in [{}] every entry starts with a line `{starter}=`", section.header());
        self.findings.add(Diagnostic::error("no-entry", line.span(), message).label(label));
    }

    fn no_equals(&mut self, section: Section, line: Line<'a>) {
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

    fn unknown_key(&mut self, section: Section, name: Line<'a>) {
        if self.findings.full(Severity::Warning) {
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
