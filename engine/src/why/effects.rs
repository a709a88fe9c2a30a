//! What a legal move does, in order: each change of the position and what caused it.
//! It compares the positions that the plain form recorded; it makes no moves itself.

use crate::game::{Game as _, Outcome};
use crate::ids::{ElementId, GlobalId, LocationId, Player};
use crate::plain::{Stage, Value};
use crate::rules::{Deed, Expr, RuleSet, Span};
use crate::spec::{Move, SpecGame};
use crate::state::State;

use super::Legal;

/// One step of a move with all that it changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effect {
    /// What it is part of.
    pub cause: Cause,
    /// Where the file says it, if it does.
    pub place: Option<Span>,
    /// What changed.
    pub changes: Vec<Change>,
}

/// What a step of a move is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// An award of the rule.
    Award,
    /// Variables of the move get their first values back.
    Reset,
    /// What stood on the target is removed.
    Capture,
    /// The element goes to its target.
    Move,
    /// An action of a followup.
    Action,
    /// The turn passes.
    Turn,
    /// A scoring.
    Scoring,
    /// An end of the game.
    End,
    /// Nobody can move.
    NoMoves,
}

impl Cause {
    /// Its name, as a program would like to read it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Award => "award",
            Self::Reset => "reset",
            Self::Capture => "capture",
            Self::Move => "move",
            Self::Action => "action",
            Self::Turn => "turn",
            Self::Scoring => "scoring",
            Self::End => "end",
            Self::NoMoves => "no moves",
        }
    }
}

/// A change of the position. Places that are `None` are off the board, owners that are `None` nobody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// An element stands elsewhere.
    Place {
        /// The element.
        element: ElementId,
        /// Where it stood.
        from: Option<LocationId>,
        /// Where it stands.
        to: Option<LocationId>,
    },
    /// An element has another owner.
    Owner {
        /// The element.
        element: ElementId,
        /// Whose it was.
        from: Option<Player>,
        /// Whose it is.
        to: Option<Player>,
    },
    /// An element is in another state.
    State {
        /// The element.
        element: ElementId,
        /// Its state before.
        from: i32,
        /// Its state now.
        to: i32,
    },
    /// An element has another height.
    Height {
        /// The element.
        element: ElementId,
        /// Its height before.
        from: i32,
        /// Its height now.
        to: i32,
    },
    /// A variable holds something else.
    Variable {
        /// The variable.
        variable: GlobalId,
        /// What it held.
        from: String,
        /// What it holds.
        to: String,
    },
    /// A player has another score.
    Score {
        /// The player.
        player: Player,
        /// The score before.
        from: i32,
        /// The score now.
        to: i32,
    },
    /// Another player is to move.
    Turn {
        /// Who was to move.
        from: Player,
        /// Who is to move.
        to: Player,
    },
    /// A variable is given what it holds already.
    Kept {
        /// The variable.
        variable: GlobalId,
        /// What it holds.
        value: String,
    },
    /// The same player is to move again.
    Again(Player),
    /// Something was done, and all is as it was.
    Nothing,
    /// No end of the game is there yet.
    GoesOn,
    /// The game is over.
    Over(Outcome),
}

/// What a legal move does.
pub(super) fn legal(game: &SpecGame, state: &State, mv: Move) -> Legal {
    let rules = game.rules();
    let (trail, made) = game.by_plain().steps(state, mv);
    let mut effects = Vec::new();
    let mut before = state.clone();
    for (stage, after) in trail {
        let mut changes = changes(game, &before, &after);
        if changes.is_empty() {
            changes.extend(idle(game, &after, stage));
        }
        if !changes.is_empty() {
            effects.push(Effect { cause: cause(stage), place: place(rules, stage), changes });
        }
        before = after;
    }
    let mut fault = made.err();
    let mut outcome = before.outcome();
    if fault.is_none() && outcome.is_none() {
        match game.outcome(&before) {
            Ok(None) => go_on(game, &before, &mut effects),
            Ok(Some(over)) => {
                outcome = Some(over);
                effects.push(Effect { cause: Cause::NoMoves, place: None, changes: vec![Change::Over(over)] });
            }
            Err(found) => fault = Some(found),
        }
    }
    let players = (1..=rules.players.len()).filter_map(Player::new);
    let scores = players.map(|player| game.points(&before, player)).collect();
    Legal { mv, effects, scores, next: game.mover(&before), outcome, fault }
}

/// Says whose turn it is and that the game goes on, where no step has said so.
fn go_on(game: &SpecGame, state: &State, effects: &mut Vec<Effect>) {
    let says = |wanted: fn(&Change) -> bool| effects.iter().flat_map(|effect| &effect.changes).any(wanted);
    let turn = says(|change| matches!(change, Change::Turn { .. } | Change::Again(_)));
    let on = game.rules().ends.is_empty() || says(|change| *change == Change::GoesOn);
    if !turn {
        effects.push(Effect { cause: Cause::Turn, place: None, changes: vec![Change::Again(game.mover(state))] });
    }
    if !on {
        effects.push(Effect { cause: Cause::End, place: None, changes: vec![Change::GoesOn] });
    }
}

/// What is told of a step that changes nothing, though the file asks for it.
fn idle(game: &SpecGame, state: &State, stage: Stage) -> Option<Change> {
    let rules = game.rules();
    Some(match stage {
        Stage::Reset | Stage::Captured | Stage::Moved => return None,
        Stage::Done(expr) => match rules.exprs[expr] {
            Expr::Do(Deed::Set(variable), _) => {
                Change::Kept { variable, value: Value::from(game.held(state, variable)).text(rules) }
            }
            _ => Change::Nothing,
        },
        Stage::Award(_) | Stage::Scored(_) => Change::Nothing,
        Stage::Turn => Change::Again(game.mover(state)),
        Stage::End(_) => Change::GoesOn,
    })
}

fn cause(stage: Stage) -> Cause {
    match stage {
        Stage::Award(_) => Cause::Award,
        Stage::Reset => Cause::Reset,
        Stage::Captured => Cause::Capture,
        Stage::Moved => Cause::Move,
        Stage::Done(_) => Cause::Action,
        Stage::Turn => Cause::Turn,
        Stage::Scored(_) => Cause::Scoring,
        Stage::End(_) => Cause::End,
    }
}

fn place(rules: &RuleSet, stage: Stage) -> Option<Span> {
    match stage {
        Stage::Award(expr) | Stage::Done(expr) | Stage::Scored(expr) => Some(rules.exprs.span(expr)),
        Stage::End(index) => Some(rules.exprs.span(rules.ends[index].situation)),
        Stage::Reset | Stage::Captured | Stage::Moved | Stage::Turn => None,
    }
}

/// In which things two positions differ.
fn changes(game: &SpecGame, before: &State, after: &State) -> Vec<Change> {
    let rules = game.rules();
    let mut changes = Vec::new();
    for element in (0..rules.elements.len()).map(ElementId::new) {
        let place = (game.location(before, element), game.location(after, element));
        let owner = (game.owner(before, element), game.owner(after, element));
        let state = (game.element_state(before, element), game.element_state(after, element));
        let height = (game.zindex(before, element), game.zindex(after, element));
        if place.0 != place.1 {
            changes.push(Change::Place { element, from: place.0, to: place.1 });
        }
        if owner.0 != owner.1 {
            changes.push(Change::Owner { element, from: owner.0, to: owner.1 });
        }
        if state.0 != state.1 {
            changes.push(Change::State { element, from: state.0, to: state.1 });
        }
        if height.0 != height.1 {
            changes.push(Change::Height { element, from: height.0, to: height.1 });
        }
    }
    for variable in (0..rules.globals.len()).map(GlobalId::new) {
        let held = [before, after].map(|state| game.held(state, variable));
        if held[0] != held[1] {
            let [from, to] = held.map(|held| Value::from(held).text(rules));
            changes.push(Change::Variable { variable, from, to });
        }
    }
    for player in (1..=rules.players.len()).filter_map(Player::new) {
        let (from, to) = (game.points(before, player), game.points(after, player));
        if from != to {
            changes.push(Change::Score { player, from, to });
        }
    }
    let (from, to) = (game.mover(before), game.mover(after));
    if from != to {
        changes.push(Change::Turn { from, to });
    }
    if let (None, Some(outcome)) = (before.outcome(), after.outcome()) {
        changes.push(Change::Over(outcome));
    }
    changes
}

impl Change {
    /// As a sentence for people.
    pub fn text(&self, rules: &RuleSet) -> String {
        let element = |id: ElementId| rules.elements[id.index()].name.as_str();
        let place = |location: Option<LocationId>| {
            location.map_or("off the board".to_owned(), |id| rules.locations[id.index()].name.clone())
        };
        let owner = |player: Option<Player>| player.map_or("nobody".to_owned(), |player| format!("player {player}"));
        let state = |id: ElementId, number: i32| {
            let kind = &rules.element_types[rules.elements[id.index()].kind.index()];
            let name = usize::try_from(number - 1).ok().and_then(|at| kind.state_names.get(at));
            name.map_or(number.to_string(), |name| format!("{number} ({name})"))
        };
        match self {
            Self::Place { element: id, from, to } => {
                format!("{} from {} to {}", element(*id), place(*from), place(*to))
            }
            Self::Owner { element: id, from, to } => {
                format!("{} now belongs to {}, not to {}", element(*id), owner(*to), owner(*from))
            }
            Self::State { element: id, from, to } => {
                format!("{} gets state {} after {}", element(*id), state(*id, *to), state(*id, *from))
            }
            Self::Height { element: id, from, to } => format!("{} gets height {to} after {from}", element(*id)),
            Self::Variable { variable, from, to } => {
                format!("{} = {to} after {from}", rules.globals[variable.index()].name)
            }
            Self::Score { player, from, to } => format!("player {player} has {to} points after {from}"),
            Self::Turn { to, .. } => format!("player {to} is to move"),
            Self::Kept { variable, value } => {
                format!("{} stays {value}", rules.globals[variable.index()].name)
            }
            Self::Again(player) => format!("player {player} is to move again"),
            Self::Nothing => "nothing changes".to_owned(),
            Self::GoesOn => "the game goes on".to_owned(),
            Self::Over(Outcome::Draw) => "the game ends in a draw".to_owned(),
            Self::Over(Outcome::Won(player)) => format!("the game ends, player {player} wins"),
        }
    }
}
