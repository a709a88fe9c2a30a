//! The words of the 2013 edition: sections, keys, operators and built-ins, each in one table.
//! How they are put together is in [`entries`](super::entries) and [`grammar`](super::grammar).

use boardwright_engine::rules::{Action, BinaryOp, Query, UnaryOp};

use super::ast::Infix;

/// A part of a game file.
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

/// Every section with its header.
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

/// The names of all sections.
pub(crate) fn section_names() -> impl Iterator<Item = &'static str> {
    SECTIONS.iter().map(|(_, header)| *header)
}

impl Section {
    pub(super) fn header(self) -> &'static str {
        SECTIONS[self as usize].1
    }

    /// The keys that mean something here; the first one starts an entry, where there are entries.
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

    /// The key that starts an entry.
    pub(super) fn starter(self) -> Option<&'static str> {
        match self {
            Self::Game | Self::Board | Self::PlayerNames | Self::Expressions => None,
            _ => self.keys().first().copied(),
        }
    }
}

/// Operators that are words; `NOT` and `ABS` are in [`PREFIXES`].
pub(super) const INFIX_WORDS: [(&str, BinaryOp); 7] = [
    ("AND", BinaryOp::And),
    ("OR", BinaryOp::Or),
    ("IN", BinaryOp::In),
    ("SUBSET", BinaryOp::Subset),
    ("SETMINUS", BinaryOp::SetMinus),
    ("UNION", BinaryOp::Union),
    ("INTERSECT", BinaryOp::Intersect),
];

/// Operators that are words before their one operand.
pub(super) const PREFIXES: [(&str, UnaryOp); 2] = [("NOT", UnaryOp::Not), ("ABS", UnaryOp::Abs)];

/// Operators that are signs, without `-`, which is a prefix too.
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

/// What a built-in is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Builtin {
    If,
    Loop { all: bool },
    Query(Query),
    Action(Action),
}

/// Every built-in with its name and the number of its arguments; `IF` may do without its third.
pub(super) const BUILTINS: [(&str, Builtin, usize); 21] = [
    ("IF", Builtin::If, 3),
    ("FORALL", Builtin::Loop { all: true }, 4),
    ("FORSOME", Builtin::Loop { all: false }, 4),
    ("LOCTYPE", Builtin::Query(Query::LocationType), 1),
    ("ELTYPE", Builtin::Query(Query::ElementType), 1),
    ("STATE", Builtin::Query(Query::State), 1),
    ("LOCATION", Builtin::Query(Query::Location), 1),
    ("CONTENT", Builtin::Query(Query::Content), 1),
    ("EMPTY", Builtin::Query(Query::Empty), 1),
    ("INDEX", Builtin::Query(Query::Index), 1),
    ("INDEXA", Builtin::Query(Query::IndexAt), 2),
    ("UNINDEX", Builtin::Query(Query::Unindex), 1),
    ("OWNER", Builtin::Query(Query::Owner), 1),
    ("PLAYER", Builtin::Query(Query::Player), 0),
    ("SCORE", Builtin::Query(Query::Score), 1),
    ("ZINDEX", Builtin::Query(Query::ZIndex), 1),
    ("MOVE", Builtin::Action(Action::Move), 3),
    ("SETOWNER", Builtin::Action(Action::SetOwner), 2),
    ("SETSTATE", Builtin::Action(Action::SetState), 2),
    ("SETZINDEX", Builtin::Action(Action::SetZIndex), 2),
    ("NEXTPLAYER", Builtin::Action(Action::NextPlayer), 0),
];

/// The built-in of this name and the number of its arguments.
pub(crate) fn builtin(name: &str) -> Option<(Builtin, usize)> {
    BUILTINS.iter().find(|row| row.0 == name).map(|row| (row.1, row.2))
}

/// Whether a word means something by itself, so that no named expression of this name can be called.
pub(super) fn is_taken(word: &str) -> bool {
    builtin(word).is_some()
        || is_operator(word)
        || word.eq_ignore_ascii_case("true")
        || word.eq_ignore_ascii_case("false")
        || word.starts_with(|c: char| c.is_ascii_digit())
}

/// Whether a word is an operator.
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
