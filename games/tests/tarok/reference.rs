//! A second implementation of the rules with default options, as plain as possible: cards are pairs of suit and rank, moves
//! are texts, and nothing is shared with the game itself.

/// A card: the suit 0 to 3 with a rank from 1 to 8, or 4 for taroks with a rank from 1 to 22.
pub type PlainCard = (usize, usize);

const TAROK: usize = 4;
const PAGAT: PlainCard = (TAROK, 1);
const MOND: PlainCard = (TAROK, 21);
const SKIS: PlainCard = (TAROK, 22);
const CONTRACTS: [(&str, i32); 6] = [("klop", 0), ("tri", 10), ("dva", 20), ("ena", 30), ("solo", 50), ("berac", 70)];
const BONUSES: [(&str, i32); 4] = [("trula", 20), ("kralji", 20), ("pagat ultimo", 50), ("valat", 500)];
const DOUBLINGS: [&str; 4] = ["kontra", "re", "sub", "mort"];

pub fn deck() -> Vec<PlainCard> {
    let suits = (0..4).flat_map(|suit| (1..=8).map(move |rank| (suit, rank)));
    suits.chain((1..=22).map(|rank| (TAROK, rank))).collect()
}

pub fn name((suit, rank): PlainCard) -> String {
    if suit == TAROK {
        let (tens, ones) = (rank / 10, rank % 10);
        let ones = ["", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"][ones];
        return "X".repeat(tens) + ones;
    }
    let pips = if suit < 2 { ["4", "3", "2", "1"] } else { ["7", "8", "9", "10"] };
    let rank = if rank <= 4 { pips[rank - 1] } else { ["J", "C", "Q", "K"][rank - 5] };
    format!("{} {rank}", ["H", "D", "S", "C"][suit])
}

fn value((suit, rank): PlainCard) -> i32 {
    match (suit, rank) {
        (TAROK, 1 | 21 | 22) | (0..=3, 8) => 5,
        (0..=3, 7) => 4,
        (0..=3, 6) => 3,
        (0..=3, 5) => 2,
        _ => 1,
    }
}

/// Points of a pile, counted in packets of three.
pub fn count(pile: &[PlainCard]) -> i32 {
    let packet =
        |cards: &[PlainCard]| cards.iter().map(|&card| value(card)).sum::<i32>() - if cards.len() == 3 { 2 } else { 1 };
    pile.chunks(3).map(packet).sum()
}

/// Position of the card that wins a trick.
pub fn winner(trick: &[PlainCard]) -> usize {
    if [PAGAT, MOND, SKIS].iter().all(|card| trick.contains(card)) {
        return trick.iter().position(|&card| card == PAGAT).unwrap();
    }
    let strength = |(suit, rank): PlainCard| match suit {
        TAROK => 100 + rank,
        suit if suit == trick[0].0 => rank,
        _ => 0,
    };
    (0..trick.len()).max_by_key(|&position| strength(trick[position])).unwrap()
}

/// Legal cards: first suit duty, then in negative games the duty to win, and the pagat last.
fn legal(hand: &[PlainCard], trick: &[PlainCard], is_negative: bool) -> Vec<PlainCard> {
    let keep_if_any = |cards: Vec<PlainCard>, keep: &dyn Fn(PlainCard) -> bool| {
        if cards.iter().any(|&card| keep(card)) {
            cards.into_iter().filter(|&card| keep(card)).collect()
        } else {
            cards
        }
    };
    let mut cards = hand.to_vec();
    if let Some(&(led, _)) = trick.first() {
        let follows = cards.iter().any(|card| card.0 == led);
        cards = keep_if_any(cards, &|card| card.0 == if follows { led } else { TAROK });
        if is_negative {
            let wins = |card| winner(&[trick, &[card]].concat()) == trick.len();
            cards = keep_if_any(cards, &wins);
        }
    }
    if is_negative { keep_if_any(cards, &|card| card != PAGAT) } else { cards }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Phase {
    Auction,
    Choice,
    Group,
    Discards,
    Announcements,
    Doubling { round: usize, seat: usize },
    Cards,
    End,
}

/// A deal.
#[derive(Clone, Debug)]
pub struct Plain {
    pub forehand: usize,
    pub radelci: [i32; 3],
    pub hands: [Vec<PlainCard>; 3],
    pub talon: Vec<PlainCard>,
    phase: Phase,
    /// Bids by seat and number of the contract; a pass is `None`.
    calls: Vec<(usize, Option<usize>)>,
    pub contract: usize,
    pub declarer: usize,
    taken: Vec<PlainCard>,
    laid: Vec<PlainCard>,
    announced: Vec<&'static str>,
    /// Doubled parts of the score: the name, and those who said it, in their order.
    doubled: Vec<(String, Vec<usize>)>,
    trick: Vec<(usize, PlainCard)>,
    leader: usize,
    /// Complete tricks with their winners.
    pub tricks: Vec<(usize, Vec<(usize, PlainCard)>)>,
    pub piles: [Vec<PlainCard>; 3],
}

impl Plain {
    pub fn new(forehand: usize, radelci: [i32; 3], hands: [Vec<PlainCard>; 3], talon: Vec<PlainCard>) -> Self {
        Self {
            forehand,
            radelci,
            hands,
            talon,
            phase: Phase::Auction,
            calls: Vec::new(),
            contract: 0,
            declarer: forehand,
            taken: Vec::new(),
            laid: Vec::new(),
            announced: Vec::new(),
            doubled: Vec::new(),
            trick: Vec::new(),
            leader: forehand,
            tricks: Vec::new(),
            piles: [const { Vec::new() }; 3],
        }
    }

    fn has_passed(&self, seat: usize) -> bool {
        self.calls.contains(&(seat, None))
    }

    fn last_bid(&self) -> Option<(usize, usize)> {
        self.calls.iter().rev().find_map(|&(seat, call)| call.map(|contract| (seat, contract)))
    }

    /// The seat whose turn it is; `None` at the end.
    pub fn turn(&self) -> Option<usize> {
        match self.phase {
            Phase::Auction => {
                let mut seat = self.calls.last().map_or(self.forehand, |(seat, _)| (seat + 1) % 3);
                while self.has_passed(seat) {
                    seat = (seat + 1) % 3;
                }
                Some(seat)
            }
            Phase::Doubling { seat, .. } => Some(seat),
            Phase::Cards => Some((self.leader + self.trick.len()) % 3),
            Phase::End => None,
            _ => Some(self.declarer),
        }
    }

    fn is_negative(&self) -> bool {
        self.contract == 0 || self.contract == 5
    }

    /// Number of cards that are exchanged.
    fn exchanged(&self) -> usize {
        [0, 3, 2, 1, 0, 0][self.contract]
    }

    fn doubling(&self, item: &str) -> &[usize] {
        self.doubled.iter().find(|(name, _)| name == item).map_or(&[], |(_, said)| said)
    }

    /// Parts of the score that a seat may double in a round.
    fn doublable(&self, round: usize, seat: usize) -> Vec<&'static str> {
        let items = std::iter::once("game").chain(self.announced.iter().copied());
        items
            .filter(|item| {
                let said = self.doubling(item);
                said.len() == round
                    && match round {
                        0 => seat != self.declarer,
                        2 => said[0] == seat,
                        _ => seat == self.declarer,
                    }
            })
            .collect()
    }

    /// Texts of all legal moves.
    pub fn moves(&self) -> Vec<String> {
        let Some(seat) = self.turn() else { return Vec::new() };
        let place = |seat: usize| (seat + 3 - self.forehand) % 3;
        match self.phase {
            Phase::Auction => match self.last_bid() {
                None => vec!["bid tri".to_owned()],
                Some((last, bid)) => {
                    let least = if place(seat) < place(last) { bid } else { bid + 1 };
                    let bids = (least..6).map(|contract| format!("bid {}", CONTRACTS[contract].0));
                    bids.chain(["pass".to_owned()]).collect()
                }
            },
            Phase::Choice => {
                let (last, bid) = self.last_bid().unwrap();
                let least = if (last, bid) == (self.forehand, 1) { 0 } else { bid };
                (least..6).map(|contract| format!("choose {}", CONTRACTS[contract].0)).collect()
            }
            Phase::Group => (1..=6 / self.exchanged()).map(|group| format!("take group {group}")).collect(),
            Phase::Discards => {
                let cards = self.hands[seat].iter().filter(|&&card| value(card) < 5);
                cards.map(|&card| format!("lay away {}", name(card))).collect()
            }
            Phase::Announcements => {
                let has_pagat = self.hands[seat].contains(&PAGAT);
                let mut texts = vec!["announce nothing".to_owned()];
                for bits in 1..16 {
                    let chosen = |index: &usize| bits >> index & 1 == 1;
                    if chosen(&2) && !has_pagat {
                        continue;
                    }
                    let names: Vec<&str> = (0..4).filter(chosen).map(|index| BONUSES[index].0).collect();
                    texts.push(format!("announce {}", names.join(", ")));
                }
                texts
            }
            Phase::Doubling { round, seat } => {
                let items = self.doublable(round, seat).into_iter().map(|item| format!("{} {item}", DOUBLINGS[round]));
                items.chain([format!("no {}", DOUBLINGS[round])]).collect()
            }
            Phase::Cards => {
                let trick: Vec<PlainCard> = self.trick.iter().map(|(_, card)| *card).collect();
                legal(&self.hands[seat], &trick, self.is_negative()).into_iter().map(name).collect()
            }
            Phase::End => Vec::new(),
        }
    }

    /// Makes the move with this text.
    pub fn make(&mut self, text: &str) {
        let seat = self.turn().unwrap();
        let contract = |word: &str| CONTRACTS.iter().position(|(name, _)| text == format!("{word} {name}"));
        match self.phase {
            Phase::Auction => {
                self.calls.push((seat, contract("bid")));
                if (0..3).filter(|&seat| self.has_passed(seat)).count() == 2 {
                    self.phase = Phase::Choice;
                    self.declarer = self.last_bid().unwrap().0;
                }
            }
            Phase::Choice => {
                self.contract = contract("choose").unwrap();
                self.leader = self.declarer;
                self.phase = match self.contract {
                    0 => Phase::Cards,
                    5 => self.doubling_from(0, self.declarer),
                    4 => Phase::Announcements,
                    _ => Phase::Group,
                };
            }
            Phase::Group => {
                let group: usize = text.strip_prefix("take group ").unwrap().parse().unwrap();
                let size = self.exchanged();
                self.taken = self.talon[(group - 1) * size..group * size].to_vec();
                self.hands[seat].extend(&self.taken);
                self.phase = Phase::Discards;
            }
            Phase::Discards => {
                let laid = text.strip_prefix("lay away ").unwrap();
                let position = self.hands[seat].iter().position(|&card| name(card) == laid).unwrap();
                self.laid.push(self.hands[seat].remove(position));
                if self.laid.len() == self.exchanged() {
                    self.phase = Phase::Announcements;
                }
            }
            Phase::Announcements => {
                let names: Vec<&str> = text.strip_prefix("announce ").unwrap().split(", ").collect();
                self.announced = BONUSES.iter().map(|(name, _)| *name).filter(|name| names.contains(name)).collect();
                self.phase = self.doubling_from(0, self.declarer);
            }
            Phase::Doubling { round, .. } => {
                if let Some(item) = text.strip_prefix(&format!("{} ", DOUBLINGS[round])) {
                    match self.doubled.iter_mut().find(|(name, _)| name == item) {
                        Some((_, said)) => said.push(seat),
                        None => self.doubled.push((item.to_owned(), vec![seat])),
                    }
                    if !self.doublable(round, seat).is_empty() {
                        return;
                    }
                }
                self.phase = self.doubling_from(round, seat);
            }
            Phase::Cards => self.play(seat, text),
            Phase::End => panic!("the deal is over"),
        }
    }

    /// The next doubling after that of a seat in a round.
    fn doubling_from(&self, round: usize, seat: usize) -> Phase {
        let (first, second) = ((self.declarer + 1) % 3, (self.declarer + 2) % 3);
        let order: Vec<(usize, usize)> =
            (0..4)
                .flat_map(|round| {
                    if round % 2 == 0 { vec![(round, first), (round, second)] } else { vec![(round, self.declarer)] }
                })
                .collect();
        let done = order.iter().position(|&turn| turn == (round, seat)).map_or(0, |position| position + 1);
        let next = order[done..].iter().find(|&&(round, seat)| !self.doublable(round, seat).is_empty());
        next.map_or(Phase::Cards, |&(round, seat)| Phase::Doubling { round, seat })
    }

    fn play(&mut self, seat: usize, text: &str) {
        let position = self.hands[seat].iter().position(|&card| name(card) == text).unwrap();
        let card = self.hands[seat].remove(position);
        self.trick.push((seat, card));
        if self.trick.len() < 3 {
            return;
        }
        let trick = std::mem::take(&mut self.trick);
        let cards: Vec<PlainCard> = trick.iter().map(|(_, card)| *card).collect();
        let won_by = trick[winner(&cards)].0;
        self.piles[won_by].extend(&cards);
        if self.contract == 0 && self.tricks.len() < 6 {
            self.piles[won_by].push(self.talon[self.tricks.len()]);
        }
        self.tricks.push((won_by, trick));
        self.leader = won_by;
        if self.tricks.len() == 16 || self.contract == 5 && won_by == self.declarer {
            self.phase = Phase::End;
        }
    }

    /// Card points of the declarer and of the opponents, with the talon.
    pub fn sides(&self) -> (i32, i32) {
        let own = [&self.piles[self.declarer][..], &self.laid].concat();
        let others = (0..3).filter(|&seat| seat != self.declarer).flat_map(|seat| self.piles[seat].clone());
        let talon = self.talon.iter().copied().filter(|card| !self.taken.contains(card));
        let others: Vec<PlainCard> = others.chain(talon).collect();
        (count(&own), count(&others))
    }

    fn makes(&self, bonus: &str) -> bool {
        let pile = &self.piles[self.declarer];
        match bonus {
            "trula" => [PAGAT, MOND, SKIS].iter().all(|card| pile.contains(card)),
            "kralji" => (0..4).all(|suit| pile.contains(&(suit, 8))),
            "pagat ultimo" => self
                .tricks
                .last()
                .is_some_and(|(won_by, trick)| *won_by == self.declarer && trick.contains(&(self.declarer, PAGAT))),
            _ => self.tricks.iter().all(|(won_by, _)| *won_by == self.declarer),
        }
    }

    /// Scores and radelci after the deal.
    pub fn result(&self) -> ([i32; 3], [i32; 3]) {
        let mut scores = [0; 3];
        let mut radelci = self.radelci;
        // The mond.
        for (won_by, trick) in &self.tricks {
            for &(seat, card) in trick {
                if card == MOND && seat != *won_by {
                    scores[seat] -= 21;
                }
            }
        }
        if self.exchanged() > 0 && self.talon.contains(&MOND) && !self.taken.contains(&MOND) {
            scores[self.declarer] -= 21;
        }
        if self.contract == 0 {
            for (score, pile) in scores.iter_mut().zip(&self.piles) {
                let points = count(pile);
                *score -= if points >= 35 { 70 } else { points };
            }
            return (scores, radelci.map(|count| count + 1));
        }
        let value = CONTRACTS[self.contract].1;
        let mut parts: Vec<(&str, i32)> = Vec::new();
        let is_valat = self.contract != 5 && self.makes("valat");
        if self.contract == 5 {
            let took = self.tricks.iter().any(|(won_by, _)| *won_by == self.declarer);
            parts.push(("game", if took { -value } else { value }));
        } else if self.announced.contains(&"valat") {
            parts.push(("valat", if is_valat { 500 } else { -500 }));
        } else if is_valat {
            parts.push(("game", 250));
        } else {
            let difference = self.sides().0 - 35;
            parts.push(("game", if difference > 0 { difference + value } else { difference - value }));
            for (bonus, value) in &BONUSES[..3] {
                match (self.announced.contains(bonus), self.makes(bonus)) {
                    (true, true) => parts.push((bonus, *value)),
                    (true, false) => parts.push((bonus, -value)),
                    (false, true) => parts.push((bonus, value / 2)),
                    (false, false) => {}
                }
            }
        }
        let factor = if radelci[self.declarer] > 0 { 2 } else { 1 };
        for (part, score) in parts {
            let said = self.doubling(part);
            let doubled = factor * score * 2_i32.pow(said.len() as u32);
            scores[self.declarer] += doubled;
            if let (Some(&guilty), true) = (said.first(), score > 0) {
                let innocent = (0..3).find(|seat| ![guilty, self.declarer].contains(seat)).unwrap();
                scores[innocent] += doubled - factor * score;
            }
        }
        if factor == 2 {
            radelci[self.declarer] -= 1;
        }
        if self.contract == 5 || is_valat || self.announced.contains(&"valat") {
            radelci = radelci.map(|count| count + 1);
        }
        (scores, radelci)
    }

    /// All cards, wherever they are.
    pub fn all_cards(&self) -> Vec<PlainCard> {
        let mut all: Vec<PlainCard> = self.hands.concat();
        all.extend(self.tricks.iter().flat_map(|(_, trick)| trick.iter().map(|(_, card)| *card)));
        all.extend(self.trick.iter().map(|(_, card)| *card));
        all.extend(&self.laid);
        all.extend(self.talon.iter().filter(|card| !self.taken.contains(card)));
        all.sort_unstable();
        all
    }
}
