//! Static analysis: does the rest of the game depend on less than the whole state? This holds if scores only accumulate
//! and owners of pieces on irrelevant locations only record who scored. Rules that the analysis does not
//! understand count as dependent.

use boardwright_game::ids::ExprId;
use boardwright_rules::{ArithmeticOp, Capture, Effect, Expr, GlobalKind, Query, RulePlace, RuleSet, Winner};

/// `true` if moves, and the points that they add to scores, depend on scores only through their sum, and do not depend
/// on the owners of pieces on irrelevant locations.
///
/// Proven if scores are read only to add to one of them or as the sum of all; if no expression reads owners; if no rule
/// moves pieces from irrelevant locations or captures pieces; and if no winner is computed except as the player with
/// the highest score.
pub(super) fn has_accumulating_scores(rules: &RuleSet) -> bool {
    let count = |wanted: &dyn Fn(&Expr) -> bool| rules.exprs.iter().filter(|(_, expr)| wanted(expr)).count();
    if count(&|expr| {
        matches!(
            expr,
            Expr::Query(Query::Owner | Query::ElementsOf, _) | Expr::UntypedQuery(..) | Expr::UntypedAction(..)
        )
    }) > 0
    {
        return false;
    }
    let is_relevant_or_off = |place: &RulePlace| match place {
        RulePlace::Off => true,
        RulePlace::Listed(matches) => {
            matches.entries.iter().all(|(location, _)| rules.locations[location.index()].is_relevant)
        }
        RulePlace::Computed(_) => false,
    };
    let is_simple = rules.rules.iter().all(|rule| rule.capture == Capture::Never && is_relevant_or_off(&rule.from));
    let numbers = rules.globals.iter().all(|global| matches!(global.kind, GlobalKind::Int { .. } | GlobalKind::Bool));
    let has_fixed_winners = rules.ends.iter().all(|end| match end.winner {
        Winner::Highest => true,
        Winner::Is(number) => matches!(rules.exprs[number], Expr::Int(_)),
    });
    let understood: usize = rules.exprs.iter().map(|(_, expr)| understood_score_reads(rules, expr)).sum();
    is_simple
        && numbers
        && has_fixed_winners
        && understood == count(&|expr| matches!(expr, Expr::Query(Query::Score, _)))
}

/// Number of score reads in an expression that are of an understood form.
fn understood_score_reads(rules: &RuleSet, expr: &Expr) -> usize {
    match expr {
        // SCORE(p) = SCORE(p) + an expression without scores.
        Expr::Effect(Effect::SetScore, parts) => {
            let [player, points] = parts[..] else { return 0 };
            let Expr::Arithmetic(ArithmeticOp::Add, old, _) = rules.exprs[points] else { return 0 };
            let Expr::Query(Query::Score, players) = &rules.exprs[old] else { return 0 };
            usize::from(syntactically_equal(rules, players[0], player))
        }
        // SCORE(1) + SCORE(2) + ...; of nested sums only the complete one counts.
        Expr::Arithmetic(ArithmeticOp::Add, ..) => {
            let mut numbers = Vec::new();
            let is_sum = is_score_sum(rules, expr, &mut numbers);
            numbers.sort_unstable();
            let all: Vec<i32> = (1..=rules.players.len() as i32).collect();
            if is_sum && numbers == all { numbers.len() } else { 0 }
        }
        _ => 0,
    }
}

/// `true` if an expression is a sum of scores of fixed players, whose numbers are appended to `numbers`.
fn is_score_sum(rules: &RuleSet, expr: &Expr, numbers: &mut Vec<i32>) -> bool {
    match expr {
        Expr::Arithmetic(ArithmeticOp::Add, left, right) => {
            is_score_sum(rules, &rules.exprs[*left], numbers) && is_score_sum(rules, &rules.exprs[*right], numbers)
        }
        Expr::Query(Query::Score, players) => match rules.exprs[players[0]] {
            Expr::Int(number) => {
                numbers.push(number);
                true
            }
            _ => false,
        },
        _ => false,
    }
}

/// `true` if two expressions are syntactically equal; only the simplest forms are compared.
fn syntactically_equal(rules: &RuleSet, left: ExprId, right: ExprId) -> bool {
    match (&rules.exprs[left], &rules.exprs[right]) {
        (Expr::Int(left), Expr::Int(right)) => left == right,
        (Expr::Query(left, left_operands), Expr::Query(right, right_operands)) => {
            left == right && left_operands.is_empty() && right_operands.is_empty()
        }
        _ => false,
    }
}
