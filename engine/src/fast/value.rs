//! Values as the fast form holds them: eight bytes, without heap.
//! Texts and sets are numbers of a [`Pool`], so that equal texts are equal numbers.

use rustc_hash::FxHashMap;

use crate::ids::TextId;
use crate::rules::{Name, RuleSet, Thing};

/// A value, or none yet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) enum Value {
    #[default]
    Unset,
    Int(i32),
    Bool(bool),
    Text(TextId),
    Set(u32),
    Thing(Thing),
}

impl Value {
    pub(super) fn type_name(self) -> &'static str {
        match self {
            Self::Unset => "nothing",
            Self::Int(_) => "a number",
            Self::Bool(_) => "a boolean",
            Self::Text(_) => "a text",
            Self::Set(_) => "a set",
            Self::Thing(_) => "a thing",
        }
    }

    pub(super) fn empty_text() -> Self {
        Self::Text(crate::rules::Texts::EMPTY)
    }
}

/// The texts that were made while the game was compiled, beyond those of its file, and the constant sets.
/// While a game runs, an [`Overlay`] adds to it.
#[derive(Debug, Default)]
pub(super) struct Pool {
    first: usize,
    texts: Vec<String>,
    by_text: FxHashMap<String, TextId>,
    sets: Vec<Vec<Value>>,
    /// By text of the file: the text of its name without indices.
    bases: Vec<TextId>,
}

/// Texts and sets made while one move is listed or made; games that name only what is there make none.
#[derive(Debug, Default)]
pub(super) struct Overlay {
    texts: Vec<String>,
    by_text: FxHashMap<String, TextId>,
    sets: Vec<Vec<Value>>,
}

impl Pool {
    pub(super) fn new(rules: &RuleSet) -> Self {
        let mut pool = Self { first: rules.texts.len(), ..Self::default() };
        let ids = (0..rules.texts.len()).map(TextId::new);
        pool.bases = ids.map(|id| pool.intern(rules, &rules.texts.name(id).base)).collect();
        pool
    }

    /// The id of a text, added if it is new.
    pub(super) fn intern(&mut self, rules: &RuleSet, text: &str) -> TextId {
        if let Some(id) = rules.texts.find(text).or_else(|| self.by_text.get(text).copied()) {
            return id;
        }
        let id = TextId::new(self.first + self.texts.len());
        self.texts.push(text.to_owned());
        self.by_text.insert(text.to_owned(), id);
        id
    }

    pub(super) fn add_set(&mut self, members: Vec<Value>) -> Value {
        self.sets.push(members);
        Value::Set((self.sets.len() - 1) as u32)
    }

    pub(super) fn text<'a>(&'a self, rules: &'a RuleSet, over: &'a Overlay, id: TextId) -> &'a str {
        if id.index() < self.first {
            return rules.texts.text(id);
        }
        let index = id.index() - self.first;
        self.texts.get(index).unwrap_or_else(|| &over.texts[index - self.texts.len()])
    }

    pub(super) fn set<'a>(&'a self, over: &'a Overlay, set: u32) -> &'a [Value] {
        let index = set as usize;
        self.sets.get(index).unwrap_or_else(|| &over.sets[index - self.sets.len()])
    }

    /// How many values there are, those within sets counted.
    pub(super) fn size(&self, over: &Overlay, value: Value) -> usize {
        match value {
            Value::Set(set) => self.set(over, set).iter().map(|&member| self.size(over, member)).sum(),
            _ => 1,
        }
    }

    /// Whether two values are the same: sets by their members.
    pub(super) fn same(&self, over: &Overlay, left: Value, right: Value) -> bool {
        let (Value::Set(one), Value::Set(other)) = (left, right) else {
            return left == right;
        };
        let (one, other) = (self.set(over, one), self.set(over, other));
        one.len() == other.len() && one.iter().zip(other).all(|(&a, &b)| self.same(over, a, b))
    }

    /// The index at a place, from 1, of a text taken as a name.
    pub(super) fn index(&self, rules: &RuleSet, over: &Overlay, id: TextId, place: i32) -> Option<i32> {
        let place = usize::try_from(place).ok()?.checked_sub(1)?;
        if id.index() < self.first {
            return rules.texts.name(id).indices.as_ref()?.get(place).copied();
        }
        Name::of(self.text(rules, over, id)).indices?.get(place).copied()
    }

    /// A text's name without indices.
    pub(super) fn base(&self, rules: &RuleSet, over: &mut Overlay, id: TextId) -> TextId {
        if let Some(&base) = self.bases.get(id.index()) {
            return base;
        }
        let base = Name::of(self.text(rules, over, id)).base;
        self.intern_over(rules, over, base)
    }

    /// The id of a text made while the game runs.
    pub(super) fn intern_over(&self, rules: &RuleSet, over: &mut Overlay, text: String) -> TextId {
        if let Some(id) = rules.texts.find(&text).or_else(|| self.by_text.get(&text).copied()) {
            return id;
        }
        let new = TextId::new(self.first + self.texts.len() + over.texts.len());
        *over.by_text.entry(text).or_insert_with_key(|text| {
            over.texts.push(text.clone());
            new
        })
    }

    /// A set made while the game runs.
    pub(super) fn set_over(&self, over: &mut Overlay, members: Vec<Value>) -> Value {
        over.sets.push(members);
        Value::Set((self.sets.len() + over.sets.len() - 1) as u32)
    }
}
