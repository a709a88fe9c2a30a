//! Values of expressions as the plain evaluator holds them.

use std::fmt;

/// A value, with its type known only while the game runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A whole number of 32 bits.
    Int(i32),
    /// A boolean.
    Bool(bool),
    /// A text; names of elements, locations and types are texts.
    Text(String),
    /// A set: its order counts, and it may hold a value twice.
    Set(Vec<Value>),
}

impl Value {
    /// The type's name in messages.
    pub fn type_name(&self) -> &'static str {
        match self {
            Self::Int(_) => "a number",
            Self::Bool(_) => "a boolean",
            Self::Text(_) => "a text",
            Self::Set(_) => "a set",
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int(number) => number.fmt(f),
            Self::Bool(yes) => yes.fmt(f),
            Self::Text(text) => write!(f, "\"{text}\""),
            Self::Set(members) => {
                f.write_str("{")?;
                for (index, member) in members.iter().enumerate() {
                    write!(f, "{}{member}", if index == 0 { "" } else { ", " })?;
                }
                f.write_str("}")
            }
        }
    }
}
