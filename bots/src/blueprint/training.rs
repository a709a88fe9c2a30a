//! Training by Monte Carlo counterfactual regret minimisation with external sampling (Lanctot, Waugh, Zinkevich and
//! Bowling 2009) on the betting tree of an abstraction. Chance and the other player are sampled; early iterations are
//! discounted linearly (Brown and Sandholm, "Solving Imperfect-Information Games via Discounted Regret Minimization", 2019).

use boardwright_games::holdem::{Card, CardSet, Street, draw_cards, strength};
use rand::{Rng, SeedableRng as _};
use rand_pcg::Pcg64Mcg;

use super::betting_tree::{BettingTree, Decision, Next};
use super::card_buckets::HandBuckets;
use super::policy::Policy;

/// Number of discounts; afterwards all iterations count alike.
const DISCOUNTS: u64 = 100;

/// A deal as the abstraction sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Deal {
    /// Bucket of each seat on each street.
    pub buckets: [[u8; 4]; 2],
    /// Showdown for seat 0: 1 if it wins, 0 for a split, -1 if it loses.
    pub showdown: i8,
}

impl Deal {
    /// Draws the cards of a hand. Buckets of streets without decisions are 0.
    pub fn draw(tree: &BettingTree, buckets: &impl HandBuckets, random: &mut impl Rng) -> Self {
        let cards: [Card; 9] = draw_cards(CardSet::EMPTY, random);
        let board = &cards[4..];
        let holes = [[cards[0], cards[1]], [cards[2], cards[3]]];
        let mut deal = Self::default();
        for street in Street::ALL.into_iter().filter(|&street| tree.has_street(street)) {
            for (seat, hole) in holes.into_iter().enumerate() {
                let bucket = buckets.bucket(street, hole, &board[..street.board_cards()]);
                deal.buckets[seat][street.index()] = bucket;
            }
        }
        let strength = |hole: [Card; 2]| {
            let mut seven = [hole[0]; 7];
            seven[1] = hole[1];
            seven[2..].copy_from_slice(board);
            strength::strength(&seven)
        };
        deal.showdown = strength(holes[0]).cmp(&strength(holes[1])) as i8;
        deal
    }

    /// Bucket of the player of a decision.
    #[inline]
    pub fn bucket(&self, decision: &Decision) -> u8 {
        self.buckets[decision.seat][decision.street.index()]
    }

    /// Chips that a seat wins at a showdown for this number of chips.
    #[inline]
    pub fn showdown_for(&self, seat: usize, chips: u32) -> f32 {
        let sign = if seat == 0 { self.showdown } else { -self.showdown };
        f32::from(sign) * chips as f32
    }
}

/// A computation of a strategy.
#[derive(Debug)]
pub struct Training<'t> {
    tree: &'t BettingTree,
    /// Cumulative regrets in chips, in the places that the tree assigns.
    regrets: Vec<f32>,
    /// Cumulative weights of the average strategy.
    weights: Vec<f32>,
    iterations: u64,
    /// Number of iterations between two discounts.
    discount_step: u64,
    random: Pcg64Mcg,
    seed: u64,
    scratch: Vec<[f32; MAX_ACTIONS]>,
}

/// Largest number of actions of a decision in a walk.
const MAX_ACTIONS: usize = 16;

/// Reason why training cannot begin or go on.
pub type TrainingError = String;

impl<'t> Training<'t> {
    /// A computation that has not begun. Discounts are spread over the first half of `planned` iterations.
    ///
    /// # Errors
    /// If a decision has too many actions.
    pub fn new(tree: &'t BettingTree, planned: u64, seed: u64) -> Result<Self, TrainingError> {
        if tree.decisions().iter().any(|decision| decision.actions.len() > MAX_ACTIONS) {
            return Err(format!("at most {} sizes of bets are supported", MAX_ACTIONS - 3));
        }
        let zero = vec![0.0; tree.numbers()];
        Ok(Self {
            tree,
            regrets: zero.clone(),
            weights: zero,
            iterations: 0,
            discount_step: (planned / 2 / DISCOUNTS).max(1),
            random: Pcg64Mcg::seed_from_u64(seed),
            seed,
            scratch: Vec::new(),
        })
    }

    /// Number of iterations so far.
    pub fn iterations(&self) -> u64 {
        self.iterations
    }

    /// Tables of regrets and weights: the state of the computation besides the number of iterations.
    pub fn tables(&self) -> [&[f32]; 2] {
        [&self.regrets, &self.weights]
    }

    /// Goes on from tables of an earlier computation. The following deals are other ones than those of the first.
    ///
    /// # Errors
    /// If the tables do not belong to the tree.
    pub fn resume(&mut self, iterations: u64, tables: [Vec<f32>; 2]) -> Result<(), TrainingError> {
        let [regrets, weights] = tables;
        if regrets.len() != self.tree.numbers() || weights.len() != self.tree.numbers() {
            return Err("the checkpoint belongs to another abstraction".to_owned());
        }
        (self.regrets, self.weights, self.iterations) = (regrets, weights, iterations);
        self.random = Pcg64Mcg::seed_from_u64(self.seed ^ iterations.rotate_left(32));
        Ok(())
    }

    /// Average strategy so far.
    pub fn average_policy(&self) -> Policy {
        Policy::from_weights(self.tree, &self.weights)
    }

    /// Makes iterations: in each, both seats in turn update their regrets on the same deal.
    pub fn advance(&mut self, buckets: &impl HandBuckets, iterations: u64) {
        for _ in 0..iterations {
            let deal = Deal::draw(self.tree, buckets, &mut self.random);
            for me in 0..2 {
                self.walk(&deal, me, 0);
            }
            self.iterations += 1;
            let step = self.iterations / self.discount_step;
            if self.iterations.is_multiple_of(self.discount_step) && step <= DISCOUNTS {
                let factor = step as f32 / (step + 1) as f32;
                self.regrets.iter_mut().chain(&mut self.weights).for_each(|number| *number *= factor);
            }
        }
    }

    /// Walks through all actions of `me` and sampled actions of the other player. Returns the sampled value for `me`, in
    /// chips.
    fn walk(&mut self, deal: &Deal, me: usize, index: usize) -> f32 {
        let tree = self.tree;
        let decision = &tree.decisions()[index];
        let count = decision.actions.len();
        let numbers = decision.numbers(deal.bucket(decision));
        let mut shares = [0.0; MAX_ACTIONS];
        match_regrets(&self.regrets[numbers.clone()], &mut shares);
        if decision.seat != me {
            // The other player's average strategy, weighted by the probability to get here, which is the frequency of the walks.
            self.weights[numbers].iter_mut().zip(&shares).for_each(|(weight, share)| *weight += share);
            let drawn = draw(&shares[..count], &mut self.random);
            return self.follow(deal, me, decision.actions[drawn].next, decision.seat);
        }
        let mut values = self.scratch.pop().unwrap_or([0.0; MAX_ACTIONS]);
        let mut mean = 0.0;
        for (place, action) in decision.actions.iter().enumerate() {
            values[place] = self.follow(deal, me, action.next, decision.seat);
            mean += shares[place] * values[place];
        }
        self.regrets[numbers].iter_mut().zip(&values).for_each(|(regret, value)| *regret += value - mean);
        self.scratch.push(values);
        mean
    }

    /// Value for `me` of what follows an action of a seat.
    #[inline]
    fn follow(&mut self, deal: &Deal, me: usize, next: Next, seat: usize) -> f32 {
        match next {
            Next::Decision(index) => self.walk(deal, me, index),
            Next::Fold(chips) => fold_for(me, seat, chips),
            Next::Showdown(chips) => deal.showdown_for(me, chips),
        }
    }
}

/// Chips that a seat wins when `folder` folds.
#[inline]
pub(super) fn fold_for(seat: usize, folder: usize, chips: u32) -> f32 {
    if seat == folder { -(chips as f32) } else { chips as f32 }
}

/// Regret matching (Hart and Mas-Colell 2000): probabilities in proportion to positive regrets.
#[inline]
fn match_regrets(regrets: &[f32], shares: &mut [f32; MAX_ACTIONS]) {
    let mut sum = 0.0;
    for (share, &regret) in shares.iter_mut().zip(regrets) {
        *share = regret.max(0.0);
        sum += *share;
    }
    let count = regrets.len();
    if sum > 0.0 {
        shares[..count].iter_mut().for_each(|share| *share /= sum);
    } else {
        shares[..count].fill(1.0 / count as f32);
    }
}

/// Index drawn by probabilities that sum to 1.
#[inline]
fn draw(shares: &[f32], random: &mut Pcg64Mcg) -> usize {
    let mut rest = (random.next_u64() >> 40) as f32 / (1_u32 << 24) as f32;
    for (index, &share) in shares.iter().enumerate() {
        if rest < share {
            return index;
        }
        rest -= share;
    }
    shares.iter().rposition(|&share| share > 0.0).unwrap_or(0)
}
