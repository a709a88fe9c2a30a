//! The table: hands, calls, talon, tricks and piles, as one viewer sees them.

use boardwright_game::ids::Player;
use boardwright_game::table::{ObjectKind, Table, TableGroup, TableObject};

use super::contract::{Contract, DOUBLINGS, Item, Items, ThreeOptions};
use super::knowledge::laid_cards_seen;
use super::moves::{groups, list_moves, move_text};
use super::position::tricks;
use super::state::{Call, PLAYERS, Stage, ThreeMove, ThreeState, seats};
use crate::tarok::cards::{Card, CardSet};

/// Objects on the table as `viewer` sees them; all of them for `None`.
pub(super) fn table(state: &ThreeState, viewer: Option<Player>, options: ThreeOptions) -> Table {
    let is_active = state.to_act().is_some_and(|player| viewer.is_none_or(|viewer| viewer == player));
    let mut moves = Vec::new();
    if is_active {
        list_moves(state, options, &mut moves);
    }
    let seats = seats().map(|player| seat(state, player, viewer, &moves));
    let mut centre = vec![TableGroup::new("trick", trick(state))];
    centre.extend(talon(state, viewer, &moves));
    let tricks = tricks(state);
    let complete: Vec<_> = tricks.iter().filter(|(_, cards)| cards.len() == PLAYERS).collect();
    let shown = if state.contract == Some(Contract::Berac) { complete.len() } else { 1 };
    for (leader, cards) in complete.iter().rev().take(shown).rev() {
        let objects = cards.iter().map(|card| card.object()).collect();
        centre.push(TableGroup::new(format!("earlier trick, led by player {leader}"), objects));
    }
    Table { seats: seats.to_vec(), centre, ..Table::default() }
}

/// A card on which a click makes a move, if a move of it is legal.
fn clickable(state: &ThreeState, card: Card, moves: &[ThreeMove]) -> TableObject {
    let object = card.object();
    match moves.iter().find(|mv| matches!(mv, ThreeMove::Play(played) | ThreeMove::LayAway(played) if *played == card))
    {
        Some(&mv) => object.with_move(move_text(state, mv)),
        None => object,
    }
}

/// Objects in front of a player.
fn seat(state: &ThreeState, player: Player, viewer: Option<Player>, moves: &[ThreeMove]) -> Vec<TableGroup> {
    let is_open = viewer.is_none_or(|viewer| viewer == player);
    let hand = state.hands[player.index()];
    let cards = if is_open {
        hand.by_suits().map(|card| clickable(state, card, moves)).collect()
    } else {
        (0..hand.len()).map(|_| TableObject::card(None, "a card face down")).collect()
    };
    let mut role = match state.declarer() {
        Some(declarer) if declarer == player => format!("declarer, {}", state.contract.map_or("", Contract::name)),
        _ if state.forehand == player => "forehand".to_owned(),
        _ => "hand".to_owned(),
    };
    if state.declarer() == Some(player) && !state.announced.is_empty() {
        role = format!("{role}, announced {}", state.announced);
    }
    let mut groups = vec![TableGroup::new(role, cards)];
    if let Some(said) = said(state, player) {
        groups.push(TableGroup::new("says", vec![TableObject::speech(said)]));
    }
    let laid = if state.declarer() == Some(player) {
        laid_cards_seen(state, viewer.unwrap_or(player))
    } else {
        CardSet::EMPTY
    };
    if !laid.is_empty() {
        groups.push(TableGroup::new("laid away", laid.iter().map(Card::object).collect()));
    }
    let pile = state.piles[player.index()];
    let score = |points: u32, unit: &str| {
        let kind = ObjectKind::Score { points: i64::from(points), unit: unit.to_owned() };
        TableObject::new(kind, format!("{points} {unit}"))
    };
    groups.push(TableGroup::new("pile", vec![score(pile.points(), "points")]));
    if state.radelci[player.index()] > 0 {
        groups.push(TableGroup::new("radelci", vec![score(state.radelci[player.index()].into(), "radelci")]));
    }
    groups
}

/// The last call of a player while calls are made: in the auction, and when the score is doubled.
fn said(state: &ThreeState, player: Player) -> Option<String> {
    match state.stage {
        Stage::Bid(_) | Stage::Choose => {
            let (mut passed, mut last) = ([false; PLAYERS], [None; PLAYERS]);
            let mut speaker = state.forehand;
            for &call in state.calls.as_slice() {
                while passed[speaker.index()] {
                    speaker = speaker.next(PLAYERS);
                }
                last[speaker.index()] = Some(call);
                passed[speaker.index()] = call == Call::Pass;
                speaker = speaker.next(PLAYERS);
            }
            last[player.index()].map(|call| match call {
                Call::Pass => "pass".to_owned(),
                Call::Bid(contract) => contract.to_string(),
            })
        }
        Stage::Double { .. } if state.declarer() == Some(player) => match state.announced {
            Items::NONE => state.contract.map(|contract| contract.to_string()),
            announced => Some(announced.to_string()),
        },
        Stage::Double { .. } => {
            let said = Item::ALL.into_iter().filter(|item| {
                let doubling = state.doublings[item.index()];
                doubling.level > 0 && usize::from(doubling.by) == player.index()
            });
            let said: Vec<&str> = said.map(Item::name).collect();
            (!said.is_empty()).then(|| format!("{} {}", DOUBLINGS[0], said.join(", ")))
        }
        _ => None,
    }
}

/// The cards of the current trick, and places for those that are missing.
fn trick(state: &ThreeState) -> Vec<TableObject> {
    let mut cards: Vec<TableObject> = state.trick.cards().iter().map(|card| card.object()).collect();
    cards.resize_with(PLAYERS, || TableObject::new(ObjectKind::CardSlot, "no card yet"));
    cards
}

/// The talon as a viewer sees it: in its groups while one is taken, and until the first trick is complete; in klop as a
/// pile, beside the card that the winner of the last trick got.
fn talon(state: &ThreeState, viewer: Option<Player>, moves: &[ThreeMove]) -> Vec<TableGroup> {
    let tricks = state.played().len() / PLAYERS;
    if state.stage == Stage::Deal || (tricks > 0 && state.contract != Some(Contract::Klop)) {
        return Vec::new();
    }
    let shown = if viewer.is_none() { state.talon.len() } else { state.shown_talon().len() };
    if tricks > 0 {
        let left = state.talon.len().saturating_sub(tricks);
        let pile = TableObject::new(ObjectKind::Pile(left as u32), format!("{left} cards face down"));
        let gift = state.talon.get(tricks - 1).map(|card| TableGroup::new("gift of the talon", vec![card.object()]));
        return gift.into_iter().chain((left > 0).then(|| TableGroup::new("talon", vec![pile]))).collect();
    }
    let count = usize::from(groups(state)).max(1);
    let size = state.talon.len() / count;
    let card = |index: usize| {
        let mv = ThreeMove::Take((index / size) as u8);
        match state.talon[index] {
            _ if index >= shown => TableObject::card(None, "a card face down"),
            card if moves.contains(&mv) => card.object().with_move(move_text(state, mv)),
            card => card.object(),
        }
    };
    let is_open = shown == state.talon.len() && count > 1;
    let group = |number: usize| {
        let label = match state.group {
            Some(taken) if usize::from(taken) == number => "taken".to_owned(),
            _ => format!("talon, group {}", number + 1),
        };
        TableGroup::new(label, (number * size..(number + 1) * size).map(card).collect())
    };
    if is_open {
        (0..count).map(group).collect()
    } else {
        vec![TableGroup::new("talon", (0..state.talon.len()).map(card).collect())]
    }
}
