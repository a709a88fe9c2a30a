//! The texts of a game file as ids, and which location, element or type each names.
//! Texts that are only made while a game runs are not here.

use rustc_hash::FxHashMap;

use crate::ids::{ElementId, LocationId, TextId};

/// All texts of a game file.
#[derive(Clone, Debug)]
pub struct Texts {
    list: Vec<Entry>,
    by_text: FxHashMap<String, TextId>,
}

#[derive(Clone, Debug)]
struct Entry {
    text: String,
    location: Option<LocationId>,
    element: Option<ElementId>,
    name: Name,
}

/// What a text says as a name `base(i,j,...)`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Name {
    /// The part before the first `(`, or all of it.
    pub base: String,
    /// The whole numbers between the brackets; `None` where there are none or they are not whole numbers.
    pub indices: Option<Vec<i32>>,
}

impl Name {
    /// Takes a name apart.
    pub fn of(text: &str) -> Self {
        let Some((base, rest)) = text.split_once('(') else {
            return Self { base: text.to_owned(), indices: None };
        };
        let mut inner = rest.chars();
        inner.next_back();
        let indices = inner.as_str().split(',').map(|part| part.trim().parse().ok()).collect();
        Self { base: base.to_owned(), indices }
    }
}

impl Texts {
    /// The empty text, which every rule set has.
    pub const EMPTY: TextId = TextId(0);

    /// The id of a text, which is added if it is new.
    pub fn intern(&mut self, text: &str) -> TextId {
        if let Some(&id) = self.by_text.get(text) {
            return id;
        }
        let id = TextId::new(self.list.len());
        self.list.push(Entry { text: text.to_owned(), location: None, element: None, name: Name::of(text) });
        self.by_text.insert(text.to_owned(), id);
        id
    }

    /// Makes a text the name of a location.
    pub fn name_location(&mut self, text: TextId, location: LocationId) {
        self.list[text.index()].location = Some(location);
    }

    /// Makes a text the name of an element.
    pub fn name_element(&mut self, text: TextId, element: ElementId) {
        self.list[text.index()].element = Some(element);
    }

    /// The id of a text that is there.
    pub fn find(&self, text: &str) -> Option<TextId> {
        self.by_text.get(text).copied()
    }

    /// The text itself.
    pub fn text(&self, id: TextId) -> &str {
        &self.list[id.index()].text
    }

    /// The text taken apart as a name.
    pub fn name(&self, id: TextId) -> &Name {
        &self.list[id.index()].name
    }

    /// The location of this name.
    pub fn location(&self, id: TextId) -> Option<LocationId> {
        self.list[id.index()].location
    }

    /// The element of this name.
    pub fn element(&self, id: TextId) -> Option<ElementId> {
        self.list[id.index()].element
    }

    /// How many texts there are; ids count from 0 to this.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Never: the empty text is always there.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
}

impl Default for Texts {
    fn default() -> Self {
        let mut texts = Self { list: Vec::new(), by_text: FxHashMap::default() };
        texts.intern("");
        texts
    }
}
