//! Moves and states of spec games as text, both ways.

use std::fmt::Write as _;

use crate::game::{Game, MoveError, Outcome, StateError, words};
use crate::globals::Held;
use crate::ids::{ElementId, GlobalId, LocationId, Player};
use crate::kinds::Kind;
use crate::layout::Layout;
use crate::rules::{Global, GlobalKind, RuleSet};
use crate::spec::{Move, SpecGame};
use crate::state::State;

/// How "off the board" is written in moves.
pub(crate) const OFF: &str = "off";

/// `element from to [word]`, with `off` for off the board; the rule's name alone for a move without element.
pub(crate) fn move_text(rules: &RuleSet, mv: Move) -> String {
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

/// The legal move that a text means.
pub(crate) fn parse_move(game: &SpecGame, state: &State, text: &str) -> Result<Move, MoveError> {
    let wanted = words(text);
    let means = |&mv: &Move| words(&move_text(game.rules(), mv)) == wanted;
    // Mostly it is one of those that are listed, which are far fewer than all where there are many equal pieces.
    let mut moves = Vec::new();
    game.turn(state, &mut moves)?;
    if let Some(mv) = moves.iter().copied().find(means) {
        return Ok(mv);
    }
    game.every_move(state, &mut moves)?;
    let found = moves.iter().copied().find(means);
    found.ok_or_else(|| refusal(game, state, &moves, &wanted))
}

/// Says why a text is none of the legal moves, as far as the position tells.
fn refusal(game: &SpecGame, state: &State, moves: &[Move], text: &str) -> MoveError {
    let rules = game.rules();
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
        return unknown("an element, the place where it stands and the place where it goes are needed".into());
    };
    let Some(element_id) = rules.element_named(element) else {
        return unknown(format!("there is no element \"{element}\""));
    };
    let place = |name: &str| match rules.location_named(name) {
        None if name == OFF => Ok(None),
        None => Err(unknown(format!("there is no location \"{name}\""))),
        known => Ok(known),
    };
    let (from_id, to_id) = match (place(from), place(to)) {
        (Ok(from_id), Ok(to_id)) => (from_id, to_id),
        (Err(error), _) | (_, Err(error)) => return error,
    };
    let stands = game.location(state, element_id);
    if stands != from_id {
        let place = stands.map_or("off the board".to_owned(), |l| format!("on {}", rules.locations[l.index()].name));
        return illegal(format!("{element} stands {place}"));
    }
    let way: Vec<&Move> = moves.iter().filter(|mv| mv.element == Some(element_id) && mv.to == to_id).collect();
    let words: Vec<&str> = way.iter().filter_map(|mv| mv.word(rules)).collect();
    if !words.is_empty() {
        return illegal(format!("one of these words is needed at its end: {}", words.join(", ")));
    }
    if !way.is_empty() {
        return illegal("there is nothing to choose in this move".to_owned());
    }
    if moves.iter().any(|mv| mv.element == Some(element_id)) {
        return illegal(format!("no rule lets {element} go from {from} to {to} now"));
    }
    let taken = to_id.and_then(|to_id| game.content(state, to_id));
    if let Some(there) = taken {
        return illegal(format!("{to} is not empty, {} stands there", rules.elements[there.index()].name));
    }
    illegal(format!("no rule lets {element} move now, with player {} to move", game.mover(state)))
}

/// One line for the turn, then one a player with its score, one a variable, one an element, and one with the keys of the
/// positions that have stood, where a game asks for them; fields are parted by tabs.
pub(crate) fn state_text(rules: &RuleSet, layout: &Layout, state: &State) -> String {
    let mut text = String::new();
    let outcome = state.outcome().map_or("-".to_owned(), |outcome| outcome.winner().to_string());
    let put = "writing to a text never fails";
    write!(text, "turn\t{}\t{outcome}", state.mover()).expect(put);
    if layout.turn.is_some() {
        write!(text, "\t{}", state.turn(layout)).expect(put);
    }
    text.push('\n');
    for player in layout.players() {
        writeln!(text, "score\t{player}\t{}", state.score(layout, player)).expect(put);
    }
    for (index, global) in rules.globals.iter().enumerate() {
        let value = state.held(rules, layout, GlobalId::new(index));
        writeln!(text, "variable\t{}{}", escaped(&global.name), held_text(rules, &value)).expect(put);
    }
    for element in layout.elements() {
        let kind = layout.kinds[state.kind(layout, element)];
        let name = escaped(&rules.elements[element.index()].name);
        let location = state.location(layout, element).map(|l| escaped(&rules.locations[l.index()].name));
        let owner = kind.owner.map_or(0, Player::number);
        let zindex = state.zindex(layout, element);
        writeln!(text, "at\t{name}\t{}\t{}\t{owner}\t{zindex}", location.unwrap_or_default(), kind.state).expect(put);
    }
    if layout.repeats {
        text.push_str("past");
        for key in state.past() {
            write!(text, "\t{key:016x}").expect(put);
        }
        text.push('\n');
    }
    text
}

/// The fields of what a variable holds, each after a tab; names that are none are empty.
fn held_text(rules: &RuleSet, value: &Held) -> String {
    let element = |id: &ElementId| format!("\t{}", escaped(&rules.elements[id.index()].name));
    let location = |id: &LocationId| format!("\t{}", escaped(&rules.locations[id.index()].name));
    match value {
        Held::Int(number) => format!("\t{number}"),
        Held::Bool(yes) => format!("\t{yes}"),
        Held::Element(held) => held.as_ref().map_or("\t".to_owned(), element),
        Held::Location(held) => held.as_ref().map_or("\t".to_owned(), location),
        Held::Elements(members) => members.iter().map(element).collect(),
        Held::Locations(members) => members.iter().map(location).collect(),
    }
}

fn read_held(rules: &RuleSet, global: &Global, fields: &[&str]) -> Result<Held, String> {
    let element =
        |name: &str| rules.element_named(&unescaped(name)).ok_or_else(|| format!("there is no element \"{name}\""));
    let location =
        |name: &str| rules.location_named(&unescaped(name)).ok_or_else(|| format!("there is no location \"{name}\""));
    Ok(match (global.kind, fields) {
        (GlobalKind::Int { least, most }, [number]) => {
            let number: i32 = self::number(number, "the value")?;
            if !(least..=most).contains(&number) {
                return Err(format!("\"{}\" holds {least} to {most}, not {number}", global.name));
            }
            Held::Int(number)
        }
        (GlobalKind::Bool, ["true"]) => Held::Bool(true),
        (GlobalKind::Bool, ["false"]) => Held::Bool(false),
        (GlobalKind::Element, [""]) => Held::Element(None),
        (GlobalKind::Element, [name]) => Held::Element(Some(element(name)?)),
        (GlobalKind::Location, [""]) => Held::Location(None),
        (GlobalKind::Location, [name]) => Held::Location(Some(location(name)?)),
        (GlobalKind::Elements, names) => {
            let mut members = names.iter().map(|name| element(name)).collect::<Result<Vec<_>, _>>()?;
            members.sort_unstable();
            Held::Elements(members)
        }
        (GlobalKind::Locations, names) => {
            let mut members = names.iter().map(|name| location(name)).collect::<Result<Vec<_>, _>>()?;
            members.sort_unstable();
            Held::Locations(members)
        }
        _ => return Err(format!("the variable \"{}\" cannot hold this", global.name)),
    })
}

/// Names may hold tabs and backslashes.
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

/// Reads what [`state_text`] wrote. Without a line of what has stood, the position stands for the first time.
pub(crate) fn parse_state(rules: &RuleSet, layout: &Layout, text: &str) -> Result<State, StateError> {
    let mut state = State::empty(rules, layout);
    let mut placed = vec![false; rules.elements.len()];
    let (mut lines, mut past) = (0, false);
    for (index, line) in text.lines().enumerate() {
        let fields: Vec<&str> = line.split('\t').collect();
        lines = index + 1;
        let read =
            match fields.as_slice() {
                ["turn", player, outcome, count @ ..] => read_turn(layout, &mut state, (player, outcome), count),
                ["variable", name, value @ ..] => read_variable(rules, layout, &mut state, name, value),
                ["past", keys @ ..] => read_past(layout, &mut state, keys),
                ["score", player, points] => read_score(layout, &mut state, player, points),
                ["at", name, location, numbers @ ..] => {
                    read_element(rules, layout, &mut state, &mut placed, (name, location), numbers)
                }
                _ => Err("a line begins with turn, score, variable, at or past, and has its fields parted by tabs"
                    .to_owned()),
            };
        read.map_err(|reason| StateError { line: index + 1, reason })?;
        past |= fields[0] == "past";
    }
    if let Some(missing) = placed.iter().position(|&there| !there) {
        let reason = format!("no line says where element \"{}\" is", rules.elements[missing].name);
        return Err(StateError { line: lines, reason });
    }
    state.make_key(rules, layout);
    if !past {
        state.remember(rules, layout);
    }
    Ok(state)
}

fn number<T: std::str::FromStr>(text: &str, what: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("{what} must be a number, not \"{text}\""))
}

fn read_player(layout: &Layout, text: &str) -> Result<Player, String> {
    let number: usize = number(text, "the player")?;
    let known = Player::new(number).filter(|_| number <= layout.players);
    known.ok_or_else(|| format!("the players are 1 to {}, not {number}", layout.players))
}

fn read_turn(
    layout: &Layout,
    state: &mut State,
    (player, outcome): (&str, &str),
    count: &[&str],
) -> Result<(), String> {
    match count {
        [] => {}
        [count] if layout.turn.is_some() => state.set_turn(layout, number(count, "the number of the turn")?),
        _ => return Err("the turn has a player and an outcome".to_owned()),
    }
    state.set_mover(read_player(layout, player)?);
    state.set_outcome(match outcome {
        "-" => None,
        "0" => Some(Outcome::Draw),
        winner => Some(Outcome::Won(read_player(layout, winner)?)),
    });
    Ok(())
}

fn read_variable(
    rules: &RuleSet,
    layout: &Layout,
    state: &mut State,
    name: &str,
    value: &[&str],
) -> Result<(), String> {
    let name = unescaped(name);
    let index = rules.globals.iter().position(|global| global.name == name);
    let index = index.ok_or_else(|| format!("there is no variable \"{name}\""))?;
    let held = read_held(rules, &rules.globals[index], value)?;
    state.hold(rules, layout, GlobalId::new(index), &held);
    Ok(())
}

fn read_past(layout: &Layout, state: &mut State, keys: &[&str]) -> Result<(), String> {
    if !layout.repeats {
        return Err("this game does not ask how often a position has stood".to_owned());
    }
    let read = |key: &&str| {
        u64::from_str_radix(key, 16).map_err(|_| format!("a key has sixteen hexadecimal digits, not \"{key}\""))
    };
    state.set_past(keys.iter().map(read).collect::<Result<Vec<_>, _>>()?);
    Ok(())
}

fn read_score(layout: &Layout, state: &mut State, player: &str, points: &str) -> Result<(), String> {
    let (player, points) = (read_player(layout, player)?, number(points, "the score")?);
    if layout.scores.is_some() {
        state.set_score(layout, player, points);
    } else if points != layout.start_scores[player.index()] {
        let always = layout.start_scores[player.index()];
        return Err(format!("the score is always {always} in this game, not {points}"));
    }
    Ok(())
}

fn read_element(
    rules: &RuleSet,
    layout: &Layout,
    state: &mut State,
    placed: &mut [bool],
    (name, location): (&str, &str),
    numbers: &[&str],
) -> Result<(), String> {
    let (name, location) = (unescaped(name), unescaped(location));
    let &[condition, owner, zindex] = numbers else {
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
        return Err(format!("location \"{}\" is taken", rules.locations[location.index()].name));
    }
    let owner = match owner {
        "0" => None,
        owner => Player::new(number(owner, "the owner")?),
    };
    let given = &rules.elements[element.index()];
    let alone = given.alone.then_some(element);
    let kind = Kind { element_type: given.kind, alone, owner, state: number(condition, "the state")? };
    let impossible =
        || format!("element \"{name}\" never has owner {} and state {}", owner.map_or(0, Player::number), kind.state);
    let kind = layout.kinds.find(kind).ok_or_else(impossible)?;
    let zindex: i32 = number(zindex, "the height")?;
    let fixed = layout.kind.is_none() && kind != layout.first_kind[element.index()];
    let flat = layout.zindex.is_none() && zindex != layout.first_zindex[element.index()];
    if fixed || flat {
        return Err(format!("element \"{name}\" never changes its owner, state or height so"));
    }
    if let Some(location) = location {
        state.place(layout, element, location);
    }
    if layout.kind.is_some() {
        state.set_kind(layout, element, kind);
    }
    if layout.zindex.is_some() {
        state.set_zindex(layout, element, zindex);
    }
    Ok(())
}
