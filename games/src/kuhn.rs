//! Kuhn poker: two players, three cards, one bet. The smallest game in which bluffing is right.
//!
//! Written in Rust because the game language of 2013 has no hidden cards. It shows how hidden information looks
//! to players and tests; it does not play itself.
//!
//! The rules are those of H. W. Kuhn's "A simplified two-person poker" (1950): both put one chip in the pot and
//! get one card of jack, queen, king. The first player checks or bets a chip. A bet is called or folded to; a
//! check is followed by the second player's check or bet, and that bet by the first player's call or fold. Unless
//! somebody folded the higher card wins.

use std::fmt;

use boardwright_engine::fault::Fault;
use boardwright_engine::game::{Game, Outcome, StateError, Turn};
use boardwright_engine::ids::Player;
use rand::{Rng, RngExt};

/// Kuhn poker.
#[derive(Clone, Copy, Debug, Default)]
pub struct Kuhn;

/// A card of the pack, the lowest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Card {
    /// Beaten by both others.
    Jack,
    /// Between.
    Queen,
    /// Beats both others.
    King,
}

impl Card {
    /// The whole pack.
    pub const ALL: [Self; 3] = [Self::Jack, Self::Queen, Self::King];

    fn letter(self) -> char {
        match self {
            Self::Jack => 'J',
            Self::Queen => 'Q',
            Self::King => 'K',
        }
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Write::write_char(f, self.letter())
    }
}

/// What a player does with the chips.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Act {
    /// Adds no chip: a check, or a fold after a bet.
    Pass,
    /// Adds a chip: a bet, or a call after one.
    Bet,
}

impl Act {
    fn letter(self) -> char {
        match self {
            Self::Pass => 'p',
            Self::Bet => 'b',
        }
    }
}

/// Something that happens in Kuhn poker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KuhnMove {
    /// The next player without a card gets this one.
    Deal(Card),
    /// The player to move does this.
    Act(Act),
}

/// A position of Kuhn poker: cards and acts so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KuhnState {
    cards: [Option<Card>; 2],
    acts: [Option<Act>; 3],
}

impl KuhnState {
    /// The card of a player, once dealt.
    pub fn card(self, player: Player) -> Option<Card> {
        self.cards[player.index()]
    }

    /// What was done so far.
    pub fn acts(self) -> impl Iterator<Item = Act> {
        self.acts.into_iter().flatten()
    }

    fn free(self) -> impl Iterator<Item = Card> {
        let taken = self.cards;
        Card::ALL.into_iter().filter(move |&card| !taken.contains(&Some(card)))
    }

    /// How the betting stands.
    fn stage(self) -> Stage {
        use Act::{Bet, Pass};
        let [Some(first), Some(second)] = self.cards else {
            return Stage::Dealing;
        };
        let (one, two) = (Player::FIRST, second_player());
        let higher = if first > second { one } else { two };
        match self.acts {
            [None, ..] | [Some(Pass), Some(Bet), None] => Stage::Acting(one),
            [Some(_), None, _] => Stage::Acting(two),
            [Some(Pass), Some(Pass), _] => Stage::Ended(Settlement { winner: higher, chips: 1, shown: true }),
            [Some(Pass), Some(Bet), Some(Pass)] => Stage::Ended(Settlement { winner: two, chips: 1, shown: false }),
            [Some(Bet), Some(Pass), _] => Stage::Ended(Settlement { winner: one, chips: 1, shown: false }),
            [Some(Bet), Some(Bet), _] | [Some(Pass), Some(Bet), Some(Bet)] => {
                Stage::Ended(Settlement { winner: higher, chips: 2, shown: true })
            }
        }
    }

    /// Whether the player to act has a bet before them.
    fn facing_bet(self) -> bool {
        self.acts().last() == Some(Act::Bet)
    }
}

/// How far a game is.
enum Stage {
    Dealing,
    Acting(Player),
    Ended(Settlement),
}

/// How a game is settled.
struct Settlement {
    winner: Player,
    /// What the loser pays.
    chips: u8,
    /// Whether the cards were laid open.
    shown: bool,
}

fn second_player() -> Player {
    Player::FIRST.next(2)
}

impl Game for Kuhn {
    type State = KuhnState;
    type Move = KuhnMove;

    fn players(&self) -> usize {
        2
    }

    fn has_chance(&self) -> bool {
        true
    }

    fn hides(&self) -> bool {
        true
    }

    fn start(&self) -> KuhnState {
        KuhnState::default()
    }

    fn turn(&self, state: &KuhnState, moves: &mut Vec<KuhnMove>) -> Result<Turn, Fault> {
        moves.clear();
        Ok(match state.stage() {
            Stage::Dealing => {
                moves.extend(state.free().map(KuhnMove::Deal));
                Turn::Chance
            }
            Stage::Acting(player) => {
                moves.extend([Act::Pass, Act::Bet].map(KuhnMove::Act));
                Turn::Player(player)
            }
            Stage::Ended(Settlement { winner, .. }) => Turn::Over(Outcome::Won(winner)),
        })
    }

    fn apply(&self, state: &mut KuhnState, mv: KuhnMove) -> Result<(), Fault> {
        // Moves come from `turn`, so there is always a free slot; a full list is left as it is.
        match mv {
            KuhnMove::Deal(card) => {
                if let Some(slot) = state.cards.iter_mut().find(|slot| slot.is_none()) {
                    *slot = Some(card);
                }
            }
            KuhnMove::Act(act) => {
                if let Some(slot) = state.acts.iter_mut().find(|slot| slot.is_none()) {
                    *slot = Some(act);
                }
            }
        }
        Ok(())
    }

    /// Chips won, negative when lost; 0 while the game runs.
    fn score(&self, state: &KuhnState, player: Player) -> f64 {
        match state.stage() {
            Stage::Ended(Settlement { winner, chips, .. }) if winner == player => f64::from(chips),
            Stage::Ended(Settlement { chips, .. }) => -f64::from(chips),
            Stage::Dealing | Stage::Acting(_) => 0.0,
        }
    }

    fn key(&self, state: &KuhnState) -> u64 {
        let cards = state.cards.iter().map(|card| card.map_or(3, |card| card as u64));
        let acts = state.acts.iter().map(|act| act.map_or(3, |act| act as u64));
        let number = cards.chain(acts).fold(0, |number, digit| number * 4 + digit);
        (number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn position(&self, state: &KuhnState, out: &mut Vec<u8>) {
        out.extend(state.cards.map(card_byte));
        out.extend(state.acts.map(act_byte));
    }

    fn chances(&self, state: &KuhnState, chances: &mut Vec<f64>) {
        chances.clear();
        if let Stage::Dealing = state.stage() {
            let free = state.free().count();
            chances.resize(free, 1.0 / free as f64);
        }
    }

    fn information(&self, state: &KuhnState, player: Player, out: &mut Vec<u8>) {
        let shown = matches!(state.stage(), Stage::Ended(Settlement { shown: true, .. }));
        out.extend([0, 1].map(|seat| match state.cards[seat] {
            Some(_) if seat != player.index() && !shown => b'?',
            card => card_byte(card),
        }));
        out.extend(state.acts.map(act_byte));
    }

    fn resample(&self, state: &KuhnState, player: Player, rng: &mut dyn Rng) -> KuhnState {
        let shown = matches!(state.stage(), Stage::Ended(Settlement { shown: true, .. }));
        let other = player.next(2).index();
        let mut imagined = *state;
        if state.cards[other].is_some() && !shown {
            // Every card but one's own is as likely as the other: what the other player did tells how that
            // player plays, and that is no rule of the game.
            imagined.cards[other] = None;
            let free: Vec<Card> = imagined.free().collect();
            imagined.cards[other] = Some(free[rng.random_range(0..free.len())]);
        }
        imagined
    }

    fn move_text(&self, state: &KuhnState, mv: KuhnMove) -> String {
        match mv {
            KuhnMove::Deal(card) => format!("deal {card}"),
            KuhnMove::Act(act) => match (act, state.facing_bet()) {
                (Act::Pass, false) => "check",
                (Act::Pass, true) => "fold",
                (Act::Bet, false) => "bet",
                (Act::Bet, true) => "call",
            }
            .into(),
        }
    }

    fn state_text(&self, state: &KuhnState) -> String {
        let letters = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        format!("cards {}\nacts {}\n", letters(&state.cards.map(card_byte)), letters(&state.acts.map(act_byte)))
    }

    fn view_text(&self, state: &KuhnState, player: Player) -> String {
        let mut known = Vec::new();
        self.information(state, player, &mut known);
        let card = |seat: usize| match known[seat] {
            b'?' => "a card face down".to_owned(),
            b'-' => "no card yet".to_owned(),
            letter => char::from(letter).to_string(),
        };
        let (you, other) = (player.index(), player.next(2).index());
        let mut told = KuhnState { acts: [None; 3], ..*state };
        let mut acts = Vec::new();
        for act in state.acts() {
            acts.push(self.move_text(&told, KuhnMove::Act(act)));
            told.acts[acts.len() - 1] = Some(act);
        }
        let acts = if acts.is_empty() { "nothing yet".to_owned() } else { acts.join(", ") };
        format!("you have {}, the other player has {}\ndone: {acts}\n", card(you), card(other))
    }

    fn parse_state(&self, text: &str) -> Result<KuhnState, StateError> {
        let refuse = |line, reason: &str| Err(StateError { line, reason: reason.into() });
        let mut lines = text.lines();
        let Some([first, second]) = field(lines.next(), "cards") else {
            return refuse(1, "this should be: cards, and a letter J, Q, K or - for each player");
        };
        let Some(acts) = field::<3>(lines.next(), "acts") else {
            return refuse(2, "this should be: acts, and three letters p, b or -");
        };
        let mut state = KuhnState::default();
        for letter in [first, second].into_iter().filter(|&letter| letter != b'-') {
            let Some(card) = state.free().find(|&card| card_byte(Some(card)) == letter) else {
                return refuse(1, "each card must be J, Q, K or -, and none can be there twice");
            };
            state.cards[usize::from(state.cards[0].is_some())] = Some(card);
        }
        if state.cards.map(card_byte) != [first, second] {
            return refuse(1, "the first player gets a card before the second one does");
        }
        for letter in acts.into_iter().take_while(|&letter| letter != b'-') {
            let act = match letter {
                b'p' => Act::Pass,
                b'b' => Act::Bet,
                _ => return refuse(2, "each act must be p (pass), b (bet) or - for none"),
            };
            let Stage::Acting(_) = state.stage() else {
                return refuse(2, "there are more acts than the game allows");
            };
            self.apply(&mut state, KuhnMove::Act(act)).expect("games in Rust never fail");
        }
        if state.acts.map(act_byte) != acts {
            return refuse(2, "there must be no gap between acts");
        }
        Ok(state)
    }
}

fn card_byte(card: Option<Card>) -> u8 {
    card.map_or(b'-', |card| card.letter() as u8)
}

fn act_byte(act: Option<Act>) -> u8 {
    act.map_or(b'-', |act| act.letter() as u8)
}

/// The `N` letters after the `head` of a line.
fn field<const N: usize>(line: Option<&str>, head: &str) -> Option<[u8; N]> {
    let letters = line?.trim().strip_prefix(head)?.strip_prefix(' ')?;
    letters.as_bytes().try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(texts: &[&str]) -> KuhnState {
        let mut state = Kuhn.start();
        for text in texts {
            let mv = Kuhn.parse_move(&state, text).unwrap();
            Kuhn.apply(&mut state, mv).unwrap();
        }
        state
    }

    #[test]
    fn pots_are_settled_as_the_rules_say() {
        let first_wins = |texts: &[&str]| Kuhn.score(&after(texts), Player::FIRST).to_string();
        let deal = ["deal Q", "deal J"];
        let play = |acts: &[&'static str]| first_wins(&[&deal[..], acts].concat());
        assert_eq!(play(&["check", "check"]), "1");
        assert_eq!(play(&["check", "bet", "fold"]), "-1");
        assert_eq!(play(&["check", "bet", "call"]), "2");
        assert_eq!(play(&["bet", "fold"]), "1");
        assert_eq!(play(&["bet", "call"]), "2");
        assert_eq!(play(&["bet"]), "0");
    }

    #[test]
    fn a_player_sees_only_the_own_card_until_a_showdown() {
        let seen = |texts: &[&str], player| {
            let mut out = Vec::new();
            Kuhn.information(&after(texts), player, &mut out);
            String::from_utf8(out).unwrap()
        };
        assert_eq!(seen(&["deal Q", "deal J", "bet"], Player::FIRST), "Q?b--");
        assert_eq!(seen(&["deal Q", "deal J", "bet"], second_player()), "?Jb--");
        assert_eq!(seen(&["deal Q"], second_player()), "?----");
        assert_eq!(seen(&["deal Q", "deal J", "bet", "fold"], Player::FIRST), "Q?bp-");
        assert_eq!(seen(&["deal Q", "deal J", "bet", "call"], Player::FIRST), "QJbb-");
        let view = Kuhn.view_text(&after(&["deal Q", "deal J", "check", "bet"]), Player::FIRST);
        assert_eq!(view, "you have Q, the other player has a card face down\ndone: check, bet\n");
    }

    #[test]
    fn a_broken_state_is_refused_with_its_line() {
        let refused = |text: &str| Kuhn.parse_state(text).unwrap_err().to_string();
        for (text, line) in [
            ("", 1),
            ("cards KK\nacts ---", 1),
            ("cards -K\nacts ---", 1),
            ("cards KQ\nacts p-b", 2),
            ("cards KQ\nacts ppb", 2),
            ("cards K-\nacts b--", 2),
            ("cards KQ\nacts bx-", 2),
        ] {
            assert!(refused(text).starts_with(&format!("line {line} of the state: ")), "{text:?}: {}", refused(text));
        }
    }
}
