//! A card auction for three players, as a test case of games with a large deck, amounts and payoffs that do not sum to
//! zero: 54 cards are shuffled at once, players bid any amount in a range of thousands, and the payoff is in points.
//! It is not shipped.

use boardwright_game::deals::DealtGame;
use boardwright_game::dialog::{Amount, Answer, Dialog};
use boardwright_game::fault::Fault;
use boardwright_game::game::{self, Game, GameExt as _, MoveError, Outcome, StateError, Turn, normalize_spaces};
use boardwright_game::ids::Player;
use boardwright_game::payoff::{Payoff, PayoffUnit, ScorePayoff};
use boardwright_game::playout::random_below;
use boardwright_games::deck::{check_deck, shuffle, shuffled_deck};
use rand::Rng;
use rand_pcg::Pcg64Mcg;

/// Each player gets ten cards, and the rest is face down. The players bid once, in turn, or pass; a bid must be higher
/// than the one before. The highest bidder scores ten times the sum of all the players' first cards and pays the bid.
#[derive(Clone, Copy, Debug)]
pub struct Auction;

/// Number of cards.
const CARDS: u8 = 54;
/// Number of players.
const PLAYERS: usize = 3;
/// Number of cards of a player.
const HAND: usize = 10;
/// Largest bid.
const MAX_BID: u16 = 20_000;

/// State: the deck, once shuffled, and the bids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AuctionState {
    deck: Option<[u8; CARDS as usize]>,
    dealer: usize,
    /// Bids in their order; 0 is a pass.
    bids: [Option<u16>; PLAYERS],
}

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AuctionMove {
    /// Shuffles the deck by this seed and deals.
    Deal(u64),
    /// Makes no bid.
    Pass,
    /// Bids this amount.
    Bid(u16),
    /// Begins the next deal.
    NextDeal,
}

impl AuctionState {
    fn starting(dealer: usize) -> Self {
        Self { deck: None, dealer, bids: [None; PLAYERS] }
    }

    fn highest_bid(&self) -> u16 {
        self.bids.iter().flatten().copied().max().unwrap_or(0)
    }

    /// Player who makes bid number `turn`.
    fn bidder(&self, turn: usize) -> Player {
        Player::new((self.dealer + turn) % PLAYERS + 1).expect("it is a number of a player")
    }

    fn hand(&self, player: Player) -> &[u8] {
        self.deck.as_ref().map_or(&[], |deck| &deck[player.index() * HAND..][..HAND])
    }

    fn is_over(&self) -> bool {
        self.bids[PLAYERS - 1].is_some()
    }

    fn winner(&self) -> Option<Player> {
        let highest = self.highest_bid();
        let turn = self.bids.iter().position(|&bid| bid == Some(highest))?;
        (highest > 0).then(|| self.bidder(turn))
    }
}

impl Game for Auction {
    type State = AuctionState;
    type Move = AuctionMove;

    fn players(&self) -> usize {
        PLAYERS
    }

    fn payoff(&self) -> Payoff {
        let (min, max) = (-f64::from(MAX_BID), 10.0 * f64::from(CARDS) * PLAYERS as f64);
        Payoff::Score(ScorePayoff { unit: PayoffUnit::Points, is_zero_sum: false, min, max })
    }

    fn initial_state(&self) -> AuctionState {
        AuctionState::starting(0)
    }

    fn legal_moves(&self, state: &AuctionState, moves: &mut Vec<AuctionMove>) -> Result<Turn, Fault> {
        moves.clear();
        if state.deck.is_none() {
            return Ok(Turn::Chance);
        }
        let Some(turn) = state.bids.iter().position(Option::is_none) else {
            return Ok(Turn::Over(state.winner().map_or(Outcome::Draw, Outcome::Won)));
        };
        let highest = state.highest_bid();
        moves.push(AuctionMove::Pass);
        // The menu: the smallest bid, some larger ones, and the largest.
        let sizes = [1, 10, 100, 1000].map(|step| highest.saturating_add(step));
        moves.extend(sizes.into_iter().filter(|&bid| bid < MAX_BID).map(AuctionMove::Bid));
        if highest < MAX_BID {
            moves.push(AuctionMove::Bid(MAX_BID));
        }
        Ok(Turn::Player(state.bidder(turn)))
    }

    fn is_legal(&self, state: &AuctionState, mv: AuctionMove) -> Result<bool, Fault> {
        let is_bidding = state.deck.is_some() && !state.is_over();
        Ok(match mv {
            AuctionMove::Deal(_) => state.deck.is_none(),
            AuctionMove::Pass => is_bidding,
            AuctionMove::Bid(bid) => is_bidding && (state.highest_bid() + 1..=MAX_BID).contains(&bid),
            AuctionMove::NextDeal => false,
        })
    }

    fn random_move(&self, state: &AuctionState, _: &[AuctionMove], rng: &mut Pcg64Mcg) -> AuctionMove {
        let least = state.highest_bid() + 1;
        if least > MAX_BID || random_below(2, rng) == 0 {
            return AuctionMove::Pass;
        }
        AuctionMove::Bid(least + random_below(usize::from(MAX_BID - least) + 1, rng) as u16)
    }

    fn apply(&self, state: &mut AuctionState, mv: AuctionMove) -> Result<(), Fault> {
        let bid = match mv {
            AuctionMove::Deal(seed) => {
                state.deck = shuffled_deck(CARDS, seed).try_into().ok();
                return Ok(());
            }
            AuctionMove::NextDeal => return Ok(()),
            AuctionMove::Pass => 0,
            AuctionMove::Bid(bid) => bid,
        };
        if let Some(slot) = state.bids.iter_mut().find(|slot| slot.is_none()) {
            *slot = Some(bid);
        }
        Ok(())
    }

    fn score(&self, state: &AuctionState, player: Player) -> f64 {
        self.score_details(state, player).iter().map(|(_, points)| points).sum()
    }

    fn key(&self, state: &AuctionState) -> u64 {
        let mut bytes = Vec::new();
        self.encode(state, &mut bytes);
        // FNV-1a (Fowler, Noll and Vo 1991).
        bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
    }

    fn encode(&self, state: &AuctionState, out: &mut Vec<u8>) {
        out.extend(self.state_text(state).into_bytes());
    }

    fn texts(&self) -> &dyn game::Texts<AuctionState, AuctionMove> {
        self
    }

    fn chance(&self) -> Option<&dyn game::Chance<AuctionState, AuctionMove>> {
        Some(self)
    }

    fn hidden(&self) -> Option<&dyn game::Hidden<AuctionState, AuctionMove>> {
        Some(self)
    }

    fn display(&self) -> Option<&dyn game::Display<AuctionState>> {
        Some(self)
    }
}

impl Auction {
    fn parse_legal_move(self, state: &AuctionState, text: &str) -> Result<AuctionMove, MoveError> {
        let text = normalize_spaces(text);
        let number = |word: &str| word.parse::<u64>().ok();
        let mv = match text.split_once(' ') {
            None if text == "pass" => Some(AuctionMove::Pass),
            Some(("deal", seed)) => number(seed).map(AuctionMove::Deal),
            Some(("bid", bid)) => number(bid).map(|bid| AuctionMove::Bid(u16::try_from(bid).unwrap_or(u16::MAX))),
            _ => None,
        };
        match mv {
            Some(mv) if self.is_legal(state, mv)? => Ok(mv),
            Some(AuctionMove::Bid(_)) => {
                let reason = format!("a bid is a number from {} to {MAX_BID}", state.highest_bid() + 1);
                Err(MoveError::Illegal { text, reason })
            }
            _ => Err(MoveError::Illegal { text, reason: "it is not one of the legal moves".into() }),
        }
    }
}

impl game::Texts<AuctionState, AuctionMove> for Auction {
    fn move_text(&self, _state: &AuctionState, mv: AuctionMove) -> String {
        match mv {
            AuctionMove::Deal(seed) => format!("deal {seed}"),
            AuctionMove::Pass => "pass".to_owned(),
            AuctionMove::Bid(bid) => format!("bid {bid}"),
            AuctionMove::NextDeal => "next deal".to_owned(),
        }
    }

    fn parse_move(&self, state: &AuctionState, text: &str) -> Option<Result<AuctionMove, MoveError>> {
        Some(self.parse_legal_move(state, text))
    }

    fn state_text(&self, state: &AuctionState) -> String {
        let list = |numbers: Vec<String>| if numbers.is_empty() { "-".to_owned() } else { numbers.join(" ") };
        let deck = list(state.deck.iter().flatten().map(u8::to_string).collect());
        let bids = list(state.bids.iter().flatten().map(u16::to_string).collect());
        format!("dealer {}\ndeck {deck}\nbids {bids}\n", state.dealer + 1)
    }

    fn parse_state(&self, text: &str) -> Result<AuctionState, StateError> {
        let refuse = |line, reason: String| Err(StateError { line, reason });
        let mut lines = text.lines();
        let mut numbers = |name: &str| -> Option<Vec<u16>> {
            let words = lines.next()?.trim().strip_prefix(name)?.trim();
            words.split_whitespace().filter(|&word| word != "-").map(|word| word.parse().ok()).collect()
        };
        let dealer = numbers("dealer").filter(|list| list.len() == 1 && (1..=PLAYERS as u16).contains(&list[0]));
        let Some(dealer) = dealer else { return refuse(1, "this should be: dealer, and 1, 2 or 3".into()) };
        let mut state = AuctionState::starting(usize::from(dealer[0]) - 1);
        let Some(cards) = numbers("deck") else {
            return refuse(2, "this should be: deck, and the numbers of all cards".into());
        };
        if !cards.is_empty() {
            let cards: Vec<u8> = cards.iter().map(|&card| u8::try_from(card).unwrap_or(u8::MAX)).collect();
            if let Err(reason) = check_deck(&cards, CARDS, |card| card.to_string()) {
                return refuse(2, reason);
            }
            state.deck = cards.try_into().ok();
        }
        let Some(bids) = numbers("bids").filter(|bids| bids.len() <= PLAYERS) else {
            return refuse(3, "this should be: bids, and at most three numbers".into());
        };
        for bid in bids {
            let mv = if bid == 0 { AuctionMove::Pass } else { AuctionMove::Bid(bid) };
            if self.is_legal(&state, mv) != Ok(true) {
                return refuse(3, format!("{bid} is no legal bid here"));
            }
            self.apply(&mut state, mv).expect("games in Rust never fail");
        }
        Ok(state)
    }
}

impl game::Chance<AuctionState, AuctionMove> for Auction {
    fn probabilities(&self, _state: &AuctionState, chances: &mut Vec<f64>) {
        chances.clear();
    }

    fn sample(&self, _state: &AuctionState, rng: &mut Pcg64Mcg) -> Option<Result<AuctionMove, Fault>> {
        Some(Ok(AuctionMove::Deal(rng.next_u64())))
    }
}

impl game::Hidden<AuctionState, AuctionMove> for Auction {
    fn information_state(&self, state: &AuctionState, player: Player, out: &mut Vec<u8>) {
        if state.is_over() {
            self.encode(state, out);
        } else {
            out.extend(state.hand(player));
            out.extend(format!("{} {:?}", state.dealer, state.bids).into_bytes());
        }
    }

    fn resample(&self, state: &AuctionState, player: Player, rng: &mut dyn Rng) -> Result<AuctionState, Fault> {
        if state.deck.is_none() || state.is_over() {
            return Ok(*state);
        }
        let hand = state.hand(player).to_vec();
        let mut unseen: Vec<u8> = (0..CARDS).filter(|card| !hand.contains(card)).collect();
        shuffle(&mut unseen, rng);
        let at = player.index() * HAND;
        let deck = [&unseen[..at], &hand, &unseen[at..]].concat();
        Ok(AuctionState { deck: deck.try_into().ok(), ..*state })
    }

    fn move_seen(&self, state: &AuctionState, mv: AuctionMove, _viewer: Player) -> String {
        match mv {
            AuctionMove::Deal(_) => "deal".to_owned(),
            _ => self.move_text(state, mv),
        }
    }
}

impl game::Display<AuctionState> for Auction {
    fn score_details(&self, state: &AuctionState, player: Player) -> Vec<(&'static str, f64)> {
        let Some(deck) = state.deck.filter(|_| state.is_over() && state.winner() == Some(player)) else {
            return vec![("prize", 0.0), ("bid", 0.0)];
        };
        let prize: u32 = (0..PLAYERS).map(|hand| u32::from(deck[hand * HAND])).sum();
        vec![("prize", 10.0 * f64::from(prize)), ("bid", -f64::from(state.highest_bid()))]
    }

    fn dialog(&self, state: &AuctionState) -> Option<Dialog> {
        self.legal_moves(state, &mut Vec::new()).ok()?.player()?;
        let dialog = Dialog::new("Bid or pass").with_answer(Answer::of_move("pass").with_key('P'));
        let lowest = u32::from(state.highest_bid()) + 1;
        let bids = Amount::new("Bid", "bid {}", lowest..=u32::from(MAX_BID)).with_step(100).with_key('B');
        Some(if lowest <= u32::from(MAX_BID) { dialog.with_amount(bids) } else { dialog })
    }
}

impl DealtGame for Auction {
    const NEXT_DEAL: AuctionMove = AuctionMove::NextDeal;

    fn next_deal(&self, finished: &AuctionState, totals: &[f64]) -> Option<AuctionState> {
        // The match ends early when a player owes twice the largest bid.
        let is_solvent = totals.iter().all(|&total| total > -2.0 * f64::from(MAX_BID));
        is_solvent.then(|| AuctionState::starting((finished.dealer + 1) % PLAYERS))
    }

    fn deal_starts(&self) -> Vec<AuctionState> {
        (0..PLAYERS).map(AuctionState::starting).collect()
    }
}
