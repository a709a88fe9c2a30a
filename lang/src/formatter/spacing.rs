//! Blanks between adjacent tokens of a line.
//! Line breaks are not decided here.

use crate::syntax::kinds::SyntaxKind;

/// Spacing class of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SpacingClass {
    /// `(` or `{`; `follows` is `true` if it must touch the token before it, such as a name.
    Open { follows: bool },
    /// `)` or `}`.
    Close,
    /// `,` or `:`.
    Mark,
    /// Sign of a number.
    Sign,
    /// An operator without blanks around it.
    Tight,
    /// Any other token.
    Word,
}

/// Returns the spacing class of a token whose parent node is of kind `parent`.
///
/// `is_spaced` is `true` if `..`, or the minus of a list option, is separated from its operands by blanks there.
pub(super) fn spacing_class(kind: SyntaxKind, parent: SyntaxKind, is_spaced: bool) -> SpacingClass {
    match kind {
        SyntaxKind::OpenBracket => SpacingClass::Open { follows: matches!(parent, SyntaxKind::Call | SyntaxKind::Key) },
        SyntaxKind::OpenBrace => SpacingClass::Open { follows: false },
        SyntaxKind::CloseBracket | SyntaxKind::CloseBrace => SpacingClass::Close,
        SyntaxKind::Comma | SyntaxKind::Colon => SpacingClass::Mark,
        SyntaxKind::Minus if parent == SyntaxKind::Prefix => SpacingClass::Sign,
        SyntaxKind::Dots | SyntaxKind::Minus if !is_spaced => SpacingClass::Tight,
        _ => SpacingClass::Word,
    }
}

/// `true` if there is a blank between two adjacent tokens.
pub(super) fn needs_blank(left: SpacingClass, right: SpacingClass) -> bool {
    let before = !matches!(left, SpacingClass::Open { .. } | SpacingClass::Sign | SpacingClass::Tight);
    before
        && !matches!(
            right,
            SpacingClass::Close | SpacingClass::Mark | SpacingClass::Tight | SpacingClass::Open { follows: true }
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_touches_its_bracket_and_other_brackets_do_not() {
        let call = spacing_class(SyntaxKind::OpenBracket, SyntaxKind::Call, true);
        let group = spacing_class(SyntaxKind::OpenBracket, SyntaxKind::Brackets, true);
        assert!(!needs_blank(SpacingClass::Word, call));
        assert!(needs_blank(SpacingClass::Word, group));
        assert!(!needs_blank(group, group));
        assert!(needs_blank(SpacingClass::Mark, group));
    }

    #[test]
    fn signs_touch_what_follows_and_keep_away_from_operators() {
        let sign = spacing_class(SyntaxKind::Minus, SyntaxKind::Prefix, true);
        let minus = spacing_class(SyntaxKind::Minus, SyntaxKind::Chain, true);
        assert!(
            needs_blank(SpacingClass::Word, minus)
                && needs_blank(minus, sign)
                && !needs_blank(sign, SpacingClass::Word)
        );
        let dots = spacing_class(SyntaxKind::Dots, SyntaxKind::Chain, false);
        assert!(!needs_blank(SpacingClass::Word, dots) && !needs_blank(dots, sign), "1..-1");
    }
}
