//! Outline of a file (document symbols): its sections and their entries.
//! Base files are not included.

use boardwright_rules::Span;

use super::Analysis;
use super::document::{Entry, Section};
use super::name_kinds::NameKind;
use super::symbols::declared_name;
use crate::syntax::kinds::SyntaxKind;

/// A section or an entry of the outline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outline {
    /// Name; for entries without a name, the value of their first key.
    pub name: String,
    /// Additional information, such as the type; may be empty.
    pub detail: String,
    /// Kind of the name; `None` for sections.
    pub kind: Option<NameKind>,
    /// Span of the whole item.
    pub span: Span,
    /// Span of the name.
    pub name_span: Span,
    /// Entries of a section.
    pub children: Vec<Outline>,
}

impl Analysis {
    /// Sections with their entries, in file order.
    pub fn symbols(&self) -> Vec<Outline> {
        self.document.sections.iter().map(|section| self.section(section)).collect()
    }

    fn section(&self, section: &Section) -> Outline {
        let head = Span::new(section.span.start as usize, section.head_end);
        let name = section.name.map_or_else(String::new, |name| name.text(self.text()).to_owned());
        let children = match section.known.map(|known| known.entry_start) {
            Some(crate::vocabulary::EntryStart::SingleEntry) | None => Vec::new(),
            Some(_) => section.entries.iter().filter_map(|entry| self.entry(section, entry)).collect(),
        };
        let name = if name.is_empty() { "[]".to_owned() } else { name };
        Outline { name, detail: String::new(), kind: None, span: section.span, name_span: head, children }
    }

    fn entry(&self, section: &Section, entry: &Entry) -> Option<Outline> {
        let first = entry.pairs.first()?;
        let text = self.text();
        let declared = declared_name(section, first, text);
        let (name, name_span) = match declared {
            // A family is shown with its indices.
            Some((name, _)) if name.kind == SyntaxKind::Word && name != first.key => {
                let span = Span::new(name.start, first.end());
                (self.text_of(span).to_owned(), span)
            }
            Some((name, _)) => {
                let params: Vec<&str> = first.params.iter().map(|param| param.text(text)).collect();
                let brackets = if params.is_empty() { String::new() } else { format!("({})", params.join(", ")) };
                (format!("{}{brackets}", name.text(text)), name.span())
            }
            None => {
                let span = first.value.first().map_or(first.key.span(), |value| Span::new(value.start, first.end()));
                (self.text_of(span).to_owned(), span)
            }
        };
        let kind_of = entry.all(text, "type").chain(entry.all(text, "element")).next();
        let detail = kind_of.and_then(|pair| pair.value.first().map(|first| Span::new(first.start, pair.end())));
        let one_line = |text: &str| text.lines().next().unwrap_or_default().trim().to_owned();
        let name = one_line(&name);
        Some(Outline {
            // Editors reject symbols with an empty name.
            name: if name.is_empty() { first.key.text(text).to_owned() } else { name },
            detail: detail.map_or_else(String::new, |span| one_line(self.text_of(span))),
            kind: section.known.and_then(|known| NameKind::of_section(known.name)),
            span: entry.span(),
            name_span,
            children: Vec::new(),
        })
    }
}
