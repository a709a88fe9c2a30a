//! What the words of a file stand for.
//! Local variables are not here; they live with the expression that is being lowered.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use boardwright_engine::ids::{ElementTypeId, ExprId, FamilyId, FunctionId, GlobalId};
use boardwright_engine::rules::{FamilyKind, GlobalKind, Span, Thing};

use super::types::Type;
use super::value::Value;
use crate::syntax::ast::{Expr, Word};

/// One thing that a word without brackets can stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    Thing(Thing),
    Global(GlobalId),
    /// An option whose value is a number or a text.
    Option(usize),
    /// An option that is a list.
    List(usize),
    /// A picture in letters.
    Level(usize),
    /// A named expression.
    Function(usize),
    /// A state of a type of elements.
    State(ElementTypeId, i32),
}

/// A named expression as it is written.
#[derive(Debug)]
pub(crate) struct Named {
    pub(crate) name: Word,
    pub(crate) params: Vec<Word>,
    pub(crate) lines: Vec<Expr>,
}

/// A named expression for arguments of certain types.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Instance {
    /// What it gives; `None` while that is being found out.
    pub(crate) result: Option<Type>,
    pub(crate) function: FunctionId,
}

/// A picture in letters.
#[derive(Debug)]
pub(crate) struct Level {
    /// From the lowest row up.
    pub(crate) rows: Vec<Vec<char>>,
}

impl Level {
    /// The letter at a place counted from 1; an empty text outside.
    pub(crate) fn at(&self, x: i32, y: i32) -> Option<char> {
        let place = |number: i32| usize::try_from(number).ok()?.checked_sub(1);
        self.rows.get(place(y)?)?.get(place(x)?).copied()
    }

    pub(crate) fn width(&self) -> i32 {
        self.rows.first().map_or(0, Vec::len) as i32
    }

    pub(crate) fn height(&self) -> i32 {
        self.rows.len() as i32
    }
}

/// Everything that a file names.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    words: HashMap<String, Vec<Meaning>>,
    families: HashMap<String, Vec<FamilyId>>,
    /// Where each thing is declared, by kind and name.
    declared: HashMap<(Kind, String), Span>,
    pub(crate) options: Vec<Value>,
    pub(crate) lists: Vec<Vec<i32>>,
    /// What options can be that are words, with the number of the source that says so.
    pub(crate) option_words: HashMap<String, (u16, Vec<String>)>,
    /// All words of the choices of rules, where these are words.
    pub(crate) choice_words: Vec<String>,
    pub(crate) levels: Vec<Arc<Level>>,
    pub(crate) functions: Vec<Arc<Named>>,
    pub(crate) instances: HashMap<(usize, Vec<Type>), Instance>,
    /// By function of the rule set: what it always gives, if that is known.
    pub(crate) constants: HashMap<FunctionId, Value>,
    /// Which named expressions call themselves, directly or not.
    pub(crate) recursive: HashSet<usize>,
    /// Questions for an index of an element.
    pub(crate) element_indices: HashSet<ExprId>,
    /// By family of variables: what its members hold.
    pub(crate) global_families: HashMap<FamilyId, Type>,
    /// What `CHOICE` is in named expressions; `None` if no rule has a choice.
    pub(crate) choice: Option<Type>,
}

/// Kinds of declared things, each with names of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    Family(FamilyKind),
    Option,
    Text,
    Expression,
    Rule,
    Heuristic,
}

impl Names {
    /// What a word can stand for.
    pub(crate) fn meanings(&self, word: &str) -> &[Meaning] {
        self.words.get(word).map_or(&[], Vec::as_slice)
    }

    /// The families of a name, at most one of each kind.
    pub(crate) fn families(&self, word: &str) -> &[FamilyId] {
        self.families.get(word).map_or(&[], Vec::as_slice)
    }

    pub(crate) fn add(&mut self, word: &str, meaning: Meaning) {
        let meanings = self.words.entry(word.to_owned()).or_default();
        if !meanings.contains(&meaning) {
            meanings.push(meaning);
        }
    }

    pub(crate) fn add_family(&mut self, word: &str, family: FamilyId) {
        self.families.entry(word.to_owned()).or_default().push(family);
    }

    /// Notes a declaration; the place of an earlier one of this kind and name if there is one.
    pub(crate) fn declare(&mut self, kind: Kind, name: &str, place: Span) -> Option<Span> {
        use std::collections::hash_map::Entry;
        match self.declared.entry((kind, name.to_owned())) {
            Entry::Occupied(known) => Some(*known.get()),
            Entry::Vacant(free) => {
                free.insert(place);
                None
            }
        }
    }

    /// All words, for suggestions.
    pub(crate) fn known_words(&self) -> impl Iterator<Item = &str> {
        self.words.keys().map(String::as_str)
    }

    /// All words that stand before brackets, for suggestions.
    pub(crate) fn known_heads(&self) -> impl Iterator<Item = &str> {
        let functions = self.functions.iter().filter(|function| !function.params.is_empty());
        self.families.keys().map(String::as_str).chain(functions.map(|function| function.name.text.as_str()))
    }
}

/// What a variable that outlives a move holds.
pub(crate) fn held(kind: GlobalKind) -> Type {
    match kind {
        GlobalKind::Int { .. } => Type::INT,
        GlobalKind::Bool => Type::BOOL,
        GlobalKind::Element => Type::ELEMENT,
        GlobalKind::Location => Type::LOCATION,
        GlobalKind::Elements => Type::ELEMENTS,
        GlobalKind::Locations => Type::LOCATIONS,
    }
}

/// What the members of a family are; `None` for variables, which say that themselves.
pub(crate) fn member_type(kind: FamilyKind) -> Option<Type> {
    Some(match kind {
        FamilyKind::Element => Type::ELEMENT,
        FamilyKind::Location => Type::LOCATION,
        FamilyKind::ElementType => Type::ELEMENT_TYPE,
        FamilyKind::LocationType => Type::LOCATION_TYPE,
        FamilyKind::Direction => Type::DIRECTION,
        FamilyKind::Relation => Type::RELATION,
        FamilyKind::Global => return None,
    })
}

/// What a kind of family is called in messages.
pub(crate) fn kind_name(kind: FamilyKind) -> &'static str {
    match kind {
        FamilyKind::Element => "element",
        FamilyKind::Location => "location",
        FamilyKind::ElementType => "element type",
        FamilyKind::LocationType => "location type",
        FamilyKind::Direction => "direction",
        FamilyKind::Relation => "relation",
        FamilyKind::Global => "variable",
    }
}
