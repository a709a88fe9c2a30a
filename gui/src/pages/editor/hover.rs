//! What is said of the word under the mouse: what is wrong with it, and what it means. Both are asked of `boardwright-lang`.

use boardwright_lang::Diagnostic;
use boardwright_lang::analysis::Analysis;
use eframe::egui::{Galley, RichText, Ui, Vec2};

/// What is said of a place in the text.
pub struct Said<'a> {
    wrong: Vec<&'a Diagnostic>,
    /// In Markdown.
    means: Option<String>,
}

impl<'a> Said<'a> {
    /// What is said of a byte; `None` if that is nothing.
    pub fn of(analysis: &'a Analysis, at: usize) -> Option<Self> {
        let is_here = |diagnostic: &&Diagnostic| diagnostic.span.source == 0 && covers(diagnostic, at);
        let wrong: Vec<&Diagnostic> = analysis.diagnostics().iter().filter(is_here).collect();
        let means = analysis.hover(at).map(|hover| hover.markdown);
        (means.is_some() || !wrong.is_empty()).then_some(Self { wrong, means })
    }

    /// Shows it.
    pub fn ui(&self, ui: &mut Ui) {
        ui.set_max_width(520.0);
        for diagnostic in &self.wrong {
            ui.colored_label(ui.visuals().error_fg_color, &diagnostic.message);
            for more in [Some(&diagnostic.label), diagnostic.help.as_ref()].into_iter().flatten() {
                if !more.is_empty() {
                    ui.label(more);
                }
            }
        }
        if let Some(means) = &self.means {
            if !self.wrong.is_empty() {
                ui.separator();
            }
            markdown(ui, means);
        }
    }
}

/// Whether something wrong is underlined at a byte.
fn covers(diagnostic: &Diagnostic, at: usize) -> bool {
    let (start, end) = (diagnostic.span.start as usize, diagnostic.span.end as usize);
    (start..end.max(start + 1)).contains(&at)
}

/// As much of Markdown as explanations have: paragraphs, words in code, blocks of code and lines between.
fn markdown(ui: &mut Ui, text: &str) {
    // The lines of a block of code, which are shown together.
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

/// The character at a point of a text that is laid out, counted from its beginning; none beside the letters.
pub fn under(galley: &Galley, point: Vec2) -> Option<usize> {
    let cursor = galley.cursor_from_pos(point);
    let edge = galley.pos_from_cursor(cursor);
    // Letters of one width: half of one is nearer to the edge on its other side.
    let within = edge.y_range().contains(point.y) && (point.x - edge.left()).abs() < edge.height() * 0.5;
    let index = cursor.index.0;
    within.then(|| if point.x < edge.left() { index.saturating_sub(1) } else { index })
}
