//! The laws of the optional companion of a game, `Structure`: what it tells of the board is what play shows.
//! Part of the battery; games without a structure have none of these laws.

use std::collections::BTreeMap;

use boardwright_engine::game::{Game, Outcome, Turn};
use boardwright_engine::ids::{ElementId, LocationId};
use boardwright_engine::structure::{Effect, Goal, Structure, Tally};

use crate::battery::players;

/// Where each element stands, which is nowhere off the board, and its class.
type Places = Vec<(Option<LocationId>, usize)>;

/// Checks the laws in one position. That an element which is moved stands there afterwards is not one: a followup may take it on.
///
/// # Panics
/// If a law is broken; the message begins with `at`.
pub fn check<G: Game>(game: &G, state: &G::State, moves: &[G::Move], at: &str) {
    let Some(structure) = game.structure() else { return };
    let turn = game.turn(state, &mut Vec::new()).unwrap_or_else(|fault| panic!("{at}: {fault}"));
    let before = places(structure, state);
    let (mut winning, mut scoring) = (Vec::new(), Vec::new());
    for (number, &mv) in (0..).zip(moves) {
        let mut after = state.clone();
        game.apply(&mut after, mv).unwrap_or_else(|fault| panic!("{at}: {fault}"));
        let later = places(structure, &after);
        // Reserves and boxes have no geometry, so they are nobody's neighbours; neither is what is off the board.
        if let Some((element, to)) = structure.moved(mv)
            && let (Some(from), _) = before[element.index()]
        {
            let near = !structure.relevant(to) || near_to(structure, from).contains(&to);
            assert!(near, "{at}: {mv:?} goes where no rule can lead");
        }
        let effect = structure.effect(state, mv).unwrap_or_else(|fault| panic!("{at}: {fault}"));
        let mut told = effect.elements.clone();
        told.sort_unstable();
        let changed = (0..before.len()).filter(|&index| before[index] != later[index]);
        let expected = Effect {
            elements: changed.map(ElementId::new).collect(),
            scores: players(game).map(|p| (game.score(&after, p) - game.score(state, p)) as i32).collect(),
            outcome: game.outcome(&after).unwrap_or_else(|fault| panic!("{at}: {fault}")),
        };
        assert_eq!(Effect { elements: told, ..effect }, expected, "{at}: what {mv:?} changes");
        let ends = structure.ends(state, mv);
        assert_eq!(ends, Ok(expected.outcome), "{at}: how {mv:?} ends the game, asked before it is made");
        if expected.outcome == turn.player().map(Outcome::Won) {
            winning.push(mv);
        }
        check_goal(game, structure, &after, expected.outcome, at);
        if expected.scores.iter().any(|&change| change != 0) {
            scoring.push(number);
        }
        let grow = expected.scores.iter().all(|&change| change >= 0);
        assert!(grow || !structure.scores_only_grow(), "{at}: {mv:?} lowers a score that only grows");
    }
    let mut told = vec![u32::MAX];
    structure.scoring_moves(state, moves, &mut told).unwrap_or_else(|fault| panic!("{at}: {fault}"));
    assert_eq!(told, scoring, "{at}: the moves that change a score");
    assert!(scoring.is_empty() || structure.scores(), "{at}: scores change that cannot");
    let mut told = moves.to_vec();
    if let Some(player) = turn.player() {
        structure.winning_moves(state, player, moves, &mut told).unwrap_or_else(|fault| panic!("{at}: {fault}"));
        assert_eq!(told, winning, "{at}: the moves that win");
        let replies = structure.winning_replies(state, player, &mut told);
        assert_eq!((replies, told.len()), (Ok(false), 0), "{at}: who is to move has no replies");
    } else {
        for player in players(game) {
            let replies = structure.winning_replies(state, player, &mut told);
            assert_eq!((replies, told.len()), (Ok(false), 0), "{at}: nobody is to move");
        }
    }
    check_lines(structure, state, turn.outcome(), at);
    check_slides(game, structure, state, turn, at);
}

/// Whether all that a goal wants lies there.
fn is_reached<S, M>(structure: &dyn Structure<S, M>, state: &S, goal: &Goal) -> bool {
    goal.wants.iter().all(|want| match structure.content(state, want.location) {
        Some(element) => want.classes.contains(&structure.class(state, element)),
        None => want.empty,
    })
}

/// What a goal says of the position after a move by which the game ended so, or went on.
///
/// # Panics
/// If it is not so; the message begins with `at`.
pub(crate) fn check_goal<G: Game>(
    game: &G,
    structure: &dyn Structure<G::State, G::Move>,
    after: &G::State,
    outcome: Option<Outcome>,
    at: &str,
) {
    for player in players(game) {
        let Some(goal) = structure.goal(player) else { continue };
        let reached = is_reached(structure, after, goal);
        let won = outcome == Some(Outcome::Won(player));
        assert!(reached || !won, "{at}: player {player} wins without the goal");
        assert!(!reached || won || !goal.whole, "{at}: player {player} is at the goal and has not won");
        // Whoever cannot move ends the game too.
        assert!(
            !goal.only || matches!(outcome, None | Some(Outcome::Draw)) || won,
            "{at}: the game ends in another way"
        );
    }
}

/// In a game that is nothing but sliding, moves take any piece to any empty place beside it.
fn check_slides<G: Game>(
    game: &G,
    structure: &dyn Structure<G::State, G::Move>,
    state: &G::State,
    turn: Turn,
    at: &str,
) {
    if !structure.slides() || turn.player().is_none() {
        return;
    }
    let mut every = Vec::new();
    game.every_move(state, &mut every).unwrap_or_else(|fault| panic!("{at}: {fault}"));
    let mut told: Vec<_> = every.iter().map(|&mv| structure.moved(mv)).collect();
    let mut expected = Vec::new();
    for from in (0..structure.locations()).map(LocationId::new) {
        let Some(element) = structure.content(state, from) else { continue };
        let near = near_to(structure, from).into_iter().filter(|&to| structure.content(state, to).is_none());
        expected.extend(near.map(|to| Some((element, to))));
    }
    told.sort_unstable();
    expected.sort_unstable();
    assert_eq!(told, expected, "{at}: pieces slide into gaps beside them");
}

/// What is told of lines is what lies on their cells, and a full one has ended the game if it says so.
///
/// # Panics
/// If that is not so; the message begins with `at`.
pub(crate) fn check_lines<S, M>(structure: &dyn Structure<S, M>, state: &S, outcome: Option<Outcome>, at: &str) {
    let lines = structure.lines();
    let mut through = vec![Vec::new(); structure.locations()];
    for (number, line) in lines.iter().enumerate() {
        assert!(line.cells.is_sorted() && line.classes.is_sorted() && !line.classes.is_empty(), "{at}: {line:?}");
        let mut counted = Tally::default();
        for &cell in &line.cells {
            through[cell.index()].push(number as u32);
            match structure.content(state, cell).map(|element| structure.class(state, element)) {
                None => counted.empty += 1,
                Some(class) if line.classes.contains(&class) => counted.filled += 1,
                Some(_) => counted.blocked += 1,
            }
        }
        assert_eq!(structure.tally(state, number), counted, "{at}: what lies on line {number}, {line:?}");
        let full = counted.filled == line.cells.len();
        assert!(!full || line.ends.is_none() || line.ends == outcome, "{at}: {outcome:?} with {line:?}, which is full");
    }
    for (cell, through) in through.iter().enumerate() {
        assert_eq!(structure.lines_through(LocationId::new(cell)), through, "{at}: the lines through {cell}");
    }
}

fn places<S, M>(structure: &dyn Structure<S, M>, state: &S) -> Places {
    let locations = (0..structure.locations()).map(LocationId::new);
    let standing: BTreeMap<_, _> = locations.filter_map(|at| Some((structure.content(state, at)?, at))).collect();
    let elements = (0..structure.elements()).map(ElementId::new);
    elements.map(|element| (standing.get(&element).copied(), structure.class(state, element))).collect()
}

fn near_to<S, M>(structure: &dyn Structure<S, M>, from: LocationId) -> Vec<LocationId> {
    let mut near = Vec::new();
    structure.neighbours(from, &mut near);
    near
}
