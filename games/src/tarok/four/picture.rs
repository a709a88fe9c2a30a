//! The table: hands, calls, talon, tricks and piles, as one viewer sees them.

use boardwright_game::ids::Player;
use boardwright_game::table::{ObjectKind, Table, TableGroup, TableObject};

use super::contract::{Bonuses, FLEKS, FourOptions};
use super::move_text::move_text;
use super::moves::list_moves;
use super::position::tricks;
use super::state::{Call, FourMove, FourState, PLAYERS, Stage, TALON, seats};
use crate::tarok::cards::Card;

/// Objects on the table as `viewer` sees them; all of them for `None`.
pub(super) fn table(state: &FourState, viewer: Option<Player>, options: FourOptions) -> Table {
    let is_active = state.to_act().is_some_and(|player| viewer.is_none_or(|viewer| viewer == player));
    let mut moves = Vec::new();
    if is_active {
        list_moves(state, options, &mut moves);
    }
    let seats = seats().map(|player| seat(state, player, viewer, &moves));
    let mut centre = vec![TableGroup::new("trick", trick(state))];
    centre.extend(talon(state, viewer, options));
    if let Some((leader, cards)) = tricks(state).iter().rfind(|(_, cards)| cards.len() == PLAYERS) {
        let objects = cards.iter().map(|card| card.object()).collect();
        centre.push(TableGroup::new(format!("earlier trick, led by player {leader}"), objects));
    }
    Table { seats: seats.to_vec(), centre, is_counter_clockwise: true }
}

/// A card on which a click makes a move, if a move of it is legal.
fn clickable(state: &FourState, card: Card, moves: &[FourMove]) -> TableObject {
    let object = card.object();
    match moves.iter().find(|mv| matches!(mv, FourMove::Play(played) | FourMove::LayAside(played) if *played == card)) {
        Some(&mv) => object.with_move(move_text(state, mv)),
        None => object,
    }
}

/// Objects in front of a player.
fn seat(state: &FourState, player: Player, viewer: Option<Player>, moves: &[FourMove]) -> Vec<TableGroup> {
    let is_open = viewer.is_none_or(|viewer| viewer == player);
    let hand = state.hands[player.index()];
    let cards = if is_open {
        hand.by_suits().map(|card| clickable(state, card, moves)).collect()
    } else {
        (0..hand.len()).map(|_| TableObject::card(None, "a card face down")).collect()
    };
    let mut groups = vec![TableGroup::new(role(state, player), cards)];
    if let Some(said) = said(state, player) {
        groups.push(TableGroup::new("says", vec![TableObject::speech(said)]));
    }
    let laid = state.laid_seen(player, viewer.unwrap_or(player));
    if !laid.is_empty() {
        groups.push(TableGroup::new("laid aside", laid.iter().map(Card::object).collect()));
    }
    let points = state.piles[player.index()].points();
    let kind = ObjectKind::Score { points: i64::from(points), unit: "points".to_owned() };
    groups.push(TableGroup::new("pile", vec![TableObject::new(kind, format!("{points} points"))]));
    groups
}

/// Role and announcements of a player.
fn role(state: &FourState, player: Player) -> String {
    let mut role = match state.declared() {
        Some((declarer, bid)) if declarer == player => match state.called {
            Some(called) => format!("declarer, {bid}, calls {called}"),
            None => format!("declarer, {bid}"),
        },
        _ if state.forehand == player && state.is_varsava() => "forehand, varsava".to_owned(),
        _ if state.forehand == player => "forehand".to_owned(),
        _ => "hand".to_owned(),
    };
    let bonuses = state.revealed[player.index()].union(state.committed[player.index()]);
    if bonuses != Bonuses::NONE {
        role = format!("{role}, announced {bonuses}");
    }
    role
}

/// The last call of a player in the auction, and the fleks of a player.
fn said(state: &FourState, player: Player) -> Option<String> {
    if matches!(state.stage, Stage::Bid(_) | Stage::Varsava | Stage::Call | Stage::Look) {
        let offset = (player.index() + PLAYERS - state.forehand.index()) % PLAYERS;
        let last = state.calls.as_slice().iter().skip(offset).step_by(PLAYERS).next_back()?;
        return Some(match last {
            Call::Agree => "agree".to_owned(),
            Call::Bid(bid) => bid.to_string(),
        });
    }
    let is_early = matches!(state.stage, Stage::Flek(_)) || state.played().len() < PLAYERS;
    let fleks = state.flek_calls.as_slice().iter().filter(|call| is_early && call.player == player);
    let fleks: Vec<String> = fleks
        .filter_map(|call| call.flek)
        .map(|(target, level)| format!("{} {target}", FLEKS[usize::from(level) - 1]))
        .collect();
    (!fleks.is_empty()).then(|| fleks.join(", "))
}

/// The cards of the current trick, and places for those that are missing.
fn trick(state: &FourState) -> Vec<TableObject> {
    let mut cards: Vec<TableObject> = state.trick.cards().iter().map(|card| card.object()).collect();
    cards.resize_with(PLAYERS, || TableObject::new(ObjectKind::CardSlot, "no card yet"));
    cards
}

/// The talon as a viewer sees it: until the first trick is complete; in varsava as a pile, beside the card that the winner of
/// the last trick got.
fn talon(state: &FourState, viewer: Option<Player>, options: FourOptions) -> Vec<TableGroup> {
    let tricks = state.played().len() / PLAYERS;
    if state.stage == Stage::Deal || (tricks > 0 && !state.is_varsava()) {
        return Vec::new();
    }
    if tricks > 0 {
        let left = TALON.saturating_sub(tricks);
        let pile = TableObject::new(ObjectKind::Pile(left as u32), format!("{left} cards face down"));
        let gift = state.talon.get(tricks - 1).map(|card| TableGroup::new("gift of the talon", vec![card.object()]));
        return gift.into_iter().chain((left > 0).then(|| TableGroup::new("talon", vec![pile]))).collect();
    }
    let seen = viewer.map_or(0b11_1111, |viewer| state.seen_positions(viewer, options));
    let taken = seats().map(|player| state.taken_positions(player, options)).into_iter().fold(0, |all, own| all | own);
    let card = |position: usize| match state.talon[position] {
        card if seen >> position & 1 != 0 => card.object(),
        _ => TableObject::card(None, "a card face down"),
    };
    let group = |label: &str, positions: u8| {
        let at = (0..TALON).filter(|position| positions >> position & 1 != 0);
        TableGroup::new(label, at.map(card).collect())
    };
    [group("talon", 0b11_1111 & !taken), group("taken from the talon", taken & seen)]
        .into_iter()
        .filter(|group| !group.objects.is_empty())
        .collect()
}
