//! External engines as players: connects the notation of a game with the player `uci`. The protocol is in
//! `boardwright-players`.

use std::any::Any;
use std::sync::Arc;

use boardwright_compiler::game::CompiledGame;
use boardwright_games::notation::{uci_moves, uci_position, uci_variant};
use boardwright_players::PlayerSpec;
use boardwright_players::uci::{PLAYER, UciNotation};

/// Notation of a game file in UCI.
#[derive(Debug)]
struct FileNotation {
    game: CompiledGame,
    variant: &'static str,
}

/// The notation of a game for the player `uci`; `None` for other players, and for games without one.
pub(crate) fn notation_for(player: &PlayerSpec, game: &dyn Any) -> Option<Arc<dyn UciNotation>> {
    let game = game.downcast_ref::<CompiledGame>().filter(|_| player.entry.name == PLAYER)?;
    let variant = uci_variant(&game.rules().name)?;
    Some(Arc::new(FileNotation { game: game.clone(), variant }))
}

impl UciNotation for FileNotation {
    fn variant(&self) -> &str {
        self.variant
    }

    fn position(&self, state: &dyn Any) -> Result<String, String> {
        let state = state.downcast_ref().ok_or_else(|| "the state belongs to another game".to_owned())?;
        uci_position(&self.game, state)
    }

    fn move_texts(&self, state: &dyn Any, moves: &[&dyn Any]) -> Vec<Option<String>> {
        let moves: Option<Vec<_>> = moves.iter().map(|mv| mv.downcast_ref().copied()).collect();
        let written = state.downcast_ref().zip(moves).map(|(state, moves)| uci_moves(&self.game, state, &moves));
        written.unwrap_or_default()
    }
}
