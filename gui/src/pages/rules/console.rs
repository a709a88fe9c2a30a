//! The console: a knowledge base as text at the left, queries in the middle, answers at the right. A query runs by Ctrl+Enter or
//! the middle mouse button: the marked text, or the line with the cursor. What queries assert and retract changes the text
//! of the knowledge base.

use std::ops::Range;

use boardwright_bots::prolog::{KnowledgeBase, Syntax};
use boardwright_game::fault::Span;
use eframe::egui::{Key, Modifiers, PointerButton, RichText, ScrollArea, TextEdit, TextStyle, Ui};

use crate::texts::{t, with};
use crate::theme::error_label;

/// Most solutions of a query that are shown.
const MAX_SOLUTIONS: usize = 100;
/// Rows that label and margins of a field take.
const MARGIN_ROWS: usize = 3;
/// Seed of random predicates; the console repeats itself.
const SEED: u64 = 1;

/// The console.
#[derive(Debug)]
pub struct Console {
    /// The knowledge base as text.
    knowledge: String,
    /// Queries, one on a line.
    queries: String,
    /// The marked letters of the queries, or the place of the cursor.
    range: Range<usize>,
    /// Questions with their answers.
    results: String,
    /// Mistakes in the knowledge base.
    mistakes: Vec<String>,
}

impl Default for Console {
    fn default() -> Self {
        Self {
            knowledge: t("console.sample_facts").to_owned(),
            queries: t("console.sample_query").to_owned(),
            range: 0..0,
            results: String::new(),
            mistakes: Vec::new(),
        }
    }
}

impl Console {
    /// Replaces the knowledge base.
    pub fn consult(&mut self, knowledge: String) {
        self.knowledge = knowledge;
        self.mistakes.clear();
    }

    /// Shows the console.
    pub fn ui(&mut self, ui: &mut Ui) {
        let mut is_asked = false;
        let mut query = None;
        ui.horizontal(|ui| {
            is_asked = ui.button(t("console.run")).on_hover_text(t("console.run_hint")).clicked();
            if ui.button(t("console.clear")).clicked() {
                self.results.clear();
            }
        });
        for mistake in &self.mistakes {
            error_label(ui, mistake);
        }
        let height = ui.available_height();
        ui.columns(3, |columns| {
            pane(&mut columns[0], "console.knowledge", &mut self.knowledge, height);
            let output = pane(&mut columns[1], "console.queries", &mut self.queries, height);
            let is_run_key = output.response.has_focus()
                && columns[1].input_mut(|input| input.consume_key(Modifiers::COMMAND, Key::Enter));
            // A click on the button takes the focus, but not what was marked.
            if let Some(range) = output.cursor_range {
                let range = range.as_sorted_char_range();
                self.range = range.start.0..range.end.0;
            }
            let is_clicked = output.response.clicked_by(PointerButton::Middle);
            if is_asked || is_clicked || is_run_key {
                query = Some(marked(&self.queries, self.range.clone()));
            }
            let ui = &mut columns[2];
            ui.label(RichText::new(t("console.results")).strong());
            ScrollArea::vertical().id_salt("results").max_height(height).stick_to_bottom(true).show(ui, |ui| {
                ui.monospace(&self.results);
            });
        });
        if let Some(query) = query.filter(|query| !query.trim().is_empty()) {
            self.run(query.trim());
        }
    }

    /// Runs a query, adds its answers to the results, and shows the knowledge base as it is then.
    fn run(&mut self, query: &str) {
        let mut base = KnowledgeBase::new(SEED);
        let mistakes = base.consult(&self.knowledge, Span::default(), Syntax::default());
        let line = |at: usize| self.knowledge[..at.min(self.knowledge.len())].matches('\n').count() + 1;
        self.mistakes = mistakes
            .iter()
            .map(|mistake| with("console.mistake", &[&line(mistake.span.start as usize), &mistake.message]))
            .collect();
        if !self.mistakes.is_empty() {
            return;
        }
        let before = base.listing();
        let answer = match base.ask(query, MAX_SOLUTIONS) {
            Ok(answers) => answers.console_lines().join("\n"),
            Err(mistake) => mistake.message,
        };
        self.results.push_str(&format!("?- {query}\n{answer}\n"));
        let after = base.listing();
        if after != before {
            self.knowledge = after;
        }
    }
}

/// Shows a pane with a text that can be changed.
fn pane(ui: &mut Ui, name: &'static str, text: &mut String, height: f32) -> eframe::egui::text_edit::TextEditOutput {
    let label = ui.label(RichText::new(t(name)).strong());
    let area = ScrollArea::vertical().id_salt(name).max_height(height);
    // The field fills the page, so that a click anywhere in it places the cursor.
    let rows = (height / ui.text_style_height(&TextStyle::Monospace)) as usize;
    let rows = rows.saturating_sub(MARGIN_ROWS);
    area.show(ui, |ui| {
        let output = TextEdit::multiline(text).code_editor().desired_width(f32::INFINITY).desired_rows(rows).show(ui);
        output.response.response.clone().labelled_by(label.id);
        output
    })
    .inner
}

/// The marked part of a text, or the line with the cursor if nothing is marked.
fn marked(text: &str, chars: Range<usize>) -> String {
    if chars.start < chars.end {
        return text.chars().skip(chars.start).take(chars.end - chars.start).collect();
    }
    let line = text.chars().take(chars.start).filter(|&letter| letter == '\n').count();
    text.lines().nth(line).unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn console(knowledge: &str) -> Console {
        Console { knowledge: knowledge.to_owned(), ..Console::default() }
    }

    #[test]
    fn queries_are_answered_line_by_line() {
        let mut console = console("king([S,7]) :- member(S, [0,1]).");
        console.run("king([S,_]).");
        console.run("king([3,7]).");
        console.run("king([1,7]).");
        assert_eq!(console.results, "?- king([S,_]).\nS->0,\nS->1,\n?- king([3,7]).\nNO\n?- king([1,7]).\nYES\n");
    }

    #[test]
    fn the_knowledge_base_shows_what_was_asserted() {
        let mut console = console("turn(1).");
        console.run("retract(turn(1)), assert(turn(2)).");
        assert_eq!(console.knowledge.trim(), "turn(2).");
    }

    #[test]
    fn mistakes_are_shown_with_their_line() {
        let mut console = console("turn(1).\nturn(2");
        console.run("turn(X).");
        assert!(console.results.is_empty());
        assert!(console.mistakes[0].contains('2'), "{:?}", console.mistakes);
    }

    #[test]
    fn endless_queries_stop_at_their_limit() {
        let mut console = console("loop :- loop.");
        console.run("loop.");
        assert!(console.results.lines().count() == 2, "{}", console.results);
    }

    #[test]
    fn the_marked_text_is_run_or_else_the_line_of_the_cursor() {
        let text = "a(1).\nb(X), c(X).\n";
        assert_eq!(marked(text, 7..7), "b(X), c(X).");
        assert_eq!(marked(text, 6..10), "b(X)");
        assert_eq!(marked(text, 0..0), "a(1).");
    }
}
