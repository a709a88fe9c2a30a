//! Short symbols for pieces on a character board: one for each type, owner and state of a piece.
//! They depend on the rules only, so a piece keeps its symbol through a whole game.

use std::collections::{BTreeMap, BTreeSet};

use boardwright_compiler::game::CompiledGame;
use boardwright_game::ids::{ElementId, ElementTypeId, Player};
use boardwright_interpreter::state::State;
use boardwright_rules::{Element, ElementType, Figure, Mark, Paint, RuleSet};

/// Appearance of a piece: pieces that agree in type, owner and state look alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Appearance {
    pub kind: ElementTypeId,
    pub owner: Option<Player>,
    pub state: i32,
}

impl Appearance {
    /// Current appearance of an element.
    pub fn of(game: &CompiledGame, state: &State, element: ElementId) -> Self {
        Self {
            kind: game.rules().elements[element.index()].kind,
            owner: game.owner(state, element),
            state: game.element_state(state, element),
        }
    }
}

/// Symbol table of a game.
#[derive(Debug)]
pub struct Symbols {
    by_appearance: BTreeMap<Appearance, String>,
}

/// Message of the `expect` calls for writing to a `String`.
pub const INFALLIBLE_WRITE: &str = "writing to a text never fails";

/// Types with more states get the symbols of further states on demand.
const MAX_STATES: u16 = 40;

impl Symbols {
    /// Chooses symbols: first for the pieces of the initial state, then for their other possible appearances.
    pub fn new(rules: &RuleSet) -> Self {
        let mut symbols = Self { by_appearance: BTreeMap::new() };
        let mut used = BTreeSet::new();
        let mut kinds: BTreeMap<&str, BTreeSet<ElementTypeId>> = BTreeMap::new();
        for element in &rules.elements {
            kinds.entry(family(element)).or_default().insert(element.kind);
        }
        let mixed = |element: &Element| kinds[family(element)].len() > 1;
        let start: Vec<InitialPiece> =
            rules.elements.iter().map(|it| InitialPiece::new(rules, it, mixed(it))).collect();
        let in_all_states = |look: Appearance| {
            let states = rules.element_types[look.kind.index()].states.clamp(1, MAX_STATES);
            (1..=states).map(move |state| Appearance { state: i32::from(state), ..look })
        };
        let kinds = || (0..rules.element_types.len()).map(ElementTypeId::new);
        let of_all_players = kinds().flat_map(|kind| {
            let players = (1..=rules.players.len()).map(Player::new);
            players.map(move |owner| Appearance { kind, owner, state: 1 })
        });
        let of_nobody = kinds().map(|kind| Appearance { kind, owner: None, state: 1 });
        let first = start.iter().map(|first| first.look);
        for look in first.clone().chain(first.chain(of_all_players).chain(of_nobody).flat_map(in_all_states)) {
            if symbols.by_appearance.contains_key(&look) {
                continue;
            }
            if let Some(same) = symbols.symbol_of_same_drawing(rules, look) {
                symbols.by_appearance.insert(look, same);
                continue;
            }
            let candidates = candidates(rules, &start, look);
            let free = candidates.iter().find(|symbol| !used.contains(*symbol));
            let symbol = free.cloned().unwrap_or_else(|| unique_symbol(rules, look));
            used.insert(symbol.clone());
            symbols.by_appearance.insert(look, symbol);
        }
        symbols
    }

    /// Symbol of an appearance with the same drawing in another state, or with the same text that tells its type from others:
    /// a king that may still castle looks like any king.
    fn symbol_of_same_drawing(&self, rules: &RuleSet, look: Appearance) -> Option<String> {
        let drawings = &rules.element_types[look.kind.index()].drawings;
        let drawing = |state: i32| drawings.get(usize::try_from(state - 1).ok()?);
        let own = drawing(look.state)?;
        let text = drawn_text(rules, look).filter(|_| tells_types_apart(rules, look.kind));
        let alike = |other: &Appearance| {
            (other.kind, other.owner) == (look.kind, look.owner)
                && (drawing(other.state).is_some_and(|marks| marks == own)
                    || text.is_some() && drawn_text(rules, *other) == text)
        };
        self.by_appearance.iter().find(|(other, _)| alike(other)).map(|(_, symbol)| symbol.clone())
    }

    /// `true` if the drawing of a piece is a frame, through which the place below is seen.
    pub fn is_frame(&self, rules: &RuleSet, look: Appearance) -> bool {
        let mut marks = drawing(rules, look).iter().peekable();
        marks.peek().is_some() && marks.all(|mark| mark.figure == Figure::Ring)
    }

    /// Symbol of pieces with this appearance.
    pub fn symbol(&self, rules: &RuleSet, look: Appearance) -> String {
        self.by_appearance.get(&look).cloned().unwrap_or_else(|| unique_symbol(rules, look))
    }
}

/// A piece in the initial state.
struct InitialPiece {
    look: Appearance,
    /// First letter of its name, which people type; first letter of the type's name if a family has several types.
    letter: char,
}

impl InitialPiece {
    fn new(rules: &RuleSet, element: &Element, mixed: bool) -> Self {
        let look = Appearance { kind: element.kind, owner: element.owner, state: i32::from(element.state) };
        let own = first_letter(&element.name);
        let of_kind = first_letter(&rules.element_types[element.kind.index()].name);
        Self { look, letter: own.filter(|_| !mixed).or(of_kind).unwrap_or('?') }
    }
}

/// Name of an element without its indices.
fn family(element: &Element) -> &str {
    element.name.split('(').next().unwrap_or_default()
}

fn first_letter(name: &str) -> Option<char> {
    name.chars().find(|letter| letter.is_alphabetic())
}

/// Candidate symbols of an appearance, in order of preference.
fn candidates(rules: &RuleSet, start: &[InitialPiece], look: Appearance) -> Vec<String> {
    let alike = || start.iter().filter(|other| other.look.kind == look.kind);
    let owners = alike().map(|other| other.look.owner).collect::<BTreeSet<_>>().len();
    let states = alike().map(|other| other.look.state).collect::<BTreeSet<_>>().len();
    let name = &rules.element_types[look.kind.index()].name;
    let digits: String = name.chars().filter(char::is_ascii_digit).collect();
    let letters = || alike().filter(|other| other.look.owner == look.owner).map(|other| other.letter);
    let letter = letters().next().or_else(|| first_letter(name)).unwrap_or('?');
    // Lower case letters distinguish the pieces of other players if their names do not.
    let shared = alike().any(|other| other.look.owner != look.owner && other.letter == letter);
    let is_lower_case = shared && look.owner.is_some_and(|owner| owner.number() > 1);
    let letter: String = if is_lower_case { letter.to_lowercase().collect() } else { letter.to_uppercase().collect() };
    let mut list: Vec<String> = text_of_type(rules, look).into_iter().chain(owner_initial(rules, look)).collect();
    if owners == 1 {
        list.extend(drawn_text(rules, look));
    }
    if !digits.is_empty() && owners == 1 && states == 1 {
        list.push(digits.clone());
    }
    if let Some(state) = shortest_state_name(rules, look) {
        list.extend(state_candidates(rules, look, state, owners > 1));
        return list;
    }
    if owners == 1 && states > 1 {
        list.push(look.state.to_string());
    }
    list.push(letter.clone());
    if !digits.is_empty() {
        list.push(format!("{letter}{digits}"));
    }
    let other_letters = name.chars().skip(1).filter(|letter| letter.is_alphabetic());
    list.extend(other_letters.map(|letter| {
        if is_lower_case { letter.to_lowercase().collect::<String>() } else { letter.to_uppercase().collect() }
    }));
    list.push(format!("{letter}{}", look.state));
    list.push(name.chars().take(2).collect());
    list.push(name.chars().take(3).collect());
    list.extend((1..=9).map(|number| format!("{letter}{number}")));
    list
}

/// Longest text of a drawing that is a symbol.
const MAX_TEXT: usize = 3;

/// Drawing of an appearance; the last drawing of a type serves all states after it.
fn drawing(rules: &RuleSet, look: Appearance) -> &[Mark] {
    let drawings = &rules.element_types[look.kind.index()].drawings;
    let own = usize::try_from(look.state - 1).ok().and_then(|state| drawings.get(state));
    own.or(drawings.last()).map_or(&[], Vec::as_slice)
}

/// Short text that is drawn on a piece, or its number of pips: cards, tiles with numbers, and dice.
fn drawn_text(rules: &RuleSet, look: Appearance) -> Option<String> {
    drawing(rules, look).iter().find_map(|mark| match &mark.figure {
        Figure::Text(text) => {
            let text = text.trim();
            let is_short = (1..=MAX_TEXT).contains(&text.chars().count()) && !text.contains(char::is_whitespace);
            is_short.then(|| text.to_owned())
        }
        Figure::Pips(number) => Some(number.to_string()),
        _ => None,
    })
}

/// Types of the family of a type, itself included.
fn relatives(rules: &RuleSet, kind: ElementTypeId) -> impl Iterator<Item = ElementTypeId> {
    let name = family_name(&rules.element_types[kind.index()].name);
    let kinds = (0..rules.element_types.len()).map(ElementTypeId::new);
    kinds.filter(move |other| family_name(&rules.element_types[other.index()].name) == name)
}

/// Text that is drawn on the pieces of a type in its first state.
fn first_text(rules: &RuleSet, kind: ElementTypeId) -> Option<String> {
    drawn_text(rules, Appearance { kind, owner: None, state: 1 })
}

/// `true` if the types of a family differ in the texts that are drawn on their pieces.
fn tells_types_apart(rules: &RuleSet, kind: ElementTypeId) -> bool {
    let texts: Option<Vec<String>> = relatives(rules, kind).map(|other| first_text(rules, other)).collect();
    texts.is_some_and(|texts| texts.len() > 1 && texts.iter().collect::<BTreeSet<_>>().len() == texts.len())
}

/// Drawn text by which the types of a family differ, for a piece of a player: in capital and small letters, or after the
/// initial of the player if there are numbers among the texts.
fn text_of_type(rules: &RuleSet, look: Appearance) -> Option<String> {
    let owner = look.owner.filter(|_| tells_types_apart(rules, look.kind))?;
    let text = drawn_text(rules, look)?;
    let texts: Vec<String> = relatives(rules, look.kind).filter_map(|other| first_text(rules, other)).collect();
    let has_two_cases = |text: &String| text.to_lowercase() != text.to_uppercase();
    if rules.players.len() == 2 && texts.iter().all(has_two_cases) {
        return Some(if owner == Player::FIRST { text.to_uppercase() } else { text.to_lowercase() });
    }
    let initial = distinct_initial(rules, owner).unwrap_or_else(|| format!("{owner}/"));
    Some(format!("{initial}{text}"))
}

/// Initial of a player in upper case, if the initials of all players differ.
fn distinct_initial(rules: &RuleSet, owner: Player) -> Option<String> {
    let letters: BTreeSet<Option<char>> = rules.players.iter().map(|name| first_letter(name)).collect();
    let letter = first_letter(rules.players.get(owner.index())?)?;
    (rules.players.len() > 1 && letters.len() == rules.players.len()).then(|| letter.to_uppercase().collect())
}

/// Name of the family of a type: its name before the indices.
pub fn family_name(name: &str) -> &str {
    name.split('(').next().unwrap_or(name)
}

/// First letter of the owner's name, if only one type of piece, or one family of types, has owners and these letters are
/// distinct.
fn owner_initial(rules: &RuleSet, look: Appearance) -> Option<String> {
    let kind = &rules.element_types[look.kind.index()];
    let owned = (0..rules.element_types.len()).map(ElementTypeId::new).filter(|&kind| can_be_owned(rules, kind));
    let families: BTreeSet<&str> = owned.map(|kind| family_name(&rules.element_types[kind.index()].name)).collect();
    if kind.states > 1 || families != BTreeSet::from([family_name(&kind.name)]) {
        return None;
    }
    distinct_initial(rules, look.owner?)
}

/// `true` if some piece of the type has an owner in the initial state, or the drawing of the type shows its owner.
fn can_be_owned(rules: &RuleSet, kind: ElementTypeId) -> bool {
    let mut marks = rules.element_types[kind.index()].drawings.iter().flatten();
    rules.elements.iter().any(|element| element.kind == kind && element.owner.is_some())
        || marks.any(|mark| mark.paint == Paint::Owner)
}

/// Shortest name among the states with the same drawing as this one.
fn shortest_state_name(rules: &RuleSet, look: Appearance) -> Option<&str> {
    let kind = &rules.element_types[look.kind.index()];
    let own = state_name(rules, look)?;
    let drawing = |state: usize| kind.drawings.get(state);
    let mine = drawing(usize::try_from(look.state - 1).ok()?);
    let alike = |state: &usize| mine.is_some() && drawing(*state) == mine;
    let names = (0..kind.state_names.len()).filter(alike).map(|state| kind.state_names[state].as_str());
    Some(names.chain([own]).min_by_key(|name| name.len()).unwrap_or(own))
}

fn state_name(rules: &RuleSet, look: Appearance) -> Option<&str> {
    let names = &rules.element_types[look.kind.index()].state_names;
    names.get(usize::try_from(look.state - 1).ok()?).map(String::as_str)
}

/// Candidate symbols of a named state: its letters in order. Among names with the same initial the shortest gets it, so that
/// kings are K and knights N.
fn state_candidates(rules: &RuleSet, look: Appearance, name: &str, has_several_owners: bool) -> Vec<String> {
    let names = &rules.element_types[look.kind.index()].state_names;
    let initial = first_letter(name);
    let has_priority =
        |other: &String| first_letter(other) == initial && (other.len(), other.as_str()) < (name.len(), name);
    let first = usize::from(names.iter().any(has_priority));
    let cased = |letter: char| -> String {
        let is_lower_case = has_several_owners && look.owner.is_some_and(|owner| owner.number() > 1);
        if is_lower_case { letter.to_lowercase().collect() } else { letter.to_uppercase().collect() }
    };
    let letters = name.chars().filter(|letter| letter.is_alphabetic());
    let mut list: Vec<String> = letters.skip(first).map(cased).collect();
    list.extend([2, 3].map(|count| name.chars().take(count).collect::<String>()));
    list
}

/// Unique symbol of an appearance.
fn unique_symbol(rules: &RuleSet, look: Appearance) -> String {
    let owner = look.owner.map_or(0, Player::number);
    format!("{}/{owner}/{}", rules.element_types[look.kind.index()].name, look.state)
}

/// Legend of the given appearances, in order.
pub fn legend(rules: &RuleSet, symbols: &Symbols, looks: &BTreeSet<Appearance>) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut written = BTreeSet::new();
    for &look in looks {
        let symbol = symbols.symbol(rules, look);
        let family = (family_name(&rules.element_types[look.kind.index()].name), look.owner);
        let line = match SymbolKind::new(rules, look, &symbol) {
            SymbolKind::Number => format!("a number: {} with that number", family.0),
            SymbolKind::Text if written.insert(family) => {
                let own = |other: &&Appearance| {
                    family == (family_name(&rules.element_types[other.kind.index()].name), other.owner)
                };
                let texts: Vec<String> = looks.iter().filter(own).map(|other| symbols.symbol(rules, *other)).collect();
                format!("{}: {}{}", texts_in_short(&texts), family.0, owner_text(rules, look).unwrap_or_default())
            }
            SymbolKind::Text => continue,
            SymbolKind::State => format!("a number: {}", describe(rules, look, " in that state")),
            SymbolKind::Letter => {
                // State 1 is the default, so it is not mentioned.
                let state = if look.state == 1 { String::new() } else { format!(" in state {}", look.state) };
                format!("{symbol}: {}", describe(rules, look, &state))
            }
        };
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    lines
}

/// Meaning of a symbol, as the legend explains it.
enum SymbolKind {
    /// A number that is drawn on the piece, or the index of its type.
    Number,
    /// A text that is drawn on the piece, by which the types of a family differ.
    Text,
    /// The number of a state without a name.
    State,
    /// A letter for the piece.
    Letter,
}

impl SymbolKind {
    fn new(rules: &RuleSet, look: Appearance, symbol: &str) -> Self {
        let kind = &rules.element_types[look.kind.index()];
        let is_number = symbol.parse::<i32>().is_ok();
        let drawn = drawn_text(rules, look);
        let has_relatives = relatives(rules, look.kind).count() > 1;
        if is_number
            && (drawn.as_deref() == Some(symbol) || has_relatives && index_text(kind).as_deref() == Some(symbol))
        {
            Self::Number
        } else if has_relatives
            && (drawn.as_deref() == Some(symbol) || text_of_type(rules, look).as_deref() == Some(symbol))
        {
            Self::Text
        } else if kind.states > 1 && symbol == look.state.to_string() && state_name(rules, look).is_none() {
            Self::State
        } else {
            Self::Letter
        }
    }
}

/// The index of a type of a family with one index.
fn index_text(kind: &ElementType) -> Option<String> {
    let [index] = kind.indices[..] else { return None };
    Some(index.to_string())
}

/// Largest number of symbols that the legend lists for one family of types.
const MAX_LISTED: usize = 8;

fn texts_in_short(texts: &[String]) -> String {
    let mut texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    texts.dedup();
    match &texts[..] {
        [first, second, .., last] if texts.len() > MAX_LISTED => format!("{first}, {second}, ..., {last}"),
        few => few.join(", "),
    }
}

/// Name of a piece's type, without the number of a type for each owner, since the owner is named beside it.
fn name_without_owner(rules: &RuleSet, look: Appearance) -> &str {
    let name = rules.element_types[look.kind.index()].name.as_str();
    let number = look.owner.filter(|_| rules.players.len() > 1).map(|owner| format!("({})", owner.number()));
    number.and_then(|number| name.strip_suffix(number.as_str())).unwrap_or(name)
}

fn describe(rules: &RuleSet, look: Appearance, state: &str) -> String {
    let (kind, state) = match shortest_state_name(rules, look) {
        Some(name) => (name, ""),
        None => (name_without_owner(rules, look), state),
    };
    // A black piece of Black is just "black".
    let owner = owner_text(rules, look).filter(|owner| !owner[4..].eq_ignore_ascii_case(kind));
    format!("{kind}{state}{}", owner.unwrap_or_default())
}

/// Owner of a piece in a game of several players: ` of White`.
fn owner_text(rules: &RuleSet, look: Appearance) -> Option<String> {
    look.owner.filter(|_| rules.players.len() > 1).map(|owner| match rules.players.get(owner.index()) {
        Some(name) if !name.is_empty() => format!(" of {name}"),
        _ => format!(" of player {owner}"),
    })
}
