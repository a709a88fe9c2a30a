//! Bids, bonuses, targets of fleks, and the options of the rules.

use std::fmt;

use crate::tarok::cards::{Card, CardSet};

/// A bid, in ascending order. Varsava is not bid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Bid {
    /// The declarer and the holder of the called tarok play together.
    FirstDuty,
    /// The same, and the declarer promises to win the last trick with the pagat.
    SecondDuty,
    /// The declarer plays alone and chooses three cards of the talon.
    Trojka,
    /// The declarer plays alone, without the talon.
    Solo,
}

impl Bid {
    /// All bids, in ascending order.
    pub const ALL: [Self; 4] = [Self::FirstDuty, Self::SecondDuty, Self::Trojka, Self::Solo];

    /// Name in texts.
    pub fn name(self) -> &'static str {
        ["first duty", "second duty", "trojka", "solo"][self as usize]
    }

    /// The bid with this name.
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|bid| bid.name() == name)
    }

    /// `true` if the declarer calls a tarok, whose holder is the partner.
    #[inline]
    pub fn calls_partner(self) -> bool {
        matches!(self, Self::FirstDuty | Self::SecondDuty)
    }
}

impl fmt::Display for Bid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Numbers of the taroks that can be called, from the highest.
pub const CALLED_TAROKS: [u8; 4] = [19, 18, 17, 16];

/// A bonus. The order is that of the codes of rule files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Bonus {
    /// Ten taroks or more.
    Taroky,
    /// The last trick is won with the pagat.
    Pagat,
    /// All tricks are won.
    Valat,
    /// Eight or nine taroks.
    Tarocky,
    /// One or two taroks.
    Barvicky,
    /// Pagat, mond and skis.
    Trul,
    /// At least four cards of value 5, but not all kings.
    Honery,
    /// No tarok.
    Barvy,
    /// All kings.
    KralovskeHonery,
}

impl Bonus {
    /// All bonuses.
    pub const ALL: [Self; 9] = [
        Self::Taroky,
        Self::Pagat,
        Self::Valat,
        Self::Tarocky,
        Self::Barvicky,
        Self::Trul,
        Self::Honery,
        Self::Barvy,
        Self::KralovskeHonery,
    ];
    /// The bonuses to which a player can commit.
    pub const COMMITTING: [Self; 2] = [Self::Pagat, Self::Valat];

    /// Position in [`Bonus::ALL`]: the code of rule files.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }

    /// Name in texts.
    pub fn name(self) -> &'static str {
        ["taroky", "pagat", "valat", "tarocky", "barvicky", "trul", "honery", "barvy", "kralovske honery"][self.index()]
    }

    /// The bonus with this name.
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|bonus| bonus.name() == name)
    }

    /// Points of an announced bonus. Pagat and valat that nobody announced count half.
    pub fn value(self) -> i32 {
        [10, 20, 140, 5, 5, 5, 5, 10, 10][self.index()]
    }

    /// The card that a player must hold in order to announce the bonus; `None` for bonuses that a hand reveals.
    pub fn needed_card(self) -> Option<Card> {
        match self {
            Self::Pagat => Some(Card::PAGAT),
            Self::Valat => Some(Card::SKIS),
            _ => None,
        }
    }
}

impl fmt::Display for Bonus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A set of bonuses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Bonuses(pub u16);

impl Bonuses {
    /// No bonus.
    pub const NONE: Self = Self(0);

    /// `true` if the bonus is in the set.
    #[inline]
    pub fn contains(self, bonus: Bonus) -> bool {
        self.0 >> bonus.index() & 1 != 0
    }

    /// The set with one more bonus.
    #[must_use]
    pub fn with(self, bonus: Bonus) -> Self {
        Self(self.0 | 1 << bonus.index())
    }

    /// `true` if the set has no bonus.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The bonuses of the set.
    pub fn iter(self) -> impl Iterator<Item = Bonus> {
        Bonus::ALL.into_iter().filter(move |&bonus| self.contains(bonus))
    }

    /// Sum of the points.
    pub fn value(self) -> i32 {
        self.iter().map(Bonus::value).sum()
    }

    /// The bonuses of either set.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// All sets of bonuses to which a player can commit.
    pub fn commitments() -> [Self; 4] {
        let (pagat, valat) = (Self::NONE.with(Bonus::Pagat), Self::NONE.with(Bonus::Valat));
        [Self::NONE, pagat, valat, pagat.with(Bonus::Valat)]
    }
}

impl FromIterator<Bonus> for Bonuses {
    fn from_iter<I: IntoIterator<Item = Bonus>>(bonuses: I) -> Self {
        bonuses.into_iter().fold(Self::NONE, Self::with)
    }
}

impl fmt::Display for Bonuses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("nothing");
        }
        f.write_str(&self.iter().map(Bonus::name).collect::<Vec<_>>().join(", "))
    }
}

/// Numbers of cards by which bonuses are revealed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct BonusCounts {
    /// Number of taroks.
    pub taroks: u32,
    /// Number of kings.
    pub kings: u32,
    /// Number of cards among pagat, mond and skis.
    pub trul: u32,
}

impl BonusCounts {
    /// The numbers of a set of cards.
    #[inline]
    pub fn of(cards: CardSet) -> Self {
        let count = |class: CardSet| cards.intersection(class).len();
        Self { taroks: count(CardSet::TAROKS), kings: count(CardSet::KINGS), trul: count(CardSet::TRULA) }
    }

    /// The bonuses that a hand of twelve cards with these numbers reveals.
    #[inline]
    pub fn revealed(self) -> Bonuses {
        let mut bonuses = Bonuses::NONE;
        match self.taroks {
            0 => bonuses = bonuses.with(Bonus::Barvy),
            1 | 2 => bonuses = bonuses.with(Bonus::Barvicky),
            3..=7 => {}
            8 | 9 => bonuses = bonuses.with(Bonus::Tarocky),
            _ => bonuses = bonuses.with(Bonus::Taroky),
        }
        if self.trul == 3 {
            bonuses = bonuses.with(Bonus::Trul);
        }
        if self.kings == 4 {
            bonuses = bonuses.with(Bonus::KralovskeHonery);
        } else if self.kings + self.trul >= 4 {
            bonuses = bonuses.with(Bonus::Honery);
        }
        bonuses
    }
}

/// The bonuses that a hand of twelve cards reveals.
#[inline]
pub fn revealed_bonuses(hand: CardSet) -> Bonuses {
    BonusCounts::of(hand).revealed()
}

/// A part of the score that a flek multiplies. The order is that of the codes of rule files, which begin with 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Target {
    /// The announced pagat.
    Pagat,
    /// The announced valat.
    Valat,
    /// The game.
    Game,
}

impl Target {
    /// All targets.
    pub const ALL: [Self; 3] = [Self::Pagat, Self::Valat, Self::Game];

    /// Position in [`Target::ALL`].
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }

    /// Name in texts.
    pub fn name(self) -> &'static str {
        ["pagat", "valat", "game"][self.index()]
    }

    /// The target with this name.
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|target| target.name() == name)
    }

    /// The announced bonus; `None` for the game.
    pub fn bonus(self) -> Option<Bonus> {
        match self {
            Self::Pagat => Some(Bonus::Pagat),
            Self::Valat => Some(Bonus::Valat),
            Self::Game => None,
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Names of the fleks by level: flek and super flek by players against the target, kontra by the side that plays it.
pub const FLEKS: [&str; 3] = ["flek", "kontra", "super flek"];

/// Rules on which sources differ or are silent. The default is the reading of this project.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools)] // independent rules
pub struct FourOptions {
    /// Number of levels of fleks, from 0 for none to 3 for super flek.
    pub fleks: u8,
    /// `true` if everybody is asked once in the auction; otherwise until three players in a row agree.
    pub one_round: bool,
    /// `true` if second duty is bid only by a player who holds the pagat.
    pub second_duty_needs_pagat: bool,
    /// `true` if the right neighbour of the declarer takes the fifth card of the talon; otherwise the left one.
    pub right_takes_talon: bool,
    /// Factor of the game in solo.
    pub solo_factor: u8,
    /// `true` if a pagat that nobody announced and that is beaten in the last trick costs half of its value.
    pub beaten_pagat_costs: bool,
}

impl Default for FourOptions {
    fn default() -> Self {
        Self {
            fleks: 3,
            one_round: false,
            second_duty_needs_pagat: true,
            right_takes_talon: false,
            solo_factor: 4,
            beaten_pagat_costs: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tarok::cards::parse_card_set;

    #[test]
    fn hands_reveal_their_bonuses() {
        let revealed = |cards: &str| revealed_bonuses(parse_card_set(cards).unwrap()).to_string();
        assert_eq!(revealed("I, II, III, IV, V, VI, VII, VIII, IX, X, H 4, H 3"), "taroky");
        assert_eq!(revealed("I, II, III, IV, V, VI, VII, VIII, H K, D K, S K, H 3"), "tarocky, honery");
        assert_eq!(revealed("I, II, III, IV, V, VI, VII, H 1, H K, D K, S 7, H 3"), "nothing");
        assert_eq!(revealed("I, XXI, XXII, IV, H 1, H 2, H 3, H 4, S K, S 7, S 8, S 9"), "trul, honery");
        assert_eq!(revealed("I, XXI, XXII, IV, H 1, H 2, H 3, H 4, S Q, S 7, S 8, S 9"), "trul");
        assert_eq!(revealed("H K, D K, S K, C K, V, VI, H 3, H 4, S Q, S 7, S 8, S 9"), "barvicky, kralovske honery");
        assert_eq!(revealed("H K, D K, S K, C 7, C 8, D 4, H 3, H 4, S Q, S 7, S 8, S 9"), "barvy");
    }
}
