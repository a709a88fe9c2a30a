//! Translation of names to the edition 2026: texts become words and members of families.
//! Names are only looked up here; their meaning depends on the context.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::term::Term;
use crate::edition2013::ast::{SyntaxTree, TemplatePart};
use crate::vocabulary::is_reserved;

/// Kind of entity that a name denotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum EntityKind {
    Element,
    Location,
    ElementType,
    LocationType,
}

pub(super) const ENTITY_KINDS: [EntityKind; 4] =
    [EntityKind::Element, EntityKind::Location, EntityKind::ElementType, EntityKind::LocationType];

/// A family of names with the same base.
#[derive(Clone, Debug, Default)]
pub(super) struct NameFamily {
    /// Name of the family in the converted file.
    pub(super) word: String,
    pub(super) members: BTreeSet<Vec<i32>>,
}

/// All names of a file with their translations.
#[derive(Clone, Debug, Default)]
pub(super) struct NameTable {
    words: HashMap<(EntityKind, String), String>,
    families: HashMap<(EntityKind, String), NameFamily>,
    functions: HashMap<String, String>,
    used_words: HashSet<String>,
    used_heads: HashSet<String>,
}

/// Splits `base(1,2)` into base and indices. `None` unless it is in the normal form that templates can yield.
pub(super) fn split_member(name: &str) -> Option<(&str, Vec<i32>)> {
    let (base, rest) = name.split_once('(')?;
    let numbers = rest.strip_suffix(')')?.split(',').map(|part| {
        let number: i32 = part.parse().ok()?;
        (number.to_string() == part).then_some(number)
    });
    is_word(base).then_some((base, numbers.collect::<Option<Vec<_>>>()?))
}

fn is_word(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphabetic()) && text.chars().all(|c| c.is_alphanumeric() || c == '_')
}

/// Converts a text to an identifier.
fn to_identifier(text: &str) -> String {
    let mut word: String = text.chars().map(|c| if c.is_alphanumeric() || c == '_' { c } else { '_' }).collect();
    if !word.starts_with(|c: char| c.is_alphabetic()) {
        word.insert(0, 'n');
    }
    word
}

/// Converts the name of a variable to a valid one.
pub(super) fn to_variable_name(name: &str) -> String {
    let word: String = name.chars().map(|c| if c.is_alphanumeric() || c == '_' { c } else { '_' }).collect();
    if word.is_empty() { "V".to_owned() } else { word }
}

impl NameTable {
    pub(super) fn new(tree: &SyntaxTree) -> Self {
        let mut names = Self::default();
        let of = |kind: EntityKind| -> Vec<&str> {
            match kind {
                EntityKind::Element => tree.elements.iter().map(|entry| entry.name.value.as_str()).collect(),
                EntityKind::Location => tree.locations.iter().map(|entry| entry.name.value.as_str()).collect(),
                EntityKind::ElementType => tree.element_types.iter().map(|entry| entry.name.value.as_str()).collect(),
                EntityKind::LocationType => tree.location_types.iter().map(|entry| entry.name.value.as_str()).collect(),
            }
        };
        // Locations are translated first, because players read their names.
        for kind in [EntityKind::Location, EntityKind::Element] {
            for name in of(kind) {
                match split_member(name) {
                    Some((base, numbers)) => {
                        if !names.families.contains_key(&(kind, base.to_owned())) {
                            let word = names.unused_head(base);
                            names
                                .families
                                .insert((kind, base.to_owned()), NameFamily { word, ..NameFamily::default() });
                        }
                        if let Some(family) = names.families.get_mut(&(kind, base.to_owned())) {
                            family.members.insert(numbers);
                        }
                    }
                    None => names.add_word(kind, name, ""),
                }
            }
        }
        for kind in [EntityKind::ElementType, EntityKind::LocationType] {
            for name in of(kind) {
                names.add_word(kind, name, "_type");
            }
        }
        for function in &tree.functions {
            // A function may be called with or without brackets, so its word must be free as both.
            let mut word = to_identifier(&function.name.value);
            while !names.is_unused(&word) || names.used_heads.contains(&word) {
                word.push('_');
            }
            names.used_words.insert(word.clone());
            names.used_heads.insert(word.clone());
            names.functions.insert(function.name.value.clone(), word);
        }
        names
    }

    fn add_word(&mut self, kind: EntityKind, name: &str, more: &str) {
        let mut word = to_identifier(name);
        if !self.is_unused(&word) {
            word.push_str(more);
        }
        let word = self.unused_word(&word);
        self.words.insert((kind, name.to_owned()), word);
    }

    fn is_unused(&self, word: &str) -> bool {
        !self.used_words.contains(word) && !is_reserved(word) && word != "default"
    }

    /// Returns an unused word similar to `hint` and reserves it.
    pub(super) fn unused_word(&mut self, hint: &str) -> String {
        let mut word = hint.to_owned();
        let mut number = 2;
        while !self.is_unused(&word) {
            word = format!("{hint}_{number}");
            number += 1;
        }
        self.used_words.insert(word.clone());
        word
    }

    /// Frees a word for reuse.
    pub(super) fn release(&mut self, word: &str) {
        self.used_words.remove(word);
    }

    /// Returns an unused word for the head of a family and reserves it.
    fn unused_head(&mut self, hint: &str) -> String {
        let mut word = hint.to_owned();
        let mut number = 2;
        while is_reserved(&word) || self.used_heads.contains(&word) {
            word = format!("{hint}_{number}");
            number += 1;
        }
        self.used_heads.insert(word.clone());
        word
    }

    /// Translates a name; `None` if no entity of this kind has it.
    pub(super) fn translate(&self, kind: EntityKind, name: &str) -> Option<Term> {
        if let Some(word) = self.words.get(&(kind, name.to_owned())) {
            return Some(Term::word(word));
        }
        let (base, numbers) = split_member(name)?;
        let family = self.families.get(&(kind, base.to_owned()))?;
        let arguments = || numbers.iter().map(|number| Term::int(*number)).collect();
        family.members.contains(&numbers).then(|| Term::call(&family.word, arguments()))
    }

    pub(super) fn family(&self, kind: EntityKind, base: &str) -> Option<&NameFamily> {
        self.families.get(&(kind, base.to_owned()))
    }

    /// Returns the family with this name in the converted file.
    pub(super) fn family_with_word(&self, kind: EntityKind, word: &str) -> Option<&NameFamily> {
        self.families.iter().find(|((of, _), family)| *of == kind && family.word == word).map(|(_, family)| family)
    }

    pub(super) fn is_family(&self, word: &str) -> bool {
        self.families.values().any(|family| family.word == word)
    }

    pub(super) fn is_location(&self, word: &str) -> bool {
        self.words.iter().any(|((kind, _), known)| *kind == EntityKind::Location && known == word)
    }

    pub(super) fn function_word(&self, name: &str) -> Option<&str> {
        self.functions.get(name).map(String::as_str)
    }

    /// `true` if a template could match a name that has numbers but no brackets and thus belongs to no family.
    pub(super) fn can_match_without_family(&self, kind: EntityKind, pieces: &[TemplatePart]) -> bool {
        let Some(TemplatePart::Literal(start)) = pieces.first() else { return true };
        let start = start.trim_end_matches(|c: char| c.is_ascii_digit());
        let has_digits = |name: &str| name.starts_with(start) && name.contains(|c: char| c.is_ascii_digit());
        self.words.keys().any(|(of, name)| *of == kind && has_digits(name))
    }
}

/// Splits the pattern `base($A,$B)` into the base and the parts of each index.
pub(super) fn split_pattern(pieces: &[TemplatePart]) -> Option<(String, Vec<Vec<TemplatePart>>)> {
    let Some(TemplatePart::Literal(start)) = pieces.first() else { return None };
    let (base, rest) = start.split_once('(')?;
    let mut places: Vec<Vec<TemplatePart>> = vec![Vec::new()];
    let literal = |text: &str, places: &mut Vec<Vec<TemplatePart>>| {
        for (at, part) in text.split(',').enumerate() {
            if at > 0 {
                places.push(Vec::new());
            }
            if let (Some(place), false) = (places.last_mut(), part.is_empty()) {
                place.push(TemplatePart::Literal(part.to_owned()));
            }
        }
    };
    let last = pieces.len() - 1;
    for (at, piece) in pieces.iter().enumerate() {
        match piece {
            TemplatePart::Literal(text) => {
                let text = if at == 0 { rest } else { text.as_str() };
                let text = if at == last { text.strip_suffix(')')? } else { text };
                literal(text, &mut places);
            }
            TemplatePart::Var(_) if at == last => return None,
            TemplatePart::Var(_) => places.last_mut()?.push(piece.clone()),
        }
    }
    Some((base.to_owned(), places))
}
