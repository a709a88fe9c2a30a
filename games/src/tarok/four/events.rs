//! Events of a deal as one observer sees them, and questions to the player to act, in the codes of rule files.
//!
//! Players are numbered from the observer: 0 the observer, 1 the left neighbour, 2 the player opposite, 3 the right neighbour,
//! who is the next in turn. Suits are 0 hearts, 1 diamonds, 2 spades, 3 clubs and 4 taroks; values begin with 0 for the lowest
//! card of a suit. The list of events only grows while a deal goes on.

use std::fmt;

use boardwright_game::ids::Player;

use super::contract::{Bid, Bonus, Bonuses, FourOptions, Target};
use super::moves::{list_moves, refusal};
use super::state::{Call, FourMove, FourState, HALF_TALON, PLAYERS, Stage, TALON, seats};
use crate::tarok::cards::{Card, CardSet, RANKS, Suit};

/// Code of the suit of taroks.
pub const TAROK_SUIT: u8 = 4;
/// Player number of the card that the talon adds to a trick in varsava.
pub const TALON_PLAYER: u8 = PLAYERS as u8;
/// Code of agreeing.
pub const AGREE: i8 = -1;
/// Code of varsava.
pub const VARSAVA: i8 = 0;
/// Code of solo.
pub const SOLO: i8 = 14;
/// Code of trojka with the first cards; the next two are those with the second and the third cards.
pub const TROJKA: i8 = 11;

/// Suit and value of a card.
pub fn card_code(card: Card) -> [u8; 2] {
    match (card.suit(), card.rank()) {
        (Some(suit), Some(rank)) => [suit.index() as u8, rank],
        _ => [TAROK_SUIT, card.number()],
    }
}

/// The card with this suit and value; `None` if there is none.
pub fn card_of_code([suit, value]: [u8; 2]) -> Option<Card> {
    if suit == TAROK_SUIT {
        return Card::tarok(value.checked_add(1)?);
    }
    Card::of_suit(*Suit::ALL.get(usize::from(suit))?, value).filter(|_| value < RANKS)
}

/// Number of a player as an observer counts.
pub fn relative_player(observer: Player, player: Player) -> u8 {
    // The next player in turn is the right neighbour.
    ((PLAYERS + observer.index() - player.index()) % PLAYERS) as u8
}

/// The player whom an observer gives this number; `None` beyond 3.
pub fn absolute_player(observer: Player, number: u8) -> Option<Player> {
    let number = usize::from(number);
    (number < PLAYERS).then(|| seats()[(observer.index() + PLAYERS - number) % PLAYERS])
}

/// Code of a bid.
pub fn bid_code(bid: Bid) -> i8 {
    match bid {
        Bid::FirstDuty => 1,
        Bid::SecondDuty => 6,
        Bid::Trojka => TROJKA,
        Bid::Solo => SOLO,
    }
}

/// Code of a duty that calls the tarok with this number.
fn call_code(bid: Bid, number: u8) -> i8 {
    bid_code(bid) + 20 - number as i8
}

/// Code of a target of fleks.
pub fn target_code(target: Target) -> u8 {
    target.index() as u8 + 1
}

/// An event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DealEvent {
    /// The observer received a card, at the deal or from the talon.
    CardReceived {
        /// The card.
        card: Card,
    },
    /// A bid, a call or an agreement, or a look at cards of the talon in trojka.
    GameCalled {
        /// The player.
        player: u8,
        /// Code of the game; -1 for an agreement.
        code: i8,
        /// Cards of the talon that the observer sees at a look.
        talon: Option<[Card; HALF_TALON]>,
    },
    /// An announcement. In second duty the declarer announces the pagat.
    Announced {
        /// The player.
        player: u8,
        /// Code of the bonus, from 0 to 8.
        bonus: u8,
    },
    /// A card was played, or the talon added one to a trick in varsava.
    CardPlayed {
        /// The player; 4 for the talon.
        player: u8,
        /// The card.
        card: Card,
    },
    /// A tarok was laid aside face up.
    TarokLaidAside {
        /// The player.
        player: u8,
        /// The tarok.
        card: Card,
    },
    /// A flek was given.
    FlekGiven {
        /// The player.
        player: u8,
        /// Code of the target: 1 pagat, 2 valat, 3 game.
        target: u8,
        /// Level from 1 for a flek to 3 for a super flek.
        level: u8,
    },
}

/// Events of a deal that an observer has seen, in their order.
pub fn events(state: &FourState, observer: Player, options: FourOptions) -> Vec<DealEvent> {
    let mut events = Vec::new();
    if state.stage == Stage::Deal {
        return events;
    }
    let received = |card: Card| DealEvent::CardReceived { card };
    let number = |player: Player| relative_player(observer, player);
    let dealt = super::position::dealt_cards(state, options).hands[observer.index()];
    events.extend(dealt.by_suits().map(received));
    add_auction(state, observer, &mut events);
    let taken = state.taken_positions(observer, options);
    events.extend((0..TALON).filter(|at| taken >> at & 1 != 0).map(|at| received(state.talon[at])));
    let laid = state.laid.as_slice().iter().filter(|laid| laid.card.is_tarok());
    events.extend(laid.map(|laid| DealEvent::TarokLaidAside { player: number(laid.player), card: laid.card }));
    let order: [Player; PLAYERS] = std::array::from_fn(|offset| seats()[(state.forehand.index() + offset) % PLAYERS]);
    let mut announce = |player: Player, bonuses: Bonuses| {
        let bonus = |bonus: Bonus| DealEvent::Announced { player: number(player), bonus: bonus.index() as u8 };
        events.extend(bonuses.iter().map(bonus));
    };
    for player in order {
        announce(player, state.revealed[player.index()]);
    }
    let promised = state.declared().filter(|&(_, bid)| bid == Bid::SecondDuty).map(|(declarer, _)| declarer);
    let promise = Bonuses::NONE.with(Bonus::Pagat);
    if let Some(declarer) = promised.filter(|_| state.is_revealed()) {
        announce(declarer, promise);
    }
    for player in order {
        let committed = state.committed[player.index()];
        let promised = if promised == Some(player) { promise } else { Bonuses::NONE };
        announce(player, Bonuses(committed.0 & !promised.0));
    }
    for call in state.flek_calls.as_slice() {
        if let Some((target, level)) = call.flek {
            events.push(DealEvent::FlekGiven { player: number(call.player), target: target_code(target), level });
        }
    }
    for (index, (player, card)) in state.plays().enumerate() {
        events.push(DealEvent::CardPlayed { player: number(player), card });
        let trick = (index + 1) / PLAYERS;
        if state.is_varsava() && (index + 1).is_multiple_of(PLAYERS) && trick <= TALON {
            events.push(DealEvent::CardPlayed { player: TALON_PLAYER, card: state.talon[trick - 1] });
        }
    }
    events
}

/// Adds the calls, the called tarok, and the looks at the talon.
fn add_auction(state: &FourState, observer: Player, events: &mut Vec<DealEvent>) {
    let mut add = |player: Player, code: i8, talon: Option<[Card; HALF_TALON]>| {
        events.push(DealEvent::GameCalled { player: relative_player(observer, player), code, talon });
    };
    for (index, call) in state.calls.as_slice().iter().enumerate() {
        let player = seats()[(state.forehand.index() + index) % PLAYERS];
        let code = match call {
            Call::Agree => AGREE,
            Call::Bid(bid) => bid_code(*bid),
        };
        add(player, code, None);
    }
    if state.is_varsava() {
        add(state.forehand, VARSAVA, None);
    }
    let Some((declarer, bid)) = state.declared() else { return };
    if let Some(called) = state.called {
        add(declarer, call_code(bid, called.number() + 1), None);
    }
    let [first, second] = [0, HALF_TALON].map(|start| std::array::from_fn(|at| state.talon[start + at]));
    let is_declarer = observer == declarer;
    for look in 1..=state.looks {
        let seen = match (look, is_declarer) {
            (1 | 3, true) | (2, false) => Some(first),
            (2, true) | (3, false) => Some(second),
            // The others see nothing at the first look, which the bid has announced.
            _ => continue,
        };
        add(declarer, TROJKA + look as i8 - 1, seen);
    }
}

/// Kind of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuestionKind {
    /// A bid, or agreeing.
    Bid,
    /// Varsava, or first duty.
    Varsava,
    /// A called tarok.
    Call,
    /// The choice of cards of the talon in trojka.
    Look,
    /// A card to lay aside.
    LayAside,
    /// Announcements.
    Announce,
    /// Fleks.
    Flek,
    /// A card to play.
    Play,
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DealAnswer {
    /// Code of a game.
    Game(i8),
    /// A card.
    Card(Card),
    /// Announcements: all codes of bonuses at once, or none.
    Bonuses(Vec<u8>),
    /// Code of the target of a flek; `None` for no more fleks.
    Flek(Option<u8>),
}

/// The question to the player to act.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DealQuestion {
    /// The player.
    pub player: Player,
    /// Kind.
    pub kind: QuestionKind,
    /// Codes of the games that are legal, in ascending order, in questions about the game. Several codes may mean the same.
    pub games: Vec<i8>,
    /// Cards that are legal, in questions about a card.
    pub cards: CardSet,
    /// Codes of the bonuses that may be announced, in a question about announcements.
    pub bonuses: Vec<u8>,
    /// Codes of the targets of legal fleks, in a question about fleks.
    pub targets: Vec<u8>,
}

impl DealQuestion {
    /// The legal answer of a player who says no more than necessary: the lowest code, no announcement, no flek, or the first
    /// legal card by suit and value.
    pub fn least_answer(&self) -> DealAnswer {
        match self.kind {
            QuestionKind::Announce => DealAnswer::Bonuses(Vec::new()),
            QuestionKind::Flek => DealAnswer::Flek(None),
            QuestionKind::LayAside | QuestionKind::Play => {
                DealAnswer::Card(self.cards.by_suits().next().unwrap_or(Card::PAGAT))
            }
            // Varsava has the lowest code and must be wished for.
            QuestionKind::Varsava => DealAnswer::Game(bid_code(Bid::FirstDuty)),
            QuestionKind::Bid | QuestionKind::Call | QuestionKind::Look => {
                DealAnswer::Game(self.games.first().copied().unwrap_or(AGREE))
            }
        }
    }
}

/// The question to the player to act; `None` while cards are dealt and when the deal is over.
pub fn question(state: &FourState, options: FourOptions) -> Option<DealQuestion> {
    let player = state.to_act()?;
    let kind = match state.stage {
        Stage::Bid(_) => QuestionKind::Bid,
        Stage::Varsava => QuestionKind::Varsava,
        Stage::Call => QuestionKind::Call,
        Stage::Look => QuestionKind::Look,
        Stage::LayAside(_) => QuestionKind::LayAside,
        Stage::Announce(_) => QuestionKind::Announce,
        Stage::Flek(_) => QuestionKind::Flek,
        Stage::Play(_) => QuestionKind::Play,
        Stage::Deal | Stage::Over => return None,
    };
    let mut question = DealQuestion {
        player,
        kind,
        games: Vec::new(),
        cards: CardSet::EMPTY,
        bonuses: Vec::new(),
        targets: Vec::new(),
    };
    let mut moves = Vec::new();
    list_moves(state, options, &mut moves);
    for mv in moves {
        match mv {
            FourMove::LayAside(card) | FourMove::Play(card) => question.cards.insert(card),
            FourMove::Announce(bonuses) => question.bonuses.extend(bonuses.iter().map(|bonus| bonus.index() as u8)),
            FourMove::Flek(target) => question.targets.push(target_code(target)),
            _ => question.games.extend(game_codes(state, mv)),
        }
    }
    question.games.sort_unstable();
    question.bonuses.sort_unstable();
    question.bonuses.dedup();
    Some(question)
}

/// Codes that mean a move of the auction, of a call or of a look.
fn game_codes(state: &FourState, mv: FourMove) -> Vec<i8> {
    match mv {
        FourMove::Agree => vec![AGREE],
        FourMove::Bid(bid) => vec![bid_code(bid)],
        FourMove::Varsava => vec![VARSAVA],
        FourMove::FirstDuty => vec![AGREE, bid_code(Bid::FirstDuty)],
        FourMove::Call(number) => state.declared().map(|(_, bid)| call_code(bid, number)).into_iter().collect(),
        FourMove::Keep => vec![TROJKA + state.looks as i8 - 1],
        // At the first look both later codes ask for the second cards.
        FourMove::Exchange => (TROJKA + state.looks as i8..=TROJKA + 2).collect(),
        _ => Vec::new(),
    }
}

/// Answer that is not legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllegalAnswer {
    /// The answer.
    pub answer: DealAnswer,
    /// Reason in the words of the game.
    pub reason: String,
}

impl fmt::Display for IllegalAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the answer {:?} is not legal: {}", self.answer, self.reason)
    }
}

impl std::error::Error for IllegalAnswer {}

/// The move of the player to act that an answer means.
///
/// # Errors
/// If the answer is not legal; with the reason.
pub fn move_of_answer(state: &FourState, answer: &DealAnswer, options: FourOptions) -> Result<FourMove, IllegalAnswer> {
    let illegal = |reason: String| IllegalAnswer { answer: answer.clone(), reason };
    let other_kind = || illegal(super::moves::expectation(state, state.stage));
    let mv = match (answer, state.stage) {
        (DealAnswer::Game(code), _) => {
            let mut moves = Vec::new();
            list_moves(state, options, &mut moves);
            let legal = moves.iter().copied().find(|&mv| game_codes(state, mv).contains(code));
            return legal.ok_or_else(|| match bid_of_code(*code).filter(|_| matches!(state.stage, Stage::Bid(_))) {
                Some(bid) => illegal(refusal(state, options, FourMove::Bid(bid)).unwrap_or_default()),
                None => other_kind(),
            });
        }
        (DealAnswer::Card(card), Stage::LayAside(_)) => FourMove::LayAside(*card),
        (DealAnswer::Card(card), Stage::Play(_)) => FourMove::Play(*card),
        (DealAnswer::Bonuses(codes), Stage::Announce(_)) => {
            let bonus = |code: &u8| Bonus::ALL.get(usize::from(*code)).copied();
            let bonuses: Option<Bonuses> = codes.iter().map(bonus).collect();
            FourMove::Announce(bonuses.ok_or_else(|| illegal("the codes of bonuses are 0 to 8".to_owned()))?)
        }
        (DealAnswer::Flek(None), Stage::Flek(_)) => FourMove::NoFlek,
        (DealAnswer::Flek(Some(code)), Stage::Flek(_)) => {
            let target = Target::ALL.into_iter().find(|&target| target_code(target) == *code);
            FourMove::Flek(target.ok_or_else(|| illegal("the codes of targets are 1 to 3".to_owned()))?)
        }
        _ => return Err(other_kind()),
    };
    refusal(state, options, mv).map_or(Ok(mv), |reason| Err(illegal(reason)))
}

/// The bid with this code.
fn bid_of_code(code: i8) -> Option<Bid> {
    Bid::ALL.into_iter().find(|&bid| bid_code(bid) == code)
}
