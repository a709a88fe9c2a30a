//! State of a hand: cards, chips, whose turn it is, and the legal interval of a raise. Heads-up no-limit hold'em: the
//! button posts the small blind, acts first before the flop and last on the later streets.
//!
//! A state is complete in itself: it knows its blinds and stacks. The module draws no cards and chooses no actions.

use boardwright_game::ids::Player;

use super::cards::{Card, CardSet};
use super::history::{History, HoldemAction, Street};
use super::strength::{Strength, strength};

/// Largest number of chips of a player.
pub const MAX_STACK: u32 = 1_000_000_000;

/// Chips and button at the beginning of a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HandSetup {
    /// Chips of each player before the blinds, from 1 to [`MAX_STACK`].
    pub stacks: [u32; 2],
    /// The small blind.
    pub small_blind: u32,
    /// The big blind; at least 1, and not less than the small blind.
    pub big_blind: u32,
    /// The player who has the button and posts the small blind.
    pub button: Player,
}

impl HandSetup {
    /// Checks the numbers.
    ///
    /// # Errors
    /// A description of the first error.
    pub fn check(&self) -> Result<(), String> {
        if self.big_blind == 0 || self.big_blind < self.small_blind {
            let (small, big) = (self.small_blind, self.big_blind);
            return Err(format!(
                "the blinds cannot be {small} and {big}: the big blind is at least 1 and not less than the small one"
            ));
        }
        for chips in self.stacks.into_iter().chain([self.big_blind]) {
            if !(1..=MAX_STACK).contains(&chips) {
                return Err(format!("a stack or blind has 1 to {MAX_STACK} chips, not {chips}"));
            }
        }
        Ok(())
    }
}

/// Stage of a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// This player gets two cards.
    DealHole(Player),
    /// The cards of this street are dealt to the board.
    DealBoard(Street),
    /// This player acts.
    Act(Player),
    /// This player has folded; the hand is over.
    Folded(Player),
    /// The cards are shown; the hand is over.
    Showdown,
}

/// Legal amounts of a bet or raise: chips of the player on this street after it, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RaiseInterval {
    /// Smallest amount.
    pub min_to: u32,
    /// Largest amount: all-in.
    pub max_to: u32,
}

impl RaiseInterval {
    /// The legal amount nearest to this one.
    pub fn clamp(self, amount: u32) -> u32 {
        amount.clamp(self.min_to, self.max_to)
    }
}

/// State of a hand of heads-up no-limit hold'em.
///
/// Hole cards can be unknown: in a state as one player sees it ([`HoldemState::seen_by`]), and in states that were read
/// from formats that do not have them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HoldemState {
    setup: HandSetup,
    hole: [[Option<Card>; 2]; 2],
    /// The player who gives up the pot at the showdown.
    mucked: Option<Player>,
    board: [Option<Card>; 5],
    stage: Stage,
    street: Street,
    /// Chips that each player put in on earlier streets, without what was returned.
    earlier: u32,
    /// Chips of each player on this street.
    bets: [u32; 2],
    /// Size of the last bet or raise of this street, at least the big blind.
    last_raise: u32,
    /// Number of actions on this street.
    street_actions: u32,
    pub(super) history: History,
}

impl HoldemState {
    /// State at the beginning of a hand: the blinds are posted, and the first cards are dealt next.
    ///
    /// # Panics
    /// If the numbers of the setup [are not valid](HandSetup::check).
    pub fn new(setup: HandSetup) -> Self {
        if let Err(reason) = setup.check() {
            panic!("{reason}");
        }
        let mut state = Self {
            setup,
            hole: [[None; 2]; 2],
            mucked: None,
            board: [None; 5],
            stage: Stage::DealHole(Player::FIRST),
            street: Street::Preflop,
            earlier: 0,
            bets: [0; 2],
            last_raise: setup.big_blind,
            street_actions: 0,
            history: History::default(),
        };
        state.bets = state.blinds_posted();
        state
    }

    /// Chips and button at the beginning of the hand.
    pub fn setup(&self) -> HandSetup {
        self.setup
    }

    /// The small blind.
    pub fn small_blind(&self) -> u32 {
        self.setup.small_blind
    }

    /// The big blind.
    pub fn big_blind(&self) -> u32 {
        self.setup.big_blind
    }

    /// The player who has the button: small blind, first to act before the flop.
    pub fn button(&self) -> Player {
        self.setup.button
    }

    /// The player who posts the big blind.
    pub fn big_blind_player(&self) -> Player {
        self.setup.button.next(2)
    }

    /// The player who acts first on a street.
    pub fn first_to_act(&self, street: Street) -> Player {
        if street == Street::Preflop { self.button() } else { self.big_blind_player() }
    }

    /// Blinds by player, as far as the stacks go.
    pub fn blinds_posted(&self) -> [u32; 2] {
        let mut posted = [self.setup.big_blind; 2];
        posted[self.setup.button.index()] = self.setup.small_blind;
        [0, 1].map(|index| posted[index].min(self.setup.stacks[index]))
    }

    /// Stage of the hand.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// The player to act, if it is a player's turn.
    pub fn to_act(&self) -> Option<Player> {
        match self.stage {
            Stage::Act(player) => Some(player),
            _ => None,
        }
    }

    /// `true` if the hand is over.
    pub fn is_over(&self) -> bool {
        matches!(self.stage, Stage::Folded(_) | Stage::Showdown)
    }

    /// The street of the betting: that of the last cards on the board.
    pub fn street(&self) -> Street {
        self.street
    }

    /// Hole cards of a player in the order in which they were dealt, if they are dealt and both known.
    pub fn hole(&self, player: Player) -> Option<[Card; 2]> {
        let [first, second] = self.hole_cards(player);
        Some([first?, second?])
    }

    /// Hole cards of a player in the order in which they were dealt, as far as they are dealt and known.
    pub fn hole_cards(&self, player: Player) -> [Option<Card>; 2] {
        self.hole[player.index()]
    }

    /// The player who gives up the pot at the showdown because the cards are not shown, if any. The rules show all cards;
    /// histories from elsewhere need not.
    pub fn mucked(&self) -> Option<Player> {
        self.mucked
    }

    /// Sets the player who gives up the pot at the showdown.
    pub fn set_mucked(&mut self, player: Option<Player>) {
        self.mucked = player;
    }

    /// Cards on the board.
    pub fn board(&self) -> impl DoubleEndedIterator<Item = Card> + Clone + '_ {
        self.board.iter().copied().flatten()
    }

    /// Cards that are dealt and known.
    pub fn known_cards(&self) -> CardSet {
        self.hole.iter().flatten().flatten().copied().chain(self.board()).collect()
    }

    /// Chips of a player before the blinds.
    pub fn starting_stack(&self, player: Player) -> u32 {
        self.setup.stacks[player.index()]
    }

    /// Chips that a player still has behind: not yet put in. Chips that no one can match any more are returned as soon
    /// as the betting of a street is over.
    pub fn stack(&self, player: Player) -> u32 {
        self.starting_stack(player) - self.contribution(player)
    }

    /// Chips that a player has put in, in the whole hand, blinds included.
    pub fn contribution(&self, player: Player) -> u32 {
        self.earlier + self.bets[player.index()]
    }

    /// Chips that a player has put in on this street, blinds included.
    pub fn street_bet(&self, player: Player) -> u32 {
        self.bets[player.index()]
    }

    /// Chips that each player put in on the streets before this one.
    pub fn earlier_chips(&self) -> u32 {
        self.earlier
    }

    /// Chips of both players in the whole hand, blinds and bets of this street included.
    pub fn pot(&self) -> u32 {
        2 * self.earlier + self.bets[0] + self.bets[1]
    }

    /// Size of the last bet or raise of this street; at least the big blind.
    pub fn last_raise(&self) -> u32 {
        self.last_raise
    }

    /// `true` if a player has put in everything.
    pub fn is_all_in(&self, player: Player) -> bool {
        self.stack(player) == 0
    }

    /// Chips that a player must add to call, at most those that are left.
    pub fn to_call(&self, player: Player) -> u32 {
        let missing = self.street_bet(player.next(2)).saturating_sub(self.street_bet(player));
        missing.min(self.stack(player))
    }

    /// `true` if the player to act may fold: only after a bet.
    pub fn can_fold(&self) -> bool {
        self.to_act().is_some_and(|player| self.to_call(player) > 0)
    }

    /// Legal amounts of a bet or raise of the player to act; `None` if only a fold, check or call is left.
    pub fn raise_interval(&self) -> Option<RaiseInterval> {
        let player = self.to_act()?;
        let other = player.next(2);
        let highest = self.street_bet(other);
        let all_in = self.street_bet(player) + self.stack(player);
        if self.is_all_in(other) || all_in <= highest {
            return None;
        }
        let min_to = (highest + self.last_raise).min(all_in);
        Some(RaiseInterval { min_to, max_to: all_in })
    }

    /// Reason why an action is illegal; `None` if it is legal.
    pub fn refusal(&self, action: HoldemAction) -> Option<String> {
        if self.to_act().is_none() {
            return Some("no player is to act".to_owned());
        }
        match action {
            HoldemAction::Fold if !self.can_fold() => Some("a check is free".to_owned()),
            HoldemAction::Fold | HoldemAction::Call => None,
            HoldemAction::RaiseTo(amount) => match self.raise_interval() {
                None => Some("no bet or raise is possible: a player is all-in".to_owned()),
                Some(RaiseInterval { min_to, max_to }) if !(min_to..=max_to).contains(&amount) => {
                    Some(format!("the amount must be from {min_to} to {max_to}"))
                }
                Some(_) => None,
            },
        }
    }

    /// `true` if the player to act may make this action.
    pub fn is_legal(&self, action: HoldemAction) -> bool {
        match action {
            HoldemAction::Fold => self.can_fold(),
            HoldemAction::Call => self.to_act().is_some(),
            HoldemAction::RaiseTo(amount) => {
                self.raise_interval().is_some_and(|interval| (interval.min_to..=interval.max_to).contains(&amount))
            }
        }
    }

    /// The legal action nearest to this one: raises are moved into the legal interval or become calls, and a fold that
    /// is free becomes a check.
    #[must_use]
    pub fn legalized(&self, action: HoldemAction) -> HoldemAction {
        match (action, self.raise_interval()) {
            (HoldemAction::RaiseTo(amount), Some(interval)) => HoldemAction::RaiseTo(interval.clamp(amount)),
            (HoldemAction::Fold, _) if self.can_fold() => HoldemAction::Fold,
            _ => HoldemAction::Call,
        }
    }

    /// Makes an action of the player to act. A raise below the minimum is made as it is given, so that histories from
    /// elsewhere can be followed; every other legality is kept: no one puts in more than the stack.
    ///
    /// Without a player to act, nothing is done.
    pub fn act(&mut self, action: HoldemAction) {
        let Some(player) = self.to_act() else { return };
        let (own, other) = (player.index(), player.next(2).index());
        self.street_actions += 1;
        match action {
            HoldemAction::Fold => {
                self.history.push(player, action);
                self.return_unmatched();
                self.stage = Stage::Folded(player);
            }
            HoldemAction::Call => {
                self.history.push(player, action);
                self.bets[own] += self.to_call(player);
                // A call after a bet, or the second check, ends the betting of the street.
                if self.street_actions > 1 || self.is_all_in(player) || self.is_all_in(player.next(2)) {
                    self.end_street();
                } else {
                    self.stage = Stage::Act(player.next(2));
                }
            }
            HoldemAction::RaiseTo(amount) => {
                let all_in = self.bets[own] + self.stack(player);
                let amount = amount.clamp(self.bets[own], all_in);
                self.history.push(player, HoldemAction::RaiseTo(amount));
                self.last_raise = self.last_raise.max(amount.saturating_sub(self.bets[other]));
                self.bets[own] = amount;
                self.stage = Stage::Act(player.next(2));
            }
        }
    }

    /// Makes it a player's turn although it need not be, for states from elsewhere.
    pub fn give_turn(&mut self, player: Player) {
        self.stage = Stage::Act(player);
    }

    /// Begins a street although the betting of the one before may not be over, for histories from elsewhere. Unmatched
    /// chips are returned.
    ///
    /// # Panics
    /// If the number of cards is not that of the street, or the street is not the next one.
    pub fn deal_board_early(&mut self, street: Street, cards: &[Card]) {
        assert_eq!(self.street.next(), Some(street), "the street after the {}", self.street);
        self.end_street();
        self.deal_board(cards);
    }

    /// Deals two cards to the player whose turn to get cards it is; `None` for unknown cards.
    ///
    /// Without such a player, nothing is done.
    pub fn deal_hole(&mut self, cards: Option<[Card; 2]>) {
        self.deal_hole_cards(cards.map_or([None; 2], |cards| cards.map(Some)));
    }

    /// Deals two cards, each of which can be unknown, as [`Self::deal_hole`] does.
    pub fn deal_hole_cards(&mut self, cards: [Option<Card>; 2]) {
        let Stage::DealHole(player) = self.stage else { return };
        self.hole[player.index()] = cards;
        if player == Player::FIRST {
            self.stage = Stage::DealHole(player.next(2));
        } else {
            self.begin_betting();
        }
    }

    /// Deals the cards of a street: three for the flop, one for turn and river.
    ///
    /// If no board is dealt here, nothing is done.
    ///
    /// # Panics
    /// If the number of cards is not that of the street.
    pub fn deal_board(&mut self, cards: &[Card]) {
        let Stage::DealBoard(street) = self.stage else { return };
        let first = self.street.board_cards();
        let slots = &mut self.board[first..street.board_cards()];
        assert_eq!(slots.len(), cards.len(), "number of cards of the {street}");
        slots.iter_mut().zip(cards).for_each(|(slot, &card)| *slot = Some(card));
        self.street = street;
        self.history.begin(street);
        self.begin_betting();
    }

    /// Sets the hole cards of a player, for states in which they are unknown or imagined; `None` hides them.
    pub fn set_hole(&mut self, player: Player, cards: Option<[Card; 2]>) {
        self.set_hole_cards(player, cards.map_or([None; 2], |cards| cards.map(Some)));
    }

    /// Sets the hole cards of a player, each of which can be unknown.
    pub fn set_hole_cards(&mut self, player: Player, cards: [Option<Card>; 2]) {
        self.hole[player.index()] = cards;
    }

    /// Begins the betting of a street, or deals on if a player is all-in.
    fn begin_betting(&mut self) {
        self.street_actions = 0;
        self.last_raise = self.setup.big_blind;
        let first = self.first_to_act(self.street);
        let is_running_out = [first, first.next(2)].into_iter().any(|player| self.is_all_in(player));
        // Before the flop a player who has not matched an all-in blind may still fold.
        if is_running_out && self.to_call(first) == 0 {
            self.end_street();
        } else {
            self.stage = Stage::Act(first);
        }
    }

    /// Ends the betting of a street.
    fn end_street(&mut self) {
        self.return_unmatched();
        self.stage = self.street.next().map_or(Stage::Showdown, Stage::DealBoard);
    }

    /// Returns the chips that the other player has not matched, and collects the rest.
    fn return_unmatched(&mut self) {
        self.earlier += self.bets[0].min(self.bets[1]);
        self.bets = [0; 2];
    }

    /// Strength of a player's hand with the board; `None` before the flop and for unknown cards.
    pub fn strength(&self, player: Player) -> Option<Strength> {
        let hole = self.hole(player)?;
        let mut cards = [hole[0]; 7];
        cards[1] = hole[1];
        let mut count = 2;
        for card in self.board() {
            cards[count] = card;
            count += 1;
        }
        (count >= 5).then(|| strength(&cards[..count]))
    }

    /// `true` if both hands are known and that of the player is the weaker one.
    pub fn is_beaten(&self, player: Player) -> bool {
        let strengths = self.strength(player).zip(self.strength(player.next(2)));
        strengths.is_some_and(|(own, other)| own < other)
    }

    /// Chips won by each player, negative if lost; 0 while the hand runs, and at a showdown with unknown cards of which
    /// none were mucked.
    pub fn winnings(&self) -> [i64; 2] {
        let won = i64::from(self.earlier);
        let first = match (self.stage, self.mucked) {
            (Stage::Folded(player), _) | (Stage::Showdown, Some(player)) if player == Player::FIRST => -won,
            (Stage::Folded(_), _) | (Stage::Showdown, Some(_)) => won,
            (Stage::Showdown, None) => match (self.strength(Player::FIRST), self.strength(Player::FIRST.next(2))) {
                (Some(first), Some(second)) => won * i64::from(first.cmp(&second) as i8),
                _ => 0,
            },
            _ => 0,
        };
        [first, -first]
    }

    /// Stacks after the hand, once it is over; otherwise the chips behind.
    pub fn final_stacks(&self) -> [u32; 2] {
        let winnings = self.winnings();
        let stacks = self.setup.stacks;
        if self.is_over() {
            [0, 1].map(|index| (i64::from(stacks[index]) + winnings[index]) as u32)
        } else {
            [Player::FIRST, Player::FIRST.next(2)].map(|player| self.stack(player))
        }
    }

    /// The state as a player sees it: the other player's cards are unknown before a showdown, and if they are mucked.
    #[must_use]
    pub fn seen_by(&self, viewer: Player) -> Self {
        let mut seen = self.clone();
        let other = viewer.next(2);
        if self.stage != Stage::Showdown || self.mucked == Some(other) {
            seen.hole[other.index()] = [None; 2];
        }
        seen
    }
}
