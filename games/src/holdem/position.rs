//! Texts, encodings and keys of states.
//!
//! ```text
//! stacks 20000 20000
//! blinds 50 100
//! button 1
//! cards AsKd QhQc
//! preflop raise to 300, call 200
//! flop QdTc2s: check, bet 400
//! ```
//!
//! Cards that are not dealt are `-`, cards that are unknown are `?`, or `??` for one of two as in `As??`. Only streets that
//! have begun have a line. A line `mucks 1` after the cards names the player who gives up the pot at a showdown.

use std::fmt::Write as _;

use boardwright_game::game::StateError;
use boardwright_game::ids::Player;

use super::cards::{Card, cards_text, hole_text};
use super::history::Street;
use super::moves::{parse_action, parse_deal, parse_new_hole, played_text};
use super::state::{HandSetup, HoldemState, Stage};

/// Appends an encoding of a state. The order in which the cards of a hand and of the flop were dealt is left out.
pub(super) fn encode(state: &HoldemState, out: &mut Vec<u8>) {
    const NO_CARD: u8 = 0xff;
    let setup = state.setup();
    for number in setup.stacks.into_iter().chain([setup.small_blind, setup.big_blind]) {
        out.extend(number.to_le_bytes());
    }
    let dealt = match state.stage() {
        Stage::DealHole(player) => player.index() as u8,
        Stage::DealBoard(_) => 2,
        _ => 3,
    };
    out.extend([setup.button.number() as u8, dealt]);
    for player in [Player::FIRST, Player::FIRST.next(2)] {
        let mut cards = state.hole_cards(player).map(|card| card.map_or(NO_CARD, Card::number));
        cards.sort_unstable();
        out.extend(cards);
    }
    let mut board = [NO_CARD; 5];
    board.iter_mut().zip(state.board()).for_each(|(byte, card)| *byte = card.number());
    board[..3].sort_unstable();
    out.extend(board);
    state.history.encode(out);
    out.extend(state.mucked().map(|player| player.number() as u8));
}

/// Key of a state: FNV-1a (Fowler, Noll and Vo 1991) of its encoding.
pub(super) fn key(state: &HoldemState) -> u64 {
    let mut bytes = Vec::with_capacity(96);
    encode(state, &mut bytes);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Cards that a street brings to the board.
fn street_cards(state: &HoldemState, street: Street) -> Vec<Card> {
    let first = Street::ALL[street.index().saturating_sub(1)].board_cards();
    state.board().take(street.board_cards()).skip(first).collect()
}

/// Actions of a street, separated by commas.
fn actions_text(state: &HoldemState, street: Street) -> String {
    state.actions(street).map(|action| played_text(&action)).collect::<Vec<_>>().join(", ")
}

/// Streets that have begun.
fn streets(state: &HoldemState) -> impl Iterator<Item = Street> {
    let is_dealt = !matches!(state.stage(), Stage::DealHole(_));
    let last = state.street();
    Street::ALL.into_iter().filter(move |&street| is_dealt && street <= last)
}

/// Text of a state.
pub(super) fn text(state: &HoldemState) -> String {
    let HandSetup { stacks, small_blind, big_blind, button } = state.setup();
    let hole = [Player::FIRST, Player::FIRST.next(2)].map(|player| match (state.hole_cards(player), state.stage()) {
        ([None, None], Stage::DealHole(next)) if next == player || next == Player::FIRST => "-".to_owned(),
        ([None, None], _) => "?".to_owned(),
        (cards, _) => hole_text(cards),
    });
    let mut text = format!(
        "stacks {} {}\nblinds {small_blind} {big_blind}\nbutton {button}\ncards {} {}\n",
        stacks[0], stacks[1], hole[0], hole[1]
    );
    if let Some(player) = state.mucked() {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "mucks {player}");
    }
    for street in streets(state) {
        let cards = cards_text(&street_cards(state, street));
        let actions = actions_text(state, street);
        // Writing to a string cannot fail.
        let _ = match (street, actions.is_empty()) {
            (Street::Preflop, _) => writeln!(text, "{}", format!("preflop {actions}").trim_end()),
            (_, true) => writeln!(text, "{street} {cards}"),
            (_, false) => writeln!(text, "{street} {cards}: {actions}"),
        };
    }
    text
}

/// Reads two numbers behind a word.
fn two_numbers(line: Option<&str>, word: &str) -> Option<[u32; 2]> {
    let mut words = line?.split_whitespace();
    let is_named = words.next()? == word;
    let numbers = [words.next()?.parse().ok()?, words.next()?.parse().ok()?];
    (is_named && words.next().is_none()).then_some(numbers)
}

/// Parses the text of a state. The hand is played again, so that every state can occur in a game.
pub(super) fn parse(text: &str) -> Result<HoldemState, StateError> {
    let refuse = |line, reason: String| StateError { line, reason };
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let stacks = two_numbers(lines.next(), "stacks")
        .ok_or_else(|| refuse(1, "this should be: stacks, and the chips of both players".into()))?;
    let [small_blind, big_blind] = two_numbers(lines.next(), "blinds")
        .ok_or_else(|| refuse(2, "this should be: blinds, the small and the big one".into()))?;
    let button = match lines.next().map(|line| line.split_whitespace().collect::<Vec<_>>()).as_deref() {
        Some(["button", number]) if let Some(player) = player_numbered(number) => player,
        _ => return Err(refuse(3, "this should be: button, and 1 or 2 for the player who has it".into())),
    };
    let setup = HandSetup { stacks, small_blind, big_blind, button };
    setup.check().map_err(|reason| refuse(if reason.starts_with("the blinds") { 2 } else { 1 }, reason))?;
    let mut state = HoldemState::new(setup);
    let cards = lines.next().and_then(|line| line.strip_prefix("cards ")).unwrap_or_default();
    let cards: Vec<&str> = cards.split_whitespace().collect();
    let [first, second] = cards[..] else {
        let form = "this should be: cards, and for each player two cards like AsKd, ? if unknown, - if not dealt";
        return Err(refuse(4, form.into()));
    };
    if first == "-" && second != "-" {
        return Err(refuse(4, "the first player gets cards first".into()));
    }
    for hole in [first, second].into_iter().take_while(|&hole| hole != "-") {
        if hole == "?" {
            state.deal_hole(None);
            continue;
        }
        let dealt = parse_new_hole(&state, hole).map_err(|reason| refuse(4, reason))?;
        state.deal_hole_cards(dealt);
    }
    for (line, text) in (5..).zip(lines) {
        if let (5, Some(number)) = (line, text.strip_prefix("mucks ")) {
            let player = player_numbered(number.trim());
            let form = || refuse(5, "this should be: mucks, and 1 or 2 for the player who gives up the pot".into());
            state.set_mucked(Some(player.ok_or_else(form)?));
            continue;
        }
        parse_street(&mut state, text).map_err(|reason| refuse(line, reason))?;
    }
    Ok(state)
}

fn player_numbered(number: &str) -> Option<Player> {
    number.parse().ok().filter(|number| (1..=2).contains(number)).and_then(Player::new)
}

/// Parses the line of a street and plays it.
fn parse_street(state: &mut HoldemState, text: &str) -> Result<(), String> {
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    let street = Street::ALL.into_iter().find(|street| street.to_string() == word);
    let street = street.ok_or_else(|| format!("\"{word}\" is no street; write preflop, flop, turn or river"))?;
    let actions = if street == Street::Preflop {
        let is_first = state.action_count() == 0 && state.street() == street;
        if !is_first || matches!(state.stage(), Stage::DealHole(_)) {
            return Err("the line preflop is the first one after the cards of both players".to_owned());
        }
        rest
    } else {
        if state.stage() != Stage::DealBoard(street) {
            return Err(format!(
                "no {street} is dealt here: the betting before it must be over, and the hand must not"
            ));
        }
        let (cards, actions) = rest.split_once(':').unwrap_or((rest, ""));
        state.deal_board(parse_deal(state, cards)?.as_slice());
        actions
    };
    for action in actions.split(',').map(str::trim).filter(|action| !action.is_empty()) {
        if state.street() != street {
            return Err(format!("the betting of this street is over before \"{action}\""));
        }
        let parsed = parse_action(state, action).map_err(|reason| format!("\"{action}\" is not legal: {reason}"))?;
        state.act(parsed);
    }
    Ok(())
}

/// Description of a hand for a player.
pub(super) fn view_text(state: &HoldemState, viewer: Player) -> String {
    let seen = state.seen_by(viewer);
    let other = viewer.next(2);
    let hole = |player: Player| match (seen.hole(player), seen.stage()) {
        (Some(cards), _) => cards.map(|card| card.to_string()).join(" "),
        (None, Stage::DealHole(_)) => "no cards yet".to_owned(),
        (None, _) => "two cards face down".to_owned(),
    };
    let board = state.board().map(|card| card.to_string()).collect::<Vec<_>>().join(" ");
    let [small, big] = [state.small_blind(), state.big_blind()];
    let position = if viewer == state.button() { "button, small blind" } else { "big blind" };
    let stacks = state.final_stacks();
    let mut text = format!(
        "you have {} ({position}, stack {}), the other player has {} (stack {})\nboard: {}; pot {}; blinds {small}/{big}\n",
        hole(viewer),
        stacks[viewer.index()],
        hole(other),
        stacks[other.index()],
        if board.is_empty() { "no cards yet" } else { &board },
        state.pot(),
    );
    for street in streets(state) {
        let actions: Vec<String> = state
            .actions(street)
            .map(|action| format!("{} {}", if action.player == viewer { "you" } else { "other" }, played_text(&action)))
            .collect();
        if !actions.is_empty() {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{street}: {}", actions.join(", "));
        }
    }
    if state.to_act() == Some(viewer) {
        let _ = match (state.to_call(viewer), state.raise_interval()) {
            (0, Some(interval)) => writeln!(text, "check, or bet {} to {}", interval.min_to, interval.max_to),
            (0, None) => writeln!(text, "check"),
            (chips, Some(interval)) => {
                writeln!(text, "fold, call {chips}, or raise to {} to {}", interval.min_to, interval.max_to)
            }
            (chips, None) => writeln!(text, "fold, or call {chips}"),
        };
    }
    text
}
