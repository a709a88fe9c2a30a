//! What may stand where: the move's words in rules, `NOMOVES` in ends, actions in followups.
//! Types have been found before.

use std::collections::HashSet;

use boardwright_engine::ids::{ExprId, FunctionId};
use boardwright_engine::rules::{Ask, Expr, Span};

use super::expr::Lower;
use super::roots::{self, At};
use crate::Diagnostic;
use crate::suggest::shorten;

impl Lower<'_> {
    /// Says so for each word that means nothing where it stands.
    pub(super) fn allowed(&mut self) {
        self.allowed_in(roots::all(&self.rules));
        for at in 0..self.rules.rules.len() {
            if self.rules.rules[at].choices.is_empty() {
                self.no_choices(at);
            }
        }
    }

    /// Says so if a rule without a choice asks for it.
    fn no_choices(&mut self, at: usize) {
        let mut found: Vec<Span> = Vec::new();
        let roots: Vec<ExprId> = roots::of_rule(&self.rules, at).into_iter().map(|(_, id)| id).collect();
        roots::reached(&self.rules, roots, |id, expr| {
            if matches!(expr, Expr::Ask(Ask::Choice, _)) {
                found.push(self.rules.exprs.span(id));
            }
        });
        found.sort_unstable();
        let name = self.rules.rules[at].name.clone();
        for span in found {
            self.tell(
                Diagnostic::error("no-choice", span, format!("`CHOICE` means nothing in rule \"{}\"", shorten(&name)))
                    .label("this rule has no `choice`")
                    .help("`choice = word, word` makes a move for each word"),
            );
        }
    }

    /// The same for these expressions.
    pub(super) fn allowed_in(&mut self, mut open: Vec<(At, ExprId)>) {
        let mut found: Vec<(At, Span, String, &'static str)> = Vec::new();
        let mut seen: HashSet<(At, ExprId)> = HashSet::new();
        let mut called: HashSet<(At, FunctionId)> = HashSet::new();
        while let Some((at, id)) = open.pop() {
            if !seen.insert((at, id)) {
                continue;
            }
            let expr = &self.rules.exprs[id];
            let refused = match expr {
                Expr::Ask(ask, _) => refused(*ask, at).map(|help| (ask.name(), help)),
                Expr::Do(deed, _) if !matches!(at, At::Followup | At::ScoringFollowup | At::Question) => {
                    Some((deed.name(), "changes belong into `followup`; everything else changes nothing"))
                }
                _ => None,
            };
            if let Some((name, help)) = refused {
                found.push((at, self.rules.exprs.span(id), name.to_owned(), help));
            }
            open.extend(expr.parts().into_iter().map(|part| (at, part)));
            if let Expr::Call(function, _) = expr
                && called.insert((at, *function))
            {
                open.extend(self.rules.functions[function.index()].body.iter().map(|line| (at, *line)));
            }
        }
        found.sort_by_key(|(at, span, ..)| (*span, at.name()));
        for (at, span, name, help) in found {
            self.tell(
                Diagnostic::error("not-here", span, format!("`{name}` means nothing in {}", at.name()))
                    .label(format!("not known in {}", at.name()))
                    .help(help),
            );
        }
    }
}

/// Why a question cannot be asked at a place, if it cannot.
fn refused(ask: Ask, at: At) -> Option<&'static str> {
    const OF_MOVE: &str =
        "the move is not known yet: `for` comes first, then `element`, `from`, `to`, and then everything else";
    let before_to = matches!(at, At::For | At::From | At::To);
    let of_scorings = matches!(at, At::Scoring | At::ScoringFollowup | At::End);
    let (refused, help) = match ask {
        Ask::Mover | Ask::Moved | Ask::From | Ask::To | Ask::Captured | Ask::Choice if at == At::Heuristic => {
            (true, "a heuristic measures a position, whatever move led to it; `ME` asks, `PLAYER` is to move")
        }
        Ask::NoMoves | Ask::Repeats => {
            let refused = !matches!(at, At::End | At::Question);
            (refused, "it is for [END OF GAME] only, so that no rule can ask about itself")
        }
        Ask::Me => {
            (at != At::Heuristic, "it is the player who asks, in [HEURISTICS] only; the player to move is `PLAYER`")
        }
        Ask::Moved => (at == At::For, OF_MOVE),
        Ask::From => (matches!(at, At::For | At::From), OF_MOVE),
        Ask::To => (before_to, OF_MOVE),
        Ask::Captured => {
            let early = matches!(at, At::Guard | At::Condition | At::Prefer | At::Award | At::Label | At::Choice);
            let help = "what a move captures is known when it is made: in `followup`, `after` and `next`, and after it";
            (before_to || early, help)
        }
        Ask::Choice => {
            let refused = before_to || of_scorings || matches!(at, At::Guard | At::Choice | At::Question);
            (refused, "the choice of a move is known in its rule only, from `condition` on")
        }
        _ => return None,
    };
    refused.then_some(help)
}
