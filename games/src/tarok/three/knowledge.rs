//! Knowledge of one player: the information state, and other deals that agree with it.

use boardwright_game::fault::{Fault, FaultContext, FaultKind, Span};
use boardwright_game::ids::Player;
use rand::Rng;

use super::contract::{Contract, Item};
use super::state::{PLAYERS, Stage, TALON, ThreeState};
use crate::deck::shuffle;
use crate::tarok::cards::{Card, CardSet};
use crate::tarok::sampling::{Place, draw_division};

/// Number of places of unseen cards: two hands, the talon, and the cards that were laid away.
pub const PLACES: usize = 4;

/// The cards that were laid away and that a player sees: all of the player's own, and taroks.
pub fn laid_cards_seen(state: &ThreeState, viewer: Player) -> CardSet {
    if state.declarer() == Some(viewer) { state.laid } else { state.laid.intersection(CardSet::TAROKS) }
}

/// The cards that a player sees or has seen: the own hand, everything that was played, and the shown cards of the talon and of
/// those that were laid away.
pub fn seen_cards(state: &ThreeState, viewer: Player) -> CardSet {
    let played: CardSet = state.played().iter().copied().collect();
    let talon: CardSet = state.shown_talon().iter().copied().collect();
    let taken_unseen = unseen_taken_cards(state, viewer);
    state.hands[viewer.index()].union(played).union(talon.without(taken_unseen)).union(laid_cards_seen(state, viewer))
}

/// Cards of the group that the declarer took that `viewer` does not see any more: the declarer holds them or laid them away.
fn unseen_taken_cards(state: &ThreeState, viewer: Player) -> CardSet {
    let Some(group) = state.group.filter(|_| state.declarer() != Some(viewer)) else { return CardSet::EMPTY };
    let played: CardSet = state.played().iter().copied().collect();
    state.group_cards(group).without(played).without(laid_cards_seen(state, viewer))
}

/// Places of the cards that a player has not seen: the hands of the next two players, the talon, and what the declarer laid
/// away in secret.
pub fn unseen_places(state: &ThreeState, viewer: Player) -> (CardSet, [Place; PLACES]) {
    let unseen = CardSet::ALL.without(seen_cards(state, viewer));
    let taken = unseen_taken_cards(state, viewer);
    let declarer = state.declarer().filter(|&declarer| declarer != viewer);
    let hand = |player: Player| {
        let seat = player.index();
        let mut possible = unseen.without(state.excluded[seat]);
        if declarer != Some(player) {
            possible = possible.without(taken);
        }
        if state.announced.contains(Item::PagatUltimo) && declarer != Some(player) {
            possible = possible.without(CardSet::of(Card::PAGAT));
        }
        Place { size: state.hands[seat].len(), possible }
    };
    let next = viewer.next(PLAYERS);
    let mut talon = unseen.without(taken);
    if state.announced.contains(Item::PagatUltimo) {
        talon = talon.without(CardSet::of(Card::PAGAT));
    }
    let talon = Place { size: (TALON - state.shown_talon().len()) as u32, possible: talon };
    let hidden = state.laid.without(laid_cards_seen(state, viewer));
    let laid = Place { size: hidden.len(), possible: ThreeState::layable(unseen).without(CardSet::TAROKS) };
    (unseen, [hand(next), hand(next.next(PLAYERS)), talon, laid])
}

/// Replaces what `viewer` has not seen by a random division of the unseen cards that agrees with everything seen.
///
/// # Errors
/// If no division agrees.
pub fn resample(state: &ThreeState, viewer: Player, rng: &mut dyn Rng) -> Result<ThreeState, Fault> {
    if matches!(state.stage, Stage::Deal | Stage::Over) {
        return Ok(*state);
    }
    let (unseen, places) = unseen_places(state, viewer);
    let Some([next, last, talon, laid]) = draw_division(unseen, &places, rng) else {
        let context = FaultContext::Knowledge(viewer.number());
        return Err(Fault { kind: FaultKind::NoWorld, span: Span::default(), context });
    };
    let mut imagined = *state;
    imagined.hands[viewer.next(PLAYERS).index()] = next;
    imagined.hands[viewer.next(PLAYERS).next(PLAYERS).index()] = last;
    let mut order: Vec<u8> = talon.iter().map(Card::number).collect();
    shuffle(&mut order, rng);
    let shown = state.shown_talon().len();
    for (place, card) in imagined.talon[shown..].iter_mut().zip(order.into_iter().filter_map(Card::new)) {
        *place = card;
    }
    imagined.laid = laid_cards_seen(state, viewer).union(laid);
    Ok(imagined)
}

/// Appends what a player knows to `out`.
pub fn encode_information(state: &ThreeState, viewer: Player, out: &mut Vec<u8>) {
    encode_public(state, out);
    match state.stage {
        Stage::Over => encode_hidden(state, out),
        _ => {
            out.extend(state.hands[viewer.index()].0.to_le_bytes());
            out.extend(laid_cards_seen(state, viewer).0.to_le_bytes());
        }
    }
}

/// Appends an encoding of the whole state to `out`.
pub fn encode(state: &ThreeState, out: &mut Vec<u8>) {
    encode_public(state, out);
    encode_hidden(state, out);
}

fn encode_hidden(state: &ThreeState, out: &mut Vec<u8>) {
    state.hands.iter().chain([&state.laid]).for_each(|set| out.extend(set.0.to_le_bytes()));
    if state.stage != Stage::Deal {
        out.extend(state.talon.map(Card::number));
    }
}

/// Appends everything that all players know.
fn encode_public(state: &ThreeState, out: &mut Vec<u8>) {
    let player = |player: Player| player.number() as u8;
    let contract = |contract: Option<Contract>| contract.map_or(9, |contract| contract as u8);
    out.push(player(state.forehand));
    out.extend(state.radelci);
    out.extend(state.last.map_or([0; 5], |last| {
        [last.contract as u8 + 1, player(last.declarer), u8::from(last.is_won), last.announced.0, last.made.0]
    }));
    let (stage, level, actor) = match state.stage {
        Stage::Deal => (0, 0, 0),
        Stage::Bid(actor) => (1, 0, player(actor)),
        Stage::Choose => (2, 0, 0),
        Stage::TakeGroup => (3, 0, 0),
        Stage::LayAway => (4, state.laid.len() as u8, 0),
        Stage::Announce => (5, 0, 0),
        Stage::Double { level, player: actor } => (6, level, player(actor)),
        Stage::Play(actor) => (7, 0, player(actor)),
        Stage::Over => (8, 0, 0),
    };
    out.extend([stage, level, actor, state.calls.as_slice().len() as u8]);
    out.extend(state.calls.as_slice().iter().map(|call| match call {
        super::state::Call::Pass => 0,
        super::state::Call::Bid(bid) => *bid as u8 + 1,
    }));
    out.extend([contract(state.contract), state.group.map_or(9, |group| group), state.announced.0]);
    out.extend(state.doublings.iter().flat_map(|doubling| [doubling.level, doubling.by]));
    out.push(state.shown_talon().len() as u8);
    out.extend(state.shown_talon().iter().map(|card| card.number()));
    out.push(state.played().len() as u8);
    out.extend(state.played().iter().map(|card| card.number()));
}
