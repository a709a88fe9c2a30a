//! Files of deals, in the formats that a game has for them: hand histories (PHH) of hold'em. A file is read as a line of
//! positions, in which cards can be unknown; [`game_files`](crate::game_files) reads such files as records.

use std::path::{Path, PathBuf};

use boardwright_game::any::AnyState;
use boardwright_game::deals::DealsState;
use boardwright_game::game::DealReader;
use boardwright_game::ids::Player;
use boardwright_games::holdem::phh::{HandHistory, parse_all};
use boardwright_games::holdem::{Card, HoldemState, Stage, Street, action_text, cards_text};

use crate::error::Error;
use crate::files;

/// Format of files of deals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DealFormat {
    /// Name of the format.
    pub name: &'static str,
    /// File extension.
    pub extension: &'static str,
}

/// A deal as a line of positions.
#[derive(Debug)]
pub struct DealLine {
    /// Name of the game.
    pub game: &'static str,
    /// Names of the players in their order, if the file has them.
    pub names: Option<Vec<String>>,
    /// Position at the beginning of the deal.
    pub start: AnyState,
    /// Events of the deal in their order.
    pub steps: Vec<DealStep>,
}

/// An event of a deal.
#[derive(Debug)]
pub struct DealStep {
    /// Position after the event.
    pub state: AnyState,
    /// Text of the move, or a description if parts of it are unknown.
    pub text: String,
    /// Player of the move; `None` for chance.
    pub player: Option<Player>,
}

/// Poker hand histories.
const PHH: DealFormat = DealFormat { name: "PHH", extension: "phh" };
/// File extensions of hand histories: of one hand, and of several.
const EXTENSIONS: [&str; 2] = [PHH.extension, "phhs"];

/// Format in which the deals of a game are saved, by a state of the game; `None` for games without such a format.
pub fn deal_format(state: &AnyState) -> Option<DealFormat> {
    holdem_match(state).map(|_| PHH)
}

fn holdem_match(state: &AnyState) -> Option<&DealsState<HoldemState>> {
    state.downcast_ref()
}

/// `true` if a file contains deals as [`read_deal`] reads them, by its extension.
pub fn is_deal_file(path: &Path) -> bool {
    path.extension().is_some_and(|ending| EXTENSIONS.iter().any(|known| ending.eq_ignore_ascii_case(known)))
}

/// Saves the deals that are over among `states`, the last states of some deals, without what the reader may not know. A
/// file has one deal; the names of several files are numbered. Returns the number of files.
///
/// # Errors
/// If a file cannot be written.
pub fn save_deals(path: &Path, states: &[&AnyState], reader: DealReader<'_>) -> Result<usize, Error> {
    let finished = states.iter().filter_map(|state| holdem_match(state)).filter(|state| state.deal().is_over());
    let history = |state: &DealsState<HoldemState>| {
        let hand = state.deal().visible_in(reader.view);
        let players = [hand.big_blind_player(), hand.button()].map(|player| reader.name(player));
        HandHistory { number: Some(i64::from(state.number()) + 1), players: Some(players), ..HandHistory::new(hand) }
    };
    let histories: Vec<HandHistory> = finished.map(history).collect();
    for (path, history) in deal_paths(path, histories.len()).iter().zip(&histories) {
        files::write(path, format!("{}\n", history.text()).as_bytes())?;
    }
    Ok(histories.len())
}

/// Paths of the files of several deals.
fn deal_paths(path: &Path, count: usize) -> Vec<PathBuf> {
    if count == 1 {
        return vec![path.with_extension(PHH.extension)];
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    (1..=count).map(|number| path.with_file_name(format!("{stem}-{number}.{}", PHH.extension))).collect()
}

/// Reads the deal with this number, from 1, of a file; `None` if the file has fewer deals.
///
/// # Errors
/// If the file cannot be read, or the deal is none of a game that is known.
pub fn read_deal(path: &Path, number: usize) -> Result<Option<DealLine>, Error> {
    let at = |reason: &dyn std::fmt::Display| Error::Input(format!("{}: {reason}", path.display()));
    let bytes = std::fs::read(path).map_err(|error| Error::file("read", path, &error))?;
    let hands = parse_all(&String::from_utf8_lossy(&bytes)).map_err(|error| at(&error))?;
    let Some(hand) = hands.into_iter().nth(number.saturating_sub(1)) else { return Ok(None) };
    let history = hand.history.map_err(|error| at(&error))?;
    let names = history.players.clone().map(|[big_blind, button]| {
        let is_first = history.hand.big_blind_player() == Player::FIRST;
        if is_first { vec![big_blind, button] } else { vec![button, big_blind] }
    });
    let start = state_of(&HoldemState::new(history.hand.setup()));
    Ok(Some(DealLine { game: "holdem", names, start, steps: steps(&history.hand) }))
}

/// A hand as a state of a match of one hand.
fn state_of(hand: &HoldemState) -> AnyState {
    AnyState::new(DealsState::first(hand.clone()))
}

/// The events of a hand in their order, with the positions after them.
fn steps(hand: &HoldemState) -> Vec<DealStep> {
    let mut state = HoldemState::new(hand.setup());
    state.set_mucked(hand.mucked());
    let mut steps = Vec::new();
    let board: Vec<_> = hand.board().collect();
    let mut add = |state: &HoldemState, text: String, player: Option<Player>| {
        steps.push(DealStep { state: state_of(state), text, player });
    };
    for street in Street::ALL.into_iter().filter(|&street| street <= hand.street()) {
        while let Stage::DealHole(player) = state.stage() {
            let hole = hand.hole(player);
            let text = hole.map_or_else(|| format!("deal two cards to player {player}"), |hole| deal_text(&hole));
            state.deal_hole_cards(hand.hole_cards(player));
            add(&state, text, None);
        }
        if let Stage::DealBoard(street) = state.stage() {
            let dealt = &board[state.board().count()..street.board_cards()];
            state.deal_board(dealt);
            add(&state, deal_text(dealt), None);
        }
        for action in hand.actions_made(street) {
            let (player, text) = (state.to_act(), action_text(&state, action));
            state.act(action);
            add(&state, text, player);
        }
    }
    steps
}

fn deal_text(cards: &[Card]) -> String {
    format!("deal {}", cards_text(cards))
}

#[cfg(test)]
mod tests {
    use boardwright_game::game::DealView;
    use boardwright_games::holdem::{HandSetup, HoldemAction, parse_cards};

    use super::*;

    /// A hand in which the button folds before the flop.
    fn folded_hand() -> HoldemState {
        let setup = HandSetup { stacks: [2000; 2], small_blind: 50, big_blind: 100, button: Player::FIRST };
        let mut hand = HoldemState::new(setup);
        for cards in ["AsKd", "7h7c"] {
            hand.deal_hole(parse_cards(cards).expect("cards").try_into().ok());
        }
        hand.act(HoldemAction::Fold);
        hand
    }

    #[test]
    fn a_saved_hand_is_read_as_a_line_without_hidden_cards() {
        let folder = tempfile::tempdir().unwrap();
        let (names, path) = (["Ann", "Bob"].map(str::to_owned), folder.path().join("own"));
        let reader = DealReader { view: DealView::Player(Player::FIRST), names: &names };
        let (running, over) = (state_of(&HoldemState::new(folded_hand().setup())), state_of(&folded_hand()));
        assert_eq!(save_deals(&path, &[&running], reader).unwrap(), 0);
        assert_eq!(save_deals(&path, &[&over, &running], reader).unwrap(), 1);
        let path = folder.path().join("own.phh");
        let line = read_deal(&path, 1).unwrap().expect("the file has a hand");
        // In a file the big blind is the first player.
        assert_eq!(line.names, Some(["Bob", "Ann"].map(str::to_owned).to_vec()));
        let texts: Vec<&str> = line.steps.iter().map(|step| step.text.as_str()).collect();
        assert_eq!(texts, ["deal two cards to player 1", "deal AsKd", "fold"]);
        assert!(read_deal(&path, 2).unwrap().is_none());
    }

    #[test]
    fn several_hands_are_several_files() {
        assert_eq!(deal_paths(Path::new("a/hands.phh"), 1), [Path::new("a/hands.phh")]);
        assert_eq!(deal_paths(Path::new("hands"), 2), [Path::new("hands-1.phh"), Path::new("hands-2.phh")]);
    }

    #[test]
    fn games_without_a_format_are_refused() {
        assert_eq!(deal_format(&state_of(&folded_hand())), Some(PHH));
        assert_eq!(deal_format(&crate::load("pig").unwrap().game().initial_state()), None);
        assert!(is_deal_file(Path::new("a.PHH")) && !is_deal_file(Path::new("a.jsonl")));
    }
}
