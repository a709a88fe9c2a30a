//! The XML game state of Heads Up Script: read with diagnostics, and written for external programs. The reader itself is
//! that of the game; it accepts histories that break the rules, as the samples of the thesis do, and warns about them.

use std::fmt::Write as _;

use boardwright_game::fault::Span;
use boardwright_game::ids::Player;
pub use boardwright_games::holdem::xml::StackMeaning;
use boardwright_games::holdem::xml::{XmlProblem, parse_game};
use boardwright_games::holdem::{Card, Street};
use boardwright_lang::{Diagnostic, Findings, Source};

use crate::script::vocabulary::Constant;
use crate::situation::{Actor, Chips, PastKind, Situation};

/// Result of reading a game state.
#[derive(Clone, Debug)]
pub struct LoadedState {
    /// The state; `None` exactly if the diagnostics contain an error.
    pub situation: Option<Situation>,
    /// All errors and warnings, ordered by source position.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads a game state.
pub fn read(source: &Source, stacks: StackMeaning) -> LoadedState {
    let mut findings = Findings::default();
    let text = source.text();
    let span = |problem: &XmlProblem| {
        let at = byte_of(text, problem.line, problem.column);
        // The whole tag or word at the place.
        let rest = &text[at..];
        let length = if rest.starts_with('<') {
            rest.find('>').map_or(rest.len(), |end| end + 1)
        } else {
            rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len())
        };
        Span::new(at, at + length)
    };
    let situation = match parse_game(text, stacks) {
        Ok(game) => {
            for problem in &game.warnings {
                findings.add(Diagnostic::warning("state", span(problem), problem.message.clone()));
            }
            let situation = Situation::of_hand(&game.hand, Player::FIRST);
            situation.map(|situation| Situation {
                named_values: game.init.into_iter().filter(|(name, _)| Constant::from_name(name).is_none()).collect(),
                original: Some(text.to_owned()),
                ..situation
            })
        }
        Err(problems) => {
            for problem in &problems {
                findings.add(Diagnostic::error("state", span(problem), problem.message.clone()));
            }
            None
        }
    };
    LoadedState { situation, diagnostics: findings.into_sorted(Span::new(text.len(), text.len())) }
}

/// Byte of a place in lines and columns of characters, both from 1.
fn byte_of(text: &str, line: u32, column: u32) -> usize {
    let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1) as usize).map(str::len).sum();
    let column = text[start..].char_indices().nth(column.saturating_sub(1) as usize);
    column.map_or(text.len(), |(at, _)| start + at)
}

/// Writes a game state, with the chips that are left as stacks. [`read`] gives the same situation.
pub fn write(situation: &Situation) -> String {
    let mut out = String::from("<game>\n <init>");
    let values = [
        ("BB", situation.big_blind),
        ("SB", situation.small_blind),
        ("herostack", situation.hero_stack),
        ("villainstack", situation.villain_stack),
    ];
    for (name, value) in values {
        let _ = write!(out, "<{name}>{value}</{name}>");
    }
    for (name, value) in &situation.named_values {
        let value = value.replace('&', "&amp;").replace('<', "&lt;");
        let _ = write!(out, "<{name}>{value}</{name}>");
    }
    let _ = write!(out, "\n  <herocards>{}</herocards></init>\n <posts>", cards_xml(&situation.hole));
    let (button, other) =
        if situation.hero_has_button { (Actor::Hero, Actor::Villain) } else { (Actor::Villain, Actor::Hero) };
    for (actor, name) in [(button, "sb"), (other, "bb")] {
        let _ =
            write!(out, "<post player=\"{}\" amount=\"{}\">{name}</post>", actor.name(), blind_of(situation, actor));
    }
    out.push_str("</posts>\n");
    let mut number = 0;
    for phase in Street::ALL.into_iter().filter(|&phase| phase <= situation.phase) {
        let _ = write!(out, " <{}>", phase.name());
        let before = phase.board_cards().saturating_sub(if phase == Street::Flop { 3 } else { 1 });
        if let Some(cards) = situation.board.get(before..phase.board_cards()).filter(|cards| !cards.is_empty()) {
            let _ = write!(out, "<cards>{}</cards>", cards_xml(cards));
        }
        for past in situation.history.iter().filter(|past| past.phase == phase) {
            let (act, amount) = match past.kind {
                PastKind::Check => ("check", 0),
                PastKind::Call(added) => ("call", added),
                PastKind::Raise(by) => ("raise", by),
            };
            let player = past.actor.name();
            let _ = write!(out, "\n  <action no=\"{number}\" player=\"{player}\" act=\"{act}\" amount=\"{amount}\"/>");
            number += 1;
        }
        let _ = writeln!(out, "</{}>", phase.name());
    }
    out.push_str("</game>\n");
    out
}

/// Blind that a player has posted: the chips in the pot that no action has put there.
fn blind_of(situation: &Situation, actor: Actor) -> Chips {
    let blinds = [situation.small_blind, situation.big_blind];
    let mut bets = if situation.hero_has_button { blinds } else { [blinds[1], blinds[0]] };
    let mut phase = Street::Preflop;
    let mut added = 0;
    for past in &situation.history {
        if past.phase != phase {
            (phase, bets) = (past.phase, [0, 0]);
        }
        let own = past.actor as usize;
        let chips = match past.kind {
            PastKind::Check => 0,
            PastKind::Call(chips) => chips,
            PastKind::Raise(by) => bets[1 - own].saturating_sub(bets[own]).saturating_add(by),
        };
        bets[own] += chips;
        added += if past.actor == actor { chips } else { 0 };
    }
    let total = match actor {
        Actor::Hero => situation.hero_total,
        Actor::Villain => situation.villain_total,
    };
    total.saturating_sub(added)
}

fn cards_xml(cards: &[Card]) -> String {
    const SUITS: [&str; 4] = ["clubs", "diamonds", "hearts", "spades"];
    let text = |card: &Card| {
        let suit = SUITS[usize::from(card.suit())];
        format!("<card rank=\"{}\" color=\"{suit}\"/>", card.rank_letter().to_ascii_lowercase())
    };
    cards.iter().map(text).collect()
}
