//! Hands of OpenSpiel's tarok, played at random: legal cards, winners of tricks, piles and card points must agree exactly.
//! `data/tarok3-hands.json` says how they were made, and which of OpenSpiel's scores are defective.

use boardwright_game::ids::Player;
use boardwright_games::tarok::cards::{Card, CardSet, Suit};
use boardwright_games::tarok::three::scoring::{declarer_pile, declarer_points, score_sheet};
use boardwright_games::tarok::three::{Contract, DealtCards, Stage, ThreeMove, ThreeOptions, ThreeState};
use serde_json::Value;

use crate::player;

/// A card as the file writes it: `T1` to `T22`, or a suit and a rank.
fn card(code: &Value) -> Card {
    let code = code.as_str().unwrap();
    let (first, rest) = code.split_at(1);
    if first == "T" {
        return Card::tarok(rest.parse().unwrap()).unwrap();
    }
    let suit = Suit::ALL["HDSC".find(first).unwrap()];
    let ranks = if "HD".contains(first) { ["4", "3", "2", "1"] } else { ["7", "8", "9", "10"] };
    let rank = ranks.iter().chain(&["J", "C", "Q", "K"]).position(|rank| *rank == rest).unwrap();
    Card::of_suit(suit, rank as u8).unwrap()
}

fn set(codes: &Value) -> CardSet {
    codes.as_array().unwrap().iter().map(card).collect()
}

fn seat(number: &Value) -> Player {
    player(number.as_u64().unwrap() as usize)
}

fn contract(name: &str) -> Contract {
    match name {
        "klop" => Contract::Klop,
        "three" => Contract::Tri,
        "two" => Contract::Dva,
        "one" => Contract::Ena,
        "beggar" => Contract::Berac,
        "solo_without" => Contract::Solo,
        other => panic!("{other}"),
    }
}

/// Takes the group and lays away the cards of the hand.
fn exchange(state: &mut ThreeState, hand: &Value, options: ThreeOptions) {
    state.stage = Stage::TakeGroup;
    let group = hand["talon_set_index"].as_u64().unwrap() as u8;
    assert_eq!(state.group_cards(group), set(&hand["talon_sets"][usize::from(group)]));
    state.act(ThreeMove::Take(group), options);
    let declarer = state.declarer().unwrap();
    for (discard, legal) in hand["discards"].as_array().unwrap().iter().zip(hand["legal_discards"].as_array().unwrap())
    {
        // OpenSpiel allows taroks only to players who have nothing else.
        let layable = ThreeState::layable(state.hands[declarer.index()]);
        assert_eq!(layable.without(CardSet::TAROKS), set(legal));
        state.act(ThreeMove::LayAway(card(discard)), options);
    }
    assert_eq!(state.stage, Stage::Announce);
}

#[test]
fn hands_of_open_spiel_are_played_alike() {
    let options = ThreeOptions::default();
    let file: Value = serde_json::from_str(include_str!("data/tarok3-hands.json")).unwrap();
    let hands = file["deals"].as_array().unwrap();
    assert_eq!(hands.len(), 10);
    for hand in hands {
        let at = format!("seed {}", hand["seed"]);
        let mut state = ThreeState::new(seat(&hand["forehand"]), [0; 3], None);
        let talon: Vec<Card> = hand["talon"].as_array().unwrap().iter().map(card).collect();
        let dealt = std::array::from_fn(|seat| set(&hand["hands"][seat]));
        let deal = DealtCards { hands: dealt, talon: talon.try_into().unwrap() };
        assert_eq!(deal.check(), Ok(()), "{at}");
        state.deal(&deal);
        let contract = contract(hand["contract"].as_str().unwrap());
        state.bidder = Some((seat(&hand["declarer"]), contract));
        state.contract = Some(contract);
        if contract.exchanged() > 0 {
            exchange(&mut state, hand, options);
        }
        // In OpenSpiel, forehand leads to the first trick of most contracts.
        state.leader = seat(&hand["first_leader"]);
        state.stage = Stage::Play(state.leader);
        for (number, trick) in hand["tricks"].as_array().unwrap().iter().enumerate() {
            let at = format!("{at}, trick {number}");
            for (play, legal) in trick["plays"].as_array().unwrap().iter().zip(trick["legal"].as_array().unwrap()) {
                assert_eq!(state.stage, Stage::Play(seat(&play[0])), "{at}");
                assert_eq!(state.legal_cards(options), set(legal), "{at}");
                state.act(ThreeMove::Play(card(&play[1])), options);
            }
            assert_eq!(state.leader, seat(&trick["winner"]), "{at}");
            if let Some(gift) = trick.get("gift_talon_card") {
                assert!(state.piles[state.leader.index()].contains(card(gift)), "{at}");
                assert_eq!(state.shown_talon().last(), Some(&card(gift)), "{at}");
            }
        }
        assert_eq!(state.stage, Stage::Over, "{at}");
        for player in (0..3).map(player) {
            let name = player.index().to_string();
            let is_declarer = state.declarer() == Some(player);
            let pile = if is_declarer { declarer_pile(&state) } else { state.piles[player.index()] };
            assert_eq!(pile, set(&hand["collected"][&name]), "{at}: pile of player {player}");
            assert_eq!(u64::from(pile.points()), hand["card_points_collected"][&name].as_u64().unwrap(), "{at}");
        }
        if let Some(base) = hand.get("base_score_without_bonuses").and_then(Value::as_i64) {
            let declarer = state.declarer().unwrap();
            assert_eq!(i64::from(declarer_points(&state)), hand["declarer_points"].as_i64().unwrap(), "{at}");
            assert_eq!(i64::from(score_sheet(&state, options).kinds[declarer.index()][0]), base, "{at}");
        }
    }
}
