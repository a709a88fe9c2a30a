//! What can go wrong while a game runs: mistakes in a game file that show only in some position.
//! Mistakes that can be seen in the file alone are diagnostics of `boardwright-lang`.

use thiserror::Error;

use crate::rules::Span;

/// A mistake of the game file that stopped a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{kind} (in {within})")]
pub struct Fault {
    /// What happened.
    pub kind: FaultKind,
    /// The expression in which it happened.
    pub span: Span,
    /// The part of the file that was worked out then.
    pub within: Within,
}

/// The part of a game file that was at work when a fault happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Within {
    /// A rule, by name.
    Rule(String),
    /// An entry of the scorings, from 1.
    Scoring(usize),
    /// An entry of the ends of the game, from 1.
    End(usize),
    /// A measure of positions, by name.
    Heuristic(String),
    /// An expression that somebody asked for.
    Question,
}

impl std::fmt::Display for Within {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Rule(name) => write!(f, "rule \"{name}\""),
            Self::Scoring(number) => write!(f, "scoring {number}"),
            Self::End(number) => write!(f, "end of game {number}"),
            Self::Heuristic(name) => write!(f, "heuristic \"{name}\""),
            Self::Question => f.write_str("the expression given"),
        }
    }
}

/// The kinds of run-time mistakes.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FaultKind {
    /// A variable without a value was read.
    #[error("variable ${0} is read before it has a value")]
    Unbound(String),
    /// A value of another type was needed.
    #[error("{operation} needs {needed}, but this is {found}")]
    Type {
        /// The operator or built-in.
        operation: &'static str,
        /// What it needs.
        needed: &'static str,
        /// What it got.
        found: &'static str,
    },
    /// A number beyond 32 bits.
    #[error("{0}: the result is beyond 32 bits")]
    Overflow(&'static str),
    /// An action on no element.
    #[error("{0}: there is no element here (NOTHING)")]
    Nothing(&'static str),
    /// An element was to be moved to no location.
    #[error("MOVE: \"{0}\" is to go NOWHERE; REMOVE takes an element off the board")]
    Nowhere(String),
    /// An element was to be moved to a location that is taken.
    #[error("MOVE: \"{element}\" is to go to \"{to}\", where \"{there}\" stands")]
    Taken {
        /// The element.
        element: String,
        /// Where it was to go.
        to: String,
        /// What stands there.
        there: String,
    },
    /// No room for an element that is removed.
    #[error("REMOVE: no place of type \"{reserve}\" is free for \"{element}\"")]
    NoRoom {
        /// The element.
        element: String,
        /// The type of the places where it was to go.
        reserve: String,
    },
    /// A variable was to get a number outside its bounds.
    #[error("\"{variable}\" holds {least} to {most}, not {value}")]
    OutOfBounds {
        /// The variable.
        variable: String,
        /// Its least value.
        least: i32,
        /// Its greatest value.
        most: i32,
        /// What it was to get.
        value: i32,
    },
    /// A variable of a family that has none with these indices.
    #[error("there is no variable {name}({indices})", indices = listed(.indices))]
    NoVariable {
        /// The family.
        name: String,
        /// The indices asked for.
        indices: Vec<i32>,
    },
    /// The greatest or least of nothing.
    #[error("{0} of nothing; a fourth argument says what that is")]
    NoneOf(&'static str),
    /// No member of a set of numbers is as asked.
    #[error("FIRST: no number of the set is as asked")]
    NoNumber,
    /// An index of no thing, or one that the thing does not have.
    #[error("INDEX: {thing} has no index {place}")]
    NoIndexOf {
        /// The thing.
        thing: String,
        /// Which index was asked for, from 1.
        place: i32,
    },
    /// Division or remainder by zero.
    #[error("division by zero")]
    DivisionByZero,
    /// A name that no element bears.
    #[error("{operation}: there is no element \"{name}\"")]
    NoElement {
        /// The built-in.
        operation: &'static str,
        /// The name.
        name: String,
    },
    /// A name that no location bears.
    #[error("{operation}: there is no location \"{name}\"")]
    NoLocation {
        /// The built-in.
        operation: &'static str,
        /// The name.
        name: String,
    },
    /// An element was to be moved from where it is not.
    #[error("MOVE: element \"{element}\" does not stand on \"{from}\"")]
    NotThere {
        /// The element.
        element: String,
        /// Where it was said to be.
        from: String,
    },
    /// A state that the element's type does not have.
    #[error("SETSTATE: element \"{element}\" has the states 1 to {states}, not {state}")]
    StateOutOfRange {
        /// The element.
        element: String,
        /// How many states it has.
        states: u16,
        /// The state asked for.
        state: i32,
    },
    /// A player that the game does not have.
    #[error("{operation}: the players are 1 to {players}, not {player}")]
    NoPlayer {
        /// The built-in or key.
        operation: &'static str,
        /// How many players there are.
        players: usize,
        /// The player asked for.
        player: i32,
    },
    /// A name without the index that was asked for.
    #[error("{operation}: \"{name}\" has no such index")]
    NoIndex {
        /// The built-in.
        operation: &'static str,
        /// The name.
        name: String,
    },
    /// The third argument of IF is missing and needed.
    #[error("IF: the condition is false and there is no third argument")]
    NoElse,
    /// A call of a named expression that does not exist.
    #[error("there is no expression \"{0}\"")]
    NoFunction(String),
    /// A call of a named expression without lines.
    #[error("the expression \"{0}\" has no lines")]
    NoBody(String),
    /// A call with too many or too few arguments.
    #[error("{name} takes {needed}, but {given} given", needed = arguments(*.needed), given = are(*.given))]
    Arguments {
        /// The named expression or built-in.
        name: String,
        /// How many it takes.
        needed: usize,
        /// How many it got.
        given: usize,
    },
    /// `=` with something else than a variable on its left.
    #[error("only a variable can be given a value with `=`; `==` compares")]
    NotAssignable,
    /// A condition tried to change the position.
    #[error("{0}: a condition must not change the position")]
    ChangeInCondition(&'static str),
    /// The winner of an end of game is no player.
    #[error("the winner must be -1, 0 or a player from 1 to {players}, not {winner}")]
    NoWinner {
        /// How many players there are.
        players: usize,
        /// What came out.
        winner: i32,
    },
    /// Named expressions called each other too deeply.
    #[error("expressions are nested over {0} deep while they are worked out; does one call itself without end?")]
    TooDeep(usize),
    /// A set grew too large, the members of its members counted.
    #[error("a set may hold up to {0} values")]
    SetTooLarge(usize),
    /// One expression took too many steps.
    #[error("working this out took over {0} steps; is a loop too long?")]
    TooLong(u64),
}

fn listed(numbers: &[i32]) -> String {
    numbers.iter().map(i32::to_string).collect::<Vec<_>>().join(",")
}

fn arguments(count: usize) -> String {
    match count {
        0 => "no arguments".to_owned(),
        1 => "1 argument".to_owned(),
        n => format!("{n} arguments"),
    }
}

fn are(count: usize) -> String {
    match count {
        0 => "none is".to_owned(),
        1 => "1 is".to_owned(),
        n => format!("{n} are"),
    }
}

#[cfg(test)]
mod tests {
    use super::FaultKind;

    #[test]
    fn arguments_are_counted_in_words() {
        let told = |needed, given| FaultKind::Arguments { name: "F".to_owned(), needed, given }.to_string();
        assert_eq!(told(1, 2), "F takes 1 argument, but 2 are given");
        assert_eq!(told(3, 1), "F takes 3 arguments, but 1 is given");
        assert_eq!(told(0, 1), "F takes no arguments, but 1 is given");
        assert_eq!(told(2, 0), "F takes 2 arguments, but none is given");
    }
}
