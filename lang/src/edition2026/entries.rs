//! The pairs of a file put together to entries: what belongs to one location, one rule, one option.
//! What an entry says is not looked at.

use std::collections::{BTreeMap, HashMap, HashSet};

use boardwright_engine::rules::Span;

use crate::Diagnostic;
use crate::diagnostic::Findings;
use crate::keys;
use crate::suggest::shorten;
use crate::syntax::ast::{self, Expr, Node, Pair, Value};

/// The sections of the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Part {
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

/// What the registry calls them.
const PARTS: [(&str, Part); 18] = [
    ("GAME", Part::Game),
    ("BOARD", Part::Board),
    ("OPTIONS", Part::Options),
    ("TEXTS", Part::Texts),
    ("PLAYERS", Part::Players),
    ("ELEMENT TYPES", Part::ElementTypes),
    ("LOCATION TYPES", Part::LocationTypes),
    ("LOCATIONS", Part::Locations),
    ("ELEMENTS", Part::Elements),
    ("RELATIONS", Part::Relations),
    ("DIRECTIONS", Part::Directions),
    ("VARIABLES", Part::Variables),
    ("EXPRESSIONS", Part::Expressions),
    ("RULES", Part::Rules),
    ("SCORINGS", Part::Scorings),
    ("END OF GAME", Part::Ends),
    ("HEURISTICS", Part::Heuristics),
    ("COLOUR CLASSES", Part::ColourClasses),
];

impl Part {
    /// The section of this name, short or long.
    fn named(name: &str) -> Option<(Self, &'static keys::Section)> {
        let section = keys::section(name)?;
        let part = PARTS.iter().find(|(known, _)| *known == section.name)?;
        Some((part.1, section))
    }

    /// How it is written.
    pub(crate) fn name(self) -> &'static str {
        PARTS.iter().find(|(_, part)| *part == self).map_or("", |(name, _)| name)
    }

    /// Whether its entries have names, by which another file can replace them.
    fn has_names(self) -> bool {
        !matches!(self, Self::Game | Self::Board | Self::Scorings | Self::Ends)
    }
}

/// Pairs that belong together.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    /// What it is called; for a family the part before the brackets. Empty in sections whose entries have no names.
    pub(crate) name: String,
    /// Where it begins.
    pub(crate) at: Span,
    pub(crate) pairs: Vec<Pair>,
}

impl Entry {
    pub(crate) fn get(&self, key: &str) -> Option<&Pair> {
        self.pairs.iter().find(|pair| pair.key.text == key)
    }

    pub(crate) fn all<'e>(&'e self, key: &'e str) -> impl Iterator<Item = &'e Pair> + 'e {
        self.pairs.iter().filter(move |pair| pair.key.text == key)
    }

    /// The place of its name.
    pub(crate) fn name_at(&self) -> Span {
        self.pairs.first().map_or(self.at, |pair| pair.at)
    }
}

/// The entries of a file by section.
#[derive(Clone, Debug, Default)]
pub(crate) struct Entries {
    pub(crate) parts: BTreeMap<Part, Vec<Entry>>,
}

impl Entries {
    pub(crate) fn of(&self, part: Part) -> &[Entry] {
        self.parts.get(&part).map_or(&[], Vec::as_slice)
    }

    /// The pair of a section that is one entry.
    pub(crate) fn single(&self, part: Part, key: &str) -> Option<&Pair> {
        self.of(part).first().and_then(|entry| entry.get(key))
    }
}

/// Puts the pairs of a file together.
pub(crate) fn entries(file: ast::File, findings: &mut Findings) -> Entries {
    let mut all = Entries::default();
    let mut sections: BTreeMap<Part, &keys::Section> = BTreeMap::new();
    for section in file.sections {
        // Unknown sections have been told of.
        let Some((part, known)) = Part::named(&section.name.text) else { continue };
        let list = all.parts.entry(part).or_default();
        let mut open = known.opens == keys::Opens::Nothing;
        if open && list.is_empty() {
            list.push(Entry { name: String::new(), at: section.name.span, pairs: Vec::new() });
        }
        for pair in section.pairs {
            if known.begins_entry(&pair.key.text) {
                let name = if part.has_names() { name_of(part, &pair) } else { String::new() };
                list.push(Entry { name, at: pair.key.span, pairs: vec![pair] });
                open = true;
            } else if let Some(entry) = list.last_mut().filter(|_| open) {
                entry.pairs.push(pair);
            } else if known.key(&pair.key.text).is_some() {
                // Unknown keys have been told of.
                findings.add(before(part, &pair));
            }
        }
        sections.insert(part, known);
    }
    for (part, section) in sections {
        all.of(part).iter().for_each(|entry| twice(section, entry, findings));
    }
    all
}

fn before(part: Part, pair: &Pair) -> Diagnostic {
    let key = shorten(&pair.key.text);
    let opening = match part {
        Part::Players => "a player's number, such as `1 = Name`",
        Part::Scorings | Part::Ends => "`situation = ...`",
        _ => "`name = ...`",
    };
    Diagnostic::error("no-entry", pair.key.span, format!("`{key}` before any entry of [{}]", part.name()))
        .label("it belongs to no entry")
        .help(format!("an entry begins with {opening}"))
}

/// Says so of a key that an entry has twice; of one only, as the others are mostly of the same entry that was not begun.
fn twice(section: &keys::Section, entry: &Entry, findings: &mut Findings) {
    let mut known: HashMap<&str, Span> = HashMap::new();
    let mut found: Option<(&Pair, Span)> = None;
    let mut keys: HashSet<&str> = HashSet::new();
    for pair in &entry.pairs {
        let key = pair.key.text.as_str();
        if let Some(first) = known.insert(key, pair.key.span)
            && section.key(key).is_none_or(|key| !key.repeats)
        {
            keys.insert(key);
            found = found.or(Some((pair, first)));
        }
    }
    let Some((pair, first)) = found else { return };
    let key = pair.key.text.as_str();
    let help = match section.opens {
        _ if keys.len() == 1 && section.key(key).is_some_and(|key| key.form.has_lines()) => {
            Some(format!("put further lines of `{}` on lines that begin with a blank", shorten(key)))
        }
        keys::Opens::Key(opens) => Some(format!("a new entry begins with `{opens} = ...`")),
        _ => None,
    };
    findings.add(
        Diagnostic::error("duplicate-key", pair.key.span, format!("`{}` is given twice", shorten(key)))
            .label("only one of them can be meant")
            .related(first, "the first one")
            .maybe_help(help),
    );
}

fn name_of(part: Part, pair: &Pair) -> String {
    match part {
        Part::Players | Part::Expressions => pair.key.text.clone(),
        _ => text(pair),
    }
}

/// A value as a text; of a family the part before the brackets.
pub(crate) fn text(pair: &Pair) -> String {
    match &pair.value {
        Value::Text(word) => word.text.clone(),
        Value::Rows(rows) => rows.iter().map(|row| row.text.as_str()).collect::<Vec<_>>().join("\n"),
        Value::List(list) | Value::Lines(list) => match list.as_slice() {
            [Expr { node: Node::Name(word), .. }] => word.clone(),
            [Expr { node: Node::Call(head, _), .. }] => head.text.clone(),
            [Expr { node: Node::Text(text), .. }] => text.clone(),
            [Expr { node: Node::Int(number), .. }] => number.to_string(),
            _ => String::new(),
        },
    }
}

/// The expressions of a value.
pub(crate) fn exprs(pair: &Pair) -> &[Expr] {
    match &pair.value {
        Value::List(list) | Value::Lines(list) => list,
        Value::Text(_) | Value::Rows(_) => &[],
    }
}
