//! Turns of several moves that are typed as one: the places that a piece visits, `23x14x5`, or only those that are
//! needed to know which, `23x5`.

use std::collections::VecDeque;

use boardwright_compiler::game::CompiledGame;
use boardwright_game::fault::Fault;
use boardwright_game::game::Game as _;
use boardwright_game::ids::LocationId;
use boardwright_games::notation::strip_marks;
use boardwright_interpreter::moves::Move;
use boardwright_interpreter::state::State;

use boardwright_interpreter::place_names::place_names;

/// Maximum number of moves in a turn.
const MAX_MOVES: usize = 24;
/// Maximum number of positions searched; with more, no turn is found.
const MAX_POSITIONS: usize = 5_000;

/// Moves of one turn by one piece.
#[derive(Clone, Debug)]
pub(crate) struct PieceTurn {
    pub(crate) moves: Vec<Move>,
    /// Places from the first to the last.
    places: Vec<LocationId>,
    after: State,
}

/// Turns of several moves that a text denotes: one, or several with different results.
///
/// # Errors
/// If the rules fail.
pub(crate) fn turns_written(game: &CompiledGame, state: &State, typed: &str) -> Result<Vec<PieceTurn>, Fault> {
    let Some(typed) = places_typed(game, typed) else { return Ok(Vec::new()) };
    let turns = turns_from(game, state, typed[0])?;
    let (exact, shortened): (Vec<_>, Vec<_>) = turns
        .into_iter()
        .filter(|turn| visits_in_order(&turn.places, &typed))
        .partition(|turn| turn.places.len() == typed.len());
    let mut found: Vec<PieceTurn> = if exact.is_empty() { shortened } else { exact };
    let mut keys = Vec::new();
    found.retain(|turn| {
        let key = game.key(&turn.after);
        let is_new = !keys.contains(&key);
        keys.push(key);
        is_new
    });
    Ok(found)
}

/// Text of a turn: all places that it visits.
pub(crate) fn turn_text(game: &CompiledGame, turn: &PieceTurn) -> String {
    let names = place_names(game.rules());
    let places: Vec<String> = turn.places.iter().map(|place| names[place.index()].concat()).collect();
    places.join("x")
}

/// The places of a text such as `23x14x5`; `None` if it is something else.
fn places_typed(game: &CompiledGame, typed: &str) -> Option<Vec<LocationId>> {
    let rules = game.rules();
    let names: Vec<String> = place_names(rules).iter().map(|parts| parts.concat().to_lowercase()).collect();
    let place = |word: &str| {
        let word = word.trim().to_lowercase();
        let is_named = |at: &usize| rules.locations[*at].is_relevant && names[*at] == word;
        (0..names.len()).find(is_named).map(LocationId::new)
    };
    let typed = strip_marks(typed);
    let places: Vec<LocationId> = typed.split(['-', 'x', 'X', ':']).map(place).collect::<Option<_>>()?;
    (places.len() > 1).then_some(places)
}

/// All complete turns of at least two moves by the piece on a place.
fn turns_from(game: &CompiledGame, state: &State, from: LocationId) -> Result<Vec<PieceTurn>, Fault> {
    let mut complete = Vec::new();
    let mut open = VecDeque::from([PieceTurn { moves: Vec::new(), places: vec![from], after: state.clone() }]);
    let mut positions = 0;
    while let Some(turn) = open.pop_front() {
        positions += 1;
        if positions > MAX_POSITIONS {
            return Ok(Vec::new());
        }
        let goes_on = turn.moves.is_empty()
            || (game.mover(&turn.after) == game.mover(state) && game.outcome(&turn.after)?.is_none());
        let mut moves = Vec::new();
        if goes_on {
            game.legal_moves(&turn.after, &mut moves)?;
        } else if turn.moves.len() > 1 {
            complete.push(turn);
            continue;
        }
        let last = turn.places.last().copied();
        for mv in moves.into_iter().filter(|mv| mv.from == last && turn.moves.len() < MAX_MOVES) {
            let Some(to) = mv.to else { continue };
            let mut next = turn.clone();
            next.moves.push(mv);
            next.places.push(to);
            game.apply(&mut next.after, mv)?;
            open.push_back(next);
        }
    }
    Ok(complete)
}

/// `true` if `places` begins and ends like `typed`, and visits its places in order.
fn visits_in_order(places: &[LocationId], typed: &[LocationId]) -> bool {
    let mut rest = places.iter();
    places.last() == typed.last() && typed.iter().all(|place| rest.any(|visited| visited == place))
}
