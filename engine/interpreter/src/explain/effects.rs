//! Explanation of a legal move: its effects in order, each with the changes of the position and their cause.
//! The changes are computed by comparing the states that the interpreter recorded; no moves are made here.

use crate::evaluate::{MoveStage, Value};
use crate::game::InterpretedGame;
use crate::moves::Move;
use crate::state::State;
use boardwright_game::game::{Game as _, Outcome};
use boardwright_game::ids::{ElementId, GlobalId, LocationId, Player};
use boardwright_rules::{Effect, Expr, RuleSet, Span};

use super::LegalExplanation;

/// One step of making a move, with all changes of the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AppliedStep {
    /// Kind of step.
    pub kind: StepKind,
    /// Source span of the step, if the file contains it.
    pub span: Option<Span>,
    /// Changes.
    pub changes: Vec<StateChange>,
}

/// Kind of a step of making a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepKind {
    /// An award of the rule.
    Award,
    /// Reset of the variables of the move.
    Reset,
    /// Capture of the element on the target.
    Capture,
    /// Movement of the element to its target.
    Move,
    /// An effect of a followup.
    Action,
    /// The turn passes.
    Turn,
    /// A scoring.
    Scoring,
    /// An end of the game.
    End,
    /// No player can move.
    NoMoves,
}

impl StepKind {
    /// Machine-readable name.
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

/// A change of the position. A place `None` is off the board; an owner `None` means no owner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StateChange {
    /// An element changed its place.
    Place {
        /// The element.
        element: ElementId,
        /// Old location.
        from: Option<LocationId>,
        /// New location.
        to: Option<LocationId>,
    },
    /// An element changed its owner.
    Owner {
        /// The element.
        element: ElementId,
        /// Old owner.
        from: Option<Player>,
        /// New owner.
        to: Option<Player>,
    },
    /// An element changed its state.
    State {
        /// The element.
        element: ElementId,
        /// Old state.
        from: i32,
        /// New state.
        to: i32,
    },
    /// An element changed its height.
    Height {
        /// The element.
        element: ElementId,
        /// Old height.
        from: i32,
        /// New height.
        to: i32,
    },
    /// A variable changed its value.
    Variable {
        /// The variable.
        variable: GlobalId,
        /// Old value.
        from: String,
        /// New value.
        to: String,
    },
    /// A score changed.
    Score {
        /// The player.
        player: Player,
        /// Old score in points.
        from: String,
        /// New score in points.
        to: String,
    },
    /// The turn passed to another player.
    Turn {
        /// Previous player to move.
        from: Player,
        /// New player to move.
        to: Player,
    },
    /// A variable was assigned its current value.
    Unchanged {
        /// The variable.
        variable: GlobalId,
        /// Value.
        value: String,
    },
    /// Another move of the same player follows.
    SamePlayer(Player),
    /// An effect changed nothing.
    Nothing,
    /// No end of the game was reached.
    Continues,
    /// The game is over.
    Over(Outcome),
}

/// Explains the effects of a legal move.
pub(super) fn explain_legal(game: &InterpretedGame, state: &State, mv: Move) -> LegalExplanation {
    explain_with_states(game, state, mv).0
}

/// Explains the effects of a legal move, with the states after them; the last state is that after all further effects.
pub(super) fn explain_with_states(game: &InterpretedGame, state: &State, mv: Move) -> (LegalExplanation, Vec<State>) {
    let rules = game.rules();
    let (trace, result) = game.interpreter().trace_move(state, mv);
    let mut effects = Vec::new();
    let mut states = Vec::new();
    let mut before = state.clone();
    for (stage, after) in trace {
        let mut changes = state_changes(game, &before, &after);
        if changes.is_empty() {
            changes.extend(unchanged_report(game, &after, stage));
        }
        if !changes.is_empty() {
            effects.push(AppliedStep { kind: step_kind(stage), span: step_span(rules, stage), changes });
            states.push(after.clone());
        }
        before = after;
    }
    let mut fault = result.err();
    let mut outcome = before.outcome();
    if fault.is_none() && outcome.is_none() {
        match game.outcome(&before) {
            Ok(None) => add_continuation(game, &before, &mut effects),
            Ok(Some(over)) => {
                outcome = Some(over);
                effects.push(AppliedStep {
                    kind: StepKind::NoMoves,
                    span: None,
                    changes: vec![StateChange::Over(over)],
                });
            }
            Err(new_fault) => fault = Some(new_fault),
        }
    }
    let players = (1..=rules.players.len()).filter_map(Player::new);
    let scores = players.map(|player| game.score(&before, player)).collect();
    let next = game.mover(&before);
    states.push(before);
    (LegalExplanation { mv, effects, scores, next, outcome, fault }, states)
}

/// Reports the next player and that the game goes on, unless a step has reported that.
fn add_continuation(game: &InterpretedGame, state: &State, effects: &mut Vec<AppliedStep>) {
    let reports =
        |predicate: fn(&StateChange) -> bool| effects.iter().flat_map(|effect| &effect.changes).any(predicate);
    let turn_reported = reports(|change| matches!(change, StateChange::Turn { .. } | StateChange::SamePlayer(_)));
    let continuation_reported = game.rules().ends.is_empty() || reports(|change| *change == StateChange::Continues);
    if !turn_reported {
        effects.push(AppliedStep {
            kind: StepKind::Turn,
            span: None,
            changes: vec![StateChange::SamePlayer(game.mover(state))],
        });
    }
    if !continuation_reported {
        effects.push(AppliedStep { kind: StepKind::End, span: None, changes: vec![StateChange::Continues] });
    }
}

/// Report for a step of the file that changes nothing.
fn unchanged_report(game: &InterpretedGame, state: &State, stage: MoveStage) -> Option<StateChange> {
    let rules = game.rules();
    Some(match stage {
        MoveStage::Reset | MoveStage::Capture | MoveStage::Movement => return None,
        MoveStage::Effect(expr) => match rules.exprs[expr] {
            Expr::Effect(Effect::Set(variable), _) => {
                StateChange::Unchanged { variable, value: Value::from(game.global_value(state, variable)).text(rules) }
            }
            _ => StateChange::Nothing,
        },
        MoveStage::Award(_) | MoveStage::ScoringAward(_) => StateChange::Nothing,
        MoveStage::Turn => StateChange::SamePlayer(game.mover(state)),
        MoveStage::End(_) => StateChange::Continues,
    })
}

fn step_kind(stage: MoveStage) -> StepKind {
    match stage {
        MoveStage::Award(_) => StepKind::Award,
        MoveStage::Reset => StepKind::Reset,
        MoveStage::Capture => StepKind::Capture,
        MoveStage::Movement => StepKind::Move,
        MoveStage::Effect(_) => StepKind::Action,
        MoveStage::Turn => StepKind::Turn,
        MoveStage::ScoringAward(_) => StepKind::Scoring,
        MoveStage::End(_) => StepKind::End,
    }
}

fn step_span(rules: &RuleSet, stage: MoveStage) -> Option<Span> {
    match stage {
        MoveStage::Award(expr) | MoveStage::Effect(expr) | MoveStage::ScoringAward(expr) => {
            Some(rules.exprs.span(expr))
        }
        MoveStage::End(index) => Some(rules.exprs.span(rules.ends[index].situation)),
        MoveStage::Reset | MoveStage::Capture | MoveStage::Movement | MoveStage::Turn => None,
    }
}

/// Lists the differences between two states.
fn state_changes(game: &InterpretedGame, before: &State, after: &State) -> Vec<StateChange> {
    let rules = game.rules();
    let mut changes = Vec::new();
    for element in (0..rules.elements.len()).map(ElementId::new) {
        let place = (game.location(before, element), game.location(after, element));
        let owner = (game.owner(before, element), game.owner(after, element));
        let state = (game.element_state(before, element), game.element_state(after, element));
        let height = (game.zindex(before, element), game.zindex(after, element));
        if place.0 != place.1 {
            changes.push(StateChange::Place { element, from: place.0, to: place.1 });
        }
        if owner.0 != owner.1 {
            changes.push(StateChange::Owner { element, from: owner.0, to: owner.1 });
        }
        if state.0 != state.1 {
            changes.push(StateChange::State { element, from: state.0, to: state.1 });
        }
        if height.0 != height.1 {
            changes.push(StateChange::Height { element, from: height.0, to: height.1 });
        }
    }
    for variable in (0..rules.globals.len()).map(GlobalId::new) {
        let values = [before, after].map(|state| game.global_value(state, variable));
        if values[0] != values[1] {
            let [from, to] = values.map(|values| Value::from(values).text(rules));
            changes.push(StateChange::Variable { variable, from, to });
        }
    }
    for player in (1..=rules.players.len()).filter_map(Player::new) {
        if game.points(before, player) != game.points(after, player) {
            let [from, to] = [before, after].map(|state| game.score(state, player).to_string());
            changes.push(StateChange::Score { player, from, to });
        }
    }
    let (from, to) = (game.mover(before), game.mover(after));
    if from != to {
        changes.push(StateChange::Turn { from, to });
    }
    if let (None, Some(outcome)) = (before.outcome(), after.outcome()) {
        changes.push(StateChange::Over(outcome));
    }
    changes
}

impl StateChange {
    /// The change as a sentence for people.
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
            Self::Unchanged { variable, value } => {
                format!("{} stays {value}", rules.globals[variable.index()].name)
            }
            Self::SamePlayer(player) => format!("player {player} is to move again"),
            Self::Nothing => "nothing changes".to_owned(),
            Self::Continues => "the game goes on".to_owned(),
            Self::Over(Outcome::Draw) => "the game ends in a draw".to_owned(),
            Self::Over(Outcome::Won(player)) => format!("the game ends, player {player} wins"),
        }
    }
}
