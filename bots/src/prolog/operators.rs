//! The operator table: that of ISO 13211-1 with the additions of common systems. Programs cannot change it.

/// Highest priority of a term.
pub const MAX_PRIORITY: u32 = 1200;
/// Highest priority of an argument.
pub const ARGUMENT_PRIORITY: u32 = 999;

/// Position and associativity of an operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OperatorKind {
    /// Between two terms, neither of which has the same priority.
    Xfx,
    /// Between two terms; associates to the right.
    Xfy,
    /// Between two terms; associates to the left.
    Yfx,
    /// Before a term of lower priority.
    Fx,
    /// Before a term of at most the same priority.
    Fy,
}

impl OperatorKind {
    /// Highest priorities of the terms to the left and to the right.
    pub fn operand_priorities(self, priority: u32) -> (u32, u32) {
        match self {
            Self::Xfx => (priority - 1, priority - 1),
            Self::Xfy => (priority - 1, priority),
            Self::Yfx => (priority, priority - 1),
            Self::Fx => (0, priority - 1),
            Self::Fy => (0, priority),
        }
    }
}

/// Infix operator of this name with its priority.
pub fn infix(name: &str) -> Option<(u32, OperatorKind)> {
    use OperatorKind::{Xfx, Xfy, Yfx};
    Some(match name {
        ":-" | "-->" => (1200, Xfx),
        ";" | "|" => (1100, Xfy),
        "->" | "*->" => (1050, Xfy),
        "," => (1000, Xfy),
        ":=" => (990, Xfx),
        "=" | "\\=" | "==" | "\\==" | "@<" | "@>" | "@=<" | "@>=" | "=.." | "is" | "=:=" | "=\\=" | "<" | ">"
        | "=<" | ">=" => (700, Xfx),
        "+" | "-" | "/\\" | "\\/" | "xor" => (500, Yfx),
        "*" | "/" | "//" | "mod" | "rem" | "div" | "<<" | ">>" | "rdiv" => (400, Yfx),
        "**" => (200, Xfx),
        ":" | "^" => (200, Xfy),
        _ => return None,
    })
}

/// Prefix operator of this name with its priority.
pub fn prefix(name: &str) -> Option<(u32, OperatorKind)> {
    use OperatorKind::{Fx, Fy};
    Some(match name {
        ":-" | "?-" => (1200, Fx),
        "dynamic" | "discontiguous" => (1150, Fx),
        "\\+" => (900, Fy),
        "-" | "+" | "\\" => (200, Fy),
        _ => return None,
    })
}
