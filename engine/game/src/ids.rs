//! Ids: small integers for the things that a game file names.
//!
//! Each kind of thing has its own newtype, so that a location can never be used in place of an element.
//! Ids are indices into the lists of a rule set (`boardwright-rules`) and mean nothing without it.

use serde::{Deserialize, Serialize};

macro_rules! id {
    ($(#[$doc:meta])* $name:ident($raw:ty)) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub $raw);

        impl $name {
            /// Creates the id of the thing at `index` in its list.
            ///
            /// # Panics
            /// If the index does not fit the id's integer type; rule sets are checked for this when they are built.
            pub fn new(index: usize) -> Self {
                Self(<$raw>::try_from(index).expect("a rule set never has more things than ids reach"))
            }

            /// Index in its list.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

id!(/// A movable element (a piece).
    ElementId(u16));
id!(/// A place where one element can stand.
    LocationId(u16));
id!(/// A type of elements.
    ElementTypeId(u16));
id!(/// A type of locations.
    LocationTypeId(u16));
id!(/// A rule of the game.
    RuleId(u16));
id!(/// A variable of expressions, such as `$X`.
    VarId(u16));
id!(/// A named expression.
    FunctionId(u16));
id!(/// A direction of the board: at most one place to go to from each place.
    DirectionId(u16));
id!(/// A relation between places: pairs, lines or both.
    RelationId(u16));
id!(/// A variable that outlives a move.
    GlobalId(u16));
id!(/// Things of one name that differ by their indices.
    FamilyId(u16));
id!(/// A text that occurs in the game file: a name or a string.
    TextId(u32));
id!(/// An expression of the rule set.
    ExprId(u32));

/// A player, counted from 1 as game files do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Player(u8);

impl Default for Player {
    /// The first player.
    fn default() -> Self {
        Self::FIRST
    }
}

impl Player {
    /// Most players a game can have.
    pub const MAX: usize = 64;

    /// Player number `number`, counted from 1; `None` for 0 or a number over [`Player::MAX`].
    pub fn new(number: usize) -> Option<Self> {
        (1..=Self::MAX).contains(&number).then_some(Self(number as u8))
    }

    /// The first player.
    pub const FIRST: Self = Self(1);

    /// The number, counted from 1.
    pub fn number(self) -> usize {
        usize::from(self.0)
    }

    /// The position in a list by player, counted from 0.
    pub fn index(self) -> usize {
        usize::from(self.0) - 1
    }

    /// The player whose turn follows in a game of `players` players.
    ///
    /// ```
    /// use boardwright_game::ids::Player;
    ///
    /// let last = Player::new(3).expect("there can be three players");
    /// assert_eq!(last.next(3), Player::FIRST);
    /// ```
    #[must_use]
    pub fn next(self, players: usize) -> Self {
        Self((self.number() % players + 1) as u8)
    }
}

impl std::fmt::Display for Player {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}
