//! A dealer of the Annual Computer Poker Competition as a state machine: lines in, lines out. Connections and clocks are
//! left to the caller. What a client may do wrong has the outcome that the competition's own dealer gives it.

use boardwright_game::ids::Player;
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

use super::{final_state_text, match_state_text, parse_action, parse_match_state};
use crate::holdem::cards::{Card, CardSet};
use crate::holdem::game::draw_cards;
use crate::holdem::history::HoldemAction;
use crate::holdem::moves::action_text;
use crate::holdem::state::{HandSetup, HoldemState, Stage};

/// Settings of a match. Stacks are reset for each hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DealerSettings {
    /// Chips of each player.
    pub stack: u32,
    /// The small blind.
    pub small_blind: u32,
    /// The big blind.
    pub big_blind: u32,
    /// Number of hands.
    pub hands: u64,
    /// Seed of the cards: with equal seeds, the cards at a position of a hand are equal, whoever sits there.
    pub seed: u64,
    /// Names of the players in the order of their seats.
    pub names: [String; 2],
}

/// Answer of the dealer to a line of the player to act.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DealerAnswer {
    /// The line is ignored, and the player is still to act.
    Ignored {
        /// Reason; `None` for comments, which are allowed.
        warning: Option<String>,
    },
    /// An action was made.
    Made {
        /// Reason why another action than that of the line was made.
        warning: Option<String>,
    },
}

/// A match of a number of hands between two seats. In the first hand the first seat is the big blind.
#[derive(Clone, Debug)]
pub struct Dealer {
    settings: DealerSettings,
    /// Number of the hand, from 0.
    hand: u64,
    state: HoldemState,
    /// The cards of the board of this hand.
    board: [Card; 5],
    /// Chips won by each seat in the hands that are over.
    totals: [i64; 2],
    is_over: bool,
}

impl Dealer {
    /// Begins a match.
    ///
    /// # Errors
    /// If the settings contradict one another.
    pub fn new(settings: DealerSettings) -> Result<Self, String> {
        if settings.hands == 0 {
            return Err("a match has at least one hand".to_owned());
        }
        let setup = setup(&settings, 0);
        setup.check()?;
        let (state, board) = deal(&settings, setup, 0);
        let mut dealer = Self { settings, hand: 0, state, board, totals: [0; 2], is_over: false };
        dealer.deal_board();
        Ok(dealer)
    }

    /// The hand that is played.
    pub fn state(&self) -> &HoldemState {
        &self.state
    }

    /// Number of the hand, from 0.
    pub fn hand(&self) -> u64 {
        self.hand
    }

    /// Seat to act; `None` if the hand is over.
    pub fn to_act(&self) -> Option<Player> {
        self.state.to_act()
    }

    /// Line for a seat, without its end.
    pub fn line(&self, seat: Player) -> String {
        match_state_text(&self.state, seat, self.hand)
    }

    /// Chips won by each seat in the hands that are over.
    pub fn totals(&self) -> [i64; 2] {
        self.totals
    }

    /// Line of the log for the hand, once it is over.
    pub fn log_line(&self) -> String {
        let [first, second] = &self.settings.names;
        final_state_text(&self.state, self.hand, [first, second])
    }

    /// Last line of the log.
    pub fn score_line(&self) -> String {
        let ([first, second], [one, two]) = (self.totals, &self.settings.names);
        format!("SCORE:{first}|{second}:{one}|{two}")
    }

    /// Takes a line of the seat to act. Lines that are no answer to the state that was sent are ignored; a raise outside
    /// the legal interval is moved into it, and everything else that is illegal becomes a call.
    pub fn answer(&mut self, line: &str) -> DealerAnswer {
        let line = line.trim_end_matches(['\r', '\n']);
        let Some(seat) = self.to_act() else { return DealerAnswer::Ignored { warning: None } };
        if line.starts_with(['#', ';']) {
            return DealerAnswer::Ignored { warning: None };
        }
        let sent = self.line(seat);
        let rest = line.strip_prefix(&sent).filter(|rest| rest.is_empty() || rest.starts_with(':'));
        let Some(rest) = rest else {
            return DealerAnswer::Ignored { warning: Some(self.describe_other(seat, line)) };
        };
        let asked = rest.strip_prefix(':').and_then(|action| parse_action(&self.state, action).ok());
        let (action, warning) = match asked {
            None => (HoldemAction::Call, Some(format!("bad action format in \"{line}\"; it becomes a call"))),
            Some(asked) => {
                let made = self.state.legalized(asked);
                let warning = (made != asked).then(|| {
                    let reason = self.state.refusal(asked).unwrap_or_default();
                    let made = action_text(&self.state, made);
                    format!("invalid action in \"{line}\": {reason}; it becomes: {made}")
                });
                (made, warning)
            }
        };
        self.state.act(action);
        self.deal_board();
        if self.state.is_over() {
            let winnings = self.state.winnings();
            self.totals.iter_mut().zip(winnings).for_each(|(total, won)| *total += won);
        }
        DealerAnswer::Made { warning }
    }

    /// Reason why a line is no answer to the state that was sent.
    fn describe_other(&self, seat: Player, line: &str) -> String {
        let DealerSettings { stack, small_blind, big_blind, .. } = self.settings;
        let state = line.rsplit_once(':').map_or(line, |(state, _)| state);
        match parse_match_state(state, seat, [stack; 2], [small_blind, big_blind]) {
            Ok(_) => format!("un-requested response \"{line}\" is ignored"),
            Err(error) => format!("bad state format in response: {error}"),
        }
    }

    /// Begins the next hand after one that is over; `false` if the match is over.
    pub fn next_hand(&mut self) -> bool {
        if !self.state.is_over() || self.hand + 1 >= self.settings.hands {
            self.is_over = self.state.is_over();
            return false;
        }
        self.hand += 1;
        (self.state, self.board) = deal(&self.settings, setup(&self.settings, self.hand), self.hand);
        self.deal_board();
        true
    }

    /// `true` if all hands have been played.
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// Deals the board as long as nobody is to act.
    fn deal_board(&mut self) {
        while let Stage::DealBoard(street) = self.state.stage() {
            let first = self.state.street().board_cards();
            self.state.deal_board(&self.board[first..street.board_cards()]);
        }
    }
}

/// Chips and button of a hand: the first seat has the button in every second hand.
fn setup(settings: &DealerSettings, hand: u64) -> HandSetup {
    let DealerSettings { stack, small_blind, big_blind, .. } = *settings;
    let button = if hand.is_multiple_of(2) { Player::FIRST.next(2) } else { Player::FIRST };
    HandSetup { stacks: [stack; 2], small_blind, big_blind, button }
}

/// Deals the hole cards of a hand, and draws its board. The cards belong to the positions, not to the seats.
fn deal(settings: &DealerSettings, setup: HandSetup, hand: u64) -> (HoldemState, [Card; 5]) {
    // Each hand has a random stream of its own.
    let mut random = Pcg64Mcg::seed_from_u64(settings.seed.wrapping_add(hand.wrapping_mul(0x9e37_79b9_7f4a_7c15)));
    let cards: [Card; 9] = draw_cards(CardSet::EMPTY, &mut random);
    let [big, small] = [[cards[0], cards[1]], [cards[2], cards[3]]];
    let mut state = HoldemState::new(setup);
    let holes = if setup.button == Player::FIRST { [small, big] } else { [big, small] };
    for hole in holes {
        state.deal_hole(Some(hole));
    }
    (state, std::array::from_fn(|index| cards[4 + index]))
}
