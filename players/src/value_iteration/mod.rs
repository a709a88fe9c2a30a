//! Optimal play of small games with chance: all positions are enumerated and valued by value iteration (Bellman, Dynamic
//! Programming, 1957). It plays no games with hidden information, and leaves large games to another player.

mod components;
mod positions;

use boardwright_game::fault::Fault;
use boardwright_game::game::{Game, GameExt, Outcome};
use boardwright_game::ids::Player as Number;
use boardwright_game::payoff::Payoff;

use crate::limits::Limits;
use crate::mcts::Mcts;
use crate::player::{Choice, Player, Question};
use crate::registry::PlayerArtifacts;
use crate::registry::PlayerEntry;
use crate::registry::registration::{BuildRequest, BuiltPlayer, PlayableGame, RegisteredPlayer};
use crate::registry::registration::{RULES_FAIL, TREE_SHARE};
use crate::registry::shared_options::{NODES, SECONDS, SEED};
use components::Components;
use positions::{Positions, WELL_KNOWN};

/// Share of the time for a move in which positions are enumerated and valued; the rest is left for the other player.
const SOLVING_SHARE: f64 = 0.9;

/// Reason why the player does not support a game, as the end of a sentence "... games ...".
pub(crate) fn unsupported_reason<G: Game>(game: &G) -> Option<&'static str> {
    if !game.has_chance() {
        return Some("without chance");
    }
    match game.players() {
        1 => None,
        2 => (game.payoff() != Payoff::WinDrawLoss).then_some("of two players for points"),
        _ => Some("with more than two players"),
    }
}

/// `true` if the game is over in a position, and `player` has won it; no other result can be better.
fn is_win<G: Game>(game: &G, state: &G::State, player: Number) -> bool {
    game.payoff() == Payoff::WinDrawLoss && game.outcome(state) == Ok(Some(Outcome::Won(player)))
}

/// `true` if a game has few enough positions to enumerate all, as far as the first ones show within the limits.
pub(crate) fn has_few_positions<G: Game>(game: &G, limits: &Limits<'_>) -> Result<bool, Fault> {
    if game.has_hidden_information() || unsupported_reason(game).is_some() {
        return Ok(false);
    }
    let mut positions = Positions::new(game);
    let is_checked = positions.expand(game, limits, WELL_KNOWN)?;
    Ok(is_checked && !positions.is_too_large)
}

/// A player of optimal moves. Until the positions of the game are valued, and where they are too many, another player
/// chooses.
pub struct ValueIteration<'g, G: Game> {
    positions: Positions<G::State>,
    components: Components,
    other: Box<dyn Player<G> + 'g>,
}

impl<'g, G: Game> ValueIteration<'g, G> {
    /// Creates a player of the game, with the player that chooses where no values are known. The time of the limits is used
    /// to begin with the solution.
    ///
    /// # Errors
    /// A [`Fault`] if the rules of the game fail.
    pub fn new(game: &G, other: Box<dyn Player<G> + 'g>, limits: &Limits<'_>) -> Result<Self, Fault> {
        let mut made = Self { positions: Positions::new(game), components: Components::default(), other };
        if limits.time.is_some() {
            made.solve(game, limits)?;
        }
        Ok(made)
    }

    /// Enumerates and values positions within the time of the limits; `true` if all values are known.
    fn solve(&mut self, game: &G, limits: &Limits<'_>) -> Result<bool, Fault> {
        let is_expanded = self.positions.expand(game, limits, usize::MAX)?;
        if self.positions.is_too_large {
            self.positions.free();
            return Ok(false);
        }
        Ok(is_expanded && self.components.solve(&mut self.positions, limits))
    }

    /// Number of positions of the game, and the value of the initial one for the first player; `None` if it is not solved.
    ///
    /// # Errors
    /// A [`Fault`] if the rules of the game fail.
    pub fn solution(&mut self, game: &G, limits: &Limits<'_>) -> Result<Option<(usize, f64)>, Fault> {
        let is_solved = self.solve(game, limits)?;
        Ok(is_solved.then(|| (self.positions.values.len(), self.positions.values[0])))
    }
}

impl<G> Player<G> for ValueIteration<'_, G>
where
    G: Game,
    G::State: Send,
{
    fn choose(&mut self, question: &Question<'_, G>) -> Result<Choice<G::Move>, Fault> {
        let Question { game, state, me, moves, limits, .. } = *question;
        if let ([only], None) = (moves, &question.listener) {
            return Ok(Choice::without_search(*only));
        }
        let limits = Limits { nodes: None, ..limits.share(SOLVING_SHARE) };
        if !self.solve(game, &limits)? {
            return self.other.choose(question);
        }
        let (mut after, mut found) = (state.clone(), Vec::with_capacity(moves.len()));
        for &mv in moves {
            after.clone_from(state);
            game.apply(&mut after, mv)?;
            let value = if is_win(game, &after, me) { Some(1.0) } else { self.positions.value(game.key(&after), me) };
            if value.is_some() {
                found.push(Choice { value, depth: 1, ..Choice::without_search(mv) });
            }
        }
        found.sort_by(|one, other| other.value.partial_cmp(&one.value).expect("values are numbers"));
        // Moves beside a win are unknown, and positions of a game that began elsewhere.
        let has_won = found.first().is_some_and(|best| best.value == Some(1.0));
        if found.len() < moves.len() && !has_won {
            return self.other.choose(question);
        }
        let nodes = found.len() as u64;
        let best: Vec<_> = found.into_iter().map(|choice| Choice { nodes, ..choice }).collect();
        question.report(&best[..question.lines().min(best.len())]);
        Ok(best.into_iter().next().unwrap_or_else(|| Choice::without_search(moves[0])))
    }
}

/// The player `value-iteration`.
pub(crate) struct ValueIterationEntry;

impl RegisteredPlayer for ValueIterationEntry {
    const ENTRY: PlayerEntry = PlayerEntry {
        name: "value-iteration",
        about: "plays small games with chance, such as Pig, perfectly, after it has valued all positions; plays by mcts in larger ones",
        options: &[SECONDS, NODES, SEED],
        supports_chance: true,
        supports_hidden_information: false,
    };

    fn unsupported_reason<G: Game>(game: &G, _: &PlayerArtifacts) -> Option<&'static str> {
        unsupported_reason(game)
    }

    fn build<'g, G: PlayableGame + 'g>(request: &BuildRequest<'_, G>) -> BuiltPlayer<'g, G> {
        let other = Mcts::from_request(request)?;
        let player = ValueIteration::new(request.game, Box::new(other), &request.limits.share(TREE_SHARE));
        Ok(Box::new(player.map_err(|_| request.unsupported(RULES_FAIL))?))
    }
}
