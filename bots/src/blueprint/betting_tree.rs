//! The betting of the abstraction: fold, check or call, all-in, and bets of few sizes. The tree is built by the rules of the
//! game itself, without cards.

use boardwright_game::ids::Player;
use boardwright_games::holdem::{Card, HandSetup, HoldemAction, HoldemState, Stage, Street};
use serde::{Deserialize, Serialize};

/// Largest number of decisions of a tree.
const MAX_NODES: usize = 2_000_000;

/// Stacks and sizes of bets of an abstraction.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BettingAbstraction {
    /// Chips of each player before the blinds.
    pub stack: u32,
    /// The small blind.
    pub small_blind: u32,
    /// The big blind.
    pub big_blind: u32,
    /// Sizes of bets and raises as shares of the pot after the call, in ascending order. All-in is always among the bets.
    pub sizes: Vec<f64>,
    /// Largest number of bets and raises on a street before only all-in is left.
    pub raises: u8,
}

impl BettingAbstraction {
    /// Checks the numbers.
    ///
    /// # Errors
    /// A description of the first error.
    pub fn check(&self) -> Result<(), String> {
        self.setup().check()?;
        if !self.sizes.iter().all(|&size| size > 0.0 && size <= 100.0) || !self.sizes.is_sorted() {
            return Err("the sizes of bets are shares of the pot, from above 0 to 100, in ascending order".to_owned());
        }
        Ok(())
    }

    /// The first player of the tree has the button.
    fn setup(&self) -> HandSetup {
        let Self { stack, small_blind, big_blind, .. } = *self;
        HandSetup { stacks: [stack; 2], small_blind, big_blind, button: Player::FIRST }
    }
}

/// Action of the abstraction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TreeAction {
    /// Action in the chips of the tree.
    pub action: HoldemAction,
    /// For a bet or raise: its size beyond the call as a share of the pot after the call; 0 for other actions.
    pub size: f64,
    /// `true` for a bet or raise of all chips.
    pub is_all_in: bool,
    /// Consequence.
    pub next: Next,
}

/// Consequence of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// The decision with this index.
    Decision(usize),
    /// The player folded and loses these chips.
    Fold(u32),
    /// The cards are shown for this many chips of each player.
    Showdown(u32),
}

/// A decision of a player.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// Street.
    pub street: Street,
    /// Seat of the player: 0 on the button, 1 in the big blind.
    pub seat: usize,
    /// Actions; never empty.
    pub actions: Vec<TreeAction>,
    /// Index of the first number of this decision in a table with a number for each bucket and action.
    pub(super) offset: usize,
}

impl Decision {
    /// Range of the numbers of a bucket in tables.
    pub fn numbers(&self, bucket: u8) -> std::ops::Range<usize> {
        let first = self.offset + usize::from(bucket) * self.actions.len();
        first..first + self.actions.len()
    }
}

/// All decisions of an abstraction; the first one is that of the button before the flop.
#[derive(Clone, Debug)]
pub struct BettingTree {
    decisions: Vec<Decision>,
    numbers: usize,
    big_blind: u32,
}

impl BettingTree {
    /// The tree of an abstraction, for these numbers of buckets by street.
    ///
    /// # Errors
    /// If the abstraction is not valid, or has too many decisions.
    pub fn new(abstraction: &BettingAbstraction, buckets: [usize; 4]) -> Result<Self, String> {
        abstraction.check()?;
        let mut state = HoldemState::new(abstraction.setup());
        state.deal_hole(None);
        state.deal_hole(None);
        let mut tree = Self { decisions: Vec::new(), numbers: 0, big_blind: abstraction.big_blind };
        if let Next::Decision(0) = tree.add(&state, abstraction, 0)? {
            tree.number(buckets);
            Ok(tree)
        } else {
            Err("the blinds take all chips: no decision is left".to_owned())
        }
    }

    /// Adds the decisions from a state on. `raises` bets and raises were made on this street.
    fn add(&mut self, state: &HoldemState, abstraction: &BettingAbstraction, raises: u8) -> Result<Next, String> {
        let seat = match state.stage() {
            Stage::Folded(_) => return Ok(Next::Fold(state.earlier_chips())),
            Stage::Showdown => return Ok(Next::Showdown(state.earlier_chips())),
            Stage::DealHole(_) | Stage::DealBoard(_) => {
                let mut next = state.clone();
                next.deal_board(&cards_of_street(state.street().next().unwrap_or(Street::River)));
                return self.add(&next, abstraction, 0);
            }
            Stage::Act(player) => player.index(),
        };
        let index = self.decisions.len();
        if index == MAX_NODES {
            return Err(format!(
                "the tree has more than {MAX_NODES} decisions; use fewer sizes of bets, fewer raises or a smaller stack"
            ));
        }
        self.decisions.push(Decision { street: state.street(), seat, actions: Vec::new(), offset: 0 });
        let mut actions = Vec::new();
        for (action, size) in actions_of(state, abstraction, raises) {
            let mut after = state.clone();
            after.act(action);
            let is_raise = matches!(action, HoldemAction::RaiseTo(_));
            let next = self.add(&after, abstraction, raises + u8::from(is_raise))?;
            let is_all_in = is_raise && after.is_all_in(state.to_act().unwrap_or(Player::FIRST));
            actions.push(TreeAction { action, size, is_all_in, next });
        }
        self.decisions[index].actions = actions;
        Ok(Next::Decision(index))
    }

    /// Assigns the places of the decisions in tables.
    fn number(&mut self, buckets: [usize; 4]) {
        for decision in &mut self.decisions {
            decision.offset = self.numbers;
            self.numbers += buckets[decision.street.index()] * decision.actions.len();
        }
    }

    /// All decisions; a decision is before those that follow it.
    pub fn decisions(&self) -> &[Decision] {
        &self.decisions
    }

    /// Length of a table with a number for each decision, bucket and action.
    pub fn numbers(&self) -> usize {
        self.numbers
    }

    /// The big blind of the abstraction.
    pub fn big_blind(&self) -> u32 {
        self.big_blind
    }

    /// `true` if players decide on this street.
    pub fn has_street(&self, street: Street) -> bool {
        self.decisions.iter().any(|decision| decision.street == street)
    }
}

/// Cards for the board of a street. The betting does not depend on them.
fn cards_of_street(street: Street) -> Vec<Card> {
    let count = if street == Street::Flop { 3 } else { 1 };
    Card::all().take(count).collect()
}

/// Size of a bet or raise to an amount of the street: what it adds beyond the call, as a share of the pot after the call.
pub fn bet_size(state: &HoldemState, amount: u32) -> f64 {
    let Some(player) = state.to_act() else { return 0.0 };
    let highest = state.street_bet(player.next(2));
    f64::from(amount.saturating_sub(highest)) / f64::from(state.pot() + state.to_call(player)).max(1.0)
}

/// Amount of the street after a bet or raise of a size; the legal amount nearest to it. `None` if no bet is possible.
pub fn amount_of_size(state: &HoldemState, size: f64) -> Option<u32> {
    let (player, interval) = (state.to_act()?, state.raise_interval()?);
    let highest = state.street_bet(player.next(2));
    let amount = f64::from(highest) + size * f64::from(state.pot() + state.to_call(player));
    Some(interval.clamp(amount.round() as u32))
}

/// Actions of the abstraction with their sizes.
fn actions_of(state: &HoldemState, abstraction: &BettingAbstraction, raises: u8) -> Vec<(HoldemAction, f64)> {
    /// A bet of at least this share of the stack is the same as all-in.
    const NEARLY_ALL: f64 = 0.75;

    let mut actions = Vec::new();
    if state.can_fold() {
        actions.push((HoldemAction::Fold, 0.0));
    }
    actions.push((HoldemAction::Call, 0.0));
    let Some(interval) = state.raise_interval() else { return actions };
    let mut last = 0;
    for &size in abstraction.sizes.iter().filter(|_| raises < abstraction.raises) {
        let Some(amount) = amount_of_size(state, size) else { continue };
        if amount > last && f64::from(amount) < NEARLY_ALL * f64::from(interval.max_to) {
            actions.push((HoldemAction::RaiseTo(amount), bet_size(state, amount)));
            last = amount;
        }
    }
    actions.push((HoldemAction::RaiseTo(interval.max_to), bet_size(state, interval.max_to)));
    actions
}

#[cfg(test)]
mod tests {
    use super::*;

    fn abstraction(stack: u32, sizes: &[f64], raises: u8) -> BettingAbstraction {
        BettingAbstraction { stack, small_blind: 50, big_blind: 100, sizes: sizes.to_vec(), raises }
    }

    /// Only fold, call and all-in, and a stack of three big blinds: the decisions are few enough to be listed.
    #[test]
    fn a_small_tree_has_the_expected_decisions() {
        let tree = BettingTree::new(&abstraction(100, &[], 0), [169, 1, 1, 1]).unwrap();
        // The big blind is all-in, so that only the button decides.
        let [only] = tree.decisions() else { panic!("{tree:?}") };
        let actions: Vec<_> = only.actions.iter().map(|action| (action.action, action.next)).collect();
        assert_eq!(actions, [(HoldemAction::Fold, Next::Fold(50)), (HoldemAction::Call, Next::Showdown(100))]);
        assert_eq!(tree.numbers(), 2 * 169);
    }

    #[test]
    fn sizes_are_shares_of_the_pot() {
        let tree = BettingTree::new(&abstraction(2000, &[0.5, 1.0], 2), [169, 10, 10, 10]).unwrap();
        let amounts = |decision: &Decision| -> Vec<HoldemAction> {
            decision.actions.iter().map(|action| action.action).collect()
        };
        let raise = HoldemAction::RaiseTo;
        // The pot after the call is 200: half of it makes 200, all of it 300.
        let first = &tree.decisions()[0];
        assert_eq!(amounts(first), [HoldemAction::Fold, HoldemAction::Call, raise(200), raise(300), raise(2000)]);
        let Next::Decision(reply) = first.actions[3].next else { panic!("the big blind decides") };
        // After a call of 300 the pot is 600.
        let reply = &tree.decisions()[reply];
        assert_eq!((reply.seat, amounts(reply)[2..].to_vec()), (1, vec![raise(600), raise(900), raise(2000)]));
        let [.., last] = &reply.actions[..] else { panic!("all-in") };
        assert!(last.is_all_in);
        assert!(matches!(last.next, Next::Decision(next) if tree.decisions()[next].actions.len() == 2));
        assert!(Street::ALL.iter().all(|&street| tree.has_street(street)));
    }

    #[test]
    fn invalid_abstractions_are_refused() {
        let error = |abstraction: &BettingAbstraction| BettingTree::new(abstraction, [169, 1, 1, 1]).unwrap_err();
        assert!(error(&abstraction(2000, &[1.0, 0.5], 2)).starts_with("the sizes of bets"));
        assert!(error(&abstraction(0, &[], 2)).starts_with("a stack or blind"));
        assert!(error(&abstraction(50, &[], 2)).starts_with("the blinds take all chips"));
    }
}
