//! Play by the search that a game of tarok brings along: sampling of the hidden hands and alpha-beta with open cards. The
//! search itself knows the rules and lives beside the game ([`OwnPlayers`](boardwright_game::game::OwnPlayers)); here are its
//! options and its place among the players.

use boardwright_game::fault::Fault;
use boardwright_game::game::{Game, OwnPlayer};
use rand_pcg::Pcg64Mcg;

use crate::options::{OptionKind, OptionSpec};
use crate::player::{Choice, Player, Question};
use crate::registry::registration::{BuildRequest, BuiltPlayer, PlayableGame, RegisteredPlayer};
use crate::registry::shared_options::{NODES, SECONDS, SEED};
use crate::registry::{PlayerArtifacts, PlayerEntry};

/// An option that is 0 or 1; without it, the game's own setting applies.
const fn switch(key: &'static str, about: &'static str) -> OptionSpec {
    OptionSpec { key, kind: OptionKind::Whole { least: 0, most: 1, default: None }, about }
}

/// A whole number; without it, the game's own setting applies.
const fn whole(key: &'static str, (least, most): (u64, u64), about: &'static str) -> OptionSpec {
    OptionSpec { key, kind: OptionKind::Whole { least, most, default: None }, about }
}

/// A real number; without it, the game's own setting applies.
const fn real(key: &'static str, (least, most): (f64, f64), about: &'static str) -> OptionSpec {
    OptionSpec { key, kind: OptionKind::Real { least, most, default: None }, about }
}

/// Options that are passed to the game.
const OPTIONS: &[OptionSpec] = &[
    SECONDS,
    NODES,
    switch("published", "the settings of the thesis: no bids by expected scores"),
    whole("samples", (1, 10_000), "number of random completions of the hidden hands; 20 as published"),
    whole(
        "early-depth",
        (1, 15),
        "search depth in cards of the player who leads, with more than 10 cards; 9 as published",
    ),
    whole("middle-depth", (1, 18), "the same with 8 to 10 cards; 12 as published"),
    whole("late-depth", (1, 21), "the same with at most 7 cards; 15 as published"),
    real("full", (0.0, 100.0), "weight of the search at full depth; 1 as published"),
    real("one-trick", (0.0, 100.0), "weight of the search of one trick; 0.7 as published"),
    switch("table", "transposition table: 1 as published"),
    switch("grouping", "keys of the table by groups of similar cards: 1 as published"),
    switch("history", "history heuristic: 1 as published"),
    switch("window", "minimal windows: 1 as published"),
    switch("pruning", "few candidates for the third card of a trick: 1 as published"),
    whole("threads", (1, 64), "number of threads among which the samples are divided; 1 by default"),
    switch("by-score", "bids by the expected score of simulated hands instead of the difference of card points"),
    real("least-score", (-500.0, 500.0), "with by-score: smallest expected score of a contract that is bid"),
    real("klop-score", (-500.0, 500.0), "with by-score: smallest expected score at which forehand does not play klop"),
    whole("bid-talons", (1, 100), "with by-score: number of random talons for each contract"),
    whole("bid-deals", (1, 100), "with by-score: number of simulated hands for each talon"),
    real(
        "min-difference",
        (-70.0, 70.0),
        "smallest mean difference of card points of a contract that is bid, 7 at the beginning; in Taroky, smallest mean gain of a higher bid, 3",
    ),
    real("min-share", (0.0, 2.0), "smallest share of simulated hands without a trick for berac; 0.7 at the beginning"),
    real("trula", (0.0, 2.0), "smallest share of simulated hands to announce trula; 0.5 at the beginning"),
    real("kralji", (0.0, 2.0), "smallest share of simulated hands to announce kralji; 0.6 at the beginning"),
    real("pagat", (0.0, 2.0), "smallest share of simulated hands to announce pagat ultimo; 0.7 at the beginning"),
    whole(
        "simulations",
        (1, 10_000),
        "Taroky: number of simulated deals for each move outside of the play; 40 by default",
    ),
    real("flek-margin", (-100.0, 10_000.0), "Taroky: smallest mean gain in points of a flek; 4 by default"),
    switch("learn", "thresholds follow the results of deals: 1 as published"),
    SEED,
];

/// Reason why the player does not support a game, as the end of a sentence "... games ...".
const NO_TAROK: &str = "that are not tarok";

/// Value of a card, in the unit of the search, that is reported as 1/2.
const HALF_VALUE: f64 = 100.0;

/// A player that a game brings along.
struct TarokPlayer<S, M>(Box<dyn OwnPlayer<S, M>>);

impl<G: Game> Player<G> for TarokPlayer<G::State, G::Move> {
    fn choose(&mut self, question: &Question<'_, G>) -> Result<Choice<G::Move>, Fault> {
        let Question { state, me, moves, limits, .. } = *question;
        if let ([only], None) = (moves, question.listener) {
            return Ok(Choice::without_search(*only));
        }
        // The player asks between searches, which take longer than a reading of the clock.
        let is_over = |nodes| limits.nodes.is_some_and(|most| nodes >= most) || limits.is_over();
        let rating = self.0.rate(state, me, &is_over)?;
        let choice = |&(mv, value): &(G::Move, Option<f64>)| Choice {
            value: value.map(|value| value / (HALF_VALUE + value.abs())),
            depth: rating.depth,
            nodes: rating.nodes,
            ..Choice::without_search(mv)
        };
        let best: Vec<_> = rating.moves.iter().take(question.lines()).map(choice).collect();
        question.report(&best);
        Ok(best.into_iter().next().unwrap_or_else(|| Choice::without_search(moves[0])))
    }

    fn description(&self) -> Option<String> {
        Some(self.0.description())
    }
}

/// Creates the player of a game; `None` if the game brings none of this name.
fn create<G: Game>(
    game: &G,
    request: Option<(&BuildRequest<'_, G>, Pcg64Mcg)>,
) -> Option<TarokPlayer<G::State, G::Move>> {
    let name = TarokistEntry::ENTRY.name;
    let players = game.own_players()?;
    let player = match request {
        Some((request, random)) => players.create(name, &|key| request.values().number(key), random),
        None => players.create(name, &|_| None, Pcg64Mcg::new(0)),
    };
    player.map(TarokPlayer)
}

/// The player `tarokist`.
pub(crate) struct TarokistEntry;

impl RegisteredPlayer for TarokistEntry {
    const ENTRY: PlayerEntry = PlayerEntry {
        name: "tarokist",
        about: "the published search for tarok: sampled hands, alpha-beta with open cards, bids by simulated hands",
        options: OPTIONS,
        supports_chance: true,
        supports_hidden_information: true,
    };
    const NEEDS_PREPARATION: bool = false;

    fn unsupported_reason<G: Game>(game: &G, _: &PlayerArtifacts) -> Option<&'static str> {
        create(game, None).is_none().then_some(NO_TAROK)
    }

    fn build<'g, G: PlayableGame + 'g>(request: &BuildRequest<'_, G>) -> BuiltPlayer<'g, G> {
        let player = create(request.game, Some((request, request.random())));
        Ok(Box::new(player.ok_or_else(|| request.unsupported(NO_TAROK))?))
    }
}
