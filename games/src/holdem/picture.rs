//! The table: cards, chips, board and pot, as one viewer sees them.

use boardwright_game::ids::Player;
use boardwright_game::table::{ObjectKind, Table, TableGroup, TableObject};

use super::cards::Card;
use super::moves::played_text;
use super::state::{HoldemState, Stage};

/// Objects on the table as `viewer` sees them; all of them for `None`.
pub(super) fn table(state: &HoldemState, viewer: Option<Player>) -> Table {
    let seats = [Player::FIRST, Player::FIRST.next(2)].map(|player| seat(state, player, viewer));
    let slot = || TableObject::new(ObjectKind::CardSlot, "no card yet");
    let mut board: Vec<TableObject> = state.board().map(Card::object).collect();
    board.resize_with(5, slot);
    let pot = chips("pot", state.pot());
    let centre = vec![TableGroup::new(format!("board: {}", state.street()), board), TableGroup::new("pot", vec![pot])];
    Table { seats: seats.to_vec(), centre, ..Table::default() }
}

/// Objects in front of a player.
fn seat(state: &HoldemState, player: Player, viewer: Option<Player>) -> Vec<TableGroup> {
    let is_shown = state.stage() == Stage::Showdown && state.mucked() != Some(player);
    let is_open = viewer.is_none_or(|viewer| viewer == player) || is_shown;
    let is_dealt = match state.stage() {
        Stage::DealHole(next) => next != Player::FIRST && player == Player::FIRST,
        _ => true,
    };
    let cards = state.hole_cards(player).map(|card| match card.filter(|_| is_open) {
        Some(card) => card.object(),
        None if is_dealt => TableObject::card(None, "a card face down"),
        None => TableObject::new(ObjectKind::CardSlot, "no card yet"),
    });
    let position = if player == state.button() { "button, small blind" } else { "big blind" };
    let bet = chips("bet", state.street_bet(player));
    let last = state.all_actions().filter(|action| action.player == player).last();
    let action = last.map_or_else(|| "bet".to_owned(), |last| format!("bet: {}", played_text(&last)));
    let stack = chips("stack", state.final_stacks()[player.index()]);
    vec![
        TableGroup::new(position, cards.to_vec()),
        TableGroup::new(action, vec![bet]),
        TableGroup::new("stack", vec![stack]),
    ]
}

/// A number of chips with its meaning.
fn chips(name: &str, chips: u32) -> TableObject {
    TableObject::new(ObjectKind::Chips(chips), format!("{name} {chips}"))
}
