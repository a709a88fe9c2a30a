//! Equity against ranges, and the table as its viewers see it.

use boardwright_game::betting::{Betting as _, RangeModel, Stakes, Wager};
use boardwright_game::game::{Game as _, GameExt as _};
use boardwright_game::ids::Player;
use boardwright_game::table::{ObjectKind, Table};
use boardwright_games::holdem::preflop::HoleClass;
use boardwright_games::holdem::strength::strength;
use boardwright_games::holdem::{Card, CardSet, Holdem, HoldemAction, HoldemMove, HoldemState, parse_cards};
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

use super::dealt_hand;

const ALL: RangeModel = RangeModel { narrowing: 0.0, best_share: 1.0 };

/// A hand with these cards of the first player and this board, checked down so far.
fn hand(hole: &str, board: &str) -> HoldemState {
    let (hole, board) = (parse_cards(hole).unwrap(), parse_cards(board).unwrap());
    let seen: CardSet = hole.iter().chain(&board).copied().collect();
    let other: Vec<Card> = seen.complement().iter().take(2).collect();
    let mut hand = dealt_hand([5000; 2], &hole, &other);
    for cards in [0..3, 3..4, 4..5].into_iter().filter_map(|places| board.get(places)) {
        hand.act(HoldemAction::Call);
        hand.act(HoldemAction::Call);
        hand.deal_board(cards);
    }
    hand
}

fn equity(hand: &HoldemState, range: RangeModel, samples: u32) -> f64 {
    Holdem::default().equity(hand, Player::FIRST, range, samples, &mut Pcg64Mcg::seed_from_u64(5))
}

/// Equity against all hands by comparing all of them on all boards.
fn plain_equity(hole: &[Card], board: &[Card]) -> f64 {
    let cards: Vec<Card> = hole.iter().chain(board).copied().collect();
    let left: Vec<Card> = cards.iter().copied().collect::<CardSet>().complement().iter().collect();
    let (mut won, mut all) = (0.0, 0.0);
    for (index, &one) in left.iter().enumerate() {
        for &other in &left[..index] {
            let rest = left.iter().copied().filter(|&card| card != one && card != other);
            let rivers: Vec<Option<Card>> = if board.len() == 5 { vec![None] } else { rest.map(Some).collect() };
            for river in rivers {
                let on = |hole: [Card; 2]| strength(&[board, &hole, river.as_slice()].concat());
                won += match on([hole[0], hole[1]]).cmp(&on([one, other])) {
                    std::cmp::Ordering::Greater => 1.0,
                    std::cmp::Ordering::Equal => 0.5,
                    std::cmp::Ordering::Less => 0.0,
                };
                all += 1.0;
            }
        }
    }
    won / all
}

#[test]
fn equity_against_all_hands_is_the_share_of_showdowns() {
    for (hole, board) in [("AsKd", "2c7d7hKsAc"), ("2s3d", "2c7d7hKsAc"), ("9h8h", "7h6cKd2h")] {
        let exact = plain_equity(&parse_cards(hole).unwrap(), &parse_cards(board).unwrap());
        let found = equity(&hand(hole, board), ALL, 20_000);
        let tolerance = if board.len() == 10 { 1e-9 } else { 0.015 };
        assert!((found - exact).abs() < tolerance, "{hole} on {board}: {found}, exactly {exact}");
    }
    // Before the flop the ranking has the exact value; sampling comes near it.
    let aces = hand("AsAd", "");
    let class = HoleClass::of(aces.hole(Player::FIRST).unwrap());
    assert_eq!(equity(&aces, ALL, 1).to_bits(), class.equity().to_bits());
    let almost_all = RangeModel { best_share: 0.999_999, ..ALL };
    assert!((equity(&aces, almost_all, 20_000) - class.equity()).abs() < 0.015);
}

#[test]
fn bets_and_the_best_hands_of_a_range_make_equity_smaller() {
    let state = hand("JhTd", "Jc8d3s");
    let all = equity(&state, ALL, 20_000);
    let best = equity(&state, RangeModel { best_share: 0.2, ..ALL }, 20_000);
    assert!(all > 0.75 && best < all - 0.05, "{all} {best}");
    // The big blind bets twice the pot.
    let mut bet = state;
    bet.act(HoldemAction::RaiseTo(400));
    let narrowed = equity(&bet, RangeModel { narrowing: 1.0, best_share: 1.0 }, 20_000);
    assert!((equity(&bet, ALL, 20_000) - all).abs() < 0.02);
    assert!(narrowed < all - 0.05, "{all} {narrowed}");
}

#[test]
fn equity_depends_on_nothing_that_is_hidden() {
    let model = RangeModel { narrowing: 0.7, best_share: 0.5 };
    for board in ["", "Jc8d3s", "Jc8d3s2h", "Jc8d3s2h2d"] {
        let state = hand("JhTd", board);
        let of = |state: &HoldemState| equity(state, model, 300).to_bits();
        assert_eq!(of(&state), of(&state.seen_by(Player::FIRST)));
    }
}

#[test]
fn stakes_and_wagers_are_chips() {
    let (game, mut state) =
        (Holdem::default(), dealt_hand([5000, 3000], &parse_cards("AsAd").unwrap(), &parse_cards("KsKd").unwrap()));
    let stakes = Stakes { pot: 150.0, to_call: 50.0, stack: 4950.0, other_stack: 2900.0 };
    assert_eq!(game.stakes(&state), stakes);
    let wager = |state: &HoldemState, action| game.wager(state, HoldemMove::Act(action));
    assert_eq!(wager(&state, HoldemAction::Call), Some(Wager::Call));
    assert_eq!(wager(&state, HoldemAction::RaiseTo(300)), Some(Wager::Raise(250.0)));
    state.act(HoldemAction::Fold);
    assert_eq!((game.stakes(&state), wager(&state, HoldemAction::Fold)), (Stakes::default(), None));
}

/// Names of the cards of both seats.
fn seat_cards(table: &Table) -> [Vec<String>; 2] {
    [0, 1].map(|seat| table.seats[seat][0].objects.iter().map(|object| object.name.clone()).collect())
}

#[test]
fn the_table_hides_the_other_cards_until_a_showdown() {
    let (game, mut state) = (Holdem::default(), hand("AsAd", "JcTd3s"));
    let table = game.table(&state, Some(Player::FIRST)).unwrap();
    let hidden = ["a card face down"; 2].map(str::to_owned).to_vec();
    let own = ["ace of spades", "ace of diamonds"].map(str::to_owned).to_vec();
    assert_eq!(seat_cards(&table), [own.clone(), hidden.clone()]);
    assert_eq!(table.centre[0].label, "board: flop");
    let board: Vec<&str> = table.centre[0].objects.iter().map(|object| object.name.as_str()).collect();
    assert_eq!(board, ["jack of clubs", "ten of diamonds", "three of spades", "no card yet", "no card yet"]);
    assert!(matches!(table.centre[1].objects[0].kind, ObjectKind::Chips(200)));
    assert_eq!(table.seats[0][0].label, "button, small blind");
    let dialog = game.dialog(&state).unwrap();
    assert_eq!(dialog.answers[0].move_text, "check");
    let sizes: Vec<u32> = dialog.amounts[0].presets.iter().map(|preset| preset.value).collect();
    assert_eq!(sizes, [100, 150, 200, 4900]);
    assert!(!seat_cards(&game.table(&state, None).unwrap()).contains(&hidden), "all cards without a viewer");
    state.act(HoldemAction::RaiseTo(4900));
    let label = |state: &HoldemState| game.table(state, None).unwrap().seats[1][1].label.clone();
    assert_eq!(label(&state), "bet: bet 4900", "the last action of a player is named");
    state.act(HoldemAction::Call);
    state.deal_board(&parse_cards("4h").unwrap());
    state.deal_board(&parse_cards("5h").unwrap());
    let shown = seat_cards(&game.table(&state, Some(Player::FIRST)).unwrap());
    assert_eq!(shown[0], own);
    assert!(shown[1] != hidden, "{shown:?}");
    // Before any card is dealt there are places for them.
    let empty = seat_cards(&game.table(&game.initial_state(), None).unwrap());
    assert_eq!(empty, [["no card yet"; 2]; 2].map(|cards| cards.map(str::to_owned).to_vec()));
}
