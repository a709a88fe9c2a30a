//! Uniformly random play.

use boardwright_game::fault::Fault;
use boardwright_game::game::Game;
use rand_pcg::Pcg64Mcg;

use crate::player::{Choice, Player, Question};
use crate::registry::PlayerEntry;
use crate::registry::registration::{BuildRequest, BuiltPlayer, PlayableGame, RegisteredPlayer};
use crate::registry::shared_options::SEED;

/// Chooses uniformly among all legal moves. Equal moves count one by one, so actions that many equal pieces can do are
/// more likely. In games with amounts the kind of move is drawn first, and then the amount. The player of 2013 also slept for a second.
#[derive(Debug)]
pub struct Random {
    random: Pcg64Mcg,
}

impl Random {
    /// A player that draws from `random`.
    pub fn new(random: Pcg64Mcg) -> Self {
        Self { random }
    }
}

impl<G: Game> Player<G> for Random {
    fn choose(&mut self, question: &Question<'_, G>) -> Result<Choice<G::Move>, Fault> {
        let mut moves = Vec::new();
        question.game.all_legal_moves(question.state, &mut moves)?;
        Ok(Choice::without_search(question.game.random_move(question.state, &moves, &mut self.random)))
    }

    fn reads_own_moves_only(&self) -> bool {
        true
    }
}

/// The player `random`.
pub(crate) struct RandomEntry;

impl RegisteredPlayer for RandomEntry {
    const ENTRY: PlayerEntry = PlayerEntry {
        name: "random",
        about: "chooses uniformly among all legal moves; equal moves count one by one",
        options: &[SEED],
        supports_chance: true,
        supports_hidden_information: true,
    };
    const NEEDS_PREPARATION: bool = false;

    fn build<'g, G: PlayableGame + 'g>(request: &BuildRequest<'_, G>) -> BuiltPlayer<'g, G> {
        Ok(Box::new(Random::new(request.random())))
    }
}
