//! Games whose kind is not known when the program is built: the thin form of [`Game`] for windows and terminals.
//! Nothing that must be fast goes through it; searches are generic over [`Game`] itself.

use std::any::Any;
use std::fmt::Debug;

use rand::Rng;

use crate::fault::Fault;
use crate::game::{Game, MoveError, Outcome, StateError, Turn};
use crate::ids::Player;

/// A position of some game.
#[derive(Debug)]
pub struct AnyState(Box<dyn Value>);

/// A move of some game.
#[derive(Debug)]
pub struct AnyMove(Box<dyn Value>);

impl Clone for AnyState {
    fn clone(&self) -> Self {
        Self(self.0.copy())
    }
}

impl Clone for AnyMove {
    fn clone(&self) -> Self {
        Self(self.0.copy())
    }
}

impl AnyState {
    /// Hides what kind of position this is.
    pub fn new<S: Clone + Debug + Send + Sync + 'static>(state: S) -> Self {
        Self(Box::new(state))
    }

    /// The position, if it is of this kind.
    pub fn downcast_ref<S: 'static>(&self) -> Option<&S> {
        (&*self.0 as &dyn Any).downcast_ref()
    }

    fn of<S: 'static>(&self) -> &S {
        self.downcast_ref().expect("a state is only given to the game that it is of")
    }

    fn of_mut<S: 'static>(&mut self) -> &mut S {
        (&mut *self.0 as &mut dyn Any).downcast_mut().expect("a state is only given to the game that it is of")
    }
}

impl AnyMove {
    /// Hides what kind of move this is.
    pub fn new<M: Clone + Debug + Send + Sync + 'static>(mv: M) -> Self {
        Self(Box::new(mv))
    }

    /// The move, if it is of this kind.
    pub fn downcast_ref<M: 'static>(&self) -> Option<&M> {
        (&*self.0 as &dyn Any).downcast_ref()
    }

    fn of<M: Copy + 'static>(&self) -> M {
        *self.downcast_ref().expect("a move is only given to the game that it is of")
    }
}

/// What states and moves must do to be hidden in a box.
trait Value: Any + Debug + Send + Sync {
    fn copy(&self) -> Box<dyn Value>;
}

impl<T: Clone + Debug + Send + Sync + 'static> Value for T {
    fn copy(&self) -> Box<dyn Value> {
        Box::new(self.clone())
    }
}

/// [`Game`], with states and moves of one type for all games. Every game is one.
///
/// # Panics
/// All methods do, if they get a state or a move of another kind of game.
pub trait AnyGame: Send + Sync {
    /// See [`Game::players`].
    fn players(&self) -> usize;
    /// See [`Game::player_name`].
    fn player_name(&self, player: Player) -> String;
    /// See [`Game::hides`].
    fn hides(&self) -> bool;
    /// See [`Game::start`].
    fn start(&self) -> AnyState;
    /// See [`Game::turn`].
    fn turn(&self, state: &AnyState) -> Result<(Turn, Vec<AnyMove>), Fault>;
    /// See [`Game::every_move`].
    fn every_move(&self, state: &AnyState) -> Result<(Turn, Vec<AnyMove>), Fault>;
    /// See [`Game::apply`].
    fn apply(&self, state: &mut AnyState, mv: &AnyMove) -> Result<(), Fault>;
    /// See [`Game::outcome`].
    fn outcome(&self, state: &AnyState) -> Result<Option<Outcome>, Fault>;
    /// See [`Game::score`].
    fn score(&self, state: &AnyState, player: Player) -> f64;
    /// See [`Game::key`].
    fn key(&self, state: &AnyState) -> u64;
    /// See [`Game::position`].
    fn position(&self, state: &AnyState, out: &mut Vec<u8>);
    /// See [`Game::chances`].
    fn chances(&self, state: &AnyState, chances: &mut Vec<f64>);
    /// See [`Game::information`].
    fn information(&self, state: &AnyState, player: Player, out: &mut Vec<u8>);
    /// See [`Game::resample`].
    fn resample(&self, state: &AnyState, player: Player, rng: &mut dyn Rng) -> AnyState;
    /// See [`Game::move_text`].
    fn move_text(&self, state: &AnyState, mv: &AnyMove) -> String;
    /// Whether a move is one of those that [`Game::turn`] or [`Game::every_move`] give. One of another game is not.
    fn is_legal(&self, state: &AnyState, mv: &AnyMove) -> Result<bool, Fault>;
    /// See [`Game::parse_move`].
    fn parse_move(&self, state: &AnyState, text: &str) -> Result<AnyMove, MoveError>;
    /// See [`Game::state_text`].
    fn state_text(&self, state: &AnyState) -> String;
    /// See [`Game::view_text`].
    fn view_text(&self, state: &AnyState, player: Player) -> String;
    /// See [`Game::parse_state`].
    fn parse_state(&self, text: &str) -> Result<AnyState, StateError>;
}

impl<G> AnyGame for G
where
    G: Game + Send + Sync,
    G::State: Send + Sync + 'static,
    G::Move: Send + Sync + 'static,
{
    fn players(&self) -> usize {
        Game::players(self)
    }

    fn player_name(&self, player: Player) -> String {
        Game::player_name(self, player)
    }

    fn hides(&self) -> bool {
        Game::hides(self)
    }

    fn start(&self) -> AnyState {
        AnyState::new(Game::start(self))
    }

    fn turn(&self, state: &AnyState) -> Result<(Turn, Vec<AnyMove>), Fault> {
        let mut moves = Vec::new();
        let turn = Game::turn(self, state.of(), &mut moves)?;
        Ok((turn, moves.into_iter().map(AnyMove::new).collect()))
    }

    fn every_move(&self, state: &AnyState) -> Result<(Turn, Vec<AnyMove>), Fault> {
        let mut moves = Vec::new();
        let turn = Game::every_move(self, state.of(), &mut moves)?;
        Ok((turn, moves.into_iter().map(AnyMove::new).collect()))
    }

    fn apply(&self, state: &mut AnyState, mv: &AnyMove) -> Result<(), Fault> {
        Game::apply(self, state.of_mut(), mv.of())
    }

    fn outcome(&self, state: &AnyState) -> Result<Option<Outcome>, Fault> {
        Game::outcome(self, state.of())
    }

    fn score(&self, state: &AnyState, player: Player) -> f64 {
        Game::score(self, state.of(), player)
    }

    fn key(&self, state: &AnyState) -> u64 {
        Game::key(self, state.of())
    }

    fn position(&self, state: &AnyState, out: &mut Vec<u8>) {
        Game::position(self, state.of(), out);
    }

    fn chances(&self, state: &AnyState, chances: &mut Vec<f64>) {
        Game::chances(self, state.of(), chances);
    }

    fn information(&self, state: &AnyState, player: Player, out: &mut Vec<u8>) {
        Game::information(self, state.of(), player, out);
    }

    fn resample(&self, state: &AnyState, player: Player, rng: &mut dyn Rng) -> AnyState {
        AnyState::new(Game::resample(self, state.of(), player, rng))
    }

    fn move_text(&self, state: &AnyState, mv: &AnyMove) -> String {
        Game::move_text(self, state.of(), mv.of())
    }

    fn is_legal(&self, state: &AnyState, mv: &AnyMove) -> Result<bool, Fault> {
        let (state, Some(mv), mut moves) = (state.of(), mv.downcast_ref(), Vec::new()) else { return Ok(false) };
        Game::turn(self, state, &mut moves)?;
        if !moves.contains(mv) {
            Game::every_move(self, state, &mut moves)?;
        }
        Ok(moves.contains(mv))
    }

    fn parse_move(&self, state: &AnyState, text: &str) -> Result<AnyMove, MoveError> {
        Game::parse_move(self, state.of(), text).map(AnyMove::new)
    }

    fn state_text(&self, state: &AnyState) -> String {
        Game::state_text(self, state.of())
    }

    fn view_text(&self, state: &AnyState, player: Player) -> String {
        Game::view_text(self, state.of(), player)
    }

    fn parse_state(&self, text: &str) -> Result<AnyState, StateError> {
        Game::parse_state(self, text).map(AnyState::new)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::{Heap, Left};

    #[test]
    fn a_game_is_played_without_knowing_its_kind() {
        let games: [Box<dyn AnyGame>; 2] = [Box::new(Heap::of(3)), Box::new(Heap { coin: true, ..Heap::of(3) })];
        for game in games {
            let mut state = game.start();
            let mut plies = 0;
            while let (Turn::Player(_) | Turn::Chance, moves) = game.turn(&state).unwrap() {
                let text = game.move_text(&state, &moves[0]);
                let mv = game.parse_move(&state, &text).unwrap();
                game.apply(&mut state, &mv).unwrap();
                plies += 1;
            }
            assert!(plies >= 3);
            assert!(game.outcome(&state).unwrap().is_some());
            let again = game.parse_state(&game.state_text(&state)).unwrap();
            assert_eq!(again.downcast_ref::<Left>(), state.downcast_ref::<Left>());
        }
    }

    #[test]
    fn moves_are_legal_or_not() {
        let game: &dyn AnyGame = &Heap::of(1);
        let legal = |mv: AnyMove| game.is_legal(&game.start(), &mv);
        assert_eq!(legal(AnyMove::new(1_u32)), Ok(true));
        assert_eq!(legal(AnyMove::new(2_u32)), Ok(false));
        assert_eq!(legal(AnyMove::new("1")), Ok(false));
    }

    #[test]
    fn a_copy_is_another_state() {
        let game: &dyn AnyGame = &Heap::of(3);
        let before = game.start();
        let mut after = before.clone();
        game.apply(&mut after, &AnyMove::new(2_u32)).unwrap();
        assert_eq!(before.downcast_ref::<Left>().unwrap().rest, 3);
        assert_eq!(after.downcast_ref::<Left>().unwrap().rest, 1);
    }
}
