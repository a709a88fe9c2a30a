//! Alpha-beta over the cards of a deal with open hands, with the enhancements of the thesis: transposition table with grouped
//! keys, history heuristic, minimal window, and few candidates for the last card of a trick.

use super::codes::{hand_code, index_and_key};
use super::constants::{SearchSettings, TABLE_ENTRIES};
use super::open_position::{MAX_PLAYERS, OpenPosition};
use super::pruning::last_cards;
use crate::tarok::cards::{CARDS, Card, CardSet};

/// Bound beyond all values.
const INFINITY: i32 = 1_000_000;
/// Largest number of cards that are tried: the largest hand, and the cards of the talon before others are laid away.
const MAX_CARDS: usize = 16 + 3;

/// Largest depth at which a search takes less time than an access to the table.
const MAX_SHALLOW: u8 = 2;

/// Kind of a value in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bound {
    Exact,
    Lower,
    Upper,
}

/// Entry of the transposition table.
#[derive(Clone, Copy, Debug)]
struct Entry {
    key: u64,
    value: i32,
    bound: Bound,
}

/// A search. Memory is kept from one search to the next.
#[derive(Debug)]
pub struct AlphaBeta {
    settings: SearchSettings,
    table: Vec<Entry>,
    history: [[u64; CARDS as usize]; MAX_PLAYERS],
    viewer: usize,
    /// Number of the search, so that no search finds the entries of another.
    salt: u64,
    /// Number of positions since the beginning.
    pub nodes: u64,
}

impl AlphaBeta {
    /// A search with these enhancements.
    pub fn new(settings: SearchSettings) -> Self {
        let history = [[0; CARDS as usize]; MAX_PLAYERS];
        Self { settings, table: Vec::new(), history, viewer: 0, salt: 0, nodes: 0 }
    }

    /// Prepares the search of a position for the player to play.
    fn begin<P: OpenPosition>(&mut self, position: &P) {
        self.viewer = position.turn();
        self.salt += 1;
        self.history = [[0; CARDS as usize]; MAX_PLAYERS];
        if self.settings.table && self.table.is_empty() {
            self.table = vec![Entry { key: 0, value: 0, bound: Bound::Exact }; TABLE_ENTRIES as usize];
        }
    }

    /// The cards that the player to play considers.
    pub fn candidates<P: OpenPosition>(&self, position: &P) -> CardSet {
        let legal = position.legal_cards();
        if self.settings.pruning && position.trick_cards().len() == P::PLAYERS - 1 {
            last_cards(position, legal)
        } else {
            legal
        }
    }

    /// Exact value of each candidate, for the player to play, after a search of `depth` cards.
    pub fn card_values<P: OpenPosition>(&mut self, position: &P, depth: u8) -> Vec<(Card, i32)> {
        self.begin(position);
        self.nodes += 1;
        let codes = self.codes(position);
        let cards = self.candidates(position);
        cards.iter().map(|card| (card, self.child(position, codes, card, depth, (-INFINITY, INFINITY)))).collect()
    }

    /// Value of the position for the player to play, after a search of `depth` cards: one search from the root.
    pub fn root_value<P: OpenPosition>(&mut self, position: &P, depth: u8) -> i32 {
        self.begin(position);
        let codes = self.codes(position);
        self.search(position, codes, depth, -INFINITY, INFINITY)
    }

    /// The best card and its value, after one search from the root; the first one of equals.
    pub fn best_card<P: OpenPosition>(&mut self, position: &P, depth: u8) -> Option<(Card, i32)> {
        self.begin(position);
        self.nodes += 1;
        let codes = self.codes(position);
        let mut best: Option<(Card, i32)> = None;
        for card in self.candidates(position) {
            let alpha = best.map_or(-INFINITY, |(_, value)| value);
            let value = self.windowed(position, codes, card, depth, (alpha, INFINITY), (best.is_some(), true));
            if best.is_none_or(|(_, known)| value > known) {
                best = Some((card, value));
            }
        }
        best
    }

    fn codes<P: OpenPosition>(&self, position: &P) -> [u64; MAX_PLAYERS] {
        let mut codes = [0; MAX_PLAYERS];
        for (player, code) in codes.iter_mut().take(P::PLAYERS).enumerate() {
            *code = self.code(position.hand(player));
        }
        codes
    }

    #[inline]
    fn code(&self, hand: CardSet) -> u64 {
        match (self.settings.table, self.settings.grouping) {
            (false, _) => 0,
            (true, true) => hand_code(hand),
            // A prime near the golden ratio spreads exact sets; 56 bits leave room for the card on the table.
            (true, false) => hand.0.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 8,
        }
    }

    #[inline]
    fn child<P: OpenPosition>(
        &mut self,
        position: &P,
        mut codes: [u64; MAX_PLAYERS],
        card: Card,
        depth: u8,
        (alpha, beta): (i32, i32),
    ) -> i32 {
        let mut next = *position;
        next.play(card);
        if self.settings.table {
            codes[position.turn()] = self.code(next.hand(position.turn()));
        }
        self.search(&next, codes, depth - 1, alpha, beta)
    }

    /// Fail-hard alpha-beta: a value within the window.
    fn search<P: OpenPosition>(
        &mut self,
        position: &P,
        codes: [u64; MAX_PLAYERS],
        depth: u8,
        mut alpha: i32,
        mut beta: i32,
    ) -> i32 {
        self.nodes += 1;
        if depth == 0 || position.is_over() {
            return position.evaluate(self.viewer).clamp(alpha, beta);
        }
        let uses_table = self.settings.table && depth > MAX_SHALLOW;
        let (mut index, mut key) = (0, 0);
        if uses_table {
            (index, key) = index_and_key(position, codes, self.viewer, (depth, self.salt));
            let entry = &self.table[index];
            if entry.key == key {
                match entry.bound {
                    Bound::Exact => return entry.value.clamp(alpha, beta),
                    Bound::Lower if entry.value >= beta => return beta,
                    Bound::Upper if entry.value <= alpha => return alpha,
                    Bound::Lower | Bound::Upper => {}
                }
            }
        }
        let is_max = position.is_same_side(position.turn(), self.viewer);
        let mut cards = [Card::PAGAT; MAX_CARDS];
        let count = self.ordered(position, &mut cards);
        let (first_alpha, first_beta) = (alpha, beta);
        for (number, &card) in cards[..count].iter().enumerate() {
            let value = self.windowed(position, codes, card, depth, (alpha, beta), (number > 0, is_max));
            if is_max {
                alpha = alpha.max(value);
            } else {
                beta = beta.min(value);
            }
            if alpha >= beta {
                if self.settings.history {
                    self.history[position.turn()][card.index()] += 1 << depth;
                }
                break;
            }
        }
        let value = if is_max { alpha } else { beta };
        if uses_table {
            let bound = if value <= first_alpha {
                Bound::Upper
            } else if value >= first_beta {
                Bound::Lower
            } else {
                Bound::Exact
            };
            self.table[index] = Entry { key, value, bound };
        }
        value
    }

    /// Value of a card within the window; later cards are tried with a minimal window first.
    #[inline]
    fn windowed<P: OpenPosition>(
        &mut self,
        position: &P,
        codes: [u64; MAX_PLAYERS],
        card: Card,
        depth: u8,
        (alpha, beta): (i32, i32),
        (is_later, is_max): (bool, bool),
    ) -> i32 {
        if !(self.settings.window && is_later && beta - alpha > 1) {
            return self.child(position, codes, card, depth, (alpha, beta));
        }
        let narrow = if is_max { (alpha, alpha + 1) } else { (beta - 1, beta) };
        let value = self.child(position, codes, card, depth, narrow);
        let is_better = if is_max { value > alpha } else { value < beta };
        if is_better { self.child(position, codes, card, depth, (alpha, beta)) } else { value }
    }

    /// Lists the candidates: by the history, or by their numbers.
    #[inline]
    fn ordered<P: OpenPosition>(&self, position: &P, cards: &mut [Card; MAX_CARDS]) -> usize {
        let mut count = 0;
        for card in self.candidates(position) {
            cards[count] = card;
            count += 1;
        }
        if self.settings.history && count > 1 {
            let history = &self.history[position.turn()];
            // Insertion sort: the lists are short, and equal cards keep their order.
            for sorted in 1..count {
                let card = cards[sorted];
                let score = history[card.index()];
                let mut place = sorted;
                while place > 0 && history[cards[place - 1].index()] < score {
                    cards[place] = cards[place - 1];
                    place -= 1;
                }
                cards[place] = card;
            }
        }
        count
    }
}
