//! Refusals of moves in one sentence: the text of the game file, or a description of the test that failed.

use boardwright_game::ids::LocationId;
use boardwright_interpreter::explain::{FailedTest, MatchStep, RuleAttempt, whose};
use boardwright_rules::{BinaryOp, RuleSet, Span};

use super::locations::SourceFiles;
use super::shorten;
use boardwright_interpreter::place_names::readable_place_names;

/// Text of the game file for a move that a rule refuses; `None` if there is none for the step that failed.
pub(super) fn written_refusal<'r>(rules: &'r RuleSet, attempt: &RuleAttempt) -> Option<&'r str> {
    let refusals = &rules.rules[attempt.rule.index()].refusals;
    let text = match attempt.step {
        MatchStep::After => &refusals.after,
        MatchStep::From
        | MatchStep::To
        | MatchStep::Target
        | MatchStep::Index
        | MatchStep::Condition
        | MatchStep::Priority
        | MatchStep::Prefer => &refusals.general,
        // About another player's turn or piece the rule says nothing.
        MatchStep::Player
        | MatchStep::For
        | MatchStep::Element
        | MatchStep::State
        | MatchStep::Owner
        | MatchStep::Choice
        | MatchStep::Guard
        | MatchStep::Fault
        | MatchStep::Text => &None,
    };
    text.as_deref()
}

/// Reason why a rule refuses a move, in one sentence.
pub(super) fn refusal_sentence(places: &SourceFiles<'_>, rules: &RuleSet, attempt: &RuleAttempt) -> String {
    let rule = &rules.rules[attempt.rule.index()].name;
    let test = || attempt.failed.as_ref().map(|failed| test_sentence(places, rules, rule, attempt.step, failed));
    match (written_refusal(rules, attempt), attempt.step) {
        // Many rules say nothing about the target, which other pieces may occupy.
        (Some(text), MatchStep::Target) => test().map(|test| format!("{test}. {text}")),
        (Some(text), _) => Some(text.to_owned()),
        (None, MatchStep::After) => test().map(|test| format!("after the move, {test}")),
        (None, _) => test(),
    }
    .unwrap_or_else(|| format!("rule \"{rule}\": {}", attempt.reason))
}

fn test_sentence(
    places: &SourceFiles<'_>,
    rules: &RuleSet,
    rule: &str,
    step: MatchStep,
    failed: &FailedTest,
) -> String {
    let names = readable_place_names(rules);
    let place = |location: &LocationId| names[location.index()].concat();
    let source = |span: Span| places.location(span).map_or_else(|| "?".to_owned(), |found| shorten(&found.text));
    match failed {
        FailedTest::Occupied(location) => format!("{} is occupied", place(location)),
        FailedTest::Empty(location) if step == MatchStep::Target => {
            format!("{} is empty, and the rule \"{rule}\" only captures", place(location))
        }
        FailedTest::Empty(location) => format!("{} is empty", place(location)),
        FailedTest::NotCapturable(location) => {
            format!("{} is occupied by a piece that cannot be captured", place(location))
        }
        FailedTest::NotClear(from, to) => format!("no free line leads from {} to {}", place(from), place(to)),
        FailedTest::NotRelated(from, to) => format!("{} and {} are not connected", place(from), place(to)),
        FailedTest::NotATarget(to) => format!("the rule \"{rule}\" does not lead to {}", place(to)),
        FailedTest::Precedence(other) => {
            format!("moves by the rule \"{}\" come first", rules.rules[other.index()].name)
        }
        FailedTest::NotYours(element, owner) => {
            format!("{} is not yours, it is {}", rules.elements[element.index()].name, whose(*owner))
        }
        FailedTest::Comparison { left, value, op, right } => {
            let left = source(*left);
            let wanted = match op {
                BinaryOp::Unequal => return format!("rule \"{rule}\": {left} must not be {value}"),
                BinaryOp::Less => "less than ",
                BinaryOp::LessEqual => "at most ",
                BinaryOp::Greater => "more than ",
                BinaryOp::GreaterEqual => "at least ",
                BinaryOp::In => "one of ",
                _ => "",
            };
            format!("rule \"{rule}\": {left} is {value}, but must be {wanted}{right}")
        }
        FailedTest::Negation(span) => format!("rule \"{rule}\": {} must not hold", source(*span)),
        FailedTest::Other(span) => format!("rule \"{rule}\": {} does not hold", source(*span)),
    }
}
