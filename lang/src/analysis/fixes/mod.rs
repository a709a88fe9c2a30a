//! Quick fixes: edits that correct the mistakes of diagnostics. Corrections of single words hold for every language with
//! diagnostics; changes of sections and entries for game files only.

mod entries;

use boardwright_rules::Span;

use super::{Analysis, Edit};
use crate::suggest::{nearest, shorten, suggested};
use crate::{Diagnostic, Edition};

/// Edits that correct the mistake of a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuickFix {
    /// Description of the edits, in the imperative.
    pub title: String,
    /// Index of the diagnostic among those of the text.
    pub diagnostic: usize,
    /// The edits; they do not overlap.
    pub edits: Vec<Edit>,
}

/// Returns the span and the text that replaces it, if the diagnostic suggests a replacement.
pub fn correction(text: &str, diagnostic: &Diagnostic) -> Option<Edit> {
    if diagnostic.span.source > 0 {
        return None;
    }
    let (start, end) = (diagnostic.span.start as usize, diagnostic.span.end as usize);
    let wrong = text.get(start..end)?;
    if let Some(replacement) = &diagnostic.replacement {
        return Some(Edit { span: diagnostic.span, text: replacement.clone() });
    }
    let name = suggested(&diagnostic.message)?;
    // The range may hold more than the misspelt word: its quotes, or its arguments.
    let mut at = 0;
    let words =
        wrong.split(|letter: char| !(letter.is_alphanumeric() || "_$\\-".contains(letter))).filter_map(|word| {
            let from = at + wrong[at..].find(word)?;
            at = from + word.len();
            (!word.is_empty()).then_some((from, word))
        });
    let words: Vec<(usize, &str)> = words.collect();
    let is_near = |word: &str| {
        let bare = word.trim_start_matches(['$', '\\']);
        nearest(word, [name]).is_some() || nearest(bare, [name.trim_start_matches(['$', '\\'])]).is_some()
    };
    let inner = usize::from(wrong.len() > 1 && wrong.starts_with('"') && wrong.ends_with('"'));
    let (from, word) = if name.contains([' ', '(']) || words.is_empty() {
        (inner, &wrong[inner..wrong.len() - inner])
    } else {
        *words.iter().find(|(_, word)| is_near(word)).or_else(|| words.first().filter(|_| words.len() == 1))?
    };
    let sigil = word.chars().next().filter(|first| "$\\".contains(*first) && !name.starts_with(*first));
    let new = sigil.map_or_else(|| name.to_owned(), |sigil| format!("{sigil}{name}"));
    Some(Edit::new(start + from, start + from + word.len(), new))
}

/// Returns the corrections of words for the diagnostics that touch a span.
pub fn corrections(text: &str, diagnostics: &[Diagnostic], range: Span) -> Vec<QuickFix> {
    let touching = diagnostics.iter().enumerate().filter(|(_, diagnostic)| touches(diagnostic.span, range));
    let fix = |(index, diagnostic): (usize, &Diagnostic)| {
        let edit = correction(text, diagnostic)?;
        let old = text.get(edit.span.start as usize..edit.span.end as usize)?;
        let title = match (old.is_empty(), edit.text.is_empty()) {
            (true, _) => format!("Insert `{}`", shorten(&edit.text)),
            (_, true) => format!("Remove `{}`", shorten(old)),
            _ => format!("Replace `{}` by `{}`", shorten(old), shorten(&edit.text)),
        };
        Some(QuickFix { title, diagnostic: index, edits: vec![edit] })
    };
    touching.filter_map(fix).collect()
}

/// `true` if a diagnostic of the text itself touches the range, or belongs to no particular place.
fn touches(span: Span, range: Span) -> bool {
    span.source == 0 && span.start <= range.end && range.start <= span.end
}

impl Analysis {
    /// Returns the quick fixes for the diagnostics that touch a span. The fix that most probably is meant comes first.
    pub fn quick_fixes(&self, range: Span) -> Vec<QuickFix> {
        let text = self.text();
        let mut found = corrections(text, self.diagnostics(), range);
        if self.edition != Some(Edition::E2013) {
            let touching = self.diagnostics().iter().enumerate();
            for (index, diagnostic) in touching.filter(|(_, diagnostic)| touches(diagnostic.span, range)) {
                let fixes = self.structural_fixes(diagnostic);
                found.extend(fixes.into_iter().map(|(title, edits)| QuickFix { title, diagnostic: index, edits }));
            }
        }
        found.sort_by_key(|fix| fix.diagnostic);
        found
    }
}
