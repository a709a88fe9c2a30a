//! The vocabulary of the edition 2013: tables of sections, keys, operators and built-ins.
//! Their syntax is defined in [`entries`](super::entries) and [`parser`](super::parser).

use boardwright_rules::{BinaryOp, UnaryOp, UntypedAction, UntypedQuery};

use super::ast::Infix;

/// A section of a game file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Section {
    Game,
    Board,
    RealboardElementTypes,
    ElementTypes,
    LocationTypes,
    Locations,
    PlayerNames,
    MovableElements,
    Expressions,
    Scorings,
    EndOfGame,
    GameRules,
}

/// All sections with their headers.
pub(super) const SECTIONS: [(Section, &str); 12] = [
    (Section::Game, "GAME"),
    (Section::Board, "BOARD"),
    (Section::RealboardElementTypes, "REALBOARD ELEMENT TYPES"),
    (Section::ElementTypes, "ELEMENT TYPES"),
    (Section::LocationTypes, "LOCATION TYPES"),
    (Section::Locations, "LOCATIONS"),
    (Section::PlayerNames, "PLAYER NAMES"),
    (Section::MovableElements, "MOVABLE ELEMENTS"),
    (Section::Expressions, "EXPRESSIONS"),
    (Section::Scorings, "SCORINGS"),
    (Section::EndOfGame, "END OF GAME"),
    (Section::GameRules, "GAME RULES"),
];

/// Returns the names of all sections.
pub(crate) fn section_names() -> impl Iterator<Item = &'static str> {
    SECTIONS.iter().map(|(_, header)| *header)
}

impl Section {
    pub(super) fn header(self) -> &'static str {
        SECTIONS[self as usize].1
    }

    /// Valid keys of the section. In a section with entries, the first key starts an entry.
    pub(super) fn keys(self) -> &'static [&'static str] {
        match self {
            Self::Game => &["edition"],
            Self::Board => &["image"],
            Self::RealboardElementTypes => &[
                "name",
                "state",
                "huemin",
                "huemax",
                "saturationmin",
                "saturationmax",
                "valuemin",
                "valuemax",
                "sizemin",
                "sizemax",
            ],
            Self::ElementTypes => &["name", "states", "image", "point"],
            Self::LocationTypes => &["name", "relevant", "image", "point", "shape"],
            Self::Locations => &["name", "type", "point", "camera", "robot"],
            Self::PlayerNames => &["score"],
            Self::MovableElements => &["name", "type", "player", "location", "state", "zindex"],
            Self::Expressions => &[],
            Self::Scorings => &["situation", "player", "score"],
            Self::EndOfGame => &["situation", "winner"],
            Self::GameRules => &[
                "name",
                "element",
                "state",
                "player",
                "from",
                "to",
                "condition",
                "awardplayer",
                "withscore",
                "followup",
            ],
        }
    }

    /// Key that starts an entry; `None` for sections without entries.
    pub(super) fn starter(self) -> Option<&'static str> {
        match self {
            Self::Game | Self::Board | Self::PlayerNames | Self::Expressions => None,
            _ => self.keys().first().copied(),
        }
    }
}

/// Infix operators that are words; the prefix operators `NOT` and `ABS` are in [`PREFIXES`].
pub(super) const INFIX_WORDS: [(&str, BinaryOp); 7] = [
    ("AND", BinaryOp::And),
    ("OR", BinaryOp::Or),
    ("IN", BinaryOp::In),
    ("SUBSET", BinaryOp::Subset),
    ("SETMINUS", BinaryOp::SetMinus),
    ("UNION", BinaryOp::Union),
    ("INTERSECT", BinaryOp::Intersect),
];

/// Prefix operators that are words.
pub(super) const PREFIXES: [(&str, UnaryOp); 2] = [("NOT", UnaryOp::Not), ("ABS", UnaryOp::Abs)];

/// Infix operators that are signs, except `-`, which is also a prefix operator.
pub(super) const SIGNS: [(&str, Infix); 11] = [
    ("==", Infix::Op(BinaryOp::Equal)),
    ("!=", Infix::Op(BinaryOp::Unequal)),
    ("<=", Infix::Op(BinaryOp::LessEqual)),
    (">=", Infix::Op(BinaryOp::GreaterEqual)),
    ("<", Infix::Op(BinaryOp::Less)),
    (">", Infix::Op(BinaryOp::Greater)),
    ("+", Infix::Op(BinaryOp::Add)),
    ("*", Infix::Op(BinaryOp::Multiply)),
    ("/", Infix::Op(BinaryOp::Divide)),
    ("%", Infix::Op(BinaryOp::Remainder)),
    ("=", Infix::Assign),
];

/// Meaning of a built-in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Builtin {
    If,
    Loop { all: bool },
    Query(UntypedQuery),
    Action(UntypedAction),
}

/// All built-ins with their names and numbers of arguments; the third argument of `IF` is optional.
pub(super) const BUILTINS: [(&str, Builtin, usize); 21] = [
    ("IF", Builtin::If, 3),
    ("FORALL", Builtin::Loop { all: true }, 4),
    ("FORSOME", Builtin::Loop { all: false }, 4),
    ("LOCTYPE", Builtin::Query(UntypedQuery::LocationType), 1),
    ("ELTYPE", Builtin::Query(UntypedQuery::ElementType), 1),
    ("STATE", Builtin::Query(UntypedQuery::State), 1),
    ("LOCATION", Builtin::Query(UntypedQuery::Location), 1),
    ("CONTENT", Builtin::Query(UntypedQuery::Content), 1),
    ("EMPTY", Builtin::Query(UntypedQuery::Empty), 1),
    ("INDEX", Builtin::Query(UntypedQuery::Index), 1),
    ("INDEXA", Builtin::Query(UntypedQuery::IndexAt), 2),
    ("UNINDEX", Builtin::Query(UntypedQuery::Unindex), 1),
    ("OWNER", Builtin::Query(UntypedQuery::Owner), 1),
    ("PLAYER", Builtin::Query(UntypedQuery::Player), 0),
    ("SCORE", Builtin::Query(UntypedQuery::Score), 1),
    ("ZINDEX", Builtin::Query(UntypedQuery::ZIndex), 1),
    ("MOVE", Builtin::Action(UntypedAction::Move), 3),
    ("SETOWNER", Builtin::Action(UntypedAction::SetOwner), 2),
    ("SETSTATE", Builtin::Action(UntypedAction::SetState), 2),
    ("SETZINDEX", Builtin::Action(UntypedAction::SetZIndex), 2),
    ("NEXTPLAYER", Builtin::Action(UntypedAction::NextPlayer), 0),
];

/// Finds a built-in by name. Returns it and its number of arguments.
pub(crate) fn builtin(name: &str) -> Option<(Builtin, usize)> {
    BUILTINS.iter().find(|row| row.0 == name).map(|row| (row.1, row.2))
}

/// `true` if a word is reserved, so that no named expression of this name can be called.
pub(super) fn is_reserved(word: &str) -> bool {
    builtin(word).is_some()
        || is_operator(word)
        || word.eq_ignore_ascii_case("true")
        || word.eq_ignore_ascii_case("false")
        || word.starts_with(|c: char| c.is_ascii_digit())
}

/// `true` if a word is an operator.
pub(super) fn is_operator(word: &str) -> bool {
    INFIX_WORDS.iter().any(|row| row.0 == word) || PREFIXES.iter().any(|row| row.0 == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_are_listed_in_their_order() {
        for (index, (section, header)) in SECTIONS.into_iter().enumerate() {
            assert_eq!(section as usize, index);
            assert_eq!(section.header(), header);
        }
    }
}
