//! Run-time values: eight bytes, without heap allocation. Texts and sets are indices into a [`Pool`] (string
//! interning), so equal texts have equal indices.

use rustc_hash::FxHashMap;

use boardwright_game::ids::TextId;
use boardwright_rules::{IndexedName, RuleSet, Thing};

/// A value; the default is unset.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum Value {
    #[default]
    Unset,
    Int(i32),
    Bool(bool),
    Text(TextId),
    Set(u32),
    Thing(Thing),
}

impl Value {
    pub(crate) fn type_name(self) -> &'static str {
        match self {
            Self::Unset => "nothing",
            Self::Int(_) => "a number",
            Self::Bool(_) => "a boolean",
            Self::Text(_) => "a text",
            Self::Set(_) => "a set",
            Self::Thing(_) => "a thing",
        }
    }

    pub(crate) fn empty_text() -> Self {
        Self::Text(boardwright_rules::Texts::EMPTY)
    }
}

/// Interned texts that the compiler created in addition to those of the file, and constant sets. It is immutable at run
/// time; an [`Overlay`] extends it.
#[derive(Debug, Default)]
pub(crate) struct Pool {
    first: usize,
    texts: Vec<String>,
    by_text: FxHashMap<String, TextId>,
    sets: Vec<Vec<Value>>,
    /// By text of the file: the text of its name without indices.
    bases: Vec<TextId>,
}

/// Texts and sets that an evaluation creates at run time; games that use only names of the file create none.
#[derive(Debug, Default)]
pub(crate) struct Overlay {
    texts: Vec<String>,
    by_text: FxHashMap<String, TextId>,
    sets: Vec<Vec<Value>>,
}

impl Pool {
    pub(crate) fn new(rules: &RuleSet) -> Self {
        let mut pool = Self { first: rules.texts.len(), ..Self::default() };
        let ids = (0..rules.texts.len()).map(TextId::new);
        pool.bases = ids.map(|id| pool.intern(rules, &rules.texts.name(id).base)).collect();
        pool
    }

    /// Interns a text and returns its id.
    pub(crate) fn intern(&mut self, rules: &RuleSet, text: &str) -> TextId {
        if let Some(id) = rules.texts.find(text).or_else(|| self.by_text.get(text).copied()) {
            return id;
        }
        let id = TextId::new(self.first + self.texts.len());
        self.texts.push(text.to_owned());
        self.by_text.insert(text.to_owned(), id);
        id
    }

    pub(crate) fn add_set(&mut self, members: Vec<Value>) -> Value {
        self.sets.push(members);
        Value::Set((self.sets.len() - 1) as u32)
    }

    pub(crate) fn text<'a>(&'a self, rules: &'a RuleSet, over: &'a Overlay, id: TextId) -> &'a str {
        if id.index() < self.first {
            return rules.texts.text(id);
        }
        let index = id.index() - self.first;
        self.texts.get(index).unwrap_or_else(|| &over.texts[index - self.texts.len()])
    }

    pub(crate) fn set<'a>(&'a self, over: &'a Overlay, set: u32) -> &'a [Value] {
        let index = set as usize;
        self.sets.get(index).unwrap_or_else(|| &over.sets[index - self.sets.len()])
    }

    /// Number of values, including the members of nested sets.
    pub(crate) fn size(&self, over: &Overlay, value: Value) -> usize {
        match value {
            Value::Set(set) => self.set(over, set).iter().map(|&member| self.size(over, member)).sum(),
            _ => 1,
        }
    }

    /// `true` if two values are equal; sets are compared by their members.
    pub(crate) fn are_equal(&self, over: &Overlay, left: Value, right: Value) -> bool {
        let (Value::Set(one), Value::Set(other)) = (left, right) else {
            return left == right;
        };
        let (one, other) = (self.set(over, one), self.set(over, other));
        one.len() == other.len() && one.iter().zip(other).all(|(&a, &b)| self.are_equal(over, a, b))
    }

    /// The index at a place, counted from 1, of a text that is read as a name.
    pub(crate) fn index(&self, rules: &RuleSet, over: &Overlay, id: TextId, place: i32) -> Option<i32> {
        let place = usize::try_from(place).ok()?.checked_sub(1)?;
        if id.index() < self.first {
            return rules.texts.name(id).indices.as_ref()?.get(place).copied();
        }
        IndexedName::parse(self.text(rules, over, id)).indices?.get(place).copied()
    }

    /// A name without its indices.
    pub(crate) fn base(&self, rules: &RuleSet, over: &mut Overlay, id: TextId) -> TextId {
        if let Some(&base) = self.bases.get(id.index()) {
            return base;
        }
        let base = IndexedName::parse(self.text(rules, over, id)).base;
        self.intern_at_runtime(rules, over, base)
    }

    /// Interns a text at run time.
    pub(crate) fn intern_at_runtime(&self, rules: &RuleSet, over: &mut Overlay, text: String) -> TextId {
        if let Some(id) = rules.texts.find(&text).or_else(|| self.by_text.get(&text).copied()) {
            return id;
        }
        let new = TextId::new(self.first + self.texts.len() + over.texts.len());
        *over.by_text.entry(text).or_insert_with_key(|text| {
            over.texts.push(text.clone());
            new
        })
    }

    /// Adds a set at run time.
    pub(crate) fn add_runtime_set(&self, over: &mut Overlay, members: Vec<Value>) -> Value {
        over.sets.push(members);
        Value::Set((self.sets.len() + over.sets.len() - 1) as u32)
    }
}
