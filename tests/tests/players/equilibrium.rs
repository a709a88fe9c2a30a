//! Counterfactual regret minimisation finds the known values of Kuhn and Leduc poker, exactly and by sampling.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use boardwright_game::fault::Fault;
use boardwright_game::game::{self, Game, GameExt, StateError, Turn};
use boardwright_game::ids::Player as Number;
use boardwright_game::payoff::Payoff;
use boardwright_games::kuhn::{Kuhn, KuhnMove, KuhnState};
use boardwright_games::leduc::Leduc;
use boardwright_players::cfr::{Cfr, StrategyEvaluator};
use boardwright_players::limits::Limits;
use boardwright_players::mccfr::{Mccfr, Sampling};
use boardwright_players::strategy::{CurvePoint, StrategySolver};
use boardwright_players::{PlayerSpecError, parse};
use boardwright_tests::auction::Auction;
use boardwright_tests::pig::Pig;
use boardwright_tests::playing::choose;
use boardwright_tests::strategies::loss_against;
use rand::{Rng, SeedableRng as _};
use rand_pcg::Pcg64Mcg;

/// Value of Kuhn poker for the player who acts first (Kuhn 1950).
const KUHN_VALUE: f64 = -1.0 / 18.0;
/// Value of Leduc poker for the player who acts first (Southey and others 2005; four digits as in the literature).
const LEDUC_VALUE: f64 = -0.0856;

fn solved<G: Game>(game: &G, target: f64) -> Cfr<G::Move> {
    let mut cfr = Cfr::new(game, target, Pcg64Mcg::new(1)).expect("it is small");
    assert!(cfr.exploitability() > 0.1, "playing evenly at random loses");
    cfr.improve(|nodes| nodes > 200_000_000);
    cfr
}

#[test]
fn kuhn_and_leduc_poker_are_solved() {
    let kuhn = solved(&Kuhn, 0.0003);
    let leduc = solved(&Leduc, 0.001);
    for (cfr_value, other, exploitability, (value, most)) in [
        (kuhn.value(Number::FIRST), kuhn.value(Number::FIRST.next(2)), kuhn.exploitability(), (KUHN_VALUE, 0.001)),
        (leduc.value(Number::FIRST), leduc.value(Number::FIRST.next(2)), leduc.exploitability(), (LEDUC_VALUE, 0.005)),
    ] {
        assert!((cfr_value - value).abs() < 0.0005, "{cfr_value} instead of {value}");
        assert!((cfr_value + other).abs() < 1e-9, "zero-sum payoffs");
        assert!(exploitability < most, "{exploitability}");
    }
}

#[test]
fn best_responses_gain_the_computed_amount() {
    // Before any iteration all strategies are uniform: the first player gets 1/8 on average, best responses get 1/2 and 5/12.
    let cfr = Cfr::new(&Kuhn, 0.0, Pcg64Mcg::new(1)).expect("it is small");
    assert!((cfr.value(Number::FIRST) - 0.125).abs() < 1e-9, "{}", cfr.value(Number::FIRST));
    assert!((cfr.exploitability() - 11.0 / 24.0).abs() < 1e-9, "{}", cfr.exploitability());
}

#[test]
fn an_equilibrium_is_for_small_games_of_hidden_information() {
    let refused = |error: PlayerSpecError| error.to_string();
    let open = parse("cfr").expect("there is one").make(&Pig::default(), 1).map(|_| ()).map_err(refused);
    assert_eq!(
        open,
        Err("cfr does not play games without hidden information; random, greedy, monte-carlo, monte-carlo-ratio, \
             monte-carlo-ratio2, alphabeta, mcts, value-iteration, portfolio do"
            .to_owned())
    );
    let chance = parse("bfs").expect("there is one").make(&Kuhn, 1).map(|_| ()).map_err(refused);
    assert!(chance.is_err_and(|text| text.ends_with("mcts, cfr, mccfr, portfolio do")));
}

/// Points of the course of a computation.
fn curve<G: Game>(game: &G, player: &str, seed: u64) -> Vec<CurvePoint> {
    let (mut points, stop) = (Vec::new(), AtomicBool::new(false));
    let spec = parse(player).expect("it is well written");
    let on_point = |point: &CurvePoint| {
        points.push(point.clone());
        ControlFlow::Continue(())
    };
    spec.exploitability_curve(game, seed, &stop, on_point).expect("it plays such games");
    points
}

#[test]
fn sampling_approaches_the_equilibrium_of_kuhn_poker() {
    for (player, most) in [("mccfr:nodes=1000000", 0.01), ("mccfr:sampling=outcome,nodes=2000000", 0.02)] {
        let points = curve(&Kuhn, player, 1);
        let (first, last) = (&points[0].value, points.last().expect("there is a point at the end"));
        assert!(last.value.exploitability < most, "{player}: {last:?}");
        assert!(last.value.exploitability < first.exploitability / 4.0, "{player}: {first:?}, {last:?}");
        assert!((last.value.payoffs[0] - KUHN_VALUE).abs() < most, "{player}: {last:?}");
        assert_eq!(last.information_states, 12, "{player}");
        let nodes: Vec<u64> = points.iter().map(|point| point.nodes).collect();
        assert!(nodes.is_sorted_by(|one, other| one < other), "{nodes:?}");
        assert_eq!(points.last().map(|point| point.nodes), player.rsplit_once('=').and_then(|(_, n)| n.parse().ok()));
        let again: Vec<f64> = curve(&Kuhn, player, 1).iter().map(|point| point.value.exploitability).collect();
        assert_eq!(again, points.iter().map(|point| point.value.exploitability).collect::<Vec<_>>(), "{player}");
    }
}

#[test]
fn sampling_approaches_the_equilibrium_of_leduc_poker() {
    let points = curve(&Leduc, "mccfr:nodes=2000000", 1);
    let last = points.last().expect("there is a point at the end");
    assert!(last.value.exploitability < 0.1, "{last:?}");
    assert!((last.value.payoffs[0] - LEDUC_VALUE).abs() < 0.02, "{last:?}");
    assert_eq!(last.information_states, 288, "as in the literature");
}

#[test]
fn exact_and_sampled_strategies_agree_about_their_course() {
    let points = curve(&Kuhn, "cfr:exploitability=0.001", 1);
    let last = points.last().expect("there is a point at the end");
    assert!(last.value.exploitability < 0.001, "{last:?}");
    let cfr = solved(&Kuhn, 0.001);
    assert!(points.windows(2).all(|pair| pair[0].nodes < pair[1].nodes), "no point twice: {points:?}");
    // The course looks at the exploitability more often, so it can end earlier.
    assert!((1..=cfr.iterations()).contains(&last.iterations), "{last:?}");
    assert!((last.value.payoffs[0] - cfr.value(Number::FIRST)).abs() < 0.002, "{last:?}");
}

/// Multiple-observer search loses next to nothing against an equilibrium; the single-observer form, which takes the
/// opponent for a player without a card of its own, loses more.
#[test]
fn information_set_search_nearly_holds_its_own_against_an_equilibrium() {
    let stop = AtomicBool::new(false);
    let evaluator = StrategyEvaluator::new(&Kuhn, &Limits::none(&stop)).expect("it is small");
    let equilibrium = solved(&Kuhn, 0.0003);
    let loss = |player: &str| loss_against(&Kuhn, player, 100, (&equilibrium, &evaluator));
    let (multiple, single, random) = (loss("mcts:nodes=4000"), loss("mcts:nodes=1000,single=1"), loss("random"));
    assert!(multiple.mean + multiple.interval < 0.01, "{multiple:?}");
    assert!(multiple.mean > -0.001, "nothing gains against an equilibrium: {multiple:?}");
    assert!(single.mean - single.interval > 0.01, "{single:?}");
    assert!(random.mean - random.interval > 0.1, "{random:?}");
}

/// Kuhn poker whose cards can only be sampled, like a shuffle of a large deck.
struct SampledKuhn;

impl Game for SampledKuhn {
    type State = KuhnState;
    type Move = KuhnMove;

    fn players(&self) -> usize {
        2
    }

    fn payoff(&self) -> Payoff {
        Kuhn.payoff()
    }

    fn initial_state(&self) -> KuhnState {
        Kuhn.initial_state()
    }

    fn legal_moves(&self, state: &KuhnState, moves: &mut Vec<KuhnMove>) -> Result<Turn, Fault> {
        let turn = Kuhn.legal_moves(state, moves)?;
        if turn == Turn::Chance {
            moves.clear();
        }
        Ok(turn)
    }

    fn apply(&self, state: &mut KuhnState, mv: KuhnMove) -> Result<(), Fault> {
        Kuhn.apply(state, mv)
    }

    fn score(&self, state: &KuhnState, player: Number) -> f64 {
        Kuhn.score(state, player)
    }

    fn key(&self, state: &KuhnState) -> u64 {
        Kuhn.key(state)
    }

    fn encode(&self, state: &KuhnState, out: &mut Vec<u8>) {
        Kuhn.encode(state, out);
    }

    fn texts(&self) -> &dyn game::Texts<KuhnState, KuhnMove> {
        self
    }

    fn chance(&self) -> Option<&dyn game::Chance<KuhnState, KuhnMove>> {
        Some(self)
    }

    fn hidden(&self) -> Option<&dyn game::Hidden<KuhnState, KuhnMove>> {
        Some(self)
    }
}

impl game::Texts<KuhnState, KuhnMove> for SampledKuhn {
    fn move_text(&self, state: &KuhnState, mv: KuhnMove) -> String {
        Kuhn.texts().move_text(state, mv)
    }

    fn state_text(&self, state: &KuhnState) -> String {
        Kuhn.texts().state_text(state)
    }

    fn parse_state(&self, text: &str) -> Result<KuhnState, StateError> {
        Kuhn.texts().parse_state(text)
    }
}

impl game::Chance<KuhnState, KuhnMove> for SampledKuhn {
    fn probabilities(&self, _state: &KuhnState, chances: &mut Vec<f64>) {
        chances.clear();
    }

    fn sample(&self, state: &KuhnState, rng: &mut Pcg64Mcg) -> Option<Result<KuhnMove, Fault>> {
        Some(Kuhn.sample_chance(state, rng))
    }
}

impl game::Hidden<KuhnState, KuhnMove> for SampledKuhn {
    fn information_state(&self, state: &KuhnState, player: Number, out: &mut Vec<u8>) {
        GameExt::information_state(&Kuhn, state, player, out);
    }

    fn resample(&self, state: &KuhnState, player: Number, rng: &mut dyn Rng) -> Result<KuhnState, Fault> {
        GameExt::resample(&Kuhn, state, player, rng)
    }

    fn move_seen(&self, state: &KuhnState, mv: KuhnMove, _viewer: Number) -> String {
        Kuhn.texts().move_text(state, mv)
    }
}

fn refusal<G>(game: &G, player: &str) -> String
where
    G: Game + Sync,
    G::State: Send + Sync + 'static,
    G::Move: Send + Sync + 'static,
{
    let refused = |error: PlayerSpecError| error.to_string();
    parse(player).expect("it is well written").make(game, 1).map(|_| ()).map_err(refused).expect_err(player)
}

#[test]
fn chance_that_is_only_sampled_suffices_for_sampling() {
    let stop = AtomicBool::new(false);
    let limits = Limits { nodes: Some(1_000_000), ..Limits::none(&stop) };
    let evaluator = StrategyEvaluator::new(&Kuhn, &Limits::none(&stop)).expect("it is small");
    for (sampling, most) in [(Sampling::External, 0.02), (Sampling::Outcome, 0.04)] {
        let mut mccfr = Mccfr::new(sampling, 1, Pcg64Mcg::seed_from_u64(2));
        mccfr.advance(&SampledKuhn, &limits).expect("no faults");
        let value = evaluator.evaluate(|information, moves| {
            StrategySolver::<SampledKuhn>::probabilities(&mccfr, information, moves).expect("all states were visited")
        });
        assert!(value.exploitability < most, "{sampling:?}: {value:?}");
    }
    let refused = refusal(&SampledKuhn, "cfr");
    assert!(refused.starts_with("cfr does not play games with chance moves that can only be sampled; "), "{refused}");
    assert!(refused.contains(" mccfr, "), "{refused}");
}

#[test]
fn games_without_an_equilibrium_of_two_players_are_refused() {
    assert!(refusal(&Pig::default(), "mccfr").starts_with("mccfr does not play games without hidden information; "));
    let many = refusal(&Auction, "mccfr");
    assert!(many.starts_with("mccfr does not play games with more or fewer than two players; "), "{many}");
    assert_eq!(
        refusal(&Kuhn, "mccfr:sampling=robust"),
        "mccfr: sampling must be one of external, outcome, not \"robust\""
    );
    let stop = AtomicBool::new(false);
    let measured = |game: &Kuhn, player: &str| {
        let spec = parse(player).expect("it is well written");
        spec.exploitability_curve(game, 1, &stop, |_| ControlFlow::Continue(())).map_err(|error| error.to_string())
    };
    assert_eq!(measured(&Kuhn, "mcts"), Err("mcts computes no strategy of the whole game; cfr, mccfr do".to_owned()));
}

#[test]
fn sampling_plays_its_average_strategy() {
    // With a jack, calling a bet loses for certain; a king always calls. With too little memory play is uniform.
    for (cards, never) in [("JQ", "call"), ("KQ", "fold")] {
        let state = Kuhn.parse_state(&format!("cards {cards}\nacts pb-\n")).expect("it is well written");
        let chosen = |player: &str| -> Vec<String> {
            (0..40).map(|seed| Kuhn.move_text(&state, choose(&Kuhn, &state, player, seed).mv)).collect()
        };
        for sampling in ["external", "outcome"] {
            let texts = chosen(&format!("mccfr:nodes=100000,sampling={sampling}"));
            let count = texts.iter().filter(|text| *text == never).count();
            assert!(count <= 2, "{sampling}, {cards}: {count} of {}", texts.len());
        }
        let value = choose(&Kuhn, &state, "mccfr:nodes=100000", 1).value.expect("the state was visited");
        // A fold loses one chip of two; a call with the king wins two.
        assert!((value - if never == "call" { -0.5 } else { 1.0 }).abs() < 0.01, "{cards}: {value}");
        let texts = chosen("mccfr:nodes=0");
        assert!(["call", "fold"].iter().all(|act| texts.iter().any(|text| text == act)), "{texts:?}");
    }
}
