//! Replay of a hand history (PHH): the hand as a line of positions, cards that are unknown included.

use std::path::Path;
use std::sync::Arc;

use boardwright_game::any::AnyState;
use boardwright_game::deals::DealsState;
use boardwright_game::ids::Player;
use boardwright_games::holdem::phh::parse_all;
use boardwright_games::holdem::{HoldemState, Stage, Street, action_text, cards_text};

use crate::app::open_game;
use crate::session::{GameTree, PlayedMove, Records, SeatChoice, Session};
use crate::texts::with;

/// File extensions of hand histories: of one hand, and of several.
const EXTENSIONS: [&str; 2] = ["phh", "phhs"];

/// `true` if a file contains hand histories, by its extension.
pub fn is_history(path: &Path) -> bool {
    path.extension().is_some_and(|ending| EXTENSIONS.iter().any(|known| ending.eq_ignore_ascii_case(known)))
}

/// Opens the hand with this number, from 1, of a file of hand histories as a session at its beginning.
///
/// # Errors
/// If the file cannot be read, or the hand is none of heads-up no-limit hold'em.
pub fn open(path: &Path, number: usize, records: Records) -> Result<Session, String> {
    let at = |reason: String| format!("{}: {reason}", path.display());
    let bytes = std::fs::read(path).map_err(|error| at(error.to_string()))?;
    let hands = parse_all(&String::from_utf8_lossy(&bytes)).map_err(|error| at(error.to_string()))?;
    let hand = hands.into_iter().nth(number.saturating_sub(1));
    let hand = hand.ok_or_else(|| with("play.no_record", &[&path.display(), &number]))?;
    let history = hand.history.map_err(|error| at(error.to_string()))?;
    let opened = Arc::new(open_game("holdem").map_err(|error| error.to_string())?);
    let (big_blind, button) = (history.hand.big_blind_player(), history.hand.button());
    let mut people = vec![SeatChoice::person(), SeatChoice::person()];
    for (player, name) in [big_blind, button].into_iter().zip(history.players.into_iter().flatten()) {
        people[player.index()].name = name;
    }
    let start = HoldemState::new(history.hand.setup());
    let session = Session::new(opened, people, 0, records);
    let mut session = session.with_start_position(AnyState::new(DealsState::first(start)));
    let mut at = GameTree::ROOT;
    for step in steps(&history.hand) {
        at = session.tree.add(at, step);
    }
    session.show(GameTree::ROOT);
    Ok(session)
}

/// The events of a hand in their order, with the positions after them.
fn steps(hand: &HoldemState) -> Vec<PlayedMove> {
    let mut state = HoldemState::new(hand.setup());
    state.set_mucked(hand.mucked());
    let mut steps = Vec::new();
    let board: Vec<_> = hand.board().collect();
    let mut add = |state: &HoldemState, text: String, player: Option<Player>| {
        let after = AnyState::new(DealsState::first(state.clone()));
        steps.push(PlayedMove { state: after, label: text.clone(), text, player, value: None });
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

fn deal_text(cards: &[boardwright_games::holdem::Card]) -> String {
    format!("deal {}", cards_text(cards))
}
