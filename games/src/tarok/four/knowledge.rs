//! Knowledge of one player: the information state, and other deals that agree with it.

use boardwright_game::fault::{Fault, FaultContext, FaultKind, Span};
use boardwright_game::ids::Player;
use rand::Rng;

use super::contract::{Bid, Bonus, FourOptions};
use super::division::{HANDS, HandCondition, PLACES, draw_hands};
use super::state::{Call, FourState, PLAYERS, Stage, TALON, seats};
use crate::deck::shuffle;
use crate::tarok::cards::{Card, CardSet};
use crate::tarok::sampling::{Place, draw_division};

/// Place of the cards that others laid aside in secret, among those of [`unseen_places`].
const ASIDE: usize = HANDS;
/// Place of the cards of the talon that nobody has taken.
const UNTAKEN: usize = HANDS + 1;

/// The three other players, in the order of play.
pub fn others(viewer: Player) -> [Player; HANDS] {
    std::array::from_fn(|offset| seats()[(viewer.index() + offset + 1) % PLAYERS])
}

/// The cards that a player sees or knows the place of: the own hand, everything that was played, and cards of the talon and
/// cards laid aside that the player has seen. Cards that another player took before the eyes of all are not among them.
pub fn seen_cards(state: &FourState, viewer: Player, options: FourOptions) -> CardSet {
    let played: CardSet = state.played().iter().copied().collect();
    let laid = seats().map(|player| state.laid_seen(player, viewer)).into_iter().fold(CardSet::EMPTY, CardSet::union);
    let talon = state.talon_cards(state.seen_positions(viewer, options));
    let taken = others(viewer).map(|player| shown_taken(state, player, options));
    let taken = taken.into_iter().fold(CardSet::EMPTY, CardSet::union);
    talon.without(taken).union(state.hands[viewer.index()]).union(played).union(laid)
}

/// Cards that a player took from the talon after everybody had seen them.
fn shown_taken(state: &FourState, player: Player, options: FourOptions) -> CardSet {
    state.talon_cards(state.taken_positions(player, options) & state.shown_positions())
}

/// The player who certainly was dealt the pagat, from a bid of second duty.
fn pagat_bidder(state: &FourState, options: FourOptions) -> Option<Player> {
    let is_bid = |call: &Call| *call == Call::Bid(Bid::SecondDuty);
    let position = state.calls.as_slice().iter().position(is_bid).filter(|_| options.second_duty_needs_pagat)?;
    Some(seats()[(state.forehand.index() + position) % PLAYERS])
}

/// Cards that a player certainly held after the talon was taken: the bonuses that players announce show them.
fn announced_cards(state: &FourState, player: Player, options: FourOptions) -> CardSet {
    let mut cards = CardSet::EMPTY;
    let committed = state.committed[player.index()];
    let is_second_duty = state.declared() == Some((player, Bid::SecondDuty));
    if pagat_bidder(state, options) == Some(player) || committed.contains(Bonus::Pagat) && !is_second_duty {
        cards.insert(Card::PAGAT);
    }
    if committed.contains(Bonus::Valat) {
        cards.insert(Card::SKIS);
    }
    cards
}

/// Places of the cards that a player has not seen: the hands of the other players in the order of play, the cards that
/// others laid aside in secret, and the talon.
pub fn unseen_places(state: &FourState, viewer: Player, options: FourOptions) -> (CardSet, [Place; PLACES]) {
    let unseen = CardSet::ALL.without(seen_cards(state, viewer, options));
    let announced = seats().map(|player| announced_cards(state, player, options));
    let bound = announced.into_iter().fold(CardSet::EMPTY, CardSet::union);
    let taken = seats().map(|player| shown_taken(state, player, options));
    let all_taken = taken.into_iter().fold(CardSet::EMPTY, CardSet::union);
    let is_called_open = state.is_revealed() && state.declared().is_some_and(|(_, bid)| bid.calls_partner());
    let hand = |player: Player| {
        let seat = player.index();
        let bound_elsewhere = bound.without(announced[seat]).union(all_taken.without(taken[seat]));
        let mut possible = unseen.without(state.excluded[seat]).without(bound_elsewhere);
        if let Some(called) = state.called.filter(|_| is_called_open && state.candidates >> seat & 1 == 0) {
            possible.remove(called);
        }
        Place { size: state.hands[seat].len(), possible }
    };
    let [next, opposite, last] = others(viewer).map(hand);
    let secret = state.laid.as_slice().iter().filter(|laid| laid.player != viewer && !laid.card.is_tarok());
    let plain = unseen.without(CardSet::TAROKS).without(CardSet::KINGS);
    let aside = Place { size: secret.count() as u32, possible: plain };
    let untaken = unseen_untaken(state, viewer, options).count_ones();
    let talon = Place { size: untaken, possible: unseen.without(bound).without(all_taken) };
    (unseen, [next, opposite, last, aside, talon])
}

/// Positions in the talon, as bits, of the cards that nobody has taken and that a player has not seen.
fn unseen_untaken(state: &FourState, viewer: Player, options: FourOptions) -> u8 {
    let taken = seats().map(|player| state.taken_positions(player, options)).into_iter().fold(0, |all, own| all | own);
    0b11_1111 & !taken & !state.seen_positions(viewer, options)
}

/// Replaces what `viewer` has not seen by a random division of the unseen cards that agrees with everything seen.
///
/// # Errors
/// If no division agrees.
pub fn resample(
    state: &FourState,
    viewer: Player,
    options: FourOptions,
    rng: &mut dyn Rng,
) -> Result<FourState, Fault> {
    if matches!(state.stage, Stage::Deal | Stage::Over) {
        return Ok(*state);
    }
    let (unseen, places) = unseen_places(state, viewer, options);
    let division = if state.is_revealed() {
        let conditions = others(viewer)
            .map(|player| HandCondition { played: state.played_by(player), revealed: state.revealed[player.index()] });
        draw_hands(unseen, &places, &conditions, rng)
    } else {
        draw_division(unseen, &places, rng)
    };
    let Some(division) = division else {
        let context = FaultContext::Knowledge(viewer.number());
        return Err(Fault { kind: FaultKind::NoWorld, span: Span::default(), context });
    };
    let mut imagined = *state;
    for (player, hand) in others(viewer).into_iter().zip(division) {
        imagined.hands[player.index()] = hand;
    }
    let mut aside = in_random_order(division[ASIDE], rng);
    for laid in imagined.laid.as_mut_slice() {
        if laid.player != viewer && !laid.card.is_tarok() {
            laid.card = aside.next().unwrap_or(laid.card);
        }
    }
    let untaken = unseen_untaken(state, viewer, options);
    set_talon(&mut imagined, untaken, in_random_order(division[UNTAKEN], rng));
    for player in others(viewer) {
        let positions = state.taken_positions(player, options) & !state.seen_positions(viewer, options);
        if positions != 0 {
            // Any cards that the player held can be those of the talon, but for the pagat of a bid of second duty.
            let mut held =
                imagined.hands[player.index()].union(imagined.laid_by(player)).union(state.played_by(player));
            if pagat_bidder(state, options) == Some(player) {
                held.remove(Card::PAGAT);
            }
            set_talon(&mut imagined, positions, in_random_order(held, rng));
        }
    }
    imagined.find_holder();
    Ok(imagined)
}

/// The cards of a set in a random order.
fn in_random_order(cards: CardSet, rng: &mut dyn Rng) -> impl Iterator<Item = Card> + use<> {
    let mut numbers: Vec<u8> = cards.iter().map(Card::number).collect();
    shuffle(&mut numbers, rng);
    numbers.into_iter().filter_map(Card::new)
}

/// Puts cards to these positions of the talon.
fn set_talon(state: &mut FourState, positions: u8, cards: impl Iterator<Item = Card>) {
    let free = (0..TALON).filter(|position| positions >> position & 1 != 0);
    for (position, card) in free.zip(cards) {
        state.talon[position] = card;
    }
}

/// Appends what a player knows to `out`.
pub fn encode_information(state: &FourState, viewer: Player, options: FourOptions, out: &mut Vec<u8>) {
    encode_public(state, out);
    if state.stage == Stage::Over {
        encode_hidden(state, out);
        return;
    }
    out.extend(state.hands[viewer.index()].0.to_le_bytes());
    for laid in state.laid.as_slice() {
        let is_seen = laid.player == viewer || laid.card.is_tarok();
        out.push(if is_seen { laid.card.number() } else { u8::MAX });
    }
    if state.stage != Stage::Deal {
        let seen = state.seen_positions(viewer, options);
        out.push(seen);
        out.extend((0..TALON).filter(|at| seen >> at & 1 != 0).map(|at| state.talon[at].number()));
    }
}

/// Appends an encoding of the whole state to `out`.
pub fn encode(state: &FourState, out: &mut Vec<u8>) {
    encode_public(state, out);
    encode_hidden(state, out);
}

fn encode_hidden(state: &FourState, out: &mut Vec<u8>) {
    state.hands.iter().for_each(|set| out.extend(set.0.to_le_bytes()));
    out.extend(state.laid.as_slice().iter().map(|laid| laid.card.number()));
    if state.stage != Stage::Deal {
        out.extend(state.talon.map(Card::number));
    }
}

/// Appends everything that all players know.
fn encode_public(state: &FourState, out: &mut Vec<u8>) {
    let number = |player: Player| player.number() as u8;
    let stage = match state.stage {
        Stage::Deal => 0,
        Stage::Bid(_) => 1,
        Stage::Varsava => 2,
        Stage::Call => 3,
        Stage::Look => 4,
        Stage::LayAside(_) => 5,
        Stage::Announce(_) => 6,
        Stage::Flek(_) => 7,
        Stage::Play(_) => 8,
        Stage::Over => 9,
    };
    out.extend([number(state.forehand), stage, state.to_act().map_or(0, number), state.calls.len() as u8]);
    out.extend(state.calls.as_slice().iter().map(|call| match call {
        Call::Agree => 0,
        Call::Bid(bid) => *bid as u8 + 1,
    }));
    out.extend([
        state.varsava.map_or(2, u8::from),
        state.called.map_or(u8::MAX, Card::number),
        state.looks,
        u8::from(state.is_talon_taken),
        state.laid.len() as u8,
    ]);
    out.extend(state.laid.as_slice().iter().map(|laid| number(laid.player)));
    for bonuses in state.revealed.iter().chain(&state.committed) {
        out.extend(bonuses.0.to_le_bytes());
    }
    out.push(state.flek_calls.len() as u8);
    for call in state.flek_calls.as_slice() {
        out.extend([number(call.player), call.flek.map_or(0, |(target, level)| target as u8 * 3 + level)]);
    }
    let shown = state.shown_positions();
    out.push(shown);
    out.extend((0..TALON).filter(|at| shown >> at & 1 != 0).map(|at| state.talon[at].number()));
    out.push(state.played().len() as u8);
    out.extend(state.played().iter().map(|card| card.number()));
}
