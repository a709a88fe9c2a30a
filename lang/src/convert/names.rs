//! What the names of a 2013 file are called in 2026: words, and members of families.
//! Whether a name is known where it is used is asked here; what it means there is not.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::term::Term;
use crate::edition2013::ast::{Piece, Tree};
use crate::keys::is_taken;

/// What a name can be of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Kind {
    Element,
    Location,
    ElementType,
    LocationType,
}

pub(super) const KINDS: [Kind; 4] = [Kind::Element, Kind::Location, Kind::ElementType, Kind::LocationType];

/// Members of one name.
#[derive(Clone, Debug, Default)]
pub(super) struct Family {
    /// What it is called now.
    pub(super) word: String,
    pub(super) members: BTreeSet<Vec<i32>>,
}

/// All names of a file.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    words: HashMap<(Kind, String), String>,
    families: HashMap<(Kind, String), Family>,
    functions: HashMap<String, String>,
    taken: HashSet<String>,
    heads: HashSet<String>,
}

/// A name taken apart: `base(1,2)`, written in the one way that expressions of 2013 could mean.
pub(super) fn member(name: &str) -> Option<(&str, Vec<i32>)> {
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

/// A text as a word.
fn as_word(text: &str) -> String {
    let mut word: String = text.chars().map(|c| if c.is_alphanumeric() || c == '_' { c } else { '_' }).collect();
    if !word.starts_with(|c: char| c.is_alphabetic()) {
        word.insert(0, 'n');
    }
    word
}

/// A variable's name as it can be written.
pub(super) fn as_variable(name: &str) -> String {
    let word: String = name.chars().map(|c| if c.is_alphanumeric() || c == '_' { c } else { '_' }).collect();
    if word.is_empty() { "V".to_owned() } else { word }
}

impl Names {
    pub(super) fn of(tree: &Tree) -> Self {
        let mut names = Self::default();
        let of = |kind: Kind| -> Vec<&str> {
            match kind {
                Kind::Element => tree.elements.iter().map(|entry| entry.name.value.as_str()).collect(),
                Kind::Location => tree.locations.iter().map(|entry| entry.name.value.as_str()).collect(),
                Kind::ElementType => tree.element_types.iter().map(|entry| entry.name.value.as_str()).collect(),
                Kind::LocationType => tree.location_types.iter().map(|entry| entry.name.value.as_str()).collect(),
            }
        };
        // Locations first: their names are read by players.
        for kind in [Kind::Location, Kind::Element] {
            for name in of(kind) {
                match member(name) {
                    Some((base, numbers)) => {
                        if !names.families.contains_key(&(kind, base.to_owned())) {
                            let word = names.head(base);
                            names.families.insert((kind, base.to_owned()), Family { word, ..Family::default() });
                        }
                        if let Some(family) = names.families.get_mut(&(kind, base.to_owned())) {
                            family.members.insert(numbers);
                        }
                    }
                    None => names.word_for(kind, name, ""),
                }
            }
        }
        for kind in [Kind::ElementType, Kind::LocationType] {
            for name in of(kind) {
                names.word_for(kind, name, "_type");
            }
        }
        for function in &tree.functions {
            // It may be called with or without brackets.
            let mut word = as_word(&function.name.value);
            while !names.is_free(&word) || names.heads.contains(&word) {
                word.push('_');
            }
            names.taken.insert(word.clone());
            names.heads.insert(word.clone());
            names.functions.insert(function.name.value.clone(), word);
        }
        names
    }

    fn word_for(&mut self, kind: Kind, name: &str, more: &str) {
        let mut word = as_word(name);
        if !self.is_free(&word) {
            word.push_str(more);
        }
        let word = self.free(&word);
        self.words.insert((kind, name.to_owned()), word);
    }

    fn is_free(&self, word: &str) -> bool {
        !self.taken.contains(word) && !is_taken(word) && word != "default"
    }

    /// A word that nothing else is called.
    pub(super) fn free(&mut self, hint: &str) -> String {
        let mut word = hint.to_owned();
        let mut number = 2;
        while !self.is_free(&word) {
            word = format!("{hint}_{number}");
            number += 1;
        }
        self.taken.insert(word.clone());
        word
    }

    /// Lets a word be used again.
    pub(super) fn release(&mut self, word: &str) {
        self.taken.remove(word);
    }

    /// A word to stand before brackets.
    fn head(&mut self, hint: &str) -> String {
        let mut word = hint.to_owned();
        let mut number = 2;
        while is_taken(&word) || self.heads.contains(&word) {
            word = format!("{hint}_{number}");
            number += 1;
        }
        self.heads.insert(word.clone());
        word
    }

    /// A name as it is written now; `None` if there is nothing of this kind and name.
    pub(super) fn written(&self, kind: Kind, name: &str) -> Option<Term> {
        if let Some(word) = self.words.get(&(kind, name.to_owned())) {
            return Some(Term::word(word));
        }
        let (base, numbers) = member(name)?;
        let family = self.families.get(&(kind, base.to_owned()))?;
        let arguments = || numbers.iter().map(|number| Term::int(*number)).collect();
        family.members.contains(&numbers).then(|| Term::call(&family.word, arguments()))
    }

    pub(super) fn family(&self, kind: Kind, base: &str) -> Option<&Family> {
        self.families.get(&(kind, base.to_owned()))
    }

    /// The family that has this word now.
    pub(super) fn family_called(&self, kind: Kind, word: &str) -> Option<&Family> {
        self.families.iter().find(|((of, _), family)| *of == kind && family.word == word).map(|(_, family)| family)
    }

    pub(super) fn is_family(&self, word: &str) -> bool {
        self.families.values().any(|family| family.word == word)
    }

    pub(super) fn is_location(&self, word: &str) -> bool {
        self.words.iter().any(|((kind, _), known)| *kind == Kind::Location && known == word)
    }

    pub(super) fn function(&self, name: &str) -> Option<&str> {
        self.functions.get(name).map(String::as_str)
    }

    /// Whether the name of something with numbers but no brackets could fit a text with references.
    pub(super) fn has_odd(&self, kind: Kind, pieces: &[Piece]) -> bool {
        let Some(Piece::Literal(start)) = pieces.first() else { return true };
        let start = start.trim_end_matches(|c: char| c.is_ascii_digit());
        let odd = |name: &str| name.starts_with(start) && name.contains(|c: char| c.is_ascii_digit());
        self.words.keys().any(|(of, name)| *of == kind && odd(name))
    }
}

/// `base($A,$B)` taken apart: the base, and what stands at each place.
pub(super) fn pattern(pieces: &[Piece]) -> Option<(String, Vec<Vec<Piece>>)> {
    let Some(Piece::Literal(start)) = pieces.first() else { return None };
    let (base, rest) = start.split_once('(')?;
    let mut places: Vec<Vec<Piece>> = vec![Vec::new()];
    let literal = |text: &str, places: &mut Vec<Vec<Piece>>| {
        for (at, part) in text.split(',').enumerate() {
            if at > 0 {
                places.push(Vec::new());
            }
            if let (Some(place), false) = (places.last_mut(), part.is_empty()) {
                place.push(Piece::Literal(part.to_owned()));
            }
        }
    };
    let last = pieces.len() - 1;
    for (at, piece) in pieces.iter().enumerate() {
        match piece {
            Piece::Literal(text) => {
                let text = if at == 0 { rest } else { text.as_str() };
                let text = if at == last { text.strip_suffix(')')? } else { text };
                literal(text, &mut places);
            }
            Piece::Var(_) if at == last => return None,
            Piece::Var(_) => places.last_mut()?.push(piece.clone()),
        }
    }
    Some((base.to_owned(), places))
}
