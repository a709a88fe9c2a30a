//! Chance moves and compiled code: the compiled form and bit-parallel code list and make the moves of players only, scalar
//! code those of chance too.

use std::sync::Arc;

use boardwright_game::ids::ExprId;
use boardwright_rules::{ArithmeticOp, Expr, Guard, Next, Query, RuleSet};

/// Maximum depth of the analysed expressions.
const MAX_DEPTH: usize = 32;

/// `true` if a move of a player can pass the turn to chance; also where the analysis is undecided.
pub fn passes_to_chance(rules: &RuleSet) -> bool {
    let mut of_players = rules.rules.iter().filter(|rule| rule.chance.is_none());
    of_players.any(|rule| match rule.next {
        Next::Stays | Next::Following => false,
        Next::Is(next) => can_be_zero(rules, next, MAX_DEPTH),
    })
}

/// `true` if a player may move again after a move of its own, without a chance move between them; also where the analysis
/// is undecided.
pub fn can_keep_turn(rules: &RuleSet) -> bool {
    let mut of_players = rules.rules.iter().filter(|rule| rule.chance.is_none());
    of_players.any(|rule| match rule.next {
        Next::Stays => true,
        Next::Following => rules.players.len() == 1,
        Next::Is(next) => !is_other_player(rules, next) && !matches!(rules.exprs[next], Expr::Int(0)),
    })
}

/// The rule set without the moves of chance; ids stay the same.
pub fn rules_of_players(rules: &Arc<RuleSet>) -> Arc<RuleSet> {
    if !rules.has_chance() {
        return Arc::clone(rules);
    }
    let mut rules = RuleSet::clone(rules);
    for rule in rules.rules.iter_mut().filter(|rule| rule.chance.is_some()) {
        rule.player = Guard::Never;
    }
    Arc::new(rules)
}

/// `true` unless a number is proven to differ from 0.
fn can_be_zero(rules: &RuleSet, id: ExprId, depth: usize) -> bool {
    let Some(depth) = depth.checked_sub(1) else { return true };
    match &rules.exprs[id] {
        Expr::Int(number) => *number == 0,
        Expr::If(_, yes, Some(no)) => can_be_zero(rules, *yes, depth) || can_be_zero(rules, *no, depth),
        Expr::Query(Query::Player, _) => false,
        Expr::Arithmetic(ArithmeticOp::Subtract, ..) => !is_other_player(rules, id),
        Expr::Call(function, _) => {
            let last = rules.functions[function.index()].body.last();
            last.is_none_or(|last| can_be_zero(rules, *last, depth))
        }
        Expr::Lines(lines) => lines.last().is_none_or(|last| can_be_zero(rules, *last, depth)),
        _ => true,
    }
}

/// `true` for the number of players plus 1, minus `PLAYER`: the other player of two.
fn is_other_player(rules: &RuleSet, id: ExprId) -> bool {
    let Expr::Arithmetic(ArithmeticOp::Subtract, sum, player) = rules.exprs[id] else { return false };
    matches!(rules.exprs[sum], Expr::Int(sum) if sum == rules.players.len() as i32 + 1)
        && rules.players.len() == 2
        && matches!(rules.exprs[player], Expr::Query(Query::Player, _))
}
