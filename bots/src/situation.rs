//! The state of a hand at one decision, as a bot sees it: its own cards, the board, chips and history.
//! A situation is a plain value; it neither deals cards nor plays on.

use std::fmt::{self, Display};

use boardwright_game::ids::Player;
use boardwright_games::holdem::{ActionKind, Card, HoldemState, Street};

use crate::cards::SuitBits;

/// Number of chips.
pub type Chips = u64;

/// A player, seen from the bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Actor {
    /// The bot.
    Hero,
    /// Its opponent.
    Villain,
}

impl Actor {
    /// The other player.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Hero => Self::Villain,
            Self::Villain => Self::Hero,
        }
    }

    /// Name in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Self::Hero => "hero",
            Self::Villain => "villain",
        }
    }
}

/// An action that a player has taken. Blinds are no actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PastKind {
    /// A check.
    Check,
    /// A call, with the chips that it added.
    Call(Chips),
    /// A bet or a raise, with the chips beyond the call.
    Raise(Chips),
}

/// An action of the history.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PastAction {
    /// Street of the action, which scripts call a phase.
    pub phase: Street,
    /// Player of the action.
    pub actor: Actor,
    /// Kind of the action, with its chips.
    pub kind: PastKind,
}

/// Action of a bot. A raise states the chips beyond the call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum BotAction {
    Fold,
    Check,
    Call,
    Raise(Chips),
}

impl Display for BotAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fold => f.write_str("fold"),
            Self::Check => f.write_str("check"),
            Self::Call => f.write_str("call"),
            Self::Raise(by) => write!(f, "raise {by}"),
        }
    }
}

/// Legal actions of the hero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LegalActions {
    /// Chips that a call adds, capped by the own stack; 0 if a check is free.
    pub to_call: Chips,
    /// Smallest and largest raise beyond the call; `None` if no raise is possible.
    pub raise: Option<(Chips, Chips)>,
}

impl LegalActions {
    /// The legal action that replaces an action of a bot: a raise below the minimum becomes the minimum, one above the
    /// stack becomes all-in, an impossible one a call; a check facing a bet becomes a fold, a call or a fold where
    /// nothing is to be called becomes a check.
    #[must_use]
    pub fn nearest(self, action: BotAction) -> BotAction {
        let is_free = self.to_call == 0;
        match (action, self.raise) {
            (BotAction::Raise(by), Some((least, most))) => BotAction::Raise(by.clamp(least, most)),
            _ if is_free => BotAction::Check,
            (BotAction::Raise(_), None) | (BotAction::Call, _) => BotAction::Call,
            (BotAction::Check | BotAction::Fold, _) => BotAction::Fold,
        }
    }

    /// Action of a bot that has none: a check if that is free, else a fold.
    #[must_use]
    pub fn default_action(self) -> BotAction {
        self.nearest(BotAction::Fold)
    }
}

/// The state of a hand when the hero is to act.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Situation {
    /// Cards of the hero.
    pub hole: [Card; 2],
    /// Cards on the board, in the order of dealing.
    pub board: Vec<Card>,
    /// Street of the decision.
    pub phase: Street,
    /// Small blind.
    pub small_blind: Chips,
    /// Big blind.
    pub big_blind: Chips,
    /// `true` if the hero has the button: the small blind, first to act before the flop and last after it.
    pub hero_has_button: bool,
    /// Chips that the hero can still bet.
    pub hero_stack: Chips,
    /// Chips that the villain can still bet.
    pub villain_stack: Chips,
    /// Chips that the hero has put into the pot in this hand.
    pub hero_total: Chips,
    /// Chips that the villain has put into the pot in this hand.
    pub villain_total: Chips,
    /// Chips of the hero in this phase, blinds included.
    pub hero_bet: Chips,
    /// Chips of the villain in this phase, blinds included.
    pub villain_bet: Chips,
    /// All actions of the hand so far.
    pub history: Vec<PastAction>,
    /// Further values by name: elements of `<init>` that the language does not know.
    pub named_values: Vec<(String, String)>,
    /// The game state as it was given, for external programs; `None` to write it anew.
    pub original: Option<String>,
}

/// Everything about a decision that the history does not say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandStart {
    /// Cards of the hero.
    pub hole: [Card; 2],
    /// Cards on the board at the decision.
    pub board: Vec<Card>,
    /// Small blind.
    pub small_blind: Chips,
    /// Big blind.
    pub big_blind: Chips,
    /// `true` if the hero has the button, and with it the small blind.
    pub hero_has_button: bool,
    /// Chips that hero and villain can still bet at the decision.
    pub stacks: [Chips; 2],
}

impl Situation {
    /// Creates the situation after a history. The phase follows from the number of cards on the board.
    pub fn new(start: HandStart, history: Vec<PastAction>) -> Self {
        let phase = Street::ALL.into_iter().rev().find(|phase| phase.board_cards() <= start.board.len());
        let phase = phase.unwrap_or(Street::Preflop);
        let blinds = [start.small_blind, start.big_blind];
        let mut total = if start.hero_has_button { blinds } else { [blinds[1], blinds[0]] };
        let mut bet = total;
        let mut current = Street::Preflop;
        for past in &history {
            if past.phase != current {
                (current, bet) = (past.phase, [0, 0]);
            }
            let own = past.actor as usize;
            let added = match past.kind {
                PastKind::Check => 0,
                PastKind::Call(added) => added,
                PastKind::Raise(by) => bet[1 - own].saturating_sub(bet[own]).saturating_add(by),
            };
            bet[own] = bet[own].saturating_add(added);
            total[own] = total[own].saturating_add(added);
        }
        if current != phase {
            bet = [0, 0];
        }
        Self {
            hole: start.hole,
            board: start.board,
            phase,
            small_blind: start.small_blind,
            big_blind: start.big_blind,
            hero_has_button: start.hero_has_button,
            hero_stack: start.stacks[0],
            villain_stack: start.stacks[1],
            hero_total: total[0],
            villain_total: total[1],
            hero_bet: bet[0],
            villain_bet: bet[1],
            history,
            named_values: Vec::new(),
            original: None,
        }
    }

    /// The situation of a player in a hand of the game; `None` if the player's cards are not known. The other player's
    /// cards play no part.
    pub fn of_hand(hand: &HoldemState, hero: Player) -> Option<Self> {
        let villain = hero.next(2);
        let mut history = Vec::with_capacity(hand.action_count());
        for action in hand.all_actions() {
            let kind = match action.kind {
                ActionKind::Fold => continue,
                ActionKind::Check => PastKind::Check,
                ActionKind::Call => PastKind::Call(action.added.into()),
                ActionKind::Bet | ActionKind::Raise => PastKind::Raise(action.raised_by.into()),
            };
            let actor = if action.player == hero { Actor::Hero } else { Actor::Villain };
            history.push(PastAction { phase: action.street, actor, kind });
        }
        Some(Self {
            hole: hand.hole(hero)?,
            board: hand.board().collect(),
            phase: hand.street(),
            small_blind: hand.small_blind().into(),
            big_blind: hand.big_blind().into(),
            hero_has_button: hand.button() == hero,
            hero_stack: hand.stack(hero).into(),
            villain_stack: hand.stack(villain).into(),
            hero_total: hand.contribution(hero).into(),
            villain_total: hand.contribution(villain).into(),
            hero_bet: hand.street_bet(hero).into(),
            villain_bet: hand.street_bet(villain).into(),
            history,
            named_values: Vec::new(),
            original: None,
        })
    }

    /// All chips that were bet in the hand, blinds included.
    pub fn pot(&self) -> Chips {
        self.hero_total.saturating_add(self.villain_total)
    }

    /// Chips that a call adds, capped by the own stack.
    pub fn to_call(&self) -> Chips {
        self.villain_bet.saturating_sub(self.hero_bet).min(self.hero_stack)
    }

    /// Cards of the hero and of the board.
    pub fn cards(&self) -> SuitBits {
        self.hole.iter().chain(&self.board).copied().collect()
    }

    /// Actions of a player in a phase.
    pub fn actions(&self, phase: Street, actor: Actor) -> impl Iterator<Item = PastKind> {
        self.history.iter().filter(move |past| past.phase == phase && past.actor == actor).map(|past| past.kind)
    }

    /// `true` if the villain has acted in this phase. Blinds are no actions.
    pub fn has_villain_acted(&self) -> bool {
        self.actions(self.phase, Actor::Villain).next().is_some()
    }

    /// Legal actions by the standard rules: a raise is at least the last raise of the phase and at least the big blind,
    /// or all-in; nobody raises an opponent who is all-in.
    pub fn legal(&self) -> LegalActions {
        let to_call = self.to_call();
        let behind = self.hero_stack - to_call;
        let raises = self.history.iter().filter(|past| past.phase == self.phase).filter_map(|past| match past.kind {
            PastKind::Raise(by) => Some(by),
            PastKind::Check | PastKind::Call(_) => None,
        });
        let least = raises.fold(self.big_blind.max(1), Chips::max);
        let raise = (behind > 0 && self.villain_stack > 0).then(|| (least.min(behind), behind));
        LegalActions { to_call, raise }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn illegal_actions_become_legal_ones() {
        use BotAction::{Call, Check, Fold, Raise};
        let facing = LegalActions { to_call: 20, raise: Some((40, 500)) };
        let free = LegalActions { to_call: 0, raise: Some((40, 500)) };
        let all_in = LegalActions { to_call: 20, raise: None };
        let cases = [
            (facing, Raise(1), Raise(40)),
            (facing, Raise(501), Raise(500)),
            (facing, Raise(77), Raise(77)),
            (all_in, Raise(77), Call),
            (facing, Check, Fold),
            (facing, Call, Call),
            (free, Call, Check),
            (free, Fold, Check),
            (free, Check, Check),
            (LegalActions { to_call: 0, raise: None }, Raise(77), Check),
        ];
        for (legal, action, expected) in cases {
            assert_eq!(legal.nearest(action), expected, "{action} with {legal:?}");
        }
    }
}
