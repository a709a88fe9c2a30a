//! Complete hands with their legal intervals, on which `PokerKit` 0.7.7 and the C code of the Annual Computer Poker
//! Competition (in `OpenSpiel`) agree.

use boardwright_games::holdem::{ActionKind, HandSetup, HoldemAction, HoldemState, RaiseInterval, Stage};
use serde::Deserialize;

use super::{cards, second};

/// A complete hand. Player 0 of the data is the big blind: the first player, while the second has the button.
#[derive(Deserialize)]
pub struct KnownHand {
    pub id: u32,
    pub sb: u32,
    pub bb: u32,
    pub button: usize,
    pub starting_stacks: [u32; 2],
    pub hole: [Vec<String>; 2],
    pub dealt_board: Vec<String>,
    pub actions: Vec<KnownAction>,
    pub final_stacks: [u32; 2],
    pub payoffs: [i64; 2],
    pub phh: String,
    pub acpc_state: String,
}

/// An action with what was legal before it.
#[derive(Deserialize)]
pub struct KnownAction {
    street: String,
    player: usize,
    to_call: u32,
    can_fold: bool,
    min_raise_to: Option<u32>,
    max_raise_to: Option<u32>,
    action: String,
    amount: Option<u32>,
    to: Option<u32>,
}

pub fn known_hands() -> Vec<KnownHand> {
    let hands: Vec<KnownHand> = serde_json::from_str(include_str!("../../../data/poker/hands.json")).unwrap();
    assert_eq!(hands.len(), 25);
    hands
}

impl KnownHand {
    /// Plays the hand; `visit` gets the state before each action.
    pub fn play(&self, mut visit: impl FnMut(&HoldemState, &KnownAction)) -> HoldemState {
        assert_eq!(self.button, 1);
        let setup =
            HandSetup { stacks: self.starting_stacks, small_blind: self.sb, big_blind: self.bb, button: second() };
        let mut hand = HoldemState::new(setup);
        let board = cards(&self.dealt_board);
        let mut actions = self.actions.iter();
        loop {
            match hand.stage() {
                Stage::DealHole(player) => hand.deal_hole(cards(&self.hole[player.index()]).try_into().ok()),
                Stage::DealBoard(street) => {
                    let dealt = hand.board().count();
                    hand.deal_board(&board[dealt..street.board_cards()]);
                }
                Stage::Act(_) => {
                    let known = actions.next().expect("the hand is over when there are no actions left");
                    visit(&hand, known);
                    hand.act(known.action());
                }
                Stage::Folded(_) | Stage::Showdown => break,
            }
        }
        assert!(actions.next().is_none(), "hand {}: it is over before the last action", self.id);
        assert_eq!(hand.board().count(), board.len(), "hand {}", self.id);
        hand
    }
}

impl KnownAction {
    fn action(&self) -> HoldemAction {
        match (self.action.as_str(), self.to) {
            ("fold", _) => HoldemAction::Fold,
            ("check" | "call", _) => HoldemAction::Call,
            ("raise_to", Some(amount)) => HoldemAction::RaiseTo(amount),
            (other, _) => panic!("unknown action {other}"),
        }
    }
}

#[test]
fn known_hands_have_their_legal_intervals_and_final_stacks() {
    let mut decisions = 0;
    for known in known_hands() {
        let at = format!("hand {}", known.id);
        let hand = known.play(|state, action| {
            decisions += 1;
            let player = state.to_act().unwrap();
            let at = format!("{at}, action {}", state.action_count() + 1);
            assert_eq!(state.street().to_string(), action.street, "{at}");
            assert_eq!(player.index(), action.player, "{at}");
            assert_eq!(state.to_call(player), action.to_call, "{at}");
            assert_eq!(state.can_fold(), action.can_fold, "{at}");
            let interval = action.min_raise_to.zip(action.max_raise_to);
            assert_eq!(
                state.raise_interval(),
                interval.map(|(min_to, max_to)| RaiseInterval { min_to, max_to }),
                "{at}"
            );
            assert_eq!(state.refusal(action.action()), None, "{at}");
        });
        assert_eq!((hand.final_stacks(), hand.winnings()), (known.final_stacks, known.payoffs), "{at}");
        // The history has the actions with their amounts.
        let played: Vec<_> = hand.all_actions().collect();
        assert_eq!(played.len(), known.actions.len(), "{at}");
        for (played, action) in played.iter().zip(&known.actions) {
            let kind = match action.action.as_str() {
                "raise_to" => ActionKind::Raise,
                "fold" => ActionKind::Fold,
                "call" => ActionKind::Call,
                _ => ActionKind::Check,
            };
            let is_bet = played.kind == ActionKind::Bet;
            assert!(played.kind == kind || is_bet && kind == ActionKind::Raise, "{at}: {played:?}");
            assert_eq!(
                (played.player.index(), played.street.to_string()),
                (action.player, action.street.clone()),
                "{at}"
            );
            let amount = action.to.map_or(played.added, |_| played.street_total);
            assert_eq!(amount, action.to.or(action.amount).unwrap_or(0), "{at}: {played:?}");
        }
        let bets: u32 = played.iter().map(|action| action.added).sum();
        let blinds: u32 = hand.blinds_posted().iter().sum();
        let returned = blinds + bets - hand.pot();
        let is_uneven =
            matches!(hand.stage(), Stage::Folded(_)) || known.starting_stacks[0] != known.starting_stacks[1];
        assert!(returned == 0 || is_uneven, "{at}: {returned} chips were returned");
    }
    assert_eq!(decisions, 153, "decisions");
}
