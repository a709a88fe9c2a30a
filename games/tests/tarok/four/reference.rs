//! A second implementation of Taroky with default options, as plain as possible: cards are pairs of suit and rank, moves are
//! texts, and nothing is shared with the game itself.

use crate::reference::{PlainCard, count, name};

const TAROK: usize = 4;
const PAGAT: PlainCard = (TAROK, 1);
const SKIS: PlainCard = (TAROK, 22);
const FIVES: [PlainCard; 7] = [(4, 1), (4, 21), (4, 22), (0, 8), (1, 8), (2, 8), (3, 8)];
const BIDS: [&str; 4] = ["first duty", "second duty", "trojka", "solo"];
const FLEKS: [&str; 3] = ["flek", "kontra", "super flek"];

#[derive(Clone, Debug, PartialEq)]
enum Phase {
    Auction,
    VarsavaChoice,
    Call,
    Look,
    Aside,
    Announcements(usize),
    Fleks { seat: usize, silent: usize },
    Cards,
    End,
}

/// A deal.
#[derive(Clone, Debug)]
pub struct PlainFour {
    forehand: usize,
    pub hands: [Vec<PlainCard>; 4],
    pub talon: Vec<PlainCard>,
    phase: Phase,
    /// Calls of the auction by seat: the number of the bid, or `None` for an agreement.
    calls: Vec<(usize, Option<usize>)>,
    varsava: bool,
    called: Option<PlainCard>,
    looks: usize,
    /// Cards laid aside by seat.
    pub aside: [Vec<PlainCard>; 4],
    /// Revealed bonuses by seat, with their points.
    pub revealed: [Vec<(&'static str, i32)>; 4],
    /// Announced pagat and valat: the seat.
    announced: [Option<usize>; 2],
    /// Fleks on pagat, valat and game: who gave them.
    fleks: [Vec<usize>; 3],
    holder: Option<usize>,
    /// Holders of the called tarok that everybody thinks possible.
    suspects: Vec<usize>,
    trick: Vec<(usize, PlainCard)>,
    leader: usize,
    pub tricks: Vec<(usize, Vec<(usize, PlainCard)>)>,
    pub piles: [Vec<PlainCard>; 4],
}

fn winner(trick: &[PlainCard]) -> usize {
    let strength = |(suit, rank): PlainCard| match suit {
        TAROK => 100 + rank,
        suit if suit == trick[0].0 => rank,
        _ => 0,
    };
    (0..trick.len()).max_by_key(|&position| strength(trick[position])).unwrap()
}

/// The cards that `keep` accepts, or all if there is none.
fn preferring(cards: Vec<PlainCard>, keep: impl Fn(PlainCard) -> bool) -> Vec<PlainCard> {
    let kept: Vec<PlainCard> = cards.iter().copied().filter(|&card| keep(card)).collect();
    if kept.is_empty() { cards } else { kept }
}

fn revealed(hand: &[PlainCard]) -> Vec<(&'static str, i32)> {
    let taroks = hand.iter().filter(|card| card.0 == TAROK).count();
    let kings = hand.iter().filter(|card| card.0 != TAROK && card.1 == 8).count();
    let fives = hand.iter().filter(|card| FIVES.contains(card)).count();
    let mut bonuses = Vec::new();
    if taroks >= 10 {
        bonuses.push(("taroky", 10));
    }
    if (8..10).contains(&taroks) {
        bonuses.push(("tarocky", 5));
    }
    if taroks == 1 || taroks == 2 {
        bonuses.push(("barvicky", 5));
    }
    if FIVES[..3].iter().all(|card| hand.contains(card)) {
        bonuses.push(("trul", 5));
    }
    if fives >= 4 && kings < 4 {
        bonuses.push(("honery", 5));
    }
    if taroks == 0 {
        bonuses.push(("barvy", 10));
    }
    if kings == 4 {
        bonuses.push(("kralovske honery", 10));
    }
    bonuses
}

impl PlainFour {
    pub fn new(forehand: usize, hands: [Vec<PlainCard>; 4], talon: Vec<PlainCard>) -> Self {
        Self {
            forehand,
            hands,
            talon,
            phase: Phase::Auction,
            calls: Vec::new(),
            varsava: false,
            called: None,
            looks: 0,
            aside: [const { Vec::new() }; 4],
            revealed: [const { Vec::new() }; 4],
            announced: [None; 2],
            fleks: [const { Vec::new() }; 3],
            holder: None,
            suspects: Vec::new(),
            trick: Vec::new(),
            leader: forehand,
            tricks: Vec::new(),
            piles: [const { Vec::new() }; 4],
        }
    }

    fn last_bid(&self) -> Option<(usize, usize)> {
        self.calls.iter().rev().find_map(|&(seat, bid)| bid.map(|bid| (seat, bid)))
    }

    fn declarer(&self) -> usize {
        self.last_bid().unwrap().0
    }

    fn bid(&self) -> usize {
        self.last_bid().unwrap().1
    }

    fn is_duty(&self) -> bool {
        !self.varsava && self.bid() < 2
    }

    /// The seat to act; `None` at the end.
    pub fn turn(&self) -> Option<usize> {
        match self.phase {
            Phase::Auction => Some((self.forehand + self.calls.len()) % 4),
            Phase::VarsavaChoice | Phase::Call | Phase::Look => Some(self.declarer()),
            Phase::Aside => self.next_to_lay_aside(),
            Phase::Announcements(asked) => Some((self.forehand + asked) % 4),
            Phase::Fleks { seat, .. } => Some(seat),
            Phase::Cards => Some((self.leader + self.trick.len()) % 4),
            Phase::End => None,
        }
    }

    /// Declarer, left neighbour and opposite lay aside what they have too many.
    fn next_to_lay_aside(&self) -> Option<usize> {
        let declarer = self.declarer();
        [declarer, (declarer + 3) % 4, (declarer + 2) % 4].into_iter().find(|&seat| self.hands[seat].len() > 12)
    }

    /// Seats on the side of the declarer, if `holder` holds the called tarok.
    fn side(&self, holder: Option<usize>) -> Vec<usize> {
        let mut side = vec![self.declarer()];
        side.extend(holder.filter(|&holder| holder != self.declarer()));
        side
    }

    /// `true` if `seat` must think that `other` is on the same side.
    fn is_sure(&self, seat: usize, other: usize, holds: bool) -> bool {
        let possible: Vec<Option<usize>> = if !self.is_duty() {
            vec![None]
        } else if holds {
            vec![Some(seat)]
        } else {
            self.suspects.iter().copied().filter(|&suspect| suspect != seat).map(Some).collect()
        };
        possible.into_iter().all(|holder| {
            let side = self.side(holder);
            side.contains(&seat) == side.contains(&other)
        })
    }

    fn target_owner(&self, target: usize) -> Option<usize> {
        if target == 2 { Some(self.declarer()) } else { self.announced[target] }
    }

    fn can_flek(&self, seat: usize, target: usize, holds: bool) -> bool {
        let Some(owner) = self.target_owner(target) else { return false };
        let is_sure = seat == owner || self.is_sure(seat, owner, holds);
        match self.fleks[target].len() {
            0 | 2 => !is_sure,
            1 => is_sure,
            _ => false,
        }
    }

    /// Texts of all legal moves.
    pub fn moves(&self) -> Vec<String> {
        let Some(seat) = self.turn() else { return Vec::new() };
        let hand = &self.hands[seat];
        match self.phase {
            Phase::Auction => {
                let mut moves: Vec<String> = if self.calls.is_empty() { vec![] } else { vec!["agree".into()] };
                let least = self.last_bid().map_or(0, |(_, bid)| bid + 1);
                let bids = (least..4).filter(|&bid| bid != 1 || hand.contains(&PAGAT));
                moves.extend(bids.map(|bid| format!("bid {}", BIDS[bid])));
                moves
            }
            Phase::VarsavaChoice => vec!["play first duty".into(), "declare varsava".into()],
            Phase::Call => ["XIX", "XVIII", "XVII", "XVI"].map(|card| format!("call {card}")).to_vec(),
            Phase::Look => vec!["keep the cards".into(), "exchange the cards".into()],
            Phase::Aside => {
                let plain: Vec<PlainCard> =
                    hand.iter().copied().filter(|card| card.0 != TAROK && card.1 != 8).collect();
                let taroks = hand.iter().copied().filter(|card| card.0 == TAROK && !FIVES.contains(card));
                let cards = if plain.is_empty() { taroks.collect() } else { plain };
                cards.into_iter().map(|card| format!("lay aside {}", name(card))).collect()
            }
            Phase::Announcements(_) => {
                let pagat = hand.contains(&PAGAT) && self.announced[0].is_none();
                let valat = hand.contains(&SKIS);
                let mut moves = vec!["announce nothing".to_owned()];
                if pagat {
                    moves.push("announce pagat".into());
                }
                if valat {
                    moves.push("announce valat".into());
                }
                if pagat && valat {
                    moves.push("announce pagat, valat".into());
                }
                moves
            }
            Phase::Fleks { .. } => {
                let possible = (0..3).filter(|&target| self.can_flek(seat, target, self.holder == Some(seat)));
                let text = |target: usize| {
                    format!("{} {}", FLEKS[self.fleks[target].len()], ["pagat", "valat", "game"][target])
                };
                std::iter::once("no flek".to_owned()).chain(possible.map(text)).collect()
            }
            Phase::Cards => self.legal_cards(seat).into_iter().map(name).collect(),
            Phase::End => Vec::new(),
        }
    }

    fn legal_cards(&self, seat: usize) -> Vec<PlainCard> {
        let hand = self.hands[seat].clone();
        let trick: Vec<PlainCard> = self.trick.iter().map(|&(_, card)| card).collect();
        let Some(&(led, _)) = trick.first() else { return hand };
        let follows = hand.iter().any(|card| card.0 == led);
        let cards = preferring(hand, |card| card.0 == if follows { led } else { TAROK });
        if self.varsava {
            preferring(cards, |card| winner(&[&trick[..], &[card]].concat()) == trick.len())
        } else {
            cards
        }
    }

    /// Makes the move with this text.
    pub fn make(&mut self, text: &str) {
        let seat = self.turn().unwrap();
        match self.phase.clone() {
            Phase::Auction => {
                let bid = text.strip_prefix("bid ").map(|name| BIDS.iter().position(|bid| *bid == name).unwrap());
                self.calls.push((seat, bid));
                let three_agree = self.calls.len() > 3 && self.calls.iter().rev().take(3).all(|call| call.1.is_none());
                if three_agree || self.bid() == 3 {
                    match self.bid() {
                        0 => self.phase = Phase::VarsavaChoice,
                        1 => self.phase = Phase::Call,
                        2 => (self.phase, self.looks) = (Phase::Look, 1),
                        _ => self.announce_hands(),
                    }
                }
            }
            Phase::VarsavaChoice => {
                self.varsava = text == "declare varsava";
                self.phase = if self.varsava { Phase::Cards } else { Phase::Call };
            }
            Phase::Call => {
                let rank = (16..=19).find(|&rank| text == format!("call {}", name((TAROK, rank)))).unwrap();
                self.called = Some((TAROK, rank));
                let declarer = self.declarer();
                let talon = std::mem::take(&mut self.talon);
                self.hands[declarer].extend(&talon[..4]);
                self.hands[(declarer + 3) % 4].push(talon[4]);
                self.hands[(declarer + 2) % 4].push(talon[5]);
                self.holder = (0..4).find(|&seat| self.hands[seat].contains(&(TAROK, rank)));
                self.phase = Phase::Aside;
            }
            Phase::Look => {
                if text == "exchange the cards" {
                    self.looks += 1;
                }
                if text == "keep the cards" || self.looks == 3 {
                    let rest = self.talon.split_off(3);
                    let (taken, rest) =
                        if self.looks == 2 { (rest, self.talon.clone()) } else { (self.talon.clone(), rest) };
                    self.hands[seat].extend(taken);
                    self.talon = rest;
                    self.phase = Phase::Aside;
                }
            }
            Phase::Aside => {
                self.hands[seat].retain(|&card| text != format!("lay aside {}", name(card)));
                let all: Vec<PlainCard> = crate::reference::deck();
                self.aside[seat].push(*all.iter().find(|&&card| text == format!("lay aside {}", name(card))).unwrap());
                if self.next_to_lay_aside().is_none() {
                    self.announce_hands();
                }
            }
            Phase::Announcements(asked) => {
                for (index, bonus) in ["pagat", "valat"].into_iter().enumerate() {
                    if text.contains(bonus) {
                        self.announced[index] = Some(seat);
                    }
                }
                self.phase = Phase::Announcements(asked + 1);
                if asked == 3 {
                    self.ask_for_fleks(self.forehand, 0);
                }
            }
            Phase::Fleks { silent, .. } => {
                let target = (0..3).find(|&target| text.ends_with(["pagat", "valat", "game"][target]));
                match target {
                    Some(target) => {
                        let suspects = self.suspects.iter().copied();
                        self.suspects =
                            suspects.filter(|&suspect| self.can_flek(seat, target, suspect == seat)).collect();
                        self.fleks[target].push(seat);
                        self.ask_for_fleks(seat, 0);
                    }
                    None => self.ask_for_fleks((seat + 1) % 4, silent + 1),
                }
            }
            Phase::Cards => {
                let position = self.hands[seat].iter().position(|&card| name(card) == text).unwrap();
                let card = self.hands[seat].remove(position);
                self.trick.push((seat, card));
                if self.trick.len() == 4 {
                    self.finish_trick();
                }
            }
            Phase::End => panic!("the deal is over"),
        }
    }

    /// The hands announce what they reveal, and second duty its pagat.
    fn announce_hands(&mut self) {
        self.revealed = std::array::from_fn(|seat| revealed(&self.hands[seat]));
        if self.bid() == 1 {
            self.announced[0] = Some(self.declarer());
        }
        if self.is_duty() {
            let open = (0..4).find(|&seat| self.aside[seat].iter().any(|&card| Some(card) == self.called));
            let has_taroks = |&seat: &usize| self.hands[seat].iter().any(|card| card.0 == TAROK);
            self.suspects = open.map_or_else(|| (0..4).filter(has_taroks).collect(), |seat| vec![seat]);
        }
        self.phase = Phase::Announcements(0);
    }

    /// Asks the players in turn who, as far as the table knows, could give a flek.
    fn ask_for_fleks(&mut self, mut seat: usize, mut silent: usize) {
        while silent < 4 {
            let holdings: Vec<bool> = if self.is_duty() {
                let mut holdings: Vec<bool> = self.suspects.iter().map(|&suspect| suspect == seat).collect();
                holdings.dedup();
                holdings
            } else {
                vec![false]
            };
            if holdings.iter().any(|&holds| (0..3).any(|target| self.can_flek(seat, target, holds))) {
                self.phase = Phase::Fleks { seat, silent };
                return;
            }
            (seat, silent) = ((seat + 1) % 4, silent + 1);
        }
        self.phase = Phase::Cards;
    }

    fn finish_trick(&mut self) {
        let trick = std::mem::take(&mut self.trick);
        let cards: Vec<PlainCard> = trick.iter().map(|&(_, card)| card).collect();
        let taker = trick[winner(&cards)].0;
        self.piles[taker].extend(cards);
        if self.varsava && !self.talon.is_empty() {
            let gift = self.talon.remove(0);
            self.piles[taker].push(gift);
        }
        self.tricks.push((taker, trick));
        self.leader = taker;
        if self.tricks.len() == 12 {
            self.phase = Phase::End;
        }
    }

    /// All cards, sorted.
    pub fn all_cards(&self) -> Vec<PlainCard> {
        let mut all: Vec<PlainCard> = self.talon.clone();
        for cards in self.hands.iter().chain(&self.aside).chain(&self.piles) {
            all.extend(cards);
        }
        all.extend(self.trick.iter().map(|&(_, card)| card));
        all.sort_unstable();
        all
    }

    /// Card points of the declarer's side and of the others; `None` in varsava.
    pub fn points(&self) -> Option<(i32, i32)> {
        if self.varsava {
            return None;
        }
        let side = self.side(self.holder);
        let (mut own, mut others) = (Vec::new(), self.talon.clone());
        for seat in 0..4 {
            let pile = if side.contains(&seat) { &mut own } else { &mut others };
            pile.extend(self.piles[seat].iter().chain(&self.aside[seat]));
        }
        Some((count(&own), count(&others)))
    }

    /// Scores by seat at the end.
    pub fn scores(&self) -> [i32; 4] {
        let Some((points, _)) = self.points() else { return self.varsava_scores() };
        let side = self.side(self.holder);
        let sign = |seat: usize| if side.contains(&seat) { 1 } else { -1 };
        let times = |target: usize| [1, 2, 4, 8][self.fleks[target].len()];
        let multiplier = match self.bid() {
            2 => self.looks as i32,
            3 => 4,
            _ => 1,
        };
        let mut value = (points - 35) * multiplier * times(2);
        for seat in 0..4 {
            value += sign(seat) * self.revealed[seat].iter().map(|(_, points)| points).sum::<i32>();
        }
        let (_, last) = self.tricks.last().unwrap();
        let cards: Vec<PlainCard> = last.iter().map(|&(_, card)| card).collect();
        let (taker, best) = last[winner(&cards)];
        value += match self.announced[0] {
            Some(seat) if best == PAGAT && taker == seat => sign(seat) * 20 * times(0),
            Some(seat) => -sign(seat) * 20 * times(0),
            None if best == PAGAT => sign(taker) * 10,
            None => 0,
        };
        let taken_by = |one: i32| self.tricks.iter().filter(|(taker, _)| sign(*taker) == one).count();
        let announcer = self.announced[1].map(sign);
        if let Some(one) = announcer {
            value += if taken_by(one) == 12 { one } else { -one } * 140 * times(1);
        }
        for one in [1, -1] {
            if announcer != Some(one) && taken_by(one) == 12 {
                value += one * 70;
            }
        }
        let payers = if side.len() == 1 { 3 } else { 1 };
        std::array::from_fn(|seat| if side.contains(&seat) { value * payers } else { -value })
    }

    fn varsava_scores(&self) -> [i32; 4] {
        let points: Vec<i32> = self.piles.iter().map(|pile| count(pile)).collect();
        let most = *points.iter().max().unwrap();
        let losers: Vec<usize> = (0..4).filter(|&seat| points[seat] == most).collect();
        let tariff = if most >= 40 {
            40
        } else if most >= 30 {
            20
        } else {
            10
        };
        let mut scores = [0; 4];
        for seat in (0..4).filter(|seat| !losers.contains(seat)) {
            let duty = if self.piles[seat].is_empty() { 2 * tariff } else { tariff };
            for &loser in &losers {
                scores[loser] -= duty / losers.len() as i32;
                scores[seat] += duty / losers.len() as i32;
            }
        }
        scores
    }
}
