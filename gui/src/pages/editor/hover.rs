//! Hover information for the word under the pointer: its diagnostics and its explanation.

use boardwright_lang::Diagnostic;
use eframe::egui::{Galley, RichText, Ui, Vec2};

use super::language::TextAnalysis;

/// Hover information of a position in the text.
pub struct HoverInfo<'a> {
    wrong: Vec<&'a Diagnostic>,
    /// Explanation in Markdown.
    explanation: Option<String>,
}

impl<'a> HoverInfo<'a> {
    /// Returns the hover information of a byte offset; `None` if there is none.
    pub fn of(analysis: &'a TextAnalysis, at: usize) -> Option<Self> {
        let is_here = |diagnostic: &&Diagnostic| diagnostic.span.source == 0 && covers(diagnostic, at);
        let wrong: Vec<&Diagnostic> = analysis.diagnostics().iter().filter(is_here).collect();
        let means = analysis.hover(at);
        (means.is_some() || !wrong.is_empty()).then_some(Self { wrong, explanation: means })
    }

    /// Shows the information.
    pub fn ui(&self, ui: &mut Ui) {
        ui.set_max_width(520.0);
        for diagnostic in &self.wrong {
            crate::theme::error_label(ui, &diagnostic.message);
            for more in [Some(&diagnostic.label), diagnostic.help.as_ref()].into_iter().flatten() {
                if !more.is_empty() {
                    ui.label(more);
                }
            }
        }
        if let Some(means) = &self.explanation {
            if !self.wrong.is_empty() {
                ui.separator();
            }
            markdown(ui, means);
        }
    }
}

/// `true` if the diagnostic covers a byte offset.
fn covers(diagnostic: &Diagnostic, at: usize) -> bool {
    let (start, end) = (diagnostic.span.start as usize, diagnostic.span.end as usize);
    (start..end.max(start + 1)).contains(&at)
}

/// Renders the subset of Markdown that explanations use: paragraphs, inline code, code blocks and rules.
pub fn markdown(ui: &mut Ui, text: &str) {
    // Lines of the current code block, which are shown together.
    let mut code: Option<Vec<&str>> = None;
    for line in text.lines() {
        if line.starts_with("```") {
            match code.take() {
                Some(lines) => drop(ui.label(RichText::new(lines.join("\n")).monospace())),
                None => code = Some(Vec::new()),
            }
        } else if let Some(lines) = &mut code {
            lines.push(line);
        } else if line == "---" {
            ui.separator();
        } else if !line.is_empty() {
            ui.label(line.replace('`', ""));
        }
    }
}

/// Returns the index of the character at a point of a laid out text; `None` beside the text.
pub fn char_at(galley: &Galley, point: Vec2) -> Option<usize> {
    let cursor = galley.cursor_from_pos(point);
    let edge = galley.pos_from_cursor(cursor);
    // The cursor is at the nearest edge of a letter, at most half a letter away in a monospace font.
    let within = edge.y_range().contains(point.y) && (point.x - edge.left()).abs() < edge.height() * 0.5;
    let index = cursor.index.0;
    within.then(|| if point.x < edge.left() { index.saturating_sub(1) } else { index })
}
