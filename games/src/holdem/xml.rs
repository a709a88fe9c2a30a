//! XML game states of Heads Up Script (2013), as a bot gets them: blinds, stacks, the own cards, and the actions of each
//! street. Histories need not keep the rules: what breaks them is reported as a warning, and followed.
//!
//! ```xml
//! <game>
//!  <init><BB>20</BB><SB>10</SB><herostack>1500</herostack><villainstack>2500</villainstack>
//!   <herocards><card rank="j" color="hearts"/><card rank="3" color="clubs"/></herocards></init>
//!  <posts><post player="hero" amount="10">sb</post><post player="villain" amount="20">bb</post></posts>
//!  <preflop><action no="0" player="hero" act="call" amount="10"/></preflop>
//! </game>
//! ```
//!
//! The amount of a call is the chips that are added, the amount of a raise the chips beyond the call.

use std::fmt;

use boardwright_game::ids::Player;
use roxmltree::{Document, Node};

use super::cards::{Card, CardSet};
use super::history::{HoldemAction, Street};
use super::state::{HandSetup, HoldemState, MAX_STACK, Stage};

/// Meaning of the stacks in an XML game state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StackMeaning {
    /// Chips that the players still have behind.
    #[default]
    Behind,
    /// Chips before the blinds.
    Starting,
}

/// A game state as it was read. The hero is the first player, and it is the hero's turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct XmlGame {
    /// The hand; the villain's cards are unknown.
    pub hand: HoldemState,
    /// Elements of `<init>` except the cards, with their texts, in their order.
    pub init: Vec<(String, String)>,
    /// Parts that break the rules and were followed nevertheless.
    pub warnings: Vec<XmlProblem>,
}

/// An error or a warning with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct XmlProblem {
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1.
    pub column: u32,
    /// Description.
    pub message: String,
}

impl fmt::Display for XmlProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}

/// The player of the script.
const HERO: Player = Player::FIRST;

/// Reads a game state.
///
/// # Errors
/// All errors, in the order of the text.
pub fn parse_game(text: &str, stacks: StackMeaning) -> Result<XmlGame, Vec<XmlProblem>> {
    let document = Document::parse(text).map_err(|error| {
        let place = error.pos();
        vec![XmlProblem { line: place.row, column: place.col, message: format!("this is no XML: {error}") }]
    })?;
    let mut reader = Reader { document: &document, errors: Vec::new(), warnings: Vec::new() };
    let game = reader.game(stacks);
    let Reader { mut errors, warnings, .. } = reader;
    errors.sort_by_key(|error| (error.line, error.column));
    match game {
        Some((hand, init)) if errors.is_empty() => Ok(XmlGame { hand, init, warnings }),
        _ => Err(errors),
    }
}

/// An action of the text.
struct TextAction<'d> {
    node: Node<'d, 'd>,
    street: Street,
    player: Player,
    kind: TextKind,
    amount: Option<u32>,
}

/// Kind of an action of the text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TextKind {
    Fold,
    Check,
    Call,
    Raise,
}

/// Reads a document and collects what is wrong.
struct Reader<'d> {
    document: &'d Document<'d>,
    errors: Vec<XmlProblem>,
    warnings: Vec<XmlProblem>,
}

/// Child elements of a name; upper and lower case are the same.
fn children<'d>(node: Node<'d, 'd>, name: &'static str) -> impl Iterator<Item = Node<'d, 'd>> {
    node.children().filter(move |child| child.is_element() && child.tag_name().name().eq_ignore_ascii_case(name))
}

impl<'d> Reader<'d> {
    fn problem(&self, node: Node<'d, 'd>, message: String) -> XmlProblem {
        let place = self.document.text_pos_at(node.range().start);
        XmlProblem { line: place.row, column: place.col, message }
    }

    fn error(&mut self, node: Node<'d, 'd>, message: impl Into<String>) {
        let problem = self.problem(node, message.into());
        self.errors.push(problem);
    }

    fn warn(&mut self, node: Node<'d, 'd>, message: impl Into<String>) {
        let problem = self.problem(node, message.into());
        self.warnings.push(problem);
    }

    fn game(&mut self, stacks: StackMeaning) -> Option<(HoldemState, Vec<(String, String)>)> {
        let root = self.document.root_element();
        if !root.tag_name().name().eq_ignore_ascii_case("game") {
            self.error(root, format!("the outermost element is <{}>, and should be <game>", root.tag_name().name()));
            return None;
        }
        let Some(init) = children(root, "init").next() else {
            self.error(root, "the element <init> is missing: blinds, stacks and the hero's cards");
            return None;
        };
        let big_blind = self.number(init, "BB");
        let small_blind = self.number(init, "SB");
        let hero_stack = self.number(init, "herostack");
        let villain_stack = self.number(init, "villainstack");
        let mut seen = CardSet::EMPTY;
        let hole = children(init, "herocards").next();
        if hole.is_none() {
            self.error(init, "the element <herocards> is missing");
        }
        let hole = hole.and_then(|node| self.cards::<2>(node, &mut seen));
        let actions = self.actions(root);
        let boards = self.boards(root, &mut seen);
        let button = self.button(root, &actions);
        let (big_blind, small_blind) = (big_blind?, small_blind?);
        let blinds = if button == HERO { [small_blind, big_blind] } else { [big_blind, small_blind] };
        self.check_posts(root, blinds);
        let mut stacks_now = [hero_stack?, villain_stack?];
        if stacks == StackMeaning::Behind {
            let put_in = contributions(&actions, blinds);
            for (stack, put_in) in stacks_now.iter_mut().zip(put_in) {
                *stack = stack.saturating_add(put_in).min(MAX_STACK);
            }
        }
        let setup = HandSetup { stacks: stacks_now, small_blind, big_blind, button };
        if let Err(reason) = setup.check() {
            self.error(init, reason);
        }
        let boards = boards?;
        if !self.errors.is_empty() {
            return None;
        }
        let hand = self.play(setup, hole?, &actions, &boards);
        let init = init
            .children()
            .filter(|child| child.is_element() && !child.tag_name().name().eq_ignore_ascii_case("herocards"));
        let texts =
            init.map(|node| (node.tag_name().name().to_owned(), node.text().unwrap_or_default().trim().to_owned()));
        Some((hand, texts.collect()))
    }

    /// Number of chips in a child element.
    fn number(&mut self, init: Node<'d, 'd>, name: &'static str) -> Option<u32> {
        let Some(node) = children(init, name).next() else {
            self.error(init, format!("the element <{name}> is missing"));
            return None;
        };
        let text = node.text().unwrap_or_default().trim();
        let number = chips(text);
        if number.is_none() {
            self.error(node, format!("\"{text}\" is no number of chips; it is a whole number up to {MAX_STACK}"));
        }
        number
    }

    /// The cards of an element.
    fn cards<const N: usize>(&mut self, node: Node<'d, 'd>, seen: &mut CardSet) -> Option<[Card; N]> {
        let mut cards = Vec::new();
        for child in children(node, "card") {
            let rank = child.attribute("rank").unwrap_or_default();
            let colour = child.attribute("color").unwrap_or_default();
            match card(rank, colour) {
                None => self.error(
                    child,
                    format!(
                        "rank \"{rank}\" and color \"{colour}\" are no card; ranks are 2 to 9, T, J, Q, K and A, colors \
                         are hearts, diamonds, spades and clubs"
                    ),
                ),
                Some(card) if !seen.insert(card) => self.error(child, format!("the card {card} is there twice")),
                Some(card) => cards.push(card),
            }
        }
        let count = children(node, "card").count();
        if count != N {
            self.error(node, format!("the number of cards is {count}, and should be {N}"));
        }
        cards.try_into().ok()
    }

    /// The player that an attribute names.
    fn player(&mut self, node: Node<'d, 'd>) -> Option<Player> {
        match node.attribute("player").unwrap_or_default().to_ascii_lowercase().as_str() {
            "hero" => Some(HERO),
            "villain" => Some(HERO.next(2)),
            other => {
                self.error(node, format!("the player \"{other}\" is unknown; players are hero and villain"));
                None
            }
        }
    }

    /// The actions of all streets.
    fn actions(&mut self, root: Node<'d, 'd>) -> Vec<TextAction<'d>> {
        let mut all = Vec::new();
        for street in Street::ALL {
            let mut of_street = Vec::new();
            for phase in root.children().filter(|node| is_phase(*node, street)) {
                for node in children(phase, "action") {
                    let number = node.attribute("no").and_then(|text| text.trim().parse::<u32>().ok());
                    if number.is_none() {
                        self.error(node, "the attribute \"no\" is the number of the action, from 0");
                    }
                    if let Some(action) = self.action(node, street) {
                        of_street.push((number.unwrap_or(0), action));
                    }
                }
            }
            of_street.sort_by_key(|&(number, _)| number);
            all.extend(of_street.into_iter().map(|(_, action)| action));
        }
        all
    }

    fn action(&mut self, node: Node<'d, 'd>, street: Street) -> Option<TextAction<'d>> {
        let player = self.player(node)?;
        let text = node.attribute("act").unwrap_or_default();
        let kind = match text.to_ascii_lowercase().as_str() {
            "fold" => TextKind::Fold,
            "check" => TextKind::Check,
            "call" => TextKind::Call,
            "raise" | "bet" => TextKind::Raise,
            _ => {
                self.error(node, format!("the act \"{text}\" is unknown; acts are fold, check, call and raise"));
                return None;
            }
        };
        let amount = match node.attribute("amount").map(|text| (text, chips(text.trim()))) {
            None if kind == TextKind::Raise => {
                self.error(node, "a raise needs an amount: the chips beyond the call");
                return None;
            }
            Some((text, None)) => {
                self.error(node, format!("the amount \"{text}\" is no number of chips"));
                return None;
            }
            amount => amount.and_then(|(_, amount)| amount),
        };
        Some(TextAction { node, street, player, kind, amount })
    }

    /// Cards of the streets that have begun; `None` after errors.
    fn boards(&mut self, root: Node<'d, 'd>, seen: &mut CardSet) -> Option<Vec<(Node<'d, 'd>, Vec<Card>)>> {
        let mut boards = Vec::new();
        for street in Street::ALL.into_iter().skip(1) {
            let Some(phase) = root.children().find(|node| is_phase(*node, street)) else { continue };
            if boards.len() + 1 != street.index() {
                self.error(phase, format!("there is a <{street}>, but not the street before it"));
                return None;
            }
            let Some(node) = children(phase, "cards").next() else {
                self.error(phase, format!("the <{street}> has no <cards>"));
                return None;
            };
            let cards = match street {
                Street::Flop => self.cards::<3>(node, seen).map(Vec::from),
                _ => self.cards::<1>(node, seen).map(Vec::from),
            };
            boards.push((phase, cards?));
        }
        Some(boards)
    }

    /// The player with the small blind, by the posts; without them the player who acts first before the flop.
    fn button(&mut self, root: Node<'d, 'd>, actions: &[TextAction<'d>]) -> Player {
        let posts: Vec<Node<'_, '_>> = children(root, "posts").flat_map(|posts| children(posts, "post")).collect();
        for (blind, owner_is_button) in [("sb", true), ("bb", false)] {
            let is_blind = |node: &&Node<'_, '_>| node.text().unwrap_or_default().trim().eq_ignore_ascii_case(blind);
            if let Some(&node) = posts.iter().find(is_blind)
                && let Some(player) = self.player(node)
            {
                return if owner_is_button { player } else { player.next(2) };
            }
        }
        let first = actions.iter().find(|action| action.street == Street::Preflop);
        let button = first.map_or(HERO, |action| action.player);
        let name = if button == HERO { "hero" } else { "villain" };
        self.warn(root, format!("no <post> says who has the small blind; it is taken to be the {name}"));
        button
    }

    /// Warns of posts that are not the blinds.
    fn check_posts(&mut self, root: Node<'d, 'd>, blinds: [u32; 2]) {
        let posts: Vec<Node<'d, 'd>> = children(root, "posts").flat_map(|posts| children(posts, "post")).collect();
        for node in posts {
            let Some(player) = self.player(node) else { continue };
            let (text, blind) = (node.attribute("amount").unwrap_or_default(), blinds[player.index()]);
            match chips(text.trim()) {
                None => self.error(node, format!("the amount \"{text}\" is no number of chips")),
                Some(amount) if amount != blind => {
                    self.warn(node, format!("the post is {amount}, but the blind is {blind}, which counts"));
                }
                Some(_) => {}
            }
        }
    }

    /// Plays the hand and warns of everything that breaks the rules.
    fn play(
        &mut self,
        setup: HandSetup,
        hole: [Card; 2],
        actions: &[TextAction<'d>],
        boards: &[(Node<'d, 'd>, Vec<Card>)],
    ) -> HoldemState {
        let mut hand = HoldemState::new(setup);
        hand.deal_hole(Some(hole));
        hand.deal_hole(None);
        let (mut actions, mut boards) = (actions.iter().peekable(), boards.iter());
        for street in Street::ALL {
            if street > Street::Preflop {
                let Some((node, cards)) = boards.next() else { break };
                if hand.stage() == Stage::DealBoard(street) {
                    hand.deal_board(cards);
                } else {
                    self.warn(*node, format!("the {street} begins before the betting of the street before it is over"));
                    hand.deal_board_early(street, cards);
                }
            }
            while let Some(action) = actions.next_if(|action| action.street == street) {
                self.act(&mut hand, action);
            }
        }
        if hand.to_act() != Some(HERO) {
            self.warn(self.document.root_element(), "by the rules it is not the hero's turn");
            hand.give_turn(HERO);
        }
        hand
    }

    /// Makes an action.
    fn act(&mut self, hand: &mut HoldemState, action: &TextAction<'d>) {
        let TextAction { node, player, kind, amount, .. } = *action;
        if hand.to_act() != Some(player) {
            self.warn(node, "by the rules it is not the turn of this player");
            hand.give_turn(player);
        }
        let to_call = hand.to_call(player);
        let made = match kind {
            TextKind::Fold => HoldemAction::Fold,
            TextKind::Check | TextKind::Call => HoldemAction::Call,
            TextKind::Raise => {
                let highest = hand.street_bet(player.next(2)).max(hand.street_bet(player));
                HoldemAction::RaiseTo(highest.saturating_add(amount.unwrap_or(0)))
            }
        };
        match (kind, amount) {
            (TextKind::Check, _) if to_call > 0 => {
                self.warn(node, format!("a check faces a bet; it is taken as a call of {to_call}"));
            }
            (TextKind::Call, Some(amount)) if amount != to_call => {
                self.warn(node, format!("the call is {amount}, but {to_call} chips are missing, which counts"));
            }
            _ => {}
        }
        if let Some(reason) = hand.refusal(made).filter(|_| kind == TextKind::Raise) {
            let total = if let HoldemAction::RaiseTo(total) = made { total } else { 0 };
            self.warn(node, format!("the raise to {total} of this street is not legal: {reason}"));
        }
        hand.act(made);
    }
}

/// `true` for the element of a street.
fn is_phase(node: Node<'_, '_>, street: Street) -> bool {
    node.is_element() && node.tag_name().name().eq_ignore_ascii_case(&street.to_string())
}

/// Parses a number of chips.
fn chips(text: &str) -> Option<u32> {
    text.parse().ok().filter(|&chips| chips <= MAX_STACK)
}

/// Card by its rank and colour.
fn card(rank: &str, colour: &str) -> Option<Card> {
    let rank = if rank == "10" { "T" } else { rank };
    let suit = match colour.to_ascii_lowercase().as_str() {
        "clubs" => 'c',
        "diamonds" => 'd',
        "hearts" => 'h',
        "spades" => 's',
        _ => return None,
    };
    format!("{rank}{suit}").parse().ok()
}

/// Chips that each player has put in, without those that were returned at the end of a street. `blinds` are those of hero
/// and villain.
fn contributions(actions: &[TextAction<'_>], blinds: [u32; 2]) -> [u32; 2] {
    let mut earlier = 0_u32;
    let mut bets = blinds;
    for street in Street::ALL {
        if street > Street::Preflop && actions.iter().any(|action| action.street >= street) {
            earlier = earlier.saturating_add(bets[0].min(bets[1]));
            bets = [0; 2];
        }
        for action in actions.iter().filter(|action| action.street == street) {
            let (own, other) = (action.player.index(), action.player.next(2).index());
            let missing = bets[other].saturating_sub(bets[own]);
            let added = match action.kind {
                TextKind::Fold => 0,
                // A player who is all-in calls for less.
                TextKind::Check | TextKind::Call => action.amount.map_or(missing, |amount| amount.min(missing)),
                TextKind::Raise => missing.saturating_add(action.amount.unwrap_or(0)),
            };
            bets[own] = bets[own].saturating_add(added).min(MAX_STACK);
        }
    }
    bets.map(|bet| bet.saturating_add(earlier))
}
