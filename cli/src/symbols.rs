//! Short symbols for pieces on a board of characters: one for each type, owner and state that pieces have.
//! They are chosen from the rules alone, so that a piece looks alike through a whole game.

use std::collections::{BTreeMap, BTreeSet};

use boardwright_engine::ids::{ElementId, ElementTypeId, Player};
use boardwright_engine::rules::{Element, Paint, RuleSet};
use boardwright_engine::spec::SpecGame;
use boardwright_engine::state::State;

/// What pieces look alike by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Look {
    pub kind: ElementTypeId,
    pub owner: Option<Player>,
    pub state: i32,
}

impl Look {
    /// How an element looks now.
    pub fn of(game: &SpecGame, state: &State, element: ElementId) -> Self {
        Self {
            kind: game.rules().elements[element.index()].kind,
            owner: game.owner(state, element),
            state: game.element_state(state, element),
        }
    }
}

/// The symbols of a game.
#[derive(Debug)]
pub struct Symbols {
    known: BTreeMap<Look, String>,
}

/// Why writing into a text is never checked.
pub const WRITES: &str = "writing to a text never fails";

/// Types with more states than this get their symbols when a piece shows up in such a state.
const MOST_STATES: u16 = 40;

impl Symbols {
    /// Chooses symbols: first for pieces as they are at the start, then for what else they may become.
    pub fn new(rules: &RuleSet) -> Self {
        let mut symbols = Self { known: BTreeMap::new() };
        let mut taken = BTreeSet::new();
        let mut kinds: BTreeMap<&str, BTreeSet<ElementTypeId>> = BTreeMap::new();
        for element in &rules.elements {
            kinds.entry(family(element)).or_default().insert(element.kind);
        }
        let mixed = |element: &Element| kinds[family(element)].len() > 1;
        let start: Vec<Start> = rules.elements.iter().map(|it| Start::new(rules, it, mixed(it))).collect();
        let in_all_states = |look: Look| {
            let states = rules.element_types[look.kind.index()].states.clamp(1, MOST_STATES);
            (1..=states).map(move |state| Look { state: i32::from(state), ..look })
        };
        let of_all_players = (0..rules.element_types.len()).map(ElementTypeId::new).flat_map(|kind| {
            let players = (1..=rules.players.len()).map(Player::new);
            players.map(move |owner| Look { kind, owner, state: 1 })
        });
        let first = start.iter().map(|first| first.look);
        for look in first.clone().chain(first.chain(of_all_players).flat_map(in_all_states)) {
            if symbols.known.contains_key(&look) {
                continue;
            }
            if let Some(same) = symbols.drawn_alike(rules, look) {
                symbols.known.insert(look, same);
                continue;
            }
            let candidates = candidates(rules, &start, look);
            let free = candidates.iter().find(|symbol| !taken.contains(*symbol));
            let symbol = free.cloned().unwrap_or_else(|| full(rules, look));
            taken.insert(symbol.clone());
            symbols.known.insert(look, symbol);
        }
        symbols
    }

    /// The symbol of a piece that is drawn alike though its state is another: a king that may still castle is a king.
    fn drawn_alike(&self, rules: &RuleSet, look: Look) -> Option<String> {
        let drawings = &rules.element_types[look.kind.index()].drawings;
        let drawing = |state: i32| drawings.get(usize::try_from(state - 1).ok()?);
        let own = drawing(look.state)?;
        let alike = |other: &Look| {
            (other.kind, other.owner) == (look.kind, look.owner)
                && drawing(other.state).is_some_and(|marks| marks == own)
        };
        self.known.iter().find(|(other, _)| alike(other)).map(|(_, symbol)| symbol.clone())
    }

    /// The symbol of pieces that look like this.
    pub fn symbol(&self, rules: &RuleSet, look: Look) -> String {
        self.known.get(&look).cloned().unwrap_or_else(|| full(rules, look))
    }
}

/// A piece as it is at the start.
struct Start {
    look: Look,
    /// The first letter of its name, for that is what people type; of its type's name where a family is of several types.
    letter: char,
}

impl Start {
    fn new(rules: &RuleSet, element: &Element, mixed: bool) -> Self {
        let look = Look { kind: element.kind, owner: element.owner, state: i32::from(element.state) };
        let own = first_letter(&element.name);
        let of_kind = first_letter(&rules.element_types[element.kind.index()].name);
        Self { look, letter: own.filter(|_| !mixed).or(of_kind).unwrap_or('?') }
    }
}

/// An element's name without its indices.
fn family(element: &Element) -> &str {
    element.name.split('(').next().unwrap_or_default()
}

fn first_letter(name: &str) -> Option<char> {
    name.chars().find(|letter| letter.is_alphabetic())
}

/// What a look can be written as, the best first.
fn candidates(rules: &RuleSet, start: &[Start], look: Look) -> Vec<String> {
    let alike = || start.iter().filter(|other| other.look.kind == look.kind);
    let owners = alike().map(|other| other.look.owner).collect::<BTreeSet<_>>().len();
    let states = alike().map(|other| other.look.state).collect::<BTreeSet<_>>().len();
    let name = &rules.element_types[look.kind.index()].name;
    let digits: String = name.chars().filter(char::is_ascii_digit).collect();
    let letters = || alike().filter(|other| other.look.owner == look.owner).map(|other| other.letter);
    let letter = letters().next().or_else(|| first_letter(name)).unwrap_or('?');
    // Small letters tell the pieces of other players from those of the first, where their names do not.
    let shared = alike().any(|other| other.look.owner != look.owner && other.letter == letter);
    let small = shared && look.owner.is_some_and(|owner| owner.number() > 1);
    let letter: String = if small { letter.to_lowercase().collect() } else { letter.to_uppercase().collect() };
    let mut list: Vec<String> = initial(rules, look).into_iter().collect();
    if !digits.is_empty() && owners == 1 && states == 1 {
        list.push(digits.clone());
    }
    if let Some(state) = plainest_name(rules, look) {
        list.extend(named(rules, look, state, owners > 1));
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

/// The first letter of the owner's name, where pieces of one sort have owners and these letters tell them apart.
fn initial(rules: &RuleSet, look: Look) -> Option<String> {
    let kind = &rules.element_types[look.kind.index()];
    let mut owned = (0..rules.element_types.len()).filter(|&kind| can_be_owned(rules, ElementTypeId::new(kind)));
    if kind.states > 1 || owned.next() != Some(look.kind.index()) || owned.next().is_some() {
        return None;
    }
    let letters: BTreeSet<Option<char>> = rules.players.iter().map(|name| first_letter(name)).collect();
    let mut letter = first_letter(&rules.players[look.owner?.index()])?.to_uppercase();
    (rules.players.len() > 1 && letters.len() == rules.players.len()).then(|| letter.by_ref().collect())
}

/// Whether some piece of a type belongs to a player at the start, or its drawing shows whose it is.
fn can_be_owned(rules: &RuleSet, kind: ElementTypeId) -> bool {
    let mut marks = rules.element_types[kind.index()].drawings.iter().flatten();
    rules.elements.iter().any(|element| element.kind == kind && element.owner.is_some())
        || marks.any(|mark| mark.paint == Paint::Owner)
}

/// The shortest name of the states in which a piece is drawn as in this one.
fn plainest_name(rules: &RuleSet, look: Look) -> Option<&str> {
    let kind = &rules.element_types[look.kind.index()];
    let own = state_name(rules, look)?;
    let drawing = |state: usize| kind.drawings.get(state);
    let mine = drawing(usize::try_from(look.state - 1).ok()?);
    let alike = |state: &usize| mine.is_some() && drawing(*state) == mine;
    let names = (0..kind.state_names.len()).filter(alike).map(|state| kind.state_names[state].as_str());
    Some(names.chain([own]).min_by_key(|name| name.len()).unwrap_or(own))
}

fn state_name(rules: &RuleSet, look: Look) -> Option<&str> {
    let names = &rules.element_types[look.kind.index()].state_names;
    names.get(usize::try_from(look.state - 1).ok()?).map(String::as_str)
}

/// What a state with a name can be written as: its letters in turn. Of names with one initial the shortest has it first,
/// so that knights leave it to kings.
fn named(rules: &RuleSet, look: Look, name: &str, several: bool) -> Vec<String> {
    let names = &rules.element_types[look.kind.index()].state_names;
    let initial = first_letter(name);
    let waits = |other: &String| first_letter(other) == initial && (other.len(), other.as_str()) < (name.len(), name);
    let first = usize::from(names.iter().any(waits));
    let cased = |letter: char| -> String {
        let small = several && look.owner.is_some_and(|owner| owner.number() > 1);
        if small { letter.to_lowercase().collect() } else { letter.to_uppercase().collect() }
    };
    let letters = name.chars().filter(|letter| letter.is_alphabetic());
    let mut list: Vec<String> = letters.skip(first).map(cased).collect();
    list.extend([2, 3].map(|count| name.chars().take(count).collect::<String>()));
    list
}

/// A symbol that no two looks share.
fn full(rules: &RuleSet, look: Look) -> String {
    let owner = look.owner.map_or(0, Player::number);
    format!("{}/{owner}/{}", rules.element_types[look.kind.index()].name, look.state)
}

/// What symbols stand for, the looks in order.
pub fn legend(rules: &RuleSet, symbols: &Symbols, looks: &BTreeSet<Look>) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for &look in looks {
        let symbol = symbols.symbol(rules, look);
        let numbered = symbol == look.state.to_string() && state_name(rules, look).is_none();
        let line = if numbered {
            format!("a number: {}", meaning(rules, look, " in that state"))
        } else {
            // State 1 is what a piece is in unless something happens.
            let state = if look.state == 1 { String::new() } else { format!(" in state {}", look.state) };
            format!("{symbol}: {}", meaning(rules, look, &state))
        };
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    lines
}

fn meaning(rules: &RuleSet, look: Look, state: &str) -> String {
    let (kind, state) = match plainest_name(rules, look) {
        Some(name) => (name, ""),
        None => (rules.element_types[look.kind.index()].name.as_str(), state),
    };
    let owner = look.owner.filter(|_| rules.players.len() > 1).map(|owner| match rules.players.get(owner.index()) {
        Some(name) if !name.is_empty() => format!(" of {name}"),
        _ => format!(" of player {owner}"),
    });
    // A black piece of Black needs no such words.
    let said = owner.filter(|owner| !owner[4..].eq_ignore_ascii_case(kind));
    format!("{kind}{state}{}", said.unwrap_or_default())
}
