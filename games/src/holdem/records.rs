//! Hand histories as records of this program, and back: a record replays in the window and on the command line.

use std::collections::BTreeMap;

use boardwright_game::deals::Deals;
use boardwright_game::game::{Game as _, GameExt as _};
use boardwright_game::ids::Player;
use boardwright_game::record::{EndReason, FORMAT, GameEnd, GameMetadata, MoveRecord, Record, RecordHeader, Seat};

use super::game::{Holdem, MatchStacks};
use super::history::Street;
use super::moves::{DealtCards, HoldemMove, action_text};
use super::phh::HandHistory;
use super::state::{HoldemState, Stage};
use crate::rust_games::{RustGame as _, RustGameOptions};

/// Name of the game in records.
const NAME: &str = "holdem";

/// The record of a hand. Its position is the beginning of the hand, so that all stacks can be expressed.
///
/// # Errors
/// If hole cards are unknown: a record has all cards.
pub fn record_of(history: &HandHistory) -> Result<Record, String> {
    let hand = &history.hand;
    let setup = hand.setup();
    let game = Deals::new(Holdem::new(setup, MatchStacks::Reset), 1);
    let mut state = HoldemState::new(setup);
    // Mucking is no move of the game: the player who gives up the pot is part of the position from the beginning.
    state.set_mucked(hand.mucked());
    let start = game.game().state_text(&state);
    let mut moves = Vec::new();
    let mut make = |state: &mut HoldemState, mv: HoldemMove| {
        let text = match mv {
            HoldemMove::Act(action) => action_text(state, action),
            mv => game.game().move_text(state, mv),
        };
        moves.push(MoveRecord { ply: moves.len() + 1, player: state.to_act(), text, rule: None });
        game.game().apply(state, mv).expect("games in Rust never fail");
    };
    let board: Vec<_> = hand.board().collect();
    for street in Street::ALL.into_iter().filter(|&street| street <= hand.street()) {
        while let Stage::DealHole(player) = state.stage() {
            let hole = hand.hole(player).ok_or_else(|| format!("the cards of player {player} are unknown"))?;
            let cards = DealtCards::new(&hole).expect("a player gets two cards");
            make(&mut state, HoldemMove::Deal(cards));
        }
        if let Stage::DealBoard(street) = state.stage() {
            let dealt = &board[state.board().count()..street.board_cards()];
            make(&mut state, HoldemMove::Deal(DealtCards::new(dealt).expect("a street has one or three cards")));
        }
        for action in hand.actions_made(street) {
            make(&mut state, HoldemMove::Act(action));
        }
    }
    let outcome = game.game().outcome(&state).expect("games in Rust never fail");
    let reason = if outcome.is_some() { EndReason::Finished } else { EndReason::Stopped };
    let scores = state.winnings().map(|chips| chips as f64).to_vec();
    let options = [
        ("stack", setup.stacks[0].max(setup.stacks[1])),
        ("small-blind", setup.small_blind),
        ("big-blind", setup.big_blind),
    ];
    let names = history.players.clone().unwrap_or_else(|| ["big blind", "button"].map(str::to_owned));
    let names = if setup.button == Player::FIRST { [names[1].clone(), names[0].clone()] } else { names };
    let header = RecordHeader {
        format: FORMAT,
        game: NAME.to_owned(),
        name: NAME.to_owned(),
        hash: None,
        options: options.map(|(name, value)| (name.to_owned(), value.to_string())).into(),
        players: names.map(|player| Seat { player, parameters: BTreeMap::new() }).to_vec(),
        seed: 0,
        position: Some(start),
        opening: Vec::new(),
        metadata: GameMetadata { tags: history.tags(), ..GameMetadata::default() },
    };
    Ok(Record { header, moves, end: Some(GameEnd::new(reason, outcome, scores)) })
}

/// The hands of a record of hold'em.
///
/// # Errors
/// If the record is one of another game, or cannot be replayed.
pub fn histories_of(record: &Record) -> Result<Vec<HandHistory>, String> {
    let RecordHeader { name, options, players, position, opening, .. } = &record.header;
    if name != NAME {
        return Err(format!("it is a record of {name}; only records of {NAME} are hand histories"));
    }
    let options = RustGameOptions::new(Deals::<Holdem>::OPTIONS, options).map_err(|error| error.to_string())?;
    Deals::<Holdem>::check_options(&options)?;
    let game = Deals::<Holdem>::with_options(&options);
    let mut state = match position {
        Some(text) => game.parse_state(text).map_err(|error| error.to_string())?,
        None => game.initial_state(),
    };
    let mut hands = Vec::new();
    let mut add = |hand: &HoldemState| {
        let name = |player: Player| players.get(player.index()).map_or_else(String::new, |seat| seat.player.clone());
        let names = [hand.big_blind_player(), hand.button()].map(name);
        let number = Some(hands.len() as i64 + 1);
        hands.push(HandHistory { number, players: Some(names), ..HandHistory::new(hand.clone()) });
    };
    for text in opening.iter().chain(record.moves.iter().map(|mv| &mv.text)) {
        let mv = game.parse_move(&state, text).map_err(|error| error.to_string())?;
        if mv == HoldemMove::NextDeal {
            add(state.deal());
        }
        game.apply(&mut state, mv).map_err(|fault| fault.to_string())?;
    }
    add(state.deal());
    if let [hand] = &mut hands[..] {
        hand.set_tags(&record.header.metadata.tags);
    }
    Ok(hands)
}
