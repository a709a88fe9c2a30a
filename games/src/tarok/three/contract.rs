//! Contracts, bonuses, and what can be doubled.

use std::fmt;

/// A contract, in ascending order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Contract {
    /// Everybody for himself: card points count against the player who takes them.
    Klop,
    /// The declarer takes a group of three cards.
    Tri,
    /// The declarer takes a group of two cards.
    Dva,
    /// The declarer takes one card.
    Ena,
    /// No card of the talon.
    Solo,
    /// The declarer takes no trick.
    Berac,
}

impl Contract {
    /// All contracts, in ascending order.
    pub const ALL: [Self; 6] = [Self::Klop, Self::Tri, Self::Dva, Self::Ena, Self::Solo, Self::Berac];
    /// The contracts that are bid.
    pub const BIDS: [Self; 5] = [Self::Tri, Self::Dva, Self::Ena, Self::Solo, Self::Berac];

    /// Name in texts.
    pub fn name(self) -> &'static str {
        match self {
            Self::Klop => "klop",
            Self::Tri => "tri",
            Self::Dva => "dva",
            Self::Ena => "ena",
            Self::Solo => "solo",
            Self::Berac => "berac",
        }
    }

    /// Value; 0 for klop, which has none.
    pub fn value(self) -> i32 {
        match self {
            Self::Klop => 0,
            Self::Tri => 10,
            Self::Dva => 20,
            Self::Ena => 30,
            Self::Solo => 50,
            Self::Berac => 70,
        }
    }

    /// Number of cards that the declarer takes from the talon and lays away.
    #[inline]
    pub fn exchanged(self) -> u8 {
        match self {
            Self::Tri => 3,
            Self::Dva => 2,
            Self::Ena => 1,
            Self::Klop | Self::Solo | Self::Berac => 0,
        }
    }

    /// `true` for the contracts in which a player avoids tricks.
    #[inline]
    pub fn is_negative(self) -> bool {
        matches!(self, Self::Klop | Self::Berac)
    }

    /// The contract with this name.
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|contract| contract.name() == name)
    }
}

impl fmt::Display for Contract {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A part of the score that can be doubled: the game, or an announcement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Item {
    /// The contract itself.
    Game,
    /// Pagat, mond and skis in the declarer's pile.
    Trula,
    /// The four kings in the declarer's pile.
    Kralji,
    /// The last trick, won by the declarer's pagat.
    PagatUltimo,
    /// All tricks.
    Valat,
}

impl Item {
    /// All parts.
    pub const ALL: [Self; 5] = [Self::Game, Self::Trula, Self::Kralji, Self::PagatUltimo, Self::Valat];
    /// The parts that are announced.
    pub const BONUSES: [Self; 4] = [Self::Trula, Self::Kralji, Self::PagatUltimo, Self::Valat];

    /// Name in texts.
    pub fn name(self) -> &'static str {
        ["game", "trula", "kralji", "pagat ultimo", "valat"][self.index()]
    }

    /// Position in [`Item::ALL`].
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }

    /// Value of an announced bonus; half of it counts if it is made in silence.
    pub fn value(self) -> i32 {
        [0, 20, 20, 50, 500][self.index()]
    }

    /// The part with this name.
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|item| item.name() == name)
    }
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A set of parts of the score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Items(pub u8);

impl Items {
    /// No part.
    pub const NONE: Self = Self(0);

    /// `true` if the part is in the set.
    #[inline]
    pub fn contains(self, item: Item) -> bool {
        self.0 >> item.index() & 1 != 0
    }

    /// The set with one more part.
    #[must_use]
    pub fn with(self, item: Item) -> Self {
        Self(self.0 | 1 << item.index())
    }

    /// The parts of the set.
    pub fn iter(self) -> impl Iterator<Item = Item> {
        Item::ALL.into_iter().filter(move |&item| self.contains(item))
    }

    /// `true` if the set has no part.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// All sets of bonuses.
    pub fn announcements() -> impl Iterator<Item = Self> {
        (0..16).map(|bits| Self(bits << 1))
    }
}

impl FromIterator<Item> for Items {
    fn from_iter<I: IntoIterator<Item = Item>>(items: I) -> Self {
        items.into_iter().fold(Self::NONE, Self::with)
    }
}

impl fmt::Display for Items {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("nothing");
        }
        f.write_str(&self.iter().map(Item::name).collect::<Vec<_>>().join(", "))
    }
}

/// Names of the doublings in their order: kontra and sub by the opponents, re and mort by the declarer.
pub const DOUBLINGS: [&str; 4] = ["kontra", "re", "sub", "mort"];

/// Rules on which sources differ or are silent. The default is the reading of this project.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools)] // independent rules
pub struct ThreeOptions {
    /// Number of doublings that are possible, from 0 for none to 4 for mort.
    pub doublings: u8,
    /// `true` if the talon counts for the opponents in solo.
    pub solo_talon_counts: bool,
    /// `true` if the difference of card points counts in solo.
    pub solo_difference_counts: bool,
    /// `true` if a pagat of the declarer that is beaten in the last trick costs half the value of a pagat ultimo.
    pub beaten_pagat_costs: bool,
    /// `true` if a valat replaces the game and all other bonuses.
    pub valat_replaces: bool,
    /// `true` if the pagat must win the trick with mond and skis in klop and berac.
    pub emperor_duty: bool,
    /// `true` if all players score in klop; otherwise only those with 35 points or more and those without a trick do, if
    /// there are any.
    pub klop_all_score: bool,
    /// `true` if a berac is doubled by a radelc and erases it.
    pub berac_uses_radelc: bool,
    /// `true` if the turn goes round the table counter-clockwise; it changes only where the players are drawn.
    pub is_counter_clockwise: bool,
}

impl Default for ThreeOptions {
    fn default() -> Self {
        Self {
            doublings: 4,
            solo_talon_counts: true,
            solo_difference_counts: true,
            beaten_pagat_costs: false,
            valat_replaces: true,
            emperor_duty: true,
            klop_all_score: true,
            berac_uses_radelc: true,
            is_counter_clockwise: false,
        }
    }
}
