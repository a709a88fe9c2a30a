//! Play by pot odds: each action is valued by the chips that it wins on average, from the chance to win a showdown against
//! the other player's range of hands. Nothing is searched: a bet is followed by a fold, or by a call and the showdown.
//!
//! A call costs `c` chips for a share `e` of the pot `p + c`, and gains `e (p + c) - c` over a fold; it pays if `e` is more
//! than the pot odds `c / (p + c)`. A bet of `a` chips makes the other player fold the worst hands of the range, as many
//! as must be folded so that a bet without any chance would gain nothing (minimum defence frequency), scaled by an option.

use boardwright_game::betting::{RangeModel, Stakes, Wager};
use boardwright_game::fault::Fault;
use boardwright_game::game::Game;
use boardwright_game::ids::Player as Number;
use rand_pcg::Pcg64Mcg;

use crate::limits::Watch;
use crate::options::{OptionKind, OptionSpec, OptionValues};
use crate::player::{Choice, Player, Question};
use crate::registry::PlayerArtifacts;
use crate::registry::PlayerEntry;
use crate::registry::registration::{BuildRequest, BuiltPlayer, PlayableGame, RegisteredPlayer};
use crate::registry::shared_options::{NODES, SECONDS, SEED};

/// Option for the number of sampled showdowns.
pub(crate) const SAMPLES: OptionSpec = OptionSpec {
    key: "samples",
    kind: OptionKind::Whole { least: 1, most: 1_000_000, default: Some(500) },
    about: "number of sampled showdowns for each value",
};
/// Option for the evidence of the other player's actions.
pub(crate) const NARROWING: OptionSpec = OptionSpec {
    key: "narrowing",
    kind: OptionKind::Real { least: 0.0, most: 1.0, default: Some(0.7) },
    about: "how much the other player's actions narrow the hands that this player is expected to have; 0: not at all",
};
/// Option for the expected number of folds.
pub(crate) const FOLDS: OptionSpec = OptionSpec {
    key: "folds",
    kind: OptionKind::Real { least: 0.0, most: 1.0, default: Some(0.6) },
    about: "how often the other player folds to a bet, in units of the minimum defence frequency",
};

/// Reason why the player does not support a game, as the end of a sentence "... games ...".
pub(crate) const NO_BETTING: &str = "that declare no bets on hidden cards";

/// A player by pot odds.
#[derive(Debug)]
pub struct EquityPlayer {
    samples: u32,
    narrowing: f64,
    folds: f64,
    random: Pcg64Mcg,
}

impl EquityPlayer {
    /// A player with these options.
    pub(crate) fn new(values: &OptionValues, random: Pcg64Mcg) -> Self {
        Self {
            samples: values.whole(&SAMPLES).unwrap_or(1) as u32,
            narrowing: values.real(&NARROWING).unwrap_or(0.0),
            folds: values.real(&FOLDS).unwrap_or(0.0),
            random,
        }
    }

    /// Chips that an action wins on average, compared with a fold; 0 for a game without bets.
    fn gain<G: Game>(&mut self, game: &G, state: &G::State, me: Number, stakes: Stakes, wager: Wager) -> f64 {
        let Some(betting) = game.betting() else { return 0.0 };
        let Stakes { pot, to_call, other_stack, .. } = stakes;
        let (samples, narrowing) = (self.samples, self.narrowing);
        let mut equity =
            |best_share| betting.equity(state, me, RangeModel { narrowing, best_share }, samples, &mut self.random);
        match wager {
            Wager::Fold => 0.0,
            Wager::Call => equity(1.0) * (pot + to_call) - to_call,
            Wager::Raise(added) => {
                // Chips that the other player cannot match are returned.
                let added = added.min(to_call + other_stack);
                let raised = added - to_call;
                let folding = self.folds * added / (pot + added);
                let called = equity(1.0 - folding) * (pot + added + raised) - added;
                folding * pot + (1.0 - folding) * called
            }
        }
    }
}

impl<G: Game> Player<G> for EquityPlayer {
    fn choose(&mut self, question: &Question<'_, G>) -> Result<Choice<G::Move>, Fault> {
        let Question { game, state, me, moves, limits, .. } = *question;
        let Some(betting) = game.betting() else { return Ok(Choice::without_search(moves[0])) };
        let stakes = betting.stakes(state);
        let watch = Watch::new(limits);
        let mut found = Vec::with_capacity(moves.len());
        for &mv in moves {
            let nodes = u64::from(self.samples) * found.len() as u64;
            // The first move needs a value in any case.
            if !found.is_empty() && watch.is_reached(nodes) {
                break;
            }
            let Some(wager) = betting.wager(state, mv) else { continue };
            found.push((self.gain(game, state, me, stakes, wager), mv));
        }
        // The sort is stable: of equal actions the one that is listed first, the cheapest, is chosen.
        found.sort_by(|one, other| other.0.total_cmp(&one.0));
        let nodes = u64::from(self.samples) * found.len() as u64;
        let scale = game.payoff().scale();
        let choice = |&(gain, mv): &(f64, G::Move)| Choice {
            value: Some((gain / scale).clamp(-1.0, 1.0)),
            depth: 1,
            nodes,
            ..Choice::without_search(mv)
        };
        let best: Vec<_> = found.iter().take(question.lines()).map(choice).collect();
        question.report(&best);
        Ok(best.into_iter().next().unwrap_or_else(|| Choice::without_search(moves[0])))
    }

    fn description(&self) -> Option<String> {
        let narrowing = if self.narrowing > 0.0 { "narrowed by their actions" } else { "all equally likely" };
        Some(format!("pot odds against the other player's hands, {narrowing}"))
    }
}

/// The player `equity`.
pub(crate) struct EquityEntry;

impl RegisteredPlayer for EquityEntry {
    const ENTRY: PlayerEntry = PlayerEntry {
        name: "equity",
        about: "pot odds: values each bet by sampled showdowns against the hands that the other player's bets make likely",
        options: &[SECONDS, NODES, SAMPLES, NARROWING, FOLDS, SEED],
        supports_chance: true,
        supports_hidden_information: true,
    };

    fn unsupported_reason<G: Game>(game: &G, _: &PlayerArtifacts) -> Option<&'static str> {
        game.betting().is_none().then_some(NO_BETTING)
    }

    fn build<'g, G: PlayableGame + 'g>(request: &BuildRequest<'_, G>) -> BuiltPlayer<'g, G> {
        Ok(Box::new(EquityPlayer::new(request.values(), request.random())))
    }
}
