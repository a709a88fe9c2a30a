//! Quick fixes that add, change or remove sections, entries and keys of a game file, by the codes of the diagnostics.

use super::super::document::{Entry, Pair, Section, Token};
use super::super::edits::LineEditor;
use super::super::name_kinds::NameKind;
use super::super::{Analysis, Edit, ValuePath};
use crate::Diagnostic;
use crate::suggest::shorten;
use crate::syntax::kinds::SyntaxKind;

/// Title and edits of a fix.
type Fix = (String, Vec<Edit>);

/// Players of a game that has none.
const PLAYERS: [(&str, &str); 2] = [("1", "White #f0f0f0"), ("2", "Black #202020")];

impl Analysis {
    /// Fixes of a diagnostic that are more than the correction of a word.
    pub(super) fn structural_fixes(&self, diagnostic: &Diagnostic) -> Vec<Fix> {
        let at = diagnostic.span.start as usize;
        let one = |fix: Option<Fix>| fix.into_iter().collect();
        match diagnostic.code {
            "no-rules" => {
                one(self.new_entry("RULES", &[("name", "move"), ("element", "any"), ("from", "any"), ("to", "any")]))
            }
            "no-end" => one(self.new_entry("END OF GAME", &[("situation", "NOMOVES"), ("winner", "MOVER")])),
            "no-players" => one(self.players()),
            "edition" | "no-game" => one(self.edition_line(diagnostic)),
            "missing-key" => one(self.missing_key(diagnostic)),
            "unknown-name" => self.new_name(diagnostic).into_iter().collect(),
            "unused-expression" | "unused-name" | "unplaced-type" => one(self.without_entry(at)),
            "unused-variable" => one(self.without_binding(diagnostic).or_else(|| self.without_entry(at))),
            "duplicate-key" => one(self.without_pair(at)),
            "assignment" => one(self.comparison(diagnostic)),
            "no-capture" => one(self.capture(at)),
            "syntax" if diagnostic.label.starts_with("expected no blank") => one(self.without_indentation(at)),
            _ => Vec::new(),
        }
    }

    fn new_entry(&self, section: &str, pairs: &[(&str, &str)]) -> Option<Fix> {
        Some((format!("Add a section [{section}]"), self.add_entry(section, pairs).ok()?))
    }

    fn players(&self) -> Option<Fix> {
        let mut edits = self.add_entry("PLAYERS", &PLAYERS[..1]).ok()?;
        let eol = LineEditor::new(self.text()).eol();
        let first = edits.first_mut()?;
        let (number, name) = PLAYERS[1];
        // The section may be followed by an empty line.
        let line = format!("{} = {}", PLAYERS[0].0, PLAYERS[0].1);
        let end = first.text.find(&line)? + line.len();
        first.text.insert_str(end, &format!("{eol}{number} = {name}"));
        Some(("Add a section [PLAYERS]".to_owned(), edits))
    }

    fn edition_line(&self, diagnostic: &Diagnostic) -> Option<Fix> {
        let text = self.text();
        let eol = LineEditor::new(text).eol();
        let wants = |part: &str| diagnostic.help.as_ref().is_some_and(|help| help.starts_with(part));
        let title = "Add `edition = 2026`".to_owned();
        if wants("add `edition = 2026` below") {
            let end = LineEditor::new(text).line_end(diagnostic.span.end as usize);
            return Some((title, vec![Edit::new(end, end, format!("{eol}edition = 2026"))]));
        }
        let head = format!("[GAME]{eol}edition = 2026{eol}{eol}");
        let is_empty = diagnostic.code == "no-game" && text.trim().is_empty();
        (wants("add `[GAME]`") || is_empty).then(|| (title, vec![Edit::new(0, 0, head)]))
    }

    /// Entry that contains a byte, with its section and its index among the entries of all sections of this name.
    fn entry_at(&self, at: usize) -> Option<(&Section, usize, &Entry)> {
        let contains = |entry: &Entry| (entry.span().start as usize..=entry.span().end as usize).contains(&at);
        let section = self.document.section_at(at)?;
        let known = section.known?;
        let entries = self.document.sections_named(known.name).flat_map(|section| &section.entries);
        let (index, entry) = entries.enumerate().find(|(_, entry)| contains(entry))?;
        Some((section, index, entry))
    }

    /// Adds the key that an entry lacks, with a value that fits: a name of the file, or that of the reference's example.
    fn missing_key(&self, diagnostic: &Diagnostic) -> Option<Fix> {
        let (_, key) = diagnostic.label.split_once("expected `")?;
        let (key, _) = key.split_once(" = ")?;
        let (section, index, entry) = self.entry_at(diagnostic.span.start as usize)?;
        let known = section.known?;
        if entry.all(self.text(), key).next().is_some() {
            return None;
        }
        let kind = match (known.name, key) {
            ("ELEMENTS", "type") => Some(NameKind::ElementType),
            ("LOCATIONS", "type") => Some(NameKind::LocationType),
            _ => None,
        };
        let named = kind.and_then(|kind| self.symbols.list.iter().find(|symbol| symbol.kind == kind));
        let value = match (named, known.name, key) {
            (Some(symbol), ..) => symbol.name.clone(),
            (None, "RULES", "from" | "to" | "element") => "any".to_owned(),
            // The values of an option depend on its default value.
            (None, "OPTIONS", _) => return None,
            _ => example_value(known.key(key)?.example, key)?,
        };
        let place = ValuePath { section: known.name, entry: index, key, nth: 0 };
        let edits = self.set_value(&place, &value).ok()?;
        Some((format!("Add `{key} = {}`", shorten(value.lines().next().unwrap_or_default())), edits))
    }

    /// Adds an entry for an unknown name whose section the diagnostic names.
    fn new_name(&self, diagnostic: &Diagnostic) -> Option<Fix> {
        let text = self.text();
        let name = text.get(diagnostic.span.start as usize..diagnostic.span.end as usize)?;
        let is_name = name.chars().all(|letter| letter.is_alphanumeric() || letter == '_');
        let help = diagnostic.help.as_deref().unwrap_or_default();
        let (section, pairs): (_, &[(&str, &str)]) = if diagnostic.label == "expected an entry of [VARIABLES]" {
            ("VARIABLES", &[("name", name), ("initial", "0")])
        } else if help.starts_with("types are entries of [ELEMENT TYPES]") {
            ("ELEMENT TYPES", &[("name", name)])
        } else if help.starts_with("types are entries of [LOCATION TYPES]") {
            ("LOCATION TYPES", &[("name", name)])
        } else {
            return None;
        };
        let edits = is_name.then(|| self.add_entry(section, pairs).ok())??;
        Some((format!("Add `{}` to [{section}]", shorten(name)), edits))
    }

    fn without_entry(&self, at: usize) -> Option<Fix> {
        let (section, index, entry) = self.entry_at(at)?;
        let name = entry.pairs.first()?;
        let named = name.value.first().filter(|_| name.params.is_empty() && name.key.text(self.text()) == "name");
        let name = named.unwrap_or(&name.key).text(self.text());
        let edits = self.remove_entry(section.known?.name, index).ok()?;
        Some((format!("Remove `{}`", shorten(name)), edits))
    }

    /// Removes a line `$V = value` whose variable nothing reads. The value goes on to the next line of less indentation or
    /// the next expression, so only a value of one line is removed.
    fn without_binding(&self, diagnostic: &Diagnostic) -> Option<Fix> {
        let text = self.text();
        let at = diagnostic.span.start as usize;
        let name = text.get(at..diagnostic.span.end as usize).filter(|name| name.starts_with('$'))?;
        let (_, _, pair) = self.document.pair_at(at)?;
        let start = text[..at].rfind(['\n', '\r']).map_or(0, |end| end + 1);
        let is_own_line = text[start..at].trim().is_empty() && pair.key.start < start;
        let end = LineEditor::new(text).line_end(at);
        let opened = |token: &&Token| (at..end).contains(&token.start);
        let depth: i32 = pair.value.iter().filter(opened).map(depth_change).sum();
        (is_own_line && depth == 0)
            .then(|| (format!("Remove the line of `{name}`"), vec![LineEditor::new(text).remove(at, end)]))
    }

    fn without_pair(&self, at: usize) -> Option<Fix> {
        let (_, _, entry) = self.entry_at(at)?;
        let pair = entry.pairs.iter().find(|pair| pair.key.start == at)?;
        let key = pair.key.text(self.text());
        let edit = LineEditor::new(self.text()).remove(pair.key.start, pair.end());
        Some((format!("Remove this `{}`", shorten(key)), vec![edit]))
    }

    /// Makes a comparison of an assignment that stands in the place of a condition.
    fn comparison(&self, diagnostic: &Diagnostic) -> Option<Fix> {
        let (_, _, pair) = self.document.pair_at(diagnostic.span.start as usize + 1)?;
        let range = diagnostic.span.start as usize..diagnostic.span.end as usize;
        let is_sign = |token: &&Token| token.kind == SyntaxKind::Equals && range.contains(&token.start);
        let sign = pair.value.iter().find(is_sign)?;
        Some(("Compare with `==`".to_owned(), vec![Edit::new(sign.start, sign.end, "==")]))
    }

    fn capture(&self, at: usize) -> Option<Fix> {
        let (section, index, _) = self.entry_at(at)?;
        let place = ValuePath { section: section.known?.name, entry: index, key: "capture", nth: 0 };
        Some(("Add `capture = may` to the rule".to_owned(), self.set_value(&place, "may").ok()?))
    }

    fn without_indentation(&self, at: usize) -> Option<Fix> {
        let start = self.text()[..at].trim_end_matches([' ', '\t']).len();
        (start < at).then(|| ("Remove the blanks before it".to_owned(), vec![Edit::new(start, at, "")]))
    }
}

fn depth_change(token: &Token) -> i32 {
    match token.kind {
        SyntaxKind::OpenBracket | SyntaxKind::OpenBrace => 1,
        SyntaxKind::CloseBracket | SyntaxKind::CloseBrace => -1,
        _ => 0,
    }
}

/// Value of a key in the lines of an example.
fn example_value(example: &str, key: &str) -> Option<String> {
    let source = crate::Source::new("", example.as_bytes());
    let page = super::super::document::Document::new(&crate::syntax::parse(&source, 0).tree, source.text());
    let mut pairs = page.sections.iter().flat_map(|section| &section.entries).flat_map(|entry| &entry.pairs);
    let pair: &Pair = pairs.find(|pair| pair.key.text(source.text()) == key)?;
    Some(LineEditor::new(source.text()).value(pair).join("\n"))
}
