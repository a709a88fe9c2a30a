//! Short symbols for pieces on a character board: one for each type, owner and state of a piece.
//! They depend on the rules only, so a piece keeps its symbol through a whole game.

use std::collections::{BTreeMap, BTreeSet};

use boardwright_compiler::game::CompiledGame;
use boardwright_game::ids::{ElementId, ElementTypeId, Player};
use boardwright_interpreter::state::State;
use boardwright_rules::{Element, Figure, Paint, RuleSet};

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
        let of_all_players = (0..rules.element_types.len()).map(ElementTypeId::new).flat_map(|kind| {
            let players = (1..=rules.players.len()).map(Player::new);
            players.map(move |owner| Appearance { kind, owner, state: 1 })
        });
        let first = start.iter().map(|first| first.look);
        for look in first.clone().chain(first.chain(of_all_players).flat_map(in_all_states)) {
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

    /// Symbol of an appearance with the same drawing in another state: a king that may still castle looks like any king.
    fn symbol_of_same_drawing(&self, rules: &RuleSet, look: Appearance) -> Option<String> {
        let drawings = &rules.element_types[look.kind.index()].drawings;
        let drawing = |state: i32| drawings.get(usize::try_from(state - 1).ok()?);
        let own = drawing(look.state)?;
        let alike = |other: &Appearance| {
            (other.kind, other.owner) == (look.kind, look.owner)
                && drawing(other.state).is_some_and(|marks| marks == own)
        };
        self.by_appearance.iter().find(|(other, _)| alike(other)).map(|(_, symbol)| symbol.clone())
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
    let mut list: Vec<String> = owner_initial(rules, look).into_iter().collect();
    if owners == 1 {
        list.extend(drawn_number(rules, look));
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
    list.push(format!("{letter}{}", look.state));
    list.push(name.chars().take(2).collect());
    list.push(name.chars().take(3).collect());
    list
}

/// Number that the drawing of a state shows, in a type of several states: tiles with numbers, and dice.
fn drawn_number(rules: &RuleSet, look: Appearance) -> Option<String> {
    let kind = &rules.element_types[look.kind.index()];
    let marks = kind.drawings.get(usize::try_from(look.state - 1).ok()?).filter(|_| kind.states > 1)?;
    marks.iter().find_map(|mark| match &mark.figure {
        Figure::Text(text) => text.parse::<i32>().is_ok().then(|| text.clone()),
        Figure::Pips(number) => Some(number.to_string()),
        _ => None,
    })
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
    let letters: BTreeSet<Option<char>> = rules.players.iter().map(|name| first_letter(name)).collect();
    let mut letter = first_letter(&rules.players[look.owner?.index()])?.to_uppercase();
    (rules.players.len() > 1 && letters.len() == rules.players.len()).then(|| letter.by_ref().collect())
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
    for &look in looks {
        let symbol = symbols.symbol(rules, look);
        let has_states = rules.element_types[look.kind.index()].states > 1;
        let numbered = has_states && symbol == look.state.to_string() && state_name(rules, look).is_none();
        let line = if drawn_number(rules, look).as_ref() == Some(&symbol) {
            format!("a number: {} with that number", rules.element_types[look.kind.index()].name)
        } else if numbered {
            format!("a number: {}", describe(rules, look, " in that state"))
        } else {
            // State 1 is the default, so it is not mentioned.
            let state = if look.state == 1 { String::new() } else { format!(" in state {}", look.state) };
            format!("{symbol}: {}", describe(rules, look, &state))
        };
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    lines
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
    let owner = look.owner.filter(|_| rules.players.len() > 1).map(|owner| match rules.players.get(owner.index()) {
        Some(name) if !name.is_empty() => format!(" of {name}"),
        _ => format!(" of player {owner}"),
    });
    // A black piece of Black is just "black".
    let owner_text = owner.filter(|owner| !owner[4..].eq_ignore_ascii_case(kind));
    format!("{kind}{state}{}", owner_text.unwrap_or_default())
}
