//! Run-time errors of a game file: mistakes that show only in some position.
//! Mistakes that are visible in the file alone are diagnostics of `boardwright-lang`.

use thiserror::Error;

/// A run-time error of a game file that stopped a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{kind}{}", .context.place())]
pub struct Fault {
    /// Kind of error.
    pub kind: FaultKind,
    /// Source span of the expression that failed.
    pub span: Span,
    /// Part of the file that was being evaluated.
    pub context: FaultContext,
}

impl Fault {
    /// `true` if the rules did not fail, but the [deadline](crate::deadline) of the thread passed.
    pub fn is_interruption(&self) -> bool {
        self.kind == FaultKind::Interrupted
    }

    /// The fault for a player that cannot go on, such as an external engine that has exited.
    pub fn player_failed(message: String) -> Self {
        Self { kind: FaultKind::PlayerFailed(message), span: Span::default(), context: FaultContext::Player }
    }

    /// The fault for a player that answers with this text instead of a legal move.
    pub fn invalid_move(text: String) -> Self {
        Self { kind: FaultKind::InvalidMove(text), span: Span::default(), context: FaultContext::Player }
    }

    /// `true` if the rules did not fail, but a player.
    pub fn is_of_player(&self) -> bool {
        self.context == FaultContext::Player
    }
}

/// The part of a game file that was being evaluated when a fault happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FaultContext {
    /// A rule, by name.
    Rule(String),
    /// A scoring entry, numbered from 1.
    Scoring(usize),
    /// The condition `while` of a variable, by name.
    Variable(String),
    /// An end-of-game entry, numbered from 1.
    End(usize),
    /// A heuristic, by name.
    Heuristic(String),
    /// A text on a place, or the condition of a check.
    Drawing,
    /// An expression entered by a user.
    UserExpression,
    /// Knowledge of a player, by number, of the hidden part of a position.
    Knowledge(usize),
    /// No part of the file: a player failed, not the rules.
    Player,
}

impl FaultContext {
    /// The context as the end of a message.
    fn place(&self) -> String {
        match self {
            Self::Player => String::new(),
            within => format!(" (in {within})"),
        }
    }
}

impl std::fmt::Display for FaultContext {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Rule(name) => write!(f, "rule \"{name}\""),
            Self::Scoring(number) => write!(f, "scoring {number}"),
            Self::Variable(name) => write!(f, "variable \"{name}\""),
            Self::End(number) => write!(f, "end of game {number}"),
            Self::Heuristic(name) => write!(f, "heuristic \"{name}\""),
            Self::Drawing => f.write_str("a text on a place or `check`"),
            Self::UserExpression => f.write_str("the expression given"),
            Self::Knowledge(player) => write!(f, "the knowledge of player {player}"),
            Self::Player => f.write_str("the answer of a player"),
        }
    }
}

/// Kinds of run-time errors.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FaultKind {
    /// An unset variable was read.
    #[error("variable ${0} is read before it has a value")]
    Unbound(String),
    /// A value has the wrong type.
    #[error("{operation} needs {needed}, but this is {found}")]
    Type {
        /// Operator or built-in.
        operation: &'static str,
        /// Required type.
        needed: &'static str,
        /// Actual type.
        found: &'static str,
    },
    /// The result does not fit into 32 bits.
    #[error("{0}: the result is beyond 32 bits")]
    Overflow(&'static str),
    /// An action was applied to no element.
    #[error("{0}: there is no element here (NOTHING)")]
    NullElement(&'static str),
    /// An element was to be moved to no location.
    #[error("MOVE: \"{0}\" is to go NOWHERE; REMOVE takes an element off the board")]
    NullLocation(String),
    /// An element was to be moved to an occupied location.
    #[error("MOVE: \"{element}\" is to go to \"{to}\", where \"{occupant}\" stands")]
    Occupied {
        /// Element that was to move.
        element: String,
        /// Target location.
        to: String,
        /// Element on the target.
        occupant: String,
    },
    /// No free location in the reserve of a removed element.
    #[error("REMOVE: no place of type \"{reserve}\" is free for \"{element}\"")]
    ReserveFull {
        /// Removed element.
        element: String,
        /// Location type of its reserve.
        reserve: String,
    },
    /// The two sets of a permutation do not have the same places.
    #[error("PERMUTE: the second set has to be the first one in another order")]
    NotAPermutation,
    /// A variable was assigned a number outside its bounds.
    #[error("\"{variable}\" holds {least} to {most}, not {value}")]
    OutOfBounds {
        /// Variable.
        variable: String,
        /// Least allowed value.
        least: i32,
        /// Greatest allowed value.
        most: i32,
        /// Value that was to be assigned.
        value: i32,
    },
    /// A family of variables has no member with these indices.
    #[error("there is no variable {name}({indices})", indices = join_numbers(.indices))]
    NoVariable {
        /// Family.
        name: String,
        /// Requested indices.
        indices: Vec<i32>,
    },
    /// Maximum or minimum of an empty set.
    #[error("{0} of an empty set has no value; give it as a fourth argument")]
    EmptyAggregate(&'static str),
    /// `FIRST` found no matching number in a set.
    #[error("FIRST: no number of the set fulfils the condition")]
    NoMatchingNumber,
    /// `ROTATE` got a number that is not in the set.
    #[error("ROTATE: the number is not in the set")]
    NotInCycle,
    /// A thing has no index at this place, or there is no thing.
    #[error("INDEX: {thing} has no index {place}")]
    NoIndexOf {
        /// The thing.
        thing: String,
        /// Requested place of the index, from 1.
        place: i32,
    },
    /// Division or remainder by zero.
    #[error("division by zero")]
    DivisionByZero,
    /// No element has this name.
    #[error("{operation}: there is no element \"{name}\"")]
    NoElement {
        /// Built-in.
        operation: &'static str,
        /// Unknown name.
        name: String,
    },
    /// No location has this name.
    #[error("{operation}: there is no location \"{name}\"")]
    NoLocation {
        /// Built-in.
        operation: &'static str,
        /// Unknown name.
        name: String,
    },
    /// An element was to be moved from a location where it does not stand.
    #[error("MOVE: element \"{element}\" does not stand on \"{from}\"")]
    NotAtOrigin {
        /// Element.
        element: String,
        /// Location that was given as its origin.
        from: String,
    },
    /// The element type does not have this state.
    #[error("SETSTATE: element \"{element}\" has the states 1 to {states}, not {state}")]
    StateOutOfRange {
        /// Element.
        element: String,
        /// Number of states of its type.
        states: u16,
        /// Requested state.
        state: i32,
    },
    /// The game does not have this player.
    #[error("{operation}: the players are 1 to {players}, not {player}")]
    NoPlayer {
        /// Built-in or key.
        operation: &'static str,
        /// Number of players.
        players: usize,
        /// Requested player.
        player: i32,
    },
    /// A name does not have the requested index.
    #[error("{operation}: \"{name}\" has no such index")]
    NoIndex {
        /// Built-in.
        operation: &'static str,
        /// Name.
        name: String,
    },
    /// The third argument of IF is missing and needed.
    #[error("IF: the condition is false and there is no third argument")]
    NoElse,
    /// Call of an unknown named expression.
    #[error("there is no expression \"{0}\"")]
    NoFunction(String),
    /// Call of a named expression without lines.
    #[error("the expression \"{0}\" has no lines")]
    NoBody(String),
    /// Call with the wrong number of arguments.
    #[error("{name} takes {needed}, but {given} given", needed = argument_count(*.needed), given = given_count(*.given))]
    Arguments {
        /// Named expression or built-in.
        name: String,
        /// Expected number of arguments.
        needed: usize,
        /// Given number of arguments.
        given: usize,
    },
    /// The left side of `=` is not a variable.
    #[error("only a variable can be given a value with `=`; `==` compares")]
    NotAssignable,
    /// A condition tried to change the position.
    #[error("{0}: a condition must not change the position")]
    ChangeInCondition(&'static str),
    /// A weight of a chance move is negative.
    #[error("weight: {0} is negative; the weight of a chance move that cannot happen is 0")]
    NegativeWeight(i32),
    /// Chance is to move, and no chance move has a positive weight.
    #[error("chance is to move, but no rule with `player = 0` has a move of positive weight here")]
    NoChanceMove,
    /// The winner of an end of game is not a player.
    #[error("the winner must be -1, 0 or a player from 1 to {players}, not {winner}")]
    NoWinner {
        /// Number of players.
        players: usize,
        /// Computed winner.
        winner: i32,
    },
    /// Evaluation is nested too deeply, usually by recursion.
    #[error("expressions are nested over {0} deep during evaluation; does one call itself endlessly?")]
    TooDeep(usize),
    /// A set has too many values, nested sets included.
    #[error("a set may hold up to {0} values")]
    SetTooLarge(usize),
    /// One evaluation took too many steps.
    #[error("the evaluation took over {0} steps; is a loop too long?")]
    TooLong(u64),
    /// No position was found that agrees with what a player has seen.
    #[error("no position was found that agrees with what the player has seen, so the player cannot choose a move")]
    NoWorld,
    /// The [deadline](crate::deadline) of the thread passed. It is no mistake of the game file.
    #[error("the evaluation was interrupted because its time was over")]
    Interrupted,
    /// A player cannot go on. It is no mistake of the game file.
    #[error("{0}")]
    PlayerFailed(String),
    /// A player answered with something else than a legal move. It is no mistake of the game file.
    #[error("the player answered \"{0}\", which is no legal move here")]
    InvalidMove(String),
}

fn join_numbers(numbers: &[i32]) -> String {
    numbers.iter().map(i32::to_string).collect::<Vec<_>>().join(",")
}

fn argument_count(count: usize) -> String {
    match count {
        0 => "no arguments".to_owned(),
        1 => "1 argument".to_owned(),
        n => format!("{n} arguments"),
    }
}

fn given_count(count: usize) -> String {
    match count {
        0 => "none is".to_owned(),
        1 => "1 is".to_owned(),
        n => format!("{n} are"),
    }
}

/// A range of source text, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// Number of the source text: 0 is the game file, others are expressions given later.
    pub source: u16,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// Creates the span from byte `start` to byte `end` of the game file.
    pub fn new(start: usize, end: usize) -> Self {
        let clip = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        Self { source: 0, start: clip(start), end: clip(end) }
    }

    /// The span from the start of `self` to the end of `other`.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self { end: other.end.max(self.end), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::FaultKind;

    #[test]
    fn arguments_are_counted_in_words() {
        let message = |needed, given| FaultKind::Arguments { name: "F".to_owned(), needed, given }.to_string();
        assert_eq!(message(1, 2), "F takes 1 argument, but 2 are given");
        assert_eq!(message(3, 1), "F takes 3 arguments, but 1 is given");
        assert_eq!(message(0, 1), "F takes no arguments, but 1 is given");
        assert_eq!(message(2, 0), "F takes 2 arguments, but none is given");
    }
}
