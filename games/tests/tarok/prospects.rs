//! Bids by the expected scores of simulated hands.

use boardwright_games::tarok::cards::CardSet;
use boardwright_games::tarok::three::search::alphabeta::AlphaBeta;
use boardwright_games::tarok::three::search::bidding::Thresholds;
use boardwright_games::tarok::three::search::constants::{ScoreBidding, SearchSettings, Settings};
use boardwright_games::tarok::three::search::prospects::Prospects;
use boardwright_games::tarok::three::search::simulation::Simulator;
use boardwright_games::tarok::three::{Contract, ThreeOptions};
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

use crate::cards;

/// Expectations of a player with this hand, with the settings of the strongest player or with others.
fn prospects(hand: CardSet, settings: &Settings) -> Prospects {
    let mut search = AlphaBeta::new(SearchSettings { table: false, ..settings.search });
    let mut random = Pcg64Mcg::seed_from_u64(1);
    let mut simulator = Simulator { search: &mut search, rng: &mut random, is_over: &|_| false };
    let thresholds = Thresholds::new(settings);
    Prospects::estimate((hand, 0), ThreeOptions::default(), (settings, &thresholds), &mut simulator)
}

/// Score of a contract among the expectations.
fn score(prospects: &Prospects, wanted: Contract) -> f64 {
    let Prospects::Scores(scores, _) = prospects else { panic!("there are scores") };
    Contract::BIDS.into_iter().zip(scores).find(|(contract, _)| *contract == wanted).map(|(_, score)| *score).unwrap()
}

#[test]
fn a_hand_that_takes_every_trick_is_worth_the_most_in_solo() {
    let hand = cards("I, VIII, IX, X, XI, XII, XIII, XIV, XV, XVI, XVII, XVIII, XIX, XX, XXI, XXII");
    let prospects = prospects(hand, &Settings::default());
    // The contract, most of the 35 card points above half, the trula for certain, and perhaps the pagat ultimo.
    let solo = score(&prospects, Contract::Solo);
    assert!((50.0 + 10.0 + 20.0..=50.0 + 35.0 + 20.0 + 50.0).contains(&solo), "{solo}");
    assert!((score(&prospects, Contract::Berac) + 70.0).abs() < 1e-9, "berac is lost for certain");
    assert!(score(&prospects, Contract::Tri) < solo);
    assert!(prospects.is_worth(Contract::Solo) && !prospects.is_worth(Contract::Berac));
    assert_eq!(prospects.choice(Contract::Tri, |_| true), Contract::Solo);
    assert_eq!(prospects.choice(Contract::Tri, |contract| contract <= Contract::Ena), Contract::Ena);
}

#[test]
fn a_hand_without_winners_is_worth_nothing_but_berac() {
    let hand = cards("H 4, H 3, H 2, H 1, D 4, D 3, D 2, D 1, S 7, S 8, S 9, S 10, C 7, C 8, C 9, C 10");
    let prospects = prospects(hand, &Settings::default());
    for contract in [Contract::Tri, Contract::Dva, Contract::Ena, Contract::Solo] {
        assert!(score(&prospects, contract) < -10.0, "{contract:?}: {}", score(&prospects, contract));
    }
    let berac = score(&prospects, Contract::Berac);
    assert!(berac > 0.0, "{berac}");
    assert_eq!(prospects.choice(Contract::Tri, |_| true), Contract::Berac);
    let may_not = |contract| contract < Contract::Solo;
    assert_eq!(prospects.choice(Contract::Tri, may_not), Contract::Klop, "klop rather than a loss");
}

#[test]
fn the_published_player_has_one_limit_for_all_contracts() {
    let hand = cards("I, VIII, IX, X, XI, XII, XIII, XIV, XV, XVI, XVII, XVIII, XIX, XX, XXI, XXII");
    let published = prospects(hand, &Settings::published());
    assert_eq!(published, Prospects::Highest(Contract::Solo));
    assert!(published.is_worth(Contract::Solo) && !published.is_worth(Contract::Berac));
    let greedy = Settings {
        score_bidding: Some(ScoreBidding { least_score: 200.0, ..ScoreBidding::BEST }),
        ..Settings::default()
    };
    assert!(!prospects(hand, &greedy).is_worth(Contract::Tri), "no contract is worth that much");
}
