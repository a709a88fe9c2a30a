//! Which tokens of a line stand apart.
//! Where lines begin and end is not decided here.

use crate::syntax::kinds::Kind;

/// A token, as far as it matters what stands beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// `(` or `{` with what belongs before it: nothing, or the name that it follows.
    Open { follows: bool },
    /// `)` or `}`.
    Close,
    /// `,` or `:`.
    Mark,
    /// The sign of a number.
    Sign,
    /// An operator that touches its operands.
    Tight,
    /// Everything else.
    Word,
}

/// What a token is within a node.
///
/// `loose` says whether dots, or the minus of an option's list, stand apart from their operands there.
pub(super) fn shape(kind: Kind, parent: Kind, loose: bool) -> Shape {
    match kind {
        Kind::OpenBracket => Shape::Open { follows: matches!(parent, Kind::Call | Kind::Key) },
        Kind::OpenBrace => Shape::Open { follows: false },
        Kind::CloseBracket | Kind::CloseBrace => Shape::Close,
        Kind::Comma | Kind::Colon => Shape::Mark,
        Kind::Minus if parent == Kind::Prefix => Shape::Sign,
        Kind::Dots | Kind::Minus if !loose => Shape::Tight,
        _ => Shape::Word,
    }
}

/// Whether there is a blank between two tokens.
pub(super) fn apart(left: Shape, right: Shape) -> bool {
    let before = !matches!(left, Shape::Open { .. } | Shape::Sign | Shape::Tight);
    before && !matches!(right, Shape::Close | Shape::Mark | Shape::Tight | Shape::Open { follows: true })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_touches_its_bracket_and_other_brackets_do_not() {
        let call = shape(Kind::OpenBracket, Kind::Call, true);
        let group = shape(Kind::OpenBracket, Kind::Brackets, true);
        assert!(!apart(Shape::Word, call));
        assert!(apart(Shape::Word, group));
        assert!(!apart(group, group));
        assert!(apart(Shape::Mark, group));
    }

    #[test]
    fn signs_touch_what_follows_and_keep_away_from_operators() {
        let sign = shape(Kind::Minus, Kind::Prefix, true);
        let minus = shape(Kind::Minus, Kind::Chain, true);
        assert!(apart(Shape::Word, minus) && apart(minus, sign) && !apart(sign, Shape::Word));
        let dots = shape(Kind::Dots, Kind::Chain, false);
        assert!(!apart(Shape::Word, dots) && !apart(dots, sign), "1..-1");
    }
}
