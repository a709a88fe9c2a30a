//! Type-erased games: an object-safe form of [`Game`] for windows and terminals that choose the game at run time.
//! Searches are generic over [`Game`] itself; no performance-critical code uses this module.

use std::any::Any;
use std::fmt::Debug;

use rand::Rng;
use rand_pcg::Pcg64Mcg;

use crate::dialog::Dialog;
use crate::fault::Fault;
use crate::game::{DealReader, Game, GameExt, MoveError, Outcome, StateError, Turn};
use crate::ids::Player;
use crate::payoff::Payoff;
use crate::playout::draw_chance;
use crate::table::Table;
use crate::tile_board::TileBoard;

/// Type-erased game state.
#[derive(Debug)]
pub struct AnyState(Box<dyn ErasedValue>);

/// Type-erased move.
#[derive(Debug)]
pub struct AnyMove(Box<dyn ErasedValue>);

impl Clone for AnyState {
    fn clone(&self) -> Self {
        Self(self.0.clone_box())
    }
}

impl Clone for AnyMove {
    fn clone(&self) -> Self {
        Self(self.0.clone_box())
    }
}

impl AnyState {
    /// Erases the type of a state.
    pub fn new<S: Clone + Debug + Send + Sync + 'static>(state: S) -> Self {
        Self(Box::new(state))
    }

    /// The state, if it has this type.
    pub fn downcast_ref<S: 'static>(&self) -> Option<&S> {
        (&*self.0 as &dyn Any).downcast_ref()
    }

    fn downcast<S: 'static>(&self) -> &S {
        self.downcast_ref().expect("a state is only passed to the game that created it")
    }

    fn downcast_mut<S: 'static>(&mut self) -> &mut S {
        (&mut *self.0 as &mut dyn Any).downcast_mut().expect("a state is only passed to the game that created it")
    }
}

impl AnyMove {
    /// Erases the type of a move.
    pub fn new<M: Clone + Debug + Send + Sync + 'static>(mv: M) -> Self {
        Self(Box::new(mv))
    }

    /// The move, if it has this type.
    pub fn downcast_ref<M: 'static>(&self) -> Option<&M> {
        (&*self.0 as &dyn Any).downcast_ref()
    }

    fn downcast<M: Copy + 'static>(&self) -> M {
        *self.downcast_ref().expect("a move is only passed to the game that listed it")
    }
}

/// Operations of a type-erased state or move.
trait ErasedValue: Any + Debug + Send + Sync {
    fn clone_box(&self) -> Box<dyn ErasedValue>;
}

impl<T: Clone + Debug + Send + Sync + 'static> ErasedValue for T {
    fn clone_box(&self) -> Box<dyn ErasedValue> {
        Box::new(self.clone())
    }
}

/// Object-safe version of [`Game`] with type-erased states and moves. Every `Game` implements it.
///
/// # Panics
/// All methods panic if they get a state or a move of another game type.
pub trait AnyGame: Send + Sync {
    /// See [`Game::players`].
    fn players(&self) -> usize;
    /// See [`GameExt::player_name`].
    fn player_name(&self, player: Player) -> String;
    /// See [`GameExt::has_chance`].
    fn has_chance(&self) -> bool;
    /// See [`GameExt::has_hidden_information`].
    fn has_hidden_information(&self) -> bool;
    /// See [`Game::initial_state`].
    fn initial_state(&self) -> AnyState;
    /// See [`Game::legal_moves`].
    fn legal_moves(&self, state: &AnyState) -> Result<(Turn, Vec<AnyMove>), Fault>;
    /// See [`Game::all_legal_moves`].
    fn all_legal_moves(&self, state: &AnyState) -> Result<(Turn, Vec<AnyMove>), Fault>;
    /// See [`Game::apply`].
    fn apply(&self, state: &mut AnyState, mv: &AnyMove) -> Result<(), Fault>;
    /// See [`Game::outcome`].
    fn outcome(&self, state: &AnyState) -> Result<Option<Outcome>, Fault>;
    /// See [`Game::score`].
    fn score(&self, state: &AnyState, player: Player) -> f64;
    /// See [`Game::key`].
    fn key(&self, state: &AnyState) -> u64;
    /// See [`Game::encode`].
    fn encode(&self, state: &AnyState, out: &mut Vec<u8>);
    /// See [`Game::payoff`].
    fn payoff(&self) -> Payoff;
    /// See [`GameExt::score_details`].
    fn score_details(&self, state: &AnyState, player: Player) -> Vec<(&'static str, f64)>;
    /// See [`GameExt::chance_probabilities`].
    fn chance_probabilities(&self, state: &AnyState, chances: &mut Vec<f64>);
    /// Draws a chance move, from the enumerated ones if the chance node is enumerated; see [`draw_chance`].
    fn draw_chance(&self, state: &AnyState, rng: &mut Pcg64Mcg) -> Result<AnyMove, Fault>;
    /// See [`Game::random_move`].
    fn random_move(&self, state: &AnyState, rng: &mut Pcg64Mcg) -> Result<AnyMove, Fault>;
    /// See [`GameExt::deal_number`].
    fn deal_number(&self, state: &AnyState) -> u64;
    /// See [`GameExt::deal_name`].
    fn deal_name(&self) -> Option<&'static str>;
    /// See [`GameExt::is_deal_over`].
    fn is_deal_over(&self, state: &AnyState) -> bool;
    /// See [`GameExt::deal_text`].
    fn deal_text(&self, state: &AnyState, reader: DealReader<'_>) -> String;
    /// See [`GameExt::deal_result`].
    fn deal_result(&self, state: &AnyState, reader: DealReader<'_>) -> Option<String>;
    /// See [`GameExt::hides_after_end`].
    fn hides_after_end(&self) -> bool;
    /// See [`GameExt::information_state`].
    fn information_state(&self, state: &AnyState, player: Player, out: &mut Vec<u8>);
    /// See [`GameExt::resample`].
    fn resample(&self, state: &AnyState, player: Player, rng: &mut dyn Rng) -> Result<AnyState, Fault>;
    /// See [`GameExt::move_seen`].
    fn move_seen(&self, state: &AnyState, mv: &AnyMove, viewer: Player) -> String;
    /// See [`GameExt::move_text`].
    fn move_text(&self, state: &AnyState, mv: &AnyMove) -> String;
    /// See [`Game::is_legal`]; `false` for moves of another game type.
    fn is_legal(&self, state: &AnyState, mv: &AnyMove) -> Result<bool, Fault>;
    /// See [`GameExt::parse_move`].
    fn parse_move(&self, state: &AnyState, text: &str) -> Result<AnyMove, MoveError>;
    /// See [`GameExt::state_text`].
    fn state_text(&self, state: &AnyState) -> String;
    /// See [`GameExt::view_text`].
    fn view_text(&self, state: &AnyState, player: Player) -> String;
    /// See [`GameExt::table`].
    fn table(&self, state: &AnyState, viewer: Option<Player>) -> Option<Table>;
    /// See [`GameExt::dialog`].
    fn dialog(&self, state: &AnyState) -> Option<Dialog>;
    /// See [`GameExt::tile_board`].
    fn tile_board(&self, state: &AnyState) -> Option<TileBoard>;
    /// See [`GameExt::parse_state`].
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
        GameExt::player_name(self, player)
    }

    fn has_chance(&self) -> bool {
        GameExt::has_chance(self)
    }

    fn has_hidden_information(&self) -> bool {
        GameExt::has_hidden_information(self)
    }

    fn initial_state(&self) -> AnyState {
        AnyState::new(Game::initial_state(self))
    }

    fn legal_moves(&self, state: &AnyState) -> Result<(Turn, Vec<AnyMove>), Fault> {
        let mut moves = Vec::new();
        let turn = Game::legal_moves(self, state.downcast(), &mut moves)?;
        Ok((turn, moves.into_iter().map(AnyMove::new).collect()))
    }

    fn all_legal_moves(&self, state: &AnyState) -> Result<(Turn, Vec<AnyMove>), Fault> {
        let mut moves = Vec::new();
        let turn = Game::all_legal_moves(self, state.downcast(), &mut moves)?;
        Ok((turn, moves.into_iter().map(AnyMove::new).collect()))
    }

    fn apply(&self, state: &mut AnyState, mv: &AnyMove) -> Result<(), Fault> {
        Game::apply(self, state.downcast_mut(), mv.downcast())
    }

    fn outcome(&self, state: &AnyState) -> Result<Option<Outcome>, Fault> {
        Game::outcome(self, state.downcast())
    }

    fn score(&self, state: &AnyState, player: Player) -> f64 {
        Game::score(self, state.downcast(), player)
    }

    fn key(&self, state: &AnyState) -> u64 {
        Game::key(self, state.downcast())
    }

    fn encode(&self, state: &AnyState, out: &mut Vec<u8>) {
        Game::encode(self, state.downcast(), out);
    }

    fn payoff(&self) -> Payoff {
        Game::payoff(self)
    }

    fn score_details(&self, state: &AnyState, player: Player) -> Vec<(&'static str, f64)> {
        GameExt::score_details(self, state.downcast(), player)
    }

    fn chance_probabilities(&self, state: &AnyState, chances: &mut Vec<f64>) {
        GameExt::chance_probabilities(self, state.downcast(), chances);
    }

    fn draw_chance(&self, state: &AnyState, rng: &mut Pcg64Mcg) -> Result<AnyMove, Fault> {
        let (state, mut moves) = (state.downcast(), Vec::new());
        Game::legal_moves(self, state, &mut moves)?;
        draw_chance(self, state, &moves, &mut Vec::new(), rng).map(AnyMove::new)
    }

    fn random_move(&self, state: &AnyState, rng: &mut Pcg64Mcg) -> Result<AnyMove, Fault> {
        let (state, mut moves) = (state.downcast(), Vec::new());
        Game::legal_moves(self, state, &mut moves)?;
        Ok(AnyMove::new(Game::random_move(self, state, &moves, rng)))
    }

    fn deal_number(&self, state: &AnyState) -> u64 {
        GameExt::deal_number(self, state.downcast())
    }

    fn deal_name(&self) -> Option<&'static str> {
        GameExt::deal_name(self)
    }

    fn is_deal_over(&self, state: &AnyState) -> bool {
        GameExt::is_deal_over(self, state.downcast())
    }

    fn deal_text(&self, state: &AnyState, reader: DealReader<'_>) -> String {
        GameExt::deal_text(self, state.downcast(), reader)
    }

    fn deal_result(&self, state: &AnyState, reader: DealReader<'_>) -> Option<String> {
        GameExt::deal_result(self, state.downcast(), reader)
    }

    fn hides_after_end(&self) -> bool {
        GameExt::hides_after_end(self)
    }

    fn information_state(&self, state: &AnyState, player: Player, out: &mut Vec<u8>) {
        GameExt::information_state(self, state.downcast(), player, out);
    }

    fn resample(&self, state: &AnyState, player: Player, rng: &mut dyn Rng) -> Result<AnyState, Fault> {
        GameExt::resample(self, state.downcast(), player, rng).map(AnyState::new)
    }

    fn move_seen(&self, state: &AnyState, mv: &AnyMove, viewer: Player) -> String {
        GameExt::move_seen(self, state.downcast(), mv.downcast(), viewer)
    }

    fn move_text(&self, state: &AnyState, mv: &AnyMove) -> String {
        GameExt::move_text(self, state.downcast(), mv.downcast())
    }

    fn is_legal(&self, state: &AnyState, mv: &AnyMove) -> Result<bool, Fault> {
        mv.downcast_ref().map_or(Ok(false), |&mv| Game::is_legal(self, state.downcast(), mv))
    }

    fn parse_move(&self, state: &AnyState, text: &str) -> Result<AnyMove, MoveError> {
        GameExt::parse_move(self, state.downcast(), text).map(AnyMove::new)
    }

    fn state_text(&self, state: &AnyState) -> String {
        GameExt::state_text(self, state.downcast())
    }

    fn view_text(&self, state: &AnyState, player: Player) -> String {
        GameExt::view_text(self, state.downcast(), player)
    }

    fn table(&self, state: &AnyState, viewer: Option<Player>) -> Option<Table> {
        GameExt::table(self, state.downcast(), viewer)
    }

    fn dialog(&self, state: &AnyState) -> Option<Dialog> {
        GameExt::dialog(self, state.downcast())
    }

    fn tile_board(&self, state: &AnyState) -> Option<TileBoard> {
        GameExt::tile_board(self, state.downcast())
    }

    fn parse_state(&self, text: &str) -> Result<AnyState, StateError> {
        GameExt::parse_state(self, text).map(AnyState::new)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::{Heap, HeapState};

    #[test]
    fn a_type_erased_game_is_played() {
        let games: [Box<dyn AnyGame>; 2] =
            [Box::new(Heap::with_size(3)), Box::new(Heap { has_coin: true, ..Heap::with_size(3) })];
        for game in games {
            let mut state = game.initial_state();
            let mut plies = 0;
            while let (Turn::Player(_) | Turn::Chance, moves) = game.legal_moves(&state).unwrap() {
                let text = game.move_text(&state, &moves[0]);
                let mv = game.parse_move(&state, &text).unwrap();
                game.apply(&mut state, &mv).unwrap();
                plies += 1;
            }
            assert!(plies >= 3);
            assert!(game.outcome(&state).unwrap().is_some());
            let again = game.parse_state(&game.state_text(&state)).unwrap();
            assert_eq!(again.downcast_ref::<HeapState>(), state.downcast_ref::<HeapState>());
        }
    }

    #[test]
    fn legality_of_type_erased_moves() {
        let game: &dyn AnyGame = &Heap::with_size(1);
        let legal = |mv: AnyMove| game.is_legal(&game.initial_state(), &mv);
        assert_eq!(legal(AnyMove::new(1_u32)), Ok(true));
        assert_eq!(legal(AnyMove::new(2_u32)), Ok(false));
        assert_eq!(legal(AnyMove::new("1")), Ok(false));
    }

    #[test]
    fn a_copy_is_another_state() {
        let game: &dyn AnyGame = &Heap::with_size(3);
        let before = game.initial_state();
        let mut after = before.clone();
        game.apply(&mut after, &AnyMove::new(2_u32)).unwrap();
        assert_eq!(before.downcast_ref::<HeapState>().unwrap().rest, 3);
        assert_eq!(after.downcast_ref::<HeapState>().unwrap().rest, 1);
    }
}
