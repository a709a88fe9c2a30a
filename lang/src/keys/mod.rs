//! The words of the 2026 edition: its sections, their keys, and what expressions are made of, each in one table.
//! What is said with them is read and checked elsewhere; parser, checks, completion and the reference page all ask here.

mod builtins;
mod find;
pub(crate) mod gone;
mod reference;
mod sections;

pub use builtins::CHAPTERS;
pub use find::{Entry, entries, find, meant};
pub use reference::reference;
pub use sections::SECTIONS;

/// A section of a game file.
#[derive(Clone, Copy, Debug)]
pub struct Section {
    /// What stands between the brackets.
    pub name: &'static str,
    /// Longer names, which are understood too.
    pub also: &'static [&'static str],
    /// How its lines make entries.
    pub opens: Opens,
    /// What it is for.
    pub doc: &'static str,
    /// Its keys, in the order in which they are usually written.
    pub keys: &'static [Key],
}

/// What begins an entry of a section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opens {
    /// Nothing: all keys of the section belong together.
    Nothing,
    /// This key.
    Key(&'static str),
    /// A player's number as key; other keys belong to the player before them.
    Number(Form),
    /// Every key, which is a name with or without parameters.
    Every(Form),
}

/// A key of a section.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// How it is written.
    pub name: &'static str,
    /// How its value is read.
    pub form: Form,
    /// Whether one entry can have it several times.
    pub repeats: bool,
    /// What it says.
    pub doc: &'static str,
    /// Lines of a game file that show it; they can be added to [`TEMPLATE`].
    pub example: &'static str,
}

/// How the value of a key is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// As it stands; lines that follow belong to the text.
    Text,
    /// One of these words.
    Words(&'static [&'static str]),
    /// The rows of a picture in letters.
    Rows,
    /// A name, which may have indices.
    Header,
    /// One expression.
    Value,
    /// Expressions parted by commas.
    List,
    /// Marks parted by commas.
    Drawing,
    /// `$V: set`, parted by commas.
    Binders,
    /// Conditions, one on each line; `$V = value` may stand among them.
    Conditions,
    /// Actions, one on each line; `$V = value` may stand among them.
    Actions,
    /// A value, conditions or actions, one on each line; `$V = value` may stand among them.
    Body,
}

impl Form {
    /// Whether each line is an expression of its own.
    pub fn has_lines(self) -> bool {
        matches!(self, Self::Conditions | Self::Actions | Self::Body)
    }

    /// How it is called.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Text => "a text",
            Self::Words(_) => "a word",
            Self::Rows => "rows of letters",
            Self::Header => "a name, or a name with indices",
            Self::Value => "an expression",
            Self::List => "expressions, parted by commas",
            Self::Drawing => "marks, parted by commas",
            Self::Binders => "variables with sets, parted by commas",
            Self::Conditions => "conditions, one on each line",
            Self::Actions => "actions, one on each line",
            Self::Body => "an expression, or lines",
        }
    }
}

/// Built-ins that belong together.
#[derive(Clone, Copy, Debug)]
pub struct Chapter {
    /// What they are together.
    pub title: &'static str,
    /// What is true of all of them.
    pub about: &'static str,
    /// One by one.
    pub builtins: &'static [Builtin],
}

/// Something that expressions are made of.
#[derive(Clone, Copy, Debug)]
pub struct Builtin {
    /// How it is written.
    pub name: &'static str,
    /// With what it takes and what it gives.
    pub signature: &'static str,
    /// Of which kind it is.
    pub kind: Kind,
    /// What it does.
    pub doc: &'static str,
    /// How it is used.
    pub example: Example,
}

/// Kinds of built-ins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Gives a value for its arguments.
    Function,
    /// Looks at each member of a set, as a variable of its own.
    Loop,
    /// Changes the position.
    Action,
    /// A value without arguments, which depends on the position or the move.
    Variable,
    /// A value without arguments, always the same, or a word that means something in some keys.
    Word,
    /// Stands between or before its operands.
    Operator,
    /// A shape of a drawing.
    Mark,
}

/// How a built-in is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Example {
    /// An expression, and another one that gives the same at the start of [`TEMPLATE`].
    Gives(&'static str, &'static str),
    /// Lines of a game file that can be added to [`TEMPLATE`].
    Lines(&'static str),
}

/// A game in which examples can be tried: give it as `base`, and write the example's lines below.
pub const TEMPLATE: &str = include_str!("template.game");

/// The section of this name, long or short.
pub fn section(name: &str) -> Option<&'static Section> {
    SECTIONS.iter().find(|section| section.name == name || section.also.contains(&name))
}

/// The key of this name in the section of that name, long or short.
///
/// The players and the named expressions, whose keys are names of the game's own, have none; see [`Section::form`].
pub fn key(section: &str, key: &str) -> Option<&'static Key> {
    self::section(section)?.key(key)
}

/// The built-ins of this name; a word may be a function and a mark.
pub fn builtins(name: &str) -> impl Iterator<Item = &'static Builtin> {
    CHAPTERS.iter().flat_map(|chapter| chapter.builtins).filter(move |builtin| builtin.name == name)
}

/// What a word with brackets means everywhere: a function, a loop, an action, or a variable.
pub fn builtin(name: &str) -> Option<&'static Builtin> {
    builtins(name).find(|builtin| builtin.kind != Kind::Mark)
}

/// Whether a game cannot call something so.
pub fn is_taken(name: &str) -> bool {
    builtin(name).is_some()
}

impl Section {
    /// All its names.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.name).chain(self.also.iter().copied())
    }

    /// Its key of this name.
    pub fn key(&self, name: &str) -> Option<&'static Key> {
        self.keys.iter().find(|key| key.name == name)
    }

    /// How the value of a key is read; `None` for unknown keys.
    pub fn form(&self, name: &str) -> Option<Form> {
        match self.opens {
            _ if let Some(key) = self.key(name) => Some(key.form),
            Opens::Number(form) if !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit()) => Some(form),
            Opens::Every(form) => Some(form),
            _ => None,
        }
    }

    /// Whether a key begins an entry.
    pub fn begins_entry(&self, name: &str) -> bool {
        match self.opens {
            Opens::Nothing => false,
            Opens::Key(key) => key == name,
            Opens::Number(_) => self.key(name).is_none(),
            Opens::Every(_) => true,
        }
    }
}

#[cfg(test)]
mod tests;
