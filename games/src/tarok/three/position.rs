//! Texts of states.
//!
//! ```text
//! forehand 1
//! radelci 0 1 0
//! last deal tri by 2, won, announced trula, made trula, pagat ultimo
//! hand 1 H 4, H K, ...
//! hand 2 ...
//! hand 3 ...
//! talon VI, C C, S C, D 3, S K, S 8
//! auction bid tri, pass, pass
//! contract tri
//! group 2
//! laid away C 7, C 8, D 1
//! announced nothing
//! doubled kontra game, no kontra, no re
//! played S K, S 7, XX
//! ```
//!
//! Hands are those that were dealt. Lines of stages that have not begun are left out.

use std::fmt::Write as _;

use boardwright_game::game::StateError;
use boardwright_game::ids::Player;

use super::contract::{Contract, Item, Items, ThreeOptions};
use super::knowledge::laid_cards_seen;
use super::moves::{doublings_since, parse_move, refusal};
use super::scoring;
use super::state::{Call, DealSummary, DealtCards, PLAYERS, Stage, ThreeMove, ThreeState, seats};
use crate::tarok::cards::Card;
use crate::tarok::dealing::talon_text;
use crate::tarok::text_lines::NamedLines;

/// The cards as they were dealt.
fn dealt_cards(state: &ThreeState) -> DealtCards {
    let mut hands = state.hands;
    let mut replayed = Replay::new(state);
    while let Some((player, card)) = replayed.next_card(state) {
        hands[player.index()].insert(card);
    }
    if let (Some(declarer), Some(group)) = (state.declarer(), state.group) {
        let hand = &mut hands[declarer.index()];
        *hand = hand.union(state.laid).without(state.group_cards(group));
    }
    DealtCards { hands, talon: state.talon }
}

/// The players of the cards that were played.
struct Replay {
    trick: crate::tarok::tricks::Trick<PLAYERS>,
    leader: Player,
    count: usize,
}

impl Replay {
    fn new(state: &ThreeState) -> Self {
        let leader = state.bidder.map_or(state.forehand, |(player, _)| player);
        Self { trick: crate::tarok::tricks::Trick::default(), leader, count: 0 }
    }

    fn next_card(&mut self, state: &ThreeState) -> Option<(Player, Card)> {
        let card = *state.played().get(self.count)?;
        let seat = |position: usize| seats()[(self.leader.index() + position) % PLAYERS];
        let player = seat(self.trick.len());
        self.count += 1;
        self.trick.play(card);
        if self.trick.is_complete() {
            self.leader = seat(self.trick.winning_position());
            self.trick = crate::tarok::tricks::Trick::default();
        }
        Some((player, card))
    }
}

/// The tricks that were played, each with its leader.
pub fn tricks(state: &ThreeState) -> Vec<(Player, Vec<Card>)> {
    let mut replay = Replay::new(state);
    let mut tricks: Vec<(Player, Vec<Card>)> = Vec::new();
    while let Some((player, card)) = replay.next_card(state) {
        match tricks.last_mut() {
            Some((_, cards)) if cards.len() < PLAYERS => cards.push(card),
            _ => tricks.push((player, vec![card])),
        }
    }
    tricks
}

fn summary_text(last: Option<DealSummary>) -> String {
    let Some(DealSummary { contract, declarer, is_won, announced, made }) = last else { return "none".to_owned() };
    let result = if is_won { "won" } else { "lost" };
    format!("{contract} by {declarer}, {result}, announced {announced}, made {made}")
}

/// Text of a state.
pub(super) fn text(state: &ThreeState, options: ThreeOptions) -> String {
    let [first, second, third] = state.radelci;
    let last = summary_text(state.last);
    let mut text = format!("forehand {}\nradelci {first} {second} {third}\nlast deal {last}\n", state.forehand);
    if state.stage == Stage::Deal {
        return text;
    }
    let dealt = dealt_cards(state);
    for (player, hand) in (1..).zip(dealt.hands) {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "hand {player} {hand}");
    }
    let _ = writeln!(text, "talon {}", talon_text(&state.talon));
    let calls: Vec<String> = state.calls.as_slice().iter().map(|&call| call_text(call)).collect();
    let mut line = |name: &str, words: String| {
        let _ = writeln!(text, "{}", format!("{name} {words}").trim_end());
    };
    line("auction", calls.join(", "));
    if let Some(contract) = state.contract {
        line("contract", contract.to_string());
    }
    if let Some(group) = state.group {
        line("group", (group + 1).to_string());
        line("laid away", state.laid.to_string());
    }
    let is_announced = matches!(state.stage, Stage::Double { .. } | Stage::Play(_) | Stage::Over);
    if is_announced && state.contract.is_some_and(|contract| !contract.is_negative()) {
        line("announced", state.announced.to_string());
    }
    if is_announced && state.contract != Some(Contract::Klop) {
        let doubled = doublings_since(&before_doubling(state, options), state, options);
        line("doubled", doubled.into_iter().map(|(_, text)| text).collect::<Vec<_>>().join(", "));
    }
    if matches!(state.stage, Stage::Play(_) | Stage::Over) {
        line("played", state.played().iter().map(Card::to_string).collect::<Vec<_>>().join(", "));
    }
    text
}

fn call_text(call: Call) -> String {
    match call {
        Call::Pass => "pass".to_owned(),
        Call::Bid(contract) => format!("bid {contract}"),
    }
}

/// The state in which the doublings of a deal began.
fn before_doubling(state: &ThreeState, options: ThreeOptions) -> ThreeState {
    let mut replayed = ThreeState::new(state.forehand, state.radelci, state.last);
    replayed.deal(&dealt_cards(state));
    for call in state.calls.as_slice() {
        let mv = match *call {
            Call::Pass => ThreeMove::Pass,
            Call::Bid(contract) => ThreeMove::Bid(contract),
        };
        replayed.act(mv, options);
    }
    let choice = state.contract.map(ThreeMove::Choose);
    let taken = state.group.map(ThreeMove::Take);
    choice.into_iter().chain(taken).for_each(|mv| replayed.act(mv, options));
    state.laid.iter().for_each(|card| replayed.act(ThreeMove::LayAway(card), options));
    if replayed.stage == Stage::Announce {
        replayed.act(ThreeMove::Announce(state.announced), options);
    }
    replayed
}

/// The player with this number.
fn parse_player(text: &str) -> Option<Player> {
    text.trim().parse().ok().filter(|number| (1..=PLAYERS).contains(number)).and_then(Player::new)
}

fn parse_summary(text: &str) -> Option<DealSummary> {
    let (game, rest) = text.split_once(", ")?;
    let (contract, declarer) = game.split_once(" by ")?;
    let (result, rest) = rest.split_once(", announced ")?;
    let (announced, made) = rest.split_once(", made ")?;
    let items = |text: &str| match text {
        "nothing" => Some(Items::NONE),
        _ => text.split(", ").map(|name| Item::by_name(name).filter(|&item| item != Item::Game)).collect(),
    };
    let is_won = match result {
        "won" => true,
        "lost" => false,
        _ => return None,
    };
    Some(DealSummary {
        contract: Contract::by_name(contract)?,
        declarer: parse_player(declarer)?,
        is_won,
        announced: items(announced)?,
        made: items(made)?,
    })
}

/// Parses the text of a state. The deal is played again, so that every state can occur in a game.
pub(super) fn parse(text: &str, options: ThreeOptions) -> Result<ThreeState, StateError> {
    let mut lines = NamedLines::new(text);
    let forehand = lines.required("forehand", "the number of a player from 1 to 3")?;
    let forehand = parse_player(forehand).ok_or_else(|| lines.error("forehand is a player from 1 to 3"))?;
    let radelci: Vec<Option<u8>> =
        lines.required("radelci", "three numbers")?.split_whitespace().map(|word| word.parse().ok()).collect();
    let [Some(first), Some(second), Some(third)] = radelci[..] else {
        return Err(lines.error("radelci are three numbers from 0 to 255, by player"));
    };
    let last = lines.required("last deal", "its result, or none")?;
    let form = "the last deal is none, or like \"tri by 2, won, announced nothing, made trula\"";
    let last = match last {
        "none" => None,
        text => Some(parse_summary(text).ok_or_else(|| lines.error(form))?),
    };
    let mut state = ThreeState::new(forehand, [first, second, third], last);
    let Some(hand) = lines.optional("hand 1") else { return lines.end().map(|()| state) };
    let parts = [
        hand,
        lines.required("hand 2", "16 cards")?,
        lines.required("hand 3", "16 cards")?,
        lines.required("talon", "six cards")?,
    ];
    state.deal(&DealtCards::parse(&parts).map_err(|reason| lines.error(reason))?);
    play_lines(&mut state, &mut lines, options)?;
    lines.end()?;
    Ok(state)
}

/// Makes the moves of the lines after the deal.
fn play_lines(state: &mut ThreeState, lines: &mut NamedLines<'_>, options: ThreeOptions) -> Result<(), StateError> {
    let calls = lines.required("auction", "bids and passes")?;
    make_all(state, calls, lines, options, "")?;
    if let Some(contract) = lines.optional("contract") {
        make(state, &format!("choose {contract}"), lines, options)?;
    }
    if let Some(group) = lines.optional("group") {
        make(state, &format!("take group {group}"), lines, options)?;
    }
    if let Some(cards) = lines.optional("laid away") {
        make_all(state, cards, lines, options, "lay away ")?;
    }
    if let Some(items) = lines.optional("announced") {
        make(state, &format!("announce {items}"), lines, options)?;
    }
    if let Some(doublings) = lines.optional("doubled") {
        make_all(state, doublings, lines, options, "")?;
    }
    if let Some(cards) = lines.optional("played") {
        make_all(state, cards, lines, options, "")?;
    }
    Ok(())
}

fn make_all(
    state: &mut ThreeState,
    texts: &str,
    lines: &NamedLines<'_>,
    options: ThreeOptions,
    prefix: &str,
) -> Result<(), StateError> {
    let mut texts = texts.split(',').map(str::trim).filter(|text| !text.is_empty());
    texts.try_for_each(|text| make(state, &format!("{prefix}{text}"), lines, options))
}

fn make(state: &mut ThreeState, text: &str, lines: &NamedLines<'_>, options: ThreeOptions) -> Result<(), StateError> {
    let mv = parse_move(state, options, text);
    let mv = mv.map_err(|reason| lines.error(format!("\"{text}\" is not possible: {reason}")))?;
    debug_assert_eq!(refusal(state, options, mv), None);
    state.act(mv, options);
    Ok(())
}

/// Key of a state: FNV-1a (Fowler, Noll and Vo 1991) of its encoding.
pub(super) fn key(state: &ThreeState) -> u64 {
    let mut bytes = Vec::with_capacity(160);
    super::knowledge::encode(state, &mut bytes);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Description of a deal for a player.
pub(super) fn view_text(state: &ThreeState, viewer: Player, options: ThreeOptions) -> String {
    let mut text = String::new();
    let mut line = |words: String| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{words}");
    };
    line(format!("you are player {viewer}; forehand is player {}", state.forehand));
    if state.radelci != [0; PLAYERS] {
        let [first, second, third] = state.radelci;
        line(format!("radelci: {first}, {second}, {third}"));
    }
    if state.stage == Stage::Deal {
        line("no cards are dealt yet".to_owned());
        return text;
    }
    line(format!("your hand: {}", state.hands[viewer.index()]));
    let calls: Vec<String> = state.calls.as_slice().iter().map(|&call| call_text(call)).collect();
    line(format!("auction: {}", calls.join(", ")));
    if let Some(contract) = state.contract {
        line(match state.declarer() {
            Some(declarer) => format!("player {declarer} plays {contract}"),
            None => format!("{contract}: everybody avoids card points"),
        });
    }
    if !state.shown_talon().is_empty() {
        let taken = state.group.map_or_else(String::new, |group| format!("; group {} was taken", group + 1));
        line(format!("talon: {}{taken}", talon_text(state.shown_talon())));
    }
    let laid = laid_cards_seen(state, viewer);
    if !laid.is_empty() {
        line(format!("laid away: {laid}"));
    }
    if !state.announced.is_empty() {
        line(format!("announced: {}", state.announced));
    }
    for item in Item::ALL.into_iter().filter(|item| state.doublings[item.index()].level > 0) {
        line(format!("{item} counts {} times", state.doublings[item.index()].factor()));
    }
    let tricks = tricks(state);
    let shown = if state.contract == Some(Contract::Berac) { tricks.len() } else { 2 };
    for (leader, cards) in tricks.iter().rev().take(shown).rev() {
        line(format!("player {leader} led {}", talon_text(cards)));
    }
    if let Stage::Play(player) = state.stage
        && player == viewer
    {
        line(format!("legal cards: {}", state.legal_cards(options)));
    }
    if state.stage == Stage::Over {
        let sheet = scoring::score_sheet(state, options);
        line(format!("scores: {}", seats().map(|player| sheet.total(player).to_string()).join(", ")));
    }
    text
}
