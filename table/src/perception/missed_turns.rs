//! The search for turns that the camera has missed: the table shows a position two or three turns ahead.

use std::collections::BTreeSet;

use boardwright_compiler::game::CompiledGame;
use boardwright_game::fault::Fault;
use boardwright_game::game::{Game as _, Turn};
use boardwright_game::ids::Player;
use boardwright_interpreter::state::State;
use boardwright_vision::read::Class;

use super::successors::{Successor, successors};
use super::{Perception, PieceClasses, Reading};
use crate::appearance::{Appearance, board_appearances};
use crate::board_contents::BoardContents;

/// Maximum number of turns that are searched.
const MAX_TURNS: usize = 3;

/// Number of positions that are continued after each turn: those most like the table.
const WIDTH: usize = 300;

/// Number of differing places up to which a position counts as an alternative explanation.
const NEAR: usize = 2;

/// The explanation of a table by turns that were not seen one by one.
#[derive(Clone, Debug)]
pub(super) enum MissedTurns {
    /// The only line of moves that leads to what is on the table.
    Line(Successor),
    /// Several lines of moves lead to it: the game goes on differently after them, or different moves were made, or in another
    /// order.
    Ambiguous(Vec<Successor>),
    /// No line of moves leads to it.
    Nothing,
}

/// A position on the search, and its number of places that differ from the table.
struct Candidate {
    reached: Successor,
    look: Look,
    differing: usize,
    /// The player of the last turn.
    mover: Option<Player>,
    /// The turns that changed the look of the table.
    visible: Vec<Change>,
}

/// The change of the look of the table by a turn: places and their new contents.
type Change = Vec<(usize, Option<Class>)>;

/// Searches lines of two and three turns that lead from a position to what the camera saw in the last frame.
/// `is_at_table` is `true` for players whose turns are made at the table. Of lines that lead to the same look, those with the
/// fewest turns that change the table count: a turn such as a swap of sides may have been made besides, but a piece that was
/// moved on would have been seen.
///
/// # Errors
///
/// [`Fault`] when the rules fail.
pub(super) fn find_missed_turns(
    game: &CompiledGame,
    state: &State,
    (perception, contents): (&Perception, &BoardContents),
    is_at_table: impl Fn(Player) -> bool,
) -> Result<MissedTurns, Fault> {
    let Some(seen) = perception.last_contents() else { return Ok(MissedTurns::Nothing) };
    let difference =
        |look: &Look| seen.iter().zip(look).filter(|(seen, look)| seen.is_some_and(|seen| seen != **look)).count();
    let explain = |looks: &[Look]| match perception.explain_last(contents, looks) {
        Reading::Position(at) => Some(at),
        _ => None,
    };
    find_lines(
        game,
        state,
        &SeenTable { classes: perception.piece_classes(), difference: &difference, explain: &explain },
        is_at_table,
    )
}

/// The classes of the pieces on the places.
type Look = Vec<Option<Class>>;

/// A table as the camera saw it.
struct SeenTable<'a> {
    classes: &'a PieceClasses,
    /// Counts the places whose contents differ from a look, as far as they are clear.
    difference: &'a dyn Fn(&Look) -> usize,
    /// Selects the look that explains the picture clearly.
    explain: &'a dyn Fn(&[Look]) -> Option<usize>,
}

/// Searches lines of two and three turns that lead to a table.
fn find_lines(
    game: &CompiledGame,
    state: &State,
    SeenTable { classes, difference, explain }: &SeenTable<'_>,
    is_at_table: impl Fn(Player) -> bool,
) -> Result<MissedTurns, Fault> {
    let look = |state: &State| -> Look {
        let class = |appearance: Appearance| classes.class(appearance);
        board_appearances(game, state).into_iter().map(|appearance| appearance.and_then(class)).collect()
    };
    let candidate = |reached: Successor, mover: Option<Player>, from: Option<&Candidate>| {
        let look = look(&reached.state);
        let visible = from.map_or(Vec::new(), |from| {
            let places = from.look.iter().zip(&look).enumerate();
            let change: Change =
                places.filter(|(_, (was, is))| was != is).map(|(place, (_, is))| (place, *is)).collect();
            from.visible.iter().cloned().chain([change].into_iter().filter(|change| !change.is_empty())).collect()
        });
        Candidate { differing: difference(&look), reached, look, mover, visible }
    };
    let now = look(state);
    // The look of the table, and the lines that lead to it.
    let mut explained: Option<Look> = None;
    let mut lines: Vec<Line> = Vec::new();
    let mut level = vec![candidate(Successor { moves: Vec::new(), state: state.clone() }, None, None)];
    for turns in 1..=MAX_TURNS {
        let mut next = Vec::new();
        for from in &level {
            let Turn::Player(player) = turn(game, &from.reached.state)? else { continue };
            // More moves of the same player belong to the turn before.
            if !is_at_table(player) || (from.mover == Some(player) && game.players() > 1) {
                continue;
            }
            for after in successors(game, &from.reached.state)? {
                let moves = [from.reached.moves.as_slice(), &after.moves].concat();
                next.push(candidate(Successor { moves, state: after.state }, Some(player), Some(from)));
            }
        }
        // A single turn is no explanation: it would have been recognised.
        if turns > 1 && explained.is_none() {
            let near = next.iter().filter(|candidate| candidate.differing <= NEAR).map(|near| near.look.clone());
            let looks: Vec<_> = [now.clone()].into_iter().chain(near).collect();
            explained = explain(&looks).filter(|at| *at > 0).map(|at| looks[at].clone());
        }
        // A longer line may lead to the same look, for example where sides can be swapped.
        if let Some(look) = &explained {
            let reaching = next.iter().filter(|next| next.look == *look);
            lines.extend(reaching.map(|next| Line {
                turns,
                visible: next.visible.clone(),
                reached: next.reached.clone(),
            }));
        }
        next.sort_by_key(|candidate| candidate.differing);
        next.truncate(WIDTH);
        level = next;
    }
    distinct(game, lines)
}

/// A line that leads to the look of the table.
struct Line {
    turns: usize,
    /// The turns that changed the look.
    visible: Vec<Change>,
    reached: Successor,
}

impl Line {
    /// `true` if the turns of another line look the same.
    fn looks_like(&self, other: &Self) -> bool {
        self.turns == other.turns && self.visible == other.visible
    }
}

/// The distinct lines of those that lead to the same look, of those with the fewest visible turns. As for single turns, the
/// fewest moves count where turns look the same. Lines of turns that look the same are one if the game goes on equally.
fn distinct(game: &CompiledGame, mut lines: Vec<Line>) -> Result<MissedTurns, Fault> {
    let Some(fewest) = lines.iter().map(|line| line.visible.len()).min() else { return Ok(MissedTurns::Nothing) };
    lines.retain(|line| line.visible.len() == fewest);
    lines.sort_by_key(|line| line.reached.moves.len());
    let (mut known, mut different): (Vec<(Line, _)>, Vec<Successor>) = (Vec::new(), Vec::new());
    for line in lines {
        let future = future(game, &line.reached.state)?;
        let is_known = |(other, after): &(Line, (Turn, Looks))| {
            let is_longer = line.reached.moves.len() > other.reached.moves.len();
            (is_longer && line.looks_like(other)) || (line.visible == other.visible && *after == future)
        };
        if !known.iter().any(is_known) {
            different.push(line.reached.clone());
            known.push((line, future));
        }
    }
    Ok(match <[Successor; 1]>::try_from(different) {
        Ok([line]) => MissedTurns::Line(line),
        Err(lines) => MissedTurns::Ambiguous(lines),
    })
}

/// The looks of positions.
type Looks = BTreeSet<Vec<Option<Appearance>>>;

/// The player to move, and the looks of the positions after the turn.
fn future(game: &CompiledGame, state: &State) -> Result<(Turn, Looks), Fault> {
    let looks = successors(game, state)?.iter().map(|next| board_appearances(game, &next.state)).collect();
    Ok((turn(game, state)?, looks))
}

fn turn(game: &CompiledGame, state: &State) -> Result<Turn, Fault> {
    game.legal_moves(state, &mut Vec::new())
}

#[cfg(test)]
mod tests {
    use boardwright_game::game::GameExt as _;
    use boardwright_lang::{AllPictures, load};

    use super::*;

    /// The line that is found from the position after `before` for the table after `missed` as well, as texts of moves; the
    /// number of lines if there are several.
    fn found(name: &str, before: &[&str], missed: &[&str]) -> Result<Vec<String>, usize> {
        let source = boardwright_games::shipped_game(name).expect("it ships").source();
        let rules = load(&source, &AllPictures).rules.expect("the file has no mistake");
        let game = CompiledGame::new(rules).expect("it is small enough");
        let classes = PieceClasses::for_game(&game);
        let mut state = game.initial_state();
        let make = |state: &mut State, texts: &[&str]| {
            for text in texts {
                let mut moves = Vec::new();
                game.legal_moves(state, &mut moves).expect("the rules hold");
                let mv = moves.into_iter().find(|mv| game.move_text(state, *mv) == *text);
                game.apply(state, mv.unwrap_or_else(|| panic!("{text} is legal"))).expect("the rules hold");
            }
        };
        make(&mut state, before);
        let mut shown = state.clone();
        make(&mut shown, missed);
        let class = |appearance: Appearance| classes.class(appearance);
        let look: Look =
            board_appearances(&game, &shown).into_iter().map(|appearance| appearance.and_then(class)).collect();
        let explain = |looks: &[Look]| looks.iter().position(|other| *other == look);
        let difference = |other: &Look| other.iter().zip(&look).filter(|(one, other)| one != other).count();
        let table = SeenTable { classes: &classes, difference: &difference, explain: &explain };
        match find_lines(&game, &state, &table, |_| true).expect("the rules hold") {
            MissedTurns::Line(line) => {
                let text = |mv: &_| {
                    let text = game.move_text(&state, *mv);
                    game.apply(&mut state, *mv).expect("a legal move");
                    text
                };
                Ok(line.moves.iter().map(text).collect())
            }
            MissedTurns::Ambiguous(lines) => Err(lines.len()),
            MissedTurns::Nothing => Err(0),
        }
    }

    const ALQUERQUE: [&str; 3] = ["man(2,2) p(2,2) p(3,3)", "man(4,4) p(4,4) p(2,2)", "man(1,1) p(1,1) p(3,3)"];

    #[test]
    fn the_shorter_line_counts() {
        // The man on p(3,4) could go to p(4,4), and the one on p(3,5) follow to p(3,4): three turns that look the same.
        let missed = ["man(3,5) p(3,5) p(4,4)", "man(3,2) p(3,2) p(2,2)"];
        assert_eq!(found("alquerque", &ALQUERQUE, &missed), Ok(missed.map(str::to_owned).to_vec()));
    }

    #[test]
    fn different_moves_to_the_same_position_are_ambiguous() {
        // Either man may have gone to p(4,4), and the third one to the place that it left.
        let missed = ["man(3,5) p(3,5) p(4,4)", "man(3,2) p(3,2) p(2,2)", "man(2,4) p(2,4) p(3,5)"];
        let lines = found("alquerque", &ALQUERQUE, &missed);
        assert!(lines.as_ref().is_err_and(|lines| *lines > 1), "{lines:?}");
    }

    #[test]
    fn the_fewest_moves_count_in_a_turn_of_several() {
        // The man could also have jumped to sq(6,7) and on to sq(8,5), or have said that it stops.
        let before = ["man(1,1,1) sq(1,1) sq(3,3)", "man(2,3,2) sq(6,7) sq(5,6)"];
        let missed = ["man(1,2,2) sq(2,2) sq(4,4)", "man(2,1,2) sq(8,7) sq(8,5)"];
        assert_eq!(found("halma", &before, &missed), Ok(missed.map(str::to_owned).to_vec()));
    }

    #[test]
    fn the_order_of_the_same_moves_is_ambiguous() {
        // The crosses may have been set in either order.
        let missed = ["mark(1,1) box(1,1) s(2,1)", "mark(2,1) box(2,1) s(2,2)", "mark(1,2) box(1,2) s(1,1)"];
        assert_eq!(found("tic-tac-toe", &[], &missed), Err(2));
        assert_eq!(
            found("tic-tac-toe", &[], &missed[..2]),
            Ok(missed[..2].iter().map(|mv| (*mv).to_owned()).collect())
        );
    }
}
