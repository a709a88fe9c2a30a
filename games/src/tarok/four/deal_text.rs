//! A deal in words: game, announcements, tricks and scores, as a reader may know them. The cards of a trick are known to all.

use std::fmt::Write as _;

use boardwright_game::game::DealReader;

use super::contract::{Bonuses, FourOptions};
use super::position::tricks;
use super::scoring::{SCORE_KINDS, bonuses_made, declarer_points, score_sheet};
use super::state::{FourState, Stage, seats};

const INFALLIBLE: &str = "a string takes any text";

/// Course of a deal in lines of text.
pub(super) fn deal_text(state: &FourState, options: FourOptions, number: u32, reader: DealReader<'_>) -> String {
    let mut text = format!("Deal {number}: forehand {}", reader.name(state.forehand));
    if state.is_varsava() {
        text.push_str("; varsava");
    }
    if let Some((player, bid)) = state.declared() {
        write!(text, "; {} plays {bid}", reader.name(player)).expect(INFALLIBLE);
        if let Some(called) = state.called {
            write!(text, " and calls {called}").expect(INFALLIBLE);
        }
    }
    for player in seats() {
        let bonuses = state.revealed[player.index()].union(state.committed[player.index()]);
        if bonuses != Bonuses::NONE {
            write!(text, "; {} announces {bonuses}", reader.name(player)).expect(INFALLIBLE);
        }
    }
    for (player, target, level) in state
        .flek_calls
        .as_slice()
        .iter()
        .filter_map(|call| call.flek.map(|(target, level)| (call.player, target, level)))
    {
        let name = super::contract::FLEKS[usize::from(level) - 1];
        write!(text, "; {} says {name} to {target}", reader.name(player)).expect(INFALLIBLE);
    }
    for (index, (leader, cards)) in tricks(state).into_iter().enumerate() {
        let cards: Vec<String> = cards.iter().map(ToString::to_string).collect();
        write!(text, "\n{}. {}: {}", index + 1, reader.name(leader), cards.join(" · ")).expect(INFALLIBLE);
    }
    if state.stage == Stage::Over {
        write!(text, "\n{}", result_text(state, options, reader)).expect(INFALLIBLE);
    }
    text
}

/// Result of a deal that is over.
pub(super) fn result_text(state: &FourState, options: FourOptions, reader: DealReader<'_>) -> String {
    let sheet = score_sheet(state, options);
    let mut parts = Vec::new();
    if let Some(side) = state.declarer_side() {
        let members = seats().into_iter().filter(|player| side >> player.index() & 1 != 0);
        let names: Vec<String> = members.map(|player| reader.name(player)).collect();
        let verb = if names.len() == 1 { "has" } else { "have" };
        parts.push(format!("{} {verb} {} of 70 points", names.join(" and "), declarer_points(state, options)));
    } else {
        let taken = seats().map(|player| format!("{} {}", reader.name(player), state.piles[player.index()].points()));
        parts.push(format!("points taken: {}", taken.join(", ")));
    }
    for (player, made) in seats().into_iter().zip(bonuses_made(state)) {
        if !made.is_empty() {
            parts.push(format!("{} made {made}", reader.name(player)));
        }
    }
    for player in seats().into_iter().filter(|&player| sheet.total(player) != 0) {
        let kinds = SCORE_KINDS.into_iter().zip(sheet.kinds[player.index()]).filter(|(_, score)| *score != 0);
        let kinds: Vec<String> = kinds.map(|(kind, score)| format!("{kind} {score:+}")).collect();
        parts.push(format!("{} {:+} ({})", reader.name(player), sheet.total(player), kinds.join(", ")));
    }
    parts.join("; ")
}
