//! Directions, relations and pictures in letters that nothing names.
//! It is asked of what is written, as most of it is gone from the rules.

use std::collections::HashSet;

use crate::Diagnostic;
use crate::edition2026::entries::{Entries, Entry, Part, exprs};
use crate::edition2026::expr::Lower;
use crate::edition2026::walk;
use crate::suggest::shorten;
use crate::syntax::ast::{Node, Word};

const PARTS: [(Part, &str); 3] =
    [(Part::Directions, "direction"), (Part::Relations, "relation"), (Part::Texts, "picture in letters")];

impl Lower<'_> {
    pub(super) fn check_unnamed(&mut self, entries: &Entries) {
        let mut named: HashSet<&str> = HashSet::new();
        for (part, list) in &entries.parts {
            for entry in list {
                entry.pairs.iter().enumerate().for_each(|(at, pair)| {
                    let own = at == 0 && !matches!(part, Part::Expressions | Part::Scorings | Part::Ends);
                    for expr in exprs(pair) {
                        words(expr, own, &mut named);
                    }
                });
            }
        }
        for (part, what) in PARTS {
            let unnamed = entries.of(part).iter().filter(|entry| !named.contains(entry.name.as_str()));
            // What a file only takes over is not its matter.
            for entry in unnamed.filter(|entry| entry.at.source == 0).collect::<Vec<&Entry>>() {
                let message = format!("nothing uses the {what} \"{}\"", shorten(&entry.name));
                self.tell(Diagnostic::warning("unused-name", entry.name_at(), message).label("never named"));
            }
        }
    }
}

/// The words of an expression; without the first one if that is the name of its own entry.
fn words<'e>(expr: &'e crate::syntax::ast::Expr, own: bool, named: &mut HashSet<&'e str>) {
    let mut first = own;
    walk::exprs(expr, &mut |expr| {
        if let Node::Name(word) | Node::Call(Word { text: word, .. }, _) = &expr.node
            && !std::mem::take(&mut first)
        {
            named.insert(word);
        }
    });
}
