//! Text formats of moves and states: formatting and parsing.

use std::fmt::Write as _;

use crate::game::InterpretedGame;
use crate::globals::GlobalValue;
use crate::kinds::PieceKind;
use crate::layout::Layout;
use crate::moves::Move;
use crate::state::State;
use boardwright_game::game::{Game, MoveError, Outcome, StateError, normalize_spaces};
use boardwright_game::ids::{ElementId, GlobalId, LocationId, Player};
use boardwright_rules::{Global, GlobalKind, RuleSet};

/// The word for "off the board" in moves.
pub const OFF: &str = "off";

/// Formats a move as `element from to [word]`, with `off` for off the board; a move without element as the rule's name.
pub fn move_text(rules: &RuleSet, mv: Move) -> String {
    let place = |location: Option<LocationId>| location.map_or(OFF, |l| rules.locations[l.index()].name.as_str());
    let mut text = match mv.element {
        Some(element) => format!("{} {} {}", rules.elements[element.index()].name, place(mv.from), place(mv.to)),
        None => rules.rules[mv.rule.index()].name.clone(),
    };
    if let Some(word) = mv.word(rules) {
        text.push(' ');
        text.push_str(word);
    }
    text
}

/// Parses the text of a legal move.
pub fn parse_move<G: Game<State = State, Move = Move>>(
    game: &G,
    reference: &InterpretedGame,
    state: &State,
    text: &str,
) -> Result<Move, MoveError> {
    let wanted = normalize_spaces(text);
    let is_meant = |&mv: &Move| normalize_spaces(&move_text(reference.rules(), mv)) == wanted;
    // Usually the move is among the listed moves, which are far fewer than all moves if there are many equal pieces.
    let mut moves = Vec::new();
    game.legal_moves(state, &mut moves)?;
    if let Some(mv) = moves.iter().copied().find(is_meant) {
        return Ok(mv);
    }
    game.all_legal_moves(state, &mut moves)?;
    let found = moves.iter().copied().find(is_meant);
    found.ok_or_else(|| refusal(game, reference, state, &moves, &wanted))
}

/// Error for a text that is not a legal move, with the reason that the position shows.
fn refusal<G: Game<State = State, Move = Move>>(
    game: &G,
    reference: &InterpretedGame,
    state: &State,
    moves: &[Move],
    text: &str,
) -> MoveError {
    let rules = reference.rules();
    let parts: Vec<&str> = text.split(' ').collect();
    let unknown = |reason: String| MoveError::Unknown { text: text.to_owned(), reason };
    let illegal = |reason: String| MoveError::Illegal { text: text.to_owned(), reason };
    if let Ok(Some(outcome)) = game.outcome(state) {
        return illegal(format!("the game is over, {outcome}"));
    }
    if let Some(rule) = rules.rules.iter().find(|rule| rule.element.is_none() && rule.name == parts[0]) {
        return illegal(format!("the rule \"{}\" does not allow it now", rule.name));
    }
    let (&[element, from, to] | &[element, from, to, _]) = parts.as_slice() else {
        return unknown("a move consists of an element, its location and its target".into());
    };
    let Some(element_id) = rules.element_named(element) else {
        return unknown(format!("there is no element \"{element}\""));
    };
    let place = |name: &str| match rules.location_named(name) {
        None if name == OFF => Ok(None),
        None => Err(unknown(format!("there is no location \"{name}\""))),
        player => Ok(player),
    };
    let (from_id, to_id) = match (place(from), place(to)) {
        (Ok(from_id), Ok(to_id)) => (from_id, to_id),
        (Err(error), _) | (_, Err(error)) => return error,
    };
    let current = reference.location(state, element_id);
    if current != from_id {
        let place = current.map_or("off the board".to_owned(), |l| format!("on {}", rules.locations[l.index()].name));
        return illegal(format!("{element} stands {place}"));
    }
    let same_target: Vec<&Move> = moves.iter().filter(|mv| mv.element == Some(element_id) && mv.to == to_id).collect();
    let words: Vec<&str> = same_target.iter().filter_map(|mv| mv.word(rules)).collect();
    if !words.is_empty() {
        return illegal(format!("one of these words is needed at its end: {}", words.join(", ")));
    }
    if !same_target.is_empty() {
        return illegal("this move has no word to choose".to_owned());
    }
    if moves.iter().any(|mv| mv.element == Some(element_id)) {
        return illegal(format!("no rule lets {element} go from {from} to {to} now"));
    }
    let taken = to_id.and_then(|to_id| reference.content(state, to_id));
    if let Some(there) = taken {
        return illegal(format!("{to} is not empty, {} stands there", rules.elements[there.index()].name));
    }
    if state.is_chance_next(reference.layout()) {
        return illegal("a chance move is next".to_owned());
    }
    illegal(format!("no rule lets {element} move now, with player {} to move", reference.mover(state)))
}

/// Formats a state: one line for the turn, then one line per player with the score, one per variable, one per element,
/// one with the repetition keys of the history, in games that count repetitions, and one with all moves of the game, in
/// games with hidden information. Fields are separated by tabs.
pub fn state_text(rules: &RuleSet, layout: &Layout, state: &State) -> String {
    let mut text = String::new();
    let outcome = state.outcome().map_or("-".to_owned(), |outcome| outcome.winner().to_string());
    let infallible = "writing to a text never fails";
    write!(text, "turn\t{}\t{outcome}", state.mover()).expect(infallible);
    if layout.turn_number.is_some() {
        write!(text, "\t{}", state.turn_number(layout)).expect(infallible);
    }
    text.push('\n');
    if state.is_chance_next(layout) {
        text.push_str("chance\n");
    }
    for player in layout.players() {
        writeln!(text, "score\t{player}\t{}", state.score(layout, player)).expect(infallible);
    }
    for (index, global) in rules.globals.iter().enumerate() {
        let value = state.global_value(rules, layout, GlobalId::new(index));
        writeln!(text, "variable\t{}{}", escaped(&global.name), global_value_text(rules, &value)).expect(infallible);
    }
    for element in layout.elements() {
        let kind = layout.kinds[state.kind(layout, element)];
        let name = escaped(&rules.elements[element.index()].name);
        let location = state.location(layout, element).map(|l| escaped(&rules.locations[l.index()].name));
        let owner = kind.owner.map_or(0, Player::number);
        let zindex = state.zindex(layout, element);
        writeln!(text, "at\t{name}\t{}\t{}\t{owner}\t{zindex}", location.unwrap_or_default(), kind.state)
            .expect(infallible);
    }
    if layout.counts_repetitions {
        text.push_str("past");
        for key in state.history() {
            write!(text, "\t{key:016x}").expect(infallible);
        }
        text.push('\n');
    }
    if let Some(last) = state.observation() {
        text.push_str("moves");
        for observed in last.chain() {
            write!(text, "\t{}", escaped(&move_text(rules, observed.mv))).expect(infallible);
        }
        text.push('\n');
    }
    text
}

/// Texts of the moves in the line `moves` of a state, which states of games with hidden information have.
pub fn moves_of_state(text: &str) -> Option<Vec<String>> {
    let line = text.lines().find(|line| line.split('\t').next() == Some("moves"))?;
    Some(line.split('\t').skip(1).map(unescaped).collect())
}

/// Value of a variable for people: members of sets are separated by commas, and a dash is no value.
pub fn value_text(rules: &RuleSet, value: &GlobalValue, element: impl Fn(ElementId) -> String) -> String {
    let location = |id: &LocationId| rules.locations[id.index()].name.clone();
    let none = || "-".to_owned();
    match value {
        GlobalValue::Int(number) => number.to_string(),
        GlobalValue::Bool(yes) => yes.to_string(),
        GlobalValue::Element(value) => value.map_or_else(none, element),
        GlobalValue::Location(value) => value.as_ref().map_or_else(none, location),
        GlobalValue::Elements(members) => members.iter().map(|id| element(*id)).collect::<Vec<_>>().join(", "),
        GlobalValue::Locations(members) => members.iter().map(location).collect::<Vec<_>>().join(", "),
    }
}

/// Fields of a variable's value, each preceded by a tab; null values are empty.
fn global_value_text(rules: &RuleSet, value: &GlobalValue) -> String {
    let element = |id: &ElementId| format!("\t{}", escaped(&rules.elements[id.index()].name));
    let location = |id: &LocationId| format!("\t{}", escaped(&rules.locations[id.index()].name));
    match value {
        GlobalValue::Int(number) => format!("\t{number}"),
        GlobalValue::Bool(yes) => format!("\t{yes}"),
        GlobalValue::Element(value) => value.as_ref().map_or("\t".to_owned(), element),
        GlobalValue::Location(value) => value.as_ref().map_or("\t".to_owned(), location),
        GlobalValue::Elements(members) => members.iter().map(element).collect(),
        GlobalValue::Locations(members) => members.iter().map(location).collect(),
    }
}

fn parse_global_value(rules: &RuleSet, global: &Global, fields: &[&str]) -> Result<GlobalValue, String> {
    let element =
        |name: &str| rules.element_named(&unescaped(name)).ok_or_else(|| format!("there is no element \"{name}\""));
    let location =
        |name: &str| rules.location_named(&unescaped(name)).ok_or_else(|| format!("there is no location \"{name}\""));
    Ok(match (global.kind, fields) {
        (GlobalKind::Int { least, most }, [number]) => {
            let number: i32 = self::number(number, "the value")?;
            if !(least..=most).contains(&number) {
                return Err(format!("the variable \"{}\" must be from {least} to {most}, not {number}", global.name));
            }
            GlobalValue::Int(number)
        }
        (GlobalKind::Bool, ["true"]) => GlobalValue::Bool(true),
        (GlobalKind::Bool, ["false"]) => GlobalValue::Bool(false),
        (GlobalKind::Element, [""]) => GlobalValue::Element(None),
        (GlobalKind::Element, [name]) => GlobalValue::Element(Some(element(name)?)),
        (GlobalKind::Location, [""]) => GlobalValue::Location(None),
        (GlobalKind::Location, [name]) => GlobalValue::Location(Some(location(name)?)),
        (GlobalKind::Elements, names) => {
            let mut members = names.iter().map(|name| element(name)).collect::<Result<Vec<_>, _>>()?;
            members.sort_unstable();
            GlobalValue::Elements(members)
        }
        (GlobalKind::Locations, names) => {
            let mut members = names.iter().map(|name| location(name)).collect::<Result<Vec<_>, _>>()?;
            members.sort_unstable();
            GlobalValue::Locations(members)
        }
        _ => return Err(format!("the variable \"{}\" cannot hold this", global.name)),
    })
}

/// Escapes tabs and backslashes in a name.
fn escaped(name: &str) -> String {
    name.replace('\\', "\\\\").replace('\t', "\\t")
}

fn unescaped(name: &str) -> String {
    let mut out = String::new();
    let mut letters = name.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' if letters.as_str().starts_with('t') => {
                letters.next();
                out.push('\t');
            }
            '\\' => out.extend(letters.next()),
            other => out.push(other),
        }
    }
    out
}

/// Parses the format of [`state_text`]. Without a history line the position occurs for the first time.
pub fn parse_state(rules: &RuleSet, layout: &Layout, text: &str) -> Result<State, StateError> {
    let mut state = State::empty(rules, layout);
    state.set_chance_next(layout, false);
    let mut placed = vec![false; rules.elements.len()];
    let (mut lines, mut has_history) = (0, false);
    for (index, line) in text.lines().enumerate() {
        let fields: Vec<&str> = line.split('\t').collect();
        lines = index + 1;
        let read = match fields.as_slice() {
            ["turn", player, outcome, count @ ..] => parse_turn(layout, &mut state, player, outcome, count),
            ["chance"] => parse_chance(layout, &mut state),
            ["variable", name, value @ ..] => parse_variable(rules, layout, &mut state, name, value),
            ["past", keys @ ..] => parse_history(layout, &mut state, keys),
            // The moves of a game with hidden information are replayed by the caller.
            ["moves", ..] if layout.has_hidden_information => Ok(()),
            ["score", player, points] => parse_score(layout, &mut state, player, points),
            ["at", name, location, numbers @ ..] => {
                parse_element(rules, layout, &mut state, &mut placed, name, location, numbers)
            }
            _ => Err("a line begins with turn, chance, score, variable, at or past, and separates its fields by tabs"
                .to_owned()),
        };
        read.map_err(|reason| StateError { line: index + 1, reason })?;
        has_history |= fields[0] == "past";
    }
    if let Some(missing) = placed.iter().position(|&there| !there) {
        let reason = format!("no line says where element \"{}\" is", rules.elements[missing].name);
        return Err(StateError { line: lines, reason });
    }
    state.initialize_key(rules, layout);
    if !has_history {
        state.record_in_history(rules, layout);
    }
    Ok(state)
}

fn number<T: std::str::FromStr>(text: &str, what: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("{what} must be a number, not \"{text}\""))
}

fn parse_player(layout: &Layout, text: &str) -> Result<Player, String> {
    let number: usize = number(text, "the player")?;
    let player = Player::new(number).filter(|_| number <= layout.player_count);
    player.ok_or_else(|| format!("the players are 1 to {}, not {number}", layout.player_count))
}

fn parse_turn(layout: &Layout, state: &mut State, player: &str, outcome: &str, count: &[&str]) -> Result<(), String> {
    match count {
        [] => {}
        [count] if layout.turn_number.is_some() => {
            state.set_turn_number(layout, number(count, "the number of the turn")?);
        }
        _ => return Err("the turn has a player and an outcome".to_owned()),
    }
    state.set_mover(parse_player(layout, player)?);
    state.set_outcome(match outcome {
        "-" => None,
        "0" => Some(Outcome::Draw),
        winner => Some(Outcome::Won(parse_player(layout, winner)?)),
    });
    Ok(())
}

fn parse_chance(layout: &Layout, state: &mut State) -> Result<(), String> {
    if layout.chance.is_none() {
        return Err("this game has no chance moves, so its states have no \"chance\" line".to_owned());
    }
    state.set_chance_next(layout, true);
    Ok(())
}

fn parse_variable(
    rules: &RuleSet,
    layout: &Layout,
    state: &mut State,
    name: &str,
    value: &[&str],
) -> Result<(), String> {
    let name = unescaped(name);
    let index = rules.globals.iter().position(|global| global.name == name);
    let index = index.ok_or_else(|| format!("there is no variable \"{name}\""))?;
    let value = parse_global_value(rules, &rules.globals[index], value)?;
    state.set_global(rules, layout, GlobalId::new(index), &value);
    Ok(())
}

fn parse_history(layout: &Layout, state: &mut State, keys: &[&str]) -> Result<(), String> {
    if !layout.counts_repetitions {
        return Err("this game does not count repetitions, so its states have no \"past\" line".to_owned());
    }
    let read = |key: &&str| {
        u64::from_str_radix(key, 16).map_err(|_| format!("a key has sixteen hexadecimal digits, not \"{key}\""))
    };
    state.set_history(keys.iter().map(read).collect::<Result<Vec<_>, _>>()?);
    Ok(())
}

fn parse_score(layout: &Layout, state: &mut State, player: &str, points: &str) -> Result<(), String> {
    let (player, points) = (parse_player(layout, player)?, number(points, "the score")?);
    if layout.scores.is_some() {
        state.set_score(layout, player, points);
    } else if points != layout.initial_scores[player.index()] {
        let initial = layout.initial_scores[player.index()];
        return Err(format!("the score is always {initial} in this game, not {points}"));
    }
    Ok(())
}

fn parse_element(
    rules: &RuleSet,
    layout: &Layout,
    state: &mut State,
    placed: &mut [bool],
    name: &str,
    location: &str,
    numbers: &[&str],
) -> Result<(), String> {
    let (name, location) = (unescaped(name), unescaped(location));
    let &[state_number, owner, zindex] = numbers else {
        return Err("an element has a state, an owner and a height".to_owned());
    };
    let element: ElementId = rules.element_named(&name).ok_or_else(|| format!("there is no element \"{name}\""))?;
    let location = match location.as_str() {
        "" => None,
        name => Some(rules.location_named(name).ok_or_else(|| format!("there is no location \"{name}\""))?),
    };
    if std::mem::replace(&mut placed[element.index()], true) {
        return Err(format!("element \"{name}\" is placed twice"));
    }
    if let Some(location) = location.filter(|&location| !state.is_empty(layout, location)) {
        return Err(format!("location \"{}\" is occupied", rules.locations[location.index()].name));
    }
    let owner = match owner {
        "0" => None,
        owner => Player::new(number(owner, "the owner")?),
    };
    let element_data = &rules.elements[element.index()];
    let distinguishable = element_data.is_distinguishable.then_some(element);
    let kind = PieceKind {
        element_type: element_data.kind,
        distinguishable,
        owner,
        state: number(state_number, "the state")?,
    };
    let impossible =
        || format!("element \"{name}\" never has owner {} and state {}", owner.map_or(0, Player::number), kind.state);
    let kind = layout.kinds.find(kind).ok_or_else(impossible)?;
    let zindex: i32 = number(zindex, "the height")?;
    let kind_changes = layout.element_kind.is_none() && kind != layout.initial_kind[element.index()];
    let height_changes = layout.zindex.is_none() && zindex != layout.initial_zindex[element.index()];
    if kind_changes || height_changes {
        return Err(format!("element \"{name}\" cannot have this owner, state or height in this game"));
    }
    if let Some(location) = location {
        state.place_from_supply(layout, element, location);
    }
    if layout.element_kind.is_some() {
        state.set_kind(layout, element, kind);
    }
    if layout.zindex.is_some() {
        state.set_zindex(layout, element, zindex);
    }
    Ok(())
}
