//! Solutions of a loaded game's positions, with moves as texts. The methods are in `boardwright-players`.

use boardwright_game::any::AnyState;
use boardwright_game::game::GameExt as _;
use boardwright_game::operation::{ConcreteGame, GameOperation};
use boardwright_players::Limits;
use boardwright_players::solve::registry::{GameIdentity, Method, SolveOptions, SolveOutput};
use boardwright_players::solve::{SolveError, Task};

use crate::load::LoadedGame;
use crate::tables;

/// Request for a solution.
pub struct SolveRequest<'a> {
    /// The game.
    pub loaded: &'a LoadedGame,
    /// Method.
    pub method: &'static Method,
    /// Position to solve.
    pub state: &'a AnyState,
    /// Limits of time.
    pub limits: Limits<'a>,
    /// Approximate memory limit in bytes.
    pub bytes: usize,
    /// Options of the method.
    pub options: SolveOptions<'a>,
}

impl SolveRequest<'_> {
    /// Solves the position. The moves of the answer are their texts.
    ///
    /// # Errors
    /// If the method does not support the game or an option, a table cannot be used, or the rules fail.
    pub fn run(self) -> Result<SolveOutput<String>, SolveError> {
        self.loaded.run(Solve(self))
    }
}

struct Solve<'a>(SolveRequest<'a>);

impl GameOperation for Solve<'_> {
    type Output = Result<SolveOutput<String>, SolveError>;

    fn run<G: ConcreteGame>(self, game: &G) -> Self::Output {
        let Self(SolveRequest { loaded, method, state, limits, bytes, options }) = self;
        let state: &G::State = state.downcast_ref().expect("the line was played in this game");
        let (file, name) = tables::identity(loaded);
        let task = Task { game, state, limits, bytes };
        let output = method.solve(&task, &options, &GameIdentity { file: &file, game: &name })?;
        let mut moves = Vec::new();
        let mut at = state.clone();
        for &mv in &output.answer.moves {
            moves.push(game.move_text(&at, mv));
            game.apply(&mut at, mv).map_err(SolveError::Fault)?;
        }
        let SolveOutput { answer, heuristic, note, table } = output;
        Ok(SolveOutput { answer: answer.with_moves(moves), heuristic, note, table })
    }
}
