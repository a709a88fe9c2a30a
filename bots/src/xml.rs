//! The XML game state of Heads Up Script: read with diagnostics, and written. The reader accepts histories that break the
//! rules, as the samples of the thesis do, and warns about them.

use std::fmt::Write as _;

use boardwright_game::fault::Span;
use boardwright_lang::suggest::{did_you_mean, shorten};
use boardwright_lang::{Diagnostic, Findings, Source};
use roxmltree::{Document, Node};

use crate::cards::{Card, CardSet, Rank, Suit};
use crate::situation::{Actor, Chips, PastAction, PastKind, Phase, Situation};

/// Meaning of the stacks in `<init>`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StackMeaning {
    /// Stacks at the beginning of the hand: blinds and bets are subtracted.
    #[default]
    Starting,
    /// Chips that are left at the decision, taken as they are, as the thesis does.
    Remaining,
}

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
    let situation = match Document::parse(text) {
        Ok(document) => Reader { text, findings: &mut findings }.game(document.root_element(), stacks),
        Err(error) => {
            let at = byte_of(text, error.pos());
            findings.add(Diagnostic::error("xml", Span::new(at, at), format!("this is no XML: {error}")));
            None
        }
    };
    let situation = situation.filter(|_| !findings.has_errors());
    LoadedState { situation, diagnostics: findings.into_sorted(Span::new(text.len(), text.len())) }
}

/// Byte of a place in rows and columns of characters, from 1.
fn byte_of(text: &str, place: roxmltree::TextPos) -> usize {
    let row: usize = text.split_inclusive('\n').take(place.row.saturating_sub(1) as usize).map(str::len).sum();
    let column = text[row..].char_indices().nth(place.col.saturating_sub(1) as usize);
    column.map_or(text.len(), |(at, _)| row + at)
}

struct Reader<'t, 'f> {
    text: &'t str,
    findings: &'f mut Findings,
}

/// Chips that both players have put into the pot.
#[derive(Clone, Copy, Debug, Default)]
struct Bets {
    hero: Chips,
    villain: Chips,
}

impl Bets {
    fn of(&mut self, actor: Actor) -> &mut Chips {
        match actor {
            Actor::Hero => &mut self.hero,
            Actor::Villain => &mut self.villain,
        }
    }
}

/// Contents of `<init>`.
struct Init {
    big_blind: Chips,
    small_blind: Chips,
    hero_stack: Chips,
    villain_stack: Chips,
    hole: Option<[Card; 2]>,
    others: Vec<(String, String)>,
}

/// Elements of `<init>` that the language knows.
const INIT_NAMES: [&str; 5] = ["BB", "SB", "herostack", "villainstack", "herocards"];
/// Largest number of chips that is accepted, so that sums stay in range.
const MAX_CHIPS: Chips = 1_000_000_000_000;

impl Reader<'_, '_> {
    fn span(node: Node<'_, '_>) -> Span {
        let range = node.range();
        // Of an element with contents only its first tag is shown.
        let text = node.document().input_text();
        let end = text[range.clone()].find('>').map_or(range.end, |at| range.start + at + 1);
        Span::new(range.start, end)
    }

    fn error(&mut self, code: &'static str, span: Span, message: impl Into<String>) {
        self.findings.add(Diagnostic::error(code, span, message));
    }

    fn warning(&mut self, code: &'static str, span: Span, message: impl Into<String>) {
        self.findings.add(Diagnostic::warning(code, span, message));
    }

    fn game(&mut self, root: Node<'_, '_>, stacks: StackMeaning) -> Option<Situation> {
        if !root.has_tag_name("game") {
            let message = format!("expected <game>, not <{}>", shorten(root.tag_name().name()));
            self.error("element", Self::span(root), message);
            return None;
        }
        let known = ["init", "posts", "preflop", "flop", "turn", "river"];
        for node in elements(root) {
            let name = node.tag_name().name();
            if !known.contains(&name) {
                let near = did_you_mean(name, known);
                self.error("element", Self::span(node), format!("unknown element <{}>{near}", shorten(name)));
            } else if elements(root).take_while(|other| *other != node).any(|other| other.has_tag_name(name)) {
                self.error("twice", Self::span(node), format!("<{name}> stands twice"));
            }
        }
        let child = |name: &str| elements(root).find(|node| node.has_tag_name(name));
        let Some(init) = child("init") else {
            self.error("missing", Self::span(root), "<game> has no <init>");
            return None;
        };
        let init_values = self.init(init);
        let mut total = Bets::default();
        let button = child("posts").and_then(|posts| self.posts(posts, &mut total));
        let mut bet = total;
        let mut board = Vec::new();
        let mut history = Vec::new();
        let mut phase = Phase::Preflop;
        for current in Phase::ALL {
            let Some(node) = child(current.name()) else { continue };
            phase = current;
            if current != Phase::Preflop {
                bet = Bets::default();
                self.board(node, current, &mut board);
            }
            self.actions(node, current, (&mut total, &mut bet), &mut history);
        }
        let last = history.last().filter(|last: &&PastAction| last.phase == phase);
        if let Some(node) = child(phase.name()).filter(|_| last.is_some_and(|last| last.actor == Actor::Hero)) {
            self.warning("turn", Self::span(node), "the last action is the hero's own, so the villain is to act");
        }
        let init_values = init_values?;
        self.check_cards(init, init_values.hole.as_ref(), &board);
        let hero_has_button = button.unwrap_or_else(|| {
            self.warning("posts", Self::span(root), "<posts> does not say who has the small blind; the hero is taken to have it");
            Actor::Hero
        }) == Actor::Hero;
        let mut remaining = |stack: Chips, used: Chips, name: &str| match stacks {
            StackMeaning::Remaining => stack,
            StackMeaning::Starting => stack.checked_sub(used).unwrap_or_else(|| {
                let message = format!("{name} has put in {used} chips, more than the stack of {stack}");
                self.warning("stack", Self::span(init), message);
                0
            }),
        };
        let (hero_stack, villain_stack) = (
            remaining(init_values.hero_stack, total.hero, "hero"),
            remaining(init_values.villain_stack, total.villain, "villain"),
        );
        Some(Situation {
            hole: init_values.hole?,
            board,
            phase,
            small_blind: init_values.small_blind,
            big_blind: init_values.big_blind,
            hero_has_button,
            hero_stack,
            villain_stack,
            hero_total: total.hero,
            villain_total: total.villain,
            hero_bet: bet.hero,
            villain_bet: bet.villain,
            history,
            named_values: init_values.others,
            original: Some(self.text.to_owned()),
        })
    }

    fn init(&mut self, init: Node<'_, '_>) -> Option<Init> {
        let mut others = Vec::new();
        for node in elements(init) {
            let name = node.tag_name().name();
            if !INIT_NAMES.iter().any(|known| known.eq_ignore_ascii_case(name)) {
                others.push((name.to_owned(), node.text().unwrap_or_default().trim().to_owned()));
            }
        }
        let mut number = |name: &str| {
            let node = elements(init).find(|node| node.tag_name().name().eq_ignore_ascii_case(name));
            let Some(node) = node else {
                self.error("missing", Self::span(init), format!("<init> has no <{name}>"));
                return None;
            };
            let text = node.text().unwrap_or_default();
            self.chips(text, &format!("<{name}>"), Self::span(node))
        };
        let numbers = INIT_NAMES.map(|name| if name == "herocards" { Some(0) } else { number(name) });
        let hole = match elements(init).find(|node| node.has_tag_name("herocards")) {
            Some(node) => {
                let cards = self.cards(node);
                let hole = cards.as_deref().and_then(|cards| <[Card; 2]>::try_from(cards).ok());
                if let (None, Some(cards)) = (hole, &cards) {
                    let message = format!("<herocards> has {} cards instead of 2", cards.len());
                    self.error("cards", Self::span(node), message);
                }
                hole
            }
            None => {
                self.error("missing", Self::span(init), "<init> has no <herocards>");
                None
            }
        };
        let [Some(big_blind), Some(small_blind), Some(hero_stack), Some(villain_stack), _] = numbers else { return None };
        if big_blind == 0 {
            self.error("number", Self::span(init), "the big blind is 0");
            return None;
        }
        Some(Init { big_blind, small_blind, hero_stack, villain_stack, hole, others })
    }

    fn chips(&mut self, text: &str, what: &str, span: Span) -> Option<Chips> {
        let number = text.trim().parse::<Chips>().ok().filter(|&number| number <= MAX_CHIPS);
        if number.is_none() {
            let message = format!("{what} must be a whole number of chips, not \"{}\"", shorten(text.trim()));
            self.error("number", span, message);
        }
        number
    }

    /// Reads the blinds. Returns the player on the small blind.
    fn posts(&mut self, posts: Node<'_, '_>, total: &mut Bets) -> Option<Actor> {
        let mut button = None;
        for node in elements(posts) {
            let Some(actor) = self.actor(node) else { continue };
            let amount = node.attribute("amount").unwrap_or_default();
            let Some(amount) = self.chips(amount, "the amount", Self::span(node)) else { continue };
            *total.of(actor) += amount;
            match node.text().unwrap_or_default().trim().to_ascii_lowercase().as_str() {
                "sb" => button = Some(actor),
                "bb" => button = button.or(Some(actor.other())),
                _ => {}
            }
        }
        button
    }

    fn actor(&mut self, node: Node<'_, '_>) -> Option<Actor> {
        match node.attribute("player").unwrap_or_default().to_ascii_lowercase().as_str() {
            "hero" => Some(Actor::Hero),
            "villain" => Some(Actor::Villain),
            other => {
                let message = format!("the player must be \"hero\" or \"villain\", not \"{}\"", shorten(other));
                self.error("player", Self::span(node), message);
                None
            }
        }
    }

    /// Reads the cards below an element; `None` after an error in any of them.
    fn cards(&mut self, parent: Node<'_, '_>) -> Option<Vec<Card>> {
        let mut cards = Some(Vec::new());
        for node in elements(parent).filter(|node| node.has_tag_name("card")) {
            let rank = node.attribute("rank").unwrap_or_default();
            let letter = if rank == "10" { "t" } else { rank };
            let mut letters = letter.chars();
            let parsed = letters.next().and_then(|letter| Rank::from_letter(letter.to_ascii_uppercase()));
            let parsed = parsed.filter(|_| letters.next().is_none());
            let color = node.attribute("color").unwrap_or_default();
            let suit = Suit::ALL.into_iter().find(|suit| suit.name().eq_ignore_ascii_case(color));
            if parsed.is_none() {
                let message = format!("unknown rank \"{}\"; ranks are 2 to 9, T, J, Q, K and A", shorten(rank));
                self.error("cards", Self::span(node), message);
            }
            if suit.is_none() {
                let near = did_you_mean(color, Suit::ALL.map(Suit::name));
                let message = format!("unknown color \"{}\"{near}", shorten(color));
                self.findings.add(
                    Diagnostic::error("cards", Self::span(node), message)
                        .help("colors are hearts, diamonds, spades and clubs"),
                );
            }
            match (parsed, suit, &mut cards) {
                (Some(rank), Some(suit), Some(list)) => list.push(Card::new(rank, suit)),
                (Some(_), Some(_), None) => {}
                _ => cards = None,
            }
        }
        cards
    }

    /// Reads the new cards of the board in a phase.
    fn board(&mut self, node: Node<'_, '_>, phase: Phase, board: &mut Vec<Card>) {
        let parent = elements(node).find(|child| child.has_tag_name("cards")).unwrap_or(node);
        let Some(cards) = self.cards(parent) else { return };
        board.extend(cards);
        if board.len() != phase.board_cards() {
            let (name, count) = (phase.name(), phase.board_cards());
            let message = format!("there are {} cards on the board in <{name}> instead of {count}", board.len());
            self.error("cards", Self::span(node), message);
        }
    }

    fn check_cards(&mut self, init: Node<'_, '_>, hole: Option<&[Card; 2]>, board: &[Card]) {
        let mut seen = CardSet::default();
        for &card in hole.into_iter().flatten().chain(board) {
            if seen.contains(card) {
                self.error("cards", Self::span(init), format!("the card {card} occurs twice"));
            }
            seen.insert(card);
        }
    }

    /// Reads the actions of a phase, in the order of their numbers.
    fn actions(&mut self, node: Node<'_, '_>, phase: Phase, (total, bet): (&mut Bets, &mut Bets), history: &mut Vec<PastAction>) {
        let mut actions: Vec<(u64, Node<'_, '_>)> = Vec::new();
        for action in elements(node).filter(|child| child.has_tag_name("action")) {
            let number = action.attribute("no").unwrap_or_default();
            match number.trim().parse() {
                Ok(number) => actions.push((number, action)),
                Err(_) => {
                    let message = format!("the attribute `no` must be a whole number, not \"{}\"", shorten(number));
                    self.error("number", Self::span(action), message);
                }
            }
        }
        actions.sort_by_key(|(number, _)| *number);
        let mut last_raise = None;
        let mut last_actor = None;
        for (_, action) in actions {
            let Some(actor) = self.actor(action) else { continue };
            let span = Self::span(action);
            let amount = action.attribute("amount").map(|text| self.chips(text, "the amount", span));
            let to_call = bet.of(actor.other()).saturating_sub(*bet.of(actor));
            if last_actor == Some(actor) {
                self.warning("turn", span, format!("{} acts twice in a row", actor.name()));
            }
            last_actor = Some(actor);
            let kind = action.attribute("act").unwrap_or_default().to_ascii_lowercase();
            let (kind, added) = match (kind.as_str(), amount) {
                ("check", _) => {
                    if to_call > 0 {
                        self.warning("illegal", span, format!("a check although {to_call} chips are to be called"));
                    }
                    (PastKind::Check, 0)
                }
                ("call", amount) => {
                    let added = amount.map_or(Some(to_call), |amount| amount);
                    let Some(added) = added else { continue };
                    if added != to_call {
                        self.warning("illegal", span, format!("a call of {added} chips although {to_call} are to be called"));
                    }
                    (PastKind::Call(added), added)
                }
                ("raise" | "bet", Some(by)) => {
                    let Some(by) = by else { continue };
                    if last_raise.is_some_and(|last| by < last) {
                        self.warning("illegal", span, "this raise is smaller than the one before it");
                    }
                    last_raise = last_raise.max(Some(by));
                    (PastKind::Raise(by), to_call.saturating_add(by))
                }
                ("raise" | "bet", None) => {
                    self.error("missing", span, "a raise needs an amount: the chips beyond the call");
                    continue;
                }
                ("fold", _) => {
                    self.error("over", span, "the hand is over after a fold");
                    continue;
                }
                (other, _) => {
                    let near = did_you_mean(other, ["check", "call", "raise"]);
                    self.error("action", span, format!("unknown action \"{}\"{near}", shorten(other)));
                    continue;
                }
            };
            *bet.of(actor) += added;
            *total.of(actor) += added;
            history.push(PastAction { phase, actor, kind });
        }
    }
}

fn elements<'a, 'i>(node: Node<'a, 'i>) -> impl Iterator<Item = Node<'a, 'i>> {
    node.children().filter(Node::is_element)
}

/// Writes a game state, with starting stacks. [`read`] gives the same situation.
pub fn write(situation: &Situation) -> String {
    let mut out = String::from("<game>\n <init>");
    let stacks = [
        situation.hero_stack.saturating_add(situation.hero_total),
        situation.villain_stack.saturating_add(situation.villain_total),
    ];
    let values = [situation.big_blind, situation.small_blind, stacks[0], stacks[1]];
    for (name, value) in INIT_NAMES.iter().zip(values) {
        let _ = write!(out, "<{name}>{value}</{name}>");
    }
    for (name, value) in &situation.named_values {
        let value = value.replace('&', "&amp;").replace('<', "&lt;");
        let _ = write!(out, "<{name}>{value}</{name}>");
    }
    let _ = write!(out, "\n  <herocards>{}</herocards></init>\n <posts>", cards_xml(&situation.hole));
    let (button, other) = if situation.hero_has_button { (Actor::Hero, Actor::Villain) } else { (Actor::Villain, Actor::Hero) };
    for (actor, name) in [(button, "sb"), (other, "bb")] {
        let _ = write!(out, "<post player=\"{}\" amount=\"{}\">{name}</post>", actor.name(), blind_of(situation, actor));
    }
    out.push_str("</posts>\n");
    let mut number = 0;
    for phase in Phase::ALL.into_iter().filter(|&phase| phase <= situation.phase) {
        let _ = write!(out, " <{}>", phase.name());
        let before = phase.board_cards().saturating_sub(if phase == Phase::Flop { 3 } else { 1 });
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

/// Blind of a player: the chips in the pot that no action has put there.
fn blind_of(situation: &Situation, actor: Actor) -> Chips {
    let mut bets = Bets::default();
    let own_blind = |actor| {
        let has_button = (actor == Actor::Hero) == situation.hero_has_button;
        if has_button { situation.small_blind } else { situation.big_blind }
    };
    // Blinds count when raises are added up: a raise is beyond the call.
    let total = match actor {
        Actor::Hero => situation.hero_total,
        Actor::Villain => situation.villain_total,
    };
    *bets.of(Actor::Hero) = own_blind(Actor::Hero);
    *bets.of(Actor::Villain) = own_blind(Actor::Villain);
    let mut phase = Phase::Preflop;
    let mut added = 0;
    for past in &situation.history {
        if past.phase != phase {
            bets = Bets::default();
            phase = past.phase;
        }
        let to_call = bets.of(past.actor.other()).saturating_sub(*bets.of(past.actor));
        let chips = match past.kind {
            PastKind::Check => 0,
            PastKind::Call(chips) => chips,
            PastKind::Raise(by) => to_call.saturating_add(by),
        };
        *bets.of(past.actor) += chips;
        added += if past.actor == actor { chips } else { 0 };
    }
    total.saturating_sub(added)
}

fn cards_xml(cards: &[Card]) -> String {
    let text = |card: &Card| {
        format!("<card rank=\"{}\" color=\"{}\"/>", card.rank.letter().to_ascii_lowercase(), card.suit.name())
    };
    cards.iter().map(text).collect()
}
