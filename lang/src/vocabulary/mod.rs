//! Registry of the words of the 2026 edition: sections, keys and built-ins of expressions, with their documentation.
//! Parser, checks, completion, `boardwright doc` and the reference page read these tables; semantics live elsewhere.

mod builtins;
mod concepts;
mod find;
pub(crate) mod obsolete;
mod reference;
mod sections;

pub use builtins::CHAPTERS;
pub use concepts::{CONCEPTS, Concept, concept};
pub use find::{VocabularyEntry, entries, find, suggest};
pub use reference::reference;
pub use sections::SECTIONS;

/// A section of a game file.
#[derive(Clone, Copy, Debug)]
pub struct Section {
    /// Name between the brackets.
    pub name: &'static str,
    /// Alternative, longer names; they are accepted as well.
    pub aliases: &'static [&'static str],
    /// Rule by which the lines of the section form entries.
    pub entry_start: EntryStart,
    /// Explanation for users.
    pub doc: &'static str,
    /// Keys of the section, in their usual order.
    pub keys: &'static [Key],
}

/// The key that begins a new entry of a section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryStart {
    /// None: all keys of the section form one entry.
    SingleEntry,
    /// The given key.
    Key(&'static str),
    /// A player's number as key; other keys belong to the player before them.
    PlayerNumber(ValueSyntax),
    /// Every key; each is a new name with or without parameters.
    EveryKey(ValueSyntax),
}

/// A key of a section.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// Name as written in a game file.
    pub name: &'static str,
    /// Syntax of the value.
    pub syntax: ValueSyntax,
    /// `true` if one entry may give the key several times.
    pub is_repeatable: bool,
    /// Explanation for users.
    pub doc: &'static str,
    /// Lines of a game file that use the key; they can be appended to [`TEMPLATE`].
    pub example: &'static str,
}

/// Syntax of a key's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueSyntax {
    /// Free text, taken literally; continuation lines belong to the text.
    Text,
    /// One of the given words.
    Words(&'static [&'static str]),
    /// Rows of a letter grid.
    Rows,
    /// A name, optionally with indices.
    Header,
    /// One expression.
    Value,
    /// Expressions separated by commas.
    List,
    /// Drawing marks separated by commas.
    Drawing,
    /// `$V: set`, separated by commas.
    Binders,
    /// Conditions, one per line; lines `$V = value` may stand among them.
    Conditions,
    /// Actions, one per line; lines `$V = value` may stand among them.
    Actions,
    /// A value, conditions or actions, one per line; lines `$V = value` may stand among them.
    Body,
}

impl ValueSyntax {
    /// `true` if each line of the value is a separate expression.
    pub fn has_lines(self) -> bool {
        matches!(self, Self::Conditions | Self::Actions | Self::Body)
    }

    /// Human-readable description of the syntax.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Text => "a text",
            Self::Words(_) => "a word",
            Self::Rows => "rows of letters",
            Self::Header => "a name, or a name with indices",
            Self::Value => "an expression",
            Self::List => "expressions, separated by commas",
            Self::Drawing => "marks, separated by commas",
            Self::Binders => "variables with sets, separated by commas",
            Self::Conditions => "conditions, one per line",
            Self::Actions => "actions, one per line",
            Self::Body => "an expression, or lines",
        }
    }
}

/// A group of related built-ins.
#[derive(Clone, Copy, Debug)]
pub struct Chapter {
    /// Heading on the reference page.
    pub title: &'static str,
    /// Explanation that applies to all built-ins of the chapter.
    pub about: &'static str,
    /// The built-ins of the chapter.
    pub builtins: &'static [Builtin],
}

/// A built-in function, loop, action, variable, word, operator or drawing mark of expressions.
#[derive(Clone, Copy, Debug)]
pub struct Builtin {
    /// Name as written in a game file.
    pub name: &'static str,
    /// Name with parameters and result type.
    pub signature: &'static str,
    /// Kind of the built-in.
    pub kind: BuiltinKind,
    /// Explanation for users.
    pub doc: &'static str,
    /// Usage example, run as a test.
    pub example: Example,
}

/// Kinds of built-ins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BuiltinKind {
    /// Returns a value computed from its arguments.
    Function,
    /// Iterates over the members of a set, binding each to a variable.
    Loop,
    /// Changes the position.
    Action,
    /// A value without arguments that depends on the position or the move.
    Variable,
    /// A constant, or a word with a meaning in certain keys only.
    Word,
    /// An infix or prefix operator.
    Operator,
    /// A shape of a drawing.
    Mark,
}

/// Usage example of a built-in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Example {
    /// An expression, and a second one with the same value at the start of [`TEMPLATE`].
    Evaluates(&'static str, &'static str),
    /// Lines of a game file that can be appended to [`TEMPLATE`].
    Lines(&'static str),
}

/// Game file against which the examples run: name it as `base` and append the lines of the example.
pub const TEMPLATE: &str = include_str!("template.game");

/// Returns the section with the given name or alternative name.
pub fn section(name: &str) -> Option<&'static Section> {
    SECTIONS.iter().find(|section| section.name == name || section.aliases.contains(&name))
}

/// Returns the key of the given name in the section of the given name or alternative name.
///
/// Players and named expressions use the game's own names as keys and have no entry here; see [`Section::value_syntax`].
pub fn key(section: &str, key: &str) -> Option<&'static Key> {
    self::section(section)?.key(key)
}

/// Returns the built-ins of the given name; a function and a mark may share one.
pub fn builtins(name: &str) -> impl Iterator<Item = &'static Builtin> {
    CHAPTERS.iter().flat_map(|chapter| chapter.builtins).filter(move |builtin| builtin.name == name)
}

/// Returns the built-in other than a drawing mark that has the given name.
pub fn builtin(name: &str) -> Option<&'static Builtin> {
    builtins(name).find(|builtin| builtin.kind != BuiltinKind::Mark)
}

/// `true` if the name is reserved for a built-in, so that a game file cannot declare it.
pub fn is_reserved(name: &str) -> bool {
    builtin(name).is_some()
}

impl Section {
    /// Name and alternative names of the section.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.name).chain(self.aliases.iter().copied())
    }

    /// Returns the key of the given name.
    pub fn key(&self, name: &str) -> Option<&'static Key> {
        self.keys.iter().find(|key| key.name == name)
    }

    /// Syntax of the value of the given key; `None` for unknown keys.
    pub fn value_syntax(&self, name: &str) -> Option<ValueSyntax> {
        match self.entry_start {
            _ if let Some(key) = self.key(name) => Some(key.syntax),
            EntryStart::PlayerNumber(form) if !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit()) => {
                Some(form)
            }
            EntryStart::EveryKey(form) => Some(form),
            _ => None,
        }
    }

    /// `true` if the key begins a new entry.
    pub fn begins_entry(&self, name: &str) -> bool {
        match self.entry_start {
            EntryStart::SingleEntry => false,
            EntryStart::Key(key) => key == name,
            EntryStart::PlayerNumber(_) => self.key(name).is_none(),
            EntryStart::EveryKey(_) => true,
        }
    }
}

#[cfg(test)]
mod tests;
