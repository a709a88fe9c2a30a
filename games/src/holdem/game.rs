//! The rules as a [`Game`]: deals, actions, menus of bet sizes, and the match of many hands.

use boardwright_game::betting::Betting;
use boardwright_game::deals::DealtGame;
use boardwright_game::dialog::Dialog;
use boardwright_game::fault::Fault;
use boardwright_game::game::{self, DealReader, Game, GameExt, MoveError, Outcome, StateError, Turn, normalize_spaces};
use boardwright_game::ids::Player;
use boardwright_game::payoff::Payoff;
use boardwright_game::playout::{Playout, random_below};
use boardwright_game::table::Table;
use rand::Rng;
use rand_pcg::Pcg64Mcg;

use super::cards::{CARDS, Card, CardSet};
use super::history::HoldemAction;
use super::moves::{DealtCards, HoldemMove, action_text, cards_to_deal, parse_action, parse_deal};
use super::state::{HandSetup, HoldemState, Stage};
use super::{all_in, dialog, hand_text, picture, position};

/// One hand of heads-up no-limit hold'em. A match of many hands is [`Deals<Holdem>`](boardwright_game::deals::Deals).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Holdem {
    setup: HandSetup,
    /// Stacks in the following hands of a match.
    stacks: MatchStacks,
    /// `true` if the score of an all-in before the river is its expected value over the cards that were missing.
    scores_equity: bool,
}

/// Stacks at the beginning of the following hands of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchStacks {
    /// Every hand begins with the same stacks, as in the Annual Computer Poker Competition.
    Reset,
    /// Every hand begins with what is left; the match ends when a player has nothing (freeze-out).
    FreezeOut,
}

impl Default for Holdem {
    /// Blinds of 50 and 100, stacks of 200 big blinds, the first player on the button.
    fn default() -> Self {
        let setup = HandSetup { stacks: [20_000; 2], small_blind: 50, big_blind: 100, button: Player::FIRST };
        Self::new(setup, MatchStacks::Reset)
    }
}

impl Holdem {
    /// The game with these chips and this button in the first hand.
    ///
    /// # Panics
    /// If the numbers of the setup [are not valid](HandSetup::check).
    pub fn new(setup: HandSetup, stacks: MatchStacks) -> Self {
        if let Err(reason) = setup.check() {
            panic!("{reason}");
        }
        Self { setup, stacks, scores_equity: false }
    }

    /// The game in which the score of a hand with an all-in before the river is its
    /// [expected value](super::all_in::expected_share): the mean of scores stays, their variance falls.
    #[must_use]
    pub fn with_equity_scores(self, scores_equity: bool) -> Self {
        Self { scores_equity, ..self }
    }

    /// Chips and button of the first hand.
    pub fn setup(&self) -> HandSetup {
        self.setup
    }
}

/// Adds the menu of actions: fold, check or call, and bets or raises to the minimum, by half the pot, by the pot, and
/// all-in. Every amount between is legal as well.
pub fn list_actions(state: &HoldemState, add: &mut impl FnMut(HoldemAction)) {
    let Some(player) = state.to_act() else { return };
    if state.can_fold() {
        add(HoldemAction::Fold);
    }
    add(HoldemAction::Call);
    let Some(interval) = state.raise_interval() else { return };
    let highest = state.street_bet(player.next(2));
    let pot_after_call = u64::from(state.pot()) + u64::from(state.to_call(player));
    let sized = |size: u64| u32::try_from(u64::from(highest) + size).unwrap_or(u32::MAX);
    let sizes = [interval.min_to, sized(pot_after_call / 2), sized(pot_after_call), interval.max_to];
    let mut last = 0;
    for amount in sizes.map(|amount| interval.clamp(amount)) {
        if amount > last {
            add(HoldemAction::RaiseTo(amount));
            last = amount;
        }
    }
}

/// A random action: first its kind, each legal one of fold, check or call, and bet or raise being equally likely, and then
/// the amount, uniform over the legal interval.
pub fn random_action(state: &HoldemState, rng: &mut impl Rng) -> HoldemAction {
    let (can_fold, interval) = (state.can_fold(), state.raise_interval());
    let kinds = 1 + usize::from(can_fold) + usize::from(interval.is_some());
    match (random_below(kinds, rng), interval) {
        (0, _) => HoldemAction::Call,
        (1, _) if can_fold => HoldemAction::Fold,
        (_, Some(interval)) => {
            let amounts = (interval.max_to - interval.min_to) as usize + 1;
            HoldemAction::RaiseTo(interval.min_to + random_below(amounts, rng) as u32)
        }
        (_, None) => HoldemAction::Call,
    }
}

/// Draws `N` different cards that are not in `dealt`; all are equally likely. `dealt` must leave at least `N` cards.
pub fn draw_cards<const N: usize>(mut dealt: CardSet, rng: &mut impl Rng) -> [Card; N] {
    std::array::from_fn(|_| {
        loop {
            let card = Card::new(random_below(usize::from(CARDS), rng) as u8);
            if let Some(card) = card.filter(|&card| dealt.insert(card)) {
                return card;
            }
        }
    })
}

/// Draws the cards of a chance stage; `None` in other stages.
fn draw_deal(state: &HoldemState, rng: &mut impl Rng) -> Option<DealtCards> {
    let known = state.known_cards();
    match cards_to_deal(state.stage()) {
        1 => DealtCards::new(&draw_cards::<1>(known, rng)),
        2 => DealtCards::new(&draw_cards::<2>(known, rng)),
        3 => DealtCards::new(&draw_cards::<3>(known, rng)),
        _ => None,
    }
}

/// Deals cards to the player or to the board.
fn deal(state: &mut HoldemState, cards: DealtCards) {
    match *cards.as_slice() {
        [first, second] => state.deal_hole(Some([first, second])),
        ref cards => state.deal_board(cards),
    }
}

/// Outcome of a hand that is over: the player who won chips, or a draw.
fn outcome(state: &HoldemState) -> Outcome {
    match state.winnings()[0] {
        0 => Outcome::Draw,
        1.. => Outcome::Won(Player::FIRST),
        _ => Outcome::Won(Player::FIRST.next(2)),
    }
}

impl Game for Holdem {
    type State = HoldemState;
    type Move = HoldemMove;

    fn players(&self) -> usize {
        2
    }

    fn payoff(&self) -> Payoff {
        // In a freeze-out a player can risk more than the first stack, but never more than half of all chips.
        let [first, second] = self.setup.stacks.map(f64::from);
        let max = match self.stacks {
            MatchStacks::Reset => first.min(second),
            MatchStacks::FreezeOut => f64::midpoint(first, second),
        };
        Payoff::chips(self.setup.big_blind, max)
    }

    fn initial_state(&self) -> HoldemState {
        HoldemState::new(self.setup)
    }

    fn legal_moves(&self, state: &HoldemState, moves: &mut Vec<HoldemMove>) -> Result<Turn, Fault> {
        moves.clear();
        Ok(match state.stage() {
            Stage::DealHole(_) | Stage::DealBoard(_) => Turn::Chance,
            Stage::Act(player) => {
                list_actions(state, &mut |action| moves.push(HoldemMove::Act(action)));
                Turn::Player(player)
            }
            Stage::Folded(_) | Stage::Showdown => Turn::Over(outcome(state)),
        })
    }

    fn is_legal(&self, state: &HoldemState, mv: HoldemMove) -> Result<bool, Fault> {
        Ok(match mv {
            HoldemMove::Deal(cards) => {
                let mut seen = state.known_cards();
                let count = cards_to_deal(state.stage());
                cards.as_slice().len() == count && cards.as_slice().iter().all(|&card| seen.insert(card))
            }
            HoldemMove::Act(action) => state.is_legal(action),
            HoldemMove::NextDeal => false,
        })
    }

    fn random_move(&self, state: &HoldemState, _: &[HoldemMove], rng: &mut Pcg64Mcg) -> HoldemMove {
        HoldemMove::Act(random_action(state, rng))
    }

    fn apply(&self, state: &mut HoldemState, mv: HoldemMove) -> Result<(), Fault> {
        match mv {
            HoldemMove::Deal(cards) => deal(state, cards),
            HoldemMove::Act(action) => state.act(action),
            HoldemMove::NextDeal => {}
        }
        Ok(())
    }

    /// Chips won, negative if lost; 0 while the hand runs.
    fn score(&self, state: &HoldemState, player: Player) -> f64 {
        let share = self.scores_equity.then(|| all_in::expected_share(state, player)).flatten();
        match share {
            Some(share) => (2.0 * share - 1.0) * f64::from(state.earlier_chips()),
            None => state.winnings()[player.index()] as f64,
        }
    }

    fn key(&self, state: &HoldemState) -> u64 {
        position::key(state)
    }

    fn encode(&self, state: &HoldemState, out: &mut Vec<u8>) {
        position::encode(state, out);
    }

    fn betting(&self) -> Option<&dyn Betting<HoldemState, HoldemMove>> {
        Some(self)
    }

    fn texts(&self) -> &dyn game::Texts<HoldemState, HoldemMove> {
        self
    }

    fn chance(&self) -> Option<&dyn game::Chance<HoldemState, HoldemMove>> {
        Some(self)
    }

    fn hidden(&self) -> Option<&dyn game::Hidden<HoldemState, HoldemMove>> {
        Some(self)
    }

    fn acceleration(&self) -> Option<&dyn game::Acceleration<HoldemState>> {
        Some(self)
    }

    fn display(&self) -> Option<&dyn game::Display<HoldemState>> {
        Some(self)
    }
}

fn parse_legal_move(state: &HoldemState, text: &str) -> Result<HoldemMove, MoveError> {
    let text = normalize_spaces(text);
    let parsed = match (text.strip_prefix("deal "), state.stage()) {
        (_, Stage::Folded(_) | Stage::Showdown) => Err("the hand is over".to_owned()),
        (Some(cards), _) => parse_deal(state, cards).map(HoldemMove::Deal),
        (None, Stage::Act(_)) => parse_action(state, &text).map(HoldemMove::Act),
        (None, _) => Err(format!("{} cards are dealt now, like \"deal AsKd\"", cards_to_deal(state.stage()))),
    };
    parsed.map_err(|reason| MoveError::Illegal { text, reason })
}

impl game::Texts<HoldemState, HoldemMove> for Holdem {
    fn move_text(&self, state: &HoldemState, mv: HoldemMove) -> String {
        match mv {
            HoldemMove::Deal(cards) => format!("deal {cards:?}"),
            HoldemMove::Act(action) => action_text(state, action),
            HoldemMove::NextDeal => "next deal".to_owned(),
        }
    }

    fn parse_move(&self, state: &HoldemState, text: &str) -> Option<Result<HoldemMove, MoveError>> {
        Some(parse_legal_move(state, text))
    }

    fn state_text(&self, state: &HoldemState) -> String {
        position::text(state)
    }

    fn parse_state(&self, text: &str) -> Result<HoldemState, StateError> {
        position::parse(text)
    }

    fn view_text(&self, state: &HoldemState, player: Player) -> String {
        position::view_text(state, player)
    }
}

impl game::Chance<HoldemState, HoldemMove> for Holdem {
    fn probabilities(&self, _state: &HoldemState, chances: &mut Vec<f64>) {
        chances.clear();
    }

    fn sample(&self, state: &HoldemState, rng: &mut Pcg64Mcg) -> Option<Result<HoldemMove, Fault>> {
        Some(Ok(HoldemMove::Deal(draw_deal(state, rng).expect("chance moves are drawn where cards are dealt"))))
    }
}

impl game::Hidden<HoldemState, HoldemMove> for Holdem {
    fn information_state(&self, state: &HoldemState, player: Player, out: &mut Vec<u8>) {
        position::encode(&state.seen_by(player), out);
    }

    /// All pairs of unseen cards are equally likely for the other player. The other player's actions would be evidence
    /// only under a model of that player, which is not part of the rules.
    fn resample(&self, state: &HoldemState, player: Player, mut rng: &mut dyn Rng) -> Result<HoldemState, Fault> {
        let other = player.next(2);
        let mut imagined = state.clone();
        let is_dealt = !matches!(state.stage(), Stage::DealHole(next) if next == Player::FIRST || next == other);
        if is_dealt && state.stage() != Stage::Showdown {
            imagined.set_hole(other, None);
            let hole = draw_cards(imagined.known_cards(), &mut rng);
            imagined.set_hole(other, Some(hole));
        }
        Ok(imagined)
    }

    fn move_seen(&self, state: &HoldemState, mv: HoldemMove, viewer: Player) -> String {
        match state.stage() {
            Stage::DealHole(receiver) if receiver != viewer => format!("deal two cards to player {receiver}"),
            _ => self.move_text(state, mv),
        }
    }

    /// Cards that were not shown stay hidden.
    fn hides_after_end(&self) -> bool {
        true
    }
}

impl game::Acceleration<HoldemState> for Holdem {
    fn prepare(&self) {}

    fn play_out(
        &self,
        from: &HoldemState,
        state: &mut HoldemState,
        max_moves: u64,
        rng: &mut Pcg64Mcg,
    ) -> Option<Result<Playout, Fault>> {
        state.clone_from(from);
        let mut length = 0;
        while !state.is_over() {
            if length == max_moves {
                return Some(Ok(Playout { length, outcome: None }));
            }
            match draw_deal(state, rng) {
                Some(cards) => deal(state, cards),
                None => state.act(random_action(state, rng)),
            }
            length += 1;
        }
        Some(Ok(Playout { length, outcome: Some(outcome(state)) }))
    }
}

impl game::Display<HoldemState> for Holdem {
    fn table(&self, state: &HoldemState, viewer: Option<Player>) -> Option<Table> {
        Some(picture::table(state, viewer))
    }

    fn dialog(&self, state: &HoldemState) -> Option<Dialog> {
        dialog::dialog(state)
    }
}

impl DealtGame for Holdem {
    const NEXT_DEAL: HoldemMove = HoldemMove::NextDeal;

    fn next_deal(&self, finished: &HoldemState, _totals: &[f64]) -> Option<HoldemState> {
        let stacks = match self.stacks {
            MatchStacks::Reset => self.setup.stacks,
            MatchStacks::FreezeOut => finished.final_stacks(),
        };
        let setup = HandSetup { stacks, button: finished.button().next(2), ..self.setup };
        (!stacks.contains(&0)).then(|| HoldemState::new(setup))
    }

    fn deal_starts(&self) -> Vec<HoldemState> {
        [Player::FIRST, Player::FIRST.next(2)]
            .map(|button| HoldemState::new(HandSetup { button, ..self.setup }))
            .to_vec()
    }

    fn deal_name(&self) -> &'static str {
        "hand"
    }

    fn deal_text(&self, deal: &HoldemState, number: u32, reader: DealReader<'_>) -> String {
        hand_text::hand_text(deal, number, reader)
    }

    fn deal_result(&self, finished: &HoldemState, reader: DealReader<'_>) -> String {
        hand_text::result_text(finished, reader)
    }
}
