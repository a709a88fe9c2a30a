//! Logs of matches as texts: a line `STATE:` for each hand, as a dealer writes them, or the lines `MATCHSTATE:` that a bot got.

use boardwright_game::ids::Player;

use super::super::phh::HandHistory;
use super::super::state::HandSetup;
use super::{AcpcError, parse_match_state, parse_state};

/// A hand of a log.
#[derive(Clone, Debug, PartialEq)]
pub struct LoggedHand {
    /// Line of the text, from 1.
    pub line: usize,
    /// The hand with the names of its players, or the reason why it cannot be read. The big blind is the first player.
    pub history: Result<HandHistory, AcpcError>,
}

/// Parses the hands of a log, in which every hand begins with the same stacks. Comments (`#`, `;`) and lines `SCORE:` have no
/// hands. Of the match states of a hand, the last one is taken.
pub fn parse_log(text: &str, stack: u32, blinds: [u32; 2]) -> Vec<LoggedHand> {
    let mut hands: Vec<LoggedHand> = Vec::new();
    let mut last_match_state = None;
    for (line, text) in (1..).zip(text.lines()).map(|(line, text)| (line, text.trim())) {
        if text.is_empty() || text.starts_with(['#', ';']) || text.starts_with("SCORE:") {
            continue;
        }
        if !text.starts_with("MATCHSTATE:") {
            hands.push(LoggedHand { line, history: logged_hand(text, stack, blinds) });
            continue;
        }
        let history = match_state(text, stack, blinds);
        let number = history.as_ref().ok().and_then(|history| history.number);
        if number.is_some() && number == last_match_state {
            hands.pop();
        }
        last_match_state = number;
        hands.push(LoggedHand { line, history });
    }
    hands
}

/// The hand of a line of a dealer's log. Values that contradict the hand are noted.
fn logged_hand(text: &str, stack: u32, [small_blind, big_blind]: [u32; 2]) -> Result<HandHistory, AcpcError> {
    let setup = HandSetup { stacks: [stack; 2], small_blind, big_blind, button: Player::FIRST.next(2) };
    let (number, hand) = parse_state(text, setup)?;
    let winnings = hand.winnings();
    let mut history = HandHistory { number: i64::try_from(number).ok(), ..HandHistory::new(hand) };
    let mut rest = text.split(':').skip(4);
    if let Some(values) = rest.next() {
        let read: Vec<Option<f64>> = values.split('|').map(|value| value.trim().parse().ok()).collect();
        if read != winnings.map(|chips| Some(chips as f64)) {
            let [first, second] = winnings;
            history.notes.push(format!("the values are {values}, but by the actions they are {first}|{second}"));
        }
    }
    let names: Option<Vec<String>> = rest.next().map(|names| names.split('|').map(str::to_owned).collect());
    history.players = names.and_then(|names| names.try_into().ok());
    Ok(history)
}

/// The hand of a match state.
fn match_state(text: &str, stack: u32, blinds: [u32; 2]) -> Result<HandHistory, AcpcError> {
    let is_button = text.split(':').nth(1) == Some("1");
    let receiver = if is_button { Player::FIRST.next(2) } else { Player::FIRST };
    let read = parse_match_state(text, receiver, [stack; 2], blinds)?;
    Ok(HandHistory { number: i64::try_from(read.hand).ok(), ..HandHistory::new(read.state) })
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOG: &str = "# name/game/hands/seed\n\
        STATE:0:cr200c/cr400f:6c4h|Kc8d/TsJdQs:-200|200:Ann|Ben\n\
        STATE:1:r300f:AsAd|KsKd:-100|100:Ben|Ann\r\n\
        STATE:2:r300:AsAd|KsAd:0|0:Ann|Ben\n\
        SCORE:-300|300:Ann|Ben\n";

    #[test]
    fn a_log_has_a_hand_a_line() {
        let hands = parse_log(LOG, 20_000, [50, 100]);
        assert_eq!(hands.iter().map(|hand| hand.line).collect::<Vec<_>>(), [2, 3, 4]);
        let first = hands[0].history.as_ref().unwrap();
        assert_eq!(first.players, Some(["Ann", "Ben"].map(str::to_owned)));
        assert_eq!((first.hand.winnings(), first.number, &first.notes), ([-200, 200], Some(0), &vec![]));
        let second = hands[1].history.as_ref().unwrap();
        assert_eq!((second.hand.winnings(), &second.notes), ([-100, 100], &vec![]));
        assert!(hands[2].history.as_ref().unwrap_err().to_string().contains("the card Ad is there twice"));
    }

    #[test]
    fn values_that_contradict_the_hand_are_noted() {
        let text = LOG.replace("-200|200", "-300|300");
        let hands = parse_log(&text, 20_000, [50, 100]);
        let notes = &hands[0].history.as_ref().unwrap().notes;
        assert_eq!(notes[..], ["the values are -300|300, but by the actions they are -200|200"]);
    }

    #[test]
    fn the_last_match_state_of_a_hand_counts() {
        let text = "MATCHSTATE:1:7::|AsKd\nMATCHSTATE:1:7:r300:|AsKd\nMATCHSTATE:0:8:r300f:QhQd|\nnonsense\n";
        let hands = parse_log(text, 20_000, [50, 100]);
        assert_eq!(hands.iter().map(|hand| hand.line).collect::<Vec<_>>(), [2, 3, 4]);
        assert_eq!(hands[0].history.as_ref().unwrap().hand.action_count(), 1);
        assert_eq!(hands[1].history.as_ref().unwrap().hand.winnings(), [-100, 100]);
        assert!(hands[2].history.is_err());
    }
}
