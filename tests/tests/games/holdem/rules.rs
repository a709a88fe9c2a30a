//! Rules of betting in small cases, options and texts of moves and states.

use boardwright_game::deals::Deals;
use boardwright_game::game::{Game as _, GameExt as _, Outcome, Turn};
use boardwright_game::ids::Player;
use boardwright_games::holdem::{
    HandSetup, Holdem, HoldemAction, HoldemState, MatchStacks, RaiseInterval, Stage, Street, parse_cards,
};
use boardwright_tests::battery::Battery;
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

use super::{dealt_hand, second};

fn hand(stacks: [u32; 2]) -> HoldemState {
    dealt_hand(stacks, &parse_cards("AsAd").unwrap(), &parse_cards("KsKd").unwrap())
}

/// A game with blinds of 50 and 100, the first player on the button.
fn game(stacks: [u32; 2], mode: MatchStacks) -> Holdem {
    Holdem::new(HandSetup { stacks, small_blind: 50, big_blind: 100, button: Player::FIRST }, mode)
}

fn interval(min_to: u32, max_to: u32) -> RaiseInterval {
    RaiseInterval { min_to, max_to }
}

#[test]
fn the_invariants_hold_for_holdem() {
    let battery = Battery { games: 60, max_plies: 200, seed: 1 };
    battery.run(&Holdem::default(), &mut |_, _| {});
    battery.run(&game([70, 1000], MatchStacks::Reset), &mut |_, _| {});
    battery.run(&Deals::new(Holdem::default(), 1), &mut |_, _| {});
    battery.run(&Deals::new(game([500; 2], MatchStacks::FreezeOut), 8), &mut |_, _| {});
}

#[test]
fn blinds_can_be_all_in_for_less() {
    // The small blind is all-in: nobody acts.
    for stacks in [[50, 1000], [30, 1000], [1000, 40], [1000, 50]] {
        assert_eq!(hand(stacks).stage(), Stage::DealBoard(Street::Flop), "{stacks:?}");
    }
    // The big blind is all-in for 80: the button calls 30 or folds.
    let mut state = hand([1000, 80]);
    assert_eq!((state.to_act(), state.to_call(Player::FIRST), state.raise_interval()), (Some(Player::FIRST), 30, None));
    state.act(HoldemAction::Call);
    assert_eq!((state.stage(), state.pot()), (Stage::DealBoard(Street::Flop), 160));
    // The button has 70: a call is for less, and the big blind gets 30 back.
    let mut state = hand([70, 1000]);
    assert_eq!((state.to_call(Player::FIRST), state.raise_interval()), (20, None));
    state.act(HoldemAction::Call);
    assert_eq!((state.pot(), state.stack(second())), (140, 930));
    // The big blind wins the small blind's chips, and nothing else, by a fold.
    let mut state = hand([1000, 80]);
    state.act(HoldemAction::Fold);
    assert_eq!((state.winnings(), state.final_stacks()), ([-50, 50], [950, 130]));
}

#[test]
fn a_raise_adds_at_least_the_last_raise() {
    let mut state = hand([5000; 2]);
    assert_eq!(state.raise_interval(), Some(interval(200, 5000)));
    state.act(HoldemAction::RaiseTo(450));
    assert_eq!(state.raise_interval(), Some(interval(800, 5000)));
    state.act(HoldemAction::RaiseTo(800));
    assert_eq!(state.raise_interval(), Some(interval(1150, 5000)));
    state.act(HoldemAction::Call);
    state.deal_board(&parse_cards("2c3c4c").unwrap());
    assert_eq!((state.to_act(), state.raise_interval()), (Some(second()), Some(interval(100, 4200))));
    state.act(HoldemAction::Call);
    state.act(HoldemAction::RaiseTo(4100));
    // Only 100 chips are left above the bet: all-in is the one raise.
    assert_eq!(state.raise_interval(), Some(interval(4200, 4200)));
    state.act(HoldemAction::RaiseTo(4200));
    assert_eq!((state.raise_interval(), state.to_call(Player::FIRST)), (None, 100));
    state.act(HoldemAction::Call);
    assert_eq!((state.stage(), state.pot()), (Stage::DealBoard(Street::Turn), 10_000));
}

#[test]
fn unmatched_chips_are_returned() {
    let mut state = hand([5000, 300]);
    state.act(HoldemAction::RaiseTo(5000));
    assert_eq!((state.to_call(second()), state.raise_interval()), (200, None));
    let mut folded = state.clone();
    state.act(HoldemAction::Call);
    assert_eq!((state.pot(), state.stack(Player::FIRST)), (600, 4700));
    folded.act(HoldemAction::Fold);
    assert_eq!((folded.pot(), folded.winnings()), (200, [100, -100]));
}

#[test]
fn equal_hands_split_the_pot() {
    let mut state = dealt_hand([1000; 2], &parse_cards("AsKd").unwrap(), &parse_cards("AdKs").unwrap());
    state.act(HoldemAction::RaiseTo(1000));
    state.act(HoldemAction::Call);
    for street in ["2c3h4d", "9h", "Jh"] {
        state.deal_board(&parse_cards(street).unwrap());
    }
    assert_eq!((state.stage(), state.winnings(), state.final_stacks()), (Stage::Showdown, [0, 0], [1000, 1000]));
    assert_eq!(Holdem::default().outcome(&state), Ok(Some(Outcome::Draw)));
}

#[test]
fn illegal_actions_get_a_reason() {
    let state = hand([5000; 2]);
    let refused = |state: &HoldemState, text: &str| Holdem::default().parse_move(state, text).unwrap_err().to_string();
    for (text, reason) in [
        ("check", "50 chips are missing to call"),
        ("call 51", "a call is 50 chips"),
        ("bet 200", "there is a bet already; raise it"),
        ("raise to 199", "the amount must be from 200 to 5000"),
        ("raise to 5001", "the amount must be from 200 to 5000"),
        ("raise by 99", "the amount must be from 200 to 5000"),
        ("raise to many", "\"many\" is no number of chips; the largest is 4294967295"),
        ("deal 2c3c4c", "no cards are dealt here"),
        ("jump", "write fold, check, call, bet 200, raise to 600, raise by 200 or all-in"),
    ] {
        assert_eq!(refused(&state, text), format!("the move \"{text}\" is not legal here: {reason}"));
    }
    let mut limped = state.clone();
    limped.act(HoldemAction::Call);
    assert!(refused(&limped, "fold").ends_with("a check is free"));
    limped.act(HoldemAction::Call);
    assert!(refused(&limped, "call").ends_with("3 cards are dealt now, like \"deal AsKd\""));
    assert!(refused(&limped, "deal 2c3c").ends_with("the number of cards that are dealt here is 3"));
    assert!(refused(&limped, "deal 2c3cAs").ends_with("the card As is dealt already"));
    assert!(refused(&limped, "deal 2c3cXx").contains("\"Xx\" is no card"));
    let parsed = |text: &str| Holdem::default().parse_move(&state, text);
    assert_eq!(parsed("All-In"), parsed("raise to 5000"));
    assert_eq!(parsed("raise by 100"), parsed("raise to 200"));
    assert_eq!(parsed("call"), parsed("call 50"));
}

#[test]
fn actions_are_made_legal_as_the_protocols_ask() {
    let mut state = hand([5000; 2]);
    let legal = |state: &HoldemState, amount| state.legalized(HoldemAction::RaiseTo(amount));
    assert_eq!(legal(&state, 10), HoldemAction::RaiseTo(200));
    assert_eq!(legal(&state, u32::MAX), HoldemAction::RaiseTo(5000));
    state.act(HoldemAction::RaiseTo(5000));
    assert_eq!(legal(&state, 6000), HoldemAction::Call);
    assert_eq!(state.legalized(HoldemAction::Fold), HoldemAction::Fold);
    let mut free = hand([5000; 2]);
    free.act(HoldemAction::Call);
    assert_eq!(free.legalized(HoldemAction::Fold), HoldemAction::Call);
}

/// Positions after a raise of every random hand, with their menus.
#[test]
fn the_menu_has_the_usual_sizes() {
    let game = Holdem::default();
    let texts = |state: &HoldemState| {
        let mut moves = Vec::new();
        game.legal_moves(state, &mut moves).unwrap();
        moves.into_iter().map(|mv| game.move_text(state, mv)).collect::<Vec<_>>()
    };
    let mut state = hand([20_000; 2]);
    // The pot after a call is 200: half of it would be less than the minimum raise.
    assert_eq!(texts(&state), ["fold", "call 50", "raise to 200", "raise to 300", "raise to 20000"]);
    state.act(HoldemAction::RaiseTo(300));
    state.act(HoldemAction::Call);
    state.deal_board(&parse_cards("2c3c4c").unwrap());
    assert_eq!(texts(&state), ["check", "bet 100", "bet 300", "bet 600", "bet 19700"]);
    state.act(HoldemAction::RaiseTo(19_700));
    assert_eq!(texts(&state), ["fold", "call 19700"]);
}

/// Kind first, then amount: 3 kinds before the flop, and the amounts are uniform.
#[test]
fn random_actions_draw_the_kind_first() {
    const DRAWS: u32 = 30_000;
    let (game, state) = (Holdem::default(), hand([20_000; 2]));
    let mut random = Pcg64Mcg::seed_from_u64(4);
    let (mut counts, mut quarters) = ([0_u32; 3], [0_u32; 4]);
    for _ in 0..DRAWS {
        let boardwright_games::holdem::HoldemMove::Act(action) = game.random_move(&state, &[], &mut random) else {
            panic!("a player acts")
        };
        match action {
            HoldemAction::Fold => counts[0] += 1,
            HoldemAction::Call => counts[1] += 1,
            HoldemAction::RaiseTo(amount) => {
                counts[2] += 1;
                quarters[(amount as usize - 200) * 4 / 19_801] += 1;
            }
        }
    }
    // Five standard deviations.
    assert!(counts.iter().all(|&count| count.abs_diff(DRAWS / 3) < 410), "{counts:?}");
    assert!(quarters.iter().all(|&count| count.abs_diff(counts[2] / 4) < 220), "{quarters:?}");
}

#[test]
fn the_button_alternates_and_stacks_are_kept_or_reset() {
    let mut random = Pcg64Mcg::seed_from_u64(1);
    for mode in [MatchStacks::Reset, MatchStacks::FreezeOut] {
        let game = Deals::new(game([1000; 2], mode), 200);
        let (mut state, mut moves) = (game.initial_state(), Vec::new());
        let (mut hands, mut stacks) = (0, [1000; 2]);
        loop {
            let deal = state.deal();
            if deal.action_count() == 0 && matches!(deal.stage(), Stage::DealHole(Player::FIRST)) {
                let button = if hands % 2 == 0 { Player::FIRST } else { second() };
                assert_eq!((deal.button(), deal.setup().stacks), (button, stacks), "hand {hands}");
                hands += 1;
            }
            if deal.is_over() && mode == MatchStacks::FreezeOut {
                stacks = deal.final_stacks();
                assert_eq!(stacks.iter().sum::<u32>(), 2000);
            }
            let mv = match game.legal_moves(&state, &mut moves).unwrap() {
                Turn::Over(_) => break,
                Turn::Player(_) => game.random_move(&state, &moves, &mut random),
                Turn::Chance => game.sample_chance(&state, &mut random).unwrap(),
            };
            game.apply(&mut state, mv).unwrap();
        }
        match mode {
            MatchStacks::Reset => assert_eq!(hands, 200),
            MatchStacks::FreezeOut => assert!(hands < 200 && stacks.contains(&0), "{hands} hands, {stacks:?}"),
        }
    }
}

#[test]
fn an_invalid_state_is_refused_with_its_line() {
    let game = Holdem::default();
    let valid = "stacks 2000 2000\nblinds 50 100\nbutton 1\ncards AsKd QhQc\npreflop raise to 300, call 200\n\
                 flop QdTc2s: check, bet 400\n";
    let state = game.parse_state(valid).unwrap();
    assert_eq!(game.state_text(&state), valid);
    assert_eq!((state.to_act(), state.pot()), (Some(second()), 1000));
    let head = "stacks 2000 2000\nblinds 50 100\nbutton 1\n";
    let refused = |text: &str| game.parse_state(text).unwrap_err().to_string();
    for (text, message) in [
        (String::new(), "line 1 of the state: this should be: stacks"),
        (
            "stacks 0 5\nblinds 1 2\nbutton 1\ncards - -".into(),
            "line 1 of the state: a stack or blind has 1 to 1000000000",
        ),
        ("stacks 2000 2000\nblinds 50".into(), "line 2 of the state: this should be: blinds"),
        ("stacks 5 5\nblinds 3 2\nbutton 1".into(), "line 2 of the state: the blinds cannot be 3 and 2"),
        ("stacks 5 5\nblinds 1 2\nbutton 3".into(), "line 3 of the state: this should be: button"),
        (format!("{head}cards AsKd"), "line 4 of the state: this should be: cards"),
        (format!("{head}cards - AsKd"), "line 4 of the state: the first player gets cards first"),
        (format!("{head}cards AsKd AsQc"), "line 4 of the state: the card As is dealt already"),
        (format!("{head}cards AsKd QhQc\nflop 2c3c4c"), "line 5 of the state: no flop is dealt here"),
        (format!("{head}cards AsKd -\npreflop call 50"), "line 5 of the state: the line preflop is the first one"),
        (format!("{head}cards AsKd QhQc\nriver 2c"), "line 5 of the state: no river is dealt here"),
        (format!("{head}cards AsKd QhQc\nshow"), "line 5 of the state: \"show\" is no street"),
        (format!("{head}cards AsKd QhQc\npreflop check"), "line 5 of the state: \"check\" is not legal: 50 chips are"),
        (format!("{head}cards AsKd QhQc\npreflop fold, fold"), "line 5 of the state: \"fold\" is not legal: no player"),
    ] {
        assert!(refused(&text).starts_with(message), "{text:?}: {}", refused(&text));
    }
}

#[test]
fn a_player_sees_the_other_cards_at_a_showdown_only() {
    let (game, mut state) = (Holdem::default(), hand([300; 2]));
    let view = |state: &HoldemState| game.view_text(state, second());
    let start = "you have Ks Kd (big blind, stack 200), the other player has two cards face down (stack 250)\n\
                 board: no cards yet; pot 150; blinds 50/100\n";
    assert_eq!(view(&state), start);
    state.act(HoldemAction::RaiseTo(300));
    let text = view(&state);
    assert!(text.ends_with("preflop: other raise to 300\nfold, or call 200\n"), "{text}");
    let mut folded = state.clone();
    folded.act(HoldemAction::Fold);
    assert!(view(&folded).contains("two cards face down"));
    state.act(HoldemAction::Call);
    for street in ["2c3h4d", "9h", "Jh"] {
        state.deal_board(&parse_cards(street).unwrap());
    }
    assert!(view(&state).contains("the other player has As Ad (stack 600)"), "{}", view(&state));
    let start = game.initial_state();
    let deal = game.parse_move(&start, "deal AsAd").unwrap();
    assert_eq!(game.move_seen(&start, deal, second()), "deal two cards to player 1");
    assert_eq!(game.move_seen(&start, deal, Player::FIRST), "deal AsAd");
}
