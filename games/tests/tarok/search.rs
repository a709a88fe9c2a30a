//! The search: its enhancements against plain alpha-beta and against minimax, candidates for third cards, and the decisions of the
//! player.

use boardwright_game::game::{Game as _, GameExt as _, OwnPlayer as _};
use boardwright_game::playout::random_below;
use boardwright_games::tarok::cards::{Card, CardSet};
use boardwright_games::tarok::three::search::alphabeta::AlphaBeta;
use boardwright_games::tarok::three::search::constants::{SearchSettings, Settings};
use boardwright_games::tarok::three::search::decision::score_open_cards;
use boardwright_games::tarok::three::search::evaluation::evaluate;
use boardwright_games::tarok::three::search::play_position::{Kind, PlayPosition};
use boardwright_games::tarok::three::search::pruning::last_cards;
use boardwright_games::tarok::three::search::tarokist::Tarokist;
use boardwright_games::tarok::three::{Stage, Three, ThreeMove, ThreeState, deal_cards};
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

use crate::{card, cards, effort, player};

/// A random position of the play: of any kind of contract, after some random cards.
fn random_position(seed: u64) -> PlayPosition {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let deal = deal_cards(&mut random);
    let kind = [Kind::Positive, Kind::Positive, Kind::Klop, Kind::Berac][random_below(4, &mut random)];
    let mut position = PlayPosition::new(deal.hands, random_below(3, &mut random), kind, random_below(3, &mut random));
    for _ in 0..random_below(40, &mut random) {
        let mut next = position;
        let legal: Vec<_> = position.legal_cards().iter().collect();
        next.play(legal[random_below(legal.len(), &mut random)]);
        if next.is_over() {
            break;
        }
        position = next;
    }
    position
}

/// Minimax without any enhancement.
fn minimax(position: &PlayPosition, viewer: usize, depth: u8) -> i32 {
    if depth == 0 || position.is_over() {
        return evaluate(position, viewer);
    }
    let values = position.legal_cards().iter().map(|card| {
        let mut next = *position;
        next.play(card);
        minimax(&next, viewer, depth - 1)
    });
    if position.is_same_side(position.turn, viewer) { values.max().unwrap() } else { values.min().unwrap() }
}

#[test]
fn plain_alpha_beta_is_minimax() {
    let mut search = AlphaBeta::new(SearchSettings::NONE);
    for seed in 0..60 * effort() {
        let position = random_position(seed);
        for depth in 1..=3 {
            let expected = minimax(&position, position.turn, depth);
            assert_eq!(search.root_value(&position, depth), expected, "{seed}, depth {depth}: {position:?}");
        }
    }
}

#[test]
fn history_window_and_an_exact_table_keep_every_value() {
    let none = SearchSettings::NONE;
    let exact = SearchSettings { table: true, ..none };
    let variants = [
        SearchSettings { history: true, ..none },
        SearchSettings { window: true, ..none },
        exact,
        SearchSettings { history: true, window: true, ..exact },
    ];
    let mut plain = AlphaBeta::new(none);
    let mut searches = variants.map(AlphaBeta::new);
    // With the factor 50, ten thousand positions.
    for seed in 0..200 * effort() {
        let position = random_position(seed);
        let depth = 1 + (seed % 6) as u8;
        let expected = plain.root_value(&position, depth);
        let values = plain.card_values(&position, depth);
        for (search, settings) in searches.iter_mut().zip(variants) {
            assert_eq!(search.root_value(&position, depth), expected, "{seed}, {settings:?}");
            assert_eq!(search.card_values(&position, depth), values, "{seed}, {settings:?}");
        }
    }
}

/// Grouped keys and candidates change values, but seldom the choice.
#[test]
fn all_enhancements_choose_the_same_card_on_the_same_samples() {
    let with = |search| Settings { search, depths: [6, 6, 6], ..Settings::default() };
    let (all, none) = (with(SearchSettings::ALL), with(SearchSettings::NONE));
    let mut searches = [AlphaBeta::new(all.search), AlphaBeta::new(none.search)];
    let (mut same, mut count) = (0, 0);
    for seed in 0..60 * effort() {
        let position = random_position(seed);
        if position.legal_cards().len() < 2 {
            continue;
        }
        let mut sums = [const { Vec::new() }; 2];
        for ((sums, search), settings) in sums.iter_mut().zip(&mut searches).zip([&all, &none]) {
            // The same divisions of the other cards for both.
            let mut random = Pcg64Mcg::seed_from_u64(seed);
            for _ in 0..5 {
                let sample = divided_anew(&position, &mut random);
                for (index, rated) in score_open_cards(search, &sample, settings).into_iter().enumerate() {
                    match sums.get_mut(index) {
                        None => sums.push((rated.card, rated.score)),
                        Some((_, sum)) => *sum += rated.score,
                    }
                }
            }
        }
        let best =
            sums.map(|sums| sums.into_iter().reduce(|one, other| if other.1 > one.1 { other } else { one }).unwrap());
        let [with_all, plain] = best;
        // Values of equal cards tie: the choice is the same if plain search rates it as the best.
        let rated = |wanted| {
            let mut random = Pcg64Mcg::seed_from_u64(seed);
            (0..5)
                .map(|_| {
                    let sample = divided_anew(&position, &mut random);
                    let scores = score_open_cards(&mut searches[1], &sample, &none);
                    scores.iter().find(|rated| rated.card == wanted).unwrap().score
                })
                .sum::<f64>()
        };
        let mut rated = rated;
        same += u64::from((rated(with_all.0) - plain.1).abs() < 1e-6);
        count += 1;
    }
    println!("the same choice in {same} of {count} positions");
    assert!(same * 10 >= count * 9, "{same} of {count}");
}

/// The position with the hands of the other two players mixed.
fn divided_anew(position: &PlayPosition, random: &mut Pcg64Mcg) -> PlayPosition {
    let (next, last) = ((position.turn + 1) % 3, (position.turn + 2) % 3);
    let mut cards: Vec<u8> = position.hands[next].union(position.hands[last]).iter().map(Card::number).collect();
    boardwright_games::deck::shuffle(&mut cards, random);
    let (first, second) = cards.split_at(position.hands[next].len() as usize);
    let set = |cards: &[u8]| CardSet(cards.iter().fold(0, |bits, &card| bits | 1 << card));
    let mut divided = *position;
    (divided.hands[next], divided.hands[last]) = (set(first), set(second));
    divided
}

/// A position in which player 2 plays the third card.
fn third(kind: Kind, declarer: usize, played: [&str; 2], hand: &str) -> CardSet {
    let hands = [cards(played[0]), cards(played[1]), cards(hand)];
    let mut position = PlayPosition::new(hands, 0, kind, declarer);
    for text in played {
        position.play(card(text));
    }
    last_cards(&position, position.legal_cards())
}

#[test]
fn third_cards_are_those_of_tables_5_and_6() {
    use Kind::{Berac, Klop, Positive};
    let suit = "H 4, H 3, H J, H C, H Q";
    // The partner wins with declarer 0 and a high second card, the opponent with declarer 1.
    assert_eq!(third(Positive, 0, ["H 2", "H K"], suit), cards("H C, H Q"));
    assert_eq!(third(Positive, 1, ["H 2", "H K"], suit), cards("H 4, H C, H Q"));
    assert_eq!(
        third(Positive, 1, ["H 2", "H 1"], "H 4, H 3, H C, H J"),
        cards("H 4, H C"),
        "no queen: no second highest"
    );
    let taroks = "I, III, V, X, XX, XXI";
    assert_eq!(third(Positive, 0, ["H 2", "IV"], taroks), cards("I, III, XXI"));
    assert_eq!(third(Positive, 1, ["H 2", "IV"], taroks), cards("I, III, V, XXI"));
    assert_eq!(third(Positive, 1, ["H 2", "H 1"], "I, III, V"), cards("I"), "the pagat wins");
    assert_eq!(third(Positive, 1, ["II", "IV"], taroks), cards("I, III, V, XXI"));
    let free = "D 4, D C, D Q, S 7, S J, S C";
    for led in ["H 2", "II"] {
        assert_eq!(third(Positive, 0, [led, "XX"], free), cards("D C, D Q, S C"));
        assert_eq!(third(Positive, 1, [led, "XX"], free), cards("D 4, S 7"));
        assert_eq!(third(Klop, 0, [led, "XX"], free), cards("D Q, S C"));
        assert_eq!(third(Berac, 0, [led, "XX"], free), cards("D Q, S C"));
    }
    assert_eq!(third(Klop, 0, ["H 2", "H K"], suit), cards("H 4, H Q"));
    assert_eq!(third(Klop, 0, ["H 2", "IV"], "V, X, XX, XXI"), cards("V, XX, XXI"));
    assert_eq!(third(Klop, 0, ["II", "IV"], "V, X, XX, XXI"), cards("V, XX, XXI"));
    assert_eq!(third(Berac, 0, ["H 2", "H K"], suit), cards("H Q"));
    assert_eq!(third(Berac, 0, ["II", "IV"], "V, X, XX"), cards("XX"));
}

/// Plays a deal by three players; calls `check` with each decision.
fn play_deal(seed: u64, settings: Settings, mut check: impl FnMut(&ThreeState, usize, &ThreeMove)) -> ThreeState {
    let game = Three::default();
    let mut players: Vec<Tarokist> = (0..3_u64)
        .map(|seat| Tarokist::new(game.options(), settings, Pcg64Mcg::seed_from_u64(3 * seed + seat)))
        .collect();
    let mut state = game.initial_state();
    state.deal(&deal_cards(&mut Pcg64Mcg::seed_from_u64(seed)));
    while let Some(mover) = state.to_act() {
        let rating = players[mover.index()].rate(&state, mover, &|_| false).unwrap();
        let (mv, _) = rating.moves[0];
        assert_eq!(game.is_legal(&state, mv), Ok(true), "{mv:?}");
        check(&state, mover.index(), &mv);
        game.apply(&mut state, mv).unwrap();
    }
    state
}

/// Few samples and short searches, for tests of what does not depend on strength.
fn quick() -> Settings {
    Settings { samples: 3, depths: [3, 3, 3], ..Settings::default() }
}

#[test]
fn whole_deals_are_played_and_repeat_themselves() {
    for seed in 0..effort() {
        let mut first = Vec::new();
        let state = play_deal(seed, quick(), |_, _, mv| first.push(*mv));
        assert_eq!(state.stage, Stage::Over);
        let mut again = Vec::new();
        play_deal(seed, quick(), |_, _, mv| again.push(*mv));
        assert_eq!(first, again, "{seed}");
        let mut divided = Vec::new();
        play_deal(seed, Settings { threads: 3, ..quick() }, |_, _, mv| divided.push(*mv));
        assert_eq!(first, divided, "{seed}: threads change no choice");
    }
}

/// Hidden cards are replaced by others that the player cannot distinguish; no decision changes.
#[test]
fn poisoned_hands_change_no_choice() {
    let game = Three::default();
    for seed in 0..effort() {
        let mut decisions = 0;
        play_deal(seed, quick(), |state, seat, _| {
            // Bids of the same hand repeat, and take most of the time.
            if matches!(state.stage, Stage::Bid(_)) && decisions > 3 {
                return;
            }
            let choose = |state: &ThreeState| {
                let mut fresh = Tarokist::new(game.options(), quick(), Pcg64Mcg::seed_from_u64(seed));
                fresh.rate(state, player(seat), &|_| false).unwrap()
            };
            let mut random = Pcg64Mcg::seed_from_u64(!seed);
            let poisoned = game.resample(state, player(seat), &mut random).unwrap();
            assert_eq!(choose(state), choose(&poisoned), "{seed}:\n{}", game.state_text(state));
            decisions += 1;
        });
        assert!(decisions > 10);
    }
}

#[test]
fn a_search_that_is_over_at_once_still_answers_with_legal_moves() {
    let game = Three::default();
    for seed in 0..4 {
        let mut player = Tarokist::new(game.options(), quick(), Pcg64Mcg::seed_from_u64(seed));
        let mut state = game.initial_state();
        state.deal(&deal_cards(&mut Pcg64Mcg::seed_from_u64(seed)));
        while let Some(mover) = state.to_act() {
            let rating = player.rate(&state, mover, &|_| true).unwrap();
            let mv = rating.moves[0].0;
            assert_eq!(game.is_legal(&state, mv), Ok(true));
            game.apply(&mut state, mv).unwrap();
        }
    }
}

#[test]
fn thresholds_follow_the_results() {
    use boardwright_games::tarok::three::search::bidding::Thresholds;
    use boardwright_games::tarok::three::{Contract, DealSummary, Item, Items};
    let mut thresholds = Thresholds::new(&Settings::default());
    let is = |one: f64, other: f64| (one - other).abs() < 1e-9;
    assert!(is(thresholds.min_difference, 7.0) && is(thresholds.min_share, 0.7));
    let announced = Items::NONE.with(Item::Trula);
    let deal = |contract, is_won, made| DealSummary { contract, declarer: player(0), is_won, announced, made };
    let (lost, won) = (deal(Contract::Tri, false, Items::NONE), deal(Contract::Dva, true, announced));
    thresholds.learn(&lost, true);
    assert!(is(thresholds.min_difference, 8.0), "won the auction, lost the game");
    assert!(is(thresholds.announcements[0], 0.6), "the trula failed");
    thresholds.learn(&lost, false);
    thresholds.learn(&lost, false);
    assert!(is(thresholds.min_difference, 6.0), "lost the auction, won the hand");
    thresholds.learn(&won, true);
    thresholds.learn(&won, false);
    assert!(is(thresholds.min_difference, 6.0), "unchanged otherwise");
    thresholds.learn(&won, true);
    assert!(is(thresholds.announcements[0], 0.5), "two successes in a row");
    assert!(is(thresholds.announcements[1], 0.6) && is(thresholds.announcements[2], 0.7));
    let berac = |is_won| deal(Contract::Berac, is_won, Items::NONE);
    thresholds.learn(&berac(false), true);
    assert!(is(thresholds.min_share, 0.8));
    thresholds.learn(&berac(true), true);
    thresholds.learn(&berac(true), true);
    assert!(is(thresholds.min_share, 0.7));
}
