//! Lint for rules that are too expensive to be listed in a reasonable time.

use crate::Diagnostic;
use crate::edition2026::expr::LoweringContext;
use crate::work::{MAX_EVALUATIONS, rule_work};

impl LoweringContext<'_> {
    pub(super) fn check_work(&mut self) {
        let works = rule_work(&self.rules);
        let slow = self.rules.rules.iter().zip(works).filter(|(_, work)| work.evaluations > MAX_EVALUATIONS);
        let found: Vec<Diagnostic> = slow
            .map(|(rule, work)| {
                let message = format!(
                    "this rule may evaluate {} expressions to list its moves in one position",
                    in_words(work.evaluations)
                );
                let span = work.costliest.as_ref().map_or(rule.span, |part| part.span);
                let warning = Diagnostic::warning("slow-rule", span, message);
                match work.costliest {
                    Some(part) => warning.label(format!("{:.0} % of them", 100.0 * part.share)).help(part.advice),
                    None => warning.help("fewer candidates of `for`, `element` and `to` take less time"),
                }
            })
            .collect();
        for diagnostic in found {
            self.report(diagnostic);
        }
    }
}

/// A large number for people: in billions, or as a power of ten.
fn in_words(number: f64) -> String {
    if number < 1e15 { format!("{:.0} billion", number / 1e9) } else { format!("10^{:.0}", number.log10()) }
}
