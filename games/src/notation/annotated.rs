//! Lines of moves with their notes, to be written: the main line of a record and the variations in it.

use boardwright_compiler::game::CompiledGame;
use boardwright_game::game::{Game, GameExt};
use boardwright_game::record::{Annotations, Note, Variation};
use boardwright_interpreter::moves::Move;
use boardwright_interpreter::state::State;

use super::layout::Movetext;

/// A move with its notes.
#[derive(Clone, Copy)]
pub(super) struct NotedMove<'a> {
    pub(super) mv: Move,
    pub(super) notes: &'a [Note],
}

/// The moves of the main line with their notes.
pub(super) fn main_line<'a>(moves: &[Move], annotations: &'a Annotations) -> Vec<NotedMove<'a>> {
    moves.iter().zip(1..).map(|(&mv, ply)| NotedMove { mv, notes: annotations.at(ply) }).collect()
}

/// The moves of a variation that begins in `state`.
///
/// # Errors
/// If one of them is not legal.
pub(super) fn variation_line<'a>(
    game: &CompiledGame,
    state: &State,
    variation: &'a Variation,
) -> Result<Vec<NotedMove<'a>>, String> {
    let (mut state, mut line) = (state.clone(), Vec::new());
    for played in &variation.moves {
        let mv = game.parse_move(&state, &played.text).map_err(|error| format!("in a variation: {error}"))?;
        game.apply(&mut state, mv).map_err(|fault| fault.to_string())?;
        line.push(NotedMove { mv, notes: &played.notes });
    }
    Ok(line)
}

/// Index of the move in whose place a variation begins that stands in the notes of the move at `at`.
pub(super) fn begin_of(variation: &Variation, at: usize) -> Result<usize, String> {
    let begin = (at + 1).checked_sub(variation.back);
    begin.ok_or_else(|| format!("a variation replaces {} moves, but only {} are before it", variation.back, at + 1))
}

/// A word of a movetext: its text, the number of moves that it denotes, and the position after them.
pub(super) struct WrittenWord {
    pub(super) text: String,
    pub(super) moves: usize,
    pub(super) after: State,
}

/// Notation of single moves in PGN or PDN.
pub(super) trait WordWriter {
    /// The game.
    fn game(&self) -> &CompiledGame;

    /// Letters of marks that are written without a blank before them.
    fn glued_marks(&self) -> &'static str;

    /// Writes the first of these moves, and those that belong to the same word.
    fn word(&self, state: &State, moves: &[NotedMove<'_>]) -> Result<WrittenWord, String>;
}

/// Writes a line from `state` on, whose first move has this number.
///
/// # Errors
/// If a variation cannot be played.
pub(super) fn write_line(
    writer: &dyn WordWriter,
    text: &mut Movetext,
    (state, number): (&State, u32),
    (before, moves): (&[String], &[NotedMove<'_>]),
) -> Result<(), String> {
    let game = writer.game();
    for comment in before {
        text.comment(comment);
    }
    let (mut state, mut number, mut begin) = (state.clone(), number, 0);
    while begin < moves.len() {
        let side = game.mover(&state).index();
        let word = writer.word(&state, &moves[begin..])?;
        text.make(number, side, &word.text);
        for at in begin..begin + word.moves {
            for note in moves[at].notes {
                match note {
                    Note::Comment(comment) => text.comment(comment),
                    Note::Mark(mark) => text.mark(mark, writer.glued_marks()),
                    Note::Variation(variation) => {
                        let first = begin_of(variation, at)?;
                        let kept = moves.get(begin..first).ok_or("a variation begins within an earlier capture")?;
                        let mut there = state.clone();
                        for played in kept {
                            game.apply(&mut there, played.mv).map_err(|fault| fault.to_string())?;
                        }
                        let kept = kept.iter().map(|played| NotedMove { notes: &[], ..*played });
                        let line: Vec<_> = kept.chain(variation_line(game, &there, variation)?).collect();
                        text.open();
                        write_line(writer, text, (&state, number), (&variation.before, &line))?;
                        text.close();
                    }
                }
            }
        }
        number += u32::from(side == 1);
        begin += word.moves;
        state = word.after;
    }
    Ok(())
}
