//! Invariants of the optional trait `Structure` of a game: its statements about the board agree with play.
//! Part of the battery; games without a structure are skipped.

use std::collections::BTreeMap;

use boardwright_game::game::{Game, Outcome, Turn};
use boardwright_game::ids::{ElementId, LocationId};
use boardwright_game::structure::{BoardGeometry, GoalCondition, Goals, LineContents, MoveEffect, Structure, WinLines};

use crate::battery::players;

/// Location of each element, `None` off the board, and its class.
type ElementStates = Vec<(Option<LocationId>, usize)>;

/// Checks the invariants in one position. A moved element need not stand on its target afterwards: a followup may move it on.
///
/// # Panics
/// If an invariant is violated; the message begins with `at`.
pub fn check<G: Game>(game: &G, state: &G::State, moves: &[G::Move], at: &str) {
    let Some(structure) = game.structure() else { return };
    let turn = game.legal_moves(state, &mut Vec::new()).unwrap_or_else(|fault| panic!("{at}: {fault}"));
    let before = element_states(structure, state);
    let (mut winning, mut scoring) = (Vec::new(), Vec::new());
    for (number, &mv) in (0..).zip(moves) {
        let mut after = state.clone();
        game.apply(&mut after, mv).unwrap_or_else(|fault| panic!("{at}: {fault}"));
        let later = element_states(structure, &after);
        // Reserves and boxes have no geometry, so they have no neighbours; neither have elements off the board.
        if let Some((element, to)) = structure.moved_element(mv)
            && let (Some(from), _) = before[element.index()]
        {
            let near = !structure.is_relevant(to) || neighbours_of(structure, from).contains(&to);
            assert!(near, "{at}: {mv:?} goes where no rule can lead");
        }
        let effect = structure.move_effect(state, mv).unwrap_or_else(|fault| panic!("{at}: {fault}"));
        let mut reported = effect.changed_elements.clone();
        reported.sort_unstable();
        let changed = (0..before.len()).filter(|&index| before[index] != later[index]);
        let expected = MoveEffect {
            changed_elements: changed.map(ElementId::new).collect(),
            score_changes: players(game).map(|p| (game.score(&after, p) - game.score(state, p)) as i32).collect(),
            outcome: game.outcome(&after).unwrap_or_else(|fault| panic!("{at}: {fault}")),
        };
        assert_eq!(MoveEffect { changed_elements: reported, ..effect }, expected, "{at}: the effect of {mv:?}");
        let ends = structure.outcome_after(state, mv);
        assert_eq!(ends, Ok(expected.outcome), "{at}: how {mv:?} ends the game, predicted before it is made");
        if expected.outcome == turn.player().map(Outcome::Won) {
            winning.push(mv);
        }
        check_goal(game, structure, &after, expected.outcome, at);
        if expected.score_changes.iter().any(|&change| change != 0) {
            scoring.push(number);
        }
        let grow = expected.score_changes.iter().all(|&change| change >= 0);
        assert!(grow || !structure.has_nondecreasing_scores(), "{at}: {mv:?} lowers a score that only grows");
    }
    let mut reported = vec![u32::MAX];
    structure.scoring_moves(state, moves, &mut reported).unwrap_or_else(|fault| panic!("{at}: {fault}"));
    assert_eq!(reported, scoring, "{at}: the moves that change a score");
    assert!(scoring.is_empty() || structure.has_scoring(), "{at}: scores change that cannot");
    let mut reported = moves.to_vec();
    if let Some(player) = turn.player() {
        structure.winning_moves(state, player, moves, &mut reported).unwrap_or_else(|fault| panic!("{at}: {fault}"));
        assert_eq!(reported, winning, "{at}: the moves that win");
        let replies = structure.winning_replies(state, player, &mut reported);
        assert_eq!((replies, reported.len()), (Ok(false), 0), "{at}: the player to move has no replies");
    } else {
        for player in players(game) {
            let replies = structure.winning_replies(state, player, &mut reported);
            assert_eq!((replies, reported.len()), (Ok(false), 0), "{at}: no player is to move");
        }
    }
    check_lines(structure, state, turn.outcome(), at);
    check_slides(game, structure, state, turn, at);
}

/// `true` if all requirements of a goal are met.
fn is_reached<S>(geometry: &dyn BoardGeometry<S>, state: &S, goal: &GoalCondition) -> bool {
    goal.requirements.iter().all(|want| match geometry.content(state, want.location) {
        Some(element) => want.classes.contains(&geometry.class(state, element)),
        None => want.allows_empty,
    })
}

/// Checks the statements of a goal about the position after a move, given the outcome of that move.
///
/// # Panics
/// If a statement is wrong; the message begins with `at`.
pub(crate) fn check_goal<G: Game>(
    game: &G,
    structure: &dyn Structure<G::State, G::Move>,
    after: &G::State,
    outcome: Option<Outcome>,
    at: &str,
) {
    let Some(goals) = structure.goals() else { return };
    for player in players(game) {
        let Some(goal) = goals.goal(player) else { continue };
        let reached = is_reached(structure, after, goal);
        let won = outcome == Some(Outcome::Won(player));
        assert!(reached || !won, "{at}: player {player} wins without the goal");
        assert!(!reached || won || !goal.is_sufficient, "{at}: player {player} is at the goal and has not won");
        // Having no legal move ends the game too.
        assert!(
            !goal.is_only_ending || matches!(outcome, None | Some(Outcome::Draw)) || won,
            "{at}: the game ends in another way"
        );
    }
}

/// Checks that the moves of a sliding puzzle take any piece to any empty location beside it.
fn check_slides<G: Game>(
    game: &G,
    structure: &dyn Structure<G::State, G::Move>,
    state: &G::State,
    turn: Turn,
    at: &str,
) {
    if !structure.goals().is_some_and(Goals::is_sliding_puzzle) || turn.player().is_none() {
        return;
    }
    let mut all_moves = Vec::new();
    game.all_legal_moves(state, &mut all_moves).unwrap_or_else(|fault| panic!("{at}: {fault}"));
    let mut reported: Vec<_> = all_moves.iter().map(|&mv| structure.moved_element(mv)).collect();
    let mut expected = Vec::new();
    for from in (0..structure.location_count()).map(LocationId::new) {
        let Some(element) = structure.content(state, from) else { continue };
        let near = neighbours_of(structure, from).into_iter().filter(|&to| structure.content(state, to).is_none());
        expected.extend(near.map(|to| Some((element, to))));
    }
    reported.sort_unstable();
    expected.sort_unstable();
    assert_eq!(reported, expected, "{at}: pieces slide into gaps beside them");
}

/// Checks that the contents of lines agree with the board, and that a full line has ended the game if it has an outcome.
///
/// # Panics
/// If they differ; the message begins with `at`.
pub(crate) fn check_lines<S, M>(structure: &dyn Structure<S, M>, state: &S, outcome: Option<Outcome>, at: &str) {
    let win_lines = structure.win_lines();
    let lines = win_lines.map_or(&[][..], WinLines::lines);
    assert!(win_lines.is_none() || !lines.is_empty(), "{at}: win lines without a line");
    let mut through = vec![Vec::new(); structure.location_count()];
    for (number, line) in lines.iter().enumerate() {
        assert!(line.cells.is_sorted() && line.classes.is_sorted() && !line.classes.is_empty(), "{at}: {line:?}");
        let mut counted = LineContents::default();
        for &cell in &line.cells {
            through[cell.index()].push(number as u32);
            match structure.content(state, cell).map(|element| structure.class(state, element)) {
                None => counted.empty += 1,
                Some(class) if line.classes.contains(&class) => counted.filled += 1,
                Some(_) => counted.blocked += 1,
            }
        }
        let contents = win_lines.map(|known| known.line_contents(state, number));
        assert_eq!(contents, Some(counted), "{at}: the contents of line {number}, {line:?}");
        let full = counted.filled == line.cells.len();
        assert!(
            !full || line.outcome.is_none() || line.outcome == outcome,
            "{at}: {outcome:?} with {line:?}, which is full"
        );
    }
    for (cell, through) in through.iter().enumerate() {
        let reported = win_lines.map_or(&[][..], |known| known.lines_through(LocationId::new(cell)));
        assert_eq!(reported, through, "{at}: the lines through {cell}");
    }
}

fn element_states<S>(geometry: &dyn BoardGeometry<S>, state: &S) -> ElementStates {
    let locations = (0..geometry.location_count()).map(LocationId::new);
    let location_by_element: BTreeMap<_, _> =
        locations.filter_map(|at| Some((geometry.content(state, at)?, at))).collect();
    let elements = (0..geometry.element_count()).map(ElementId::new);
    elements.map(|element| (location_by_element.get(&element).copied(), geometry.class(state, element))).collect()
}

fn neighbours_of<S>(geometry: &dyn BoardGeometry<S>, from: LocationId) -> Vec<LocationId> {
    let mut near = Vec::new();
    geometry.neighbours(from, &mut near);
    near
}
