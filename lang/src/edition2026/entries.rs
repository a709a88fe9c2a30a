//! Groups the pairs of a file into entries: the pairs of one location, one rule, one option.
//! Values are not interpreted here.

use std::collections::{BTreeMap, HashMap, HashSet};

use boardwright_rules::Span;

use crate::Diagnostic;
use crate::diagnostic::Findings;
use crate::suggest::shorten;
use crate::syntax::ast::{self, Expr, ExprKind, KeyValue, Value};
use crate::vocabulary;

/// Sections of the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum SectionKind {
    Game,
    Board,
    Options,
    Texts,
    Players,
    ElementTypes,
    LocationTypes,
    Locations,
    Elements,
    Relations,
    Directions,
    Variables,
    Expressions,
    Rules,
    Scorings,
    Ends,
    Heuristics,
    ColourClasses,
}

/// Names of the sections in the registry.
const PARTS: [(&str, SectionKind); 18] = [
    ("GAME", SectionKind::Game),
    ("BOARD", SectionKind::Board),
    ("OPTIONS", SectionKind::Options),
    ("TEXTS", SectionKind::Texts),
    ("PLAYERS", SectionKind::Players),
    ("ELEMENT TYPES", SectionKind::ElementTypes),
    ("LOCATION TYPES", SectionKind::LocationTypes),
    ("LOCATIONS", SectionKind::Locations),
    ("ELEMENTS", SectionKind::Elements),
    ("RELATIONS", SectionKind::Relations),
    ("DIRECTIONS", SectionKind::Directions),
    ("VARIABLES", SectionKind::Variables),
    ("EXPRESSIONS", SectionKind::Expressions),
    ("RULES", SectionKind::Rules),
    ("SCORINGS", SectionKind::Scorings),
    ("END OF GAME", SectionKind::Ends),
    ("HEURISTICS", SectionKind::Heuristics),
    ("COLOUR CLASSES", SectionKind::ColourClasses),
];

impl SectionKind {
    /// Returns the section of the given name or alternative name.
    fn named(name: &str) -> Option<(Self, &'static vocabulary::Section)> {
        let section = vocabulary::section(name)?;
        let part = PARTS.iter().find(|(known, _)| *known == section.name)?;
        Some((part.1, section))
    }

    /// Name of the section.
    pub(crate) fn name(self) -> &'static str {
        PARTS.iter().find(|(_, part)| *part == self).map_or("", |(name, _)| name)
    }

    /// `true` if the entries have names, by which another file can replace them.
    fn has_names(self) -> bool {
        !matches!(self, Self::Game | Self::Board | Self::Scorings | Self::Ends)
    }
}

/// An entry: consecutive pairs of a section.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    /// Name; for a family the part before the brackets. Empty in sections whose entries have no names.
    pub(crate) name: String,
    /// Span of the key that begins the entry.
    pub(crate) span: Span,
    pub(crate) pairs: Vec<KeyValue>,
}

impl Entry {
    pub(crate) fn get(&self, key: &str) -> Option<&KeyValue> {
        self.pairs.iter().find(|pair| pair.key.text == key)
    }

    pub(crate) fn all<'e>(&'e self, key: &'e str) -> impl Iterator<Item = &'e KeyValue> + 'e {
        self.pairs.iter().filter(move |pair| pair.key.text == key)
    }

    /// Span of the entry's name.
    pub(crate) fn name_span(&self) -> Span {
        self.pairs.first().map_or(self.span, |pair| pair.value_span)
    }
}

/// Entries of a file by section.
#[derive(Clone, Debug, Default)]
pub(crate) struct Entries {
    pub(crate) sections: BTreeMap<SectionKind, Vec<Entry>>,
}

impl Entries {
    pub(crate) fn of(&self, part: SectionKind) -> &[Entry] {
        self.sections.get(&part).map_or(&[], Vec::as_slice)
    }

    /// Returns a pair of a section that consists of a single entry.
    pub(crate) fn single(&self, part: SectionKind, key: &str) -> Option<&KeyValue> {
        self.of(part).first().and_then(|entry| entry.get(key))
    }
}

/// Groups the pairs of a file into entries.
pub(crate) fn group_entries(file: ast::File, findings: &mut Findings) -> Entries {
    let mut all = Entries::default();
    let mut sections: BTreeMap<SectionKind, &vocabulary::Section> = BTreeMap::new();
    for section in file.sections {
        // Unknown sections have been reported by the parser.
        let Some((part, known)) = SectionKind::named(&section.name.text) else { continue };
        let list = all.sections.entry(part).or_default();
        let mut open = known.entry_start == vocabulary::EntryStart::SingleEntry;
        if open && list.is_empty() {
            list.push(Entry { name: String::new(), span: section.name.span, pairs: Vec::new() });
        }
        for pair in section.pairs {
            if known.begins_entry(&pair.key.text) {
                let name = if part.has_names() { entry_name(part, &pair) } else { String::new() };
                list.push(Entry { name, span: pair.key.span, pairs: vec![pair] });
                open = true;
            } else if let Some(entry) = list.last_mut().filter(|_| open) {
                entry.pairs.push(pair);
            } else if known.key(&pair.key.text).is_some() {
                // Unknown keys have been reported by the parser.
                findings.add(key_outside_entry(part, &pair));
            }
        }
        sections.insert(part, known);
    }
    for (part, section) in sections {
        all.of(part).iter().for_each(|entry| check_duplicate_keys(section, entry, findings));
    }
    all
}

fn key_outside_entry(part: SectionKind, pair: &KeyValue) -> Diagnostic {
    let key = shorten(&pair.key.text);
    let opening = match part {
        SectionKind::Players => "a player's number, such as `1 = Name`",
        SectionKind::Scorings | SectionKind::Ends => "`situation = ...`",
        _ => "`name = ...`",
    };
    Diagnostic::error("no-entry", pair.key.span, format!("`{key}` before any entry of [{}]", part.name()))
        .label("it belongs to no entry")
        .help(format!("an entry begins with {opening}"))
}

/// Reports a key that an entry has twice. Only the first is reported: the others mostly belong to the same unstarted
/// entry.
fn check_duplicate_keys(section: &vocabulary::Section, entry: &Entry, findings: &mut Findings) {
    let mut known: HashMap<&str, Span> = HashMap::new();
    let mut found: Option<(&KeyValue, Span)> = None;
    let mut keys: HashSet<&str> = HashSet::new();
    for pair in &entry.pairs {
        let key = pair.key.text.as_str();
        if let Some(first) = known.insert(key, pair.key.span)
            && section.key(key).is_none_or(|key| !key.is_repeatable)
        {
            keys.insert(key);
            found = found.or(Some((pair, first)));
        }
    }
    let Some((pair, first)) = found else { return };
    let key = pair.key.text.as_str();
    let help = match section.entry_start {
        _ if keys.len() == 1 && section.key(key).is_some_and(|key| key.syntax.has_lines()) => {
            Some(format!("put further lines of `{}` on lines that begin with a blank", shorten(key)))
        }
        vocabulary::EntryStart::Key(opens) => Some(format!("a new entry begins with `{opens} = ...`")),
        _ => None,
    };
    findings.add(
        Diagnostic::error("duplicate-key", pair.key.span, format!("`{}` is given twice", shorten(key)))
            .label("the key can be given only once")
            .related(first, "the first one")
            .maybe_help(help),
    );
}

fn entry_name(part: SectionKind, pair: &KeyValue) -> String {
    match part {
        SectionKind::Players | SectionKind::Expressions => pair.key.text.clone(),
        _ => value_text(pair),
    }
}

/// Value as a text; for a family the part before the brackets.
pub(crate) fn value_text(pair: &KeyValue) -> String {
    match &pair.value {
        Value::Text(word) => word.text.clone(),
        Value::Rows(rows) => rows.iter().map(|row| row.text.as_str()).collect::<Vec<_>>().join("\n"),
        Value::List(list) | Value::Lines(list) => match list.as_slice() {
            [Expr { kind: ExprKind::Name(word), .. }] => word.clone(),
            [Expr { kind: ExprKind::Call(head, _), .. }] => head.text.clone(),
            [Expr { kind: ExprKind::Text(text), .. }] => text.clone(),
            [Expr { kind: ExprKind::Int(number), .. }] => number.to_string(),
            _ => String::new(),
        },
    }
}

/// Expressions of a value.
pub(crate) fn value_exprs(pair: &KeyValue) -> &[Expr] {
    match &pair.value {
        Value::List(list) | Value::Lines(list) => list,
        Value::Text(_) | Value::Rows(_) => &[],
    }
}
