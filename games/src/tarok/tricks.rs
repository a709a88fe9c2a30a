//! The play of tricks: suit duty, the duty to overtake in negative games, and the winner of a trick.

use super::cards::{Card, CardSet};

/// Cards on the table: a trick of at most `N` cards. With `EMPEROR` the pagat wins a trick with mond and skis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trick<const N: usize, const EMPEROR: bool = true> {
    cards: [Card; N],
    len: u8,
    /// Position of the card that wins so far, the emperor trick included.
    winning: u8,
}

impl<const N: usize, const EMPEROR: bool> Default for Trick<N, EMPEROR> {
    fn default() -> Self {
        Self { cards: [Card::PAGAT; N], len: 0, winning: 0 }
    }
}

impl<const N: usize, const EMPEROR: bool> Trick<N, EMPEROR> {
    /// The cards in the order in which they were played.
    #[inline]
    pub fn cards(&self) -> &[Card] {
        &self.cards[..usize::from(self.len)]
    }

    /// Number of cards.
    #[inline]
    pub fn len(&self) -> usize {
        usize::from(self.len)
    }

    /// `true` if no card was played.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// `true` if every player has played a card.
    #[inline]
    pub fn is_complete(&self) -> bool {
        self.len() == N
    }

    /// The card that was led.
    #[inline]
    pub fn led(&self) -> Option<Card> {
        self.cards().first().copied()
    }

    /// Position of the card that wins so far: the highest tarok, or else the highest card of the suit that was led. If pagat,
    /// mond and skis are in the trick, the pagat wins (emperor trick), in games with this rule.
    #[inline]
    pub fn winning_position(&self) -> usize {
        usize::from(self.winning)
    }

    /// The card that wins so far.
    #[inline]
    pub fn winning_card(&self) -> Option<Card> {
        self.cards().get(self.winning_position()).copied()
    }

    /// The cards as a set.
    #[inline]
    pub fn set(&self) -> CardSet {
        self.cards().iter().copied().collect()
    }

    /// Adds a card.
    #[inline]
    pub fn play(&mut self, card: Card) {
        let position = self.len;
        self.cards[usize::from(position)] = card;
        self.len += 1;
        if position > 0 && overtakes(card, self.cards[usize::from(self.winning)]) {
            self.winning = position;
        }
        if EMPEROR && N >= 3 && self.len >= 3 && self.set().includes(CardSet::TRULA) {
            let pagat = self.cards().iter().position(|&card| card == Card::PAGAT);
            self.winning = pagat.unwrap_or(0) as u8;
        }
    }
}

/// `true` if `card` beats `winning`, the card that wins so far, without the emperor trick.
#[inline]
pub fn overtakes(card: Card, winning: Card) -> bool {
    match (card.is_tarok(), winning.is_tarok()) {
        (true, false) => true,
        (false, true) => false,
        _ => card > winning && card.suit() == winning.suit(),
    }
}

/// The cards that beat `winning`.
#[inline]
pub fn cards_above(winning: Card) -> CardSet {
    let higher = winning.group().above(winning);
    if winning.is_tarok() { higher } else { higher.union(CardSet::TAROKS) }
}

/// Cards of a hand that suit duty allows: the suit that was led, else taroks, else all.
#[inline]
pub fn following(hand: CardSet, led: Card) -> CardSet {
    let same = hand.intersection(led.group());
    if !same.is_empty() {
        return same;
    }
    let taroks = hand.intersection(CardSet::TAROKS);
    if taroks.is_empty() { hand } else { taroks }
}

/// Legal cards of a hand in a positive game.
#[inline]
pub fn legal_cards<const N: usize, const EMPEROR: bool>(hand: CardSet, trick: &Trick<N, EMPEROR>) -> CardSet {
    trick.led().map_or(hand, |led| following(hand, led))
}

/// Legal cards of a hand in a game with the duty to overtake: within suit duty, a card must beat the winning one if one can.
#[inline]
pub fn legal_overtaking_cards<const N: usize, const EMPEROR: bool>(
    hand: CardSet,
    trick: &Trick<N, EMPEROR>,
) -> CardSet {
    let (Some(led), Some(winning)) = (trick.led(), trick.winning_card()) else { return hand };
    overtaking(following(hand, led), winning)
}

/// The cards that beat `winning`, or all if there are none.
#[inline]
fn overtaking(allowed: CardSet, winning: Card) -> CardSet {
    let higher = allowed.intersection(cards_above(winning));
    if higher.is_empty() { allowed } else { higher }
}

/// Legal cards of a hand in a negative game (klop, berac): within suit duty, a card must overtake if one can; the pagat is
/// played only if no other card is allowed. With `emperor_duty` the pagat must win the trick with mond and skis.
#[inline]
pub fn legal_cards_in_negative<const N: usize>(hand: CardSet, trick: &Trick<N>, emperor_duty: bool) -> CardSet {
    let pagat = CardSet::of(Card::PAGAT);
    let (Some(led), Some(winning)) = (trick.led(), trick.winning_card()) else {
        let others = hand.without(pagat);
        return if others.is_empty() { hand } else { others };
    };
    let allowed = following(hand, led);
    if emperor_duty && wins_as_emperor(trick) && allowed.contains(Card::PAGAT) {
        return pagat;
    }
    let allowed = overtaking(allowed, winning);
    let others = allowed.without(pagat);
    if others.is_empty() { allowed } else { others }
}

/// `true` if mond and skis are in the trick, so that the pagat wins it.
#[inline]
pub fn wins_as_emperor<const N: usize>(trick: &Trick<N>) -> bool {
    trick.set().includes(CardSet::TRULA.without(CardSet::of(Card::PAGAT)))
}

/// Reason, in the words of the game, why a card of the hand is not legal; `None` if it is legal.
pub fn refusal<const N: usize>(hand: CardSet, trick: &Trick<N>, card: Card, negative: Option<bool>) -> Option<String> {
    if !hand.contains(card) {
        return Some(format!("the card {card} is not in your hand"));
    }
    let legal = match negative {
        None => legal_cards(hand, trick),
        Some(emperor_duty) => legal_cards_in_negative(hand, trick, emperor_duty),
    };
    if legal.contains(card) {
        return None;
    }
    let Some((led, winning)) = trick.led().zip(trick.winning_card()) else {
        return Some("the pagat is led only as the last card of the hand".to_owned());
    };
    Some(match following_refusal(hand, led, card) {
        Some(refusal) => refusal,
        _ if wins_as_emperor(trick) && legal == CardSet::of(Card::PAGAT) => {
            "mond and skis are in the trick: the pagat must win it".to_owned()
        }
        _ if card == Card::PAGAT => "the pagat is played only if no other card is allowed".to_owned(),
        _ => format!("you can beat {winning}: you must overtake in this contract"),
    })
}

/// Reason why suit duty forbids a card of the hand; `None` if it allows it.
fn following_refusal(hand: CardSet, led: Card, card: Card) -> Option<String> {
    let allowed = following(hand, led);
    if allowed.contains(card) {
        return None;
    }
    Some(match led.suit() {
        Some(suit) if led.group().includes(allowed) => format!("you have a {}: follow suit", suit.name()),
        Some(suit) => format!("you have no {}: play a tarok", suit.name()),
        None => "you have a tarok: follow with a tarok".to_owned(),
    })
}

/// Reason why a card of the hand is not legal in a game of suit duty, and of the duty to overtake if `overtakes`; `None` if it
/// is legal.
pub fn plain_refusal<const N: usize, const EMPEROR: bool>(
    hand: CardSet,
    trick: &Trick<N, EMPEROR>,
    card: Card,
    overtakes: bool,
) -> Option<String> {
    if !hand.contains(card) {
        return Some(format!("the card {card} is not in your hand"));
    }
    let (led, winning) = trick.led().zip(trick.winning_card())?;
    let duty = || {
        (overtakes && !legal_overtaking_cards(hand, trick).contains(card))
            .then(|| format!("you can beat {winning}: you must overtake in this game"))
    };
    following_refusal(hand, led, card).or_else(duty)
}

/// Cards that suit duty excludes from the hand of a player who followed `led` with `card`, and the cards among which the
/// player chose.
fn excluded_by_following(led: Card, card: Card) -> (CardSet, CardSet) {
    if led.group().contains(card) {
        return (CardSet::EMPTY, led.group());
    }
    if card.is_tarok() {
        return (led.group(), CardSet::TAROKS);
    }
    (led.group().union(CardSet::TAROKS), CardSet::ALL)
}

/// Cards that a player certainly does not hold after playing `card` to the trick before it, in a game of suit duty, and of
/// the duty to overtake if `overtakes`.
pub fn excluded_by_plain_play<const N: usize, const EMPEROR: bool>(
    trick: &Trick<N, EMPEROR>,
    card: Card,
    overtakes: bool,
) -> CardSet {
    let Some((led, winning)) = trick.led().zip(trick.winning_card()) else { return CardSet::EMPTY };
    let (excluded, class) = excluded_by_following(led, card);
    let above = cards_above(winning);
    if overtakes && !above.contains(card) { excluded.union(class.intersection(above)) } else { excluded }
}

/// Cards that a player certainly does not hold after playing `card` to the trick before it: with one of them in the hand, the
/// card would not have been legal. `negative` is as in [`refusal`]; `left` is the number of cards that remain in the hand.
pub fn excluded_by_play<const N: usize>(trick: &Trick<N>, card: Card, negative: Option<bool>, left: u32) -> CardSet {
    let pagat = CardSet::of(Card::PAGAT);
    let Some((led, winning)) = trick.led().zip(trick.winning_card()) else {
        let is_early = negative.is_some() && card == Card::PAGAT && left > 0;
        return if is_early { CardSet::ALL } else { CardSet::EMPTY };
    };
    let (mut excluded, class) = excluded_by_following(led, card);
    if let Some(emperor_duty) = negative {
        let is_emperor = emperor_duty && wins_as_emperor(trick);
        if card == Card::PAGAT && !is_emperor {
            excluded = excluded.union(class.without(pagat));
        } else if card != Card::PAGAT {
            let above = cards_above(winning);
            if !above.contains(card) {
                excluded = excluded.union(class.intersection(above));
            }
            if is_emperor && class.contains(Card::PAGAT) {
                excluded = excluded.union(pagat);
            }
        }
    }
    excluded
}
