//! Context checks: words of the move in rules, `NOMOVES` in ends, actions in followups.
//! Types have been checked before.

use std::collections::HashSet;

use boardwright_game::ids::{ExprId, FunctionId};
use boardwright_rules::{Expr, Query, Span};

use super::expr::LoweringContext;
use super::roots::{self, ExprContext};
use crate::Diagnostic;
use crate::suggest::shorten;

impl LoweringContext<'_> {
    /// Reports every word that is used in a context where it has no meaning.
    pub(super) fn check_contexts(&mut self) {
        self.check_contexts_from(roots::all_roots(&self.rules));
        for at in 0..self.rules.rules.len() {
            if self.rules.rules[at].choices.is_empty() && !self.spans.rules[at].has_bad_choice {
                self.check_no_choice(at);
            }
        }
    }

    /// Reports uses of `CHOICE` in a rule without a choice.
    fn check_no_choice(&mut self, at: usize) {
        let mut found: Vec<Span> = Vec::new();
        let roots: Vec<ExprId> = roots::rule_roots(&self.rules, at).into_iter().map(|(_, id)| id).collect();
        roots::for_each_reachable(&self.rules, roots, |id, expr| {
            if matches!(expr, Expr::Query(Query::Choice, _)) {
                found.push(self.rules.exprs.span(id));
            }
        });
        found.sort_unstable();
        let name = self.rules.rules[at].name.clone();
        for span in found {
            self.report(
                Diagnostic::error(
                    "no-choice",
                    span,
                    format!("`CHOICE` is not available in rule \"{}\"", shorten(&name)),
                )
                .label("this rule has no `choice`")
                .help("`choice = word, word` makes a move for each word"),
            );
        }
    }

    /// Reports words without meaning in the given expressions and in everything that they call.
    pub(super) fn check_contexts_from(&mut self, mut open: Vec<(ExprContext, ExprId)>) {
        let mut found: Vec<(ExprContext, Span, String, &'static str)> = Vec::new();
        let mut seen: HashSet<(ExprContext, ExprId)> = HashSet::new();
        let mut called: HashSet<(ExprContext, FunctionId)> = HashSet::new();
        while let Some((at, id)) = open.pop() {
            if !seen.insert((at, id)) {
                continue;
            }
            let expr = &self.rules.exprs[id];
            let refused = match expr {
                Expr::Query(ask, _) => misuse_help(*ask, at).map(|help| (ask.name(), help)),
                Expr::Effect(deed, _)
                    if !matches!(at, ExprContext::Followup | ExprContext::ScoringFollowup | ExprContext::Query) =>
                {
                    Some((deed.name(), "actions are allowed in `followup` only"))
                }
                _ => None,
            };
            if let Some((name, help)) = refused {
                found.push((at, self.rules.exprs.span(id), name.to_owned(), help));
            }
            open.extend(expr.operands().into_iter().map(|part| (at, part)));
            if let Expr::Call(function, _) = expr
                && called.insert((at, *function))
            {
                open.extend(self.rules.functions[function.index()].body.iter().map(|line| (at, *line)));
            }
        }
        found.sort_by_key(|(at, span, ..)| (*span, at.name()));
        for (at, span, name, help) in found {
            self.report(
                Diagnostic::error("not-here", span, format!("`{name}` is not available in {}", at.name()))
                    .label(format!("not available in {}", at.name()))
                    .help(help),
            );
        }
    }
}

/// Help text if the query is not available in the context; `None` if it is available.
fn misuse_help(ask: Query, at: ExprContext) -> Option<&'static str> {
    const OF_MOVE: &str =
        "the move is not determined yet: `for` is evaluated first, then `element`, `from`, `to`, then all other keys";
    let before_to = matches!(at, ExprContext::For | ExprContext::From | ExprContext::To);
    let of_scorings =
        matches!(at, ExprContext::Scoring | ExprContext::ScoringFollowup | ExprContext::Lifetime | ExprContext::End);
    let (refused, help) = match ask {
        Query::Mover | Query::Moved | Query::From | Query::To | Query::Captured | Query::Choice
            if at == ExprContext::Heuristic =>
        {
            (true, "a heuristic evaluates a position independently of the last move; `ME` and `PLAYER` are available")
        }
        Query::Mover | Query::Moved | Query::From | Query::To | Query::Captured | Query::Choice | Query::Turn
            if at == ExprContext::Drawing =>
        {
            (
                true,
                "a drawing shows a position, however it arose; `PLAYER` is available, and variables keep what else is needed",
            )
        }
        Query::NoMoves => {
            let refused = !matches!(at, ExprContext::End | ExprContext::Query);
            let help = "it is available in [END OF GAME] only, so that no rule can depend on itself; in `after`, `NOREPLY` \
                        is true if the next player has no legal move";
            (refused, help)
        }
        Query::NoReply => (
            at != ExprContext::After,
            "it is available in `after` only; in [END OF GAME], `NOMOVES` is true without moves",
        ),
        Query::Repeats => {
            let refused = !matches!(at, ExprContext::End | ExprContext::After | ExprContext::Query);
            (refused, "it is available in [END OF GAME] and in `after` only, so that no rule can depend on itself")
        }
        Query::Me => (
            at != ExprContext::Heuristic,
            "it is the player for whom a position is evaluated, in [HEURISTICS] only; the player to move is `PLAYER`",
        ),
        Query::Moved => (at == ExprContext::For, OF_MOVE),
        Query::From => (matches!(at, ExprContext::For | ExprContext::From), OF_MOVE),
        Query::To => (before_to, OF_MOVE),
        Query::Captured => {
            let early = matches!(
                at,
                ExprContext::Guard
                    | ExprContext::Condition
                    | ExprContext::Prefer
                    | ExprContext::Weight
                    | ExprContext::Award
                    | ExprContext::Label
                    | ExprContext::Choice
            );
            let help = "the captured element is known once the move is made: in `followup`, `after` and `next`, and \
                        after the move";
            (before_to || early, help)
        }
        Query::Choice => {
            let refused =
                before_to || of_scorings || matches!(at, ExprContext::Guard | ExprContext::Choice | ExprContext::Query);
            (refused, "the choice of a move is known in its rule only, from `condition` on")
        }
        _ => return None,
    };
    refused.then_some(help)
}
