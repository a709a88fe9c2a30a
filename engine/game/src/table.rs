//! Tables of card and dice games: the objects that one viewer sees, as plain data. Moves without an object are answers of a
//! [dialog](crate::dialog). How the objects look and where they
//! are drawn is left to `boardwright-draw`; board games from game files have drawings of their own.

/// Objects on a table as one viewer sees them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// Objects in front of each player.
    pub seats: Vec<Vec<TableGroup>>,
    /// Objects in the middle.
    pub centre: Vec<TableGroup>,
    /// `true` if the turn goes round counter-clockwise, so that the next player sits at the right.
    pub is_counter_clockwise: bool,
}

/// Objects side by side, with a label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableGroup {
    /// Label for people.
    pub label: String,
    /// Objects from left to right.
    pub objects: Vec<TableObject>,
}

/// An object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableObject {
    /// Kind of the object.
    pub kind: ObjectKind,
    /// Name for screen readers.
    pub name: String,
    /// Text of the legal move that a click on the object makes, if any.
    pub move_text: Option<String>,
}

/// Kind of an object on a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ObjectKind {
    /// A card, face up.
    Card(CardFace),
    /// A card, face down.
    CardBack,
    /// A place for a card.
    CardSlot,
    /// A pile of this many cards, face down.
    Pile(u32),
    /// A die that shows this number, from 1 to 6; `None` before the first roll.
    Die(Option<u8>),
    /// A number of chips.
    Chips(u32),
    /// Words of a player, such as a bid, in a speech bubble.
    Speech(String),
    /// A number that is written down, with its unit.
    Score {
        /// The number.
        points: i64,
        /// Its unit, such as `of 100`.
        unit: String,
    },
}

/// Face of a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardFace {
    /// Rank as it is written in the corner: `A`, `10`, `K`.
    pub rank: String,
    /// Suit; `None` for cards without suit.
    pub suit: Option<Suit>,
}

/// French suit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Suit {
    /// Clubs, black.
    Clubs,
    /// Diamonds, red.
    Diamonds,
    /// Hearts, red.
    Hearts,
    /// Spades, black.
    Spades,
}

impl Suit {
    /// All suits, in the order of bridge.
    pub const ALL: [Self; 4] = [Self::Clubs, Self::Diamonds, Self::Hearts, Self::Spades];
}

impl TableGroup {
    /// A group with this label.
    pub fn new(label: impl Into<String>, objects: Vec<TableObject>) -> Self {
        Self { label: label.into(), objects }
    }
}

impl TableObject {
    /// An object that cannot be clicked.
    pub fn new(kind: ObjectKind, name: impl Into<String>) -> Self {
        Self { kind, name: name.into(), move_text: None }
    }

    /// A card; face down if `face` is `None`.
    pub fn card(face: Option<CardFace>, name: impl Into<String>) -> Self {
        Self::new(face.map_or(ObjectKind::CardBack, ObjectKind::Card), name)
    }

    /// Words of a player in a speech bubble.
    pub fn speech(words: impl Into<String>) -> Self {
        let words = words.into();
        Self::new(ObjectKind::Speech(words.clone()), words)
    }

    /// The same object, on which a click makes a move.
    #[must_use]
    pub fn with_move(self, move_text: impl Into<String>) -> Self {
        Self { move_text: Some(move_text.into()), ..self }
    }
}
