//! Texts of the field: PHH and ACPC, exactly as `PokerKit` 0.7.7 and the competition's own code write them.

use boardwright_game::deals::Deals;
use boardwright_game::ids::Player;
use boardwright_game::record::{ReplayError, replay};
use boardwright_games::holdem::phh::HandHistory;
use boardwright_games::holdem::records::{histories_of, record_of};
use boardwright_games::holdem::{HandSetup, Holdem, HoldemAction, HoldemState, Stage, acpc, parse_cards};

use super::hands::known_hands;
use super::{dealt_hand, second};

#[test]
fn hand_histories_are_read_and_written_exactly() {
    for known in known_hands() {
        let hand = known.play(|_, _| {});
        let read = HandHistory::parse(&known.phh).unwrap_or_else(|error| panic!("hand {}: {error}", known.id));
        assert_eq!(read.hand, hand, "hand {}", known.id);
        assert_eq!(read.text(), known.phh, "hand {}", known.id);
        assert_eq!(read.number, Some(i64::from(known.id)));
        assert_eq!(read.players, Some(["BB", "SB_button"].map(str::to_owned)));
    }
}

/// The known hands as records that replay, and back.
#[test]
fn hand_histories_become_records_and_come_back() {
    for known in known_hands() {
        let history = HandHistory::parse(&known.phh).unwrap();
        let record = record_of(&history).unwrap();
        let HandSetup { stacks, .. } = history.hand.setup();
        assert_eq!(record.header.options["stack"], stacks[0].max(stacks[1]).to_string());
        let game = Deals::new(Holdem::default(), 1);
        let replayed: Result<_, ReplayError> = replay(&game, &record, &mut |_| Ok(()));
        let replayed = replayed.unwrap_or_else(|error| panic!("hand {}: {error}", known.id));
        assert_eq!(*replayed.deal(), history.hand, "hand {}", known.id);
        let back = histories_of(&record).unwrap();
        assert_eq!(back[0], history, "hand {}", known.id);
        assert_eq!(back.len(), 1);
    }
}

#[test]
fn a_hand_history_has_the_big_blind_first_whoever_has_the_button() {
    let mut hand = dealt_hand([500, 800], &parse_cards("AsAd").unwrap(), &parse_cards("KsKd").unwrap());
    hand.act(HoldemAction::RaiseTo(250));
    let history = HandHistory { author: Some("Ann's".into()), ..HandHistory::new(hand) };
    let text = history.text();
    assert!(text.contains("starting_stacks = [800, 500]"), "{text}");
    assert!(text.contains("actions = ['d dh p1 KsKd', 'd dh p2 AsAd', 'p2 cbr 250']"), "{text}");
    assert!(text.contains("author = \"Ann's\""), "{text}");
    assert_eq!(HandHistory::parse(&text).unwrap().text(), text);
}

#[test]
fn an_invalid_hand_history_is_refused_with_its_place() {
    let head = "antes = [0, 0]\nblinds_or_straddles = [10, 20]\nmin_bet = 20\nstarting_stacks = [500, 500]\n";
    let refused = |text: String| HandHistory::parse(&text).unwrap_err().to_string();
    let actions = |actions: &str| refused(format!("variant = 'NT'\n{head}actions = [{actions}]"));
    let holes = "'d dh p1 AsAd', 'd dh p2 KsKd'";
    for (found, expected) in [
        (refused("variant".into()), "the hand history cannot be read: "),
        (refused("variant = 'NT'".into()), "the hand history cannot be read: "),
        (
            refused(format!("variant = 'FT'\n{head}actions = []")),
            "the field \"variant\" is not that of heads-up no-limit hold'em: it is \"FT\", and should be \"NT\"",
        ),
        (
            refused(format!("variant = 'NT'\n{}actions = []", head.replace("[500, 500]", "[500, 500, 500]"))),
            "the field \"starting_stacks\" is not that of heads-up no-limit hold'em: two numbers are needed",
        ),
        (actions("'d dh p2 AsAd'"), "action 1, \"d dh p2 AsAd\": the next hole cards are those of p1"),
        (actions("'d dh p1 AsAd', 'd dh p2 AsKd'"), "action 2, \"d dh p2 AsKd\": the card As is dealt already"),
        (actions("'p2 cc'"), "action 1, \"p2 cc\": 2 cards are dealt first"),
        (actions(&format!("{holes}, 'p1 cc'")), "action 3, \"p1 cc\": it is the turn of p2"),
        (actions(&format!("{holes}, 'p2 cbr 30'")), "action 3, \"p2 cbr 30\": the amount must be from 40 to 500"),
        (actions(&format!("{holes}, 'p2 f', 'p1 cc'")), "action 4, \"p1 cc\": the hand is over"),
        (actions(&format!("{holes}, 'p2 hop'")), "action 3, \"p2 hop\": this is no action; known are f, cc, cbr"),
        (actions(&format!("{holes}, 'p2 sm KsKc'")), "action 3, \"p2 sm KsKc\": p2 has KsKd"),
    ] {
        assert!(found.starts_with(expected), "{found}");
    }
}

#[test]
fn final_states_of_the_competition_are_read_and_written_exactly() {
    for known in known_hands() {
        let hand = known.play(|_, _| {});
        assert_eq!(acpc::state_text(&hand, 0), known.acpc_state);
        assert_eq!(acpc::parse_state(&known.acpc_state, hand.setup()), Ok((0, hand.clone())));
        let [first, second] = known.payoffs;
        let text = format!("{}:{first}|{second}:Ann|Ben", known.acpc_state);
        assert_eq!(acpc::final_state_text(&hand, 0, ["Ann", "Ben"]), text);
        assert_eq!(acpc::parse_state(&text, hand.setup()), Ok((0, hand)));
    }
}

/// Every state of the known hands as both players see it, and back.
#[test]
fn match_states_survive_the_round_trip() {
    for known in known_hands() {
        let mut states: Vec<HoldemState> = Vec::new();
        let last = known.play(|state, _| states.push(state.clone()));
        for state in states.into_iter().chain([last]) {
            for viewer in [Player::FIRST, second()] {
                let text = acpc::match_state_text(&state, viewer, 7);
                let HandSetup { stacks, small_blind, big_blind, .. } = state.setup();
                let stacks = [stacks[viewer.index()], stacks[viewer.next(2).index()]];
                let read = acpc::parse_match_state(&format!("{text}\r\n"), viewer, stacks, [small_blind, big_blind]);
                let read = read.unwrap_or_else(|error| panic!("{error}"));
                assert_eq!((read.hand, read.position), (7, usize::from(viewer == state.button())));
                assert_eq!(read.state, state.seen_by(viewer), "{text}");
            }
        }
    }
}

#[test]
fn a_player_gets_the_own_cards_only() {
    let mut hand = dealt_hand([20_000; 2], &parse_cards("TdAs").unwrap(), &parse_cards("KsKd").unwrap());
    assert_eq!(acpc::match_state_text(&hand, Player::FIRST, 0), "MATCHSTATE:1:0::|TdAs");
    assert_eq!(acpc::match_state_text(&hand, second(), 0), "MATCHSTATE:0:0::KsKd|");
    hand.act(HoldemAction::RaiseTo(300));
    hand.act(HoldemAction::Call);
    hand.deal_board(&parse_cards("2c3c4c").unwrap());
    hand.act(HoldemAction::RaiseTo(500));
    assert_eq!(acpc::match_state_text(&hand, second(), 3), "MATCHSTATE:0:3:r300c/r800:KsKd|/2c3c4c");
    assert_eq!(acpc::action_text(&hand, HoldemAction::RaiseTo(1000)), "r1300");
    assert_eq!(acpc::parse_action(&hand, "r1300"), Ok(HoldemAction::RaiseTo(1000)));
    hand.act(HoldemAction::Fold);
    assert_eq!(acpc::match_state_text(&hand, second(), 3), "MATCHSTATE:0:3:r300c/r800f:KsKd|/2c3c4c");
    assert_eq!(hand.stage(), Stage::Folded(Player::FIRST));
}

#[test]
fn invalid_match_states_are_refused_with_their_part() {
    let refused =
        |text: &str| acpc::parse_match_state(text, Player::FIRST, [1000; 2], [50, 100]).unwrap_err().to_string();
    for (text, message) in [
        ("", "a match state begins with MATCHSTATE: in the state of "),
        ("MATCHSTATE:2:0::AsAd|", "the position is 0 (big blind) or 1 (button) in the position of "),
        ("MATCHSTATE:0:x::AsAd|", "the hand has a number in the number of "),
        ("MATCHSTATE:0:0:", "betting and cards are missing in the state of "),
        ("MATCHSTATE:0:0::AsAd", "the hole cards of two players are separated by | in the cards of "),
        ("MATCHSTATE:0:0::AsA|", "\"A\" is no card; write a rank"),
        ("MATCHSTATE:0:0::AsAd|AsKd", "the card As is there twice in the cards of "),
        ("MATCHSTATE:0:0::AsAdKd|", "a player has two hole cards in the cards of "),
        ("MATCHSTATE:0:0:x:AsAd|", "an action is f, c, or r and a number of chips in the betting of "),
        ("MATCHSTATE:0:0:r:AsAd|", "r needs a number of chips, like r300 in the betting of "),
        ("MATCHSTATE:0:0:r120:AsAd|", "\"r120\" is not legal: the amount must be from 200 to 1000"),
        ("MATCHSTATE:0:0:c/:AsAd|/2c3c4c", "a street begins before the betting of the one before is over"),
        ("MATCHSTATE:0:0:cc/:AsAd|", "the cards of the flop are missing in the cards of "),
        ("MATCHSTATE:0:0:cc/:AsAd|/2c3c", "the board has three cards, one card and one card in the cards of "),
        ("MATCHSTATE:0:0:cc:AsAd|/2c3c4c", "there are cards of streets that have not begun in the cards of "),
        ("MATCHSTATE:0:0:fc:AsAd|", "\"c\" is not legal: no player is to act"),
        ("MATCHSTATE:0:0::AsAd|:f:", "there are too many parts; a match state has five in the state of "),
    ] {
        assert!(refused(text).starts_with(message), "{text}: {}", refused(text));
    }
}
