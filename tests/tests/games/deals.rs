//! Games with deals, hidden hands and sampled chance: Leduc poker, tarok, and the card auction of the tests.

use std::collections::BTreeMap;

use boardwright_game::deals::Deals;
use boardwright_game::game::{Game, GameExt as _, Outcome, Turn};
use boardwright_game::ids::Player;
use boardwright_game::playout::{ScratchBuffers, continue_playout, draw_chance};
use boardwright_games::kuhn::Kuhn;
use boardwright_games::leduc::Leduc;
use boardwright_games::tarok::four::Four;
use boardwright_games::tarok::three::Three;
use boardwright_tests::auction::{Auction, AuctionMove};
use boardwright_tests::battery::{Battery, players};
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

const BATTERY: Battery = Battery { games: 200, max_plies: 150, seed: 1 };

#[test]
fn the_invariants_hold_for_games_with_deals() {
    BATTERY.run(&Leduc, &mut |_, _| {});
    BATTERY.run(&Auction, &mut |_, _| {});
    for deals in [1, 5] {
        BATTERY.run(&Deals::new(Kuhn, deals), &mut |_, _| {});
        BATTERY.run(&Deals::new(Leduc, deals), &mut |_, _| {});
        BATTERY.run(&Deals::new(Auction, deals), &mut |_, _| {});
    }
}

#[test]
fn the_invariants_hold_for_tarok() {
    let battery = Battery { games: 12, max_plies: 200, seed: 1 };
    battery.run(&Three::default(), &mut |_, _| {});
    battery.run(&Deals::new(Three::default(), 2), &mut |_, _| {});
    battery.run(&Four::default(), &mut |_, _| {});
    battery.run(&Deals::new(Four::default(), 2), &mut |_, _| {});
}

/// A random game; calls `visit` for every position.
fn play_random<G: Game>(game: &G, random: &mut Pcg64Mcg, mut visit: impl FnMut(&G::State, Turn, &mut Pcg64Mcg)) {
    let (mut state, mut moves) = (game.initial_state(), Vec::new());
    loop {
        let turn = game.legal_moves(&state, &mut moves).unwrap();
        visit(&state, turn, random);
        let mv = match turn {
            Turn::Over(_) => return,
            Turn::Player(_) => game.random_move(&state, &moves, random),
            Turn::Chance => draw_chance(game, &state, &moves, &mut Vec::new(), random).unwrap(),
        };
        game.apply(&mut state, mv).unwrap();
    }
}

fn information<G: Game>(game: &G, state: &G::State, player: Player) -> Vec<u8> {
    let mut bytes = Vec::new();
    game.information_state(state, player, &mut bytes);
    bytes
}

/// Checks in `positions` positions that what every player sees of a re-sampled state equals what the player saw, and
/// that the sample depends on nothing else.
fn check_resampling<G: Game>(game: &G, positions: u64) {
    let (mut seen, mut seed) = (0, 0);
    while seen < positions {
        seed += 1;
        play_random(game, &mut Pcg64Mcg::seed_from_u64(seed), |state, _, random| {
            seen += 1;
            for player in players(game) {
                let imagined = game.resample(state, player, random).unwrap();
                assert_eq!(information(game, &imagined, player), information(game, state, player), "{state:?}");
                let sample = |state| game.resample(state, player, &mut Pcg64Mcg::seed_from_u64(seed)).unwrap();
                let of = |state| game.state_text(&sample(state));
                assert_eq!(of(&imagined), of(state), "player {player}: the sample depends on a hidden part, {state:?}");
            }
        });
    }
}

#[test]
fn resampled_states_never_contradict_what_was_seen() {
    check_resampling(&Deals::new(Kuhn, 3), 100_000);
    check_resampling(&Deals::new(Leduc, 3), 100_000);
    check_resampling(&Deals::new(Auction, 2), 10_000);
}

/// The law of re-sampling in Leduc poker, by chi-square in every information set that random games reach: the cards of
/// the other player are distributed as those that are left in the deck. The limits are four standard deviations above
/// the mean of the statistic for one set, which has one or two degrees of freedom, and for their sum.
#[test]
fn resampling_in_leduc_poker_follows_the_deck() {
    const SAMPLES: u32 = 2_000;
    let mut sets = BTreeMap::new();
    for seed in 0..300 {
        play_random(&Leduc, &mut Pcg64Mcg::seed_from_u64(seed), |state, turn, _| {
            if let Turn::Player(player) = turn {
                sets.insert(information(&Leduc, state, player), (*state, player));
            }
        });
    }
    assert!(sets.len() > 150, "{} information sets", sets.len());
    let mut random = Pcg64Mcg::seed_from_u64(7);
    let (mut sum, mut freedom) = (0.0, 0.0);
    for (state, player) in sets.into_values() {
        let other = player.next(2);
        let mut counts = BTreeMap::new();
        for _ in 0..SAMPLES {
            let imagined = Leduc.resample(&state, player, &mut random).unwrap();
            *counts.entry(imagined.card(other)).or_insert(0_u32) += 1;
        }
        let left = |card| 2 - [state.card(player), state.public_card()].iter().filter(|&&seen| seen == card).count();
        let all = if state.public_card().is_some() { 4.0 } else { 5.0 };
        let mut chi_square = 0.0;
        for (&card, &count) in &counts {
            let expected = f64::from(SAMPLES) * left(card) as f64 / all;
            chi_square += (f64::from(count) - expected).powi(2) / expected;
        }
        let degrees = counts.len() as f64 - 1.0;
        assert!(chi_square < 25.0, "{state:?}: {counts:?}");
        sum += chi_square;
        freedom += degrees;
    }
    assert!((sum - freedom).abs() < 4.0 * (2.0 * freedom).sqrt(), "{sum} for {freedom} degrees of freedom");
}

/// Frequencies of the cards of Leduc poker by sampling, against the enumerated probabilities.
#[test]
fn sampled_chance_follows_the_enumerated_probabilities() {
    const SAMPLES: usize = 30_000;
    let mut random = Pcg64Mcg::seed_from_u64(3);
    let mut state = Leduc.initial_state();
    let (mut moves, mut chances) = (Vec::new(), Vec::new());
    for text in ["deal Q", "deal Q"] {
        let mv = Leduc.parse_move(&state, text).unwrap();
        Leduc.legal_moves(&state, &mut moves).unwrap();
        Leduc.chance_probabilities(&state, &mut chances);
        let mut counts = vec![0_u32; moves.len()];
        for _ in 0..SAMPLES {
            let drawn = Leduc.sample_chance(&state, &mut random).unwrap();
            counts[moves.iter().position(|&mv| mv == drawn).unwrap()] += 1;
        }
        for (&count, chance) in counts.iter().zip(&chances) {
            let deviation = (SAMPLES as f64 * chance * (1.0 - chance)).sqrt();
            assert!((f64::from(count) - SAMPLES as f64 * chance).abs() < 4.0 * deviation, "{counts:?} {chances:?}");
        }
        Leduc.apply(&mut state, mv).unwrap();
    }
}

#[test]
fn a_match_adds_up_its_deals_and_dealers_alternate() {
    let game = Deals::new(Kuhn, 2);
    let mut state = game.initial_state();
    let say = |texts: &[&str], state: &mut _| {
        for text in texts {
            let mv = game.parse_move(state, text).unwrap_or_else(|error| panic!("{text}: {error}"));
            game.apply(state, mv).unwrap();
        }
        [Player::FIRST, Player::FIRST.next(2)].map(|player| game.score(state, player).to_string())
    };
    assert_eq!(say(&["deal K", "deal Q", "bet", "call"], &mut state), ["2", "-2"]);
    assert_eq!(game.outcome(&state), Ok(None));
    assert_eq!(say(&["next deal"], &mut state), ["2", "-2"]);
    assert_eq!(game.deal_number(&state), 1);
    let text = "deal 2 of 2\ntotals 2 -2\ncards --\nacts ---\nfirst 2\n";
    assert_eq!(game.state_text(&state), text);
    assert_eq!(game.state_text(&game.parse_state(text).unwrap()), text);
    assert_eq!(say(&["deal Q", "deal K"], &mut state), ["2", "-2"]);
    let turn = game.legal_moves(&state, &mut Vec::new()).unwrap();
    assert_eq!(turn, Turn::Player(Player::FIRST.next(2)), "the second player begins the second deal");
    assert_eq!(say(&["check", "bet", "fold"], &mut state), ["3", "-3"]);
    assert_eq!(game.outcome(&state), Ok(Some(Outcome::Won(Player::FIRST))));
    for (text, message) in [
        ("", "line 1 of the state: this should be: deal, a number from 1 to 2, of 2"),
        ("deal 3 of 2\n", "line 1 of the state: this should be: deal, a number from 1 to 2, of 2"),
        (
            "deal 1 of 2\ntotals 1\n",
            "line 2 of the state: this should be: totals, and a number for each of the 2 players",
        ),
        ("deal 1 of 2\ntotals 0 0\ncards KK\nacts ---", "line 3 of the state: each card must be"),
    ] {
        let refused = game.parse_state(text).unwrap_err().to_string();
        assert!(refused.starts_with(message), "{refused}");
    }
}

/// Players search the current deal of a match: it ends, and its payoff is that of one deal.
#[test]
fn players_search_one_deal_of_a_match() {
    let game = Deals::new(Leduc, 100);
    let deal = game.single_deal().expect("a match has single deals");
    assert_eq!((game.payoff().scale(), deal.payoff().scale()), (1300.0, 13.0));
    assert_eq!(deal.initial_states().len(), 2);
    assert!(Deals::new(Leduc, 1).single_deal().is_none());
    let mut random = Pcg64Mcg::seed_from_u64(1);
    let mut state = deal.initial_state();
    let playout = continue_playout(&deal, &mut state, (0, 1000), &mut random, &mut ScratchBuffers::default()).unwrap();
    assert!(playout.outcome.is_some() && playout.length < 12, "{playout:?}");
    let mut whole = state;
    let playout =
        continue_playout(&game, &mut whole, (0, 10_000), &mut random, &mut ScratchBuffers::default()).unwrap();
    assert!(playout.outcome.is_some() && playout.length > 300, "{playout:?}");
    let total: f64 = players(&game).map(|player| game.score(&whole, player)).sum();
    assert_eq!(total.to_string(), "0");
}

/// Amounts beyond the menu are legal, and none is listed twenty thousand times.
#[test]
fn amounts_between_the_bounds_are_legal() {
    let game: &dyn boardwright_game::any::AnyGame = &Auction;
    let mut state = game.initial_state();
    let deal = game.parse_move(&state, "deal 5").unwrap();
    game.apply(&mut state, &deal).unwrap();
    let (_, moves) = game.legal_moves(&state).unwrap();
    assert!(moves.len() < 10);
    let bid = game.parse_move(&state, "bid 12345").unwrap();
    assert_eq!(game.is_legal(&state, &bid), Ok(true));
    assert!(moves.iter().all(|mv| game.move_text(&state, mv) != "bid 12345"));
    game.apply(&mut state, &bid).unwrap();
    let refused = game.parse_move(&state, "bid 12345").unwrap_err().to_string();
    assert_eq!(refused, "the move \"bid 12345\" is not legal here: a bid is a number from 12346 to 20000");
    assert!(game.parse_move(&state, "bid 99999999").is_err());
    // Kind first, then amount: half of the random moves are passes.
    let mut random = Pcg64Mcg::seed_from_u64(2);
    let passes = (0..1000).filter(|_| {
        let mv = game.random_move(&state, &mut random).unwrap();
        mv.downcast_ref() == Some(&AuctionMove::Pass)
    });
    assert!((450..550).contains(&passes.count()));
}

#[test]
fn invalid_decks_are_refused_with_their_line() {
    let deck = |cards: &str| Auction.parse_state(&format!("dealer 1\ndeck {cards}\nbids -\n")).map(|_| ());
    let all: Vec<String> = (0..54).map(|card| card.to_string()).collect();
    assert_eq!(deck(&all.join(" ")), Ok(()));
    let mut twice = all.clone();
    twice[3] = "7".into();
    let refused = |cards: &str| deck(cards).unwrap_err().to_string();
    assert_eq!(refused(&twice.join(" ")), "line 2 of the state: the card 7 is in the deck twice");
    assert_eq!(refused("1 2 3"), "line 2 of the state: the deck has 3 cards; 54 are needed");
    assert!(Auction.parse_state("dealer 1\ndeck -\nbids 30").is_err(), "bids before the deal contradict it");
}
