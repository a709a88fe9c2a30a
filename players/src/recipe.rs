//! The recipe for a player as a test: a player is this file, and one line in the list of the
//! [registry](crate::registry). It exists in tests of this crate only.

use boardwright_game::fault::Fault;
use boardwright_game::game::Game;

use crate::player::{Choice, Player, Question};
use crate::registry::PlayerEntry;
use crate::registry::registration::{BuildRequest, BuiltPlayer, PlayableGame, RegisteredPlayer};

/// Chooses the last of the legal moves.
#[derive(Debug)]
struct LastMove;

impl<G: Game> Player<G> for LastMove {
    fn choose(&mut self, question: &Question<'_, G>) -> Result<Choice<G::Move>, Fault> {
        Ok(Choice::without_search(question.moves[question.moves.len() - 1]))
    }
}

/// The player `last-move`.
pub(crate) struct LastMoveEntry;

impl RegisteredPlayer for LastMoveEntry {
    const ENTRY: PlayerEntry = PlayerEntry {
        name: "last-move",
        about: "plays the last of the legal moves",
        options: &[],
        supports_chance: true,
        supports_hidden_information: true,
    };
    const NEEDS_PREPARATION: bool = false;

    fn build<'g, G: PlayableGame + 'g>(_request: &BuildRequest<'_, G>) -> BuiltPlayer<'g, G> {
        Ok(Box::new(LastMove))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use boardwright_game::sample::Heap;

    use super::*;
    use crate::limits::Limits;
    use crate::registry::parse;

    /// The line of the registry suffices: users select the player by its name.
    #[test]
    fn a_player_is_one_file_and_one_line() {
        let game = Heap::with_size(7);
        let mut player = parse("last-move").expect("it is in the list").make(&game, 1).expect("it plays every game");
        let (state, mut moves, stop) = (game.initial_state(), Vec::new(), AtomicBool::new(false));
        let me = game.legal_moves(&state, &mut moves).expect("no faults").player().expect("the first player moves");
        let limits = Limits::none(&stop);
        let question = Question { game: &game, state: &state, me, moves: &moves, limits, listener: None, clocks: &[] };
        assert_eq!(Some(&player.choose(&question).expect("no faults").mv), moves.last());
    }
}
