//! Lint for unused directions, relations and letter grids.
//! It inspects the syntax tree, because constant folding removes most uses from the rule set.

use std::collections::HashSet;

use crate::Diagnostic;
use crate::edition2026::entries::{Entries, Entry, SectionKind, value_exprs};
use crate::edition2026::expr::LoweringContext;
use crate::edition2026::walk;
use crate::suggest::shorten;
use crate::syntax::ast::{ExprKind, Word};

const PARTS: [(SectionKind, &str); 3] =
    [(SectionKind::Directions, "direction"), (SectionKind::Relations, "relation"), (SectionKind::Texts, "letter grid")];

impl LoweringContext<'_> {
    pub(super) fn check_unnamed(&mut self, entries: &Entries) {
        let mut named: HashSet<&str> = HashSet::new();
        for (part, list) in &entries.sections {
            for entry in list {
                entry.pairs.iter().enumerate().for_each(|(at, pair)| {
                    let own = at == 0
                        && !matches!(part, SectionKind::Expressions | SectionKind::Scorings | SectionKind::Ends);
                    for expr in value_exprs(pair) {
                        words(expr, own, &mut named);
                    }
                });
            }
        }
        for (part, what) in PARTS {
            let unnamed = entries.of(part).iter().filter(|entry| !named.contains(entry.name.as_str()));
            // Entries of a base file may be unused.
            for entry in unnamed.filter(|entry| entry.span.source == 0).collect::<Vec<&Entry>>() {
                let message = format!("nothing uses the {what} \"{}\"", shorten(&entry.name));
                self.report(Diagnostic::warning("unused-name", entry.name_span(), message).label("never named"));
            }
        }
    }
}

/// Collects the words of an expression, except the first one if it is the name of the entry itself.
fn words<'e>(expr: &'e crate::syntax::ast::Expr, own: bool, named: &mut HashSet<&'e str>) {
    let mut first = own;
    walk::for_each_expr(expr, &mut |expr| {
        if let ExprKind::Name(word) | ExprKind::Call(Word { text: word, .. }, _) = &expr.kind
            && !std::mem::take(&mut first)
        {
            named.insert(word);
        }
    });
}
