//! Kuhn poker (Kuhn 1950): two players, three cards, one bet. It is the smallest game in which bluffing is optimal.
//!
//! It is an example and a test case of a game with hidden information; it contains no player.
//!
//! Rules as in H. W. Kuhn, "A simplified two-person poker" (1950): both players put one chip in the pot and
//! get one card of jack, queen, king. The first player checks or bets a chip. A bet is called or folded to; a
//! check is followed by the second player's check or bet, and that bet by the first player's call or fold. Unless
//! a player folded, the higher card wins.

use boardwright_game::deals::{Deals, DealtGame};
use boardwright_game::dialog::Dialog;
use boardwright_game::fault::Fault;
use boardwright_game::game::{self, Game, GameExt as _, Outcome, StateError, Turn};
use boardwright_game::ids::Player;
use boardwright_game::payoff::Payoff;
use boardwright_game::table::{ObjectKind, Table, TableGroup, TableObject};
use rand::{Rng, RngExt};

use crate::rust_games::{DEALS_OPTION, Genre, RustGame, RustGameInfo, RustGameOption, RustGameOptions};
use crate::small_poker::{Card, card_byte, card_object, second_player};

/// One deal of Kuhn poker.
#[derive(Clone, Copy, Debug, Default)]
pub struct Kuhn;

impl RustGame for Deals<Kuhn> {
    const INFO: RustGameInfo = RustGameInfo {
        name: "kuhn",
        title: "Kuhn poker",
        players: 2,
        genre: Genre::Cards,
        minutes: 2,
        about: "Poker with three cards and one bet (H. W. Kuhn 1950): each player antes a chip and gets a card. A bet \
                is one chip, and the higher card wins. The players act first in turn.",
    };
    const OPTIONS: &'static [RustGameOption] = &[DEALS_OPTION];

    fn with_options(options: &RustGameOptions) -> Self {
        Self::new(Kuhn, options.integer("deals"))
    }
}

/// Betting action of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BettingAction {
    /// Adds no chip: a check, or a fold after a bet.
    Pass,
    /// Adds a chip: a bet, or a call after one.
    Bet,
}

impl BettingAction {
    fn letter(self) -> char {
        match self {
            Self::Pass => 'p',
            Self::Bet => 'b',
        }
    }
}

/// A move: a dealt card or a betting action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KuhnMove {
    /// Deals this card to the next player without one.
    Deal(Card),
    /// Betting action of the player to move.
    Action(BettingAction),
    /// Begins the next deal of a match.
    NextDeal,
}

/// State of a deal: cards and actions so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KuhnState {
    /// The player who acts first.
    first: Player,
    cards: [Option<Card>; 2],
    actions: [Option<BettingAction>; 3],
}

impl KuhnState {
    /// The beginning of a deal in which `first` acts first.
    fn starting(first: Player) -> Self {
        Self { first, cards: [None; 2], actions: [None; 3] }
    }

    /// Card of a player, once dealt.
    pub fn card(self, player: Player) -> Option<Card> {
        self.cards[player.index()]
    }

    /// Betting actions so far.
    pub fn actions(self) -> impl Iterator<Item = BettingAction> {
        self.actions.into_iter().flatten()
    }

    /// Chips in the pot, by player.
    fn chips(self) -> [u8; 2] {
        let mut chips = [1; 2];
        let mut actor = self.first;
        for action in self.actions() {
            chips[actor.index()] += u8::from(action == BettingAction::Bet);
            actor = actor.next(2);
        }
        chips
    }

    fn undealt_cards(self) -> impl Iterator<Item = Card> {
        let taken = self.cards;
        Card::ALL.into_iter().filter(move |&card| !taken.contains(&Some(card)))
    }

    /// Stage of the game.
    fn stage(self) -> Stage {
        use BettingAction::{Bet, Pass};
        let [Some(card), Some(other_card)] = self.cards else {
            return Stage::Dealing;
        };
        let (one, two) = (self.first, self.first.next(2));
        let higher = if card > other_card { Player::FIRST } else { second_player() };
        match self.actions {
            [None, ..] | [Some(Pass), Some(Bet), None] => Stage::Acting(one),
            [Some(_), None, _] => Stage::Acting(two),
            [Some(Pass), Some(Pass), _] => Stage::Ended(Settlement { winner: higher, chips: 1, is_showdown: true }),
            [Some(Pass), Some(Bet), Some(Pass)] => {
                Stage::Ended(Settlement { winner: two, chips: 1, is_showdown: false })
            }
            [Some(Bet), Some(Pass), _] => Stage::Ended(Settlement { winner: one, chips: 1, is_showdown: false }),
            [Some(Bet), Some(Bet), _] | [Some(Pass), Some(Bet), Some(Bet)] => {
                Stage::Ended(Settlement { winner: higher, chips: 2, is_showdown: true })
            }
        }
    }

    /// `true` if the player to act faces a bet.
    fn is_facing_bet(self) -> bool {
        self.actions().last() == Some(BettingAction::Bet)
    }
}

/// Stage of a game.
enum Stage {
    Dealing,
    Acting(Player),
    Ended(Settlement),
}

/// Result of a finished game.
struct Settlement {
    winner: Player,
    /// Number of chips that the loser pays.
    chips: u8,
    /// `true` if the cards were shown (showdown).
    is_showdown: bool,
}

impl Game for Kuhn {
    type State = KuhnState;
    type Move = KuhnMove;

    fn players(&self) -> usize {
        2
    }

    fn payoff(&self) -> Payoff {
        Payoff::chips(1, 2.0)
    }

    fn initial_state(&self) -> KuhnState {
        KuhnState::starting(Player::FIRST)
    }

    fn legal_moves(&self, state: &KuhnState, moves: &mut Vec<KuhnMove>) -> Result<Turn, Fault> {
        moves.clear();
        Ok(match state.stage() {
            Stage::Dealing => {
                moves.extend(state.undealt_cards().map(KuhnMove::Deal));
                Turn::Chance
            }
            Stage::Acting(player) => {
                moves.extend([BettingAction::Pass, BettingAction::Bet].map(KuhnMove::Action));
                Turn::Player(player)
            }
            Stage::Ended(Settlement { winner, .. }) => Turn::Over(Outcome::Won(winner)),
        })
    }

    fn apply(&self, state: &mut KuhnState, mv: KuhnMove) -> Result<(), Fault> {
        // Moves come from the list of legal moves, so there is always a free slot; a full list is left unchanged.
        match mv {
            KuhnMove::Deal(card) => {
                if let Some(slot) = state.cards.iter_mut().find(|slot| slot.is_none()) {
                    *slot = Some(card);
                }
            }
            KuhnMove::Action(act) => {
                if let Some(slot) = state.actions.iter_mut().find(|slot| slot.is_none()) {
                    *slot = Some(act);
                }
            }
            KuhnMove::NextDeal => {}
        }
        Ok(())
    }

    /// Chips won, negative if lost; 0 while the game runs.
    fn score(&self, state: &KuhnState, player: Player) -> f64 {
        match state.stage() {
            Stage::Ended(Settlement { winner, chips, .. }) if winner == player => f64::from(chips),
            Stage::Ended(Settlement { chips, .. }) => -f64::from(chips),
            Stage::Dealing | Stage::Acting(_) => 0.0,
        }
    }

    fn key(&self, state: &KuhnState) -> u64 {
        let cards = state.cards.iter().map(|card| card.map_or(3, |card| card as u64));
        let acts = state.actions.iter().map(|act| act.map_or(3, |act| act as u64));
        let first = state.first.index() as u64;
        let number = cards.chain(acts).fold(first, |number, digit| number * 4 + digit);
        (number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn encode(&self, state: &KuhnState, out: &mut Vec<u8>) {
        out.extend(state.cards.map(card_byte));
        out.extend(state.actions.map(act_byte));
        out.extend(first_byte(*state));
    }

    fn texts(&self) -> &dyn game::Texts<KuhnState, KuhnMove> {
        self
    }

    fn chance(&self) -> Option<&dyn game::Chance<KuhnState, KuhnMove>> {
        Some(self)
    }

    fn hidden(&self) -> Option<&dyn game::Hidden<KuhnState, KuhnMove>> {
        Some(self)
    }

    fn display(&self) -> Option<&dyn game::Display<KuhnState>> {
        Some(self)
    }
}

impl game::Texts<KuhnState, KuhnMove> for Kuhn {
    fn move_text(&self, state: &KuhnState, mv: KuhnMove) -> String {
        match mv {
            KuhnMove::NextDeal => "next deal".into(),
            KuhnMove::Deal(card) => format!("deal {card}"),
            KuhnMove::Action(act) => match (act, state.is_facing_bet()) {
                (BettingAction::Pass, false) => "check",
                (BettingAction::Pass, true) => "fold",
                (BettingAction::Bet, false) => "bet",
                (BettingAction::Bet, true) => "call",
            }
            .into(),
        }
    }

    fn state_text(&self, state: &KuhnState) -> String {
        let letters = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let first = first_byte(*state).map_or_else(String::new, |_| format!("first {}\n", state.first));
        format!(
            "cards {}\nacts {}\n{first}",
            letters(&state.cards.map(card_byte)),
            letters(&state.actions.map(act_byte))
        )
    }

    fn view_text(&self, state: &KuhnState, player: Player) -> String {
        let mut known = Vec::new();
        self.information_state(state, player, &mut known);
        let card = |seat: usize| match known[seat] {
            b'?' => "a card face down".to_owned(),
            b'-' => "no card yet".to_owned(),
            letter => char::from(letter).to_string(),
        };
        let (you, other) = (player.index(), player.next(2).index());
        let mut replayed = KuhnState { actions: [None; 3], ..*state };
        let mut acts = Vec::new();
        for act in state.actions() {
            acts.push(self.texts().move_text(&replayed, KuhnMove::Action(act)));
            replayed.actions[acts.len() - 1] = Some(act);
        }
        let acts = if acts.is_empty() { "nothing yet".to_owned() } else { acts.join(", ") };
        format!("you have {}, the other player has {}\ndone: {acts}\n", card(you), card(other))
    }

    fn parse_state(&self, text: &str) -> Result<KuhnState, StateError> {
        let refuse = |line, reason: &str| Err(StateError { line, reason: reason.into() });
        let mut lines = text.lines();
        let Some(cards) = parse_field::<2>(lines.next(), "cards") else {
            return refuse(1, "this should be: cards, and a letter J, Q, K or - for each player");
        };
        let Some(acts) = parse_field::<3>(lines.next(), "acts") else {
            return refuse(2, "this should be: acts, and three letters p, b or -");
        };
        let first = match lines.next().map(str::trim) {
            None | Some("" | "first 1") => Player::FIRST,
            Some("first 2") => second_player(),
            Some(_) => return refuse(3, "this should be: first, and 1 or 2 for the player who acts first"),
        };
        let mut state = KuhnState::starting(first);
        for letter in cards.into_iter().filter(|&letter| letter != b'-') {
            let Some(card) = state.undealt_cards().find(|&card| card_byte(Some(card)) == letter) else {
                return refuse(1, "each card must be J, Q, K or -, and none can be there twice");
            };
            state.cards[usize::from(state.cards[0].is_some())] = Some(card);
        }
        if state.cards.map(card_byte) != cards {
            return refuse(1, "the first player gets a card before the second one does");
        }
        for letter in acts.into_iter().take_while(|&letter| letter != b'-') {
            let act = match letter {
                b'p' => BettingAction::Pass,
                b'b' => BettingAction::Bet,
                _ => return refuse(2, "each act must be p (pass), b (bet) or - for none"),
            };
            let Stage::Acting(_) = state.stage() else {
                return refuse(2, "there are more acts than the game allows");
            };
            self.apply(&mut state, KuhnMove::Action(act)).expect("games in Rust never fail");
        }
        if state.actions.map(act_byte) != acts {
            return refuse(2, "there must be no gap between acts");
        }
        Ok(state)
    }
}

impl game::Chance<KuhnState, KuhnMove> for Kuhn {
    fn probabilities(&self, state: &KuhnState, chances: &mut Vec<f64>) {
        chances.clear();
        if let Stage::Dealing = state.stage() {
            let free = state.undealt_cards().count();
            chances.resize(free, 1.0 / free as f64);
        }
    }
}

impl game::Hidden<KuhnState, KuhnMove> for Kuhn {
    fn information_state(&self, state: &KuhnState, player: Player, out: &mut Vec<u8>) {
        let shown = matches!(state.stage(), Stage::Ended(Settlement { is_showdown: true, .. }));
        out.extend([0, 1].map(|seat| match state.cards[seat] {
            Some(_) if seat != player.index() && !shown => b'?',
            card => card_byte(card),
        }));
        out.extend(state.actions.map(act_byte));
        out.extend(first_byte(*state));
    }

    fn resample(&self, state: &KuhnState, player: Player, rng: &mut dyn Rng) -> Result<KuhnState, Fault> {
        let shown = matches!(state.stage(), Stage::Ended(Settlement { is_showdown: true, .. }));
        let other = player.next(2).index();
        let mut imagined = *state;
        if state.cards[other].is_some() && !shown {
            // Both unknown cards are equally likely. The other player's actions would be evidence only under a model of
            // that player, which is not part of the rules.
            imagined.cards[other] = None;
            let free: Vec<Card> = imagined.undealt_cards().collect();
            imagined.cards[other] = Some(free[rng.random_range(0..free.len())]);
        }
        Ok(imagined)
    }

    fn move_seen(&self, state: &KuhnState, mv: KuhnMove, viewer: Player) -> String {
        let receiver = if state.cards[0].is_none() { Player::FIRST } else { second_player() };
        match mv {
            KuhnMove::Deal(_) if receiver != viewer => format!("deal a card to player {receiver}"),
            _ => self.move_text(state, mv),
        }
    }
}

impl game::Display<KuhnState> for Kuhn {
    fn table(&self, state: &KuhnState, viewer: Option<Player>) -> Option<Table> {
        let is_open = viewer.is_none() || matches!(state.stage(), Stage::Ended(Settlement { is_showdown: true, .. }));
        let seats = [Player::FIRST, second_player()].map(|player| {
            let face = |card| (is_open || viewer == Some(player)).then_some(card);
            let card = state.card(player).map(|card| card_object(face(card)));
            let bets = u32::from(state.chips()[player.index()]);
            let chips = TableObject::new(ObjectKind::Chips(bets), format!("chips in the pot: {bets}"));
            let slot = || TableObject::new(ObjectKind::CardSlot, "no card yet");
            vec![TableGroup::new("card", vec![card.unwrap_or_else(slot)]), TableGroup::new("bets", vec![chips])]
        });
        let pot: u32 = state.chips().into_iter().map(u32::from).sum();
        let centre = vec![TableGroup::new("pot", vec![TableObject::new(ObjectKind::Chips(pot), format!("pot {pot}"))])];
        Some(Table { seats: seats.to_vec(), centre, ..Table::default() })
    }

    fn dialog(&self, state: &KuhnState) -> Option<Dialog> {
        Dialog::of_moves(self, state)
    }
}

impl DealtGame for Kuhn {
    const NEXT_DEAL: KuhnMove = KuhnMove::NextDeal;

    fn next_deal(&self, finished: &KuhnState, _totals: &[f64]) -> Option<KuhnState> {
        Some(KuhnState::starting(finished.first.next(2)))
    }

    fn deal_starts(&self) -> Vec<KuhnState> {
        [Player::FIRST, second_player()].map(KuhnState::starting).to_vec()
    }
}

/// Byte that says that the second player acts first.
fn first_byte(state: KuhnState) -> Option<u8> {
    (state.first != Player::FIRST).then_some(b'2')
}

fn act_byte(act: Option<BettingAction>) -> u8 {
    act.map_or(b'-', |act| act.letter() as u8)
}

/// Parses the `N` letters after the keyword `head` of a line.
fn parse_field<const N: usize>(line: Option<&str>, head: &str) -> Option<[u8; N]> {
    let letters = line?.trim().strip_prefix(head)?.strip_prefix(' ')?;
    letters.as_bytes().try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(texts: &[&str]) -> KuhnState {
        let mut state = Kuhn.initial_state();
        for text in texts {
            let mv = Kuhn.parse_move(&state, text).unwrap();
            Kuhn.apply(&mut state, mv).unwrap();
        }
        state
    }

    #[test]
    fn payoffs_follow_the_rules() {
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
    fn a_player_sees_only_their_own_card_until_a_showdown() {
        let view = |texts: &[&str], player| {
            let mut out = Vec::new();
            Kuhn.information_state(&after(texts), player, &mut out);
            String::from_utf8(out).unwrap()
        };
        assert_eq!(view(&["deal Q", "deal J", "bet"], Player::FIRST), "Q?b--");
        assert_eq!(view(&["deal Q", "deal J", "bet"], second_player()), "?Jb--");
        assert_eq!(view(&["deal Q"], second_player()), "?----");
        assert_eq!(view(&["deal Q", "deal J", "bet", "fold"], Player::FIRST), "Q?bp-");
        assert_eq!(view(&["deal Q", "deal J", "bet", "call"], Player::FIRST), "QJbb-");
        let view = Kuhn.view_text(&after(&["deal Q", "deal J", "check", "bet"]), Player::FIRST);
        assert_eq!(view, "you have Q, the other player has a card face down\ndone: check, bet\n");
    }

    #[test]
    fn an_invalid_state_is_refused_with_its_line() {
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
