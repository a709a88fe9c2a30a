//! Moves and states of spec games as text, both ways.

use std::fmt::Write as _;

use crate::game::{Game, MoveError, Outcome, StateError, words};
use crate::ids::{ElementId, LocationId, Player};
use crate::kinds::Kind;
use crate::layout::Layout;
use crate::rules::RuleSet;
use crate::spec::{Move, SpecGame};
use crate::state::State;

/// `element from to`.
pub(crate) fn move_text(rules: &RuleSet, mv: Move) -> String {
    let place = |location: LocationId| &rules.locations[location.index()].name;
    format!("{} {} {}", rules.elements[mv.element.index()].name, place(mv.from), place(mv.to))
}

/// The legal move that a text means.
pub(crate) fn parse_move(game: &SpecGame, state: &State, text: &str) -> Result<Move, MoveError> {
    let wanted = words(text);
    let mut moves = Vec::new();
    game.every_move(state, &mut moves)?;
    let found = moves.iter().copied().find(|&mv| words(&move_text(game.rules(), mv)) == wanted);
    found.ok_or_else(|| refusal(game, state, &moves, &wanted))
}

/// Says why a text is none of the legal moves, as far as the position tells.
fn refusal(game: &SpecGame, state: &State, moves: &[Move], text: &str) -> MoveError {
    let rules = game.rules();
    let parts: Vec<&str> = text.split(' ').collect();
    let unknown = |reason: String| MoveError::Unknown { text: text.to_owned(), reason };
    let illegal = |reason: String| MoveError::Illegal { text: text.to_owned(), reason };
    let &[element, from, to] = parts.as_slice() else {
        return unknown("an element, the place where it stands and the place where it goes are needed".into());
    };
    let Some(element_id) = rules.element_named(element) else {
        return unknown(format!("there is no element \"{element}\""));
    };
    let place =
        |name: &str| rules.location_named(name).ok_or_else(|| unknown(format!("there is no location \"{name}\"")));
    let (from_id, to_id) = match (place(from), place(to)) {
        (Ok(from_id), Ok(to_id)) => (from_id, to_id),
        (Err(error), _) | (_, Err(error)) => return error,
    };
    if let Ok(Some(outcome)) = game.outcome(state) {
        return illegal(format!("the game is over, {outcome}"));
    }
    let stands = game.location(state, element_id);
    if stands != from_id {
        return illegal(format!("{element} stands on {}", rules.locations[stands.index()].name));
    }
    if let Some(there) = game.content(state, to_id) {
        return illegal(format!("{to} is not empty, {} stands there", rules.elements[there.index()].name));
    }
    if moves.iter().any(|mv| mv.element == element_id) {
        return illegal(format!("no rule lets {element} go from {from} to {to} now"));
    }
    illegal(format!("no rule lets {element} move now, with player {} to move", game.mover(state)))
}

/// One line for the turn, then one a player with its score, then one an element; fields are parted by tabs.
pub(crate) fn state_text(rules: &RuleSet, layout: &Layout, state: &State) -> String {
    let mut text = String::new();
    let outcome = state.outcome().map_or("-".to_owned(), |outcome| outcome.winner().to_string());
    let put = "writing to a text never fails";
    writeln!(text, "turn\t{}\t{outcome}", state.mover()).expect(put);
    for player in (1..=layout.players).filter_map(Player::new) {
        writeln!(text, "score\t{player}\t{}", state.score(layout, player)).expect(put);
    }
    for element in layout.elements() {
        let kind = layout.kinds[state.kind(layout, element)];
        let name = escaped(&rules.elements[element.index()].name);
        let location = escaped(&rules.locations[state.location(layout, element).index()].name);
        let owner = kind.owner.map_or(0, Player::number);
        let zindex = state.zindex(layout, element);
        writeln!(text, "at\t{name}\t{location}\t{}\t{owner}\t{zindex}", kind.state).expect(put);
    }
    text
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

/// Reads what [`state_text`] wrote.
pub(crate) fn parse_state(rules: &RuleSet, layout: &Layout, text: &str) -> Result<State, StateError> {
    let mut state = State::empty(layout);
    let mut placed = vec![false; rules.elements.len()];
    let mut lines = 0;
    for (index, line) in text.lines().enumerate() {
        let fields: Vec<&str> = line.split('\t').collect();
        lines = index + 1;
        let read = match fields.as_slice() {
            ["turn", player, outcome] => read_turn(layout, &mut state, player, outcome),
            ["score", player, points] => read_score(layout, &mut state, player, points),
            ["at", name, location, numbers @ ..] => {
                read_element(rules, layout, &mut state, &mut placed, (name, location), numbers)
            }
            _ => Err("a line begins with turn, score or at, and has its fields parted by tabs".to_owned()),
        };
        read.map_err(|reason| StateError { line: index + 1, reason })?;
    }
    if let Some(missing) = placed.iter().position(|&there| !there) {
        let reason = format!("no line says where element \"{}\" is", rules.elements[missing].name);
        return Err(StateError { line: lines, reason });
    }
    state.make_key(layout);
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

fn read_turn(layout: &Layout, state: &mut State, player: &str, outcome: &str) -> Result<(), String> {
    state.set_mover(read_player(layout, player)?);
    state.set_outcome(match outcome {
        "-" => None,
        "0" => Some(Outcome::Draw),
        winner => Some(Outcome::Won(read_player(layout, winner)?)),
    });
    Ok(())
}

fn read_score(layout: &Layout, state: &mut State, player: &str, points: &str) -> Result<(), String> {
    let (player, points) = (read_player(layout, player)?, number(points, "the score")?);
    if layout.scores.is_some() {
        state.set_score(layout, player, points);
    } else if points != layout.start_score {
        return Err(format!("the score is always {} in this game, not {points}", layout.start_score));
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
    let location = rules.location_named(&location).ok_or_else(|| format!("there is no location \"{location}\""))?;
    if std::mem::replace(&mut placed[element.index()], true) {
        return Err(format!("element \"{name}\" is placed twice"));
    }
    if !state.is_empty(layout, location) {
        return Err(format!("location \"{}\" is taken", rules.locations[location.index()].name));
    }
    let owner = match owner {
        "0" => None,
        owner => Player::new(number(owner, "the owner")?),
    };
    let kind =
        Kind { element_type: rules.elements[element.index()].kind, owner, state: number(condition, "the state")? };
    let impossible =
        || format!("element \"{name}\" never has owner {} and state {}", owner.map_or(0, Player::number), kind.state);
    let kind = layout.kinds.find(kind).ok_or_else(impossible)?;
    let zindex: i32 = number(zindex, "the height")?;
    let fixed = layout.kind.is_none() && kind != layout.first_kind[element.index()];
    let flat = layout.zindex.is_none() && zindex != layout.first_zindex[element.index()];
    if fixed || flat {
        return Err(format!("element \"{name}\" never changes its owner, state or height so"));
    }
    state.place(layout, element, location);
    if layout.kind.is_some() {
        state.set_kind(layout, element, kind);
    }
    if layout.zindex.is_some() {
        state.set_zindex(layout, element, zindex);
    }
    Ok(())
}
