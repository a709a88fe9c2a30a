//! Name tables of a file: the items that its words denote.
//! Local variables are part of the scope of the lowering context.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use boardwright_game::ids::{ElementTypeId, ExprId, FamilyId, FunctionId, GlobalId};
use boardwright_rules::{FamilyKind, GlobalKind, Span, Thing};

use super::types::Type;
use super::value::Value;
use crate::syntax::ast::{Expr, Word};

/// An item that a word without arguments can denote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    Thing(Thing),
    Global(GlobalId),
    /// An option whose value is a number or a text.
    Option(usize),
    /// A list option.
    List(usize),
    /// A letter grid.
    LetterGrid(usize),
    /// A named expression.
    Function(usize),
    /// A state of an element type.
    State(ElementTypeId, i32),
}

/// Syntax of a named expression.
#[derive(Debug)]
pub(crate) struct NamedExpr {
    pub(crate) name: Word,
    pub(crate) params: Vec<Word>,
    pub(crate) lines: Vec<Expr>,
}

/// Instance of a named expression for a list of argument types.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Instance {
    /// Result type; `None` while it is being inferred.
    pub(crate) result: Option<Type>,
    pub(crate) function: FunctionId,
}

/// A letter grid.
#[derive(Debug)]
pub(crate) struct LetterGrid {
    /// Rows from bottom to top.
    pub(crate) rows: Vec<Vec<char>>,
}

impl LetterGrid {
    /// Letter at 1-based coordinates; `None` outside of the grid.
    pub(crate) fn letter(&self, x: i32, y: i32) -> Option<char> {
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

/// All names that a file declares.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    words: HashMap<String, Vec<Meaning>>,
    families: HashMap<String, Vec<FamilyId>>,
    /// Span of each declaration, by kind and name.
    declared: HashMap<(DeclarationKind, String), Span>,
    pub(crate) options: Vec<Value>,
    pub(crate) lists: Vec<Vec<i32>>,
    /// Possible words of word options, with the index of the source that declares them.
    pub(crate) option_words: HashMap<String, (u16, Vec<String>)>,
    /// Words of the choices of all rules.
    pub(crate) choice_words: Vec<String>,
    pub(crate) letter_grids: Vec<Arc<LetterGrid>>,
    pub(crate) functions: Vec<Arc<NamedExpr>>,
    pub(crate) instances: HashMap<(usize, Vec<Type>), Instance>,
    /// Indices of the named expressions that constant values call, such as the points of places.
    pub(crate) called_by_constants: HashSet<usize>,
    /// By function of the rule set: its value, if it is constant.
    pub(crate) constants: HashMap<FunctionId, Value>,
    /// Indices of the named expressions that call themselves, directly or indirectly.
    pub(crate) recursive_functions: HashSet<usize>,
    /// Indices of the named expressions that call themselves in every evaluation, which is reported.
    pub(crate) circular_functions: HashSet<usize>,
    /// `INDEX` queries whose argument is an element.
    pub(crate) element_indices: HashSet<ExprId>,
    /// By family of variables: type of its members.
    pub(crate) global_families: HashMap<FamilyId, Type>,
    /// Type of `CHOICE` in named expressions; `None` if no rule has a choice.
    pub(crate) choice: Option<Type>,
}

/// Kinds of declarations; each kind is a namespace of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum DeclarationKind {
    Family(FamilyKind),
    Option,
    Text,
    Expression,
    Rule,
    Heuristic,
}

impl Names {
    /// Items that a word can denote.
    pub(crate) fn meanings(&self, word: &str) -> &[Meaning] {
        self.words.get(word).map_or(&[], Vec::as_slice)
    }

    /// Families of the given name, at most one of each kind.
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

    /// Records a declaration; returns the span of an earlier declaration of the same kind and name.
    pub(crate) fn declare(&mut self, kind: DeclarationKind, name: &str, place: Span) -> Option<Span> {
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

    /// All words that take arguments, for suggestions.
    pub(crate) fn known_heads(&self) -> impl Iterator<Item = &str> {
        let functions = self.functions.iter().filter(|function| !function.params.is_empty());
        self.families.keys().map(String::as_str).chain(functions.map(|function| function.name.text.as_str()))
    }
}

/// Type of the values of a global variable.
pub(crate) fn global_type(kind: GlobalKind) -> Type {
    match kind {
        GlobalKind::Int { .. } => Type::INT,
        GlobalKind::Bool => Type::BOOL,
        GlobalKind::Element => Type::ELEMENT,
        GlobalKind::Location => Type::LOCATION,
        GlobalKind::Elements => Type::ELEMENTS,
        GlobalKind::Locations => Type::LOCATIONS,
    }
}

/// Type of the members of a family; `None` for variables, whose types are recorded separately.
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

/// Name of a kind of family in messages.
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
