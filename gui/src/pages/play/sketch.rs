//! A board for exploring a game without players: the user makes moves for all sides and goes back.

use std::sync::Arc;

use boardwright_game::any::AnyState;
use eframe::egui::Ui;

use crate::board::{Board, BoardAction, DragKind, DragResult, LegalMoves, LinkedPlaces, Marks};
use crate::session::OpenedGame;
use crate::texts::t;

/// A board for exploring a game without players.
#[derive(Debug)]
pub struct Sketch {
    opened: Arc<OpenedGame>,
    state: AnyState,
    /// The moves, and the positions before them.
    line: Vec<(String, AnyState)>,
    board: Option<Board>,
    legal: LegalMoves,
    fault: Option<String>,
    /// Number of changes of the position.
    revision: u64,
}

impl Sketch {
    /// Starts at the initial position.
    pub fn new(opened: Arc<OpenedGame>) -> Self {
        Self::after(opened, &[], None)
    }

    /// Returns the board with changed rules: after the same moves as far as they are legal, with the same zoom.
    pub fn with_rules(self, opened: Arc<OpenedGame>) -> Self {
        let line: Vec<String> = self.line.into_iter().map(|(text, _)| text).collect();
        Self::after(opened, &line, self.board)
    }

    fn after(opened: Arc<OpenedGame>, line: &[String], board: Option<Board>) -> Self {
        let state = opened.loaded.game().initial_state();
        let legal = LegalMoves::default();
        let mut sketch = Self { opened, state, line: Vec::new(), board, legal, fault: None, revision: 0 };
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
        sketch.update_position();
        sketch
    }

    /// The game.
    pub fn opened(&self) -> &Arc<OpenedGame> {
        &self.opened
    }

    /// The position.
    pub fn state(&self) -> &AnyState {
        &self.state
    }

    /// Number of changes of the position.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Texts of the legal moves.
    pub fn moves(&self) -> impl Iterator<Item = &str> {
        self.legal.choices.iter().map(|choice| choice.text.as_str())
    }

    /// Goes to the position after these moves from the start, as far as they are legal.
    pub fn go_along(&mut self, line: &[String]) {
        let revision = self.revision;
        let sketch = Self::after(self.opened.clone(), line, self.board.take());
        *self = Self { revision: revision + 1, ..sketch };
    }

    /// Shows the position at a step of a move, or the position itself for `None`.
    pub fn show_step(&mut self, state: Option<&AnyState>) {
        let state = state.unwrap_or(&self.state);
        Board::show_position(&mut self.board, &self.opened.loaded, state, None, None);
    }

    fn update_position(&mut self) {
        self.revision += 1;
        let loaded = &self.opened.loaded;
        self.fault = None;
        match LegalMoves::of(loaded, &self.state) {
            Ok(legal) => self.legal = legal,
            Err(fault) => {
                self.legal = LegalMoves::default();
                self.fault = Some(loaded.fault_error(&fault).to_string());
            }
        }
        Board::show_position(&mut self.board, loaded, &self.state, None, None);
        self.board.iter_mut().for_each(|board| board.prepare_moves(loaded, &self.state, &self.legal));
    }

    /// Shows the board.
    pub fn ui(&mut self, ui: &mut Ui) {
        ui.horizontal_wrapped(|ui| {
            if ui.add_enabled(!self.line.is_empty(), eframe::egui::Button::new(t("sketch.back"))).clicked()
                && let Some((_, before)) = self.line.pop()
            {
                self.state = before;
                self.update_position();
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
            crate::theme::error_label(ui, fault);
        }
        let Some(board) = &mut self.board else { return };
        if let Some(BoardAction::Move(number)) = board.ui(ui, &self.legal, &Marks::default()) {
            self.make(number);
        }
    }

    /// Goes back to the initial position.
    fn restart(&mut self) {
        self.state = self.opened.loaded.game().initial_state();
        self.line.clear();
        self.update_position();
    }

    /// Shows the initial position and lets the user drag places or pieces; returns the result after the drop.
    pub fn arrange(&mut self, ui: &mut Ui, what: DragKind, along: &LinkedPlaces<'_>) -> Option<DragResult> {
        if !self.line.is_empty() {
            self.restart();
        }
        self.board.as_mut()?.arrange(ui, what, along)
    }

    /// Moves a dragged object back.
    pub fn cancel_drag(&mut self) {
        self.board.iter_mut().for_each(Board::clear_selection);
    }

    fn make(&mut self, number: usize) {
        let Some(choice) = self.legal.choices.get(number) else { return };
        let mut after = self.state.clone();
        match self.opened.loaded.game().apply(&mut after, &choice.mv) {
            Ok(()) => {
                let before = std::mem::replace(&mut self.state, after);
                self.line.push((choice.text.clone(), before));
                self.update_position();
            }
            Err(fault) => self.fault = Some(self.opened.loaded.fault_error(&fault).to_string()),
        }
    }
}
