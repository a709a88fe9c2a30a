//! Tests of hand histories with showdowns, amounts and fields that `PokerKit` does not write in heads-up hands.

use boardwright_game::deals::Deals;
use boardwright_game::game::GameExt as _;
use boardwright_game::record::{ReplayError, replay};

use super::super::game::Holdem;
use super::super::records::{histories_of, record_of};
use super::*;

const MUCKED: &str = include_str!("../../../tests/data/hands/better-hand-mucks.phh");
const DASH: &str = include_str!("../../../tests/data/hands/show-dash.phh");
const FLOATS: &str = include_str!("../../../tests/data/hands/float-chips.phh");
const SEVERAL: &str = include_str!("../../../tests/data/hands/several-hands.phhs");

/// A hand that is checked to the showdown: aces of the big blind against eight high, with this end.
fn showdown(end: &str) -> String {
    let (head, _) = DASH.split_once(", 'p1 sm -'").unwrap();
    format!("{head}, {end}]\n")
}

fn winnings(text: &str) -> [i64; 2] {
    HandHistory::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}")).hand.winnings()
}

fn refusal(text: &str) -> String {
    HandHistory::parse(text).unwrap_err().to_string()
}

#[test]
fn the_pot_goes_to_the_player_who_does_not_muck() {
    assert_eq!(winnings(MUCKED), [-2, 2]);
    assert_eq!(winnings(DASH), [2, -2]);
    for (end, first) in [
        ("'p1 sm AsAd', 'p2 sm'", 2),
        ("'p1 sm', 'p2 sm -'", -2),
        ("'p2 sm 7c8d', 'p1 sm'", -2),
        ("'p1 sm', 'p2 sm'", -2),
        ("'p2 sm', 'p1 sm'", 2),
        ("'p1 sm As??', 'p2 sm 7c??'", 2),
        ("'p1 sm', 'p2 sm ??8d'", -2),
        // Without a showdown in the file, the cards decide.
        ("'p1 sm -'", 2),
    ] {
        assert_eq!(winnings(&showdown(end)), [first, -first], "{end}");
    }
}

/// All-in before the flop: the aces are mucked before the board, or after it.
#[test]
fn an_all_in_can_be_mucked() {
    let text = |before: &str, after: &str| {
        format!(
            "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\nstarting_stacks = [200, 100]\n\
             actions = ['d dh p1 AsAd', 'd dh p2 ????', 'p2 cbr 100', 'p1 cc', {before} 'd db 2c9hTs', 'd db 3d', \
             'd db 4d', {after}]"
        )
    };
    assert_eq!(winnings(&text("'p2 sm 7c8d', 'p1 sm',", "")), [-100, 100]);
    assert_eq!(winnings(&text("'p2 sm 7c8d',", "'p1 sm'")), [-100, 100]);
    assert_eq!(winnings(&text("'p2 sm', 'p1 sm -',", "")), [100, -100]);
    let history = HandHistory::parse(&text("'p2 sm 7c??',", "'p1 sm'")).unwrap();
    assert!(history.text().contains("'p1 cc', 'p2 sm 7c??', 'd db 2c9hTs'"), "{}", history.text());
    assert!(history.text().contains("'d db 4d', 'p1 sm']"), "{}", history.text());
}

#[test]
fn showdowns_are_written_as_they_are_read() {
    for end in ["'p1 sm', 'p2 sm 7c8d'", "'p1 sm -', 'p2 sm'", "'p1 sm ??Ad', 'p2 sm 7c8d'", "'p2 sm', 'p1 sm'"] {
        let history = HandHistory::parse(&showdown(end)).unwrap();
        assert!(history.text().contains(&format!(", {end}]")), "{}", history.text());
        assert_eq!(HandHistory::parse(&history.text()), Ok(history));
    }
}

/// Cards that are known in part count as dealt, and are completed at the showdown.
#[test]
fn partly_known_cards_are_kept() {
    let text = showdown("'p1 sm AsAd', 'p2 sm 8d'").replace("7c8d'", "7c??'");
    assert!(refusal(&text).contains("a player has two hole cards, not 1"), "{}", refusal(&text));
    let text = showdown("'p1 sm AsAd', 'p2 sm 8d7c'").replace("dh p2 7c8d'", "dh p2 7c??'");
    let history = HandHistory::parse(&text).unwrap();
    assert_eq!(history.hand.hole(history.hand.button()), "7c8d".parse_pair());
    assert_eq!(history.hand.winnings(), [2, -2]);
    let text = showdown("'p1 sm AsAd', 'p2 sm 7c??'").replace("dh p2 7c8d'", "dh p2 ????'");
    let history = HandHistory::parse(&text).unwrap();
    assert_eq!(history.hand.hole_cards(history.hand.button()), [Some("7c".parse().unwrap()), None]);
    assert_eq!(history.hand.winnings(), [0, 0]);
    assert_eq!(history.notes[..], ["hole cards are unknown at the showdown, so the hand has no result"]);
    assert_eq!(record_of(&history).unwrap_err(), "the cards of player 2 are unknown");
    // Read again, the card is part of the deal.
    let again = HandHistory::parse(&history.text()).unwrap();
    assert_eq!((again.hand, again.showings), (history.hand, history.showings));
}

/// Two cards without an error type.
trait ParsePair {
    fn parse_pair(&self) -> Option<[Card; 2]>;
}

impl ParsePair for str {
    fn parse_pair(&self) -> Option<[Card; 2]> {
        super::super::cards::parse_cards(self).ok()?.try_into().ok()
    }
}

#[test]
fn showdowns_that_cannot_be_are_refused() {
    for (text, reason) in [
        (showdown("'p1 sm AsKd'"), "\"p1 sm AsKd\": p1 has AsAd"),
        (showdown("'p3 sm'"), "there is no player \"p3\""),
        (showdown("'p1 sm AsA'"), "\"A\" is no card"),
        (showdown("'p1 sm -'").replace("AsAd", "As??"), "the cards of p1 are unknown; write them instead of -"),
        (showdown("'p1 sm AsTs'").replace("AsAd", "As??"), "the card Ts is dealt already"),
        (showdown("").replace("'p2 cc', 'p1 cc', 'd db 2c9hTs'", "'p1 sm'"), "when the betting of the hand is over"),
        (showdown("").replace("7c8d", "As??"), "the card As is dealt already"),
        (showdown("").replace("7c8d", "7c7c"), "the card 7c is there twice"),
    ] {
        let found = refusal(&text);
        assert!(found.contains(reason), "{found}");
    }
}

/// After a fold the winner may show the cards, which changes nothing.
#[test]
fn cards_can_be_shown_after_a_fold() {
    let text = FLOATS.replace("'d dh p1 AsAd'", "'d dh p1 ????'").replace("'p2 f'", "'p2 f', 'p1 sm AsAd'");
    let history = HandHistory::parse(&text).unwrap();
    assert_eq!(history.hand.winnings(), [50, -50]);
    assert!(history.text().contains("'p2 f', 'p1 sm AsAd']"), "{}", history.text());
}

#[test]
fn decimal_amounts_are_kept_exactly() {
    let history = HandHistory::parse(FLOATS).unwrap();
    assert_eq!((history.hand.small_blind(), history.hand.big_blind()), (50, 100));
    assert_eq!(history.hand.winnings(), [50, -50]);
    assert!(history.text().contains("blinds_or_straddles = [50.0, 100.0]"), "{}", history.text());
    for (blinds, stacks, raise, scale) in [
        ("[0.1, 0.2]", "[20.3, 20.0]", "0.7", 10),
        ("[0.05, 0.1]", "[10.0, 3.33]", "1.25", 100),
        ("[1, 2]", "[200, 200]", "4.5", 10),
        ("[0.001, 0.002]", "[1.0, 1.0]", "0.125", 1000),
    ] {
        let big = blinds[1..blinds.len() - 1].split(", ").nth(1).unwrap();
        let text = format!(
            "variant = 'NT'\nantes = [0.0, 0.0]\nblinds_or_straddles = {blinds}\nmin_bet = {big}\n\
             starting_stacks = {stacks}\nactions = ['d dh p1 AsAd', 'd dh p2 7c8d', 'p2 cbr {raise}', 'p1 cc']\n"
        );
        let history = HandHistory::parse(&text).unwrap();
        assert_eq!(history.unit.per_chip(), scale, "{blinds}");
        assert!(history.text().contains(&format!("'p2 cbr {raise}'")), "{}", history.text());
        let again = HandHistory::parse(&history.text()).unwrap();
        assert_eq!(again, history);
        let record = record_of(&history).unwrap();
        let named =
            HandHistory { number: Some(1), players: Some(["big blind", "button"].map(str::to_owned)), ..history };
        assert_eq!(histories_of(&record).unwrap(), [named], "a record keeps the unit");
    }
    let text = FLOATS.replace("100.0", "-100.0");
    assert!(refusal(&text).contains("-100.0 is no number of chips"), "{}", refusal(&text));
    let text = FLOATS.replace("'p2 f'", "'p2 cbr 150.5'");
    assert!(refusal(&text).ends_with("the amount must be from 200.0 to 2000.0"), "{}", refusal(&text));
}

/// A record of a hand with a mucked winner replays with the result of the hand.
#[test]
fn mucked_hands_become_records_that_replay() {
    for text in [MUCKED.to_owned(), DASH.to_owned(), showdown("'p2 sm', 'p1 sm'"), showdown("'p1 sm', 'p2 sm -'")] {
        let history = HandHistory::parse(&text).unwrap();
        let record = record_of(&history).unwrap();
        let game = Deals::new(Holdem::default(), 1);
        let state = replay::<_, ReplayError>(&game, &record, &mut |_| Ok(())).unwrap();
        assert_eq!(*state.deal(), history.hand);
        assert_eq!(histories_of(&record).unwrap()[0].hand, history.hand);
        // The text of the position has the player who gives up the pot.
        let state = history.hand.clone();
        let holdem = Holdem::default();
        assert_eq!(holdem.parse_state(&holdem.state_text(&state)), Ok(state));
    }
}

#[test]
fn a_file_of_several_hands_is_read_hand_by_hand() {
    let hands = parse_all(SEVERAL).unwrap();
    assert_eq!(hands.iter().map(|hand| hand.name.as_str()).collect::<Vec<_>>(), ["1", "2", "10"]);
    let [first, second, third] = [0, 1, 2].map(|index| hands[index].history.clone());
    let first = first.unwrap();
    assert_eq!((first.unit.per_chip(), first.hand.winnings()), (100, [-50, 50]));
    assert_eq!(first.other_fields.get("event").and_then(toml::Value::as_str), Some("Home game"));
    let text = first.text();
    assert!(text.contains("'p2 cbr 1.25 # a minimum raise', '# p1 thinks', 'p1 f'"), "{text}");
    assert!(text.contains("starting_stacks = [50.0, 37.75]"), "{text}");
    for line in [
        "event = \"Home game\"",
        "year = 2024",
        "time = 20:05:00",
        "days = [2024-02-29, 2024-03-01]",
        "_table = { colour = \"green\" }",
    ] {
        assert!(text.contains(line), "{text}");
    }
    assert!(second.unwrap_err().to_string().ends_with("antes are not supported"));
    let third = third.unwrap();
    let found = "finishing_stacks is [201, 199], but by the actions the stacks are [201, 199]";
    assert!(third.notes.is_empty(), "not: {found}");
    let wrong = parse_all(&SEVERAL.replace("[201, 199]", "[202, 198]")).unwrap();
    let notes = &wrong[2].history.as_ref().unwrap().notes;
    assert_eq!(notes[..], ["finishing_stacks is [202, 198], but by the actions the stacks are [201, 199]"]);
    assert_eq!(refusal(SEVERAL), "the file has 3 hands, and one is needed");
    // Written together and read again.
    let written = text_of_all(&[first.clone(), third.clone()]);
    let again: Vec<_> = parse_all(&written).unwrap().into_iter().map(|hand| hand.history.unwrap()).collect();
    assert_eq!(again, [first, third]);
}

#[test]
fn other_games_are_refused_by_name() {
    for (from, to, reason) in [
        ("'NT'", "'PO'", "it is \"PO\", and should be \"NT\"; it is pot-limit Omaha"),
        ("'NT'", "'NS'", "it is \"NS\", and should be \"NT\"; it is no-limit short-deck hold'em"),
        ("[0, 0]", "[0, 5]", "antes are not supported"),
        ("[50.0, 100.0]", "[50.0, 100.0, 200.0]", "two numbers are needed, not 3"),
        ("min_bet = 100.0", "min_bet = 0.5", "it is 0.5, and should be the big blind, 100.0"),
        ("[2000.0, 2000.0]", "[2000.0, 'many']", "\"many\" is no number of chips"),
        ("[2000.0, 2000.0]", "[2000.0, 1e12]", "a number of chips is too large"),
    ] {
        let found = refusal(&FLOATS.replace(from, to));
        assert!(found.contains(reason), "{found}");
    }
}
