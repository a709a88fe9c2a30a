//! Actions of a hand by street, as they were made: kinds and amounts. Legality is in [`state`](super::state).

use std::fmt;

use boardwright_game::ids::Player;
use smallvec::SmallVec;

use super::state::HoldemState;

/// A street: a round of betting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Street {
    /// Before the flop, with the two own cards.
    Preflop,
    /// After three cards on the board.
    Flop,
    /// After the fourth card on the board.
    Turn,
    /// After the fifth card on the board.
    River,
}

impl Street {
    /// All streets in their order.
    pub const ALL: [Self; 4] = [Self::Preflop, Self::Flop, Self::Turn, Self::River];

    /// Index from 0.
    pub fn index(self) -> usize {
        self as usize
    }

    /// Name in lower case.
    pub fn name(self) -> &'static str {
        ["preflop", "flop", "turn", "river"][self.index()]
    }

    /// Number of cards on the board.
    pub fn board_cards(self) -> usize {
        [0, 3, 4, 5][self.index()]
    }

    /// The street after this one.
    pub fn next(self) -> Option<Self> {
        Self::ALL.get(self.index() + 1).copied()
    }
}

impl fmt::Display for Street {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Betting action of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HoldemAction {
    /// Gives up the pot after a bet.
    Fold,
    /// Adds the chips that are missing to the other player's, or all that are left: a check if none are missing.
    Call,
    /// Bets or raises, so that the own chips of this street are this number afterwards.
    RaiseTo(u32),
}

/// Kind of an action that was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ActionKind {
    /// Fold.
    Fold,
    /// Check: no chips were missing.
    Check,
    /// Call.
    Call,
    /// First bet of a street after the flop.
    Bet,
    /// Raise of a bet or of the big blind.
    Raise,
}

impl fmt::Display for ActionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Fold => "fold",
            Self::Check => "check",
            Self::Call => "call",
            Self::Bet => "bet",
            Self::Raise => "raise",
        })
    }
}

/// An action that was made, with its amounts. Blinds are no actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedAction {
    /// Street.
    pub street: Street,
    /// The player who acted.
    pub player: Player,
    /// Kind.
    pub kind: ActionKind,
    /// Chips that the player added.
    pub added: u32,
    /// Chips added beyond the call: the size of a bet or raise, 0 for other actions.
    pub raised_by: u32,
    /// Chips of the player on this street after the action.
    pub street_total: u32,
    /// Chips of the player in the whole hand after the action.
    pub hand_total: u32,
}

/// Bit of the second player in a word of a history.
const SECOND: u32 = 1 << 31;
/// Word of a fold in a history, without the bit of the player. Amounts are less.
const FOLD: u32 = SECOND - 1;
/// Word of a check or call in a history, without the bit of the player.
const CALL: u32 = SECOND - 2;

/// The actions of a hand in their order, one word each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct History {
    words: SmallVec<[u32; 12]>,
    /// Number of actions before each street after the first; the largest number for streets that have not begun.
    starts: [u32; 3],
}

impl Default for History {
    fn default() -> Self {
        Self { words: SmallVec::new(), starts: [u32::MAX; 3] }
    }
}

impl History {
    pub fn push(&mut self, player: Player, action: HoldemAction) {
        let word = match action {
            HoldemAction::Fold => FOLD,
            HoldemAction::Call => CALL,
            HoldemAction::RaiseTo(amount) => amount,
        };
        self.words.push(if player == Player::FIRST { word } else { word | SECOND });
    }

    /// Begins a street after the first.
    pub fn begin(&mut self, street: Street) {
        self.starts[street.index() - 1] = self.words.len() as u32;
    }

    /// Actions of a street.
    pub fn street(&self, street: Street) -> impl Iterator<Item = (Player, HoldemAction)> + '_ {
        let (index, len) = (street.index(), self.words.len());
        let first = if index == 0 { 0 } else { len.min(self.starts[index - 1] as usize) };
        let end = self.starts.get(index).map_or(len, |&end| len.min(end as usize));
        self.words[first..end].iter().map(|&word| {
            let player = if word & SECOND == 0 { Player::FIRST } else { Player::FIRST.next(2) };
            let action = match word & !SECOND {
                FOLD => HoldemAction::Fold,
                CALL => HoldemAction::Call,
                amount => HoldemAction::RaiseTo(amount),
            };
            (player, action)
        })
    }

    /// Number of actions.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Appends an encoding.
    pub fn encode(&self, out: &mut Vec<u8>) {
        self.starts.iter().chain(&self.words).for_each(|word| out.extend(word.to_le_bytes()));
    }
}

/// The actions of a street with their amounts.
#[derive(Clone, Debug)]
pub struct PlayedActions<'s, I> {
    state: &'s HoldemState,
    street: Street,
    actions: I,
    /// Chips of each player on this street.
    bets: [u32; 2],
    /// Chips of each player on the streets before.
    earlier: u32,
}

impl HoldemState {
    /// Actions of a street in their order, with their amounts.
    pub fn actions(&self, street: Street) -> PlayedActions<'_, impl Iterator<Item = (Player, HoldemAction)> + '_> {
        let earlier = self.chips_before(street);
        let bets = if street == Street::Preflop { self.blinds_posted() } else { [0; 2] };
        let actions = self.history.street(street);
        PlayedActions { state: self, street, actions, bets, earlier }
    }

    /// Actions of a street in their order, as they were made.
    pub fn actions_made(&self, street: Street) -> impl Iterator<Item = HoldemAction> + '_ {
        self.history.street(street).map(|(_, action)| action)
    }

    /// All actions of the hand in their order.
    pub fn all_actions(&self) -> impl Iterator<Item = PlayedAction> + '_ {
        Street::ALL.into_iter().flat_map(|street| self.actions(street))
    }

    /// Number of actions of all streets.
    pub fn action_count(&self) -> usize {
        self.history.len()
    }

    /// Chips that each player had put in before a street, without what was returned.
    fn chips_before(&self, street: Street) -> u32 {
        let mut before = 0;
        for earlier in Street::ALL.into_iter().take(street.index()) {
            let mut bets = if earlier == Street::Preflop { self.blinds_posted() } else { [0; 2] };
            let actions = self.history.street(earlier);
            let played = PlayedActions { state: self, street: earlier, actions, bets, earlier: before };
            played.for_each(|action| bets[action.player.index()] = action.street_total);
            before += bets[0].min(bets[1]);
        }
        before
    }
}

impl<I: Iterator<Item = (Player, HoldemAction)>> Iterator for PlayedActions<'_, I> {
    type Item = PlayedAction;

    fn next(&mut self) -> Option<PlayedAction> {
        let (player, action) = self.actions.next()?;
        let (own, other) = (self.bets[player.index()], self.bets[player.next(2).index()]);
        let left = self.state.starting_stack(player).saturating_sub(self.earlier + own);
        let called = own + other.saturating_sub(own).min(left);
        let (kind, total) = match action {
            HoldemAction::Fold => (ActionKind::Fold, own),
            HoldemAction::Call if called == own => (ActionKind::Check, own),
            HoldemAction::Call => (ActionKind::Call, called),
            HoldemAction::RaiseTo(total) if other == 0 => (ActionKind::Bet, total),
            HoldemAction::RaiseTo(total) => (ActionKind::Raise, total),
        };
        self.bets[player.index()] = total;
        Some(PlayedAction {
            street: self.street,
            player,
            kind,
            added: total - own,
            raised_by: total.saturating_sub(called),
            street_total: total,
            hand_total: self.earlier + total,
        })
    }
}
