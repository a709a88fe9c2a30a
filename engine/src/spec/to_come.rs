//! Whether what is still to come in a game depends on less than the position: scores that only add up, and whose the pieces on places are
//! that only stand for what was scored. It proves that from the rules; what it does not understand does depend.

use crate::ids::ExprId;
use crate::rules::{Arith, Ask, Capture, Deed, Expr, GlobalKind, Place, RuleSet, Winner};

/// Whether moves, and what they add to scores, depend on scores only through their sum, and on the owners of pieces that stand on irrelevant
/// places not at all.
///
/// Proven if scores are read only to add to one, and as the sum of all; if no expression asks for owners; if no rule takes pieces from irrelevant
/// places or takes pieces at all; and if the winner is at most who has the highest score.
pub(super) fn adds_up(rules: &RuleSet) -> bool {
    let asks = |wanted: &dyn Fn(&Expr) -> bool| rules.exprs.iter().filter(|(_, expr)| wanted(expr)).count();
    if asks(&|expr| matches!(expr, Expr::Ask(Ask::Owner | Ask::ElementsOf, _) | Expr::Query(..) | Expr::Act(..))) > 0 {
        return false;
    }
    let stays = |place: &Place| match place {
        Place::Off => true,
        Place::Known(matches) => matches.found.iter().all(|(location, _)| rules.locations[location.index()].relevant),
        Place::Worked(_) => false,
    };
    let simple = rules.rules.iter().all(|rule| rule.capture == Capture::Never && stays(&rule.from));
    let numbers = rules.globals.iter().all(|global| matches!(global.kind, GlobalKind::Int { .. } | GlobalKind::Bool));
    let highest = rules.ends.iter().all(|end| match end.winner {
        Winner::Highest => true,
        Winner::Is(number) => matches!(rules.exprs[number], Expr::Int(_)),
    });
    let understood: usize = rules.exprs.iter().map(|(_, expr)| read(rules, expr)).sum();
    simple && numbers && highest && understood == asks(&|expr| matches!(expr, Expr::Ask(Ask::Score, _)))
}

/// How many scores an expression reads in a way that is understood.
fn read(rules: &RuleSet, expr: &Expr) -> usize {
    match expr {
        // SCORE(p) = SCORE(p) + what is no score.
        Expr::Do(Deed::SetScore, parts) => {
            let [player, points] = parts[..] else { return 0 };
            let Expr::Number(Arith::Add, old, _) = rules.exprs[points] else { return 0 };
            let adds = matches!(&rules.exprs[old], Expr::Ask(Ask::Score, whose) if alike(rules, whose[0], player));
            usize::from(adds)
        }
        // SCORE(1) + SCORE(2) + ...; of several sums in one another only the whole one counts.
        Expr::Number(Arith::Add, ..) => {
            let mut numbers = Vec::new();
            let whole = scores(rules, expr, &mut numbers);
            numbers.sort_unstable();
            let all: Vec<i32> = (1..=rules.players.len() as i32).collect();
            if whole && numbers == all { numbers.len() } else { 0 }
        }
        _ => 0,
    }
}

/// Whether an expression is a sum of scores of certain players, whose numbers are put into `numbers`.
fn scores(rules: &RuleSet, expr: &Expr, numbers: &mut Vec<i32>) -> bool {
    match expr {
        Expr::Number(Arith::Add, left, right) => {
            scores(rules, &rules.exprs[*left], numbers) && scores(rules, &rules.exprs[*right], numbers)
        }
        Expr::Ask(Ask::Score, whose) => match rules.exprs[whose[0]] {
            Expr::Int(number) => {
                numbers.push(number);
                true
            }
            _ => false,
        },
        _ => false,
    }
}

/// Whether two expressions are written alike, of the simplest kinds.
fn alike(rules: &RuleSet, left: ExprId, right: ExprId) -> bool {
    match (&rules.exprs[left], &rules.exprs[right]) {
        (Expr::Int(left), Expr::Int(right)) => left == right,
        (Expr::Ask(left, none), Expr::Ask(right, also)) => left == right && none.is_empty() && also.is_empty(),
        _ => false,
    }
}
