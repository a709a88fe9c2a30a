//! A game on a board without players: whoever looks makes moves for all sides, and goes back.

use std::sync::Arc;

use boardwright_engine::any::AnyState;
use eframe::egui::Ui;

use crate::board::{Along, Arranging, Board, Did, Drawn, Legal, Marks};
use crate::session::Opened;
use crate::texts::t;

/// A game on a board without players.
#[derive(Debug)]
pub struct Sketch {
    opened: Arc<Opened>,
    state: AnyState,
    /// The moves that were made, and the positions before them.
    line: Vec<(String, AnyState)>,
    board: Option<Board>,
    legal: Legal,
    fault: Option<String>,
}

impl Sketch {
    /// A game at its start.
    pub fn new(opened: Arc<Opened>) -> Self {
        Self::after(opened, &[], None)
    }

    /// The same with other rules: after the same moves, as far as they can be made, and seen from as near.
    pub fn with_rules(self, opened: Arc<Opened>) -> Self {
        let line: Vec<String> = self.line.into_iter().map(|(text, _)| text).collect();
        Self::after(opened, &line, self.board)
    }

    fn after(opened: Arc<Opened>, line: &[String], board: Option<Board>) -> Self {
        let state = opened.loaded.game().start();
        let legal = Legal::default();
        let mut sketch = Self { opened, state, line: Vec::new(), board, legal, fault: None };
        for text in line {
            let game = sketch.opened.loaded.game();
            let Ok(mv) = game.parse_move(&sketch.state, text) else { break };
            let mut after = sketch.state.clone();
            if game.apply(&mut after, &mv).is_err() {
                break;
            }
            let before = std::mem::replace(&mut sketch.state, after);
            sketch.line.push((text.clone(), before));
        }
        sketch.look();
        sketch
    }

    /// The game.
    pub fn opened(&self) -> &Arc<Opened> {
        &self.opened
    }

    /// The position.
    pub fn state(&self) -> &AnyState {
        &self.state
    }

    fn look(&mut self) {
        let loaded = &self.opened.loaded;
        self.fault = None;
        match Legal::of(loaded, &self.state) {
            Ok(legal) => self.legal = legal,
            Err(fault) => {
                self.legal = Legal::default();
                self.fault = Some(loaded.fault(&fault).to_string());
            }
        }
        Board::lay(&mut self.board, loaded, &self.state, None);
    }

    /// Shows it.
    pub fn ui(&mut self, ui: &mut Ui) {
        ui.horizontal_wrapped(|ui| {
            if ui.add_enabled(!self.line.is_empty(), eframe::egui::Button::new(t("sketch.back"))).clicked()
                && let Some((_, before)) = self.line.pop()
            {
                self.state = before;
                self.look();
            }
            if ui.add_enabled(!self.line.is_empty(), eframe::egui::Button::new(t("sketch.start"))).clicked() {
                self.restart();
            }
            for number in self.legal.by_button() {
                if ui.button(&self.legal.choices[number].label).clicked() {
                    self.make(number);
                    return;
                }
            }
        });
        if let Some(fault) = &self.fault {
            ui.colored_label(ui.visuals().error_fg_color, fault);
        }
        let Some(board) = &mut self.board else { return };
        if let Some(Did::Move(number)) = board.ui(ui, &self.legal, &Marks::default()) {
            self.make(number);
        }
    }

    /// Goes back to the start.
    fn restart(&mut self) {
        self.state = self.opened.loaded.game().start();
        self.line.clear();
        self.look();
    }

    /// Shows the start, and has its places or pieces drawn elsewhere; gives what was, when it is let go.
    pub fn arrange(&mut self, ui: &mut Ui, what: Arranging, along: &Along<'_>) -> Option<Drawn> {
        if !self.line.is_empty() {
            self.restart();
        }
        self.board.as_mut()?.arrange(ui, what, along)
    }

    /// Lets what was drawn elsewhere go back to where it was.
    pub fn put_down(&mut self) {
        self.board.iter_mut().for_each(Board::put_down);
    }

    fn make(&mut self, number: usize) {
        let Some(choice) = self.legal.choices.get(number) else { return };
        let mut after = self.state.clone();
        match self.opened.loaded.game().apply(&mut after, &choice.mv) {
            Ok(()) => {
                let before = std::mem::replace(&mut self.state, after);
                self.line.push((choice.text.clone(), before));
                self.look();
            }
            Err(fault) => self.fault = Some(self.opened.loaded.fault(&fault).to_string()),
        }
    }
}
