//! Leduc poker (Southey and others 2005): two players, six cards in three ranks, two betting rounds. It is the usual
//! test game for algorithms that compute equilibria. The file contains no player.
//!
//! Rules as in F. Southey and others, "Bayes' Bluff: Opponent Modelling in Poker" (2005): both players ante one chip
//! and get one card of two jacks, two queens and two kings. In the first round a bet or raise is two chips, in the
//! second, after a public card, four; at most two of them are made in a round. A player who pairs the public card
//! wins, otherwise the higher card does; equal cards split the pot.

use std::fmt::Write as _;

use boardwright_game::deals::{Deals, DealtGame};
use boardwright_game::dialog::Dialog;
use boardwright_game::fault::Fault;
use boardwright_game::game::{self, Game, GameExt as _, Outcome, StateError, Turn};
use boardwright_game::ids::Player;
use boardwright_game::payoff::Payoff;
use boardwright_game::playout::random_weighted_index;
use boardwright_game::table::{ObjectKind, Table, TableGroup, TableObject};
use rand::Rng;

use crate::rust_games::{DEALS_OPTION, Genre, RustGame, RustGameInfo, RustGameOption, RustGameOptions};
use crate::small_poker::{Card, card_byte, card_object, second_player};

/// One deal of Leduc poker.
#[derive(Clone, Copy, Debug, Default)]
pub struct Leduc;

impl RustGame for Deals<Leduc> {
    const INFO: RustGameInfo = RustGameInfo {
        name: "leduc",
        title: "Leduc poker",
        players: 2,
        genre: Genre::Cards,
        minutes: 2,
        about: "Poker with two jacks, queens and kings (F. Southey and others 2005): a round of bets of two chips, a \
                public card, and a round of bets of four chips. A pair with the public card beats the higher card. \
                The players act first in turn.",
    };
    const OPTIONS: &'static [RustGameOption] = &[DEALS_OPTION];

    fn with_options(options: &RustGameOptions) -> Self {
        Self::new(Leduc, options.integer("deals"))
    }
}

/// Number of cards of each rank.
const COPIES: usize = 2;
/// Chips that each player puts into the pot at the beginning.
const ANTE: u8 = 1;
/// Chips of a bet or raise, by round.
const BET: [u8; 2] = [2, 4];
/// Maximum number of bets and raises in a round.
const MAX_RAISES: usize = 2;
/// Maximum number of actions in a round: check, bet, raise, call.
const MAX_ACTIONS: usize = 4;

/// Betting action of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LeducAction {
    /// Gives up the pot after a bet.
    Fold,
    /// Adds what is missing to the other player's chips: a check, if nothing is missing.
    Call,
    /// Calls and adds a bet of this round.
    Raise,
}

impl LeducAction {
    fn letter(self) -> char {
        match self {
            Self::Fold => 'f',
            Self::Call => 'c',
            Self::Raise => 'r',
        }
    }
}

/// A move: a dealt card or a betting action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeducMove {
    /// Deals this card: to each player, and then to the table.
    Deal(Card),
    /// Betting action of the player to move.
    Action(LeducAction),
    /// Begins the next deal of a match.
    NextDeal,
}

/// State of a deal: cards and actions so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeducState {
    /// The player who acts first in both rounds.
    first: Player,
    cards: [Option<Card>; 2],
    public: Option<Card>,
    actions: [[Option<LeducAction>; MAX_ACTIONS]; 2],
}

/// Stage of a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// A card is dealt: to a player, or to the table.
    Dealing,
    /// A player acts.
    Acting(Player),
    /// The deal is over.
    Ended {
        /// The winner; `None` for a split pot.
        winner: Option<Player>,
        /// `true` if the cards were shown (showdown).
        is_showdown: bool,
    },
}

/// Betting of the deal so far.
struct Betting {
    /// Chips in the pot, by player.
    chips: [u8; 2],
    /// Index of the round.
    round: usize,
    /// Number of bets and raises in the round.
    raises: usize,
    /// `true` if the betting of the round is over.
    is_closed: bool,
    /// The player to act.
    actor: Player,
    /// The player who folded.
    folded: Option<Player>,
}

impl LeducState {
    fn starting(first: Player) -> Self {
        Self { first, cards: [None; 2], public: None, actions: [[None; MAX_ACTIONS]; 2] }
    }

    /// Card of a player, once dealt.
    pub fn card(&self, player: Player) -> Option<Card> {
        self.cards[player.index()]
    }

    /// The public card, once dealt.
    pub fn public_card(&self) -> Option<Card> {
        self.public
    }

    /// Chips in the pot, by player.
    pub fn chips(&self) -> [u8; 2] {
        self.betting().chips
    }

    /// Actions of a round, 0 or 1, in their order.
    pub fn actions(&self, round: usize) -> impl Iterator<Item = LeducAction> + '_ {
        self.actions[round].iter().copied().flatten()
    }

    /// Number of undealt cards of a rank.
    fn undealt(&self, card: Card) -> usize {
        COPIES - self.cards.iter().chain([&self.public]).filter(|&&dealt| dealt == Some(card)).count()
    }

    /// Follows the actions.
    fn betting(&self) -> Betting {
        let mut betting =
            Betting { chips: [ANTE; 2], round: 0, raises: 0, is_closed: false, actor: self.first, folded: None };
        for (round, bet) in BET.into_iter().enumerate().take(1 + usize::from(self.public.is_some())) {
            (betting.round, betting.raises, betting.is_closed, betting.actor) = (round, 0, false, self.first);
            let mut is_answered = false;
            for action in self.actions(round) {
                let (mine, other) = (betting.actor.index(), betting.actor.next(2).index());
                match action {
                    LeducAction::Fold => betting.folded = Some(betting.actor),
                    LeducAction::Call => {
                        // A call after a bet, or the second check, closes the round.
                        betting.is_closed = is_answered || betting.chips[mine] < betting.chips[other];
                        betting.chips[mine] = betting.chips[other];
                    }
                    LeducAction::Raise => {
                        betting.chips[mine] = betting.chips[other] + bet;
                        betting.raises += 1;
                    }
                }
                is_answered = true;
                betting.actor = betting.actor.next(2);
            }
        }
        betting
    }

    fn stage(&self) -> Stage {
        let [Some(first), Some(second)] = self.cards else { return Stage::Dealing };
        let betting = self.betting();
        if let Some(folded) = betting.folded {
            return Stage::Ended { winner: Some(folded.next(2)), is_showdown: false };
        }
        if !betting.is_closed {
            return Stage::Acting(betting.actor);
        }
        let Some(public) = self.public else { return Stage::Dealing };
        let rank = |card: Card| (card == public, card);
        let winner = match rank(first).cmp(&rank(second)) {
            std::cmp::Ordering::Greater => Some(Player::FIRST),
            std::cmp::Ordering::Less => Some(second_player()),
            std::cmp::Ordering::Equal => None,
        };
        Stage::Ended { winner, is_showdown: true }
    }

    /// `true` if the cards of both players are face up.
    pub fn is_showdown(&self) -> bool {
        matches!(self.stage(), Stage::Ended { is_showdown: true, .. })
    }

    /// The bytes of the state; a card that the viewer does not see is `?`.
    fn bytes(&self, viewer: Option<Player>) -> [u8; 3 + 2 * MAX_ACTIONS + 1] {
        let is_open = viewer.is_none() || self.is_showdown();
        let mut bytes = [b'-'; 3 + 2 * MAX_ACTIONS + 1];
        for player in [Player::FIRST, second_player()] {
            bytes[player.index()] = match self.card(player) {
                Some(_) if !is_open && viewer != Some(player) => b'?',
                card => card_byte(card),
            };
        }
        bytes[2] = card_byte(self.public);
        for (byte, action) in bytes[3..].iter_mut().zip(self.actions.as_flattened()) {
            *byte = action_byte(*action);
        }
        bytes[3 + 2 * MAX_ACTIONS] = if self.first == Player::FIRST { b'1' } else { b'2' };
        bytes
    }
}

impl Game for Leduc {
    type State = LeducState;
    type Move = LeducMove;

    fn players(&self) -> usize {
        2
    }

    fn payoff(&self) -> Payoff {
        Payoff::chips(1, f64::from(ANTE + 2 * BET[0] + 2 * BET[1]))
    }

    fn initial_state(&self) -> LeducState {
        LeducState::starting(Player::FIRST)
    }

    fn legal_moves(&self, state: &LeducState, moves: &mut Vec<LeducMove>) -> Result<Turn, Fault> {
        moves.clear();
        Ok(match state.stage() {
            Stage::Dealing => {
                moves.extend(Card::ALL.into_iter().filter(|&card| state.undealt(card) > 0).map(LeducMove::Deal));
                Turn::Chance
            }
            Stage::Acting(player) => {
                let Betting { chips, raises, .. } = state.betting();
                if chips[0] != chips[1] {
                    moves.push(LeducMove::Action(LeducAction::Fold));
                }
                moves.push(LeducMove::Action(LeducAction::Call));
                if raises < MAX_RAISES {
                    moves.push(LeducMove::Action(LeducAction::Raise));
                }
                Turn::Player(player)
            }
            Stage::Ended { winner, .. } => Turn::Over(winner.map_or(Outcome::Draw, Outcome::Won)),
        })
    }

    fn apply(&self, state: &mut LeducState, mv: LeducMove) -> Result<(), Fault> {
        match mv {
            LeducMove::Deal(card) => {
                let [first, second] = &mut state.cards;
                if let Some(slot) = [first, second, &mut state.public].into_iter().find(|slot| slot.is_none()) {
                    *slot = Some(card);
                }
            }
            LeducMove::Action(action) => {
                let round = usize::from(state.public.is_some());
                if let Some(slot) = state.actions[round].iter_mut().find(|slot| slot.is_none()) {
                    *slot = Some(action);
                }
            }
            LeducMove::NextDeal => {}
        }
        Ok(())
    }

    /// Chips won, negative if lost; 0 while the deal runs.
    fn score(&self, state: &LeducState, player: Player) -> f64 {
        let Stage::Ended { winner: Some(winner), .. } = state.stage() else { return 0.0 };
        let paid = f64::from(state.chips()[winner.next(2).index()]);
        if winner == player { paid } else { -paid }
    }

    fn key(&self, state: &LeducState) -> u64 {
        // FNV-1a (Fowler, Noll and Vo 1991).
        state
            .bytes(None)
            .iter()
            .fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
    }

    fn encode(&self, state: &LeducState, out: &mut Vec<u8>) {
        out.extend(state.bytes(None));
    }

    fn texts(&self) -> &dyn game::Texts<LeducState, LeducMove> {
        self
    }

    fn chance(&self) -> Option<&dyn game::Chance<LeducState, LeducMove>> {
        Some(self)
    }

    fn hidden(&self) -> Option<&dyn game::Hidden<LeducState, LeducMove>> {
        Some(self)
    }

    fn display(&self) -> Option<&dyn game::Display<LeducState>> {
        Some(self)
    }
}

impl game::Texts<LeducState, LeducMove> for Leduc {
    fn move_text(&self, state: &LeducState, mv: LeducMove) -> String {
        let is_facing_bet = || {
            let chips = state.chips();
            chips[0] != chips[1]
        };
        match mv {
            LeducMove::Deal(card) => return format!("deal {card}"),
            LeducMove::NextDeal => "next deal",
            LeducMove::Action(LeducAction::Fold) => "fold",
            LeducMove::Action(LeducAction::Call) => {
                if is_facing_bet() {
                    "call"
                } else {
                    "check"
                }
            }
            LeducMove::Action(LeducAction::Raise) => {
                if is_facing_bet() {
                    "raise"
                } else {
                    "bet"
                }
            }
        }
        .into()
    }

    fn state_text(&self, state: &LeducState) -> String {
        let letters = |bytes: &[u8]| bytes.iter().map(|&byte| char::from(byte)).collect::<String>();
        let bytes = state.bytes(None);
        let [first, second] = [0, 1].map(|round| letters(&bytes[3 + round * MAX_ACTIONS..][..MAX_ACTIONS]));
        format!(
            "cards {}\npublic {}\nround1 {first}\nround2 {second}\nfirst {}\n",
            letters(&bytes[..2]),
            char::from(bytes[2]),
            state.first
        )
    }

    fn view_text(&self, state: &LeducState, player: Player) -> String {
        let bytes = state.bytes(Some(player));
        let card = |byte: u8| match byte {
            b'?' => "a card face down".to_owned(),
            b'-' => "no card yet".to_owned(),
            letter => char::from(letter).to_string(),
        };
        let (you, other) = (player.index(), player.next(2).index());
        let chips = state.chips();
        let mut text = format!(
            "you have {}, the other player has {}; public card: {}\nin the pot: {} of yours, {} of the other player\n",
            card(bytes[you]),
            card(bytes[other]),
            card(bytes[2]),
            chips[you],
            chips[other]
        );
        let mut replayed = LeducState { actions: [[None; MAX_ACTIONS]; 2], public: None, ..*state };
        for round in 0..2 {
            if round == 1 {
                replayed.public = state.public;
            }
            let mut done = Vec::new();
            for action in state.actions(round) {
                done.push(self.texts().move_text(&replayed, LeducMove::Action(action)));
                replayed.actions[round][done.len() - 1] = Some(action);
            }
            if !done.is_empty() {
                // Writing to a string cannot fail.
                let _ = writeln!(text, "round {}: {}", round + 1, done.join(", "));
            }
        }
        text
    }

    fn parse_state(&self, text: &str) -> Result<LeducState, StateError> {
        let refuse = |line, reason: &str| Err(StateError { line, reason: reason.into() });
        let mut lines = text.lines();
        let mut field = |name: &str, length: usize| {
            let letters = lines.next()?.trim().strip_prefix(name)?.strip_prefix(' ')?.trim().as_bytes();
            (letters.len() == length).then_some(letters)
        };
        let Some(cards) = field("cards", 2) else {
            return refuse(1, "this should be: cards, and a letter J, Q, K or - for each player");
        };
        let Some(public) = field("public", 1) else {
            return refuse(2, "this should be: public, and a letter J, Q, K or -");
        };
        let mut rounds = [[b'-'; MAX_ACTIONS]; 2];
        for (round, name) in ["round1", "round2"].into_iter().enumerate() {
            match field(name, MAX_ACTIONS) {
                Some(letters) => rounds[round].copy_from_slice(letters),
                None => return refuse(3 + round, &format!("this should be: {name}, and four letters f, c, r or -")),
            }
        }
        let first = match field("first", 1) {
            Some(b"1") => Player::FIRST,
            Some(b"2") => second_player(),
            _ => return refuse(5, "this should be: first, and 1 or 2 for the player who acts first"),
        };
        // The deal is played again, so that every state can occur in a game.
        let mut state = LeducState::starting(first);
        let deal = |state: &mut LeducState, letter: u8, line| -> Result<(), StateError> {
            let card = Card::ALL.into_iter().find(|&card| card_byte(Some(card)) == letter);
            let card = card.filter(|&card| state.undealt(card) > 0 && state.stage() == Stage::Dealing);
            let reason = "each card must be J, Q, K or -, at most two of a kind, and dealt in its turn";
            let card = card.ok_or_else(|| StateError { line, reason: reason.into() })?;
            self.apply(state, LeducMove::Deal(card)).expect("games in Rust never fail");
            Ok(())
        };
        for &letter in cards.iter().take_while(|&&letter| letter != b'-') {
            deal(&mut state, letter, 1)?;
        }
        for (round, letters) in rounds.iter().enumerate() {
            if round == 1 && public != b"-" {
                deal(&mut state, public[0], 2)?;
            }
            for &letter in letters.iter().take_while(|&&letter| letter != b'-') {
                let mut moves = Vec::new();
                let turn = self.legal_moves(&state, &mut moves).expect("games in Rust never fail");
                let mv = moves.into_iter().find(|mv| match mv {
                    LeducMove::Action(action) => action.letter() as u8 == letter,
                    LeducMove::Deal(_) | LeducMove::NextDeal => false,
                });
                let (Some(mv), Turn::Player(_), true) = (mv, turn, round == usize::from(state.public.is_some())) else {
                    return refuse(
                        3 + round,
                        "an action is not legal here: f folds, c checks or calls, r bets or raises",
                    );
                };
                self.apply(&mut state, mv).expect("games in Rust never fail");
            }
        }
        if self.texts().state_text(&state).trim() != normalized(text) {
            return refuse(1, "there must be no gap between cards or between actions");
        }
        Ok(state)
    }
}

impl game::Chance<LeducState, LeducMove> for Leduc {
    fn probabilities(&self, state: &LeducState, chances: &mut Vec<f64>) {
        chances.clear();
        if state.stage() == Stage::Dealing {
            let counts = || Card::ALL.into_iter().map(|card| state.undealt(card)).filter(|&count| count > 0);
            let all: usize = counts().sum();
            chances.extend(counts().map(|count| count as f64 / all as f64));
        }
    }
}

impl game::Hidden<LeducState, LeducMove> for Leduc {
    fn information_state(&self, state: &LeducState, player: Player, out: &mut Vec<u8>) {
        out.extend(state.bytes(Some(player)));
    }

    /// Each unknown card is equally likely. The other player's actions would be evidence only under a model of that
    /// player, which is not part of the rules.
    fn resample(&self, state: &LeducState, player: Player, mut rng: &mut dyn Rng) -> Result<LeducState, Fault> {
        let other = player.next(2).index();
        let mut imagined = *state;
        if state.cards[other].is_some() && !state.is_showdown() {
            imagined.cards[other] = None;
            let weights = Card::ALL.map(|card| imagined.undealt(card) as f64);
            imagined.cards[other] = Some(Card::ALL[random_weighted_index(&weights, &mut rng)]);
        }
        Ok(imagined)
    }

    fn move_seen(&self, state: &LeducState, mv: LeducMove, viewer: Player) -> String {
        let receiver = [Player::FIRST, second_player()].into_iter().find(|&player| state.card(player).is_none());
        match (mv, receiver) {
            (LeducMove::Deal(_), Some(receiver)) if receiver != viewer => format!("deal a card to player {receiver}"),
            _ => self.move_text(state, mv),
        }
    }
}

impl game::Display<LeducState> for Leduc {
    fn table(&self, state: &LeducState, viewer: Option<Player>) -> Option<Table> {
        let is_open = viewer.is_none() || state.is_showdown();
        let chips = state.chips().map(u32::from);
        let slot = || TableObject::new(ObjectKind::CardSlot, "no card yet");
        let seats = [Player::FIRST, second_player()].map(|player| {
            let face = |card| (is_open || viewer == Some(player)).then_some(card);
            let card = state.card(player).map_or_else(slot, |card| card_object(face(card)));
            let bets = chips[player.index()];
            let bets = TableObject::new(ObjectKind::Chips(bets), format!("chips in the pot: {bets}"));
            vec![TableGroup::new("card", vec![card]), TableGroup::new("bets", vec![bets])]
        });
        let public = state.public.map_or_else(slot, |card| card_object(Some(card)));
        let pot: u32 = chips.into_iter().sum();
        let pot = TableObject::new(ObjectKind::Chips(pot), format!("pot {pot}"));
        let centre = vec![TableGroup::new("public card", vec![public]), TableGroup::new("pot", vec![pot])];
        Some(Table { seats: seats.to_vec(), centre, ..Table::default() })
    }

    fn dialog(&self, state: &LeducState) -> Option<Dialog> {
        Dialog::of_moves(self, state)
    }
}

impl DealtGame for Leduc {
    const NEXT_DEAL: LeducMove = LeducMove::NextDeal;

    fn next_deal(&self, finished: &LeducState, _totals: &[f64]) -> Option<LeducState> {
        Some(LeducState::starting(finished.first.next(2)))
    }

    fn deal_starts(&self) -> Vec<LeducState> {
        [Player::FIRST, second_player()].map(LeducState::starting).to_vec()
    }
}

fn action_byte(action: Option<LeducAction>) -> u8 {
    action.map_or(b'-', |action| action.letter() as u8)
}

/// The text with trimmed lines, as states are written.
fn normalized(text: &str) -> String {
    text.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(texts: &[&str]) -> LeducState {
        let mut state = Leduc.initial_state();
        for text in texts {
            let mv = Leduc.parse_move(&state, text).unwrap_or_else(|error| panic!("{texts:?}: {error}"));
            Leduc.apply(&mut state, mv).unwrap();
        }
        state
    }

    #[test]
    fn payoffs_follow_the_rules() {
        let first_wins = |texts: &[&str]| {
            let state = after(texts);
            assert!(Leduc.outcome(&state).unwrap().is_some(), "{texts:?}: the deal is not over");
            let sum = Leduc.score(&state, Player::FIRST) + Leduc.score(&state, second_player());
            assert_eq!(sum.to_string(), "0");
            Leduc.score(&state, Player::FIRST).to_string()
        };
        let deal = ["deal Q", "deal J"];
        let play = |moves: &[&'static str]| first_wins(&[&deal[..], moves].concat());
        assert_eq!(play(&["check", "check", "deal K", "check", "check"]), "1");
        assert_eq!(play(&["check", "check", "deal J", "check", "check"]), "-1", "a pair beats the higher card");
        assert_eq!(play(&["bet", "fold"]), "1");
        assert_eq!(play(&["check", "bet", "raise", "fold"]), "3", "the second player loses ante and bet");
        assert_eq!(play(&["bet", "raise", "call", "deal J", "bet", "raise", "call"]), "-13");
        assert_eq!(first_wins(&["deal K", "deal K", "bet", "call", "deal J", "check", "check"]), "0");
    }

    #[test]
    fn two_raises_are_made_in_a_round() {
        let texts = |state: &LeducState| {
            let mut moves = Vec::new();
            Leduc.legal_moves(state, &mut moves).unwrap();
            moves.iter().map(|&mv| Leduc.move_text(state, mv)).collect::<Vec<_>>()
        };
        assert_eq!(texts(&after(&["deal Q", "deal Q"])), ["check", "bet"]);
        assert_eq!(texts(&after(&["deal Q", "deal Q", "bet"])), ["fold", "call", "raise"]);
        assert_eq!(texts(&after(&["deal Q", "deal Q", "bet", "raise"])), ["fold", "call"]);
        assert_eq!(texts(&after(&["deal Q", "deal Q", "check", "check"])), ["deal J", "deal K"]);
    }

    #[test]
    fn a_player_sees_the_other_card_at_a_showdown_only() {
        let view = |texts: &[&str], player| Leduc.view_text(&after(texts), player);
        let deal = ["deal Q", "deal J", "bet"];
        let text = view(&deal, second_player());
        assert!(text.starts_with("you have J, the other player has a card face down; public card: no card yet"));
        let end = ["deal Q", "deal J", "bet", "call", "deal K", "check", "check"];
        assert!(view(&end, second_player()).contains("the other player has Q; public card: K"));
        assert!(view(&end, Player::FIRST).ends_with("round 1: bet, call\nround 2: check, check\n"));
        let state = after(&["deal Q"]);
        let mv = Leduc.parse_move(&state, "deal K").unwrap();
        assert_eq!(Leduc.move_seen(&state, mv, Player::FIRST), "deal a card to player 2");
        assert_eq!(Leduc.move_seen(&state, mv, second_player()), "deal K");
    }

    #[test]
    fn an_invalid_state_is_refused_with_its_line() {
        let valid = "cards QJ\npublic K\nround1 rc--\nround2 c---\nfirst 2\n";
        let state = Leduc.parse_state(valid).unwrap();
        assert_eq!(Leduc.state_text(&state), valid);
        let refused = |text: &str| Leduc.parse_state(text).unwrap_err().to_string();
        for (text, line) in [
            ("", 1),
            ("cards QX\npublic -\nround1 ----\nround2 ----\nfirst 1", 1),
            ("cards QQ\npublic Q\nround1 cc--\nround2 ----\nfirst 1", 2),
            ("cards QJ\npublic K\nround1 c---\nround2 ----\nfirst 1", 2),
            ("cards QJ\npublic -\nround1 rrr-\nround2 ----\nfirst 1", 3),
            ("cards QJ\npublic -\nround1 cc--\nround2 c---\nfirst 1", 4),
            ("cards QJ\npublic -\nround1 cc--\nround2 ----\nfirst 3", 5),
            ("cards QJ\npublic -\nround1 c-c-\nround2 ----\nfirst 1", 1),
            ("cards -J\npublic -\nround1 ----\nround2 ----\nfirst 1", 1),
        ] {
            assert!(refused(text).starts_with(&format!("line {line} of the state: ")), "{text:?}: {}", refused(text));
        }
    }
}
