//! Construction of a record move by move, with the comments, marks and variations of the text.

use boardwright_compiler::game::CompiledGame;
use boardwright_game::game::{Game, GameExt};
use boardwright_game::record::{Annotations, MoveRecord, Note, Variation, VariationMove};
use boardwright_interpreter::moves::Move;
use boardwright_interpreter::state::State;

use super::movetext::NoteSink;

/// Builder of a record, move by move.
pub(super) struct RecordBuilder<'g> {
    pub(super) game: &'g CompiledGame,
    /// Position after the last move of the line that is read.
    pub(super) state: State,
    /// Initial position, if it is not that of the game.
    pub(super) position: Option<String>,
    main: Line,
    /// Variations that have begun, one inside the other, each with the position to which its end returns.
    variations: Vec<(Line, State)>,
}

/// A line of moves.
#[derive(Default)]
struct Line {
    before: Vec<String>,
    moves: Vec<(MoveRecord, Vec<Note>)>,
    /// Position before the last word, and number of moves before it.
    word: Option<(State, usize)>,
}

impl<'g> RecordBuilder<'g> {
    pub(super) fn new(game: &'g CompiledGame, position: Option<State>) -> Self {
        let text = position.as_ref().map(|state| game.state_text(state));
        let state = position.unwrap_or_else(|| game.initial_state());
        Self { game, state, position: text, main: Line::default(), variations: Vec::new() }
    }

    fn line(&mut self) -> &mut Line {
        self.variations.last_mut().map_or(&mut self.main, |(line, _)| line)
    }

    /// Number of variations that have begun and not ended.
    pub(super) fn depth(&self) -> usize {
        self.variations.len()
    }

    /// Makes a legal move.
    pub(super) fn push(&mut self, mv: Move) -> Result<(), String> {
        let ply = self.line().moves.len() + 1;
        let played = MoveRecord {
            ply,
            player: Some(self.game.mover(&self.state)),
            text: self.game.move_text(&self.state, mv),
            rule: Some(self.game.rules().rules[mv.rule.index()].name.clone()),
        };
        self.game.apply(&mut self.state, mv).map_err(|fault| fault.to_string())?;
        self.line().moves.push((played, Vec::new()));
        Ok(())
    }

    /// Adds a note on the last move of the line.
    fn note(&mut self, note: Note) {
        if let Some((_, notes)) = self.line().moves.last_mut() {
            notes.push(note);
        }
    }

    /// The moves of the main line, and its annotations.
    pub(super) fn take(self) -> (Vec<MoveRecord>, Annotations) {
        let Line { before, moves, .. } = self.main;
        let (mut played, mut annotations) = (Vec::new(), Annotations { before, ..Annotations::default() });
        for (mv, notes) in moves {
            if !notes.is_empty() {
                annotations.moves.insert(mv.ply, notes);
            }
            played.push(mv);
        }
        (played, annotations)
    }
}

impl NoteSink for RecordBuilder<'_> {
    fn begin_word(&mut self) {
        let state = self.state.clone();
        let line = self.line();
        line.word = Some((state, line.moves.len()));
    }

    fn comment(&mut self, text: String) {
        if self.line().moves.is_empty() {
            self.line().before.push(text);
        } else {
            self.note(Note::Comment(text));
        }
    }

    fn mark(&mut self, mark: String) {
        self.note(Note::Mark(mark));
    }

    fn begin_variation(&mut self) {
        let before = self.line().word.as_ref().map(|(state, _)| state.clone());
        let before = before.unwrap_or_else(|| self.state.clone());
        let after = std::mem::replace(&mut self.state, before);
        self.variations.push((Line::default(), after));
    }

    fn end_variation(&mut self) {
        let Some((Line { before, moves, .. }, after)) = self.variations.pop() else { return };
        self.state = after;
        if moves.is_empty() {
            // Comments on moves that could not be read.
            for text in before {
                self.note(Note::Comment(text));
            }
            return;
        }
        let begin = self.line().word.as_ref().map_or(0, |(_, begin)| *begin);
        let back = self.line().moves.len() - begin;
        let mv = |(played, notes): (MoveRecord, Vec<Note>)| VariationMove {
            player: played.player,
            text: played.text,
            notes,
        };
        let moves = moves.into_iter().map(mv).collect();
        self.note(Note::Variation(Variation { back, before, moves }));
    }
}
