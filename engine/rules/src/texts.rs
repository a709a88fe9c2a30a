//! Interned texts of a game file, with the location or element that each text names.
//! Texts that are only built at run time are not interned.

use rustc_hash::FxHashMap;

use boardwright_game::ids::{ElementId, LocationId, TextId};

/// Interner for all texts of a game file.
#[derive(Clone, Debug)]
pub struct Texts {
    list: Vec<TextEntry>,
    by_text: FxHashMap<String, TextId>,
}

#[derive(Clone, Debug)]
struct TextEntry {
    text: String,
    location: Option<LocationId>,
    element: Option<ElementId>,
    name: IndexedName,
}

/// A text parsed as a name `base(i,j,...)`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IndexedName {
    /// The part before the first `(`, or all of it.
    pub base: String,
    /// Integers between the brackets; `None` if there are no brackets or not all parts are integers.
    pub indices: Option<Vec<i32>>,
}

impl IndexedName {
    /// Parses a name.
    pub fn parse(text: &str) -> Self {
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

    /// Returns the id of a text and adds the text if it is new.
    pub fn intern(&mut self, text: &str) -> TextId {
        if let Some(&id) = self.by_text.get(text) {
            return id;
        }
        let id = TextId::new(self.list.len());
        self.list.push(TextEntry {
            text: text.to_owned(),
            location: None,
            element: None,
            name: IndexedName::parse(text),
        });
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

    /// Id of a text, if it is interned.
    pub fn find(&self, text: &str) -> Option<TextId> {
        self.by_text.get(text).copied()
    }

    /// The text of an id.
    pub fn text(&self, id: TextId) -> &str {
        &self.list[id.index()].text
    }

    /// The text of an id, parsed as a name.
    pub fn name(&self, id: TextId) -> &IndexedName {
        &self.list[id.index()].name
    }

    /// Location with this name.
    pub fn location(&self, id: TextId) -> Option<LocationId> {
        self.list[id.index()].location
    }

    /// Element with this name.
    pub fn element(&self, id: TextId) -> Option<ElementId> {
        self.list[id.index()].element
    }

    /// Number of texts; ids count from 0.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Always `false`: the empty text is always present.
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
