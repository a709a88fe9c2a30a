//! Texts of states.
//!
//! ```text
//! forehand 1
//! hand 1 H 4, H K, ...
//! hand 2 ...
//! hand 3 ...
//! hand 4 ...
//! talon VI, C C, S C, D 3, S K, S 8
//! auction bid first duty, agree, agree, agree, play first duty, call XIX
//! laid aside C 7, C 8, D 1, D 2, H 3, S 9
//! announced nothing; pagat; nothing; nothing
//! fleks no flek, flek game, no flek
//! played S K, S 7, XX
//! ```
//!
//! Hands are those that were dealt. Lines of stages that have not begun are left out.

use std::fmt::Write as _;

use boardwright_game::game::StateError;
use boardwright_game::ids::Player;

use super::contract::{Bid, Bonus, Bonuses, FourOptions, Target};
use super::move_text::{move_text, parse_move};
use super::moves::refusal;
use super::scoring::{flek_factor, score_sheet};
use super::state::{Call, DealtCards, FourMove, FourState, PLAYERS, Stage, seats};
use crate::tarok::cards::{Card, CardSet};
use crate::tarok::dealing::talon_text;
use crate::tarok::text_lines::NamedLines;

/// The cards as they were dealt.
pub fn dealt_cards(state: &FourState, options: FourOptions) -> DealtCards {
    let mut hands = state.hands;
    for (player, card) in state.plays() {
        hands[player.index()].insert(card);
    }
    for player in seats() {
        let hand = &mut hands[player.index()];
        let taken = state.talon_cards(state.taken_positions(player, options));
        *hand = hand.union(state.laid_by(player)).without(taken);
    }
    DealtCards { hands, talon: state.talon }
}

/// The tricks that were played, each with its leader.
pub fn tricks(state: &FourState) -> Vec<(Player, Vec<Card>)> {
    let mut tricks: Vec<(Player, Vec<Card>)> = Vec::new();
    for (player, card) in state.plays() {
        match tricks.last_mut() {
            Some((_, cards)) if cards.len() < PLAYERS => cards.push(card),
            _ => tricks.push((player, vec![card])),
        }
    }
    tricks
}

/// Moves from the first bid to the choice of the cards of the talon.
pub fn auction_moves(state: &FourState) -> Vec<FourMove> {
    let call = |call: &Call| match *call {
        Call::Agree => FourMove::Agree,
        Call::Bid(bid) => FourMove::Bid(bid),
    };
    let mut moves: Vec<FourMove> = state.calls.as_slice().iter().map(call).collect();
    moves.extend(state.varsava.map(|is_declared| if is_declared { FourMove::Varsava } else { FourMove::FirstDuty }));
    moves.extend(state.called.map(|card| FourMove::Call(card.number() + 1)));
    moves.extend((1..state.looks).map(|_| FourMove::Exchange));
    if state.is_talon_taken && matches!(state.looks, 1 | 2) {
        moves.push(FourMove::Keep);
    }
    moves
}

/// Answers about announcements so far, in the order of the players.
fn announcements(state: &FourState) -> Vec<Bonuses> {
    let order = (0..PLAYERS).map(|offset| seats()[(state.forehand.index() + offset) % PLAYERS]);
    let asked = order.take_while(|&player| state.stage != Stage::Announce(player));
    let own = |player: Player| {
        let committed = state.committed[player.index()];
        // Second duty announces the pagat by itself.
        let is_second_duty = state.declared() == Some((player, Bid::SecondDuty));
        committed.iter().filter(|&bonus| !(is_second_duty && bonus == Bonus::Pagat)).collect()
    };
    asked.map(own).collect()
}

/// Text of a state.
pub(super) fn text(state: &FourState, options: FourOptions) -> String {
    let mut text = format!("forehand {}\n", state.forehand);
    if state.stage == Stage::Deal {
        return text;
    }
    let mut line = |name: &str, words: String| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{}", format!("{name} {words}").trim_end());
    };
    for (player, hand) in (1..).zip(dealt_cards(state, options).hands) {
        line(&format!("hand {player}"), hand.to_string());
    }
    line("talon", talon_text(&state.talon));
    line("auction", joined(auction_moves(state).into_iter().map(|mv| move_text(state, mv)), ", "));
    if state.is_talon_taken {
        line("laid aside", joined(state.laid.as_slice().iter().map(|laid| laid.card.to_string()), ", "));
    }
    if state.is_revealed() {
        line("announced", joined(announcements(state).into_iter().map(|bonuses| bonuses.to_string()), "; "));
    }
    let is_late = matches!(state.stage, Stage::Flek(_) | Stage::Play(_) | Stage::Over);
    if is_late && !state.is_varsava() {
        line("fleks", joined(flek_texts(state).into_iter(), ", "));
    }
    if matches!(state.stage, Stage::Play(_) | Stage::Over) {
        line("played", talon_text(state.played()));
    }
    text
}

fn joined(texts: impl Iterator<Item = String>, separator: &str) -> String {
    texts.collect::<Vec<_>>().join(separator)
}

/// Answers about fleks so far.
fn flek_texts(state: &FourState) -> Vec<String> {
    let calls = state.flek_calls.as_slice().iter();
    let text = |flek: (Target, u8)| format!("{} {}", super::contract::FLEKS[usize::from(flek.1) - 1], flek.0);
    calls.map(|call| call.flek.map_or_else(|| "no flek".to_owned(), text)).collect()
}

/// The player with this number.
fn parse_player(text: &str) -> Option<Player> {
    text.trim().parse().ok().filter(|number| (1..=PLAYERS).contains(number)).and_then(Player::new)
}

/// Parses the text of a state. The deal is played again, so that every state can occur in a game.
pub(super) fn parse(text: &str, options: FourOptions) -> Result<FourState, StateError> {
    let mut lines = NamedLines::new(text);
    let forehand = lines.required("forehand", "the number of a player from 1 to 4")?;
    let forehand = parse_player(forehand).ok_or_else(|| lines.error("forehand is a player from 1 to 4"))?;
    let mut state = FourState::new(forehand);
    let Some(hand) = lines.optional("hand 1") else { return lines.end().map(|()| state) };
    let parts = [
        hand,
        lines.required("hand 2", "12 cards")?,
        lines.required("hand 3", "12 cards")?,
        lines.required("hand 4", "12 cards")?,
        lines.required("talon", "six cards")?,
    ];
    state.deal(&DealtCards::parse(&parts).map_err(|reason| lines.error(reason))?);
    let auction = lines.required("auction", "bids, and the choices of the declarer")?;
    make_all(&mut state, auction, (",", ""), &lines, options)?;
    for (name, form) in [
        ("laid aside", (",", "lay aside ")),
        ("announced", (";", "announce ")),
        ("fleks", (",", "")),
        ("played", (",", "")),
    ] {
        if let Some(moves) = lines.optional(name) {
            make_all(&mut state, moves, form, &lines, options)?;
        }
    }
    lines.end()?;
    Ok(state)
}

/// Makes the moves of a line: they are separated by a text, and another one stands before each.
fn make_all(
    state: &mut FourState,
    texts: &str,
    (separator, prefix): (&str, &str),
    lines: &NamedLines<'_>,
    options: FourOptions,
) -> Result<(), StateError> {
    for text in texts.split(separator).map(str::trim).filter(|text| !text.is_empty()) {
        let text = format!("{prefix}{text}");
        let mv = parse_move(state, options, &text);
        let mv = mv.map_err(|reason| lines.error(format!("\"{text}\" is not possible: {reason}")))?;
        debug_assert_eq!(refusal(state, options, mv), None);
        state.act(mv, options);
    }
    Ok(())
}

/// Key of a state: FNV-1a (Fowler, Noll and Vo 1991) of its encoding.
pub(super) fn key(state: &FourState) -> u64 {
    let mut bytes = Vec::with_capacity(200);
    super::knowledge::encode(state, &mut bytes);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// The game in words, after the auction.
pub(super) fn game_text(state: &FourState) -> Option<String> {
    if state.is_varsava() {
        return Some("varsava: everybody plays alone and avoids card points".to_owned());
    }
    let (declarer, bid) = state.declared()?;
    let detail = match (state.called, state.looks) {
        (Some(called), _) => format!(" and calls {called}"),
        (None, 2) => " with second cards".to_owned(),
        (None, 3) => " with third cards".to_owned(),
        (None, _) => String::new(),
    };
    Some(format!("player {declarer} plays {bid}{detail}"))
}

/// Description of a deal for a player.
pub(super) fn view_text(state: &FourState, viewer: Player, options: FourOptions) -> String {
    let mut text = String::new();
    let mut line = |words: String| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{words}");
    };
    line(format!("you are player {viewer}; forehand is player {}", state.forehand));
    if state.stage == Stage::Deal {
        line("no cards are dealt yet".to_owned());
        return text;
    }
    line(format!("your hand: {}", state.hands[viewer.index()]));
    line(format!("auction: {}", joined(auction_moves(state).into_iter().map(|mv| move_text(state, mv)), ", ")));
    game_text(state).into_iter().for_each(&mut line);
    let seen = state.talon_cards(state.seen_positions(viewer, options));
    if !seen.is_empty() {
        line(format!("cards of the talon that you have seen: {seen}"));
    }
    for player in seats() {
        let laid = state.laid_seen(player, viewer);
        if !laid.is_empty() {
            line(format!("player {player} laid aside: {laid}"));
        }
        let bonuses = state.revealed[player.index()].union(state.committed[player.index()]);
        if !bonuses.is_empty() {
            line(format!("player {player} announces {bonuses}"));
        }
    }
    for target in Target::ALL.into_iter().filter(|target| state.fleks[target.index()] > 0) {
        line(format!("{target} counts {} times", flek_factor(state, target)));
    }
    let tricks = tricks(state);
    for (leader, cards) in tricks.iter().rev().take(2).rev() {
        line(format!("player {leader} led {}", talon_text(cards)));
    }
    if let Stage::Play(player) = state.stage
        && player == viewer
    {
        line(format!("legal cards: {}", state.legal_cards()));
    }
    if state.stage == Stage::LayAside(viewer) {
        let layable: CardSet = FourState::layable(state.hands[viewer.index()]);
        line(format!("cards that can be laid aside: {layable}"));
    }
    if state.stage == Stage::Over {
        let totals = score_sheet(state, options).totals();
        line(format!("scores: {}", joined(totals.into_iter().map(|total| total.to_string()), ", ")));
    }
    text
}
